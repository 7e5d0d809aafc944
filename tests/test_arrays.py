"""Bad input: each kind is an error that names the row and the card, whatever the array looks like."""

import importlib

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import oracles
import pokerbits as pb
from layouts import DTYPES, unaligned
from pokerbits import _native
from pokerbits.cards import CARD_NAMES, parse_cards
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidArgumentError, InvalidCardError

GOOD = [51, 47, 43, 39, 35, 0, 5]


def rows(n, size=7):
    """`n` good hands."""
    return oracles.random_hands(np.random.default_rng(11), n, size)


# The wrong number of cards


@pytest.mark.parametrize("size", [0, 1, 4, 8, 52])
def test_hands_of_the_wrong_size(size):
    message = f"expected 5, 6 or 7 cards, found {size}"
    with pytest.raises(CardCountError, match=message):
        pb.evaluate(np.arange(size, dtype=np.uint8))
    with pytest.raises(CardCountError, match=message):
        pb.evaluate(np.zeros((3, size), dtype=np.int64))
    with pytest.raises(CardCountError, match=message):
        pb.evaluate("".join(CARD_NAMES[:size]))


@pytest.mark.parametrize("number", [np.array(5), np.int64(5), np.uint8(5), np.array(5.0)])
def test_a_single_number_is_no_hand(number):
    with pytest.raises((CardCountError, TypeError), match=r"last axis|not iterable"):
        pb.evaluate(number)


@pytest.mark.parametrize("thing", [5, None, 5.0, object()])
def test_what_is_no_sequence_is_no_hand(thing):
    with pytest.raises(TypeError):
        pb.evaluate(thing)


def test_nothing_is_no_hand():
    for nothing in ("", [], (), np.array([], dtype=np.uint8), pb.CardSet()):
        with pytest.raises(CardCountError, match="found 0"):
            pb.evaluate(nothing)


@pytest.mark.parametrize(
    ("ragged", "row"),
    [
        ([GOOD[:5], GOOD[:5], [0, 1, 2, 3]], 2),
        ([GOOD, GOOD[:6]], 1),
        (["AsKsQsJsTs", "AsKs"], 1),
        ([GOOD[:5], [1, [2, 3]]], 1),
        ([GOOD[:5], GOOD[:5], 5], 2),
        ([pb.CardSet(GOOD), pb.CardSet(GOOD[:5])], 1),
        (np.array(["AsKsQsJsTs", "AsKs"]), 1),
        (np.array([["AsKsQsJsTs"], ["AsKs"]]), (1, 0)),
    ],
)
def test_ragged_rows(ragged, row):
    with pytest.raises(CardCountError, match=r": board: rows of different lengths cannot be one array$") as caught:
        pb.evaluate_combos(ragged)
    assert caught.value.row == row


def test_rows_of_names_and_of_sets():
    hand, other = "AsKsQsJsTs", "2c3c4c5c6c"
    expected = pb.evaluate([hand, other]).tolist()
    names = [["As", "Ks", "Qs", "Js", "Ts"], ["2c", "3c", "4c", "5c", "6c"]]
    assert pb.evaluate(names).tolist() == expected
    assert pb.evaluate([pb.CardSet(hand), pb.CardSet(other)]).tolist() == expected
    assert pb.evaluate([[names[0]], [names[1]]]).tolist() == [[n] for n in expected]


# Cards outside the deck


def outside(dtype):
    """Numbers of a dtype that are no cards, those that narrowing would turn into cards among them."""
    limits = np.iinfo(dtype)
    return [
        n
        for n in (-(2**40), -205, -1, 52, 100, 127, 128, 255, 256, 300, 2**16, 2**32, 2**63)
        if limits.min <= n <= limits.max
    ]


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.str + dtype.char)
@pytest.mark.parametrize("place", [0, 3, 6])
def test_a_card_outside_the_deck(dtype, place):
    for bad in outside(dtype):
        hands = rows(40).astype(dtype)
        hands[17, place] = bad
        hands[30, 0] = bad
        with pytest.raises(InvalidCardError, match=rf"^row 17: card id {bad} is outside the deck \(0 to 51\)$"):
            pb.evaluate(hands)
        with pytest.raises(InvalidCardError, match=rf"^card id {bad} is outside the deck \(0 to 51\)$"):
            pb.evaluate(hands[17])
        with pytest.raises(InvalidCardError, match=rf"^row \(3, 2\): card id {bad} is outside"):
            pb.evaluate(hands.reshape(8, 5, 7))
        with pytest.raises(InvalidCardError, match=rf"^row \(1, 3, 2\): card id {bad} is outside"):
            pb.evaluate(relaid(hands))


