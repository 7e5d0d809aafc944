"""Reports: what ranges do over all flops, over the next card, and which flops stand for all.

Loaded when it is first asked for: `pb.reports`, `pb.flops`, `pb.flop_report`.
"""

from pokerbits.reports.board_report import BoardReport
from pokerbits.reports.over_boards import flop_report, runout_report
from pokerbits.reports.subset import FlopSubset, flop_subset
from pokerbits.reports.textures import Flops, flops

__all__ = ["BoardReport", "FlopSubset", "Flops", "flop_report", "flop_subset", "flops", "runout_report"]
