"""All starting hands against all before the flop; answers first."""

import numpy as np
import pytest

import pokerbits as pb

ACES, KINGS = pb.HAND_CLASSES.index("AA"), pb.HAND_CLASSES.index("KK")
EQUITY = (2 * 50_371_344 + 285_228) / (2 * 36 * 1_712_304)


def bench_classes_against_classes(benchmark):
    assert benchmark(pb.preflop_matrix)[ACES, KINGS] == EQUITY


def bench_combos_against_combos(benchmark):
    counts = benchmark(pb.preflop_matrix, "combos")
    assert counts[pb.cards.combo_id("AhAd"), pb.cards.combo_id("KsKh")].tolist() == [1_399_204, 7_923]


def bench_aces_against_kings_one_by_one(benchmark):
    """Go the plain way to one element of 28,561: every board of every pair of combos."""
    aces, kings = (np.array(pb.COMBOS)[pb.Range(pair).weights > 0] for pair in ("AA", "KK"))
    hands = np.array([[a, b] for a in aces for b in kings])
    found = benchmark(pb.equity_rows, hands, num_threads=1)
    assert found.equity[:, 0].mean() == pytest.approx(EQUITY, abs=1e-15)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of pyparsing, which eval7 reads ranges with
def bench_eval7_aces_against_kings(benchmark):
    """Compare one hand with the range of a pair on every board, as eval7 does."""
    eval7 = pytest.importorskip("eval7", exc_type=ImportError)
    hand = [eval7.Card("Ah"), eval7.Card("Ad")]
    found = benchmark.pedantic(eval7.py_hand_vs_range_exact, (hand, eval7.HandRange("KK"), []), rounds=1)
    assert found == pytest.approx(EQUITY, abs=1e-7)
