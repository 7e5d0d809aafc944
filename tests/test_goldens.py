"""Golden values: counts of all hands from the rules, and checksums of what a release must not change.

Other tests say that the numbers are right; the checksums of `data/checksums.json` say that they are the same as ever,
at every CPU level and on every system. The sums are of little-endian bytes, random choices are NumPy's raw Philox
words, which NumPy promises not to change. A test that fails names what it found.
"""

import hashlib
import json
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

import oracles
import pokerbits as pb

CHECKSUMS = json.loads((Path(__file__).parent / "data" / "checksums.json").read_text(encoding="utf-8"))

# High card first. Of five and seven cards as the books have them; of six as `oracles.category_counts` counts them.
CENSUS = {
    5: [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40],
    6: [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844],
    7: [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584],
}

BOARD_CARDS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}


def checksum(array):
    """Return the SHA-256 of an array's little-endian bytes; whatever NaN looks like, it counts as -1."""
    if array.dtype.kind == "f":
        array = np.nan_to_num(array, nan=-1.0)
    return hashlib.sha256(np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<")).data).hexdigest()


def dealt(n, size):
    """Return `n` random hands, the same with any NumPy: the order of 52 random words is a shuffled deck."""
    words = np.random.Philox(key=52, counter=0).random_raw(52 * n).reshape(n, 52)
    return words.argsort(axis=1)[:, :size].astype(np.uint8)


# Counts of all hands


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_census_of_all_hands(size):
    assert oracles.category_counts(size) == CENSUS[size]
    assert sum(CENSUS[size]) == comb(52, size)
    assert list(pb.evaluator.category_census(size).values()) == CENSUS[size]


# The evaluator


def test_strengths_of_all_hands_of_five(five_card_hands):
    strengths = pb.evaluate(five_card_hands)
    assert strengths.dtype == np.uint16
    assert checksum(strengths) == CHECKSUMS["strengths of all hands of 5"]


@pytest.mark.parametrize("size", [6, 7])
def test_strengths_of_random_hands(size):
    hands = dealt(100_000, size)
    strengths = pb.evaluate(hands)
    assert (strengths[:300] == oracles.strengths(hands[:300])).all()
    assert checksum(strengths) == CHECKSUMS[f"strengths of random hands of {size}"]


def test_strengths_of_all_combos_on_random_boards():
    boards = dealt(500, 5)
    strengths = pb.evaluate_combos(boards)
    free = ~np.isin(pb.COMBOS, boards[0]).any(axis=1)
    rows = np.hstack([pb.COMBOS[free], np.tile(boards[0], (free.sum(), 1))])
    assert (strengths[0, free] == oracles.strengths(rows)).all()
    assert checksum(strengths) == CHECKSUMS["strengths of all combos on random boards"]


# Tables of hand strength

TABLES = [
    *((kind, "preflop") for kind in ("ehs", "ehs2", "histogram", "ochs")),
    ("ehs", "flop"),
    ("ehs2", "flop"),
    ("ehs", "turn"),
    ("ehs2", "turn"),
    ("ehs", "river"),
]


@pytest.mark.parametrize(("kind", "street"), TABLES)
def test_tables(kind, street):
    counts = pb.strength_table(kind, street=street, dtype="counts")
    if kind == "ehs" and street != "river":
        # Of two random hands each wins as often: together all hands have half of what there is.
        weights = pb.strength.STREET_INDEXERS[street].multiplicity(range(len(counts)))
        deals = comb(52, 2) * comb(50, BOARD_CARDS[street])
        runouts = comb(50 - BOARD_CARDS[street], 5 - BOARD_CARDS[street])
        assert int((counts.astype(np.uint64) * weights).sum()) == deals * runouts * 990
    assert checksum(counts) == CHECKSUMS[f"table {kind}, {street}, counts"]


@pytest.mark.parametrize(
    ("game", "street"), [("short_deck", "preflop"), ("short_deck", "river"), ("royal", "flop"), ("leduc", "flop")]
)
@pytest.mark.parametrize("kind", ["ehs", "ehs2", "ochs"])
def test_tables_of_other_decks(kind, game, street):
    counts = pb.strength_table(kind, street=street, game=game, dtype="counts")
    assert checksum(counts) == CHECKSUMS[f"table {kind}, {game} {street}, counts"]


# Average rank strength


@pytest.mark.parametrize("street", ["flop", "turn", "river"])
def test_average_rank_strength_tables(street):
    table = pb.strength.ars_table(street)
    assert table.shape == (7463, 169)
    assert checksum(table) == CHECKSUMS[f"average rank strength, {street}"]


def hand_strengths(hole, board):
    """Return 2 * wins + ties against every other hand, for each runout of a board, by the rules."""
    for runout in combinations([card for card in range(52) if card not in {*hole, *board}], 5 - len(board)):
        full = [*board, *runout]
        others = list(combinations([card for card in range(52) if card not in {*hole, *full}], 2))
        theirs = oracles.strengths(np.hstack([others, np.tile(full, (len(others), 1))]))
        ours = oracles.strengths(np.array([[*hole, *full]]))
        yield 2 * int((ours > theirs).sum()) + int((ours == theirs).sum())


@pytest.mark.parametrize(
    ("street", "hand_class", "hole", "most"),
    [
        ("turn", "AKo", "AsKd", 2),
        ("turn", "76s", "7h6h", 2),
        ("river", "QQ", "QsQd", 12),
        ("river", "AKo", "AsKd", 12),
        ("river", "76s", "7h6h", 12),
    ],
)
def test_average_rank_strength_from_its_definition(street, hand_class, hole, most):
    """The mean over all boards on which the hole cards have a strength, for some strengths that few boards give.

    All combos of a hand class are alike, so that one of them stands for the class.
    """
    hole = pb.cards.parse_cards(hole).tolist()
    boards = oracles.all_hands(BOARD_CARDS[street])
    boards = boards[~np.isin(boards, hole).any(axis=1)]
    strengths = pb.evaluate(np.hstack([np.tile(np.array(hole, dtype=np.uint8), (len(boards), 1)), boards]))
    assert len(boards) == comb(50, BOARD_CARDS[street])
    seen = np.bincount(strengths, minlength=7463)
    column = pb.strength.ars_table(street)[:, pb.HAND_CLASSES.index(hand_class)]
    assert (np.isnan(column) == (seen == 0)).all()
    rare = np.flatnonzero((seen > 0) & (seen <= most))
    assert len(rare) > 0
    for strength in {rare[0], rare[-1]}:
        values = [value for board in boards[strengths == strength] for value in hand_strengths(hole, board.tolist())]
        assert column[strength] == pytest.approx(sum(values) / len(values) / 1980, rel=1e-14)
