"""Pictures of numbers that hands have: of hand classes, of strengths, of shares of hand strength."""

from collections.abc import Callable
from math import floor, log10
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits._evaluator.strengths import MAX_STRENGTH
from pokerbits._forks import NoFork
from pokerbits._input.numbers import real_number, real_numbers
from pokerbits._input.shown import shown
from pokerbits._output.hand_grid import hand_grid
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.plot._page import (
    COLOURS,
    DASHES,
    STRENGTH,
    axes_for,
    check_colour,
    check_colour_map,
    finish,
    mark_categories,
)
from pokerbits.ranges._range import RangeLike, as_range, class_means

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.image import AxesImage
    from matplotlib.ticker import Formatter

_LABELLED = {"32o", "T9o", "QJo", "A2o", "32s", "T9s", "QJs", "A2s", "22", "AA"}

# The colour of the page where there is no value.
_EMPTY = "#f4f4f4"


def hand_matrix(
    values: ArrayLike,
    *,
    ax: "Axes | None" = None,
    title: str = "",
    label: str = "",
    percent: bool | None = None,
    cmap: str = "viridis",
    vmin: float | None = None,
    vmax: float | None = None,
    text: Callable[[float], str] | None = None,
    colorbar: bool = True,
) -> "Axes":
    """Draw a value of each of the 169 starting hands as a 13 x 13 matrix: suited above the diagonal, unsuited below.

    Parameters
    ----------
    values
        Shape (169,), element i for `HAND_CLASSES[i]`. The cell of a value that is not finite stays blank.
    ax
        Where to draw; by default on a new figure of pyplot.
    title
        The title.
    label
        What the values are, as the colour bar says; their unit follows.
    percent
        Whether values are shares, to be written in per cent: 0.5 as 50%. By default if all are within 0 and 1.
    cmap, vmin, vmax
        The colour map and its ends, as matplotlib takes them.
    text
        What to write under the name of a hand, given its value; by default the value, with three digits where the
        largest value has them. Beyond 100,000 and below 0.001 all values are divided by a power of ten that the colour
        bar names.
    colorbar
        Whether to draw a colour bar beside it.

    Returns
    -------
    The Axes.

    Raises
    ------
    InvalidArgumentError
        If there are not 169 values, or `ax`, a text, a colour map or an end of it is no such thing.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.plot import hand_matrix
    >>> axes = hand_matrix(np.linspace(0, 1, 169), title="from 0 to 1")
    >>> axes.get_title()
    'from 0 to 1'
    """
    grid = hand_grid(real_numbers(values, "values"))
    if grid.ndim != 2:
        message = f"values: expected shape (169,), found {np.shape(values)}"
        raise InvalidArgumentError(message)
    known = grid[np.isfinite(grid)]
    if percent is not None and not isinstance(percent, bool | np.bool):
        message = f"percent: expected True, False or None, found {shown(percent)}"
        raise InvalidArgumentError(message)
    if percent is None:
        percent = bool(((known >= 0) & (known <= 1)).all())
    scale, unit, written = _notation(float(np.abs(known).max(initial=0)), percent=percent)
    ends = [None if end is None else real_number(end, what) for end, what in ((vmin, "vmin"), (vmax, "vmax"))]
    if text is not None and not callable(text):
        message = f"text: expected a function of a value, found {shown(text)}"
        raise InvalidArgumentError(message)
    check_colour_map(cmap)
    ax = axes_for(ax, (7.6, 6.8), title=title, label=label)
    image = ax.imshow(np.ma.masked_invalid(grid), cmap=cmap, vmin=ends[0], vmax=ends[1])
    ax.set_facecolor(_EMPTY)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.set_title(title)
    if colorbar:
        beside = ax.figure.colorbar(image, ax=ax, label=", ".join(filter(None, (label, unit))), shrink=0.9, pad=0.02)
        beside.formatter = _ticks(scale, percent=percent)
        beside.update_ticks()
    _write_cells(ax, grid, image, text or (lambda value: written(value * scale)))
    return ax


def range_matrix(
    hands: RangeLike,
    *,
    ax: "Axes | None" = None,
    title: str = "",
    label: str = "weight",
    cmap: str = "Blues",
    colorbar: bool = True,
) -> "Axes":
    """Draw a range as a 13 x 13 matrix: the mean weight of the combos of each starting hand.

    Parameters
    ----------
    hands
        A `Range`, its text, or the weights of all 1,326 combos.
    ax
        Where to draw; by default on a new figure of pyplot.
    title
        The title; by default the share of all hands.
    label
        What the colour bar says of the weights.
    cmap
        The colour map, from 0 to 1.
    colorbar
        Whether to draw a colour bar beside it.

    Returns
    -------
    The Axes.

    Raises
    ------
    InvalidRangeError
        If it is no range.
    InvalidArgumentError
        If `ax`, a text or the colour map is no such thing.

    Examples
    --------
    >>> from pokerbits.plot import range_matrix
    >>> axes = range_matrix("22+, A2s+, KTs+, 0.5:AJo+")
    >>> axes.get_title()
    '11.76% of all hands'
    """
    found = as_range(hands)
    return hand_matrix(
        class_means(found),
        ax=ax,
        title=title or f"{found.share:.2%} of all hands",
        label=label,
        percent=True,
        cmap=cmap,
        vmin=0,
        vmax=1,
        text=lambda share: f"{100 * share:.3g}" if share else "",
        colorbar=colorbar,
    )


