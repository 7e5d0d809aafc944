"""What may be called, with which arguments, and what an obviously right, slow twin answers.

A maker draws the arguments of one call. Its oracle gets what they mean, and returns the answer (compared in type,
dtype, shape and contents), a check of the answer (a function), or raises `Refusal` where the call must.
"""

import math
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import combinations, pairwise, permutations
from random import Random
from typing import Any, NamedTuple

import numpy as np
import values
from values import REFUSED, UNKNOWN, Value

import oracles
import pokerbits as pb
from pokerbits._rules import RULES

MAKERS: dict[str, Callable[[Random], "Call"]] = {}
"""The makers of calls by what they call, as Python names it."""


class Refusal(Exception):
    """What the arguments mean is wrong."""


class Unsure(Exception):
    """What the arguments mean may be right or wrong: there is no row that says."""


class Call(NamedTuple):
    """One call."""

    code: str
    """What is called."""
    arguments: dict[str, Value]
    """By name; those that begin with `*` by place."""
    oracle: Callable[..., Any]
    has_out: bool = False

    def text(self, out: Value | None = None) -> str:
        """The call as Python."""
        given = [
            value.code if name.startswith("*") else f"{name}={value.code}" for name, value in self.arguments.items()
        ]
        return f"{self.code}({', '.join([*given, f'out={out.code}'] if out else given)})"


def maker(name: str) -> Callable[[Callable[[Random], Call]], Callable[[Random], Call]]:
    def put(function: Callable[[Random], Call]) -> Callable[[Random], Call]:
        MAKERS[name] = function
        return function

    return put


def sometimes(rng: Random, value: Value, share: float = 0.5) -> Value | None:
    return value if rng.random() < share else None


def given(**arguments: Value | None) -> dict[str, Value]:
    """The arguments that are there; names of those by place begin with an underscore."""
    named = {("*" + name[1:] if name.startswith("_") else name): value for name, value in arguments.items()}
    return {name: value for name, value in named.items() if value is not None}


def anything(*_: Any, **__: Any) -> Callable[[Any], bool]:
    """The oracle of what is right, and has no other."""
    return lambda _: True


def unsure(*_: Any, **__: Any) -> Any:
    """The oracle of what may be right or wrong."""
    raise Unsure


# -- Slow twins -------------------------------------------------------------------------------------------------------


def deal(rows: np.ndarray, *sizes: int, deck: Callable[[int], bool] = lambda card: 0 <= card < 52) -> np.ndarray:
    """Rows of different cards of the deck, as int64; else a refusal."""
    if rows.ndim == 0 or rows.shape[-1] not in sizes:
        raise Refusal
    for row in rows.reshape(-1, rows.shape[-1]) if rows.shape[-1] else ():
        if len(set(row.tolist())) != len(row) or not all(deck(card) for card in row.tolist()):
            raise Refusal
    return rows.astype(np.int64)


def row_of(cards: np.ndarray | None, *sizes: int) -> list[int]:
    """One row of different cards, so many as said if it is said; none for none."""
    if cards is None:
        return []
    if cards.ndim != 1:
        raise Refusal if cards.size else Unsure
    return deal(cards, *(sizes or [len(cards)])).tolist()


def paired(hole: np.ndarray, board: np.ndarray | None, n_hole: tuple[int, ...], n_board: tuple[int, ...]) -> np.ndarray:
    """Hole cards and boards side by side, leading axes broadcast."""
    board = np.empty(0, dtype=object) if board is None else board
    if hole.ndim == 0 or board.ndim == 0 or hole.shape[-1] not in n_hole or board.shape[-1] not in n_board:
        raise Refusal
    try:
        shape = np.broadcast_shapes(hole.shape[:-1], board.shape[:-1])
    except ValueError:
        raise Refusal from None
    if 0 in shape:
        raise Unsure
    both = [np.broadcast_to(part, (*shape, part.shape[-1])) for part in (hole, board)]
    rows = np.concatenate(both, axis=-1)
    return deal(rows, rows.shape[-1])


def row_by_row(rows: np.ndarray, width: int, of_row: Callable[[list[int]], Any], dtype: Any) -> np.ndarray:
    """What a function says of each row."""
    found = [of_row(row.tolist()) for row in rows.reshape(math.prod(rows.shape[:-1]), width)]
    tail = np.shape(found[0]) if found else ()
    return np.array(found, dtype=dtype).reshape((*rows.shape[:-1], *tail))


def within(numbers: np.ndarray, low: int, high: int) -> np.ndarray:
    if not all(low <= int(one) <= high for one in numbers.flat):
        raise Refusal
    return numbers.astype(np.int64)


def one_of(value: Any, low: int, high: int) -> int:
    if not low <= value <= high:
        raise Refusal
    return int(value)


def strengths_of(rows: np.ndarray) -> np.ndarray:
    found = oracles.strengths(rows.reshape(math.prod(rows.shape[:-1]), rows.shape[-1]))
    return found.reshape(rows.shape[:-1]).astype(np.uint16)


