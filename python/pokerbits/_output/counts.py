"""Exact numbers of deals that a player wins, ties and loses, and their probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import lcm
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._public import publish


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of deals that a player wins, ties and loses: exact integers of any size.

    Attributes
    ----------
    wins
        Number of deals in which the player alone has the best hand.
    ties
        Numbers of deals in which the player shares the best hand: `ties[0]` with one other player, `ties[1]` with two,
        and so on up to all other players.
    losses
        Number of deals in which another player has a better hand.

    Examples
    --------
    >>> import pokerbits as pb
    >>> aces, kings = pb.equity("AhAd", "KsKh").counts
    >>> aces
    Counts(wins=1399204, ties=(7923,), losses=305177)
    >>> aces.tied, aces.total
    (7923, 1712304)
    """

    wins: int
    ties: tuple[int, ...]
    losses: int

    @property
    def tied(self) -> int:
        """Number of deals in which the player shares the best hand: the sum of `ties`."""
        return sum(self.ties)

    @property
    def total(self) -> int:
        """Number of all deals."""
        return self.wins + self.tied + self.losses

    @property
    def equity(self) -> float:
        """Expected share of the pot, correctly rounded. A pot shared by n players counts 1 / n for each."""
        return _equity(self.wins, self.ties, self.total)

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as a dict for JSON.

        Returns
        -------
        dict
            `wins`, `losses` and `total`, integers, and `ties`, a list of integers.
        """
        return {"wins": self.wins, "ties": list(self.ties), "losses": self.losses, "total": self.total}


def _equity(wins: int, ties: tuple[int, ...], total: int) -> float:
    """Return the expected share of the pot, by one division of integers and so with one rounding."""
    pot, shares = _pot_and_shares(len(ties))
    won: int = wins * pot + sum(map(mul, ties, shares))
    return won / (pot * total)


@cache
def _pot_and_shares(others: int) -> tuple[int, list[int]]:
    """Return a pot that divides evenly among up to `others` + 1 players, and the share for each number of players."""
    pot = lcm(*range(1, others + 2))
    return pot, [pot // players for players in range(2, others + 2)]


def probabilities(
    counts: Sequence[Counts], shape: tuple[int, ...]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return equity, win, tie and lose as float64 arrays with this shape; each number is rounded once."""
    numbers: list[float] = []
    for of in counts:
        tied = sum(of.ties)
        total = of.wins + tied + of.losses
        numbers += (_equity(of.wins, of.ties, total), of.wins / total, tied / total, of.losses / total)
    # One contiguous array for each of the four.
    equity, win, tie, lose = np.array(numbers, dtype=np.float64).reshape(-1, 4).T.copy().reshape(4, *shape)
    return equity, win, tie, lose


publish("pokerbits", Counts)
