"""A data set of random endgames on disk: its description, and shards that are tables of `pokerbits._tables`.

The folder has `endgames.json`, one line of JSON that says what all endgames are, and the shards `endgames-000000.npy`
and so on, each a table that can be interrupted at any time. `endgames.lock` is there while somebody writes.

Endgame i depends on the seed and on i alone. So shards have the same bytes however they were made.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits import _native
from pokerbits._files.held import check_not_held
from pokerbits._files.mapped import mapping
from pokerbits._files.paths import as_path
from pokerbits._files.reading import canonical, naming, open_regular, parsed, read_text
from pokerbits._files.writing import ANEW, LockedFile, new_file
from pokerbits._input.choices import check_name
from pokerbits._input.integers import as_integers, narrow
from pokerbits._input.numbers import integer
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.threads import resolve_task_threads
from pokerbits._tables import RowBlocks, check_table, make_table, own_threads, tell
from pokerbits._tables.check import described
from pokerbits._tables.journal import table_files
from pokerbits.endgame._betting import ALL_IN, PLAYERS, BetSizes, SizesLike
from pokerbits.endgame._game import Endgame
from pokerbits.endgame._many import N_VALUES, Solving
from pokerbits.endgame._many_result import endgames
from pokerbits.endgame._random import N_CARDS, Street, random_endgames
from pokerbits.endgame._solver_file import described_tree, tree_of
from pokerbits.exceptions import DamagedFileError, ForeignFileError, InvalidArgumentError, OutOfRangeError

if TYPE_CHECKING:
    from concurrent.futures import Executor

DESCRIPTION, LOCK = "endgames.json", "endgames.lock"
_FORMAT = "pokerbits endgames v1"
_TABLE = "pokerbits table v1 endgames"
_DRAFT = re.compile(re.escape(DESCRIPTION) + r"\.[0-9a-f]{8}\.partial")
_MOST_IN_SHARD = 100_000
_N_RANGES = len(PLAYERS) * _native.COMBO_COUNT

SIZES = BetSizes((1, ALL_IN), (1, ALL_IN), max_bets=3)
"""Bets and raises of the pot and all-in, on each street."""


class SolvedEndgames(NamedTuple):
    """Random endgames and their values: a shard of `EndgameData`, or some rows.

    Attributes
    ----------
    boards
        The boards, uint8 (n, cards).
    hero, villain
        The ranges, float32 (n, 1326).
    pots, stacks
        The pots, and the chips that each player has left, float64 (n,).
    values
        The share of the pot that each hand gets, float32 (n, 2, 1326), as in `EndgameValues`.
    exploitability
        As a fraction of the pot, float64 (n,).
    iterations
        Number of iterations of each endgame, int64 (n,).

    Examples
    --------
    >>> import tempfile
    >>> from pokerbits.endgame import build_endgames
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with build_endgames(folder, 2, street="river", iterations=10) as data:
    ...         solved = data.take([1])
    >>> [array.shape for array in solved]
    [(1, 5), (1, 1326), (1, 1326), (1,), (1,), (1, 2, 1326), (1,), (1,)]
    """

    boards: NDArray[np.uint8]
    hero: NDArray[np.float32]
    villain: NDArray[np.float32]
    pots: NDArray[np.float64]
    stacks: NDArray[np.float64]
    values: NDArray[np.float32]
    exploitability: NDArray[np.float64]
    iterations: NDArray[np.int64]


def build_endgames(
    path: str | os.PathLike[str],
    n: int,
    *,
    street: Street = "turn",
    seed: int = 0,
    sizes: SizesLike | None = None,
    iterations: int | None = None,
    target: float | None = None,
    max_iterations: int = 10_000,
    rake: float = 0.0,
    rake_cap: float | None = None,
    all_in_threshold: float | None = None,
    shard_size: int = 10_000,
    resume: bool = True,
    executor: Executor | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> EndgameData:
    """Draw random endgames, solve them, and write them to a folder, such as the data that train a value network.

    A build can be interrupted at any time; call it again to resume.

    Parameters
    ----------
    path
        The folder, which is created if it does not exist.
    n
        Number of endgames.
    street
        Their first street: `"flop"`, `"turn"` or `"river"`.
    seed
        Random seed. Endgame `i` is that of `random_endgames(1, street, rng=SeedSequence(seed, spawn_key=(i,)))` with
        ranges in float32.
    sizes
        Bet sizes, as `BettingTree` takes them; by default bets and raises of the pot and all-in, at most three of them
        on a street.
    iterations, target, max_iterations
        When an endgame is solved, as in `solve_many`.
    rake, rake_cap, all_in_threshold
        As in `BettingTree`.
    shard_size
        Number of endgames in a file, 21 KB each.
    resume
        `False` starts again, and replaces a data set in the folder.
    executor
        Any executor of PEP 3148, such as that of Dask's `Client.get_executor()`, over which endgames are spread. Each
        task draws and solves one endgame.
    num_threads
        Number of endgames that are solved at once without an executor; by default that of `set_num_threads`. The files
        depend neither on it nor on the executor.
    progress
        `True` for a bar, or a function of endgames done and endgames in all.

    Returns
    -------
    EndgameData

    Raises
    ------
    InvalidArgumentError
        If an option is out of range, or there are both iterations and a target.
    ForeignFileError
        If the folder has other endgames, or files that are not of a data set. Nothing has been changed.
    DamagedFileError
        If a file is damaged.
    LockedFileError
        If another process, or another call, is writing to the folder; on Windows, if a file to be replaced is open.
    OSError
        If a file cannot be written.
    CancelledError
        If a task of the executor is cancelled. Errors of the executor, such as `BrokenProcessPool`, pass unchanged.

    Notes
    -----
    Memory does not grow with the number of endgames. A finished endgame is kept: it is on the disk after a few seconds.

    Examples
    --------
    >>> import tempfile
    >>> from pokerbits.endgame import build_endgames
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with build_endgames(folder, 3, street="river", target=0.01) as data:
    ...         solved = data.take([0, 2])
    >>> data
    <EndgameData: 3 endgames from the river, 1 shard>
    >>> solved.values.shape, bool((solved.exploitability <= 0.01).all())
    ((2, 2, 1326), True)
    """
    folder = as_path(path)
    check_name("street", street, N_CARDS)
    betting = [SIZES] * (6 - N_CARDS[street]) if sizes is None else sizes
    how = Solving(betting, rake, rake_cap, all_in_threshold, iterations, target, max_iterations)
    design = Design(n, street, seed, shard_size, how).checked()
    threads = resolve_task_threads(executor, num_threads)
    with watching(progress, "endgames") as watcher, _writing(folder, design, resume=resume):
        for number in range(design.n_shards):
            spec = design.shard(number)

            def part(done: int, total: int, first: int = spec.first) -> None:  # noqa: ARG001 - those of the shard
                tell(watcher, first + done, design.n)

            with nullcontext(executor) if executor is not None else own_threads(threads, spec) as workers:
                make_table(
                    spec,
                    (spec.n, spec.columns()),
                    label="endgames",
                    path=folder / design.name(number),
                    resume=resume,
                    executor=workers,
                    progress=part,
                )
            tell(watcher, spec.first + spec.n, design.n)
    return EndgameData(folder)


class EndgameData:
    """A finished data set of `build_endgames`, read from its folder; the end of a `with` block closes it.

    Parameters
    ----------
    path
        The folder.

    Attributes
    ----------
    path
        The folder.
    n_endgames
        Number of endgames.
    n_shards
        Number of files.
    description
        The content of `endgames.json`: street, seed, betting, and when an endgame is solved.

    Raises
    ------
    ForeignFileError
        If the folder has no data set, or one that is not finished.
    DamagedFileError
        If its description is damaged.
    OSError
        If it cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> from pokerbits.endgame import EndgameData, build_endgames
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = build_endgames(folder, 3, street="river", iterations=10, shard_size=2)
    ...     with EndgameData(folder) as data:
    ...         data.check()
    ...         print(data.n_shards, data.shard(1).hero.shape, data.take([2, 0]).boards.shape)
    2 (1, 1326) (2, 5)
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = as_path(path)
        found = _description(self.path)
        if found is None:
            why = "it does not exist" if not os.path.lexists(self.path) else f"it has no {DESCRIPTION}"
            raise ForeignFileError(f"{self.path} is not a folder of endgames: {why}", filename=self.path)
        self._design = found
        self._mapped: dict[int, NDArray[np.float32]] = {}
        self.n_endgames, self.n_shards = found.n, found.n_shards
        self.description: dict[str, Any] = found.about
        files = {path.name for path in self.path.iterdir()}
        left = sum(f"{found.name(number)}.json" not in files for number in range(found.n_shards))
        if left:
            message = f"{self.path} is not finished: {left} of {found.n_shards} shards are missing; build it again"
            raise ForeignFileError(message, filename=self.path)

    def shard(self, number: int) -> SolvedEndgames:
        """Return the endgames of one file; ranges and values are memory-mapped.

        Parameters
        ----------
        number
            Number of the shard, from 0.

        Returns
        -------
        SolvedEndgames

        Raises
        ------
        InvalidArgumentError
            If there is no such shard.
        DamagedFileError, ForeignFileError, OSError
            If its file is damaged, is another table, or cannot be read.
        """
        return _solved(self._cells(integer("number", number, 0, self.n_shards - 1)), N_CARDS[self._design.street])

    def take(self, rows: ArrayLike) -> SolvedEndgames:
        """Return some endgames in memory, such as a batch in random order.

        Parameters
        ----------
        rows
            Numbers of endgames, from 0.

        Returns
        -------
        SolvedEndgames
            In the order of the numbers.

        Raises
        ------
        OutOfRangeError
            If there is no such endgame.
        InvalidArgumentError
            If the numbers have several axes.
        TypeError
            If they are not integers.
        DamagedFileError, ForeignFileError, OSError
            As in `shard`.
        """
        numbers = as_integers(rows, "rows")
        last = self.n_endgames - 1
        wanted = narrow(numbers, np.int64, last, what="rows", item="endgame", error=OutOfRangeError)
        if wanted.ndim != 1:
            raise InvalidArgumentError(f"rows: expected one axis, found shape {wanted.shape}")
        size = self._design.shard_size
        shards = wanted // size
        cells = np.empty((len(wanted), self._design.shard(0).columns()), dtype=np.float32)
        for number in np.unique(shards).tolist():
            at = np.flatnonzero(shards == number)
            cells[at] = self._cells(number)[wanted[at] % size]
        return _solved(cells, N_CARDS[self._design.street])

    def check(self, *, progress: ProgressLike = None) -> None:
        """Compare all shards with their checksums.

        Parameters
        ----------
        progress
            `True` for a bar, or a function of shards done and shards in all.

        Raises
        ------
        DamagedFileError
            If a shard is damaged; the message says where.
        ForeignFileError, OSError
            As in `shard`.
        """
        with watching(progress, "shards") as watcher:
            for number in range(self.n_shards):
                self._cells(number)
                check_table(self.path / self._design.name(number))
                tell(watcher, number + 1, self.n_shards)

    @property
    def exploitability(self) -> NDArray[np.float64]:
        """The exploitability of all endgames, as a fraction of the pot, float64 (n,): the quality of the data."""
        return np.concatenate([self.shard(number).exploitability for number in range(self.n_shards)])

    @property
    def iterations(self) -> NDArray[np.int64]:
        """The number of iterations of all endgames, int64 (n,)."""
        return np.concatenate([self.shard(number).iterations for number in range(self.n_shards)])

    def _cells(self, number: int) -> NDArray[np.float32]:
        """Return the numbers of a shard, which stay mapped."""
        if number not in self._mapped:
            spec, path = self._design.shard(number), self.path / self._design.name(number)
            known = described(path, thorough=False)
            if known.table != spec.signature() or known.shape != (spec.n, spec.columns()):
                raise ForeignFileError(f"{path} belongs to another data set: {known.table}", filename=path)
            with naming(path), open_regular(path, links=True) as file, mapping():
                cells = np.memmap(file, known.dtype, "r", len(known.header), known.shape)
            self._mapped[number] = np.asarray(cells)
        return self._mapped[number]

    def close(self) -> None:
        """Unmap the files, once no array of `shard` is left. Windows does not remove them before."""
        self._mapped.clear()

    def __enter__(self) -> Self:
        """Return this data set."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close it."""
        self.close()

    def __reduce__(self) -> tuple[type[EndgameData], tuple[Path]]:
        return type(self), (self.path,)

    def __repr__(self) -> str:
        shards = f"{self.n_shards:,} shard{'s' * (self.n_shards != 1)}"
        return f"<EndgameData: {endgames(self.n_endgames)} from the {self._design.street}, {shards}>"


