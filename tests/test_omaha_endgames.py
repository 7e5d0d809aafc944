"""Endgames of Omaha: linear programmes, a slow solver, comparisons one by one, and what is refused."""

import pickle

import numpy as np
import pytest

import pokerbits as pb
from endgame_values import game_value, hand_id
from pokerbits.endgame import (
    ALL_IN,
    BetSizes,
    BettingTree,
    Endgame,
    Solver,
    exploitability,
    local_best_response,
    omaha_labels,
    score_abstraction,
    value_labels,
)
from pokerbits.exceptions import CardCountError, InvalidArgumentError, InvalidRangeError
from slow_endgame import SlowSolver, cards_of, signs_of

N_HANDS = 270_725
RIVER, TURN = "Kh9d5c3h2s", "Kh9d5c3h"
TREE = BettingTree(100, 200, BetSizes((0.5, 1.0), ALL_IN))
TURN_TREE = BettingTree(100, 150, [BetSizes(0.5, max_bets=1), BetSizes(0.5, max_bets=1)])
HANDS = (
    "AhKsQsJd, 0.5:9h9sTd8c, QdJdTc9c, 0.25:7c6c5h4d, AdAc8h7h, KdKc2h2d, 4c4d6h6s, Ah5hTs9s",
    "KcQc9s8s, 0.75:AdAcTd9h, QdJdJc9c, Td9cAs4s, 0.5:6d4d5h5s, AhQhKdTh, 8c8d7c7d",
)
"""Hands of two players, many of which share cards."""


def river(hero=HANDS[0], villain=HANDS[1], tree=TREE, board=RIVER, game="omaha"):
    return Endgame(board, hero, villain, tree, game=game)


def turn():
    return Endgame(TURN, *HANDS, TURN_TREE, game="omaha")


def random_range(seed, n, n_hands=N_HANDS):
    """Return weights of some hands."""
    rng = np.random.default_rng(seed)
    weights = np.zeros(n_hands)
    weights[rng.choice(n_hands, n, replace=False)] = rng.integers(1, 5, n) / 4
    return weights


def test_hands_and_weights_are_those_of_the_range():
    game = river()
    assert (game.game, game.streets, game.boards[0].shape) == ("omaha", ("river",), (1, 5))
    assert [len(combos) for combos in game.combos] == [8, 7]
    assert game.possible[0].shape == (1, N_HANDS)
    assert game.possible[0].sum() == 178_365
    expected = pb.OmahaRange(HANDS[0])
    held = sorted(zip(cards_of(game, 0).tolist(), game.weights[0].tolist(), strict=True))
    assert held == sorted(zip(expected.hands.tolist(), expected.weights.tolist(), strict=True))
    strengths = [int(pb.evaluate_omaha(hand, game.board)) for hand in cards_of(game, 0)]
    assert strengths == sorted(strengths)
    assert repr(game) == "<Endgame: Omaha river Kh9d5c3h2s, 8 hands against 7, 10 decisions>"
    again = pickle.loads(pickle.dumps(game))
    assert (again.game, repr(again)) == ("omaha", repr(game))
    assert [of.tolist() for of in again.combos] == [of.tolist() for of in game.combos]


@pytest.mark.parametrize(
    "of", ["random", "*", np.ones(N_HANDS), pb.OmahaRange("*")], ids=["random", "*", "array", "range"]
)
def test_all_hands(of):
    game = river(of, "AsAc8s7s", BettingTree(100, 100, BetSizes(1, max_bets=1)))
    assert len(game.combos[0]) == 178_365
    assert (np.sort(game.combos[0]) == np.flatnonzero(game.possible[0][0])).all()


@pytest.mark.parametrize("seed", range(3))
def test_values_are_those_of_linear_programmes(seed):
    hero, villain = random_range(seed, 35), random_range(seed + 10, 30)
    board = ["Kh9d5c3h2s", "QsQd8s7s2s", "AcKcQcJcTc"][seed]
    game = river(hero, villain, board=board)
    solver = Solver(game)
    solver.run(target=0.0005)
    value = game_value(game, lambda player, street, hand, board: hand)
    assert solver.gain("hero") == pytest.approx(value, abs=0.001)
    assert solver.best_response("hero") >= value - 1e-9
    assert solver.best_response("villain") >= -value - 1e-9


def test_values_on_buckets_are_those_of_linear_programmes():
    """Both players are on buckets, and so are those of the linear programme."""
    game = river()
    labels = np.arange(N_HANDS) % 2
    solver = Solver(game, labels)
    solver.run(3000)
    value = game_value(game, lambda player, street, hand, board: hand % 2)
    assert solver.gain("hero") == pytest.approx(value, abs=0.002)


