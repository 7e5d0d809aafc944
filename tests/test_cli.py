"""The command line: its output, its errors, and the terminals on which it runs."""

import csv
import json
import os
import platform
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from functools import cache
from pathlib import Path

import click
import numpy as np
import pytest
from click.testing import CliRunner

import pokerbits as pb
from pokerbits._extras import EXTRAS
from pokerbits.cli.group import pokerbits
from pokerbits.cli.odds_commands import arrays_of

MODULE = [sys.executable, "-m", "pokerbits"]
SCRIPT = [str(Path(sys.executable).with_name("pokerbits"))]


def run(*arguments, command=MODULE, **environment):
    """Run a command in a process of its own, which takes half a second."""
    return subprocess.run(
        [*command, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"COLUMNS": "60", "PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1"} | environment,
    )


def here(*arguments):
    """Run a command in this process."""
    return CliRunner().invoke(
        pokerbits, list(map(str, arguments)), prog_name="pokerbits", terminal_width=80, catch_exceptions=False
    )


def printed(*arguments, **options):
    """Return what a command that must succeed prints; with options it is run in a process of its own."""
    done = run(*arguments, **options) if options else here(*arguments)
    assert (done.returncode if options else done.exit_code, done.stderr) == (0, "")
    return done.stdout


def as_json(*arguments, **options):
    text = printed(*arguments, "--json", **options)
    assert text.count("\n") == 1
    return json.loads(text)


def refused(*arguments):
    """Return the message of a command that must end with exit code 2."""
    done = here(*arguments)
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert done.stderr.startswith("Usage: pokerbits")
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


COMMANDS = (
    "abstract",
    "ars",
    "breakdown",
    "category-odds",
    "distribution",
    "equity",
    "eval",
    "example",
    "flop-report",
    "flops",
    "games",
    "index",
    "info",
    "odds",
    "outs",
    "range",
    "strength",
    "table",
    "unindex",
)


def test_help():
    text = printed("--help")
    assert text.startswith("Usage: pokerbits [OPTIONS] COMMAND")
    assert printed("-h") == text
    assert sorted(pokerbits.commands) == list(COMMANDS)
    for name in COMMANDS:
        assert f"  {name} " in text


@pytest.mark.parametrize("columns", [60, 80, 200])
def test_help_cuts_no_summary(columns):
    text = CliRunner().invoke(pokerbits, ["--help"], terminal_width=columns).stdout
    assert "..." not in text.partition("Commands:")[2]
    if columns >= 80:
        assert len(text.partition("Commands:\n")[2].splitlines()) == len(COMMANDS)


