"""The counts of three hand classes before the flop: the table, its file, and the equities."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._files.paths import as_path
from pokerbits._forks import NoFork
from pokerbits._input.progress import ProgressLike
from pokerbits._input.shown import shown
from pokerbits._tables import make_table
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import ForeignFileError, InvalidArgumentError

if TYPE_CHECKING:
    from concurrent.futures import Executor

VARIABLE = "POKERBITS_PREFLOP"
"""Environment variable with the path of the table."""
SIGNATURE = "pokerbits table v1 preflop three-way counts"
"""The line that identifies the table."""
PACKAGE = "pokerbits_preflop"
"""The package of data that has the table, from the extra `preflop`."""

_SHAPE = (len(HAND_CLASSES), 5, len(HAND_CLASSES), len(HAND_CLASSES))
"""First class, kind of count, second and third class."""


class ThreeWayCounts(NamedTuple):
    """Numbers of deals of three hand classes before the flop, in the order of `HAND_CLASSES`.

    A deal is three hands of two cards without a common card, one of each class, and a board of five of the other
    cards. Each field is uint32 (169, 169, 169), a part of the mapped table.

    Attributes
    ----------
    wins
        [a, b, c]: the hand of class a beats those of b and c.
    ties
        [a, b, c]: those of a and b tie and beat that of c.
    three_way_ties
        [a, b, c]: all three tie.
    folded_wins
        [a, b, c]: that of a beats that of b. The hand of class c has folded: nobody else has its cards.
    folded_ties
        [a, b, c]: those of a and b tie; that of c has folded.

    Examples
    --------
    >>> import numpy as np
    >>> import pokerbits as pb
    >>> counts = pb.preflop.ThreeWayCounts(*np.zeros((5, 169, 169, 169), np.uint32))
    >>> counts.deals().shape
    (169, 169, 169)
    """

    wins: NDArray[np.uint32]
    ties: NDArray[np.uint32]
    three_way_ties: NDArray[np.uint32]
    folded_wins: NDArray[np.uint32]
    folded_ties: NDArray[np.uint32]

    def deals(self) -> NDArray[np.int64]:
        """Return the number of all deals.

        Returns
        -------
        int64 (169, 169, 169)
            Sets of three disjoint hands of the classes, times the C(46, 5) boards.
        """
        # One player wins, or two tie, or all do.
        found = self.three_way_ties.astype(np.int64)
        for axes in ((0, 1, 2), (1, 0, 2), (1, 2, 0)):
            found += self.wins.transpose(axes)
        for axes in ((0, 1, 2), (0, 2, 1), (2, 0, 1)):
            found += self.ties.transpose(axes)
        return found


class ThreeWaySpec(NamedTuple):
    """Description of the table, for the workers of an executor."""

    dtype: str = "uint32"

    def open(self) -> _native.BlockTable:
        """Return the table, not yet computed."""
        return _native.three_way_table()


def build_three_way_counts(
    path: str | os.PathLike[str],
    *,
    resume: bool = True,
    executor: Executor | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> ThreeWayCounts:
    """Count all deals of three hand classes before the flop, and write them to a file.

    This takes 2 minutes on two threads with AVX-512, up to 10 without, once. `three_way_counts` reads the file.

    Parameters
    ----------
    path
        Name of a file of 97 MB that ends with `.npy`: an array uint32 (169, 5, 169, 169). Element [a, kind, b, c] is
        that of the field with this number of `ThreeWayCounts`. A `.npy.json` file beside it describes it.
    resume
        Whether to resume an interrupted table, or to return a finished one unchanged, as `strength_table` does.
    executor
        Executor of PEP 3148. Its workers compute the 13 blocks of the table.
    num_threads
        Threads to use; by default those of `set_num_threads`. With an executor: threads of each worker, by default 1.
        The result does not depend on executor or threads.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    ThreeWayCounts
        Parts of a read-only memory map of the file.

    Raises
    ------
    InvalidArgumentError
        If the name does not end with `.npy`, or `num_threads` is out of range.
    ForeignFileError, DamagedFileError, LockedFileError
        If a file in the way is not of this table, is damaged, or is being written.
    OSError
        If a file cannot be written.

    Notes
    -----
    The method is described in "Three players before the flop".

    Examples
    --------
    `pb.preflop.build_three_way_counts("three_way.npy", progress=True)` makes the file. A name is checked first:

    >>> import pokerbits as pb
    >>> pb.preflop.build_three_way_counts("three_way.txt")
    Traceback (most recent call last):
    pokerbits.exceptions.InvalidArgumentError: 'three_way.txt': expected a name that ends with .npy
    """
    table = make_table(
        ThreeWaySpec(),
        _SHAPE,
        label="three players before the flop",
        path=path,
        resume=resume,
        executor=executor,
        num_threads=num_threads,
        progress=progress,
    )
    return _fields(table)


def three_way_counts(path: str | os.PathLike[str] | None = None) -> ThreeWayCounts:
    """Return the counts of three hand classes before the flop from a finished file.

    Parameters
    ----------
    path
        File of `build_three_way_counts`, or of `pokerbits table three-way`; by default that which the environment
        variable `POKERBITS_PREFLOP` names, and otherwise that of the extra `preflop`, a package of data, if it is
        installed.

    Returns
    -------
    ThreeWayCounts
        Parts of a read-only memory map of the file: only what is used is read.

    Raises
    ------
    InvalidArgumentError
        If there is no such file, or no file is named or installed; the message says how to get it.
    ForeignFileError
        If the file is not this table.
    DamagedFileError
        If its header, its size, its first mebibyte or its description is damaged. `pokerbits.strength.check_table`
        checks all of it.
    OSError
        If the file cannot be read.

    Examples
    --------
    `counts.wins[a, b, c]` has the wins of class a. Without a file the error says how to get it:

    >>> import pokerbits as pb
    >>> counts = pb.preflop.three_way_counts("nowhere.npy")
    Traceback (most recent call last):
    pokerbits.exceptions.InvalidArgumentError: 'nowhere.npy': there is no finished table of three players; ...
    """
    return _fields(three_way_table(path))


def three_way_table(path: str | os.PathLike[str] | None = None) -> NDArray[np.uint32]:
    """Return the table whose parts `three_way_counts` returns."""
    at = table_file(path)
    with NoFork():
        from pokerbits._files.mapped import as_table, mapping
        from pokerbits._files.reading import naming, open_regular
        from pokerbits._tables.check import described

    try:
        known = described(at, thorough=False)
    except FileNotFoundError:
        message = f"{shown(os.fspath(at))}: there is no finished table of three players; {_HOW}"
        raise InvalidArgumentError(message) from None
    if known.table != SIGNATURE:
        raise ForeignFileError(
            f"{shown(os.fspath(at))} is another table: {known.table}, not {SIGNATURE!r}; {_HOW}", filename=at
        )
    with naming(at), open_regular(at, links=True) as file, mapping():
        mapped = np.memmap(file, known.dtype, "r", len(known.header), known.shape)
    return as_table(mapped)


def three_way_equities(path: str | os.PathLike[str] | None = None) -> NDArray[np.float64]:
    """Return the exact equities of three hand classes, all in before the flop.

    Parameters
    ----------
    path
        As in `three_way_counts`.

    Returns
    -------
    float64 (169, 169, 169)
        Element [a, b, c] is the equity of a hand of `HAND_CLASSES[a]` against one of class b and one of class c, the
        mean over all deals; NaN if they cannot be dealt.

    Raises
    ------
    InvalidArgumentError, ForeignFileError, DamagedFileError, OSError
        As in `three_way_counts`.

    Examples
    --------
    `equities[a, b, c]` has the equity of class a. Without a file the error says how to get it:

    >>> import pokerbits as pb
    >>> equities = pb.preflop.three_way_equities("nowhere.npy")
    Traceback (most recent call last):
    pokerbits.exceptions.InvalidArgumentError: 'nowhere.npy': there is no finished table of three players; ...
    """
    counts = three_way_counts(path)
    # In sixths of a pot: a hand that ties with one other takes three, and with two others two.
    sixths = 6 * counts.wins.astype(np.int64) + 2 * counts.three_way_ties.astype(np.int64)
    sixths += 3 * (counts.ties.astype(np.int64) + counts.ties.transpose(0, 2, 1))
    pots = 6 * counts.deals()
    equities = np.full(pots.shape, np.nan)
    np.divide(sixths, pots, out=equities, where=pots > 0)
    return equities


def has_table() -> bool:
    """Return whether a table is named for this process, or installed."""
    return bool(os.environ.get(VARIABLE)) or _installed() is not None


_HOW = (
    'install it with `pip install "pokerbits[preflop]"`, or make it with `pokerbits table three-way -o FILE.npy` '
    f"and pass its path or set {VARIABLE}"
)


def table_file(path: str | os.PathLike[str] | None = None) -> Path:
    """Return the path of the table: the given one, the named one, or that of the package of data."""
    if path is not None:
        return as_path(path)
    named = os.environ.get(VARIABLE)
    if named:
        return as_path(named)
    installed = _installed()
    if installed is None:
        raise InvalidArgumentError(f"three players need a table: {_HOW}")
    return installed


def _installed() -> Path | None:
    """Return the path of the table in the package of data, if that is installed."""
    with NoFork():
        from importlib.machinery import PathFinder

        found = PathFinder.find_spec(PACKAGE)
    if found is None or found.origin is None:
        return None
    return Path(found.origin).with_name("three_way.npy")


def _fields(table: NDArray[Any]) -> ThreeWayCounts:
    """Return the parts of a table."""
    return ThreeWayCounts(*(table[:, kind] for kind in range(_SHAPE[1])))
