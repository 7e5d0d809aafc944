"""A table that grows block by block in a `.npy` file, and survives being killed at any moment.

While `table.npy` is being made, two files stand beside that name:

* `table.npy.partial` has the numbers, in the format of `.npy`;
* `table.npy.journal` says in its first line which table is being made. Each other line is the number of a block whose
  numbers are safely in `table.npy.partial`.

When the table is finished there is `table.npy`, and `table.npy.json` says which table `table.npy` is.

The writer may be killed between any two of the following steps, or in the midst of one. What a step writes is forced to
the disk before the next step begins, and that is why a later call can tell from the files what is done:

1. Write the first line of the journal. A `table.npy.partial` without a journal is therefore not a half-written table,
   and is left alone.
2. Write `table.npy.partial`, all zeros. From now on the disk has room for the whole table.
3. Again and again: write the numbers of some blocks, then name these blocks in the journal. A block that the journal
   names is complete; a block that it does not name is computed again.
4. When no block is missing, remove the `table.npy.json` of a table that is to be replaced. A description never stands
   beside numbers that it does not describe.
5. Name in the journal the file that is about to become `table.npy`, by its inode number. After a kill, the numbers
   under the final name are taken for this table only if the journal names their file.
6. Rename `table.npy.partial` to `table.npy`.
7. Write `table.npy.draft` and rename it to `table.npy.json`.
8. Remove the journal.

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
"""Finished blocks are named in the journal this often, so that a kill loses no more work than that."""

_NAMED = b"named"
_ZEROS = bytes(1 << 20)


class TableFile:
    """The file of one table, open for its missing blocks; a context manager.

    Parameters
    ----------
    path
        The final name; ends with `.npy`.
    signature
        Which table this is, in a line: `pokerbits table v<version> <what>`. Files of tables with other signatures are
        refused.
    shape, dtype
        Of the array.
    n_blocks
        The number of blocks that the table is made of.
    resume
        Whether to go on with what an earlier call has left, and to accept a finished table. Otherwise begin anew, and
        when the table is finished replace whatever has the final name.

    Raises
    ------
    InvalidArgumentError
        If the name does not end with `.npy`, or a file with this name is not of this table. No file has been changed.
    OSError
        If a file cannot be written. The file with the final name, if there was one, has not been changed.
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
        """The blocks that are not yet recorded."""
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
        """Return this file."""
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: TracebackType | None) -> None:
        """Close the files; the blocks that have been recorded are kept for the next call."""
        try:
            if error is not None:
                # The caller must see the error that ended the work, not one that is raised while saving the work.
                with contextlib.suppress(OSError):
                    self.checkpoint()
        finally:
            self._close()

    @property
    def numbers(self) -> NDArray[Any]:
        """The cells, in one line, to be filled block by block."""
        return np.asarray(self._map).reshape(-1)

    def record(self, *blocks: int) -> None:
        """Take note that the cells of some blocks are filled."""
        self._unsaved += blocks
        self.missing -= set(blocks)
        if monotonic() - self._saved_at >= CHECKPOINT_SECONDS:
            self.checkpoint()

    def checkpoint(self) -> None:
        """Force the numbers of the filled blocks to the disk, then name these blocks in the journal."""
        if self._unsaved and self._map is not None and self._journal is not None:
            self._map.flush()
            _append(self._journal, "".join(f"{block}\n" for block in self._unsaved).encode())
            self._unsaved.clear()
        self._saved_at = monotonic()

    def finish(self) -> None:
        """Give the table its final name, when no block is missing."""
        self.checkpoint()
        self._map = None
        # Step 4: the description of the table that is being replaced goes first.
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
            # The writer was killed between steps 6 and 8.
            self._check_numbers(self.path)
            self._describe()
        elif self.path.exists() and not replaces:
            # This journal is not of a table that replaces another: the file with the final name is a finished table.
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
            # First of all, the journal no longer names blocks of an earlier call.
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
        """Read the journal.

        Return the blocks that it names, whether the table replaces another, and its lines about files that were to get
        the final name.
        """
        assert self._journal is not None  # noqa: S101
        text = self._journal.read()
        lines = {replaces: self._first_line(replaces=replaces) for replaces in (False, True)}
        # The writer was killed while it wrote a line that has no end.
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
        """Refuse the file with the final name, unless it is this table, finished."""
        description = self._beside(".json")
        try:
            text = description.read_bytes()
        except FileNotFoundError:
            self._refuse(f"{self.path} has no {description.name} beside it, so it is not a table made here")
        if text.rstrip() != json.dumps(self.about).encode():
            self._refuse_other(self.path, text)
        self._check_numbers(self.path)

    def _check_numbers(self, path: Path) -> None:
        """Refuse a `.npy` file that does not have the dtype, shape and size of the array."""
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
        """Refuse a file that is of another table; `text`, in JSON, says of which."""
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
        """Write the description of the numbers, then remove the journal: steps 7 and 8."""
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
    """Return the line of the journal that names a file, by its inode, as the one about to get the final name."""
    return b"%s %d\n" % (_NAMED, path.stat().st_ino)


def _append(file: IO[bytes], data: bytes) -> None:
    """Write at the end of a file, and force it to the disk."""
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


def _allocate(file: IO[bytes], n_bytes: int) -> None:
    """Add zeros to a file. This fails if the disk lacks room; a later write to a memory map would end the process."""
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
            # The journal was removed after it was opened: its writer has finished. Open it anew.
            pass
        file.close()
