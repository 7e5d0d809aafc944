"""Pictures: what is drawn where. Figures made without pyplot need no screen."""

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.plot import hand_grid, hand_matrix


def test_the_grid_has_every_hand_once_suited_above():
    grid = hand_grid(np.array(pb.HAND_CLASSES))
    assert sorted(grid.ravel()) == sorted(pb.HAND_CLASSES)
    assert grid[0, 0] == "AA"
    assert grid[12, 12] == "22"
    for i in range(13):
        for j in range(13):
            name = grid[i, j]
            assert name.endswith("s") == (i < j)
            assert name.endswith("o") == (i > j)
            assert name[0] == "AKQJT98765432"[min(i, j)]
    assert hand_grid(np.zeros((169, 4))).shape == (13, 13, 4)


def test_a_matrix_shows_names_and_values(tmp_path):
    values = np.arange(169) / 168
    axes = hand_matrix(values, title="a title", text=lambda value: f"{value:.3f}", vmin=0, vmax=1)
    assert axes.get_title() == "a title"
    texts = [text.get_text() for text in axes.texts]
    assert set(pb.HAND_CLASSES) <= set(texts)
    assert f"{values[pb.HAND_CLASSES.index('AKs')]:.3f}" in texts
    (image,) = axes.images
    assert (image.get_array() == hand_grid(values)).all()
    axes.figure.savefig(tmp_path / "matrix.png")
    assert (tmp_path / "matrix.png").read_bytes().startswith(b"\x89PNG")


def test_a_matrix_goes_where_it_is_told():
    from matplotlib.figure import Figure

    ax = Figure().subplots()
    assert hand_matrix(np.zeros(169), ax=ax) is ax


@pytest.mark.parametrize("values", [np.zeros(168), np.zeros((169, 2)), 1.0])
def test_other_shapes_are_refused(values):
    with pytest.raises(pb.exceptions.InvalidArgumentError, match="expected"):
        hand_matrix(values)
