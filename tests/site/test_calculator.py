"""The calculator in a browser: the integers of the package, errors that say what is wrong, keyboard, mouse and address.

`just test-calculator` builds it first.
"""

import json
import re
from itertools import product
from pathlib import Path

import pytest
from browsing import SCREENSHOTS, VIEWS, what_axe_finds
from playwright.sync_api import Locator, Page, expect

SPOTS = json.loads((Path(__file__).parents[1] / "data" / "calculator_spots.json").read_text(encoding="utf-8"))
MODULES = ("core.wasm", "core_simd.wasm")

COUNT = """async ({spots, withVectors}) => {
    if (!withVectors) WebAssembly.validate = () => false;
    const { load } = await import("./pokerbits/index.js");
    const { equity } = await load();
    return spots.map(({ game, players, board, dead }) => {
        const found = equity(players, { game, board, dead, maxSeconds: 100 });
        const counts = found.players.map(({ counts: { wins, ties, losses } }) => [wins, ...ties, losses].map(String));
        return { counts, denominator: String(found.denominator), exact: found.exact };
    });
}"""


@pytest.fixture
def page(see) -> Page:
    """Return the calculator, after its first answer."""
    page = see("calculator/").page
    expect(page.locator("#status")).to_contain_text(re.compile(r"counted in \d+(\.\d+)? m?s\.$"))
    return page


def field(page: Page, label: str) -> Locator:
    return page.locator("#spot").get_by_label(label)


def row(page: Page, player: int) -> str:
    return page.locator("#equities tbody tr").nth(player - 1).inner_text()


@pytest.mark.parametrize("module", MODULES)
def test_spots_are_those_of_the_package(see, module):
    # A page without the calculator: nothing is loaded before the test chooses the module.
    seen = see("calculator/pokerbits/")
    seen.page.goto(seen.page.url.removesuffix("pokerbits/") + "worker.js")
    loaded = []
    seen.page.on("request", lambda request: loaded.append(request.url.rsplit("/", 1)[-1]))
    found = seen.page.evaluate(COUNT, {"spots": SPOTS, "withVectors": module == "core_simd.wasm"})
    assert [name for name in loaded if name.endswith(".wasm")] == [module]
    assert found == [{"counts": spot["counts"], "denominator": spot["denominator"], "exact": True} for spot in SPOTS]


def test_the_table_of_omaha_is_loaded_when_it_is_asked_for(see):
    page = see("calculator/").page
    loaded = []
    page.on("request", lambda request: loaded.append(request.url.rsplit("/", 1)[-1]))
    page.reload()
    expect(page.locator("#status")).to_contain_text("counted in")
    assert "core_simd.wasm" in loaded
    assert "omaha.bin" not in loaded
    field(page, "Player 1").fill("AsAhTsTh")
    field(page, "Player 2").fill("random")
    field(page, "Game").select_option("omaha")
    expect(page.locator("#equities tbody tr").first).to_contain_text("71.526%")
    assert loaded.count("omaha.bin") == 1


def test_it_answers_as_one_types(page):
    assert "81.946%" in row(page, 1)
    field(page, "Player 2").fill("QQ")
    expect(page.locator("#equities")).to_contain_text("2: QQ")
    field(page, "Board").fill("Qs7h2d")
    expect(page.locator("#equities tbody tr").nth(1)).to_contain_text("91.")
    assert "board=Qs7h2d" in page.url
    assert "player=QQ" in page.url


def test_an_address_is_a_spot(see):
    seen = see("calculator/?game=short_deck&player=AsKs&player=9d9h&player=QQ%2B&board=Ts7h6d")
    expect(seen.page.locator("#equities tbody tr")).to_have_count(3)
    assert field(seen.page, "Player 3").input_value() == "QQ+"
    assert field(seen.page, "Game").input_value() == "short_deck"
    assert seen.problems == []


