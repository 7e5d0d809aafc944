"""One hand a call has a short way into the core, and nobody can tell: same answers, same errors as by the long way.

Functions and methods of indexers have a long way of their own; others go it when the short way is closed.
"""

import copy
import dataclasses
import inspect
import pickle
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import oracles
import pokerbits as pb
from layouts import unaligned
from plain import long_way, short_way
from pokerbits import _native
from pokerbits.abstraction import IndexerLookup
from pokerbits.cards import combo_id, format_cards, hand_class
from pokerbits.exceptions import PokerbitsError
from threads import beside


class Number(int):
    """An `int` of another type."""


class Other(Number):
    """An `int` that is another number to those who ask."""

    def __index__(self):
        return 0


class Cards(list):
    """A `list` with other items than it holds."""

    def __iter__(self):
        return iter([51, 47, 43, 39, 35])

    def __len__(self):
        return 5

    def __getitem__(self, at):
        return [51, 47, 43, 39, 35][at]


class Hand(tuple):
    """A `tuple` of another type."""

    __slots__ = ()


class Text(str):
    """A `str` of another type."""

    __slots__ = ()


class Rows(np.ndarray):
    """An array of another type."""


ROYAL = [51, 47, 43, 39, 35]

good = st.integers(5, 7).flatmap(lambda size: st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True))
nearly_cards = st.integers(0, 51) | st.sampled_from(
    [-1, 52, 255, 256, -(2**31), 2**31, 2**63, 2**64, -(2**70), True, False, None, 7.0, "As", "AsKs", "x", "",
     Number(7), Other(7), np.int64(3), np.uint8(4), np.uint64(2**64 - 1), np.bool_(True), np.array(5), np.array([5])]
)  # fmt: skip
nearly_hands = st.lists(nearly_cards, max_size=9) | good
kinds = st.sampled_from([list, tuple, Cards, Hand])
texts = st.text(
    alphabet=[*"23456789TJQKAcdhstkqja10,| x", "♠", "♥", "\ufe0f", "é", "\ud800", "\0"], max_size=24
) | good.map(format_cards)
arrays = st.builds(
    lambda hand, dtype: np.array([card % 256 for card in hand]).astype(dtype),
    st.lists(st.integers(0, 53), max_size=9) | good,
    st.sampled_from(["u1", "i1", "i2", ">i4", "i8", "u8", "f4", "?", "O", "U3"]),
)


def outcome(call):
    """Return what a call returns or raises as something that can be compared."""
    try:
        result = call()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is to be the same
        details = [getattr(error, name, None) for name in ("row", "card", "player", "position")]
        return type(error), str(error), details, isinstance(error, PokerbitsError)
    if isinstance(result, str | list | pb.Category):
        return type(result), result
    if isinstance(result, pb.EquityResult):
        return repr(result), result.counts, result.n, result.players, result.to_dict()
    return type(result), result.dtype, result.shape, result.tobytes()


FLOP = pb.HandIndexer((2, 3, 1, 1))
BOARD = pb.HandIndexer((2, 5))
SHORT_DECK = pb.HandIndexer((2, 3), n_ranks=9, n_suits=3)
STREETS = tuple(indexer._core for indexer in pb.strength.STREET_INDEXERS.values())
ROUNDS = [-5, -4, -3, -1, 0, 1, 2, 3, 4, 2**63, -(2**70), True, np.int64(1), 1.0, None, Number(2), Other(2)]


def both_ways(function, *arguments, **options):
    """Return what a call returns or raises; the long way does the same.

    The long way of a function is behind it; methods go it for a number of threads that is not an `int`.
    """
    found = outcome(lambda: function(*arguments, **options))
    long = partial(function, num_threads=np.int64(1)) if inspect.ismethod(function) else long_way(function)
    assert found == outcome(lambda: long(*arguments, **options))
    return found


def also_when_closed(short_ways, function, *arguments, **options):
    """See that a call returns or raises the same while the short ways of these names are closed."""
    found = outcome(lambda: function(*arguments, **options))
    with pytest.MonkeyPatch.context() as patched:
        for name in short_ways:
            patched.setattr(_native, name, lambda *_: None)
        assert found == outcome(lambda: function(*arguments, **options))


