"""The watcher of the processes that make calls: it sees a crash, and a call that does not end."""

import mmap
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

HANG = 300.0
"""Seconds of a call after which it hangs, however busy the machine is."""
DEATHS = 20
"""The number of deaths after which no other child follows."""

_STATE = struct.Struct("<qqqdq")
_SIZE = 1 << 16


class Progress:
    """A file that survives the child: the numbers of its rounds and calls, and the text of the last call."""

    def __init__(self, path: Path) -> None:
        with path.open("r+b") as file:
            self.state = mmap.mmap(file.fileno(), _SIZE)
        self.round, self.calls, self.interrupted, self.since, self.length = _STATE.unpack_from(self.state)

    @staticmethod
    def create(path: Path) -> None:
        path.write_bytes(bytes(_SIZE))

    def text(self) -> str:
        return bytes(self.state[_STATE.size : _STATE.size + self.length]).decode(errors="replace")

    def begin_round(self, n: int) -> None:
        self.round = n
        self.write()

    def begin_call(self, text: str) -> None:
        told = text.encode(errors="backslashreplace")[: _SIZE - _STATE.size]
        self.state[_STATE.size : _STATE.size + len(told)] = told
        self.length, self.since = len(told), time.time()
        self.write()

    def end_call(self, *, calls: int = 1, interrupted: bool = False) -> None:
        self.calls += calls
        self.interrupted += interrupted
        self.since = 0.0
        self.write()

    def write(self) -> None:
        _STATE.pack_into(self.state, 0, self.round, self.calls, self.interrupted, self.since, self.length)


class Worker:
    """A child that makes calls, and another one after it if it dies."""

    def __init__(self, program: Sequence[str], first: int, step: int, folder: Path) -> None:
        """Start the child; its program gets the first round, the step to the next one, and the file of its progress."""
        self.program, self.step = program, step
        self.progress, self.output = folder / str(first), folder / f"{first}.txt"
        self.deaths: list[tuple[int, str, str]] = []
        """The round, the ending and the call of each death."""
        Progress.create(self.progress)
        self.start(first)

    def start(self, first: int) -> None:
        Progress(self.progress).end_call(calls=0)
        program = [sys.executable, "-X", "faulthandler", *self.program, str(first), str(self.step), str(self.progress)]
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(program, stdin=subprocess.DEVNULL, stdout=output, stderr=output)

    def is_at_work(self) -> bool:
        """Return whether the child lives; one that died or hangs is followed by another."""
        status = self.process.poll()
        state = Progress(self.progress)
        if status is None and 0 < state.since < time.time() - HANG:
            # The handler of faults prints where it is.
            self.process.send_signal(signal.SIGABRT if os.name == "posix" else signal.SIGTERM)
            self.process.wait()
            what = f"no end after {HANG:g} seconds"
        elif status is None:
            return True
        elif status == 0:
            return False
        else:
            what = f"the process ended, {status}"
        self.deaths.append((state.round, what, state.text() if state.since else "no call was under way"))
        if len(self.deaths) < DEATHS:
            self.start(state.round + self.step)
            return True
        return False
