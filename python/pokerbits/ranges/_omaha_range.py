"""Ranges of Omaha hands: weighted sets of hands of three to six hole cards, parsed from text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import comb
from operator import index
from typing import Any, Literal, Self, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._forks import NoFork
from pokerbits._immutable import Immutable
from pokerbits._input.arrays import is_array
from pokerbits._input.card_arrays import DECK, card_ids, one_row, side_by_side
from pokerbits._input.choices import check_name
from pokerbits._input.exact_weights import exact_weights, total_of
from pokerbits._input.integers import narrow
from pokerbits._input.shown import shown
from pokerbits._input.types import CardsLike
from pokerbits.cards import CARD_NAMES
from pokerbits.exceptions import (
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    InvalidRangeError,
)
from pokerbits.ranges._decimals import decimal_text, percent_text
from pokerbits.ranges._omaha_weights import (
    Weights,
    depths,
    is_weighted,
    parse_weighted,
    weights_of_rows,
)

Sets: TypeAlias = NDArray[np.uint64]

HOLE_SIZES = (3, 4, 5, 6)
_PART = 1 << 16
"""Number of hands converted to cards at a time; the intermediate arrays fit in the cache."""
_SHORT = 100
"""Largest number of characters of a text in a `repr`."""
_CORE_HAS_NO_WEIGHTS = "ranges of Omaha have no weights"
_DEEPEST = 64
"""Largest depth of nested parentheses that is parsed."""


class OmahaRange(Immutable):
    """An immutable range of Omaha hands: a weight for each of a set of hands.

    Parameters
    ----------
    hands
        One of these:

        - text in a subset of ProPokerTools' generic syntax: `"AA$ds, [A-T][A-T][A-T][A-T]:$np, JT98+!xxxx"`.
          `"15%"` is the best 15% of hands of four cards. The empty text is the range without hands. The grammar is at
          https://pokerbits.github.io/pokerbits/latest/reference/omaha_range_text/.
          Items have the weight 1, or one before or behind them: `"0.5:AA, KK@25"`.
        - a sequence of such texts and of `OmahaRange`, or a dict of texts and their weights.
        - an `OmahaRange`, which is copied.
    hole_cards
        Number of cards of a hand: 4, 5 or 6, or 3 for Tahoe. Text with fewer cards means all hands that contain them.
    on_conflict
        Choice if the text gives a hand two different weights: raise (`"error"`), or use the `"first"`, the `"last"` or
        the largest weight (`"max"`).

    Raises
    ------
    InvalidRangeError
        If a text cannot be read as a range, no hand matches an item of it, or a weight is not a number from 0 to 1. The
        message marks the token with a caret and suggests what to write instead; `position` is the index of its first
        character.
    InvalidArgumentError
        If `hole_cards` is not 3, 4, 5 or 6, or a range has hands of another number of cards.

    Notes
    -----
    `a | b` has the larger weight of each hand, `a & b` the smaller one, and `a - b` the weight of `a` less that of `b`,
    at least 0. Without weights these are the hands of either range, of both, and those of `a` that are not in `b`.
    Both ranges must have hands of the same number of cards. `len` counts hands, iteration yields them as text, and `in`
    tests for a hand, or for all hands of a range. Ranges are equal if they have the same hands and weights.

    The syntax follows ProPokerTools [1]_; the page of the grammar lists the differences.

    References
    ----------
    .. [1] http://www.propokertools.com/oracle_help/range_of_hands

    Examples
    --------
    >>> import pokerbits as pb
    >>> aces = pb.OmahaRange("AA")
    >>> len(aces), f"{aces.share:.2%}", "AsAh7d2c" in aces
    (6961, '2.57%', True)
    >>> aces & pb.OmahaRange("$ds") - pb.OmahaRange("KK")
    OmahaRange('AA:($ds!KK)')
    >>> len(pb.OmahaRange("AA$ds", hole_cards=5))
    50976
    >>> weighted = pb.OmahaRange("0.5:AA!KK, KK")
    >>> len(weighted), weighted.total
    (13886, 10423.5)
    >>> pb.OmahaRange("AA, KKo")
    Traceback (most recent call last):
    pokerbits.exceptions.InvalidRangeError: cannot read "o" at position 6: cards of different suits are written AxKy
      AA, KKo
            ^
    """

    __slots__ = ("_hole_cards", "_sets", "_text", "_weights")
    _sets: Sets
    """The hands as bit sets (bit `4 * rank + suit`), ascending, without duplicates."""
    _hole_cards: int
    _text: str | None
    _weights: Weights | None
    """The weights of the hands, above 0 and up to 1; `None` if all are 1."""

    def __init__(
        self,
        hands: str | OmahaRange | Mapping[str, float] | Iterable[str | OmahaRange] = "",
        hole_cards: SupportsIndex = 4,
        *,
        on_conflict: Literal["error", "first", "last", "max"] = "error",
    ) -> None:
        check_name("on_conflict", on_conflict, ("error", "first", "last", "max"))
        if isinstance(hole_cards, bool):
            raise TypeError("hole_cards: expected an integer, found bool")
        size = index(hole_cards)
        if size not in HOLE_SIZES:
            raise InvalidArgumentError(f"hole_cards = {shown(size)}: expected 3, 4, 5 or 6")
        text, weights = _text_of(hands, size), None
        try:
            if "@" in text or is_weighted(text):
                sets, weights = parse_weighted(text, size, lambda part: _native.omaha_range(part, size), on_conflict)
            else:
                # The empty text has no item to parse.
                sets = _native.omaha_range(text, size) if text.strip() else np.empty(0, dtype=np.uint64)
        except InvalidRangeError as error:
            raise _with_hint(error, text, size) from None
        except UnicodeEncodeError as error:
            # Text that cannot be encoded as UTF-8 cannot be passed to the native code.
            message = f"cannot read a range at position {error.start} of {shown(text)}"
            raise InvalidRangeError(message, position=error.start) from None
        sets.flags.writeable = False
        object.__setattr__(self, "_sets", sets)
        object.__setattr__(self, "_hole_cards", size)
        object.__setattr__(self, "_text", text.strip() if weights is None or on_conflict == "error" else None)
        object.__setattr__(self, "_weights", _kept(weights))

    @classmethod
    def _of(cls, sets: Sets, hole_cards: int, text: str | None = None, weights: Weights | None = None) -> Self:
        """Return the range of a validated array of ascending sets, which it takes over."""
        new = cls.__new__(cls)
        sets.flags.writeable = False
        object.__setattr__(new, "_sets", sets)
        object.__setattr__(new, "_hole_cards", hole_cards)
        object.__setattr__(new, "_text", text)
        object.__setattr__(new, "_weights", _kept(weights))
        return new

    @classmethod
    def from_hands(cls, hands: CardsLike, weights: float | Sequence[float] | NDArray[Any] = 1) -> Self:
        """Return the range of these hands, each with a weight.

        Parameters
        ----------
        hands
            One hand of three to six cards, or rows of hands: text, or ids of shape (n, 3) to (n, 6). Duplicate
            hands count once.
        weights
            The weight of each hand, a number from 0 to 1, shape (n,); or one weight for all. Hands of weight 0 are left
            out.

        Returns
        -------
        OmahaRange

        Raises
        ------
        InvalidCardError, DuplicateCardError
            If a row has an invalid or a duplicate card; the error has the first such row.
        InvalidRangeError
            If a weight is not a number from 0 to 1, or two rows give a hand different weights.
        InvalidArgumentError
            If there is not one weight for each hand.
        CardCountError
            If hands do not have three to six cards.

        Examples
        --------
        >>> import pokerbits as pb
        >>> pb.OmahaRange.from_hands(["AsAhKsKh", "2c3c4c5c"])
        OmahaRange('5c4c3c2c, AsAhKsKh')
        >>> pb.OmahaRange.from_hands(["AsAhKsKh", "2c3c4c5c"], weights=[0.25, 1])
        OmahaRange('1:5c4c3c2c, 0.25:AsAhKsKh')
        """
        ids = card_ids(hands, what="hands")
        if ids.ndim > 2:
            raise InvalidArgumentError(f"hands: expected rows of cards, found shape {ids.shape}")
        if ids.shape[-1] not in HOLE_SIZES:
            raise CardCountError(f"hands: expected 3, 4, 5 or 6 cards, found {ids.shape[-1]}")
        # `card_ids` does not check contiguous bytes.
        cards = narrow(side_by_side(ids), np.uint8, DECK - 1, what="hands", item="card id", error=InvalidCardError)
        sets = _checked_sets(cards)
        of_rows = weights_of_rows(weights, len(sets))
        distinct, first, places = np.unique(sets, return_index=True, return_inverse=True)
        chosen = of_rows[first]
        differs = np.flatnonzero(of_rows != chosen[places.reshape(-1)])
        if len(differs):
            row, before = int(differs[0]), int(first[places.reshape(-1)[differs[0]]])
            name = "".join(CARD_NAMES[card] for card in sorted(cards.reshape(len(sets), -1)[row].tolist())[::-1])
            message = f"row {row}: {name} has the weight {of_rows[row]:g}, and {of_rows[before]:g} in row {before}"
            raise InvalidRangeError(message)
        held = chosen > 0
        return cls._of(distinct[held], cards.shape[-1], None, chosen[held])

    @classmethod
    def top(cls, share: float) -> Self:
        """Return the best share of all hands of four cards, ranked by equity against a random hand, as `"15%"` does.

        Parameters
        ----------
        share
            Share of all hands, 0 to 1. Suit-isomorphic hands are never separated, so the range may be slightly larger.

        Returns
        -------
        OmahaRange

        Raises
        ------
        InvalidRangeError
            If the share is not a number from 0 to 1.

        See Also
        --------
        hand_percentile : The smallest share that contains a hand.

        Examples
        --------
        >>> import pokerbits as pb
        >>> best = pb.OmahaRange.top(0.15)
        >>> best == pb.OmahaRange("15%"), len(best)
        (True, 40616)
        """
        text = percent_text(share)
        # An item without hands is an error, and the empty text is the empty range.
        return cls(text if share > 0 else "")

    @property
    def text(self) -> str:
        """Text that parses to the same range: the original text, a combination of texts, or a list of all hands."""
        if self._text is not None:
            return self._text
        if self._weights is None:
            return ", ".join(self)
        return ", ".join(f"{decimal_text(weight, 'weight')}:{hand}" for hand, weight in self.items())

    @property
    def hole_cards(self) -> int:
        """Number of cards of a hand."""
        return self._hole_cards

    @property
    def hands(self) -> NDArray[np.uint8]:
        """The hands as card ids, uint8 (n, hole_cards), a new array: cards ascending, hands sorted by highest cards."""
        hands = np.empty((len(self), self._hole_cards), dtype=np.uint8)
        for begin in range(0, len(self), _PART):
            left = self._sets[begin : begin + _PART].copy()
            for column in hands[begin : begin + _PART].T:
                lowest = left & -left
                # Each is a power of two: the card id is its exponent.
                column[:] = np.frexp(lowest.astype(np.float64))[1] - 1
                left ^= lowest
        return hands

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weight of each hand of `hands`, above 0 and up to 1, float64 (n,), read-only."""
        if self._weights is not None:
            return self._weights
        ones = np.ones(len(self))
        ones.flags.writeable = False
        return ones

    @property
    def total(self) -> float:
        """The sum of the weights, as decimals: a hand of weight 0.5 counts one half."""
        if self._weights is None:
            return float(len(self))
        numbers, unit = exact_weights(self._weights)
        return total_of(numbers) / unit

    @property
    def share(self) -> float:
        """The share of all hands with `hole_cards` cards in the range, by weight."""
        return self.total / comb(DECK, self._hole_cards)

    def items(self) -> Iterator[tuple[str, float]]:
        """Yield each hand as text, and its weight.

        Yields
        ------
        tuple[str, float]
            A hand as text, and its weight.

        Examples
        --------
        >>> import pokerbits as pb
        >>> dict(pb.OmahaRange("0.5:AsAhKsKh, AsAhQsQh").items())
        {'AsAhQsQh': 1.0, 'AsAhKsKh': 0.5}
        """
        yield from zip(self, self.weights.tolist(), strict=True)

    def __reduce__(self) -> tuple[object, tuple[NDArray[np.uint64], int, str | None, NDArray[np.float64] | None]]:
        return self._of, (self._sets, self._hole_cards, self._text, self._weights)

    def __len__(self) -> int:
        return len(self._sets)

    def __iter__(self) -> Iterator[str]:
        for hand in self.hands[:, ::-1].tolist():
            yield "".join(CARD_NAMES[card] for card in hand)

    def __contains__(self, hands: CardsLike | OmahaRange) -> bool:
        if isinstance(hands, OmahaRange):
            return len(hands - self) == 0 if hands.hole_cards == self._hole_cards else len(hands) == 0
        try:
            cards = one_row(hands, "hand")
        except InvalidCardError:
            if not isinstance(hands, str):
                raise
            return OmahaRange(hands, self._hole_cards) in self
        if len(cards) != self._hole_cards:
            raise CardCountError(f"hand: expected {self._hole_cards} cards, found {len(cards)}")
        return bool(_held(_checked_sets(np.array(cards, dtype=np.uint8)), self._sets)[0])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OmahaRange):
            return NotImplemented
        same = self._hole_cards == other._hole_cards and np.array_equal(self._sets, other._sets)
        return same and np.array_equal(self.weights, other.weights)

    def __hash__(self) -> int:
        weights = None if self._weights is None else self._weights.tobytes()
        return hash((OmahaRange, self._hole_cards, self._sets.tobytes(), weights))

    def __or__(self, other: OmahaRange) -> Self:
        def united(ours: Sets, theirs: Sets) -> Sets:
            # Two ascending runs, which a stable sort merges.
            return np.sort(np.concatenate([ours, theirs[~_held(theirs, ours)]]), kind="stable")

        return self._with(other, united, lambda ours, theirs: f"{ours}, {theirs}", np.maximum)

    def __and__(self, other: OmahaRange) -> Self:
        def common(ours: Sets, theirs: Sets) -> Sets:
            return ours[_held(ours, theirs)]

        return self._with(
            other, common, lambda ours, theirs: f"{_closed(ours, ',')}:{_closed(theirs, ',:!')}", np.minimum
        )

    def __sub__(self, other: OmahaRange) -> Self:
        def rest(ours: Sets, theirs: Sets) -> Sets:
            return ours[~_held(ours, theirs)]

        return self._with(other, rest, lambda ours, theirs: f"{_closed(ours, ',')}!{_closed(theirs, ',:!')}", _less)

    def _with_weights(self, other: OmahaRange, of_weights: Callable[[Weights, Weights], Weights]) -> Self:
        """Return the combination of two ranges of which one has weights."""
        sets = np.union1d(self._sets, other._sets)
        weights = of_weights(_spread(self._sets, self.weights, sets), _spread(other._sets, other.weights, sets))
        held = weights > 0
        return self._of(sets[held], self._hole_cards, None, weights[held])

    def _with(
        self,
        other: OmahaRange,
        of_sets: Callable[[Sets, Sets], Sets],
        of_texts: Callable[[str, str], str],
        of_weights: Callable[[Weights, Weights], Weights],
    ) -> Self:
        """Return the combination of two ranges and of their texts."""
        if not isinstance(other, OmahaRange):
            return NotImplemented
        if self._hole_cards != other._hole_cards:
            message = f"ranges of {self._hole_cards} and of {other._hole_cards} hole cards cannot be put together"
            raise InvalidArgumentError(message)
        if self._weights is not None or other._weights is not None:
            return self._with_weights(other, of_weights)
        sets = of_sets(self._sets, other._sets)
        if len(sets) == 0:
            return self._of(sets, self._hole_cards, "")
        text = None
        # Without both texts, `text` lists the hands at its first use.
        if self._text is not None and other._text is not None:
            # An empty text is not an item.
            text = of_texts(self._text, other._text) if self._text and other._text else self._text or other._text
            if max(depths(text)) > _DEEPEST:
                text = None
        return self._of(sets, self._hole_cards, text)

    def _named(self) -> str:
        """Return the text if it is short, or the number of hands."""
        text = self._text if self._text is not None or len(self) > 4 else self.text
        return self._size() if text is None or len(text) > _SHORT else repr(text)

    def _size(self) -> str:
        return f"{len(self):,} hands of {self._hole_cards} cards"

    def __repr__(self) -> str:
        named = self._named()
        if named == self._size():
            return f"<OmahaRange of {named}>"
        return f"OmahaRange({named})" if self._hole_cards == 4 else f"OmahaRange({named}, {self._hole_cards})"

    def __str__(self) -> str:
        """Return the text if it is short, the number of hands, and their share of all hands."""
        named, size = self._named(), f"{self._size()}, {self.share:.4%} of all"
        return size if named == self._size() else f"{self.text}: {size}"