def as_long_ways_do(cards):
    """Return what `evaluate` does; the long ways of all functions of a hand do the same."""
    for indexer in (FLOP, BOARD, SHORT_DECK):
        both_ways(indexer.index, cards)
    also_when_closed(["combo_id_one"], combo_id, cards)
    also_when_closed(["hand_class_one"], hand_class, cards)
    return both_ways(pb.evaluate, cards)


@given(good)
def test_plain_hands_take_the_short_way(hand):
    strength = oracles.strengths(np.array([hand]))[0]
    array = np.array(hand, dtype=np.uint8)
    spread = np.full(2 * len(hand), 255, dtype=np.uint8)
    spread[::2] = hand
    read_only = array.copy()
    read_only.flags.writeable = False
    for cards in (
        hand,
        tuple(hand),
        [pb.cards.card_name(card) for card in hand],
        (pb.cards.card_name(hand[0]), *hand[1:]),
        format_cards(hand),
        format_cards(hand, sep=", "),
        array,
        array[::-1],
        spread[::2],
        read_only,
        pb.CardSet(hand),
        *(array.astype(dtype) for dtype in ("i1", "i2", "i4", "i8", "u2", "u4", "u8")),
    ):
        found = short_way(pb.evaluate, cards)
        assert type(found) is np.uint16
        assert found == strength
        assert as_long_ways_do(cards)[0] is np.uint16


@given(st.lists(good.map(lambda hand: hand[:5]), min_size=1, max_size=8), st.sampled_from(["u1", "i4", "i8"]))
def test_plain_arrays_take_the_short_way(hands, dtype):
    array = np.array(hands, dtype=dtype)
    for rows in (array, array[None], array.reshape(1, 1, *array.shape)):
        found = short_way(pb.evaluate, rows)
        assert (found.dtype, found.shape) == (np.uint16, rows.shape[:-1])
        assert both_ways(pb.evaluate, rows) == outcome(lambda: found)  # noqa: B023


def test_arrays_that_are_not_large_take_the_short_way():
    cards = pb.random_hands(65_537, 7, rng=1)
    strengths = pb.evaluate(cards, num_threads=2)
    assert pb.get_num_threads() == _native.kept_num_threads()
    for rows in (cards, cards.astype(np.int64)):
        assert short_way(pb.evaluate, rows) is None
        for n in (2048, 2049, 65_536):
            assert (short_way(pb.evaluate, rows[:n]) == strengths[:n]).all()
    wrong = cards.copy()
    wrong[40_000, 3] = 52
    with pytest.raises(pb.exceptions.InvalidCardError, match="row 40000: card id 52"):
        pb.evaluate(wrong)


FORMS = (list, tuple, format_cards, pb.CardSet, np.array, lambda cards: np.array([cards]), Cards)
some_cards = st.lists(st.integers(-1, 52), max_size=6) | good


@given(some_cards, some_cards, st.sampled_from(FORMS), st.sampled_from(FORMS))
@example([51, 47], [43, 39, 35], list, tuple)
@example([51, 47], [43, 39, 35, 51], list, tuple)
@example([51], [47, 43, 39, 35], list, tuple)
def test_hole_cards_and_board(hole, board, form, board_form):
    try:
        hole, board = form(hole), board_form(board)
    except (PokerbitsError, IndexError):
        return
    for function in (pb.evaluate, pb.hand_strength, pb.expected_hand_strength):
        assert both_ways(function, hole, board) == both_ways(function, hole, board=board)


# An empty array needs a dtype.
LOOKED_UP = (list, tuple, format_cards, pb.CardSet, lambda cards: np.array(cards, dtype=np.int64))
dealt = st.tuples(some_cards, some_cards) | good.map(lambda hand: (hand[:2], hand[2:]))


@given(dealt, st.sampled_from(LOOKED_UP), st.sampled_from(LOOKED_UP))
@example(([51, 47], []), list, list)
@example(([51, 47], [43, 39, 35, 51]), list, tuple)
@example(([51], [47, 43, 39, 35]), list, tuple)
def test_lookups_of_hands_by_their_index(hand, form, board_form):
    lookup, (hole, board) = IndexerLookup(FLOP), hand
    if board_form is pb.CardSet:
        # Which card is the turn matters.
        board = sorted(board)
    try:
        long = lookup.lookup(np.array([hole]).astype(int), np.array([board]).astype(int))
    except PokerbitsError:
        long = None
    try:
        hole, board = form(hole), board_form(board)
    except (PokerbitsError, IndexError):
        return
    if long is None:
        with pytest.raises(PokerbitsError):
            lookup.lookup(hole, board)
    else:
        assert (lookup.lookup(hole, board) == long).all()


