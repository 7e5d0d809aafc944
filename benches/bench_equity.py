"""Exact equity of specific hands, one spot and many, and river boards that are ranked once; answers first."""

from functools import partial
from itertools import combinations
from timeit import timeit

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.cards import CARD_NAMES


def bench_two_hands_preflop(benchmark):
    assert benchmark(pb.equity, "AhAd", "KsKh").counts[0] == pb.Counts(1_399_204, (7_923,), 305_177)


def bench_six_hands_preflop(benchmark):
    result = benchmark(pb.equity, "AhKh", "QsQd", "7c7d", "JcTc", "4s3s", "9h8h")
    assert [counts.wins for counts in result.counts] == [142_164, 147_356, 85_474, 111_875, 110_902, 59_792]


def bench_two_hands_on_the_flop(benchmark):
    assert benchmark(pb.equity, "AhKh", "9c9d", board="Qh7h2c").counts[0] == pb.Counts(545, (0,), 445)


def bench_a_million_flops_of_two_hands(benchmark):
    cards = pb.random_hands(100_000 if benchmark.disabled else 1_000_000, 7, rng=1)
    hands, boards = cards[:, :4].reshape(-1, 2, 2), cards[:, 4:]
    found = benchmark.pedantic(pb.equity_rows, (hands,), {"board": boards, "num_threads": 1}, rounds=3)
    for row in range(0, len(cards), len(cards) // 10):
        assert tuple(found.counts[row]) == pb.equity(*hands[row], board=boards[row]).counts


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def bench_outcomes_of_a_thousand_boards(benchmark, dtype):
    boards = pb.RankedBoards(pb.random_hands(1000, 5, rng=2), num_threads=1)
    weights = np.random.default_rng(2).integers(0, 1000, (1000, 1326)).astype(dtype)
    out = np.empty((1000, 1326), dtype), np.empty((1000, 1326), dtype)
    win, tie = benchmark(boards.outcomes, weights, dtype=dtype, out=out, num_threads=1)
    strengths = boards.strengths[7].astype(np.int64)
    combos = np.asarray(pb.COMBOS)
    hero = int(np.flatnonzero(strengths)[500])
    meets = (strengths > 0) & ~np.isin(combos, combos[hero]).any(axis=1)
    assert win[7, hero] == weights[7][meets & (strengths < strengths[hero])].sum()
    assert tie[7, hero] == weights[7][meets & (strengths == strengths[hero])].sum()


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def bench_values_of_128_vectors_of_a_board(benchmark, dtype):
    """Beside `outcomes`, which compares one vector after the other."""
    board = pb.RankedBoards("AhKh7d2c2s")
    reach = np.random.default_rng(3).integers(0, 1000, (128, 1326)).astype(dtype)
    out, pair = np.empty_like(reach), (np.empty_like(reach), np.empty_like(reach))
    win, tie = board.outcomes(reach, dtype=dtype, out=pair, num_threads=1)
    free = board.strengths > 0
    met = np.where(free, reach, 0) @ (~(pb.COMBOS[:, None, :, None] == pb.COMBOS[None, :, None, :]).any((2, 3))) * free
    assert np.array_equal(board.values(reach, out=out, num_threads=1), 2 * win + tie - met)
    benchmark(board.values, reach, out=out, num_threads=1)
    if not benchmark.disabled:
        calls = (
            partial(board.outcomes, reach, dtype=dtype, out=pair, num_threads=1),
            partial(board.values, reach, out=out, num_threads=1),
        )
        # In turn: the machine may be shared.
        seconds = np.array([[timeit(call, number=1) for call in calls] for _ in range(50)])
        outcomes, values = np.median(seconds, axis=0)
        benchmark.extra_info["times the speed of outcomes"] = outcomes / values
        print(f"\nvalues, {dtype}: {outcomes / values:.1f} times the speed of outcomes")


def _flops(benchmark):
    """Return all flops up to suit isomorphism; in the quick pass every ninth."""
    return pb.HandIndexer((3,)).unindex(np.arange(0, 1755, 9 if benchmark.disabled else 1))


def bench_every_hand_against_a_range_on_every_flop(benchmark):
    """One thread, a range without symmetric suits: `eval7` takes seconds for one hand on one flop."""
    flops = _flops(benchmark)
    range_ = pb.Range("22+, A2s+, 0.5:KQo, AhKd")
    found = benchmark.pedantic(pb.combo_equity, (range_,), {"boards": flops, "num_threads": 1}, rounds=1)
    _check_against_eval7(found[99], range_, flops[99])


def bench_every_hand_against_a_symmetric_range_on_every_flop(benchmark):
    flops = _flops(benchmark)
    found = benchmark.pedantic(pb.combo_equity, ("22+, A2s+",), {"boards": flops, "num_threads": 1}, rounds=1)
    _check_against_eval7(found[99], pb.Range("22+, A2s+"), flops[99])


def _check_against_eval7(equities, range_, flop):
    """Compare one hand on one flop: each runout and each opponent's hand evaluated by eval7."""
    eval7 = pytest.importorskip("eval7")
    cards = [eval7.Card(name) for name in CARD_NAMES]
    hero = int(np.flatnonzero(~np.isnan(equities))[500])
    gone = {*flop.tolist(), *pb.COMBOS[hero].tolist()}
    won = met = 0
    for turn, river in combinations([card for card in range(52) if card not in gone], 2):
        board = [cards[card] for card in (*flop, turn, river)]
        ours = eval7.evaluate([*board, *(cards[card] for card in pb.COMBOS[hero])])
        for combo in np.flatnonzero(range_.weights)[::9].tolist():
            pair = pb.COMBOS[combo].tolist()
            if gone.isdisjoint(pair) and turn not in pair and river not in pair:
                theirs = eval7.evaluate([*board, *(cards[card] for card in pair)])
                weight = range_.weights[combo]
                won, met = won + weight * ((ours > theirs) + (ours == theirs) / 2), met + weight
    some = np.zeros(1326)
    some[np.flatnonzero(range_.weights)[::9]] = range_.weights[np.flatnonzero(range_.weights)[::9]]
    assert won / met == pytest.approx(pb.combo_equity(some, boards=flop)[hero], abs=1e-12)
    whole = pb.equity(pb.COMBOS[hero], range_, board=flop)
    assert whole.equity[0] == pytest.approx(equities[hero], abs=1e-12)


def bench_rank_a_thousand_boards(benchmark):
    cards = pb.random_hands(1000, 5, rng=2)
    assert np.array_equal(benchmark(pb.RankedBoards, cards, num_threads=1).strengths, pb.evaluate_combos(cards))
