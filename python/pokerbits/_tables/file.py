"""A table that is built block by block in a `.npy` file, and can be interrupted at any time.

During a build of `table.npy` there are two more files:

* `table.npy.partial` has the numbers, in the `.npy` format;
* `table.npy.journal` identifies the table in its first line. Further lines have the indices of the blocks that are
  safely in `table.npy.partial`, and the checksum of the file with exactly these blocks. A restart adds another first
  line, and the lines before it no longer count.

A finished table is `table.npy`, with its identification and checksums in `table.npy.json`.

The writer may be killed between or during any of the following steps. The data of a step are flushed to disk before the
next step begins, so a later call can tell from the files which steps are done:

1. Write the first line of the journal. A `table.npy.partial` without a journal is therefore not an unfinished table,
   and is left unchanged.
2. Write `table.npy.partial`, filled with zeros. This reserves the disk space of the whole table.
3. Repeatedly write the numbers of some blocks, then the indices of these blocks in the journal, then a checksum of
   journal and file in the journal. A block that a checksum covers is complete; any other block is computed again.
4. When no block is missing, remove the `table.npy.json` of a table to be replaced, so that there is never a description
   of other numbers. The first line of the journal has the checksum of the replaced table.
5. Record in the journal the inode number of the file that will become `table.npy`. After a kill, the file with the
   final name is accepted as this table only if the journal has its inode number.
6. Rename `table.npy.partial` to `table.npy`.
7. Write `table.npy.draft` and rename it to `table.npy.json`.
8. Remove the journal.

A checksum covers the whole file, because the rows of a block are scattered over it. A kill may leave numbers of blocks
that are not in the journal; they are overwritten with zeros before the checksum is compared.

A file is removed or replaced only if it is certainly ours, as `pokerbits._tables.journal.table_files` decides. If
another file is in the way, a call raises an error before it changes anything.

The journal is locked, so that two processes never write the same table.

Windows renames no file that is mapped. So nobody gets an array of the cells to keep: `fill` lends a view, and releases
it. A table that a caller has mapped cannot be replaced there, which is refused before anything is changed.
"""

import contextlib
import mmap
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, BinaryIO, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from pokerbits._files.held import check_not_held
from pokerbits._files.mapped import as_table, mapping
from pokerbits._files.paths import as_path
from pokerbits._files.reading import naming, open_regular, parsed, read_text
from pokerbits._files.writing import ANEW, LockedFile, check_plain, open_new, open_plain, sync_folder
from pokerbits._input.shown import escaped, shown
from pokerbits._tables.description import FORMAT, DamagedError, Description, checksums, checksums_of, digest
from pokerbits._tables.journal import (
    CHECKSUM,
    Section,
    fingerprint_of,
    first_line,
    is_torn,
    named,
    sections_of,
    table_files,
)
from pokerbits.exceptions import DamagedFileError, ForeignFileError, InvalidArgumentError, PokerbitsError

CHECKPOINT_SECONDS = 5.0
"""Seconds between two updates of the journal. A kill loses only the work since the last update."""
CHECKSUM_SHARE = 0.02
"""Maximum share of the time for checksums; for files of gigabytes the journal is updated less often."""

_QUOTES = "'"
_ZEROS = bytes(1 << 20)


