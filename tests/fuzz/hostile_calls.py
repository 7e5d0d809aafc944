"""A fuzzer of the public functions: any call ends, with the right answer or with an exception that says what is wrong.

    python tests/fuzz/hostile_calls.py --seconds 60 --seed 7

Call `n` of a seed is the same on every machine; `--only n` makes that one alone. The calls are made by children, which
are watched: a crash, or a call that does not end, is seen and told like any other failure. A call that takes long is
interrupted, as by Ctrl-C, and has to end then.
"""

import argparse
import contextlib
import faulthandler
import io
import mmap
import os
import random
import secrets
import signal
import struct
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import numpy as np
import values
from calls import MAKERS, Call, Refusal, Shaped, Unsure
from values import REFUSED, UNKNOWN, Planted

import pokerbits as pb

ALLOWED = (pb.PokerbitsError, TypeError, ValueError, MemoryError, OSError, Planted)
"""What a call may raise."""
NEVER = (AssertionError, UnboundLocalError, UnicodeError, Warning)
"""What it may not, whatever it is a kind of."""
LONGEST = 2000
"""Characters of what an error says, which never repeats a text of any length whole."""


def only_our_warnings_are_errors() -> None:
    """Make errors of warnings, but for that of NumPy about a value of ours, wherever a call makes it."""
    warnings.simplefilter("error")
    warnings.filterwarnings("ignore", "the matrix subclass", PendingDeprecationWarning)


RARELY = {
    "pb.strength.ars_table": 0.01,
    "pb.strength.average_rank_strength": 0.1,
    "pb.strength.opponent_clusters": 0.02,
    "pb.reports.Flops.mean": 0.1,
    "pb.reports.flop_subset": 0.02,
    "pb.strength_table": 0.1,
    "pb.evaluator.keys.find_rank_keys": 0.1,
}
"""Functions of which some calls take long, and how often they are called."""

PATIENCE = 0.5
"""Seconds after which a call is interrupted."""
HANG = 120.0
"""Seconds after which it hangs, however busy the machine is."""


MEMORY = 8 << 30
"""Bytes of address space for a child."""


class Interrupted(BaseException):
    """As Ctrl-C is, no `Exception`."""


def draw(seed: int, n: int) -> tuple[Call, random.Random]:
    """Call `n` of a seed, and the generator for what else it needs."""
    rng = random.Random(f"{seed} {n}")
    names = sorted(MAKERS)
    return MAKERS[rng.choices(names, [RARELY.get(name, 1.0) for name in names])[0]](rng), rng


def attempt(call: Call, rng: random.Random) -> tuple[str, str | None]:
    """Make a call; return it as text, and what is wrong with how it ended, if something is."""
    try:
        expected = expectation(call)
    except Exception as error:
        return call.text(), f"the oracle fails: {told(error)}"
    out = None
    if call.has_out and rng.random() < 0.25:
        shape = expected if isinstance(expected, np.ndarray | np.generic | Shaped) else np.zeros(3)
        out = values.output(rng, np.zeros(shape.shape, shape.dtype))
        if expected is not REFUSED and shape is not expected:
            # A check of what is in the answer, which does not say its shape.
            expected = UNKNOWN
        elif out.means is REFUSED:
            expected = REFUSED
    text = call.text(out)
    with warnings.catch_warnings():
        # Of what the arguments are, not of what the call does.
        warnings.simplefilter("ignore")
        function = eval(call.code, vars(values))
        arguments = {name: eval(value.code, vars(values)) for name, value in call.arguments.items()}
        if out:
            arguments["out"] = given = eval(out.code, vars(values))
    by_place = [value for name, value in arguments.items() if name.startswith("*")]
    by_name = {name: value for name, value in arguments.items() if not name.startswith("*")}
    try:
        # A table that a process makes once.
        with interrupted_after(PATIENCE if "rank_strength" not in call.code else HANG / 2):
            answer = function(*by_place, **by_name)
    except Interrupted:
        return text, "INTERRUPTED"
    except ALLOWED as error:
        if isinstance(error, NEVER):
            return text, told(error)
        said = str(error)
        if len(said) > LONGEST or said != said.encode(errors="replace").decode():
            return text, f"{type(error).__name__} of {len(said)} characters: {said[:200]!a}"
        sure = all(value.sure and value.means is not UNKNOWN for value in call.arguments.values())
        if sure and expected is not REFUSED and expected is not UNKNOWN and not isinstance(error, MemoryError):
            return text, f"refuses what is right: {told(error)}"
        return text, None
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt | SystemExit):
            raise
        return text, told(error)
    finally:
        pb.set_num_threads(None)
    if expected is REFUSED:
        return text, f"accepts nonsense, with {short(answer)}"
    if out and answer is not given:
        return text, f"returns {short(answer)}, not the array of `out`"
    return text, compared(answer, expected, has_out=out is not None)


