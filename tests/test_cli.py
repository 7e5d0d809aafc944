"""The command line: what it prints, what it refuses, where it runs."""

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import pokerbits as pb
from pokerbits.cli.group import pokerbits

MODULE = [sys.executable, "-m", "pokerbits"]
SCRIPT = [str(Path(sys.executable).with_name("pokerbits"))]


def run(*arguments, command=MODULE, **environment):
    return subprocess.run(
        [*command, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"COLUMNS": "60", "PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1"} | environment,
        timeout=60,
    )


def printed(*arguments, **options):
    """Return what a command that must succeed prints."""
    done = run(*arguments, **options)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def as_json(*arguments, **options):
    text = printed(*arguments, "--json", **options)
    assert text.count("\n") == 1
    return json.loads(text)


def refused(*arguments):
    """Return the message of a command that must end with exit code 2."""
    done = run(*arguments)
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("Usage: pokerbits")
    return " ".join(done.stderr.split("Error: ")[1].split())


def refused_here(*arguments):
    """Return the same without a process of its own, which takes a third of a second."""
    done = CliRunner().invoke(pokerbits, arguments, prog_name="pokerbits")
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    return " ".join(done.stderr.split("Error: ")[1].split())


def cells(text):
    return [line.split() for line in text.splitlines()]


@pytest.fixture(params=[MODULE, SCRIPT], ids=["python -m pokerbits", "pokerbits"])
def command(request):
    assert shutil.which(request.param[0])
    return request.param


def test_both_ways_to_call_it(command):
    assert printed("--version", command=command) == f"pokerbits, version {pb.__version__}\n"
    assert as_json("eval", "AsKsQsJsTs", command=command)["strength"] == 7462
    assert run("eval", "As", command=command).returncode == 2


def test_help():
    text = printed("--help")
    assert text.startswith("Usage: pokerbits [OPTIONS] COMMAND")
    assert printed("-h") == text
    for name in ("equity", "eval", "example", "info", "index", "unindex", "games"):
        assert f"  {name} " in text


@pytest.mark.parametrize("name", ["equity", "eval", "example", "info", "index", "unindex", "games"])
def test_help_for_a_command(name):
    text = printed(name, "--help")
    assert text.startswith(f"Usage: pokerbits {name} [OPTIONS]")
    assert "--json" in text


# equity


def test_equity_as_a_table():
    assert cells(printed("equity", "AhAd", "KsKh")) == [
        ["hand", "equity", "win", "tie", "wins", "ties", "losses"],
        ["AhAd", "81.9461%", "81.7147%", "0.4627%", "1,399,204", "7,923", "305,177"],
        ["KsKh", "18.0539%", "17.8226%", "0.4627%", "305,177", "7,923", "1,399,204"],
        ["1,712,304", "showdowns,", "exact"],
    ]


def test_equity_as_json():
    data = as_json("equity", "ahkh", "9♣9♦", "--board", "Qh 7h,2c", "--dead", "As")
    expected = pb.equity("AhKh", "9c9d", board="Qh7h2c", dead="As")
    assert (data["board"], data["dead"], data["showdowns"]) == ("Qh7h2c", "As", expected.n)
    assert [player["hand"] for player in data["players"]] == ["AhKh", "9c9d"]
    for i, player in enumerate(data["players"]):
        assert player["counts"] == expected.counts[i].to_dict()
        assert (player["equity"], player["win"], player["tie"]) == (
            expected.equity[i],
            expected.win[i],
            expected.tie[i],
        )


def test_equity_of_six_hands():
    hands = ["AcAd", "AhAs", "KcKd", "KhKs", "QcQd", "QhQs"]
    table = cells(printed("equity", *hands))
    assert [row[0] for row in table[1:7]] == hands
    assert table[7] == ["658,008", "showdowns,", "exact"]


# eval and example


@pytest.mark.parametrize(
    "arguments", [["AsKsQsJsTs2c2d"], ["AsKs", "QsJsTs", "2c", "2d"], ["as", "ks qs", "js,10s", "2c2d"]]
)
def test_eval(arguments):
    assert as_json("eval", *arguments) == {
        "cards": "AsKsQsJsTs2c2d",
        "strength": 7462,
        "cactus_kev": 1,
        "category": "straight_flush",
        "description": "royal flush",
    }
    assert cells(printed("eval", *arguments)) == [
        ["hand", "AsKsQsJsTs2c2d"],
        ["strength", "7462"],
        ["cactus_kev", "1"],
        ["category", "straight_flush"],
        ["description", "royal", "flush"],
    ]


@pytest.mark.parametrize("strength", [1, 5000, 7462])
def test_example_shows_a_hand_of_the_strength(strength):
    data = as_json("example", strength)
    assert data["strength"] == strength
    assert data["description"] == pb.describe(strength)
    assert as_json("eval", data["cards"]) == data
    assert cells(printed("example", strength))[0] == ["hand", data["cards"]]


