"""The counts of all Omaha hands of four and five cards against a random hand, before the flop."""

from concurrent.futures import Future, ProcessPoolExecutor
from itertools import combinations, combinations_with_replacement, product
from math import comb
from multiprocessing import get_context

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import _native
from pokerbits._odds.omaha_preflop import OmahaCountSpec
from pokerbits._tables.blocks import compute_block, open_table
from pokerbits.exceptions import InvalidArgumentError

FIVE = pb.HandIndexer((5,))
PARTS = sorted(
    counts
    for ranks in combinations_with_replacement(range(13), 5)
    if max(counts := tuple(map(ranks.count, range(13)))) <= 4
)
"""The ranks of boards: how many cards of each."""


def boards_of(part):
    """Return the boards with the ranks of a part."""
    of_ranks = [list(combinations(range(4 * rank, 4 * rank + 4), n)) for rank, n in enumerate(PARTS[part])]
    return np.array([np.concatenate(cards).astype(np.uint8) for cards in product(*of_ranks)])


def counted(first, end, threads=1):
    return _native.omaha_preflop_counts(5, first, end, threads, None).reshape(-1, 2)


def one_by_one(hand, boards):
    """Return the wins and ties of a hand of five cards against every hand, on boards without its cards."""
    wins = ties = 0
    for board in boards:
        if np.isin(board, hand).any():
            continue
        left = np.setdiff1d(np.arange(52, dtype=np.uint8), [*board, *hand])
        others = np.fromiter(combinations(left, 5), dtype=(np.uint8, 5), count=comb(42, 5))
        strengths, own = pb.evaluate_omaha(others, board), pb.evaluate_omaha(hand, board)
        wins, ties = wins + np.count_nonzero(strengths < own), ties + np.count_nonzero(strengths == own)
    return [wins, ties]


def test_four_cards_have_the_counts_of_equity():
    counts, indexer = pb.odds.omaha_preflop_counts("omaha"), pb.HandIndexer((4,))
    assert (counts.shape, counts.dtype) == ((16_432, 2), np.uint64)
    for hand in pb.random_hands(20, 4, rng=1):
        found = pb.equity(hand, "random", game="omaha").counts[0]
        assert counts[indexer.index(hand)].tolist() == [found.wins, found.tied]
    times = indexer.multiplicity(np.arange(16_432), round=0)
    pots = sum(int(n) * (2 * int(wins) + int(ties)) for n, (wins, ties) in zip(times, counts, strict=True))
    assert pots == comb(52, 4) * comb(48, 4) * comb(44, 5)
    assert (pb.odds.omaha_preflop_counts("PLO") == counts).all()


def test_parts_add_up():
    assert len(PARTS) == _native.OMAHA_PREFLOP_PARTS
    some, rest = counted(4000, 4003), counted(4003, 4007, threads=2)
    assert (some + rest == counted(4000, 4007, threads=3)).all()
    with pytest.raises(InvalidArgumentError, match="expected some of 6175"):
        counted(6170, 6176)
    with pytest.raises(InvalidArgumentError, match="expected some of 6175"):
        counted(7, 6)
    with pytest.raises(InvalidArgumentError, match="3 hole cards: expected 4 or 5"):
        _native.omaha_preflop_counts(3, 0, 1, 1, None)


@pytest.mark.parametrize("part", [0, 2000, 4321, 6174])
def test_half_of_all_pots_are_won_on_the_boards_of_each_part(part):
    counts = counted(part, part + 1)
    times = FIVE.multiplicity(np.arange(len(counts)), round=0)
    pots = sum(int(n) * (2 * int(wins) + int(ties)) for n, (wins, ties) in zip(times, counts, strict=True))
    assert pots == len(boards_of(part)) * comb(47, 5) * comb(42, 5)


# Quads and a kicker; three of a rank beside two others, in which three cards may be of a suit that the hand has twice.
@pytest.mark.parametrize(("ranks", "hands"), [("77772", ["AsKsQs7c2d", "AsAhKd6c3c"]), ("QQQT8", ["AdJdQhTh8c"])])
def test_five_cards_equal_counting_one_by_one(ranks, hands):
    part = PARTS.index(tuple(ranks.count(rank) for rank in "23456789TJQKA"))
    counts = counted(part, part + 1)
    for hand in map(pb.cards.parse_cards, hands):
        assert counts[FIVE.index(hand)].tolist() == one_by_one(hand, boards_of(part))


def test_blocks_are_the_parts():
    spec = OmahaCountSpec(5)
    blocks = open_table(spec)
    assert blocks.n_blocks() * 50 >= len(PARTS) > (blocks.n_blocks() - 1) * 50
    last = blocks.n_blocks() - 1
    assert (compute_block(spec, last, 1).reshape(-1, 2) == counted(50 * last, len(PARTS), threads=2)).all()


class Known:
    """An executor whose blocks are known: each its own number in every cell, some returned unaligned."""

    def __init__(self):
        self.blocks = []

    def submit(self, function, spec, block, num_threads):
        assert (function, num_threads) == (compute_block, 3)
        self.blocks.append(block)
        future = Future()
        future.set_result(np.full(2 * 134_459, block, dtype=np.uint64) - np.uint64(60))
        return future


def test_an_executor_adds_blocks_up_modulo_two_to_the_64():
    executor, seen = Known(), []
    counts = pb.odds.omaha_preflop_counts(executor=executor, num_threads=3, progress=lambda *steps: seen.append(steps))
    assert sorted(executor.blocks) == list(range(124))
    assert (counts == sum(block - 60 for block in range(124))).all()
    assert seen[-1] == (124, 124)
    # Hands of four cards are not counted.
    assert (pb.odds.omaha_preflop_counts("omaha", executor=executor) == pb.odds.omaha_preflop_counts("omaha")).all()
    assert len(executor.blocks) == 124


def test_what_cannot_be_counted_is_refused():
    with pytest.raises(InvalidArgumentError, match="game: expected 'omaha' or 'omaha5', found 'omaha6'"):
        pb.odds.omaha_preflop_counts("omaha6")
    with pytest.raises(InvalidArgumentError, match="executor: expected an object with a method"):
        pb.odds.omaha_preflop_counts("omaha", executor=5)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_all_hands_of_five_cards():
    """Half of all pots are won; processes have the same counts; samples agree."""
    counts = pb.odds.omaha_preflop_counts()
    times = FIVE.multiplicity(np.arange(134_459), round=0)
    pots = sum(int(n) * (2 * int(wins) + int(ties)) for n, (wins, ties) in zip(times, counts, strict=True))
    assert pots == comb(52, 5) * comb(47, 5) * comb(42, 5)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert (pb.odds.omaha_preflop_counts("omaha5", executor=executor) == counts).all()
    for row, hand in enumerate(pb.random_hands(20, 5, rng=2)):
        sampled = pb.equity(hand, "random", game="omaha5", n_samples=1_000_000, rng=row)
        wins, ties = counts[FIVE.index(hand)].tolist()
        equity = (wins + ties / 2) / (comb(47, 5) * comb(42, 5))
        assert abs(sampled.equity[0] - equity) < 4 * sampled.std_error[0]
