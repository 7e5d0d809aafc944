"""The result of a match of two agents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._output.columns import Columns
from pokerbits._output.results import Result
from pokerbits._output.tables import Table

_NAMES = ("AIVAT", "plain")
"""The estimates, the better one first."""


@dataclass(frozen=True, eq=False, repr=False)
class MatchResult(Result):
    """The gain of the first agent in a match. Gains are fractions of the initial pot.

    Attributes
    ----------
    mean
        Gain per deal of the first agent, with variance reduction (AIVAT).
    std_error
        Its standard error.
    plain_mean
        Mean of what the first agent won and lost.
    plain_std_error
        Its standard error.
    n_deals
        Number of deals. A deal that was played in both seats is one.
    gains
        Gain of the first agent in each deal with variance reduction, float64 (n_deals,).
    plain_gains
        Chips that the first agent won in each deal, as fractions of the pot, float64 (n_deals,).

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.endgame import MatchResult
    >>> MatchResult(0.25, 0.0, 0.5, 0.5, 2, np.array([0.25, 0.25]), np.array([0.0, 1.0]))
    <MatchResult: gain 25.0000% of the pot (std error 0.0000%), 2 deals>
    """

    mean: float
    std_error: float
    plain_mean: float
    plain_std_error: float
    n_deals: int
    gains: NDArray[np.float64]
    plain_gains: NDArray[np.float64]

    def to_dict(self) -> dict[str, Any]:
        """Return the means as a dict for JSON; the gains of deals are in `gains` and `plain_gains` only.

        Returns
        -------
        dict
            `mean`, `std_error`, `plain_mean`, `plain_std_error` and `n_deals`.
        """
        names = ("mean", "std_error", "plain_mean", "plain_std_error", "n_deals")
        return {name: getattr(self, name) for name in names}

    def to_columns(self) -> Columns:
        """Return both estimates as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            A row for each estimate: `estimate`, text `"AIVAT"` or `"plain"`, `gain` and `std_error`, float64.
        """
        gains, errors = zip(*self._estimates(), strict=True)
        return {"estimate": list(_NAMES), "gain": np.array(gains), "std_error": np.array(errors)}

    def _estimates(self) -> tuple[tuple[float, float], ...]:
        """Return means and standard errors in the order of their names."""
        return (self.mean, self.std_error), (self.plain_mean, self.plain_std_error)

    def _summary(self) -> str:
        return f"gain {self.mean:z.4%} of the pot (std error {self.std_error:.4%}), {self.n_deals:,} deals"

    def _table(self) -> Table:
        numbers = zip(_NAMES, self._estimates(), strict=True)
        rows = [(name, f"{gain:z.4%}", f"{error:.4%}") for name, (gain, error) in numbers]
        return Table(rows, (f"{self.n_deals:,} deals", "gain", "std error"))