def _text_of(hands: Any, hole_cards: int) -> str:
    """Return one text for the input of `OmahaRange`."""
    if isinstance(hands, str):
        return hands
    if isinstance(hands, OmahaRange):
        if hands.hole_cards != hole_cards:
            raise InvalidArgumentError(f"expected a range of {hole_cards} hole cards, found one of {hands.hole_cards}")
        return hands.text
    if isinstance(hands, Mapping):
        hands = [f"{decimal_text(weight, 'weight')}:({_text_of(item, hole_cards)})" for item, weight in hands.items()]
    if is_array(hands) or not isinstance(hands, Iterable):
        message = f"expected the text of a range, found {type(hands).__name__}; hands are for OmahaRange.from_hands"
        raise TypeError(message)
    texts = []
    for item in hands:
        if not isinstance(item, str | OmahaRange):
            message = f"expected texts of ranges, found {shown(item)}; hands of card ids are for OmahaRange.from_hands"
            raise TypeError(message)
        texts.append(_text_of(item, hole_cards))
    return ", ".join(text for text in texts if text.strip())


def _with_hint(error: InvalidRangeError, text: str, hole_cards: int) -> InvalidRangeError:
    """Return the error for a text that cannot be read, with a suggestion if there is one."""
    if _CORE_HAS_NO_WEIGHTS in str(error):
        message = str(error).replace(_CORE_HAS_NO_WEIGHTS, "a weight is before or behind a whole item: 0.5:AA, AA@50")
        return InvalidRangeError(message, position=error.position)
    place, _, _ = str(error).partition(": ")
    caret = str(error).partition("\n")[2]
    item = re.match(r"[^,]*", text[error.position or 0 :])
    token = item[0].strip() if item is not None else ""
    meant = re.fullmatch(r"(\S+?)(ds|ss|np|op|tp|nt)", token, re.IGNORECASE)
    if meant is None:
        return error
    better = f"{meant[1]}${meant[2].lower()}"
    try:
        _native.omaha_range(better, hole_cards)
    except InvalidRangeError:
        return error
    return InvalidRangeError(f"{place}: did you mean {better}?\n{caret}", position=error.position)


