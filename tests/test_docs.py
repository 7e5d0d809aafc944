"""Pages say what is there: their links lead to pages and headings of the tree, and the reference has every name."""

import contextlib
import io
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
URL = re.compile(re.escape(SITE) + r"(?:([\w/-]+)/)?(#[\w.-]*[\w-])?")


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
    if not path.exists():
        return True
    if anchor.startswith("pokerbits."):
        # A name of the reference.
        return f"::: {anchor}\n" not in path.read_text(encoding="utf-8") + "\n"
    if path.suffix == ".png":
        # The colours of pages that show the picture.
        return anchor not in ("", "only-light", "only-dark")
    return anchor != "" and anchor not in anchors(path)


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
    assert leads_nowhere("reference/python/equity.md#pokerbits.none", page)
    assert not leads_nowhere("reference/python/equity.md#pokerbits.equity", page)
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


def test_no_how_to_page_is_long():
    """A how-to page answers one question; a longer one is several pages."""
    pages = {
        page.name: len(page.read_text(encoding="utf-8").splitlines())
        for page in (ROOT / "docs" / "how-to").glob("*.md")
    }
    assert len(pages) > 30
    assert {name: lines for name, lines in pages.items() if lines > 200} == {}


def test_the_site_has_every_page():
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = re.findall(r"^ +- (?:.*: )?([\w/.-]+\.md)$", settings, re.MULTILINE)
    notebooks = [f"tutorial/{path.stem}.md" for path in (ROOT / "docs" / "tutorial").glob("*.ipynb")]
    programs = [f"gallery/{path.stem}.md" for path in (ROOT / "examples" / "gallery").glob("*.py")]
    pages = [page.relative_to(ROOT / "docs").as_posix() for page in PAGES[1:]]
    assert len(notebooks) >= 3
    assert len(programs) >= 9
    assert sorted(listed) == sorted([*pages, *notebooks, *programs, "gallery/index.md"])


def test_the_readme_defines_every_label_once_as_the_home_page_does():
    """A label is a name of the reference, which the site knows, or a page; GitHub needs an address for both."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    home = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    labels = set(re.findall(r"\]\[([\w.]+)\]", readme))
    defined = re.findall(r"^\[([\w.]+)\]: (\S+)$", readme, re.MULTILINE)
    assert len(labels) > 25
    assert sorted(label for label, _ in defined) == sorted(labels)
    pages = dict(re.findall(r"^\[([\w.]+)\]: (\S+)\.md$", home, re.MULTILINE))
    assert {label for label in labels if not label.startswith("pokerbits.")} == set(pages)
    for label, url in defined:
        assert url.endswith(f"/{pages[label]}/" if label in pages else f"/#{label}")


def test_the_first_lines_of_the_readme_print_what_stands_below():
    """They have no prompts, so that the copy button of GitHub copies what runs."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code, output = re.search(r"^```python\n(.*?)```\n\n```text\n(.*?)```$", readme, re.MULTILINE | re.DOTALL).groups()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue() == output
    assert readme.index(code) < 800


def test_every_name_in_the_table_of_calls_is_a_link():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = re.search(r"\[start:calls\] -->\n(.*?)<!--", readme, re.DOTALL).group(1)
    rows = table.splitlines()[2:]
    assert len(rows) > 15
    # Arguments are no names.
    plain = {name for row in rows for name in re.findall(r"`([^`]+)`", re.sub(r"\[[^]]*\]\[[^]]*\]", "", row))}
    assert plain == {'game="omaha"', '"short_deck"'}
