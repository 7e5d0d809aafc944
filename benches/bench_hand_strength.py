"""Exact hand strength and its tables, beside a loop over an evaluator that takes one hand a call; answers first."""

from functools import partial
from itertools import combinations

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.strength import UINT16_SCALE
from rivals import CARD_NAMES

HANDS = 1_000_000
HOLE, BOARD = "AsKd", "QhJh2c7s"


@pytest.fixture(scope="module")
def deals():
    rng = np.random.default_rng(3)
    return np.ascontiguousarray(rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (HANDS, 1)), axis=1)[:, :5])


@pytest.mark.benchmark(group="E[HS] of one hand on the turn")
def bench_one_hand(benchmark):
    value = benchmark(pb.expected_hand_strength, HOLE, board=BOARD, num_threads=1)
    assert round(value * 2 * 46 * 990) == 48_153


@pytest.mark.benchmark(group="E[HS] of one hand on the turn")
def bench_one_hand_by_loop_over_eval7(benchmark):
    eval7 = pytest.importorskip("eval7", exc_type=ImportError)
    hole, board = ([eval7.Card(CARD_NAMES[card]) for card in pb.cards.parse_cards(text)] for text in (HOLE, BOARD))
    rest = [card for card in map(eval7.Card, CARD_NAMES) if card not in hole + board]

    def loop():
        total = 0
        for river in rest:
            full = [*board, river]
            ours = eval7.evaluate(hole + full)
            for pair in combinations([card for card in rest if card != river], 2):
                theirs = eval7.evaluate([*pair, *full])
                total += 2 * (ours > theirs) + (ours == theirs)
        return total / (2 * len(rest) * 990)

    assert benchmark.pedantic(loop, rounds=3) == pb.expected_hand_strength(HOLE, board=BOARD)


@pytest.mark.benchmark(group="hands of a turn against a range")
@pytest.mark.parametrize("power", [1, 2])
def bench_against_a_range(benchmark, power):
    cards = pb.random_hands(500 if power == 1 else 20, 6, rng=1)
    villain = pb.Range("22+, A2s+, K9s+, QTs+, ATo+")
    found = benchmark(
        pb.expected_hand_strength, cards[:, :2], board=cards[:, 2:], villain=villain, power=power, num_threads=1
    )
    for hand, mean in zip(cards[:5], found, strict=False):
        equity = pb.equity(hand[:2], villain, board=hand[2:]).equity[0]
        assert mean == pytest.approx(equity) if power == 1 else equity**2 <= mean <= equity


@pytest.mark.benchmark(group="one million hands on the flop")
def bench_lookup_in_the_exact_table(benchmark, deals):
    table, indexer = pb.strength_table("ehs", street="flop", dtype="uint16"), pb.strength.STREET_INDEXERS["flop"]
    found = benchmark(lambda: table[indexer.index(deals, num_threads=1)])
    exact = pb.expected_hand_strength(deals[:100, :2], board=deals[:100, 2:])
    assert np.abs(found[:100] / UINT16_SCALE - exact).max() <= 0.5001 / UINT16_SCALE


@pytest.mark.benchmark(group="one million hands on the flop")
def bench_lookup_of_average_rank_strength(benchmark, deals):
    means = pb.strength.ars_table("flop")
    hole, board = np.ascontiguousarray(deals[:, :2]), np.ascontiguousarray(deals[:, 2:])
    found = benchmark(pb.strength.average_rank_strength, hole, board=board, num_threads=1)
    classes = pb.cards.hand_class(hole[:100])
    assert (found[:100] == means[pb.evaluate(deals[:100]), classes]).all()


@pytest.mark.benchmark(group="tables")
@pytest.mark.parametrize(
    ("kind", "street"), [("ehs", "flop"), ("histogram", "flop"), ("ehs", "turn"), ("ehs", "river")]
)
def bench_table(benchmark, kind, street):
    options = {"street": street, "dtype": "uint16", "num_threads": 1}
    table = benchmark.pedantic(pb.strength_table, (kind,), options, rounds=1)
    weights = pb.strength.STREET_INDEXERS[street].multiplicity(range(len(table))).astype(np.float64)
    mean = weights @ table.reshape(len(table), -1) / weights.sum() / UINT16_SCALE
    assert abs(mean.sum() - (0.5 if kind == "ehs" else 1.0)) <= mean.size * 0.5 / UINT16_SCALE
    # Some rows, hand by hand: another way through the runouts.
    some = np.random.default_rng(5).integers(len(table), size=50)
    hole, board = np.split(pb.strength.STREET_INDEXERS[street].unindex(some), [2], axis=1)
    if kind == "ehs":
        exact = pb.expected_hand_strength(hole, board=board)
    else:
        counts = pb.strength.hand_strength_histogram(hole, board=board)
        exact = counts / counts.sum(axis=1, keepdims=True)
    assert np.abs(table[some] / UINT16_SCALE - exact).max() <= 0.5001 / UINT16_SCALE


@pytest.mark.benchmark(group="odds of flops against eight opponents, per hand")
@pytest.mark.parametrize("n", [100, 1_286_792])
def bench_odds(benchmark, n):
    """Count some hands one by one, and the table of all."""
    indexer = pb.strength.STREET_INDEXERS["flop"]
    hole, board = np.split(indexer.unindex(range(0, indexer.size(), 12_867)), [2], axis=1)
    if n == 100:
        call = partial(pb.odds_vs_random, hole[:n], board=board[:n], n_opponents=8, num_threads=1)
    else:
        call = partial(pb.strength_table, "odds", street="flop", n_opponents=8, num_threads=1)
    found = benchmark.pedantic(call, rounds=1)
    benchmark.extra_info["microseconds per hand"] = benchmark.stats.stats.min / n * 1e6 if benchmark.stats else None
    equities = found.equity if n == 100 else found[::12_867, 2][:100]
    assert (equities == pb.odds_vs_random(hole[:100], board=board[:100], n_opponents=8).equity).all()
