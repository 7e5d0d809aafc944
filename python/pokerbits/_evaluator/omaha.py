"""Omaha: the best high and low hands of exactly two hole cards and exactly three board cards."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pokerbits import _native
from pokerbits._by_street import by_street
from pokerbits._input.card_arrays import broadcast, card_ids
from pokerbits._input.rows import RowsOf
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardRow, CardRows, CardsLike, OneRowLike
from pokerbits._output.arrays import deliver, output, scalar
from pokerbits._plain_first import plain_first
from pokerbits._public import publish
from pokerbits.exceptions import CardCountError


@overload
def evaluate_omaha(hole: CardRow, board: CardRow, *, out: None = None, num_threads: int | None = None) -> np.uint16: ...
@overload
def evaluate_omaha(
    hole: CardRows, board: CardsLike, *, out: NDArray[np.uint16] | None = None, num_threads: int | None = None
) -> NDArray[np.uint16]: ...
@overload
def evaluate_omaha(
    hole: OneRowLike, board: CardRows, *, out: NDArray[np.uint16] | None = None, num_threads: int | None = None
) -> NDArray[np.uint16]: ...
@overload
def evaluate_omaha(
    hole: CardsLike, board: CardsLike, *, out: NDArray[np.uint16], num_threads: int | None = None
) -> NDArray[np.uint16]: ...
@overload
def evaluate_omaha(
    hole: OneRowLike, board: OneRowLike, *, out: None = None, num_threads: int | None = None
) -> np.uint16 | NDArray[np.uint16]: ...
@plain_first(_native.evaluate_omaha)
@by_street("hole", "board")
def evaluate_omaha(
    hole: CardsLike, board: CardsLike, *, out: NDArray[np.uint16] | None = None, num_threads: int | None = None
) -> np.uint16 | NDArray[np.uint16]:
    """Return the strengths of Omaha hands, which use exactly two hole cards and exactly three board cards.

    Parameters
    ----------
    hole
        Hole cards, shape (..., 4), (..., 5) or (..., 6), with the cards on the last axis. Text, a `CardSet`, a
        sequence, a column of pandas, polars or PyArrow, or an array of texts, objects or integers of any dtype and
        layout, as in `evaluate`.
    board
        Boards, shape (..., 3), (..., 4) or (..., 5), of the same types. The leading axes of `hole` and `board`
        broadcast, and many hands can share one board.
    out
        uint16 array with the shape of the result, to fill and return.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    uint16 of shape (...)
        A NumPy scalar for one hand. Strengths are 1 to 7462, on the scale of `evaluate`; larger is stronger.

    Raises
    ------
    InvalidCardError, DuplicateCardError
        If a hand and its board are not different cards of the deck; the message names the row and the card.
    CardCountError
        If hands do not have four to six hole cards, or boards three to five cards.
    InvalidArgumentError
        If hands and boards do not broadcast, or a value is missing or masked.
    TypeError
        If the dtype is not an integer dtype.

    Notes
    -----
    Without suits there are 6,175 boards of five cards, and two hole cards are one of 91 pairs of ranks. A table holds
    the strength of each pair on each board: 1.6 MB including the smaller boards, built in some milliseconds at the
    first call. The strength of a hand is the best of its 6, 10 or 15 pairs; flushes are evaluated separately.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.describe(pb.evaluate_omaha("AsKh7d2c", "KsQsJsTs3d"))
    'straight, ace high'
    >>> pb.evaluate_omaha(["AsAhKsKh", "2c3c4c5c"], "AdKd7s8s9s")
    array([7032, 1154], dtype=uint16)
    """
    return _evaluated(_native.evaluate_omaha_rows, np.uint16, hole, board, out, num_threads)


@overload
def evaluate_omaha_low(
    hole: CardRow, board: CardRow, *, out: None = None, num_threads: int | None = None
) -> np.uint8: ...
@overload
def evaluate_omaha_low(
    hole: CardRows, board: CardsLike, *, out: NDArray[np.uint8] | None = None, num_threads: int | None = None
) -> NDArray[np.uint8]: ...
@overload
def evaluate_omaha_low(
    hole: OneRowLike, board: CardRows, *, out: NDArray[np.uint8] | None = None, num_threads: int | None = None
) -> NDArray[np.uint8]: ...
@overload
def evaluate_omaha_low(
    hole: CardsLike, board: CardsLike, *, out: NDArray[np.uint8], num_threads: int | None = None
) -> NDArray[np.uint8]: ...
@overload
def evaluate_omaha_low(
    hole: OneRowLike, board: OneRowLike, *, out: None = None, num_threads: int | None = None
) -> np.uint8 | NDArray[np.uint8]: ...
@plain_first(_native.evaluate_omaha_low)
@by_street("hole", "board")
def evaluate_omaha_low(
    hole: CardsLike, board: CardsLike, *, out: NDArray[np.uint8] | None = None, num_threads: int | None = None
) -> np.uint8 | NDArray[np.uint8]:
    """Return the strengths of eight-or-better Omaha lows: 0 (no low) to 56 (5-4-3-2-A).

    Parameters
    ----------
    hole, board
        Hole cards and boards, as in `evaluate_omaha`.
    out
        uint8 array with the shape of the result, to fill and return.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    uint8 of shape (...)
        A NumPy scalar for one hand. Larger is stronger: 56 is 5-4-3-2-A, 55 is 6-4-3-2-A, 1 is 8-7-6-5-4, and 0
        is no low, as on the scale of `evaluate(..., rules="eight_or_better")`. A low consists of exactly two
        hole cards and exactly three board cards, with five different ranks up to the eight. The ace is the
        lowest rank; straights and flushes do not count.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError, InvalidArgumentError, TypeError
        As in `evaluate_omaha`.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.evaluate_omaha_low("As2h9dKc", "3s4s5hTsKh")
    np.uint8(56)
    >>> pb.describe(pb.evaluate_omaha_low(["As2h9dKc", "AsAhKsKc"], "3s4s5hTsKh"), rules="eight_or_better")
    array(['five-four-three-deuce-ace low', 'no low'], dtype='<U29')
    """
    return _evaluated(_native.omaha_low_rows, np.uint8, hole, board, out, num_threads)


def _evaluated(
    of_rows: Callable[..., None],
    dtype: DTypeLike,
    hole: CardsLike,
    board: CardsLike,
    out: NDArray[Any] | None,
    num_threads: int | None,
) -> Any | NDArray[Any]:
    """Return the result of a function of the core for rows of hole cards and boards."""
    parts = [card_ids(hole, what="hole"), card_ids(board, what="board")]
    for part, sizes, what in zip(parts, ((4, 5, 6), (3, 4, 5)), ("hole", "board"), strict=True):
        if part.shape[-1] not in sizes:
            raise CardCountError(f"expected {sizes[0]}, {sizes[1]} or {sizes[2]} {what} cards, found {part.shape[-1]}")
    shape, hands = broadcast(*parts)
    result, filled = output(out, shape, dtype, (prod(shape),), *parts)
    with RowsOf(shape):
        of_rows(hands, parts[0].shape[-1], filled, resolve_num_threads(num_threads))
    return scalar(deliver(result, filled), out)


publish("pokerbits", evaluate_omaha, evaluate_omaha_low)
