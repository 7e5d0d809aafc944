"""Cards as text, as ids, as sets, as combos."""

import operator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerbits as pb
from pokerbits.cards import (
    CARD_NAMES,
    COMBOS,
    HAND_CLASSES,
    RANKS,
    SUITS,
    CardSet,
    card_name,
    combo_class,
    combo_id,
    format_cards,
    hand_class,
    parse_card,
    parse_cards,
)
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidCardError, OutOfRangeError

card_ids = st.integers(0, 51)
card_sets = st.sets(card_ids)
SYMBOLS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}


def test_ids_are_four_times_the_rank_plus_the_suit():
    assert list(CARD_NAMES) == [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    assert (RANKS, SUITS) == ("23456789TJQKA", "cdhs")
    assert [parse_card(name) for name in CARD_NAMES] == list(range(52))
    assert [card_name(card) for card in range(52)] == list(CARD_NAMES)
    assert (parse_card("2c"), parse_card("As")) == (0, 51)


@pytest.mark.parametrize("name", CARD_NAMES)
def test_every_way_to_write_a_card(name):
    rank, suit = name
    ranks = {rank, rank.lower()} | ({"10"} if rank == "T" else set())
    suits = {suit, suit.upper(), *SYMBOLS[suit]}
    for written in (r + s for r in ranks for s in suits):
        assert parse_card(written) == CARD_NAMES.index(name), written


@pytest.mark.parametrize("text", ["AsKd10h", "As Kd Th", "as,kd,th", " A♠, K♦\t10♥️ \n", "As|Kd|Th", "ASKDTH"])
def test_what_may_stand_between_cards(text):
    found = parse_cards(text)
    assert found.dtype == np.uint8
    assert found.tolist() == [51, 45, 34]


def test_no_cards():
    assert parse_cards("").shape == (0,)
    assert format_cards("") == format_cards([]) == ""
    assert len(CardSet()) == 0


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("A", 0),
        ("AsK", 2),
        ("AsXd", 2),
        ("1h", 0),
        ("11h", 0),
        ("sA", 0),
        ("As10", 2),
        ("As;Kd", 2),
        ("A s", 0),
        ("\0", 0),
    ],
)
def test_what_is_no_card(text, position):
    with pytest.raises(InvalidCardError, match=f"position {position} of"):
        parse_cards(text)


@pytest.mark.parametrize("text", ["", "AsKd", "A", "Xs"])
def test_one_card_is_one_card(text):
    with pytest.raises(InvalidCardError):
        parse_card(text)


@pytest.mark.parametrize("card", [-1, 52, 300, 2**70])
def test_ids_outside_the_deck_have_no_name(card):
    with pytest.raises(InvalidCardError, match=rf"card id {card} is outside the deck \(0 to 51\)"):
        card_name(card)


@pytest.mark.parametrize("card", ["As", 1.0, None])
def test_names_are_given_to_integers_only(card):
    with pytest.raises(TypeError):
        card_name(card)


@given(st.lists(card_ids, max_size=60), st.sampled_from(["", " ", ",", ", "]))
def test_formatted_cards_are_read_back(cards, sep):
    assert parse_cards(format_cards(cards, sep=sep)).tolist() == cards


@given(st.text(max_size=40))
def test_any_text_is_cards_or_an_error(text):
    try:
        cards = parse_cards(text)
    except InvalidCardError:
        return
    assert (cards < 52).all()


@given(st.text("23456789TtJjQqKkAa10cdhsCDHS♣♦♥♠ ,", max_size=40))
def test_almost_cards_are_read_back_or_an_error(text):
    try:
        cards = parse_cards(text)
    except InvalidCardError:
        return
    assert parse_cards(format_cards(cards)).tolist() == cards.tolist()


# CardSet


@given(card_sets, card_sets)
def test_a_card_set_is_a_set(left, right):
    a, b = CardSet(left), CardSet(right)
    for ours, theirs in [
        (a, left), (a | b, left | right), (a & b, left & right), (a ^ b, left ^ right), (a - b, left - right),
        (~a, set(range(52)) - left),
    ]:  # fmt: skip
        assert isinstance(ours, CardSet)
        assert list(ours) == sorted(theirs)
        assert len(ours) == len(theirs)
        assert int(ours) == sum(1 << card for card in theirs)
        assert [card in ours for card in range(52)] == [card in theirs for card in range(52)]
    assert (a == b) == (left == right)
    if a == b:
        assert hash(a) == hash(b)


@given(card_sets)
def test_a_card_set_is_read_back(cards):
    whole = CardSet(cards)
    assert eval(repr(whole)) == whole
    assert CardSet(str(whole)) == whole
    assert CardSet.from_bits(int(whole)) == whole
    assert CardSet(whole) == whole
    assert CardSet(np.array(sorted(cards), dtype=np.uint8)) == whole
    assert CardSet(card_name(card) for card in cards) == whole


