"""Hand indices of decks of up to 16 ranks and 8 suits: orbits, the order of `HandIndexer`, errors."""

import pickle
from itertools import accumulate, combinations, permutations
from math import comb, factorial, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerbits as pb
from pokerbits._indexer.wide_core import WideCore
from pokerbits._indexer.wide_deck import WideDeck
from pokerbits.abstraction import IndexerLookup, TableLookup
from pokerbits.exceptions import (
    CardCountError,
    CountOverflowError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    OutOfRangeError,
)
from pokerbits.indexing import rank_group_index, rank_group_size, rank_group_unindex

WIDE = pb.HandIndexer((2, 3, 1, 1), n_ranks=16, n_suits=8)
TAROT = pb.HandIndexer((2, 3), n_ranks=14, n_suits=4)
FIVE = pb.HandIndexer((2, 1), n_ranks=14, n_suits=5)
LOOP: list = []
LOOP.append(LOOP)
BIG = np.random.default_rng(5).permuted(np.tile(np.arange(128, dtype=np.uint8), (20_000, 1)), axis=1)


def deck(n_ranks, n_suits):
    stride = max(n_suits, 4)
    return [stride * rank + suit for rank in range(n_ranks) for suit in range(n_suits)]


def orbit(hand, rounds, n_suits):
    """Return the ranks of every suit, round by round, the suits in any order."""
    suits = [[0] * len(rounds) for _ in range(n_suits)]
    ends = [*accumulate(rounds)]
    for at, card in enumerate(hand):
        rank, suit = divmod(int(card), max(n_suits, 4))
        suits[suit][next(i for i, end in enumerate(ends) if at < end)] |= 1 << rank
    return tuple(sorted(map(tuple, suits)))


@pytest.mark.parametrize(("n_ranks", "n_suits"), [(4, 5), (3, 8), (16, 2), (14, 1), (2, 6)])
def test_indices_are_orbits(n_ranks, n_suits):
    rounds = (2, 1)
    indexer = pb.HandIndexer(rounds, n_ranks=n_ranks, n_suits=n_suits)
    cards = deck(n_ranks, n_suits)
    hands = np.array([[*two, one] for two in combinations(cards, 2) for one in cards if one not in two])
    indices = indexer.index(hands)
    of_orbit = dict(zip((orbit(hand, rounds, n_suits) for hand in hands.tolist()), indices.tolist(), strict=True))
    assert all(of_orbit[orbit(h, rounds, n_suits)] == i for h, i in zip(hands.tolist(), indices.tolist(), strict=True))
    assert sorted(of_orbit.values()) == [*range(indexer.size())]
    assert (indexer.multiplicity(range(indexer.size())) == np.bincount(indices.astype(int))).all()
    canonical = indexer.unindex(range(indexer.size()))
    assert canonical.dtype == np.uint8
    assert indexer.index(canonical).tolist() == [*range(indexer.size())]
    assert (indexer.canonical(hands) == canonical[indices]).all()


def test_the_order_is_that_of_other_decks():
    for rounds, n_ranks, n_suits in [((2, 3, 1, 1), 13, 4), ((4, 3), 13, 4), ((3, 1, 1, 1, 1), 13, 4), ((1, 1), 3, 2)]:
        wide, indexer = (
            WideCore(rounds, WideDeck(n_ranks, n_suits)),
            pb.HandIndexer(rounds, n_ranks=n_ranks, n_suits=n_suits),
        )
        assert tuple(wide.sizes()) == indexer.sizes
        last = len(rounds) - 1
        hands = np.array(deck(n_ranks, n_suits), np.uint8)[
            np.random.default_rng(1).permuted(np.tile(np.arange(n_ranks * n_suits), (5000, 1)), axis=1)
        ][:, : sum(rounds)].copy()
        found = np.zeros(len(hands), np.uint64)
        wide.index(last, [hands], found, 1)
        assert (found == indexer.index(hands)).all()
        back = np.zeros_like(hands)
        wide.unindex(last, found, back, 1)
        assert (back == indexer.unindex(found)).all()
        for round_ in range(len(rounds)):
            assert [
                (tuple(map(tuple, counts)), tuple(sizes), offset)
                for counts, sizes, offset in wide.configurations(round_)
            ] == [of[:3] for of in indexer.configurations(round_)]


