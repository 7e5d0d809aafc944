"""Count the outcome classes of hold'em and of Numeral211, and compare them with the published numbers.

After Fu and others, arXiv 2403.11486 and 2511.12089. Classes without recall take some seconds. `--all` adds those with
recall, which take some minutes and 2.5 GB: `python examples/outcome_counts.py --all`. Exits with status 1 if a count
differs.

Numeral211 has forty cards, deuce to ten and ace in four suits. Its rounds deal two hole cards, one board card and
another board card. The best three of a player's four cards count: straight flush, three of a kind, straight, flush,
pair, high card. The ace ranks directly above the ten, never below the deuce.
"""

import sys
from collections.abc import Iterator
from itertools import combinations
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

import pokerbits as pb
from pokerbits.abstraction import OutcomeClasses, game_outcome_classes

Street: TypeAlias = Literal["preflop", "flop", "turn", "river"]
Kind: TypeAlias = Literal["outcome", "winrate"]
KINDS: tuple[Kind, ...] = ("outcome", "winrate")
Counts: TypeAlias = dict[Street, dict[str, tuple[int, ...]]]

HOLDEM: Counts = {
    "preflop": {"lossless": (169,), "outcome": (169,), "winrate": (169,)},
    "flop": {"lossless": (1_286_792,), "outcome": (1_137_132, 1_241_210), "winrate": (1_028_325, 1_123_442)},
    "turn": {
        "lossless": (55_190_538,),
        "outcome": (2_337_912, 38_938_975, 42_040_233),
        "winrate": (1_850_624, 34_845_952, 37_659_309),
    },
    "river": {
        "lossless": (2_428_287_420,),
        "outcome": (20_687, 39_792_212, 586_622_784, 638_585_633),
        "winrate": (20_687, 33_117_469, 529_890_863, 577_366_243),
    },
}
"""Published counts, by recall."""

NUMERAL211: Counts = {
    "preflop": {"lossless": (100,), "outcome": (100,), "winrate": (100,)},
    "flop": {"lossless": (2_260,), "outcome": (2_250, 2_260), "winrate": (2_234, 2_248)},
    "turn": {"lossless": (62_020,), "outcome": (3_957, 51_176, 51_228), "winrate": (3_957, 51_000, 51_070)},
}

Row: TypeAlias = tuple[str, str, str, int, int, int]
"""Game, street, kind, recall, count, published count."""


def holdem(most_recall: int) -> Iterator[Row]:
    """Count the classes of hold'em up to a recall."""
    progress = sys.stderr.isatty() or None
    classes = OutcomeClasses(progress=progress)
    sizes = pb.HandIndexer((2, 3, 1, 1)).sizes
    for (street, kinds), lossless in zip(HOLDEM.items(), sizes, strict=True):
        yield "hold'em", street, "lossless", 0, lossless, kinds["lossless"][0]
        for kind in KINDS:
            for recall, published in enumerate(kinds[kind][: most_recall + 1]):
                count = classes.count(street, kind=kind, recall=recall, progress=progress)
                yield "hold'em", street, kind, recall, count, published


def numeral211() -> Iterator[Row]:
    """Count the classes of Numeral211."""
    indexer = pb.HandIndexer((2, 1, 1), n_ranks=10)
    hands = indexer.unindex(np.arange(indexer.size()))
    strengths = np.max([three_card_strength(hands[:, chosen]) for chosen in combinations(range(4), 3)], axis=0)
    for at, (street, kinds) in enumerate(NUMERAL211.items()):
        yield "Numeral211", street, "lossless", 0, indexer.size(at), kinds["lossless"][0]
        for kind in KINDS:
            for recall, published in enumerate(kinds[kind]):
                classes = game_outcome_classes(indexer, strengths=strengths, round=at, kind=kind, recall=recall)
                yield "Numeral211", street, kind, recall, int(classes.max()) + 1, published


def three_card_strength(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the strength of hands of three cards (n, 3): the category, then the ranks that break ties."""
    low, middle, high = np.sort(cards // 4, axis=1).astype(np.int64).T
    flush = (cards % 4 == cards[:, :1] % 4).all(axis=1)
    straight = (low + 1 == middle) & (middle + 1 == high)
    trips, pair = low == high, (low == middle) | (middle == high)
    kind = np.select([straight & flush, trips, straight, flush, pair], [5, 4, 3, 2, 1], 0)
    # A pair compares its rank first, then the third card.
    kicker = np.where(low == middle, high, low)
    ranks = np.where(pair, 100 * middle + kicker, 100 * high + 10 * middle + low)
    strengths: NDArray[np.int64] = 1000 * kind + ranks
    return strengths


def main(most_recall: int) -> int:
    """Print a line for each count, and return how many differ from the published ones."""
    print("game        street   kind      recall          count      published")
    wrong = 0
    for counts in (numeral211(), holdem(most_recall)):
        for game, street, kind, recall, count, published in counts:
            verdict = "" if count == published else "  differs"
            wrong += count != published
            print(
                f"{game:<10}  {street:<7}  {kind:<8}  {recall:>6}  {count:>13,}  {published:>13,}{verdict}", flush=True
            )
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main(3 if "--all" in sys.argv[1:] else 0)))
