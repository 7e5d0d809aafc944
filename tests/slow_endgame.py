"""CFR on an endgame by matrices of all pairs of hands: slow and obviously right, beside `pokerbits.endgame.Solver`."""

import numpy as np

import pokerbits as pb
from pokerbits.endgame import Deal, Decision, Fold, Showdown


def seat(node):
    """Return the player of a node as a number, 0 for hero and 1 for villain."""
    return ("hero", "villain").index(node.player)


def cards_of(game, player):
    """Return the cards of a player's hands."""
    hands = pb.COMBOS if game.game == "holdem" else pb.OmahaRange("*", 5 if "5" in game.game else 4).hands
    return hands[game.combos[player]]


def shares(game, first, second, board):
    """Return the part of the pot that the first hand wins less that of the second, -1 to 1, of rows of Omaha hands."""
    high = np.sign(pb.evaluate_omaha(first, board).astype(int) - pb.evaluate_omaha(second, board))
    if not game.game.endswith("hilo"):
        return high
    lows = [pb.evaluate_omaha_low(hands, board).astype(int) for hands in (first, second)]
    return np.where(np.maximum(*lows) > 0, (high + np.sign(lows[0] - lows[1])) / 2, high)


def signs_of(game, boards):
    """Return what each hand of hero wins against each of villain's on boards of five, (boards, hands, hands), -1 to 1.

    Hands that cannot be held on a board win anything.
    """
    if game.game == "holdem":
        first, second = (pb.evaluate_combos(boards)[:, combos].astype(int) for combos in game.combos)
        return np.sign(first[:, :, None] - second[:, None, :])
    hands, sizes = [cards_of(game, player) for player in range(2)], [len(combos) for combos in game.combos]
    found = np.zeros((len(boards), *sizes))
    for board, out in zip(boards, found, strict=True):
        first, second = (np.flatnonzero(~np.isin(of, board).any(axis=1)) for of in hands)
        pairs = [hands[0][first].repeat(len(second), axis=0), np.tile(hands[1][second], (len(first), 1))]
        out[np.ix_(first, second)] = shares(game, *pairs, board).reshape(len(first), -1)
    return found


def rates(algorithm, done):
    """Return the factors of positive regrets, negative regrets and sums after some iterations."""
    if algorithm == "cfr_plus":
        return 1, 0, (done / (done + 1)) ** 2
    begun = max((4**power for power in range(16) if 4**power <= done), default=0)
    return done**1.5 / (done**1.5 + 1), 0.5, ((done - begun) / (done - begun + 1)) ** 3


