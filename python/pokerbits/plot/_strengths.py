"""Plots of strengths: frequencies of strengths, hand strength over the runouts, average rank strength."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from pokerbits._evaluator.strengths import MAX_STRENGTH
from pokerbits._forks import NoFork
from pokerbits._input.numbers import real, real_numbers
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.plot._page import (
    CATEGORY_STARTS,
    COLOURS,
    DASHES,
    EMPTY,
    STRENGTH,
    axes_for,
    bare,
    category_columns,
    check_colour,
    check_colour_map,
    finish,
    join_title,
    legend_above,
    mark_categories,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LABELLED = {"32o", "T9o", "QJo", "A2o", "32s", "T9s", "QJs", "A2s", "22", "AA"}


def strength_histogram(
    counts: ArrayLike,
    *,
    ax: "Axes | None" = None,
    title: str = "",
    color: str | None = None,
    label: str = "",
    mean: float | None = None,
) -> "Axes":
    """Draw the distribution of a hand's final strength against a random hand over the runouts, with a line at the mean.

    Several calls can draw hands on the same Axes: each hand gets a colour and a legend entry, and the titles are
    joined.

    Parameters
    ----------
    counts
        Numbers or shares of runouts in equal bins of hand strength, shape (bins,), as `hand_strength_histogram` returns
        them.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title; it is appended to an existing title.
    color
        Colour of the hand; by default the next of four, distinguishable with any colour vision.
    label
        Name of the hand in the legend.
    mean
        Position of the line, 0 to 1: E[HS], as `expected_hand_strength` returns it. By default it is the mean of the
        bin centres. This differs from E[HS] by less than half a bin, and the legend marks it as rounded.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InvalidArgumentError
        If `counts` is not one row of numbers with a positive sum, or another argument has the wrong type or value.

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
        mean = real("mean", mean)
    check_colour(color)
    ax = axes_for(ax, (7, 4), title=title, label=label)
    with NoFork():
        from matplotlib.patches import StepPatch
        from matplotlib.ticker import PercentFormatter

    shares = shares / shares.sum()
    edges = np.linspace(0, 1, len(shares) + 1)
    centre = float((shares * (edges[1:] + edges[:-1])).sum()) / 2
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
    # Leave space for the legend above the bars.
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
    """Draw the frequency of each of the 7,462 strengths, weakest on the left, with the share of each category.

    All categories have the same width, so that straights and straight flushes (ten strengths each) are visible beside
    the 2,860 pairs. Several calls can draw on the same Axes: each gets a colour, a row of shares and a legend entry,
    and the titles are joined.

    Parameters
    ----------
    frequencies
        Numbers or shares of hands, shape (7463,), with element s for strength s. Element 0 is unused.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title; it is appended to an existing title.
    color
        Colour of the lines; by default the next of four, distinguishable with any colour vision.
    label
        Name of these frequencies in the legend.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InvalidArgumentError
        If `frequencies` is not 7,463 numbers with a positive sum, or another argument has the wrong type or value.

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
        from matplotlib.collections import LineCollection
        from matplotlib.ticker import PercentFormatter

    shares = shares / shares.sum()
    drawn = [lines.get_segments() for lines in ax.collections if isinstance(lines, LineCollection)]
    color = color or COLOURS[len(drawn) % len(COLOURS)]
    places, middles = category_columns(ax)
    # Lines, not areas: a strength must stay visible between neighbours with frequency 0.
    there = np.flatnonzero(shares)
    ax.vlines(places[there], 0, shares[there], color=color, linewidth=1.5, alpha=0.8, label=label or "_nolegend_")
    highest = max([float(shares.max()), *(float(line[:, 1].max()) for lines in drawn for line in lines)])
    # The shares of the categories are above all lines, in one row for each set of frequencies.
    ax.set_ylim(0, highest * (1.1 + 0.08 * (len(drawn) + 1)))
    row = 0.96 - 0.065 * len(drawn)
    size = ax.get_xticklabels()[0].get_fontsize()
    style: dict[str, Any] = {"transform": ax.get_xaxis_transform(), "color": color, "fontsize": size}
    for middle, share in zip(middles, np.add.reduceat(shares, CATEGORY_STARTS), strict=True):
        ax.text(middle, row, f"{share:.1%}" if share else "-", ha="center", va="center", **style)
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel("strength, the weakest of every category on its left")
    ax.set_ylabel("hands")
    join_title(ax, title)
    bare(ax)
    ax.set_xlim(0, len(CATEGORY_STARTS))
    if label:
        legend_above(ax)
    return ax


def ars_heatmap(
    table: ArrayLike, *, ax: "Axes | None" = None, title: str = "", cmap: str = "viridis", colorbar: bool = True
) -> "Axes":
    """Draw average rank strength as a heat map: strengths from left to right, hand classes from the bottom up.

    Parameters
    ----------
    table
        Table of shape (7463, 169), as `ars_table` returns it. Cells without hands (NaN) stay transparent.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title.
    cmap
        Colour map for values from 0 to 1.
    colorbar
        Whether to draw a colour bar beside the grid.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InvalidArgumentError
        If the table has another shape, or another argument has the wrong type or value.

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
    # Unpaired hands by their cards, then pairs: the order of the lowest strengths that they can have.
    order = np.array(sorted(range(len(HAND_CLASSES)), key=_heatmap_order))
    # A page has fewer pixels than there are columns: take means of eight neighbours, without NaN.
    parts = np.append(means[1:], np.full((-MAX_STRENGTH % 8, means.shape[1]), np.nan), axis=0)[:, order]
    parts = parts.reshape(-1, 8, means.shape[1])
    here = ~np.isnan(parts)
    sums, numbers = np.where(here, parts, 0).sum(axis=1), here.sum(axis=1)
    blocks = np.divide(sums, numbers, out=np.full(sums.shape, np.nan), where=numbers > 0)
    extent = (0.5, 8 * len(blocks) + 0.5, -0.5, len(order) - 0.5)
    image = ax.imshow(
        blocks.T, aspect="auto", origin="lower", extent=extent, cmap=cmap, vmin=0, vmax=1, interpolation="nearest"
    )
    ax.set_facecolor(EMPTY)
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
    """Return the sort key of hand classes: offsuit, suited, then pairs."""
    name = HAND_CLASSES[number]
    return (2 if len(name) == 2 else 1 if name[2] == "s" else 0), number