@lru_cache(8)
def river_scores(board: tuple[int, ...], gone: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """The combos that a board and dead cards leave, and their strengths."""
    left = [card for card in range(52) if card not in board + gone]
    combos = np.array(list(combinations(left, 2)), dtype=np.int64).reshape(-1, 2)
    return combos, oracles.strengths(np.hstack([combos, np.broadcast_to(board, (len(combos), 5))]))


def against_random(hole: list[int], board: list[int], dead: list[int]) -> tuple[int, int, int]:
    """In how many showdowns on the river against every combo a hand wins, ties and loses."""
    _, others = river_scores(tuple(board), (*hole, *dead))
    own = oracles.strengths(np.array([hole + board]))[0]
    return int((others < own).sum()), int((others == own).sum()), int((others > own).sum())


def renamings(cards: list[int], per_round: tuple[int, ...], n_suits: int) -> set[tuple[tuple[int, ...], ...]]:
    """What a hand becomes under the renamings of the suits, the cards of a round in ascending order."""
    ends = np.cumsum((0, *per_round))
    found = set()
    for suits in permutations(range(n_suits)):
        renamed = [4 * (card // 4) + suits[card % 4] for card in cards]
        found.add(tuple(tuple(sorted(renamed[a:b])) for a, b in pairwise(ends) if a < len(cards)))
    return found


def canonical(cards: list[int], per_round: tuple[int, ...], n_suits: int) -> tuple[tuple[int, ...], ...]:
    return min(renamings(cards, per_round, n_suits))


# -- Evaluation -------------------------------------------------------------------------------------------------------


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


@maker("pb.evaluate_omaha")
def _(rng: Random) -> Call:
    n_hole, n_board, threads = (4, 5, 6), (3, 4, 5), sometimes(rng, values.threads(rng))
    hole, board = values.cards(rng, *n_hole, many=20), values.cards(rng, *n_board, many=20)

    def oracle(hole: np.ndarray, board: np.ndarray, num_threads: int = 1, *, low: bool = False) -> Any:
        rows = paired(hole, board, n_hole, n_board)
        both = rows[..., : hole.shape[-1]], rows[..., hole.shape[-1] :]
        fives = [
            np.concatenate([both[0][..., two], both[1][..., three]], axis=-1)
            for two in combinations(range(hole.shape[-1]), 2)
            for three in combinations(range(board.shape[-1]), 3)
        ]
        strengths = np.max([strengths_of(five) for five in fives], axis=0)
        if not low:
            return strengths
        lows = np.max([row_by_row(five, 5, low_of, np.uint8) for five in fives], axis=0)
        return lambda found: (found[0] == strengths).all() and (found[1] == lows).all()

    low = rng.choice([None, None, Value("True", True), Value("False", False)])
    arguments = given(_hole=hole, board=board, low=low, num_threads=threads)
    return Call("pb.evaluate_omaha", arguments, oracle, has_out=low is None)


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


of_strengths("pb.category", 7462, lambda strength: int(oracles.every_score()[strength - 1]) >> 20, np.uint8)
of_strengths("pb.to_cactus_kev", 7462, lambda strength: 7463 - strength, np.uint16)
of_strengths("pb.from_cactus_kev", 7462, lambda rank: 7463 - rank, np.uint16)
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


@maker("pb.category_census")
def _(rng: Random) -> Call:
    def oracle(hand_size: int, num_threads: int = 1) -> Any:
        expected = oracles.category_counts(one_of(hand_size, 5, 7))
        return lambda found: list(found.values()) == expected

    wrong = rng.choice([4, 8, -1, 2**64, 0])
    size = values.number(rng, 5, 5) if rng.random() < 0.02 else Value(str(wrong), wrong)
    return Call("pb.category_census", given(_hand_size=size, num_threads=sometimes(rng, values.threads(rng))), oracle)


# -- Cards ------------------------------------------------------------------------------------------------------------


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


# -- Hand indices -----------------------------------------------------------------------------------------------------

GAMES = {
    "pb.HandIndexer((2, 3))": ((2, 3), 13, 4),
    "pb.HandIndexer((2,))": ((2,), 13, 4),
    "pb.HandIndexer((2, 3, 1, 1))": ((2, 3, 1, 1), 13, 4),
    "pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)": ((1, 1), 3, 2),
    "pb.HandIndexer((2, 2), n_ranks=6, n_suits=3)": ((2, 2), 6, 3),
    "pb.HandIndexer((5,))": ((5,), 13, 4),
}


@cache
def game(code: str) -> pb.HandIndexer:
    return eval(code, {"pb": pb})  # of the table above


def in_round(rng: Random, code: str) -> tuple[int, Value | None]:
    """A round, and the argument that says so."""
    rounds = GAMES[code][0]
    if rng.random() < 0.1:
        return len(rounds) - 1, values.number(rng, -len(rounds), len(rounds) - 1)
    at = rng.randrange(len(rounds))
    if at == len(rounds) - 1 and rng.random() < 0.5:
        return at, None
    spoken = rng.choice([at, at - len(rounds)])
    return at, Value(rng.choice(["{}", "Index({})", "np.int8({})"]).format(spoken), spoken)


def round_of(code: str, spoken: int | None) -> int:
    rounds = len(GAMES[code][0])
    return rounds - 1 if spoken is None else one_of(spoken, -rounds, rounds - 1) % rounds


def hands_of(code: str, cards: np.ndarray, at: int) -> np.ndarray:
    rounds, n_ranks, n_suits = GAMES[code]
    return deal(cards, sum(rounds[: at + 1]), deck=lambda card: 0 <= card < 4 * n_ranks and card % 4 < n_suits)


def game_cards(rng: Random, code: str, n: int, **options: Any) -> Value:
    """Cards of which those of a small deck are mostly in it."""
    _, n_ranks, n_suits = GAMES[code]
    if (n_ranks, n_suits) == (13, 4) or rng.random() < 0.2:
        return values.cards(rng, n, **options)
    deck = [card for card in range(4 * n_ranks) if card % 4 < n_suits]
    shape = rng.choice([(), (), (2,), (0,)])
    rows = np.array([rng.sample(deck, n) for _ in range(math.prod(shape))], dtype=object).reshape(*shape, n)
    return Value(repr(rows.tolist()), rows, sure=0 not in shape)


def indexed(rng: Random, method: str, answer: Callable[..., Any]) -> Call:
    """A method that takes hands and a round."""
    code = rng.choice(list(GAMES))
    at, spoken = in_round(rng, code)
    rounds = GAMES[code][0]

    def oracle(cards: np.ndarray, round: int | None = None, num_threads: int = 1) -> Any:
        where = round_of(code, round)
        return answer(code, hands_of(code, cards, where), where)

    hands = game_cards(rng, code, sum(rounds[: at + 1]), many=200)
    arguments = given(_cards=hands, round=spoken, num_threads=sometimes(rng, values.threads(rng)))
    return Call(f"{code}.{method}", arguments, oracle, has_out=True)


def rows_in(hands: np.ndarray) -> list[list[int]]:
    return hands.reshape(math.prod(hands.shape[:-1]), hands.shape[-1]).tolist()


@maker("pb.HandIndexer.index")
def _(rng: Random) -> Call:
    def answer(code: str, hands: np.ndarray, at: int) -> Any:
        rounds, _, n_suits = GAMES[code]

        def right(found: Any) -> bool:
            """The hand that an index stands for is the hand, but for a renaming."""
            again = game(code).unindex(np.asarray(found).reshape(-1), round=at)
            size = game(code).size(at)
            return (
                found.dtype == np.uint64
                and found.shape == hands.shape[:-1]
                and bool((np.asarray(found) < size).all())
                and all(
                    canonical(mine, rounds, n_suits) == canonical(other, rounds, n_suits)
                    for mine, other in list(zip(rows_in(hands), again.tolist(), strict=True))[:20]
                )
            )

        return Shaped(hands.shape[:-1], np.uint64, right)

    return indexed(rng, "index", answer)


@maker("pb.HandIndexer.canonical")
def _(rng: Random) -> Call:
    def answer(code: str, hands: np.ndarray, at: int) -> Any:
        return game(code).unindex(
            game(code).index(hands.astype(np.uint8), round=at, num_threads=1), round=at, num_threads=1
        )

    return indexed(rng, "canonical", answer)


@maker("pb.HandIndexer.index_all")
def _(rng: Random) -> Call:
    call = indexed(rng, "index_all", anything)
    code = call.code.removesuffix(".index_all")
    rounds = GAMES[code][0]

    def oracle(cards: np.ndarray, num_threads: int = 1) -> Any:
        hands = hands_of(code, cards, len(rounds) - 1).astype(np.uint8)
        each = [
            game(code).index(hands[..., : sum(rounds[: at + 1])], round=at, num_threads=1) for at in range(len(rounds))
        ]
        return np.stack([np.asarray(indices) for indices in each], axis=-1)

    arguments = {name: value for name, value in call.arguments.items() if name != "round"}
    return call._replace(arguments=arguments, oracle=oracle)


def of_indices(rng: Random, method: str, answer: Callable[[str, np.ndarray, int], Any]) -> Call:
    """A method that takes indices and a round."""
    code = rng.choice(list(GAMES))
    at, spoken = in_round(rng, code)
    last = game(code).size(at) - 1

    def oracle(index: np.ndarray, round: int | None = None, num_threads: int = 1) -> Any:
        where = round_of(code, round)
        if any(not 0 <= int(one) < game(code).size(where) for one in index.flat):
            raise Refusal
        return answer(code, index.astype(np.uint64), where)

    indices = values.integers(rng, 0, last)
    if rng.random() < 0.15:
        begin = rng.choice([0, 5, last - 2, last, last + 1, -1, -(2**63), 2**64])
        stop = begin + rng.choice([0, 1, 3, -1])
        indices = Value(
            f"range({begin}, {stop})",
            np.arange(stop - begin, dtype=object) + begin if stop > begin else np.empty(0, object),
        )
    arguments = given(_index=indices, round=spoken, num_threads=sometimes(rng, values.threads(rng)))
    return Call(f"{code}.{method}", arguments, oracle, has_out=True)


@maker("pb.HandIndexer.unindex")
def _(rng: Random) -> Call:
    def answer(code: str, indices: np.ndarray, at: int) -> Any:
        width = sum(GAMES[code][0][: at + 1])

        def right(found: Any) -> bool:
            return found.shape == (*indices.shape, width) and np.array_equal(game(code).index(found, round=at), indices)

        return Shaped((*indices.shape, width), np.uint8, right)

    return of_indices(rng, "unindex", answer)


@maker("pb.HandIndexer.multiplicity")
def _(rng: Random) -> Call:
    def answer(code: str, indices: np.ndarray, at: int) -> Any:
        rounds, _, n_suits = GAMES[code]
        hands = game(code).unindex(indices.reshape(-1), round=at, num_threads=1)
        return np.array([len(renamings(hand, rounds, n_suits)) for hand in hands.tolist()], np.uint64).reshape(
            indices.shape
        )

    return of_indices(rng, "multiplicity", answer)


@maker("pb.HandIndexer.children")
def _(rng: Random) -> Call:
    code = rng.choice([code for code in GAMES if len(GAMES[code][0]) > 1])
    rounds, n_ranks, n_suits = GAMES[code]
    index, spoken = (
        values.number(rng, 0, game(code).size(0) - 1),
        sometimes(rng, values.number(rng, -len(rounds), len(rounds) - 2)),
    )

    def oracle(index: int, round: int = -2, num_threads: int = 1) -> Any:
        at = round_of(code, round)
        if at == len(rounds) - 1:
            raise Refusal
        one_of(index, 0, game(code).size(at) - 1)
        ways = math.comb(n_ranks * n_suits - sum(rounds[: at + 1]), rounds[at + 1])
        return lambda found: int(found[1].sum()) == ways and bool((np.diff(found[0].astype(np.int64)) > 0).all())

    return Call(
        f"{code}.children", given(_index=index, round=spoken, num_threads=sometimes(rng, values.threads(rng))), oracle
    )


@maker("pb.HandIndexer.hole_combos")
def _(rng: Random) -> Call:
    def oracle(board: np.ndarray) -> Any:
        dealt = row_of(board, 3, 4, 5)
        left = [card for card in range(52) if card not in dealt]
        return np.array([(left[i], left[j]) for j in range(len(left)) for i in range(j)], np.uint8)

    return Call(
        "pb.HandIndexer((2, 3, 1, 1)).hole_combos", given(_board=values.cards(rng, 0, 3, 4, 5, one=True)), oracle
    )


@maker("pb.HandIndexer.index_board")
def _(rng: Random) -> Call:
    code = rng.choice(["pb.HandIndexer((2, 3))", "pb.HandIndexer((2, 3, 1, 1))"])
    rounds = GAMES[code][0]
    at, spoken = in_round(rng, code)
    arguments = given(
        _board=values.cards(rng, sum(rounds[1 : at + 1]), many=5),
        round=spoken,
        num_threads=sometimes(rng, values.threads(rng)),
    )

    def oracle(board: np.ndarray, round: int | None = None, num_threads: int = 1) -> Any:
        at = round_of(code, round)
        if at == 0:
            raise Refusal
        boards = deal(board, sum(rounds[1 : at + 1]))
        if board.size == 0:
            return anything()

        def of_board(cards: list[int]) -> list[int]:
            combos = game(code).hole_combos(cards)
            hands = np.hstack([combos, np.broadcast_to(np.array(cards, np.uint8), (len(combos), len(cards)))])
            return game(code).index(hands, round=at, num_threads=1).tolist()

        return row_by_row(boards, boards.shape[-1], of_board, np.uint64)

    return Call(f"{code}.index_board", arguments, oracle, has_out=True)


@maker("pb.HandIndexer.start")
def _(rng: Random) -> Call:
    def oracle(n: int) -> Any:
        one_of(n, 0, 2**31 - 1)
        return lambda state: state.round == -1 and state.index.shape == (n,)

    sizes = rng.choice(
        [
            values.number(rng, 0, 100),
            Value("(2, 3)", UNKNOWN),
            Value("(2**31 - 1,) * 5", REFUSED),
            values.junk(rng)._replace(means=UNKNOWN),
        ]
    )
    return Call("pb.HandIndexer((2, 3)).start", given(_n=sizes), oracle)


@maker("pb.HandIndexer.extend")
def _(rng: Random) -> Call:
    code = "pb.HandIndexer((2, 3))"
    dealt = rng.sample(range(52), 2)
    states = {
        f"{code}.start()": [],
        f"{code}.start((2, 1))": [],
        f"{code}.extend({code}.start(), {dealt})": dealt,
        f"{code}.extend({code}.start(), np.zeros((0, 2), int))": UNKNOWN,
    }
    before, held = rng.choice(list(states.items()))
    state = Value(before, held) if rng.random() < 0.8 else values.junk(rng)._replace(means=UNKNOWN)
    if rng.random() < 0.1:
        state = Value(
            rng.choice(
                [
                    "pb.indexing.DealState(np.full(6, 0), -1, None)",
                    "pb.indexing.DealState(np.full((3, 6), -1), 0, None)",
                    "pb.indexing.DealState(np.full(6, 2.5), 0, None)",
                    "pb.indexing.DealState(np.full((2, 5), 1 << 63, 'u8'), 5, None)",
                    "pb.indexing.DealState(np.full((2, 6), 1 << 63, 'u8'), 0, None)",
                    "pb.indexing.DealState(np.full(6, 1, 'u8'), None, None)",
                    "pb.indexing.DealState([0] * 6, 0, None)",
                ]
            ),
            UNKNOWN,
        )

    def oracle(state: list[int], cards: np.ndarray, num_threads: int = 1) -> Any:
        new = deal(cards, 3 if state else 2)
        if any(set(row) & set(state) for row in rows_in(new)):
            raise Refusal
        if "start((2, 1))" in before:
            # Whether two leading axes broadcast is asked elsewhere.
            raise Unsure
        hands = np.concatenate(
            [np.broadcast_to(np.array(state, dtype=np.int64), (*new.shape[:-1], len(state))), new], axis=-1
        )
        expected = game(code).index(hands.astype(np.uint8), round=1 if state else 0)
        return lambda found: np.array_equal(found.index, expected)

    return Call(
        f"{code}.extend",
        given(
            _state=state,
            _cards=values.cards(rng, 2 if state.means == [] else 3),
            num_threads=sometimes(rng, values.threads(rng)),
        ),
        oracle,
    )


@maker("pb.HandIndexer.size")
def _(rng: Random) -> Call:
    def oracle(round: int) -> int:
        return (169, 1286792, 55190538, 2428287420)[round_of("pb.HandIndexer((2, 3, 1, 1))", round)]

    return Call("pb.HandIndexer((2, 3, 1, 1)).size", given(_round=values.number(rng, -4, 3)), oracle)


@maker("pb.HandIndexer")
def _(rng: Random) -> Call:
    rounds = [rng.choice([1, 1, 2, 2, 3]) for _ in range(rng.randint(0, 3))]
    if rng.random() < 0.1:
        rounds += [rng.choice([0, -1, 53, 2**31, 2**64])]
    arguments = given(
        _cards=values.junk(rng)._replace(means=UNKNOWN) if rng.random() < 0.2 else Value(repr(rounds), rounds),
        n_ranks=sometimes(rng, values.number(rng, 1, 13)),
        n_suits=sometimes(rng, values.number(rng, 1, 4)),
    )

    def oracle(cards: list[int], n_ranks: int = 13, n_suits: int = 4) -> Any:
        one_of(n_ranks, 1, 13), one_of(n_suits, 1, 4)
        if not rounds or min(rounds) < 1 or sum(rounds) > n_ranks * n_suits:
            raise Refusal
        deck = [card for card in range(4 * n_ranks) if card % 4 < n_suits]
        first = (
            [frozenset(hand) for hand in combinations(deck, rounds[0])] if math.comb(len(deck), rounds[0]) < 200 else []
        )
        classes = {canonical(sorted(hand), (rounds[0],), n_suits) for hand in first}
        return lambda found: not first or found.size(0) == len(classes)

    return Call("pb.HandIndexer", arguments, oracle)


def bits(rng: Random) -> Value:
    return values.number(rng, 0, 2**13 - 1)


def colex(ranks: int) -> int:
    return sum(math.comb(rank, at) for at, rank in enumerate((r for r in range(13) if ranks >> r & 1), 1))


@maker("pb.indexing.rank_set_index")
def _(rng: Random) -> Call:
    return Call("pb.indexing.rank_set_index", given(_ranks=bits(rng)), lambda ranks: colex(one_of(ranks, 0, 8191)))


@maker("pb.indexing.rank_set_unindex")
def _(rng: Random) -> Call:
    def oracle(index: int, size: int) -> Any:
        one_of(index, 0, math.comb(13, one_of(size, 0, 13)) - 1)
        return lambda ranks: colex(ranks) == index and ranks.bit_count() == size

    return Call(
        "pb.indexing.rank_set_unindex",
        given(_index=values.number(rng, 0, 1715), size=values.number(rng, 0, 13)),
        oracle,
    )


@maker("pb.indexing.rank_group_index")
def _(rng: Random) -> Call:
    sets = values.integers(rng, 0, 8191)._replace(means=UNKNOWN)
    return Call(
        "pb.indexing.rank_group_index", given(_sets=sets, n_ranks=sometimes(rng, values.number(rng, 1, 13))), anything
    )


def group_size(counts: np.ndarray | list[int], n_ranks: int) -> int:
    found = 1
    for n in counts:
        if not 0 <= n <= one_of(n_ranks, 0, 13):
            raise Refusal
        found *= math.comb(n_ranks, n)
        n_ranks -= n
    return found


def groups(rng: Random) -> Value:
    found = [rng.choice([0, 1, 1, 2, 3]) for _ in range(rng.randint(1, 4))]
    return values.integers(rng, 0, 3)._replace(means=UNKNOWN) if rng.random() < 0.3 else Value(repr(found), found)


@maker("pb.indexing.rank_group_size")
def _(rng: Random) -> Call:
    def oracle(counts: list[int], n_ranks: int = 13) -> int:
        one_of(n_ranks, 0, 13)
        return group_size(counts, n_ranks)

    return Call(
        "pb.indexing.rank_group_size",
        given(_counts=groups(rng), n_ranks=sometimes(rng, values.number(rng, 1, 13))),
        oracle,
    )


@maker("pb.indexing.rank_group_unindex")
def _(rng: Random) -> Call:
    def oracle(index: int, counts: list[int], n_ranks: int = 13) -> Any:
        one_of(n_ranks, 0, 13)
        one_of(index, 0, group_size(counts, n_ranks) - 1)
        return lambda sets: pb.indexing.rank_group_index(sets, n_ranks=n_ranks) == index

    arguments = given(
        _index=values.number(rng, 0, 1000), counts=groups(rng), n_ranks=sometimes(rng, values.number(rng, 1, 13))
    )
    return Call("pb.indexing.rank_group_unindex", arguments, oracle)


# -- Equity and odds --------------------------------------------------------------------------------------------------


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


@maker("pb.losses")
def _(rng: Random) -> Call:
    hole, board = table(rng, 5)

    def oracle(hole: np.ndarray, board: np.ndarray, dead: np.ndarray | None = None) -> Any:
        own, dealt, gone = row_of(hole, 2), row_of(board, 5), row_of(dead)
        different(own, dealt, gone)
        combos, others = river_scores(tuple(dealt), tuple(own + gone))
        mine = oracles.strengths(np.array([own + dealt]))[0]
        beaten_by = {tuple(combo) for combo in combos[others > mine].tolist()}
        tied = {tuple(combo) for combo in combos[others == mine].tolist()}

        def right(found: pb.Losses) -> bool:
            one = set(found.one_card.tolist())
            two = {tuple(sorted(combo)) for combo in found.two_card.tolist()}
            covered = two | {tuple(combo) for combo in combos.tolist() if set(combo) & one}
            return (
                covered == beaten_by
                and not any(set(combo) & one for combo in two)
                and {tuple(sorted(c)) for c in found.ties.tolist()} == tied
            )

        return right

    return Call("pb.losses", given(_hole=hole, board=board, dead=dead_cards(rng)), oracle)


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


@maker("pb.preflop_matrix")
def _(rng: Random) -> Call:
    seed = rng.getrandbits(32)

    def oracle(kind: str = "classes") -> Callable[[Any], bool]:
        """An element, by counting every board."""
        drawn = Random(seed)
        combos = np.array(pb.COMBOS)
        of_class = pb.cards.hand_class(combos)
        if kind == "combos":
            first, second = drawn.sample(range(1326), 2)
            if set(pb.COMBOS[first]) & set(pb.COMBOS[second]):
                return lambda found: (found.dtype, found[first, second].tolist()) == (np.uint32, [0, 0])
            counts = pb.equity(combos[first], combos[second]).counts[0]
            expected = [counts.wins, *counts.ties]
            return lambda found: found.shape == (1326, 1326, 2) and found[first, second].tolist() == expected
        first, second = drawn.randrange(169), drawn.randrange(169)
        hands = [(a, b) for a in combos[of_class == first] for b in combos[of_class == second] if not {*a} & {*b}]
        shares = pb.equity_rows(np.array(hands)).shares[:, 0].sum(axis=0, dtype=np.int64).tolist()
        mean = (2 * shares[0] + shares[1]) / (2 * 1_712_304 * len(hands))
        return lambda found: found.shape == (169, 169) and found[first, second] == mean

    return Call("pb.preflop_matrix", given(kind=sometimes(rng, values.choice(rng, "classes", "combos"), 0.8)), oracle)


@maker("pb.count_disjoint")
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
        "pb.count_disjoint", given(_combos=combos, sizes=sizes, num_threads=sometimes(rng, values.threads(rng))), oracle
    )


# -- Hand strength ----------------------------------------------------------------------------------------------------


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


@maker("pb.hand_strength_histogram")
def _(rng: Random) -> Call:
    bins = rng.choice([None, values.number(rng, 2, 20), Value("1981", 1981), Value("1982", 1982), Value("1", 1)])

    def oracle(hole: np.ndarray, board: np.ndarray, bins: int = 50, num_threads: int = 1) -> Any:
        rows = paired(hole, board, (2,), (0, 3, 4, 5))
        runouts = math.comb(50 - board.shape[-1], 5 - board.shape[-1])
        shape = (*rows.shape[:-1], one_of(bins, 2, 1981))
        return Shaped(shape, np.uint32, lambda found: bool((found.sum(axis=-1) == runouts).all()))

    return Call("pb.hand_strength_histogram", strength_arguments(rng, 5, 5, 4, bins=bins), oracle, has_out=True)


@maker("pb.average_rank_strength")
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
        "pb.average_rank_strength",
        given(_hole=hole, board=board, power_of_opponents=k, num_threads=sometimes(rng, values.threads(rng))),
        oracle,
        has_out=True,
    )


@maker("pb.ars_table")
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
    return Call("pb.ars_table", arguments, oracle)


@maker("pb.opponent_clusters")
def _(rng: Random) -> Call:
    def oracle(n: int, num_threads: int = 1) -> Any:
        one_of(n, 1, 169)
        return lambda found: (
            len(found.classes) == n and sorted(name for c in found.classes for name in c) == sorted(pb.HAND_CLASSES)
        )

    return Call(
        "pb.opponent_clusters",
        given(_n=values.number(rng, 1, 169), num_threads=sometimes(rng, values.threads(rng))),
        oracle,
    )


@maker("pb.strength_table")
def _(rng: Random) -> Call:
    """The table of 169 rows."""
    kind, dtype = (
        values.choice(rng, "ehs", "ehs2", "histogram", "ochs"),
        values.choice(rng, "float64", "float32", "uint16", "counts"),
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
        out=sometimes(rng, Value(rng.choice(outs), UNKNOWN), 0.3),
        num_threads=sometimes(rng, values.threads(rng)),
    )
    return Call("pb.strength_table", arguments, anything)


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


@maker("pb.outcome_classes")
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
    return Call("pb.outcome_classes", given(**arguments, num_threads=sometimes(rng, values.threads(rng))), anything)


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


@maker("pb.check_table")
def _(rng: Random) -> Call:
    """Files that are no tables, and what is no file."""
    path = values.choice(rng, "__file__", "no/such/directory.npy", ".", "", "\0.npy", "/dev/null")
    code = rng.choice([path.code, path.code, values.junk(rng).code, "b'x.npy'", "Raises('__fspath__')"])
    return Call("pb.check_table", given(path=Value(code, UNKNOWN)), unsure)


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
        boards=Value(rng.choice([boards, boards, "None", values.junk(rng).code]), UNKNOWN),
        num_threads=sometimes(rng, values.threads(rng)),
    )
    return Call("pb.equity_rows", arguments, unsure)


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
    return Call("pb.Range", given(text=Value(rng.choice([text, text, text, values.junk(rng).code]), UNKNOWN)), unsure)


