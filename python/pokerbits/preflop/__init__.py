"""Two and three players before the flop: counts of three hands, push or fold, and the value of stacks in tournaments.

>>> import pokerbits as pb
>>> pb.preflop.icm([50, 30, 20], payouts=[70, 30]).round(2)
array([45.18, 32.25, 22.57])
>>> pb.preflop.push_fold([10, 10])
<PushFoldResult: 2 players, push 58.28%, call 37.38%>
"""

from pokerbits._equity.three_way import (
    ThreeWayCounts,
    build_three_way_counts,
    three_way_counts,
    three_way_equities,
)
from pokerbits._public import publish_namespace
from pokerbits.preflop._icm import icm
from pokerbits.preflop._push_fold import push_fold
from pokerbits.preflop._push_fold_result import PushFoldResult

__all__ = [
    "PushFoldResult",
    "ThreeWayCounts",
    "build_three_way_counts",
    "icm",
    "push_fold",
    "three_way_counts",
    "three_way_equities",
]

publish_namespace(__name__)
