"""`just nightly`: no recipe is forgotten, a failure stops nothing, and what could not run is no success."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / ".ci"))

import nightly  # noqa: E402
from nightly import Need, Step  # noqa: E402


def test_every_recipe_runs_somewhere():
    """In `.ci/run`, in a step, or it is said why not."""
    told = subprocess.run(["just", "--dump", "--dump-format", "json"], cwd=ROOT, capture_output=True, check=True).stdout
    recipes = set(json.loads(told)["recipes"])
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    called = " ".join(line for line in run if not line.startswith("#") and "not_run" not in line)
    in_run = recipes & set(re.findall(r"[a-z][\w-]+", called.replace("test -", "")))
    in_run |= {"lint-prose"} & recipes if "lint-python" in in_run else set()
    in_steps = {step.recipe.split()[0] for step in nightly.STEPS}
    assert in_steps <= recipes
    assert set(nightly.ELSEWHERE) <= recipes
    assert recipes - in_run - in_steps - set(nightly.ELSEWHERE) == set()
    assert not in_steps & set(nightly.ELSEWHERE)


@pytest.fixture
def recipes(tmp_path, monkeypatch):
    """Return a function that runs steps with recipes of its own."""
    (tmp_path / "justfile").write_text(
        "good:\n    echo fine\nbad:\n    echo wrong numbers; exit 3\nendless:\n    sleep 600 & sleep 600\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(nightly, "ROOT", tmp_path)
    monkeypatch.setattr(nightly, "FOLDER", tmp_path)
    return lambda *steps: nightly.report(steps, dict(nightly.os.environ))


def test_a_failure_stops_nothing(recipes, capsys):
    assert recipes(Step("bad", 1), Step("good", 1)) == 1
    printed = capsys.readouterr().out
    assert re.search(r"^bad +failed +0m0\ds +exit status 3: wrong numbers$", printed, re.MULTILINE)
    assert re.search(r"^good +passed", printed, re.MULTILINE)
    assert printed.endswith("1 passed, 1 failed, 0 could not run\n")


def test_a_step_ends_at_its_limit(recipes, capsys, monkeypatch):
    assert recipes(Step("endless", 0)) == 1
    assert "no end after 0 minutes" in capsys.readouterr().out


def test_what_is_missing_is_said_and_no_failure(recipes, capsys):
    nowhere = Need("false", "echo there is no such package; false")
    assert recipes(Step("bad", 1, (nowhere,)), Step("good", 1)) == 0
    printed = capsys.readouterr().out
    assert re.search(r"^bad +could not run +0m0\ds +needs `false`: there is no such package$", printed, re.MULTILINE)
    assert printed.endswith("1 passed, 0 failed, 1 could not run\n")


def test_what_a_step_needs_is_installed(recipes, tmp_path):
    there = tmp_path / "there"
    assert recipes(Step("good", 1, (Need(f"test -e '{there}'", f"touch '{there}'"),))) == 0
    assert there.exists()
    assert "fine" in (tmp_path / "good.log").read_text(encoding="utf-8")
