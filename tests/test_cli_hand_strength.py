"""The commands about hand strength, as processes of their own."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import pokerbits as pb
from test_cli import as_json, cells, printed, refused, run


def test_strength():
    data = as_json("strength", "AsKd", "--board", "QhJh2c", "--bins", 4, "--opponents", 2)
    assert data == {
        "hole": "AsKd",
        "board": "QhJh2c",
        "n_opponents": 2,
        "hand_strength": pb.hand_strength("AsKd", board="QhJh2c", power_of_opponents=2),
        "ehs": pb.expected_hand_strength("AsKd", board="QhJh2c", power_of_opponents=2),
        "ehs2": pb.expected_hand_strength("AsKd", board="QhJh2c", power_of_opponents=2, power=2),
        "runouts": 1081,
        "histogram": pb.hand_strength_histogram("AsKd", board="QhJh2c", bins=4).tolist(),
    }
    table = cells(printed("strength", "AsKd", "--board", "QhJh2c"))
    assert table[0] == ["hand", "AsKd", "QhJh2c"]
    assert table[1] == ["hand", "strength", "now", "0.596207"]
    assert table[2] == ["E[HS]", "0.598369"]
    assert len([row for row in table if "-" in row]) == 10


def test_strength_before_the_flop():
    data = as_json("strength", "AsAh")
    assert data["hand_strength"] is None
    assert data["ehs"] == pb.expected_hand_strength("AsAh")
    assert data["runouts"] == 2_118_760


def test_ars():
    data = as_json("ars", "AsKd", "--board", "QhJh2c7s", "--opponents", 3)
    assert data["ars"] == pb.average_rank_strength("AsKd", board="QhJh2c7s", power_of_opponents=3)
    assert data["ehs"] == pb.expected_hand_strength("AsKd", board="QhJh2c7s", power_of_opponents=3)
    table = cells(printed("ars", "AsKd", "--board", "QhJh2c7s"))
    assert [row[0] for row in table] == ["hand", "average", "E[HS]", "difference"]


def test_table(tmp_path):
    path = tmp_path / "table.npy"
    data = as_json("table", "ehs", "--street", "preflop", "--dtype", "uint16", "-o", path)
    assert (data["out"], data["shape"], data["dtype"]) == (str(path), [169], "uint16")
    assert (np.load(path) == pb.strength_table(street="preflop", dtype="uint16")).all()
    assert cells(printed("table", "ehs", "--street", "preflop", "--dtype", "uint16", "-o", path))[0][0] == "file"
    other = refused("table", "ehs2", "--street", "preflop", "--dtype", "uint16", "-o", path)
    assert "another one" in other
    assert other.endswith("or pass --no-resume to begin anew and replace it")
    data = as_json("table", "ochs", "--street", "preflop", "--clusters", 3, "-o", path, "--no-resume")
    assert data["shape"] == [169, 3]
    clusters = pb.opponent_clusters(3)
    assert (np.load(path) == pb.strength_table("ochs", street="preflop", clusters=clusters)).all()
    data = as_json("table", "histogram", "--street", "preflop", "--bins", 7, "-o", tmp_path / "h.npy")
    assert (data["shape"], data["dtype"]) == ([169, 7], "float64")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["strength", "AsKd", "--board", "Qh"], "board: expected 0, 3, 4 or 5 cards, found 1"),
        (["strength", "AsKdQd"], "hole: expected 2 cards, found 3"),
        (["strength", "AsKd", "--board", "AsQhJh"], "card As"),
        (["strength", "AsKd", "--bins", "1"], "bins = 1"),
        (["strength", "AsKd", "--opponents", "0"], "power_of_opponents = 0"),
        (["strength"], "Missing argument"),
        (["ars", "AsKd"], "--board"),
        (["ars", "AsKd", "--board", ""], "found 0"),
        (["table", "hs", "--street", "flop", "-o", "x.npy"], "'hs' is not one of"),
        (["table", "ehs", "--street", "fourth", "-o", "x.npy"], "'fourth' is not one of"),
        (["table", "ehs", "--street", "flop"], "'-o'"),
        (["table", "ehs", "--street", "flop", "-o", "x.txt"], "ends with .npy"),
        (["table", "histogram", "--bins", "1", "--street", "flop", "-o", "x.npy"], "bins = 1"),
        (
            ["table", "ehs", "--clusters", "3", "--street", "flop", "-o", "x.npy"],
            "--clusters goes with ochs",
        ),
        (["table", "ochs", "--bins", "3", "--street", "flop", "-o", "x.npy"], "--bins goes with histogram"),
        (["table", "ochs", "--clusters", "0", "--street", "flop", "-o", "x.npy"], "n_clusters = 0"),
    ],
)
def test_bad_input(arguments, words):
    assert words in refused(*arguments)


def test_a_path_that_cannot_be_written(tmp_path):
    done = run("table", "ehs", "--street", "preflop", "-o", tmp_path / "nowhere" / "t.npy")
    assert (done.returncode, done.stdout) == (1, "")
    assert "nowhere" in done.stderr
    assert "No such file" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["strength", "ars", "table"])
def test_help(name):
    text = printed(name, "--help")
    assert text.startswith(f"Usage: pokerbits {name} [OPTIONS]")
    assert "--json" in text
    assert f"  {name} " in printed("--help")


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of another kind")
def test_a_bar_on_a_terminal_and_none_in_a_pipe(tmp_path):
    import pty

    arguments = ["table", "ehs", "--street", "turn", "--dtype", "uint16", "-o"]
    command = [sys.executable, "-m", "pokerbits", *arguments, tmp_path / "a.npy", "--json"]
    ours, theirs = pty.openpty()
    terminal = os.environ | {"TERM": "xterm"}
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, env=terminal, timeout=60)
    os.close(theirs)
    shown = os.read(ours, 1 << 20).decode()
    os.close(ours)
    assert "ehs, turn" in shown
    assert json.loads(done.stdout)["shape"] == [13_960_050]
    # `printed` has seen that a pipe gets nothing.
    assert as_json(*arguments, tmp_path / "b.npy")
