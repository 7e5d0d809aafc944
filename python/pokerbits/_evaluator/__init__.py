"""Hands to strengths and back, under all rules, and the games that name a rule."""
