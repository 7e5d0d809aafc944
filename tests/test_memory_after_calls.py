"""No cache holds the data of a caller: once a call has returned and its arguments are gone, their memory is free."""

import gc
import pickle
import tracemalloc
import weakref
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import abstraction, cards, endgame, odds, reports
from pokerbits._tables import blocks as _blocks
from pokerbits._tables.blocks import compute_block, opened
from squares import BLOCKS, Squares, SquaresSpec

LARGE = 100_000
"""Least number of bytes of large arguments. A fourth may stay: interpreter and libraries keep some small objects."""

BOARD = "Ah7d2c5c6c"
ROYAL = pb.strength.CardGame.named("royal")
SCORE = {"boards": [BOARD], "hero": "QQ+", "villain": "JJ+", "iterations": 1}


class Copying(Executor):
    """An executor that computes at once what arrives by pickle, as another process does."""

    def submit(self, function, /, *arguments):
        future = Future()
        try:
            function, arguments = pickle.loads(pickle.dumps((function, arguments)))
            future.set_result(function(*arguments))
        except Exception as error:  # noqa: BLE001 - whatever the task raises
            future.set_exception(error)
        return future


def executed(function, *arguments, **options):
    """Make a call with threads of an executor, and with copies of what it sends."""
    with ThreadPoolExecutor(2) as executor:
        function(*arguments, executor=executor, **options)
    function(*arguments, executor=Copying(), **options)


def hands(n, size=7):
    return pb.random_hands(n, size, rng=n)


def boards(n):
    return np.tile(cards.parse_cards("AhKh7d2c2s"), (n, 1)).astype(np.uint8)


def weights(n, combos=1326):
    """Weights of this many combos, and zeros for the others."""
    return np.random.default_rng(n).random((n, 1326)) * (np.arange(1326) < combos)


def texts(n, always="QQ+", weighted="JJ"):
    """Different texts of ranges, 3 KB each."""
    return [f"{always}, {(i + 1) / (n + 1):.6f}:{weighted}" + 3000 * " " for i in range(n)]


class OneBucket:
    """Labels of boards by a function that holds much."""

    def __init__(self, n):
        self.of_combo = np.zeros((n, 1326), dtype=np.int64)

    def __call__(self, board):
        return self.of_combo[0]


def royal_labels(n):
    """Labels of all hands of the royal game, which has 140,000, or of as many bytes as there are rows."""
    rows = {street: ROYAL.indexer(street).size() for street in ("flop", "turn", "river")}
    return {street: np.zeros((size, n), dtype=np.int64)[:, 0] for street, size in rows.items()}


def royal_features(n):
    """Numbers of all hands of the royal game."""
    return {street: np.random.default_rng(n).random((len(of), n)) for street, of in royal_labels(1).items()}


def duplicate(n):
    dealt = boards(n)
    dealt[-1, 0] = dealt[-1, 1]
    return dealt


def refused(call, *arguments, **options):
    with pytest.raises(pb.PokerbitsError):
        call(*arguments, **options)


