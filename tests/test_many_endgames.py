"""Many endgames at once: values equal those of a solver alone, in any order, on threads, processes and Dask."""

import inspect
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import pokerbits as pb
from pokerbits._tables.blocks import compute_block
from pokerbits.endgame import (
    ALL_IN,
    BetSizes,
    BettingTree,
    Endgame,
    EndgameValues,
    Solver,
    random_endgames,
    solve_many,
)
from pokerbits.endgame._many import Solving
from slow_endgame import SlowSolver

SIZES = BetSizes((1, ALL_IN), max_bets=1)
BOARDS, HERO, VILLAIN, POTS, STACKS = random_endgames(4, "river", rng=11)
OPTIONS = {"pots": POTS, "stacks": STACKS, "sizes": SIZES, "iterations": 30}
ALL = {"boards": BOARDS, "hero": HERO, "villain": VILLAIN, **OPTIONS}


@pytest.fixture(scope="module")
def solved():
    return solve_many(**ALL)


def shares(board, hero, villain, values):
    """Return what each player gets of the pot, if both are dealt from their ranges."""
    apart = ~(pb.COMBOS[:, None, :, None] == pb.COMBOS[None, :, None, :]).any(axis=(2, 3))
    free = ~np.isin(pb.COMBOS, board).any(axis=1)
    joint = np.outer(hero * free, villain * free) * apart
    known = np.nan_to_num(values.astype(float))
    return (joint.sum(axis=1) @ known[0]) / joint.sum(), (joint.sum(axis=0) @ known[1]) / joint.sum()


def test_each_endgame_is_that_of_a_solver_alone(solved):
    assert solved.values.shape == (4, 2, 1326)
    assert solved.values.dtype == np.float32
    for row in range(4):
        solver = Solver(Endgame(BOARDS[row], HERO[row], VILLAIN[row], BettingTree(POTS[row], STACKS[row], SIZES)))
        solver.run(30)
        for player, values in zip(("hero", "villain"), solved.values[row], strict=True):
            assert np.array_equal(values, (solver.values(0, player)[0] + 0.5).astype(np.float32), equal_nan=True)
        assert solved.exploitability[row] == np.float32(solver.exploitability())
    assert solved.iterations.tolist() == [30] * 4


def test_values_are_those_of_a_slow_solver():
    """In float64, by matrices of all pairs of hands: within 1e-4 of the pot."""
    hero, villain = (pb.Range(text).weights for text in ("88+, AQs+, 0.3:76s", "0.5:22+, KQs"))
    found = solve_many("Kh9d5c3h2s", hero, villain, pots=2, stacks=3, sizes=SIZES, iterations=40)
    game = Endgame("Kh9d5c3h2s", hero, villain, BettingTree(2, 3, SIZES))
    slow = slow_solver(game)
    slow.run(40)
    for player, mean in enumerate(shares(game.board, hero, villain, found.values[0])):
        assert mean == pytest.approx(slow.gain(player) + 0.5, abs=1e-4)


TARGET = 2.4e-5
IN_FULL = {"target": TARGET, "max_iterations": 30_000}


def deepstack(street, n):
    """Return situations as DeepStack draws them; before the river each range keeps 50 hands."""
    boards, hero, villain, *chips = random_endgames(n, street, rng=20)
    if street != "river":
        rng = np.random.default_rng(5)
        for weights in (*hero, *villain):
            weights[rng.permutation(np.flatnonzero(weights))[50:]] = 0
    return boards, hero, villain, *chips


