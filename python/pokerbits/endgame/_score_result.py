"""The score of an abstraction: exploitabilities on boards, their means and standard errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.choices import check_name
from pokerbits._output.columns import Columns
from pokerbits._output.drawn import Drawn
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits.cards import format_cards
from pokerbits.endgame._exploitability import Sides

NAMES = ("abstraction", "percentiles", "no abstraction")
"""The three that are scored: the abstraction, as many percentile buckets, and every hand by itself."""


@dataclass(frozen=True, eq=False, repr=False)
class AbstractionScore(Drawn, Result):
    """The loss of an abstraction in endgames, with percentile buckets, and without abstraction.

    The second axis of the arrays is the abstraction, percentile buckets, no abstraction. Exploitabilities are fractions
    of the pot.

    Attributes
    ----------
    street
        First street of the endgames, `"turn"` or `"river"`.
    boards
        The boards, uint8 (n, cards).
    n_buckets
        Number of buckets of all hands on each street, int64 (n, 3, streets).
    one_sided
        Gain of a best response against a player who has learnt on buckets against an opponent who sees its hands,
        float64 (n, 3).
    two_sided
        Gain of a best response against players who both have learnt on buckets, float64 (n, 3).
    iterations
        Number of CFR+ iterations of each game.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.endgame import AbstractionScore
    >>> boards = np.array([[50, 31, 13, 6, 3], [48, 45, 29, 20, 9]], dtype=np.uint8)
    >>> buckets = np.array([[[86], [85], [1081]], [[90], [90], [1081]]])
    >>> one = np.array([[0.001, 0.002, 0.0001], [0.003, 0.005, 0.0001]])
    >>> score = AbstractionScore("river", boards, buckets, one, 2 * one, 1000)
    >>> print(score)
    river           buckets  one-sided  std error  two-sided  std error
    abstraction        88.0    0.2000%    0.1000%    0.4000%    0.2000%
    percentiles        87.5    0.3500%    0.1500%    0.7000%    0.3000%
    no abstraction    1,081    0.0100%    0.0000%    0.0200%    0.0000%
    2 boards, 1,000 iterations; percentiles minus abstraction: 0.1500% (std error 0.0500%), two-sided 0.3000% (0.1000%)
    >>> score.mean("one")
    array([0.002 , 0.0035, 0.0001])
    """

    _drawn_by: ClassVar[str] = "abstraction_score"
    street: str
    boards: NDArray[np.uint8]
    n_buckets: NDArray[np.int64]
    one_sided: NDArray[np.float64]
    two_sided: NDArray[np.float64]
    iterations: int

    def mean(self, sides: Sides = "one") -> NDArray[np.float64]:
        """Return the mean exploitability over the boards.

        Returns
        -------
        float64 (3,)
            Fractions of the pot.

        Raises
        ------
        InvalidArgumentError
            If `sides` is neither `"one"` nor `"two"`.
        """
        means: NDArray[np.float64] = self._of(sides).mean(axis=0)
        return means

    def std_error(self, sides: Sides = "one") -> NDArray[np.float64]:
        """Return the standard errors of the means.

        Returns
        -------
        float64 (3,)
            Fractions of the pot; NaN for one board.

        Raises
        ------
        InvalidArgumentError
            If `sides` is neither `"one"` nor `"two"`.
        """
        return _std_error(self._of(sides))

    def difference(self, sides: Sides = "one") -> tuple[float, float]:
        """Return how much more percentile buckets lose than the abstraction.

        Both meet on the same boards, so the standard error is that of the differences.

        Returns
        -------
        tuple[float, float]
            The mean over the boards and its standard error, as fractions of the pot.

        Raises
        ------
        InvalidArgumentError
            If `sides` is neither `"one"` nor `"two"`.
        """
        lost = self._of(sides)
        more = lost[:, 1] - lost[:, 0]
        return float(more.mean()), float(_std_error(more[:, None])[0])

    def to_dict(self) -> dict[str, Any]:
        """Return the score as a dict for JSON.

        Returns
        -------
        dict
            `street`, `iterations`, `boards` (text), `difference` by number of sides, and for each of `abstractions` its
            `name`, the mean `n_buckets` of each street, and `one_sided` and `two_sided` with `mean`, `std_error`
            (`None` for one board) and the values of `boards`.
        """
        found = []
        for at, name in enumerate(NAMES):
            about: dict[str, Any] = {"name": name, "n_buckets": self.n_buckets[:, at].mean(axis=0).tolist()}
            for sides in ("one", "two"):
                about[f"{sides}_sided"] = {
                    "mean": float(self.mean(sides)[at]),
                    "std_error": _or_none(self.std_error(sides)[at]),
                    "boards": self._of(sides)[:, at].tolist(),
                }
            found.append(about)
        differences = {sides: self.difference(sides) for sides in ("one", "two")}
        return {
            "street": self.street,
            "iterations": self.iterations,
            "boards": list(format_cards(self.boards)),
            "abstractions": found,
            "difference": {
                f"{sides}_sided": {"mean": mean, "std_error": _or_none(error)}
                for sides, (mean, error) in differences.items()
            },
        }

    def to_columns(self) -> Columns:
        """Return the score as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each board. The columns are `board`, text, and `one_sided` and `two_sided` of each abstraction,
            such as `one_sided_percentiles`, float64.
        """
        columns: Columns = {"board": list(format_cards(self.boards))}
        for sides in ("one", "two"):
            for at, name in enumerate(NAMES):
                columns[f"{sides}_sided_{name.replace(' ', '_')}"] = self._of(sides)[:, at]
        return columns

    def _of(self, sides: str) -> NDArray[np.float64]:
        check_name("sides", sides, ("one", "two"))
        return self.one_sided if sides == "one" else self.two_sided

    def _summary(self) -> str:
        n = len(self.boards)
        lost = ", ".join(f"{name} {share:.4%}" for name, share in zip(NAMES, self.mean().tolist(), strict=True))
        return f"{self.street}, {n:,} board{'s' * (n != 1)}, one-sided: {lost}"

    def _table(self) -> Table:
        rows = []
        for at, name in enumerate(NAMES):
            of_streets = self.n_buckets[:, at].mean(axis=0).tolist()
            # Numbers of hands are the same on all boards.
            buckets = " / ".join(f"{n:,.0f}" if at == 2 else f"{n:,.1f}" for n in of_streets)
            numbers = [of(sides)[at] for sides in ("one", "two") for of in (self.mean, self.std_error)]
            rows.append([name, buckets, *map(_percent, numbers)])
        (one, its_error), (two, error) = self.difference("one"), self.difference("two")
        n = len(self.boards)
        note = (
            f"{n:,} board{'s' * (n != 1)}, {self.iterations:,} iterations; percentiles minus abstraction: {one:.4%} "
            f"(std error {_percent(its_error)}), two-sided {two:.4%} ({_percent(error)})"
        )
        header = (self.street, "buckets", "one-sided", "std error", "two-sided", "std error")
        return Table(rows, header, note)


def _std_error(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard error of the mean of each column."""
    n = len(values)
    if n < 2:
        return np.full(values.shape[1], np.nan)
    errors: NDArray[np.float64] = values.std(axis=0, ddof=1) / np.sqrt(n)
    return errors


def _percent(number: float) -> str:
    """Return a share for tables; one board has no standard error."""
    return f"{number:.4%}" if np.isfinite(number) else "-"


def _or_none(number: float) -> float | None:
    return float(number) if np.isfinite(number) else None
