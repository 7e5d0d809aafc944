"""Hand strength against a weighted range: equal to enumeration, and to what other functions say of the same hands."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import pokerbits as pb
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidArgumentError, InvalidRangeError
from pokerbits.strength import hand_strength_histogram

# Alike in all suits: before the flop other weights take seconds.
CLASSES = pb.cards.combo_class(np.arange(1326))
WIDE = "22+, A2s+, 0.5:K9s+, 0.25:QTo+"
FUNCTIONS = [pb.hand_strength, pb.expected_hand_strength, hand_strength_histogram]


def over_runouts(hole, board, weights, bins):
    """Return E[HS], E[HS^2] and the histogram by enumeration of the runouts."""
    left = [card for card in range(52) if card not in {*hole, *board}]
    boards = [[*board, *more] for more in combinations(left, 5 - len(board))]
    found = oracles.won_and_met_on(hole, boards, oracles.opponents_of(weights))
    found = [(won, met) for won, met in found if met]
    total = sum(met for _, met in found)
    histogram = np.bincount([min(int(won * bins / met), bins - 1) for won, met in found], minlength=bins)
    mean, mean_of_squares = (sum(won**power / met ** (power - 1) for won, met in found) / total for power in (1, 2))
    return float(mean), float(mean_of_squares), histogram


@given(st.integers(0, 2**32), st.sampled_from([3, 4, 5]), st.integers(1, 60))
def test_strength_on_the_board_equals_enumeration(seed, size, held):
    rng = np.random.default_rng(seed)
    (*hole_and_board,) = rng.permutation(52)[: 2 + size].tolist()
    weights = np.zeros(1326)
    weights[rng.permutation(1326)[:held]] = rng.integers(1, 9, held)
    won, met = oracles.won_and_met(hole_and_board[:2], hole_and_board[2:], oracles.opponents_of(weights))
    strength = pb.hand_strength(hole_and_board[:2], hole_and_board[2:], villain=weights)
    assert strength == float(won / met) if met else np.isnan(strength)


@given(st.integers(0, 2**32), st.sampled_from([4, 5]), st.integers(20, 60), st.sampled_from([2, 7, 50, 1981]))
@settings(max_examples=12)
def test_means_over_the_runouts_equal_enumeration(seed, size, held, bins):
    rng = np.random.default_rng(seed)
    cards = rng.permutation(52)[: 2 + size].tolist()
    weights = np.zeros(1326)
    weights[rng.permutation(1326)[:held]] = rng.integers(1, 9, held)
    hole, board = cards[:2], cards[2:]
    mean, mean_of_squares, histogram = over_runouts(hole, board, weights, bins)
    assert pb.expected_hand_strength(hole, board, villain=weights) == pytest.approx(mean)
    assert pb.expected_hand_strength(hole, board, villain=weights, power=2) == pytest.approx(mean_of_squares)
    assert (hand_strength_histogram(hole, board, villain=weights, bins=bins) == histogram).all()


@pytest.mark.parametrize(
    ("board", "villain"),
    # Before the flop one range has to do.
    [
        ("", WIDE),
        *product(["QhJh2c", "QhJh2c3d", "QhJh2c3d4s"], [WIDE, "random", np.where(CLASSES % 13, 0, 1e300 / 3)]),
    ],
)
def test_the_mean_is_the_equity(board, villain):
    equities = pb.combo_equity(villain, board)
    for hole in ("AsKd", "7c7d"):
        mean = pb.expected_hand_strength(hole, board, villain=villain)
        if isinstance(villain, str):
            assert mean == pytest.approx(pb.equity(hole, villain, board=board).equity[0], abs=1e-12)
        assert mean == pytest.approx(equities[pb.cards.combo_id(hole)], abs=1e-9)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_random_hand_is_the_range_of_all_hands(size):
    cards = pb.random_hands(4 if size == 3 else 40, 2 + size, rng=size)
    hole, board = cards[:, :2], cards[:, 2:]
    assert (pb.hand_strength(hole, board, villain="random") == pb.hand_strength(hole, board)).all()
    for power in (1, 2):
        alone = pb.expected_hand_strength(hole, board, power=power)
        beside = pb.expected_hand_strength(hole, board, power=power, villain="random")
        np.testing.assert_allclose(beside, alone, rtol=1e-12)
    beside = hand_strength_histogram(hole, board, villain="random", bins=1981)
    assert (beside == hand_strength_histogram(hole, board, bins=1981)).all()


def test_batches_shapes_and_threads():
    cards = pb.random_hands(130, 6, rng=3).reshape(2, 65, 6)
    hole, board = cards[..., :2], cards[..., 2:]
    one_by_one = [[pb.expected_hand_strength(hand[:2], hand[2:], villain=WIDE) for hand in row] for row in cards]
    for threads in (1, 2, 3):
        found = pb.expected_hand_strength(hole, board, villain=WIDE, num_threads=threads)
        assert (found == one_by_one).all()
        squares = pb.expected_hand_strength(hole[:, :9], board[:, :9], villain=WIDE, power=2, num_threads=threads)
        assert squares[1, 7] == pb.expected_hand_strength(hole[1, 7], board[1, 7], villain=WIDE, power=2)
    assert hand_strength_histogram(hole[:, :3], board[:, :3], villain=WIDE, bins=6).shape == (2, 3, 6)
    out = np.empty((2, 65))
    assert pb.hand_strength(hole, board, villain=WIDE, out=out) is out
    assert (out == pb.hand_strength(hole, board, villain=pb.Range(WIDE))).all()
    assert pb.hand_strength(hole[:0], board[:0], villain=WIDE).shape == (0, 65)
    # Any scale of the weights.
    weights = np.asarray(pb.Range(WIDE).weights)
    assert (out == pb.hand_strength(hole, board, villain=weights * 2.0**-1000)).all()
    np.testing.assert_allclose(pb.hand_strength(hole, board, villain=weights * 1e300), out)


def test_the_result_may_be_written_over_the_weights():
    weights = np.asarray(pb.Range(WIDE).weights).copy()
    cards = pb.random_hands(1326, 5, rng=3)
    expected = pb.hand_strength(cards[:, :2], cards[:, 2:], villain=weights)
    pb.hand_strength(cards[:, :2], cards[:, 2:], villain=weights, out=weights)
    assert (weights == expected).all()


def test_no_hand_left_has_no_strength():
    for board in ("Ah2c3c", "Ah2c3c4d", "Ah2c3c4d5d"):
        assert np.isnan(pb.hand_strength("AsKd", board, villain="AsAh"))
        assert np.isnan(pb.expected_hand_strength("AsKd", board, villain="AsAh"))
        assert np.isnan(pb.expected_hand_strength("AsKd", board, villain="AsAh", power=2))
        assert not hand_strength_histogram("AsKd", board, villain="AsAh").any()
    # A river card may take the only hand of the opponent.
    assert hand_strength_histogram("AsKd", "Ah2c3c4d", villain="QcQd").sum() == 44
    assert np.isnan(pb.hand_strength("AsKd", "Ah2c3c", villain=np.zeros(1326)))


@pytest.mark.slow
def test_before_the_flop():
    assert np.isnan(pb.expected_hand_strength("AsKd", villain="AsQd"))
    squares = pb.expected_hand_strength("AsKd", villain="random", power=2)
    assert squares == pytest.approx(pb.expected_hand_strength("AsKd", power=2))
    counts = hand_strength_histogram(["AsKd", "7c2d"], villain="random", bins=1981)
    assert (counts == hand_strength_histogram(["AsKd", "7c2d"], bins=1981)).all()


@pytest.mark.parametrize("function", FUNCTIONS)
def test_bad_ranges_and_hands(function):
    weights = np.ones(1326)
    weights[7] = np.nan
    for villain, error, message in (
        ("AKx", InvalidRangeError, "villain"),
        (np.ones(169), InvalidArgumentError, "villain: expected 1326 numbers"),
        (
            np.ones((2, 1326)),
            InvalidArgumentError,
            r"villain: expected one row of 1326 weights, found shape \(2, 1326\)",
        ),
        (weights, InvalidArgumentError, "combo 7|weight"),
        (-np.ones(1326), InvalidArgumentError, "weight"),
        (["a"] * 1326, TypeError, "villain: expected numbers"),
        (5, (InvalidArgumentError, TypeError), "villain"),
    ):
        with pytest.raises(error, match=message):
            function("AsKd", "QhJh2c", villain=villain)
    with pytest.raises(DuplicateCardError, match="row 1"):
        function(["AsKd", "QhKd"], "QhJh2c", villain=WIDE)
    with pytest.raises(CardCountError):
        function("AsKd", "QhJh", villain=WIDE)
