"""Arrays by hand index as abstractions of any deck: `TableLookup`."""

import itertools
import pickle

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.abstraction import CardLookup, IndexerLookup, TableLookup
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidArgumentError, InvalidCardError

LEDUC = pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)
ROYAL = [pb.HandIndexer(rounds, n_ranks=5, lowest_rank="T") for rounds in [(2,), (2, 3), (2, 4), (2, 5)]]
HISTORIES = pb.HandIndexer((2, 3, 1), n_ranks=5, lowest_rank="T")


def numbers(indexer, at, dtype, columns=()):
    """Return a table of a round, of numbers that differ."""
    drawn = np.random.default_rng(1).permutation(indexer.size(at))
    return (drawn.reshape(-1, *[1] * len(columns)) + np.zeros(columns)).astype(dtype)


def royal_hands(n, cards):
    return pb.random_hands(n, cards, dead=range(32), rng=3)


@pytest.mark.parametrize("dtype", ["u2", "u4", "u1", "i8", ">u2", "f4", "f8"])
@pytest.mark.parametrize("street", range(4))
def test_numbers_are_those_of_the_index(dtype, street):
    tables = [numbers(indexer, -1, dtype) for indexer in ROYAL]
    lookup = TableLookup(ROYAL, tables)
    rows = royal_hands(2000, (2, 5, 6, 7)[street])
    wanted = tables[street][ROYAL[street].index(rows)]
    for threads in (1, 3):
        found = lookup.lookup(rows[:, :2], rows[:, 2:], num_threads=threads)
        assert found.dtype == dtype
        assert (found == wanted).all()
    for cards, number in zip(rows[:20], wanted[:20], strict=True):
        text = pb.cards.format_cards(cards)
        for hole, board in [(cards[:2], cards[2:]), (text[:4], text[4:]), (cards[:2].tolist(), cards[2:].tolist())]:
            one = lookup.lookup(hole, board)
            assert one == number
            assert one.dtype == np.dtype(dtype).newbyteorder("=")
            assert one.shape == ()


@pytest.mark.parametrize("dtype", ["u2", "f8"])
def test_one_indexer_has_the_history(dtype):
    tables = [numbers(HISTORIES, at, dtype) for at in range(3)]
    lookup = TableLookup(HISTORIES, tables)
    assert lookup.indexers == (HISTORIES,) * 3
    rows = royal_hands(2000, 6)
    for at, n in enumerate((2, 5, 6)):
        found = lookup.lookup(rows[:, :2], rows[:, 2:n])
        assert (found == tables[at][HISTORIES.index(rows[:, :n], round=at)]).all()
        assert lookup.lookup(rows[0, :2], rows[0, 2:n]) == found[0]


def test_leduc_by_hand():
    """Every deal of Leduc hold'em, against buckets that are computed from the cards."""

    def bucket(hole, board=None):
        return hole // 4 if board is None else 3 * (hole // 4 == board // 4) + hole // 4

    rows = [LEDUC.unindex(range(LEDUC.size(at)), round=at).tolist() for at in (0, 1)]
    lookup = TableLookup(LEDUC, [[bucket(*cards) for cards in of_round] for of_round in rows])
    deck = [0, 1, 4, 5, 8, 9]
    for hole in deck:
        assert lookup.lookup([hole]) == lookup.lookup([hole], []) == bucket(hole)
    for hole, board in itertools.permutations(deck, 2):
        assert lookup.lookup([hole], [board]) == bucket(hole, board)
    assert isinstance(lookup, CardLookup)


def test_indices_several_numbers_and_layouts():
    vectors = numbers(ROYAL[1], -1, "f8", (3,))
    spread = np.repeat(numbers(ROYAL[0], -1, "u2"), 2)[::2]
    lookup = TableLookup(ROYAL[:3], [spread, vectors, None])
    rows = royal_hands(60, 6).reshape(3, 4, 5, 6)
    holes = rows[..., :2]
    assert (lookup.lookup(holes) == spread[ROYAL[0].index(holes)]).all()
    assert (lookup.lookup(holes, rows[..., 2:5]) == vectors[ROYAL[1].index(rows[..., :5])]).all()
    assert (lookup.lookup(holes, rows[..., 2:]) == ROYAL[2].index(rows)).all()
    one = rows[0, 0, 0]
    assert lookup.lookup(one[:2], one[2:5]).tolist() == vectors[ROYAL[1].index(one[:5])].tolist()
    assert lookup.lookup(one[:2], one[2:]) == IndexerLookup(ROYAL[2]).lookup(one[:2], one[2:])
    assert isinstance(lookup.lookup(one[:2], one[2:]), np.uint64)
    # A board for many hands.
    many = royal_hands(1, 3)
    free = [cards for cards in itertools.combinations(range(32, 52), 2) if not {*cards} & {*many[0].tolist()}]
    assert lookup.lookup(free, many).shape == (len(free), 3)


