"""What pokerbits raises: every exception says what was wrong and where, in words and as attributes.

Bad input is a `ValueError` too. What is no fault of the input is not: a fork in the midst of a call (`ThreadError`), a
count that no 64 bits hold (`CountOverflowError`), a call that was stopped (`CancelledError`), and files: each error of
a file is an `OSError` too, and its class says what to do. A `LockedFileError` passes when another process has finished,
a file of a `DamagedFileError` is to be removed and made again, and one of a `ForeignFileError` is somebody else's.
"""

import os
from typing import Any

from pokerbits._public import publish

__all__ = [
    "CancelledError",
    "CardCountError",
    "CountOverflowError",
    "DamagedFileError",
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

publish(__name__)


class PokerbitsError(Exception):
    """The base of every exception that pokerbits defines.

    Attributes
    ----------
    row
        The row of a batch in which the error is: its index, or a tuple of indices where there are several axes; `None`
        for a single hand.
    player
        The player whose cards are wrong, from 0, where there are players.
    position
        The character, from 0, at which a text cannot be read.
    card
        The card id, or the number that is none.

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
        # That of `OSError` would show a number of the system and the name of the file, which the text has.
        return where + BaseException.__str__(self)


class InvalidCardError(PokerbitsError, ValueError):
    """A card that the deck does not have, or a text that is no card."""


class InvalidRangeError(PokerbitsError, ValueError):
    """A text that is no range of hands, with a caret under the token that cannot be read, or weights that are none."""


class DuplicateCardError(PokerbitsError, ValueError):
    """The same card twice where all must differ."""


class CardCountError(PokerbitsError, ValueError):
    """The wrong number of cards."""


class OutOfRangeError(PokerbitsError, ValueError, IndexError):
    """A strength or an index beyond the last of its kind."""


class InvalidArgumentError(PokerbitsError, ValueError):
    """An argument that is understood but cannot be honoured."""


class NotFittedError(PokerbitsError, ValueError, AttributeError):
    """An estimator that is asked for what it learns before it has learned it."""


class CountOverflowError(PokerbitsError, OverflowError):
    """A count that does not fit the integer that would hold it, as of the hands of too large a game."""


class ThreadError(PokerbitsError, RuntimeError):
    """A process forked by a progress function in the midst of a call, without the threads that did the work."""


class CancelledError(PokerbitsError, RuntimeError):
    """A call that was told to stop before its end."""


class _FileError(PokerbitsError, OSError):
    """A file or folder that cannot be used as it is, whatever the system says."""

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
        super().__init__(message, row=row, player=player, position=position, card=card)
        self.filename = None if filename is None else os.fspath(filename)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name of the file too, which is no part of the dictionary of an `OSError`."""
        return type(self), self.args, self.__dict__ | {"filename": self.filename}


class DamagedFileError(_FileError):
    """A file that pokerbits has written and that is no longer what was written, or is gone.

    Remove it, and make it again. As of every error of a file, `filename` is its path; `errno` is `None`, for no call of
    the system has failed.
    """


class LockedFileError(_FileError):
    """A file that another process, or another call in this one, is writing: try again when it has finished.

    `filename` is the path of the locked file.
    """


class ForeignFileError(_FileError):
    """A file or folder that is not one of pokerbits, or of another table, abstraction or version.

    It is left alone: choose another path. `filename` is its path.
    """
