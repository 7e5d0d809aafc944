"""The journal of a table, and the decision which files of a table are certainly ours.

A journal has one section for each time that a table was begun: a first line of JSON, then block indices and checksums.
Only the last section counts; earlier ones tell which other files may be left under the names of the table.
"""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from pokerbits._files.reading import open_regular, parsed, read_text
from pokerbits._tables.description import DamagedError, Description, checksums_of, digest
from pokerbits.exceptions import DamagedFileError, ForeignFileError

NAMED = b"named"
CHECKSUM = b"checksum"
_BEGINNING = json.dumps(Description.beginning()).encode()[:-1]


@dataclass
class Section:
    """The part of a journal since a table was begun."""

    description: Description
    n_blocks: int
    replaces: tuple[int, str] | None
    """The size and the checksum of the table to be replaced."""
    blocks: set[int] = field(default_factory=set)
    """The blocks that a checksum covers."""
    checksum: bytes = b""
    """The checksum of the file with these blocks and of the journal before it."""
    covered: bytes = b""
    """The text of the journal before the checksum."""
    named: set[bytes] = field(default_factory=set)
    """The lines about files that were to be renamed to the final name."""
    end: int = 0
    """The end of the valid part of the journal; no checksum covers the blocks after it."""

    def agrees(self, checksums: tuple[str, ...]) -> bool:
        """Return whether a file with these checksums is the file of this section."""
        return not self.blocks or digest(self.covered, checksums) == self.checksum


def first_line(description: Description, n_blocks: int, replaces: tuple[int, str] | None) -> bytes:
    """Return the line that begins a section."""
    return json.dumps(description.about | {"blocks": n_blocks, "replaces": replaces}).encode() + b"\n"


def named(path: Path) -> bytes:
    """Return the line that records the inode of the file to be renamed to the final name."""
    return b"%s %d\n" % (NAMED, path.stat().st_ino)


def is_torn(text: bytes) -> bool:
    """Return whether the first line of a journal is incomplete; nothing else was written then."""
    return b"\n" not in text and text[: len(_BEGINNING)] == _BEGINNING[: len(text)]


def sections_of(text: bytes) -> list[Section]:
    """Return the sections of a journal, without an incomplete last line.

    Raises
    ------
    DamagedError
        If there is no section, or a line is invalid.
    """
    sections: list[Section] = []
    pending: set[int] = set()
    at = 0
    # `splitlines` would also split at other line ends.
    for line in text[: text.rfind(b"\n") + 1].split(b"\n")[:-1]:
        start, at = at, at + len(line) + 1
        if line.startswith(b"{"):
            sections.append(_begun(line + b"\n", at))
            pending = set()
            continue
        if not sections:
            raise DamagedError(_WRONG)
        section = sections[-1]
        if not pending and re.fullmatch(rb"named [0-9]{1,20}", line):
            section.named.add(line + b"\n")
            section.end = at
        elif match := re.fullmatch(rb"checksum ([0-9a-f]{8})", line):
            section.blocks |= pending
            section.covered, section.checksum, section.end, pending = text[:start], match[1], at, set()
        elif re.fullmatch(rb"[0-9]{1,18}", line) and int(line) < section.n_blocks:
            pending.add(int(line))
        else:
            raise DamagedError(_WRONG)
    if not sections:
        raise DamagedError(_WRONG)
    return sections


def fingerprint_of(file: BinaryIO) -> tuple[int, str]:
    """Return the size and a checksum of a table."""
    return file.seek(0, 2), digest(b"", tuple(checksums_of(file))).decode()


def table_files(path: Path, *, whole: bool = True) -> set[Path]:
    """Return the files of a table, including those beside it, that are certainly ours and unchanged.

    `whole` includes the table itself, which is read completely.
    """
    beside = {end: path.with_name(path.name + end) for end in (".json", ".journal", ".partial", ".draft")}
    described = _described(beside[".json"])
    ours = set() if described is None else {beside[".json"]}
    sections = _recorded(beside[".journal"])
    if sections is not None:
        ours.add(beside[".journal"])
    if whole and _is_whole(path, described, sections or []):
        ours.add(path)
    for section in sections or []:
        if _is_begun(beside[".partial"], section.description):
            ours.add(beside[".partial"])
        if _is_draft(beside[".draft"], section.description):
            ours.add(beside[".draft"])
    return ours


_WRONG = "it is not what was written"


def _begun(line: bytes, end: int) -> Section:
    about = parsed(line)
    n_blocks, replaces = about.pop("blocks", None), about.pop("replaces", None)
    description = Description.of(about)
    if type(replaces) is list and len(replaces) == 2:
        replaces = (replaces[0], replaces[1])
    is_sized = type(n_blocks) is int and n_blocks > 0
    if not is_sized or (replaces is not None and type(replaces) is not tuple):
        raise DamagedError(_WRONG)
    if first_line(description, n_blocks, replaces) != line:
        raise DamagedError(_WRONG)
    return Section(description, n_blocks, replaces, end=end)


def _described(path: Path) -> Description | None:
    try:
        return Description.parse(read_text(path, links=True))
    except (FileNotFoundError, DamagedError, DamagedFileError, ForeignFileError):
        return None


def _recorded(path: Path) -> list[Section] | None:
    try:
        text = read_text(path)
        return [] if is_torn(text) else sections_of(text)
    except (FileNotFoundError, DamagedError, DamagedFileError, ForeignFileError):
        return None


def _is_whole(path: Path, described: Description | None, sections: list[Section]) -> bool:
    """Return whether a file is the finished table of its description or of a journal."""
    try:
        with open_regular(path, links=True) as file:
            if described is not None and _passes(described, file):
                return True
            if not sections:
                return False
            known = fingerprint_of(file)
            last = sections[-1]
            is_last = len(last.blocks) == last.n_blocks and last.agrees(tuple(checksums_of(file)))
            return is_last or any(section.replaces == known for section in sections)
    except (FileNotFoundError, ForeignFileError):
        return False


def _passes(described: Description, file: BinaryIO) -> bool:
    try:
        described.check(file, thorough=True)
    except DamagedError:
        return False
    return True


def _is_begun(path: Path, description: Description) -> bool:
    """Return whether a file begins with the header of a table (or a part of it), and is not longer than the table."""
    try:
        with open_regular(path) as file:
            size = file.seek(0, 2)
            file.seek(0)
            start = file.read(len(description.header))
    except (FileNotFoundError, ForeignFileError):
        return False
    return description.header.startswith(start) and size <= len(description.header) + description.n_bytes


def _is_draft(path: Path, description: Description) -> bool:
    """Return whether a file is a prefix of the description of a finished table."""
    try:
        text = read_text(path)
    except (FileNotFoundError, DamagedFileError, ForeignFileError):
        return False
    beginning = json.dumps(description.about).encode()[:-1]
    return text[: len(beginning)] == beginning[: len(text)]
