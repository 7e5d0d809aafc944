"""Paths from callers."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pokerbits._forks import NoFork
from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["as_path"]

_LONGEST = 1 << 15
"""Characters of a path, as many as any system takes: its error would repeat a longer one whole."""


def as_path(path: str | os.PathLike[str]) -> Path:
    """Return what a caller passes as a path."""
    # Not needed by those who only import the package.
    with NoFork():
        from pathlib import Path

    found = Path(path)
    text = os.fspath(found)
    if len(text) > _LONGEST:
        message = f"path: no system has a name of {len(text):,} characters, {shown(text)}"
        raise InvalidArgumentError(message)
    return found
