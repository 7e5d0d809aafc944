"""Matrix products, which a fork by another thread waits for.

NumPy multiplies matrices with a BLAS library that may have threads of its own. OpenBLAS ends these threads before a
fork; if they are multiplying matrices for another thread, neither that thread nor the fork ever goes on.
"""

import numpy as np
from numpy.typing import NDArray

from pokerbits._forks import NoFork

__all__ = ["least_squares", "product"]


def product(left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return `left @ right`."""
    with NoFork():
        return np.asarray(left @ right)


def least_squares(matrix: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the shortest of the vectors for which `matrix @ vector` is closest to `right`."""
    with NoFork():
        return np.asarray(np.linalg.lstsq(matrix, right, rcond=None)[0])