def test_the_tables_are_not_copied(tmp_path):
    np.save(tmp_path / "table.npy", numbers(ROYAL[3], -1, "u4"))
    table = np.load(tmp_path / "table.npy", mmap_mode="r")
    lookup = TableLookup(ROYAL[3:], [table])
    assert np.shares_memory(lookup.tables[0], table)
    rows = royal_hands(50, 7)
    wanted = table[ROYAL[3].index(rows)]
    assert (lookup.lookup(rows[:, :2], rows[:, 2:]) == wanted).all()
    again = pickle.loads(pickle.dumps(lookup))
    assert again.indexers == lookup.indexers
    assert (again.lookup(rows[:, :2], rows[:, 2:]) == wanted).all()


def test_its_text():
    assert repr(TableLookup(LEDUC, [None, None])) == "TableLookup(HandIndexer((1, 1), n_ranks=3, n_suits=2))"
    both = repr(TableLookup(ROYAL[:2], [None, None]))
    assert both == f"TableLookup([{ROYAL[0]!r}, {ROYAL[1]!r}])"


def test_hands_that_are_not_dealt():
    lookup = TableLookup(ROYAL, [numbers(indexer, -1, "u2") for indexer in ROYAL])
    with pytest.raises(CardCountError, match=r"^board: expected 0, 3, 4 or 5 cards, found 2$"):
        lookup.lookup("AsKd", "QhJh")
    with pytest.raises(CardCountError, match=r"^hole: expected 2 cards, found 3$"):
        lookup.lookup("AsKdQd", "QhJhTh")
    with pytest.raises(DuplicateCardError, match="row 1"):
        lookup.lookup(["AsKd", "QhKd"], "QhJhTh")
    # A hand of another deck: one card, and one among many.
    for hole in ("As9d", ["AsKd", "As2d"], [[51, 47], [51, 52]]):
        with pytest.raises(InvalidCardError):
            lookup.lookup(hole, "QhJhTh")
    with pytest.raises(InvalidCardError):
        TableLookup(ROYAL, [None] * 4).lookup("As9d", "QhJhTh")


RIGHT = [None] * 4


@pytest.mark.parametrize(
    ("indexer", "tables", "words"),
    [
        (LEDUC, [[0, 0, 1]], "tables: expected 2, one for each street, found 1"),
        (LEDUC, [[0, 0], None], r"tables\[0\]: expected 3 numbers, one for each index of round 0 of .*; found 2"),
        (LEDUC, [None, np.zeros((3, 3))], r"tables\[1\]: expected .* numbers, .* found shape \(3, 3\)"),
        (LEDUC, [None, 5], r"tables\[1\]: expected .* found shape \(\)"),
        (LEDUC, [["a", "b", "c"], None], r"tables\[0\]: expected integers or floats, found dtype <U1"),
        (LEDUC, [[True, False, True], None], r"tables\[0\]: expected integers or floats, found dtype bool"),
        (LEDUC, {0: None, 1: None}, "tables: expected one for each street, found"),
        (ROYAL, [None, np.zeros(1_286_792), None, None], r"tables\[1\]: .*lowest_rank='T'.*found 1,286,792"),
        (ROYAL[::-1], RIGHT, r"more and more board cards, found \[5, 4, 3, 0\]"),
        ([*ROYAL[:3], pb.HandIndexer((2, 5))], RIGHT, "one deck and one number of hole cards"),
        ([ROYAL[0], pb.HandIndexer((1, 3), n_ranks=5, lowest_rank="T")], [None] * 2, "one number of hole cards"),
        ([LEDUC, None], [None] * 2, "expected a HandIndexer, or one for each street, found None"),
        ((2, 3), [None] * 2, "expected a HandIndexer, or one for each street, found 2"),
        (5, [None], "indexer: expected one for each street, found 5"),
        ([], [], "expected indexers with one deck"),
    ],
)
def test_tables_that_do_not_fit(indexer, tables, words):
    with pytest.raises(InvalidArgumentError, match=words):
        TableLookup(indexer, tables)
