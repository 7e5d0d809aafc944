"""What callers give: cards, numbers, players, weights, threads and progress, each checked once."""
