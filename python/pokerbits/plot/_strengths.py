"""Pictures of strengths: how often each comes, hand strength over the runouts, average rank strength."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from pokerbits._evaluator.strengths import MAX_STRENGTH
from pokerbits._forks import NoFork
from pokerbits._input.numbers import real_number, real_numbers
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
    """Draw how the final strength of a hand against one random hand is spread over its runouts, its mean as a line.

    Several hands go on the same Axes: each gets a colour and a line in the legend, and their titles are joined.

    Parameters
    ----------
    counts
        Runouts, or shares of them, in equal bins of hand strength, shape (bins,), as `hand_strength_histogram` returns.
    ax
        Axes to draw on; by default those of a new pyplot figure.
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
    """Draw how often each of the 7,462 strengths comes, weakest on the left, with the share of every category.

    All categories are equally wide, so that straights and straight flushes, which have ten strengths each, are seen
    beside the 2,860 pairs. Several frequencies go on the same Axes: each gets a colour, a line of shares and a name in
    the legend, and their titles are joined.

    Parameters
    ----------
    frequencies
        Numbers or shares of hands, shape (7463,): element s for strength s; nothing has strength 0.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        The title; it joins one that is there.
    color
        The colour of the lines; by default the next of four that people with any colour vision tell apart.
    label
        The name of these frequencies in the legend.

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
        from matplotlib.collections import LineCollection
        from matplotlib.ticker import PercentFormatter

    shares = shares / shares.sum()
    drawn = [lines.get_segments() for lines in ax.collections if isinstance(lines, LineCollection)]
    color = color or COLOURS[len(drawn) % len(COLOURS)]
    places, middles = category_columns(ax)
    # Lines, not areas: a strength must not fade away between neighbours that never come.
    there = np.flatnonzero(shares)
    ax.vlines(places[there], 0, shares[there], color=color, linewidth=1.5, alpha=0.8, label=label or "_nolegend_")
    highest = max([float(shares.max()), *(float(line[:, 1].max()) for lines in drawn for line in lines)])
    # The shares of the categories stand above all lines, a row for each set of frequencies.
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
    """Draw average rank strength: strengths from left to right, classes of hole cards from the weakest up.

    Parameters
    ----------
    table
        Shape (7463, 169), as `ars_table` returns; where no hand is (NaN) the page shows.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        The title.
    cmap
        The colour map, from 0 to 1.
    colorbar
        Whether to draw a colour bar beside the grid.

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
    """Return what sorts classes of hole cards: unsuited, suited, then pairs."""
    name = HAND_CLASSES[number]
    return (2 if len(name) == 2 else 1 if name[2] == "s" else 0), number