def _solved(cells: NDArray[np.float32], n_cards: int) -> SolvedEndgames:
    """Return the columns of a shard; ranges and values are views."""
    ends = [_native.COMBO_COUNT, _N_RANGES, _N_RANGES + N_VALUES, _N_RANGES + N_VALUES + n_cards]
    hero, villain, values, boards, others = np.split(cells, ends, axis=1)
    pots, stacks, exploitability, iterations = others.T.astype(np.float64)
    return SolvedEndgames(
        boards.astype(np.uint8),
        hero,
        villain,
        pots,
        stacks,
        values.reshape(len(cells), len(PLAYERS), _native.COMBO_COUNT),
        exploitability,
        iterations.astype(np.int64),
    )


@dataclass(frozen=True)
class Design:
    """The design of a data set: all that its bytes depend on."""

    n: int
    street: Street
    seed: int
    shard_size: int
    solving: Solving

    def checked(self) -> Self:
        """Return it after checking all numbers."""
        return type(self)(
            integer("n", self.n, 1),
            self.street,
            integer("seed", self.seed),
            integer("shard_size", self.shard_size, 1, _MOST_IN_SHARD),
            self.solving.checked(N_CARDS[self.street]),
        )

    @property
    def n_shards(self) -> int:
        """Number of shards."""
        return -(-self.n // self.shard_size)

    def name(self, number: int) -> str:
        """Return the name of a shard."""
        return f"endgames-{number:06}.npy"

    def shard(self, number: int) -> DrawnEndgames:
        """Return the endgames of a shard."""
        first = number * self.shard_size
        return DrawnEndgames(self.street, self.seed, first, min(self.shard_size, self.n - first), self.solving)

    @property
    def about(self) -> dict[str, Any]:
        """The description."""
        sizes = {"n_endgames": self.n, "shard_size": self.shard_size}
        return {"format": _FORMAT, **sizes, **_identity(self.street, self.seed, self.solving)}

    @property
    def text(self) -> bytes:
        """The text of the description, one line."""
        return canonical(self.about).encode() + b"\n"

    @classmethod
    def parse(cls, text: bytes) -> Design:
        """Return the design with this text, which must match it to the last byte; raise ValueError otherwise."""
        try:
            about = parsed(text)
            tree = tree_of(about["betting"] | {"pot": 1, "stack": 1})
            of_players: Any = {player: [street[at] for street in tree.sizes] for at, player in enumerate(PLAYERS)}
            stop = (about.get("iterations"), about.get("target"), about.get("max_iterations", 1))
            how = Solving(of_players, tree.rake, tree.rake_cap, tree.all_in_threshold, *stop)
            check_name("street", about["street"], N_CARDS)
            found = cls(about["n_endgames"], about["street"], about["seed"], about["shard_size"], how).checked()
            if found.text == text:
                return found
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
            pass
        raise ValueError("it is not what was written")


def _identity(street: str, seed: int, solving: Solving) -> dict[str, Any]:
    """Return all that endgame i depends on, besides i."""
    betting = {name: of for name, of in described_tree(solving.tree(1, 1)).items() if name not in ("pot", "stack")}
    stop: dict[str, Any] = {"iterations": solving.iterations}
    if solving.target is not None:
        stop = {"target": solving.target, "max_iterations": solving.max_iterations}
    return {"street": street, "seed": seed, "betting": betting, **stop}


@dataclass(eq=False)
class DrawnEndgames(RowBlocks):
    """The endgames of a shard as a table with a row for each: see `pokerbits._tables.blocks`.

    A row has the ranges of hero and of villain, all values of both, the cards of the board, pot, stack, exploitability
    and iterations.
    """

    street: Street
    seed: int
    first: int
    """The number of the first endgame."""
    n: int
    solving: Solving
    stop: threading.Event | None = None
    dtype: str = "<f4"

    def rows(self) -> int:
        """Return the number of endgames."""
        return self.n

    def columns(self) -> int:
        """Return the number of cells in a row."""
        return _N_RANGES + N_VALUES + N_CARDS[self.street] + 4

    def signature(self) -> str:
        """Return a line that identifies the endgames."""
        whole = sha256(canonical(_identity(self.street, self.seed, self.solving)).encode())
        return f"{_TABLE} {self.first} to {self.first + self.n - 1} of {whole.hexdigest()}"

    def compute_block(self, block: int, out: NDArray[Any], num_threads: int) -> None:  # noqa: ARG002 - one is used
        """Draw and solve one endgame."""
        own = np.random.SeedSequence(self.seed, spawn_key=(self.first + block,))
        drawn = random_endgames(1, self.street, rng=own, num_threads=1)
        # The ranges that are written are those that are solved.
        hero, villain = drawn.hero[0].astype(np.float32), drawn.villain[0].astype(np.float32)
        pot, stack = float(drawn.pots[0]), float(drawn.stacks[0])
        values = np.empty(N_VALUES + 2, dtype=np.float32)
        self.solving.solve(Endgame(drawn.boards[0], hero, villain, self.solving.tree(pot, stack)), values, self.stop)
        out[:] = np.concatenate([hero, villain, values[:N_VALUES], drawn.boards[0], [pot, stack], values[N_VALUES:]])


def _description(folder: Path) -> Design | None:
    """Return the design of the data set in a folder, `None` if it has no description."""
    path = folder / DESCRIPTION
    try:
        with naming(path):
            text = read_text(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if not str(parsed(text).get("format", "")).startswith(_FORMAT.rstrip("0123456789")):
        raise ForeignFileError(f"{path} is damaged, or not of a data set of endgames", filename=path)
    if parsed(text)["format"] != _FORMAT:
        message = f"{path} is of another version of the format, and this pokerbits reads {_FORMAT!r}"
        raise ForeignFileError(message, filename=path)
    try:
        return Design.parse(text)
    except ValueError as error:
        raise DamagedFileError(f"{path} is damaged: {error}", filename=path) from None


@contextmanager
def _writing(folder: Path, design: Design, *, resume: bool) -> Iterator[None]:
    """Lock a folder, and give it this description, for the length of the body."""
    with naming(folder):
        folder.mkdir(parents=True, exist_ok=True)
    _known(folder, design, resume=resume)
    lock = LockedFile(folder / LOCK)
    try:
        # Another call may have written meanwhile.
        known = _known(folder, design, resume=resume)
        if known is None or not resume:
            with naming(folder):
                _begin(folder, known, design)
        yield
    finally:
        lock.remove()


def _known(folder: Path, design: Design, *, resume: bool) -> Design | None:
    """Return the design of the folder, `None` for an empty one; raise for other files, and for another data set."""
    known = _description(folder)
    if known is None:
        others = [path for path in folder.iterdir() if path.name != LOCK and not _DRAFT.fullmatch(path.name)]
        if others:
            message = f"{folder} has other files ({min(others).name}) and no {DESCRIPTION}: choose another folder"
            raise ForeignFileError(message, filename=folder)
    elif resume and known.text != design.text:
        message = f"{folder} has other endgames: choose another folder, or start again and replace them ({ANEW})"
        raise ForeignFileError(message, filename=folder)
    return known


def _begin(folder: Path, known: Design | None, design: Design) -> None:
    """Remove the shards of another data set, if they are all certainly ours; then write the description."""
    ours: set[Path] = set()
    for number in range(known.n_shards if known else 0):
        path = folder / known.name(number) if known else folder
        there = {of for of in (path.with_name(path.name + end) for end in _ENDS) if os.path.lexists(of)}
        of_table = table_files(path)
        if there - of_table:
            message = f"{min(there - of_table)} is in the way, and is not certainly a file that pokerbits has written"
            raise ForeignFileError(message, filename=min(there - of_table))
        ours |= there
    check_not_held(*ours)
    for path in ours:
        path.unlink()
    # A call that was killed may have left one.
    for path in folder.iterdir():
        if _DRAFT.fullmatch(path.name):
            with suppress(OSError, DamagedFileError):
                if design.text.startswith(read_text(path)):
                    path.unlink()
    with new_file(folder / DESCRIPTION) as file:
        file.write(design.text)


_ENDS = ("", ".json", ".journal", ".partial", ".draft")
"""The ends of the names of a table's files."""
