"""Subgames of `universal_poker` that start on a board, with ranges: buckets, deals, and the value of the game."""

import re

import numpy as np
import pyspiel
import pytest
from games import HOLDEM, OneBucket
from open_spiel.python.algorithms import cfr
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.exploitability import nash_conv
from open_spiel.python.policy import UniformRandomPolicy

import pokerbits as pb
from pokerbits.endgame import BetSizes, BettingTree, Endgame, Solver
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.openspiel import CardsLookup, IndexerLookup, abstract_game, real_policy

RIVER = "7s9h9cTc3d"
RANGES = ("AA, 0.5:KQs, T9s", "QQ, AK, 0.25:87s")
# OpenSpiel orders hands by their lower card.
PAIRS = pb.cards.combo_id([(low, high) for low in range(52) for high in range(low + 1, 52)])


def subgame(board, ranges, **more):
    """Return the text of a subgame with 500 in the pot, and 500 more for each player."""
    reaches = " ".join(f"{weight:g}" for text in ranges for weight in np.asarray(pb.Range(text).weights)[PAIRS])
    parameters = {
        "betting": "nolimit",
        "numPlayers": 2,
        "numRounds": 4,
        "blind": "250 250",
        "firstPlayer": "1 1 1 1",
        "stack": "750 750",
        "numSuits": 4,
        "numRanks": 13,
        "numHoleCards": 2,
        "numBoardCards": "0 3 1 1",
        "bettingAbstraction": "fcpa",
        "potSize": 500,
        "boardCards": board,
        "handReaches": reaches,
    } | more
    return f"universal_poker({','.join(f'{key}={value}' for key, value in parameters.items() if value != '')})"


def cards_of(state, player):
    """Return the hole cards of a player and the board in the text of the wrapped game."""
    text = state.node.wrapped.information_state_string(player)
    return [re.search(rf"\[{what}: (\w*)\]", text)[1] for what in ("Private", "Public")]


def deals_of(game):
    """Return the states after the deal, and their probabilities."""
    start = game.new_initial_state()
    return [(start.child(action), chance) for action, chance in start.chance_outcomes()]


def test_the_deals_are_those_of_the_ranges():
    deals = deals_of(abstract_game(subgame(RIVER, RANGES), lookup=CardsLookup()))
    weights = [np.asarray(pb.Range(text).weights) for text in RANGES]
    taken = set(pb.cards.parse_cards(RIVER))
    expected = {}
    for first in np.flatnonzero(weights[0]).tolist():
        for second in np.flatnonzero(weights[1]).tolist():
            if len({*pb.COMBOS[first].tolist(), *pb.COMBOS[second].tolist()} - taken) == 4:
                expected[first, second] = float(weights[0][first] * weights[1][second])
    found = {
        tuple(int(pb.cards.combo_id(cards_of(state, player)[0])) for player in (0, 1)): chance
        for state, chance in deals
    }
    assert found == pytest.approx({deal: weight / sum(expected.values()) for deal, weight in expected.items()})


@pytest.mark.parametrize("recall", ["imperfect", "perfect"])
@pytest.mark.parametrize("board", [RIVER, RIVER[:8], RIVER[:6]])
def test_buckets_are_those_of_the_cards(board, recall):
    rng = np.random.default_rng(3)
    lookups = [CardsLookup(), IndexerLookup(pb.HandIndexer((2, 3, 1, 1)))]
    for lookup in lookups:
        game = abstract_game(subgame(board, RANGES), lookup=lookup, recall=recall)
        for _ in range(5):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions = [action for action, _ in state.chance_outcomes()]
                else:
                    # The flop is the first three cards of the board, in any order.
                    hole, dealt = cards_of(state, state.current_player())
                    order = [*pb.cards.parse_cards(board), *pb.cards.parse_cards(dealt)]
                    order = list(dict.fromkeys(order))
                    streets = [order[:size] for size in (0, 3, 4, 5) if size <= len(order)]
                    hand = pb.cards.parse_cards(hole)
                    known = [int(lookup.lookup(hand, street)) for street in streets]
                    text = " ".join(map(str, known if recall == "perfect" else known[-1:]))
                    assert f"[Bucket: {text}]" in state.information_state_string()
                    actions = [action for action in state.legal_actions() if action]
                state.apply_action(int(rng.choice(actions)))


