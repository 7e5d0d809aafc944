"""The findings of mypy in package, stubs and users' scripts: `just lint-python` runs it, once for all platforms."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def checked(module, *arguments):
    """Run a type checker from the root."""
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def test_stubs_agree_with_the_native_module(tmp_path):
    # All names are compared one by one: the stub need not list them once more.
    allowed = tmp_path / "allowed"
    allowed.write_text("pokerbits._native.__all__", encoding="utf-8")
    options = ["--mypy-config-file", "pyproject.toml", "--allowlist", allowed]
    done = checked("mypy.stubtest", *options, "pokerbits._native")
    assert done.returncode == 0, done.stdout + done.stderr


def test_users_scripts_have_the_types_that_they_expect():
    done = checked("mypy", "--strict", *sorted((ROOT / "tests" / "typing").glob("*.py")))
    assert done.returncode == 0, done.stdout + done.stderr


WRONG_CALLS = [
    "pb.equity(5, None)",
    "pb.evaluate(object())",
    "pb.evaluate_combos(3.5)",
    "pb.combo_equity('AA', boards=7)",
    "pb.hand_strength(None, board='2c3c4c')",
    "pb.odds_vs_random(object())",
    "pb.HandIndexer().index(object())",
    "pb.cards.format_cards(object())",
]


@pytest.fixture(scope="module")
def messages(tmp_path_factory):
    """Return what mypy says of each wrong call, all in one program, without the name of the file."""
    script = tmp_path_factory.mktemp("wrong") / "calls.py"
    script.write_text("\n".join(["import pokerbits as pb", *WRONG_CALLS]), encoding="utf-8")
    done = checked("mypy", "--strict", script)
    assert done.returncode == 1, done.stderr
    found = {call: [] for call in WRONG_CALLS}
    for number, text in re.findall(r"calls\.py:(\d+): (.*)", done.stdout):
        found[WRONG_CALLS[int(number) - 2]].append(text)
    return found


@pytest.mark.parametrize("call", WRONG_CALLS)
def test_what_mypy_says_of_a_wrong_argument_fits_a_screen(call, messages):
    assert messages[call][0].startswith("error: ")
    assert sum(-(-len(line) // 120) for line in messages[call]) <= 28
