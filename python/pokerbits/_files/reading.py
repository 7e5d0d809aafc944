"""Read untrusted files: only regular files of bounded size, and JSON with one meaning.

A path may be a link, an endless pipe or a device. A text may be nested a thousand levels deep, repeat a key, or contain
escape codes for the terminal that shows the error. These functions refuse such files and do not print such texts.
"""

import errno
import hashlib
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Any, NoReturn

from pokerbits.exceptions import DamagedFileError, ForeignFileError

MAX_TEXT = 16 << 20
"""Maximum size of a description or a journal, in bytes."""

# Windows has neither flag, and no pipes in its file system.
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
# A link to itself, a socket, a device that does not exist.
_NO_FILE = (errno.ELOOP, errno.ENXIO, errno.ENODEV)
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Add the name of this file to errors of the operating system in the body that do not name a file."""
    try:
        yield
    except OSError as error:
        # An error without `errno` is not of the operating system, and its message is complete.
        if error.errno is not None and error.filename is None:
            error.filename = str(path)
        raise


def open_regular(path: Path, *, links: bool = False) -> BufferedReader:
    """Open a regular file for reading; `links` allows a link to a regular file.

    Raises
    ------
    ForeignFileError
        If the path is not a regular file.
    OSError
        If the file cannot be opened.
    """
    if not links and stat.S_ISLNK(path.lstat().st_mode):
        raise ForeignFileError(f"{path} is a symbolic link, where an ordinary file is expected", filename=path)
    try:
        descriptor = os.open(path, _FLAGS | (0 if links else _NO_LINKS))
    except OSError as error:
        if error.errno not in _NO_FILE:
            raise
        raise ForeignFileError(f"{path} is not an ordinary file ({error.strerror})", filename=path) from None
    try:
        is_regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
        if is_regular:
            return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise
    os.close(descriptor)
    raise ForeignFileError(f"{path} is not an ordinary file", filename=path)


def read_text(path: Path, *, links: bool = False) -> bytes:
    """Return the contents of a small file.

    Raises
    ------
    DamagedFileError
        If the file is larger than a description can be.
    ForeignFileError, OSError
        As in `open_regular`.
    """
    with open_regular(path, links=links) as file:
        text = file.read(MAX_TEXT + 1)
    if len(text) > MAX_TEXT:
        raise DamagedFileError(f"{path} is damaged: it has more than {MAX_TEXT:,} bytes", filename=path)
    return text


def sha256_of(path: Path) -> str | None:
    """Return the SHA-256 of a regular file, or `None` if there is no regular file with this name."""
    try:
        with naming(path), open_regular(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (FileNotFoundError, ForeignFileError):
        return None


def parsed(text: bytes) -> dict[str, Any]:
    """Return the JSON object in a text, or an empty dict if the text is not valid; see `strict_json`."""
    try:
        found = strict_json(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def strict_json(text: str | bytes) -> Any:
    """Return the value of a JSON text.

    Raises
    ------
    ValueError
        If the text is not valid. Duplicate keys, NaN, infinities and numbers that are too large make it invalid.
    RecursionError
        If it is nested too deeply.
    """
    return json.loads(text, object_pairs_hook=_once, parse_constant=_refused)


def canonical(value: Any) -> str:
    """Return the canonical JSON text of a value: equal texts mean equal values of equal types.

    Raises
    ------
    ValueError
        If JSON cannot represent the value, such as an infinite number.
    """
    try:
        return json.dumps(value, allow_nan=False, sort_keys=True)
    except (RecursionError, TypeError) as error:
        raise ValueError(str(error)) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key comes twice")
    return found


def _refused(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")
