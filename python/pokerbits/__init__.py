"""Exact poker mathematics: hand evaluation, equity, hand strength, hand indexing and card abstraction.

The id of a card is `4 * rank + suit`, with ranks 0 (deuce) to 12 (ace) and suits c, d, h, s = 0 to 3. Arrays have the
cards on the last axis. Strengths are 1 to 7462, and larger is stronger. Results do not depend on the number of threads.
Bad input raises a `PokerbitsError` that is also a `ValueError` and names the row and the card.

>>> import pokerbits as pb
>>> pb.describe(pb.evaluate("AsAhKsKhKd2c3d"))
'full house, kings full of aces'
>>> pb.equity("AhAd", "KsKh").counts[0]
Counts(wins=1399204, ties=(7923,), losses=305177)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

# This comes first, so that a fork waits for a thread that imports the rest.
from pokerbits import _forks  # isort: split

from pokerbits._homes import HOMES, NAMESPACES
from pokerbits._info import build_info
from pokerbits._public import publish_namespace

if TYPE_CHECKING:
    from pokerbits import abstraction as abstraction
    from pokerbits import cards as cards
    from pokerbits import certificates as certificates
    from pokerbits import endgame as endgame
    from pokerbits import evaluator as evaluator
    from pokerbits import exceptions as exceptions
    from pokerbits import indexing as indexing
    from pokerbits import odds as odds
    from pokerbits import openspiel as openspiel
    from pokerbits import plot as plot
    from pokerbits import preflop as preflop
    from pokerbits import ranges as ranges
    from pokerbits import reports as reports
    from pokerbits import strength as strength
    from pokerbits import testing as testing
    from pokerbits import typing as typing
    from pokerbits._equity.combo_equity import combo_equity
    from pokerbits._equity.equity import equity
    from pokerbits._equity.hand_percentile import hand_percentile
    from pokerbits._equity.high_low import HighLowCounts, HighLowResult
    from pokerbits._equity.pot_equity import pot_equity
    from pokerbits._equity.pot_result import Pot, PotEquity
    from pokerbits._equity.preflop import preflop_counts, preflop_equities
    from pokerbits._equity.ranked_boards import RankedBoards
    from pokerbits._equity.result import EquityResult
    from pokerbits._equity.rows import EquityRows, equity_rows
    from pokerbits._evaluator.best_five import best_five
    from pokerbits._evaluator.category import Category, category
    from pokerbits._evaluator.category_odds import category_odds
    from pokerbits._evaluator.evaluate import evaluate, evaluate_combos
    from pokerbits._evaluator.omaha import evaluate_omaha, evaluate_omaha_low
    from pokerbits._evaluator.outs import outs
    from pokerbits._evaluator.strengths import MAX_STRENGTH
    from pokerbits._evaluator.words import describe, example_hand
    from pokerbits._hand_strength.hands import expected_hand_strength, hand_strength
    from pokerbits._hand_strength.table import strength_table
    from pokerbits._indexer.hand_indexer import HandIndexer
    from pokerbits._info import cpu_features, show_versions
    from pokerbits._input.threads import get_num_threads, set_num_threads
    from pokerbits._odds.preflop import preflop_odds
    from pokerbits._odds.random_opponents import odds_vs_random
    from pokerbits._output.counts import Counts
    from pokerbits._random_hands import random_hands
    from pokerbits.abstraction import CardAbstraction
    from pokerbits.cards import COMBOS, HAND_CLASSES, CardSet
    from pokerbits.exceptions import PokerbitsError
    from pokerbits.ranges import OmahaRange, Range
    from pokerbits.reports import flop_report, flops

__all__ = [
    "COMBOS",
    "HAND_CLASSES",
    "MAX_STRENGTH",
    "CardAbstraction",
    "CardSet",
    "Category",
    "Counts",
    "EquityResult",
    "EquityRows",
    "HandIndexer",
    "HighLowCounts",
    "HighLowResult",
    "OmahaRange",
    "PokerbitsError",
    "Pot",
    "PotEquity",
    "Range",
    "RankedBoards",
    "best_five",
    "build_info",
    "category",
    "category_odds",
    "combo_equity",
    "cpu_features",
    "describe",
    "equity",
    "equity_rows",
    "evaluate",
    "evaluate_combos",
    "evaluate_omaha",
    "evaluate_omaha_low",
    "example_hand",
    "expected_hand_strength",
    "flop_report",
    "flops",
    "get_num_threads",
    "hand_percentile",
    "hand_strength",
    "odds_vs_random",
    "outs",
    "pot_equity",
    "preflop_counts",
    "preflop_equities",
    "preflop_odds",
    "random_hands",
    "set_num_threads",
    "show_versions",
    "strength_table",
]

__version__ = build_info()["version"]

publish_namespace(__name__, lazy={*HOMES, *NAMESPACES})


def __getattr__(name: str) -> Any:
    """Import a public name at its first use, and keep it."""
    if name in HOMES:
        thing = globals()[name] = getattr(_forks.load(HOMES[name]), name)
        return thing
    if name in NAMESPACES:
        return _forks.load(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
