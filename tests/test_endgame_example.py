"""Programs that solve endgames: against linear programmes, a known equilibrium, and what holds of any solution."""

import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import coo_array, hstack

import pokerbits as pb
from pokerbits.abstraction import IndexerLookup

sys.path.append(str(Path(__file__).parents[1] / "examples"))
import river_endgame
import turn_endgame
from endgame import buckets as of
from endgame.betting import ALL_IN, Deal, Decision, Fold, Showdown, Sizes, betting_tree, decisions
from endgame.cfr import CfrPlus
from endgame.game import Endgame

RIVER = "Kh9d5c3h2s"
TURN = "Kh9d5c3h"
RIVER_RANGES = ("AhKs, 0.5:9h9s, QdJd, 0.25:7c6c, 8h7h", "KcQc, 0.75:AdAc, QdJd, Td9c, 0.5:6d4d, AhQh")
RIVER_TREE = betting_tree(100, 200, [Sizes((0.5, 1.0), (ALL_IN,), 2)])
TURN_RANGES = ("AhKs, 0.5:QdJd, 8h7h", "KcQc, 6d4d, 0.5:AhQh")
TURN_TREE = betting_tree(100, 150, [Sizes((0.5, ALL_IN), (), 1), Sizes((0.5,), (), 1)])


def none(game):
    return [of.every_hand(boards) for boards in game.boards]


def solved(game, buckets, iterations):
    solver = CfrPlus(game, buckets)
    solver.run(iterations)
    return solver


def river_game():
    return Endgame(RIVER, RIVER_RANGES, 100, RIVER_TREE)


def turn_game():
    return Endgame(TURN, TURN_RANGES, 100, TURN_TREE)


@pytest.fixture(scope="module")
def river():
    return river_game()


@pytest.fixture(scope="module")
def turn():
    return turn_game()


def game_value(board, ranges, tree, bucket_of):
    """Return what player 0 gains a deal in equilibrium, in shares of a pot of 100, by a linear programme.

    Every deal of two hands and a board is a line of play of its own; `bucket_of(street, combo, board)` says which of
    them a player tells apart. Sequence form: Koller, Megiddo, von Stengel (1994).
    """
    sequences, parents = ({(): 0}, {(): 0}), ({}, {})
    places, payoffs, total = [], [], 0.0

    def number(player, key):
        return sequences[player].setdefault(key, len(sequences[player]))

    def play(node, hands, cards, chance, last):
        if isinstance(node, Deal):
            dead = {*cards, *(card for hand in hands for card in hand)}
            rivers = [card for card in range(52) if card not in dead]
            for card in rivers:
                play(node.child, hands, (*cards, card), chance / len(rivers), last)
        elif isinstance(node, Decision):
            hand = hands[node.player]
            before = last[node.player]
            information = (before, id(node), bucket_of(node.street, int(pb.cards.combo_id(hand)), cards))
            parents[node.player].setdefault(information, (number(node.player, before), []))
            for action, child in enumerate(node.children):
                after = (*before, information[1:], action)
                of_action = number(node.player, after)
                known = parents[node.player][information][1]
                if of_action not in known:
                    known.append(of_action)
                lasts = (after, last[1]) if node.player == 0 else (last[0], after)
                play(child, hands, cards, chance, lasts)
        else:
            if isinstance(node, Fold):
                sign = 1 if node.player == 1 else -1
            else:
                first, second = (int(pb.evaluate([*hand, *cards])) for hand in hands)
                sign = (first > second) - (first < second)
            places.append((number(0, last[0]), number(1, last[1])))
            payoffs.append(chance * sign * node.stake)

    weights = [pb.Range(text).weights for text in ranges]
    board = tuple(int(card) for card in pb.cards.parse_cards(board))
    for a in np.flatnonzero(weights[0]):
        for b in np.flatnonzero(weights[1]):
            hands = [tuple(int(card) for card in pb.COMBOS[combo]) for combo in (a, b)]
            if len({*hands[0], *hands[1], *board}) == 4 + len(board):
                weight = weights[0][a] * weights[1][b]
                total += weight
                play(tree, hands, board, weight, ((), ()))

    sizes = [len(of_player) for of_player in sequences]
    payoff = coo_array((payoffs, np.transpose(places)), shape=sizes).tocsr()
    constraints = []
    for player in range(2):
        entries = [(0, 0, 1.0)]
        for row, (before, actions) in enumerate(parents[player].values(), start=1):
            entries += [(row, before, -1.0), *((row, action, 1.0) for action in actions)]
        rows, columns, values = zip(*entries, strict=True)
        constraints.append(coo_array((values, (rows, columns)), shape=(len(parents[player]) + 1, sizes[player])))
    ours, theirs = constraints
    # Largest v_0 with F'v <= A'x, over plans x: what the other player's best answer leaves.
    n_rows = theirs.shape[0]
    root = np.zeros(ours.shape[0])
    root[0] = 1
    found = linprog(
        np.concatenate([np.zeros(sizes[0]), [-1.0], np.zeros(n_rows - 1)]),
        A_ub=hstack([-payoff.T, theirs.T]),
        b_ub=np.zeros(sizes[1]),
        A_eq=hstack([ours, coo_array((ours.shape[0], n_rows))]),
        b_eq=root,
        bounds=[(0, None)] * sizes[0] + [(None, None)] * n_rows,
    )
    assert found.success
    return -found.fun / total / 100


