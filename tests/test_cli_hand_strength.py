"""The commands about hand strength, as processes of their own."""

import codecs
import errno
import json
import os
import subprocess
import sys

import numpy as np
import pytest

import pokerbits as pb
from command_line import MODULE, as_json, cells, here, printed, refused


def test_strength():
    data = as_json("strength", "AsKd", "--board", "QhJh2c", "--bins", 4)
    assert data == {
        "hole": "AsKd",
        "board": "QhJh2c",
        "villain": "random",
        "hand_strength": pb.hand_strength("AsKd", board="QhJh2c"),
        "ehs": pb.expected_hand_strength("AsKd", board="QhJh2c"),
        "ehs2": pb.expected_hand_strength("AsKd", board="QhJh2c", power=2),
        "runouts": 1081,
        "histogram": pb.strength.hand_strength_histogram("AsKd", board="QhJh2c", bins=4).tolist(),
    }
    table = cells(printed("strength", "AsKd", "--board", "QhJh2c"))
    assert table[0] == ["hand", "AsKd", "QhJh2c"]
    assert table[1] == ["hand", "strength", "now", "59.6207%"]
    assert table[2] == ["E[HS]", "59.8369%"]
    assert len([row for row in table if "-" in row]) == 10


def test_strength_against_a_range():
    data = as_json("strength", "AsKd", "--board", "QhJh2c", "--villain", "22+, A9s+")
    assert data["villain"] == "22+, A9s+"
    assert data["hand_strength"] == pb.hand_strength("AsKd", "QhJh2c", villain="22+, A9s+")
    assert data["ehs"] == pytest.approx(pb.equity("AsKd", "22+, A9s+", board="QhJh2c").equity[0])
    assert "against 22+, A9s+, share" in printed("strength", "AsKd", "--board", "QhJh2c", "--villain", "22+, A9s+")
    assert "no hand of the range is left" in refused("strength", "AsKd", "--board", "Ah2c3c", "--villain", "AsAh")
    assert "villain" in refused("strength", "AsKd", "--villain", "A9x")


def test_the_former_option_for_powers_says_what_to_do():
    for arguments in (["strength", "AsKd", "--board", "QhJh2c"], ["ars", "AsKd", "--board", "QhJh2c"]):
        error = refused(*arguments, "--power-of-opponents", "3")
        assert "No such option: --power-of-opponents. Raise the strength to the power K" in " ".join(error.split())
        assert "No such option" in refused(*arguments, "--opponents", "3")
        assert "power" not in printed(arguments[0], "--help")


def test_strength_before_the_flop():
    data = as_json("strength", "AsAh")
    assert data["hand_strength"] is None
    assert data["ehs"] == pb.expected_hand_strength("AsAh")
    assert data["runouts"] == 2_118_760


def test_a_hand_class_before_the_flop():
    found, of_combo = as_json("strength", "aks"), as_json("strength", "AcKc")
    assert (found.pop("hole"), of_combo.pop("hole")) == ("AKs", "AcKc")
    assert found == of_combo
    found, of_combo = as_json("odds", "KAo"), as_json("odds", "AcKd")
    assert (found.pop("hole"), of_combo.pop("hole")) == ("AKo", "AcKd")
    assert found == of_combo
    found, of_combo = (as_json("percentile", hand)["hands"][0] for hand in ("77", "7c7d"))
    assert (found.pop("hand"), of_combo.pop("hand")) == ("77", "7c7d")
    assert found == of_combo
    for arguments in (["strength", "AKs", "--board", "QhJh2c"], ["odds", "AKs", "--board", "QhJh2c"]):
        assert "whose suits matter on a board: name the suits, as in AsKs" in refused(*arguments)
    assert "whose suits matter to the dead cards" in refused("odds", "AKs", "--dead", "2c")
    assert "cannot read a card" in refused("percentile", "AKs", "--game", "omaha")


def test_ars():
    data = as_json("ars", "AsKd", "--board", "QhJh2c7s")
    assert data["ars"] == pb.strength.average_rank_strength("AsKd", board="QhJh2c7s")
    assert data["ehs"] == pb.expected_hand_strength("AsKd", board="QhJh2c7s")
    table = cells(printed("ars", "AsKd", "--board", "QhJh2c7s"))
    assert [row[0] for row in table] == ["hand", "average", "E[HS]", "difference"]


def test_table_of_average_rank_strength(tmp_path):
    path = tmp_path / "flop.npy"
    data = as_json("table", "ars", "--street", "flop", "-o", path)
    assert (data["output"], data["shape"], data["dtype"]) == (str(path), [7463, 169], "float64")
    means = np.load(path)
    assert np.array_equal(means, pb.strength.ars_table("flop"), equal_nan=True)
    hand, board = "AsKd", "QhJh2c"
    place = pb.evaluate(hand + board), pb.cards.hand_class(hand)
    assert means[place] == pb.strength.average_rank_strength(hand, board=board)


