"""The value of stacks in a tournament: the Independent Chip Model of Malmuth and Harville."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits._input.missing import unmasked
from pokerbits._input.numbers import as_one_array, real_numbers
from pokerbits._input.rows import row_of
from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError

MAX_PLAYERS = 10
"""Maximum number of players: the model visits all subsets of them."""

_ROWS = 4096
"""Number of tournaments that are looked at together."""


def icm(stacks: ArrayLike, payouts: ArrayLike) -> NDArray[np.float64]:
    """Return the expected prize of each player of a tournament by the Independent Chip Model.

    Parameters
    ----------
    stacks
        Chips of each player, shape (..., n), for 2 to 10 players; leading axes are further tournaments. A player
        without chips has finished last. Players without chips share the last places equally.
    payouts
        Prizes of the first place, the second and so on, in any unit, one for each player or fewer. Places without a
        prize get 0.

    Returns
    -------
    float64, shape of the stacks
        Expected prize of each player. They add up to the sum of the payouts.

    Raises
    ------
    InvalidArgumentError
        If there are not 2 to 10 players, or more payouts than players, or a number is negative, infinite or NaN, or if
        nobody has chips.

    Notes
    -----
    A player finishes first with the probability stack / all chips. The next place is drawn from the other players in
    the same way, and so on (Harville 1973; Malmuth 1987). All orders of finish count: nothing is sampled.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.preflop.icm([50, 30, 20], [70, 30])
    array([45.17857143, 32.25      , 22.57142857])
    >>> pb.preflop.icm([[50, 50, 0], [80, 10, 10]], [50, 30, 20]).round(2)
    array([[40.  , 40.  , 20.  ],
           [45.78, 27.11, 27.11]])
    """
    chips = checked_numbers(stacks, "stacks")
    prizes = checked_payouts(payouts)
    if not chips.ndim or not 2 <= chips.shape[-1] <= MAX_PLAYERS:
        raise InvalidArgumentError(
            f"stacks: expected the chips of 2 to {MAX_PLAYERS} players on the last axis, found shape {chips.shape}"
        )
    n = chips.shape[-1]
    if len(prizes) > n:
        raise InvalidArgumentError(f"payouts: expected at most {n}, one for each player, found {len(prizes)}")
    rows = chips.reshape(-1, n)
    empty = ~rows.any(axis=-1)
    if empty.any():
        at = np.unravel_index(int(np.argmax(empty)), chips.shape[:-1])
        raise InvalidArgumentError("stacks: no player has chips", row=row_of(tuple(map(int, at))))
    found = np.empty_like(rows)
    # Sums of the largest floats are not finite.
    unit = prizes.max() or 1.0
    for begin in range(0, len(rows), _ROWS):
        found[begin : begin + _ROWS] = _values(rows[begin : begin + _ROWS].T, prizes / unit).T * unit
    return found.reshape(chips.shape)


def checked_payouts(payouts: ArrayLike) -> NDArray[np.float64]:
    """Return prizes by place, after a check of all but their number."""
    prizes = checked_numbers(payouts, "payouts")
    if prizes.ndim != 1 or not prizes.size:
        message = f"payouts: expected the prizes of the first place, the second and so on, found shape {prizes.shape}"
        raise InvalidArgumentError(message)
    return prizes


def checked_numbers(values: ArrayLike, what: str) -> NDArray[np.float64]:
    """Return numbers as a new array of floats that are finite and not negative."""
    given: Any = as_one_array(values, what)
    unmasked(given, what)
    numbers = real_numbers(given, what)
    wrong = ~((numbers >= 0) & (numbers < np.inf))
    if wrong.any():
        index = tuple(int(i) for i in np.argwhere(wrong)[0])
        message = f"{what}: expected finite numbers of 0 or more, found {shown(numbers[index])}"
        raise InvalidArgumentError(message, row=row_of(index[:-1]))
    return numbers


def _values(stacks: NDArray[np.float64], payouts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the expected prizes of stacks (n, rows): one place after the other, over all sets of players before it."""
    n = len(stacks)
    stacks = stacks / stacks.max(axis=0)
    values = np.zeros_like(stacks)
    placed = {frozenset[int](): np.ones(stacks.shape[1:])}
    for place, payout in enumerate(payouts):
        following: dict[frozenset[int], Any] = {}
        for first in map(frozenset, combinations(range(n), place)):
            others = [i for i in range(n) if i not in first]
            chips = stacks[others]
            total = chips.sum(axis=0)
            # Players without chips share the last places.
            broke = total == 0
            shares = np.where(broke, 1 / len(others), chips / np.where(broke, 1, total)) * placed[first]
            values[others] += payout * shares
            if place + 1 < len(payouts):
                for i, share in zip(others, shares, strict=True):
                    after = first | {i}
                    following[after] = following[after] + share if after in following else share
        placed = following
    return values