@pytest.mark.parametrize(
    ("street", "n", "checked"),
    [
        pytest.param("river", 50, 5, id="5 rivers"),
        pytest.param("turn", 2, 2, id="2 turns"),
        pytest.param("river", 50, 50, id="50 rivers", marks=pytest.mark.slow),
        pytest.param("turn", 10, 10, id="10 turns", marks=pytest.mark.slow),
    ],
)
def test_values_are_those_of_float64(street, n, checked):
    """Hands are worth what they are in float64, and means are within 1e-4 of the pot of those of a float64 solver.

    In single precision a hand to which two actions are worth almost the same may play either, and later iterations
    differ: after as many iterations as in float64 the values of single hands may be 6% of the pot apart. So the
    strategies are valued in float64, hand by hand. Two solutions are compared by the value of the game: what both best
    responses gain, also in float64, bounds how far a mean is from it. A float64 solver that stops at the same
    exploitability is as close, so both means are within 1e-4.
    """
    boards, hero, villain, pots, stacks = (of[:checked] for of in deepstack(street, n))
    sizes = [SIZES] * (6 - boards.shape[1])
    found = solve_many(boards, hero, villain, pots=pots, stacks=stacks, sizes=sizes, **IN_FULL)
    for row in range(checked):
        game = Endgame(boards[row], hero[row], villain[row], BettingTree(pots[row], stacks[row], sizes))
        solver, slow = Solver(game), slow_solver(game)
        solver.run(**IN_FULL)
        slow.play_as(solver)
        for player, combos in enumerate(game.combos):
            off = found.values[row, player, combos] - slow.gains(player) - 0.5
            assert np.abs(off).max() < 1e-4
        means = shares(boards[row], hero[row], villain[row], found.values[row])
        assert sum(means) == pytest.approx(1, abs=1e-5)
        best = [slow.gain(player, best=True) + 0.5 for player in range(2)]
        assert (sum(best) - 1) / 2 == pytest.approx(found.exploitability[row], abs=1e-6)
        # Hero's share of the game itself is from 1 - best[1] to best[0].
        assert max(np.subtract(best, means)) < 2 * TARGET + 2e-6


@pytest.mark.slow
def test_means_are_those_of_a_float64_solver():
    """The first three of the fifty rivers that take few iterations, solved in float64 to the same exploitability."""
    boards, hero, villain, pots, stacks = deepstack("river", 50)
    found = solve_many(boards, hero, villain, pots=pots, stacks=stacks, sizes=SIZES, **IN_FULL)
    rows = np.flatnonzero(found.iterations < 200)[:3]
    assert len(rows) == 3
    for row in rows:
        slow = slow_solver(Endgame(boards[row], hero[row], villain[row], BettingTree(pots[row], stacks[row], SIZES)))
        while sum(slow.gain(player, best=True) for player in range(2)) / 2 > TARGET:
            assert slow.iterations < 1000
            slow.run(20)
        for player, mean in enumerate(shares(boards[row], hero[row], villain[row], found.values[row])):
            assert mean == pytest.approx(slow.gain(player) + 0.5, abs=1e-4)


def slow_solver(game):
    """Return a slow solver in which every hand on every board is a bucket."""
    held = [[free[:, combos] for combos in game.combos] for free in game.possible]
    return SlowSolver(game, [[np.arange(of.size).reshape(of.shape) for of in of_street] for of_street in held])


def test_both_players_get_the_pot(solved):
    for row in range(4):
        got = shares(BOARDS[row], HERO[row], VILLAIN[row], solved.values[row])
        assert sum(got) == pytest.approx(1, abs=1e-5)
        assert 0 < got[0] < 1


def test_with_rake_they_get_less():
    found = solve_many(**ALL, rake=0.05)
    got = [sum(shares(*of)) for of in zip(BOARDS, HERO, VILLAIN, found.values, strict=True)]
    assert max(got) < 0.999
    capped = solve_many(**ALL, rake=0.05, rake_cap=1e-9)
    assert sum(shares(BOARDS[0], HERO[0], VILLAIN[0], capped.values[0])) == pytest.approx(1, abs=1e-5)


def test_hands_that_cannot_be_have_no_value(solved):
    blocked = np.array([np.isin(pb.COMBOS, board).any(axis=1) for board in BOARDS])
    assert np.array_equal(np.isnan(solved.values), np.stack([blocked, blocked], axis=1))
    hero = HERO[0].copy()
    held = np.flatnonzero(hero)[:3]
    hero[held] = 0
    values = solve_many(BOARDS[0], hero, VILLAIN[0], **(OPTIONS | {"pots": 1, "stacks": 1})).values[0]
    assert np.isnan(values[0, held]).all()
    assert not np.isnan(values[1, held]).any()


def test_a_target_for_each():
    found = solve_many(**(ALL | {"iterations": None}), target=0.01)
    assert (found.exploitability <= 0.01).all()
    assert len(set(found.iterations.tolist())) > 1
    cut = solve_many(**(ALL | {"iterations": None}), target=1e-9, max_iterations=7)
    assert cut.iterations.tolist() == [7] * 4
    assert solve_many(**(ALL | {"iterations": None, "boards": BOARDS[:1], "hero": HERO[0], "villain": VILLAIN[0]})
                      | {"pots": 5, "stacks": 5}).iterations.tolist() == [1000]  # fmt: skip