@pytest.mark.parametrize(("game", "n"), [(river(), 30), (turn(), 2)])
def test_a_slow_solver_learns_the_same(game, n):
    """Rounding decides between equal actions: on the turn some hands then go other ways, which are as good."""
    solver, buckets = Solver(game, isomorphic=False), []
    for free in game.possible:
        sizes = [len(combos) for combos in game.combos]
        buckets.append([np.arange(len(free) * size).reshape(len(free), size) for size in sizes])
    slow = SlowSolver(game, buckets)
    solver.run(n)
    slow.run(n)
    for player, name in enumerate(("hero", "villain")):
        assert solver.gain(name) == pytest.approx(slow.gain(player), abs=1e-4)
        assert solver.best_response(name) == pytest.approx(slow.gain(player, best=True), abs=1e-4)


def test_the_value_of_a_turn_is_that_of_a_linear_programme():
    solver = Solver(turn())
    solver.run(target=0.0005)
    value = game_value(turn(), lambda player, street, hand, board: (hand, board))
    assert solver.gain("hero") == pytest.approx(value, abs=0.001)
    assert solver.best_response("hero") >= value - 1e-9
    assert solver.best_response("villain") >= -value - 1e-9


def test_a_bucket_for_each_hand_is_no_abstraction():
    game = river(random_range(5, 300), random_range(6, 200))
    plain, labelled = Solver(game), Solver(game, np.arange(N_HANDS))
    for solver in (plain, labelled):
        solver.run(100)
    for decision in game.tree.decisions:
        np.testing.assert_allclose(plain.strategy(decision), labelled.strategy(decision), atol=2e-3)


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        (name, seed)
        for name, n_boards in {"omaha": 10, "omaha_hilo": 6, "omaha5": 2, "omaha5_hilo": 2}.items()
        for seed in range(n_boards)
    ],
)
def test_a_showdown_is_a_sum_over_pairs_of_hands(seed, name):
    """Nobody bets: the value of each hand is what it wins and loses against the hands without a card of it."""
    rng = np.random.default_rng(seed)
    board = np.sort(rng.choice(52, 5, replace=False)).astype(np.uint8)
    n_hands = N_HANDS if "5" not in name else 2_598_960
    ranges = (random_range(seed + player, n, n_hands) for player, n in enumerate((400, 300)))
    game = river(*ranges, BettingTree(100, 100, BetSizes(())), board, name)
    solver = Solver(game)
    first, second = (cards_of(game, player) for player in range(2))
    meets = ~(first[:, None, :, None] == second[None, :, None, :]).any(axis=(2, 3))
    won = 50 * signs_of(game, game.boards[0])[0]
    free = meets @ game.weights[1]
    expected = np.where(free > 0, (won * meets) @ game.weights[1] / np.where(free > 0, free, 1), np.nan) / 100
    np.testing.assert_allclose(solver.values(0, "hero")[0, game.combos[0]], expected, atol=1e-9)
    gain = game.weights[0] @ (won * meets) @ game.weights[1] / (game.weights[0] @ free) / 100
    assert solver.gain("hero") == pytest.approx(gain, abs=1e-12)


LOW_BOARD = "8h5d3c2sKh"
FIVE = (
    "AhKsQsJd4c, 0.5:9h9sTd8c7c, QdJdTc9c8d, 0.25:AcAd7c6c4h, KdKc4h4d6s, Ac4s7h7dTs",
    "KcQc9s8s7d, 0.75:AdAcTd9hJh, 0.5:6d4d5h5sAs, AhQhKdTh9d, Ad4c7s6hJs",
)
"""Hands of five cards, many of which share cards, and some of which have a low."""


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        (
            "omaha_hilo",
            (
                "AhKsQsJd, 0.5:Ad4h9sTd, QdJdTc9c, 0.25:7c6c5h4d, AdAc7h6h, 4c4d6h6s",
                "KcQc9s8s, Ac4sTd9h, 0.75:AdAcTd9d, QdJdJc9c, Td9cAs4s, 0.5:6d4d5h5s, 8c8d7c7d",
            ),
        ),
        ("omaha5", FIVE),
        ("omaha5_hilo", FIVE),
    ],
)
def test_other_games_have_the_values_of_linear_programmes(name, hands, tmp_path):
    game = river(*hands, board=LOW_BOARD, game=name)
    solver = Solver(game)
    solver.run(300)
    value = game_value(game, lambda player, street, hand, board: hand)
    assert solver.gain("hero") == pytest.approx(value, abs=0.001)
    assert solver.best_response("hero") >= value - 1e-9
    assert solver.best_response("villain") >= -value - 1e-9
    # Other games on the same hands have other values.
    others = {"omaha_hilo": "omaha", "omaha5": "omaha5_hilo", "omaha5_hilo": "omaha5"}
    other = Solver(river(*hands, board=LOW_BOARD, game=others[name]))
    other.run(100)
    assert abs(other.gain("hero") - value) > 0.01
    solver.save(tmp_path / "solver.npz")
    loaded = Solver.load(tmp_path / "solver.npz")
    assert (loaded.game.game, repr(loaded)) == (name, repr(solver))
    assert loaded.gain("hero") == solver.gain("hero")
    again = pickle.loads(pickle.dumps(game))
    assert (again.game, repr(again)) == (name, repr(game))


