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
FLOP_TREE = BettingTree(
    100, 80, [BetSizes(0.5, max_bets=1)] * 2 + [BetSizes(ALL_IN, max_bets=1)], rake=0.05, rake_cap=6
)
GAMES = {
    "river": lambda: Endgame(RIVER, *RIVER_RANGES, RIVER_TREE),
    "turn": lambda: Endgame(TURN, *TURN_RANGES, TURN_TREE),
    "flop": lambda: Endgame(RIVER[:6], *TURN_RANGES, FLOP_TREE),
}


@pytest.fixture(scope="module")
def river():
    return GAMES["river"]()


@pytest.fixture(scope="module")
def turn():
    return GAMES["turn"]()


def solved(game, labels, iterations, algorithm="dcfr"):
    solver = Solver(game, labels, algorithm=algorithm)
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
    solver = solved(river, tuple(TWO_BUCKETS if player in on_buckets else None for player in range(2)), 1500)
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
    assert two_sided == solved(river, TWO_BUCKETS, 1500, "cfr_plus").exploitability()
    assert two_sided > lost + 0.01


def test_one_sided_exploitability_takes_the_labels_of_each_player(river):
    def value(on_one_bucket):
        return game_value(river, lambda player, _, combo, __: 0 if player == on_one_bucket else combo)

    blind = np.zeros(1326, dtype=int)
    hero, villain = (exploitability(river, labels=of, iterations=1500) for of in ((blind, None), (None, blind)))
    assert hero == pytest.approx((value(None) - value(0)) / 2, abs=1e-3)
    assert villain == pytest.approx((value(1) - value(None)) / 2, abs=1e-3)
    assert villain < 0.6 * hero
    for sides in ("one", "two"):
        both = exploitability(river, labels=(blind, blind), sides=sides, iterations=100)
        assert both == exploitability(river, labels=blind, sides=sides, iterations=100)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("algorithm", ["dcfr", "cfr_plus"])
@pytest.mark.parametrize("on_buckets", [(), (1,), (0, 1)])
def test_every_step_is_that_of_the_slow_solver(name, algorithm, on_buckets):
    game = GAMES[name]()
    if len(on_buckets) < 2:
        # No hand blocks another. One that blocks all that the opponent can have is indifferent, and its action would
        # depend on rounding.
        game = Endgame(game.board, "AhKs, 0.5:QdJd, 8h7h", "KcQc, 6d4d, 0.5:AsTc", game.tree)
    rng = np.random.default_rng(5)
    labels = {
        street: rng.integers(3, size=(len(of), 1326)) for street, of in zip(game.streets, game.boards, strict=True)
    }
    solver = Solver(game, tuple(labels if player in on_buckets else None for player in range(2)), algorithm=algorithm)
    buckets = [
        [
            labels[street][:, combos]
            if player in on_buckets
            else np.arange(len(boards) * len(combos)).reshape(len(boards), -1)
            for player, combos in enumerate(game.combos)
        ]
        for street, boards in zip(game.streets, game.boards, strict=True)
    ]
    slow = SlowSolver(game, buckets, algorithm)
    # Later, hands to which two actions are worth the same may choose either, as single precision rounds.
    for _ in range(3):
        solver.run(1)
        slow.run(1)
        for node in game.tree.decisions:
            expected = slow.of_hands(node, slow.sums[node])
            with np.errstate(invalid="ignore"):
                expected = np.where(expected.sum(axis=0) > 0, expected / expected.sum(axis=0), 1 / len(expected))
            combos, free = game.combos[seat(node)], game.possible[node.street]
            found = solver.strategy(node)
            assert np.isnan(found).sum() == (1326 * len(free) - free[:, combos].sum()) * len(node.actions)
            held = free[:, combos]
            off = np.abs(found[:, :, combos][:, held] - expected[:, held]) > 1e-4
            assert off.mean() < 0.1
        for player, who in enumerate(("hero", "villain")):
            assert solver.gain(who) == pytest.approx(slow.gain(player), abs=1e-6)
            assert solver.best_response(who) == pytest.approx(slow.gain(player, best=True), abs=1e-6)
    assert solver.iterations == 3


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
        # On the flop the casino takes 5%, at most 6 chips of 100.
        assert sum(values) == pytest.approx(0, abs=1e-12) if name != "flop" else -0.06 <= sum(values) <= -0.05
        for player, value in zip(("hero", "villain"), values, strict=True):
            assert solver.best_response(player) >= value - 1e-12
        found.append(solver.exploitability())
    assert all(after < before for before, after in pairwise(found))


