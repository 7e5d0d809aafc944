"""Calls of the evaluator and of cards."""

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import values
from registry import MAKERS, Call, Refusal, given, maker, sometimes, unsure
from twins import deal, one_of, paired, river_scores, row_by_row, row_of, strengths_of, within
from values import UNKNOWN, Value

import oracles
import pokerbits as pb
from pokerbits._evaluator.rules import RULES


@maker("pb.evaluate")
def _(rng: Random) -> Call:
    threads = sometimes(rng, values.threads(rng))
    rules = sometimes(rng, values.choice(rng, *RULES), 0.3)
    sizes = (4,) if rules is not None and rules.means == "badugi" else (5, 6, 7)
    if rng.random() < 0.5:
        arguments = given(_cards=values.cards(rng, *sizes), rules=rules, num_threads=threads)
        return Call("pb.evaluate", arguments, evaluated, has_out=True)
    hole, board = values.cards(rng, 2, many=50), values.cards(rng, *(size - 2 for size in sizes), many=50)
    arguments = given(_cards=hole, board=board, rules=rules, num_threads=threads)
    return Call("pb.evaluate", arguments, evaluated, has_out=True)


def evaluated(cards: np.ndarray, board: np.ndarray | None = None, rules: str = "standard", num_threads: int = 1) -> Any:
    any_number = tuple(range(8))
    sizes = (4,) if rules == "badugi" else (5, 6, 7)
    first = 16 if rules.startswith("short_deck") else 0
    rows = cards if board is None else paired(cards, board, any_number, any_number)
    rows = deal(rows, *sizes, deck=lambda card: first <= card < 52)
    if rules == "standard":
        return strengths_of(rows)
    # Hands of other rules one by one, in another order.
    return row_by_row(rows, rows.shape[-1], lambda row: pb.evaluate(sorted(row), rules=rules), np.uint16)


def call_of_omaha(rng: Random, *, low: bool) -> Call:
    """A call that evaluates hole cards and boards of Omaha, high or low."""
    n_hole, n_board, threads = (4, 5, 6), (3, 4, 5), sometimes(rng, values.threads(rng))
    hole, board = values.cards(rng, *n_hole, many=20), values.cards(rng, *n_board, many=20)

    def oracle(hole: np.ndarray, board: np.ndarray, num_threads: int = 1) -> Any:
        rows = paired(hole, board, n_hole, n_board)
        both = rows[..., : hole.shape[-1]], rows[..., hole.shape[-1] :]
        fives = [
            np.concatenate([both[0][..., two], both[1][..., three]], axis=-1)
            for two in combinations(range(hole.shape[-1]), 2)
            for three in combinations(range(board.shape[-1]), 3)
        ]
        if low:
            return np.max([row_by_row(five, 5, low_of, np.uint8) for five in fives], axis=0)
        return np.max([strengths_of(five) for five in fives], axis=0)

    name = "pb.evaluate_omaha_low" if low else "pb.evaluate_omaha"
    return Call(name, given(_hole=hole, board=board, num_threads=threads), oracle, has_out=True)


@maker("pb.evaluate_omaha")
def _(rng: Random) -> Call:
    return call_of_omaha(rng, low=False)


@maker("pb.evaluate_omaha_low")
def _(rng: Random) -> Call:
    return call_of_omaha(rng, low=True)


