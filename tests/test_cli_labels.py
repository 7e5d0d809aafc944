"""The command `labels`: the labels are those of the functions, and the file is what a solver takes."""

import numpy as np
import pytest

from command_line import as_json, cells, printed, refused
from pokerbits.endgame import BetSizes, BettingTree, Endgame, Solver, percentile_labels, value_labels

BOARD, RANGES = "Kh9d5c3h", ("22+, AJs", "22+, KQ")
SPOT = (
    *("--board", BOARD, "--hero", RANGES[0], "--villain", RANGES[1], "--pot", "50", "--stack", "100"),
    *("--bets", "100%", "--max-bets", "1"),
)


def game():
    return Endgame(BOARD, *RANGES, BettingTree(50, 100, [BetSizes(1, max_bets=1)] * 2))


def read(path):
    """Return the labels of both players."""
    with np.load(path) as arrays:
        assert arrays["hero_turn"].dtype == np.int32
        for boards, expected in zip(("boards_turn", "boards_river"), game().boards, strict=True):
            assert np.array_equal(arrays[boards], expected)
        return tuple(
            {street: arrays[f"{player}_{street}"] for street in ("turn", "river")} for player in ("hero", "villain")
        )


@pytest.mark.parametrize("iterations", [None, 3])
def test_values(iterations, tmp_path):
    path = tmp_path / "labels.npz"
    options = [] if iterations is None else ["--iterations", iterations]
    text = printed("labels", "--buckets", "4", "--seed", "2", *options, *SPOT, "-o", path)
    expected = value_labels(game(), 4, rng=2, **({} if iterations is None else {"iterations": iterations}))
    found = read(path)
    for of_player, of_expected in zip(found, expected, strict=True):
        assert all(np.array_equal(of_player[street], of_expected[street]) for street in of_expected)
    assert cells(text)[1:] == [["turn", "1", "4", "4"], ["river", "48", "4", "4"]]
    solver = Solver(game(), labels=found)
    assert solver.n_buckets == ((4, 4), (4, 4))


def test_percentiles(tmp_path):
    path = tmp_path / "labels.npz"
    data = as_json("labels", "--buckets", "6", "--by", "percentiles", *SPOT, "-o", path)
    hero, villain = read(path)
    for street, boards in zip(("turn", "river"), game().boards, strict=True):
        expected = percentile_labels(boards, n_buckets=6)
        assert np.array_equal(hero[street], expected)
        assert np.array_equal(villain[street], expected)
    assert data == {
        "board": BOARD,
        "by": "percentiles",
        "streets": [
            {"street": street, "n_boards": n, "n_buckets": {"hero": 6, "villain": 6}}
            for street, n in (("turn", 1), ("river", 48))
        ],
        "output": str(path),
    }


def test_a_saved_solver_names_the_game(tmp_path):
    solver, path, other = Solver(game()), tmp_path / "turn.npz", tmp_path / "labels.npz"
    solver.save(path)
    printed("labels", path, "--buckets", "3", "-o", other)
    assert np.array_equal(read(other)[1]["river"], value_labels(game(), 3)[1]["river"])
    omaha = Solver(Endgame("Kh9d5c3h2s", "AA$ds", "KK$ds", BettingTree(50, 100, BetSizes(1)), game="omaha"))
    omaha.save(tmp_path / "omaha.npz")
    out = ("-o", tmp_path / "made.npz")
    arguments = ("labels", tmp_path / "omaha.npz", "--buckets", "3", "--by", "percentiles")
    assert "--by percentiles is for hold'em" in refused(*arguments, *out)
    assert not (tmp_path / "made.npz").exists()


def test_wrong_options_are_refused(tmp_path):
    out = ("-o", tmp_path / "made.npz")
    assert "expected a file that ends in .npz" in refused("labels", "--buckets", "3", *SPOT, "-o", tmp_path / "a.txt")
    assert "--iterations needs --by values" in refused(
        *("labels", "--buckets", "3", "--by", "percentiles", "--iterations", "3", *SPOT, *out)
    )
    assert "0 is not in the range" in refused("labels", "--buckets", "0", *SPOT, *out)
    assert "--board is needed, or FILE" in refused("labels", "--buckets", "3", *out)
    assert list(tmp_path.iterdir()) == []
