"""Odds of all 169 hand classes before the flop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._files.paths import as_path
from pokerbits._forks import NoFork
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.shown import shown
from pokerbits._input.threads import resolve_num_threads
from pokerbits._odds.counts import counts_of
from pokerbits._odds.opponents import OpponentsLike, opponent_numbers
from pokerbits._output.columns import Columns, count_columns
from pokerbits._output.counts import Counts, probabilities
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False, repr=False)
class PreflopOdds(Result):
    """The odds of the 169 hand classes before the flop; row i is `HAND_CLASSES[i]`.

    Attributes
    ----------
    equity, win, tie, lose
        As in `OddsResult`, float64 (169, n_k).
    counts
        The exact integers: `counts[i][k]` is the `Counts` of hand class i against k opponents.
    total
        Number of all deals, by number of opponents.
    n_opponents
        Numbers of opponents, one for each column.

    Examples
    --------
    >>> import pokerbits as pb
    >>> odds = pb.preflop_odds([1])
    >>> odds
    <PreflopOdds: 169 hand classes against 1>
    >>> odds.equity.shape, odds.total[1]
    ((169, 1), 2097572400)
    >>> odds.counts[pb.HAND_CLASSES.index("AKs")][1]
    Counts(wins=1389004215, ties=(34610976,), losses=673957209)
    """

    equity: NDArray[np.float64]
    win: NDArray[np.float64]
    tie: NDArray[np.float64]
    lose: NDArray[np.float64]
    counts: tuple[Mapping[int, Counts], ...]
    total: Mapping[int, int]
    n_opponents: tuple[int, ...]

    def plot(self, n_opponents: int | None = None, *, ax: Axes | None = None, title: str = "") -> Axes:
        """Plot the equities of the hand classes as a 13 x 13 matrix. Needs the extra `plot`.

        Parameters
        ----------
        n_opponents
            Number of opponents, one of `self.n_opponents`; by default the first.
        ax
            Axes to draw on; by default those of a new pyplot figure.
        title
            Title; by default the number of opponents.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        InvalidArgumentError
            If the result has no odds against this number of opponents.
        """
        with NoFork():
            from pokerbits.plot import hand_matrix

        k = self.n_opponents[0] if n_opponents is None else n_opponents
        if k not in self.n_opponents:
            message = f"n_opponents = {shown(k)}: expected one of {', '.join(map(str, self.n_opponents))}"
            raise InvalidArgumentError(message)
        title = title or f"against {k} opponent{'s' * (k > 1)}"
        return hand_matrix(self.equity[:, self.n_opponents.index(k)], label="equity", percent=True, ax=ax, title=title)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON.

        Returns
        -------
        dict
            `hands`, by hand class: a list with the probabilities and the counts against each number of opponents.
        """
        hands: dict[str, list[dict[str, Any]]] = {name: [] for name in HAND_CLASSES}
        for name, k, (equity, win, tie, lose), counts in self._entries():
            hands[name].append(
                {"opponents": k, "equity": equity, "win": win, "tie": tie, "lose": lose, "counts": counts.to_dict()}
            )
        return {"hands": hands}

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each hand class and number of opponents. The columns are `hand` and those of `OddsResult`. The
            counts fit in int64 against at most five opponents.
        """
        names, opponents, numbers, counts = zip(*self._entries(), strict=True)
        equity, win, tie, lose = np.array(numbers, dtype=np.float64).T
        found: Columns = {"hand": list(names), "opponents": np.array(opponents, dtype=np.int64)}
        return found | {"equity": equity, "win": win, "tie": tie, "lose": lose} | count_columns(counts)

    def to_csv(self, path: str | PathLike[str] | None = None) -> str:
        """Return the exact counts as CSV, and write them to `path` if given.

        Parameters
        ----------
        path
            Path of the file; an existing file is replaced. By default no file is written.

        Returns
        -------
        str
            One line for each hand class and number of opponents. The columns are `hand`, `opponents`, `total`, `win`,
            `tie`, `lose`, `equity`, and the ties by number of opponents who tie (`tied_1`, ...). All columns after
            `opponents` except `equity` are counts.

        Raises
        ------
        ForeignFileError
            If the path is a folder.
        LockedFileError
            If the file is open or mapped, on Windows.
        OSError
            If the file cannot be written.
        """
        # This is slow to import, and needed only here.
        with NoFork():
            import csv
            import io

            from pokerbits._files.writing import new_file

        text = io.StringIO()
        most = max(self.n_opponents)
        writer = csv.writer(text, lineterminator="\n")
        head = ["hand", "opponents", "total", "win", "tie", "lose", "equity"]
        writer.writerow(head + [f"tied_{j}" for j in range(1, most + 1)])
        for name, k, (equity, *_), counts in self._entries():
            row = [name, k, counts.total, counts.wins, counts.tied, counts.losses, repr(equity)]
            writer.writerow([*row, *counts.ties, *[0] * (most - k)])
        if path is not None:
            with new_file(as_path(path)) as file:
                file.write(text.getvalue().encode())
        return text.getvalue()

    def _entries(self) -> Iterator[tuple[str, int, list[float], Counts]]:
        """Yield name, number of opponents, probabilities and counts for each hand class and number of opponents."""
        numbers = np.stack([self.equity, self.win, self.tie, self.lose], axis=-1).tolist()
        for name, of_hand, counts in zip(HAND_CLASSES, numbers, self.counts, strict=True):
            for k, of_entry in zip(self.n_opponents, of_hand, strict=True):
                yield name, k, of_entry, counts[k]

    def _summary(self) -> str:
        return f"{len(self.counts)} hand classes against {', '.join(map(str, self.n_opponents))}"

    def _table(self) -> Table:
        """Return a table of equities, in descending order of equity against the first number of opponents."""
        order = np.argsort(-self.equity[:, 0], kind="stable")
        rows = [[HAND_CLASSES[i], *(f"{share:.3%}" for share in self.equity[i])] for i in order]
        return Table(rows, ["hand", *(f"k={k}" for k in self.n_opponents)])


def preflop_odds(
    n_opponents: OpponentsLike = range(1, 9), *, num_threads: int | None = None, progress: ProgressLike = None
) -> PreflopOdds:
    """Return the exact odds of all 169 hand classes against random opponents.

    This takes about ten seconds on one core, or half a second against one opponent only.

    Parameters
    ----------
    n_opponents
        Numbers of opponents, 1 to 22.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a progress bar, or a function of the finished and the total number of steps.

    Returns
    -------
    PreflopOdds

    Raises
    ------
    InvalidArgumentError
        If a number of opponents is not in the range 1 to 22.

    Examples
    --------
    >>> import pokerbits as pb
    >>> odds = pb.preflop_odds([1])
    >>> aces = pb.HAND_CLASSES.index("AA")
    >>> odds.counts[aces][1]
    Counts(wins=1781508418, ties=(11402312,), losses=304661670)
    >>> str(odds).splitlines()[1]
    'AA    85.204%'
    """
    opponents, _ = opponent_numbers(n_opponents)
    with watching(progress, "pre-flop odds") as callback:
        found = _native.preflop_odds(opponents, resolve_num_threads(num_threads), callback)
    by_hand = counts_of(found)
    numbers = probabilities([counts for of_hand in by_hand for counts in of_hand], (len(found), len(opponents)))
    counts = tuple(dict(zip(opponents, of_hand, strict=True)) for of_hand in by_hand)
    total = {k: total for k, (_, total) in zip(opponents, found[0], strict=True)}
    return PreflopOdds(*numbers, counts, total, tuple(opponents))
