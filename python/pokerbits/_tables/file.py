"""A table that grows block by block in a `.npy` file, and survives being killed at any moment.

While `table.npy` is being made, two files stand beside that name:

* `table.npy.partial` has the numbers, in the format of `.npy`;
* `table.npy.journal` says in its first line which table is being made. Other lines are the numbers of blocks whose
  numbers are safely in `table.npy.partial`, and the checksum that the file had when it had these blocks and no others.

When the table is finished there is `table.npy`, and `table.npy.json` says which table `table.npy` is, with checksums.

The writer may be killed between any two of the following steps, or in the midst of one. What a step writes is forced to
the disk before the next step begins, and that is why a later call can tell from the files what is done:

1. Write the first line of the journal. A `table.npy.partial` without a journal is therefore not a half-written table,
   and is left alone.
2. Write `table.npy.partial`, all zeros. From now on the disk has room for the whole table.
3. Again and again: write the numbers of some blocks, then name these blocks in the journal, then write the checksum
   there, of the journal and the file. A block that a checksum covers is complete; any other block is computed again.
4. When no block is missing, remove the `table.npy.json` of a table that is to be replaced. A description never stands
   beside numbers that it does not describe.
5. Name in the journal the file that is about to become `table.npy`, by its inode number. After a kill, the numbers
   under the final name are taken for this table only if the journal names their file.
6. Rename `table.npy.partial` to `table.npy`.
7. Write `table.npy.draft` and rename it to `table.npy.json`.
8. Remove the journal.

A checksum is of the whole file, because the rows of a block are scattered over it. A kill may leave numbers of blocks
that the journal does not name: zeros are put in their place before the checksum is compared. Journals that were begun
before there were checksums have none, and are believed.

Where the system can, the journal is locked, so that two processes never write one table.
"""

import contextlib
import errno
import json
import mmap
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, BinaryIO, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from pokerbits._files import LockedFile, check_plain, naming, open_new, open_plain, sync_folder
from pokerbits._paths import as_path
from pokerbits._shown import shown
from pokerbits._tables.description import DamagedError, Description, checksums, checksums_of, digest, parsed
from pokerbits.exceptions import InvalidArgumentError

__all__ = ["TableFile"]

CHECKPOINT_SECONDS = 5.0
"""Finished blocks are named in the journal this often, so that a kill loses no more work than that."""
CHECKSUM_SHARE = 0.02
"""Checksums take no more of the time than this: of files of gigabytes, blocks are named less often."""

