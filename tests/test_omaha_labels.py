"""Buckets of all Omaha hands on a board: they equal slow counts, and suit-isomorphic boards have the same."""

from itertools import permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerbits as pb
from pokerbits.abstraction import PercentileBuckets
from pokerbits.cards import omaha_hand_id, parse_cards
from pokerbits.endgame import _omaha_labels as module
from pokerbits.endgame import omaha_labels
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidArgumentError, InvalidCardError

HANDS = comb(52, 4)
RIVER, TURN, FLOP = "Ks7d2c9s4h", "Ks7d2c9s", "Ks7d2c"
FEATURES = ("ehs", "ehs2", "histogram", "ochs")
FEW = ["KhKd8h7h", "QsJsTd8d", "AsQsJd3h", "9h9d8c5c", "3c3d3h3s"]
EVERY = pb.OmahaRange("*").hands
BITS = np.bitwise_or.reduce(np.uint64(1) << EVERY.astype(np.uint64), axis=1)


def free_of(board):
    """Return whether each hand has no card of the board."""
    return BITS & np.uint64(sum(1 << int(card) for card in parse_cards(board))) == 0


def permuted(cards, suits):
    """Return cards with their suits permuted."""
    return cards // 4 * 4 + np.array(suits, dtype=np.uint8)[cards % 4]


def river_strengths(turn, hand):
    """Return HS of a hand on every river, by comparing it with every hand that an opponent can hold."""
    found = []
    for river in (name for name in pb.cards.CARD_NAMES if name not in turn + hand):
        whole, others = turn + river, EVERY[free_of(turn + river + hand)]
        strengths, own = pb.evaluate_omaha(others, whole), pb.evaluate_omaha(hand, whole)
        found.append(((strengths < own).sum() + (strengths == own).sum() / 2) / len(others))
    return np.array(found)


def share_buckets(rows, labels):
    """Return whether equal rows have equal labels."""
    if rows.ndim > 1:
        rows = (
            rows.astype(np.uint64) * np.random.default_rng(1).integers(1 << 60, size=rows.shape[1], dtype=np.uint64)
        ).sum(axis=1)
    _, first, which = np.unique(rows, return_index=True, return_inverse=True)
    return np.array_equal(labels[first][which], labels)


def cost(rows, labels):
    """Return the sum of distances of rows from the medians of their buckets."""
    return sum(
        np.abs(of - np.median(of, axis=0)).sum() for of in (rows[labels == label] for label in np.unique(labels))
    )


@pytest.mark.parametrize("board", [RIVER, TURN, pytest.param(FLOP, marks=pytest.mark.slow)])
def test_percentiles_of_equities(board):
    n = 12
    found, equities = omaha_labels(board, n_buckets=n), pb.combo_equity("random", board, game="omaha")
    free = free_of(board)
    assert found.dtype == np.int32
    assert found.shape == (HANDS,)
    assert np.array_equal(found > 0, free)
    assert np.array_equal(found[free], 1 + PercentileBuckets(n).fit(equities[free]).labels_)
    least, most = ([of(equities[found == label]) for label in range(1, n + 1)] for of in (np.min, np.max))
    assert all(high < low for high, low in zip(most, least[1:], strict=False))
    # Sizes differ by no more than the hands that tie.
    _, ties = np.unique(equities[free], return_counts=True)
    assert np.ptp(np.bincount(found)[1:]) <= 2 * ties.max()


@pytest.mark.parametrize("feature", ["ehs", "ehs2", "histogram"])
def test_a_river_with_enough_buckets_has_one_for_each_strength(feature):
    free = free_of(RIVER)
    strengths = pb.evaluate_omaha(EVERY[free], RIVER)
    # Hands of equal strength block other hands of the opponent, so that HS may differ.
    equities = pb.combo_equity("random", RIVER, game="omaha")[free]
    distinct, ranks = np.unique(equities, return_inverse=True)
    found = omaha_labels(RIVER, n_buckets=comb(47, 4), feature=feature)[free]
    assert np.array_equal(found, 1 + ranks)
    assert len(distinct) >= len(np.unique(strengths))


