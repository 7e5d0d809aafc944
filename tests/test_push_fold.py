"""Push/fold equilibria against sums over all deals, and against published numbers."""

import dataclasses
import json
import pickle
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerbits as pb
from command_line import as_json, printed, refused
from pokerbits._equity.three_way import ThreeWayCounts
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.preflop import PushFoldResult, icm, push_fold
from pokerbits.preflop import _push_fold as module
from pokerbits.preflop._cfr_plus import judged, refined, slopes_of_gains, solve
from pokerbits.preflop._heads_up import HeadsUp, class_counts
from pokerbits.preflop._spot import Spot
from pokerbits.preflop._three_handed import ThreeHanded
from pokerbits.preflop._triples import ORDERS, ClassTriples, WeightedSum

LEVELS = 5
SPOTS = {
    "equal": Spot((10.0, 10.0, 10.0), (0.5, 1.0), 0.0, None),
    "side pots": Spot((7.0, 12.0, 4.5), (0.5, 1.0), 0.125, None),
    "prizes": Spot((5.0, 9.0, 14.0), (0.5, 1.0), 0.1, (50.0, 30.0, 20.0)),
    "bubble": Spot((9.0, 6.0, 6.0), (1.0, 2.0), 0.0, (50.0, 50.0)),
    "short button": Spot((0.1, 6.0, 8.0), (0.5, 1.0), 0.1, None),
    "short small blind": Spot((9.0, 0.4, 8.0), (0.5, 1.0), 0.0, (3.0, 1.0)),
    "short big blind": Spot((9.0, 3.0, 0.8), (0.5, 1.0), 0.0, None),
}


class Model:
    """A game of a few classes: each hand has a level by the probabilities of its class, and the highest level wins."""

    def __init__(self, n, seed):
        rng = np.random.default_rng(seed)
        self.n = n
        self.chances = rng.dirichlet(np.ones(LEVELS), n)
        # Some triples cannot be dealt, as of three pairs of one rank.
        deals = rng.integers(0, 1000, (n, n, n))
        self.deals = sum(
            deals.transpose(axes) for axes in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
        )
        self.deals[0, 0, 0] = 0
        # A cache of a method would keep its model.
        self.order = cache(self._order)

    def _order(self, a, b, c):
        """Return the probability of each order of the levels of three classes."""
        found = dict.fromkeys(ORDERS, 0.0)
        of_a, of_b, of_c = self.chances[[a, b, c]].tolist()
        for levels in product(range(LEVELS), repeat=3):
            ranks = tuple(sorted(set(levels), reverse=True).index(level) for level in levels)
            found[ranks] += of_a[levels[0]] * of_b[levels[1]] * of_c[levels[2]]
        return found

    def counts(self):
        """Return the counts of the deals, as floats, in the form of the table."""
        planes = np.zeros((5, self.n, self.n, self.n))
        for a, b, c in np.ndindex(planes.shape[1:]):
            for (x, y, z), chance in self.order(a, b, c).items():
                seen = [x < min(y, z), x == y < z, x == y == z, x < y, x == y]
                planes[:, a, b, c] += np.array(seen) * chance * self.deals[a, b, c]
        return ThreeWayCounts(*planes)


def ends(strategy, a, b, c):
    """Yield the probability of each end if three players hold these classes, and who is all-in then."""
    push, call, small_push, big_button, big_both, big_small = strategy
    yield push[a] * call[b] * big_both[c], (0, 1, 2)
    yield push[a] * call[b] * (1 - big_both[c]), (0, 1)
    yield push[a] * (1 - call[b]) * big_button[c], (0, 2)
    yield push[a] * (1 - call[b]) * (1 - big_button[c]), (0,)
    yield (1 - push[a]) * small_push[b] * big_small[c], (1, 2)
    yield (1 - push[a]) * small_push[b] * (1 - big_small[c]), (1,)
    yield (1 - push[a]) * (1 - small_push[b]), (2,)


def slow_values(model, spot, strategy):
    """Return what each player gains: the sum over all deals, all ends and all orders of the hands."""
    total = np.zeros(3)
    gains = cache(lambda *ranking: spot.gains(dict(ranking)))
    for a, b, c in np.ndindex(model.deals.shape):
        orders = model.order(a, b, c)
        for chance, players in ends(strategy, a, b, c):
            for ranks, of_order in orders.items():
                gained = gains(*((player, ranks[player]) for player in players))
                total += model.deals[a, b, c] * chance * of_order * gained
    return total / model.deals.sum()


