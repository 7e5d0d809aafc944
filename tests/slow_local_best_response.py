"""Local best responses hand by hand and board by board: slow and obviously right."""

from functools import cache

import numpy as np

import pokerbits as pb
from pokerbits.endgame import Deal, Decision, Fold
from slow_endgame import seat


class SlowResponse:
    """The response of a player to a policy. Gains are in chips, summed over the hands of the opponent."""

    def __init__(self, game, policy, player):
        self.game, self.policy, self.player = game, policy, player

    def gain(self):
        """Return the gain per deal as a fraction of the pot."""
        gained = met = 0.0
        for combo, weight in zip(self.game.combos[self.player], self.game.weights[self.player], strict=True):
            hand = cards_of(combo)
            reach = dict(zip(self.game.combos[1 - self.player], self.game.weights[1 - self.player], strict=True))
            reach = {other: of for other, of in reach.items() if not {*cards_of(other)} & {*hand}}
            gained += weight * self.play(self.game.tree.root, tuple(self.game.board.tolist()), combo, reach)
            met += weight * sum(reach.values())
        return gained / met / self.game.tree.pot

    def play(self, node, board, combo, reach):
        """Return what a hand gains from a node on."""
        if isinstance(node, Deal):
            cards = [card for card in range(52) if card not in {*board, *cards_of(combo)}]
            return sum(
                self.play(node.child, (*board, card), combo, {
                    other: of / (48 - len(board)) for other, of in reach.items() if card not in cards_of(other)
                })
                for card in cards
            )  # fmt: skip
        if not isinstance(node, Decision):
            return self.passive(node, board, combo, reach)
        if seat(node) == self.player:
            guesses = [self.guess(child, board, combo, reach) for child in node.children]
            return self.play(node.children[int(np.argmax(guesses))], board, combo, reach)
        return sum(
            self.play(child, board, combo, self.after(node, action, board, reach))
            for action, child in enumerate(node.children)
        )

    def guess(self, child, board, combo, reach):
        """Return what a hand gains after an action if both then check and call, but for a fold to a bet."""
        if isinstance(child, Decision) and child.actions[0] == "fold":
            assert seat(child) != self.player
            folded, called = (self.after(child, action, board, reach) for action in (0, 1))
            # All that do not fold call.
            called = {other: reach[other] - folded[other] for other in called}
            fold = self.passive(child.children[0], board, combo, folded)
            return fold + self.passive(child.children[1], board, combo, called)
        return self.passive(child, board, combo, reach)

    def after(self, node, action, board, reach):
        """Return the reach of the opponent after an action."""
        chances = self.policy(node, np.array(board, dtype=np.uint8))[action]
        return {other: of * chances[other] for other, of in reach.items()}

    def passive(self, node, board, combo, reach):
        """Return what a hand gains if nobody bets or folds from a node on."""
        if isinstance(node, Deal):
            return self.passive(node.child, board, combo, reach)
        if isinstance(node, Decision):
            actions = [at for at, action in enumerate(node.actions) if action in ("check", "call")]
            return self.passive(node.children[actions[0]], board, combo, reach)
        if isinstance(node, Fold):
            chips = -node.stake if seat(node) == self.player else node.stake - node.rake
            return chips * sum(reach.values())
        return sum(of * self.chips(node, board, combo, other) for other, of in reach.items())

    def chips(self, node, board, combo, other):
        """Return what a hand gains against one at a showdown, on average over the boards to come."""
        shares = shares_of(board, combo, other)
        return sum(share * of for share, of in zip(
            shares, (node.stake - node.rake, -node.rake / 2, -node.stake), strict=True
        ))  # fmt: skip


def cards_of(combo):
    return tuple(pb.COMBOS[combo].tolist())


@cache
def strengths_on(board):
    return pb.evaluate_combos(np.array(board, dtype=np.uint8)).astype(int)


@cache
def shares_of(board, combo, other):
    """Return how often a hand wins, ties and loses against one, over the boards to come."""
    if len(board) == 5:
        sign = np.sign(strengths_on(tuple(sorted(board)))[[combo, other]] @ [1, -1])
        return tuple(float(sign == wanted) for wanted in (1, 0, -1))
    cards = [card for card in range(52) if card not in {*board, *cards_of(combo), *cards_of(other)}]
    return tuple(np.mean([shares_of((*board, card), combo, other) for card in cards], axis=0))
