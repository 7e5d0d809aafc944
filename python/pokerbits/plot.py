"""Pictures of hands, on matplotlib Axes: Axes in, Axes out. Needs the extra `plot`.

Without Axes, every function draws on a new figure of `matplotlib.pyplot`, so that notebooks and `plt.show` show it.
"""

from collections.abc import Callable
from math import floor, log10
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits._equity_result import EquityResult, count_text
from pokerbits._evaluator import MAX_STRENGTH
from pokerbits._extras import needing
from pokerbits._hand_grid import hand_grid
from pokerbits._results import shortened
from pokerbits.abstraction import AbstractionReport
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.ranges import RangeLike, as_range, class_means
from pokerbits.reports import EquityDistribution
from pokerbits.reports._board_report import BoardReport

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.image import AxesImage
    from matplotlib.ticker import Formatter

__all__ = [
    "abstraction_buckets",
    "abstraction_inertia",
    "ars_heatmap",
    "board_report",
    "equity_bars",
    "equity_graph",
    "hand_grid",
    "hand_matrix",
    "range_matrix",
    "rank_frequencies",
    "strength_histogram",
]


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
    known = grid[np.isfinite(grid)]
    if percent is None:
        percent = bool(((known >= 0) & (known <= 1)).all())
    scale, unit, written = _notation(float(np.abs(known).max(initial=0)), percent=percent)
    ax = _axes((7.6, 6.8)) if ax is None else ax
    image = ax.imshow(np.ma.masked_invalid(grid), cmap=cmap, vmin=vmin, vmax=vmax)
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
        If there is not one row of numbers that add up to more than 0.

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
    shares = np.asarray(counts, dtype=np.float64)
    if shares.ndim != 1 or not shares.sum() > 0:
        message = f"counts: expected one row of numbers that are not all 0, found shape {shares.shape}"
        raise InvalidArgumentError(message)
    ax = _axes((7, 4)) if ax is None else ax
    from matplotlib.patches import StepPatch
    from matplotlib.ticker import PercentFormatter

    shares = shares / shares.sum()
    edges = np.linspace(0, 1, len(shares) + 1)
    centre = float(shares @ (edges[1:] + edges[:-1])) / 2
    before = [patch.get_data()[0] for patch in ax.patches if isinstance(patch, StepPatch)]
    drawn = len(before)
    color = color or _COLOURS[drawn % len(_COLOURS)]
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
    ax.axvline(centre if mean is None else mean, color=color, linestyle=_DASHES[drawn % len(_DASHES)], linewidth=1.5)
    # Room for the legend above the bars.
    highest = max(float(np.max(bars)) for bars in (*before, shares))
    ax.set_ylim(0, highest * (1.22 + 0.12 * drawn))
    ax.legend(loc="best", fontsize="small")
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel("final hand strength, against one random hand")
    ax.set_ylabel("runouts")
    _bare(ax)
    _join_title(ax, title)
    return ax


def equity_bars(result: EquityResult, *, ax: "Axes | None" = None, title: str = "") -> "Axes":
    """Draw what each player wins, ties and loses as a bar, its equity beside it.

    Parameters
    ----------
    result
        What `pokerbits.equity` returns.
    ax
        Where to draw; by default on a new figure of pyplot.
    title
        The title.

    Returns
    -------
    The Axes.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.plot import equity_bars
    >>> axes = equity_bars(pb.equity("QQ+, AKs", "22+, A2s+", board="Ah7d2c"))
    >>> [text.get_text() for text in axes.texts]
    ['63.14%', '36.86%']
    """
    n = len(result.players)
    ax = _axes((7, 1.4 + 0.5 * n)) if ax is None else ax
    from matplotlib.ticker import PercentFormatter

    places = np.arange(n)[::-1]
    start = np.zeros(n)
    for name, shares, colour in zip(
        ("win", "tie", "lose"), (result.win, result.tie, result.lose), ("#1b7837", "#bdbdbd", "#762a83"), strict=True
    ):
        ax.barh(places, shares, left=start, height=0.6, color=colour, label=name)
        start = start + shares
    for place, share in zip(places.tolist(), result.equity.tolist(), strict=True):
        ax.text(1.01, place, f"{share:.2%}", va="center", fontsize="small")
    ax.set_yticks(places, [shortened(player) for player in result.players])
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, fontsize="small", frameon=False)
    ax.set_xlabel(f"of {count_text(result)}; equity at the right")
    # Above the legend.
    ax.set_title(title, pad=24)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


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
    ax = _axes((10, 4)) if ax is None else ax
    from matplotlib.ticker import PercentFormatter

    shares = shares / shares.sum()
    drawn = len(ax.collections)
    strengths = np.arange(1, MAX_STRENGTH + 1)
    # Lines, not areas: a strength must not fade away between neighbours that never come.
    ax.vlines(
        strengths,
        0,
        shares[1:],
        color=color or _COLOURS[drawn % len(_COLOURS)],
        linewidth=0.8,
        label=label or "_nolegend_",
    )
    ax.set_ylim(0, max(1.05 * float(shares.max()), ax.get_ylim()[1] if drawn else 0))
    if label:
        ax.legend(loc="best", fontsize="small")
    if not drawn:
        _mark_categories(ax)
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel(_STRENGTH)
    ax.set_ylabel("hands")
    _bare(ax)
    _join_title(ax, title)
    return ax


