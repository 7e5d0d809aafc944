"""Betting trees: what they offer, what is at stake, and what is refused."""

import pickle

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Deal, Decision, Endgame, Fold, Showdown, Solver


def test_a_tree_offers_what_the_sizes_say():
    tree = BettingTree(100, 200, BetSizes((0.5, 1.0), ALL_IN, max_bets=2))
    assert tree.root.actions == ("check", "bet 50", "bet 100")
    check, half, whole = tree.root.children
    assert (check.player, check.actions) == ("villain", ("check", "bet 50", "bet 100"))
    assert isinstance(check.children[0], Showdown)
    assert check.children[0].stake == 50
    assert (half.player, half.actions) == ("villain", ("fold", "call", "raise 200"))
    # Who folds loses his half of the first pot; who calls a bet of 50 plays for that and the bet.
    assert [(half.children[0].player, half.children[0].stake), half.children[1].stake] == [("villain", 50), 100]
    assert half.children[2].actions == ("fold", "call")
    assert [child.stake for child in half.children[2].children] == [100, 250]
    assert whole.actions == ("fold", "call", "raise 200")
    assert len(tree.decisions) == 10
    assert tree.decisions[0] is tree.root


def test_a_raise_is_a_fraction_of_the_pot_after_the_call():
    tree = BettingTree(100, 1000, BetSizes(0.5, 1, max_bets=3))
    bet = tree.root.children[1]
    # After the call of 50 the pot is 200: a raise of the pot is to 250, and after its call the next is to 850.
    assert bet.actions == ("fold", "call", "raise 250")
    assert bet.children[2].actions == ("fold", "call", "raise 850")
    assert bet.children[2].children[2].actions == ("fold", "call")


def test_after_all_in_the_river_is_dealt_and_shown():
    tree = BettingTree(100, 75, [BetSizes(0.75), BetSizes(0.75)])
    called = tree.root.children[1].children[1]
    assert tree.root.actions == ("check", "bet 75")
    assert isinstance(called, Deal)
    assert called.child.stake == 125
    assert tree.n_streets == 2


def test_every_path_ends_and_stakes_never_exceed_pot_and_stack():
    tree = BettingTree(60, 170, [BetSizes((0.4, 1.1), (0.7, ALL_IN), 3), BetSizes((0.6, ALL_IN), 1)])
    seen = []

    def visit(node, street, last):
        if isinstance(node, Decision):
            seen.append(node)
            assert node.street == street
            assert len(node.actions) == len(node.children) == len(set(node.actions)) > 1
            for child in node.children:
                visit(child, street, node.player)
        elif isinstance(node, Deal):
            visit(node.child, street + 1, None)
        else:
            assert 30 <= node.stake <= 200
            assert not isinstance(node, Fold) or node.player == last

    visit(tree.root, 0, None)
    assert set(seen) == set(tree.decisions)
    assert len(seen) == len(tree.decisions)
    order = {node: at for at, node in enumerate(tree.decisions)}
    for node in tree.decisions:
        assert all(order[child] > order[node] for child in node.children if isinstance(child, Decision))


def test_without_sizes_everybody_checks():
    tree = BettingTree(100, 100, BetSizes(()))
    assert [node.actions for node in tree.decisions] == [("check",), ("check",)]
    assert BetSizes(1, max_bets=0) != BetSizes(1)
    assert BettingTree(100, 100, BetSizes(1, max_bets=0)).root.actions == ("check",)


def test_sizes_that_come_to_the_same_are_one_action():
    assert BettingTree(100, 40, BetSizes((0.5, 1, 2, ALL_IN))).root.actions == ("check", "bet 40")
    assert BettingTree(1, 1, BetSizes((1e-30, 0.5, 0.5 + 1e-16))).root.actions[-1] == "bet 0.5"


