"""Random endgames for learning: boards, ranges by recursive halving, pots and stacks, as DeepStack draws them."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._equity.combo_equity import combo_equity
from pokerbits._equity.ranked_boards import RankedBoards
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import integer
from pokerbits._input.rng import RngLike, generator
from pokerbits._input.threads import resolve_num_threads
from pokerbits.cards import COMBOS

Street: TypeAlias = Literal["flop", "turn", "river"]
"""The first street of an endgame."""

N_CARDS = {"flop": 3, "turn": 4, "river": 5}
"""The board cards of each street."""

STACK = 20_000
"""Chips of each player before the hand."""
_LOWEST = np.array([100, 200, 400, 2000, 6000])
_HIGHEST = np.array([100, 399, 1999, 5999, 19_950])
"""The intervals of the chips that each player has put in."""

_PART = 256
"""Endgames that are drawn at a time, to keep memory small."""


class RandomEndgames(NamedTuple):
    """Endgames that were drawn at random: what `random_endgames` returns.

    Attributes
    ----------
    boards
        The boards, uint8 (n, cards).
    hero, villain
        The ranges, float64 (n, 1326), in the order of `COMBOS`. Each adds up to 1, and is 0 where the board blocks.
    pots
        The pots in chips, float64 (n,).
    stacks
        The chips that each player has left, float64 (n,).

    Examples
    --------
    >>> from pokerbits.endgame import random_endgames
    >>> drawn = random_endgames(3, "river", rng=1)
    >>> [array.shape for array in drawn]
    [(3, 5), (3, 1326), (3, 1326), (3,), (3,)]
    """

    boards: NDArray[np.uint8]
    hero: NDArray[np.float64]
    villain: NDArray[np.float64]
    pots: NDArray[np.float64]
    stacks: NDArray[np.float64]


def random_endgames(
    n: int, street: Street = "turn", *, rng: RngLike | None = None, num_threads: int | None = None
) -> RandomEndgames:
    """Return random endgames as DeepStack draws them: boards, both ranges, pots and stacks.

    Parameters
    ----------
    n
        Number of endgames.
    street
        Their first street: `"flop"`, `"turn"` or `"river"`.
    rng
        Seed or generator, as `numpy.random.default_rng` takes it. A seed gives the same endgames on every machine, and
        the first ones do not depend on `n`.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    RandomEndgames
        `boards`, `hero`, `villain`, `pots` and `stacks`: a tuple of five arrays.

    Raises
    ------
    InvalidArgumentError
        If the number is negative, or the street is none of the three.

    Notes
    -----
    After the supplement of Moravčík and others, "DeepStack" (2017), arXiv 1701.01724.

    **Boards** are uniform. **Ranges** are drawn one by one by recursive halving. All hands that the board allows are
    sorted by strength: on the river that of the showdown, before it E[HS]; hands of equal strength are in random order.
    The sorted hands begin with a probability of 1. A set of m hands with probability p gives its weakest m // 2 hands
    the probability p u and the others p (1 - u), with u uniform from 0 to 1, until sets have one hand. After k
    halvings, 10 or 11 of them, the mean weight of a hand is 1/2^k.

    **Pots**: both players begin with 20,000 chips and have put in the same number. One of the five intervals 100, 200
    to 399, 400 to 1,999, 2,000 to 5,999 and 6,000 to 19,950 is drawn, each as often as the others, and then a whole
    number in it. The pot is twice that number, and the stacks are what is left: the pot is 0.01 to 798 stacks.

    Examples
    --------
    >>> from pokerbits.endgame import random_endgames
    >>> boards, hero, villain, pots, stacks = random_endgames(2, "turn", rng=1)
    >>> hero.shape, hero.sum(axis=1).round(6), (hero[0] > 0).sum()
    ((2, 1326), array([1., 1.]), np.int64(1128))
    >>> bool((pots / 2 + stacks == 20_000).all())
    True
    """
    number = integer("n", n)
    check_name("street", street, N_CARDS)
    random, threads = generator(rng), resolve_num_threads(num_threads)
    boards = np.empty((number, N_CARDS[street]), dtype=np.uint8)
    ranges = np.zeros((2, number, _native.COMBO_COUNT))
    paid = np.empty(number)
    for first in range(0, number, _PART):
        part = slice(first, min(first + _PART, number))
        boards[part], paid[part] = _drawn(random, ranges[:, part], N_CARDS[street], threads)
    return RandomEndgames(boards, ranges[0], ranges[1], 2 * paid, STACK - paid)


def _drawn(
    random: np.random.Generator, ranges: NDArray[np.float64], n_cards: int, threads: int
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Fill the ranges (2, n, 1326) of some endgames; return their boards and what each player has put in."""
    n = ranges.shape[1]
    left = _native.CARD_COUNT - n_cards
    n_hands = left * (left - 1) // 2
    # Each endgame has one row of random numbers, so those of the first do not depend on how many follow. All are
    # fractions from 0 to 1: their stream is the same in all versions of NumPy.
    fractions = random.random((n, n_cards + 2 + 2 * (2 * n_hands - 1)))
    of_cards, of_pots, of_hands = np.split(fractions, [n_cards, n_cards + 2], axis=1)
    boards = _boards(of_cards)
    strengths, free = _strengths(boards, threads)
    ids = np.nonzero(free)[1].reshape(n, n_hands)
    strength = np.take_along_axis(strengths, ids, axis=1)
    for row, own in zip(ranges, np.split(of_hands, 2, axis=1), strict=True):
        order = np.lexsort((own[:, :n_hands], strength), axis=-1)
        np.put_along_axis(row, np.take_along_axis(ids, order, axis=1), halved(own[:, n_hands:]), axis=1)
    interval = (of_pots[:, 0] * len(_LOWEST)).astype(np.int64)
    lowest, highest = _LOWEST[interval], _HIGHEST[interval]
    return boards, np.floor(lowest + of_pots[:, 1] * (highest - lowest + 1))


