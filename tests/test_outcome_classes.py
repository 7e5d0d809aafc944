"""Classes of hands with equal futures: against plain multisets, published counts, bad input."""

import importlib.util
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import wasserstein_distance

import pokerbits as pb
from pokerbits.abstraction import OutcomeClasses, game_outcome_classes, winrate_history
from pokerbits.exceptions import InvalidArgumentError

STREETS = ("preflop", "flop", "turn", "river")
HISTORY = pb.HandIndexer((2, 3, 1, 1))
LEDUC = pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)


def example():
    path = Path(__file__).parents[1] / "examples" / "outcome_counts.py"
    spec = importlib.util.spec_from_file_location("outcome_counts", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def turn():
    """Return the outcome class of every hand of the turn, found on more threads than the other classes."""
    return pb.abstraction.outcome_classes("turn", num_threads=5)


@pytest.fixture(scope="module")
def everything():
    return OutcomeClasses()


def river_outcome(hand):
    """Return what two hole cards and five of the board win, tie and lose, opponent by opponent."""
    strengths = pb.evaluate_combos(hand[2:]).tolist()
    ours = strengths[pb.cards.combo_id(hand[:2])]
    apart = ~np.isin(pb.COMBOS, hand).any(axis=1)
    theirs = [strength for strength, is_apart in zip(strengths, apart, strict=True) if is_apart]
    return sum(s < ours for s in theirs), sum(s == ours for s in theirs), sum(s > ours for s in theirs)


def rivers(hand):
    """Return the outcomes of a hand of the turn, each with its number of rivers."""
    return Counter(river_outcome([*hand, card]) for card in range(52) if card not in hand)


def summed(outcomes):
    return tuple(sum(times * outcome[k] for outcome, times in outcomes.items()) for k in range(3))


def sample(classes, n, seed):
    return np.random.default_rng(seed).choice(classes, n, replace=False)


def test_a_river_class_is_what_a_hand_wins_and_ties():
    classes = pb.abstraction.outcome_classes("river")
    assert classes.dtype == np.uint32
    assert classes.shape == (pb.strength.STREET_INDEXERS["river"].size(),)
    outcomes = OutcomeClasses("river").outcomes("river")
    assert len(np.unique(outcomes, axis=0)) == len(outcomes) == 20_687
    for hand in pb.random_hands(60, 7, rng=1).tolist():
        of_hand = classes[pb.strength.STREET_INDEXERS["river"].index(hand)]
        assert tuple(outcomes[of_hand].tolist()) == river_outcome(hand)
    # No class is without a hand.
    assert np.bincount(classes).all()


@pytest.mark.slow
def test_both_kinds_of_river_classes_are_the_same():
    classes = pb.abstraction.outcome_classes("river")
    assert np.array_equal(pb.abstraction.outcome_classes("river", kind="winrate"), classes)


def test_classes_ascend_with_hand_strength(everything):
    for street, kind in (("river", "outcome"), ("turn", "outcome"), ("turn", "winrate")):
        win, tie, _ = everything.outcomes(street, kind=kind).T.astype(np.int64)
        keys = np.stack([2 * win + tie, win], axis=1)
        ascending = (np.diff(keys[:, 0]) > 0) | (np.diff(keys[:, 0]) == 0) & (np.diff(keys[:, 1]) >= 0)
        assert ascending.all()
        if kind == "winrate":
            assert (np.diff(keys, axis=0) != 0).any(axis=1).all()


def test_a_turn_class_is_the_multiset_of_its_rivers(turn, everything):
    indexer = pb.strength.STREET_INDEXERS["turn"]
    assert int(turn.max()) + 1 == everything.count("turn") == 2_337_912
    outcomes = everything.outcomes("turn")
    first = np.full(len(outcomes), -1)
    first[turn[::-1]] = np.arange(len(turn))[::-1]
    for index in sample(len(turn), 12, 2).tolist():
        hand, same = (indexer.unindex(i).tolist() for i in (index, int(first[turn[index]])))
        found = rivers(hand)
        assert rivers(same) == found
        assert tuple(outcomes[turn[index]].tolist()) == summed(found)
    # Hands of one winrate class, but of several outcome classes.
    alike = np.flatnonzero((outcomes[1:] == outcomes[:-1]).all(axis=1))
    for lower in sample(alike, 6, 3).tolist():
        one, other = (rivers(indexer.unindex(int(first[of])).tolist()) for of in (lower, lower + 1))
        assert one != other
        assert summed(one) == summed(other)


def test_winrate_classes_are_unions_of_outcome_classes(turn, everything):
    winrate = pb.abstraction.outcome_classes("turn", kind="winrate", num_threads=1)
    assert int(winrate.max()) + 1 == everything.count("turn", kind="winrate") == 1_850_624
    of_outcomes = everything.outcomes("turn")
    assert np.array_equal(everything.outcomes("turn", kind="winrate")[winrate[:10_000]], of_outcomes[turn[:10_000]])
    finer = np.concatenate([[0], np.cumsum((np.diff(of_outcomes.astype(np.int64), axis=0) != 0).any(axis=1))])
    assert np.array_equal(finer[turn], winrate)


def test_sizes_are_those_of_all_deals(turn):
    deals = np.bincount(turn, weights=pb.strength.STREET_INDEXERS["turn"].multiplicity(np.arange(len(turn))))
    assert deals.all()
    assert int(deals.sum()) == comb(52, 2) * comb(50, 4)


@pytest.mark.slow
def test_published_counts():
    # `python examples/outcome_counts.py --all` compares all of them, for some minutes.
    assert example().main(1) == 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["outcome", "winrate"])
