"""Hand strength: against counts of an independent program, against every opponent played one by one, and in tables."""

import csv
import inspect
import re
import zlib
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import oracles
import pokerbits as pb
from pokerbits._hand_strength import average_rank
from pokerbits._hand_strength.table import _spec
from pokerbits._tables.blocks import block_cells, open_table
from pokerbits.exceptions import (
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    PokerbitsError,
)
from pokerbits.strength import UINT16_SCALE

DATA = Path(__file__).parent / "data" / "strength"
RUNOUTS = {"preflop": 2_118_760, "flop": 1081, "turn": 46, "river": 1}
BOARD = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
MULTIPLICITIES = {street: pb.strength.STREET_INDEXERS[street].multiplicity for street in ("preflop", "flop", "turn")}


def reference(street):
    """Return indices, cards, sums and sums of squares of the reference rows of a street."""
    with (DATA / f"ehs_2-{BOARD[street]}.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 100
    assert {int(row["runouts"]) for row in rows} == {RUNOUTS[street]}
    indices = np.array([int(row["index"]) for row in rows])
    cards = np.array([[int(card) for card in row["cards"].split()] for row in rows])
    sums, squares = (
        np.array([int(row[name]) for row in rows], dtype=np.uint64) for name in ("sum_2win_plus_tie", "sum_squares")
    )
    return indices, cards, sums, squares


@pytest.fixture(scope="module")
def table():
    """Return tables, each made once."""
    made = {}

    def get(kind, street, **options):
        key = (kind, street, *sorted(options.items()))
        if key not in made:
            made[key] = pb.strength_table(kind, street=street, **options)
        return made[key]

    return get


@pytest.fixture(scope="module")
def river_counts():
    return pb.strength_table("ehs", street="river", dtype="counts")


# The reference, integer for integer


@pytest.mark.parametrize("street", ["flop", "turn", "river"])
def test_reference_rows_hand_by_hand(street):
    indices, cards, sums, squares = reference(street)
    hole, board = cards[:, :2], cards[:, 2:]
    assert (pb.strength.STREET_INDEXERS[street].index(cards) == indices).all()
    top = 1980.0 * RUNOUTS[street]
    assert (pb.expected_hand_strength(hole, board=board) == sums / top).all()
    assert (pb.expected_hand_strength(hole, board=board, power=2) == squares / (top * 1980)).all()
    values = pb.strength.hand_strength_histogram(hole, board=board, bins=1981)
    # A bin for every value of 2 * wins + ties but one: floor(value * 1981 / 1980) is the value, except for the last.
    assert (values @ np.arange(1981, dtype=np.uint64) == sums).all()
    assert (values @ np.arange(1981, dtype=np.uint64) ** 2 == squares).all()


@pytest.mark.parametrize("street", ["flop", "turn"])
def test_reference_rows_of_tables(street, table):
    indices, _, sums, squares = reference(street)
    assert (table("ehs", street, dtype="counts")[indices] == sums).all()
    assert (table("ehs2", street, dtype="counts")[indices] == squares).all()


def test_reference_rows_of_the_river_table(river_counts):
    indices, _, sums, _ = reference("river")
    assert (river_counts[indices] == sums).all()
    assert river_counts.dtype == np.uint16
    assert river_counts.shape == (123_156_254,)


# The oracle: every runout, every opponent


EVERYBODY = [(pair, 1) for pair in oracles.COMBOS.tolist()]


def naive(hole, board):
    """Return 2 * wins + ties on every runout of a board."""
    left = [card for card in range(52) if card not in {*hole, *board}]
    boards = [[*board, *runout] for runout in combinations(left, 5 - len(board))]
    return [int(2 * won) for won, _ in oracles.won_and_met_on(hole, boards, EVERYBODY)]


@pytest.mark.parametrize(("street", "n"), [("turn", 4), ("river", 200)])
def test_naive_oracle(street, n):
    check_against_oracle(street, n)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("street", "n"), [("flop", 3), ("turn", 60)])