def equity_graph(
    distribution: EquityDistribution,
    *,
    ax: "Axes | None" = None,
    title: str = "",
    color: str | None = None,
    label: str | None = None,
) -> "Axes":
    """Draw the equity of the hands of a range against another range, the weakest on the left.

    Each hand is as wide as its share of the deals, so the area under the line is the equity of the range. Both players
    go on the same Axes: each gets a colour and a line in the legend, and their titles are joined.

    Parameters
    ----------
    distribution
        What `pokerbits.reports.equity_distribution` returns.
    ax
        Where to draw; by default on a new figure of pyplot.
    title
        The title; it joins one that is there. By default the board.
    color
        The colour of the range; by default the next of four that people with any colour vision tell apart.
    label
        The name of the range in the legend; by default its text. The mean follows.

    Returns
    -------
    The Axes.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.plot import equity_graph
    >>> hero, villain = "TT+, AK, AQs", "99-22, AJs, KQs"
    >>> axes = equity_graph(pb.reports.equity_distribution(hero, villain, board="Ah7d2c"))
    >>> axes = equity_graph(pb.reports.equity_distribution(villain, hero, board="Ah7d2c"), ax=axes)
    >>> axes.get_title()
    'Ah7d2c'
    """
    ax = _axes((7, 4.5)) if ax is None else ax
    from matplotlib.ticker import PercentFormatter

    edges, equities = distribution.graph()
    drawn = len(ax.lines)
    name = shortened(distribution.hands) if label is None else label
    # A step for each hand.
    ax.plot(
        np.repeat(edges, 2)[1:-1],
        np.repeat(equities, 2),
        color=color or _COLOURS[drawn % len(_COLOURS)],
        linestyle=("-", *_DASHES)[drawn % len(_COLOURS)],
        linewidth=1.6,
        label=", ".join(filter(None, (name, f"mean {distribution.mean:.2%}"))),
    )
    ax.legend(loc="best", fontsize="small")
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1.02)
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.grid(visible=True, color="#dddddd", linewidth=0.6)
    ax.set_xlabel("share of the range, weakest hands first")
    ax.set_ylabel("equity")
    _bare(ax)
    _join_title(ax, title or distribution.board)
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
    ax.set_facecolor(_EMPTY)
    _mark_categories(ax, color="black")
    ax.set_xlabel(_STRENGTH)
    shown = [i for i, number in enumerate(order) if HAND_CLASSES[number] in _LABELLED]
    ax.set_yticks(shown, [HAND_CLASSES[order[i]] for i in shown])
    ax.set_ylabel("hole cards")
    ax.set_title(title)
    if colorbar:
        ax.figure.colorbar(image, ax=ax, label="average rank strength", pad=0.01)
    return ax


def board_report(report: BoardReport, *, ax: "Axes | None" = None, title: str = "") -> "Axes":
    """Draw what two ranges have on boards: up to 60 rows one by one, or the equities of more from the lowest up.

    Of each row the equities of both players are dots, on a line from the lowest quantile to the highest. More rows are
    a curve of the first player's equity, each row as wide as its share of all deals; the broken line is the mean.

    Parameters
    ----------
    report
        What `flop_report` or `runout_report` returned.
    ax
        Where to draw; by default on a new figure of pyplot.
    title
        The title.

    Returns
    -------
    The Axes.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.plot import board_report
    >>> report = pb.flop_report("QQ+, AKs", "22+, A2s+", boards=["Ah7d2c", "9h8h7h"], group_by="suits")
    >>> ax = board_report(report)
    >>> ax.get_title(), [label.get_text() for label in ax.get_yticklabels()]
    ('', ['rainbow', 'monotone'])
    """
    few = len(report.rows) <= _ROWS_DRAWN
    ax = _axes((7, 1.5 + 0.25 * len(report.rows)) if few else (7, 4)) if ax is None else ax
    from matplotlib.ticker import PercentFormatter

    names = [shortened(player) for player in report.players]
    (_draw_rows if few else _draw_sorted)(report, ax, names)
    for axis in (ax.xaxis, ax.yaxis)[: 1 if few else 2]:
        axis.set_major_formatter(PercentFormatter(1))
    ax.spines[["top", "right"]].set_visible(False)
    # The legend of rows stands above them.
    ax.set_title(title, pad=24 if few else None)
    return ax


