"""What may be called, with which arguments, and what an obviously right, slow twin answers.

A maker draws the arguments of one call. Its oracle gets what they mean, and returns the answer (compared in type,
dtype, shape and contents), a check of the answer (a function), or raises `Refusal` where the call must.
"""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from values import Value

MAKERS: dict[str, Callable[[Random], "Call"]] = {}
"""The makers of calls by what they call, as Python names it."""


class Refusal(Exception):
    """What the arguments mean is wrong."""


class Unsure(Exception):
    """What the arguments mean may be right or wrong: there is no row that says."""


class Call(NamedTuple):
    """One call."""

    code: str
    """What is called."""
    arguments: dict[str, Value]
    """By name; those that begin with `*` by place."""
    oracle: Callable[..., Any]
    has_out: bool = False

    def text(self, out: Value | None = None) -> str:
        """The call as Python."""
        given = [
            value.code if name.startswith("*") else f"{name}={value.code}" for name, value in self.arguments.items()
        ]
        return f"{self.code}({', '.join([*given, f'out={out.code}'] if out else given)})"


def maker(name: str) -> Callable[[Callable[[Random], Call]], Callable[[Random], Call]]:
    def put(function: Callable[[Random], Call]) -> Callable[[Random], Call]:
        MAKERS[name] = function
        return function

    return put


def sometimes(rng: Random, value: Value, share: float = 0.5) -> Value | None:
    return value if rng.random() < share else None


def given(**arguments: Value | None) -> dict[str, Value]:
    """The arguments that are there; names of those by place begin with an underscore."""
    named = {("*" + name[1:] if name.startswith("_") else name): value for name, value in arguments.items()}
    return {name: value for name, value in named.items() if value is not None}


def anything(*_: Any, **__: Any) -> Callable[[Any], bool]:
    """The oracle of what is right, and has no other."""
    return lambda _: True


def unsure(*_: Any, **__: Any) -> Any:
    """The oracle of what may be right or wrong."""
    raise Unsure


class Shaped(NamedTuple):
    """The shape and dtype of an answer, and a check of what is in it."""

    shape: tuple[int, ...]
    dtype: Any
    right: Callable[[Any], bool]
