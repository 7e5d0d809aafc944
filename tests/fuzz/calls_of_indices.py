"""Calls of the indexer and its parts."""

import math
from collections.abc import Callable
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import values
from registry import Call, Refusal, Shaped, Unsure, anything, given, maker, sometimes
from twins import canonical, deal, one_of, renamings, row_by_row, row_of
from values import REFUSED, UNKNOWN, Value

import pokerbits as pb

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
