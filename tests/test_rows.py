"""Rows in arrays of any integer dtype and layout are read where they are: same answers and errors as of plain copies.

The slow reference puts hole cards and boards side by side with NumPy, as C-ordered uint8.
"""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import pokerbits as pb
from layouts import DTYPES, unaligned
from pokerbits.exceptions import DuplicateCardError, InvalidArgumentError, InvalidCardError

# Around the ends of the blocks in which rows are narrowed, and of the chunks that threads take.
ROWS = [1, 2, 1023, 1024, 1025, 3000, 16_384, 16_385, 40_000]

FLOP = pb.HandIndexer((2, 3))


def hands(n, size=7, seed=5):
    """Return `n` random hands."""
    return oracles.random_hands(np.random.default_rng(seed), n, size)


def of_records(array):
    """Return a copy with other things between the numbers."""
    records = np.full(array.shape, 77, dtype=[("card", array.dtype), ("other", "u1")])
    records["card"] = array
    return records["card"]


LAYOUTS = {
    "C": np.ascontiguousarray,
    "Fortran": np.asfortranarray,
    "backwards": lambda array: np.ascontiguousarray(array[::-1])[::-1],
    "cards backwards": lambda array: np.ascontiguousarray(array[..., ::-1])[..., ::-1],
    "every other row": lambda array: np.repeat(array, 2, axis=0)[::2],
    "every other card": lambda array: np.repeat(array, 2, axis=-1)[..., 1::2],
    "part of wider rows": lambda array: np.concatenate([array, array, array], axis=-1)[..., array.shape[-1] :][
        ..., : array.shape[-1]
    ],
    "swapped axes": lambda array: np.ascontiguousarray(np.swapaxes(array, 0, array.ndim - 1)).swapaxes(
        0, array.ndim - 1
    ),
    "unaligned": unaligned,
    "read-only": lambda array: np.broadcast_to(array, array.shape),
    "a field of records": of_records,
    "a map": lambda array: array.view(np.memmap),
}


def twin(*parts):
    """Return the strengths of plain copies of the parts, leading axes broadcast."""
    shape = np.broadcast_shapes(*(part.shape[:-1] for part in parts))
    wide = [np.broadcast_to(part, (*shape, part.shape[-1])) for part in parts]
    return pb.evaluate(np.ascontiguousarray(np.concatenate(wide, axis=-1), dtype=np.uint8))


@pytest.fixture(scope="module")
def dealt():
    return hands(1300)


@pytest.fixture(scope="module")
def expected(dealt):
    return oracles.strengths(dealt)


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.str + dtype.char)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_dtype_and_layout(dealt, expected, dtype, layout):
    cards = LAYOUTS[layout](dealt.astype(dtype))
    assert (pb.evaluate(cards) == expected).all()
    assert (pb.evaluate(cards.reshape(26, 50, 7)) == expected.reshape(26, 50)).all()
    assert (pb.evaluate(cards[:, :2], board=cards[:, 2:]) == expected).all()
    assert (pb.evaluate_combos(cards[:3, :5]) == pb.evaluate_combos(dealt[:3, :5])).all()
    assert (FLOP.index(cards[:, :5]) == FLOP.index(np.ascontiguousarray(dealt[:, :5]))).all()
    assert (pb.cards.hand_class(cards[:, :2]) == pb.cards.hand_class(dealt[:, :2].copy())).all()


@pytest.mark.parametrize("n", ROWS)
@pytest.mark.parametrize("num_threads", [1, 3])
def test_every_length(n, num_threads):
    dealt = hands(n)
    expected = pb.evaluate(dealt)
    for cards in (dealt.astype(np.int64), np.asfortranarray(dealt), np.asfortranarray(dealt.astype(np.int16))):
        assert (pb.evaluate(cards, num_threads=num_threads) == expected).all()
    hole, board = dealt[:, :2], dealt[:, 2:]
    for one, other in ((hole, board), (hole.copy(), board.copy()), (hole.astype(np.int32), board.astype(np.uint64))):
        assert (pb.evaluate(one, board=other, num_threads=num_threads) == expected).all()
    for size in (3, 4):
        strengths = pb.evaluate(hole.copy(), board=board[:, :size].copy(), num_threads=num_threads)
        assert (strengths == pb.evaluate(np.ascontiguousarray(dealt[:, : 2 + size]))).all()


