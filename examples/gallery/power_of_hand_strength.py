"""Error of the power of hand strength.

E[HS] is the equity against one opponent. Its k-th power E[HS]^k is a common estimate of the equity against k opponents.
It assumes that opponents win and lose independently, but they share the board. The lines show E[HS]^k minus the exact
equity.
"""

import matplotlib.pyplot as plt
import numpy as np

import pokerbits as pb

opponents = range(1, 9)
figure, ax = plt.subplots(figsize=(7, 5), layout="constrained")
for hand, marker in zip(("AsAh", "KsQs", "7s7h", "7s2h"), "osv^", strict=True):
    exact = pb.odds_vs_random(hand, n_opponents=opponents).equity
    power = exact[0] ** np.array(opponents)
    ax.plot(opponents, 100 * (power - exact), marker=marker, label=hand)
ax.axhline(0, color="gray", linestyle=":")
ax.set_xlabel("opponents")
ax.set_ylabel("error of E[HS]^k, percentage points")
ax.set_title("The power of hand strength against exact odds")
ax.legend()
plt.savefig("power_of_hand_strength.png", dpi=150)
