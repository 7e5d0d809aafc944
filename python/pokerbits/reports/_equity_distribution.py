"""The distribution of a range's equity over its hands, against another range."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits import _native
from pokerbits._equity.combo_equity import combo_equity
from pokerbits._equity.equity import equity
from pokerbits._equity.folded import deals_beside, read_few_folded
from pokerbits._input.exact_weights import (
    exact_mean,
    exact_products,
    exact_weights,
    shares_of,
    sums_by,
    total_of,
)
from pokerbits._input.numbers import integer, real, real_numbers
from pokerbits._input.shown import shown
from pokerbits._input.situation import free_combos, known_cards
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardsLike
from pokerbits._output.columns import Columns
from pokerbits._output.drawn import Drawn
from pokerbits._output.results import Result
from pokerbits._output.tables import Table, shortened
from pokerbits.cards import CARD_NAMES, COMBOS, format_cards
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.ranges._range import Dialect, Range, RangeLike
from pokerbits.reports._named_range import named_range

_QUANTILES = (0, 0.1, 0.25, 0.5, 0.75, 0.9, 1)
"""The quantiles in a table."""
_MAX_BINS = 10_000


@dataclass(frozen=True, eq=False, repr=False)
class RangeDistribution(Drawn, Result):
    """The distribution of a range's equity over its hands, against another range.

    Attributes
    ----------
    hands
        The range, as text.
    opponent
        The opponent's range, as text.
    board
        The board, as text.
    equity
        Equity of each combo against the opponent's range, float64 (1326,), in the order of `COMBOS`. NaN for combos
        outside the range, and for combos that block all hands of the opponent.
    weights
        Weight of the deals of each combo, float64 (1326,): its weight in the range times the unblocked weight of the
        opponent's range. 0 where `equity` is NaN. Weights are multiplied and added up as decimals, and rounded to
        floats at the end. Shares, quantiles and bins are those of the decimals.

    Examples
    --------
    >>> import pokerbits as pb
    >>> found = pb.reports.equity_distribution("QQ+, AKs", "22+, A2s+", board="Ah7d2c").hero
    >>> found
    <RangeDistribution: QQ+, AKs against 22+, A2s+ on Ah7d2c: 18 combos, mean 63.14%>
    >>> found.quantile([0, 0.5, 1]).round(3)
    array([0.493, 0.546, 0.992])
    >>> round(found.share_at_least(0.8), 3)
    0.246
    """

    _drawn_by: ClassVar[str] = "equity_graph"
    hands: str
    opponent: str
    board: str
    equity: NDArray[np.float64]
    weights: NDArray[np.float64]

    @property
    def combos(self) -> int:
        """The number of combos that can be dealt."""
        return int(np.count_nonzero(self.weights))

    @property
    def mean(self) -> float:
        """The equity of the whole range, as in `pokerbits.equity`."""
        return exact_mean(np.nan_to_num(self.equity), self._deals)

    @property
    def _deals(self) -> NDArray[Any]:
        """The weights as integers, in any unit."""
        # Those of `two_distributions` are exact for weights that are rounded because they have many digits.
        known = vars(self).get("_exact")
        return exact_weights(self.weights)[0] if known is None else known

    @property
    def order(self) -> NDArray[np.intp]:
        """The combos that can be dealt, as indices of `COMBOS`, in ascending order of equity."""
        held = np.flatnonzero(self.weights)
        return held[np.argsort(self.equity[held], kind="stable")]

    def quantile(self, shares: ArrayLike) -> Any:
        """Return quantiles of the equity over the deals.

        Parameters
        ----------
        shares
            Numbers from 0 to 1, of any shape: 0 gives the smallest equity of a hand, 0.5 the median, 1 the largest.

        Returns
        -------
        float64, or array of the same shape

        Raises
        ------
        InvalidArgumentError
            If a share is not from 0 to 1.
        """
        wanted = real_numbers(shares, "shares")
        if not ((wanted >= 0) & (wanted <= 1)).all():
            raise InvalidArgumentError(f"shares: expected numbers from 0 to 1, found {shown(wanted.tolist())}")
        ends, equities = self.graph()
        return equities[np.searchsorted(ends[1:], wanted)]

    def histogram(self, bins: int = 10) -> NDArray[np.float64]:
        """Return the share of the deals in equal bins of equity from 0 to 1.

        Parameters
        ----------
        bins
            Number of bins.

        Returns
        -------
        float64 (bins,)
            A bin contains its lower end; the last bin contains both ends.

        Raises
        ------
        InvalidArgumentError
            If there are not 1 to 10,000 bins.
        """
        number = integer("bins", bins, 1, _MAX_BINS)
        held, deals = self.order, self._deals
        edges = np.arange(1, number) / number
        places = np.searchsorted(edges, self.equity[held], side="right")
        return shares_of(sums_by(places, deals[held], number), total_of(deals))

    def share_at_least(self, threshold: float) -> float:
        """Return the share of the deals in which the hand has at least the equity `threshold`.

        Returns
        -------
        float
            From 0 to 1.

        Raises
        ------
        InvalidArgumentError
            If the threshold is not one number.
        """
        least = real("threshold", threshold)
        deals = self._deals
        # NaN is never at least the threshold.
        return total_of(deals[self.equity >= least]) / total_of(deals)

    def graph(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the equity graph: hands in order of equity, each as wide as its share of the deals.

        Returns
        -------
        tuple[NDArray[np.float64], NDArray[np.float64]]
            The shares at which hands begin and end, from 0 to 1, float64 (n + 1,), and the equities of the
            n hands.
        """
        order, deals = self.order, self._deals
        ends = np.cumsum(np.concatenate([[0], deals[order]]))
        return shares_of(ends, total_of(deals)), self.equity[order]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON.

        Returns
        -------
        dict
            `hands`, `opponent`, `board`, `combos`, `mean`, some `quantiles` by share, the `histogram` in ten bins, and
            under `equity` the `hand`, `equity` and `share` of the deals of each combo, in ascending order of equity.
        """
        columns = {name: list(column) for name, column in self.to_columns().items()}
        rows = zip(columns["hand"], columns["equity"], columns["share"], strict=True)
        return {
            "hands": self.hands,
            "opponent": self.opponent,
            "board": self.board,
            "combos": self.combos,
            "mean": self.mean,
            "quantiles": [{"share": float(at), "equity": float(self.quantile(at))} for at in _QUANTILES],
            "histogram": self.histogram().tolist(),
            "equity": [{"hand": hand, "equity": float(of), "share": float(share)} for hand, of, share in rows],
        }

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each combo, in ascending order of equity. The columns are `hand`, text, and `equity`, `weight`
            and `share` of the deals, float64.
        """
        order = self.order
        deals = self._deals
        return {
            "hand": [CARD_NAMES[high] + CARD_NAMES[low] for low, high in COMBOS[order].tolist()],
            "equity": self.equity[order],
            "weight": self.weights[order],
            "share": shares_of(deals[order], total_of(deals)),
        }

    def _summary(self) -> str:
        where = f" on {self.board}" if self.board else ""
        names = f"{shortened(self.hands)} against {shortened(self.opponent)}"
        return f"{names}{where}: {self.combos:,} combos, mean {self.mean:.2%}"

    def _table(self) -> Table:
        rows = [[f"{share:.0%}", f"{self.quantile(share):.2%}"] for share in _QUANTILES]
        return Table(rows, ["hands up to", "equity"], self._summary())