@pytest.mark.parametrize("name", GAMES)
def test_a_bucket_for_each_hand_is_no_abstraction(name):
    game = GAMES[name]()
    rng = np.random.default_rng(3)
    # Uneven weights: between actions that are worth the same, rounding would choose.
    rows = np.zeros((2, 1326))
    for row, combos, weights in zip(rows, game.combos, game.weights, strict=True):
        row[combos] = weights * rng.uniform(0.5, 1, len(combos))
    game = Endgame(game.board, *rows, game.tree)
    labels = {
        street: rng.permutation(len(boards) * 1326).reshape(-1, 1326)
        for street, boards in zip(game.streets, game.boards, strict=True)
    }
    plain, other = solved(game, None, 3), solved(game, labels, 3)
    for player in ("hero", "villain"):
        assert plain.gain(player) == pytest.approx(other.gain(player), abs=1e-6)
        assert plain.best_response(player) == pytest.approx(other.best_response(player), abs=1e-6)
    assert plain.n_buckets == other.n_buckets or name != "river"


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
    with pytest.raises(pb.exceptions.InvalidArgumentError, match="a dict with the labels of turn, river"):
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
    with pytest.raises(ValueError, match="algorithm"):
        Solver(river, None, algorithm="cfr")
    for arguments in ((), (3, 0.1)):
        with pytest.raises(ValueError, match="give a number of iterations, or target="):
            solver.run(*arguments[:1], target=arguments[1] if arguments else None)
    with pytest.raises(ValueError, match="target = 0: expected a number above 0"):
        solver.run(target=0)
    with pytest.raises(ValueError, match="player"):
        solver.gain("nobody")
    with pytest.raises(ValueError, match="sides"):
        exploitability(river, labels=None, sides="three")
    with pytest.raises(ValueError, match="iterations = -1"):
        solver.run(-1)
    for decision in (-1, len(RIVER_TREE.decisions), BettingTree(1, 1, BetSizes(1)).root, 0.5):
        with pytest.raises(ValueError, match="decision: expected one of the 10 of the tree"):
            solver.strategy(decision)


@pytest.mark.parametrize("algorithm", ["dcfr", "cfr_plus"])
@pytest.mark.parametrize("name", GAMES)
def test_sixteen_bits_find_the_same_value(name, algorithm):
    game = GAMES[name]()
    exact, short = Solver(game, algorithm=algorithm), Solver(game, algorithm=algorithm, storage="int16")
    for solver in (exact, short):
        solver.run(100)
    assert short.exploitability() < 2 * exact.exploitability() + 2e-4
    assert short.gain("hero") == pytest.approx(exact.gain("hero"), abs=1e-3)


@pytest.mark.parametrize("storage", ["float32", "int16"])
def test_what_is_said_of_alike_hands_is_true_of_each(storage):
    """A solver that deals each board by itself values the strategies as they are returned."""
    tree = BettingTree(100, 150, [BetSizes(0.5), BetSizes(1, max_bets=1)])
    game = Endgame("Ah7h3h2c", "KK, QJs, 98s", "TT, 33, KQs", tree)
    solver = Solver(game, storage=storage)
    solver.run(40)
    root = solver.strategy(0)[:, 0]
    # Spades and diamonds are alike.
    for one, other in (("KsKc", "KdKc"), ("QsJs", "QdJd"), ("9s8s", "9d8d")):
        assert (root[:, pb.cards.combo_id(one)] == root[:, pb.cards.combo_id(other)]).all()
    assert exploitability(game, strategy=solver.strategy) == pytest.approx(solver.exploitability(), abs=1e-6)


