"""Strength of a hand from street to street.

The plots show how strong 9h8h can become, as seen before the flop, on the flop and on the turn. Each histogram counts
all runouts by the hand's strength on the river. The dashed line is the mean of these strengths, E[HS].
"""

import matplotlib.pyplot as plt

import pokerbits as pb

figure, axes = plt.subplots(3, figsize=(7, 8), sharex=True, layout="constrained")
for ax, board in zip(axes, ("", "Th7c2h", "Th7c2hKs"), strict=True):
    counts = pb.strength.hand_strength_histogram("9h8h", board=board or None, bins=25)
    mean = float(pb.expected_hand_strength("9h8h", board=board or None))
    pb.plot.strength_histogram(counts, mean=mean, title=f"9h8h on {board}" if board else "9h8h before the flop", ax=ax)
plt.savefig("strength_along_a_hand.png", dpi=150)