@dataclass(frozen=True, eq=False, repr=False)
class EquityDistribution(Drawn, Result):
    """The distributions of the equities of two ranges against each other.

    Unpacking gives both sides: `hero, villain = equity_distribution(...)`.

    Attributes
    ----------
    hero, villain
        The `RangeDistribution` of each side: its equities, and how often each combo is dealt.

    Examples
    --------
    >>> import pokerbits as pb
    >>> both = pb.reports.equity_distribution("QQ+, AKs", "22+, A2s+", board="Ah7d2c")
    >>> both
    <EquityDistribution: QQ+, AKs 63.14%, 22+, A2s+ 36.86% on Ah7d2c>
    >>> both.villain.quantile(0.5).round(3)
    np.float64(0.087)
    """

    _drawn_by: ClassVar[str] = "equity_graph"
    hero: RangeDistribution
    villain: RangeDistribution

    def __iter__(self) -> Iterator[RangeDistribution]:
        yield self.hero
        yield self.villain

    @property
    def board(self) -> str:
        """The board, as text."""
        return self.hero.board

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON.

        Returns
        -------
        dict
            `players`, a list with the dict of each `RangeDistribution`.
        """
        return {"players": [side.to_dict() for side in self]}

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each combo, those of player 1 first. The columns are `player` (1 or 2), int64, and those of
            `RangeDistribution`.
        """
        sides = [side.to_columns() for side in self]
        found: Columns = {"player": np.repeat(np.arange(1, 3), [side.combos for side in self])}
        found["hand"] = [hand for side in sides for hand in side["hand"]]
        found |= {name: np.concatenate([side[name] for side in sides]) for name in ("equity", "weight", "share")}
        return found

    def _summary(self) -> str:
        where = f" on {self.board}" if self.board else ""
        return ", ".join(f"{shortened(side.hands)} {side.mean:.2%}" for side in self) + where

    def _table(self) -> Table:
        rows = [[f"{share:.0%}", *(f"{side.quantile(share):.2%}" for side in self)] for share in _QUANTILES]
        rows.append(["mean", *(f"{side.mean:.2%}" for side in self)])
        return Table(rows, ["hands up to", "hero", "villain"], self._summary())


