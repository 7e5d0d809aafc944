"""Published numbers of bad beats, counted again: what is too long for docs/explanation/numbers_others_got_wrong.md."""

from collections.abc import Callable
from itertools import combinations
from math import comb, prod

import numpy as np
import pytest

import pokerbits as pb

# Brian Alspach, "Bad-Beat Jackpots: Conclusion", http://people.math.sfu.ca/~alspach/mag62: hold'em, four deuces.
ALSPACH = 0.00001081383175
# Sums over all boards of the sets of two, three and four qualifying hands without a common card.
QUALIFYING = {2: 335_104, 3: 25_728, 4: 864}
# Deals by the hands of two players, tables 1, 2 and 7:
# https://wizardofodds.com/games/poker/probabilities/texas-hold-em-two-player/
WIZARD_HIGH_CARD = [
    164_934_908_760, 228_994_769_160, 43_652_558_880, 7_303_757_580, 26_248_866_180,
    13_060_678_788, 0, 0, 85_751_460, 10_532_592,
]  # fmt: skip
WIZARD_PAIR = [
    228_994_769_160, 574_484_133_960, 270_127_833_552, 47_736_401_832, 50_797_137_096,
    30_076_271_352, 15_829_506_000, 586_278_000,
]  # fmt: skip
WIZARD_FULL_HOUSE_AND_QUADS = 966_835_584


def boards() -> tuple[np.ndarray, list[int]]:
    """All boards of five cards up to suit isomorphism, and their multiplicities."""
    indexer = pb.HandIndexer((5,))
    every = range(indexer.size())
    return indexer.unindex(every), [int(n) for n in indexer.multiplicity(every)]


def dealt(n_hands: int) -> float:
    """Probability that specific disjoint hands are among those of ten players, on a board."""
    return prod((10 - i) / comb(47 - 2 * i, 2) for i in range(n_hands))


def at_least_two(sets: Callable[[int], int]) -> float:
    """Probability that at least two qualifying hands are dealt, by inclusion-exclusion over sets of disjoint ones."""
    return sum((-1) ** n * (n - 1) * sets(n) * dealt(n) for n in (2, 3, 4)) / comb(52, 5)


