"""Plots of values of hand classes, of strengths, and of hand strength."""

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

# The background colour of cells without a value.
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
        Values, shape (169,), in the order of `HAND_CLASSES`. Cells of values that are not finite stay blank.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title.
    label
        Label of the colour bar; the unit follows.
    percent
        Whether to show values as percentages: 0.5 as 50%. By default if all are from 0 to 1.
    cmap, vmin, vmax
        Colour map and its limits, as in matplotlib.
    text
        Function of a value that returns the text under the name of a hand; by default the value, rounded to three
        digits of the largest value. If the largest value is above 100,000 or below 0.001, all values are divided by a
        power of ten, which the colour bar shows.
    colorbar
        Whether to draw a colour bar.

    Returns
    -------
    The Axes.

    Raises
    ------
    InvalidArgumentError
        If there are not 169 values, or an argument has the wrong type.

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
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title; by default the share of all hands.
    label
        Label of the colour bar.
    cmap
        Colour map, from 0 to 1.
    colorbar
        Whether to draw a colour bar.

    Returns
    -------
    The Axes.

    Raises
    ------
    InvalidRangeError
        If `hands` is not a range.
    InvalidArgumentError
        If an argument has the wrong type.

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
    """Return the factor for values up to `largest`, the unit of the products, and a function that formats a product."""
    scale, unit = (100.0, "%") if percent else (1.0, "")
    if largest * scale >= 1e5 or 0 < largest * scale < 1e-3:
        thousands = 3 * floor(log10(largest * scale) / 3)
        scale, unit = scale / 10.0**thousands, f"$10^{{{thousands}}}$" + (" %" if percent else "")
    biggest = largest * scale
    # Three digits of the largest value; shares have at least one decimal.
    digits = max(int(percent), 2 - floor(log10(biggest))) if biggest > 0 else 0

    def written(product: float) -> str:
        # Adding 0 turns -0 into 0.
        return f"{round(product, digits) + 0.0:,.{digits}f}"

    return scale, unit, written


def _ticks(scale: float, *, percent: bool) -> "Formatter":
    """Return the formatter for ticks of a colour bar in the unit of its cells."""
    with NoFork():
        from matplotlib.ticker import FuncFormatter

    sign = "%" if percent and scale == 100 else ""
    return FuncFormatter(lambda value, _: f"{value * scale:,.6g}{sign}")


def _write_cells(ax: "Axes", grid: NDArray[np.float64], image: "AxesImage", text: Callable[[float], str]) -> None:
    """Write the name and value of every hand into its cell, in black or white, whichever has more contrast."""
    names = hand_grid(np.array(HAND_CLASSES))
    extent = ax.get_window_extent()
    # The side of a cell in points. A later layout leaves about nine tenths of the space.
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
    """Draw the distribution of a hand's final strength over its runouts, with the mean as a line.

    The strength is against one random hand. Several hands can share Axes: each gets a colour and a legend entry, and
    their titles are joined.

    Parameters
    ----------
    counts
        Numbers or shares of runouts in equal bins of hand strength, shape (bins,), as from `hand_strength_histogram`.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title; it is appended to an existing title.
    color
        Colour of the hand; by default the next of four that are distinguishable with any colour vision.
    label
        Name of the hand in the legend.
    mean
        Position of the line, 0 to 1: E[HS], as from `expected_hand_strength`. By default the mean of the bin centres,
        which is less than half a bin away; the legend then says "about".

    Returns
    -------
    The Axes.

    Raises
    ------
    InvalidArgumentError
        If `counts` is not one row of numbers with a positive sum, or an argument has the wrong type.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.plot import strength_histogram
    >>> axes = None
    >>> for hand in "9h8h", "AsKs":
    ...     counts = pb.hand_strength_histogram(hand, board="ThJhAc")
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
    # Space for the legend above the bars.
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
    """Draw the frequency of each of the 7,462 strengths, weakest on the left, with the categories marked.

    Parameters
    ----------
    frequencies
        Numbers or shares of hands, shape (7463,), with element s for strength s. Element 0 must be 0.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title; it is appended to an existing title.
    color
        Colour of the lines; by default the next of four that are distinguishable with any colour vision.
    label
        Name of these frequencies in the legend.

    Returns
    -------
    The Axes.

    Raises
    ------
    InvalidArgumentError
        If there are not 7,463 numbers with a positive sum, or an argument has the wrong type.

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
    # Lines, not areas: a strength must stay visible between neighbours with frequency 0.
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
    """Draw average rank strength by strength (left to right) and class of hole cards (weakest at the bottom).

    Parameters
    ----------
    table
        Average rank strengths, shape (7463, 169), as from `ars_table`. Cells without hands (NaN) stay blank.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title.
    cmap
        Colour map, from 0 to 1.
    colorbar
        Whether to draw a colour bar.

    Returns
    -------
    The Axes.

    Raises
    ------
    InvalidArgumentError
        If the shape is wrong, or an argument has the wrong type.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.plot import ars_heatmap
    >>> axes = ars_heatmap(pb.ars_table("turn"), title="turn")
    >>> axes.get_ylabel()
    'hole cards'
    """
    means = real_numbers(table, "table")
    if means.shape != (MAX_STRENGTH + 1, len(HAND_CLASSES)):
        message = f"table: expected shape {(MAX_STRENGTH + 1, len(HAND_CLASSES))}, found {means.shape}"
        raise InvalidArgumentError(message)
    check_colour_map(cmap)
    ax = axes_for(ax, (10, 5), title=title)
    # Hands without a pair by their cards, then pairs: in the order of their lowest possible strengths.
    order = np.array(sorted(range(len(HAND_CLASSES)), key=_heatmap_order))
    # There are more columns than pixels: draw means of eight neighbours that exist.
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
    """Return the sort key of classes of hole cards: unsuited, suited, then pairs."""
    name = HAND_CLASSES[number]
    return (2 if len(name) == 2 else 1 if name[2] == "s" else 0), number
