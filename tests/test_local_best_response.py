"""Local best responses: at most a best response, bad agents found bad, and errors of policies that name the node."""

import numpy as np
import pytest

from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Endgame, Solver, exploitability, local_best_response
from pokerbits.exceptions import InvalidArgumentError

RANGES = ("AhKs, 0.5:9h9s, QdJd, 0.25:7c6c, 8h7h", "KcQc, 0.75:AdAc, QdJd, Td9c, 0.5:6d4d, AhQh")
SIZES = BetSizes((0.5, 1.0), ALL_IN)
RIVERS = {rake: BettingTree(100, 200, SIZES, rake=rake, rake_cap=6) for rake in (0.0, 0.05)}
TURN = BettingTree(100, 150, [BetSizes(ALL_IN, max_bets=1)] * 2)


def river(rake=0.0):
    return Endgame("Kh9d5c3h2s", *RANGES, RIVERS[rake])


def turn():
    return Endgame("Kh9d5c3h", "AhKs, 0.5:QdJd, 8h7h", "KcQc, 6d4d, 0.5:AhQh", TURN)


def locked(game, seed):
    """Return a solver with random strategies."""
    rng, solver = np.random.default_rng(seed), Solver(game, isomorphic=False)
    for node in game.tree.decisions:
        drawn = rng.dirichlet(np.full(len(node.actions), 0.5), size=(len(game.boards[node.street]), 1326))
        solver.lock(node, np.moveaxis(drawn, 2, 0))
    return solver


def always(*wanted):
    def policy(node, board):
        return np.tile([[float(action in wanted)] for action in node.actions], (1, 1326))

    return policy


def uniform(node, board):
    return np.full((len(node.actions), 1326), 1 / len(node.actions))


@pytest.mark.parametrize("rake", RIVERS)
@pytest.mark.parametrize("seed", range(6))
def test_it_gains_at_most_what_a_best_response_gains(rake, seed):
    solver = locked(river(rake), seed)
    found = local_best_response(solver.game, solver)
    best = [solver.best_response(player) for player in ("hero", "villain")]
    assert (found.gains <= np.array(best) + 1e-12).all()
    # Random play is bad, and looking one action ahead finds most of it.
    assert 0.5 * solver.exploitability() < found.exploitability <= solver.exploitability() + 1e-12
    assert found.std_error == 0


def test_on_a_turn_it_gains_at_most_a_best_response_and_drawn_boards_agree():
    solver = locked(turn(), 1)
    exact = local_best_response(solver.game, solver)
    assert 0.5 * solver.exploitability() < exact.exploitability <= solver.exploitability() + 1e-12
    drawn = local_best_response(solver.game, solver, n_runouts=200, rng=3)
    assert 0 < drawn.std_error < 0.05
    assert abs(drawn.exploitability - exact.exploitability) < 4 * drawn.std_error
    assert drawn == local_best_response(solver.game, solver, n_runouts=200, rng=3, num_threads=2)


def test_the_value_of_hands_adds_up_to_the_gain():
    game = Endgame("Kh9d5c3h2s", "AhKs, 0.5:9h9s, 8h7h", "KcQc, QdJd", RIVERS[0.0])
    found = local_best_response(game, uniform)
    # No hand blocks another, so hands count by their weights.
    for values, combos, weights, gain in zip(found.values, game.combos, game.weights, found.gains, strict=True):
        assert (values[combos] * weights).sum() / weights.sum() == pytest.approx(gain)
        assert np.isnan(np.delete(values, combos)).all()


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


def test_a_range_that_is_not_updated_is_caught(monkeypatch):
    # Without the actions of the opponent in its reach the gain is no gain of real play: it passes the best response.
    from pokerbits.endgame import _local_best_response as module

    solver = locked(river(), 1)
    probabilities = module.Agent.probabilities
    monkeypatch.setattr(module.Agent, "probabilities", lambda *of: np.ones_like(probabilities(*of)))
    found = local_best_response(solver.game, solver)
    assert found.exploitability > solver.exploitability()


WRONG = {
    "shape": (lambda rows: rows[:, :5], "expected shape"),
    "nan": (lambda rows: rows * np.nan, "nan"),
    "negative": (lambda rows: np.concatenate([-rows[:1], rows[1:] + 2 * rows[:1]]), "add up to 1"),
    "sum": (lambda rows: rows / 2, "add up to 1"),
    "text": (lambda rows: "x", "expected numbers"),
}


@pytest.mark.parametrize("name", WRONG)
def test_errors_name_the_decision_and_the_board(name):
    game = river()
    change, message = WRONG[name]

    def policy(node, board):
        rows = uniform(node, board)
        return change(rows) if node is game.tree.decisions[1] else rows

    with pytest.raises(InvalidArgumentError, match=rf"decision 1 \(villain: .*\) on Kh9d5c3h2s.*{message}"):
        local_best_response(game, policy)


def test_other_arguments_are_refused():
    game = river()
    with pytest.raises(InvalidArgumentError, match="another game"):
        local_best_response(game, Solver(turn()))
    with pytest.raises(TypeError, match="policy: expected a Solver or a function"):
        local_best_response(game, 5)
    with pytest.raises(TypeError, match="game: expected an Endgame"):
        local_best_response(5, uniform)
    for wrong in (-1, 1, 2.5, 10**6):
        with pytest.raises((InvalidArgumentError, TypeError), match="n_runouts"):
            local_best_response(game, uniform, n_runouts=wrong)
    with pytest.raises(InvalidArgumentError, match="rng: give n_runouts"):
        local_best_response(game, uniform, rng=1)


def test_the_result_shows_and_converts_itself():
    found = local_best_response(river(), uniform)
    assert found.to_dict()["gains"] == dict(zip(("hero", "villain"), found.gains.tolist(), strict=True))
    assert found.to_columns()["player"] == ["hero", "villain"]
    assert "1 runout>" in repr(found)
