"""Four tables: `evaluate` beside the rivals in batches and one hand a call, batches as callers have them, `equity`.

All on one thread. The batch is 1,000,000 random seven-card hands, the same for all; one hand is the first of them.
Answers are compared before anything is timed. Run it once a CPU level: `POKERBITS_CPU=v3 python benches/compare.py`.
"""

import argparse
from collections.abc import Callable, Iterator
from time import perf_counter
from timeit import Timer

import numpy as np

import pokerbits as pb
from pokerbits import _native
from rivals import CARD_NAMES, Rival, rivals


def random_hands(n: int, size: int = 7, seed: int = 1) -> np.ndarray:
    """Return `n` random hands, uint8 (n, size)."""
    rng = np.random.default_rng(seed)
    decks = np.tile(np.arange(52, dtype=np.uint8), (n, 1))
    return np.ascontiguousarray(rng.permuted(decks, axis=1)[:, :size])


def best(function, repeats: int) -> float:
    """Return the least of several times, in seconds."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        function()
        times.append(perf_counter() - start)
    return min(times)


def best_call(function: Callable[[object], object], hand: object, repeats: int) -> float:
    """Return the time of one call with one hand, the least of several rounds, in microseconds."""
    # Names of a scope of its own: what the loop costs is the same for all.
    timer = Timer("function(hand)", globals={"function": function, "hand": hand})
    calls, seconds = timer.autorange()
    return min([seconds, *timer.repeat(4 * repeats, calls)]) / calls * 1e6


def single_calls(hand: list[int], found: list[Rival]) -> Iterator[tuple[str, str, Callable[[object], object], object]]:
    """Yield who evaluates one hand, what it is given, the function and that; all have the same answer."""
    names = [CARD_NAMES[card] for card in hand]
    ours = {
        "list of ids": hand,
        "tuple of ids": tuple(hand),
        "uint8 array": np.array(hand, dtype=np.uint8),
        "text": "".join(names),
        "list of names": names,
    }
    strength = pb.evaluate([hand], num_threads=1)[0]
    for given, cards in ours.items():
        if pb.evaluate(cards) != strength:
            raise SystemExit(f"pokerbits has another answer for a {given}")
        yield "pokerbits", given, pb.evaluate, cards
    for rival in found:
        prepared = rival.prepare(hand)
        if rival.rank(prepared) != rival.rank_names(names):
            raise SystemExit(f"{rival.name} has another answer for names")
        yield rival.name, rival.given, rival.rank, prepared
        yield rival.name, "list of names", rival.rank_names, names


def batches(hands: np.ndarray) -> Iterator[tuple[str, Callable[[], np.ndarray]]]:
    """Yield what a batch may be given as, and how to evaluate it then; arrays into one that is there."""
    out = np.empty(len(hands), dtype=np.uint16)

    def into(cards: object, board: object = None) -> Callable[[], np.ndarray]:
        return lambda: pb.evaluate(cards, board=board, out=out, num_threads=1)

    for dtype in (np.uint8, np.uint16, np.int32, np.int64):
        yield np.dtype(dtype).name, into(hands.astype(dtype))
    yield "uint8, Fortran order", into(np.asfortranarray(hands))
    yield "int64, Fortran order", into(np.asfortranarray(hands, dtype=np.int64))
    hole, board = hands[:, :2], hands[:, 2:]
    yield "hole cards and boards, uint8", into(hole.copy(), board.copy())
    yield "hole cards and boards, int64", into(hole.astype(np.int64), board.astype(np.int64))
    yield "hole cards and boards, parts of one array", into(hole, board)
    texts = pb.cards.format_cards(hands)
    yield "list of texts", into(texts)
    yield "list of lists of ids", into(hands.tolist())
    yield "NumPy array of texts, U", into(np.array(texts))
    yield "NumPy array of texts, S", into(np.array(texts, dtype="S"))
    yield "NumPy array of texts, StringDType", into(np.array(texts, dtype=np.dtypes.StringDType()))
    yield "NumPy array of objects", into(np.array(texts, dtype=object))


def compare_batches(hands: np.ndarray, strengths: np.ndarray, repeats: int) -> None:
    """Print what a batch costs by what it is given as."""
    print("\n| `evaluate`, a batch of | nanoseconds a hand |")
    print("|---|---:|")
    for given, evaluate in batches(hands):
        if not (evaluate() == strengths).all():
            raise SystemExit(f"other answers for {given}")
        print(f"| {given} | {best(evaluate, repeats) / len(hands) * 1e9:.1f} |")
    texts = pb.cards.format_cards(hands)
    if not (pb.cards.parse_cards(texts) == hands).all():
        raise SystemExit("other answers of parse_cards")
    seconds = best(lambda: pb.cards.parse_cards(texts), repeats)
    print(f"| list of texts, `parse_cards` | {seconds / len(hands) * 1e9:.1f} |")


def compare_equity(repeats: int) -> None:
    """Print the cost of the equity of two specific hands, and the part of it that is not counting."""
    print("\n| `equity` of two hands, one call | microseconds a call | of these counting |")
    print("|---|---:|---:|")
    aces, kings = [pb.cards.parse_cards(hand).tolist() for hand in ("AhAd", "KsKh")]
    for street, board in (("river", "2c3c4c5c7d"), ("turn", "2c3c4c5c"), ("flop", "2c3c4c"), ("before the flop", "")):
        ids = pb.cards.parse_cards(board).tolist()
        counted = pb.equity(aces, kings, board=ids).counts
        if (
            not counted
            == pb.equity("AhAd", "KsKh", board=board).counts
            == pb.equity("AhAd", "KsKh", board=tuple(ids)).counts
        ):
            raise SystemExit(f"other counts for text on the {street}")
        call = best_call(lambda text: pb.equity("AhAd", "KsKh", board=text), board, repeats)
        kernel = best_call(lambda dealt: _native.exact_counts("standard", [aces, kings], dealt, []), ids, repeats)
        print(f"| {street}, texts | {call:.2f} | {kernel:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000, help="hands for us; rivals take at most as many")
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()

    hands = random_hands(args.hands)
    strengths = pb.evaluate(hands, num_threads=1)
    ours = args.hands / best(lambda: pb.evaluate(hands, num_threads=1), 4 * args.repeats)
    level = pb.cpu_features()["level"]
    print("| evaluator | million hands a second | pokerbits is faster |")
    print("|---|---:|---:|")
    print(f"| pokerbits, {level}, one thread | {ours / 1e6:.1f} | |")
    found = list(rivals())
    for rival in found:
        n = min(rival.hands, args.hands)
        prepared = [rival.prepare(hand) for hand in hands[:n].tolist()]
        if not rival.agrees(rival.run(prepared), strengths[:n]):
            raise SystemExit(f"{rival.name} orders the hands differently")
        speed = n / best(lambda: rival.run(prepared), args.repeats)  # noqa: B023 - called before the next round
        print(f"| {rival.name} | {speed / 1e6:.3f} | {ours / speed:,.0f} x |")
    print("\n| evaluator, one hand a call | given | microseconds a call |")
    print("|---|---|---:|")
    # The rivals' answers for this hand are among those that were compared above.
    for name, given, function, hand in single_calls(hands[0].tolist(), found):
        print(f"| {name} | {given} | {best_call(function, hand, args.repeats):.2f} |")
    compare_batches(hands, strengths, args.repeats)
    compare_equity(args.repeats)


if __name__ == "__main__":
    main()
