"""Games whose only chance node draws the whole deal: the same information states, deals by chance, and solvers."""

import pickle
from collections import Counter

import numpy as np
import pyspiel
import pytest
from games import HOLDEM, LEDUC, LEDUC_LOSSLESS, TWO_CARDS, OneBucket
from open_spiel.python.algorithms import external_sampling_mccfr, outcome_sampling_mccfr
from open_spiel.python.algorithms.exploitability import exploitability
from test_subgames import RIVER, cards_of, subgame

import pokerbits as pb
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.openspiel import CardsLookup, IndexerLookup, abstract_game, real_policy


def sampled(game, lookup=LEDUC_LOSSLESS, rng=1, **more):
    return abstract_game(game, lookup=lookup, chance="sampled", rng=rng, **more)


def dealt(game):
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 1.0)]
    assert state.is_chance_node()
    return state.child(0)


def twin(state, game):
    """Return the state of the explicit game after the same cards and actions."""
    explicit = game.explicit.new_initial_state()
    for action in state.node.wrapped.history():
        explicit.apply_action(action)
    return explicit


@pytest.mark.parametrize("recall", ["imperfect", "perfect"])
@pytest.mark.parametrize(
    ("text", "lookup"),
    [
        (LEDUC, LEDUC_LOSSLESS),
        (TWO_CARDS, IndexerLookup(pb.HandIndexer((2, 1), n_ranks=3, n_suits=2))),
        (HOLDEM, IndexerLookup(pb.HandIndexer((2, 3, 1, 1)))),
        (subgame("7s9h9cTc", ("AA, 0.5:KQs, T9s", "QQ, AK, 0.25:87s")), CardsLookup()),
    ],
)
def test_states_are_those_of_the_explicit_game(text, lookup, recall):
    game, rng = sampled(text, lookup, recall=recall), np.random.default_rng(3)
    for _ in range(60):
        state = dealt(game)
        while not state.is_terminal():
            explicit = twin(state, game)
            assert state.current_player() == explicit.current_player() >= 0
            assert state.legal_actions() == explicit.legal_actions()
            for player in range(2):
                for method in ("information_state_string", "information_state_tensor", "observation_tensor"):
                    assert getattr(state, method)(player) == getattr(explicit, method)(player)
            before = state.clone()
            state.apply_action(int(rng.choice(state.legal_actions())))
            assert str(before) == str(explicit)
        explicit = twin(state, game)
        assert explicit.is_terminal()
        assert state.returns() == explicit.returns()


def test_all_deals_of_leduc_are_equally_likely():
    game = sampled(LEDUC)
    # A deal: the hole cards of both players, and the board.
    found = Counter()
    for _ in range(12_000):
        state = dealt(game)
        for _ in range(2):
            state.apply_action(1)
        found[tuple(state.node.dealt)] += 1
    assert len(found) == 6 * 5 * 4
    # 100 each: chi square of 119 degrees of freedom is below 180 but for one case in 4,000.
    assert sum((n - 100) ** 2 / 100 for n in found.values()) < 180


def test_hands_of_a_subgame_are_drawn_by_their_reaches():
    game = sampled(subgame(RIVER, ("AA, 0.5:KQs, T9s", "QQ, AK, 0.25:87s")), CardsLookup())
    chances = {
        tuple(cards_of(state, player)[0] for player in range(2)): chance
        for action, chance in game.explicit.new_initial_state().chance_outcomes()
        for state in [game.explicit.new_initial_state().child(action)]
    }
    n = 20_000
    found = Counter()
    for _ in range(n):
        state = dealt(game)
        found[tuple(cards_of(state, player)[0] for player in range(2))] += 1
    assert set(found) <= set(chances)
    for hands, chance in chances.items():
        assert abs(found[hands] - n * chance) < 5 * (n * chance) ** 0.5


def test_a_seed_gives_the_same_deals_again():
    deals = [
        [dealt(game).node.deal for _ in range(5)] for game in (sampled(HOLDEM, OneBucket(), rng) for rng in (7, 7, 8))
    ]
    assert deals[0] == deals[1] != deals[2]
    assert len({tuple(deal) for deal in deals[0]}) == 5


@pytest.mark.parametrize("solver", ["python", "c++", "outcome", "outcome in c++"])
def test_monte_carlo_solvers_learn_leduc(solver):
    """The policy is judged in the explicit game, by OpenSpiel's exploitability: 2.37 before, 4.75 is random."""
    np.random.seed(1)  # noqa: NPY002 - it is OpenSpiel's
    game = sampled(LEDUC)
    made, iterations = {
        "python": (lambda: external_sampling_mccfr.ExternalSamplingSolver(game), 1500),
        "c++": (lambda: pyspiel.ExternalSamplingMCCFRSolver(game, 1), 1500),
        "outcome": (lambda: outcome_sampling_mccfr.OutcomeSamplingSolver(game), 20_000),
        "outcome in c++": (lambda: pyspiel.OutcomeSamplingMCCFRSolver(game, 0.6, 1), 20_000),
    }[solver]
    made = made()
    step = made.iteration if hasattr(made, "iteration") else made.run_iteration
    for _ in range(iterations):
        step()
    policy = real_policy(made.average_policy(), game=game)
    assert exploitability(game.wrapped, policy) < 1.2


def test_the_type_of_the_game_says_that_deals_are_sampled():
    game, modes = sampled(LEDUC), pyspiel.GameType.ChanceMode
    assert game.get_type().chance_mode == modes.SAMPLED_STOCHASTIC
    assert (game.max_chance_outcomes(), game.max_chance_nodes_in_history()) == (1, 1)
    explicit = abstract_game(LEDUC, lookup=LEDUC_LOSSLESS)
    assert explicit.explicit is explicit
    for of in (explicit, game.explicit):
        assert of.get_type().chance_mode == modes.EXPLICIT_STOCHASTIC
        assert of.max_chance_outcomes() == 6
        assert of.max_chance_nodes_in_history() == of.wrapped.max_chance_nodes_in_history() >= 3


def test_a_name_is_for_one_kind_of_chance_and_states_cannot_be_pickled():
    game = sampled(LEDUC, name="sampled_leduc")
    assert pyspiel.load_game("sampled_leduc") is game
    with pytest.raises(InvalidArgumentError, match="name: 'sampled_leduc' is taken by"):
        abstract_game(LEDUC, lookup=LEDUC_LOSSLESS, name="sampled_leduc")
    with pytest.raises(pyspiel.SpielError, match="RNG"):
        pickle.dumps(dealt(game))
    with pytest.raises(pickle.PicklingError, match="use chance='explicit'"):
        pickle.dumps(game.root)


def test_there_is_no_other_kind_of_chance():
    with pytest.raises(InvalidArgumentError, match="chance: expected 'explicit' or 'sampled', found 'random'"):
        abstract_game(LEDUC, lookup=LEDUC_LOSSLESS, chance="random")
    with pytest.raises(InvalidArgumentError, match="rng: expected a seed"):
        sampled(LEDUC, rng="seed")
