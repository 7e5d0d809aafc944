"""Wins, ties and losses of hands on a street and on earlier streets: exact features for clustering with history.

After the winrate features with recall of arXiv 2511.12089, whose distance is a weighted sum of earth mover's distances.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from pokerbits._hand_strength.card_games import CardGame
from pokerbits._hand_strength.streets import Street
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import real_numbers
from pokerbits._input.progress import ProgressLike
from pokerbits._input.weights import float_type
from pokerbits._output.columns import Columns
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits.abstraction._outcome_classes import STREETS, OutcomeClasses, checked_recall, outcomes_of
from pokerbits.exceptions import InvalidArgumentError


@dataclass(frozen=True, eq=False, repr=False)
class WinrateHistory(Result):
    """The wins, ties and losses of hands, street by street: one row for each distinct history.

    Row `i` is class `i` of `outcome_classes(street, kind="winrate", recall=recall)`, which has the row of every hand.

    Attributes
    ----------
    outcomes
        Wins, ties and losses of the winrate classes of every street, by name, the earliest street first: uint64
        (classes, 3).
    tuples
        The winrate class of every row on every street, uint32 (rows, streets).

    Examples
    --------
    >>> import pokerbits as pb
    >>> history = pb.abstraction.winrate_history("river")
    >>> history
    <WinrateHistory: 20687 rows of river>
    >>> history.points()[-1]
    array([0., 0.])
    """

    outcomes: dict[str, NDArray[np.uint64]]
    tuples: NDArray[np.uint32]

    @property
    def streets(self) -> tuple[str, ...]:
        """The names of the streets, the earliest first."""
        return tuple(self.outcomes)

    def points(self, weights: ArrayLike | None = None, *, dtype: DTypeLike = np.float64) -> NDArray[Any]:
        """Return points whose L1 distance is the weighted sum of the earth mover's distances of the streets.

        Moving from loss to tie costs 1, and from tie to win 1. A point has two numbers for each street: the share of
        losses and the share of losses or ties, both times the weight of the street.

        Parameters
        ----------
        weights
            Finite, non-negative weight of every street, the earliest first; by default 1.
        dtype
            float64 or float32.

        Returns
        -------
        float64 (rows, 2 * streets)

        Raises
        ------
        InvalidArgumentError
            If the number of weights is wrong, a weight is negative or not finite, or the dtype is invalid.

        Examples
        --------
        >>> import pokerbits as pb
        >>> history = pb.abstraction.winrate_history("river")
        >>> worst, best = history.points(weights=[3])[[0, -1]]
        >>> float(abs(worst - best).sum())
        6.0
        """
        kind = float_type(dtype)
        n = len(self.outcomes)
        scales = np.ones(n) if weights is None else real_numbers(weights, "weights")
        if scales.shape != (n,) or not (np.isfinite(scales) & (scales >= 0)).all():
            raise InvalidArgumentError(f"weights: expected {n} finite numbers that are not negative")
        points = np.empty((len(self.tuples), 2 * n), kind)
        for at, (scale, outcomes) in enumerate(zip(scales, self.outcomes.values(), strict=True)):
            of_classes = (_cumulative_shares(outcomes) * scale).astype(kind)
            points[:, 2 * at : 2 * at + 2] = of_classes[self.tuples[:, at]]
        return points

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON.

        Returns
        -------
        dict
            `outcomes`, by street a list with the wins, ties and losses of each class, and `tuples`, a list of rows.
        """
        outcomes = {street: of_classes.tolist() for street, of_classes in self.outcomes.items()}
        return {"outcomes": outcomes, "tuples": self.tuples.tolist()}

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each row of `tuples`: the shares `win_flop`, `tie_flop`, `lose_flop` and so on by street,
            float64.
        """
        columns: Columns = {}
        for at, (street, outcomes) in enumerate(self.outcomes.items()):
            shares = outcomes / outcomes.sum(axis=1, dtype=np.uint64)[:, None]
            for name, share in zip(("win", "tie", "lose"), shares.T, strict=True):
                columns[f"{name}_{street}"] = share[self.tuples[:, at]]
        return columns

    def _summary(self) -> str:
        return f"{len(self.tuples)} rows of {', '.join(self.streets)}"

    def _table(self) -> Table:
        rows = [[street, f"{len(outcomes):,}"] for street, outcomes in self.outcomes.items()]
        return Table(rows, ["street", "winrate classes"], f"{len(self.tuples):,} rows")


def winrate_history(
    street: Street, *, recall: int = 0, num_threads: int | None = None, progress: ProgressLike = None
) -> WinrateHistory:
    """Return the wins, ties and losses of hands on a street and on the `recall` streets before it: the distinct rows.

    Parameters
    ----------
    street
        `"preflop"`, `"flop"`, `"turn"` or `"river"`.
    recall
        How many earlier streets a row has: 0 to all that there are.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all. With recall there are two, one after the other.

    Returns
    -------
    WinrateHistory
        A row for each class of `outcome_classes(street, kind="winrate", recall=recall)`: 1,123,442 on the flop
        with recall 1, 37,659,309 on the turn with recall 2, 33,117,469 on the river with recall 1.

    Raises
    ------
    InvalidArgumentError, TypeError
        As `outcome_classes`.

    Examples
    --------
    >>> import pokerbits as pb
    >>> print(pb.abstraction.winrate_history("river"))
    street  winrate classes
    river            20,687
    20,687 rows
    """
    check_name("street", street, STREETS)
    earlier = checked_recall(street, recall)
    at = STREETS.index(street)
    streets = STREETS[at - earlier : at + 1]
    classes = OutcomeClasses(streets[0], num_threads=num_threads, progress=progress)
    outcomes: dict[str, NDArray[np.uint64]] = {of: classes.outcomes(of, kind="winrate") for of in streets}
    if earlier:
        tuples = classes.tuples(street, kind="winrate", recall=earlier, num_threads=num_threads, progress=progress)
    else:
        tuples = np.arange(len(outcomes[street]), dtype=np.uint32)[:, None]
    return WinrateHistory(outcomes, tuples)


def winrate_points(game: CardGame, street: str, of_hand: NDArray[np.uint32], num_threads: int) -> NDArray[np.float64]:
    """Return the points of classes of hands of a game of any deck, as `WinrateHistory.points` has them."""
    classes, first = np.unique(of_hand, return_index=True)
    assert len(classes) == int(of_hand.max()) + 1  # noqa: S101
    return _cumulative_shares(outcomes_of(game, street, num_threads)[first])


def _cumulative_shares(outcomes: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return the shares of losses, and of losses or ties."""
    losses = outcomes[:, 2]
    below = np.stack([losses, losses + outcomes[:, 1]], axis=1)
    shares: NDArray[np.float64] = below / outcomes.sum(axis=1, dtype=np.uint64)[:, None]
    return shares
