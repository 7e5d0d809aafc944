"""Scores of abstractions: what is measured on each board, the draw of boards, executors, Ctrl-C and errors."""

import json
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.endgame import (
    AbstractionScore,
    BetSizes,
    BettingTree,
    Endgame,
    exploitability,
    percentile_labels,
    score_abstraction,
)
from pokerbits.endgame._boards import drawn_boards

TREE = BettingTree(100, 100, BetSizes(1, max_bets=1))
RANGES = {"hero": "88+, ATs+, 76s", "villain": "22+, AJs+, KQs"}
SMALL = {**RANGES, "tree": TREE, "iterations": 60}


def highest_card(board):
    """Return labels by the higher rank of each hand, of the size of the board's pairs."""
    return pb.COMBOS[:, 1] // 4 + 13 * (board[0] // 4 == pb.COMBOS // 4).any(axis=1)


@pytest.fixture(scope="module")
def score():
    return score_abstraction(highest_card, n_boards=4, rng=3, **SMALL)


def test_each_board_is_scored_by_itself(score):
    assert score.boards.shape == (4, 5)
    for at, board in enumerate(score.boards):
        game = Endgame(board, *RANGES.values(), TREE)
        labels, free = highest_card(board), game.possible[0][0]
        n = len(np.unique(labels[free]))
        percentiles = percentile_labels(board, n_buckets=n)
        assert score.n_buckets[at].tolist() == [[n], [percentiles.max() + 1], [1081]]
        for sides, found in (("one", score.one_sided[at]), ("two", score.two_sided[at])):
            expected = [exploitability(game, labels=of, sides=sides, iterations=60) for of in (labels, percentiles)]
            assert found[:2].tolist() == expected
            assert found[2] == exploitability(game, labels=None, sides="two", iterations=60)


def test_a_turn_is_scored_on_both_streets():
    tree = BettingTree(100, 100, [BetSizes(0.5, max_bets=1), BetSizes(0.5, max_bets=1)])
    ranges = {"hero": "AhKs, QdJd, 8h7h", "villain": "KcQc, 6d4d, AhQh"}
    score = score_abstraction(highest_card, street="turn", boards="Kh9d5c3h", tree=tree, iterations=5, **ranges)
    game = Endgame("Kh9d5c3h", *ranges.values(), tree)
    assert score.boards.tolist() == [game.board.tolist()]
    n = [
        len(np.unique(np.stack([highest_card(b) for b in boards])[free]))
        for boards, free in zip(game.boards, game.possible, strict=True)
    ]
    percentiles = {
        street: percentile_labels(boards, n_buckets=k)
        for street, boards, k in zip(game.streets, game.boards, n, strict=True)
    }
    assert score.n_buckets[0, 0].tolist() == n
    assert score.n_buckets[0, 2].tolist() == [1128, 48 * 1081]
    assert score.one_sided[0, 0] == exploitability(game, labels=highest_card, iterations=5)
    assert score.two_sided[0, 1] == exploitability(game, labels=percentiles, sides="two", iterations=5)
    # One street alone can be abstracted.
    labels = {"turn": np.arange(1326) % 2}
    score = score_abstraction(labels, street="turn", boards="Kh9d5c3h", tree=tree, iterations=5, **ranges)
    assert score.n_buckets[0].tolist() == [[2, 48 * 1081], [2, 48 * 1081], [1128, 48 * 1081]]
    assert np.isnan(score.std_error()).all()
    assert "nan" not in str(score)
    assert score.plot().get_title() == "turn, 1 board"
    assert json.loads(json.dumps(score.to_dict()))["difference"]["one_sided"]["std_error"] is None


def test_a_flop_is_scored_on_all_streets():
    tree = BettingTree(100, 100, [BetSizes(0.5, max_bets=1)] * 3)
    ranges = {"hero": "AhKs, QdJd, 8h7h", "villain": "KcQc, 6d4d, AhQh"}
    score = score_abstraction(highest_card, street="flop", boards="Kh9d5c", tree=tree, iterations=5, **ranges)
    game = Endgame("Kh9d5c", *ranges.values(), tree)
    assert (score.street, score.boards.tolist()) == ("flop", [game.board.tolist()])
    assert score.n_buckets[0, 2].tolist() == [1176, 49 * 1128, 2352 * 1081]
    assert score.one_sided[0, 0] == exploitability(game, labels=highest_card, iterations=5)
    assert score.one_sided[0, 0] > score.one_sided[0, 2] > 0


