"""Weights are decimals: every function that takes them adds them up exactly, and no bin, rank or comparison is rounded.

The oracles are fractions of the decimals that the weights represent. The edges are those where a sum of floats ends in
another bin: all weights of three hands from 1 to 9 tenths, hundredths or thirds.
"""

import itertools
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import pokerbits as pb
from pokerbits._input.exact_weights import exact_mean, exact_products, exact_weights, shares_of, sums_by, total_of
from pokerbits.ranges._range import class_means

HERO, RIVER = "7h7d", "8sTsQcQh3d"
# Two queens and twos, the same hand as the hero's, kings.
BEATEN, TIED, LOST = "2c2d", "7c7s", "KsKd"
DIVISORS = {"tenths": 10, "hundredths": 100, "thirds": 3}
TRIPLES = list(itertools.product(range(1, 10), repeat=3))
BINS = 10


def decimal(weight):
    """Return what a weight represents: the shortest decimal that reads back as it."""
    return Fraction(repr(float(weight)))


def weights_of(hands):
    """Return the weights of all combos from those of some hands."""
    weights = np.zeros(len(pb.COMBOS))
    for hand, weight in hands.items():
        weights[pb.cards.combo_id(hand)] = weight
    return weights


def cards_of(text):
    return {text[at : at + 2] for at in range(0, len(text), 2)}


def wins_and_all(hole, hands, board):
    """Return the weight won on a whole board, ties as one half, and the weight of all hands without a known card."""
    if cards_of(hole) & cards_of(board):
        return Fraction(0), Fraction(0)
    return wins_and_all_on(hole, hands, [board])[0]


def wins_and_all_on(hole, hands, boards):
    """Return the weights won on whole boards and the weights of all hands, the boards without a card of the hand."""
    opponents = [(pb.cards.parse_cards(hand).tolist(), decimal(weight)) for hand, weight in hands.items()]
    hole, *boards = (pb.cards.parse_cards(text).tolist() for text in (hole, *boards))
    return oracles.won_and_met_on(hole, boards, opponents)


