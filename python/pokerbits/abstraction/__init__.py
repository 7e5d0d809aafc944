"""Hands that are treated alike: classes and buckets for solvers that cannot keep all hands apart.

Loaded when first asked for, as `pb.outcome_classes` is.
"""

from __future__ import annotations

from pokerbits.abstraction._game_outcome_classes import game_outcome_classes
from pokerbits.abstraction._outcome_classes import OutcomeClasses, outcome_classes
from pokerbits.abstraction._winrate_history import WinrateHistory, winrate_history

__all__ = [
    "OutcomeClasses",
    "WinrateHistory",
    "game_outcome_classes",
    "outcome_classes",
    "winrate_history",
]
