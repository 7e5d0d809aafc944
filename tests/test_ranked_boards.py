"""River boards that are ranked once: what every combo wins and ties with, against weights of all combos."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import pokerbits as pb
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidArgumentError, InvalidCardError

COMBOS = oracles.COMBOS
compared = cache(oracles.compared)
RNG = np.random.default_rng(1326)
BOARDS = oracles.random_hands(RNG, 6, 5).reshape(2, 3, 5)
WEIGHTS = RNG.random((3, 1326)) * (RNG.random((3, 1326)) < 0.3)


def added_up(board, weights):
    """Return wins, ties and the unblocked weight, added up one by one."""
    return [which @ weights for which in compared(tuple(int(card) for card in board))]


def test_outcomes_are_those_of_the_rule_book():
    ranked = pb.RankedBoards(BOARDS)
    win, tie = ranked.outcomes(WEIGHTS)
    equity = ranked.equity(WEIGHTS)
    assert win.shape == tie.shape == equity.shape == (2, 3, 1326)
    assert win.dtype == tie.dtype == equity.dtype == np.float64
    for place in np.ndindex(2, 3):
        # The last axes of boards and weights have been paired.
        wins, ties, met = added_up(BOARDS[place], WEIGHTS[place[1]])
        np.testing.assert_allclose(win[place], wins, rtol=0, atol=1e-10)
        np.testing.assert_allclose(tie[place], ties, rtol=0, atol=1e-10)
        with np.errstate(invalid="ignore"):
            np.testing.assert_allclose(equity[place], (wins + ties / 2) / met, rtol=0, atol=1e-11)
        blocked = np.isin(COMBOS, BOARDS[place]).any(axis=1)
        assert not win[place][blocked].any()
        assert not tie[place][blocked].any()
        assert np.array_equal(np.isnan(equity[place]), blocked)


@settings(max_examples=25)
@given(
    st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True),
    st.lists(st.tuples(st.integers(0, 1325), st.integers(0, 2**40)), max_size=60),
)
def test_integer_weights_are_exact(board, some):
    weights = [0] * 1326
    for combo, weight in some:
        weights[combo] += weight
    win, tie = pb.RankedBoards(board).outcomes(weights)
    equity = pb.RankedBoards(board).equity(weights)
    expected = added_up(board, np.array(weights, dtype=object))
    for wins, ties, share, exact in zip(win, tie, equity, zip(*expected, strict=True), strict=True):
        exact_wins, exact_ties, met = (int(number) for number in exact)
        assert (wins, ties) == (exact_wins, exact_ties)
        if met:
            assert share == float(Fraction(2 * exact_wins + exact_ties, 2 * met))
        else:
            assert np.isnan(share)


def test_against_random_hands_equity_is_hand_strength():
    ranked = pb.RankedBoards(BOARDS)
    equity = ranked.equity(np.ones(1326))
    for place in np.ndindex(2, 3):
        free = ~np.isnan(equity[place])
        assert np.array_equal(equity[place][free], pb.hand_strength(COMBOS[free], board=BOARDS[place]))


def test_two_ranges_share_the_pot():
    # What one range wins is what the other loses: the sum of both and the ties is what they meet.
    ranked = pb.RankedBoards(BOARDS[0])
    (a_wins, a_ties), (b_wins, b_ties) = ranked.outcomes(WEIGHTS[0]), ranked.outcomes(WEIGHTS[1])
    for board, *sums in zip(BOARDS[0], a_wins, a_ties, b_wins, b_ties, strict=True):
        free = ~np.isin(COMBOS, board).any(axis=1)
        won, tied, lost, tied_too = (of_sums[free] @ WEIGHTS[1 - i // 2][free] for i, of_sums in enumerate(sums))
        _, _, met = added_up(board, WEIGHTS[0])
        assert tied == pytest.approx(tied_too, abs=1e-9)
        assert won + tied + lost == pytest.approx(met[free] @ WEIGHTS[1][free], rel=1e-12)


def test_single_precision_rounds_once_more():
    ranked = pb.RankedBoards(BOARDS)
    narrow = WEIGHTS.astype(np.float32)
    exact = ranked.outcomes(narrow.astype(np.float64))
    for weights in (narrow, WEIGHTS):
        found = ranked.outcomes(weights, dtype="float32")
        for of_single, of_double in zip(found, exact, strict=True):
            assert of_single.dtype == np.float32
            assert np.array_equal(of_single, of_double.astype(np.float32))


@pytest.mark.parametrize(
    ("boards", "weights", "expected"),
    [
        ((), (), ()),
        ((4,), (), (4,)),
        ((), (4,), (4,)),
        ((3, 1), (2,), (3, 2)),
        ((0,), (1,), (0,)),
        ((1, 2), (3, 1), (3, 2)),
    ],
)
def test_boards_and_weights_broadcast(boards, weights, expected):
    cards = np.broadcast_to(BOARDS[0, 0], (*boards, 5))
    rows = np.broadcast_to(WEIGHTS[0], (*weights, 1326))
    ranked = pb.RankedBoards(cards)
    assert ranked.shape == boards
    assert ranked.strengths.shape == (*boards, 1326)
    alone = pb.RankedBoards(BOARDS[0, 0])
    for found, one in zip(ranked.outcomes(rows), alone.outcomes(WEIGHTS[0]), strict=True):
        assert found.shape == (*expected, 1326)
        assert np.array_equal(found, np.broadcast_to(one, found.shape))
    assert ranked.equity(rows).shape == (*expected, 1326)


@pytest.mark.parametrize("shape", [(), (0,), (2, 3)])
def test_order_and_ties_are_those_of_plain_sorting(shape):
    boards = BOARDS.reshape(-1, 5)[: int(np.prod(shape))].reshape(*shape, 5)
    # A royal flush on the board, where all combos tie.
    boards = np.array([51, 47, 43, 39, 35]) if shape == () else boards
    ranked = pb.RankedBoards(boards)
    order, ties, strengths = ranked.order, ranked.ties, ranked.strengths
    for found in (order, ties):
        assert found.shape == (*shape, 1326)
        assert found.dtype == np.int64
        assert found.flags.c_contiguous
    for at in np.ndindex(shape):
        of = strengths[at].tolist()
        assert order[at].tolist() == sorted(range(1326), key=lambda combo: (of[combo], combo))
        assert ties[at].tolist() == [sum(other <= of[combo] for other in of) for combo in order[at]]
        assert np.isin(COMBOS[order[at][:245]], boards[at]).any(axis=1).all()
        assert ties[at][0] == 245
    order[...] = 0
    ties[...] = 0
    assert shape == (0,) or (ranked.order.any() and ranked.ties.any())


@pytest.mark.parametrize("board", BOARDS.reshape(-1, 5)[:3])
def test_a_kernel_of_order_and_ties_has_the_outcomes(board):
    """As in the page on showdowns: sums before a run and up to its end, without the combos that share a card."""
    ranked = pb.RankedBoards(board)
    order, ties = ranked.order, ranked.ties
    weights = np.where(ranked.strengths > 0, RNG.integers(0, 9, 1326), 0)
    seen = [0, *np.cumsum(weights[order]).tolist()]
    first = np.searchsorted(ties, ties)
    win, tie = ranked.outcomes(weights)
    for place in RNG.integers(245, 1326, 20):
        combo = order[place]
        sharing = np.isin(COMBOS[order], COMBOS[combo]).any(axis=1)
        below, alike = (slice(0, first[place]), slice(first[place], ties[place]))
        assert win[combo] == seen[first[place]] - weights[order][below][sharing[below]].sum()
        without = weights[order][alike][sharing[alike]].sum()
        assert tie[combo] == seen[ties[place]] - seen[first[place]] - without


def test_boards_are_kept():
    given_boards = BOARDS.copy()
    ranked = pb.RankedBoards(given_boards)
    given_boards[:] = 0
    assert np.array_equal(ranked.boards, BOARDS)
    assert not ranked.boards.flags.writeable
    assert np.array_equal(ranked.strengths, pb.evaluate_combos(BOARDS))
    assert repr(ranked) == "<RankedBoards: 6 boards of shape (2, 3)>"
    assert repr(pb.RankedBoards("AsKsQsJsTs")) == "<RankedBoards: 1 board>"


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_and_out_change_nothing(threads):
    boards = oracles.random_hands(np.random.default_rng(3), 200, 5)
    ranked = pb.RankedBoards(boards, num_threads=threads)
    expected = pb.RankedBoards(boards, num_threads=1).outcomes(WEIGHTS[:, None], num_threads=1)
    # One in order, the other not.
    out = np.empty((3, 200, 1326)), np.empty((3, 1326, 200)).transpose(0, 2, 1)
    found = ranked.outcomes(WEIGHTS[:, None], out=out, num_threads=threads)
    assert found[0] is out[0]
    assert found[1] is out[1]
    assert all(np.array_equal(a, b) for a, b in zip(found, expected, strict=True))
    equity = np.empty((200, 1326))
    assert ranked.equity(WEIGHTS[0], out=equity, num_threads=threads) is equity
    assert np.array_equal(equity, ranked.equity(WEIGHTS[0], num_threads=1), equal_nan=True)


def test_weights_may_be_filled():
    ranked = pb.RankedBoards(BOARDS[0, 0])
    expected = ranked.outcomes(WEIGHTS[0])
    weights, tie = WEIGHTS[0].copy(), np.empty(1326)
    win, _ = ranked.outcomes(weights, out=(weights, tie))
    assert win is weights
    assert np.array_equal(win, expected[0])
    assert np.array_equal(tie, expected[1])


@pytest.mark.parametrize(
    ("boards", "error", "message"),
    [
        ("AsKsQsJs", CardCountError, "boards: expected 5 cards, found 4"),
        ([[0, 1, 2, 3, 4], [5, 6, 7, 8, 8]], DuplicateCardError, r"row 1: card 4c \(id 8\) appears more than once"),
        ([[0, 1, 2, 3, 4], [5, 6, 7, 8, 52]], InvalidCardError, "row 1: card id 52"),
        (np.array([[0, 1, 2, 3, 4], [5, 6, 7, 8, 255]], np.uint8), InvalidCardError, "row 1: card id 255"),
        ([[0.0, 1, 2, 3, 4]], TypeError, "expected integers"),
    ],
)
def test_bad_boards(boards, error, message):
    with pytest.raises(error, match=message):
        pb.RankedBoards(boards)


def weights_with(wrong, *, at=(1, 7), dtype=np.float64):
    """Return two rows of weights, one of them wrong."""
    weights = np.ones((2, 1326), dtype=dtype)
    weights[at] = wrong
    return weights


@pytest.mark.parametrize(
    ("weights", "options", "error", "message"),
    [
        (weights_with(-0.5), {}, InvalidArgumentError, r"row 1: the weight of combo 7 \(3c2d\) is -0.5: expected"),
        (weights_with(np.nan), {}, InvalidArgumentError, "row 1: the weight of combo 7 .* is NaN: expected a finite"),
        (weights_with(np.inf), {}, InvalidArgumentError, "row 1: the weight of combo 7 .* is inf"),
        (weights_with(1e39), {"dtype": "float32"}, InvalidArgumentError, "row 1: the weight of combo 7 .* is inf"),
        (weights_with(1e300) * 1e8, {}, InvalidArgumentError, "row 1: the weights add up to 1.000e308, too much"),
        (weights_with(-1)[1], {}, InvalidArgumentError, "^the weight of combo 7 .* is -1"),
        (
            np.ones((2, 1325)),
            {},
            InvalidArgumentError,
            r"expected 1326 numbers on the last axis, found shape \(2, 1325\)",
        ),
        (1.0, {}, InvalidArgumentError, r"found shape \(\)"),
        (
            np.ones((3, 1326)),
            {},
            InvalidArgumentError,
            r"boards and weights of shapes \(2,\) and \(3,\) do not broadcast",
        ),
        ([[1.0] * 1326, [1.0]], {}, InvalidArgumentError, "rows of different lengths"),
        (np.ma.masked_equal(weights_with(0), 0), {}, InvalidArgumentError, "row 1: weights: a value is missing"),
        (np.full(1326, "1"), {}, TypeError, "weights: expected numbers, found dtype <U1"),
        (np.ones(1326, dtype=complex), {}, TypeError, "weights: expected numbers, found dtype complex128"),
        (np.ones(1326), {"dtype": "float16"}, InvalidArgumentError, "dtype 'float16': expected float64 or float32"),
        (np.ones(1326), {"dtype": "no dtype"}, InvalidArgumentError, "expected float64 or float32"),
        (np.ones(1326), {"out": np.empty((2, 1326))}, InvalidArgumentError, "out: expected a tuple of two arrays"),
        (np.ones(1326), {"out": (np.empty((2, 1326)),) * 2}, InvalidArgumentError, "share memory"),
        (
            np.ones(1326),
            {"out": (np.empty((2, 1326)), np.empty(1326))},
            InvalidArgumentError,
            r"found float64 \(1326,\)",
        ),
        (
            np.ones(1326),
            {"out": (np.empty((2, 1326)), np.empty((2, 1326), "f4"))},
            InvalidArgumentError,
            "found float32",
        ),
        (np.ones(1326), {"num_threads": 0}, InvalidArgumentError, "num_threads"),
    ],
)
def test_bad_weights_and_options(weights, options, error, message):
    ranked = pb.RankedBoards(BOARDS[0, :2])
    with pytest.raises(error, match=message):
        ranked.outcomes(weights, **options)
    if not options:
        with pytest.raises(error, match=message):
            ranked.equity(weights)


def test_the_row_of_bad_weights_has_the_axes_of_the_weights():
    weights = np.ones((2, 1, 3, 1326))
    weights[1, 0, 2, 5] = -1
    with pytest.raises(InvalidArgumentError) as caught:
        pb.RankedBoards(BOARDS).outcomes(weights)
    assert caught.value.row == (1, 0, 2)


REACH = RNG.random((2, 3, 21, 1326)) * (RNG.random((2, 3, 21, 1326)) < 0.3)


@pytest.mark.parametrize(("dtype", "error"), [("float64", 1e-10), ("float32", 1e-3)])
def test_values_are_wins_less_losses(dtype, error):
    reach = REACH.astype(dtype)
    values = pb.RankedBoards(BOARDS).values(reach)
    assert values.shape == reach.shape
    assert values.dtype == dtype
    for place in np.ndindex(2, 3):
        wins, ties, met = compared(tuple(int(card) for card in BOARDS[place]))
        beats = 2 * wins + ties - met
        np.testing.assert_allclose(values[place], reach[place].astype(float) @ beats.T, rtol=0, atol=error)
        assert not values[place][:, np.isin(COMBOS, BOARDS[place]).any(axis=1)].any()


@pytest.mark.parametrize(
    ("boards", "reach", "expected"),
    [
        ((), (), ()),
        ((4,), (), (4,)),
        ((), (17,), (17,)),
        ((), (0,), (0,)),
        ((4,), (3,), (4, 3)),
        ((0,), (3,), (0, 3)),
        ((3, 1), (2, 5), (3, 2, 5)),
        ((1, 2), (3, 1, 5), (3, 2, 5)),
    ],
)
def test_vectors_of_a_board_have_an_axis(boards, reach, expected):
    ranked = pb.RankedBoards(np.broadcast_to(BOARDS[0, 0], (*boards, 5)))
    found = ranked.values(np.broadcast_to(WEIGHTS[0], (*reach, 1326)))
    assert found.shape == (*expected, 1326)
    alone = pb.RankedBoards(BOARDS[0, 0]).values(WEIGHTS[0])
    assert np.array_equal(found, np.broadcast_to(alone, found.shape))


def test_a_value_depends_on_its_vector_alone():
    ranked = pb.RankedBoards(BOARDS)
    values = ranked.values(REACH, num_threads=1)
    for n in (1, 3, 4, 16, 17, 20):
        assert np.array_equal(ranked.values(REACH[..., :n, :], num_threads=2), values[..., :n, :])
    for place in np.ndindex(2, 3):
        board = pb.RankedBoards(BOARDS[place])
        assert np.array_equal(board.values(REACH[(*place, 20)]), values[(*place, 20)])
    out = np.empty(REACH.shape[::-1]).transpose()
    assert ranked.values(REACH, out=out) is out
    assert np.array_equal(out, values)
    filled = REACH.copy()
    assert np.array_equal(ranked.values(filled, out=filled), values)


def test_values_follow_the_dtype_of_reach():
    board = pb.RankedBoards(BOARDS[0, 0])
    assert board.values(WEIGHTS.astype(np.float32)).dtype == np.float32
    for reach in (WEIGHTS, WEIGHTS.tolist(), np.ones(1326, np.int32), "QQ+", pb.Range("QQ+")):
        assert board.values(reach).dtype == np.float64
        assert board.values(reach, dtype="float32").dtype == np.float32
    assert np.array_equal(board.values("QQ+"), board.values(pb.Range("QQ+").weights))


@pytest.mark.parametrize("n", [2, 9])
def test_bad_reach_names_its_row(n):
    ranked = pb.RankedBoards(BOARDS)
    for wrong, text in ((-1, "-1"), (np.nan, "NaN"), (np.inf, "inf")):
        reach = np.ones((2, 3, n, 1326))
        reach[1, 2, 1, 7] = wrong
        with pytest.raises(InvalidArgumentError, match=rf"the weight of combo 7 \(3c2d\) is {text}") as caught:
            ranked.values(reach)
        assert caught.value.row == (1, 2, 1)
    with pytest.raises(InvalidArgumentError, match=r"the weights add up to 1\.326e39, too much for their dtype"):
        ranked.values(np.full((n, 1326), 1e36, np.float32))


@pytest.mark.parametrize(
    ("reach", "options", "error", "message"),
    [
        (np.ones((2, 1325)), {}, InvalidArgumentError, r"reach: expected 1326 numbers on the last axis"),
        (1.0, {}, InvalidArgumentError, r"found shape \(\)"),
        (np.ones((4, 2, 1326)), {}, InvalidArgumentError, r"reach of shapes \(2, 3, 1\) and \(4, 2\) do not"),
        (np.full(1326, "1"), {}, TypeError, "reach: expected numbers, found dtype <U1"),
        (np.ones(1326), {"dtype": "float16"}, InvalidArgumentError, "dtype 'float16': expected float64 or float32"),
        (np.ones(1326), {"out": np.empty(1326)}, InvalidArgumentError, r"found float64 \(1326,\)"),
        (np.ones((2, 1326), "f4"), {"out": np.empty((2, 3, 2, 1326))}, InvalidArgumentError, "found float64"),
        (np.ones(1326), {"num_threads": 0}, InvalidArgumentError, "num_threads"),
    ],
)
def test_bad_reach_and_options(reach, options, error, message):
    with pytest.raises(error, match=message):
        pb.RankedBoards(BOARDS).values(reach, **options)


def test_ranges_are_weights():
    boards = pb.RankedBoards(["AhKh7d2c2s", "QsJsTs2c3d"])
    text = "QQ+, AKs, 0.5:KQo"
    weights = pb.Range(text).weights
    for of_range in (text, pb.Range(text)):
        for found, expected in zip(boards.outcomes(of_range), boards.outcomes(weights), strict=True):
            assert found.tobytes() == expected.tobytes()
        assert boards.equity(of_range).tobytes() == boards.equity(weights).tobytes()
        assert boards.outcomes(of_range, dtype=np.float32)[0].dtype == np.float32
    with pytest.raises(pb.exceptions.InvalidRangeError, match="weights: "):
        boards.outcomes("QQ+, AKz")


def test_weights_of_too_many_axes():
    with pytest.raises(InvalidArgumentError, match="boards and weights of 40 axes cannot be paired"):
        pb.RankedBoards("AhKh7d2c2s").outcomes(np.ones((1,) * 40 + (1326,)))
