"""Local best responses: equal to slow ones, at most best responses, and bad agents found bad."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerbits as pb
from pokerbits.endgame import (
    ALL_IN,
    BetSizes,
    BettingTree,
    Decision,
    Endgame,
    Solver,
    _steps,
    exploitability,
    local_best_response,
)
from pokerbits.endgame import _local_best_response as module
from pokerbits.endgame._policies import Agent
from pokerbits.endgame._public_values import PublicValues
from pokerbits.endgame._steps import Steps
from pokerbits.exceptions import InvalidArgumentError
from slow_local_best_response import SlowResponse

PLAYERS = ("hero", "villain")
RANGES = ("AhKs, 0.5:9h9s, QdJd, 0.25:7c6c, 8h7h", "KcQc, 0.75:AdAc, QdJd, 0.5:QsJs, Td9c, 0.5:6d4d, AhQh")
SIZES = BetSizes((0.5, 1.0), ALL_IN)
RIVERS = {rake: BettingTree(100, 200, SIZES, rake=rake, rake_cap=6) for rake in (0.0, 0.05)}
ONE_BET, NO_BET = BetSizes((0.5, ALL_IN), max_bets=1), BetSizes(())
TURN_RANGES = ("AhKs, 0.5:QdJd, 8h7h", "KcQc, 6d4d, 0.5:AhQh")


def river(rake=0.0):
    return Endgame("Kh9d5c3h2s", *RANGES, RIVERS[rake])


def turn(rake=0.0):
    tree = BettingTree(100, 150, [BetSizes(ALL_IN, max_bets=1)] * 2, rake=rake, rake_cap=6)
    return Endgame("Kh9d5c3h", *TURN_RANGES, tree)


def flop(rake=0.0):
    tree = BettingTree(100, 150, [ONE_BET, NO_BET, NO_BET], rake=rake, rake_cap=6)
    return Endgame("Kh9d5c", "AhKs, QdJd", "KcQc, 0.5:AhQh", tree)


def random_policy(seed):
    """Return a policy that is the same for a state whenever it is asked."""

    def policy(node, board):
        names = "".join(node.actions).encode()
        rng = np.random.default_rng([seed, PLAYERS.index(node.player), *names, *board.tolist()])
        return rng.dirichlet(np.full(len(node.actions), 0.5), size=1326).T

    return policy


def locked(game, policy):
    """Return a solver that plays a policy."""
    solver = Solver(game, isomorphic=False)
    for node in game.tree.decisions:
        solver.lock(node, np.stack([policy(node, board) for board in game.boards[node.street]], axis=1))
    return solver


def always(*wanted):
    def policy(node, board):
        return np.tile([[float(action in wanted)] for action in node.actions], (1, 1326))

    return policy


def uniform(node, board):
    return np.full((len(node.actions), 1326), 1 / len(node.actions))


class Best(module._Itself):
    """The best response, by the walk of the local one: it chooses by what it gains, not by a guess."""

    def gains(self, node, board, reach, runouts):
        if not isinstance(node, Decision) or node.player != PLAYERS[self.player]:
            return super().gains(node, board, reach, runouts)
        after = [self.gains(child, board, reach, runouts) for child in node.children]
        # The action may not depend on cards to come.
        best = np.argmax([rows.mean(axis=0) for rows in after], axis=0)
        return sum(np.where(best == action, rows, 0) for action, rows in enumerate(after))


def walked(walk, game, policy, player, boards=None):
    """Return the gain of a player on each runout."""
    boards, values = game.boards[-1] if boards is None else boards, PublicValues(game, 1)
    steps = Steps(None, 0)
    theirs, ours = values.ranges()[1 - player], values.ranges()[player]
    rows = walk(values, Agent(game, policy, "policy"), player, boards, steps).gains(
        game.tree.root, game.board, theirs, np.arange(len(boards))
    )
    return (rows * ours).sum(axis=1) / (ours * module.unblocked(theirs)).sum()


@pytest.mark.parametrize("rake", RIVERS)
@pytest.mark.parametrize("make", [river, turn])
def test_the_walk_of_the_best_response_is_that_of_the_solver(make, rake):
    game = make(rake)
    solver = locked(game, random_policy(1))
    best, same = (
        [float(np.mean(walked(walk, game, solver, player))) for player in range(2)] for walk in (Best, module._Itself)
    )
    assert best == pytest.approx([solver.best_response(player) for player in PLAYERS], abs=1e-12)
    assert same == pytest.approx([solver.gain(player) for player in PLAYERS], abs=1e-12)
    assert (sum(best) - sum(same)) / 2 == pytest.approx(solver.exploitability(), abs=1e-12)
    # Looking ahead to the end is worth something here, so the three are told apart.
    local = local_best_response(game, solver)
    assert (np.array(same) + 0.05 < local.gains).all()
    assert (local.gains < np.array(best) - 1e-3).any()


@pytest.mark.parametrize("rake", RIVERS)
@pytest.mark.parametrize("make", [river, turn, pytest.param(flop, marks=pytest.mark.slow)])
def test_it_is_the_slow_one(make, rake):
    game, policy = make(rake), random_policy(2)
    slow = [SlowResponse(game, policy, player).gain() for player in range(2)]
    assert local_best_response(game, policy).gains == pytest.approx(slow, abs=1e-12)


@given(
    seed=st.integers(0, 2**32),
    hands=st.tuples(*2 * [st.lists(st.integers(0, 1325), min_size=1, max_size=6, unique=True)]),
    rake=st.sampled_from([*RIVERS]),
)
@settings(max_examples=30)
def test_any_river(seed, hands, rake):
    rng = np.random.default_rng(seed)
    ranges = np.zeros((2, 1326))
    for row, combos in zip(ranges, hands, strict=True):
        row[combos] = rng.uniform(0.1, 1, len(combos))
    try:
        game = Endgame(pb.random_hands(1, 5, rng=seed)[0], *ranges, RIVERS[rake])
    except pb.exceptions.InvalidRangeError:
        return
    policy = random_policy(seed)
    found = local_best_response(game, policy)
    assert found.gains == pytest.approx([SlowResponse(game, policy, player).gain() for player in range(2)], abs=1e-12)
    solver = locked(game, policy)
    best = np.array([solver.best_response(player) for player in PLAYERS])
    assert (local_best_response(game, solver).gains <= best + 1e-12).all()


@pytest.mark.parametrize("rake", RIVERS)
@pytest.mark.parametrize("seed", range(6))
def test_it_gains_at_most_what_a_best_response_gains(rake, seed):
    solver = locked(river(rake), random_policy(seed))
    found = local_best_response(solver.game, solver)
    best = [solver.best_response(player) for player in PLAYERS]
    assert (found.gains <= np.array(best) + 1e-12).all()
    # Random play is bad, and looking one action ahead finds most of it.
    assert 0.5 * solver.exploitability() < found.exploitability <= solver.exploitability() + 1e-12
    assert found.std_error == 0


LAST = {
    "the one bet of a river": ("Kh9d5c3h2s", RANGES, BettingTree(100, 200, ONE_BET), ("villain",)),
    "hero bets alone": (
        "Kh9d5c3h2s", RANGES, BettingTree(100, 200, {"hero": ONE_BET, "villain": NO_BET}, rake=0.05), PLAYERS
    ),
    "hero bets alone on a turn": (
        "Kh9d5c3h", TURN_RANGES, BettingTree(100, 200, {"hero": [ONE_BET, NO_BET], "villain": [NO_BET] * 2}), PLAYERS
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LAST)
@pytest.mark.parametrize("seed", range(4))
def test_where_only_the_last_decision_is_left_it_is_the_best_response(name, seed):
    board, ranges, tree, players = LAST[name]
    solver = locked(Endgame(board, *ranges, tree), random_policy(seed))
    found = local_best_response(solver.game, solver)
    gains = dict(zip(PLAYERS, found.gains.tolist(), strict=True))
    for player in players:
        assert gains[player] == pytest.approx(solver.best_response(player), abs=1e-12)
    if players == PLAYERS:
        assert found.exploitability == pytest.approx(solver.exploitability(), abs=1e-12)


def test_drawn_boards_agree_with_all_boards():
    solver = locked(turn(), random_policy(1))
    exact = local_best_response(solver.game, solver)
    assert exact.n_runouts == 48
    assert 0.5 * solver.exploitability() < exact.exploitability
    assert exact.exploitability <= solver.exploitability() + 1e-12
    drawn = local_best_response(solver.game, solver, n_runouts=200, rng=3)
    assert drawn.n_runouts == 200
    assert 0 < drawn.std_error < 0.05
    assert abs(drawn.exploitability - exact.exploitability) < 4 * drawn.std_error
    assert drawn == local_best_response(solver.game, solver, n_runouts=200, rng=3, num_threads=2)
    assert drawn != local_best_response(solver.game, solver, n_runouts=200, rng=4)


def test_a_board_that_is_drawn_twice_counts_twice():
    game = turn(0.05)
    drawn = game.boards[-1][np.random.default_rng(3).integers(48, size=200)]
    hero, villain, *same = (
        walked(walk, game, uniform, player, drawn) for walk in (module._Response, module._Itself) for player in range(2)
    )
    lost = (hero + villain - same[0] - same[1]) / 2
    found = local_best_response(game, uniform, n_runouts=200, rng=3)
    assert found.gains == pytest.approx([hero.mean(), villain.mean()], abs=1e-12)
    errors = [of.std(ddof=1) / 200**0.5 for of in (hero, villain, lost)]
    assert [*found.std_errors, found.std_error] == pytest.approx(errors, abs=1e-12)
    assert found.exploitability == pytest.approx(lost.mean(), abs=1e-12)
    ours, theirs = PublicValues(game, 1).ranges()
    shares = ours * module.unblocked(theirs)
    assert np.nansum(found.values[0] * shares) / shares.sum() == pytest.approx(found.gains[0], abs=1e-12)


def test_standard_errors_are_those_of_many_draws():
    game = turn()
    exact = local_best_response(game, uniform).exploitability
    drawn = [local_best_response(game, uniform, n_runouts=20, rng=rng) for rng in range(40)]
    off = [(of.exploitability - exact) / of.std_error for of in drawn]
    assert 0.6 < np.sqrt(np.mean(np.square(off))) < 1.5


def test_a_river_draws_nothing():
    found = local_best_response(river(), uniform, n_runouts=5, rng=1)
    assert found == local_best_response(river(), uniform)
    assert found.n_runouts == 1


def test_the_value_of_hands_adds_up_to_the_gain():
    game = Endgame("Kh9d5c3h2s", "AhKs, 0.5:9h9s, 8h7h", "KcQc, QdJd", RIVERS[0.0])
    found = local_best_response(game, uniform)
    # No hand blocks another, so hands count by their weights.
    for values, combos, weights, gain in zip(found.values, game.combos, game.weights, found.gains, strict=True):
        assert (values[combos] * weights).sum() / weights.sum() == pytest.approx(gain)
        assert np.isnan(np.delete(values, combos)).all()


def test_a_hand_that_no_hand_of_the_opponent_meets_has_no_value():
    found = local_best_response(Endgame("Kh9d5c3h2s", "AhAs, QdJd", "AhAd, AsAd", RIVERS[0.0]), uniform)
    assert np.isnan(found.values[0, pb.cards.combo_id("AhAs")])
    assert np.isfinite(found.values[0, pb.cards.combo_id("QdJd")])


@pytest.mark.parametrize(
    ("policy", "least"),
    [(always("fold", "check"), 0.45), (always("check", "call"), 0.3), (uniform, 0.2)],
    ids=["folds", "calls", "uniform"],
)
def test_bad_agents_are_found_bad(policy, least):
    game = river()
    best = exploitability(game, strategy=lambda node: policy(node, game.board))
    assert least < local_best_response(game, policy).exploitability <= best + 1e-12


def test_a_solution_is_found_good():
    solver = Solver(river())
    solver.run(target=1e-4)
    assert local_best_response(solver.game, solver).exploitability <= 1e-4


def test_a_solver_and_its_strategies_are_one_policy():
    solver = Solver(turn())
    solver.run(5)
    game, boards = solver.game, {board.tobytes(): at for of in turn().boards for at, board in enumerate(of)}
    found = local_best_response(game, lambda node, board: solver.strategy(node)[:, boards[board.tobytes()]])
    assert found == local_best_response(game, solver)


def test_a_range_that_is_not_updated_is_caught(monkeypatch):
    # Without the actions of the opponent in its reach the gain is no gain of real play: it passes the best response.
    solver = locked(river(), random_policy(1))
    probabilities = Agent.probabilities
    monkeypatch.setattr(Agent, "probabilities", lambda *of: np.ones_like(probabilities(*of)))
    found = local_best_response(solver.game, solver)
    assert found.exploitability > solver.exploitability()


def test_a_policy_is_asked_once_for_a_state_of_a_river():
    game, asked = river(), Counter()

    def policy(node, board):
        asked[node] += 1
        assert board.tolist() == game.board.tolist()
        # A policy gets a copy of the board, and may write to it.
        board[:] = 0
        return uniform(node, board)

    local_best_response(game, policy)
    assert asked == dict.fromkeys(game.tree.decisions, 1)


@pytest.mark.parametrize(("rake", "walks"), [(0.0, 2), (0.05, 4)])
@pytest.mark.parametrize("options", [{}, {"n_runouts": 20, "rng": 1}])
def test_progress_counts_every_decision_on_every_board(rake, walks, options, monkeypatch):
    monkeypatch.setattr(_steps, "PAUSE", -1)
    game, seen = turn(rake), []
    local_best_response(game, uniform, progress=lambda *of: seen.append(of), **options)
    n_rivers = len({*np.random.default_rng(1).integers(48, size=20).tolist()}) if options else 48
    n_first = sum(node.street == 0 for node in game.tree.decisions)
    total = walks * (n_first + (len(game.tree.decisions) - n_first) * n_rivers)
    assert seen == [(done, total) for done in range(1, total + 1)]


class StopError(Exception):
    """Raised by a caller's function."""


