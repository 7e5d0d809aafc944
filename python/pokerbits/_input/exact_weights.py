"""Weights as integers, whose sums are exact in any order, and the quotients of such sums, rounded once.

A weight is the shortest decimal that reads back as its float: 0.1 is one tenth. Integers are float64 while floats hold
their sum, and otherwise Python's.
"""

from __future__ import annotations

from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._forks import NoFork

_EXACT = 2**52
"""Floats hold integers up to twice this number. Estimates of sums are off by less than the other half."""


def exact_weights(weights: NDArray[np.float64]) -> tuple[NDArray[Any], int]:
    """Return weights as integers in the largest common unit, of the same shape, and how many units are the weight 1."""
    flat = np.ascontiguousarray(weights, dtype=np.float64).reshape(-1)
    found = _native.exact_weights(flat)
    numbers, unit = _of_many_digits(flat) if found is None else found
    # Python's integers have any size.
    total = numbers.sum(dtype=object if found is None else np.float64)
    whole = numbers.astype(np.float64 if total < _EXACT else object)
    return whole.reshape(np.shape(weights)), unit


def exact_products(left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    """Return products of integers that broadcast, whose sums along the last axis are exact."""
    if left.dtype == right.dtype == np.float64:
        most = left.max(initial=0) * right.max(initial=0) * max(left.shape[-1], right.shape[-1])
        if most < _EXACT:
            return np.asarray(left * right)
    return np.asarray(_integers(left) * _integers(right))


def sums_by(places: NDArray[np.integer], numbers: NDArray[Any], n: int) -> NDArray[Any]:
    """Return the sum of the integers at each of the places 0 to n - 1, (n,)."""
    if numbers.dtype == np.float64:
        return np.bincount(places, numbers, n)
    sums = np.zeros(n, dtype=object)
    np.add.at(sums, places, numbers)
    return sums


def total_of(numbers: NDArray[Any]) -> int:
    """Return the sum of integers."""
    return int(numbers.sum())


def shares_of(parts: NDArray[Any], whole: Any) -> NDArray[np.float64]:
    """Return the floats nearest to quotients of integers that broadcast; NaN for quotients by 0."""
    parts, wholes = np.broadcast_arrays(parts, whole)
    if parts.dtype == np.float64 and wholes.max(initial=0) < _EXACT:
        with np.errstate(invalid="ignore"):
            return np.asarray(parts / wholes.astype(np.float64))
    # Python rounds the quotient of two integers once.
    pairs = zip(parts.reshape(-1).tolist(), wholes.reshape(-1).tolist(), strict=True)
    found = [int(part) / int(of) if of else np.nan for part, of in pairs]
    return np.array(found, dtype=np.float64).reshape(parts.shape)


def exact_mean(values: NDArray[np.float64], numbers: NDArray[Any]) -> float:
    """Return the mean of values from 0 to 1, weighted by integers, rounded once."""
    # Multiples of 2^-62, which are exact for values from 2^-9 on.
    times = np.rint(values * 2.0**62).tolist()
    pairs = list(zip(numbers.tolist(), times, strict=True))
    return sum(int(number) * int(value) for number, value in pairs) / (total_of(numbers) << 62)


def _integers(numbers: NDArray[Any]) -> NDArray[np.object_]:
    """Return integers as Python's."""
    return numbers if numbers.dtype == object else numbers.astype(np.int64).astype(object)


def _of_many_digits(weights: NDArray[np.float64]) -> tuple[NDArray[np.object_], int]:
    """Return the result of `exact_weights` for weights that do not fit in 64 bits."""
    with NoFork():
        from fractions import Fraction

    different, places = np.unique(weights, return_inverse=True)
    fractions = [Fraction(repr(weight)) for weight in different.tolist()]
    unit = lcm(*(of.denominator for of in fractions))
    return np.array([int(of * unit) for of in fractions], dtype=object)[places.reshape(-1)], unit
