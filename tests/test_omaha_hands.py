"""Every hand of Omaha at once, hands against a random one before the flop, and the order of starting hands."""

from math import comb

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidArgumentError, InvalidCardError

HANDS = comb(52, 4)
SHOWDOWNS = comb(48, 4) * comb(44, 5)
RIVER = "Qs Js 7s 2c 2d"
# With few cards left there are few runouts.
DEAD = "2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s8c8d8h8s"
omaha_hand_id = pb.cards.omaha_hand_id


def one_by_one(hand, board, dead="", weights=None):
    """Return wins, ties and all showdowns of a hand on a whole board."""
    every = pb.OmahaRange("*").hands
    known = pb.cards.parse_cards(hand + board + dead)
    others = np.flatnonzero(~np.isin(every, known).any(axis=1))
    strengths, own = pb.evaluate_omaha(every[others], board), pb.evaluate_omaha(hand, board)
    of = np.ones(len(others)) if weights is None else weights[others]
    return of[strengths < own].sum(), of[strengths == own].sum(), of.sum()


def test_ids_are_places_in_the_list_of_all_hands():
    every = pb.OmahaRange("*").hands
    assert (omaha_hand_id(every) == np.arange(HANDS)).all()
    shuffled = np.random.default_rng(1).permuted(every[::1000], axis=1)
    assert (omaha_hand_id(shuffled) == np.arange(HANDS)[::1000]).all()
    assert isinstance(omaha_hand_id("2c2d2h2s"), np.uint32)
    assert omaha_hand_id(["AsAhAdAc", "3c2h2d2c"]).tolist() == [270_724, 1]
    assert omaha_hand_id(np.zeros((0, 4), dtype=np.uint8)).shape == (0,)
    with pytest.raises(CardCountError, match="expected 4 cards, found 2"):
        omaha_hand_id("AsAh")
    with pytest.raises(DuplicateCardError, match="card As") as caught:
        omaha_hand_id(["AsAhAdAc", "AsKhKdAs"])
    assert caught.value.row == 1
    with pytest.raises(InvalidCardError):
        omaha_hand_id([[0, 1, 2, 52]])


@pytest.mark.parametrize("board", [RIVER, "QsJhTd9c8h", "KsKhKdKc2s", "2s3s4s5s6s"])
def test_hands_of_a_river_equal_counting_one_by_one(board):
    rng = np.random.default_rng(len(board))
    weights = rng.choice([0, 0.25, 0.5, 1], HANDS)
    left = np.setdiff1d(np.arange(52), pb.cards.parse_cards(board))
    against_all, against_range = pb.combo_equity("*", board, game="omaha"), pb.combo_equity(weights, board, game="plo")
    assert np.isnan(against_all).sum() == HANDS - comb(47, 4)
    for _ in range(3):
        hand = pb.cards.format_cards(rng.choice(left, 4, replace=False).tolist())
        for found, of in ((against_all, None), (against_range, weights)):
            wins, ties, total = one_by_one(hand, board, weights=of)
            assert found[omaha_hand_id(hand)] == (2 * wins + ties) / (2 * total)


def test_hands_before_the_river_equal_the_mean_over_runouts():
    board, dead = "QsJs7s2c", DEAD
    rivers = [card for card in pb.cards.CARD_NAMES if card not in board + dead]
    assert len(rivers) == 25
    for villain in ("random", "AA, KK$ds, T9"):
        turn = pb.combo_equity(villain, board, game="omaha", dead=dead)
        river = pb.combo_equity(villain, [board + card for card in rivers], game="omaha", dead=dead)
        assert river.shape == (25, HANDS)
        if villain == "random":
            # Every river has as many hands of the opponent: E[HS] is the mean of HS.
            held = ~np.isnan(turn)
            mean = np.nanmean(river[:, held], axis=0)
            assert np.abs(mean - turn[held]).max() < 1e-12
        for hand in ("AsKsKh9d", "TcTd7c7d"):
            exact = pb.equity(hand, villain, board=board, dead=dead, game="omaha")
            assert turn[omaha_hand_id(hand)] == exact.equity[0]


def test_a_flop_equals_the_equity_of_single_hands():
    board, villain, known = "7s Td 2c", "(AsKs), QQ$ds, JT", {"game": "omaha", "dead": DEAD}
    found = pb.combo_equity(villain, board, **known)
    for hand in ("AhAdKhKd", "9h9cTcJc"):
        assert found[omaha_hand_id(hand)] == pb.equity(hand, villain, board=board, **known).equity[0]