def test_means_and_standard_errors(score):
    one = score.one_sided
    np.testing.assert_allclose(score.mean(), one.mean(axis=0))
    np.testing.assert_allclose(score.std_error("two"), score.two_sided.std(axis=0, ddof=1) / 2)
    mean, error = score.difference()
    assert mean == pytest.approx(score.mean()[1] - score.mean()[0])
    assert error == pytest.approx(np.std(one[:, 1] - one[:, 0], ddof=1) / 2)
    with pytest.raises(ValueError, match="sides"):
        score.mean("three")


def test_a_score_is_a_result(score):
    assert pickle.loads(pickle.dumps(score)) == score
    found = json.loads(json.dumps(score.to_dict()))
    assert [of["name"] for of in found["abstractions"]] == ["abstraction", "percentiles", "no abstraction"]
    assert found["abstractions"][1]["two_sided"]["boards"] == score.two_sided[:, 1].tolist()
    assert found["boards"] == list(pb.cards.format_cards(score.boards))
    frame = score.to_pandas()
    assert frame["one_sided_no_abstraction"].tolist() == score.one_sided[:, 2].tolist()
    lines = str(score).splitlines()
    assert len(lines) == 5
    assert lines[1].startswith("abstraction ")
    assert repr(score).startswith("<AbstractionScore: river, 4 boards, one-sided: abstraction ")
    ax = score.plot(title="a title")
    assert ax.get_title() == "a title"
    assert ax.get_xscale() == "log"
    with pytest.raises(pb.PokerbitsError, match=r"expected what pokerbits\.endgame\.score_abstraction returns"):
        pb.plot.abstraction_score(score.to_dict())


class Marked:
    """Labels with a fingerprint, which fail on a board."""

    def __init__(self, fingerprint="by card", fails_on=None):
        self.fingerprint, self.fails_on, self.asked = fingerprint, fails_on, []

    def __call__(self, board):
        self.asked.append(tuple(board))
        if self.fails_on is not None and tuple(board) == tuple(self.fails_on):
            raise RuntimeError("the power is out")
        return highest_card(board)


def test_scores_in_a_file_are_resumed(score, tmp_path):
    path = tmp_path / "scores.npy"
    options = {"n_boards": 4, "rng": 3, "path": path, "num_threads": 1, **SMALL}
    with pytest.raises(RuntimeError, match="the power is out"):
        score_abstraction(Marked(fails_on=score.boards[2]), **options)
    assert {file.name for file in tmp_path.iterdir()} == {"scores.npy.partial", "scores.npy.journal"}
    labels = Marked()
    assert score_abstraction(labels, **options) == score
    # The first board is looked at in every call.
    assert {tuple(score.boards[2])} <= set(labels.asked) <= {tuple(score.boards[at]) for at in (0, 2, 3)}
    labels = Marked()
    assert score_abstraction(labels, **options) == score
    assert set(labels.asked) == {tuple(score.boards[0])}
    assert pb.strength.check_table(path)["shape"] == (4, 9)
    with ThreadPoolExecutor(2) as executor:
        assert score_abstraction(Marked(), executor=executor, **(options | {"path": tmp_path / "again.npy"})) == score
    assert (tmp_path / "again.npy").read_bytes() == path.read_bytes()


def one_of(score, at):
    """Return the score of one board."""
    of = (score.boards, score.n_buckets, score.one_sided, score.two_sided)
    return AbstractionScore(score.street, *(each[at : at + 1] for each in of), score.iterations)


