"""The result of `equity` in high-low games: high, low, scoops and quarters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from pokerbits._equity.result import EquityResult
from pokerbits._forks import NoFork
from pokerbits._output.columns import Columns
from pokerbits._output.counts import Counts
from pokerbits._output.tables import Table
from pokerbits._public import publish

if TYPE_CHECKING:
    from fractions import Fraction

HIGH_LOW_SHARES: Final = ("equity", "scoop", "split", "lose")
"""How tables call equity, win, tie and lose in a game of two halves of a pot."""

ByWinners: TypeAlias = Sequence[tuple[int, int, int]]
"""Winners of the high and of the low half as bit sets (bit `i` for player `i`), and the number of such showdowns."""


@dataclass(frozen=True, slots=True)
class HighLowCounts(Counts):
    """Exact numbers of deals in which a player wins each part of the pot, in a high-low game.

    Attributes
    ----------
    wins
        Deals in which the player takes the whole pot alone: scoops.
    ties
        Deals in which the player takes a part of the pot, by the number of other players who take one: `ties[0]` with
        one other player, and so on.
    losses
        Deals in which the player takes nothing.
    high
        Deals won, tied and lost with the high hand, as if it took the whole pot.
    low
        Deals won, tied and lost with the low hand, among the deals in which some player has a low.
    shares
        Pairs of a part of the pot, which may be 0, and the number of deals in which the player gets it, in ascending
        order of the part.

    Examples
    --------
    >>> import pokerbits as pb
    >>> first = pb.equity("As2s7h8d", "Ah2hKsKd", board="3s4d8cKc", game="omaha_hilo").counts[0]
    >>> first.scoops, first.quarters, first.low
    (0, 32, Counts(wins=4, ties=(36,), losses=0))
    >>> {str(share): deals for share, deals in first.shares}
    {'1/4': 32, '1/2': 8}
    """

    high: Counts
    low: Counts
    shares: tuple[tuple[Fraction, int], ...]

    @property
    def scoops(self) -> int:
        """Deals in which the player takes the whole pot alone."""
        return self.wins

    @property
    def quarters(self) -> int:
        """Deals in which the player takes a quarter of the pot: usually half of one half, and nothing of the other."""
        return sum(deals for share, deals in self.shares if share == 1 / 4)

    @property
    def equity(self) -> float:
        """The player's part of the pot, correctly rounded."""
        return float(sum(share * deals for share, deals in self.shares) / self.total)

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as a dict for JSON.

        Returns
        -------
        dict
            `wins`, `ties`, `losses` and `total`; `high` and `low`, dicts of the same; and `shares`, the number of
            deals by part of the pot, such as `"1/4"`.
        """
        numbers = {"wins": self.wins, "ties": list(self.ties), "losses": self.losses, "total": self.total}
        shares = {str(share): deals for share, deals in self.shares}
        return {**numbers, "high": self.high.to_dict(), "low": self.low.to_dict(), "shares": shares}


@dataclass(frozen=True, eq=False, repr=False)
class HighLowResult(EquityResult):
    """How often each player wins the pot or a part of it in a high-low game.

    It is an `EquityResult`: `win` is the probability to take the whole pot alone (to scoop), `tie` the probability to
    take a part of it, and `lose` the probability to take nothing. The `counts` are `HighLowCounts`.

    Examples
    --------
    >>> import pokerbits as pb
    >>> result = pb.equity("As2s7h8d", "Ah2hKsKd", board="3s4d8cKc", game="omaha_hilo")
    >>> print(result)
    player      equity    scoop      split     lose      high       low
    As2s7h8d  30.0000%  0.0000%  100.0000%  0.0000%   5.0000%  55.0000%
    Ah2hKsKd  70.0000%  0.0000%  100.0000%  0.0000%  95.0000%  45.0000%
    40 showdowns, exact
    """

    counts: tuple[HighLowCounts, ...]

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            The columns of `EquityResult`, and if there are counts, `high_wins`, `high_ties`, `low_wins`, `low_ties`,
            `lows` (deals with a low) and `quarters`: int64, or text if the counts do not fit in int64.
        """
        columns = super().to_columns()
        if not self.counts:
            return columns
        numbers = {
            "high_wins": [of.high.wins for of in self.counts],
            "high_ties": [of.high.tied for of in self.counts],
            "low_wins": [of.low.wins for of in self.counts],
            "low_ties": [of.low.tied for of in self.counts],
            "lows": [of.low.total for of in self.counts],
            "quarters": [of.quarters for of in self.counts],
        }
        for name, column in numbers.items():
            columns[name] = [str(n) for n in column] if self._is_large() else np.array(column, dtype=np.int64)
        return columns

    def _table(self) -> Table:
        high = [f"{of.high.equity:.4%}" for of in self.counts]
        low = [f"{of.low.equity:.4%}" if of.low.total else "" for of in self.counts]
        return self._table_of(HIGH_LOW_SHARES, *([("high", high), ("low", low)] if self.counts else []))


def counts_by_player(by_winners: ByWinners, players: int) -> tuple[Counts, ...]:
    """Return the counts of the high hands of every player, without regard to the low."""
    return tuple(_of_player([(high, n) for high, _, n in by_winners], player, players) for player in range(players))


def high_low_counts(by_winners: ByWinners, players: int) -> tuple[HighLowCounts, ...]:
    """Return the counts of every player."""
    found = []
    for player in range(players):
        takers = _of_player([(high | low, n) for high, low, n in by_winners], player, players)
        high_hands = _of_player([(high, n) for high, _, n in by_winners], player, players)
        lows = _of_player([(low, n) for _, low, n in by_winners if low], player, players)
        shares: dict[Fraction, int] = {}
        for high, low, n in by_winners:
            share = _part(player, high) if not low else (_part(player, high) + _part(player, low)) / 2
            shares[share] = shares.get(share, 0) + n
        of = HighLowCounts(takers.wins, takers.ties, takers.losses, high_hands, lows, tuple(sorted(shares.items())))
        found.append(of)
    return tuple(found)


def _part(player: int, winners: int) -> Fraction:
    """Return the part that a player gets of an amount that a set of winners shares."""
    # Imported here: `fractions` imports `decimal`, which the package needs nowhere else.
    with NoFork():
        from fractions import Fraction

    return Fraction(winners >> player & 1, winners.bit_count())


def _of_player(by_winners: Sequence[tuple[int, int]], player: int, players: int) -> Counts:
    """Return how often a player is among the winners, and with how many others."""
    shared, losses = [0] * players, 0
    for winners, n in by_winners:
        if winners >> player & 1:
            shared[winners.bit_count() - 1] += n
        else:
            losses += n
    return Counts(shared[0], tuple(shared[1:]), losses)


publish("pokerbits", HighLowCounts, HighLowResult)
