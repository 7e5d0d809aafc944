"""Functions of the core before functions of Python: they answer plain calls, with exact types and common options.

A function of Python in front would take as long as the evaluation of a hand.
"""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, TypeVar, cast

from pokerbits import _native
from pokerbits._keyword_hints import with_hints

_Function = TypeVar("_Function", bound=Callable[..., Any])


def plain_first(
    native: Callable[..., Any], finish: Callable[..., Any] | None = None, *, with_players: bool = False
) -> Callable[[_Function], _Function]:
    """Return a decorator that puts a function of the core before one of Python.

    The core leaves to the function of Python the calls that are not plain, and those with an error. `finish` makes the
    result of what the core returns, and also of the arguments by place if these are players.
    """

    def put_before(function: _Function) -> _Function:
        behind = with_hints(function)
        return cast("_Function", update_wrapper(_native.put_before(native, behind, finish, with_players), behind))

    return put_before
