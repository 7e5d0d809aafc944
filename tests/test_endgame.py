"""Endgames: against linear programmes, a slow solver, a known equilibrium, and what holds of any solution."""

import pickle
from itertools import pairwise

import numpy as np
import pytest

import pokerbits as pb
from endgame_values import game_value
from pokerbits.abstraction import IndexerLookup
from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Endgame, Solver, exploitability, percentile_labels
from slow_endgame import SlowSolver, seat

RIVER = "Kh9d5c3h2s"
TURN = "Kh9d5c3h"
RIVER_RANGES = ("AhKs, 0.5:9h9s, QdJd, 0.25:7c6c, 8h7h", "KcQc, 0.75:AdAc, QdJd, Td9c, 0.5:6d4d, AhQh")
RIVER_TREE = BettingTree(100, 200, BetSizes((0.5, 1.0), ALL_IN))
TURN_RANGES = ("AhKs, 0.5:QdJd, 8h7h", "KcQc, 6d4d, 0.5:AhQh")
TURN_TREE = BettingTree(100, 150, [BetSizes((0.5, ALL_IN), max_bets=1), BetSizes(0.5, max_bets=1)])
TWO_BUCKETS = np.arange(1326) % 2
GAMES = {
    "river": lambda: Endgame(RIVER, *RIVER_RANGES, RIVER_TREE),
    "turn": lambda: Endgame(TURN, *TURN_RANGES, TURN_TREE),
}


@pytest.fixture(scope="module")
def river():
    return GAMES["river"]()


@pytest.fixture(scope="module")
def turn():
    return GAMES["turn"]()


def solved(game, labels, iterations, abstracted="both"):
    solver = Solver(game, labels, abstracted=abstracted)
    solver.run(iterations)
    return solver


def every_hand(player, street, combo, board):
    return combo, board


def test_the_value_of_a_river_is_that_of_the_linear_programme(river):
    value = game_value(river, every_hand)
    solver = solved(river, None, 600)
    assert solver.exploitability() < 1e-3
    assert solver.gain("hero") == pytest.approx(value, abs=1e-3)
    # Neither seat can be denied the value of the game.
    assert -solver.best_response("villain") <= value + 1e-12
    assert solver.best_response("hero") >= value - 1e-12


def test_the_value_of_a_turn_is_that_of_the_linear_programme(turn):
    value = game_value(turn, every_hand)
    solver = solved(turn, None, 150)
    assert solver.exploitability() < 1e-3
    assert -solver.best_response("villain") <= value + 1e-12
    assert solver.best_response("hero") >= value - 1e-12


@pytest.mark.parametrize("abstracted", ["both", "hero", "villain"])
def test_a_bucketed_river_has_the_value_of_the_game_that_is_played_on_buckets(river, abstracted):
    # Buckets of hands of different weights, strengths and blockers.
    on_buckets = {"both": (0, 1), "hero": (0,), "villain": (1,)}[abstracted]

    def bucket_of(player, street, combo, board):
        return combo % 2 if player in on_buckets else combo

    value = game_value(river, bucket_of)
    assert abs(value - game_value(river, every_hand)) > 0.01
    solver = solved(river, TWO_BUCKETS, 1500, abstracted)
    assert solver.gain("hero") == pytest.approx(value, abs=1e-3)
    assert solver.exploitability() > 0.005
    assert solver.n_buckets == ((2 if 0 in on_buckets else 5, 2 if 1 in on_buckets else 6),)


