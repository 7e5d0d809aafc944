"""Exact equity of specific hands; published counts are in `test_range_equity.py`."""

import inspect
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import pokerbits as pb
from pokerbits.exceptions import (
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidRangeError,
)


def counted(lost, won, *shared):
    """Return counts of showdowns lost, won alone, shared two ways, ..."""
    return pb.Counts(won, shared, lost)


def showdowns(hands, board, dead):
    """Return what the oracle counts."""
    return tuple(counted(*row) for row in oracles.showdowns(hands, board, dead))


def is_consistent(result, hands):
    """Assert what holds for every result."""
    n_players = len(hands)
    assert len(result.counts) == n_players
    numbers = (result.equity, result.win, result.tie, result.lose)
    for counts, share, win, tie, lose in zip(result.counts, *numbers, strict=True):
        assert all(type(count) is int for count in (counts.wins, *counts.ties, counts.losses))
        assert len(counts.ties) == n_players - 1
        assert counts.total == result.n
        assert counts.tied == sum(counts.ties)
        assert share == float(pot_share(counts) / result.n)
        assert (win, tie, lose) == (counts.wins / result.n, counts.tied / result.n, counts.losses / result.n)
    for others in range(1, n_players):
        assert sum(counts.ties[others - 1] for counts in result.counts) % (others + 1) == 0
    # Every pot goes to somebody.
    assert sum(pot_share(counts) for counts in result.counts) == result.n
    for values in numbers:
        assert values.dtype == np.float64
        assert values.shape == (n_players,)


def pot_share(counts):
    """Return how many pots a player gets: all of those won, parts of those shared with others."""
    return counts.wins + sum(Fraction(count, others + 1) for others, count in enumerate(counts.ties, 1))


def test_the_readmes_example():
    result = pb.equity("AhAd", "KsKh")
    assert result.counts == (pb.Counts(1_399_204, (7_923,), 305_177), pb.Counts(305_177, (7_923,), 1_399_204))
    assert result.n == comb(48, 5) == 1_712_304
    assert result.players == ("AhAd", "KsKh")
    assert str(result).splitlines()[1:] == [
        "AhAd    81.9461%  81.7147%  0.4627%  17.8226%",
        "KsKh    18.0539%  17.8226%  0.4627%  81.7147%",
        "1,712,304 showdowns, exact",
    ]


@st.composite
def deals(draw, board_sizes):
    """Hands, a board and dead cards, all different."""
    n_players = draw(st.integers(2, 10))
    n_board = draw(st.sampled_from(board_sizes))
    n_dead = draw(st.integers(0, 8))
    n = 2 * n_players + n_board + n_dead
    cards = draw(st.lists(st.integers(0, 51), min_size=n, max_size=n, unique=True))
    hands = [cards[2 * i : 2 * i + 2] for i in range(n_players)]
    rest = cards[2 * n_players :]
    return hands, rest[:n_board], rest[n_board:]


@settings(max_examples=60)
@given(deals([3, 4, 5]))
def test_any_deal_with_a_board_equals_dealing_every_runout(deal):
    hands, board, dead = deal
    result = pb.equity(*hands, board=board, dead=dead)
    is_consistent(result, hands)
    assert result.counts == showdowns(hands, board, dead)


@settings(max_examples=8)
@given(st.lists(st.integers(0, 51), min_size=44, max_size=44, unique=True), st.integers(2, 10))
def test_any_deal_before_the_flop_from_a_short_deck_equals_dealing_every_board(cards, n_players):
    hands = [cards[2 * i : 2 * i + 2] for i in range(n_players)]
    dead = cards[2 * n_players : 38]
    result = pb.equity(*hands, dead=dead)
    is_consistent(result, hands)
    assert result.n == comb(14, 5)
    assert result.counts == showdowns(hands, [], dead)


@pytest.mark.slow
@pytest.mark.parametrize("hands", [["AhAd", "KsKh"], ["7c2d", "8h8s"], ["AsKs", "AdKd", "QsJs"]])
def test_more_deals_before_the_flop_equal_dealing_every_board(hands):
    ids = [pb.cards.parse_cards(hand).tolist() for hand in hands]
    # Ten dead cards leave half a million boards at most: the twin would need a minute for all.
    rest = np.setdiff1d(np.arange(52), np.ravel(ids))
    dead = np.random.default_rng(5).choice(rest, 10, replace=False).tolist()
    assert pb.equity(*hands, dead=dead).counts == showdowns(ids, [], dead)


