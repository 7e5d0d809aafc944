"""Endgames of hold'em on real hands: betting trees, vector CFR+, best responses, abstractions to compare."""
