"""Buckets from values: their vectors against a slow solver, their labels, and what they lose."""

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.endgame import (
    ALL_IN,
    BetSizes,
    BettingTree,
    Deal,
    Decision,
    Endgame,
    Solver,
    exploitability,
    percentile_labels,
    value_labels,
)
from pokerbits.endgame._value_labels import _vectors
from slow_endgame import SlowSolver, seat

RIVER = "Kh9d5c3h2s"
ONE_BET = BetSizes(0.5, max_bets=1)
GAMES = {
    "river": lambda: Endgame(
        RIVER,
        "AhKs, 0.5:9h9s, QdJd, 0.25:7c6c, 8h7h",
        "KcQc, 0.75:AdAc, QdJd, Td9c, AhQh",
        BettingTree(50, 100, BetSizes((0.5, 1.0), ALL_IN)),
    ),
    "turn": lambda: Endgame(
        RIVER[:8], "AhKs, 0.5:QdJd, 8h7h", "KcQc, 6d4d, 0.5:AhQh", BettingTree(50, 80, [ONE_BET] * 2)
    ),
    "flop": lambda: Endgame(RIVER[:6], "AhKs, QdJd", "KcQc, AhQh", BettingTree(50, 80, [ONE_BET] * 3)),
}


@pytest.fixture(scope="module")
def wide():
    """Return a river between wide ranges."""
    tree = BettingTree(100, 200, BetSizes((0.5, 1.0), ALL_IN))
    return Endgame(RIVER, "22+, A2s+, K5s+, QTs+, A8o+", "TT-22, A2s+, K9s+, QTs+, KTo+", tree)


def allowed(game):
    """Return for each street, for each player, which hands each board allows."""
    return [[free[:, combos] for combos in game.combos] for free in game.possible]


def slow_vectors(game, solver):
    """Return for each player and street the vectors of hands from matrices of all pairs of hands."""
    free = allowed(game)
    slow = SlowSolver(game, [[np.arange(of.size).reshape(of.shape) for of in of_street] for of_street in free])
    average, columns = {}, {}
    for node in game.tree.decisions:
        strategy = np.nan_to_num(solver.strategy(node)[:, :, game.combos[seat(node)]])
        average[node] = strategy.reshape(len(strategy), -1)

    def visit(node, reach, street):
        if isinstance(node, Deal):
            n = len(game.boards[street + 1]) // len(game.boards[street])
            dealt = [
                np.repeat(of, n, axis=0) * of_player for of, of_player in zip(reach, free[street + 1], strict=True)
            ]
            visit(node.child, dealt, street + 1)
        elif isinstance(node, Decision):
            for player, weights in enumerate(game.weights):
                values = slow.walk(node, player, reach[1 - player], street, average, "same")
                share = reach[player].sum(axis=1) / weights.sum()
                columns[player, node] = values * np.sqrt(share)[:, None]
            for action, child in zip(slow.of_hands(node, average[node]), node.children, strict=True):
                visit(child, [of * action if player == seat(node) else of for player, of in enumerate(reach)], street)

    visit(game.tree.root, [weights[None] for weights in game.weights], 0)
    order = [[node for node in game.tree.decisions if node.street == street] for street in range(len(game.streets))]
    return [[np.stack([columns[player, node] for node in of], axis=-1) for of in order] for player in range(2)]


@pytest.mark.parametrize("name", ["river", "turn"])
def test_vectors_are_those_of_a_slow_solver(name):
    game = GAMES[name]()
    solver = Solver(game)
    solver.run(4)
    slow = slow_vectors(game, solver)
    for player in range(2):
        for street in range(len(game.streets)):
            found, expected = _vectors(solver, street, player, None), slow[player][street]
            # K-means does not depend on the unit.
            free = allowed(game)[street][player]
            found, expected = (rows[free] / np.linalg.norm(rows[free]) for rows in (found, expected))
            assert found == pytest.approx(expected, abs=1e-6)