def test_plain_holes_and_boards_take_the_short_way():
    assert pb.get_num_threads() == _native.kept_num_threads()
    hole, boards = [51, 47], ["QsJs2c", "QsJs2c3d", "QsJs2c3d4h"]
    index_dealt = pb.HandIndexer((2, 3))._core.index_dealt_plain
    assert type(index_dealt(hole, boards[0])) is np.uint64
    assert index_dealt(hole, boards[1]) is index_dealt(hole, None) is index_dealt([51], "QsJs2c3d") is None
    for board in boards:
        for form in (list, tuple, np.array, pb.CardSet):
            for function in (pb.hand_strength, pb.expected_hand_strength):
                assert type(short_way(function, form(hole), board)) is np.float64
            street, index = _native.street_index_plain(STREETS, form(hole), board)
            indexer = list(pb.strength.STREET_INDEXERS.values())[street]
            assert index == indexer.index([*hole, *pb.cards.parse_cards(board)], num_threads=1)
    assert type(short_way(pb.evaluate, hole, boards[2])) is np.uint16
    for wrong in ([51, 47, 43], [51], "AsKsQs"):
        assert short_way(pb.hand_strength, wrong, "JsTs9s") is None
        assert _native.street_index_plain(STREETS, wrong, "2c3c4c") is None


@pytest.mark.parametrize("function", [pb.hand_strength, pb.expected_hand_strength])
def test_missing_arguments_are_missed(function):
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'hole'"):
        function(board="QhJh2c")
    if function is pb.hand_strength:
        with pytest.raises(TypeError, match="missing 1 required positional argument: 'board'"):
            function("AsKd")
    else:
        assert function("AsKd") == function("AsKd", None) == long_way(function)("AsKd")


@settings(max_examples=300)
@given(
    nearly_hands | good | good.map(lambda hand: hand[:2]),
    st.sampled_from(ROUNDS),
    st.sampled_from([FLOP, BOARD, SHORT_DECK]),
    st.sampled_from(FORMS),
)
def test_every_round_and_the_canonical_hand(hand, round_, indexer, form):
    try:
        hand = form(hand)
    except Exception:  # noqa: BLE001 - no cards
        return
    both_ways(indexer.index_all, hand)
    both_ways(indexer.canonical, hand, round=round_)
    both_ways(indexer.index, hand, round=round_)


@given(
    st.integers(-3, 700_000) | st.sampled_from([2**64, -(2**70), 2**63, True, None, 7.0, Number(7), Other(7), "7",
     np.int64(7), np.uint64(7), np.uint64(2**64 - 1), np.uint16(7), [7], np.array(7)]),
    st.sampled_from(ROUNDS), st.sampled_from([FLOP, BOARD, SHORT_DECK]),
)  # fmt: skip
def test_one_index(index, round_, indexer):
    both_ways(indexer.unindex, index, round=round_)


def test_plain_indices_take_the_short_way():
    for number in (int, np.uint64):
        found = BOARD._core.unindex_plain(1, number(12345))
        assert (type(found), found.dtype, found.shape) == (np.ndarray, np.uint8, (7,))
        assert (found == BOARD.unindex([12345])[0]).all()
    hand = found.tolist()
    assert (FLOP._core.index_all_plain(hand) == FLOP.index_all([hand])[0]).all()
    assert (BOARD._core.canonical_plain(-1, hand[::-1]) == BOARD.canonical([hand[::-1]])[0]).all()


@given(good)
def test_plain_hands_are_indexed_the_short_way(hand):
    core = FLOP._core
    for cards in (hand, tuple(hand), np.array(hand, dtype=np.uint8), format_cards(hand)):
        round_ = len(hand) - 4
        index = core.index_plain(round_, cards)
        assert type(index) is np.uint64
        assert core.index_plain(round_ - 4, cards) == index
        assert index == FLOP.index([hand], round=round_)[0]
    two = hand[:2]
    assert type(_native.hand_class_one(two)) is np.uint8
    assert hand_class(two) == hand_class([two])[0]
    assert type(_native.combo_id_one(two)) is np.uint16
    assert combo_id(two) == combo_id([two])[0]


