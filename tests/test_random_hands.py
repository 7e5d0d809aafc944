"""Random hands: uniform, reproducible to the byte, the same on any number of threads."""

import hashlib
from itertools import permutations
from math import prod

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidArgumentError, InvalidCardError


def chi_square_is_likely(counts, expected, freedom):
    """Return whether a uniform source gives counts that far from, and that near to, the expectation.

    All but once in ten thousand draws or so: within four standard deviations, by Wilson and Hilferty's cube root.
    """
    chi_square = ((np.asarray(counts) - expected) ** 2 / expected).sum()
    spread = 2 / (9 * freedom)
    return abs((chi_square / freedom) ** (1 / 3) - (1 - spread)) < 4 * spread**0.5


def test_the_stream_is_a_promise():
    assert pb.cards.format_cards(pb.random_hands(4, 7, rng=1), sep=" ") == GOLDEN
    digest = hashlib.sha256(pb.random_hands(5000, 9, rng=2, board="QhJh2c", dead="As").tobytes()).hexdigest()
    assert digest == GOLDEN_DIGEST


def slow_twin(key, left, n, size):
    """Return the hands of a key by Python's integers, from the words of NumPy's Philox: up to eight cards a word."""
    hands = []
    for first in range(0, n, 1024):
        words = np.random.Philox(key=key, counter=[0, first // 1024, 0, 0])
        deck = list(left)
        for _ in range(min(1024, n - first)):
            for start in range(0, size, 8):
                bounds = [len(deck) - place for place in range(start, min(start + 8, size))]
                # A word is thrown away if what is left of it is among those that not every arrangement has.
                while True:
                    word, places = int(words.random_raw()), []
                    for bound in bounds:
                        places.append(len(deck) - bound + (word * bound >> 64))
                        word = word * bound % 2**64
                    if word >= 2**64 % prod(bounds):
                        break
                for place, other in zip(range(start, size), places, strict=False):
                    deck[place], deck[other] = deck[other], deck[place]
            hands.append(deck[:size])
    return np.array(hands)


@pytest.mark.parametrize("size", [1, 2, 5, 7, 8, 9, 17, 47])
def test_hands_are_those_of_the_slow_twin(size):
    gone = [0, 7, 20, 33, 51]
    key = np.random.default_rng(11).bit_generator.random_raw(2)
    left = [card for card in range(52) if card not in gone]
    expected = slow_twin(key, left, 2100, size)
    assert (pb.random_hands(2100, size, rng=11, dead=gone) == expected).all()


@pytest.mark.parametrize("num_threads", [1, 2, 3, 16])
@pytest.mark.parametrize(("n", "size"), [(0, 7), (1, 52), (1023, 2), (1025, 2), (70_000, 5)])
def test_any_number_of_threads_and_hands(num_threads, n, size):
    hands = pb.random_hands(n, size, rng=3, num_threads=num_threads)
    assert hands.shape == (n, size)
    assert hands.dtype == np.uint8
    assert (hands == pb.random_hands(70_000 if size == 2 else n, size, rng=3, num_threads=1)[:n]).all()


@pytest.mark.parametrize("size", [1, 2, 7, 8, 9, 16, 17, 48])
def test_hands_are_different_cards_of_what_is_left(size):
    hands = pb.random_hands(3000, size, rng=4, board="AsKsQs", dead="2c")
    assert hands.max() < 52
    assert not np.isin(hands, [51, 47, 43, 0]).any()
    assert (np.diff(np.sort(hands, axis=1), axis=1) > 0).all()


@pytest.mark.parametrize("size", [7, 10])
def test_every_card_is_as_likely_at_every_place(size):
    n = 200_000
    hands = pb.random_hands(n, size, rng=5)
    for place in range(size):
        assert chi_square_is_likely(np.bincount(hands[:, place], minlength=52), n / 52, 51)


def test_every_two_cards_are_as_likely_whatever_their_places():
    n = 400_000
    hands = pb.random_hands(n, 9, rng=6)
    for first, second in [(0, 1), (0, 8), (7, 8), (3, 5)]:
        counts = np.bincount(hands[:, first].astype(int) * 52 + hands[:, second], minlength=52 * 52).reshape(52, 52)
        assert not np.diag(counts).any()
        assert chi_square_is_likely(counts[~np.eye(52, dtype=bool)], n / (52 * 51), 52 * 51 - 1)


def test_every_arrangement_of_what_is_left_is_as_likely():
    left = ["2c", "2d", "2h", "2s", "3c"]
    dead = ~pb.CardSet(left)
    n = 240_000
    hands = pb.random_hands(n, 5, rng=7, dead=dead)
    counts = dict.fromkeys(permutations(range(5)), 0)
    for hand, count in zip(*np.unique(hands, axis=0, return_counts=True), strict=True):
        counts[tuple(hand.tolist())] = int(count)
    assert chi_square_is_likely(list(counts.values()), n / 120, 119)


def test_one_hand_says_nothing_about_the_next():
    n = 400_000
    first = pb.random_hands(n, 7, rng=8)[:, 0].astype(int)
    counts = np.bincount(first[:-1] * 52 + first[1:], minlength=52 * 52)
    assert chi_square_is_likely(counts, (n - 1) / 52**2, 52**2 - 1)


def test_hands_of_random_cards_have_the_frequencies_of_all_hands():
    n = 500_000
    categories = np.bincount(pb.category(pb.evaluate(pb.random_hands(n, 5, rng=9))), minlength=9)
    census = np.array(list(pb.evaluator.category_census(5).values()))
    likely = census * n / census.sum() > 10
    counts = np.append(categories[likely], categories[~likely].sum())
    expected = np.append(census[likely], census[~likely].sum()) * n / census.sum()
    assert chi_square_is_likely(counts, expected, len(counts) - 1)


def test_a_seed_gives_the_same_hands_and_a_generator_moves_on():
    assert (pb.random_hands(50, 7, rng=10) == pb.random_hands(50, 7, rng=np.random.default_rng(10))).all()
    generator = np.random.default_rng(10)
    assert (pb.random_hands(50, 7, rng=generator) != pb.random_hands(50, 7, rng=generator)).any()
    assert (pb.random_hands(50, 7) != pb.random_hands(50, 7)).any()
    for other in (np.random.MT19937(1), np.random.SeedSequence(1), np.random.Generator(np.random.Philox(1))):
        assert pb.random_hands(5, 7, rng=other).shape == (5, 7)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: pb.random_hands(1, 0), InvalidArgumentError, "size = 0: 1 to 52 cards"),
        (lambda: pb.random_hands(1, 53), InvalidArgumentError, "size = 53: 1 to 52 cards"),
        (lambda: pb.random_hands(0, 48, board="2c3c4c", dead="5c6c"), InvalidArgumentError, "1 to 47 cards"),
        (lambda: pb.random_hands(-1, 5), InvalidArgumentError, "n = -1"),
        (lambda: pb.random_hands(1, -5), InvalidArgumentError, "size = -5"),
        (lambda: pb.random_hands(1, 5, board="AsAs"), DuplicateCardError, "card As"),
        (lambda: pb.random_hands(1, 5, board="AsKs", dead="As"), DuplicateCardError, "card As"),
        (lambda: pb.random_hands(1, 5, dead=[52]), InvalidCardError, "dead: card id 52"),
        (lambda: pb.random_hands(1, 5, dead=np.array([52], np.uint8)), InvalidCardError, "card id 52"),
        (lambda: pb.random_hands(1, 5, board=[[1, 2, 3]]), CardCountError, "board: expected one row"),
        (lambda: pb.random_hands(1, 5, num_threads=0), InvalidArgumentError, "num_threads = 0"),
        (lambda: pb.random_hands(1, 5, rng="seed"), InvalidArgumentError, "rng: expected a seed"),
        (lambda: pb.random_hands(1.5, 5), TypeError, "n = 1.5: expected an integer"),
    ],
)
def test_what_cannot_be_dealt(call, error, message):
    with pytest.raises(error, match=message):
        call()


GOLDEN = [
    "6h 9c Qs Jc Ts Th Kc",
    "Ah 9s Ts As Jd 4s 2h",
    "Kd Ah 9c Jd 5h 9d Qd",
    "3c Js Kd 5c 9c 7h 8s",
]
GOLDEN_DIGEST = "ad032dd9b19b82cc0ca1e7e3685a265b5eac9dfc2ddb40d6f16df45b0d2cd554"
