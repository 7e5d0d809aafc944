"""Plots: the content of the Axes, that it stays within its frame and can be read, and that notebooks show it."""

import runpy
import sys
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise
from math import floor
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import StepPatch

import pokerbits as pb
from pokerbits.exceptions import InvalidArgumentError, InvalidRangeError
from pokerbits.plot import (
    action_matrix,
    ars_heatmap,
    board_report,
    equity_matrix,
    hand_grid,
    hand_matrix,
    range_matrix,
    rank_frequencies,
    runout_matrix,
    strength_histogram,
)

mpl.use("Agg")


@cache
def preflop_strength():
    """Return E[HS] of the 169 hand classes."""
    return pb.strength_table(street="preflop")


def drawn(ax):
    """Return the image of the Axes' page as an array, so that a page that cannot be drawn fails."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = FigureCanvasAgg(ax.figure)
    canvas.draw()
    pixels = np.asarray(canvas.buffer_rgba())
    assert len(np.unique(np.ascontiguousarray(pixels).view(np.uint32))) > 10
    return pixels


def test_hand_grid():
    grid = hand_grid(np.arange(169))
    assert sorted(grid.ravel()) == list(range(169))
    names = hand_grid(np.array(pb.HAND_CLASSES))
    assert names[0].tolist()[:3] == ["AA", "AKs", "AQs"]
    assert names[:, 0].tolist()[:3] == ["AA", "AKo", "AQo"]
    assert names[12, 12] == "22"
    assert hand_grid(np.zeros((169, 3))).shape == (13, 13, 3)
    for bad in (np.zeros(168), 3.0, []):
        with pytest.raises(InvalidArgumentError, match="169 rows"):
            hand_grid(bad)


def renderer_of(ax):
    """Draw the Axes' page, so that everything on it has its place, and return what measures text there."""
    drawn(ax)
    return ax.figure.canvas.get_renderer()


def values_written(ax):
    """Return the values in the cells of a matrix, by hand."""
    texts = [text.get_text() for text in ax.texts]
    return dict(zip(texts[::2], texts[1::2], strict=True))


def colour_bar(ax):
    """Return the Axes of the colour bar beside a plot."""
    (other,) = (other for other in ax.figure.axes if other is not ax)
    return other


def test_hand_matrix():
    ehs = preflop_strength()
    ax = hand_matrix(ehs, title="E[HS]", label="equity")
    drawn(ax)
    written = values_written(ax)
    assert len(written) == 169
    assert (written["AA"], written["32o"]) == ("85.2", "32.3")
    assert (ax.images[0].get_array() == hand_grid(ehs)).all()
    assert colour_bar(ax).get_ylabel() == "equity, %"
    ticks = [label.get_text() for label in colour_bar(ax).get_yticklabels()]
    assert "60%" in ticks
    assert len(hand_matrix(ehs, colorbar=False).figure.axes) == 1
    with pytest.raises(InvalidArgumentError, match=r"expected shape \(169,\)"):
        hand_matrix(np.zeros((169, 2)))


@pytest.mark.parametrize(
    ("factor", "options", "aces", "unit"),
    [
        (1, {}, "85.2", "%"),
        (100, {}, "85.2", ""),
        (1, {"percent": False}, "0.852", ""),
        (1 / 100, {}, "0.852", "%"),
        (2, {"percent": True}, "170.4", "%"),
        (4000, {}, "3,408", ""),
        (-3, {}, "-2.56", ""),
        (1e9, {}, "852", "$10^{6}$"),
        (1e-6, {}, "85.2", "$10^{-6}$ %"),
        (-1e-6, {}, "-852", "$10^{-9}$"),
        (0, {}, "0", "%"),
        (1, {"text": lambda value: f"<{value:.1f}>"}, "<0.9>", "%"),
    ],
)
def test_values_have_a_unit_and_about_three_digits(factor, options, aces, unit):
    ax = hand_matrix(factor * preflop_strength(), **options)
    if "$" in unit:
        # A formula is read when it is drawn.
        drawn(ax)
    assert values_written(ax)["AA"] == aces
    assert colour_bar(ax).get_ylabel() == unit


