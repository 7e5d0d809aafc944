"""The solver in a browser: the numbers of the package, a worker that stops, errors, keyboard, mouse and address.

`just test-calculator` builds it first.
"""

import json
import re
from itertools import product
from pathlib import Path
from urllib.parse import urlencode

import pytest
from browsing import SCREENSHOTS, VIEWS, what_axe_finds
from playwright.sync_api import Locator, Page, expect

from pokerbits.endgame import BetSizes, BettingTree, Endgame, Solver

SPOTS = json.loads((Path(__file__).parents[1] / "data" / "solver_spots.json").read_text(encoding="utf-8"))["spots"]
MODULES = ("solver.wasm", "solver_simd.wasm")
FOUND = re.compile(r"Exploitability ([\d.]+)% of the pot after ([\d,]+) iterations in [\d.]+ m?s")
DONE = re.compile(FOUND.pattern + r": [\d,]+ decisions\.$")

SOLVE = """async ({spots, withVectors}) => {
    if (!withVectors) WebAssembly.validate = () => false;
    const { ALL_IN, loadSolver } = await import("./pokerbits/solver.js");
    const { Solver } = await loadSolver();
    return spots.map(({ spot, iterations }) => {
        const given = JSON.parse(JSON.stringify(spot), (_, value) => (value === "all-in" ? ALL_IN : value));
        const solver = new Solver(given);
        solver.run(iterations);
        return [solver.exploitability(), ["hero", "villain"].map((player) => solver.gain(player))];
    });
}"""

ITERATED = """before => {
    const [, iterations] = /after ([\\d,]+)/.exec(document.getElementById("status").textContent) ?? [];
    return Number(iterations?.replaceAll(",", "")) > before;
}"""
"""Whether there are more iterations than before."""

LONG = {"board": "Ks7s2d4h", "hero": "random", "villain": "random", "pot": 100, "stack": 400, "target": 0.000001}
"""A turn with all hands, which takes minutes."""


@pytest.fixture
def page(see) -> Page:
    """Return the page, ready to solve."""
    page = see("solver/").page
    expect(page.locator("#status")).to_have_text("Press Solve.")
    return page


def field(page: Page, label: str) -> Locator:
    return page.locator("#spot").get_by_label(label, exact=label == "Pot")


def solve(page: Page) -> None:
    page.get_by_role("button", name="Solve", exact=True).click()


def iterations(page: Page) -> int:
    return int(FOUND.search(page.locator("#status").inner_text())[2].replace(",", ""))


@pytest.mark.parametrize("module", MODULES)
def test_spots_are_those_of_the_package(see, module):
    # A page without the solver: nothing is loaded before the test chooses the module.
    seen = see("solver/pokerbits/")
    seen.page.goto(seen.page.url.removesuffix("pokerbits/") + "worker.js")
    loaded = []
    seen.page.on("request", lambda request: loaded.append(request.url.rsplit("/", 1)[-1]))
    found = seen.page.evaluate(SOLVE, {"spots": SPOTS, "withVectors": module == "solver_simd.wasm"})
    assert [name for name in loaded if name.endswith(".wasm")] == [module]
    assert found == [[spot["found"]["exploitability"], spot["found"]["gains"]] for spot in SPOTS]


@pytest.mark.parametrize(("path", "module"), [("solver/", "solver_simd.wasm"), ("calculator/", "core_simd.wasm")])
def test_a_page_loads_the_module_of_its_own(see, path, module):
    page = see(path).page
    loaded = []
    page.on("request", lambda request: loaded.append(request.url.rsplit("/", 1)[-1]))
    page.reload()
    expect(page.locator("#status")).to_have_text(re.compile(r"Press Solve\.|counted in"))
    assert {name for name in loaded if name.endswith(".wasm")} == {module}
    assert ("solver_core.js" in loaded, "core.js" in loaded) == (path == "solver/", path == "calculator/")


