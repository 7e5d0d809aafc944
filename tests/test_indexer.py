"""The hand indexer through its public face: reference answers, round trips, symmetry, bad input."""

import csv
import pickle
from itertools import permutations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pokerbits as pb
from layouts import unaligned
from pokerbits.exceptions import (
    CardCountError,
    CountOverflowError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    OutOfRangeError,
)
from pokerbits.indexing import COMMON_GAMES, DealState
from pokerbits.testing import hands

DATA = Path(__file__).parent / "data" / "hand_index"
DECKS = {"short36": (9, 4), "deck20": (5, 4), "leduc6": (3, 2)}


def rows(name):
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def indexer_of(config):
    kind, rounds = config.split("_")
    n_ranks, n_suits = DECKS.get(kind, (13, 4))
    return pb.HandIndexer([int(n) for n in rounds.split("-")], n_ranks=n_ranks, n_suits=n_suits)


def files(prefix):
    found = sorted(path.name for path in DATA.glob(f"{prefix}_*.csv"))
    assert found
    return found


def test_sizes_of_30_games():
    games = {}
    for row in rows("sizes.csv"):
        rounds = games.setdefault((row["config"], int(row["ranks"]), int(row["suits"])), [])
        rounds.append((int(row["cards_in_round"]), int(row["size"])))
    assert len(games) == 30
    for (_, n_ranks, n_suits), game in games.items():
        indexer = pb.HandIndexer([cards for cards, _ in game], n_ranks=n_ranks, n_suits=n_suits)
        assert indexer.sizes == tuple(size for _, size in game)
        assert [indexer.size(r) for r in range(len(game))] == [size for _, size in game]


@pytest.mark.parametrize("name", files("index"))
def test_reference_indices(name):
    indexer = indexer_of(name[len("index_") : -len(".csv")])
    table = rows(name)
    cards = np.array([[int(c) for c in row["cards"].split()] for row in table])
    expected = np.array([[int(row[f"round{r}"]) for r in range(len(indexer.sizes))] for row in table], dtype=np.uint64)
    assert (indexer.index_all(cards) == expected).all()
    state = indexer.start(len(cards))
    first = 0
    for at, dealt in enumerate(indexer.cards_per_round):
        assert (indexer.index(cards[:, : first + dealt], round=at) == expected[:, at]).all()
        state = indexer.extend(state, cards[:, first : first + dealt])
        assert (state.index == expected[:, at]).all()
        first += dealt


@pytest.mark.parametrize("name", files("unindex"))
def test_reference_canonical_hands(name):
    indexer = indexer_of(name[len("unindex_") : -len(".csv")])
    for row in rows(name):
        at, index = int(row["round"]), int(row["index"])
        hand = indexer.unindex(index, round=at)
        assert hand.tolist() == [int(c) for c in row["cards"].split()]
        assert indexer.index(hand, round=at) == index
        assert (indexer.canonical(hand, round=at) == hand).all()


@pytest.mark.parametrize("rounds", [(2,), (3,), (5,), (2, 3), (3, 3), (2, 1, 1)])
def test_every_index_leads_back_to_itself(rounds):
    indexer = pb.HandIndexer(rounds)
    everything = range(indexer.size())
    cards = indexer.unindex(everything)
    assert (indexer.index(cards) == np.arange(indexer.size(), dtype=np.uint64)).all()
    deals, left = 1, 52
    for dealt in rounds:
        deals, left = deals * comb(left, dealt), left - dealt
    assert int(indexer.multiplicity(everything).sum()) == deals


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("rounds", [(2, 4), (2, 3, 1), (2, 5)])
def test_every_index_of_large_games_leads_back_to_itself(rounds):
    indexer = pb.HandIndexer(rounds)
    deals = 0
    for start in range(0, indexer.size(), 1 << 22):
        part = range(start, min(start + (1 << 22), indexer.size()))
        assert (indexer.index(indexer.unindex(part)) == np.arange(part.start, part.stop, dtype=np.uint64)).all()
        deals += int(indexer.multiplicity(part).sum())
    expected, left = 1, 52
    for dealt in rounds:
        expected, left = expected * comb(left, dealt), left - dealt
    assert deals == expected


