"""Every binding lets other threads of Python run while it works on a large input.

A second thread on the same CPU ticks, and notes how much time the calling thread has had by its own clock. Between two
ticks there is what the call did with the interpreter in its hands, and at most a few turns of the scheduler. So a slow
or busy machine does not change the verdict: a turn of the scheduler does not grow with the input, a call that holds the
interpreter does. A call passes as soon as one try has no long gap; as long as none has, its input doubles.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice, pairwise, product
from typing import Any

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import _native

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="one thread reads the clock of another")

LONG = 0.04
"""Seconds of its own that a call has to take, for the longest gap to say something."""

SHARE = 0.3
"""Share of its time for which a call may hold the interpreter at a stretch."""

TRIES, DOUBLINGS = 4, 3
"""Tries with one input, and how often it doubles after them."""

Call = Callable[[], Any]


def gaps_of(call: Call) -> tuple[float, float]:
    """Return the time of the call, and its longest part without a tick."""
    ticks: list[float] = []
    clock = time.pthread_getcpuclockid(threading.get_ident())
    began, ended = threading.Event(), threading.Event()

    def tick() -> None:
        while not ended.is_set():
            ticks.append(time.clock_gettime(clock))
            began.set()

    ticker = threading.Thread(target=tick)
    ticker.start()
    try:
        began.wait()
        start = time.thread_time()
        call()
        end = time.thread_time()
    finally:
        ended.set()
        ticker.join()
    seen = [start, *(at for at in ticks if start < at < end), end]
    return end - start, max(after - before for before, after in pairwise(seen))


@pytest.fixture
def one_cpu() -> Iterator[None]:
    """Run this thread, and those that it starts, on one CPU."""
    before, interval = os.sched_getaffinity(0), sys.getswitchinterval()
    os.sched_setaffinity(0, {min(before)})
    sys.setswitchinterval(0.0005)
    yield
    sys.setswitchinterval(interval)
    os.sched_setaffinity(0, before)


def longest_share(make: Callable[[int], Call], first: int) -> float:
    """Return the share of a call's time that its longest gap takes: the least of some tries with growing inputs."""
    n, found = first, 1.0
    while gaps_of(make(n))[0] < LONG:
        n *= 2
        assert n < first * 2**12, "no input makes the call long"
    for _ in range(1 + DOUBLINGS):
        call = make(n)
        for _ in range(TRIES):
            taken, gap = gaps_of(call)
            # The first call may have filled a cache: a later call is too short to judge.
            if taken < LONG:
                break
            found = min(found, gap / taken)
            if found <= SHARE:
                return found
        n *= 2
    return found


@cache
def random_hands(width: int) -> Any:
    return pb.random_hands(10_000, width, rng=1, num_threads=1)


def hands(n: int, width: int = 7) -> Any:
    """Return n hands, the same again after some thousands."""
    return np.resize(random_hands(width), (n, width))


RANGE = np.ones((1, 1326))
FLOP, HOLDEM = _native.Indexer([2, 3], 13, 4, "2"), _native.Indexer([2, 3, 1, 1], 13, 4, "2")
WIDE = _native.WideIndexer([2, 3, 1, 1], 16, 5)
CLASSES = 1_286_792
RANKS = ["".join(ranks) for ranks in product("AKQJT98765432", repeat=4)]
LABELS = np.arange(CLASSES, dtype=np.uint32) % 1000


def room(*shape: int, dtype: Any = np.float64) -> Any:
    """Return an array for a result whose memory is there already."""
    return np.ones(shape, dtype)


def sets(n: int) -> Any:
    """Return the first n hands of four cards; for a large n all of them, which no suit permutation changes."""
    return _native.omaha_range("*", 4)[:n]


def indices(n: int) -> Any:
    return np.arange(n, dtype=np.uint64) % CLASSES


