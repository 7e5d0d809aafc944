"""A few representative flops, chosen and weighted so that equities over them are close to those over all flops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._equity.combo_equity import combo_equity
from pokerbits._input.numbers import integer
from pokerbits._input.progress import ProgressLike, among_all, watching
from pokerbits._input.shown import shown
from pokerbits._output.columns import Columns
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits._products import least_squares, product
from pokerbits.cards import COMBOS, HAND_CLASSES, combo_class, format_cards
from pokerbits.exceptions import InvalidArgumentError, InvalidRangeError
from pokerbits.ranges._range import Dialect, Range, RangeLike, as_range
from pokerbits.reports._board_showdowns import is_symmetric, unblocked_weights
from pokerbits.reports._textures import flops

_MAX_FLOPS = 200

_CLASSES = combo_class(np.arange(len(COMBOS)))

_ROUNDING = 1e-20
"""The relative size of rounding errors in squares of equities."""


@dataclass(frozen=True, eq=False, repr=False)
class FlopSubset(Result):
    """Representative flops with weights, and the errors of their equities.

    Attributes
    ----------
    boards
        Flops, uint8 (n, 3), in the order in which they were chosen.
    weights
        Weights of the flops, float64 (n,), with sum 1.
    equity
        Equity of each of the 169 hand classes over these flops against each opponent, float64 (n_opponents, 169); NaN
        for a class without an unblocked hand of the opponent.
    target
        Equity over all flops, which is the equity before the flop: the ideal value of `equity`.
    opponents
        The ranges of the opponents, as text.

    Examples
    --------
    >>> import pokerbits as pb
    >>> subset = pb.reports.flop_subset(15)
    >>> subset
    <FlopSubset: 15 flops, equities off by 0.7762% rms, 2.4776% at most>
    """

    boards: NDArray[np.uint8]
    weights: NDArray[np.float64]
    equity: NDArray[np.float64]
    target: NDArray[np.float64]
    opponents: tuple[str, ...]

    @property
    def rms_error(self) -> float:
        """The root mean square of `equity - target` over all opponents and combos."""
        return float(np.sqrt(product((self.equity - self.target) ** 2, _class_shares()).mean()))

    @property
    def max_error(self) -> float:
        """The largest absolute difference of `equity` and `target`."""
        return float(np.abs(self.equity - self.target).max())

    def to_dict(self) -> dict[str, Any]:
        """Return the subset as a dict for JSON.

        Returns
        -------
        dict
            `flops`, a list with the `flop` as text and the `weight` of each; `opponents`, `rms_error` and `max_error`.
        """
        rows = zip(format_cards(self.boards), self.weights.tolist(), strict=True)
        return {
            "flops": [{"flop": flop, "weight": weight} for flop, weight in rows],
            "opponents": list(self.opponents),
            "rms_error": self.rms_error,
            "max_error": self.max_error,
        }

    def to_columns(self) -> Columns:
        """Return the subset as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each flop: `flop`, text, and `weight`, float64.
        """
        return {"flop": [format_cards(board) for board in self.boards], "weight": self.weights}

    def _summary(self) -> str:
        n = len(self.boards)
        return f"{n} flop{'s' * (n != 1)}, equities off by {self.rms_error:.4%} rms, {self.max_error:.4%} at most"

    def _table(self) -> Table:
        rows = zip(format_cards(self.boards), self.weights.tolist(), strict=True)
        return Table([[flop, f"{weight:.4%}"] for flop, weight in rows], ["flop", "weight"], self._summary())


def flop_subset(
    n: int,
    *,
    opponents: Sequence[RangeLike] = ("random",),
    dialect: Dialect | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> FlopSubset:
    """Return n weighted flops whose equities of the starting hands are close to those over all flops.

    Parameters
    ----------
    n
        Number of flops, 1 to 200.
    opponents
        Opponents' ranges, in which all combos of a hand class must have the same weight. `pb.HAND_CLASSES` is the whole
        matrix of `preflop_equities`; each opponent takes seconds and 5 MB.
    dialect
        Meaning of `+` and `-` behind connected hands in texts, as in `Range`.
    num_threads
        Number of threads; by default that of `set_num_threads`.
    progress
        `True` for a progress bar, or a function of the finished and the total number of steps.

    Returns
    -------
    FlopSubset
        The subset. It has fewer than n flops if these already reproduce the equities up to rounding.

    Raises
    ------
    InvalidArgumentError
        If `n` is out of range, there is no opponent, or an opponent has specific suits.
    InvalidRangeError
        If a text is not a range, or a range has no hand.

    Notes
    -----
    The metric is the root mean square, over the opponents and the 1,326 combos, of the difference between the equity of
    a combo's hand class over the subset and before the flop. The equity over a subset is the mean over its flops and
    the combos of the class. Each is weighted by the weight of the flop times the unblocked weight of the opponent's
    range.

    For a fixed set of flops, finding the weights is a least-squares problem: the differences are linear in the weights
    if the denominator is replaced by that over all flops. Flops are chosen one by one. The next flop is the one towards
    which a step lowers the error most. Then all weights are fitted again, with no negative weights, and flops with
    weight 0 are dropped. This is the algorithm of Wolfe ("Finding the nearest point in a polytope", 1976) with another
    rule for the next point. The subset is good but not optimal. The reported errors are those of the equities
    themselves, without the approximation.

    Equities against one range may not be enough. Pass the ranges of interest as `opponents`, and compare `flop_report`
    with the `boards` and `weights` of the subset to the report on all flops.

    Examples
    --------
    >>> import pokerbits as pb
    >>> subset = pb.reports.flop_subset(25, opponents=["15%"])
    >>> subset
    <FlopSubset: 25 flops, equities off by 0.5143% rms, 1.4878% at most>
    >>> subset.boards.shape, float(subset.weights.sum().round(12)), subset.equity.shape
    ((25, 3), 1.0, (1, 169))
    """
    n = integer("n", n, 1, _MAX_FLOPS, allowed=f"1 to {_MAX_FLOPS} flops")
    against = _checked(opponents, dialect)
    found = flops()
    shares = found.weights / found.weights.sum()
    # For each opponent, flop and hand class: the won weight and the unblocked weight of its combos.
    won, unblocked = np.empty((2, len(against), len(shares), len(HAND_CLASSES)))
    target = np.empty((len(against), len(HAND_CLASSES)))
    products = np.zeros((len(shares), len(shares)))
    with watching(progress, "flops") as watcher:
        for i, opponent in enumerate(against):
            part = among_all(watcher, i, 1, len(against))
            equities = combo_equity(opponent, boards=found.boards, num_threads=num_threads, progress=part)
            # In any unit: every result is a quotient.
            weights = unblocked_weights(opponent, found.boards, np.arange(len(COMBOS)))[0].astype(np.float64)
            won[i] = _by_class(np.where(np.isnan(equities), 0, weights * equities))
            unblocked[i] = _by_class(weights)
            mean_unblocked = product(shares, unblocked[i])
            target[i] = product(shares, won[i]) / mean_unblocked
            # The errors of the equities with all of the weight on one flop, with the denominator over all flops.
            points = (won[i] - target[i] * unblocked[i]) / mean_unblocked * np.sqrt(_class_shares() / len(against))
            products += product(points, points.T)
    chosen, fitted = _near_zero(products, n)
    with np.errstate(invalid="ignore"):
        equity = product(fitted, won[:, chosen]) / product(fitted, unblocked[:, chosen])
    return FlopSubset(found.boards[chosen], fitted, equity, target, tuple(hands.text for hands in against))


def _checked(opponents: Sequence[RangeLike], dialect: Dialect | None) -> list[Range]:
    """Return the ranges of the opponents."""
    if isinstance(opponents, str | Range):
        opponents = [opponents]
    against = [as_range(opponent, f"opponent {i + 1}", dialect=dialect) for i, opponent in enumerate(opponents)]
    if not against:
        raise InvalidArgumentError("opponents: expected one or more")
    for i, hands in enumerate(against):
        if not len(hands):
            raise InvalidRangeError(f"opponent {i + 1}: there is no hand in {shown(hands.text)}")
        if not is_symmetric(hands):
            raise InvalidArgumentError(
                f"opponent {i + 1}: expected the same weight for all combos of a hand class, found {shown(hands.text)}"
            )
    return against


def _near_zero(products: NDArray[np.float64], n: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return up to n points and positive weights with sum 1, for which the weighted sum is close to zero.

    The points are given by their scalar products.
    """
    norms = np.diag(products)
    chosen, weights = np.array([norms.argmin()]), np.ones(1)
    square = float(norms[chosen[0]])
    while len(chosen) < n and square > _ROUNDING * norms.mean():
        # The maximum decrease of the square on the line from the current sum to each point.
        with_sum = product(products[:, chosen], weights)
        fall = np.maximum(square - with_sum, 0) ** 2 / np.maximum(square - 2 * with_sum + norms, _ROUNDING * norms)
        fall[chosen] = 0
        tried = _fitted(products, np.append(chosen, fall.argmax()), np.append(weights, 0.0))
        lower = float(product(product(tried[1], products[np.ix_(tried[0], tried[0])]), tried[1]))
        if not lower < square:
            break
        (chosen, weights), square = tried, lower
    return chosen, weights


