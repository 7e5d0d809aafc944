"""Reports on flops and next cards: against plain sums over the equity of each board, and against equities before it."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations

import numpy as np
import pytest

import oracles
import pokerbits as pb
from pokerbits.cards import COMBOS, combo_class, combo_id, format_cards, parse_cards
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidArgumentError, InvalidRangeError
from pokerbits.reports import flop_report, flop_subset, flops, runout_report
from pokerbits.reports._over_boards import _every_flop

BOARDS = ["Ah7d2c", "9h8h7h", "KhKd4h", "5s5d5c", "QsJsTc", "3c2d4h"]
# Weights, suits that are told apart, hands that block each other.
PAIRS = [("QQ+, AKs", "22+, A2s+"), ("0.5:AK, 0.25:77, AhQh", "KhQh, 0.1:98s, 0.7:A5s, 66"), ("random", "AKo, 72o")]

CLASSES = combo_class(np.arange(1326))


def plain(hero, villain, board, levels, nut_equity):
    """Return what a board's row says by one equity and plain loops: deals, equities, quantiles and nut shares."""
    result = pb.equity(hero, villain, board=board)
    weights = [pb.Range(text).weights for text in (hero, villain)]
    found = []
    for player in range(2):
        own, other = weights[player], weights[1 - player]
        opponents = [(other[j], set(COMBOS[j].tolist())) for j in np.flatnonzero(other)]
        known = set(parse_cards(board).tolist())
        hands = []
        for i in np.flatnonzero(own):
            hand = set(COMBOS[i].tolist())
            if not hand & known:
                met = sum(weight for weight, held in opponents if not held & (hand | known))
                if met:
                    hands.append((result.combo_equity[player, i], own[i] * met))
        hands.sort()
        total = sum(deals for _, deals in hands)
        quantiles = []
        for level in levels:
            reached = np.cumsum([deals for _, deals in hands]) >= level * total * (1 - 1e-9)
            quantiles.append(hands[reached.argmax()][0])
        found.append((total, quantiles, sum(deals for equity, deals in hands if equity >= nut_equity) / total))
    totals, quantiles, nuts = zip(*found, strict=True)
    assert totals[0] == pytest.approx(totals[1])
    return totals[0], result.equity, quantiles, nuts


