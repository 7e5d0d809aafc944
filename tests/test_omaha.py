"""Omaha: two of the hole cards and three of the board, neither more nor less."""

from itertools import combinations, product

import numpy as np
import phevaluator
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import pokerbits as pb
from pokerbits.cards import parse_cards
from pokerbits.exceptions import (
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
)

HOLE = "AsKh7d2c"
BOARD = "KsQsJsTs3d"
SIZES = list(product((4, 5, 6), (3, 4, 5)))
# Every low by its ranks, the ace 1: the best is the last.
LOWS = sorted((low[::-1] for low in combinations(range(1, 9), 5)), reverse=True)


def deals(seed, n, hole, board):
    hands = oracles.random_hands(np.random.default_rng(seed), n, hole + board)
    return hands[:, :hole], hands[:, hole:]


def fives(hole, board):
    """All hands of two hole cards and three board cards, a choice at a time, as (n, 5)."""
    for two in combinations(range(hole.shape[1]), 2):
        for three in combinations(range(board.shape[1]), 3):
            yield np.hstack([hole[:, two], board[:, three]])


def naive(hole, board, of_five=oracles.strengths):
    return np.max([of_five(five) for five in fives(hole, board)], axis=0)


def naive_lows(five):
    """Return the low of each hand of five cards, by the rules."""
    ranks = np.sort((five // 4 + 1) % 13 + 1, axis=1)[:, ::-1]
    weights = 14 ** np.arange(5)[::-1]
    # Of hands with a pair, or a rank above the eight, there is none.
    places = {int(np.dot(low, weights)): place + 1 for place, low in enumerate(LOWS)}
    return np.array([places.get(key, 0) for key in (ranks @ weights).tolist()], dtype=np.int64)


# Against the rules, and against others


def both(hole, board):
    """Return the strengths and the lows of Omaha hands."""
    return pb.evaluate_omaha(hole, board), pb.evaluate_omaha_low(hole, board)


@pytest.mark.parametrize("hole", [4, 5, 6])
def test_twenty_thousand_deals_equal_the_best_hand_of_five(hole):
    hands, boards = deals(hole + 10, 20_000, hole, 5)
    assert len(list(fives(hands[:1], boards[:1]))) == {4: 60, 5: 100, 6: 150}[hole]
    assert (pb.evaluate_omaha(hands, board=boards) == naive(hands, boards, pb.evaluate)).all()


@pytest.mark.slow
@pytest.mark.parametrize(("hole", "board"), SIZES)
def test_a_million_deals_on_the_river_equal_the_best_hand_of_five(hole, board):
    for seed in range(10 if board == 5 else 1):
        hands, boards = deals(100 + seed, 100_000, hole, board)
        high, low = both(hands, board=boards)
        assert (high == naive(hands, boards, pb.evaluate)).all()
        if seed == 0:
            assert (low == naive(hands, boards, naive_lows)).all()


@pytest.mark.parametrize(("hole", "board"), SIZES)
def test_strengths_and_lows_are_those_of_the_best_choice(hole, board):
    hands, boards = deals(hole + 20, 2_000, hole, board)
    high, low = both(hands, board=boards)
    assert (high.dtype, low.dtype) == (np.uint16, np.uint8)
    assert (high == naive(hands, boards)).all()
    assert (low == naive(hands, boards, naive_lows)).all()
    assert 0 < np.count_nonzero(low) < len(low)


def test_five_thousand_deals_equal_phevaluator():
    hands, boards = deals(30, 5_000, 4, 5)
    theirs = [phevaluator.evaluate_omaha_cards(*deal) for deal in np.hstack([boards, hands]).tolist()]
    assert pb.evaluator.to_cactus_kev(pb.evaluate_omaha(hands, board=boards)).tolist() == theirs


def test_deals_of_few_cards_equal_the_best_choice():
    # Of one suit, of neighbours, and of low cards: straight flushes, quads and lows.
    decks = [range(3, 52, 4), range(20, 36), [*range(16), *range(48, 52)]]
    for seed, deck in enumerate(decks):
        rows = np.tile(np.array(deck), (500, 1))
        cards = np.random.default_rng(seed).permuted(rows, axis=1)
        hands, boards = cards[:, :6], cards[:, 6:11]
        high, low = both(hands, board=boards)
        assert (high == naive(hands, boards)).all()
        assert (low == naive(hands, boards, naive_lows)).all()


# Rules in examples


@pytest.mark.parametrize(
    ("hole", "board", "words"),
    [
        # One spade is no flush; three of a kind in the hand are a pair; the board alone is nothing.
        ("AsKh7d2c", "KsQsJsTs3d", "straight, ace high"),
        ("AsAhAdAc", "Kd7s2c9h3h", "pair of aces, king-nine-seven kickers"),
        ("2c3d4h6s", "AsKsQsJsTs", "high card, ace-king-queen-six-four"),
        ("KdKh2s2c", "KsKc7d7h7s", "four of a kind, kings, seven kicker"),
        ("AsKs2h3h", "QsJsTs4h5h", "royal flush"),
        # The nine and the eight of the board are not both wanted.
        ("As2s9h9d", "3s4s5s8s7s", "straight flush, five high"),
    ],
)
def test_hands_in_words(hole, board, words):
    assert pb.describe(pb.evaluate_omaha(hole, board=board)) == words


def test_the_scale_of_lows():
    assert len(LOWS) == 56
    for place, low in enumerate(LOWS):
        ids = [4 * ((rank + 11) % 13) + at % 4 for at, rank in enumerate(low)]
        # Two tens, and the king and the queen, are no part of any low.
        found = both([*ids[:2], 32, 33], board=[*ids[2:], 47, 43])
        assert found[1] == place + 1
    best = both("As2h9dKc", board="3s4s5hTsKh")
    assert ([type(one) for one in best], best[1]) == ([np.uint16, np.uint8], 56)
    assert both("4s5h9dKc", board="6s7s8hTsKh")[1] == 1
    # The ace of both counts once; two low cards on the board are too few.
    assert both("AsAh2dKc", board="Ad3s4h9sKh")[1] == 0
    assert both("As2h3dKc", board="4s5hTs9sKh")[1] == 0


# Properties

cards_of_a_deal = st.sampled_from(SIZES).flatmap(
    lambda sizes: st.permutations(range(52)).map(
        lambda deck: (deck[: sizes[0]], deck[sizes[0] : sizes[0] + sizes[1]]),
    )
)


@given(cards_of_a_deal, st.randoms())
def test_neither_order_nor_suits_matter(deal, random):
    hole, board = deal
    found = both(hole, board=board)
    assert found[0] == naive(np.array([hole]), np.array([board]))[0]
    assert found[1] == naive(np.array([hole]), np.array([board]), naive_lows)[0]
    suits = random.sample(range(4), 4)
    hole, board = (
        [card // 4 * 4 + suits[card % 4] for card in random.sample(part, len(part))] for part in (hole, board)
    )
    assert both(hole, board=board) == found


@given(cards_of_a_deal)
def test_more_cards_never_hurt(deal):
    hole, board = deal
    fewer = both(hole[:4], board=board[:3])
    more = both(hole, board=board)
    assert fewer[0] <= more[0]
    assert fewer[1] <= more[1]


# Shapes, kinds of input, threads


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int32, np.int64, np.uint64, ">i4", object])
def test_any_integer_dtype_and_layout(dtype):
    for hole, board in SIZES:
        hands, boards = deals(hole, 300, hole, board)
        expected = pb.evaluate_omaha(hands, board=boards)
        hands, boards = hands.astype(dtype), boards.astype(dtype)
        wide = np.zeros((300, 2 * hole), dtype)
        wide[:, ::2] = hands
        boards.setflags(write=False)
        for shape in (hands, np.asfortranarray(hands), wide[:, ::2]):
            assert (pb.evaluate_omaha(shape, board=boards) == expected).all()
        assert (pb.evaluate_omaha(hands[::-1], board=boards[::-1]) == expected[::-1]).all()


def test_texts_sets_and_names():
    strength = pb.evaluate_omaha(HOLE, board=BOARD)
    assert pb.evaluate_omaha(pb.CardSet(HOLE), board=pb.CardSet(BOARD)) == strength
    assert pb.evaluate_omaha(parse_cards(HOLE).tolist(), board=tuple(parse_cards(BOARD).tolist())) == strength
    assert pb.evaluate_omaha([HOLE, HOLE], board=BOARD).tolist() == [strength] * 2
    assert pb.evaluate_omaha(HOLE, board=[BOARD, BOARD]).tolist() == [strength] * 2
    assert pb.evaluate_omaha(np.array([HOLE]), board=["Ks", "Qs", "Js", "Ts", "3d"]).tolist() == [strength]


def test_leading_axes_broadcast():
    hands, boards = deals(1, 6, 4, 5)
    hands[:], boards[:] = np.array([[0, 5, 10, 15]]) + 16 * (np.arange(6) % 2)[:, None], [32, 37, 42, 47, 48]
    grid = pb.evaluate_omaha(hands[:, None], board=boards[None, :3])
    assert grid.shape == (6, 3)
    assert (grid == pb.evaluate_omaha(hands, board=boards[0])[:, None]).all()
    assert pb.evaluate_omaha(hands.reshape(2, 3, 4), board=boards[0]).shape == (2, 3)


@pytest.mark.parametrize("n", [1, 255, 256, 257, 1025, 40_000])
@pytest.mark.parametrize("function", [pb.evaluate_omaha, pb.evaluate_omaha_low])
def test_batches_are_many_hands(n, function):
    hands, boards = deals(n, n, 5, 5)
    one = function(hands, boards, num_threads=1)
    assert (function(hands, boards, num_threads=3) == one).all()
    for at in {0, n // 2, n - 1}:
        assert one[at] == function(hands[at], boards[at])


def test_out_may_share_memory_with_the_hands():
    hands, boards = deals(4, 10, 4, 5)
    low = pb.evaluate_omaha_low(hands, boards)
    assert (pb.evaluate_omaha_low(hands, boards, out=hands[:, 0]) == low).all()


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 2)])
def test_no_hands_have_no_strengths(shape):
    found = pb.evaluate_omaha(np.empty((*shape, 4), np.int64), board=BOARD)
    assert (found.dtype, found.shape) == (np.uint16, shape)
    found = both(np.empty((*shape, 4), np.uint8), np.empty((*shape, 3), np.uint8))
    assert [(one.dtype, one.shape) for one in found] == [(np.uint16, shape), (np.uint8, shape)]


