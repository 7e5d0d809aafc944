"""Pictures of hands, on matplotlib Axes: Axes in, Axes out. Needs the extra `plot`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits._card_set import RANKS
from pokerbits._evaluator import MAX_STRENGTH
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["ars_heatmap", "hand_grid", "hand_matrix", "rank_frequencies", "strength_histogram"]


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
        ax = _axes((7, 7))
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


def strength_histogram(
    counts: ArrayLike,
    *,
    ax: "Axes | None" = None,
    title: str = "",
    color: str = "#31688e",
    label: str | None = None,
) -> "Axes":
    """Draw how the final strength of a hand is spread over its runouts, with its mean, E[HS], as a line.

    Parameters
    ----------
    counts
        Runouts, or shares of them, in equal bins of hand strength, shape (bins,), as `hand_strength_histogram` returns.
    ax
        Where to draw; by default on new Axes.
    title
        The title.
    color
        The colour of the bars.
    label
        The name of the hand in a legend.

    Returns
    -------
    The Axes.

    Raises
    ------
    InvalidArgumentError
        If there is not one row of numbers that add up to more than 0.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.plot import strength_histogram
    >>> counts = pb.hand_strength_histogram("9h8h", board="ThJhAc")
    >>> axes = strength_histogram(counts, title="9h8h on ThJhAc")
    >>> axes.get_xlabel()
    'final hand strength'
    """
    shares = np.asarray(counts, dtype=np.float64)
    if shares.ndim != 1 or not shares.sum() > 0:
        message = f"counts: expected one row of numbers that are not all 0, found shape {shares.shape}"
        raise InvalidArgumentError(message)
    shares = shares / shares.sum()
    centres = (np.arange(len(shares)) + 0.5) / len(shares)
    mean = float(shares @ centres)
    ax = _axes((7, 4)) if ax is None else ax
    ax.bar(centres, 100 * shares, width=0.92 / len(shares), color=color, alpha=0.85, label=label)
    ax.axvline(mean, color=color, linestyle="--", linewidth=1.2)
    ax.annotate(
        f"mean {mean:.3f}",
        (mean, 1),
        xycoords=("data", "axes fraction"),
        xytext=(4, -4),
        textcoords="offset points",
        va="top",
        color=color,
        bbox={"facecolor": "white", "alpha": 0.7, "linewidth": 0, "pad": 1},
    )
    ax.set_xlim(0, 1)
    ax.set_xlabel("final hand strength")
    ax.set_ylabel("runouts, %")
    _bare(ax)
    ax.set_title(title)
    return ax


def rank_frequencies(
    frequencies: ArrayLike, *, ax: "Axes | None" = None, title: str = "", color: str = "#31688e"
) -> "Axes":
    """Draw how often each of the 7,462 strengths comes, weakest on the left, the categories marked.

    Parameters
    ----------
    frequencies
        Numbers or shares of hands, shape (7463,): element s for strength s; nothing has strength 0.
    ax
        Where to draw; by default on new Axes.
    title
        The title.
    color
        The colour of the line.

    Returns
    -------
    The Axes.

    Raises
    ------
    InvalidArgumentError
        If there are not 7,463 numbers that add up to more than 0.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.plot import rank_frequencies
    >>> axes = rank_frequencies(np.ones(7463), title="all alike")
    >>> axes.get_title()
    'all alike'
    """
    shares = np.asarray(frequencies, dtype=np.float64)
    if shares.shape != (MAX_STRENGTH + 1,) or not shares.sum() > 0:
        message = f"frequencies: expected {MAX_STRENGTH + 1} numbers that are not all 0, found shape {shares.shape}"
        raise InvalidArgumentError(message)
    shares = 100 * shares / shares.sum()
    ax = _axes((10, 3.6)) if ax is None else ax
    strengths = np.arange(1, MAX_STRENGTH + 1)
    # Lines, not areas: a strength must not fade away between neighbours that never come.
    ax.vlines(strengths, 0, shares[1:], color=color, linewidth=0.5)
    ax.set_ylim(0, 1.02 * shares.max())
    _mark_categories(ax)
    ax.set_ylabel("hands, %")
    _bare(ax)
    ax.set_title(title)
    return ax


def ars_heatmap(
    table: ArrayLike, *, ax: "Axes | None" = None, title: str = "", cmap: str = "viridis", colorbar: bool = True
) -> "Axes":
    """Draw average rank strength: strengths from left to right, classes of hole cards from the weakest up.

    Parameters
    ----------
    table
        Shape (7463, 169), as `ars_table` returns; where no hand is (NaN) the page shows.
    ax
        Where to draw; by default on new Axes.
    title
        The title.
    cmap
        The colour map, from 0 to 1.
    colorbar
        Whether to draw a colour bar beside it.

    Returns
    -------
    The Axes.

    Raises
    ------
    InvalidArgumentError
        If the shape is another.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.plot import ars_heatmap
    >>> axes = ars_heatmap(pb.ars_table("turn"), title="turn")
    >>> axes.get_ylabel()
    'hole cards'
    """
    means = np.asarray(table, dtype=np.float64)
    if means.shape != (MAX_STRENGTH + 1, len(HAND_CLASSES)):
        message = f"table: expected shape {(MAX_STRENGTH + 1, len(HAND_CLASSES))}, found {means.shape}"
        raise InvalidArgumentError(message)
    ax = _axes((10, 5)) if ax is None else ax
    # Hands without a pair by their cards, then pairs: the order in which the strengths that they can have begin.
    order = np.array(sorted(range(len(HAND_CLASSES)), key=_heatmap_order))
    # More columns than a page has dots: means of eight neighbours, of those that are there.
    parts = np.append(means[1:], np.full((-MAX_STRENGTH % 8, means.shape[1]), np.nan), axis=0)[:, order]
    parts = parts.reshape(-1, 8, means.shape[1])
    here = ~np.isnan(parts)
    sums, numbers = np.where(here, parts, 0).sum(axis=1), here.sum(axis=1)
    blocks = np.divide(sums, numbers, out=np.full(sums.shape, np.nan), where=numbers > 0)
    extent = (0.5, 8 * len(blocks) + 0.5, -0.5, len(order) - 0.5)
    image = ax.imshow(
        blocks.T, aspect="auto", origin="lower", extent=extent, cmap=cmap, vmin=0, vmax=1, interpolation="nearest"
    )
    ax.set_facecolor("#f4f4f4")
    _mark_categories(ax, color="black")
    shown = [i for i, number in enumerate(order) if HAND_CLASSES[number] in _LABELLED]
    ax.set_yticks(shown, [HAND_CLASSES[order[i]] for i in shown])
    ax.set_ylabel("hole cards")
    ax.set_title(title)
    if colorbar:
        ax.figure.colorbar(image, ax=ax, label="average rank strength", pad=0.01)
    return ax


_LABELLED = {"32o", "T9o", "QJo", "A2o", "32s", "T9s", "QJs", "A2s", "22", "AA"}

# The least strength of every category and its name; those without room below the axis are named above it.
_CATEGORIES = (
    (1, "high card", True),
    (1278, "pair", True),
    (4138, "two pair", True),
    (4996, "three of a kind", True),
    (5854, "straight", False),
    (5864, "flush", True),
    (7141, "full house", False),
    (7297, "four of a kind", False),
    (7453, "straight flush", False),
)


def _heatmap_order(number: int) -> tuple[int, int]:
    """Return what sorts classes of hole cards: unsuited, suited, then pairs."""
    name = HAND_CLASSES[number]
    return (2 if len(name) == 2 else 1 if name[2] == "s" else 0), number


def _axes(size: tuple[float, float]) -> "Axes":
    """Return new Axes on a page of this size, in inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=size, layout="constrained").subplots()


def _bare(ax: "Axes") -> None:
    """Take away what shows nothing."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.margins(x=0)


def _mark_categories(ax: "Axes", *, color: str = "#999999") -> None:
    """Draw a line where each category begins, and write their names."""
    ends = [first for first, _, _ in _CATEGORIES[1:]] + [MAX_STRENGTH + 1]
    for first in ends[:-1]:
        ax.axvline(first - 0.5, color=color, linewidth=0.6, alpha=0.8)
    middles = [((first + end) / 2, name, wide) for (first, name, wide), end in zip(_CATEGORIES, ends, strict=True)]
    ax.set_xticks([x for x, _, wide in middles if wide], [name for _, name, wide in middles if wide])
    narrow = ax.secondary_xaxis("top")
    # The last three would stand on each other: they get the room of 150 strengths each.
    narrow.set_xticks([5859, 7150, 7305, 7460], [name for _, name, wide in middles if not wide])
    for label in narrow.get_xticklabels():
        label.set(rotation=55, ha="left", rotation_mode="anchor", fontsize="small")
    narrow.tick_params(length=0)
    narrow.spines["top"].set_visible(False)
    ax.tick_params(axis="x", length=0)
    ax.set_xlim(0.5, MAX_STRENGTH + 0.5)