@pytest.fixture(scope="module")
def small():
    return Model(3, 1)


@pytest.fixture(scope="module")
def larger():
    """Return the counts of more classes, some strong and some weak."""
    return ClassTriples(Model(8, 2).counts())


@pytest.mark.parametrize("spot", SPOTS.values(), ids=SPOTS)
def test_three_players_by_all_deals(small, spot):
    rng = np.random.default_rng(5)
    game = ThreeHanded(spot, ClassTriples(small.counts()))
    strategy = rng.random((6, small.n))
    found = judged(game, strategy)
    assert np.allclose(found.values, slow_values(small, spot, strategy), atol=1e-12)
    assert found.values.sum() == pytest.approx(0, abs=1e-9)
    for decision, player in enumerate(game.players):
        if game.forced[decision]:
            assert not found.gains[decision].any()
            continue
        hand = int(rng.integers(small.n))
        pushed, folded = (np.array(strategy) for _ in range(2))
        pushed[decision, hand], folded[decision, hand] = 1, 0
        expected = (slow_values(small, spot, pushed) - slow_values(small, spot, folded))[player]
        assert found.gains[decision, hand] == pytest.approx(expected, abs=1e-12)


def test_two_players_by_all_combos():
    spot = Spot((8.0, 11.0), (0.5, 1.0), 0.2, None)
    rng = np.random.default_rng(4)
    strategy = rng.random((2, 169))
    found = judged(HeadsUp(spot), strategy)
    push, call = strategy[:, pb.cards.hand_class(pb.COMBOS)]
    shared = (pb.COMBOS[:, None, :, None] == pb.COMBOS[None, :, None, :]).any(axis=(2, 3))
    counts = pb.preflop_counts() / 1_712_304
    equity = counts[..., 0] + counts[..., 1] / 2
    # The effective stack is 8. Who folds loses ante and blind.
    by_end = (1 - push)[:, None] * -0.7 + push[:, None] * ((1 - call) * 1.2 + call * (16 * equity - 8))
    assert found.values[0] == pytest.approx(by_end[~shared].mean(), abs=1e-12)
    assert found.values[1] == pytest.approx(-by_end[~shared].mean(), abs=1e-12)


def test_class_counts_are_all_matchups():
    wins, _, deals = class_counts()
    aces, kings = pb.HAND_CLASSES.index("AA"), pb.HAND_CLASSES.index("KK")
    assert wins.sum() * 2 < deals.sum() == 1326 * 1225 * 1_712_304
    assert deals[aces, aces] == 6 * 1_712_304
    result = pb.equity("AA", "KK")
    assert wins[aces, kings] / deals[aces, kings] == pytest.approx(result.win[0], rel=1e-14)


@pytest.mark.parametrize("spot", SPOTS.values(), ids=SPOTS)
def test_equilibria_of_three_players(larger, spot):
    found, _ = solve(ThreeHanded(spot, larger), 1e-6 * spot.unit, 5000)
    assert found.exploitability <= 1e-6 * spot.unit
    # Another game, as sums are kept from step to step.
    again = judged(ThreeHanded(spot, larger), found.strategy)
    assert again.exploitability == pytest.approx(found.exploitability, abs=1e-12)
    assert np.allclose(again.values, found.values, atol=1e-12)
    for decision, forced in enumerate(again.strategy):
        if ThreeHanded(spot, larger).forced[decision]:
            assert (forced == 1).all()


def test_a_sum_follows_its_weights():
    rng = np.random.default_rng(6)
    tensor = rng.random((40, 5, 5))
    kept = WeightedSum(tensor)
    weights = rng.random(40)
    for changed in (40, 1, 0, 3, 19, 21, 40, 2):
        weights[rng.choice(40, changed, replace=False)] = rng.random(changed)
        assert np.allclose(kept.by(weights), np.einsum("i,ijk", weights, tensor), rtol=1e-12)


