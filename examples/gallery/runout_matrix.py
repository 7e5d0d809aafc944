"""Equity after every turn card.

The matrix shows the equity of a range after each turn card, by rank and suit. `runout_report` compares two ranges after
each card that can come; cards on the board stay blank.
"""

import matplotlib.pyplot as plt

import pokerbits as pb

report = pb.reports.runout_report("22+, A2s+, KTs+, AJo+", "JJ-22, A2s+, K9s+, QTs+, JTs", board="9h8h2c")
pb.plot.runout_matrix(report, title="Equity after each turn card on 9h8h2c")
plt.savefig("runout_matrix.png", dpi=150)
