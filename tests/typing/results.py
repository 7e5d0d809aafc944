"""Types of equity, odds and hand strength for type checkers. Checked and run like `user.py`."""

from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import pokerbits as pb

holes: NDArray[np.int64] = np.array([[51, 47], [0, 9]])
flops: NDArray[np.int64] = np.array([[8, 12, 16], [20, 24, 28]])
# Of a type that says nothing of the dtype, as `np.array` returns it.
anything: NDArray[Any] = np.array([[9, 13, 17], [21, 25, 29]])

# One hand is a number, many are an array. A list of texts is either, until it runs.
assert_type(pb.hand_strength("AsKs", board="2d3d4h"), np.float64)
assert_type(pb.hand_strength([51, 47], board=pb.CardSet("2d3d4h")), np.float64)
assert_type(pb.hand_strength(holes, board="2d3d4h"), NDArray[np.float64])
assert_type(pb.hand_strength("AsKs", board=flops), NDArray[np.float64])
assert_type(pb.hand_strength(anything[:, :2], board="2c2d2h"), NDArray[np.float64])
assert_type(pb.hand_strength("AsKs", board=anything), NDArray[np.float64])
assert_type(pb.hand_strength(["AsKs", "7c8c"], board="2d3d4h"), np.float64 | NDArray[np.float64])
assert_type(pb.hand_strength(holes, board=flops, out=np.empty(2)), NDArray[np.float64])
assert_type(pb.expected_hand_strength("AsKs"), np.float64)
assert_type(pb.expected_hand_strength("AsKs", power=2), np.float64)
assert_type(pb.expected_hand_strength([[51, 47], [0, 5]]), NDArray[np.float64])
assert_type(pb.strength.average_rank_strength("AsKs", board="2d3d4h5c"), np.float64)
assert_type(pb.strength.average_rank_strength(holes, board="2d3d4h6c"), NDArray[np.float64])
assert_type(pb.strength.average_rank_strength(anything[:, :2], board="2c2d2h"), NDArray[np.float64])
assert_type(pb.expected_hand_strength(anything[:, :2]), NDArray[np.float64])

# Odds
one = pb.odds_vs_random("AsKs", board="2d3d4h")
assert_type(one, pb.odds.OddsResult[np.float64, pb.Counts])
assert_type(one.equity, np.float64)
assert_type(one.counts[1].wins, int)
assert_type(one.counts[1].ties, tuple[int, ...])
several = pb.odds_vs_random("AsKs", board="2d3d4h", n_opponents=(1, 2))
assert_type(several.lose, NDArray[np.float64])
assert_type(several.counts[2], pb.Counts)
assert_type(
    pb.odds_vs_random(anything[:, :2], board="2c2d2h"), pb.odds.OddsResult[NDArray[np.float64], NDArray[np.object_]]
)
batch = pb.odds_vs_random(holes, board="2d3d4h", n_opponents=[1, 2])
assert_type(batch.win, NDArray[np.float64])
assert_type(batch.counts[1], NDArray[np.object_])
assert one.equity.shape == ()
assert several.lose.shape == (2,)
assert batch.win.shape == (2, 2)
assert batch.counts[1].shape == (2,)


def either(odds: pb.odds.OddsResult) -> Any:
    """Take odds of one hand or of many."""
    return odds.equity


either(one)
either(batch)

# Reports about the hands of a range
made = pb.reports.hand_breakdown("QQ+", board="Ah7d2c")
assert_type(made, pb.reports.HandBreakdown)
assert_type(made.draws, NDArray[np.int8])
assert_type(made.range_of("top pair") & made.range_of("no draw"), pb.Range)
spread = pb.reports.equity_distribution(pb.Range("QQ+"), np.ones(1326), board=[50, 22, 0])
assert_type(spread, pb.reports.EquityDistribution)
assert_type(list(spread), list[pb.reports.RangeDistribution])
assert_type(spread.hero.equity, NDArray[np.float64])
assert_type(spread.villain.mean, float)
assert_type(spread.hero.graph(), tuple[NDArray[np.float64], NDArray[np.float64]])
assert_type(pb.reports.nut_advantage("QQ+", "22+", board="Ah7d2c", nut_equity=0.9).ratio, float)

