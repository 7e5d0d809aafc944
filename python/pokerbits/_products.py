"""Matrix products, which a fork by another thread waits for.

NumPy multiplies matrices with a BLAS library that may have threads of its own. OpenBLAS ends these threads before a
fork; if they are multiplying matrices for another thread, neither that thread nor the fork ever goes on.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._forks import NoFork

_LIMB = 32
"""Bits of the parts of integers that are added up as floats: 2^20 of them are exact."""


def product(left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return `left @ right`."""
    with NoFork():
        return np.asarray(left @ right)


def exact_sums(which: NDArray[np.float64], numbers: NDArray[Any]) -> NDArray[Any]:
    """Return `which @ numbers` for zeros and ones, and integers as in `exact_weights`."""
    if numbers.dtype == np.float64:
        return product(which, numbers)
    sums = np.zeros((len(which), numbers.shape[1]), dtype=object)
    for shift in range(0, int(numbers.max(initial=0)).bit_length(), _LIMB):
        limbs = (numbers >> shift & (1 << _LIMB) - 1).astype(np.float64)
        sums += product(which, limbs).astype(np.int64).astype(object) << shift
    return sums


def contracted(left: NDArray[Any], right: NDArray[Any]) -> NDArray[np.float64]:
    """Return the sums over the last axis of `left` and the first of `right`."""
    with NoFork():
        return np.asarray(np.tensordot(left, right, 1))


def least_squares(matrix: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the shortest of the vectors for which `matrix @ vector` is closest to `right`."""
    with NoFork():
        return np.asarray(np.linalg.lstsq(matrix, right, rcond=None)[0])
