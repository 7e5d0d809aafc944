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
from plain import long_way, short_way
from pokerbits.cards import COMBOS
from pokerbits.exceptions import DuplicateCardError, InvalidArgumentError, InvalidCardError, InvalidRangeError

ERRORS = {"equity": "std_error", "win": "win_std_error", "tie": "tie_std_error", "lose": "lose_std_error"}
"""The numbers of a player, and their standard errors."""

# Exact counts by programs independent of this one; `about` explains the fields.
CASES = json.loads(
    Path(__file__).with_name("data").joinpath("equity", "exact_equities.json").read_text(encoding="utf-8")
)["cases"]


def shares(counts):
    """Return how many pots a player gets, exactly."""
    return counts.wins + sum(Fraction(n, others) for others, n in enumerate(counts.ties, 2))


def is_consistent(result):
    """Assert what holds for every exact result with counts."""
    total = sum(shares(counts) for counts in result.counts)
    assert {counts.total for counts in result.counts} == {total}
    assert result.n * result.denominator == total
    assert (result.method, result.exact) == ("exact", True)
    assert not any(getattr(result, name).any() for name in ERRORS.values())
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
    assert pb.equity(*case["ranges"], board=case["board"], dead=case["dead"]).counts == result.counts
    np.testing.assert_allclose(result.equity, case["equity"], rtol=1e-11)