def test_every_combo_has_its_class():
    assert [combo_id(combo) for combo in pb.COMBOS] == list(range(1326))
    assert [hand_class(combo) for combo in pb.COMBOS] == hand_class(pb.COMBOS).tolist()
    assert [hand_class((high, low)) for low, high in pb.COMBOS.tolist()] == hand_class(pb.COMBOS).tolist()


def test_every_strength_alone():
    every = np.arange(1, pb.MAX_STRENGTH + 1)
    categories, words = pb.category(every), pb.describe(every)
    for number in (int, np.uint16):
        assert [pb.category(number(strength)) for strength in every] == categories.tolist()
        assert [pb.describe(number(strength)) for strength in every] == words.tolist()
        assert short_way(pb.category, number(7462)) is pb.Category.STRAIGHT_FLUSH
        assert short_way(pb.describe, number(7462)) == "royal flush"


@given(
    st.integers(-3, 8000)
    | st.integers()
    | st.sampled_from(
        [True, False, 7.0, "7", None, Number(7), np.int64(7), np.uint16(7), np.uint16(0), np.uint16(65535),
         np.uint64(2**64 - 1), np.float64(7), np.bool_(True)]
    )
)  # fmt: skip
def test_strengths(strength):
    for function in (pb.category, pb.describe):
        assert outcome(lambda: function(strength)) == outcome(lambda: function(np.asarray(strength)))  # noqa: B023
    plain = type(strength) in (int, np.uint16) and 1 <= strength <= pb.MAX_STRENGTH
    for function in (pb.category, pb.describe):
        assert (short_way(function, strength) is not None) == plain


@given(nearly_hands, kinds)
@example([51, 47, 43, 39, True], list)
@example([51, 47, 43, 39, 39], tuple)
@example([0, 4, 8, 12, 17], Cards)
@example([51, 47, 43, 39, Other(7)], list)
@example([51, 47, 43, 39, 2**70], list)
@example(["As", "Ks", "Qs", "Js", "Ts"], list)
@example([ROYAL, ROYAL], list)
def test_sequences(hand, kind):
    as_long_ways_do(kind(hand))


@given(texts, st.sampled_from([str, Text]))
@example("AsKsQsJsTs9", str)
@example("AsKsQsJsAs", str)
@example("A♠ K♠ Q♠ J♠ 10♠", str)
@example("AsKsQsJsTs9s8s7s", Text)
@example("\ud800", str)
def test_texts(text, kind):
    as_long_ways_do(kind(text))


@given(arrays, st.sampled_from(["as it is", "reversed", "read-only", "one row", "first", "subclass", "unaligned"]))
def test_arrays(array, layout):
    if layout == "reversed":
        array = array[::-1]
    elif layout == "read-only":
        array.flags.writeable = False
    elif layout == "one row":
        array = array[None]
    elif layout == "first":
        array = array[:1].reshape(()) if len(array) else array
    elif layout == "subclass":
        array = array.view(Rows)
    elif layout == "unaligned" and array.dtype != object:
        array = unaligned(array)
    as_long_ways_do(array)


