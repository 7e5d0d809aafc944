"""Equity of two ranges beside XiaPL, of a hand against a range beside eval7: one thread, answers first."""

import warnings
from importlib.util import find_spec

import pytest

import pokerbits as pb

# Hero, villain, board. XiaPL refuses wider ranges before the flop.
SPOTS = [
    ("AA", "KK", ""),
    ("QQ+, AKs", "22+, A2s+", "Ah7d2c"),
    ("AKs", "random", "Ah7d2c"),
    ("random", "random", "Ah7d2c"),
]
RIVALS = ["pokerbits", *(name for name in ["xiapl"] if find_spec(name))]


def pokerbits_range_equity(hero, villain, board):
    return pb.equity(hero, villain, board=board or None, method="exact", num_threads=1).equity[0]


def xiapl_range_equity(hero, villain, board):
    from xiapl.card import Card
    from xiapl.range import Range
    from xiapl.simulation import RangeEquityMode, SimulationOptions, calculate_range_equity
    from xiapl.utils import cards_to_mask

    options = SimulationOptions.exact()
    options.threads = 1
    ranges = [Range.all() if text == "random" else Range.from_string(text) for text in (hero, villain)]
    mask = cards_to_mask([Card.from_string(board[i : i + 2]) for i in range(0, len(board), 2)])
    return calculate_range_equity(*ranges, mask, options, RangeEquityMode.AggregateOnly).hero_aggregate_equity


@pytest.mark.parametrize("rival", RIVALS)
@pytest.mark.parametrize("spot", SPOTS, ids=" ".join)
def bench_two_ranges(benchmark, spot, rival):
    benchmark.group = "{} against {} on '{}'".format(*spot)
    run = {"pokerbits": pokerbits_range_equity, "xiapl": xiapl_range_equity}[rival]
    assert benchmark(run, *spot) == pytest.approx(pokerbits_range_equity(*spot), abs=1e-9)


@pytest.mark.parametrize("rival", ["pokerbits", "eval7"])
def bench_a_hand_against_a_range_on_a_river(benchmark, rival):
    """eval7 counts exactly on complete boards alone."""
    eval7 = pytest.importorskip("eval7")
    hand, range_, board = "AhAd", pb.Range("22+, A2s+"), "Kd7c2s9h3h"
    benchmark.group = f"{hand} against {range_.text} on {board}"
    expected = pb.equity(hand, range_, board=board).equity[0]
    if rival == "pokerbits":
        # As users call it: without options, which would take the long way. One board takes one thread.
        assert benchmark(lambda: pb.equity(hand, range_, board=board).equity[0]) == expected
    else:
        with warnings.catch_warnings():
            # It calls functions that its own dependency has deprecated.
            warnings.simplefilter("ignore")
            theirs = eval7.HandRange(range_.text)
        cards = [[eval7.Card(text[i : i + 2]) for i in range(0, len(text), 2)] for text in (hand, board)]
        assert benchmark(eval7.py_hand_vs_range_exact, cards[0], theirs, cards[1]) == pytest.approx(expected, abs=1e-6)
