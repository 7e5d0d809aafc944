"""Calls of hand strength and its tables."""

from dealt import table
from integers import number
from junk import ANY_CODE
from registry import called
from values import THREADS, mostly, optional, unknown

RANGES = """'22+, A2s+' | 'random' | pb.Range('0.3:AK') | np.ones(1326) | np.zeros(1326) | np.full(1326, np.nan)
    | 'AKx' | '' | -np.ones(1326) | np.ones((2, 1326)) | np.ones(169) | [1] * 1326 | 5 | {} | Raises('__array__')
    | np.full(1326, 1e308)"""
VILLAIN = optional(unknown(RANGES), 3)
called("pb.hand_strength", table(5, 5, 4, 3, rows=True), villain=VILLAIN, num_threads=THREADS, has_out=True)
called(
    "pb.expected_hand_strength",
    table(5, 5, 4, rows=True),
    villain=VILLAIN,
    power=optional(number(1, 2), 3),
    num_threads=THREADS,
    has_out=True,
)
BINS = optional(number(2, 1981), 3)
HISTOGRAM = "pb.strength.hand_strength_histogram"
called(HISTOGRAM, table(5, 5, 4, rows=True), villain=VILLAIN, bins=BINS, num_threads=THREADS, has_out=True)
# The table of the river takes its seconds once, other streets longer.
called("pb.strength.average_rank_strength", table(5, rows=True), num_threads=THREADS, has_out=True)
PATHS = "__file__ | 'no/such/directory.npy' | '.' | '' | '\\0.npy' | '/dev/null' | b'x.npy' | Raises('__fspath__')"
called("pb.strength.check_table", mostly(unknown(PATHS), ANY_CODE, 4))
