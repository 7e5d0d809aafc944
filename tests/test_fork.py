"""Forks: threads do not survive one, calls after it must work all the same."""

import ast
import os
import sys
from pathlib import Path

import pytest

import pokerbits as pb

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")

# Run in a process of its own: a child that hangs or crashes must not take the tests with it.
PREAMBLE = """
import os, signal, sys, threading, warnings
import numpy as np
import pokerbits as pb

rng = np.random.default_rng(0)
hands = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (50_000, 1)), axis=1)[:, :7].copy()
expected = pb.evaluate(hands, num_threads=1)

def right(num_threads):
    return bool((pb.evaluate(hands, num_threads=num_threads) == expected).all())

def fork(work):
    # Since 3.12 Python warns of forks in a process with threads.
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        child = os.fork()
        if child == 0:
            # A child that hangs ends, and with it the wait of its parent.
            signal.alarm(300)
            ok = False
            try:
                ok = work()
            finally:
                os._exit(0 if ok else 1)
    warned.extend(str(warning.message) for warning in caught)
    return child

def status(child):
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

class Working:
    # Threads that do a piece of work again and again while the block runs; rounds has what it returned.
    def __init__(self, work, n_threads=1):
        self.rounds = []
        self.stop = threading.Event()
        self.threads = [threading.Thread(target=self.repeat, args=(work,)) for _ in range(n_threads)]

    def repeat(self, work):
        while not self.stop.is_set():
            self.rounds.append(work())

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self.rounds

    def __exit__(self, *of_error):
        self.stop.set()
        for thread in self.threads:
            thread.join()

warned = []
"""


def run(run_python, code):
    return run_python(PREAMBLE + code).stdout.split()


def test_a_fork_after_use(run_python):
    code = """
assert right(2)
child = fork(lambda: right(2) and right(3) and right(1))
print(status(child), right(2), sum("fork" in text for text in warned))
"""
    warnings = "1" if sys.version_info >= (3, 12) else "0"
    assert run(run_python, code) == ["0", "True", warnings]


def test_a_fork_before_use(run_python):
    code = """
print(status(fork(lambda: right(2))), right(2))
"""
    assert run(run_python, code) == ["0", "True"]


def test_a_fork_of_a_fork(run_python):
    code = """
assert right(2)
def child():
    return right(2) and status(fork(lambda: right(2))) == 0 and right(2)
print(status(fork(child)), right(2))
"""
    assert run(run_python, code) == ["0", "True"]


def test_forks_while_another_thread_evaluates(run_python):
    code = """
assert right(2)
with Working(lambda: right(2), 2) as rounds:
    codes = [status(fork(lambda: right(2))) for _ in range(20)]
print(set(codes), all(rounds), len(rounds) > 0, right(2))
"""
    assert run(run_python, code) == ["{0}", "True", "True", "True"]


def test_forks_while_another_thread_multiplies_matrices(run_python):
    """OpenBLAS ends its threads before a fork, and waits for ever if they are at work for another thread."""
    code = """
from pokerbits._products import least_squares, product
signal.alarm(300)
square = np.random.default_rng(1).random((400, 400))
def work():
    return product(square, square).sum() + least_squares(square[:60, :60], np.ones(60)).sum() > 0
with Working(work) as rounds:
    codes = [status(fork(lambda: product(square, square).sum() > 0)) for _ in range(20)]
print(set(codes), all(rounds), len(rounds) > 0)
"""
    assert run(run_python, code) == ["{0}", "True", "True"]


def test_threads_that_forks_wait_for_let_them_go_first(run_python):
    code = """
import time
from pokerbits import _forks
_forks.LONGEST_WAIT = 1e9
signal.alarm(300)
def work():
    with _forks.NoFork():
        time.sleep(0.002)
        with _forks.NoFork():
            time.sleep(0.002)
with Working(work, 8):
    codes = [status(fork(lambda: right(2))) for _ in range(10)]
print(set(codes), _forks._waiting)
"""
    assert run(run_python, code) == ["{0}", "set()"]


FUNCTIONS_OF_BLAS = {
    *("convolve", "correlate", "dot", "einsum", "inner", "linalg", "matmul", "polyfit", "tensordot", "vdot", "vecdot"),
}


def products_in(tree):
    """Yield the lines of a module with matrix products: operators, and functions of NumPy."""
    for node in ast.walk(tree):
        if (isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.MatMult)) or (
            isinstance(node, ast.Attribute) and node.attr in FUNCTIONS_OF_BLAS
        ):
            yield node.lineno


