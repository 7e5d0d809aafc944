"""Outcome and winrate classes of the streets of a game of any deck, whose boards are unordered.

Wins, ties and losses are counted by the core. The multisets of outcome classes are compared themselves.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._hand_strength.card_games import CardGame, game_core, street_number
from pokerbits._input.progress import ProgressLike, watching
from pokerbits.abstraction._game_outcome_classes import hands_and_deals
from pokerbits.abstraction._points import distinct

__all__ = ["card_game_outcome_classes", "winrate_points"]


def card_game_outcome_classes(
    game: CardGame, street: str, *, kind: str, num_threads: int, progress: ProgressLike
) -> NDArray[np.uint32]:
    """Return the class of every hand of a street, in the order of `outcome_classes`."""
    with watching(progress, "outcome classes") as watcher:
        outcomes = outcomes_of(game, street, num_threads, watcher)
    number = street_number(game, street)
    if kind == "winrate" or number == len(game.streets) - 1:
        return _numbered(outcomes, num_threads)
    after = game.streets[number + 1]
    of_children = card_game_outcome_classes(game, after, kind=kind, num_threads=num_threads, progress=None)
    children = _children_classes(game, street, after, of_children, num_threads)
    return _numbered(np.hstack([outcomes, children]), num_threads)


def outcomes_of(game: CardGame, street: str, num_threads: int, watcher: Any = None) -> NDArray[np.uint64]:
    """Return the wins, ties and losses of every hand over the runouts, uint64 (hands, 3)."""
    table = game_core(game).strength_table("outcomes", street_number(game, street), 2, (), True)  # noqa: FBT003
    out = np.empty(table.rows() * 3, dtype=table.count_dtype())
    table.fill(0, table.n_blocks(), out, num_threads, watcher)
    return out.reshape(-1, 3).astype(np.uint64)


def winrate_points(game: CardGame, street: str, of_hand: NDArray[np.uint32], num_threads: int) -> NDArray[np.float64]:
    """Return the share of losses, and of losses or ties, of every class of hands."""
    outcomes = outcomes_of(game, street, num_threads)
    classes, first = np.unique(of_hand, return_index=True)
    assert len(classes) == int(of_hand.max()) + 1  # noqa: S101
    of_class = outcomes[first]
    losses = of_class[:, 2]
    below = np.stack([losses, losses + of_class[:, 1]], axis=1)
    shares: NDArray[np.float64] = below / of_class.sum(axis=1, dtype=np.uint64)[:, None]
    return shares


def _children_classes(
    game: CardGame, street: str, after: str, of_children: NDArray[np.uint32], num_threads: int
) -> NDArray[np.uint64]:
    """Return the sorted classes of all next-street hands of every hand."""
    before, indexer = game.indexer(street), game.indexer(after)
    n_cards = game.board_cards[after] - game.board_cards[street]
    index = partial(indexer.index, num_threads=num_threads)
    rows = []
    for hands, dealt in hands_and_deals(before, len(before.cards_per_round) - 1, n_cards):
        known = np.broadcast_to(hands[:, None], (*dealt.shape[:2], hands.shape[1]))
        rows.append(np.sort(of_children[index(np.concatenate([known, dealt], axis=2))], axis=1).astype(np.uint64))
    return np.concatenate(rows)


def _numbered(rows: NDArray[np.uint64], num_threads: int) -> NDArray[np.uint32]:
    """Return the dense rank of every row: by 2 * wins + ties, then by wins, then by the classes of its children."""
    points, of_row = distinct(np.ascontiguousarray(rows).view(np.uint8), num_threads)
    found = points.view(np.uint64)
    order = np.lexsort((*found[:, :2:-1].T, found[:, 0], 2 * found[:, 0] + found[:, 1]))
    rank: NDArray[np.uint32] = np.empty(len(order), dtype=np.uint32)
    rank[order] = np.arange(len(order), dtype=np.uint32)
    out = np.empty_like(of_row)
    _native.relabel(of_row, rank, out, num_threads)
    return out
