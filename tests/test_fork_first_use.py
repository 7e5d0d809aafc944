"""Forks while another thread uses something of the package for the first time: no child may hang.

The sections that a fork must not interrupt are named in `_forks.py`. Two tests of it do not depend on chance: one forks
while the import of another thread stands still, the other lists the imports of all first uses. The third forks at
random moments.
"""

import ast
import os
from pathlib import Path

import pytest

import first_uses
import pokerbits as pb
from pokerbits import _homes

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")

TESTS = Path(__file__).parent
PACKAGE = Path(pb.__file__).parent

PREAMBLE = f"""
import faulthandler, importlib, os, random, signal, sys, threading, time, traceback, warnings
sys.path.insert(0, {str(TESTS)!r})
# Python warns of forks in a process with threads since 3.12.
warnings.simplefilter("ignore", DeprecationWarning)

def fork(work):
    child = os.fork()
    if child == 0:
        # Ends a child that hangs; none is slow.
        faulthandler.register(signal.SIGALRM, chain=True)
        signal.alarm(500)
        try:
            work()
        except BaseException:
            os.write(1, traceback.format_exc().encode())
            os._exit(1)
        os._exit(0)
    return child

def status(child):
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

class Watcher:
    # Calls a function whenever a module is searched for; the lock of the module is held.
    def __init__(self, see):
        self.find_spec = lambda name, path=None, target=None: see(name)
"""


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    """First uses write files in the current folder."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run_uses(run_python):
    """Run code of this file in an interpreter of its own and return the lines that it prints."""
    return lambda code: run_python(PREAMBLE + code, MPLBACKEND="Agg").stdout.splitlines()


# The thread stands still at the first import of a module whose name begins like this; then the main thread forks.
AT_AN_IMPORT = """
import numpy as np
import pokerbits as pb

held, forked = threading.Event(), threading.Event()

def stop_there(name):
    if name.startswith({at!r}) and threading.current_thread() is thread and not held.is_set():
        held.set()
        # The fork waits for this thread: it goes on by itself.
        forked.wait(0.3)

def work():
    {use}

thread = threading.Thread(target=work)
sys.meta_path.insert(0, Watcher(stop_there))
# Some versions of NumPy have all of their modules from the start.
has_it = {at!r} in sys.modules
thread.start()
while not held.wait(0.01) and not has_it:
    assert thread.is_alive(), "no such import"
child = fork(work)
forked.set()
thread.join()
print(status(child))
"""


@pytest.mark.parametrize(
    ("use", "at"),
    [
        ("pb.reports", "pokerbits.reports"),
        ("pb.flops", "pokerbits.reports._"),
        ("from pokerbits import abstraction", "pokerbits.abstraction._"),
        ("pb.plot", "pokerbits.plot"),
        ("pb.testing", "hypothesis"),
        ("import pokerbits.reports", "pokerbits.reports"),
        ("import pokerbits.reports", "pokerbits.reports._textures"),
        ("import pokerbits.abstraction", "pokerbits.abstraction"),
        ("import pokerbits.abstraction", "pokerbits.abstraction._folder"),
        ("from pokerbits.plot import hand_matrix", "pokerbits.plot"),
        ("import pokerbits.testing", "hypothesis"),
        ("import pokerbits.cli.group", "click"),
        ("pb.plot.hand_matrix(np.arange(169))", "matplotlib.pyplot"),
        ("pb.plot.hand_matrix(np.arange(169))", "matplotlib.backends.backend_agg"),
        ("pb.random_hands(2, 7, rng=1)", "numpy.random"),
        ("np.ma, pb.reports.hand_breakdown('QQ+', board='QhJh2c')", "numpy.ma"),
        ("pb.expected_hand_strength('AsKd', board='2c3c4c', progress=True)", "tqdm"),
        ("pb.show_versions()", "importlib.metadata"),
    ],
)
def test_a_fork_while_another_thread_imports(run_uses, use, at):
    assert run_uses(AT_AN_IMPORT.format(use=use, at=at))[-1] == "0"


IMPORTS = """
import contextlib, io
from pokerbits import _forks
import first_uses

for name in _forks.modules_to_finish():
    importlib.import_module(name)
found = []

def see(name):
    if not any(context.thread == threading.get_ident() for context in list(_forks._inside)):
        found.append(name)

