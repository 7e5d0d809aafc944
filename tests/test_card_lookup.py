"""The interface of an abstraction for solvers: the lossless ones, and the error without OpenSpiel."""

import itertools

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.abstraction import CardLookup, IndexerLookup
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidArgumentError, InvalidCardError
from pokerbits.openspiel import CardsLookup


@pytest.mark.parametrize(
    ("rounds", "street"), [((2, 3, 1, 1), 0), ((2, 3, 1, 1), 2), ((2, 5), 1), ((4, 3, 1, 1), 1), ((1, 1), 1)]
)
def test_lossless_buckets_are_indices(rounds, street):
    indexer = pb.HandIndexer(rounds)
    deals = pb.random_hands(500, sum(rounds[: street + 1]), rng=1)
    buckets = IndexerLookup(indexer).lookup(deals[:, : rounds[0]], board=deals[:, rounds[0] :])
    assert np.array_equal(buckets, indexer.index(deals, round=street))
    assert buckets.dtype == np.uint64


def test_hands_of_one_bucket_differ_in_suits_alone():
    lookup = IndexerLookup(pb.HandIndexer((1, 1), n_ranks=3, n_suits=3))
    deck = [4 * rank + suit for rank in range(3) for suit in range(3)]
    for (hole, board), (other, on) in itertools.product(itertools.permutations(deck, 2), repeat=2):
        alike = (hole // 4, board // 4) == (other // 4, on // 4) and (hole % 4 == board % 4) == (other % 4 == on % 4)
        assert (lookup.lookup([hole], board=[board]) == lookup.lookup([other], board=[on])) == alike


def test_one_hand_and_a_board_for_many():
    lookup = IndexerLookup(pb.HandIndexer((2, 3)))
    one = lookup.lookup("AsKd", board="QhJh2c")
    assert isinstance(one, np.uint64)
    assert lookup.lookup(["AsKd", "3c3d"], board="QhJh2c")[0] == one
    assert isinstance(lookup, CardLookup)
    assert repr(lookup) == "IndexerLookup(HandIndexer((2, 3)))"


def test_what_an_indexer_does_not_deal_is_said():
    lookup = IndexerLookup(pb.HandIndexer((2, 3, 1)))
    with pytest.raises(CardCountError, match=r"^board: expected 0, 3 or 4 cards, found 5$"):
        lookup.lookup("AsKd", board="QhJh2c3c4c")
    with pytest.raises(CardCountError, match=r"^board: expected 0 cards, found 3$"):
        IndexerLookup(pb.HandIndexer((2,))).lookup("AsKd", board="QhJh2c")
    with pytest.raises(CardCountError):
        lookup.lookup("AsKdQd", board="")
    with pytest.raises(DuplicateCardError, match="row 1"):
        lookup.lookup(["AsKd", "QhKd"], board="QhJh2c")
    with pytest.raises(InvalidCardError, match="As"):
        IndexerLookup(pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)).lookup("As", board="")
    with pytest.raises(InvalidArgumentError, match="expected a HandIndexer, found tuple"):
        IndexerLookup((2, 3))


@pytest.mark.parametrize(
    ("hole", "board", "error", "message"),
    [
        ("AsKsQs", "", CardCountError, "hole: expected at most 2 cards, found 3"),
        ("AsKs", "2c3c4c5c6c7c", CardCountError, "board: expected at most 5 cards, found 6"),
        ([[0, 1], [2, 52]], "", InvalidCardError, r"row 1: card id 52 is outside the deck \(0 to 51\)"),
        ("AsKs", [-1], InvalidCardError, r"card id -1 is outside the deck \(0 to 51\)"),
    ],
)
def test_the_lookup_of_all_cards_refuses_others(hole, board, error, message):
    with pytest.raises(error, match=message):
        CardsLookup().lookup(hole, board)


def test_without_openspiel_the_extra_is_named(run_python):
    code = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in {"open_spiel", "pyspiel"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
import pokerbits as pb
lookup = pb.openspiel.IndexerLookup(pb.HandIndexer((1, 1)))
try:
    pb.openspiel.abstract_game("universal_poker()", lookup=lookup)
except ModuleNotFoundError as error:
    print(error)
"""
    wanted = 'pokerbits.openspiel needs open_spiel: pip install "pokerbits[openspiel]"'
    assert run_python(code).stdout.strip() == wanted
