"""Calls under a limit of the address space: each ends with its result or with MemoryError, never with the process.

But if texts and lists of Python have taken all to the last few bytes, the process may end.

    python tests/fuzz/memory_limits.py [--limits 0.3 1 3 10 30 100] [name ...]

Every call is made in children that fork after the arguments are there and may take a few MiB more (`--limits`). The
answer has to be that of the call without a limit. Linux only: the memory of a process is read from `/proc`.
"""

import argparse
import atexit
import faulthandler
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import pokerbits as pb

LIMITS = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0)
"""MiB above what is in use."""

FEW = 4096
"""Bytes that the C library, the Rust library and PyO3 cannot do without. Code that needs more has to ask first."""

NOTHING_LEFT = "no memory for a few bytes"

HANDS = 200_000
"""Rows of input: of each function moderate work, and some megabytes."""


SLOW = (
    "strength.ars_table",
    "abstraction.OutcomeClasses",
    "abstraction.winrate_history",
    "abstraction.outcome_classes",
    "reports.flop_subset",
)
"""Calls that take seconds without any limit."""

NOT_CALLED = {
    "openspiel.": "it needs another package, whose memory is its own",
    "plot.": "figures take the memory of matplotlib, which may end the process",
    "typing.": "protocols and aliases",
    "testing.": "strategies are made of small numbers by another package",
    "exceptions.": "errors are raised by the calls",
    "CardAbstraction": "its arrays are those of the tables and of the buckets, which are called",
    "indexing.DealState": "HandIndexer makes it",
    **dict.fromkeys(
        [f"endgame.{name}" for name in ("BetSizes", "BettingTree", "Decision", "Deal", "Fold", "Showdown")],
        "betting trees are small",
    ),
    "PokerbitsError": "errors are raised by the calls",
    "abstraction.CardLookup": "a protocol",
    "abstraction.DistinctRows": "a result",
    "abstraction.AbstractionReport": "a result",
    "Category": "an enumeration",
    "Counts": "a result",
    "HighLowCounts": "a result",
    **dict.fromkeys(["build_info", "cpu_features", "show_versions"], "a few words"),
    **dict.fromkeys(["get_num_threads", "set_num_threads"], "a number"),
}
"""Public names, or what they begin with, that no call stands for, and why."""


def not_covered() -> set[str]:
    """Public functions and classes without a call, whose name begins with theirs, and not in `NOT_CALLED`."""
    called = {name.split()[0] for name in prepared()}
    names = set()
    for line in (Path(__file__).parents[1] / "data" / "public_api.txt").read_text().splitlines():
        found = re.match(r"(class )?pokerbits\.((?:[a-z]+\.)*\w+)\(", line)
        if found:
            names.add(found[2])
    results = {name for name in names if isinstance(of := thing(name), type) and is_result(of)}
    of_methods = {name.rpartition(".")[0] for name in called}
    return {name for name in names - results - called - of_methods if not name.startswith(tuple(NOT_CALLED))}


def thing(name: str) -> Any:
    """Return the object with a public name."""
    found: Any = pb
    for part in name.split("."):
        found = getattr(found, part)
    return found


def is_result(cls: type) -> bool:
    """Whether calls return objects of this class, and nobody makes them."""
    return any(base.__name__ == "Result" for base in cls.__mro__)


