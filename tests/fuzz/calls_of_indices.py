"""Calls of the indexer and its parts."""

from typing import Any

from dealt import cards, table
from hypothesis import strategies as st
from integers import integers, number
from junk import ANY_CODE
from registry import called
from values import REFUSED, THREADS, UNKNOWN, Value, mostly, optional, right, unjudged, unknown, wrong

import pokerbits as pb

SMALL = "pb.HandIndexer((1, 1), n_ranks=3, n_suits=4)"
WIDE = "pb.HandIndexer((2, 1), n_ranks=2, n_suits=6)"
FULL = "pb.HandIndexer((2, 3, 1, 1))"
GAMES = {
    "pb.HandIndexer((2, 3))": (2, 3),
    "pb.HandIndexer((2,))": (2,),
    FULL: (2, 3, 1, 1),
    "pb.HandIndexer((5,))": (5,),
    SMALL: (1, 1),
}


@st.composite
def rounds_of(draw: Any, *games: str, last: int = -1) -> tuple[str, tuple[int, ...], int, dict[str, Value | None]]:
    """An indexer, the cards of its rounds, a round, and the argument for that, which may be wrong."""
    code = draw(st.sampled_from(games or list(GAMES)))
    rounds = GAMES.get(code, (2, 1))
    spoken = draw(optional(number(-len(rounds), len(rounds) - 1)))
    judged = spoken is not None and spoken.plain not in (REFUSED, UNKNOWN)
    return code, rounds, (int(spoken.plain) if judged else last) % len(rounds), {"round": spoken}


@st.composite
def hands(draw: Any, whole: bool = False) -> list[Any]:
    """An indexer, hands and a round, or hands of the last round."""
    code, rounds, at, spoken = draw(rounds_of())
    if whole:
        at, spoken = len(rounds) - 1, {}
    n = sum(rounds[: at + 1])
    return [
        Value(code, code),
        draw(table(n, players=0, rows=True, deck=range(12)) if code == SMALL else cards(n, many=200)),
        spoken,
    ]


@st.composite
def indices(draw: Any) -> list[Any]:
    """An indexer, indices and a round."""
    code, _, at, spoken = draw(rounds_of(*GAMES, WIDE))
    size = eval(code, {"pb": pb}).size(at)
    found = draw(integers(0, size - 1))
    if draw(st.integers(0, 6)) == 6:
        begin = draw(st.sampled_from([0, 5, size - 3, size - 1, size]) | st.integers())
        run = range(begin, begin + draw(st.integers(-1, 3)))
        fits = all(0 <= one < size for one in run)
        found = Value(repr(run), f"np.array({[*run]}, 'u8')" if fits else REFUSED)
    return [Value(code, code), found, spoken]


for name in ("index", "canonical"):
    called(f"pb.HandIndexer.{name}", hands(), num_threads=THREADS, has_out=True)
called("pb.HandIndexer.index_all", hands(whole=True), has_out=True)
# Cards of a wide deck are ids: names are refused.
WIDE_HANDS = unjudged(table(3, players=0, rows=True, deck=range(12)).map(lambda drawn: drawn[0]))
for name in ("index", "index_all", "canonical"):
    called(f"pb.HandIndexer.{name} of wide decks", right(WIDE), WIDE_HANDS, function=f"pb.HandIndexer.{name}")
for name in ("unindex", "multiplicity"):
    called(f"pb.HandIndexer.{name}", indices(), num_threads=THREADS, has_out=True)


@st.composite
def parents(draw: Any) -> list[Any]:
    """An indexer of several rounds, an index, and a round that is not the last one."""
    code, rounds, at, spoken = draw(rounds_of(*(code for code, rounds in GAMES.items() if len(rounds) > 1), last=-2))
    if at == len(rounds) - 1:
        spoken = {"round": Value(spoken["round"].code, REFUSED)}
    return [Value(code, code), draw(number(0, eval(code, {"pb": pb}).size(at) - 1)), spoken]


