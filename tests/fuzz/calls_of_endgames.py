"""Calls of endgames and of scores of abstractions."""

from integers import number
from junk import ANY_CODE
from registry import called
from values import EXECUTORS, THREADS, choice, mostly, optional, right, unjudged, wrong

TREE = "pb.endgame.BettingTree(1, 1, pb.endgame.BetSizes(1))"
GAME = mostly(
    right(f"pb.endgame.Endgame('Kh9d5c3h2s', 'AA', 'QQ', {TREE})"), wrong("5 | None | 'river' | object() | pb.endgame")
)
LABELS = mostly(
    right("None | np.arange(1326) % 3 | (np.arange(1326) % 3).tolist() | lambda board: np.arange(1326) % 3"),
    wrong("5 | 'x' | np.ones(1326) | np.arange(1325) | {'turn': None} | [] | object() | len | lambda board: None"),
)
ITERATIONS = mostly(right("0 | 1 | 5 | np.int8(3)"), wrong("-1 | 1.5 | 2**40 | 'x' | [1]"))

called("pb.endgame.exploitability", GAME, labels=LABELS, sides=optional(choice("one", "two")), iterations=ITERATIONS)
called(
    "pb.endgame.percentile_labels",
    mostly(right("'Kh9d5c3h2s' | 'Kh9d5c' | ['Kh9d5c3h2s', 'Kh9d5c3h2c']"), unjudged(ANY_CODE)),
    n_buckets=unjudged(number(1, 50)),
    num_threads=THREADS,
)
called(
    "pb.endgame.score_abstraction",
    LABELS,
    boards=mostly(right("'Kh9d5c3h2s' | ['Kh9d5c3h2s']"), wrong("'Kh9d5c' | 5 | [] | 'x'")),
    hero=mostly(right("'AA' | pb.Range('AA')"), wrong("'Kh' | 5 | object() | np.ones(3) | ''")),
    villain=right("'QQ'"),
    tree=mostly(right(TREE), wrong("5 | 'bets' | object() | []")),
    iterations=ITERATIONS,
    seed=optional(mostly(right("0 | 99 | np.uint64(7)"), wrong("-1 | 2**40 | 1.5 | 'x' | None"))),
    executor=EXECUTORS,
    num_threads=THREADS,
)
