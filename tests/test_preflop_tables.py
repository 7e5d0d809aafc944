"""All starting hands against all before the flop: against counting every board, and what must add up."""

import json
from pathlib import Path

import numpy as np
import pytest

import oracles
import pokerbits as pb

BOARDS = 1_712_304
COMBOS = np.array(pb.COMBOS)
CLASSES = pb.cards.hand_class(COMBOS)
REFERENCE = json.loads((Path(__file__).parent / "data/equity/exact_equities.json").read_text(encoding="utf-8"))["cases"]


@pytest.fixture(scope="module")
def counts():
    return pb.preflop_counts()


@pytest.fixture(scope="module")
def meet():
    return oracles.apart()


@pytest.fixture(scope="module")
def renamed():
    """Every combo under a suit permutation that moves all suits."""
    return pb.cards.combo_id(COMBOS - COMBOS % 4 + np.array([2, 3, 1, 0])[COMBOS % 4])


def test_shapes_and_dtypes():
    matrix = pb.preflop_equities()
    assert (matrix.dtype, matrix.shape, matrix.flags.writeable) == (np.float64, (169, 169), True)
    combos = pb.preflop_counts()
    assert (combos.dtype, combos.shape, combos.flags.writeable) == (np.uint32, (1326, 1326, 2), True)


def test_combos_equal_counting_every_board(counts, meet):
    rng = np.random.default_rng(4)
    pairs = rng.integers(0, 1326, (300, 2))
    pairs = pairs[meet[pairs[:, 0], pairs[:, 1]]]
    # Suit permutations that swap the hands, that fix one, and flushes over flushes.
    texts = [("AcAd", "AhAs"), ("AhKh", "AdKd"), ("AhKd", "AdKh"), ("2c2d", "2h2s"), ("7h2c", "2d7s"), ("AsQs", "KsJs")]
    pairs = np.concatenate([pairs, [[pb.cards.combo_id(hand) for hand in pair] for pair in texts]])
    found = pb.equity_rows(COMBOS[pairs])
    assert np.array_equal(counts[pairs[:, 0], pairs[:, 1]], found.shares[:, 0])
    assert np.array_equal(counts[pairs[:, 1], pairs[:, 0]], found.shares[:, 1])


def test_mirror_images_add_up_to_all_boards(counts, meet):
    wins, ties = np.moveaxis(counts.astype(np.int64), -1, 0)
    assert np.array_equal(wins + wins.T + ties, BOARDS * meet)
    assert np.array_equal(ties, ties.T)
    matrix = pb.preflop_equities()
    assert np.abs(matrix + matrix.T - 1).max() < 1e-15
    assert np.array_equal(np.diag(matrix), np.full(169, 0.5))


def test_suit_permutations_change_nothing(counts, renamed):
    assert np.array_equal(counts[np.ix_(renamed, renamed)], counts)


def test_classes_are_means_of_combos(counts, meet):
    of_class = np.eye(169)[CLASSES]  # floats, which hold these integers and multiply faster
    halves = of_class.T @ (2.0 * counts[..., 0] + counts[..., 1]) @ of_class
    played = 2 * BOARDS * (of_class.T @ meet @ of_class)
    assert np.array_equal(pb.preflop_equities(), halves / played)


def test_aces_average_to_aces_against_random(counts, meet):
    aces = pb.HAND_CLASSES.index("AA")
    others = np.array([meet[aces == CLASSES][:, other == CLASSES].sum() for other in range(169)])
    assert others.sum() == 6 * 1225
    odds = pb.odds_vs_random("AsAh")
    assert np.average(pb.preflop_equities()[aces], weights=others) == pytest.approx(odds.equity[()], abs=1e-15)
    ours = counts[pb.cards.combo_id("AsAh")].sum(axis=0, dtype=np.int64)
    assert (ours[0], (ours[1],)) == (odds.counts[1].wins, odds.counts[1].ties)


def test_reference_answers(counts):
    compared = 0
    for case in REFERENCE:
        if case["board"] or case["dead"] or len(case["ranges"]) != 2:
            continue
        held = [pb.Range(text).weights.astype(np.int64) for text in case["ranges"]]
        wins, ties = np.moveaxis(counts.astype(np.int64), -1, 0)
        of_both = [held[0] @ wins @ held[1], held[1] @ wins @ held[0], held[0] @ ties @ held[1]]
        assert of_both == case["wins_by_player_mask"][1:], case["ranges"]
        compared += 1
    assert compared == 6


def test_a_row_can_be_drawn():
    pytest.importorskip("matplotlib").use("Agg")
    axes = pb.plot.hand_matrix(pb.preflop_equities()[pb.HAND_CLASSES.index("AKs")], title="AKs")
    assert axes.get_title() == "AKs"
