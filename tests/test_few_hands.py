"""A few hands in small arrays have a short way into the core, and nobody can tell: same answers, same errors.

Arrays of the other byte order always go the long way.
"""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import pokerbits as pb
from plain import short_way
from pokerbits import _native
from pokerbits.abstraction import IndexerLookup, TableLookup
from test_one_hand import BOARD, FLOP, ROUNDS, SHORT_DECK, STREETS, Rows, outcome

DTYPES = ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"]
LEADING = [(1,), (4,), (2, 2), (1, 3, 1), (0,), (2, 0)]


def long(numbers):
    """Return the same numbers in a form that only Python reads."""
    return (
        numbers.astype(numbers.dtype.newbyteorder())
        if numbers.dtype.itemsize > 1
        else np.asfortranarray(np.stack([numbers, numbers], axis=-1))[..., 0]
    )


def same(function, *arrays):
    """Assert that both ways answer the same, or raise the same error."""
    assert outcome(lambda: function(*arrays)) == outcome(lambda: function(*map(long, arrays)))


@st.composite
def rows(draw, width, leading=None):
    """Return hands of `width` cards of one deck; now and then with a wrong number."""
    leading = draw(st.sampled_from(LEADING)) if leading is None else leading
    n = int(np.prod(leading))
    cards = pb.random_hands(n, width, rng=draw(st.integers(0, 2**32))).astype(np.int64).reshape(*leading, width)
    if n and draw(st.integers(0, 2)) == 0:
        at = tuple(draw(st.integers(0, size - 1)) for size in cards.shape)
        cards[at] = draw(st.sampled_from([52, 255, -1, 0, int(cards[(*at[:-1], 0)])]))
    return cards.astype(draw(st.sampled_from(DTYPES)))


@given(st.integers(1, 8).flatmap(rows), st.sampled_from(ROUNDS), st.sampled_from([FLOP, BOARD, SHORT_DECK]))
@example(np.array([[51, 47, 43, 39, 35]]), -1, BOARD)
def test_indices_of_rows(cards, round_, indexer):
    same(lambda cards: indexer.index(cards, round=round_), cards)
    same(lambda cards: indexer.canonical(cards, round=round_), cards)
    same(indexer.index_all, cards)


@given(
    st.lists(st.integers(0, 700_000) | st.sampled_from([-1, 1_286_791, 1_286_792, 2**31 - 1, 2**63 - 1]), max_size=6),
    st.sampled_from(LEADING),
    st.sampled_from(DTYPES),
    st.sampled_from(ROUNDS),
    st.sampled_from([FLOP, BOARD, SHORT_DECK]),
)
def test_hands_of_indices(numbers, leading, dtype, round_, indexer):
    indices = np.resize(np.array([*numbers, 7], dtype=np.int64), leading).astype(dtype)
    same(lambda indices: indexer.unindex(indices, round=round_), indices)


@given(
    st.lists(st.integers(1, 7462) | st.sampled_from([0, -1, 7463, 65_535, 2**40]), max_size=6),
    st.sampled_from(LEADING),
    st.sampled_from(DTYPES),
)
def test_strengths(numbers, leading, dtype):
    strengths = np.resize(np.array([*numbers, 7], dtype=np.int64), leading).astype(dtype)
    same(pb.category, strengths)
    same(pb.describe, strengths)
    same(lambda strengths: pb.describe(strengths, rules="short_deck"), strengths)


@st.composite
def holes_and_boards(draw, n_hole, n_board):
    """Return hole cards and boards: a board for each row, or one row of one of them for all rows."""
    leading = draw(st.sampled_from(LEADING))
    both = draw(rows(n_hole + n_board, leading))
    holes, boards = both[..., :n_hole], both[..., n_hole:]
    shared = draw(st.sampled_from(["none", "hole", "board", "axes", "strided"]))
    if shared != "strided":
        holes, boards = holes.copy(), boards.copy()
    if both.size and shared in ("hole", "axes"):
        holes = holes.reshape(-1, n_hole)[0]
    if both.size and shared == "board":
        boards = boards.reshape(-1, n_board)[0]
    return holes, boards[None] if shared == "axes" else boards


@given(st.sampled_from([(2, 3), (2, 4), (2, 5), (3, 3), (2, 6), (1, 4)]).flatmap(lambda n: holes_and_boards(*n)))
@settings(max_examples=60)
def test_hole_cards_and_boards(hand):
    same(pb.evaluate, *hand)
    same(pb.hand_strength, *hand)
    same(IndexerLookup(FLOP).lookup, *hand)
    same(IndexerLookup(pb.HandIndexer((2, 3))).lookup, *hand)
    if hand[1].shape[-1] == 5:
        same(pb.expected_hand_strength, *hand)


