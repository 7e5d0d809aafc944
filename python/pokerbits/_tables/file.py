"""A table that grows block by block in a `.npy` file, and survives being killed at any moment.

While `table.npy` is being made, two files stand beside that name:

* `table.npy.partial` has the numbers, in the format of `.npy`;
* `table.npy.journal` says in its first line which table is being made. Other lines are the numbers of blocks whose
  numbers are safely in `table.npy.partial`, and the checksum that the file had when it had these blocks and no others.
  To begin anew adds another first line: what stands before it no longer counts.

When the table is finished there is `table.npy`, and `table.npy.json` says which table `table.npy` is, with checksums.

The writer may be killed between any two of the following steps, or in the midst of one. What a step writes is forced to
the disk before the next step begins, and that is why a later call can tell from the files what is done:

1. Write the first line of the journal. A `table.npy.partial` without a journal is therefore not a half-written table,
   and is left alone.
2. Write `table.npy.partial`, all zeros. From now on the disk has room for the whole table.
3. Again and again: write the numbers of some blocks, then name these blocks in the journal, then write the checksum
   there, of the journal and the file. A block that a checksum covers is complete; any other block is computed again.
4. When no block is missing, remove the `table.npy.json` of a table that is to be replaced. A description never stands
   beside numbers that it does not describe. The first line of the journal has the checksum of that table.
5. Name in the journal the file that is about to become `table.npy`, by its inode number. After a kill, the numbers
   under the final name are taken for this table only if the journal names their file.
6. Rename `table.npy.partial` to `table.npy`.
7. Write `table.npy.draft` and rename it to `table.npy.json`.
8. Remove the journal.

A checksum is of the whole file, because the rows of a block are scattered over it. A kill may leave numbers of blocks
that the journal does not name: zeros are put in their place before the checksum is compared.

A file is removed or replaced only if it is certainly ours: `pokerbits._tables.journal.table_files` says which are. With
any other in its way a call refuses, before it changes anything.

Where the system can, the journal is locked, so that two processes never write one table.
"""

import contextlib
import mmap
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, BinaryIO, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from pokerbits._files.paths import as_path
from pokerbits._files.reading import open_regular, parsed, read_text
from pokerbits._files.writing import ANEW, LockedFile, check_plain, naming, open_new, open_plain, sync_folder
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

__all__ = ["TableFile"]

CHECKPOINT_SECONDS = 5.0
"""Finished blocks are named in the journal this often, so that a kill loses no more work than that."""
CHECKSUM_SHARE = 0.02
"""Checksums take no more of the time than this: of files of gigabytes, blocks are named less often."""

