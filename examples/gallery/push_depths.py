"""Push or fold at every depth.

Two players go all-in or fold before the flop. Each number is the deepest stack with which the small blind goes all-in
with this hand more than half of the time. Stacks are in big blinds, up to 20. A few hands, such as 63s and 43s, are
also folded with some shorter stacks.
"""

import matplotlib.pyplot as plt
import numpy as np

import pokerbits as pb

depths = np.arange(1, 20.5, 0.5)
pushes = np.array([pb.preflop.push_fold([depth, depth]).strategy["push"] for depth in depths])
deepest = np.where(pushes > 0.5, depths[:, None], 0).max(axis=0)

pb.plot.hand_matrix(
    deepest,
    label="big blinds",
    title="Deepest stack that the small blind pushes",
    text=lambda depth: f"{depth:g}" if depth < 20 else "20+",
)
plt.savefig("push_depths.png", dpi=150)
