"""Pickling: everything public that holds data comes back the same, in other processes too."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import exceptions
from pokerbits.evaluator import keys
from test_results import assert_same, made, private_modules

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
    pb.Counts(10**30, (3, 4), 5),
    pb.equity("As2sKhQd", "Ac2cKdJd", board="3h4h9d", game="omaha_hilo").counts[0],
]
"""Values of all kinds but results, which `test_results.py` pickles."""

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


@pytest.mark.parametrize("thing", THINGS, ids=repr)
def test_pickles_name_public_modules(thing):
    assert private_modules(thing) == set()


def test_a_pickled_set_is_small():
    assert len(pickle.dumps(~pb.CardSet())) < 100


@pytest.fixture(scope="module")
def spawned():
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


def test_things_come_back_from_another_process(spawned):
    assert list(spawned.map(same, THINGS)) == THINGS
    for name in ("losses", "odds of hands against several", "clusters"):
        assert_same(spawned.submit(same, made(name)).result(), made(name))
    assert_same(spawned.submit(pb.equity, "AhAd", "KsKh").result(), pb.equity("AhAd", "KsKh"))


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