def expectation(call: Call) -> Any:
    """What an answer has to be, or that there is to be none, or that nobody knows."""
    meanings = {name.lstrip("*").replace(" ", "_"): value.means for name, value in call.arguments.items()}
    if any(means is REFUSED for means in meanings.values()):
        return REFUSED
    if any(means is UNKNOWN for means in meanings.values()):
        return UNKNOWN
    try:
        return call.oracle(**meanings)
    except Refusal:
        return REFUSED
    except Unsure:
        return UNKNOWN


def compared(answer: Any, expected: Any, *, has_out: bool) -> str | None:
    """What is wrong with an answer, if something is."""
    if expected is UNKNOWN:
        # Whatever it is, it can be shown and handed on.
        if isinstance(
            answer,
            pb.EquityResult | pb.odds.Losses | pb.odds.OddsResult | pb.strength.OpponentClusters | pb.odds.PreflopOdds,
        ):
            for show in (repr, str, type(answer)._repr_html_, type(answer).to_dict, type(answer).to_columns):
                show(answer)
        return None
    if isinstance(expected, Shaped):
        found = np.shape(answer), getattr(answer, "dtype", None)
        if found != (expected.shape, np.dtype(expected.dtype)):
            return f"returns {found}, not {expected.shape} of {np.dtype(expected.dtype)}"
        return None if expected.right(answer) else f"answers {short(answer)}"
    if callable(expected):
        return None if expected(answer) else f"answers {short(answer)}"
    same = np.array_equal(answer, expected) and type(answer) is (type(expected) if not has_out else type(answer))
    if isinstance(expected, np.ndarray):
        scalar = expected.ndim == 0 and not has_out
        kind = isinstance(answer, np.generic if scalar else np.ndarray)
        same = (
            kind
            and answer.dtype == expected.dtype
            and answer.shape == expected.shape
            and np.array_equal(answer, expected)
        )
    return None if same else f"answers {short(answer)}, not {short(expected)}"