def test_one_range_and_one_number_stand_for_all():
    arrays = {"hero": np.tile(HERO[0], (3, 1)), "villain": np.tile(VILLAIN[0], (3, 1))}
    boards = pb.random_hands(3, 5, rng=1)
    each = solve_many(boards, **arrays, **(OPTIONS | {"pots": [4.0] * 3, "stacks": np.full(3, 5)}))
    assert solve_many(boards, HERO[0], VILLAIN[0], **(OPTIONS | {"pots": 4, "stacks": 5})) == each
    # Weights of float32 are not converted to float64.
    short = solve_many(boards, HERO[0].astype(np.float32), VILLAIN[0], **(OPTIONS | {"pots": 4, "stacks": 5}))
    np.testing.assert_allclose(short.values, each.values, atol=1e-3)


def test_turns_are_solved():
    boards, hero, villain, pots, stacks = random_endgames(1, "turn", rng=1)
    sizes = [BetSizes(1, max_bets=1)] * 2
    found = solve_many(boards, hero, villain, pots=pots, stacks=stacks, sizes=sizes, iterations=4)
    assert sum(shares(boards[0], hero[0], villain[0], found.values[0])) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("num_threads", [1, 3])
def test_threads_change_nothing(solved, num_threads):
    told = []
    again = solve_many(**ALL, num_threads=num_threads, progress=lambda done, total: told.append((done, total)))
    assert again == solved
    assert told == [(at, 4) for at in range(1, 5)]


def test_an_executor_is_sent_one_endgame_at_a_time(solved):
    sent = []

    class Watched(ThreadPoolExecutor):
        def submit(self, function, spec, block, num_threads):
            assert function is compute_block
            sent.append((len(pickle.dumps(spec)), spec.rows(), block, num_threads))
            return super().submit(function, pickle.loads(pickle.dumps(spec)), block, num_threads)

    with Watched(2) as executor:
        assert solve_many(**ALL, executor=executor) == solved
    assert [of[1:] for of in sent] == [(1, 0, 1)] * 4
    assert max(of[0] for of in sent) < 30_000


@pytest.mark.slow
def test_endgames_are_spread_over_processes(solved):
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert solve_many(**ALL, executor=executor) == solved


def test_an_exception_stops_the_solvers():
    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_many(**ALL, num_threads=2, progress=stop)
    # The call sets the event of its solvers when it ends; one would go on for minutes.
    stopped = threading.Event()
    stopped.set()
    how = Solving(SIZES, 0.0, None, None, 10**6, None, 1)
    game = Endgame(BOARDS[0], HERO[0], VILLAIN[0], BettingTree(1, 1, SIZES))
    with pytest.raises(pb.exceptions.CancelledError):
        how.solve(game, np.empty(2 * 1326 + 2, np.float32), stopped)


