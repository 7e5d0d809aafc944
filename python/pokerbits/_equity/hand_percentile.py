"""The place of a starting hand among all, by exact equity against a random hand."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._by_street import Errors, by_street
from pokerbits._evaluator.games import official_name
from pokerbits._indexer import HandIndexer
from pokerbits._input.choices import check_name
from pokerbits._input.types import CardNames, CardRow, CardRows, CardsLike
from pokerbits._public import publish
from pokerbits.cards import hand_class

RankedGame: TypeAlias = Literal["holdem", "omaha", "plo"]
"""Games whose starting hands have an order."""

_RANKED = ("holdem", "omaha")


@overload
def hand_percentile(hole: CardRow, *, game: RankedGame = "holdem", errors: Errors = "raise") -> np.float64: ...
@overload
def hand_percentile(
    hole: CardRows, *, game: RankedGame = "holdem", errors: Errors = "raise"
) -> NDArray[np.float64]: ...
@overload
def hand_percentile(
    hole: CardNames, *, game: RankedGame = "holdem", errors: Errors = "raise"
) -> np.float64 | NDArray[np.float64]: ...
def hand_percentile(
    hole: CardsLike,
    *,
    game: RankedGame = "holdem",
    errors: Errors = "raise",
) -> np.float64 | NDArray[np.float64]:
    """Return the share of all starting hands that are at least as good, by exact equity against a random hand.

    Small is good: aces are the best 0.45% of hold'em. With the result `p`, `Range.top(p)` or `OmahaRange.top(p)` is the
    smallest range of best hands that contains the hand.

    Parameters
    ----------
    hole
        Hole cards, shape (..., 2) in hold'em and (..., 4) in Omaha, with the cards on the last axis. In hold'em also a
        hand class such as `"AKs"`.
    game
        `"holdem"` or `"omaha"`, which is Omaha with four cards.
    errors
        `"raise"`, or `"nan"` to give wrong rows of a column NaN instead of raising the error of the first.

    Returns
    -------
    float64 of shape (...)
        Above 0, at most 1. A NumPy scalar for one hand.

    Raises
    ------
    InvalidCardError, DuplicateCardError
        If a row is not different cards of the deck; the message names the row and the card.
    CardCountError
        If a hand does not have the hole cards of the game.
    InvalidArgumentError
        If the game is unknown or its starting hands have no order.

    Notes
    -----
    The 169 classes of hold'em hands are ranked by the table of all matchups, the 16,432 classes of Omaha hands by a
    table of their exact wins and ties against all hands on all boards. No two classes have the same equity.

    Examples
    --------
    >>> import pokerbits as pb
    >>> print(f"{pb.hand_percentile('AsAh'):.2%} {pb.hand_percentile('7c2d'):.1%}")
    0.45% 96.4%
    >>> pb.hand_percentile(["AsAhKsKh", "AsAhTsTh"], game="omaha") * 270_725
    array([36.,  6.])
    """
    if type(errors) is str and errors == "raise" and not of_omaha(game):
        # One hand takes a fraction of the time of the code below.
        one = _native.hand_class_one(hole)
        if one is not None:
            return _combo_shares()[one]
    return _percentiles(hole, game=game, errors=errors)


@by_street("hole", wrong=np.float64(np.nan), classes=lambda given: None if of_omaha(given["game"]) else "")
def _percentiles(
    hole: CardsLike,
    *,
    game: RankedGame,
    errors: Errors = "raise",  # noqa: ARG001 - for `by_street`
) -> np.float64 | NDArray[np.float64]:
    """Return what `hand_percentile` returns of any hands."""
    if not of_omaha(game):
        return _combo_shares()[hand_class(hole)]
    indexer, shares = _omaha_shares()
    return shares[indexer.index(hole)]


def of_omaha(game: RankedGame) -> bool:
    """Return whether the game is Omaha, after checking its name."""
    official = official_name(game)
    if official not in _RANKED:
        check_name("game", game, _RANKED)
    return official == "omaha"


@cache
def _combo_shares() -> NDArray[np.float64]:
    """Return the share of each hand class of hold'em."""
    return _native.top_shares()


@cache
def _omaha_shares() -> tuple[HandIndexer, NDArray[np.float64]]:
    """Return the share of each class of Omaha hands, and the indexer that numbers the classes."""
    return HandIndexer((4,)), _native.omaha_top_shares()


publish("pokerbits", hand_percentile)