def _notation(largest: float, *, percent: bool) -> tuple[float, str, Callable[[float], str]]:
    """Return by what to multiply values up to `largest`, the unit of the products, and how to write a product."""
    scale, unit = (100.0, "%") if percent else (1.0, "")
    if largest * scale >= 1e5 or 0 < largest * scale < 1e-3:
        thousands = 3 * floor(log10(largest * scale) / 3)
        scale, unit = scale / 10.0**thousands, f"$10^{{{thousands}}}$" + (" %" if percent else "")
    biggest = largest * scale
    # Three digits of the largest value; shares have one decimal at least.
    digits = max(int(percent), 2 - floor(log10(biggest))) if biggest > 0 else 0

    def written(product: float) -> str:
        # Adding 0 makes 0 of what was rounded to -0.
        return f"{round(product, digits) + 0.0:,.{digits}f}"

    return scale, unit, written


def _ticks(scale: float, *, percent: bool) -> "Formatter":
    """Return what writes the ticks of a colour bar in the unit of its cells."""
    with NoFork():
        from matplotlib.ticker import FuncFormatter

    sign = "%" if percent and scale == 100 else ""
    return FuncFormatter(lambda value, _: f"{value * scale:,.6g}{sign}")


def _write_cells(ax: "Axes", grid: NDArray[np.float64], image: "AxesImage", text: Callable[[float], str]) -> None:
    """Write the name of every hand and its value into its cell, in the ink that is read best on the colour there."""
    names = hand_grid(np.array(HAND_CLASSES))
    extent = ax.get_window_extent()
    # The side of a cell in points; a layout that comes later leaves about nine tenths of the room.
    side = 0.9 * 72 * min(extent.width, extent.height) / ax.figure.dpi / len(grid)
    for (i, j), value in np.ndenumerate(grid):
        finite = bool(np.isfinite(value))
        ink = _ink(image.to_rgba(np.array([value]))[0]) if finite else "black"
        places = (
            (i - 0.16, str(names[i, j]), 2.9, "bold"),
            (i + 0.22, text(float(value)) if finite else "", 3.4, "normal"),
        )
        for y, words, part, weight in places:
            ax.text(j, y, words, ha="center", va="center", color=ink, fontsize=side / part, weight=weight)