_QUOTES = "'"
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
    clear
        A function of a block and all cells that puts zeros in the place of the block's numbers.
    resume
        Whether to go on with what an earlier call has left, and to accept a finished table. Otherwise begin anew, and
        when the table is finished replace the table, of whatever kind, that has the final name.

    Raises
    ------
    InvalidArgumentError
        If the name does not end with `.npy`.
    ForeignFileError, DamagedFileError
        If a file with this name is not of this table, or is damaged; with `resume=False`, if it is not certainly of a
        table. No file has been changed, but perhaps for numbers of blocks that were not finished.
    LockedFileError
        If another process, or another call, is writing this table.
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
        clear: Callable[[int, NDArray[Any]], object],
        resume: bool,
    ) -> None:
        self.path = as_path(path)
        if self.path.suffix != ".npy":
            message = f"{shown(os.fspath(self.path))}: expected a name that ends with .npy"
            raise InvalidArgumentError(message)
        self.description = Description(signature, dtype, shape)
        self.n_blocks = n_blocks
        self.is_complete = False
        """Whether the table has its final name."""
        self.missing = set(range(n_blocks))
        """The blocks whose numbers are not there yet."""
        self._clear = clear
        self._filling: Sequence[int] = ()
        self._unsaved: list[int] = []
        self._map: mmap.mmap | None = None
        self._journal: LockedFile | None = None
        self._checksums: tuple[str, ...] | None = None
        self._replaces: tuple[int, str] | None = None
        """The size and the checksum of the table that has the final name, if one has."""
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
        """Close the files; the blocks that are finished are kept for the next call."""
        try:
            if error is not None:
                # The caller must see the error that ended the work, not one that is raised while saving the work.
                with contextlib.suppress(Exception):
                    self._save_finished()
        finally:
            with naming(self.path):
                self._close()

    @property
    def numbers(self) -> NDArray[Any]:
        """The cells, in one line, to be filled block by block."""
        assert self._map is not None  # noqa: S101
        return np.frombuffer(self._map, dtype=self.description.dtype, offset=len(self.description.header))

    def fill(self, blocks: Sequence[int], work: Callable[[], object]) -> None:
        """Take note of some blocks whose cells `work` fills."""
        # In this order: whatever stops this call, and where, a block that is not filled counts as one being filled.
        self._filling = blocks
        self._checksums = None
        work()
        self._unsaved += blocks
        self.missing -= set(blocks)
        self._filling = ()
        if monotonic() - self._saved_at >= max(CHECKPOINT_SECONDS, self._checksum_seconds / CHECKSUM_SHARE):
            self.checkpoint()

    def checkpoint(self) -> None:
        """Force the numbers of the filled blocks to the disk, then name these blocks in the journal."""
        if self._unsaved and self._map is not None and self._journal is not None and self._journal.is_open:
            # Not tried again if it fails: a second attempt may succeed although numbers of the first are lost.
            blocks, self._unsaved = self._unsaved, []
            with naming(self.path):
                self._map.flush()
                lines = b"".join(b"%d\n" % block for block in blocks)
                checksum = digest(self._journal.read() + lines, self._checksums_now())
                self._journal.append(b"%s%s %s\n" % (lines, CHECKSUM, checksum))
        self._saved_at = monotonic()

    def finish(self) -> None:
        """Give the table its final name, when no block is missing."""
        self.checkpoint()
        with naming(self.path):
            known = self._checksums or self._checksums_now()
            self._map = None
            self._check_replaced()
            # Step 4: the description of the table that is being replaced goes first.
            if os.path.lexists(self._beside(".json")):
                self._beside(".json").unlink()
                sync_folder(self.path)
            partial = self._beside(".partial")
            assert self._journal is not None  # noqa: S101
            self._journal.append(named(partial))
            partial.replace(self.path)
            sync_folder(self.path)
            self._describe(known)

    def load(self) -> NDArray[Any]:
        """Return the finished table as a memory map."""
        known = self.description
        with naming(self.path), open_regular(self.path, links=True) as file:
            return np.memmap(file, known.dtype, "r", len(known.header), known.shape)

    def _save_finished(self) -> None:
        """Name in the journal the blocks that are finished, when the work was stopped in the midst of others."""
        filling = set(self._filling)
        self._unsaved = [block for block in self._unsaved if block not in filling]
        if self._unsaved:
            self._clear_all(filling)
            self.checkpoint()

    def _clear_all(self, blocks: Iterable[int]) -> None:
        """Put zeros in the place of unfinished blocks: the file gets the checksum of the finished ones."""
        numbers = self.numbers
        for block in blocks:
            self._clear(block, numbers)
        self._checksums = None

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
        if not os.path.lexists(journal):
            if resume and os.path.lexists(self.path):
                self._check_final()
                self.is_complete = True
                return
            if os.path.lexists(partial):
                why = f"{partial} has no journal beside it, so it is not a half-written table"
                self._refuse_foreign(partial, why)
            # Now, before there is a journal that would have to be removed again.
            self._check_ours({journal}, whole=True)
            self._journal = LockedFile(journal)
            self._begin([])
            return
        self._journal = LockedFile(journal)
        sections = self._sections(self._journal.read())
        # Numbers of blocks that the journal names are compared with it.
        self._check_ours(
            {journal, *([partial] if resume and sections and sections[-1].blocks else [])}, whole=not resume
        )
        if not resume:
            self._begin(sections)
            return
        if not sections:
            if os.path.lexists(self.path):
                # Killed before it began to replace what is finished.
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
            # This journal is not of a table that replaces another: the file with the final name is a finished table.
            self._check_final()
            self._check_ours({journal}, whole=False)
            partial.unlink(missing_ok=True)
            self._end()
        elif section.blocks:
            self._go_on(section)
        else:
            self._make_room()

    def _sections(self, text: bytes) -> list[Section]:
        """Return what the journal says."""
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
        """Refuse if there is a file that is not certainly ours; `whole`: also the table itself."""
        ends = (*(("",) if whole else ()), ".json", ".journal", ".partial", ".draft")
        there = {path for path in map(self._beside, ends) if os.path.lexists(path)} - known
        if there and (others := there - table_files(self.path, whole=whole)):
            path = min(others)
            self._refuse_foreign(path, f"{path} is in the way, and is not certainly a file that pokerbits has written")

    def _check_replaced(self) -> None:
        """Refuse to replace another table than the one that was there when this one was begun."""
        self._check_ours({self._beside(".journal"), self._beside(".partial"), self.path}, whole=False)
        if os.path.lexists(self.path):
            with open_regular(self.path, links=True) as file:
                if fingerprint_of(file) != self._replaces:
                    why = f"{self.path} is in the way: it was written while the table was made"
                    self._refuse_foreign(self.path, why)

    def _check_names(self) -> None:
        """Find out before the work, not after it, that a name is taken by something else."""
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
            # A line that has no end is cut off.
            self._journal.cut(self._journal.read().rfind(b"\n") + 1)
            self._journal.append(first_line(self.description, self.n_blocks, self._replaces))
            sync_folder(self.path)
            self._make_room()
        except OSError as error:
            if not sections and not isinstance(error, PokerbitsError):
                with contextlib.suppress(OSError):
                    self._beside(".journal").unlink(missing_ok=True)
            raise

    def _make_room(self) -> None:
        """Write numbers that are all 0."""
        partial = self._beside(".partial")
        try:
            partial.unlink(missing_ok=True)
            self._beside(".draft").unlink(missing_ok=True)
            with open_new(partial) as file:
                file.write(self.description.header)
                _allocate(file, self.description.n_bytes)
                self._map = mmap.mmap(file.fileno(), 0)
            sync_folder(self.path)
        except OSError as error:
            if isinstance(error, PokerbitsError):
                raise
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
            message = f"cannot make room for the {self.description.n_bytes:,} bytes of the table ({error.strerror})"
            raise OSError(error.errno, message, str(self.path)) from None

    def _go_on(self, section: Section) -> None:
        """Open the numbers of an earlier call, if they are what its journal says."""
        partial = self._beside(".partial")
        try:
            opened = os.fdopen(open_plain(partial, 0), "rb")
        except FileNotFoundError:
            why = f"{partial} is gone, though the journal beside it says that blocks are in it"
            how = f"remove the journal, choose another path, or begin anew ({ANEW})"
            self._refuse(DamagedFileError, partial, why, how)
        with opened as file:
            self._check_bytes(partial, file)
            self._map = mmap.mmap(file.fileno(), 0)
        if not section.agrees(self._checksums_now()):
            # After a kill there may be numbers of blocks that the journal does not name.
            self._clear_all(self.missing)
            if not section.agrees(self._checksums_now()):
                self._refuse_changed(partial)

    def _check_final(self) -> None:
        """Refuse the file with the final name, unless it is this table, finished."""
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
        """Refuse a file without the header, size and first checksum of the table."""
        try:
            (known or self.description).check(file, thorough=False)
        except DamagedError as error:
            self._refuse(DamagedFileError, path, f"{path} is damaged: {error}")

    def _refuse_other(self, path: Path, found: dict[str, Any]) -> NoReturn:
        """Refuse a journal or a description that is of another table, as it says."""
        about = self.description.about
        if not str(found.get("format", "")).startswith("pokerbits table file "):
            self._refuse_foreign(path, f"{path} is damaged, or not of a table made here")
        half = path.suffix == ".journal"
        subject = f"{path} is of a half-written table" if half else f"{self.path} is of a table"
        table, dtype, shape = (escaped(found.get(name)) for name in ("table", "dtype", "shape"))

        def version(about: dict[str, Any]) -> list[str]:
            # "pokerbits table v1 flop ehs": the version is a word of its own.
            return [str(about["format"]), *str(about.get("table", "")).split()[2:3]]

        if version(found) != version(about):
            self._refuse_foreign(path, f"{subject} of another version ({table}, not {about['table']!r})")
        if found | about == found:
            self._refuse(DamagedFileError, path, f"{path} is damaged: it is not what was written")
        why = (
            f"{subject} that is another one: {table} as {dtype.strip(_QUOTES)} {shape}, not {about['table']!r} as "
            f"{about['dtype']} {about['shape']}"
        )
        how = f"remove it, choose another path, or begin anew and replace it ({ANEW})"
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
        message = f"{why}; {how}"
        raise kind(message, filename=path)

    def _describe(self, known: tuple[str, ...]) -> None:
        """Write the description of the numbers, then remove the journal: steps 7 and 8."""
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
        """Remove the journal: nothing is left to be done."""
        assert self._journal is not None  # noqa: S101
        self._journal.remove()
        sync_folder(self.path)
        self.is_complete = True

    def _close(self) -> None:
        self._map = None
        if self._journal is not None:
            self._journal.close()


def _allocate(file: BinaryIO, n_bytes: int) -> None:
    """Add zeros to a file. This fails if the disk lacks room; a later write to a memory map would end the process."""
    if hasattr(os, "posix_fallocate"):
        file.flush()
        os.posix_fallocate(file.fileno(), file.tell(), n_bytes)
    else:
        file.writelines(_ZEROS[: n_bytes - start] for start in range(0, n_bytes, len(_ZEROS)))
    file.flush()
    os.fsync(file.fileno())
