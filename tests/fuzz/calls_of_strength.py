"""Calls of hand strength and its tables."""

import math
from random import Random
from typing import Any

import numpy as np
import values
from calls_of_odds import table
from registry import Call, Refusal, Shaped, anything, given, maker, sometimes, unsure
from twins import against_random, one_of, paired, row_by_row
from values import REFUSED, UNKNOWN, Value

import pokerbits as pb


def strength_arguments(rng: Random, *n_board: int, **more: Value | None) -> dict[str, Value]:
    hole, board = (
        table(rng, *n_board)
        if rng.random() < 0.4
        else (values.cards(rng, 2, many=0), values.cards(rng, *n_board, many=20))
    )
    return given(_hole=hole, board=board, num_threads=sometimes(rng, values.threads(rng)), **more)


def shares(hole: np.ndarray, board: np.ndarray, power: int, power_of_opponents: int) -> Any:
    """The hand strength on the river, else a shape."""
    rows = paired(hole, board, (2,), (0, 3, 4, 5))
    one_of(power, 1, 2), one_of(power_of_opponents, 1, 22)
    if board.shape[-1] != 5 or rows.size > 100:
        return Shaped(rows.shape[:-1], np.float64, lambda found: bool(((found >= 0) & (found <= 1)).all()))

    def of_row(row: list[int]) -> float:
        wins, ties, _ = against_random(row[:2], row[2:], [])
        return (2 * wins + ties) / 1980

    expected = row_by_row(rows, 7, of_row, np.float64) ** (power * power_of_opponents)
    return Shaped(expected.shape, np.float64, lambda found: bool(np.allclose(found, expected, rtol=1e-12, atol=0)))


@maker("pb.hand_strength")
def _(rng: Random) -> Call:
    def oracle(hole: np.ndarray, board: np.ndarray, power_of_opponents: int = 1, num_threads: int = 1) -> Any:
        if board.ndim and board.shape[-1] not in (3, 4, 5):
            raise Refusal
        return shares(hole, board, 1, power_of_opponents)

    k = sometimes(rng, values.number(rng, 1, 22), 0.3)
    return Call("pb.hand_strength", strength_arguments(rng, 5, 5, 4, 3, power_of_opponents=k), oracle, has_out=True)


@maker("pb.expected_hand_strength")
def _(rng: Random) -> Call:
    def oracle(
        hole: np.ndarray, board: np.ndarray, power: int = 1, power_of_opponents: int = 1, num_threads: int = 1
    ) -> Any:
        return shares(hole, board, power, power_of_opponents)

    arguments = strength_arguments(
        rng,
        5,
        5,
        4,
        power=sometimes(rng, values.number(rng, 1, 2), 0.3),
        power_of_opponents=sometimes(rng, values.number(rng, 1, 22), 0.3),
    )
    return Call("pb.expected_hand_strength", arguments, oracle, has_out=True)


@maker("pb.strength.hand_strength_histogram")
def _(rng: Random) -> Call:
    bins = rng.choice([None, values.number(rng, 2, 20), Value("1981", 1981), Value("1982", 1982), Value("1", 1)])

    def oracle(hole: np.ndarray, board: np.ndarray, bins: int = 50, num_threads: int = 1) -> Any:
        rows = paired(hole, board, (2,), (0, 3, 4, 5))
        runouts = math.comb(50 - board.shape[-1], 5 - board.shape[-1])
        shape = (*rows.shape[:-1], one_of(bins, 2, 1981))
        return Shaped(shape, np.uint32, lambda found: bool((found.sum(axis=-1) == runouts).all()))

    return Call(
        "pb.strength.hand_strength_histogram", strength_arguments(rng, 5, 5, 4, bins=bins), oracle, has_out=True
    )


