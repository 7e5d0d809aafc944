"""The five cards that count, against every choice of five, one hand after the other."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerbits as pb
from pokerbits.cards import format_cards, parse_cards
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidArgumentError, InvalidCardError

RULES = ("standard", "short_deck", "short_deck_trips", "ace_to_five", "deuce_to_seven")


def naive(hand, rules):
    """Return the first of the strongest choices of five, as a set."""
    choices = list(combinations(hand, 5))
    strengths = [pb.evaluate(list(five), rules=rules) for five in choices]
    return set(choices[strengths.index(max(strengths))])


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_cards_are_those_of_the_best_choice(rules, size):
    lowest = 16 if rules.startswith("short") else 0
    rng = np.random.default_rng(size)
    hands = np.array([rng.permutation(np.arange(lowest, 52))[:size] for _ in range(60)], dtype=np.uint8)
    found = pb.best_five(hands, rules=rules)
    assert (found.dtype, found.shape) == (np.uint8, (60, 5))
    for hand, five in zip(hands.tolist(), found.tolist(), strict=True):
        assert set(five) == naive(hand, rules)


def test_many_hands_keep_their_strength():
    hands = pb.random_hands(100_000, 7, rng=1)
    found = pb.best_five(hands, num_threads=1)
    assert (pb.evaluate(found) == pb.evaluate(hands)).all()
    assert np.array_equal(pb.best_five(hands, num_threads=3), found)
    # Every card is one of the hand, and paired cards come first.
    assert (found[:, :, None] == hands[:, None]).any(axis=2).all()
    for five in found[:500].tolist():
        ranks = [card // 4 for card in five]
        counts = [Counter(ranks)[rank] for rank in ranks]
        assert counts == sorted(counts, reverse=True)


@pytest.mark.parametrize(
    ("hand", "board", "expected"),
    [
        ("AhKd", "As7c7d2h7s", "7c7d7sAhAs"),
        ("Ah2d", "3c4s5hKdKs", "5h4s3c2dAh"),
        ("AsKsQsJsTs9s8s", None, "AsKsQsJsTs"),
        ("2c2d2h2sAcAdAh", None, "2c2d2h2sAc"),
        ("QsQhJdJc9s9h2c", None, "QsQhJdJc9s"),
        ("AhKd", "AcKs2d2h3c", "AhAcKdKs3c"),
    ],
)
def test_the_order_of_cards(hand, board, expected):
    assert format_cards(pb.best_five(hand, board)) == expected


@given(st.permutations(range(52)).map(lambda deck: deck[:7]))
def test_a_hand_of_five_is_its_own_best_five(deck):
    five = pb.best_five(deck)
    assert set(pb.best_five(five).tolist()) == set(five.tolist()) <= set(deck)


def test_shapes():
    hole, boards = np.array([[51, 50], [0, 5]]), pb.random_hands(3, 5, rng=1, dead=[51, 50, 0, 5])
    found = pb.best_five(hole[:, None], boards)
    assert found.shape == (2, 3, 5)
    for i in range(2):
        for j in range(3):
            assert np.array_equal(found[i, j], pb.best_five(hole[i], boards[j]))
    assert pb.best_five(np.empty((0, 7), np.uint8)).shape == (0, 5)
    assert np.array_equal(pb.best_five(parse_cards("AsKsQsJsTs").astype(object)), parse_cards("AsKsQsJsTs"))


@pytest.mark.parametrize(
    ("cards", "options", "error"),
    [
        ("AsKsQsJs", {}, CardCountError),
        ("AsAsQsJsTs", {}, DuplicateCardError),
        ([[0, 1, 2, 3, 52]], {}, InvalidCardError),
        ("AsKsQsJs", {"rules": "badugi"}, InvalidArgumentError),
        ("As2s3s4s5s", {"rules": "eight_or_better"}, InvalidArgumentError),
    ],
)
def test_bad_input(cards, options, error):
    with pytest.raises(error):
        pb.best_five(cards, **options)
