"""Checks of the arguments of public functions: cards, numbers, players, weights, threads and progress."""
