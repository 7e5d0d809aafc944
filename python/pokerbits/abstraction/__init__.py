"""Card abstraction: group hands into buckets by their features, for CFR.

>>> import numpy as np
>>> from pokerbits import abstraction
>>> histograms = np.array([[4, 0, 0], [3, 1, 0], [0, 0, 4], [0, 1, 3]])
>>> abstraction.HistogramKMeans(2, random_state=0).fit_predict(histograms)
array([0, 0, 1, 1], dtype=int32)
"""

from __future__ import annotations

from pokerbits._public import publish_namespace
from pokerbits.abstraction._card_abstraction import CardAbstraction
from pokerbits.abstraction._distinct_rows import DistinctRows, distinct_rows
from pokerbits.abstraction._game_outcome_classes import game_outcome_classes
from pokerbits.abstraction._histogram_kmeans import HistogramKMeans
from pokerbits.abstraction._lookup import CardLookup, IndexerLookup
from pokerbits.abstraction._optimal_scalar_buckets import OptimalScalarBuckets
from pokerbits.abstraction._outcome_classes import OutcomeClasses, outcome_classes
from pokerbits.abstraction._percentile_buckets import PercentileBuckets
from pokerbits.abstraction._report import AbstractionReport
from pokerbits.abstraction._table_lookup import TableLookup
from pokerbits.abstraction._winrate_history import WinrateHistory, winrate_history

__all__ = [
    "AbstractionReport",
    "CardAbstraction",
    "CardLookup",
    "DistinctRows",
    "HistogramKMeans",
    "IndexerLookup",
    "OptimalScalarBuckets",
    "OutcomeClasses",
    "PercentileBuckets",
    "TableLookup",
    "WinrateHistory",
    "distinct_rows",
    "game_outcome_classes",
    "outcome_classes",
    "winrate_history",
]

publish_namespace(__name__)
