"""The site in a browser: what must be on a page is there, wide and narrow, light and dark, and accessible.

Chromium is the system's. Screenshots are left in target/screenshots, for a person to look at.
"""

from itertools import product

import pytest
from browsing import SCREENSHOTS, VIEWS, what_axe_finds
from playwright.sync_api import expect

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
    expect(found.first).to_be_visible()


def test_the_menu_of_a_narrow_page_opens(see):
    page = see("", "narrow").page
    link = page.locator("nav.md-nav--primary").get_by_text("Reference", exact=True).first
    expect(link).not_to_be_in_viewport()
    page.locator("label[for=__drawer].md-header__button").click()
    expect(link).to_be_in_viewport()
