"""Measure buckets of Omaha hands on random rivers or turns: exploitability by feature and number of buckets.

    python examples/omaha_quality.py --street river --n-boards 12 --k 10 30 100 300 --plot omaha_river.png

One player sees only the bucket of a hand, the opponent all of its cards. The loss is the gain of a best response
against that player, the mean of both seats, in percent of the pot. A row has means and their standard errors.
"""

import argparse
from itertools import product

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import LogLocator
from tqdm import tqdm

import pokerbits as pb
from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Endgame, exploitability, omaha_labels

TITLES = {"ehs": "percentiles of E[HS]", "ehs2": "percentiles of E[HS^2]", "ochs": "OCHS"}
FEATURES = {"turn": ("ehs", "ehs2", "ochs"), "river": ("ehs", "ochs")}
"""On the river E[HS^2] puts hands in the order of E[HS]."""
N_CARDS = {"turn": 4, "river": 5}
TREES = {
    "turn": BettingTree(100, 250, [BetSizes(0.75, max_bets=1)] * 2),
    "river": BettingTree(100, 250, BetSizes((0.75, ALL_IN), ALL_IN, max_bets=2)),
}
RANGES = {"turn": "2%", "river": "10%"}
"""The range of both players: the best hands before the flop, as a part of all."""
ITERATIONS = {"turn": 60, "river": 150}


def losses(street: str, n_boards: int, ks: list[int], seed: int) -> dict[tuple[str, int], list[float]]:
    """Return the loss on each board by feature and number of buckets."""
    boards = pb.random_hands(n_boards, N_CARDS[street], rng=seed)
    found: dict[tuple[str, int], list[float]] = {}
    for board, feature, k in tqdm(list(product(boards, FEATURES[street], ks)), unit="game"):
        game = Endgame(board, RANGES[street], RANGES[street], TREES[street], game="omaha")
        labels = {
            name: omaha_labels(of_street, n_buckets=k, feature=feature, rng=seed)
            for name, of_street in zip(game.streets, game.boards, strict=True)
        }
        loss = exploitability(game, labels=labels, iterations=ITERATIONS[street], progress=False)
        found.setdefault((feature, k), []).append(100 * loss)
    return found


def main() -> None:
    """Print a table, and draw it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--street", choices=TREES, default="river")
    parser.add_argument("--n-boards", type=int, default=4)
    parser.add_argument("--k", type=int, nargs="+", default=[10, 30, 100])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", metavar="FILE")
    args = parser.parse_args()
    found = losses(args.street, args.n_boards, args.k, args.seed)
    means = {key: np.mean(of) for key, of in found.items()}
    errors = {key: np.std(of, ddof=1) / len(of) ** 0.5 for key, of in found.items()}
    print(f"| {args.street}, one-sided | {' | '.join(map(str, args.k))} |")
    print(f"| --- |{' ---: |' * len(args.k)}")
    for feature in FEATURES[args.street]:
        cells = (f"{means[feature, k]:.3f} ± {errors[feature, k]:.3f}" for k in args.k)
        print(f"| {TITLES[feature]} | {' | '.join(cells)} |")
    if args.plot:
        figure, ax = plt.subplots(figsize=(7, 5), layout="constrained")
        for feature in FEATURES[args.street]:
            of = [(feature, k) for k in args.k]
            ax.errorbar(
                args.k, [means[key] for key in of], [errors[key] for key in of], label=TITLES[feature], marker="o"
            )
        ax.set(xscale="log", yscale="log", xlabel="buckets", ylabel="exploitability, % of the pot")
        ax.set_xticks(args.k, map(str, args.k))
        ax.yaxis.set_major_locator(LogLocator(10, (1, 2, 5)))
        ax.yaxis.set_major_formatter("{x:g}")
        ax.minorticks_off()
        ax.set_title(f"Omaha {args.street}s on buckets")
        ax.legend()
        figure.savefig(args.plot, dpi=150)


if __name__ == "__main__":
    main()
