"""Lines of a CSV file, one for each measurement: written one by one, and read back to resume a run."""

from __future__ import annotations

import csv
import os
from math import isfinite
from pathlib import Path
from typing import Any, Generic, NamedTuple, TextIO, TypeAlias, TypeVar, get_type_hints

Key: TypeAlias = tuple[str, str, str, str, str]
"""The first five fields of a line: they identify the measurement."""


class UnusableFileError(ValueError):
    """A file that is no CSV file of this kind, or one of other settings."""


class Line(NamedTuple):
    """The measurements of one abstraction on one board."""

    street: str
    board: str
    feature: str
    recall: str
    buckets_asked: str
    """The requested numbers of buckets, such as "10" or, on turn and river, "10/100"; empty if there is no choice."""
    buckets_in_use: str
    """The numbers of buckets of all hands that the board allows."""
    iterations: int
    seed: int
    """The seed of the buckets."""
    one_sided: float
    """As a share of the pot."""
    two_sided: float
    seconds: float
    """Processor time for buckets and solving."""

    @property
    def key(self) -> Key:
        """The fields that identify the measurement."""
        return self[:5]


Kind = TypeVar("Kind", bound=tuple[Any, ...])


class LineFile(Generic[Kind]):
    """A CSV file that grows by a line at a time. A line is a named tuple of texts, integers and finite numbers."""

    def __init__(self, path: Path, kind: type[Kind]) -> None:
        self.kind, self.types = kind, get_type_hints(kind)
        self.path, self.header = path, ",".join(self.types) + "\n"
        found = path.read_bytes() if path.exists() else b""
        # A run that was killed may have left a part of a line.
        self.whole = found[: found.rfind(b"\n") + 1]
        header = self.header.encode()
        if not found.startswith(header) and not header.startswith(found):
            raise UnusableFileError(f"{path}: expected a CSV file that begins with {self.header.strip()}")

    def lines(self) -> list[Kind]:
        """Return the lines that end with a newline; raise if one is not as it was written."""
        rows = self.whole.decode(errors="replace").split("\n")[1:-1]
        return [self._line(number, row) for number, row in enumerate(rows, 2)]

    def open(self) -> TextIO:
        """Remove a part of a line, and open the file to add lines."""
        if self.path.exists():
            os.truncate(self.path, len(self.whole))
        file = self.path.open("a", encoding="utf-8", newline="")
        if not self.whole:
            file.write(self.header)
        return file

    def _line(self, number: int, row: str) -> Kind:
        fields = next(csv.reader([row]), [])
        try:
            values = [read(field) for read, field in zip(self.types.values(), fields, strict=True)]
            for name, field in zip(self.types, fields, strict=True):
                if name.startswith("buckets"):
                    numbers_in(field)
        except ValueError:
            raise UnusableFileError(f"{self.path}, line {number}: not a line of this program: {row}") from None
        if not all(isfinite(value) for value in values if isinstance(value, float)):
            raise UnusableFileError(f"{self.path}, line {number}: expected finite numbers, found {row}")
        return self.kind(*values)


def numbers_in(field: str) -> tuple[int, ...]:
    """Return the numbers of a field such as "10/100"."""
    return tuple(int(number) for number in field.split("/") if number)


def write(line: tuple[Any, ...], file: TextIO) -> None:
    """Add a line to an open file."""
    csv.writer(file, lineterminator="\n").writerow(line)
    file.flush()
