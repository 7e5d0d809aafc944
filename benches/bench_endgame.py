"""Iterations on a river and on a turn with all rivers, best responses, and whole solutions: one thread, answers first.

Divide: a call of `run` has `ITERATIONS` iterations. The ranges are those of `examples/river_endgame.py`.
"""

import sys
import timeit
from pathlib import Path

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Endgame, Solver

sys.path.append(str(Path(__file__).parents[1] / "examples"))
import river_endgame
import turn_endgame

from rivals import rivals

ITERATIONS = {"river": 100, "turn": 10}
GAMES = {"river": river_endgame.endgame, "turn": turn_endgame.endgame}
LABELS = {"every hand": None, "50 buckets": lambda board: np.arange(1326) % 50}


@pytest.fixture(scope="module")
def right():
    """Check a game whose value is known: nuts and bluffs against a bluff-catcher."""
    tree = BettingTree(100, 100, BetSizes(1, max_bets=1))
    solver = Solver(Endgame("AhKd7c4s2h", "AsAc, 0.75:9d8d, 0.75:9s8s", "KsQs", tree))
    solver.run(1000)
    assert solver.gain("hero") + 0.5 == pytest.approx(0.6, abs=1e-3)
    assert 0 <= solver.exploitability() < 1e-3


@pytest.mark.usefixtures("right")
@pytest.mark.parametrize("labels", LABELS)
@pytest.mark.parametrize("street", GAMES)
def bench_iterations(benchmark, street, labels):
    benchmark.group = f"{ITERATIONS[street]} iterations on a {street}"
    solver = Solver(GAMES[street](), LABELS[labels])
    solver.run(1)
    first = solver.exploitability()
    solver.run(50)
    assert (solver.exploitability() < first / 20) == (labels == "every hand")
    benchmark(solver.run, ITERATIONS[street], num_threads=1)


@pytest.mark.usefixtures("right")
@pytest.mark.parametrize("street", GAMES)
def bench_best_responses(benchmark, street):
    benchmark.group = f"both best responses on a {street}"
    solver = Solver(GAMES[street]())
    solver.run(100)
    values = [solver.gain(player) for player in ("hero", "villain")]
    assert sum(values) == pytest.approx(0, abs=1e-12)
    assert all(solver.best_response(player) >= value for player, value in zip(("hero", "villain"), values, strict=True))
    assert 0 < benchmark(solver.exploitability) < 0.01


# Td9d6hQc with 167 hands against 250. The fastest open solver is postflop-solver. On one core of an Intel Xeon its time
# to an exploitability of 0.1% of the pot was that of these numbers of calls of `eval7.evaluate` with seven ready cards.
RANGES = (
    "66+, A8s+, A5s, A4s, AJo+, K9s+, KQo, QTs+, JTs, 96s+, 85s+, 75s+, 65s, 54s",
    "QQ-22, AQs-A2s, ATo+, K5s+, KJo+, Q8s+, J8s+, T7s+, 96s+, 86s+, 75s+, 64s+, 53s+",
)
BETS = {
    "river": BetSizes((0.5, 1, ALL_IN), (0.6, ALL_IN), max_bets=6),
    "turn, one bet": [BetSizes(0.75, max_bets=1)] * 2,
    "turn, two bets and a raise": [BetSizes((0.5, 1), 0.6, max_bets=6)] * 2,
}
CALLS_OF_POSTFLOP_SOLVER = {"river": 40_000, "turn, one bet": 500_000, "turn, two bets and a raise": 15_000_000}
DECISIONS = {"river": 24, "turn, one bet": 16, "turn, two bets and a raise": 108}


@pytest.fixture(scope="module")
def evaluation():
    """Return the seconds of a call of eval7; 0 if it is not installed."""
    eval7 = next((rival for rival in rivals() if rival.name == "eval7"), None)
    if eval7 is None:
        return 0
    cards, evaluate = eval7.prepare([51, 45, 22, 20, 3, 29, 32]), eval7.rank
    return min(timeit.repeat("evaluate(cards)", globals=locals(), number=10_000, repeat=20)) / 10_000


