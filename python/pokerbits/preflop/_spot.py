"""A push/fold spot: stacks, blinds and prizes, and what each player gains by every way in which a hand can end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np
from numpy.typing import NDArray

from pokerbits.preflop._icm import icm

Ranking = Mapping[int, int]
"""The players who are all-in, and the rank of each: 0 for the best hand; equal hands have equal ranks."""


@dataclass(frozen=True)
class Spot:
    """Stacks before blinds and antes in the order of acting, blinds, ante, and the prizes if there are any."""

    stacks: tuple[float, ...]
    blinds: tuple[float, float]
    ante: float
    payouts: tuple[float, ...] | None

    @property
    def posted(self) -> tuple[float, ...]:
        """The chips that each player posts: ante and blind, or all chips."""
        blinds = (0.0,) * (len(self.stacks) - 2) + self.blinds
        # Sums such as 0.1 + 0.2 are rounded.
        owed = [self.ante + blind for blind in blinds]
        return tuple(stack if stack <= due * (1 + 1e-12) else due for stack, due in zip(self.stacks, owed, strict=True))

    @property
    def is_all_in(self) -> tuple[bool, ...]:
        """Whether each player is all-in by ante and blind, and so has no decision."""
        return tuple(stack == post for stack, post in zip(self.stacks, self.posted, strict=True))

    @property
    def unit(self) -> float:
        """The unit of exploitability: a big blind. In prizes it is the share of all prizes that it is of all chips."""
        big_blind = self.blinds[1]
        return big_blind if self.payouts is None else big_blind * fsum(self.payouts) / fsum(self.stacks)

    def gains(self, ranking: Ranking) -> NDArray[np.float64]:
        """Return the gain of each player if these players are all-in and the others have folded."""
        final = self.final_stacks(ranking)
        if self.payouts is None:
            change: NDArray[np.float64] = final - np.array(self.stacks)
            return change
        return self.prizes(final, self.payouts) - icm(self.stacks, self.payouts)

    def final_stacks(self, ranking: Ranking) -> NDArray[np.float64]:
        """Return the stacks after the hand: each part of the pot goes to the best of those who have paid for it."""
        posted, paid = self.posted, []
        for player, stack in enumerate(self.stacks):
            paid.append(stack if player in ranking else posted[player])
        final = np.array([stack - chips for stack, chips in zip(self.stacks, paid, strict=True)])
        below = 0.0
        for level in sorted({*paid}):
            parts = [max(min(chips, level) - below, 0.0) for chips in paid]
            rivals = [player for player in ranking if paid[player] >= level]
            if rivals:
                best = min(ranking[player] for player in rivals)
                winners = [player for player in rivals if ranking[player] == best]
                final[winners] += sum(parts) / len(winners)
            else:
                # Nobody has called this part of a folded blind.
                final += parts
            below = level
        return final

    def prizes(self, final: NDArray[np.float64], payouts: Sequence[float]) -> NDArray[np.float64]:
        """Return the expected prizes after the hand. A larger stack before it is better for players who are out."""
        places = np.zeros(len(final))
        places[: len(payouts)] = payouts
        found = np.zeros(len(final))
        alive = np.flatnonzero(final > 0)
        found[alive] = icm(final[alive], places[: len(alive)]) if len(alive) > 1 else places[0]
        first = len(alive)
        out = [player for player in range(len(final)) if final[player] <= 0]
        for stack in sorted({self.stacks[player] for player in out}, reverse=True):
            equals = [player for player in out if self.stacks[player] == stack]
            found[equals] = places[first : first + len(equals)].mean()
            first += len(equals)
        return found
