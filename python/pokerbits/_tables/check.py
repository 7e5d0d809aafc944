"""Check that a finished table has the bytes that were written."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pokerbits._files.paths import as_path
from pokerbits._forks import NoFork
from pokerbits.exceptions import DamagedFileError, InvalidArgumentError

if TYPE_CHECKING:
    from pokerbits._tables.description import Description


def check_table(path: str | os.PathLike[str]) -> dict[str, object]:
    """Read a whole finished table and compare it with the checksums in its `.npy.json` file.

    A call of `strength_table` that finds a finished table compares only its header, its size and its first mebibyte.

    Parameters
    ----------
    path
        Path of the `.npy` file.

    Returns
    -------
    dict
        `table`, which identifies the table, and its `dtype` and `shape`.

    Raises
    ------
    DamagedFileError
        If the table or its description is damaged; the message says which, and where.
    ForeignFileError
        If one of the two is not a regular file.
    InvalidArgumentError
        If `path` is not a valid path.
    OSError
        If one of the two files cannot be read.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import pokerbits as pb
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "preflop.npy"
    ...     pb.strength_table("ehs", street="preflop", path=path).close()
    ...     pb.strength.check_table(path)
    {'table': 'pokerbits table v1 preflop ehs', 'dtype': 'float64', 'shape': (169,)}
    """
    known = described(as_path(path), thorough=True)
    return {"table": known.table, "dtype": known.dtype.name, "shape": known.shape}


def described(table: Path, *, thorough: bool) -> "Description":
    """Return the description of a finished table, compared with its file: with all of it if `thorough`."""
    # Imported here because most users of the package do not need it.
    with NoFork():
        from pokerbits._files.reading import open_regular, read_text
        from pokerbits._tables.description import DamagedError, Description

    at = table
    try:
        opened = open_regular(table, links=True)
    except ValueError as error:
        raise InvalidArgumentError(f"path: {error}") from None
    with opened as file:
        try:
            at = table.with_name(table.name + ".json")
            known = Description.parse(read_text(at, links=True))
            at = table
            known.check(file, thorough=thorough)
        except DamagedError as error:
            raise DamagedFileError(f"{at} is damaged: {error}", filename=at) from None
    return known
