"""Positions on a line for buckets, given their distances."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_STEPS = 200


def positions_on_a_line(distances: NDArray[np.float64], first_guess: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a position for each item, so that differences of positions approximate the distances.

    The leading coordinate of classical scaling (Torgerson, "Multidimensional Scaling", 1952), by power iteration from a
    first guess, which determines the direction; then scaled to the least squared errors of the distances. Sums are
    NumPy's own: those of a linear algebra library would depend on its threads.
    """
    squares = distances * distances
    centred = -0.5 * (squares - squares.mean(axis=0) - squares.mean(axis=1)[:, None] + squares.mean())
    places = first_guess - first_guess.mean()
    for _ in range(_STEPS):
        length = np.sqrt((places * places).sum())
        if length == 0:
            return np.zeros(len(distances))
        places = (centred * (places / length)).sum(axis=1)
    if (places * (first_guess - first_guess.mean())).sum() < 0:
        places = -places
    apart = np.abs(places[:, None] - places)
    norm = (apart * apart).sum()
    places = places * ((apart * distances).sum() / norm) if norm else places
    least: NDArray[np.float64] = places - places.min()
    return least
