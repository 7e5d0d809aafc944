"""Matches deal by deal and action by action, with the probability of each line of play: slow and obviously right."""

from dataclasses import dataclass

import numpy as np

from pokerbits.endgame import Deal, Decision, Fold
from slow_endgame import seat
from slow_local_best_response import cards_of, strengths_on


@dataclass(frozen=True)
class Line:
    """One line of play: its probability, hands, cards dealt later, and gains of both players in pots.

    `numbers` has for each action a number that chooses it: the middle of its part of the interval from 0 to 1.
    """

    probability: float
    hands: tuple
    cards: tuple
    numbers: tuple
    gains: tuple


def lines_of(game, policies):
    """Return every line of play of two policies, those of hero and of villain."""
    weights = {
        (hero, villain): of_hero * of_villain
        for hero, of_hero in zip(game.combos[0].tolist(), game.weights[0], strict=True)
        for villain, of_villain in zip(game.combos[1].tolist(), game.weights[1], strict=True)
        if not {*cards_of(hero)} & {*cards_of(villain)}
    }
    total = sum(weights.values())
    return [
        Line(weight / total * probability, hands, *rest)
        for hands, weight in weights.items()
        for probability, *rest in play(game, policies, game.tree.root, tuple(game.board.tolist()), hands)
    ]


def play(game, policies, node, board, hands):
    """Return the lines from a node on: probability, cards, numbers and gains."""
    if isinstance(node, Deal):
        held = {card for hand in hands for card in cards_of(hand)}
        cards = [card for card in range(52) if card not in {*board} | held]
        return [
            (after[0] / len(cards), (card, *after[1]), *after[2:])
            for card in cards
            for after in play(game, policies, node.child, (*board, card), hands)
        ]
    if isinstance(node, Decision):
        chances = policies[seat(node)](node, np.array(board, dtype=np.uint8))[:, hands[seat(node)]]
        ends = np.cumsum(chances)
        return [
            (chance * after[0], after[1], (end - chance / 2, *after[2]), after[3])
            for chance, end, child in zip(chances.tolist(), ends.tolist(), node.children, strict=True)
            if chance > 0
            for after in play(game, policies, child, board, hands)
        ]
    return [(1.0, (), (), tuple(chips / game.tree.pot for chips in chips_of(node, board, hands)))]


def chips_of(node, board, hands):
    """Return what hero and villain win at an end, in chips."""
    won, tied, lost = node.stake - node.rake, -node.rake / 2, -node.stake
    if isinstance(node, Fold):
        return (lost, won) if seat(node) == 0 else (won, lost)
    hero, villain = strengths_on(tuple(sorted(board)))[list(hands)]
    return (tied, tied) if hero == villain else (won, lost) if hero > villain else (lost, won)


def gain(lines, player):
    """Return the gain of a player per deal."""
    return sum(line.probability * line.gains[player] for line in lines)
