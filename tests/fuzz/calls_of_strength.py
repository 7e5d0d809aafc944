"""Calls of hand strength and its tables."""

from dealt import table
from integers import number
from junk import ANY_CODE
from registry import called
from values import DTYPES, EXECUTORS, THREADS, mostly, optional, right, unjudged, unknown, wrong

POWER = {"power_of_opponents": optional(number(1, 22), 3)}
RANGES = """'22+, A2s+' | 'random' | pb.Range('0.3:AK') | np.ones(1326) | np.zeros(1326) | np.full(1326, np.nan)
    | 'AKx' | '' | -np.ones(1326) | np.ones((2, 1326)) | np.ones(169) | [1] * 1326 | 5 | {} | Raises('__array__')
    | np.full(1326, 1e308)"""
VILLAIN = optional(unknown(RANGES), 3)
called("pb.hand_strength", table(5, 5, 4, 3, rows=True), villain=VILLAIN, **POWER, num_threads=THREADS, has_out=True)
called(
    "pb.expected_hand_strength",
    table(5, 5, 4, rows=True),
    villain=VILLAIN,
    power=optional(number(1, 2), 3),
    **POWER,
    num_threads=THREADS,
    has_out=True,
)
BINS = optional(number(2, 1981), 3)
HISTOGRAM = "pb.strength.hand_strength_histogram"
called(HISTOGRAM, table(5, 5, 4, rows=True), villain=VILLAIN, bins=BINS, num_threads=THREADS, has_out=True)
# The table of the river takes its seconds once, other streets longer.
called("pb.strength.average_rank_strength", table(5, rows=True), **POWER, num_threads=THREADS, has_out=True)
called(
    "pb.strength.ars_table",
    mostly(wrong("'preflop' | 'showdown' | 3 | 'River' | np.array('river') | ['river'] | {}"), right("'river'"), 16),
    power_of_opponents=optional(wrong("0 | 23 | None | '1' | 1.0"), 3),
    num_threads=THREADS,
)
GAME = optional(
    unknown("pb.strength.CardGame((1, 1), n_ranks=3, n_suits=2) | 'leduc' | 'LEDUC' | 'no' | 5 | ['holdem']"), 3
)
called("pb.strength.opponent_clusters", number(1, 169), num_threads=THREADS)
called(
    "pb.strength.opponent_clusters of any deck",
    number(1, 169),
    function="pb.strength.opponent_clusters",
    game=GAME,
    num_threads=THREADS,
)

CLUSTERS = """None | [list(pb.HAND_CLASSES)] | [range(169)] | [[0], range(1, 169)] | [[0], [0]] | [] | [[]] | 5
    | [['AA']] | [[1.5]] | [[2**64]] | [Raises('__iter__')] | [[-1]]"""
OUTPUTS = """None | np.zeros(169) | np.zeros(5) | 5 | 'no/such/directory.npy' | b'no/x.npy' | read_only(np.zeros(169))
    | [] | '\\0.npy' | Raises('__fspath__')"""
called(
    "pb.strength_table",
    mostly(unknown("'ehs' | 'ehs2' | 'histogram' | 'ochs' | np.str_('ehs')"), wrong("'no' | None | 5 | ['ehs']")),
    street=mostly(right("'preflop'"), wrong("5 | 'no' | []"), 10),
    bins=optional(unjudged(number(2, 9)), 3),
    clusters=optional(unknown(CLUSTERS), 3),
    dtype=optional(unknown(f"'float64' | 'float32' | 'uint16' | 'counts' | {DTYPES}"), 3),
    game=GAME,
    executor=EXECUTORS,
    out=optional(unknown(OUTPUTS), 3),
    num_threads=THREADS,
)
PATHS = "__file__ | 'no/such/directory.npy' | '.' | '' | '\\0.npy' | '/dev/null' | b'x.npy' | Raises('__fspath__')"
called("pb.strength.check_table", mostly(unknown(PATHS), ANY_CODE, 4))