class SlowSolver:
    """A solver on buckets: for each street, for each player, integers (boards, hands)."""

    def __init__(self, game, buckets, algorithm="dcfr"):
        self.game, self.buckets, self.iterations, self.algorithm = game, buckets, 0, algorithm
        first, second = (cards_of(game, player) for player in range(2))
        self.n_known = 2 * first.shape[1]
        self.apart = ~(first[:, None, :, None] == second[None, :, None, :]).any(axis=(2, 3))
        self.free = [[free[:, combos] for combos in game.combos] for free in game.possible]
        self.meets = [self.apart & free[0][:, :, None] & free[1][:, None, :] for free in self.free]
        self.signs = signs_of(game, game.boards[-1])
        shapes = {node: (len(node.actions), buckets[node.street][seat(node)].max() + 1) for node in game.tree.decisions}
        self.regrets = {node: np.zeros(shape) for node, shape in shapes.items()}
        self.sums = {node: np.zeros(shape) for node, shape in shapes.items()}

    def run(self, iterations):
        for _ in range(iterations):
            for player in range(2):
                now = {node: normalised(np.maximum(regrets, 0)) for node, regrets in self.regrets.items()}
                self.walk(self.game.tree.root, player, self.game.weights[1 - player][None], 0, now, "learn")
                if self.algorithm == "cfr_plus":
                    for regrets in self.regrets.values():
                        np.maximum(regrets, 0, out=regrets)
            self.iterations += 1

    def play_as(self, solver):
        """Take the average strategies of a solver, in which every hand on every board is a bucket."""
        for node in self.sums:
            of_hands = solver.strategy(node)[:, :, self.game.combos[seat(node)]]
            self.sums[node] = np.nan_to_num(of_hands).reshape(len(node.actions), -1)

    def gains(self, player):
        """Return the gain of each hand that a player holds, as a fraction of the pot."""
        met = (self.apart if player == 0 else self.apart.T) @ self.game.weights[1 - player]
        return self.totals(player, "same") / met / self.game.tree.pot

    def gain(self, player, *, best=False):
        pairs = self.game.weights[0] @ self.apart @ self.game.weights[1]
        totals = self.totals(player, "best" if best else "same")
        return (totals @ self.game.weights[player]) / pairs / self.game.tree.pot

    def totals(self, player, aim):
        """Return the values of a player's hands against the average strategy, from those of the opponent's hands."""
        average = {node: normalised(sums) for node, sums in self.sums.items()}
        reach = self.game.weights[1 - player][None]
        return self.walk(self.game.tree.root, player, reach, 0, average, aim)[0]

    def of_hands(self, node, of_buckets):
        """Return numbers of buckets as numbers of hands, shape (actions, boards, hands)."""
        return of_buckets[:, self.buckets[node.street][seat(node)]]

    def walk(self, node, player, reach, street, strategy, aim):
        """Return the values of a player's hands, shape (boards, hands), from the opponent's reach."""
        if isinstance(node, Fold):
            stake = -node.stake if seat(node) == player else node.stake - node.rake
            return stake * against(self.meets[street], reach, player)
        if isinstance(node, Showdown):
            sign = self.signs if player == 0 else -self.signs
            # The rake is paid by the winner, or by both in halves.
            chips = sign * (node.stake - node.rake / 2) - node.rake / 2
            return against(self.meets[street] * chips, reach, player)
        if isinstance(node, Deal):
            n_before, free = len(self.free[street][0]), self.free[street + 1][1 - player]
            reach = np.repeat(reach, len(free) // n_before, axis=0) * free
            after = self.walk(node.child, player, reach, street + 1, strategy, aim)
            known = self.game.boards[street].shape[1] + self.n_known
            return after.reshape(n_before, -1, after.shape[1]).sum(axis=1) / (52 - known)
        assert isinstance(node, Decision)
        now = self.of_hands(node, strategy[node])
        positive, negative, of_sums = rates(self.algorithm, self.iterations)
        if seat(node) != player:
            if aim == "learn":
                of_buckets = np.zeros(self.sums[node].shape[1])
                np.add.at(of_buckets, self.buckets[street][seat(node)], reach)
                self.sums[node] = self.sums[node] * of_sums + of_buckets * strategy[node]
            return sum(
                self.walk(child, player, reach * action, street, strategy, aim)
                for action, child in zip(now, node.children, strict=True)
            )
        values = np.stack([self.walk(child, player, reach, street, strategy, aim) for child in node.children])
        if aim == "best":
            return values.max(axis=0)
        value = (now * values).sum(axis=0)
        if aim == "learn":
            regrets = self.regrets[node]
            regrets *= np.where(regrets > 0, positive, negative)
            for action, of_action in enumerate(values):
                regret = self.game.weights[player] * (of_action - value)
                np.add.at(regrets[action], self.buckets[street][player], regret)
        return value


def against(matrices, reach, player):
    """Return the sum over the opponent's hands of matrix entries (boards, hero's hands, villain's) times the reach."""
    entries = matrices if player == 0 else matrices.transpose(0, 2, 1)
    return np.matmul(entries.astype(float), reach[:, :, None])[:, :, 0]


def normalised(numbers):
    """Return probabilities in proportion to non-negative numbers, equal ones if all are zero."""
    total = numbers.sum(axis=0)
    return np.where(total > 0, numbers / np.where(total > 0, total, 1), 1 / len(numbers))