@pytest.mark.parametrize(("pot", "stack"), [(1e-9, 1e-9), (1e-9, 1e-4), (1e15, 1e15), (1e10, 1e15), (1e15, 1e-9)])
def test_at_the_limits_of_chips_gains_are_fractions_of_the_pot(pot, stack):
    """Player 0 wins every showdown and the whole pot at least; 0.5 is half of it, the stake of the other player."""
    tree = BettingTree(pot, stack, BetSizes(()))
    assert np.isfinite([node.stake for node in tree.decisions[-1].children]).all()
    solver = Solver(Endgame("Kh9d5c3h2s", "AA", "QQ", tree), labels=None)
    solver.run(5)
    assert solver.gain("hero") == pytest.approx(0.5, rel=1e-12)
    deep = BettingTree(pot, stack, BetSizes(ALL_IN, max_bets=1))
    called = deep.root.children[-1].children[1]
    assert abs((called.stake - stack) / pot - 0.5) < 1e-6


def test_players_and_streets_have_their_own_sizes():
    sizes = {"hero": [BetSizes(0.5), BetSizes(1)], "villain": [BetSizes((), ALL_IN), BetSizes(0.25)]}
    tree = BettingTree(100, 400, sizes)
    assert tree.sizes == tuple(zip(sizes["hero"], sizes["villain"], strict=True))
    assert tree.root.actions == ("check", "bet 50")
    assert tree.root.children[0].actions == ("check",)
    assert tree.root.children[1].actions == ("fold", "call", "raise 400")
    river = tree.root.children[0].children[0].child
    assert river.actions == ("check", "bet 100")
    assert river.children[0].actions == ("check", "bet 25")
    again = pickle.loads(pickle.dumps(tree))
    assert [node.actions for node in again.decisions] == [node.actions for node in tree.decisions]


@pytest.mark.parametrize(
    ("donk", "expected"), [(None, ("check", "bet 150")), ((), ("check",)), (0.2, ("check", "bet 90"))]
)
def test_hero_leads_after_a_bet_of_villain_with_sizes_of_their_own(donk, expected):
    tree = BettingTree(100, 400, [BetSizes(0.5, max_bets=1), BetSizes(0.5, donk=donk, max_bets=1)])
    check, bet = tree.root.children
    after_villain = check.children[1].children[1].child
    assert after_villain.actions == expected
    # Not after a bet of hero, and not after two checks.
    assert bet.children[1].child.actions == ("check", "bet 150")
    assert check.children[0].child.actions == ("check", "bet 50")
    # Villain's sizes are those of bets.
    assert after_villain.children[0].actions == ("check", "bet 150")


def test_bets_that_leave_little_are_all_in():
    # After a bet of 60 the pot would be 220, with 40 behind: 18% of it.
    sizes = BetSizes(0.6, max_bets=1)
    assert BettingTree(100, 100, sizes, all_in_threshold=0.18).root.actions == ("check", "bet 60")
    assert BettingTree(100, 100, sizes, all_in_threshold=0.19).root.actions == ("check", "bet 100")


def test_the_house_takes_its_share_of_what_was_called():
    tree = BettingTree(100, 100, BetSizes((0.5, 1), max_bets=1), rake=0.05, rake_cap=8)
    check, bet, all_in = tree.root.children
    assert check.children[0].rake == pytest.approx(5)
    # A bet that is not called is taken back.
    assert (bet.children[0].stake, bet.children[0].rake) == (50, pytest.approx(5))
    assert (bet.children[1].rake, all_in.children[1].rake) == (8, 8)
    assert BettingTree(100, 100, BetSizes(1), rake=0.05).root.children[1].children[1].rake == pytest.approx(15)


def test_three_streets_deal_two_cards():
    tree = BettingTree(100, 100, [BetSizes(1, max_bets=1)] * 3)
    assert tree.n_streets == 3
    called = tree.root.children[1].children[1]
    # All-in on the flop: both cards are dealt.
    assert called.child.child.stake == 150
    turn = tree.root.children[0].children[0].child
    assert (turn.street, turn.children[0].children[0].child.street) == (1, 2)


