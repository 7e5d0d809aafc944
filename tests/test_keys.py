"""The additive keys: every published series, uniqueness, folding, and the searches."""

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerbits.evaluator.keys import (
    FIVE_CARD,
    SEVEN_CARD,
    KeyScheme,
    find_flush_keys,
    find_rank_keys,
    find_suit_keys,
    folding_points,
)
from pokerbits.exceptions import InvalidArgumentError

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


def is_valid_by_listing(scheme):
    """Return the expected result of `KeyScheme.is_valid`, by a slow count."""
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
    scheme = KeyScheme(7, ranks, flush, suits)
    assert scheme.is_valid()
    assert is_valid_by_listing(scheme)
    # Unique for seven cards, and for exactly five and exactly six too: one set of keys serves all three.
    for size in (5, 6):
        assert scheme._replace(hand_size=size).is_valid()
        assert is_valid_by_listing(scheme._replace(hand_size=size))


@pytest.mark.parametrize("ranks", [FIVE_RANKS, FIVE_RANKS_OTHER])
@pytest.mark.parametrize("flush", [FIVE_FLUSH, RANK_MASK])
def test_published_series_for_five_cards(ranks, flush):
    scheme = KeyScheme(5, ranks, flush, FIVE_CARD.suit_keys)
    assert scheme.is_valid()
    assert is_valid_by_listing(scheme)
    assert scheme.largest_key < 1 << 19


def test_five_card_keys_do_not_serve_seven_cards():
    assert not FIVE_CARD._replace(hand_size=7, suit_keys=SUITS).is_valid()
    assert not FIVE_CARD._replace(hand_size=6, suit_keys=SUITS).is_valid()


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
    sums = multisets(7) @ SEVEN_RANKS
    assert sums.max() == SEVEN_CARD.largest_sum == 4 * 1479181 + 3 * 636345 == 7_825_759
    assert SEVEN_CARD.largest_key == 1_479_181
    assert SEVEN_CARD.key_bits == 23 + 9 == 32
    assert FIVE_CARD.largest_sum == (multisets(5) @ FIVE_RANKS).max() == 4 * 79415 + 43258


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rank_keys", (0, *SEVEN_RANKS[:12])),
        ("rank_keys", tuple(range(13))),
        ("rank_keys", (*SEVEN_RANKS[:12], SEVEN_RANKS[12] - 1)),
        ("flush_rank_keys", (1, *SEVEN_FLUSH[:12])),
        ("flush_rank_keys", tuple(range(13))),
        ("suit_keys", (0, 1, 2, 3)),
        ("suit_keys", (0, 0, 8, 57)),
        ("suit_keys", (0, 1, 6, 31)),
    ],
)
def test_keys_that_collide_are_found_out(field, value):
    scheme = SEVEN_CARD._replace(**{field: value})
    assert scheme.is_valid() == is_valid_by_listing(scheme)
    if (field, value) not in {("rank_keys", (*SEVEN_RANKS[:12], SEVEN_RANKS[12] - 1)), ("suit_keys", (0, 1, 6, 31))}:
        assert not scheme.is_valid()


@given(st.lists(st.integers(0, 60), min_size=4, max_size=4), st.sampled_from([5, 6, 7]))
def test_validity_of_any_suit_keys(suit_keys, size):
    scheme = SEVEN_CARD._replace(hand_size=size, suit_keys=tuple(suit_keys))
    assert scheme.is_valid() == is_valid_by_listing(scheme)


@given(st.integers(0, 12), st.integers(0, 100_000))
def test_validity_with_any_one_rank_key_changed(rank, key):
    keys = list(FIVE_RANKS)
    keys[rank] = key
    scheme = FIVE_CARD._replace(rank_keys=tuple(keys))
    assert scheme.is_valid() == is_valid_by_listing(scheme)


@given(st.integers(0, 12), st.integers(0, 5_000))
def test_validity_with_any_one_flush_key_changed(rank, key):
    keys = list(SEVEN_FLUSH)
    keys[rank] = key
    scheme = SEVEN_CARD._replace(hand_size=5, flush_rank_keys=tuple(keys))
    assert scheme.is_valid() == is_valid_by_listing(scheme)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("hand_size", 4), ("hand_size", 8), ("hand_size", 0), ("hand_size", -1), ("hand_size", 2**40),
        ("rank_keys", SEVEN_RANKS[:12]), ("rank_keys", ()), ("flush_rank_keys", (*SEVEN_FLUSH, 9999)),
        ("suit_keys", (0, 1, 8)), ("rank_keys", (*SEVEN_RANKS[:12], 2**32)), ("suit_keys", (0, 1, 8, -57)),
    ],
)  # fmt: skip
def test_schemes_of_the_wrong_shape(field, value):
    scheme = SEVEN_CARD._replace(**{field: value})
    with pytest.raises(InvalidArgumentError):
        scheme.is_valid()
    with pytest.raises(InvalidArgumentError):
        folding_points(scheme)


