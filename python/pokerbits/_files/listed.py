"""Files that exports wrote to a folder, listed by name and SHA-256: only they may be replaced.

The list has a line for each file in the form of sha256sum(1), which can check it. A file is listed before it gets its
name, beside the file that it replaces, so that a kill at any moment leaves only files that are listed.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

from pokerbits._files.held import check_not_held
from pokerbits._files.reading import read_text, sha256_of
from pokerbits._files.writing import check_plain, new_file
from pokerbits.exceptions import ForeignFileError

LIST = "pokerbits-export.sha256"
"""The name of the list."""
ANYWAY = "replace it (overwrite=True, on the command line --force)"
"""The option that replaces any file, in Python and on the command line."""
_LINE = re.compile(rb"([0-9a-f]{64})  ([^/\\\0\n]+)\n")


class ListedFiles:
    """The listed files of a folder, and new ones."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / LIST

    def check(self, names: Iterable[str]) -> None:
        """Refuse names of files that are not listed, or that were changed since.

        Raises
        ------
        ForeignFileError
            If there is such a file, or the list is something else.
        LockedFileError
            If a file is open, on Windows.
        """
        listed = self._read()
        for name in names:
            path = self.folder / name
            check_plain(path)
            if not os.path.lexists(path):
                continue
            if name not in listed or sha256_of(path) not in listed[name]:
                message = f"{path} was not written by an export, or was changed since: choose another path, or {ANYWAY}"
                raise ForeignFileError(message, filename=path)
            check_not_held(path)

    @contextmanager
    def new_file(self, name: str) -> Iterator[BinaryIO]:
        """Yield a file for writing that gets this name, and a line in the list, when the body ends."""
        with new_file(self.folder / name) as file:
            hashed = _HashedFile(file)
            yield cast("BinaryIO", hashed)
            self._list(name, hashed.sha256, keep=True)
        self._list(name, hashed.sha256, keep=False)

    def _list(self, name: str, sha256: str, *, keep: bool) -> None:
        """List a file; `keep` keeps the lines of earlier files of this name."""
        listed = self._read()
        listed[name] = [*(listed.get(name, []) if keep else []), sha256]
        with new_file(self.path) as file:
            file.write("".join(f"{each}  {of}\n" for of in sorted(listed) for each in listed[of]).encode())

    def _read(self) -> dict[str, list[str]]:
        """Return the checksums of each name."""
        listed: dict[str, list[str]] = {}
        if not os.path.lexists(self.path):
            return listed
        text = read_text(self.path)
        lines = list(_LINE.finditer(text))
        if b"".join(line[0] for line in lines) != text:
            message = f"{self.path} is no list of exported files: remove it, or choose another path"
            raise ForeignFileError(message, filename=self.path)
        for line in lines:
            listed.setdefault(line[2].decode(errors="surrogateescape"), []).append(line[1].decode())
        return listed


class _HashedFile:
    """A file that can only be written, and the SHA-256 of what was written."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._digest = file, hashlib.sha256()

    def write(self, data: Any) -> None:
        """Write bytes."""
        self._digest.update(data)
        self._file.write(data)

    @property
    def sha256(self) -> str:
        """The SHA-256 of what was written."""
        return self._digest.hexdigest()