@given(hands(7), st.permutations(range(4)), st.randoms(use_true_random=False))
def test_suits_and_order_do_not_matter(cards, suits, random):
    indexer = pb.HandIndexer((2, 3, 1, 1))
    renamed = [card // 4 * 4 + suits[card % 4] for card in cards]
    hole, flop = renamed[:2], renamed[2:5]
    random.shuffle(hole)
    random.shuffle(flop)
    assert (indexer.index_all(cards) == indexer.index_all([*hole, *flop, *renamed[5:]])).all()


@given(hands(5), hands(5))
def test_other_hands_have_other_indices(a, b):
    def smallest(cards):
        renamed = [[card // 4 * 4 + suits[card % 4] for card in cards] for suits in permutations(range(4))]
        return min((sorted(hand[:2]), sorted(hand[2:])) for hand in renamed)

    indexer = pb.HandIndexer((2, 3))
    assert (indexer.index(a) == indexer.index(b)) == (smallest(a) == smallest(b))


def test_children_partition_the_next_round():
    indexer = pb.HandIndexer((2, 3))
    seen = np.zeros(indexer.size(), dtype=np.uint64)
    deals = indexer.multiplicity(range(169), round=0)
    for index in range(169):
        children, weights = indexer.children(index, round=0)
        assert weights.sum() == comb(50, 3)
        seen[children] += weights * deals[index]
    assert (seen == indexer.multiplicity(range(indexer.size()))).all()


@pytest.mark.parametrize("rounds", [(2, 3), (2, 4), (2, 5), (2, 3, 1, 1)])
def test_boards_equal_hands_one_by_one(rounds):
    indexer = pb.HandIndexer(rounds)
    rng = np.random.default_rng(3)
    boards = np.array([rng.choice(52, sum(rounds[1:]), replace=False) for _ in range(5)])
    indices = indexer.index_board(boards)
    for board, row in zip(boards, indices, strict=True):
        combos = indexer.hole_combos(board)
        assert len(combos) == comb(52 - len(board), 2) == len(row)
        assert (indexer.index(np.concatenate([combos, np.tile(board, (len(combos), 1))], axis=1)) == row).all()
        assert (indexer.index_board(board) == row).all()


def test_extend_broadcasts_and_keeps_what_it_was_given():
    indexer = pb.HandIndexer((2, 3, 1, 1))
    hole = indexer.extend(indexer.start(), "AsKd")
    assert isinstance(hole, DealState)
    assert (hole.round, hole.index.shape) == (0, ())
    before = hole.words.copy()
    flops = np.array([[0, 1, 2], [3, 4, 5]])
    flop = indexer.extend(hole, flops)
    assert (hole.words == before).all()
    assert flop.index.tolist() == [int(indexer.index([51, 45, *f], round=1)) for f in flops.tolist()]


@pytest.mark.parametrize("other", [pb.HandIndexer((2, 1, 1)), pb.HandIndexer((1, 2, 1), n_ranks=12)])
def test_states_of_another_game_are_refused(other):
    """They were once read as those of the game, and gave wrong indices."""
    indexer = pb.HandIndexer((1, 2, 1))
    state = indexer.extend(indexer.extend(indexer.start(2), [[0], [4]]), "5c9s")
    with pytest.raises(InvalidArgumentError, match="not a state of this game before round 2") as refused:
        other.extend(state, "Td")
    assert refused.value.row == 0
    same = pickle.loads(pickle.dumps(indexer)).extend(state, "Td")
    assert same.index.tolist() == indexer.index(["2c5c9sTd", "3c5c9sTd"]).tolist()


def test_shapes_dtypes_and_layouts():
    indexer = pb.HandIndexer((2, 3))
    rng = np.random.default_rng(0)
    cards = np.array([rng.choice(52, 5, replace=False) for _ in range(24)]).reshape(2, 3, 4, 5)
    expected = indexer.index(cards)
    assert (expected.shape, expected.dtype) == ((2, 3, 4), np.uint64)
    for dtype in (np.uint8, np.int8, np.uint16, ">i4", np.int64, np.uint64):
        assert (indexer.index(cards.astype(dtype)) == expected).all()
    assert (indexer.index(np.asfortranarray(cards)) == expected).all()
    assert (indexer.index(cards[::-1, :, ::2]) == expected[::-1, :, ::2]).all()
    frozen = cards.astype(np.uint8)
    frozen.flags.writeable = False
    assert (indexer.index(frozen) == expected).all()
    assert indexer.unindex(expected).shape == cards.shape
    assert (indexer.index(indexer.unindex(expected)) == expected).all()
    assert indexer.index(np.empty((0, 5), dtype=np.uint8)).shape == (0,)
    assert indexer.unindex([]).shape == (0, 5)
    assert indexer.unindex(range(0)).shape == (0, 5)
    assert indexer.unindex(range(10, 0, -2)).shape == (5, 5)
    assert isinstance(indexer.index("2c3c4c5c6c"), np.uint64)


@pytest.mark.parametrize("dtype", [np.uint64, np.int64, np.uint32, np.int32, "i8", np.dtype("uint32")])
def test_indices_of_another_dtype(dtype):
    indexer = pb.HandIndexer((2, 3))
    hands = np.concatenate([pb.random_hands(3000, 5, rng=1), indexer.unindex([0, 1286791])])
    expected = indexer.index(hands)
    found = indexer.index(hands, dtype=dtype)
    assert found.dtype == dtype
    assert found.tolist() == expected.tolist()
    assert (indexer.unindex(found) == indexer.unindex(expected)).all()
    out = np.zeros((3002, 2), dtype=dtype)[:, 0]
    assert indexer.index(hands, dtype=dtype, out=out) is out
    assert out.tolist() == expected.tolist()
    one = indexer.index(hands[0], dtype=dtype)
    assert isinstance(one, np.dtype(dtype).type)
    assert one == expected[0]
    assert indexer.index(hands[:0], dtype=dtype).dtype == dtype
    with pytest.raises(DuplicateCardError, match="row 1: card 2s"):
        indexer.index([[0, 1, 2, 3, 4], [0, 1, 2, 3, 3]], dtype=dtype)


def test_a_dtype_holds_the_largest_index():
    """It is refused by the size of the round, not by the hands of one call."""
    holdem = pb.HandIndexer((2, 3, 1, 1))
    assert 2**31 < holdem.size() < 2**32
    assert holdem.index("2c2d 3c3d3h 4c 4d", dtype=np.uint32) == holdem.index("2c2d 3c3d3h 4c 4d")
    assert holdem.index("2c2d 3c3d3h 4c", round=2, dtype=np.int32) == holdem.index("2c2d 3c3d3h 4c", round=2)
    large = pb.HandIndexer((1, 3, 6, 7))
    assert 2**63 < large.size() <= 2**64
    for indexer, dtype in ((holdem, np.int32), (large, np.int64), (large, np.uint32), (large, np.int32)):
        largest = f"holds the largest index of the round, {indexer.size() - 1:,}"
        with pytest.raises(InvalidArgumentError, match=f"^dtype {np.dtype(dtype)}: expected one that {largest}$"):
            indexer.index(indexer.unindex(0), dtype=dtype)
    for dtype in (np.int8, np.uint16, np.float64, ">i8", object, None, "integers"):
        with pytest.raises(InvalidArgumentError, match="expected uint64, int64, uint32 or int32"):
            holdem.index("2c2d 3c3d3h 4c 4d", dtype=dtype)


def test_arrays_that_are_not_aligned():
    indexer = pb.HandIndexer((2, 3))
    indices = np.array([[0, 5], [7, 1286791]], dtype=np.uint64)
    hands = indexer.unindex(indices)
    assert (indexer.unindex(unaligned(indices)) == hands).all()
    assert (indexer.multiplicity(unaligned(indices)) == indexer.multiplicity(indices)).all()


def test_out_may_be_what_is_read():
    indexer = pb.HandIndexer((2, 3))
    rng = np.random.default_rng(1)
    cards = np.array([rng.choice(52, 5, replace=False) for _ in range(5000)]).astype(np.uint8)
    expected = indexer.canonical(cards)
    assert indexer.canonical(cards, out=cards) is cards
    assert (cards == expected).all()
    indices = indexer.index(cards)
    deals = indexer.multiplicity(indices)
    assert indexer.multiplicity(indices, out=indices) is indices
    assert (indices == deals).all()
    room = np.arange(6, dtype=np.uint64)
    shifted = indexer.multiplicity(room[:5].copy())
    indexer.multiplicity(room[:5], out=room[1:])
    assert room.tolist() == [0, *shifted.tolist()]


def test_identity():
    indexer = pb.HandIndexer((2, 3, 1, 1))
    assert indexer == pb.HandIndexer([2, 3, 1, 1])
    assert hash(indexer) == hash(pb.HandIndexer((2, 3, 1, 1)))
    assert indexer != pb.HandIndexer((2, 3, 1, 1), n_ranks=9)
    assert indexer != (2, 3, 1, 1)
    leduc = pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)
    assert repr(leduc) == "HandIndexer((1, 1), n_ranks=3, n_suits=2)"
    assert eval(repr(leduc), {"HandIndexer": pb.HandIndexer}) == leduc
    copy = pickle.loads(pickle.dumps(indexer))
    assert copy == indexer
    assert copy.index("AsKsQsJsTs2c2d") == indexer.index("AsKsQsJsTs2c2d")
    with pytest.raises(AttributeError):
        indexer.sizes = ()
    with pytest.raises(AttributeError):
        indexer.other = 1
    with pytest.raises(AttributeError, match="cannot be changed"):
        del indexer._core
    assert indexer.table_bytes < 200 * 1024


def test_games_by_their_names():
    rounds = {
        "holdem": (2, 3, 1, 1),
        "omaha": (4, 3, 1, 1),
        "omaha5": (5, 3, 1, 1),
        "omaha6": (6, 3, 1, 1),
        "stud": (3, 1, 1, 1, 1),
    }
    for name, cards_per_round in rounds.items():
        assert pb.HandIndexer.game(name) == pb.HandIndexer(cards_per_round)
    assert pb.HandIndexer.game("short_deck") == pb.HandIndexer((2, 3, 1, 1), n_ranks=9, lowest_rank="6")
    assert pb.HandIndexer.game("leduc") == pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)
    # 270,725 hands of four cards up to suits, and pairs of ranks of nine.
    assert pb.HandIndexer.game("omaha").size(0) == 16432
    assert pb.HandIndexer.game("short_deck").size(0) == 81


@pytest.mark.parametrize("name", ["Omaha7", "", "hold'em", "holdem_imperfect", None, 2, (2, 3), []])
def test_a_game_of_another_name(name):
    error = InvalidArgumentError if isinstance(name, str) else TypeError
    with pytest.raises(error, match=r"^game: expected 'holdem', .*'leduc', found "):
        pb.HandIndexer.game(name)


def test_common_games():
    for rounds, n_ranks, n_suits, lowest_rank in COMMON_GAMES.values():
        indexer = pb.HandIndexer(rounds, n_ranks=n_ranks, n_suits=n_suits, lowest_rank=lowest_rank)
        assert len(indexer.sizes) == len(rounds)


SHORT, LOW = pb.HandIndexer.game("short_deck"), pb.HandIndexer((2, 3, 1, 1), n_ranks=9)
"""The short deck, and as many ranks from the deuce up."""


def short_hands(n, size):
    rng = np.random.default_rng(36)
    return np.array([16 + rng.permutation(36)[:size] for _ in range(n)], dtype=np.uint8)


def test_the_short_deck_has_the_ids_of_its_cards():
    """A hand of the six up has the index of the same places from the deuce up, on every path."""
    cards = short_hands(500, 7)
    assert SHORT.sizes == LOW.sizes
    assert (SHORT.index_all(cards) == LOW.index_all(cards - 16)).all()
    state, low_state = SHORT.start(len(cards)), LOW.start(len(cards))
    before = 0
    for at, n in enumerate((2, 5, 6, 7)):
        found = SHORT.index(cards[:, :n], round=at)
        assert (found == LOW.index(cards[:, :n] - 16, round=at)).all()
        assert SHORT.index(cards[0, :n], round=at) == found[0] == SHORT.index(cards[0, :n].tolist(), round=at)
        assert SHORT.index(pb.cards.format_cards(cards[0, :n]), round=at) == found[0]
        hands = SHORT.unindex(found, round=at)
        assert (hands == LOW.unindex(found, round=at) + 16).all()
        assert (hands == SHORT.canonical(cards[:, :n], round=at)).all()
        assert (SHORT.index(hands, round=at) == found).all()
        assert (SHORT.unindex(range(50), round=at) == LOW.unindex(range(50), round=at) + 16).all()
        assert (SHORT.multiplicity(found, round=at) == LOW.multiplicity(found, round=at)).all()
        state = SHORT.extend(state, cards[:, before:n])
        low_state = LOW.extend(low_state, cards[:, before:n] - 16)
        assert (state.index == found).all()
        assert (low_state.index == found).all()
        before = n
    for ours, theirs in zip(SHORT.children(7, round=0), LOW.children(7, round=0), strict=True):
        assert (ours == theirs).all()
    board = cards[0, 2:]
    assert (SHORT.index_board(board) == LOW.index_board(board - 16)).all()
    assert (SHORT.hole_combos(board) == LOW.hole_combos(board - 16) + 16).all()
    lookup = pb.abstraction.IndexerLookup(SHORT)
    assert (lookup.lookup(cards[:, :2], cards[:, 2:5]) == SHORT.index(cards[:, :5], round=1)).all()
    assert lookup.lookup("6c6d", board="") == 0


def test_a_deck_is_told_by_its_lowest_rank():
    assert pb.HandIndexer((2, 3, 1, 1), n_ranks=9, lowest_rank="6") == SHORT
    assert SHORT != LOW
    assert len({SHORT, LOW, pb.HandIndexer.game("6+")}) == 2
    assert (SHORT.lowest_rank, LOW.lowest_rank) == ("6", "2")
    assert repr(SHORT) == "HandIndexer((2, 3, 1, 1), n_ranks=9, lowest_rank='6')"
    for indexer in (SHORT, LOW, pb.HandIndexer((2, 3), n_ranks=5, n_suits=3, lowest_rank="t")):
        assert eval(repr(indexer), {"HandIndexer": pb.HandIndexer}) == indexer
        copy = pickle.loads(pickle.dumps(indexer))
        assert copy == indexer
        assert (copy.unindex(range(9), round=0) == indexer.unindex(range(9), round=0)).all()
    with pytest.raises(InvalidArgumentError, match="state of this game"):
        LOW.extend(SHORT.start(), "2c2d")


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: SHORT.index("6c2c", round=0), InvalidCardError, r"card 2c \(id 0\) is not in a deck of the "),
        (lambda: SHORT.index([[16, 17], [51, 0]], round=0), InvalidCardError, "^row 1: card 2c .id 0. is "),
        (lambda: SHORT.index("5s6c", round=0), InvalidCardError, "of the ranks 6 to A in 4 suits$"),
        (lambda: SHORT.index_board("2c7c8c"), CardCountError, "expected 5 cards"),
        (lambda: SHORT.index_board("2c7c8c9cTc"), InvalidCardError, "card 2c"),
        (lambda: SHORT.hole_combos("2c7c8c"), InvalidCardError, "card 2c"),
        (lambda: SHORT.extend(SHORT.start(), [0, 16]), InvalidCardError, "card 2c"),
        (
            lambda: pb.HandIndexer((2,), lowest_rank="6"),
            InvalidArgumentError,
            "^n_ranks = 13: a deck from the 6 up has 1 to 9 ranks$",
        ),
        (
            lambda: pb.HandIndexer((2,), lowest_rank="1"),
            InvalidArgumentError,
            "^lowest_rank: expected '2', .*found '1'",
        ),
        (lambda: pb.HandIndexer((2,), lowest_rank="66"), InvalidArgumentError, "^lowest_rank: expected '2', "),
        (lambda: pb.HandIndexer((2,), lowest_rank=6), TypeError, "^lowest_rank: expected '2', .*found 6"),
    ],
)
def test_what_is_not_in_a_deck(call, error, text):
    with pytest.raises(error, match=text):
        call()


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda i: i.index("AsKs"), CardCountError, "expected 5 cards, found 2"),
        (lambda i: i.index([[0, 1, 2, 3, 4], [0, 1, 2, 3, 3]]), DuplicateCardError, "row 1: card 2s"),
        (lambda i: i.index([[0, 1, 2, 3, 0]]), DuplicateCardError, "row 0: card 2c"),
        (lambda i: i.index([[0, 1, 2, 3, 52]]), InvalidCardError, "row 0: card id 52 is outside"),
        (lambda i: i.index(np.array([[0, 1, 2, 3, 255]], np.uint8)), InvalidCardError, "row 0: card id 255"),
        (lambda i: i.index([[[0, 1, 2, 3, -1]]]), InvalidCardError, r"row \(0, 0\): card id -1"),
        (lambda i: i.index([[0.0, 1, 2, 3, 4]]), InvalidCardError, "row 0: cards: expected integers"),
        (lambda i: i.index("2c3c4c5c6c", round=2), OutOfRangeError, r"round 2 is out of range \(0 to 1\)"),
        (lambda i: i.index("2c3c4c5c6c", round=-3), OutOfRangeError, "round -3"),
        (lambda i: i.index("2c3c4c5c6c", out=np.empty(1)), InvalidArgumentError, "out: expected"),
        (lambda i: i.index("2c3c4c5c6c", num_threads=0), InvalidArgumentError, "num_threads = 0"),
        (lambda i: i.unindex(1286792), OutOfRangeError, r"hand index 1286792 is out of range \(0 to 1286791\)"),
        (lambda i: i.unindex([0, 2**63]), OutOfRangeError, "row 1: hand index"),
        (lambda i: i.unindex([0, -1]), OutOfRangeError, "row 1: hand index -1"),
        (lambda i: i.unindex(2**70), OutOfRangeError, "is out of range"),
        (lambda i: i.unindex([0, 2**70]), OutOfRangeError, f"row 1: hand index {2**70} is out of range"),
        (lambda i: i.unindex([2**63, -1]), OutOfRangeError, f"row 0: hand index {2**63} is out of range"),
        (lambda i: i.unindex(range(2**64)), OutOfRangeError, f"hand index {2**64 - 1} is out of range"),
        (lambda i: i.multiplicity(range(2**64)), OutOfRangeError, "is out of range"),
        (lambda i: i.extend(i.start(3), [[0, 1]] * 2), InvalidArgumentError, "do not broadcast"),
        (lambda i: i.unindex(range(1286790, 1286793)), OutOfRangeError, "row 2: hand index 1286792"),
        (lambda i: i.unindex([0.5]), TypeError, "expected integers"),
        (lambda i: i.multiplicity([169], round=0), OutOfRangeError, "row 0: hand index 169"),
        (lambda i: i.children(169), OutOfRangeError, "hand index 169"),
        (lambda i: i.children(0, round=1), InvalidArgumentError, "is the last"),
        (lambda i: i.index_board("2c3c"), CardCountError, "expected 3 cards, found 2"),
        (lambda i: i.index_board("2c3c3c"), DuplicateCardError, "3c"),
        (lambda i: i.extend(i.start(2), [[0, 0], [1, 2]]), DuplicateCardError, "row 0: card 2c"),
        (lambda i: i.extend(i.extend(i.start(), "AsKs"), "As2c3c"), DuplicateCardError, "As"),
        (lambda i: i.extend((), "As2c"), InvalidArgumentError, "state"),
        (lambda _: pb.HandIndexer(()), InvalidArgumentError, "0 rounds"),
        (lambda _: pb.HandIndexer((2, 0)), InvalidArgumentError, "round 1 of the game .* deals no card"),
        (lambda _: pb.HandIndexer((2, 51)), InvalidArgumentError, "more cards than the 52"),
        (lambda _: pb.HandIndexer((1,) * 9), InvalidArgumentError, "9 rounds"),
        (lambda _: pb.HandIndexer((7, 7, 7, 7)), CountOverflowError, "does not fit"),
        (lambda _: pb.HandIndexer((2,), n_ranks=17), InvalidArgumentError, "n_ranks = 17"),
        (lambda _: pb.HandIndexer((2,), n_suits=9), InvalidArgumentError, "n_suits = 9"),
        (
            lambda _: pb.HandIndexer((1, 1), n_ranks=3, n_suits=2).index([[0, 2]]),
            InvalidCardError,
            r"row 0: card 2h \(id 2\) is not in a deck of the ranks 2 to 4 in 2 suits",
        ),
        (
            lambda _: pb.HandIndexer((2, 3), n_ranks=9).index_board("Ah2d2h"),
            InvalidCardError,
            r"card Ah \(id 50\) is not in a deck of the ranks 2 to T in 4 suits",
        ),
        (
            lambda _: pb.HandIndexer((2, 3), n_ranks=9).hole_combos([50, 1, 2]),
            InvalidCardError,
            r"card Ah \(id 50\) is not in a deck of the ranks 2 to T in 4 suits",
        ),
        (lambda i: i.hole_combos("AsKsAs"), DuplicateCardError, "card As"),
        (lambda i: i.hole_combos(np.array([0, 1, 255], np.uint8)), InvalidCardError, "card id 255 is outside the deck"),
        (lambda i: i.hole_combos(np.array([255], np.uint8)), CardCountError, "expected 3 cards, found 1"),
        (lambda i: i.hole_combos("2c3c4c5c"), CardCountError, "expected 3 cards, found 4"),
        (lambda _: pb.HandIndexer((3, 3)).hole_combos("2c3c4c"), InvalidArgumentError, "two hole cards"),
        (lambda _: pb.HandIndexer((3, 3)).index_board("2c3c4c"), InvalidArgumentError, "two hole cards"),
    ],
)
def test_bad_input(call, error, text):
    with pytest.raises(error, match=text):
        call(pb.HandIndexer((2, 3)))
