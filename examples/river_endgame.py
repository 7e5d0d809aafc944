"""Solve one river with card abstractions of growing size, and measure their exploitability on real hands.

    python examples/river_endgame.py --k 5 10 20 50 100 200 --plot curves.png

Both players have ranges as after a raise, a call and two streets. There are four bet sizes and two raise sizes. CFR+
finds each strategy on buckets. The gain of a best response on the real hands is printed as a share of the pot. Exits
with status 1 if the strategy without abstraction is exploitable by 0.1% of the pot or more.
"""

import sys

from endgame.buckets import OF_A_STREET
from endgame.comparison import parser, report

from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Endgame

BOARD = "Kh9d5c3h2s"
POT, STACK = 100, 300
SIZES = BetSizes(bets=(0.33, 0.75, 1.5, ALL_IN), raises=(1.0, ALL_IN), max_bets=3)
RANGES = (
    "22+, A2s+, K5s+, Q8s+, J8s+, T8s+, 97s+, 87s, 76s, 65s, A8o+, KTo+, QTo+, JTo",
    "0.5:AA-QQ, JJ-22, 0.5:AKs, AQs-A2s, KQs-K5s, Q8s+, J8s+, T8s+, 97s+, 86s+, 75s+, 65s, 54s, AQo-A7o, KTo+, QTo+",
)


def endgame() -> Endgame:
    """Return the game."""
    return Endgame(BOARD, *RANGES, BettingTree(POT, STACK, SIZES))


def main(arguments: list[str] | None = None) -> int:
    """Print the table, and return 1 if the strategy without abstraction is too exploitable."""
    options = parser(__doc__.splitlines()[0], iterations=400).parse_args(arguments)
    game = endgame()
    [boards] = game.boards
    abstractions = {name: lambda n, seed, of=make: {"river": of(boards, n, seed)} for name, make in OF_A_STREET.items()}
    return report(game, abstractions, options, f"River {BOARD}")


if __name__ == "__main__":
    sys.exit(main())