def dealt(n: int) -> Call:
    states = room(n, 6, dtype=np.uint64)
    HOLDEM.start(states)
    return partial(HOLDEM.extend, 0, states, hands(n, 2), states.copy(), room(n, dtype=np.uint64), 1)


def filled(n: int) -> Call:
    table = _native.strength_table("ehs", "flop", 50, [], True)
    out = room(table.rows() * table.columns(), dtype=np.uint32)
    return partial(table.fill, 0, min(n, table.n_blocks()), out, 1, None)


def pairs(n: int) -> Any:
    return np.zeros((n, 2), dtype=np.uint64)


def outcomes(n: int, method: str, dtype: Any) -> Call:
    ranked = _native.RankedBoards(hands(1, 5), 1, None)
    out = [room(n, 1326, dtype=dtype) for _ in range(2 if "outcomes" in method else 1)]
    return partial(getattr(ranked, method), RANGE.astype(dtype), pairs(n), *out, 1, None)


def iterations(n: int) -> Call:
    from pokerbits.endgame import BetSizes, BettingTree, Endgame
    from pokerbits.endgame._game import core_of

    game = core_of(Endgame("Kh9d5c3h2s", "random", "random", BettingTree(100, 300, BetSizes((0.5, 1), 1))))
    return partial(_native.EndgameSolver(game, None, None, "dcfr", False).run, n, 1, None)


def clusters(n: int) -> Call:
    points = np.random.default_rng(1).random((n, 8))
    return partial(_native.cluster_histograms, points, np.ones(n), 50, "l2", None, None, [1, 2], 5, 0.0, 1, None)


U8, U16, U32, U64 = np.uint8, np.uint16, np.uint32, np.uint64