@st.composite
def boards(draw: Any) -> list[Any]:
    """An indexer with hole cards, boards and a round."""
    code, rounds, at, spoken = draw(rounds_of("pb.HandIndexer((2, 3))", FULL))
    if at == 0:
        spoken = {"round": Value(spoken["round"].code, REFUSED)}
    return [Value(code, code), draw(cards(sum(rounds[1 : at + 1]), many=5)), spoken]


called("pb.HandIndexer.children", parents(), num_threads=THREADS)
called("pb.HandIndexer.index_board", boards(), num_threads=THREADS, has_out=True)
called("pb.HandIndexer.hole_combos", right(FULL), cards(3, 4, 5, one=True))
called("pb.HandIndexer.size", right(FULL), number(-4, 3))
SHAPES = unjudged(number(0, 100)) | right("(2, 3) | 5 | ()") | ANY_CODE | wrong("(2**31 - 1,) * 5 | -1")
called("pb.HandIndexer.start", right(FULL), SHAPES)

FLOPS = "pb.HandIndexer((2, 3))"
STATES = unknown(
    f"""{FLOPS}.start((2, 1)) | {FLOPS}.extend({FLOPS}.start(), np.zeros((0, 2), int))
    | pb.indexing.DealState(np.full(6, 0), -1, None) | pb.indexing.DealState(np.full((3, 6), -1), 0, None)
    | pb.indexing.DealState(np.full(6, 2.5), 0, None) | pb.indexing.DealState(np.full((2, 5), 1 << 63, 'u8'), 5, None)
    | pb.indexing.DealState(np.full((2, 6), 1 << 63, 'u8'), 0, None) | pb.indexing.DealState([0] * 6, 0, None)
    | pb.indexing.DealState(np.full(6, 1, 'u8'), None, None)"""
)
# A card of the flop may be in the hole, too.
DEALT = st.tuples(right(f"{FLOPS}.extend({FLOPS}.start(), [5, 12])"), unjudged(cards(3)))
STARTED = st.tuples(right(f"{FLOPS}.start()"), cards(2))
STRANGE = st.tuples(mostly(STATES, ANY_CODE, 3), cards(2, 3))
called("pb.HandIndexer.extend", right(FLOPS), DEALT | STARTED | STRANGE, num_threads=THREADS)

ROUNDS = st.lists(mostly(st.integers(1, 3), st.sampled_from([0, -1, 53, 2**64]), 20), max_size=3).map(
    lambda rounds: Value(
        repr(rounds), repr(tuple(rounds)) if rounds and 0 < min(rounds) <= max(rounds) < 4 else REFUSED
    )
)
RANKS = optional(number(1, 16))
called("pb.HandIndexer", mostly(ROUNDS, ANY_CODE, 5))
called(
    "pb.HandIndexer of small decks", unjudged(ROUNDS), function="pb.HandIndexer", n_ranks=RANKS, n_suits=number(1, 8)
)

called("pb.indexing.rank_set_index", unjudged(number(0, 2**16 - 1)), n_ranks=unjudged(RANKS))
called(
    "pb.indexing.rank_set_unindex", unjudged(number(0, 12869)), size=unjudged(number(0, 16)), n_ranks=unjudged(RANKS)
)
called("pb.indexing.multiset_index", unjudged(integers(0, 2**64 - 1)))
# The largest index depends on the size.
called("pb.indexing.multiset_unindex", unjudged(number(0, 2**63)), size=number(1, 64))
called("pb.HandIndexer.configurations", right(FLOPS), round=unjudged(number(0, 1)))
called("pb.indexing.rank_group_index", unjudged(integers(0, 65535)), n_ranks=unjudged(RANKS))
GROUPS = unjudged(integers(0, 3)) | right("[1, 2] | [0, 1, 1] | [3, 3, 3, 3]")
called("pb.indexing.rank_group_size", GROUPS, n_ranks=unjudged(RANKS))
called("pb.indexing.rank_group_unindex", unjudged(number(0, 1000)), counts=GROUPS, n_ranks=unjudged(RANKS))
