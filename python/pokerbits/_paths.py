"""Paths from callers."""

from __future__ import annotations

import os
from pathlib import Path

from pokerbits._shown import shown
from pokerbits.exceptions import InvalidArgumentError

__all__ = ["as_path"]

_LONGEST = 1 << 15
"""Characters of a path, as many as any system takes: its error would repeat a longer one whole."""


def as_path(path: str | os.PathLike[str]) -> Path:
    """Return what a caller passes as a path."""
    found = Path(path)
    text = os.fspath(found)
    if len(text) > _LONGEST:
        message = f"path: no system has a name of {len(text):,} characters, {shown(text)}"
        raise InvalidArgumentError(message)
    return found
