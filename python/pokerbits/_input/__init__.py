"""Arguments of public functions, each checked once: cards, numbers, players, weights, threads and progress."""
