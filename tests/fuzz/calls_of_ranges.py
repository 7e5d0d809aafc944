"""Calls of ranges, of their equity, and of reports."""

from calls_of_odds import DEAD, FOLDED, N_PLAYERS, OF_RANGES
from dealt import cards
from hypothesis import strategies as st
from integers import in_layout
from junk import ANY_CODE
from registry import called
from values import (
    DTYPES,
    EXECUTORS,
    THREADS,
    UNKNOWN,
    Strategy,
    Value,
    mostly,
    optional,
    right,
    unjudged,
    unknown,
    wrong,
)


def pieces(text: str) -> Strategy[Value]:
    """Text made of pieces of ranges, and anything else."""
    made = st.lists(st.sampled_from([*text.split(), " ", "\ud800"]) | st.text(max_size=2), max_size=9).map("".join)
    return mostly(made.map(lambda text: Value(repr(text), UNKNOWN)), ANY_CODE, 4)


called("pb.Range", pieces('QQ+ AKs 0.5: ! [ ] / 15% random A x s - , 2c @50 @0.5 1e9 1e-05 top % { } " \u2212'))
HOLE_CARDS = unknown("4 | 3 | 7 | -1 | 10**30 | 4.0 | True | None | np.uint8(4) | '4'")
OMAHA = pieces("AA KQ $ds $np ! : , ( ) [A-T] [ ] x y s + - * random 15% 0.5: @25 @ 0: 1.: AsAhKsKh")
CONFLICTS = optional(unknown("'first' | 'last' | 'max' | 'error' | 'min' | 1"))
called("pb.OmahaRange", OMAHA, hole_cards=optional(HOLE_CARDS), on_conflict=CONFLICTS)
OF_HANDS = unknown(
    "1 | 0.5 | 0 | 2 | -1.0 | np.nan | [0.5, 1] | [1, 1, 0] | np.ones(5, 'f4') | np.ones((1, 5)) | ['1'] | None | '1'"
)
called("pb.OmahaRange.from_hands", unjudged(cards(4, 5, 6, 3, 7, many=5)), weights=optional(OF_HANDS))

WEIGHTS = """np.ones(1326) | np.full(1326, np.nan) | -np.ones(1326, 'f4') | np.full(1326, 1e308) | np.zeros(1326, bool)
    | np.zeros((3, 1326), bool) | strided(np.ones(1326)) | np.ones(1325) | np.ones((2, 1326)) | np.zeros((0, 1326))
    | np.full((2, 1326), np.inf) | strided(np.ones(1326, 'f4'))"""
RANGES = "'QQ+, AKs' | 'AKx' | 'KsKh' | '0.25:TT' | '' | [51, 50] | pb.Range('AQs') | pb.Range('99').weights"
ANY_RANGE = mostly(unknown(RANGES) | unknown(WEIGHTS), ANY_CODE, 10)
called("pb.equity of ranges", N_PLAYERS.flatmap(lambda n: st.lists(ANY_RANGE, min_size=n, max_size=n)), **OF_RANGES)
called(
    "pb.RankedBoards.outcomes",
    right("pb.RankedBoards('AhKh7d2c2s') | pb.RankedBoards(['AhKh7d2c2s', 'QsJsTs2c3d'])"),
    ANY_RANGE,
    dtype=optional(unknown(f"'f4' | 'f8' | {DTYPES}")),
    num_threads=THREADS,
)
# Without boards it takes seconds.
ANY_BOARDS = ANY_CODE.filter(lambda value: value.code != "None")
BOARDS = unknown("'AhKh7d2c2s' | ['AhKh7d2c', 'QsJsTs2c'] | np.zeros((0, 4), 'u1') | 'AhKh'")
called(
    "pb.combo_equity",
    ANY_RANGE,
    mostly(BOARDS, ANY_BOARDS, 5),
    dead=optional(unjudged(cards(0, 2))),
    folded=FOLDED,
    executor=EXECUTORS,
    num_threads=THREADS,
)

# Few known cards empty none of these.
ANY_WEIGHTS = in_layout("pb.Range('random').weights").map(lambda code: Value(code, "pb.Range('random').weights"))
RANGE = right("'22+, A2s+, 0.5:KQo, 95o' | 'random' | pb.Range('0.001:random')") | ANY_WEIGHTS
RANGE = mostly(RANGE, ANY_CODE, 10)
# Wide folded ranges take seconds.
FEW_FOLDED = optional(unknown("[] | ['AsKs'] | ['QsQh', '0.5:5s5h'] | ['22+', 'AKx'] | ['AA'] * 3 | 'AA' | 5"), 4)
BOARD = cards(3, 4, 5, one=True)
called("pb.reports.hand_breakdown", RANGE, BOARD)
OF_TWO = {"board": cards(3, 4, 5, one=True, others=(1, 2)), "dead": DEAD, "folded": FEW_FOLDED, "num_threads": THREADS}
called("pb.reports.equity_distribution", RANGE, RANGE, **OF_TWO)
called("pb.reports.range_advantage", RANGE, RANGE, **OF_TWO)
SHARES = mostly(right("0 | 0.5 | 1 | 1.0"), wrong("-0.1 | 2 | np.nan | np.inf | '0.5' | None | [0.5]"), 3)
called("pb.reports.nut_advantage", RANGE, RANGE, nut_equity=optional(SHARES), **OF_TWO)
YES_OR_NO = mostly(
    right("True | False") | right("np.False_", "False"), wrong("1 | 'yes' | [True] | None | object()"), 5
)
called("pb.flops", all=optional(YES_OR_NO))
VALUES = right("np.full((1755, 1326), 0.5) | np.full((1755, 1326), -3.25)")
WRONG_VALUES = wrong("np.ones(1755) | np.ones((1326, 1755)) | np.full((1755, 1326), np.nan)")
called(
    "pb.reports.Flops.mean",
    mostly(VALUES, WRONG_VALUES | ANY_CODE, 5),
    function="pb.flops().mean",
    villain=mostly(right("'QQ+'"), wrong("'AhKh'"), 3),
    hole=optional(right("'JsTs' | [[0, 1], [2, 3]]") | wrong("'Js'")),
)
