"""The ladder under `HandIndexer`, rung by rung, for people who read the paper along; games by name; dealt states.

After Waugh, "A Fast and Optimal Hand Isomorphism Algorithm" (2013): rank sets, rank groups, suit configurations,
hands. `docs/hand_indexing.md` climbs it.
"""

from pokerbits._indexer import (
    COMMON_GAMES,
    DealState,
    rank_group_index,
    rank_group_size,
    rank_group_unindex,
    rank_set_index,
    rank_set_unindex,
)
from pokerbits._public import publish

__all__ = [
    "COMMON_GAMES",
    "DealState",
    "rank_group_index",
    "rank_group_size",
    "rank_group_unindex",
    "rank_set_index",
    "rank_set_unindex",
]

publish(__name__)
