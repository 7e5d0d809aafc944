"""Local and best responses in small poker games of two players, by matrices of all pairs of hands: Leduc and hold'em.

A game is a tree of `Node`s and a deck. Nothing here uses the package's responses. The rule of the local one is that of
Lisý and Bowling (2017), and has ten lines.
"""

from dataclasses import dataclass, field
from functools import cache

import numpy as np

import pokerbits as pb
from pokerbits.endgame import Deal, Decision, Fold


@dataclass(frozen=True, eq=False)
class Node:
    """A decision or a fold of a player; or, without a player, a deal with one child, or a showdown without any.

    `stake` is what the loser has put in. `source` is what a policy knows a decision by.
    """

    player: int | None
    actions: tuple = ()
    children: tuple = ()
    stake: float = 0.0
    source: object = None


@dataclass(frozen=True, eq=False)
class Game:
    """The tree, the board, the cards of the deck, and for each player hands, as tuples of cards, and their weights.

    `order(board, hands)` gives the strengths of hands at a showdown.
    """

    root: Node
    board: tuple
    n_cards: int
    hands: tuple
    weights: tuple
    order: object
    apart: np.ndarray = field(init=False)

    def __post_init__(self):
        apart = [[not {*hero} & {*villain} for villain in self.hands[1]] for hero in self.hands[0]]
        object.__setattr__(self, "apart", np.array(apart, dtype=float))

    def met(self, player, reach):
        """Return for each hand of a player the reach of the opponent's hands without its cards."""
        return (self.apart if player == 0 else self.apart.T) @ reach

    def without(self, player, card):
        """Return 1 for the hands that do not have a card, and 0 for others."""
        return np.array([float(card not in hand) for hand in self.hands[player]])

    @cache  # noqa: B019 - the games of a test live as long as it
    def won(self, board, player):
        """Return what a hand of a player wins against each of the opponent's at a showdown: 1, 0 or -1."""
        ours, theirs = (self.order(board, self.hands[of]) for of in (player, 1 - player))
        return np.sign(ours[:, None] - theirs[None, :]) * (self.apart if player == 0 else self.apart.T)


class Walk:
    """A player against a policy: `policy(node, board, player)` is the probability of each action, (actions, hands)."""

    def __init__(self, game, policy, player):
        self.game, self.policy, self.player = game, policy, player

    def gain(self):
        """Return the gain per deal in chips."""
        ours, theirs = self.game.weights[self.player], self.game.weights[1 - self.player]
        totals = self.values(self.game.root, self.game.board, theirs)
        return float(totals @ ours / (self.game.met(self.player, theirs) @ ours))

    def values(self, node, board, reach):
        """Return for each hand the sum of its gains against the opponent's hands, times their reach."""
        if not node.children:
            return self.end(node, board, reach)
        if node.player is None:
            return self.over_cards(board, reach, lambda after, left: self.values(node.children[0], after, left))
        if node.player == self.player:
            return self.choose(node, board, reach)
        probabilities = self.policy(node, board, node.player)
        parts = zip(node.children, probabilities, strict=True)
        return sum(self.values(child, board, reach * of) for child, of in parts)

    def choose(self, node, board, reach):
        """Play as the policy."""
        probabilities = self.policy(node, board, node.player)
        values = [self.values(child, board, reach) for child in node.children]
        return (probabilities * values).sum(axis=0)

    def end(self, node, board, reach):
        if node.player is None:
            return node.stake * self.game.won(board, self.player) @ reach
        return (-1 if node.player == self.player else 1) * node.stake * self.game.met(self.player, reach)

    def over_cards(self, board, reach, values):
        """Return the mean over the cards that both hands leave."""
        game = self.game
        n_left = game.n_cards - len(board) - len(game.hands[0][0]) - len(game.hands[1][0])
        total = 0.0
        for card in {*range(game.n_cards)} - {*board}:
            ours, theirs = (game.without(player, card) for player in (self.player, 1 - self.player))
            total = total + ours * values((*board, card), reach * theirs)
        return total / n_left


class BestResponse(Walk):
    """The best response: each hand takes the action that gains most."""

    def choose(self, node, board, reach):
        return np.max([self.values(child, board, reach) for child in node.children], axis=0)


class LocalResponse(Walk):
    """The local best response: a guess chooses the action, and real play follows."""

    def choose(self, node, board, reach):
        best = np.argmax([self.guess(child, board, reach) for child in node.children], axis=0)
        values = np.array([self.values(child, board, reach) for child in node.children])
        return np.take_along_axis(values, best[None], axis=0)[0]

    def guess(self, child, board, reach):
        """Return what an action gains if the opponent folds as the policy does, and both check and call otherwise."""
        if child.actions and child.actions[0] == "fold":
            folds = self.policy(child, board, child.player)[0]
            folded = self.end(child.children[0], board, reach * folds)
            return folded + self.passive(child.children[1], board, reach * (1 - folds))
        return self.passive(child, board, reach)

    def passive(self, node, board, reach):
        if not node.children:
            return self.end(node, board, reach)
        if node.player is None:
            return self.over_cards(board, reach, lambda after, left: self.passive(node.children[0], after, left))
        at = next(at for at, action in enumerate(node.actions) if action in ("check", "call"))
        return self.passive(node.children[at], board, reach)


