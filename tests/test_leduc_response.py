"""The rule of the local best response in Leduc, where best responses are exact, and beside the package's own."""

import numpy as np
import pytest

from pokerbits.endgame import exploitability, local_best_response
from small_poker import BestResponse, LocalResponse, Walk, holdem, leduc, solve
from test_local_best_response import always, random_policy, river, turn, uniform

LEDUC = leduc()


def in_leduc(*wanted):
    """Return a policy that takes one of these actions, with equal probabilities."""

    def policy(node, board, player):
        chosen = np.array([[float(action in wanted)] for action in node.actions])
        return np.tile(chosen / chosen.sum(), (1, 6))

    return policy


def random_in_leduc(seed):
    kept, rng = {}, np.random.default_rng(seed)

    def policy(node, board, player):
        if (node, board) not in kept:
            kept[node, board] = rng.dirichlet(np.full(len(node.actions), 0.5), size=6).T
        return kept[node, board]

    return policy


POLICIES = {
    "uniform": in_leduc("fold", "check", "call", "bet", "raise"),
    "always folds": in_leduc("fold", "check"),
    "always calls": in_leduc("check", "call"),
    "always raises": lambda node, board, player: np.eye(len(node.actions))[-1][:, None] * np.ones(6),
    **{f"random {seed}": random_in_leduc(seed) for seed in range(8)},
    **{f"CFR after {n}": solve(LEDUC, n) for n in (1, 5, 30)},
}


def gains(walk, policy):
    return np.array([walk(LEDUC, policy, player).gain() for player in range(2)])


@pytest.mark.parametrize("name", POLICIES)
def test_it_gains_at_most_what_the_best_response_gains(name):
    same, local, best = (gains(walk, POLICIES[name]) for walk in (Walk, LocalResponse, BestResponse))
    assert sum(same) == pytest.approx(0, abs=1e-12)
    assert (local <= best + 1e-12).all()
    assert (same <= best + 1e-12).all()


def test_published_numbers():
    """The exploitability of uniform play is that of OpenSpiel, where both best responses gain 4.7472222."""
    assert gains(BestResponse, POLICIES["uniform"]).sum() == pytest.approx(4.747222222222222, abs=1e-12)
    # A player who always folds loses the ante in either seat, and looking one action ahead finds all of it.
    assert gains(LocalResponse, POLICIES["always folds"]) == pytest.approx([1, 1], abs=1e-12)
    assert gains(BestResponse, POLICIES["always folds"]) == pytest.approx([1, 1], abs=1e-12)


@pytest.mark.parametrize("name", ["uniform", "always folds", "always calls", "always raises"])
def test_bad_agents_are_found_bad(name):
    local, best = (gains(walk, POLICIES[name]).mean() for walk in (LocalResponse, BestResponse))
    assert 0.6 * best < local
    assert local > 0.9


def test_a_solution_is_found_good():
    policy = solve(LEDUC, 120)
    # The value of the game to the player who acts first is -0.0856 chips.
    assert gains(Walk, policy) == pytest.approx([-0.0856, 0.0856], abs=3e-3)
    assert 0 < gains(BestResponse, policy).mean() < 0.02
    assert gains(LocalResponse, policy).mean() < 0.02


def test_a_guess_is_no_lower_bound(monkeypatch):
    """A response that counted the folds of its guess, and played on against all hands, would pass the best response."""
    after = Walk.values

    def forgets(self, node, board, reach):
        if node.children and node.player == 1 - self.player:
            return sum(after(self, child, board, reach) for child in node.children)
        return after(self, node, board, reach)

    monkeypatch.setattr(LocalResponse, "values", forgets)
    local, best = (gains(walk, POLICIES["uniform"]) for walk in (LocalResponse, BestResponse))
    assert (local > best).any()


BAD = {"uniform": uniform, "always folds": always("fold", "check"), "always calls": always("check", "call")}


@pytest.mark.parametrize("make", [river, turn])
@pytest.mark.parametrize("policy", [*map(random_policy, range(4)), *BAD.values()])
def test_the_same_rule_is_that_of_the_package(make, policy):
    endgame = make()
    small = holdem(endgame)

    def of_hands(node, board, player):
        return policy(node.source, np.array(board, dtype=np.uint8))[:, endgame.combos[player]]

    found, pot = local_best_response(endgame, policy), endgame.tree.pot
    expected = [LocalResponse(small, of_hands, player).gain() / pot for player in range(2)]
    assert found.gains == pytest.approx(expected, abs=1e-9)
    if make is river:
        best = [BestResponse(small, of_hands, player).gain() / pot for player in range(2)]
        assert (found.gains <= np.array(best) + 1e-12).all()
        by_solver = exploitability(endgame, strategy=lambda node: policy(node, endgame.board))
        # The solver keeps a given strategy in float32.
        assert sum(best) / 2 == pytest.approx(by_solver, abs=1e-7)