def by_hand(ranges, board, dead):
    """Return the counts of ranges by every deal of their hands, and the equity of each combo of each player."""
    weights = [pb.Range(text).weights for text in ranges]
    scale = [1 / min(w[w > 0]) for w in weights]
    held = [[(combo, round(w[combo] * s)) for combo in np.flatnonzero(w)] for w, s in zip(weights, scale, strict=True)]
    known = {int(card) for card in (*board, *dead)}
    counts = np.zeros((len(ranges), len(ranges) + 1), dtype=object)
    won = np.zeros((len(ranges), 1326, 2), dtype=object)
    for deal in product(*held):
        cards = {int(card) for combo, _ in deal for card in COMBOS[combo]}
        if len(cards) < 2 * len(ranges) or cards & known:
            continue
        weight = int(np.prod([weight for _, weight in deal], dtype=object))
        of_deal = pb.equity(*(COMBOS[combo] for combo, _ in deal), board=board, dead=dead).counts
        for player, (of_player, (combo, own)) in enumerate(zip(of_deal, deal, strict=True)):
            counts[player] += np.array([of_player.wins, *of_player.ties, of_player.losses], dtype=object) * weight
            won[player, combo] += np.array([shares(of_player), of_player.total], dtype=object) * (weight // own)
    return counts, won


def texts(rng, n, size, known):
    """Return the texts of random sparse ranges, weights among them, that can be held beside the known cards."""
    free = np.flatnonzero(~np.isin(COMBOS, known).any(axis=1))
    combos = [rng.choice(free, size, replace=False) for _ in range(n)]
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
    dead = cards[5 : 5 + seed % 3]
    ranges = texts(rng, n, [12, 8, 6, 4][n - 2], cards)
    expected, won = by_hand(ranges, board, dead)
    result = pb.equity(*ranges, board=board, dead=dead)
    is_consistent(result)
    found = np.array([[counts.wins, *counts.ties, counts.losses] for counts in result.counts], dtype=object)
    # The units of both are fractions of weights: the same ratios.
    assert (found * expected.sum() == expected * found.sum()).all()
    for of_combos, of_player in zip(result.combo_equity, won, strict=True):
        for combo in range(1326):
            pots, deals = of_player[combo]
            assert (
                of_combos[combo] == pytest.approx(float(pots) / deals, abs=1e-14)
                if deals
                else np.isnan(of_combos[combo])
            )


def test_three_hundred_pairs_of_ranges_equal_all_their_deals():
    for seed in range(300):
        rng = np.random.default_rng([seed, 2])
        cards = pb.random_hands(1, 7, rng=seed)[0]
        board, dead = cards[: [0, 3, 4, 5, 3][seed % 5]], cards[5 : 5 + seed % 3]
        # Before the flop a deal takes long.
        ranges = texts(rng, 2, 7 if len(board) else 3, cards)
        expected, _ = by_hand(ranges, board, dead)
        counts = pb.equity(*ranges, board=board, dead=dead).counts
        found = np.array([[of.wins, *of.ties, of.losses] for of in counts], dtype=object)
        assert (found * expected.sum() == expected * found.sum()).all(), seed


@settings(max_examples=30)
@given(
    st.lists(
        st.sampled_from(["22+", "AA", "AKs", "0.5:QJ", "random", "AhKd, QsQd", "JTs-65s", "0.25:A2s+"]),
        min_size=2,
        max_size=2,
    )
)
def test_players_and_suits_have_no_order(ranges):
    board, renamed = "Qh7h2c", {"c": "d", "d": "h", "h": "s", "s": "c"}
    result = pb.equity(*ranges, board=board)
    mirrored = pb.equity(*reversed(ranges), board=board)
    assert mirrored.counts == result.counts[::-1]
    other = ["AsKh, QcQh" if text == "AhKd, QsQd" else text for text in ranges]
    again = pb.equity(*other, board="".join(renamed.get(letter, letter) for letter in board))
    assert again.counts == result.counts


def test_no_three_players_are_better_than_others():
    result = pb.equity("TT+, AK", "TT+, AK", "TT+, AK", board="Ah7d2cKs")
    assert result.equity.tolist() == [1 / 3] * 3


def test_weights_count():
    plain, weighted = pb.equity("AA", "KK"), pb.equity("0.5:AA", "0.25:KK")
    assert weighted.counts == plain.counts
    assert (weighted.denominator, weighted.n) == (8, plain.n / 8)
    halves = pb.equity("AA, 0.5:QQ", "KK", board="2c7d9h")
    aces, queens = pb.equity("AA", "KK", board="2c7d9h"), pb.equity("QQ", "KK", board="2c7d9h")
    assert halves.counts[0].wins == 2 * aces.counts[0].wins + queens.counts[0].wins


def test_weights_of_many_digits_are_floats():
    thirds = pb.Range.from_weights(pb.Range("AA, KK").weights / 3e9)
    result, whole = (pb.equity(hands, "QQ", board="2c7d9h") for hands in (thirds, "AA, KK"))
    assert (result.counts, result.exact, result.denominator) == ((), True, 1)
    assert isinstance(result.n, float)
    for name in ("equity", "win", "tie", "lose"):
        np.testing.assert_allclose(getattr(result, name), getattr(whole, name), rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(result.combo_equity, whole.combo_equity, rtol=1e-13)


def held_by(combos, weights):
    """Return a range of these combos with these weights."""
    of_all = np.zeros(1326)
    of_all[pb.cards.combo_id(combos)] = weights
    return pb.Range.from_weights(of_all)


def test_three_players_cannot_hold_six_aces():
    rng = np.random.default_rng(21)
    aces = [str(hand) for hand in pb.cards.format_cards(COMBOS[pb.Range("AA").weights > 0])]
    for _ in range(20):
        players = [held_by(aces, rng.random(6)) for _ in range(3)]
        with pytest.raises(InvalidRangeError, match="there is no deal"):
            pb.equity(*players, board="2c3d5h8c9d")


def test_combos_that_are_in_no_deal_have_no_equity():
    # Whoever holds the ace of spades leaves one other hand, which the third player needs as well.
    players = [
        held_by(["AsAh", "KsKh", "7c7d"], [0.1234567, 0.7654321, 1 / 3]),
        held_by(["AsAd", "AdKd"], [0.9999999, 1e-7]),
        held_by(["AdKs", "QcQd"], [0.3333333, 1e-9]),
    ]
    result = pb.equity(*players, board="2c3d5h8c9d")
    found = {
        (player, str(pb.cards.format_cards(COMBOS[combo]))): result.combo_equity[player, combo]
        for player, hands in enumerate(players)
        for combo in np.flatnonzero(hands.weights)
    }
    dealt = {key for key, equity in found.items() if not np.isnan(equity)}
    by_hand = {
        (player, str(pb.cards.format_cards(COMBOS[deal[player]])))
        for deal in product(*(np.flatnonzero(hands.weights) for hands in players))
        if len({int(card) for combo in deal for card in COMBOS[combo]}) == 6
        for player in range(3)
    }
    assert dealt == by_hand


def test_hands_that_are_nearly_always_blocked_have_exact_equities():
    rng = np.random.default_rng(22)
    weights = np.where(rng.random(1326) < 0.1, rng.random(1326) * 1e-12, 0)
    weights[pb.cards.combo_id("AsKs")] = 1
    villain = pb.Range.from_weights(weights)
    board = pb.cards.parse_cards("2c7d9hTs3c")
    hero = pb.cards.combo_id("AsQd")
    found = pb.combo_equity(villain, boards=board)[hero], pb.equity("AsQd, 0.001:72o", villain, board=board)
    strengths = pb.RankedBoards(board).strengths
    won = total = Fraction(0)
    for combo in np.flatnonzero(weights):
        if not {*map(int, COMBOS[combo])} & {*map(int, COMBOS[hero]), *map(int, board)}:
            weight = Fraction(weights[combo])
            total += weight
            won += weight * Fraction(int(np.sign(int(strengths[hero]) - int(strengths[combo]))) + 1, 2)
    assert found[0] == pytest.approx(float(won / total), abs=1e-9)
    assert found[1].combo_equity[0, hero] == pytest.approx(float(won / total), abs=1e-9)
    report = pb.reports.runout_report("AsQd", villain, board=board[:4])
    row = [str(row[0]) for row in report.rows].index("3c")
    assert report.equity[row, 0] == pytest.approx(float(won / total), abs=1e-9)
    turn = pb.equity("AsQd", villain, board=board[:4])
    assert np.nansum(report.equity[:, 0] * report.share) == pytest.approx(turn.equity[0], abs=1e-9)


def test_the_order_of_the_players_changes_no_bit():
    rng = np.random.default_rng(23)
    wide, tight, other = (
        pb.Range.from_weights(pb.Range(text).weights * rng.random(1326)) for text in ("22+, A2s+", "QQ+", "KQs, JJ")
    )
    for players in ((wide, tight), (wide, tight, other), (other, wide, other)):
        one = pb.equity(*players, board="2c7d9hTs")
        reversed_ = pb.equity(*players[::-1], board="2c7d9hTs")
        for name in ("equity", "win", "tie", "lose"):
            assert getattr(one, name).tolist() == getattr(reversed_, name)[::-1].tolist()
        np.testing.assert_array_equal(one.combo_equity, reversed_.combo_equity[::-1])


def test_every_way_to_give_a_player():
    aces = pb.Range("AA")
    expected = pb.equity("AA", "KsKh", board="2c7d9h")
    for player in (
        aces,
        aces.weights,
        aces.weights.tolist(),
        aces.weights.astype(np.float32),
        aces.weights.astype(int),
    ):
        for king in ("KsKh", "Kh Ks", [47, 46], ["Ks", "Kh"], pb.CardSet("KsKh"), np.array([46, 47])):
            result = pb.equity(player, king, board="2c7d9h")
            assert result.counts == expected.counts
            assert result.players[0] == "AA"
    assert pb.equity("AhAd,AhAc", "KsKh", board="2c7d9h").players == ("AhAd,AhAc", "KsKh")


@pytest.mark.parametrize("num_threads", [1, 2, 3])
def test_the_answer_does_not_depend_on_threads(num_threads):
    thirds = pb.Range.from_weights(np.full(1326, 1 / 3))
    for kwargs in ({"board": "2c7d9h"}, {"method": "monte_carlo", "n_samples": 3000, "rng": 5}):
        one = pb.equity(thirds, "QQ+, AK", num_threads=1, **kwargs)
        assert pb.equity(thirds, "QQ+, AK", num_threads=num_threads, **kwargs) == one
    kwargs = {"method": "monte_carlo", "std_error": 1e-3, "rng": 5}
    assert pb.equity(*THREE, num_threads=num_threads, **kwargs) == pb.equity(*THREE, num_threads=1, **kwargs)


@pytest.mark.parametrize(
    ("players", "board"),
    [(("AhAd", "KsKh"), ""), (("TT+, AK", "22+, 0.5:A2s+"), "Ah7d2c"), (("AA", "KK", "QQ"), "2c7d9hJs")],
)
def test_samples_are_near(players, board):
    exact = pb.equity(*players, board=board)
    found = pb.equity(*players, board=board, method="monte_carlo", n_samples=20_000, rng=7)
    assert (found.method, found.exact, found.counts) == ("monte_carlo", False, ())
    assert (found.std_error > 0).all()
    assert (np.abs(found.equity - exact.equity) < 5 * found.std_error).all()
    assert found.equity.sum() == pytest.approx(1)
    assert np.isnan(found.combo_equity).all()
    again = pb.equity(*players, board=board, method="monte_carlo", n_samples=20_000, rng=np.random.default_rng(7))
    assert again == found


THREE = ("AA, 0.5:AKs", "0.25:KK, AhQh", "QQ, 0.5:AhTh")


def test_three_ranges_are_sampled_without_bias():
    exact = pb.equity(*THREE, board="Qs7h2c")
    n, z = 40, np.zeros(3)
    for seed in range(n):
        found = pb.equity(*THREE, board="Qs7h2c", method="monte_carlo", std_error=2e-3, rng=seed)
        assert (found.std_error <= 2e-3).all()
        z += (found.equity - exact.equity) / found.std_error
    assert (np.abs(z / np.sqrt(n)) < 3).all()


def contending(light, *others, board="2c7d9h"):
    """Return players who hold aces and, seldom, something else, and a board: some must have something else."""
    return tuple(f"AA, {light}:{other}" for other in others), {"board": board}


# Deals that are so hard to draw that each hand was drawn among those left, and the deal weighted.
CONTENDING = {
    "1e-4": contending("0.0001", "72o", "KK", "QQ"),
    "1e-6": contending("0.000001", "72o", "KK", "QQ"),
}
MORE_CONTENDING = {
    "four": contending("0.0001", "72o", "KK", "QQ", "JJ"),
    "five on a turn": contending("0.000001", "72o", "KK", "QQ", "JJ", "TT", board="2c7d9hTc"),
    "before the flop": (("AhAd, 0.0001:72o", "AhAc, 0.0001:KK", "AhAs, 0.001:QQ, 0.0001:JJ"), {}),
    "two ranges": (
        ("AhAd, 0.000000001:KK, 0.000000001:72s", "AhAc, 0.000000001:QQ, 0.0000000003:88"),
        {"board": "2c7d9h"},
    ),
    "one card": (("AhKh, 0.001:22+", "AhKs, 0.001:A2s+", "AhKd, 0.0001:KQo, 0.01:76s"), {"board": "2c7d9h"}),
    "short deck": (("AA, 0.0001:76s", "AA, 0.0001:KK", "AA, 0.0001:QQ"), {"board": "8c7d9h", "game": "short_deck"}),
    "omaha": (
        ("AAKK, 2d2h7c7h", "AAKK, QhQdJhJd", "AAKK, 8s8h9s9d", "AAKK, 3s4s5s6s"),
        {"board": "2c7d9hTc", "game": "omaha"},
    ),
}


def covered(players, options, n_samples):
    """Return how many of 400 seeds give an estimate within 1.96 standard errors of the exact equity, by player."""
    exact = pb.equity(*players, **options, method="exact")
    within = np.zeros(len(players))
    for seed in range(400):
        found = pb.equity(*players, **options, method="monte_carlo", n_samples=n_samples, rng=seed)
        assert (found.n, found.effective_samples, found.weighted) == (n_samples, n_samples, False)
        within += np.abs(found.equity - exact.equity) <= 1.96 * found.std_error
    return within


@pytest.mark.parametrize("name", CONTENDING)
def test_errors_of_deals_that_are_hard_to_draw_are_as_large_as_they_say(name):
    within = covered(*CONTENDING[name], 3000)
    assert ((within >= 0.92 * 400) & (within <= 0.98 * 400)).all(), within


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "n_samples"),
    [*((name, 3000) for name in MORE_CONTENDING), *((name, 65_536) for name in CONTENDING)],
)
def test_errors_of_many_kinds_of_such_deals_are_as_large_as_they_say(name, n_samples):
    within = covered(*(CONTENDING | MORE_CONTENDING)[name], n_samples)
    assert ((within >= 0.92 * 400) & (within <= 0.98 * 400)).all(), within


