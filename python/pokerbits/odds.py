"""Exact odds against random opponents, and the losing cards and combos behind them.

`odds_vs_random` and `preflop_odds` are also available as `pb.odds_vs_random` and `pb.preflop_odds`.

>>> import pokerbits as pb
>>> pb.odds.odds_vs_random("AsAh", "Kd7c7d").counts[1]
Counts(wins=922064, ties=(1031,), losses=147095)
>>> pb.odds.losses("2s2c", board="3c3d3h3s2h")
<Losses: 44 one-card losses, 0 two-card losses, 0 ties>
"""

from pokerbits._odds.disjoint import count_disjoint
from pokerbits._odds.losses import Losses, losses
from pokerbits._odds.omaha_preflop import omaha_preflop_counts
from pokerbits._odds.preflop import PreflopOdds, preflop_odds
from pokerbits._odds.random_opponents import odds_vs_random
from pokerbits._odds.result import OddsResult
from pokerbits._public import publish_namespace

__all__ = [
    "Losses",
    "OddsResult",
    "PreflopOdds",
    "count_disjoint",
    "losses",
    "odds_vs_random",
    "omaha_preflop_counts",
    "preflop_odds",
]

publish_namespace(__name__)