@pytest.mark.parametrize("hands", ["AA, 0.5:AKs, AhKd", pb.Range("AA, 0.5:AKs, AhKd")])
def test_range_matrix(hands):
    ax = range_matrix(hands)
    drawn(ax)
    written = values_written(ax)
    assert (written["AA"], written["AKs"], written["AKo"], written["KK"]) == ("100", "50", "8.33", "")
    assert ax.get_title() == "0.68% of all hands"
    assert colour_bar(ax).get_ylabel() == "weight, %"
    assert (ax.images[0].get_clim(), ax.images[0].get_array().max()) == ((0, 1), 1)
    with pytest.raises(InvalidRangeError, match="range: cannot read"):
        range_matrix("AKss")
    assert range_matrix(np.zeros(1326), title="none", ax=range_matrix("AA").figure.gca()).get_title() == "none"


def cells(ax):
    """Return the patches of a grid by row and column."""
    found = {}
    for patch in ax.patches:
        i, j = round(patch.get_y() + 0.5), floor(patch.get_x() + 0.5 + 1e-9)
        found.setdefault((i, j), []).append(patch)
    return found


def test_equity_matrix():
    hands = pb.Range("AA, AKs, 0.5:AKo, 0.25:T9s")
    equity = pb.combo_equity("15%", boards="Ah7d2c")
    ax = equity_matrix(hands, equity)
    drawn(ax)
    assert ax.get_title() == f"{hands.share:.2%} of all hands"
    written = values_written(ax)
    aces = pb.cards.combo_class(np.arange(1326)) == pb.HAND_CLASSES.index("AA")
    assert written["AA"] == f"{100 * np.nanmean(equity[aces]):.1f}"
    assert (written["KK"], written["T8s"]) == ("", "")
    # What is not played of a hand is covered from the top; a hand that the board blocks in part is not.
    covers = cells(ax)
    assert (0, 0) not in covers
    assert [patch.get_height() for patch in covers[1, 0]] == [0.5]
    assert [patch.get_height() for patch in covers[4, 5]] == [0.75]
    assert len(ax.figure.axes) == 2
    assert len(equity_matrix(hands, equity, colorbar=False).figure.axes) == 1
    with pytest.raises(InvalidArgumentError, match=r"equity: expected shape \(1326,\), found \(169,\)"):
        equity_matrix(hands, np.ones(169))
    with pytest.raises(InvalidRangeError, match="none of its hands has an equity"):
        equity_matrix("AhKh", equity)


def test_action_matrix():
    ax = action_matrix({"raise": "AA, 0.25:AKo", "call": "0.5:AKo, KK"}, title="open")
    drawn(ax)
    parts = {at: [(p.get_x() - at[1] + 0.5, p.get_width()) for p in patches] for at, patches in cells(ax).items()}
    assert parts == {(0, 0): [(0, 1)], (1, 0): [(0, 0.25), (0.25, 0.5)], (1, 1): [(0, 1)]}
    colours = [patch.get_facecolor() for patch in cells(ax)[1, 0]]
    assert colours[0] == cells(ax)[0, 0][0].get_facecolor() != colours[1] == cells(ax)[1, 1][0].get_facecolor()
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["raise 0.68%", "call 0.90%"]
    assert ax.get_title() == "open"
    assert action_matrix({"a": "AA"}, colors=["red"]).patches[0].get_facecolor() == (1, 0, 0, 1)
    for wrong, words in [
        ({}, "expected 1 to 4, one for each colour, found 0"),
        ({str(i): "AA" for i in range(5)}, "expected 1 to 4, one for each colour, found 5"),
        ({"a": "0.6:AA", "b": "0.5:AA"}, r"the frequencies of AcAd add up to 1\.1, more than 1"),
        ("AA", "expected a dict of ranges by name"),
    ]:
        with pytest.raises(InvalidArgumentError, match=words):
            action_matrix(wrong)
    with pytest.raises(InvalidRangeError, match="call: "):
        action_matrix({"call": "AKss"})