def abstraction_buckets(report: AbstractionReport, *, ax: "Axes | None" = None, title: str = "") -> "Axes":
    """Draw where the buckets of an abstraction lie: of each its share of the deals, over its mean E[HS].

    Lines reach one standard deviation of E[HS] within the bucket to both sides. Streets whose hands do not share
    buckets are not drawn.

    Parameters
    ----------
    report
        What `CardAbstraction.report` returned.
    ax
        Where to draw; by default on a new figure of pyplot.
    title
        The title; it joins one that is there.

    Returns
    -------
    The Axes.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.abstraction import AbstractionReport
    >>> from pokerbits.plot import abstraction_buckets
    >>> of_flop = {"flop": np.array([0.25, 0.75])}
    >>> report = AbstractionReport("", "imperfect", {"flop": 2}, {"flop": "ehs"}, {"flop": 9}, *[of_flop] * 4)
    >>> ax = abstraction_buckets(report, title="two buckets")
    >>> ax.get_title(), ax.get_lines()[0].get_ydata()
    ('two buckets', array([0.25, 0.75]))
    """
    ax = _axes((8, 4)) if ax is None else ax
    from matplotlib.ticker import PercentFormatter

    for (street, sizes), color, mark in zip(report.sizes.items(), _COLOURS, "os^d", strict=False):
        means, spread = report.means[street], report.deviations[street]
        ax.hlines(sizes, means - spread, means + spread, color=color, alpha=0.3, linewidth=1)
        name = f"{street}, {report.features[street]}, {len(sizes):,} buckets"
        ax.plot(means, sizes, mark, color=color, markersize=3, linestyle="none", label=name)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(PercentFormatter(1))
    ax.set_xlim(0, 1)
    ax.set_ylim(bottom=0)
    ax.set_xlabel("mean E[HS]")
    ax.set_ylabel("share of deals")
    ax.spines[["top", "right"]].set_visible(False)
    if report.sizes:
        ax.legend(loc="best", fontsize="small")
    _join_title(ax, title)
    return ax


def abstraction_inertia(report: AbstractionReport, *, ax: "Axes | None" = None, title: str = "") -> "Axes":
    """Draw how the clusterings of an abstraction came to an end: the mean cost of a deal after every iteration.

    Parameters
    ----------
    report
        What `CardAbstraction.report` returned.
    ax
        Where to draw; by default on a new figure of pyplot.
    title
        The title; it joins one that is there.

    Returns
    -------
    The Axes.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.abstraction import AbstractionReport
    >>> from pokerbits.plot import abstraction_inertia
    >>> of_flop = {"flop": np.array([0.25, 0.75])}
    >>> report = AbstractionReport("", "imperfect", {"flop": 2}, {"flop": "ehs"}, {"flop": 9}, *[of_flop] * 4)
    >>> ax = abstraction_inertia(report, title="two buckets")
    >>> ax.get_title(), len(ax.get_lines())
    ('two buckets', 1)
    """
    ax = _axes((7, 4)) if ax is None else ax
    for (street, costs), color, dash in zip(report.inertia.items(), _COLOURS, _DASHES, strict=False):
        if len(costs):
            ax.plot(costs, color=color, linestyle=dash, marker=".", label=f"{street}, {report.features[street]}")
    ax.set_xlabel("iterations")
    ax.set_ylabel("mean cost of a deal, in hand strength")
    ax.set_ylim(bottom=0)
    ax.spines[["top", "right"]].set_visible(False)
    if report.inertia:
        ax.legend(loc="best", fontsize="small")
    _join_title(ax, title)
    return ax


