"""Outcome and winrate classes of any game of an indexer, given the strengths of its last round's hands.

Multisets are compared themselves: this is for small games. Hold'em has its own way, `outcome_classes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits._indexer import HandIndexer
from pokerbits._input.arrays import as_array
from pokerbits._input.card_set import RANKS
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import ANY, integer
from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError

OutcomeKind: TypeAlias = Literal["outcome", "winrate"]
"""Kind of the classes: by the outcomes on later streets, or by total wins, ties and losses."""

KINDS = ("outcome", "winrate")
_CELLS = 1 << 21
"""Number of hands that are processed together."""


def game_outcome_classes(
    indexer: HandIndexer,
    *,
    strengths: ArrayLike,
    round: int = -1,
    kind: OutcomeKind = "outcome",
    recall: int = 0,
    num_threads: int | None = None,
) -> NDArray[np.uint32]:
    """Return the outcome or winrate class of every hand of a round of a small game.

    It generalises `outcome_classes` to any deck and any showdown: two players are dealt the cards of round 0, and share
    the cards of later rounds.

    Parameters
    ----------
    indexer
        Indexer of the game.
    strengths
        The strength of every hand of the last round by its index; larger is stronger. Integers.
    round
        Number of the round; a negative number counts from the last round.
    kind
        `"outcome"` or `"winrate"`.
    recall
        Number of earlier rounds that a class determines, 0 to all.
    num_threads
        Threads to use for indices; by default those of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    uint32 (indexer.size(round),)
        Classes in the order of `outcome_classes`, except that classes with equal wins, ties and losses are
        ordered by their multisets.

    Raises
    ------
    InvalidArgumentError
        If `indexer` is not a `HandIndexer`, the round, the kind or the recall is invalid for the game, the number of
        strengths is not the number of hands, or there are too few cards for two players.
    TypeError
        If the strengths, the round or the recall are not integers.

    Examples
    --------
    In Leduc hold'em a pair wins, else the higher rank:

    >>> import pokerbits as pb
    >>> leduc = pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)
    >>> hole, board = leduc.unindex(range(leduc.size())).T // 4
    >>> strengths = hole.astype(int) + 3 * (hole == board)
    >>> find = pb.abstraction.game_outcome_classes
    >>> [int(find(leduc, strengths=strengths, round=round).max()) + 1 for round in range(2)]
    [3, 3]
    """
    at, earlier = _checked(indexer, round, kind, recall)
    of_hands = _strengths(indexer, strengths)
    last = len(indexer.cards_per_round) - 1

    sums = _showdowns(indexer, of_hands, num_threads)
    classes = _numbered(sums)
    by_round = {last: classes}
    for level in reversed(range(at - earlier, last)):
        rows = _children_rows(indexer, level, sums, classes, kind, num_threads)
        sums, classes = rows[:, :2], _numbered(rows)
        by_round[level] = classes
    if not earlier:
        return by_round[at]
    hands = indexer.unindex(np.arange(indexer.size(at)), round=at)
    columns = []
    for level in range(at - earlier, at + 1):
        through = sum(indexer.cards_per_round[: level + 1])
        of_level = indexer.index(np.ascontiguousarray(hands[:, :through]), round=level, num_threads=num_threads)
        columns.append(by_round[level][of_level])
    return _numbered(np.stack(columns, axis=1))


def _checked(indexer: HandIndexer, round: int, kind: str, recall: int) -> tuple[int, int]:
    """Return the number of the round and the recall."""
    if not isinstance(indexer, HandIndexer):
        raise InvalidArgumentError(f"indexer: expected a HandIndexer, found {shown(indexer)}")
    n_rounds = len(indexer.cards_per_round)
    at = integer("round", round, *ANY)
    if not -n_rounds <= at < n_rounds:
        raise InvalidArgumentError(f"round = {shown(at)}: the game has {n_rounds} rounds")
    at %= n_rounds
    earlier = integer("recall", recall, 0, at, allowed=f"0 to {at}, the rounds before round {at}")
    check_name("kind", kind, KINDS)
    if sum(indexer.cards_per_round) + indexer.cards_per_round[0] > indexer.n_ranks * indexer.n_suits:
        raise InvalidArgumentError(f"{indexer!r} has too few cards for two players")
    return at, earlier


def _strengths(indexer: HandIndexer, strengths: ArrayLike) -> NDArray[np.int64]:
    given = as_array(strengths, "strengths")
    if given.dtype.kind not in "iu":
        raise TypeError(f"strengths: expected integers, found {given.dtype}")
    if given.shape != (indexer.size(),):
        raise InvalidArgumentError(f"strengths: expected shape ({indexer.size()},), found {given.shape}")
    # Only the order of strengths matters, and it fits in any dtype.
    return np.unique(given, return_inverse=True)[1].astype(np.int64)


def _showdowns(indexer: HandIndexer, strengths: NDArray[np.int64], num_threads: int | None) -> NDArray[np.int64]:
    """Return `2 * wins + ties` and wins of every hand of the last round against all hands of an opponent."""
    hole = indexer.cards_per_round[0]
    sums = []
    for hands, others in _hands_and_deals(indexer, len(indexer.cards_per_round) - 1, hole):
        board = np.broadcast_to(hands[:, None, hole:], (*others.shape[:2], hands.shape[1] - hole))
        theirs = strengths[indexer.index(np.concatenate([others, board], axis=2), num_threads=num_threads)]
        ours = strengths[indexer.index(hands, num_threads=num_threads)][:, None]
        wins, ties = (theirs < ours).sum(axis=1), (theirs == ours).sum(axis=1)
        sums.append(np.stack([2 * wins + ties, wins], axis=1))
    return np.concatenate(sums)


def _children_rows(
    indexer: HandIndexer,
    level: int,
    sums: NDArray[np.int64],
    classes: NDArray[np.uint32],
    kind: str,
    num_threads: int | None,
) -> NDArray[np.int64]:
    """Return the sums over all children of a hand in the next round, and for outcome classes also their classes."""
    rows = []
    for children in next_hands(indexer, level, indexer, level + 1, num_threads):
        total = sums[children].sum(axis=1)
        rows.append(total if kind == "winrate" else np.hstack([total, np.sort(classes[children], axis=1)]))
    return np.concatenate(rows)


def next_hands(
    before: HandIndexer, level: int, after: HandIndexer, level_after: int, num_threads: int | None
) -> Iterator[NDArray[Any]]:
    """Yield the indices of the hands of the next street (n, deals) that follow hands of a street, some at a time."""
    size = sum(after.cards_per_round[: level_after + 1]) - sum(before.cards_per_round[: level + 1])
    for hands, dealt in _hands_and_deals(before, level, size):
        known = np.broadcast_to(hands[:, None], (*dealt.shape[:2], hands.shape[1]))
        yield after.index(np.concatenate([known, dealt], axis=2), round=level_after, num_threads=num_threads)


def _hands_and_deals(indexer: HandIndexer, level: int, size: int) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """Yield hands of a round (n, cards), some at a time, with all sets of `size` of the cards left (n, sets, size)."""
    lowest = RANKS.index(indexer.lowest_rank)
    ranks = range(lowest, lowest + indexer.n_ranks)
    deck = np.array([4 * rank + suit for rank in ranks for suit in range(indexer.n_suits)], np.uint8)
    n = indexer.size(level)
    width = sum(indexer.cards_per_round[: level + 1])
    sets = np.array(list(combinations(range(len(deck) - width), size)))
    step = max(1, _CELLS // len(sets))
    for first in range(0, n, step):
        hands = indexer.unindex(np.arange(first, min(n, first + step)), round=level)
        is_left = (hands[:, :, None] != deck).all(axis=1)
        left = np.broadcast_to(deck, is_left.shape)[is_left].reshape(len(hands), -1)
        yield hands, left[:, sets]


def _numbered(rows: NDArray[Any]) -> NDArray[np.uint32]:
    """Return the dense rank of every row."""
    return np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1).astype(np.uint32)
