"""Forks: what no fork may interrupt, and what is finished before one.

The child of a fork has one thread, but every lock of the parent in the state that it had: a lock that another thread
held is never released in the child. The import of a module holds such a lock, and so do functions of other packages.
So a fork waits while another thread of the process is inside `NoFork`. Long calculations are not: their locks are
those of the core, which does without locks that a fork could freeze.

An import statement for a module of this package cannot be put inside `NoFork`. So a process that has other threads
imports, before it forks, the modules that `import pokerbits` leaves out: the import waits for a thread that has begun
it, and none can begin it later. The children share these modules.
"""

import os
import sys
import threading
import time
from contextlib import suppress
from importlib import import_module
from types import ModuleType
from weakref import WeakSet

__all__ = ["LAZY_WITHOUT_EXTRAS", "NoFork", "load"]

LAZY_WITHOUT_EXTRAS = frozenset({"abstraction", "openspiel", "plot", "reports"})
"""Modules that `import pokerbits` leaves out although they need NumPy alone."""


class NoFork:
    """A context in which forks of other threads wait; a fork of this thread does not.

    Threads inside do not wait for each other, so no order of locks has to be kept: importing takes other locks.
    """

    __slots__ = ("__weakref__", "thread")

    def __enter__(self) -> None:
        self.thread = threading.get_ident()
        with _gate:
            _inside.add(self)

    def __exit__(self, *_: object) -> None:
        with _gate:
            _inside.discard(self)


def load(name: str) -> ModuleType:
    """Return a module of this package, imported if it has not been."""
    with NoFork():
        return import_module(f"pokerbits.{name}")


_gate = threading.RLock()
"""Held for a moment by a thread that enters or leaves, and by a thread that forks until the fork is done."""

# Weak references: a context that Ctrl-C ends between its two methods holds up no fork.
_inside: WeakSet[NoFork] = WeakSet()


def _finish_imports() -> None:
    """Wait for imports of this package by other threads, and leave none that could begin later."""
    if threading.active_count() == 1:
        return
    begun = {name for name in list(sys.modules) if name.startswith("pokerbits.")}
    for name in sorted(begun | {f"pokerbits.{name}" for name in LAZY_WITHOUT_EXTRAS}):
        # Whoever imports a module that cannot be imported gets the error; a fork is no place for it.
        with suppress(Exception):
            import_module(name)


def _before_fork() -> None:
    _finish_imports()
    me = threading.get_ident()
    while True:
        _gate.acquire()
        if all(context.thread == me for context in _inside):
            return
        _gate.release()
        # First uses take milliseconds. Ctrl-C ends the wait, and Python forks all the same.
        time.sleep(0.001)


def _after_fork_in_parent() -> None:
    # Not held after Ctrl-C.
    with suppress(RuntimeError):
        _gate.release()


def _after_fork_in_child() -> None:
    global _gate, _inside
    _gate = threading.RLock()
    _inside = WeakSet(context for context in _inside if context.thread == threading.get_ident())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child)