def test_one_sided_exploitability_is_the_loss_of_the_linear_programmes(river):
    def value(on_buckets):
        return game_value(river, lambda player, _, combo, __: combo % 2 if player == on_buckets else combo)

    # Hero on buckets gains less than the value of the game, and so does villain; the value cancels.
    lost = (value(1) - value(0)) / 2
    assert lost > 0.005
    assert exploitability(river, labels=TWO_BUCKETS, iterations=1500) == pytest.approx(lost, abs=1e-3)
    two_sided = exploitability(river, labels=TWO_BUCKETS, sides="two", iterations=1500)
    assert two_sided == solved(river, TWO_BUCKETS, 1500).exploitability()
    assert two_sided > lost + 0.01


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("abstracted", ["both", "villain"])
def test_every_step_is_that_of_the_slow_solver(name, abstracted):
    game = GAMES[name]()
    if abstracted == "villain":
        # No hand blocks another. One that blocks all that the opponent can have is indifferent, and its action would
        # depend on rounding.
        game = Endgame(game.board, "AhKs, 0.5:QdJd, 8h7h", "KcQc, 6d4d, 0.5:AsTc", game.tree)
    rng = np.random.default_rng(5)
    labels = {
        street: rng.integers(3, size=(len(of), 1326)) for street, of in zip(game.streets, game.boards, strict=True)
    }
    solver = Solver(game, labels, abstracted=abstracted)
    buckets = []
    for street, boards in zip(game.streets, game.boards, strict=True):
        of_players = [labels[street][:, combos] for combos in game.combos]
        if abstracted == "villain":
            n = len(game.combos[0])
            of_players[0] = np.arange(len(boards) * n).reshape(-1, n)
        buckets.append(of_players)
    slow = SlowSolver(game, buckets)
    for iterations in (1, 2, 4):
        solver.run(iterations)
        slow.run(iterations)
        for node in game.tree.decisions:
            expected = slow.of_hands(node, slow.sums[node])
            with np.errstate(invalid="ignore"):
                expected = np.where(expected.sum(axis=0) > 0, expected / expected.sum(axis=0), 1 / len(expected))
            combos, free = game.combos[seat(node)], game.possible[node.street]
            found = solver.strategy(node)
            assert np.isnan(found).sum() == (1326 * len(free) - free[:, combos].sum()) * len(node.actions)
            held = free[:, combos]
            np.testing.assert_allclose(found[:, :, combos][:, held], expected[:, held], atol=1e-9)
        for player, who in enumerate(("hero", "villain")):
            assert solver.gain(who) == pytest.approx(slow.gain(player), abs=1e-12)
            assert solver.best_response(who) == pytest.approx(slow.gain(player, best=True), abs=1e-12)
    assert solver.iterations == 7


def test_nuts_or_nothing_against_a_bluff_catcher():
    # Hero holds aces (one weight of 1) or a worse hand (1.5 in all), villain only a pair of kings. At a bet of the pot
    # bluffs are half the value bets, and half of the bets are called: 1 + 1/2 of 2.5 pots are hero's.
    tree = BettingTree(100, 100, BetSizes(1, max_bets=1))
    game = Endgame("AhKd7c4s2h", "AsAc, 0.75:9d8d, 0.75:9s8s", "KsQs", tree)
    solver = solved(game, None, 1000)
    assert solver.exploitability() < 1e-3
    assert solver.gain("hero") + 0.5 == pytest.approx((1 + 1 / 2) / 2.5, abs=1e-3)
    bet = solver.strategy(tree.root)[1, 0]
    assert bet[pb.cards.combo_id("AsAc")] == pytest.approx(1, abs=1e-3)
    assert 0.75 * bet[pb.cards.combo_id(["9d8d", "9s8s"])].sum() == pytest.approx(0.5, abs=0.01)
    fold_or_call = solver.strategy(tree.root.children[1])[:, 0, pb.cards.combo_id("KsQs")]
    assert fold_or_call == pytest.approx([0.5, 0.5], abs=0.01)


@pytest.mark.parametrize("name", GAMES)
def test_what_one_wins_the_other_loses_and_best_responses_win_no_less(name):
    solver = Solver(GAMES[name]())
    found = []
    for iterations in (1, 4, 20, 100):
        solver.run(iterations)
        values = [solver.gain(player) for player in ("hero", "villain")]
        assert sum(values) == pytest.approx(0, abs=1e-12)
        for player, value in zip(("hero", "villain"), values, strict=True):
            assert solver.best_response(player) >= value - 1e-12
        found.append(solver.exploitability())
    assert all(after < before for before, after in pairwise(found))


@pytest.mark.parametrize("name", GAMES)
def test_a_bucket_for_each_hand_is_no_abstraction(name):
    game = GAMES[name]()
    rng = np.random.default_rng(3)
    labels = {
        street: rng.permutation(len(boards) * 1326).reshape(-1, 1326)
        for street, boards in zip(game.streets, game.boards, strict=True)
    }
    plain, other = solved(game, None, 20), solved(game, labels, 20)
    for node in game.tree.decisions:
        np.testing.assert_allclose(plain.strategy(node), other.strategy(node), atol=1e-12)


def test_hands_that_differ_in_suits_alone_play_alike():
    # On a rainbow board without flushes the suits of hands are told apart by blockers only: none here.
    game = Endgame("Kh9d5c3s2h", "AhAs, 7d7c", "QcQs, 8h8s", RIVER_TREE)
    assert solved(game, None, 400).exploitability() < 1e-3
    assert solved(game, IndexerLookup(pb.HandIndexer((2, 5))), 400).exploitability() < 1e-3


