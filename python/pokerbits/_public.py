"""The `__module__` of public classes and functions: the namespace that users import, not the file that holds them.

Pickles, `repr`, `help` and documentation show that name, and pickles stay readable when a file moves.
"""

import sys
from collections.abc import Iterable
from contextlib import suppress
from inspect import get_annotations, isclass, isfunction

__all__ = ["publish"]


def publish(namespace: str, lazy: Iterable[str] = ()) -> None:
    """Publish what a namespace exports: `dir` lists these names alone, and private modules are not shown as theirs.

    Names in `lazy` are listed, too: they are imported when they are first asked for.
    """
    module = sys.modules[namespace]
    for name in module.__all__:
        thing = vars(module).get(name)
        if (isclass(thing) or isfunction(thing)) and is_private(thing.__module__):
            if isclass(thing):
                _evaluate_annotations(thing)
            thing.__module__ = namespace
    special = (name for name in vars(module) if name.startswith("__"))
    names = sorted({*module.__all__, *lazy, *special})
    vars(module)["__dir__"] = names.copy


def is_private(module: str) -> bool:
    """Return whether a module of this package is private."""
    return module.startswith("pokerbits.") and "._" in module


def _evaluate_annotations(cls: type) -> None:
    """Evaluate the annotations of a class where it is written: `typing.get_type_hints` would look in its namespace."""
    written_in = vars(sys.modules[cls.__module__])
    for name, hint in get_annotations(cls).items():
        # A named tuple wraps its annotations.
        text = getattr(hint, "__forward_arg__", hint)
        # Some name a class that is imported when it is first needed: these stay text.
        with suppress(NameError):
            cls.__annotations__[name] = eval(text, written_in, vars(cls)) if isinstance(text, str) else hint  # noqa: S307