# Bad input


@pytest.mark.parametrize("function", [pb.evaluate_omaha, pb.evaluate_omaha_low])
@pytest.mark.parametrize(
    ("hole", "board", "error", "message"),
    [
        ("AsKh7d", BOARD, CardCountError, "expected 4, 5 or 6 hole cards, found 3"),
        ("AsKh7d2c3c4c5c", BOARD, CardCountError, "expected 4, 5 or 6 hole cards, found 7"),
        ("", BOARD, CardCountError, "expected 4, 5 or 6 hole cards, found 0"),
        (HOLE, "KsQs", CardCountError, "expected 3, 4 or 5 board cards, found 2"),
        (HOLE, "KsQsJsTs3d4d", CardCountError, "expected 3, 4 or 5 board cards, found 6"),
        (HOLE, "", CardCountError, "expected 3, 4 or 5 board cards, found 0"),
        ("AsAs7d2c", BOARD, DuplicateCardError, r"card As \(id 51\) appears more than once"),
        (HOLE, "KsQsJsTsKs", DuplicateCardError, r"card Ks \(id 47\) appears more than once"),
        (HOLE, "KsQsJsTsAs", DuplicateCardError, r"card As \(id 51\) appears more than once"),
        (HOLE, "KsQsXs", InvalidCardError, "cannot read a card at position 4"),
        ([1, 2, 3, 52], BOARD, InvalidCardError, r"card id 52 is outside the deck \(0 to 51\)"),
        ([1, 2, 3, -1], BOARD, InvalidCardError, "card id -1 is outside"),
        ([1, 2, 3, 10**30], BOARD, InvalidCardError, "is outside the deck"),
        (HOLE, [4, 5, 300], InvalidCardError, "card id 300 is outside"),
        ([0.0, 1.0, 2.0, 3.0], BOARD, TypeError, "hole: expected integers"),
        (HOLE, np.array([True, False, True]), TypeError, "board: expected integers"),
        ([0, 1, 2, None], BOARD, InvalidArgumentError, "hole: a value is missing"),
        (HOLE, 5, TypeError, "board: expected text, a CardSet"),
        ([[0, 1, 2, 3], [0, 1, 2]], BOARD, CardCountError, "row 1: expected 4, 5 or 6 hole cards, found 3"),
    ],
)
def test_wrong_hands_are_refused(hole, board, error, message, function):
    with pytest.raises(error, match=message):
        function(hole, board)


