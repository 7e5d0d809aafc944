"""Types of calls for type checkers. `test_stubs.py` runs it; `just lint-python` runs mypy and basedpyright."""

import pathlib
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Literal, assert_type

import numpy as np
import polars as pl
from numpy.typing import NDArray

import pokerbits as pb
from pokerbits.indexing import (
    DealState,
    rank_group_index,
    rank_group_size,
    rank_group_unindex,
    rank_set_index,
    rank_set_unindex,
)
from pokerbits.typing import CardRow, CardRows, CardsLike, IndicesLike, RangeLike

hand: NDArray[np.uint8] = np.array([51, 47, 43, 39, 35], dtype=np.uint8)
hands: NDArray[np.int64] = np.array([[51, 47, 43, 39, 35], [0, 5, 10, 15, 20]])
mixed: list[int | str] = ["As", 47, "Qs", "Js", "Ts"]
series = pl.Series("hands", [51, 47, 43, 39, 35])
boards = np.array([[0, 1, 2], [3, 4, 5]])
strengths = np.array([1, 7462], dtype=np.uint16)

# Cards
assert_type(pb.cards.parse_cards(pl.Series(["AsKs", "2c2d"])), NDArray[np.uint8])
assert_type(pb.cards.format_cards("AsKs"), str)
assert_type(pb.cards.format_cards([51, 47], sep=" "), str)
assert_type(pb.cards.format_cards(pb.CardSet("As")), str)
assert_type(pb.cards.format_cards([[51, 47], [0, 1]]), list[Any])
label: str = pb.cards.format_cards(hand)
assert_type(pb.cards.combo_id("AsKs"), np.uint16)
assert_type(pb.cards.combo_id([51, 47]), np.uint16)
assert_type(pb.cards.combo_id([[51, 47], [0, 1]]), NDArray[np.uint16])
assert_type(pb.cards.combo_id(pb.COMBOS), NDArray[np.uint16])
assert_type(pb.cards.hand_class(pb.CardSet("AsKs")), np.uint8)
assert_type(pb.cards.hand_class([np.uint8(51), np.uint8(47)]), np.uint8)
assert_type(pb.cards.hand_class([("As", "Ks"), ("2c", "2d")]), NDArray[np.uint8])
assert_type(pb.cards.hand_class(["As", "Ks"]), np.uint8 | NDArray[np.uint8])
assert_type(pb.cards.combo_class(0), np.uint8)
assert_type(pb.cards.combo_class(pb.cards.combo_id("AsKs")), np.uint8)
assert_type(pb.cards.combo_class([0, 1]), NDArray[np.uint8])
assert_type(pb.cards.combo_class(pb.cards.combo_id(pb.COMBOS)), NDArray[np.uint8])
assert_type(pb.HAND_CLASSES[pb.cards.hand_class("AsKs")], str)
assert_type(pb.CardSet("As") | pb.CardSet("Kd"), pb.CardSet)

# Ranges
opening = pb.Range("QQ+, AKs, 0.5:KQo", dialect="kicker", on_conflict="max")
assert_type(opening | ~pb.Range("AA") & opening - opening, pb.Range)
assert_type(opening.weights, NDArray[np.float64])
assert_type(opening.matrix(), NDArray[np.float64])
assert_type(opening.text + opening.to_pio() + opening.to_gtoplus(), str)
assert_type(opening.total + opening.share, float)
assert_type(list(opening), list[str])
assert_type(list(opening.items()), list[tuple[str, float]])
assert_type(pb.Range(["AA", "KK"]) | pb.Range({"AA": 1, "KK": 0.5}) | pb.Range(opening.items()), pb.Range)
assert_type(0.5 * pb.Range.top(0.15) * 0.5, pb.Range)
assert_type(pb.Range.from_weights(opening.weights), pb.Range)
assert_type(pb.Range.from_weights(pl.Series([0.5] * 1326)), pb.Range)
omaha = pb.OmahaRange("AA$ds", hole_cards=5)
assert_type(omaha | pb.OmahaRange("KK", 5) & omaha - pb.OmahaRange("AsKs", np.int64(5)), pb.OmahaRange)
assert_type(omaha.hands, NDArray[np.uint8])
assert_type(list(omaha), list[str])
assert_type(omaha.text + str(omaha), str)
assert_type((len(omaha), omaha.hole_cards, omaha.share, "AsAhKsKhQd" in omaha), tuple[int, int, float, bool])
assert_type(pb.OmahaRange.from_hands(omaha.hands), pb.OmahaRange)
assert_type(pb.OmahaRange.from_hands(omaha.hands, weights=omaha.weights), pb.OmahaRange)
assert_type(pb.OmahaRange({"AA": 0.5}, on_conflict="max").total, float)
assert_type(omaha.weights, NDArray[np.float64])
assert_type(dict(omaha.items()), dict[str, float])
several: list[RangeLike] = ["QQ+", opening, opening.weights]

