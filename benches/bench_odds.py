"""Exact odds against random opponents; answers first."""

import numpy as np

import pokerbits as pb


def bench_river(benchmark):
    rng = np.random.default_rng(1)
    cards = np.array([rng.choice(52, 7, replace=False) for _ in range(200)])
    hole, board = cards[:, :2], cards[:, 2:]
    odds = benchmark(pb.odds_vs_random, hole, board=board, n_opponents=range(1, 9), num_threads=1)
    strengths = pb.evaluate_combos(board[0])
    free = ~np.isin(pb.COMBOS, cards[0]).any(axis=1)
    assert odds.counts[1][0].wins == (strengths[free] < strengths[pb.cards.combo_id(hole[0])]).sum()


def bench_river_by_cliques(benchmark):
    odds = benchmark(
        pb.odds_vs_random, "4s8s", board="2s3s6h7h8h", n_opponents=range(1, 4), method="cliques", num_threads=1
    )
    assert (odds.counts[3].wins, odds.counts[3].ties) == (45_352_385, (1_256_946, 3_878, 0))


def bench_flop(benchmark):
    odds = benchmark(pb.odds_vs_random, "AsAh", board="Kd7c7d", n_opponents=range(1, 9), num_threads=1)
    assert (odds.counts[1].wins, odds.counts[1].ties) == (922_064, (1_031,))


def bench_all_starting_hands(benchmark):
    # More than one opponent takes seconds: where only the answers matter, one is enough.
    opponents = [1, 2] if benchmark.enabled else [1]
    odds = benchmark.pedantic(pb.preflop_odds, (opponents,), {"num_threads": 1}, rounds=1)
    aces = odds.counts[pb.HAND_CLASSES.index("AA")][1]
    assert (aces.wins, aces.ties) == (1_781_508_418, (11_402_312,))
