"""The additive key schemes behind the evaluator, as data and as a search.

Each card has keys, and the sum of the keys of a hand identifies the hand's strength: rank keys identify the multiset of
ranks, suit keys the flush suit, and flush keys the ranks of a flush. After SpecialK, "A Texas Hold'em 7-card evaluator"
(2011), and Oscar6echo, "Poker 2: Hand Evaluator" (2012).
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from itertools import islice
from typing import Literal, NamedTuple

from pokerbits import _native
from pokerbits._input.numbers import one_by_one, small_count
from pokerbits._input.shown import shown
from pokerbits._public import publish_namespace
from pokerbits.exceptions import InvalidArgumentError

__all__ = [
    "FIVE_CARD",
    "SEVEN_CARD",
    "KeyScheme",
    "find_flush_keys",
    "find_rank_keys",
    "find_suit_keys",
    "folding_points",
]

publish_namespace(__name__)


class KeyScheme(NamedTuple):
    """The keys for hands of one size.

    Attributes
    ----------
    hand_size
        Number of cards in a hand: 5, 6 or 7.
    rank_keys
        Thirteen keys, deuce first. Their sum over a hand with at most four cards of a rank identifies the ranks.
    flush_rank_keys
        Thirteen keys. Their sum over five to `hand_size` different ranks identifies the ranks.
    suit_keys
        Four keys. Their sum over a hand identifies the flush suit.

    Examples
    --------
    >>> from pokerbits.evaluator.keys import SEVEN_CARD
    >>> SEVEN_CARD.is_valid(), SEVEN_CARD.largest_key, SEVEN_CARD.largest_sum, SEVEN_CARD.key_bits
    (True, 1479181, 7825759, 32)
    >>> SEVEN_CARD._replace(suit_keys=(0, 1, 2, 3)).is_valid()
    False
    """

    hand_size: int
    rank_keys: tuple[int, ...]
    flush_rank_keys: tuple[int, ...]
    suit_keys: tuple[int, ...]

    def is_valid(self) -> bool:
        """Return whether different hands have different sums, checked by enumerating all sums.

        Sums of rank keys and sums of flush keys must differ for different ranks, and sums of suit keys for different
        flush suits (or no flush).

        Raises
        ------
        InvalidArgumentError
            If a series has the wrong length or the hand size is not 5, 6 or 7.
        """
        return _native.scheme_is_valid(*self._for_core())

    @property
    def largest_key(self) -> int:
        """The largest rank key; `InvalidArgumentError` if there are no rank keys."""
        keys = _series(self.rank_keys, "rank_keys")
        if not keys:
            message = "rank_keys: expected keys, found none"
            raise InvalidArgumentError(message)
        return max(keys)

    @property
    def largest_sum(self) -> int:
        """The largest sum of rank keys over a hand with at most four cards of a rank."""
        return _native.scheme_largest_sum(*self._for_core())

    @property
    def key_bits(self) -> int:
        """The number of bits in the key of a hand: those of the rank sum plus those of the suit sum."""
        hand_size, _, _, suit_keys = self._for_core()
        return self.largest_sum.bit_length() + (hand_size * max(suit_keys)).bit_length()

    def _for_core(self) -> tuple[int, list[int], list[int], list[int]]:
        keys = [_series(series, "keys") for series in self[1:]]
        if not all(0 <= key < 1 << 32 for series in keys for key in series):
            message = "keys: expected integers of 32 bits"
            raise InvalidArgumentError(message)
        return small_count("hand_size", self.hand_size), keys[0], keys[1], keys[2]


def _series(keys: Iterable[int], what: str) -> list[int]:
    """Return keys as a list of integers; refuse more keys than cards in a deck, as iterables may be infinite."""
    found = [operator.index(key) for key in islice(one_by_one(keys, what), _native.CARD_COUNT + 1)]
    if len(found) > _native.CARD_COUNT:
        message = f"{what}: expected at most {_native.CARD_COUNT}, found more"
        raise InvalidArgumentError(message)
    return found


SEVEN_CARD: KeyScheme = KeyScheme(
    hand_size=7,
    rank_keys=(0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181),
    flush_rank_keys=(1, 2, 4, 8, 16, 32, 64, 128, 240, 464, 896, 1728, 3328),
    suit_keys=(0, 1, 8, 57),
)
"""The published scheme for seven cards, which the evaluator also uses for five and six."""

FIVE_CARD: KeyScheme = KeyScheme(
    hand_size=5,
    rank_keys=(0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415),
    flush_rank_keys=(0, 1, 2, 4, 8, 16, 32, 56, 104, 192, 352, 672, 1288),
    suit_keys=(0, 1, 6, 31),
)
"""The published scheme for five cards."""


def find_rank_keys(hand_size: int, *, n_ranks: int = 13, copies: int = 4) -> list[int]:
    """Return the lexicographically least series of rank keys whose sums over a hand are unique.

    Parameters
    ----------
    hand_size
        Number of cards in a hand.
    n_ranks
        Number of keys to find.
    copies
        Maximum number of cards of one rank.

    Raises
    ------
    InvalidArgumentError
        If a number is below 1, a hand or a series has more than 52 members, the ranks have fewer cards than a hand, or
        the search would have to keep more than 2**24 sums apart.

    Notes
    -----
    Keys are found one at a time, without trying candidates: an integer is crossed out if a multiple of it is the
    difference of two sums, and the smallest integer left is the next key.

    Examples
    --------
    >>> from pokerbits.evaluator.keys import SEVEN_CARD, find_rank_keys
    >>> find_rank_keys(7) == list(SEVEN_CARD.rank_keys)
    True
    """
    return _native.find_rank_keys(
        small_count("hand_size", hand_size), small_count("n_ranks", n_ranks), small_count("copies", copies)
    )


def find_suit_keys(
    hand_size: int = 7,
    *,
    n_suits: int = 4,
    least: Literal["series", "largest"] = "series",
    unique: Literal["sums", "flushes"] = "sums",
) -> list[int]:
    """Return the least series of suit keys for a hand size.

    Parameters
    ----------
    hand_size
        Number of cards in a hand.
    n_suits
        Number of keys to find.
    least
        `"series"`: the lexicographically least series. `"largest"`: the series with the smallest largest key.
    unique
        `"sums"`: every combination of suits has its own sum. `"flushes"`: equal sums need only agree on the flush
        suit. Only with `least="largest"`.

    Raises
    ------
    InvalidArgumentError
        If `least` or `unique` is unknown, a number is below 1 or above 52, or the search would have to keep more than
        2**24 sums apart.

    Examples
    --------
    >>> from pokerbits.evaluator.keys import find_suit_keys
    >>> find_suit_keys(7)
    [0, 1, 8, 57]
    >>> find_suit_keys(7, least="largest")
    [0, 1, 29, 37]
    >>> find_suit_keys(7, least="largest", unique="flushes")
    [0, 1, 25, 32]
    """
    size, suits = small_count("hand_size", hand_size), small_count("n_suits", n_suits)
    match (least, unique) if isinstance(least, str) and isinstance(unique, str) else ():
        case ("series", "sums"):
            return _native.find_suit_keys(size, suits)
        case ("largest", "sums" | "flushes"):
            return _native.find_smallest_suit_keys(size, suits, unique == "flushes")
    found = f"least={shown(least)}, unique={shown(unique)}"
    message = f"{found}: expected 'series' with 'sums', or 'largest' with 'sums' or 'flushes'"
    raise InvalidArgumentError(message)


def find_flush_keys(hand_size: int = 7, *, n_ranks: int = 13) -> list[int]:
    """Return the lexicographically least series of keys whose sums over five to `hand_size` different ranks are unique.

    Parameters
    ----------
    hand_size
        Number of cards in a hand, at least 5.
    n_ranks
        Number of keys to find.

    Raises
    ------
    InvalidArgumentError
        If a hand has fewer than 5 cards, there are fewer ranks than a flush has, a number is above 52, or the search
        would have to keep more than 2**24 sums apart.

    Notes
    -----
    These series are smaller than the published ones (largest keys 3328 and 1288).

    Examples
    --------
    >>> from pokerbits.evaluator.keys import find_flush_keys
    >>> find_flush_keys(7)
    [1, 2, 4, 8, 15, 29, 56, 108, 208, 408, 801, 1573, 3090]
    >>> find_flush_keys(5)
    [0, 1, 2, 4, 7, 13, 24, 44, 84, 161, 309, 594, 1164]
    """
    return _native.find_flush_keys(small_count("hand_size", hand_size), small_count("n_ranks", n_ranks))


def folding_points(scheme: KeyScheme) -> list[int]:
    """Return the sums at which the table of strengths by rank-key sum can be folded onto itself without overlap.

    A table folded at `m` stores a sum `k >= m` at `k - m`, which no other sum may occupy. Sums count from 0 (the
    source counts from 1 and prints 4565146).

    Returns
    -------
    list[int]
        All valid `m` in the upper half of the table, in ascending order.

    Raises
    ------
    InvalidArgumentError
        If the scheme has the wrong shape, or its largest sum of rank keys is above 2**24.

    Examples
    --------
    >>> from pokerbits.evaluator.keys import SEVEN_CARD, folding_points
    >>> folding_points(SEVEN_CARD)[0]
    4565145
    """
    if not isinstance(scheme, KeyScheme):
        message = f"scheme: expected a KeyScheme, found {type(scheme).__name__}"
        raise TypeError(message)
    points: list[int] = _native.scheme_folding_points(*scheme._for_core()).tolist()
    return points
