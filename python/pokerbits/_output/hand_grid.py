"""The 169 starting hands as players lay them out: 13 x 13, aces first, suited hands above the diagonal."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits._input.card_set import RANKS
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import InvalidArgumentError

__all__ = ["hand_grid"]


def hand_grid(values: ArrayLike) -> NDArray[Any]:
    """Return values of the 169 starting hands as players lay them out: 13 x 13, aces first.

    Suited hands stand above the diagonal, unsuited ones below it.

    Parameters
    ----------
    values
        Shape (169, ...), row i for `HAND_CLASSES[i]`.

    Returns
    -------
    Shape (13, 13, ...)

    Raises
    ------
    InvalidArgumentError
        If there are not 169 rows.

    Examples
    --------
    >>> import numpy as np
    >>> import pokerbits as pb
    >>> from pokerbits.plot import hand_grid
    >>> print(hand_grid(np.array(pb.HAND_CLASSES))[:2, :2])
    [['AA' 'AKs']
     ['AKo' 'KK']]
    """
    array = np.asarray(values)
    if array.ndim == 0 or len(array) != len(HAND_CLASSES):
        message = f"values: expected 169 rows, found shape {array.shape}"
        raise InvalidArgumentError(message)
    return array[_class_at()]


@cache
def _class_at() -> NDArray[np.intp]:
    """Return the class at every place of the grid."""
    numbers = {name: i for i, name in enumerate(HAND_CLASSES)}
    down = RANKS[::-1]
    names = [
        [a + b + "s" if i < j else b + a + "o" if i > j else a + b for j, b in enumerate(down)]
        for i, a in enumerate(down)
    ]
    return np.array([[numbers[name] for name in row] for row in names])