def short(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 300 else text[:300] + " ..."


def told(error: BaseException) -> str:
    """An exception and where it comes from."""
    return "".join(traceback.format_exception(error)[-4:]).rstrip()


@contextlib.contextmanager
def interrupted_after(seconds: float):
    """Interrupt what takes long, and say nothing to the terminal."""

    def interrupt(*_: object) -> None:
        raise Interrupted

    with contextlib.redirect_stdout(io.StringIO()):
        if not hasattr(signal, "setitimer"):
            yield
            return
        before = signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def work(seed: int, first: int, step: int, until: float, most: int, progress: Path) -> int:
    """Make calls `first`, `first + step`, ...; what the parent needs to know is in a file all the time."""
    faulthandler.enable()
    only_our_warnings_are_errors()
    with contextlib.suppress(ImportError):
        import resource

        # What asks for all memory gets an error, and the machine goes on.
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    with progress.open("r+b") as file, mmap.mmap(file.fileno(), 16) as state:
        n = first
        while time.time() < until and n < most:
            state[:] = struct.pack("<qd", n, time.time())
            call, rng = draw(seed, n)
            text, failure = attempt(call, rng)
            if failure == "INTERRUPTED":
                print(f"INTERRUPTED call {n}: {text}", flush=True)
            elif failure:
                report(seed, n, text, failure)
            n += step
        state[:] = struct.pack("<qd", n, -1.0)
    return 0


def report(seed: int, n: int, text: str, failure: str) -> None:
    """Print a failure and the call that brings it about."""
    print(f"\nFAILED call {n} of seed {seed}: {failure}\n  from values import *\n  {text}", flush=True)


class Worker:
    """A child that makes calls, and another one after it if it dies."""

    def __init__(self, seed: int, first: int, step: int, until: float, most: int, folder: Path) -> None:
        self.seed, self.step, self.until, self.most = seed, step, until, most
        self.progress = folder / str(first)
        self.output = folder / f"{first}.txt"
        self.deaths: list[str] = []
        self.start(first)

    def start(self, first: int) -> None:
        self.progress.write_bytes(struct.pack("<qd", first, time.time()))
        program = [
            sys.executable,
            "-X",
            "faulthandler",
            __file__,
            "--child",
            *map(str, (self.seed, first, self.step, self.until, self.most, self.progress)),
        ]
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(program, stdin=subprocess.DEVNULL, stdout=output, stderr=output)

    def made(self) -> int:
        return struct.unpack("<qd", self.progress.read_bytes())[0]

    def is_at_work(self) -> bool:
        """Whether the child lives; one that died or hangs is told about and followed by another."""
        status = self.process.poll()
        n, since = struct.unpack("<qd", self.progress.read_bytes())
        if status is None and since > 0 and time.time() - since > HANG:
            # The handler of faults prints where it is.
            self.process.send_signal(signal.SIGABRT if os.name == "posix" else signal.SIGTERM)
            status = f"no end after {HANG:.0f} seconds, {self.process.wait()}"
        if status is None:
            return True
        if since < 0 and status == 0:
            return False
        call, _ = draw(self.seed, n)
        self.deaths.append(
            f"FAILED call {n} of seed {self.seed}: the process ended, {status}\n  from values import *\n  {call.text()}"
        )
        if len(self.deaths) < 20:
            self.start(n + self.step)
            return True
        return False


def fuzz(seed: int, seconds: float, jobs: int, most: int) -> int:
    """Make calls for so many seconds; return how many failed."""
    print(
        f"seed {seed}, {jobs} processes, {seconds:g} seconds, pokerbits {pb.__version__} of {Path(pb.__file__).parent}",
        flush=True,
    )
    until = time.time() + seconds
    with tempfile.TemporaryDirectory() as folder:
        workers = [Worker(seed, first, jobs, until, most, Path(folder)) for first in range(jobs)]
        while [worker for worker in workers if worker.is_at_work()]:
            time.sleep(0.2)
        printed = "".join(worker.output.read_text(errors="replace") for worker in workers)
        deaths = [death for worker in workers for death in worker.deaths]
        calls = sum(len(range(first, worker.made(), jobs)) for first, worker in enumerate(workers))
    print(printed, *deaths, sep="\n")
    failed, interrupted = printed.count("FAILED") + len(deaths), printed.count("INTERRUPTED")
    print(f"{calls:,} calls of {len(MAKERS)} functions, {failed} failed, {interrupted} interrupted (seed {seed})")
    return failed


def main() -> int:
    if sys.argv[1:2] == ["--child"]:
        seed, first, step, until, most, progress = sys.argv[2:]
        return work(int(seed), int(first), int(step), float(until), int(most), Path(progress))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--calls", type=int, default=2**62, help="the most calls")
    parser.add_argument("--only", type=int, help="make this one call of the seed, here")
    parser.add_argument("--show", type=int, default=0, help="print so many calls of the seed, and make none")
    options = parser.parse_args()
    if options.show:
        for n in range(options.show):
            print(draw(options.seed, n)[0].text())
        return 0
    if options.only is not None:
        only_our_warnings_are_errors()
        text, failure = attempt(*draw(options.seed, options.only))
        print(text)
        if failure:
            report(options.seed, options.only, text, failure)
        return bool(failure)
    return bool(fuzz(options.seed, options.seconds, options.jobs, options.calls))


if __name__ == "__main__":
    sys.exit(main())
