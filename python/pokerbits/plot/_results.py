"""Plots of equities, of reports on boards, and of card abstractions and their scores."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from pokerbits._equity.high_low import HighLowResult
from pokerbits._equity.result import EquityResult, count_text
from pokerbits._forks import NoFork
from pokerbits._output.tables import shortened
from pokerbits.abstraction import AbstractionReport, CardAbstraction
from pokerbits.endgame import AbstractionScore
from pokerbits.endgame._exploitability import Sides
from pokerbits.endgame._score_result import NAMES
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.plot._page import COLOURS, DASHES, axes_for, bare, check_colour, check_result, finish
from pokerbits.reports import EquityDistribution, RangeDistribution
from pokerbits.reports._board_report import BoardReport

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ROWS_DRAWN = 60
"""Maximum number of rows of a report that are drawn one by one."""


def equity_bars(result: EquityResult, *, ax: "Axes | None" = None, title: str = "") -> "Axes":
    """Draw the wins, ties and losses of each player as a bar, with the equity beside it.

    In high-low games the bar shows pots taken whole (scoop), in part (split), and not at all (lose).

    Parameters
    ----------
    result
        Result of `pokerbits.equity`.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InvalidArgumentError
        If an argument has the wrong type.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.plot import equity_bars
    >>> axes = equity_bars(pb.equity("QQ+, AKs", "22+, A2s+", board="Ah7d2c"))
    >>> [text.get_text() for text in axes.texts]
    ['63.14%', '36.86%']
    """
    check_result(result, EquityResult, "result", "pokerbits.equity")
    names = ("scoop", "split", "lose") if isinstance(result, HighLowResult) else ("win", "tie", "lose")
    shares = dict(zip(names, (result.win, result.tie, result.lose), strict=True))
    return outcome_bars(result.players, shares, result.equity, ax=ax, title=title, of=count_text(result))


def outcome_bars(
    labels: Sequence[str],
    shares: Mapping[str, NDArray[np.float64]],
    equity: NDArray[np.float64],
    *,
    ax: "Axes | None",
    title: str,
    of: str,
) -> "Axes":
    """Draw shares of three outcomes as one bar for each label, with the equity beside it."""
    n = len(labels)
    ax = axes_for(ax, (7, 1.4 + 0.5 * n), title=title)
    with NoFork():
        from matplotlib.ticker import PercentFormatter

    places = np.arange(n)[::-1]
    start = np.zeros(n)
    for (name, of_outcome), colour in zip(shares.items(), ("#1b7837", "#bdbdbd", "#762a83"), strict=True):
        ax.barh(places, of_outcome, left=start, height=0.6, color=colour, label=name)
        start = start + of_outcome
    for place, share in zip(places.tolist(), equity.tolist(), strict=True):
        ax.text(1.01, place, f"{share:.2%}", va="center", fontsize="small")
    ax.set_yticks(places, [shortened(label) for label in labels])
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, fontsize="small", frameon=False)
    ax.set_xlabel(f"of {of}; equity at the right")
    # The title goes above the legend.
    ax.set_title(title, pad=24)
    bare(ax)
    return ax


def equity_graph(
    distribution: EquityDistribution | RangeDistribution,
    *,
    ax: "Axes | None" = None,
    title: str = "",
    color: str | None = None,
    label: str | None = None,
) -> "Axes":
    """Draw the equities of the hands of two ranges against each other, with the weakest hand on the left.

    The width of a hand is its share of the deals, so the area under a line is the equity of the range. Several calls
    can draw ranges on the same Axes: each range gets a colour and a legend entry, and the titles are joined.

    Parameters
    ----------
    distribution
        Result of `pokerbits.reports.equity_distribution`, or one side of it, `.hero` or `.villain`.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title; it is appended to an existing title. By default the board.
    color
        Colour of one range; by default the next of four, distinguishable with any colour vision.
    label
        Name of one range in the legend, followed by the mean; by default the text of the range.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InvalidArgumentError
        If an argument has the wrong type or value, or if a colour or a label is given for two ranges.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.plot import equity_graph
    >>> both = pb.reports.equity_distribution("TT+, AK, AQs", "99-22, AJs, KQs", board="Ah7d2c")
    >>> equity_graph(both).get_title()
    'Ah7d2c'
    >>> axes = equity_graph(both.hero, label="raiser")
    >>> axes = equity_graph(both.villain, label="caller", ax=axes)
    """
    if isinstance(distribution, EquityDistribution):
        if color is not None or label is not None:
            message = "color, label: expected one range, found two; draw .hero and .villain one by one"
            raise InvalidArgumentError(message)
        for side in distribution:
            ax = equity_graph(side, ax=ax, title=title)
        return cast("Axes", ax)
    check_result(distribution, RangeDistribution, "distribution", "pokerbits.reports.equity_distribution")
    check_colour(color)
    ax = axes_for(ax, (7, 4.5), title=title, label=label)
    with NoFork():
        from matplotlib.ticker import PercentFormatter

    edges, equities = distribution.graph()
    drawn = len(ax.lines)
    name = shortened(distribution.hands) if label is None else label
    # Draw one step for each hand.
    ax.plot(
        np.repeat(edges, 2)[1:-1],
        np.repeat(equities, 2),
        color=color or COLOURS[drawn % len(COLOURS)],
        linestyle=("-", *DASHES)[drawn % len(COLOURS)],
        linewidth=1.6,
        label=", ".join(filter(None, (name, f"mean {distribution.mean:.2%}"))),
    )
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1.02)
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.grid(visible=True, color="#dddddd", linewidth=0.6)
    ax.set_xlabel("share of the range, weakest hands first")
    ax.set_ylabel("equity")
    return finish(ax, title or distribution.board)


def board_report(report: BoardReport, *, ax: "Axes | None" = None, title: str = "") -> "Axes":
    """Draw a report on boards: up to 60 rows one by one, more rows as a curve of sorted equities.

    The equities of both players in a row are dots, on a line from the lowest quantile to the highest. The curve of more
    rows shows the first player's equity, with each row as wide as its share of all deals; the broken line is the mean.

    Parameters
    ----------
    report
        Result of `flop_report` or `runout_report`.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InvalidArgumentError
        If an argument has the wrong type.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.plot import board_report
    >>> report = pb.flop_report("QQ+, AKs", "22+, A2s+", boards=["Ah7d2c", "9h8h7h"], group_by="suits")
    >>> ax = board_report(report)
    >>> ax.get_title(), [label.get_text() for label in ax.get_yticklabels()]
    ('', ['rainbow', 'monotone'])
    """
    check_result(report, BoardReport, "report", "flop_report or runout_report")
    few = len(report.rows) <= _ROWS_DRAWN
    ax = axes_for(ax, (7, 1.5 + 0.25 * len(report.rows)) if few else (7, 4), title=title)
    with NoFork():
        from matplotlib.ticker import PercentFormatter

    names = [shortened(player) for player in report.players]
    (_draw_rows if few else _draw_sorted)(report, ax, names)
    for axis in (ax.xaxis, ax.yaxis)[: 1 if few else 2]:
        axis.set_major_formatter(PercentFormatter(1))
    bare(ax)
    # The legend is above the rows.
    ax.set_title(title, pad=24 if few else None)
    return ax


def _draw_rows(report: BoardReport, ax: "Axes", names: list[str]) -> None:
    """Draw the equities and the spread of the quantiles of each row, from the top down."""
    places = np.arange(len(report.rows), dtype=np.float64)
    for i, (name, mark) in enumerate(zip(names, "os", strict=True)):
        at, color, equity = places + 0.24 * i - 0.12, COLOURS[i], report.equity[:, i]
        if report.equity_quantiles.shape[2]:
            of_levels = report.equity_quantiles[:, i]
            ax.hlines(at, of_levels.min(axis=1), of_levels.max(axis=1), color=color, alpha=0.4, linewidth=2)
        ax.plot(equity, at, mark, color=color, markersize=5, label=f"{name}, mean {report.mean_equity[i]:.2%}")
    ax.set_yticks(places, [", ".join(row) for row in report.rows], fontsize="small")
    ax.set_ylim(len(places) - 0.5, -0.5)
    ax.set_xlim(0, 1)
    ends = [f"{level:.0%}" for level in (report.quantiles.min(initial=1), report.quantiles.max(initial=0))]
    ax.set_xlabel(f"equity; lines from the {' to the '.join(ends)} quantile" if len(report.quantiles) else "equity")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, fontsize="small", frameon=False)


def _draw_sorted(report: BoardReport, ax: "Axes", names: list[str]) -> None:
    """Draw the equities of the first player in ascending order, over the share of all deals."""
    there = np.flatnonzero(report.share > 0)
    order = there[np.argsort(report.equity[there, 0], kind="stable")]
    edges = np.append(0, report.share[order].cumsum())
    mean = report.mean_equity[0]
    ax.stairs(report.equity[order, 0], edges, baseline=None, color=COLOURS[0], linewidth=1.5, label=names[0])
    ax.axhline(mean, color=COLOURS[0], linestyle=DASHES[0], linewidth=1, label=f"mean {mean:.2%}")
    ax.set_xlim(0, 1)
    ax.set_xlabel(f"share of deals, by the equity of their {report.by[0]}")
    ax.set_ylabel("equity")
    ax.legend(loc="best", fontsize="small")


def abstraction_buckets(
    report: CardAbstraction | AbstractionReport, *, ax: "Axes | None" = None, title: str = ""
) -> "Axes":
    """Draw each bucket of an abstraction as a point: its share of the deals over its mean E[HS].

    Horizontal lines show one standard deviation of E[HS] within the bucket on both sides. Streets with one hand per
    bucket are not drawn.

    Parameters
    ----------
    report
        A `CardAbstraction`, or the result of its `report()`.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title; it is appended to an existing title.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InvalidArgumentError
        If an argument has the wrong type.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.abstraction import AbstractionReport, CardAbstraction
    >>> from pokerbits.plot import abstraction_buckets
    >>> of_flop = {"flop": np.array([0.25, 0.75])}
    >>> report = AbstractionReport("", "imperfect", {"flop": 2}, {"flop": "ehs"}, {"flop": 9}, *[of_flop] * 4)
    >>> ax = abstraction_buckets(report, title="two buckets")
    >>> ax.get_title(), ax.get_lines()[0].get_ydata()
    ('two buckets', array([0.25, 0.75]))
    """
    report = report.report() if isinstance(report, CardAbstraction) else report
    check_result(report, AbstractionReport, "report", "CardAbstraction.report")
    ax = axes_for(ax, (8, 4), title=title)
    with NoFork():
        from matplotlib.ticker import PercentFormatter

    for (street, sizes), color, mark in zip(report.sizes.items(), COLOURS, "os^d", strict=False):
        means, spread = report.means[street], report.deviations[street]
        ax.hlines(sizes, means - spread, means + spread, color=color, alpha=0.3, linewidth=1)
        name = f"{street}, {report.features[street]}, {len(sizes):,} buckets"
        ax.plot(means, sizes, mark, color=color, markersize=3, linestyle="none", label=name)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(PercentFormatter(1))
    ax.set_xlim(0, 1)
    # Buckets of equal size are on one line, which must be below the upper edge.
    ax.set_ylim(0, 1.1 * max((sizes.max(initial=0) for sizes in report.sizes.values()), default=1))
    ax.set_xlabel("mean E[HS]")
    ax.set_ylabel("share of deals")
    return finish(ax, title, legend=bool(report.sizes))


def abstraction_inertia(
    report: CardAbstraction | AbstractionReport, *, ax: "Axes | None" = None, title: str = ""
) -> "Axes":
    """Draw the convergence of the clusterings of an abstraction: the mean cost of a deal after each iteration.

    Parameters
    ----------
    report
        A `CardAbstraction`, or the result of its `report()`.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title; it is appended to an existing title.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InvalidArgumentError
        If an argument has the wrong type.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.abstraction import AbstractionReport, CardAbstraction
    >>> from pokerbits.plot import abstraction_inertia
    >>> of_flop = {"flop": np.array([0.25, 0.75])}
    >>> report = AbstractionReport("", "imperfect", {"flop": 2}, {"flop": "ehs"}, {"flop": 9}, *[of_flop] * 4)
    >>> ax = abstraction_inertia(report, title="two buckets")
    >>> ax.get_title(), len(ax.get_lines())
    ('two buckets', 1)
    """
    report = report.report() if isinstance(report, CardAbstraction) else report
    check_result(report, AbstractionReport, "report", "CardAbstraction.report")
    ax = axes_for(ax, (7, 4), title=title)
    with NoFork():
        from matplotlib.ticker import MaxNLocator

    for (street, costs), color, dash in zip(report.inertia.items(), COLOURS, DASHES, strict=False):
        if len(costs):
            ax.plot(costs, color=color, linestyle=dash, marker=".", label=f"{street}, {report.features[street]}")
    ax.set_xlabel("iterations")
    ax.set_ylabel("mean cost of a deal, in hand strength")
    ax.set_ylim(bottom=0)
    # Buckets built without iterations have a single cost, drawn at iteration 0.
    last = max((len(costs) for costs in report.inertia.values()), default=0) - 1
    ax.set_xlim(-0.03 * max(last, 1), 1.03 * max(last, 1))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    return finish(ax, title, legend=bool(report.inertia))


def abstraction_score(score: AbstractionScore, *, ax: "Axes | None" = None, title: str = "") -> "Axes":
    """Draw the exploitability of an abstraction, of percentile buckets and of no abstraction, one- and two-sided.

    A large dot is the mean over the boards, with two standard errors on both sides; small dots are the boards. The axis
    is logarithmic.

    Parameters
    ----------
    score
        Result of `pokerbits.endgame.score_abstraction`.
    ax
        Axes to draw on; by default those of a new pyplot figure.
    title
        Title; it is appended to an existing title. By default the number of boards.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InvalidArgumentError
        If an argument has the wrong type.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.endgame import AbstractionScore
    >>> from pokerbits.plot import abstraction_score
    >>> one = np.array([[0.001, 0.002, 0.0001], [0.003, 0.005, 0.0001]])
    >>> boards = np.array([[50, 31, 13, 6, 3], [48, 45, 29, 20, 9]], dtype=np.uint8)
    >>> ax = abstraction_score(AbstractionScore("river", boards, np.ones((2, 3, 1), dtype=int), one, 2 * one, 1000))
    >>> [label.get_text() for label in ax.get_yticklabels()], ax.get_title()
    (['abstraction', 'percentiles', 'no abstraction'], 'river, 2 boards')
    """
    check_result(score, AbstractionScore, "score", "pokerbits.endgame.score_abstraction")
    ax = axes_for(ax, (7, 3.5), title=title)
    with NoFork():
        from matplotlib.ticker import LogLocator, NullFormatter

    places = np.arange(len(NAMES))[::-1]
    sides: tuple[Sides, ...] = ("one", "two")
    for side, color, marker, shift in zip(sides, COLOURS, "os", (0.14, -0.14), strict=False):
        values = score.one_sided if side == "one" else score.two_sided
        # Boards on which nothing is lost have no place on the axis.
        ax.plot(values, np.broadcast_to(places + shift, values.shape), ".", color=color, markersize=4, alpha=0.35)
        ax.errorbar(
            score.mean(side),
            places + shift,
            xerr=np.nan_to_num(2 * score.std_error(side)),
            fmt=marker,
            color=color,
            markersize=6,
            capsize=3,
            label=f"{side}-sided",
        )
    lost = np.concatenate([score.one_sided, score.two_sided], axis=None)
    ax.set_xscale("log")
    ax.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    ax.xaxis.set_major_formatter(lambda share, _: f"{100 * share:g}%")
    ax.xaxis.set_minor_formatter(NullFormatter())
    ax.set_yticks(places, NAMES)
    ax.set_ylim(-0.5, len(NAMES) - 0.5)
    ax.set_xlabel("exploitability, share of the pot")
    ax.grid(visible=True, axis="x", color="#dddddd", linewidth=0.6)
    n = len(score.boards)
    finish(ax, title or f"{score.street}, {n:,} board{'s' * (n != 1)}")
    if (lost > 0).any():
        ax.set_xlim(0.7 * lost[lost > 0].min(), 1.4 * lost.max())
    return ax
