"""The result of `equity`: how often each player wins, ties and loses, counted or sampled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits._output.columns import Columns, count_columns, fit_int64
from pokerbits._output.counts import Counts
from pokerbits._output.drawn import Drawn
from pokerbits._output.results import SHARES, Result
from pokerbits._output.tables import Table, shortened
from pokerbits._public import publish

FourArrays: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""A number of every player for each of equity, win, tie and lose."""

ERRORS: Final = ("std_error", "win_std_error", "tie_std_error", "lose_std_error")
"""The fields with the standard errors of these numbers."""


@dataclass(frozen=True, eq=False, repr=False)
class EquityResult(Drawn, Result):
    """How often each player wins, ties and loses.

    Attributes
    ----------
    equity
        Expected share of the pot, float64 (n_players,): a tied pot is divided by the number of players who share it.
    win
        Probability to win alone, float64 (n_players,).
    tie
        Probability to share the pot, float64 (n_players,).
    lose
        Probability that somebody has a better hand, float64 (n_players,).
    counts
        The exact integers behind the probabilities, one `Counts` for each player, in units of `1 / denominator`. Empty
        for samples, and if the weights have too many digits for their sums to fit in 64 bits.
    n
        Number of showdowns, each counted with the weight of its deal (an integer if the sum is whole), or number of
        samples.
    players
        The hands or ranges, as text.
    method
        `"exact"` if every deal was counted, or `"monte_carlo"`.
    std_error
        Standard error of `equity`, float64 (n_players,); 0 if it is exact.
    win_std_error, tie_std_error, lose_std_error
        Standard errors of `win`, `tie` and `lose`, in the same way.
    denominator
        Number by which to divide `counts` to get weights of deals: 1 for hands and for ranges without weights.
    combo_equity
        Equity of every combo that a player can hold, float64 (n_players, 1326), in the order of `COMBOS`. It is NaN
        for other combos, and all NaN for samples.
    effective_samples
        Effective sample size: the number of equally weighted samples with the same standard error. It is `n` if the
        samples are not weighted, and less if they are (see `weighted`); `None` if the result is exact.

    Examples
    --------
    >>> import pokerbits as pb
    >>> result = pb.equity("AhKh", "9c9d", board="Qh7h2c")
    >>> result
    <EquityResult: AhKh 55.05%, 9c9d 44.95% of 990 showdowns>
    >>> result.counts[0]
    Counts(wins=545, ties=(0,), losses=445)
    >>> result.to_dict()["players"][1]["counts"]
    {'wins': 445, 'ties': [0], 'losses': 545, 'total': 990}
    >>> result.method, result.exact
    ('exact', True)
    """

    _drawn_by: ClassVar[str] = "equity_bars"
    equity: NDArray[np.float64]
    win: NDArray[np.float64]
    tie: NDArray[np.float64]
    lose: NDArray[np.float64]
    counts: tuple[Counts, ...]
    n: float
    players: tuple[str, ...]
    method: Literal["exact", "monte_carlo"]
    std_error: NDArray[np.float64]
    win_std_error: NDArray[np.float64]
    tie_std_error: NDArray[np.float64]
    lose_std_error: NDArray[np.float64]
    denominator: int
    combo_equity: NDArray[np.float64]
    effective_samples: float | None = None

    @property
    def exact(self) -> bool:
        """Whether every deal was counted."""
        return self.method == "exact"

    @property
    def weighted(self) -> bool:
        """Whether samples count with different weights.

        Sampled deals are weighted only if the players' ranges overlap too much for deals to be drawn with their exact
        probabilities.
        """
        return self.effective_samples is not None and self.effective_samples < self.n

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON.

        Returns
        -------
        dict
            `method`, `n`, `effective_samples`, `denominator` and `players`. Each of `players` has the hand or range,
            the probabilities, their standard errors, and the counts or `None`. `combo_equity` is left out.
        """
        counts = [of.to_dict() for of in self.counts] if self.counts else [None] * len(self.players)
        names = ("hand", *SHARES, *ERRORS, "counts")
        columns = (*(column.tolist() for column in (*self._numbers(), *self._errors())), counts)
        players = [dict(zip(names, of, strict=True)) for of in zip(self.players, *columns, strict=True)]
        numbers = {"n": self.n, "effective_samples": self.effective_samples, "denominator": self.denominator}
        return {"method": self.method, **numbers, "players": players}

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each player. The columns are `hand`; `equity`, `win`, `tie`, `lose`, `std_error`,
            `win_std_error`, `tie_std_error` and `lose_std_error`, float64; and if there are counts, `wins`, `ties`,
            `losses`, `total` and `tied_1`, `tied_2`, ... (ties with one, two, ... other players), int64. Counts that do
            not fit in int64 are text.
        """
        numbers = dict(zip((*SHARES, *ERRORS), (*self._numbers(), *self._errors()), strict=True))
        found: Columns = {"hand": list(self.players), **numbers}
        return found | (count_columns(self.counts) if self.counts else {})

    def _is_large(self) -> bool:
        return not fit_int64(self.counts)

    def _numbers(self) -> tuple[NDArray[np.float64], ...]:
        return self.equity, self.win, self.tie, self.lose

    def _errors(self) -> tuple[NDArray[np.float64], ...]:
        return self.std_error, self.win_std_error, self.tie_std_error, self.lose_std_error

    def _summary(self) -> str:
        error = "" if self.exact else f" (± {self.std_error.max():.2%})"
        shares = (f"{shortened(hand)} {share:.2%}" for hand, share in zip(self.players, self.equity, strict=True))
        return f"{', '.join(shares)} of {_number(self)}{error}"

    def _table(self) -> Table:
        return self._table_of(SHARES)

    def _table_of(self, names: Sequence[str], *more: tuple[str, list[str]]) -> Table:
        """Return the table of the numbers under these names, each with its standard error, and of more columns."""
        columns = [(name, _percents(of)) for name, of in zip(names, self._numbers(), strict=True)]
        if not self.exact:
            errors = [("std error", _percents(of)) for of in self._errors()]
            columns = [column for both in zip(columns, errors, strict=True) for column in both]
        header, cells = zip(("player", map(shortened, self.players)), *columns, *more, strict=True)
        rows = [list(row) for row in zip(*cells, strict=True)]
        return Table(rows, list(header), f"{count_text(self)}, {'exact' if self.exact else 'sampled'}")


def no_errors(players: int) -> FourArrays:
    """Return the standard errors of exact numbers."""
    zeros = np.zeros(players)
    return zeros, zeros, zeros, zeros


def _percents(numbers: NDArray[np.float64]) -> list[str]:
    return [f"{number:.4%}" for number in numbers]


def count_text(result: EquityResult) -> str:
    """Return the number of showdowns or samples, and the effective sample size of weighted samples, as text."""
    worth = f" (worth {result.effective_samples:,.0f} of one weight)" if result.weighted else ""
    return f"{_number(result)}{worth}"


def _number(result: EquityResult) -> str:
    """Return the number of showdowns or samples as text."""
    n = f"{result.n:,}" if isinstance(result.n, int) else f"{result.n:,.6g}"
    return f"{n} {'showdowns' if result.exact else 'samples'}"


publish("pokerbits", EquityResult)