def runouts(hole, board):
    """Return the boards that complete a board beside a hand."""
    known = cards_of(hole) | cards_of(board)
    left = [card for card in pb.cards.CARD_NAMES if card not in known]
    return [board + "".join(more) for more in itertools.combinations(left, (10 - len(board)) // 2)]


def bin_of(share, bins=BINS):
    return min(int(share * bins), bins - 1)


def edge_cases(divisor):
    """Return rows of weights of a beaten, a tied and a lost hand, and the exact hand strength of each row."""
    weights = [[n / divisor for n in triple] for triple in TRIPLES]
    exact = []
    for beaten, tied, lost in ([decimal(of) for of in row] for row in weights):
        exact.append((beaten + tied / 2) / (beaten + tied + lost))
    return [weights_of(dict(zip((BEATEN, TIED, LOST), row, strict=True))) for row in weights], exact


SEVENS = pb.cards.combo_id(HERO)
ON_RIVER = {
    "hand_strength": lambda of: pb.hand_strength(HERO, RIVER, villain=of),
    "expected_hand_strength": lambda of: pb.expected_hand_strength(HERO, RIVER, villain=of),
    "combo_equity": lambda of: pb.combo_equity(of, RIVER)[SEVENS],
    "combo_equity of many boards": lambda of: pb.combo_equity(of, [RIVER] * 9)[8, SEVENS],
}


@pytest.mark.parametrize("divisor", DIVISORS.values(), ids=DIVISORS)
@pytest.mark.parametrize("function", ON_RIVER.values(), ids=ON_RIVER)
def test_shares_of_a_river_are_rounded_once(function, divisor):
    rows, exact = edge_cases(divisor)
    assert [function(row) for row in rows] == [float(share) for share in exact]


@pytest.mark.parametrize("divisor", DIVISORS.values(), ids=DIVISORS)
def test_squares_are_those_of_the_share(divisor):
    rows, exact = edge_cases(divisor)
    squares = [pb.expected_hand_strength(HERO, RIVER, villain=row, power=2) for row in rows]
    assert squares == [float(share**2) for share in exact]


@pytest.mark.parametrize("divisor", DIVISORS.values(), ids=DIVISORS)
def test_bins_of_a_river_are_exact(divisor):
    rows, exact = edge_cases(divisor)
    assert len({share for share in exact if share * BINS % 1 == 0}) >= 5
    for bins in (2, 3, BINS, 50, 1981):
        found = [int(pb.strength.hand_strength_histogram(HERO, RIVER, villain=row, bins=bins).argmax()) for row in rows]
        assert found == [bin_of(share, bins) for share in exact]


def test_the_case_that_was_wrong():
    villain = "0.3:2c2d, 0.1:KsKd, 0.2:AsAd"
    assert pb.hand_strength(HERO, RIVER, villain=villain) == 0.5
    assert pb.strength.hand_strength_histogram(HERO, RIVER, villain=villain, bins=10).argmax() == 5


@pytest.mark.parametrize("divisor", DIVISORS.values(), ids=DIVISORS)
def test_ranked_boards(divisor):
    rows, exact = edge_cases(divisor)
    found = pb.RankedBoards(RIVER).equity(np.stack(rows))[:, SEVENS]
    wanted = np.array([float(share) for share in exact])
    if divisor == 3:
        # More than four places: the docstring has the bound.
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-11)
    else:
        np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("divisor", [10, 100])
def test_equity_is_the_same(divisor):
    rows, exact = edge_cases(divisor)
    found = [float(pb.equity(HERO, pb.Range.from_weights(row), board=RIVER).equity[0]) for row in rows]
    assert found == [float(share) for share in exact]


HANDS = ("2c2d", "7c7s", "KsKd", "AsAd", "JcTc", "9h9c", "QsJs")
RANDOM = np.random.default_rng(5).random(len(HANDS))
LISTS = {
    "integers": [3, 1, 2, 7, 1, 1, 5],
    "tenths": [0.3, 0.1, 0.2, 0.7, 0.1, 0.4, 0.6],
    "hundredths": [0.29, 0.01, 0.57, 0.13, 1, 0.07, 0.99],
    "thirds": [1 / 3, 2 / 3, 1, 5 / 3, 1 / 3, 4 / 3, 2 / 3],
    "large decimals": [2.5, 1000, 0.125, 1e6, 3.3, 12.75, 0.1],
    "seventeen digits": RANDOM.tolist(),
    "seventeen digits and small ones": (RANDOM * [1, 1e-9, 1, 1e-12, 1, 1e-3, 1]).tolist(),
}


@pytest.mark.parametrize("weights", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize(("hole", "board"), [("7h7d", "8sTsQcQh"), ("AhKh", "QhTc4s"), ("2h3h", "KhKc9d")])
def test_runouts(hole, board, weights):
    hands = dict(zip(HANDS, weights, strict=True))
    villain = weights_of(hands)
    deals = wins_and_all_on(hole, hands, runouts(hole, board))
    deals = [(won, all_of) for won, all_of in deals if all_of]
    total = sum(all_of for _, all_of in deals)
    assert pb.expected_hand_strength(hole, board, villain=villain) == float(sum(won for won, _ in deals) / total)
    squares = float(sum(won**2 / all_of for won, all_of in deals) / total)
    found = pb.expected_hand_strength(hole, board, villain=villain, power=2)
    assert found == squares or (max(map(len, map(repr, weights))) > 17 and abs(found - squares) < 2e-16)
    bins = Counter(bin_of(won / all_of) for won, all_of in deals)
    histogram = pb.strength.hand_strength_histogram(hole, board, villain=villain, bins=BINS)
    assert histogram.tolist() == [bins[at] for at in range(BINS)]
    assert pb.combo_equity(villain, board)[pb.cards.combo_id(hole)] == float(sum(won for won, _ in deals) / total)


@pytest.mark.parametrize("weights", LISTS.values(), ids=LISTS)
def test_many_boards_are_what_each_is_alone(weights):
    """Suits may be exchanged: the weights are those of hand classes."""
    villain = np.zeros(len(pb.COMBOS))
    classes = pb.cards.combo_class(np.arange(len(pb.COMBOS)))
    for at, weight in enumerate(weights):
        villain[classes == 7 + 20 * at] = weight
    boards = [RIVER[:6] + card for card in ("2c", "2d", "2h", "2s", "3c", "3d", "3h", "4c", "4d", "Jc", "Jd", "9s")]
    alone = [pb.combo_equity(villain, board) for board in boards]
    np.testing.assert_array_equal(pb.combo_equity(villain, boards), alone)
    combos = np.flatnonzero(villain)
    hands = dict(zip(pb.cards.format_cards(pb.COMBOS[combos]), villain[combos].tolist(), strict=True))
    deals = wins_and_all_on(HERO, hands, runouts(HERO, boards[0]))
    wanted = sum(won for won, _ in deals) / sum(all_of for _, all_of in deals)
    assert alone[0][SEVENS] == float(wanted)


def test_weights_that_span_too_many_digits_are_rounded_and_never_lost():
    hands = {"2c2d": 1e-40, "KsKd": 1.0, "AsAd": 0.5}
    wanted = float(Fraction(1, 10**40) / Fraction(3, 2))
    assert pb.hand_strength(HERO, RIVER, villain=weights_of(hands)) == pytest.approx(wanted, abs=1e-29)
    only = weights_of({"2c2d": 1e-300, "3c3h": 1e300})
    assert pb.hand_strength("3c3s", "8sTsQcQh3d", villain=only) == 1


@pytest.mark.parametrize("divisor", DIVISORS.values(), ids=DIVISORS)
def test_the_order_of_hands_does_not_matter(divisor):
    """The same weights in the order of other suits."""
    rng = np.random.default_rng(divisor)
    swap = pb.cards.combo_id(pb.COMBOS ^ 3)
    for _ in range(50):
        villain = rng.integers(0, 10, len(pb.COMBOS)) / divisor
        mirrored = np.empty_like(villain)
        mirrored[swap] = villain
        board = np.array([3, 17, 30, 44, 9], dtype=np.uint8)
        hands = np.array([pb.COMBOS[500], pb.COMBOS[500] ^ 3], dtype=np.uint8)
        one, other = (
            pb.hand_strength(hand, of_board, villain=of)
            for hand, of_board, of in zip(hands, (board, board ^ 3), (villain, mirrored), strict=True)
        )
        assert one == other or (np.isnan(one) and np.isnan(other))


@pytest.mark.parametrize("divisor", DIVISORS.values(), ids=DIVISORS)
def test_folded_ranges(divisor):
    """Deals of an opponent's and a folded hand, one by one."""
    rng = np.random.default_rng(divisor)
    for _ in range(20):
        villain = {hand: int(n) / divisor for hand, n in zip(HANDS, rng.integers(1, 10, 7), strict=True)}
        folded = {
            hand: int(n) / divisor for hand, n in zip(("2h2s", "KsKh", "AsJc"), rng.integers(1, 4, 3), strict=True)
        }
        won = total = Fraction(0)
        for theirs, gone in itertools.product(villain, folded):
            if not (cards_of(theirs) & cards_of(gone) or cards_of(gone) & cards_of(HERO + RIVER)):
                share, all_of = wins_and_all(HERO, {theirs: villain[theirs]}, RIVER)
                won, total = won + share * decimal(folded[gone]), total + all_of * decimal(folded[gone])
        found = pb.combo_equity(weights_of(villain), RIVER, folded=[weights_of(folded)])[SEVENS]
        wanted = float(won / total)
        assert found == wanted or (divisor == 3 and abs(found - wanted) < 1e-9)


def test_omaha():
    hands = {"2c2d4c5d": 0.3, "KsKd4h5s": 0.1, "AsAd4s5h": 0.2, "7c7sJcJd": 0.4}
    hero, board = "7h7d2h9c", RIVER
    own = int(pb.evaluate_omaha(hero, board=board))
    won = sum(
        decimal(weight) * Fraction(2 * (own > theirs) + (own == theirs), 2)
        for hand, weight in hands.items()
        for theirs in [int(pb.evaluate_omaha(hand, board=board))]
    )
    found = pb.combo_equity(pb.OmahaRange(hands), board, game="omaha")[pb.cards.omaha_hand_id(hero)]
    assert found == float(won / sum(map(decimal, hands.values())))


SIDES = {
    "tenths": (
        {"7h7d": 0.3, "AhKh": 0.1, "JhJd": 0.2, "3c3h": 0.4},
        {"2c2d": 0.3, "KsKd": 0.1, "AsAd": 0.2, "7c7s": 0.7},
    ),
    "hundredths": (
        {"7h7d": 0.29, "AhKh": 0.01, "JhJd": 0.57, "3c3h": 0.13},
        {"2c2d": 0.07, "KsKd": 0.99, "AsAd": 0.14, "7c7s": 0.35},
    ),
    "thirds": (
        {"7h7d": 1 / 3, "AhKh": 2 / 3, "JhJd": 1 / 3, "3c3h": 2 / 3},
        {"2c2d": 1 / 3, "KsKd": 2 / 3, "AsAd": 1 / 3, "7c7s": 2 / 3},
    ),
    "thirds and ones": (
        {"7h7d": 1 / 3, "AhKh": 1, "JhJd": 1 / 3, "3c3h": 2 / 3},
        {"2c2d": 1 / 3, "KsKd": 1, "AsAd": 1 / 3, "7c7s": 2 / 3},
    ),
}


def distribution(own, theirs, board, folded=None):
    """Return the exact equity and deals of each hand that has any, in ascending order of equity, then of `COMBOS`."""
    found = []
    for hand in sorted(own, key=pb.cards.combo_id):
        if folded is None:
            won, all_of = wins_and_all(hand, theirs, board)
        else:
            won = all_of = Fraction(0)
            for gone, weight in folded.items():
                if not cards_of(gone) & cards_of(hand + board):
                    beside = {other: of for other, of in theirs.items() if not cards_of(other) & cards_of(gone)}
                    parts = wins_and_all(hand, beside, board)
                    won, all_of = won + parts[0] * decimal(weight), all_of + parts[1] * decimal(weight)
        if all_of:
            found.append((won / all_of, decimal(own[hand]) * all_of))
    return sorted(found, key=lambda hand: hand[0])


def range_of(hands):
    return pb.Range.from_weights(weights_of(hands))


WIDE = [
    ("22+, A2s+, 0.5:KQo", "QQ+, AKs, 0.3:T9s", "Ah7d2c9s9h"),
    ("0.25:AA, 0.1:KK, 54s", "AA, KK, 0.7:65s", "3c6d7h2s9c"),
    # Many split, and some block all that the other has.
    ("AKs, AhAd", "AhKh, 22", "QsJsTs4d2h"),
]
SPOTS = [
    *((sides, RIVER) for sides in SIDES.values()),
    *(([dict(pb.Range(text).items()) for text in both], board) for *both, board in WIDE),
]


@pytest.mark.parametrize(("sides", "board"), SPOTS, ids=range(len(SPOTS)))
def test_distributions(sides, board):
    both = pb.reports.equity_distribution(*map(range_of, sides), board=board)
    for own, theirs, found in zip(sides, sides[::-1], both, strict=True):
        exact = distribution(own, theirs, board)
        assert found.combos == np.count_nonzero(found.weights) == np.isfinite(found.equity).sum() == len(exact)
        total = sum(deals for _, deals in exact)
        assert found.equity[found.order].tolist() == [float(share) for share, _ in exact]
        assert found.weights[found.order].tolist() == [float(deals) for _, deals in exact]
        bins = [Fraction(0)] * BINS
        for share, deals in exact:
            bins[bin_of(share)] += deals
        assert found.histogram(BINS).tolist() == [float(deals / total) for deals in bins]
        ends = list(itertools.accumulate(deals for _, deals in exact))
        assert found.graph()[0].tolist() == [0, *(float(end / total) for end in ends)]
        for at, end in enumerate(ends):
            # A share that ends with a hand is that hand's, and a larger one the next hand's.
            level = float(end / total)
            assert found.quantile(level) == float(exact[at][0])
            assert found.quantile(min(np.nextafter(level, 2), 1)) == float(exact[min(at + 1, len(ends) - 1)][0])
        for share, _ in exact:
            least = sum(deals for other, deals in exact if other >= share)
            assert found.share_at_least(float(share)) == float(least / total)
        assert found.mean == pytest.approx(float(sum(share * deals for share, deals in exact) / total), rel=2e-16)


@pytest.mark.parametrize(("sides", "board"), SPOTS, ids=range(len(SPOTS)))
def test_advantages(sides, board):
    hands = [distribution(own, theirs, board) for own, theirs in (sides, sides[::-1])]
    for nut_equity in [*sorted({float(share) for side in hands for share, _ in side})[:9], 0.8, 0.95, 1]:
        found = pb.reports.nut_advantage(*map(range_of, sides), board=board, nut_equity=nut_equity)
        for side, share in zip(hands, found.shares.tolist(), strict=True):
            total = sum(deals for _, deals in side)
            assert share == float(sum(deals for of, deals in side if float(of) >= nut_equity) / total)


FOLDED = {"9h9c": 0.3, "KsKh": 0.1, "2h2s": 0.25}


@pytest.mark.parametrize(
    ("sides", "folded"),
    [(sides, None) for sides in SIDES.values()] + [(SIDES[name], FOLDED) for name in ("tenths", "hundredths")],
    ids=[*SIDES, "tenths beside folded", "hundredths beside folded"],
)
def test_rivers_of_a_report(sides, folded):
    """Each river has the quantiles and nut hands of its own distribution, and its share of all deals."""
    board, levels = RIVER[:8], [0, 0.1, 0.25, 1 / 3, 0.5, 2 / 3, 0.9, 1]
    hero, villain = map(range_of, sides)
    gone = None if folded is None else [range_of(folded)]
    report = pb.reports.runout_report(hero, villain, board=board, quantiles=levels, nut_equity=0.5, folded=gone)
    deals = []
    for row, (river,) in enumerate(report.rows):
        exact = [distribution(own, theirs, board + river, folded) for own, theirs in (sides, sides[::-1])]
        deals.append(sum(of for _, of in exact[0]))
        for player, side in enumerate(exact):
            total = sum(of for _, of in side)
            # An equity is compared as the float that it is rounded to: 0.9999999999999999 of 2 is one half.
            nuts = sum(of for share, of in side if float(share) >= 0.5) / total
            ends = [float(end / total) for end in itertools.accumulate(of for _, of in side)]
            quantiles = [float(side[int(np.searchsorted(ends, level))][0]) for level in levels]
            assert report.equity_quantiles[row, player].tolist() == quantiles
            assert report.nut_share[row, player] == float(nuts)
    wanted = [float(of / sum(deals)) for of in deals]
    np.testing.assert_allclose(report.share, wanted, rtol=1e-15, atol=0)


@pytest.mark.parametrize("own", [own for own, _ in SIDES.values()], ids=SIDES)
def test_breakdowns_and_totals(own):
    hands = own | {"9s9h": 0.1, "9c9h": 0.1, "9d9h": 0.1}
    found = pb.reports.hand_breakdown(range_of(hands), "8sTsQc")
    total = sum(map(decimal, hands.values()))
    assert found.weight == range_of(hands).total == float(total)
    labels = found.to_columns()
    for kind, name, weight, share in zip(*(labels[of] for of in ("kind", "name", "weight", "share")), strict=True):
        is_label = (found.made if kind == "made" else found.draws) == getattr(
            pb.reports, "MADE_HANDS" if kind == "made" else "DRAWS"
        ).index(name)
        part = sum((decimal(of) for of in found.weights[is_label].tolist()), Fraction(0))
        assert (weight, share) == (float(part), float(part / total))
    omaha = pb.OmahaRange({"2c2d4c5d": 0.1, "KsKd4h5s": 0.1, "AsAd4s5h": 0.1})
    assert omaha.total == 0.3


def test_means_of_classes_are_those_of_decimals():
    """Six weights of 0.1 have the mean 0.1, though the sixth of their sum as floats is smaller."""
    means = dict(
        zip(
            pb.HAND_CLASSES,
            class_means(pb.Range("0.1:AA, 0.3:KsKh, 0.1:KsKd, 0.1:KsKc, 0.1:KhKd, 0.1:KhKc, 0.1:KdKc, 0.7:QsJs")),
            strict=True,
        )
    )
    assert (means["AA"], means["KK"], means["QJs"]) == (0.1, float(Fraction(8, 60)), 0.175)


short = st.integers(0, 10**6).map(lambda n: n / 1000)
any_weight = st.one_of(short, st.floats(0, 1), st.floats(0, 1e300))


@settings(max_examples=200, deadline=None)
@given(st.lists(any_weight, min_size=1, max_size=12))
def test_integers_are_the_decimals(weights):
    numbers, unit = exact_weights(np.array(weights))
    assert [Fraction(int(n), unit) for n in numbers.tolist()] == [decimal(of) for of in weights]
    total = sum(map(decimal, weights))
    assert total_of(numbers) == total * unit
    if total:
        assert shares_of(numbers, total_of(numbers)).tolist() == [float(decimal(of) / total) for of in weights]
        places = np.arange(len(weights)) % 3
        wanted = [sum(int(n) for n in numbers[places == place].tolist()) for place in range(3)]
        assert [int(n) for n in sums_by(places, numbers, 3).tolist()] == wanted
        values = np.linspace(0, 1, len(weights))
        mean = sum(Fraction(v) * decimal(of) for v, of in zip(values.tolist(), weights, strict=True)) / total
        assert exact_mean(values, numbers) == pytest.approx(float(mean), rel=2e-16, abs=1e-18)
    products = exact_products(numbers, numbers[:1])
    assert [int(n) for n in products.tolist()] == [int(n) * int(numbers[0]) for n in numbers.tolist()]