def prepared() -> dict[str, Callable[[], Any]]:
    """The calls by name, with arguments that are already there."""
    hands = pb.random_hands(HANDS, 7, rng=1)
    wide = hands.astype(np.int64)
    holes, boards, flops = hands[:, :2].copy(), hands[:, 2:].copy(), hands[:, 2:5].copy()
    strengths = pb.evaluate(hands)
    texts = pb.cards.format_cards(hands[:20_000])
    long_text = " ".join(texts)
    indexer, walk = pb.HandIndexer((2, 5)), pb.HandIndexer((2, 3, 1, 1))
    indices = indexer.index(hands)
    preflop = walk.extend(walk.start(), holes)
    few = slice(0, 20_000)
    flop_odds, river_odds = slice(0, 60), slice(0, 20_000)
    omaha = pb.random_hands(20_000, 9, rng=1)
    sets = pb.CardSet("AsKs")
    weights, wide_range = np.ones(1326), pb.Range("22+, A2s+, KTo+, 0.5:QJo")
    rows, points = hands % 3, np.arange(float(HANDS))
    small = pb.HandIndexer((1, 1), n_ranks=13, n_suits=4)
    table = Path(tempfile.mkdtemp()) / "ehs.npy"
    pb.strength_table("ehs", street="preflop", path=table)
    atexit.register(shutil.rmtree, table.parent, ignore_errors=True)
    sizes = pb.endgame.BetSizes(1)
    tree = pb.endgame.BettingTree(100, 200, [sizes, sizes])
    endgame = pb.endgame.Endgame("Kh9d5c3h2s", "random", "random", pb.endgame.BettingTree(100, 200, sizes))
    results = pb.odds_vs_random(holes[:2000], board=boards[:2000], n_opponents=[1, 2])
    return {
        "evaluate": lambda: pb.evaluate(hands),
        "evaluate of int64": lambda: pb.evaluate(wide),
        "evaluate of text": lambda: pb.evaluate(texts),
        "evaluate with boards": lambda: pb.evaluate(holes, board=boards),
        "evaluate_combos": lambda: pb.evaluate_combos(boards[:5000]),
        "category": lambda: pb.category(strengths),
        "evaluate in the short deck": lambda: pb.evaluate("AsKsQsJsTs9s8s", rules="short_deck"),
        "evaluate of a low": lambda: pb.evaluate("AsKsQsJsTs9s8s", rules="ace_to_five"),
        "evaluate of badugi": lambda: pb.evaluate("AsKsQsJs", rules="badugi"),
        "best_five": lambda: pb.best_five(hands[few]),
        "outs": lambda: pb.outs("AhKh", "Qh7h2c", villain="QsQd"),
        "category_odds": lambda: pb.category_odds(["AhKh", "7c2d"], "Qh7h2s"),
        "hand_percentile": lambda: pb.hand_percentile(omaha[:, :4], game="omaha"),
        "describe": lambda: pb.describe(strengths[few]),
        "evaluator.to_cactus_kev": lambda: pb.evaluator.to_cactus_kev(strengths),
        "evaluator.category_census": lambda: pb.evaluator.category_census(5),
        "random_hands": lambda: pb.random_hands(HANDS, 7, rng=1),
        "cards.parse_cards": lambda: pb.cards.parse_cards(long_text),
        "cards.parse_cards of many": lambda: pb.cards.parse_cards(texts),
        "cards.format_cards": lambda: pb.cards.format_cards(hands[few]),
        "OmahaRange": lambda: pb.OmahaRange("[A-8][A-8]$np, xxyy", 5).hands,
        "cards.hand_class": lambda: pb.cards.hand_class(holes),
        "cards.omaha_hand_id": lambda: pb.cards.omaha_hand_id(omaha[:, :4]),
        "cards.combo_id": lambda: pb.cards.combo_id(holes),
        "HandIndexer": lambda: pb.HandIndexer((5, 3, 1, 1)).sizes,
        "HandIndexer of a long game": lambda: pb.HandIndexer((3, 1, 1, 1, 1, 1)).sizes,
        "HandIndexer.index": lambda: indexer.index(hands),
        "HandIndexer.index_all": lambda: indexer.index_all(hands),
        "HandIndexer.unindex": lambda: indexer.unindex(indices),
        "HandIndexer.unindex of a range": lambda: indexer.unindex(range(1000, 1000 + HANDS)),
        "HandIndexer.canonical": lambda: indexer.canonical(hands),
        "HandIndexer.multiplicity": lambda: indexer.multiplicity(indices),
        "HandIndexer.children": lambda: indexer.children(5, round=0),
        "HandIndexer.index_board": lambda: indexer.index_board(boards[:5000]),
        "HandIndexer.hole_combos": lambda: indexer.hole_combos(boards[0]),
        "HandIndexer.extend": lambda: walk.extend(preflop, flops).index,
        "equity": lambda: pb.equity("AhKh", "QsQd", "7c2d").to_dict(),
        "equity of ten": lambda: pb.equity(*np.arange(20).reshape(10, 2)).to_dict(),
        "equity in Omaha": lambda: pb.equity("As2sKhQd", "Ac2cKdJd", "9h8h7s6s", game="omaha_hilo").to_dict(),
        "equity of ranges in Omaha": lambda: pb.equity("AA$ds", "KK:QQ", board="Kd7s2cTh", game="omaha").to_dict(),
        "equity by samples in Omaha": lambda: pb.equity("AA", "*", game="omaha5", n_samples=9999, rng=1).to_dict(),
        "equity in the short deck": lambda: pb.equity("AKs", "QQ+", board="Kd7s8c", game="short_deck").to_dict(),
        "odds.losses": lambda: pb.odds.losses(holes[0], board=boards[0]).to_dict(),
        "odds_vs_random": lambda: pb.odds_vs_random("AsKd", n_opponents=range(1, 10)).to_dict(),
        "odds_vs_random of flops": lambda: (
            pb.odds_vs_random(holes[flop_odds], board=flops[flop_odds], n_opponents=[1, 3]).equity
        ),
        "odds_vs_random of rivers": lambda: pb.odds_vs_random(holes[river_odds], board=boards[river_odds]).equity,
        "odds_vs_random by cliques": lambda: pb.odds_vs_random(
            holes[0], board=boards[0], n_opponents=3, method="cliques"
        ).to_dict(),
        "OddsResult.to_columns": lambda: results.to_columns()["wins"],
        "preflop_counts": pb.preflop_counts,
        "odds.omaha_preflop_counts": lambda: pb.odds.omaha_preflop_counts("omaha"),
        "preflop_equities": pb.preflop_equities,
        "preflop_odds": lambda: pb.preflop_odds([1]).to_dict(),
        "odds.count_disjoint": lambda: pb.odds.count_disjoint(pb.COMBOS, sizes=[1, 2]),
        "strength.ars_table": lambda: pb.strength.ars_table("flop"),
        "abstraction.outcome_classes": lambda: pb.abstraction.outcome_classes("river"),
        "abstraction.OutcomeClasses": lambda: pb.abstraction.OutcomeClasses("turn").count("turn"),
        "abstraction.winrate_history": lambda: pb.abstraction.winrate_history("turn").to_dict(),
        "abstraction.game_outcome_classes": lambda: pb.abstraction.game_outcome_classes(
            small, strengths=np.arange(small.size()), round=0
        ),
        "abstraction.IndexerLookup": lambda: pb.abstraction.IndexerLookup(small).lookup("4c", board=""),
        "abstraction.TableLookup": lambda: pb.abstraction.TableLookup(small, [None] * 2).lookup("4c", board=""),
        "abstraction.distinct_rows": lambda: pb.abstraction.distinct_rows(rows)[0],
        "abstraction.HistogramKMeans": lambda: (
            pb.abstraction.HistogramKMeans(20, metric="l1", random_state=1, max_iter=3).fit(hands[:50_000]).labels_
        ),
        "abstraction.OptimalScalarBuckets": lambda: pb.abstraction.OptimalScalarBuckets(5).fit(points[:50_000]).labels_,
        "abstraction.PercentileBuckets": lambda: pb.abstraction.PercentileBuckets(5).fit(points).labels_,
        "CardSet": lambda: int(sets | pb.CardSet("2c")),
        "Range": lambda: pb.Range("22+, A2s+, KTo+, 0.5:QJo").weights,
        "Range of a long text": lambda: pb.Range(",".join(["AKs", "AKo", "22+"] * 20_000)).weights,
        "RankedBoards": lambda: pb.RankedBoards(boards[:3000]).equity(weights),
        "RankedBoards.outcomes": lambda: pb.RankedBoards(boards[:3000]).outcomes(weights)[0],
        "RankedBoards of few": lambda: pb.RankedBoards(boards[:40]).strengths,
        "endgame.Endgame": lambda: pb.endgame.Endgame("Kh9d5c3h", "random", "random", tree),
        "endgame.Solver": lambda: endgame_gain(pb.endgame.Solver(endgame, labels=np.arange(1326) % 7)),
        "endgame.exploitability": lambda: pb.endgame.exploitability(endgame, labels=np.arange(1326) % 7, iterations=2),
        "endgame.percentile_labels": lambda: pb.endgame.percentile_labels(boards[:2], n_buckets=10),
        "endgame.score_abstraction": lambda: pb.endgame.score_abstraction(
            np.arange(1326) % 7, boards=boards[:2], iterations=2, num_threads=1
        ).to_dict(),
        "strength.check_table": lambda: pb.strength.check_table(table),
        "combo_equity": lambda: pb.combo_equity(wide_range, boards=flops[:20]),
        "combo_equity of Omaha": lambda: pb.combo_equity("AA", boards=boards[:2, :4], game="omaha"),
        "combo_equity of Omaha, random": lambda: pb.combo_equity("*", boards=boards[:2, :4], game="omaha"),
        "equity_rows": lambda: pb.equity_rows(hands[few, :4].reshape(-1, 2, 2), board=hands[few, 4:]).equity,
        "evaluate_omaha": lambda: pb.evaluate_omaha(omaha[:, :4], board=omaha[:, 4:]),
        "evaluate_omaha_low": lambda: pb.evaluate_omaha_low(omaha[:, :4], omaha[:, 4:]),
        "example_hand": lambda: pb.example_hand(strengths[0]),
        "evaluator.from_cactus_kev": lambda: pb.evaluator.from_cactus_kev(strengths),
        "flop_report": lambda: pb.flop_report(wide_range, "QQ+, AKs", boards=flops[:10]).to_dict(),
        "flops": lambda: pb.flops().to_dict(),
        "cards.card_name": lambda: pb.cards.card_name(51),
        "cards.parse_card": lambda: pb.cards.parse_card("As"),
        "cards.combo_class": lambda: pb.cards.combo_class(np.arange(1326)),
        "indexing.rank_set_index": lambda: pb.indexing.rank_set_index(0b10111),
        "indexing.rank_set_unindex": lambda: pb.indexing.rank_set_unindex(7, size=3),
        "indexing.rank_group_index": lambda: pb.indexing.rank_group_index([3, 12]),
        "indexing.rank_group_size": lambda: pb.indexing.rank_group_size([2, 3]),
        "indexing.rank_group_unindex": lambda: pb.indexing.rank_group_unindex(9, counts=[2, 3]),
        "reports.equity_distribution": lambda: pb.reports.equity_distribution(
            wide_range, "QQ+", board="2c7dJh"
        ).to_dict(),
        "reports.flop_subset": lambda: pb.reports.flop_subset(5, opponents=["QQ+"]).to_dict(),
        "reports.hand_breakdown": lambda: pb.reports.hand_breakdown(wide_range, board="2c7dJh").to_dict(),
        "reports.nut_advantage": lambda: pb.reports.nut_advantage(wide_range, "QQ+", board="2c7dJh").to_dict(),
        "reports.range_advantage": lambda: pb.reports.range_advantage(wide_range, "QQ+", board="2c7dJh").to_dict(),
        "reports.range_equity_rows": lambda: pb.reports.range_equity_rows(
            [wide_range] * 20, "QQ+", board="2c7dJh3s", num_threads=1
        ).to_dict(),
        "reports.runout_report": lambda: pb.reports.runout_report(wide_range, "QQ+", board="2c7dJh").to_dict(),
        "hand_strength": lambda: pb.hand_strength(holes[few], board=boards[few]),
        "expected_hand_strength": lambda: pb.expected_hand_strength(holes[:200], board=flops[:200]),
        "strength.hand_strength_histogram": lambda: pb.strength.hand_strength_histogram(
            holes[:2000], board=boards[:2000], bins=1981
        ),
        "strength.average_rank_strength": lambda: pb.strength.average_rank_strength(holes, board=boards),
        "strength.CardGame": lambda: pb.strength.CardGame((2, 5), n_ranks=9),
        "strength.opponent_clusters": lambda: pb.strength.opponent_clusters(8).to_dict(),
        "strength_table": lambda: pb.strength_table("histogram", street="preflop", bins=1981),
        "evaluator.keys.find_rank_keys": lambda: pb.evaluator.keys.find_rank_keys(5),
        "evaluator.keys.find_suit_keys": lambda: pb.evaluator.keys.find_suit_keys(7),
        "evaluator.keys.find_flush_keys": lambda: pb.evaluator.keys.find_flush_keys(7),
        "evaluator.keys.folding_points": lambda: pb.evaluator.keys.folding_points(pb.evaluator.keys.SEVEN_CARD)[:9],
        "evaluator.keys.KeyScheme.is_valid": lambda: pb.evaluator.keys.SEVEN_CARD.is_valid(),
    }