@pytest.mark.parametrize("num_threads", [1, 3])
def test_boards_are_told_in_their_order_when_they_are_known(score, num_threads, tmp_path):
    """Threads and files change nothing: neither a board that is scored before an earlier one, nor one of the file."""
    expected = [one_of(score, at) for at in range(4)]
    options = {"n_boards": 4, "rng": 3, "num_threads": num_threads, **SMALL}
    told = []
    assert score_abstraction(highest_card, on_board=told.append, **options) == score
    assert told == expected
    # The second board fails; the others are in the file.
    options["path"] = tmp_path / "scores.npy"
    told, known = [], []
    with pytest.raises(RuntimeError, match="the power is out"):
        score_abstraction(
            Marked(fails_on=score.boards[1]),
            on_board=told.append,
            progress=lambda done, _: known.append((done, len(told))),
            **options,
        )
    # Threads may fail before the first board is scored. A board is told before the bar counts it.
    assert told in ([], expected[:1])
    assert num_threads > 1 or known[0] == (1, 1)
    for _ in ("resumed", "finished"):
        told = []
        assert score_abstraction(Marked(), on_board=told.append, **options) == score
        assert told == expected


def test_an_error_of_the_function_of_boards_keeps_them(score, tmp_path):
    def stop(of_board):
        raise BrokenPipeError(str(pb.cards.format_cards(of_board.boards[0])))

    options = {"n_boards": 4, "rng": 3, "path": tmp_path / "scores.npy", "num_threads": 1, **SMALL}
    with pytest.raises(BrokenPipeError, match=str(pb.cards.format_cards(score.boards[0]))):
        score_abstraction(Marked(), on_board=stop, **options)
    labels, told = Marked(), []
    assert score_abstraction(labels, on_board=told.append, **options) == score
    assert told == [one_of(score, at) for at in range(4)]
    # The first board is looked at in every call, and once is what was scored before.
    assert len(labels.asked) == 1 + 3
    with pytest.raises(TypeError, match="on_board: expected a function of an AbstractionScore, found int"):
        score_abstraction(Marked(), on_board=5, **options)


def test_files_of_other_scores_are_refused(score, tmp_path):
    options = {"n_boards": 1, "rng": 3, "path": tmp_path / "scores.npy", **SMALL}
    first = score_abstraction(Marked(), **options)
    others = {"rng": 4}, {"iterations": 61}, {"hero": "AA"}, {"tree": BettingTree(100, 100, BetSizes(0.5, max_bets=1))}
    for other in others:
        with pytest.raises(pb.exceptions.ForeignFileError, match="belongs to a different table"):
            score_abstraction(Marked(), **(options | other))
    with pytest.raises(pb.exceptions.ForeignFileError, match="belongs to a different table"):
        score_abstraction(Marked("by suit"), **options)
    assert score_abstraction(Marked(), **options) == first
    again = score_abstraction(Marked("by suit"), **(options | {"iterations": 30}), resume=False)
    assert again.iterations == 30
    with pytest.raises(pb.PokerbitsError, match="path: expected labels whose fingerprint tells"):
        score_abstraction(highest_card, **(options | {"path": tmp_path / "new.npy"}))
    assert not (tmp_path / "new.npy").exists()


def test_no_abstraction_loses_nothing_but_convergence():
    score = score_abstraction(None, n_boards=1, **SMALL)
    assert score.n_buckets.tolist() == [[[1081], [1081], [1081]]]
    assert (score.two_sided[0] == score.two_sided[0, 2]).all()