def test_openspiel_and_the_endgame_solver_agree():
    game = abstract_game(subgame(RIVER, RANGES), lookup=CardsLookup(), recall="perfect")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    distance = nash_conv(game, policy)
    assert distance < 2
    value = policy_value(game.new_initial_state(), [policy, policy])[0]
    ours = Solver(Endgame(RIVER, *RANGES, BettingTree(500, 500, BetSizes(1, max_bets=1))))
    ours.run(2000)
    assert value == pytest.approx(500 * ours.gain("hero"), abs=distance + 0.1)


def test_an_abstraction_is_scored_in_the_subgame():
    text = subgame(RIVER, ("99, J8s, 65s, AKs", "TT, J8s, A9s, 44"))
    real = abstract_game(text, lookup=CardsLookup(), recall="perfect")
    scores = []
    for lookup in (OneBucket(), IndexerLookup(pb.HandIndexer((2, 5)))):
        # A bucket for the river is enough there.
        game = abstract_game(text, lookup=lookup)
        solver = cfr.CFRPlusSolver(game)
        for _ in range(30):
            solver.evaluate_and_update_policy()
        scores.append(nash_conv(real, real_policy(solver.average_policy(), game=game)))
    assert scores[1] < scores[0] / 5


def test_subgames_without_ranges():
    # Cards are dealt one at a time.
    game = abstract_game(subgame(RIVER, (), handReaches=""), lookup=CardsLookup())
    state = game.new_initial_state()
    for card in (5, 2, 50, 51):
        assert state.is_chance_node()
        state.apply_action(card)
    assert cards_of(state, 0)[1] == "Tc9h9c7s3d"
    hand = pb.cards.parse_cards(cards_of(state, 0)[0])
    assert f"[Bucket: {CardsLookup().lookup(hand, RIVER)}]" in state.information_state_string(0)
    # Before the flop, with ranges.
    small = ("AA", "KK")
    deals = deals_of(abstract_game(subgame("", small), lookup=IndexerLookup(pb.HandIndexer((2, 3, 1, 1)))))
    assert len(deals) == 36
    assert UniformRandomPolicy(abstract_game(subgame(RIVER, small), lookup=OneBucket()))


@pytest.mark.parametrize("board", ["7s9h", "7s9h9c9c", "7s9h9cTc7s"])
def test_boards_that_end_no_street(board):
    with pytest.raises((InvalidArgumentError, pyspiel.SpielError)):
        abstract_game(subgame(board, RANGES), lookup=OneBucket())


def test_a_named_subgame_can_be_pickled():
    import pickle

    game = abstract_game(subgame(RIVER, RANGES), lookup=CardsLookup(), name="pokerbits_river")
    state = deals_of(game)[7][0]
    again = pickle.loads(pickle.dumps(state))
    assert again.information_state_string(0) == state.information_state_string(0)
    assert abstract_game(HOLDEM, lookup=OneBucket())


def test_cards_have_numbers():
    lookup, hands = CardsLookup(), pb.random_hands(3000, 7, rng=1)
    numbers = lookup.lookup(hands[:, :2], hands[:, 2:])
    assert (numbers.dtype, numbers.shape) == (np.uint64, (3000,))
    assert (numbers == lookup.lookup(hands[:, 1::-1], hands[:, :1:-1])).all()
    sets = {(frozenset(hand[:2]), frozenset(hand[2:])) for hand in hands.tolist()}
    assert len(set(numbers.tolist())) == len(sets)
    assert [int(lookup.lookup([card], [])) for card in range(52)] == list(range(52))
    assert repr(lookup) == "CardsLookup()"
