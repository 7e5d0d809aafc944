"""Equilibria of games whose gains are linear in all probabilities, by Lemke's method of complementary pivots.

C. E. Lemke, "Bimatrix equilibrium points and mathematical programming", Management Science 11 (1965). For
probabilities it always ends at an equilibrium, because they are bounded.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbits._products import product

_SMALLEST = 1e-10
"""Entries of a scaled tableau below this are rounding."""
_MOST_PIVOTS = 40
"""The largest number of pivots for each probability: only rounding can take more."""


def equilibrium(
    gains: NDArray[np.float64], slopes: NDArray[np.float64], start: NDArray[np.bool_]
) -> NDArray[np.float64] | None:
    """Return probabilities x with gain 0 where 0 < x < 1, no positive gain where x = 0, no negative one where x = 1.

    The gain is `gains + slopes @ x`. The method starts from probabilities of 0 and 1. The result is `None` if rounding
    keeps it from an end.
    """
    n = len(gains)
    # A probability of 1 is a 0 of the opposite action, so that everything starts at 0.
    sign = np.where(start, -1.0, 1.0)
    gains = sign * (gains + product(slopes, start.astype(np.float64)))
    slopes = sign[:, np.newaxis] * slopes * sign
    scale = np.maximum(np.abs(gains), np.abs(slopes).max(axis=1, initial=0))
    scale[scale == 0] = 1
    # The unknowns: probabilities x and prices u of their bound 1, then the slack of each equation, and a tax on action:
    # tax + u - gain = slack, 1 - x = slack. With a large tax nobody acts; the pivots bring it to 0.
    eye, zero = np.eye(n), np.zeros((n, n))
    # Each pays another share of it, so that they do not begin to act all at once.
    tax = -np.concatenate([np.linspace(1, 2, n), np.zeros(n)])[:, np.newaxis]
    left = np.block([[slopes / scale[:, np.newaxis], -eye], [eye, zero]])
    tableau = np.hstack([left, np.eye(2 * n), tax, np.concatenate([-gains / scale, np.ones(n)])[:, np.newaxis]])
    basis = np.arange(2 * n, 4 * n)
    if tableau[:, -1].min() < 0:
        row, column = int((tableau[:n, -1] / -tableau[:n, 4 * n]).argmin()), 4 * n
        for _ in range(_MOST_PIVOTS * n):
            pivot(tableau, row, column)
            left_out, basis[row] = basis[row], column
            if left_out == 4 * n:
                break
            # The partner of what has left the basis enters.
            column = int((left_out + 2 * n) % (4 * n))
            can = tableau[:, column] > _SMALLEST
            if not can.any():
                return None
            row = first_to_leave(tableau, np.flatnonzero(can), column, basis == 4 * n)
        else:
            return None
    x = np.zeros(4 * n + 1)
    x[basis] = tableau[:, -1]
    found: NDArray[np.float64] = np.where(start, 1 - x[:n], x[:n]).clip(0, 1)
    return found


def first_to_leave(
    tableau: NDArray[np.float64], rows: NDArray[np.intp], column: int, preferred: NDArray[np.bool_]
) -> int:
    """Return the row of the unknown that first comes to 0 if that of the column grows.

    If several do, the later columns decide, so that the pivots never go round in a circle.
    """
    n = len(tableau)
    for k in (-1, *range(n, 2 * n)):
        ratios = tableau[rows, k] / tableau[rows, column]
        rows = rows[ratios <= ratios.min() + _SMALLEST]
        if preferred[rows].any():
            return int(rows[preferred[rows]][0])
        if len(rows) == 1:
            break
    return int(rows[0])


def pivot(tableau: NDArray[np.float64], row: int, column: int) -> None:
    """Bring a column into the basis, in place of that of this row."""
    tableau[row] /= tableau[row, column]
    others = tableau[:, column].copy()
    others[row] = 0
    tableau -= others[:, np.newaxis] * tableau[row]
