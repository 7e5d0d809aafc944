"""All starting hands against all before the flop; answers first."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import _native

ACES, KINGS = pb.HAND_CLASSES.index("AA"), pb.HAND_CLASSES.index("KK")
EQUITY = (2 * 50_371_344 + 285_228) / (2 * 36 * 1_712_304)


def bench_classes_against_classes(benchmark):
    assert benchmark(pb.preflop_equities)[ACES, KINGS] == EQUITY


def bench_combos_against_combos(benchmark):
    counts = benchmark(pb.preflop_counts)
    assert counts[pb.cards.combo_id("AhAd"), pb.cards.combo_id("KsKh")].tolist() == [1_399_204, 7_923]


def bench_aces_against_kings_one_by_one(benchmark):
    """Go the plain way to one element of 28,561: every board of every pair of combos."""
    aces, kings = (np.array(pb.COMBOS)[pb.Range(pair).weights > 0] for pair in ("AA", "KK"))
    hands = np.array([[a, b] for a in aces for b in kings])
    found = benchmark(pb.equity_rows, hands, num_threads=1)
    assert found.equity[:, 0].mean() == pytest.approx(EQUITY, abs=1e-15)


def bench_one_matchup_by_loop_over_eval7(benchmark):
    """Compare two hands on every board: one of 47,008 matchups."""
    eval7 = pytest.importorskip("eval7", exc_type=ImportError)
    aces, kings = ([eval7.Card(name) for name in hand] for hand in (("Ah", "Ad"), ("Ks", "Kh")))
    rest = [card for card in eval7.Deck().cards if card not in aces + kings]

    def count():
        pairs = ((eval7.evaluate([*aces, *b]), eval7.evaluate([*kings, *b])) for b in combinations(rest, 5))
        return sum(ours > theirs for ours, theirs in pairs)

    assert benchmark.pedantic(count, rounds=1) == 1_399_204


# The boards 77772: one of 6,175 multisets of ranks.
QUADS = 4685
FIVES = pb.HandIndexer((5,))


def bench_all_omaha_hands_of_five_cards_on_four_boards(benchmark):
    counts = benchmark(_native.omaha_preflop_counts, 5, QUADS, QUADS + 1, 1, None).reshape(-1, 2)
    times = FIVES.multiplicity(np.arange(len(counts)))
    pots = sum(int(n) * (2 * int(wins) + int(ties)) for n, (wins, ties) in zip(times, counts, strict=True))
    assert pots == 4 * comb(47, 5) * comb(42, 5)


def bench_one_omaha_hand_of_five_cards_on_four_boards_by_evaluate_omaha(benchmark):
    """Compare one hand of 134,459 with every other on the same boards."""
    hand = pb.cards.parse_cards("AsAhKd6c3c")
    boards = [pb.cards.parse_cards(f"7c7d7h7s2{suit}") for suit in "cdhs"]
    opponents = [list(combinations(np.setdiff1d(np.arange(52), [*hand, *board]), 5)) for board in boards]
    opponents = [np.array(of, dtype=np.uint8) for of in opponents]

    def count():
        wins = ties = 0
        for board, of in zip(boards, opponents, strict=True):
            strengths, own = pb.evaluate_omaha(of, board, num_threads=1), pb.evaluate_omaha(hand, board)
            wins, ties = wins + np.count_nonzero(strengths < own), ties + np.count_nonzero(strengths == own)
        return [wins, ties]

    counts = _native.omaha_preflop_counts(5, QUADS, QUADS + 1, 1, None).reshape(-1, 2)
    assert benchmark(count) == counts[FIVES.index(hand)].tolist()
