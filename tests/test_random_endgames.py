"""Random endgames: recursive halving against a plain recursion, uniform boards, means of hands, pots and seeds."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

import pokerbits as pb
from pokerbits.endgame import RandomEndgames, random_endgames
from pokerbits.endgame._random import halved

N_HANDS = {"flop": 1176, "turn": 1128, "river": 1081}


def plainly_halved(shares):
    """Return the weights of one range by recursion; shares are used level by level, the weakest set first."""
    sets, order = [(0, len(shares) + 1)], []
    while sets:
        order += [of for of in sets if of[1] - of[0] > 1]
        halves = [(low, (low + high) // 2, high) for low, high in sets if high - low > 1]
        sets = [half for low, middle, high in halves for half in ((low, middle), (middle, high))]
    share_of, weights = dict(zip(order, shares, strict=True)), np.empty(len(shares) + 1)

    def give(low, high, p):
        if high - low == 1:
            weights[low] = p
            return
        middle, p_of_weaker = low + (high - low) // 2, p * share_of[low, high]
        give(low, middle, p_of_weaker)
        give(middle, high, p - p_of_weaker)

    give(0, len(weights), 1.0)
    return weights


@given(st.lists(st.lists(st.floats(0, 1), min_size=7, max_size=7), min_size=1, max_size=3), st.integers(0, 7))
def test_recursive_halving_is_that_of_a_plain_recursion(rows, n):
    shares = np.array(rows)[:, :n]
    assert np.array_equal(halved(shares), [plainly_halved(row) for row in shares])


@pytest.fixture(scope="module", params=N_HANDS)
def drawn(request):
    return request.param, random_endgames(300 if request.param == "flop" else 600, request.param, rng=3)


def test_ranges_hold_what_the_board_allows(drawn):
    street, (boards, hero, villain, *_) = drawn
    free = ~(pb.COMBOS[None, :, :, None] == boards[:, None, None]).any(axis=(2, 3))
    for ranges in (hero, villain):
        assert np.array_equal(ranges > 0, free)
        np.testing.assert_allclose(ranges.sum(axis=1), 1, rtol=0, atol=1e-12)
    assert (free.sum(axis=1) == N_HANDS[street]).all()
    assert not np.array_equal(hero, villain)


def test_hands_are_sorted_by_strength_and_have_their_mean_weights(drawn):
    """The weight of a hand has the mean 1/2^k after k halvings, and the strongest half has half on average."""
    street, (boards, hero, _, *_) = drawn
    strength = np.nan_to_num(pb.combo_equity("random", boards), nan=-1)
    if street == "river":
        strength = pb.RankedBoards(boards).strengths.astype(float)
    n = N_HANDS[street]
    order = np.argsort(strength, axis=1, kind="stable")[:, -n:]
    by_strength = np.take_along_axis(hero, order, axis=1)
    # Sums of blocks of ranks, whose borders equal hands may cross.
    expected = plainly_halved(np.full(n - 1, 0.5))
    assert set(np.log2(expected)) == {-10.0, -11.0}
    blocks = np.array_split(np.arange(n), 12)
    means = np.array([by_strength[:, block].sum(axis=1).mean() for block in blocks])
    errors = np.array([by_strength[:, block].sum(axis=1).std() for block in blocks]) / np.sqrt(len(hero))
    assert (np.abs(means - [expected[block].sum() for block in blocks]) < 5 * errors).all()
    # The spread: the share of the strongest half is uniform.
    stronger = by_strength[:, n // 2 :].sum(axis=1)
    assert stronger.std() == pytest.approx(np.sqrt(1 / 12), abs=0.04)
    # That of a quarter is a product of two: its square has the mean 1/9.
    quarter = by_strength[:, n // 2 + n // 4 :].sum(axis=1)
    assert (quarter**2).mean() == pytest.approx(1 / 9, abs=0.04)


def test_equal_hands_are_in_random_order():
    """7c7d is as often below 7h7s, which is its equal but for flushes, as above."""
    found = random_endgames(2000, "river", rng=5)
    low, high = (pb.cards.combo_id(name) for name in ("7c7d", "7h7s"))
    has_no_seven = ~(found.boards // 4 == 5).any(axis=1)
    difference = (found.hero[:, low] - found.hero[:, high])[has_no_seven]
    assert abs(difference.mean()) < 5 * difference.std() / np.sqrt(len(difference))
    # The weaker neighbour of a pair has a uniform share of it, so either may be larger.
    assert (difference > 0).mean() == pytest.approx(0.5, abs=0.05)


def test_boards_are_uniform():
    boards = random_endgames(1500, "turn", rng=7).boards.astype(int)
    assert all(len(set(board)) == 4 for board in boards.tolist())
    for column in boards.T:
        assert chisquare(np.bincount(column, minlength=52)).pvalue > 1e-4
    # A pair of cards is as frequent as any other.
    pairs = np.bincount((boards[:, 0] * 52 + boards[:, 3]) % 97, minlength=97)
    expected = np.bincount([(a * 52 + b) % 97 for a in range(52) for b in range(52) if a != b], minlength=97)
    assert chisquare(pairs, expected / expected.sum() * pairs.sum()).pvalue > 1e-4


def test_pots_and_stacks_are_those_of_deepstack():
    _, _, _, pots, stacks = random_endgames(3000, "river", rng=8)
    assert np.array_equal(pots / 2 + stacks, np.full(3000, 20_000))
    paid = pots / 2
    assert np.array_equal(paid, np.floor(paid))
    edges = [100, 200, 400, 2000, 6000, 19_951]
    counts = np.histogram(paid, edges)[0]
    assert counts.sum() == 3000
    assert chisquare(counts).pvalue > 1e-4
    assert set(paid[paid < 200]) == {100}
    for low, high in pairwise(edges[1:]):
        of_interval = paid[(paid >= low) & (paid < high)]
        assert of_interval.mean() == pytest.approx((low + high - 1) / 2, rel=0.05)


@pytest.mark.parametrize("street", ["turn", "river"])
def test_a_seed_gives_the_same_endgames(street):
    first = random_endgames(300, street, rng=1, num_threads=1)
    assert isinstance(first, RandomEndgames)
    for again in (random_endgames(300, street, rng=1, num_threads=3), random_endgames(257, street, rng=1)):
        assert all(np.array_equal(one[: len(other)], other) for one, other in zip(first, again, strict=True))
    other = random_endgames(300, street, rng=2)
    assert not any(np.array_equal(one, of) for one, of in zip(first, other, strict=True))


def test_a_seed_stands_for_the_same_numbers_for_ever():
    boards, hero, villain, pots, stacks = random_endgames(1, "turn", rng=1)
    assert pb.cards.format_cards(boards[0]) == "8hAd4d2d"
    assert [int(hero[0].argmax()), int(villain[0].argmax()), int(pots[0]), int(stacks[0])] == [763, 961, 568, 19716]


def test_a_generator_is_advanced():
    random = np.random.default_rng(1)
    first, second = (random_endgames(2, "river", rng=random) for _ in range(2))
    assert not np.array_equal(first.boards, second.boards)
    assert np.array_equal(first.hero, random_endgames(2, "river", rng=1).hero)


def test_no_endgames():
    assert [array.shape for array in random_endgames(0)] == [(0, 4), (0, 1326), (0, 1326), (0,), (0,)]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"n": -1}, pb.exceptions.InvalidArgumentError, "n = -1: expected 0 to"),
        ({"n": 1.5}, TypeError, "n = 1.5: expected an integer"),
        ({"n": "2"}, TypeError, "write 2 without quotes"),
        ({"street": "preflop"}, pb.exceptions.InvalidArgumentError, "street: expected 'flop', 'turn' or 'river'"),
        ({"street": 4}, TypeError, "street: expected"),
        ({"rng": "one"}, pb.exceptions.InvalidArgumentError, "rng: expected a seed"),
        ({"num_threads": 0}, pb.exceptions.InvalidArgumentError, "num_threads = 0"),
    ],
)
def test_wrong_arguments_are_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        random_endgames(**({"n": 1} | arguments))