@pytest.mark.parametrize("board", ["Ah7d2c", "Ah7d2cTs"])
def test_runout_matrix(board):
    report = pb.reports.runout_report("QQ+, AKs", "22+, A2s+", board=board)
    ax = runout_matrix(report)
    drawn(ax)
    image = ax.images[0].get_array()
    assert image.shape == (4, 13)
    written = values_written(ax)
    assert list(written)[:14:13] == ["As", "Ah"]
    equity = {row[0]: share for row, share in zip(report.rows, report.equity[:, 0], strict=True)}
    assert written == {card: f"{100 * equity[card]:.1f}" if card in equity else "" for card in written}
    assert np.ma.getmaskarray(image).sum() == len(board) // 2
    assert ax.get_title() == f"QQ+, AKs: mean equity {report.mean_equity[0]:.2%}"
    assert runout_matrix(report, vmin=0, vmax=1).images[0].get_clim() == (0, 1)
    with pytest.raises(InvalidArgumentError, match="found a report by flop"):
        runout_matrix(pb.flop_report("QQ+", "JJ", boards=["Ah7d2c"]))
    with pytest.raises(InvalidArgumentError, match="report: expected what runout_report returns"):
        runout_matrix(5)


RESULTS = {
    "equity_bars": lambda: pb.equity("AhKh", "QsQd", board="2c3d4h5s"),
    "bars of odds": lambda: pb.odds_vs_random("AhKh", board="2c3d4h5s", n_opponents=[1, 2]),
    "hand_matrix of odds": lambda: pb.preflop_odds([1]),
    "hand_matrix of clusters": lambda: pb.strength.opponent_clusters(3),
    "range_matrix": lambda: pb.Range("QQ+"),
    "equity_graph": lambda: pb.reports.equity_distribution("QQ+", "AKs", board="QhJh2c"),
    "equity_graph of one": lambda: pb.reports.equity_distribution("QQ+", "AKs", board="QhJh2c").villain,
    "board_report": lambda: pb.flop_report("QQ+", "AKs", boards=["QhJh2c", "7h8d9c"]),
}


@pytest.mark.parametrize("name", RESULTS)
def test_results_draw_themselves(name):
    result = RESULTS[name]()
    ax = Figure().subplots()
    assert result.plot(ax=ax, title="a title") is ax
    assert ax.get_title() == "a title"
    drawn(ax)
    assert result.plot().figure is not ax.figure


def test_the_picture_of_odds_is_against_one_number_of_opponents():
    # The odds against two take seconds to count; the picture knows only that these are others.
    alone = pb.preflop_odds([1])
    odds = replace(alone, n_opponents=(2, 1), equity=np.hstack([alone.equity**2, alone.equity]))
    aces = {k: f"{100 * odds.equity[pb.HAND_CLASSES.index('AA'), column]:.1f}" for column, k in enumerate((2, 1))}
    assert values_written(odds.plot())["AA"] == aces[2] != aces[1] == values_written(odds.plot(1))["AA"]
    assert (odds.plot(1).get_title(), odds.plot(2).get_title()) == ("against 1 opponent", "against 2 opponents")
    with pytest.raises(InvalidArgumentError, match="n_opponents = 3: expected one of 2, 1"):
        odds.plot(3)
    assert values_written(pb.strength.opponent_clusters(3).plot())["AA"] == "2"


def test_bars_of_odds_are_win_tie_and_lose():
    odds = pb.odds_vs_random(["AsAh", "7c2d"], board="Kd8c8d", n_opponents=[1, 3])
    ax = odds.plot(title="odds")
    drawn(ax)
    widths = np.array([[bar.get_width() for bar in bars] for bars in ax.containers])
    np.testing.assert_allclose(widths, [odds.win.ravel(), odds.tie.ravel(), odds.lose.ravel()])
    assert [text.get_text() for text in ax.texts] == [f"{share:.2%}" for share in odds.equity.ravel()]
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert (labels, ax.get_ylabel()) == (["row 0, 1", "row 0, 3", "row 1, 1", "row 1, 3"], "number of opponents")
    many = pb.odds_vs_random(np.tile([51, 50], (61, 1)), board="2c3d4h5s7c")
    with pytest.raises(InvalidArgumentError, match="61 hands and numbers of opponents: a plot has at most 60"):
        many.plot()