@pytest.mark.parametrize("function", [pb.evaluate_omaha, pb.evaluate_omaha_low])
@pytest.mark.parametrize(("hole", "board"), SIZES)
def test_the_row_and_the_card_are_named(hole, board, function):
    hands, boards = (part.astype(np.int16) for part in deals(5, 3_000, hole, board))
    for row in (0, 255, 2_999):
        for part, at, card, error in (
            ("hole", 0, 52, InvalidCardError),
            ("board", board - 1, -1, InvalidCardError),
            ("hole", hole - 1, int(boards[row, 0]), DuplicateCardError),
            ("board", 1, int(boards[row, 0]), DuplicateCardError),
        ):
            parts = {"hole": hands.copy(), "board": boards.copy()}
            parts[part][row, at] = card
            with pytest.raises(error, match=f"row {row}: ") as raised:
                function(parts["hole"], parts["board"])
            assert (raised.value.row, raised.value.card) == (row, card)


def test_rows_of_more_axes_are_named():
    hands, boards = deals(6, 6, 4, 3)
    hands, boards = hands.reshape(2, 3, 4), boards.reshape(2, 3, 3)
    hands[1, 2, 0] = boards[1, 2, 0]
    with pytest.raises(DuplicateCardError) as raised:
        pb.evaluate_omaha(hands, board=boards)
    assert raised.value.row == (1, 2)


def test_what_does_not_broadcast_is_refused():
    hands, boards = deals(7, 6, 4, 5)
    with pytest.raises(InvalidArgumentError, match="do not broadcast"):
        pb.evaluate_omaha(hands, board=boards[:4])
    with pytest.raises(InvalidArgumentError, match="num_threads"):
        pb.evaluate_omaha(hands, board=boards, num_threads=0)
    with pytest.raises(TypeError, match="board"):
        pb.evaluate_omaha(hands)
    # Where there are no hands, a board still has to be made of cards.
    with pytest.raises(InvalidCardError):
        pb.evaluate_omaha(np.empty((0, 4), np.uint8), board=[1, 2, 99])