@pytest.mark.parametrize(("street", "recall"), [("flop", 1), ("turn", 2), ("river", 1)])
def test_a_class_with_recall_is_the_tuple_of_those_without(everything, street, recall, kind):
    at = STREETS.index(street)
    rng = np.random.default_rng([at, recall])
    tuples = everything.tuples(street, kind=kind, recall=recall)
    assert tuples.shape == (everything.count(street, kind=kind, recall=recall), recall + 1)
    some = np.sort(rng.integers(0, len(tuples) - 1, 1000))
    assert all(tuple(tuples[i]) < tuple(tuples[i + 1]) for i in some)
    without = {name: pb.abstraction.outcome_classes(name, kind=kind) for name in STREETS[at - recall : at + 1]}
    first = int(rng.integers(0, HISTORY.size(at) - 2000))
    found = everything.of_hands(street, hands=range(first, first + 2000), kind=kind, recall=recall)
    hands = HISTORY.unindex(np.arange(first, first + 2000), round=at)
    for column, name in enumerate(without):
        through = 2 + (0, 3, 4, 5)[STREETS.index(name)]
        of_street = without[name][pb.strength.STREET_INDEXERS[name].index(np.ascontiguousarray(hands[:, :through]))]
        assert np.array_equal(tuples[found, column], of_street)


@pytest.mark.slow
def test_classes_of_earlier_streets_are_multisets_of_the_next(everything):
    turn, flop, preflop = (pb.abstraction.outcome_classes(street) for street in ("turn", "flop", "preflop"))
    assert [int(classes.max()) + 1 for classes in (flop, preflop)] == [1_137_132, 169]
    indexers = pb.strength.STREET_INDEXERS

    def turns(index):
        hand = indexers["flop"].unindex(index).tolist()
        deals = [[*hand, card] for card in range(52) if card not in hand]
        return tuple(sorted(turn[indexers["turn"].index(np.array(deals, np.uint8))].tolist()))

    order = np.argsort(flop, kind="stable")
    same = np.flatnonzero(np.diff(flop[order]) == 0)
    for at in sample(same, 50, 4).tolist():
        assert turns(int(order[at])) == turns(int(order[at + 1]))
    different = sample(np.flatnonzero(np.diff(flop[order]) != 0), 50, 5).tolist()
    for at in different:
        assert turns(int(order[at])) != turns(int(order[at + 1]))

    outcomes, of_flop = everything.outcomes("preflop"), everything.outcomes("flop").astype(object)
    aces = pb.cards.parse_cards("AsAh").tolist()
    left = [card for card in range(52) if card not in aces]
    deals = np.array([[*aces, *flop_cards] for flop_cards in combinations(left, 3)], np.uint8)
    total = of_flop[flop[indexers["flop"].index(deals)]].sum(axis=0)
    assert outcomes[preflop[indexers["preflop"].index(aces)]].tolist() == total.tolist()
    wins, ties, _ = total
    ehs = Fraction(2 * wins + ties, 2 * sum(total))
    assert float(ehs) == pytest.approx(float(pb.expected_hand_strength("AsAh")), abs=1e-12)