def relaid(hands):
    """Return hands with the bad row 17 of 40 at (1, 3, 2) of (2, 4, 5), in Fortran order."""
    moved = hands.reshape(8, 5, 7).copy()
    moved[[3, 7]] = moved[[7, 3]]
    moved[[0, 6]] = rows(5).astype(hands.dtype)
    return np.asfortranarray(moved.reshape(2, 4, 5, 7))


@pytest.mark.parametrize("bad", [-(2**100), -1, 52, 256, 2**31, 2**63, 2**64, 2**100])
def test_a_python_integer_outside_the_deck(bad):
    # Integers beyond 64 bits have no integer dtype.
    with pytest.raises((InvalidCardError, TypeError), match=rf"card id {bad} is outside|expected integers"):
        pb.evaluate([*GOOD[:6], bad])


# The same card twice


@pytest.mark.parametrize("size", [5, 6, 7])
def test_every_pair_of_places_is_compared(size):
    for first in range(size):
        for second in range(first + 1, size):
            hands = rows(33, size)
            hands[29, second] = hands[29, first]
            card = int(hands[29, first])
            message = rf"^row 29: card {CARD_NAMES[card]} \(id {card}\) appears more than once$"
            with pytest.raises(DuplicateCardError, match=message):
                pb.evaluate(hands)
            with pytest.raises(DuplicateCardError, match=message.replace("row 29: ", "")):
                pb.evaluate(hands[29])


@pytest.mark.parametrize("card", range(52))
def test_every_card_twice(card):
    rest = [other for other in range(52) if other != card][:5]
    with pytest.raises(DuplicateCardError, match=rf"^card {CARD_NAMES[card]} \(id {card}\)"):
        pb.evaluate([card, *rest, card])


@pytest.mark.parametrize("bad", [0, 5, 299])
def test_bad_boards(bad):
    boards = rows(300, 5)
    boards[bad, 1] = boards[bad, 0]
    name = CARD_NAMES[boards[bad, 0]]
    with pytest.raises(DuplicateCardError, match=f"^row {bad}: card {name}"):
        pb.evaluate_combos(boards)
    with pytest.raises(DuplicateCardError, match=rf"^row \({bad // 100}, {bad % 100}\): card {name}"):
        pb.evaluate_combos(boards.reshape(3, 100, 5))
    with pytest.raises(DuplicateCardError, match=f"^card {name}"):
        pb.evaluate_combos(boards[bad])
    boards[bad, 1] = 52
    with pytest.raises(InvalidCardError, match=f"^row {bad}: card id 52"):
        pb.evaluate_combos(boards)


# What is no integer


@pytest.mark.parametrize("dtype", [np.float16, np.float64, np.complex128, np.bool_, "datetime64[s]", "V1"])
@pytest.mark.parametrize("shape", [(7,), (1, 7), (0, 7)])
def test_other_dtypes(dtype, shape):
    cards = np.zeros(shape, dtype=dtype)
    with pytest.raises(TypeError, match=r"^cards: expected integers, found dtype"):
        pb.evaluate(cards)
    with pytest.raises(TypeError, match=r"^board: expected integers, found dtype"):
        pb.evaluate_combos(cards[..., :5])


def test_other_things_in_sequences():
    for cards in ([*GOOD[:6], 1.5], [True] * 7, [*GOOD[:6], True], [b"As"] * 7):
        with pytest.raises(TypeError, match="expected integers, found dtype"):
            pb.evaluate(cards)


# What is missing


class Column:
    """A column of a library that NumPy makes an array of."""

    def __init__(self, values):
        self.values = np.array(values, dtype=object) if isinstance(values, list) else values

    def __array__(self, dtype=None, copy=None):
        return self.values


NOTHING = [None, float("nan"), np.nan, pd.NA, pd.NaT]


