"""Reports on ranges: the hands of a range on a board, two ranges against each other, and both over flops and runouts.

Results print as tables, plot, and convert to JSON and pandas. The module is loaded at first use, also by `pb.flops` and
`pb.flop_report`.

>>> import pokerbits as pb
>>> pb.reports.range_advantage("QQ+, AK", "TT-22, KQs", board="Ah7d2c")
<Advantage: equity QQ+, AK 82.77%, TT-22, KQs 17.23%, 65.54% apart>
"""

from __future__ import annotations

from pokerbits._equity.range_rows import range_equity_rows
from pokerbits._equity.range_rows_result import RangeEquityRows
from pokerbits._public import publish_namespace
from pokerbits.reports._advantage import Advantage, nut_advantage, range_advantage
from pokerbits.reports._board_report import BoardReport
from pokerbits.reports._equity_distribution import EquityDistribution, RangeDistribution, equity_distribution
from pokerbits.reports._hand_breakdown import DRAWS, MADE_HANDS, HandBreakdown, hand_breakdown
from pokerbits.reports._over_boards import flop_report, runout_report
from pokerbits.reports._subset import FlopSubset, flop_subset
from pokerbits.reports._textures import Flops, flops

__all__ = [
    "DRAWS",
    "MADE_HANDS",
    "Advantage",
    "BoardReport",
    "EquityDistribution",
    "FlopSubset",
    "Flops",
    "HandBreakdown",
    "RangeDistribution",
    "RangeEquityRows",
    "equity_distribution",
    "flop_report",
    "flop_subset",
    "flops",
    "hand_breakdown",
    "nut_advantage",
    "range_advantage",
    "range_equity_rows",
    "runout_report",
]

publish_namespace(__name__)
