"""Dtypes and arrays that are not laid out as usual, for tests of those who read them."""

import numpy as np

INTEGERS = [np.dtype(code) for code in np.typecodes["AllInteger"]]
DTYPES = INTEGERS + [dtype.newbyteorder(">") for dtype in INTEGERS if dtype.itemsize > 1]
"""All dtypes of integers, in both byte orders."""


def unaligned(array):
    """Return a copy that begins one byte after where its dtype would; objects stay where they are."""
    if array.dtype.hasobject:
        return array.copy()
    moved = np.ndarray(array.shape, array.dtype, np.empty(array.nbytes + 1, dtype=np.uint8), offset=1)
    moved[...] = array
    return moved
