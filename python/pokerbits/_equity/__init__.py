"""Equity at showdown: of hands, of ranges, of every hand against a range, and of many spots at once."""