@pytest.mark.parametrize(
    "cards",
    [
        [51, 47, 43, 39, True],
        [51, 47, 43, 39, Number(35)],
        [51, 47, 43, 39, np.int64(35)],
        [51, 47, 43, 39, 35.0],
        [51, 47, 43, 39, 256 + 35],
        [51, 47, 43, 39, 35 - 256],
        [51, 47, 43, 39, 2**64 + 35],
        [51, 47, 43, 39, 39],
        [51, 47, 43, 39, 52],
        [51, 47, 43, 39],
        list(range(8)),
        [],
        Cards(ROYAL),
        Hand(ROYAL),
        Text("AsKsQsJsTs"),
        "AsKsQsJsT",
        "AsKsQsJs",
        "",
        "\ud800",
        ["As", "Ks", "Qs", "Js", "TsTs"],
        ["As", "Ks", "Qs", "Js", ""],
        ["As", "Ks", "Qs", "Js", Text("Ts")],
        bytes(ROYAL),
        set(ROYAL),
        np.array([ROYAL], dtype=np.float64),
        np.array([ROYAL[:4]]),
        np.array([[*ROYAL[:4], 52]]),
        np.array([[*ROYAL[:4], 51]]),
        np.array(ROYAL, dtype=">i8"),
        np.array([[*ROYAL], [*ROYAL]], dtype=np.uint8)[:, ::-1],
        np.empty((0, 7), dtype=np.uint8),
        np.array(ROYAL, dtype=np.uint8).view(Rows),
        np.array([ROYAL], dtype=np.uint8).view(Rows),
        np.array(51, dtype=np.uint8),
        np.array([], dtype=np.uint8),
        np.array([True] * 5),
        np.uint8(7),
        7,
        None,
    ],
    ids=repr,
)  # fmt: skip
def test_everything_else_goes_the_long_way(cards):
    assert short_way(pb.evaluate, cards) is None
    as_long_ways_do(cards)


@pytest.mark.parametrize("code", "bBhHiIlLqQ")
def test_arrays_of_every_integer_of_c_take_the_short_way(code):
    array = np.array(ROYAL, dtype=code)
    fields = np.zeros(5, dtype=[("first", "u1"), ("card", code)])
    fields["card"] = ROYAL
    for cards in (array, array[::-1], unaligned(array), np.stack([array, array], axis=1)[:, 1], fields["card"]):
        assert short_way(pb.evaluate, cards) == pb.evaluate(cards) == 7462
        as_long_ways_do(cards)
    if code not in "bB":
        array[2] = 256 + ROYAL[2]
        assert short_way(pb.evaluate, array) is None
        as_long_ways_do(array)


@pytest.mark.parametrize("dtype", [">i2", "m8[s]", "M8[s]", "f8", "c16", "?", "S2", "U2", "O"])
def test_arrays_of_other_kinds_go_the_long_way(dtype):
    array = np.array([str(card) for card in ROYAL]) if dtype in ("S2", "U2") else np.array(ROYAL)
    assert short_way(pb.evaluate, array.astype(dtype)) is None
    as_long_ways_do(array.astype(dtype))


@pytest.mark.parametrize("bits", [2**52, 2**63, 2**64, 2**70, -1, True, "AsKs", None, 7.0])
def test_a_broken_set_has_the_error_of_the_long_way(bits):
    broken = pb.CardSet(ROYAL)
    object.__setattr__(broken, "_bits", bits)
    assert short_way(pb.evaluate, broken) is None
    as_long_ways_do(broken)
    object.__delattr__(broken, "_bits")
    assert short_way(pb.evaluate, broken) is None
    as_long_ways_do(broken)


def test_lists_keep_what_they_hold():
    names = ["".join(name) for name in ("As", "Ks", "Qs", "Js", "Ts")]
    large = [int("1000"), 2**70]

    def counts():
        return [sys.getrefcount(item) for item in (*names, *large)]

    before = counts()
    for _ in range(100):
        assert pb.evaluate(names) == 7462
        for at in range(2):
            with pytest.raises(PokerbitsError):
                pb.evaluate([*ROYAL, large[at]])
        with pytest.raises(PokerbitsError):
            pb.evaluate([*names[:4], "\ud800"])
    assert counts() == before


@pytest.mark.parametrize("arguments", [(), (ROYAL[:2], ROYAL[2:], None), (ROYAL, None, None, None)])
def test_wrong_numbers_of_arguments_by_place_have_the_error_of_the_long_way(arguments):
    with pytest.raises(TypeError) as found:
        pb.evaluate(*arguments)
    with pytest.raises(TypeError) as expected:
        long_way(pb.evaluate)(*arguments)
    assert str(found.value) == str(expected.value)


# Equity

TWO = st.lists(nearly_cards, min_size=1, max_size=3) | st.lists(st.integers(0, 51), min_size=2, max_size=2, unique=True)
SPREAD = st.permutations(range(52)).map(lambda deck: [deck[:2], deck[2:4], deck[4:6], deck[6:11], deck[11:14]])
RIVER = "2c7d9hJsQc"