def equity_distribution(
    hero: RangeLike,
    villain: RangeLike,
    *,
    board: CardsLike | None = None,
    dead: CardsLike | None = None,
    folded: Sequence[RangeLike] | None = None,
    dialect: Dialect | None = None,
    num_threads: int | None = None,
) -> EquityDistribution:
    """Return the distributions of the equities of two ranges against each other.

    Parameters
    ----------
    hero, villain
        The ranges: text, a `Range`, or the weights of all 1,326 combos.
    board
        0 to 5 board cards; by default none.
    dead
        Cards known to be out of play; by default none.
    folded
        One or two ranges of players who have folded; by default none.
    dialect
        Meaning of `+` and `-` behind connected hands in texts, as in `Range`.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    EquityDistribution

    Raises
    ------
    CardCountError
        If the board has more than five cards.
    InvalidCardError, DuplicateCardError
        If a card is invalid or appears twice.
    InvalidRangeError
        If a text is not a range, if the known cards leave a range without hands, or if both players can only hold the
        same cards.
    InvalidArgumentError
        For more than two folded ranges, and for folded ranges without a board, which would take too long.

    Notes
    -----
    All equities are exact, as far as those of `combo_equity` are. All shares are shares of the *deals*, and so are the
    quantiles, the histogram and the mean. The weight of the deals of a hand is its weight times the unblocked weight of
    the other range, and of the folded ones. Therefore the mean is the equity of the range, and the means of both sides
    sum to 1. A hand that the other range blocks is dealt less often than other hands of the same weight.

    Examples
    --------
    >>> import pokerbits as pb
    >>> print(pb.reports.equity_distribution("QQ+, AKs", "22+, A2s+", board="Ah7d2c"))
    hands up to    hero  villain
    0%           49.34%    6.98%
    10%          49.43%    7.03%
    25%          49.90%    7.03%
    50%          54.58%    8.68%
    75%          79.30%   75.78%
    90%          98.61%   77.46%
    100%         99.15%   99.91%
    mean         63.14%   36.86%
    QQ+, AKs 63.14%, 22+, A2s+ 36.86% on Ah7d2c
    """
    return EquityDistribution(
        *two_distributions(
            hero, villain, board=board, dead=dead, folded=folded, dialect=dialect, num_threads=num_threads
        )
    )


def two_distributions(
    first: RangeLike,
    second: RangeLike,
    *,
    board: CardsLike | None = None,
    dead: CardsLike | None = None,
    folded: Sequence[RangeLike] | None = None,
    dialect: Dialect | None = None,
    num_threads: int | None = None,
) -> tuple[RangeDistribution, RangeDistribution]:
    """Return the distributions of both of two ranges against each other."""
    ours, our_name = named_range(first, dialect, "player 1", player=0)
    theirs, their_name = named_range(second, dialect, "player 2", player=1)
    dealt, gone = known_cards(board, "board"), known_cards(dead, "dead")
    of_folded = read_few_folded(folded, dialect)
    # Texts of folded ranges are read again, without a second warning.
    of_texts: Any = {"folded": folded, "dialect": dialect or "both"}
    found = equity(ours, theirs, board=dealt, dead=gone, **of_texts, method="exact", num_threads=num_threads)
    equities = found.combo_equity
    if not found.counts:
        # The weights have too many digits for 64 bits; `combo_equity` takes more.
        board_of_all, beside = np.array(dealt, dtype=np.uint8), list(of_folded.weights)
        equities = np.stack(
            [
                combo_equity(of, boards=board_of_all, dead=gone, folded=beside, num_threads=num_threads)
                for of in (theirs, ours)
            ]
        )
    free, text = free_combos(dealt + gone), format_cards(dealt)
    if of_folded.names:
        boards, threads = np.array([dealt], dtype=np.uint8), resolve_num_threads(num_threads)
        of_ours, of_theirs = (
            exact_weights(deals_beside(of, of_folded, boards, gone, threads)[0]) for of in (theirs, ours)
        )
    else:
        of_ours, of_theirs = _unblocked(theirs, free), _unblocked(ours, free)
    names = (our_name, their_name)
    return (
        _distribution(names, text, ours, free, of_ours, equities[0]),
        _distribution(names[::-1], text, theirs, free, of_theirs, equities[1]),
    )


def _distribution(
    names: tuple[str, str],
    board: str,
    hands: Range,
    free: NDArray[np.bool],
    unblocked: tuple[NDArray[Any], int],
    equities: NDArray[np.float64],
) -> RangeDistribution:
    """Return the equity of each combo that can be dealt, and the weight of its deals."""
    (own, unit), (left, left_unit) = exact_weights(hands.weights), unblocked
    deals = np.where(free & np.isfinite(equities), exact_products(own, left), 0)
    found = RangeDistribution(*names, board, np.where(deals > 0, equities, np.nan), shares_of(deals, unit * left_unit))
    deals.flags.writeable = False
    vars(found)["_exact"] = deals
    return found


def _unblocked(opponent: Range, free: NDArray[np.bool]) -> tuple[NDArray[Any], int]:
    """Return the unblocked weight of the opponent's range beside each combo, in integers, and their unit."""
    numbers, unit = exact_weights(opponent.weights)
    theirs = np.where(free, numbers, 0)
    with_card = sums_by(COMBOS.ravel(), np.repeat(theirs, 2), _native.CARD_COUNT)
    # The same hand shares both cards and was subtracted twice.
    return theirs.sum() - with_card[COMBOS].sum(axis=1) + theirs, unit
