"""Cards: names and ids, combos and hand classes.

The id of a card is `4 * rank + suit`, with ranks 0 (deuce) to 12 (ace) and suits c, d, h, s = 0 to 3. So `2c` is 0 and
`As` is 51.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.card_arrays import as_cards, text_rows
from pokerbits._input.card_set import CARD_NAMES, RANKS, SUITS, CardSet, card_id, number_id, parse
from pokerbits._input.integers import as_integers, narrow
from pokerbits._input.missing import refuse_what_is_no_number
from pokerbits._input.rows import row_of
from pokerbits._input.types import (
    CardNames,
    CardRow,
    CardRows,
    CardsLike,
    Integer,
    IntegersLike,
    RowOfCards,
    SupportsArray,
)
from pokerbits._public import publish_namespace
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidCardError, OutOfRangeError

__all__ = [
    "CARD_NAMES",
    "COMBOS",
    "HAND_CLASSES",
    "RANKS",
    "SUITS",
    "CardSet",
    "card_name",
    "combo_class",
    "combo_id",
    "format_cards",
    "hand_class",
    "omaha_hand_id",
    "parse_card",
    "parse_cards",
]

publish_namespace(__name__)

HAND_CLASSES: tuple[str, ...] = tuple(
    RANKS[high] + RANKS[low] + ("" if high == low else "o") for high in range(13) for low in range(high + 1)
) + tuple(RANKS[high] + RANKS[low] + "s" for high in range(13) for low in range(high))
"""The 169 hand classes, in the order of `HandIndexer((2,))`: `"22"`, `"32o"`, ... `"AKs"`."""


def _all_combos() -> NDArray[np.uint8]:
    high, low = np.tril_indices(_native.CARD_COUNT, -1)
    combos = np.stack([low, high], axis=1).astype(np.uint8)
    combos.flags.writeable = False
    return combos


COMBOS: NDArray[np.uint8] = _all_combos()
"""The 1,326 combos, uint8 (1326, 2), `(low, high)` at row `C(high, 2) + low`. Read-only; PyTorch and JAX take a
copy: `torch.from_dlpack(COMBOS.copy())`."""


def parse_card(name: str) -> int:
    """Return the id of a card from its name.

    Parameters
    ----------
    name
        Rank and suit, in upper or lower case: `2` to `9`, `T` or `10`, `J`, `Q`, `K`, `A`, followed by `c`, `d`, `h`,
        `s` or the symbol of the suit.

    Returns
    -------
    int
        From 0 to 51.

    Raises
    ------
    InvalidCardError
        If the text does not name one card.

    Examples
    --------
    >>> from pokerbits.cards import parse_card
    >>> parse_card("As"), parse_card("10♥")
    (51, 34)
    """
    return card_id(name)


def card_name(card: int) -> str:
    """Return the name of a card id.

    Returns
    -------
    str

    Raises
    ------
    InvalidCardError
        If the id is not in the range 0 to 51.

    Examples
    --------
    >>> from pokerbits.cards import card_name
    >>> card_name(51)
    'As'
    """
    return CARD_NAMES[number_id(card)]


def parse_cards(text: str | Sequence[Any] | SupportsArray) -> NDArray[np.uint8]:
    """Return the ids of the cards in a text, or in each of several texts, in the order of the text.

    Parameters
    ----------
    text
        Card names, optionally separated by blanks, commas or bars; or a sequence or `Series` of such texts, all with
        the same number of cards, or nested sequences of them.

    Returns
    -------
    uint8 of shape (..., n)
        (n,) for one text with n cards, (..., n) for texts of shape (...).

    Raises
    ------
    InvalidCardError
        If part of a text is not a card; the message names the row and the position.
    CardCountError
        If a text has a different number of cards than the first; the message names the row.

    Examples
    --------
    >>> from pokerbits.cards import parse_cards
    >>> parse_cards("As Kd, 10h")
    array([51, 45, 34], dtype=uint8)
    >>> parse_cards(["AsKd", "QhJh"])
    array([[51, 45],
           [42, 38]], dtype=uint8)
    """
    if isinstance(text, str):
        return np.array(parse(text), dtype=np.uint8)
    if type(text) in (list, tuple):
        found = _native.read_texts(text)
        if found is not None:
            return found
    texts = text if isinstance(text, np.ndarray) and text.dtype.kind in "US" else np.array(text, dtype=object)
    found = text_rows(texts)
    if found is not None:
        return found.reshape(*texts.shape, found.shape[1])
    # Texts of other types, and values that must be refused.
    rows: list[list[int]] = []
    for index, one in zip(np.ndindex(texts.shape), texts.reshape(-1).tolist(), strict=True):
        text_of_row = one.decode("latin-1") if isinstance(one, bytes) and texts.dtype.kind == "S" else one
        if index:
            refuse_what_is_no_number([text_of_row], "text", index)
        if not isinstance(text_of_row, str):
            raise TypeError(f"expected text, or equally nested sequences of texts, found {type(one).__name__}")
        try:
            rows.append(parse(text_of_row))
        except InvalidCardError as error:
            error.row = row_of(index)
            raise
        if len(rows[-1]) != len(rows[0]):
            message = f"expected {len(rows[0])} cards as in the first row, found {len(rows[-1])}"
            raise CardCountError(message, row=row_of(index))
    return np.array(rows, dtype=np.uint8).reshape(*texts.shape, len(rows[0]) if rows else 0)


@overload
def format_cards(cards: CardRow, *, sep: str = "") -> str: ...
@overload
def format_cards(cards: Sequence[RowOfCards], *, sep: str = "") -> list[Any]: ...
@overload
def format_cards(cards: CardNames | SupportsArray, *, sep: str = "") -> str | Any: ...
def format_cards(cards: CardsLike, *, sep: str = "") -> str | Any:
    """Return the names of cards, one text for each row.

    Parameters
    ----------
    cards
        Cards, shape (..., n); each row of n cards becomes one text.
    sep
        Separator between two names.

    Returns
    -------
    str or nested list of str
        A text for one row, also if it is a one-dimensional array; a list of texts for shape (m, n); nested
        lists for more axes.

    Raises
    ------
    InvalidCardError
        If an id is not in the range 0 to 51; the message names the row.

    Examples
    --------
    >>> from pokerbits.cards import format_cards
    >>> format_cards([51, 45]), format_cards("as kd", sep=" ")
    ('AsKd', 'As Kd')
    >>> format_cards([[51, 45], [42, 38]])
    ['AsKd', 'QhJh']
    """
    if not isinstance(sep, str):
        raise TypeError(f"sep: expected text, found {type(sep).__name__}")
    ids = as_cards(cards)
    _check_ids(ids)
    return _texts(ids.tolist(), ids.ndim - 1, sep)


def _texts(rows: list[Any], depth: int, sep: str) -> str | list[Any]:
    """Return nested lists of card ids with each row replaced by its text."""
    if depth:
        return [_texts(row, depth - 1, sep) for row in rows]
    return sep.join(CARD_NAMES[card] for card in rows)


@overload
def combo_id(cards: CardRow) -> np.uint16: ...
@overload
def combo_id(cards: CardRows) -> NDArray[np.uint16]: ...
@overload
def combo_id(cards: CardNames) -> np.uint16 | NDArray[np.uint16]: ...
def combo_id(cards: CardsLike) -> np.uint16 | NDArray[np.uint16]:
    """Return the ids of combos, 0 to 1325: `C(high, 2) + low` for the two cards of each.

    Parameters
    ----------
    cards
        Pairs of different cards, in any order, shape (..., 2).

    Returns
    -------
    uint16 of shape (...)
        A NumPy scalar for one combo, also if it is a one-dimensional array.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError
        If a row is not two different cards; the message names the row.

    Examples
    --------
    >>> from pokerbits.cards import COMBOS, combo_id
    >>> combo_id("AsAh")
    np.uint16(1325)
    >>> combo_id([[0, 1], [2, 0]])
    array([0, 1], dtype=uint16)
    """
    one = _native.combo_id_one(cards)
    if one is not None:
        return one
    combos = as_cards(cards)
    if combos.shape[-1] != 2:
        raise CardCountError(f"expected 2 cards, found {combos.shape[-1]}")
    _check_ids(combos)
    _check_different(combos)
    high = combos.max(axis=-1).astype(np.uint16)
    low = combos.min(axis=-1).astype(np.uint16)
    numbers: np.uint16 | NDArray[np.uint16] = high * (high - np.uint16(1)) // np.uint16(2) + low
    return numbers


def _check_ids(cards: NDArray[np.uint8]) -> None:
    """Raise an error for the first number that is not a card id."""
    narrow(cards.astype(np.int64), np.uint8, len(CARD_NAMES) - 1, what="cards", item="card id", error=InvalidCardError)


def _check_different(cards: NDArray[np.uint8]) -> None:
    """Raise an error for the first row with two equal cards side by side."""
    same = cards[..., 1:] == cards[..., :-1]
    if same.any():
        *row, place = (int(i) for i in np.argwhere(same)[0])
        card = int(cards[(*row, place)])
        message = f"card {CARD_NAMES[card]} (id {card}) appears more than once"
        raise DuplicateCardError(message, row=row_of(tuple(row)), card=card)


@overload
def omaha_hand_id(cards: CardRow) -> np.uint32: ...
@overload
def omaha_hand_id(cards: CardRows) -> NDArray[np.uint32]: ...
@overload
def omaha_hand_id(cards: CardNames) -> np.uint32 | NDArray[np.uint32]: ...
def omaha_hand_id(cards: CardsLike) -> np.uint32 | NDArray[np.uint32]:
    """Return the ids of hands of four cards, 0 to 270,724: their places in `combo_equity(..., game="omaha")`.

    The id of a < b < c < d is `C(d, 4) + C(c, 3) + C(b, 2) + a`: hands are in colexicographic order, that of
    `OmahaRange("*").hands`.

    Parameters
    ----------
    cards
        Rows of four different cards, in any order, shape (..., 4).

    Returns
    -------
    uint32 of shape (...)
        A NumPy scalar for one hand, also if it is a one-dimensional array.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError
        If a row is not four different cards; the message names the row.

    Examples
    --------
    >>> from pokerbits.cards import omaha_hand_id
    >>> omaha_hand_id("AsAhAdAc")
    np.uint32(270724)
    >>> omaha_hand_id([[0, 1, 2, 3], [4, 2, 1, 0]])
    array([0, 1], dtype=uint32)
    """
    hands = as_cards(cards)
    if hands.shape[-1] != 4:
        raise CardCountError(f"expected 4 cards, found {hands.shape[-1]}")
    _check_ids(hands)
    ascending = np.sort(hands, axis=-1)
    _check_different(ascending)
    a, b, c, d = np.moveaxis(ascending.astype(np.uint32), -1, 0)
    numbers: np.uint32 | NDArray[np.uint32] = (
        a
        + b * (b - 1) // 2
        + c * (c - 1) * (c - 2) // 6
        # The product of four numbers below 52 fits in 32 bits.
        + d * (d - 1) * (d - 2) * (d - 3) // 24
    )
    return numbers


@overload
def hand_class(cards: CardRow) -> np.uint8: ...
@overload
def hand_class(cards: CardRows) -> NDArray[np.uint8]: ...
@overload
def hand_class(cards: CardNames) -> np.uint8 | NDArray[np.uint8]: ...
def hand_class(cards: CardsLike) -> np.uint8 | NDArray[np.uint8]:
    """Return the hand classes of hole cards, 0 to 168: their indices in `HAND_CLASSES`.

    Parameters
    ----------
    cards
        Pairs of different cards, in any order, shape (..., 2). For combo ids use `combo_class`.

    Returns
    -------
    uint8 of shape (...)
        A NumPy scalar for one combo, also if it is a one-dimensional array.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError
        If a row is not two different cards; the message names the row.

    Examples
    --------
    >>> from pokerbits.cards import HAND_CLASSES, hand_class
    >>> HAND_CLASSES[hand_class("KdAd")]
    'AKs'
    >>> hand_class([[0, 1], [51, 47]])
    array([  0, 168], dtype=uint8)
    """
    one = _native.hand_class_one(cards)
    if one is not None:
        return one
    return _class_of_combo()[combo_id(cards)]


@overload
def combo_class(combo: Integer) -> np.uint8: ...
@overload
def combo_class(combo: IntegersLike) -> NDArray[np.uint8]: ...
def combo_class(combo: Integer | IntegersLike) -> np.uint8 | NDArray[np.uint8]:
    """Return the hand classes of combo ids, 0 to 168: `hand_class(COMBOS[combo])`.

    Parameters
    ----------
    combo
        Combo ids, 0 to 1325, of any shape, as `combo_id` returns them.

    Returns
    -------
    uint8 of the same shape
        A NumPy scalar for one id.

    Raises
    ------
    OutOfRangeError
        If an id is not in the range 0 to 1325; the message names the row.

    Examples
    --------
    >>> from pokerbits.cards import HAND_CLASSES, combo_class, combo_id
    >>> combo_class(0), HAND_CLASSES[combo_class(combo_id("KdAd"))]
    (np.uint8(0), 'AKs')
    """
    numbers = narrow(
        as_integers(combo, "combo"), np.uint16, len(COMBOS) - 1, what="combo", item="combo", error=OutOfRangeError
    )
    classes: np.uint8 | NDArray[np.uint8] = _class_of_combo()[numbers]
    return classes


_classes: NDArray[np.uint8] | None = None


def _class_of_combo() -> NDArray[np.uint8]:
    """Return the hand class of each combo; computed only once."""
    global _classes
    if _classes is None:
        rank, suit = (COMBOS // 4).astype(np.int64), COMBOS % 4
        low, high = rank[:, 0], rank[:, 1]
        suited = 91 + high * (high - 1) // 2 + low
        unsuited = high * (high + 1) // 2 + low
        _classes = np.where(suit[:, 0] == suit[:, 1], suited, unsuited).astype(np.uint8)
    return _classes
