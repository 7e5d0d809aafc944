"""Exact odds against random opponents."""
