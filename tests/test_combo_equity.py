"""Every hand against a weighted range, on boards of any size: plain enumeration says what is right."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations
from multiprocessing import get_context

import numpy as np
import pytest

import oracles
import pokerbits as pb
from pokerbits.exceptions import (
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    InvalidRangeError,
)

COMBOS = oracles.COMBOS
RNG = np.random.default_rng(13)
DECIMALS = np.round(RNG.random(1326) * (RNG.random(1326) < 0.2), 2)


@cache
def met(board, dead):
    """Return how often each combo beats, ties with and meets each other one, over every runout: (3, 1326, 1326)."""
    counts = np.zeros((3, 1326, 1326), dtype=np.int64)
    for runout in combinations(sorted({*range(52)} - {*board} - {*dead}), 5 - len(board)):
        counts += oracles.compared([*board, *runout], dead)
    return counts


def enumerated(weights, board, dead=()):
    """Return each combo's equity, NaN for a combo without one, for weights that are integers."""
    wins, ties, total = met(tuple(board), tuple(dead)) @ np.asarray(weights, dtype=np.int64)
    exact = [Fraction(int(2 * w + t), int(2 * n)) if n else None for w, t, n in zip(wins, ties, total, strict=True)]
    return np.array([np.nan if share is None else float(share) for share in exact])


@pytest.mark.parametrize(
    ("board", "dead"),
    [("Ah7d2cKs9h", ""), ("2c3c4c5c6c", "KsKd"), ("Ah7h2hKs", ""), ("9d9sTcTh", "8c8d8h")],
)
@pytest.mark.parametrize("kind", ["decimals", "integers", "few"])
def test_equities_are_those_of_plain_enumeration(board, dead, kind):
    cards, gone = pb.cards.parse_cards(board).tolist(), pb.cards.parse_cards(dead).tolist() if dead else []
    integers = {
        "decimals": np.rint(DECIMALS * 100).astype(np.int64),
        "integers": RNG.integers(0, 50, 1326),
        "few": np.isin(np.arange(1326), RNG.choice(1326, 5)).astype(np.int64),
    }[kind]
    weights = DECIMALS if kind == "decimals" else integers
    expected = enumerated(integers, cards, gone)
    np.testing.assert_array_equal(pb.combo_equity(weights, boards=board, dead=dead), expected)
    # Floats that stand for the same.
    np.testing.assert_allclose(pb.combo_equity(integers / 3, boards=board, dead=dead), expected, rtol=0, atol=1e-10)


@pytest.mark.parametrize("board", ["Ah7d2cKs9h", "Ah7d2cKs", "Ah7d2c", "AhKhQh"])
def test_against_a_random_hand_equity_is_hand_strength_bit_for_bit(board):
    found = pb.combo_equity("random", boards=board)
    free = ~np.isin(COMBOS, pb.cards.parse_cards(board)).any(axis=1)
    assert np.array_equal(found[free], pb.expected_hand_strength(COMBOS[free], board=board))
    if len(board) == 10:
        assert np.array_equal(found[free], pb.hand_strength(COMBOS[free], board=board))
    assert np.isnan(found[~free]).all()


def test_before_the_flop_against_a_random_hand():
    found = pb.combo_equity("random")
    one_of_each = pb.cards.combo_id(["AsAd", "7h2c", "KcQc"])
    assert found[one_of_each].tolist() == pb.expected_hand_strength(COMBOS[one_of_each]).tolist()
    assert len(np.unique(found)) == len(np.unique(found.round(12))) <= 169


def test_one_hand_before_the_flop():
    found = pb.combo_equity("KsKh, KsKd, KhKd")
    sizes = pb.equity("AhAd", "KsKh"), pb.equity("AhAd", "KsKd"), pb.equity("AhAd", "KhKd")
    assert found[pb.cards.combo_id("AhAd")] == pytest.approx(np.mean([size.equity[0] for size in sizes]), abs=1e-15)
    assert np.isnan(found[pb.cards.combo_id("KsKh")])


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("opponent", ["22+, A2s+, KQo", "22+, AhKh, 0.5:7c5d"])
def test_many_boards_are_what_each_is_alone(size, opponent):
    boards = pb.random_hands(24, size, rng=size)
    boards[5] = boards[4][::-1]
    together = pb.combo_equity(opponent, boards=boards.reshape(4, 6, size), dead=None)
    assert together.shape == (4, 6, 1326)
    for place in range(0, 24, 5):
        alone = pb.combo_equity(opponent, boards=boards[place])
        np.testing.assert_array_equal(together.reshape(24, 1326)[place], alone)
    np.testing.assert_array_equal(together[0, 4], together[0, 5])


