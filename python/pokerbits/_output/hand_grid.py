"""The 169 starting hands as players lay them out: 13 x 13, aces first, suited hands above the diagonal.

As an array, and the shares of a range in such a grid as text and as HTML.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits._input.card_set import RANKS
from pokerbits._output.colours import ink_on, tint
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import InvalidArgumentError

__all__ = ["grid_html", "grid_text", "hand_grid"]


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


def grid_text(shares: NDArray[np.float64]) -> str:
    """Return shares of the hands, (13, 13), as text: the name of a whole hand, the percentage of a part, else a dot."""
    rows = zip(_names(), shares.tolist(), strict=True)
    return "\n".join("  ".join(f"{_cell(*of):3}" for of in zip(*row, strict=True)).rstrip() for row in rows)


def _cell(name: str, share: float) -> str:
    """Return what stands for a hand in the text; a part is never rounded to nothing or to all."""
    if share == 1:
        return name
    return f"{min(max(round(100 * share), 1), 99)}%" if share > 0 else "."


def grid_html(shares: NDArray[np.float64], note: str) -> str:
    """Return shares of the hands, (13, 13), as an HTML table whose shades are the shares, with a line below it."""

    def cell(name: str, share: float) -> str:
        # What is not there has the ink of the page, faint, whether the page is light or dark.
        style = "text-align: center; opacity: 0.5"
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
    """Return the names of the hands in the grid."""
    names: list[list[str]] = hand_grid(np.array(HAND_CLASSES)).tolist()
    return names
