"""Rounds: each has Hypothesis make calls of one function, and shrink those that fail."""

import contextlib
import faulthandler
import importlib
import math
import os
import pkgutil
import random
import signal
import time
import warnings
from collections.abc import Callable
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, settings
from judge import Failed, attempt, only_our_warnings_are_errors, told
from registry import CALLS, Call, load

import pokerbits as pb

CALLS_PER_ROUND = 30
ENDLESS = 120
"""Seconds after which a call in a fork is killed."""

SLOW = {"pb.reports.Flops.mean": 5, "strength.ars_table": 5, "reports.flop_subset": 5}
"""Calls per round of functions of which some calls take long."""

SETTINGS = settings(
    phases=[Phase.generate, Phase.shrink],
    # The seed alone decides about the calls.
    derandomize=False,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    verbosity=Verbosity.quiet,
    print_blob=False,
)


class Crash(Failed):
    """The process ended."""


class OutOfTime(BaseException):
    """The time for calls is over. Hypothesis lets it through: it is not an `Exception`."""


def prepare() -> None:
    """Register all calls, and import every module of the package.

    Hypothesis also draws constants of imported modules: a later import would change the calls.
    """
    load()
    for module in pkgutil.walk_packages(pb.__path__, "pokerbits."):
        if not module.name.endswith("__main__"):
            # A module may need a package that is not there.
            with contextlib.suppress(ImportError):
                importlib.import_module(module.name)
    only_our_warnings_are_errors()


def function_of(seed: int, n: int) -> str:
    """Return the function that round `n` calls; each pass through all functions has its own order."""
    names = sorted(CALLS)
    turn, place = divmod(n, len(names))
    random.Random(f"{seed} {turn}").shuffle(names)
    return names[place]


def failures_of(
    seed: int, n: int, make: Callable[[Call], Any] = attempt, until: float = math.inf
) -> list[BaseException]:
    """Make the calls of a round until a time is over; return the failures, each with the smallest call."""
    failed, function = False, function_of(seed, n)

    @hypothesis.seed(f"{seed} {n}")
    @settings(SETTINGS, max_examples=SLOW.get(function, CALLS_PER_ROUND))
    @hypothesis.given(CALLS[function])
    def calls(call: Call) -> None:
        nonlocal failed
        # Shrinking a failure may take longer.
        if not failed and time.time() > until:
            raise OutOfTime
        try:
            make(call)
        except Exception:
            failed = True
            raise

    try:
        calls()
    except OutOfTime:
        return []
    except ExceptionGroup as group:
        return list(group.exceptions)
    except Exception as error:
        return [error]
    return []


def report(seed: int, n: int, failure: BaseException) -> str:
    """Return a failure, the call that brings it about, and the command that repeats the round."""
    what, text = (str(failure), failure.text) if isinstance(failure, Failed) else (told(failure), "no call")
    return (
        f"\nFAILED round {n} of seed {seed}, {function_of(seed, n)}: {what}\n  from objects import *\n  {text}\n"
        f"  again: python tests/fuzz/hostile_calls.py --seed {seed} --only {n}\n"
    )


def attempt_in_fork(call: Call) -> None:
    """Make a call in a child and raise its crash, which Hypothesis then shrinks; other failures are ignored."""
    with warnings.catch_warnings():
        # The package is made for forks of a process with threads.
        warnings.simplefilter("ignore")
        child = os.fork()
    if child == 0:
        try:
            faulthandler.disable()
            signal.alarm(ENDLESS)
            pb.set_num_threads(None)
            attempt(call)
        finally:
            os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status not in (0, -signal.SIGALRM):
        raise Crash(f"the process ended, {status}", call.text())