def commands_within(group, *names):
    """Yield every command that does something, under the words that call it."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands_within(command, *names, name)
        else:
            yield (*names, name), command


RUNNABLE = dict(commands_within(pokerbits))


def test_groups_have_commands_of_their_own():
    found = {" ".join(names) for names in RUNNABLE if len(names) > 1}
    assert found == {"abstract build", "abstract report", "abstract export", "table build", "table check"}
    for name in ("abstract", "table"):
        done = CliRunner().invoke(pokerbits, [name], prog_name="pokerbits")
        assert done.exit_code == 2
        assert f"Usage: pokerbits {name} [OPTIONS] COMMAND" in done.output
        assert printed(name, "-h") == printed(name, "--help")


@pytest.mark.parametrize("names", RUNNABLE, ids=" ".join)
def test_help_for_a_command(names):
    text = printed(*names, "--help")
    assert text.startswith(f"Usage: pokerbits {' '.join(names)} [OPTIONS]")
    assert "--json" in text
    assert text.partition("Examples:\n    pokerbits ")[2].split()[: len(names)] == list(names)


@pytest.mark.parametrize("names", RUNNABLE, ids=" ".join)
def test_help_names_no_bound_that_there_is_not(names):
    """It was `[default: 10; x<=None]`."""
    assert "None" not in printed(*names, "--help")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_of_the_help_work(name, tmp_path, monkeypatch, odds_once, reports_once):
    """Those of a group run in its order: what one builds, the next reads."""
    monkeypatch.chdir(tmp_path)
    for names, command in RUNNABLE.items():
        if names[0] != name:
            continue
        examples = [shlex.split(line)[1:] for line in command.help.splitlines() if line.startswith("  pokerbits ")]
        assert examples
        for arguments in [*examples, [*examples[0], "--json"]]:
            done = CliRunner().invoke(pokerbits, arguments, prog_name="pokerbits")
            assert (done.exit_code, done.stderr) == (0, "")
            if "--json" in arguments:
                assert isinstance(json.loads(done.stdout), dict)
            else:
                assert len(done.stdout.splitlines()) > 1


def test_one_thing_has_one_option():
    """Options of the same name are of one kind in all commands, and named as the parameters of the package."""
    seen = {}
    for command in RUNNABLE.values():
        for option in command.params:
            if option.param_type_name == "option":
                key = option.opts[-1]
                seen.setdefault(key, set()).add((tuple(option.opts), option.metavar, type(option.type), option.is_flag))
    # An abstraction is a folder.
    assert seen.pop("--output") == {(("-o", "--output"), what, click.Path, False) for what in ("FILE", "FOLDER")}
    assert {key for key, kinds in seen.items() if len(kinds) > 1} == set()
    shared = {"--board", "--dead", "--bins", "--clusters", "--street", "--power-of-opponents", "--json"}
    assert shared <= set(seen)


# equity


def test_equity_as_a_table():
    assert cells(printed("equity", "AhAd", "KsKh")) == [
        ["hand", "equity", "win", "tie", "lose", "wins", "ties", "losses"],
        ["AhAd", "81.9461%", "81.7147%", "0.4627%", "17.8226%", "1,399,204", "7,923", "305,177"],
        ["KsKh", "18.0539%", "17.8226%", "0.4627%", "81.7147%", "305,177", "7,923", "1,399,204"],
        ["1,712,304", "showdowns,", "exact"],
    ]


def test_equity_says_which_board():
    table = cells(printed("equity", "AhKh", "9c9d", "--board", "qh 7h2C", "--dead", "as"))
    assert table[:2] == [["board", "Qh7h2c"], ["dead", "As"]]


def test_equity_as_json():
    data = as_json("equity", "ahkh", "9♣9♦", "--board", "Qh 7h,2c", "--dead", "As", command=MODULE)
    expected = pb.equity("AhKh", "9c9d", board="Qh7h2c", dead="As")
    assert (data["board"], data["dead"], data["n"]) == ("Qh7h2c", "As", 946)
    assert data["players"] == [
        {
            "hand": hand,
            "equity": expected.equity[i],
            "win": expected.win[i],
            "tie": expected.tie[i],
            "lose": lost / 946,
            "std_error": 0.0,
            "counts": {"wins": won, "ties": [0], "losses": lost, "total": 946},
        }
        for i, (hand, won, lost) in enumerate([("AhKh", 502, 444), ("9c9d", 444, 502)])
    ]


def test_equity_of_six_hands():
    hands = ["AcAd", "AhAs", "KcKd", "KhKs", "QcQd", "QhQs"]
    table = cells(printed("equity", *hands))
    assert [row[0] for row in table[1:7]] == hands
    assert table[7] == ["658,008", "showdowns,", "exact"]
    for player in as_json("equity", *hands)["players"]:
        counts = player["counts"]
        assert len(counts["ties"]) == 5
        assert counts["wins"] + sum(counts["ties"]) + counts["losses"] == counts["total"] == 658_008


def test_equity_of_ranges():
    table = cells(printed("equity", "QQ+, AKs", "22+,A2s+", "random", "--board", "Ah7d2c5s"))
    assert table[1] == ["hand", "equity", "win", "tie", "lose", "wins", "ties", "losses"]
    assert [row[:2] for row in table[2:4]] == [["QQ+,", "AKs"], ["22+,A2s+", table[3][1]]]
    expected = pb.equity("QQ+, AKs", "22+,A2s+", "random", board="Ah7d2c5s")
    assert table[3][1] == f"{expected.equity[1]:.4%}"
    assert table[5] == [f"{expected.n:,}", "showdowns,", "exact"]


def test_equity_by_samples():
    arguments = ["equity", "AA", "KK", "QQ", "--method", "monte_carlo", "--samples", "500", "--seed", "3"]
    expected = pb.equity("AA", "KK", "QQ", method="monte_carlo", n_samples=500, rng=3)
    table = cells(printed(*arguments))
    assert table[0] == ["hand", "equity", "win", "tie", "lose", "std", "error"]
    assert table[-1] == ["500", "samples"]
    data = as_json(*arguments)
    assert (data["method"], data["players"][0]["counts"]) == ("monte_carlo", None)
    assert [player["equity"] for player in data["players"]] == expected.equity.tolist()


def test_equity_of_other_games():
    table = cells(printed("equity", "AsKsQhJh", "7c7d8h9h", "--board", "Kd7s2c", "--game", "omaha"))
    counts = pb.equity("AsKsQhJh", "7c7d8h9h", board="Kd7s2c", game="omaha").counts
    assert table[1] == ["hand", "equity", "win", "tie", "lose", "wins", "ties", "losses"]
    assert [row[5:] for row in table[2:4]] == [[str(of.wins), str(of.tied), str(of.losses)] for of in counts]
    short = cells(printed("equity", "AsKs", "random", "--board", "AdTs9s", "--game", "short_deck"))
    assert short[-1] == ["188,790", "showdowns,", "exact"]
    sampled = printed("equity", "AA$ds", "KK", "*", "--game", "omaha", "--samples", "1000", "--seed", "1")
    assert cells(sampled)[-1] == ["1,000", "samples"]


def test_equity_where_the_best_low_takes_half():
    arguments = ["equity", "As2s7h8d", "Ah2hKsKd", "--board", "3s4d8cKc", "--game", "omaha_hilo"]
    head = ["hand", "equity", "scoop", "split", "lose", "scoops", "quarters", "high", "wins", "low", "wins", "lows"]
    assert cells(printed(*arguments))[1:] == [
        head,
        ["As2s7h8d", "30.0000%", "0.0000%", "100.0000%", "0.0000%", "0", "32", "0", "4", "40"],
        ["Ah2hKsKd", "70.0000%", "0.0000%", "100.0000%", "0.0000%", "0", "0", "36", "0", "40"],
        ["40", "showdowns,", "exact"],
    ]
    assert as_json(*arguments)["players"][0]["counts"]["shares"] == {"1/4": 32, "1/2": 8}
    sampled = cells(printed("equity", "AA", "KK", "--game", "omaha5_hilo", "--samples", "1000", "--seed", "1"))
    assert sampled[0] == ["hand", "equity", "scoop", "split", "lose", "std", "error"]


def test_equity_in_files(tmp_path):
    csv_file, picture = tmp_path / "equity.csv", tmp_path / "equity.svg"
    printed("equity", "AA", "0.5:KK", "--board", "2c7d9h", "--csv", str(csv_file), "--plot", str(picture))
    head, aces, kings = csv_file.read_text().splitlines()
    assert head == "hand,equity,win,tie,lose,std_error,wins,ties,losses,total,tied_1"
    expected = pb.equity("AA", "0.5:KK", board="2c7d9h")
    assert aces.split(",")[:2] == ["AA", repr(float(expected.equity[0]))]
    assert kings.split(",")[0] == "0.5:KK"
    assert "<svg" in picture.read_text()


# eval and example


@pytest.mark.parametrize(
    "arguments", [["AsKsQsJsTs2c2d"], ["AsKs", "QsJsTs", "2c", "2d"], ["as", "ks qs", "js,10s", "2c2d"]]
)
def test_eval(arguments):
    assert as_json("eval", *arguments) == {
        "cards": "AsKsQsJsTs2c2d",
        "board": "",
        "strength": 7462,
        "cactus_kev": 1,
        "category": "straight_flush",
        "description": "royal flush",
        "best_five": "AsKsQsJsTs",
    }
    assert cells(printed("eval", *arguments)) == [
        ["hand", "AsKsQsJsTs2c2d"],
        ["strength", "7462"],
        ["cactus", "kev", "1"],
        ["category", "straight_flush"],
        ["description", "royal", "flush"],
        ["best", "five", "AsKsQsJsTs"],
    ]


def test_eval_with_a_board():
    data = as_json("eval", "As", "Ks", "--board", "QsJs Ts2c2d")
    assert (data["cards"], data["board"], data["strength"]) == ("AsKs", "QsJsTs2c2d", 7462)
    assert cells(printed("eval", "AsKs", "--board", "QsJsTs"))[0] == ["hand", "AsKs", "QsJsTs"]
    assert "found 6" not in refused("eval", "AsKs", "--board", "QsJs")
    assert "card As (id 51) appears more than once" in refused("eval", "AsKs", "--board", "AsJsTs")


OMAHA = ["--game", "omaha", "AsKsQhJh", "--board", "Kd7s2c9h3h"]


def test_eval_of_omaha():
    expected = pb.evaluate_omaha("AsKsQhJh", board="Kd7s2c9h3h")
    data = as_json("eval", *OMAHA)
    assert data == {
        "cards": "AsKsQhJh",
        "board": "Kd7s2c9h3h",
        "strength": expected,
        "cactus_kev": 7463 - expected,
        "category": "pair",
        "description": "pair of kings, ace-nine-seven kickers",
    }
    assert cells(printed("eval", *OMAHA))[1] == ["strength", str(expected)]
    assert as_json("eval", "--game", "omaha", "AsKsQhJhTh9h", "--board", "Kd7s2c")["strength"] == pb.evaluate_omaha(
        "AsKsQhJhTh9h", board="Kd7s2c"
    )


@pytest.mark.parametrize(
    ("hole", "low", "words"),
    [
        ("As2hKdKc", 56, "five-four-three-deuce-ace low"),
        ("As8hKdKc", 32, "eight-five-four-three-ace low"),
        ("As9hKdKc", 0, "no low"),
    ],
)
def test_eval_of_omaha_with_a_low(hole, low, words):
    arguments = ["--game", "omaha_hilo", hole, "--board", "3s4s5hTsKh"]
    data = as_json("eval", *arguments)
    assert (data["low"], data["low_description"]) == (low, words)
    assert data["strength"] == pb.evaluate_omaha(hole, board="3s4s5hTsKh")
    assert cells(printed("eval", *arguments))[-1][:2] == ["low", "description"]
    assert "cannot be combined with --rules badugi" in refused("eval", *arguments, "--rules", "badugi")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["AsKs", "--board", "Kd7s2c9h3h"], "expected 4, 5 or 6 hole cards, found 2"),
        (["AsKsQhJh"], "expected 3, 4 or 5 board cards, found 0"),
        (["AsKsQhJh", "--board", "As7s2c"], "card As (id 51) appears more than once"),
    ],
)
def test_wrong_omaha_hands_are_refused(arguments, message):
    assert message in refused("eval", "--game", "omaha", *arguments)


@pytest.mark.parametrize("strength", [1, 5000, 7462])
def test_example_shows_a_hand_of_the_strength(strength):
    data = as_json("example", strength)
    assert data["strength"] == strength
    assert data["description"] == pb.describe(strength)
    assert as_json("eval", data["cards"]) == data
    assert cells(printed("example", strength))[0] == ["hand", data["cards"]]


@pytest.mark.parametrize("words", [["full", "house"], ["Full House"], ["full_house"]])
def test_example_takes_the_name_of_a_category(words):
    assert as_json("example", *words)["description"] == "full house, aces full of kings"
    assert as_json("example", "--rules", "short_deck", *words)["description"] == "full house, aces full of kings"


def test_outs_and_category_odds():
    for arguments in (["AhKh", "Qh7h2c"], ["AhKhQh7h2c"], ["AhKh", "--board", "Qh 7h 2c"]):
        data = as_json("outs", *arguments)
        assert (data["hole"], data["board"], data["villain"], data["total"]) == ("AhKh", "Qh7h2c", "", 15)
        assert data["outs"] == [
            {"category": pb.describe(kind), "n": len(cards), "cards": str(cards)}
            for kind, cards in pb.outs("AhKh", "Qh7h2c").items()
        ]
        odds = as_json("category-odds", *arguments)["odds"]
        assert list(odds.values()) == pb.category_odds("AhKh", "Qh7h2c").tolist()
        assert list(odds) == [pb.describe(kind) for kind in pb.Category]
    assert as_json("outs", "AhKh", "Qh7h2c", "--villain", "QsQd")["total"] == 8
    assert cells(printed("outs", "AhKh", "Qh7h2c"))[-1] == ["total", "15"]
    assert cells(printed("category-odds", "AhKh", "Qh7h2c"))[1] == ["straight", "flush", "0.0925%"]
    assert sum(as_json("category-odds", "AhKh")["odds"].values()) == pytest.approx(1)
    for command in ("outs", "category-odds"):
        assert "expected two hole cards beside --board, found 3" in refused(command, "AhKhQh", "--board", "Qs7h2c")
        assert "card Ah (id 50) appears more than once" in refused(command, "AhKh", "Ah7h2c")


def test_games_by_their_aliases():
    hands = "AsKsQhJh", "7c7d8h9h"
    assert as_json("equity", *hands, "--game", "PLO") == as_json("equity", *hands, "--game", "omaha")
    assert as_json("range", "AA$ds", "--game", "plo5") == as_json("range", "AA$ds", "--game", "omaha5")
    assert "'omaha9' is not one of 'holdem', 'short_deck'" in refused("equity", *hands, "--game", "Omaha9")


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


def test_the_index_of_a_hand_of_another_deck():
    deck = ("--n-ranks", 9, "--lowest-rank", "6")
    data = as_json("index", "2-3-1-1", "AsKs", "QsJsTs", *deck)
    assert [dealt["index"] for dealt in data["rounds"]] == [80, 186695]
    assert (data["n_ranks"], data["n_suits"], data["lowest_rank"]) == (9, 4, "6")
    assert as_json("unindex", "2", 0, *deck)["hands"][0]["rounds"] == ["6c6d"]
    assert "card 2c (id 0) is not in a deck of the ranks 6 to A in 4 suits" in refused("index", "2", "2c6c", *deck)
    assert "lowest_rank: expected '2'" in refused("index", "2", "2c6c", "--lowest-rank", "1")


def test_games():
    games = as_json("games")["games"]
    assert [game["lowest_rank"] for game in games if game["name"] == "short deck"] == ["6"]
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
        (["equity", "AhAd", "KsK"], 'player 2: cannot read "KsK" at position 0'),
        (["equity", "AA", "KK", "--method", "count"], "'count' is not one of"),
        (["equity", "AA", "KK", "--samples", "0"], "0 is not in the range"),
        (["equity", "AA", "KK", "--max-seconds", "-1"], "max_seconds = -1.0: expected 0 or more"),
        (["equity", "AA", "KK", "--plot", "x.bmp"], "expected a name that ends in .png"),
        (
            ["equity", "random", "random", "random", "--method", "exact", "--max-seconds", "1"],
            "an exact answer would take",
        ),
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
        (["example", "full", "hose"], "(did you mean 'full house'?)"),
        (["example", "0"], "strength 0 is out of range (1 to 7462)"),
        (["example", "7463"], "strength 7463 is out of range (1 to 7462)"),
        (["example", "99999999999999999999999"], "is out of range (1 to 7462)"),
        (["example", "--", "-1"], "strength -1 is out of range"),
        (["example", "many"], "strength: expected 'high card', 'pair'"),
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
    assert message in refused(*arguments)


@pytest.mark.parametrize(
    "arguments", [["equity", "AhAd", "AhKs"], ["eval", "AsKs"], ["example", "0"], ["unindex", "2", "169"]]
)
def test_bad_input_is_told_the_same_way_with_json_and_in_a_process_of_its_own(arguments):
    message = refused(*arguments)
    assert refused(*arguments, "--json") == message
    done = run(*arguments, "--json", COLUMNS="80")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert " ".join(done.stderr.split("Error: ")[1].split()) == message


def test_a_bad_environment_is_told():
    done = run("info", POKERBITS_NUM_THREADS="many")
    assert done.returncode == 2
    assert "POKERBITS_NUM_THREADS=many: expected a number of threads" in done.stderr
    for arguments in (["info"], ["eval", "AsKsQsJsTs"], ["games"], ["index", "2-3", "AsKs"]):
        done = run(*arguments, POKERBITS_CPU="v9")
        assert (done.returncode, done.stdout) == (2, "")
        assert "Traceback" not in done.stderr
        assert done.stderr.splitlines()[-1].startswith("Error: POKERBITS_CPU=v9: this CPU supports baseline")
    # What does not depend on it is said all the same.
    assert printed("--help", POKERBITS_CPU="v9") == printed("--help", command=MODULE)
    assert printed("--version", POKERBITS_CPU="v9") == printed("--version")


# Where it runs


def without(missing, work):
    """Run code where a module is missing."""
    code = f"""
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {missing!r}:
            raise ModuleNotFoundError("No module named {missing}", name={missing!r})

