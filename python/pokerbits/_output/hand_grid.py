"""The 169 starting hands in the usual 13 x 13 grid: aces first, suited hands above the diagonal.

The grid is available as an array; the shares of a range also as text and HTML.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits._input.arrays import as_array
from pokerbits._input.card_set import RANKS
from pokerbits._output.colours import ink_on, tint
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import InvalidArgumentError


def hand_grid(values: ArrayLike) -> NDArray[Any]:
    """Return values of the 169 starting hands in the usual 13 x 13 grid, aces first.

    Suited hands are above the diagonal, offsuit hands below it.

    Parameters
    ----------
    values
        Values, shape (169, ...), with row i for `HAND_CLASSES[i]`.

    Returns
    -------
    Array of shape (13, 13, ...)

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
    array = as_array(values, "values")
    if array.ndim == 0 or len(array) != len(HAND_CLASSES):
        raise InvalidArgumentError(f"values: expected 169 rows, found shape {array.shape}")
    return array[_class_at()]


@cache
def _class_at() -> NDArray[np.intp]:
    """Return the index of the hand class in each cell of the grid."""
    numbers = {name: i for i, name in enumerate(HAND_CLASSES)}
    down = RANKS[::-1]
    names = [
        [a + b + "s" if i < j else b + a + "o" if i > j else a + b for j, b in enumerate(down)]
        for i, a in enumerate(down)
    ]
    return np.array([[numbers[name] for name in row] for row in names])


def grid_text(shares: NDArray[np.float64]) -> str:
    """Return shares of the hands, (13, 13), as text: the hand's name for 1, a percentage for a part, a dot for 0."""
    rows = zip(_names(), shares.tolist(), strict=True)
    return "\n".join("  ".join(f"{_cell(*of):3}" for of in zip(*row, strict=True)).rstrip() for row in rows)


def _cell(name: str, share: float) -> str:
    """Return the cell text for a hand; a share between 0 and 1 is never rounded to 0% or 100%."""
    if share == 1:
        return name
    return f"{min(max(round(100 * share), 1), 99)}%" if share > 0 else "."


def grid_html(shares: NDArray[np.float64], note: str) -> str:
    """Return shares of the hands, (13, 13), as an HTML table shaded by share, with a note below it."""

    def cell(name: str, share: float) -> str:
        # Absent hands have the text colour of the page, faint on light and dark pages.
        style = "text-align: center; opacity: 0.7"
        if share > 0:
            red, green, blue = tint(share)
            ink = ink_on([red / 255, green / 255, blue / 255])
            style = f"text-align: center; background: rgb({red}, {green}, {blue}); color: {ink}"
        return f'<td style="{style}" title="{name}: {share:.2%}">{name}</td>'

    rows = zip(_names(), shares.tolist(), strict=True)
    body = "".join("<tr>" + "".join(map(cell, *row)) + "</tr>" for row in rows)
    return f"<table><tbody>{body}</tbody></table><p>{note}</p>"


@cache
def _names() -> list[list[str]]:
    """Return the names of the hands in the cells of the grid."""
    names: list[list[str]] = hand_grid(np.array(HAND_CLASSES)).tolist()
    return names
