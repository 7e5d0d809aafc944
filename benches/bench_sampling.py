"""Sampled equities of specific hands and of ranges beside XiaPL, on one thread: times, and the quality of samples.

The quality is 1 / (standard error squared * seconds): at twice the quality the same error takes half the time.
Each program's standard error is that of the equities of many seeds, so nobody's own estimate is believed.
"""

from importlib.util import find_spec

import numpy as np
import pytest

import pokerbits as pb

WIDE = "22+, A2s+, K9s+, ATo+, KQo"
# Players, board, and whether XiaPL samples the spot: it does specific hands, or two ranges of notation.
SPOTS = [
    (("AhKh", "QsQd"), "", True),
    (("AhKh", "QsQd", "7c7d"), "", True),
    (("AhKh", "QsQd", "7c7d", "JcTc", "4s3s", "9h8h"), "", True),
    (("AA", "KK"), "", True),
    (("AhKh", WIDE), "", False),
    ((WIDE, "QQ+, AKs"), "", True),
    (("QQ+, AKs, AQs", "22+, A2s+"), "Ah7d2c", True),
    (("QQ+, AKs", "22+, A2s+", WIDE), "", False),
    ((WIDE,) * 6, "", False),
    (("random",) * 6, "", False),
]
RIVALS = ["pokerbits", *(name for name in ["xiapl"] if find_spec(name))]
RUNS = [(players, board, rival) for players, board, xiapl in SPOTS for rival in RIVALS[: 1 + xiapl]]
SAMPLES = 200_000
SEEDS = 24


def pokerbits_equity(players, board, seed):
    return pb.equity(
        *players, board=board or None, method="monte_carlo", n_samples=SAMPLES, rng=seed, num_threads=1
    ).equity[0]


def xiapl_equity(players, board, seed):
    from xiapl.card import Card
    from xiapl.range import Range
    from xiapl.simulation import RangeEquityMode, SimulationOptions, calculate_equity, calculate_range_equity
    from xiapl.utils import cards_to_mask

    def mask(text):
        return cards_to_mask([Card.from_string(text[i : i + 2]) for i in range(0, len(text), 2)])

    options = SimulationOptions.mc_seeded(SAMPLES, seed + 1)
    options.threads = 1
    if all(len(player) == 4 for player in players):
        return calculate_equity([mask(player) for player in players], mask(board), options).players[0].equity
    ranges = [Range.from_string(player.replace(" ", "")) for player in players]
    return calculate_range_equity(*ranges, mask(board), options, RangeEquityMode.AggregateOnly).hero_aggregate_equity


@pytest.mark.parametrize(("players", "board", "rival"), RUNS)
def bench_samples(benchmark, players, board, rival):
    run = {"pokerbits": pokerbits_equity, "xiapl": xiapl_equity}[rival]
    benchmark.group = f"{SAMPLES:,} samples: {' against '.join(players)} on '{board}'"
    found = []
    benchmark.pedantic(lambda: found.append(run(players, board, len(found))), rounds=SEEDS)
    while len(found) < 3:  # The quick pass has one round.
        found.append(run(players, board, len(found)))
    error = max(np.std(found, ddof=1), 1e-5)
    # Six equal ranges share alike; other spots are counted.
    expected = 1 / len(players) if len(set(players)) == 1 else pb.equity(*players, board=board or None).equity[0]
    assert abs(np.mean(found) - expected) < 6 * max(error, 5e-4) / np.sqrt(len(found))
    if not benchmark.disabled:
        benchmark.extra_info["quality"] = 1 / (error**2 * benchmark.stats.stats.min)
