"""Every hand against a weighted range, on one board or on many."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._equity.combo_equity_table import ComboEquities
from pokerbits._equity.folded import folded_weights
from pokerbits._equity.hand_percentile import RankedGame, of_omaha
from pokerbits._equity.omaha_hands import omaha_hand_equity
from pokerbits._input.arrays import paired
from pokerbits._input.card_arrays import card_ids, side_by_side
from pokerbits._input.progress import ProgressLike, among_all, watching
from pokerbits._input.rows import RowsOf, row_at
from pokerbits._input.situation import ANY_BOARD, check_board, known_cards
from pokerbits._input.threads import resolve_task_threads
from pokerbits._input.types import CardsLike
from pokerbits._input.weights import WeightsLike, as_weights
from pokerbits._output.arrays import deliver, output
from pokerbits._public import publish
from pokerbits._tables import fill_by
from pokerbits.exceptions import InvalidArgumentError, PokerbitsError
from pokerbits.ranges._omaha_range import OmahaRange
from pokerbits.ranges._range import Dialect

if TYPE_CHECKING:
    from concurrent.futures import Executor


def combo_equity(
    villain: WeightsLike | OmahaRange,
    boards: CardsLike | None = None,
    *,
    game: RankedGame = "holdem",
    dead: CardsLike | None = None,
    folded: Sequence[WeightsLike] | None = None,
    dialect: Dialect | None = None,
    out: NDArray[np.float64] | None = None,
    executor: Executor | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> NDArray[np.float64]:
    """Return the exact equity of every hand against a range, over every runout of each board.

    The hands are the 1,326 combos of hold'em, or with `game="omaha"` the 270,725 hands of four cards.

    Parameters
    ----------
    villain
        Opponent's range: a `Range`, its text (`"QQ+, AKs"`), or the weights of its combos, shape (1326,) in the order
        of `COMBOS`. Weights are not negative and may have any scale. Or many ranges as weights of shape (..., 1326),
        whose leading axes broadcast with those of the boards. In Omaha an `OmahaRange`, its text, or the weights of all
        hands, shape (270725,) in the order of `cards.omaha_hand_id`.
    boards
        One board or many, of 0 to 5 cards: shape (..., m); by default no board card is dealt.
        In Omaha without a board, every hand is compared with `"random"` and without dead cards only.
    game
        `"holdem"`, or `"omaha"` with four cards.
    dead
        Cards that nobody can be dealt.
    folded
        One or two ranges of players who have folded; by default none. Not for Omaha.
    dialect
        Meaning of `+` and `-` behind connected hands in texts, as in `Range`.
    out
        A float64 array of the shape of the result to fill and return.
    executor
        Executor with `submit` (PEP 3148): processes, or a cluster through `distributed.Client.get_executor`. Its tasks
        are blocks of at least 128 boards. Boards of one block share work; boards of different blocks do not. Not for
        Omaha.
    num_threads
        Threads to use; by default those of `set_num_threads`, or with an executor one in each task. The result does not
        depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    float64 of shape (..., 1326), in Omaha (..., 270725)
        From 0 to 1: the expected share of the pot, with a tie counting one half. NaN for a hand that shares a card
        with the board or the dead cards, and for one that leaves no deal to the opponent and the folded ranges. Against
        `"random"` it is the hand strength HS on the river, and E[HS] before.

    Raises
    ------
    InvalidCardError, DuplicateCardError
        If board and dead cards are not different cards of the deck; the message names the row and the card.
    CardCountError
        If the boards or the hands of a range have another number of cards.
    InvalidRangeError
        If a text cannot be read as a range, or a folded range has no hand without a dead card.
    InvalidArgumentError
        If a weight is negative, infinite or NaN: the message names the combo, and of many ranges the row. If the number
        of weights is wrong, ranges and boards do not broadcast, too few cards are left to complete a board, `out` has
        another shape or dtype, or the game is unknown. In Omaha also for an executor, for folded ranges, and for a
        range or dead cards without a board. In hold'em also for more than two folded ranges.
    TypeError
        If the weights are not numbers.
    CancelledError
        If a task of the executor is cancelled. Errors of the executor, such as `BrokenProcessPool`, pass unchanged.

    Notes
    -----
    **Do not average the equity of a single combo with the weights of `flops()`.** For JsTs against `"QQ+, AK"` that
    mean of `combo_equity(...)[:, combo]` is 0.2611, and the equity is 0.2922. A flop of `flops()` stands for all
    suit-isomorphic flops, and these differ for JsTs. Use `flops().mean(equities, hole="JsTs", villain="QQ+, AK")`, or
    this function without a board.

    A range of few hands is faster on flops and turns: each of its hands meets all others at once. One call with many
    boards is faster than many calls. A complete board that several of the boards lead to is
    evaluated once. So are suit-isomorphic boards, if the range and the dead cards are symmetric in those suits.
    Many ranges are counted one after the other, each on all of its boards: every result is that of a call with this
    range alone. `RankedBoards` is faster for many ranges on rivers.

    Weights are decimals, and are counted as integers of 64 or 128 bits, with one division at the end. Weights that span
    more than 26 decimal places are added up in floating point; the result is then off by less than 1e-9. Beside folded
    ranges, this holds for weights whose products add up to more than 52 bits. In Omaha weights that add up to more than
    51 bits are rounded to multiples of their sum divided by 2^50.

    Folded ranges take longer: up to a few seconds for a flop on one thread, a tenth of a second for a turn, and many
    minutes for a call without a board. Boards then share no work.

    In Omaha the hands of a whole board are sorted by strength and compared in one sweep [1]_. The result takes 2.2 MB
    a board.

    References
    ----------
    .. [1] https://pokerbits.github.io/pokerbits/latest/explanation/omaha/

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
    >>> ranges = np.stack([pb.Range("22+, A2s+").weights, pb.Range("AKo").weights])
    >>> pb.combo_equity(ranges[:, None], ["Ah7d2c", "AhKhQh"]).shape
    (2, 2, 1326)
    >>> random = pb.combo_equity("random", "Ah7d2c")
    >>> bool(random[pb.cards.combo_id("KsKd")] == pb.expected_hand_strength("KsKd", "Ah7d2c"))
    True
    >>> beside = pb.combo_equity("22+, A2s+", "Ah7d2c9s", folded=["A2s+, AJo+"])
    >>> beside[pb.cards.combo_id(["AsAd", "KsKd"])].round(4)
    array([0.9966, 0.5902])
    >>> omaha = pb.combo_equity("AA$ds", "Ks7d2c9s", game="omaha")
    >>> omaha[pb.cards.omaha_hand_id(["KhKd8h7h", "AsKcQcJc"])].round(4)
    array([0.8428, 0.2763])
    """
    gone = folded_weights(folded, dialect)
    if of_omaha(game):
        if len(gone):
            raise InvalidArgumentError("folded: not supported in Omaha; pass known cards as dead=")
        if executor is not None:
            raise InvalidArgumentError("executor: the hands of Omaha are counted by threads only")
        return omaha_hand_equity(villain, boards, dead=dead, out=out, num_threads=num_threads, progress=progress)
    if isinstance(villain, OmahaRange):
        raise InvalidArgumentError('villain: a range of Omaha hands needs game="omaha"')
    weights: NDArray[np.float64] = as_weights(villain, np.float64, "villain", dialect=dialect)
    without = known_cards(dead, "dead")
    dealt = side_by_side(card_ids("" if boards is None else boards, what="boards"))
    check_board(dealt.shape[-1], ANY_BOARD, "boards")
    of_boards, of_ranges, combos = dealt.shape[:-1], weights.shape[:-1], _native.COMBO_COUNT
    rows, ranges = dealt.reshape(prod(of_boards), dealt.shape[-1]), weights.reshape(prod(of_ranges), combos)
    shape, pairs = paired(of_boards, of_ranges, what="boards and ranges") if of_ranges else (of_boards, None)
    n = len(rows) if pairs is None else len(pairs)
    result, filled = output(out, (*shape, combos), np.float64, (n, combos), dealt, weights, gone)
    threads = resolve_task_threads(executor, num_threads)

    def fill(of_range: NDArray[np.float64], some: NDArray[np.uint8], to: NDArray[np.float64], part: Any) -> None:
        if executor is None or not len(some):
            _native.combo_equity(of_range, gone, some, without, to, threads, part)
        else:
            # Copies, as the caller may change the arrays before the last block is sent.
            table = ComboEquities(of_range.copy(), some.copy(), without, gone)
            fill_by(executor, table, to.reshape(-1), threads, part)

    with watching(progress, "equity of every hand") as watcher:
        if pairs is None:
            with RowsOf(of_boards):
                fill(weights, rows, filled, watcher)
        else:
            for number, places in enumerate(_places_of_each(len(ranges), pairs[:, 1])):
                of_range, at = ranges[number], pairs[places, 0]
                numbers = np.empty((len(at), combos))
                try:
                    fill(of_range, rows[at], numbers, among_all(watcher, number, 1, len(ranges)))
                except PokerbitsError as error:
                    # The core names the row of a wrong board, and of wrong weights only the combo.
                    if isinstance(error.row, int):
                        error.row = row_at(int(at[error.row]), of_boards)
                    elif not _are_weights(of_range):
                        error.row = row_at(number, of_ranges)
                    raise
                filled[places] = numbers
    return deliver(result, filled)


def _places_of_each(n: int, numbers: NDArray[np.uint64]) -> list[NDArray[np.intp]]:
    """Return the places of each of the numbers 0 to n - 1, ascending."""
    order = np.argsort(numbers, kind="stable")
    return np.split(order, np.searchsorted(numbers[order], np.arange(1, n, dtype=np.uint64)))[:n]


def _are_weights(of_range: NDArray[np.float64]) -> bool:
    """Return whether the core takes these weights: not negative, and twice their sum is finite."""
    with np.errstate(over="ignore"):
        return bool((of_range >= 0).all() and np.isfinite(2 * of_range.sum()))


publish("pokerbits", combo_equity)