sys.meta_path.insert(0, Missing())
{work}
"""
    return run(command=[sys.executable, "-c", code])


MAIN = "from pokerbits.cli import main; main()"


def test_without_its_extra_it_says_what_to_install():
    done = without("click", MAIN)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == 'The command line needs click: pip install "pokerbits[cli]"\n'


def test_without_its_extra_it_knows_its_version():
    done = without("click", f"sys.argv = ['pokerbits', '--version']; {MAIN}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"pokerbits, version {pb.__version__}\n" == printed("--version")


@pytest.mark.parametrize(
    ("missing", "work", "message"),
    [
        (
            "hypothesis",
            "import pokerbits.testing",
            'pokerbits.testing needs hypothesis: pip install "pokerbits[testing]"',
        ),
        (
            "tqdm",
            "import pokerbits as pb; pb.expected_hand_strength('AsAh', board='2c3c4c5c6c', progress=True)",
            'progress=True needs tqdm: pip install "pokerbits[progress]"',
        ),
    ],
)
def test_a_feature_without_its_extra_says_what_to_install(missing, work, message):
    done = without(missing, work)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"ModuleNotFoundError: {message}"
    # The error of the import itself is no help.
    assert done.stderr.count("Traceback") == 1


def test_a_picture_without_its_extra_says_what_to_install(tmp_path):
    arguments = ["pokerbits", "equity", "AA", "KK", "--plot", str(tmp_path / "x.png")]
    done = without("matplotlib", f"sys.argv = {arguments}; {MAIN}")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == 'Error: pokerbits.plot needs matplotlib: pip install "pokerbits[plot]"\n'
    assert not list(tmp_path.iterdir())


def test_the_extras_that_messages_name_exist():
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for extra, module in EXTRAS.items():
        assert any(wanted.startswith(module) for wanted in extras[extra])
    # OpenSpiel is large, and not every system has it.
    users = sorted(set(extras) - {"all", "test", "bench", "openspiel"})
    assert extras["all"] == [f"pokerbits[{','.join(users)}]"]


def test_another_missing_module_is_not_blamed_on_the_extra():
    code = "import sys; sys.modules['pokerbits.cards'] = None; from pokerbits.cli import main; main()"
    done = run(command=[sys.executable, "-c", code])
    assert done.returncode == 1
    assert "pip install" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_ctrl_c_ends_with_130_and_leaves_no_file(tmp_path):
    work = f"""
