"""Functions of the core before functions of Python: what users see of them, and options that leave a call plain."""

import copy
import gc
import inspect
import pickle
import sys
import typing

import numpy as np
import pytest

import pokerbits as pb
from plain import long_way, short_way
from pokerbits import _native
from pokerbits._evaluator.rules import RULES
from pokerbits.exceptions import InvalidArgumentError
from test_one_hand import both_ways

HOLE, BOARD = [51, 47], [43, 39, 34, 0, 5]
FUNCTIONS = {
    "evaluate": (pb.evaluate, (HOLE, BOARD)),
    "evaluate_omaha": (pb.evaluate_omaha, ([51, 47, 2, 3], BOARD)),
    "evaluate_omaha_low": (pb.evaluate_omaha_low, ([51, 47, 2, 3], BOARD)),
    "best_five": (pb.best_five, (HOLE, BOARD)),
    "outs": (pb.outs, (HOLE, BOARD[:4])),
    "category": (pb.category, (7462,)),
    "describe": (pb.describe, (7462,)),
    "hand_strength": (pb.hand_strength, (HOLE, BOARD)),
    "expected_hand_strength": (pb.expected_hand_strength, (HOLE, BOARD)),
    "equity": (pb.equity, ("AsKs", "QhQd")),
    "odds_vs_random": (pb.odds_vs_random, (HOLE, BOARD)),
}
BY_NAME = pytest.mark.parametrize("name", FUNCTIONS)


@BY_NAME
def test_the_function_behind_is_what_users_see(name):
    function = FUNCTIONS[name][0]
    whole = long_way(function)
    assert inspect.isfunction(whole)
    assert function is not whole
    assert inspect.signature(function) == inspect.signature(whole)
    assert (function.__doc__, function.__name__) == (whole.__doc__, name)
    assert function.__wrapped__ is whole
    assert typing.get_type_hints(function)
    assert repr(function) == f"<function {function.__module__}.{name}>"
    assert not function.__module__.startswith("pokerbits._")
    for same in (pickle.loads(pickle.dumps(function)), copy.copy(function), copy.deepcopy(function)):
        assert same is function


@BY_NAME
def test_native_parameters_are_those_of_the_function_behind(name):
    function = FUNCTIONS[name][0]
    native, whole = inspect.signature(getattr(_native, name)), inspect.signature(function)
    kinds = {of.name: of.kind for of in native.parameters.values()}
    assert kinds == {of.name: of.kind for of in whole.parameters.values()}
    required = {of.name for of in native.parameters.values() if of.default is inspect.Parameter.empty}
    assert required == {of.name for of in whole.parameters.values() if of.default is inspect.Parameter.empty}


THREADS = [1, 2, 1024, None, 0, 1025, -1, True, 1.0, "2", np.int64(1), 2**70]
NO_RULES = ["", "Standard", None, 1, "high"]


def outcome_of(result):
    """Return a result of any kind as something that can be compared."""
    if isinstance(result, np.ndarray | np.generic):
        return result.dtype, result.shape, result.tolist()
    return type(result), result


def as_behind(function, *arguments, **options):
    """Assert that a call returns or raises what the function behind does; return whether the core answered it."""

    def outcome(call):
        try:
            return outcome_of(call(*arguments, **options))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is to be the same
            return type(error), str(error)

    assert outcome(function) == outcome(long_way(function))
    return short_way(function, *arguments, **options) is not None


@pytest.mark.parametrize("threads", THREADS, ids=repr)
@pytest.mark.parametrize("name", sorted({*FUNCTIONS} - {"category", "describe", "outs"}))
def test_numbers_of_threads(name, threads):
    function, arguments = FUNCTIONS[name]
    plain = as_behind(function, *arguments, num_threads=threads)
    assert plain == (threads is None or (type(threads) is int and 1 <= threads <= 1024))


@pytest.mark.parametrize("name", ["evaluate", "best_five", "category", "describe"])
@pytest.mark.parametrize("rules", [*RULES, *NO_RULES], ids=repr)
def test_rules(name, rules):
    function, arguments = FUNCTIONS[name]
    plain = as_behind(function, *arguments, rules=rules)
    assert plain or rules != "standard"
    if name == "evaluate":
        hand = [51, 46, 41, 36] if rules == "badugi" else [51, 46, 41, 36, 31, 26]
        assert as_behind(function, hand, rules=rules) == (rules in RULES)
        assert as_behind(function, np.array([hand, hand[::-1]]), rules=rules) == (rules in RULES)
        wrong = [*hand[:-1], 51]
        assert not as_behind(function, wrong, rules=rules)
        assert not as_behind(function, np.array([hand, wrong]), rules=rules)


