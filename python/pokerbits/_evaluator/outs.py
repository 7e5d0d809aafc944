"""Outs: next cards that improve a hand, or with which it beats a villain's hand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbits._evaluator.category import Category, category
from pokerbits._evaluator.category_odds import unseen
from pokerbits._evaluator.evaluate import evaluate
from pokerbits._input.card_set import CardSet
from pokerbits._input.situation import check_different, known_cards, two_cards
from pokerbits._input.types import CardsLike
from pokerbits._public import publish


def outs(hole: CardsLike, board: CardsLike, *, villain: CardsLike | None = None) -> dict[Category, CardSet]:
    """Return the outs of a hand on the next street, by the category that they make.

    Parameters
    ----------
    hole
        Two hole cards.
    board
        3 or 4 board cards.
    villain
        Two hole cards of an opponent; by default unknown.

    Returns
    -------
    dict[Category, CardSet]
        The outs by category, the strongest first, without categories that no card makes.

        - Without `villain`, outs are cards that raise the category of the hand above its current category and above
          that of the new board alone: a pair on the board helps every player.
        - With `villain`, outs are cards with which the hand beats the villain's. There are no outs if it is ahead now.

    Raises
    ------
    CardCountError
        If a hand does not have two cards, or the board does not have 3 or 4.
    InvalidCardError, DuplicateCardError
        If a card is invalid or appears twice.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.outs("AhKh", "Qh7h2c")
    {<Category.FLUSH: 5>: CardSet('2h3h4h5h6h8h9hThJh'), <Category.PAIR: 1>: CardSet('KcKdKsAcAdAs')}
    >>> against = pb.outs("AhKh", "Qh7h2c", villain="QsQd")
    >>> sum(len(cards) for cards in against.values())
    8
    """
    own, dealt = two_cards(hole), known_cards(board, "board", (3, 4))
    theirs = () if villain is None else two_cards(villain, "villain")
    check_different([own, theirs], dealt, [])
    now = np.array([*own, *dealt], dtype=np.uint8)
    known = np.array([*now, *theirs], dtype=np.uint8)
    left = unseen(known[None])[0]
    boards = np.concatenate([np.broadcast_to(now[2:], (len(left), len(dealt))), left[:, None]], axis=1)
    strengths = evaluate(now[:2], boards)
    categories = category(strengths)
    if villain is None:
        improves = (categories > category(evaluate(now))) & (categories > _categories_of(boards))
    else:
        other = np.array(theirs, dtype=np.uint8)
        is_behind = evaluate(now) <= evaluate(other, now[2:])
        improves = is_behind & (strengths > evaluate(other, boards))
    return {
        kind: CardSet(left[improves & (categories == kind)])
        for kind in reversed(Category)
        if (improves & (categories == kind)).any()
    }


def _categories_of(boards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the categories of boards of four or five cards, without hole cards."""
    if boards.shape[1] == 5:
        return category(evaluate(boards))
    # Four cards cannot be a straight or a flush: the multiplicities of their ranks determine the category.
    counts = (boards[:, :, None] // 4 == np.arange(13)).sum(axis=1)
    most, pairs = counts.max(axis=1), (counts == 2).sum(axis=1)
    found = np.select(
        [most == 4, most == 3, pairs == 2, pairs == 1],
        [Category.FOUR_OF_A_KIND, Category.THREE_OF_A_KIND, Category.TWO_PAIR, Category.PAIR],
        Category.HIGH_CARD,
    )
    return found.astype(np.uint8)


publish("pokerbits", outs)
