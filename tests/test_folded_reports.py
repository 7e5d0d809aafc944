"""Reports beside folded ranges: deals added up one by one, and means that are the equities of `equity`."""

from itertools import product

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import _native
from pokerbits.cards import COMBOS
from pokerbits.exceptions import CardCountError, InvalidArgumentError, InvalidRangeError
from pokerbits.ranges import Range
from pokerbits.reports import (
    equity_distribution,
    flop_report,
    nut_advantage,
    range_advantage,
    range_equity_rows,
    runout_report,
)

FOLDED = {1: ["A2s+, 0.5:KQo"], 2: ["A2s+, 0.5:KQo", "0.25:22+, 98s"]}
HERO, VILLAIN = "QQ+, AKs, 0.5:KQs", "JJ-99, AQ, 0.1:76s"


def random_range(rng, n, scale):
    weights = np.zeros(1326)
    weights[rng.choice(1326, n, replace=False)] = rng.integers(1, 5, n) * scale
    return weights


def naive_deals(opponent, folded, known):
    """Return the weight of the hands of all others beside each combo."""
    sets = [{*cards} for cards in COMBOS.tolist()]
    deals = np.zeros(1326)
    others = [[(sets[combo], weights[combo]) for combo in np.flatnonzero(weights)] for weights in (opponent, *folded)]
    for hands in product(*others):
        held = set().union(known, *(cards for cards, _ in hands))
        if len(held) == len(known) + 2 * len(hands):
            weight = np.prod([weight for _, weight in hands])
            deals += weight * np.array([not cards & held for cards in sets])
    return deals


@pytest.mark.parametrize("n_folded", [1, 2])
@pytest.mark.parametrize("scale", [1, 0.25, 1 / 3, 1e-90])
def test_deals_of_every_combo(n_folded, scale):
    rng = np.random.default_rng([n_folded, 7])
    boards = np.array([[0, 17, 50], [5, 44, 48]], dtype=np.uint8)
    opponent, *folded = (random_range(rng, n, scale) for n in (30, 20, 9)[: n_folded + 1])
    found = np.full((2, 1326), np.nan)
    _native.combo_deals(opponent, np.array(folded), boards, [51, 2], found, 2)
    for row, board in zip(found, boards.tolist(), strict=True):
        expected = naive_deals(opponent, folded, {*board, 51, 2})
        assert expected.any()
        np.testing.assert_allclose(row, expected, rtol=1e-12 if scale < 0.25 or scale == 1 / 3 else 0)


@pytest.mark.parametrize("n_folded", [1, 2])
@pytest.mark.parametrize(("board", "dead"), [("Ah7d2c", "Kc"), ("Ah7d2cKs9h", None)])
def test_a_distribution_has_the_mean_of_the_equity(n_folded, board, dead):
    folded = FOLDED[n_folded]
    found = equity_distribution(HERO, VILLAIN, board=board, dead=dead, folded=folded)
    whole = pb.equity(HERO, VILLAIN, board=board, dead=dead, folded=folded, method="exact")
    plain = equity_distribution(HERO, VILLAIN, board=board, dead=dead)
    for side, share, without in zip(found, whole.equity, plain, strict=True):
        assert abs(side.mean - share) < 1e-12
        assert np.array_equal(side.weights > 0, without.weights > 0)
        assert abs(side.mean - without.mean) > 1e-4
    assert (
        abs(range_advantage(HERO, VILLAIN, board=board, dead=dead, folded=folded).shares - whole.equity).max() < 1e-12
    )
    nuts = nut_advantage(HERO, VILLAIN, board=board, dead=dead, folded=folded, nut_equity=0.6).shares
    assert nuts.tolist() == [side.share_at_least(0.6) for side in found]
    for nothing in (None, [], ()):
        again = equity_distribution(HERO, VILLAIN, board=board, dead=dead, folded=nothing)
        assert [side.weights.tolist() for side in again] == [side.weights.tolist() for side in plain]