def test_a_tree_offers_what_the_sizes_say():
    tree = betting_tree(100, 200, [Sizes((0.5, 1.0), (ALL_IN,), 2)])
    assert tree.actions == ("check", "bet 50", "bet 100")
    check, half, whole = tree.children
    assert (check.player, check.actions) == (1, ("check", "bet 50", "bet 100"))
    assert isinstance(check.children[0], Showdown)
    assert check.children[0].stake == 50
    assert (half.player, half.actions) == (1, ("fold", "call", "raise 200"))
    # Who folds loses his half of the first pot; who calls a bet of 50 plays for that and the bet.
    assert [(half.children[0].player, half.children[0].stake), half.children[1].stake] == [(1, 50), 100]
    assert half.children[2].actions == ("fold", "call")
    assert [child.stake for child in half.children[2].children] == [100, 250]
    assert whole.actions == ("fold", "call", "raise 200")
    assert len(list(decisions(tree))) == 10


def test_after_all_in_the_river_is_dealt_and_shown():
    tree = betting_tree(100, 75, [Sizes((0.75,)), Sizes((0.75,))])
    called = tree.children[1].children[1]
    assert tree.actions == ("check", "bet 75")
    assert isinstance(called, Deal)
    assert called.child.stake == 125


def test_what_is_met_is_summed_over_hands_without_common_cards(river):
    found = river.values(
        0,
        lambda _, of_actions: of_actions[0],
        lambda node, reach: np.stack([reach, *[0 * reach] * (len(node.actions) - 1)]),
    )
    # All check, and the showdown is for half the pot.
    strengths = pb.evaluate_combos(RIVER).astype(int)
    expected = np.zeros(len(river.hands[0]))
    for i, a in enumerate(river.hands[0]):
        for b, weight in zip(river.hands[1], river.weights[1][0], strict=True):
            if not set(pb.COMBOS[a]) & set(pb.COMBOS[b]):
                expected[i] += 50 * weight * np.sign(strengths[a] - strengths[b])
    np.testing.assert_allclose(found[0], expected, atol=1e-9)


def test_the_value_of_a_river_is_that_of_the_linear_programme(river):
    value = game_value(RIVER, RIVER_RANGES, RIVER_TREE, lambda street, combo, board: combo)
    solver = solved(river, none(river), 600)
    assert river.exploitability(solver.average) < 1e-3
    assert river.expected(0, solver.average) == pytest.approx(value, abs=1e-3)
    # Neither seat can be denied the value of the game.
    assert -river.best_response(1, solver.average) <= value + 1e-12
    assert river.best_response(0, solver.average) >= value - 1e-12


def test_the_value_of_a_turn_is_that_of_the_linear_programme(turn):
    value = game_value(TURN, TURN_RANGES, TURN_TREE, lambda street, combo, board: (combo, board))
    solver = solved(turn, none(turn), 150)
    assert turn.exploitability(solver.average) < 1e-3
    assert -turn.best_response(1, solver.average) <= value + 1e-12
    assert turn.best_response(0, solver.average) >= value - 1e-12


