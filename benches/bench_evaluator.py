"""`evaluate` and `evaluate_combos`; answers first. `benches/compare.py` puts the rivals in one table."""

import numpy as np
import phevaluator
import pytest

import pokerbits as pb
from rivals import CARD_NAMES, rivals

HANDS = 100_000


@pytest.fixture(scope="module")
def hands():
    rng = np.random.default_rng(7)
    return rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (HANDS, 1)), axis=1)


@pytest.mark.parametrize("size", [5, 6, 7])
def bench_evaluate(benchmark, hands, size):
    cards = np.ascontiguousarray(hands[:, :size])
    strengths = benchmark(pb.evaluate, cards, num_threads=1)
    theirs = [phevaluator.evaluate_cards(*hand) for hand in cards[:2000].tolist()]
    assert pb.evaluator.to_cactus_kev(strengths[:2000]).tolist() == theirs


@pytest.mark.parametrize(
    "kind",
    [
        lambda hands: hands.astype(np.int64),
        lambda hands: hands.astype(np.int32),
        np.asfortranarray,
        pb.cards.format_cards,
        np.ndarray.tolist,
        lambda hands: np.array(pb.cards.format_cards(hands)),
    ],
    ids=["int64", "int32", "Fortran order", "list of texts", "list of lists", "array of texts"],
)
def bench_evaluate_given_as(benchmark, hands, kind):
    cards = kind(np.ascontiguousarray(hands[:, :7]))
    strengths = benchmark(pb.evaluate, cards, num_threads=1)
    assert (strengths == pb.evaluate(np.ascontiguousarray(hands[:, :7]))).all()


@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def bench_hole_and_board(benchmark, hands, dtype):
    hole, board = hands[:, :2].astype(dtype), hands[:, 2:7].astype(dtype)
    strengths = benchmark(pb.evaluate, hole, board=board, num_threads=1)
    assert (strengths == pb.evaluate(np.ascontiguousarray(hands[:, :7]))).all()


@pytest.mark.parametrize("rival", list(rivals()), ids=lambda rival: rival.name)
def bench_rival(benchmark, hands, rival):
    n = min(rival.hands, 2_000)
    prepared = [rival.prepare(hand) for hand in hands[:n, :7].tolist()]
    ranks = benchmark(rival.run, prepared)
    assert rival.agrees(ranks, pb.evaluate(np.ascontiguousarray(hands[:n, :7])))


@pytest.mark.parametrize(
    "kind",
    [list, tuple, pb.cards.format_cards, lambda hand: np.array(hand, dtype=np.uint8)],
    ids=["list", "tuple", "text", "array"],
)
def bench_evaluate_one(benchmark, hands, kind):
    hand = hands[0, :7].tolist()
    strength = benchmark(pb.evaluate, kind(hand))
    assert pb.evaluator.to_cactus_kev(strength) == phevaluator.evaluate_cards(*hand)


@pytest.mark.parametrize("rival", list(rivals()), ids=lambda rival: rival.name)
def bench_rival_one(benchmark, hands, rival):
    hand = rival.prepare(hands[0, :7].tolist())
    names = [CARD_NAMES[card] for card in hands[0, :7].tolist()]
    assert benchmark(rival.rank, hand) == rival.rank_names(names)


def bench_evaluate_combos(benchmark, hands):
    boards = np.ascontiguousarray(hands[:1000, :5])
    strengths = benchmark(pb.evaluate_combos, boards, num_threads=1)
    rows = np.concatenate([np.repeat(boards[:1], 1326, axis=0), pb.COMBOS], axis=1)
    free = ~np.isin(pb.COMBOS, boards[0]).any(axis=1)
    assert (strengths[0, free] == pb.evaluate(rows[free])).all()
    assert (strengths[0, ~free] == 0).all()
