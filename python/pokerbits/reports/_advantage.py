"""Compare two ranges on a board: their equities, and their shares of very strong hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.numbers import real
from pokerbits._input.types import CardsLike
from pokerbits._output.columns import Columns
from pokerbits._output.results import Result
from pokerbits._output.tables import Table, shortened
from pokerbits.ranges._range import Dialect, RangeLike
from pokerbits.reports._equity_distribution import two_distributions


@dataclass(frozen=True, eq=False, repr=False)
class Advantage(Result):
    """A measure of two ranges on a board, and its difference.

    Attributes
    ----------
    measure
        Name of the measure: `"equity"`, or the hands that are counted, such as `"hands with 80% equity or more"`.
    players
        Both ranges, as text.
    board
        The board, as text.
    shares
        Value for each range, float64 (2,), from 0 to 1.

    Examples
    --------
    >>> import pokerbits as pb
    >>> found = pb.reports.nut_advantage("QQ+, AK", "77, 22, A7s, KQs", board="Ah7d2c")
    >>> found.shares.round(3), round(found.difference, 3), round(found.ratio, 3)
    (array([0.116, 0.739]), -0.623, 0.157)
    """

    measure: str
    players: tuple[str, str]
    board: str
    shares: NDArray[np.float64]

    @property
    def difference(self) -> float:
        """The share of the first minus that of the second."""
        return float(self.shares[0] - self.shares[1])

    @property
    def ratio(self) -> float:
        """The share of the first divided by that of the second: infinite if only the second is 0, NaN if both are."""
        first, second = self.shares.tolist()
        return first / second if second else float("inf" if first else "nan")

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON.

        Returns
        -------
        dict
            `measure`, `board`, `difference`, `ratio` (`None` if it is not finite), and for each of `players` its
            `hands` and `share`.
        """
        players = [{"hands": of, "share": share} for of, share in zip(self.players, self.shares.tolist(), strict=True)]
        ratio = self.ratio if np.isfinite(self.ratio) else None
        return {
            "measure": self.measure,
            "board": self.board,
            "difference": self.difference,
            "ratio": ratio,
            "players": players,
        }

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each player: `hands`, text, and `share`, float64.
        """
        return {"hands": list(self.players), "share": self.shares}

    def _summary(self) -> str:
        shares = (f"{shortened(of)} {share:.2%}" for of, share in zip(self.players, self.shares, strict=True))
        return f"{self.measure} {', '.join(shares)}, {self.difference:.2%} apart"

    def _table(self) -> Table:
        rows = [[shortened(of), f"{share:.4%}"] for of, share in zip(self.players, self.shares, strict=True)]
        return Table(rows, ["player", self.measure], f"{self.difference:.4%} apart")


def range_advantage(
    hero: RangeLike,
    villain: RangeLike,
    *,
    board: CardsLike | None = None,
    dead: CardsLike | None = None,
    folded: Sequence[RangeLike] | None = None,
    dialect: Dialect | None = None,
    num_threads: int | None = None,
) -> Advantage:
    """Return the difference of the equities of two ranges.

    Parameters
    ----------
    hero, villain
        Ranges: text, a `Range`, or the weights of all 1,326 combos.
    board
        0 to 5 board cards; by default none.
    dead
        Cards known to be out of play; by default none.
    folded, dialect
        As in `equity_distribution`.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    Advantage

    Raises
    ------
    CardCountError, InvalidCardError, DuplicateCardError, InvalidRangeError
        As from `equity_distribution`.

    Notes
    -----
    `difference` = E(hero) - E(villain), from -1 to 1. E is the expected share of the pot at showdown: the mean of the
    equities of a range's hands against the other range, weighted by their deals. As E(hero) + E(villain) = 1, the
    difference is 2 E(hero) - 1. Every deal is counted.

    Examples
    --------
    >>> import pokerbits as pb
    >>> print(pb.reports.range_advantage("QQ+, AK", "TT-22, KQs", board="Ah7d2c"))
    player        equity
    QQ+, AK     82.7687%
    TT-22, KQs  17.2313%
    65.5374% apart
    """
    both = two_distributions(
        hero, villain, board=board, dead=dead, folded=folded, dialect=dialect, num_threads=num_threads
    )
    shares = np.array([of.mean for of in both])
    return Advantage("equity", (both[0].hands, both[1].hands), both[0].board, shares)


def nut_advantage(
    hero: RangeLike,
    villain: RangeLike,
    *,
    board: CardsLike | None = None,
    nut_equity: float = 0.8,
    dead: CardsLike | None = None,
    folded: Sequence[RangeLike] | None = None,
    dialect: Dialect | None = None,
    num_threads: int | None = None,
) -> Advantage:
    """Return the difference of the shares of very strong hands in two ranges.

    Parameters
    ----------
    hero, villain
        Ranges: text, a `Range`, or the weights of all 1,326 combos.
    board
        0 to 5 board cards; by default none.
    nut_equity
        Minimum equity of a nut hand against the other range, 0 to 1.
    dead
        Cards known to be out of play; by default none.
    folded, dialect
        As in `equity_distribution`.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    Advantage

    Raises
    ------
    CardCountError, InvalidCardError, DuplicateCardError, InvalidRangeError
        As from `equity_distribution`.
    InvalidArgumentError
        If `nut_equity` is not within 0 and 1.

    Notes
    -----
    Let e(h) be the equity of hand h against the other range. Let d(h) be the weight of its deals: its weight times the
    weight of the other range's hands that share no card with it. The share of a range is

        N = (sum of d(h) over h with e(h) >= nut_equity) / (sum of d(h) over all h)

    `difference` = N(hero) - N(villain) and `ratio` = N(hero) / N(villain). Each range is measured against the other
    one, so two equal ranges have the same share.

    Examples
    --------
    >>> import pokerbits as pb
    >>> print(pb.reports.nut_advantage("QQ+, AK", "77, 22, A7s, KQs", board="Ah7d2c"))
    player            hands with 80% equity or more
    QQ+, AK                                11.5942%
    77, 22, A7s, KQs                       73.9130%
    -62.3188% apart
    """
    nut_equity = real("nut_equity", nut_equity, 0, 1)
    both = two_distributions(
        hero, villain, board=board, dead=dead, folded=folded, dialect=dialect, num_threads=num_threads
    )
    shares = np.array([of.share_at_least(nut_equity) for of in both])
    measure = f"hands with {100 * nut_equity:g}% equity or more"
    return Advantage(measure, (both[0].hands, both[1].hands), both[0].board, shares)
