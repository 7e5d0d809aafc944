"""Calls of keys, threads, random hands, plots and strategies."""

import importlib
from typing import Any

from calls_of_odds import DEAD
from dealt import cards
from hypothesis import strategies as st
from integers import integers, number
from junk import ANY_CODE
from registry import called
from values import THREADS, UNKNOWN, Value, choice, mostly, optional, right, unjudged, unknown, wrong


@st.composite
def schemes(draw: Any) -> Value:
    """A series of keys, mostly with something else in it."""
    field = draw(st.sampled_from(["hand_size", "rank_keys", "flush_rank_keys", "suit_keys"]))
    some = unknown("() | (0,) * 13 | (0, 1, 6, 31) | (2**32 - 1,) * 13 | 5 | 7 | 8")
    changed = draw(some | ANY_CODE | unjudged(integers(0, 2**32)))
    return Value(f"pb.evaluator.keys.FIVE_CARD._replace({field}={changed.code})", UNKNOWN)


SCHEME = mostly(schemes(), right("pb.evaluator.keys.FIVE_CARD"), 5)
called("pb.evaluator.keys.KeyScheme.is_valid", SCHEME)
for name in ("largest_key", "largest_sum", "key_bits"):
    called(f"pb.evaluator.keys.KeyScheme.{name}", SCHEME, function=f"(lambda scheme: scheme.{name})")
called("pb.evaluator.keys.folding_points", mostly(SCHEME, ANY_CODE, 5))
# Not every deck has the keys.
SMALL_DECK = {"n_ranks": optional(unjudged(number(1, 7))), "copies": optional(unjudged(number(1, 4)))}
called("pb.evaluator.keys.find_rank_keys", unjudged(number(1, 4)), **SMALL_DECK)
called("pb.evaluator.keys.find_flush_keys", unjudged(number(5, 6)), n_ranks=optional(unjudged(number(5, 8))))
called(
    "pb.evaluator.keys.find_suit_keys",
    unjudged(number(1, 5)),
    n_suits=optional(unjudged(number(1, 3))),
    least=optional(choice("series", "largest")),
    unique=optional(choice("sums", "flushes")),
)

called("pb.set_num_threads", number(1, 1024), function="(lambda n: (pb.set_num_threads(n), pb.get_num_threads())[1])")
called(
    "pb.random_hands",
    right("1 | 0 | 50 | 1000") | wrong("-1 | 2.5 | '5' | None | 10**30") | unknown("2**40 | Index(3) | np.int8(7)"),
    number(1, 52),
    rng=mostly(
        right("1 | 2**40 | np.random.default_rng(5)"), wrong("'x' | -1 | 1.5 | [-1] | 'x' * (1 << 20) | '\\udcff'"), 3
    ),
    num_threads=THREADS,
    board=optional(unjudged(cards(0, 3, 5, one=True)), 3),
    dead=DEAD,
)

DRAWN = {
    "abstraction_buckets": "object()",
    "abstraction_inertia": "object()",
    "abstraction_score": "object()",
    "action_matrix": "{'raise': 'QQ+'}",
    "ars_heatmap": "np.ones((7463, 169))",
    "board_report": "pb.flop_report('QQ+', 'JJ+', boards=['AhKh7d'])",
    "equity_bars": "pb.equity('AhKh', 'QsQd', board='7c2d9s')",
    "equity_graph": "pb.reports.equity_distribution('QQ+', 'JJ+', board='Ah7d2c')",
    "equity_matrix": "'QQ+', np.ones(1326)",
    "hand_grid": "[1, 2]",
    "hand_matrix": "np.ones(169)",
    "range_matrix": "'QQ+'",
    "rank_frequencies": "np.ones(7463)",
    "runout_matrix": "pb.reports.runout_report('QQ+', 'JJ+', board='AhKh7d2c')",
    "strength_histogram": "[1, 2]",
}
# An import that is interrupted would leave half a module.
importlib.import_module("matplotlib").use("agg")
importlib.import_module("matplotlib.pyplot")
NO_AXES = wrong("5 | object() | 'ax' | np.ones(3) | [] | int").map(lambda ax: {"ax": ax})
NO_TITLES = wrong("5 | '\\udcff' | b'x' | object() | ['x']").map(lambda title: {"title": title})
NOT_DRAWN = wrong("5 | object() | 'x' * (1 << 20) | {'flop'} | [[]] | pb | None").map(lambda value: [value])
for name, code in DRAWN.items():
    called(f"pb.plot.{name}", NOT_DRAWN | st.tuples(right(code), NO_AXES | NO_TITLES))

# Hypothesis looks at what is drawn when it draws.
called("pb.testing.boards", dead=unjudged(cards(0, 2)))
called("pb.testing.hands", unjudged(number(0, 7)), dead=optional(unjudged(cards(0, 2))))
