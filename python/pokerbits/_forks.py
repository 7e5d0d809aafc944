"""Forks: what no fork may interrupt, and what is finished before one.

The child of a fork has one thread, but every lock of the parent in the state that it had: a lock that another thread
held is never released in the child. The import of a module holds such a lock, and so do functions of other packages.
So a fork waits while another thread of the process is inside `NoFork`. Long calculations are not: their locks are
those of the core, which does without locks that a fork could freeze.

Some imports cannot be put inside `NoFork`: statements of programs that import a module of this package, and imports
that functions of NumPy do. So a process that has other threads imports these modules before it forks: the import waits
for a thread that has begun it, and none can begin it later. The children share these modules.
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

__all__ = ["LAZY_WITHOUT_EXTRAS", "NoFork", "load", "modules_to_finish"]

LAZY_WITHOUT_EXTRAS = frozenset({"abstraction", "openspiel", "plot", "reports", "typing"})
"""Modules that `import pokerbits` leaves out although they need NumPy alone."""

LONGEST_WAIT = 60.0
"""Seconds. If what the other thread waits for is held by the thread that forks, waiting longer would not help."""

# What functions of NumPy import that this package uses.
_LAZY_OF_NUMPY = frozenset({"mmap", "numpy.ma", "numpy.random"})


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


def modules_to_finish() -> list[str]:
    """Return the modules that are imported before a fork, if there are other threads."""
    begun = {name for name in list(sys.modules) if name.startswith("pokerbits.")}
    return sorted(begun | {f"pokerbits.{name}" for name in LAZY_WITHOUT_EXTRAS} | _LAZY_OF_NUMPY)


def _finish_imports() -> None:
    if threading.active_count() == 1:
        return
    for name in modules_to_finish():
        # Whoever imports a module that cannot be imported gets the error; a fork is no place for it.
        with suppress(Exception):
            import_module(name)


def _before_fork() -> None:
    _finish_imports()
    me = threading.get_ident()
    last = time.monotonic() + LONGEST_WAIT
    while True:
        _gate.acquire()
        if all(context.thread == me for context in _inside) or time.monotonic() > last:
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


# Functions that run before a fork run in the reverse order of their registration. That of `logging`, which registers it
# when it is imported, takes a lock that many modules need while they are imported; the wait must come before it.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child)
