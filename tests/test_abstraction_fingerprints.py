"""The fingerprints on the page about abstractions are those of its commands."""

import json
import re
import shlex
from pathlib import Path

import pytest

from command_line import runner
from pokerbits.cli.group import pokerbits

PAGE = Path(__file__).parents[1] / "docs" / "how-to" / "abstraction_files.md"
ROWS = re.findall(r"^\| `(--flop .*?)` \|.*\| `([0-9a-f]{64})` \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_page_has_some():
    assert len(ROWS) == len(set(ROWS)) == 7


@pytest.mark.slow
@pytest.mark.parametrize(("options", "fingerprint"), ROWS)
def test_a_build_has_the_fingerprint_of_the_page(options, fingerprint, tmp_path):
    folder = tmp_path / "built"
    done = runner().invoke(pokerbits, ["abstract", "build", *shlex.split(options), "-o", str(folder)])
    assert done.exit_code == 0, done.output
    assert json.loads((folder / "metadata.json").read_text(encoding="utf-8"))["fingerprint"] == fingerprint
