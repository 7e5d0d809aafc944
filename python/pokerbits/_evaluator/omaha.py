"""Omaha: the best hand of exactly two hole cards and exactly three board cards, and the best low."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pokerbits import _native
from pokerbits._input.card_arrays import broadcast, card_ids
from pokerbits._input.rows import RowsOf
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardRow, CardRows, CardsLike, OneRowLike
from pokerbits._output.arrays import deliver, output, scalar
from pokerbits.exceptions import CardCountError, InvalidArgumentError

__all__ = ["evaluate_omaha"]


@overload
def evaluate_omaha(
    hole: CardRow, *, board: CardRow, low: Literal[False] = False, out: None = None, num_threads: int | None = None
) -> np.uint16: ...
@overload
def evaluate_omaha(
    hole: CardRows, *, board: CardsLike, low: Literal[False] = False, out: None = None, num_threads: int | None = None
) -> NDArray[np.uint16]: ...
@overload
def evaluate_omaha(
    hole: OneRowLike, *, board: CardRows, low: Literal[False] = False, out: None = None, num_threads: int | None = None
) -> NDArray[np.uint16]: ...
@overload
def evaluate_omaha(
    hole: CardsLike,
    *,
    board: CardsLike,
    low: Literal[False] = False,
    out: NDArray[np.uint16],
    num_threads: int | None = None,
) -> NDArray[np.uint16]: ...
@overload
def evaluate_omaha(
    hole: OneRowLike,
    *,
    board: OneRowLike,
    low: Literal[False] = False,
    out: None = None,
    num_threads: int | None = None,
) -> np.uint16 | NDArray[np.uint16]: ...
@overload
def evaluate_omaha(
    hole: CardRow, *, board: CardRow, low: Literal[True], out: None = None, num_threads: int | None = None
) -> tuple[np.uint16, np.uint8]: ...
@overload
def evaluate_omaha(
    hole: CardRows, *, board: CardsLike, low: Literal[True], out: None = None, num_threads: int | None = None
) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]: ...
@overload
def evaluate_omaha(
    hole: OneRowLike, *, board: CardRows, low: Literal[True], out: None = None, num_threads: int | None = None
) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]: ...
@overload
def evaluate_omaha(
    hole: CardsLike,
    *,
    board: CardsLike,
    low: Literal[True],
    out: tuple[NDArray[np.uint16], NDArray[np.uint8]],
    num_threads: int | None = None,
) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]: ...
@overload
def evaluate_omaha(
    hole: OneRowLike, *, board: OneRowLike, low: Literal[True], out: None = None, num_threads: int | None = None
) -> tuple[np.uint16, np.uint8] | tuple[NDArray[np.uint16], NDArray[np.uint8]]: ...
def evaluate_omaha(
    hole: CardsLike,
    *,
    board: CardsLike,
    low: bool = False,
    out: NDArray[np.uint16] | tuple[NDArray[np.uint16], NDArray[np.uint8]] | None = None,
    num_threads: int | None = None,
) -> np.uint16 | NDArray[np.uint16] | tuple[np.uint16, np.uint8] | tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """Return the strengths of Omaha hands: the best of exactly two hole cards and exactly three board cards.

    Parameters
    ----------
    hole
        Hole cards on the last axis: shape (..., 4), (..., 5) or (..., 6). Text, a `CardSet`, a sequence, a column of
        pandas, polars or PyArrow, or an array of texts, of objects, or of any integer dtype and layout, as `evaluate`
        takes them.
    board
        Boards of the same kinds: shape (..., 3), (..., 4) or (..., 5). The leading axes of `hole` and `board`
        broadcast: many hands may share one board.
    low
        Return the eight-or-better lows, too.
    out
        A uint16 array of the shape of the result to fill and return; with `low` two, of uint16 and of uint8.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    uint16 of shape (...), a NumPy scalar for one hand: 1..7462, the scale of `evaluate`, larger is stronger.

    With `low` a pair: these, and as many uint8, the strength of the best low of exactly two hole cards and exactly
    three board cards. Five different ranks up to the eight are a low; the ace is the lowest rank, straights and flushes
    do not count. 56 is 5-4-3-2-A, 55 is 6-4-3-2-A, 1 is 8-7-6-5-4, and 0 stands for no low.

    Raises
    ------
    InvalidCardError, DuplicateCardError
        If a hand and its board are not made of different cards of the deck; the message names the row and the card.
    CardCountError
        If hands do not have four to six hole cards, or boards three to five cards.
    InvalidArgumentError
        If hands and boards do not broadcast, or a value is missing or masked.
    TypeError
        If the dtype is not an integer one.

    Notes
    -----
    Without regard to suits there are 6,175 boards of five cards, and two hole cards are one of 91 pairs of ranks. A
    table has what each pair makes of each board (1.6 MB with the smaller boards, built at the first call in some
    milliseconds); a hand is the best of its 6, 10 or 15 pairs, and flushes come on top.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.describe(pb.evaluate_omaha("AsKh7d2c", board="KsQsJsTs3d"))
    'straight, ace high'
    >>> pb.evaluate_omaha(["AsAhKsKh", "2c3c4c5c"], board="AdKd7s8s9s")
    array([7032, 1154], dtype=uint16)
    >>> pb.evaluate_omaha("As2h9dKc", board="3s4s5hTsKh", low=True)
    (np.uint16(5854), np.uint8(56))
    """
    if out is None and num_threads is None:
        # One hand of plain types: what the rest does, errors aside, at a fiftieth of the time.
        strength = _native.evaluate_omaha_one(hole, board)
        if strength is not None:
            if not low:
                return strength
            best_low = _native.omaha_low_one(hole, board)
            if best_low is not None:
                return strength, best_low
    parts = [card_ids(hole, what="hole"), card_ids(board, what="board")]
    for part, sizes, what in zip(parts, ((4, 5, 6), (3, 4, 5)), ("hole", "board"), strict=True):
        if part.shape[-1] not in sizes:
            message = f"expected {sizes[0]}, {sizes[1]} or {sizes[2]} {what} cards, found {part.shape[-1]}"
            raise CardCountError(message)
    shape, hands = broadcast(*parts)
    threads = resolve_num_threads(num_threads)
    filled = []
    for of_rows, dtype, given in _wanted(out, low=low):
        result, to_fill = output(given, shape, dtype, (prod(shape),), *parts)
        filled.append((of_rows, result, to_fill, given))
    found: list[Any] = []
    for of_rows, result, to_fill, given in filled:
        with RowsOf(shape):
            of_rows(hands, parts[0].shape[-1], to_fill, threads)
        found.append(scalar(deliver(result, to_fill), given))
    answer: np.uint16 | NDArray[np.uint16] | tuple[NDArray[np.uint16], NDArray[np.uint8]] = (
        (found[0], found[1]) if low else found[0]
    )
    return answer


def _wanted(out: Any, *, low: bool) -> list[tuple[Callable[..., None], DTypeLike, NDArray[Any] | None]]:
    """Return for each array of the answer what fills it, its dtype, and the array that the caller gives for it."""
    if not low:
        return [(_native.evaluate_omaha_rows, np.uint16, out)]
    if out is None:
        out = (None, None)
    if not isinstance(out, tuple) or len(out) != 2:
        message = f"out: expected a tuple of two arrays, of uint16 and of uint8, found {type(out).__name__}"
        raise InvalidArgumentError(message)
    return [(_native.evaluate_omaha_rows, np.uint16, out[0]), (_native.omaha_low_rows, np.uint8, out[1])]
