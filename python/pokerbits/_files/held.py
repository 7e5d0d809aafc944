"""Files that a process holds: open, mapped or locked.

Windows neither renames nor removes a file that any process has open or mapped, and a caller's array may map a table. So
a file that is to be replaced is probed before anything is changed.
"""

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from pokerbits.exceptions import LockedFileError


def _module(name: str) -> Any:
    """Return a module that only some systems have, or `None`."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return None


_fcntl, _msvcrt = _module("fcntl"), _module("msvcrt")
"""The modules that lock files: on Windows the second, elsewhere the first."""
_LOCKED_BYTE = 1 << 30
"""Position of the byte that is locked on Windows: beyond the end of all files, as nobody can read a locked byte."""


def held_files_stay() -> bool:
    """Return whether this system neither renames nor removes files that are open or mapped."""
    return _msvcrt is not None or sys.platform == "win32"


def check_not_held(*paths: Path) -> None:
    """Refuse files that this system does not replace because a process holds them; missing files are accepted.

    Raises
    ------
    LockedFileError
        If a file is open or mapped, on Windows.
    """
    for path in paths if held_files_stay() else ():
        try:
            # This changes nothing, and fails if another rename would.
            os.rename(path, path)  # noqa: PTH104
        except FileNotFoundError:
            continue
        except PermissionError as error:
            message = (
                f"{path} is open, and this system does not replace open files: close the table or abstraction that "
                "reads it (close(), or del), in this or another process, and call again"
            )
            raise LockedFileError(message, filename=path) from error


def lock(descriptor: int) -> bool:
    """Lock an open file for its descriptor alone; return whether nobody else has locked it.

    The lock is released by `unlock`, when the file is closed, and when the process exits.
    """
    if _msvcrt is not None:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
    try:
        if _msvcrt is not None:
            _msvcrt.locking(descriptor, _msvcrt.LK_NBLCK, 1)
        else:
            _fcntl.flock(descriptor, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def unlock(descriptor: int) -> None:
    """Unlock a file that `lock` has locked."""
    if _msvcrt is not None:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        _msvcrt.locking(descriptor, _msvcrt.LK_UNLCK, 1)
    else:
        _fcntl.flock(descriptor, _fcntl.LOCK_UN)
