"""Calls beside other calls: a short one beside a long one, and eight Python threads with calls of all kinds.

A call of a millisecond should take at most 30 ms beside any other. Eight threads whose calls use two threads each
should take at most 1.3 times as long as the same calls one after the other on two CPUs. Both are written to
`--benchmark-json`, not asserted: on a busy machine they say nothing.
"""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import pokerbits as pb

LONG = {
    "odds before the flop": lambda stop: pb.preflop_odds(range(1, 9), num_threads=2, progress=stop),
    "clusters of the flop": lambda stop: pb.strength_table("ochs", street="flop", num_threads=2, progress=stop),
    "histograms of the turn": lambda stop: pb.strength_table("histogram", street="turn", num_threads=2, progress=stop),
}


class EnoughError(Exception):
    """Ends a long call."""


@pytest.fixture(scope="module")
def hands():
    return pb.random_hands(200_000, 7, rng=1)


@pytest.mark.parametrize("long", LONG.values(), ids=LONG.keys())
def bench_a_short_call_beside_a_long_one(benchmark, hands, long):
    expected = pb.evaluate(hands, num_threads=1)
    is_running, enough = threading.Event(), threading.Event()

    def stop(done, total):
        is_running.set()
        if enough.is_set():
            raise EnoughError

    def work():
        while not enough.is_set():
            try:
                long(stop)
            except EnoughError:
                return

    with ThreadPoolExecutor(1) as pool:
        beside = pool.submit(work)
        try:
            is_running.wait()
            found = benchmark.pedantic(pb.evaluate, (hands,), {"num_threads": 2}, rounds=100, iterations=1)
            assert (found == expected).all()
            assert not beside.done()
        finally:
            enough.set()
    beside.result()
    if benchmark.enabled:
        benchmark.extra_info["longest call, ms (30 are allowed)"] = round(benchmark.stats.stats.max * 1e3, 1)


def bench_eight_threads_with_mixed_calls(benchmark, hands):
    calls = [
        lambda: pb.evaluate(hands, num_threads=2).sum(),
        lambda: pb.evaluator.category_census(6, num_threads=2),
        lambda: pb.equity("AhAd", "KsKh").counts,
        lambda: pb.expected_hand_strength(hands[:2000, :2], board=hands[:2000, 2:5], num_threads=2).sum(),
    ]
    alone = [call() for call in calls]
    n_calls = 20 if benchmark.enabled else len(calls)

    def mixed(i):
        return [calls[(i + j) % len(calls)]() for j in range(n_calls)]

    start = time.perf_counter()
    for i in range(8):
        assert mixed(i)[0] == alone[i % len(calls)]
    summed = time.perf_counter() - start

    def at_once():
        with ThreadPoolExecutor(8) as pool:
            return list(pool.map(mixed, range(8)))

    found = benchmark.pedantic(at_once, rounds=5, iterations=1)
    assert all(results == mixed(i) for i, results in enumerate(found))
    if benchmark.enabled:
        benchmark.extra_info["time / that of one call after the other"] = round(benchmark.stats.stats.min / summed, 2)
