"""Files that PostgreSQL's `COPY ... FROM STDIN BINARY` reads: a header, rows of fixed width, and a trailer."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

HEADER = b"PGCOPY\n\xff\r\n\0" + struct.pack(">ii", 0, 0)
TRAILER = struct.pack(">h", -1)


def rows_of(**columns: NDArray[Any]) -> NDArray[Any]:
    """Return rows of these columns, in this order. The dtype of a column is that of the table."""
    fields: list[tuple[str, str]] = [("fields", ">i2")]
    for name, values in columns.items():
        fields += [(f"{name}_bytes", ">i4"), (name, values.dtype.newbyteorder(">").str)]
    rows = np.empty(len(next(iter(columns.values()))), dtype=fields)
    rows["fields"] = len(columns)
    for name, values in columns.items():
        rows[f"{name}_bytes"], rows[name] = values.dtype.itemsize, values
    return rows