# Evaluation
assert_type(pb.evaluate("AsKsQsJsTs"), np.uint16)
assert_type(pb.evaluate([51, 47, 43, 39, 35]), np.uint16)
assert_type(pb.evaluate(range(5)), np.uint16)
assert_type(pb.evaluate(pb.CardSet("AsKs"), board="QsJsTs"), np.uint16)
assert_type(pb.evaluate(["As", "Ks", "Qs", "Js", "Ts"]), np.uint16 | NDArray[np.uint16])
assert_type(pb.evaluate(mixed), np.uint16 | NDArray[np.uint16])
assert_type(pb.evaluate([[51, 47, 43, 39, 35]]), NDArray[np.uint16])
assert_type(pb.evaluate([["As", "Ks", "Qs", "Js", "Ts"]]), NDArray[np.uint16])
assert_type(pb.evaluate([pb.CardSet("AsKsQsJsTs")]), NDArray[np.uint16])
assert_type(pb.evaluate(hands), NDArray[np.uint16])
assert_type(pb.evaluate(boards, board=boards[::-1, ::-1] + 6), NDArray[np.uint16])
assert_type(pb.evaluate(hands[:, :2], board=hands[:, 2:]), NDArray[np.uint16])
assert_type(pb.evaluate("AsKs", board=boards), NDArray[np.uint16])
assert_type(pb.evaluate("AsKs", board=[[0, 1, 2], [3, 4, 5]]), NDArray[np.uint16])
assert_type(pb.evaluate("AsKsQsJsTs", out=np.empty((), dtype=np.uint16)), NDArray[np.uint16])
assert_type(pb.evaluate(series), NDArray[np.uint16])
assert_type(pb.evaluate("5c4c3c2cAc", rules="ace_to_five"), np.uint16)
assert_type(pb.evaluate(hands, rules="deuce_to_seven"), NDArray[np.uint16])
assert_type(pb.evaluate_omaha("AsKsQhJh", board="Kd7s2c9h3h"), np.uint16)
assert_type(pb.evaluate_omaha(hands[:, :4], board="Kd7s2d"), NDArray[np.uint16])
assert_type(pb.evaluate_omaha("AsKsQhJh", board=boards), NDArray[np.uint16])
assert_type(pb.evaluate_omaha("AsKsQhJh", board=["Kd", "7s", "2c"]), np.uint16 | NDArray[np.uint16])
assert_type(pb.evaluate_omaha_low(hands[:, 1:], boards + 21), NDArray[np.uint8])
assert_type(pb.evaluate_omaha_low("AsKsQhJh", "Kd7s2c"), np.uint8)
assert_type(pb.evaluate_omaha("AsKsQhJh", board="Kd7s2c", out=np.empty((), dtype=np.uint16)), NDArray[np.uint16])
assert_type(pb.category(7462), pb.Category)
assert_type(pb.category(pb.evaluate("AsKsQsJsTs")), pb.Category)
assert_type(pb.category([1, 7462]), NDArray[np.uint8])
assert_type(pb.category(strengths), NDArray[np.uint8])
assert_type(pb.category(pl.Series([1, 7462])), NDArray[np.uint8])
assert_type(pb.describe(pb.Category.FLUSH), str)
assert_type(pb.best_five(hands, rules="deuce_to_seven"), NDArray[np.uint8])
assert_type(pb.category_odds("AhKh", boards), NDArray[np.float64])
assert_type(pb.hand_percentile([51, 50, 35, 34], game="omaha"), np.float64)
assert_type(pb.hand_percentile(["AhKh", "7c2d"]), np.float64 | NDArray[np.float64])
assert_type(pb.cards.omaha_hand_id([51, 50, 35, 34]), np.uint32)
assert_type(pb.evaluate("AsKs", "QsJsTs"), np.uint16)
assert_type(pb.hand_strength("AsKs", "QsJsTs"), np.float64)
name: str = pb.Category(8).name
assert_type(pb.describe(7462), str)
assert_type(pb.describe(pb.evaluate("AsKsQsJsTs")), str)
assert_type(pb.describe(strengths), NDArray[np.str_])
assert_type(pb.category(1404, rules="short_deck"), pb.Category)
assert_type(pb.describe(0, rules="eight_or_better"), str)
assert_type(pb.evaluator.to_cactus_kev(7462), np.uint16)
assert_type(pb.evaluator.to_cactus_kev(strengths), NDArray[np.uint16])
assert_type(pb.evaluator.from_cactus_kev(1), np.uint16)
assert_type(pb.evaluator.from_cactus_kev([1, 2]), NDArray[np.uint16])
assert_type(pb.evaluator.to_two_plus_two(7462), np.uint16)
assert_type(pb.evaluator.from_two_plus_two([4097, 36874]), NDArray[np.uint16])
assert_type(pb.MAX_STRENGTH, int)

