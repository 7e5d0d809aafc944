"""Board showdowns of two ranges on many boards: every hand's equity, and the unblocked weight of its opponents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._equity.combo_equity import combo_equity
from pokerbits._equity.folded import Folded, deals_beside
from pokerbits._input.exact_weights import exact_products, exact_weights, shares_of
from pokerbits._input.progress import ProgressLike
from pokerbits._input.threads import resolve_task_threads
from pokerbits._products import exact_sums
from pokerbits.cards import COMBOS, combo_class
from pokerbits.ranges._range import Range, class_means

if TYPE_CHECKING:
    from concurrent.futures import Executor

_LOW, _HIGH = COMBOS.T.astype(np.intp)

_BLOCK = 512
"""Boards per block. Intermediate arrays then take some megabytes."""


@dataclass(frozen=True)
class BoardShowdowns:
    """The results of a range against an opponent's range on n boards."""

    deals: NDArray[np.float64]
    """Weight of all deals of each board, (n,). A deal weighs the product of the weights of its hands."""
    equity: NDArray[np.float64]
    """Equity of the range, (n,); NaN for a board without deals."""
    quantiles: NDArray[np.float64]
    """Equity that combos with a share of the range's deals do not exceed, (n, n_levels); NaN without deals."""
    nut_share: NDArray[np.float64]
    """Share of the range's deals with combos of at least the nut equity, (n,); NaN for a board without deals."""


def board_showdowns(
    own: Range,
    opponent: Range,
    boards: NDArray[np.uint8],
    *,
    levels: NDArray[np.float64],
    nut_equity: float,
    folded: Folded,
    executor: Executor | None,
    num_threads: int | None,
    progress: ProgressLike,
) -> BoardShowdowns:
    """Return the board showdowns of a range against the opponent's on boards (n, 3 | 4 | 5), beside folded ranges."""
    held = np.flatnonzero(own.weights)
    weights, unit = exact_weights(own.weights[held])
    equities = combo_equity(
        opponent,
        boards=boards,
        folded=list(folded.weights),
        executor=executor,
        num_threads=num_threads,
        progress=progress,
    )
    threads = resolve_task_threads(executor, num_threads)
    blocks = []
    for start in range(0, len(boards), _BLOCK):
        rows = slice(start, start + _BLOCK)
        if folded.names:
            left, left_unit = exact_weights(deals_beside(opponent, folded, boards[rows], [], threads)[:, held])
        else:
            left, left_unit = unblocked_weights(opponent, boards[rows], held)
        deals = exact_products(weights, left)
        blocks.append(_of_block(deals, unit * left_unit, equities[rows][:, held], levels, nut_equity))
    return BoardShowdowns(*(np.concatenate(parts) for parts in zip(*blocks, strict=True)))


def _of_block(
    deals: NDArray[Any], unit: int, equities: NDArray[np.float64], levels: NDArray[np.float64], nut_equity: float
) -> tuple[NDArray[np.float64], ...]:
    """Return the columns of a `BoardShowdowns` for some boards, from the deals and the equities of combos.

    Deals are integers, `unit` of which are a deal of weight 1.
    """
    # A hand without equity is blocked by the board, or blocks the opponent's whole range. It has no deals.
    there = ~np.isnan(equities)
    deals = np.where(there, deals, 0)
    equities = np.where(there, equities, 0)
    total = deals.sum(axis=1)
    with np.errstate(invalid="ignore"):
        equity = (deals.astype(np.float64) * equities).sum(axis=1) / total.astype(np.float64)
    nut_share = shares_of(np.where(equities >= nut_equity, deals, 0).sum(axis=1), total)
    order = np.argsort(np.where(there, equities, np.inf), axis=1, kind="stable")
    shares = shares_of(np.take_along_axis(deals, order, axis=1).cumsum(axis=1), total[:, None])
    below = (shares[:, :, None] < levels).sum(axis=1)
    quantiles = np.take_along_axis(equities, np.take_along_axis(order, below, axis=1), axis=1)
    return shares_of(total, unit), equity, np.where(total[:, None] > 0, quantiles, np.nan), nut_share


def unblocked_weights(opponent: Range, boards: NDArray[np.uint8], combos: NDArray[np.intp]) -> tuple[NDArray[Any], int]:
    """Return the unblocked weight of the opponent's range for each of some combos on each board, (n, n_combos).

    It is 0 for a combo with a board card. Weights are integers, as in `exact_weights`, with their unit.
    """
    free = np.ones((len(boards), _native.CARD_COUNT), dtype=bool)
    np.put_along_axis(free, boards.astype(np.intp), values=False, axis=1)
    held = np.flatnonzero(opponent.weights)
    theirs = (free[:, _LOW[held]] & free[:, _HIGH[held]]).astype(np.float64)
    shares_a_card = (COMBOS[held][:, None, :, None] == COMBOS[combos][:, None, :]).any(axis=(2, 3))
    numbers, unit = exact_weights(opponent.weights[held])
    unblocked = exact_sums(theirs, np.where(shares_a_card, 0, numbers[:, None]))
    return np.where(free[:, _LOW[combos]] & free[:, _HIGH[combos]], unblocked, 0), unit


def is_symmetric(hands: Range) -> bool:
    """Return whether all combos of a hand class have the same weight, so that the range is symmetric in the suits."""
    return bool(np.array_equal(class_means(hands)[combo_class(np.arange(len(COMBOS)))], hands.weights))
