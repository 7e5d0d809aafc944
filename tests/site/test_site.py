"""The built site: every public name is in it, nothing is asked of another host, and a stranger finds what they need.

`just test-site` builds it first, into target/site.
"""

import re
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest

from test_stubs import public_names

SITE = Path(__file__).parents[2] / "target" / "site"
PAGES = sorted(page.relative_to(SITE).as_posix() for page in SITE.rglob("*.html"))
HOST = "https://pokerbits.invalid/"


class Page(HTMLParser):
    """A page: what it links to, what it loads, which anchors it has, and its headings of the first level."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.url = HOST + name.removesuffix("index.html")
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.anchors: set[str] = set()
        self.n_headings = 0
        self.feed((SITE / name).read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors.update({given.get("id", ""), given.get("name", "") if tag == "a" else ""} - {""})
        self.n_headings += tag == "h1"
        if tag == "a" and "href" in given:
            self.links.add(urljoin(self.url, given["href"]))
        is_loaded = tag == "link" and {"stylesheet", "icon", "preload"} & set(given.get("rel", "").split())
        if is_loaded or tag in {"img", "script", "iframe", "source"}:
            self.loads.add(urljoin(self.url, given.get("href") or given.get("src") or ""))


@pytest.fixture(scope="module")
def pages() -> dict[str, Page]:
    """Return all pages by their URLs."""
    assert PAGES, "no site: `just site` builds it"
    return {page.url: page for page in map(Page, PAGES)}


def entries() -> Iterator[tuple[str, str]]:
    """Yield the names of the inventory that other projects link by, each with its place."""
    data = (SITE / "objects.inv").read_bytes()
    assert data.startswith(b"# Sphinx inventory version 2")
    for line in zlib.decompress(data.split(b"\n", 4)[4]).decode().splitlines():
        name, _, _, place, _ = line.split(" ", 4)
        yield name, place.replace("$", name)


def test_every_public_name_is_in_the_inventory(pages):
    public = public_names()
    places = dict(entries())
    assert public <= set(places)
    for name in public:
        page, anchor = urldefrag(HOST + places[name])
        assert anchor in pages[page].anchors


def test_every_page_has_one_heading_of_the_first_level(pages):
    assert {url: page.n_headings for url, page in pages.items() if page.n_headings != 1} == {}


def test_every_link_leads_to_a_page_and_an_anchor(pages):
    for url, page in pages.items():
        for link in page.links:
            target, anchor = urldefrag(link)
            # The page for addresses that do not exist links from the root of the deployed site.
            if not target.startswith(HOST) or url.endswith("404.html"):
                continue
            if target in pages:
                assert not anchor or anchor in pages[target].anchors, f"{url} -> {link}"
            else:
                assert (SITE / target.removeprefix(HOST)).is_file(), f"{url} -> {link}"


def test_every_label_has_become_a_link():
    for name in PAGES:
        text = re.sub(r"<(pre|code|script).*?</\1>", "", (SITE / name).read_text(encoding="utf-8"), flags=re.DOTALL)
        assert "][pokerbits" not in text


def test_headings_of_members_have_the_name_of_their_class():
    page = (SITE / "reference/python/equity/index.html").read_text(encoding="utf-8")
    headings = re.findall(r"<h3 id=\"pokerbits\.PotEquity\.mean\".*?</h3>", page, re.DOTALL)
    assert len(headings) == 1
    assert "PotEquity.mean" in re.sub(r"<[^>]*>", "", headings[0])


def test_nothing_is_loaded_from_another_host(pages):
    loaded = {link for page in pages.values() for link in page.loads}
    assert len(loaded) > 20
    assert {link for link in loaded if urlsplit(link).netloc not in ("", urlsplit(HOST).netloc)} <= {
        # The page for addresses that do not exist has the whole address of the site.
        link
        for link in pages[HOST + "404.html"].loads
        if link.startswith("https://pokerbits.github.io/")
    }
    text = "".join(path.read_text(encoding="utf-8") for path in SITE.rglob("*.css"))
    assert re.findall(r"url\(\s*['\"]?(?:https?:)?//", text) == []


@pytest.mark.parametrize(
    ("what", "place"),
    [
        ("how to install", "#install"),
        ("what to read first", "readers/"),
        ("another program's word", "reference/other_words/"),
        ("the equity of two ranges", "how-to/equities/"),
        ("a bucket for a hand", "how-to/card_abstraction/"),
        ("the arguments of equity", "reference/python/equity/#pokerbits.equity"),
        ("the arguments of any function", "reference/python/reports/#pokerbits.reports.flop_subset"),
        ("the proof that a number is right", "explanation/reliability/"),
        ("what is slower than elsewhere", "explanation/performance/"),
        ("the options of a command", "reference/commands/"),
    ],
)
def test_a_stranger_finds_it_in_two_clicks(pages, what, place):
    page, anchor = urldefrag(HOST + place)
    assert not anchor or anchor in pages[page].anchors
    first = pages[HOST].links | {HOST}
    second = {link for url in first if urldefrag(url)[0] in pages for link in pages[urldefrag(url)[0]].links}
    assert HOST + place in first | second | {HOST + "#install"}