def low_of(five: list[int]) -> int:
    """The eight-or-better low of five cards: of all lows, the worst first, the place of its ranks; 0 for none."""
    lows = sorted((low[::-1] for low in combinations(range(1, 9), 5)), reverse=True)
    ranks = tuple(sorted(((card // 4 + 1) % 13 + 1 for card in five), reverse=True))
    return lows.index(ranks) + 1 if ranks in lows else 0


@maker("pb.evaluate_combos")
def _(rng: Random) -> Call:
    arguments = given(_board=values.cards(rng, 5, many=3), num_threads=sometimes(rng, values.threads(rng)))

    def oracle(board: np.ndarray, num_threads: int = 1) -> Any:
        def of_board(cards: list[int]) -> list[int]:
            combos, scores = river_scores(tuple(cards), ())
            found = np.zeros(1326, np.int64)
            found[combos[:, 1] * (combos[:, 1] - 1) // 2 + combos[:, 0]] = scores
            return found.tolist()

        found = row_by_row(deal(board, 5), 5, of_board, np.uint16)
        return found.reshape((*board.shape[:-1], 1326))

    return Call("pb.evaluate_combos", arguments, oracle, has_out=True)


def of_strengths(name: str, high: int, answer: Callable[[int], Any], dtype: Any) -> None:
    """A function of integers, each by itself."""

    def make(rng: Random) -> Call:
        def oracle(numbers: np.ndarray) -> np.ndarray:
            found = [answer(one) for one in within(numbers, 0 if high == 1325 else 1, high).flat]
            return np.array(found, dtype=dtype).reshape(numbers.shape)

        return Call(name, given(_numbers=values.integers(rng, 0 if high == 1325 else 1, high)), oracle)

    MAKERS[name] = make


of_strengths(
    "pb.category",
    7462,
    lambda strength: int(oracles.every_score()[strength - 1]) >> 20,
    np.uint8,
)


of_strengths("pb.evaluator.to_cactus_kev", 7462, lambda strength: 7463 - strength, np.uint16)


of_strengths("pb.evaluator.from_cactus_kev", 7462, lambda rank: 7463 - rank, np.uint16)


of_strengths("pb.cards.combo_class", 1325, lambda combo: class_of(pb.COMBOS[combo].tolist()), np.uint8)


def class_of(hole: list[int]) -> int:
    low, high = sorted(card // 4 for card in hole)
    if low == high or hole[0] % 4 != hole[1] % 4:
        return high * (high + 1) // 2 + low
    return 91 + high * (high - 1) // 2 + low


@maker("pb.describe")
def _(rng: Random) -> Call:
    def oracle(strength: np.ndarray) -> Any:
        texts = [pb.describe(int(one)) for one in within(strength, 1, 7462).flat]
        return (
            texts[0]
            if strength.ndim == 0
            else lambda found: found.shape == strength.shape and list(found.flat) == texts
        )

    return Call("pb.describe", given(_strength=values.integers(rng, 1, 7462)), oracle)


@maker("pb.example_hand")
def _(rng: Random) -> Call:
    def oracle(strength: int) -> Any:
        one_of(strength, 1, 7462)
        return lambda hand: hand.dtype == np.uint8 and oracles.strengths(hand[None])[0] == strength

    return Call("pb.example_hand", given(_strength=values.number(rng, 1, 7462)), oracle)


@maker("pb.evaluator.category_census")
def _(rng: Random) -> Call:
    def oracle(hand_size: int, num_threads: int = 1) -> Any:
        expected = oracles.category_counts(one_of(hand_size, 5, 7))
        return lambda found: list(found.values()) == expected

    wrong = rng.choice([4, 8, -1, 2**64, 0])
    size = values.number(rng, 5, 5) if rng.random() < 0.02 else Value(str(wrong), wrong)
    return Call(
        "pb.evaluator.category_census", given(_hand_size=size, num_threads=sometimes(rng, values.threads(rng))), oracle
    )


def of_combos(name: str, answer: Callable[[list[int]], int], dtype: Any) -> None:
    def make(rng: Random) -> Call:
        def oracle(cards: np.ndarray) -> np.ndarray:
            return row_by_row(deal(cards, 2), 2, answer, dtype)

        return Call(name, given(_cards=values.cards(rng, 2)), oracle)

    MAKERS[name] = make


of_combos("pb.cards.combo_id", lambda hole: max(hole) * (max(hole) - 1) // 2 + min(hole), np.uint16)


of_combos("pb.cards.hand_class", class_of, np.uint8)


@maker("pb.cards.format_cards")
def _(rng: Random) -> Call:
    def oracle(cards: np.ndarray, sep: str = "") -> Any:
        if cards.ndim == 0:
            raise Refusal
        within(cards, 0, 51)

        def texts(rows: Any, depth: int) -> Any:
            if depth:
                return [texts(row, depth - 1) for row in rows]
            return sep.join("23456789TJQKA"[card // 4] + "cdhs"[card % 4] for card in rows)

        return lambda found: found == texts(cards.tolist(), cards.ndim - 1)

    sep = sometimes(
        rng,
        rng.choice([Value("' '", " "), Value("'\\ud800'", "\ud800"), Value("None", UNKNOWN), Value("b' '", UNKNOWN)]),
        0.3,
    )
    return Call("pb.cards.format_cards", given(_cards=values.cards(rng, 1, 2, 5, many=100), sep=sep), oracle)


@maker("pb.cards.parse_cards")
def _(rng: Random) -> Call:
    def oracle(text: str) -> Any:
        found = values.read_text(text)
        if found is None:
            raise Refusal
        return found.astype(np.uint8)

    whole = values.text(rng, [rng.randrange(52) for _ in range(rng.randrange(8))])
    if rng.random() < 0.5:
        whole = values.mutated_text(rng, whole)
    value = Value(rng.choice(["{!r}", "Text({!r})", "np.str_({!r})"]).format(whole), whole)
    if rng.random() < 0.3:
        found = values.cards(rng, 1, 2, 5)
        value = Value(found.code, UNKNOWN)
    return Call("pb.cards.parse_cards", given(_text=value), oracle)


@maker("pb.cards.parse_card")
def _(rng: Random) -> Call:
    whole = values.text(rng, [rng.randrange(52) for _ in range(rng.choice([1, 1, 1, 0, 2]))])
    whole = values.mutated_text(rng, whole) if rng.random() < 0.3 else whole

    def oracle(name: str) -> int:
        found = values.read_text(name)
        if found is None or len(found) != 1:
            raise Refusal
        return found[0]

    value = values.junk(rng) if rng.random() < 0.2 else Value(repr(whole), whole)
    return Call("pb.cards.parse_card", given(_name=value), oracle)


@maker("pb.cards.card_name")
def _(rng: Random) -> Call:
    def oracle(card: int) -> str:
        return "23456789TJQKA"[one_of(card, 0, 51) // 4] + "cdhs"[card % 4]

    return Call("pb.cards.card_name", given(_card=values.number(rng, 0, 51)), oracle)


@maker("pb.CardSet")
def _(rng: Random) -> Call:
    def oracle(cards: np.ndarray) -> Any:
        ids = row_of(cards)
        return lambda found: list(found) == sorted(ids) and int(found) == sum(1 << card for card in ids)

    found = values.cards(rng, 0, 1, 2, 5, 52, one=True)
    return Call("pb.CardSet", given(_cards=found), oracle)


@maker("pb.CardSet.from_bits")
def _(rng: Random) -> Call:
    def oracle(bits: int) -> Any:
        one_of(bits, 0, 2**52 - 1)
        return lambda found: int(found) == bits

    return Call("pb.CardSet.from_bits", given(_bits=values.number(rng, 0, 2**52 - 1)), oracle)


@maker("pb.CardSet operators")
def _(rng: Random) -> Call:
    method = rng.choice(["__contains__", "__eq__", "__or__", "__and__", "__xor__", "__sub__", "__lt__"])
    arguments = given(_other=values.junk(rng)._replace(means=UNKNOWN))
    return Call(f"pb.CardSet('AsKs').{method}", arguments, unsure)


@maker("pb.best_five")
def _(rng: Random) -> Call:
    arguments = given(_cards=values.cards(rng, 5, 6, 7, many=20), num_threads=sometimes(rng, values.threads(rng)))

    def oracle(cards: np.ndarray, num_threads: int = 1) -> Any:
        strengths = strengths_of(deal(cards, 5, 6, 7))
        return lambda found: found.shape == (*strengths.shape, 5) and (strengths_of(found) == strengths).all()

    return Call("pb.best_five", arguments, oracle)


@maker("pb.outs")
def _(rng: Random) -> Call:
    arguments = given(_hole=values.cards(rng, 2), board=values.cards(rng, 3, 4, 5), villain=values.cards(rng, 2))
    return Call("pb.outs", {name: value._replace(means=UNKNOWN) for name, value in arguments.items()}, unsure)


@maker("pb.category_odds")
def _(rng: Random) -> Call:
    arguments = given(_hole=values.cards(rng, 2, many=3), board=values.cards(rng, 3, 4, 5, many=3))
    return Call("pb.category_odds", {name: value._replace(means=UNKNOWN) for name, value in arguments.items()}, unsure)
