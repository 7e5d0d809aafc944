"""Exact poker mathematics: evaluation, equity, and what they are made of.

Cards are `4 * rank + suit`, deuce = 0 to ace = 12, suits c d h s = 0 to 3; arrays have the cards on the last axis.
Strengths are 1..7462 and larger is stronger. Results never depend on the number of threads. Bad input raises a
`PokerbitsError` that is also a `ValueError` and names the row and the card.

>>> import pokerbits as pb
>>> pb.describe(pb.evaluate("AsAhKsKhKd2c3d"))
'full house, kings full of aces'
>>> pb.equity("AhAd", "KsKh").counts[0]
(305177, 1399204, 7923)
"""

from pokerbits import cards, evaluator, exceptions, indexer, keys, odds, strength
from pokerbits._info import build_info, cpu_features, show_versions
from pokerbits._threads import get_num_threads, set_num_threads
from pokerbits.cards import COMBOS, HAND_CLASSES, CardSet
from pokerbits.equity import EquityResult, equity
from pokerbits.evaluator import (
    Category,
    category,
    describe,
    evaluate,
    evaluate_combos,
    example_hand,
    from_cactus_kev,
    to_cactus_kev,
)
from pokerbits.exceptions import PokerbitsError
from pokerbits.indexer import HandIndexer
from pokerbits.odds import OddsResult, PreflopOdds, odds_vs_random, preflop_odds
from pokerbits.strength import (
    STREET_INDEXERS,
    OpponentClusters,
    ars_table,
    average_rank_strength,
    expected_hand_strength,
    hand_strength,
    hand_strength_histogram,
    opponent_clusters,
    strength_table,
)

__all__ = [
    "COMBOS",
    "HAND_CLASSES",
    "STREET_INDEXERS",
    "CardSet",
    "Category",
    "EquityResult",
    "HandIndexer",
    "OddsResult",
    "OpponentClusters",
    "PokerbitsError",
    "PreflopOdds",
    "ars_table",
    "average_rank_strength",
    "build_info",
    "cards",
    "category",
    "cpu_features",
    "describe",
    "equity",
    "evaluate",
    "evaluate_combos",
    "evaluator",
    "example_hand",
    "exceptions",
    "expected_hand_strength",
    "from_cactus_kev",
    "get_num_threads",
    "hand_strength",
    "hand_strength_histogram",
    "indexer",
    "keys",
    "odds",
    "odds_vs_random",
    "opponent_clusters",
    "preflop_odds",
    "set_num_threads",
    "show_versions",
    "strength",
    "strength_table",
    "to_cactus_kev",
]

__version__ = build_info()["version"]
