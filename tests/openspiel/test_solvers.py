"""The solvers of OpenSpiel run unchanged on the abstract game, and a lossless abstraction changes nothing."""

import itertools

import numpy as np
import pyspiel
import pytest
from games import (
    HOLDEM,
    LEDUC,
    LEDUC_LOSSLESS,
    LOSSLESS,
    TWO_CARDS,
    Categories,
    OneBucket,
    Pairs,
    decisions,
    load,
)
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import cfr, external_sampling_mccfr, outcome_sampling_mccfr
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.exploitability import exploitability

from pokerbits.exceptions import InvalidArgumentError
from pokerbits.openspiel import abstract_game, real_policy


def solved(solver, iterations):
    """Return the average policy after this number of iterations."""
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    # In C++ the other kind of average policy is a view of the solver.
    return solver.tabular_average_policy() if hasattr(solver, "tabular_average_policy") else solver.average_policy()


def values(game, policy):
    """Return the value of the game for each player where all play a policy."""
    return policy_value(game.new_initial_state(), [policy] * game.num_players())


@pytest.mark.parametrize("recall", ["imperfect", "perfect"])
@pytest.mark.parametrize("text", [text for text in LOSSLESS if text != TWO_CARDS], ids=["leduc", "three suits"])
@pytest.mark.parametrize("solver", [cfr.CFRSolver, cfr.CFRPlusSolver])
def test_a_lossless_abstraction_plays_as_without(text, solver, recall):
    game, real = abstract_game(text, lookup=LOSSLESS[text], recall=recall), load(text)
    policy, without = solved(solver(game), 4), solved(solver(real), 4)
    wanted = exploitability(real, without)
    assert 0.01 < wanted < exploitability(real, policies.UniformRandomPolicy(real))
    assert exploitability(game, policy) == pytest.approx(wanted, abs=1e-12)
    assert values(game, policy) == pytest.approx(values(real, without), abs=1e-12)
    played = real_policy(policy, game=game)
    assert exploitability(real, played) == pytest.approx(wanted, abs=1e-12)
    # Every seventh state: all information states, and not all histories of each.
    for state in itertools.islice(decisions(real), None, None, 7):
        assert played.action_probabilities(state) == pytest.approx(without.action_probabilities(state), abs=1e-9)


@pytest.mark.parametrize("text", LOSSLESS, ids=["leduc", "three suits", "two cards"])
@pytest.mark.parametrize("solver", [pyspiel.CFRSolver, pyspiel.CFRPlusSolver])
def test_so_it_does_for_the_solvers_in_cpp(text, solver):
    game, real = abstract_game(text, lookup=LOSSLESS[text]), load(text)
    policy, without = solved(solver(game), 3), solved(solver(real), 3)
    wanted = pyspiel.exploitability(real, without)
    assert wanted > 0.01
    assert pyspiel.exploitability(game, policy) == pytest.approx(wanted, abs=1e-12)
    assert pyspiel.expected_returns(game.new_initial_state(), policy, -1, True) == pytest.approx(
        pyspiel.expected_returns(real.new_initial_state(), without, -1, True), abs=1e-12
    )


def test_policies_of_both_languages_play_the_real_game():
    game = abstract_game(LEDUC, lookup=LEDUC_LOSSLESS)
    python, cpp = (solved(module.CFRSolver(game), 3) for module in (cfr, pyspiel))
    in_python, in_cpp = (real_policy(policy, game=game) for policy in (python, cpp))
    compared = 0
    for state in decisions(game.wrapped):
        probabilities = in_python.action_probabilities(state, state.current_player())
        assert probabilities == pytest.approx(in_cpp.action_probabilities(state), abs=1e-12)
        assert sum(probabilities.values()) == pytest.approx(1)
        compared += 1
    assert compared > 936


def test_what_an_abstraction_loses_is_seen_in_the_real_game():
    """The same iterations with all cards, with a forgotten rank, and without cards."""
    lost = {}
    for name, lookup, recall in (
        ("lossless", LEDUC_LOSSLESS, "imperfect"),
        ("remembered", Pairs(), "perfect"),
        ("forgotten", Pairs(), "imperfect"),
        ("blind", OneBucket(), "imperfect"),
    ):
        game = abstract_game(LEDUC, lookup=lookup, recall=recall)
        policy = solved(pyspiel.CFRSolver(game), 12)
        within = pyspiel.exploitability(game, policy)
        lost[name] = exploitability(game.wrapped, real_policy(policy, game=game))
        # Who sees more can exploit more.
        assert within <= lost[name] + 1e-9
    assert lost["lossless"] < lost["remembered"] < lost["forgotten"] < lost["blind"]


SAMPLERS = {
    "external": external_sampling_mccfr.ExternalSamplingSolver,
    "outcome": outcome_sampling_mccfr.OutcomeSamplingSolver,
}


@pytest.mark.parametrize(("sampler", "iterations"), [("external", 600), ("outcome", 3000)])
def test_monte_carlo_cfr_learns(sampler, iterations):
    game = abstract_game(LEDUC, lookup=LEDUC_LOSSLESS)
    np.random.seed(1)  # noqa: NPY002 - it is OpenSpiel's
    solver = SAMPLERS[sampler](game)
    for _ in range(iterations):
        solver.iteration()
    uniform = exploitability(game, policies.UniformRandomPolicy(game))
    assert exploitability(game, solver.average_policy()) < 0.8 * uniform


@pytest.mark.parametrize(
    "make",
    [
        lambda game: pyspiel.ExternalSamplingMCCFRSolver(game, 1),
        lambda game: pyspiel.OutcomeSamplingMCCFRSolver(game, 0.6, 1),
    ],
    ids=["external", "outcome"],
)
def test_so_does_that_in_cpp(make):
    game = abstract_game(LEDUC, lookup=LEDUC_LOSSLESS)
    solver = make(game)
    for _ in range(3000):
        solver.run_iteration()
    uniform = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
    assert pyspiel.exploitability(game, solver.average_policy()) < 0.8 * uniform


def test_a_solver_keeps_its_game():
    solver = pyspiel.CFRSolver(abstract_game(LEDUC, lookup=LEDUC_LOSSLESS))
    solver.evaluate_and_update_policy()
    assert len(solver.tabular_average_policy().policy_table()) == 468


def test_monte_carlo_cfr_of_holdem():
    game = abstract_game(HOLDEM, lookup=Categories())
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    np.random.seed(2)  # noqa: NPY002 - it is OpenSpiel's
    for _ in range(500):
        solver.iteration()
    policy = solver.average_policy()
    state = game.new_initial_state()
    # The second player is first to act. What is learnt of some aces is known of the others.
    probabilities = []
    for deal in ([0, 5, 51, 50], [10, 15, 49, 48]):
        state = game.new_initial_state()
        for card in deal:
            state.apply_action(card)
        probabilities.append(policy.action_probabilities(state))
    assert probabilities[0] == probabilities[1]
    assert sum(probabilities[0].values()) == pytest.approx(1)


def test_only_an_abstract_game_has_a_real_one():
    with pytest.raises(InvalidArgumentError, match=r"^game: expected what abstract_game returned, found 'kuhn_poker"):
        real_policy(policies.UniformRandomPolicy(load("kuhn_poker")), game=load("kuhn_poker"))
