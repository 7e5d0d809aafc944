"""One right call of every public function, class and method, with all of its arguments: no other list repeats them.

`right_calls.py` reads this script: each statement that is a call is a right call, and the others define what the calls
name. Large arguments have `ROWS` rows. Files lie in the current folder. `test_stubs.py` has a type checker read the
script as that of a user, and `test_right_calls.py` makes the calls.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import pokerbits as pb
from pokerbits import abstraction, cards, certificates, endgame, indexing, odds, plot, reports, strength, testing
from pokerbits.evaluator import keys

ROWS = 2


def hands(width: int = 7, cost: int = 1) -> NDArray[np.uint8]:
    """Return random hands, fewer for calls that take longer for each."""
    return pb.random_hands(max(2, ROWS // cost), width, rng=1)


def numbers(width: int, dtype: str = "u1") -> NDArray[Any]:
    """Return rows of the numbers 0, 1 and 2."""
    return (np.arange(width * max(2, ROWS)) % 3).astype(dtype).reshape(-1, width)


def table_file() -> str:
    """Make the file of a table."""
    pb.strength_table("ehs", street="preflop", path="table.npy")
    return "table.npy"


def mapped() -> strength.MappedTable:
    """Return the table of a file."""
    table = pb.strength_table("ehs", street="preflop", path="table.npy")
    assert isinstance(table, strength.MappedTable)
    return table


def built() -> pb.CardAbstraction:
    """Return an abstraction that may be closed."""
    return pb.CardAbstraction.build({"flop": 3}, game="leduc", features="ehs")


def saved() -> str:
    """Make the folder of an abstraction."""
    buckets.save("saved")
    return "saved"


def solver_file() -> str:
    """Make the file of a solver."""
    solver.save("solver.npz")
    return "solver.npz"


def spot_file() -> str:
    """Make the file of an endgame, as another solver reads it."""
    ranges = "set_range_oop AA\nset_range_ip QQ\n"
    text = f"set_pot 50\nset_effective_stack 100\nset_board Kh,9d,5c,3h,2s\n{ranges}build_tree\n"
    Path("spot.txt").write_text(text, encoding="utf-8")
    return "spot.txt"


def data_folder() -> str:
    """Make a data set of endgames."""
    endgame.build_endgames("endgames", 2, street="river", sizes=sizes, iterations=1, shard_size=1).close()
    return "endgames"


@cache
def classes() -> abstraction.OutcomeClasses:
    """Return classes of the river, made once: they take a second."""
    return abstraction.OutcomeClasses("river")


@cache
def pairs() -> abstraction.OutcomeClasses:
    """Return classes of several streets, made once: they take seconds, and tuples of later streets many more."""
    return abstraction.OutcomeClasses("preflop")


@cache
def clusters() -> strength.OpponentClusters:
    """Return clusters of opponents, made once: they take seconds."""
    return strength.opponent_clusters(3)


# Cards
cards.parse_card(name="As")
cards.parse_cards(text=cards.format_cards(hands()))
cards.card_name(card=5)
cards.format_cards(cards=hands(cost=10), sep=" ")
cards.combo_id(cards=hands(2))
cards.combo_class(combo=numbers(1)[:, 0])
cards.hand_class(cards=hands(2))
cards.omaha_hand_id(cards=hands(4))
hearts = pb.CardSet("AhKh")
pb.CardSet(cards="AsKs")
pb.CardSet.from_bits(bits=5)
hearts.__contains__("Ah")
hearts.__or__(pb.CardSet("2c"))
pb.random_hands(n=max(3, ROWS), size=2, rng=1, board="2c3c4c", dead="As", num_threads=2)

# Ranges
opening = pb.Range("QQ+, 0.5:AKs")
omaha = pb.OmahaRange("AA$ds")
pb.Range(hands=["QQ+, AKs"] * ROWS + ["0.5:KQo"], dialect="both", on_conflict="error")
pb.Range.top(share=0.15)
pb.Range.from_weights(weights=np.ones(1326))
opening.__contains__("AsKs")
opening.__mul__(0.5)
opening.__or__(pb.Range("22"))
opening.items()
opening.matrix()
opening.to_pio()
opening.to_gtoplus()
opening.plot(ax=None, title="")
pb.OmahaRange(hands="[A-T]*$np, 0.5:xxyy", hole_cards=5, on_conflict="max")
pb.OmahaRange.top(share=0.15)
pb.OmahaRange.from_hands(hands=["AsKsQsJs"], weights=0.5)
omaha.__contains__("AsKsQsJs")
omaha.__and__(pb.OmahaRange("KK"))
omaha.items()

# Evaluation
pb.evaluate(cards=hands(), board=None, rules="standard", out=None, num_threads=2)
pb.evaluate(cards=hands()[:, :2].astype(np.int64), board=hands()[:, 2:], rules="ace_to_five")
pb.evaluate(["AsKsQsJsTs", "AsKs"], rules="short_deck", errors="nan")
pb.evaluate("As2s3d4c", rules="badugi")
pb.evaluate_combos(board=hands(5, 40), out=None, num_threads=2)
pb.evaluate_omaha(hole=hands(9, 10)[:, :4], board=hands(9, 10)[:, 4:], out=None, num_threads=2)
pb.evaluate_omaha_low(hole=hands(9, 10)[:, :4], board=hands(9, 10)[:, 4:], out=None, num_threads=2)
pb.best_five(cards=hands(5, 10), board="", rules="standard", num_threads=2)
pb.outs(hole="AsKs", board="QsJs2d", villain="2c2h")
pb.category_odds(hole="AsKs", board="QsJs2d", num_threads=2, errors="raise")
pb.category(strength=pb.evaluate(hands()), rules="standard")
pb.describe(strength=pb.evaluate(hands(cost=10)), rules="standard")
pb.example_hand(strength="full house", n_cards=None, rules="standard")
pb.evaluator.to_cactus_kev(strength=pb.evaluate(hands()))
pb.evaluator.from_cactus_kev(rank=pb.evaluate(hands()))
pb.evaluator.to_two_plus_two(strength=pb.evaluate(hands()))
pb.evaluator.from_two_plus_two(rank=[4097, 36874])
pb.evaluator.category_census(hand_size=5, num_threads=2)
keys.KeyScheme(hand_size=5, rank_keys=(0, 1), flush_rank_keys=(1, 2), suit_keys=(0, 1))

# Indices
flop = pb.HandIndexer((2, 3))
table = pb.HandIndexer((2, 5))
pb.HandIndexer(cards_per_round=(2, 3), n_ranks=9, n_suits=4, lowest_rank="6")
pb.HandIndexer.game(name="holdem")
table.index(cards=hands(), round=-1, out=None, num_threads=2)
table.index(cards=hands(), dtype=np.int64)
table.index_all(cards=hands(), out=None, num_threads=2)
table.index_board(board=hands(5, 40), round=-1, out=None, num_threads=2)
table.canonical(cards=hands(), round=-1, out=None, num_threads=2)
table.unindex(index=range(max(2, ROWS)), round=-1, out=None, num_threads=2)
table.unindex(table.index(hands()))
table.multiplicity(index=table.index(hands()), round=-1, out=None, num_threads=2)
flop.children(index=5, round=0, num_threads=2)
flop.hole_combos(board="QsJsTs")
flop.size(round=0)
flop.configurations(round=0)
flop.start(shape=(ROWS,))
table.extend(state=table.start(max(2, ROWS)), cards=hands(2), num_threads=2)
indexing.DealState(words=np.zeros(flop.start().words.shape, np.uint64), round=-1, index=np.zeros((), np.uint64))
indexing.rank_set_index(ranks=3, n_ranks=13)
indexing.rank_set_unindex(index=1, size=2, n_ranks=9)
indexing.multiset_index(numbers=[112, 56])
indexing.multiset_unindex(index=6384, size=2)
indexing.rank_group_index(rank_sets=[3, 12], n_ranks=13)
indexing.rank_group_size(counts=[2, 1], n_ranks=13)
indexing.rank_group_unindex(index=1, counts=[2, 1], n_ranks=13)

# Equity
boards = ["AhKh7d", "2c2d2h"]
result = pb.equity("AhKh", "QsQd", board="7c2d9s")
pb.equity(
    "AhKh",
    "QsQd",
    board="7c2d9s",
    dead=None,
    folded=None,
    game="holdem",
    method="auto",
    max_seconds=None,
    dialect="both",
)
pb.equity("AhKh", "QQ+", board="7c2d9s", n_samples=100, std_error=None, rng=1, num_threads=2, progress=None)
pb.equity("AKs", "QQ+", "random", method="monte_carlo", n_samples=100, rng=1)
pb.equity(*np.arange(20).reshape(10, 2), board="AsKsQs")
pb.equity("AhKhQhJh", "KsKcQsJs", board="Kd7s2cTh", game="omaha")
pb.equity("AA$ds", "KK", board="Kd7s2cTh", game="omaha")
pb.equity("As2sKhQd", "Ac2cKdJd", "9h8h7s6s", board="3h4h9d", game="omaha_hilo")
pb.equity("AA", "*", game="omaha5", n_samples=100, rng=1)
pb.equity("AKs", "QQ+", board="Kd7s8c", game="short_deck")
pb.equity("AsKs2c", "AdKd3d", n_samples=100, rng=1, game="stud")
result.plot(ax=None, title="")
result.to_dict()
result.to_columns()
result.to_pandas()
result.to_polars()
result.counts[0].to_dict()
pb.equity("As2sKhQd", "Ac2cKdJd", board="3h4h9d7c", game="omaha_hilo").counts[0].to_dict()
pots = pb.pot_equity(["AhKh", "QsQd"], [100, 50], "7c2d9s")
pb.pot_equity(
    hands=["AhKh", "QsQd"],
    chips=[100, 50],
    board="7c2d9s",
    folded_chips=[5],
    dead=None,
    game="holdem",
    num_threads=2,
    progress=None,
)
pb.pot_equity(np.arange(20).reshape(10, 2), np.arange(1, 11), "AsKsQs", folded_chips=1.5)
pb.pot_equity(["AhKhQhJh", "KsKcQsJs"], chips=[2, 1.5], board="Kd7s2cTh", game="omaha")
pots.payoffs(order=(0, 1))
pots.mean(function=np.sqrt)
pots.pots[0].to_dict()
pb.equity_rows(
    hands=hands(7, 10)[:, :4].reshape(-1, 2, 2), board=hands(7, 10)[:, 4:], out=None, num_threads=2, progress=None
)
pb.equity_rows([["AsKs", "QdQc"], ["AsKs", "QdQx"]], ["QhJh2c", ""], errors="nan")
pb.combo_equity(villain="QQ+", boards=hands(4, 10000), game="holdem", dead=None, folded=None, out=None)
pb.combo_equity(villain="QQ+", boards=hands(4, 10000), executor=None, num_threads=2, progress=None, dialect="both")
pb.combo_equity("AA", "Kd7s2cTh", game="omaha")
pb.combo_equity(villain=np.ones((2, 1326)), boards="Kd7s2cTh")
pb.hand_percentile(hole="AKs", game="holdem", errors="raise")
pb.hand_percentile(hole=hands(4, 10), game="omaha")
pb.preflop_counts()
pb.preflop_equities()
ranked = pb.RankedBoards("AhKh7d2c2s")
pb.RankedBoards(boards=hands(5, 100), num_threads=2, progress=None)
ranked.equity(weights="QQ+", out=None, num_threads=2, progress=None, dialect="both")
ranked.values(reach=np.ones((20, 1326)), dtype="f8", out=None, num_threads=2, progress=None, dialect="both")
ranked.outcomes(weights=np.ones(1326), dtype="f8", out=None, num_threads=2, progress=None, dialect="both")

# Odds
preflop = odds.preflop_odds([1])
pb.odds_vs_random(hole=hands(7, 10)[:, :2], board=hands(7, 10)[:, 2:], n_opponents=[1, 2], dead=None)
pb.odds_vs_random(hole=hands(7, 10)[:, :2], board=hands(7, 10)[:, 2:], method="matchings", num_threads=2)
pb.odds_vs_random(hole=hands(7, 10)[:, :2], board=hands(7, 10)[:, 2:], progress=None)
pb.odds_vs_random("AsKd", board="QhJh2c3d4d", n_opponents=2, method="cliques")
pb.odds_vs_random(["AsKd", "AsKx"], ["QhJh2c", "QhJh2c3d"], n_opponents=range(1, 4), errors="nan")
pb.odds_vs_random(hands(5, 10_000)[:, :2], hands(5, 10_000)[:, 2:], n_opponents=[1, 3])
odds.losses(hole="AsKs", board="QsJsTs9d2c", dead=None)
odds.count_disjoint(combos=pb.COMBOS[:50], sizes=[1, 2], max_seconds=10, num_threads=2, progress=None)
pb.preflop_odds(n_opponents=[1], num_threads=2, progress=None)
preflop.to_csv(path="odds.csv")
odds.omaha_preflop_counts(game="omaha", executor=None, num_threads=2, progress=None)

# Certificates
certificates.certify(names=["hands-2"], num_threads=2, progress=None)
certificates.chunks(name="hands-2", num_threads=2)
certificates.Certificate(name="x", contents="", order="", dtype="uint8", n_bytes=1, sha256="0" * 64, seconds=1)

# Hand strength
pb.hand_strength(
    hole=hands(5, 10)[:, :2], board=hands(5, 10)[:, 2:], villain="22+", out=None, num_threads=2, dialect="both"
)
pb.hand_strength("AsKd", "QhJh2c", errors="nan")
pb.expected_hand_strength(
    hole=hands(6, 1000)[:, :2], board=hands(6, 1000)[:, 2:], villain=None, power=2, dialect="both"
)
pb.expected_hand_strength(hole=hands(6, 1000)[:, :2], board=hands(6, 1000)[:, 2:], out=None, errors="raise")
pb.expected_hand_strength(hole=hands(6, 1000)[:, :2], board=hands(6, 1000)[:, 2:], num_threads=2, progress=None)
strength.hand_strength_histogram(
    hole=hands(6, 1000)[:, :2], board=hands(6, 1000)[:, 2:], villain=None, bins=5, dialect="both"
)
strength.hand_strength_histogram(hole=hands(6, 1000)[:, :2], board=hands(6, 1000)[:, 2:], out=None, num_threads=2)
strength.hand_strength_histogram(hole=hands(6, 1000)[:, :2], board=hands(6, 1000)[:, 2:], progress=None)
strength.average_rank_strength(hole=hands()[:, :2], board=hands()[:, 2:], out=None, num_threads=2, progress=None)
strength.average_rank_strength("AsKd", "QhJh2c3d4s", errors="nan")
strength.ars_table(street="river", power=1, num_threads=2, progress=None)
leduc = strength.CardGame((1, 1), n_ranks=3, n_suits=2)
strength.CardGame(cards_per_round=(2, 5), n_ranks=9, n_suits=4, lowest_rank="6", rules="short_deck")
strength.CardGame.named(name="leduc")
leduc.indexer(street="flop")
leduc.runouts(street="flop")
strength.opponent_clusters(n_clusters=3, game="leduc", num_threads=2)
pb.strength_table(street="preflop", kind="ehs", game="holdem", bins=None, clusters=None, dtype="float64", out=None)
pb.strength_table(street="preflop", num_threads=2, progress=None)
pb.strength_table(
    kind="ochs", street="preflop", game="leduc", clusters=strength.opponent_clusters(2, game="leduc"), dtype="float32"
)
pb.strength_table(kind="histogram", street="preflop", bins=5, path="histograms.npy", resume=True, mmap=False)
pb.strength_table(street="preflop", executor=None)
pb.strength_table("odds", street="preflop", n_opponents=1)
mapped().close()
strength.check_table(path=table_file())

# Card abstraction
buckets = pb.CardAbstraction.build({"flop": 3}, game="leduc", features="ehs")
royal = pb.CardAbstraction.build(None, game="royal")
small = pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)
points = [[1, 2], [2, 1], [0, 3]]
fitted = abstraction.HistogramKMeans(2, metric="l1", random_state=0).fit(points)
scalars = abstraction.PercentileBuckets(2).fit([1, 2, 3])
lookup = abstraction.IndexerLookup(small)
labelled = abstraction.TableLookup(small, [np.arange(3), None])
history = abstraction.WinrateHistory({"river": np.array([[1, 0, 1]], np.uint64)}, np.zeros((1, 1), np.uint32))
pb.CardAbstraction.build(n_buckets={"flop": 3}, game="leduc", features="ehs", recall="imperfect", seed=0)
pb.CardAbstraction.build(n_buckets={"flop": 3}, game="leduc", max_iter=5, n_init=1, bins=None, clusters=None)
pb.CardAbstraction.build(n_buckets={"flop": 3}, game="leduc", n_opponents=None)
pb.CardAbstraction.build(n_buckets={"flop": 3}, game="leduc", path="buckets", resume=True, executor=None)
pb.CardAbstraction.build(n_buckets={"flop": 3}, game="leduc", num_threads=2, progress=None)
pb.CardAbstraction.from_labels(labels={"preflop": [0, 1, 1], "flop": None}, game="leduc", num_threads=2, progress=None)
pb.CardAbstraction.load(path=saved(), mmap=True, verify=True)
buckets.save(path="copy")
buckets.export(path="exported", format="npy", streets=None, bucketing_name=None, game_name=None, overwrite=False)
buckets.export(path="exported", format="npy", num_threads=2, progress=None)
built().close()
buckets.indexer(street="flop")
buckets.lookup(hole="2c", board="3c", num_threads=2)
buckets.lookup_deal(hole="2c", board="3c", num_threads=2)
royal.labels(board="AsKsQs", num_threads=2)
buckets.lookup_index(index=[0, 1], street="flop")
buckets.table(street="flop")
buckets.transitions(street="preflop", num_threads=2, progress=None)
buckets.report()
buckets.report().deviation(street="flop")
abstraction.HistogramKMeans(n_clusters=2, metric="emd", positions=None, init="k-means++", n_init=1, max_iter=5)
abstraction.HistogramKMeans(tol=0.0, random_state=0, num_threads=2)
fitted.fit(X=numbers(7), sample_weight=None, progress=None)
fitted.fit_predict(X=numbers(7), sample_weight=None, progress=None)
fitted.predict(X=points)
fitted.get_params(deep=True)
fitted.set_params(n_clusters=3)
abstraction.PercentileBuckets(n_buckets=2)
abstraction.OptimalScalarBuckets(n_buckets=2)
scalars.fit(X=numbers(1, "f8")[:, 0], sample_weight=None, progress=None)
scalars.fit_predict(X=[1, 2, 3], sample_weight=None, progress=None)
scalars.predict(X=[[1], [2]])
abstraction.distinct_rows(rows=numbers(7), weights=None, num_threads=2, progress=None)
abstraction.IndexerLookup(indexer=small)
lookup.lookup(hole="2c", board="")
abstraction.TableLookup(indexer=small, tables=[np.arange(3), None])
labelled.lookup(hole="2c", board="", num_threads=2)
abstraction.game_outcome_classes(
    indexer=small, strengths=list(range(15)), round=1, kind="outcome", recall=0, num_threads=2
)
abstraction.outcome_classes(
    street="flop", kind="outcome", recall=0, game="leduc", out=None, num_threads=2, progress=None
)
abstraction.OutcomeClasses(first="river", num_threads=2, progress=None)
classes().count(street="river", kind="outcome", recall=0, num_threads=2, progress=None)
pairs().of_hands(street="flop", hands=range(5), kind="outcome", recall=1, num_threads=2, progress=None)
classes().outcomes(street="river", kind="outcome")
pairs().tuples(street="flop", kind="outcome", recall=1, num_threads=2, progress=None)
abstraction.WinrateHistory(outcomes={"river": np.array([[1, 0, 1]], np.uint64)}, tuples=np.zeros((1, 1), np.uint32))
abstraction.winrate_history(street="river", recall=0, num_threads=2, progress=None)
history.points(weights=None, dtype="f8")

# Before the flop
pushed = pb.preflop.push_fold([4, 4])
pb.preflop.icm(stacks=[[50, 30, 20], [10, 0, 90]], payouts=[70, 30])
pb.preflop.push_fold(stacks=[4, 5], blinds=(0.5, 1), ante=0.1, payouts=[70, 30], path=None, progress=None)
pb.preflop.push_fold([4, 4], target=1e-3, max_iterations=50)
pushed.plot(decision="call", ax=None, title="calls")
pb.preflop.build_three_way_counts(path="three_way.npy", resume=True, executor=None, num_threads=2, progress=None)
pb.preflop.three_way_counts(path="three_way.npy")
pb.preflop.three_way_equities(path="three_way.npy")
triples = pb.preflop.ThreeWayCounts(*[np.zeros((169, 169, 169), np.uint32)] * 5)
triples.deals()

# Endgames
sizes = endgame.BetSizes(1, max_bets=1)
tree = endgame.BettingTree(100, 100, sizes)
river = endgame.Endgame("Kh9d5c3h2s", "AA", "QQ", tree)
solver = endgame.Solver(river, labels=None)
score = endgame.score_abstraction(None, n_boards=2, hero="AA", villain="QQ", tree=tree, iterations=1)
endgame.BetSizes(bets=(0.5, 1), raises=endgame.ALL_IN, donk=(), max_bets=2)
endgame.BettingTree(pot=100, stack=200, sizes=[sizes, sizes])
endgame.BettingTree(100, 200, sizes={"hero": sizes, "villain": sizes}, rake=0.05, rake_cap=3, all_in_threshold=0.1)
endgame.Endgame(board="Kh9d5c3h2s", hero="random", villain="QQ+", tree=tree, game="holdem", dialect="both")
endgame.read_config(path=spot_file())
endgame.Solver(game=river, labels=np.arange(1326) % 7, algorithm="cfr_plus", isomorphic=False, storage="int16")
endgame.Solver(game=river, opponent_values={"villain": np.full(1326, 0.5)})
streets = endgame.BettingTree(100, 100, [sizes, sizes])
early = endgame.Endgame("Kh9d5c3h", "AA", "QQ", streets)
endgame.Solver(game=early, leaf_values=lambda board, pots, reach: np.full(reach.shape, 0.5))
solver.run(iterations=3, num_threads=2, progress=None)
solver.run(target=0.01, max_iterations=3)
solver.gain(player="hero", num_threads=2)
solver.best_response(player="villain", num_threads=2)
solver.exploitability(num_threads=2)
solver.strategy(decision=0)
solver.values(decision=0, player="villain", num_threads=2)
solver.reach(decision=0, player="villain", num_threads=2)
solver.to_pandas(decision=0, board=0, num_threads=2)
solver.best_response_strategy(decision=0, num_threads=2)
solver.save(path="solver.npz", overwrite=False, progress=None)
endgame.Solver.load(path=solver_file(), progress=None)
solver.plot(decision=0, board=0, ax=None, title="a node")
solver.lock(decision=0, strategy=np.full((2, 1326), 0.5))
endgame.exploitability(game=river, labels=np.arange(1326) % 7, sides="two", iterations=3, progress=None)
endgame.exploitability(game=river, labels=np.arange(1326) % 7, iterations=3, num_threads=2)
endgame.exploitability(game=river, strategy=[solver.strategy(at) for at in range(len(tree.decisions))])
endgame.local_best_response(game=river, policy=solver, n_runouts=5, rng=1, num_threads=2, progress=None)
endgame.local_best_response(river, lambda node, _: np.full((len(node.actions), 1326), 1 / len(node.actions)))
endgame.play_match(
    game=river, first=solver, second=solver, n_deals=5, duplicate=True, baseline=solver, rng=1, num_threads=2,
    progress=None,
)  # fmt: skip
endgame.percentile_labels(boards=hands(5, 100_000), n_buckets=3, num_threads=2)
endgame.value_labels(game=river, n_buckets=3, iterations=2, rng=1, num_threads=2, progress=None)
endgame.omaha_labels(boards=hands(5, 100_000), n_buckets=3, feature="histogram", rng=1, num_threads=2, progress=None)
endgame.score_abstraction(
    labels=np.arange(1326) % 7,
    street="river",
    n_boards=1,
    boards="Kh9d5c3h2s",
    hero="AA",
    villain="QQ",
    game="holdem",
    dialect="both",
    tree=tree,
    iterations=3,
    rng=1,
    path=None,
    resume=True,
    executor=None,
    num_threads=2,
    progress=None,
    on_board=print,
)
drawn = endgame.random_endgames(n=2, street="river", rng=1, num_threads=2)
endgame.random_endgames(n=2, street="river", rng=1, num_threads=2)
endgame.RandomEndgames(
    boards=drawn.boards, hero=drawn.hero, villain=drawn.villain, pots=drawn.pots, stacks=drawn.stacks
)
endgame.solve_many(
    boards=drawn.boards,
    hero=drawn.hero,
    villain=drawn.villain,
    pots=drawn.pots,
    stacks=100,
    sizes=sizes,
    iterations=2,
    target=None,
    max_iterations=5,
    rake=0.05,
    rake_cap=3,
    all_in_threshold=0.1,
    executor=None,
    num_threads=2,
    progress=None,
)
solved = endgame.solve_many(drawn.boards, drawn.hero, drawn.villain, pots=5, stacks=5, sizes=sizes, iterations=1)
solved.to_npz(path="values.npz")
endgame.build_endgames(
    path="rivers",
    n=2,
    street="river",
    seed=1,
    sizes=sizes,
    iterations=None,
    target=0.5,
    max_iterations=5,
    rake=0.05,
    rake_cap=3,
    all_in_threshold=0.1,
    shard_size=10,
    resume=True,
    executor=None,
    num_threads=2,
    progress=None,
)
endgame.EndgameData(path=data_folder())
endgame.EndgameData(data_folder()).shard(number=1)
endgame.EndgameData(data_folder()).take(rows=[1, 0])
endgame.EndgameData(data_folder()).check(progress=None)
endgame.EndgameData(data_folder()).close()
score.difference(sides="one")
score.mean(sides="one")
score.std_error(sides="two")

# Reports
on_flops = reports.flop_report("QQ+", "JJ+", boards=boards)
on_runouts = reports.runout_report("QQ+", "JJ+", board="Ah7d2c3s")
both = reports.equity_distribution("QQ+", "22+", board="Ah7d2c")
breakdown = reports.hand_breakdown("QQ+", "Ah7d2c")
all_flops = pb.flops()
pb.flops(all=False)
all_flops.mean(values=np.full((1755, 1326), 0.5), villain="QQ+", hole="JsTs", dialect="both")
pb.flop_report(hero="QQ+", villain="JJ+", boards=boards, weights=[1, 2], group_by="suits", quantiles=[0.5])
pb.flop_report(hero="QQ+", villain="JJ+", boards=boards, nut_equity=0.8, folded=None, executor=None, num_threads=2)
pb.flop_report(hero="QQ+", villain="JJ+", boards=boards, progress=None, dialect="both")
on_flops.group_by(textures=["suits", "pairing"])
reports.runout_report(hero="QQ+", villain="JJ+", board="Ah7d2c3s", quantiles=[0.5], nut_equity=0.8, folded=None)
reports.runout_report(hero="QQ+", villain="JJ+", board="Ah7d2c3s", num_threads=2, progress=None, dialect="both")
reports.flop_subset(n=1, opponents=["random"], num_threads=2, progress=None, dialect="both")
reports.equity_distribution(
    hero="QQ+", villain="JJ+", board="Ah7d2c", dead=None, folded=None, num_threads=2, dialect="both"
)
both.hero.graph()
both.hero.histogram(bins=5)
both.hero.quantile(shares=0.5)
both.hero.share_at_least(threshold=0.5)
reports.hand_breakdown(hands="QQ+", board="Ah7d2c", dialect="both")
breakdown.range_of(label="overpair")
reports.range_advantage(
    hero="QQ+", villain="JJ+", board="Ah7d2c", dead=None, folded=None, num_threads=2, dialect="both"
)
reports.nut_advantage(
    hero="QQ+", villain="JJ+", board="Ah7d2c", nut_equity=0.8, dead=None, folded=None, num_threads=2, dialect="both"
)
reports.range_equity_rows(["QQ+", "JJ"], "AKs", board="Kd7s8c", dead=None, folded=None, game="holdem")
reports.range_equity_rows(["QQ+", "JJ"], "AKs", board="Kd7s8c", method="auto", max_seconds=1, n_samples=100)
reports.range_equity_rows(["QQ+", "JJ"], "AKs", board="Kd7s8c", std_error=None, rng=1, executor=None, num_threads=2)
reports.range_equity_rows(["QQ+", "JJ"], "AKs", board="Kd7s8c", progress=None, dialect="both")
reports.range_equity_rows(["QQ+", "JJ"], "AKs", board="Kd7s8c", errors="nan")

# Plots
plot.hand_grid(values=np.ones(169))
plot.hand_matrix(values=np.ones(169), ax=None, title="", label="", percent=None, cmap="viridis", vmin=None)
plot.hand_matrix(values=np.ones(169), vmax=None, text=None, colorbar=False)
plot.range_matrix(weights="QQ+", ax=None, title="", label="", cmap="viridis", colorbar=False, dialect="both")
plot.equity_matrix(
    weights="QQ+",
    equity=np.full(1326, 0.5),
    dialect="both",
    ax=None,
    title="",
    label="",
    cmap="viridis",
    colorbar=False,
)
plot.action_matrix(actions={"raise": "QQ+"}, ax=None, title="", colors=None, dialect="both")
plot.runout_matrix(report=on_runouts, ax=None, title="", cmap="viridis", vmin=None, vmax=None, colorbar=False)
plot.ars_heatmap(table=np.ones((7463, 169)), ax=None, title="", cmap="viridis", colorbar=False)
plot.rank_frequencies(frequencies=np.ones(7463), ax=None, title="", color=None, label="")
plot.strength_histogram(counts=[1, 2, 3], ax=None, title="", color=None, label="", mean=None)
plot.equity_bars(result=result, ax=None, title="")
plot.equity_graph(distribution=both, ax=None, title="", color=None, label=None)
plot.board_report(report=on_flops, ax=None, title="")
plot.abstraction_buckets(report=buckets, ax=None, title="")
plot.abstraction_inertia(report=buckets, ax=None, title="")
plot.abstraction_score(score=score, ax=None, title="")
on_flops.plot(ax=None, title="")
both.plot(ax=None, title="")
both.hero.plot(ax=None, title="")
preflop.plot(n_opponents=1, ax=None, title="")
pb.odds_vs_random("AsKd", board="QhJh2c3d4d").plot(ax=None, title="")
score.plot(ax=None, title="")
buckets.report().plot(ax=None, title="")
clusters().plot(ax=None, title="")

# Strategies
testing.card_names()
testing.cards()
testing.boards(dead=(0, 1))
testing.hands(size=7, dead=(0,))

# The process
pb.set_num_threads(num_threads=2)
pb.get_num_threads()
pb.build_info()
pb.cpu_features()
pb.show_versions()
