"""Hand strength against a random hand: single hands, histograms, approximations, and tables of whole streets.

`hand_strength`, `expected_hand_strength` and `strength_table` are also available directly in `pokerbits`.

>>> import pokerbits as pb
>>> pb.strength.hand_strength("AsKd", "QhJh2c").round(4)
np.float64(0.5962)
>>> pb.strength.STREET_INDEXERS["flop"].size()
1286792
"""

from pokerbits._files.mapped import MappedTable
from pokerbits._hand_strength.average_rank import ars_table, average_rank_strength
from pokerbits._hand_strength.card_games import CardGame
from pokerbits._hand_strength.clusters import OpponentClusters, opponent_clusters
from pokerbits._hand_strength.hands import expected_hand_strength, hand_strength, hand_strength_histogram
from pokerbits._hand_strength.streets import STREET_INDEXERS
from pokerbits._hand_strength.table import UINT16_SCALE, strength_table
from pokerbits._public import publish_namespace
from pokerbits._tables import check_table

__all__ = [
    "STREET_INDEXERS",
    "UINT16_SCALE",
    "CardGame",
    "MappedTable",
    "OpponentClusters",
    "ars_table",
    "average_rank_strength",
    "check_table",
    "expected_hand_strength",
    "hand_strength",
    "hand_strength_histogram",
    "opponent_clusters",
    "strength_table",
]

publish_namespace(__name__)
