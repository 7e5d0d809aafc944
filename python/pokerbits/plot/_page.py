"""Shared parts of plots: colours, Axes, titles, and the categories of hands below an axis of strengths."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._evaluator.strengths import MAX_STRENGTH
from pokerbits._extras import needing
from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito, "Color Universal Design" (2008): distinguishable with any colour vision; dashes work without colour.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
DASHES = ("--", ":", "-.", "-")

EMPTY = "#f4f4f4"
"""The colour of a cell without a value."""

STRENGTH = "strength, from 1 (7-5-4-3-2) to 7,462 (royal flush)"

# The smallest strength of every category.
_CATEGORIES = {
    "high card": 1,
    "pair": 1278,
    "two pair": 4138,
    "three of a kind": 4996,
    "straight": 5854,
    "flush": 5864,
    "full house": 7141,
    "four of a kind": 7297,
    "straight flush": 7453,
}


CATEGORY_STARTS = tuple(_CATEGORIES.values())


def axes_for(ax: "Axes | None", size: tuple[float, float], **texts: str | None) -> "Axes":
    """Return the given Axes, or new ones on a pyplot figure of `size` in inches.

    First check the texts that will be drawn there.
    """
    for what, text in texts.items():
        if text is not None and not _is_text(text):
            raise InvalidArgumentError(f"{what}: expected text, found {shown(text)}")
    if ax is None:
        with needing("plot", "pokerbits.plot"):
            # pyplot is slow to import and chooses a backend, so import it only without Axes.
            import matplotlib.pyplot as plt

            # The first figure imports the backend.
            return plt.subplots(figsize=size, layout="constrained")[1]
    with needing("plot", "pokerbits.plot"):
        from matplotlib.axes import Axes

    if not isinstance(ax, Axes):
        raise InvalidArgumentError(f"ax: expected Axes of matplotlib, found {shown(ax)}")
    return ax


def _is_text(text: object) -> bool:
    """Return whether an object is text that can be drawn."""
    try:
        return isinstance(text, str) and bool(text.encode() or True)
    except UnicodeEncodeError:
        return False


def check_result(result: object, kind: type, what: str, of: str) -> None:
    """Raise unless an object is a result of the function `of`."""
    if not isinstance(result, kind):
        raise InvalidArgumentError(f"{what}: expected what {of} returns, found {shown(result)}")


def check_colour(color: object) -> None:
    """Raise unless matplotlib knows the colour."""
    with needing("plot", "pokerbits.plot"):
        from matplotlib.colors import is_color_like

    if color is not None and not (isinstance(color, str | tuple | list | np.ndarray) and is_color_like(color)):
        raise InvalidArgumentError(f"color: expected a colour of matplotlib, found {shown(color)}")


def check_colour_map(cmap: object) -> None:
    """Raise unless matplotlib knows the colour map."""
    with needing("plot", "pokerbits.plot"):
        from matplotlib import colormaps
        from matplotlib.colors import Colormap

    if cmap is not None and not isinstance(cmap, Colormap) and not (isinstance(cmap, str) and cmap in colormaps):
        raise InvalidArgumentError(f"cmap: expected a colour map of matplotlib, or its name, found {shown(cmap)}")


def bare(ax: "Axes") -> None:
    """Remove the frame at the top and right, and the horizontal margins."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.margins(x=0)


def join_title(ax: "Axes", title: str) -> None:
    """Set the title, or append it to the existing one."""
    before = ax.get_title()
    if title not in (before, *before.split(", ")):
        ax.set_title(f"{before}, {title}" if before else title)


def finish(ax: "Axes", title: str, *, legend: bool = True) -> "Axes":
    """Add the legend and the title of a line plot, and return the Axes."""
    if legend:
        ax.legend(loc="best", fontsize="small")
    bare(ax)
    join_title(ax, title)
    return ax


def legend_above(ax: "Axes") -> None:
    """Put the legend between the Axes and their title."""
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4, fontsize="small", frameon=False)
    ax.set_title(ax.get_title(), pad=24)


def category_columns(ax: "Axes") -> tuple[NDArray[Any], NDArray[Any]]:
    """Give every category a column of equal width and its name below it.

    Returns
    -------
    tuple[NDArray[Any], NDArray[Any]]
        The place of every strength, shape (7463,), and the middles of the columns, shape (9,).
    """
    starts = np.array(CATEGORY_STARTS)
    sizes = np.diff(starts, append=MAX_STRENGTH + 1)
    strengths = np.arange(MAX_STRENGTH + 1)
    # Nothing has strength 0.
    column = np.maximum(np.searchsorted(starts, strengths, side="right") - 1, 0)
    places = column + 0.05 + 0.9 * (strengths - starts[column] + 0.5) / sizes[column]
    middles = np.arange(len(starts)) + 0.5
    for edge in range(1, len(starts)):
        ax.axvline(edge, color="#999999", linewidth=0.6, alpha=0.8)
    names = [name.replace(" ", "\n", 1) for name in _CATEGORIES]
    # The longest line has nine letters, about five times as wide as they are high.
    size = min(10.0, 72 * ax.get_window_extent().width / ax.figure.dpi / len(starts) / 5.2)
    ax.set_xticks(middles, names, fontsize=size)
    ax.tick_params(axis="x", length=0)
    return places, middles


def mark_categories(ax: "Axes", *, color: str = "#999999") -> None:
    """Draw a line at the start of each category, and write the names below the Axes."""
    firsts = list(_CATEGORIES.values())
    for first in firsts[1:]:
        ax.axvline(first - 0.5, color=color, linewidth=0.6, alpha=0.8)
    middles = [(first + end) / 2 for first, end in zip(firsts, [*firsts[1:], MAX_STRENGTH + 1], strict=True)]
    places = dict(zip(_CATEGORIES, middles, strict=True))
    # The label of straights does not fit between its neighbours and goes one line lower. The last three share a line.
    last = list(_CATEGORIES)[-3:]
    labels = {name: "\n" * (name == "straight") + name for name in _CATEGORIES if name not in last}
    size = min(10.0, 72 * ax.get_window_extent().width / ax.figure.dpi / 62)
    ax.set_xticks(
        [*(places[name] for name in labels), MAX_STRENGTH], [*labels.values(), "\n\n" + ", ".join(last)], fontsize=size
    )
    ax.get_xticklabels()[-1].set_horizontalalignment("right")
    ax.tick_params(axis="x", length=0)
    ax.set_xlim(0.5, MAX_STRENGTH + 0.5)
