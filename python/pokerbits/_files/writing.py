"""Files that are written: what systems do differently, and what must not go wrong, in one place.

A name that is about to be written to may stand for something else: a symbolic link to a file of somebody, a folder, a
pipe. Nothing here follows such a name, and errors of the system always say which file they are about.
"""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO
from weakref import WeakSet

from pokerbits._files.reading import MAX_TEXT
from pokerbits._forks import NoFork
from pokerbits.exceptions import DamagedFileError, ForeignFileError, LockedFileError

if sys.platform != "win32":
    import fcntl

__all__ = ["ANEW", "LockedFile", "check_plain", "naming", "new_file", "open_new", "open_plain", "sync_folder"]

ANEW = "resume=False, on the command line --no-resume"
"""How a caller says that a table or a folder is to be made anew: in the words of Python and of the command line."""

# Windows has neither; there `check_plain` alone looks for links.
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_BINARY = getattr(os, "O_BINARY", 0)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Have errors of the system in the body name this file, where they name none."""
    try:
        yield
    except OSError as error:
        # Without a number it is not of the system, and its text stands for itself.
        if error.errno is not None and error.filename is None:
            error.filename = str(path)
        raise


def check_plain(path: Path) -> None:
    """Refuse a name that stands for something else than a file of its own; there may be nothing of that name."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        what = "a symbolic link" if stat.S_ISLNK(mode) else "a folder" if stat.S_ISDIR(mode) else "no ordinary file"
        message = f"{path} is {what}, where a file is to be written; remove it, or choose another path"
        raise ForeignFileError(message, filename=path)


def open_plain(path: Path, flags: int) -> int:
    """Open a file that is no link, for reading and writing, and return its descriptor."""
    check_plain(path)
    return os.open(path, os.O_RDWR | flags | _NO_LINKS | _BINARY, 0o666)


def open_new(path: Path) -> BinaryIO:
    """Create a file to write to, where there is nothing of that name."""
    return os.fdopen(open_plain(path, os.O_CREAT | os.O_EXCL), "wb")


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a file to write to that gets the name `path`, for good, when the body ends; otherwise nothing is left.

    That it can be written is known before the body begins. A file or a link of that name is replaced, not followed.

    Raises
    ------
    ForeignFileError
        If a folder has that name.
    OSError
        If the file cannot be written.
    """
    with naming(path):
        is_folder = path.is_dir() and not path.is_symlink()
    if is_folder:
        message = f"{path} is a folder, where a file is to be written; choose another path"
        raise ForeignFileError(message, filename=path)
    # A name of its own for every writer, so that two never write one file.
    draft = path.with_name(f"{path.name}.{os.urandom(4).hex()}.partial")
    try:
        with open_new(draft) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)  # noqa: PTH105
        sync_folder(path)
    except BaseException as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, str(draft)):
            error.filename = str(path)
            # Deleted, not `None`: the text of the error would end with "-> None".
            del error.filename2
        raise


def sync_folder(path: Path) -> None:
    """Force the names in the folder of a file to the disk, where folders can be opened."""
    if sys.platform != "win32":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class LockedFile:
    """A file, new or old, open for this process alone, where the system has locks.

    The lock is that of the open file, which a forked child has open too: workers of an executor would hold the lock of
    a parent that was killed. So children close it, and nothing of what a parent writes can be written by its children.

    Raises
    ------
    ForeignFileError
        If the name is of no ordinary file.
    LockedFileError
        If another process, or another call in this one, has the lock.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.descriptor: int | None = None
        while not self._is_locked():
            # The file was removed after it was opened: its writer has finished. Open it anew.
            self.close()

    def _is_locked(self) -> bool:
        """Open the file and lock it; return whether it still has its name."""
        with NoFork():
            # The child of a fork between these two lines would not know of the descriptor.
            self.descriptor = open_plain(self.path, os.O_CREAT)
            _locked_files.add(self)
        try:
            if sys.platform != "win32":
                fcntl.flock(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return os.fstat(self.descriptor).st_ino == self.path.stat().st_ino
        except FileNotFoundError:
            return False
        except BlockingIOError:
            self.close()
            message = f"{self.path} is locked: another process is writing this table or folder; try again later"
            raise LockedFileError(message, filename=self.path) from None
        except BaseException:
            self.close()
            raise

    @property
    def is_open(self) -> bool:
        """Whether the file is open, and this the process that opened it."""
        return self.descriptor is not None

    def read(self) -> bytes:
        """Return the whole file.

        Raises
        ------
        DamagedFileError
            If it is larger than a journal can be.
        """
        assert self.descriptor is not None  # noqa: S101
        os.lseek(self.descriptor, 0, os.SEEK_SET)
        text = b""
        while piece := os.read(self._opened(), 1 << 20):
            text += piece
            if len(text) > MAX_TEXT:
                message = f"{self.path} is damaged: it has more than {MAX_TEXT:,} bytes"
                raise DamagedFileError(message, filename=self.path)
        return text

    def append(self, data: bytes) -> None:
        """Write at the end, and force it to the disk."""
        os.lseek(self._opened(), 0, os.SEEK_END)
        while data:
            data = data[os.write(self._opened(), data) :]
        os.fsync(self._opened())

    def cut(self, n_bytes: int) -> None:
        """Keep so many bytes, and force that to the disk."""
        os.ftruncate(self._opened(), n_bytes)
        os.fsync(self._opened())

    def close(self) -> None:
        """Give up the lock and close the file."""
        with NoFork():
            if sys.platform != "win32" and self.descriptor is not None:
                # Closing alone gives the lock up when the last copy of the descriptor is closed, and a child has one
                # until it has closed it.
                with suppress(OSError):
                    fcntl.flock(self.descriptor, fcntl.LOCK_UN)
            self.close_in_child()

    def close_in_child(self) -> None:
        """Close the file of a parent, which keeps the lock."""
        descriptor, self.descriptor = self.descriptor, None
        _locked_files.discard(self)
        if descriptor is not None:
            os.close(descriptor)

    def remove(self) -> None:
        """Remove the file, then give up the lock: nobody else locks a file that is about to be removed."""
        if sys.platform == "win32":
            # Files that are open cannot be removed there.
            self.close()
        self.path.unlink(missing_ok=True)
        self.close()

    def _opened(self) -> int:
        if self.descriptor is None:
            message = f"{self.path} is not open in this process"
            raise ValueError(message)
        return self.descriptor


_locked_files: WeakSet[LockedFile] = WeakSet()


def _close_in_child() -> None:
    """Close the locked files of the parent, and leave it the locks."""
    for file in list(_locked_files):
        file.close_in_child()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_in_child)
