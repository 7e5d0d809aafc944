"""The program that trains a network on rivers, solves turns with it, resolves their rivers and measures the loss."""

import sys
from pathlib import Path

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

import pokerbits as pb

sys.path.append(str(Path(__file__).parents[1] / "examples"))
import continual_resolving as program

from pokerbits.endgame import BetSizes, BettingTree, Endgame, Solver

TURN = "Kh9d5c3h"
HERO, VILLAIN = "AhKs, AdKd, 0.5:QdJd, 8h7h, 5h5d", "KcQc, 6d4d, AhQh, 7c7d"
SIZES = BetSizes(1, max_bets=1)
TREE = BettingTree(100, 150, [SIZES, SIZES])


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    """Multiply small matrices on one thread: others wait for each other on a busy machine."""
    with threadpool_limits(1):
        yield


@pytest.fixture(scope="module")
def network():
    """Return a network that has learnt little."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(program, "HIDDEN", (32,))
        patch.setattr(program, "RIVER", SIZES)
        return program.RiverNetwork(60, 3)


@pytest.fixture
def game(monkeypatch):
    """Return a small game, which the program takes as well."""
    for name, value in {"HERO": HERO, "VILLAIN": VILLAIN, "TREE": TREE, "RIVER": SIZES, "HIDDEN": (8,)}.items():
        monkeypatch.setattr(program, name, value)
    return Endgame(TURN, HERO, VILLAIN, TREE)


def drawn_reach(n):
    """Return the reach of both players, in part 0."""
    random = np.random.default_rng(4)
    free = ~np.isin(pb.COMBOS, pb.cards.parse_cards(TURN)).any(axis=1)
    return random.random((n, 2, 1326)) * (random.random((n, 2, 1326)) < 0.3) * free


def test_unblocked_weights_are_those_of_disjoint_hands():
    reach, hands = drawn_reach(2), np.arange(0, 1326, 5)
    disjoint = ~(pb.COMBOS[:, None, :, None] == pb.COMBOS[None, :, None, :]).any(axis=(2, 3))
    assert np.allclose(program.unblocked(reach, hands), reach @ disjoint[:, hands])
    alone = np.zeros(1326)
    alone[pb.cards.combo_id("AhKs")] = 0.1
    assert program.unblocked(alone, pb.cards.combo_id(["AhAd", "KsKd"])).tolist() == [0, 0]


def test_groups_are_equal_in_number_and_ordered_by_strength():
    member = program.groups(pb.RankedBoards(TURN + "2s"))
    assert member.shape == (1326, program.N_GROUPS)
    assert member.sum() == 1081
    ends = 1081 * np.arange(1, program.N_GROUPS + 1) / program.N_GROUPS
    # Ties are not divided.
    assert np.abs(member.sum(axis=0).cumsum() - ends).max() < 40
    number = {hand: int(member[pb.cards.combo_id(hand)].argmax()) for hand in ("KdKc", "9c8c", "7d6d")}
    assert number["KdKc"] == program.N_GROUPS - 1 > number["9c8c"] > number["7d6d"]


def test_without_a_network_leaves_are_worth_their_equity(monkeypatch):
    monkeypatch.setattr(program, "HERO", "random")
    game = Endgame(TURN, "random", "random", TREE)
    reach = drawn_reach(2)
    found = program.TurnValues(game, None)(game.board, np.array([100.0, 300.0]), reach)
    assert np.allclose(found, pb.combo_equity(reach[:, ::-1], boards=TURN), equal_nan=True)


def test_one_player_wins_by_betting_what_the_other_loses(network):
    amounts = np.random.default_rng(5).random((7, 2, program.N_GROUPS))
    added = network.added(amounts, np.linspace(0.2, 2, 7))
    assert added.shape == amounts.shape
    assert np.abs(added).max() > 0.001
    assert np.allclose((added * program.normalised(amounts)).sum(axis=(1, 2)), 0)


def test_leaves_have_the_pot_and_reach_of_their_lines(game):
    solver = Solver(game, leaf_values=program.TurnValues(game, None))
    solver.run(10)
    leaves = list(program.leaves(solver))
    # Both check, villain's bet is called, hero's bet is called: calls of 100 leave 50.
    assert sorted(leaf.pot for leaf in leaves) == [100, 300, 300]
    for leaf in leaves:
        whole = Solver(game)
        for at, strategy in program.turn_of(solver).items():
            whole.lock(at, strategy)
        for player, reach in zip(program.PLAYERS, leaf.reach, strict=True):
            expected = np.nan_to_num(whole.reach(leaf.node, player)[0])
            free = ~np.isnan(whole.reach(leaf.node, player)[0])
            assert np.allclose(expected[free], reach[free])


def test_a_turn_loses_what_it_says_if_the_rivers_are_worth_their_equity(game, monkeypatch):
    no_bets = BetSizes(())
    monkeypatch.setattr(program, "RIVER", no_bets)
    monkeypatch.setattr(program, "TREE", BettingTree(100, 150, [SIZES, no_bets]))
    exact = Endgame(TURN, HERO, VILLAIN, program.TREE)
    values = program.TurnValues(exact, None)
    solver = Solver(exact, leaf_values=values, algorithm="cfr_plus")
    solver.run(20)
    strategies = program.turn_of(solver) | program.resolved_rivers(solver, values, 2)
    assert sorted(strategies) == list(range(len(program.TREE.decisions)))
    assert program.loss(exact, strategies, 1) == pytest.approx(solver.exploitability(), abs=1e-5)


@pytest.mark.filterwarnings("ignore:Stochastic Optimizer")
def test_the_program_prints_what_every_strategy_loses(game, capsys):
    assert program.main(["--rivers", "20", "--turns", "1", "--iterations", "10", "--seed", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("20 rivers solved and learnt in ")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| ")][1:]
    losses = {name: float(mean) for name, mean, *_ in rows}
    assert len(losses) == 7
    assert 0 <= losses["full solution"] < 1
    assert losses["full solution"] < losses["equity, rivers resolved"] < losses["turn at random"]


def test_numbers_have_to_be_positive(capsys):
    with pytest.raises(SystemExit):
        program.main(["--rivers", "0"])
    assert "expected a positive number, found 0" in capsys.readouterr().err
