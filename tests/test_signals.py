"""Ctrl-C in a long call ends it, and nothing else. How soon is measured in `benches/bench_interrupt.py`."""

import os
import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")

CHILD = """
import signal
import threading
import time
import numpy as np
import pokerbits as pb
from pokerbits.evaluator import category_census

hands = np.tile(np.array([[51, 47, 43, 39, 35, 0, 5]], dtype=np.uint8), (3_000_000, 1))
out = np.zeros(len(hands), dtype=np.uint16)
R = "23456789TJQKA"
half = pb.COMBOS[np.random.default_rng(1).random(1326) < 0.5]
wide, texts = np.broadcast_to(hands[:1].astype(np.int64), hands.shape), ["AsKsQsJsTs2c3d"] * 1_000_000
calls = {calls}
# Whoever is started in the background by a shell is deaf to Ctrl-C, and so are its children.
signal.signal(signal.SIGINT, signal.default_int_handler)

def tell():
    # The process's own time, not the clock's: a busy machine may not have begun the call when the clock says so.
    while time.process_time() < begun + 0.4:
        time.sleep(0.02)
    print("working", flush=True)

begun = time.process_time()
try:
    threading.Thread(target=tell, daemon=True).start()
    while True:
        {work}
        if calls == 0:
            break
except KeyboardInterrupt:
    # What was done before still holds, and the next call works.
    assert pb.evaluate("AsKsQsJsTs") == 7462
    assert category_census(5, num_threads=2)[pb.Category.FLUSH] == 5108
    print('interrupted')
"""

LOOPS = {
    "census": "category_census(7)",
    "census on one thread": "category_census(7, num_threads=1)",
    "evaluate": "pb.evaluate(hands, out=out)",
    "evaluate on one thread": "pb.evaluate(hands, out=out, num_threads=1)",
    "evaluate of int64": "pb.evaluate(wide, out=out, num_threads=1)",
    "texts": "pb.cards.parse_cards(texts)",
    "ranked boards": "pb.RankedBoards(hands[:5_000, 2:]).outcomes(np.ones(1326))",
    "children": "pb.HandIndexer((2, 6)).children(0, round=0)",
}
LONG_CALLS = {
    "one clique counter": "pb.odds.count_disjoint(half, sizes=[9], max_seconds=1e99)",
    "one clique counter on one thread": "pb.odds.count_disjoint(half, sizes=[9], max_seconds=1e99, num_threads=1)",
    "one batch of spots": "pb.equity_rows(np.tile([[51, 47], [0, 5], [10, 15]], (100_000, 1, 1)))",
    "one batch of flops": "pb.odds_vs_random('4s8s', board=np.tile([3, 7, 18], (500_000, 1)))",
    "one long text": "pb.OmahaRange(','.join(f'xxyy!{a}{b}!{c}{d}' for a in R for b in R for c in R for d in R), 6)",
    "one exact answer of ranges": "pb.equity('AA', '*', game='omaha_hilo', method='exact', max_seconds=1e99)",
    "one sample after the other": "pb.equity('AA', '*', game='omaha_hilo', method='monte_carlo', n_samples=1 << 39)",
    "one flop of Omaha after the other": "pb.endgame.omaha_labels(pb.random_hands(300, 3, rng=1), n_buckets=9, "
    "feature='ehs2')",
    "one public state after the other": "pb.endgame.local_best_response(pb.endgame.Endgame('Kh9d5c', '*', '*', "
    "pb.endgame.BettingTree(10, 990, [pb.endgame.BetSizes(1)] * 3)), "
    "lambda node, _: np.eye(len(node.actions))[:, [0] * 1326])",
    "one match": "pb.endgame.play_match(pb.endgame.Endgame('Kh9d5c', '*', '*', "
    "pb.endgame.BettingTree(10, 990, [pb.endgame.BetSizes(1)] * 3)), "
    "*2 * [lambda node, _: np.full((len(node.actions), 1326), 1 / len(node.actions))], 10**6)",
    "one board after the other": "pb.odds_vs_random('4s8s', board='2s3s6h7h', n_opponents=8, method='cliques')",
}
for n in (1, 2):
    LONG_CALLS |= {
        f"spots of ranges on {n} threads": "pb.reports.range_equity_rows('QQ+', '22+', board=[''] * 300, "
        f"method='monte_carlo', n_samples=1 << 39, num_threads={n})",
        f"solvers on {n} threads": f"pb.endgame.score_abstraction(None, iterations=10**9, n_boards=8, num_threads={n})",
    }


def interrupted(work, calls):
    """Whether a signal in the middle of the work ends it with KeyboardInterrupt."""
    code = CHILD.format(work=work, calls=calls)
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        try:
            assert child.stdout.readline() == "working\n", child.stderr.read()
            os.kill(child.pid, signal.SIGINT)
            # The long calls would take many minutes more, or hours; and one that ends by itself prints nothing.
            out, err = child.communicate()
        finally:
            child.kill()
    assert child.returncode == 0, err
    return out == "interrupted\n"


@pytest.mark.parametrize("work", LOOPS.values(), ids=LOOPS.keys())
def test_ctrl_c_in_a_loop_of_calls(work):
    assert interrupted(work, calls=1)


@pytest.mark.parametrize("work", LONG_CALLS.values(), ids=LONG_CALLS.keys())
def test_ctrl_c_in_one_long_call(work):
    assert interrupted(work, calls=0)