@given(st.data())
def test_any_broadcast_of_hole_cards_and_boards(data):
    shape = data.draw(st.lists(st.integers(1, 4), max_size=4))
    cards = np.random.default_rng(data.draw(st.integers(0, 99))).permutation(52).astype(np.uint8)

    def part(low, high, size):
        # Hole cards from some of the deck and boards from the rest: any two can meet.
        of = [length if data.draw(st.booleans()) else 1 for length in shape][data.draw(st.integers(0, len(shape))) :]
        rows = [np.random.default_rng(i).permutation(cards[low:high])[:size] for i in range(int(np.prod(of)))]
        array = np.array(rows).reshape(*of, size).astype(data.draw(st.sampled_from(DTYPES)))
        if data.draw(st.booleans()):
            array = np.asfortranarray(array)
        order = data.draw(st.permutations(range(array.ndim - 1)))
        return np.transpose(np.ascontiguousarray(np.transpose(array, [*order, array.ndim - 1])), [
            *np.argsort(order).astype(int), array.ndim - 1,
        ])  # fmt: skip

    hole, board = part(0, 20, 2), part(20, 52, data.draw(st.integers(3, 5)))
    found = pb.evaluate(hole, board=board)
    assert np.shape(found) == np.broadcast_shapes(hole.shape[:-1], board.shape[:-1])
    assert (found == twin(hole, board)).all()
    expected = pb.expected_hand_strength(
        np.ascontiguousarray(np.broadcast_to(hole, (*np.shape(found), 2))).astype(np.uint8),
        board=board.astype(np.uint8),
    )
    assert (pb.expected_hand_strength(hole, board=board) == expected).all()


def test_one_hole_for_all_boards_and_one_board_for_all_holes():
    boards = np.random.default_rng(1).permuted(np.tile(np.arange(2, 52), (5000, 1)), axis=1)[:, :5]
    for dtype in (np.uint8, np.int64):
        cards = boards.astype(dtype)
        assert (pb.evaluate(np.array([0, 1]), board=cards) == twin(np.array([0, 1]), boards)).all()
        assert (pb.evaluate(cards, board=np.array([0, 1])) == twin(boards, np.array([0, 1]))).all()
        assert (pb.evaluate(cards, board="2c2d") == twin(boards, np.array([0, 1]))).all()
    row = np.broadcast_to(boards[0], (4, 5, 5))
    assert (pb.evaluate(row) == pb.evaluate(boards[0])).all()


@pytest.mark.parametrize("empty", [(0, 7), (3, 0, 7), (0, 3, 7), (0, 0, 6)])
@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_no_rows(empty, dtype):
    cards = np.empty(empty, dtype=dtype)
    for found in (pb.evaluate(cards), pb.evaluate(cards[..., :2], board=np.asfortranarray(cards)[..., 2:])):
        assert (found.shape, found.dtype) == (empty[:-1], np.uint16)
    assert pb.evaluate_combos(cards[..., :5]).shape == (*empty[:-1], 1326)


# The first wrong row is named, whatever is wrong with it


