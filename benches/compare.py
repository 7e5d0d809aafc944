"""Two tables: `pokerbits.evaluate` beside the rivals, in batches and one hand a call, one thread.

The batch is 1,000,000 random seven-card hands, the same for all; one hand is the first of them. Answers are compared
before anything is timed. Run it once a CPU level: `POKERBITS_CPU=v3 python benches/compare.py`.
"""

import argparse
from collections.abc import Callable, Iterator
from time import perf_counter
from timeit import Timer

import numpy as np

import pokerbits as pb
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


if __name__ == "__main__":
    main()
