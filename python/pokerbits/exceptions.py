"""Exceptions of pokerbits: each says what is wrong and where, in its message and in its attributes.

Errors for bad input are also `ValueError`s. Errors with another cause are not: `ThreadError` (a fork during a call),
`CountOverflowError` (a count that does not fit in 64 bits), `CancelledError` (a call that was stopped) and the errors
for files.

Errors for files are also `OSError`s, and the class says what to do. `LockedFileError`: wait until another process has
finished, or close what reads the file. `DamagedFileError`: remove the file and build it again. `ForeignFileError`: the
file belongs to something else; choose another path.
"""

import os
from typing import Any

from pokerbits._public import publish_namespace

__all__ = [
    "CancelledError",
    "CardCountError",
    "CountOverflowError",
    "DamagedFileError",
    "DialectWarning",
    "DuplicateCardError",
    "ForeignFileError",
    "InvalidArgumentError",
    "InvalidCardError",
    "InvalidRangeError",
    "LockedFileError",
    "NotFittedError",
    "OutOfRangeError",
    "PokerbitsError",
    "ThreadError",
]

publish_namespace(__name__)


class PokerbitsError(Exception):
    """Base class of all exceptions that pokerbits defines.

    Attributes
    ----------
    row
        Row of the batch with the error: its index, or a tuple of indices if there are several axes; `None` for a single
        hand.
    player
        Player whose cards are wrong, counted from 0; `None` if there are no players.
    position
        Index of the first character that cannot be parsed.
    card
        Card id, or the invalid number.

    Examples
    --------
    >>> import pokerbits as pb
    >>> try:
    ...     pb.evaluate([[0, 1, 2, 3, 4], [0, 1, 2, 3, 3]])
    ... except pb.PokerbitsError as error:
    ...     print(error, (error.row, error.card))
    row 1: card 2s (id 3) appears more than once (1, 3)
    """

    row: int | tuple[int, ...] | None
    player: int | None
    position: int | None
    card: int | None

    def __init__(
        self,
        message: str = "",
        *,
        row: int | tuple[int, ...] | None = None,
        player: int | None = None,
        position: int | None = None,
        card: int | None = None,
    ) -> None:
        super().__init__(message)
        self.row = row or None if isinstance(row, tuple) else row
        self.player = player
        self.position = position
        self.card = card

    def __str__(self) -> str:
        where = "" if self.row is None else f"row {self.row}: "
        # `OSError.__str__` would add the error number and the file name, which is already in the message.
        return where + BaseException.__str__(self)


class InvalidCardError(PokerbitsError, ValueError):
    """A card that is not in the deck, or a text that does not name a card."""


class InvalidRangeError(PokerbitsError, ValueError):
    """A text that is not a range, with a caret under the token that cannot be read, or invalid weights."""


class DialectWarning(UserWarning):
    """A text that means another range in other programs, because connected hands have `+` or `-` (`T9s+`).

    Choose its meaning with `dialect="both"` or `dialect="kicker"`.

    Examples
    --------
    >>> import warnings
    >>> import pokerbits as pb
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     combos = len(pb.Range("KQ+"))
    >>> print(combos, caught[0].category.__name__)
    32 DialectWarning
    >>> print(str(caught[0].message).rpartition(": ")[2])
    32 combos or 16. Choose a dialect, "both" or "kicker"
    """


class DuplicateCardError(PokerbitsError, ValueError):
    """A card that appears twice among cards that must differ."""


class CardCountError(PokerbitsError, ValueError):
    """The wrong number of cards."""


class OutOfRangeError(PokerbitsError, ValueError, IndexError):
    """A strength or an index that is out of range."""


class InvalidArgumentError(PokerbitsError, ValueError):
    """An argument with a value that is not supported."""


class NotFittedError(PokerbitsError, ValueError, AttributeError):
    """An estimator that is used before it is fitted."""


class CountOverflowError(PokerbitsError, OverflowError):
    """A count that does not fit the integer type, such as the number of hands of a game that is too large."""


class ThreadError(PokerbitsError, RuntimeError):
    """A progress function forked the process during a call; the child lacks the threads that do the work."""


class CancelledError(PokerbitsError, RuntimeError):
    """A call that was stopped before its end, for example because a task of its executor was cancelled."""


class _FileError(PokerbitsError, OSError):
    """A file or folder that cannot be used, although no system call failed."""

    def __init__(
        self,
        message: str = "",
        *,
        filename: str | os.PathLike[str] | None = None,
        row: int | tuple[int, ...] | None = None,
        player: int | None = None,
        position: int | None = None,
        card: int | None = None,
    ) -> None:
        # A path may have bytes that are no text; nobody could print the message.
        printable = message.encode(errors="backslashreplace").decode()
        super().__init__(printable, row=row, player=player, position=position, card=card)
        self.filename = None if filename is None else os.fspath(filename)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the file name as well, which is not in the dictionary of an `OSError`."""
        return type(self), self.args, self.__dict__ | {"filename": self.filename}


class DamagedFileError(_FileError):
    """A file written by pokerbits that has been changed, cut short or removed.

    Remove the file and build it again. As in all errors for files, `filename` is the path; `errno` is `None` because no
    system call failed.
    """


class LockedFileError(_FileError):
    """A file that somebody else uses: another process or call is writing it, or, on Windows, has it open or mapped.

    Try again when the writer has finished, or after closing the table or abstraction that reads the file.

    `filename` is the path of the locked file.
    """


class ForeignFileError(_FileError):
    """A file or folder that pokerbits did not write, or that is of another table, abstraction or version.

    It is left unchanged; choose another path. `filename` is its path.
    """