@pytest.mark.parametrize("n_folded", [1, 2])
def test_boards_to_come_have_the_mean_of_the_equity(n_folded):
    folded = FOLDED[n_folded]
    report = runout_report(HERO, VILLAIN, board="Ah7d2c9s", folded=folded)
    whole = pb.equity(HERO, VILLAIN, board="Ah7d2c9s", folded=folded, method="exact")
    assert abs(report.share @ np.nan_to_num(report.equity) - whole.equity).max() < 1e-12
    assert not np.allclose(report.share, runout_report(HERO, VILLAIN, board="Ah7d2c9s").share, atol=1e-5)
    flops = flop_report(HERO, VILLAIN, boards=["Ah7d2c", "Kh9h9s"], folded=folded)
    for row, flop in enumerate(["Ah7d2c", "Kh9h9s"]):
        side = equity_distribution(HERO, VILLAIN, board=flop, folded=folded).hero
        assert abs(flops.equity[row, 0] - side.mean) < 1e-12
        np.testing.assert_allclose(flops.equity_quantiles[row, 0], side.quantile(flops.quantiles), rtol=1e-12)
    deals = [pb.equity(HERO, VILLAIN, board=flop, folded=folded, method="exact").n for flop in ("Ah7d2c", "Kh9h9s")]
    np.testing.assert_allclose(flops.share, np.array(deals) / sum(deals), rtol=1e-12)


def test_columns_of_spots_beside_folded_ranges():
    heroes, boards = [HERO, "AhKh", "22"], ["Ah7d2c9s", "Qs9s3dTs2h", "8h8d8cAs"]
    for folded in (FOLDED[1], FOLDED[2]):
        found = range_equity_rows(heroes, VILLAIN, board=boards, folded=folded, num_threads=2)
        for row, (hero, board) in enumerate(zip(heroes, boards, strict=True)):
            one = pb.equity(hero, VILLAIN, board=board, folded=folded)
            assert found.equity[row].tolist() == one.equity.tolist()
            assert found.exact[row]


def test_wrong_folded_ranges():
    three = [*FOLDED[2], "T9s"]
    for call in (equity_distribution, range_advantage, nut_advantage, runout_report):
        with pytest.raises(InvalidArgumentError, match="folded: expected up to 2 ranges, found 3"):
            call(HERO, VILLAIN, board="Ah7d2c9s", folded=three)
        with pytest.raises(InvalidArgumentError, match='folded=\\["22\\+"\\], found a single one'):
            call(HERO, VILLAIN, board="Ah7d2c9s", folded="22+")
        with pytest.raises(InvalidRangeError, match=r"folded range 1: .* 'AhAd'"):
            call(HERO, VILLAIN, board="Ah7d2c9s", folded=["AhAd"])
    with pytest.raises(InvalidArgumentError, match="folded: expected up to 2 ranges"):
        flop_report(HERO, VILLAIN, boards=["Ah7d2c"], folded=three)
    with pytest.raises(InvalidRangeError, match="folded range 1"):
        flop_report(HERO, VILLAIN, boards=["Ah7d2c"], folded=["AKX"])
    every = pb.flops()
    with pytest.raises(InvalidArgumentError, match="'AhKh' has specific suits"):
        flop_report(HERO, VILLAIN, boards=every.boards, weights=every.weights, folded=["AhKh"])
    with pytest.raises(InvalidArgumentError, match="folded: not supported in omaha"):
        range_equity_rows(["AsKsQhJh"], "AA", board="Ah7d2c", game="omaha", folded=["22+"])
    with pytest.raises(CardCountError, match="board"):
        equity_distribution(HERO, VILLAIN, board="2c3c4c5c6c7c", folded=FOLDED[1])
    few = Range("AsKs").weights
    room = np.empty((1, 1326))
    for folded in (np.zeros((0, 1326)), np.array([few, few, few])):
        with pytest.raises(InvalidArgumentError, match="expected 1 to 2 folded ranges"):
            _native.combo_deals(few, folded, np.array([[0, 1, 2]], dtype=np.uint8), [], room, 1)
    tiny, flop = few * 1e-160, np.array([[0, 1, 2]], dtype=np.uint8)
    with pytest.raises(InvalidArgumentError, match="no float holds their products"):
        _native.combo_deals(tiny, np.array([Range("QQ").weights * 1e-160]), flop, [], room, 1)
