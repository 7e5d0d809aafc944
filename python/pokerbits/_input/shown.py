"""Values in error messages: their `repr`, shortened if it is long."""

from __future__ import annotations

from collections.abc import Iterable
from reprlib import Repr
from typing import Any

_LONGEST = 60
"""Maximum number of characters of a value. The core shortens the texts in its errors in the same way."""
_LONGEST_OF_FILES = 200
"""Maximum number of characters of a value from a file."""


class _Short(Repr):
    """A short `repr`, which reads only the beginning and the end of a long text or list."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = _LONGEST
        self.maxlevel = 3
        self.maxtuple = self.maxlist = self.maxdict = self.maxset = self.maxfrozenset = self.maxarray = 4


_short = _Short()


def shown(value: Any) -> str:
    """Return a value for an error message: at most about 300 characters on one line, even if its `repr` raises."""
    if type(value).__module__ == "numpy" and hasattr(value, "item") and not getattr(value, "shape", (1,)):
        # Show NumPy scalars as plain numbers.
        value = value.item()
    try:
        text = _short.repr(value)
    except Exception:  # noqa: BLE001
        # The `repr` raises, for example for an integer with too many digits.
        text = f"<{type(value).__name__}>"
    return cut(" ".join(text.split()) if "\n" in text else text, 5 * _LONGEST)


def escaped(value: object) -> str:
    """Return a value from a file for an error message: short, in ASCII, without control characters."""
    text = ascii(value)
    return text if len(text) <= _LONGEST_OF_FILES else f"{text[:_LONGEST_OF_FILES]}..."


def cut(text: str, longest: int = _LONGEST) -> str:
    """Return a text, without its middle if it is long."""
    if len(text) <= longest:
        return text
    half = (longest - 3) // 2
    return f"{text[:half]}...{text[-half:]}"


def listed(values: Iterable[Any], most: int = 10) -> str:
    """Return a list of values for an error message."""
    found = [shown(value) for value in values]
    return ", ".join(found[:most] + ["..."] * (len(found) > most))
