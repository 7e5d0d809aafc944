"""Cell colours, and text colours that are readable on them in any notebook theme."""

from __future__ import annotations

from collections.abc import Sequence

BLUE = (31, 119, 180)
"""The colour of weight 1, in sRGB from 0 to 255."""


def tint(share: float) -> tuple[int, int, int]:
    """Return the sRGB colour of a weight from 0 to 1: white to blue, opaque in every theme."""
    red, green, blue = (round(255 + share * (full - 255)) for full in BLUE)
    return red, green, blue


def ink_on(colour: Sequence[float]) -> str:
    """Return the one of black and white with more contrast to an sRGB colour, 0 to 1 (WCAG 2, relative luminance)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "black" if (luminance + 0.05) ** 2 > 1.05 * 0.05 else "white"
