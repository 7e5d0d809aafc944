"""Pages say what is there: their links lead to pages and headings of the tree, and the reference has every name."""

import re
from pathlib import Path

import pytest

from test_stubs import public_names

ROOT = Path(__file__).parents[1]
# `just site` writes the pages of notebooks and of the gallery, and then looks at their links.
WRITTEN = ("tutorial", "gallery")
PAGES = [
    ROOT / "README.md",
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if page.parent.name not in WRITTEN),
]
LINK = re.compile(r"\]\(([^)\s]+)\)")
REPOSITORY = re.compile(r"https://github\.com/pokerbits/pokerbits/(?:blob|tree)/main/([\w./-]*[\w/-])")
SITE = "https://pokerbits.github.io/pokerbits/latest/"
URL = re.compile(re.escape(SITE) + r"(?:([\w/-]+)/)?(#[\w-]+)?")


def without_code(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(page):
    """Return the anchors of the headings of a page, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", without_code(page.read_text(encoding="utf-8")), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def written_from(page):
    """Return the notebook or the program from which a page is written, or the folder of the programs."""
    if page.parent.name == "tutorial":
        return page.with_suffix(".ipynb")
    programs = ROOT / "examples" / "gallery"
    return programs if page.stem == "index" else programs / f"{page.stem}.py"


def leads_nowhere(target, page):
    """Return whether the target of a link on a page is missing."""
    name, _, anchor = target.partition("#")
    path = (page.parent / name).resolve() if name else page
    if path.parent.name in WRITTEN:
        return not written_from(path).exists()
    return not path.exists() or (anchor != "" and anchor not in anchors(path))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page):
    targets = [target for target in LINK.findall(without_code(page.read_text(encoding="utf-8"))) if "://" not in target]
    assert [target for target in targets if leads_nowhere(target, page)] == []


def test_a_link_that_leads_nowhere_is_found():
    page = ROOT / "docs" / "index.md"
    assert leads_nowhere("tutorial/none.md", page)
    assert leads_nowhere("#none", page)
    assert leads_nowhere("how-to/equities.md#none", page)
    assert leads_nowhere("gallery/none.md", page)
    assert not leads_nowhere("tutorial/ten_minutes.md", page)
    assert not leads_nowhere("reference/command_line.md#common-options-and-conventions", page)


def test_every_url_of_the_site_leads_somewhere():
    sources = [*PAGES, *ROOT.glob("*.toml"), *(ROOT / "python").rglob("*.py"), *(ROOT / "python").rglob("*.pyi")]
    urls = {url for path in sources for url in URL.findall(path.read_text(encoding="utf-8"))}
    assert len(urls) > 5
    index = ROOT / "docs" / "index.md"
    pages = {page: f"{page}/index.md" if (index.parent / page).is_dir() else f"{page}.md" for page, _ in urls}
    assert [url for url in sorted(urls) if leads_nowhere(pages[url[0]].lstrip("/") + url[1], index)] == []


def test_the_glossary_defines_every_term_once_in_order():
    page = (ROOT / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8")
    terms = re.findall(r"^\*\*(.+?)\*\*:", page, flags=re.MULTILINE)
    assert len(terms) > 50
    assert terms == sorted(set(terms), key=str.casefold)
    assert {"Deal", "Matchup", "Orbit", "Pattern"} <= set(terms)


def test_every_file_of_the_repository_that_a_page_links_to_exists():
    files = {file for page in PAGES for file in REPOSITORY.findall(page.read_text(encoding="utf-8"))}
    assert len(files) > 5
    assert [file for file in sorted(files) if not (ROOT / file).exists()] == []


def test_the_reference_has_every_public_name_once():
    """Types have one page, whose text is that of the module."""
    public = public_names()
    types = {name for name in public if name.startswith("pokerbits.typing.")}
    assert len(public) > 150
    assert len(types) > 30
    pages = (ROOT / "docs" / "reference" / "python").glob("*.md")
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    documented = re.findall(r"^::: (\S+)$", text, re.MULTILINE)
    assert sorted(documented) == sorted(public - types | {"pokerbits.typing"})
    assert sorted(re.findall(r"\]\[(\S+?)\]", text)) == sorted(public - types)


def test_the_site_has_every_page():
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = re.findall(r"^ +- (?:.*: )?([\w/.-]+\.md)$", settings, re.MULTILINE)
    notebooks = [f"tutorial/{path.stem}.md" for path in (ROOT / "docs" / "tutorial").glob("*.ipynb")]
    programs = [f"gallery/{path.stem}.md" for path in (ROOT / "examples" / "gallery").glob("*.py")]
    pages = [page.relative_to(ROOT / "docs").as_posix() for page in PAGES[1:]]
    assert len(notebooks) >= 3
    assert len(programs) >= 9
    assert sorted(listed) == sorted([*pages, *notebooks, *programs, "gallery/index.md"])
