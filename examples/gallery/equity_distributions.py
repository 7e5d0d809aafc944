"""Equity distributions of two ranges.

Two ranges play against each other on one flop. The curve of a range shows the equity of each of its hands, from the
weakest to the strongest. Where a curve is higher, its range has the stronger hands.
"""

import matplotlib.pyplot as plt

import pokerbits as pb

raiser = "22+, A2s+, KTs+, QTs+, JTs, AJo+, KQo"
caller = "JJ-22, A2s+, K9s+, QTs+, JTs, T9s, 98s, KQo"
both = pb.reports.equity_distribution(raiser, caller, board="Ah7d2c")

ax = pb.plot.equity_graph(both.hero, label="raiser")
pb.plot.equity_graph(both.villain, label="caller", ax=ax)
plt.savefig("equity_distributions.png", dpi=150)
