"""A progress bar that cannot be shown ends no call: without standard error, with a closed one, or one that fails."""

import inspect
import io
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from functools import cache

import numpy as np
import pytest

import pokerbits as pb
from command_line import MODULE
from pokerbits import abstraction, endgame, odds, reports, strength
from pokerbits._hand_strength import average_rank
from pokerbits._input import progress as _progress
from test_stubs import PUBLIC, public_members

pytest.importorskip("tqdm")

BOARD = "Ah7d2c5c6c"
ROWS = np.array([[1, 2], [2, 1], [0, 3], [3, 0]])
HAND = {"hole": "AsKs", "board": "QsJsTs"}


@cache
def leduc():
    return pb.CardAbstraction.from_labels({"flop": range(15)}, game="leduc")


@cache
def royal():
    game = pb.strength.CardGame.named("royal")
    labels = {street: np.zeros(game.indexer(street).size(), dtype="u1") for street in ("flop", "turn", "river")}
    return pb.CardAbstraction.from_labels(labels, game=game)


@cache
def classes():
    return abstraction.OutcomeClasses("turn")


@cache
def solver():
    tree = endgame.BettingTree(1, 1, endgame.BetSizes(1))
    return endgame.Solver(endgame.Endgame(BOARD, "QQ+", "JJ+", tree))


CALLS = {
    "pokerbits.RankedBoards": lambda _, **p: pb.RankedBoards(BOARD, **p),
    "pokerbits.RankedBoards.equity": lambda _, **p: pb.RankedBoards(BOARD).equity("QQ+", **p),
    "pokerbits.RankedBoards.outcomes": lambda _, **p: pb.RankedBoards(BOARD).outcomes("QQ+", **p),
    "pokerbits.abstraction.CardAbstraction.build": lambda _, **p: pb.CardAbstraction.build(
        {"flop": 3}, game="leduc", **p
    ),
    "pokerbits.abstraction.CardAbstraction.export": lambda tmp_path, **p: royal().export(
        tmp_path, format="slumbot", **p
    ),
    "pokerbits.abstraction.CardAbstraction.from_labels": lambda _, **p: pb.CardAbstraction.from_labels(
        {"flop": range(15)}, game="leduc", **p
    ),
    "pokerbits.abstraction.CardAbstraction.transitions": lambda _, **p: leduc().transitions("preflop", **p),
    "pokerbits.abstraction.HistogramKMeans.fit": lambda _, **p: abstraction.HistogramKMeans(2).fit(ROWS, **p),
    "pokerbits.abstraction.HistogramKMeans.fit_predict": lambda _, **p: abstraction.HistogramKMeans(2).fit_predict(
        ROWS, **p
    ),
    "pokerbits.abstraction.OutcomeClasses": lambda _, **p: abstraction.OutcomeClasses("river", **p),
    "pokerbits.abstraction.OutcomeClasses.count": lambda _, **p: abstraction.OutcomeClasses("river").count(
        "river", **p
    ),
    "pokerbits.abstraction.OutcomeClasses.of_hands": lambda _, **p: classes().of_hands(
        "river", hands=range(3), recall=1, **p
    ),
    "pokerbits.abstraction.OutcomeClasses.tuples": lambda _, **p: classes().tuples("river", recall=1, **p),
    "pokerbits.abstraction.distinct_rows": lambda _, **p: abstraction.distinct_rows(np.ones((3, 2), "u1"), **p),
    "pokerbits.abstraction.outcome_classes": lambda _, **p: abstraction.outcome_classes("flop", game="leduc", **p),
    "pokerbits.abstraction.winrate_history": lambda _, **p: abstraction.winrate_history("river", **p),
    "pokerbits.combo_equity": lambda _, **p: pb.combo_equity("QQ+", BOARD, **p),
    "pokerbits.endgame.Solver.run": lambda _, **p: solver().run(2, **p),
    "pokerbits.endgame.exploitability": lambda _, **p: endgame.exploitability(
        solver().game, labels=None, iterations=2, **p
    ),
    "pokerbits.endgame.score_abstraction": lambda _, **p: endgame.score_abstraction(
        None, boards=[BOARD], iterations=2, hero="QQ+", villain="JJ+", **p
    ),
    "pokerbits.equity": lambda _, **p: pb.equity("QQ+", "JJ+", board=BOARD, **p),
    "pokerbits.equity_rows": lambda _, **p: pb.equity_rows([["AhKh", "QsQd"]], board=["7c2d9s"], **p),
    "pokerbits.odds.count_disjoint": lambda _, **p: odds.count_disjoint(["AsKs", "QsJs"], sizes=[1], **p),
    "pokerbits.odds.odds_vs_random": lambda _, **p: pb.odds_vs_random("AsKs", board=BOARD, **p),
    "pokerbits.odds.omaha_preflop_counts": lambda _, **p: odds.omaha_preflop_counts("omaha", **p),
    "pokerbits.odds.preflop_odds": lambda _, **p: pb.preflop_odds([1], **p),
    "pokerbits.reports.flop_report": lambda _, **p: pb.flop_report("QQ+", "JJ+", boards=["AhKh7d"], **p),
    "pokerbits.reports.flop_subset": lambda _, **p: reports.flop_subset(1, opponents=["AA"], **p),
    "pokerbits.reports.range_equity_rows": lambda _, **p: reports.range_equity_rows(["QQ+"], "JJ+", board=BOARD, **p),
    "pokerbits.reports.runout_report": lambda _, **p: reports.runout_report("QQ+", "JJ+", board="Ah7d2c3s", **p),
    "pokerbits.strength.ars_table": lambda _, **p: strength.ars_table("river", **p),
    "pokerbits.strength.average_rank_strength": lambda _, **p: strength.average_rank_strength(**HAND, **p),
    "pokerbits.strength.expected_hand_strength": lambda _, **p: pb.expected_hand_strength(**HAND, **p),
    "pokerbits.strength.hand_strength_histogram": lambda _, **p: strength.hand_strength_histogram(**HAND, bins=5, **p),
    "pokerbits.strength.strength_table": lambda _, **p: pb.strength_table("ehs", street="preflop", **p),
}
"""A call of each public function with a parameter `progress`; the folder is an empty one."""


def test_every_function_with_progress_is_called():
    members = {name: getattr(thing, "__func__", thing) for name, thing in public_members().items()}
    things = {name: thing for name, thing in (PUBLIC | members).items() if not isinstance(thing, property)}
    assert len(things) > 200
    assert {name for name, thing in things.items() if "progress" in inspect.signature(thing).parameters} == set(CALLS)


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


# Histories of hold'em take half a minute.
SLOW = {"pokerbits.abstraction.OutcomeClasses.of_hands", "pokerbits.abstraction.OutcomeClasses.tuples"}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in CALLS])
def test_a_call_without_standard_error(name, moved, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stderr", None)
    CALLS[name](tmp_path, progress=True)
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
