"""Average rank strength: E[HS] estimated from the strength of the current hand and the class of its hole cards.

After Teófilo, Reis, Lopes Cardoso, "Speeding-Up Poker Game Abstraction Computation: Average Rank Strength" (2013).
"""

from __future__ import annotations

from typing import TypedDict, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._by_street import Errors, by_street
from pokerbits._hand_strength.streets import APPROXIMATION, BOARD_CARDS, Street
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import integer
from pokerbits._input.progress import ProgressLike, check, watching
from pokerbits._input.rows import RowsOf
from pokerbits._input.situation import hands_and_boards
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardRow, CardRows, CardsLike, OneRowLike
from pokerbits._keyword_hints import former
from pokerbits._output.arrays import deliver, output, scalar
from pokerbits.cards import HAND_CLASSES

_STRENGTHS = 7463


@former(power_of_opponents="write power=, with the same meaning")
def ars_table(
    street: Street, *, power: int = 1, num_threads: int | None = None, progress: ProgressLike = None
) -> NDArray[np.float64]:
    """Return the table of average rank strength: mean E[HS] by current strength and hand class.

    Parameters
    ----------
    street
        `"flop"`, `"turn"` or `"river"`.
    power
        Exponent k, 1 to 22: the table has the mean of E[HS]^k, an approximation for k opponents. Teófilo et al. raise
        the mean to the power instead: `ars_table(street) ** k`.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    float64 (7463, 169)
        Read-only: row s for strength s, column c for `HAND_CLASSES[c]`; NaN if there is no such hand. Building
        it takes seconds; it is kept for later calls.

    Raises
    ------
    InvalidArgumentError
        If the street is unknown or has no board, or the power is out of range.

    Examples
    --------
    >>> import pokerbits as pb
    >>> table = pb.strength.ars_table("turn")
    >>> table.shape
    (7463, 169)
    >>> aces = pb.HAND_CLASSES.index("AA")
    >>> table[pb.evaluate("AsAhAdKcKd7s"), aces].round(4)
    np.float64(0.9962)
    """
    exponent = integer("power", power, 1, _native.MAX_POWER)
    threads = resolve_num_threads(num_threads)
    check(progress)
    check_name("street", street, [street for street, cards in BOARD_CARDS.items() if cards])
    known = _ARS_TABLES.get((street, exponent))
    if known is None:
        known = np.empty((_STRENGTHS, len(HAND_CLASSES)))
        with watching(progress, f"average rank strength, {street}") as watcher:
            _native.ars_means(str(street), exponent, known.reshape(-1), threads, watcher)
        known.flags.writeable = False
        _ARS_TABLES[street, exponent] = known
    return known


class _Options(TypedDict, total=False):
    """The options of every overload of `average_rank_strength`."""

    num_threads: int | None
    progress: ProgressLike
    errors: Errors


_ARS_TABLES: dict[tuple[str, int], NDArray[np.float64]] = {}


@overload
def average_rank_strength(
    hole: CardRow, board: CardRow, *, out: None = None, **options: Unpack[_Options]
) -> np.float64: ...
@overload
def average_rank_strength(
    hole: CardRows, board: CardsLike, *, out: None = None, **options: Unpack[_Options]
) -> NDArray[np.float64]: ...
@overload
def average_rank_strength(
    hole: OneRowLike, board: CardRows, *, out: None = None, **options: Unpack[_Options]
) -> NDArray[np.float64]: ...
@overload
def average_rank_strength(
    hole: CardsLike, board: CardsLike, *, out: NDArray[np.float64], **options: Unpack[_Options]
) -> NDArray[np.float64]: ...
@overload
def average_rank_strength(
    hole: OneRowLike, board: OneRowLike, *, out: None = None, **options: Unpack[_Options]
) -> np.float64 | NDArray[np.float64]: ...
@former(power_of_opponents=APPROXIMATION)
@by_street("hole", "board", wrong=np.float64(np.nan))
def average_rank_strength(
    hole: CardsLike,
    board: CardsLike,
    *,
    out: NDArray[np.float64] | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
    errors: Errors = "raise",  # noqa: ARG001 - for `by_street`
) -> np.float64 | NDArray[np.float64]:
    """Return the average rank strength of hands: a fast approximation of E[HS], one evaluation and one lookup.

    Parameters
    ----------
    hole
        Hole cards, shape (..., 2).
    board
        Boards of 3, 4 or 5 cards, shape (..., 3 | 4 | 5); leading axes broadcast with those of `hole`. A column may
        have boards of different streets.
    out
        A float64 array of the shape of the result to fill and return.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all, while the table of the street is built.
    errors
        `"raise"`, or `"nan"` to give wrong rows of a column NaN instead of raising the error of the first.

    Returns
    -------
    float64 of shape (...)
        From 0 to 1; a NumPy scalar for one hand. Type checkers infer an array for any array argument, although a
        one-dimensional array is one hand.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError, InvalidArgumentError, TypeError
        As `hand_strength`.

    Notes
    -----
    `average_rank_strength(...) ** k` approximates the equity against k opponents. For the exact equity use
    `odds_vs_random`.

    The first call for a street builds its table, which takes seconds. For the exact E[HS], look up a `strength_table`
    by the index of `STREET_INDEXERS`, which is about as fast.

    Examples
    --------
    >>> import pokerbits as pb
    >>> round(pb.strength.average_rank_strength("AsKd", board="QhJh2c7s"), 4)
    np.float64(0.5212)
    >>> round(pb.strength.average_rank_strength("AsKd", board="QhJh2c7s") ** 3, 4)
    np.float64(0.1416)
    """
    hands, shape = hands_and_boards(hole, board, (3, 4, 5))
    result, filled = output(out, shape, np.float64, (len(hands),))
    street = next(street for street, cards in BOARD_CARDS.items() if cards == hands.shape[1] - 2)
    if (street, 1) not in _ARS_TABLES:
        # Report a bad hand before spending seconds on the table.
        with RowsOf(shape):
            _native.evaluate_rows([hands], np.empty(len(hands), dtype=np.uint16), resolve_num_threads(num_threads))
    means = ars_table(street, num_threads=num_threads, progress=progress).reshape(-1)  # type: ignore[arg-type]
    with RowsOf(shape):
        _native.ars_lookup(means, hands, filled, resolve_num_threads(num_threads))
    return scalar(deliver(result, filled), out)
