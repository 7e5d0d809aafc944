"""Calls of the command line for the tests: in this process, and in a process of its own."""

import inspect
import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

from click.testing import CliRunner

from pokerbits.cli.group import pokerbits

MODULE = [sys.executable, "-m", "pokerbits"]
# Outside of a virtual environment on Windows, scripts are not beside the interpreter.
SCRIPT = [str(Path(sysconfig.get_path("scripts"), "pokerbits"))]


def run(*arguments, command=MODULE, **environment):
    """Run a command in a process of its own, which takes half a second."""
    return subprocess.run(
        [*command, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"COLUMNS": "60", "PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1"} | environment,
    )


def runner():
    """Return what runs commands in this process and keeps standard error apart; click before 8.2 has to be told."""
    mixes = "mix_stderr" in inspect.signature(CliRunner).parameters
    return CliRunner(mix_stderr=False) if mixes else CliRunner()


def here(*arguments):
    """Run a command in this process."""
    return runner().invoke(
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
