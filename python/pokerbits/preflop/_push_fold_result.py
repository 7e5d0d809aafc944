"""The result of `push_fold`: who goes all-in with which hands, and what the game is worth to each player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._forks import NoFork
from pokerbits._input.choices import check_name
from pokerbits._output.columns import Columns
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits.cards import COMBOS, HAND_CLASSES, hand_class
from pokerbits.ranges import Range

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SEATS = {2: ("small blind", "big blind"), 3: ("button", "small blind", "big blind")}
"""The names of the players, by their number, in the order of acting."""


@dataclass(frozen=True, eq=False, repr=False)
class PushFoldResult(Result):
    """An equilibrium before the flop if every player goes all-in or folds.

    Attributes
    ----------
    strategy
        The probability of going all-in of each hand class, float64 (169,) in the order of `HAND_CLASSES`, by decision.
        With two players the decisions are `push` and `call`. With three they are `button_push`, `small_blind_call`,
        `small_blind_push`, `big_blind_call_button`, `big_blind_call_both` and `big_blind_call_small_blind`. A decision
        that no player can come to, because an earlier player is all-in by his blind, is left out.
    values
        Expected change of each player's chips in this hand, float64 (n,), blinds and antes included; with payouts,
        expected change of the player's prize by the Independent Chip Model. They add up to 0.
    exploitability
        The most that one player can gain by another strategy, in big blinds. With payouts a big blind is worth the
        share of all prizes that it is of all chips.
    iterations
        Number of iterations.
    stacks, blinds, ante, payouts
        The arguments of `push_fold`.

    Examples
    --------
    >>> import pokerbits as pb
    >>> found = pb.preflop.push_fold([4, 4])
    >>> found
    <PushFoldResult: 2 players, push 73.76%, call 74.06%>
    >>> found.ranges["push"] - pb.Range("A2+, K2+")
    Range('22+, Q2s+, J2s+, T2s+, 93s+, 84s+, 74s+, 64s+, 54s, Q2o+, J2o+, T5o+, 96o+, 86o+, 76o')
    >>> found.strategy["call"][pb.HAND_CLASSES.index("72o")]
    np.float64(0.0)
    """

    strategy: Mapping[str, NDArray[np.float64]]
    values: NDArray[np.float64]
    exploitability: float
    iterations: int
    stacks: tuple[float, ...]
    blinds: tuple[float, float]
    ante: float
    payouts: tuple[float, ...] | None

    @property
    def ranges(self) -> dict[str, Range]:
        """The hands that go all-in, by decision."""
        classes = hand_class(COMBOS)
        return {name: Range.from_weights(chosen[classes]) for name, chosen in self.strategy.items()}

    @property
    def frequencies(self) -> dict[str, float]:
        """The share of all 1,326 combos that goes all-in, by decision."""
        classes = hand_class(COMBOS)
        return {name: float(chosen[classes].mean()) for name, chosen in self.strategy.items()}

    def plot(self, decision: str | None = None, *, ax: Axes | None = None, title: str = "") -> Axes:
        """Plot the hands that go all-in as a 13 x 13 matrix. Needs the extra `plot`.

        A cell is filled as far as its hand goes all-in. The legend says the decision and its share of all combos.

        Parameters
        ----------
        decision
            A decision of `strategy`; by default the first.
        ax
            Axes to draw on; by default those of a new pyplot figure.
        title
            Title; by default none.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        InvalidArgumentError
            If the result has no such decision.
        """
        with NoFork():
            from pokerbits.plot import action_matrix

        name = next(iter(self.strategy)) if decision is None else decision
        check_name("decision", name, self.strategy)
        return action_matrix({name.replace("_", " "): self.ranges[name]}, ax=ax, title=title)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON.

        Returns
        -------
        dict
            `stacks`, `blinds`, `ante` and `payouts`; `decisions`, by name: their `frequency` and their `range` as
            text; `values`, `exploitability` and `iterations`.
        """
        frequencies = self.frequencies
        return {
            "stacks": list(self.stacks),
            "blinds": list(self.blinds),
            "ante": self.ante,
            "payouts": None if self.payouts is None else list(self.payouts),
            "decisions": {
                name: {"frequency": frequencies[name], "range": hands.text} for name, hands in self.ranges.items()
            },
            "values": self.values.tolist(),
            "exploitability": self.exploitability,
            "iterations": self.iterations,
        }

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each hand class: `hand`, and for each decision the probability of going all-in.
        """
        return {"hand": list(HAND_CLASSES), **self.strategy}

    def _summary(self) -> str:
        shares = ", ".join(f"{name} {share:.2%}" for name, share in self.frequencies.items())
        return f"{len(self.stacks)} players, {shares}" if len(self.stacks) == 2 else f"{len(self.stacks)} players"

    def _table(self) -> Table:
        """Return a table of the decisions, with their hands; the values stand below."""
        frequencies = self.frequencies
        rows = [[name.replace("_", " "), f"{frequencies[name]:.2%}", hands.text] for name, hands in self.ranges.items()]
        unit = "chips" if self.payouts is None else "prize"
        seats = SEATS[len(self.stacks)]
        # Smaller numbers are the rounding of the sums; a zero has no minus.
        rounded = [round(value, 9) + 0.0 for value in self.values.tolist()]
        values = ", ".join(f"{seat} {value:+.6g}" for seat, value in zip(seats, rounded, strict=True))
        most = f"{self.exploitability:.1e}" if self.exploitability >= 1e-9 else "below 1e-9"
        note = f"{unit}: {values}; exploitability {most} big blinds"
        return Table(rows, ["decision", "share", "hands"], note)