@pytest.mark.parametrize("n", [1, 7, 8, 9, 31, 32, 33, 1024, 2047, 2049, 20_000, 100_000])
@pytest.mark.parametrize("num_threads", [1, 3])
@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.int64, np.uint64, np.int8])
def test_the_first_wrong_row_is_named(n, num_threads, dtype):
    limits = np.iinfo(dtype)
    for bad in sorted({0, n // 2, n - 1}):
        for wrong in (52, 100, limits.max, limits.min or 99):
            cards = hands(n).astype(dtype)
            cards[bad, 3] = wrong
            cards[bad + 1 :, 0] = limits.max
            for call in (
                lambda: pb.evaluate(cards, num_threads=num_threads),  # noqa: B023
                lambda: pb.evaluate(np.asfortranarray(cards), num_threads=num_threads),  # noqa: B023
                lambda: pb.evaluate(cards[:, :2], board=cards[:, 2:], num_threads=num_threads),  # noqa: B023
                lambda: FLOP.index(cards[:, :5], num_threads=num_threads),  # noqa: B023
                lambda: pb.cards.hand_class(cards[:, 2:4]),  # noqa: B023
            ):
                with pytest.raises(InvalidCardError, match=rf"^row {bad}: card id {wrong} is outside") as caught:
                    call()
                assert (caught.value.row, caught.value.card) == (bad, wrong)
        cards = hands(n).astype(dtype)
        cards[bad, 6] = cards[bad, 0]
        cards[bad + 1 :, 0] = limits.max
        with pytest.raises(DuplicateCardError, match=f"^row {bad}: card"):
            pb.evaluate(cards, num_threads=num_threads)


def test_rows_of_many_axes_are_named_by_all():
    hole, board = np.arange(4).reshape(2, 1, 2), np.tile(np.arange(10, 15), (3, 1))
    board[1, 2] = 99
    with pytest.raises(InvalidCardError, match=r"^row \(0, 1\): card id 99 is outside"):
        pb.evaluate(hole, board=board)
    board[1, 2] = 2
    with pytest.raises(DuplicateCardError, match=r"^row \(1, 1\): card 2h") as caught:
        pb.evaluate(hole, board=board)
    assert (caught.value.row, caught.value.card) == ((1, 1), 2)


# Memory


def test_no_copy_of_a_whole_input_is_made():
    n = 200_000
    dealt = hands(n)
    wide, out = dealt.astype(np.int64), np.empty(n, dtype=np.uint16)
    calls = [
        lambda: pb.evaluate(wide, out=out),
        lambda: pb.evaluate(np.swapaxes(wide.reshape(2, -1, 7), 0, 1), out=out.reshape(-1, 2)),
        lambda: pb.evaluate(dealt[:, :2], board=dealt[:, 2:], out=out),
        lambda: pb.evaluate(np.array([[0, 1]]), board=np.broadcast_to([2, 3, 4, 5, 6], (n, 5)), out=out),
    ]
    for call in calls:
        call()
        # What NumPy allocates is traced; the core has a block of a few kilobytes for each chunk.
        tracemalloc.start()
        call()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 100_000


# Arrays of other calls


class StopError(Exception):
    """Ends a call from within."""


def test_an_array_that_another_call_fills():
    # Seconds of work, were it not for the end that the first report makes: it comes after a tenth of a second.
    rows = 500_000
    hole = np.broadcast_to(np.array([51, 47], dtype=np.uint8), (rows, 2))
    board = np.array([41, 37, 2], dtype=np.uint8)
    out = np.zeros((rows, 7), dtype=np.uint32)
    seen = []

    def meanwhile(done, total):
        with pytest.raises(InvalidArgumentError, match=r"^out is in use by another call"):
            pb.strength.hand_strength_histogram(hole, board=board, bins=7, out=out)
        with pytest.raises(InvalidArgumentError, match=r"^out is in use by another call"):
            pb.evaluate(hands(rows), out=out.reshape(-1).view(np.uint16)[:rows])
        for cards in (out, out[:, ::-1], out.view(np.uint8)[:, :7], out.view(np.int8)[:, 4:9]):
            with pytest.raises(
                InvalidArgumentError, match=r"^an array of the arguments is being filled by another call"
            ):
                pb.evaluate(cards)
        seen.append(True)
        raise StopError

    with pytest.raises(StopError):
        pb.strength.hand_strength_histogram(hole, board=board, bins=7, out=out, num_threads=1, progress=meanwhile)
    assert seen == [True]
    # Nothing is left of the calls that ended.
    assert pb.strength.hand_strength_histogram("AsKs", board="QsJsTs", bins=7, out=out[0]).sum() == 1081


def test_a_table_that_another_call_fills():
    table = np.zeros((1_286_792, 50), dtype=np.float32)

    def meanwhile(done, total):
        with pytest.raises(InvalidArgumentError, match=r"^out is in use by another call"):
            pb.strength_table("histogram", street="flop", dtype="float32", out=table)
        raise StopError

    with pytest.raises(StopError):
        pb.strength_table("histogram", street="flop", dtype="float32", out=table, num_threads=1, progress=meanwhile)
