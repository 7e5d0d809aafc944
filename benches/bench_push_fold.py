"""Push or fold, all-in pots, and the counts of three hands before the flop; answers first."""

import numpy as np
import pytest

import pokerbits as pb
from pokerbits._equity.three_way import ThreeWaySpec


def bench_push_fold_heads_up(benchmark):
    found = benchmark(pb.preflop.push_fold, [10, 10])
    assert found.values[0] == pytest.approx(-0.0453708, abs=1e-6)
    assert found.exploitability < 1e-6


def bench_pot_equity_before_the_flop(benchmark):
    """Beside `equity`, which has no side pots."""
    hands = ["AsKs", "QhQd", "7c7d"]
    found = benchmark(pb.pot_equity, hands, [5, 5, 5], num_threads=1)
    np.testing.assert_array_equal(found.equity, pb.equity(*hands).equity)


def bench_three_way_block(benchmark):
    """One block of thirteen; where only the answers matter, its first numbers by another method are enough."""
    table = ThreeWaySpec().open()
    counts = pb.equity("AKs", "AA", "KK").counts[0]
    if not benchmark.enabled:
        assert benchmark(table.block_rows, 12) == 13
        return
    rows = np.empty(13 * table.columns(), dtype=np.uint32)
    benchmark.pedantic(table.compute_block, (12, rows, 1), rounds=1)
    aces, kings = map(pb.HAND_CLASSES.index, ["AA", "KK"])
    assert rows.reshape(13, 5, 169, 169)[12, 0, aces, kings] == counts.wins
