"""Exact odds against random opponents, including ties and pot shares.

jmfb's "poker" project asked how often none of k random opponents beats a hand, and counted cliques of disjoint losses.
That counter is also here (`method="cliques"`, `count_disjoint`, `losses`). The default method counts weighted matchings
of a graph whose vertices fall into a few classes of equivalent cards; it is exact for any number of opponents. All
counts are integers; probabilities are computed only at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Literal, TypedDict, Unpack, cast, overload

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._by_street import Errors, Part, by_street
from pokerbits._input.choices import check_name
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rows import RowsOf
from pokerbits._input.situation import ANY_BOARD, hands_and_boards, known_cards
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardRow, CardRows, CardsLike, OneRowLike
from pokerbits._odds.counts import CountsByOpponents, CountsOfOneHand, counts_of
from pokerbits._odds.opponents import OpponentsLike, opponent_numbers
from pokerbits._odds.result import OddsResult
from pokerbits._output.counts import Counts, probabilities
from pokerbits._output.results import deferred
from pokerbits._plain_first import plain_first
from pokerbits.cards import hand_class
from pokerbits.exceptions import InvalidArgumentError


class _Options(TypedDict, total=False):
    """The options of every overload of `odds_vs_random`."""

    dead: CardsLike | None
    method: Literal["matchings", "cliques"]
    num_threads: int | None
    progress: ProgressLike
    errors: Errors


def _of_one_hand(found: _native.OddsOfOne) -> OddsResult:
    """Return the odds of one hand that the core keeps."""
    return deferred(OddsResult, _read_later, found)


def _classes(given: Mapping[str, Any]) -> str:
    """Return why a hand class is not one hand."""
    return "" if given["dead"] is None or not known_cards(given["dead"], "dead") else "to the dead cards"


def _joined(parts: Sequence[Part], shape: tuple[int, ...], given: Mapping[str, Any]) -> OddsResult:
    """Return the odds of hands of several streets, which have different numbers of deals."""
    opponents, several = opponent_numbers(given["n_opponents"])
    n = prod(shape)
    axes = (*shape, len(opponents)) if several else shape
    numbers = np.full((4, n, len(opponents)), np.nan)
    words = np.zeros((n, sum(opponents) + len(opponents), 2), dtype=np.uint64)
    totals = np.zeros((len(opponents), n), dtype=object)
    for rows, found in parts:
        for at, name in enumerate(("equity", "win", "tie", "lose")):
            numbers[at, rows] = getattr(found, name).reshape(len(rows), len(opponents))
        words[rows] = cast("CountsByOpponents", found.counts).words
        totals[:, rows] = np.array([*found.total.values()], dtype=object)[:, None]
    by_k = dict(zip(opponents, totals.reshape(-1, *shape), strict=True))
    total = {k: of_k.flat[0] if len(set(of_k.flat)) == 1 else of_k for k, of_k in by_k.items()}
    counts = CountsByOpponents(words.reshape(*shape, *words.shape[1:]), total)
    equity, win, tie, lose = (of.reshape(axes) for of in numbers)
    return OddsResult(equity, win, tie, lose, counts, total, tuple(opponents))


def _read_later(found: _native.OddsOfOne) -> OddsResult:
    """Return the result of `_of_one_hand`, with all its fields."""
    opponents, totals, words = found.counts()
    total = dict(zip(opponents, totals, strict=True))
    equity, win, tie, lose = found.shares()
    return OddsResult(equity, win, tie, lose, CountsOfOneHand(words, total), total, tuple(opponents))


@overload
def odds_vs_random(
    hole: CardRow, board: CardRow | None = None, *, n_opponents: int = 1, **options: Unpack[_Options]
) -> OddsResult[np.float64, Counts]: ...
@overload
def odds_vs_random(
    hole: CardRow, board: CardRow | None = None, *, n_opponents: Sequence[int], **options: Unpack[_Options]
) -> OddsResult[NDArray[np.float64], Counts]: ...
@overload
def odds_vs_random(
    hole: CardRows, board: CardsLike | None = None, *, n_opponents: OpponentsLike = 1, **options: Unpack[_Options]
) -> OddsResult[NDArray[np.float64], NDArray[np.object_]]: ...
@overload
def odds_vs_random(
    hole: OneRowLike, board: CardRows, *, n_opponents: OpponentsLike = 1, **options: Unpack[_Options]
) -> OddsResult[NDArray[np.float64], NDArray[np.object_]]: ...
@overload
def odds_vs_random(
    hole: OneRowLike, board: OneRowLike | None = None, *, n_opponents: OpponentsLike = 1, **options: Unpack[_Options]
) -> OddsResult: ...
@plain_first(_native.odds_vs_random, _of_one_hand)
@by_street("hole", "board", wrong=np.float64(np.nan), join=_joined, classes=_classes)
def odds_vs_random(
    hole: CardsLike,
    board: CardsLike | None = None,
    *,
    n_opponents: OpponentsLike = 1,
    dead: CardsLike | None = None,
    method: Literal["matchings", "cliques"] = "matchings",
    num_threads: int | None = None,
    progress: ProgressLike = None,
    errors: Errors = "raise",  # noqa: ARG001 - for `by_street`
) -> OddsResult:
    """Return the exact odds of hands against random opponents.

    All deals of the remaining board cards and of the hole cards of k opponents are counted. The opponents share the
    board and hold different cards, so the odds against k opponents are not the k-th power of those against one. Ties
    are counted separately, by the number of opponents who tie. In `equity` a tie counts as a share of the pot: a half
    against one opponent who ties, a third against two.

    Parameters
    ----------
    hole
        Hole cards, shape (..., 2), with the cards on the last axis. Without board and dead cards also a hand class such
        as `"AKs"`, which stands for any of its combos.
    board
        0 to 5 board cards, shape (..., m); by default none. Leading axes broadcast with those of `hole`. A column
        may have boards of different streets; `None` and NaN are no board.
    n_opponents
        Number of opponents, or several numbers, from 1 to the maximum that the deck allows (22 without dead cards).
    dead
        Cards known to be out of play, the same for all hands; by default none.
    method
        `"matchings"` (default), or `"cliques"` to check the result with an independent method that gives the same
        integers. `"cliques"` uses inclusion-exclusion over sets of disjoint losses, takes one hand at a time, and is
        slow against more than four opponents.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a progress bar, or a function of the finished and the total number of steps.
    errors
        `"raise"`, or `"nan"` to give wrong rows of a column NaN, with counts of 0, instead of raising the error of the
        first.

    Returns
    -------
    OddsResult

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError
        If hole, board and dead cards are not different cards, or their number is wrong; the message names the row.
    InvalidArgumentError
        If a number of opponents is 0 or more than the deck allows.

    Examples
    --------
    >>> import pokerbits as pb
    >>> odds = pb.odds_vs_random("4s8s", board="2s3s6h7h8h", n_opponents=(1, 8))
    >>> odds.counts[1]
    Counts(wins=716, ties=(6,), losses=268)
    >>> print(odds)
    opponents    equity       win      tie      lose
            1  72.6263%  72.3232%  0.6061%  27.0707%
            8   6.3957%   6.0893%  0.6156%  93.2950%
    """
    opponents, several = opponent_numbers(n_opponents)
    hands, shape = hands_and_boards(hole, board, ANY_BOARD)
    without = known_cards(dead, "dead")
    threads = resolve_num_threads(num_threads)
    check_name("method", method, ("matchings", "cliques"))
    if method == "cliques" and shape:
        raise InvalidArgumentError("method='cliques' takes one hand at a time")
    with watching(progress, "odds") as callback, RowsOf(shape):
        if method == "cliques":
            own, dealt = (int(hands[0, 0]), int(hands[0, 1])), hands[0, 2:].tolist()
            [by_k] = counts_of([_native.odds_by_cliques(own, dealt, without, opponents, threads, callback)])
            numbers = np.stack(probabilities(by_k, (1, len(opponents))), axis=-1)
            counts: Mapping[int, Any] = dict(zip(opponents, by_k, strict=True))
            total = {k: of_k.total for k, of_k in counts.items()}
        else:
            places: Any = slice(None)
            if hands.shape[1] == 2 and not without:
                # Before the flop every hand of a class has the same odds, which take milliseconds.
                _, firsts, places = np.unique(hand_class(hands), return_index=True, return_inverse=True)
                hands = hands[firsts]
            words = np.empty((len(hands), sum(opponents) + len(opponents), 2), dtype=np.uint64)
            numbers = np.empty((len(hands), len(opponents), 4), dtype=np.float64)
            _native.odds_rows(hands, without, opponents, words, numbers, threads, callback)
            words, numbers = words[places], numbers[places]
            total = dict(zip(opponents, _native.total_deals(hands.shape[1] - 2, without, opponents), strict=True))
            of_hands = CountsByOpponents if shape else CountsOfOneHand
            counts = of_hands(words.reshape(*shape, *words.shape[1:]), total)
    axes = (*shape, len(opponents)) if several else shape
    equity, win, tie, lose = (np.ascontiguousarray(numbers[..., i]).reshape(axes)[()] for i in range(4))
    return OddsResult(equity, win, tie, lose, counts, total, tuple(opponents))
