"""Games of `universal_poker`, small enough to walk through or not, and abstractions of them."""

import pyspiel

import pokerbits as pb
from pokerbits.openspiel import IndexerLookup


def poker(*, ranks, suits, hole=1, board="0 1", players=2, raises=2, betting="limit", **more):
    """Return the text of a game; every round has the same number of raises."""
    rounds = len(board.split())
    parameters = {
        "betting": betting,
        "numPlayers": players,
        "numRounds": rounds,
        "blind": " ".join(["1"] * players),
        "firstPlayer": " ".join(["1"] * rounds),
        "raiseSize": " ".join(["2", "4", "4", "4"][:rounds]),
        "maxRaises": " ".join([str(raises)] * rounds),
        "stack": " ".join(["20"] * players),
        "numSuits": suits,
        "numRanks": ranks,
        "numHoleCards": hole,
        "numBoardCards": board,
    } | more
    return f"universal_poker({','.join(f'{key}={value}' for key, value in parameters.items())})"


LEDUC = poker(ranks=3, suits=2)
LEDUC_LOSSLESS = IndexerLookup(pb.HandIndexer((1, 1), n_ranks=3, n_suits=2))
THREE_SUITS = poker(ranks=2, suits=3, raises=1)
TWO_CARDS = poker(ranks=3, suits=2, hole=2, raises=1)
HOLDEM = poker(ranks=13, suits=4, hole=2, board="0 3 1 1", betting="nolimit", blind="1 2", firstPlayer="2 1 1 1")
LOSSLESS = {
    LEDUC: LEDUC_LOSSLESS,
    THREE_SUITS: IndexerLookup(pb.HandIndexer((1, 1), n_ranks=2, n_suits=3)),
    TWO_CARDS: IndexerLookup(pb.HandIndexer((2, 1), n_ranks=3, n_suits=2)),
}


class OneBucket:
    """Hands that cannot be told apart."""

    def lookup(self, hole, board):
        return 0


class Pairs:
    """The rank before the board, then only whether the board pairs it: a player who forgets the rank has lost it."""

    def lookup(self, hole, board):
        return int(hole[0]) // 4 if len(board) == 0 else int(hole[0] // 4 == board[0] // 4)


class Cards:
    """A bucket for every hand, numbered as they come: what was asked can be read back."""

    def __init__(self):
        self.hands = []

    def lookup(self, hole, board):
        self.hands.append((frozenset(hole.tolist()), frozenset(board.tolist())))
        return len(self.hands) - 1


class Categories:
    """Hold'em in a few buckets: starting hands by class, then by what has been made."""

    def lookup(self, hole, board):
        if len(board) == 0:
            return pb.HandIndexer((2,)).index(hole)
        return pb.category(pb.evaluate(hole, board=board))


def states(game):
    """Yield every state of a game."""
    left = [game.new_initial_state()]
    while left:
        state = left.pop()
        yield state
        left += [state.child(action) for action in state.legal_actions()]


def decisions(game):
    """Yield every state in which a player is to act."""
    return (state for state in states(game) if state.is_player_node())


def random_game(game, rng):
    """Yield the actions of a random game, among them folds less often than others."""
    state = game.new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        if len(actions) > 1 and not state.is_chance_node() and rng.random() < 0.8:
            actions = [action for action in actions if action]
        action = int(rng.choice(actions))
        yield action
        state.apply_action(action)


def load(text):
    """Return a game of OpenSpiel."""
    return pyspiel.load_game(text)
