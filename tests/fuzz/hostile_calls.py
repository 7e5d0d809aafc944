"""A fuzzer of the public functions: any call ends, with the right answer or with an exception that says what is wrong.

    python tests/fuzz/hostile_calls.py --seconds 60 --seed 7

Hypothesis makes the calls in rounds of one function each, and shrinks those that fail. The calls of a seed are the same
every time with the same versions of Hypothesis and of the package; `--only n` repeats one round. Child processes make
the calls, and a parent watches them: it also reports a crash, with the smallest call that crashes, and a call that does
not end. A call that takes long is interrupted, as by Ctrl-C, and has to end then.
"""

import argparse
import contextlib
import faulthandler
import itertools
import os
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import hypothesis
import rounds
from judge import attempt
from registry import CALLS, Call
from watcher import Progress, State, Worker

import pokerbits as pb

MEMORY = 8 << 30
"""Bytes of address space for a child."""


def work(seed: int, until: float, most: int, first: int, step: int, progress: Path) -> int:
    """Make the calls of rounds `first`, `first + step`, ... in a child."""
    faulthandler.enable()
    with contextlib.suppress(ImportError):
        import resource

        # A call that asks for all memory gets an error, and the machine goes on.
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    record = Progress(progress)

    def make(call: Call) -> None:
        interrupted = False
        try:
            interrupted = attempt(call, record.begin_call)
            if interrupted:
                print(f"INTERRUPTED round {record.state.round}: {call.text()}", flush=True)
        finally:
            record.end_call(interrupted=interrupted)

    for n in itertools.takewhile(lambda n: n < most and time.time() < until, itertools.count(first, step)):
        record.change(round=n)
        for failure in rounds.failures_of(seed, n, make, until):
            print(rounds.report(seed, n, failure), flush=True)
    return 0


def repeat(seed: int, n: int, *, show: bool, fork: bool) -> int:
    """Repeat a round in this process, or each call in a fork of it; return the number of failures."""

    def make(call: Call) -> None:
        if show:
            print(call.text())
        rounds.attempt_in_fork(call) if fork else attempt(call)

    if fork:
        # No thread of this process holds a lock while it forks.
        pb.set_num_threads(1)
    failures = rounds.failures_of(seed, n, make)
    for failure in failures:
        print(rounds.report(seed, n, failure), flush=True)
    return len(failures)


def told(seed: int, death: tuple[int, str, str]) -> str:
    """Return the report of a death; after a crash also the smallest call that repeats it."""
    n, what, text = death
    failure = rounds.Crash(what, text)
    smaller = ""
    if hasattr(os, "fork") and what.startswith("the process ended"):
        again = [sys.executable, sys.argv[0], "--seed", str(seed), "--only", str(n), "--fork"]
        smaller = subprocess.run(again, capture_output=True, text=True).stdout.replace("FAILED", "SMALLER")
    return rounds.report(seed, n, failure) + smaller


def fuzz(seed: int, seconds: float, jobs: int, most: int) -> int:
    """Make calls for some seconds; return the number of failures."""
    print(
        f"seed {seed}, {jobs} processes, {seconds:g} seconds, Hypothesis {hypothesis.__version__}, "
        f"pokerbits {pb.__version__} of {Path(pb.__file__).parent}",
        flush=True,
    )
    program = [sys.argv[0], "--child", str(seed), str(time.time() + seconds), str(most)]
    with tempfile.TemporaryDirectory() as folder:
        workers = [Worker(program, first, jobs, Path(folder)) for first in range(jobs)]
        while [worker for worker in workers if worker.is_at_work()]:
            time.sleep(0.2)
        printed = "".join(worker.output.read_text(encoding="utf-8", errors="replace") for worker in workers)
        deaths = [told(seed, death) for worker in workers for death in worker.deaths]
        states = [State.read(worker.progress) for worker in workers]
    print(printed, *deaths, sep="\n")
    failed = printed.count("\nFAILED round") + len(deaths)
    calls, interrupted = (sum(getattr(state, name) for state in states) for name in ("calls", "interrupted"))
    print(f"{calls:,} calls of {len(CALLS)} functions, {failed} failed, {interrupted} interrupted (seed {seed})")
    return failed


def main() -> int:
    # A message may hold what is no text.
    sys.stdout.reconfigure(errors="backslashreplace")
    rounds.prepare()
    if sys.argv[1:2] == ["--child"]:
        seed, until, most, first, step, progress = sys.argv[2:]
        return work(int(seed), float(until), int(most), int(first), int(step), Path(progress))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rounds", type=int, default=2**62, help="the most rounds")
    parser.add_argument("--only", type=int, help="repeat this one round of the seed, here")
    parser.add_argument("--show", action="store_true", help="with --only: print every call before it is made")
    parser.add_argument(
        "--fork", action="store_true", help="with --only: make every call in a fork, and shrink crashes"
    )
    options = parser.parse_args()
    if options.only is not None:
        return bool(repeat(options.seed, options.only, show=options.show, fork=options.fork))
    return bool(fuzz(options.seed, options.seconds, options.jobs, options.rounds))


if __name__ == "__main__":
    sys.exit(main())