def test_orders_of_three_hands(small):
    triples = ClassTriples(small.counts())
    for at, ranks in enumerate(ORDERS):
        (found,) = triples.payoffs(np.eye(len(ORDERS))[[at]])
        for a, b, c in np.ndindex(found.shape):
            expected = small.order(a, b, c)[ranks] * small.deals[a, b, c] / small.deals.sum()
            assert found[a, b, c] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("spot", "ranking", "expected"),
    [
        # Heads-up: blinds, and the part of the larger stack that nobody matches.
        (Spot((10.0, 6.0), (0.5, 1.0), 0.0, None), {1: 0}, [-0.5, 0.5]),
        (Spot((10.0, 6.0), (0.5, 1.0), 0.0, None), {0: 0}, [1, -1]),
        (Spot((10.0, 6.0), (0.5, 1.0), 0.0, None), {0: 1, 1: 0}, [-6, 6]),
        (Spot((10.0, 6.0), (0.5, 1.0), 0.0, None), {0: 0, 1: 0}, [0, 0]),
        # Antes of all, and the blind of a player who has folded.
        (Spot((10.0, 10.0, 10.0), (0.5, 1.0), 0.1, None), {2: 0}, [-0.1, -0.6, 0.7]),
        (Spot((10.0, 10.0, 10.0), (0.5, 1.0), 0.1, None), {0: 0, 2: 1}, [10.6, -0.6, -10]),
        # The shortest stack wins the main pot, the next best the side pot.
        (Spot((3.0, 10.0, 7.0), (0.5, 1.0), 0.0, None), {0: 0, 1: 2, 2: 1}, [6, -7, 1]),
        (Spot((3.0, 10.0, 7.0), (0.5, 1.0), 0.0, None), {0: 0, 1: 0, 2: 1}, [1.5, 5.5, -7]),
        (Spot((3.0, 10.0, 7.0), (0.5, 1.0), 0.0, None), {0: 0, 1: 1, 2: 1}, [6, -3, -3]),
        # A blind that is larger than a stack is returned in part.
        (Spot((0.6, 10.0, 10.0), (0.5, 1.0), 0.0, None), {0: 0}, [1.1, -0.5, -0.6]),
        (Spot((10.0, 0.3, 10.0), (0.5, 1.0), 0.0, None), {1: 0, 2: 1}, [0, 0.3, -0.3]),
        # Prizes: who is out by the larger stack is second, and equal stacks share.
        (Spot((9.0, 4.0, 6.0), (0.5, 1.0), 0.0, (50.0, 30.0, 20.0)), {0: 0, 1: 1, 2: 2}, [50, 20, 30]),
        (Spot((9.0, 6.0, 6.0), (0.5, 1.0), 0.0, (50.0, 30.0, 20.0)), {0: 0, 1: 1, 2: 2}, [50, 25, 25]),
    ],
)
def test_what_an_end_is_worth(spot, ranking, expected):
    if spot.payouts is not None:
        expected = np.array(expected) - icm(spot.stacks, spot.payouts)
    assert np.allclose(spot.gains(ranking), expected, atol=1e-12)


@given(
    st.lists(st.floats(0.05, 40), min_size=3, max_size=3),
    st.floats(0, 2),
    st.sampled_from([None, (1.0,), (5.0, 3.0), (50.0, 30.0, 20.0)]),
    st.dictionaries(st.integers(0, 2), st.integers(0, 2), min_size=1),
)
@settings(max_examples=200)
def test_nothing_is_lost_at_an_end(stacks, ante, payouts, ranking):
    spot = Spot(tuple(stacks), (0.5, 1.0), ante, payouts)
    assert spot.gains(ranking).sum() == pytest.approx(0, abs=1e-9)
    assert (spot.final_stacks(ranking) >= 0).all()


def test_ten_big_blinds():
    """The numbers are those of `docs/how-to/push_or_fold.md`."""
    found = push_fold([10, 10])
    assert found.frequencies["push"] == pytest.approx(0.582855, abs=1e-4)
    assert found.frequencies["call"] == pytest.approx(0.373764, abs=1e-4)
    assert found.values[0] == pytest.approx(-0.0453708, abs=1e-6)
    assert found.values.sum() == pytest.approx(0, abs=1e-12)
    assert found.exploitability < 1e-7
    best = judged(HeadsUp(Spot((10.0, 10.0), (0.5, 1.0), 0.0, None)), np.array(list(found.strategy.values())))
    assert best.exploitability == found.exploitability


def test_two_prizes_are_chips():
    """The model is linear in chips if two players are left."""
    chips, prizes = push_fold([7, 9]), push_fold([7, 9], payouts=[70, 30])
    assert np.allclose(prizes.values, chips.values * 40 / 16, atol=1e-5)
    for name, of in chips.strategy.items():
        assert np.allclose(prizes.strategy[name], of, atol=1e-2)