GROWING: dict[str, tuple[int, Callable[[int], Call]]] = {
    "ars_lookup": (100_000, lambda n: partial(_native.ars_lookup, room(7463 * 169), hands(n), room(n), 1)),
    "bucket_moments": (100_000, lambda n: partial(_native.bucket_moments, FLOP, 1, LABELS, LABELS, n, 1)),
    "cluster_histograms": (10_000, clusters),
    "combo_deals": (
        1,
        lambda n: partial(_native.combo_deals, RANGE[0], RANGE[:1], hands(n, 3), b"", room(n, 1326), 1),
    ),
    "combo_equity": (
        1,
        lambda n: partial(_native.combo_equity, RANGE[0], RANGE[:0], hands(n, 3), b"", room(n, 1326), 1, None),
    ),
    "distinct_rows": (100_000, lambda n: partial(_native.distinct_rows, hands(n), None, 1, None)),
    "equity_rows": (
        10_000,
        lambda n: partial(_native.equity_rows, hands(n), room(n, 2, 2, dtype=U32), room(n, 2), 1, None),
    ),
    "evaluate_combos": (2000, lambda n: partial(_native.evaluate_combos, hands(n, 5), room(n, 1326, dtype=U16), 1)),
    "evaluate_omaha_rows": (
        50_000,
        lambda n: partial(_native.evaluate_omaha_rows, [hands(n, 9)], 4, room(n, dtype=U16), 1),
    ),
    "evaluate_rows": (
        500_000,
        lambda n: partial(_native.evaluate_rows, [hands(n).astype(np.int64)], room(n, dtype=U16), 1, "standard"),
    ),
    "expected_strength": (500, lambda n: partial(_native.expected_strength, hands(n, 5), None, 1, room(n), 1, None)),
    "game_range_counts": (
        100_000,
        lambda n: partial(_native.game_range_counts, "omaha", [sets(n)] * 9, b"", b"", 0.0, 1, None),
    ),
    "lookup": (200_000, lambda n: partial(_native.lookup, FLOP, 1, [hands(n, 5)], LABELS, room(n, dtype=U32), 1)),
    "odds_rows": (
        20_000,
        lambda n: partial(_native.odds_rows, hands(n), b"", [1], room(n, 2, 2, dtype=U64), room(n, 1, 4), 1, None),
    ),
    "omaha_low_rows": (
        50_000,
        lambda n: partial(_native.omaha_low_rows, [hands(n, 9)], 4, room(n, dtype=U8), 1),
    ),
    "exact_weights": (10_000, lambda n: partial(_native.exact_weights, np.arange(float(n)) / 100_000)),
    "omaha_range": (10, lambda n: partial(_native.omaha_range, ",".join(islice(RANKS, n)), 5)),
    "optimal_cuts": (
        5000,
        lambda n: partial(_native.optimal_cuts, np.arange(float(n)), room(n), 20, None),
    ),
    "best_five_rows": (
        20_000,
        lambda n: partial(_native.best_five_rows, hands(n), room(n, 5, dtype=U8), 1, "standard"),
    ),
    "pack_rows": (500_000, lambda n: partial(_native.pack_rows, [hands(n).astype(np.int64)], room(n, 7, dtype=U8))),
    "parse_cards": (500_000, lambda n: partial(_native.parse_cards, "As" * n)),
    "parse_range": (10_000, lambda n: partial(_native.parse_range, "AKs," * n, "both", "max")),
    "percentile_cuts": (
        500_000,
        lambda n: partial(_native.percentile_cuts, np.arange(float(n)), room(n), n // 2),
    ),
    "random_hands": (200_000, lambda n: partial(_native.random_hands, [1, 2], b"", room(n, 7, dtype=U8), 1)),
    "read_characters": (
        100_000,
        lambda n: partial(_native.read_characters, np.tile(np.array([65, 115, 75, 115], dtype=U32), (n, 1))),
    ),
    "read_column": (100_000, lambda n: partial(_native.read_column, ["AsKsQsJsTs9s8s", [1, 2, 3, 4, 5, 6, 7]] * n)),
    "read_rows": (100_000, lambda n: partial(_native.read_rows, [[1, 2, 3, 4, 5, 6, 7]] * n)),
    "read_texts": (100_000, lambda n: partial(_native.read_texts, ["AsKsQsJsTs9s8s"] * n)),
    "relabel": (
        5_000_000,
        lambda n: partial(_native.relabel, np.zeros(n, dtype=U32), LABELS[:9], room(n, dtype=U32), 1),
    ),
    "sampled_equity": (
        10_000,
        lambda n: partial(
            _native.sampled_equity, "standard", np.ones((3, 1326)), RANGE[:0], b"", b"", [1, 2], n, None, 1, None
        ),
    ),
    "sampled_game_equity": (
        100_000,
        lambda n: partial(_native.sampled_game_equity, "omaha", [sets(n), 0], b"", b"", [1, 2], n, None, 1, None),
    ),
    "strength_histogram": (
        200,
        lambda n: partial(_native.strength_histogram, hands(n, 5), None, room(n, 50, dtype=U32), 1, None),
    ),
    "strength_now": (100_000, lambda n: partial(_native.strength_now, hands(n), None, room(n), 1)),
    "Indexer.index": (
        100_000,
        lambda n: partial(FLOP.index, 1, [hands(n, 5).astype(np.int32)], room(n, dtype=U64), 1),
    ),
    "Indexer.index_all": (100_000, lambda n: partial(HOLDEM.index_all, hands(n), room(n, 4, dtype=U64), 1)),
    "Indexer.start": (1_000_000, lambda n: partial(HOLDEM.start, room(n, 6, dtype=U64))),
    "Indexer.extend": (100_000, dealt),
    "Indexer.unindex": (200_000, lambda n: partial(FLOP.unindex, 1, indices(n), room(n, 5, dtype=U8), 1)),
    "Indexer.unindex_range": (
        200_000,
        lambda n: partial(HOLDEM.unindex_range, 2, 0, n, room(n, 6, dtype=U8), 1),
    ),
    "Indexer.canonical": (100_000, lambda n: partial(FLOP.canonical, 1, hands(n, 5), room(n, 5, dtype=U8), 1)),
    "Indexer.multiplicity": (200_000, lambda n: partial(FLOP.multiplicity, 1, indices(n), room(n, dtype=U64), 1)),
    "Indexer.multiplicity_range": (
        200_000,
        lambda n: partial(HOLDEM.multiplicity_range, 2, 0, n, room(n, dtype=U64), 1),
    ),
    "Indexer.index_board": (
        1000,
        lambda n: partial(FLOP.index_board, 1, hands(n, 3), room(n, 1176, dtype=U64), 1),
    ),
    "WideIndexer.index": (20_000, lambda n: partial(WIDE.index, 3, hands(n), room(n, 1, dtype=U64), 1)),
    "WideIndexer.unindex": (20_000, lambda n: partial(WIDE.unindex, 3, indices(n), 0, room(n, 7, dtype=U8), 1)),
    "WideIndexer.multiplicity": (50_000, lambda n: partial(WIDE.multiplicity, 3, None, 0, room(n, dtype=U64), 1)),
    "EndgameSolver.run": (200, iterations),
    "omaha_hand_equity": (
        1,
        lambda n: partial(
            _native.omaha_hand_equity, None, None, hands(n, 4), b"", room(n, _native.OMAHA_HANDS), 1, None
        ),
    ),
    "omaha_preflop_counts": (1, lambda n: partial(_native.omaha_preflop_counts, 5, 4000, 4000 + n, 1, None)),
    "RankedBoards": (1000, lambda n: partial(_native.RankedBoards, hands(n, 5), 1, None)),
    "RankedBoards.strengths": (
        16_000,
        lambda n: partial(_native.RankedBoards(hands(n, 5), 1, None).strengths, room(n, 1326, dtype=U16)),
    ),
    "RankedBoards.outcomes": (2000, partial(outcomes, method="outcomes", dtype=np.float64)),
    "RankedBoards.outcomes_single": (2000, partial(outcomes, method="outcomes_single", dtype=np.float32)),
    "RankedBoards.values": (2000, partial(outcomes, method="values", dtype=np.float64)),
    "RankedBoards.values_single": (2000, partial(outcomes, method="values_single", dtype=np.float32)),
    "RankedBoards.equity": (1000, partial(outcomes, method="equity", dtype=np.float64)),
    "BlockTable.fill": (4, filled),
}
"""By binding: how large an input to begin with, and the call for one."""

BOUNDED: dict[str, str] = {
    **dict.fromkeys(
        [
            "category",
            "combo_id_one",
            "best_five",
            "evaluate_omaha",
            "odds_vs_random",
            "outs",
            "keep_categories",
            "keep_words",
            "outs_of",
            "hand_class_one",
            "evaluate_omaha_low",
            "plain_below",
            "exact_counts",
            "game_counts",
            "losses",
            "odds_by_cliques",
            "Indexer.canonical_plain",
            "Indexer.dealt_plain",
            "deal_indices_plain",
            "Indexer.index_all_plain",
            "Indexer.index_dealt_plain",
            "Indexer.index_plain",
            "Indexer.unindex_plain",
            "expected_hand_strength",
            "hand_strength",
            "street_index_plain",
            "Indexer.hole_pairs",
            "Indexer.n_hole_pairs",
            "Endgame.hands",
            "Endgame.images",
            "top_shares",
            "omaha_top_shares",
        ],
        "the cards of one deck",
    ),
    **dict.fromkeys(
        [
            "example_hand",
            "hand_kind",
            "keep_num_threads",
            "kept_num_threads",
            "max_strength",
            "rank_set_index",
            "rank_set_unindex",
            "state_words",
            "philox4x64",
            "rank_group_index",
            "rank_group_size",
            "rank_group_unindex",
            "total_deals",
            "DeckGame",
            "DeckGame.max_value",
            "DeckGame.runouts",
            "describe",
            "OddsOfOne",
            "OddsOfOne.counts",
            "OddsOfOne.shares",
            "Indexer",
            "Indexer.configurations",
            "Indexer.sizes",
            "Indexer.table_bytes",
            "WideIndexer",
            "WideIndexer.configurations",
            "WideIndexer.sizes",
            "WideIndexer.table_bytes",
        ],
        "a few numbers",
    ),
    **dict.fromkeys(
        [
            "check_range",
            "range_difference",
            "range_text",
            "range_equity",
            "equity",
            "SpotCounts",
            "SpotCounts.has_deals",
            "SpotCounts.hands",
            "SpotCounts.outcomes",
            "SpotCounts.shares",
            "SpotCounts.weights",
            "count_disjoint",
        ],
        "1,326 combos, of ten players at most",
    ),
    "evaluate": "65,536 hands",
    **dict.fromkeys(["build_info", "cpu_features", "cpu_level", "cpu_levels", "put_before"], "nothing is given"),
    **dict.fromkeys(
        [
            "category_census",
            "preflop_class_equities",
            "preflop_combo_counts",
            "three_way_outcomes",
            "preflop_odds",
            "ars_means",
            "clusters_by_equity",
            "outcome_classes",
            "OutcomeClasses",
            "OutcomeClasses.count",
            "OutcomeClasses.counts",
            "OutcomeClasses.of_hands",
            "OutcomeClasses.tuples",
            "odds_table",
            "three_way_table",
            "strength_table",
            "ochs_bytes_table",
            "Indexer.children",
            "BlockTable.place_block",
            "BlockTable.compute_block",
            "bucket_transitions",
            "nested_moments",
            "next_street_table",
            "BlockTable",
            "DeckGame.clusters_by_equity",
            "DeckGame.next_street_table",
            "DeckGame.ochs_bytes_table",
            "DeckGame.odds_table",
            "DeckGame.strength_table",
        ],
        "tables of one size, and their blocks",
    ),
    **dict.fromkeys(
        [
            "Endgame",
            "Endgame.as_dealt",
            "Endgame.bytes",
            "EndgameSolver",
            "EndgameSolver.gain",
            "EndgameSolver.give",
            "EndgameSolver.given",
            "EndgameSolver.iterations",
            "EndgameSolver.leaf_reach",
            "EndgameSolver.learnt",
            "EndgameSolver.relearn",
            "EndgameSolver.resume",
            "EndgameSolver.seen",
            "EndgameSolver.strategy",
            "EndgameSolver.value_leaves",
        ],
        "one pass over an endgame, whose tree has at most 100,000 nodes",
    ),
    **dict.fromkeys(
        [
            "BlockTable.signature",
            "BlockTable.rows",
            "BlockTable.columns",
            "BlockTable.count_dtype",
            "BlockTable.n_blocks",
            "BlockTable.block_rows",
        ],
        "the size of a table",
    ),
}
"""By binding: why its input has an end."""


def bindings() -> set[str]:
    """Return the names of all functions, classes and methods of the native module."""
    found = set()
    for name, value in vars(_native).items():
        if name.startswith("_") or not callable(value):
            continue
        found.add(name)
        if isinstance(value, type):
            methods = (method for method, of in vars(value).items() if callable(of) and not method.startswith("_"))
            found.update(f"{name}.{method}" for method in methods)
    return found


def test_every_binding_is_here():
    assert not set(GROWING) & set(BOUNDED)
    assert set(GROWING) | set(BOUNDED) == bindings()


@pytest.mark.parametrize("name", sorted(GROWING))
def test_other_threads_run_meanwhile(name, one_cpu):
    first, make = GROWING[name]
    assert longest_share(make, first) <= SHARE


def test_what_holds_the_interpreter_is_seen(one_cpu):
    """The check of the check: a sum of Python's integers holds the interpreter for as long as it takes."""

    def make(n: int) -> Call:
        return lambda: sum(range(n))

    assert longest_share(make, 100_000) > SHARE