# Indices
indexer = pb.HandIndexer((2, 3))
assert_type(indexer.sizes, tuple[int, ...])
assert_type(indexer.size(round=0), int)
assert_type(indexer.index("AsKsQsJsTs"), np.uint64)
assert_type(indexer.index(hands), NDArray[np.uint64])
assert_type(indexer.index("AsKs", round=0), np.uint64)
assert_type(indexer.index(["AsKs", "2c2d"], round=0), np.uint64 | NDArray[np.uint64])
assert_type(indexer.index(hands, out=np.empty(2, dtype=np.uint64)), NDArray[np.uint64])
assert_type(indexer.index_all(hands), NDArray[np.uint64])
assert_type(indexer.unindex(0), NDArray[np.uint8])
assert_type(indexer.unindex(range(3), round=0), NDArray[np.uint8])
assert_type(indexer.canonical("AsKsQsJsTs"), NDArray[np.uint8])
assert_type(indexer.multiplicity(0), np.uint64)
assert_type(indexer.multiplicity(indexer.index("AsKsQsJsTs")), np.uint64)
assert_type(indexer.multiplicity(range(3)), NDArray[np.uint64])
assert_type(indexer.multiplicity([0, 1]), NDArray[np.uint64])
assert_type(indexer.multiplicity(indexer.index(hands)), NDArray[np.uint64])
assert_type(indexer.children(0, round=0), tuple[NDArray[np.uint64], NDArray[np.uint64]])
assert_type(indexer.hole_combos("QsJsTs"), NDArray[np.uint8])
assert_type(indexer.index_board("QsJsTs"), NDArray[np.uint64])
assert_type(indexer.extend(indexer.start(), "AsKs"), DealState)
assert_type(rank_set_index(3), int)
assert_type(rank_set_unindex(0, size=2), int)
assert_type(rank_group_index([3]), int)
assert_type(rank_group_size([2, 1]), int)
assert_type(rank_group_unindex(0, counts=[2, 1]), list[int])

# Odds and hand strength
assert_type(pb.expected_hand_strength("AsKs", board="QhJh2c"), np.float64)
assert_type(pb.expected_hand_strength("AsKs", board="QhJh2c", villain="22+"), np.float64)
assert_type(pb.hand_strength("AsKs", board="QhJh2c", villain=pb.Range("22+")), np.float64)
with tempfile.TemporaryDirectory() as folder:
    table = pathlib.Path(folder) / "preflop.npy"
    pb.strength_table("ehs", street="preflop", path=table)
    assert_type(pb.strength.check_table(table), dict[str, object])

