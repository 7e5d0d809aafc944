"""Values of endgames by linear programmes: the oracle of `pokerbits.endgame`."""

from math import comb

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, hstack

import pokerbits as pb
from pokerbits.endgame import Deal, Decision, Fold
from slow_endgame import cards_of, seat, shares


def hand_id(hand):
    """Return the id of a combo, or of a hand of four or five cards."""
    if len(hand) == 2:
        return int(pb.cards.combo_id(hand))
    return sum(comb(card, place) for place, card in enumerate(sorted(hand), start=1))


def game_value(game, bucket_of):
    """Return what hero gains a deal in equilibrium, as a fraction of the pot, by a linear programme.

    Every deal of two hands and a board is a line of play of its own; `bucket_of(player, street, combo, board)` says
    which of them a player tells apart. Sequence form: Koller, Megiddo, von Stengel (1994).
    """
    sequences, parents = ({(): 0}, {(): 0}), ({}, {})
    places, payoffs, total = [], [], 0.0

    def number(player, key):
        return sequences[player].setdefault(key, len(sequences[player]))

    def share(first, second, cards):
        if game.game != "holdem":
            return float(shares(game, *np.array([[first], [second]], dtype=np.uint8), cards)[0])
        first, second = (pb.evaluate([*hand, *cards]) for hand in (first, second))
        return int(first > second) - int(first < second)

    def play(node, hands, cards, chance, last):
        if isinstance(node, Deal):
            dead = {*cards, *(card for hand in hands for card in hand)}
            rivers = [card for card in range(52) if card not in dead]
            for card in rivers:
                play(node.child, hands, (*cards, card), chance / len(rivers), last)
        elif isinstance(node, Decision):
            player = seat(node)
            hand, before = hands[player], last[player]
            information = (before, id(node), bucket_of(player, node.street, hand_id(hand), cards))
            parents[player].setdefault(information, (number(player, before), []))
            for action, child in enumerate(node.children):
                after = (*before, information[1:], action)
                of_action = number(player, after)
                known = parents[player][information][1]
                if of_action not in known:
                    known.append(of_action)
                lasts = (after, last[1]) if player == 0 else (last[0], after)
                play(child, hands, cards, chance, lasts)
        else:
            sign = {"hero": -1, "villain": 1}[node.player] if isinstance(node, Fold) else share(*hands, cards)
            places.append((number(0, last[0]), number(1, last[1])))
            payoffs.append(chance * sign * node.stake)

    board = tuple(game.board.tolist())
    of_players = [[*map(tuple, cards_of(game, player).tolist())] for player in range(2)]
    for a, first in zip(of_players[0], game.weights[0], strict=True):
        for b, second in zip(of_players[1], game.weights[1], strict=True):
            hands = [a, b]
            if not {*a} & {*b}:
                total += first * second
                play(game.tree.root, hands, board, first * second, ((), ()))

    sizes = [len(of_player) for of_player in sequences]
    payoff = coo_array((payoffs, np.transpose(places)), shape=sizes).tocsr()
    constraints = []
    for player in range(2):
        entries = [(0, 0, 1.0)]
        for row, (before, actions) in enumerate(parents[player].values(), start=1):
            entries += [(row, before, -1.0), *((row, action, 1.0) for action in actions)]
        rows, columns, values = zip(*entries, strict=True)
        constraints.append(coo_array((values, (rows, columns)), shape=(len(parents[player]) + 1, sizes[player])))
    ours, theirs = constraints
    # Largest v_0 with F'v <= A'x, over plans x: what the other player's best answer leaves.
    n_rows = theirs.shape[0]
    root = np.zeros(ours.shape[0])
    root[0] = 1
    found = linprog(
        np.concatenate([np.zeros(sizes[0]), [-1.0], np.zeros(n_rows - 1)]),
        A_ub=hstack([-payoff.T, theirs.T]),
        b_ub=np.zeros(sizes[1]),
        A_eq=hstack([ours, coo_array((ours.shape[0], n_rows))]),
        b_eq=root,
        bounds=[(0, None)] * sizes[0] + [(None, None)] * n_rows,
    )
    assert found.success
    return -found.fun / total / game.tree.pot
