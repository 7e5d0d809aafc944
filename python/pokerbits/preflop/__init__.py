"""Play before the flop with two or three players: push or fold, and the value of stacks in tournaments.

>>> import pokerbits as pb
>>> pb.preflop.icm([50, 30, 20], payouts=[70, 30]).round(2)
array([45.18, 32.25, 22.57])
>>> pb.preflop.push_fold([10, 10])
<PushFoldResult: 2 players, push 58.28%, call 37.38%>
"""

from pokerbits._public import publish_namespace
from pokerbits.preflop._icm import icm
from pokerbits.preflop._push_fold import push_fold
from pokerbits.preflop._push_fold_result import PushFoldResult

__all__ = ["PushFoldResult", "icm", "push_fold"]

publish_namespace(__name__)
