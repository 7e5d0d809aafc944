"""The end of the interpreter during calls of other threads, and interpreters beside the main one."""

import sys

import pytest

CALLS = {
    "a batch": "pb.evaluate(hands)",
    "a loop on every thread": "pb.evaluator.category_census(7)",
    "a loop on one thread": "pb.evaluator.category_census(7, num_threads=1)",
    "progress calls": "pb.odds_vs_random(hands[:, :2], board=hands[:, 2:5], progress=lambda *_: None)",
    "one hand a call": "pb.evaluate('AsKsQsJsTs'); pb.hand_strength('AsKs', board='2c3d4h')",
    "one spot a call": "pb.equity('AsKs', '22+', board='2c3d4h'); pb.equity('AsKs', '22+', board='2c3d4h', rng=1)",
    "one deal a call": "pb.odds_vs_random('AsKs', '2c3d4h5c'); pb.outs('AsKs', '2c3d4h'); pb.category([1, 2])",
    "a first call": "pb.expected_hand_strength(hands[:200, :2], board=hands[:200, 2:5])",
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("end", ["pass", "sys.exit(0)"])
def test_daemon_threads_do_not_disturb_the_end(run_python, call, end):
    """Several ends, each at another point of the calls: no crash, no word of an error."""
    code = f"""
import sys, threading, time
import pokerbits as pb
hands = pb.random_hands(200_000, 7, rng=1)
begun = threading.Barrier(3)
def work():
    begun.wait()
    while True:
        {call}
for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
begun.wait()
# The end comes at another point of the calls each time.
time.sleep(float(sys.argv[1]))
{end}
"""
    for delay in ("0", "0.003", "0.02", "0.1"):
        done = run_python(f"import sys; sys.argv[1:] = [{delay!r}]\n{code}")
        assert (done.stdout, done.stderr) == ("", "")


def test_a_pool_of_threads_ends_before_the_interpreter(run_python):
    """Threads that are no daemons: the calls in their queue are made, each with its result."""
    code = """
from concurrent.futures import ThreadPoolExecutor
import pokerbits as pb
def work():
    print(f"{pb.evaluator.category_census(5)[pb.Category.FLUSH]}\\n", end="")
pool = ThreadPoolExecutor(4)
for _ in range(40):
    pool.submit(work)
"""
    assert run_python(code).stdout.split() == ["5108"] * 40


def test_calls_at_exit(run_python):
    code = """
import atexit
import pokerbits as pb
atexit.register(lambda: print(pb.evaluator.category_census(5, num_threads=2)[pb.Category.FLUSH]))
"""
    assert run_python(code).stdout == "5108\n"


@pytest.mark.skipif(sys.version_info < (3, 12), reason="interpreters with a lock of their own came with Python 3.12")
def test_another_interpreter_is_refused_in_words(run_python):
    """The core keeps its classes once a process, and NumPy is not made for it either: `ImportError`, no crash."""
    code = """
import pokerbits as pb
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
inside = '''
try:
    import pokerbits._native
except ImportError as error:
    assert "interpreter" in str(error), error
else:
    raise SystemExit("imported")
'''
for _ in range(3):
    one = interpreters.create()
    failed = interpreters.run_string(one, inside)
    assert failed is None, failed
    interpreters.destroy(one)
print(pb.evaluate("AsKsQsJsTs", num_threads=2))
"""
    assert run_python(code).stdout == "7462\n"