def _checked_sets(cards: NDArray[np.uint8]) -> Sets:
    """Return rows of cards of the deck as sets, (n,); a duplicate card in a row is an error."""
    rows = cards.reshape(-1, cards.shape[-1])
    sets: Sets = np.bitwise_or.reduce(np.uint64(1) << rows.astype(np.uint64), axis=1)
    wrong = np.flatnonzero(np.bitwise_count(sets) != rows.shape[1])
    if len(wrong):
        row = int(wrong[0])
        twice = next(card for card, before in zip(*_neighbours(rows[row]), strict=True) if card == before)
        message = f"card {CARD_NAMES[twice]} (id {twice}) appears more than once"
        raise DuplicateCardError(message, row=row if cards.ndim > 1 else None, card=twice)
    return sets


def _neighbours(row: NDArray[np.uint8]) -> tuple[list[int], list[int]]:
    """Return the cards of a row in order, without the first and without the last."""
    cards = sorted(row.tolist())
    return cards[1:], cards[:-1]


def _held(sets: Sets, by: Sets) -> NDArray[np.bool_]:
    """Return which of the sets are in a list of ascending sets."""
    if len(by) == 0:
        return np.zeros(len(sets), dtype=np.bool_)
    places = np.minimum(np.searchsorted(by, sets), len(by) - 1)
    held: NDArray[np.bool_] = by[places] == sets
    return held


def _kept(weights: Weights | None) -> Weights | None:
    """Return weights that cannot be changed, `None` if all are 1."""
    if weights is None or (weights == 1).all():
        return None
    weights.flags.writeable = False
    return weights


def _spread(sets: Sets, weights: Weights, wider: Sets) -> Weights:
    """Return the weights of hands for a list of ascending sets that has all of the hands."""
    spread = np.zeros(len(wider))
    spread[np.searchsorted(wider, sets)] = weights
    return spread


def _less(ours: Weights, theirs: Weights) -> Weights:
    """Return the differences of weights as decimals, at least 0: 0.3 - 0.1 is 0.2."""
    with NoFork():
        from decimal import Decimal

    pairs, places = np.unique(np.stack([ours, theirs]), axis=1, return_inverse=True)
    differences = [max(0.0, float(Decimal(repr(a)) - Decimal(repr(b)))) for a, b in pairs.T.tolist()]
    return np.array(differences)[places.reshape(-1)]


def _closed(text: str, signs: str) -> str:
    """Return a text in parentheses if one of the signs is outside of its parentheses."""
    is_open = any(depth == 0 and c in signs for c, depth in zip(text, depths(text), strict=True))
    return f"({text})" if is_open else text
