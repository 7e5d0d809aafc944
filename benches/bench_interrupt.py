"""From Ctrl-C to KeyboardInterrupt in calls that would take long: 0.2 s are allowed."""

import os
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")

CHILD = """
import signal
import numpy as np
import pokerbits as pb
from pokerbits.evaluator import category_census

hands = np.tile(np.array([[51, 47, 43, 39, 35, 0, 5]], dtype=np.uint8), (3_000_000, 1))
wide, strengths = hands.astype(np.int64), np.resize(np.arange(1, 7463), 30_000_000)
texts = ["AsKsQsJsTs2c3d"] * 10_000_000
# Whoever is started in the background by a shell is deaf to Ctrl-C, and so are its children.
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    print("ready", flush=True)
    while True:
        {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""

WORK = {
    "census": "category_census(7, num_threads=1)",
    "evaluate": "pb.evaluate(hands, num_threads=1)",
    "evaluate of int64": "pb.evaluate(wide, num_threads=1)",
    "categories of int64": "pb.category(strengths)",
    "texts": "pb.evaluate(texts)",
    "odds before the flop": "pb.preflop_odds(range(1, 23), num_threads=1)",
    "histograms of the turn": "pb.strength_table('histogram', street='turn', num_threads=1)",
}


@pytest.mark.parametrize("work", WORK.values(), ids=WORK.keys())
def bench_interrupt(benchmark, work):
    children = []

    def start():
        child = subprocess.Popen([sys.executable, "-c", CHILD.format(work=work)], stdout=subprocess.PIPE, text=True)
        children.append(child)
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.3 + 0.05 * len(children))
        return (child,), {}

    def interrupt(child):
        os.kill(child.pid, signal.SIGINT)
        return child.stdout.readline()

    try:
        assert benchmark.pedantic(interrupt, setup=start, rounds=5) == "interrupted\n"
    finally:
        for child in children:
            child.kill()
            child.communicate()