def test_players_who_need_every_card_have_weights():
    """Ten who need the twenty cards from ten to ace: all alike, so that each has a tenth."""
    players = ["TT+, ATs+, KTs+, QTs+, JTs, ATo+, KTo+, QTo+, JTo"] * 10
    options = {"board": "2c7d9h", "method": "monte_carlo", "n_samples": 1000}
    found = [pb.equity(*players, **options, rng=seed) for seed in range(5)]
    for result in found:
        assert result.n == 1000
        assert 100 < result.effective_samples < 1000
        assert (result.weighted, result.to_dict()["effective_samples"]) == (True, result.effective_samples)
        assert f"1,000 samples (worth {result.effective_samples:,.0f} of one weight), sampled" in str(result)
    z = np.array([(result.equity - 0.1) / result.std_error for result in found])
    assert (np.abs(z) < 5).all()
    assert (z**2).mean() < 2
    assert pb.equity(*players, **options, rng=0, num_threads=3) == found[0]


def test_effective_samples_are_all_where_nothing_has_a_weight():
    deals = pb.equity("AA", "KK", "QQ", method="monte_carlo", n_samples=500, rng=1)
    assert (deals.effective_samples, deals.weighted) == (500, False)
    assert deals.to_dict()["effective_samples"] == 500
    assert "500 samples, sampled" in str(deals)
    units = pb.equity(*["QQ+, AK"] * 4, method="monte_carlo", n_samples=70_001, rng=1)
    assert (units.n, units.effective_samples, units.weighted) == (70_001, 70_001, False)
    exact = pb.equity("AhAd", "KsKh")
    assert (exact.effective_samples, exact.weighted, exact.to_dict()["effective_samples"]) == (None, False, None)