class Learner(Walk):
    """CFR+ of a player. `learnt` has regrets and sums of strategies by decision and board, and is also the policy."""

    def __init__(self, game, learnt, player, iteration):
        super().__init__(game, learnt.now, player)
        self.learnt, self.iteration = learnt, iteration

    def values(self, node, board, reach):
        if node.player == 1 - self.player and node.children:
            _, sums = self.learnt.numbers(node, board, node.player)
            sums += self.iteration * reach * self.policy(node, board, node.player)
        return super().values(node, board, reach)

    def choose(self, node, board, reach):
        now = self.policy(node, board, self.player)
        values = np.array([self.values(child, board, reach) for child in node.children])
        value = (now * values).sum(axis=0)
        regrets, _ = self.learnt.numbers(node, board, self.player)
        np.maximum(regrets + values - value, 0, out=regrets)
        return value


class Learnt:
    """Regrets and sums of strategies, by decision and board; `average` is a policy."""

    def __init__(self, game):
        self.game, self.of_states = game, {}

    def numbers(self, node, board, player):
        shape = (2, len(node.actions), len(self.game.hands[player]))
        return self.of_states.setdefault((node, board), np.zeros(shape))

    def now(self, node, board, player):
        return normalised(self.numbers(node, board, player)[0])

    def average(self, node, board, player):
        return normalised(self.numbers(node, board, player)[1])


def solve(game, iterations):
    learnt = Learnt(game)
    for iteration in range(1, iterations + 1):
        for player in range(2):
            walk = Learner(game, learnt, player, iteration)
            walk.values(game.root, game.board, game.weights[1 - player])
    return learnt.average


def normalised(numbers):
    total = numbers.sum(axis=0)
    return np.where(total > 0, numbers / np.where(total > 0, total, 1), 1 / len(numbers))


def leduc():
    """Return Leduc: Southey and others, "Bayes' Bluff: Opponent Modelling in Poker" (2005).

    Six cards, two of each rank; one is dealt to each player, and one to the board after the first round. Both put in
    1 chip before. Bets and raises are 2 chips, and 4 after the deal, at most two in a round.
    """

    def round_of(size, paid, player, n_bets, n_actions, after):
        """Return the decision of a player, when chips are paid by both."""
        owed = paid[1 - player] > paid[player]
        called = [max(paid)] * 2
        raised = [max(paid), max(paid)]
        raised[player] += size
        ends = owed or n_actions > 0
        passive = after(max(paid)) if ends else round_of(size, called, 1 - player, n_bets, 1, after)
        actions, children = ["call" if owed else "check"], [passive]
        if owed:
            actions.insert(0, "fold")
            children.insert(0, Node(player, stake=paid[player]))
        if n_bets < 2:
            actions.append("raise" if owed else "bet")
            children.append(round_of(size, raised, 1 - player, n_bets + 1, n_actions + 1, after))
        return Node(player, tuple(actions), tuple(children))

    def second(paid):
        return Node(None, (), (round_of(4, [paid] * 2, 0, 0, 0, lambda stake: Node(None, stake=stake)),))

    def order(board, hands):
        # A pair of the board's rank beats every other hand.
        return np.array([10 if card // 2 == board[0] // 2 else card // 2 for (card,) in hands])

    hands = tuple((card,) for card in range(6))
    return Game(round_of(2, [1, 1], 0, 0, 0, second), (), 6, (hands, hands), (np.ones(6), np.ones(6)), order)


def holdem(endgame):
    """Return an endgame of hold'em without rake as a game of this module; `source` of a decision is its own."""

    def copied(node):
        if isinstance(node, Deal):
            return Node(None, (), (copied(node.child),))
        if isinstance(node, Decision):
            children = tuple(map(copied, node.children))
            return Node(("hero", "villain").index(node.player), node.actions, children, source=node)
        player = ("hero", "villain").index(node.player) if isinstance(node, Fold) else None
        return Node(player, stake=node.stake)

    def order(board, hands):
        return pb.evaluate_combos(np.array(board, dtype=np.uint8))[pb.cards.combo_id(np.array(hands))].astype(int)

    hands = tuple(tuple(map(tuple, pb.COMBOS[combos].tolist())) for combos in endgame.combos)
    board = tuple(endgame.board.tolist())
    return Game(copied(endgame.tree.root), board, 52, hands, endgame.weights, order)
