"""Pickling: everything public that holds data comes back the same, in other processes too."""

import copy
import multiprocessing
import pickle
import re
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import exceptions
from pokerbits.evaluator import keys

THINGS = [
    pb.CardSet(),
    pb.CardSet("AsKd2c"),
    ~pb.CardSet(),
    keys.SEVEN_CARD,
    keys.FIVE_CARD._replace(hand_size=6),
    *pb.Category,
    pb.HandIndexer((2, 3)),
    pb.evaluate("AsKsQsJsTs"),
    pb.Range(),
    pb.Range("22+, 0.29:A2s+, AhKd:0.5"),
    pb.OmahaRange("AA$ds", hole_cards=5),
    pb.OmahaRange.from_hands(["AsAhKsKh", "2c3c4c5c"]),
]
RESULTS = {
    pb.Counts: lambda: pb.Counts(10**30, (3, 4), 5),
    pb.EquityResult: lambda: pb.equity("AhKh", "9c9d", "2s2d", board="Qh7h2c"),
    pb.HighLowCounts: lambda: pb.equity("As2sKhQd", "Ac2cKdJd", board="3h4h9d", game="omaha_hilo").counts[0],
    pb.HighLowResult: lambda: pb.equity("As2sKhQd", "Ac2cKdJd", board="3h4h9d", game="omaha_hilo"),
    pb.EquityRows: lambda: pb.equity_rows([["AhKh", "9c9d"], ["2c2d", "7h8h"]], board="Qh7s2h"),
    pb.odds.Losses: lambda: pb.odds.losses("4s8s", board="2s3s6h7h8h"),
    pb.odds.OddsResult: lambda: pb.odds_vs_random(["AsKs", "7c8c"], board="2d3d4h", n_opponents=(1, 22)),
    pb.strength.OpponentClusters: pb.strength.opponent_clusters,
    pb.odds.PreflopOdds: lambda: pb.preflop_odds(1),
}
ERRORS = [getattr(exceptions, name)("row 3: card As (id 51) appears more than once") for name in exceptions.__all__]


def same(thing):
    """Return what it was given."""
    return thing


def refuse(cards):
    """Raise what evaluation raises."""
    return pb.evaluate(cards)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("thing", THINGS, ids=repr)
def test_things_come_back(thing, protocol):
    found = pickle.loads(pickle.dumps(thing, protocol))
    assert type(found) is type(thing)
    assert found == thing
    assert hash(found) == hash(thing)
    assert repr(found) == repr(thing)


@pytest.mark.parametrize("thing", THINGS, ids=repr)
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
def test_things_are_copied(thing, duplicate):
    assert duplicate(thing) == thing


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_come_back(error, protocol):
    found = pickle.loads(pickle.dumps(error, protocol))
    assert type(found) is type(error)
    assert found.args == error.args
    assert str(found) == str(error)


def test_every_result_is_here():
    public = {
        thing
        for namespace in (pb, pb.odds, pb.strength)
        for thing in vars(namespace).values()
        if isinstance(thing, type) and hasattr(thing, "to_dict")
    }
    assert set(RESULTS) == public


@pytest.mark.parametrize("kind", RESULTS, ids=lambda kind: kind.__name__)
def test_results_come_back(kind):
    result = RESULTS[kind]()
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        is_same_result(pickle.loads(pickle.dumps(result, protocol)), result)
    is_same_result(copy.copy(result), result)
    is_same_result(copy.deepcopy(result), result)


@pytest.mark.parametrize("thing", [*THINGS, *(make() for make in RESULTS.values())], ids=repr)
def test_pickles_name_public_modules(thing):
    named = set(re.findall(rb"pokerbits\.[\w.]*\._?\w*|pokerbits\._[\w.]*", pickle.dumps(thing)))
    # The integers of many hands stay words of 128 bits until they are asked for.
    private = {name for name in named if b"._" in name} - {b"pokerbits._odds.counts"}
    assert not private


def is_same_result(found, expected):
    assert type(found) is type(expected)
    assert found == expected
    assert hash(found) == hash(expected)
    assert (repr(found), str(found)) == (repr(expected), str(expected))
    assert found.to_dict() == expected.to_dict()


def test_a_pickled_set_is_small():
    assert len(pickle.dumps(~pb.CardSet())) < 100


@pytest.fixture(scope="module")
def spawned():
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


def test_things_come_back_from_another_process(spawned):
    assert list(spawned.map(same, THINGS)) == THINGS
    for kind in (pb.Counts, pb.odds.Losses, pb.odds.OddsResult, pb.strength.OpponentClusters):
        result = RESULTS[kind]()
        is_same_result(spawned.submit(same, result).result(), result)
    result = pb.equity("AhAd", "KsKh")
    is_same_result(spawned.submit(pb.equity, "AhAd", "KsKh").result(), result)


def test_errors_come_back_from_another_process(spawned):
    for cards, error in [
        ("AsKsQsJs", exceptions.CardCountError),
        ("AsKsQsJsJs", exceptions.DuplicateCardError),
        ("AsKsQsJsXs", exceptions.InvalidCardError),
    ]:
        with pytest.raises(error) as here:
            refuse(cards)
        with pytest.raises(error) as there:
            spawned.submit(refuse, cards).result()
        assert str(there.value) == str(here.value)


def test_functions_run_in_another_process(spawned):
    hands = np.array([[51, 47, 43, 39, 35], [0, 5, 10, 15, 20]])
    assert (spawned.submit(pb.evaluate, hands).result() == pb.evaluate(hands)).all()
