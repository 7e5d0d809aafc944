"""Buckets on a flop.

All hands of one flop are in six buckets, by how their strength can develop. Each hand has a histogram of its strength
over all runouts. k-means groups the histograms by earth mover's distance. Buckets ascend by strength.
"""

import matplotlib.pyplot as plt
import numpy as np

import pokerbits as pb

flop = "QhJh2c"
board = set(pb.cards.parse_cards(flop).tolist())
hands = np.array([combo for combo in pb.COMBOS if not board & set(combo.tolist())])
histograms = pb.strength.hand_strength_histogram(hands, board=flop, bins=30)
labels = pb.abstraction.HistogramKMeans(6, metric="emd", random_state=0).fit_predict(histograms)

strength = pb.expected_hand_strength(hands, board=flop)
order = np.argsort([strength[labels == bucket].mean() for bucket in range(6)])
buckets = np.argsort(order)[labels]

# A class shows the mean bucket of its combos: suited hands differ by their draws.
classes = pb.cards.hand_class(hands)
mean = np.bincount(classes, weights=buckets, minlength=169) / np.bincount(classes, minlength=169)
pb.plot.hand_matrix(mean, label="bucket", percent=False, title=f"Buckets on {flop}, 0 to 5")
plt.savefig("flop_buckets.png", dpi=150)