@pytest.mark.parametrize("name", GAMES)
def test_a_best_response_as_a_strategy_gains_what_it_is_worth(name):
    """Both strategies are given to another solver, which walks through them."""
    game = GAMES[name]()
    solver = solved(game, None, 5)
    for player in ("hero", "villain"):
        both = Solver(game)
        for at, decision in enumerate(game.tree.decisions):
            best = solver.best_response_strategy(at)
            assert np.array_equal(np.isnan(best), np.isnan(solver.strategy(at)))
            assert set(np.unique(best[~np.isnan(best)])) <= {0, 1}
            both.lock(at, best if decision.player == player else solver.strategy(at))
        assert both.gain(player) == pytest.approx(solver.best_response(player), abs=1e-6)
        assert both.gain(player) > solver.gain(player) + 1e-3


@pytest.mark.parametrize("name", GAMES)
def test_a_strategy_of_somebody_else_is_as_exploitable_as_that_of_the_solver(name):
    game = GAMES[name]()
    solver = solved(game, None, 5)
    by_node = [solver.strategy(at) for at in range(len(game.tree.decisions))]
    assert exploitability(game, strategy=by_node) == pytest.approx(solver.exploitability(), abs=1e-6)
    assert exploitability(game, strategy=solver.strategy) == exploitability(game, strategy=by_node)


def test_strategies_that_are_none(river):
    by_node = [Solver(river).strategy(at) for at in range(10)]
    with pytest.raises(ValueError, match="expected the probabilities at 10 decisions, found 9"):
        exploitability(river, strategy=by_node[1:])
    with pytest.raises(ValueError, match="labels or a strategy, not both"):
        exploitability(river, strategy=by_node, labels=TWO_BUCKETS)
    with pytest.raises(ValueError, match="do not add up to 1"):
        exploitability(river, strategy=[2 * row for row in by_node])


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


def test_progress_is_reported_and_an_exception_leaves_whole_iterations(river):
    solver, told = Solver(river), []
    solver.run(20, progress=lambda done, total: told.append((done, total)))
    # A step is one player's half of an iteration. Short work is not told.
    assert not told or told[-1] == (40, 40)

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.run(10_000_000, progress=stop)
    # Completed iterations count: a run of as many learns the same.
    assert 20 <= solver.iterations < 10_000_000
    assert np.array_equal(solver.strategy(0), solved(river, None, solver.iterations).strategy(0), equal_nan=True)
    told.clear()
    exploitability(river, labels=TWO_BUCKETS, iterations=3000, progress=lambda done, total: told.append((done, total)))
    # Two solvers, one for the buckets of each player.
    assert all(total == 2 * 2 * 3000 for _, total in told)
    assert told == sorted(told)


@pytest.mark.parametrize("name", GAMES)
def test_a_target_is_met(name):
    solver = Solver(GAMES[name]())
    told = []
    solver.run(target=0.002, max_iterations=5000, progress=lambda done, total: told.append((done, total)))
    assert solver.exploitability() <= 0.002
    assert told == sorted(told)
    done = solver.iterations
    # So far from the target, the next look at the exploitability is after as many iterations again.
    solver.run(target=1e-300, max_iterations=40)
    assert solver.iterations == done + 40


def test_the_value_of_a_flop_is_that_of_the_linear_programme():
    tree = BettingTree(100, 50, [BetSizes(ALL_IN, max_bets=1), BetSizes(()), BetSizes(())])
    game = Endgame("Kh9d5c", "AhKs, 8h7h", "KcQc, 6d4d", tree)
    value = game_value(game, every_hand)
    solver = solved(game, None, 300)
    assert solver.exploitability() < 1e-3
    assert solver.gain("hero") == pytest.approx(value, abs=1e-3)


