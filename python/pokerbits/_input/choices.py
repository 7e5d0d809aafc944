"""Check arguments with a few allowed names, with one error message for unknown names."""

from __future__ import annotations

from collections.abc import Iterable

from pokerbits._forks import NoFork
from pokerbits._input.shown import cut, shown
from pokerbits.exceptions import InvalidArgumentError


def check_name(what: str, name: object, known: Iterable[str]) -> None:
    """Raise an error if an argument is not one of the allowed names.

    Raises
    ------
    InvalidArgumentError
        If the text is not one of the names. The message suggests the most similar name.
    TypeError
        If the argument is not a text.
    """
    names = list(known)
    if not isinstance(name, str):
        raise TypeError(f"{what}: expected {any_of(names)}, found {shown(name)}")
    if name not in names:
        raise unknown_choice(what, name, names)


def unknown_choice(what: str, name: str, known: Iterable[str], *, hint: str = "") -> InvalidArgumentError:
    """Return the error for an unknown name; `hint` replaces the suggestion of a similar name."""
    names = list(known)
    if not hint:
        similar = _most_similar(name, names)
        hint = f"did you mean {similar!r}?" if similar else ""
    return InvalidArgumentError(
        f"{what}: expected {any_of(names)}, found {shown(name)}" + (f" ({hint})" if hint else "")
    )


def any_of(names: Iterable[str]) -> str:
    """Return a list of names for a message: `'a', 'b' or 'c'`."""
    *others, last = map(repr, names)
    return f"{', '.join(others)} or {last}" if others else last


def _most_similar(name: str, names: list[str]) -> str | None:
    """Return the name that is most similar to a misspelt one, or `None`."""
    with NoFork():
        from difflib import get_close_matches

    by_letters = {"".join(filter(str.isalnum, known.lower())): known for known in names}
    found = get_close_matches("".join(filter(str.isalnum, cut(name).lower())), by_letters, n=1)
    return by_letters[found[0]] if found else None