def test_few_deals_are_counted_however_many_hands_there_are():
    """Six players with six pairs each: 46,656 ways to choose, and 216 deals."""
    result = pb.equity("AA", "AA", "KK", "KK", "QQ", "QQ", n_samples=1000, rng=1)
    assert (result.exact, result.n) == (True, 216 * 658_008)
    np.testing.assert_allclose(result.equity[::2], result.equity[1::2], rtol=1e-13)


TRIANGLES = "AhKh, KhQh, AhQh, AsKs, KsQs, AsQs"


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("holdem", ("AA", "AA", "AA")),
        ("holdem", ("KK", "AA, KK", "AA, KK", "AA", "AA")),
        ("holdem", (TRIANGLES, TRIANGLES, TRIANGLES)),
        ("holdem", ("AhAd", "AhKs", "QQ")),
        ("holdem", ("KK", "AhAd", "AhKh")),
        ("holdem", ("AhAd", "AhAs, AcKc", "AcQc, AhQh")),
        ("short_deck", ("AA", "AA", "AA")),
        ("short_deck_trips", (TRIANGLES, TRIANGLES, TRIANGLES)),
        ("omaha", ("AsAh:KK", "AsKs:AA")),
        ("omaha", ("AAKK", "AAKK", "AA")),
        ("omaha_hilo", ("A2A2", "A2A2", "A2A2")),
    ],
)
def test_an_impossible_deal_is_the_same_error_counted_or_sampled(game, players):
    for options in ({}, {"method": "exact"}, {"method": "monte_carlo", "n_samples": 100, "rng": 1}):
        with pytest.raises(InvalidRangeError, match="need the same cards"):
            pb.equity(*players, game=game, board="6h7c8c", **options)