def test_keys_are_integers():
    with pytest.raises(TypeError):
        SEVEN_CARD._replace(suit_keys=(0.0, 1, 8, 57)).is_valid()
    with pytest.raises(TypeError):
        find_rank_keys(5.0)
    assert SEVEN_CARD._replace(rank_keys=tuple(np.array(SEVEN_RANKS))).is_valid()


# Folding


def test_the_dense_table_folds_at_4565145():
    points = folding_points(SEVEN_CARD)
    assert points[0] == 4_565_145
    assert points == sorted(set(points))
    sums = multisets(7) @ np.array(SEVEN_RANKS)
    used = np.zeros(sums.max() + 1, dtype=bool)
    used[sums] = True
    assert round(points[0] / len(used), 4) == 0.5833

    def collisions(m):
        return int((used[m:] & used[: len(used) - m]).sum())

    assert collisions(4_565_146) == 3
    middle = -(-len(used) // 2)
    assert all(collisions(m) == 0 for m in points[:20] + points[-20:])
    # Every difference of two sums is a collision, whatever is left past the middle is a folding point.
    differences = np.zeros(len(used), dtype=bool)
    ordered = np.sort(sums)
    for low in ordered[ordered < len(used) - middle]:
        differences[ordered[np.searchsorted(ordered, low + middle) :] - low] = True
    assert (np.flatnonzero(~differences[middle:]) + middle).tolist() == points


def test_folding_of_five_card_keys():
    sums = set((multisets(5) @ np.array(FIVE_RANKS)).tolist())
    size = max(sums) + 1
    points = folding_points(FIVE_CARD)
    for m in (*points[:5], points[-1]):
        assert not any(k - m in sums for k in sums if k >= m)
    first = points[0]
    assert all(any(k - m in sums for k in sums if k >= m) for m in range(max(-(-size // 2), first - 300), first))


def test_tables_too_large_to_fold_are_refused():
    scheme = SEVEN_CARD._replace(rank_keys=tuple(2**24 + rank for rank in range(13)))
    with pytest.raises(InvalidArgumentError, match=r"largest sum of rank keys is 117440593: .* up to 16777216"):
        folding_points(scheme)
    with pytest.raises(InvalidArgumentError, match="largest sum"):
        folding_points(scheme._replace(rank_keys=(2**32 - 1,) * 13))
    assert folding_points(scheme._replace(rank_keys=(0,) * 13)) == []


# Searches


def test_the_searches_find_the_published_series():
    assert find_rank_keys(7) == list(SEVEN_RANKS)
    assert find_rank_keys(5) == list(FIVE_RANKS)
    assert find_suit_keys() == list(SUITS)
    assert find_suit_keys(least="largest") == list(SUITS_SMALLEST)
    assert find_suit_keys(least="largest", unique="flushes") == list(SUITS_FLUSH_ONLY)
    assert find_suit_keys(5) == list(FIVE_CARD.suit_keys)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_flush_keys_found_are_unique_and_smaller_than_the_published(size):
    found = find_flush_keys(size)
    assert max(found) < 3328
    scheme = SEVEN_CARD._replace(hand_size=size, flush_rank_keys=tuple(found))
    assert scheme.is_valid()
    assert is_valid_by_listing(scheme)
    sums = [sum(chosen) for n in range(5, size + 1) for chosen in combinations(found, n)]
    assert len(sums) == len(set(sums)) == sum(comb(13, n) for n in range(5, size + 1))


def least_series(hand_size, n_ranks, copies):
    """Return what `find_rank_keys` should: the next key is the first number that keeps all sums apart.

    Also the sums of fewer cards, if later keys can complete the hand.
    """
    keys = [0]
    while len(keys) < n_ranks:
        found = len(keys) + 1
        fewest = max(1, hand_size - copies * (n_ranks - found))
        ways = [multisets(size, copies, found) for size in range(fewest, hand_size + 1)]
        candidate = keys[-1] + 1
        while not all(are_unique(counts @ np.array([*keys, candidate])) for counts in ways):
            candidate += 1
        keys.append(candidate)
    return keys


@pytest.mark.parametrize(
    ("size", "ranks", "copies"), [(2, 6, 2), (3, 6, 4), (3, 5, 1), (4, 5, 4), (5, 5, 4), (7, 4, 4), (7, 4, 7)]
)
def test_the_rank_search_equals_trying_every_number(size, ranks, copies):
    assert find_rank_keys(size, n_ranks=ranks, copies=copies) == least_series(size, ranks, copies)


@pytest.mark.parametrize(("size", "suits"), [(3, 4), (5, 3), (5, 4), (7, 3), (7, 4)])
def test_the_suit_search_equals_trying_every_number(size, suits):
    assert find_suit_keys(size, n_suits=suits) == least_series(size, suits, size)


@pytest.mark.parametrize(("size", "flushes"), [(5, False), (5, True), (7, True)])
def test_no_suit_keys_have_a_smaller_largest_key(size, flushes):
    found = find_suit_keys(size, least="largest", unique="flushes" if flushes else "sums")
    counts = multisets(size, size, 4)
    suits = flush_suits(counts)

    def works(keys):
        sums = counts @ np.array(keys)
        if not flushes:
            return are_unique(sums)
        return len(np.unique(np.stack([sums, suits], axis=1), axis=0)) == len(np.unique(sums))

    assert works(found)
    last = max(found)
    smaller = [(0, *keys) for keys in combinations(range(1, last), 3)]
    assert not any(works(keys) for keys in smaller)


@pytest.mark.parametrize(
    "search",
    [
        lambda: find_rank_keys(0),
        lambda: find_rank_keys(7, n_ranks=0),
        lambda: find_rank_keys(7, copies=0),
        lambda: find_rank_keys(-1),
        lambda: find_rank_keys(2**40),
        lambda: find_rank_keys(40, n_ranks=40),
        lambda: find_suit_keys(0),
        lambda: find_suit_keys(7, n_suits=0),
        lambda: find_suit_keys(10**6, n_suits=1),
        lambda: find_rank_keys(10**6, n_ranks=1, copies=1),
        lambda: find_rank_keys(1, n_ranks=10**6, copies=1),
        lambda: find_rank_keys(7, n_ranks=1),
        lambda: find_flush_keys(4),
        lambda: find_flush_keys(0),
        lambda: find_flush_keys(7, n_ranks=0),
    ],
)
def test_searches_that_make_no_sense(search):
    with pytest.raises(InvalidArgumentError):
        search()


@pytest.mark.parametrize(("least", "unique"), [("series", "flushes"), ("smallest", "sums"), ("largest", "all")])
def test_choices_that_are_none(least, unique):
    with pytest.raises(InvalidArgumentError, match=f"least='{least}', unique='{unique}': expected"):
        find_suit_keys(7, least=least, unique=unique)


def test_a_scheme_without_keys_has_no_largest():
    empty = SEVEN_CARD._replace(rank_keys=(), suit_keys=())
    with pytest.raises(InvalidArgumentError, match="rank_keys: expected keys, found none"):
        _ = empty.largest_key
    with pytest.raises(TypeError, match="rank_keys: expected a sequence, found NotImplementedType"):
        _ = SEVEN_CARD._replace(rank_keys=NotImplemented).largest_key
    with pytest.raises(InvalidArgumentError, match="13 rank, 13 flush and 4 suit keys"):
        _ = empty.key_bits
    with pytest.raises(InvalidArgumentError, match="13 rank, 13 flush and 4 suit keys"):
        _ = SEVEN_CARD._replace(suit_keys=()).key_bits


def test_numbers_of_numpy_are_numbers():
    as_arrays = KeyScheme(np.array(5), *(np.array(series) for series in FIVE_CARD[1:]))
    assert as_arrays.key_bits == FIVE_CARD.key_bits
    assert as_arrays.largest_sum == FIVE_CARD.largest_sum


def test_a_series_without_an_end_in_sight_is_none():
    for name in ("rank_keys", "flush_rank_keys", "suit_keys"):
        scheme = FIVE_CARD._replace(**{name: range(10**18)})
        with pytest.raises(InvalidArgumentError, match="keys: expected at most 52, found more"):
            scheme.is_valid()
        with pytest.raises(InvalidArgumentError, match="keys: expected at most 52, found more"):
            _ = scheme.key_bits
    with pytest.raises(InvalidArgumentError, match="rank_keys: expected at most 52, found more"):
        _ = FIVE_CARD._replace(rank_keys=range(10**18)).largest_key