@pytest.mark.parametrize("nothing", NOTHING, ids=repr)
@pytest.mark.parametrize("kind", [list, tuple, lambda items: np.array(items, dtype=object), pd.Series, Column])
def test_what_is_missing_is_named(nothing, kind):
    for items in (["AsKsQsJsTs", "2c3d4h5s7c", nothing, "AsKsQsJsTs"], [51, 47, nothing, 39, 35]):
        with pytest.raises(InvalidArgumentError, match=r"^row 2: cards: a value is missing, found") as caught:
            pb.evaluate(kind(items))
        assert caught.value.row == 2
    with pytest.raises(InvalidArgumentError, match=r"^row 1: strength: a value is missing"):
        pb.category(kind([7462, nothing]))
    with pytest.raises(InvalidArgumentError, match=r"^row 1: text: a value is missing"):
        parse_cards(kind(["AsKs", nothing]))


@pytest.mark.parametrize("nothing", NOTHING, ids=repr)
def test_what_is_missing_in_a_row_is_named(nothing):
    with pytest.raises(InvalidArgumentError, match=r"^row 1: cards: a value is missing"):
        pb.evaluate([GOOD, [*GOOD[:6], nothing]])
    with pytest.raises(InvalidArgumentError, match=r"^row 1: cards: a value is missing"):
        pb.evaluate(pd.DataFrame({i: [card, nothing if i == 3 else 51 - i] for i, card in enumerate(GOOD)}))


@pytest.mark.parametrize("dtype", [np.uint8, np.int64, object])
def test_masked_cards(dtype):
    hands = np.ma.MaskedArray(rows(3).astype(dtype))
    assert (pb.evaluate(hands) == pb.evaluate(rows(3))).all()
    hands = np.ma.MaskedArray(hands, mask=np.zeros(hands.shape, dtype=bool))
    assert (pb.evaluate(hands) == pb.evaluate(rows(3))).all()
    hands[1, 4] = np.ma.masked
    with pytest.raises(
        InvalidArgumentError, match=r"^row 1: cards: a value is missing, found a masked value$"
    ) as caught:
        pb.evaluate(hands)
    assert caught.value.row == 1
    with pytest.raises(InvalidArgumentError, match=r"^row 1: cards: a value is missing"):
        pb.evaluate([hands[0], hands[1]])
    with pytest.raises(InvalidArgumentError, match=r"^row 4: cards: a value is missing"):
        pb.evaluate(hands[1])
    strengths = np.ma.MaskedArray([5, 6], mask=[False, True])
    for function in (pb.category, pb.describe, pb.evaluator.to_cactus_kev, pb.HandIndexer((2,)).unindex):
        with pytest.raises(InvalidArgumentError, match=r"^row 1: .*a value is missing, found a masked value"):
            function(strengths)


def test_memory_of_others():
    hands = rows(6)
    assert (pb.evaluate(memoryview(hands)) == pb.evaluate(hands)).all()
    assert (
        pb.evaluate(memoryview(hands.astype(np.int32).reshape(2, 3, 7))) == pb.evaluate(hands.reshape(2, 3, 7))
    ).all()
    assert pb.evaluate(memoryview(bytes(GOOD))) == pb.evaluate(GOOD)
    with pytest.raises(TypeError, match="expected integers, found dtype float64"):
        pb.evaluate(memoryview(hands.astype(float)))