def test_a_river_is_solved_as_by_the_package(page):
    solve(page)
    expect(page.locator("#status")).to_have_text(DONE)
    tree = BettingTree(200, 900, BetSizes((0.5, 1), (float("inf"),)))
    solver = Solver(Endgame("Td9d6hQc2s", SPOTS[1]["spot"]["hero"], SPOTS[1]["spot"]["villain"], tree))
    # How many iterations there are before a look at the clock depends on the machine.
    solver.run(iterations(page))
    shown = FOUND.search(page.locator("#status").inner_text())[1]
    assert shown == f"{100 * solver.exploitability():.3f}"
    assert float(shown) <= 0.1
    for row, player in zip(page.locator("#values tbody tr").all(), ("hero", "villain"), strict=True):
        share = 0.5 + solver.gain(player)
        assert row.locator("td").all_inner_texts() == [f"{100 * share:.2f}%", f"{200 * share:.6g}"]
    for action, name in zip(page.locator("#legend li").all(), tree.root.actions, strict=True):
        assert re.fullmatch(rf"{name} \d+\.\d%", action.inner_text())


def test_the_numbers_of_a_hand_are_reached_by_keyboard(page):
    solve(page)
    expect(page.locator("#status")).to_have_text(DONE)
    cells = page.locator("#strategy-grid .cell")
    cells.first.focus()
    expect(page.locator("#hand caption")).to_contain_text("AA")
    expect(page.locator("#hand tbody tr")).to_have_count(6)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#hand caption")).to_contain_text("KK")
    label = cells.nth(14).get_attribute("aria-label")
    assert re.fullmatch(r"KK: check [\d.]+%, bet 100 [\d.]+%, bet 200 [\d.]+%; value [\d.]+% of the pot", label)
    page.keyboard.press("End")
    expect(page.locator("#hand")).to_have_text(re.compile("K2s: not in hero's range"))
    page.locator("#all summary").click()
    expect(page.locator("#all tbody tr")).to_have_count(38)
    shares = page.locator("#all tbody tr").first.locator("td").all_inner_texts()[1:-1]
    assert sum(float(share.rstrip("%")) for share in shares) == pytest.approx(100, abs=0.2)


def test_a_turn_stops_and_goes_on(see):
    page = see(f"solver/?{urlencode(LONG)}").page
    solve(page)
    expect(page.locator("#status")).to_have_text(FOUND)
    expect(page.locator("#solver")).to_have_attribute("aria-busy", "true")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Stop")).to_be_disabled()
    # The worker says so.
    expect(page.locator("#solver")).to_have_attribute("aria-busy", "false")
    before = iterations(page)
    solve(page)
    page.wait_for_function(ITERATED, arg=before)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#solver")).to_have_attribute("aria-busy", "false")
    field(page, "Board").fill("Ks7s2d4h9c")
    field(page, "Stop at").fill("20")
    solve(page)
    expect(page.locator("#status")).to_have_text(DONE)


def test_a_spot_that_changes_stops_the_solver(see):
    page = see(f"solver/?{urlencode(LONG)}").page
    solve(page)
    expect(page.locator("#status")).to_have_text(FOUND)
    field(page, "Pot").fill("90")
    expect(page.locator("#status")).to_have_text("Press Solve.")
    expect(page.locator("#answer")).to_be_hidden()
    expect(page.get_by_role("button", name="Stop")).to_be_disabled()
    expect(page.locator("#solver")).to_have_attribute("aria-busy", "false")


def test_an_address_is_a_spot(see):
    given = {
        "board": "Ks7s2d2h",
        "hero": "AKs, 77",
        "villain": "KQs, 88",
        "pot": "50",
        "stack": "400",
        "turn-hero-bets": "33",
        "turn-villain-raises": "75, all-in",
        "river-hero-raises": "",
        "max-bets": "3",
        "target": "1",
    }
    seen = see(f"solver/?{urlencode(given)}")
    page = seen.page
    expect(page.locator("#status")).to_have_text("Press Solve.")
    for name, value in given.items():
        expect(page.locator(f"#{name}")).to_have_value(value)
    solve(page)
    expect(page.locator("#status")).to_have_text(DONE)
    field(page, "Turn, bets of villain").fill("25, 150%")
    expect(page).to_have_url(re.compile(re.escape("turn-villain-bets=25%2C+150%25")))
    page.reload()
    expect(field(page, "Turn, bets of villain")).to_have_value("25, 150%")
    solve(page)
    expect(page.locator("#status")).to_have_text(DONE)
    assert seen.problems == []
    field(page, "Board").fill("Ks7s2d2h4c")
    expect(field(page, "Turn, bets of villain")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("turn-"))