@maker("pb.RankedBoards.outcomes")
def _(rng: Random) -> Call:
    """Weights of all kinds on one board and on several."""
    boards = rng.choice(["'AhKh7d2c2s'", "['AhKh7d2c2s', 'QsJsTs2c3d']"])
    weights = [
        "np.ones(1326)",
        "np.full(1326, np.nan)",
        "-np.ones(1326)",
        "np.full((2, 1326), np.inf)",
        "np.full(1326, 1e308)",
        "np.zeros((3, 1326), bool)",
        "strided(np.ones(1326, 'f4'))",
        "np.ones(1325)",
        "np.zeros((0, 1326))",
        "'QQ+'",
        "pb.Range('AKs')",
        values.junk(rng).code,
    ]
    arguments = given(
        weights=Value(rng.choice(weights), UNKNOWN),
        dtype=sometimes(rng, Value(rng.choice(["'f4'", "'f8'", "'>f8'", "int", "None"]), UNKNOWN)),
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
        "np.ones(1326)",
        "np.full(1326, np.nan)",
        "-np.ones(1326, 'f4')",
        "np.full(1326, 1e308)",
        "np.zeros(1326, bool)",
        "strided(np.ones(1326))",
        "np.ones(1325)",
        "np.ones((2, 1326))",
        values.junk(rng).code,
    ]
    boards = ["'AhKh7d2c2s'", "['AhKh7d2c', 'QsJsTs2c']", "np.zeros((0, 4), 'u1')", "'AhKh'", values.junk(rng).code]
    arguments = given(
        opponent=Value(rng.choice(opponents), UNKNOWN),
        board=Value(rng.choice(boards), UNKNOWN),
        dead=sometimes(rng, values.cards(rng, 0, 2)._replace(means=UNKNOWN)),
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
        "np.ones(1326)",
        "pb.Range('99').weights",
        "np.full(1326, np.nan)",
        "np.ones(1325)",
        "np.ones((2, 1326))",
        values.junk(rng).code,
    ]
    n = rng.choice([2, 2, 2, 3, 3, 4, 1, 0, 11])
    board = rng.choice(["'AhKh7d2c2s'", "'AhKh7d2c'", "'AhKh7d'", "''", "'Ah'", values.junk(rng).code])
    arguments = {f"*player {i}": Value(rng.choice(players), UNKNOWN) for i in range(n)} | given(
        board=Value(board, UNKNOWN),
        dead=sometimes(rng, values.cards(rng, 0, 2)._replace(means=UNKNOWN)),
        method=sometimes(rng, Value(rng.choice(["'auto'", "'exact'", "'monte_carlo'", "'count'", "5"]), UNKNOWN)),
        budget=Value(rng.choice(["0.1", "0", "-1", "np.nan", "np.float32(0.1)", "'1'"]), UNKNOWN),
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


def against(rng: Random) -> dict[str, Value]:
    """The arguments of a report about two ranges."""
    board = values.cards(rng, 3, 4, 5, one=True)
    threads = sometimes(rng, values.threads(rng), 0.2)
    return given(
        _hands=some_range(rng), _opponent=some_range(rng), board=board, dead=dead_cards(rng), num_threads=threads
    )


def both_weights(
    hands: str, opponent: str, board: np.ndarray, dead: np.ndarray | None
) -> tuple[np.ndarray, np.ndarray]:
    """The weights of two ranges that known cards leave."""
    dealt, gone = row_of(board, 0, 3, 4, 5), row_of(dead)
    different(dealt, gone)
    if 52 - len(gone) < 9:
        raise Refusal
    ours, theirs = free_weights(hands, dealt + gone), free_weights(opponent, dealt + gone)
    if not (ours.any() and theirs.any()):
        raise Refusal
    if len(gone) > 3:
        raise Unsure
    return ours, theirs


@maker("pb.reports.equity_distribution")
def _(rng: Random) -> Call:
    def oracle(
        hands: str, opponent: str, board: np.ndarray, dead: np.ndarray | None = None, num_threads: int = 1
    ) -> Any:
        ours, _ = both_weights(hands, opponent, board, dead)
        return lambda found: ((found.weights > 0) == (ours > 0)).all() and 0 < found.mean < 1

    return Call("pb.reports.equity_distribution", against(rng), oracle)


@maker("pb.reports.range_advantage")
def _(rng: Random) -> Call:
    def oracle(
        hands: str, opponent: str, board: np.ndarray, dead: np.ndarray | None = None, num_threads: int = 1
    ) -> Any:
        both_weights(hands, opponent, board, dead)
        return lambda found: abs(found.shares.sum() - 1) < 1e-9

    return Call("pb.reports.range_advantage", against(rng), oracle)


@maker("pb.reports.nut_advantage")
def _(rng: Random) -> Call:
    right = [Value(text, float(text)) for text in ("0", "0.5", "1", "1.0")]
    wrong = [Value(text, REFUSED) for text in ("-0.1", "2", "np.nan", "np.inf", "'0.5'", "None", "[0.5]")]
    threshold = sometimes(rng, rng.choice([*right, *right, *wrong]), 0.7)

    def oracle(
        hands: str,
        opponent: str,
        board: np.ndarray,
        dead: np.ndarray | None = None,
        threshold: float = 0.8,
        num_threads: int = 1,
    ) -> Any:
        both_weights(hands, opponent, board, dead)
        return lambda found: (
            ((found.shares >= 0) & (found.shares <= 1)).all() and (threshold > 0 or (found.shares == 1).all())
        )

    return Call("pb.reports.nut_advantage", against(rng) | given(threshold=threshold), oracle)


@maker("pb.flops")
def _(rng: Random) -> Call:
    return Call("pb.flops", {}, lambda: lambda found: found.boards.shape == (1755, 3) and found.weights.sum() == 22100)


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


# -- Keys, threads, the rest ------------------------------------------------------------------------------------------


def scheme(rng: Random) -> str:
    """A series of keys, in most cases with something else in it."""
    if rng.random() < 0.2:
        return "pb.keys.FIVE_CARD"
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
    return f"pb.keys.FIVE_CARD._replace({field}={changed})"


@maker("pb.keys.KeyScheme.is_valid")
def _(rng: Random) -> Call:
    return Call("pb.keys.KeyScheme.is_valid", given(_scheme=Value(scheme(rng), UNKNOWN)), anything)


@maker("pb.keys.KeyScheme properties")
def _(rng: Random) -> Call:
    name = rng.choice(["largest_key", "largest_sum", "key_bits"])
    return Call(f"(lambda scheme: scheme.{name})", given(_scheme=Value(scheme(rng), UNKNOWN)), anything)


@maker("pb.keys.folding_points")
def _(rng: Random) -> Call:
    code = scheme(rng) if rng.random() < 0.8 else values.junk(rng).code
    return Call("pb.keys.folding_points", given(_scheme=Value(code, UNKNOWN)), anything)


@maker("pb.keys.find_rank_keys")
def _(rng: Random) -> Call:
    arguments = given(
        _size=values.number(rng, 1, 4),
        n_ranks=sometimes(rng, values.number(rng, 1, 7)),
        copies=sometimes(rng, values.number(rng, 1, 4)),
    )
    return Call("pb.keys.find_rank_keys", arguments, unsure)


@maker("pb.keys.find_flush_keys")
def _(rng: Random) -> Call:
    arguments = given(_size=values.number(rng, 5, 6), n_ranks=sometimes(rng, values.number(rng, 5, 8)))
    return Call("pb.keys.find_flush_keys", arguments, unsure)


@maker("pb.keys.find_suit_keys")
def _(rng: Random) -> Call:
    arguments = given(
        _size=values.number(rng, 1, 5),
        n_suits=sometimes(rng, values.number(rng, 1, 3)),
        least=sometimes(rng, values.choice(rng, "series", "largest")),
        unique=sometimes(rng, values.choice(rng, "sums", "flushes")),
    )
    return Call("pb.keys.find_suit_keys", arguments, unsure)


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
            Value(rng.choice(["'x'", "-1", "1.5", "object()", "[-1]"]), REFUSED),
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


class Shaped(NamedTuple):
    """The shape and dtype of an answer, and a check of what is in it."""

    shape: tuple[int, ...]
    dtype: Any
    right: Callable[[Any], bool]
