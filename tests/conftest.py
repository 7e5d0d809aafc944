"""Shared parts of all tests: one set of Hypothesis settings, the package's defaults, arrays of hands."""

import ctypes
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from numpy.typing import NDArray

import pokerbits as pb
from memory_folder import folder_in_memory, pytest_configure, tmp_path
from oracles import all_hands, random_hands
from pokerbits._equity import three_way
from windows_rules import windows_rules

__all__ = ["folder_in_memory", "pytest_configure", "tmp_path", "windows_rules"]

# No verdict about time: a busy machine is slow. None about the size of examples: Hypothesis has changed it. The same
# examples every time keep the verdict of the suite the same.
settings.register_profile(
    "pokerbits",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example],
    derandomize=True,
    print_blob=True,
)
settings.load_profile("pokerbits")


def keep_memory() -> None:
    """Let glibc keep what a test frees for the next one: most of the time that the system takes is fresh pages."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform.startswith("linux") else None
    trim_threshold, top_pad, mmap_threshold = -1, -2, -3
    if mallopt is not None:
        for option, size in ((trim_threshold, 2**31 - 1), (top_pad, 2**26), (mmap_threshold, 2**30)):
            mallopt(option, size)


keep_memory()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run one process more than there are cores, as some tests wait; each takes up to 1.5 GB."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores + 1, 8)


@pytest.fixture(autouse=True)
def default_threads() -> Iterator[None]:
    """Forget what a test chose."""
    yield
    pb.set_num_threads(None)


@pytest.fixture(autouse=True)
def no_figures_left() -> Iterator[None]:
    """Close the figures of pyplot: matplotlib warns of more than 20, in whichever test opens the next."""
    yield
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        pyplot.close("all")


@pytest.fixture(scope="session")
def five_card_hands() -> NDArray[np.uint8]:
    """All C(52, 5) hands."""
    return all_hands(5)


@pytest.fixture(scope="session")
def seven_card_hands() -> NDArray[np.uint8]:
    """Random hands of seven, the same every time."""
    return random_hands(np.random.default_rng(7), 200_000, 7)


def is_of_executor(thread: threading.Thread) -> bool:
    """Return whether a thread is one of an executor's, of threads or of processes."""
    return thread.name.startswith("ThreadPoolExecutor-") or type(thread).__name__ == "_ExecutorManagerThread"


@pytest.fixture(autouse=True)
def no_threads_left() -> Iterator[None]:
    """Refuse threads that outlive their test: nobody would learn of their errors.

    An executor may be shared by several tests; it hands errors to those who ask for results.
    """
    before = set(threading.enumerate())
    yield
    new = [thread for thread in threading.enumerate() if thread not in before and not thread.daemon]
    left = [thread for thread in new if not is_of_executor(thread)]
    assert not left, "threads that outlive the test"


RunPython = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def run_python() -> RunPython:
    """Run code in an interpreter of its own, with more environment variables if given; no thread of it may fail."""

    def run(code: str, *arguments: str, check: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, *arguments, "-c", code],
            capture_output=True,
            encoding="utf-8",
            env=os.environ | {"PYTHONUTF8": "1"} | environment,
        )
        assert not check or (done.returncode == 0 and "Exception in thread" not in done.stderr), done.stderr
        return done

    return run


@cache
def counted_once(n_opponents: tuple[int, ...], preflop_odds: Callable[..., Any] = pb.preflop_odds) -> Any:
    return preflop_odds(n_opponents)


@pytest.fixture
def odds_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count all starting hands once for all tests of a process: that takes seconds."""
    monkeypatch.setattr(pb, "preflop_odds", lambda n_opponents, **options: counted_once(tuple(n_opponents)))


class NoDeals:
    """A stand-in for the table of three players, which takes minutes: zeros."""

    def signature(self) -> str:
        return three_way.SIGNATURE

    def rows(self) -> int:
        return 169

    def columns(self) -> int:
        return 5 * 169 * 169

    def n_blocks(self) -> int:
        return 2

    def block_rows(self, block: int) -> int:
        return (100, 69)[block]

    def fill(self, first: int, end: int, out: Any, num_threads: int, progress: Any) -> None:
        pass

    def compute_block(self, block: int, out: Any, num_threads: int) -> None:
        out[:] = 0

    def place_block(self, block: int, rows: Any, out: Any) -> None:
        pass


@pytest.fixture
def no_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have tables of three players without a deal."""
    monkeypatch.setattr(three_way.ThreeWaySpec, "open", lambda _: NoDeals())


@cache
def report_on_some_flops(
    hero: str, villain: str, nut_equity: float, dialect: Any, flop_report: Callable[..., Any] = pb.flop_report
) -> Any:
    flops = pb.flops()
    some = {"boards": flops.boards[::10], "weights": flops.weights[::10]}
    return flop_report(hero, villain, **some, nut_equity=nut_equity, dialect=dialect)


@pytest.fixture
def reports_on_some_flops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Evaluate every tenth flop, once for all tests of a process that ask for the same two ranges."""

    def report(hero: str, villain: str, *, group_by: Any, nut_equity: float, progress: Any, dialect: Any = None) -> Any:
        whole = report_on_some_flops(hero, villain, nut_equity, dialect)
        return whole if group_by is None else whole.group_by(group_by)

    monkeypatch.setattr(pb, "flop_report", report)