@pytest.mark.parametrize(
    ("label", "text", "message"),
    [
        ("Board", "Td9d6h", "board: expected 4 cards, found 3"),
        ("Board", "TdTd6hQc2s", "board: .*Td"),
        ("Hero, who", "QQ+, AXz", r'hero: cannot read "AXz".*\^'),
        ("Villain, who", "", "villain: the range has no hand"),
        ("Villain, who", "TdTs", "villain: the range has no hand without a card of the board"),
        ("Pot", "x", 'pot: cannot read "x"'),
        ("Pot", "-1", "pot: expected 1e-9 to 1e15 chips"),
        ("Stack", "1e9", "stack: expected at most 100000 pots"),
        ("River, bets of hero", "50, half", 'bets on the river of hero: cannot read "half"'),
        ("River, raises of villain", "-5", "raises on the river of villain: cannot read"),
        ("Most bets", "60", "maxBets on the river of hero: expected 0 to 50, found 60"),
        ("Stop at", "0", "stop at: expected more than 0%"),
    ],
)
def test_what_is_wrong_is_said_and_marked(page, label, text, message):
    before = field(page, label).input_value()
    field(page, label).fill(text)
    solve(page)
    expect(page.get_by_role("alert")).to_contain_text(re.compile(message, re.DOTALL))
    expect(page.locator("[aria-invalid=true]")).to_have_count(1)
    expect(field(page, label)).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#answer")).to_be_hidden()
    field(page, label).fill(before)
    expect(page.get_by_role("alert")).to_be_hidden()
    solve(page)
    expect(page.locator("#status")).to_have_text(DONE)


def test_a_text_with_two_readings_is_noted(page):
    note = page.locator("#readings")
    expect(note).to_be_hidden()
    field(page, "Villain, who acts last").fill("T9s+")
    expect(note).to_contain_text("Villain: + and - move both cards of connected hands (20 combos), and only the kicker")
    field(page, "Villain, who acts last").fill("T9s")
    expect(note).to_be_hidden()


def test_ranges_are_painted(page):
    field(page, "Hero, who").fill("AA")
    cells = page.locator("#hero-grid .cell")
    cells.nth(14).hover()
    page.mouse.down()
    cells.nth(28).hover()
    page.mouse.up()
    expect(field(page, "Hero, who")).to_have_value("QQ+")
    field(page, "Villain, who").fill("")
    page.locator("#villain-grid .cell").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    expect(field(page, "Villain, who")).to_have_value("AKs")
    expect(page.locator("#villain-grid .cell").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(re.compile("villain=AKs"))
    solve(page)
    expect(page.locator("#status")).to_have_text(DONE)


def test_it_works_without_a_network_once_it_is_loaded(page):
    page.context.set_offline(True)
    solve(page)
    expect(page.locator("#status")).to_have_text(DONE)
    page.context.set_offline(False)


@pytest.mark.parametrize(("view", "scheme"), [*product(VIEWS, ("light", "dark"))])
def test_every_view(see, view, scheme):
    given = {
        "board": "Ks7s2d4h",
        "hero": "QQ+, AKs, 0.5:AQs",
        "villain": "15%",
        "turn-hero-bets": "33, 75, 150, all-in",
    }
    seen = see(f"solver/?{urlencode(given)}&target=1", view, scheme)
    page = seen.page
    solve(page)
    expect(page.locator("#status")).to_have_text(DONE)
    page.locator("#strategy-grid .cell").first.hover()
    page.locator("#all summary").click()
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"solver-{view}-{scheme}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert seen.problems == []
    assert what_axe_finds(page) == {}
