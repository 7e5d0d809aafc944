"""The module that each public name of `pokerbits` comes from.

`import pokerbits` imports none of them: the package takes a name from its module at first use.
"""

from __future__ import annotations

_NAMES = {
    "_equity.combo_equity": ("combo_equity",),
    "_equity.equity": ("equity",),
    "_equity.hand_percentile": ("hand_percentile",),
    "_equity.high_low": ("HighLowCounts", "HighLowResult"),
    "_equity.pot_equity": ("pot_equity",),
    "_equity.pot_result": ("Pot", "PotEquity"),
    "_equity.preflop": ("preflop_counts", "preflop_equities"),
    "_equity.ranked_boards": ("RankedBoards",),
    "_equity.result": ("EquityResult",),
    "_equity.rows": ("EquityRows", "equity_rows"),
    "_evaluator.best_five": ("best_five",),
    "_evaluator.category": ("Category", "category"),
    "_evaluator.category_odds": ("category_odds",),
    "_evaluator.evaluate": ("evaluate", "evaluate_combos"),
    "_evaluator.omaha": ("evaluate_omaha", "evaluate_omaha_low"),
    "_evaluator.outs": ("outs",),
    "_evaluator.strengths": ("MAX_STRENGTH",),
    "_evaluator.words": ("describe", "example_hand"),
    "_indexer.hand_indexer": ("HandIndexer",),
    "_info": ("build_info", "cpu_features", "show_versions"),
    "_input.threads": ("get_num_threads", "set_num_threads"),
    "_output.counts": ("Counts",),
    "_random_hands": ("random_hands",),
    "abstraction": ("CardAbstraction",),
    "cards": ("COMBOS", "HAND_CLASSES", "CardSet"),
    "exceptions": ("PokerbitsError",),
    "odds": ("odds_vs_random", "preflop_odds"),
    "ranges": ("OmahaRange", "Range"),
    "reports": ("flop_report", "flops"),
    "strength": ("expected_hand_strength", "hand_strength", "strength_table"),
}

HOMES = {name: module for module, names in _NAMES.items() for name in names}
"""The module of each name that is no namespace."""

EXTRAS = frozenset({"testing"})
"""Namespaces that need packages other than NumPy on import."""

NAMESPACES = EXTRAS | {
    "abstraction",
    "cards",
    "certificates",
    "endgame",
    "evaluator",
    "exceptions",
    "indexing",
    "odds",
    "openspiel",
    "plot",
    "preflop",
    "ranges",
    "reports",
    "strength",
    "typing",
}
"""All public modules."""

WITHOUT_EXTRAS = (NAMESPACES | _NAMES.keys()) - EXTRAS
"""Modules that need only NumPy."""
