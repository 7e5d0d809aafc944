"""Set the `__module__` of public classes and functions to the namespace that users import, not to the private file.

Pickles, `repr`, `help` and the documentation show this name, and pickles stay readable if a file moves. Functions also
get hints for keywords that they do not have.
"""

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from inspect import get_annotations, isclass, isfunction, unwrap
from types import FunctionType

from pokerbits._keyword_hints import has_hints, with_hints


def publish(namespace: str, *things: object) -> None:
    """Show classes and functions of a private module as defined in the namespace."""
    for thing in things:
        if (isclass(thing) or _is_function(thing)) and is_private(thing.__module__):
            if isclass(thing):
                _evaluate_annotations(thing)
            elif isfunction(thing) and has_hints(thing):
                _replace(thing, with_hints(thing), thing.__module__, namespace)
                continue
            thing.__module__ = namespace


def _replace(function: FunctionType, by: Callable[..., object], written_in: str, namespace: str) -> None:
    """Put one function in the place of another, in its module and in the namespace."""
    function.__module__ = by.__module__ = namespace
    for module in (written_in, namespace):
        # A namespace that is not imported yet will take the name from the module.
        if getattr(sys.modules.get(module), function.__name__, None) is function:
            setattr(sys.modules[module], function.__name__, by)


def _is_function(thing: object) -> bool:
    """Return whether a thing is a function, or one of the core before a function."""
    return callable(thing) and isfunction(unwrap(thing))


def publish_namespace(namespace: str, lazy: Iterable[str] = ()) -> None:
    """Publish the exports of a namespace: `dir` lists only these names, and they are shown as defined in the namespace.

    Names in `lazy` are listed as well; they are imported at their first use.
    """
    module = sys.modules[namespace]
    publish(namespace, *(vars(module).get(name) for name in module.__all__))
    special = (name for name in vars(module) if name.startswith("__"))
    names = sorted({*module.__all__, *lazy, *special})
    vars(module)["__dir__"] = names.copy


def is_private(module: str) -> bool:
    """Return whether a module of this package is private."""
    return module.startswith("pokerbits.") and "._" in module


def _evaluate_annotations(cls: type) -> None:
    """Evaluate the annotations of a class in its own module: `typing.get_type_hints` would use the public namespace."""
    written_in = vars(sys.modules[cls.__module__])
    for name, hint in get_annotations(cls).items():
        # Named tuples wrap their annotations.
        text = getattr(hint, "__forward_arg__", hint)
        # Annotations that name a lazily imported class stay text. So do unions of native classes if the library cannot
        # be used: functions that raise stand for its classes then.
        with suppress(NameError, TypeError):
            cls.__annotations__[name] = eval(text, written_in, vars(cls)) if isinstance(text, str) else hint  # noqa: S307
