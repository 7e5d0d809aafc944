"""The report of two ranges on boards, or on groups of boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pokerbits._output.columns import Columns
from pokerbits._output.drawn import Drawn
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.reports._textures import TEXTURES, Texture, checked_textures, texture_codes

_SHOWN_ROWS = 60
_PLAYERS = ("hero", "villain")


@dataclass(frozen=True, eq=False, repr=False)
class BoardReport(Drawn, Result):
    """Equities and shares of two ranges, with one row for each board or group of boards.

    Arrays with two columns have the hero first and the villain second.

    Attributes
    ----------
    by
        The kind of the rows: `("flop",)`, `("turn",)`, `("river",)`, or the textures of groups of flops.
    rows
        The names of the rows, one text for each item of `by`.
    boards
        The board of each row, uint8 (n, 3 | 4 | 5); empty, (0, 3), for groups.
    n_boards
        Number of boards that a row represents, float64 (n,).
    share
        Share of the deals with such a board, float64 (n,), with sum 1. A board with cards that the ranges hold is less
        likely.
    equity
        Expected share of the pot, float64 (n, 2). For a group this is the mean over all deals, weighted by `share`. The
        same holds for the next two attributes. All three are NaN if a board leaves the players no deal.
    equity_quantiles
        Quantiles of the equity of the player's deals, float64 (n, 2, n_quantiles), in the order of `quantiles`.
    nut_share
        The share of the player's deals with a combo that has `nut_equity` or more, float64 (n, 2).
    quantiles
        Which quantiles those are, 0 to 1, float64 (n_quantiles,).
    nut_equity
        Minimum equity of a nut hand.
    players
        The ranges of hero and villain, as text.

    Examples
    --------
    >>> import pokerbits as pb
    >>> report = pb.flop_report("QQ+, AKs", "22+, A2s+", boards=["Ah7d2c", "9h8h7h"])
    >>> report
    <BoardReport: 2 rows by flop, hero 61.36%, villain 38.64%>
    >>> print(report)
    flop     share    hero  villain  hero nuts  villain nuts
    Ah7d2c  42.97%  63.14%   36.86%     24.61%         6.00%
    9h8h7h  57.03%  60.02%   39.98%     16.58%         9.18%
    nuts: hands with an equity of 80% or more; 2 rows by flop, hero 61.36%, villain 38.64%
    """

    _drawn_by: ClassVar[str] = "board_report"
    by: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    boards: NDArray[np.uint8]
    n_boards: NDArray[np.float64]
    share: NDArray[np.float64]
    equity: NDArray[np.float64]
    equity_quantiles: NDArray[np.float64]
    nut_share: NDArray[np.float64]
    quantiles: NDArray[np.float64]
    nut_equity: float
    players: tuple[str, str]

    @property
    def mean_equity(self) -> NDArray[np.float64]:
        """The equities of hero and villain over all deals, float64 (2,): the mean of `equity` weighted by `share`."""
        # A board without deals has share 0 and no equity.
        mean: NDArray[np.float64] = np.where(self.share > 0, self.share * self.equity.T, 0).sum(axis=1)
        return mean

    def group_by(self, textures: Texture | Sequence[Texture]) -> BoardReport:
        """Return the means over flops of the same texture.

        Parameters
        ----------
        textures
            `"suits"`, `"pairing"`, `"connectedness"`, `"high_card"`, as in `flops`, or several of them.

        Returns
        -------
        BoardReport
            One row for each texture that occurs.

        Raises
        ------
        InvalidArgumentError
            If there is no such texture, or the rows are not flops.

        Examples
        --------
        >>> import pokerbits as pb
        >>> report = pb.flop_report("QQ+, AKs", "22+, A2s+", boards=["Ah7d2c", "9h8h7h", "KhKd4h"])
        >>> report.group_by(["suits", "pairing"]).rows
        (('rainbow', 'unpaired'), ('two-tone', 'paired'), ('monotone', 'unpaired'))
        """
        by = checked_textures(textures)
        if self.by != ("flop",):
            raise InvalidArgumentError(f"group_by: expected a report on flops, found one by {', '.join(self.by)}")
        codes = texture_codes(self.boards)
        keys, group = np.unique(np.stack([codes[texture] for texture in by], axis=1), axis=0, return_inverse=True)
        group = group.reshape(-1)
        n_boards, share = np.zeros((2, len(keys)))
        np.add.at(n_boards, group, self.n_boards)
        np.add.at(share, group, self.share)

        def mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
            sums = np.zeros((len(keys), *values.shape[1:]))
            # A board without deals has share 0, and its equity does not count.
            np.add.at(sums, group, np.where(self.share > 0, self.share * values.T, 0).T)
            with np.errstate(invalid="ignore"):
                means: NDArray[np.float64] = (sums.T / share).T
            return means

        return replace(
            self,
            by=by,
            rows=tuple(tuple(TEXTURES[texture][code] for texture, code in zip(by, key, strict=True)) for key in keys),
            boards=self.boards[:0],
            n_boards=n_boards,
            share=share,
            equity=mean(self.equity),
            equity_quantiles=mean(self.equity_quantiles),
            nut_share=mean(self.nut_share),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a dict for JSON.

        Returns
        -------
        dict
            The `players`, `by`, `quantiles`, `nut_equity`, `mean_equity`, and a list of `rows`, each with the columns
            of `to_columns`. Values of a board without deals are `None`.
        """
        columns = {name: _as_json(column) for name, column in self.to_columns().items()}
        return {
            "players": list(self.players),
            "by": list(self.by),
            "quantiles": self.quantiles.tolist(),
            "nut_equity": self.nut_equity,
            "mean_equity": self.mean_equity.tolist(),
            "rows": [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)],
        }

    def to_columns(self) -> Columns:
        """Return the report as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each board or texture. The columns in `by` are text, the others float64: `n_boards`, `share`,
            and for hero and villain the equity, the nut share and the quantiles (`hero_equity`, `hero_nut_share`,
            `hero_q10` for the quantile 0.1).
        """
        found: Columns = {name: [row[i] for row in self.rows] for i, name in enumerate(self.by)}
        found |= {"n_boards": self.n_boards, "share": self.share}
        for i, player in enumerate(_PLAYERS):
            found |= {f"{player}_equity": self.equity[:, i], f"{player}_nut_share": self.nut_share[:, i]}
            found |= {f"{player}_q{100 * q:g}": self.equity_quantiles[:, i, j] for j, q in enumerate(self.quantiles)}
        return found

    def _summary(self) -> str:
        hero, villain = self.mean_equity
        n, what = len(self.rows), " and ".join(name.replace("_", " ") for name in self.by)
        return f"{n:,} row{'s' * (n != 1)} by {what}, hero {hero:.2%}, villain {villain:.2%}"

    def _table(self) -> Table:
        header = [
            *(name.replace("_", " ") for name in self.by),
            "share",
            "hero",
            "villain",
            "hero nuts",
            "villain nuts",
        ]
        numbers = np.column_stack([self.share, self.equity, self.nut_share])
        rows = [
            [*names, *("none" if np.isnan(number) else f"{number:.2%}" for number in of_row)]
            for names, of_row in zip(self.rows[:_SHOWN_ROWS], numbers[:_SHOWN_ROWS], strict=True)
        ]
        more = len(self.rows) - _SHOWN_ROWS
        note = f"nuts: hands with an equity of {self.nut_equity:.0%} or more; {self._summary()}"
        return Table(rows, header, f"and {more:,} more rows; {note}" if more > 0 else note)


def _as_json(column: NDArray[Any] | list[str]) -> list[Any]:
    """Return a column for JSON, which has no NaN."""
    found = column.tolist() if isinstance(column, np.ndarray) else column
    return [None if value != value else value for value in found]