# Card abstraction


def use(abstraction: pb.CardAbstraction) -> None:
    """Take an abstraction, which is too long in the making for a script like this."""
    assert_type(abstraction.n_buckets, dict[str, int])
    assert_type(abstraction.fingerprint, str)
    assert_type(abstraction.indexer("flop"), pb.HandIndexer)
    assert_type(abstraction.transitions("flop"), NDArray[np.float64])
    assert_type(abstraction.report().deviation("flop"), float)
    assert_type(abstraction.lookup_deal("AsKd", board="QhJh2cTs3d"), NDArray[np.uint16] | NDArray[np.uint32])
    abstraction.lookup("AsKd", board=[1, 2, 3])
    abstraction.export("folder", format="npy", streets=["flop"])
    abstraction.export("folder", format="slumbot", bucketing_name="mine", game_name="holdem.13.4.3", progress=True)
    assert_type(pb.CardAbstraction.load("folder", mmap=False), pb.CardAbstraction)
    assert_type(pb.CardAbstraction.build({"flop": 5, "turn": None, "river": "lossless"}), pb.CardAbstraction)
    assert_type(pb.CardAbstraction.build(50, seed=1, path="buckets").n_buckets["flop"], int)


rows = np.eye(3, dtype=np.uint8)
assert_type(pb.abstraction.distinct_rows(rows).point_of_row, NDArray[np.uint32])
assert_type(pb.abstraction.HistogramKMeans(2, metric="l1", random_state=0).fit(rows).labels_, NDArray[np.int32])
assert_type(pb.abstraction.OptimalScalarBuckets(2).fit([1, 2, 4]).inertia_, float)
assert_type(pb.equity("AsKs", "QhJh", board="2c3c4d"), pb.EquityResult)
assert_type(pb.equity(pb.Range("AA"), "KK, 0.5:QQ", method="exact", num_threads=1).exact, bool)
assert_type(
    pb.equity(np.ones(1326), [51, 50], method="monte_carlo", n_samples=100, rng=1).method,
    Literal["exact", "monte_carlo"],
)
assert_type(pb.equity("AsKs", [50, 46], game="short_deck"), pb.EquityResult)
assert_type(pb.equity("AsKs", "QQ", board="2c3c4d", folded=["AQ", pb.Range("22+"), np.ones(1326)]), pb.EquityResult)
assert_type(pb.equity("AsKsQhJh", pb.OmahaRange("AA$ds"), board="Kd7s2cQd", game="omaha"), pb.EquityResult)
assert_type(pb.equity("AsKsQhJh2c", [1, 4, 8, 12, 17], board="Kd7s3h", game="omaha5").counts[0], pb.Counts)
high_low = pb.equity("AsKsQhJh", "2c3c4d5d", board="Kd7s2h", game="omaha_hilo")
assert_type(high_low, pb.HighLowResult)
assert_type(high_low.counts[0].scoops, int)
assert_type(high_low.counts[0].low, pb.Counts)
assert_type(high_low.counts[0].shares, tuple[tuple[Fraction, int], ...])
assert_type(pb.equity("A2", "*", game="omaha5_hilo", n_samples=10, rng=1).equity, NDArray[np.float64])
assert_type(pb.equity("AsKs2c", [1, 4, 9], dead="7d", game="stud"), pb.EquityResult)
assert_type(pb.equity("As2s3c", "*", game="razz", n_samples=10, rng=1), pb.EquityResult)
assert_type(pb.equity("As2s3c4h", "KsKh2d3d", game="stud_hilo").counts[0].low, pb.Counts)
assert_type(pb.odds.count_disjoint([(0, 1), (2, 3)], sizes=[1]), list[int])
assert_type(pb.certificates.certify("hands-2"), pb.certificates.Certification)
assert_type(pb.certificates.certify(["hands-2"]).different, tuple[str, ...])
assert_type(pb.certificates.chunks("hands-2"), Iterator[NDArray[Any]])
assert_type(pb.certificates.CERTIFICATES["hands-2"].sha256, str)