@given(st.sampled_from([(4, 3), (4, 5), (5, 5), (6, 4), (3, 5), (4, 6)]).flatmap(lambda n: holes_and_boards(*n)))
@settings(max_examples=60)
def test_omaha(hand):
    same(pb.evaluate_omaha, *hand)
    same(pb.evaluate_omaha_low, *hand)


@pytest.mark.parametrize("n", [511, 512, 513])
def test_up_to_so_many_rows(n):
    cards = pb.random_hands(n, 7, rng=1)
    plain = n <= 512
    assert (BOARD._core.index_plain(-1, cards) is not None) == plain
    assert (BOARD._core.unindex_plain(-1, np.arange(n)) is not None) == plain
    assert _native.plain_below(np.arange(n), n) == plain
    same(BOARD.index, cards)
    same(BOARD.unindex, np.arange(n))
    same(BOARD.canonical, cards)
    same(pb.category, pb.evaluate(cards))
    same(pb.describe, pb.evaluate(cards))
    same(pb.hand_strength, cards[:, :2].copy(), cards[:, 2:].copy())


def test_rows_take_the_short_way():
    cards = pb.random_hands(6, 7, rng=1)
    strengths, indices = pb.evaluate(cards), BOARD.index(cards)
    holes, boards = cards[:, :2].copy(), cards[:, 2:].copy()
    for form in (np.asarray, lambda array: array.astype(np.int64), lambda array: array.reshape(2, 3, -1)):
        for found, dtype in (
            (BOARD._core.index_plain(-1, form(cards)), np.uint64),
            (BOARD._core.index_dealt_plain(form(holes), form(boards)), np.uint64),
            (BOARD._core.dealt_plain(form(holes), form(boards))[1], np.uint64),
            (BOARD._core.canonical_plain(-1, form(cards)), np.uint8),
            (FLOP._core.index_all_plain(form(cards)), np.uint64),
            (short_way(pb.hand_strength, form(holes), form(boards)), np.float64),
            (short_way(pb.expected_hand_strength, form(holes), form(boards)), np.float64),
            (_native.street_index_plain(STREETS, form(holes), form(boards))[1], np.uint64),
            (short_way(pb.evaluate_omaha, form(cards[:, :4].copy()), form(cards[:, 4:].copy())), np.uint16),
            (short_way(pb.evaluate_omaha_low, form(cards[:, :4].copy()), form(cards[:, 4:].copy())), np.uint8),
        ):
            assert (found.dtype, found.shape[: form(cards).ndim - 1]) == (dtype, form(cards).shape[:-1])
    assert (short_way(pb.category, strengths) == pb.category(long(strengths))).all()
    assert (BOARD._core.unindex_plain(-1, indices) == BOARD.canonical(cards)).all()
    for other in (cards[:, ::-1], cards[:0], cards.view(Rows), cards.astype(">i8"), cards.astype(float), cards > 7):
        assert BOARD._core.index_plain(-1, other) is None


@pytest.mark.parametrize("numbers", [[True], np.array([True]), 7.0, np.array([7.0]), "7", None, np.array(7), -1, [7]])
def test_what_is_no_plain_number(numbers):
    assert not _native.plain_below(numbers, 100)


def test_plain_numbers_below_an_end():
    assert _native.plain_below(7, 8)
    assert not _native.plain_below(8, 8)
    assert not _native.plain_below(2**70, 8)
    assert not _native.plain_below(np.array([[7, 8]]), 8)
    assert not _native.plain_below(np.array([-1]), 8)
    assert _native.plain_below(np.array([[7, 0]], dtype=np.int8), 8)


def test_an_array_that_is_not_written():
    cards = pb.random_hands(5, 7, rng=1)
    before = cards.copy()
    cards.flags.writeable = False
    for function in (pb.evaluate, BOARD.index, BOARD.canonical, FLOP.index_all):
        found = function(cards)
        assert found.flags.writeable
        assert not np.shares_memory(found, cards)
    assert (cards == before).all()


def test_lookups_in_tables():
    small = pb.HandIndexer((2, 1), n_ranks=5, n_suits=4)
    table = np.arange(small.size(), dtype=np.uint16)[::-1].copy()
    hands = small.unindex(np.arange(40, dtype=np.uint64))
    lookup = TableLookup([small], [table])
    for holes, boards in (
        (hands[:, :2].copy(), hands[:, 2:].copy()),
        (hands[:, :2].reshape(8, 5, 2).copy(), hands[:, 2:].reshape(8, 5, 1).copy()),
    ):
        same(lookup.lookup, holes, boards)
        found = lookup.lookup(holes, boards)
        assert (found.dtype, found.shape) == (np.uint16, holes.shape[:-1])
        assert (found.ravel() == table[:40]).all()
