"""Errors for what people type at first: each says what to type instead."""

import importlib
import inspect
import pickle
import re

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import abstraction, endgame
from pokerbits._homes import EXTRAS, NAMESPACES
from pokerbits.exceptions import CardCountError, InvalidArgumentError, InvalidRangeError

HINTS = [
    (lambda: pb.equity(["AhAd", "KsKh"]), InvalidArgumentError, r"found 1; pass hands separately: equity\(\*hands\)"),
    (lambda: pb.equity("AA", "KK", "7h8d9c"), CardCountError, r"player 3: .*found 3; a board is board="),
    (lambda: pb.equity("AhAd", "KK", "7h8d9c2c"), CardCountError, r"player 3: .*found 4; a board is board="),
    (lambda: pb.equity("AsKsQhJh", "7c7d8h9h"), CardCountError, r'found 4; four hole cards: game="omaha"$'),
    (lambda: pb.equity("AsKsQhJhTh", "7c7d8h9h2c"), CardCountError, r'found 5; five hole cards: game="omaha5"$'),
    (
        lambda: pb.equity("AsKsQhJhTh", "7c7d8h9h2c", game="omaha"),
        CardCountError,
        r'expected 4 cards, found 5; five hole cards: game="omaha5"$',
    ),
    (
        lambda: pb.equity("AsKsQhJh", "7c7d8h9h", "2c3c4c", game="omaha"),
        CardCountError,
        "player 3: .*; a board is board=",
    ),
    (lambda: pb.evaluate("AsKs"), CardCountError, r"evaluate\(hole, board\)"),
    (lambda: pb.evaluate("AsKsQhJh", "7c7d8h9h2c"), CardCountError, r"evaluate_omaha\(hole, board\)"),
    (lambda: pb.expected_hand_strength("AsKsQhJhTh"), CardCountError, "found 5; a board is board="),
    (lambda: pb.evaluate("AsKsQsJsTs", rules="omaha"), InvalidArgumentError, "evaluate_omaha"),
    (lambda: pb.OmahaRange("AA, KK:0.5"), InvalidRangeError, "a weight is before or behind a whole item"),
    (lambda: pb.OmahaRange("15%", 5), InvalidRangeError, "only hands of 4 cards have an order"),
    (lambda: pb.OmahaRange("AAKKds"), InvalidRangeError, r"did you mean AAKK\$ds\?"),
]


@pytest.mark.parametrize(("call", "error", "message"), HINTS)
def test_an_error_says_what_to_type_instead(call, error, message):
    with pytest.raises(error, match=message):
        call()


SERVED = "at least 1, and at most what the deck can serve"
NUMBERS = [
    (
        lambda: pb.equity("AA", "KK", max_seconds="10"),
        "max_seconds = '10': expected 0 or more; write 10 without quotes",
    ),
    (
        lambda: pb.equity("AA", "KK", n_samples=1e6),
        "n_samples = 1000000.0: expected an integer, 1 to 2^63 - 1; write 1_000_000 or int(1e6)",
    ),
    (
        lambda: pb.equity("AA", "KK", n_samples=2e3),
        "n_samples = 2000.0: expected an integer, 1 to 2^63 - 1; write 2_000",
    ),
    (
        lambda: pb.equity("AA", "KK", std_error="1e-3"),
        "std_error = '1e-3': expected a number above 0; write 1e-3 without quotes",
    ),
    (
        lambda: pb.evaluate(["AsKsQsJsTs"] * 600, num_threads="all"),
        "num_threads = 'all': expected an integer, 1 to 1024; leave it out to use all CPUs",
    ),
    (lambda: pb.set_num_threads("2"), "num_threads = '2': expected an integer, 1 to 1024; write 2 without quotes"),
    (lambda: pb.strength.ars_table("turn", power=0.5), "power = 0.5: expected an integer, 1 to 22"),
    (lambda: pb.expected_hand_strength("AsKs", power=0.5), "power = 0.5: expected an integer, 1 or 2"),
    (lambda: pb.strength.hand_strength_histogram("AsKs", bins=1.5), "bins = 1.5: expected an integer, 2 to 1981"),
    (
        lambda: pb.odds_vs_random("AsKs", n_opponents="1-8"),
        f"n_opponents = '1-8': expected an integer, {SERVED}; for 1 to 8 write range(1, 9)",
    ),
    (
        lambda: pb.preflop_odds(n_opponents=[1, 2.0]),
        f"n_opponents = 2.0: expected an integer, {SERVED}; write 2",
    ),
    (lambda: pb.reports.flop_subset("x"), "n = 'x': expected an integer, 1 to 200 flops"),
    (
        lambda: pb.reports.nut_advantage("AA", "KK", board="2c3d4h", nut_equity="0.8"),
        "nut_equity = '0.8': expected a number from 0 to 1; write 0.8 without quotes",
    ),
    (
        lambda: endgame.BettingTree(10, [5], endgame.BetSizes(1)),
        "stack = [5]: expected a number from 1e-09 to 1e+15",
    ),
    (
        lambda: abstraction.HistogramKMeans(2.0).fit(np.eye(3)),
        "n_clusters = 2.0: expected an integer, 1 to 2^31 - 1; write 2",
    ),
    (lambda: abstraction.HistogramKMeans(2, tol="x").fit(np.eye(3)), "tol = 'x': expected 0 or more"),
    (lambda: pb.HandIndexer((2, 3)).children(0, round="1"), "round = '1': expected an integer; write 1 without quotes"),
]


@pytest.mark.parametrize(("call", "message"), NUMBERS)
def test_an_error_of_a_number_names_the_argument_and_says_what_to_write(call, message):
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == message