import signal, sys
# Whoever is started in the background by a shell is deaf to Ctrl-C, and so are its children.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["pokerbits", "odds", "--all", "--opponents", "1-22", "-o", {str(tmp_path / "odds.csv")!r}]
{MAIN}
"""
    with subprocess.Popen([sys.executable, "-c", work], stderr=subprocess.PIPE, text=True) as child:
        try:
            # The file is begun before the work, which takes far longer than a look at it.
            while not list(tmp_path.iterdir()):
                assert child.poll() is None, child.stderr.read()
                time.sleep(0.01)
            child.send_signal(signal.SIGINT)
            _, said = child.communicate()
        finally:
            child.kill()
    assert (child.returncode, said) == (130, "\nInterrupted\n")
    assert list(tmp_path.iterdir()) == []


def test_user_text_is_printed_as_it_is(tmp_path):
    path = tmp_path / "[bold]x.npy"
    assert str(path) in printed("table", "build", "ehs", "--street", "preflop", "-o", path, command=MODULE)
    assert "'[red]2[/red]'" in refused("index", "[red]2[/red]", "AsKs")


def test_a_pipe_that_closes_early_is_no_crash():
    reader = "import sys; sys.stdin.read(1)"
    with subprocess.Popen([*MODULE, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writer:
        subprocess.run([sys.executable, "-c", reader], stdin=writer.stdout, check=True)
        writer.stdout.close()
        assert b"Traceback" not in writer.stderr.read()


CLOSED = {"input": "<&-", "output": ">&-", "error": "2>&-"}
"""How a shell closes a standard stream."""

GOOD = ["equity", "AhAd", "KsKh", "--board", "7d2c9s"]


def with_closed(arguments, streams):
    """Run a command whose standard streams of these names are closed."""
    closing = " ".join(CLOSED[stream] for stream in streams)
    line = f"{shlex.join([*MODULE, *map(str, arguments)])} {closing}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.skipif(sys.platform == "win32", reason="no shell that closes streams")
class TestClosedStreams:
    """With standard error closed every command ended with 1, and said nothing."""

    def test_nobody_reads_errors(self):
        done = with_closed(GOOD, ["error"])
        assert (done.returncode, done.stdout) == (0, printed(*GOOD))

    @pytest.mark.parametrize("streams", [["error"], ["output"], ["output", "error"], ["input", "output", "error"]])
    def test_bad_input_has_its_exit_code(self, streams):
        for arguments in (["equity", "AhAd"], ["nonsense"], ["equity", "--max-seconds", "x"], ["range", "KQs 50%"]):
            done = with_closed(arguments, streams)
            assert (done.returncode, done.stdout) == (2, "")
            assert ("Error" in done.stderr) is ("error" not in streams)

    def test_what_nobody_can_read_is_an_error(self):
        for arguments in (GOOD, [*GOOD, "--json"], [*GOOD, "--csv", "-"], ["--help"], ["--version"]):
            done = with_closed(arguments, ["output"])
            assert (done.returncode, done.stderr) == (1, "Error: standard output: Bad file descriptor\n")
            assert with_closed(arguments, ["output", "error"]).returncode == 1

    def test_no_file_gets_the_number_of_a_closed_stream(self, tmp_path):
        """Warnings of libraries on standard error must not be in the table."""
        work = (
            "import os, sys; from pokerbits.cli import open_missing_streams as main; main();"
            f"made = os.open({str(tmp_path / 'made')!r}, os.O_CREAT | os.O_WRONLY); os.write(2, b'a warning');"
            "sys.exit(made < 3)"
        )
        line = f"{shlex.join([sys.executable, '-c', work])} <&- >&- 2>&-"
        assert subprocess.run(["sh", "-c", line]).returncode == 0
        assert (tmp_path / "made").read_bytes() == b""
        path = tmp_path / "ehs.npy"
        arguments = ["table", "build", "ehs", "--street", "preflop", "-o", path]
        assert with_closed(arguments, ["input", "error"]).returncode == 0
        assert pb.strength.check_table(path)["table"].startswith("pokerbits table")


@pytest.mark.parametrize(
    "arguments",
    [
        GOOD,
        ["flops"],
        ["distribution", "QQ+", "22+", "--board", "Ah7d2c"],
        ["flop-report", "QQ+, AKs", "22+, A2s+", "--group-by", "suits"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_csv_to_standard_output(tmp_path, monkeypatch, reports_once, arguments):
    """It made a file of the name -."""
    monkeypatch.chdir(tmp_path)
    text = printed(*arguments, "--csv", "-")
    assert [*tmp_path.iterdir()] == []
    assert printed(*arguments, "--csv", "found.csv") == printed(*arguments)
    assert text == (tmp_path / "found.csv").read_text()
    assert "--csv - and --json both print to standard output" in refused(*arguments, "--csv", "-", "--json")


def test_odds_of_all_hands_to_standard_output(tmp_path, monkeypatch, odds_once):
    monkeypatch.chdir(tmp_path)
    arguments = ["odds", "--all", "--opponents", "1"]
    text = printed(*arguments, "-o", "-")
    printed(*arguments, "-o", "odds.csv")
    assert text == (tmp_path / "odds.csv").read_text()
    assert "-o - and --json both print to standard output" in refused(*arguments, "-o", "-", "--json")
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["table", "build", "ehs", "--street", "preflop", "-o", "-"], "this output cannot go to standard output"),
        (
            ["abstract", "build", "--flop", "2", "--turn", "2", "--river", "2", "-o", "-"],
            "this output cannot go to standard output",
        ),
        ([*GOOD, "--plot", "-"], "expected a name that ends in .png, .svg, .pdf"),
    ],
)
def test_what_is_no_text_does_not_go_to_standard_output(tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert message in " ".join(refused(*arguments).split())
    assert [*tmp_path.iterdir()] == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device on this system")
@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["info"], ["games", "--json"], ["eval", "AsKsQsJsTs"]]
)
def test_a_full_disk_behind_standard_output(arguments):
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run([*MODULE, *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (1, "Error: standard output: No space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="file names of another kind")
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_file_name_that_the_terminal_cannot_show(tmp_path, encoding):
    names = ("caf\N{LATIN SMALL LETTER E WITH ACUTE}.npy", "\N{PILE OF POO}.npy", "\udcff.npy", "a\u200d b.npy")
    code = """
