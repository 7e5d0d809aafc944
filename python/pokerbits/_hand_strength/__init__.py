"""Hand strength against random hands, exact: of hands and in batches.

On a board of five the hand strength HS of two hole cards is (wins + ties / 2) / 990, over the 990 hands that an
opponent can hold. Before the river E[HS] and E[HS^2] are its means over every runout of the board. All is counted in
integers; floats appear once, at the end.

From the bottom up: `streets` numbers and checks hands, `hands` and `average_rank` answer for those that are asked
about, `clusters` groups the hands of an opponent, and `table` makes tables of every hand of a street.
"""

from pokerbits._hand_strength.average_rank import ars_table, average_rank_strength
from pokerbits._hand_strength.clusters import ClustersLike, OpponentClusters, opponent_clusters
from pokerbits._hand_strength.hands import expected_hand_strength, hand_strength, hand_strength_histogram
from pokerbits._hand_strength.streets import STREET_INDEXERS, Street
from pokerbits._hand_strength.table import UINT16_SCALE, StrengthKind, strength_table

__all__ = [
    "STREET_INDEXERS",
    "UINT16_SCALE",
    "ClustersLike",
    "OpponentClusters",
    "Street",
    "StrengthKind",
    "ars_table",
    "average_rank_strength",
    "expected_hand_strength",
    "hand_strength",
    "hand_strength_histogram",
    "opponent_clusters",
    "strength_table",
]
