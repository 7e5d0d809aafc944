"""The result of `range_equity_rows`: the equities of the players in many spots, each counted or sampled."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pokerbits._equity.result import ERRORS
from pokerbits._output.columns import Columns
from pokerbits._output.results import SHARES, Result
from pokerbits._output.tables import Table

_SHOWN_ROWS = 20

FIELDS: Final = (*SHARES, *ERRORS)
"""The fields with a number for each spot and player."""


@dataclass(frozen=True, eq=False, repr=False)
class RangeEquityRows(Result):
    """The equities of hands and ranges in many spots, each exact or sampled.

    A spot that was wrong, and that `errors="nan"` let pass, has NaN in all fields but the last three: it is not exact,
    and has no deals and no samples.

    Attributes
    ----------
    equity
        Expected share of the pot, float64 (n_spots, n_players).
    win
        Probability to win alone, float64 (n_spots, n_players).
    tie
        Probability to share the pot, float64 (n_spots, n_players).
    lose
        Probability that somebody has a better hand, float64 (n_spots, n_players).
    std_error
        Standard error of `equity`, float64 (n_spots, n_players); 0 if it is exact.
    win_std_error, tie_std_error, lose_std_error
        Standard errors of `win`, `tie` and `lose`, in the same way.
    exact
        Whether every deal of the spot was counted, bool (n_spots,).
    n
        Weight of the deals of the spot, or number of samples, float64 (n_spots,).
    effective_samples
        Effective sample size of `EquityResult`, float64 (n_spots,); infinite if the spot is exact.

    Examples
    --------
    >>> import pokerbits as pb
    >>> found = pb.reports.range_equity_rows(["QQ+, AKs", "AhKh"], "22+, A2s+", board=["Ah7d2c", "Qh7h2c9s"])
    >>> found
    <RangeEquityRows: 2 spots of 2 players, 2 exact>
    >>> found.equity.round(4)
    array([[0.6314, 0.3686],
           [0.4443, 0.5557]])
    >>> found.method.tolist()
    ['exact', 'exact']
    """

    equity: NDArray[np.float64]
    win: NDArray[np.float64]
    tie: NDArray[np.float64]
    lose: NDArray[np.float64]
    std_error: NDArray[np.float64]
    win_std_error: NDArray[np.float64]
    tie_std_error: NDArray[np.float64]
    lose_std_error: NDArray[np.float64]
    exact: NDArray[np.bool]
    n: NDArray[np.float64]
    effective_samples: NDArray[np.float64]

    @property
    def method(self) -> NDArray[np.str_]:
        """The method of each spot, `"exact"` or `"monte_carlo"`, text (n_spots,); empty for a wrong spot."""
        return np.where(self.exact, "exact", np.where(self.n > 0, "monte_carlo", ""))

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON.

        Returns
        -------
        dict
            `spots`, a list with the `method`, `n`, `effective_samples` and `players` of each spot. Each of `players`
            has the probabilities and their standard errors. `effective_samples` is `None` for an exact spot.
        """
        numbers = np.stack([getattr(self, name) for name in FIELDS], axis=-1).tolist()
        effective = [None if n == inf else n for n in self.effective_samples.tolist()]
        spots = zip(self.method.tolist(), self.n.tolist(), effective, numbers, strict=True)
        return {
            "spots": [
                {
                    "method": method,
                    "n": n,
                    "effective_samples": samples,
                    "players": [dict(zip(FIELDS, player, strict=True)) for player in players],
                }
                for method, n, samples, players in spots
            ]
        }

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each spot and player. The columns are `row` and `player`, int64; `equity`, `win`, `tie`, `lose`,
            `std_error`, `win_std_error`, `tie_std_error` and `lose_std_error`, float64; `method`, text; `n` and
            `effective_samples`, float64.
        """
        _, players = self.equity.shape
        row, player = np.divmod(np.arange(self.equity.size, dtype=np.int64), max(players, 1))
        found: Columns = {"row": row, "player": player}
        found |= {name: np.ravel(getattr(self, name)) for name in FIELDS}
        found |= {"method": np.repeat(self.method, players).tolist()}
        return found | {name: np.repeat(getattr(self, name), players) for name in ("n", "effective_samples")}

    def _summary(self) -> str:
        n, players = self.equity.shape
        return f"{n:,} spot{'s' * (n != 1)} of {players} players, {int(self.exact.sum()):,} exact"

    def _table(self) -> Table:
        n, players = self.equity.shape
        header = ["row", *(f"player {player + 1}" for player in range(players)), "std error"]
        shown = zip(self.equity[:_SHOWN_ROWS], self.std_error[:_SHOWN_ROWS], strict=True)
        rows = [
            [str(row), *(f"{share:.4%}" for share in spot), f"{errors.max():.4%}"]
            for row, (spot, errors) in enumerate(shown)
        ]
        more = n - len(rows)
        return Table(rows, header, f"and {more:,} rows more" if more else "")
