"""The rules of other games, against orders of hands that are written down here, and against published counts."""

import os
from collections import Counter
from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerbits as pb
from command_line import as_json
from pokerbits import Category, _native
from pokerbits._evaluator.rules import RULES, scale
from pokerbits.cards import format_cards, parse_cards
from pokerbits.exceptions import (
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    OutOfRangeError,
)

FIVES = ["short_deck", "short_deck_trips", "ace_to_five", "deuce_to_seven", "eight_or_better"]
OTHERS = [*FIVES, "badugi"]
SIZES = [(rules, size) for rules in FIVES for size in (5, 6, 7)] + [("badugi", 4)]
LARGEST = {
    "standard": 7462,
    "short_deck": 1404,
    "short_deck_trips": 1404,
    "ace_to_five": 6175,
    "deuce_to_seven": 7462,
    "eight_or_better": 56,
    "badugi": 1092,
}


# The rules, written down


def first_card(rules):
    return 16 if rules.startswith("short_deck") else 0


def worth_of_five(rules, cards):
    """Return what decides between two hands of five cards, more is better; None for one that does not qualify."""
    ace_low = rules in {"ace_to_five", "eight_or_better"}
    flushes = straights = not ace_low
    ranks = [(card // 4 + 1) % 13 if ace_low else card // 4 for card in cards]
    groups = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    shape = [n for n, _ in groups]
    weights = [rank for _, rank in groups]
    top = None
    if straights and len(groups) == 5:
        wheel = {"short_deck": [12, 7, 6, 5, 4], "short_deck_trips": [12, 7, 6, 5, 4]}.get(rules)
        if weights[0] - weights[4] == 4:
            top = weights[0]
        elif weights == wheel:
            top = 7
    flush = flushes and len({card % 4 for card in cards}) == 1
    named = {(4, 1): "quads", (3, 2): "full house", (3, 1, 1): "trips", (2, 2, 1): "two pair", (2, 1, 1, 1): "pair"}
    name = named.get(tuple(shape), "high card")
    if top is not None:
        name = "straight flush" if flush else "straight"
        weights = [top]
    elif flush:
        name = "flush"
    if rules == "eight_or_better" and (name != "high card" or max(ranks) > 7):
        return None
    order = {
        "short_deck": "high card, pair, two pair, trips, straight, full house, flush, quads, straight flush",
        "short_deck_trips": "high card, pair, two pair, straight, trips, full house, flush, quads, straight flush",
    }.get(rules, "high card, pair, two pair, trips, straight, flush, full house, quads, straight flush")
    category = order.split(", ").index(name)
    return (category, weights) if rules.startswith("short") else (-category, [-rank for rank in weights])


def worth_of_badugi(cards):
    """Return what decides between two hands of badugi: how many cards count, then the lowest."""
    choices = (chosen for size in range(1, 5) for chosen in combinations(cards, size))
    return max(
        (len(chosen), sorted(-((card // 4 + 1) % 13) for card in chosen))
        for chosen in choices
        if len({card // 4 for card in chosen}) == len({card % 4 for card in chosen}) == len(chosen)
    )


def worth(rules, cards):
    """Return what decides between two hands: that of their best five cards."""
    if rules == "badugi":
        return worth_of_badugi(cards)
    worths = (worth_of_five(rules, five) for five in combinations(cards, 5))
    return max((found for found in worths if found is not None), default=None)


def random_hands(rules, n, size, seed=0):
    """Deal random hands of the deck; the first cards of every third are of one suit or two ranks."""
    rng = np.random.default_rng(seed)
    deck = np.arange(first_card(rules), 52)
    hands = []
    for i in range(n):
        order = rng.permutation(deck)
        if i % 3 == 0:
            order = np.concatenate([order[order % 4 == i % 4], order[order % 4 != i % 4]])
            order = np.concatenate([rng.permutation(order[:5]), rng.permutation(order[5:])])
        elif i % 3 == 1:
            some = np.isin(order // 4, order[:2] // 4)
            order = np.concatenate([order[some][:4], rng.permutation(np.concatenate([order[some][4:], order[~some]]))])
        hands.append(rng.permutation(order[:size]))
    return np.array(hands, dtype=np.uint8)


def assert_same_order(strengths, worths):
    """Check that the hand with the larger strength is worth more; 0 is for what does not qualify."""
    assert [worth is None for worth in worths] == (strengths == 0).tolist()
    ranked = sorted((worth, int(s)) for worth, s in zip(worths, strengths, strict=True) if worth is not None)
    assert len(ranked) > 50
    for (one, weaker), (other, stronger) in pairwise(ranked):
        assert (one == other) == (weaker == stronger)
        assert weaker <= stronger


@pytest.mark.parametrize(("rules", "size"), SIZES)
def test_random_hands_are_in_the_order_of_the_rules(rules, size):
    hands = random_hands(rules, 3000, size, seed=size)
    strengths = pb.evaluate(hands, rules=rules)
    assert strengths.dtype == np.uint16
    assert_same_order(strengths, [worth(rules, hand) for hand in hands.tolist()])
    assert [int(pb.evaluate(hand, rules=rules)) for hand in hands[:300]] == strengths[:300].tolist()
    assert (pb.evaluate(hands[:, :2], board=hands[:, 2:], rules=rules) == strengths).all()
    assert (pb.evaluate(hands.astype(">i8")[:, ::-1], rules=rules, num_threads=2) == strengths).all()
    texts = [format_cards(hand) for hand in hands[:50]]
    assert (pb.evaluate(texts, rules=rules) == strengths[:50]).all()
    out = np.zeros(len(hands), np.uint16)
    assert pb.evaluate(hands, rules=rules, out=out) is out
    assert (out == strengths).all()


@pytest.mark.parametrize("rules", OTHERS)
def test_every_cpu_level_says_the_same(run_python, rules):
    size = 4 if rules == "badugi" else 7
    hands = random_hands(rules, 1000, size, seed=9)
    expected = int((pb.evaluate(hands, rules=rules).astype(np.int64) * np.arange(1, 1001)).sum())
    code = f"""
import numpy as np
import pokerbits as pb
hands = np.array({hands.tolist()}, dtype=np.uint8)
print(int((pb.evaluate(hands, rules={rules!r}).astype(np.int64) * np.arange(1, 1001)).sum()))
"""
    for level in pb.cpu_features()["levels"]:
        assert int(run_python(code, POKERBITS_CPU=level).stdout) == expected


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_tables_survive_a_fork_while_they_are_built(run_python):
    code = """
import os, threading, warnings
import pokerbits as pb

warnings.simplefilter("ignore", DeprecationWarning)
started = threading.Event()
hands = pb.random_hands(5000, 4, rng=1)

def work():
    started.set()
    pb.evaluate(hands, rules="badugi", num_threads=1)

thread = threading.Thread(target=work)
thread.start()
started.wait()
child = os.fork()
if child == 0:
    os._exit(0 if pb.evaluate("As2h3d4c", rules="badugi") == 1092 else 1)
thread.join()
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), pb.evaluate("As2h3d4c", rules="badugi"))
"""
    assert run_python(code).stdout == "0 1092\n"


# Published counts


def census(rules, size=5):
    """Return the strengths of all hands, of which every one of the scale is there."""
    first = first_card(rules)
    hands = np.array(list(combinations(range(first, 52), size)), dtype=np.uint8)
    strengths = pb.evaluate(hands, rules=rules)
    assert set(np.unique(strengths)) - {0} == set(range(1, LARGEST[rules] + 1))
    return strengths


@pytest.mark.parametrize("rules", ["short_deck", "short_deck_trips"])
def test_five_card_hands_of_the_short_deck(rules):
    counts = Counter(pb.category(census(rules), rules=rules).tolist())
    assert sum(counts.values()) == comb(36, 5)
    assert [counts[number] for number in range(9)] == [122400, 193536, 36288, 16128, 6120, 480, 1728, 288, 24]


def test_five_card_low_hands(five_card_hands):
    # Without straights and flushes their hands have nothing; where the ace is high alone, A-2-3-4-5 is no straight.
    ace_to_five = Counter(pb.category(pb.evaluate(five_card_hands, rules="ace_to_five"), rules="ace_to_five").tolist())
    assert ace_to_five == {0: 1317888, 1: 1098240, 2: 123552, 3: 54912, 6: 3744, 7: 624}
    strengths = pb.evaluate(five_card_hands, rules="deuce_to_seven")
    deuce_to_seven = Counter(pb.category(strengths, rules="deuce_to_seven").tolist())
    assert [deuce_to_seven[n] for n in range(9)] == [1303560, 1098240, 123552, 54912, 9180, 5112, 3744, 624, 36]
    assert Counter(pb.evaluate(five_card_hands, rules="eight_or_better").tolist()) == {
        0: comb(52, 5) - 56 * 4**5
    } | dict.fromkeys(range(1, 57), 4**5)


def test_badugi_hands():
    strengths = census("badugi", 4)
    # How many cards count: 1 to 4. One, if all are of one suit or of one rank.
    ends = [comb(13, 1), comb(13, 1) + comb(13, 2), LARGEST["badugi"] - comb(13, 4)]
    cards = np.searchsorted(ends, strengths)
    assert np.bincount(cards).tolist() == [4 * comb(13, 4) + 13, 96252, 154440, 13 * 12 * 11 * 10]


# The scales


def test_the_names_are_those_of_the_core():
    assert {rules: scale(rules)[1] for rules in RULES} == LARGEST
    assert [scale(rules)[0] for rules in RULES] == [1, 1, 1, 1, 1, 0, 1]
    # Sets of ranks; multisets of five ranks without five of one.
    assert LARGEST["eight_or_better"] == comb(8, 5)
    assert LARGEST["badugi"] == sum(comb(13, n) for n in range(1, 5))
    assert LARGEST["ace_to_five"] == comb(13 + 4, 5) - 13
    with pytest.raises(InvalidArgumentError, match='rules "razz": expected one of "standard", '):
        _native.max_strength("razz")


@pytest.mark.parametrize(
    ("rules", "hand", "strength", "words"),
    [
        ("short_deck", "AsKsQsJsTs", 1404, "royal flush"),
        ("short_deck", "9s8s7s6sAs", 1399, "straight flush, nine high"),
        ("short_deck", "Js9s8s7s6s", 1207, "flush, jack-nine-eight-seven-six"),
        ("short_deck", "AsAhAdKsKh", 1206, "full house, aces full of kings"),
        ("short_deck", "9s8h7h6cAd", 1129, "straight, nine high"),
        ("short_deck", "AsAhAdKsQh", 1128, "three of a kind, aces, king-queen kickers"),
        ("short_deck", "Js9s8s7s6h", 1, "high card, jack-nine-eight-seven-six"),
        ("short_deck_trips", "AsAhAdKsQh", 1134, "three of a kind, aces, king-queen kickers"),
        ("short_deck_trips", "AsKhQhJcTd", 882, "straight, ace high"),
        ("short_deck_trips", "9s8h7h6cAd", 877, "straight, nine high"),
        ("ace_to_five", "5s4s3s2sAs", 6175, "five-four-three-deuce-ace low"),
        ("ace_to_five", "6s4s3s2sAs", 6174, "six-four-three-deuce-ace low"),
        ("ace_to_five", "KsQsJsTs9s", 4889, "king-queen-jack-ten-nine low"),
        ("ace_to_five", "AsAh2s3s4s", 4888, "pair of aces, four-three-deuce kickers"),
        ("ace_to_five", "KsKhKdKcQs", 1, "four of a kind, kings, queen kicker"),
        ("deuce_to_seven", "7s5s4s3s2h", 7462, "seven-five-four-three-deuce low"),
        ("deuce_to_seven", "As5s4s3s2h", 6678, "ace-five-four-three-deuce low"),
        ("deuce_to_seven", "2s2h3s4s5s", 6184, "pair of deuces, five-four-three kickers"),
        ("deuce_to_seven", "6s5s4s3s2h", 1608, "straight, six high"),
        ("deuce_to_seven", "7s5s4s3s2s", 1599, "flush, seven-five-four-three-deuce"),
        ("deuce_to_seven", "AsKsQsJsTs", 1, "royal flush"),
        ("eight_or_better", "5s4s3s2sAs", 56, "five-four-three-deuce-ace low"),
        ("eight_or_better", "8s7s6s5s4s", 1, "eight-seven-six-five-four low"),
        ("eight_or_better", "9s7s6s5s4s", 0, "no low"),
        ("badugi", "As2h3d4c", 1092, "badugi, four-three-deuce-ace"),
        ("badugi", "KsQhJdTc", 378, "badugi, king-queen-jack-ten"),
        ("badugi", "As2h3d3c", 377, "three cards, three-deuce-ace"),
        ("badugi", "As2h3s2s", 91, "two cards, deuce-ace"),
        ("badugi", "AsAhAdAc", 13, "one card, ace"),
        ("badugi", "KsKhKdKc", 1, "one card, king"),
    ],
)
def test_hands_by_name(rules, hand, strength, words):
    assert pb.evaluate(hand, rules=rules) == strength
    assert pb.describe(strength, rules=rules) == words
    assert pb.describe([strength], rules=rules).tolist() == [words]


@pytest.mark.parametrize("rules", RULES)
def test_every_strength_has_an_example(rules):
    strengths = range(1, LARGEST[rules] + 1)
    examples = [pb.example_hand(strength, rules=rules) for strength in strengths]
    assert pb.evaluate(examples, rules=rules).tolist() == list(strengths)
    words = pb.describe(strengths, rules=rules)
    assert words.tolist() == [pb.describe(strength, rules=rules) for strength in strengths]
    assert len(set(words.tolist())) == len(words)


def test_categories_are_named_as_described():
    names = {"high card": 0, "pair of": 1, "two pair": 2, "three of a kind": 3, "straight,": 4, "flush": 5}
    names |= {"full house": 6, "four of a kind": 7, "straight flush": 8, "royal flush": 8}
    for rules in ("short_deck", "short_deck_trips", "ace_to_five", "deuce_to_seven"):
        strengths = np.arange(1, LARGEST[rules] + 1)
        for words, number in zip(pb.describe(strengths, rules=rules), pb.category(strengths, rules=rules), strict=True):
            started = {n for name, n in names.items() if words.startswith(name)}
            assert number in started or (words.endswith(" low") and number == Category.HIGH_CARD)
    assert pb.category(1206, rules="short_deck") == Category.FULL_HOUSE


# What does not depend on the rules


@st.composite
def dealt(draw, extra=0):
    rules, size = draw(st.sampled_from([(rules, size) for rules, size in SIZES if size + extra < 8 or not extra]))
    deck = st.integers(first_card(rules), 51)
    return rules, draw(st.lists(deck, min_size=size + extra, max_size=size + extra, unique=True))


@given(dealt(), st.permutations(range(4)), st.randoms())
def test_neither_suits_nor_order_matter(hand, suits, random):
    rules, cards = hand
    renamed = [4 * (card // 4) + suits[card % 4] for card in cards]
    random.shuffle(renamed)
    assert pb.evaluate(renamed, rules=rules) == pb.evaluate(cards, rules=rules)


@given(dealt(extra=1).filter(lambda hand: hand[0] != "badugi"))
def test_a_card_more_never_makes_a_hand_worse(hand):
    rules, cards = hand
    assert pb.evaluate(cards, rules=rules) >= pb.evaluate(cards[:-1], rules=rules)


@given(st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True))
def test_eight_or_better_are_the_best_of_ace_to_five(cards):
    low, high = (int(pb.evaluate(cards, rules=rules)) for rules in ("eight_or_better", "ace_to_five"))
    assert low == max(0, high - (6175 - 56))


def test_the_standard_rules_by_name():
    hands = pb.random_hands(2000, 7, rng=3)
    assert (pb.evaluate(hands, rules="standard") == pb.evaluate(hands)).all()
    assert pb.evaluate(hands[0], rules="stand" + "ard"[:3]) == pb.evaluate(hands[0])
    assert pb.category(7462, rules="standard") == 8
    assert pb.describe(7462, rules="standard") == "royal flush"


# Wrong input


@pytest.mark.parametrize("rules", ["short_deck", "short_deck_trips"])
def test_a_card_below_the_six(rules):
    with pytest.raises(
        InvalidCardError, match=r"^card 5s \(id 15\) is not in the short deck: it has no cards below"
    ) as one:
        pb.evaluate("6c7c8c9cTc5s", rules=rules)
    assert (one.value.row, one.value.card) == (None, 15)
    hands = np.tile(parse_cards("6c7c8c9cTc"), (4, 300, 1))
    hands[2, 299, 3] = 0
    with pytest.raises(InvalidCardError, match=r"^row \(2, 299\): card 2c \(id 0\) is not in the short deck") as many:
        pb.evaluate(hands, rules=rules)
    assert (many.value.row, many.value.card) == ((2, 299), 0)
    with pytest.raises(InvalidCardError, match="card 2h"):
        pb.evaluate("6c7c", board="8c9c2h", rules=rules)


@pytest.mark.parametrize("rules", OTHERS)
def test_wrong_cards(rules):
    size = 4 if rules == "badugi" else 5
    good = np.arange(20, 20 + size)
    expected = "expected 4 cards" if rules == "badugi" else "expected 5, 6 or 7 cards"
    for wrong in (0, 1, 3, 8, *([5, 6, 7] if size == 4 else [4])):
        with pytest.raises(CardCountError, match=f"^{expected}, found {wrong}(;|$)"):
            pb.evaluate(list(range(20, 20 + wrong)), rules=rules)
    for rows in ([*good[:-1], good[0]], [[*good], [*good[:-1], good[0]]]):
        with pytest.raises(DuplicateCardError, match=r"card 7c \(id 20\) appears more than once"):
            pb.evaluate(rows, rules=rules)
    for card in (52, 255, -1, 2**40):
        with pytest.raises(InvalidCardError, match=f"card id {card} is outside the deck") as found:
            pb.evaluate([[*good], [*good[:-1], card]], rules=rules)
        assert found.value.row == 1
    with pytest.raises(TypeError, match="expected integers"):
        pb.evaluate(good.astype(float), rules=rules)
    with pytest.raises(InvalidCardError, match="cannot read a card"):
        pb.evaluate("6c7cXx", rules=rules)


@pytest.mark.parametrize(
    "wrong", ["shortdeck", "", "STANDARD", None, 1, ["standard"], np.array(["standard", "badugi"])]
)
def test_rules_of_another_name(wrong):
    calls = (
        lambda: pb.evaluate("AsKsQsJsTs", rules=wrong),
        lambda: pb.evaluate([[0, 1, 2, 3, 4]], rules=wrong),
        lambda: pb.category(1, rules=wrong),
        lambda: pb.describe(1, rules=wrong),
        lambda: pb.example_hand(1, rules=wrong),
    )
    for call in calls:
        with pytest.raises(
            InvalidArgumentError if isinstance(wrong, str) else TypeError,
            match=r"^rules: expected 'standard', 'short_deck', ",
        ):
            call()


@pytest.mark.parametrize("rules", RULES)
def test_strengths_beyond_the_scale(rules):
    least, last = scale(rules)
    for wrong in (-1, last + 1, 2**64):
        with pytest.raises(OutOfRangeError, match=rf"strength {wrong} is out of range \({least} to {last}\)"):
            pb.describe(wrong, rules=rules)
        with pytest.raises(OutOfRangeError, match=rf"strength {wrong} is out of range \(1 to {last}\)"):
            pb.example_hand(wrong, rules=rules)
    with pytest.raises(OutOfRangeError, match=r"^row 1: strength"):
        pb.describe([1, last + 1], rules=rules)
    with pytest.raises(OutOfRangeError, match="strength 0 is"):
        pb.example_hand(0, rules=rules)
    if rules in {"eight_or_better", "badugi"}:
        with pytest.raises(InvalidArgumentError, match=f"no categories under the rules '{rules}'"):
            pb.category(1, rules=rules)
    else:
        with pytest.raises(OutOfRangeError, match=r"strength 0 is out of range \(1"):
            pb.category([1, 0], rules=rules)


# The command line


@pytest.mark.parametrize("rules", OTHERS)
def test_the_command_line_knows_the_rules(rules):
    for strength in (1, LARGEST[rules]):
        data = as_json("example", strength, "--rules", rules)
        assert data["rules"] == rules
        assert (data["strength"], data["description"]) == (strength, pb.describe(strength, rules=rules))
        assert as_json("eval", data["cards"], "--rules", rules) == data
        assert ("category" in data) == (rules not in {"eight_or_better", "badugi"})
        assert "cactus_kev" not in data