import sys
from pokerbits.cli import main
for path in sys.argv[1:]:
    for more in [], ["--json"]:
        sys.argv = ["pokerbits", "table", "build", "ehs", "--street", "preflop", "-o", path, *more]
        try:
            main()
        except SystemExit as end:
            print("ends with", end.code or 0)
"""
    command = [sys.executable, "-c", code, *(tmp_path / name for name in names)]
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(command, capture_output=True, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    *shown, end = done.stdout.split(b"ends with 0\n")
    assert (len(shown), end) == (2 * len(names), b"")
    for name, text, data in zip(names, shown[::2], shown[1::2], strict=True):
        assert text.startswith(b"file ")
        assert text.splitlines()[0].endswith(b".npy")
        assert json.loads(data)["output"] == str(tmp_path / name)
        assert (tmp_path / name).exists()


@pytest.mark.parametrize("name", ["[bold]x", "a[", "[]", "%s{0}", "-", "\\"])
def test_user_text_is_no_markup(tmp_path, name):
    for folder in (tmp_path, tmp_path / name):
        folder.mkdir(exist_ok=True)
        path = folder / f"{name}.npy"
        assert cells(printed("table", "build", "ehs", "--street", "preflop", "-o", path))[0] == ["file", str(path)]
        assert cells(printed("table", "check", path))[0] == ["file", str(path)]
    path = tmp_path / name / "nowhere" / "x.npy"
    done = CliRunner().invoke(pokerbits, ["table", "build", "ehs", "--street", "preflop", "-o", str(path)])
    assert (done.exit_code, done.stderr) == (1, f"Error: {path}: No such file or directory\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.parametrize("moment", ["import", "parse", "work"])
def test_ctrl_c_ends_with_130_at_any_moment(moment):
    raises = {
        "import": "sys.meta_path.insert(0, type('Finder', (), {'find_spec': interrupt}))",
        "parse": "import click; click.Group.make_context = interrupt",
        "work": "import pokerbits as pb; pb.evaluate = interrupt",
    }[moment]
    code = f"""
