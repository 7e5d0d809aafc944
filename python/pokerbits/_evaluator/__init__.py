"""Hand evaluation under all rules: strengths of hands, and hands of strengths; games by name."""
