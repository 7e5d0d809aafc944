"""Threads: any number gives the same bits, and many callers do not disturb each other."""

import os
import pickle
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest

import oracles
import pokerbits as pb
from pokerbits.exceptions import DuplicateCardError, InvalidArgumentError
from right_calls import right_calls
from threads import beside


@pytest.mark.parametrize("num_threads", [1, 2, 3, 7, 16, 64])
def test_the_same_bytes_on_any_number_of_threads(seven_card_hands, num_threads):
    one = pb.evaluate(seven_card_hands, num_threads=1)
    assert pb.evaluate(seven_card_hands, num_threads=num_threads).tobytes() == one.tobytes()
    boards = seven_card_hands[:500, :5]
    one = pb.evaluate_combos(boards, num_threads=1)
    assert pb.evaluate_combos(boards, num_threads=num_threads).tobytes() == one.tobytes()
    census = pb.evaluator.category_census(6, num_threads=num_threads)
    assert census == pb.evaluator.category_census(6, num_threads=1)


NO_ANSWER = {"abstraction.HistogramKMeans 2", "abstraction.OutcomeClasses", "certificates.chunks"}
"""Objects that others are asked of, and an iterator."""
SLOW = {"reports.flop_subset", "abstraction.winrate_history", "pb.preflop_odds", "strength.average_rank_strength"}
WITH_THREADS = {
    name: call
    for name, call in right_calls().items()
    if "num_threads" in call.by_name and not call.has_file() and not call.has_slow_object() and name not in NO_ANSWER
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in WITH_THREADS]
)
def test_the_same_answer_on_any_number_of_threads(name):
    """The pickles of the answers of every function are equal."""
    function, by_place, by_name = WITH_THREADS[name].prepared(50_000)
    one, *others = (pickle.dumps(function(*by_place, **by_name | {"num_threads": n})) for n in (1, 2, 5))
    assert others == [one] * 2


def test_the_number_set_for_all_calls_changes_no_bit(seven_card_hands):
    expected = pb.evaluate(seven_card_hands, num_threads=1)
    for num_threads in (1, 5, 1, None):
        pb.set_num_threads(num_threads)
        assert (pb.evaluate(seven_card_hands) == expected).all()


def at_once(n, work):
    """Call `work(i)` on `n` threads that start together."""
    start = Barrier(n)

    def run(i):
        start.wait()
        return work(i)

    with ThreadPoolExecutor(n) as pool:
        return [task.result() for task in [pool.submit(run, i) for i in range(n)]]


@pytest.mark.parametrize("num_threads", [1, 2, None])
def test_eight_threads_evaluate_at_once(seven_card_hands, num_threads):
    parts = np.array_split(seven_card_hands, 8)
    expected = [pb.evaluate(part) for part in parts]
    assert (expected[0][:3000] == oracles.strengths(parts[0][:3000])).all()

    def work(i):
        return [pb.evaluate(parts[i], num_threads=num_threads) for _ in range(20)]

    for found, right in zip(at_once(8, work), expected, strict=True):
        assert all((again == right).all() for again in found)


def test_different_calls_at_once(seven_card_hands):
    def work(i):
        if i % 4 == 0:
            return pb.evaluate(seven_card_hands[:20_000], num_threads=1 + i).sum()
        if i % 4 == 1:
            return pb.evaluate_combos(seven_card_hands[:200, :5], num_threads=1 + i).sum()
        if i % 4 == 2:
            return pb.equity("AhAd", "KsKh").counts
        try:
            return pb.evaluate([[0, 1, 2, 3, 4], [5, 6, 7, 8, 8]])
        except DuplicateCardError as error:
            return str(error)

    alone = [work(i) for i in range(8)]
    for _ in range(5):
        assert at_once(8, work) == alone


