"""Hand evaluation: hands to strengths and back, under all rules; games by name."""
