"""The folder of an abstraction: how it is described, and how it is made so that it survives a kill at any moment.

A finished abstraction is `metadata.json` and the `.npy` files that it names, with the SHA-256 of each. While it is
made, there is no `metadata.json`, but `building.journal`: its first line says which abstraction is being made; every
other line is of a stage that is done, with the SHA-256 of the files that it wrote and what else it found. Lines end
with a checksum of the journal up to there. The writer may be killed between any two of the following steps, or in the
midst of one; what a step writes is forced to the disk before the next step begins.

1. Write the first line of the journal. When another abstraction is to be replaced, its `metadata.json` was removed
   before: a description never stands beside numbers that it does not describe.
2. Stage by stage: write each file under a name of its own and rename it, then add the line of the stage. A stage whose
   line is there is skipped when all of its files have their SHA-256; any other stage is done again. Tables of features
   have journals of their own (see `pokerbits._tables.file`) and go on block by block.
3. Write `metadata.json` under a name of its own and rename it: the abstraction is finished.
4. Remove what only the stages needed, and the journal last.

Where the system can, the journal is locked, so that two processes never write one folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from pokerbits._files import ANEW, LockedFile, naming, new_file, sync_folder
from pokerbits._tables.description import Description, parsed
from pokerbits.exceptions import DamagedFileError, ForeignFileError

__all__ = [
    "FORMAT_VERSION",
    "BuildFolder",
    "file_sha256",
    "fingerprint_of",
    "open_array",
    "read_metadata",
    "write_files",
]

FORMAT = "pokerbits card abstraction"
FORMAT_VERSION = 1
METADATA = "metadata.json"
JOURNAL = "building.journal"
_OURS = re.compile(
    r"(metadata\.json|building\.journal|(preflop|flop|turn|river)(-[a-z]+)?\.npy(\.(json|journal|partial|draft))?)"
    r"(\.[0-9a-f]{8}\.partial)?"
)
"""The names that the making of an abstraction gives to files."""
_PIECE = 1 << 20


class BuildFolder:
    """The folder of one abstraction, open for its missing stages; a context manager.

    Parameters
    ----------
    path
        Of the folder, which is made if there is none.
    about
        Which abstraction is to be made, as JSON holds it.
    resume
        Whether to go on with what an earlier call has left, and to accept a finished abstraction. Otherwise begin anew.

    Raises
    ------
    ForeignFileError
        If the folder has something else.
    DamagedFileError
        If files are damaged.
    LockedFileError
        If another process, or another call, is writing to the folder.
    OSError
        If the folder cannot be written to.
    """

    def __init__(self, path: Path, about: Mapping[str, Any], *, resume: bool) -> None:
        self.path = path
        self.about = dict(about)
        self.is_complete = False
        """Whether the abstraction is finished."""
        self.stages: dict[str, dict[str, Any]] = {}
        """What the journal says of each stage that is done."""
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
        """Close the journal; the stages that are done are kept for the next call."""
        self._close()

    def file(self, name: str) -> Path:
        """Return the path of a file."""
        return self.path / name

    def facts(self, stage: str) -> dict[str, Any] | None:
        """Return what a stage has found if it is done, its files compared with their checksums; else `None`."""
        known = self.stages.get(stage)
        if known is None:
            return None
        for name, sha256 in known["files"].items():
            try:
                found = file_sha256(self.file(name))
            except FileNotFoundError:
                found = None
            if found != sha256:
                what = "gone" if found is None else "damaged: it does not have the SHA-256 that was written down"
                self._refuse(DamagedFileError, self.file(name), f"{self.file(name)} is {what}")
        facts: dict[str, Any] = known["facts"]
        return facts

    def finish_stage(self, stage: str, arrays: Mapping[str, NDArray[Any]], facts: Mapping[str, Any]) -> None:
        """Write the files of a stage, then its line."""
        with naming(self.path):
            files = write_files(self.path, arrays)
        shapes = {name: [array.dtype.newbyteorder("<").str, list(array.shape)] for name, array in arrays.items()}
        self.stages[stage] = {"stage": stage, "files": files, "arrays": shapes, "facts": dict(facts)}
        with naming(self.path):
            self._append(self.stages[stage])

    def discard(self, *names: str) -> None:
        """Remove files that no later stage needs, with what stands beside them."""
        for name in names:
            for suffix in ("", ".json"):
                self.file(name + suffix).unlink(missing_ok=True)

    def finish(self, metadata: Mapping[str, Any]) -> None:
        """Write the description, then remove all that is not of the finished abstraction."""
        with naming(self.path):
            write_metadata(self.path, metadata)
            self.is_complete = True
            self._tidy()

    def _open(self, *, resume: bool) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        metadata, journal = self.file(METADATA), self.file(JOURNAL)
        if resume and metadata.exists():
            known = read_metadata(self.path)
            if known.get("design") != self.about:
                why = f"{self.path} has another abstraction, {_brief(known.get('design'))}"
                self._refuse(ForeignFileError, self.path, why)
            self.is_complete = True
            if journal.exists():
                self._journal = LockedFile(journal)
                self._tidy()
            return
        if others := sorted(name.name for name in self.path.iterdir() if not _OURS.fullmatch(name.name)):
            message = f"{self.path} is not a folder of an abstraction: it has {others[0]!r}; choose another path"
            raise ForeignFileError(message, filename=self.path)
        if resume and not journal.exists() and any(self.path.iterdir()):
            why = f"{self.path} has files of an abstraction, but neither {METADATA} nor a journal"
            self._refuse(ForeignFileError, self.path, why)
        self._journal = LockedFile(journal)
        if not (resume and self._go_on(self._journal.read())):
            metadata.unlink(missing_ok=True)
            self._journal.cut(0)
            for name in self.path.iterdir():
                if name.name != JOURNAL:
                    name.unlink()
            sync_folder(metadata)
            self._append(self._first())

    def _first(self) -> dict[str, Any]:
        return {"format": FORMAT, "format_version": FORMAT_VERSION, "building": self.about}

    def _go_on(self, text: bytes) -> bool:
        """Read the journal of an earlier call, and cut off what was not written to its end; whether it has begun."""
        assert self._journal is not None  # noqa: S101
        whole = text[: text.rfind(b"\n") + 1]
        if not whole:
            # Killed before the first line was written: nothing was done that is not to be done again.
            return False
        at = 0
        entries = []
        for line in whole.splitlines(keepends=True):
            text_of_line, _, checksum = line.rpartition(b" ")
            if checksum != b"%08x\n" % zlib.crc32(whole[:at] + text_of_line):
                self._refuse(DamagedFileError, self.file(JOURNAL), f"{self.file(JOURNAL)} is damaged")
            entries.append(parsed(text_of_line))
            at += len(line)
        first, *done = entries
        if first.get("format_version") != FORMAT_VERSION:
            why = f"{self.path} has a half-made abstraction of another version"
            self._refuse(ForeignFileError, self.path, why)
        if first != self._first():
            why = f"{self.path} has another half-made abstraction, {_brief(first.get('building'))}"
            self._refuse(ForeignFileError, self.path, why)
        self._journal.cut(at)
        self.stages = {entry["stage"]: entry for entry in done}
        for name in self.path.iterdir():
            if re.search(r"\.[0-9a-f]{8}\.partial$", name.name):
                # The draft of a call that was killed.
                name.unlink()
        return True

    def _append(self, entry: Mapping[str, Any]) -> None:
        assert self._journal is not None  # noqa: S101
        text = json.dumps(entry).encode()
        checksum = zlib.crc32(self._journal.read() + text)
        self._journal.append(b"%s %08x\n" % (text, checksum))
        sync_folder(self.file(JOURNAL))

    def _tidy(self) -> None:
        """Remove what is not of the finished abstraction, the journal last."""
        kept = {METADATA, JOURNAL, *files_of(read_metadata(self.path))}
        for name in self.path.iterdir():
            if name.name not in kept and _OURS.fullmatch(name.name):
                name.unlink()
        if self._journal is not None:
            self._journal.remove()
            self._journal = None
        sync_folder(self.file(METADATA))

    def _refuse(self, kind: type[DamagedFileError | ForeignFileError], path: Path, why: str) -> NoReturn:
        message = f"{why}; remove the folder, choose another path, or begin anew and replace it ({ANEW})"
        raise kind(message, filename=path)

    def _close(self) -> None:
        if self._journal is not None:
            self._journal.close()


def write_files(folder: Path, arrays: Mapping[str, NDArray[Any]]) -> dict[str, str]:
    """Write `.npy` files, each whole or not at all, and return the SHA-256 of each."""
    digests = {}
    for name, array in arrays.items():
        cells = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
        digest = hashlib.sha256()
        with new_file(folder / name) as file:
            header = Description("", cells.dtype, cells.shape).header
            digest.update(header)
            file.write(header)
            data: Any = cells.reshape(-1).view(np.uint8) if cells.size else b""
            for at in range(0, len(data), 16 * _PIECE):
                piece = data[at : at + 16 * _PIECE]
                digest.update(piece)
                file.write(piece)
        digests[name] = digest.hexdigest()
    return digests


def write_metadata(folder: Path, metadata: Mapping[str, Any]) -> None:
    """Write the description of a finished abstraction, in one step."""
    with new_file(folder / METADATA) as file:
        file.write(json.dumps(metadata, indent=1).encode() + b"\n")


def read_metadata(folder: Path) -> dict[str, Any]:
    """Return the description of the abstraction in a folder, if it is one.

    Raises
    ------
    ForeignFileError
        If it is none, or is of a newer version.
    DamagedFileError
        If it does not have its own fingerprint.
    OSError
        If it cannot be read.
    """
    path = folder / METADATA
    with naming(path):
        text = path.read_bytes()
    about = parsed(text)
    if about.get("format") != FORMAT:
        message = f"{path} is damaged, or not of a card abstraction"
        raise ForeignFileError(message, filename=path)
    version = about.get("format_version")
    if not isinstance(version, int) or version > FORMAT_VERSION:
        message = (
            f"{path} is of version {version} of the format, newer than {FORMAT_VERSION}, which this version of "
            "pokerbits reads: a newer one is needed"
        )
        raise ForeignFileError(message, filename=path)
    try:
        found = fingerprint_of(about)
        recorded = about["fingerprint"]
    except (AttributeError, KeyError, TypeError):
        message = f"{path} is damaged: it is not what was written"
        raise DamagedFileError(message, filename=path) from None
    if found != recorded:
        message = f"{path} has the fingerprint {recorded}, and what it describes the fingerprint {found}"
        raise DamagedFileError(message, filename=path)
    return about


def fingerprint_of(metadata: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the SHA-256 of all files that decide which bucket a hand has."""
    digest = hashlib.sha256()
    for street, about in metadata["streets"].items():
        for name in about["tables"]:
            digest.update(f"{street} {name} {about['files'][name]}\n".encode())
    return digest.hexdigest()