@pytest.mark.usefixtures("right")
@pytest.mark.parametrize("spot", BETS)
def bench_to_a_target(benchmark, spot, evaluation):
    benchmark.group = "to 0.1% of the pot"
    tree = BettingTree(200, 900, BETS[spot])
    assert len(tree.decisions) == DECISIONS[spot]
    game = Endgame("Td9d6hQc2s"[: 10 if spot == "river" else 8], *RANGES, tree)

    def solve():
        solver = Solver(game)
        solver.run(target=0.001, num_threads=1)
        return solver

    solver = benchmark.pedantic(solve, rounds=3)
    assert 0 < solver.exploitability() <= 0.001
    ratio = CALLS_OF_POSTFLOP_SOLVER[spot] * evaluation / benchmark.stats.stats.min if benchmark.stats else 0
    benchmark.extra_info["speed of postflop-solver"] = ratio
    print(f"\n{spot}: {ratio:.1f} times the speed of postflop-solver, by calls of eval7")


@pytest.mark.parametrize("leaf_values", [None, "equity"])
def bench_turns_with_all_hands(benchmark, leaf_values):
    """Iterate on the whole turn, or on one that ends before its rivers: a call of `equity` is in each iteration."""
    benchmark.group = "10 iterations on a turn with all hands, nobody bets on rivers"
    tree = BettingTree(100, 300, [BetSizes((0.5, 1), max_bets=1), BetSizes(())])
    game = Endgame("QsJh2h4d", "random", "random", tree)
    solvers = [Solver(game, leaf_values=values, algorithm="cfr_plus") for values in (None, equity)]
    for solver in solvers:
        solver.run(30)
    assert solvers[0].gain("hero") == pytest.approx(solvers[1].gain("hero"), abs=2e-3)
    benchmark.pedantic(solvers[leaf_values is not None].run, (10,), {"num_threads": 1}, rounds=3)


def equity(board, pots, reach):
    """Return the equity of each hand against the reach of the other player."""
    return pb.combo_equity(reach[:, ::-1], boards=board, num_threads=1)


OMAHA_RANGES = {"30% of hands": "30%", "all hands": "*"}


@pytest.mark.parametrize("hands", OMAHA_RANGES)
def bench_omaha_iterations(benchmark, hands):
    """No open program solves Omaha: the ratio is the speed of a hand to that of a hand of hold'em in the same tree."""
    benchmark.group = "10 iterations on an Omaha river of 24 decisions"
    tree = BettingTree(200, 900, BETS["river"])
    assert len(tree.decisions) == DECISIONS["river"]
    few = Solver(Endgame("Td9d6hQc2s", "AA$ds, KK$ds", "QQ$ds, JT98", tree, game="omaha"))
    few.run(500)
    assert 0 <= few.exploitability() < 0.01
    game = Endgame("Td9d6hQc2s", OMAHA_RANGES[hands], OMAHA_RANGES[hands], tree, game="omaha")
    solver = Solver(game)
    first = solver.exploitability()
    benchmark.pedantic(lambda: solver.run(10, num_threads=1), rounds=3)
    assert 0 < solver.exploitability() < first / 3
    holdem = Solver(Endgame("Td9d6hQc2s", "random", "random", tree))
    of_holdem = min(timeit.repeat(lambda: holdem.run(10, num_threads=1), number=1, repeat=5)) / len(
        holdem.game.combos[0]
    )
    if benchmark.stats:
        of_omaha = benchmark.stats.stats.min / len(game.combos[0])
        benchmark.extra_info["speed of a hand, of hold'em"] = of_holdem / of_omaha
        print(f"\n{hands}: a hand takes {of_omaha / of_holdem:.1f} times as long as one of hold'em")
