"""The hand indexer on random hands; answers first."""

import csv
from pathlib import Path

import numpy as np
import pytest

import pokerbits as pb

HANDS = 100_000


@pytest.fixture(scope="module")
def hands():
    rng = np.random.default_rng(7)
    return rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (HANDS, 1)), axis=1)


def published(game, width):
    """Return hands, (300, width), and their indices by the published code, as in the tests."""
    path = Path(__file__).parents[1] / "tests" / "data" / "hand_index" / f"index_{game}.csv"
    with path.open(encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    cards = np.array([row[0].split() for row in rows], dtype=np.uint8)
    assert cards.shape == (300, width)
    return cards, np.array([int(row[-1]) for row in rows], dtype=np.uint64)


@pytest.mark.parametrize(
    ("game", "rounds"), [("holdem_2-3-1-1", (2, 3, 1, 1)), ("plo4_4-3-1-1", (4, 3, 1, 1)), ("holdem_2-5", (2, 5))]
)
def bench_index(benchmark, hands, game, rounds):
    indexer = pb.HandIndexer(rounds)
    width = sum(rounds)
    known, expected = published(game, width)
    cards = np.concatenate([known, hands[len(known) :, :width]])
    indices = benchmark(indexer.index, cards, num_threads=1)
    assert (indices[: len(known)] == expected).all()


def bench_index_all(benchmark, hands):
    indexer = pb.HandIndexer((2, 3, 1, 1))
    cards = np.ascontiguousarray(hands[:, :7])
    indices = benchmark(indexer.index_all, cards, num_threads=1)
    assert all((indices[:, r] == indexer.index(cards[:, :n], round=r)).all() for r, n in enumerate((2, 5, 6, 7)))


@pytest.mark.parametrize("order", ["random", "sorted", "every_seventh", "consecutive"])
def bench_unindex(benchmark, hands, order):
    indexer = pb.HandIndexer((2, 3, 1, 1))
    _, known = published("holdem_2-3-1-1", 7)
    indices = np.concatenate([known, indexer.index(np.ascontiguousarray(hands[len(known) :, :7]))])
    if order == "sorted":
        indices.sort()
    elif order != "random":
        # From ten places on, since hands are not equally long to find everywhere.
        starts = indexer.size() // 10 * np.arange(10, dtype=np.uint64)
        steps = np.arange(HANDS // 10, dtype=np.uint64) * np.uint64(7 if order == "every_seventh" else 1)
        indices = (starts[:, None] + steps).reshape(-1)
    cards = benchmark(indexer.unindex, indices, num_threads=1)
    assert (indexer.index(cards) == indices).all()
    some = np.arange(0, HANDS, 997)
    assert all(
        (indexer.unindex(int(index)) == hand).all() for index, hand in zip(indices[some], cards[some], strict=True)
    )


def bench_extend(benchmark, hands):
    indexer = pb.HandIndexer((2, 3, 1, 1))
    turn = indexer.start(HANDS)
    for first, last in ((0, 2), (2, 5), (5, 6)):
        turn = indexer.extend(turn, np.ascontiguousarray(hands[:, first:last]))
    river_cards = np.ascontiguousarray(hands[:, 6:7])
    river = benchmark(indexer.extend, turn, river_cards, num_threads=1)
    assert (river.index == indexer.index(np.ascontiguousarray(hands[:, :7]))).all()


def bench_index_board(benchmark, hands):
    indexer = pb.HandIndexer((2, 5))
    boards = np.ascontiguousarray(hands[:100, :5])
    indices = benchmark(indexer.index_board, boards, num_threads=1)
    combos = indexer.hole_combos(boards[0])
    rows = np.concatenate([combos, np.repeat(boards[:1], len(combos), axis=0)], axis=1)
    assert (indices[0] == indexer.index(rows)).all()


@pytest.fixture(scope="module")
def wide_hands():
    rng = np.random.default_rng(8)
    return np.ascontiguousarray(rng.permuted(np.tile(np.arange(128, dtype=np.uint8), (HANDS, 1)), axis=1)[:, :7])


def suits_of(hands):
    """Return the ranks of the eight suits of each hand in the rounds (2, 3, 1, 1), as a number each, sorted."""
    ranks = np.uint64(1) << (hands // 8).astype(np.uint64)
    places = np.repeat(np.array([48, 32, 16, 0], np.uint64), (2, 3, 1, 1))
    suits = np.zeros((len(hands), 8), np.uint64)
    for card in range(7):
        suits[np.arange(len(hands)), hands[:, card] % 8] += ranks[:, card] << places[card]
    return np.sort(suits, axis=1)


def bench_wide_index(benchmark, wide_hands):
    indexer = pb.HandIndexer((2, 3, 1, 1), n_ranks=16, n_suits=8)
    indices = benchmark(indexer.index, wide_hands, num_threads=1)
    # Hands have one index exactly if they are equal up to the order of the suits.
    both = np.concatenate([suits_of(wide_hands), indices[:, None]], axis=1)
    assert len(np.unique(both, axis=0)) == len(np.unique(both[:, :8], axis=0)) == len(np.unique(indices))


def bench_wide_unindex(benchmark, wide_hands):
    indexer = pb.HandIndexer((2, 3, 1, 1), n_ranks=16, n_suits=8)
    indices = indexer.index(wide_hands)
    canonical = benchmark(indexer.unindex, indices, num_threads=1)
    assert (suits_of(canonical) == suits_of(wide_hands)).all()
    assert (indexer.index(canonical) == indices).all()
