"""How many threads a call uses: its argument, else `set_num_threads`, else the environment, else every CPU."""

from __future__ import annotations

import operator
import os

from pokerbits import _native
from pokerbits._input.numbers import whole_number
from pokerbits._input.shown import cut, shown
from pokerbits.exceptions import InvalidArgumentError

_VARIABLES = ("POKERBITS_NUM_THREADS", "RAYON_NUM_THREADS")
_MAX_THREADS = _native.MAX_THREADS

_chosen: int | None = None
# What the environment and the affinity say, once asked for: reading them takes longer than many a call.
_default: int | None = None


def set_num_threads(num_threads: int | None) -> None:
    """Set how many threads batch calls use when they are not told; `None` returns to the default.

    The default is `POKERBITS_NUM_THREADS`, else `RAYON_NUM_THREADS`, else the CPUs that this process may use. It is
    read when it is first needed, and again after each call of this function and in the child of a fork: a process that
    changes its own environment or affinity calls `set_num_threads(None)`. Results never depend on it.

    Parameters
    ----------
    num_threads
        1 to 1024, or `None`.

    Raises
    ------
    InvalidArgumentError
        If the number is out of range.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.set_num_threads(1)
    >>> pb.get_num_threads()
    1
    >>> pb.set_num_threads(None)
    """
    global _chosen
    _chosen = None if num_threads is None else check_num_threads(num_threads)
    _forget_default()


def get_num_threads() -> int:
    """Return how many threads batch calls use when they are not told.

    Raises
    ------
    InvalidArgumentError
        If the environment gives something else than a number of threads.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.set_num_threads(2)
    >>> pb.get_num_threads()
    2
    >>> pb.set_num_threads(None)
    """
    global _default
    if _chosen is not None:
        return _chosen
    if _default is None:
        _default = _read_default()
    return _default


def _read_default() -> int:
    """Return the default, from the environment and the affinity as they are now."""
    for variable in _VARIABLES:
        text = os.environ.get(variable, "")
        if text not in ("", "0"):
            try:
                return check_num_threads(whole_number(text))
            except ValueError:
                message = f"{variable}={cut(text)}: expected a number of threads, 1 to {_MAX_THREADS}"
                raise InvalidArgumentError(message) from None
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _forget_default() -> None:
    """Have the default read again when it is next needed."""
    global _default
    _default = None


if hasattr(os, "register_at_fork"):
    # A child may have been given other CPUs than its parent.
    os.register_at_fork(after_in_child=_forget_default)


def resolve_num_threads(num_threads: int | None) -> int:
    """Return the threads of one call, given its argument."""
    return get_num_threads() if num_threads is None else check_num_threads(num_threads)


def resolve_task_threads(executor: object, num_threads: int | None) -> int:
    """Return the threads of one call, or with an executor, which is checked, those of each of its tasks."""
    if executor is None:
        return resolve_num_threads(num_threads)
    if isinstance(executor, type) or not callable(getattr(executor, "submit", None)):
        message = f"executor: expected an object with a method `submit` (PEP 3148), found {shown(executor)}"
        raise InvalidArgumentError(message)
    return 1 if num_threads is None else check_num_threads(num_threads)


def check_num_threads(num_threads: int) -> int:
    """Return `num_threads` as an int, if it is one and in range."""
    number = operator.index(num_threads)
    if not 1 <= number <= _MAX_THREADS:
        message = f"num_threads = {shown(number)}: expected 1 to {_MAX_THREADS}"
        raise InvalidArgumentError(message)
    return number
