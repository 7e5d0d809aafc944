"""Orders of finish of all-in hands, counted over every runout of the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._equity.runouts import runouts
from pokerbits._evaluator.games import Game, game_named
from pokerbits.exceptions import InvalidArgumentError

_BOARD = 5


def finish_orders(
    hands: Sequence[Sequence[int]],
    board: Sequence[int],
    dead: Sequence[int],
    *,
    game: Game,
    num_threads: int,
    watcher: Callable[[int, int], object] | None,
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return the ranks of the players, (orders, players), in each order that a runout gives, and its number of runouts.

    The best hand has rank 0, and tied hands share a rank. The orders are sorted. All cards are different.
    """
    known = {*board, *dead, *(card for hand in hands for card in hand)}
    deck = np.array([card for card in range(game.lowest_card, _native.CARD_COUNT) if card not in known], dtype=np.uint8)
    to_come = _BOARD - len(board)
    if len(deck) < to_come:
        left = "1 card is" if len(deck) == 1 else f"{len(deck)} cards are"
        raise InvalidArgumentError(f"{left} left, the board needs {to_come} more")
    keys, numbers, done, total = [], [], 0, comb(len(deck), to_come)
    for cards in runouts(deck, to_come):
        boards = np.empty((len(cards), _BOARD), dtype=np.uint8)
        boards[:, : len(board)], boards[:, len(board) :] = board, cards
        strengths = [_strengths(np.array(hand, dtype=np.uint8), boards, game, num_threads) for hand in hands]
        of_block, in_block = np.unique(_keys(strengths), return_counts=True)
        keys.append(of_block)
        numbers.append(in_block)
        done += len(cards)
        if watcher is not None:
            watcher(done, total)
    found, places = np.unique(np.concatenate(keys), return_inverse=True)
    counts = np.zeros(len(found), dtype=np.int64)
    np.add.at(counts, places, np.concatenate(numbers))
    ranks = _ranks(found, len(hands))
    order = np.lexsort(ranks.T[::-1])
    return ranks[order], counts[order]


def _strengths(hand: NDArray[np.uint8], boards: NDArray[np.uint8], game: Game, num_threads: int) -> NDArray[np.uint16]:
    """Return the strengths of a hand on boards of five cards."""
    if game.family == "omaha" and len(hand) == 3:
        # At most two of three cards count: the best of three hands of two cards.
        two_cards = game_named("holdem")
        pairs = (hand[[0, 1]], hand[[0, 2]], hand[[1, 2]])
        first, second, third = (_strengths(pair, boards, two_cards, num_threads) for pair in pairs)
        return np.maximum(np.maximum(first, second), third)
    strengths = np.empty(len(boards), dtype=np.uint16)
    parts: list[NDArray[np.integer]] = [np.broadcast_to(hand, (len(boards), len(hand))), boards]
    if game.family == "omaha":
        _native.evaluate_omaha_rows(parts, len(hand), strengths, num_threads)
    else:
        _native.evaluate_rows(parts, strengths, num_threads, game.rules)
    return strengths


def _keys(strengths: Sequence[NDArray[np.uint16]]) -> NDArray[np.int64]:
    """Return the order of finish on each board as a number: its digits are the numbers of better hands."""
    n = len(strengths)
    keys = np.zeros(strengths[0].shape, dtype=np.int64)
    for own in strengths:
        better = np.zeros(own.shape, dtype=np.uint8)
        for other in strengths:
            better += other > own
        keys = n * keys + better
    return keys


def _ranks(keys: NDArray[np.int64], n: int) -> NDArray[np.uint8]:
    """Return the ranks of `n` players in the orders with these numbers, without gaps behind ties."""
    better = keys[:, None] // n ** np.arange(n - 1, -1, -1) % n
    is_used = np.zeros((len(keys), n), dtype=np.uint8)
    np.put_along_axis(is_used, better, 1, axis=1)
    dense = np.cumsum(is_used, axis=1, dtype=np.uint8) - 1
    return np.take_along_axis(dense, better, axis=1)