def test_the_unit_does_not_matter():
    one, other = push_fold([6, 9], ante=0.125), push_fold([600, 900], blinds=(50, 100), ante=12.5)
    assert np.allclose(one.values * 100, other.values, atol=1e-4)
    assert one.exploitability == pytest.approx(other.exploitability, abs=1e-9)


def test_only_the_smaller_stack_matters_heads_up():
    one, other = push_fold([6, 90]), push_fold([6, 6])
    assert np.allclose(one.values, other.values, atol=1e-6)


def test_a_player_who_is_all_in_by_the_blind_has_no_decision():
    found = push_fold([10, 1])
    assert (found.strategy["call"] == 1).all()
    # The small blind adds half a blind to a pot of 1.5: he needs a quarter of it.
    wins, ties, deals = class_counts()
    against_any = (wins + ties / 2).sum(axis=1) / deals.sum(axis=1)
    assert np.array_equal(found.strategy["push"] == 1, against_any > 0.25)


def test_iterations_end():
    few = push_fold([10, 10], max_iterations=1, target=0)
    assert few.iterations == 1
    assert few.exploitability > 1e-4
    assert push_fold([10, 10], target=1).iterations < push_fold([10, 10]).iterations
    seen = []
    push_fold([10, 10], max_iterations=30, target=0, progress=lambda *of: seen.append(of))
    assert seen[0] == (1, 30)
    assert seen[-1] == (30, 30)


def test_few_iterations_are_enough():
    """Newton's method does the rest; iterations alone need hundreds."""
    for stacks in ([10, 10], [25, 18]):
        found = push_fold(stacks)
        assert found.iterations <= 20
        assert found.exploitability < 1e-8


def test_too_many_wrong_classes_are_left_to_iterations():
    game = HeadsUp(Spot((10.0, 10.0), (0.5, 1.0), 0.0, None))
    start = judged(game, np.random.default_rng(1).random((2, 169)))
    assert refined(game, start) is start


def test_newton_changes_no_forced_all_in(larger):
    for spot in (SPOTS["short button"], SPOTS["short small blind"]):
        game = ThreeHanded(spot, larger)
        start = np.full((6, 8), 0.5)
        start[np.array(game.forced)] = 1
        after = refined(game, judged(game, start))
        assert after.exploitability < judged(game, start).exploitability
        assert (after.strategy[np.array(game.forced)] == 1).all()


def test_slopes_are_differences_of_gains(larger):
    game = ThreeHanded(SPOTS["prizes"], larger)
    rng = np.random.default_rng(8)
    start = judged(game, rng.random((6, 8)))
    places = np.array([[0, 1], [1, 3], [2, 0], [2, 7], [3, 2], [4, 6], [5, 5]])
    slopes = slopes_of_gains(game, start, places)
    for column, place in enumerate(map(tuple, places)):
        moved = start.strategy.copy()
        moved[place] += 0.25
        gains = judged(ThreeHanded(SPOTS["prizes"], larger), moved).gains
        assert np.allclose(slopes[:, column], (gains - start.gains)[tuple(places.T)] / 0.25, atol=1e-12)


def test_newton_finds_the_mixed_strategies():
    game = HeadsUp(Spot((10.0, 10.0), (0.5, 1.0), 0.0, None))
    found, _ = solve(game, 1e-9, 5000)
    place = int(np.flatnonzero((found.strategy[0] > 0) & (found.strategy[0] < 1))[0])
    moved = found.strategy.copy()
    moved[0, place] += 0.1
    assert judged(game, moved).exploitability > 1e-7
    assert refined(game, judged(game, moved)).exploitability < 1e-9


@pytest.fixture
def three_way(monkeypatch):
    """Have the table be that of a model with 169 classes: the stronger by equity, the higher the level."""
    strength = pb.preflop_equities().mean(axis=1)
    levels = np.linspace(strength.min(), strength.max(), LEVELS)
    chances = np.exp(-(((levels - strength[:, None]) / 0.1) ** 2))
    chances /= chances.sum(axis=1, keepdims=True)
    lower = chances.cumsum(axis=1) - chances
    sizes = np.bincount(pb.cards.hand_class(pb.COMBOS))
    deals = np.einsum("a,b,c->abc", sizes, sizes, sizes) * 10_000
    ones = np.ones_like(lower)
    shares = [(chances, lower, lower), (chances, chances, lower), (chances, chances, chances)]
    shares += [(chances, lower, ones / LEVELS), (chances, chances, ones / LEVELS)]
    planes = [np.einsum("al,bl,cl->abc", *of, optimize=True) for of in shares[:3]]
    planes += [np.repeat((of[0] @ of[1].T)[:, :, None], 169, axis=2) for of in shares[3:]]
    counts = ThreeWayCounts(*((share * deals).round().astype(np.uint32) for share in planes))
    asked = []

    def read(path=None):
        asked.append(path)
        return counts

    monkeypatch.setattr(module, "three_way_counts", read)
    return asked


