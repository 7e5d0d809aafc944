"""Ranges of Omaha hands: text against a slow reading of every hand, refusals, set operations, values."""

import contextlib
import itertools
import pickle
import re
from collections import Counter
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerbits as pb
from pokerbits.exceptions import (
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    InvalidRangeError,
)

RANKS, SUITS = "23456789TJQKA", "cdhs"
# Few hands, so that a reading card by card takes no time; all of them once.
SOME = np.array(list(itertools.combinations(range(52), 4)))[7::53]
ALL = comb(52, 4)


def counts(things):
    """Return how often each comes, the most frequent first."""
    return sorted(Counter(things).values(), reverse=True)


def reads(pattern):
    """Return a question about hands: whether they hold cards of these ranks and suits, `*` and blanks for any."""
    cards = re.findall(r"([2-9TJQKA*])([cdhswxyz]?)", pattern)

    def holds(hand):
        for order in itertools.permutations(hand, len(cards)):
            fits = all(
                rank in ("*", RANKS[card // 4]) and (suit not in SUITS or suit in SUITS[card % 4])
                for (rank, suit), card in zip(cards, order, strict=True)
            )
            said = {(suit, card % 4) for (_, suit), card in zip(cards, order, strict=True) if suit}
            # Each sign is one suit, each suit one sign.
            if fits and len(said) == len({sign for sign, _ in said}) == len({suit for _, suit in said}):
                return True
        return False

    return holds


def suits_of(hand):
    return counts(card % 4 for card in hand)


def ranks_of(hand):
    return counts(card // 4 for card in hand)


SHAPES = {
    "$ds": lambda hand: suits_of(hand)[1:2] >= [2],
    "$ss": lambda hand: suits_of(hand)[0] >= 2 and suits_of(hand)[1:2] == [1] and len(suits_of(hand)) > 2,
    "$np": lambda hand: set(ranks_of(hand)) == {1},
    "$op": lambda hand: ranks_of(hand)[:2] == [2, 1],
    "$tp": lambda hand: ranks_of(hand)[:2] == [2, 2] and ranks_of(hand)[2:3] != [2],
    "$nt": lambda hand: ranks_of(hand)[0] < 3,
}


@pytest.mark.parametrize(
    "pattern", ["AA", "AK", "AsK", "AsKs", "AxKx", "AxKy", "*x*x*y*y", "*w*x*y", "AxAy*x*y", "As*x*x", "KhKxQx", "*s*s"]
)
def test_patterns_are_read_card_by_card(pattern):
    found = pb.OmahaRange(pattern)
    holds = reads(pattern)
    assert [list(hand) in found for hand in SOME] == [holds(hand) for hand in SOME.tolist()]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("hole_cards", [4, 5, 6])
def test_shapes_are_what_they_say(shape, hole_cards):
    hands = pb.random_hands(2000, hole_cards, rng=hole_cards)
    found = pb.OmahaRange(shape, hole_cards)
    assert [hand in found for hand in hands] == [SHAPES[shape](hand) for hand in hands.tolist()]


@pytest.mark.parametrize(
    ("text", "hole_cards", "count"),
    [
        ("*", 4, ALL),
        ("AA", 4, 6961),
        ("AAKK", 4, 36),
        ("AsAhKsKh", 4, 1),
        ("$ds", 4, 36504),
        ("$ss", 4, 158184),
        ("wxyz", 4, 28561),
        ("AA", 5, 108336),
        ("random", 5, comb(52, 5)),
        ("AAAA", 6, comb(48, 2)),
        ("AA:xxyy, JJ!JJJ, KK", 4, None),
        ("[A-T][A-T][A-T][A-T]:$ds, AA!KK", 4, 7435),
        ("AsAhKsKh, AhAsKhKs", 4, 1),
    ],
)
def test_known_counts(text, hole_cards, count):
    found = pb.OmahaRange(text, hole_cards)
    if count is None:
        parts = [pb.OmahaRange(part) for part in ("AA:xxyy", "JJ!JJJ", "KK")]
        assert found == parts[0] | parts[1] | parts[2]
        return
    assert len(found) == count
    assert found.share == count / comb(52, hole_cards)


def test_hands_are_rows_of_cards():
    found = pb.OmahaRange("AA$ds", 5)
    hands = found.hands
    assert (hands.shape, hands.dtype) == ((50976, 5), np.uint8)
    assert (np.diff(hands.astype(int), axis=1) > 0).all()
    bits = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1)
    assert (bits == found._sets).all()
    assert (np.diff(bits.astype(np.int64)) > 0).all()
    assert ((hands >= 48).sum(axis=1) >= 2).all()
    assert not found._sets.flags.writeable
    # Nobody else's.
    hands[:] = 0
    assert found.hands.max() == 51


def test_every_hand_of_six_cards():
    found = pb.OmahaRange("*", 6)
    assert len(found) == comb(52, 6)
    assert found.share == 1
    assert "AsAhAdAcKsKh" in found


def test_hands_are_yielded_as_text():
    assert list(pb.OmahaRange("AsAhKsK")) == ["AsAhKsKc", "AsAhKsKd", "AsAhKsKh"]


def test_one_hand_is_in_a_range_or_not():
    aces = pb.OmahaRange("AA")
    assert "AsAh2c3c" in aces
    assert [51, 50, 0, 4] in aces
    assert pb.CardSet("AsKh2c3c") not in aces
    for wrong, error in [
        ("AsAh2c", CardCountError),
        ("AsAs2c3c", DuplicateCardError),
        ([51, 50, 0, 52], InvalidCardError),
        ("AsAh2c3?", InvalidRangeError),
        ([51, 50, 0, "x"], InvalidCardError),
        (SOME[:2], CardCountError),
    ]:
        with pytest.raises(error):
            _ = wrong in aces


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("AA, KX", 5, "letters for suits are w, x, y and z"),
        ("AA KK", 3, "a comma goes between hands"),
        ("AA, 150%", 4, "a percentage of all hands is written 15% or 5%-10%, from 0 to 100"),
        ("AA$rb", 2, r"expected \$ds"),
        ("AKQJT", 0, "a hand has 4"),
        ("AA, KsKs", 4, "no hand of 4 cards"),
        ("AA!A", 0, "no hand of 4 cards"),
        ("(AA", 0, "no end"),
        ("AT+", 0, "write both ends"),
        ("AAKKds", 0, r"position 0: did you mean AAKK\$ds\?"),
        ("QQ, AAKKSS, 98", 4, r"position 4: did you mean AAKK\$ss\?"),
        ("AAKKQds", 0, "a hand has 4"),
        ("AA, KK:0.5", 7, "a weight is before or behind a whole item"),
    ],
)
def test_what_cannot_be_read_is_shown(text, position, message):
    with pytest.raises(InvalidRangeError, match=message) as caught:
        pb.OmahaRange(text)
    assert caught.value.position == position
    shown, carets = str(caught.value).splitlines()[1:]
    assert shown[2:] == text
    assert carets.index("^") - 2 == position


