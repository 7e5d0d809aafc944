"""The additive key schemes behind the evaluator, as data.

Each card has keys, and the sum of the keys of a hand identifies the hand's strength: rank keys identify the multiset of
ranks, suit keys the flush suit, and flush keys the ranks of a flush. After SpecialK, "A Texas Hold'em 7-card evaluator"
(2011), and Oscar6echo, "Poker 2: Hand Evaluator" (2012).
"""

from __future__ import annotations

from typing import NamedTuple

from pokerbits._public import publish_namespace

__all__ = ["FIVE_CARD", "SEVEN_CARD", "KeyScheme"]

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
    >>> SEVEN_CARD.hand_size, SEVEN_CARD.suit_keys
    (7, (0, 1, 8, 57))
    """

    hand_size: int
    rank_keys: tuple[int, ...]
    flush_rank_keys: tuple[int, ...]
    suit_keys: tuple[int, ...]


SEVEN_CARD: KeyScheme = KeyScheme(
    hand_size=7,
    rank_keys=(0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181),
    flush_rank_keys=(1, 2, 4, 8, 16, 32, 64, 128, 240, 464, 896, 1728, 3328),
    suit_keys=(0, 1, 8, 57),
)
"""The scheme for seven cards, which the evaluator also uses for five and six.

Rank keys are those of both authors, flush keys those of Oscar6echo (starting at 1, not 0), suit keys those of SpecialK.
"""

FIVE_CARD: KeyScheme = KeyScheme(
    hand_size=5,
    rank_keys=(0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415),
    flush_rank_keys=(0, 1, 2, 4, 8, 16, 32, 56, 104, 192, 352, 672, 1288),
    suit_keys=(0, 1, 6, 31),
)
"""The scheme for five cards.

Rank and flush keys are those of Oscar6echo, whose suit keys are 0, 1, 29 and 37 for hands of any size. The suit keys
here are found as all others: each is the smallest integer that keeps all sums of five distinct.
"""
