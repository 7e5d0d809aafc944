"""Agents by name: those that come with the command line, functions of a module, and the solver of the endgame."""

import sys
from collections.abc import Callable
from functools import reduce
from importlib import import_module
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from pokerbits._input.shown import shown
from pokerbits.endgame import Decision

SOLVER = "solver"
"""The name of the solver of the endgame."""


def _always(decision: Decision, *wanted: str) -> NDArray[np.float64]:
    """Return probability 1 for one of these actions, the only one that a decision has."""
    chosen = [[float(action in wanted)] for action in decision.actions]
    return np.tile(chosen, (1, 1326))


def calls(decision: Decision, _: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Check and call."""
    return _always(decision, "check", "call")


def folds(decision: Decision, _: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Check, and fold to every bet."""
    return _always(decision, "check", "fold")


def uniform(decision: Decision, _: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Take all actions equally often."""
    return np.full((len(decision.actions), 1326), 1 / len(decision.actions))


BUILT_IN = {"calls": calls, "folds": folds, "uniform": uniform}


class Asked:
    """A function of a module, which remembers whether it has raised an exception of its own."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function, self.has_raised = function, False

    def __call__(self, decision: Decision, board: NDArray[np.uint8]) -> Any:
        """Return what the function returns."""
        try:
            return self._function(decision, board)
        except Exception:
            self.has_raised = True
            raise


def agent_named(name: str) -> Callable[..., Any]:
    """Return the agent of a name other than that of the solver, or raise."""
    if name in BUILT_IN:
        return BUILT_IN[name]
    module, _, function = name.partition(":")
    if not all(part.isidentifier() for part in (*module.split("."), *function.split("."))):
        raise click.UsageError(f"{shown(name)}: expected MODULE:FUNCTION, {', '.join(sorted(BUILT_IN))} or {SOLVER}")
    if "" not in sys.path:
        # The current folder.
        sys.path.insert(0, "")
    try:
        imported = import_module(module)
    except ModuleNotFoundError as error:
        # One that the module itself lacks is named by a traceback.
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise click.UsageError(f"{name}: no module {shown(module)}, also not in this folder") from None
    try:
        found = reduce(getattr, function.split("."), imported)
    except AttributeError:
        raise click.UsageError(f"{name}: the module {module} has no {shown(function)}") from None
    if not callable(found):
        raise click.UsageError(f"{name}: expected a function, found {shown(found)}")
    return Asked(found)
