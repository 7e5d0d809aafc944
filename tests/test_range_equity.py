"""Equity of ranges: exact counts, samples, and the choice between them."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerbits as pb
from pokerbits.cards import COMBOS, combo_id
from pokerbits.exceptions import DuplicateCardError, InvalidArgumentError, InvalidCardError, InvalidRangeError

# Exact counts by programs independent of this one; `about` explains the fields.
CASES = json.loads(Path(__file__).with_name("data").joinpath("equity", "exact_equities.json").read_text())["cases"]


def shares(counts):
    """Return how many pots a player gets, exactly."""
    return counts.wins + sum(Fraction(n, others) for others, n in enumerate(counts.ties, 2))


def is_consistent(result):
    """Assert what holds for every exact result with counts."""
    total = sum(shares(counts) for counts in result.counts)
    assert {counts.total for counts in result.counts} == {total}
    assert result.n * result.denominator == total
    assert (result.method, result.exact) == ("exact", True)
    assert not result.std_error.any()
    for counts, equity in zip(result.counts, result.equity, strict=True):
        assert equity == float(shares(counts) / total)


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(case["ranges"]) + case["board"])
def test_published_counts(case):
    result = pb.equity(*case["ranges"], board=case["board"], dead=case["dead"], method="exact")
    is_consistent(result)
    assert result.n == case["hands"]
    n = len(case["ranges"])
    expected = [[0] * n for _ in range(n)]
    for mask, showdowns in enumerate(case["wins_by_player_mask"]):
        for player in range(n):
            if mask >> player & 1:
                expected[player][mask.bit_count() - 1] += showdowns
    assert [[counts.wins, *counts.ties] for counts in result.counts] == expected
    np.testing.assert_allclose(result.equity, case["equity"], rtol=1e-11)


def by_hand(ranges, board, dead):
    """Return the counts of ranges by every deal of their hands, and the equity of each combo of each player."""
    weights = [pb.Range(text).weights for text in ranges]
    scale = [1 / min(w[w > 0]) for w in weights]
    held = [[(combo, round(w[combo] * s)) for combo in np.flatnonzero(w)] for w, s in zip(weights, scale, strict=True)]
    known = pb.CardSet(board) | pb.CardSet(dead)
    counts = np.zeros((len(ranges), len(ranges) + 1), dtype=object)
    won = np.zeros((len(ranges), 1326, 2), dtype=object)
    for deal in product(*held):
        cards = pb.CardSet([int(card) for combo, _ in deal for card in COMBOS[combo]])
        if len(cards) < 2 * len(ranges) or cards & known:
            continue
        weight = int(np.prod([weight for _, weight in deal], dtype=object))
        of_deal = pb.equity(*(COMBOS[combo] for combo, _ in deal), board=board, dead=dead).counts
        for player, (of_player, (combo, own)) in enumerate(zip(of_deal, deal, strict=True)):
            counts[player] += np.array([of_player.wins, *of_player.ties, of_player.losses], dtype=object) * weight
            won[player, combo] += np.array([shares(of_player), of_player.total], dtype=object) * (weight // own)
    return counts, won


def texts(rng, n, size):
    """Return the texts of random sparse ranges, weights among them."""
    combos = [rng.choice(1326, size, replace=False) for _ in range(n)]
    name = pb.cards.format_cards
    return [
        ", ".join(f"{rng.choice(['1', '0.5', '0.25'])}:{name(COMBOS[combo][::-1])}" for combo in of) for of in combos
    ]


@pytest.mark.parametrize("seed", range(24))
def test_random_ranges_equal_all_their_deals(seed):
    rng = np.random.default_rng(seed)
    n = 2 + seed % 4
    cards = pb.random_hands(1, 7, rng=seed)[0]
    board = cards[: [3, 4, 5, 3, 5, 4][seed % 6]]
    ranges, dead = texts(rng, n, [12, 6, 4, 3][n - 2]), cards[5 : 5 + seed % 3]
    expected, won = by_hand(ranges, board, dead)
    result = pb.equity(*ranges, board=board, dead=dead)
    is_consistent(result)
    found = np.array([[counts.wins, *counts.ties, counts.losses] for counts in result.counts], dtype=object)
    # The units of both are fractions of weights: the same ratios.
    assert (found * expected.sum() == expected * found.sum()).all()
    for of_combos, of_player in zip(result.combo_equity, won, strict=True):
        for combo in range(1326):
            pots, deals = of_player[combo]
            assert of_combos[combo] == pytest.approx(float(pots) / deals, abs=1e-14) if deals else np.isnan(of_combos[combo])
