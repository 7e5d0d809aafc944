"""Every argument of every public function gets invalid values: an error of ours, and a short one."""

import asyncio
import contextlib
import datetime as dt
import inspect
import os
import traceback
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import abstraction, cards, indexing, plot, reports
from pokerbits._input.shown import shown
from pokerbits.evaluator import keys
from pokerbits.exceptions import InvalidArgumentError

plt = pytest.importorskip("matplotlib.pyplot")

LONG = 1 << 20
"""Characters of the longest texts."""


class Unwilling:
    """An object that cannot be printed."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")


WRONG = {
    "a lone object": object(),
    "an unwilling object": Unwilling(),
    "a class": dict,
    "a function": len,
    "a module": os,
    "an integer": 5,
    "a huge integer": 10**5000,
    "a float": 0.5,
    "nan": float("nan"),
    "bytes": b"AsKs",
    "a set": {"flop"},
    "a dict": {"flop": 1},
    "a list of objects": [object()],
    "an empty tuple": (),
    "a text": "no such thing",
    "a lone surrogate": "\udcff",
    "a text with a surrogate": "As\udcff",
    "a text with a null": "As\0",
    "a long text": "x" * LONG,
    "a long text of cards": "As" * (LONG // 2),
    "a long text with a surrogate": "A" * LONG + "\udcff",
    "a list of a long text": ["x" * LONG],
    "a long list": ["x"] * 10_000,
    "a date": dt.date(2026, 1, 1),
    "an array of text": np.array(["no such thing"]),
    "an array of objects": np.array([object()]),
    "a dtype": np.dtype("u1"),
    "another module": asyncio,
}

NEVER = (AttributeError, LookupError, UnicodeError, SyntaxError, AssertionError, ArithmeticError, RuntimeError, Warning)
"""Results of a call by accident, and errors of ours."""

BUCKETS = {"flop": 3, "turn": 3, "river": 3}

LONGEST = 1000
"""Characters of an error."""


NEVER_RIGHT = {
    "CardAbstraction.build",
    "CardAbstraction.from_labels",
    "CardAbstraction.load",
    "ars_table",
    "check_table",
    "flop_subset",
    "outcome_classes",
    "plot.abstraction_buckets",
    "plot.abstraction_inertia",
    "winrate_history",
}
"""Valid arguments that take seconds, or a file, and are tested elsewhere."""

RIGHT_AND_SLOW = {
    ("preflop_odds", "n_opponents", "an integer"),
    ("preflop_odds", "num_threads", "an integer"),
    ("flop_subset", "n", "an integer"),
    ("combo_equity", "board", "an empty tuple"),
    ("odds_vs_random", "board", "an empty tuple"),
}


def calls(folder):
    """Yield public functions by name, and right arguments."""
    hands = pb.random_hands(4, 7, rng=1)
    indexer = pb.HandIndexer((2, 3))
    ranked = pb.RankedBoards("AhKh7d2c2s")
    result = pb.equity("AhKh", "QsQd", board="7c2d9s")
    report = reports.flop_report("QQ+", "JJ+", boards=["AhKh7d", "2c2d2h"])
    distribution = reports.equity_distribution("QQ+", "22+", board="Ah7d2c").hero
    breakdown = reports.hand_breakdown("QQ+", board="Ah7d2c")
    odds = pb.preflop_odds([1])
    up_to_suits = pb.flops()
    threads = {"num_threads": 1, "progress": None}
    two = {"cards": "AsKsQsJsTs", "board": None, "rules": "standard", "num_threads": 1}
    strength = {"hole": "AsKs", "board": "QsJsTs", "num_threads": 1}

    def of_two(hero, villain, function=pb.equity, **options):
        return function(hero, villain, **options)

    kmeans = {"n_clusters": 2, "metric": "emd", "positions": None, "init": "k-means++", "max_iter": 5, "tol": 0.0}

    def fitted(kind, **parameters):
        of_fit = {name: parameters.pop(name) for name in ("X", "sample_weight") if name in parameters}
        return kind(**parameters).fit(**of_fit)

    yield "evaluate", pb.evaluate, two | {"out": None}
    yield "evaluate_combos", pb.evaluate_combos, {"board": "AsKsQs", "out": None, "num_threads": 1}
    omaha = {"hole": "AsKsQsJs", "board": "Ts9s2d", "out": None, "num_threads": 1}
    yield "evaluate_omaha", pb.evaluate_omaha, omaha
    yield "evaluate_omaha_low", pb.evaluate_omaha_low, omaha
    yield "best_five", pb.best_five, two
    yield "outs", pb.outs, {"hole": "AsKs", "board": "QsJs2d", "villain": None}
    yield "category_odds", pb.category_odds, {"hole": "AsKs", "board": "QsJs2d", "num_threads": 1}
    yield "hand_percentile", pb.hand_percentile, {"hole": "AsKs", "game": "holdem"}
    yield "omaha_preflop_counts", pb.odds.omaha_preflop_counts, {"game": "omaha", "executor": None} | threads
    for name in ("category", "describe", "example_hand"):
        yield name, getattr(pb, name), {"strength": 5, "rules": "standard"}
    yield "to_cactus_kev", pb.evaluator.to_cactus_kev, {"strength": 5}
    yield "from_cactus_kev", pb.evaluator.from_cactus_kev, {"rank": 5}
    yield "category_census", pb.evaluator.category_census, {"hand_size": 5, "num_threads": 1}
    yield "check_table", pb.strength.check_table, {"path": folder / "none.npy"}
    combo_equity = {"villain": "QQ+", "boards": "AhKh7d2c", "dead": None, "out": None, "executor": None} | threads
    combo_equity |= {"game": "holdem", "folded": None}
    yield "combo_equity", pb.combo_equity, combo_equity
    yield "count_disjoint", pb.odds.count_disjoint, {"combos": ["AsKs", "QsJs"], "sizes": [1]} | threads
    equity = {
        "board": "7c2d9s",
        "dead": None,
        "folded": None,
        "game": "holdem",
        "method": "auto",
        "max_seconds": None,
    } | threads
    yield (
        "equity",
        of_two,
        (equity | {"hero": "AhKh", "villain": "QQ+", "n_samples": 100, "std_error": None, "rng": 1}),
    )
    yield (
        "equity of Omaha",
        of_two,
        (equity | {"hero": "AhKhQhJh", "villain": "KsKc", "game": "omaha", "n_samples": 100, "rng": 1}),
    )
    rows = {"hands": [["AhKh", "QsQd"]], "board": ["7c2d9s"], "out": None} | threads
    yield "equity_rows", pb.equity_rows, rows
    columns = {"board": ["7c2d9s"], "dead": None, "game": "holdem", "method": "auto", "max_seconds": 0.1}
    columns |= {"hero": ["AhKh"], "villain": ["QQ+"], "n_samples": 100, "std_error": None, "rng": 1, "executor": None}
    yield (
        "range_equity_rows",
        of_two,
        columns | threads | {"function": reports.range_equity_rows},
    )
    for name in ("hand_strength", "expected_hand_strength", "average_rank_strength"):
        more = {"power": 1} if name.startswith("expected") else {}
        yield name, getattr(pb.strength, name), strength | {"power_of_opponents": 1, "out": None} | more
    yield (
        "hand_strength_histogram",
        pb.strength.hand_strength_histogram,
        strength | {"bins": 5, "out": None, "progress": None},
    )
    of_flops = {"boards": ["AhKh7d", "2c2d2h"], "weights": [1, 2], "group_by": "suits", "quantiles": [0.5]}
    of_flops |= {"nut_equity": 0.8, "executor": None} | threads
    yield "flop_report", pb.flop_report, of_flops | {"hero": "QQ+", "villain": "JJ+"}
    yield "flops", pb.flops, {"all": False}
    yield "Flops.mean", up_to_suits.mean, {"values": np.ones((1755, 1326)), "villain": "QQ+", "hole": "JsTs"}
    yield "losses", pb.odds.losses, {"hole": "AsKs", "board": "QsJsTs9d2c", "dead": None}
    odds_vs_random = {"hole": "AsKs", "board": "QsJsTs9d2c", "n_opponents": 1, "dead": None, "method": "matchings"}
    yield "odds_vs_random", pb.odds_vs_random, odds_vs_random | threads
    yield "opponent_clusters", pb.strength.opponent_clusters, {"n_clusters": 8, "num_threads": 1}
    yield (
        "outcome_classes",
        pb.abstraction.outcome_classes,
        {"street": "no", "kind": "outcome", "recall": 0, "out": None},
    )
    yield "preflop_odds", pb.preflop_odds, {"n_opponents": [1]} | threads
    yield "PreflopOdds.to_csv", odds.to_csv, {"path": folder / "odds.csv"}
    yield "random_hands", pb.random_hands, {"n": 3, "size": 2, "rng": 1, "board": None, "dead": None, "num_threads": 1}
    yield "set_num_threads", pb.set_num_threads, {"num_threads": 1}
    table = {"kind": "ehs", "street": "preflop", "bins": None, "clusters": None, "dtype": "float64", "out": None}
    yield "strength_table", pb.strength_table, table | {"executor": None} | threads
    yield "strength_table of ochs", pb.strength_table, {"kind": "ochs", "street": "preflop", "clusters": None}
    yield "strength_table in a file", pb.strength_table, {"street": "preflop", "out": folder / "ehs.npy"}
    yield "Range", pb.Range, {"hands": "QQ+", "dialect": "both", "on_conflict": "error"}
    yield "Range.top", pb.Range.top, {"share": 0.15}
    yield "Range.from_weights", pb.Range.from_weights, {"weights": np.ones(1326)}
    yield "in Range", pb.Range("QQ+").__contains__, {"hands": "AsKs"}
    yield "OmahaRange", pb.OmahaRange, {"text": "AA", "hole_cards": 4}
    yield "OmahaRange.from_hands", pb.OmahaRange.from_hands, {"hands": ["AsKsQsJs"]}
    yield "in OmahaRange", pb.OmahaRange("AA").__contains__, {"hand": "AsKsQsJs"}
    yield "CardSet", pb.CardSet, {"cards": "AsKs"}
    yield "CardSet.from_bits", pb.CardSet.from_bits, {"bits": 5}
    yield "RankedBoards", pb.RankedBoards, {"boards": "AhKh7d2c2s"} | threads
    yield "RankedBoards.equity", ranked.equity, {"weights": "QQ+", "out": None} | threads
    yield "RankedBoards.outcomes", ranked.outcomes, {"weights": "QQ+", "dtype": "f8", "out": None} | threads
    yield "HandIndexer", pb.HandIndexer, {"cards_per_round": (2, 3), "n_ranks": 9, "n_suits": 4, "lowest_rank": "6"}
    yield "HandIndexer.game", pb.HandIndexer.game, {"name": "holdem"}
    for name in ("index", "canonical"):
        more = {"cards": "AsKsQsJsTs", "round": -1, "out": None, "num_threads": 1}
        yield f"HandIndexer.{name}", getattr(indexer, name), more
    yield "HandIndexer.index_all", indexer.index_all, {"cards": "AsKsQsJsTs", "out": None, "num_threads": 1}
    yield "HandIndexer.index_board", indexer.index_board, {"board": "QsJsTs", "round": -1, "out": None}
    for name in ("unindex", "multiplicity"):
        more = {"index": 5, "round": -1, "out": None, "num_threads": 1}
        yield f"HandIndexer.{name}", getattr(indexer, name), more
    yield "HandIndexer.children", indexer.children, {"index": 5, "round": 0, "num_threads": 1}
    yield "HandIndexer.hole_combos", indexer.hole_combos, {"board": "QsJsTs"}
    yield "HandIndexer.size", indexer.size, {"round": -1}
    yield "HandIndexer.start", indexer.start, {"n": 2}
    yield "HandIndexer.extend", indexer.extend, {"state": indexer.start(), "cards": "AsKs", "num_threads": 1}
    for name in ("rank_group_index", "rank_group_size", "rank_group_unindex", "rank_set_index", "rank_set_unindex"):
        right = {"rank_sets": [3], "counts": [2], "index": 1, "ranks": 3, "size": 2, "n_ranks": 13}
        function = getattr(indexing, name)
        yield name, function, {name: right[name] for name in inspect.signature(function).parameters}
    yield "parse_card", cards.parse_card, {"name": "As"}
    yield "parse_cards", cards.parse_cards, {"text": "AsKs"}
    yield "card_name", cards.card_name, {"card": 5}
    yield "format_cards", cards.format_cards, {"cards": hands, "sep": ""}
    yield "combo_id", cards.combo_id, {"cards": "AsKs"}
    yield "combo_class", cards.combo_class, {"combo": 5}
    yield "hand_class", cards.hand_class, {"cards": "AsKs"}
    yield "find_rank_keys", keys.find_rank_keys, {"hand_size": 2, "n_ranks": 5, "copies": 4}
    yield "find_flush_keys", keys.find_flush_keys, {"hand_size": 5, "n_ranks": 6}
    yield "find_suit_keys", keys.find_suit_keys, {"hand_size": 5, "n_suits": 3, "least": "series", "unique": "sums"}
    yield "folding_points", keys.folding_points, {"scheme": keys.FIVE_CARD}
    yield "equity_distribution", reports.equity_distribution, {"hero": "QQ+", "villain": "JJ+", "board": "Ah7d2c"}
    yield "RangeDistribution.histogram", distribution.histogram, {"bins": 5}
    yield "RangeDistribution.quantile", distribution.quantile, {"shares": 0.5}
    yield "RangeDistribution.share_at_least", distribution.share_at_least, {"threshold": 0.5}
    yield "hand_breakdown", reports.hand_breakdown, {"hands": "QQ+", "board": "Ah7d2c"}
    yield "HandBreakdown.range_of", breakdown.range_of, {"label": "set"}
    both = {"hero": "QQ+", "villain": "JJ+", "board": "Ah7d2c", "num_threads": 1}
    yield "range_advantage", reports.range_advantage, both | {"dead": None}
    yield "nut_advantage", reports.nut_advantage, both | {"nut_equity": 0.8, "dead": None}
    of_runouts = {"quantiles": [0.5], "nut_equity": 0.8, "progress": None}
    yield "runout_report", reports.runout_report, both | of_runouts | {"board": "Ah7d2c3s"}
    yield "BoardReport.group_by", report.group_by, {"textures": "suits"}
    yield "flop_subset", reports.flop_subset, {"n": 0, "opponents": ["random"]} | threads
    yield "ars_table", pb.strength.ars_table, {"street": "no", "power_of_opponents": 1} | threads
    points = {"X": [[1, 2], [2, 1], [0, 3]], "sample_weight": None}
    yield "HistogramKMeans", lambda **given: fitted(abstraction.HistogramKMeans, **given), kmeans | points
    for kind in (abstraction.PercentileBuckets, abstraction.OptimalScalarBuckets):
        one = {"n_buckets": 2, "num_threads": 1, "X": [[1], [2], [3]], "sample_weight": None}
        yield kind.__name__, lambda kind=kind, **given: fitted(kind, **given), one
    yield "HistogramKMeans.predict", abstraction.HistogramKMeans(2).fit([[1, 2], [2, 1]]).predict, {"X": [[1, 2]]}
    yield "distinct_rows", abstraction.distinct_rows, {"rows": np.ones((3, 2), "u1"), "weights": None} | threads
    yield "IndexerLookup", abstraction.IndexerLookup, {"indexer": indexer}
    yield "IndexerLookup.lookup", abstraction.IndexerLookup(indexer).lookup, {"cards": "AsKs", "board": ""}
    leduc = pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)
    of_leduc = {"indexer": leduc, "strengths": list(range(15)), "round": 1, "kind": "outcome", "recall": 0}
    yield "game_outcome_classes", abstraction.game_outcome_classes, of_leduc
    yield "winrate_history", abstraction.winrate_history, {"street": "no", "recall": 0} | threads
    for name in ("hand_grid", "hand_matrix"):
        yield f"plot.{name}", getattr(plot, name), {"values": np.ones(169)}
    ax = {"ax": None, "title": ""}
    # Whatever is true or not says whether there is a colour bar, and takes as long to draw.
    colours = {"cmap": "viridis"}
    matrix = {"values": np.ones(169), "label": "", "percent": None, "vmin": None, "vmax": None, "text": None}
    yield "plot.hand_matrix in full", plot.hand_matrix, matrix | ax | colours
    yield "plot.range_matrix", plot.range_matrix, {"weights": "QQ+", "label": ""} | ax | colours
    equities = {"weights": "QQ+", "equity": np.full(1326, 0.5), "label": ""}
    yield "plot.equity_matrix", plot.equity_matrix, equities | ax | colours
    yield "plot.action_matrix", plot.action_matrix, {"actions": {"raise": "QQ+"}, "colors": None} | ax
    yield "plot.runout_matrix", plot.runout_matrix, {"report": report, "vmin": None, "vmax": None} | ax | colours
    yield "plot.ars_heatmap", plot.ars_heatmap, {"table": np.ones((169, 5))} | ax | colours
    yield "plot.rank_frequencies", plot.rank_frequencies, {"frequencies": np.ones(13), "color": None, "label": ""} | ax
    histogram = {"counts": [1, 2, 3], "color": None, "label": "", "mean": None}
    yield "plot.strength_histogram", plot.strength_histogram, histogram | ax
    yield "plot.equity_bars", plot.equity_bars, {"result": result} | ax
    yield "plot.board_report", plot.board_report, {"report": report} | ax
    yield "plot.equity_graph", plot.equity_graph, {"distribution": distribution, "color": None, "label": None} | ax
    for name in ("abstraction_buckets", "abstraction_inertia"):
        yield f"plot.{name}", getattr(plot, name), {"report": 5} | ax
    build = {"n_buckets": BUCKETS, "features": "percentile", "recall": "imperfect", "seed": 0, "max_iter": 5}
    build |= {"n_init": 1, "bins": None, "clusters": None}
    yield (
        "CardAbstraction.build",
        pb.CardAbstraction.build,
        build | {"path": folder / "file", "executor": None} | threads,
    )
    labels = {"labels": {"flop": [0], "turn": None, "river": None}, "game": "holdem"}
    yield "CardAbstraction.from_labels", pb.CardAbstraction.from_labels, labels | threads
    (folder / "file").write_text("no folder", encoding="utf-8")
    yield "CardAbstraction.load", pb.CardAbstraction.load, {"path": folder / "none", "mmap": True, "verify": True}


NAMES = [
    "evaluate",
    "evaluate_combos",
    "evaluate_omaha",
    "category",
    "describe",
    "example_hand",
    "to_cactus_kev",
    "from_cactus_kev",
    "category_census",
    "check_table",
    "combo_equity",
    "count_disjoint",
    "equity",
    "equity of Omaha",
    "equity_rows",
    "range_equity_rows",
    "hand_strength",
    "expected_hand_strength",
    "average_rank_strength",
    "hand_strength_histogram",
    "flop_report",
    "flops",
    "Flops.mean",
    "losses",
    "odds_vs_random",
    "opponent_clusters",
    "outcome_classes",
    "best_five",
    "category_odds",
    "hand_percentile",
    "omaha_preflop_counts",
    "evaluate_omaha_low",
    "outs",
    "Range.top",
    "preflop_odds",
    "PreflopOdds.to_csv",
    "random_hands",
    "set_num_threads",
    "strength_table",
    "strength_table of ochs",
    "strength_table in a file",
    "Range",
    "Range.from_weights",
    "in Range",
    "OmahaRange",
    "OmahaRange.from_hands",
    "in OmahaRange",
    "CardSet",
    "CardSet.from_bits",
    "RankedBoards",
    "RankedBoards.equity",
    "RankedBoards.outcomes",
    "HandIndexer",
    "HandIndexer.game",
    "HandIndexer.index",
    "HandIndexer.canonical",
    "HandIndexer.index_all",
    "HandIndexer.index_board",
    "HandIndexer.unindex",
    "HandIndexer.multiplicity",
    "HandIndexer.children",
    "HandIndexer.hole_combos",
    "HandIndexer.size",
    "HandIndexer.start",
    "HandIndexer.extend",
    "rank_group_index",
    "rank_group_size",
    "rank_group_unindex",
    "rank_set_index",
    "rank_set_unindex",
    "parse_card",
    "parse_cards",
    "card_name",
    "format_cards",
    "combo_id",
    "combo_class",
    "hand_class",
    "find_rank_keys",
    "find_flush_keys",
    "find_suit_keys",
    "folding_points",
    "equity_distribution",
    "RangeDistribution.histogram",
    "RangeDistribution.quantile",
    "RangeDistribution.share_at_least",
    "hand_breakdown",
    "HandBreakdown.range_of",
    "range_advantage",
    "nut_advantage",
    "runout_report",
    "BoardReport.group_by",
    "flop_subset",
    "ars_table",
    "HistogramKMeans",
    "PercentileBuckets",
    "OptimalScalarBuckets",
    "HistogramKMeans.predict",
    "distinct_rows",
    "IndexerLookup",
    "IndexerLookup.lookup",
    "game_outcome_classes",
    "winrate_history",
    "plot.hand_grid",
    "plot.hand_matrix",
    "plot.hand_matrix in full",
    "plot.range_matrix",
    "plot.ars_heatmap",
    "plot.rank_frequencies",
    "plot.strength_histogram",
    "plot.equity_bars",
    "plot.board_report",
    "plot.equity_graph",
    "plot.abstraction_buckets",
    "plot.abstraction_inertia",
    "CardAbstraction.build",
    "CardAbstraction.from_labels",
    "CardAbstraction.load",
    "plot.action_matrix",
    "plot.equity_matrix",
    "plot.runout_matrix",
]


def told(function, arguments):
    """Return what is wrong with how a call ends, if something is."""
    try:
        with warnings.catch_warnings():
            # Of text that a font has not.
            warnings.simplefilter("ignore", UserWarning)
            function(**arguments)
    except (pb.PokerbitsError, TypeError, ValueError, OSError, MemoryError) as error:
        text = str(error)
        by_accident = isinstance(error, NEVER) or "Exceeds the limit" in text
        if by_accident and not isinstance(error, pb.PokerbitsError):
            return "".join(traceback.format_exception(error)[-3:])
        if len(text) > LONGEST:
            return f"{type(error).__name__} of {len(text)} characters: {text[:200]!a}"
        try:
            text.encode()
        except UnicodeEncodeError:
            return f"{type(error).__name__} that nothing can print: {text!a}"
    except Exception as error:  # noqa: BLE001
        return "".join(traceback.format_exception(error)[-3:])
    finally:
        pb.set_num_threads(None)
        plt.close("all")
    return None


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """Return the calls, and have whatever takes a relative path put it into a folder of the test."""
    folder = tmp_path_factory.mktemp("wrong")
    with contextlib.chdir(folder):
        yield {name: (function, right) for name, function, right in calls(folder)}


@pytest.mark.parametrize("name", NAMES)
def test_wrong_arguments_are_refused_shortly_and_by_errors_of_ours(prepared, name):
    function, right = prepared[name]
    found = {}
    for argument in right:
        for what, value in WRONG.items():
            if (name, argument, what) in RIGHT_AND_SLOW:
                continue
            wrong = told(function, right | {argument: value})
            if wrong:
                found[argument, what] = wrong
    assert not found, "\n".join(f"{argument} = {what}: {wrong}" for (argument, what), wrong in found.items())


def test_the_arguments_are_right_but_for_one(prepared):
    assert set(prepared) == set(NAMES)
    for name, (function, right) in prepared.items():
        if name not in NEVER_RIGHT:
            assert told(function, right) is None, name


@pytest.mark.parametrize("executor", [5, 0, "processes", object(), ThreadPoolExecutor, dict])
def test_an_executor_has_a_method_submit(tmp_path, executor):
    """0 was no executor at all, and a class was called without an object."""
    calls = [
        lambda: pb.combo_equity("AA", boards="AhKh7d", executor=executor),
        lambda: pb.combo_equity("AA", boards=np.zeros((0, 3), "u1"), executor=executor),
        lambda: pb.strength_table(street="preflop", executor=executor),
        lambda: pb.strength_table(street="preflop", path=tmp_path / "ehs.npy", executor=executor),
        lambda: pb.flop_report("AA", "KK", boards=["AhKh7d"], executor=executor),
        lambda: pb.CardAbstraction.build(BUCKETS, features="percentile", path=tmp_path / "abs", executor=executor),
    ]
    for call in calls:
        with pytest.raises(InvalidArgumentError, match="executor: expected an object with a method `submit`"):
            call()
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("features", [{"flop"}, ["flop"], 5, object(), b"ehs", {"flop": {"ehs"}}])
def test_features_are_a_name_or_names_by_street(features):
    with pytest.raises((InvalidArgumentError, TypeError), match="feature"):
        pb.CardAbstraction.build(BUCKETS, features=features)


@pytest.mark.parametrize("dtype", ["\udcff", "x" * LONG, "(", "f8,\udcff", 5, object(), ">f8", "O", "f2"])
def test_a_dtype_is_one_of_few(dtype):
    history = abstraction.WinrateHistory({"river": np.array([[1, 0, 1]], np.uint64)}, np.zeros((1, 1), np.uint32))
    for call in (
        lambda: pb.strength_table(street="preflop", dtype=dtype),
        lambda: pb.RankedBoards("AhKh7d2c2s").outcomes("QQ+", dtype=dtype),
        lambda: history.points(dtype=dtype),
    ):
        with pytest.raises(InvalidArgumentError, match=r"^dtype .*: expected float64") as raised:
            call()
        assert len(str(raised.value)) < 200


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: plot.equity_bars("QQ+"), "result: expected what pokerbits.equity returns, found 'QQ\\+'"),
        (lambda: plot.equity_graph(object()), "distribution: expected what"),
        (lambda: plot.board_report(pb.equity("AhKh", "QsQd", board="7c2d9s")), "report: expected what flop_report"),
        (lambda: plot.abstraction_buckets(5), "report: expected what CardAbstraction.report returns, found 5"),
        (lambda: plot.abstraction_inertia(None), "report: expected what CardAbstraction.report returns"),
        (lambda: plot.range_matrix("QQ+", ax=5), "ax: expected Axes of matplotlib, found 5"),
        (lambda: plot.range_matrix("QQ+", cmap="x" * LONG), "cmap: expected a colour map"),
        (lambda: plot.range_matrix("QQ+", title="\udcff"), r"title: expected text, found '\\udcff'"),
        (lambda: plot.rank_frequencies(np.ones(7463), color="x" * LONG), "color: expected a colour"),
        (lambda: plot.hand_matrix(["a"] * 169), "values: expected numbers, found list"),
    ],
)
def test_what_cannot_be_drawn_is_refused(draw, message):
    with pytest.raises(InvalidArgumentError, match=message) as raised:
        draw()
    assert len(str(raised.value)) < 300
    assert not plt.get_fignums()


def test_what_is_shown_of_a_value_is_short():
    values = [
        "x" * LONG,
        ["x" * LONG] * 100,
        {"x" * LONG: {1: [LONG] * LONG}},
        10**5000,
        Unwilling(),
        np.ones((99, 99)),
    ]
    for value in [*values, [Unwilling()], "\udcff", "two\nlines"]:
        text = shown(value)
        assert len(text) <= 300
        assert text.isprintable()
    assert [shown(value) for value in ("holdem", 5, None, [1, 2], "x" * 61)] == [
        "'holdem'", "5", "None", "[1, 2]", "'" + "x" * 27 + "..." + "x" * 28 + "'"
    ]  # fmt: skip
