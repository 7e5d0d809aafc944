"""Calls of equity and odds, in hold'em and in other games."""

from typing import Any

import objects
from dealt import cards, rows_of, table
from hypothesis import strategies as st
from integers import number
from junk import ANY_CODE
from registry import called
from values import REFUSED, THREADS, UNKNOWN, Value, choice, mostly, optional, right, unjudged, unknown, wrong

import pokerbits as pb

HOLE_CARDS = {"short_deck": 2, "short_deck_trips": 2, "omaha": 4, "omaha5": 5, "omaha6": 6} | {
    "omaha_hilo": 4,
    "omaha5_hilo": 5,
    "holdem": 2,
}
GAMES = st.sampled_from(list(HOLE_CARDS)).map(lambda name: Value(repr(name), repr(name)))
WRONG_GAMES = wrong("'' | 'hold em' | None | 4 | b'omaha' | ['omaha'] | {} | np.nan | object()")
N_PLAYERS = st.sampled_from([2, 2, 2, 3, 3, 6, 1, 0, 11])


def or_range(hand: Value, hole_cards: int) -> Value:
    """Return a hand of a player; one that is refused as a hand may be a range."""
    try:
        thing = eval(hand.code, vars(objects))
        pb.Range(thing) if hole_cards == 2 else pb.OmahaRange(thing, hole_cards)
    except Exception:  # It is no range.
        return hand
    return hand._replace(plain=UNKNOWN) if hand.plain == REFUSED else hand


