"""Odds of all starting hands.

The matrix shows the equity of each of the 169 starting hands against eight opponents with random cards. `preflop_odds`
counts every deal, and `hand_matrix` draws a value for each hand: pairs on the diagonal, suited hands above it.
"""

import matplotlib.pyplot as plt

import pokerbits as pb

odds = pb.preflop_odds([8])
pb.plot.hand_matrix(odds.equity[:, 0], label="equity", title="Equity against eight random hands")
plt.savefig("odds_matrix.png", dpi=150)
