"""The site in a browser: what must be on a page is there, wide and narrow, light and dark, and accessible.

Chromium is the system's. Screenshots are left in target/screenshots, for a person to look at.
"""

import doctest
from itertools import product

import pytest
from browsing import SCREENSHOTS, VIEWS, what_axe_finds
from playwright.sync_api import expect

SHOWN: dict[str, tuple[str, int]] = {
    "": ("so I call", 15),
    "readers/": ("Three tasks", 0),
    "tutorial/ten_minutes/": ("1,712,304 showdowns, exact", 20),
    "tutorial/card_abstraction/": ("fingerprint", 4),
    "tutorial/exact_odds/": ("one-card loss", 8),
    "gallery/": ("Losing hands as a graph", 0),
    "gallery/losing_hands/": ("a red card or two cards that a line joins", 0),
    "how-to/equities/": ("equity", 0),
    "reference/python/": ("evaluate_combos", 16),
    "reference/python/equity/": ("Parameters:", 30),
    "reference/other_words/": ("Run it twice", 0),
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


@pytest.mark.parametrize("view", ["wide", "narrow"])
def test_the_first_screen_says_what_it_is(see, view):
    page = see("", view).page
    seen = [page.locator("article pre").first, page.get_by_role("link", name="Open the calculator")]
    if view == "wide":
        seen += [page.locator("article img:visible"), page.locator(".md-header .md-source")]
    for part in seen:
        expect(part).to_be_in_viewport(ratio=1)
    for link in page.locator("#i-want-so-i-call ~ .md-typeset__scrollwrap").first.locator("td:nth-child(2)").all():
        expect(link.locator("a").first).to_be_visible()


TRANSCRIPTS = """() => [...document.querySelectorAll("pre > code")]
    .filter(code => code.textContent.startsWith(">>> ") || code.textContent.startsWith("$ "))
    .map(code => [code.textContent, code.dataset.copy])"""


@pytest.mark.parametrize("path", ["", "how-to/equities/", "how-to/recipes/", "how-to/ranges/", "migration/treys/"])
def test_the_copy_button_copies_what_runs(see, path):
    """The lines of the transcript as doctest reads them, without what a shell prints."""
    found = see(path).page.evaluate(TRANSCRIPTS)
    assert len(found) > 3
    for text, copied in found:
        if text.startswith(">>> "):
            code = "".join(example.source for example in doctest.DocTestParser().get_examples(text))
            assert [line for line in copied.splitlines() if line] == [line for line in code.splitlines() if line]
            compile(copied, path, "exec")


def test_a_click_copies_it(see):
    page = see("how-to/equities/").page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    block = page.locator(".highlight", has=page.locator("code[data-copy]")).first
    block.hover()
    block.locator("button[data-md-type=copy]").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("import numpy as np\n")
    assert ">>>" not in copied
    compile(copied, "copied", "exec")


def test_commands_are_copied_without_what_they_print(see):
    found = see("how-to/push_or_fold/").page.evaluate(TRANSCRIPTS)
    assert "pokerbits push-fold 10 10 --plot push.png" in [copied for _, copied in found]
    goes_on = see("explanation/abstraction_quality/").page.evaluate(TRANSCRIPTS)
    assert any(copied.count("\\\n") and "$" not in copied for _, copied in goes_on)


def test_a_block_ends_with_an_empty_line_before_the_next_statement(see):
    """A shell of Python ends a block at an empty line."""
    page = see("").page
    text = ">>> for n in (1, 2):\n...     print(n)\n1\n2\n>>> n\n2\n\n"
    copied = page.evaluate("text => linesToRun(text, ['>>> ', '... '])", text)
    assert copied == "for n in (1, 2):\n    print(n)\n\nn"


def test_cards_of_the_gallery_have_one_height(see):
    page = see("gallery/").page
    boxes = [[part.bounding_box() for part in page.locator(of).all()] for of in (".gallery li", ".gallery img:visible")]
    for found in boxes:
        assert len(found) >= 9
    cards, images = ({round(box["height"]) for box in found} for found in boxes)
    assert len(images) == 1
    # Titles take one line or two.
    assert max(cards) - min(cards) < 40


@pytest.mark.parametrize("words", ["ICM", "Equilab", "run it twice", "hand history", "push/fold"])
def test_search_knows_words_of_other_programs(see, words):
    page = see("").page
    page.keyboard.press("Control+k")
    page.keyboard.type(words)
    expect(page.get_by_role("option").filter(has_text="Words of other programs").first).to_be_visible()


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


def test_members_are_folded_until_a_link_names_one(see):
    page = see("reference/python/equity/").page
    folded = page.locator("details.members")
    assert folded.count() > 5
    assert page.locator("details.members[open]").count() == 0
    member = page.locator("[id='pokerbits.EquityResult.to_columns']")
    assert not member.is_visible()
    expect(folded.first.locator("summary")).to_contain_text("to_columns")
    page.locator(".md-sidebar--secondary a:visible", has_text="to_columns").first.click()
    expect(member).to_be_in_viewport()
    assert page.locator("details.members[open]").count() == 1
    # A printed page shows all members.
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details.members[open]").count() == folded.count()