import sys
from pokerbits.cli import main
def interrupt(*args, **kwargs):
    raise KeyboardInterrupt
{raises}
sys.argv = ["pokerbits", "eval", "AsKsQsJsTs"]
main()
"""
    done = run(command=[sys.executable, "-c", code])
    assert (done.returncode, done.stdout) == (130, "")
    assert "Traceback" not in done.stderr


def counts_of(data, path=()):
    """Yield all that JSON says under names of counts."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from counts_of(value, (*path, name))
    elif isinstance(data, list):
        for value in data:
            yield from counts_of(value, path)
    elif {"counts", "n", "runouts", "histogram", "multiplicity", "index", "size", "sizes"} & set(path):
        yield data


def test_counts_have_one_type(odds_once):
    commands = [
        ["equity", "AhAd", "KsKh"],
        ["odds", "AsAh", "--opponents", "1,9"],
        ["odds", "--all"],
        ["strength", "AsKd", "--board", "QhJh2c"],
        ["index", "2-3-1-1", "AsKs", "QsJsTs", "2c", "2d"],
        ["unindex", "2-3-1-1", "0"],
        ["games"],
    ]
    for command in commands:
        found = list(counts_of(json.loads(printed(*command, "--json"))))
        assert found
        assert {type(count) for count in found} == {int}, command


def test_tables_are_plain_text_in_a_pipe():
    for arguments in (["equity", "AhAd", "KsKh"], ["games"]):
        text = printed(*arguments, TERM="xterm-256color")
        assert "\x1b" not in text


def test_odds_of_a_hand():
    data = as_json("odds", "AsAh", "--board", "Kd7c7d", "--opponents", "1,2")
    counts = [row["counts"] for row in data["odds"]]
    assert counts[0] == {"wins": 922064, "ties": [1031], "losses": 147095, "total": 1070190}
    assert (counts[1]["wins"], counts[1]["ties"]) == (360299313, [808746, 1806])
    assert [row["opponents"] for row in data["odds"]] == [1, 2]
    for row, count in zip(data["odds"], counts, strict=True):
        assert row["win"] == count["wins"] / count["total"]
        assert row["tie"] == sum(count["ties"]) / count["total"]
        assert row["lose"] == count["losses"] / count["total"]
    table = cells(printed("odds", "AsAh", "--board", "Kd7c7d", "--opponents", "1-2"))
    assert table[0] == ["hand", "AsAh", "Kd7c7d"]
    assert table[2][:2] == ["1", f"{data['odds'][0]['equity']:.4%}"]
    assert len(table) == 4