def test_to_npz(solved, tmp_path):
    path = tmp_path / "values.npz"
    solved.to_npz(path)
    with np.load(path) as arrays:
        again = EndgameValues(**arrays)
    assert again == solved
    solved.to_npz(path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(pb.exceptions.ForeignFileError, match="is a folder"):
        solved.to_npz(tmp_path / "folder")
    with pytest.raises(FileNotFoundError):
        solved.to_npz(tmp_path / "nowhere" / "values.npz")


def test_the_result_is_one_like_others(solved):
    assert pickle.loads(pickle.dumps(solved)) == solved
    assert hash(solved) == hash(pickle.loads(pickle.dumps(solved)))
    assert not solved.values.flags.writeable
    assert len(repr(solved)) < 180
    assert repr(solved).startswith("<EndgameValues: 4 endgames, exploitability ")
    columns = solved.to_columns()
    assert columns["board"] == pb.cards.format_cards(BOARDS)
    assert solved.to_dict()["endgames"][2] == {
        "board": columns["board"][2],
        "exploitability": solved.exploitability[2],
        "iterations": 30,
    }
    assert str(solved).splitlines()[1].split()[-1] == f"{solved.exploitability.max():.4%}"
    assert solved.to_pandas().shape == (4, 3)


def changed(array, row, value):
    array = np.array(array)
    array[row] = value
    return array


NO_HAND = np.where(np.isin(pb.COMBOS, BOARDS[2]).any(axis=1), 1.0, 0.0)
Argument, Range_ = pb.exceptions.InvalidArgumentError, pb.exceptions.InvalidRangeError


@pytest.mark.parametrize(
    ("arguments", "error", "message", "row"),
    [
        ({"boards": BOARDS[:0]}, Argument, "boards: expected at least one board", None),
        ({"boards": BOARDS[:, :2]}, pb.exceptions.CardCountError, "boards: expected 3, 4 or 5 cards, found 2", None),
        ({"boards": BOARDS[None]}, Argument, r"boards: expected shape \(n, 5\), found \(1, 4, 5\)", None),
        ({"boards": changed(BOARDS, (3, 0), 52)}, pb.exceptions.InvalidCardError, "52", 3),
        ({"boards": changed(BOARDS, 1, 7)}, pb.exceptions.DuplicateCardError, "appears more than once", 1),
        ({"boards": 5.0}, (TypeError, ValueError), "boards", None),
        (
            {"boards": BOARDS[:, :4]},
            Argument,
            "sizes: expected those of 2 streets for boards of 4 cards",
            None,
        ),
        ({"sizes": [SIZES] * 2}, Argument, "sizes: expected those of 1 street for boards of 5 cards, found 2", None),
        ({"hero": HERO[:3]}, Argument, r"hero: expected shape \(4, 1326\), .* found \(3, 1326\)", None),
        ({"hero": HERO[:, :9]}, Argument, "hero: expected 1326 numbers on the last axis", None),
        ({"villain": HERO[None]}, Argument, "villain: expected shape", None),
        ({"villain": "AA"}, TypeError, "villain: expected numbers", None),
        ({"villain": changed(VILLAIN, (2, 5), np.nan)}, Argument, "row 2: villain: the weight of combo 5 .* is nan", 2),
        ({"hero": changed(HERO, (3, 8), -1)}, Argument, "row 3: hero: the weight of combo 8 .* is -1", 3),
        ({"hero": changed(HERO, (0, 8), np.inf)}, Argument, "row 0: hero: the weight of combo 8 .* is inf", 0),
        ({"hero": changed(HERO, 1, 0)}, Range_, "row 1: hero: the range has no hand", 1),
        ({"villain": changed(VILLAIN, 2, NO_HAND)}, Range_, "row 2: villain: the range has no hand", 2),
        ({"pots": POTS[:3]}, Argument, r"pots: expected one number, or 4 for as many boards, found shape \(3,\)", None),
        ({"pots": changed(POTS, 2, 0)}, Argument, "row 2: pot = 0.0: expected a number from", 2),
        ({"pots": changed(POTS, 1, np.nan)}, Argument, "row 1: pot = nan", 1),
        ({"stacks": changed(STACKS, 3, -1)}, Argument, "row 3: stack = -1.0", 3),
        ({"stacks": changed(STACKS, 3, 1e12)}, Argument, "row 3: stack: expected at most", 3),
        ({"stacks": "5"}, Argument, "stacks: expected numbers", None),
        ({"iterations": -1}, Argument, "iterations = -1", None),
        ({"iterations": 1 << 25}, Argument, "iterations = 33554432: expected 0 to 16,777,216", None),
        ({"target": 0.1}, Argument, "pass iterations= or target=, not both", None),
        ({"iterations": None, "target": 0}, Argument, "target = 0: expected a number above 0", None),
        ({"iterations": None, "target": "1%"}, TypeError, "target = '1%'", None),
        ({"max_iterations": 0}, Argument, "max_iterations = 0: expected 1 to", None),
        ({"rake": 2}, Argument, "rake = 2: expected a number from 0 to 1", None),
        ({"rake_cap": -1}, Argument, "rake_cap = -1", None),
        ({"all_in_threshold": -1}, Argument, "all_in_threshold = -1", None),
        ({"num_threads": 0}, Argument, "num_threads = 0", None),
        ({"executor": 5}, Argument, "executor: expected an object with a method `submit`", None),
        ({"progress": 5}, TypeError, "progress: expected", None),
    ],
)
def test_wrong_arguments_are_refused(arguments, error, message, row, monkeypatch):
    """Before anything is solved."""
    monkeypatch.setattr("pokerbits.endgame._many.Solver", None)
    with pytest.raises(error, match=message) as caught:
        solve_many(**(ALL | arguments))
    assert getattr(caught.value, "row", None) == row


def test_all_options_of_betting_and_of_solving_are_offered():
    names = set(inspect.signature(solve_many).parameters)
    assert {*inspect.signature(Solver.run).parameters} - {"self"} <= names
    assert {"rake", "rake_cap", "all_in_threshold", "sizes"} == names & set(inspect.signature(BettingTree).parameters)
