"""Pictures of hands, on matplotlib Axes: Axes in, Axes out. Needs the extra `plot`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits._card_set import RANKS
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["hand_grid", "hand_matrix"]


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
    return array[_CLASS_AT]


def _class_at() -> NDArray[np.intp]:
    """Return the class at every place of the grid."""
    numbers = {name: i for i, name in enumerate(HAND_CLASSES)}
    down = RANKS[::-1]
    names = [
        [a + b + "s" if i < j else b + a + "o" if i > j else a + b for j, b in enumerate(down)]
        for i, a in enumerate(down)
    ]
    return np.array([[numbers[name] for name in row] for row in names])


_CLASS_AT = _class_at()


def hand_matrix(
    values: ArrayLike,
    *,
    ax: "Axes | None" = None,
    title: str = "",
    cmap: str = "viridis",
    vmin: float | None = None,
    vmax: float | None = None,
    text: Callable[[float], str] | None = None,
) -> "Axes":
    """Draw a value of each of the 169 starting hands as a 13 x 13 matrix: suited above the diagonal, unsuited below.

    Parameters
    ----------
    values
        Shape (169,), element i for `HAND_CLASSES[i]`.
    ax
        Where to draw; by default on new Axes.
    title
        The title.
    cmap, vmin, vmax
        The colour map and its ends, as matplotlib takes them.
    text
        What to write under the name of a hand, given its value; by default the value in per cent, two digits.

    Returns
    -------
    The Axes.

    Raises
    ------
    InvalidArgumentError
        If there are not 169 values.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.plot import hand_matrix
    >>> axes = hand_matrix(np.linspace(0, 1, 169), title="from 0 to 1")
    >>> axes.get_title()
    'from 0 to 1'
    """
    grid = hand_grid(np.asarray(values, dtype=np.float64))
    if grid.ndim != 2:
        message = f"values: expected shape (169,), found {np.shape(values)}"
        raise InvalidArgumentError(message)
    if ax is None:
        from matplotlib.figure import Figure

        ax = Figure(figsize=(7, 7), layout="constrained").subplots()
    image = ax.imshow(grid, cmap=cmap, vmin=vmin, vmax=vmax)
    written = text or (lambda value: f"{100 * value:.0f}")
    names = hand_grid(np.array(HAND_CLASSES))
    # Scaled to the width that a cell has on the page.
    points = 72 * ax.get_window_extent().width / ax.figure.dpi / 13
    for (i, j), value in np.ndenumerate(grid):
        red, green, blue, _ = image.cmap(image.norm(value))
        ink = "black" if 0.3 * red + 0.6 * green + 0.1 * blue > 0.5 else "white"
        ax.text(
            j, i - 0.14, str(names[i, j]), ha="center", va="center", color=ink, fontsize=points / 3.4, weight="bold"
        )
        ax.text(j, i + 0.22, written(float(value)), ha="center", va="center", color=ink, fontsize=points / 4.2)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.set_title(title)
    return ax