@pytest.mark.parametrize(
    ("game", "players", "board", "player"),
    [
        ("holdem", ("AhAd", "AhKs"), "2c7d9h", 1),
        ("holdem", ("AhAd", "KhKs"), "Ad7d9h", 0),
        ("short_deck", ("AhAd", "AhKs"), "8c7d9h", 1),
        ("omaha", ("AsKsQhJh", "AsAd2c2d"), "8c7d9h", 1),
    ],
)
def test_a_card_of_two_given_hands_is_the_same_error_counted_or_sampled(game, players, board, player):
    for method in ("exact", "monte_carlo"):
        with pytest.raises(DuplicateCardError, match="appears more than once") as caught:
            pb.equity(*players, game=game, board=board, method=method, n_samples=100)
        assert caught.value.player == player


def test_samples_stop_at_a_standard_error():
    found = pb.equity("AA", "KK", "QQ", "JJ", method="monte_carlo", std_error=0.01, rng=1)
    assert 0 < found.std_error.max() <= 0.01
    fewer = pb.equity("AA", "KK", "QQ", "JJ", method="monte_carlo", std_error=0.01, n_samples=100, rng=1)
    assert fewer.n == 100
    # Nearly all pots are shared, so equities vary half as much as ties.
    shared = pb.equity("AsKs", "AdKd", method="monte_carlo", std_error=0.0004, rng=1)
    assert all((getattr(shared, name) <= 0.0004).all() for name in ERRORS.values())
    assert (shared.std_error < 0.0003).all()
    assert (shared.tie_std_error > 0.0003).all()


