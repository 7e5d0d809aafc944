"""The folder of versions that is deployed: each release in its own folder, and the last one as `latest`."""

import importlib.util
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[2] / ".ci" / "site.py"


@pytest.fixture
def put(tmp_path):
    """Return a function that adds a site with one page to a folder, and returns what each version in it says."""
    spec = importlib.util.spec_from_file_location("site_program", PROGRAM)
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    site, pages = tmp_path / "site", tmp_path / "pages"
    site.mkdir()
    pages.mkdir()

    def add(version: str, text: str) -> dict[str, str]:
        (site / "index.html").write_text(text, encoding="utf-8")
        program.put(pages, version, site)
        return {path.parent.name: path.read_text(encoding="utf-8") for path in sorted(pages.glob("*/index.html"))}

    yield add
    assert not list(pages.iterdir()) or 'url=latest/"' in (pages / "index.html").read_text(encoding="utf-8")


def test_latest_is_the_last_release(put):
    assert put("dev", "a") == {"dev": "a", "latest": "a"}
    assert put("dev", "b") == {"dev": "b", "latest": "b"}
    assert put("0.9", "c") == {"0.9": "c", "dev": "b", "latest": "c"}
    assert put("dev", "d") == {"0.9": "c", "dev": "d", "latest": "c"}
    assert put("0.10", "e") == {"0.10": "e", "0.9": "c", "dev": "d", "latest": "e"}
    assert put("0.9", "f") == {"0.10": "e", "0.9": "f", "dev": "d", "latest": "e"}


@pytest.mark.parametrize("version", ["", "1", "v0.9", "0.9.1", "latest", "../0.9"])
def test_no_version(put, version):
    with pytest.raises(SystemExit, match="expected dev, or a version"):
        put(version, "a")
