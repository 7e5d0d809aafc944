"""One hand a call, in every form that calls take, and small arrays: call overhead dominates."""

import numpy as np
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
