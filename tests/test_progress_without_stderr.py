"""A progress bar that cannot be shown ends no call: without standard error, with a closed one, or one that fails."""

import io
import os
import re
import subprocess
import sys
from contextlib import contextmanager

import numpy as np
import pytest

import pokerbits as pb
from command_line import MODULE
from pokerbits._hand_strength import average_rank
from pokerbits._input import progress as _progress
from right_calls import right_calls

pytest.importorskip("tqdm")

WITH_PROGRESS = {call.function: call for call in reversed(right_calls().values()) if "progress" in call.by_name}
"""The first right call with progress of each function that has a parameter `progress`."""


PERCENTILES = "PercentileBuckets(2).fit([1, 2, 3])"
AT_ONCE = (f"{PERCENTILES}.fit", f"{PERCENTILES}.fit_predict", ".export")
"""Ends of the calls that have nothing to show: percentiles, and an export of arrays."""


def test_calls_with_progress_are_many():
    """`test_right_calls.py` compares them with the signatures of all functions."""
    assert len(WITH_PROGRESS) > 30
    assert sum(name.endswith(AT_ONCE) for name in WITH_PROGRESS) == 3


@pytest.fixture
def moved(monkeypatch):
    """Let a bar move once before the work, however short it is; return the descriptions of the bars."""
    shown = []
    original = _progress._bar

    @contextmanager
    def eager(description):
        with original(description) as move:
            move(0, 2)
            move(1, 2)
            shown.append(description)
            yield move

    monkeypatch.setattr(_progress, "_bar", eager)
    monkeypatch.setattr(average_rank, "_ARS_TABLES", {})
    return shown


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if call.has_slow_object() else ())
        for name, call in WITH_PROGRESS.items()
    ],
)
def test_a_call_without_standard_error(name, moved, monkeypatch, tmp_path, no_deals):
    monkeypatch.chdir(tmp_path)
    function, by_place, by_name = WITH_PROGRESS[name].prepared()
    monkeypatch.setattr(sys, "stderr", None)
    function(*by_place, **by_name | {"progress": True})
    assert moved or name.endswith(AT_ONCE)


def test_an_export_for_another_program_without_standard_error(moved, monkeypatch, tmp_path):
    abstraction = pb.CardAbstraction.from_labels(dict.fromkeys(("flop", "turn", "river")), game="royal")
    monkeypatch.setattr(sys, "stderr", None)
    abstraction.export(tmp_path, format="slumbot", progress=True)
    assert moved


class Failing(io.StringIO):
    """A stream on which nothing can be written."""

    def __init__(self, error):
        super().__init__()
        self.error, self.attempts = error, 0

    def write(self, text):
        self.attempts += 1
        raise self.error

    def flush(self):
        raise self.error


class Narrow(io.StringIO):
    """A stream that claims an encoding, and encodes what is written with another."""

    encoding = "utf-8"

    def write(self, text):
        return super().write(text.encode("cp1252").decode("cp1252"))


def closed():
    stream = io.StringIO()
    stream.close()
    return stream


STREAMS = {
    "none": lambda: None,
    "closed": closed,
    "only readable": lambda: io.TextIOWrapper(io.FileIO(os.devnull, "r")),
    "full disk": lambda: Failing(OSError(28, "No space left on device")),
    "no encoding": lambda: Failing(UnicodeEncodeError("ascii", "█", 0, 1, "ordinal not in range(128)")),
    "a wrong encoding": Narrow,
    "a deleted widget": lambda: Failing(RuntimeError("wrapped C/C++ object has been deleted")),
    "no stream at all": object,
}


@pytest.mark.parametrize("kind", STREAMS)
def test_a_stream_that_cannot_be_written(kind, moved, monkeypatch):
    stream = STREAMS[kind]()
    monkeypatch.setattr(sys, "stderr", stream)
    made = pb.strength_table("ehs", street="preflop", progress=True)
    monkeypatch.undo()
    assert moved
    assert made.tobytes() == pb.strength_table("ehs", street="preflop").tobytes()
    if isinstance(stream, Failing):
        assert stream.attempts > 1
    if kind == "only readable":
        stream.close()


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252", "utf-16"])
def test_a_stream_that_can_be_written_has_a_bar(encoding, moved, monkeypatch):
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, encoding=encoding)
    monkeypatch.setattr(sys, "stderr", stream)
    pb.strength_table("ehs", street="preflop", progress=True)
    stream.flush()
    lines = written.getvalue().decode(encoding).split("\r")
    assert "ehs, preflop:   0%|" in lines[1]
    assert re.match(r"ehs, preflop: ( 50|100)%\|", lines[-1])


def test_an_error_is_not_hidden_by_a_bar(moved, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Failing(OSError(28, "No space left on device")))
    with pytest.raises(KeyboardInterrupt), _progress.watching(True, "interrupted"):
        raise KeyboardInterrupt
    assert moved


WITHOUT_CONSOLE = """
import io, sys
from pokerbits.cli import main
sys.argv = ["pokerbits", *{arguments!r}]
sys.stderr = {stderr}
main()
"""


@pytest.mark.parametrize("stderr", ["None", "open(__import__('os').devnull)", "io.TextIOWrapper(io.BytesIO())"])
def test_a_command_without_standard_error(stderr, tmp_path):
    path = tmp_path / "ehs.npy"
    arguments = ["table", "build", "ehs", "--street", "preflop", "-o", str(path)]
    code = WITHOUT_CONSOLE.format(arguments=arguments, stderr=stderr)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert np.array_equal(np.load(path), pb.strength_table("ehs", street="preflop"))


@pytest.mark.parametrize("closing", ["2>&-", "2>&- >&-", "2>/dev/full"])
@pytest.mark.skipif(sys.platform == "win32", reason="a shell of another kind")
def test_a_command_whose_streams_are_closed(closing, tmp_path):
    path = tmp_path / "ehs.npy"
    command = [*MODULE, "table", "build", "ehs", "--street", "preflop", "-o", str(path)]
    subprocess.run(f"{subprocess.list2cmdline(command)} {closing}", shell=True, capture_output=True)
    assert np.array_equal(np.load(path), pb.strength_table("ehs", street="preflop"))
