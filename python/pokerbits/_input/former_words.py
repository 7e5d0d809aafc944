"""Keywords that functions used to have: the error says what to write instead."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")


def former(**hints: str) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Make a function raise a `TypeError` for each of these keywords, with what to write instead."""

    def with_hints(function: Callable[_P, _R]) -> Callable[_P, _R]:
        @wraps(function)
        def checked(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            for word in hints.keys() & kwargs.keys():
                raise TypeError(f"{function.__name__} has no argument {word}: {hints[word]}")
            return function(*args, **kwargs)

        return checked

    return with_hints