def test_three_players_from_a_table(three_way, tmp_path):
    found = push_fold([8, 8, 8], ante=0.1, path=tmp_path / "table.npy", target=1e-5, max_iterations=500)
    assert three_way == [tmp_path / "table.npy"]
    assert found.exploitability <= 1e-5
    assert list(found.strategy) == list(ThreeHanded.decisions)
    assert found.values.sum() == pytest.approx(0, abs=1e-6)
    # Behind a push and a call hands are best, and the small blind alone against one player pushes most.
    shares = found.frequencies
    assert (
        shares["big_blind_call_both"] < shares["small_blind_call"] < shares["button_push"] < shares["small_blind_push"]
    )
    assert str(found).splitlines()[1].startswith("button push")
    assert repr(found) == "<PushFoldResult: 3 players>"
    short = push_fold([0.1, 8, 8], ante=0.1, path=tmp_path / "table.npy", target=1e-4, max_iterations=100)
    left_out = {"small_blind_push", "big_blind_call_small_blind"}
    assert set(short.strategy) == set(ThreeHanded.decisions) - left_out


def test_the_result():
    found = push_fold([4, 4], ante=0.1)
    assert isinstance(found, PushFoldResult)
    assert found == pickle.loads(pickle.dumps(found)) == push_fold([4, 4], ante=0.1)
    assert hash(found) == hash(push_fold([4, 4], ante=0.1))
    assert found != push_fold([4, 4])
    assert set(found.ranges) == {"push", "call"}
    assert found.ranges["push"].share == pytest.approx(found.frequencies["push"], abs=1e-12)
    classes = pb.cards.hand_class(pb.COMBOS)
    assert np.array_equal(found.ranges["call"].weights, found.strategy["call"][classes])
    data = json.loads(json.dumps(found.to_dict()))
    assert data["decisions"]["push"]["range"] == found.ranges["push"].text
    assert data["values"] == found.values.tolist()
    assert (data["ante"], data["payouts"], data["stacks"]) == (0.1, None, [4, 4])
    columns = found.to_columns()
    assert columns["hand"] == list(pb.HAND_CLASSES)
    assert np.array_equal(columns["push"], found.strategy["push"])
    assert found.ranges["push"].text in str(found)
    assert "big blinds" in str(found)
    assert not found.strategy["push"].flags.writeable
    assert "prize: small blind" in str(push_fold([4, 4], payouts=[1]))
    # Both are all-in by their blinds: no chips change hands on average, whatever the sums were rounded to.
    assert "chips: small blind +0, big blind +0;" in str(push_fold([0.5, 0.5]))


def test_the_plot():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    found = push_fold([4, 4])
    axes = found.plot("call")
    (legend,) = axes.get_legend().get_texts()
    assert legend.get_text() == f"call {found.frequencies['call']:.2%}"
    assert axes.get_title() == ""
    assert found.plot(title="all in").get_title() == "all in"
    with pytest.raises(InvalidArgumentError, match="decision: expected 'push' or 'call', found 'calls'"):
        found.plot("calls")
    nobody = dataclasses.replace(found, strategy={"push": np.zeros(169)}).plot()
    assert nobody.get_legend().get_texts()[0].get_text() == "push 0.00%"
    pyplot.close("all")