@st.composite
def dealt(draw):
    n_ranks, n_suits = draw(st.integers(1, 16)), draw(st.integers(1, 8))
    if n_ranks <= 13 and n_suits <= 4:
        n_suits += 4
    cards = draw(st.permutations(deck(n_ranks, n_suits)))
    # A dozen cards have few suit configurations.
    rounds = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5).filter(lambda of: sum(of) <= min(len(cards), 12)))
    return rounds, n_ranks, n_suits, cards[: sum(rounds)], draw(st.permutations(range(n_suits)))


@settings(max_examples=200)
@given(dealt())
def test_suits_have_no_names(game):
    rounds, n_ranks, n_suits, hand, order = game
    indexer = pb.HandIndexer(rounds, n_ranks=n_ranks, n_suits=n_suits)
    stride = max(n_suits, 4)
    image = [stride * (card // stride) + order[card % stride] for card in hand]
    index = indexer.index(hand)
    assert index == indexer.index(image) < indexer.size()
    canonical = indexer.unindex(index)
    assert indexer.index(canonical) == index
    assert (canonical == indexer.canonical(image)).all()
    assert orbit(canonical, rounds, n_suits) == orbit(hand, rounds, n_suits)
    suits = orbit(hand, rounds, n_suits)
    same = prod(factorial(suits.count(suit)) for suit in set(suits))
    assert indexer.multiplicity(index) == factorial(n_suits) // same
    every = indexer.index_all(hand)
    assert [*every] == [indexer.index(hand[:n], round=r) for r, n in enumerate(accumulate(rounds))]


def cycle_types(n, longest):
    """Yield the lengths of the cycles of permutations of n suits, the longest first."""
    if n == 0:
        yield ()
    for length in range(min(n, longest), 0, -1):
        yield from ((length, *others) for others in cycle_types(n - length, length))


def burnside(rounds, n_ranks, n_suits):
    """Return the number of orbits: the mean number of deals that a permutation of the suits fixes."""

    def fixed(rounds, cycles, left):
        """Return the deals whose rounds are unions of cycles; `left[k]` cycles of length `cycles[k]` are not dealt."""
        if not rounds:
            return 1
        ways = {(0, ()): 1}
        for length, n in zip(cycles, left, strict=True):
            taken = {}
            for (cards, used), count in ways.items():
                for k in range(min(n, (rounds[0] - cards) // length) + 1):
                    key = (cards + k * length, (*used, k))
                    taken[key] = taken.get(key, 0) + count * comb(n, k)
            ways = taken
        return sum(
            count * fixed(rounds[1:], cycles, [n - k for n, k in zip(left, used, strict=True)])
            for (cards, used), count in ways.items()
            if cards == rounds[0]
        )

    total = 0
    for cycles in cycle_types(n_suits, n_suits):
        same = prod(length ** cycles.count(length) * factorial(cycles.count(length)) for length in set(cycles))
        total += factorial(n_suits) // same * fixed(rounds, cycles, [n_ranks] * len(cycles))
    assert total % factorial(n_suits) == 0
    return total // factorial(n_suits)


def test_sizes_are_burnsides():
    for indexer in (TAROT, FIVE, pb.HandIndexer((2, 3), n_ranks=16, n_suits=8), pb.HandIndexer((5,), n_suits=7)):
        rounds = indexer.cards_per_round
        sizes = [burnside(rounds[: at + 1], indexer.n_ranks, indexer.n_suits) for at in range(len(rounds))]
        assert list(indexer.sizes) == sizes


def test_sizes_are_those_of_counting():
    assert WIDE.sizes[0] == comb(16, 2) + comb(16 + 1, 2)
    assert TAROT.sizes[0] == comb(14, 2) + comb(15, 2)
    assert int(FIVE.multiplicity(range(FIVE.size())).sum()) == comb(70, 2) * 68
    assert int(TAROT.multiplicity(range(TAROT.size())).sum()) == comb(56, 2) * comb(54, 3)


def test_configurations_divide_the_indices():
    for round_ in range(4):
        found = WIDE.configurations(round_)
        assert sum(of.size for of in found) == WIDE.size(round_)
        assert list(found) == sorted(found, key=lambda of: of.counts)
        for of in found:
            assert len(of.counts) == 8
            assert list(of.suit_sizes) == [rank_group_size(counts, n_ranks=16) for counts in of.counts]
            tied = {counts: of.counts.count(counts) for counts in of.counts}
            sizes = dict(zip(of.counts, of.suit_sizes, strict=True))
            assert of.size == prod(comb(sizes[counts] + k - 1, k) for counts, k in tied.items())
    assert WIDE.table_bytes == sum(136 * len(WIDE.configurations(r)) for r in range(4))


@pytest.mark.parametrize("num_threads", [1, 2, 5])
def test_threads_do_not_show(num_threads):
    hands = np.ascontiguousarray(BIG[:, :7])
    indices = WIDE.index(hands, num_threads=num_threads)
    assert indices[::997].tolist() == [int(WIDE.index(hand)) for hand in hands[::997]]
    assert (WIDE.index(hands.reshape(100, 200, 7), num_threads=num_threads) == indices.reshape(100, 200)).all()
    assert (WIDE.index_all(hands, num_threads=num_threads)[:, 3] == indices).all()
    canonical = WIDE.unindex(indices, num_threads=num_threads)
    assert (WIDE.canonical(hands, num_threads=num_threads) == canonical).all()
    assert (WIDE.index(canonical) == indices).all()
    deals = WIDE.multiplicity(indices, num_threads=num_threads)
    assert deals[::997].tolist() == [int(WIDE.multiplicity(int(index))) for index in indices[::997]]
    some = range(WIDE.size() - 20_000, WIDE.size())
    listed = np.arange(some.start, some.stop, dtype=np.uint64)
    assert (WIDE.unindex(some, num_threads=num_threads) == WIDE.unindex(listed)).all()
    assert (WIDE.multiplicity(some, num_threads=num_threads) == WIDE.multiplicity(listed)).all()


def test_any_array_of_ids_is_read():
    hand = [127, 0, 64, 8, 1]
    indexer = pb.HandIndexer((2, 3), n_ranks=16, n_suits=8)
    expected = int(indexer.index(hand))
    for cards in (
        iter(hand),
        tuple(hand),
        np.array(hand),
        np.array(hand, ">u2"),
        np.array(hand, np.int8),
        bytearray(hand),
    ):
        assert indexer.index(np.frombuffer(cards, np.uint8) if isinstance(cards, bytearray) else cards) == expected
    two = [hand, [1, 2, 3, 4, 5]]
    for rows in (two, np.array(two), np.array(two, np.uint8).T.copy().T, [np.array(row) for row in two]):
        assert indexer.index(rows).tolist()[0] == expected
    assert indexer.index(np.array(two)[:, None]).shape == (2, 1)
    assert indexer.index(hand, round=None) == expected
    assert indexer.index(hand[:2], round=None) == indexer.index(hand[:2], round=0)
    assert indexer.index(two, dtype=np.int32).dtype == np.int32
    out = np.zeros(2, np.uint64)
    assert indexer.index(two, out=out) is out
    assert out[0] == expected
    cards = np.zeros((2, 5), np.uint8)
    assert indexer.unindex(out, out=cards) is cards
    assert (indexer.index(cards) == out).all()
    assert indexer.index(np.zeros((0, 5), np.uint8)).shape == (0,)


def test_an_indexer_is_a_value():
    assert pickle.loads(pickle.dumps(WIDE)) == WIDE
    assert pickle.loads(pickle.dumps(WIDE)).index(BIG[0, :7]) == WIDE.index(BIG[0, :7])
    assert repr(WIDE) == "HandIndexer((2, 3, 1, 1), n_ranks=16, n_suits=8)"
    assert pb.HandIndexer((2, 3, 1, 1), n_ranks=16, n_suits=7) != WIDE
    assert (WIDE.n_ranks, WIDE.n_suits, WIDE.lowest_rank) == (16, 8, "2")


def test_an_index_is_made_of_the_steps():
    for hand in BIG[:50, :5].tolist():
        sets = [[0, 0] for _ in range(8)]
        for at, card in enumerate(hand):
            sets[card % 8][at >= 2] |= 1 << card // 8
        groups = [rank_group_index(suit, n_ranks=16) for suit in sets]
        for suit, group in zip(sets, groups, strict=True):
            counts = [of.bit_count() for of in suit]
            assert rank_group_unindex(group, counts=counts, n_ranks=16) == suit
        indexer = pb.HandIndexer((2, 3), n_ranks=16, n_suits=8)
        canonical = indexer.canonical(hand)
        assert orbit(canonical, (2, 3), 8) == orbit(hand, (2, 3), 8)


def test_a_small_deck_by_all_permutations():
    indexer = pb.HandIndexer((1, 2), n_ranks=2, n_suits=5)
    cards = deck(2, 5)
    for one in cards:
        for two in combinations([card for card in cards if card != one], 2):
            index = indexer.index([one, *two])
            for order in permutations(range(5)):
                image = [5 * (card // 5) + order[card % 5] for card in (one, *two)]
                assert indexer.index(image) == index


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: FIVE.index([70, 0, 1]), InvalidCardError, r"^card id 70 is outside the deck \(0 to 69\)$"),
        (lambda: FIVE.index([[0, 1, 2], [0, 300, 1]]), InvalidCardError, "row 1: card id 300 is outside the deck"),
        (lambda: FIVE.index([[0, 1, 2], [0, -1, 1]]), InvalidCardError, "row 1: card id -1 is outside the deck"),
        (lambda: FIVE.index([[0, 1, 2], [9, 1, 9]]), DuplicateCardError, r"^row 1: card id 9 appears more than once$"),
        (lambda: FIVE.index_all([[0, 1, 2], [9, 9, 1]]), DuplicateCardError, "row 1: card id 9 appears"),
        (lambda: FIVE.canonical([[0, 1, 2], [9, 9, 1]]), DuplicateCardError, "row 1: card id 9 appears"),
        (lambda: FIVE.index(np.array([[[0, 1, 2], [9, 9, 1]]])), DuplicateCardError, r"row \(0, 1\): card id 9"),
        (
            lambda: pb.HandIndexer((2,), n_ranks=16, n_suits=3).index([[0, 1], [0, 7]]),
            InvalidCardError,
            "^row 1: card id 7 is not in a deck of 16 ranks and 3 suits$",
        ),
        (lambda: FIVE.index([0, 1]), CardCountError, "expected 3 cards, found 2"),
        (lambda: FIVE.index([]), CardCountError, "expected 3 cards, found 0"),
        (lambda: FIVE.index(5), TypeError, "expected a sequence or an array of card ids, found int"),
        (lambda: FIVE.index(np.int64(5)), CardCountError, "found a single number"),
        (lambda: FIVE.index([[0, 1, 2], [3, 4]]), CardCountError, "rows of different lengths"),
        (lambda: FIVE.index([0.0, 1.0, 2.0]), TypeError, "expected integers, found dtype float64"),
        (lambda: FIVE.index([0, None, 2]), InvalidArgumentError, "a value is missing"),
        (lambda: FIVE.index([0, float("nan"), 2]), InvalidArgumentError, "a value is missing, found nan"),
        (lambda: FIVE.index([True, False, 2]), TypeError, "found dtype bool"),
        (lambda: FIVE.index(object()), TypeError, "expected a sequence or an array of card ids, found object"),
        (lambda: FIVE.index([0, "As", 1]), TypeError, "expected integers"),
        (lambda: FIVE.index([LOOP]), (TypeError, CardCountError), "cards"),
        (lambda: FIVE.index("AsKs2c"), InvalidCardError, r"14 ranks in 5 suits have no names: .* 5 \* rank \+ suit"),
        (lambda: FIVE.index(["AsKs2c"]), InvalidCardError, "have no names"),
        (lambda: FIVE.index(["As", "Ks", "2c"]), InvalidCardError, "have no names"),
        (lambda: FIVE.index(np.array(["AsKs2c"])), InvalidCardError, "have no names"),
        (lambda: FIVE.index(np.array(["AsKs2c"], object)), InvalidCardError, "have no names"),
        (lambda: FIVE.index(b"AsKs2c"), InvalidCardError, "have no names"),
        (lambda: FIVE.index(pb.CardSet("AsKs2c")), InvalidCardError, "have no names"),
        (lambda: TAROT.canonical("AsKs2c3c4c"), InvalidCardError, r"14 ranks in 4 suits have no names: .* 4 \* rank"),
        (lambda: FIVE.index([0, 1, 2], round=2), OutOfRangeError, "round 2 is out of range"),
        (lambda: FIVE.index([0, 1, 2], dtype=np.float64), InvalidArgumentError, "dtype"),
        (lambda: FIVE.index([0, 1, 2], num_threads=-1), InvalidArgumentError, "num_threads"),
        (lambda: FIVE.index([[0, 1, 2]], out=np.zeros(2, np.uint64)), InvalidArgumentError, "out"),
        (lambda: FIVE.unindex([0, FIVE.size()]), OutOfRangeError, "row 1: hand index"),
        (lambda: FIVE.unindex(-1), OutOfRangeError, "hand index -1"),
        (lambda: FIVE.unindex(range(FIVE.size() + 1)), OutOfRangeError, "is out of range"),
        (lambda: FIVE.multiplicity(np.array([0, FIVE.size()], np.uint64)), OutOfRangeError, "row 1: hand index"),
        (
            FIVE.start,
            InvalidArgumentError,
            "^start: expected a deck of at most 13 ranks and 4 suits, found 14",
        ),
        (
            lambda: FIVE.extend(pb.HandIndexer((2, 1)).start(), [0, 1]),
            InvalidArgumentError,
            "extend: .* found 14 and 5",
        ),
        (lambda: FIVE.children(0), InvalidArgumentError, "children: .* HandIndexer has index, "),
        (lambda: FIVE.hole_combos([0]), InvalidArgumentError, "hole_combos: "),
        (lambda: FIVE.index_board([0]), InvalidArgumentError, "index_board: "),
        (lambda: IndexerLookup(FIVE), InvalidArgumentError, "^indexer: expected a deck of at most 13 ranks"),
        (
            lambda: TableLookup(FIVE, [None, None]),
            InvalidArgumentError,
            "^indexer: expected a deck of at most 13 ranks",
        ),
        (lambda: pb.strength.CardGame(n_ranks=14), InvalidArgumentError, "n_ranks = 14: a deck has 1 to 13 ranks"),
        (lambda: pb.HandIndexer((2,), n_ranks=17), InvalidArgumentError, "n_ranks = 17: a deck has 1 to 16 ranks"),
        (lambda: pb.HandIndexer((2,), n_suits=9), InvalidArgumentError, "n_suits = 9: a deck has 1 to 8 suits"),
        (lambda: pb.HandIndexer((2,), n_ranks=0), InvalidArgumentError, "n_ranks = 0"),
        (
            lambda: pb.HandIndexer((2,), n_suits=5, lowest_rank="6"),
            InvalidArgumentError,
            "lowest_rank = '6': ranks have names in a deck of 1 to 13 ranks and 1 to 4 suits, found 13 and 5",
        ),
        (lambda: pb.HandIndexer((100, 29), n_ranks=16, n_suits=8), InvalidArgumentError, "more cards than the 128"),
        (
            lambda: pb.HandIndexer((2, 60), n_ranks=16, n_suits=8),
            CountOverflowError,
            r"the number of hands of the game \[2, 60\] in round 1, at least \d\.\de\d+, does not fit",
        ),
    ],
)
def test_bad_input(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_errors_have_the_card_and_the_row():
    with pytest.raises(DuplicateCardError) as duplicate:
        WIDE.index(np.tile(np.array([127, 1, 2, 3, 4, 5, 127], np.uint8), (2, 1)))
    assert (duplicate.value.row, duplicate.value.card) == (0, 127)
    with pytest.raises(InvalidCardError) as outside:
        FIVE.index(np.array([[0, 1, 2], [0, 1, 200]], np.uint8))
    assert (outside.value.row, outside.value.card) == (1, 200)


def test_the_largest_round_that_fits():
    """A round of 21 cards has less than 2^64 indices, and one of 22 more; the error has the exact number."""
    largest = pb.HandIndexer((21,), n_ranks=16, n_suits=8)
    assert largest.size() == 16_805_230_502_563_014_032
    for index in (0, 1, largest.size() // 3, largest.size() - 1):
        assert largest.index(largest.unindex(index)) == index
    with pytest.raises(CountOverflowError, match=r"\[22\] in round 0, 80091201766184104960, does not fit"):
        pb.HandIndexer((22,), n_ranks=16, n_suits=8)