# Side pots
pots = pb.pot_equity(["AhKh", "9c9d", "2s2d"], [100, 100, 40], "Qh7h2c", folded_chips=[1, 0.5])
assert_type(pots, pb.PotEquity)
assert_type(pots.values, NDArray[np.float64])
assert_type(pots.orders, dict[tuple[int, ...], int])
assert_type(pots.pots, tuple[pb.Pot, ...])
assert_type(pots.pots[0].counts, tuple[pb.Counts, ...])
assert_type(pots.payoffs((0, 1, 1)), NDArray[np.float64])
assert_type(pb.pot_equity(np.arange(4).reshape(2, 2), np.ones(2), folded_chips=1).n, int)
assert_type(pb.pot_equity([pb.CardSet("AhKh"), [0, 1]], (1, 2), [20, 30, 40], dead="As", game="holdem").n, int)

# Many spots, and boards that are kept
rows = pb.equity_rows([["AhKh", "9c9d"], ["2c2d", "7h8h"]], board="Qh7s2h")
assert_type(rows, pb.EquityRows)
assert_type(rows.equity, NDArray[np.float64])
assert_type(rows.counts, NDArray[np.object_])
assert rows.win.shape == (2, 2)
labels = pb.reports.range_equity_rows(["QQ+", "AhKh"], pb.Range("22+"), board=["Ah7d2c", "Qh7h2c9s"], rng=1)
assert_type(labels, pb.reports.RangeEquityRows)
assert_type(labels.std_error, NDArray[np.float64])
assert_type(labels.exact, NDArray[np.bool])
boards = pb.RankedBoards(["QsJsTs2c3d", "Ah7d2cKs9h"])
assert_type(boards.outcomes(np.ones(1326)), tuple[NDArray[Any], NDArray[Any]])
assert_type(boards.equity(np.ones(1326)), NDArray[np.float64])
assert boards.strengths.shape == (*boards.shape, 1326)
assert_type(pb.combo_equity(pb.Range("AA"), boards=["Ah7d2c", "Kh7d2c"], dead="As"), NDArray[np.float64])
assert_type(pb.combo_equity(pb.OmahaRange("AA"), "Ah7d2c9s3h", game="omaha"), NDArray[np.float64])
assert_type(pb.combo_equity(np.ones(1326), boards=[0, 5, 10], num_threads=1), NDArray[np.float64])
assert_type(pb.combo_equity("QQ+", "Ah7d2c", folded=["AQ", np.ones(1326)]), NDArray[np.float64])

# Reports
assert_type(pb.flops().boards, NDArray[np.uint8])
report = pb.flop_report("QQ+, AKs", pb.Range("22+"), boards=["Ah7d2c", "Kh7d2c"], weights=[1, 2], quantiles=[0.5])
assert_type(report, pb.reports.BoardReport)
assert_type(report.group_by("suits").equity, NDArray[np.float64])
assert_type(report.group_by(["suits", "high_card"]).rows, tuple[tuple[str, ...], ...])
assert_type(pb.reports.runout_report("QQ+", np.ones(1326), board="Ah7d2c").mean_equity, NDArray[np.float64])


def error_of_a_subset() -> float:
    """Take seconds, and so be read by type checkers only."""
    subset = pb.reports.flop_subset(2, opponents=["random"], num_threads=1)
    return assert_type(subset.rms_error + subset.max_error, float)


# Results
equity = pb.equity("AhKh", "9c9d", board="Qh7h2c")
assert_type(equity.counts, tuple[pb.Counts, ...])
assert_type(equity.equity, NDArray[np.float64])
assert_type(equity.to_dict(), dict[str, Any])
assert_type(equity == one, bool)
assert_type(pb.strength.opponent_clusters(8).of_class, NDArray[np.uint8])

# Classes of hands that become the same
leduc = pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)
assert_type(pb.abstraction.game_outcome_classes(leduc, strengths=range(15), kind="winrate"), NDArray[np.uint32])
classes = pb.abstraction.OutcomeClasses("river")
assert_type(classes.count("river"), int)
assert_type(classes.outcomes("river", kind="winrate"), NDArray[np.uint64])
history = pb.abstraction.winrate_history("river")
assert_type(history, pb.abstraction.WinrateHistory)
assert_type(history.tuples, NDArray[np.uint32])
assert history.points(weights=[2.0]).shape == (20_687, 2)