def test_an_error_in_one_call_is_not_anothers(seven_card_hands):
    hands = seven_card_hands[:60_000]

    def work(i):
        mine = hands.copy()
        mine[7000 * i, 3] = mine[7000 * i, 5]
        with pytest.raises(DuplicateCardError, match=f"^row {7000 * i}: ") as caught:
            pb.evaluate(mine, num_threads=2)
        return type(caught.value)

    assert at_once(8, work) == [DuplicateCardError] * 8


def test_other_threads_run_while_hands_are_evaluated():
    census = threading.Thread(target=lambda: [pb.evaluator.category_census(7, num_threads=1) for _ in range(3)])
    census.start()
    turns = 0
    while census.is_alive():
        turns += 1
    # A call that kept the interpreter to itself would leave a turn or two.
    assert turns > 1000


def test_an_array_that_changes_under_a_call_harms_nothing(seven_card_hands):
    cards = seven_card_hands.copy()
    stop = threading.Event()

    def scribble():
        while not stop.is_set():
            cards[::3] = 255
            cards[::3] = seven_card_hands[::3]

    with beside(scribble, at_end=stop.set):
        for _ in range(30):
            try:
                found = pb.evaluate(cards)
            except pb.exceptions.InvalidCardError:
                continue
            assert ((found >= 1) & (found <= 7462)).all()
    assert (pb.evaluate(cards[:1000]) == oracles.strengths(seven_card_hands[:1000])).all()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_growing_leaves_no_threads_behind(run_python):
    code = """
import os, pathlib, time
import numpy as np
import pokerbits as pb

def threads():
    return len(list(pathlib.Path("/proc/self/task").iterdir()))

hands = np.tile(np.arange(7, dtype=np.uint8), (1_000_000, 1))
most = max(39, os.cpu_count())
before = threads()
for num_threads in range(2, most + 1):
    pb.evaluate(hands, num_threads=num_threads)
    assert threads() < before + most
# Threads that have nothing to do end after a while, however long.
while threads() > before:
    time.sleep(0.01)
print("ended", pb.evaluate(hands, num_threads=2)[0])
"""
    assert run_python(code).stdout == "ended 7297\n"


# Settings


def test_set_and_get():
    default = pb.get_num_threads()
    assert default >= 1
    pb.set_num_threads(3)
    assert pb.get_num_threads() == 3
    pb.set_num_threads(np.int64(4))
    assert pb.get_num_threads() == 4
    pb.set_num_threads(None)
    assert pb.get_num_threads() == default


@pytest.mark.parametrize("number", [0, -1, 1025, 10**30])
def test_numbers_out_of_range(number):
    with pytest.raises(InvalidArgumentError, match=f"num_threads = {number}: expected 1 to 1024"):
        pb.set_num_threads(number)
    for call in (
        lambda: pb.evaluate_combos("AsKsQsJsTs", num_threads=number),
        lambda: pb.evaluator.category_census(5, num_threads=number),
    ):
        with pytest.raises(InvalidArgumentError, match=f"num_threads = {number}"):
            call()


@pytest.mark.parametrize("number", [1.0, "2", [1]])
def test_numbers_are_integers(number):
    with pytest.raises(TypeError):
        pb.set_num_threads(number)


def default_now():
    """Have the default read again."""
    pb.set_num_threads(None)
    return pb.get_num_threads()


def test_the_environment(monkeypatch):
    monkeypatch.delenv("POKERBITS_NUM_THREADS", raising=False)
    monkeypatch.delenv("RAYON_NUM_THREADS", raising=False)
    cpus = default_now()
    monkeypatch.setenv("RAYON_NUM_THREADS", "3")
    assert default_now() == 3
    monkeypatch.setenv("POKERBITS_NUM_THREADS", "5")
    assert default_now() == 5
    pb.set_num_threads(2)
    assert pb.get_num_threads() == 2
    for as_if_unset in ("", "0"):
        monkeypatch.setenv("POKERBITS_NUM_THREADS", as_if_unset)
        assert default_now() == 3
    monkeypatch.setenv("RAYON_NUM_THREADS", "0")
    assert default_now() == cpus