_NAMED = b"named"
_CHECKSUM = b"checksum"
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
        when the table is finished replace whatever has the final name.

    Raises
    ------
    InvalidArgumentError
        If the name does not end with `.npy`, or a file with this name is not of this table, or is damaged. No file has
        been changed, but perhaps for numbers of blocks that were not finished.
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
                self._journal.append(b"%s%s %s\n" % (lines, _CHECKSUM, checksum))
        self._saved_at = monotonic()

    def finish(self) -> None:
        """Give the table its final name, when no block is missing."""
        self.checkpoint()
        with naming(self.path):
            known = self._checksums or self._checksums_now()
            self._map = None
            # Step 4: the description of the table that is being replaced goes first.
            self._beside(".json").unlink(missing_ok=True)
            sync_folder(self.path)
            partial = self._beside(".partial")
            assert self._journal is not None  # noqa: S101
            self._journal.append(_named(partial))
            partial.replace(self.path)
            sync_folder(self.path)
            self._describe(known)

    def load(self) -> NDArray[Any]:
        """Return the finished table as a memory map."""
        known = self.description
        with naming(self.path):
            return np.memmap(self.path, known.dtype, "r", len(known.header), known.shape)

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
        partial, journal = self._beside(".partial"), self._beside(".journal")
        self._check_names()
        if resume and not journal.exists():
            if self.path.exists():
                self._check_final()
                self.is_complete = True
                return
            if partial.exists():
                self._refuse(f"{partial} has no journal beside it, so it is not a half-written table")
        self._journal = LockedFile(journal)
        state = self._recorded() if resume else _State(replaces=True)
        self.missing -= state.blocks
        if not self.missing and not partial.exists() and self.path.exists() and _named(self.path) in state.named:
            # The writer was killed between steps 6 and 8.
            with self.path.open("rb") as file:
                self._check_bytes(self.path, file)
                known = tuple(checksums_of(file))
            if not state.agrees(known):
                self._refuse_changed(self.path)
            self._describe(known)
        elif self.path.exists() and not state.replaces:
            # This journal is not of a table that replaces another: the file with the final name is a finished table.
            self._check_final()
            partial.unlink(missing_ok=True)
            self._end()
        elif state.blocks:
            self._go_on(state)
        else:
            self._begin(replaces=state.replaces)

    def _check_names(self) -> None:
        """Find out before the work, not after it, that a name is taken by something else."""
        try:
            os.scandir(self.path.parent).close()
        except OSError as error:
            error.filename = str(self.path)
            raise
        for path, what in ((self.path, "table"), (self._beside(".json"), "description of the table")):
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, f"a folder has the name of the {what}", str(path))
        for suffix in (".journal", ".partial", ".draft"):
            check_plain(self._beside(suffix))

    def _begin(self, *, replaces: bool) -> None:
        """Write the journal's first line, then numbers that are all 0."""
        assert self._journal is not None  # noqa: S101
        partial = self._beside(".partial")
        try:
            # First of all, the journal no longer names blocks of an earlier call.
            self._journal.cut(0)
            partial.unlink(missing_ok=True)
            self._journal.append(self._first_line(replaces=replaces))
            sync_folder(self.path)
            with open_new(partial) as file:
                file.write(self.description.header)
                _allocate(file, self.description.n_bytes)
                self._map = mmap.mmap(file.fileno(), 0)
            sync_folder(self.path)
        except OSError as error:
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
                self._beside(".journal").unlink(missing_ok=True)
            message = f"cannot make room for the {self.description.n_bytes:,} bytes of the table ({error.strerror})"
            raise OSError(error.errno, message, str(self.path)) from None

    def _go_on(self, state: "_State") -> None:
        """Open the numbers of an earlier call, if they are what its journal says."""
        partial = self._beside(".partial")
        try:
            opened = os.fdopen(open_plain(partial, 0), "rb")
        except FileNotFoundError:
            self._refuse(f"{partial} is gone, though the journal beside it says that blocks are in it")
        with opened as file:
            self._check_bytes(partial, file)
            self._map = mmap.mmap(file.fileno(), 0)
        if not state.agrees(self._checksums_now()):
            # After a kill there may be numbers of blocks that the journal does not name.
            self._clear_all(self.missing)
            if not state.agrees(self._checksums_now()):
                self._refuse_changed(partial)

    def _first_line(self, *, replaces: bool) -> bytes:
        return json.dumps(self.description.about | {"blocks": self.n_blocks, "replaces": replaces}).encode() + b"\n"

    def _recorded(self) -> "_State":
        """Read the journal, and cut off what was not written to its end."""
        assert self._journal is not None  # noqa: S101
        text = self._journal.read()
        lines = {replaces: self._first_line(replaces=replaces) for replaces in (False, True)}
        # The writer was killed while it wrote a line that has no end.
        whole = text[: text.rfind(b"\n") + 1]
        if not whole and any(line.startswith(text) for line in lines.values()):
            return _State()
        first, *entries = whole.splitlines(keepends=True) or [text]
        state = _State(replaces=first == lines[True])
        if first != lines[state.replaces]:
            self._refuse_other(self._beside(".journal"), first)
        end = at = len(first)
        pending: set[int] = set()
        for entry in entries:
            at += len(entry)
            if entry.startswith(_NAMED):
                state.named.add(entry)
            elif match := re.fullmatch(rb"checksum ([0-9a-f]{8})\n", entry):
                state.blocks |= pending
                state.covered, state.checksum, pending, end = whole[: at - len(entry)], match[1], set(), at
            elif re.fullmatch(rb"[0-9]{1,18}\n", entry) and int(entry) < self.n_blocks:
                pending.add(int(entry))
            else:
                self._refuse(f"{self._beside('.journal')} is damaged")
        if state.checksum is None:
            state.blocks, end = pending, at
        elif not pending:
            end = at
        # Blocks that no checksum covers are not named to the end, unless the journal is older than checksums.
        self._journal.cut(end)
        return state

    def _check_final(self) -> None:
        """Refuse the file with the final name, unless it is this table, finished."""
        description = self._beside(".json")
        try:
            text = description.read_bytes()
        except FileNotFoundError:
            self._refuse(f"{self.path} has no {description.name} beside it, so it is not a table made here")
        try:
            known = Description.parse(text)
        except DamagedError:
            self._refuse_other(description, text)
        if known._replace(checksums=None) != self.description:
            self._refuse_other(description, text)
        with self.path.open("rb") as file:
            self._check_bytes(self.path, file, known)

    def _check_bytes(self, path: Path, file: BinaryIO, known: Description | None = None) -> None:
        """Refuse a file without the header, size and first checksum of the table."""
        try:
            (known or self.description).check(file, thorough=False)
        except DamagedError as error:
            self._refuse(f"{path} is damaged: {error}")

    def _refuse_other(self, path: Path, text: bytes) -> NoReturn:
        """Refuse a journal or a description that is of another table; its text, in JSON, says of which."""
        found, about = parsed(text), self.description.about
        if not str(found.get("format", "")).startswith("pokerbits table file "):
            self._refuse(f"{path} is damaged, or not of a table made here")
        half = path.suffix == ".journal"
        subject = f"{path} is of a half-written table" if half else f"{self.path} is of a table"

        def version(about: dict[str, Any]) -> list[str]:
            # "pokerbits table v1 flop ehs": the version is a word of its own.
            return [str(about["format"]), *str(about.get("table", "")).split()[2:3]]

        if version(found) != version(about):
            names = f"{found.get('table')!r}, not {about['table']!r}"
            self._refuse(f"{subject} of another version ({names})")
        if found | about == found:
            self._refuse(f"{path} is damaged: it is not what was written")
        self._refuse(
            f"{subject} that is another one: {found.get('table')!r} as {found.get('dtype')} "
            f"{found.get('shape')}, not {about['table']!r} as {about['dtype']} {about['shape']}"
        )

    def _refuse_changed(self, path: Path) -> NoReturn:
        self._refuse(f"{path} or {self._beside('.journal')} is damaged: they are not what was written")

    def _refuse(self, why: str) -> NoReturn:
        message = f"{why}; remove it, choose another path, or pass resume=False to begin anew and replace it"
        raise InvalidArgumentError(message)

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