def test_a_turn_of_a_high_low_game_is_that_of_a_slow_solver():
    turn_tree = BettingTree(100, 150, [BetSizes(0.5, max_bets=1)] * 2)
    game = Endgame("8h5d3cKh", "AhKsQsJd, Ad4h9sTd, 7c6c5h4d", "KcQc9s8s, Ac4sTd9h, AdAcTd9d", turn_tree, game="plo8")
    assert (game.game, repr(game)) == (
        "omaha_hilo",
        "<Endgame: Omaha hi-lo turn 8h5d3cKh, 3 hands against 3, 16 decisions>",
    )
    solver = Solver(game, isomorphic=False)
    buckets = [[np.arange(len(free) * 3).reshape(len(free), 3)] * 2 for free in game.possible]
    slow = SlowSolver(game, buckets)
    solver.run(2)
    slow.run(2)
    for player, name in enumerate(("hero", "villain")):
        assert solver.gain(name) == pytest.approx(slow.gain(player), abs=1e-4)


def test_names_of_games_are_those_of_equity():
    for alias, name in {"PLO": "omaha", "plo8": "omaha_hilo", "Big_O": "omaha5_hilo", "plo5": "omaha5"}.items():
        text = ("AA$ds", "KK$ds") if "5" not in name else FIVE
        assert river(*text, game=alias).game == name


def test_buckets_lose_a_little_and_never_win():
    game = river(random_range(1, 2000), random_range(2, 2000))
    losses = [exploitability(game, labels=omaha_labels(RIVER, n_buckets=n), iterations=300) for n in (2, 8, 64)]
    assert losses[0] > losses[1] > losses[2] > -1e-4
    of_hero, of_villain = value_labels(game, 8)
    assert of_hero["river"].shape == (1, N_HANDS)
    assert -1e-4 < exploitability(game, labels=(of_hero, of_villain), iterations=300) < losses[1]


def test_a_turn_is_solved_on_buckets():
    game = Endgame(TURN, random_range(3, 3000), random_range(4, 3000), TURN_TREE, game="omaha")
    assert [len(boards) for boards in game.boards] == [1, 48]
    labels = {"turn": omaha_labels(TURN, n_buckets=20), "river": omaha_labels(game.boards[1], n_buckets=20)}
    solver = Solver(game, labels)
    assert solver.n_buckets == ((20, 20), (20, 20))
    before = solver.exploitability()
    solver.run(40)
    assert 0 < solver.exploitability() < before / 3


def test_strategies_have_a_place_for_each_hand(tmp_path):
    game = river()
    solver = Solver(game)
    solver.run(50)
    root = game.tree.root
    strategy = solver.strategy(root)
    assert strategy.shape == (len(root.actions), 1, N_HANDS)
    assert (np.flatnonzero(~np.isnan(strategy[0, 0])) == np.sort(game.combos[0])).all()
    np.testing.assert_allclose(strategy[:, 0, game.combos[0]].sum(axis=0), 1)
    hands = [hand_id(hand) for hand in cards_of(game, 0).tolist()]
    assert hands == game.combos[0].tolist()
    frame = solver.to_pandas(root)
    assert frame["hand"][0] == "6s6h4d4c"
    assert frame["reach"].tolist() == game.weights[0][np.argsort(game.combos[0])].tolist()
    assert frame["value"].between(-2.5, 2.5).all()
    solver.save(tmp_path / "omaha.npz")
    loaded = Solver.load(tmp_path / "omaha.npz")
    assert repr(loaded) == "<Solver: Omaha river, 8 and 7 buckets, 50 iterations>"
    assert loaded.strategy(root.children and 0).tobytes() == strategy.tobytes()
    fixed = np.zeros_like(strategy)
    fixed[0] = 1
    solver.lock(root, fixed)
    solver.run(5)
    np.testing.assert_array_equal(solver.strategy(root)[0, 0, game.combos[0]], 1)
    with pytest.raises(InvalidArgumentError, match="this game is Omaha"):
        solver.plot(root)