def test_a_fork_waits_for_all_matrix_products():
    found = {}
    for path in sorted(Path(pb.__file__).parent.rglob("*.py")):
        if lines := list(products_in(ast.parse(path.read_text(encoding="utf-8")))):
            found[path.name] = len(lines)
    assert found == {"_products.py": 3}
    assert sorted(products_in(ast.parse("a @ b\nnp.dot(a, b)\na @= b\na * b"))) == [1, 2, 3]


def test_children_work_at_the_same_time(run_python):
    code = """
assert right(2)
children = [fork(lambda: all(right(2) for _ in range(5))) for _ in range(6)]
print(right(2), *{status(child) for child in children})
"""
    assert run(run_python, code) == ["True", "0"]


def test_a_pool_of_forked_processes(run_python):
    code = """
import multiprocessing
assert right(2)
warnings.simplefilter("ignore", DeprecationWarning)
with multiprocessing.get_context("fork").Pool(3) as pool:
    print(set(pool.map(right, [1, 2, 3] * 5)))
"""
    assert run(run_python, code) == ["{True}"]


def test_a_fork_during_a_call(run_python):
    """The threads that had begun steps of the call exist in the parent only: the child is told, the parent goes on."""
    code = """
children = []
def progress(done, total):
    if children:
        return
    child = os.fork()
    children.append(child or os.getpid())
    if child == 0:
        signal.alarm(300)

try:
    pb.strength_table("ehs", street="flop", num_threads=3, progress=progress)
except pb.exceptions.ThreadError as error:
    # The child, where a new call works.
    os._exit(0 if "forked during the call" in str(error) and right(2) else 1)
if os.getpid() in children:
    os._exit(2)
print(status(children[0]), right(2))
"""
    assert run(run_python, code) == ["0", "True"]


def test_a_number_first_returned_while_another_thread_forks(run_python):
    """Each strength is made when it is first returned, and other threads may run, and fork, at that moment."""
    code = """
evaluate = pb.evaluate
hands = [pb.example_hand(strength).tolist() for strength in range(1, 7463)]
def first_returns(hands):
    # No instruction of Python between two calls: this thread is interrupted within calls alone.
    return [evaluate(hand) for hand in hands] == list(range(1, 7463))
# Before a fork a process with threads imports them, and the other thread would be done by then.
import pokerbits.abstraction, pokerbits.openspiel, pokerbits.plot, pokerbits.reports
np.ma, np.random
sys.setswitchinterval(1e-6)
left = iter(hands)
returned, children = [], []
thread = threading.Thread(target=lambda: returned.append(first_returns(left)))
thread.start()
for most in (6000, 4000, 2000):
    while left.__length_hint__() > most:
        pass
    children.append(fork(lambda: first_returns(hands)))
thread.join()
print(*returned, *(status(child) for child in children))
"""
    # Whether a fork meets the moment is chance; that no such lock is used is seen by clippy.toml.
    assert [run(run_python, code) for _ in range(2)] == [["True", "0", "0", "0"]] * 2


# What builds a table of the process at its first call: the values of all boards of each size, the values before the
# flop, the patterns of boards, and what stands on these.
FIRST_CALLS = {
    "hand strength": "pb.hand_strength(np.tile(hands[:, :2], (8, 1)), board=np.tile(hands[:, 2:], (8, 1))).sum()",
    "expected strength": "pb.expected_hand_strength('AsKd', board='QhJh2c')",
    "expected strength before the flop": "pb.expected_hand_strength('AsKd')",
    "average rank strength": "pb.strength.average_rank_strength('AsKd', board='QhJh2c')",
    "clusters": "pb.strength.opponent_clusters(8).of_class.sum()",
    "flop table": "pb.strength_table('ehs', street='flop', dtype='counts').sum()",
    "equity before the flop": "str(pb.equity('AsKd', 'QhQs'))",
    "odds before the flop": "str(pb.odds_vs_random('AsKd'))",
}


LONG_FIRST_CALLS = ("average rank strength", "flop table")


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(call, id=name, marks=[pytest.mark.slow] if name in LONG_FIRST_CALLS else [])
        for name, call in FIRST_CALLS.items()
    ],
)
def test_forks_while_another_thread_makes_its_first_call(run_python, call):
    # With a lock around the building, which no thread of the child would ever release, the child waits until its alarm.
    code = f"""
def first_call():
    return {call}
answers = []
thread = threading.Thread(target=lambda: answers.append(first_call()))
thread.start()
children = []
while not children or (thread.is_alive() and len(children) < 3):
    receiver, sender = os.pipe()
    children.append((fork(lambda: os.write(sender, repr(first_call()).encode()) > 0), receiver))
    os.close(sender)
    thread.join(0.02)
codes = {{status(child) for child, _ in children}}
thread.join()
told = {{os.read(receiver, 1000).decode() for _, receiver in children}}
print(codes, told == {{repr(answers[0])}})
"""
    assert run(run_python, code) == ["{0}", "True"]
