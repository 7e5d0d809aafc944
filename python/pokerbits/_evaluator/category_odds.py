"""The probability that a hand ends in each category by the river, over all boards that can still come."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pokerbits._by_street import Errors, by_street
from pokerbits._evaluator.category import Category, category_of_strength
from pokerbits._evaluator.evaluate import evaluate
from pokerbits._evaluator.rules import STANDARD
from pokerbits._input.columns import check_rows
from pokerbits._input.rows import RowsOf
from pokerbits._input.situation import ANY_BOARD, hands_and_boards
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardsLike
from pokerbits._public import publish
from pokerbits.cards import COMBOS, hand_class

_DECK = 52
_BLOCK = 1 << 20
"""Number of complete boards per block."""


@by_street("hole", "board", wrong=np.full(len(Category), np.nan), classes=lambda _: "")
def category_odds(
    hole: CardsLike,
    board: CardsLike | None = None,
    *,
    num_threads: int | None = None,
    errors: Errors = "raise",  # noqa: ARG001 - for `by_street`
) -> NDArray[np.float64]:
    """Return the probability that a hand ends in each category by the river, exactly.

    Parameters
    ----------
    hole
        Two hole cards, shape (..., 2), with the cards on the last axis. Without a board also a hand class such as
        `"AKs"`, which stands for any of its combos.
    board
        0 to 5 board cards, shape (..., m); by default none. Leading axes broadcast with those of `hole`. A column
        may have boards of different streets; `None` and NaN are no board.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.
    errors
        `"raise"`, or `"nan"` to give wrong rows of a column NaN instead of raising the error of the first.

    Returns
    -------
    float64 (..., 9)
        In the order of `Category`, with sum 1: the share of the boards that can still come on which the best
        five of the seven cards are of the category. Each number is rounded once.

    Raises
    ------
    InvalidCardError, DuplicateCardError
        If hole and board cards are not different cards of the deck; the message names the row and the card.
    CardCountError
        If there are not two hole cards, or the board has more than 5 cards.

    Notes
    -----
    Every board is evaluated: 1,081 on the flop, 46 on the turn, and 19,600 or 211,876 if two cards or one of the board
    are known. Before the flop there are 2,118,760 boards. They take some tens of milliseconds for each of the 169 hand
    classes, and the result of a class is cached.

    Examples
    --------
    >>> import pokerbits as pb
    >>> odds = pb.category_odds("AhKh", "Qh7h2c")
    >>> odds[pb.Category.FLUSH].round(4), odds[pb.Category.PAIR].round(4)
    (np.float64(0.3488), np.float64(0.333))
    >>> pb.category_odds(["AhKh", "7c2d"]).shape
    (2, 9)
    """
    rows, shape = hands_and_boards(hole, board, ANY_BOARD)
    threads = resolve_num_threads(num_threads)
    if rows.shape[1] == 2:
        classes = np.asarray(hand_class(rows)).reshape(-1)
        present, places = np.unique(classes, return_inverse=True)
        of_classes = np.array([_before_the_flop(int(number), threads) for number in present]).reshape(-1, len(Category))
        counts, n = of_classes[places.reshape(-1)], comb(_DECK - 2, 5)
    else:
        with RowsOf(shape):
            check_rows(rows)
        missing = 7 - rows.shape[1]
        n = comb(_DECK - rows.shape[1], missing)
        runouts = np.array(list(combinations(range(_DECK - rows.shape[1]), missing)), dtype=np.intp)
        counts = np.empty((len(rows), len(Category)), dtype=np.int64)
        step = max(1, _BLOCK // n)
        for begin in range(0, len(rows), step):
            part = rows[begin : begin + step]
            boards = unseen(part)[:, runouts]
            counts[begin : begin + step] = _counts(evaluate(part[:, None], boards, num_threads=threads))
    return (counts / n).reshape(*shape, len(Category))


def unseen(rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the other cards of the deck for each row of k different cards, (n, 52 - k), in ascending order."""
    is_left = np.ones((len(rows), _DECK), dtype=np.bool_)
    np.put_along_axis(is_left, rows.astype(np.intp), values=False, axis=1)
    return np.nonzero(is_left)[1].astype(np.uint8).reshape(len(rows), _DECK - rows.shape[1])


def _counts(strengths: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Return the number of strengths of each category in each row."""
    categories = category_of_strength(STANDARD)[strengths].astype(np.intp)
    first = np.arange(len(categories))[:, None] * len(Category)
    return np.bincount((categories + first).ravel(), minlength=len(categories) * len(Category)).reshape(
        -1, len(Category)
    )


@cache
def _before_the_flop(number: int, threads: int) -> NDArray[np.int64]:
    """Return the number of boards on which a hand class makes each category."""
    hole = COMBOS[int(np.argmax(hand_class(COMBOS) == number))]
    left = unseen(hole[None])[0]
    flops = np.array(list(combinations(range(len(left)), 3)), dtype=np.intp)
    counts = np.zeros(len(Category), dtype=np.int64)
    # The last two cards of a board come after its third card, so that each board comes once.
    for third in range(2, len(left) - 2):
        firsts = left[flops[flops[:, 2] == third]]
        lasts = left[np.array(list(combinations(range(third + 1, len(left)), 2)), dtype=np.intp)]
        fives = np.empty((len(firsts), len(lasts), 5), dtype=np.uint8)
        fives[:, :, :3], fives[:, :, 3:] = firsts[:, None], lasts
        strengths = evaluate(hole, fives, num_threads=threads)
        counts += _counts(strengths.reshape(1, -1))[0]
    counts.flags.writeable = False
    return counts


publish("pokerbits", category_odds)
