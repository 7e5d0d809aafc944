"""The base class of immutable objects: card sets, ranges and indexers. Results are frozen dataclasses."""


class Immutable:
    """Base class that refuses to set or delete attributes; constructors use `object.__setattr__`."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise _refusal(self)

    def __delattr__(self, name: str) -> None:
        raise _refusal(self)


def _refusal(value: object) -> AttributeError:
    return AttributeError(f"a value of type {type(value).__name__} cannot be changed")
