"""Calls of keys, threads, and whatever has no room of its own."""

import importlib
from random import Random
from typing import Any

import numpy as np
import values
from calls_of_odds import dead_cards, different
from registry import Call, anything, given, maker, sometimes, unsure
from twins import one_of, row_of
from values import REFUSED, UNKNOWN, Value


def scheme(rng: Random) -> str:
    """A series of keys, in most cases with something else in it."""
    if rng.random() < 0.2:
        return "pb.evaluator.keys.FIVE_CARD"
    field = rng.choice(["hand_size", "rank_keys", "flush_rank_keys", "suit_keys"])
    changed = rng.choice(
        [
            values.junk(rng).code,
            values.integers(rng, 0, 2**32).code,
            "()",
            "(0,) * 13",
            "(0, 1, 6, 31)",
            "(2**32 - 1,) * 13",
            "5",
            "7",
            "8",
        ]
    )
    return f"pb.evaluator.keys.FIVE_CARD._replace({field}={changed})"


@maker("pb.evaluator.keys.KeyScheme.is_valid")
def _(rng: Random) -> Call:
    return Call("pb.evaluator.keys.KeyScheme.is_valid", given(_scheme=Value(scheme(rng), UNKNOWN)), anything)


@maker("pb.evaluator.keys.KeyScheme properties")
def _(rng: Random) -> Call:
    name = rng.choice(["largest_key", "largest_sum", "key_bits"])
    return Call(f"(lambda scheme: scheme.{name})", given(_scheme=Value(scheme(rng), UNKNOWN)), anything)


@maker("pb.evaluator.keys.folding_points")
def _(rng: Random) -> Call:
    code = scheme(rng) if rng.random() < 0.8 else values.junk(rng).code
    return Call("pb.evaluator.keys.folding_points", given(_scheme=Value(code, UNKNOWN)), anything)


@maker("pb.evaluator.keys.find_rank_keys")
def _(rng: Random) -> Call:
    arguments = given(
        _size=values.number(rng, 1, 4),
        n_ranks=sometimes(rng, values.number(rng, 1, 7)),
        copies=sometimes(rng, values.number(rng, 1, 4)),
    )
    return Call("pb.evaluator.keys.find_rank_keys", arguments, unsure)


@maker("pb.evaluator.keys.find_flush_keys")
def _(rng: Random) -> Call:
    arguments = given(_size=values.number(rng, 5, 6), n_ranks=sometimes(rng, values.number(rng, 5, 8)))
    return Call("pb.evaluator.keys.find_flush_keys", arguments, unsure)


@maker("pb.evaluator.keys.find_suit_keys")
def _(rng: Random) -> Call:
    arguments = given(
        _size=values.number(rng, 1, 5),
        n_suits=sometimes(rng, values.number(rng, 1, 3)),
        least=sometimes(rng, values.choice(rng, "series", "largest")),
        unique=sometimes(rng, values.choice(rng, "sums", "flushes")),
    )
    return Call("pb.evaluator.keys.find_suit_keys", arguments, unsure)


@maker("pb.set_num_threads")
def _(rng: Random) -> Call:
    def oracle(n: int) -> int:
        return one_of(n, 1, 1024)

    return Call(
        "(lambda n: (pb.set_num_threads(n), pb.get_num_threads())[1])", given(_n=values.number(rng, 1, 1024)), oracle
    )


@maker("pb.random_hands")
def _(rng: Random) -> Call:
    seed = rng.choice(
        [
            Value(str(rng.randrange(99)), 1),
            Value("np.random.default_rng(5)", 1),
            Value(rng.choice(["'x'", "-1", "1.5", "object()", "[-1]", "'x' * (1 << 20)", "'\\udcff'"]), REFUSED),
        ]
    )
    arguments = given(
        _n=values.number(rng, 0, 50),
        _size=values.number(rng, 1, 52),
        rng=seed,
        num_threads=sometimes(rng, values.threads(rng)),
        board=sometimes(rng, values.cards(rng, 0, 3, 5, one=True), 0.3),
        dead=dead_cards(rng),
    )

    def oracle(
        n: int,
        size: int,
        rng: int,
        board: np.ndarray | None = None,
        dead: np.ndarray | None = None,
        num_threads: int = 1,
    ) -> Any:
        gone = [*row_of(board), *row_of(dead)]
        different(gone)
        one_of(n, 0, 2**31 - 1), one_of(size, 1, 52 - len(gone))
        if n * size > 10**9:
            return anything()
        return lambda found: (
            found.shape == (n, size)
            and all(len({*hand, *gone}) == size + len(gone) and max(hand) < 52 for hand in found.tolist())
        )

    return Call("pb.random_hands", arguments, oracle)


@maker("pb.plot")
def _(rng: Random) -> Call:
    """What cannot be drawn, or not there: nothing is drawn."""
    # Before the call, which may be interrupted: in the midst of an import that would leave half a module.
    importlib.import_module("matplotlib").use("agg")
    importlib.import_module("matplotlib.pyplot")
    functions = {
        "abstraction_buckets": "object()",
        "abstraction_inertia": "object()",
        "action_matrix": "{'raise': 'QQ+'}",
        "ars_heatmap": "np.ones((7463, 169))",
        "board_report": "pb.flop_report('QQ+', 'JJ+', boards=['AhKh7d'])",
        "equity_bars": "pb.equity('AhKh', 'QsQd', board='7c2d9s')",
        "equity_graph": "pb.reports.equity_distribution('QQ+', 'JJ+', board='Ah7d2c')",
        "hand_matrix": "np.ones(169)",
        "range_matrix": "'QQ+'",
        "rank_frequencies": "np.ones(7463)",
        "runout_matrix": "pb.reports.runout_report('QQ+', 'JJ+', board='AhKh7d2c')",
        "strength_histogram": "[1, 2]",
    }
    name, right = rng.choice(list(functions.items()))
    if rng.random() < 0.5:
        wrong = Value(rng.choice(["5", "object()", "'x' * (1 << 20)", "{'flop'}", "[[]]", "pb", "None"]), REFUSED)
        return Call(f"pb.plot.{name}", given(_drawn=wrong), anything)
    nowhere = rng.choice(["5", "object()", "'ax'", "np.ones(3)", "[]", "int"])
    title = rng.choice(["5", "'\\udcff'", "b'x'", "object()", "None", "['x']"])
    options = rng.choice([{"ax": nowhere}, {"title": title} if title != "None" else {"ax": nowhere}])
    arguments = {name: Value(code, REFUSED) for name, code in options.items()}
    return Call(f"pb.plot.{name}", given(_drawn=Value(right, None), **arguments), anything)


@maker("pb.testing")
def _(rng: Random) -> Call:
    """Strategies are made here; Hypothesis says what is wrong with them when it draws."""
    name = rng.choice(["hands", "boards"])
    size = {"*size": values.number(rng, 0, 7)._replace(means=UNKNOWN)} if name == "hands" else {}
    return Call(
        f"pb.testing.{name}",
        size | given(dead=sometimes(rng, values.cards(rng, 0, 2)._replace(means=UNKNOWN))),
        anything,
    )
