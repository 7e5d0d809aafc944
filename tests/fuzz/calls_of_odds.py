"""Calls of exact equity and odds."""

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import values
from calls_of_indices import rows_in
from registry import Call, Refusal, Unsure, anything, given, maker, sometimes, unsure
from twins import against_random, deal, paired, river_scores, row_of
from values import REFUSED, UNKNOWN, Value

import oracles
import pokerbits as pb


def table(rng: Random, *n_board: int, players: int = 1) -> list[Value]:
    """Hole cards of players and a board, mostly without a card in common."""
    if rng.random() < 0.3:
        return [*(values.cards(rng, 2, one=True) for _ in range(players)), values.cards(rng, *n_board, one=True)]
    deck = rng.sample(range(52), 52)
    parts = [*(deck[2 * i : 2 * i + 2] for i in range(players)), deck[40 : 40 + rng.choice(n_board)]]
    return [
        values._written(rng, np.array(part, dtype=object))
        if rng.random() < 0.5
        else values._dressed(rng, np.array(part, dtype=object))
        for part in parts
    ]


def dead_cards(rng: Random) -> Value | None:
    return sometimes(rng, values.cards(rng, 0, 1, 3, 50, one=True), 0.3)


def different(*parts: list[int]) -> None:
    known = [card for part in parts for card in part]
    if len(set(known)) != len(known):
        raise Refusal


def or_range(hand: Value) -> Value:
    """A hand of a player; what is none may be a range."""
    if hand.means is REFUSED:
        try:
            pb.Range(eval(hand.code, vars(values)))
        except Exception:  # Whatever it is, it is no range.
            return hand
        return hand._replace(means=UNKNOWN)
    return hand


@maker("pb.equity")
def _(rng: Random) -> Call:
    n = rng.choice([2, 2, 2, 3, 1, 0, 11])
    *hands, board = table(rng, 4, 5, players=n)
    arguments = {f"*player {i}": or_range(hand) for i, hand in enumerate(hands)} | given(
        board=board, dead=dead_cards(rng)
    )

    def oracle(board: np.ndarray, dead: np.ndarray | None = None, **players: np.ndarray) -> Any:
        holes = [row_of(hand, 2) for hand in players.values()]
        dealt, gone = row_of(board, 0, 3, 4, 5), row_of(dead)
        different(*holes, dealt, gone)
        if not 2 <= len(holes) <= 10 or 52 - 2 * len(holes) - len(gone) < 5:
            raise Refusal
        if len(dealt) < 4 or (len(dealt) == 4 and 52 - 2 * len(holes) - 4 - len(gone) < 1):
            return anything()
        expected = oracles.showdowns(holes, dealt, gone)
        return lambda found: [[c.losses, c.wins, *c.ties] for c in found.counts] == expected

    return Call("pb.equity", arguments, oracle)


@maker("pb.odds.losses")
def _(rng: Random) -> Call:
    hole, board = table(rng, 5)

    def oracle(hole: np.ndarray, board: np.ndarray, dead: np.ndarray | None = None) -> Any:
        own, dealt, gone = row_of(hole, 2), row_of(board, 5), row_of(dead)
        different(own, dealt, gone)
        combos, others = river_scores(tuple(dealt), tuple(own + gone))
        mine = oracles.strengths(np.array([own + dealt]))[0]
        beaten_by = {tuple(combo) for combo in combos[others > mine].tolist()}
        tied = {tuple(combo) for combo in combos[others == mine].tolist()}

        def right(found: pb.odds.Losses) -> bool:
            one = set(found.one_card.tolist())
            two = {tuple(sorted(combo)) for combo in found.two_card.tolist()}
            covered = two | {tuple(combo) for combo in combos.tolist() if set(combo) & one}
            return (
                covered == beaten_by
                and not any(set(combo) & one for combo in two)
                and {tuple(sorted(c)) for c in found.ties.tolist()} == tied
            )

        return right

    return Call("pb.odds.losses", given(_hole=hole, board=board, dead=dead_cards(rng)), oracle)


@maker("pb.odds_vs_random")
def _(rng: Random) -> Call:
    hole, board = (
        table(rng, 5, 5, 5, 4, 3)
        if rng.random() < 0.7
        else (values.cards(rng, 2, many=3), values.cards(rng, 5, 4, many=3))
    )
    k = sometimes(
        rng,
        rng.choice(
            [
                values.number(rng, 1, 3),
                Value("[1, 2]", UNKNOWN),
                Value("[1, 1]", REFUSED),
                Value("[]", REFUSED),
                Value("range(1, 4)", UNKNOWN),
                Value("26", REFUSED),
            ]
        ),
    )
    arguments = given(
        _hole=hole,
        board=board,
        n_opponents=k,
        dead=dead_cards(rng),
        method=sometimes(rng, values.choice(rng, "matchings", "cliques"), 0.3),
        num_threads=sometimes(rng, values.threads(rng)),
        progress=sometimes(rng, Value("lambda *_: None", None), 0.2),
    )

    def oracle(
        hole: np.ndarray,
        board: np.ndarray,
        n_opponents: int = 1,
        dead: np.ndarray | None = None,
        method: str = "matchings",
        **_: Any,
    ) -> Any:
        gone = row_of(dead)
        rows = paired(hole, board, (2,), (0, 3, 4, 5))
        if not 1 <= n_opponents <= 25 or any(set(row) & set(gone) for row in rows_in(rows)):
            raise Refusal
        if method == "cliques" and rows.ndim > 1:
            # One hand at a time, whatever the number of rows is.
            raise Unsure
        if n_opponents > 1 or board.shape[-1] != 5 or rows.ndim > 1 or len(gone) > 3:
            return anything()
        wins, ties, losses = against_random(rows.tolist()[:2], rows.tolist()[2:], gone)
        return lambda found: found.counts[1] == pb.Counts(wins, (ties,), losses)

    return Call("pb.odds_vs_random", arguments, oracle)


