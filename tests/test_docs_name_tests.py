"""Pages that say which tests hold a claim name tests that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
LISTS = re.compile(r"^Held by (.*?)\.$", re.MULTILINE | re.DOTALL)
DEFINITIONS = re.compile(r"^\s*(?:def|fn) (\w+)\(", re.MULTILINE)


def test_every_test_named_in_the_page_on_threads_exists():
    page = (ROOT / "docs" / "threads_and_processes.md").read_text(encoding="utf-8")
    named = {name for line in LISTS.findall(page) for name in re.findall(r"`(\w+)`", line)}
    assert len(named) > 30
    sources = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "rust").rglob("*.rs")]
    assert named <= {name for path in sources for name in DEFINITIONS.findall(path.read_text(encoding="utf-8"))}
