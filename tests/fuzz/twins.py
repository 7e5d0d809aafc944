"""Slow twins: what several functions return, from the definition."""

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, pairwise, permutations
from typing import Any

import numpy as np
from registry import Refusal, Unsure

import oracles


def deal(rows: np.ndarray, *sizes: int, deck: Callable[[int], bool] = lambda card: 0 <= card < 52) -> np.ndarray:
    """Rows of different cards of the deck, as int64; else a refusal."""
    if rows.ndim == 0 or rows.shape[-1] not in sizes:
        raise Refusal
    for row in rows.reshape(-1, rows.shape[-1]) if rows.shape[-1] else ():
        if len(set(row.tolist())) != len(row) or not all(deck(card) for card in row.tolist()):
            raise Refusal
    return rows.astype(np.int64)


def row_of(cards: np.ndarray | None, *sizes: int) -> list[int]:
    """One row of different cards, so many as said if it is said; none for none."""
    if cards is None:
        return []
    if cards.ndim != 1:
        raise Refusal if cards.size else Unsure
    return deal(cards, *(sizes or [len(cards)])).tolist()


def paired(hole: np.ndarray, board: np.ndarray | None, n_hole: tuple[int, ...], n_board: tuple[int, ...]) -> np.ndarray:
    """Hole cards and boards side by side, leading axes broadcast."""
    board = np.empty(0, dtype=object) if board is None else board
    if hole.ndim == 0 or board.ndim == 0 or hole.shape[-1] not in n_hole or board.shape[-1] not in n_board:
        raise Refusal
    try:
        shape = np.broadcast_shapes(hole.shape[:-1], board.shape[:-1])
    except ValueError:
        raise Refusal from None
    if 0 in shape:
        raise Unsure
    both = [np.broadcast_to(part, (*shape, part.shape[-1])) for part in (hole, board)]
    rows = np.concatenate(both, axis=-1)
    return deal(rows, rows.shape[-1])


def row_by_row(rows: np.ndarray, width: int, of_row: Callable[[list[int]], Any], dtype: Any) -> np.ndarray:
    """What a function says of each row."""
    found = [of_row(row.tolist()) for row in rows.reshape(math.prod(rows.shape[:-1]), width)]
    tail = np.shape(found[0]) if found else ()
    return np.array(found, dtype=dtype).reshape((*rows.shape[:-1], *tail))


def within(numbers: np.ndarray, low: int, high: int) -> np.ndarray:
    if not all(low <= int(one) <= high for one in numbers.flat):
        raise Refusal
    return numbers.astype(np.int64)


def one_of(value: Any, low: int, high: int) -> int:
    if not low <= value <= high:
        raise Refusal
    return int(value)


def strengths_of(rows: np.ndarray) -> np.ndarray:
    found = oracles.strengths(rows.reshape(math.prod(rows.shape[:-1]), rows.shape[-1]))
    return found.reshape(rows.shape[:-1]).astype(np.uint16)


@lru_cache(8)
def river_scores(board: tuple[int, ...], gone: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """The combos that a board and dead cards leave, and their strengths."""
    left = [card for card in range(52) if card not in board + gone]
    combos = np.array(list(combinations(left, 2)), dtype=np.int64).reshape(-1, 2)
    return combos, oracles.strengths(np.hstack([combos, np.broadcast_to(board, (len(combos), 5))]))


def against_random(hole: list[int], board: list[int], dead: list[int]) -> tuple[int, int, int]:
    """In how many showdowns on the river against every combo a hand wins, ties and loses."""
    _, others = river_scores(tuple(board), (*hole, *dead))
    own = oracles.strengths(np.array([hole + board]))[0]
    return int((others < own).sum()), int((others == own).sum()), int((others > own).sum())


def renamings(cards: list[int], per_round: tuple[int, ...], n_suits: int) -> set[tuple[tuple[int, ...], ...]]:
    """What a hand becomes under the renamings of the suits, the cards of a round in ascending order."""
    ends = np.cumsum((0, *per_round))
    found = set()
    for suits in permutations(range(n_suits)):
        renamed = [4 * (card // 4) + suits[card % 4] for card in cards]
        found.add(tuple(tuple(sorted(renamed[a:b])) for a, b in pairwise(ends) if a < len(cards)))
    return found


def canonical(cards: list[int], per_round: tuple[int, ...], n_suits: int) -> tuple[tuple[int, ...], ...]:
    return min(renamings(cards, per_round, n_suits))
