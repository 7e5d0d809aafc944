"""Calls of keys, threads, random hands, plots and strategies."""

import importlib
from itertools import takewhile
from typing import Any

from calls_of_odds import DEAD
from dealt import cards
from hypothesis import strategies as st
from integers import integers, number
from junk import ANY_CODE
from registry import called
from values import THREADS, UNKNOWN, Value, mostly, optional, right, unjudged, unknown, wrong

from right_calls import right_calls


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

# An import that is interrupted would leave half a module.
importlib.import_module("matplotlib").use("agg")
importlib.import_module("matplotlib.pyplot")
NO_AXES = wrong("5 | object() | 'ax' | np.ones(3) | [] | int").map(lambda ax: {"ax": ax})
NO_TITLES = wrong("5 | '\\udcff' | b'x' | object() | ['x']").map(lambda title: {"title": title})
NOT_DRAWN = wrong("5 | object() | 'x' * (1 << 20) | {'flop'} | [[]] | pb | None").map(lambda value: [value])
for call in right_calls().values():
    if call.section == "Plots" and call.function.startswith("plot."):
        # The others are for the looks.
        drawn = {name: right(code) for name, code in takewhile(lambda item: item[0] != "ax", call.by_name.items())}
        called(f"pb.{call.function}", NOT_DRAWN | st.tuples(st.fixed_dictionaries(drawn), NO_AXES | NO_TITLES))