@maker("pb.strength.average_rank_strength")
def _(rng: Random) -> Call:
    """Only hands of the river, whose table takes its seconds once, and wrong ones."""

    def oracle(hole: np.ndarray, board: np.ndarray, power_of_opponents: int = 1, num_threads: int = 1) -> Any:
        if board.ndim and board.shape[-1] not in (3, 4, 5):
            raise Refusal
        rows = paired(hole, board, (2,), (3, 4, 5))
        one_of(power_of_opponents, 1, 22)
        return Shaped(rows.shape[:-1], np.float64, lambda found: bool(((found >= 0) & (found <= 1)).all()))

    hole, board = values.cards(rng, 2, many=0), values.cards(rng, 5, many=20)
    k = sometimes(rng, values.number(rng, 1, 22), 0.3)
    return Call(
        "pb.strength.average_rank_strength",
        given(_hole=hole, board=board, power_of_opponents=k, num_threads=sometimes(rng, values.threads(rng))),
        oracle,
        has_out=True,
    )


@maker("pb.strength.ars_table")
def _(rng: Random) -> Call:
    street = values.choice(rng, "river")
    if rng.random() < 0.2:
        street = Value(
            rng.choice(["'preflop'", "'showdown'", "3", "'River'", "np.array('river')", "['river']", "{}"]), REFUSED
        )

    def oracle(street: str, power_of_opponents: int = 1, num_threads: int = 1) -> Any:
        one_of(power_of_opponents, 1, 22)
        return lambda found: found.shape == (7463, 169)

    arguments = given(
        _street=street,
        power_of_opponents=sometimes(rng, values.number(rng, 1, 1), 0.3),
        num_threads=sometimes(rng, values.threads(rng)),
    )
    return Call("pb.strength.ars_table", arguments, oracle)


@maker("pb.strength.opponent_clusters")
def _(rng: Random) -> Call:
    def oracle(n: int, num_threads: int = 1) -> Any:
        one_of(n, 1, 169)
        return lambda found: (
            len(found.classes) == n and sorted(name for c in found.classes for name in c) == sorted(pb.HAND_CLASSES)
        )

    return Call(
        "pb.strength.opponent_clusters",
        given(_n=values.number(rng, 1, 169), num_threads=sometimes(rng, values.threads(rng))),
        oracle,
    )


@maker("pb.strength_table")
def _(rng: Random) -> Call:
    """The table of 169 rows."""
    kind, dtype = (
        values.choice(rng, "ehs", "ehs2", "histogram", "ochs"),
        values.dtypes(rng, "float64", "float32", "uint16", "counts"),
    )
    clusters = [
        "None",
        "[list(pb.HAND_CLASSES)]",
        "[range(169)]",
        "[[0], range(1, 169)]",
        "[[0], [0]]",
        "[]",
        "[[]]",
        "5",
        "[['AA']]",
        "[[1.5]]",
        "[[2**64]]",
        "[Raises('__iter__')]",
        "[[-1]]",
    ]
    outs = [
        "None",
        "np.zeros(169)",
        "np.zeros(5)",
        "5",
        "'no/such/directory.npy'",
        "b'x.npy'",
        "'x'",
        "read_only(np.zeros(169))",
        "[]",
        "'\\0.npy'",
        "Raises('__fspath__')",
    ]
    arguments = given(
        _kind=kind._replace(means=UNKNOWN) if kind.means is not REFUSED else kind,
        street=Value("'preflop'", None) if rng.random() < 0.9 else Value(rng.choice(["5", "'no'", "[]"]), REFUSED),
        bins=sometimes(rng, values.number(rng, 2, 9), 0.3),
        clusters=sometimes(rng, Value(rng.choice(clusters), UNKNOWN), 0.3),
        dtype=sometimes(rng, dtype._replace(means=UNKNOWN), 0.3),
        executor=sometimes(rng, values.executors(rng), 0.1),
        out=sometimes(rng, Value(rng.choice(outs), UNKNOWN), 0.3),
        num_threads=sometimes(rng, values.threads(rng)),
    )
    return Call("pb.strength_table", arguments, anything)


@maker("pb.strength.check_table")
def _(rng: Random) -> Call:
    """Files that are no tables, and what is no file."""
    path = values.choice(rng, "__file__", "no/such/directory.npy", ".", "", "\0.npy", "/dev/null")
    code = rng.choice([path.code, path.code, values.junk(rng).code, "b'x.npy'", "Raises('__fspath__')"])
    return Call("pb.strength.check_table", given(path=Value(code, UNKNOWN)), unsure)