def files_of(metadata: Mapping[str, Any]) -> dict[str, str]:
    """Return the files of an abstraction, with the SHA-256 of each."""
    return {name: sha256 for about in metadata["streets"].values() for name, sha256 in about["files"].items()}


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with naming(path), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def open_array(path: Path, dtype: str, shape: tuple[int, ...], *, mmap: bool) -> NDArray[Any]:
    """Return the array of a file, if its header and its size are those of this dtype and shape.

    Raises
    ------
    DamagedFileError
        If they are not.
    OSError
        If the file cannot be read.
    """
    known = Description("", np.dtype(dtype), shape)
    with naming(path), path.open("rb") as file:
        expected = len(known.header) + known.n_bytes
        found = os.fstat(file.fileno()).st_size
        if found != expected:
            message = f"{path} is damaged: it has {found:,} bytes, where {expected:,} were written"
            raise DamagedFileError(message, filename=path)
        if file.read(len(known.header)) != known.header:
            message = f"{path} is damaged: its header is not that of {known.dtype.str} {list(shape)}"
            raise DamagedFileError(message, filename=path)
        if not mmap:
            return np.fromfile(file, dtype=known.dtype).reshape(shape)
    return np.memmap(path, known.dtype, "r", len(known.header), shape)


def _brief(about: object) -> str:
    """Return what an abstraction is, short enough for an error."""
    text = json.dumps(about)
    return text if len(text) < 300 else text[:299] + "…"
