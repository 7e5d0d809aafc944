"""The Independent Chip Model against every order of finish, one by one."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerbits as pb
from pokerbits.preflop import icm


def slow_icm(stacks, payouts):
    """Return the expected prizes as fractions: the sum over all orders in which the players can finish."""
    n = len(stacks)
    prizes = [Fraction(payout) for payout in payouts] + [Fraction(0)] * (n - len(payouts))
    values = [Fraction(0)] * n
    for order in permutations(range(n)):
        chance, left = Fraction(1), list(order)
        for player in order:
            total = sum(Fraction(stacks[i]) for i in left)
            chance *= Fraction(stacks[player]) / total if total else Fraction(1, len(left))
            left.remove(player)
        for player, prize in zip(order, prizes, strict=True):
            values[player] += chance * prize
    return values


@pytest.mark.parametrize(
    ("stacks", "payouts", "expected"),
    [
        # Two players share in proportion, above the second prize.
        ([75, 25], [70, 30], [60, 40]),
        ([1, 1, 1, 1], [50, 30, 20], [25, 25, 25, 25]),
        ([10, 0], [70, 30], [70, 30]),
        ([10, 0, 0], [50, 30, 20], [50, 25, 25]),
        ([60, 40, 0, 0], [100], [60, 40, 0, 0]),
    ],
)
def test_known_values(stacks, payouts, expected):
    assert np.allclose(icm(stacks, payouts), expected, rtol=1e-14)


def test_three_players_by_hand():
    # Second place of the largest stack: behind the 30, or behind the 20.
    second = 0.3 * 50 / 70 + 0.2 * 50 / 80
    assert icm([50, 30, 20], [70, 30])[0] == pytest.approx(0.5 * 70 + second * 30, rel=1e-14)


@given(
    st.lists(st.integers(0, 50), min_size=2, max_size=6).filter(any),
    st.lists(st.integers(0, 100), min_size=1, max_size=6),
)
def test_every_order_of_finish_counts(stacks, payouts):
    payouts = payouts[: len(stacks)]
    assert np.allclose(icm(stacks, payouts), [float(value) for value in slow_icm(stacks, payouts)], rtol=1e-12)


@given(st.lists(st.floats(1e-3, 1e6), min_size=2, max_size=10), st.data())
def test_prizes_are_shared_out_and_larger_stacks_get_more(stacks, data):
    payouts = sorted(data.draw(st.lists(st.floats(0, 100), min_size=1, max_size=len(stacks))), reverse=True)
    values = icm(stacks, payouts)
    assert values.sum() == pytest.approx(sum(payouts), rel=1e-9)
    in_order = values[np.argsort(stacks)]
    assert (np.diff(in_order) >= -1e-9 * (1 + in_order[1:])).all()
    assert np.allclose(icm(np.array(stacks) * 7, payouts), values, rtol=1e-9)


def test_ten_players_and_many_tournaments():
    rng = np.random.default_rng(3)
    stacks = rng.integers(0, 9, (3, 2000, 4)) + np.eye(4, dtype=int)[0]
    values = icm(stacks, [5, 3, 1])
    assert values.shape == stacks.shape
    assert values.dtype == np.float64
    for at in [(0, 0), (1, 777), (2, 1999)]:
        assert np.allclose(values[at], [float(value) for value in slow_icm(stacks[at].tolist(), [5, 3, 1])])
    assert icm(range(1, 11), range(10, 0, -1)).sum() == pytest.approx(55)


def test_extreme_numbers_stay_finite():
    assert np.allclose(icm([1e308, 1e308], [1e308, 1e308]) / 1e308, 1)
    assert np.allclose(icm([5e-324, 5e-324, 0], [2, 1]), [1.5, 1.5, 0])
    assert not icm([1, 2], [0, 0]).any()
    assert icm(np.empty((0, 3)), [1]).shape == (0, 3)


@pytest.mark.parametrize(
    ("stacks", "payouts", "message"),
    [
        ([5], [1], "2 to 10 players"),
        (range(1, 12), [1], "2 to 10 players"),
        (5, [1], "2 to 10 players"),
        ([], [1], "2 to 10 players"),
        ([1, 2], [3, 2, 1], "payouts: expected at most 2, one for each player, found 3"),
        ([1, 2], [], "payouts: expected the prizes"),
        ([1, 2], 5, "payouts: expected the prizes"),
        ([1, 2], [[5]], "payouts: expected the prizes"),
        ([1, -2], [1], "stacks: expected finite numbers of 0 or more, found -2"),
        ([1, 2], [-1], "payouts: expected finite numbers of 0 or more, found -1"),
        ([1, np.nan], [1], "stacks: a value is missing, found nan"),
        ([1, np.inf], [1], "stacks: expected finite numbers"),
        (["a", "b"], [1], r"stacks: expected numbers, found \['a', 'b'\]"),
        ([1, 1j], [1], "stacks: expected numbers"),
        ([[1, 2], [3]], [1], "rows of different lengths"),
        ([0, 0], [1], "no player has chips"),
        (np.ma.masked_array([1, 2], [True, False]), [1], "masked"),
    ],
)
def test_what_is_refused(stacks, payouts, message):
    with pytest.raises(pb.exceptions.InvalidArgumentError, match=message):
        icm(stacks, payouts)


def test_an_error_names_the_row():
    for stacks in ([[1, 2], [0, 0]], [[1, 2], [3, -1]]):
        with pytest.raises(pb.exceptions.InvalidArgumentError) as caught:
            icm(stacks, [1])
        assert caught.value.row == 1
