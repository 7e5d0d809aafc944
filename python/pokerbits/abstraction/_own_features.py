"""Features that a caller gives: arrays by hand index, or functions of hands. They are checked and get one form."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._hand_strength.card_games import HOLDEM, CardGame
from pokerbits._indexer import HandIndexer
from pokerbits._input.arrays import as_array, is_array
from pokerbits._input.choices import check_name
from pokerbits._input.missing import unmasked
from pokerbits._input.shown import shown
from pokerbits.abstraction._design import OWN, STREETS, Design
from pokerbits.exceptions import InvalidArgumentError

BLOCK = 1 << 16
"""Number of hands that a function is given at a time."""
_LARGEST = 1e100
_CHUNK = 1 << 20
"""Rows that are checked at a time."""


def names_of(features: Any) -> tuple[Any, dict[str, Any]]:
    """Return the features with `OWN` for those that are no names, and these by street."""
    if not isinstance(features, Mapping):
        return features, {}
    own = {street: feature for street, feature in features.items() if _is_own(street, feature)}
    return dict(features) | dict.fromkeys(own, OWN), own


def _is_own(street: Any, feature: Any) -> bool:
    """Return whether a feature is a function or an array."""
    check_name("features: street", street, STREETS)
    if callable(feature):
        return True
    has_numbers = isinstance(feature, list | tuple) or is_array(feature)
    return has_numbers and as_array(feature, f"features of the {street}").ndim > 0


def with_numbers(design: Design, features: Mapping[str, Any]) -> tuple[Design, dict[str, NDArray[Any]]]:
    """Return the numbers of all hands by street, and the design that identifies them."""
    numbers = {street: numbers_of(street, features[street], design.game) for street in STREETS if street in features}
    return design._replace(own=tuple((street, digest_of(of)) for street, of in numbers.items())), numbers


def numbers_of(street: str, feature: Any, game: CardGame = HOLDEM) -> NDArray[Any]:
    """Return the numbers of all hands of a street, finite, as float32 or float64: (hands,) or (hands, width)."""
    indexer = game.indexer(street)
    n = indexer.size()
    what = f"features of the {street}"
    if callable(feature) and not is_array(feature):
        return _one_axis(_called(indexer, feature, what))
    given = unmasked(feature, what)
    _check_shape(what, given.shape, n, rows_of(street, game))
    numbers = np.empty(given.shape, dtype=_dtype_of(what, given))
    for start in range(0, n, _CHUNK):
        numbers[start : start + _CHUNK] = given[start : start + _CHUNK]
        _check_finite(what, numbers[start : start + _CHUNK], start)
    return _one_axis(numbers)


def rows_of(street: str, game: CardGame) -> str:
    """Return the name of the indexer of the hands of a street, for errors."""
    if game == HOLDEM:
        return f"pokerbits.strength.STREET_INDEXERS[{street!r}]"
    return f"{game!r}.indexer({street!r})"


def digest_of(numbers: NDArray[Any]) -> str:
    """Return the SHA-256 of numbers, which identifies them in the design."""
    digest = hashlib.sha256(f"{numbers.dtype.name} {numbers.shape}".encode())
    for start in range(0, len(numbers), _CHUNK):
        digest.update(numbers[start : start + _CHUNK].astype(numbers.dtype.newbyteorder("<"), copy=False).data)
    return digest.hexdigest()


def _called(indexer: HandIndexer, function: Callable[[NDArray[np.uint8]], Any], what: str) -> NDArray[Any]:
    """Return the numbers that a function gives for all hands, block by block."""
    n = indexer.size()
    numbers: NDArray[Any] | None = None
    for start in range(0, n, BLOCK):
        some = range(start, min(start + BLOCK, n))
        given = unmasked(function(indexer.unindex(some)), what)
        _check_shape(what, given.shape, len(some), "hands")
        if numbers is None:
            numbers = np.empty((n, *given.shape[1:]), dtype=_dtype_of(what, given))
        elif given.shape[1:] != numbers.shape[1:] or _dtype_of(what, given) != numbers.dtype:
            raise InvalidArgumentError(
                f"{what}: the function returned {given.dtype} {given.shape} for hands {start} to {some[-1]}, and "
                f"{numbers.dtype} {(BLOCK, *numbers.shape[1:])} for the first"
            )
        numbers[start : some[-1] + 1] = given
        _check_finite(what, numbers[start : some[-1] + 1], start)
    assert numbers is not None  # noqa: S101
    return numbers


def _dtype_of(what: str, given: NDArray[Any]) -> np.dtype[Any]:
    """Return the dtype in which numbers are kept."""
    if given.dtype.kind not in "iuf":
        raise TypeError(f"{what}: expected integers or floats, found dtype {given.dtype}")
    return np.dtype(np.float32 if given.dtype.itemsize <= 4 and given.dtype.kind == "f" else np.float64)


def _check_shape(what: str, shape: tuple[int, ...], n: int, of: str) -> None:
    """Raise unless there are one or more numbers for every hand."""
    if len(shape) in (1, 2) and shape[0] == n and 0 not in shape:
        return
    found = f"{shape[0]:,} rows" if len(shape) in (1, 2) and shape[0] != n else f"shape {shape}"
    message = f"{what}: expected ({n:,},) or ({n:,}, width) numbers, one row for each of {of}; found {found}"
    raise InvalidArgumentError(message)


def _check_finite(what: str, numbers: NDArray[Any], start: int) -> None:
    """Raise for numbers that are not finite or too large; make every zero positive, as equal rows have equal bytes."""
    wrong = ~(np.abs(numbers) <= min(_LARGEST, float(np.finfo(numbers.dtype).max)))
    if wrong.any():
        at = tuple(int(i) for i in np.argwhere(wrong)[0])
        message = f"{what}: expected finite numbers up to 1e100, found {shown(float(numbers[at]))}"
        raise InvalidArgumentError(message, row=start + at[0])
    numbers += 0.0


def _one_axis(numbers: NDArray[Any]) -> NDArray[Any]:
    """Return numbers with a single column as one axis."""
    return numbers.reshape(-1) if numbers.ndim == 2 and numbers.shape[1] == 1 else numbers
