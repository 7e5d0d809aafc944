"""The buckets of a game's hands, from labels in any form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.integers import as_integers
from pokerbits._input.shown import shown
from pokerbits._input.types import IntegersLike
from pokerbits.abstraction import CardLookup
from pokerbits.abstraction._deck_check import check_deck
from pokerbits.endgame._game import Endgame
from pokerbits.endgame._hole_cards import hands_of
from pokerbits.exceptions import InvalidArgumentError

StreetLabels: TypeAlias = CardLookup | Callable[[NDArray[np.uint8]], Any] | IntegersLike | None
"""Labels of the hands of one street: an object with a method `lookup`, a function from a board, uint8 (cards,), to its
1,326 labels, integers of shape (1326,) or (boards, 1326), or `None`: every hand has its own label. In Omaha there are
270,725 labels."""
LabelsLike: TypeAlias = StreetLabels | Mapping[str, StreetLabels]
"""Labels of an endgame: those of every street, or a dict of labels by street."""
PlayerLabels: TypeAlias = LabelsLike | tuple[LabelsLike, LabelsLike]
"""Labels of both players, or a tuple with those of hero and those of villain."""


def bucket_ids(game: Endgame, labels: PlayerLabels) -> list[list[NDArray[np.uint32]] | None]:
    """Return for each player, for each street, the bucket of every hand on every board, uint32 (boards, hands).

    The buckets of a player are numbered without gaps. Hands of blocked combos have bucket 0, which counts for nothing.
    `None` stands for a player without labels.
    """
    first, second = labels_of_players(labels)
    hero = labels_of(game, first)
    villain = hero if second is first else labels_of(game, second)
    return [_buckets(game, of, combos) for of, combos in zip((hero, villain), game.combos, strict=True)]


def labels_of_players(labels: PlayerLabels) -> tuple[LabelsLike, LabelsLike]:
    """Return the labels of hero and those of villain, which are often the same."""
    if isinstance(labels, tuple) and len(labels) == 2:
        return cast("tuple[LabelsLike, LabelsLike]", labels)
    same = cast("LabelsLike", labels)
    return same, same


def _buckets(
    game: Endgame, labels: list[NDArray[Any] | None], combos: NDArray[np.int64]
) -> list[NDArray[np.uint32]] | None:
    """Return the buckets of a player on each street."""
    if all(of_street is None for of_street in labels):
        return None
    found = []
    for of_street, possible in zip(labels, game.possible, strict=True):
        if of_street is None:
            ids = np.arange(len(possible) * len(combos), dtype=np.uint32).reshape(len(possible), -1)
        else:
            free, ids = possible[:, combos], np.zeros((len(possible), len(combos)), dtype=np.uint32)
            ids[free] = np.unique(of_street[:, combos][free], return_inverse=True)[1]
        found.append(ids)
    return found


def labels_of(game: Endgame, labels: LabelsLike) -> list[NDArray[Any] | None]:
    """Return the labels of each street, integers (boards, 1326), or `None` for hands that have their own.

    The labels of combos with a card of the board are arbitrary.
    """
    if isinstance(labels, Mapping):
        unknown = [street for street in labels if street not in game.streets]
        if unknown:
            raise InvalidArgumentError(
                f"labels: street {shown(unknown[0])}, but the streets of this game are {' and '.join(game.streets)}"
            )
        by_street = {street: labels.get(street) for street in game.streets}
    else:
        by_street = dict.fromkeys(game.streets, labels)
    several = len(game.streets) > 1 and not isinstance(labels, Mapping)
    if several and labels is not None and not (isinstance(labels, CardLookup) or callable(labels)):
        message = (
            f"labels: expected a dict with the labels of {', '.join(game.streets)}, or labels that know all streets"
        )
        raise InvalidArgumentError(message)
    boards_and_combos = zip(game.streets, game.boards, game.possible, strict=True)
    hands = hands_of(game.game)
    return [_of_street(by_street[street], hands, boards, free, street) for street, boards, free in boards_and_combos]


def _of_street(
    labels: StreetLabels, hands: NDArray[np.uint8], boards: NDArray[np.uint8], free: NDArray[np.bool], street: str
) -> NDArray[Any] | None:
    """Return the labels of all hands on the boards of a street."""
    if labels is None:
        return None
    what, shape = f"labels of the {street}", (len(boards), len(hands))
    if isinstance(labels, CardLookup):
        check_deck(labels, what, n_ranks=13, n_suits=4, rounds=(hands.shape[1], 3, 1, 1))
        board, hand = np.nonzero(free)
        found = _integers(labels.lookup(hands[hand], boards[board]), what)
        if found.shape != hand.shape:
            raise InvalidArgumentError(f"{what}: lookup returned shape {found.shape} for {len(hand):,} hands")
        placed = np.zeros(shape, dtype=found.dtype)
        placed[free] = found
        return placed
    if callable(labels):
        rows = [_integers(labels(board.copy()), what) for board in boards]
        wrong = [row.shape for row in rows if row.shape != shape[1:]]
        if wrong:
            raise InvalidArgumentError(f"{what}: expected {shape[1]} labels on each board, found shape {wrong[0]}")
        return np.stack(rows)
    array = _integers(labels, what)
    if array.shape not in (shape, shape[1:]):
        raise InvalidArgumentError(f"{what}: expected shape {shape[1:]} or {shape}, found {array.shape}")
    return np.broadcast_to(array, shape)


def _integers(values: Any, what: str) -> NDArray[Any]:
    array = as_integers(values, what)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what}: expected integers, found dtype {array.dtype}")
    return array
