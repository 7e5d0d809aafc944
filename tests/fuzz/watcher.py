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
from typing import Any, NamedTuple

HANG = 300.0
"""Seconds of a call after which it hangs, however busy the machine is."""
DEATHS = 20
"""The number of deaths after which no other child follows."""

_NUMBERS = struct.Struct("<qqqdq")
_SIZE = 1 << 16


class State(NamedTuple):
    """The progress of a child, as it stands in a file that survives the child."""

    round: int = 0
    calls: int = 0
    interrupted: int = 0
    since: float = 0.0
    """Time at which the call began, or 0 between calls."""
    text: str = ""
    """The last call."""

    @classmethod
    def read(cls, path: Path) -> "State":
        data = path.read_bytes()
        *numbers, length = _NUMBERS.unpack_from(data)
        return cls(*numbers, data[_NUMBERS.size :][:length].decode(errors="replace"))

    def written(self) -> bytes:
        text = self.text.encode(errors="backslashreplace")[: _SIZE - _NUMBERS.size]
        return _NUMBERS.pack(*self[:-1], len(text)) + text


class Progress:
    """The file as the child writes it."""

    def __init__(self, path: Path) -> None:
        self.state = State.read(path)
        with path.open("r+b") as file:
            self.file = mmap.mmap(file.fileno(), _SIZE)

    def change(self, **numbers: Any) -> None:
        self.state = self.state._replace(**numbers)
        written = self.state.written()
        self.file[: len(written)] = written

    def begin_call(self, text: str) -> None:
        self.change(text=text, since=time.time())

    def end_call(self, *, interrupted: bool) -> None:
        self.change(calls=self.state.calls + 1, interrupted=self.state.interrupted + interrupted, since=0.0)


class Worker:
    """A child that makes calls, and another one after it if it dies."""

    def __init__(self, program: Sequence[str], first: int, step: int, folder: Path) -> None:
        """Start the child; its program gets the first round, the step to the next one, and the file of its progress."""
        self.program, self.step = program, step
        self.progress, self.output = folder / str(first), folder / f"{first}.txt"
        self.deaths: list[tuple[int, str, str]] = []
        """The round, the ending and the call of each death."""
        self.start(State(first))

    def start(self, state: State) -> None:
        """Start a child with the round of a state."""
        self.progress.write_bytes(state.written().ljust(_SIZE, b"\0"))
        arguments = map(str, (state.round, self.step, self.progress))
        program = [sys.executable, "-X", "faulthandler", *self.program, *arguments]
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(program, stdin=subprocess.DEVNULL, stdout=output, stderr=output)

    def is_at_work(self) -> bool:
        """Return whether the child lives; one that died or hangs is followed by another."""
        status = self.process.poll()
        state = State.read(self.progress)
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
        self.deaths.append((state.round, what, state.text if state.since else "no call was under way"))
        if len(self.deaths) < DEATHS:
            self.start(state._replace(round=state.round + self.step, since=0.0))
            return True
        return False
