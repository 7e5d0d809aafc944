"""Colours of text that can be read: on any colour of a cell, whatever the theme of the notebook around it."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["ink_on", "tint"]

BLUE = (31, 119, 180)
"""The colour of weight 1, as sRGB of 0 to 255."""


def tint(share: float) -> tuple[int, int, int]:
    """Return the sRGB colour of a weight from 0 to 1: white to blue, and opaque, so that no theme shines through."""
    red, green, blue = (round(255 + share * (full - 255)) for full in BLUE)
    return red, green, blue


def ink_on(colour: Sequence[float]) -> str:
    """Return black or white, whichever has more contrast with an sRGB colour of 0 to 1 (WCAG 2, relative luminance)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "black" if (luminance + 0.05) ** 2 > 1.05 * 0.05 else "white"
