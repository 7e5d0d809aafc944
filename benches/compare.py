"""One table: `pokerbits.evaluate` beside the rivals on the same 1,000,000 random seven-card hands, one thread.

Answers are compared before anything is timed. Run it once a CPU level: `POKERBITS_CPU=v3 python benches/compare.py`.
"""

import argparse
from time import perf_counter

import numpy as np

import pokerbits as pb
from rivals import rivals


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
    for rival in rivals():
        n = min(rival.hands, args.hands)
        prepared = [rival.prepare(hand) for hand in hands[:n].tolist()]
        if not rival.agrees(rival.run(prepared), strengths[:n]):
            raise SystemExit(f"{rival.name} orders the hands differently")
        speed = n / best(lambda: rival.run(prepared), args.repeats)  # noqa: B023 - called before the next round
        print(f"| {rival.name} | {speed / 1e6:.3f} | {ours / speed:,.0f} x |")


if __name__ == "__main__":
    main()
