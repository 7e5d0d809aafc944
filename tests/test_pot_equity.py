"""Main pots and side pots, compared with pots that are paid out board by board, and with `equity`."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerbits as pb
from command_line import as_json, cells, printed, refused
from pokerbits._equity import runouts as runouts_module
from pokerbits._equity.runouts import runouts, subsets
from pokerbits._evaluator.games import POT_GAMES
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidArgumentError, InvalidCardError

THREE = ["AsKs", "QhQd", "9c9d"]
NINE = ["AsKs", "QhQd", "9c9d", "2c2d", "8h9h", "Jc4c", "Td3s", "5h6h", "7s8s"]
RIVER = "2c3d4h5s9h"
HANDS = {
    "holdem": THREE,
    "short_deck": THREE,
    "short_deck_trips": THREE,
    "tahoe": ["AsKsQh", "7c7d8h", "AcKdTs"],
    "omaha": ["AsKsQhJh", "7c7d8h9h", "AcKdTs9s"],
    "omaha5": ["AsKsQhJh8c", "7c7d8h9hQs", "AcKdTs9s8s"],
    "omaha6": ["AsKsQhJh8c6c", "7c7d8h9hQs6d", "AcKdTs9s8s6h"],
}
"""Three hands of each game."""
SPOTS = {
    "side pot": (THREE, [100, 100, 40], "Th7h2c", []),
    "nobody calls all": (THREE, [100, 70, 40], "Th7h2c", []),
    "turn": (["AhKh", "QsQd", "9c9d", "8c8d"], [25, 100, 100, 60], "Th7h2c9s", []),
    "river": (THREE, [10, 20, 30], "2c3d4h5s9h", []),
    "ties": (["AsKh", "AhKs", "AdKc", "QsQd"], [7, 13, 13, 5], "Kd7h2c", []),
    "the board plays": (["2c3c", "2d3d", "4c5c"], [100, 50, 70], "AsKsQsJsTs", []),
    "folded": (THREE, [100, 100, 40], "Th7h2c", [5, 10, 70]),
    "folded above the others": (THREE, [100, 20, 20], "Th7h2c", [50]),
    "fractions": (THREE, [0.1, 0.3, Fraction(1, 3)], "Th7h2c", [0.2]),
    "six": (NINE[:6], [60, 10, 20, 20, 50, 60], "Ts7h2h4d", [3]),
}


def evaluated(hand, board, game="holdem"):
    """Return the strength of a hand on one board."""
    if game.startswith("omaha"):
        return int(pb.evaluate_omaha(hand, board))
    if game == "tahoe":
        return max(evaluated(pair, board) for pair in combinations(pb.CardSet(hand), 2))
    return int(pb.evaluate(hand, board, rules="standard" if game == "holdem" else game))


def paid_out(chips, folded_chips, order):
    """Return the chips that each player gets back, the smallest stack of the rest first, as a dealer does it."""
    live, gone = list(map(to_fraction, chips)), list(map(to_fraction, folded_chips))
    won = [Fraction()] * len(live)
    while any(live):
        inside = [player for player, of in enumerate(live) if of]
        step = min(live[player] for player in inside)
        pot = step * len(inside) + sum(min(step, of) for of in gone)
        live = [max(of - step, 0) for of in live]
        gone = [max(of - step, 0) for of in gone]
        winners = [player for player in inside if not any(order[other] < order[player] for other in inside)]
        for player in winners:
            won[player] += pot / len(winners)
    return won


def to_fraction(chips):
    """Return the exact value of the float that keeps a number of chips."""
    return Fraction(float(chips))


def plainly(hands, chips, board, folded_chips=(), dead="", game="holdem"):
    """Return the exact values and the boards of each order of finish, one board after the other."""
    held, dealt = [pb.cards.parse_cards(hand).tolist() for hand in hands], pb.cards.parse_cards(board).tolist()
    known = {*sum(held, dealt), *pb.CardSet(dead)}
    deck = [card for card in range(16 if game.startswith("short") else 0, 52) if card not in known]
    orders = Counter()
    for cards in combinations(deck, 5 - len(dealt)):
        strengths = [evaluated(hand, [*dealt, *cards], game) for hand in held]
        best_first = sorted(set(strengths), reverse=True)
        orders[tuple(best_first.index(strength) for strength in strengths)] += 1
    n = orders.total()
    values = [Fraction()] * len(hands)
    for order, number in orders.items():
        for player, won in enumerate(paid_out(chips, folded_chips, order)):
            values[player] += won * number / n
    return values, dict(orders)


def check(hands, chips, board, folded_chips, **options):
    """Compare a result with the plain one, to the last bit."""
    found = pb.pot_equity(hands, chips, board, folded_chips=folded_chips, **options)
    values, orders = plainly(hands, chips, board, folded_chips, **options)
    total = sum(map(to_fraction, [*chips, *folded_chips]))
    assert found.values.tolist() == [float(value) for value in values]
    assert found.equity.tolist() == [float(value / total) for value in values]
    assert found.orders == orders
    assert list(found.orders) == sorted(orders)
    assert found.n == sum(orders.values())
    assert sum(Fraction(pot.amount) for pot in found.pots) == pytest.approx(total)
    for order in list(orders)[:20]:
        assert found.payoffs(order).tolist() == [float(won) for won in paid_out(chips, folded_chips, order)]
    return found


@pytest.mark.parametrize("name", SPOTS)
def test_values_and_orders_are_those_of_boards_one_by_one(name):
    check(*SPOTS[name])


@pytest.mark.parametrize("game", POT_GAMES)
def test_every_game_is_counted_board_by_board(game):
    board = "Th7h2d" if not game.startswith("short") else "Th7h6d"
    check(HANDS[game], [100, 100, 40], board, [], game=game, dead="Tc Td")


@pytest.mark.slow
def test_before_the_flop_is_counted_board_by_board():
    check(NINE, [10, 20, 30, 40, 50, 60, 70, 80, 90], "", [5])


@settings(max_examples=40, deadline=None)
@given(
    st.permutations(range(52)),
    st.integers(4, 5),
    st.lists(st.integers(1, 5) | st.floats(0.25, 9), min_size=2, max_size=10),
    st.lists(st.floats(0, 1), max_size=2),
    st.data(),
)
def test_any_hands_and_chips(deck, n_board, chips, shares, data):
    hands = [pb.cards.format_cards(deck[2 * i : 2 * i + 2]) for i in range(len(chips))]
    board = pb.cards.format_cards(deck[-n_board:])
    gone = [share * max(chips) for share in shares]
    found = check(hands, chips, board, gone)
    order = data.draw(st.permutations(range(len(chips))))
    other = pb.pot_equity([hands[i] for i in order], [chips[i] for i in order], board, folded_chips=gone[::-1])
    assert other.values.tolist() == found.values[list(order)].tolist()


@pytest.mark.parametrize("game", POT_GAMES)
@pytest.mark.parametrize("n_board", [0, 3, 4, 5])
def test_equal_chips_are_the_equity_of_one_pot(game, n_board):
    hands = HANDS[game][:2] if n_board == 0 else HANDS[game]
    board = pb.cards.format_cards(pb.cards.parse_cards("ThTdJc6sJd")[:n_board])
    found = pb.pot_equity(hands, [50] * len(hands), board, game=game)
    expected = pb.equity(*hands, board=board, game=game)
    assert found.equity.tolist() == expected.equity.tolist()
    assert [pot.counts for pot in found.pots] == [expected.counts]
    assert (found.n, found.players) == (expected.n, expected.players)


@pytest.mark.parametrize("hands", [THREE, NINE[:6], NINE])
def test_each_pot_has_the_equity_of_its_players_with_the_cards_of_others_dead(hands):
    chips = [10 * (i + 1) for i in range(len(hands))]
    found = pb.pot_equity(hands, chips)
    assert [pot.players for pot in found.pots] == [tuple(range(i, len(hands))) for i in range(len(hands))]
    assert [pot.amount for pot in found.pots] == [10 * (len(hands) - i) for i in range(len(hands))]
    for pot in found.pots[:-1]:
        others = "".join(hand for player, hand in enumerate(hands) if player not in pot.players)
        expected = pb.equity(*(hands[player] for player in pot.players), dead=others)
        assert pot.counts == expected.counts
        assert pot.equity.tolist() == expected.equity.tolist()
    assert found.pots[-1].counts == (pb.Counts(found.n, (), 0),)
    assert found.pots[-1].equity.tolist() == [1.0]


def test_orders_have_the_wins_and_ties_of_every_pair():
    found = pb.pot_equity(NINE[:4], [1] * 4)
    assert sum(found.orders.values()) == found.n == 1_086_008
    assert sum(found.probabilities.values()) == pytest.approx(1)
    assert found.probabilities[0, 1, 2, 3] == found.orders[0, 1, 2, 3] / found.n
    for one, other in combinations(range(4), 2):
        dead = "".join(hand for player, hand in enumerate(NINE[:4]) if player not in (one, other))
        counts = pb.equity(NINE[one], NINE[other], dead=dead).counts[0]
        wins = sum(n for order, n in found.orders.items() if order[one] < order[other])
        ties = sum(n for order, n in found.orders.items() if order[one] == order[other])
        assert (wins, ties) == (counts.wins, counts.tied)


def test_a_side_pot_without_the_third_hand_is_another_number():
    """The mistake that `pot_equity` prevents: the third hand holds cards that the board cannot have."""
    side = pb.pot_equity(THREE, [100, 100, 40]).pots[1]
    assert side.equity.tolist() == pb.equity(*THREE[:2], dead="9c9d").equity.tolist()
    assert abs(side.equity[0] - pb.equity(*THREE[:2]).equity[0]) > 0.01


def test_means_over_orders():
    found = pb.pot_equity(THREE, [100, 70, 40], "Th7h2c", folded_chips=5)
    np.testing.assert_allclose(found.mean(lambda chips: chips), found.values, rtol=1e-14)
    calls = []
    scoop = found.mean(lambda chips: calls.append(chips) or chips[2] == 125)
    assert scoop == found.pots[0].counts[2].wins / found.n
    assert isinstance(scoop, np.float64)
    assert len({tuple(of) for of in calls}) == len(calls) < len(found.orders)
    squares = found.mean(np.square)
    expected = sum(found.payoffs(order) ** 2 * p for order, p in found.probabilities.items())
    np.testing.assert_allclose(squares, expected, rtol=1e-14)
    assert found.mean(lambda chips: np.ones((2, 0))).shape == (2, 0)


def test_hands_in_other_forms_are_the_same():
    expected = pb.pot_equity(THREE, [100, 100, 40], RIVER, folded_chips=[7])
    ids, dealt = [pb.cards.parse_cards(hand) for hand in THREE], pb.cards.parse_cards(RIVER)
    names = [["As", "Ks"], ("Qh", "Qd"), pb.CardSet("9c9d")]
    for hands, chips, board, folded in (
        (tuple(ids), (100, 100, 40), dealt, 7),
        (np.array(ids, dtype=np.int64), np.array([100, 100, 40], np.uint8), pb.CardSet(RIVER), [7.0]),
        (names, [Fraction(100), np.float32(100), 40.0], RIVER, np.array([7])),
    ):
        found = pb.pot_equity(hands, chips, board, folded_chips=folded)
        assert found.values.tolist() == expected.values.tolist()
        assert found.pots == expected.pots
    assert pb.pot_equity(THREE, [1, 1, 1], RIVER, folded_chips=None) == pb.pot_equity(THREE, [1, 1, 1], board=RIVER)
    short = [pb.pot_equity(THREE, [1, 1, 1], "Th7h6c", game=name) for name in ("6+", "Short_Deck")]
    assert short[0] == short[1]


@pytest.mark.parametrize("board", ["", "Th7h2c", RIVER])
def test_threads_and_progress_change_nothing(board):
    told = []
    expected = pb.pot_equity(THREE, [3, 2, 1], board, num_threads=1)
    found = pb.pot_equity(THREE, [3, 2, 1], board, num_threads=3, progress=lambda *of: told.append(of))
    assert found == expected
    assert told == sorted(told)
    assert told[-1] == (found.n, found.n)
    assert len(told) == 1 or found.n > 50_000


def test_a_count_can_be_stopped():
    def stop(done, total):
        assert done < total
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pb.pot_equity(THREE, [3, 2, 1], progress=stop)


@pytest.mark.parametrize("whole", [1, 10**9])
@pytest.mark.parametrize("n", [5, 6, 9])
@pytest.mark.parametrize("size", range(6))
def test_every_runout_comes_once(monkeypatch, whole, n, size):
    monkeypatch.setattr(runouts_module, "_WHOLE", whole)
    deck = np.arange(40, 40 + n, dtype=np.uint8)
    found = np.concatenate(list(runouts(deck, size)))
    assert [tuple(row) for row in found.tolist()] == list(combinations(range(40, 40 + n), size))
    assert [tuple(row) for row in subsets(n, size).tolist()] == list(combinations(range(n), size))


WRONG_HANDS = [
    ("AsKs", TypeError, "expected a list of hands such as .*, found str of one hand"),
    (pb.CardSet("AsKs"), TypeError, "found CardSet of one hand"),
    ({"AsKs", "QhQd"}, TypeError, "found set without an order"),
    ({"AsKs": 1, "QhQd": 2}, TypeError, "found dict"),
    (5, TypeError, "found int"),
    (iter(THREE), TypeError, "found list_iterator"),
    (["AsKs"], InvalidArgumentError, "hands: expected 2 to 10 players, found 1"),
    ([[2 * i, 2 * i + 1] for i in range(11)], InvalidArgumentError, "expected 2 to 10 players, found 11"),
    (["AsKs", "QQ"], CardCountError, r"player 2: expected 2 cards, found the range 'QQ'; .* equity\(\) takes ranges"),
    (["AsKs", pb.Range("AA")], CardCountError, r"player 2: expected 2 cards, found the range Range\('AA'\)"),
    (["AsKs", np.ones(1326)], CardCountError, "player 2: expected 2 cards, found the range array"),
    (["AsKs", "QhQdQs"], CardCountError, "player 2: expected 2 cards, found 3"),
    (["AsKsQsJs", "7c7d8c8d"], CardCountError, 'player 1: expected 2 cards, found 4; four hole cards: game="omaha"'),
    (["AsKs", "AsQd"], DuplicateCardError, r"card As \(id 51\) appears more than once"),
    (["AsKs", "2c4c"], DuplicateCardError, r"card 2c \(id 0\) appears more than once"),
    ([[0, 1], [60, 3]], InvalidCardError, "player 2: card id 60 is outside the deck"),
]


@pytest.mark.parametrize(("hands", "error", "message"), WRONG_HANDS)
def test_wrong_hands_are_named(hands, error, message):
    with pytest.raises(error, match=message):
        pb.pot_equity(hands, [1, 1], RIVER)


def test_ranges_of_omaha_are_named():
    for player in ("AA", "*", pb.OmahaRange("AA")):
        with pytest.raises(CardCountError, match=r"player 1: expected 4 cards, found the range .*") as caught:
            pb.pot_equity([player, "7c7d8c8d"], [1, 1], "Th7h2d", game="omaha")
        assert caught.value.player == 0


WRONG_CHIPS = [
    (5, TypeError, r"chips = 5: expected a list with a number for each player, such as \[100, 100, 100\]"),
    ([1, 2], InvalidArgumentError, "chips: expected a number for each of 3 players, found 2"),
    ([1, 2, 3, 4], InvalidArgumentError, "chips: expected a number for each of 3 players, found 4"),
    ([1, 2, 0], InvalidArgumentError, r"chips\[2\] = 0: expected more than 0; leave out a player who has put in"),
    ([1, 2, -1], InvalidArgumentError, r"chips\[2\] = -1: expected a number from 0"),
    ([1, 2, float("nan")], InvalidArgumentError, r"chips\[2\] = nan: expected a number from 0"),
    ([1, 2, 2.0**54], InvalidArgumentError, r"chips\[2\] = 1.8.*: expected a number from 0"),
    ([1, 2, "3"], TypeError, r"chips\[2\] = '3': .*; write 3 without quotes"),
    ([1, 2, None], TypeError, r"chips\[2\] = None: expected a number"),
    ("123", TypeError, "chips: expected a list of numbers, found str"),
    ({1, 2, 3}, TypeError, "chips: expected a list of numbers, found set"),
    (np.ones((3, 1)), InvalidArgumentError, r"chips: expected a list of numbers, found an array of shape \(3, 1\)"),
    (np.array([1j, 1, 1]), TypeError, r"chips\[0\]"),
    (np.array(["1", "2", "3"]), TypeError, r"chips\[0\]"),
]


@pytest.mark.parametrize(("chips", "error", "message"), WRONG_CHIPS)
def test_wrong_chips_are_named(chips, error, message):
    with pytest.raises(error, match=message):
        pb.pot_equity(THREE, chips, RIVER)


@pytest.mark.parametrize(
    ("folded", "error", "message"),
    [
        ([200], InvalidArgumentError, "folded_chips = 200: expected at most the 100 chips of the players who have"),
        (101, InvalidArgumentError, "folded_chips = 101: expected at most"),
        ([5, -1], InvalidArgumentError, r"folded_chips\[1\] = -1: expected a number from 0"),
        (float("nan"), InvalidArgumentError, "folded_chips = nan: expected a number from 0"),
        ("5", TypeError, "folded_chips: expected a list of numbers, found str"),
        (np.array(5), InvalidArgumentError, "folded_chips: expected a list of numbers, found an array of shape"),
    ],
)
def test_wrong_chips_of_folded_players_are_named(folded, error, message):
    with pytest.raises(error, match=message):
        pb.pot_equity(THREE, [100, 100, 40], RIVER, folded_chips=folded)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"board": "2c3c4c5c6c7c"}, CardCountError, "board: expected 0 to 5 cards, found 6"),
        ({"board": "As2c3c"}, DuplicateCardError, "card As"),
        ({"dead": "2c2c"}, DuplicateCardError, "card 2c"),
        ({"dead": str(~pb.CardSet("AsKsQhQdJcJd2c"))}, InvalidArgumentError, "1 card is left, the board needs 5 more"),
        ({"game": "stud"}, InvalidArgumentError, r"game: expected 'holdem', .* found 'stud' \(equity\(\) has shares"),
        ({"game": "PLO8"}, InvalidArgumentError, r"game: .* found 'PLO8' \(equity\(\) has shares"),
        ({"game": "hold"}, InvalidArgumentError, r"game: .* found 'hold' \(did you mean 'holdem'\?\)"),
        ({"game": 5}, TypeError, "game: expected 'holdem'.* found 5"),
        ({"game": "short_deck", "board": "2h6h7h"}, InvalidCardError, "card 2h .* is not in the short deck"),
        ({"num_threads": 0}, InvalidArgumentError, "num_threads = 0"),
        ({"progress": 5}, TypeError, "progress: expected None, True or a function"),
        ({"boards": RIVER}, TypeError, "pot_equity has no parameter boards: the parameter is board="),
    ],
)
def test_wrong_options_are_named(options, error, message):
    with pytest.raises(error, match=message):
        pb.pot_equity(["AsKs", "QhQd", "JcJd"], [100, 100, 40], **options)


def test_wrong_orders_and_functions_are_named():
    found = pb.pot_equity(THREE, [3, 2, 1], "Th7h2c")
    for order, error, message in (
        ((0, 1), InvalidArgumentError, r"order = \(0, 1\): expected a rank for each of 3 players"),
        ((0, 1, 3), InvalidArgumentError, r"order\[2\] = 3: expected 0 to 2"),
        ((0, 1, -1), InvalidArgumentError, r"order\[2\] = -1: expected 0 to 2"),
        ((0, 1, 1.5), TypeError, r"order\[2\] = 1.5: expected an integer"),
        (None, TypeError, "order: expected a sequence, found NoneType"),
    ):
        with pytest.raises(error, match=message):
            found.payoffs(order)
    for function, error, message in (
        (None, TypeError, "function: expected a function of an array, found None"),
        (lambda chips: None, InvalidArgumentError, "what the function returns: expected numbers, found NoneType"),
        (lambda chips: chips[: int(chips[1] > 0) + 1], InvalidArgumentError, r"arrays of one shape, found"),
    ):
        with pytest.raises(error, match=message):
            found.mean(function)


def test_the_result_as_text_dict_and_columns():
    found = pb.pot_equity(["AhKh", "QsQd", "9c9d"], [100, 70, 40], "9h7h2c", folded_chips=[5])
    data = found.to_dict()
    assert data["n"] == found.n == 903
    assert data["players"][1] == {"hand": "QsQd", "chips": 70.0, "value": found.values[1], "equity": found.equity[1]}
    assert data["folded_chips"] == [5.0]
    assert data["pots"][1] == {
        "amount": 60.0, "players": [0, 1], "equity": [508 / 903, 395 / 903],
        "counts": [of.to_dict() for of in found.pots[1].counts],
    }  # fmt: skip
    assert data["pots"][2]["counts"] == [{"wins": 903, "ties": [], "losses": 0, "total": 903}]
    assert data["orders"][0] == {"ranks": [0, 1, 2], "n": 41, "probability": 41 / 903}
    assert found.to_columns()["value"].tolist() == found.values.tolist()
    lines = str(found).splitlines()
    assert lines[0].split("  ")[-3:] == ["pot of 125", "pot of 60", "pot of 30"]
    assert lines[3].split()[-2:] == ["-", "-"]
    assert lines[-1] == "903 boards, exact"
    assert "1 board>" in repr(pb.pot_equity(THREE, [1, 1, 1], RIVER))


def test_the_command():
    arguments = ["pot-equity", "AhKh:100", "QsQd:70.5", "9c9d:40", "--board", "9h7h2c", "--folded-chips", "5"]
    expected = pb.pot_equity(["AhKh", "QsQd", "9c9d"], [100, 70.5, 40], "9h7h2c", folded_chips=[5])
    assert as_json(*arguments) == {"board": "9h7h2c", "dead": "", **expected.to_dict()}
    text = printed(*arguments)
    assert str(expected) in text
    assert ["9c9d", ">", "QsQd", ">", "AhKh", "355", "39.3134%"] in cells(text)
    tie = ["pot-equity", "AsKs:1", "AhKh:1", "--board", "2c3c4c7dQd"]
    assert as_json(*tie)["orders"] == [{"ranks": [0, 0], "n": 1, "probability": 1.0}]
    assert ["AsKs", "=", "AhKh", "1", "100.0000%"] in cells(printed(*tie))
    assert "and 5,875 orders more" in printed("pot-equity", *(f"{hand}:5" for hand in NINE))


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (["AsKs", "QhQd:5"], "AsKs: expected a hand and its chips, as in AsKs:100"),
        (["AsKs:5", "QhQd:x"], "QhQd:x: expected a hand and its chips, as in AsKs:100"),
        (["AsKs:0", "QhQd:5"], "chips[0] = 0: expected more than 0"),
        (["AsKs:5", "QQ:5"], "player 2: expected 2 cards, found the range 'QQ'"),
        (["AsKs:5"], "expected 2 to 10 players, found 1"),
    ],
)
def test_wrong_players_of_the_command(players, message):
    assert message in refused("pot-equity", *players)
