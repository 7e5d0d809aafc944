"""Every hand of Omaha against a random hand or a range, on one board or on many: `combo_equity` with `game="omaha"`."""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.card_arrays import card_ids, side_by_side
from pokerbits._input.numbers import rows_of_numbers
from pokerbits._input.players import ANY_HAND
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rows import RowsOf
from pokerbits._input.situation import ANY_BOARD, check_board, known_cards
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardsLike
from pokerbits._input.weights import WeightsLike
from pokerbits._output.arrays import deliver, output
from pokerbits.exceptions import CardCountError, InvalidArgumentError
from pokerbits.ranges._omaha_range import OmahaRange
from pokerbits.ranges._range import Range

_HOLE_CARDS = 4


def omaha_hand_equity(
    villain: WeightsLike | OmahaRange,
    boards: CardsLike | None,
    *,
    dead: CardsLike | None,
    out: NDArray[np.float64] | None,
    num_threads: int | None,
    progress: ProgressLike,
) -> NDArray[np.float64]:
    """Return the equity of each hand of four cards, in the order of `omaha_hand_id`, NaN for hands with known cards."""
    sets, weights = _range(villain)
    gone = known_cards(dead, "dead")
    dealt = side_by_side(card_ids("" if boards is None else boards, what="boards"))
    check_board(dealt.shape[-1], ANY_BOARD, "boards")
    if dealt.shape[-1] == 0 and (sets is not None or weights is not None or gone):
        raise InvalidArgumentError(
            'boards: before the flop every hand is compared with villain="random" and without dead cards only; '
            "equity() compares one hand or range with another"
        )
    shape, hands = dealt.shape[:-1], _native.OMAHA_HANDS
    rows = dealt.reshape(prod(shape), dealt.shape[-1])
    reads = [dealt] if weights is None else [dealt, weights]
    result, filled = output(out, (*shape, hands), np.float64, (len(rows), hands), *reads)
    threads = resolve_num_threads(num_threads)
    with watching(progress, "equity of every hand") as watcher, RowsOf(shape):
        _native.omaha_hand_equity(sets, weights, rows, gone, filled, threads, watcher)
    return deliver(result, filled)


def _range(villain: WeightsLike | OmahaRange) -> tuple[NDArray[np.uint64] | None, NDArray[np.float64] | None]:
    """Return the hands of a range as bit sets with their weights, or `None` and the weights of all hands.

    Weights are `None` if all are 1. For any hand both are `None`.
    """
    if isinstance(villain, str):
        if villain.strip() in ANY_HAND:
            return None, None
        villain = OmahaRange(villain)
    if isinstance(villain, OmahaRange):
        if villain.hole_cards != _HOLE_CARDS:
            message = f"villain: expected a range of {_HOLE_CARDS} hole cards, found one of {villain.hole_cards}"
            raise CardCountError(message)
        weights = villain._weights  # noqa: SLF001
        if len(villain) == _native.OMAHA_HANDS and weights is None:
            return None, None
        return villain._sets, weights  # noqa: SLF001
    if isinstance(villain, Range):
        raise CardCountError("villain: expected a range of 4 hole cards, found a Range of two cards")
    numbers: NDArray[np.float64] = rows_of_numbers(villain, _native.OMAHA_HANDS, np.float64, "villain")
    if numbers.ndim != 1:
        message = f"villain: expected one row of {_native.OMAHA_HANDS} weights, found shape {numbers.shape}"
        raise InvalidArgumentError(message)
    return None, numbers
