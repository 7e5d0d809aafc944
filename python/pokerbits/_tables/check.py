"""Whether a finished table has the bytes that were written."""

import os

from pokerbits._files.paths import as_path
from pokerbits._forks import NoFork
from pokerbits.exceptions import DamagedFileError, InvalidArgumentError

__all__ = ["check_table"]


def check_table(path: str | os.PathLike[str]) -> dict[str, object]:
    """Read a finished table from end to end, and compare all of it with the checksums in the `.npy.json` beside it.

    A call of `strength_table` that finds a finished table compares its header, its size and its first mebibyte only.

    Parameters
    ----------
    path
        Of the `.npy` file.

    Returns
    -------
    dict
        `table`: which table it is. `dtype` and `shape`.

    Raises
    ------
    DamagedFileError
        If the table, or the description beside it, is damaged: the error says which, and where.
    ForeignFileError
        If one of the two is no ordinary file.
    InvalidArgumentError
        If the path is none.
    OSError
        If one of the two files cannot be read.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import pokerbits as pb
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "preflop.npy"
    ...     _ = pb.strength_table("ehs", street="preflop", out=path)
    ...     pb.strength.check_table(path)
    {'table': 'pokerbits table v1 preflop ehs', 'dtype': 'float64', 'shape': (169,)}
    """
    # Not needed by those who only import the package.
    with NoFork():
        from pokerbits._files.reading import open_regular, read_text
        from pokerbits._tables.description import DamagedError, Description

    table = at = as_path(path)
    try:
        opened = open_regular(table, links=True)
    except ValueError as error:
        message = f"path: {error}"
        raise InvalidArgumentError(message) from None
    with opened as file:
        try:
            at = table.with_name(table.name + ".json")
            known = Description.parse(read_text(at, links=True))
            at = table
            known.check(file, thorough=True)
        except DamagedError as error:
            message = f"{at} is damaged: {error}"
            raise DamagedFileError(message, filename=at) from None
    return {"table": known.table, "dtype": known.dtype.name, "shape": known.shape}