def test_a_card_set_reads_names_and_ids():
    assert CardSet("AsKd") == CardSet(["As", "Kd"]) == CardSet([51, 45]) == CardSet(["As", 45])
    assert "As" in CardSet("AsKd")
    assert "10h" not in CardSet("AsKd")
    assert None not in CardSet("AsKd")
    assert 2.5 not in CardSet("AsKd")
    assert bin(int(CardSet("2c2d"))) == "0b11"
    # A set is no card, whatever number its bits are.
    assert CardSet("2c") not in CardSet("2d")
    with pytest.raises(TypeError):
        operator.index(CardSet("2c"))
    assert repr(CardSet("As2c")) == "CardSet('2cAs')"
    assert CardSet("As") != 1 << 51


def test_a_card_set_cannot_be_changed():
    cards = CardSet("As")
    with pytest.raises(AttributeError, match="cannot be changed"):
        cards._bits = 0
    with pytest.raises(AttributeError):
        cards.more = 0
    with pytest.raises(AttributeError, match="cannot be changed"):
        del cards._bits
    assert cards == CardSet("As")


@pytest.mark.parametrize(
    ("cards", "error", "message"),
    [
        ("AsAs", DuplicateCardError, r"card As \(id 51\) appears more than once"),
        ([3, 4, 3], DuplicateCardError, r"card 2s \(id 3\)"),
        ([52], InvalidCardError, "card id 52"),
        ([-1], InvalidCardError, "card id -1"),
        ("Ax", InvalidCardError, "position 0"),
        (["AsKs"], InvalidCardError, "one card"),
        ([1.5], TypeError, "float"),
        (5, TypeError, "int"),
    ],
)
def test_what_is_no_card_set(cards, error, message):
    with pytest.raises(error, match=message):
        CardSet(cards)


@pytest.mark.parametrize("bits", [-1, 1 << 52, 1 << 64])
def test_card_set_bits_are_52(bits):
    with pytest.raises(InvalidCardError, match="52 low bits"):
        CardSet.from_bits(bits)


@pytest.mark.parametrize("operation", ["__or__", "__and__", "__xor__", "__sub__"])
def test_card_sets_combine_with_card_sets_only(operation):
    assert getattr(CardSet("As"), operation)({51}) is NotImplemented


def test_a_card_that_is_none_is_not_in_a_set():
    with pytest.raises(InvalidCardError, match="card id 52"):
        52 in CardSet("As")  # noqa: B015 - the question itself is the error


# Pairs and classes


def test_combos_are_every_pair_once_in_order():
    assert COMBOS.shape == (1326, 2)
    assert COMBOS.dtype == np.uint8
    assert not COMBOS.flags.writeable
    assert COMBOS.tolist() == [[low, high] for high in range(52) for low in range(high)]
    assert combo_id(COMBOS).tolist() == list(range(1326))
    assert combo_id(COMBOS[:, ::-1]).tolist() == list(range(1326))


def test_combo_id_keeps_the_leading_axes():
    numbers = combo_id(COMBOS.reshape(2, 663, 2))
    assert numbers.shape == (2, 663)
    assert numbers.dtype == np.uint16
    assert combo_id(np.empty((0, 3, 2), dtype=np.int64)).shape == (0, 3)
    assert combo_id("AsAh") == combo_id(["Ah", "As"]) == combo_id([51, 50]) == combo_id(CardSet("AhAs")) == 1325
    assert np.ndim(combo_id("AsAh")) == 0


@pytest.mark.parametrize(
    ("cards", "error", "message"),
    [
        ("As", CardCountError, "expected 2 cards, found 1"),
        ("AsKsQs", CardCountError, "expected 2 cards, found 3"),
        ("AsAs", DuplicateCardError, r"^card As \(id 51\)"),
        ([[0, 1], [7, 7]], DuplicateCardError, r"^row 1: card 3s \(id 7\)"),
        ([[0, 1], [2, 52]], InvalidCardError, "^row 1: card id 52"),
        (np.array([[0, 1], [2, 52]], dtype=np.uint8), InvalidCardError, "^row 1: card id 52"),
        (np.array([[[0, 1], [2, -1]]]), InvalidCardError, r"^row \(0, 1\): card id -1"),
        ([[0.0, 1.0]], TypeError, "float64"),
    ],
)
def test_what_is_no_pair(cards, error, message):
    with pytest.raises(error, match=message):
        combo_id(cards)


def test_hand_classes_are_in_the_indexers_order():
    assert len(set(HAND_CLASSES)) == 169
    assert HAND_CLASSES[:4] == ("22", "32o", "33", "42o")
    assert (HAND_CLASSES[90], HAND_CLASSES[91], HAND_CLASSES[168]) == ("AA", "32s", "AKs")


def test_every_pair_is_in_the_class_that_its_names_say():
    classes = hand_class(COMBOS)
    assert classes.dtype == np.uint8
    assert classes.shape == (1326,)
    for (low, high), number in zip(COMBOS.tolist(), classes.tolist(), strict=True):
        (low_rank, low_suit), (high_rank, high_suit) = card_name(low), card_name(high)
        same = "" if low_rank == high_rank else "s" if low_suit == high_suit else "o"
        assert HAND_CLASSES[number] == high_rank + low_rank + same
    sizes = {"": 6, "o": 12, "s": 4}
    assert np.bincount(classes).tolist() == [sizes[name[2:]] for name in HAND_CLASSES]


