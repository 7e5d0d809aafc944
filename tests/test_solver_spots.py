"""The spots with which the tests of the solver in WebAssembly compare its answers: the package finds the same.

`python tests/test_solver_spots.py` writes `data/solver_spots.json` anew. There, sizes are those of JavaScript, and
`"all-in"` is the whole stack.
"""

import itertools
import json
import random
from pathlib import Path

import numpy as np
import pytest

from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Endgame, Solver
from pokerbits.endgame._betting import as_arrays

FILE = Path(__file__).parent / "data" / "solver_spots.json"
RIVER, OTHER = (
    "66+, A8s+, A5s, A4s, AJo+, K9s+, KQo, QTs+, JTs, 96s+, 85s+, 75s+, 65s, 54s",
    "QQ-22, AQs-A2s, ATo+, K5s+, KJo+, Q8s+, J8s+, T7s+, 96s+, 86s+, 75s+, 64s+, 53s+",
)
BENCHMARK = {"bets": [0.5, 1, "all-in"], "raises": [0.6, "all-in"], "maxBets": 6}
"""That of benches/bench_endgame.py."""
ONE = {"bets": [0.75], "raises": [], "maxBets": 1}
FEW = {"bets": [0.33, 1], "raises": ["all-in"], "maxBets": 2}


def spot(board, hero, villain, chips, sizes, iterations, **options):
    pot, stack = chips
    of = {"board": board, "hero": hero, "villain": villain, "pot": pot, "stack": stack, "sizes": sizes, **options}
    return {"spot": of, "iterations": iterations}


SPOTS = [
    spot("AhKd7c4s2h", "AsAc, 0.75:9d8d, 0.75:9s8s", "KsQs", (100, 100), {"bets": [1], "maxBets": 1}, 200),
    spot("Td9d6hQc2s", RIVER, OTHER, (200, 900), BENCHMARK, 176),
    spot("Kh9d5c3h2s", "22+, A2s+, KTs+, ATo+", "JJ-22, A2s+, K9s+, KQo", (100, 300), FEW, 60),
    spot("8c8d8h3s3c", "0.3:AKs, 0.125:AA, 77", "random", (7.5, 12.25), FEW, 25),
    spot("QsJh2h4d9c", "random", "random", (1, 3), {"bets": [0.5, 1], "maxBets": 1}, 20),
    spot("2c3c4c5c6c", "AA, 7c8d", "KK, 7c9d", (40, 80), {"hero": FEW, "villain": ONE}, 30, rake=0.05, rakeCap=3),
    spot("Th9h8h7h2c", "AhKd, 6h5d, JdJs, 22", "QhQd, TcTd, AcAd", (60, 45), FEW, 40, allInThreshold=0.3, rake=0.04),
    spot("Kh9d5c3h", "AA, KQs, 87s, 54s", "99, AKs, JTs, 76s", (100, 250), [ONE, ONE], 30),
    spot("Ks7s2d2h", "AKs, 77, QJs, 0.5:65s", "KQs, 88, AcTc, 98s", (50, 400), [FEW, ONE], 20),
    spot(
        "AdTd5s4c",
        "AJ, T9s, 0.25:65s",
        "AQ, KdQd, 55",
        (30, 90),
        {"hero": [ONE, {"bets": [0.5], "donk": [0.25]}], "villain": [{"bets": [1], "maxBets": 1}, FEW]},
        15,
    ),
    spot("JcJd7h7s", "JT, AA, 0.7:KQs", "77, QQ, A5s", (100, 1000), [{"bets": [0.6], "maxBets": 1}, ONE], 25),
]


def trees():
    """Return forty bettings of all kinds, with at most 200 nodes each."""
    rng = random.Random(20261128)
    choices = (0.1, 0.25, 0.33, 0.5, 2 / 3, 0.75, 1, 1.5, 3.1415926535, "all-in")

    def sizes(most):
        return [rng.choice(choices) for _ in range(rng.randrange(most + 1))]

    def street(n_streets):
        of = {"bets": sizes(3 if n_streets == 1 else 1), "raises": sizes(3 - n_streets), "maxBets": rng.randrange(5)}
        return of | ({"donk": sizes(2)} if rng.random() < 0.3 else {})

    found = []
    while len(found) < 40:
        n_streets = (1, 1, 2, 3)[len(found) % 4]
        of_players = [[street(n_streets) for _ in range(n_streets)] for _ in range(rng.randrange(1, 3))]
        of = {
            "pot": rng.choice((1, 2.5, 60, 100, 123_456_789.0123, 1e-6)),
            "sizes": of_players[0] if len(of_players) == 1 else dict(zip(("hero", "villain"), of_players, strict=True)),
        }
        of["stack"] = of["pot"] * rng.choice((0.01, 0.5, 1, 3, 9.7, 1e5))
        if rng.random() < 0.3:
            of["allInThreshold"] = rng.choice((0, 0.2, 1))
        if rng.random() < 0.3:
            of |= {"rake": rng.choice((0.05, 1))} | ({"rakeCap": of["pot"] / 7} if rng.random() < 0.5 else {})
        if 5 < len(as_arrays(tree_of(of))[0]) <= 200:
            found.append(of)
    return found