@pytest.mark.parametrize("feature", ["ehs", "ehs2", "histogram"])
def test_river_buckets_rise_with_hand_strength(feature):
    equities = pb.combo_equity("random", RIVER, game="omaha")
    found = omaha_labels(RIVER, n_buckets=20, feature=feature)
    order = np.argsort(equities[found > 0], kind="stable")
    assert set(np.diff(found[found > 0][order])) == {0, 1}
    assert found.max() == 20
    assert share_buckets(equities[found > 0], found[found > 0])


def test_squares_of_a_turn_equal_slow_counts():
    found = omaha_labels(TURN, n_buckets=comb(48, 4), feature="ehs2")
    # The same hand with suits swapped that the board does not tell apart, and others in between.
    slow = {hand: float((river_strengths(TURN, hand) ** 2).mean()) for hand in FEW}
    held = np.flatnonzero(free_of(TURN))
    sums = module._sums_of_squares(parse_cards(TURN), held, 1, None)
    for hand, mean in slow.items():
        at = np.searchsorted(held, omaha_hand_id(hand))
        assert sums[at] / (44 * module._HALF_WINS**2) == pytest.approx(mean, rel=1e-13)
    by_label = sorted(FEW, key=lambda hand: found[omaha_hand_id(hand)])
    assert by_label == sorted(FEW, key=slow.get)
    # With enough buckets a bucket is a value.
    assert np.array_equal(found[held], 1 + np.unique(sums, return_inverse=True)[1])
    # They are not the buckets of E[HS].
    assert not np.array_equal(omaha_labels(TURN, n_buckets=10, feature="ehs2"), omaha_labels(TURN, n_buckets=10))


def test_histograms_of_a_turn_equal_slow_counts():
    held = np.flatnonzero(free_of(TURN))
    rows = module._histograms(parse_cards(TURN), held, 1, None)
    assert (rows.sum(axis=1) == 44).all()
    for hand in FEW[:3]:
        counts, _ = np.histogram(river_strengths(TURN, hand), bins=50, range=(0, 1))
        assert np.array_equal(rows[np.searchsorted(held, omaha_hand_id(hand))], counts)
    found = omaha_labels(TURN, n_buckets=15, feature="histogram")[held]
    assert set(found) == set(range(1, 16))
    assert share_buckets(rows, found)
    # The earth mover's distance is the sum of differences of cumulated counts.
    levels = rows.cumsum(axis=1)
    assert cost(levels, found) < 0.8 * cost(levels, omaha_labels(TURN, n_buckets=15)[held])