def test_errors_of_single_deals_are_those_of_the_textbook():
    """Deals of one weight: a win is 1 or 0, and a share between two players 1, 1/2 or 0."""
    options = {"method": "monte_carlo", "n_samples": 5000, "rng": 2}
    for players, game in (("AsKs", "AdKd"), "holdem"), (("22+", "KK, AK"), "short_deck"), (("AA", "*"), "omaha"):
        found = pb.equity(*players, game=game, **options)
        squares = found.win, found.tie, found.lose, found.win + found.tie / 4
        values = found.win, found.tie, found.lose, found.equity
        errors = found.win_std_error, found.tie_std_error, found.lose_std_error, found.std_error
        for value, square, error in zip(values, squares, errors, strict=True):
            np.testing.assert_allclose(error, np.sqrt((square - value**2) / 4999), rtol=1e-9)


THIRD = [0.317976449, 0.033602798]
"""Win and tie of each of three random hands, which the project's enumeration of all three-way deals found."""


@pytest.mark.parametrize(
    ("players", "options", "expected"),
    [
        (("random",) * 3, {}, THIRD),
        (("QQ+, AK", "22+, 0.5:A2s+", "JJ, AK"), {"board": "Ah7d2cTs"}, None),
        (("AsKs", "AdKd"), {"dead": "2c2d"}, None),
        (("QQ+, AKs", "22+, 0.5:A2s+"), {"board": "Ah7d2c", "folded": ["AT+, KQ", "99-66"]}, None),
        (("AK, KQ", "22+"), {"board": "9h7h6d", "game": "short_deck"}, None),
        (("AsKsQhJh", "AA"), {"board": "7c2d9sJc", "game": "omaha"}, None),
        (("As2s7h8d", "A2"), {"board": "3s4d8cKc", "game": "omaha_hilo"}, None),
        (("AhAd2c7s9h4c", "KhKd7c8s9d2s"), {"game": "stud"}, None),
        (("AhAd2c7s3h4c", "KhKd7c6s5d2s"), {"game": "stud_hilo"}, None),
        (CONTENDING["1e-4"][0], CONTENDING["1e-4"][1], None),
    ],
)
def test_errors_of_wins_and_ties_are_as_large_as_they_say(players, options, expected):
    """About 95% of 120 seeds are within two standard errors of the exact answer."""
    if expected is None:
        exact = pb.equity(*players, **options, method="exact")
        win, tie = exact.win, exact.tie
    else:
        win, tie = (np.full(len(players), of) for of in expected)
    within = np.zeros((3, len(players)))
    for seed in range(120):
        found = pb.equity(*players, **options, method="monte_carlo", n_samples=3000, rng=seed)
        errors = found.win - win, found.tie - tie, found.lose - (1 - win - tie)
        of_errors = found.win_std_error, found.tie_std_error, found.lose_std_error
        within += [np.abs(error) <= 2 * most + 1e-12 for error, most in zip(errors, of_errors, strict=True)]
    # An event of few samples is not about normal.
    is_rare = np.array([of * (1 - of) * 3000 < 20 for of in (win, tie, 1 - win - tie)])
    assert (is_rare | ((within >= 0.88 * 120) & (within <= 120))).all(), within
    assert within[~is_rare].mean() < 0.98 * 120, within


