"""`evaluate_omaha` beside phevaluator, which has four hole cards and takes one hand a call, and every hand at once.

Answers come first.
"""

import numpy as np
import phevaluator
import pytest

import pokerbits as pb

HANDS = 100_000


@pytest.fixture(scope="module")
def deals():
    rng = np.random.default_rng(7)
    return rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (HANDS, 1)), axis=1)


def theirs(hole, board):
    return [phevaluator.evaluate_omaha_cards(*deal) for deal in np.hstack([board, hole]).tolist()]


@pytest.mark.parametrize("hole", [4, 5, 6])
def bench_evaluate_omaha(benchmark, deals, hole):
    hands, boards = (np.ascontiguousarray(part) for part in (deals[:, :hole], deals[:, hole : hole + 5]))
    strengths = benchmark(pb.evaluate_omaha, hands, boards, num_threads=1)
    if hole == 4:
        assert pb.evaluator.to_cactus_kev(strengths[:2000]).tolist() == theirs(hands[:2000], boards[:2000])


@pytest.mark.parametrize("hole", [4, 5, 6])
def bench_evaluate_omaha_low(benchmark, deals, hole):
    hands, boards = (np.ascontiguousarray(part) for part in (deals[:, :hole], deals[:, hole : hole + 5]))
    lows = benchmark(pb.evaluate_omaha_low, hands, boards, num_threads=1)
    # A low needs three ranks up to eight on the board; the ace, 12, is one of them.
    is_low = np.array([rank <= 6 or rank == 12 for rank in range(13)])
    ranks = [{rank for rank in board if is_low[rank]} for board in (boards[:2000] // 4).tolist()]
    has_low = lows[:2000] > 0
    assert has_low.any()
    assert not has_low[[len(low) < 3 for low in ranks]].any()


@pytest.mark.parametrize("hole", [4, 5, 6])
def bench_one_board(benchmark, deals, hole):
    board = pb.cards.parse_cards("KsTh7d4c2c")
    hands = deals[~np.isin(deals[:, :hole], board).any(axis=1), :hole]
    hands = np.ascontiguousarray(np.resize(hands, (HANDS, hole)))
    strengths = benchmark(pb.evaluate_omaha, hands, board=board, num_threads=1)
    if hole == 4:
        assert pb.evaluator.to_cactus_kev(strengths[:2000]).tolist() == theirs(hands[:2000], np.tile(board, (2000, 1)))


@pytest.mark.parametrize("street", [3, 4], ids=["flop", "turn"])
def bench_before_the_river(benchmark, deals, street):
    hands, boards = np.ascontiguousarray(deals[:, :4]), np.ascontiguousarray(deals[:, 4 : 4 + street])
    strengths = benchmark(pb.evaluate_omaha, hands, board=boards, num_threads=1)
    assert strengths[0] == pb.evaluate_omaha(hands[0].tolist(), board=boards[0].tolist())


@pytest.mark.parametrize("dtype", [np.int64, np.int32])
def bench_other_dtypes(benchmark, deals, dtype):
    hands, boards = deals[:, :4], deals[:, 4:9]
    strengths = benchmark(pb.evaluate_omaha, hands.astype(dtype), board=boards.astype(dtype), num_threads=1)
    assert (strengths == pb.evaluate_omaha(hands, board=boards)).all()


@pytest.mark.parametrize("kind", [list, pb.cards.format_cards], ids=["list", "text"])
def bench_one_hand(benchmark, deals, kind):
    hole, board = deals[0, :4].tolist(), deals[0, 4:9].tolist()
    strength = benchmark(pb.evaluate_omaha, kind(hole), board=kind(board))
    assert pb.evaluator.to_cactus_kev(strength) == phevaluator.evaluate_omaha_cards(*board, *hole)


def bench_phevaluator(benchmark, deals):
    hole, board = deals[:2000, :4], deals[:2000, 4:9]
    ranks = benchmark(theirs, hole, board)
    assert ranks == pb.evaluator.to_cactus_kev(pb.evaluate_omaha(hole, board=board)).tolist()


def bench_phevaluator_one_hand(benchmark, deals):
    hole, board = deals[0, :4].tolist(), deals[0, 4:9].tolist()
    rank = benchmark(phevaluator.evaluate_omaha_cards, *board, *hole)
    assert rank == pb.evaluator.to_cactus_kev(pb.evaluate_omaha(hole, board=board))


BOARDS = {"river": "Ks 7d 2c 9s 4h", "river with a flush": "Ks 7s 2c 9s 4h", "turn": "Ks 7d 2c 9s", "flop": "Ks 7d 2c"}


@pytest.mark.parametrize("villain", ["*", "AA, KK$ds", "weights"])
@pytest.mark.parametrize("street", BOARDS)
def bench_every_hand(benchmark, street, villain):
    board, hand = BOARDS[street], "QsJsTs8h"
    weights = np.random.default_rng(8).random(270_725) if villain == "weights" else villain
    equities = benchmark.pedantic(pb.combo_equity, (weights, board), {"game": "omaha", "num_threads": 1}, rounds=3)
    if villain != "weights":
        exact = pb.equity(hand, villain, board=board, game="omaha", method="exact")
        assert equities[pb.cards.omaha_hand_id(hand)] == exact.equity[0]


def bench_any_hand_before_the_flop(benchmark):
    result = benchmark(pb.equity, "AsAhTsTh", "*", game="omaha")
    assert result.counts[0].wins == 150_788_051_334


def bench_percentile(benchmark):
    assert benchmark(pb.hand_percentile, "AsAhTsTh", game="omaha") == 6 / 270_725