def plain(cards, kind):
    """Return a row of card ids as something that a caller has."""
    match kind:
        case "array":
            return np.array(cards, dtype=np.uint8)
        case "text":
            return format_cards(cards)
        case "names":
            return [pb.cards.card_name(card) for card in cards]
        case "set":
            return pb.CardSet(cards)
        case "wide":
            return np.array(cards)
        case _:
            return kind(cards)


row_kinds = st.sampled_from([list, tuple, "array", "text", "names", "set", "wide", Cards, Hand])


@given(SPREAD, st.lists(row_kinds, min_size=5, max_size=5), st.sampled_from([3, 4, 5]))
def test_equity_of_right_hands(deal, kinds_of_row, board_size):
    one, two, three, board, dead = map(plain, [*deal[:3], deal[3][:board_size], deal[4]], kinds_of_row)
    for players, options in (((one, two), {"board": board}), ((one, two, three), {"board": board, "dead": dead})):
        both_ways(pb.equity, *players, **options)
        plainly = all(kind in (list, tuple, "array", "text", "names") for kind in kinds_of_row)
        found = short_way(pb.equity, *players, **options)
        assert found is not None or not plainly


@given(
    st.lists(TWO | texts.map(lambda text: text[:4]) | arrays, min_size=1, max_size=4),
    st.sampled_from(
        [None, "", RIVER, [0, 21, 30], "2c7d", [0, 21, 300], 5, ["2c", "7d", None], (0, 21, True), "\ud800"]
    ),
    st.sampled_from(
        [None, [], "As", [51, 51], [-1], [Other(7)], "Qc", np.array([3], dtype=np.uint8), 7.0, list(range(52))]
    ),
)
@example(["AhAd", "KsKh"], None, None)
@example(["AhAd", "KsKh"], RIVER, None)
@example(["AhAd", "AhKh"], RIVER, None)
@example(["AhAd", "KsKh", "QsQh"], (0, 21, 30), np.array([3], dtype=np.uint8))
@example([[50, True], "KsKh"], RIVER, None)
@example(["AhAd"], RIVER, None)
@example(["AhAd", "KsKh"] * 6, RIVER, None)
def test_equity_of_anything(players, board, dead):
    if board is None or len(board if isinstance(board, str | list | tuple) else []) < 3:
        # Before the flop a call takes long enough for few examples only.
        players = players[:2]
    both_ways(pb.equity, *players, board=board, dead=dead)


def test_a_result_is_the_same_before_and_after_a_look():
    for name in [field.name for field in dataclasses.fields(pb.EquityResult)]:
        one, other = (pb.equity("AhKh", "9c9d", board="Qh7h2c") for _ in range(2))
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
        assert one == other
        assert hash(one) == hash(other) == hash(pb.equity("AhKh", "9c9d", board="Qh7h2c"))
        assert pickle.loads(pickle.dumps(pb.equity("AhKh", "9c9d", board="Qh7h2c"))) == copy.deepcopy(other) == one
    new = pb.equity("AhKh", "9c9d", board="Qh7h2c")
    assert not new.equity.flags.writeable
    assert not hasattr(new, "odds")
    with pytest.raises(AttributeError, match="no attribute 'odds'"):
        _ = new.odds
    with pytest.raises(dataclasses.FrozenInstanceError):
        new.n = 3
    with pytest.raises(AttributeError, match="no attribute '_counted'"):
        _ = pb.EquityResult.__new__(pb.EquityResult)._counted


# Lists of rows


@given(
    st.lists(good | texts | nearly_hands | st.just("AsKsQsJsTs") | good.map(tuple) | nearly_cards, max_size=5)
    | st.lists(good.map(format_cards), max_size=5)
    | st.lists(st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True), max_size=5),
    kinds,
)
@example(["AsKsQsJsTs", "AsKsQsJsTx"], list)
@example(["AsKsQsJsTs", Text("AsKsQsJsTs")], list)
@example(["As", "Ks", "Qs", "Js", "T"], tuple)
@example([[51, 47, 43, 39, 35], [51, 47, 43, 39, True]], list)
@example([[51, 47, 43, 39, 35], [51, 47, 43, 39, None]], list)
@example(["AsKsQsJsTs", None], list)
@example(["AsKsQsJsTs", "\ud800"], list)
def test_lists_of_rows(rows, kind):
    given_as = kind(rows)
    for call in (pb.evaluate, format_cards, pb.cards.parse_cards, pb.cards.combo_id):
        also_when_closed(["read_texts", "read_rows"], call, given_as)