@pytest.mark.parametrize("name", GAMES)
def test_values_and_reach_add_up_to_gains(name):
    game = GAMES[name]()
    solver = solved(game, None, 30)
    root = game.tree.root
    gains = []
    for player, who in enumerate(("hero", "villain")):
        ours, theirs = game.combos[player], game.combos[1 - player]
        apart = ~(pb.COMBOS[ours][:, None, :, None] == pb.COMBOS[theirs][None, :, None, :]).any(axis=(2, 3))
        weights = game.weights[player] * (apart @ game.weights[1 - player])
        values = solver.values(root, who)[0, ours]
        gains.append(np.nansum(weights * values) / weights.sum())
        assert gains[-1] == pytest.approx(solver.gain(who), abs=1e-12)
        reach = solver.reach(root, who)[0]
        np.testing.assert_allclose(reach[ours], game.weights[player] / game.weights[player].max())
        assert np.isnan(np.delete(reach, ours)).all()
    # After hero's action the reach is that times its probability; values are means over villain's actions.
    after = root.children[1]
    bet = solver.strategy(root)[1, 0]
    np.testing.assert_allclose(solver.reach(after, "hero")[0], solver.reach(root, "hero")[0] * bet)
    assert np.array_equal(solver.reach(after, "villain"), solver.reach(root, "villain"), equal_nan=True)
    last = game.tree.decisions[-1]
    assert solver.values(last, "hero").shape == (len(game.boards[last.street]), 1326)


def test_a_river_after_a_turn_is_the_river_at_its_reach(turn):
    # The turn is checked through: the river's values are those of the river alone, if both play as they did.
    solver = solved(turn, None, 2)
    node = turn.tree.root.children[0].children[0].child
    board = 17
    alone = Endgame(
        turn.boards[1][board],
        *(np.nan_to_num(solver.reach(node, player)[board]) for player in ("hero", "villain")),
        BettingTree(100, 150, BetSizes(0.5, max_bets=1)),
    )
    small = Solver(alone)
    for inner, outer in zip(alone.tree.decisions, [node, *node.children[:1], *node.children[1:]], strict=False):
        small.lock(inner, np.nan_to_num(solver.strategy(outer)[:, board], nan=1 / len(outer.actions)))
    found, expected = small.values(alone.tree.root, "hero")[0], solver.values(node, "hero")[board]
    np.testing.assert_allclose(found[alone.combos[0]], expected[alone.combos[0]], atol=1e-5)


def test_a_locked_strategy_is_kept_and_answered():
    tree = BettingTree(100, 100, BetSizes(1, max_bets=1))
    game = Endgame("AhKd7c4s2h", "AsAc, 0.75:9d8d, 0.75:9s8s", "KsQs", tree)
    solver = Solver(game)
    answer = tree.root.children[1]
    always_folds = np.zeros((2, 1326))
    always_folds[answer.actions.index("fold")] = 1
    solver.lock(answer, always_folds)
    solver.run(300)
    assert np.nanmin(solver.strategy(answer)[0]) == 1
    # Whoever bets wins the pot.
    assert solver.gain("hero") == pytest.approx(0.5, abs=1e-3)
    assert (solver.strategy(tree.root)[1, 0, game.combos[0]] > 0.99)[:2].all()
    for wrong, message in [
        (np.ones((3, 1326)), "expected shape (2, 1, 1326)"),
        (np.full((2, 1326), 0.6), "do not add up to 1"),
        (np.full((2, 1326), np.nan), "do not add up to 1"),
    ]:
        with pytest.raises(pb.exceptions.InvalidArgumentError) as caught:
            solver.lock(answer, wrong)
        assert message in str(caught.value)
    with pytest.raises(pb.exceptions.InvalidArgumentError, match="the player sees buckets"):
        Solver(game, TWO_BUCKETS).lock(answer, always_folds)