@given(deals([0, 3, 5]), st.permutations(range(4)), st.randoms())
def test_neither_suits_nor_order_matter(deal, suits, random):
    hands, board, dead = deal

    def moved(cards):
        cards = [card // 4 * 4 + suits[card % 4] for card in cards]
        random.shuffle(cards)
        return cards

    if len(board) == 0:
        hands, dead = hands[:3], dead[:3]
    order = random.sample(range(len(hands)), len(hands))
    result = pb.equity(*hands, board=board, dead=dead)
    again = pb.equity(*(moved(hands[i]) for i in order), board=moved(board), dead=moved(dead))
    assert again.counts == tuple(result.counts[i] for i in order)


def test_the_order_of_the_board_does_not_matter_but_cards_do():
    a = pb.equity("AhKh", "9c9d", board="Qh7h2c")
    assert a.counts == pb.equity("KhAh", "9d9c", board="2cQh7h").counts
    assert a.counts != pb.equity("AhKh", "9c9d", board="Qh7h2h").counts


def test_boards_add_up():
    # Before the river: a turn's counts are the sum of its rivers'. Before the turn likewise, every turn counted twice.
    hands = ["AhKh", "9c9d", "Js8s"]
    flop = "Qh7h2c"
    known = pb.cards.parse_cards("".join(hands) + flop).tolist()
    total = np.zeros((3, 4), dtype=np.int64)

    def of_board(dealt):
        counts = pb.equity(*hands, board=dealt).counts
        return np.array([[of.wins, *of.ties, of.losses] for of in counts])

    for card in np.setdiff1d(np.arange(52), known).tolist():
        total += of_board(flop + pb.cards.card_name(card))
    assert (total == 2 * of_board(flop)).all()


def test_the_most_players_and_the_fewest_cards():
    hands = [[2 * i, 2 * i + 1] for i in range(10)]
    result = pb.equity(*hands)
    is_consistent(result, hands)
    assert result.n == comb(32, 5)
    nine = pb.equity("AsAh", "KsKh", dead=list(range(43)))
    assert nine.n == 1
    assert nine.counts == (counted(0, 1, 0), counted(1, 0, 0))


def test_a_whole_board_is_one_showdown():
    assert pb.equity("2c3d", "4h5h", board="AsKsQsJsTs").counts == (counted(0, 0, 1),) * 2
    assert pb.equity("AcAd", "KcKd", board="AhKh2c3d7s").counts == (counted(0, 1, 0), counted(1, 0, 0))


def test_every_way_to_give_cards():
    expected = pb.equity("AhAd", "KsKh", board="2c3c4c", dead="5d").counts
    for given_as in (pb.CardSet, pb.cards.parse_cards, lambda text: pb.cards.parse_cards(text).astype(">i8").tolist()):
        hands = [given_as("AhAd"), given_as("KsKh")]
        assert pb.equity(*hands, board=given_as("2c3c4c"), dead=given_as("5d")).counts == expected
    assert pb.equity(["Ah", "Ad"], ["Ks", "Kh"], board=["2c", "3c", "4c"], dead=["5d"]).counts == expected


def test_no_board_and_no_dead_cards_are_none():
    assert pb.equity("AhAd", "KsKh", board=None, dead=None) == pb.equity("AhAd", "KsKh", board="", dead=[])
    for name in ("board", "dead"):
        assert inspect.signature(pb.equity).parameters[name].default is None


@pytest.mark.parametrize(
    ("hands", "options", "error", "message"),
    [
        ([], {}, InvalidArgumentError, "2 to 10|two to ten"),
        ([[2 * i, 2 * i + 1] for i in range(11)], {}, InvalidArgumentError, "2 to 10|two to ten"),
        (["Ah", "KsKh"], {}, CardCountError, "player 1: expected 2 cards, found 1"),
        (["AhAd", "KsKh"], {"board": "2c3c4c", "dead": "4c"}, DuplicateCardError, r"card 4c \(id 8\)"),
        (["AhAd", "KsKh"], {"board": "2c3c4c5c6c7c"}, CardCountError, "board: expected 0 to 5 cards, found 6"),
        (["AhAd", "KsKh"], {"board": "2c3c4c5c6c7c"}, CardCountError, "found 6"),
        (["AhAd", "KsK1"], {}, InvalidRangeError, 'player 2: cannot read "KsK1" at position 0'),
        (["AhAd", [47.0, 46.0]], {}, TypeError, "player 2: expected integers, found dtype float64"),
        (["AhAd", [[47, 46]]], {}, CardCountError, r"player 2: expected one row of cards, found shape \(1, 2\)"),
        (["AhAd", 47], {}, TypeError, "int"),
        (["AhAd", "KsKh"], {"dead": list(range(44))}, InvalidArgumentError, "cards"),
        (
            ["AhAd", "KsKh"],
            {"method": "count"},
            InvalidArgumentError,
            "method: expected 'auto', 'exact' or 'monte_carlo', found 'count'",
        ),
        (["AhAd", "KsKh"], {"max_seconds": -1}, InvalidArgumentError, "max_seconds = -1: expected 0 or more"),
        (["AhAd", "KsKh"], {"max_seconds": np.nan}, InvalidArgumentError, "max_seconds = nan: expected 0 or more"),
        (["AhAd", "KsKh"], {"progress": 5}, TypeError, "progress"),
    ],
)
def test_bad_input(hands, options, error, message):
    """Wrong cards and their players are in `test_errors.py`."""
    with pytest.raises(error, match=message):
        pb.equity(*hands, **options)