def test_labels_of_every_form_give_the_same_buckets(river, turn):
    class Lookup:
        def lookup(self, hole, board):
            return pb.cards.combo_id(hole) % 2

    forms = [TWO_BUCKETS, TWO_BUCKETS[None], TWO_BUCKETS.tolist(), lambda board: TWO_BUCKETS, Lookup()]
    forms += [{"river": TWO_BUCKETS}, TWO_BUCKETS.astype(np.uint64) + (1 << 63)]
    gains = {solved(river, labels, 10).gain("hero") for labels in forms}
    assert len(gains) == 1
    of_both = [
        {"turn": TWO_BUCKETS, "river": np.tile(TWO_BUCKETS, (48, 1))},
        Lookup(),
        lambda board: TWO_BUCKETS,
    ]
    solvers = [solved(turn, labels, 5) for labels in of_both]
    assert len({solver.gain("hero") for solver in solvers}) == 1
    assert solvers[0].n_buckets == ((2, 2), (2, 2))
    # A street without labels has no abstraction.
    assert solved(turn, {"turn": TWO_BUCKETS}, 1).n_buckets == ((2, 2), (48 * 3, 48 * 3))


def test_labels_of_blocked_combos_do_not_count(turn):
    labels = np.tile(TWO_BUCKETS, (48, 1))
    labels[~turn.possible[1]] = np.arange((~turn.possible[1]).sum()) + 7
    solver = Solver(turn, {"turn": TWO_BUCKETS, "river": labels})
    assert solver.n_buckets == ((2, 2), (2, 2))


def test_an_abstraction_is_looked_up_with_the_board_of_each_street(turn):
    class Lookup:
        """The rank of the last card of the board, and whether the hand has it: never asked about blocked combos."""

        def lookup(self, hole, board):
            assert not (hole[:, :, None] == board[:, None, :]).any()
            return board[:, -1] // 4 * 2 + (hole // 4 == board[:, -1:] // 4).any(axis=1)

    def by_function(board):
        return board[-1] // 4 * 2 + (board[-1] // 4 == pb.COMBOS // 4).any(axis=1)

    solver = solved(turn, Lookup(), 5)
    assert solver.n_buckets[0] == (1, 1)
    assert solver.gain("hero") == solved(turn, by_function, 5).gain("hero")


@pytest.mark.parametrize(
    ("labels", "error", "message"),
    [
        (
            np.zeros(1325, int),
            pb.PokerbitsError,
            "river: expected shape (1326,) or (1, 1326), found (1325,)",
        ),
        (np.zeros((2, 1326), int), pb.PokerbitsError, "found (2, 1326)"),
        (np.zeros(1326), TypeError, "labels of the river: expected integers, found dtype float64"),
        ({"turn": TWO_BUCKETS}, pb.PokerbitsError, "street 'turn', but the streets of this game are river"),
        (lambda _: [1, 2], pb.PokerbitsError, "expected 1326 labels on each board, found shape (2,)"),
    ],
)
def test_wrong_labels_are_refused(river, labels, error, message):
    with pytest.raises(error) as caught:
        Solver(river, labels)
    assert message in str(caught.value)


def test_one_array_is_not_enough_for_two_streets(turn):
    with pytest.raises(pb.exceptions.InvalidArgumentError, match="a dict with the labels of turn and river"):
        Solver(turn, TWO_BUCKETS)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Kh9d5c3h", "AA", "KK", RIVER_TREE), "board: expected 5 cards, found 4"),
        (("Kh9d5c3h2s", "AA", "KK", TURN_TREE), "board: expected 4 cards, found 5"),
        (("Kh9d5c3h3h", "AA", "KK", RIVER_TREE), "more than once"),
        (("Kh9d5c3h2s", "KhKs", "KK", RIVER_TREE), "hero: the range has no hand without a card of Kh9d5c3h2s"),
        (("Kh9d5c3h2s", "AsAd", "AsKs, AdQd", RIVER_TREE), "every hand of one player shares a card"),
        (
            ("Kh9d5c3h2s", "AA", -np.ones(1326), RIVER_TREE),
            "villain: the weight of combo 0 (2d2c) is -1.0",
        ),
        (("Kh9d5c3h2s", "AA", np.ones((2, 1326)), RIVER_TREE), "villain: expected one range"),
        (("Kh9d5c3h2s", "AA", "KZs", RIVER_TREE), "KZs"),
    ],
)
def test_wrong_games_are_refused(arguments, message):
    with pytest.raises(pb.PokerbitsError) as caught:
        Endgame(*arguments)
    assert message in str(caught.value)


