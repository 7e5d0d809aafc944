"""The cost of having the package: modules, bytes on disk and in memory. Time is in `benches/bench_import.py`."""

import importlib
import sys
from pathlib import Path

import pytest

import pokerbits as pb
from pokerbits import _homes, _native

# Beyond numpy's own: what `import pokerbits` may bring in.
ALLOWED = {"__future__", "_bisect", "bisect", "copy", "dataclasses", "threading"}
# `_forks.py` says why; the others come with it. It takes three milliseconds.
ALLOWED |= {"logging", "_string", "atexit", "string", "traceback"}
# Python 3.13's traceback imports it.
ALLOWED |= {"_colorize"}


def test_only_light_modules_are_imported(run_python):
    code = """
import sys
import numpy, numpy.typing
# `dataclasses` imports it, and so do most versions of NumPy.
import inspect
before = set(sys.modules)
import pokerbits
print(*sorted(name for name in set(sys.modules) - before if name.partition(".")[0] != "pokerbits"))
"""
    found = set(run_python(code).stdout.split())
    assert {name.partition(".")[0] for name in found} <= ALLOWED


def test_a_name_is_imported_at_its_first_use(run_python):
    code = """
import sys
import pokerbits as pb
ours = lambda: {name.removeprefix("pokerbits.") for name in sys.modules if name.startswith("pokerbits.")}
print(*sorted(ours()))
assert "_equity.equity" not in ours() and "equity" not in vars(pb)
assert pb.equity is pb.equity and vars(pb)["equity"] is pb.equity
assert "_equity.equity" in ours() and "odds" not in ours()
assert pb.odds.losses and "odds" in ours()
"""
    assert len(run_python(code).stdout.split()) < 15


def test_every_public_name_has_a_home():
    assert set(_homes.HOMES) | _homes.NAMESPACES == {*pb.__all__, *(name for name in dir(pb) if name[0] != "_")}
    for name, home in _homes.HOMES.items():
        assert getattr(pb, name) is getattr(importlib.import_module(f"pokerbits.{home}"), name)


def test_the_native_library_is_small():
    most = 8_550_000 if pb.build_info()["profile"] == "release" else 10_300_000
    assert Path(_native.__file__).stat().st_size < most


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_grows_little(run_python):
    code = """
import numpy as np
import pokerbits as pb
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
before = resident()
assert pb.evaluate(np.array([51, 47, 43, 39, 35, 0, 5], dtype=np.uint8)) == 7462
print(resident() - before)
"""
    assert int(run_python(code).stdout) < 2_000_000


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_calls_do_not_leak(run_python):
    code = """
import numpy as np
import pokerbits as pb
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
hands = np.tile(np.arange(7, dtype=np.uint8), (20_000, 1))
def work():
    for _ in range(300):
        pb.evaluate(hands, num_threads=2)
        pb.evaluate(hands[:5])
        pb.equity("AhKh", "9c9d", board="Qh7h2c")
        try:
            pb.evaluate([0, 0, 1, 2, 3])
        except ValueError:
            pass
work()
before = resident()
work()
work()
print(resident() - before)
"""
    # One result of the 600 large ones that was kept would be 40 kB.
    assert int(run_python(code).stdout) < 4_000_000


def test_modules_that_need_more_than_numpy_are_attributes_all_the_same(run_python):
    code = """
import sys
import pokerbits as pb
assert {"openspiel", "plot", "testing"} <= set(dir(pb))
assert not {"matplotlib", "hypothesis", "pokerbits.plot", "pokerbits.testing"} & set(sys.modules)
assert not {"pokerbits.abstraction", "pokerbits.openspiel"} & set(sys.modules)
assert pb.openspiel.abstract_game
assert not {"open_spiel", "pyspiel"} & set(sys.modules)
assert pb.testing.__name__ == "pokerbits.testing"
assert pb.plot.hand_matrix
try:
    pb.nothing
except AttributeError as error:
    print(error)
"""
    assert run_python(code).stdout.strip() == "module 'pokerbits' has no attribute 'nothing'"