def test_neither_threads_nor_shape_nor_out_matter():
    boards = np.array([[pb.cards.parse_cards("QsJs7s2c"), pb.cards.parse_cards("Ah7d2c9s")]])
    for villain in ("*", "AA$ds, JT97"):
        found = pb.combo_equity(villain, boards, game="omaha", dead=DEAD, num_threads=1)
        assert found.shape == (1, 2, HANDS)
        out = np.empty((1, 2, HANDS))
        assert pb.combo_equity(villain, boards, game="omaha", dead=DEAD, num_threads=3, out=out) is out
        assert np.array_equal(found, out, equal_nan=True)
        again = pb.combo_equity(villain, boards[0, 1], game="Omaha", dead=DEAD)
        assert np.array_equal(again, found[0, 1], equal_nan=True)
    assert pb.combo_equity("AA", np.zeros((0, 5), dtype=np.uint8), game="omaha").shape == (0, HANDS)


def test_a_range_is_its_weights():
    aces = pb.OmahaRange("AA")
    weights = np.zeros(HANDS)
    weights[omaha_hand_id(aces.hands)] = 0.3
    found = [pb.combo_equity(of, RIVER, game="omaha") for of in (aces, "AA", weights, (weights * 10).astype(int))]
    assert all(np.array_equal(found[0], other, equal_nan=True) for other in found[1:])
    # Whoever holds three aces blocks all hands with two.
    assert np.isnan(found[0][omaha_hand_id("AsAhAd3c")])


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (["AA"], {}, InvalidArgumentError, "before the flop"),
        (["*"], {"dead": "As"}, InvalidArgumentError, "before the flop"),
        (["AA", "AsKsQsJsTs9s"], {}, CardCountError, "boards"),
        (["AA", "AsKsQs"], {"dead": "As"}, DuplicateCardError, "card As"),
        ([pb.Range("AA"), RIVER], {}, CardCountError, "a Range of two cards"),
        ([pb.OmahaRange("AA", 5), RIVER], {}, CardCountError, "found one of 5"),
        ([np.ones(1326), RIVER], {}, InvalidArgumentError, "expected 270725 numbers"),
        ([np.ones((1, HANDS)), RIVER], {}, InvalidArgumentError, "expected one row"),
        ([-np.ones(HANDS), RIVER], {}, InvalidArgumentError, "the weight of hand 0 is -1"),
        ([np.full(HANDS, np.nan), RIVER], {}, InvalidArgumentError, "the weight of hand 0 is NaN"),
        (["AA", RIVER], {"game": "omaha5"}, InvalidArgumentError, "expected 'holdem' or 'omaha'"),
        ([pb.OmahaRange("AA"), RIVER], {"game": "holdem"}, InvalidArgumentError, 'needs game="omaha"'),
        (["AA", RIVER], {"executor": object()}, InvalidArgumentError, "threads only"),
    ],
)
def test_what_cannot_be_counted_is_refused(arguments, options, error, message):
    with pytest.raises(error, match=message):
        pb.combo_equity(*arguments, **{"game": "omaha"} | options)


# Before the flop


def test_hands_against_a_random_hand_are_looked_up():
    """Wins and ties of the best hand, of AAKK double-suited, and of four aces, which cannot tie."""
    for hand, wins, ties in (
        ("AsAhTsTh", 150_788_051_334, 716_144_420),
        ("AsAhKsKh", 148_999_832_330, 707_700_224),
        ("AsAhAdAc", 109_621_924_800, 0),
    ):
        for players in ((hand, "random"), ("*", hand)):
            result = pb.equity(*players, game="omaha", max_seconds=1)
            own = result.counts[players.index(hand)]
            assert (result.method, result.n, own.total) == ("exact", SHOWDOWNS, SHOWDOWNS)
            assert (own.wins, own.tied) == (wins, ties)
    assert f"{pb.equity('AsKsQhJh', 'random', game='omaha').equity[0]:.5f}" == "0.61074"


def test_samples_are_about_the_table():
    for hand in ("AsAhTsTh", "7c2d2h9s"):
        exact = pb.equity(hand, "random", game="omaha")
        sampled = pb.equity(hand, "random", game="omaha", method="monte_carlo", n_samples=200_000, rng=1)
        assert (exact.method, sampled.method) == ("exact", "monte_carlo")
        assert np.abs(exact.equity - sampled.equity).max() < 4.5 * sampled.std_error[0]


def test_a_range_against_a_random_hand_is_the_sum_of_its_hands():
    aces = pb.OmahaRange("AAAx")
    result = pb.equity(aces, "random", game="omaha")
    singles = [pb.equity(hand, "random", game="omaha").counts[0] for hand in aces]
    assert result.counts[0].wins == sum(of.wins for of in singles)
    assert result.counts[0].tied == sum(of.tied for of in singles)
    assert result.n == len(aces) * SHOWDOWNS
    assert pb.equity("*", "random", game="omaha", method="exact").equity.tolist() == [0.5, 0.5]


