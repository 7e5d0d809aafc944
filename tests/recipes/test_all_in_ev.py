"""The program of docs/how-to/all_in_ev.md on the examples of the standard PHH, which PokerKit has in its own tests.

`PHH_EXAMPLES` may name a folder of more, such as `data` of https://github.com/uoftcprg/phh-dataset.
"""

import doctest
import os
import random
import unittest
from pathlib import Path
from types import SimpleNamespace

import pokerkit
import pokerkit.tests.test_papers
import pokerkit.tests.test_wsop.test_2023_43_5
import pokerkit.tests.test_wsop.test_2023_54_4
import pytest
from pokerkit import HandHistory

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "all_in_ev.md"
MODULES = (
    pokerkit.tests.test_papers,
    pokerkit.tests.test_wsop.test_2023_43_5,
    pokerkit.tests.test_wsop.test_2023_54_4,
)
EVALUATORS = {
    "holdem": pokerkit.StandardHighHand,
    "short_deck": pokerkit.ShortDeckHoldemHand,
    "omaha": pokerkit.OmahaHoldemHand,
}


@pytest.fixture(scope="module")
def page():
    """Return the functions of the page."""
    names = {}
    for example in doctest.DocTestParser().get_examples(PAGE.read_text(encoding="utf-8")):
        if example.source.startswith(("import pokerbits", "GAMES =", "from ", "def all_in", "def value")):
            exec(example.source, names)
    return SimpleNamespace(**names)


@pytest.fixture(scope="module")
def hands():
    """Return the hands that PokerKit's tests read, each once, and those of the folder."""
    texts = {}
    read = HandHistory.loads

    def loads(text, **options):
        texts[text] = None
        return read(text, **options)

    suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromModule(module) for module in MODULES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HandHistory, "loads", loads)
        assert suite.run(unittest.TestResult()).wasSuccessful()
    found = {read(text).dumps(): None for text in texts}
    folder = os.environ.get("PHH_EXAMPLES")
    files = sorted(Path(folder).rglob("*.phh")) if folder else []
    assert bool(files) == bool(folder)
    found |= {path.read_text(encoding="utf-8"): None for path in files}
    return [HandHistory.loads(text) for text in found]


@pytest.fixture(scope="module")
def valued(page, hands):
    """Return every all-in, with its hand and value."""
    found = [(hand, page.all_in(hand)) for hand in hands]
    return [(hand, spot, page.value(spot)) for hand, spot in found if spot is not None]


def named(valued, *players):
    """Return the first all-in of these players."""
    hand, spot, value = next(of for of in valued if set(players) <= set(of[0].players or ()))
    names = [hand.players[player] for player in spot["players"]]
    return spot, dict(zip(names, value.values, strict=True))


def test_all_variants_are_among_the_examples(hands):
    assert len(hands) >= 70
    assert {"NT", "FT", "NS", "PO", "F7S", "FR", "F2L3D", "N2L1D", "FB"} <= {hand.variant for hand in hands}


def test_a_replay_of_every_action_finds_the_same(page, hands):
    """The page ends a replay early; this one goes on to the end of each hand."""
    for hand in hands:
        if hand.variant not in page.GAMES:
            continue
        inside, cards = None, {}
        for state, _ in hand.state_actions:
            if inside is None and state.all_in_status and sum(state.statuses) > 1:
                inside = [player for player, is_in in enumerate(state.statuses) if is_in]
            for player, held in enumerate(state.hole_cards):
                if held and not any(card.unknown_status for card in held):
                    cards[player] = "".join(map(repr, held))
        spot = page.all_in(hand)
        if inside is None or not set(inside) <= set(cards):
            assert spot is None, hand
        else:
            assert (spot["players"], spot["hands"]) == (inside, [cards[player] for player in inside]), hand


def test_values_are_all_chips(valued):
    for hand, spot, value in valued:
        chips = sum(spot["chips"]) + sum(spot["folded_chips"])
        assert sum(value.values) == pytest.approx(chips), hand


def test_on_the_final_board_the_value_is_the_result(page, valued):
    assert valued
    for hand, spot, _ in valued:
        *_, end = hand
        board = "".join(repr(card) for (card,) in end.board_cards)
        value = page.value(spot | {"board": board})
        result = [float(end.payoffs[player]) + paid for player, paid in zip(spot["players"], spot["paid"], strict=True)]
        # An odd chip of a tie is one player's.
        assert value.values == pytest.approx(result, abs=1), hand


