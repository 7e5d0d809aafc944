"""Hand strength against random hands, exact: of hands, in batches, and in tables of every hand of a street.

On a board of five the hand strength HS of two hole cards is (wins + ties / 2) / 990, over the 990 pairs that an
opponent can hold. Before the river E[HS] and E[HS^2] are its means over every runout of the board. All is counted in
integers; floats appear once, at the end.

From the bottom up: `_streets` numbers and checks hands, `_hands` and `_average_rank` answer for those that are asked
about, `_clusters`, `_blocks` and `_file` are what `_tables` answers for every hand with.
"""

from pokerbits.strength._average_rank import ars_table, average_rank_strength
from pokerbits.strength._clusters import ClustersLike, OpponentClusters, opponent_clusters
from pokerbits.strength._hands import expected_hand_strength, hand_strength, hand_strength_histogram
from pokerbits.strength._streets import STREET_INDEXERS, Street
from pokerbits.strength._tables import UINT16_SCALE, Kind, strength_table

__all__ = [
    "STREET_INDEXERS",
    "UINT16_SCALE",
    "ClustersLike",
    "Kind",
    "OpponentClusters",
    "Street",
    "ars_table",
    "average_rank_strength",
    "expected_hand_strength",
    "hand_strength",
    "hand_strength_histogram",
    "opponent_clusters",
    "strength_table",
]