def test_with_known_cards_there_is_no_table():
    result = pb.equity("AsAhKsKh", "random", game="omaha", dead="2c", n_samples=100, rng=1)
    assert result.method == "monte_carlo"
    high_low = pb.equity("AsAhKsKh", "random", game="omaha_hilo", n_samples=100, rng=1)
    assert high_low.method == "monte_carlo"


def test_all_hands_before_the_flop():
    equities = pb.combo_equity("random", game="omaha")
    assert equities.mean() == pytest.approx(0.5, abs=1e-13)
    # The ten best hands up to suits; the first three are known from another count.
    classes = pb.HandIndexer((4,)).index(pb.OmahaRange("*").hands)
    _, first = np.unique(classes, return_index=True)
    best = first[np.argsort(-equities[first])[:10]]
    ranks = ["".join(sorted(hand[::2], key="23456789TJQKA".index)[::-1]) for hand in hands_of(best)]
    assert ranks == ["AATT", "AAJJ", "AAQQ", "AA55", "AA99", "AAKK", "AAJT", "AA88", "AA77", "AAT9"]
    for place, hand in zip(best, hands_of(best), strict=True):
        assert hand in pb.OmahaRange("$ds")
        assert equities[place] == pb.equity(hand, "random", game="omaha").equity[0]


def hands_of(ids):
    return [pb.cards.format_cards(hand) for hand in pb.OmahaRange("*").hands[ids].tolist()]


# The order of starting hands


def test_the_percentile_of_a_hand_is_the_share_of_the_smallest_range_with_it():
    for game, top, hands in (
        ("holdem", pb.Range.top, ["AsAh", "7c2d", "AsKs", "3c2d"]),
        ("omaha", pb.OmahaRange.top, ["AsAhTsTh", "AsKsQhJh", "7c2d2h9s", "2c2d2h2s"]),
    ):
        shares = pb.hand_percentile(hands, game=game)
        assert shares.shape == (4,)
        assert isinstance(pb.hand_percentile(hands[0], game=game), np.float64)
        size = len(hands[0]) // 2
        indexer, n = pb.HandIndexer((size,)), comb(52, size)
        for hand, share in zip(hands, shares.tolist(), strict=True):
            best, equal = top(share), int(indexer.multiplicity(indexer.index(hand)))
            assert hand in best
            assert len(best) == round(share * n)
            assert hand not in top((len(best) - equal) / n)


def test_percentiles_have_the_order_of_equities():
    equities = pb.combo_equity("random", game="omaha")
    shares = pb.hand_percentile(pb.OmahaRange("*").hands, game="PLO")
    order = np.argsort(-equities, kind="stable")
    assert (np.diff(shares[order]) >= 0).all()
    assert (shares.min(), shares.max()) == (6 / HANDS, 1)
    # A share is the number of hands that are at least as good.
    of_class = np.sort(shares)
    assert np.array_equal(np.searchsorted(of_class, shares, side="right"), np.round(shares * HANDS))
    combos = pb.hand_percentile(pb.COMBOS)
    best = np.argsort(-pb.preflop_equities().mean(axis=1))[:1]
    assert pb.hand_percentile(pb.COMBOS).min() == 6 / 1326 == combos[pb.cards.combo_id("AsAh")]
    assert pb.HAND_CLASSES[int(best[0])] == "AA"


def test_percentages_are_ranges():
    best = pb.OmahaRange("15%")
    assert len(best) == 40_616
    assert best == pb.OmahaRange.top(0.15)
    shares = pb.hand_percentile(best.hands, game="omaha")
    assert shares.max() < 0.1501
    assert pb.OmahaRange("5%-15%") == best - pb.OmahaRange("5%")
    assert pb.OmahaRange("0%, AAAA") == pb.OmahaRange("AAAA")
    assert eval(repr(best), {"OmahaRange": pb.OmahaRange}) == best
    assert pb.OmahaRange((best & pb.OmahaRange("AA, KK")).text) == best & pb.OmahaRange("AA, KK")
    assert (len(pb.OmahaRange.top(1)), len(pb.OmahaRange.top(0))) == (HANDS, 0)
    for wrong in (1.5, -0.1, float("nan")):
        with pytest.raises(pb.exceptions.InvalidRangeError, match="expected a number from 0 to 1"):
            pb.OmahaRange.top(wrong)


def test_wrong_games_and_hands_have_no_percentile():
    with pytest.raises(InvalidArgumentError, match="expected 'holdem' or 'omaha', found 'omaha5'"):
        pb.hand_percentile("AsAhKsKh2c", game="omaha5")
    with pytest.raises(CardCountError):
        pb.hand_percentile("AsAh", game="omaha")
    with pytest.raises(CardCountError):
        pb.hand_percentile("AsAhKsKh")
    with pytest.raises(DuplicateCardError):
        pb.hand_percentile("AsAhKsAs", game="omaha")
