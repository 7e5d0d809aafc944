"""A table that grows block by block in a `.npy` file, and survives being killed at any moment.

Beside `table.npy` stand, while it is being made, `table.npy.partial` with the numbers and `table.npy.journal`, whose
first line says which table this is and whose other lines name the blocks that are safely in the numbers. The order of
writing makes every moment a good one to stop at:

1. the journal's first line, before there are numbers, so that numbers without a journal are somebody else's;
2. the numbers of some blocks, forced to the disk, before the journal says that they are there;
3. when all are: in the journal which file is about to get the final name, so that no other is ever taken for it; the
   numbers under that name; then `table.npy.json`, which says what they are; then no journal.

Where the system can, the journal is locked, so that two processes never write one table.
"""

import contextlib
import json
import os
import sys
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import IO, Any, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from pokerbits.exceptions import InvalidArgumentError

__all__ = ["TableFile"]

FORMAT = "pokerbits table file 1"
CHECKPOINT_SECONDS = 5.0
"""Blocks are put down in the journal this often: a kill loses no more work than that."""

_NAMED = b"named"
_ZEROS = bytes(1 << 20)


class TableFile:
    """The file of one table, open for its missing blocks; a context manager.

    Parameters
    ----------
    path
        The final name; ends with `.npy`.
    signature
        Which table this is: files of tables with other signatures are refused.
    shape, dtype
        Of the array.
    n_blocks
        How many blocks make it up.
    resume
        Whether to go on with what an earlier call has left, and to accept a finished table. Otherwise begin anew, and
        replace whatever has the final name at the end.

    Raises
    ------
    InvalidArgumentError
        If the name or what is found under it is not right; nothing has been changed then.
    OSError
        If a file cannot be written; what has the final name is then what had it before.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        signature: str,
        shape: tuple[int, ...],
        dtype: np.dtype[Any],
        n_blocks: int,
        resume: bool,
    ) -> None:
        self.path = Path(path)
        if self.path.suffix != ".npy":
            message = f"{path}: expected a name that ends with .npy"
            raise InvalidArgumentError(message)
        self.shape, self.dtype, self.n_blocks = shape, dtype, n_blocks
        self.about = {"format": FORMAT, "table": signature, "dtype": dtype.str, "shape": list(shape)}
        self.is_complete = False
        """Whether the table has its final name."""
        self.missing = set(range(n_blocks))
        """The blocks that are yet to be recorded."""
        self._unsaved: list[int] = []
        self._map: np.memmap[Any, Any] | None = None
        self._journal: IO[bytes] | None = None
        self._saved_at = monotonic()
        try:
            self._open(resume=resume)
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: TracebackType | None) -> None:
        """Close the files; what has been recorded is kept for the next time."""
        try:
            if error is not None:
                # The error that ends the work is worth more than one that comes of saving it.
                with contextlib.suppress(OSError):
                    self.checkpoint()
        finally:
            self._close()

    @property
    def numbers(self) -> NDArray[Any]:
        """The cells, in one line, to be filled block by block."""
        return np.asarray(self._map).reshape(-1)

    def record(self, *blocks: int) -> None:
        """Say that the cells of some blocks are filled."""
        self._unsaved += blocks
        self.missing -= set(blocks)
        if monotonic() - self._saved_at >= CHECKPOINT_SECONDS:
            self.checkpoint()

    def checkpoint(self) -> None:
        """Force what is filled to the disk, then say so in the journal."""
        if self._unsaved and self._map is not None and self._journal is not None:
            self._map.flush()
            _append(self._journal, "".join(f"{block}\n" for block in self._unsaved).encode())
            self._unsaved.clear()
        self._saved_at = monotonic()

    def finish(self) -> None:
        """Give the table its final name, when no block is missing."""
        self.checkpoint()
        self._map = None
        # No description may stand beside numbers that it does not describe.
        self._beside(".json").unlink(missing_ok=True)
        _sync_folder(self.path)
        partial = self._beside(".partial")
        if self._journal is not None:
            _append(self._journal, _named(partial))
        partial.replace(self.path)
        _sync_folder(self.path)
        self._describe()

    def load(self) -> NDArray[Any]:
        """Return the finished table as a memory map."""
        loaded: NDArray[Any] = np.load(self.path, mmap_mode="r")
        return loaded

    def _beside(self, suffix: str) -> Path:
        return self.path.with_name(self.path.name + suffix)

    def _open(self, *, resume: bool) -> None:
        partial, journal = self._beside(".partial"), self._beside(".journal")
        if self.path.is_dir():
            raise IsADirectoryError(21, "a folder has the name of the table", str(self.path))
        if resume and not journal.exists():
            if self.path.exists():
                self._check_final()
                self.is_complete = True
                return
            if partial.exists():
                self._refuse(f"{partial} has no journal beside it, so it is not a half-written table")
        self._journal = _locked(journal)
        recorded, replaces, named = self._recorded() if resume else (set(), True, set())
        self.missing -= recorded
        if not self.missing and not partial.exists() and self.path.exists() and _named(self.path) in named:
            # Killed after the final name was given.
            self._check_numbers(self.path)
            self._describe()
        elif self.path.exists() and not replaces:
            self._check_final()
            partial.unlink(missing_ok=True)
            self._describe()
        else:
            if recorded:
                self._check_numbers(partial)
            else:
                self._begin(replaces=replaces)
            self._map = np.lib.format.open_memmap(partial, mode="r+")

    def _begin(self, *, replaces: bool) -> None:
        """Write the journal's first line, then numbers that are all 0."""
        assert self._journal is not None  # noqa: S101
        partial = self._beside(".partial")
        try:
            # First of all forget which blocks there were.
            self._journal.seek(0)
            self._journal.truncate()
            os.fsync(self._journal.fileno())
            partial.unlink(missing_ok=True)
            _append(self._journal, self._first_line(replaces=replaces))
            _sync_folder(self.path)
            with partial.open("xb") as file:
                header = {"descr": self.dtype.str, "fortran_order": False, "shape": self.shape}
                np.lib.format.write_array_header_1_0(file, header)
                _allocate(file, self._n_bytes)
            _sync_folder(self.path)
        except OSError as error:
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
                self._beside(".journal").unlink(missing_ok=True)
            message = f"cannot make room for the {self._n_bytes:,} bytes of the table ({error.strerror})"
            raise OSError(error.errno, message, str(self.path)) from None

    @property
    def _n_bytes(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64)) * self.dtype.itemsize

    def _first_line(self, *, replaces: bool) -> bytes:
        return json.dumps(self.about | {"blocks": self.n_blocks, "replaces": replaces}).encode() + b"\n"

    def _recorded(self) -> tuple[set[int], bool, set[bytes]]:
        """Return the blocks in the journal, whether the table replaces another, and the lines of files to be named."""
        assert self._journal is not None  # noqa: S101
        text = self._journal.read()
        lines = {replaces: self._first_line(replaces=replaces) for replaces in (False, True)}
        # A line without its end was being written when the writer was killed.
        whole = text[: text.rfind(b"\n") + 1]
        if not whole and any(line.startswith(text) for line in lines.values()):
            return set(), False, set()
        first, _, rest = whole.partition(b"\n")
        replaces = first + b"\n" == lines[True]
        if not replaces and first + b"\n" != lines[False]:
            self._refuse_other(self._beside(".journal"), first)
        entries = set(rest.splitlines(keepends=True))
        named = {entry for entry in entries if entry.startswith(_NAMED)}
        try:
            recorded = {int(block) for block in entries - named}
        except ValueError:
            recorded = {-1}
        if not recorded <= set(range(self.n_blocks)):
            self._refuse(f"{self._beside('.journal')} is damaged")
        self._journal.seek(len(whole))
        self._journal.truncate()
        return recorded, replaces, named

    def _check_final(self) -> None:
        """Refuse what has the final name, unless it is this very table."""
        description = self._beside(".json")
        try:
            text = description.read_bytes()
        except FileNotFoundError:
            self._refuse(f"{self.path} has no {description.name} beside it, so it is not a table made here")
        if text.rstrip() != json.dumps(self.about).encode():
            self._refuse_other(self.path, text)
        self._check_numbers(self.path)

    def _check_numbers(self, path: Path) -> None:
        """Refuse a `.npy` file that has not the array's dtype, shape and size."""
        try:
            mapped = np.lib.format.open_memmap(path, mode="r")
        except FileNotFoundError:
            self._refuse(f"{path} is gone, though the journal beside it says that blocks are in it")
        except ValueError as error:
            self._refuse(f"{path} is damaged: {error}")
        if mapped.dtype != self.dtype or mapped.shape != self.shape:
            self._refuse(
                f"{path} holds {mapped.dtype} {mapped.shape}, and the table is {self.dtype} {self.shape}: "
                "it is not what the file beside it says"
            )

    def _refuse_other(self, path: Path, text: bytes) -> NoReturn:
        """Refuse a file that says in JSON which other table it is of."""
        try:
            found = dict(json.loads(text))
        except ValueError:
            found = {}
        if not str(found.get("format", "")).startswith("pokerbits table file "):
            self._refuse(f"{path} is not of a table made here")
        half = "a half-written table" if path != self.path else "a table"

        def version(about: dict[str, Any]) -> list[str]:
            # "pokerbits table v1 flop ehs": the version is a word of its own.
            return [str(about["format"]), *str(about.get("table", "")).split()[2:3]]

        if version(found) != version(self.about):
            names = f"{found.get('table')!r}, not {self.about['table']!r}"
            self._refuse(f"{path} is of {half} of another version ({names})")
        self._refuse(
            f"{path} is of {half} that is another one: {found.get('table')!r} as {found.get('dtype')} "
            f"{found.get('shape')}, not {self.about['table']!r} as {self.about['dtype']} {self.about['shape']}"
        )

    def _refuse(self, why: str) -> NoReturn:
        message = f"{why}; remove it, choose another path, or pass resume=False to begin anew and replace it"
        raise InvalidArgumentError(message)

    def _describe(self) -> None:
        """Write what the numbers are, and end the journal."""
        description, draft = self._beside(".json"), self._beside(".draft")
        with draft.open("wb") as file:
            _append(file, json.dumps(self.about).encode() + b"\n")
        draft.replace(description)
        _sync_folder(self.path)
        self.is_complete = True
        self._close()
        self._beside(".journal").unlink(missing_ok=True)
        _sync_folder(self.path)

    def _close(self) -> None:
        self._map = None
        if self._journal is not None:
            self._journal.close()
            self._journal = None