@pytest.mark.parametrize(
    "dtype", ["U", "S", object, np.dtypes.StringDType(), np.dtypes.StringDType(na_object=None), ">U14", "U40"]
)
def test_arrays_of_texts(dtype):
    hands = rows(1500)
    texts = np.array(pb.cards.format_cards(hands)).astype(dtype)
    names = np.array([[CARD_NAMES[card] for card in hand] for hand in hands]).astype(dtype)
    expected = pb.evaluate(hands)
    for given_as in (texts, texts[::-1][::-1], Column(texts), names, np.asfortranarray(names), texts.reshape(50, 30)):
        assert (pb.evaluate(given_as).reshape(-1) == expected).all()
    assert (parse_cards(texts.reshape(50, 30)) == hands.reshape(50, 30, 7)).all()
    assert (parse_cards(names) == hands[..., None]).all()
    assert (pb.evaluate(names[:, :2], board=names[:, 2:]) == expected).all()
    assert parse_cards(texts[:0]).shape == (0, 0)
    texts[1234] = "AsKsQsJsTs2cXc"
    for read in (pb.evaluate, parse_cards):
        with pytest.raises(InvalidCardError, match=r"^row 1234: cannot read a card at position 12 of \"AsKs") as caught:
            read(texts)
        assert (caught.value.row, caught.value.position) == (1234, 12)
    with pytest.raises(InvalidCardError, match=r"^row \(41, 4\): cannot read a card"):
        pb.evaluate(texts.reshape(50, 30))
    texts[1234] = "AsKsQsJsTs2c"
    expected[1234] = pb.evaluate("AsKsQsJsTs2c")
    assert (pb.evaluate(texts) == expected).all()
    with pytest.raises(CardCountError, match=r"^row 1234: expected 7 cards as in the first row, found 6$"):
        parse_cards(texts)


def test_arrays_of_objects():
    hands = rows(20)
    for objects in (hands.astype(object), np.array([[*map(np.int16, hand)] for hand in hands], dtype=object)):
        assert (pb.evaluate(objects) == pb.evaluate(hands)).all()
    assert pb.category(np.array([1, 7462], dtype=object)).tolist() == [0, 8]
    of_rows = np.empty(20, dtype=object)
    of_rows[:] = [tuple(hand) for hand in hands.tolist()]
    assert (pb.evaluate(of_rows) == pb.evaluate(hands)).all()
    with pytest.raises(TypeError, match="expected integers, found dtype"):
        pb.evaluate(np.array([object()] * 5))
    with pytest.raises(InvalidCardError, match=rf"^row 3: card id {2**70} is outside the deck"):
        pb.evaluate([*hands[:3].tolist(), [0, 1, 2, 3, 4, 5, 2**70]])
    with pytest.raises(InvalidCardError, match=r"^row 1: cannot read a card"):
        pb.evaluate([["As", "Ks", "Qs", "Js", "Ts"], ["As", "Ks", "Qs", "Js", "Xs"]])
    with pytest.raises(InvalidCardError, match=r"^row \(1, 0\): cannot read a card"):
        pb.evaluate([[["As", "Ks", "Qs", "Js", "Ts"]], [["As", "Ks", "Qs", "Js", "Xs"]]])


def test_names_that_are_no_cards():
    for cards in (["As", "Ks", "Qs", "Js", "Xs"], ["AsKsQsJsTs", "AsKsQsJsT"], "AsKsQsJs1s"):
        with pytest.raises(InvalidCardError, match="cannot read a card at position"):
            pb.evaluate(cards)


# Any array at all


@given(
    hnp.arrays(
        st.sampled_from([np.uint8, np.int8, np.int16, np.uint64, np.dtype(">i4")]),
        st.tuples(st.integers(0, 4), st.integers(0, 9)),
        elements=st.integers(0, 60),
    )
)
def test_any_array_is_hands_or_the_right_error(cards):
    n, size = cards.shape
    if size not in (5, 6, 7):
        with pytest.raises((CardCountError, InvalidCardError), match=f"found {size}|card id"):
            pb.evaluate(cards)
        return
    bad = [i for i in range(n) if cards[i].max() > 51 or len(set(cards[i].tolist())) < size]
    if bad:
        with pytest.raises((InvalidCardError, DuplicateCardError), match=r"^row [0-9]: card") as caught:
            pb.evaluate(cards)
        row = int(str(caught.value)[4])
        outside_deck = [i for i in bad if cards[i].max() > 51]
        # Wide integers are looked at for cards outside the deck before they are narrowed.
        assert row in {bad[0], *outside_deck[:1]}
    else:
        assert (pb.evaluate(cards) == oracles.strengths(cards.astype(int))).all()


def test_a_refused_call_leaves_the_package_as_it_was():
    for _ in range(1000):
        with pytest.raises(InvalidCardError):
            pb.evaluate([*GOOD[:6], 52])
    assert pb.evaluate(GOOD) == 7462


# Series


CATEGORIES = {"pandas": "category", "polars": pl.Categorical}


