"""One hand a call, in every form that calls take, and small arrays: call overhead dominates."""

import numpy as np
import pkrbot
import pytest

import pokerbits as pb
from pokerbits.abstraction import IndexerLookup

HOLE, BOARD = [51, 47], [43, 39, 35, 0, 1]
HAND = HOLE + BOARD
FORMS = {
    "text": ("AsKsQsJsTs2c2d",),
    "list": (HAND,),
    "uint8": (np.array(HAND, dtype=np.uint8),),
    "int64": (np.array(HAND),),
    "CardSet": (pb.CardSet(HAND),),
    "hole and board, text": ("AsKs", "QsJsTs2c2d"),
    "hole and board, lists": (HOLE, BOARD),
    "one row": (np.array([HAND], dtype=np.uint8),),
}
INDEXER = pb.HandIndexer((2, 3, 1, 1))


@pytest.mark.benchmark(group="evaluate one hand")
@pytest.mark.parametrize("form", FORMS)
def bench_evaluate(benchmark, form):
    assert np.ravel(benchmark(pb.evaluate, *FORMS[form])).tolist() == [7462]


@pytest.mark.benchmark(group="evaluate one hand")
@pytest.mark.parametrize("form", ["its cards", "ranks and suits"])
def bench_pkrbot(benchmark, form):
    """Evaluate one hand a call by the fastest rival (the extra `bench`), with what it reads made beforehand."""
    cards = [pkrbot.Card(name) for name in pb.cards.format_cards(HAND, sep=" ").split()]
    given = (cards,) if form == "its cards" else ([card // 4 for card in HAND], [card % 4 for card in HAND])
    weaker = [pkrbot.Card(name) for name in ("Ks", "Qs", "Js", "Ts", "9s", "2c", "2d")]
    assert benchmark(pkrbot.evaluate, *given) > pkrbot.evaluate(weaker)


# Careful callers write options, in loops: a call with them is no slower than the first, without.
OPTIONS = {"none": {}, "num_threads": {"num_threads": 1}, "rules": {"rules": "standard"}, "board": {"board": None}}


@pytest.mark.benchmark(group="options of evaluate")
@pytest.mark.parametrize("name", OPTIONS)
def bench_options(benchmark, name):
    assert benchmark(pb.evaluate, *FORMS["uint8"], **OPTIONS[name]) == 7462


RANGE = pb.Range("22+, A2s+, KTo+")
SPOTS = {
    "two hands before the flop": (("AhKh", "9c9d"), None),
    "two hands on a flop": (("AhKh", "9c9d"), "Qh7h2c"),
    "hand and range on a river": (("AhKh", RANGE), "Qh7h2c3d4s"),
    "hand and weights on a river": (("AhKh", RANGE.weights), "Qh7h2c3d4s"),
}


@pytest.mark.benchmark(group="options of equity")
@pytest.mark.parametrize("options", [{}, {"method": "exact", "num_threads": 1}], ids=["none", "method and num_threads"])
@pytest.mark.parametrize("spot", SPOTS)
def bench_equity_with_options(benchmark, spot, options):
    players, board = SPOTS[spot]
    found = benchmark(pb.equity, *players, board=board, **options)
    assert found.counts == pb.equity(*players, board=board).counts


@pytest.mark.benchmark(group="equity that is read")
@pytest.mark.parametrize("board", ["Qh7h2c3d", "Qh7h2c3d4s"])
@pytest.mark.parametrize("hero", ["AhKh", "55+, A9s+, AQo+"])
def bench_equity_that_is_read(benchmark, hero, board):
    found = benchmark(lambda: pb.equity(hero, RANGE, board=board).equity)
    assert found.tolist() == [counts.equity for counts in pb.equity(hero, RANGE, board=board).counts]


@pytest.mark.benchmark(group="evaluate some rows")
@pytest.mark.parametrize("n", [10, 100, 1000])
def bench_evaluate_rows(benchmark, n):
    cards = pb.random_hands(n, 7, rng=1)
    assert benchmark(pb.evaluate, cards).tolist() == [pb.evaluate(hand) for hand in cards]


CALLS = {
    "hand_strength": (pb.hand_strength, (HOLE, BOARD), 1.0),
    "expected_hand_strength": (pb.expected_hand_strength, (HOLE, BOARD), 1.0),
    "index": (INDEXER.index, (HAND,), 2420719859),
    "index_all": (INDEXER.index_all, (HAND,), [168, 1286791, 54933137, 2420719859]),
    "lookup": (IndexerLookup(INDEXER).lookup, (HOLE, BOARD), 2420719859),
    "unindex": (INDEXER.unindex, (2420719859,), None),
    "canonical": (INDEXER.canonical, (HAND,), None),
    "equity": (pb.equity, ("AhKh", "9c9d", "Qh7h2c3d4s"), None),
    "category": (pb.category, (7462,), pb.Category.STRAIGHT_FLUSH),
    "describe": (pb.describe, (7462,), "royal flush"),
    "best_five": (pb.best_five, (HAND,), [51, 47, 43, 39, 35]),
}


@pytest.mark.benchmark(group="one hand of other functions")
@pytest.mark.parametrize("name", CALLS)
def bench_call(benchmark, name):
    function, arguments, expected = CALLS[name]
    if name == "equity":
        found = benchmark(function, *arguments[:2], board=arguments[2])
        assert found.equity.tolist() == [0.0, 1.0]
    else:
        found = benchmark(function, *arguments)
        if name in ("unindex", "canonical"):
            assert INDEXER.index(found) == 2420719859
        else:
            assert np.asarray(found).tolist() == expected


@pytest.mark.benchmark(group="outs")
@pytest.mark.parametrize("villain", [None, "QsQd"])
def bench_outs(benchmark, villain):
    found = benchmark(pb.outs, "AhKh", "Qh7h2c", villain=villain)
    assert sum(map(len, found.values())) == (8 if villain else 15)


@pytest.mark.benchmark(group="odds of a river")
@pytest.mark.parametrize("n_opponents", [1, 8])
def bench_odds(benchmark, n_opponents):
    found = benchmark(pb.odds_vs_random, "4s8s", "2s3s6h7h8h", n_opponents=n_opponents)
    assert (
        found.counts[n_opponents]
        == pb.odds_vs_random(["4s8s"], "2s3s6h7h8h", n_opponents=n_opponents).counts[n_opponents][0]
    )


ROYAL = pb.CardAbstraction.build(None, game="royal")


@pytest.mark.benchmark(group="buckets of a royal deal")
@pytest.mark.parametrize("way", ["lookup_deal", "four times lookup"])
def bench_lookup_deal(benchmark, way):
    hole, board = [51, 47], [43, 39, 35, 46, 41]

    def four_times():
        return [ROYAL.lookup(hole, board[:n]) for n in (0, 3, 4, 5)]

    found = benchmark(four_times if way != "lookup_deal" else lambda: ROYAL.lookup_deal(hole, board))
    assert list(found) == four_times()


@pytest.mark.benchmark(group="buckets of all combos")
@pytest.mark.parametrize("way", ["labels", "lookup"])
def bench_labels(benchmark, way):
    boards = np.random.default_rng(1).permuted(np.tile(pb.strength.CardGame.named("royal").cards, (64, 1)), axis=1)[
        :, :4
    ]
    labels = ROYAL.labels(boards)
    row, combo = np.nonzero(labels != np.iinfo(labels.dtype).max)
    found = benchmark(lambda: ROYAL.labels(boards) if way == "labels" else ROYAL.lookup(pb.COMBOS[combo], boards[row]))
    assert ((found[row, combo] if way == "labels" else found) == labels[row, combo]).all()


ROWS = pb.random_hands(10, 7, rng=1)
DEALT = (ROWS[:, :2].copy(), ROWS[:, 2:].copy())
STREETS = pb.HandIndexer((2, 5))
ROW_CALLS = {
    "evaluate": (pb.evaluate, DEALT),
    "category": (pb.category, (pb.evaluate(ROWS),)),
    "describe": (pb.describe, (pb.evaluate(ROWS),)),
    "hand_strength": (pb.hand_strength, DEALT),
    "index": (STREETS.index, (ROWS,)),
    "index_all": (INDEXER.index_all, (ROWS,)),
    "unindex": (STREETS.unindex, (STREETS.index(ROWS),)),
    "canonical": (STREETS.canonical, (ROWS,)),
    "lookup": (IndexerLookup(STREETS).lookup, DEALT),
}


@pytest.mark.benchmark(group="ten rows")
@pytest.mark.parametrize("name", ROW_CALLS)
def bench_ten_rows(benchmark, name):
    function, arrays = ROW_CALLS[name]
    one_by_one = [function(*(array[row] for array in arrays)) for row in range(10)]
    assert (benchmark(function, *arrays) == np.array(one_by_one)).all()