def sampled(spot, n, seed):
    """Return the equity of the first of two players on n boards that are drawn at random, as PokerKit ranks hands."""
    rank = EVALUATORS[spot["game"]].from_game
    known = set(pokerkit.Card.parse(spot["board"] + spot["dead"] + "".join(spot["hands"])))
    deck = pokerkit.Deck.SHORT_DECK_HOLDEM if spot["game"] == "short_deck" else pokerkit.Deck.STANDARD
    left = [card for card in deck if card not in known]
    rng = random.Random(seed)
    shown = tuple(pokerkit.Card.parse(spot["board"]))
    total = 0
    for _ in range(n):
        board = (*shown, *rng.sample(left, 5 - len(shown)))
        first, second = (rank(hand, board) for hand in spot["hands"])
        total += 1 if first > second else 0.5 if first == second else 0
    return total / n


def test_equities_are_those_of_boards_that_pokerkit_ranks(valued):
    compared = [(hand, spot, value) for hand, spot, value in valued if len(spot["hands"]) == 2][:30]
    assert len(compared) >= 4
    for seed, (hand, spot, value) in enumerate(compared):
        stake = min(spot["chips"])
        pot = 2 * stake + sum(spot["folded_chips"])
        equity = (value.values[0] - spot["chips"][0] + stake) / pot
        n = 300
        error = max(equity * (1 - equity) / n, 1e-6) ** 0.5
        assert sampled(spot, n, seed) == pytest.approx(equity, abs=5 * error), hand


def test_files_of_a_folder_are_read(page, valued, tmp_path):
    (hand, spot, _), folded = valued[0], with_an_ante(0)
    folded.actions = [*folded.actions[:3], "p3 f", "p1 f"]
    (tmp_path / "year").mkdir()
    (tmp_path / "year" / "1.phh").write_text(hand.dumps(), encoding="utf-8")
    (tmp_path / "2.phh").write_text(folded.dumps(), encoding="utf-8")
    ((path, read, found),) = page.all_ins(tmp_path)
    assert (path.name, read.actions, found) == ("1.phh", hand.actions, spot)


def with_an_ante(seed):
    """Return a hand of three players who go all-in with stacks of every size, where the second posts an ante alone."""
    automations = tuple(
        set(pokerkit.Automation) - {pokerkit.Automation.BOARD_DEALING, pokerkit.Automation.CARD_BURNING}
    )
    rng = random.Random(seed)
    game = pokerkit.NoLimitTexasHoldem(automations, False, {1: 30}, (1, 2), 2)
    random.seed(seed)  # PokerKit shuffles with it
    state = game([rng.choice([10, 20, 50, 80, 200]), rng.choice([40, 80, 200]), rng.choice([10, 20, 50, 200])], 3)
    while state.actor_index is not None:
        if state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to(state.max_completion_betting_or_raising_to_amount)
        else:
            state.check_or_call()
    while state.status:
        state.burn_card()
        state.deal_board()
    return HandHistory.loads(HandHistory.from_game_state(game, state).dumps())


def test_an_ante_of_one_player_is_in_the_main_pot(page):
    n_shorter = 0
    for hand in map(with_an_ante, range(40)):
        spot = page.all_in(hand)
        *_, end = hand
        board = "".join(repr(card) for (card,) in end.board_cards)
        value = page.value(spot | {"board": board})
        result = [float(payoff) + paid for payoff, paid in zip(end.payoffs, spot["paid"], strict=True)]
        assert sum(spot["folded_chips"]) == 30
        assert value.values == pytest.approx(result, abs=1), hand
        n_shorter += min(spot["chips"]) < 30
    assert n_shorter > 5


def test_hands_with_a_name(valued):
    spot, chips = named(valued, "Phil Ivey", "Tom Dwan")
    assert (spot["board"], chips) == ("Jc3d5c4h", {"Phil Ivey": 0, "Tom Dwan": 1_109_500})
    spot, chips = named(valued, "Paul Phua", "Tan Xuan")
    assert (spot["game"], spot["hands"]) == ("short_deck", ["QhQd", "KhKs"])
    assert sorted(chips.values()) == pytest.approx([108_882.82, 514_117.18], abs=0.01)
    spot, chips = named(valued, "Patrik Antonius", "Victor Blom")
    assert (spot["game"], spot["board"]) == ("omaha", "4s5c2h")
    assert sorted(chips.values()) == pytest.approx([615_590.59, 741_356.41], abs=0.01)


def test_hands_that_are_no_hold_em_or_omaha_are_none(page, hands):
    others = [hand for hand in hands if hand.variant not in page.GAMES]
    assert len(others) > 20
    assert not any(map(page.all_in, others))


def test_a_fold_before_the_showdown_is_none(page, hands):
    folded = [hand for hand in hands if not any(" sm" in action for action in hand.actions)]
    assert len(folded) > 10
    assert not any(map(page.all_in, folded))