def test_what_the_functions_of_a_caller_raise_ends_the_call(monkeypatch):
    def stop(*of):
        raise StopError

    with pytest.raises(StopError):
        local_best_response(river(), stop)
    monkeypatch.setattr(_steps, "PAUSE", -1)
    with pytest.raises(StopError):
        local_best_response(river(), uniform, progress=stop)


WRONG = {
    "shape": (lambda rows: rows[:, :5], "expected shape"),
    "width": (lambda rows: rows.T, "expected shape"),
    "nan": (lambda rows: rows * np.nan, "nan"),
    "infinite": (lambda rows: np.concatenate([-rows[:1] * np.inf, rows[1:] * np.inf]), "inf"),
    "huge": (lambda rows: rows * 1.7e308, "add up to 1"),
    "negative": (lambda rows: np.concatenate([-rows[:1], 2 * rows[1:]]), r"-0\.3.*expected numbers from 0"),
    "sum": (lambda rows: rows / 2, "add up to 1"),
    "text": (lambda rows: "x", "expected numbers"),
    "nothing": (lambda rows: None, "expected numbers"),
}


@pytest.mark.parametrize("name", WRONG)
def test_errors_name_the_decision_and_the_board(name):
    game = river()
    change, message = WRONG[name]

    def policy(node, board):
        rows = uniform(node, board)
        return change(rows) if node is game.tree.decisions[1] else rows

    with pytest.raises(
        (InvalidArgumentError, TypeError), match=rf"decision 1 \(villain: .*\) on Kh9d5c3h2s.*{message}"
    ):
        local_best_response(game, policy)