@pytest.mark.slow
def test_history_rows_are_those_of_the_classes(everything):
    history = winrate_history("flop", recall=1)
    assert history.streets == ("preflop", "flop")
    assert len(history.tuples) == 1_123_442
    classes = pb.abstraction.outcome_classes("flop", kind="winrate", recall=1)
    at = int(HISTORY.index("AsAhKsQd2c", round=1))
    row = history.tuples[classes[at]]
    for column, street in enumerate(history.streets):
        without = pb.abstraction.outcome_classes(street, kind="winrate")
        hand = ("AsAh", "AsAhKsQd2c")[column]
        assert row[column] == without[pb.strength.STREET_INDEXERS[street].index(hand)]
        assert np.array_equal(history.outcomes[street], everything.outcomes(street, kind="winrate"))
    assert np.array_equal(history.tuples, everything.tuples("flop", kind="winrate", recall=1))
    # The distance of points is the weighted sum of the streets' earth mover's distances.
    points = history.points(weights=[1, 4])
    for one, other in np.random.default_rng(6).integers(0, len(points), (30, 2)).tolist():
        distance = sum(
            weight * wasserstein_distance([2, 1, 0], [2, 1, 0], *of[history.tuples[[one, other], at]].astype(float))
            for at, (weight, of) in enumerate(zip((1, 4), history.outcomes.values(), strict=True))
        )
        assert float(np.abs(points[one] - points[other]).sum()) == pytest.approx(distance, abs=1e-12)


def test_points_of_the_river_are_their_earth_movers_distances():
    history = winrate_history("river")
    assert history.points(dtype=np.float32).dtype == np.float32
    points = history.points(weights=[2])
    outcomes = history.outcomes["river"].astype(float)
    for one, other in np.random.default_rng(7).integers(0, len(points), (50, 2)).tolist():
        distance = 2 * wasserstein_distance([2, 1, 0], [2, 1, 0], outcomes[one], outcomes[other])
        assert float(np.abs(points[one] - points[other]).sum()) == pytest.approx(distance, abs=1e-12)
    for wrong in ([1, 2], [-1], [np.nan], [np.inf], 1):
        with pytest.raises(InvalidArgumentError, match="weights: expected 1 finite"):
            history.points(weights=wrong)
    with pytest.raises(InvalidArgumentError, match="dtype"):
        history.points(dtype=np.int64)


# -- Games of any deck ------------------------------------------------------------------------------------------------


def slow_classes(indexer, strength, at, kind, recall):
    """Return the class of every hand as a value, found by nested enumeration of all deals."""
    lowest = "23456789TJQKA".index(indexer.lowest_rank)
    deck = [4 * (lowest + rank) + suit for rank in range(indexer.n_ranks) for suit in range(indexer.n_suits)]
    rounds = indexer.cards_per_round

    def left(hand, n):
        return combinations([card for card in deck if card not in hand], n)

    def outcome(hand, level):
        if level == len(rounds) - 1:
            board = hand[rounds[0] :]
            others = [strength((*other, *board)) for other in left(hand, rounds[0])]
            ours = strength(hand)
            return sum(s < ours for s in others), sum(s == ours for s in others)
        children = [outcome((*hand, *cards), level + 1) for cards in left(hand, rounds[level + 1])]
        if kind == "winrate":
            return tuple(sum(child[k] for child in children) for k in range(2))
        return tuple(sorted(children))

    found = []
    for hand in indexer.unindex(np.arange(indexer.size(at)), round=at).reshape(indexer.size(at), -1).tolist():
        levels = range(at - recall, at + 1)
        found.append(tuple(outcome(tuple(hand[: sum(rounds[: level + 1])]), level) for level in levels))
    return found


