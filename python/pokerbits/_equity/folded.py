"""Folded ranges: the ranges of players who have folded, and still hold cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._evaluator.games import Game
from pokerbits._input.arrays import without_dlpack
from pokerbits._input.shown import shown
from pokerbits._input.weights import WeightsLike, one_range
from pokerbits.cards import COMBOS
from pokerbits.exceptions import InvalidArgumentError, InvalidRangeError
from pokerbits.ranges._range import Dialect, Range, RangeLike, as_range

T = TypeVar("T")


class Folded(NamedTuple):
    """The weights of folded ranges, (n, 1326), and their texts."""

    weights: NDArray[np.float64]
    names: tuple[str, ...]


MOST_FOLDED = 2
"""Largest number of folded ranges beside which every combo is counted."""
NO_FOLDED = Folded(np.zeros((0, _native.COMBO_COUNT)), ())


def read_folded(folded: Sequence[RangeLike] | None, dialect: Dialect | None) -> Folded:
    """Return the folded ranges of a call, whose errors name the range by its number."""
    if folded is None:
        return NO_FOLDED
    listed = enumerate(_listed(folded), 1)
    found = [(hands, as_range(hands, f"folded range {n}", dialect=dialect)) for n, hands in listed]
    if not found:
        return NO_FOLDED
    names = [" ".join(hands.split()) if isinstance(hands, str) else of.text for hands, of in found]
    return Folded(np.array([of.weights for _, of in found]), tuple(names))


def check_takes_folded(folded: Folded, game: Game) -> None:
    """Raise for folded ranges in a game of more than two hole cards."""
    if folded.names and game.family != "two_cards":
        raise InvalidArgumentError(f"folded: not supported in {game.name}; pass known cards as dead=")


def read_few_folded(folded: Sequence[RangeLike] | None, dialect: Dialect | None) -> Folded:
    """Return folded ranges beside which the deals of every combo are counted, two at most."""
    found = read_folded(folded, dialect)
    if len(found.names) > MOST_FOLDED:
        raise InvalidArgumentError(f"folded: expected up to {MOST_FOLDED} ranges, found {len(found.names)}")
    return found


def deals_beside(
    opponent: Range, folded: Folded, boards: NDArray[np.uint8], dead: list[int], num_threads: int
) -> NDArray[np.float64]:
    """Return the weight of the opponent's and the folded hands beside each combo, (n, 1326), on n boards.

    It is the sum of the products of their weights, and 0 for combos with a known card.
    """
    deals = np.empty((len(boards), _native.COMBO_COUNT))
    _native.combo_deals(opponent.weights, folded.weights, boards, dead, deals, num_threads)
    return deals


def folded_weights(folded: Sequence[WeightsLike] | None, dialect: Dialect | None) -> NDArray[np.float64]:
    """Return the weights of folded ranges, which may have any scale, (n, 1326)."""
    rows = [one_range(weights, f"folded range {n}", dialect) for n, weights in enumerate(_listed(folded), 1)]
    return np.array(rows) if rows else NO_FOLDED.weights


def check_folded(
    folded: Folded,
    weights: NDArray[np.float64],
    names: Sequence[str],
    free: NDArray[np.bool],
    known: str,
) -> None:
    """Raise for a folded range without a possible hand beside the known cards, or beside those of a player."""
    for number, (of_folded, text) in enumerate(zip(*folded, strict=True), 1):
        if not of_folded[free].any():
            what = f"{known} and the dead cards leave no hand of" if of_folded.any() else "there is no hand in"
            raise InvalidRangeError(f"folded range {number}: {what} {shown(text)}")
        ours = COMBOS[free & (of_folded > 0)]
        for player, (of_player, name) in enumerate(zip(weights, names, strict=True)):
            theirs = COMBOS[free & (of_player > 0)]
            # Only small ranges are compared: larger ones hardly ever need the same cards.
            if max(len(ours), len(theirs)) < _native.CARD_COUNT:
                shared = (ours[:, None, :, None] == theirs[None, :, None, :]).any(axis=(2, 3))
                if shared.all():
                    both = f"{shown(name)} and {shown(text)}"
                    message = f"player {player + 1} and folded range {number} need the same cards: {both} have no deal"
                    raise InvalidRangeError(message, player=player)


def _listed(folded: Sequence[T] | None) -> list[T]:
    """Return the items of a list of ranges; refuse a single range, whose items would be characters or weights."""
    if folded is None:
        return []
    folded = without_dlpack(folded, "folded")
    if isinstance(folded, str | Range | Mapping) or (isinstance(folded, np.ndarray) and folded.ndim < 2):
        raise InvalidArgumentError('folded: expected a list of ranges, such as folded=["22+"], found a single one')
    if not isinstance(folded, Iterable):
        raise TypeError(f'folded: expected a list of ranges, such as folded=["22+"], found {type(folded).__name__}')
    return list(folded)
