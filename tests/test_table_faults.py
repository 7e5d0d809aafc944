"""Every call of the system that the making of a table needs fails once: an error, and the same bytes afterwards."""

import errno
import itertools
import mmap
import os
import sys
import tempfile
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path

import pytest

import pokerbits as pb
from pokerbits._files.writing import new_file
from pokerbits._tables import file as _file
from pokerbits.exceptions import DamagedFileError, ForeignFileError
from squares import SquaresSpec, squares
from test_table_file import names
from traces import Trace

pytestmark = pytest.mark.in_memory

SPEC = SquaresSpec(1000, "uint32")
EXPECTED = SPEC.expected().tobytes()
CALLS = (
    "close",
    "fstat",
    "fsync",
    "ftruncate",
    "lseek",
    "open",
    "posix_fallocate",
    "read",
    "replace",
    "scandir",
    "stat",
    "unlink",
    "write",
)
"""The functions of `os` that may fail. `rename` and `link` are not among them: nothing calls them."""


class Faults:
    """Functions of the system, the n-th call of which fails; with `torn`, a write writes a half before it fails."""

    def __init__(self, at, error, torn):
        self.at, self.error, self.torn, self.seen = at, error, torn, []

    def failing(self, name, original):
        def call(*arguments, **options):
            self.seen.append(name)
            if len(self.seen) - 1 != self.at:
                return original(*arguments, **options)
            if name == "write" and self.torn:
                original(arguments[0], arguments[1][: len(arguments[1]) // 2])
            if name == "close":
                # The descriptor is gone also where closing it has reported an error.
                original(*arguments, **options)
            raise OSError(self.error, os.strerror(self.error))

        return call


@contextmanager
def faults(monkeypatch, at, error=errno.EIO, torn=False):
    """Have the call of this number fail, and never another."""
    injected = Faults(at, error, torn)

    class Map(mmap.mmap):
        flush = injected.failing("msync", mmap.mmap.flush)

    with monkeypatch.context() as patch:
        for name in filter(partial(hasattr, os), CALLS):
            patch.setattr(os, name, injected.failing(name, getattr(os, name)))
        patch.setattr(mmap, "mmap", injected.failing("mmap", Map))
        patch.setattr(_file, "CHECKPOINT_SECONDS", 0)
        patch.setattr(_file, "CHECKSUM_SHARE", float("inf"))
        yield injected


def result_or_error(function, *arguments, **options):
    """Return what a function returns, or else the error of the system that it raises."""
    try:
        return function(*arguments, **options), None
    except OSError as error:
        return None, error


def write_after(path):
    with new_file(path) as file:
        file.write(b"after")


@cache
def another():
    """Return the files of a table of another kind."""
    with tempfile.TemporaryDirectory() as folder:
        pb.strength_table("ehs", street="preflop", path=Path(folder) / "table.npy")
        return {file.name: file.read_bytes() for file in Path(folder).iterdir()}


def prepare(folder, before, monkeypatch):
    """Leave the files before a build: nothing, a table of another kind, or an unfinished one."""
    folder.mkdir()
    path = folder / "table.npy"
    if before == "another":
        for name, content in another().items():
            (folder / name).write_bytes(content)
    if before == "half":
        monkeypatch.setattr("pokerbits._tables.job._BLOCKS_PER_THREAD", 1)
        with pytest.raises(ZeroDivisionError):
            squares(path, progress=lambda done, total: 1 // (done < 3))
    return path


EVERY_ERROR = [(errno.EIO, False), (errno.ENOSPC, True), pytest.param(errno.EACCES, False, marks=pytest.mark.slow)]


@pytest.mark.parametrize("before", ["nothing", pytest.param("another", marks=pytest.mark.slow), "half"])
@pytest.mark.parametrize(("error", "torn"), EVERY_ERROR)
def test_every_call_fails_once(tmp_path, monkeypatch, before, error, torn):
    monkeypatch.setattr("pokerbits._tables.job._BLOCKS_PER_THREAD", 2)
    resume = before != "another"
    failed = set()
    at = -1
    while True:
        at += 1
        folder = tmp_path / str(at)
        path = prepare(folder, before, monkeypatch)
        kept = path.read_bytes() if before == "another" else None
        with faults(monkeypatch, at, error, torn) as injected:
            made, caught = result_or_error(squares, path, resume=resume)
        if caught is None:
            assert made.tobytes() == EXPECTED
        else:
            # What a person is told names a file of this table, or its folder.
            assert caught.errno == error
            assert str(caught.filename).startswith(str(folder))
            assert caught.strerror
        if at >= len(injected.seen):
            break
        failed.add(injected.seen[at])
        # The file with the final name is the one before, or the one after, whole.
        if path.exists() and path.read_bytes() != kept:
            assert path.read_bytes()[128:] == EXPECTED
        # What was not begun is begun as it was wanted; what was begun is finished.
        journal = folder / "table.npy.journal"
        again = resume or (journal.exists() and journal.read_bytes().endswith(b"\n"))
        if not again and path.exists() and path.read_bytes() != kept:
            again = (folder / "table.npy.json").exists()
        assert squares(path, resume=again).tobytes() == EXPECTED
        assert names(folder) == ["table.npy", "table.npy.json"]
        assert pb.strength.check_table(path)["table"] == SPEC.open().signature()
    assert failed >= {
        "close",
        "fsync",
        "ftruncate",
        "lseek",
        "mmap",
        "msync",
        "open",
        "read",
        "replace",
        "stat",
        "write",
    }
    assert failed >= ({"posix_fallocate"} if before != "half" and hasattr(os, "posix_fallocate") else set())


def test_a_sync_that_failed_is_not_believed_the_second_time(tmp_path, monkeypatch):
    """A system may forget pages that it could not write, and report success when it is asked again."""
    path = tmp_path / "table.npy"
    monkeypatch.setattr("pokerbits._tables.job._BLOCKS_PER_THREAD", 1)
    with faults(monkeypatch, -1) as injected:
        squares(tmp_path / "whole.npy")
    at = [i for i, name in enumerate(injected.seen) if name == "msync"][2]
    with faults(monkeypatch, at), pytest.raises(OSError, match="Input/output error"):
        squares(path)
    text = (tmp_path / "table.npy.journal").read_bytes()
    assert [line for line in text.splitlines()[1:] if not line.startswith(b"checksum")] == [b"0", b"1"]
    # The pages are lost.
    data = bytearray((tmp_path / "table.npy.partial").read_bytes())
    data[128 + 2 * 8 : 128 + 3 * 8] = bytes(8)
    (tmp_path / "table.npy.partial").write_bytes(data)
    assert squares(path).tobytes() == EXPECTED


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC])
def test_every_call_fails_once_while_another_file_is_written(tmp_path, monkeypatch, error):
    """As `odds --output` writes it: the file before, or the file after, and nothing else."""
    path = tmp_path / "odds.csv"
    at = -1
    while True:
        at += 1
        path.write_bytes(b"before")
        with faults(monkeypatch, at, error) as injected:
            _, caught = result_or_error(write_after, path)
        if caught is not None:
            assert (caught.errno, caught.filename) == (error, str(path))
        if at >= len(injected.seen):
            break
        assert path.read_bytes() in (b"before", b"after")
        # A file that could not be removed remains; its name says what it is.
        if injected.seen[at] != "unlink":
            assert names(tmp_path) == ["odds.csv"]
    assert path.read_bytes() == b"after"
    assert {"fsync", "open", "replace", "stat"} <= set(injected.seen)


@pytest.mark.skipif(sys.platform == "win32", reason="folders are not synchronised there")
@pytest.mark.parametrize("is_replaced", [False, True])
def test_nothing_is_named_before_it_is_on_the_disk(tmp_path, monkeypatch, is_replaced):
    """Every file and every name is safe before what says that it is there; and each sync is needed for that."""
    monkeypatch.setattr(_file, "CHECKPOINT_SECONDS", 0)
    monkeypatch.setattr(_file, "CHECKSUM_SHARE", float("inf"))
    dropped = None
    for n in itertools.count():
        path = tmp_path / str(n) / "table.npy"
        path.parent.mkdir()
        if is_replaced:
            pb.strength_table("ehs", street="preflop", path=path)
        trace = Trace(dropped)
        with trace.recording(monkeypatch):
            squares(path, resume=not is_replaced)
        if dropped is None:
            assert trace.wrong == []
        elif dropped < trace.n_syncs:
            assert trace.wrong, trace.calls
        else:
            break
        dropped = n
    assert dropped > 8
    calls = [call for call in trace.calls if call[0] in ("unlink", "replace") or call == ("sync", str(n))]
    # The description of the table that is replaced is gone for good before another table has the name.
    assert (
        calls[-7 + 2 * (not is_replaced) :]
        == [
            *([("unlink", "table.npy.json"), ("sync", str(n))] if is_replaced else []),
            ("replace", "table.npy.partial", "table.npy"),
            ("sync", str(n)),
            ("replace", "table.npy.draft", "table.npy.json"),
            ("sync", str(n)),
            ("unlink", "table.npy.journal"),
            ("sync", str(n)),
        ][-7 + 2 * (not is_replaced) :]
    )


def test_a_table_that_a_later_call_describes_is_compared_with_its_journal(tmp_path, monkeypatch):
    """Killed between its last name and its description: what is there by then is what the journal says, or refused."""
    path = tmp_path / "table.npy"
    with faults(monkeypatch, -1) as injected:
        squares(tmp_path / "whole.npy")
    at = injected.seen.index("replace") + 1
    with faults(monkeypatch, at), pytest.raises(OSError, match="Input/output error"):
        squares(path)
    assert names(tmp_path) == ["table.npy", "table.npy.journal", "whole.npy", "whole.npy.json"]
    right = path.read_bytes()
    for at in range(128, len(right), 997):
        path.write_bytes(right[:at] + bytes([right[at] ^ 1]) + right[at + 1 :])
        for resume in (True, False):
            with pytest.raises((DamagedFileError, ForeignFileError), match="choose another path"):
                squares(path, resume=resume)
    path.write_bytes(right)
    assert squares(path).tobytes() == EXPECTED


@pytest.mark.parametrize("half", [False, True])
def test_a_file_that_cannot_be_mapped_for_want_of_memory_is_a_memory_error(tmp_path, monkeypatch, half):
    """As a limit of the address space does it, which the system reports as an error of files; what is there stays."""
    path = prepare(tmp_path / "files", "half" if half else "nothing", monkeypatch)
    before = {name: (path.parent / name).read_bytes() for name in names(path.parent)}
    assert half == bool(before)

    def no_memory(*_):
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    with monkeypatch.context() as patched:
        patched.setattr("pokerbits._tables.file.mmap.mmap", no_memory)
        with pytest.raises(MemoryError, match="no memory to map a file"):
            squares(path)
    assert {name: (path.parent / name).read_bytes() for name in names(path.parent)} == before
    assert squares(path).tobytes() == EXPECTED
