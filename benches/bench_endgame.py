"""CFR+ on a river and on a turn with all rivers, and best responses: one thread, answers first.

Divide: a call of `run` has `ITERATIONS` iterations. The ranges are those of `examples/river_endgame.py`.
"""

import sys
from pathlib import Path

import numpy as np
import pytest

from pokerbits.endgame import BetSizes, BettingTree, Endgame, Solver

sys.path.append(str(Path(__file__).parents[1] / "examples"))
import river_endgame
import turn_endgame

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
    benchmark(solver.run, ITERATIONS[street])


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
