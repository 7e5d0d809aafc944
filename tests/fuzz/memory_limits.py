"""Calls under a limit of the address space: each ends with its result or with MemoryError, never with the process.

But if texts and lists of Python have taken all to the last few bytes, the process may end.

    python tests/fuzz/memory_limits.py [--limits 0.3 1 3 10 30 100] [name ...]

Every call is made in children that fork after the arguments are there and may take a few MiB more (`--limits`). The
answer has to be that of the call without a limit. Linux only: the memory of a process is read from `/proc`.
"""

import argparse
import faulthandler
import mmap
import os
import re
import resource
import signal
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

import pokerbits as pb
from right_calls import right_calls

LIMITS = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0)
"""MiB above what is in use."""

FEW = 4096
"""Bytes that the C library, the Rust library and PyO3 cannot do without. Code that needs more has to ask first."""

NOTHING_LEFT = "no memory for a few bytes"

CALLS = 400
"""Calls of functions of C within each other; Python 3.12 allows no more than 500."""

HANDS = 200_000
"""Rows of input: of each function moderate work, and some megabytes."""


SLOW = ("reports.flop_subset", "strength.average_rank_strength", "strength.ars_table")
"""Calls that take seconds without any limit."""

LEFT_OUT = {
    "Plots": "figures take the memory of matplotlib, which may end the process",
    "Strategies": "strategies are made of small numbers by another package",
    "The process": "a few words and numbers",
}
"""Sections of right calls that are not made, and why."""


THREADS_OF_PYTHON = (
    *("reports.range_equity_rows", "endgame.score_abstraction"),
    *("endgame.build_endgames", "endgame.solve_many"),
)
"""Calls that are made on one thread: Python has no way to do with fewer threads than it is asked for."""


def names() -> list[str]:
    """Return the names of the calls. Files, figures, other packages and what takes seconds to prepare are left out."""
    others = (".plot", ".to_pandas", ".to_polars")
    return [
        name
        for name, call in right_calls().items()
        if not (call.section in LEFT_OUT or name.endswith(others) or call.has_file() or call.has_slow_object())
    ]


def prepared(name: str) -> Callable[[], Any]:
    """Return a call with arguments that are already there."""
    function, by_place, by_name = right_calls()[name].prepared(HANDS)
    if name.startswith(THREADS_OF_PYTHON):
        by_name["num_threads"] = 1
    return partial(function, *by_place, **by_name)


def contents(answer: Any) -> Any:
    """Return what an answer holds, as something that prints the same if it is the same."""
    if isinstance(answer, np.ndarray):
        return answer.dtype, answer.shape, zlib.crc32(answer.tobytes())
    if isinstance(answer, dict):
        return {key: contents(value) for key, value in answer.items()}
    if isinstance(answer, tuple | list | Iterator):
        return [contents(value) for value in answer]
    for name in ("to_dict", "labels_", "strengths"):
        if hasattr(answer, name):
            found = getattr(answer, name)
            return contents(found() if callable(found) else found)
    return type(answer) if type(answer).__repr__ is object.__repr__ else repr(answer)


def address_space() -> int:
    """Bytes of address space that this process uses."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def deep(n: int) -> int:
    """Make the stack two megabytes: the system ends a process whose stack cannot grow. A sort takes 4 KB."""
    return next(iter(sorted([n - 1], key=deep))) if n else 0


def ended(call: Callable[[], Any], limit: float | None, folder: str) -> str:
    """Return how a call ends in a child with `limit` MiB: "result" and its checksum, "MemoryError", or the fault."""
    answer, errors = Path(folder) / "answer", Path(folder) / "errors"
    child = os.fork()
    if child == 0:
        told = "an exception"
        try:
            with errors.open("wb") as file:
                os.dup2(file.fileno(), 2)
            faulthandler.enable()
            signal.alarm(300)
            pb.set_num_threads(2)
            # OpenBLAS takes the memory of its threads at the first product, and hangs if there is none.
            np.ones((512, 512)) @ np.ones((512, 512))
            sys.setrecursionlimit(3 * CALLS)
            deep(CALLS)
            told = f"result {under(limit, call):08x}"
        except MemoryError:
            told = "MemoryError"
        except BaseException as error:
            told = repr(error)
        finally:
            answer.write_text(told)
            os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == 0:
        return answer.read_text()
    told = errors.read_text(errors="replace")
    wanted = re.search(r"memory allocation of (\d+) bytes failed", told)
    few = ("PyObject pointer is null", "cannot allocate memory for thread-local data")
    if (int(wanted[1]) <= FEW) if wanted else any(words in told for words in few):
        return NOTHING_LEFT
    lines = told.splitlines()
    ending = signal.Signals(-status).name if status < 0 else f"exit status {status}"
    return f"{ending}: {' | '.join(line.strip() for line in lines[:8])}"


def under(limit: float | None, call: Callable[[], Any]) -> int:
    """Return the checksum of a result computed with `limit` MiB; afterwards there is no limit any more."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if limit is not None:
        resource.setrlimit(resource.RLIMIT_AS, (address_space() + int(limit * 2**20), hard))
    try:
        found = call()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    return zlib.crc32(repr(contents(found)).encode())


def failures(of: Sequence[str] = (), limits: Sequence[float] = LIMITS) -> dict[str, list[str]]:
    """Return the faults by the name of the call; of the named calls, or of all."""
    # The parent has no threads: their locks would not survive a fork. It loads what NumPy loads at its first use, and a
    # library of Python: if there is no memory to load one, Python raises ImportError.
    pb.set_num_threads(1)
    np.random.default_rng()
    assert mmap.PAGESIZE
    found: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in of or names():
            call, expected = prepared(name), ""
            for limit in limits:
                how = ended(call, limit, folder)
                if how in ("MemoryError", NOTHING_LEFT):
                    continue
                # Only a result is compared with that of the call without a limit, which may take a second.
                expected = expected or ended(call, None, folder)
                assert expected.startswith("result"), (name, expected)
                if how != expected:
                    found.setdefault(name, []).append(f"with {limit} MiB: {how}")
            print(f"{name}: {'; '.join(found.get(name, ['ok']))}", flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    # The message of an allocation that fails can wait for itself in a backtrace.
    os.environ["RUST_BACKTRACE"] = "0"
    parser.add_argument("--limits", nargs="+", type=float, default=LIMITS)
    options = parser.parse_args()
    found = failures(options.names, options.limits)
    print(f"{len(found)} calls failed: {', '.join(found) or 'none'}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
