"""The best five cards of a hand."""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._by_street import by_street
from pokerbits._evaluator.evaluate import check_hand_size
from pokerbits._evaluator.rules import Rules, check_has_categories, hand_sizes, named
from pokerbits._input.card_arrays import card_ids, side_by_side
from pokerbits._input.rows import RowsOf
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardsLike
from pokerbits._plain_first import plain_first
from pokerbits._public import publish


@plain_first(_native.best_five)
@by_street("cards", "board")
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
        of five cards are equally strong, the cards that come first in the hand are returned. Hole cards come
        before those of `board`, so a hole card plays if it is among the five.

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

    Which of the hole cards play:

    >>> import numpy as np
    >>> hole = pb.cards.parse_cards("AhKd")
    >>> np.isin(hole, pb.best_five(hole, "As7c7d2h7s"))
    array([ True, False])
    """
    check_has_categories(named(rules))
    parts = [card_ids(cards)] if board is None else [card_ids(cards), card_ids(board, what="board")]
    check_hand_size(parts, hand_sizes(rules))
    hands = side_by_side(*parts)
    *shape, size = hands.shape
    found = np.empty((*shape, 5), dtype=np.uint8)
    with RowsOf(tuple(shape)):
        _native.best_five_rows(
            hands.reshape(prod(shape), size), found.reshape(prod(shape), 5), resolve_num_threads(num_threads), rules
        )
    return found


publish("pokerbits", best_five)