@pytest.mark.parametrize("street", ["turn", "river"])
def test_boards_are_drawn_by_the_stated_rule(street):
    boards = drawn_boards(street, 4000, np.random.default_rng(1))
    assert np.array_equal(boards, drawn_boards(street, 4000, np.random.default_rng(1)))
    assert not np.array_equal(boards, drawn_boards(street, 4000, np.random.default_rng(2)))
    indexer = pb.HandIndexer({"turn": (3, 1), "river": (3, 1, 1)}[street])
    assert len(np.unique(indexer.index(boards))) == 4000
    # In proportion to their number among all boards: a third and more have a pair on the flop, 22% of flops are suited.
    flops = boards[:, :3]
    for share, expected in (
        ((flops // 4 == np.roll(flops, 1, axis=1) // 4).any(axis=1).mean(), 1 - 12 * 11 * 16 / (51 * 50)),
        ((flops % 4 == flops[:, :1] % 4).all(axis=1).mean(), 12 * 11 / (51 * 50)),
    ):
        assert share == pytest.approx(expected, abs=0.03)
    # Suits are as frequent as each other.
    np.testing.assert_allclose(np.bincount(boards.ravel() % 4) / boards.size, 0.25, atol=0.01)


def test_flops_are_drawn():
    indexer = pb.HandIndexer((3,))
    all_flops = drawn_boards("flop", indexer.size(), np.random.default_rng(1))
    assert len(np.unique(indexer.index(all_flops))) == indexer.size() == 1755
    # In proportion to their number: the first of many draws is suited as often as a flop.
    first = np.concatenate([drawn_boards("flop", 1, np.random.default_rng(seed)) for seed in range(2000)])
    assert (first % 4 == first[:, :1] % 4).all(axis=1).mean() == pytest.approx(12 * 11 / (51 * 50), abs=0.015)


@pytest.mark.parametrize("num_threads", [1, 3])
def test_threads_and_executors_change_nothing(score, num_threads):
    again = score_abstraction(highest_card, boards=score.boards, num_threads=num_threads, **SMALL)
    assert again == score


def test_boards_are_spread_over_an_executor(score):
    told = []
    with ThreadPoolExecutor(2) as executor:
        again = score_abstraction(
            highest_card,
            boards=score.boards,
            executor=executor,
            progress=lambda done, total: told.append((done, total)),
            **SMALL,
        )
    assert again == score
    assert told == [(at, 4) for at in range(1, 5)]


@pytest.mark.slow
def test_boards_are_spread_over_processes(score):
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert score_abstraction(highest_card, boards=score.boards, executor=executor, **SMALL) == score


def test_an_exception_stops_the_solvers():
    def stop(board):
        seen.append(1)
        if len(seen) > 3:
            raise KeyboardInterrupt
        return highest_card(board)

    seen = []
    with pytest.raises(KeyboardInterrupt):
        score_abstraction(stop, n_boards=4, num_threads=2, **SMALL)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"street": "preflop"}, "street"),
        ({"n_boards": 0}, "n_boards = 0: expected 1 to "),
        ({"n_boards": 10**8}, "n_boards = 100000000: expected 1 to "),
        ({"tree": BettingTree(1, 1, [BetSizes(1)] * 2)}, "tree: expected a BettingTree of one street for the river"),
        ({"tree": "bets"}, "tree: expected a BettingTree of one street"),
        ({"street": "turn"}, "tree: expected a BettingTree of two streets for the turn"),
        ({"street": "flop"}, "tree: expected a BettingTree of three streets for the flop"),
        ({"boards": "Kh9d5c3h"}, "boards: expected 5 cards, found 4"),
        ({"boards": np.empty((0, 5), np.uint8)}, "boards: expected at least one"),
        ({"boards": ["Kh9d5c3h2s", "AsAh7c7d2c"], "hero": "AA, 77"}, None),
        ({"boards": ["Kh9d5c3h2s", "AsAhAc7d2c"], "hero": "AA"}, "board AsAhAc7d2c: hero: the range has no hand"),
        ({"hero": "KZs"}, "KZs"),
        ({"iterations": -1}, "iterations = -1"),
        ({"rng": "one"}, "rng: expected a seed or a generator of NumPy"),
        ({"rng": "one", "boards": "Kh9d5c3h2s"}, "rng: expected a seed"),
        ({"num_threads": 0}, "num_threads"),
        ({"executor": 5}, "executor"),
        ({"labels": np.zeros((48, 1326), int)}, "labels of the river: expected shape"),
    ],
)
def test_wrong_arguments_are_refused(options, message):
    arguments = {"labels": highest_card, "n_boards": 1, **SMALL, **options}
    if message is None:
        assert isinstance(score_abstraction(**arguments), AbstractionScore)
        return
    with pytest.raises(pb.PokerbitsError) as caught:
        score_abstraction(**arguments)
    assert message in str(caught.value)


def test_another_word_for_the_seed_says_the_one_of_this_function():
    with pytest.raises(TypeError, match="score_abstraction has no parameter seed: the parameter is rng="):
        score_abstraction(highest_card, n_boards=1, seed=1, **SMALL)