def _named(path: Path) -> bytes:
    """Return the line of the journal that says which file is about to get the final name."""
    return b"%s %d\n" % (_NAMED, path.stat().st_ino)


def _append(file: IO[bytes], data: bytes) -> None:
    """Write at the end of a file, down to the disk."""
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


def _allocate(file: IO[bytes], n_bytes: int) -> None:
    """Add zeros to a file, and be sure that the disk has room: a memory map could not tell."""
    if hasattr(os, "posix_fallocate"):
        file.flush()
        os.posix_fallocate(file.fileno(), file.tell(), n_bytes)
    else:
        for start in range(0, n_bytes, len(_ZEROS)):
            file.write(_ZEROS[: n_bytes - start])
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(path: Path) -> None:
    """Force the names in the folder of a file to the disk, where folders can be opened."""
    if sys.platform != "win32":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _locked(journal: Path) -> IO[bytes]:
    """Open a journal, new or old, for this process alone."""
    while True:
        file = os.fdopen(os.open(journal, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            if sys.platform != "win32":
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(file.fileno()).st_ino == journal.stat().st_ino:
                return file
        except BlockingIOError:
            file.close()
            message = f"{journal} is locked: another process is writing this table"
            raise InvalidArgumentError(message) from None
        except FileNotFoundError:
            # Its last writer has finished since.
            pass
        file.close()
