"""Endgames of hold'em on real hands: betting trees, vector CFR+, best responses, and abstractions to compare."""
