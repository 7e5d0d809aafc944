"""Odds of hands against random opponents: the result of `odds_vs_random`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

import numpy as np
from numpy.typing import NDArray

from pokerbits._forks import NoFork
from pokerbits._output.columns import Columns, count_columns
from pokerbits._output.counts import Counts
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    # Type checkers support defaults of type variables on all versions of Python.
    from typing_extensions import TypeVar

    Numbers = TypeVar("Numbers", bound=np.float64 | NDArray[np.float64], default=Any)
    Counted = TypeVar("Counted", bound=Counts | NDArray[np.object_], default=Any)
else:
    from typing import TypeVar

    Numbers = TypeVar("Numbers")
    Counted = TypeVar("Counted")

_SHOWN_ROWS = 20
_BARS = 60


@dataclass(frozen=True, eq=False, repr=False)
class OddsResult(Result, Generic[Numbers, Counted]):
    """Odds of hands against random opponents.

    The shape (...) below is that of the hands; if `n_opponents` was a sequence, an axis for the numbers of opponents
    follows. For one hand and one number of opponents the probabilities are NumPy scalars.

    Attributes
    ----------
    equity
        Expected share of the pot, float64 (...). A pot shared with j opponents counts 1 / (j + 1).
    win
        Probability that the hand beats every opponent, float64 (...).
    tie
        Probability that no opponent is better and at least one ties, float64 (...).
    lose
        Probability that at least one opponent is better, float64 (...).
    counts
        The exact integers, by number of opponents: a `Counts` for one hand, an object array (...) of `Counts` for
        several.
    total
        Number of all deals, by number of opponents: the boards that can still come times the unordered sets of k hands.
        For hands of different streets an object array (...) of integers, 0 for wrong rows.
    n_opponents
        Numbers of opponents, in the order of the argument.

    Examples
    --------
    >>> import pokerbits as pb
    >>> odds = pb.odds_vs_random("AsAh", board="Kd7c7d")
    >>> odds
    <OddsResult: equity 86.21% against 1>
    >>> odds.counts, odds.total
    ({1: Counts(wins=922064, ties=(1031,), losses=147095)}, {1: 1070190})
    >>> odds.equity == (922064 + 1031 / 2) / 1070190
    np.True_
    """

    equity: Numbers
    win: Numbers
    tie: Numbers
    lose: Numbers
    counts: Mapping[int, Counted]
    total: Mapping[int, int | NDArray[np.object_]]
    n_opponents: tuple[int, ...]

    def plot(self, *, ax: Axes | None = None, title: str = "") -> Axes:
        """Draw wins, ties and losses as a bar for each hand and number of opponents. Needs the extra `plot`.

        Parameters
        ----------
        ax
            Axes to draw on; by default those of a new pyplot figure.
        title
            Title.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        InvalidArgumentError
            If there are more than 60 bars.

        Examples
        --------
        >>> import pokerbits as pb
        >>> axes = pb.odds_vs_random("AsAh", board="Kd7c7d", n_opponents=[1, 2]).plot()
        >>> [text.get_text() for text in axes.texts]
        ['86.21%', '74.65%']
        """
        entries = list(self._entries())
        if len(entries) > _BARS:
            raise InvalidArgumentError(f"{len(entries):,} hands and numbers of opponents: a plot has at most {_BARS}")
        with NoFork():
            from pokerbits.plot._results import outcome_bars

        labels = [f"row {row}, {k}" if self._shape() else str(k) for row, k, _, _ in entries]
        numbers = np.array([numbers for _, _, numbers, _ in entries]).reshape(-1, 4)
        shares = dict(zip(("win", "tie", "lose"), numbers.T[1:], strict=True))
        ax = outcome_bars(labels, shares, numbers[:, 0], ax=ax, title=title, of="all deals")
        ax.set_ylabel("number of opponents")
        return ax

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON.

        Returns
        -------
        dict
            The `shape` of the hands, and `odds`, a list with one entry for each hand, in C order, and number of
            opponents: the probabilities and the counts. For several hands each entry also has its `row`.
        """
        odds = []
        for row, k, (equity, win, tie, lose), counts in self._entries():
            entry = {"opponents": k, "equity": equity, "win": win, "tie": tie, "lose": lose, "counts": counts.to_dict()}
            odds.append({"row": row} | entry if self._shape() else entry)
        return {"shape": list(self._shape()), "odds": odds}

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each hand, in C order, and number of opponents. The columns are `row`, int64, if there are
            several hands; `opponents`, int64; `equity`, `win`, `tie` and `lose`, float64; and the counts `wins`,
            `ties`, `losses`, `total`, and `tied_1`, `tied_2`, ... (ties with one opponent, with two, and so on).

        Notes
        -----
        The counts are int64 if every `total` is below 2^63, that is, against at most five opponents before the flop and
        eight on the river. Otherwise all counts are decimal text; `column.map(int)` of pandas and
        `column.cast(pl.Int128)` of polars convert it to exact integers.
        """
        entries = list(self._entries())
        rows, opponents, _, counts = zip(*entries, strict=True) if entries else ((), (), (), ())
        found: Columns = {"row": np.array(rows, dtype=np.int64)} if self._shape() else {}
        found["opponents"] = np.array(opponents, dtype=np.int64)
        found |= {name: np.ravel(getattr(self, name)) for name in ("equity", "win", "tie", "lose")}
        return found | count_columns(counts)

    def _shape(self) -> tuple[int, ...]:
        """Return the shape of the hands."""
        counts = self.counts[self.n_opponents[0]]
        return counts.shape if isinstance(counts, np.ndarray) else ()

    def _entries(self) -> Iterator[tuple[int, int, list[float], Counts]]:
        """Yield row, number of opponents, probabilities and counts for each hand and number of opponents."""
        several = len(self.n_opponents)
        numbers = np.stack([np.ravel(column) for column in (self.equity, self.win, self.tie, self.lose)], axis=-1)
        counts = [np.ravel(np.array(self.counts[k], dtype=object)) for k in self.n_opponents]
        for i, of_entry in enumerate(numbers):
            row, column = divmod(i, several)
            yield row, self.n_opponents[column], of_entry.tolist(), counts[column][row]

    def _summary(self) -> str:
        opponents = ", ".join(map(str, self.n_opponents))
        if self._shape():
            return f"hands of shape {self._shape()} against {opponents}"
        shares = ", ".join(f"{share:.2%}" for share in np.ravel(self.equity)[:5])
        return f"equity {shares}{', ...' * (len(self.n_opponents) > 5)} against {opponents}"

    def _table(self) -> Table:
        rows = []
        for i, (row, k, numbers, _) in enumerate(self._entries()):
            if i == _SHOWN_ROWS and self._shape():
                break
            rows.append([str(row)] * bool(self._shape()) + [str(k), *(f"{number:.4%}" for number in numbers)])
        more = np.size(self.equity) - len(rows)
        header = ["row"] * bool(self._shape()) + ["opponents", "equity", "win", "tie", "lose"]
        return Table(rows, header, f"and {more:,} rows more" if more else "")
