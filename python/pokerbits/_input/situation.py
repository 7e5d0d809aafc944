"""Check the numbers of hole, board and dead cards.

The core checks that they are different cards of the deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.card_arrays import card_ids, one_row, side_by_side
from pokerbits._input.types import CardsLike
from pokerbits.cards import CARD_NAMES, COMBOS
from pokerbits.exceptions import CardCountError, DuplicateCardError

ANY_BOARD: Final = range(6)
"""Numbers of known cards of a board of which cards may be unknown."""
_ANY_STREET = (0, 3, 4, 5)
_UNKNOWN: Final = "*?"
"""The signs of an unknown card in the text of a board."""
_BLANKS: Final = str.maketrans(_UNKNOWN, " " * len(_UNKNOWN))
_BOARD_OR_MORE = (3, 4, 5, 6, 7)
"""Numbers of board cards on all streets."""


def two_cards(hole: CardsLike, what: str = "hole", *, player: int | None = None) -> tuple[int, int]:
    """Return the two hole cards of one player; errors name `player` if it is given."""
    cards = one_row(hole, what, player=player)
    check_hole(len(cards), what, player)
    return cards[0], cards[1]


def known_cards(cards: CardsLike | None, what: str, sizes: Sequence[int] = ()) -> list[int]:
    """Return one row of board or dead cards, empty for `None`; check that their number is in `sizes` unless empty."""
    found = [] if cards is None else one_row(cards, what)
    if sizes:
        check_board(len(found), sizes, what)
    return found


def known_board(board: CardsLike | None) -> list[int]:
    """Return the known cards of a board, 0 to 5, empty for `None`. In text, `*` and `?` are unknown cards."""
    dealt = known_cards(without_unknown(board), "board", ANY_BOARD)
    check_unknown(board, len(dealt))
    return dealt


def without_unknown(board: CardsLike | None) -> CardsLike | None:
    """Return a board with blanks for its unknown cards, so that errors show the right place."""
    return board.translate(_BLANKS) if isinstance(board, str) else board


def check_unknown(board: CardsLike | None, known: int) -> None:
    """Refuse a board whose known and unknown cards are more than five."""
    unknown = sum(map(board.count, _UNKNOWN)) if isinstance(board, str) else 0
    check_board(known + unknown, ANY_BOARD, "board")


def check_different(hands: Sequence[Sequence[int]], dealt: Sequence[int], dead: Sequence[int]) -> None:
    """Refuse a card that appears twice in hands, board and dead cards. Exact counting checks this in the core."""
    seen = set()
    for card in chain(*hands, dealt, dead):
        if card in seen and 0 <= card < _native.CARD_COUNT:
            message = f"card {CARD_NAMES[card]} (id {card}) appears more than once"
            raise DuplicateCardError(message, player=last_with(card, hands), card=card)
        seen.add(card)


def last_with(card: int | None, hands: Sequence[Sequence[int]]) -> int | None:
    """Return the last player who holds a card."""
    return max((player for player, hand in enumerate(hands) if card in hand), default=None)


def hands_and_boards(
    hole: CardsLike, board: CardsLike | None, sizes: Sequence[int] = _ANY_STREET
) -> tuple[NDArray[np.uint8], tuple[int, ...]]:
    """Return rows of two hole cards and a board, with the broadcast leading axes flattened, and their shape."""
    own = card_ids(hole, what="hole")
    check_hole(own.shape[-1], "hole")
    known = without_unknown(board) if sizes is ANY_BOARD else board
    dealt = card_ids("" if known is None else known, what="board")
    check_board(dealt.shape[-1], sizes, "board")
    if sizes is ANY_BOARD:
        check_unknown(board, dealt.shape[-1])
    hands = side_by_side(own, dealt)
    return hands.reshape(-1, hands.shape[-1]), hands.shape[:-1]


def free_combos(known: Sequence[int]) -> NDArray[np.bool]:
    """Return whether each combo has none of the known cards, (1326,)."""
    return np.logical_not(_with_card()[list(known)].any(axis=0))


@cache
def _with_card() -> NDArray[np.bool]:
    """Return whether each card is in each combo, (52, 1326)."""
    held: NDArray[np.bool] = np.any(np.arange(_native.CARD_COUNT)[:, None, None] == COMBOS, axis=2)
    return held


def check_hole(size: int, what: str, player: int | None = None) -> None:
    if size != 2:
        hint = "; a board is board=..." if player is None and size in _BOARD_OR_MORE else ""
        raise CardCountError(f"{what}: expected 2 cards, found {size}{hint}", player=player)


def check_board(size: int, sizes: Sequence[int], what: str) -> None:
    """Refuse boards whose number of cards is not in `sizes`."""
    if size not in sizes:
        *others, last = map(str, sizes)
        expected = f"{', '.join(others)} or {last}" if others else last
        if isinstance(sizes, range):
            expected = f"{others[0]} to {last}"
        raise CardCountError(f"{what}: expected {expected} cards, found {size}")