def _boards(fractions: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return boards from fractions (n, cards): each card is one of those that are left."""
    deck = np.tile(np.arange(_native.CARD_COUNT, dtype=np.uint8), (len(fractions), 1))
    rows = np.arange(len(fractions))
    for at in range(fractions.shape[1]):
        chosen = at + (fractions[:, at] * (_native.CARD_COUNT - at)).astype(np.int64)
        deck[rows, at], deck[rows, chosen] = deck[rows, chosen], deck[rows, at]
    return deck[:, : fractions.shape[1]]


def _strengths(boards: NDArray[np.uint8], threads: int) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the strength of every combo, float64 (n, 1326), and whether the board allows it."""
    free = ~(COMBOS[None, :, :, None] == boards[:, None, None]).any(axis=(2, 3))
    if boards.shape[1] == N_CARDS["river"]:
        return RankedBoards(boards, num_threads=threads).strengths.astype(np.float64), free
    return combo_equity("random", boards, num_threads=threads), free


def halved(fractions: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights (n, m) of hands sorted by strength, from the fractions (n, m - 1) of the lower halves.

    Sets of hands are halved level by level, the weakest first.
    """
    n, m = fractions.shape[0], fractions.shape[1] + 1
    weights, sizes, used = np.ones((n, 1)), np.array([m]), 0
    while (splits := sizes > 1).any():
        end = used + int(splits.sum())
        lower = weights[:, splits] * fractions[:, used:end]
        halves = np.where(splits, 2, 1)
        at = np.cumsum(halves) - halves
        next_weights, next_sizes = np.empty((n, int(halves.sum()))), np.ones(int(halves.sum()), dtype=np.int64)
        next_weights[:, at[~splits]] = weights[:, ~splits]
        next_weights[:, at[splits]] = lower
        next_weights[:, at[splits] + 1] = weights[:, splits] - lower
        next_sizes[at[splits]] = sizes[splits] // 2
        next_sizes[at[splits] + 1] = sizes[splits] - sizes[splits] // 2
        weights, sizes, used = next_weights, next_sizes, end
    return weights
