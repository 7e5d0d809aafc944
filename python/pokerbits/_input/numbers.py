"""Check callers' numbers before they reach the core, which has narrower integers than Python."""

from __future__ import annotations

import operator
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from math import inf, nan
from numbers import Real
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from pokerbits._input.arrays import as_array, fit, without_dlpack
from pokerbits._input.missing import unmasked
from pokerbits._input.shown import cut, shown
from pokerbits.exceptions import InvalidArgumentError

_T = TypeVar("_T")

LARGEST_COUNT = (1 << 31) - 1
"""Largest number of iterations, clusters and the like."""
ANY = (-inf, inf)
"""The bounds of an integer that may be any."""


def integer(
    what: str, value: Any, first: float = 0, last: float = LARGEST_COUNT, *, allowed: str = "", hint: str = ""
) -> int:
    """Return an integer after checking type and range; a `last` from `LARGEST_COUNT` on is a power of two less 1.

    Errors name the argument, the value, what is `allowed` and what to write instead: by default the same number as an
    integer, or else the `hint`.
    """
    try:
        number = operator.index(value)
    except TypeError:
        allowed = allowed or _allowed_integers(first, last)
        instead = _as_integer(value) or hint
        message = f"{what} = {shown(value)}: expected an integer{', ' * bool(allowed)}{allowed}"
        raise TypeError(f"{message}; {instead}" if instead else message) from None
    if not first <= number <= last:
        raise InvalidArgumentError(f"{what} = {shown(number)}: expected {allowed or _allowed_integers(first, last)}")
    return number


def real(what: str, value: Any, first: float = -inf, last: float = inf, *, above: bool = False) -> float:
    """Return a number as a float after checking its type and its range; with `above` it is larger than `first`.

    Errors name the argument, the value, what is allowed and what to write instead.
    """
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    is_real = isinstance(value, Real)
    if not is_real:
        instead, allowed = _unquoted(value, float), _allowed_numbers(first, last, above=above)
        raise TypeError(f"{what} = {shown(value)}: expected {allowed}" + (f"; {instead}" if instead else ""))
    try:
        number = float(value)
    except OverflowError:
        # Integers and fractions may be too large for a float.
        number = inf if value > 0 else -inf
    if not first <= number <= last or (above and number == first):
        allowed = _allowed_numbers(first, last, above=above)
        raise InvalidArgumentError(f"{what} = {shown(value)}: expected {allowed}")
    return number


def seconds_shown(seconds: float) -> str:
    """Return an estimated or an allowed time as text, to two digits or to whole seconds."""
    return f"{seconds:,.0f}" if seconds >= 10 else f"{seconds:.2g}"


def _allowed_integers(first: float, last: float) -> str:
    """Return the range of an integer as text, empty without bounds."""
    if last == inf:
        return ""
    most = f"{last:,}" if last >= 10_000 else f"{last}"
    return f"{first} to {f'2^{int(last).bit_length()} - 1' if last >= LARGEST_COUNT else most}"


def _allowed_numbers(first: float, last: float, *, above: bool) -> str:
    """Return the range of a number as text."""
    if last < sys.float_info.max:
        return f"a number from {first:g} to {last:g}"
    if first == -inf:
        return "a number"
    return f"a number above {first:g}" if above else f"{first:g} or more"


def _as_integer(value: Any) -> str:
    """Return how to write a whole float, or a text of digits, as an integer; an empty text for other values."""
    number = nan
    # Times count as integers to NumPy.
    if isinstance(value, Real) and not isinstance(value, np.timedelta64):
        with suppress(OverflowError):
            number = float(value)
    if abs(number) <= 1 << 63 and number.is_integer():
        short = f"{number:g}".replace("e+0", "e").replace("e+", "e")
        return f"write {int(number):_}" + (f" or int({short})" if "e" in short and float(short) == number else "")
    return _unquoted(value, whole_number)


