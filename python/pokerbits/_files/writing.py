"""Write files safely on all operating systems.

A path may be a symbolic link to another file, a folder or a pipe. These functions never write through such a path, and
errors of the operating system always name the file.
"""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO
from weakref import WeakSet

from pokerbits._files.held import check_not_held, held_files_stay, lock, unlock
from pokerbits._files.reading import MAX_TEXT, naming
from pokerbits._forks import NoFork
from pokerbits.exceptions import DamagedFileError, ForeignFileError, LockedFileError

ANEW = "resume=False, on the command line --no-resume"
"""The option that starts a table or a folder anew, in Python and on the command line."""

# Windows has neither flag; there only `check_plain` detects links.
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_BINARY = getattr(os, "O_BINARY", 0)


def check_plain(path: Path) -> None:
    """Refuse an existing path that is not a regular file, such as a link or a folder."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        what = "a symbolic link" if stat.S_ISLNK(mode) else "a folder" if stat.S_ISDIR(mode) else "not an ordinary file"
        message = f"{path} is {what}, where a file is to be written; remove it, or choose another path"
        raise ForeignFileError(message, filename=path)


def open_plain(path: Path, flags: int) -> int:
    """Open a file for reading and writing, refuse links, and return its descriptor."""
    check_plain(path)
    return os.open(path, os.O_RDWR | flags | _NO_LINKS | _BINARY, 0o666)


def open_new(path: Path) -> BinaryIO:
    """Create a file for writing; its name must not exist."""
    return os.fdopen(open_plain(path, os.O_CREAT | os.O_EXCL), "wb")


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a file for writing that is renamed to `path` when the body ends; after an error the file is removed.

    Errors in creating it are raised before the body begins. An existing file or link at `path` is replaced, not
    followed.

    Raises
    ------
    ForeignFileError
        If `path` is a folder.
    LockedFileError
        If the existing file is open or mapped, on Windows.
    OSError
        If the file cannot be written.
    """
    with naming(path):
        is_folder = path.is_dir() and not path.is_symlink()
    if is_folder:
        raise ForeignFileError(f"{path} is a folder, where a file is to be written; choose another path", filename=path)
    check_not_held(path)
    # Every writer has its own name, so that two writers never write the same file.
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
            # Delete it: with `None` the error message would end with "-> None".
            del error.filename2
        raise


def sync_folder(path: Path) -> None:
    """Flush the folder of a file to disk, on systems where folders can be opened."""
    if sys.platform != "win32":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class LockedFile:
    """A new or existing file, opened with an exclusive lock.

    The lock belongs to the open file, which a forked child inherits: workers of an executor would keep the lock of a
    parent that was killed. Children therefore close the file, and cannot write to it.

    Raises
    ------
    ForeignFileError
        If the path is not a regular file.
    LockedFileError
        If another process, or another call in this process, has the lock.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.descriptor: int | None = None
        while not self._is_locked():
            # The file was removed after it was opened because its writer has finished. Open it again.
            self.close()

    def _is_locked(self) -> bool:
        """Open and lock the file; return whether it still has its name."""
        with NoFork():
            # The child of a fork between these two lines would not know the descriptor.
            self.descriptor = open_plain(self.path, os.O_CREAT)
            _locked_files.add(self)
        try:
            if lock(self.descriptor):
                return os.fstat(self.descriptor).st_ino == self.path.stat().st_ino
        except FileNotFoundError:
            return False
        except BaseException:
            self.close()
            raise
        self.close_in_child()
        message = f"{self.path} is locked: another process is writing this table or folder; try again later"
        raise LockedFileError(message, filename=self.path)

    @property
    def is_open(self) -> bool:
        """Whether the file is open and was opened by this process."""
        return self.descriptor is not None

    def read(self) -> bytes:
        """Return the contents of the file.

        Raises
        ------
        DamagedFileError
            If the file is larger than a journal can be.
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
        """Append data, and flush it to disk."""
        os.lseek(self._opened(), 0, os.SEEK_END)
        while data:
            data = data[os.write(self._opened(), data) :]
        os.fsync(self._opened())

    def cut(self, n_bytes: int) -> None:
        """Truncate the file to `n_bytes`, and flush this to disk."""
        os.ftruncate(self._opened(), n_bytes)
        os.fsync(self._opened())

    def close(self) -> None:
        """Release the lock and close the file."""
        with NoFork():
            if self.descriptor is not None:
                # Closing alone would keep the lock until all copies of the descriptor are closed, including that of a
                # child.
                with suppress(OSError):
                    unlock(self.descriptor)
            self.close_in_child()

    def close_in_child(self) -> None:
        """Close the file and leave the lock to another owner, such as the parent process."""
        descriptor, self.descriptor = self.descriptor, None
        _locked_files.discard(self)
        if descriptor is not None:
            os.close(descriptor)

    def remove(self) -> None:
        """Remove the file, then release the lock, so that no other process locks a file that is about to be removed."""
        if not held_files_stay():
            self.path.unlink(missing_ok=True)
            self.close()
            return
        # An open file cannot be removed here. A writer that opens it between these lines finds the work done, and
        # removes it.
        self.close()
        with suppress(PermissionError):
            self.path.unlink(missing_ok=True)

    def _opened(self) -> int:
        if self.descriptor is None:
            raise ValueError(f"{self.path} is not open in this process")
        return self.descriptor


_locked_files: WeakSet[LockedFile] = WeakSet()


def _close_in_child() -> None:
    """Close the locked files of the parent, which keeps the locks."""
    for file in list(_locked_files):
        file.close_in_child()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_in_child)