class TableFile:
    """The file of one table, opened to fill its missing blocks; a context manager.

    Parameters
    ----------
    path
        Final name, with the suffix `.npy`.
    signature
        Line that identifies the table: `pokerbits table v<version> <what>`. Files of tables with other signatures are
        refused.
    shape, dtype
        Shape and dtype of the array.
    n_blocks
        Number of blocks of the table.
    clear
        Function of a block and a view of all cells that overwrites the block's numbers with zeros.
    resume
        Whether to resume an interrupted table, and to accept a finished one. Otherwise start anew, and finally replace
        any table with the final name, of any kind.

    Raises
    ------
    InvalidArgumentError
        If the name does not have the suffix `.npy`.
    ForeignFileError, DamagedFileError
        If an existing file is not of this table, or is damaged; with `resume=False`, if it is not certainly of a table.
        No file has been changed, except perhaps numbers of unfinished blocks.
    LockedFileError
        If another process, or another call, is writing this table; on Windows, if a table to be replaced is open.
    OSError
        If a file cannot be written. An existing file with the final name has not been changed.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        signature: str,
        shape: tuple[int, ...],
        dtype: np.dtype[Any],
        n_blocks: int,
        clear: Callable[[int, memoryview], object],
        resume: bool,
    ) -> None:
        self.path = as_path(path)
        if self.path.suffix != ".npy":
            raise InvalidArgumentError(f"{shown(os.fspath(self.path))}: expected a name that ends with .npy")
        self.description = Description(signature, dtype, shape)
        self.n_blocks = n_blocks
        self.is_complete = False
        """Whether the table has its final name."""
        self.missing = set(range(n_blocks))
        """The blocks that are not filled yet."""
        self._clear = clear
        self._filling: Sequence[int] = ()
        self._unsaved: list[int] = []
        self._map: mmap.mmap | None = None
        self._journal: LockedFile | None = None
        self._checksums: tuple[str, ...] | None = None
        self._replaces: tuple[int, str] | None = None
        """The size and the checksum of an existing table with the final name."""
        self._checksum_seconds = 0.0
        self._saved_at = monotonic()
        try:
            with naming(self.path):
                self._open(resume=resume)
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> Self:
        """Return this file."""
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: TracebackType | None) -> None:
        """Close the files; finished blocks are kept for the next call."""
        try:
            if error is not None:
                # The caller must see the error that ended the work, not one raised while saving it.
                with contextlib.suppress(Exception):
                    self._save_finished()
        finally:
            with naming(self.path):
                self._close()

    def fill(self, blocks: Sequence[int], work: Callable[[memoryview], object]) -> None:
        """Run `work` on a view of all cells to fill those of some blocks, and record these blocks.

        The view is dead afterwards. An array of it must not outlive `work`.
        """
        # In this order a block that is not filled counts as being filled, whenever this call is interrupted.
        self._filling = blocks
        self._checksums = None
        with self._cells() as cells:
            work(cells)
        self._unsaved += blocks
        self.missing -= set(blocks)
        self._filling = ()
        if monotonic() - self._saved_at >= max(CHECKPOINT_SECONDS, self._checksum_seconds / CHECKSUM_SHARE):
            self.checkpoint()

    def copied(self) -> bytes:
        """Return the bytes of all cells of an unfinished table; those of missing blocks are of no meaning."""
        with self._cells() as cells:
            return bytes(cells)

    def checkpoint(self) -> None:
        """Flush the numbers of the filled blocks to disk, then record these blocks in the journal."""
        if self._unsaved and self._map is not None and self._journal is not None and self._journal.is_open:
            # Do not try again after a failure: a second attempt may succeed although numbers of the first are lost.
            blocks, self._unsaved = self._unsaved, []
            with naming(self.path):
                self._map.flush()
                if sys.platform == "win32":
                    # There `flush` hands the pages to the system, which may still have to write them.
                    with self._beside(".partial").open("r+b") as file:
                        os.fsync(file.fileno())
                lines = b"".join(b"%d\n" % block for block in blocks)
                checksum = digest(self._journal.read() + lines, self._checksums_now())
                self._journal.append(b"%s%s %s\n" % (lines, CHECKSUM, checksum))
        self._saved_at = monotonic()

    def finish(self) -> None:
        """Give the table its final name, when no block is missing."""
        self.checkpoint()
        with naming(self.path):
            known = self._checksums or self._checksums_now()
            self._unmap()
            self._check_replaced()
            partial = self._beside(".partial")
            check_not_held(partial, self.path, self._beside(".json"))
            # Step 4: first remove the description of the table that is being replaced.
            if os.path.lexists(self._beside(".json")):
                self._beside(".json").unlink()
                sync_folder(self.path)
            assert self._journal is not None  # noqa: S101
            self._journal.append(named(partial))
            partial.replace(self.path)
            sync_folder(self.path)
            self._describe(known)

    def load(self, *, mmap: bool) -> NDArray[Any]:
        """Return the finished table as a memory map, or in memory."""
        known = self.description
        with naming(self.path), open_regular(self.path, links=True) as file:
            if mmap:
                with mapping():
                    return as_table(np.memmap(file, known.dtype, "r", len(known.header), known.shape))
            file.seek(len(known.header))
            return np.fromfile(file, dtype=known.dtype).reshape(known.shape)

    def _save_finished(self) -> None:
        """Record the finished blocks in the journal after the work was interrupted during other blocks."""
        filling = set(self._filling)
        self._unsaved = [block for block in self._unsaved if block not in filling]
        if self._unsaved:
            self._clear_all(filling)
            self.checkpoint()

    def _clear_all(self, blocks: Iterable[int]) -> None:
        """Overwrite unfinished blocks with zeros, so that the file has the checksum of the finished ones."""
        with self._cells() as cells:
            for block in blocks:
                self._clear(block, cells)
        self._checksums = None

    @contextlib.contextmanager
    def _cells(self) -> Iterator[memoryview]:
        """Lend a view of the bytes of the cells."""
        assert self._map is not None  # noqa: S101
        whole = memoryview(self._map)
        cells = whole[len(self.description.header) :]
        try:
            yield cells
        finally:
            # With an array of them left, `_unmap` will fail: the error of the body comes first.
            with contextlib.suppress(BufferError):
                cells.release()
                whole.release()

    def _checksums_now(self) -> tuple[str, ...]:
        assert self._map is not None  # noqa: S101
        started = monotonic()
        with memoryview(self._map) as data:
            self._checksums = checksums(data)
        self._checksum_seconds = monotonic() - started
        return self._checksums

    def _beside(self, suffix: str) -> Path:
        return self.path.with_name(self.path.name + suffix)

    def _open(self, *, resume: bool) -> None:
        self._check_names()
        partial, journal = self._beside(".partial"), self._beside(".journal")
        is_new = not os.path.lexists(journal)
        if is_new:
            if resume and os.path.lexists(self.path):
                self._check_final()
                self.is_complete = True
                return
            # Check now, before a journal is created that would have to be removed again.
            is_new = self._is_new()
            check_not_held(self.path, self._beside(".json"))
        self._journal = LockedFile(journal)
        text = self._journal.read()
        if is_new and not text:
            self._begin([])
            return
        sections = self._sections(text)
        # The numbers of recorded blocks are compared with the journal later.
        self._check_ours(
            {journal, *([partial] if resume and sections and sections[-1].blocks else [])}, whole=not resume
        )
        if not resume:
            check_not_held(self.path, self._beside(".json"), partial)
            self._begin(sections)
            return
        if not sections:
            if os.path.lexists(self.path):
                # The writer was killed before it began to replace the finished table.
                self._check_final()
                self._end()
            else:
                self._begin(sections)
            return
        section = sections[-1]
        if section.description != self.description or section.n_blocks != self.n_blocks:
            self._refuse_other(journal, section.description.about)
        self._journal.cut(section.end)
        self._replaces = section.replaces
        self.missing -= section.blocks
        if not self.missing and not partial.exists() and self.path.exists() and named(self.path) in section.named:
            # The writer was killed between steps 6 and 8.
            with open_regular(self.path) as file:
                self._check_bytes(self.path, file)
                known = tuple(checksums_of(file))
            if not section.agrees(known):
                self._refuse_changed(self.path)
            self._describe(known)
        elif self.path.exists() and section.replaces is None:
            # The journal is not of a table that replaces another, so the file with the final name is a finished table.
            self._check_final()
            self._check_ours({journal}, whole=False)
            partial.unlink(missing_ok=True)
            self._end()
        else:
            # The table to be replaced.
            check_not_held(self.path, self._beside(".json"))
            self._go_on(section) if section.blocks else self._make_room()

    def _is_new(self) -> bool:
        """Raise an error if files that are not ours lie beside a table without a journal, unless it has got one."""
        partial, journal = self._beside(".partial"), self._beside(".journal")
        try:
            if os.path.lexists(partial):
                why = f"{partial} has no journal beside it, so it is not an unfinished table"
                self._refuse_foreign(partial, why)
            self._check_ours({journal}, whole=True)
        except ForeignFileError:
            # Another call may have begun the table since the first look: its lock or its journal tells.
            if not os.path.lexists(journal):
                raise
            return False
        return True

    def _sections(self, text: bytes) -> list[Section]:
        """Return the sections of the journal."""
        path = self._beside(".journal")
        if is_torn(text):
            return []
        beginning = parsed(text.partition(b"\n")[0])
        if not str(beginning.get("format", "")).startswith("pokerbits table file "):
            self._refuse_foreign(path, f"{path} is damaged, or not of a table made here")
        if beginning["format"] != FORMAT:
            self._refuse_other(path, beginning)
        try:
            return sections_of(text)
        except DamagedError as error:
            self._refuse(DamagedFileError, path, f"{path} is damaged: {error}")

    def _check_ours(self, known: set[Path], *, whole: bool) -> None:
        """Raise an error if a file is not certainly ours; `whole` includes the table itself."""
        ends = (*(("",) if whole else ()), ".json", ".journal", ".partial", ".draft")
        there = {path for path in map(self._beside, ends) if os.path.lexists(path)} - known
        if there and (others := there - table_files(self.path, whole=whole)):
            path = min(others)
            self._refuse_foreign(path, f"{path} is in the way, and is not certainly a file that pokerbits has written")

    def _check_replaced(self) -> None:
        """Refuse to replace a table other than the one that existed when this one was begun."""
        self._check_ours({self._beside(".journal"), self._beside(".partial"), self.path}, whole=False)
        if os.path.lexists(self.path):
            with open_regular(self.path, links=True) as file:
                if fingerprint_of(file) != self._replaces:
                    why = f"{self.path} is in the way: it was written while the table was made"
                    self._refuse_foreign(self.path, why)

    def _check_names(self) -> None:
        """Raise an error before the work begins if a name is taken by another file."""
        try:
            os.scandir(self.path.parent).close()
        except OSError as error:
            error.filename = str(self.path)
            raise
        for path, what in ((self.path, "table"), (self._beside(".json"), "description of the table")):
            if path.is_dir():
                self._refuse_foreign(path, f"{path} is a folder, and has the name of the {what}")
        for suffix in (".journal", ".partial", ".draft"):
            check_plain(self._beside(suffix))

    def _begin(self, sections: list[Section]) -> None:
        """Begin a section of the journal."""
        assert self._journal is not None  # noqa: S101
        if os.path.lexists(self.path):
            with open_regular(self.path, links=True) as file:
                self._replaces = fingerprint_of(file)
        try:
            # Cut off an incomplete last line.
            self._journal.cut(self._journal.read().rfind(b"\n") + 1)
            self._journal.append(first_line(self.description, self.n_blocks, self._replaces))
            sync_folder(self.path)
            self._make_room()
        except (OSError, MemoryError) as error:
            if not sections and not isinstance(error, PokerbitsError):
                with contextlib.suppress(OSError):
                    self._journal.remove()
            raise

    def _make_room(self) -> None:
        """Write a file of zeros."""
        partial = self._beside(".partial")
        try:
            partial.unlink(missing_ok=True)
            self._beside(".draft").unlink(missing_ok=True)
            with open_new(partial) as file:
                file.write(self.description.header)
                _allocate(file, self.description.n_bytes)
                with mapping():
                    self._map = mmap.mmap(file.fileno(), 0)
            sync_folder(self.path)
        except (OSError, MemoryError) as error:
            if isinstance(error, PokerbitsError):
                raise
            self._unmap()
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
            if isinstance(error, MemoryError):
                raise
            message = f"cannot make room for the {self.description.n_bytes:,} bytes of the table ({error.strerror})"
            raise OSError(error.errno, message, str(self.path)) from None

    def _go_on(self, section: Section) -> None:
        """Open the numbers of an earlier call after checking them against its journal."""
        partial = self._beside(".partial")
        try:
            opened = os.fdopen(open_plain(partial, 0), "rb")
        except FileNotFoundError:
            why = f"{partial} is gone, though the journal beside it says that blocks are in it"
            how = f"remove the journal, choose another path, or start again ({ANEW})"
            self._refuse(DamagedFileError, partial, why, how)
        with opened as file:
            self._check_bytes(partial, file)
            with mapping():
                self._map = mmap.mmap(file.fileno(), 0)
        if not section.agrees(self._checksums_now()):
            # After a kill there may be numbers of blocks that are not in the journal.
            self._clear_all(self.missing)
            if not section.agrees(self._checksums_now()):
                self._refuse_changed(partial)

    def _check_final(self) -> None:
        """Refuse the file with the final name unless it is this table and finished."""
        description = self._beside(".json")
        try:
            text = read_text(description, links=True)
        except FileNotFoundError:
            why = f"{self.path} has no {description.name} beside it, so it is not a table made here"
            self._refuse_foreign(self.path, why)
        try:
            known = Description.parse(text)
        except DamagedError:
            self._refuse_other(description, parsed(text))
        if known._replace(checksums=()) != self.description:
            self._refuse_other(description, known.about)
        with open_regular(self.path, links=True) as file:
            self._check_bytes(self.path, file, known)

    def _check_bytes(self, path: Path, file: BinaryIO, known: Description | None = None) -> None:
        """Refuse a file unless it has the header, the size and the first checksum of the table."""
        try:
            (known or self.description).check(file, thorough=False)
        except DamagedError as error:
            self._refuse(DamagedFileError, path, f"{path} is damaged: {error}")

    def _refuse_other(self, path: Path, found: dict[str, Any]) -> NoReturn:
        """Raise the error for a journal or a description of another table."""
        about = self.description.about
        if not str(found.get("format", "")).startswith("pokerbits table file "):
            self._refuse_foreign(path, f"{path} is damaged, or not of a table made here")
        half = path.suffix == ".journal"
        owned, article, kind = (path, "an", "unfinished table") if half else (self.path, "a", "table")
        table, dtype, shape = (escaped(found.get(name)) for name in ("table", "dtype", "shape"))

        def version(about: dict[str, Any]) -> list[str]:
            # "pokerbits table v1 flop ehs": the version is the third word.
            return [str(about["format"]), *str(about.get("table", "")).split()[2:3]]

        if version(found) != version(about):
            why = f"{owned} belongs to {article} {kind} of another version ({table}, not {about['table']!r})"
            self._refuse_foreign(path, why)
        if found | about == found:
            self._refuse(DamagedFileError, path, f"{path} is damaged: it is not what was written")
        why = (
            f"{owned} belongs to a different {kind}: {table} as {dtype.strip(_QUOTES)} {shape}, "
            f"not {about['table']!r} as {about['dtype']} {about['shape']}"
        )
        how = f"remove it, choose another path, or start again and replace it ({ANEW})"
        self._refuse(ForeignFileError, path, why, how)

    def _refuse_changed(self, path: Path) -> NoReturn:
        why = f"{path} or {self._beside('.journal')} is damaged: they are not what was written"
        self._refuse(DamagedFileError, path, why)

    def _refuse_foreign(self, path: Path, why: str) -> NoReturn:
        self._refuse(ForeignFileError, path, why, "move it away, or choose another path")

    def _refuse(
        self,
        kind: type[DamagedFileError | ForeignFileError],
        path: Path,
        why: str,
        how: str = "remove it, or choose another path",
    ) -> NoReturn:
        raise kind(f"{why}; {how}", filename=path)

    def _describe(self, known: tuple[str, ...]) -> None:
        """Write the description, then remove the journal: steps 7 and 8."""
        draft = self._beside(".draft")
        draft.unlink(missing_ok=True)
        with open_new(draft) as file:
            file.write(self.description._replace(checksums=known).line)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self._beside(".json"))
        sync_folder(self.path)
        self._end()

    def _end(self) -> None:
        """Remove the journal of a completed build."""
        assert self._journal is not None  # noqa: S101
        self._journal.remove()
        sync_folder(self.path)
        self.is_complete = True

    def _unmap(self) -> None:
        """Close the map; this fails if an array of it is left."""
        cells, self._map = self._map, None
        if cells is not None:
            cells.close()

    def _close(self) -> None:
        # After an exception, the frames of its traceback may have such an array.
        with contextlib.suppress(BufferError):
            self._unmap()
        if self._journal is not None:
            self._journal.close()


def _allocate(file: BinaryIO, n_bytes: int) -> None:
    """Append zeros to a file. This fails if the disk is full; a later write to a memory map would end the process."""
    if hasattr(os, "posix_fallocate"):
        file.flush()
        os.posix_fallocate(file.fileno(), file.tell(), n_bytes)
    else:
        file.writelines(_ZEROS[: n_bytes - start] for start in range(0, n_bytes, len(_ZEROS)))
    file.flush()
    os.fsync(file.fileno())