def _ink(colour: NDArray[Any]) -> str:
    """Return black or white, whichever has more contrast with an sRGB colour (WCAG 2, relative luminance)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "black" if (luminance + 0.05) ** 2 > 1.05 * 0.05 else "white"


def strength_histogram(
    counts: ArrayLike,
    *,
    ax: "Axes | None" = None,
    title: str = "",
    color: str | None = None,
    label: str = "",
    mean: float | None = None,
) -> "Axes":
    """Draw how the final strength of a hand against one random hand is spread over its runouts, its mean as a line.

    Several hands go on the same Axes: each gets a colour and a line in the legend, and their titles are joined.

    Parameters
    ----------
    counts
        Runouts, or shares of them, in equal bins of hand strength, shape (bins,), as `hand_strength_histogram` returns.
    ax
        Where to draw; by default on a new figure of pyplot.
    title
        The title; it joins one that is there.
    color
        The colour of the hand; by default the next of four that people with any colour vision tell apart.
    label
        The name of the hand in the legend.
    mean
        Where the line stands, 0 to 1: E[HS], as `expected_hand_strength` returns. By default the mean of the centres of
        the bins, which is less than half a bin away from it, and which the legend marks as rounded.

    Returns
    -------
    The Axes.

    Raises
    ------
    InvalidArgumentError
        If there is not one row of numbers that add up to more than 0, or `ax`, a text, the colour or the mean is no
        such thing.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.plot import strength_histogram
    >>> axes = None
    >>> for hand in "9h8h", "AsKs":
    ...     counts = pb.strength.hand_strength_histogram(hand, board="ThJhAc")
    ...     axes = strength_histogram(counts, ax=axes, title=hand, label=hand)
    >>> axes.get_title()
    '9h8h, AsKs'
    """
    shares = real_numbers(counts, "counts")
    if shares.ndim != 1 or not shares.sum() > 0:
        message = f"counts: expected one row of numbers that are not all 0, found shape {shares.shape}"
        raise InvalidArgumentError(message)
    if mean is not None:
        mean = real_number(mean, "mean")
    check_colour(color)
    ax = axes_for(ax, (7, 4), title=title, label=label)
    with NoFork():
        from matplotlib.patches import StepPatch
        from matplotlib.ticker import PercentFormatter

    shares = shares / shares.sum()
    edges = np.linspace(0, 1, len(shares) + 1)
    centre = float(shares @ (edges[1:] + edges[:-1])) / 2
    before = [patch.get_data()[0] for patch in ax.patches if isinstance(patch, StepPatch)]
    drawn = len(before)
    color = color or COLOURS[drawn % len(COLOURS)]
    said = f"mean about {centre:.0%}" if mean is None else f"mean {mean:.2%}"
    ax.stairs(
        shares,
        edges,
        fill=True,
        facecolor=(color, 0.3),
        edgecolor=color,
        linewidth=1.2,
        label=", ".join(filter(None, (label, said))),
    )
    ax.axvline(centre if mean is None else mean, color=color, linestyle=DASHES[drawn % len(DASHES)], linewidth=1.5)
    # Room for the legend above the bars.
    highest = max(float(np.max(bars)) for bars in (*before, shares))
    ax.set_ylim(0, highest * (1.22 + 0.12 * drawn))
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel("final hand strength, against one random hand")
    ax.set_ylabel("runouts")
    return finish(ax, title)


def rank_frequencies(
    frequencies: ArrayLike,
    *,
    ax: "Axes | None" = None,
    title: str = "",
    color: str | None = None,
    label: str = "",
) -> "Axes":
    """Draw how often each of the 7,462 strengths comes, weakest on the left, the categories marked.

    Parameters
    ----------
    frequencies
        Numbers or shares of hands, shape (7463,): element s for strength s; nothing has strength 0.
    ax
        Where to draw; by default on a new figure of pyplot.
    title
        The title; it joins one that is there.
    color
        The colour of the lines; by default the next of four that people with any colour vision tell apart.
    label
        The name of these frequencies in a legend.

    Returns
    -------
    The Axes.

    Raises
    ------
    InvalidArgumentError
        If there are not 7,463 numbers that add up to more than 0, or `ax`, a text or the colour is no such thing.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.plot import rank_frequencies
    >>> axes = rank_frequencies(np.ones(7463), title="all alike")
    >>> axes.get_title()
    'all alike'
    """
    shares = real_numbers(frequencies, "frequencies")
    if shares.shape != (MAX_STRENGTH + 1,) or not shares.sum() > 0:
        message = f"frequencies: expected {MAX_STRENGTH + 1} numbers that are not all 0, found shape {shares.shape}"
        raise InvalidArgumentError(message)
    check_colour(color)
    ax = axes_for(ax, (10, 4), title=title, label=label)
    with NoFork():
        from matplotlib.ticker import PercentFormatter

    shares = shares / shares.sum()
    drawn = len(ax.collections)
    strengths = np.arange(1, MAX_STRENGTH + 1)
    # Lines, not areas: a strength must not fade away between neighbours that never come.
    ax.vlines(
        strengths,
        0,
        shares[1:],
        color=color or COLOURS[drawn % len(COLOURS)],
        linewidth=0.8,
        label=label or "_nolegend_",
    )
    ax.set_ylim(0, max(1.05 * float(shares.max()), ax.get_ylim()[1] if drawn else 0))
    if not drawn:
        mark_categories(ax)
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel(STRENGTH)
    ax.set_ylabel("hands")
    return finish(ax, title, legend=bool(label))


def ars_heatmap(
    table: ArrayLike, *, ax: "Axes | None" = None, title: str = "", cmap: str = "viridis", colorbar: bool = True
) -> "Axes":
    """Draw average rank strength: strengths from left to right, classes of hole cards from the weakest up.

    Parameters
    ----------
    table
        Shape (7463, 169), as `ars_table` returns; where no hand is (NaN) the page shows.
    ax
        Where to draw; by default on a new figure of pyplot.
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
        If the shape is another, or `ax`, the title or the colour map is no such thing.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.plot import ars_heatmap
    >>> axes = ars_heatmap(pb.strength.ars_table("turn"), title="turn")
    >>> axes.get_ylabel()
    'hole cards'
    """
    means = real_numbers(table, "table")
    if means.shape != (MAX_STRENGTH + 1, len(HAND_CLASSES)):
        message = f"table: expected shape {(MAX_STRENGTH + 1, len(HAND_CLASSES))}, found {means.shape}"
        raise InvalidArgumentError(message)
    check_colour_map(cmap)
    ax = axes_for(ax, (10, 5), title=title)
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
    ax.set_facecolor(_EMPTY)
    mark_categories(ax, color="black")
    ax.set_xlabel(STRENGTH)
    labelled = [i for i, number in enumerate(order) if HAND_CLASSES[number] in _LABELLED]
    ax.set_yticks(labelled, [HAND_CLASSES[order[i]] for i in labelled])
    ax.set_ylabel("hole cards")
    ax.set_title(title)
    if colorbar:
        ax.figure.colorbar(image, ax=ax, label="average rank strength", pad=0.01)
    return ax


def _heatmap_order(number: int) -> tuple[int, int]:
    """Return what sorts classes of hole cards: unsuited, suited, then pairs."""
    name = HAND_CLASSES[number]
    return (2 if len(name) == 2 else 1 if name[2] == "s" else 0), number
