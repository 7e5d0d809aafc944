"""Heat map of a flop report.

The map shows the equity of a raiser on all 22,100 flops, by the highest card and the suits of the flop. `flop_report`
counts each of the 1,755 flops up to suit isomorphism and weights it by the deals behind it.
"""

import matplotlib.pyplot as plt
import numpy as np

import pokerbits as pb

report = pb.flop_report("TT+, AQs+, AKo", "JJ-66, AJs-ATs, KQs, QJs, JTs")
groups = report.group_by(["high_card", "suits"])
highs, suits = "AKQJT98765432", ("rainbow", "two-tone", "monotone")
equity = np.full((len(highs), len(suits)), np.nan)
for (high, suit), value in zip(groups.rows, groups.equity[:, 0], strict=True):
    equity[highs.index(high), suits.index(suit)] = value

figure, ax = plt.subplots(figsize=(5.5, 7), layout="constrained")
image = ax.imshow(equity, cmap="viridis", aspect="auto")
for (row, column), value in np.ndenumerate(equity):
    if np.isfinite(value):
        light = value > np.nanmean(equity)
        ax.text(column, row, f"{value:.1%}", ha="center", va="center", color="black" if light else "white")
ax.set_xticks(range(len(suits)), suits)
ax.set_yticks(range(len(highs)), highs)
ax.set_ylabel("highest card of the flop")
ax.set_title("Equity of the raiser by flop")
figure.colorbar(image, label="equity")
plt.savefig("flop_heat_map.png", dpi=150)
