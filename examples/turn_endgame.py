"""Solve one turn with card abstractions, as `river_endgame.py` does a river, also with potential-aware buckets.

    python examples/turn_endgame.py --k 5 10 20 50 100 200 --plot curves.png

The game has the turn and all 48 rivers, with one bet of three quarters of the pot on each street. `--k` is the number
of buckets of each street. River buckets hold hands of all rivers, as buckets of a whole game do. With `--river exact`
each river hand is a bucket of its own, so the curves show the loss from turn buckets alone. Exits with status 1 if the
strategy without abstraction is exploitable by 0.1% of the pot or more.
"""

import sys

from endgame.buckets import OF_A_STREET, Buckets, potential
from endgame.comparison import Abstraction, Labels, parser, report
from river_endgame import RANGES

from pokerbits.endgame import BetSizes, BettingTree, Endgame

BOARD = "Kh9d5c3h"
POT, STACK = 100, 250
SIZES = (BetSizes(0.75), BetSizes(0.75))
POTENTIAL = ("percentiles of E[HS]", "OCHS")
"""The river buckets over which turn hands are distributions."""


def endgame() -> Endgame:
    """Return the game."""
    return Endgame(BOARD, *RANGES, BettingTree(POT, STACK, SIZES))


def main(arguments: list[str] | None = None) -> int:
    """Print the table, and return 1 if the strategy without abstraction is too exploitable."""
    parsing = parser(__doc__.splitlines()[0], iterations=120)
    parsing.add_argument(
        "--river",
        choices=["same", "exact"],
        default="same",
        help="river buckets: as many as on the turn, or one for each hand (default: same)",
    )
    options = parsing.parse_args(arguments)
    game = endgame()
    abstractions = abstractions_of(game, exact_river=options.river == "exact")
    where = "turn, every river hand" if options.river == "exact" else "turn and river"
    return report(game, abstractions, options, f"Turn {BOARD}, buckets of {where}")


def abstractions_of(game: Endgame, *, exact_river: bool) -> dict[str, Abstraction]:
    """Return the abstractions of each street by itself, and the potential-aware ones."""
    turn, rivers = game.boards

    def played(of_turn: Buckets, of_river: Buckets) -> Labels:
        return {"turn": of_turn, "river": None if exact_river else of_river}

    def by_itself(name: str) -> Abstraction:
        make = OF_A_STREET[name]
        return lambda n, seed: played(make(turn, n, seed), make(rivers, n, seed))

    def by_potential(name: str) -> Abstraction:
        def make(n: int, seed: int) -> list[Buckets]:
            of_river = OF_A_STREET[name](rivers, n, seed)
            return played(potential(turn, rivers, of_river, n, seed), of_river)

        return make

    return {name: by_itself(name) for name in OF_A_STREET} | {
        f"potential, {name}": by_potential(name) for name in POTENTIAL
    }


if __name__ == "__main__":
    sys.exit(main())