def test_hands_of_equal_values_share_a_bucket():
    tree = BettingTree(100, 100, BetSizes(1, max_bets=1))
    game = Endgame("AhKd7c4s2h", "AsAc, 9d8d, 9s8s, Jd9c", "KsQs", tree)
    aces, *bluffs = pb.cards.combo_id(["AsAc", "9d8d", "9s8s", "Jd9c"])
    for n_buckets in (2, 3, 100):
        hero, villain = (of_player["river"][0] for of_player in value_labels(game, n_buckets))
        assert len(set(hero[bluffs])) == 1
        assert hero[aces] != hero[bluffs[0]]
        assert {*hero, *villain} == {-1, 0, 1}
    hero, _ = value_labels(game, 1)
    assert set(hero["river"][0]) == {-1, 0}
    # Two buckets for two kinds of hands lose nothing.
    assert exploitability(game, labels=value_labels(game, 2), iterations=1000) < 1e-3


@pytest.mark.parametrize("name", GAMES)
def test_labels_of_every_street(name):
    game = GAMES[name]()
    labels = value_labels(game, 2, iterations=3)
    assert isinstance(labels, tuple)
    assert [list(of_player) for of_player in labels] == [list(game.streets)] * 2
    for of_player, combos in zip(labels, game.combos, strict=True):
        for street, possible in zip(game.streets, game.possible, strict=True):
            found = of_player[street]
            has = np.zeros(possible.shape, dtype=bool)
            has[:, combos] = possible[:, combos]
            assert found.dtype == np.int64
            assert np.array_equal(found >= 0, has)
            assert set(found[has]) == {0, 1}
    assert Solver(game, labels).n_buckets == ((2, 2),) * len(game.streets)


def test_labels_depend_on_the_seed_alone(wide):
    def labels(**options):
        return np.stack([of_player["river"] for of_player in value_labels(wide, 12, **options)])

    found = labels()
    for same in ({}, {"rng": 0}, {"num_threads": 1}, {"num_threads": 3}, {"rng": np.random.default_rng(0)}):
        assert np.array_equal(labels(**same), found)
    assert not np.array_equal(labels(rng=1), found)
    assert not np.array_equal(labels(iterations=0), found)


@pytest.mark.parametrize("n_buckets", [5, 20])
def test_values_lose_less_than_percentiles_and_those_less_than_chance(wide, n_buckets):
    at_random = np.random.default_rng(0).integers(n_buckets, size=1326)
    abstractions = [value_labels(wide, n_buckets), percentile_labels(RIVER, n_buckets=n_buckets), at_random]
    values, percentiles, chance = (exploitability(wide, labels=labels, iterations=300) for labels in abstractions)
    assert values < 0.9 * percentiles
    assert values < 0.1 * chance


def test_progress_counts_to_the_end(wide):
    told = []
    value_labels(wide, 3, progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]
    assert len({total for _, total in told}) == 1


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (("river", 3), {}, TypeError, "game: expected an Endgame, found str"),
        ((None, 0), {}, pb.exceptions.InvalidArgumentError, "n_buckets = 0: expected"),
        ((None, -2), {}, pb.exceptions.InvalidArgumentError, "n_buckets = -2: expected"),
        ((None, 2.0), {}, TypeError, "n_buckets = 2.0: expected an integer"),
        ((None, None), {}, TypeError, "n_buckets = None: expected an integer"),
        ((None, 3), {"iterations": -1}, pb.exceptions.InvalidArgumentError, "iterations = -1: expected"),
        ((None, 3), {"iterations": None}, TypeError, "iterations = None: expected an integer"),
        ((None, 3), {"rng": "seed"}, pb.exceptions.InvalidArgumentError, "rng: expected a seed or a generator"),
        ((None, 3), {"num_threads": 0}, pb.exceptions.InvalidArgumentError, "num_threads"),
        ((None, 3), {"progress": 3}, TypeError, "progress: expected None, True or a function"),
    ],
)
def test_wrong_arguments_are_refused(wide, arguments, options, error, message):
    game, n_buckets = arguments
    with pytest.raises(error, match=message):
        value_labels(game or wide, n_buckets, **options)