def straights_with_two_cards(flop):
    """Count the straights that some two ranks make with all three cards of a flop."""
    ranks = {card // 4 for card in flop}
    runs = [{12, 0, 1, 2, 3}, *({low + i for i in range(5)} for low in range(9))]
    return sum(len(ranks) == 3 and any(ranks | set(two) == run for two in combinations(range(13), 2)) for run in runs)


def test_flops():
    found = flops()
    indexer = pb.HandIndexer((3,))
    assert np.array_equal(indexer.index(found.boards), np.arange(1755))
    assert found.boards.dtype == np.uint8
    every = indexer.index(np.array(list(combinations(range(52), 3))))
    assert np.array_equal(found.weights, np.bincount(every.astype(int)))
    assert Counter(found.weights.tolist()) == {4: 299, 12: 1170, 24: 286}


def test_all_flops():
    found = flops(all=True)
    assert found.boards.tolist() == [list(flop) for flop in combinations(range(52), 3)]
    assert (found.boards.dtype, found.weights.dtype) == (np.uint8, np.uint64)
    assert (found.weights == 1).all()
    # Each has the textures of the flop that stands for it.
    up_to_suits = flops()
    stands_for_it = pb.HandIndexer((3,)).index(found.boards).astype(int)
    for texture in ("suits", "pairing", "connectedness", "high_card"):
        assert np.array_equal(getattr(found, texture), getattr(up_to_suits, texture)[stands_for_it])
    assert repr(found) == "<Flops: 22,100 flops>"
    assert str(found).splitlines()[:2] == [
        "texture                      flops   share",
        "suits          rainbow       8,788  39.76%",
    ]
    for nonsense in (None, 1, "yes", [True]):
        with pytest.raises(InvalidArgumentError, match="all: expected True or False"):
            flops(all=nonsense)


# The mean of a hand over all flops


def values_that_suits_turn(boards, combos=COMBOS):
    """Return a value for each combo on each flop, equal for suit-isomorphic hands, and not else."""
    same_suit = (boards[:, None, :, None] % 4 == combos[:, None, :] % 4).sum(axis=(2, 3))
    same_rank = (boards[:, None, :, None] // 4 == combos[:, None, :] // 4).sum(axis=(2, 3))
    ranks = (boards // 4 + 1).prod(axis=1)[:, None]
    return same_suit**2 * ranks + 0.1 * same_rank + (combos // 4).sum(axis=1) / ranks


@cache
def equities_up_to_suits(villain):
    """Return the equities of all combos on the 1,755 flops."""
    return pb.combo_equity(villain, boards=flops().boards)


def plain_mean(values, hand, villain):
    """Return the mean of a hand's values by all 22,100 flops and every hand of the opponent's beside each."""
    hand = set(parse_cards(hand).tolist())
    theirs = [({*combo}, weight) for combo, weight in zip(COMBOS.tolist(), pb.Range(villain).weights, strict=True)]
    theirs = [(held, weight) for held, weight in theirs if weight and not held & hand]
    worth = deals = 0.0
    for flop, value in zip(map(set, combinations(range(52), 3)), values, strict=True):
        if not flop & hand:
            met = sum(weight for held, weight in theirs if not held & flop)
            worth, deals = worth + met * value, deals + met
    return worth / deals


@pytest.mark.parametrize(("hand", "villain"), [("JsTs", "QQ+, AK"), ("Ah2d", "0.5:AQ, AA"), ("7c7s", "76s, 0.1:77")])
def test_the_mean_of_a_hand_is_that_over_all_flops(hand, villain):
    up_to_suits, every = flops(), flops(all=True)
    column = values_that_suits_turn(every.boards, parse_cards([hand]))[:, 0]
    expected = plain_mean(column, hand, villain)
    found = up_to_suits.mean(values_that_suits_turn(up_to_suits.boards), hole=hand, villain=villain)
    assert type(found) is float
    assert found == pytest.approx(expected, rel=1e-12)
    assert every.mean(column, hole=hand, villain=villain) == pytest.approx(expected, rel=1e-12)
    # The weights of the flops alone are wrong.
    naive = values_that_suits_turn(up_to_suits.boards)[:, combo_id(hand)]
    assert np.average(naive, weights=up_to_suits.weights) != pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize("villain", ["QQ+, AK", pytest.param("A2s, 0.5:KQo", marks=pytest.mark.slow)])
def test_the_mean_of_equities_is_the_equity_before_the_flop(villain):
    found = flops()
    equities = equities_up_to_suits(villain)
    np.testing.assert_allclose(found.mean(equities, villain=villain), pb.combo_equity(villain), rtol=1e-12)
    hands = [["JsTs", "AhKh"], ["2c7d", "AdAc"]]
    np.testing.assert_allclose(
        found.mean(equities, villain=pb.Range(villain), hole=parse_cards(hands)),
        pb.combo_equity(villain)[combo_id(parse_cards(hands))],
        rtol=1e-12,
    )


def test_the_mean_of_the_docs():
    """A new user took the weights beside the equities of a hand: 0.2611 for 0.2922."""
    found = flops()
    equities = equities_up_to_suits("QQ+, AK")
    assert round(float(np.average(equities[:, combo_id("JsTs")], weights=found.weights)), 4) == 0.2611
    assert round(found.mean(equities, hole="JsTs", villain="QQ+, AK"), 4) == 0.2922
    assert round(float(pb.equity("JsTs", "QQ+, AK").equity[0]), 4) == 0.2922
    for docs in (pb.combo_equity.__doc__, type(found).mean.__doc__):
        assert "0.2922" in docs
    assert "`Flops.mean`" in flops.__doc__


@pytest.mark.slow
def test_the_mean_over_every_flop_is_the_equity_where_suits_count():
    every = flops(all=True)
    for villain in ("QQ+, AK", "AhKh, 0.5:QsQd, 0.01:22"):
        equities = pb.combo_equity(villain, boards=every.boards)
        means, expected = every.mean(equities, villain=villain), pb.combo_equity(villain)
        np.testing.assert_allclose(means, expected, rtol=1e-11)
        column = equities[:, combo_id("AhKh")]
        assert every.mean(column, hole="AhKh", villain=villain) == pytest.approx(expected[combo_id("AhKh")], rel=1e-11)


def test_no_deal_has_no_mean():
    found = flops()
    # An opponent's small weight beside a large one that is blocked.
    villain = pb.Range("AA, 0.0000000000001:22").weights
    equities = pb.combo_equity(villain, boards=found.boards)
    found = found.mean(equities, villain=villain, hole=["AsAh", "2s2h", "KsKh"])
    np.testing.assert_allclose(found, pb.combo_equity(villain)[combo_id(["AsAh", "2s2h", "KsKh"])], rtol=1e-9)
    assert np.isnan(flops().mean(np.ones((1755, 1326)), villain=0 * villain, hole="KsKh"))


@pytest.mark.parametrize(
    ("villain", "hole", "values", "message"),
    [
        ("QQ+", "JsTs", lambda equities: equities[:, combo_id("JsTs")], r"take flops\(all=True\)"),
        ("QQ+", None, lambda equities: equities[:, combo_id("JsTs")], r"take flops\(all=True\)"),
        ("QQ+, AhKh", "JsTs", lambda equities: equities, "villain: the combos of a hand class have different weights"),
        ("QQ+", "JsTs", lambda equities: equities.T, r"expected the shape \(1755, 1326\) or \(1755,\)"),
        ("QQ+", "JsTs", lambda equities: equities[:-1], "expected the shape"),
        ("QQ+", "JsTs", lambda equities: equities * np.arange(1326), "values that are not symmetric in the suits"),
        ("QQ+", "JsTs", lambda equities: np.full_like(equities, np.nan), "values: nan for 2s3c on 2c2d2h"),
        ("QQ+", "JsTs", lambda equities: equities + np.inf, "values: inf for 2s3c on 2c2d2h"),
        ("QQ+", "JsTs", lambda _: "QQ+", "values: expected numbers"),
    ],
)
def test_values_that_say_no_mean_are_refused(villain, hole, values, message):
    found = flops()
    equities = equities_up_to_suits("QQ+, AK")
    with pytest.raises(InvalidArgumentError, match=message):
        found.mean(values(equities), hole=hole, villain=villain)


def test_values_against_a_range_with_suits_are_seen():
    found = flops()
    values = values_that_suits_turn(found.boards)
    for suit in range(4):
        with pytest.raises(InvalidArgumentError, match="values that are not symmetric in the suits"):
            found.mean(values * (1 + 1e-3 * np.equal(COMBOS % 4, suit).all(axis=1)), villain="AK")


def test_one_column_is_of_one_hand():
    every = flops(all=True)
    for hole in (None, ["JsTs", "2c2d"]):
        with pytest.raises(InvalidArgumentError, match="hole: expected one hand"):
            every.mean(np.ones(22_100), hole=hole, villain="AK")
    part = type(every)(*(getattr(every, name)[:9] for name in every.__dataclass_fields__))
    with pytest.raises(InvalidArgumentError, match="expected flops that represent all 22,100, found 9"):
        part.mean(np.ones(9), hole="JsTs", villain="AK")


def test_flops_up_to_suits_are_not_those_of_a_range_with_suits():
    found = flops()
    with pytest.raises(InvalidArgumentError, match="omit boards and weights"):
        flop_report("JsTs", "QQ+", boards=found.boards, weights=found.weights)
    with pytest.raises(InvalidArgumentError, match="'JsTs' has specific suits"):
        flop_report("QQ+", "JsTs", boards=found.boards[::-1], weights=found.weights[::-1])


def test_textures():
    found = flops()
    suits, pairing = {3: "rainbow", 2: "two-tone", 1: "monotone"}, {3: "unpaired", 2: "paired", 1: "trips"}
    for i, flop in enumerate(found.boards.tolist()):
        assert found.suits[i] == suits[len({card % 4 for card in flop})]
        assert found.pairing[i] == pairing[len({card // 4 for card in flop})]
        assert found.connectedness[i].split()[0] == str(straights_with_two_cards(flop))
        assert found.high_card[i] == "23456789TJQKA"[max(flop) // 4]
    assert {name.split()[1] for name in found.connectedness.tolist() if name[0] == "1"} == {"straight"}


@pytest.mark.parametrize(("hero", "villain"), PAIRS)
def test_rows_are_those_of_single_boards(hero, villain):
    levels, nut_equity = (0, 0.05, 0.5, 1), 0.7
    report = flop_report(hero, villain, boards=BOARDS, quantiles=levels, nut_equity=nut_equity)
    deals = np.empty(len(BOARDS))
    for i, board in enumerate(BOARDS):
        deals[i], equity, quantiles, nuts = plain(hero, villain, board, levels, nut_equity)
        np.testing.assert_allclose(report.equity[i], equity, rtol=1e-12)
        np.testing.assert_allclose(report.equity_quantiles[i], quantiles, rtol=1e-12)
        np.testing.assert_allclose(report.nut_share[i], nuts, rtol=1e-12)
    np.testing.assert_allclose(report.share, deals / deals.sum(), rtol=1e-12)
    assert report.rows == tuple((board,) for board in BOARDS)
    assert np.array_equal(report.boards, parse_cards(BOARDS))


def test_the_mean_over_all_flops_is_the_equity_before_them():
    report = pb.flop_report("QQ+, AKs", "22+, A2s+, 0.5:KQo")
    assert (report.boards.shape, report.n_boards.sum()) == ((1755, 3), 22100)
    np.testing.assert_allclose(report.mean_equity, pb.equity("QQ+, AKs", "22+, A2s+, 0.5:KQo").equity, rtol=1e-12)
    assert report.share.sum() == pytest.approx(1, abs=1e-12)
    by_rank = report.group_by("high_card")
    chances = dict(zip((name for (name,) in by_rank.rows), by_rank.share / by_rank.n_boards, strict=True))
    # The players hold aces, and so they come less often.
    assert chances["A"] < 0.8 * chances["J"]
    for textures in ("suits", ["pairing", "connectedness"], "high_card"):
        grouped = report.group_by(textures)
        assert grouped.n_boards.sum() == 22100
        np.testing.assert_allclose(grouped.mean_equity, report.mean_equity, rtol=1e-12)
        for name in ("equity_quantiles", "nut_share"):
            means = [np.tensordot(one.share, getattr(one, name), axes=1) for one in (grouped, report)]
            np.testing.assert_allclose(*means, rtol=1e-12)


@pytest.mark.parametrize("players", [("AhKh", "QQ"), ("QQ", "AhKh"), ("AA, 0.5:KsQs", "AK")])
def test_ranges_that_tell_suits_apart_get_every_flop(players):
    boards, counted = _every_flop(*map(pb.Range, players))
    assert len(np.unique(pb.HandIndexer((3,)).index(boards))) == 1755
    assert len(np.unique(np.sort(boards, axis=1), axis=0)) == len(boards) == counted.sum() == 22100


@pytest.mark.slow
def test_the_mean_over_every_flop_is_the_equity_before_them_where_suits_count():
    report = pb.flop_report("AhKh", "QsQd, 0.5:QsQc", quantiles=[])
    assert report.boards.shape == (22100, 3)
    np.testing.assert_allclose(report.mean_equity, pb.equity("AhKh", "QsQd, 0.5:QsQc").equity, rtol=1e-12)
    # There is no deal with a card of the first hand on the flop, or of both of the second player's.
    has = {name: (report.boards == parse_cards(name)).any(axis=1) for name in ("Ah", "Kh", "Qs", "Qd", "Qc")}
    blocked = has["Ah"] | has["Kh"] | has["Qs"] | (has["Qd"] & has["Qc"])
    assert np.array_equal(report.share == 0, blocked)
    assert np.array_equal(np.isnan(report.equity[:, 0]), blocked)
    assert report.equity_quantiles.shape == (22100, 2, 0)
    assert not np.isnan(report.group_by("suits").equity).any()


def test_the_players_have_no_order():
    one, other = (flop_report(*players, boards=BOARDS) for players in (PAIRS[1], PAIRS[1][::-1]))
    np.testing.assert_allclose(one.share, other.share, rtol=1e-12)
    for name in ("equity", "equity_quantiles", "nut_share"):
        np.testing.assert_allclose(getattr(one, name), getattr(other, name)[:, ::-1], rtol=1e-12)
    np.testing.assert_allclose(one.equity.sum(axis=1), 1, rtol=1e-12)
    mirrored = flop_report("QQ+", "QQ+", boards=BOARDS)
    np.testing.assert_allclose(mirrored.equity, 0.5, rtol=1e-12)


def test_weights_of_boards_count():
    twice = flop_report("QQ+", "JJ+", boards=[BOARDS[0], BOARDS[1], BOARDS[1]])
    weighted = flop_report("QQ+", "JJ+", boards=BOARDS[:3], weights=[1, 2, 0])
    np.testing.assert_allclose(weighted.share, [twice.share[0], 2 * twice.share[1], 0], rtol=1e-12)
    np.testing.assert_allclose(weighted.mean_equity, twice.mean_equity, rtol=1e-12)
    by_suits = weighted.group_by("suits")
    assert by_suits.rows == (("rainbow",), ("two-tone",), ("monotone",))
    assert by_suits.n_boards.tolist() == [1, 0, 2]
    assert np.isnan(by_suits.equity[1]).all()
    assert by_suits.to_dict()["rows"][1]["hero_equity"] is None


def test_groups_are_weighted_means_in_the_order_of_tables():
    report = flop_report("QQ+, AKs", "22+, A2s+", boards=BOARDS)
    grouped = report.group_by(["pairing", "suits"])
    assert grouped.by == ("pairing", "suits")
    assert grouped.rows == (
        ("unpaired", "rainbow"),
        ("unpaired", "two-tone"),
        ("unpaired", "monotone"),
        ("paired", "two-tone"),
        ("trips", "rainbow"),
    )
    rainbow = report.share[[0, 5]]
    np.testing.assert_allclose(grouped.equity[0], rainbow @ report.equity[[0, 5]] / rainbow.sum(), rtol=1e-12)
    np.testing.assert_allclose(grouped.share[0], rainbow.sum(), rtol=1e-12)
    assert grouped == flop_report("QQ+, AKs", "22+, A2s+", boards=BOARDS, group_by=["pairing", "suits"])
    with pytest.raises(InvalidArgumentError, match="expected a report on flops, found one by pairing, suits"):
        grouped.group_by("suits")


@pytest.mark.parametrize(("board", "by", "n"), [("Ah7d2c", "turn", 49), ("Ah 7d 2c Kd", "river", 48)])
@pytest.mark.parametrize(("hero", "villain"), PAIRS[:2])
def test_runouts(hero, villain, board, by, n):
    levels, nut_equity = (0.2, 0.9), 0.6
    report = runout_report(hero, villain, board=board, quantiles=levels, nut_equity=nut_equity)
    assert (report.by, len(report.rows)) == ((by,), n)
    np.testing.assert_allclose(report.mean_equity, pb.equity(hero, villain, board=board).equity, rtol=1e-12)
    assert np.array_equal(report.boards[:, :-1], np.tile(parse_cards(board), (n, 1)))
    assert tuple((card,) for card in format_cards(report.boards[:, -1:])) == report.rows
    deals = []
    for i in range(0, n, 7):
        total, equity, quantiles, nuts = plain(hero, villain, format_cards(report.boards[i]), levels, nut_equity)
        deals.append(total)
        np.testing.assert_allclose(report.equity[i], equity, rtol=1e-12)
        np.testing.assert_allclose(report.equity_quantiles[i], quantiles, rtol=1e-12)
        np.testing.assert_allclose(report.nut_share[i], nuts, rtol=1e-12)
    np.testing.assert_allclose(report.share[::7] / report.share[0], np.array(deals) / deals[0], rtol=1e-12)
    with pytest.raises(InvalidArgumentError, match=f"expected a report on flops, found one by {by}"):
        report.group_by("suits")


def test_a_card_that_leaves_no_deal():
    report = runout_report("AhAd", "KK", board="2c3d4h")
    without = [row for row, share in zip(report.rows, report.share, strict=True) if not share]
    assert without == [("Ad",), ("Ah",)]
    assert np.isnan(report.equity).any(axis=1).tolist() == (report.share == 0).tolist()
    np.testing.assert_allclose(report.mean_equity, pb.equity("AhAd", "KK", board="2c3d4h").equity, rtol=1e-12)
    assert "none" in str(report)


@pytest.mark.parametrize("num_threads", [1, 3])
def test_reports_do_not_depend_on_threads(num_threads):
    calls = []
    report = flop_report(*PAIRS[0], boards=BOARDS, num_threads=num_threads, progress=lambda *step: calls.append(step))
    assert report == flop_report(*PAIRS[0], boards=BOARDS, num_threads=2)
    assert calls == sorted(calls)
    assert all(done == total for done, total in calls[-1:])


def opponents_equity(boards, weights, opponent):
    """Return the equity of every hand class over weighted flops against a range, by plain sums over its hands."""
    theirs = pb.Range(opponent).weights
    won, met = np.zeros((2, 169))
    for board, weight, equities in zip(boards, weights, pb.combo_equity(opponent, boards=boards), strict=True):
        free = ~np.isin(COMBOS, board).any(axis=1)
        meets = np.where(free, (oracles.apart() & free) @ theirs, 0)
        np.add.at(won, CLASSES, weight * np.where(meets > 0, meets * equities, 0))
        np.add.at(met, CLASSES, weight * meets)
    return won / met


@pytest.fixture(scope="module")
def subset():
    return flop_subset(20, opponents=["random", "AA, 0.5:KQs"])


def test_a_subset_says_how_good_it_is(subset):
    assert subset.boards.shape == (20, 3)
    assert subset.weights.sum() == pytest.approx(1)
    assert (subset.weights > 0).all()
    for equity, opponent in zip(subset.equity, ("random", "AA, 0.5:KQs"), strict=True):
        np.testing.assert_allclose(equity, opponents_equity(subset.boards, subset.weights, opponent), rtol=1e-9)
    combos = np.array([6 if len(name) == 2 else 4 if name[2] == "s" else 12 for name in pb.HAND_CLASSES])
    errors = subset.equity - subset.target
    assert subset.rms_error == pytest.approx(np.sqrt((errors**2 @ combos).sum() / (2 * 1326)))
    assert subset.max_error == np.abs(errors).max()


def test_the_targets_of_a_subset_are_the_equities_before_the_flop(subset):
    np.testing.assert_allclose(subset.target[0], pb.strength_table(street="preflop"), rtol=1e-12)
    of_combos = pb.combo_equity("AA, 0.5:KQs")
    for name in ("AA", "KQs", "KQo", "72o"):
        equity = next(of_combos[i] for i in range(1326) if pb.HAND_CLASSES[combo_class(i)] == name)
        assert subset.target[1, pb.HAND_CLASSES.index(name)] == pytest.approx(equity, rel=1e-12)


def test_a_subset_is_closer_than_flops_by_chance(subset):
    found = flops()
    some = np.random.default_rng(1).choice(1755, 20, replace=False, p=found.weights / 22100)
    by_chance = opponents_equity(found.boards[some], np.ones(20), "random") - subset.target[0]
    assert np.abs(by_chance).max() > 3 * subset.max_error


def test_a_subset_stands_for_all_flops_in_a_report(subset):
    report = flop_report("15%", "40%", boards=subset.boards, weights=subset.weights)
    np.testing.assert_allclose(report.mean_equity, pb.equity("15%", "40%").equity, atol=0.01)


@pytest.mark.slow
def test_more_flops_are_closer(subset):
    many = flop_subset(200)
    assert subset.rms_error > many.rms_error
    assert 20 < len(many.boards) < 200
    assert many.max_error < 1e-6


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"hero": ""}, InvalidRangeError, "hero: there is no hand"),
        ({"villain": ""}, InvalidRangeError, "villain: there is no hand"),
        ({"hero": "AKss"}, InvalidRangeError, 'hero: cannot read "AKss"'),
        ({"villain": np.full(1326, np.nan)}, InvalidRangeError, "villain"),
        ({"hero": "AhAd", "villain": "AhAs"}, InvalidRangeError, "players 1 and 2 need the same cards"),
        ({"boards": ["AhKh2c", "AsKsQs2d"]}, CardCountError, "boards"),
        ({"boards": "AhKh2c3d"}, CardCountError, "expected 3 cards, found 4"),
        ({"boards": "AhKh2c"}, InvalidArgumentError, r"one row of three cards for each flop, found shape \(3,\)"),
        ({"boards": np.empty((0, 3), np.uint8)}, InvalidArgumentError, r"found shape \(0, 3\)"),
        ({"boards": [[0, 1, 2], [7, 7, 8]]}, DuplicateCardError, "row 1"),
        ({"boards": ["AhAdAs"], "hero": "AA"}, InvalidRangeError, "the boards leave no deal"),
        ({"boards": BOARDS, "weights": [1, 2]}, InvalidArgumentError, "weights: expected 6 numbers"),
        ({"boards": BOARDS[:2], "weights": [1, -1]}, InvalidArgumentError, "not negative"),
        ({"boards": BOARDS[:2], "weights": [1, np.inf]}, InvalidArgumentError, "finite"),
        ({"boards": BOARDS[:2], "weights": [0, 0]}, InvalidArgumentError, "not all 0"),
        (
            {"boards": BOARDS[:2], "weights": ["1", "x"]},
            InvalidArgumentError,
            "weights: expected numbers, found list",
        ),
        ({"weights": [1]}, InvalidArgumentError, "weights: expected only together with boards"),
        ({"group_by": "suit"}, InvalidArgumentError, "expected 'suits', 'pairing', .* found 'suit'"),
        ({"group_by": []}, InvalidArgumentError, "found none"),
        ({"group_by": ["suits", "suits"]}, InvalidArgumentError, "more different textures, found 'suits', 'suits'"),
        ({"group_by": [["suits"]]}, TypeError, r"found \['suits'\]"),
        ({"group_by": memoryview(np.zeros((2, 5), np.uint8))}, TypeError, "group_by: expected one axis"),
        ({"boards": BOARDS, "quantiles": [0.5, 1.1]}, InvalidArgumentError, "quantiles: expected shares from 0 to 1"),
        ({"boards": BOARDS, "quantiles": [np.nan]}, InvalidArgumentError, "quantiles"),
        ({"quantiles": np.complex128(5)}, InvalidArgumentError, "quantiles: expected numbers, found complex128"),
        ({"boards": BOARDS, "quantiles": [[0.5], []]}, InvalidArgumentError, "quantiles: expected numbers"),
        ({"boards": BOARDS, "nut_equity": "nuts"}, InvalidArgumentError, "nut_equity: expected numbers, found str"),
        ({"boards": BOARDS, "nut_equity": -0.1}, InvalidArgumentError, "nut_equity: expected shares from 0 to 1"),
    ],
)
def test_bad_reports(arguments, error, words):
    with pytest.raises(error, match=words):
        flop_report(**{"hero": "QQ+", "villain": "AK"} | arguments)


@pytest.mark.parametrize(
    ("board", "error", "words"),
    [
        ("AhKh", CardCountError, "expected 3 or 4 cards, found 2"),
        ("AhKh2c3d4s", CardCountError, "expected 3 or 4 cards, found 5"),
        ("AhKhAh", DuplicateCardError, "Ah"),
        ([0, 1, 52], ValueError, "52"),
    ],
)
def test_bad_runouts(board, error, words):
    with pytest.raises(error, match=words):
        runout_report("QQ+", "AK", board=board)


@pytest.mark.parametrize(
    ("n", "opponents", "error", "words"),
    [
        (0, ["random"], InvalidArgumentError, "n = 0: expected 1 to 200 flops"),
        (201, ["random"], InvalidArgumentError, "n = 201"),
        (5, [], InvalidArgumentError, "opponents: expected one or more"),
        (5, ["random", "AhKh"], InvalidArgumentError, "opponent 2: expected the same weight for all combos"),
        (5, [""], InvalidRangeError, "opponent 1: there is no hand"),
        (5, ["AKss"], InvalidRangeError, "opponent 1: cannot read"),
    ],
)
def test_bad_subsets(n, opponents, error, words):
    with pytest.raises(error, match=words):
        flop_subset(n, opponents=opponents)


def test_only_what_is_there_is_asked_of_the_package():
    assert pb.flops is flops
    assert pb.flop_report is flop_report
    assert {"flops", "flop_report", "reports"} <= set(dir(pb))
    with pytest.raises(AttributeError, match="flop_reports"):
        _ = pb.flop_reports


def test_a_combo_is_among_the_equities_that_make_the_quantiles():
    equities = pb.combo_equity("22+, A2s+", boards=BOARDS[0])
    report = flop_report("AsAd, 7s7c", "22+, A2s+", boards=BOARDS[:1], quantiles=[0, 1])
    assert report.equity_quantiles[0, 0].tolist() == sorted(equities[combo_id(["AsAd", "7s7c"])].tolist())


def test_a_range_may_have_a_name():
    report = flop_report("BTN: QQ+, AK", "BB 3bet: TT-77, 0.5:AQs", boards=BOARDS)
    plain = flop_report("QQ+, AK", "TT-77, 0.5:AQs", boards=BOARDS)
    assert report.players == ("BTN", "BB 3bet")
    assert (report.equity == plain.equity).all()
    # Hands take precedence over a name.
    assert (
        flop_report("AA: 0.5", "KK", boards=BOARDS).equity == flop_report("0.5:AA", "KK", boards=BOARDS).equity
    ).all()
    for wrong in ("BTN: AKz", "BTN:: AA", ": AA"):
        with pytest.raises(InvalidRangeError):
            flop_report(wrong, "KK", boards=BOARDS)


def test_the_workers_of_an_executor_say_the_same():
    with ThreadPoolExecutor(2) as executor:
        found = flop_report("QQ+, AKs", "22+, A2s+", boards=BOARDS, executor=executor)
        assert executor._threads
    assert found == flop_report("QQ+, AKs", "22+, A2s+", boards=BOARDS)
