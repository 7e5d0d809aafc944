"""Solvers in files: archives in NumPy's npz format, with a description and what was learnt at each decision."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from errno import ENOENT
from io import BytesIO
from math import inf
from os import strerror
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerbits._files.listed import ANYWAY
from pokerbits._files.reading import canonical, naming, open_regular, parsed
from pokerbits._files.writing import new_file
from pokerbits._input.progress import ProgressLike, watching
from pokerbits.cards import format_cards
from pokerbits.endgame._betting import PLAYERS, BetSizes, BettingTree
from pokerbits.endgame._game import Endgame
from pokerbits.exceptions import DamagedFileError, ForeignFileError

_FORMAT = "pokerbits solver v1"
_DESCRIPTION = "description.json"
_ALL_IN = "allin"
"""JSON has no infinity."""
_WRONG = (
    *(ValueError, TypeError, LookupError, AttributeError, OverflowError, EOFError),
    *(zipfile.BadZipFile, NotImplementedError, RuntimeError),
)
"""Errors of wrong texts and numbers, and of archives that are damaged, compressed in a new way or encrypted."""

Buckets = list[list[NDArray[np.uint32]] | None]
"""For each player, for each street, the bucket of every hand on every board; `None` for a player who sees hands."""


class Saved(NamedTuple):
    """All that a solver is made of. `learnt` has for each decision its regrets and sums, float32 (2, ...)."""

    game: Endgame
    buckets: Buckets
    algorithm: str
    storage: str
    isomorphic: bool
    iterations: int
    given: list[bool]
    learnt: Iterable[NDArray[np.float32]]


def refuse(path: Path, *, overwrite: bool) -> None:
    """Raise if a solver cannot be written to this path: before hours of work, too."""
    if not overwrite and path.is_file() and not _is_solver(path):
        message = f"{path} was not saved by a solver: choose another path, or {ANYWAY}"
        raise ForeignFileError(message, filename=path)
    if not path.parent.is_dir():
        raise FileNotFoundError(ENOENT, strerror(ENOENT), str(path))


def write(path: Path, saved: Saved, progress: ProgressLike, *, overwrite: bool) -> None:
    """Write a solver to a file, which is there as a whole or not at all."""
    refuse(path, overwrite=overwrite)
    game = saved.game
    description = {
        "format": _FORMAT,
        "algorithm": saved.algorithm,
        "storage": saved.storage,
        "isomorphic": saved.isomorphic,
        "iterations": saved.iterations,
        "given": [at for at, given in enumerate(saved.given) if given],
        "board": format_cards(game.board),
        "tree": described_tree(game.tree),
    }
    if game.game != "holdem":
        description["game"] = game.game
    with watching(progress, "decisions") as watcher, new_file(path) as file, zipfile.ZipFile(file, "w") as archive:
        archive.writestr(zipfile.ZipInfo(_DESCRIPTION), canonical(description))
        for player, weights, buckets in zip(PLAYERS, game._rows, saved.buckets, strict=True):  # noqa: SLF001
            _write(archive, f"{player}_weights", weights)
            for street, of_street in zip(game.streets, buckets or (), strict=buckets is not None):
                _write(archive, f"{player}_buckets_{street}", of_street)
        for at, (regrets, sums) in enumerate(saved.learnt):
            _write(archive, f"regrets_{at}", regrets)
            _write(archive, f"sums_{at}", sums)
            if watcher:
                watcher(at + 1, len(game.tree.decisions))


@contextmanager
def opened(path: Path, progress: ProgressLike) -> Iterator[Saved]:
    """Yield the solver in a file. A failure in the body is an error of the file."""
    with watching(progress, "decisions") as watcher, naming(path), open_regular(path, links=True) as file:
        is_ours, is_told = file.read(2) == b"PK", False
        try:
            with zipfile.ZipFile(file) as archive:
                read = _description(archive)
                is_ours = read.get("format") == _FORMAT
                if not is_ours:
                    raise ValueError(f"it is not of the format {_FORMAT!r}")
                hero, villain = (_array(archive, f"{player}_weights", "<f8") for player in PLAYERS)
                of_game = read.get("game", "holdem")
                game = Endgame(read["board"], hero, villain, tree_of(read["tree"]), game=of_game)
                buckets = [_buckets(archive, game, player) for player in range(len(PLAYERS))]
                n, given = len(game.tree.decisions), set(read["given"])

                def learnt() -> Iterator[NDArray[np.float32]]:
                    nonlocal is_told
                    for at in range(n):
                        yield np.stack([_array(archive, f"{kind}_{at}", "<f4") for kind in ("regrets", "sums")])
                        if watcher:
                            is_told = True
                            watcher(at + 1, n)
                            is_told = False

                options = (read["algorithm"], read["storage"], read["isomorphic"], read["iterations"])
                yield Saved(game, buckets, *options, [at in given for at in range(n)], learnt())
        except _WRONG as error:
            # An error of who watches the progress is none of the file.
            if is_told:
                raise
            if is_ours:
                raise DamagedFileError(f"{path} is damaged: {error}", filename=path) from error
            message = f"{path} was not saved by a solver: {error}"
            raise ForeignFileError(message, filename=path) from error


def _description(archive: zipfile.ZipFile) -> dict[str, Any]:
    """Return the description in an archive, or an empty dict."""
    return parsed(_bytes(archive, _DESCRIPTION)) if _DESCRIPTION in archive.namelist() else {}


def _is_solver(path: Path) -> bool:
    """Return whether a solver was saved to a file, perhaps by another version."""
    try:
        with open_regular(path) as file, zipfile.ZipFile(file) as archive:
            return str(_description(archive).get("format")).startswith(_FORMAT.rstrip("0123456789"))
    except (*_WRONG, ForeignFileError):
        return False


def described_tree(tree: BettingTree) -> dict[str, Any]:
    """Return a tree as JSON can say it."""

    def sizes(of: tuple[float, ...] | None) -> list[float | str] | None:
        return None if of is None else [_ALL_IN if size == inf else size for size in of]

    def street(of: BetSizes) -> dict[str, Any]:
        return {name: sizes(getattr(of, name)) for name in ("bets", "raises", "donk")} | {"max_bets": of.max_bets}

    described = {name: getattr(tree, name) for name in ("pot", "stack", "rake", "rake_cap", "all_in_threshold")}
    return described | {
        "sizes": {player: [street(of[at]) for of in tree.sizes] for at, player in enumerate(PLAYERS)},
    }


def tree_of(described: dict[str, Any]) -> BettingTree:
    """Return the tree that was described."""

    def sizes(of: list[Any] | None) -> Any:
        return None if of is None else [inf if size == _ALL_IN else size for size in of]

    def street(of: dict[str, Any]) -> BetSizes:
        return BetSizes(sizes(of["bets"]), sizes(of["raises"]), sizes(of["donk"]), of["max_bets"])

    options = {name: value for name, value in described.items() if name != "sizes"}
    of_players: Any = {player: [street(of) for of in described["sizes"][player]] for player in PLAYERS}
    return BettingTree(sizes=of_players, **options)


def _write(archive: zipfile.ZipFile, name: str, array: NDArray[Any]) -> None:
    # Without the time of day equal solvers have equal files.
    with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True) as member:
        np.lib.format.write_array(member, array.astype(array.dtype.newbyteorder("<"), copy=False), allow_pickle=False)


def _bytes(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return a part of the archive."""
    info = archive.getinfo(name)
    # Else a small file could take all memory.
    if info.compress_type != zipfile.ZIP_STORED:
        raise ValueError(f"{name} is compressed")
    return archive.read(info)