def test_text_that_is_none_is_refused():
    with pytest.raises(InvalidRangeError, match="position 2") as caught:
        pb.OmahaRange("AA\ud800")
    assert caught.value.position == 2
    for wrong in (5, None, [5], [("AA", 0.5)], SOME):
        with pytest.raises(TypeError, match="from_hands"):
            pb.OmahaRange(wrong)
    with pytest.raises(InvalidArgumentError, match="expected a range of 5 hole cards, found one of 4"):
        pb.OmahaRange([pb.OmahaRange("AA")], 5)
    for wrong in (0, 2, 7, -1, 10**30):
        with pytest.raises(InvalidArgumentError, match="expected 3, 4, 5 or 6"):
            pb.OmahaRange("AA", wrong)
    for wrong in (4.0, "4", None, True):
        with pytest.raises(TypeError):
            pb.OmahaRange("AA", wrong)


def test_rows_that_are_no_hands_are_refused():
    with pytest.raises(DuplicateCardError, match=r"As \(id 51\) appears more than once") as caught:
        pb.OmahaRange.from_hands(["AsAhKsKh", "2cAs3cAs"])
    assert (caught.value.row, caught.value.card) == (1, 51)
    with pytest.raises(InvalidCardError, match="card id 52") as caught:
        pb.OmahaRange.from_hands([[0, 1, 2, 3], [4, 5, 6, 52]])
    assert (caught.value.row, caught.value.card) == (1, 52)
    with pytest.raises(InvalidCardError):
        pb.OmahaRange.from_hands(np.array([[0, 1, 2, 200]], dtype=np.uint8))
    for wrong in ("AsAh", "AsAhKsKhQsQhJs", np.zeros((3, 0), int)):
        with pytest.raises(CardCountError):
            pb.OmahaRange.from_hands(wrong)
    with pytest.raises(InvalidArgumentError, match="rows of cards"):
        pb.OmahaRange.from_hands(SOME[:4].reshape(2, 2, 4))