@pytest.fixture(params=["pandas", "polars"])
def library(request):
    return importlib.import_module(request.param)


def test_series_of_cards_are_cards(library):
    hand = library.Series([51, 47, 43, 39, 35])
    assert pb.evaluate(hand) == 7462
    assert pb.evaluate(library.Series(["As", "Ks", "Qs", "Js", "Ts"])) == 7462
    assert pb.evaluate(library.Series(["As", "Ks", "Qs", "Js", "Ts"], dtype=CATEGORIES[library.__name__])) == 7462
    assert pb.evaluate(library.Series(["AsKsQsJsTs", "2c3d4h5s7c"])).tolist() == [7462, 1]
    assert pb.evaluate(library.Series([[51, 47, 43, 39, 35], [0, 5, 10, 15, 20]])).tolist() == [7462, 1]
    assert pb.evaluate("AsKs", board=library.Series(["QsJsTs", "2c3d4h"])).shape == (2,)
    assert pb.cards.hand_class(library.Series(["AsKs", "2c2d"])).tolist() == [168, 0]
    assert pb.cards.parse_cards(library.Series(["AsKs", "2c2d"])).tolist() == [[51, 47], [0, 1]]
    assert pb.cards.format_cards(library.Series([51, 45])) == "AsKd"
    assert pb.HandIndexer((2,)).index(library.Series(["AsKs", "2c2d"])).tolist() == [168, 0]


def test_series_with_what_is_missing(library):
    for column in ([51, 47, None, 39, 35], ["AsKs", "2c2d", None]):
        with pytest.raises(InvalidArgumentError, match=r"^row 2: cards: a value is missing"):
            pb.evaluate(library.Series(column))


def test_series_of_numbers_are_arrays(library):
    strengths = library.Series([1, 7462])
    assert pb.category(strengths).tolist() == [0, 8]
    assert pb.describe(strengths)[1] == "royal flush"
    assert pb.evaluator.to_cactus_kev(strengths).tolist() == [7462, 1]
    assert pb.cards.combo_class(library.Series([0, 1325])).tolist() == [0, 90]
    assert pb.HandIndexer((2,)).unindex(library.Series([0, 168])).shape == (2, 2)
    assert pb.HandIndexer((2,)).multiplicity(library.Series([0, 168])).tolist() == [6, 4]


def test_a_frame_of_cards_is_rows_of_cards(library):
    frame = library.DataFrame({"first": [51, 0], "second": [47, 1]})
    assert pb.cards.hand_class(frame).tolist() == [168, 0]


def test_series_with_what_is_no_card(library):
    with pytest.raises(InvalidCardError, match=r"^card id 52 is outside"):
        pb.evaluate(library.Series([51, 47, 43, 39, 52]))
    with pytest.raises(InvalidCardError, match=r"^row 1: cannot read a card"):
        pb.cards.hand_class(library.Series(["AsKs", "2c2x"]))
    with pytest.raises(TypeError, match="expected integers, found dtype float64"):
        pb.evaluate(library.Series([51.0, 47, 43, 39, 35]))


def test_threads_and_rows_of_out_are_checked_before_the_cards():
    hands = np.array([parse_cards("AsKsQsJsTs2c2d")] * 3)
    for num_threads in (0, -1, 1025, 2**40):
        with pytest.raises(InvalidArgumentError, match=f"num_threads = {num_threads}: expected 1 to 1024"):
            pb.evaluate(hands, num_threads=num_threads)
    with pytest.raises(TypeError):
        pb.evaluate(hands, num_threads=1.5)


# What the fuzzer of calls has found


def held_by_itself():
    held = [5]
    held.append(held)
    return held


@pytest.mark.parametrize("board", [b"AsK", [1, 2, 52], np.array([[1, 2, 300]])])
def test_the_board_of_no_hands_is_a_board(board):
    for call in (pb.evaluate, pb.hand_strength, pb.odds_vs_random):
        with pytest.raises(InvalidCardError, match=r"is outside the deck|found bytes"):
            call(np.zeros((0, 2), np.uint8), board=board)
    with pytest.raises(InvalidCardError, match=r"is outside the deck|found bytes"):
        pb.equity_rows(np.zeros((0, 2, 2), np.uint8), board=board)


