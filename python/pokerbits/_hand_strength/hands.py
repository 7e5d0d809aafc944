"""Hand strength of single hands and arrays of hands, on the current board and at showdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._by_street import Errors, by_street
from pokerbits._hand_strength.streets import APPROXIMATION
from pokerbits._input.numbers import integer
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rows import RowsOf
from pokerbits._input.situation import hands_and_boards
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardRow, CardRows, CardsLike, OneRowLike
from pokerbits._input.weights import WeightsLike, one_range
from pokerbits._keyword_hints import former
from pokerbits._output.arrays import deliver, output, scalar
from pokerbits._plain_first import plain_first
from pokerbits.cards import COMBOS, hand_class
from pokerbits.ranges._range import Dialect, check_dialect

_MAX_BINS = _native.MAX_BINS
_NAN = np.float64(np.nan)


def _classes(given: Mapping[str, Any]) -> str:
    """Return why a hand class is not one hand: a range knows suits."""
    if given["villain"] is None:
        return ""
    weights, of_class = one_range(given["villain"], "villain", given["dialect"]), hand_class(COMBOS)
    _, firsts = np.unique(of_class, return_index=True)
    return "" if (weights == weights[firsts][of_class]).all() else "to the range of the opponent"


class _Options(TypedDict, total=False):
    """The options of every overload of `hand_strength`."""

    villain: WeightsLike | None
    dialect: Dialect | None
    num_threads: int | None
    errors: Errors


class _ExpectedOptions(_Options, total=False):
    """Those of `expected_hand_strength`."""

    power: int
    progress: ProgressLike


@overload
def hand_strength(hole: CardRow, board: CardRow, *, out: None = None, **options: Unpack[_Options]) -> np.float64: ...
@overload
def hand_strength(
    hole: CardRows, board: CardsLike, *, out: None = None, **options: Unpack[_Options]
) -> NDArray[np.float64]: ...
@overload
def hand_strength(
    hole: OneRowLike, board: CardRows, *, out: None = None, **options: Unpack[_Options]
) -> NDArray[np.float64]: ...
@overload
def hand_strength(
    hole: CardsLike, board: CardsLike, *, out: NDArray[np.float64], **options: Unpack[_Options]
) -> NDArray[np.float64]: ...
@overload
def hand_strength(
    hole: OneRowLike, board: OneRowLike, *, out: None = None, **options: Unpack[_Options]
) -> np.float64 | NDArray[np.float64]: ...
@plain_first(_native.hand_strength)
@former(power_of_opponents=APPROXIMATION)
@by_street("hole", "board", wrong=_NAN, classes=_classes)
def hand_strength(
    hole: CardsLike,
    board: CardsLike,
    *,
    villain: WeightsLike | None = None,
    dialect: Dialect | None = None,
    out: NDArray[np.float64] | None = None,
    num_threads: int | None = None,
    errors: Errors = "raise",  # noqa: ARG001 - for `by_street`
) -> np.float64 | NDArray[np.float64]:
    """Return the hand strength (HS): the share of one opponent's hands beaten on the current board, ties as one half.

    Parameters
    ----------
    hole
        Hole cards, shape (..., 2).
    board
        Boards of 3, 4 or 5 cards, shape (..., 3 | 4 | 5); leading axes broadcast with those of `hole`. A column may
        have boards of different streets.
    villain
        Opponent's range: a `Range`, its text (`"QQ+, AKs"`), or the weights of the 1,326 combos, of any scale. By
        default a random hand. Combos that share a card with the hole cards or the board have no weight.
    dialect
        Meaning of `+` and `-` behind connected hands in texts, as in `Range`.
    out
        A float64 array of the shape of the result to fill and return.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    errors
        `"raise"`, or `"nan"` to give wrong rows of a column NaN instead of raising the error of the first.

    Returns
    -------
    float64 of shape (...)
        From 0 to 1; a NumPy scalar for one hand: (wins + ties / 2) / combos, over the 1,081, 1,035 or 990 combos
        that an opponent can hold. Against a range, the weights of combos instead of their number; NaN if no combo of
        the range is left. Type checkers infer an array for any array argument, although a
        one-dimensional array is one hand.

    Raises
    ------
    InvalidCardError, DuplicateCardError
        If a row is not made of different cards of the deck; the message names the row and the card.
    CardCountError
        If there are not 2 hole cards and 3 to 5 board cards.
    InvalidArgumentError
        If a weight is negative, infinite or NaN (the message names the combo).
    InvalidRangeError
        If a text cannot be read as a range.
    TypeError
        If card ids do not have an integer dtype, or weights are not numbers.

    Notes
    -----
    Weights are decimals: 0.1 is one tenth, and the float 1 / 3 is 0.3333333333333333. They are added up exactly, as
    integers of up to 128 bits, with one division at the end. Only weights that span more than 30 decimal places are
    rounded, to multiples of the largest divided by 2^99, though never to 0.

    `hand_strength(...) ** k` is HS^k, a common approximation of the equity against k opponents, as if their hands were
    independent (`examples/hs_power.py` shows the error). For the exact equity use `odds_vs_random`.

    After enough calls, a table for all boards of that size is built, and later calls are lookups. On the river it takes
    a few tenths of a second and 28 MB, on earlier streets much less.

    Examples
    --------
    >>> import pokerbits as pb
    >>> round(pb.hand_strength("AsKd", board="QhJh2c"), 4)
    np.float64(0.5962)
    >>> pb.hand_strength(["AsKs", "2c2d"], board="QsJsTs").round(4)
    array([1.    , 0.5167])
    >>> round(pb.hand_strength("AsKd", board="QhJh2c", villain="22+, A9s+"), 4)
    np.float64(0.0933)
    """
    hands, shape = hands_and_boards(hole, board, (3, 4, 5))
    weights = _weights(villain, dialect)
    result, filled = output(out, shape, np.float64, (len(hands),))
    with RowsOf(shape):
        _native.strength_now(hands, weights, filled, resolve_num_threads(num_threads))
    return scalar(deliver(result, filled), out)


@overload
def expected_hand_strength(
    hole: CardRow, board: CardRow | None = None, *, out: None = None, **options: Unpack[_ExpectedOptions]
) -> np.float64: ...
@overload
def expected_hand_strength(
    hole: CardRows, board: CardsLike | None = None, *, out: None = None, **options: Unpack[_ExpectedOptions]
) -> NDArray[np.float64]: ...
@overload
def expected_hand_strength(
    hole: OneRowLike, board: CardRows, *, out: None = None, **options: Unpack[_ExpectedOptions]
) -> NDArray[np.float64]: ...
@overload
def expected_hand_strength(
    hole: CardsLike, board: CardsLike | None = None, *, out: NDArray[np.float64], **options: Unpack[_ExpectedOptions]
) -> NDArray[np.float64]: ...
@overload
def expected_hand_strength(
    hole: OneRowLike, board: OneRowLike | None = None, *, out: None = None, **options: Unpack[_ExpectedOptions]
) -> np.float64 | NDArray[np.float64]: ...
@plain_first(_native.expected_hand_strength)
@former(power_of_opponents=APPROXIMATION)
@by_street("hole", "board", wrong=_NAN, classes=_classes)
def expected_hand_strength(
    hole: CardsLike,
    board: CardsLike | None = None,
    *,
    villain: WeightsLike | None = None,
    dialect: Dialect | None = None,
    power: int = 1,
    out: NDArray[np.float64] | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
    errors: Errors = "raise",  # noqa: ARG001 - for `by_street`
) -> np.float64 | NDArray[np.float64]:
    """Return E[HS] or E[HS^2] of hands against one opponent: the mean over every runout of the board.

    Parameters
    ----------
    hole
        Hole cards, shape (..., 2). Without a board also a hand class such as `"AKs"`, which stands for any of its
        combos, unless `villain` has different weights for combos of one class.
    board
        Boards of 0, 3, 4 or 5 cards; leading axes broadcast with those of `hole`. By default none. A column may have
        boards of different streets; `None` and NaN are no board.
    villain
        Opponent's range, as in `hand_strength`; by default a random hand. The probability of a runout is proportional
        to the weight of the combos that it leaves to the opponent, so that E[HS] is the equity against the range.
    dialect
        Meaning of `+` and `-` behind connected hands in texts, as in `Range`.
    power
        1 for E[HS], 2 for E[HS^2].
    out
        A float64 array of the shape of the result to fill and return.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.
    errors
        `"raise"`, or `"nan"` to give wrong rows of a column NaN instead of raising the error of the first.

    Returns
    -------
    float64 of shape (...)
        From 0 to 1; a NumPy scalar for one hand; NaN if no combo of a range is left. Type checkers infer an array for
        any array argument, although a one-dimensional array is one hand.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError, InvalidArgumentError, TypeError
        As `hand_strength`; also if the power is neither 1 nor 2.

    Notes
    -----
    `expected_hand_strength(...) ** k` is E[HS]^k, a common approximation of the equity against k opponents, as if their
    hands were independent (`examples/hs_power.py` shows the error). For the exact equity use `odds_vs_random`.

    The first call takes an extra tenth of a second to evaluate all boards; the first call before the flop takes most
    of another second. For many hands, `strength_table` has the same numbers.

    The weights of a range are added up as in `hand_strength`, and E[HS] is divided once; before the flop it is that of
    `combo_equity`. The terms of E[HS^2] have different denominators: they are rounded to 64 binary places, so that the
    result is the nearest float but for near ties. Weights that add up to more than 61 bits are rounded first.

    Against a range, E[HS] of a flop takes 0.06 ms and of a turn 0.01 ms; `combo_equity` has it for all hands of a board
    in less. E[HS^2] takes 1 to 3 ms for a flop, and 2 to 5 s before the flop.

    Examples
    --------
    >>> import pokerbits as pb
    >>> round(pb.expected_hand_strength("AsAh"), 6)
    np.float64(0.852037)
    >>> round(pb.expected_hand_strength("AsKd", board="QhJh2c"), 6)
    np.float64(0.598369)
    >>> round(pb.expected_hand_strength("AsKd", board="QhJh2c", villain="22+, A9s+"), 6)
    np.float64(0.355865)
    """
    hands, shape = hands_and_boards(hole, board)
    weights = _weights(villain, dialect)
    exponent = integer("power", power, 1, 2, allowed="1 or 2")
    result, filled = output(out, shape, np.float64, (len(hands),))
    with watching(progress, "expected hand strength") as watcher, RowsOf(shape):
        threads = resolve_num_threads(num_threads)
        _native.expected_strength(hands, weights, exponent, filled, threads, watcher)
    return scalar(deliver(result, filled), out)


@by_street("hole", "board", classes=_classes)
def hand_strength_histogram(
    hole: CardsLike,
    board: CardsLike | None = None,
    *,
    villain: WeightsLike | None = None,
    dialect: Dialect | None = None,
    bins: int = 50,
    out: NDArray[np.uint32] | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> NDArray[np.uint32]:
    """Return the histogram of final hand strength: the number of runouts of the board in each of equal bins.

    Hand strength is against one opponent.

    Parameters
    ----------
    hole
        Hole cards, shape (..., 2). Without a board also a hand class such as `"AKs"`, which stands for any of its
        combos, unless `villain` has different weights for combos of one class.
    board
        Boards of 0, 3, 4 or 5 cards; leading axes broadcast with those of `hole`. By default none. A column may have
        boards of different streets; `None` and NaN are no board.
    villain
        Opponent's range, as in `hand_strength`; by default a random hand. Every runout counts once.
    dialect
        Meaning of `+` and `-` behind connected hands in texts, as in `Range`.
    bins
        Number of bins, 2 to 1981. Bin i counts i / bins <= HS < (i + 1) / bins; the last bin includes 1.
    out
        A uint32 array of the shape of the result to fill and return.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    uint32 of shape (..., bins)
        Every row adds up to the number of runouts: 2,118,760 before the flop, 1,081 on the flop, 46 on the
        turn, 1 on the river. Runouts that leave no combo of a range to the opponent are in no bin.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError, InvalidArgumentError, TypeError
        As `hand_strength`; also if the number of bins is out of range.

    Notes
    -----
    Bins are those of exact fractions: weights are added up as in `hand_strength`, and no share is rounded before it is
    compared with the ends of the bins.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.strength.hand_strength_histogram("9h8h", board="ThJhAc2d", bins=5)
    array([14, 11,  6,  0, 15], dtype=uint32)
    """
    hands, shape = hands_and_boards(hole, board)
    weights = _weights(villain, dialect)
    n = bins_of(bins)
    result, filled = output(out, (*shape, n), np.uint32, (len(hands), n))
    with watching(progress, "hand strength histogram") as watcher, RowsOf(shape):
        _native.strength_histogram(hands, weights, filled, resolve_num_threads(num_threads), watcher)
    return deliver(result, filled)


def _weights(villain: WeightsLike | None, dialect: Dialect | None) -> NDArray[np.float64] | None:
    """Return a copy of the weights of a range: the result may be written over the caller's."""
    check_dialect(dialect)
    return None if villain is None else one_range(villain, "villain", dialect).copy()


def bins_of(bins: int) -> int:
    """Return the number of bins, or raise if it is out of range."""
    return integer("bins", bins, 2, _MAX_BINS)