def _array(archive: zipfile.ZipFile, name: str, dtype: str) -> NDArray[Any]:
    """Return an array of the archive."""
    file = BytesIO(_bytes(archive, f"{name}.npy"))
    if np.lib.format.read_magic(file) != (1, 0):
        raise ValueError(f"{name}.npy is not in version 1.0 of NumPy's format")
    shape, is_fortran, kind = np.lib.format.read_array_header_1_0(file)
    if is_fortran or kind != np.dtype(dtype):
        raise ValueError(f"{name}.npy: expected {dtype} in C order, found {kind}")
    array = np.frombuffer(file.getbuffer()[file.tell() :], kind)
    return array.astype(kind.newbyteorder("="), copy=False).reshape(shape)


def _buckets(archive: zipfile.ZipFile, game: Endgame, player: int) -> list[NDArray[np.uint32]] | None:
    """Return the buckets of a player on each street."""
    names = [f"{PLAYERS[player]}_buckets_{street}" for street in game.streets]
    if f"{names[0]}.npy" not in archive.namelist():
        return None
    found = []
    for name, free in zip(names, game.possible, strict=True):
        ids = _array(archive, name, "<u4")
        if ids.shape != (len(free), len(game.combos[player])) or int(ids.max()) >= ids.size:
            raise ValueError(f"{name}.npy: wrong buckets")
        found.append(ids)
    return found