@maker("pb.preflop_odds")
def _(rng: Random) -> Call:
    """Nothing that takes its seconds."""
    wrong = [
        "0",
        "23",
        "26",
        "[0]",
        "[1, 1]",
        "[]",
        "'1'",
        "None",
        "1.0",
        "[1.5]",
        "2**64",
        "[Index('x')]",
        "Raises('__iter__')",
        "np.array([[1, 2]])",
    ]
    return Call(
        "pb.preflop_odds",
        given(_n=Value(rng.choice(wrong), REFUSED), num_threads=sometimes(rng, values.threads(rng))),
        anything,
    )


@maker("pb.preflop_counts")
def _(rng: Random) -> Call:
    seed = rng.getrandbits(32)

    def oracle() -> Callable[[Any], bool]:
        """An element, by counting every board."""
        combos = np.array(pb.COMBOS)
        first, second = Random(seed).sample(range(1326), 2)
        if set(pb.COMBOS[first]) & set(pb.COMBOS[second]):
            return lambda found: (found.dtype, found[first, second].tolist()) == (np.uint32, [0, 0])
        counts = pb.equity(combos[first], combos[second]).counts[0]
        expected = [counts.wins, *counts.ties]
        return lambda found: found.shape == (1326, 1326, 2) and found[first, second].tolist() == expected

    return Call("pb.preflop_counts", given(), oracle)


@maker("pb.preflop_equities")
def _(rng: Random) -> Call:
    seed = rng.getrandbits(32)

    def oracle() -> Callable[[Any], bool]:
        """An element, by counting every board."""
        drawn = Random(seed)
        combos = np.array(pb.COMBOS)
        of_class = pb.cards.hand_class(combos)
        first, second = drawn.randrange(169), drawn.randrange(169)
        hands = [(a, b) for a in combos[of_class == first] for b in combos[of_class == second] if not {*a} & {*b}]
        shares = pb.equity_rows(np.array(hands)).shares[:, 0].sum(axis=0, dtype=np.int64).tolist()
        mean = (2 * shares[0] + shares[1]) / (2 * 1_712_304 * len(hands))
        return lambda found: found.shape == (169, 169) and found[first, second] == mean

    return Call("pb.preflop_equities", given(), oracle)


@maker("pb.odds.count_disjoint")
def _(rng: Random) -> Call:
    combos = values.cards(rng, 2, many=0)
    sizes = rng.choice(
        [
            Value("[1, 2]", [1, 2]),
            Value("[0, 1, 2, 3]", [0, 1, 2, 3]),
            Value("[]", []),
            Value("np.array([2], 'i1')", [2]),
        ]
    )
    if rng.random() < 0.2:
        sizes = Value(
            rng.choice(["[-1]", "[53]", "[2**64]", "5", "None", "[1.5]", "['1']", "Raises('__iter__')", "[[1]]"]),
            REFUSED,
        )

    def oracle(combos: np.ndarray, sizes: list[int], num_threads: int = 1) -> Any:
        if combos.size == 0:
            return anything()
        if combos.ndim != 2:
            raise Refusal
        sets = [frozenset(row) for row in rows_in(deal(combos, 2))]
        if len(set(sets)) != len(sets):
            raise Refusal
        return [sum(len(frozenset().union(*chosen)) == 2 * n for chosen in combinations(sets, n)) for n in sizes]

    return Call(
        "pb.odds.count_disjoint",
        given(_combos=combos, sizes=sizes, num_threads=sometimes(rng, values.threads(rng))),
        oracle,
    )


@maker("pb.equity_rows")
def _(rng: Random) -> Call:
    """Spots of two to four players, cards that may come twice, and what is no spot."""
    n, players, dealt = rng.randrange(3), rng.randint(1, 4), rng.choice([0, 3, 4, 5, 2])
    dtype = rng.choice(["u1", "i8", "<i4", "f8", "m8[s]", "O"])

    def cards(*shape: int) -> str:
        seed, end = rng.randrange(1000), rng.choice([52, 52, 53])
        return f"np.random.default_rng({seed}).integers(0, {end}, {shape}).astype({dtype!r})"

    hands, boards = cards(n, players, 2), cards(n, dealt)
    arguments = given(
        hands=Value(rng.choice([hands, hands, values.junk(rng).code]), UNKNOWN),
        board=Value(rng.choice([boards, boards, "None", values.junk(rng).code]), UNKNOWN),
        num_threads=sometimes(rng, values.threads(rng)),
    )
    return Call("pb.equity_rows", arguments, unsure)