def test_table(tmp_path):
    path = tmp_path / "table.npy"
    data = as_json("table", "build", "ehs", "--street", "preflop", "--dtype", "uint16", "-o", path)
    assert (data["output"], data["shape"], data["dtype"]) == (str(path), [169], "uint16")
    assert (np.load(path) == pb.strength_table(street="preflop", dtype="uint16")).all()
    assert (
        cells(printed("table", "build", "ehs", "--street", "preflop", "--dtype", "uint16", "-o", path))[0][0] == "file"
    )
    done = here("table", "build", "ehs2", "--street", "preflop", "--dtype", "uint16", "-o", path)
    assert done.exit_code == 1
    assert "a different table" in done.stderr
    assert done.stderr.endswith("start again and replace it (resume=False, on the command line --no-resume)\n")
    data = as_json("table", "build", "ochs", "--street", "preflop", "--clusters", 3, "-o", path, "--no-resume")
    assert data["shape"] == [169, 3]
    clusters = pb.strength.opponent_clusters(3)
    assert (np.load(path) == pb.strength_table("ochs", street="preflop", clusters=clusters)).all()
    data = as_json("table", "build", "histogram", "--street", "preflop", "--bins", 7, "-o", tmp_path / "h.npy")
    assert (data["shape"], data["dtype"]) == ([169, 7], "float64")
    path = tmp_path / "odds.npy"
    data = as_json("table", "build", "odds", "--street", "preflop", "--n-opponents", 1, "-o", path)
    assert data["shape"] == [169, 3]
    assert (np.load(path) == pb.strength_table("odds", street="preflop")).all()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["strength", "AsKd", "--board", "Qh"], "board: expected 0, 3, 4 or 5 cards, found 1"),
        (["strength", "AsKdQd"], "hole: expected 2 cards, found 3"),
        (["strength", "AsKd", "--board", "AsQhJh"], "card As"),
        (["strength", "AsKd", "--bins", "1"], "bins = 1"),
        (["strength"], "Missing argument"),
        (["ars", "AsKd"], "--board"),
        (["ars", "AsKd", "--board", ""], "found 0"),
        (["table", "build", "hs", "--street", "flop", "-o", "x.npy"], "'hs' is not one of"),
        (["table", "build", "ehs", "--street", "fourth", "-o", "x.npy"], "'fourth' is not one of"),
        (["table", "build", "ehs", "--street", "flop"], "Missing option '-o' / '--output'"),
        (["table", "build", "ehs", "-o", "x.npy"], "Missing option '--street'"),
        (["table", "build", "--street", "flop", "-o", "x.npy"], "Missing argument 'KIND'"),
        (["table", "check"], "Missing argument 'FILE'"),
        (["table", "build", "ehs", "--street", "flop", "-o", "x.txt"], "ends with .npy"),
        (["table", "build", "histogram", "--bins", "1", "--street", "flop", "-o", "x.npy"], "bins = 1"),
        (
            ["table", "build", "ehs", "--clusters", "3", "--street", "flop", "-o", "x.npy"],
            "--clusters needs the kind ochs",
        ),
        (
            ["table", "build", "ochs", "--bins", "3", "--street", "flop", "-o", "x.npy"],
            "--bins needs the kind histogram",
        ),
        (["table", "build", "ochs", "--clusters", "0", "--street", "flop", "-o", "x.npy"], "n_clusters = 0"),
    ],
)
def test_bad_input(arguments, words):
    assert words in refused(*arguments)


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of another kind")
def test_a_bar_on_a_terminal_and_none_in_a_pipe(tmp_path):
    import pty
    import termios

    arguments = ["table", "build", "ehs", "--street", "preflop", "--output"]
    command = [sys.executable, "-m", "pokerbits", *arguments, tmp_path / "a.npy", "--json"]
    ours, theirs = pty.openpty()
    # Of no width, as it is made, it would have no room for a bar.
    termios.tcsetwinsize(theirs, (24, 80))
    terminal = os.environ | {"TERM": "xterm", "PYTHONUTF8": "1"}
    # A terminal that nobody reads fills up and stops whoever writes: read until the other end closes.
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=terminal) as child:
        os.close(theirs)
        shown = "".join(read_to_the_end(ours))
        os.close(ours)
        printed_json = child.stdout.read()
    assert child.returncode == 0
    assert "ehs, preflop: " in shown
    assert "100%" in shown
    assert json.loads(printed_json)["shape"] == [169]
    # This sees that a pipe gets nothing.
    assert as_json(*arguments, tmp_path / "b.npy", command=MODULE)


def read_to_the_end(terminal):
    """Yield what a terminal shows, piece by piece; a piece may end in the middle of a character."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    while True:
        try:
            piece = os.read(terminal, 1 << 16)
        except OSError as error:
            # Linux raises this at the end of a terminal, where other systems return nothing.
            if error.errno != errno.EIO:
                raise
            piece = b""
        yield decoder.decode(piece, final=not piece)
        if not piece:
            return
