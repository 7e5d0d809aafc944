"""Every hand against a weighted range, on one board or on many."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._equity.combo_equity_table import ComboEquitySpec
from pokerbits._input.card_arrays import card_ids, side_by_side
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rows import RowsOf
from pokerbits._input.situation import check_board, known_cards
from pokerbits._input.threads import resolve_task_threads
from pokerbits._input.types import CardsLike
from pokerbits._input.weights import WeightsLike, as_weights
from pokerbits._output.arrays import deliver, output
from pokerbits._tables import make_table
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["combo_equity"]


def combo_equity(
    villain: WeightsLike,
    boards: CardsLike | None = None,
    *,
    dead: CardsLike | None = None,
    out: NDArray[np.float64] | None = None,
    executor: Executor | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> NDArray[np.float64]:
    """Return the exact equity of each of the 1,326 combos against a range, over every runout of each board.

    Parameters
    ----------
    villain
        A `Range`, its text (`"QQ+, AKs"`), or the weights of the opponent's combos, shape (1326,) in the order of
        `COMBOS`, not negative, of any scale.
    boards
        One board or many, of 0, 3, 4 or 5 cards: shape (..., 0 | 3 | 4 | 5); by default none is dealt.
    dead
        Cards that nobody can be dealt.
    out
        A float64 array of the shape of the result to fill and return.
    executor
        Anything with `submit` (PEP 3148): processes, or a cluster through `distributed.Client.get_executor`. Blocks of
        128 boards or more are its tasks. The boards of a block share their work, those of two blocks do not.
    num_threads
        Threads to use; by default those of `set_num_threads`, or with an executor one in each task. The result does not
        depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    float64 of shape (..., 1326), 0 to 1: the part of the pot that the combo can expect, a tie counting for a half. NaN
    for a combo with a card of the board or a dead one, and where the opponent has no hand that it can meet.

    Raises
    ------
    InvalidCardError, DuplicateCardError
        If board and dead cards are not different cards of the deck; the message names the row and the card.
    CardCountError
        If the boards have another number of cards.
    InvalidRangeError
        If text is no range.
    InvalidArgumentError
        If a weight is negative, infinite or NaN (the message names the combo), their number is not 1326, too few cards
        are left to complete a board, or `out` is not as above.
    TypeError
        If the weights are not numbers.

    Notes
    -----
    Weights that are decimals from 0 to 1, as those of text are, or integers, are counted as integers, and one division
    is made at the end. Only weights of so many digits that sums would not fit in 63 bits are added up in floating
    point: then results are off by less than 1e-9.

    **The weights of `flops()` are wrong for a single combo.** The mean of `combo_equity(...)[:, combo]` by them is
    0.2611 for JsTs against `"QQ+, AK"`, and its equity is 0.2922: a flop up to suits stands for flops that JsTs tells
    apart. `flops().mean(equities, hole="JsTs", villain="QQ+, AK")` is right; so is this function without a board.

    Many boards in one call are faster than as many calls: a whole board that completes several of them is looked at
    once, and of boards that differ in the names of suits only, which range and dead cards do not tell apart, one is.

    Examples
    --------
    >>> import numpy as np
    >>> import pokerbits as pb
    >>> equities = pb.combo_equity("22+, A2s+", ["Ah7d2c", "AhKhQh"])
    >>> equities.shape
    (2, 1326)
    >>> equities[:, pb.cards.combo_id(["AsAd", "JhTh", "7h7c"])].round(4)
    array([[0.9861, 0.1693, 0.9178],
           [0.8546, 1.    , 0.5227]])
    >>> bool(np.isnan(equities[0, pb.cards.combo_id("AhAd")]))
    True
    >>> random = pb.combo_equity("random", "Ah7d2c")
    >>> bool(random[pb.cards.combo_id("KsKd")] == pb.expected_hand_strength("KsKd", "Ah7d2c"))
    True
    """
    weights = as_weights(villain, np.float64, "villain")
    if weights.ndim != 1:
        message = f"villain: expected one row of {_native.COMBO_COUNT} weights, found shape {weights.shape}"
        raise InvalidArgumentError(message)
    gone = known_cards(dead, "dead")
    dealt = side_by_side(card_ids("" if boards is None else boards, what="boards"))
    check_board(dealt.shape[-1], (0, 3, 4, 5), "boards")
    shape, combos = dealt.shape[:-1], _native.COMBO_COUNT
    rows = dealt.reshape(prod(shape), dealt.shape[-1])
    result, filled = output(out, (*shape, combos), np.float64, (len(rows), combos), dealt, weights)
    label, threads = "equity of every hand", resolve_task_threads(executor, num_threads)
    if executor is not None and len(rows):
        spec = ComboEquitySpec(weights.tobytes(), rows.tobytes(), rows.shape[1], tuple(gone))
        with RowsOf(shape):
            make_table(
                spec,
                filled.shape,
                label=label,
                out=filled,
                executor=executor,
                num_threads=num_threads,
                progress=progress,
            )
        return deliver(result, filled)
    with watching(progress, label) as watcher, RowsOf(shape):
        _native.combo_equity(weights, rows, gone, filled, threads, watcher)
    return deliver(result, filled)
