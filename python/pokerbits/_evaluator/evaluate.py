"""Strengths of hands: 1 (7-5-4-3-2) to 7462 (royal flush), on one scale for 5, 6 and 7 cards; larger is stronger.

Other games have their own rules and scales. A larger strength is stronger under all rules.

The method is that of SpecialK, "A Texas Hold'em 7-card evaluator" (2011). The sum of the keys of the cards tells
whether there is a flush and, if not, which ranks the hand has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Literal, TypedDict, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._by_street import Errors, by_street
from pokerbits._evaluator.partial import PARTIAL, SIZES, partial_strengths
from pokerbits._evaluator.rules import Rules, hand_sizes, named
from pokerbits._input.card_arrays import as_cards, broadcast, card_ids, side_by_side
from pokerbits._input.rows import RowsOf
from pokerbits._input.shown import shown
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardRow, CardRows, CardsLike, OneRowLike
from pokerbits._output.arrays import deliver, output, scalar
from pokerbits._plain_first import plain_first
from pokerbits._public import publish
from pokerbits.exceptions import CardCountError, InvalidArgumentError


class _Options(TypedDict, total=False):
    """The options of every overload of `evaluate`."""

    rules: Rules | Literal["partial"]
    num_threads: int | None
    errors: Errors


def _no_strength(given: Mapping[str, Any]) -> np.uint16:
    """Return the strength of no hand, for wrong rows."""
    if given["rules"] == "eight_or_better":
        raise InvalidArgumentError("errors: 'nan' is not for eight_or_better, where hands without a low have 0")
    return np.uint16(0)


@overload
def evaluate(
    cards: CardRow, board: CardRow | None = None, *, out: None = None, **options: Unpack[_Options]
) -> np.uint16: ...
@overload
def evaluate(
    cards: CardRows, board: CardsLike | None = None, *, out: None = None, **options: Unpack[_Options]
) -> NDArray[np.uint16]: ...
@overload
def evaluate(
    cards: OneRowLike, board: CardRows, *, out: None = None, **options: Unpack[_Options]
) -> NDArray[np.uint16]: ...
@overload
def evaluate(
    cards: CardsLike, board: CardsLike | None = None, *, out: NDArray[np.uint16], **options: Unpack[_Options]
) -> NDArray[np.uint16]: ...
@overload
def evaluate(
    cards: OneRowLike, board: OneRowLike | None = None, *, out: None = None, **options: Unpack[_Options]
) -> np.uint16 | NDArray[np.uint16]: ...
@plain_first(_native.evaluate)
@by_street("cards", "board", wrong=_no_strength)
def evaluate(
    cards: CardsLike,
    board: CardsLike | None = None,
    *,
    rules: Rules | Literal["partial"] = "standard",
    out: NDArray[np.uint16] | None = None,
    num_threads: int | None = None,
    errors: Errors = "raise",  # noqa: ARG001 - for `by_street`
) -> np.uint16 | NDArray[np.uint16]:
    """Return the strengths of hands of five, six or seven cards: 1 to 7462, larger is stronger.

    Parameters
    ----------
    cards
        Hands, shape (..., 5), (..., 6) or (..., 7), with the cards on the last axis; fewer cards with `board`. Text, a
        `CardSet`, a sequence, a column of pandas, polars or PyArrow, or an array of texts, objects or integers of any
        dtype and layout. Integer arrays are not copied.
    board
        Further cards of each hand, for example boards (..., 3 | 4 | 5) for hole cards (..., 2). The leading axes of
        `cards` and `board` broadcast. Rows of columns may have boards of different streets.
    rules
        Hand rankings of the game. A larger strength is stronger under all rules, and a hand has the strength of its
        best five cards:

        - `"standard"`: high hands, 1 to 7462.
        - `"short_deck"`: high hands of the 36 cards from the six up, 1 to 1404. A flush beats a full house, a straight
          beats three of a kind, and A-6-7-8-9 is a straight. `"short_deck_trips"`: three of a kind beats a straight.
        - `"ace_to_five"`: low hands in which straights and flushes do not count, 1 to 6175. The ace is low; 5-4-3-2-A
          is the best hand.
        - `"deuce_to_seven"`: low hands in which straights and flushes count, 1 to 7462. The ace is high; 7-5-4-3-2 is
          the best hand.
        - `"eight_or_better"`: ace-to-five hands of five different ranks up to the eight, 1 to 56; 0 for other hands.
        - `"badugi"`: hands of four cards, 1 to 1092. Only cards that differ in rank and in suit count. More cards are
          better, and then lower cards; the ace is low.
        - `"partial"`: one to four cards by pairs, trips, quads and high cards, 1 to 2379: what a hand of stud
          shows, or a row of three in open-face Chinese poker. A missing kicker is below a deuce. Only here.
    out
        uint16 array with the shape of the result, to fill and return.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.
    errors
        `"raise"`, or `"nan"` to give wrong rows of a column the strength 0 instead of raising the error of the first;
        not under `"eight_or_better"`, where hands without a low have 0.

    Returns
    -------
    uint16 of shape (...)
        A NumPy scalar for one hand, also if it is a one-dimensional array.

    Raises
    ------
    InvalidCardError, DuplicateCardError
        If a row is not made of different cards of the deck; the message names the row and the card.
    CardCountError
        If hands do not have five, six or seven cards; four under `"badugi"`, one to four under `"partial"`.
    InvalidArgumentError
        If a value is missing or masked (the message names the row), or the rules are unknown.
    TypeError
        If the dtype is not an integer dtype.

    Notes
    -----
    The evaluator uses the additive keys of SpecialK, "A Texas Hold'em 7-card evaluator, part II" (2011).

    Examples
    --------
    >>> import numpy as np
    >>> import pokerbits as pb
    >>> pb.evaluate("AsKsQsJsTs2c2d")
    np.uint16(7462)
    >>> hole = np.array([[51, 50], [0, 5]], dtype=np.uint8)
    >>> pb.evaluate(hole, "AdKhKc7s2h")
    array([7296, 4753], dtype=uint16)
    >>> pb.evaluate("5c4c3c2cAc KdKh", rules="ace_to_five")
    np.uint16(6175)
    >>> pb.evaluate(["9c9d", "AhKs", "AcQd"], rules="partial")
    array([1667, 1026,  970], dtype=uint16)
    """
    parts = [card_ids(cards)] if board is None else [card_ids(cards), card_ids(board, what="board")]
    shape, hands = broadcast(*parts)
    threads = resolve_num_threads(num_threads)
    sizes = SIZES if isinstance(rules, str) and rules == PARTIAL else hand_sizes(named(rules))
    check_hand_size(parts, sizes)
    result, filled = output(out, shape, np.uint16, (prod(shape),), *parts)
    with RowsOf(shape):
        if sizes == SIZES:
            rows = side_by_side(*parts)
            partial_strengths(rows.reshape(prod(shape), rows.shape[-1]), filled)
        else:
            _native.evaluate_rows(hands, filled, threads, rules)
    return scalar(deliver(result, filled), out)


def check_hand_size(cards_and_board: Sequence[NDArray[np.integer[Any]]], expected: Sequence[int]) -> None:
    """Raise for hands, or hands and their boards, with a wrong number of cards."""
    parts = [part.shape[-1] for part in cards_and_board]
    size = sum(parts)
    if size in expected:
        return
    *others, last = map(str, expected)
    sizes = f"{', '.join(others)} or {last}" if others else last
    message = f"expected {sizes} cards, found {shown(size)}"
    if len(parts) == 1 and 2 <= size < min(expected):
        message += "; a board is the second argument: evaluate(hole, board)"
    elif len(parts) == 2 and 4 <= parts[0] <= 6 and 3 <= parts[1] <= 5:
        message += "; hands of Omaha are for evaluate_omaha(hole, board)"
    raise CardCountError(message)


def evaluate_combos(
    board: CardsLike, *, out: NDArray[np.uint16] | None = None, num_threads: int | None = None
) -> NDArray[np.uint16]:
    """Return the strengths of all combos on boards of five cards.

    Parameters
    ----------
    board
        Boards, shape (..., 5), with the cards on the last axis.
    out
        uint16 array with the shape of the result, to fill and return.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    uint16 of shape (..., 1326)
        The strength of a combo at `combo_id(hole)`; 0 for combos with a board card.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError, TypeError
        As in `evaluate`.

    Examples
    --------
    >>> import pokerbits as pb
    >>> strengths = pb.evaluate_combos("QsJsTs2c3d")
    >>> strengths[pb.cards.combo_id("AsKs")], strengths[pb.cards.combo_id("AsQs")]
    (np.uint16(7462), np.uint16(0))
    """
    boards = as_cards(board, what="board")
    if boards.shape[-1] != 5:
        raise CardCountError(f"expected 5 board cards, found {boards.shape[-1]}")
    shape = boards.shape[:-1]
    result, filled = output(
        out, (*shape, _native.COMBO_COUNT), np.uint16, (boards.size // 5, _native.COMBO_COUNT), boards
    )
    with RowsOf(shape):
        _native.evaluate_combos(boards.reshape(-1, 5), filled, resolve_num_threads(num_threads))
    return deliver(result, filled)


publish("pokerbits", evaluate, evaluate_combos)
