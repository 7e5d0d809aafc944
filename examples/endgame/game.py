"""An endgame in vector form: what all hands of a player can expect at once, whoever chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

import pokerbits as pb
from endgame.betting import Deal, Decision, Fold, Node, Showdown
from pokerbits.typing import RangeLike

Floats: TypeAlias = NDArray[np.float64]
Profile: TypeAlias = Callable[[Decision], Floats]
"""The probabilities of all actions at a decision, shape (actions, boards, hands of its player)."""


class Endgame:
    """Two weighted ranges and a betting tree on a board of four or five cards.

    Arrays of a street have shape (boards, hands of a player): one board until the river is dealt, then all 48. The
    hands of a player are the combos that have a weight in the range. Payoffs are counted from the middle: at a stake of
    s the winner gains s, and the loser loses s, half the first pot among it.

    Attributes
    ----------
    hands
        The combos of each player, by their numbers.
    weights
        Their weights, shape (1, hands).
    possible
        For each street, and each player, whether a hand has no card of the board.
    """

    def __init__(self, board: str, ranges: Sequence[RangeLike], pot: float, tree: Node) -> None:
        cards = pb.cards.parse_cards(board)
        self.board, self.pot, self.tree = cards, pot, tree
        self.boards = boards_of(cards)
        weights = [np.where(allowed(cards), weights_of(text), 0) for text in ranges]
        self.hands = [np.flatnonzero(of_player) for of_player in weights]
        self.weights = [of_player[None, hands] for of_player, hands in zip(weights, self.hands, strict=True)]
        self.cards = [pb.COMBOS[hands] for hands in self.hands]
        self.possible = [[allowed(boards)[:, hands] for hands in self.hands] for boards in self.boards]
        self.ranked = pb.RankedBoards(self.boards[-1])
        self.holds = [(cards[:, :, None] == np.arange(52)).any(axis=1).astype(np.float64) for cards in self.cards]
        # Of the cards that are left each pair of hands takes four.
        self.runouts = max(len(self.boards[-1]) - 4, 1)
        self.deals = float((self.weights[0] * Facing(self, 0, 0, self.weights[1]).met).sum())

    def share(self, player: int, values: Floats) -> float:
        """Return what a player gains a deal, as a share of the pot, from the values of his hands."""
        return float((self.weights[player] * values).sum()) / self.deals / self.pot

    def values(self, player: int, choose: Choose, opponent: Mix) -> Floats:
        """Return what each hand of a player gains, times the opponent's weights that it meets, shape (1, hands)."""
        return self._values(self.tree, player, Facing(self, player, 0, self.weights[1 - player]), choose, opponent)

    def _values(self, node: Node, player: int, facing: Facing, choose: Choose, opponent: Mix) -> Floats:
        if isinstance(node, Fold):
            return (node.stake if node.player != player else -node.stake) * facing.met
        if isinstance(node, Showdown):
            return node.stake * facing.margin
        if isinstance(node, Deal):
            dealt = facing.after(facing.reach * self.possible[1][1 - player], street=1)
            after = self._values(node.child, player, dealt, choose, opponent)
            return after.sum(axis=0, keepdims=True) / self.runouts
        if node.player == player:
            found = [self._values(child, player, facing, choose, opponent) for child in node.children]
            return choose(node, np.stack(found))
        reached = opponent(node, facing.reach)
        after_each = (
            self._values(child, player, facing.after(reach, facing.street), choose, opponent)
            for child, reach in zip(node.children, reached, strict=True)
        )
        return np.add.reduce(list(after_each))

    def best_response(self, player: int, profile: Profile) -> float:
        """Return what a player gains, as a share of the pot, who answers a known profile with his cards in sight."""
        return self.share(player, self.values(player, lambda _, found: found.max(axis=0), mixing(profile)))

    def expected(self, player: int, profile: Profile) -> float:
        """Return what a player gains, as a share of the pot, when both play a profile."""
        chosen = self.values(player, lambda node, found: (profile(node) * found).sum(axis=0), mixing(profile))
        return self.share(player, chosen)

    def exploitability(self, profile: Profile) -> float:
        """Return what best responses gain against a profile, on average of both seats, as a share of the pot."""
        return (self.best_response(0, profile) + self.best_response(1, profile)) / 2


Choose: TypeAlias = Callable[[Decision, Floats], Floats]
"""From the values of the actions at an own decision, (actions, boards, hands), the value of the decision."""
Mix: TypeAlias = Callable[[Decision, Floats], Floats]
"""From the opponent's reach at his decision the reach after each of his actions."""


class Facing:
    """What the hands of a player meet where the opponent's hands have a reach, shape (boards, hands).

    A reach is the weight of a hand times the probability that its player's own actions lead here.
    """

    def __init__(self, game: Endgame, player: int, street: int, reach: Floats) -> None:
        self.game, self.player, self.street, self.reach = game, player, street, reach

    def after(self, reach: Floats, street: int) -> Facing:
        """Return what is met with another reach."""
        return Facing(self.game, self.player, street, reach)

    @cached_property
    def _of_combos(self) -> Floats:
        of_combos = np.zeros((len(self.reach), len(pb.COMBOS)))
        of_combos[:, self.game.hands[1 - self.player]] = self.reach
        return of_combos

    @cached_property
    def met(self) -> Floats:
        """The opponent's reach that each hand meets: all, less the hands that hold one of its cards."""
        of_cards = self.reach @ self.game.holds[1 - self.player]
        first, second = self.game.cards[self.player].T
        # A hand of both its cards has been taken away twice.
        same = self._of_combos[:, self.game.hands[self.player]]
        met = self.reach.sum(axis=1, keepdims=True) - of_cards[:, first] - of_cards[:, second] + same
        return met * self.game.possible[self.street][self.player]

    @cached_property
    def margin(self) -> Floats:
        """The reach that each hand beats, less that which beats it."""
        hands = self.game.hands[self.player]
        win, tie = self.game.ranked.outcomes(self._of_combos, num_threads=1)
        return 2 * win[:, hands] + tie[:, hands] - self.met


def mixing(profile: Profile) -> Mix:
    """Return how an opponent acts who plays a profile."""
    return lambda node, reach: profile(node) * reach


def boards_of(cards: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """Return the boards of each street, shape (boards, cards), when these cards lie on the table."""
    if len(cards) == 5:
        return [cards[None]]
    left = np.setdiff1d(np.arange(52, dtype=np.uint8), cards)
    return [cards[None], np.column_stack([np.tile(cards, (len(left), 1)), left])]


def allowed(boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which combos have no card of a board, shape (..., 1326) for boards (..., cards)."""
    return ~(pb.COMBOS[:, :, None] == boards[..., None, None, :]).any(axis=(-2, -1))


def weights_of(text: RangeLike) -> Floats:
    """Return the weights of a range."""
    return text if isinstance(text, np.ndarray) else pb.Range(text).weights
