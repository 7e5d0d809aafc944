"""The values of many endgames, and how good they are."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._files.paths import as_path
from pokerbits._files.writing import new_file
from pokerbits._output.columns import Columns
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits.cards import format_cards


@dataclass(frozen=True, eq=False, repr=False)
class EndgameValues(Result):
    """The values of all hands of both players in many endgames, if both play the strategies that were found.

    Attributes
    ----------
    boards
        The boards, uint8 (n, cards).
    values
        The share of the initial pot that each hand of hero and of villain gets, float32 (n, 2, 1326). It is the gain
        that `Solver.values` returns at the root, plus 0.5 for the player's half of the pot. So without rake the
        means of both players add up to 1. NaN for hands that the board blocks, that the player does not have, or that
        no hand of the opponent meets.
    exploitability
        How much a player gains by a best response, averaged over both, as a fraction of the pot, float64 (n,).
    iterations
        Number of iterations of each endgame, int64 (n,).

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.endgame import EndgameValues
    >>> boards = np.array([[50, 31, 13, 6, 3], [48, 45, 29, 20, 9]], dtype=np.uint8)
    >>> values = EndgameValues(boards, np.zeros((2, 2, 1326), np.float32), np.array([0.001, 0.003]), np.array([90, 80]))
    >>> print(values)
    2 endgames        mean   median      95%      max
    exploitability  0.2000%  0.2000%  0.2900%  0.3000%
    iterations         85.0     85.0     89.5     90.0
    """

    boards: NDArray[np.uint8]
    values: NDArray[np.float32]
    exploitability: NDArray[np.float64]
    iterations: NDArray[np.int64]

    def to_npz(self, path: str | os.PathLike[str]) -> None:
        """Write all arrays to a file, which `numpy.load` reads.

        Parameters
        ----------
        path
            Path of the file; an existing file is replaced.

        Raises
        ------
        ForeignFileError
            If the path is a folder.
        LockedFileError
            If the file is open or mapped, on Windows.
        OSError
            If the file cannot be written.
        """
        with new_file(as_path(path)) as file:
            np.savez(
                file,
                boards=self.boards,
                values=self.values,
                exploitability=self.exploitability,
                iterations=self.iterations,
            )

    def to_dict(self) -> dict[str, Any]:
        """Return how well the endgames are solved as a dict for JSON; the values of hands are in `values` only.

        Returns
        -------
        dict
            `endgames`, a list of dicts with `board` (text), `exploitability` and `iterations`.
        """
        rows = zip(format_cards(self.boards), self.exploitability.tolist(), self.iterations.tolist(), strict=True)
        names = ("board", "exploitability", "iterations")
        return {"endgames": [dict(zip(names, row, strict=True)) for row in rows]}

    def to_columns(self) -> Columns:
        """Return how well the endgames are solved as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each endgame: `board`, text, `exploitability`, float64, and `iterations`, int64.
        """
        return {
            "board": list(format_cards(self.boards)),
            "exploitability": self.exploitability,
            "iterations": self.iterations,
        }

    def _summary(self) -> str:
        lost = self.exploitability
        return f"{endgames(len(lost))}, exploitability {lost.mean():.4%} on average, {lost.max():.4%} at most"

    def _table(self) -> Table:
        return quality(self.exploitability, self.iterations)


def quality(exploitability: NDArray[np.float64], iterations: NDArray[np.int64]) -> Table:
    """Return a table of how well endgames are solved, and in how many iterations."""

    def row(name: str, numbers: NDArray[Any], form: str) -> list[str]:
        return [name, *(format(of, form) for of in (numbers.mean(), *np.quantile(numbers, (0.5, 0.95, 1)).tolist()))]

    rows = [row("exploitability", exploitability, ".4%"), row("iterations", iterations, ",.1f")]
    return Table(rows, (endgames(len(iterations)), "mean", "median", "95%", "max"))


def endgames(n: int) -> str:
    """Return a number of endgames as text."""
    return f"{n:,} endgame{'s' * (n != 1)}"
