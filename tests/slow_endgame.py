"""CFR+ on an endgame by matrices of all pairs of hands: slow and obviously right, beside `pokerbits.endgame.Solver`."""

import numpy as np

import pokerbits as pb
from pokerbits.endgame import Deal, Decision, Fold, Showdown


def outcomes(game):
    """Return for each river whether two hands can meet there, and the sign of hero's strength less villain's."""
    rivers = game.boards[-1]
    first, second = (pb.COMBOS[combos] for combos in game.combos)
    apart = ~(first[:, None, :, None] == second[None, :, None, :]).any(axis=(2, 3))
    free = [~(cards[None, :, :, None] == rivers[:, None, None, :]).any(axis=(2, 3)) for cards in (first, second)]
    meets = apart & free[0][:, :, None] & free[1][:, None, :]
    strengths = [pb.evaluate_combos(rivers)[:, combos].astype(int) for combos in game.combos]
    return apart[None], meets, np.sign(strengths[0][:, :, None] - strengths[1][:, None, :])


def seat(node):
    """Return the player of a node as a number, 0 for hero and 1 for villain."""
    return ("hero", "villain").index(node.player)


class SlowSolver:
    """A solver on buckets: for each street, for each player, integers (boards, hands)."""

    def __init__(self, game, buckets):
        self.game, self.buckets, self.iterations = game, buckets, 0
        self.apart, self.meets, self.signs = outcomes(game)
        self.free = [game.possible[-1][:, combos] for combos in game.combos]
        shapes = {node: (len(node.actions), buckets[node.street][seat(node)].max() + 1) for node in game.tree.decisions}
        self.regrets = {node: np.zeros(shape) for node, shape in shapes.items()}
        self.sums = {node: np.zeros(shape) for node, shape in shapes.items()}

    def run(self, iterations):
        for _ in range(iterations):
            self.iterations += 1
            for player in range(2):
                now = {node: normalised(regrets) for node, regrets in self.regrets.items()}
                self.walk(self.game.tree.root, player, self.game.weights[1 - player][None], 0, now, "learn")
                for node, regrets in self.regrets.items():
                    if seat(node) == player:
                        np.maximum(regrets, 0, out=regrets)

    def gain(self, player, *, best=False):
        average = {node: normalised(sums) for node, sums in self.sums.items()}
        reach = self.game.weights[1 - player][None]
        values = self.walk(self.game.tree.root, player, reach, 0, average, "best" if best else "same")
        pairs = self.game.weights[0] @ self.apart[0] @ self.game.weights[1]
        return (values[0] @ self.game.weights[player]) / pairs / self.game.tree.pot

    def of_hands(self, node, of_buckets):
        """Return numbers of buckets as numbers of hands, shape (actions, boards, hands)."""
        return of_buckets[:, self.buckets[node.street][seat(node)]]

    def walk(self, node, player, reach, street, strategy, aim):
        """Return the values of a player's hands, shape (boards, hands), from the opponent's reach."""
        on_last = street + 1 == len(self.game.streets)
        meets = self.meets if on_last else self.apart
        if isinstance(node, Fold):
            stake = -node.stake if seat(node) == player else node.stake
            return stake * against(meets, reach, player)
        if isinstance(node, Showdown):
            return node.stake * against(self.meets * self.signs, reach, player) * (1 if player == 0 else -1)
        if isinstance(node, Deal):
            after = self.walk(node.child, player, reach * self.free[1 - player], street + 1, strategy, aim)
            return after.sum(axis=0, keepdims=True) / 44
        assert isinstance(node, Decision)
        now = self.of_hands(node, strategy[node])
        if seat(node) != player:
            if aim == "learn":
                of_buckets = np.zeros(self.sums[node].shape[1])
                np.add.at(of_buckets, self.buckets[street][seat(node)], reach)
                self.sums[node] += self.iterations**2 * of_buckets * strategy[node]
            return sum(
                self.walk(child, player, reach * action, street, strategy, aim)
                for action, child in zip(now, node.children, strict=True)
            )
        values = np.stack([self.walk(child, player, reach, street, strategy, aim) for child in node.children])
        if aim == "best":
            return values.max(axis=0)
        value = (now * values).sum(axis=0)
        if aim == "learn":
            for action, of_action in enumerate(values):
                regret = self.game.weights[player] * (of_action - value)
                np.add.at(self.regrets[node][action], self.buckets[street][player], regret)
        return value


def against(matrices, reach, player):
    """Return the sum over the opponent's hands of matrix entries (boards, hero's hands, villain's) times the reach."""
    entries = matrices if player == 0 else matrices.transpose(0, 2, 1)
    return (entries * reach[:, None, :]).sum(axis=2)


def normalised(numbers):
    """Return probabilities in proportion to non-negative numbers, equal ones if all are zero."""
    total = numbers.sum(axis=0)
    return np.where(total > 0, numbers / np.where(total > 0, total, 1), 1 / len(numbers))