def test_counts_are_exact_integers_however_large():
    (row,) = as_json("odds", "AsAh", "--opponents", "8")["odds"]
    assert row["counts"]["wins"] == 955211551555474938158586 > 2**53
    assert row["counts"]["ties"][7] == 2148917266060259323860


@pytest.fixture
def odds_once(monkeypatch):
    """Count all starting hands once for all tests: that takes seconds."""
    monkeypatch.setattr(pb, "preflop_odds", lambda n_opponents, **options: counted_once(tuple(n_opponents)))


@cache
def counted_once(n_opponents, preflop_odds=pb.preflop_odds):
    return preflop_odds(n_opponents)


@pytest.fixture
def reports_once(monkeypatch):
    """Look at all flops once for all tests that ask for the same two ranges: that takes seconds as well."""

    def report(hero, villain, *, group_by, nut_equity, progress):
        whole = report_once(hero, villain, nut_equity)
        return whole if group_by is None else whole.group_by(group_by)

    monkeypatch.setattr(pb, "flop_report", report)


@cache
def report_once(hero, villain, nut_equity, flop_report=pb.flop_report):
    return flop_report(hero, villain, nut_equity=nut_equity)


def test_odds_of_all_hands(tmp_path, odds_once):
    for name in ("odds.csv", "odds.json", "odds.npz"):
        table = cells(printed("odds", "--all", "--opponents", "1", "-o", tmp_path / name))
        assert table == [["file", str(tmp_path / name)], ["hands", "169"], ["opponents", "1"]]
    lines = (tmp_path / "odds.csv").read_text().splitlines()
    assert len(lines) == 170
    assert lines[1].startswith("22,1,2097572400,1035889822,39805340,")
    data = json.loads((tmp_path / "odds.json").read_text())
    (deuces,) = data["hands"]["22"]
    counts = {"wins": 1035889822, "ties": [39805340], "losses": 1021877238, "total": 2097572400}
    assert (deuces["opponents"], deuces["counts"]) == (1, counts)
    with np.load(tmp_path / "odds.npz") as arrays:
        assert arrays["equity"].shape == (169, 1)
        assert arrays["hand"].tolist() == list(pb.HAND_CLASSES)
        assert arrays["opponents"].tolist() == [1]
        assert arrays["lose"][0, 0] == deuces["lose"]
        assert arrays["ties"].shape == (169, 1, 1)
        found = {name: arrays[name][0, 0].tolist() for name in counts}
        assert found == {"wins": "1035889822", "ties": ["39805340"], "losses": "1021877238", "total": "2097572400"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["odds.csv", "odds.json", "odds.npz"]


def test_odds_of_all_hands_that_are_printed_or_told_as_json(tmp_path, odds_once):
    path = tmp_path / "odds.json"
    written = json.loads(printed("odds", "--all", "--opponents", "1", "--output", path, "--json"))
    assert written == {"output": str(path), "hands": 169, "opponents": [1]}
    data = json.loads(printed("odds", "--all", "--opponents", "1", "--json"))
    assert data == json.loads(path.read_text())
    assert cells(printed("odds", "--all", "--opponents", "1"))[1][0] == "AA"


def test_ties_of_several_numbers_of_opponents_stand_side_by_side():
    """Also integers beyond 64 bits, and numbers of opponents in the order asked for."""
    big = 2**70

    def entry(k, wins, ties, losses):
        counts = {"wins": wins, "ties": ties, "losses": losses, "total": wins + sum(ties) + losses}
        return {"opponents": k, "equity": 0.5, "win": 0.25, "tie": 0.5, "lose": 0.25, "counts": counts}

    arrays = arrays_of(
        {name: [entry(2, i, [2, big], 3), entry(1, big, [5], 0)] for i, name in enumerate(pb.HAND_CLASSES)}
    )
    assert arrays["opponents"].tolist() == [2, 1]
    assert arrays["hand"][7] == pb.HAND_CLASSES[7]
    assert arrays["ties"][7].tolist() == [["2", str(big)], ["5", "0"]]
    assert arrays["wins"][7].tolist() == ["7", str(big)]
    assert arrays["total"][7].tolist() == [str(7 + 2 + big + 3), str(big + 5)]


@pytest.mark.skipif(sys.platform == "win32", reason="links of another kind")
@pytest.mark.parametrize("name", ["odds.csv", "odds.json", "odds.npz"])
def test_odds_follow_no_link(tmp_path, odds_once, name):
    """A link of the name is replaced; what it leads to is nobody's business here."""
    precious = tmp_path / "precious"
    precious.write_text("precious")
    (tmp_path / name).symlink_to(precious)
    (tmp_path / f"{name}.partial").symlink_to(precious)
    printed("odds", "--all", "--opponents", "1", "-o", tmp_path / name)
    assert precious.read_text() == "precious"
    assert not (tmp_path / name).is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, f"{name}.partial", "precious"])


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
    assert "no odds today" in refused("odds", "--all", "-o", str(path))
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
        (("AsKs", "--board", "2c"), "found 1"),
        (("AsKs", "-o", "x.csv"), "--output needs --all"),
        (("--all", "AsKs"), "--all takes no hand"),
        (("--all", "-o", "x.txt"), "expected a file that ends in"),
    ],
)
def test_bad_odds(arguments, message):
    assert message in refused("odds", *arguments)


# range


def test_range_as_a_table():
    lines = printed("range", "QQ+, AKs", "0.5:KQo").splitlines()
    assert lines[0].split() == ["AA", "AKs", *["."] * 11]
    assert lines[2].split()[:3] == [".", "50%", "QQ"]
    assert lines[13:] == ["", "QQ+, AKs, 0.5:KQo", "34 combos of weight 28, 2.1116% of all hands"]
    assert printed("range", "AA").splitlines()[-1] == "6 combos, 0.4525% of all hands"


