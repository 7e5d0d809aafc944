"""In how many deals a player wins, ties and loses, and the probabilities that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import lcm
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Counts:
    """In how many deals a player wins, ties and loses: exact integers, whatever their size.

    Attributes
    ----------
    wins
        Deals in which the player alone has the best hand.
    ties
        Deals in which the player shares the best hand, by the number of others who share it: `ties[0]` with one other
        player, `ties[1]` with two, and so on up to all others.
    losses
        Deals in which somebody has a better hand.

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
        """Deals in which the player shares the best hand with anyone: the sum of `ties`."""
        return sum(self.ties)

    @property
    def total(self) -> int:
        """All deals."""
        return self.wins + self.tied + self.losses

    @property
    def equity(self) -> float:
        """The player's share of the pot, correctly rounded; of a pot that n players share, each has 1 / n."""
        return _equity(self.wins, self.ties, self.total)

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as a dict for JSON: integers, and a list of them for `ties`."""
        return {"wins": self.wins, "ties": list(self.ties), "losses": self.losses, "total": self.total}


def _equity(wins: int, ties: tuple[int, ...], total: int) -> float:
    """Return the expected share of the pot: one division of integers, and so one rounding."""
    pot, shares = _pot_and_shares(len(ties))
    won: int = wins * pot + sum(map(mul, ties, shares))
    return won / (pot * total)


@cache
def _pot_and_shares(others: int) -> tuple[int, list[int]]:
    """Return a pot that a player can share evenly with one other, two, ... or all of them, and the player's shares."""
    pot = lcm(*range(1, others + 2))
    return pot, [pot // players for players in range(2, others + 2)]


def probabilities(
    counts: Sequence[Counts], shape: tuple[int, ...]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return equity, win, tie and lose as float64 arrays of this shape; each number is rounded once."""
    numbers: list[float] = []
    for of in counts:
        tied = sum(of.ties)
        total = of.wins + tied + of.losses
        numbers += (_equity(of.wins, of.ties, total), of.wins / total, tied / total, of.losses / total)
    # One array for each of the four, contiguous.
    equity, win, tie, lose = np.array(numbers, dtype=np.float64).reshape(-1, 4).T.copy().reshape(4, *shape)
    return equity, win, tie, lose