@pytest.mark.parametrize(
    ("stacks", "options", "message"),
    [
        ([10], {}, "2 or 3 players in the order of acting, found 1"),
        ([10] * 4, {}, "2 or 3 players in the order of acting, found 4"),
        ([], {}, "2 or 3 players"),
        (10, {}, "2 or 3 players"),
        ([[10, 10]], {}, "2 or 3 players"),
        ([10, 0], {}, "the big blind has no chips; leave out"),
        ([0, 10, 10], {}, "the button has no chips; leave out"),
        ([10, -1], {}, "stacks: expected finite numbers of 0 or more, found -1"),
        ([10, np.nan], {}, "stacks: a value is missing, found nan"),
        ([10, np.inf], {}, "stacks: expected finite numbers"),
        (["10", "x"], {}, "stacks: expected numbers"),
        (
            [10, 1e300],
            {},
            "stacks: expected numbers from 1e-06 to 1e[+]06 big blinds, found 1e[+]300 with a big blind of 1",
        ),
        ([1e-300, 10], {}, "stacks: expected numbers from 1e-06 to 1e[+]06 big blinds, found 1e-300"),
        ([10, 10], {"blinds": (1,)}, "blinds: expected the small blind and the big blind"),
        ([10, 10], {"blinds": 1}, "blinds: expected the small blind and the big blind"),
        ([10, 10], {"blinds": (0.5, 1, 2)}, "blinds: expected the small blind and the big blind"),
        ([10, 10], {"blinds": (1, 0.5)}, "no smaller than the small blind, found 1 and 0.5"),
        ([10, 10], {"blinds": (0, 0)}, "expected a big blind above 0"),
        ([10, 10], {"blinds": (-1, 1)}, "blinds: expected finite numbers of 0 or more, found -1"),
        ([10, 10], {"blinds": (np.nan, 1)}, "blinds: a value is missing"),
        ([10, 10], {"ante": -1}, "ante = -1: expected 0 or more"),
        ([10, 10], {"ante": np.nan}, "ante = nan: expected 0 or more"),
        ([10, 10], {"ante": np.inf}, "ante: expected numbers from 1e-06 to 1e[+]06 big blinds, found inf"),
        ([10, 10], {"ante": 1e-9}, "ante: expected numbers from 1e-06"),
        ([10, 10], {"payouts": [3, 2, 1]}, "payouts: expected at most 2, one for each player, found 3"),
        ([10, 10], {"payouts": []}, "payouts: expected the prizes"),
        ([10, 10], {"payouts": [0, 0]}, "payouts: expected a prize above 0"),
        ([10, 10], {"payouts": [-1, 2]}, "payouts: expected finite numbers"),
        ([10, 10], {"target": -1}, "target = -1: expected 0 or more"),
        ([10, 10], {"max_iterations": 0}, "max_iterations = 0: expected 1 to"),
    ],
)
def test_what_is_refused(stacks, options, message):
    with pytest.raises(InvalidArgumentError, match=message):
        push_fold(stacks, **options)


def test_wrong_types():
    with pytest.raises(TypeError, match="ante = '1': expected 0 or more; write 1 without quotes"):
        push_fold([10, 10], ante="1")
    with pytest.raises(TypeError, match=r"max_iterations = 1\.5: expected an integer"):
        push_fold([10, 10], max_iterations=1.5)
    with pytest.raises(TypeError, match="progress"):
        push_fold([10, 10], progress="yes")


def test_the_command():
    found = push_fold([1600, 900], blinds=(100, 200), ante=25, payouts=[70, 30])
    arguments = ("push-fold", "1600", "900", "--blinds", "100, 200", "--ante", "25", "--payouts", "70,30")
    assert as_json(*arguments) == found.to_dict()
    assert printed(*arguments) == f"{found}\n"
    assert as_json("push-fold", "10", "10", "--max-iterations", "3")["iterations"] == 3


def test_the_command_plots_a_decision(tmp_path):
    pytest.importorskip("matplotlib")
    for name in ("push", "call"):
        printed("push-fold", "4", "4", "--plot", tmp_path / f"{name}.png", "--decision", name)
    assert (tmp_path / "push.png").read_bytes() != (tmp_path / "call.png").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["10"], "stacks: expected those of 2 or 3 players in the order of acting, found 1"),
        (["10", "ten"], "expected a number such as 50 or 0.75, found 'ten'"),
        (["10", "10", "--blinds", "1"], "blinds: expected the small blind and the big blind"),
        (["10", "10", "--blinds", "0.5;1"], "found '0.5;1', with commas between numbers"),
        (["10", "10", "--payouts", "3,2,1"], "payouts: expected at most 2, one for each player, found 3"),
        (["10", "10", "--decision", "call"], "--decision needs --plot"),
        (["4", "4", "--plot", "x.png", "--decision", "cal"], "expected 'push' or 'call', found 'cal'"),
    ],
)
def test_what_the_command_refuses(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in refused("push-fold", *arguments)
