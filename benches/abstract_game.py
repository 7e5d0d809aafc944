"""The cost of the abstract game of `pokerbits.openspiel` beside the `universal_poker` that it wraps: a table.

Leduc hold'em without loss, where both take the same steps. Hold'em in one bucket, where every hand is remembered, and
without loss, where hardly one comes again. Monte Carlo CFR on 50 buckets, with a chance node for each card and
with sampled deals. Run it by hand, `python benches/abstract_game.py`; needs the extra
`openspiel`. Times are of this process alone, the least of several.
"""

from time import process_time

import numpy as np
import pyspiel
from open_spiel.python.algorithms.cfr import CFRSolver
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

import pokerbits as pb
from pokerbits.openspiel import IndexerLookup, abstract_game

LEDUC = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=2,blind=1 1,firstPlayer=1 1,raiseSize=2 4,maxRaises=2 2,"
    "numSuits=2,numRanks=3,numHoleCards=1,numBoardCards=0 1)"
)
HOLDEM = (
    "universal_poker(betting=nolimit,numPlayers=2,numRounds=4,blind=100 50,firstPlayer=2 1 1 1,stack=2000 2000,"
    "numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1)"
)


class OneBucket:
    """The least that an abstraction can cost."""

    def lookup(self, hole, board):
        return 0


def size(state):
    """Return how many states there are from here on."""
    return 1 + sum(size(state.child(action)) for action in state.legal_actions())


def rate(step, of_a_step, steps, repeats=5):
    """Return how much is done in a second."""
    least = float("inf")
    for _ in range(repeats):
        start = process_time()
        for _ in range(steps):
            step()
        least = min(least, process_time() - start)
    return steps * of_a_step / least


def main():
    leduc = abstract_game(LEDUC, lookup=IndexerLookup(pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)))
    one_bucket = abstract_game(HOLDEM, lookup=OneBucket())
    lossless = abstract_game(HOLDEM, lookup=IndexerLookup(pb.HandIndexer((2, 3, 1, 1))))
    # CFR walks through the tree once for each player.
    nodes = 2 * size(leduc.wrapped.new_initial_state())
    print("nodes of Leduc hold'em a second         in Python       in C++")
    for name, game in (("universal_poker", leduc.wrapped), ("lossless", leduc)):
        solvers = CFRSolver(game), pyspiel.CFRSolver(game)
        rates = [rate(solver.evaluate_and_update_policy, nodes, 1) for solver in solvers]
        print(f"{name:36}", *(f"{of:12,.0f}" for of in rates))
    print("outcome samples of hold'em a second     in Python       in C++")
    for name, game in (("universal_poker", one_bucket.wrapped), ("one bucket", one_bucket), ("lossless", lossless)):
        np.random.seed(1)  # noqa: NPY002 - it is OpenSpiel's
        steps = OutcomeSamplingSolver(game).iteration, pyspiel.OutcomeSamplingMCCFRSolver(game, 0.6, 1).run_iteration
        rates = [rate(step, 1, 300) for step in steps]
        print(f"{name:36}", *(f"{of:12,.0f}" for of in rates))
    actions = HOLDEM.replace(")", ",bettingAbstraction=fcpa)")
    made = pb.CardAbstraction.build({"flop": 50, "turn": 50, "river": 50})
    explicit = abstract_game(actions, lookup=made)
    games = explicit.wrapped, explicit, abstract_game(actions, lookup=made, chance="sampled", rng=1)
    print("samples of hold'em with four actions a second, in C++   external     outcome")
    for name, game in zip(("universal_poker", "50 buckets", "50 buckets, sampled deals"), games, strict=True):
        made = pyspiel.ExternalSamplingMCCFRSolver(game, 1), pyspiel.OutcomeSamplingMCCFRSolver(game, 0.6, 1)
        rates = [rate(solver.run_iteration, 1, 1000) for solver in made]
        print(f"{name:48}", *(f"{of:12,.0f}" for of in rates))


if __name__ == "__main__":
    main()
