"""The fuzzer of the public functions: it knows them all, and sees what it has to see. `just fuzz-calls` has it fuzz."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from right_calls import right_calls

FUZZ = Path(__file__).parent / "fuzz"
PREAMBLE = f"""
import sys
sys.path[:0] = {[str(FUZZ), str(FUZZ.parent)]!r}
import hostile_calls, judge, objects, rounds, watcher
from integers import number
from registry import CALLS, Call, called, load
from values import REFUSED, UNKNOWN, Value, right, unknown
"""

LEFT_OUT = {
    *(f"CardAbstraction.{name}" for name in ("export", "load", "save")),
    *("OutcomeClasses.of_hands", "OutcomeClasses.tuples"),
    *("EndgameData", "EndgameData.check", "EndgameData.shard", "EndgameData.take", "EndgameValues.to_npz"),
    *("PreflopOdds.to_csv", "build_endgames"),
    *("Solver.load", "Solver.save", "read_config", "score_abstraction"),
    *("build_three_way_counts", "three_way_counts", "three_way_equities"),
}
"""Functions and methods that read or write files, and methods of objects that take seconds to make."""


def test_every_function_is_called(run_python, tmp_path, monkeypatch):
    """But those without arguments, and `plot`, which calls a function of `pokerbits.plot`."""
    # A table is mapped, so that its methods can be looked at.
    monkeypatch.chdir(tmp_path)
    code = "print(*load(), sep='\\n')"
    known = set(run_python(PREAMBLE + code).stdout.split())
    wanted = {call.called().__qualname__ for call in right_calls().values() if call.by_place or call.by_name}
    assert len(wanted) > 120
    assert {name for name in wanted - known if not name.endswith(".plot")} == LEFT_OUT


@pytest.mark.slow
def test_calls_of_a_seed_are_the_same(run_python):
    """Neither the order of sets nor the rounds before have a part in them."""
    code = """
rounds.prepare()
order = [0, 1, 2, 3, 4, 5][::int(sys.argv[1])]
calls = {n: [] for n in order}
for n in order:
    rounds.failures_of(5, n, lambda call: calls[n].append(call.text()))
print(*(text.encode(errors="replace") for n in sorted(calls) for text in calls[n]), sep="\\n")
"""
    first, second = (
        run_python(PREAMBLE + code.replace("sys.argv[1]", step), PYTHONHASHSEED=seed).stdout
        for seed, step in (("1", "1"), ("2", "-1"))
    )
    assert first == second
    assert len(first.splitlines()) > 50


ENDINGS = {
    "Call('int', [Value('7', '7')], {})": "False",
    "Call('int', [Value('None', REFUSED)], {})": "False",
    "Call('int', [Value('Index(7)', '7', sure=False)], {})": "False",
    "Call('int', [Value('None', '7', sure=False)], {})": "False",
    "Call('int', [Value('None', UNKNOWN)], {})": "False",
    "Call('int', [Value('Index(7)', '8', sure=False)], {})": "WrongAnswer: answers 7, but 8 to int(8)",
    "Call('np.array', [Value('np.uint16(7)', 'np.uint8(7)')], {})": "WrongAnswer: answers array(7, dtype=uint16)",
    "Call('np.array', [Value('[7]', '[[7]]')], {})": "WrongAnswer: answers array([7]), but array([[7]])",
    "Call('(lambda out=0: np.ones(3))', [], {}, Value('{0}', ''))": "not the array of `out`",
    "Call('int', [Value('7.5', REFUSED)], {})": "AcceptsWrong: accepts what is wrong, answers 7",
    "Call('int', [], {'base': Value('5', REFUSED)})": "False",
    "Call('int', [Value('None', '7')], {})": "RefusesRight: refuses what is right",
    "Call('int', [Value('None', 'None')], {})": "RefusesRight: refuses what is right",
    "Call('{}.__getitem__', [Value('7', REFUSED)], {})": "KeyError: 7",
    "Call('[].__getitem__', [Value('7', UNKNOWN)], {})": "ForeignError: ",
    "Call('(lambda n: n.missing)', [Value('7', UNKNOWN)], {})": "AttributeError",
    "Call('np.sqrt', [Value('np.float64(-1)', UNKNOWN)], {})": "RuntimeWarning",
    "Call('pb.category', [Value('8000', UNKNOWN)], {})": "False",
    # An endless loop that can be interrupted.
    "Call('all', [Value('iter(lambda: 1, 0)', UNKNOWN)], {})": "True",
}
"""Calls of functions of Python, right and wrong ones, and how they are judged."""


def test_what_is_wrong_is_seen(run_python):
    code = """
