"""Hands to dense indices, up to a renaming of the suits, and back.

After Waugh, "A Fast and Optimal Hand Isomorphism Algorithm" (2013). The order of the indices is that of the C code
published with the paper, so that tables made with it can be read, and does not change.
"""

from types import MappingProxyType

from pokerbits._indexer.deal_state import DealState
from pokerbits._indexer.hand_indexer import HandIndexer, IndicesLike
from pokerbits._indexer.rank_groups import (
    rank_group_index,
    rank_group_size,
    rank_group_unindex,
    rank_set_index,
    rank_set_unindex,
)

__all__ = [
    "COMMON_GAMES",
    "DealState",
    "HandIndexer",
    "IndicesLike",
    "rank_group_index",
    "rank_group_size",
    "rank_group_unindex",
    "rank_set_index",
    "rank_set_unindex",
]

COMMON_GAMES: MappingProxyType[str, tuple[tuple[int, ...], int, int]] = MappingProxyType(
    {
        "hold'em, perfect recall": ((2, 3, 1, 1), 13, 4),
        "hold'em flop": ((2, 3), 13, 4),
        "hold'em turn, unordered board": ((2, 4), 13, 4),
        "hold'em river, unordered board": ((2, 5), 13, 4),
        "short deck": ((2, 3, 1, 1), 9, 4),
        "Royal hold'em": ((2, 3, 1, 1), 5, 4),
        "Omaha": ((4, 3, 1, 1), 13, 4),
        "five-card Omaha": ((5, 3, 1, 1), 13, 4),
        "six-card Omaha": ((6, 3, 1, 1), 13, 4),
        "seven-card stud": ((3, 1, 1, 1, 1), 13, 4),
        "five-card draw": ((5,), 13, 4),
        "Leduc": ((1, 1), 3, 2),
    }
)
"""Games by name: cards per round, ranks, suits."""
