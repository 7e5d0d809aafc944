"""What errors show of a value that a caller gave: its `repr`, cut where it is long."""

from __future__ import annotations

from collections.abc import Iterable
from reprlib import Repr
from typing import Any

__all__ = ["cut", "escaped", "listed", "shown"]

_LONGEST = 60
"""Characters of a value that is shown. The core cuts the texts of its errors likewise."""
_LONGEST_OF_FILES = 200
"""Characters of a value from a file."""


class _Short(Repr):
    """A `repr` of a few characters, which looks at the beginning and the end of a long text or list alone."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = _LONGEST
        self.maxlevel = 3
        self.maxtuple = self.maxlist = self.maxdict = self.maxset = self.maxfrozenset = self.maxarray = 4


_short = _Short()


def shown(value: Any) -> str:
    """Return what an error shows of a value: less than some 300 characters, on one line, whatever its `repr` does."""
    if type(value).__module__ == "numpy" and hasattr(value, "item") and not getattr(value, "shape", (1,)):
        # Of NumPy's scalars the number.
        value = value.item()
    try:
        text = _short.repr(value)
    except Exception:  # noqa: BLE001
        # A `repr` that raises, as that of an integer of too many digits.
        text = f"<{type(value).__name__}>"
    return cut(" ".join(text.split()) if "\n" in text else text, 5 * _LONGEST)


def escaped(value: object) -> str:
    """Return what an error shows of a value from a file: short, in ASCII, without control characters."""
    text = ascii(value)
    return text if len(text) <= _LONGEST_OF_FILES else f"{text[:_LONGEST_OF_FILES]}..."


def cut(text: str, longest: int = _LONGEST) -> str:
    """Return a text, the middle of a long one left out."""
    if len(text) <= longest:
        return text
    half = (longest - 3) // 2
    return f"{text[:half]}...{text[-half:]}"


def listed(values: Iterable[Any], most: int = 10) -> str:
    """Return values as an error shows several of them."""
    found = [shown(value) for value in values]
    return ", ".join(found[:most] + ["..."] * (len(found) > most))