def pair_or_high(hand):
    ranks = sorted((card // 4 for card in hand), reverse=True)
    return 100 * (len(ranks) - len(set(ranks))) + 10 * ranks[0] + ranks[-1]


@pytest.mark.parametrize(
    "indexer",
    [
        LEDUC,
        pb.HandIndexer((1, 1, 1), n_ranks=3, n_suits=2),
        pb.HandIndexer((2, 1), n_ranks=3, n_suits=3, lowest_rank="J"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("kind", ["outcome", "winrate"])
def test_games_of_any_deck(indexer, kind):
    last = len(indexer.cards_per_round) - 1
    hands = indexer.unindex(np.arange(indexer.size()))
    strengths = np.array([pair_or_high(hand) for hand in hands.tolist()])
    for at in range(last + 1):
        for recall in range(at + 1):
            found = game_outcome_classes(indexer, strengths=strengths, round=at, kind=kind, recall=recall)
            expected = slow_classes(indexer, pair_or_high, at, kind, recall)
            assert found.dtype == np.uint32
            assert sorted(set(found.tolist())) == list(range(len(set(expected))))
            assert len(set(zip(found.tolist(), expected, strict=True))) == len(set(expected))
    assert np.array_equal(
        game_outcome_classes(indexer, strengths=7 * strengths.astype(np.uint16), kind=kind),
        game_outcome_classes(indexer, strengths=strengths, round=last, kind=kind),
    )


@pytest.mark.slow
def test_published_counts_of_numeral211():
    # Without recall, and with all of it.
    oc = example()
    indexer = pb.HandIndexer((2, 1, 1), n_ranks=10)
    assert indexer.sizes == (100, 2_260, 62_020)
    hands = indexer.unindex(np.arange(indexer.size()))
    strengths = np.max([oc.three_card_strength(hands[:, chosen]) for chosen in combinations(range(4), 3)], axis=0)
    for at, kind, recall, count in (
        (0, "outcome", 0, 100),
        (0, "winrate", 0, 100),
        (1, "outcome", 0, 2_250),
        (1, "winrate", 0, 2_234),
        (2, "outcome", 0, 3_957),
        (2, "outcome", 2, 51_228),
        (2, "winrate", 2, 51_070),
    ):
        assert (
            int(game_outcome_classes(indexer, strengths=strengths, round=at, kind=kind, recall=recall).max()) + 1
            == count
        )


# -- Bad input --------------------------------------------------------------------------------------------------------

WRONG = [
    (("fourth",), {}, ValueError, "street: expected 'preflop', 'flop', 'turn' or 'river', found 'fourth'"),
    ((2,), {}, TypeError, "street: expected 'preflop'"),
    (("turn",), {"kind": "ehs"}, ValueError, "kind: expected 'outcome' or 'winrate', found 'ehs'"),
    (("turn",), {"kind": None}, TypeError, "kind: expected 'outcome' or 'winrate', found None"),
    (("turn",), {"recall": 3}, ValueError, "recall = 3: expected 0 to 2, the streets before the turn"),
    (("preflop",), {"recall": 1}, ValueError, "recall = 1: expected 0 to 0, the streets before the preflop"),
    (("river",), {"recall": -1}, ValueError, "recall = -1: expected 0 to 3"),
    (("river",), {"recall": 1.0}, TypeError, r"recall = 1.0: expected an integer, 0 to 3, .*; write 1$"),
    (("turn",), {"num_threads": 0}, ValueError, "num_threads = 0"),
]


@pytest.mark.parametrize(("arguments", "options", "error", "message"), WRONG)
def test_wrong_arguments_are_named(arguments, options, error, message):
    with pytest.raises(error, match=message):
        pb.abstraction.outcome_classes(*arguments, **options)
    if "kind" not in options:
        with pytest.raises(error, match=message):
            winrate_history(*arguments, **options)


def test_streets_that_were_not_computed_are_named():
    classes = OutcomeClasses("river")
    assert classes.first == "river"
    assert repr(classes) == "<OutcomeClasses: river 20,687>"
    with pytest.raises(InvalidArgumentError, match="the classes of the turn were not asked for"):
        classes.count("turn")
    with pytest.raises(InvalidArgumentError, match="the classes of the flop were not asked for"):
        classes.outcomes("flop")
    with pytest.raises(InvalidArgumentError, match="the classes of the turn were not asked for"):
        classes.count("river", recall=1)
    with pytest.raises(InvalidArgumentError, match="recall = 0"):
        classes.tuples("river", recall=0)
    with pytest.raises(InvalidArgumentError, match="recall = 0"):
        classes.of_hands("river", hands=range(3), recall=0)
    for hands in (range(0, 10, 2), range(5, 3), range(-1, 3), range(2_428_287_421)):
        with pytest.raises(InvalidArgumentError, match="hands = range"):
            classes.of_hands("river", hands=hands, recall=1)
    with pytest.raises(TypeError, match="hands: expected a range, found list"):
        classes.of_hands("river", hands=[1, 2], recall=1)


def test_wrong_games_are_refused():
    strengths = np.arange(LEDUC.size())
    for options, message in (
        ({"round": 2}, "round = 2: the game has 2 rounds"),
        ({"round": -3}, "round = -3"),
        ({"round": 0, "recall": 1}, "recall = 1: expected 0 to 0, the rounds before round 0"),
        ({"recall": -1}, "recall = -1"),
        ({"kind": "ehs"}, "kind: expected 'outcome' or 'winrate', found 'ehs'"),
    ):
        with pytest.raises(InvalidArgumentError, match=message):
            game_outcome_classes(LEDUC, strengths=strengths, **options)
    with pytest.raises(InvalidArgumentError, match=r"strengths: expected shape \(15,\), found \(14,\)"):
        game_outcome_classes(LEDUC, strengths=strengths[1:])
    with pytest.raises(TypeError, match="strengths: expected integers, found float64"):
        game_outcome_classes(LEDUC, strengths=strengths / 2)
    with pytest.raises(TypeError, match=r"^recall = 0.5: expected an integer, 0 to 1"):
        game_outcome_classes(LEDUC, strengths=strengths, recall=0.5)
    small = pb.HandIndexer((2, 1), n_ranks=2, n_suits=2)
    with pytest.raises(InvalidArgumentError, match="too few cards for two players"):
        game_outcome_classes(small, strengths=np.arange(small.size()))
