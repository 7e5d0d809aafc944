"""Pages that say which tests hold a claim name tests that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
LISTS = re.compile(r"^Held by (.*?)\.$", re.MULTILINE | re.DOTALL)
PARENTHESES = re.compile(r"\(([^()]*`\w+`[^()]*)\)")
DEFINITIONS = re.compile(r"^\s*(?:def|fn) (\w+)\(", re.MULTILINE)


def defined():
    sources = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "rust").rglob("*.rs")]
    return {name for path in sources for name in DEFINITIONS.findall(path.read_text(encoding="utf-8"))}


def named_in(page, lists):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return {name for line in lists.findall(text) for name in re.findall(r"`(\w+)`", line)}


def test_every_test_named_in_the_page_on_threads_exists():
    named = named_in("explanation/threads_and_processes.md", LISTS)
    assert len(named) > 30
    assert named <= defined()


def test_every_test_named_in_the_page_on_reliability_exists():
    named = {name for name in named_in("explanation/reliability.md", PARENTHESES) if "_" in name}
    assert len(named) > 40
    assert named <= defined()