def test_many_texts_with_and_without_an_error():
    hands = [format_cards(hand) for hand in oracles.random_hands(np.random.default_rng(3), 40_000, 7).tolist()]
    ids = np.array([[pb.cards.parse_card(hand[at : at + 2]) for at in range(0, 14, 2)] for hand in hands])
    assert (pb.cards.parse_cards(hands) == ids).all()
    assert (pb.evaluate(hands) == pb.evaluate(ids)).all()
    hands[33_333] = "AsKsQsJsTs2c10x"
    for call in (pb.evaluate, pb.cards.parse_cards):
        with pytest.raises(
            pb.exceptions.InvalidCardError, match=r"^row 33333: cannot read a card at position 12 of"
        ) as e:
            call(hands)
        assert (e.value.row, e.value.position) == (33_333, 12)


def test_a_list_that_changes_while_it_is_read():
    rows = ["AsKsQsJsTs"] * 1000
    ended = threading.Event()

    def shorten_and_fill():
        while not ended.is_set():
            del rows[500:]
            rows.extend(["AsKsQsJsTs"] * 500)

    with beside(shorten_and_fill, at_end=ended.set):
        for _ in range(300):
            assert set(pb.evaluate(rows).tolist()) == {7462}


@pytest.mark.skipif(sys.platform != "linux", reason="limits of the address space of another kind")
@pytest.mark.parametrize("rows", ["['AsKsQsJsTs2c2d'] * n", "[[51, 47, 43, 39, 35, 0, 1]] * n"])
def test_no_memory_is_an_error(run_python, rows):
    code = f"""
import resource
import pokerbits as pb
n = 30_000_000
rows = {rows}
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + (100 << 20),) * 2)
try:
    pb.evaluate(rows)
except MemoryError as error:
    print("MemoryError")
print(pb.evaluate("AsKsQsJsTs"))
"""
    assert run_python(code).stdout.split() == ["MemoryError", "7462"]


def test_other_arguments_go_the_long_way():
    assert pb.evaluate([51, 47], board=[43, 39, 35]) == 7462
    out = np.zeros((), dtype=np.uint16)
    assert pb.evaluate(ROYAL, out=out) is out
    assert out == 7462
    with pytest.raises(pb.exceptions.InvalidArgumentError, match="num_threads = 0"):
        pb.evaluate(ROYAL, num_threads=0)


def test_a_strength_is_nobodys_to_change():
    strength = pb.evaluate(ROYAL)
    same = pb.evaluate("AsKsQsJsTs")
    changed = strength
    changed -= np.uint16(1)
    assert (changed, strength, same, pb.evaluate(ROYAL)) == (7461, 7462, 7462, 7462)
    with pytest.raises(TypeError, match="read-only"):
        memoryview(strength)[()] = 1


def test_every_strength_first_asked_for_by_many_threads_at_once(run_python):
    code = """
import sys, threading
import numpy as np
import pokerbits as pb
sys.setswitchinterval(1e-6)
hands = [pb.example_hand(strength).tolist() for strength in range(1, 7463)]
start, found = threading.Barrier(8), []
def work():
    start.wait()
    found.append([pb.evaluate(hand) for hand in hands])
threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
types = {type(strength) for one in found for strength in one}
print(len(found), all(one == list(range(1, 7463)) for one in found), types == {np.uint16})
"""
    assert run_python(code).stdout.split() == ["8", "True", "True"]


def test_a_list_that_changes_under_a_call_harms_nothing():
    hand = [*ROYAL, 0, 1]
    start = Barrier(2)

    def shrink_and_grow():
        start.wait()
        for _ in range(20_000):
            del hand[3:]
            hand.extend([39, 35, 0, 1])

    def evaluate():
        start.wait()
        found = set()
        for _ in range(20_000):
            try:
                found.add(int(pb.evaluate(hand)))
            except PokerbitsError:
                continue
        return found

    with ThreadPoolExecutor(2) as pool:
        writer, reader = pool.submit(shrink_and_grow), pool.submit(evaluate)
        assert reader.result() <= {7462}
        writer.result()
