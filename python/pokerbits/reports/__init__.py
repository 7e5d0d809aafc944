"""Reports: what the hands of ranges are and do on a board, as small results that print, plot and go to JSON and pandas.

>>> import pokerbits as pb
>>> pb.reports.range_advantage("QQ+, AK", "TT-22, KQs", board="Ah7d2c")
<Advantage: equity QQ+, AK 82.77%, TT-22, KQs 17.23%, 65.54% apart>
"""

from __future__ import annotations

from pokerbits.reports._advantage import Advantage, nut_advantage, range_advantage
from pokerbits.reports._equity_distribution import EquityDistribution, equity_distribution
from pokerbits.reports._hand_breakdown import DRAWS, MADE_HANDS, HandBreakdown, hand_breakdown

__all__ = [
    "DRAWS",
    "MADE_HANDS",
    "Advantage",
    "EquityDistribution",
    "HandBreakdown",
    "equity_distribution",
    "hand_breakdown",
    "nut_advantage",
    "range_advantage",
]
