"""The steps of the hand index: rank sets of any suit, multisets, and the suit configurations of a round."""

from itertools import combinations, combinations_with_replacement
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerbits as pb
from pokerbits.exceptions import InvalidArgumentError, OutOfRangeError
from pokerbits.indexing import (
    SuitConfiguration,
    multiset_index,
    multiset_unindex,
    rank_group_index,
    rank_group_size,
    rank_set_index,
    rank_set_unindex,
)


@pytest.mark.parametrize("n_ranks", [1, 5, 13, 14, 16])
def test_rank_sets_are_in_colexicographic_order(n_ranks):
    for size in range(n_ranks + 1):
        sets = sorted(sum(1 << rank for rank in ranks) for ranks in combinations(range(n_ranks), size))
        assert [rank_set_index(ranks, n_ranks=n_ranks) for ranks in sets] == [*range(comb(n_ranks, size))]
        assert [rank_set_unindex(at, size=size, n_ranks=n_ranks) for at in range(len(sets))] == sets
        with pytest.raises(OutOfRangeError, match=rf"rank set index {len(sets)} is out of range \(0 to"):
            rank_set_unindex(len(sets), size=size, n_ranks=n_ranks)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: rank_set_index(1 << 5, n_ranks=5), InvalidArgumentError, "bits 0 to 4 are 5 ranks"),
        (lambda: rank_set_index(1 << 13), InvalidArgumentError, "bits 0 to 12 are the deuce to the ace"),
        (lambda: rank_set_index(1, n_ranks=17), InvalidArgumentError, "n_ranks = 17"),
        (lambda: rank_set_index(1 << 16, n_ranks=16), InvalidArgumentError, "bits 0 to 15 are 16 ranks"),
        (lambda: rank_group_index([1 << 13]), InvalidArgumentError, "goes beyond a suit of 13 ranks"),
        (lambda: rank_group_index([1 << 16], n_ranks=16), InvalidArgumentError, "bits 0 to 15 are 16 ranks"),
        (lambda: rank_group_size([1], n_ranks=17), InvalidArgumentError, "a suit of 17 ranks: at most 16"),
        (lambda: rank_set_index(0, n_ranks=0), InvalidArgumentError, "n_ranks = 0"),
        (lambda: rank_set_unindex(0, size=6, n_ranks=5), InvalidArgumentError, "size = 6: a suit has 5 ranks"),
        (lambda: rank_set_unindex(-1, size=1), OutOfRangeError, "rank set index -1"),
        (lambda: rank_set_unindex(0, size=1, n_ranks="5"), TypeError, "n_ranks"),
        (lambda: multiset_index([1, -1]), InvalidArgumentError, "numbers = -1"),
        (lambda: multiset_index([1.5]), TypeError, "numbers"),
        (lambda: multiset_index(5), TypeError, "numbers"),
        (lambda: multiset_unindex(-1, size=2), OutOfRangeError, "multiset index -1"),
        (lambda: multiset_unindex(1, size=0), OutOfRangeError, "multiset index 1"),
        (lambda: multiset_unindex(2**64, size=1), OutOfRangeError, "multiset index"),
        (lambda: multiset_unindex(1, size=-1), InvalidArgumentError, "size = -1"),
        (lambda: multiset_unindex(1, size=65), InvalidArgumentError, "size = 65"),
        (lambda: multiset_index([2**64]), InvalidArgumentError, "numbers = 18446744073709551616"),
        (lambda: multiset_index([1] * 65), InvalidArgumentError, "expected at most 64 numbers"),
        (lambda: pb.HandIndexer((2, 3)).configurations(2), OutOfRangeError, "round 2 is out of range"),
        (lambda: pb.HandIndexer((2, 3)).configurations(1.0), TypeError, "round"),
    ],
)
def test_wrong_sets_and_multisets(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize(("n", "size"), [(5, 1), (5, 3), (3, 4), (40, 2)])
def test_multisets_are_numbered_in_colexicographic_order(n, size):
    multisets = sorted(sorted(numbers, reverse=True) for numbers in combinations_with_replacement(range(n), size))
    assert [multiset_index(numbers) for numbers in multisets] == [*range(comb(n + size - 1, size))]
    assert [multiset_unindex(at, size=size) for at in range(len(multisets))] == multisets
    assert multiset_index(multisets[-1][::-1]) == len(multisets) - 1


@given(st.lists(st.integers(0, 2**64 - 1), max_size=64))
def test_multisets_of_large_numbers_come_back(numbers):
    assert multiset_unindex(multiset_index(numbers), size=len(numbers)) == sorted(numbers, reverse=True)


@pytest.mark.parametrize(
    "indexer",
    [pb.HandIndexer((2, 3, 1, 1)), pb.HandIndexer.game("short_deck"), pb.HandIndexer.game("leduc")],
    ids=["holdem", "short deck", "leduc"],
)
def test_configurations_divide_the_indices(indexer):
    for round_, cards in enumerate(indexer.cards_per_round):
        found = indexer.configurations(round_)
        assert all(isinstance(of, SuitConfiguration) for of in found)
        assert found == indexer.configurations(round_ - len(indexer.sizes))
        assert [of.offset for of in found] == np.cumsum([0, *(of.size for of in found[:-1])]).tolist()
        assert sum(of.size for of in found) == indexer.size(round_)
        for of in found:
            assert len(of.counts) == len(of.suit_sizes) == indexer.n_suits
            assert list(of.counts) == sorted(of.counts, reverse=True)
            assert sum(counts[round_] for counts in of.counts) == cards
            sizes = [rank_group_size(counts, n_ranks=indexer.n_ranks) for counts in of.counts]
            assert list(of.suit_sizes) == sizes
            # Suits with the same counts are a multiset.
            tied = {counts: of.counts.count(counts) for counts in of.counts}
            ways = (comb(n + k - 1, k) for (counts, k) in tied.items() for n in [sizes[of.counts.index(counts)]])
            assert of.size == prod(ways)


def test_an_index_is_made_of_the_steps():
    """Hands of the flop, from their suits by the steps of the paper."""
    indexer = pb.HandIndexer((2, 3))
    configurations = indexer.configurations(1)
    for hand in pb.random_hands(200, 5, rng=8):
        sets = [[0, 0] for _ in range(4)]
        for at, card in enumerate(hand.tolist()):
            sets[card % 4][at >= 2] |= 1 << card // 4
        counts = [tuple(of.bit_count() for of in suit) for suit in sets]
        configuration = next(of for of in configurations if list(of.counts) == sorted(counts, reverse=True))
        index, place = configuration.offset, 1
        for tied in dict.fromkeys(configuration.counts):
            groups = [rank_group_index(suit) for suit, of in zip(sets, counts, strict=True) if of == tied]
            n = rank_group_size(tied)
            index += place * multiset_index(groups)
            place *= comb(n + len(groups) - 1, len(groups))
        assert index == indexer.index(hand)
