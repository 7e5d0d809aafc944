"""Check paths from callers."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pokerbits._forks import NoFork
from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from pathlib import Path

_LONGEST = 1 << (15 if os.name == "nt" else 12)
"""Maximum length of a path; an error of the system would repeat a longer path in full."""


def as_path(path: str | os.PathLike[str]) -> Path:
    """Return a caller's path as a `Path`."""
    # Imported here because most users of the package do not need it.
    with NoFork():
        from pathlib import Path

    found = Path(path)
    text = os.fspath(found)
    if len(text) > _LONGEST:
        raise InvalidArgumentError(f"path: too long ({len(text):,} characters, at most {_LONGEST:,}): {shown(text)}")
    return found