def _draw_rows(report: BoardReport, ax: "Axes", names: list[str]) -> None:
    """Draw the equities of each row, and how far the quantiles are apart, from the top down."""
    places = np.arange(len(report.rows), dtype=np.float64)
    for i, (name, mark) in enumerate(zip(names, "os", strict=True)):
        at, color, equity = places + 0.24 * i - 0.12, _COLOURS[i], report.equity[:, i]
        if report.quantiles.shape[2]:
            of_levels = report.quantiles[:, i]
            ax.hlines(at, of_levels.min(axis=1), of_levels.max(axis=1), color=color, alpha=0.4, linewidth=2)
        ax.plot(equity, at, mark, color=color, markersize=5, label=f"{name}, mean {report.mean_equity[i]:.2%}")
    ax.set_yticks(places, [", ".join(row) for row in report.rows], fontsize="small")
    ax.set_ylim(len(places) - 0.5, -0.5)
    ax.set_xlim(0, 1)
    ends = [f"{level:.0%}" for level in (report.levels.min(initial=1), report.levels.max(initial=0))]
    ax.set_xlabel(f"equity; lines from the {' to the '.join(ends)} quantile" if len(report.levels) else "equity")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, fontsize="small", frameon=False)


def _draw_sorted(report: BoardReport, ax: "Axes", names: list[str]) -> None:
    """Draw the equities of the first player from the lowest up, over the share of all deals."""
    there = np.flatnonzero(report.share > 0)
    order = there[np.argsort(report.equity[there, 0], kind="stable")]
    edges = np.append(0, report.share[order].cumsum())
    mean = report.mean_equity[0]
    ax.stairs(report.equity[order, 0], edges, baseline=None, color=_COLOURS[0], linewidth=1.5, label=names[0])
    ax.axhline(mean, color=_COLOURS[0], linestyle=_DASHES[0], linewidth=1, label=f"mean {mean:.2%}")
    ax.set_xlim(0, 1)
    ax.set_xlabel(f"share of deals, by the equity of their {report.by[0]}")
    ax.set_ylabel("equity")
    ax.legend(loc="best", fontsize="small")


_ROWS_DRAWN = 60
"""Rows of a report that are drawn one by one."""

_LABELLED = {"32o", "T9o", "QJo", "A2o", "32s", "T9s", "QJs", "A2s", "22", "AA"}

_STRENGTH = "strength, from 1 (7-5-4-3-2) to 7,462 (royal flush)"

# Okabe and Ito, "Color Universal Design" (2008): told apart with any colour vision; dashes tell lines apart without it.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
_DASHES = ("--", ":", "-.", "-")

# The colour of the page where there is no value.
_EMPTY = "#f4f4f4"

# The least strength of every category.
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


def _heatmap_order(number: int) -> tuple[int, int]:
    """Return what sorts classes of hole cards: unsuited, suited, then pairs."""
    name = HAND_CLASSES[number]
    return (2 if len(name) == 2 else 1 if name[2] == "s" else 0), number


def _axes(size: tuple[float, float]) -> "Axes":
    """Return Axes on a new figure of pyplot, `size` in inches."""
    with needing("plot", "pokerbits.plot"):
        # Slow to import, and it chooses a backend: only where nobody gave Axes.
        import matplotlib.pyplot as plt

    return plt.subplots(figsize=size, layout="constrained")[1]


def _bare(ax: "Axes") -> None:
    """Take away what shows nothing."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.margins(x=0)


def _join_title(ax: "Axes", title: str) -> None:
    """Set the title, or add it to that of what is drawn already."""
    before = ax.get_title()
    if title not in (before, *before.split(", ")):
        ax.set_title(f"{before}, {title}" if before else title)


def _mark_categories(ax: "Axes", *, color: str = "#999999") -> None:
    """Draw a line where each category begins, and write their names below the Axes."""
    firsts = list(_CATEGORIES.values())
    for first in firsts[1:]:
        ax.axvline(first - 0.5, color=color, linewidth=0.6, alpha=0.8)
    middles = [(first + end) / 2 for first, end in zip(firsts, [*firsts[1:], MAX_STRENGTH + 1], strict=True)]
    places = dict(zip(_CATEGORIES, middles, strict=True))
    # A straight has no room between its neighbours and stands one line lower; the last three share the line below it.
    last = list(_CATEGORIES)[-3:]
    labels = {name: "\n" * (name == "straight") + name for name in _CATEGORIES if name not in last}
    size = min(10.0, 72 * ax.get_window_extent().width / ax.figure.dpi / 62)
    ax.set_xticks(
        [*(places[name] for name in labels), MAX_STRENGTH], [*labels.values(), "\n\n" + ", ".join(last)], fontsize=size
    )
    ax.get_xticklabels()[-1].set_horizontalalignment("right")
    ax.tick_params(axis="x", length=0)
    ax.set_xlim(0.5, MAX_STRENGTH + 0.5)