def test_a_node_is_a_frame_and_a_picture(turn):
    from matplotlib.figure import Figure

    solver = solved(turn, None, 20)
    river = turn.tree.root.children[0].children[0].child
    frame = solver.to_pandas(river, board=7)
    combos = turn.combos[0][turn.possible[1][7, turn.combos[0]]]
    assert list(frame.columns) == ["hand", "reach", "value", *river.actions]
    assert pb.cards.combo_id(frame["hand"].tolist()).tolist() == combos.tolist()
    np.testing.assert_array_equal(frame[list(river.actions)].to_numpy().T, solver.strategy(river)[:, 7, combos])
    np.testing.assert_array_equal(frame["value"], solver.values(river, "hero")[7, combos])
    ax = solver.plot(river, board=7, ax=Figure().subplots())
    assert ax.get_title().startswith("hero on Kh9d5c3h")
    assert [text.get_text().rsplit(" ", 1)[0] for text in ax.get_legend().get_texts()] == list(river.actions)
    for board in (48, -1, 0.5):
        with pytest.raises(pb.exceptions.InvalidArgumentError, match=r"expected the number of a board, 0 to 47"):
            solver.to_pandas(river, board=board)
        with pytest.raises(pb.exceptions.InvalidArgumentError, match="board = "):
            solver.plot(river, board=board)


def test_rake_makes_both_lose_and_exploitability_is_what_a_change_is_worth():
    tree = BettingTree(100, 100, BetSizes(1, max_bets=1), rake=0.1)
    solver = solved(Endgame(RIVER, "AA, QQ, 87s", "KK, AQ, 65s", tree), None, 500)
    gains = [solver.gain(player) for player in ("hero", "villain")]
    # Between a tenth of the pot and a tenth of what can be in it.
    assert -0.3 <= sum(gains) <= -0.1
    best = [solver.best_response(player) for player in ("hero", "villain")]
    assert solver.exploitability() == pytest.approx((sum(best) - sum(gains)) / 2)
    assert 0 <= solver.exploitability() < 1e-3


def test_hands_that_are_alike_play_alike():
    game = Endgame(
        "Ac7c2d", "AA-99, AKs, KQs", "KK-88, AQs, JTs", BettingTree(100, 100, [BetSizes(0.5, max_bets=1)] * 3)
    )
    solver = solved(game, None, 6)
    swapped = pb.COMBOS.copy()
    swapped[(pb.COMBOS & 3) == 2] += 1
    swapped[(pb.COMBOS & 3) == 3] -= 1
    image = pb.cards.combo_id(swapped)
    strategy = solver.strategy(game.tree.root)[:, 0]
    assert np.array_equal(strategy, strategy[:, image], equal_nan=True)
    # On the turns Kh and Ks, too.
    turn = game.tree.root.children[0].children[0].child
    places = {int(board[3]): at for at, board in enumerate(game.boards[1])}
    of_turns = solver.strategy(turn)
    kings = [of_turns[:, places[4 * 11 + suit]] for suit in (2, 3)]
    assert np.array_equal(kings[0], kings[1][:, image], equal_nan=True)
    # A lock of one hand or board alone is refused, unless boards are solved one by one.
    of_root = np.nan_to_num(solver.strategy(game.tree.root))
    of_root[:, 0, pb.cards.combo_id("AsKs")] = [1, 0]
    with pytest.raises(pb.exceptions.InvalidArgumentError, match="hands that are alike up to suits need"):
        solver.lock(game.tree.root, of_root)
    one_by_one = Solver(game, isomorphic=False)
    one_by_one.lock(game.tree.root, of_root)
    one_by_one.run(2)
    assert one_by_one.strategy(game.tree.root)[0, 0, pb.cards.combo_id("AsKs")] == 1
    locked = np.where(np.isnan(of_turns), 0, of_turns)
    locked[:, places[4 * 11 + 2]] = np.array([[1.0], [0.0]])
    locked[:, places[4 * 11 + 3]] = np.array([[0.0], [1.0]])
    with pytest.raises(pb.exceptions.InvalidArgumentError, match="alike up to suits"):
        solver.lock(turn, locked)