def test_naive_oracle_at_length(street, n):
    check_against_oracle(street, n)


def test_preflop_is_the_odds_against_one(table):
    """Two roads to one number: the mean over boards of the combos beaten, and matchings of graphs of cards."""
    counts = table("ehs", "preflop", dtype="counts")
    odds = pb.preflop_odds([1])
    assert counts.ravel().tolist() == [2 * of_hand[1].wins + of_hand[1].tied for of_hand in odds.counts]


def check_against_oracle(street, n):
    hands = oracles.random_hands(np.random.default_rng(BOARD[street]), n, 2 + BOARD[street])
    ehs = pb.expected_hand_strength(hands[:, :2], board=hands[:, 2:])
    ehs2 = pb.expected_hand_strength(hands[:, :2], board=hands[:, 2:], power=2)
    histogram = pb.strength.hand_strength_histogram(hands[:, :2], board=hands[:, 2:], bins=50)
    for i, hand in enumerate(hands.tolist()):
        values = naive(hand[:2], hand[2:])
        top = 1980 * len(values)
        assert ehs[i] == sum(values) / top
        assert ehs2[i] == sum(value * value for value in values) / (top * 1980)
        bins = [min(value * 50 // 1980, 49) for value in values]
        assert histogram[i].tolist() == np.bincount(bins, minlength=50).tolist()


@pytest.mark.parametrize("size", [5, 6, 7])
def test_strength_now_against_the_oracle(size):
    hands = oracles.random_hands(np.random.default_rng(size), 40, size)
    found = pb.hand_strength(hands[:, :2], board=hands[:, 2:])
    for hand, value in zip(hands.tolist(), found, strict=True):
        won, met = oracles.won_and_met(hand[:2], hand[2:], EVERYBODY)
        assert value == float(won / met)


# Identities


@pytest.mark.parametrize("street", ["preflop", "flop", "turn"])
def test_mean_over_all_deals_is_one_half(street, table):
    counts = table("ehs", street, dtype="counts")
    weights = MULTIPLICITIES[street](range(len(counts)))
    total = int(weights.sum()) * RUNOUTS[street] * 1980
    # The sums pass 64 bits: in parts, as Python's integers.
    parts = zip(np.array_split(counts, 200), np.array_split(weights, 200), strict=True)
    assert 2 * sum(int((c.astype(np.uint64) * w).sum(dtype=np.uint64)) for c, w in parts) == total


@pytest.mark.slow
def test_mean_over_all_deals_is_one_half_on_the_river(river_counts):
    indexer, total, deals = pb.strength.STREET_INDEXERS["river"], 0, 0
    for start in range(0, len(river_counts), 1 << 22):
        part = range(start, min(start + (1 << 22), len(river_counts)))
        weights = indexer.multiplicity(part)
        deals += int(weights.sum())
        total += int((river_counts[part.start : part.stop] * weights).sum())
    assert deals == 2_809_475_760
    assert 2 * total == deals * 1980


def test_a_street_is_the_sum_of_the_next(table, river_counts):
    """The sums on the flop equal those over turns and rivers, integer for integer."""
    rng = np.random.default_rng(5)
    flop, turn = table("ehs", "flop", dtype="counts"), table("ehs", "turn", dtype="counts")
    for hand in oracles.random_hands(rng, 40, 5).tolist():
        left = [card for card in range(52) if card not in hand]
        turns = pb.strength.STREET_INDEXERS["turn"].index([[*hand, card] for card in left])
        rivers = pb.strength.STREET_INDEXERS["river"].index([[*hand, *pair] for pair in combinations(left, 2)])
        here = int(flop[pb.strength.STREET_INDEXERS["flop"].index(hand)])
        # Every runout is counted twice: either of its cards may come first.
        assert 2 * here == int(turn[turns].sum())
        assert here == int(river_counts[rivers].sum())


def test_preflop_is_the_mean_of_the_flop(table):
    flop, preflop = table("ehs", "flop", dtype="counts"), table("ehs", "preflop", dtype="counts")
    indexer = pb.strength.STREET_INDEXERS["flop"]
    weights = indexer.multiplicity(range(len(flop)))
    classes = pb.cards.hand_class(indexer.unindex(range(len(flop)))[:, :2])
    sums = np.bincount(classes, weights=flop * weights)
    deals = np.bincount(classes, weights=weights)
    # A hand sees 1,960 times as many boards as one of its flops, and every sum is far below 2^53.
    assert (sums.astype(np.int64) * 1960 == preflop.astype(np.int64) * deals.astype(np.int64)).all()


@pytest.mark.parametrize(
    ("street", "bins"),
    [("preflop", 2), ("preflop", 50), ("flop", 50), ("turn", 2), pytest.param("turn", 50, marks=pytest.mark.slow)],
)
def test_histogram_tables(street, bins, table):
    counts = table("histogram", street, dtype="counts", bins=bins)
    ehs = table("ehs", street)
    assert counts.shape == (len(ehs), bins)
    assert (counts.sum(axis=1) == RUNOUTS[street]).all()
    # Mid-bin values are off by half a bin at most.
    centres = (np.arange(bins) + 0.5) / bins
    assert np.abs(counts @ centres / RUNOUTS[street] - ehs).max() <= 0.5 / bins + 1e-12
    some = np.random.default_rng(1).integers(0, len(ehs), 50)
    cards = pb.strength.STREET_INDEXERS[street].unindex(some)
    one_by_one = pb.strength.hand_strength_histogram(cards[:, :2], board=cards[:, 2:], bins=bins)
    assert (one_by_one == counts[some]).all()


@pytest.mark.parametrize(
    ("kind", "street"),
    [("ehs", "preflop"), ("ehs2", "preflop"), ("ehs", "flop"), ("ehs2", "flop"), ("ehs2", "turn")],
)
def test_dtypes_hold_the_counts_as_documented(kind, street, table):
    most = {"ehs": 1980, "ehs2": 1980**2}[kind]
    counts = table(kind, street, dtype="counts")
    of = most * RUNOUTS[street]
    exact = table(kind, street)
    assert (exact == counts / of).all()
    assert (table(kind, street, dtype="float32") == exact.astype(np.float32)).all()
    scaled = table(kind, street, dtype="uint16")
    first = [(2 * int(count) * UINT16_SCALE + of) // (2 * of) for count in counts[:10_000]]
    assert scaled[:10_000].tolist() == first
    assert np.abs(scaled / UINT16_SCALE - exact).max() <= 0.5 / UINT16_SCALE + 1e-15


def test_opponent_clusters():
    clusters = pb.strength.opponent_clusters()
    assert sorted(name for cluster in clusters.classes for name in cluster) == sorted(pb.HAND_CLASSES)
    ehs = pb.strength_table(street="preflop")
    order = np.argsort(ehs, kind="stable")
    assert (np.diff(clusters.of_class[order].astype(int)) >= 0).all()
    assert len(str(clusters).splitlines()) == 8
    for i, cluster in enumerate(clusters.classes):
        assert all(clusters.of_class[pb.HAND_CLASSES.index(name)] == i for name in cluster)
    assert pb.strength.opponent_clusters(169).of_class.max() == 168
    for n in (0, 170, -1):
        with pytest.raises(InvalidArgumentError, match="1 to 169"):
            pb.strength.opponent_clusters(n)


@pytest.mark.slow
def test_ochs_against_the_oracle(table):
    clusters = pb.strength.opponent_clusters()
    found = table("ochs", "turn", dtype="counts")
    assert found.shape == (13_960_050, 16)
    hand = pb.cards.parse_cards("9h8h ThJhAc2d").tolist()
    row = found[pb.strength.STREET_INDEXERS["turn"].index(hand)]
    values, of = np.zeros(8, dtype=int), np.zeros(8, dtype=int)
    left = [card for card in range(52) if card not in hand]
    for river in left:
        full = [*hand[2:], river]
        combos = np.array(list(combinations([card for card in left if card != river], 2)))
        theirs = oracles.strengths(np.hstack([combos, np.tile(full, (len(combos), 1))]))
        (ours,) = oracles.strengths(np.array([[*hand[:2], *full]]))
        cluster = clusters.of_class[pb.cards.hand_class(combos)]
        values += np.bincount(cluster, weights=2 * (ours > theirs) + (ours == theirs), minlength=8).astype(int)
        of += 2 * np.bincount(cluster, minlength=8)
    assert row.tolist() == [*values, *of]
    # All opponents together are those of E[HS].
    ehs = table("ehs", "turn", dtype="counts")
    assert (found[:, :8].sum(axis=1) == ehs).all()
    assert (found[:, 8:].sum(axis=1) == 46 * 1980).all()


def test_ochs_where_no_opponent_can_be():
    """Four aces on a board and in a hand leave none for the cluster of aces."""
    aces = pb.HAND_CLASSES.index("AA")
    rest = [i for i in range(169) if i != aces]
    names = tuple(tuple(pb.HAND_CLASSES[i] for i in cluster) for cluster in ([aces], rest))
    hand = pb.cards.parse_cards("AsAhAdAcKcQd")
    at = pb.strength.STREET_INDEXERS["turn"].index(hand)
    # The block that has the row, without the others.
    spec = _spec("ochs", "turn", None, names, "counts")
    table = open_table(spec)
    for block in range(table.n_blocks()):
        marks = np.zeros((table.rows(), 4), dtype=np.uint32)
        table.place_block(block, np.ones(block_cells(spec, block), np.uint32), marks.reshape(-1))
        if marks[at, 0]:
            break
    found = {}
    for dtype in ("counts", "float32", "uint16"):
        spec = _spec("ochs", "turn", None, [[aces], rest], dtype)
        cells = np.zeros((table.rows(), open_table(spec).columns()), dtype=spec.dtype)
        open_table(spec).fill(block, block + 1, cells.reshape(-1), 1, None)
        found[dtype] = cells[at]
    assert found["counts"][[0, 2]].tolist() == [0, 0]
    assert found["counts"][3] == 46 * 1980
    assert np.isnan(found["float32"][0])
    assert found["float32"][1] == np.float32(found["counts"][1] / found["counts"][3])
    assert found["uint16"][0] == 0


def test_ars(table):
    """The mean of E[HS] by strength and hole cards, recomputed from the flop table."""
    ars = pb.strength.ars_table("flop")
    assert ars.shape == (7463, 169)
    indexer = pb.strength.STREET_INDEXERS["flop"]
    everything = range(indexer.size())
    hands, weights = indexer.unindex(everything), indexer.multiplicity(everything)
    cell = pb.evaluate(hands).astype(int) * 169 + pb.cards.hand_class(hands[:, :2])
    counts = table("ehs", "flop", dtype="counts").astype(np.float64)
    sums = np.bincount(cell, weights=counts * weights, minlength=7463 * 169)
    deals = np.bincount(cell, weights=weights, minlength=7463 * 169)
    with np.errstate(invalid="ignore"):
        expected = (sums / deals / (1081 * 1980)).reshape(7463, 169)
    assert (np.isnan(ars) == (deals == 0).reshape(7463, 169)).all()
    np.testing.assert_allclose(ars, expected, rtol=1e-14)
    found = pb.strength.average_rank_strength(hands[::100, :2], board=hands[::100, 2:])
    assert (found == ars.reshape(-1)[cell[::100]]).all()
    assert not ars.flags.writeable


def test_ars_of_the_mean_of_powers():
    mean_of_squares, mean = pb.strength.ars_table("turn", power=2), pb.strength.ars_table("turn")
    here = ~np.isnan(mean)
    assert (np.isnan(mean_of_squares) == ~here).all()
    assert (mean_of_squares[here] >= mean[here] ** 2 - 1e-9).all()
    assert (mean_of_squares[here] <= mean[here] + 1e-9).all()


@pytest.mark.parametrize("street", ["turn", "river"])
def test_ars_on_later_streets(street):
    ars = pb.strength.ars_table(street)
    assert np.isnan(ars[0]).all()
    assert np.nanmin(ars) >= 0
    assert np.nanmax(ars) <= 1
    hands = oracles.random_hands(np.random.default_rng(3), 1000, 2 + BOARD[street])
    found = pb.strength.average_rank_strength(hands[:, :2], board=hands[:, 2:])
    assert np.abs(found - pb.expected_hand_strength(hands[:, :2], board=hands[:, 2:])).mean() < 0.06


# Bits do not depend on how they are computed


@pytest.mark.parametrize(
    ("kind", "street"),
    [("ehs", "preflop"), ("ehs2", "preflop"), ("histogram", "preflop"), ("ochs", "preflop"), ("ehs", "turn")],
)
def test_the_same_bytes_on_any_number_of_threads(kind, street, table):
    for num_threads in (1, 5):
        made = pb.strength_table(kind, street=street, num_threads=num_threads)
        assert made.tobytes() == table(kind, street).tobytes()


@pytest.mark.parametrize("level", pb.cpu_features()["levels"])
def test_the_same_bytes_at_every_cpu_level(level, table, run_python):
    code = """
import zlib
import pokerbits as pb
print(zlib.crc32(pb.strength_table("ehs", street="turn")), zlib.crc32(pb.strength.ars_table("flop")))
"""
    expected = [zlib.crc32(table("ehs", "turn")), zlib.crc32(pb.strength.ars_table("flop"))]
    assert run_python(code, POKERBITS_CPU=level).stdout.split() == [str(crc) for crc in expected]


# Shapes, and where results go


def test_shapes_broadcast():
    holes, boards = ["AsKs", "2c2d", "7h8h"], ["QsJsTs", "3h3d9c"]
    cards = np.array([pb.cards.parse_cards(hole) for hole in holes])[:, None]
    dealt = np.array([pb.cards.parse_cards(board) for board in boards])
    found = pb.expected_hand_strength(cards, board=dealt)
    assert found.shape == (3, 2)
    for (i, j), value in np.ndenumerate(found):
        assert value == pb.expected_hand_strength(holes[i], board=boards[j])
    assert pb.strength.hand_strength_histogram(cards, board=dealt, bins=7).shape == (3, 2, 7)
    assert pb.hand_strength(cards, board=dealt).shape == (3, 2)
    assert pb.strength.average_rank_strength(cards, board=dealt).shape == (3, 2)
    assert pb.expected_hand_strength(cards).shape == (3, 1)
    assert pb.expected_hand_strength(cards[:0], board=dealt[:1]).shape == (0, 1)
    assert isinstance(pb.hand_strength("AsKs", board="QsJsTs"), np.float64)


def test_the_array_and_the_file_of_a_table_are_told_apart():
    with pytest.raises(InvalidArgumentError, match=r"out: expected an array, found str; the name of a file is path="):
        pb.strength_table("ehs", street="preflop", out="preflop.npy")
    with pytest.raises(InvalidArgumentError, match="pass out= or path=, not both"):
        pb.strength_table("ehs", street="preflop", out=np.empty(169), path="preflop.npy")


def test_a_power_is_not_the_equity_against_opponents():
    hand = {"hole": "AsKd", "board": "QhJh2c"}
    assert round(float(pb.odds_vs_random(**hand, n_opponents=3).equity), 4) == 0.3153
    assert round(float(pb.expected_hand_strength(**hand) ** 3), 4) == 0.2142
    # Against one opponent they are one number.
    assert pb.odds_vs_random(**hand).equity == pb.expected_hand_strength(**hand)


@pytest.mark.parametrize("name", ["hand_strength", "expected_hand_strength", "average_rank_strength"])
def test_a_power_is_written_with_two_asterisks(name):
    with pytest.raises(TypeError, match="n_opponents"):
        CALLS[name]("AsKs", board="JsTs9s", n_opponents=3)
    with pytest.raises(TypeError, match=rf"{name} has no parameter power_of_opponents: .* write the result \*\* k"):
        CALLS[name]("AsKs", board="JsTs9s", power_of_opponents=3)
    document = " ".join(inspect.getdoc(CALLS[name]).split())
    # The exact answer is another function's.
    assert re.search(r"\*\* k` .* opponents.* For the exact equity use `odds_vs_random`", document)


def test_the_power_of_a_table_of_means():
    with pytest.raises(TypeError, match="ars_table has no parameter power_of_opponents: write power="):
        pb.strength.ars_table("turn", power_of_opponents=3)
    for power in (0, -1, 23, 10**30):
        with pytest.raises(InvalidArgumentError, match=r"power = .*: expected 1 to 22"):
            pb.strength.ars_table("flop", power=power)
    with pytest.raises(TypeError):
        pb.strength.ars_table("flop", power=1.5)


def test_the_histogram_says_how_many_opponents_it_is_of():
    assert "one opponent" in inspect.getdoc(pb.strength.hand_strength_histogram)


# Bad input

CALLS = {
    "hand_strength": pb.hand_strength,
    "expected_hand_strength": pb.expected_hand_strength,
    "hand_strength_histogram": pb.strength.hand_strength_histogram,
    "average_rank_strength": pb.strength.average_rank_strength,
}


@pytest.mark.parametrize("function", CALLS.values(), ids=CALLS.keys())
def test_bad_cards(function):
    with pytest.raises(CardCountError, match="hole: expected 2 cards, found 3"):
        function("AsKsQs", board="JsTs9s")
    with pytest.raises(CardCountError, match=r"board: expected .* cards, found 2"):
        function("AsKs", board="JsTs")
    with pytest.raises(CardCountError, match="found 6"):
        function("AsKs", board="JsTs9s8s7s6s")
    with pytest.raises(DuplicateCardError, match="row 1: card As"):
        function([[51, 47], [51, 46]], board=[[0, 1, 2], [0, 1, 51]])
    with pytest.raises(DuplicateCardError, match=r"row \(1, 0\): card As"):
        function(np.array([[[51, 47]], [[51, 46]]]), board=[[[0, 1, 2]], [[0, 1, 51]]])
    with pytest.raises(InvalidCardError, match="row 1: card id 52"):
        function([[51, 47], [52, 46]], board=[0, 1, 2])
    with pytest.raises(InvalidCardError, match="card id 200"):
        function(np.array([51, 200], dtype=np.uint8), board=[0, 1, 2])
    with pytest.raises(InvalidCardError, match="position 2"):
        function("AsXx", board="JsTs9s")
    with pytest.raises(TypeError, match="expected integers"):
        function(np.array([51.0, 47.0]), board="JsTs9s")
    with pytest.raises(ValueError, match="broadcast"):
        function(np.zeros((2, 2), dtype=int), board=np.zeros((3, 3), dtype=int))
    with pytest.raises(InvalidArgumentError, match="num_threads"):
        function("AsKs", board="JsTs9s", num_threads=0)


@pytest.mark.parametrize("name", ["hand_strength", "average_rank_strength"])
def test_before_the_flop_there_is_no_board(name):
    with pytest.raises(CardCountError, match="found 0"):
        CALLS[name]("AsKs", board="")


@pytest.mark.parametrize("bins", [1, 0, -5, 1982, 10**30])
def test_bad_bins(bins):
    for call in (
        lambda: pb.strength.hand_strength_histogram("AsKs", board="JsTs9s", bins=bins),
        lambda: pb.strength_table("histogram", street="preflop", bins=bins),
    ):
        with pytest.raises(InvalidArgumentError, match=r"bins = .*2 to 1981"):
            call()


@pytest.mark.parametrize("kind", ["ehs", "ehs2", "ochs"])
@pytest.mark.parametrize("bins", [77, 50, 0])
def test_bins_of_a_table_without_bins_are_refused(kind, bins):
    with pytest.raises(InvalidArgumentError, match=f"bins: a table of kind '{kind}' has none, only 'histogram' has"):
        pb.strength_table(kind, street="preflop", bins=bins)


def test_a_histogram_has_50_bins_if_nobody_says_how_many():
    found = pb.strength_table("histogram", street="preflop")
    assert np.array_equal(found, pb.strength_table("histogram", street="preflop", bins=50))


@pytest.mark.parametrize("power", [0, 3, -1, 10**30])
def test_bad_power(power):
    with pytest.raises(InvalidArgumentError, match=f"power = {power}: expected 1 or 2"):
        pb.expected_hand_strength("AsKs", power=power)


def test_average_rank_strength_looks_at_the_hands_before_it_makes_a_table(monkeypatch):
    monkeypatch.setattr(average_rank, "_ARS_TABLES", {})
    with pytest.raises(DuplicateCardError, match="row 1: card 2c"):
        pb.strength.average_rank_strength([[51, 50], [0, 1]], board=[[2, 3, 4], [0, 5, 6]])
    with pytest.raises(TypeError, match="progress"):
        pb.strength.average_rank_strength("AsKs", board="2c3c4c", progress="yes")
    assert average_rank._ARS_TABLES == {}
    monkeypatch.undo()
    pb.strength.ars_table("turn")
    with pytest.raises(TypeError, match="progress"):
        pb.strength.ars_table("turn", progress="yes")


def test_bad_tables():
    for options, words in [
        ({"kind": "hs", "street": "flop"}, "kind: expected 'ehs', 'ehs2', 'histogram', 'ochs' or 'odds', found 'hs'"),
        ({"kind": "ehs", "street": "fourth"}, "street: expected 'preflop', 'flop', 'turn' or 'river', found 'fourth'"),
        ({"kind": "ehs", "street": "flop", "dtype": "int8"}, "dtype 'int8': expected float64"),
        ({"kind": "ehs", "street": "flop", "dtype": "count"}, "dtype 'count': expected float64"),
        ({"kind": "ehs", "street": "flop", "dtype": ">f8"}, "dtype '>f8'"),
        ({"kind": "ehs", "street": "flop", "clusters": [["AA"]]}, "only 'ochs' has"),
        ({"kind": "ehs", "street": "flop", "path": "flop.txt"}, "ends with .npy"),
    ]:
        with pytest.raises(InvalidArgumentError) as caught:
            pb.strength_table(**options)
        assert words in str(caught.value)
    for street in ("preflop", "fourth"):
        with pytest.raises(InvalidArgumentError, match=r"street|needs a board"):
            pb.strength.ars_table(street)


EVERY = list(pb.HAND_CLASSES)


@pytest.mark.parametrize(
    ("clusters", "words"),
    [
        ([EVERY[:-1]], "AKs is in none"),
        ([EVERY, ["AA"]], "AA is in cluster 0 and in cluster 1"),
        ([EVERY, []], "cluster 1 is empty"),
        ([], "22 is in none"),
        ([[*EVERY, "AA"]], "AA is in cluster 0 and in cluster 0"),
        ([EVERY, ["AKx"]], "'AKx' is not one of the 169 classes"),
        ([[*range(170)]], "169 is out of range"),
        ([[-1]], "-1 is out of range"),
    ],
)
def test_clusters_that_do_not_partition(clusters, words):
    with pytest.raises(PokerbitsError, match=words):
        pb.strength_table("ochs", street="preflop", clusters=clusters)


def test_street_indexers():
    assert list(pb.strength.STREET_INDEXERS) == ["preflop", "flop", "turn", "river"]
    assert [indexer.cards_per_round for indexer in pb.strength.STREET_INDEXERS.values()] == [
        (2,),
        (2, 3),
        (2, 4),
        (2, 5),
    ]
    assert pb.strength.STREET_INDEXERS["flop"] is pb.strength.STREET_INDEXERS["flop"]
    assert "river" in repr(pb.strength.STREET_INDEXERS)
    assert "fourth" not in pb.strength.STREET_INDEXERS