def test_the_environment_is_read_once(monkeypatch):
    monkeypatch.setenv("POKERBITS_NUM_THREADS", "5")
    assert default_now() == 5
    monkeypatch.setenv("POKERBITS_NUM_THREADS", "6")
    assert pb.get_num_threads() == 5
    with pytest.raises(InvalidArgumentError):
        pb.set_num_threads(0)
    assert pb.get_num_threads() == 5, "a number that is refused changes nothing"
    assert default_now() == 6


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no affinity on this system")
def test_the_cpus_of_the_process_are_the_default(run_python):
    code = """
import os
import pokerbits as pb
assert pb.get_num_threads() == len(os.sched_getaffinity(0))
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
pb.set_num_threads(None)
print(pb.get_num_threads())
"""
    assert run_python(code, POKERBITS_NUM_THREADS="", RAYON_NUM_THREADS="").stdout == "1\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_the_child_of_a_fork_reads_the_environment_again(run_python):
    code = """
import os
import pokerbits as pb

def seen_by_a_child():
    child = os.fork()
    if child == 0:
        os._exit(pb.get_num_threads())
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

first = pb.get_num_threads()
os.environ["POKERBITS_NUM_THREADS"] = "4"
print(first, seen_by_a_child(), pb.get_num_threads())
pb.set_num_threads(2)
print(seen_by_a_child())
"""
    assert run_python(code, POKERBITS_NUM_THREADS="3").stdout.split() == ["3", "4", "3", "2"]


@pytest.mark.parametrize("text", ["many", "-1", "1025", "1.5", " ", "1_0", "\u0661", "\uff12"])
def test_an_environment_that_makes_no_sense(monkeypatch, text):
    monkeypatch.setenv("POKERBITS_NUM_THREADS", text)
    pb.set_num_threads(None)
    # What is wrong is not remembered: every call says it.
    for call in (pb.get_num_threads, lambda: pb.evaluate(["AsKsQsJsTs"] * 2), lambda: pb.evaluator.category_census(5)):
        with pytest.raises(InvalidArgumentError, match=f"POKERBITS_NUM_THREADS={text}: expected a number of threads"):
            call()
    assert pb.evaluate("AsKsQsJsTs") == 7462, "one hand needs no threads"
    monkeypatch.setenv("POKERBITS_NUM_THREADS", "2")
    assert pb.get_num_threads() == 2


def test_the_environment_of_a_fresh_process(run_python):
    code = "import pokerbits as pb; print(pb.get_num_threads(), pb.evaluator.category_census(5)[pb.Category.FLUSH])"
    assert run_python(code, POKERBITS_NUM_THREADS="7").stdout.split() == ["7", "5108"]


def test_nothing_is_started_before_it_is_needed(run_python):
    code = """
import threading, os, pathlib
import pokerbits as pb
def threads():
    return len(list(pathlib.Path("/proc/self/task").iterdir()))
before = threads()
pb.evaluate("AsKsQsJsTs"); pb.equity("AsKs", "QsQd")
assert threads() == before, "a single hand starts no thread"
pb.evaluator.category_census(6, num_threads=2)
print(threads() - before)
"""
    if not pb.build_info()["target"].endswith("linux"):
        pytest.skip("reads /proc")
    assert int(run_python(code, OPENBLAS_NUM_THREADS="1").stdout) >= 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits the address space as Linux does")
@pytest.mark.parametrize("mebibytes", [1, 64])
def test_a_system_without_more_threads_is_slower_not_wrong(run_python, mebibytes):
    code = """
import resource
import numpy as np
import pokerbits as pb
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (MEBIBYTES << 20), -1))
counts = pb.evaluator.category_census(6, num_threads=1024)
print(counts[pb.Category.FLUSH], pb.evaluate("AsKsQsJsTs", num_threads=1024))
"""
    found = run_python(code.replace("MEBIBYTES", str(mebibytes))).stdout.split()
    assert found == ["205792", "7462"]