# info, and the indexer


def test_info():
    data = as_json("info")
    assert data["version"] == pb.__version__
    assert data["level"] in data["levels"]
    assert data["levels"] == pb.cpu_features()["levels"]
    assert data["numpy"] == np.__version__
    assert data["python"] == platform.python_version()
    assert as_json("info", POKERBITS_NUM_THREADS="3")["num_threads"] == 3
    assert as_json("info", POKERBITS_CPU="baseline")["level"] == "baseline"
    text = printed("info")
    for name in ("pokerbits", "python", "platform", "cpu level", "threads", "numpy"):
        assert f"\n{name} " in "\n" + text


def test_index_and_back():
    data = as_json("index", "2-3-1-1", "AsKs", "QsJsTs", "2c", "2d")
    indices = [dealt["index"] for dealt in data["rounds"]]
    sizes = [dealt["size"] for dealt in data["rounds"]]
    assert sizes == list(pb.HandIndexer().sizes)
    assert indices == pb.HandIndexer().index_all("AsKsQsJsTs2c2d").tolist()
    for at, index in enumerate(indices):
        hand = as_json("unindex", "2-3-1-1", index, "--round", at)["hands"][0]
        assert "".join(hand["rounds"]) == data["rounds"][at]["canonical"]
    table = cells(printed("index", "2-3-1-1", "AsKsQsJsTs"))
    assert [row[0] for row in table[1:]] == ["0", "1"]
    assert cells(printed("unindex", "2-3-1-1", 0, 1, 2, "--round", 0))[1][0] == "0"
    assert [as_json("unindex", "2-3-1-1", 0, "--round", at)["round"] for at in (-1, -4, 2)] == [3, 0, 2]


def test_games():
    games = as_json("games")["games"]
    assert any(game["sizes"] == [169, 1286792, 55190538, 2428287420] for game in games)
    assert len(cells(printed("games"))) == len(games) + 1


# Bad input


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["equity", "AhAd"], "2 to 10"),
        (["equity", "AhAd", "AhKs"], "card Ah (id 50) appears more than once"),
        (["equity", "AhAd", "KsKh", "--board", "Ks2c3c"], "card Ks (id 47) appears more than once"),
        (["equity", "AhAd", "KsKh", "--board", "2c"], "found 1"),
        (["equity", "AhAd", "KsKh", "--dead", "2c2c"], "card 2c (id 0) appears more than once"),
        (["equity", "AhAd", "KsK"], "cannot read a card at position 2"),
        (["equity", "AhAd", "KsKhKd"], "player 2: expected 2 cards, found 3"),
        (["equity"], "Missing argument"),
        (["eval", "AsKs"], "expected 5, 6 or 7 cards, found 2"),
        (["eval", "AsKsQsJsTs2c2d3c"], "expected 5, 6 or 7 cards, found 8"),
        (["eval", "AsAsQsJsTs"], "card As (id 51) appears more than once"),
        (["eval", "AsKsQsJsXs"], "cannot read a card at position 8"),
        (["eval", ""], "found 0"),
        (["eval", "\N{PILE OF POO}"], "cannot read a card at position 0"),
        (["eval", "\udcff\udcfe"], "cannot read a card at position 0"),
        (["eval"], "Missing argument"),
        (["example", "0"], "strength 0 is out of range (1..=7462)"),
        (["example", "7463"], "strength 7463 is out of range (1..=7462)"),
        (["example", "99999999999999999999999"], "is out of range (1..=7462)"),
        (["example", "--", "-1"], "strength -1 is out of range"),
        (["example", "many"], "not a valid integer"),
        (["index", "2-x", "AsKs"], "expected the cards of each round, as in 2-3-1-1"),
        (["index", "2-3", "As"], "do not end with a round of 2-3: expected 2, 5"),
        (["index", "2-3", "AsAs"], "card As (id 51) appears more than once"),
        (["unindex", "2", "169"], "169 is out of range"),
        (["unindex", "2", "0", "--round", "1"], "round"),
        (["unindex", "60", "0"], "cards"),
        (["frobnicate"], "No such command"),
        (["eval", "AsKsQsJsTs", "--loud"], "No such option"),
    ],
)
def test_bad_input_ends_with_exit_code_2_and_says_why(arguments, message):
    assert message in refused_here(*arguments)


@pytest.mark.parametrize(
    "arguments", [["equity", "AhAd", "AhKs"], ["eval", "AsKs"], ["example", "0"], ["unindex", "2", "169"]]
)
def test_bad_input_with_json_is_told_the_same_way(arguments):
    assert refused(*arguments, "--json") == refused(*arguments) == refused_here(*arguments)