def test_names_of_suits_do_not_matter():
    boards = pb.random_hands(12, 3, rng=7)
    for suits in ([1, 0, 2, 3], [3, 2, 0, 1]):
        renamed = 4 * (COMBOS // 4) + np.array(suits)[COMBOS % 4]
        to = pb.cards.combo_id(renamed)
        for weights in (DECIMALS, pb.Range("22+, A2s+").weights, RNG.random(1326)):
            moved = np.empty(1326)
            moved[to] = weights
            found = pb.combo_equity(weights, boards=boards, dead="3s")
            dead = [4 * 1 + suits[3]]
            other = pb.combo_equity(moved, boards=4 * (boards // 4) + np.array(suits)[boards % 4], dead=dead)
            np.testing.assert_allclose(other[:, to], found, rtol=0, atol=1e-12)


def test_results_do_not_depend_on_threads_nor_on_the_scale_of_weights():
    boards = pb.random_hands(20, 3, rng=9)
    weights = RNG.random(1326) ** 9 * 1e30
    one, three = (pb.combo_equity(weights, boards=boards, num_threads=threads) for threads in (1, 3))
    np.testing.assert_array_equal(one, three)
    alone = [pb.combo_equity(weights, boards=boards[0], num_threads=threads) for threads in (1, 3)]
    np.testing.assert_array_equal(*alone)
    np.testing.assert_allclose(pb.combo_equity(weights * 1e-40, boards=boards), one, rtol=0, atol=1e-11)


def test_opponents_of_every_kind():
    board = "Ah7d2cKs"
    expected = pb.combo_equity("QQ+, AKs", boards=board)
    weights = pb.Range("QQ+, AKs").weights
    strided = np.zeros((1326, 2))[:, 0]
    strided[:] = weights
    for opponent in (pb.Range("QQ+, AKs"), weights, weights.astype(bool), list(weights), strided, 7 * weights):
        np.testing.assert_array_equal(pb.combo_equity(opponent, boards=board), expected)


def test_boards_of_every_kind():
    expected = pb.combo_equity("AA, 72o", boards=["Ah7d2c", "Kh9d4c"])
    boards = pb.cards.parse_cards(["Ah7d2c", "Kh9d4c"])
    boards.flags.writeable = False
    wide = np.zeros((2, 6), dtype=np.int64)[:, ::2]
    wide[:] = boards
    for given in (boards, wide, np.asfortranarray(boards), boards.tolist()):
        np.testing.assert_array_equal(pb.combo_equity("AA, 72o", boards=given), expected)


@pytest.mark.parametrize("shape", [(0, 3), (0, 5), (2, 0, 4), (0, 0)])
def test_no_boards(shape):
    assert pb.combo_equity("AA", boards=np.empty(shape, dtype=np.uint8)).shape == (*shape[:-1], 1326)


def test_a_range_that_is_blocked_meets_nobody():
    assert np.isnan(pb.combo_equity("AhAd", boards="Ah7d2c")).all()
    assert np.isnan(pb.combo_equity(np.zeros(1326), boards="Ah7d2cKs")).all()
    found = pb.combo_equity(np.where((COMBOS == 48).any(axis=1), 0.1, 0), boards="Ah7d2c", dead="2s")
    assert np.array_equal(np.isnan(found), np.isin(COMBOS, [48, *pb.cards.parse_cards("Ah7d2c2s")]).any(axis=1))


def refusals():
    """Yield arguments that are refused, and the error."""
    nan, negative, infinite = (np.where(np.arange(1326) == 1325, bad, 1.0) for bad in (np.nan, -1, np.inf))
    for weights, text in ((nan, "NaN"), (negative, "-1"), (infinite, "inf")):
        yield (weights,), {}, InvalidArgumentError, rf"combo 1325 \(AsAh\) is {text}"
    yield ("QQ+, AKx",), {}, InvalidRangeError, "AKx"
    yield (np.ones(1325),), {}, InvalidArgumentError, "villain: expected 1326 numbers"
    yield (np.ones((2, 1325)),), {}, InvalidArgumentError, r"villain: expected 1326 numbers .* shape \(2, 1325\)"
    two, three = np.ones((2, 1326)), ["AhKhQh", "7d2c3c", "9h8h7h"]
    yield (two, three), {}, InvalidArgumentError, r"boards and ranges of shapes \(3,\) and \(2,\) do not broadcast"
    yield (
        ([np.ones(1326), nan], "AhKhQh"),
        {},
        InvalidArgumentError,
        r"^row 1: the weight of combo 1325 \(AsAh\) is NaN",
    )
    yield ([two, two / 1e-308], "2c3c4c5c6c7c"), {}, CardCountError, "boards: expected 0 to 5 cards, found 6"
    yield ([two, two * 1e305], "AhKhQh"), {}, InvalidArgumentError, r"^row \(1, 0\): the weights add up to 1.326e308"
    yield (two, ["AhKhQh", "7d7d2c"]), {}, DuplicateCardError, "^row 1: card 7d"
    yield (two, "AhKhQh"), {"folded": [nan]}, InvalidArgumentError, "^the weight of combo 1325"
    yield (
        (two, "AhKhQh"),
        {"out": np.empty(1326)},
        InvalidArgumentError,
        r"out: expected an array of float64 \(2, 1326\)",
    )
    yield (
        (np.ones((2, 270725)), "AhKhQh"),
        {"game": "omaha"},
        InvalidArgumentError,
        "villain: expected one row of 270725",
    )
    yield (["A"] * 1326,), {}, TypeError, "villain: expected numbers"
    yield ("AA",), {"boards": "2c3c4c5c6c7c"}, CardCountError, "boards: expected 0 to 5 cards, found 6"
    yield ("AA",), {"boards": "AhKhQhJhTh9h"}, CardCountError, "found 6"
    yield ("AA",), {"boards": ["AhKhQh", "7d7d2c"]}, DuplicateCardError, "row 1: card 7d"
    yield ("AA",), {"boards": ["AhKhQh", "7d2c3c"], "dead": "2c"}, DuplicateCardError, "row 1: card 2c"
    yield ("AA",), {"boards": [[1, 2, 3], [4, 5, 52]]}, InvalidCardError, "52"
    yield ("AA",), {"dead": list(range(48))}, InvalidArgumentError, "4 cards are left, the board needs 5 more"
    yield ("AA",), {"boards": "AhKhQh", "num_threads": 0}, InvalidArgumentError, "num_threads"


@pytest.mark.parametrize(("arguments", "options", "error", "text"), list(refusals()))
def test_bad_input_is_refused(arguments, options, error, text):
    with pytest.raises(error, match=text):
        pb.combo_equity(*arguments, **options)


@pytest.mark.parametrize(
    ("ranges", "boards", "expected"),
    [
        ((3,), (4,), (3,)),
        ((3, 1), (2, 4), (3, 2)),
        ((1, 2), (3, 1, 5), (3, 2)),
        ((2, 1, 2), (3, 1, 3), (2, 3, 2)),
        ((), (2, 4), (2,)),
        ((0,), (5,), (0,)),
        ((2, 1), (0, 4), (2, 0)),
    ],
)
@pytest.mark.parametrize("digits", [1, 17, 300])
def test_many_ranges_are_what_each_is_alone(ranges, boards, expected, digits):
    """Bit for bit, with weights of any number of digits: those of 300 are added up in floating point."""
    rng = np.random.default_rng(len(boards))
    weights = rng.random((*ranges, 1326)) ** digits if digits != 1 else rng.integers(0, 3, (*ranges, 1326)) / 2.0
    cards = pb.random_hands(int(np.prod(boards[:-1])), boards[-1], rng=rng).reshape(boards)
    told = []
    found = pb.combo_equity(weights, cards, progress=lambda done, total: told.append((done, total)))
    assert found.shape == (*expected, 1326)
    assert all(done == total for done, total in told[-1:])
    of_each = np.broadcast_to(weights, (*expected, 1326))
    of_board = np.broadcast_to(cards, (*expected, boards[-1]))
    for at in np.ndindex(expected):
        np.testing.assert_array_equal(found[at], pb.combo_equity(of_each[at], of_board[at]))
    out = np.full((*expected, 1326, 2), 7.0)[..., 0]
    assert pb.combo_equity(weights, cards, out=out) is out
    np.testing.assert_array_equal(out, found)


def test_many_ranges_beside_dead_cards_and_folded_ranges():
    weights = np.stack([pb.Range("QQ+").weights, pb.Range("22+, A2s+").weights])
    options = {"dead": "2c", "folded": ["AK", np.ones(1326)]}
    found = pb.combo_equity(weights, "Ah7d3cKs", **options)
    for of_range, of_all in zip(weights, found, strict=True):
        np.testing.assert_array_equal(of_all, pb.combo_equity(of_range, "Ah7d3cKs", **options))


def test_the_row_of_an_error_is_that_of_the_array():
    boards = np.arange(24).reshape(2, 4, 3)
    boards[1, 2] = 7, 8, 7
    with pytest.raises(DuplicateCardError) as caught:
        pb.combo_equity("AA", boards=boards)
    assert caught.value.row == (1, 2)
    with pytest.raises(DuplicateCardError) as caught:
        pb.combo_equity(np.ones((2, 3, 1, 1, 1326)), boards=boards)
    assert caught.value.row == (1, 2)


def test_the_workers_of_an_executor_say_the_same():
    # Turns, which take no time: three blocks of boards.
    boards = pb.random_hands(300, 4, rng=6)
    expected = pb.combo_equity("QQ+, AKs", boards=boards)
    told = []
    with ThreadPoolExecutor(2) as executor:
        found = pb.combo_equity(
            "QQ+, AKs", boards=boards, executor=executor, progress=lambda done, total: told.append((done, total))
        )
        several = pb.combo_equity("QQ+, AKs", boards=boards[:200].reshape(2, 100, 4), executor=executor)
        nothing = pb.combo_equity("QQ+, AKs", boards=boards[:0], executor=executor)
        out = np.empty_like(expected)
        assert pb.combo_equity("QQ+, AKs", boards=boards, executor=executor, out=out) is out
        two = np.stack([pb.Range("QQ+, AKs").weights, pb.Range("22").weights])
        of_two = pb.combo_equity(two[:, None], boards, executor=executor)
        with pytest.raises(InvalidArgumentError, match=r"^row 1: the weight of combo 0"):
            pb.combo_equity([two[0], -two[1] - 1], boards[:2], executor=executor)
    assert np.array_equal(found, expected, equal_nan=True)
    assert np.array_equal(out, expected, equal_nan=True)
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert np.array_equal(of_two, [expected, pb.combo_equity("22", boards=boards)], equal_nan=True)
    assert np.array_equal(several.reshape(200, 1326), expected[:200], equal_nan=True)
    assert nothing.shape == (0, 1326)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        assert np.array_equal(pb.combo_equity("QQ+, AKs", boards=boards, executor=executor), expected, equal_nan=True)


def test_a_worker_names_the_row_of_the_whole():
    boards = np.tile(np.array([[0, 5, 10]], dtype=np.uint8), (300, 1))
    boards[250] = 7, 8, 7
    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(DuplicateCardError, match=r"^row 250: card 3s \(id 7\)"):
            pb.combo_equity("AA", boards=boards, executor=executor)
        with pytest.raises(DuplicateCardError, match=r"^row \(1, 100\): card 3s"):
            pb.combo_equity("AA", boards=boards.reshape(2, 150, 3), executor=executor)


@pytest.mark.parametrize(
    ("board", "scales"), [("", [1e300]), ("QhJh2c", [1e300, 1e-300]), ("QhJh2c3d4s", [1e300, 1e-300])]
)
def test_weights_of_any_scale(board, scales):
    # Alike in all suits: before the flop other weights take seconds.
    classes = pb.cards.combo_class(np.arange(1326))
    weights = np.where(classes % 13, 0, np.linspace(0.1, 1, 169)[classes])
    expected = pb.combo_equity(weights, board)
    for scale in scales:
        np.testing.assert_allclose(pb.combo_equity(weights * scale, board), expected, atol=1e-12)