def test_an_error_names_the_hand():
    def policy(node, board):
        rows = uniform(node, board)
        rows[:, pb.cards.combo_id("8h7h")] = 0.25
        return rows

    with pytest.raises(InvalidArgumentError, match=r"decision 0 \(hero: .*the probabilities of 8h7h are \[0.25, 0.25"):
        local_best_response(river(), policy)


def test_probabilities_that_were_rounded_are_divided_by_their_sum():
    found = local_best_response(river(0.05), lambda node, board: uniform(node, board) * (1 - 9e-7))
    assert found.gains == pytest.approx(local_best_response(river(0.05), uniform).gains, abs=1e-12)


def test_hands_that_a_player_does_not_have_are_ignored():
    game = river()

    def policy(node, board):
        combos = game.combos[PLAYERS.index(node.player)]
        rows = np.full((len(node.actions), 1326), np.nan)
        rows[:, combos] = 1 / len(node.actions)
        return rows

    assert local_best_response(game, policy) == local_best_response(game, uniform)


def test_other_arguments_are_refused():
    game = river()
    others = [
        turn(),
        Endgame("Kh9d5c3h2s", *RANGES, BettingTree(100, 200, ONE_BET)),
        Endgame("Kh9d5c3h2c", *RANGES, game.tree),
    ]
    for other in others:
        with pytest.raises(InvalidArgumentError, match="another game"):
            local_best_response(game, Solver(other))
    with pytest.raises(TypeError, match="policy: expected a Solver or a function"):
        local_best_response(game, 5)
    with pytest.raises(TypeError, match="game: expected an Endgame"):
        local_best_response(5, uniform)
    with pytest.raises(TypeError, match="progress: expected"):
        local_best_response(game, uniform, progress="x")
    for wrong in (-1, 1, 2.5, 10**6):
        with pytest.raises((InvalidArgumentError, TypeError), match="n_runouts"):
            local_best_response(game, uniform, n_runouts=wrong)
    with pytest.raises(InvalidArgumentError, match="rng: give n_runouts"):
        local_best_response(game, uniform, rng=1)
    with pytest.raises(InvalidArgumentError, match="rng: expected a seed"):
        local_best_response(game, uniform, n_runouts=5, rng="x")


def test_the_result_shows_and_converts_itself():
    found = local_best_response(river(), uniform)
    assert found.to_dict()["gains"] == dict(zip(PLAYERS, found.gains.tolist(), strict=True))
    assert found.to_columns()["player"] == ["hero", "villain"]
    assert "1 runout>" in repr(found)
