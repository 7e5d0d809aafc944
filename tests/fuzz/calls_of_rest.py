"""Calls of threads, random hands, plots and strategies."""

import importlib
from itertools import takewhile

from calls_of_odds import DEAD
from dealt import cards
from hypothesis import strategies as st
from integers import number
from registry import called
from values import THREADS, choice, mostly, optional, right, unjudged, unknown, wrong

from right_calls import right_calls

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
called(
    "pb.certificates.certify",
    right("'hands-2' | ['hands-2'] | ('hands-2', 'ehs-preflop') | iter(['hands-2'])")
    | wrong("'' | 'hands' | [] | ['hands-2', 'hands-2'] | [5] | 5 | b'hands-2' | [None] | object() | 'x' * (1 << 20)"),
    num_threads=THREADS,
)
called(
    "pb.certificates.chunks",
    choice("hands-2", "strengths-5"),
    function="(lambda name, **options: sum(part.size for part in pb.certificates.chunks(name, **options)))",
    num_threads=THREADS,
)

CHIPS = right("[4, 4] | (3, 5.5) | np.array([6, 4]) | [2, np.float32(9)] | [0.3, 8]") | wrong(
    "[4] | 4 | [] | [4, 0] | [4, -1] | [4, np.nan] | ['4', 4] | None | 'x' | [[4, 4]] | [4] * 4 | [1e300, 4]"
)
PRIZES = right("[70, 30] | [1] | (2, 0) | np.array([5, 3])") | wrong("[3, 2, 1] | [] | 5 | [-1, 2] | [0] | ['x'] | 'x'")
called(
    "pb.preflop.push_fold",
    CHIPS,
    blinds=optional(
        right("(0.5, 1) | [1, 2] | (0, 1)") | wrong("(1, 0.5) | 1 | () | (-1, 1) | (0, 0) | 'x' | None"), 3
    ),
    ante=optional(right("0 | 0.1 | np.float32(0.25)") | wrong("-1 | np.nan | np.inf | '1' | None | [1] | 1e300"), 3),
    payouts=optional(PRIZES, 3),
    target=right("0.01 | 1 | 1e-3") | wrong("-1 | np.nan | '1' | None"),
    max_iterations=optional(right("5 | np.int8(20)") | wrong("0 | -1 | 2.5 | '5' | None | 2**31"), 3),
)
called(
    "pb.preflop.icm",
    right("[50, 30, 20] | [[1, 2], [3, 0]] | range(1, 11) | np.ones((3, 2), np.uint8) | [1e308, 1e308] | [0, 5e-324]")
    | wrong("[5] | 5 | [] | range(1, 12) | [1, -1] | [1, np.nan] | [1, np.inf] | [0, 0] | ['x', 1] | 'x' | None")
    | wrong("[[1, 2], [3]] | [4, 10**400] | [None, 4] | {} | [[]]"),
    right("[70, 30] | [1] | (5, 0)") | wrong("[] | 5 | [-1] | [np.nan] | [[1]] | 'x' | None | [1] * 11"),
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