def test_a_tree_prints_and_is_pickled():
    tree = BettingTree(100, 150.5, [BetSizes(1), BetSizes(1)])
    assert repr(tree) == repr(pickle.loads(pickle.dumps(tree)))
    assert repr(tree).startswith("<BettingTree: pot 100, stack 150.5, 2 streets, ")
    assert repr(tree.root) == "<Decision of hero on street 0: check, bet 100>"
    assert repr(tree.root.children[0].children[0]).startswith("<Deal before <Decision of hero on street 1")
    with pytest.raises(AttributeError):
        tree.pot = 1


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: BetSizes((0.5, 0)), "bets: expected positive fractions of the pot"),
        (lambda: BetSizes(1e300), "bets: expected positive fractions of the pot up to 100000, or ALL_IN"),
        (lambda: BetSizes(1, raises=-1), "raises: expected positive fractions of the pot"),
        (lambda: BetSizes(float("nan")), "bets"),
        (lambda: BetSizes("all"), "bets: expected numbers"),
        (lambda: BetSizes(1, max_bets=51), "max_bets = 51: expected 0 to 50"),
        (lambda: BettingTree(0, 1, BetSizes(1)), "pot = 0: expected a number from 1e-09 to 1e+15"),
        (lambda: BettingTree(-1, 1, BetSizes(1)), "pot = -1: expected a number from"),
        (lambda: BettingTree(np.nan, 1, BetSizes(1)), "pot = nan: expected a number from"),
        (lambda: BettingTree(1e300, 1, BetSizes(1)), "pot = 1e+300: expected a number from"),
        (lambda: BettingTree(10**5000, 1, BetSizes(1)), "pot = <int>: expected a number from"),
        (lambda: BettingTree(1, np.inf, BetSizes(1)), "stack = inf: expected a number from"),
        (lambda: BettingTree(1, 1e-10, BetSizes(1)), "stack = 1e-10: expected a number from"),
        (lambda: BettingTree(1, 1.1e5, BetSizes(1)), "stack: expected at most 100000 pots of 1, found 110000"),
        (lambda: BetSizes(10**400), "bets: expected numbers up to 1.8e308, found 1000"),
        *(
            (lambda sizes=sizes: BettingTree(1, 1, sizes), "three streets, such as BetSizes(0.5), as many for both")
            for sizes in (1.0, None, "pot", [0.5], {"hero": 1, "villain": BetSizes(1)}, [[BetSizes(1)]])
        ),
        (lambda: BettingTree(1, 1, []), "sizes: expected the BetSizes of one to three streets"),
        (lambda: BettingTree(1, 1, [BetSizes(1)] * 4), "sizes: expected the BetSizes of one to three streets"),
        (lambda: BettingTree(1, 1, {"hero": BetSizes(1)}), "sizes: expected a dict with 'hero' and 'villain'"),
        (
            lambda: BettingTree(1, 1, {"hero": BetSizes(1), "villain": [BetSizes(1)] * 2}),
            "as many for both players",
        ),
        (lambda: BetSizes(1, donk=0), "donk: expected positive fractions of the pot"),
        (lambda: BettingTree(1, 1, BetSizes(1), rake=1.5), "rake = 1.5: expected a number from 0 to 1"),
        (lambda: BettingTree(1, 1, BetSizes(1), rake_cap=-1), "rake_cap = -1: expected 0 or more"),
        (lambda: BettingTree(1, 1, BetSizes(1), all_in_threshold=np.nan), "all_in_threshold"),
        (lambda: BettingTree(1, 1, [0.5]), "sizes"),
        (
            lambda: BettingTree(1, 1e5, BetSizes((0.1, 0.3, 0.9), (0.1, 0.2, 0.3, 0.4), max_bets=20)),
            "the tree has more than 100,000 nodes",
        ),
    ],
)
def test_wrong_trees_are_refused(make, message):
    with pytest.raises(pb.exceptions.InvalidArgumentError) as caught:
        make()
    assert message in str(caught.value)
