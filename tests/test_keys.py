"""The published series of additive keys: which sums are unique, and how large they are.

The tests of the Rust core find the least series, and the point where a dense table of sums folds onto itself.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest

from pokerbits.evaluator.keys import FIVE_CARD, SEVEN_CARD, KeyScheme

# The series as published; the evaluator's own are written once more, so that none can change unseen.
SEVEN_RANKS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
SEVEN_RANKS_OTHER = (0, 1, 6, 26, 111, 491, 2144, 8756, 29201, 92494, 253672, 642893, 1586207)
FIVE_RANKS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
FIVE_RANKS_OTHER = (0, 1, 6, 26, 94, 335, 1069, 2576, 5961, 10552, 24667, 45198, 83623)
SEVEN_FLUSH = (1, 2, 4, 8, 16, 32, 64, 128, 240, 464, 896, 1728, 3328)
FIVE_FLUSH = (0, 1, 2, 4, 8, 16, 32, 56, 104, 192, 352, 672, 1288)
RANK_MASK = tuple(1 << rank for rank in range(13))
SUITS = (0, 1, 8, 57)
SUITS_SMALLEST = (0, 1, 29, 37)
SUITS_FLUSH_ONLY = (0, 1, 25, 32)


@cache
def multisets(hand_size, copies=4, n_ranks=13):
    """Every way to have `hand_size` cards of these ranks, as counts of each rank, one a row."""
    rows = np.array(list(combinations_with_replacement(range(n_ranks), hand_size)))
    counts = (rows[:, :, None] == np.arange(n_ranks)).sum(axis=1)
    return counts[(counts <= copies).all(axis=1)]


def are_unique(sums):
    return len(np.unique(sums)) == len(sums)


def flush_suits(counts):
    """Return the suit with five cards or more, or -1."""
    return np.where((counts >= 5).any(axis=1), counts.argmax(axis=1), -1)


def is_valid(scheme):
    """Return whether different hands have different sums."""
    ranks = multisets(scheme.hand_size) @ np.array(scheme.rank_keys)
    flushes = [sum(c) for n in range(5, scheme.hand_size + 1) for c in combinations(scheme.flush_rank_keys, n)]
    suits = multisets(scheme.hand_size, copies=scheme.hand_size, n_ranks=4)
    meanings = {}
    for key, suit in zip((suits @ np.array(scheme.suit_keys)).tolist(), flush_suits(suits).tolist(), strict=True):
        meanings.setdefault(key, set()).add(suit)
    return are_unique(ranks) and are_unique(flushes) and all(len(suit) == 1 for suit in meanings.values())


def test_the_schemes_in_use_are_the_published_ones():
    assert KeyScheme(7, SEVEN_RANKS, SEVEN_FLUSH, SUITS) == SEVEN_CARD
    assert (FIVE_CARD.hand_size, FIVE_CARD.rank_keys, FIVE_CARD.flush_rank_keys) == (5, FIVE_RANKS, FIVE_FLUSH)


@pytest.mark.parametrize("ranks", [SEVEN_RANKS, SEVEN_RANKS_OTHER])
@pytest.mark.parametrize("flush", [SEVEN_FLUSH, RANK_MASK])
@pytest.mark.parametrize("suits", [SUITS, SUITS_SMALLEST, SUITS_FLUSH_ONLY])
def test_published_series_for_seven_cards(ranks, flush, suits):
    # Unique for seven cards, and for exactly five and exactly six too: one set of keys serves all three.
    assert all(is_valid(KeyScheme(size, ranks, flush, suits)) for size in (5, 6, 7))


@pytest.mark.parametrize("ranks", [FIVE_RANKS, FIVE_RANKS_OTHER])
@pytest.mark.parametrize("flush", [FIVE_FLUSH, RANK_MASK])
def test_published_series_for_five_cards(ranks, flush):
    assert is_valid(KeyScheme(5, ranks, flush, FIVE_CARD.suit_keys))
    assert max(ranks) < 1 << 19


def test_five_card_keys_do_not_serve_seven_cards():
    assert not is_valid(FIVE_CARD._replace(hand_size=7, suit_keys=SUITS))
    assert not is_valid(FIVE_CARD._replace(hand_size=6, suit_keys=SUITS))


def test_how_many_multisets_there_are():
    assert [len(multisets(size)) for size in (5, 6, 7)] == [6175, 18395, 49205]
    assert len(multisets(7, copies=7, n_ranks=4)) == 120


def test_the_suit_keys_tell_what_they_promise():
    counts = multisets(7, copies=7, n_ranks=4)
    assert are_unique(counts @ SUITS)
    assert are_unique(counts @ SUITS_SMALLEST)
    assert (counts @ SUITS).max() == 399
    assert (counts @ SUITS_SMALLEST).max() == 259
    assert len(np.unique(counts @ SUITS_FLUSH_ONLY)) == 119


def test_keys_fill_32_bits_exactly():
    largest = (multisets(7) @ SEVEN_RANKS).max().item()
    assert largest == 4 * 1479181 + 3 * 636345 == 7_825_759
    assert largest.bit_length() + (7 * max(SUITS)).bit_length() == 32


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rank_keys", (0, *SEVEN_RANKS[:12])),
        ("rank_keys", tuple(range(13))),
        ("flush_rank_keys", (1, *SEVEN_FLUSH[:12])),
        ("flush_rank_keys", tuple(range(13))),
        ("suit_keys", (0, 1, 2, 3)),
        ("suit_keys", (0, 0, 8, 57)),
    ],
)
def test_keys_that_collide_are_found_out(field, value):
    assert not is_valid(SEVEN_CARD._replace(**{field: value}))
