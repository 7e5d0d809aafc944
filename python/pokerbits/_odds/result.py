"""The odds of hands against random opponents, as `odds_vs_random` returns them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

import numpy as np
from numpy.typing import NDArray

from pokerbits._output.columns import Columns, count_columns
from pokerbits._output.counts import Counts
from pokerbits._output.results import Result
from pokerbits._output.tables import Table

if TYPE_CHECKING:
    # Type checkers know the defaults of type variables on every version of Python.
    from typing_extensions import TypeVar

    Numbers = TypeVar("Numbers", bound=np.float64 | NDArray[np.float64], default=Any)
    Counted = TypeVar("Counted", bound=Counts | NDArray[np.object_], default=Any)
else:
    from typing import TypeVar

    Numbers = TypeVar("Numbers")
    Counted = TypeVar("Counted")

_SHOWN_ROWS = 20


@dataclass(frozen=True, eq=False, repr=False)
class OddsResult(Result, Generic[Numbers, Counted]):
    """The odds of hands against random opponents.

    The shape (...) below is that of the hands; where several numbers of opponents were asked for, an axis for them
    follows. For one hand and one number of opponents the probabilities are NumPy scalars.

    Attributes
    ----------
    equity
        Expected share of the pot, float64 (...): a pot that the hand shares with j opponents counts 1 / (j + 1).
    win
        Probability that every opponent is beaten, float64 (...).
    tie
        Probability that nobody is better and somebody is equal, float64 (...).
    lose
        Probability that somebody is better, float64 (...).
    counts
        The exact integers, by number of opponents: a `Counts` for one hand, an object array (...) of `Counts` for
        several.
    total
        By number of opponents, all deals: the rest of the board, times k hands that are not told apart.
    n_opponents
        The numbers of opponents, in the order asked for.

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
    total: Mapping[int, int]
    n_opponents: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON: the `shape` of the hands, and `odds`, a list.

        It has one entry for each hand, in C order, and number of opponents, with the probabilities and the counts; of
        several hands an entry also says which `row` it is of.
        """
        odds = []
        for row, k, (equity, win, tie, lose), counts in self._entries():
            entry = {"opponents": k, "equity": equity, "win": win, "tie": tie, "lose": lose, "counts": counts.to_dict()}
            odds.append({"row": row} | entry if self._shape() else entry)
        return {"shape": list(self._shape()), "odds": odds}

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        They have one row for each hand, in C order, and number of opponents: `row`, int64, of several hands; then
        `opponents`, int64; `equity`, `win`, `tie` and `lose`, float64; `wins`, `ties`, `losses`, `total`, and `tied_1`,
        `tied_2`, ...: ties with one opponent, with two, and so on.

        The counts are int64 if every `total` is below 2^63, and otherwise all are decimal text, which `column.map(int)`
        of pandas and `column.cast(pl.Int128)` of polars turn into exact integers. They fit against at
        most five opponents before the flop, and eight on the river.
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
        """Iterate over hands and numbers of opponents: row, opponents, probabilities and counts."""
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