@pytest.mark.parametrize(
    ("name", "board", "hero", "villain"),
    [
        ("omaha", "Kh9h5c2c", "AA$ds, KK$ds", "QQ$ds, JT98$ds"),
        ("omaha_hilo", "KhKd7h7d2h", "AA$ds, A2$ds", "KK$ds, 65$ds"),
    ],
)
def test_suits_that_are_alike_are_solved_once(name, board, hero, villain):
    """A swap of two suits leaves the board and both ranges."""
    tree = BettingTree(100, 100, [BetSizes(1, max_bets=1)] * (6 - len(board) // 2))
    game = Endgame(board, hero, villain, tree, game=name)
    folded, apart = Solver(game), Solver(game, isomorphic=False)
    for solver in (folded, apart):
        solver.run(4)
    assert folded.gain("hero") == pytest.approx(apart.gain("hero"), abs=1e-6)
    np.testing.assert_allclose(folded.strategy(0), apart.strategy(0), atol=1e-4)


@pytest.mark.parametrize(
    ("hero", "villain", "error", "words"),
    [
        (pb.Range("AA"), "AA", CardCountError, "hero: expected a range of 4 hole cards, found a Range of two"),
        (pb.OmahaRange("AA", 5), "KK", CardCountError, "hero: expected a range of 4 hole cards, found one of 5"),
        ("KK", np.ones(1326), InvalidArgumentError, "villain: "),
        (
            "AA",
            np.full(N_HANDS, -1.0),
            InvalidArgumentError,
            r"villain: the weight of hand 0 \(2s2h2d2c\) is -1.0",
        ),
        ("AA", [np.ones(N_HANDS)] * 2, InvalidArgumentError, "villain: expected one range, found shape"),
        ("KhKsQdJd", "AA", InvalidRangeError, "hero: the range has no hand without a card of Kh9d5c3h2s"),
        ("AsAcAdAh", "AA", InvalidRangeError, "every hand of one player shares a card"),
    ],
)
def test_wrong_ranges_are_refused(hero, villain, error, words):
    with pytest.raises(error, match=words):
        river(hero, villain)


def test_wrong_games_are_refused():
    with pytest.raises(InvalidArgumentError, match=r"game: expected 'holdem', 'omaha', .*found 'omaha6'"):
        Endgame(RIVER, "AA", "KK", TREE, game="omaha6")
    with pytest.raises(TypeError, match=r"game: expected 'holdem', 'omaha', .*found array"):
        Endgame(RIVER, "AA", "KK", TREE, game=np.array(["omaha", "holdem"]))
    with pytest.raises(CardCountError, match=r'hero: expected a range of two hole cards.*game="omaha"'):
        Endgame(RIVER, pb.OmahaRange("AA"), "KK", TREE)
    labels = pb.CardAbstraction.from_labels(dict.fromkeys(("flop", "turn", "river")), game="royal")
    with pytest.raises(InvalidArgumentError, match="labels of the river"):
        Solver(river(), labels)
    with pytest.raises(InvalidArgumentError, match="labels of the river: expected shape"):
        Solver(river(), np.zeros(1326, dtype=int))


def test_scores_compare_with_percentiles_of_each_board():
    def clusters(board):
        return omaha_labels(board, n_buckets=6, feature="ochs")

    ranges = {"hero": "AA$ds", "villain": "KK$ds, QQ$ds"}
    score = score_abstraction(clusters, game="omaha", n_boards=2, iterations=60, **ranges)
    assert score.n_buckets[:, :, 0].tolist() == [[6, 6, 178_365]] * 2
    assert (score.one_sided[:, :2] > score.one_sided[:, 2:]).all()
    again = score_abstraction(clusters, game="omaha", n_boards=2, iterations=60, num_threads=1, **ranges)
    assert again.one_sided.tobytes() == score.one_sided.tobytes()
    with pytest.raises(InvalidArgumentError, match="street: expected 'turn' or 'river', found 'flop'"):
        score_abstraction(clusters, game="omaha", street="flop")


def test_local_best_responses_are_those_of_holdem():
    with pytest.raises(InvalidArgumentError, match="game: expected one of hold'em"):
        local_best_response(river(), Solver(river()))