def test_what_takes_too_long_is_sampled_or_refused():
    players = ["random"] * 4
    assert pb.equity(*players, n_samples=1000, rng=1).method == "monte_carlo"
    with pytest.raises(InvalidArgumentError, match=r"would take some .* seconds on one thread, and max_seconds is 600"):
        pb.equity(*players, method="exact")
    with pytest.raises(InvalidArgumentError, match="max_seconds is 0:"):
        pb.equity("AA", "KK", board="2c7d9h", method="exact", max_seconds=0)
    assert pb.equity("AA", "KK", board="2c7d9h", max_seconds=0, n_samples=100, rng=1).method == "monte_carlo"


@pytest.mark.parametrize(
    ("players", "options", "error", "player", "words"),
    [
        (["QQ+, AKz", "KK"], {}, InvalidRangeError, 0, 'player 1: cannot read "AKz" at position 5'),
        (["KK", "0.5:AA, -1:KK"], {}, InvalidRangeError, 1, "player 2: cannot read"),
        (["KK", np.full(1326, np.nan)], {}, InvalidRangeError, 1, "player 2: weight NaN of combo 0"),
        (["KK", np.full(1326, np.inf)], {}, InvalidRangeError, 1, "player 2: weight inf of combo 0"),
        (["KK", np.full(1326, -0.5)], {}, InvalidRangeError, 1, "player 2: weight -0.5 of combo 0"),
        (["KK", np.ones(1325)], {}, InvalidRangeError, 1, r"player 2: expected 1326 weights, .* found 1325"),
        (["KK", np.ones((2, 1326))], {}, InvalidRangeError, 1, "player 2: expected 1326 weights"),
        (["KK", ""], {}, InvalidRangeError, 1, "player 2: there is no hand in ''"),
        (["KK", "0:AA"], {}, InvalidRangeError, 1, "player 2: there is no hand in '0:AA'"),
        (["KK", "AA"], {"board": "AsAhAd"}, InvalidRangeError, 1, "the dead cards leave no hand of 'AA'"),
        (["KK", "AhAd"], {"dead": "Ah"}, InvalidRangeError, 1, "leave no hand of 'AhAd'"),
        (["AA", "AsKs", "AA"], {"dead": "Ah"}, InvalidRangeError, 2, "players 1 and 3 need the same cards: 'AA' and"),
        # Known cards count however many they are: here the sixth, and the tenth.
        (["KK", "AhAd"], {"board": "2c3d4h5s7c", "dead": "Ah"}, InvalidRangeError, 1, "leave no hand of 'AhAd'"),
        (["KK", "AhAd"], {"dead": "2c3d4h5s7c8d9hTsJcAh"}, InvalidRangeError, 1, "leave no hand of 'AhAd'"),
        (["AA", "AK", "AA"], {"board": "2c3d4h5s7c", "dead": "Ah"}, InvalidRangeError, 2, "1 and 3 need the same"),
        (["AhAd, AhAc", "AhKd, AhKc"], {}, InvalidRangeError, 1, "players 1 and 2 need the same cards: 'AhAd, AhAc'"),
        (["AA"], {}, InvalidArgumentError, None, "expected 2 to 10 players, found 1"),
        (["AA"] * 24, {}, InvalidArgumentError, None, "expected 2 to 10 players, found 24"),
        (["AA", "KK"], {"board": "2c2c3d"}, DuplicateCardError, None, "card 2c"),
        (["AA", "KK"], {"board": "2c4d3d", "dead": "3d"}, DuplicateCardError, None, "card 3d"),
        (["AA", "KK"], {"dead": [3, 52]}, InvalidCardError, None, "card id 52"),
        (["AA", [47, 47]], {}, DuplicateCardError, 1, "card Ks"),
        (["AA", [47, 52]], {}, InvalidCardError, 1, "52"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("method", ["exact", "monte_carlo"])
def test_bad_input(players, options, error, player, words, method):
    with pytest.raises(error, match=words) as caught:
        pb.equity(*players, method=method, **options)
    assert caught.value.player == player


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"n_samples": 0}, InvalidArgumentError, "n_samples = 0: expected 1 to 2"),
        ({"n_samples": -5}, InvalidArgumentError, "n_samples = -5"),
        ({"n_samples": 1.5}, TypeError, "integer"),
        ({"std_error": 0}, InvalidArgumentError, "std_error"),
        ({"std_error": np.nan}, InvalidArgumentError, "std_error"),
        ({"rng": "seed"}, InvalidArgumentError, "rng: expected a seed"),
        ({"std_error": np.inf}, InvalidArgumentError, "std_error = inf: expected a number above 0"),
        ({"num_threads": 0}, InvalidArgumentError, "num_threads"),
    ],
)
def test_bad_sampling(options, error, words):
    with pytest.raises(error, match=words):
        pb.equity("AA", "KK", "QQ", method="monte_carlo", **options)