def endgame_gain(solver: Any) -> float:
    """Return a gain after some iterations."""
    solver.run(2)
    return float(solver.gain("hero"))


def address_space() -> int:
    """Bytes of address space that this process uses."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def ended(call: Callable[[], Any], limit: float | None, folder: str) -> str:
    """Return how a call ends in a child with `limit` MiB: "result" and its checksum, "MemoryError", or the fault."""
    answer, errors = Path(folder) / "answer", Path(folder) / "errors"
    child = os.fork()
    if child == 0:
        told = "an exception"
        try:
            with errors.open("wb") as file:
                os.dup2(file.fileno(), 2)
            faulthandler.enable()
            signal.alarm(300)
            pb.set_num_threads(2)
            told = f"result {under(limit, call):08x}"
        except MemoryError:
            told = "MemoryError"
        except BaseException as error:
            told = repr(error)
        finally:
            answer.write_text(told)
            os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == 0:
        return answer.read_text()
    told = errors.read_text(errors="replace")
    wanted = re.search(r"memory allocation of (\d+) bytes failed", told)
    few = ("PyObject pointer is null", "cannot allocate memory for thread-local data")
    if (int(wanted[1]) <= FEW) if wanted else any(words in told for words in few):
        return NOTHING_LEFT
    lines = told.splitlines()
    ending = signal.Signals(-status).name if status < 0 else f"exit status {status}"
    return f"{ending}: {' | '.join(line.strip() for line in lines[:3])}"


def under(limit: float | None, call: Callable[[], Any]) -> int:
    """Return the checksum of a result computed with `limit` MiB; afterwards there is no limit any more."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if limit is not None:
        resource.setrlimit(resource.RLIMIT_AS, (address_space() + int(limit * 2**20), hard))
    try:
        found = call()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    return zlib.crc32(found.tobytes() if isinstance(found, np.ndarray) else repr(found).encode())


def failures(names: Sequence[str] = (), limits: Sequence[float] = LIMITS) -> dict[str, list[str]]:
    """Return the faults by the name of the call; of the named calls, or of all."""
    # The parent has no threads: their locks would not survive a fork.
    pb.set_num_threads(1)
    calls = prepared()
    found: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in names or calls:
            expected = ended(calls[name], None, folder)
            assert expected.startswith("result"), (name, expected)
            for limit in limits:
                how = ended(calls[name], limit, folder)
                if how not in (expected, "MemoryError", NOTHING_LEFT):
                    found.setdefault(name, []).append(f"with {limit} MiB: {how}")
            print(f"{name}: {'; '.join(found.get(name, ['ok']))}", flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    # The message of an allocation that fails can wait for itself in a backtrace.
    os.environ["RUST_BACKTRACE"] = "0"
    parser.add_argument("--limits", nargs="+", type=float, default=LIMITS)
    options = parser.parse_args()
    found = failures(options.names, options.limits)
    print(f"{len(found)} calls failed: {', '.join(found) or 'none'}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
