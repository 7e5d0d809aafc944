"""No memory for what grows with the input: a call ends with its result or with MemoryError, never with the process."""

import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what a process uses is read from /proc")


HEADER = f"""
import sys
sys.path[:0] = {[str(Path(__file__).parent / "fuzz"), str(Path(__file__).parent)]!r}
import memory_limits
"""


LIMITS = [0.2, 1.0, 8.0, 64.0]

QUICK = "[name for name in memory_limits.names() if name not in memory_limits.SLOW]"


def check(run_python, names, limits):
    """Return how many calls were made, each with its result without a limit."""
    code = f"""
found = memory_limits.failures({names}, limits={limits})
assert not found, found
"""
    endings = run_python(HEADER + code, RUST_BACKTRACE="0").stdout.splitlines()
    assert {line.split(": ")[1] for line in endings} == {"ok"}
    return len(endings)


def test_no_call_ends_the_process(run_python):
    """Every third call under one limit: the first four of these under another one each, and so on."""
    n_limits = len(LIMITS)
    assert sum(check(run_python, f"{QUICK}[{3 * i}::{3 * n_limits}]", [LIMITS[i]]) for i in range(n_limits)) > 75


@pytest.mark.slow
def test_no_call_ends_the_process_under_any_limit(run_python):
    assert check(run_python, QUICK, LIMITS) > 150


@pytest.mark.slow
def test_no_long_call_ends_the_process(run_python):
    assert check(run_python, "memory_limits.SLOW", LIMITS) == 3


def test_what_ends_the_process_is_seen(run_python):
    """The check of the check: calls that abort, raise another error, or answer otherwise under a limit."""
    code = f"""
import os, sys
sys.path[:0] = {[str(Path(__file__).parent / "fuzz"), str(Path(__file__).parent)]!r}
import memory_limits
memory_limits.prepared = {{
    "fine": lambda: bytearray(10_000_000),
    "aborts": lambda: limited() and os.abort(),
    "raises": lambda: limited() and {{}}["missing"],
    "lies": lambda: limited(),
}}.__getitem__
def limited():
    soft, hard = memory_limits.resource.getrlimit(memory_limits.resource.RLIMIT_AS)
    return soft != hard
found = memory_limits.failures(["fine", "aborts", "raises", "lies"], limits=[4.0])
print(*sorted(found))
assert "SIGABRT" in found["aborts"][0] and "KeyError" in found["raises"][0], found
"""
    assert run_python(code).stdout.splitlines()[-1] == "aborts lies raises"


def test_lists_that_are_made_at_their_first_use(run_python):
    """A process without one free block of 8 KiB: calls that name hands raise MemoryError, and are right later."""
    code = """
import ctypes, resource
from pathlib import Path
import numpy as np
import pokerbits as pb
hands = np.array([[0, 5, 10, 15, 20]] * 1000, dtype=np.uint8)
calls = [lambda: pb.best_five(hands), lambda: pb.category(7462), lambda: pb.example_hand(7462)]
calls += [lambda: pb.describe(1092, rules="badugi"), lambda: pb.evaluate("AhKdQs7c", rules="badugi")]
# The modules, and the tables of the evaluator.
pb.best_five, pb.category, pb.example_hand, pb.describe
assert pb.evaluate(hands).max() == 1
allocate = ctypes.CDLL(None).malloc
allocate.restype = ctypes.c_void_p
in_use = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
before = resource.getrlimit(resource.RLIMIT_AS)
resource.setrlimit(resource.RLIMIT_AS, (in_use, before[1]))
for n_bytes in (1 << 16, 1 << 14, 1 << 13):
    while allocate(n_bytes):
        pass
refused = 0
for call in calls:
    try:
        call()
    except MemoryError:
        refused += 1
resource.setrlimit(resource.RLIMIT_AS, before)
print(refused > 3, pb.category(7462).name, pb.describe(1092, rules="badugi"), pb.best_five(hands)[0].tolist(), sep="; ")
"""
    found = run_python(code).stdout.strip()
    assert found == "True; STRAIGHT_FLUSH; badugi, four-three-deuce-ace; [20, 15, 10, 5, 0]"
