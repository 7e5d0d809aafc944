"""The steps of the hand index behind `HandIndexer`, as in the paper; games by name; deal states.

The steps of Waugh, "A Fast and Optimal Hand Isomorphism Algorithm" (2013), are rank sets, rank groups, suit
configurations and hands. See https://pokerbits.github.io/pokerbits/latest/explanation/hand_indexing/.
"""

from pokerbits._indexer import (
    COMMON_GAMES,
    DealState,
    SuitConfiguration,
    multiset_index,
    multiset_unindex,
    rank_group_index,
    rank_group_size,
    rank_group_unindex,
    rank_set_index,
    rank_set_unindex,
)
from pokerbits._public import publish_namespace

__all__ = [
    "COMMON_GAMES",
    "DealState",
    "SuitConfiguration",
    "multiset_index",
    "multiset_unindex",
    "rank_group_index",
    "rank_group_size",
    "rank_group_unindex",
    "rank_set_index",
    "rank_set_unindex",
]

publish_namespace(__name__)