@pytest.mark.parametrize(
    ("label", "text", "message"),
    [
        ("Player 1", "QQ+, AXz", r'player 1: cannot read "AXz".*\^'),
        ("Player 1", "", "player 1: expected hands"),
        ("Player 2", "Ah", "player 2: "),
        ("Board", "Qs7", "board: "),
        ("Board", "QsQs2d", "board: .*Qs"),
        ("Dead cards", "Xx", "dead cards: "),
    ],
)
def test_what_is_wrong_is_said_and_marked(page, label, text, message):
    field(page, label).fill(text)
    expect(page.get_by_role("alert")).to_contain_text(re.compile(message, re.DOTALL))
    expect(field(page, label)).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#equities tbody tr")).to_have_count(0)
    field(page, label).fill("JJ" if label.startswith("Player") else "")
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(field(page, label)).to_have_attribute("aria-invalid", "false")


def test_a_text_with_two_readings_is_noted(page):
    note = page.locator("#readings")
    expect(note).to_be_hidden()
    field(page, "Player 1").fill("QQ+, T9s+")
    expect(note).to_have_text(
        "Player 1: + and - move both cards of connected hands (38 combos), "
        "and only the kicker in eval7 and PokerKit (22 combos)."
    )
    field(page, "Player 1").fill("T9s+, x")
    expect(note).to_be_hidden()
    field(page, "Player 1").fill("T9s+")
    expect(note).to_be_visible()
    field(page, "Player 1").fill("QQ+, T9s")
    expect(note).to_be_hidden()


def test_players_without_a_deal(page):
    field(page, "Player 1").fill("AsAh")
    field(page, "Player 2").fill("AsKs")
    expect(page.get_by_role("alert")).to_contain_text("there is no deal")
    field(page, "Dead cards").fill("As")
    expect(page.get_by_role("alert")).to_contain_text('player 1: the board and the dead cards leave no hand of "AsAh"')


def test_hands_are_painted_by_mouse(page):
    cells = page.locator("#grid .cell")
    cells.nth(14).hover()
    page.mouse.down()
    cells.nth(28).hover()
    page.mouse.up()
    # From KK, which was not there, to QQ: both are added.
    expect(field(page, "Player 1")).to_have_value("QQ+")
    expect(page.locator("#equities")).to_contain_text("1: QQ+")
    cells.nth(0).click()
    expect(field(page, "Player 1")).to_have_value("KK-QQ")


def test_hands_are_painted_by_keyboard(page):
    page.get_by_role("radio", name="player 2").check()
    page.locator("#grid .cell").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    expect(field(page, "Player 2")).to_have_value("KK, AKs")
    expect(page.locator("#grid .cell").nth(1)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("End")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(field(page, "Player 2")).to_have_value("KK, AKs, K2s")


def test_the_grid_shows_the_equities_of_hands(page):
    field(page, "Player 1").fill("AA, 0.5:KQs, 7s2h")
    kings = page.locator("#grid .cell").nth(15)
    expect(kings.locator("small")).to_have_text(re.compile(r"^\d\d$"))
    assert kings.evaluate("cell => cell.style.getPropertyValue('--filled')") == "50.000%"
    assert page.locator("#grid .cell", has_text="72o").get_attribute("aria-pressed") == "mixed"
    field(page, "Game").select_option("omaha")
    expect(page.locator("#grid")).to_be_hidden()


def test_what_takes_too_long_is_sampled(page):
    field(page, "Player 3").fill("random")
    field(page, "Player 2").fill("40%")
    expect(page.locator("#status")).to_contain_text("samples in")
    assert re.search(r"± 0\.0\d\d%", row(page, 1))


def test_it_works_without_a_network_once_it_is_loaded(page):
    page.context.set_offline(True)
    field(page, "Player 1").fill("JJ")
    expect(page.locator("#equities")).to_contain_text("1: JJ")
    page.context.set_offline(False)


@pytest.mark.parametrize(("view", "scheme"), [*product(VIEWS, ("light", "dark"))])
def test_every_view(see, view, scheme):
    seen = see("calculator/?player=QQ%2B%2C+AKs%2C+0.5%3AAQs&player=15%25&board=Qs7h2d", view, scheme)
    page = seen.page
    expect(page.locator("#grid small").first).to_have_text(re.compile(r"\d"))
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"calculator-{view}-{scheme}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert seen.problems == []
    assert what_axe_finds(page) == {}
