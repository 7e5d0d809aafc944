"""Exact odds against random opponents, ties and pot shares included.

The question is that of jmfb's "poker" project: how often does nobody beat a hand, against k opponents dealt from the
cards left? It counted cliques of disjoint losses; that counter is here too (`method="cliques"`, `count_disjoint`,
`losses`). The default counts weighted matchings of a graph whose vertices fall into few classes of equal cards, and is
exact for any number of opponents. All counts are integers; probabilities appear only at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.choices import check_name
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rows import RowsOf
from pokerbits._input.situation import hands_and_boards, known_cards
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardRow, CardRows, CardsLike, OneRowLike
from pokerbits._odds.counts import CountsByOpponents, counts_of
from pokerbits._odds.opponents import OpponentsLike, opponent_numbers
from pokerbits._odds.result import OddsResult
from pokerbits._output.counts import Counts, probabilities
from pokerbits.exceptions import InvalidArgumentError


@overload
def odds_vs_random(
    hole: CardRow,
    board: CardRow | None = None,
    *,
    n_opponents: int = 1,
    dead: CardsLike | None = None,
    method: Literal["matchings", "cliques"] = "matchings",
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> OddsResult[np.float64, Counts]: ...


@overload
def odds_vs_random(
    hole: CardRow,
    board: CardRow | None = None,
    *,
    n_opponents: Sequence[int],
    dead: CardsLike | None = None,
    method: Literal["matchings", "cliques"] = "matchings",
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> OddsResult[NDArray[np.float64], Counts]: ...


@overload
def odds_vs_random(
    hole: CardRows,
    board: CardsLike | None = None,
    *,
    n_opponents: OpponentsLike = 1,
    dead: CardsLike | None = None,
    method: Literal["matchings", "cliques"] = "matchings",
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> OddsResult[NDArray[np.float64], NDArray[np.object_]]: ...


@overload
def odds_vs_random(
    hole: OneRowLike,
    board: CardRows,
    *,
    n_opponents: OpponentsLike = 1,
    dead: CardsLike | None = None,
    method: Literal["matchings", "cliques"] = "matchings",
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> OddsResult[NDArray[np.float64], NDArray[np.object_]]: ...


@overload
def odds_vs_random(
    hole: OneRowLike,
    board: OneRowLike | None = None,
    *,
    n_opponents: OpponentsLike = 1,
    dead: CardsLike | None = None,
    method: Literal["matchings", "cliques"] = "matchings",
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> OddsResult: ...


def odds_vs_random(
    hole: CardsLike,
    board: CardsLike | None = None,
    *,
    n_opponents: OpponentsLike = 1,
    dead: CardsLike | None = None,
    method: Literal["matchings", "cliques"] = "matchings",
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> OddsResult:
    """Return the exact odds of hands against random opponents.

    Every deal of the rest of the board and of k opponents' hole cards is counted. All opponents play the same board and
    hold different cards, so the odds against k are not the k-th power of those against one. A tie is counted apart from
    wins and losses, by the number of opponents who tie; `equity` gives the hand its share of the pot, half of it
    against one who ties, a third against two.

    Parameters
    ----------
    hole
        Hole cards, shape (..., 2).
    board
        0, 3, 4 or 5 board cards, shape (..., m), by default none; leading axes broadcast with those of `hole`.
    n_opponents
        How many opponents, from 1 to what the deck allows (22 of 52 cards); or several such numbers.
    dead
        Cards that nobody can hold, the same for every hand; by default none.
    method
        Leave it out, unless the numbers are to be checked. `"cliques"` is an independent method that gives the same
        integers: inclusion and exclusion over sets of disjoint losses, for one hand at a time, slow beyond four
        opponents. The default, `"matchings"`, has no such limits.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a progress bar, or a function of the finished and the total number of steps.

    Returns
    -------
    OddsResult

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError
        If hole, board or dead cards are not different cards of the right number; the message names the row.
    InvalidArgumentError
        If a number of opponents is 0 or beyond the deck.

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
    hands, shape = hands_and_boards(hole, board)
    without = known_cards(dead, "dead")
    threads = resolve_num_threads(num_threads)
    check_name("method", method, ("matchings", "cliques"))
    if method == "cliques" and shape:
        message = "method='cliques' takes one hand at a time"
        raise InvalidArgumentError(message)
    with watching(progress, "odds") as callback, RowsOf(shape):
        if method == "cliques":
            own, dealt = (int(hands[0, 0]), int(hands[0, 1])), hands[0, 2:].tolist()
            [by_k] = counts_of([_native.odds_by_cliques(own, dealt, without, opponents, threads, callback)])
            numbers = np.stack(probabilities(by_k, (1, len(opponents))), axis=-1)
            counts: Mapping[int, Any] = dict(zip(opponents, by_k, strict=True))
            total = {k: of_k.total for k, of_k in counts.items()}
        else:
            words = np.empty((len(hands), sum(opponents) + len(opponents), 2), dtype=np.uint64)
            numbers = np.empty((len(hands), len(opponents), 4), dtype=np.float64)
            _native.odds_rows(hands, without, opponents, words, numbers, threads, callback)
            total = dict(zip(opponents, _native.total_deals(hands.shape[1] - 2, without, opponents), strict=True))
            counts = CountsByOpponents(words.reshape(*shape, *words.shape[1:]), total)
            if not shape:
                counts = {k: of_k[()] for k, of_k in counts.items()}
    axes = (*shape, len(opponents)) if several else shape
    equity, win, tie, lose = (np.ascontiguousarray(numbers[..., i]).reshape(axes)[()] for i in range(4))
    return OddsResult(equity, win, tie, lose, counts, total, tuple(opponents))
