"""Dense indices of hands up to suit isomorphism, and hands of indices.

The algorithm is that of Waugh, "A Fast and Optimal Hand Isomorphism Algorithm" (2013). The order of the indices is that
of the C code published with the paper, so tables built with that code can be read. The order does not change.
"""

from pokerbits._indexer.deal_state import DealState
from pokerbits._indexer.games import COMMON_GAMES
from pokerbits._indexer.hand_indexer import HandIndexer, IndicesLike
from pokerbits._indexer.rank_groups import (
    multiset_index,
    multiset_unindex,
    rank_group_index,
    rank_group_size,
    rank_group_unindex,
    rank_set_index,
    rank_set_unindex,
)
from pokerbits._indexer.suit_configuration import SuitConfiguration

__all__ = [
    "COMMON_GAMES",
    "DealState",
    "HandIndexer",
    "IndicesLike",
    "SuitConfiguration",
    "multiset_index",
    "multiset_unindex",
    "rank_group_index",
    "rank_group_size",
    "rank_group_unindex",
    "rank_set_index",
    "rank_set_unindex",
]
