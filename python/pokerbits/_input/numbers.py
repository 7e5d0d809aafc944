"""Check callers' numbers before they reach the core, which has narrower integers than Python."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator
from numbers import Real
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from pokerbits._input.arrays import fit
from pokerbits._input.missing import unmasked
from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError

_T = TypeVar("_T")

LARGEST_COUNT = (1 << 31) - 1
"""Largest number of iterations, clusters and the like."""


def within(name: str, value: int, first: int, last: int) -> int:
    """Return an integer after checking its range; a `last` from `LARGEST_COUNT` on is a power of two less 1."""
    number = operator.index(value)
    if not first <= number <= last:
        most = f"{last:,}" if last >= 10_000 else f"{last}"
        if last >= LARGEST_COUNT:
            most = f"2^{last.bit_length()} - 1"
        raise InvalidArgumentError(f"{name} = {shown(number)}: expected {first} to {most}")
    return number


def small_count(name: str, value: int) -> int:
    """Return a small count as an int that fits the core."""
    return within(name, value, 0, LARGEST_COUNT)


def one_by_one(values: Iterable[_T], what: str) -> Iterator[_T]:
    """Return an iterator over one-dimensional values; refuse buffers with several axes."""
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


def real_numbers(values: ArrayLike, what: str) -> NDArray[np.float64]:
    """Return numbers as a new array of floats."""
    try:
        # NumPy would drop the imaginary part of complex numbers.
        numbers = np.asarray(values)
        # Integers that do not fit in any dtype, and fractions.
        is_exact = numbers.dtype == object and all(isinstance(number, Real) for number in numbers.flat)
        if numbers.dtype.kind in "biuf" or is_exact:
            return np.array(numbers, dtype=np.float64)
    except ValueError:
        pass
    except OverflowError:
        message = f"{what}: expected numbers up to 1.8e308, found {shown(max(numbers.flat, key=abs))}"
        raise InvalidArgumentError(message) from None
    raise InvalidArgumentError(f"{what}: expected numbers, found {type(values).__name__}")


def real_number(value: Any, what: str) -> float:
    """Return one number as a float."""
    found = real_numbers(value, what)
    if found.ndim:
        raise InvalidArgumentError(f"{what}: expected one number, found shape {found.shape}")
    return float(found)


def with_a_dtype(numbers: NDArray[Any], what: str) -> NDArray[Any]:
    """Return integers of Python that fit in no dtype as floats, and any other array unchanged."""
    is_huge = numbers.dtype == object and numbers.size and all(type(number) in (int, float) for number in numbers.flat)
    return real_numbers(numbers, what) if is_huge else numbers


def as_one_array(values: object, what: str) -> NDArray[Any]:
    """Return values as an array; raise for a value that is missing, and for rows of different lengths."""
    if isinstance(values, np.ma.MaskedArray):
        values = unmasked(values, what)
    try:
        return np.asarray(values)
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
    # Numbers too large for the dtype become infinite, which the core refuses.
    with np.errstate(over="ignore"):
        return fit(array, dtype)
