"""The rules of Windows for open files, imposed on other systems.

A file that this process has open or mapped is neither renamed nor removed nor cut, and a lock is of a byte of a file.
The fixture imposes this on every test and every page, unless the test is marked `own_rules`, so that no feature breaks
on Windows unseen.
"""

import contextlib
import errno
import mmap
import os
import stat
import struct
import sys
import weakref
from pathlib import Path

import pytest

from pokerbits._files import held

if sys.platform != "win32":
    import fcntl

# Tests replace functions of `os` by others.
fstat, listdir, lseek, lstat, status = os.fstat, os.listdir, os.lseek, os.lstat, os.stat
SHARED = "The process cannot access the file because it is being used by another process"


class Locks:
    """Locks in place of those of `msvcrt`: they belong to the open file, as on Windows."""

    LK_UNLCK, LK_NBLCK = 0, 2

    @staticmethod
    def locking(descriptor, mode, n_bytes):
        kind = fcntl.F_UNLCK if mode == Locks.LK_UNLCK else fcntl.F_WRLCK
        if not hasattr(fcntl, "F_OFD_SETLK"):
            # macOS: these locks are of the whole file.
            flags = fcntl.LOCK_UN if mode == Locks.LK_UNLCK else fcntl.LOCK_EX | fcntl.LOCK_NB
            lock = (fcntl.flock, flags)
        else:
            at = lseek(descriptor, 0, os.SEEK_CUR)
            lock = (fcntl.fcntl, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", kind, os.SEEK_SET, at, n_bytes, 0))
        try:
            lock[0](descriptor, *lock[1:])
        except BlockingIOError:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES)) from None


def is_mapped_elsewhere(files):
    """Return whether one of these files, sizes by device and inode, is mapped in a way of which Python does not know.

    The list of maps takes most of the time of a test of files, so files of less than a page are left out.
    """
    large = [identity for identity, size in files.items() if size >= mmap.PAGESIZE]
    if sys.platform != "linux" or not large:
        return False
    maps = Path("/proc/self/maps").read_text()
    return any(f" {os.major(device):02x}:{os.minor(device):02x} {inode} " in maps for device, inode in large)


class Rules:
    """The rules, and what has broken them."""

    def __init__(self):
        self.violations = []
        self._maps = weakref.WeakValueDictionary()

    @contextlib.contextmanager
    def imposed(self, monkeypatch):
        """Impose the rules on the functions of `os`, which `pathlib`, `shutil` and all others call."""
        with monkeypatch.context() as patch:
            patch.setattr(held, "_msvcrt", Locks)
            for name in ("replace", "rename", "unlink", "remove", "truncate"):
                patch.setattr(os, name, self._guarded(name, getattr(os, name)))
            patch.setattr(mmap, "mmap", self._tracked(mmap.mmap))
            yield self

    def held(self, path, dir_fd=None):
        """Return whether this process has a file open or mapped, or a file of a folder."""
        try:
            about = status(path, dir_fd=dir_fd, follow_symlinks=False)
        except OSError:
            return False
        is_folder = stat.S_ISDIR(about.st_mode) and dir_fd is None
        within = [Path(root, name) for root, _, names in os.walk(path) for name in names] if is_folder else []
        files = {(at.st_dev, at.st_ino): at.st_size for at in (about, *map(lstat, within))}
        return not self._open_files().isdisjoint(files) or is_mapped_elsewhere(files)

    def _open_files(self):
        found = {identity for identity, mapped in self._maps.items() if not mapped.closed}
        for descriptor in map(int, listdir("/dev/fd")):
            with contextlib.suppress(OSError):
                about = fstat(descriptor)
                found.add((about.st_dev, about.st_ino))
        return found

    def _tracked(self, original):
        rules = self

        class Map(original):
            def __new__(cls, descriptor, *arguments, **options):
                made = super().__new__(cls, descriptor, *arguments, **options)
                if descriptor != -1:
                    about = fstat(descriptor)
                    rules._maps[about.st_dev, about.st_ino] = made
                return made

        return Map

    def _guarded(self, name, original):
        def call(path, *rest, **options):
            folder = options.get("dir_fd", options.get("src_dir_fd"))
            paths = [(path, folder), *((at, options.get("dst_dir_fd")) for at in rest if name in ("replace", "rename"))]
            # `tempfile` does otherwise on Windows.
            if sys._getframe(1).f_globals.get("__name__") != "tempfile":
                for at, within in paths:
                    if not isinstance(at, int) and self.held(at, within):
                        # A probe, which renames a file to its own name, asks what may be done.
                        if rest[:1] != (path,):
                            self.violations.append(f"{name} {at}")
                        raise PermissionError(errno.EACCES, SHARED, os.fspath(path))
            if name == "rename" and rest[:1] != (path,) and os.path.lexists(rest[0]):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), os.fspath(path))
            return original(path, *rest, **options)

        return call


@pytest.fixture(autouse=True)
def windows_rules(request, monkeypatch):
    """Impose the rules on a test, and refuse what breaks them."""
    if sys.platform == "win32" or request.node.get_closest_marker("own_rules"):
        yield None
        return
    with Rules().imposed(monkeypatch) as rules:
        yield rules
    assert rules.violations == []