def _unquoted(value: object, read: Callable[[str], float]) -> str:
    """Return how to write a number that is given as text; an empty text for other values."""
    if not isinstance(value, str):
        return ""
    try:
        read(value)
    except ValueError:
        return ""
    return f"write {cut(value.strip())} without quotes"


def one_by_one(values: Iterable[_T], what: str) -> Iterator[_T]:
    """Return an iterator over one-dimensional values; refuse buffers with several axes."""
    values = without_dlpack(values, what)
    if isinstance(values, memoryview) and values.ndim != 1:
        raise TypeError(f"{what}: expected one axis, found a buffer of {values.ndim}")
    if not hasattr(values, "__iter__"):
        raise TypeError(f"{what}: expected a sequence, found {type(values).__name__}")
    return iter(values)


def whole_number(text: str) -> int:
    """Return the number in a text of ASCII digits, after optional blanks and an optional sign.

    Unlike `int`, this refuses `1_0` and digits of other scripts, with a `ValueError`.
    """
    if not re.fullmatch(r"\s*[-+]?[0-9]+\s*", text):
        raise ValueError(f"expected a whole number, found {shown(text)}")
    return int(text)


def decimal_number(text: str) -> float:
    """Return the number in a text of ASCII digits with an optional point, after an optional minus.

    Unlike `float`, this refuses `nan`, `inf`, `1e9`, `1_0` and digits of other scripts, with a `ValueError`.
    """
    if not re.fullmatch(r"-?([0-9]+\.?[0-9]*|\.[0-9]+)", text):
        raise ValueError(f"expected a number such as 50 or 0.75, found {shown(text)}")
    return float(text)


def real_numbers(values: ArrayLike, what: str) -> NDArray[np.float64]:
    """Return numbers as a new array of floats."""
    try:
        # NumPy would drop the imaginary part of complex numbers.
        numbers = as_array(values, what)
        # Integers that do not fit in any dtype, and fractions.
        is_exact = numbers.dtype == object and all(isinstance(number, Real) for number in numbers.flat)
        if numbers.dtype.kind in "biuf" or is_exact:
            return np.array(numbers, dtype=np.float64)
    except ValueError:
        pass
    except OverflowError:
        message = f"{what}: expected numbers up to 1.8e308, found {shown(max(numbers.flat, key=abs))}"
        raise InvalidArgumentError(message) from None
    # An array may be what became of a text or of a list: its contents say more than its type.
    found = shown(values.tolist()) if isinstance(values, np.ndarray) else type(values).__name__
    raise InvalidArgumentError(f"{what}: expected numbers, found {found}")


def with_a_dtype(numbers: NDArray[Any], what: str) -> NDArray[Any]:
    """Return integers of Python that fit in no dtype as floats, and any other array unchanged."""
    is_huge = numbers.dtype == object and numbers.size and all(type(number) in (int, float) for number in numbers.flat)
    return real_numbers(numbers, what) if is_huge else numbers


def as_one_array(values: object, what: str) -> NDArray[Any]:
    """Return values as an array; raise for a value that is missing, and for rows of different lengths."""
    if isinstance(values, np.ma.MaskedArray):
        values = unmasked(values, what)
    try:
        return as_array(values, what)
    except ValueError:
        raise InvalidArgumentError(f"{what}: rows of different lengths cannot be one array") from None


def rows_of_numbers(weights: object, n: int, dtype: DTypeLike, what: str) -> NDArray[Any]:
    """Return rows of `n` weights as a C-ordered array, with numbers rounded to the dtype."""
    # NaN passes: the core's error names the combo.
    array = with_a_dtype(as_one_array(weights, what), what)
    if array.dtype.kind not in "buif":
        raise TypeError(f"{what}: expected numbers, found dtype {array.dtype}")
    if array.ndim == 0 or array.shape[-1] != n:
        raise InvalidArgumentError(f"{what}: expected {n} numbers on the last axis, found shape {array.shape}")
    if array.dtype == dtype:
        return fit(array, dtype)
    # Numbers too large for the dtype become infinite, which the core refuses.
    with np.errstate(over="ignore"):
        return fit(array, dtype)