def test_ranges_are_values():
    found = pb.OmahaRange(" AA$ds ", 5)
    assert (found.text, found.hole_cards, repr(found)) == ("AA$ds", 5, "OmahaRange('AA$ds', 5)")
    assert str(found) == "AA$ds: 50,976 hands of 5 cards, 1.9614% of all"
    same = pb.OmahaRange.from_hands(found.hands[::-1])
    assert same == found
    assert hash(same) == hash(found)
    assert (repr(same), str(same)) == (
        "<OmahaRange of 50,976 hands of 5 cards>",
        "50,976 hands of 5 cards, 1.9614% of all",
    )
    assert found not in (pb.OmahaRange("AA$ds"), pb.OmahaRange("AA", 5), "AA$ds")
    assert pickle.loads(pickle.dumps(found)) == found
    assert not pickle.loads(pickle.dumps(found))._sets.flags.writeable
    for name in ("text", "_sets", "other"):
        with pytest.raises(AttributeError, match="cannot be changed"):
            setattr(found, name, None)
    with pytest.raises(AttributeError, match="cannot be changed"):
        del found._sets


def test_ranges_of_other_games_do_not_go_together():
    four, five = pb.OmahaRange("AA"), pb.OmahaRange("AA", 5)
    for combine in (lambda: four | five, lambda: four & five, lambda: four - five):
        with pytest.raises(InvalidArgumentError, match="4 and of 5 hole cards"):
            combine()
    with pytest.raises(TypeError):
        four | "AA"


def test_a_range_may_be_empty():
    empty, aces = pb.OmahaRange(""), pb.OmahaRange("AA")
    for same in (" \n", [], [" "], aces - aces, aces - pb.OmahaRange("*"), aces & pb.OmahaRange("KKK")):
        assert pb.OmahaRange(same) == empty
    assert pb.OmahaRange.from_hands(np.zeros((0, 4), int)) == empty
    assert (len(empty), list(empty), empty.share, empty.text, repr(empty)) == (0, [], 0, "", "OmahaRange('')")
    assert empty.hands.shape == (0, 4)
    assert pickle.loads(pickle.dumps(empty)) == empty
    assert pb.OmahaRange("", 5) != empty
    assert "AsAhKsKh" not in empty
    for found in (aces | empty, empty | aces, aces - empty):
        assert (found, found.text) == (aces, "AA")
    for found in (aces & empty, empty & aces, empty - aces, empty | empty):
        assert (found, found.text) == (empty, "")
    for player in ("", empty):
        with pytest.raises(InvalidRangeError, match="player 2: there is no hand in ''") as caught:
            pb.equity("AA", player, game="omaha")
        assert caught.value.player == 1


def test_ranges_of_many_texts_and_ranges():
    aces, kings = pb.OmahaRange("AA$ds"), pb.OmahaRange("KK")
    assert pb.OmahaRange(aces) == aces
    assert pb.OmahaRange(["AA$ds", "KK"]) == pb.OmahaRange([aces, "KK"]) == pb.OmahaRange((aces, kings)) == aces | kings
    assert pb.OmahaRange(pb.OmahaRange("AA", 5), 5) == pb.OmahaRange("AA", 5)
    assert pb.OmahaRange(aces.hands.size and ["AsAhKsKh", "2c3c4c5c"]) == pb.OmahaRange("AsAhKsKh, 2c3c4c5c")


