"""Array layouts and badly behaved objects that calls name: after `from objects import *` a printed call runs."""

import array
import ctypes
import datetime
import io
import tempfile
from collections import OrderedDict, UserList, deque
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

import pokerbits as pb
import right_calls
from layouts import unaligned
from oracles import random_hands

# The repr of a float.
nan, inf = float("nan"), float("inf")

_ = (array, ctypes, datetime, io, OrderedDict, UserList, deque, Decimal, Fraction, pb, unaligned)


# Names that the right calls use.
globals().update(right_calls.all_names())


class Planted(Exception):
    """The exception of a badly behaved object: a call may let it through."""


def strided(values: np.ndarray) -> np.ndarray:
    """Return the same values at every other place of a larger array."""
    wide = np.zeros([2 * n for n in values.shape], values.dtype)
    view = wide[(..., *(slice(None, None, 2) for _ in values.shape))]
    view[...] = values
    return view


def reversed_axes(values: np.ndarray) -> np.ndarray:
    """Return the same values with negative strides."""
    turned = (..., *(slice(None, None, -1) for _ in values.shape))
    return values[turned].copy()[turned]


def fortran(values: np.ndarray) -> np.ndarray:
    """Return the same values, the first axis fastest."""
    return np.array(values, order="F")


def read_only(values: np.ndarray) -> np.ndarray:
    values.flags.writeable = False
    return values


def mapped(values: np.ndarray) -> np.ndarray:
    """Return the same values in a file that is mapped to memory."""
    if not values.nbytes:
        return values
    with tempfile.TemporaryFile() as file:
        mapping = np.memmap(file, values.dtype, "w+", shape=values.shape)
    mapping[...] = values
    return mapping


def some_hands(seed: int, n: int, size: int) -> np.ndarray:
    """Return random hands, too many to write out."""
    return random_hands(np.random.default_rng(seed), n, size)


def fit_predict(estimator: Any, *rows: Any, sample_weight: Any = None, **parameters: Any) -> Any:
    """Call an estimator and its method in one."""
    return estimator(**parameters).fit_predict(*rows, sample_weight=sample_weight)


def itself(value: Any) -> list[Any]:
    """Return a list that holds itself."""
    held = [value]
    held.append(held)
    return held


def nested(value: Any, depth: int) -> Any:
    for _ in range(depth):
        value = [value]
    return value


class Subclass(np.ndarray):
    """An array of a subclass."""


class Text(str):
    """A text of a subclass."""

    __slots__ = ()


class Ints(int):
    """An int whose `__index__` returns another one."""

    def __index__(self) -> int:
        return 7


class Index:
    """An object with `__index__`."""

    def __init__(self, number: Any) -> None:
        self.number = number

    def __index__(self) -> Any:
        return self.number


class ArrayLike:
    """An object with `__array__`."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.values


class Liar(list):
    """A sequence whose length is wrong."""

    def __len__(self) -> int:
        return 3


class Grows:
    """A sequence that has another length each time, and changes while it is read."""

    def __init__(self) -> None:
        self.asked = 0

    def __len__(self) -> int:
        self.asked += 1
        return self.asked

    def __getitem__(self, at: Any) -> Any:
        if at >= 5:
            raise IndexError
        return at * 4 + self.asked % 2


class Raises:
    """An object whose special methods of these names raise."""

    def __new__(cls, *names: str) -> "Raises":
        def fail(*_: Any, **__: Any) -> Any:
            raise Planted(names)

        return object.__new__(type("Raises", (cls,), dict.fromkeys(names, fail)))

    def __init__(self, *names: str) -> None:
        pass