judge.only_our_warnings_are_errors()
for call in CODE:
    try:
        print(ascii(str(judge.attempt(eval(call)))))
    except judge.Failed as failure:
        print(ascii(f"{type(failure).__name__}: {failure}"))
"""
    judged = run_python(PREAMBLE + code.replace("CODE", repr([*ENDINGS]))).stdout.splitlines()
    for (call, ending), told in zip(ENDINGS.items(), judged, strict=True):
        assert ending in ast.literal_eval(told), call


def test_failures_are_shrunk(run_python):
    """Each of two failures comes with its smallest call, and once."""
    code = """
def planted(n):
    if n > 40:
        raise KeyError("planted")
    return n if type(n) is int else str(n)
objects.planted = planted
called("planted", number(0, 100))
for n in range(3):
    print(*(rounds.report(1, n, failure) for failure in rounds.failures_of(1, n)))
"""
    told = run_python(PREAMBLE + code).stdout
    assert "KeyError: 'planted'\n  from objects import *\n  planted(41)\n" in told
    assert "  again: python tests/fuzz/hostile_calls.py --seed 1 --only 0\n" in told
    assert re.search(r"answers '0', but 0 to planted\(0\)\n  from objects import \*\n  planted\(np.\w+\(0\)\)", told)


def fuzzed(folder: Path, function: str, *options: str) -> tuple[int, str]:
    """Run the fuzzer of one function, for long enough on any machine; return its exit code and what it prints."""
    driver = folder / "driver.py"
    driver.write_text(
        PREAMBLE + "rounds.prepare = lambda: None\n" + function + "\nsys.exit(hostile_calls.main())\n", encoding="utf-8"
    )
    program = [sys.executable, str(driver), "--seconds", "3600", "--seed", "4", *options]
    done = subprocess.run(program, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_nothing_wrong(tmp_path):
    code, told = fuzzed(tmp_path, 'called("int", right("1 | 2"))', "--jobs", "2", "--rounds", "5")
    assert code == 0, told
    assert "seed 4, 2 processes" in told
    assert "10 calls of 1 functions, 0 failed, 0 interrupted (seed 4)" in told


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_a_crash_is_seen_and_shrunk(tmp_path):
    crash = """
import ctypes
objects.crash = lambda n: ctypes.string_at(0) if n > 40 else n
called("crash", number(0, 100))
"""
    code, told = fuzzed(tmp_path, crash, "--jobs", "1", "--rounds", "1")
    assert code == 1, told
    assert "FAILED round 0 of seed 4, crash: the process ended, -11\n  from objects import *\n  crash(" in told
    assert "SMALLER round 0 of seed 4, crash: the process ended, -11\n  from objects import *\n  crash(41)\n" in told
    assert "calls of 1 functions, 1 failed" in told


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_a_hang_is_seen(tmp_path):
    """The call never ends, so that the second after which it hangs is no matter of how busy the machine is."""
    hang = """
watcher.HANG = 1.0
# Nothing looks for signals in this loop.
called("sum", unknown("range(10**15)"))
"""
    code, told = fuzzed(tmp_path, hang, "--jobs", "1", "--rounds", "1")
    assert code == 1, told
    assert (
        "FAILED round 0 of seed 4, sum: no end after 1 seconds\n  from objects import *\n  sum(range(10**15))" in told
    )
    assert "0 calls of 1 functions, 1 failed" in told
