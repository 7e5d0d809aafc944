"""The row in an error: a number, or an index into the caller's array."""

from __future__ import annotations

import numpy as np

from pokerbits.exceptions import InvalidCardError, PokerbitsError


def row_of(index: tuple[int, ...]) -> int | tuple[int, ...] | None:
    """Return the `row` of an error: a number for one leading axis, a tuple for several, `None` without."""
    return index[0] if len(index) == 1 else index or None


def row_at(place: int, shape: tuple[int, ...]) -> int | tuple[int, ...] | None:
    """Return the `row` of an error at a place, counted in C order, of an array with these leading axes."""
    return row_of(tuple(int(i) for i in np.unravel_index(place, shape)) if shape else ())


def at_row(error: PokerbitsError | TypeError, row: int | tuple[int, ...] | None) -> PokerbitsError:
    """Return the error of a row of a column. A row of another type is no cards, and no argument of a wrong type."""
    found = error if isinstance(error, PokerbitsError) else InvalidCardError(str(error))
    found.row = row
    return found


class RowsOf:
    """Context that converts the flat row in errors of the core to the row of an array with these leading axes."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape

    def __enter__(self) -> None:
        """Enter the block whose errors are converted."""

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        """Set the row of an error to that in the array."""
        if isinstance(error, PokerbitsError) and isinstance(error.row, int):
            error.row = row_at(error.row, self.shape)