def test_every_strength_is_in_its_bin():
    wins = np.arange(module._HALF_WINS + 1)
    assert np.array_equal(module._bins(wins / module._HALF_WINS), np.minimum(wins * 50 // module._HALF_WINS, 49))
    assert np.array_equal(module._half_wins(wins / module._HALF_WINS), wins)


def test_clusters_of_opponents_are_slices_of_all_hands_before_the_flop():
    held = np.flatnonzero(free_of(RIVER))
    rows = module._against_clusters(parse_cards(RIVER), held, 1, None)
    order = pb.combo_equity("random", game="omaha")
    slices = PercentileBuckets(8).fit(order).labels_
    assert np.ptp(np.bincount(slices)) < 100
    for hand in FEW[:2]:
        for number in (0, 7):
            villain = pb.OmahaRange.from_hands(EVERY[slices == number])
            exact = pb.equity(hand, villain, board=RIVER, game="omaha").equity[0]
            assert rows[np.searchsorted(held, omaha_hand_id(hand)), number] == exact
    assert np.isfinite(rows).all()
    found = omaha_labels(RIVER, n_buckets=15, feature="ochs")[held]
    assert set(found) == set(range(1, 16))

    def spread(labels):
        return sum(((of - of.mean(axis=0)) ** 2).sum() for of in (rows[labels == label] for label in range(1, 16)))

    assert spread(found) < 0.9 * spread(omaha_labels(RIVER, n_buckets=15)[held])


@pytest.mark.parametrize("feature", FEATURES)
@pytest.mark.parametrize("board", [RIVER, pytest.param(TURN, marks=pytest.mark.slow)])
def test_mean_equity_rises_with_labels(feature, board):
    equities = pb.combo_equity("random", board, game="omaha")
    found = omaha_labels(board, n_buckets=9, feature=feature)
    assert np.array_equal(found > 0, free_of(board))
    means = [equities[found == label].mean() for label in range(1, 10)]
    assert means == sorted(means)
    assert found.max() == 9


@pytest.mark.parametrize(
    ("feature", "board"),
    [
        *((feature, "Ks7s2s9d9c") for feature in FEATURES),
        *(pytest.param(feature, TURN, marks=pytest.mark.slow) for feature in FEATURES),
    ],
)
def test_suit_isomorphic_boards_have_the_same_buckets(feature, board):
    cards = parse_cards(board)
    found = omaha_labels(cards, n_buckets=30, feature=feature)
    for suits in [(1, 2, 3, 0), (3, 2, 1, 0), (1, 0, 2, 3)]:
        other = omaha_labels(permuted(cards, suits)[::-1], n_buckets=30, feature=feature)
        assert np.array_equal(other[omaha_hand_id(permuted(EVERY, suits))], found)


@settings(max_examples=8, deadline=None)
@given(st.data())
def test_symmetric_hands_of_any_board_share_buckets(data):
    size = data.draw(st.sampled_from([4, 5]))
    cards = np.array(data.draw(st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True)), dtype=np.uint8)
    suits = data.draw(st.permutations(range(4)))
    found, other = omaha_labels([cards, permuted(cards, suits)], n_buckets=50)
    assert np.array_equal(other[omaha_hand_id(permuted(EVERY, suits))], found)


def test_hands_that_differ_by_a_symmetry_of_the_board_share_buckets():
    board = parse_cards("Ks7s2sKh4h")
    for feature in FEATURES:
        found = omaha_labels(board, n_buckets=40, feature=feature)
        # Clubs and diamonds can be exchanged.
        assert np.array_equal(found[omaha_hand_id(permuted(EVERY, (1, 0, 2, 3)))], found)
    for suits in permutations(range(4)):
        ids = module._hand_ids(np.ascontiguousarray(EVERY.T), np.array(suits, dtype=np.uint8))
        assert np.array_equal(ids, omaha_hand_id(permuted(EVERY, suits)))


def test_many_boards_are_divided_one_by_one():
    boards = [RIVER, "AhKhQhJhTh", "2c2d2h2sAs", "Kd7s2c9d4h"]
    for feature in ("ehs", "histogram"):
        found = omaha_labels(boards, n_buckets=10, feature=feature)
        assert found.shape == (4, HANDS)
        for board, labels in zip(boards, found, strict=True):
            assert np.array_equal(omaha_labels(board, n_buckets=10, feature=feature), labels)
    rows = np.array([parse_cards(board) for board in boards]).reshape(2, 2, 5)
    assert np.array_equal(
        omaha_labels(rows.astype(np.int64), n_buckets=10).reshape(4, HANDS), omaha_labels(boards, n_buckets=10)
    )
    assert omaha_labels(np.zeros((0, 5), dtype=np.uint8), n_buckets=10).shape == (0, HANDS)


def test_few_distinct_features_make_few_buckets():
    assert set(omaha_labels(RIVER, n_buckets=1)) == {0, 1}
    n = len(np.unique(pb.combo_equity("random", RIVER, game="omaha")[free_of(RIVER)]))
    assert omaha_labels(RIVER, n_buckets=10_000).max() == n
    assert omaha_labels(RIVER, n_buckets=10_000, feature="histogram").max() == n
    assert omaha_labels(RIVER, n_buckets=n + 1).max() == n


@pytest.mark.parametrize(("feature", "board"), [("ehs2", TURN), ("histogram", TURN), ("ochs", RIVER)])
def test_neither_threads_nor_seeds_of_the_same_number_matter(feature, board):
    found = omaha_labels(board, n_buckets=40, feature=feature, num_threads=1)
    again = omaha_labels(board, n_buckets=40, feature=feature, num_threads=3, rng=np.random.default_rng(0))
    assert np.array_equal(again, found)
    other = omaha_labels(board, n_buckets=40, feature=feature, rng=1)
    assert np.array_equal(other, found) == (feature == "ehs2")


@pytest.mark.parametrize("feature", FEATURES)
def test_progress_counts_to_the_end(feature):
    told = []
    board = RIVER if feature == "ochs" else TURN
    omaha_labels([board, board], n_buckets=5, feature=feature, progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]
    assert len({total for _, total in told}) == 1


@pytest.mark.parametrize(
    ("board", "n_buckets", "options", "error", "message"),
    [
        ("Ks7d", 5, {}, CardCountError, "boards: expected 3, 4 or 5 cards, found 2"),
        ("", 5, {}, CardCountError, "boards: expected 3, 4 or 5 cards, found 0"),
        ("Ks7d2c9s4h3h", 5, {}, CardCountError, "boards: expected 3, 4 or 5 cards, found 6"),
        (["Ks7d2c", "Ks7d2c9s"], 5, {}, CardCountError, "boards: rows of different lengths"),
        ([RIVER, "Ks7d2c9sKs"], 5, {}, DuplicateCardError, "row 1: card Ks"),
        ([[0, 1, 52]], 5, {}, InvalidCardError, "52"),
        ([0, 1, 2.5], 5, {}, TypeError, "boards: expected integers"),
        ([0, 1, np.nan], 5, {}, InvalidArgumentError, "boards: a value is missing, found nan"),
        (None, 5, {}, TypeError, "boards: expected text"),
        (RIVER, 0, {}, InvalidArgumentError, "n_buckets = 0: expected 1 to 178,365"),
        (RIVER, -1, {}, InvalidArgumentError, "n_buckets = -1: expected 1 to 178,365"),
        (RIVER, 178_366, {}, InvalidArgumentError, "n_buckets = 178366: expected 1 to 178,365"),
        (TURN, 194_581, {}, InvalidArgumentError, "n_buckets = 194581: expected 1 to 194,580"),
        (FLOP, 211_877, {}, InvalidArgumentError, "n_buckets = 211877: expected 1 to 211,876"),
        (RIVER, 5.0, {}, TypeError, "n_buckets = 5.0: expected an integer"),
        (RIVER, None, {}, TypeError, "n_buckets = None: expected an integer"),
        (
            RIVER,
            5,
            {"feature": "EHS"},
            InvalidArgumentError,
            r"feature: expected .*, found 'EHS' \(did you mean 'ehs'\?\)",
        ),
        (
            RIVER,
            5,
            {"feature": "potential"},
            InvalidArgumentError,
            "feature: expected 'ehs', 'ehs2', 'histogram' or 'ochs'",
        ),
        (RIVER, 5, {"feature": None}, TypeError, "feature: expected"),
        (RIVER, 5, {"rng": "seed"}, InvalidArgumentError, "rng: expected a seed or a generator"),
        (RIVER, 5, {"num_threads": 0}, InvalidArgumentError, "num_threads = 0"),
        (RIVER, 5, {"progress": 3}, TypeError, "progress: expected None, True or a function"),
    ],
)
def test_wrong_arguments_are_refused(board, n_buckets, options, error, message):
    with pytest.raises(error, match=message):
        omaha_labels(board, n_buckets=n_buckets, **options)


@pytest.mark.slow
@pytest.mark.parametrize("feature", FEATURES)
def test_flops(feature):
    found = omaha_labels("Ks7s2s", n_buckets=50, feature=feature)
    assert np.array_equal(found > 0, free_of("Ks7s2s"))
    assert found.max() == 50
    # All suits but spades can be exchanged.
    assert np.array_equal(found[omaha_hand_id(permuted(EVERY, (1, 2, 0, 3)))], found)
    # OCHS takes a minute for each board.
    if feature != "ochs":
        other = omaha_labels("2d7dKd", n_buckets=50, feature=feature, num_threads=1)
        assert np.array_equal(other[omaha_hand_id(permuted(EVERY, (0, 3, 2, 1)))], found)


@pytest.mark.slow
def test_features_of_a_flop_are_means_of_its_turns():
    """E[HS] and E[HS^2] of a flop are the means over its turns, of which each hand blocks four."""
    board = parse_cards(FLOP)
    held = np.flatnonzero(free_of(FLOP))
    sums, rows = (of(board, held, 2, None) for of in (module._sums_of_squares, module._histograms))
    by_turn, rows_by_turn = np.zeros(HANDS), np.zeros((HANDS, 50))
    for card in np.setdiff1d(np.arange(52), board):
        turn = np.array([*board, card], dtype=np.uint8)
        free = np.flatnonzero(free_of(pb.cards.format_cards(turn)))
        by_turn[free] += module._sums_of_squares(turn, free, 2, None)
        rows_by_turn[free] += module._histograms(turn, free, 2, None)
    # Each runout comes in two orders.
    assert np.array_equal(by_turn[held], 2 * sums)
    assert np.array_equal(rows_by_turn[held], 2 * rows.astype(int))
