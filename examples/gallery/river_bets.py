"""River cards to bet.

A turn is solved with all of its rivers. Both players check the turn, and the first player then bets some rivers more
often than others. A number is the share of his hands that bet after this card, in percent. After a jack he hardly bets.
"""

import matplotlib.pyplot as plt
import numpy as np

from pokerbits.endgame import BetSizes, BettingTree, Endgame, Solver

turn = "QsJd6h3c"
hero = "JJ-22, A2s+, KTs+, QTs+, J9s+, T8s+, 97s+, 86s+, 76s, 65s, ATo+, KJo+, QJo"
villain = "QQ+, A2s+, K9s+, Q9s+, JTs, T9s, 98s, ATo+, KTo+, QTo+, JTo"
tree = BettingTree(pot=100, stack=250, sizes=[BetSizes(0.75, max_bets=1), BetSizes(0.75, raises=1, max_bets=2)])
game = Endgame(turn, hero, villain, tree)
solver = Solver(game)
solver.run(target=0.002)

checked = tree.root.children[0].children[0].child
strategy, reach = np.nan_to_num(solver.strategy(checked)), np.nan_to_num(solver.reach(checked, "hero"))
bets = (strategy[1:].sum(axis=0) * reach).sum(axis=1) / reach.sum(axis=1)
shown = np.full(52, np.nan)
shown[game.boards[1][:, -1]] = 100 * bets

figure, ax = plt.subplots(figsize=(9, 3.4), layout="constrained")
ax.imshow(shown.reshape(13, 4).T, cmap="cividis", aspect="auto")
middle = np.nanmean(shown)
for card in np.flatnonzero(~np.isnan(shown)):
    colour = "white" if shown[card] < middle else "black"
    ax.text(card // 4, card % 4, f"{shown[card]:.0f}", ha="center", va="center", color=colour)
ax.set_xticks(range(13), "23456789TJQKA")
ax.set_yticks(range(4), "cdhs")
ax.set_title(f"How often the first player bets the river on {turn}, %")
plt.savefig("river_bets.png", dpi=150)