CALLS = {
    "evaluate": (50_000, hands, pb.evaluate),
    "evaluate_combos": (25_000, boards, pb.evaluate_combos),
    "evaluate_omaha": (50_000, lambda n: hands(n, 9), lambda of: pb.evaluate_omaha(of[:, :4], of[:, 4:])),
    "best_five": (50_000, hands, pb.best_five),
    "category": (100_000, lambda n: np.full(n, 5000, dtype=np.uint16), pb.category),
    "describe": (100_000, lambda n: np.full(n, 5000, dtype=np.uint16), lambda of: pb.describe(of[:100])),
    "outs and odds": (
        50_000,
        hands,
        lambda of: (
            pb.outs(of[0, :2], of[0, 2:5]),
            pb.category_odds(of[:10, :2], board=of[:10, 2:5]),
            pb.odds_vs_random(of[:10, :2], board=of[:10, 2:]),
            odds.losses(of[0, :2], board=of[0, 2:]),
        ),
    ),
    "count_disjoint": (1600, weights, lambda of: odds.count_disjoint(cards.COMBOS[of[0] < 0.02], sizes=[2])),
    "equity": (300, weights, lambda of: pb.equity(of[0], of[1], board=BOARD)),
    "equity of a text": (120_000, lambda n: n * "AA, " + "no range", lambda of: refused(pb.equity, of, "QQ")),
    "equity of Omaha": (120_000, lambda n: n * "AA, ", lambda of: refused(pb.equity, of, "QQQQ", game="omaha")),
    "equity_rows": (
        50_000,
        lambda n: hands(n, 9),
        lambda of: pb.equity_rows(of[:, :4].reshape(-1, 2, 2), board=of[:, 4:]),
    ),
    "combo_equity": (300, weights, lambda of: pb.combo_equity(of[0], BOARD)),
    "combo_equity of many boards": (25_000, boards, lambda of: pb.combo_equity("QQ+", of)),
    "combo_equity with an executor": (25_000, boards, lambda of: executed(pb.combo_equity, "QQ+", of)),
    "combo_equity that fails": (25_000, duplicate, lambda of: refused(executed, pb.combo_equity, "QQ+", of)),
    "range_equity_rows": (300, weights, lambda of: reports.range_equity_rows(of, "QQ+", board=BOARD)),
    "range_equity_rows of texts": (300, texts, lambda of: reports.range_equity_rows(of, "QQ+", board=BOARD)),
    "range_equity_rows of Omaha": (
        50,
        lambda n: texts(n, "AA$ds", "KK$ds!AA"),
        lambda of: reports.range_equity_rows(of, "QQQQ", board=BOARD, game="omaha"),
    ),
    "range_equity_rows with an executor": (
        300,
        texts,
        lambda of: executed(reports.range_equity_rows, of, "QQ+", board=BOARD),
    ),
    "flop_report": (
        300,
        lambda n: weights(n, combos=60),
        lambda of: executed(reports.flop_report, of[0], of[1], boards=["AhKh7d", "2c2d2h"]),
    ),
    "Flops.mean": (
        1755,
        lambda n: np.ones((1755, 1326), dtype=np.float32),
        lambda of: pb.flops().mean(of, hole="JsTs", villain="QQ+"),
    ),
    "hand strength": (
        50_000,
        hands,
        lambda of: (
            pb.hand_strength(of[:50, :2], board=of[:50, 2:]),
            pb.expected_hand_strength(of[:50, :2], board=of[:50, 2:6]),
            pb.strength.hand_strength_histogram(of[:50, :2], board=of[:50, 2:6], bins=5),
            pb.strength.average_rank_strength(of[:50, :2], board=of[:50, 2:]),
        ),
    ),
    "strength against a range": (300, weights, lambda of: pb.hand_strength("AsKs", board=BOARD, villain=of[0])),
    "score_abstraction": (200, OneBucket, lambda of: endgame.score_abstraction(of, **SCORE)),
    "score_abstraction with an executor": (
        200,
        OneBucket,
        lambda of: executed(endgame.score_abstraction, of, **SCORE),
    ),
    "score_abstraction that fails": (
        200,
        OneBucket,
        lambda of: refused(endgame.score_abstraction, lambda board: of(board)[:3], **SCORE),
    ),
    "RankedBoards": (
        300,
        lambda n: (boards(20), weights(n)),
        lambda of: pb.RankedBoards(of[0]).equity(of[1][:20]),
    ),
    "Range.from_weights": (300, weights, lambda of: str(pb.Range.from_weights(of[0]))),
    "OmahaRange.from_hands": (
        100_000,
        lambda n: hands(n, 4),
        lambda of: pb.OmahaRange.from_hands(of[:1000]),
    ),
    "HandIndexer": (
        50_000,
        hands,
        lambda of: (pb.HandIndexer((2, 5)).unindex(pb.HandIndexer((2, 5)).index(of)), cards.hand_class(of[:, :2])),
    ),
    "texts of cards": (100_000, hands, lambda of: cards.parse_cards(cards.format_cards(of))),
    "HistogramKMeans": (
        5000,
        lambda n: np.random.default_rng(n).multinomial(30, np.full(60, 1 / 60), size=n),
        lambda of: abstraction.HistogramKMeans(3, max_iter=2).fit(of).predict(of),
    ),
    "scalar buckets": (
        50_000,
        lambda n: np.random.default_rng(n).random((n, 1)),
        lambda of: (abstraction.PercentileBuckets(3).fit(of), abstraction.OptimalScalarBuckets(3).fit(of)),
    ),
    "distinct_rows": (50_000, hands, abstraction.distinct_rows),
    "CardAbstraction.from_labels": (
        20,
        royal_labels,
        lambda of: pb.CardAbstraction.from_labels(of, game=ROYAL).lookup("AsKs", board="QsJsTs"),
    ),
    "CardAbstraction.build of own features": (
        4,
        royal_features,
        lambda of: executed(
            pb.CardAbstraction.build, {"flop": 3, "turn": 3, "river": 3}, features=of, game=ROYAL, max_iter=2
        ),
    ),
    "CardAbstraction.build of potential": (
        2,
        royal_features,
        lambda of: executed(
            pb.CardAbstraction.build,
            {"flop": 3, "turn": 3, "river": 3},
            features={"flop": "potential", "turn": "potential", "river": of["river"][:, 0]},
            game=ROYAL,
            max_iter=2,
        ),
    ),
    "TableLookup": (
        2,
        royal_labels,
        lambda of: abstraction.TableLookup(ROYAL.indexer("flop"), [None, of["flop"]]).lookup("AsKs", board="QsJsTs"),
    ),
}
"""By name: the size of large arguments, a function that makes them in this or another size, and the call."""