@pytest.mark.parametrize("options", [{"n_samples": 0}, {"std_error": np.nan}, {"rng": -1}, {"num_threads": 0}])
def test_options_are_looked_at_whether_they_are_needed_or_not(options):
    for players in (("AhAd", "KsKh"), ("AA", "KK")):
        with pytest.raises(ValueError, match=r"expected|non-negative"):
            pb.equity(*players, board="2c7d9h", **options)


PLAIN = [
    ("AhKh", "22+, A2s+, 0.5:KQo"),
    (" QQ+,  AKs ", pb.Range("JJ-22, AhQd")),
    (pb.Range("0.25:TT+, 98s"), ["Ah", "Kd"], (11, 25)),
    (pb.CardSet("AhKd"), np.array([11, 25]), "random"),
    (pb.Range("QQ+") * 0.123456789012345678, "JJ, AKs"),
    (pb.Range.from_weights(pb.Range("QQ+").weights / 3), "TT"),
    (pb.Range("22+, 0.5:AKs").weights, "KQs", pb.Range("TT").weights.copy()),
    (["2s", "2d"], np.linspace(0, 1, 1326)),
]


@pytest.mark.parametrize("players", PLAIN, ids=str)
@pytest.mark.parametrize("board", ["Qh7h2c", "Qh7h2cTd", [40, 21, 0, 33, 5]])
@pytest.mark.parametrize("dead", [None, "6s6d"])
def test_plain_ranges_take_the_short_way(players, board, dead):
    options = {"board": board, "dead": dead}
    long, short = long_way(pb.equity)(*players, **options), pb.equity(*players, **options)
    assert short == long
    assert short.players == long.players
    if len(players) == 2:
        assert short_way(pb.equity, *players, **options) == long


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (("AhKh", "QQ+"), None, None),
        (("AhKh", "QQ+"), [], None),
        (("AhKh", "QQ+"), "Qh7h", None),
        (("AhKh", "QQ+"), "Qh7h2c3d4s5s", None),
        (("AhKh", "QQ+"), "Qh7hQh", None),
        (("AhKh", "QQ+"), "Qh7h2c", "7h"),
        (("AhKh", "AKss"), "Qh7h2c", None),
        (("AhAh", "QQ+"), "Qh7h2c", None),
        (("AhKhQh", "QQ+"), "Qh7h2c", None),
        (([51, 52], "QQ+"), "Qh7h2c", None),
        (("AhKh", "AhKd"), "Qh7h2c", None),
        (("AhKh", "AhKd, AhKs"), "Qh7h2c", None),
        (("QhQd", "22+"), "Qh7h2c", None),
        (("", "22+"), "Qh7h2c", None),
        (("22+",), "Qh7h2c", None),
        (("22+",) * 11, "Qh7h2c", None),
        (("22+", None), "Qh7h2c", None),
        (("22+", pb.Range("KK").weights.astype(">f8")), "Qh7h2c", None),
        (("22+", pb.Range("KK").weights - 1), "Qh7h2c", None),
        (("22+", np.ones(1325)), "Qh7h2c", None),
        (("random", "random", "22+"), "Qh7h2c", None),
    ],
    ids=str,
)
def test_other_ranges_take_the_long_way(players, board, dead):
    """Errors are found there, and so are counts that take long, which have a limit in seconds."""
    assert short_way(pb.equity, *players, board=board, dead=dead) is None


def test_names_of_plain_ranges_are_those_of_the_call():
    hand = [51, 47]
    found = pb.equity(hand, " QQ+,   AKs", pb.Range("TT, 99"), board="Qh7h2cTdJs")
    hand[:] = [0, 1]
    assert found.players == ("AsKs", "QQ+, AKs", "TT-99")
