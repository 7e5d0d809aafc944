"""Flops, turns and rivers of hold'em: solve them on real hands or on buckets, one or many, and score abstractions.

>>> from pokerbits.endgame import BetSizes, BettingTree, Endgame, Solver
>>> tree = BettingTree(pot=100, stack=100, sizes=BetSizes(1, max_bets=1))
>>> solver = Solver(Endgame("AhKd7c4s2h", "AsAc, 9d8d", "KsQs", tree))
>>> solver.run(500)
>>> round(solver.gain("hero") + 0.5, 2)
0.75
"""

from __future__ import annotations

from pokerbits._public import publish_namespace
from pokerbits.endgame._betting import ALL_IN, BetSizes, BettingTree, Deal, Decision, Fold, Showdown
from pokerbits.endgame._data import EndgameData, SolvedEndgames, build_endgames
from pokerbits.endgame._exploitability import exploitability
from pokerbits.endgame._files import read_config
from pokerbits.endgame._game import Endgame
from pokerbits.endgame._local_best_response import LocalBestResponse, local_best_response
from pokerbits.endgame._many import solve_many
from pokerbits.endgame._many_result import EndgameValues
from pokerbits.endgame._match import play_match
from pokerbits.endgame._match_result import MatchResult
from pokerbits.endgame._omaha_labels import omaha_labels
from pokerbits.endgame._percentiles import percentile_labels
from pokerbits.endgame._random import RandomEndgames, random_endgames
from pokerbits.endgame._score import score_abstraction
from pokerbits.endgame._score_result import AbstractionScore
from pokerbits.endgame._solver import Solver
from pokerbits.endgame._value_labels import value_labels

__all__ = [
    "ALL_IN",
    "AbstractionScore",
    "BetSizes",
    "BettingTree",
    "Deal",
    "Decision",
    "Endgame",
    "EndgameData",
    "EndgameValues",
    "Fold",
    "LocalBestResponse",
    "MatchResult",
    "RandomEndgames",
    "Showdown",
    "SolvedEndgames",
    "Solver",
    "build_endgames",
    "exploitability",
    "local_best_response",
    "omaha_labels",
    "percentile_labels",
    "play_match",
    "random_endgames",
    "read_config",
    "score_abstraction",
    "solve_many",
    "value_labels",
]

publish_namespace(__name__)
