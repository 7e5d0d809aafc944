"""Forks: sections that no fork may interrupt, and imports that finish before a fork.

The child of a fork has one thread, but all locks of the parent in their current state: a lock that another thread held
is never released in the child. Importing a module holds such a lock, and so do functions of other packages. A fork
therefore waits while another thread of the process is inside `NoFork`. Long calculations do not use `NoFork`: they run
in the core, which has no locks that a fork could freeze.

Some imports cannot be put inside `NoFork`: import statements in the user's program, and imports inside functions of
NumPy. A process with other threads therefore imports these modules before it forks. The import waits for a thread that
has already begun it, and no thread can begin it later. The children share these modules.
"""

import logging  # noqa: F401
import os
import sys
import threading
import time
from contextlib import suppress
from importlib import import_module
from types import ModuleType
from weakref import WeakSet

from pokerbits._homes import WITHOUT_EXTRAS

LONGEST_WAIT = 60.0
"""Seconds. If the other thread waits for a lock that the forking thread holds, waiting longer would not help."""

FIRST_PLACE = 0.1
"""Seconds for which a thread that wants to enter `NoFork` lets a waiting fork go first."""

# Modules that the NumPy functions used in this package import.
_LAZY_OF_NUMPY = frozenset({"mmap", "numpy.ma", "numpy.random"})


class NoFork:
    """A context in which forks by other threads wait; a fork by this thread does not.

    Threads inside the context do not wait for each other, so there is no lock order to respect: importing takes other
    locks. A thread that enters again and again does not keep forks from happening: it lets a fork that waits go first,
    but not for long, as a thread inside may wait for it.
    """

    __slots__ = ("__weakref__", "thread")

    def __enter__(self) -> None:
        self.thread = threading.get_ident()
        last = time.monotonic() + FIRST_PLACE
        while True:
            with _gate:
                nested = any(context.thread == self.thread for context in _inside)
                if not _waiting or nested or time.monotonic() > last:
                    _inside.add(self)
                    return
            time.sleep(0.001)

    def __exit__(self, *_: object) -> None:
        with _gate:
            _inside.discard(self)


def load(name: str) -> ModuleType:
    """Return a module of this package; import it first if necessary."""
    with NoFork():
        return import_module(f"pokerbits.{name}")


_gate = threading.RLock()
"""Held briefly by a thread that enters or leaves, and by a forking thread until the fork is done."""

# Weak references: a context that Ctrl-C ends between its two methods does not block forks.
_inside: WeakSet[NoFork] = WeakSet()

_waiting: set[int] = set()
"""The threads that wait to fork."""


def modules_to_finish() -> list[str]:
    """Return the modules to import before a fork if there are other threads."""
    begun = {name for name in list(sys.modules) if name.startswith("pokerbits.")}
    return sorted(begun | {f"pokerbits.{name}" for name in WITHOUT_EXTRAS} | _LAZY_OF_NUMPY)


def _finish_imports() -> None:
    if threading.active_count() == 1:
        return
    for name in modules_to_finish():
        # The user's own import of a broken module raises the error; a fork must not.
        with suppress(Exception):
            import_module(name)


def _before_fork() -> None:
    _finish_imports()
    me = threading.get_ident()
    _waiting.add(me)
    last = time.monotonic() + LONGEST_WAIT
    while True:
        _gate.acquire()
        if all(context.thread == me for context in _inside) or time.monotonic() > last:
            return
        _gate.release()
        # First uses take milliseconds. Ctrl-C ends the wait, and Python then forks anyway.
        time.sleep(0.001)


def _after_fork_in_parent() -> None:
    _waiting.discard(threading.get_ident())
    # The lock is not held after Ctrl-C.
    with suppress(RuntimeError):
        _gate.release()


def _after_fork_in_child() -> None:
    # The other threads, which wait or hold the lock, do not exist here.
    global _gate, _inside, _waiting
    _waiting = set()
    _gate = threading.RLock()
    _inside = WeakSet(context for context in _inside if context.thread == threading.get_ident())


# Functions that run before a fork run in reverse order of registration. The one that `logging` registers on import
# takes a lock that many modules need while they are imported, so the wait must come before it.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child)
