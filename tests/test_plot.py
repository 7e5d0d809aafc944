"""Pictures: what is on the Axes, and that they can be drawn."""

import io

import numpy as np
import pytest
from matplotlib.figure import Figure

import pokerbits as pb
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.plot import ars_heatmap, hand_grid, hand_matrix, rank_frequencies, strength_histogram


def drawn(ax):
    """Return the picture of the Axes' page as an array, so that a page that cannot be drawn fails."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = FigureCanvasAgg(ax.figure)
    canvas.draw()
    ax.figure.savefig(io.BytesIO(), format="png")
    pixels = np.asarray(canvas.buffer_rgba())
    assert len(np.unique(pixels.reshape(-1, 4), axis=0)) > 10
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


def test_hand_matrix():
    ehs = pb.strength_table(street="preflop")
    ax = hand_matrix(ehs, title="E[HS]")
    drawn(ax)
    texts = [text.get_text() for text in ax.texts]
    assert texts[:2] == ["AA", "85"]
    assert len(texts) == 2 * 169
    assert (ax.images[0].get_array() == hand_grid(ehs)).all()
    with pytest.raises(InvalidArgumentError, match=r"expected shape \(169,\)"):
        hand_matrix(np.zeros((169, 2)))


def test_strength_histogram():
    counts = pb.hand_strength_histogram("9h8h", board="ThJhAc", bins=20)
    ax = strength_histogram(counts, title="9h8h", label="9h8h")
    drawn(ax)
    assert len(ax.patches) == 20
    heights = [bar.get_height() for bar in ax.patches]
    np.testing.assert_allclose(heights, 100 * counts / counts.sum())
    mean = ax.lines[0].get_xdata()[0]
    assert abs(mean - pb.expected_hand_strength("9h8h", board="ThJhAc")) < 0.5 / 20
    assert ax.get_title() == "9h8h"
    for bad in (np.zeros(5), np.ones((2, 5)), 3):
        with pytest.raises(InvalidArgumentError, match="counts: "):
            strength_histogram(bad)


def test_rank_frequencies():
    frequencies = np.bincount(pb.evaluate_combos("AsKsQs2d3d"), minlength=7463)
    frequencies[0] = 0
    ax = rank_frequencies(frequencies, title="one board")
    drawn(ax)
    assert ax.get_xlim() == (0.5, 7462.5)
    assert [label.get_text() for label in ax.get_xticklabels()][:3] == ["high card", "pair", "two pair"]
    for bad in (np.ones(7462), np.zeros(7463)):
        with pytest.raises(InvalidArgumentError, match="frequencies: expected 7463"):
            rank_frequencies(bad)


def test_ars_heatmap():
    table = pb.ars_table("turn")
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


def test_axes_in_axes_out():
    """Nothing is drawn elsewhere, and no window is opened: pyplot is not even imported."""
    figure = Figure(figsize=(12, 8))
    axes = figure.subplots(2, 2).ravel()
    assert hand_matrix(np.arange(169), ax=axes[0]) is axes[0]
    assert strength_histogram([1, 2, 3], ax=axes[1]) is axes[1]
    assert rank_frequencies(np.ones(7463), ax=axes[2]) is axes[2]
    assert ars_heatmap(np.full((7463, 169), 0.5), ax=axes[3], colorbar=False) is axes[3]
    drawn(axes[0])


def test_pyplot_stays_out(run_python):
    code = (
        "import sys, pokerbits.plot as plot; plot.strength_histogram([1, 2]); print('matplotlib.pyplot' in sys.modules)"
    )
    assert run_python(code).stdout == "False\n"
