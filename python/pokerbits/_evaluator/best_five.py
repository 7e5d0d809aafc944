"""The best five cards of a hand."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._evaluator.category import category_of_strength
from pokerbits._evaluator.evaluate import evaluate
from pokerbits._evaluator.rules import Rules, named, scale
from pokerbits._input.card_arrays import card_ids, side_by_side
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardsLike
from pokerbits._public import publish

_BLOCK = 1 << 15
"""Number of hands per block; this bounds the memory for their subsets."""


def best_five(
    cards: CardsLike, board: CardsLike | None = None, *, rules: Rules = "standard", num_threads: int | None = None
) -> NDArray[np.uint8]:
    """Return the best five cards of hands of five, six or seven cards.

    Parameters
    ----------
    cards
        Hands, as in `evaluate`: shape (..., 5), (..., 6) or (..., 7), with the cards on the last axis; fewer cards with
        `board`.
    board
        Further cards of each hand; leading axes broadcast.
    rules
        Ranking of hands, as in `evaluate`, except `"eight_or_better"` and `"badugi"`.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    uint8 (..., 5)
        Paired cards first, then from the highest card down; A-2-3-4-5 starts with the five. If several choices
        of five cards are equally strong, the cards that come first in the hand are returned.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError, TypeError
        As in `evaluate`.
    InvalidArgumentError
        If the rules have no hand categories.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.cards.format_cards(pb.best_five("AhKd", "As7c7d2h7s"))
    '7c7d7sAhAs'
    >>> pb.cards.format_cards(pb.best_five(["Ah2d3c4s5hKdKs", "2c3c4c9cKcAsAd"]))
    ['5h4s3c2dAh', 'Kc9c4c3c2c']
    """
    ranks = _ranks_of_strength(named(rules))
    own = card_ids(cards)
    hands = own if board is None else side_by_side(own, card_ids(board, what="board"))
    # This checks the cards and their number.
    strengths = np.asarray(evaluate(hands, rules=rules, num_threads=num_threads))
    rows = hands.astype(np.uint8, copy=False).reshape(-1, hands.shape[-1])
    threads = resolve_num_threads(num_threads)
    found = np.empty((len(rows), 5), dtype=np.uint8)
    for begin in range(0, len(rows), _BLOCK):
        block = slice(begin, begin + _BLOCK)
        found[block] = _of_rows(rows[block], ranks[strengths.reshape(-1)[block]], rules, threads)
    return found.reshape(*strengths.shape, 5)


def _of_rows(rows: NDArray[np.uint8], ranks: NDArray[np.uint8], rules: Rules, threads: int) -> NDArray[np.uint8]:
    """Return the best five cards of each row, in the order of the ranks of its strength."""
    subsets = np.array(list(combinations(range(rows.shape[1]), 5)))
    fives = rows[:, subsets]
    best = evaluate(fives, rules=rules, num_threads=threads).argmax(axis=1)
    chosen = fives[np.arange(len(rows)), best]
    # Each card goes to the first place of its rank in the hand; cards of equal rank keep their order.
    places = (chosen[:, :, None] // 4 == ranks[:, None, :]).argmax(axis=2)
    return np.take_along_axis(chosen, np.argsort(places, axis=1, kind="stable"), axis=1)


@cache
def _ranks_of_strength(rules: Rules) -> NDArray[np.uint8]:
    """Return the ranks of the five cards of every strength, the most significant first; zeros for strength 0."""
    category_of_strength(rules)  # Raises for rules without categories.
    strengths = range(1, scale(rules)[1] + 1)
    ranks = [[0] * 5, *(_native.hand_kind(strength, rules)[1] for strength in strengths)]
    return np.array(ranks, dtype=np.uint8)


publish("pokerbits", best_five)