def before_the_flop() -> None:
    """Take seconds: checked, not run."""
    assert_type(pb.preflop_odds(1), pb.odds.PreflopOdds)


# Keys
assert_type(pb.evaluator.keys.SEVEN_CARD.rank_keys, tuple[int, ...])

# The installation
pb.set_num_threads(1)
pb.show_versions()

# Modules that are imported when they are first asked for
assert_type(pb.plot.hand_grid(np.zeros(169)), NDArray[Any])

# Errors
try:
    pb.evaluate([[0, 1, 2, 3, 3]])
except pb.PokerbitsError as error:
    assert_type(error.row, int | tuple[int, ...] | None)
    assert_type(error.player, int | None)
    assert_type(error.card, int | None)


# Endgames
sizes = pb.endgame.BetSizes(1, max_bets=1)
river = pb.endgame.Endgame("AhKd7c4s2h", "AsAc, KhQh", "KsQs, JhJd", pb.endgame.BettingTree(100, 100, sizes))
labels = pb.endgame.percentile_labels(river.board, n_buckets=2)
assert_type(pb.endgame.exploitability(river, labels=labels, sides="two", iterations=5), float)
assert_type(pb.endgame.omaha_labels(river.board, n_buckets=2, feature="ehs2"), NDArray[np.int32])
of_players = pb.endgame.value_labels(river, 2)
assert_type(of_players, tuple[dict[str, NDArray[np.int64]], dict[str, NDArray[np.int64]]])
assert_type(pb.endgame.exploitability(river, labels=of_players, iterations=5), float)
score = pb.endgame.score_abstraction(labels, boards=river.board, hero="AsAc", villain="KsQs", iterations=5)
assert_type(score, pb.endgame.AbstractionScore)
assert_type(score.one_sided, NDArray[np.float64])


def agent(decision: pb.endgame.Decision, board: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the same probability of every action."""
    return np.full((len(decision.actions), 1326), 1 / len(decision.actions))


assert_type(pb.endgame.local_best_response(river, agent, num_threads=1), pb.endgame.LocalBestResponse)
assert_type(pb.endgame.local_best_response(river, agent).values, NDArray[np.float64])
assert_type(pb.endgame.play_match(river, agent, agent, 10, duplicate=False, rng=1), pb.endgame.MatchResult)
assert_type(pb.endgame.play_match(river, agent, agent, 10).gains, NDArray[np.float64])


# A user's own functions
def strongest(cards: CardsLike, indices: IndicesLike = 0, board: CardsLike | None = None) -> int:
    """Return the largest strength."""
    assert indices == 0
    strengths = pb.evaluate(cards, board=board)
    assert_type(strengths, np.uint16 | NDArray[np.uint16])
    return int(np.max(strengths))


def shares(hole: CardsLike, board: CardsLike) -> list[float]:
    """Return the hand strengths of any cards: one, or as many as there are rows."""
    now = pb.hand_strength(hole, board=board)
    assert_type(now, np.float64 | NDArray[np.float64])
    assert_type(pb.expected_hand_strength(hole, board=board), np.float64 | NDArray[np.float64])
    assert_type(pb.strength.average_rank_strength(hole, board=board), np.float64 | NDArray[np.float64])
    return [float(share) for share in np.atleast_1d(now)]


def one(row: CardRow) -> int:
    """Return the strength of a hand."""
    return int(pb.evaluate(row))


def many(rows: CardRows) -> list[int]:
    """Return the strengths of hands."""
    return [int(strength) for strength in pb.evaluate(rows)]


assert strongest(hands) == one("AsKsQsJsTs") == max(many(hands)) == 7462
assert shares(hands[:, :2], "3c3s4d") == shares("AsKs", "3c3s4d") + shares([0, 5], "3c3s4d")
