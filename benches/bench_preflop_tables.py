"""All starting hands against all before the flop; answers first."""

from itertools import combinations

import numpy as np
import pytest

import pokerbits as pb

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