def sizes_of(street):
    def fractions(name):
        return [ALL_IN if size == "all-in" else size for size in street[name]] if name in street else None

    return BetSizes(fractions("bets"), fractions("raises") or (), fractions("donk"), street.get("maxBets", 2))


def tree_of(of):
    sizes = of["sizes"]
    by_player = sizes if "hero" in sizes else {"hero": sizes, "villain": sizes}
    streets = {
        player: [sizes_of(street) for street in (row if isinstance(row, list) else [row])]
        for player, row in by_player.items()
    }
    options = {"rake": of.get("rake", 0), "rake_cap": of.get("rakeCap"), "all_in_threshold": of.get("allInThreshold")}
    return BettingTree(of["pot"], of["stack"], streets, **options)


def nodes_of(tree):
    """Return the nodes: for each its kind, player, first child, number of children, stake and rake; and all actions."""
    rows, chips = as_arrays(tree)
    # Ends have no child.
    rows[rows[:, 3] == 0, 2] = 0
    numbers = [[*map(int, row), *map(float, of)] for row, of in zip(rows, chips, strict=True)]
    actions = [[node.player, node.street, *node.actions] for node in tree.decisions]
    return {"nodes": numbers, "decisions": actions}


def answers(of):
    """Return what the package finds: all digits of the means, and seven of what hands do and gain."""
    given, tree = of["spot"], tree_of(of["spot"])
    solver = Solver(Endgame(given["board"], given["hero"], given["villain"], tree))
    solver.run(of["iterations"], num_threads=1)
    last = max(at for at, node in enumerate(tree.decisions) if node.street == 0)
    players = ("hero", "villain")

    def shown(numbers):
        known = numbers[~np.isnan(numbers)]
        return [float(f"{number:.7g}") for number in known[:: max(1, len(known) // 40)]]

    return {
        "exploitability": solver.exploitability(),
        "gains": [solver.gain(player) for player in players],
        "bestResponses": [solver.best_response(player) for player in players],
        "strategies": [[shown(row[0]) for row in solver.strategy(at)] for at in (0, last)],
        "values": [[shown(solver.values(at, player)[0]) for player in players] for at in (0, last)],
        "reach": [[shown(solver.reach(at, player)[0]) for player in players] for at in (0, last)],
    }


def saved():
    return json.loads(FILE.read_text(encoding="utf-8"))


def test_spots_and_trees_are_these():
    found = saved()
    assert [{name: of[name] for name in ("spot", "iterations")} for of in found["spots"]] == SPOTS
    assert [of["spot"] for of in found["trees"]] == trees()


@pytest.mark.parametrize("number", range(len(SPOTS)))
def test_the_package_solves_the_same(number):
    of = saved()["spots"][number]
    found = answers(of)
    for name in found:
        np.testing.assert_allclose(
            list(flat(found[name])), list(flat(of["found"][name])), rtol=1e-6, atol=1e-7, err_msg=name
        )
    assert found["exploitability"] == of["found"]["exploitability"]


def test_the_package_grows_the_same_trees():
    for of in saved()["trees"]:
        assert nodes_of(tree_of(of["spot"])) == {name: of[name] for name in ("nodes", "decisions")}


def flat(numbers):
    return itertools.chain.from_iterable(map(flat, numbers)) if isinstance(numbers, list) else [numbers]


def main():
    spots = [of | {"found": answers(of)} for of in SPOTS]
    grown = [{"spot": of} | nodes_of(tree_of(of)) for of in trees()]
    lines = [
        f'"{name}": [\n' + ",\n".join(json.dumps(of, separators=(",", ":")) for of in rows) + "\n]"
        for name, rows in (("spots", spots), ("trees", grown))
    ]
    FILE.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