def test_a_bucketed_river_has_the_value_of_the_game_that_is_played_on_buckets(river):
    # Buckets of hands of different weights, strengths and blockers: two of player 0, two of player 1.
    bucket_of = np.arange(len(pb.COMBOS)) % 2
    value = game_value(RIVER, RIVER_RANGES, RIVER_TREE, lambda street, combo, board: bucket_of[combo])
    assert abs(value - game_value(RIVER, RIVER_RANGES, RIVER_TREE, lambda street, combo, board: combo)) > 0.01
    solver = solved(river, [bucket_of[None]], 1000)
    assert river.expected(0, solver.average) == pytest.approx(value, abs=1e-3)
    assert river.exploitability(solver.average) > 0.01


def test_nuts_or_nothing_against_a_bluff_catcher():
    # Player 0 holds aces (one weight of 1) or a worse hand (1.5 in all), player 1 only a pair of kings. At a bet of the
    # pot bluffs are half the value bets, and half of the bet's answers are calls: 1 + 1/2 of 2.5 pots are player 0's.
    tree = betting_tree(100, 100, [Sizes((1.0,), (), 1)])
    game = Endgame("AhKd7c4s2h", ("AsAc, 0.75:9d8d, 0.75:9s8s", "KsQs"), 100, tree)
    solver = solved(game, none(game), 1000)
    assert game.exploitability(solver.average) < 1e-3
    assert game.expected(0, solver.average) + 0.5 == pytest.approx((1 + 1 / 2) / 2.5, abs=1e-3)
    check_or_bet = solver.average(tree)[1, 0]
    of_hand = {
        "".join(pb.cards.format_cards(cards)): bet for cards, bet in zip(game.cards[0], check_or_bet, strict=True)
    }
    aces = of_hand.pop(pb.cards.format_cards(pb.COMBOS[pb.cards.combo_id("AsAc")]))
    assert aces == pytest.approx(1, abs=1e-3)
    assert 0.75 * sum(of_hand.values()) == pytest.approx(0.5, abs=0.01)
    fold_or_call = solver.average(tree.children[1])[:, 0, 0]
    assert fold_or_call == pytest.approx([0.5, 0.5], abs=0.01)


@pytest.mark.parametrize("make", [river_game, turn_game])
def test_what_one_wins_the_other_loses_and_best_responses_win_no_less(make):
    game = make()
    solver = CfrPlus(game, none(game))
    found = []
    for iterations in (1, 4, 20, 100):
        solver.run(iterations)
        values = [game.expected(player, solver.average) for player in range(2)]
        assert sum(values) == pytest.approx(0, abs=1e-12)
        for player, value in enumerate(values):
            assert game.best_response(player, solver.average) >= value - 1e-12
        found.append(game.exploitability(solver.average))
    assert all(after < before for before, after in pairwise(found))


@pytest.mark.parametrize("make", [river_game, turn_game])
def test_a_bucket_for_each_hand_is_no_abstraction(make):
    game = make()
    numbers = none(game)
    mixed = [np.random.default_rng(3).permutation(of_street.size).reshape(of_street.shape) for of_street in numbers]
    solvers = [solved(game, buckets, 20) for buckets in (numbers, mixed)]
    for node in decisions(game.tree):
        plain, other = (solver.average(node) for solver in solvers)
        np.testing.assert_allclose(plain, other, atol=1e-12)


def test_hands_that_differ_in_suits_alone_play_alike():
    # On a rainbow board without flushes the suits of hands are told apart by blockers only: none here.
    board = "Kh9d5c3s2h"
    game = Endgame(board, ("AhAs, 7d7c", "QcQs, 8h8s"), 100, RIVER_TREE)
    assert game.exploitability(solved(game, none(game), 400).average) < 1e-3
    lookup = IndexerLookup(pb.HandIndexer((2, 5)))
    _, ids = np.unique(of.looked_up(lookup, game.boards[0]), return_inverse=True)
    looked_up = solved(game, [ids.reshape(1, -1)], 400)
    assert game.exploitability(looked_up.average) < 1e-3


@pytest.mark.parametrize("board", [RIVER, TURN])
@pytest.mark.parametrize("name", list(of.OF_A_STREET))
def test_every_street_gets_as_many_buckets_as_are_asked_for(board, name):
    game = Endgame(board, TURN_RANGES, 100, RIVER_TREE)
    for boards in game.boards:
        found = of.OF_A_STREET[name](boards, 7, 0)
        assert found.shape == (len(boards), 1326)
        assert np.array_equal(np.unique(found[of.allowed(boards)]), np.arange(7))
        assert np.array_equal(found, of.OF_A_STREET[name](boards, 7, 0))