def test_a_bad_environment_is_told():
    done = run("info", POKERBITS_NUM_THREADS="many")
    assert done.returncode == 2
    assert "POKERBITS_NUM_THREADS=many: expected a number of threads" in done.stderr
    done = run("info", POKERBITS_CPU="v9")
    assert done.returncode != 0
    assert "POKERBITS_CPU=v9" in done.stderr


# Where it runs


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_its_extra_it_says_what_to_install(missing):
    code = f"""
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {missing!r}:
            raise ModuleNotFoundError("No module named {missing}", name={missing!r})

sys.meta_path.insert(0, Missing())
from pokerbits.cli import main
main()
"""
    done = run(command=[sys.executable, "-c", code])
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == f'The command line needs {missing}: pip install "pokerbits[cli]"\n'


def test_another_missing_module_is_not_blamed_on_the_extra():
    code = "import sys; sys.modules['pokerbits.cards'] = None; from pokerbits.cli import main; main()"
    done = run(command=[sys.executable, "-c", code])
    assert done.returncode == 1
    assert "pip install" not in done.stderr


def test_a_pipe_that_closes_early_is_no_crash():
    reader = "import sys; sys.stdin.read(1)"
    with subprocess.Popen([*MODULE, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writer:
        subprocess.run([sys.executable, "-c", reader], stdin=writer.stdout, check=True)
        writer.stdout.close()
        assert b"Traceback" not in writer.stderr.read()


def test_tables_are_plain_text_in_a_pipe():
    for arguments in (["equity", "AhAd", "KsKh"], ["games"]):
        text = printed(*arguments, TERM="xterm-256color")
        assert "\x1b" not in text


def test_odds_of_a_hand():
    data = as_json("odds", "AsAh", "--board", "Kd7c7d", "--opponents", "1,2")
    # Text, as for all hands: many opponents' counts do not fit in a double.
    assert [row["counts"] for row in data["odds"]] == [["922064", "1031"], ["360299313", "808746", "1806"]]
    assert data["odds"][0]["total"] == "1070190"
    table = cells(printed("odds", "AsAh", "--board", "Kd7c7d", "--opponents", "1-2"))
    assert table[1][:2] == ["1", f"{data['odds'][0]['equity']:.4%}"]
    assert len(table) == 3


def test_odds_of_all_hands(tmp_path):
    for name in ("odds.csv", "odds.json", "odds.npz"):
        assert printed("odds", "--all", "--opponents", "1", "-o", tmp_path / name) == ""
    lines = (tmp_path / "odds.csv").read_text().splitlines()
    assert len(lines) == 170
    assert lines[1].startswith("22,1,2097572400,1035889822,39805340,")
    data = json.loads((tmp_path / "odds.json").read_text())
    assert data["hands"]["22"]["1"]["counts"] == ["1035889822", "39805340"]
    with np.load(tmp_path / "odds.npz") as arrays:
        assert arrays["equity"].shape == (169, 1)
        assert arrays["hand"].tolist() == list(pb.HAND_CLASSES)
        assert arrays["counts"].shape == (169, 1, 2)
        assert arrays["counts"][0, 0].tolist() == ["1035889822", "39805340"]
        assert arrays["total"].tolist() == ["2097572400"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["odds.csv", "odds.json", "odds.npz"]


def test_odds_that_cannot_be_written(tmp_path):
    done = run("odds", "--all", "--opponents", "1-22", "-o", tmp_path / "nowhere" / "odds.csv")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"Error: {tmp_path / 'nowhere' / 'odds.csv'}: No such file or directory\n"


def test_a_failed_call_leaves_the_file_before(tmp_path, monkeypatch):
    path = tmp_path / "odds.json"
    path.write_text("before")

    def fail(*arguments, **options):
        raise pb.PokerbitsError("no odds today")

    monkeypatch.setattr(pb, "preflop_odds", fail)
    assert "no odds today" in refused_here("odds", "--all", "-o", str(path))
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "expected a hand"),
        (("AsKs", "--opponents", "0"), "n_opponents = 0"),
        (("AsKs", "--opponents", "many"), "expected numbers"),
        (("AsKs", "--opponents", "8-1"), "expected numbers"),
        (("AsKs", "--opponents", "1--3"), "expected numbers"),
        (("AsKs", "--opponents", "1-"), "expected numbers"),
        (("AsKs", "--opponents", "1,,2"), "expected numbers"),
        (("AsKs", "--opponents", "1-99999999999"), "expected numbers"),
        (("AsKs", "--opponents", "1-99"), "n_opponents = 26"),
        (("--all", "--json", "-o", "x.csv"), "expected one of them"),
        (("AsKs", "--board", "2c"), "found 1"),
        (("AsKs", "-o", "x.csv"), "goes with --all"),
        (("--all", "AsKs"), "--all takes no hand"),
        (("--all", "-o", "x.txt"), "expected a file that ends in"),
    ],
)
def test_bad_odds(arguments, message):
    assert message in refused("odds", *arguments)
