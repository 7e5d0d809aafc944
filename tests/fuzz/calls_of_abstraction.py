"""Calls of clustering and of outcome classes."""

from random import Random
from typing import Any

import numpy as np
import values
from registry import Call, Refusal, Unsure, anything, given, maker, sometimes
from twins import one_of
from values import REFUSED, UNKNOWN, Value


def numbers(rng: Random) -> Value:
    """Rows of numbers, or what is none."""
    if rng.random() < 0.2:
        # Floats among them are numbers as well.
        return values.integers(rng, 0, 9)._replace(means=UNKNOWN)
    shape = rng.randint(1, 9), rng.randint(1, 5)
    rows = np.array([[rng.randint(0, 2) for _ in range(shape[1])] for _ in range(shape[0])])
    dtype = rng.choice(["u1", "u2", "u4", "i8", ">i4", "f4", "f8", ">f8", "O", "g"])
    code = f"np.array({rows.tolist()}).astype({dtype!r})"
    if rng.random() < 0.3:
        code = f"{rng.choice(values.VIEWS)}({code})"
    return Value(code, rows, sure=dtype != "g")


@maker("pb.abstraction.distinct_rows")
def _(rng: Random) -> Call:
    def oracle(rows: np.ndarray, num_threads: int = 1) -> Any:
        if rows.ndim != 2 or not rows.shape[1]:
            raise Refusal if rows.size else Unsure
        distinct = list(dict.fromkeys(map(tuple, rows.tolist())))
        return lambda found: (
            [tuple(row) for row in found.points.tolist()] == distinct
            and [distinct[at] for at in found.point_of_row] == [tuple(row) for row in rows.tolist()]
            and found.counts.sum() == len(rows)
        )

    return Call(
        "pb.abstraction.distinct_rows",
        given(_rows=numbers(rng), num_threads=sometimes(rng, values.threads(rng))),
        oracle,
    )


def fitted(rng: Random, name: str, parameters: dict[str, Value]) -> Call:
    """A call of `fit_predict` of an estimator with these parameters."""
    inside = ", ".join(f"{name}={value.code}" for name, value in parameters.items())
    weights = Value(rng.choice(["[1]", "np.ones(3)", "[-1.0] * 5", "np.full(4, np.nan)", "5", "'no'", "[]"]), UNKNOWN)
    arguments = given(_X=numbers(rng)._replace(means=UNKNOWN), sample_weight=sometimes(rng, weights, 0.3))
    return Call(
        f"(lambda *rows, **more: pb.abstraction.{name}({inside}).fit_predict(*rows, **more))", arguments, anything
    )


@maker("pb.abstraction.HistogramKMeans.fit_predict")
def _(rng: Random) -> Call:
    centers = ["'k-means++'", "'no'", "[[1, 0]]", "np.zeros((2, 2))", "5", "[[np.nan]]", "[]", "[['a']]"]
    positions = ["None", "[0, 1]", "[1, 0]", "[0.5, 0.5]", "5", "[np.inf, 0]", "[]", "'no'"]
    parameters = given(
        n_clusters=Value(rng.choice(["0", "1", "2", "5", "10**30", "2.5", "None", "'3'"]), UNKNOWN),
        metric=Value(rng.choice(["'emd'", "'l1'", "'l2'", "'no'", "5", "None"]), UNKNOWN),
        positions=sometimes(rng, Value(rng.choice(positions), UNKNOWN), 0.3),
        init=sometimes(rng, Value(rng.choice(centers), UNKNOWN), 0.3),
        tol=sometimes(rng, Value(rng.choice(["0", "-1", "np.nan", "10**400", "'no'", "None", "[1]"]), UNKNOWN), 0.3),
        max_iter=sometimes(rng, values.number(rng, 1, 50), 0.3),
        num_threads=sometimes(rng, values.threads(rng)),
        random_state=sometimes(
            rng, Value(rng.choice(["0", "None", "-1", "'no'", "np.random.default_rng(1)"]), UNKNOWN)
        ),
    )
    return fitted(rng, "HistogramKMeans", parameters)


@maker("pb.abstraction.PercentileBuckets.fit_predict")
def _(rng: Random) -> Call:
    name = rng.choice(["PercentileBuckets", "OptimalScalarBuckets"])
    return fitted(rng, name, given(n_buckets=sometimes(rng, values.number(rng, 1, 3))))


@maker("pb.abstraction.outcome_classes")
def _(rng: Random) -> Call:
    """Nothing that takes its seconds."""
    streets = ["'no'", "5", "[]", "None", "b'turn'", "Raises('__eq__')"]
    kinds = ["'no'", "5", "[]", "{}", "'Outcome'"]
    recalls = ["4", "-1", "2**64", "1.0", "'1'", "[1]", "Index('x')", "None"]
    outs = ["np.zeros(5, np.uint32)", "5", "'x'", "[]", "read_only(np.zeros(169, np.uint32))", "Raises('__array__')"]
    wrong = {"_street": streets, "kind": kinds, "recall": recalls, "out": outs}
    right = {"_street": "'preflop'", "kind": rng.choice(["'outcome'", "'winrate'"]), "recall": "0", "out": "None"}
    named = rng.choice(list(wrong))
    values_of = {name: Value(code, None) for name, code in right.items() if name == "_street" or rng.random() < 0.5}
    arguments = values_of | {named: Value(rng.choice(wrong[named]), REFUSED)}
    return Call(
        "pb.abstraction.outcome_classes", given(**arguments, num_threads=sometimes(rng, values.threads(rng))), anything
    )


@maker("pb.abstraction.winrate_history")
def _(rng: Random) -> Call:
    """The river alone takes a second; all else is refused."""

    def oracle(street: str, recall: int = 0) -> Any:
        return lambda found: found.tuples.shape == (20_687, recall + 1)

    if rng.random() < 0.1:
        return Call(
            "pb.abstraction.winrate_history",
            given(_street=Value("'river'", "river"), recall=sometimes(rng, Value("0", 0))),
            oracle,
        )
    street = Value(rng.choice(["'no'", "5", "[]", "None", "Raises('__eq__')"]), REFUSED)
    return Call("pb.abstraction.winrate_history", given(_street=street), anything)


@maker("pb.abstraction.game_outcome_classes")
def _(rng: Random) -> Call:
    """Leduc hold'em with any strengths."""
    strengths = [rng.randrange(9) for _ in range(15)]
    code = rng.choice(["{}", "np.array({})", "np.array({}, np.uint8)", "tuple({})"]).format(strengths)
    given_strengths = Value(code, strengths)
    if rng.random() < 0.3:
        wrong = ["[]", "5", "None", "'x'", "[0.5] * 15", "[0] * 14", "np.zeros((15, 1), int)", "[[]]"]
        given_strengths = Value(rng.choice(wrong), REFUSED)

    def oracle(indexer: Any, strengths: list[int], round: int = 1, kind: str = "outcome", recall: int = 0) -> Any:
        at = one_of(round, -2, 1) % 2
        one_of(recall, 0, at)
        return lambda found: found.shape == ((3, 15)[at],) and found.dtype == np.uint32

    arguments = given(
        _indexer=Value("pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)", None),
        strengths=given_strengths,
        round=sometimes(rng, values.number(rng, -2, 1)),
        kind=sometimes(rng, values.choice(rng, "outcome", "winrate")),
        recall=sometimes(rng, values.number(rng, 0, 1), 0.3),
    )
    return Call("pb.abstraction.game_outcome_classes", arguments, oracle)