@pytest.mark.parametrize(
    ("name", "options", "plain"),
    [
        ("evaluate", {"out": None}, True),
        ("evaluate", {"board": None}, False),
        ("hand_strength", {"villain": None, "out": None}, True),
        ("hand_strength", {"villain": "QQ+"}, False),
        ("expected_hand_strength", {"power": 1, "progress": None}, True),
        ("expected_hand_strength", {"power": 2, "progress": False}, True),
        ("expected_hand_strength", {"power": 3}, False),
        ("expected_hand_strength", {"power": None}, False),
        ("expected_hand_strength", {"power": True}, False),
        ("equity", {"method": "exact", "game": "holdem", "progress": False}, True),
        ("equity", {"method": "auto", "board": None, "dead": None, "folded": None}, True),
        ("equity", {"max_seconds": None, "n_samples": None, "std_error": None, "rng": None}, True),
        ("equity", {"method": "monte_carlo", "n_samples": 10, "rng": 1}, False),
        ("equity", {"method": None}, False),
        ("equity", {"method": "Exact"}, False),
        ("equity", {"game": "HOLDEM"}, False),
        ("equity", {"game": "short_deck"}, False),
        ("equity", {"max_seconds": -1}, False),
        ("equity", {"folded": []}, False),
        ("equity", {"n_samples": 0}, False),
        ("equity", {"progress": 1}, False),
        ("outs", {"villain": "9c9d"}, True),
        ("outs", {"villain": "As9c"}, False),
        ("outs", {"villain": "9c9d9h"}, False),
        ("odds_vs_random", {"n_opponents": 3, "method": "matchings", "dead": "2d"}, True),
        ("odds_vs_random", {"n_opponents": [1, 8], "progress": None}, True),
        ("odds_vs_random", {"n_opponents": (8, 1), "dead": [], "progress": False}, True),
        ("odds_vs_random", {"n_opponents": 22}, True),
        ("odds_vs_random", {"n_opponents": 23}, False),
        ("odds_vs_random", {"n_opponents": 0}, False),
        ("odds_vs_random", {"n_opponents": []}, False),
        ("odds_vs_random", {"n_opponents": [1, 1]}, False),
        ("odds_vs_random", {"n_opponents": None}, False),
        ("odds_vs_random", {"n_opponents": True}, False),
        ("odds_vs_random", {"n_opponents": np.array([1, 2])}, False),
        ("odds_vs_random", {"dead": "As"}, False),
        ("odds_vs_random", {"method": "cliques"}, False),
        ("odds_vs_random", {"method": "Matchings"}, False),
    ],
)
def test_other_options(name, options, plain):
    function, arguments = FUNCTIONS[name]
    if name == "evaluate" and "board" in options:
        arguments = arguments[:1]
    assert as_behind(function, *arguments, **options) == plain


@BY_NAME
def test_wrong_numbers_and_names_of_arguments(name):
    function, arguments = FUNCTIONS[name]
    for call in (
        lambda of: of(),
        lambda of: of(*arguments, *arguments, *arguments, *arguments) if name != "equity" else of(*arguments[:1]),
        lambda of: of(*arguments, unknown=1),
    ):
        with pytest.raises((TypeError, InvalidArgumentError)):
            call(function)


def test_arguments_by_name():
    assert pb.evaluate(cards=HOLE, board=BOARD) == pb.evaluate(board=BOARD, cards=HOLE) == pb.evaluate(HOLE, BOARD)
    assert both_ways(pb.hand_strength, hole=HOLE, board=BOARD)
    options = {"n_opponents": 2}
    assert pb.odds_vs_random(**options, hole=HOLE, board=BOARD) == pb.odds_vs_random(HOLE, BOARD, **options)


def test_odds_of_one_hand_in_the_forms_of_callers():
    wanted = long_way(pb.odds_vs_random)(HOLE, BOARD, n_opponents=(1, 8))
    for form in (list, tuple, np.array, pb.CardSet, pb.cards.format_cards):
        found = pb.odds_vs_random(form(HOLE), form(BOARD), n_opponents=(1, 8))
        assert found == wanted
        assert (found.counts, found.total) == (wanted.counts, wanted.total)
    one = pb.odds_vs_random(HOLE, BOARD)
    assert type(one.equity) is np.float64
    assert pickle.loads(pickle.dumps(one)) == one == long_way(pb.odds_vs_random)(HOLE, BOARD)
    assert pb.odds_vs_random(HOLE) == long_way(pb.odds_vs_random)(HOLE)
    with pytest.raises(ValueError, match="read-only"):
        wanted.equity[0] = 1
    read = pb.odds_vs_random(HOLE, BOARD, n_opponents=[1, 2])
    with pytest.raises(ValueError, match="read-only"):
        read.win[0] = 1


def test_only_functions_of_the_core_can_be_put_before():
    with pytest.raises(TypeError):
        _native.put_before(long_way(pb.evaluate), pb.evaluate, None, False)


def test_a_function_that_nobody_holds_is_freed():
    def category(strength):
        return strength

    made = _native.put_before(_native.category, category, None, False)
    made.note = "kept in its dict"
    assert (made(7462), made("text"), made.note) == (pb.Category.STRAIGHT_FLUSH, "text", "kept in its dict")
    assert made(strength="text") == made(*["text"]) == "text"
    held = sys.getrefcount(category)
    del made
    gc.collect()
    assert sys.getrefcount(category) == held - 1


def test_what_finishes_a_call_gets_the_answer_and_the_players():
    def function(*arguments, **options):
        return "behind", arguments, options

    of_outs = _native.put_before(_native.outs, function, lambda *given: given, False)
    assert of_outs("AhKh", "Qh7h2c") == (_native.outs("AhKh", "Qh7h2c"),)
    assert of_outs("AhKh", board="Qh", villain=None) == ("behind", ("AhKh",), {"board": "Qh", "villain": None})
    of_equity = _native.put_before(_native.equity, function, lambda *given: given, True)
    found, players = of_equity("AhKh", "QsQd", board="2c3c4c5c7d")
    assert (type(found), players) == (_native.SpotCounts, ("AhKh", "QsQd"))
    assert of_equity("AhKh", rng=1) == ("behind", ("AhKh",), {"rng": 1})

    def fails(*_):
        raise KeyError("finish")

    for native, arguments in ((_native.outs, ("AhKh", "Qh7h2c")), (_native.equity, ("AhKh", "QsQd"))):
        with pytest.raises(KeyError, match="finish"):
            _native.put_before(native, function, fails, native is _native.equity)(*arguments)
        with pytest.raises(KeyError, match="finish"):
            _native.put_before(native, fails, None, False)("AhKh", "nothing")