sys.meta_path.insert(0, Watcher(see))
first_uses.USES[{use!r}]()
print(*found, sep="\\n")
"""


@pytest.mark.parametrize("use", first_uses.USES)
def test_no_first_use_imports_what_a_fork_does_not_wait_for(run_uses, use):
    # An interpreter for each: what one has imported the others do not import.
    assert run_uses(IMPORTS.format(use=use)) in ([], [""])


def imports_that_forks_interrupt(tree, *, guarded=False, inside=False):
    """Yield the imports within functions that are not within `NoFork`, or `needing`, which is."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom) and inside and not guarded:
            yield node
        keeps = isinstance(node, ast.With) and any(
            isinstance(item.context_expr, ast.Call) and ast.unparse(item.context_expr.func) in ("NoFork", "needing")
            for item in node.items
        )
        in_function = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        yield from imports_that_forks_interrupt(node, guarded=guarded or keeps, inside=in_function)


def test_imports_within_functions_keep_forks_away():
    found = {}
    n_files = 0
    for path in sorted(PACKAGE.rglob("*.py")):
        n_files += 1
        for node in imports_that_forks_interrupt(ast.parse(path.read_text(encoding="utf-8"))):
            found[f"{path.relative_to(PACKAGE)}:{node.lineno}"] = ast.unparse(node)
    assert n_files > 60
    assert found == {}
    assert list(imports_that_forks_interrupt(ast.parse("def f():\n    if f:\n        import csv")))


def test_a_fork_loads_the_lazy_modules_that_need_no_extra(run_python):
    """No other module of the package is imported by its name alone."""
    code = """
import sys
from pokerbits import _homes
for name in sorted(_homes.NAMESPACES | set(_homes.HOMES.values())):
    before = set(sys.modules)
    try:
        __import__(f"pokerbits.{name}")
    except ModuleNotFoundError:
        print(name)
        continue
    if {"hypothesis", "matplotlib", "click"} & (set(sys.modules) - before):
        print(name)
"""
    assert run_python(code).stdout.split() == sorted(_homes.EXTRAS)


def test_a_process_without_other_threads_loads_nothing_to_fork(run_uses):
    code = """
import pokerbits
before = set(sys.modules)
assert status(fork(lambda: None)) == 0
print(sorted(set(sys.modules) - before))
thread = threading.Thread(target=(done := threading.Event()).wait)
thread.start()
assert status(fork(lambda: None)) == 0
done.set()
print("pokerbits.reports" in sys.modules, "hypothesis" in sys.modules, "matplotlib" in sys.modules)
"""
    assert run_uses(code) == ["[]", "True False False"]


def test_a_fork_waits_for_no_context_of_its_own_thread(run_uses):
    """A fork within an import, by the thread that imports: its child goes on with it."""
    code = """
from pokerbits._forks import NoFork
def both():
    with NoFork():
        pass
with NoFork(), NoFork():
    child = fork(both)
print(status(child), status(fork(both)))
"""
    assert run_uses(code) == ["0 0"]


def test_threads_in_contexts_do_not_wait_for_each_other(run_uses):
    code = """
from pokerbits._forks import NoFork
together = threading.Barrier(4, timeout=500)
def wait():
    with NoFork():
        together.wait()
threads = [threading.Thread(target=wait) for _ in range(3)]
for thread in threads:
    thread.start()
with NoFork():
    together.wait()
for thread in threads:
    thread.join()
print(together.broken, status(fork(wait.__code__.__hash__)))
"""
    assert run_uses(code) == ["False 0"]


AT_RANDOM_MOMENTS = """
import first_uses
import pokerbits

seed, most = {seed}, {most}
chance = random.Random(seed)
failures = []

def use_everything(seed):
    for use in first_uses.in_order_of(seed):
        use()

def work():
    try:
        use_everything(seed)
    except BaseException:
        failures.append(traceback.format_exc())

thread = threading.Thread(target=work)
thread.start()
children = []
while thread.is_alive() and len(children) < most:
    # The first uses take seconds; most of what could go wrong is at their beginning.
    time.sleep(chance.random() ** 3)
    children.append(fork(lambda: use_everything(seed + 1 + len(children))))
thread.join()
codes = [status(child) for child in children]
print(*failures, *codes, sep="\\n")
"""


def children_of(run_python, seed, most):
    done = run_python(PREAMBLE + AT_RANDOM_MOMENTS.format(seed=seed, most=most), MPLBACKEND="Agg")
    codes = done.stdout.splitlines()
    # Where a child hung.
    assert codes == ["0"] * len(codes), done.stderr
    return len(codes)


def test_forks_at_random_moments_of_first_uses(run_python):
    assert children_of(run_python, 1, 1) > 0


@pytest.mark.slow
@pytest.mark.timeout(3 * 3600)
def test_200_forks_at_random_moments_of_first_uses(run_python):
    children, seed = 0, 100
    while children < 200:
        children += children_of(run_python, seed, 5)
        seed += 10