def _fitted(
    products: NDArray[np.float64], chosen: NDArray[np.intp], weights: NDArray[np.float64]
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return the chosen points with positive weights, and the weights that minimise the norm of their sum."""
    while True:
        # The optimum over weights with sum 1, including negative ones: all points have the same product with the sum.
        of_chosen = products[np.ix_(chosen, chosen)]
        best = least_squares(of_chosen, np.ones(len(chosen)))
        best /= best.sum()
        if (best > 0).all():
            return chosen, best
        # Move towards it until a weight becomes 0; that point is dropped.
        falling = np.flatnonzero(best <= 0)
        steps = weights[falling] / (weights[falling] - best[falling])
        weights = np.maximum(weights + steps.min() * (best - weights), 0)
        weights[falling[steps.argmin()]] = 0
        chosen, weights = chosen[weights > 0], weights[weights > 0]


def _by_class(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sums over the combos of each hand class, (n, 169)."""
    order = np.argsort(_CLASSES, kind="stable")
    return np.add.reduceat(values[:, order], np.searchsorted(_CLASSES[order], np.arange(len(HAND_CLASSES))), axis=1)


def _class_shares() -> NDArray[np.float64]:
    """Return the share of each hand class of the 1,326 combos."""
    return np.bincount(_CLASSES) / len(_CLASSES)