@st.composite
def spots(draw: Any, *games: str) -> list[Any]:
    """Hands of players, and a board that leaves few cards to come."""
    game, n = draw(st.sampled_from(games)), draw(N_PLAYERS)
    size, deck = HOLE_CARDS[game], range(16 if game.startswith("short") else 0, 52)
    few = min(n, (len(deck) - 5) // size)
    *hands, board = draw(table(5, 4, players=few, n_hole=size, deck=deck))
    players = [or_range(hand, size) for hand in hands]
    if not 2 <= few <= 10:
        # The number of players is wrong.
        players = [player._replace(plain=REFUSED) for player in players]
        board = board._replace(plain=REFUSED)
    return [*players, {"board": board}, *([{"game": Value(repr(game), repr(game))}] if game != "holdem" else [])]


DEAD = optional(unjudged(cards(0, 1, 3, 50, one=True)), 4)
called("pb.equity", spots("holdem"), dead=DEAD)
called("pb.equity of other games", spots(*HOLE_CARDS), function="pb.equity", dead=DEAD)

RANGES = "* | random | AA$ds | (AsKs) | !AA | AKQJ, 2345 | [A-T] | As2s, $np:xx | $ss |  | AA!AA | QQ+, AKs | 22 | 3%"
OTHER_RANGES = """pb.OmahaRange('AA', {0}) | pb.OmahaRange('0.5:AA!KK, KK@25', {0})
    | pb.OmahaRange('AsK$ds', {0}) | pb.OmahaRange('wxyz', {0}) | np.ones(1326)
    | pb.OmahaRange.from_hands([[*range({0})]]) | pb.OmahaRange('AA') | pb.Range('AKs') | [0, 1, 2, 3]"""


@st.composite
def ranges(draw: Any) -> list[Any]:
    """Hands and ranges of the right game and of others."""
    game = draw(mostly(GAMES, WRONG_GAMES, 12))
    size = HOLE_CARDS.get(game.plain.strip("'"), 4) if draw(st.integers(0, 9)) else draw(st.sampled_from([2, 4, 5, 6]))
    player = st.one_of(
        st.sampled_from(RANGES.split(" | ")).map(lambda text: Value(repr(text), UNKNOWN)),
        rows_of(size).map(lambda row: Value(repr(pb.cards.format_cards(row)), UNKNOWN)),
        unknown(OTHER_RANGES.format(max(size, 4))),
    )
    return [*(draw(mostly(player, ANY_CODE, 15)) for _ in range(draw(N_PLAYERS))), {"game": game}]


BOARD = unjudged(mostly(st.sampled_from([5, 4, 3]).flatmap(lambda n: cards(n, one=True)), unknown("'' | 'Ah'"), 6))
SAMPLING = {
    "method": optional(unknown("'auto' | 'exact' | 'monte_carlo' | 'count' | 5")),
    "max_seconds": unknown("0.1 | 0 | 1e-3 | -1 | np.nan | np.float32(0.1) | '1'"),
    "n_samples": unknown("100 | np.int8(100) | 3000 | 1 | 0 | -1 | 2.5 | 10**30"),
    "std_error": optional(unknown("0.1 | 0.02 | 0 | np.nan | np.inf | 'x'"), 3),
    "rng": unknown("1 | np.random.default_rng(5) | -1 | 'x'"),
}
"""Arguments with which no equity of ranges takes long."""
FOLDED = optional(unknown("['22'] | ['AK', '0.5:QQ'] | [] | [np.ones(1326)] | '22+' | ['AKx'] | [''] | [5] | 7"), 4)
OF_RANGES = {
    "function": "pb.equity",
    "board": BOARD,
    "dead": DEAD,
    "folded": FOLDED,
    **SAMPLING,
    "num_threads": THREADS,
}
called("pb.equity of ranges of other games", ranges(), **OF_RANGES)

AMOUNTS = """1 | 100 | 2.5 | 1e-300 | 2**53 | 0 | -1 | 2**53 + 2 | np.nan | np.inf | '5' | None | [1] | True | 1j
    | np.int8(5) | np.float32(0.1) | Fraction(1, 3) | np.array(3) | Index(5) | 10**400"""


@st.composite
def pots(draw: Any) -> list[Any]:
    """Hands of the right game and of others, in a list, and chips of as many players or of others."""
    game, n = draw(st.sampled_from([*HOLE_CARDS, "stud"])), draw(N_PLAYERS)
    size, deck = HOLE_CARDS.get(game, 2), range(16 if game.startswith("short") else 0, 52)
    *hands, board = draw(table(5, 4, players=min(n, (len(deck) - 5) // size), n_hole=size, deck=deck))
    chips = [draw(mostly(unknown("1 | 100 | 2.5"), unknown(AMOUNTS), 9)) for _ in hands]
    lists = [Value(f"[{', '.join(of.code for of in values)}]", UNKNOWN) for values in (hands, chips)]
    players = [draw(mostly(st.just(of), unjudged(ANY_CODE), 20)) for of in lists]
    return [*players, {"board": board._replace(plain=UNKNOWN), "game": Value(repr(game), UNKNOWN)}]


GONE = optional(
    unknown("5 | [5] | [1, 2.5] | [] | [1000] | [-1] | np.nan | '5' | np.ones(2) | np.ones((2, 2)) | {5}"), 3
)
called("pb.pot_equity", pots(), folded_chips=GONE, dead=DEAD, num_threads=THREADS)

STUD = """'*' | 'AhAd2c' | 'As' | 'KhKd7c8s9d' | '2h3h4h5h6h7h8h' | [0, 5, 9] | [7] | pb.CardSet('2c3c') | ''
    | [] | 'AA' | pb.Range('AA') | np.arange(9) | [51, 51] | 'random' | np.array([20, 21], dtype=np.int8)"""


@st.composite
def stud(draw: Any) -> list[Any]:
    """The known cards of players of stud and razz."""
    players = [draw(mostly(unknown(STUD), ANY_CODE, 15)) for _ in range(draw(N_PLAYERS))]
    return [*players, {"game": draw(unknown("'stud' | 'razz' | 'stud_hilo' | 'STUD8'"))}]


called("pb.equity of stud", stud(), **OF_RANGES)

called("pb.odds.losses", table(5), dead=DEAD)
called(
    "pb.odds_vs_random",
    table(5, 5, 5, 4, 3, rows=True),
    n_opponents=optional(number(1, 22) | right("[1, 2] | range(1, 4)") | wrong("[1, 1] | [] | 26"), 3),
    dead=DEAD,
    method=optional(unjudged(choice("matchings", "cliques")), 3),
    num_threads=THREADS,
    progress=optional(right("lambda *_: None", "None"), 5),
)
called("pb.preflop_counts")
called("pb.preflop_equities")
SIZES = mostly(
    right("[1, 2] | [0, 1, 2, 3] | []"),
    wrong("[-1] | [53] | [2**64] | 5 | None | [1.5] | ['1'] | Raises('__iter__') | [[1]]"),
    5,
)
# Combos that come twice, and one that is no row, are refused.
called(
    "pb.odds.count_disjoint",
    unjudged(cards(2)),
    sizes=SIZES,
    max_seconds=optional(right("60 | np.inf | np.float32(60)") | wrong("-1 | np.nan | '1' | [1]"), 3),
    num_threads=THREADS,
)


@st.composite
def rows_of_spots(draw: Any) -> list[Value]:
    """Spots of two to four players, with cards that may come twice."""
    n, players, dealt = draw(st.integers(0, 2)), draw(st.integers(1, 4)), draw(st.sampled_from([5, 4, 3, 0, 2]))
    seed, end = draw(st.integers(0, 999)), draw(st.sampled_from([52, 53]))
    dtype = draw(st.sampled_from(["u1", "i8", "<i4", "f8", "m8[s]", "O"]))
    return [
        draw(unknown(f"np.random.default_rng({seed}).integers(0, {end}, {shape}).astype({dtype!r})"))
        for shape in ((n, players, 2), (n, dealt))
    ]


called("pb.equity_rows", mostly(rows_of_spots(), st.tuples(ANY_CODE, ANY_CODE)), num_threads=THREADS)