KEYWORDS = [
    (lambda: pb.equity("AA", "KK", seed=1), "equity has no parameter seed: the parameter is rng="),
    (lambda: pb.equity("AA", "KK", random_state=1), "equity has no parameter random_state: the parameter is rng="),
    (lambda: pb.equity("AA", "KK", iterations=9), "equity has no parameter iterations: the parameter is n_samples="),
    (lambda: pb.equity("AA", "KK", boards="QhJh2c"), "equity has no parameter boards: the parameter is board="),
    (
        lambda: pb.hand_strength("AsKs", boards="QhJh2c"),
        "hand_strength has no parameter boards: the parameter is board=",
    ),
    (lambda: pb.combo_equity("AA", board="QhJh2c"), "combo_equity has no parameter board: the parameter is boards="),
    (lambda: pb.RankedBoards(board="QhJh2c"), "RankedBoards has no parameter board: the parameter is boards="),
    (
        lambda: abstraction.HistogramKMeans(5, rng=1),
        "HistogramKMeans has no parameter rng: the parameter is random_state=",
    ),
    (
        lambda: pb.CardAbstraction.build(5, random_state=1),
        "CardAbstraction.build has no parameter random_state: the parameter is seed=",
    ),
    (lambda: endgame.Solver(None, leaf_value=len), "Solver has no parameter leaf_value: the parameter is leaf_values="),
    (lambda: endgame.Solver(None, abstraction=None), "Solver has no parameter abstraction: the parameter is labels="),
    (
        lambda: endgame.Solver(None, opponent_value={}),
        "Solver has no parameter opponent_value: the parameter is opponent_values=",
    ),
    (lambda: endgame.Endgame(boards="2c"), "Endgame has no parameter boards: the parameter is board="),
    (lambda: endgame.BettingTree(pots=1, stack=2), "BettingTree has no parameter pots: the parameter is pot="),
    (
        lambda: endgame.BettingTree(1, effective_stack=2),
        "BettingTree has no parameter effective_stack: the parameter is stack=",
    ),
    (lambda: endgame.solve_many(stack=2), "solve_many has no parameter stack: the parameter is stacks="),
]


@pytest.mark.parametrize(("call", "message"), KEYWORDS)
def test_an_error_of_a_keyword_says_the_word_of_this_function(call, message):
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == message


WORDS = {"seed": "rng", "boards": "board", "board": "boards", "threads": "num_threads", "opponents": "n_opponents"}
"""Words that some public functions have, or none, and the parameter of others with the same meaning."""


def public_functions():
    """Yield the public functions, and in which namespace."""
    for namespace in ("", *sorted(NAMESPACES - EXTRAS)):
        module = importlib.import_module(f"pokerbits.{namespace}") if namespace else pb
        for name in dir(module):
            function = getattr(module, name)
            if callable(function) and inspect.isfunction(inspect.unwrap(function)) and not name.startswith("_"):
                yield f"{namespace}.{name}".lstrip("."), function


def test_every_public_function_has_these_hints():
    found = 0
    for name, function in public_functions():
        known = inspect.signature(function).parameters
        for word, parameter in WORDS.items():
            if parameter in known and word not in known:
                found += 1
                message = f"{name.split('.')[-1]} has no parameter {word}: the parameter is {parameter}="
                with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
                    function(**{word: 1})
    assert found > 40


def test_functions_with_hints_are_as_they_were():
    """An error of the function itself passes, and so does one of a keyword that no function has."""
    with pytest.raises(TypeError, match=r"^random_hands\(\) got an unexpected keyword argument 'colour'$"):
        pb.random_hands(1, 7, colour=1)
    with pytest.raises(TypeError, match=r"^n = '1': expected an integer"):
        pb.random_hands("1", 7, rng=1)
    with pytest.raises(TypeError, match="missing"):
        pb.evaluate()
    for name, function in public_functions():
        assert not function.__module__.startswith("pokerbits._"), name
        assert pickle.loads(pickle.dumps(function)) is function, name


def test_no_hint_where_none_is_known():
    for players, expected in (
        (("AhAd", "KsKhKd"), "player 2: expected 2 cards, found 3"),
        (("AhAd", "Ks"), "player 2: expected 2 cards, found 1"),
        ((), "expected 2 to 10 players, found 0"),
    ):
        with pytest.raises(pb.PokerbitsError) as caught:
            pb.equity(*players)
        assert str(caught.value) == expected


def test_the_board_is_the_second_argument():
    hole, board = "AsKs", "QsJsTs2c3d"
    assert pb.evaluate(hole, board) == pb.evaluate(hole, board=board) == 7462
    for function in (pb.hand_strength, pb.expected_hand_strength):
        assert function(hole, board) == function(hole, board=board)
    assert pb.evaluate_omaha("AsKs2c3c", "QsJsTs") == pb.evaluate_omaha("AsKs2c3c", board="QsJsTs")
    assert pb.odds_vs_random(hole, board) == pb.odds_vs_random(hole, board=board)
    assert pb.reports.hand_breakdown("QQ+", "Ah7d2c") == pb.reports.hand_breakdown("QQ+", board="Ah7d2c")
    assert pb.equity_rows([["AhKh", "9c9d"]], "Qh7h2c") == pb.equity_rows([["AhKh", "9c9d"]], board="Qh7h2c")
    boards = ["Ah7d2c", "QsJsTd"]
    assert pb.combo_equity("22+", boards).tobytes() == pb.combo_equity("22+", boards=boards).tobytes()
    with pytest.raises(TypeError, match="positional"):
        pb.evaluate(hole, board, "standard")