def test_bad_beats_of_ten_players():
    every, multiplicities = boards()
    weakest, straight_flush = pb.evaluate(["2c2d2h2s3c", "5c4c3c2cAc"])
    found = dict.fromkeys(QUALIFYING, 0)
    for start in range(0, len(every), 8_192):
        block = every[start : start + 8_192]
        strengths = pb.evaluate_combos(block)
        rows, combos = np.nonzero(strengths >= weakest)
        hole, board, best = pb.COMBOS[combos], block[rows], strengths[rows, combos]
        both_play = np.all([pb.evaluate(np.hstack([board, hole[:, i : i + 1]])) < best for i in (0, 1)], axis=0)
        pair = (hole[:, 0] // 4 == hole[:, 1] // 4) & ((board // 4 == hole[:, :1] // 4).sum(axis=1) == 2)
        qualifies = both_play & ((best >= straight_flush) | pair)
        rows, hole, best = rows[qualifies], hole[qualifies], best[qualifies]
        for row in np.flatnonzero(np.bincount(rows) > 1):
            assert len(set(best[rows == row])) == (rows == row).sum()  # Of any two, one beats the other.
            counts = pb.odds.count_disjoint(hole[rows == row], sizes=list(QUALIFYING))
            for size, n in zip(QUALIFYING, counts, strict=True):
                found[size] += multiplicities[start + row] * int(n)
    assert found == QUALIFYING
    assert at_least_two(found.__getitem__) == pytest.approx(0.00001082855947, abs=5e-15)
    # Triples subtracted twice as often: near the printed number.
    twice_as_often = (found[2] * dealt(2) - 4 * found[3] * dealt(3)) / comb(52, 5)
    assert twice_as_often == pytest.approx(ALSPACH, rel=1e-5)


def test_bad_beats_from_ranks_and_suits():
    """The same from ranks and suits, without an evaluator."""
    runs = [0b1000000001111] + [0b11111 << low for low in range(9)]

    def two_play(on_board: int) -> list[tuple[int, int]]:
        """Pairs of ranks that both belong to the best straight flush with these ranks of one suit."""
        found = []
        for hole in combinations(range(13), 2):
            both = sum(1 << rank for rank in hole)
            made = [run for run in runs if run & (on_board | both) == run]
            if not on_board & both and made and made[-1] & both == both:
                found.append(hole)
        return found

    cache: dict[int, list[tuple[int, int]]] = {}
    found = dict.fromkeys(QUALIFYING, 0)
    for board, multiplicity in zip(*boards(), strict=True):
        cards = board.tolist()
        ranks = [card // 4 for card in cards]
        hands = [
            {card for card in range(4 * rank, 4 * rank + 4) if card not in cards}
            for rank in set(ranks)
            if ranks.count(rank) == 2
        ]
        for suit in range(4):
            on_board = sum(1 << card // 4 for card in cards if card % 4 == suit)
            if on_board.bit_count() >= 3:
                if on_board not in cache:
                    cache[on_board] = two_play(on_board)
                hands += [{4 * rank + suit for rank in hole} for hole in cache[on_board]]
        for size in QUALIFYING:
            found[size] += multiplicity * sum(len(set().union(*some)) == 2 * size for some in combinations(hands, size))
    assert found == QUALIFYING


@pytest.mark.slow
def test_two_players_on_all_boards():
    holds = np.zeros((len(pb.COMBOS), 52), dtype=np.float32)
    holds[np.arange(len(pb.COMBOS))[:, None], pb.COMBOS] = 1
    every, multiplicities = boards()
    deals = np.zeros((10, 10))  # Sums of integers below 2^53.
    for start in range(0, len(every), 1_000):
        strengths = pb.evaluate_combos(every[start : start + 1_000])
        kinds = np.full(strengths.shape, 255)
        kinds[strengths > 0] = pb.category(strengths[strengths > 0])
        kinds[strengths == pb.MAX_STRENGTH] = 9
        with_card = np.stack([(kinds == kind).astype(np.float32) @ holds for kind in range(10)], axis=1)
        with_card = with_card.astype(np.float64)
        hands = with_card.sum(axis=2) / 2
        # Pairs of hands, less those with a common card; a hand with itself has two.
        disjoint = hands[:, :, None] * hands[:, None, :] - with_card @ with_card.transpose(0, 2, 1)
        disjoint[:, range(10), range(10)] += hands
        deals += np.tensordot(np.array(multiplicities[start : start + 1_000], dtype=np.float64), disjoint, axes=1)
    assert deals.sum() == comb(52, 5) * comb(47, 2) * comb(45, 2)
    assert (deals == deals.T).all()
    assert deals[0].tolist() == WIZARD_HIGH_CARD
    assert deals[1, :8].tolist() == WIZARD_PAIR
    assert deals[6, 7] == WIZARD_FULL_HOUSE_AND_QUADS


# Deepest stacks in big blinds for push or fold, by HoldemResources.net as others have copied it; rows and columns are
# those of a matrix of hands. 0 stands for hands with gaps.
PUSHES = """
20 20 20 20 20 20 20 20 20 20 20 20 20
20 20 20 20 20 20 20 20 20 20 20 19.9 19.3
20 20 20 20 20 20 20 20 20 20 16.3 13.5 12.7
20 20 20 20 20 20 20 20 18.6 14.7 13.5 10.6 8.5
20 20 20 20 20 20 20 20 20 11.9 10.5 7.7 6.5
20 20 20 20 20 20 20 20 20 14.4 6.9 4.9 3.7
20 18.0 13.0 13.3 17.5 20 20 20 20 18.8 10.1 2.7 2.5
20 16.1 10.3 8.5 9.0 10.8 14.7 20 20 20 13.9 2.5 2.1
20 15.1 9.6 6.5 5.7 5.2 7.0 10.7 20 20 16.3 0 2.0
20 14.2 8.9 6.0 4.1 3.5 3.0 2.6 2.4 20 20 0 2.0
20 13.1 7.9 5.4 3.8 2.7 2.3 2.1 2.0 2.1 20 0 1.8
20 12.2 7.5 5.0 3.4 2.5 1.9 1.8 1.7 1.8 1.6 20 1.7
20 11.6 7.0 4.6 2.9 2.2 1.8 1.6 1.5 1.5 1.4 1.4 20
"""
# The first seven rows; we have no copy of the others.
CALLS = """
20 20 20 20 20 20 20 20 20 20 20 20 20
20 20 20 20 20 20 17.6 15.2 14.3 13.2 12.1 11.4 10.7
20 20 20 20 20 16.1 13.0 10.5 9.9 8.9 8.4 7.8 7.2
20 20 19.5 20 18.0 13.4 10.6 8.8 7.0 6.9 6.1 5.8 5.6
20 20 15.3 12.7 20 11.5 9.3 7.4 6.3 5.2 5.2 4.8 4.5
20 17.1 11.7 9.5 8.4 20 8.2 7.0 5.8 5.0 4.3 4.1 3.9
20 13.8 9.7 7.6 6.6 6.0 20 6.5 5.6 4.8 4.1 3.6 3.5
"""


@pytest.mark.slow
def test_charts_of_push_or_fold():
    depths = np.arange(10, 201) / 10
    found = [pb.preflop.push_fold([depth, depth]).strategy for depth in depths]
    names = pb.plot.hand_grid(np.array(pb.HAND_CLASSES))
    for decision, text in (("push", PUSHES), ("call", CALLS)):
        printed = np.array([[float(of) for of in line.split()] for line in text.split("\n") if line])
        all_in = np.array([strategy[decision] for strategy in found]) > 0.5
        deepest = pb.plot.hand_grid(np.where(all_in, depths[:, None], 0).max(axis=0))[: len(printed)]
        wrong = (printed > 0) & ~np.isclose(printed, deepest)
        # Mixed from 8.0 to 8.3.
        assert names[: len(printed)][wrong].tolist() == (["Q4o"] if decision == "push" else [])