@pytest.mark.parametrize("dtype", [np.uint16, np.int16, np.uint32, np.int64, np.dtype(">u2")])
def test_classes_of_combos(dtype):
    numbers = np.arange(1326, dtype=dtype)
    assert (combo_class(numbers) == hand_class(COMBOS)).all()
    assert (combo_class(numbers.reshape(2, 3, 221)) == hand_class(COMBOS).reshape(2, 3, 221)).all()
    assert combo_class(numbers).dtype == np.uint8
    assert combo_class([]).shape == (0,)
    for number in (0, 700, 1325):
        expected = hand_class(COMBOS[number])
        assert combo_class(number) == combo_class(np.int64(number)) == combo_class(np.array(number)) == expected
        assert type(combo_class(number)) is np.uint8
    assert combo_class(np.array([0, 7], dtype=np.uint8)).tolist() == hand_class(COMBOS[[0, 7]]).tolist()


@pytest.mark.parametrize("number", [-1, 1326, 2**40, 2**70, np.uint16(1326), np.array([0, 1326], dtype=np.uint16)])
def test_numbers_that_are_no_combo(number):
    bad = int(np.atleast_1d(number)[-1])
    with pytest.raises(OutOfRangeError, match=rf"combo {bad} is out of range \(0 to 1325\)") as caught:
        combo_class(number)
    assert caught.value.row == (1 if np.ndim(number) else None)


@pytest.mark.parametrize(
    ("combo", "error"),
    [
        ("AsAs", DuplicateCardError),
        ("As", CardCountError),
        (1.5, TypeError),
        (7, TypeError),
        ([1, 2, 3], CardCountError),
    ],
)
def test_what_has_no_class(combo, error):
    with pytest.raises(error):
        hand_class(combo)


# Many hands as text


def test_many_hands_are_parsed_and_formatted():
    hands = parse_cards(["AsKd", "Qh Jh", "10c,2s"])
    assert hands.dtype == np.uint8
    assert hands.tolist() == [[51, 45], [42, 38], [32, 3]]
    assert format_cards(hands) == ["AsKd", "QhJh", "Tc2s"]
    assert format_cards(hands, sep=" ") == ["As Kd", "Qh Jh", "Tc 2s"]
    assert format_cards(hands[:, None]) == [["AsKd"], ["QhJh"], ["Tc2s"]]
    assert (parse_cards(format_cards(COMBOS.reshape(2, 3, 221, 2))) == COMBOS.reshape(2, 3, 221, 2)).all()
    assert parse_cards(("AsKd",)).shape == (1, 2)
    assert parse_cards([]).shape == (0, 0)
    assert parse_cards(["", ""]).shape == (2, 0)
    assert format_cards(np.empty((0, 2), np.uint8)) == []
    assert format_cards(np.empty((2, 0), np.uint8)) == ["", ""]
    assert format_cards([]) == ""


@pytest.mark.parametrize(
    ("texts", "error", "row", "message"),
    [
        (["AsKd", "Qh"], CardCountError, 1, "^row 1: expected 2 cards as in the first row, found 1$"),
        ([["AsKd", "QhJh"], ["2c3c", "2c3c4c"]], CardCountError, (1, 1), r"^row \(1, 1\): expected 2 cards"),
        (["AsKd", "QhXh"], InvalidCardError, 1, "^row 1: cannot read a card at position 2"),
        (["AsKd", "Qh\udc80"], InvalidCardError, 1, "^row 1: cannot read a card at position 2"),
    ],
)
def test_texts_that_are_no_hands(texts, error, row, message):
    with pytest.raises(error, match=message) as caught:
        parse_cards(texts)
    assert caught.value.row == row
    assert error is CardCountError or caught.value.position == 2


@pytest.mark.parametrize("texts", [5, None, [1, 2], ["As", 5], [["As"], ["As", "Kd"]], ["As", b"Kd"]])
def test_what_is_no_text(texts):
    with pytest.raises((TypeError, CardCountError), match="expected"):
        parse_cards(texts)


@pytest.mark.parametrize("card", [True, False, np.True_])
def test_truth_values_are_no_cards(card):
    with pytest.raises(TypeError):
        card_name(card)
    with pytest.raises(TypeError):
        CardSet([card, 5])
    with pytest.raises(TypeError, match="bool"):
        combo_id([card, 5])
    with pytest.raises(TypeError, match="bool"):
        combo_id([[0, 5], [card, 5]])
    assert card not in CardSet([0, 1])


def test_the_row_of_a_card_that_cannot_be_formatted():
    with pytest.raises(InvalidCardError, match=r"^row 1: card id 52 is outside the deck \(0 to 51\)$") as caught:
        format_cards(np.array([[0, 1], [2, 52]], dtype=np.uint8))
    assert (caught.value.row, caught.value.card) == (1, 52)


def test_the_package_offers_the_same_objects():
    assert pb.CardSet is CardSet
    assert pb.COMBOS is COMBOS
    assert pb.HAND_CLASSES is HAND_CLASSES