def test_a_list_of_equal_texts_takes_no_longer_than_one():
    """Item by item these were 20,358,520 hands for each of the items: a week."""
    assert pb.OmahaRange(["xx"] * 100_000, 6) == pb.OmahaRange("xx", 6)
    with pytest.raises(InvalidRangeError, match='cannot read "Z" at position 399999') as caught:
        pb.OmahaRange(["x"] * 133_333 + ["Z"])
    assert caught.value.position == 399_999


def test_a_range_may_be_in_a_range():
    aces = pb.OmahaRange("AA")
    assert "AA$ds" in aces
    assert pb.OmahaRange("AAKK") in aces
    assert pb.OmahaRange("") in aces
    for other in ("AK", "*", pb.OmahaRange("KK"), pb.OmahaRange("AA", 5)):
        assert other not in aces


def test_texts_of_sets_are_short_where_they_can_be():
    aces, kings, double = pb.OmahaRange("AA"), pb.OmahaRange("KK"), pb.OmahaRange("$ds")
    assert (aces | kings).text == "AA, KK"
    assert ((aces | kings) & double).text == "(AA, KK):$ds"
    assert (aces & double - kings).text == "AA:($ds!KK)"
    assert ((aces & double) - kings - pb.OmahaRange("[A,Q]J")).text == "AA:$ds!KK![A,Q]J"
    few = pb.OmahaRange.from_hands("AsAhKsKh")
    assert few.text == "AsAhKsKh"
    assert (few | pb.OmahaRange("2c2d2h2s")).text == "2s2h2d2c, AsAhKsKh"


def test_texts_of_deep_sets_read_back():
    found, others = pb.OmahaRange("AAKK"), itertools.cycle(["AAQQ", "$ds"])
    for _ in range(150):
        other = pb.OmahaRange(next(others))
        found = found | other if other.text != "$ds" else found & other
    assert pb.OmahaRange(found.text) == found
    assert len(found) == 12


def read(text):
    """Return the range of a text, or nothing if it says that there is no hand."""
    with contextlib.suppress(InvalidRangeError):
        return pb.OmahaRange(text)
    with pytest.raises(InvalidRangeError, match="cards matches"):
        pb.OmahaRange(text)
    return None


PARTS = st.sampled_from(["AA", "KK", "$ds", "$np", "AxKx", "[A-T][A-T]", "JT98+", "AsK", "QQ-99", "xxx", "*", "!A"])


@settings(max_examples=60, deadline=None)
@given(PARTS, PARTS, PARTS)
def test_operators_are_those_of_sets(a, b, c):
    every = pb.OmahaRange("*")._sets

    def held(found):
        """Return which of all hands a range has, none for none."""
        mask = np.zeros(ALL, dtype=bool)
        if found is not None:
            mask[np.searchsorted(every, found._sets)] = True
        return mask

    x, y, z = (held(read(text)) for text in (a, b, c))
    assert (held(read(f"{a},{b}:{c}")) == x | y & z).all()
    assert (held(read(f"({a},{b})!{c}")) == (x | y) & ~z).all()
    assert (held(read(f"{a}!{b}:{c}")) == x & ~y & z).all()
    assert (held(read(f"!({a}:{b})")) == ~(x & y)).all()
    left, right = pb.OmahaRange(a), pb.OmahaRange(b)
    found = {"|": (left | right, x | y)}
    if (x & y).any():
        found["&"] = left & right, x & y
    if (x & ~y).any():
        found["-"] = left - right, x & ~y
    for both, expected in found.values():
        assert (held(both) == expected).all()
        assert pb.OmahaRange(both.text) == both


@given(st.lists(st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True), min_size=1, max_size=20))
def test_hands_come_back(rows):
    found = pb.OmahaRange.from_hands(rows)
    assert {tuple(row) for row in found.hands.tolist()} == {tuple(sorted(row)) for row in rows}
    assert pb.OmahaRange(found.text, 5) == found
    assert all(row in found for row in rows)


@given(st.text(alphabet="AKT2xyszd$npds:,!()[]+-* ", max_size=12))
@settings(deadline=None)
def test_any_text_is_a_range_or_an_error(text):
    try:
        found = pb.OmahaRange(text)
    except InvalidRangeError as error:
        position = error.position
    else:
        assert (len(found) > 0) == bool(text.strip())
        assert len(found) <= ALL
        return
    assert position is not None
    assert 0 <= position <= len(text)