def test_percentiles_follow_strength():
    [boards] = river_game().boards
    found = of.percentiles(boards, 10, 0)[0]
    strengths = pb.hand_strength(pb.COMBOS[of.allowed(boards)[0]], board=RIVER)
    order = np.argsort(strengths, kind="stable")
    assert (np.diff(found[of.allowed(boards)[0]][order]) >= 0).all()
    # Of more buckets than strengths each strength is one.
    assert of.n_different(boards, of.percentiles(boards, 2000, 0)) == len(np.unique(strengths))


def test_outcomes_that_are_equal_share_a_bucket():
    [boards] = river_game().boards
    free = of.allowed(boards)[0]
    win, tie = (part[free] for part in pb.RankedBoards(RIVER).outcomes(np.ones(1326)))
    found = of.outcomes(boards, 2000, 0)[0][free]
    assert len({*zip(win, tie, found, strict=True)}) == len({*zip(win, tie, strict=True)}) == len(np.unique(found))


def test_futures_count_the_rivers_of_every_hand():
    boards, rivers = turn_game().boards
    by_river = of.ochs(rivers, 20, 0)
    means, counts = of.futures(rivers, by_river)
    assert (np.diff(means) > 0).all()
    assert np.array_equal(counts.sum(axis=1), 46 * of.allowed(boards)[0])
    # The buckets in the order of their means, one by one.
    strengths = pb.combo_equity("random", boards=rivers)
    order = sorted(range(20), key=lambda bucket: np.nanmean(strengths[by_river == bucket]))
    for hand in ("Ah4h", "7c6c", "KdKs"):
        combo = pb.cards.combo_id(hand)
        expected = [0] * 20
        for river, bucket in zip(rivers, by_river[:, combo], strict=True):
            if river[4] not in pb.cards.parse_cards(hand):
                expected[order.index(bucket)] += 1
        assert counts[combo].tolist() == expected


def test_potential_tells_draws_from_made_hands_of_equal_strength():
    boards, rivers = turn_game().boards
    found = of.potential(boards, rivers, of.percentiles(rivers, 20, 0), 20, 0)[0]
    strengths = of.expected_strength(boards)[0]
    draw, made = (int(pb.cards.combo_id(hand)) for hand in ("QhJh", "4c4d"))
    assert abs(strengths[draw] - strengths[made]) < 0.05
    assert found[draw] != found[made]


@pytest.mark.parametrize(
    ("program", "iterations"), [(river_endgame, 400), pytest.param(turn_endgame, 120, marks=pytest.mark.slow)]
)
def test_without_abstraction_little_can_be_won(program, iterations):
    game = program.endgame()
    assert game.exploitability(solved(game, none(game), iterations).average) < 0.001


def test_the_river_program_prints_and_draws_what_it_finds(capsys, tmp_path):
    picture = tmp_path / "curves.png"
    # So few iterations that the strategy without abstraction is not yet good: that has a status.
    assert river_endgame.main(["--iterations", "60", "--k", "4", "12", "--plot", str(picture)]) == 1
    found = {}
    for line in capsys.readouterr().out.splitlines()[2:-1]:
        *words, share, _ = line.split()
        found[" ".join(words)] = float(share.rstrip("%"))
    assert len(found) == 9
    assert 0.1 <= found.pop("no abstraction 1,081") < min(found.values())
    for n in (4, 12):
        worst = found.pop(f"random {n} {n}")
        assert worst > max(share for name, share in found.items() if name.endswith(f" {n} {n}"))
    for name in ("percentiles of E[HS]", "OCHS", "outcomes"):
        assert found[f"{name} 12 12"] < found[f"{name} 4 4"]
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("arguments", [["--k", "0"], ["--iterations", "-1"]])
def test_numbers_have_to_be_positive(arguments, capsys):
    with pytest.raises(SystemExit):
        river_endgame.main(arguments)
    assert "expected a positive number" in capsys.readouterr().err


def test_the_turn_program_abstracts_both_streets_or_one():
    game = turn_game()
    for exact, on_river in ((False, 5), (True, 48 * 1081)):
        abstractions = turn_endgame.abstractions_of(game, exact_river=exact)
        assert len(abstractions) == 6
        for make in abstractions.values():
            buckets = make(5, 0)
            found = [of.n_different(boards, street) for boards, street in zip(game.boards, buckets, strict=True)]
            assert found == [5, on_river]
            solver = solved(game, buckets, 3)
            assert 0 < game.exploitability(solver.average) < 1