def test_pictures_of_a_dark_style_can_be_read():
    """Text on the page has the ink of the style, text in cells that of the cell."""
    with mpl.rc_context():
        mpl.style.use("dark_background")
        grid = action_matrix({"raise": "AA, 0.25:AKo"})
        assert {text.get_color() for text in grid.texts} == {"black"}
        assert mpl.colors.to_hex(grid.get_facecolor()) == "#f4f4f4"
        assert {text.get_color() for text in grid.get_legend().get_texts()} == {"white"}
        lines = rank_frequencies(np.arange(7463), label="all")
        assert {text.get_color() for text in lines.get_legend().get_texts()} == {"white"}


def test_a_value_that_is_none_leaves_its_cell_blank():
    values = np.linspace(-2, 2, 169)
    values[[0, 168]] = np.nan, np.inf
    ax = hand_matrix(values)
    drawn(ax)
    written = values_written(ax)
    assert (written["22"], written["AKs"]) == ("", "")
    assert np.ma.getmaskarray(ax.images[0].get_array()).sum() == 2
    assert "-0.00" not in written.values()


@pytest.mark.parametrize("cmap", ["viridis", "cividis", "gray", "RdBu"])
def test_text_can_be_read_on_every_colour(cmap):
    """At least the contrast that WCAG 2 asks for, 4.5."""

    def luminance(colour):
        return np.dot(
            [0.2126, 0.7152, 0.0722], [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
        )

    ax = hand_matrix(np.linspace(0, 1, 169), cmap=cmap)
    image = ax.images[0]
    for text in ax.texts:
        j, i = (round(place) for place in text.get_position())
        colours = image.to_rgba(image.get_array())[i, j, :3], mpl.colors.to_rgb(text.get_color())
        dark, light = sorted(luminance(colour) for colour in colours)
        assert (light + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize("factor", [1, -4000, 1e9])
@pytest.mark.parametrize("size", [None, (3, 3), (12, 5)])
def test_text_stays_in_its_cell(size, factor):
    ax = None if size is None else Figure(figsize=size).subplots()
    ax = hand_matrix(factor * preflop_strength(), ax=ax)
    renderer = renderer_of(ax)
    for text in ax.texts:
        j, i = (round(place) for place in text.get_position())
        box = text.get_window_extent(renderer)
        (left, top), (right, bottom) = ax.transData.transform([(j - 0.5, i - 0.5), (j + 0.5, i + 0.5)])
        assert left <= box.x0 <= box.x1 <= right
        assert bottom <= box.y0 <= box.y1 <= top


def test_strength_histogram():
    counts = pb.strength.hand_strength_histogram("9h8h", board="ThJhAc", bins=20)
    mean = pb.expected_hand_strength("9h8h", board="ThJhAc")
    ax = strength_histogram(counts, title="9h8h", label="9h8h")
    drawn(ax)
    (bars,) = ax.patches
    np.testing.assert_allclose(bars.get_data()[0], counts / counts.sum())
    np.testing.assert_allclose(bars.get_data()[1], np.linspace(0, 1, 21))
    # The centres of the bins are all that is known of the mean, and the legend says so.
    assert 0 < abs(ax.lines[0].get_xdata()[0] - mean) < 0.5 / 20
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["9h8h, mean about 66%"]
    exact = strength_histogram(counts, mean=mean)
    assert exact.lines[0].get_xdata()[0] == mean
    assert [text.get_text() for text in exact.get_legend().get_texts()] == ["mean 65.72%"]
    assert ax.get_title() == "9h8h"
    assert ax.get_xlabel() == "final hand strength, against one random hand"
    for bad in (np.zeros(5), np.ones((2, 5)), 3):
        with pytest.raises(InvalidArgumentError, match="counts: "):
            strength_histogram(bad)


def test_two_hands_in_one_histogram():
    ax = None
    for hand in ("9h8h", "AsAd", "9h8h"):
        counts = pb.strength.hand_strength_histogram(hand, board="ThJhAc", bins=20)
        ax = strength_histogram(counts, ax=ax, title=hand, label=hand)
    drawn(ax)
    assert ax.get_title() == "9h8h, AsAd"
    assert len({bars.get_edgecolor() for bars in ax.patches}) == 3
    assert [text.get_text().split(",")[0] for text in ax.get_legend().get_texts()] == ["9h8h", "AsAd", "9h8h"]
    # The lower one of two does not cut off the higher one.
    highest = max(bars.get_data()[0].max() for bars in ax.patches if isinstance(bars, StepPatch))
    assert ax.get_ylim()[1] > highest


@pytest.mark.parametrize("counts", [[1, 0, 0, 0], [0, 0, 0, 1], [1, 1, 1, 1], [1, 2, 30]])
def test_the_mean_is_told_within_the_frame(counts):
    ax = strength_histogram(counts, label="a hand")
    strength_histogram(counts[::-1], ax=ax, label="another hand")
    renderer = renderer_of(ax)
    assert len(ax.texts) == 0
    frame, legend = ax.get_window_extent(renderer), ax.get_legend().get_window_extent(renderer)
    assert frame.x0 <= legend.x0 <= legend.x1 <= frame.x1
    assert frame.y0 <= legend.y0 <= legend.y1 <= frame.y1


def test_rank_frequencies():
    frequencies = np.bincount(pb.evaluate_combos("AsKsQs2d3d"), minlength=7463)
    frequencies[0] = 0
    ax = rank_frequencies(frequencies, title="one board", label="one board")
    drawn(ax)
    assert ax.get_xlim() == (0, 9)
    assert [label.get_text() for label in ax.get_xticklabels()][:3] == ["high\ncard", "pair", "two\npair"]
    # A column for each category, and the share of the hands in it above.
    categories = np.bincount(pb.category(np.arange(1, 7463)), frequencies[1:]) / frequencies.sum()
    assert [text.get_text() for text in ax.texts] == [f"{share:.1%}" if share else "-" for share in categories]
    places = np.concatenate([segments[:, 0] for segments in ax.collections[0].get_segments()])[::2]
    there = np.flatnonzero(frequencies)
    assert (places.astype(int) == pb.category(there)).all()
    assert (np.diff(places) > 0).all()
    assert rank_frequencies(np.ones(7463), ax=ax, title="all alike", label="all alike") is ax
    assert ax.get_title() == "one board, all alike"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["one board", "all alike"]
    assert ax.get_ylim()[1] > frequencies.max() / frequencies.sum()
    for bad in (np.ones(7462), np.zeros(7463)):
        with pytest.raises(InvalidArgumentError, match="frequencies: expected 7463"):
            rank_frequencies(bad)


@pytest.mark.parametrize("width", [5, 7, 10])
def test_the_categories_have_names_that_are_whole_and_apart(width):
    for draw, values in ((rank_frequencies, np.arange(7463)), (ars_heatmap, np.full((7463, 169), 0.5))):
        ax = draw(values, ax=Figure(figsize=(width, 4), layout="constrained").subplots())
        renderer = renderer_of(ax)
        assert "strength" in ax.get_xlabel()
        labels = ax.get_xticklabels()
        told = ", ".join(label.get_text().strip().replace("\n", " ") for label in labels).split(", ")
        assert sorted(told) == sorted(category.name.lower().replace("_", " ") for category in pb.Category)
        page = ax.figure.bbox
        for label in [*labels, ax.xaxis.label, ax.yaxis.label]:
            box = label.get_window_extent(renderer)
            assert page.x0 <= box.x0 <= box.x1 <= page.x1
            assert page.y0 <= box.y0 <= box.y1 <= page.y1
        # Names begin with as many line ends as lines they stand below the first.
        by_line = {}
        for label in labels:
            below = len(label.get_text()) - len(label.get_text().lstrip("\n"))
            by_line.setdefault(below, []).append(label.get_window_extent(renderer))
        for boxes in by_line.values():
            boxes.sort(key=lambda box: box.x0)
            assert all(left.x1 < right.x0 for left, right in pairwise(boxes))


def test_ars_heatmap():
    table = pb.strength.ars_table("turn")
    ax = ars_heatmap(table, title="turn")
    drawn(ax)
    image = ax.images[0].get_array()
    assert image.shape == (169, 933)
    # A dot is empty where none of its eight strengths has a hand; rows are the classes, weakest kind first.
    rows = sorted(range(169), key=lambda i: ({"o": 0, "s": 1, "": 2}[pb.HAND_CLASSES[i][2:]], i))
    empty = np.isnan(table[1:7457].reshape(-1, 8, 169)).all(axis=1).T[rows]
    assert (np.ma.getmaskarray(image)[:, :932] == empty).all()
    first = [label.get_text() for label in ax.get_yticklabels()]
    assert first[0] == "32o"
    assert first[-1] == "AA"
    assert len(ax.figure.axes) > 1
    assert len(ars_heatmap(table, colorbar=False).figure.axes) == 1
    with pytest.raises(InvalidArgumentError, match="table: expected shape"):
        ars_heatmap(table.T)


DRAWERS = [
    lambda ax=None: hand_matrix(np.arange(169), ax=ax),
    lambda ax=None: strength_histogram([1, 2, 3], ax=ax),
    lambda ax=None: rank_frequencies(np.ones(7463), ax=ax),
    lambda ax=None: ars_heatmap(np.full((7463, 169), 0.5), ax=ax),
]


@pytest.mark.parametrize("draw", DRAWERS)
def test_without_axes_a_figure_of_pyplot_is_made_that_notebooks_show(draw):
    import matplotlib.pyplot as plt

    first = draw()
    assert plt.gcf() is first.figure
    assert plt.gca() is first or plt.gcf().axes[0] is first
    # Another picture does not fall on the first.
    assert draw().figure is not first.figure
    assert len(plt.get_fignums()) == 2


def test_axes_in_axes_out():
    """Nothing is drawn elsewhere, and no window is opened."""
    import matplotlib.pyplot as plt

    figure = Figure(figsize=(12, 8))
    for draw, ax in zip(DRAWERS, figure.subplots(2, 2).ravel(), strict=True):
        assert draw(ax) is ax
    drawn(figure.axes[0])
    assert plt.get_fignums() == []


def test_pyplot_stays_out_where_axes_are_given(run_python):
    code = """
import sys
from matplotlib.figure import Figure
import pokerbits.plot as plot
plot.strength_histogram([1, 2], ax=Figure().subplots())
print('matplotlib.pyplot' in sys.modules)
"""
    assert run_python(code).stdout == "False\n"


def test_board_report_draws_few_rows_one_by_one():
    report = pb.flop_report("QQ+, AKs", "22+, A2s+", boards=["Ah7d2c", "9h8h7h", "AcKcQc"], group_by="suits")
    ax = report.plot(title="by suits")
    drawn(ax)
    assert ax.get_title() == "by suits"
    assert [label.get_text() for label in ax.get_yticklabels()] == ["rainbow", "monotone"]
    for line, equity in zip(ax.lines, report.equity.T, strict=True):
        assert np.array_equal(line.get_xdata(), equity)
    for lines, quantiles in zip(ax.collections, report.equity_quantiles.transpose(1, 0, 2), strict=True):
        assert [segment[:, 0].tolist() for segment in lines.get_segments()] == quantiles[:, [0, -1]].tolist()
    named = [text.get_text() for text in ax.get_legend().get_texts()]
    assert named == [f"{name}, mean {x:.2%}" for name, x in zip(report.players, report.mean_equity, strict=True)]
    assert ax.get_xlabel() == "equity; lines from the 10% to the 90% quantile"
    alone = board_report(pb.flop_report("QQ+", "JJ", boards=["Ah7d2c"], quantiles=[]))
    drawn(alone)
    assert not alone.collections
    assert alone.get_xlabel() == "equity"


def test_board_report_draws_many_rows_from_the_lowest_up():
    boards = pb.flops().boards[::20]
    report = pb.flop_report("QQ+", "JJ+, AhKh", boards=boards)
    ax = report.plot()
    drawn(ax)
    (steps,) = (patch for patch in ax.patches if isinstance(patch, StepPatch))
    values, edges, _ = steps.get_data()
    assert np.array_equal(values, np.sort(report.equity[:, 0]))
    np.testing.assert_allclose(edges[[0, -1]], [0, 1])
    assert values @ np.diff(edges) == pytest.approx(report.mean_equity[0])
    assert [text.get_text() for text in ax.get_legend().get_texts()][1] == f"mean {report.mean_equity[0]:.2%}"


def test_equity_bars_show_what_players_win():
    result = pb.equity("QQ+, AKs", "22+, A2s+", "random", board="Ah7d2c5s")
    ax = pb.plot.equity_bars(result, title="turn")
    drawn(ax)
    assert [text.get_text() for text in ax.texts] == [f"{share:.2%}" for share in result.equity]
    assert [label.get_text() for label in ax.get_yticklabels()] == list(result.players)
    widths = np.array([bar.get_width() for bar in ax.patches]).reshape(3, 3)
    np.testing.assert_allclose(widths, [result.win, result.tie, result.lose])
    assert (ax.get_title(), f"{result.n:,} showdowns" in ax.get_xlabel()) == ("turn", True)


def test_equity_bars_name_the_parts_of_a_pot_that_the_low_splits():
    of_game = {
        game: pb.plot.equity_bars(pb.equity("As2sKhQd", "Ac2cKdJd", board="3h4h9d", game=game))
        for game in ("omaha_hilo", "omaha")
    }
    legends = {game: [text.get_text() for text in ax.get_legend().get_texts()] for game, ax in of_game.items()}
    assert legends == {"omaha_hilo": ["scoop", "split", "lose"], "omaha": ["win", "tie", "lose"]}


def test_the_pictures_of_the_documentation_are_drawn(tmp_path, monkeypatch):
    script = Path(__file__).parents[1] / "examples" / "draw_plots.py"
    monkeypatch.setattr(sys, "argv", [str(script), str(tmp_path)])
    # All flops take seconds; the colours and kinds of some are as many.
    some = partial(pb.flop_report, boards=pb.flops().boards[::9], weights=pb.flops().weights[::9])
    monkeypatch.setattr(pb, "flop_report", some)
    runpy.run_path(str(script), run_name="__main__")
    names = {
        "action_matrix.png",
        "ars_heatmap.png",
        "board_report.png",
        "equity_graph.png",
        "equity_matrix.png",
        "hand_matrix.png",
        "push_fold.png",
        "rank_frequencies.png",
        "runout_matrix.png",
        "strength_histogram.png",
    }
    assert {path.name for path in tmp_path.iterdir()} == names
    assert all(path.stat().st_size < 60_000 for path in tmp_path.iterdir())


def test_the_plot_of_the_home_page_is_drawn(tmp_path, monkeypatch):
    script = Path(__file__).parents[1] / "examples" / "home_plot.py"
    monkeypatch.setattr(sys, "argv", [str(script), str(tmp_path)])
    runpy.run_path(str(script), run_name="__main__")
    images = Path(__file__).parents[1] / "docs" / "images"
    drawn = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    assert set(drawn) == {path.name for path in images.glob("home-*.png")} == {"home-light.png", "home-dark.png"}
    assert all(20_000 < size < 120_000 for size in drawn.values())