def test_range_as_json():
    data = as_json("range", "QQ+", "AKs:0.5")
    assert list(data) == ["text", "pio", "gtoplus", "combos", "total", "share", "matrix"]
    assert (data["text"], data["combos"], data["total"], data["share"]) == ("QQ+, 0.5:AKs", 22, 20, 20 / 1326)
    assert data["matrix"] == pb.Range("QQ+, 0.5:AKs").matrix().tolist()


def test_range_for_other_programs():
    assert printed("range", "QQ+, AKs:0.5", "--pio") == "AA,KK,QQ,AKs:0.5\n"
    assert printed("range", "QQ+, AKs:0.5", "--gtoplus") == "AA,KK,QQ,[50.0]AKs[/50.0]\n"


def test_range_options():
    assert printed("range", "T9s+", "--dialect", "kicker", "--pio") == "T9s\n"
    assert printed("range", "AK", "0.5:AKs", "--on-conflict", "last", "--pio") == "AKs:0.5,AKo\n"


def test_range_of_omaha():
    lines = ["AA$ds, JT98+", "1,888 hands of 4 cards, 0.6974% of all hands"]
    assert printed("range", "AA$ds, JT98+", "--game", "omaha").splitlines() == lines
    assert printed("range", "AA$ds", "--game", "omaha5").splitlines()[1] == (
        "50,976 hands of 5 cards, 1.9614% of all hands"
    )
    data = as_json("range", "AsAhKsKhQs", "--game", "omaha6")
    assert data == {"text": "AsAhKsKhQs", "game": "omaha6", "hands": 47, "share": 47 / 20358520}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("AA", "KK", "--game", "omaha"), "at position 3: a comma goes between hands"),
        (("15%", "--game", "omaha"), "ranges of Omaha have no weights and no percentages"),
        (
            ("AA", "--game", "omaha", "--dialect", "kicker"),
            "--game omaha cannot be combined with options other than --json",
        ),
        (("AA", "--game", "omaha5", "--pio"), "--game omaha5 cannot be combined with options other than --json"),
        (("QQ+", "AKss"), 'cannot read "AKss" at position 4: AxKx is suited; did you mean AKs? QQ+ AKss ^^^^'),
        (("AK", "0.5:AKs"), 'gives AcKc the weight 0.5, "AK" gave it 1'),
        (("AK", "--dialect", "other"), "'other' is not one of"),
        (("AK", "--pio", "--json"), "choose one of --pio, --gtoplus and --json"),
    ],
)
def test_bad_ranges(arguments, message):
    assert message in refused("range", *arguments)


# flops, flop-report


def test_flops(tmp_path):
    file = tmp_path / "flops.csv"
    lines = printed("flops", "--csv", str(file)).splitlines()
    assert lines[1].split() == ["suits", "rainbow", "455", "8,788", "39.76%"]
    assert lines[-1] == "1,755 flops up to suits of 22,100"
    rows = file.read_text().splitlines()
    assert (rows[0], len(rows)) == ("flop,weight,suits,pairing,connectedness,high_card", 1756)
    found = as_json("flops")["flops"]
    assert sum(flop["weight"] for flop in found) == 22100
    assert ",".join(str(value) for value in found[1000].values()) == rows[1001]


def test_flop_report(tmp_path, reports_once):
    table, picture = tmp_path / "report.csv", tmp_path / "report.png"
    arguments = ("QQ+, AKs", "22+, A2s+", "--group-by", "pairing, suits", "--nut-equity", "0.7")
    report = report_once("QQ+, AKs", "22+, A2s+", 0.7).group_by(["pairing", "suits"])
    assert as_json("flop-report", *arguments, "--csv", table, "--plot", picture) == report.to_dict()
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["villain_q50"]) for row in rows] == report.equity_quantiles[:, 1, 4].tolist()
    assert [(row["pairing"], row["suits"]) for row in rows] == list(report.rows)
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("AA", "KKs"), "villain: "),
        (("AA",), "Missing argument 'VILLAIN'"),
        (("AA", "KK", "--group-by", "suit"), "group_by: expected 'suits', 'pairing'"),
        (("AA", "KK", "--nut-equity", "2"), "2.0 is not in the range 0<=x<=1"),
        (("AA", "KK", "--plot", "report.gif"), "expected a name that ends in .png"),
        (("AhAd", "AhAs"), "players 1 and 2 need the same cards"),
    ],
)
def test_bad_flop_reports(arguments, message):
    assert message in refused("flop-report", *arguments)


def test_the_documentation_shows_what_is_printed():
    page = (Path(__file__).parents[1] / "docs" / "reference" / "command_line.md").read_text(encoding="utf-8")
    commands = re.findall(r"^\$ pokerbits (.*)\n((?:(?!\$ |```).*\n)*)", page, flags=re.MULTILINE)
    assert len(commands) >= 8
    for line, shown in commands:
        assert printed(*shlex.split(line)) == shown, line


@pytest.mark.parametrize(
    "arguments",
    [
        ("example", "5_000"),
        ("example", "\u0665\u0660\u0660\u0660"),
        ("unindex", "2-3", "1_0"),
        ("index", "\u0662-3", "AsKs QsJsTs"),
        ("odds", "AsKs", "--opponents", "\u0662"),
        ("ars", "AsKs", "--power-of-opponents", "1_0"),
        ("table", "build", "histogram", "--street", "flop", "--bins", "1_0", "-o", "x.npy"),
    ],
)
def test_numbers_are_of_ascii_digits(arguments):
    assert refused(*arguments)
