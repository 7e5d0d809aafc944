"""An immutable set of cards: 52 bits with set operators."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from typing import Self, SupportsIndex

import numpy as np

from pokerbits import _native
from pokerbits._immutable import Immutable
from pokerbits._input.numbers import one_by_one
from pokerbits._input.shown import cut, shown
from pokerbits.exceptions import DuplicateCardError, InvalidCardError

RANKS: str = _native.RANKS
SUITS: str = _native.SUITS
CARD_NAMES: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)

# Python takes its own for an index, and so does NumPy 2.0.
_TRUTH_VALUES = (bool, np.bool)

_FULL = (1 << _native.CARD_COUNT) - 1


class CardSet(Immutable):
    """An immutable set of cards of the 52-card deck.

    Parameters
    ----------
    cards
        Cards as text (`"AsKd"`), as ids or names without duplicates, or as another set.

    Raises
    ------
    InvalidCardError
        If a card is invalid.
    DuplicateCardError
        If a card appears twice.

    Examples
    --------
    >>> import pokerbits as pb
    >>> hole = pb.CardSet("AsKd")
    >>> "As" in hole, len(hole), list(hole)
    (True, 2, [45, 51])
    >>> hole | pb.CardSet("2c")
    CardSet('2cKdAs')
    >>> len(~hole)
    50
    """

    __slots__ = ("_bits",)
    _bits: int

    def __init__(self, cards: str | CardSet | Iterable[int | str] = "") -> None:
        bits = 0
        if isinstance(cards, CardSet):
            bits = cards._bits
        else:
            ids = parse(cards) if isinstance(cards, str) else map(card_id, one_by_one(cards, "cards"))
            for card in ids:
                if bits >> card & 1:
                    raise DuplicateCardError(f"card {CARD_NAMES[card]} (id {card}) appears more than once", card=card)
                bits |= 1 << card
        object.__setattr__(self, "_bits", bits)

    @classmethod
    def from_bits(cls, bits: SupportsIndex) -> Self:
        """Return the set with these bits.

        Parameters
        ----------
        bits
            52 bits; a card has bit `4 * rank + suit`.

        Returns
        -------
        CardSet

        Raises
        ------
        InvalidCardError
            If a higher bit is set, or the number is negative.
        """
        number = operator.index(bits)
        if not 0 <= number <= _FULL:
            raise InvalidCardError(f"bits {cut(hex(number))}: expected the 52 low bits of an integer")
        new = cls.__new__(cls)
        object.__setattr__(new, "_bits", number)
        return new

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return type(self).from_bits, (self._bits,)

    def __int__(self) -> int:
        return self._bits

    def __len__(self) -> int:
        return self._bits.bit_count()

    def __iter__(self) -> Iterator[int]:
        return (card for card in range(_native.CARD_COUNT) if self._bits >> card & 1)

    def __contains__(self, card: object) -> bool:
        if not isinstance(card, str | SupportsIndex) or isinstance(card, _TRUTH_VALUES):
            return False
        return bool(self._bits >> card_id(card) & 1)

    def __eq__(self, other: object) -> bool:
        return self._bits == other._bits if isinstance(other, CardSet) else NotImplemented

    def __hash__(self) -> int:
        return hash((CardSet, self._bits))

    def __or__(self, other: CardSet) -> Self:
        return self.from_bits(self._bits | other._bits) if isinstance(other, CardSet) else NotImplemented

    def __and__(self, other: CardSet) -> Self:
        return self.from_bits(self._bits & other._bits) if isinstance(other, CardSet) else NotImplemented

    def __xor__(self, other: CardSet) -> Self:
        return self.from_bits(self._bits ^ other._bits) if isinstance(other, CardSet) else NotImplemented

    def __sub__(self, other: CardSet) -> Self:
        return self.from_bits(self._bits & ~other._bits) if isinstance(other, CardSet) else NotImplemented

    def __invert__(self) -> Self:
        return self.from_bits(~self._bits & _FULL)

    def __str__(self) -> str:
        return "".join(CARD_NAMES[card] for card in self)

    def __repr__(self) -> str:
        return f"CardSet({str(self)!r})"


def parse(text: str) -> list[int]:
    """Return the ids of the cards in a text."""
    try:
        return _native.parse_cards(text)
    except UnicodeEncodeError as error:
        # Text that cannot be encoded in UTF-8, such as undecodable bytes of a command line, cannot be passed to the
        # core.
        message = f"cannot read a card at position {error.start} of {shown(text)}"
        raise InvalidCardError(message, position=error.start) from None


def card_id(card: int | str | SupportsIndex) -> int:
    """Return the id of one card given as an id or a name."""
    if isinstance(card, str):
        ids = parse(card)
        if len(ids) != 1:
            raise InvalidCardError(f"expected one card, found {shown(card)}")
        return ids[0]
    return number_id(card)


def number_id(card: SupportsIndex) -> int:
    """Return the id of one card given as an integer; a bool is an error."""
    if isinstance(card, _TRUTH_VALUES):
        raise TypeError("expected a card id, found bool")
    number = operator.index(card)
    if not 0 <= number < len(CARD_NAMES):
        message = f"card id {shown(number)} is outside the deck (0 to {_native.CARD_COUNT - 1})"
        raise InvalidCardError(message, card=number)
    return number
