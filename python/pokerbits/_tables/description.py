"""The bytes of a finished table: its `.npy` header, its size, its checksums, and the description beside it.

The description of `table.npy` is `table.npy.json`, one line of JSON. It has the identification of the table, its dtype
and shape, and the CRC-32 of these and of every mebibyte of `table.npy`. Descriptions are untrusted: only the exact text
that would be written for their contents is accepted.
"""

import json
import re
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple, Self

import numpy as np

from pokerbits._files.reading import parsed

FORMAT = "pokerbits table file 2"
PIECE_BYTES = 1 << 20
"""Size of the pieces with one checksum each; the last may be shorter. Any single wrong bit changes a CRC-32."""

_CHECKSUMS = {"version": 1, "algorithm": "crc32", "bytes": PIECE_BYTES}
_GROWTH_DIGITS = 21
"""Number of digits that NumPy reserves in a header for the length of the first axis."""


_WRONG = "it is not what was written"


class DamagedError(Exception):
    """A file is damaged; the message says how."""


class Description(NamedTuple):
    """The table in a file, and the checksums of its bytes."""

    table: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    checksums: tuple[str, ...] = ()
    """Checksums of all pieces of the file; empty before the table is finished."""

    @property
    def about(self) -> dict[str, Any]:
        """The identification of the table, with which a journal also begins."""
        return {"format": FORMAT, "table": self.table, "dtype": self.dtype.str, "shape": list(self.shape)}

    @property
    def line(self) -> bytes:
        """The text of the description file."""
        about = self.about
        if self.checksums:
            own = {"about": _checksum(json.dumps(about).encode()), "pieces": list(self.checksums)}
            about["checksums"] = _CHECKSUMS | own
        return json.dumps(about).encode() + b"\n"

    @property
    def header(self) -> bytes:
        """The first bytes of the file, as NumPy 2 writes them in version 1.0 of its format.

        They are written here, so that tables remain readable if another version of NumPy pads differently.
        """
        text = f"{{'descr': {self.dtype.str!r}, 'fortran_order': False, 'shape': {self.shape!r}, }}"
        text += " " * (_GROWTH_DIGITS - len(str(self.shape[0])))
        text += " " * (64 - (len(text) + 11) % 64) + "\n"
        return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode()

    @property
    def n_bytes(self) -> int:
        """The size of the numbers in bytes."""
        return int(np.prod(self.shape, dtype=object)) * self.dtype.itemsize

    def check(self, file: BinaryIO, *, thorough: bool) -> None:
        """Compare a file with the header, the size, and the first checksum (all checksums if `thorough`)."""
        expected = len(self.header) + self.n_bytes
        if (found := file.seek(0, 2)) != expected:
            raise DamagedError(f"it has {found:,} bytes, and the table {expected:,}")
        file.seek(0)
        if file.read(len(self.header)) != self.header:
            raise DamagedError(f"its header is not that of {self.table!r} as {self.dtype.str} {list(self.shape)}")
        known = self.checksums if thorough else self.checksums[:1]
        # The file comes last: no piece is read that is not checked.
        for at, (right, checksum) in enumerate(zip(known, checksums_of(file), strict=False)):
            if checksum != right:
                first, end = at * PIECE_BYTES, min((at + 1) * PIECE_BYTES, expected)
                raise DamagedError(f"bytes {first:,} to {end - 1:,} are not those that were written")

    @classmethod
    def parse(cls, text: bytes) -> Self:
        """Return the description with this text, which must match it to the last byte."""
        about = parsed(text)
        found = cls.of({name: about.get(name) for name in cls.beginning() | {"table": "", "dtype": "", "shape": ()}})
        try:
            found = found._replace(checksums=tuple(about["checksums"]["pieces"]))
            pieces = -(-(len(found.header) + found.n_bytes) // PIECE_BYTES)
            if found.line == text and len(found.checksums) == pieces:
                return found
        except (KeyError, TypeError, ValueError):
            pass
        raise DamagedError(_WRONG)

    @classmethod
    def of(cls, about: dict[str, Any]) -> Self:
        """Return the description of an identification, which must have exactly the expected form."""
        try:
            table, dtype, shape = about["table"], about["dtype"], about["shape"]
            # Only numeric dtypes are allowed: other names could stand for any dtype, including objects.
            is_right = (
                re.fullmatch("[ -~]{1,1000}", table) is not None
                and re.fullmatch("[<>|][uif][1248]", dtype) is not None
                and 1 <= len(shape) <= 4
                and all(type(n) is int and 0 <= n < 1 << 48 for n in shape)
            )
            if is_right and (found := cls(table, np.dtype(dtype), tuple(shape))).about == about:
                return found
        except (KeyError, TypeError, ValueError):
            pass
        raise DamagedError(_WRONG)

    @staticmethod
    def beginning() -> dict[str, Any]:
        """Return the items at the beginning of every description."""
        return {"format": FORMAT}


def checksums(data: memoryview) -> tuple[str, ...]:
    """Return the checksums of all pieces."""
    return tuple(_checksum(data[at : at + PIECE_BYTES]) for at in range(0, len(data), PIECE_BYTES))


def checksums_of(file: BinaryIO) -> Iterator[str]:
    """Yield the checksums of the pieces of a file, from its beginning."""
    file.seek(0)
    while piece := file.read(PIECE_BYTES):
        yield _checksum(piece)


def digest(text: bytes, checksums: tuple[str, ...]) -> bytes:
    """Return one checksum of a text and of the checksums of a file's pieces."""
    return _checksum(text + "".join(checksums).encode()).encode()


def _checksum(piece: bytes | memoryview) -> str:
    return f"{zlib.crc32(piece):08x}"
