"""Cards as people write them and as arrays hold them.

A card is `4 * rank + suit`: deuce = 0 to ace = 12, suits c d h s = 0 to 3, so that `2c` is 0 and `As` is 51.
"""

import operator
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from pokerbits._arrays import CardsLike, as_cards, as_integers, narrow, row_name
from pokerbits._card_set import CARD_NAMES, RANKS, SUITS, CardSet, card_id, parse
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidCardError, OutOfRangeError

__all__ = [
    "CARD_NAMES",
    "COMBOS",
    "HAND_CLASSES",
    "RANKS",
    "SUITS",
    "CardSet",
    "CardsLike",
    "card_name",
    "combo_id",
    "format_cards",
    "hand_class",
    "parse_card",
    "parse_cards",
]

HAND_CLASSES: tuple[str, ...] = tuple(
    RANKS[high] + RANKS[low] + ("" if high == low else "o") for high in range(13) for low in range(high + 1)
) + tuple(RANKS[high] + RANKS[low] + "s" for high in range(13) for low in range(high))
"""The 169 classes of two cards up to suits, in the order of `HandIndexer((2,))`: `"22"`, `"32o"`, ... `"AKs"`."""


def _all_combos() -> NDArray[np.uint8]:
    high, low = np.tril_indices(52, -1)
    combos = np.stack([low, high], axis=1).astype(np.uint8)
    combos.flags.writeable = False
    return combos


COMBOS: NDArray[np.uint8] = _all_combos()
"""The 1,326 pairs of cards, uint8 (1326, 2), `(low, high)` at row `C(high, 2) + low`. Read-only."""


def parse_card(name: str) -> int:
    """Return the id, 0..51, of the card that `name` names.

    Parameters
    ----------
    name
        A rank, `2` to `9`, `T` or `10`, `J`, `Q`, `K`, `A`, and a suit, `c`, `d`, `h`, `s` or its symbol, in any case.

    Raises
    ------
    InvalidCardError
        If the text is not one card.

    Examples
    --------
    >>> from pokerbits.cards import parse_card
    >>> parse_card("As"), parse_card("10♥")
    (51, 34)
    """
    return card_id(name)


def card_name(card: int) -> str:
    """Return the name of a card id.

    Raises
    ------
    InvalidCardError
        If the id is not in 0..51.

    Examples
    --------
    >>> from pokerbits.cards import card_name
    >>> card_name(51)
    'As'
    """
    return CARD_NAMES[card_id(operator.index(card))]


def parse_cards(text: str) -> NDArray[np.uint8]:
    """Return the ids of the cards in a text, in its order; blanks, commas and bars may stand between them.

    Raises
    ------
    InvalidCardError
        If something in the text is not a card; the message gives the position.

    Examples
    --------
    >>> from pokerbits.cards import parse_cards
    >>> parse_cards("As Kd, 10h")
    array([51, 45, 34], dtype=uint8)
    """
    return np.array(parse(text), dtype=np.uint8)


def format_cards(cards: CardsLike, *, sep: str = "") -> str:
    """Return the names of cards as one text.

    Parameters
    ----------
    cards
        One row of cards.
    sep
        What stands between two names.

    Raises
    ------
    InvalidCardError
        If an id is not in 0..51.
    CardCountError
        If there is more than one row.

    Examples
    --------
    >>> from pokerbits.cards import format_cards
    >>> format_cards([51, 45]), format_cards("as kd", sep=" ")
    ('AsKd', 'As Kd')
    """
    ids = as_cards(cards)
    if ids.ndim != 1:
        message = f"cards: expected one row, found shape {ids.shape}"
        raise CardCountError(message)
    return sep.join(CARD_NAMES[card_id(int(card))] for card in ids)


def combo_id(cards: CardsLike) -> Any:
    """Return the numbers of pairs of cards: `C(high, 2) + low`, 0..1325.

    Parameters
    ----------
    cards
        Pairs of different cards, in any order, shape (..., 2).

    Returns
    -------
    uint16 of shape (...)

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError
        If a row is not a pair of cards; the message names the row.

    Examples
    --------
    >>> from pokerbits.cards import COMBOS, combo_id
    >>> combo_id("AsAh")
    np.uint16(1325)
    >>> combo_id([[0, 1], [2, 0]])
    array([0, 1], dtype=uint16)
    """
    pairs = as_cards(cards)
    if pairs.shape[-1] != 2:
        message = f"expected 2 cards, found {pairs.shape[-1]}"
        raise CardCountError(message)
    _check_pairs(pairs)
    high = pairs.max(axis=-1).astype(np.uint16)
    low = pairs.min(axis=-1).astype(np.uint16)
    return high * (high - np.uint16(1)) // np.uint16(2) + low


def _check_pairs(pairs: NDArray[np.uint8]) -> None:
    """Raise for the first row that is not two different cards of the deck."""
    beyond = pairs >= len(CARD_NAMES)
    if beyond.any():
        index = tuple(int(i) for i in np.argwhere(beyond)[0])
        message = f"{row_name(index[:-1])}card id {int(pairs[index])} is outside the deck (0..=51)"
        raise InvalidCardError(message)
    same = pairs[..., 0] == pairs[..., 1]
    if same.any():
        row = tuple(int(i) for i in np.argwhere(same)[0])
        card = int(pairs[row][0])
        message = f"{row_name(row)}card {CARD_NAMES[card]} (id {card}) appears more than once"
        raise DuplicateCardError(message)


def hand_class(combo_or_cards: int | CardsLike) -> Any:
    """Return the classes, 0..168, of hole cards: their places in `HAND_CLASSES`.

    Parameters
    ----------
    combo_or_cards
        Combination numbers, given as an integer or as an array of dtype uint16 (what `combo_id` returns) of any shape;
        or pairs of cards, given in any other way, shape (..., 2).

    Returns
    -------
    uint8 of shape (...)

    Raises
    ------
    OutOfRangeError
        If a combination number is not in 0..1325.
    InvalidCardError, DuplicateCardError, CardCountError
        If a row is not a pair of cards; the message names the row.

    Examples
    --------
    >>> from pokerbits.cards import HAND_CLASSES, hand_class
    >>> HAND_CLASSES[hand_class("KdAd")], hand_class(0)
    ('AKs', np.uint8(0))
    """
    single = not isinstance(combo_or_cards, str | CardSet) and np.ndim(combo_or_cards) == 0
    if single or (isinstance(combo_or_cards, np.ndarray) and combo_or_cards.dtype == np.uint16):
        combos = narrow(
            as_integers(combo_or_cards),
            np.uint16,
            len(COMBOS) - 1,
            what="combos",
            item="combination",
            error=OutOfRangeError,
        )
    else:
        combos = np.asarray(combo_id(cast("CardsLike", combo_or_cards)))
    return _class_of_combo()[combos]


_classes: NDArray[np.uint8] | None = None


def _class_of_combo() -> NDArray[np.uint8]:
    """Return the class of every combination; computed once."""
    global _classes
    if _classes is None:
        rank, suit = (COMBOS // 4).astype(np.int64), COMBOS % 4
        low, high = rank[:, 0], rank[:, 1]
        suited = 91 + high * (high - 1) // 2 + low
        unsuited = high * (high + 1) // 2 + low
        _classes = np.where(suit[:, 0] == suit[:, 1], suited, unsuited).astype(np.uint8)
    return _classes
