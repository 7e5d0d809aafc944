"""Keywords that a function does not have: the error names the one to write instead.

Other libraries, and other functions here, have other words for the same thing.
"""

from collections.abc import Callable
from functools import wraps
from inspect import signature, unwrap
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")

_OTHER_WORDS = {
    "board": ("boards", "community", "community_cards"),
    "boards": ("board", "flops"),
    "dead": ("dead_cards",),
    "game": ("variant",),
    "hole": ("hand", "hands", "hole_cards"),
    "iterations": ("n_iterations", "max_iterations", "n_iter", "max_iter"),
    "labels": ("label", "buckets", "abstraction"),
    "leaf_values": ("leaf_value", "leaf_function", "value_function"),
    "max_iter": ("iterations", "n_iterations", "max_iterations", "n_iter"),
    "max_seconds": ("timeout", "seconds"),
    "n_clusters": ("k", "clusters", "n_buckets"),
    "n_buckets": ("k", "buckets", "n_clusters"),
    "n_opponents": ("opponents", "num_opponents"),
    "n_samples": ("iterations", "n_iterations", "samples", "num_samples", "simulations", "n_simulations", "trials"),
    "num_threads": ("threads", "n_threads", "n_jobs", "workers", "n_workers"),
    "opponent_values": ("opponent_value", "opponent_cfvs", "cfvs"),
    "pot": ("pots", "pot_size"),
    "pots": ("pot", "pot_sizes"),
    "progress": ("verbose",),
    "random_state": ("rng", "seed", "random_seed"),
    "rng": ("seed", "random_state", "random_seed"),
    "seed": ("rng", "random_state", "random_seed"),
    "stack": ("stacks", "effective_stack"),
    "stacks": ("stack", "stack_sizes"),
    "villain": ("opponent", "villain_range"),
}
"""Words that people write for a parameter."""


def former(**hints: str) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Give a function hints of its own, for words that it used to have."""

    def note(function: Callable[_P, _R]) -> Callable[_P, _R]:
        vars(function)["former"] = hints
        return function

    return note


def with_hints(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Make a function say, for a keyword that it does not have, which of its parameters has this meaning."""

    @wraps(function)
    def called(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        try:
            return function(*args, **kwargs)
        except TypeError:
            known = signature(function).parameters
            hints = {word: f"the parameter is {name}=" for name in known for word in _OTHER_WORDS.get(name, ())}
            hints |= vars(function).get("former", {})
            for word in [word for word in kwargs if word in hints and word not in known]:
                name = function.__qualname__.removesuffix(".__init__")
                raise TypeError(f"{name} has no parameter {word}: {hints[word]}") from None
            raise

    return called


def has_hints(function: Callable[..., object]) -> bool:
    """Return whether a function has a parameter for which people write other words."""
    code = unwrap(function).__code__
    named = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return not _OTHER_WORDS.keys().isdisjoint(named) or "former" in vars(function)
