"""Every argument of every public function gets invalid values: an error of ours, and a short one."""

import asyncio
import contextlib
import datetime as dt
import os
import traceback
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import pokerbits as pb
from pokerbits import abstraction, plot
from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError
from right_calls import right_calls

plt = pytest.importorskip("matplotlib.pyplot")

BUCKETS = {"flop": 3, "turn": 3, "river": 3}

LONG = 1 << 17
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

LONGEST = 1000
"""Characters of an error."""

RIGHT_AND_SLOW = {
    ("pb.preflop_odds", "n_opponents", "an integer"),
    ("pb.strength_table", "n_opponents", "an integer"),
    ("strength.ars_table", "power", "an integer"),
    ("strength.ars_table", "num_threads", "an integer"),
    ("reports.flop_subset", "n", "an integer"),
    ("reports.flop_subset", "num_threads", "an integer"),
    ("pb.combo_equity", "boards", "an empty tuple"),
    ("pb.odds_vs_random", "board", "an empty tuple"),
    ("pb.equity 6", "board", "an empty tuple"),
}
"""Values that are right, and calls that then take long, of all right calls of a function or of one of them."""

FEW_OF = {"colorbar": ("a lone object", "an unwilling object", "a long text", "an array of objects")}
"""Arguments that are true or false, as any object is, and a few values of them: each of these calls draws a figure."""


def told(function, by_place, by_name):
    """Return what is wrong with how a call ends, if something is."""
    try:
        with warnings.catch_warnings():
            # Of text that a font has not.
            warnings.simplefilter("ignore", UserWarning)
            function(*by_place, **by_name)
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


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory):
    """Have whatever takes a relative path put it into a folder of the tests."""
    with contextlib.chdir(tmp_path_factory.mktemp("wrong")):
        yield


def with_one_wrong_argument(name, call):
    """Yield the arguments of a right call by place and by name, one of them wrong, and which one."""
    _, by_place, by_name = call
    for argument in [*range(len(by_place)), *by_name]:
        for what, value in WRONG.items():
            if {(name, argument, what), (name.split()[0], argument, what)} & RIGHT_AND_SLOW:
                continue
            if what not in FEW_OF.get(argument, WRONG):
                continue
            if isinstance(argument, int):
                yield (argument, what), [*by_place[:argument], value, *by_place[argument + 1 :]], by_name
            else:
                yield (argument, what), by_place, by_name | {argument: value}


@pytest.mark.parametrize("name", right_calls())
def test_wrong_arguments_are_refused_shortly_and_by_errors_of_ours(name, no_deals):
    """The right call itself succeeds: `test_right_calls.py` makes it."""
    call = right_calls()[name].prepared()
    found = {}
    for place, by_place, by_name in with_one_wrong_argument(name, call):
        wrong = told(call[0], by_place, by_name)
        if wrong:
            found[place] = wrong
    assert not found, "\n".join(f"{argument} = {what}: {wrong}" for (argument, what), wrong in found.items())


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (IndexError("list index out of range"), "IndexError"),
        (AttributeError("'int' object has no attribute 'shape'"), "AttributeError"),
        (ZeroDivisionError("division by zero"), "ZeroDivisionError"),
        (UnicodeEncodeError("utf-8", "\udcff", 0, 1, "surrogates not allowed"), "UnicodeEncodeError"),
        (RuntimeWarning("invalid value"), "RuntimeWarning"),
        (ValueError("x" * 1001), "ValueError of 1001 characters"),
        (InvalidArgumentError("As\udcff"), "that nothing can print"),
        (InvalidArgumentError("n = 5: expected 1"), ""),
        (TypeError("n: expected an integer"), ""),
    ],
)
def test_an_error_by_accident_is_told(error, words):
    """The check of the check."""

    def fail(n):
        raise error

    found = told(fail, [], {"n": 5})
    assert (words in found) if words else found is None


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
