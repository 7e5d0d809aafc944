"""The command line as a process: missing extras, Ctrl-C, closed streams, pipes and file names."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

import pokerbits as pb
from command_line import MODULE, cells, printed, refused, run, runner
from pokerbits._extras import EXTRAS
from pokerbits.cli.group import pokerbits


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
        (
            "matplotlib",
            "import pokerbits.plot as plot; plot.strength_histogram([1, 2])",
            'pokerbits.plot needs matplotlib: pip install "pokerbits[plot]"',
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


def test_the_server_without_its_extra_says_what_to_install():
    done = without("mcp", f"sys.argv = ['pokerbits', 'mcp']; {MAIN}")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == 'Error: pokerbits mcp needs mcp: pip install "pokerbits[mcp]"\n'


def test_the_server_with_an_old_sdk_says_what_to_install():
    done = without("mcp_types", f"sys.argv = ['pokerbits', 'mcp']; {MAIN}")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == 'Error: pokerbits mcp needs mcp 2: pip install --upgrade "pokerbits[mcp]"\n'


def test_the_extras_that_messages_name_exist():
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for extra, module in EXTRAS.items():
        assert any(wanted.startswith(module) for wanted in extras[extra])
    # These are large, and not every system has OpenSpiel.
    users = sorted(set(extras) - {"all", "test", "bench", "mcp", "openspiel", "preflop"})
    assert extras["all"] == [f"pokerbits[{','.join(users)}]"]


def test_another_missing_module_is_not_blamed_on_the_extra():
    code = "import sys; sys.modules['pokerbits.cards'] = None; from pokerbits.cli import main; main()"
    done = run(command=[sys.executable, "-c", code])
    assert done.returncode == 1
    assert "pip install" not in done.stderr


ODDS = "odds --all --opponents 1-22"
SOLVE = "solve --board AhKd7c4s --hero random --villain random --pot 9 --stack 99 --bets 50%,100% --target 0.0001%"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.parametrize("command", [ODDS, SOLVE], ids=["odds", "solve"])
def test_ctrl_c_ends_with_130_and_leaves_no_file(tmp_path, command):
    arguments = [*command.split(), "-o", str(tmp_path / f"file.{'csv' if command == ODDS else 'npz'}")]
    work = f"""
import signal, sys
# Whoever is started in the background by a shell is deaf to Ctrl-C, and so are its children.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["pokerbits", *{arguments!r}]
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


# Where a backslash separates folders it is no name.
@pytest.mark.parametrize("name", ["[bold]x", "a[", "[]", "%s{0}", "-"] + ["\\"] * (os.sep == "/"))
def test_user_text_is_no_markup(tmp_path, name):
    for folder in (tmp_path, tmp_path / name):
        folder.mkdir(exist_ok=True)
        path = folder / f"{name}.npy"
        assert cells(printed("table", "build", "ehs", "--street", "preflop", "-o", path))[0] == ["file", str(path)]
        assert cells(printed("table", "check", path))[0] == ["file", str(path)]
    path = tmp_path / name / "nowhere" / "x.npy"
    done = runner().invoke(pokerbits, ["table", "build", "ehs", "--street", "preflop", "-o", str(path)])
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
