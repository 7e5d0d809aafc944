"""The fuzzer of the public functions: it knows them all, and sees what it has to see. `just fuzz-calls` has it fuzz."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import pokerbits as pb

FUZZ = Path(__file__).parent / "fuzz"
PREAMBLE = f"""
import sys
sys.path[:0] = {[str(FUZZ), str(FUZZ.parent)]!r}
import hostile_calls
from calls import MAKERS, Call, given
from values import REFUSED, UNKNOWN, Value
"""

WITHOUT_ARGUMENTS = {"pb.build_info", "pb.cpu_features", "pb.get_num_threads", "pb.show_versions"}


def public_functions():
    """Return the public functions, and the methods of the indexer, as Python names them."""
    names = ("abstraction", "cards", "evaluator", "indexing", "odds", "reports", "strength")
    modules = {"pb": pb} | {f"pb.{name}": getattr(pb, name) for name in names}
    modules["pb.evaluator.keys"] = pb.evaluator.keys
    for prefix, module in modules.items():
        functions = {name: getattr(module, name) for name in module.__all__}
        # What the package has under the same name is called there.
        own = {name for name, function in functions.items() if module is pb or getattr(pb, name, None) is not function}
        yield from (f"{prefix}.{name}" for name in functions if name in own and inspect.isfunction(functions[name]))
    methods = (name for name, _ in inspect.getmembers(pb.HandIndexer, inspect.isfunction) if not name.startswith("_"))
    yield from (f"pb.HandIndexer.{name}" for name in methods)


def test_every_function_is_called(run_python):
    known = set(run_python(PREAMBLE + "print(*MAKERS, sep='\\n')").stdout.splitlines())
    wanted = set(public_functions()) - WITHOUT_ARGUMENTS
    assert len(wanted) > 35
    assert not wanted - known


def test_calls_of_a_seed_are_the_same(run_python):
    code = PREAMBLE + "print(*(hostile_calls.draw(5, n)[0].text() for n in range(300)), sep='\\n')"
    first, second = (run_python(code, PYTHONHASHSEED=seed).stdout for seed in ("1", "2"))
    assert first == second
    assert len(first.splitlines()) >= 300


@pytest.mark.parametrize(
    ("call", "failure"),
    [
        ("Call('int', given(_n=Value('7', 7)), lambda n: n)", "None"),
        ("Call('int', given(_n=Value('7', 7)), lambda n: n + 1)", "answers 7, not 8"),
        ("Call('int', given(_n=Value('7', 7)), lambda n: lambda found: found == 8)", "answers 7"),
        ("Call('np.uint8', given(_n=Value('7', 7)), lambda n: np.uint16(7))", "answers np.uint8(7), not np.uint16(7)"),
        ("Call('int', given(_n=Value('7.5', REFUSED)), lambda n: n)", "accepts nonsense, with 7"),
        ("Call('int', given(_n=Value('None', REFUSED)), lambda n: n)", "None"),
        ("Call('int', given(_n=Value('None', 7)), lambda n: n)", "refuses what is right"),
        ("Call('int', given(_n=Value('None', 7, sure=False)), lambda n: n)", "None"),
        ("Call('{}.__getitem__', given(_n=Value('7', REFUSED)), lambda n: n)", "KeyError: 7"),
        ("Call('[].__getitem__', given(_n=Value('7', UNKNOWN)), lambda n: n)", "IndexError"),
        ("Call('Ints.missing', given(_n=Value('7', UNKNOWN)), lambda n: n)", "AttributeError"),
        ("Call('np.sqrt', given(_n=Value('np.float64(-1)', UNKNOWN)), lambda n: n)", "RuntimeWarning"),
        ("Call('Ints.loop', given(_n=Value('iter(int, 1)', UNKNOWN)), lambda n: n)", "INTERRUPTED"),
    ],
)
def test_what_is_wrong_is_seen(run_python, call, failure):
    """Calls of functions of Python with right and wrong answers."""
    code = f"""
import random, warnings
import numpy as np
import values
class Ints:
    missing = lambda n: n.missing
    loop = lambda endless: [0 for number in endless if number]
values.Ints = Ints
warnings.simplefilter("error")
print(hostile_calls.attempt({call}, random.Random(1))[1])
"""
    assert failure in run_python(PREAMBLE + code).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_a_crash_and_a_hang_are_seen(tmp_path):
    driver = tmp_path / "driver.py"
    driver.write_text(
        PREAMBLE
        + """
hostile_calls.__file__ = __file__
hostile_calls.HANG = 3.0
MAKERS.clear()
MAKERS["crash"] = lambda rng: Call("ctypes.string_at", given(_at=Value("0", UNKNOWN)), None)
# Nothing looks for signals in this loop.
MAKERS["hang"] = lambda rng: Call("sum", given(_numbers=Value("range(10**15)", UNKNOWN)), None)
sys.exit(hostile_calls.main())
"""
    )
    # By this seed a crash, a hang, which takes its three seconds, and another crash.
    program = [sys.executable, str(driver), "--seconds", "60", "--seed", "4", "--jobs", "1", "--calls", "3"]
    done = subprocess.run(program, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    assert "seed 4, 1 processes" in done.stdout
    assert "the process ended, -11\n  from values import *\n  ctypes.string_at(0)" in done.stdout
    assert "no end after 3 seconds" in done.stdout
    assert "3 calls of 2 functions, 3 failed" in done.stdout
