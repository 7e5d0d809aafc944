"""Outs: next cards that improve a hand, or with which it beats a villain's hand."""

from __future__ import annotations

from collections.abc import Sequence

from pokerbits import _native
from pokerbits._evaluator.category import Category
from pokerbits._input.card_set import CardSet
from pokerbits._input.situation import check_different, known_cards, two_cards
from pokerbits._input.types import CardsLike
from pokerbits._plain_first import plain_first
from pokerbits._public import publish


def _by_category(found: Sequence[int]) -> dict[Category, CardSet]:
    """Return the outs by category, the strongest first, of the bits for each."""
    categories = reversed(Category)
    return {kind: CardSet.from_bits(found[kind]) for kind in categories if found[kind]}


@plain_first(_native.outs, _by_category)
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
    return _by_category(_native.outs_of(own, dealt, theirs or None))


publish("pokerbits", outs)
