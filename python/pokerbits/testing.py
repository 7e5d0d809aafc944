"""Hypothesis strategies for tests of code that works with cards. Needs the extra `testing`."""

from __future__ import annotations

from pokerbits._extras import needing
from pokerbits._forks import NoFork
from pokerbits._input.situation import known_cards
from pokerbits._public import publish_namespace
from pokerbits.cards import CARD_NAMES

with needing("testing", "pokerbits.testing"):
    from hypothesis import strategies as st
    from hypothesis.strategies import SearchStrategy

__all__ = ["boards", "card_names", "cards", "hands"]

publish_namespace(__name__)


def cards() -> SearchStrategy[int]:
    """Return a strategy for card ids, 0 to 51.

    Returns
    -------
    SearchStrategy[int]

    Examples
    --------
    >>> from pokerbits.testing import cards
    >>> from hypothesis import find
    >>> find(cards(), lambda card: card > 40)
    41
    """
    return st.integers(0, len(CARD_NAMES) - 1)


def card_names() -> SearchStrategy[str]:
    """Return a strategy for card names.

    Returns
    -------
    SearchStrategy[str]

    Examples
    --------
    >>> from pokerbits.testing import card_names
    >>> from hypothesis import find
    >>> find(card_names(), lambda name: name[1] == "s")
    '2s'
    """
    return st.sampled_from(CARD_NAMES)


def hands(size: int = 7, *, dead: tuple[int, ...] = ()) -> SearchStrategy[list[int]]:
    """Return a strategy for hands of different cards, as lists of ids.

    Parameters
    ----------
    size
        Number of cards in a hand.
    dead
        Card ids to leave out.

    Returns
    -------
    SearchStrategy[list[int]]

    Raises
    ------
    InvalidCardError
        If a dead card is invalid.

    Examples
    --------
    >>> from pokerbits.testing import hands
    >>> from hypothesis import find
    >>> find(hands(2, dead=(0,)), lambda hand: True)
    [1, 2]
    """
    gone = known_cards(dead, "dead")
    left = [card for card in range(len(CARD_NAMES)) if card not in gone]
    return st.lists(st.sampled_from(left), min_size=size, max_size=size, unique=True)


def boards(*, dead: tuple[int, ...] = ()) -> SearchStrategy[list[int]]:
    """Return a strategy for boards of 0, 3, 4 or 5 different cards, as lists of ids.

    Parameters
    ----------
    dead
        Card ids to leave out.

    Returns
    -------
    SearchStrategy[list[int]]

    Raises
    ------
    InvalidCardError
        When an example is drawn, if a dead card is invalid.

    Examples
    --------
    >>> from pokerbits.testing import boards
    >>> from hypothesis import find
    >>> find(boards(), lambda board: len(board) == 3)
    [0, 1, 2]
    """
    with NoFork():
        # This imports further modules.
        return st.sampled_from([0, 3, 4, 5]).flatmap(lambda size: hands(size, dead=dead))
