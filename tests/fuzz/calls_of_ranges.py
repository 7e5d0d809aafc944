"""Calls of ranges, of what they are worth, and of reports."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import values
from calls_of_odds import dead_cards, different
from registry import Call, Refusal, Unsure, given, maker, sometimes, unsure
from twins import deal, row_of
from values import REFUSED, UNKNOWN, Value

import pokerbits as pb


@maker("pb.Range")
def _(rng: Random) -> Call:
    """Text made of pieces of ranges, and what is no text."""
    pieces = [
        "QQ+",
        "AKs",
        "0.5:",
        "!",
        "[",
        "]",
        "/",
        "15%",
        "random",
        "A",
        "x",
        "s",
        "-",
        ",",
        " ",
        "2c",
        "@50",
        "1e9",
        "\ud800",
    ]
    text = repr("".join(rng.choice(pieces) for _ in range(rng.randrange(9))))
    return Call("pb.Range", given(hands=Value(rng.choice([text, text, text, values.junk(rng).code]), UNKNOWN)), unsure)


WEIGHTS = [
    "np.ones(1326)",
    "np.full(1326, np.nan)",
    "-np.ones(1326, 'f4')",
    "np.full(1326, 1e308)",
    "np.zeros((3, 1326), bool)",
    "strided(np.ones(1326))",
    "np.ones(1325)",
    "np.ones((2, 1326))",
]
"""What is, or is not, the weights of a range."""


@maker("pb.OmahaRange")
def _(rng: Random) -> Call:
    """Text made of pieces of ranges of Omaha hands, and what is no text; of four cards, which takes no time."""
    pieces = [
        "AA",
        "KQ",
        "$ds",
        "$np",
        "!",
        "!",
        ":",
        ",",
        "(",
        ")",
        "[A-T]",
        "[",
        "]",
        "x",
        "y",
        "s",
        "+",
        "-",
        "*",
        "random",
        " ",
        "15%",
        "\ud800",
    ]
    text = repr("".join(rng.choice(pieces) for _ in range(rng.randrange(9))))
    sizes = ["4", "4", "4", "3", "7", "-1", "10**30", "4.0", "True", "None", "np.uint8(4)", "'4'"]
    arguments = given(
        hands=Value(rng.choice([text, text, text, values.junk(rng).code]), UNKNOWN),
        hole_cards=sometimes(rng, Value(rng.choice(sizes), UNKNOWN)),
    )
    return Call("pb.OmahaRange", arguments, unsure)


@maker("pb.OmahaRange.from_hands")
def _(rng: Random) -> Call:
    """Rows of cards of all kinds and sizes."""

    def oracle(hands: np.ndarray) -> Any:
        dealt = deal(hands, 4, 5, 6)
        if dealt.ndim > 2 or not dealt.size:
            raise Refusal
        rows = {tuple(sorted(row)) for row in dealt.reshape(-1, dealt.shape[-1]).tolist()}
        expected = [list(row) for row in sorted(rows, key=lambda row: row[::-1])]
        return lambda found: found.hands.tolist() == expected

    return Call("pb.OmahaRange.from_hands", given(hands=values.cards(rng, 3, 4, 5, 6, 7, many=5)), oracle)


@maker("pb.RankedBoards.outcomes")
def _(rng: Random) -> Call:
    """Weights of all kinds on one board and on several."""
    boards = rng.choice(["'AhKh7d2c2s'", "['AhKh7d2c2s', 'QsJsTs2c3d']"])
    weights = [
        *WEIGHTS,
        "np.full((2, 1326), np.inf)",
        "strided(np.ones(1326, 'f4'))",
        "np.zeros((0, 1326))",
        "'QQ+'",
        "pb.Range('AKs')",
        values.junk(rng).code,
    ]
    arguments = given(
        weights=Value(rng.choice(weights), UNKNOWN),
        dtype=sometimes(rng, values.dtypes(rng, "f4", "f8")),
        num_threads=sometimes(rng, values.threads(rng)),
    )
    return Call(f"pb.RankedBoards({boards}).outcomes", arguments, unsure)


@maker("pb.combo_equity")
def _(rng: Random) -> Call:
    """Ranges of all kinds on one board and on several."""
    opponents = [
        "'QQ+, AKs'",
        "'AKx'",
        "pb.Range('0.5:AA')",
        *WEIGHTS,
        "np.zeros(1326, bool)",
        values.junk(rng).code,
    ]
    boards = ["'AhKh7d2c2s'", "['AhKh7d2c', 'QsJsTs2c']", "np.zeros((0, 4), 'u1')", "'AhKh'", values.junk(rng).code]
    arguments = given(
        villain=Value(rng.choice(opponents), UNKNOWN),
        boards=Value(rng.choice(boards), UNKNOWN),
        dead=sometimes(rng, values.cards(rng, 0, 2)._replace(means=UNKNOWN)),
        executor=sometimes(rng, values.executors(rng), 0.1),
        num_threads=sometimes(rng, values.threads(rng)),
    )
    return Call("pb.combo_equity", arguments, unsure)


@maker("pb.equity of ranges")
def _(rng: Random) -> Call:
    """Hands and ranges of all kinds, counted or sampled, few enough of them to take no time."""
    players = [
        "'QQ+, AKs'",
        "'KsKh'",
        "'0.25:TT'",
        "'AKz'",
        "''",
        "[51, 50]",
        "pb.Range('AQs')",
        "pb.Range('99').weights",
        *WEIGHTS,
        values.junk(rng).code,
    ]
    n = rng.choice([2, 2, 2, 3, 3, 4, 1, 0, 11])
    board = rng.choice(["'AhKh7d2c2s'", "'AhKh7d2c'", "'AhKh7d'", "''", "'Ah'", values.junk(rng).code])
    arguments = {f"*player {i}": Value(rng.choice(players), UNKNOWN) for i in range(n)} | given(
        board=Value(board, UNKNOWN),
        dead=sometimes(rng, values.cards(rng, 0, 2)._replace(means=UNKNOWN)),
        method=sometimes(rng, Value(rng.choice(["'auto'", "'exact'", "'monte_carlo'", "'count'", "5"]), UNKNOWN)),
        max_seconds=Value(rng.choice(["0.1", "0", "-1", "np.nan", "np.float32(0.1)", "'1'"]), UNKNOWN),
        n_samples=Value(rng.choice(["100", "np.int8(100)", "0", "-1", "2.5", "10**30"]), UNKNOWN),
        std_error=sometimes(rng, Value(rng.choice(["0.1", "0", "np.nan", "np.inf", "'x'"]), UNKNOWN)),
        rng=Value(rng.choice(["1", "np.random.default_rng(5)", "-1", "'x'"]), UNKNOWN),
        num_threads=sometimes(rng, values.threads(rng)),
    )
    return Call("pb.equity", arguments, unsure)


def some_range(rng: Random) -> Value:
    """A range that no few cards empty, and what is none."""
    if rng.random() < 0.1:
        return Value(values.junk(rng).code, UNKNOWN)
    text = rng.choice(["random", "22+, A2s+, 0.5:KQo, 95o", "0.001:random"])
    return Value(
        rng.choice(["{!r}", "pb.Range({!r})", "pb.Range({!r}).weights", "strided(pb.Range({!r}).weights)"]).format(
            text
        ),
        text,
    )


def free_weights(text: str, known: list[int]) -> np.ndarray:
    """The weights of a range, without the combos that hold a known card."""
    weights = pb.Range(text).weights.copy()
    weights[[bool({*combo} & {*known}) for combo in pb.COMBOS.tolist()]] = 0
    return weights


@maker("pb.reports.hand_breakdown")
def _(rng: Random) -> Call:
    arguments = given(_hands=some_range(rng), board=values.cards(rng, 3, 4, 5, one=True))

    def oracle(hands: str, board: np.ndarray) -> Any:
        expected = free_weights(hands, row_of(board, 3, 4, 5))
        return lambda found: (
            (found.weights == expected).all()
            and ((found.made >= 0) == (free_weights("random", row_of(board)) > 0)).all()
            and sum(row["combos"] for row in found.to_dict()["made"]) == np.count_nonzero(expected)
        )

    return Call("pb.reports.hand_breakdown", arguments, oracle)


def weights_of_first(hands: str, opponent: str, board: np.ndarray, dead: np.ndarray | None) -> np.ndarray:
    """The weights of the first of two ranges that known cards leave; refused where they leave nothing of one."""
    dealt, gone = row_of(board, 0, 3, 4, 5), row_of(dead)
    different(dealt, gone)
    if 52 - len(gone) < 9:
        raise Refusal
    ours, theirs = free_weights(hands, dealt + gone), free_weights(opponent, dealt + gone)
    if not (ours.any() and theirs.any()):
        raise Refusal
    if len(gone) > 3:
        raise Unsure
    return ours


def of_two_ranges(rng: Random, name: str, right: Callable[..., bool], **more: Value | None) -> Call:
    """A report about two ranges; `right` gets the answer, the weights of the first, and what more was given."""

    def oracle(
        hands: str,
        opponent: str,
        board: np.ndarray,
        dead: np.ndarray | None = None,
        num_threads: int = 1,
        **more: Any,
    ) -> Any:
        weights = weights_of_first(hands, opponent, board, dead)
        return lambda found: right(found, weights, **more)

    board = values.cards(rng, 3, 4, 5, one=True)
    threads = sometimes(rng, values.threads(rng), 0.2)
    both = given(
        _hands=some_range(rng), _opponent=some_range(rng), board=board, dead=dead_cards(rng), num_threads=threads
    )
    return Call(name, both | given(**more), oracle)


@maker("pb.reports.equity_distribution")
def _(rng: Random) -> Call:
    def right(found: Any, weights: np.ndarray) -> bool:
        both = abs(found.hero.mean + found.villain.mean - 1) < 1e-9
        return both and ((found.hero.weights > 0) == (weights > 0)).all() and 0 < found.hero.mean < 1

    return of_two_ranges(rng, "pb.reports.equity_distribution", right)


@maker("pb.reports.range_advantage")
def _(rng: Random) -> Call:
    return of_two_ranges(rng, "pb.reports.range_advantage", lambda found, _: abs(found.shares.sum() - 1) < 1e-9)


@maker("pb.reports.nut_advantage")
def _(rng: Random) -> Call:
    some = [Value(text, float(text)) for text in ("0", "0.5", "1", "1.0")]
    wrong = [Value(text, REFUSED) for text in ("-0.1", "2", "np.nan", "np.inf", "'0.5'", "None", "[0.5]")]
    nut_equity = sometimes(rng, rng.choice([*some, *some, *wrong]), 0.7)

    def right(found: Any, _: np.ndarray, nut_equity: float = 0.8) -> bool:
        return ((found.shares >= 0) & (found.shares <= 1)).all() and (nut_equity > 0 or (found.shares == 1).all())

    return of_two_ranges(rng, "pb.reports.nut_advantage", right, nut_equity=nut_equity)


@maker("pb.flops")
def _(rng: Random) -> Call:
    every = rng.choice([Value("True", True), Value("False", False), Value("np.False_", False)])
    wrong = Value(rng.choice(["1", "'yes'", "[True]", "None", "object()"]), REFUSED)

    def oracle(all: bool = False) -> Any:
        n = 22100 if all else 1755
        return lambda found: found.boards.shape == (n, 3) and found.weights.sum() == 22100

    return Call("pb.flops", given(all=sometimes(rng, every if rng.random() < 0.8 else wrong)), oracle)


@maker("pb.reports.Flops.mean")
def _(rng: Random) -> Call:
    """Values that do not depend on the hand, whose mean is known, and what are none."""
    value = rng.choice([0.5, 1.0, -3.25])
    wrong = ["np.ones(1755)", "np.ones((1326, 1755))", "np.full((1755, 1326), np.nan)", values.junk(rng).code]
    right = Value(f"np.full((1755, 1326), {value})", value)
    arguments = given(
        _values=right if rng.random() < 0.8 else Value(rng.choice(wrong), UNKNOWN),
        villain=rng.choice([Value("'QQ+'", None), Value("'QQ+'", None), Value("'AhKh'", REFUSED)]),
        hole=sometimes(rng, rng.choice([Value("'JsTs'", ()), Value("[[0, 1], [2, 3]]", (2,)), Value("'Js'", REFUSED)])),
    )

    def oracle(values: float, villain: None, hole: tuple[int, ...] = (1326,)) -> Any:
        return lambda found: np.shape(found) == hole and np.allclose(found, values, rtol=1e-12)

    return Call("pb.flops().mean", arguments, oracle)


@maker("pb.reports.flop_subset")
def _(rng: Random) -> Call:
    """Numbers of flops, most of them none; the others take seconds."""
    n = rng.choice(["0", "-1", "1756", "2.5", "None", "'5'", "10**30", "np.uint8(5)", values.junk(rng).code])
    return Call("pb.reports.flop_subset", given(_n=Value(n, UNKNOWN)), unsure)


@maker("pb.flop_report")
def _(rng: Random) -> Call:
    """Few boards, and what is no board, no range, no weight, no texture and no share."""
    boards = ["['AhKh7d', '2c2d2h']", "np.arange(6).reshape(2, 3)", "'AhKh7d'", "np.zeros((0, 3), int)", "[[0, 0, 1]]"]
    ranges = ["'QQ+'", "'AhKh, 0.5:77'", "np.ones(1326)", "np.zeros(1326)", "'22 +'", values.junk(rng).code]
    groups = ["'suits'", "['suits', 'high_card']", "[]", "'high card'", "None", values.junk(rng).code]
    # Without boards it takes seconds.
    junk = values.junk(rng).code
    arguments = given(
        _hero=Value(rng.choice(ranges), UNKNOWN),
        _villain=Value(rng.choice(ranges), UNKNOWN),
        boards=Value(rng.choice([*boards, *boards, boards[0] if junk == "None" else junk]), UNKNOWN),
        weights=sometimes(
            rng, Value(rng.choice(["[1, 2]", "[1]", "[np.nan, 1]", values.junk(rng).code]), UNKNOWN), 0.2
        ),
        group_by=sometimes(rng, Value(rng.choice(groups), UNKNOWN), 0.3),
        quantiles=sometimes(rng, Value(rng.choice(["[]", "[0.5]", "[2]", values.junk(rng).code]), UNKNOWN), 0.2),
        nut_equity=sometimes(rng, Value(rng.choice(["0.5", "-1", "np.nan", values.junk(rng).code]), UNKNOWN), 0.2),
        executor=sometimes(rng, values.executors(rng), 0.1),
        num_threads=sometimes(rng, values.threads(rng)),
    )
    return Call("pb.flop_report", arguments, unsure)


@maker("pb.reports.runout_report")
def _(rng: Random) -> Call:
    """Boards of three and four cards, and others."""
    cards = rng.sample(range(52), rng.choice([3, 4, 4, 2, 5]))
    board = rng.choice([repr(cards), repr("".join(pb.cards.card_name(card) for card in cards)), values.junk(rng).code])
    hero = rng.choice(["'QQ+'", "'random'", "'AhKh'", values.junk(rng).code])
    arguments = given(
        _hero=Value(hero, UNKNOWN),
        _villain=Value("'22+, A2s+'", UNKNOWN),
        board=Value(board, UNKNOWN),
        num_threads=sometimes(rng, values.threads(rng)),
    )
    return Call("pb.reports.runout_report", arguments, unsure)