def test_a_game_that_needs_too_much_memory_is_refused_at_once():
    sizes = BetSizes((0.25, 0.5, 1), (0.5, 1), max_bets=3)
    game = Endgame("QsJh2h", "random", "random", BettingTree(10, 400, [BetSizes(1), sizes, sizes]))
    free = r"(, and at most \d+\.\d GB are free)?: use storage='int16', fewer bet sizes, or labels"
    with pytest.raises(MemoryError, match=rf"this game takes \d{{3,}}\.\d GB{free}"):
        Solver(game)


@pytest.mark.parametrize("labels", [None, lambda _: TWO_BUCKETS, (None, lambda _: TWO_BUCKETS)])
@pytest.mark.parametrize("name", GAMES)
def test_threads_learn_the_same(name, labels):
    game = GAMES[name]()
    found = []
    for threads in (1, 3):
        solver = Solver(game, labels)
        solver.run(9, num_threads=threads)
        found.append(solver.strategy(len(game.tree.decisions) - 1))
        found.append([solver.gain("hero", num_threads=threads), solver.best_response("hero", num_threads=threads)])
    assert np.array_equal(found[0], found[2], equal_nan=True)
    assert found[1] == found[3]


def test_toy_games_of_other_solvers_users():
    # Aces or queens against kings, on a board that plays for nobody: all aces bet and half as many queens, villain
    # calls half of the bets, and never bets himself. Weights make aces and queens as likely.
    tree = BettingTree(100, 100, BetSizes(1, max_bets=1))
    solver = solved(Endgame("2c2d2h3s3c", "AA, QQ", "KK", tree), None, 2000)
    names = {name: np.flatnonzero(pb.Range(name).weights) for name in ("AA", "QQ", "KK")}
    bet = solver.strategy(tree.root)[1, 0]
    assert bet[names["AA"]] == pytest.approx(np.ones(6), abs=5e-3)
    assert bet[names["QQ"]].mean() == pytest.approx(0.5, abs=1e-2)
    assert solver.strategy(tree.root.children[1])[1, 0][names["KK"]].mean() == pytest.approx(0.5, abs=1e-2)
    assert solver.strategy(tree.root.children[0])[1, 0][names["KK"]] == pytest.approx(np.zeros(6), abs=5e-3)
    # One kind of hand each: nothing is NaN, and nothing can be won.
    one = solved(Endgame("2c2d2h3s3c", "AsAh", "KsKh", tree), None, 300)
    assert one.gain("hero") == pytest.approx(0.5, abs=1e-3)
    assert 0 <= one.exploitability() < 1e-3


@pytest.mark.parametrize(
    ("board", "sizes", "chips"),
    [
        ("Td9d6hQc2s", BetSizes((0.5, 1, ALL_IN), (0.6, ALL_IN), max_bets=6), 91.11),
        ("Td9d6hQc", [BetSizes(0.75, max_bets=1)] * 2, 93.57),
    ],
)
def test_values_are_those_of_postflop_solver(board, sizes, chips):
    """The chips of a pot of 200 that b-inary's postflop-solver (f32, 2023) finds for the first player."""
    hero = "66+, A8s+, A5s, A4s, AJo+, K9s+, KQo, QTs+, JTs, 96s+, 85s+, 75s+, 65s, 54s"
    villain = "QQ-22, AQs-A2s, ATo+, K5s+, KJo+, Q8s+, J8s+, T7s+, 96s+, 86s+, 75s+, 64s+, 53s+"
    game = Endgame(board, hero, villain, BettingTree(200, 900, sizes))
    solver = Solver(game)
    solver.run(target=0.0005)
    # Both are exploitable by less than 0.1% of the pot: 0.2 chips.
    assert 200 * (solver.gain("hero") + 0.5) == pytest.approx(chips, abs=0.2)


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
