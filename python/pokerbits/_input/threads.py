"""Number of threads of a call: its argument, else `set_num_threads`, else the environment, else all CPUs."""

from __future__ import annotations

import os

from pokerbits import _native
from pokerbits._input.numbers import integer, whole_number
from pokerbits._input.shown import cut, shown
from pokerbits._public import publish
from pokerbits.exceptions import InvalidArgumentError

_VARIABLES = ("POKERBITS_NUM_THREADS", "RAYON_NUM_THREADS")
_MAX_THREADS = _native.MAX_THREADS

# The number of `set_num_threads`. The core keeps it, or the default from environment and affinity: reading these takes
# longer than many calls.
_chosen: int | None = None


def set_num_threads(num_threads: int | None) -> None:
    """Set the default number of threads of batch calls; `None` restores the initial default.

    The initial default is `POKERBITS_NUM_THREADS`, else `RAYON_NUM_THREADS`, else the number of CPUs that this process
    may use. It is read at first use, again after each call of this function, and again in the child of a fork. A
    process that changes its own environment or affinity should call `set_num_threads(None)`. Results do not depend on
    the number of threads.

    Parameters
    ----------
    num_threads
        Number of threads, 1 to 1024, or `None`.

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
    """Return the default number of threads of batch calls.

    Returns
    -------
    int

    Raises
    ------
    InvalidArgumentError
        If the environment variable is not a valid number of threads.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.set_num_threads(2)
    >>> pb.get_num_threads()
    2
    >>> pb.set_num_threads(None)
    """
    kept = _native.kept_num_threads()
    if not kept:
        kept = _read_default()
        _native.keep_num_threads(kept)
    return kept


def _read_default() -> int:
    """Return the default from the current environment and affinity."""
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
    """Discard the default, so that it is read again at its next use."""
    _native.keep_num_threads(_chosen or 0)


if hasattr(os, "register_at_fork"):
    # A child may have other CPUs than its parent.
    os.register_at_fork(after_in_child=_forget_default)


def is_plain(num_threads: object) -> bool:
    """Return whether a number of threads leaves a call plain, so that the core may answer it.

    Calls of one hand ask whether it is `None` first: this call takes as long as a look-up.
    """
    return num_threads is None or (type(num_threads) is int and 1 <= num_threads <= _MAX_THREADS)


def resolve_num_threads(num_threads: int | None) -> int:
    """Return the number of threads of one call, given its argument."""
    return get_num_threads() if num_threads is None else check_num_threads(num_threads)


def resolve_task_threads(executor: object, num_threads: int | None) -> int:
    """Return the number of threads of one call, or of each task of an executor after checking the executor."""
    if executor is None:
        return resolve_num_threads(num_threads)
    if isinstance(executor, type) or not callable(getattr(executor, "submit", None)):
        message = f"executor: expected an object with a method `submit` (PEP 3148), found {shown(executor)}"
        raise InvalidArgumentError(message)
    return 1 if num_threads is None else check_num_threads(num_threads)


def check_num_threads(num_threads: int) -> int:
    """Return `num_threads` as an int after checking type and range."""
    return integer("num_threads", num_threads, 1, _MAX_THREADS, hint="leave it out to use all CPUs")


publish("pokerbits", get_num_threads, set_num_threads)