def test_wrong_arguments_of_a_solver_are_refused(river):
    solver = Solver(river)
    with pytest.raises(TypeError, match="expected an Endgame"):
        Solver("river")
    with pytest.raises(TypeError, match="expected a BettingTree"):
        Endgame(RIVER, "AA", "KK", [BetSizes(1)])
    with pytest.raises(ValueError, match="abstracted"):
        Solver(river, None, abstracted="all")
    with pytest.raises(ValueError, match="player"):
        solver.gain("nobody")
    with pytest.raises(ValueError, match="sides"):
        exploitability(river, labels=None, sides="three")
    with pytest.raises(ValueError, match="iterations = -1"):
        solver.run(-1)
    for decision in (-1, len(RIVER_TREE.decisions), BettingTree(1, 1, BetSizes(1)).root, 0.5):
        with pytest.raises(ValueError, match="decision: expected one of the 10 of the tree"):
            solver.strategy(decision)


def test_before_the_first_iteration_all_actions_are_equal(river):
    solver = Solver(river)
    held = river.combos[0]
    assert (solver.strategy(0)[:, 0, held] == 1 / 3).all()
    assert np.array_equal(solver.strategy(0), solver.strategy(RIVER_TREE.root), equal_nan=True)
    assert repr(solver) == "<Solver: river, 5 and 6 buckets, 0 iterations>"


def test_a_game_is_pickled(turn):
    again = pickle.loads(pickle.dumps(turn))
    assert repr(again) == repr(turn) == "<Endgame: turn Kh9d5c3h, 3 hands against 3, 18 decisions>"
    assert solved(again, None, 3).gain("hero") == solved(turn, None, 3).gain("hero")


def test_progress_is_reported_and_an_exception_leaves_the_solver_as_it_was(river):
    solver, told = Solver(river), []
    solver.run(20, progress=lambda done, total: told.append((done, total)))
    assert not told or told[-1] == (20, 20)
    before = solver.strategy(0)

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.run(10_000_000, progress=stop)
    assert solver.iterations == 20
    assert np.array_equal(solver.strategy(0), before, equal_nan=True)
    told.clear()
    exploitability(river, labels=TWO_BUCKETS, iterations=3000, progress=lambda done, total: told.append((done, total)))
    assert all(total == 6000 for _, total in told)
    assert told == sorted(told)


def test_percentiles_follow_strength():
    found = percentile_labels(RIVER, n_buckets=10)
    free = found >= 0
    assert np.array_equal(np.flatnonzero(~free), np.flatnonzero(pb.evaluate_combos(RIVER) == 0))
    strengths = pb.hand_strength(pb.COMBOS[free], board=RIVER)
    order = np.argsort(strengths, kind="stable")
    assert (np.diff(found[free][order]) >= 0).all()
    assert np.ptp(np.bincount(found[free])) < 60
    # Of more buckets than strengths each strength is one.
    assert found[free].max() == 9
    assert percentile_labels(RIVER, n_buckets=2000).max() + 1 == len(np.unique(strengths))


def test_percentiles_of_several_boards_are_those_of_all_their_hands(turn):
    labels = percentile_labels(turn.boards[1], n_buckets=20)
    assert np.array_equal(labels >= 0, turn.possible[1])
    strengths = pb.combo_equity("random", boards=turn.boards[1])
    least = [strengths[labels == label].min() for label in range(20)]
    most = [strengths[labels == label].max() for label in range(20)]
    assert all(high < low for high, low in zip(most, least[1:], strict=False))
    assert percentile_labels(turn.boards[1].reshape(6, 8, 5), n_buckets=20).shape == (6, 8, 1326)
    # The labels of flops are as good.
    assert percentile_labels("Kh9d5c", n_buckets=3).max() == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Kh9d", 3), "boards: expected 3, 4 or 5 cards, found 2"),
        (("Kh9d5c", 0), "n_buckets = 0: expected at least 1"),
        ((np.empty((0, 5), np.uint8), 3), "boards: expected at least one board"),
    ],
)
def test_wrong_percentiles_are_refused(arguments, message):
    with pytest.raises(pb.PokerbitsError, match=message):
        percentile_labels(arguments[0], n_buckets=arguments[1])