@pytest.fixture
def traced(monkeypatch):
    """Trace what Python and NumPy allocate."""
    # A test of another file may have left the table of a worker.
    monkeypatch.setattr(_blocks, "_latest", [])
    tracemalloc.start()
    yield
    tracemalloc.stop()


def arrays_of(arguments):
    """Return weak references to arrays of arguments."""
    held = getattr(arguments, "of_combo", arguments)
    items = held.values() if isinstance(held, dict) else held if isinstance(held, tuple) else [held]
    return [weakref.ref(item) for item in items if isinstance(item, np.ndarray)]


def left_by(n, make, call):
    """Return how many bytes a call with large arguments leaves, and how many the arguments take."""
    # The first call fills tables that depend on no argument. A cache of one entry would grow by half a large one.
    call(make(n // 2))
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    arguments = make(n)
    kept = arrays_of(arguments)
    large = tracemalloc.get_traced_memory()[0] - before
    assert large >= LARGE
    call(arguments)
    del arguments
    gc.collect()
    assert [reference() for reference in kept] == [None] * len(kept)
    return tracemalloc.get_traced_memory()[0] - before, large


SLOW = ("CardAbstraction.build of potential",)


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in CALLS])
def test_nothing_of_large_arguments_is_kept(name, traced):
    # What Python keeps once, such as code that it has specialised, is not there the second time.
    left, large = left_by(*CALLS[name])
    if left >= large / 4:
        left, large = left_by(*CALLS[name])
    assert left < large / 4, f"{left:,} of {large:,} bytes are left"
    assert not _blocks._in_use
    assert not _blocks._latest


class Opened(SquaresSpec):
    """A table that counts how often it is opened."""

    times = 0

    def open(self):
        Opened.times += 1
        return Squares(self.n)


@pytest.fixture
def none_open(monkeypatch):
    monkeypatch.setattr(Opened, "times", 0)
    monkeypatch.setattr(_blocks, "_latest", [])


def test_a_worker_opens_a_table_once_for_all_its_blocks(none_open):
    for table in range(2):
        for block in range(BLOCKS):
            # A copy comes with each block.
            compute_block(pickle.loads(pickle.dumps(Opened(100 + table, "uint32"))), block, 1)
        assert Opened.times == table + 1
        # It keeps the one table whose next block it may get.
        assert [spec.n for spec, _ in _blocks._latest] == [100 + table]


def test_workers_in_this_process_use_the_table_of_the_call(none_open):
    with opened(Opened(100, "uint32")) as table:
        for _ in range(2):
            with opened(Opened(100, "uint32")) as again:
                assert again is table
        for block in range(BLOCKS):
            compute_block(Opened(100, "uint32"), block, 1)
        kept = weakref.ref(table)
    assert Opened.times == 1
    assert not _blocks._latest
    del table, again
    assert kept() is None


def test_a_worker_keeps_no_table_that_comes_with_each_block(none_open):
    class OwnSpec(Squares):
        dtype = "uint32"

        def open(self):
            return self

    compute_block(OwnSpec(100), 0, 1)
    assert not _blocks._latest


def test_a_table_is_closed_when_a_call_fails(none_open):
    with pytest.raises(pb.PokerbitsError), opened(Opened(100, "uint32")):
        pb.evaluate("AsAs")
    assert not _blocks._in_use
