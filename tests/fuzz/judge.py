"""Make a call, and judge how it ends: with the answer of the plain call, or with an exception that says what is wrong.

The plain call has the same arguments as plain integers, texts and NumPy arrays, on one thread. The other tests compare
such calls with oracles; here any form of an argument must mean the same.
"""

import contextlib
import io
import signal
import traceback
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import objects
from registry import Call
from values import REFUSED, UNKNOWN

import pokerbits as pb

ALLOWED = (pb.PokerbitsError, TypeError, ValueError, MemoryError, OSError, objects.Planted)
"""The exceptions that a call may raise."""
NEVER = (AssertionError, UnboundLocalError, UnicodeError, Warning)
"""Those that it may not raise, although they are of a kind that it may."""
LONGEST = 2000
"""Characters of a message, which never repeats a long text whole."""
PATIENCE = 0.5
"""Seconds of processor time after which a call is interrupted, however busy the machine is."""
PATIENCE_WITH_TABLES = 60.0
"""The same for a table that a process makes once."""


class Failed(Exception):
    """A call ended wrongly. Hypothesis shrinks each class by itself."""

    def __init__(self, what: str, text: str) -> None:
        super().__init__(what)
        self.text = text


class ForeignError(Failed):
    """The exception is of a kind that a call may not raise, or its message is too long or no text."""


class RefusesRight(Failed):
    """A right call is refused."""


class AcceptsWrong(Failed):
    """A wrong call is accepted."""


class WrongAnswer(Failed):
    """The answer is not that of the plain call."""


class Interrupted(BaseException):
    """The exception of the timer. It is not an `Exception`, as with Ctrl-C."""


def only_our_warnings_are_errors() -> None:
    """Make errors of warnings, but for that of NumPy about a value of ours, wherever a call makes it."""
    warnings.simplefilter("error")
    warnings.filterwarnings("ignore", "the matrix subclass", PendingDeprecationWarning)


def attempt(call: Call, before: Callable[[str], None] = lambda _: None) -> bool:
    """Make a call; return whether it was interrupted, and raise `Failed` if it ends wrongly.

    `before` gets the text of each call that is about to be made.
    """
    plains = {value.plain for value in call.arguments()}
    judged = not plains & {REFUSED, UNKNOWN}
    try:
        expected = made(call, call.text("plain"), before, "plain") if judged else None
        if isinstance(expected, Exception):
            raise RefusesRight(f"refuses what is right: {told(expected)}", call.text("plain")) from expected
        out, text = None, call.text()
        if call.out:
            shape, dtype = (expected.shape, expected.dtype.str) if judged else ((3,), "<f8")
            out = call.out.code.format(f"np.zeros({shape}, {dtype!r})", shape, dtype)
            text = call.text(out=out)
        answer = made(call, text, before, "code", out)
    except Interrupted:
        return True
    if isinstance(answer, Exception):
        sure = judged and all(value.sure for value in call.arguments())
        if sure and not isinstance(answer, MemoryError):
            raise RefusesRight(f"refuses what is right: {told(answer)}", text) from answer
    elif REFUSED in plains:
        raise AcceptsWrong(f"accepts what is wrong, answers {short(answer)}", text)
    elif judged:
        if call.out:
            answer, expected = np.asarray(answer), np.asarray(expected)
        try:
            equal = same(answer, expected)
        except Exception as error:
            raise WrongAnswer(f"cannot be compared: {told(error)}", text) from error
        if not equal:
            raise WrongAnswer(f"answers {short(answer)}, but {short(expected)} to {call.text('plain')}", text)
    else:
        # Any result can be shown and converted.
        for show in ("__repr__", "__str__", "_repr_html_", "to_dict", "to_columns"):
            if isinstance(answer, RESULTS):
                getattr(answer, show)()
    return False


RESULTS = (pb.EquityResult, pb.odds.Losses, pb.odds.OddsResult, pb.strength.OpponentClusters, pb.odds.PreflopOdds)


def made(call: Call, text: str, before: Callable[[str], None], field: str, out: str | None = None) -> Any:
    """Make a call with the code or the plain code of its arguments; return the answer, or the exception if allowed."""
    with warnings.catch_warnings():
        # The warnings of arguments are not those of the call.
        warnings.simplefilter("ignore")
        function = eval(call.function, vars(objects))
        by_place = [eval(getattr(value, field), vars(objects)) for value in call.by_place]
        by_name = {name: eval(getattr(value, field), vars(objects)) for name, value in call.by_name.items()}
        if out:
            by_name["out"] = eval(out, vars(objects))
    before(text)
    try:
        with interrupted_after(PATIENCE_WITH_TABLES if "rank_strength" in text else PATIENCE):
            answer = function(*by_place, **by_name)
    except (Interrupted, KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        if not isinstance(error, ALLOWED) or isinstance(error, NEVER):
            raise ForeignError(told(error), text) from error
        said = str(error)
        if len(said) > LONGEST or said != said.encode(errors="replace").decode():
            raise ForeignError(f"{type(error).__name__} of {len(said)} characters: {said[:200]!a}", text) from error
        return error
    finally:
        pb.set_num_threads(None)
    if out and call.out.plain != REFUSED and answer is not by_name["out"]:
        raise WrongAnswer(f"returns {short(answer)}, not the array of `out`", text)
    return answer


def same(answer: Any, expected: Any) -> bool:
    """Return whether two answers have the same type, dtype, shape and contents."""
    if isinstance(expected, np.ndarray | np.generic):
        like = np.ndarray if isinstance(expected, np.ndarray) else type(expected)
        equal_nan = expected.dtype.kind in "fc"
        return (
            isinstance(answer, like)
            and (answer.dtype, answer.shape) == (expected.dtype, expected.shape)
            and np.array_equal(answer, expected, equal_nan=equal_nan)
        )
    if type(answer) is not type(expected):
        return False
    if isinstance(expected, tuple | list):
        return len(answer) == len(expected) and all(map(same, answer, expected))
    if type(expected).__eq__ is object.__eq__:
        return same([*vars(answer).values()], [*vars(expected).values()])
    return bool(answer == expected)


def short(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 300 else text[:300] + " ..."


def told(error: BaseException) -> str:
    """Return the text of an exception with the end of its traceback."""
    return "".join(traceback.format_exception(error)[-4:]).rstrip()


@contextlib.contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Interrupt what takes long, and print nothing to the terminal."""

    def interrupt(*_: object) -> None:
        raise Interrupted

    with contextlib.redirect_stdout(io.StringIO()):
        if not hasattr(signal, "setitimer"):
            yield
            return
        before = signal.signal(signal.SIGPROF, interrupt)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
