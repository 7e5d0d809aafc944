"""Omaha rivers on buckets.

Omaha has 178,365 hands on a river, and a solver of the whole game needs buckets. Here one player sees only the bucket
of a hand, and a best response plays against it with all four cards. On a single board either feature can be the better;
means over boards are in "Abstraction quality".
"""

import matplotlib.pyplot as plt
from matplotlib.ticker import LogLocator

from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Endgame, exploitability, omaha_labels

board = "Kh9d5c3h2s"
tree = BettingTree(100, 250, BetSizes(bets=(0.75, ALL_IN), raises=ALL_IN, max_bets=2))
game = Endgame(board, "4%", "4%", tree, game="omaha")
sizes = [3, 10, 30, 100]

figure, ax = plt.subplots(figsize=(7, 5), layout="constrained")
for feature, name, marker in (("ehs", "percentiles of E[HS]", "o"), ("ochs", "OCHS", "s")):
    labels = [omaha_labels(board, n_buckets=k, feature=feature) for k in sizes]
    losses = [100 * exploitability(game, labels=of, iterations=100) for of in labels]
    ax.plot(sizes, losses, marker=marker, label=name)
ax.set_xscale("log")
ax.set_yscale("log")
ax.set_xticks(sizes, map(str, sizes))
ax.yaxis.set_major_locator(LogLocator(10, (1, 2, 5)))
ax.yaxis.set_major_formatter("{x:g}")
ax.minorticks_off()
ax.set_xlabel("buckets")
ax.set_ylabel("exploitability, % of the pot")
ax.set_title("An Omaha river on buckets")
ax.legend()
plt.savefig("omaha_buckets.png", dpi=150)
