"""The command line as a whole: help, options, bad input, and the types of what it prints."""

import json
import re
import shlex
import shutil
from importlib.metadata import version
from pathlib import Path

import click
import pytest

import pokerbits as pb
from command_line import MODULE, SCRIPT, as_json, printed, refused, run, runner
from pokerbits.cli.group import pokerbits

CLICK = tuple(map(int, version("click").split(".")[:2]))


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
    "agent",
    "ars",
    "breakdown",
    "category-odds",
    "certify",
    "distribution",
    "endgames",
    "equity",
    "eval",
    "example",
    "flop-report",
    "flops",
    "games",
    "index",
    "info",
    "labels",
    "mcp",
    "odds",
    "outs",
    "percentile",
    "pot-equity",
    "push-fold",
    "range",
    "solve",
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
    text = runner().invoke(pokerbits, ["--help"], terminal_width=columns).stdout
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
    assert found == {
        *(f"abstract {name}" for name in ("build", "report", "score", "export")),
        "agent lbr",
        "agent match",
        "table build",
        "table check",
        "table ars",
        "table omaha",
        "table three-way",
    }
    for name in ("abstract", "agent", "table"):
        done = runner().invoke(pokerbits, [name], prog_name="pokerbits")
        # Before click 8.2 a group without a command is a question for help, not an error.
        assert done.exit_code == (0 if CLICK < (8, 2) else 2)
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
def test_the_examples_of_the_help_work(name, tmp_path, monkeypatch, odds_once, reports_on_some_flops, no_deals):
    """Those of a group run in its order: what one builds, the next reads."""
    monkeypatch.chdir(tmp_path)
    for names, command in RUNNABLE.items():
        if names[0] != name:
            continue
        examples = [shlex.split(line)[1:] for line in command.help.splitlines() if line.startswith("  pokerbits ")]
        assert examples
        # The second time its files exist.
        force = ["--force"] * any(param.name == "force" for param in command.params)
        for arguments in [*examples, [*examples[-1], "--json", *force]]:
            done = runner().invoke(pokerbits, arguments, prog_name="pokerbits")
            assert (done.exit_code, done.stderr) == (0, "")
            if "--json" in arguments:
                # A score has a line for each board, here one, and a line for all.
                lines = done.stdout.splitlines()
                assert len(lines) == 1 + (arguments[:2] == ["abstract", "score"])
                assert all(isinstance(json.loads(line), dict) for line in lines)
            elif arguments == ["mcp"]:
                # It serves until standard input ends, which is at once.
                assert done.stdout == ""
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
    shared = {"--board", "--dead", "--bins", "--clusters", "--street", "--json"}
    assert shared <= set(seen)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["equity", "AhAd"], "2 to 10"),
        (["equity", "AhAd", "AhKs"], "card Ah (id 50) appears more than once"),
        (["equity", "AhAd", "KsKh", "--board", "Ks2c3c"], "card Ks (id 47) appears more than once"),
        (["equity", "AhAd", "KsKh", "--board", "2c3c4c5c6c7c"], "found 6"),
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
        (["pot-equity"], "Missing argument"),
        (["pot-equity", "AhAd:5", "KsKh"], "KsKh: expected a hand and its chips, as in AsKs:100"),
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
        ["pot-equity", "AhAd:5", "KsKh:3", "--board", "7d2c9s"],
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
        ("strength", "AsKs", "--bins", "1_0"),
        ("table", "build", "histogram", "--street", "flop", "--bins", "1_0", "-o", "x.npy"),
    ],
)
def test_numbers_are_of_ascii_digits(arguments):
    assert refused(*arguments)
