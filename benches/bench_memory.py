"""The memory of one call beyond its input: the most that a fresh process holds during it, less what it held before.

The result is in it. Written to `--benchmark-json`, and printed with `-s`;
docs/explanation/reliability.md has a table of it.
"""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

CHILD = """
import numpy as np
import pokerbits as pb

def peak():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM:")) / 1024

{prepare}
pb.evaluate("AsKsQsJsTs")
pb.random_hands(2, 5, rng=0)
with open("/proc/self/clear_refs", "w") as file:
    # From now on the peak is that of the call.
    file.write("5")
before = peak()
result = {call}
print(peak() - before)
"""

HANDS = "hands = pb.random_hands(1_000_000, 7, rng=1)"
WIDE = "hands = pb.random_hands(1_000_000, 7, rng=1).astype(np.int64)"
BOARDS = "hands = pb.random_hands(10_000, 7, rng=1); hole, board = hands[:, :2], hands[:, 2:]"
TEXT = "text = [''.join(map(pb.cards.card_name, hand)) for hand in pb.random_hands(1_000_000, 7, rng=1).tolist()]"
INDEXER = "indexer = pb.HandIndexer([2, 3, 1, 1]); " + HANDS

CALLS = {
    "evaluate, 10^6 hands, uint8": (HANDS, "pb.evaluate(hands)"),
    "evaluate, 10^6 hands, int64": (WIDE, "pb.evaluate(hands)"),
    "evaluate, 10^6 hands, hole and board": (HANDS, "pb.evaluate(hands[:, :2], board=hands[:, 2:])"),
    "evaluate, 10^6 hands, text": (TEXT, "pb.evaluate(text)"),
    "parse_cards, 10^6 hands": (TEXT, "pb.cards.parse_cards(text)"),
    "evaluate_combos, 10^4 boards": (BOARDS, "pb.evaluate_combos(hands[:, :5])"),
    "category_census(7)": ("", "pb.evaluator.category_census(7)"),
    "random_hands, 10^6 hands": ("", "pb.random_hands(1_000_000, 7, rng=1)"),
    "equity, six hands": ("", "pb.equity('AsAh', 'KsKh', 'QsQh', 'JsJh', 'TsTh', '9s9h')"),
    "HandIndexer([2, 3, 1, 1])": ("", "pb.HandIndexer([2, 3, 1, 1])"),
    "HandIndexer.index, 10^6 hands": (INDEXER, "indexer.index(hands)"),
    "HandIndexer.unindex, 10^6 indices": (INDEXER, "indexer.unindex(np.arange(1_000_000))"),
    "odds_vs_random, 10^4 rivers, 8 opponents": (
        BOARDS,
        "pb.odds_vs_random(hole, board=board, n_opponents=8)",
    ),
    "preflop_odds(8)": ("", "pb.preflop_odds(8)"),
    "hand_strength, 10^4 flops": (BOARDS, "pb.hand_strength(hands[:, :2], board=hands[:, 2:5])"),
    "expected_hand_strength, 10^4 flops": (BOARDS, "pb.expected_hand_strength(hands[:, :2], board=hands[:, 2:5])"),
    "strength_table, flop": ("", "pb.strength_table('ehs', street='flop')"),
    "strength_table, turn": ("", "pb.strength_table('ehs', street='turn')"),
    "strength_table, flop, histogram": ("", "pb.strength_table('histogram', street='flop')"),
    "strength_table, flop, ochs": ("", "pb.strength_table('ochs', street='flop')"),
    "ars_table, river": ("", "pb.strength.ars_table('river')"),
}


LONG = {"preflop_odds(8)", "strength_table, flop, ochs"}
"""Calls of many seconds, whose memory the quick pass does not measure: others compare their answers."""


@pytest.mark.parametrize(
    ("prepare", "call"),
    [pytest.param(*call, id=name, marks=[pytest.mark.slow] * (name in LONG)) for name, call in CALLS.items()],
)
def bench_memory(benchmark, request, prepare, call):
    code = CHILD.format(prepare=prepare, call=call)

    def mebibytes():
        return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)

    peak = benchmark.pedantic(mebibytes)
    assert peak >= 0
    benchmark.extra_info["peak, MiB"] = round(peak, 1)
    print(f"{request.node.callspec.id}: {peak:.1f} MiB")
