"""The site in a browser: what must be on a page is there, wide and narrow, light and dark, and accessible.

Chromium is the system's. Screenshots are left in target/screenshots, for a person to look at.
"""

import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

SITE = Path(__file__).parents[2] / "target" / "site"
SCREENSHOTS = SITE.parent / "screenshots"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PATIENCE = 60_000
"""Milliseconds: a busy machine is no error."""

VIEWS = {"wide": (1300, 1000), "narrow": (390, 800)}

SHOWN: dict[str, tuple[str, int]] = {
    "": ("so I call", 15),
    "tutorial/ten_minutes/": ("1,712,304 showdowns, exact", 20),
    "tutorial/card_abstraction/": ("fingerprint", 4),
    "tutorial/exact_odds/": ("one-card loss", 8),
    "gallery/": ("Losing hands as a graph", 0),
    "gallery/losing_hands/": ("disjoint lines", 0),
    "how-to/equities/": ("equity", 0),
    "reference/python/": ("evaluate_combos", 16),
    "reference/python/equity/": ("Parameters:", 30),
    "reference/commands/": ("pokerbits abstract build", 0),
    "explanation/abstraction_quality/": ("exploitab", 5),
}
"""By page: a text that must be there, and the least number of rows of tables."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    assert (SITE / "index.html").exists(), "no site: `just site` builds it"

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "no Chromium on this system"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


class Seen:
    """A page of the site, with what went wrong while it was loaded."""

    def __init__(self, browser: Browser, url: str, view: str, scheme: str) -> None:
        width, height = VIEWS[view]
        self.page: Page = browser.new_page(
            viewport={"width": width, "height": height}, color_scheme="dark" if scheme == "dark" else "light"
        )
        self.page.set_default_timeout(PATIENCE)
        self.problems: list[str] = []
        self.page.on("console", self.note_console)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("request", partial(self.note_request, url))
        self.page.on("requestfailed", lambda request: self.problems.append(f"failed: {request.url}"))
        self.page.goto(url)
        self.page.wait_for_load_state("networkidle")

    def note_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(message.text)

    def note_request(self, url: str, request: Request) -> None:
        host = url.split("/", 3)[2]
        if not request.url.startswith(("data:", "blob:")) and request.url.split("/", 3)[2] != host:
            self.problems.append(f"another host: {request.url}")


@pytest.fixture
def see(browser, address) -> Iterator[object]:
    opened = []

    def open_page(path: str, view: str = "wide", scheme: str = "light") -> Seen:
        opened.append(Seen(browser, address + path, view, scheme))
        return opened[-1]

    yield open_page
    for seen in opened:
        seen.page.close()


def what_axe_finds(page: Page) -> dict[str, list[str]]:
    """Return serious and critical violations of accessibility, each with some of its elements."""
    found = Axe().run(page).response
    assert len(found["passes"]) > 10
    return {
        violation["id"]: [node["html"][:200] for node in violation["nodes"][:3]]
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
    }


QUICK = [
    ("", "wide", "light"),
    ("tutorial/ten_minutes/", "narrow", "dark"),
    ("gallery/", "narrow", "light"),
    ("reference/python/equity/", "wide", "dark"),
]
"""Pages that are always looked at; the others, and all in every view, are slow tests."""


@pytest.mark.parametrize(
    ("path", "view", "scheme"),
    [
        pytest.param(*seen, marks=[pytest.mark.slow] * (seen not in QUICK))
        for seen in product(SHOWN, VIEWS, ("light", "dark"))
    ],
)
def test_a_page(see, path, view, scheme):
    text, rows = SHOWN[path]
    seen = see(path, view, scheme)
    page = seen.page
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{path.strip('/').replace('/', '-') or 'home'}-{view}-{scheme}.png")
    expect(page.locator("article")).to_contain_text(text)
    assert page.locator("article tbody tr").count() >= rows
    # Tables and code scroll by themselves; the page does not.
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    broken = page.evaluate(
        "[...document.images].filter(i => i.checkVisibility() && i.complete && !i.naturalWidth).map(i => i.src)"
    )
    assert broken == []
    assert (
        page.evaluate("document.body.getAttribute('data-md-color-scheme')")
        == {"light": "default", "dark": "slate"}[scheme]
    )
    assert seen.problems == []
    assert what_axe_finds(page) == {}


def test_axe_sees_what_is_wrong(see):
    """The check of the check: grey text on grey, and an image without a text."""
    page = see("").page
    wrong = "<p style='color: #999; background: #bbb'>grey on grey</p><img src='none.png'>"
    page.evaluate("html => { document.querySelector('article').innerHTML += html }", wrong)
    assert set(what_axe_finds(page)) == {"color-contrast", "image-alt"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_plots_are_those_of_the_scheme(see, scheme):
    page = see("gallery/losing_hands/", scheme=scheme).page
    visible = page.evaluate("[...document.images].filter(i => i.checkVisibility()).map(i => i.src.split('/').pop())")
    assert [name.split("#")[0] for name in visible] == [f"losing_hands-{scheme}.png"]


def test_search_finds_a_function(see):
    page = see("").page
    page.keyboard.press("Control+k")
    page.keyboard.type("combo_equity")
    found = page.get_by_role("option").filter(has_text="pokerbits.combo_equity")
    expect(found.first).to_be_visible(timeout=PATIENCE)


def test_the_menu_of_a_narrow_page_opens(see):
    page = see("", "narrow").page
    link = page.locator("nav.md-nav--primary").get_by_text("Reference", exact=True).first
    expect(link).not_to_be_in_viewport()
    page.locator("label[for=__drawer].md-header__button").click()
    expect(link).to_be_in_viewport(timeout=PATIENCE)