@dataclass
class _State:
    """What a journal says."""

    blocks: set[int] = field(default_factory=set)
    """The blocks that it names."""
    checksum: bytes | None = None
    """Of the file with these blocks, and of what the journal says before; older journals have none."""
    covered: bytes = b""
    """What the journal says before the checksum."""
    replaces: bool = False
    """Whether the table replaces another."""
    named: set[bytes] = field(default_factory=set)
    """The lines about files that were to get the final name."""

    def agrees(self, checksums: tuple[str, ...]) -> bool:
        """Whether a file with these checksums is the one that the journal is about, as far as it says."""
        return self.checksum is None or digest(self.covered, checksums) == self.checksum


def _named(path: Path) -> bytes:
    """Return the line of the journal that names a file, by its inode, as the one about to get the final name."""
    return b"%s %d\n" % (_NAMED, path.stat().st_ino)


def _allocate(file: BinaryIO, n_bytes: int) -> None:
    """Add zeros to a file. This fails if the disk lacks room; a later write to a memory map would end the process."""
    if hasattr(os, "posix_fallocate"):
        file.flush()
        os.posix_fallocate(file.fileno(), file.tell(), n_bytes)
    else:
        file.writelines(_ZEROS[: n_bytes - start] for start in range(0, n_bytes, len(_ZEROS)))
    file.flush()
    os.fsync(file.fileno())