TWO_AXES = memoryview(np.zeros((2, 5), np.uint8))


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: pb.cards.combo_id(np.array([[1, 2]], dtype="m8[s]")), TypeError, "expected integers, found"),
        (lambda: pb.evaluator.to_cactus_kev(np.timedelta64(5, "s")), TypeError, "expected integers, found"),
        (lambda: pb.evaluator.to_cactus_kev(held_by_itself()), TypeError, "more than 64 deep"),
        (lambda: pb.evaluate(np.zeros((1,) * 40 + (2,), "u1"), board=[7, 8, 9]), InvalidArgumentError, "41 axes"),
        (lambda: pb.HandIndexer((5,)).index(np.zeros((1,) * 40 + (5,), "u1")), InvalidArgumentError, "41 axes"),
        (lambda: pb.cards.format_cards([5], sep=None), TypeError, "sep: expected text, found NoneType"),
        (lambda: pb.CardSet(TWO_AXES), TypeError, "found a buffer of 2"),
        (lambda: pb.CardSet(np.void(b"12345")), TypeError, "expected a sequence, found void"),
        (lambda: pb.HandIndexer(TWO_AXES), TypeError, "found a buffer of 2"),
        (lambda: pb.indexing.rank_group_size(TWO_AXES), TypeError, "counts: expected one axis, found a buffer of 2"),
        (
            lambda: pb.indexing.rank_group_index(TWO_AXES),
            TypeError,
            "rank_sets: expected one axis, found a buffer of 2",
        ),
        (lambda: pb.strength_table("ochs", street="flop", clusters=TWO_AXES), TypeError, "clusters: expected one axis"),
        (lambda: pb.strength_table("ochs", street="flop", clusters=[5]), TypeError, "a cluster: expected a sequence"),
        (lambda: pb.abstraction.TableLookup(memoryview(np.zeros((2, 5))), []), TypeError, "indexer: expected one axis"),
        (lambda: pb.Range(TWO_AXES), TypeError, "expected the text of a range, found memoryview"),
        (lambda: pb.OmahaRange(TWO_AXES), TypeError, "expected the text of a range, found memoryview"),
        (lambda: pb.odds_vs_random("AsAh", n_opponents=TWO_AXES), TypeError, "n_opponents: expected one axis"),
        (lambda: pb.preflop_odds(TWO_AXES), TypeError, "n_opponents: expected one axis"),
        (lambda: pb.HandIndexer(range(1, 10**19)), InvalidArgumentError, "53 rounds"),
        (
            lambda: pb.HandIndexer((2, 3)).extend(pb.indexing.DealState([0] * 6, 0, None), [1, 2, 3]),
            InvalidArgumentError,
            "expected what `start` or `extend` returned",
        ),
        (
            lambda: pb.equity("AsKs", "QhQd", dead=np.broadcast_to(np.uint8(5), (10**15, 5))),
            CardCountError,
            "dead: expected one row of cards",
        ),
    ],
)
def test_what_is_no_card_or_number_is_told(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_an_empty_out_that_is_not_aligned():
    memory = np.zeros(8 * 12 + 1, dtype=np.uint8)
    out = memory[1:].view("<u8").reshape(3, 4)[:, :0].reshape(3, 0, 4)
    assert out.ctypes.data % 8
    assert pb.HandIndexer((2, 3, 1, 1)).index_all(np.zeros((3, 0, 7), np.int8), out=out) is out


def test_texts_that_are_not_aligned():
    """Texts are read as integers of four bytes, whose address matters even if the array is empty."""
    for texts in (np.array(["AsKsQsJsTs", "2c3d4h5s7c"]), np.array(["As", "Ks", "Qs", "Js", "Ts"]), np.zeros(0, "U2")):
        moved = unaligned(texts)
        assert moved.ctypes.data % 4 > 0
        assert np.array_equal(pb.cards.parse_cards(moved), pb.cards.parse_cards(texts))


def test_the_core_refuses_what_is_not_aligned():
    values = unaligned(np.ones(1326))
    with pytest.raises(SystemError, match="an array of the arguments is not aligned"):
        _native.check_range(values)
    assert pb.Range.from_weights(values) == pb.Range("random")
