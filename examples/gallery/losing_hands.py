"""Losing hands as a graph.

The graph shows the cards that beat AsKd on QhJh2c3d4d. A red card beats it with any other card. A line joins two cards
that beat it only together. Nobody beats AsKd if no opponent holds a red card or two cards that a line joins. Exact odds
count the deals of which this is true.
"""

import matplotlib.pyplot as plt
import numpy as np

import pokerbits as pb

losses = pb.odds.losses("AsKd", board="QhJh2c3d4d")
known = set(pb.cards.parse_cards("AsKdQhJh2c3d4d").tolist())
cards = [card for card in range(52) if card not in known]
angle = dict(zip(cards, np.linspace(0, 2 * np.pi, len(cards), endpoint=False), strict=True))

figure, ax = plt.subplots(figsize=(7, 7), layout="constrained")
for pair in losses.two_card:
    around = np.array([angle[int(card)] for card in pair])
    ax.plot(np.cos(around), np.sin(around), color="tab:blue", linewidth=0.8, zorder=1)
losing = {int(card) for card in losses.one_card}
for card in cards:
    x, y = np.cos(angle[card]), np.sin(angle[card])
    ax.scatter(x, y, s=60, color="tab:red" if card in losing else "tab:gray", zorder=2)
    ax.text(1.09 * x, 1.09 * y, pb.cards.card_name(card), ha="center", va="center", fontsize=9, color="gray")
ax.set_title("Cards and pairs of cards that beat AsKd on QhJh2c3d4d")
ax.set_aspect("equal")
ax.axis("off")
plt.savefig("losing_hands.png", dpi=150)
