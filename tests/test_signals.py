"""Ctrl-C in a long call is answered at once."""

import os
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")

# It answers within 0.2 s on an idle machine; the rest is slack for a busy one.
LIMIT = 1.0

CHILD = """
import sys, time, traceback
import numpy as np
import pokerbits as pb
from pokerbits import keys
from pokerbits.evaluator import category_census

hands = np.tile(np.array([[51, 47, 43, 39, 35, 0, 5]], dtype=np.uint8), (3_000_000, 1))
out = np.zeros(len(hands), dtype=np.uint16)
calls = {calls}
try:
    print("ready", flush=True)
    while True:
        {work}
        if calls == 0:
            break
except KeyboardInterrupt:
    at = time.monotonic()
    # What was done before still holds, and the next call works.
    assert pb.evaluate("AsKsQsJsTs") == 7462
    assert category_census(5, num_threads=2)[pb.Category.FLUSH] == 5108
    print(at)
"""

LOOPS = {
    "census": "category_census(7)",
    "census on one thread": "category_census(7, num_threads=1)",
    "evaluate": "pb.evaluate(hands, out=out)",
    "evaluate on one thread": "pb.evaluate(hands, out=out, num_threads=1)",
    "rank keys": "keys.find_rank_keys(7)",
    "folding points": "keys.folding_points(keys.SEVEN_CARD)",
}
LONG_CALLS = {
    "one search": "keys.find_rank_keys(7, n_ranks=17)",
}


def seconds_to_answer(work, calls):
    """Return how long after the signal the exception was raised."""
    code = CHILD.format(work=work, calls=calls)
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        try:
            assert child.stdout.readline() == "ready\n", child.stderr.read()
            time.sleep(0.4)
            assert child.poll() is None, "the call ended before the signal: it is not long"
            sent = time.monotonic()
            os.kill(child.pid, signal.SIGINT)
            out, err = child.communicate(timeout=60)
        finally:
            child.kill()
    assert child.returncode == 0, err
    return float(out) - sent


@pytest.mark.parametrize("work", LOOPS.values(), ids=LOOPS.keys())
def test_ctrl_c_in_a_loop_of_calls(work):
    assert seconds_to_answer(work, calls=1) < LIMIT


@pytest.mark.parametrize("work", LONG_CALLS.values(), ids=LONG_CALLS.keys())
def test_ctrl_c_in_one_long_call(work):
    assert seconds_to_answer(work, calls=0) < LIMIT
