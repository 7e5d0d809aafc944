"""The folder of an abstraction. A build can be interrupted at any time and resumed, and no foreign file is lost.

A finished abstraction is `metadata.json` and the `.npy` files that it lists, with the SHA-256 of each. During the
build there is `building.journal` instead of `metadata.json`. Its first line identifies the abstraction and has a unique
token; every other line lists the files that a stage has written, with the SHA-256 of each. Each line ends with a
checksum of the journal up to that line. The writer may be killed during or between any of the following steps; the
output of a step is forced to the disk before the next step begins.

1. Write the first line of the journal.
2. Stage by stage: write the files under draft names, which have the token; list them in the line of the stage; give
   them their names. A stage whose line is there is skipped, and its drafts are given their names; any other stage is
   done again. Tables of features have journals of their own (see `pokerbits._tables.file`) and go on block by block.
3. Do the same with `metadata.json`: the abstraction is finished.
4. Remove what only the stages needed, and the journal last.

A file is removed or replaced only if it certainly belongs to the abstraction. Such a file is listed with its SHA-256
in the journal or in `metadata.json`, or is a draft with the token, or is a table of features with the checksums of its
own description. If any other file is in the way, the call raises before it changes anything. To start again, a line of
the journal first lists all files to be removed, so that a later call knows them too.

The journal is locked, so that two processes never write one folder. On Windows, files that are open or mapped are
neither removed nor replaced: such a build is refused before it changes anything.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import stat
import zlib
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from pokerbits._files.held import check_not_held
from pokerbits._files.mapped import mapping
from pokerbits._files.reading import canonical, naming, open_regular, parsed, read_text, sha256_of
from pokerbits._files.writing import ANEW, LockedFile, check_plain, open_new, sync_folder
from pokerbits._input.shown import escaped
from pokerbits._tables.description import Description
from pokerbits._tables.journal import table_files
from pokerbits.abstraction._design import STREETS, Design
from pokerbits.abstraction._metadata import (
    CENTERS,
    FORMAT,
    FORMAT_VERSION,
    Layout,
    check_street,
    files_of,
    layout_of,
    parse_metadata,
    text_of,
)
from pokerbits.exceptions import DamagedFileError, ForeignFileError

METADATA = "metadata.json"
JOURNAL = "building.journal"
_TABLES = tuple(f"{street}-{what}.npy" for street in STREETS for what in ("ehs", "features"))
"""The tables of features, which exist while the stages need them."""
_ENDS = ("", "-buckets", "-centers", "-firsts", "-within")
_NAMES = {METADATA, *(f"{street}{end}.npy" for street in STREETS for end in _ENDS)}
"""The files that lines of a journal may list."""
_PIECE = 16 << 20
"""Bytes that are written at a time."""
_NUMBERS = 1 << 22
"""Numbers that are compared at a time."""


class BuildFolder:
    """The folder of one abstraction, open for its missing stages; a context manager.

    Parameters
    ----------
    path
        Path of the folder, which is created if it does not exist.
    design
        Design of the abstraction to build.
    resume
        Whether to resume an interrupted build and to accept a finished abstraction, or to start again.
    copy_of
        Fingerprint of the abstraction to copy, if this is a copy and not a build. The folder may then have nothing but
        an interrupted copy of the same abstraction.

    Raises
    ------
    ForeignFileError
        If the folder has another abstraction, or a file that is not certainly of one. Nothing has been changed.
    DamagedFileError
        If files are damaged.
    LockedFileError
        If another process, or another call, is writing to the folder; on Windows, if a file to be removed is open.
    OSError
        If the folder cannot be written to.
    """

    def __init__(self, path: Path, design: Design, *, resume: bool, copy_of: str | None = None) -> None:
        self.path = path
        self.design = design
        self.is_complete = False
        """Whether the abstraction is finished."""
        self.stages: dict[str, dict[str, Any]] = {}
        """Fields of the description for each street whose stage is done."""
        self._copy_of = copy_of
        self._listed: dict[str, set[str]] = {}
        """The SHA-256 of files as the journal and the description list them."""
        self._token = ""
        self._journal: LockedFile | None = None
        try:
            with naming(path):
                self._open(resume=resume)
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> Self:
        """Return this folder."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close the journal; finished stages are kept for the next call."""
        self._close()

    def file(self, name: str) -> Path:
        """Return the path of a file."""
        return self.path / name

    def is_done(self, street: str) -> bool:
        """Return whether the stage of a street is done, after its files were compared with their checksums."""
        if street not in self.stages:
            return False
        for name, sha256 in self.stages[street]["files"].items():
            if (found := sha256_of(self.file(name))) != sha256:
                what = "gone" if found is None else "damaged: it does not have the SHA-256 that was written down"
                self._refuse(DamagedFileError, self.file(name), f"{self.file(name)} is {what}")
        return True

    def array(self, street: str, end: str = "") -> NDArray[Any]:
        """Return an array of a finished stage."""
        name = f"{street}{end}.npy"
        dtype, shape = self.stages[street]["arrays"][name]
        with naming(self.path):
            return open_array(self.file(name), dtype, tuple(shape), mmap=False)

    def has_centers(self, street: str) -> bool:
        """Return whether the buckets of a street have centres."""
        return f"{street}{CENTERS}" in self.stages[street]["arrays"]

    def finish_stage(
        self,
        street: str,
        n_buckets: int,
        arrays: Mapping[str, NDArray[Any]],
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        """Write the files of a street, by their suffixes, with its number of buckets and other facts."""
        width, n_points = (arrays[end].shape[1] if end in arrays else None for end in ("-centers", "-within"))
        layout = layout_of(self.design, street, n_buckets, self._before(street), width=width, n_points=n_points)
        own = {f"{street}{end}.npy": array for end, array in arrays.items()}
        with naming(self.path):
            files = {name: self._write_draft(name, array) for name, array in own.items()}
            about = layout.facts | dict(facts or {})
            about["files"] = {name: files[name] for name in layout.arrays}
            about["arrays"] = {
                name: [own[name].dtype.newbyteorder("<").str, list(own[name].shape)] for name in layout.arrays
            }
            # The text that is written has to pass the checks of reading.
            check_street(self.design, street, parsed(json.dumps(about).encode()), self._before(street))
            self._commit({"stage": street, "about": about, "files": files})
        self.stages[street] = about

    def discard(self, name: str) -> None:
        """Remove a table of features that no later stage needs."""
        with naming(self.path):
            self._remove(table_files(self.file(name)))

    def finish(self, metadata: Mapping[str, Any]) -> None:
        """Write the description, then remove all other files of the build."""
        with naming(self.path):
            text = text_of(metadata)
            parse_metadata(text)
            draft = self._draft(METADATA)
            _remove_draft(draft)
            with open_new(draft) as file:
                file.write(text)
                _sync(file)
            self._commit({"stage": METADATA, "files": {METADATA: hashlib.sha256(text).hexdigest()}})
            self.is_complete = True
            self._tidy()

    def abandon(self) -> None:
        """Remove the files that were written, as far as the system permits, to restore the folder."""
        if self._journal is not None and not self.is_complete:
            with suppress(OSError):
                self._clear(self._removable())
                self._journal.remove()
                self._journal = None

    def _open(self, *, resume: bool) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        names = self._names()
        if JOURNAL not in names:
            if METADATA in names and resume:
                self._accept()
                return
            if names and METADATA not in names:
                self._refuse_foreign(min(names))
        self._journal = LockedFile(self.file(JOURNAL))
        try:
            entries = self._entries()
            if entries and resume and "abandoned" not in entries[-1]:
                self._go_on(entries)
            elif METADATA in names and resume and not entries:
                # A call was killed before it began to replace the finished abstraction.
                self._accept()
                self._tidy()
            else:
                self._begin(entries)
        except OSError:
            # Refused, or the disk is full: if nothing has been changed, no journal is left.
            with suppress(OSError):
                if JOURNAL not in names and self._names() - {JOURNAL} == names and self._journal is not None:
                    self._journal.remove()
            raise

    def _accept(self) -> None:
        """Accept the finished abstraction if it has the same design; raise otherwise."""
        if self._copy_of is not None:
            self._refuse(ForeignFileError, self.path, f"{self.path} is not empty", "choose another path")
        known = read_metadata(self.path).metadata
        if canonical(known["design"]) != canonical(self.design.about):
            why = f"{self.path} has another abstraction, {escaped(known['design'])}"
            how = f"choose another path, or start again and replace it ({ANEW})"
            self._refuse(ForeignFileError, self.path, why, how)
        self._list(files_of(known))
        self.is_complete = True

    def _begin(self, entries: list[dict[str, Any]]) -> None:
        """Remove the files of earlier calls, if they are all certainly ours; then write the first line."""
        assert self._journal is not None  # noqa: S101
        if self._copy_of is not None and not (entries and "abandoned" in entries[-1]) and self._names() - {JOURNAL}:
            self._refuse_foreign(min(self._names() - {JOURNAL}))
        for entry in entries:
            self._list(entry.get("files", {}))
        if METADATA in self._names():
            known = read_metadata(self.path)
            self._list(files_of(known.metadata) | {METADATA: hashlib.sha256(known.text).hexdigest()})
        if entries:
            self._token = entries[0]["token"]
        old = self._removable()
        if others := self._names() - {JOURNAL, *old}:
            self._refuse_foreign(min(others))
        check_not_held(*map(self.file, old))
        if old:
            if not entries:
                self._append(self._first())
            if not (entries and "abandoned" in entries[-1]):
                files = {name: sha256_of(self.file(name)) for name in old if name in self._listed}
                self._append({"abandoned": True, "files": files})
            # The name of the journal is also flushed to disk before anything is removed.
            sync_folder(self.file(JOURNAL))
            self._clear(old)
        self._journal.cut(0)
        self._listed = {}
        self._append(self._first())
        sync_folder(self.file(JOURNAL))

    def _first(self) -> dict[str, Any]:
        self._token = os.urandom(8).hex()
        return {"format": FORMAT, "format_version": FORMAT_VERSION, "building": self._about(), "token": self._token}

    def _about(self) -> dict[str, Any]:
        return self.design.about | ({} if self._copy_of is None else {"copy_of": self._copy_of})

    def _entries(self) -> list[dict[str, Any]]:
        """Return the checked lines of the journal, and cut off an incomplete last line."""
        assert self._journal is not None  # noqa: S101
        path = self.file(JOURNAL)
        text = self._journal.read()
        beginning = json.dumps({"format": FORMAT}).encode()[:-1]
        if text[: len(beginning)] != beginning[: len(text)]:
            self._refuse(ForeignFileError, path, f"{path} is damaged, or not of a card abstraction")
        whole = text[: text.rfind(b"\n") + 1]
        entries: list[dict[str, Any]] = []
        at = 0
        for line in whole.splitlines(keepends=True):
            about, _, checksum = line.rpartition(b" ")
            if checksum != b"%08x\n" % zlib.crc32(whole[:at] + about):
                self._refuse(
                    DamagedFileError, path, f"{path} is damaged: line {len(entries) + 1} is not what was written"
                )
            entries.append(parsed(about))
            at += len(line)
        if entries and entries[0].get("format_version") != FORMAT_VERSION:
            version = escaped(entries[0].get("format_version"))
            self._refuse(ForeignFileError, path, f"{path} is of version {version} of the format, not {FORMAT_VERSION}")
        if not _are_entries(entries):
            self._refuse(DamagedFileError, path, f"{path} is damaged: it is not what was written")
        if at < len(text):
            self._journal.cut(at)
        return entries

    def _go_on(self, entries: list[dict[str, Any]]) -> None:
        """Resume the work of an earlier call."""
        first, *done = entries
        if canonical(first["building"]) != canonical(self._about()):
            why = f"{self.path} has another unfinished abstraction, {escaped(first['building'])}"
            how = f"remove the folder, choose another path, or start again and replace it ({ANEW})"
            self._refuse(ForeignFileError, self.path, why, how)
        self._token = first["token"]
        for entry in done:
            self._list(entry["files"])
            if entry["stage"] != METADATA:
                street, about = entry["stage"], entry["about"]
                try:
                    check_street(self.design, street, about, self._before(street))
                    if entry["files"] != about["files"]:
                        raise ValueError  # noqa: TRY301
                except (AttributeError, KeyError, TypeError, ValueError):
                    path = self.file(JOURNAL)
                    self._refuse(DamagedFileError, path, f"{path} is damaged: it is not what was written")
                self.stages[street] = about
        for entry in done:
            for name, sha256 in entry["files"].items():
                # The writer was killed before it gave a draft its name.
                if not _is_there(self.file(name)) and sha256_of(self._draft(name)) == sha256:
                    self._draft(name).replace(self.file(name))
        sync_folder(self.file(JOURNAL))
        if _is_there(self.file(METADATA)):
            self._accept_copy() if self._copy_of else self._accept()
            self._tidy()

    def _accept_copy(self) -> None:
        """Accept the description if it is the one in the journal; raise otherwise."""
        if sha256_of(self.file(METADATA)) not in self._listed.get(METADATA, ()):
            self._refuse_foreign(METADATA)
        self.is_complete = True

    def _before(self, street: str) -> int:
        """Return the number of buckets of the previous street with perfect recall, else 0."""
        if self.design.recall != "perfect" or street == "preflop":
            return 0
        return int(self.stages[STREETS[STREETS.index(street) - 1]]["n_buckets"])

    def _list(self, files: Mapping[str, str]) -> None:
        for name, sha256 in files.items():
            self._listed.setdefault(name, set()).add(sha256)

    def _names(self) -> set[str]:
        return {*os.listdir(self.path)}  # noqa: PTH208

    def _draft(self, name: str) -> Path:
        return self.file(f"{name}.{self._token}.partial")

    def _write_draft(self, name: str, array: NDArray[Any]) -> str:
        """Write an array under its draft name, and return its SHA-256."""
        draft = self._draft(name)
        _remove_draft(draft)
        with open_new(draft) as file:
            digest = write_array(file, array)
            _sync(file)
        return digest

    def _commit(self, entry: Mapping[str, Any]) -> None:
        """List drafts in the journal, then give them their names."""
        for name in entry["files"]:
            if _is_there(self.file(name)):
                self._refuse_foreign(name)
        # The names of the drafts are flushed to disk before the line that lists them.
        sync_folder(self.file(JOURNAL))
        self._append(entry)
        self._list(entry["files"])
        for name in entry["files"]:
            self._draft(name).replace(self.file(name))
        sync_folder(self.file(JOURNAL))

    def _append(self, entry: Mapping[str, Any]) -> None:
        assert self._journal is not None  # noqa: S101
        text = json.dumps(entry).encode()
        checksum = zlib.crc32(self._journal.read() + text)
        self._journal.append(b"%s %08x\n" % (text, checksum))

    def _removable(self) -> list[str]:
        """Return the files that are certainly ours, except the journal."""
        names = self._names() - {JOURNAL}
        ours = {name for name in names if self._is_ours(name)}
        for name in _TABLES:
            ours |= {path.name for path in table_files(self.file(name))}
        return sorted(ours & names)

    def _is_ours(self, name: str) -> bool:
        """Return whether a file is a draft with the token, or listed and unchanged."""
        path = self.file(name)
        if self._token and any(path == self._draft(listed) for listed in _NAMES):
            return stat.S_ISREG(path.lstat().st_mode)
        return name in self._listed and sha256_of(path) in self._listed[name]

    def _remove(self, paths: Collection[Path]) -> None:
        """Remove files. The descriptions and journals of tables, which identify them as ours, are removed last."""
        sides = [path for path in paths if path.suffix in (".json", ".journal")]
        rest = [path for path in paths if path not in sides]
        for path in rest:
            path.unlink(missing_ok=True)
        if rest and sides:
            sync_folder(rest[0])
        for path in sides:
            path.unlink(missing_ok=True)

    def _clear(self, names: list[str]) -> None:
        """Remove files. The description is removed, and this flushed to disk, before the files that it describes."""
        if METADATA in names:
            self.file(METADATA).unlink(missing_ok=True)
            sync_folder(self.file(METADATA))
        self._remove([self.file(name) for name in names])
        sync_folder(self.file(METADATA))

    def _tidy(self) -> None:
        """Remove the files that only the stages needed, the journal last; keep files that are not certainly ours."""
        kept = {METADATA, *files_of(read_metadata(self.path).metadata)}
        self._remove([self.file(name) for name in self._removable() if name not in kept])
        sync_folder(self.file(METADATA))
        if self._journal is not None:
            self._journal.remove()
            self._journal = None
        sync_folder(self.file(METADATA))

    def _refuse_foreign(self, name: str) -> NoReturn:
        path = self.file(name)
        why = f"{path} is in the way, and is not certainly a file that pokerbits has written here"
        self._refuse(ForeignFileError, path, why, "move it away, or choose another path")

    def _refuse(
        self,
        kind: type[DamagedFileError | ForeignFileError],
        path: Path,
        why: str,
        how: str = "remove the folder, or choose another path",
    ) -> NoReturn:
        raise kind(f"{why}; {how}", filename=path)

    def _close(self) -> None:
        if self._journal is not None:
            self._journal.close()


def write_array(file: BinaryIO, array: NDArray[Any]) -> str:
    """Write an array as `.npy` and return the SHA-256 of the file."""
    cells = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
    header = Description("", cells.dtype, cells.shape).header
    digest = hashlib.sha256(header)
    file.write(header)
    data: Any = cells.reshape(-1).view(np.uint8) if cells.size else b""
    for at in range(0, len(data), _PIECE):
        piece = data[at : at + _PIECE]
        digest.update(piece)
        file.write(piece)
    return digest.hexdigest()


class Described(NamedTuple):
    """The content of `metadata.json`, and the layouts that follow from it."""

    metadata: dict[str, Any]
    layouts: dict[str, Layout]
    text: bytes


def read_metadata(folder: Path) -> Described:
    """Return the description of the abstraction in a folder.

    Raises
    ------
    FileNotFoundError
        If there is no such folder.
    ForeignFileError
        If it is not an abstraction folder, or of another version.
    DamagedFileError
        If it is not what was written.
    OSError
        If it cannot be read.
    """
    path = folder / METADATA
    with naming(path):
        try:
            text = read_text(path)
        except (FileNotFoundError, NotADirectoryError):
            if not os.path.lexists(folder):
                message = "not an abstraction folder: it does not exist"
                raise FileNotFoundError(errno.ENOENT, message, str(folder)) from None
            state = "it is not a folder"
            if folder.is_dir():
                state = "its build is not finished" if _is_there(folder / JOURNAL) else f"it has no {METADATA}"
            raise ForeignFileError(f"{folder} is not an abstraction folder: {state}", filename=folder) from None
    about = parsed(text)
    if about.get("format") != FORMAT:
        raise ForeignFileError(f"{path} is damaged, or not of a card abstraction", filename=path)
    version = about.get("format_version")
    if type(version) is not int or version != FORMAT_VERSION:
        message = f"{path} is of version {escaped(version)} of the format, and this pokerbits reads {FORMAT_VERSION}"
        raise ForeignFileError(message, filename=path)
    try:
        return Described(*parse_metadata(text), text)
    except ValueError:
        raise DamagedFileError(f"{path} is damaged: it is not what was written", filename=path) from None


def open_array(path: Path, dtype: str, shape: tuple[int, ...], *, mmap: bool) -> NDArray[Any]:
    """Return the array in a file with this dtype and shape.

    Raises
    ------
    DamagedFileError
        If they are not.
    ForeignFileError
        If it is not an ordinary file.
    OSError
        If the file cannot be read.
    """
    known = Description("", np.dtype(dtype), shape)
    with naming(path), open_regular(path) as file:
        expected = len(known.header) + known.n_bytes
        found = os.fstat(file.fileno()).st_size
        if found != expected:
            message = f"{path} is damaged: it has {found:,} bytes, where {expected:,} were written"
            raise DamagedFileError(message, filename=path)
        if file.read(len(known.header)) != known.header:
            message = f"{path} is damaged: its header is not that of {known.dtype.str} {list(shape)}"
            raise DamagedFileError(message, filename=path)
        # Map the open file, even if another file has its name by now.
        try:
            if mmap:
                with mapping():
                    return np.memmap(file, known.dtype, "r", len(known.header), shape)
            return np.fromfile(file, dtype=known.dtype).reshape(shape)
        except ValueError:
            raise DamagedFileError(f"{path} is damaged: it was cut while it was read", filename=path) from None


class Check(NamedTuple):
    """A check of a whole array: the SHA-256 of its file, and a limit that its integers are below."""

    sha256: str
    limit: int | None = None

    def __call__(self, path: Path, cells: NDArray[Any]) -> None:
        """Check a whole array, once."""
        digest = hashlib.sha256(Description("", cells.dtype, cells.shape).header)
        flat = cells.reshape(-1)
        is_right = True
        for at in range(0, flat.size, _NUMBERS):
            # The same bytes are hashed and compared, even if the file changes meanwhile.
            piece = np.array(flat[at : at + _NUMBERS])
            digest.update(piece.data)
            is_right = is_right and (self.limit is None or int(piece.max()) < self.limit)
        if digest.hexdigest() != self.sha256:
            message = f"{path} is damaged: it does not have the SHA-256 in {path.with_name(METADATA)}"
            raise DamagedFileError(message, filename=path)
        if not is_right or not _is_sensible(path.name, cells):
            raise DamagedFileError(f"{path} is damaged: it has numbers that no abstraction has", filename=path)


def _is_sensible(name: str, cells: NDArray[Any]) -> bool:
    """Return whether the firsts of buckets ascend from 0, and deals and moments of buckets are within their bounds."""
    if name.endswith("-firsts.npy"):
        return int(cells[0]) == 0 and bool((np.diff(cells.astype(np.int64)) > 0).all())
    if cells.dtype.kind != "f":
        return True
    if name.endswith(CENTERS):
        return bool(np.isfinite(cells).all())
    deals, means, deviations = cells.reshape(-1, 3).T
    return bool(
        np.isfinite(cells).all() and (deals > 0).all() and (deviations >= 0).all()
        and (means >= 0).all() and (means <= 1 + 1e-9).all()
    )  # fmt: skip


def _are_entries(entries: list[dict[str, Any]]) -> bool:
    """Return whether lines of a journal have the expected keys and types of values."""
    try:
        return all(_is_entry(at, entry, at == len(entries) - 1) for at, entry in enumerate(entries))
    except (AttributeError, KeyError, TypeError, ValueError):
        return False


def _is_entry(at: int, entry: dict[str, Any], is_last: bool) -> bool:  # noqa: FBT001
    if at == 0:
        return (
            {*entry} == {"format", "format_version", "building", "token"}
            and entry["format"] == FORMAT
            and type(entry["building"]) is dict
            and re.fullmatch("[0-9a-f]{16}", entry["token"]) is not None
        )
    files = entry["files"]
    if not all(name in _NAMES and re.fullmatch("[0-9a-f]{64}", sha256) for name, sha256 in files.items()):
        return False
    if "abandoned" in entry:
        return is_last and {*entry} == {"abandoned", "files"}
    if entry["stage"] == METADATA:
        return {*entry} == {"stage", "files"} and {*files} == {METADATA}
    return {*entry} == {"stage", "about", "files"} and entry["stage"] in STREETS and type(entry["about"]) is dict


def _is_there(path: Path) -> bool:
    """Return whether the name is taken, even by a broken link."""
    return os.path.lexists(path)


def _remove_draft(path: Path) -> None:
    """Remove the draft of a killed call; its name has the token of this folder."""
    check_plain(path)
    path.unlink(missing_ok=True)


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())
