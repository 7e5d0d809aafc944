"""The equity of hands and ranges in many spots at once: each spot on one thread, here or with an executor."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._by_street import Errors
from pokerbits._equity.columns_of_spots import Spots, read_spots
from pokerbits._equity.equity import OF_FAMILY
from pokerbits._equity.folded import Folded, check_takes_folded, read_folded
from pokerbits._equity.hand_spots import count_hands
from pokerbits._equity.range_rows_result import FIELDS, RangeEquityRows
from pokerbits._equity.ranges import Effort, Method, SamplingOptions, sampling_options, seconds_allowed
from pokerbits._evaluator.games import EquityGame, Game, game_named
from pokerbits._input.choices import check_name
from pokerbits._input.players import PlayerLike
from pokerbits._input.progress import ProgressLike, among_all, watching
from pokerbits._input.rng import RngLike, philox_key
from pokerbits._input.threads import resolve_task_threads
from pokerbits._input.types import SupportsArray
from pokerbits._tables import InParts, fill_by, fill_by_threads
from pokerbits.exceptions import (
    CancelledError,
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    InvalidRangeError,
    PokerbitsError,
)
from pokerbits.ranges._range import Dialect, RangeLike, check_dialect

if TYPE_CHECKING:
    from concurrent.futures import Executor

PlayerColumn: TypeAlias = PlayerLike | SupportsArray | Sequence[object]
"""A player of every spot: one hand or range for all, or a sequence of one for each spot."""

_OF_A_SPOT = (InvalidCardError, DuplicateCardError, CardCountError, InvalidRangeError)
"""The errors of hands, ranges and cards; those of options are the same for every spot."""

_MOST_ROWS, _BLOCKS = 64, 256
"""Largest number of spots in a block, and number of blocks below which blocks are smaller."""


def range_equity_rows(
    *players: PlayerColumn,
    board: PlayerColumn | None = None,
    dead: PlayerColumn | None = None,
    folded: Sequence[RangeLike] | None = None,
    dialect: Dialect | None = None,
    game: EquityGame = "holdem",
    method: Method = "auto",
    max_seconds: float | None = None,
    n_samples: int | None = None,
    std_error: float | None = None,
    rng: RngLike | None = None,
    executor: Executor | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
    errors: Errors = "raise",
) -> RangeEquityRows:
    """Return the equities of hands and ranges in many spots, such as the labels of a training set.

    Each spot has the equity that `equity` returns for its row: exact if that takes at most `max_seconds` by estimate,
    and sampled otherwise.

    Parameters
    ----------
    *players
        A column for each of two to ten players: a list, an array or a series with a hand or range for each spot, as
        text or as any other form that `equity` takes. One text, `Range` or hand of card ids stands for all spots.
    board
        A column of boards, of 0 to 5 cards each, or one board for all spots; by default none. `None` in a column
        is an empty board.
    dead
        A column of cards known to be out of play, or the same for all spots; by default none.
    folded
        Ranges of players who have folded, the same in all spots, as in `equity`; by default none.
    dialect
        Meaning of `+` and `-` behind connected hands in texts, as in `Range`.
    game
        Name of the game, as in `equity`.
    method
        `"exact"`, `"monte_carlo"` or `"auto"`, as in `equity`.
    max_seconds
        Longest estimated time of the exact answer of one spot, in seconds on one thread; by default 10 for `"auto"` and
        600 for `"exact"`.
    n_samples
        Number of samples of a sampled spot.
    std_error
        Standard error of equity, win, tie and lose at which sampling a spot stops; by default 0.0001 if `n_samples` is
        not given.
    rng
        Seed or generator of the samples, as `numpy.random.default_rng` takes it. Spot `i` of `n` is sampled with
        `numpy.random.SeedSequence(rng).spawn(n)[i]` if `rng` is an integer.
    executor
        Any executor of PEP 3148, such as that of Dask's `Client.get_executor()`, over which blocks of at most 64 spots
        are spread. Each task is sent its own spots only.
    num_threads
        Number of spots that are computed at once; by default that of `set_num_threads`. With an executor: threads of
        each task, by default 1. The result does not depend on executor or threads.
    progress
        `True` for a bar, or a function of steps done and steps in all.
    errors
        `"raise"`, or `"nan"` to give NaN to spots whose hands, ranges or cards are wrong, instead of raising the error
        of the first. Other errors are raised.

    Returns
    -------
    RangeEquityRows

    Raises
    ------
    PokerbitsError
        The errors of `equity`; `row` is the spot, and `player` is the player if there is one. Texts that cannot be read
        are found before the first spot is computed. One that stands for all spots raises with `errors="nan"`, too.
    InvalidArgumentError
        If there are not two to ten players, or columns have different lengths.
    CancelledError
        If a task of the executor is cancelled. Errors of the executor, such as `BrokenProcessPool`, pass unchanged.

    Notes
    -----
    A text that occurs in many rows is read once, with an executor once in each task. A spot of two ranges in hold'em
    takes about 0.1 milliseconds on the river, 0.3 on the turn, and on the flop 4, or less if one has few hands. Spots
    of specific hands are counted together, in a few microseconds each, unless they are sampled or have dead or folded
    cards.

    Sampled spots differ with their row: to compute a table in parts, give each part a seed of its own.

    Examples
    --------
    >>> import pokerbits as pb
    >>> heroes = ["QQ+, AKs", "AhKh", "22+, 0.5:A5s"]
    >>> boards = ["Ah7d2c", "Qh7h2c9s", "Ts9s2d3h4c"]
    >>> found = pb.reports.range_equity_rows(heroes, "22+, A2s+", board=boards)
    >>> found.equity[:, 0].round(4)
    array([0.6314, 0.4443, 0.6497])
    >>> sampled = pb.reports.range_equity_rows(heroes, "22+", "random", method="monte_carlo", n_samples=10_000, rng=1)
    >>> sampled, bool(sampled.std_error.max() < 0.01)
    (<RangeEquityRows: 3 spots of 3 players, 0 exact>, True)
    >>> found = pb.reports.range_equity_rows(["QQ+", "QQ++"], "AKs", board="Kd7s8c", errors="nan")
    >>> found.equity[:, 0].round(4)
    array([0.4135,    nan])
    """
    named, seconds = game_named(game), seconds_allowed(method, max_seconds)
    sampling = sampling_options(n_samples, std_error, rng)
    if not 2 <= len(players) <= _native.MAX_PLAYERS:
        raise InvalidArgumentError(f"expected 2 to {_native.MAX_PLAYERS} players, found {len(players)}")
    check_dialect(dialect)
    check_name("errors", errors, ("raise", "nan"))
    gone = read_folded(folded, dialect)
    check_takes_folded(gone, named)
    threads = resolve_task_threads(executor, num_threads)
    skips = errors == "nan"
    spots, is_wrong = read_spots(players, board, dead, named, dialect, skips=skips)
    effort = Effort(seconds, method == "exact", replace(sampling, rng=None), threads, None)
    options = _Options(named, gone, effort, _entropy(rng), skips)
    cells = np.empty((len(spots), len(FIELDS) * len(players) + 3))
    cells[is_wrong] = _wrong_row(len(players))
    rows = np.flatnonzero(~is_wrong)
    with watching(progress, "spots") as watcher:
        if len(rows):
            right = spots if len(rows) == len(spots) else spots.part(rows)
            cells[rows] = _cells(right, rows, options, executor, watcher)
    n = len(players)
    numbers = {name: np.ascontiguousarray(cells[:, at * n : (at + 1) * n]) for at, name in enumerate(FIELDS)}
    exact, deals, effective = cells[:, len(FIELDS) * n :].T.copy()
    return RangeEquityRows(**numbers, exact=exact == 1, n=deals, effective_samples=effective)


def _cells(
    spots: Spots, numbers: NDArray[np.int64], options: _Options, executor: Executor | None, watcher: Any
) -> NDArray[np.float64]:
    """Return the cells of spots that are read, whose rows in the columns of the caller are `numbers`."""
    cells = np.empty((len(spots), len(FIELDS) * len(spots.players) + 3))
    left, threads, seconds = np.arange(len(spots)), options.effort.num_threads, options.effort.seconds
    if options.game.name == "holdem" and seconds >= 0 and not options.folded.names and executor is None:
        left = count_hands(spots, cells, threads, watcher)
    if len(left):
        spec = SpotsSpec(spots.part(left), options, numbers[left])
        of_left = np.empty((len(left), cells.shape[1]))
        of_part = among_all(watcher, len(spots) - len(left), len(left), len(spots))
        _fill(spec, of_left.reshape(-1), executor, threads, of_part)
        cells[left] = of_left
    return cells


def _wrong_row(n_players: int) -> list[float]:
    """Return the cells of a spot that is wrong: no number, not exact, no showdowns."""
    return [np.nan] * (len(FIELDS) * n_players) + [0.0] * 3


def _entropy(rng: RngLike | None) -> np.random.SeedSequence:
    """Return the seed of all spots; a generator is advanced."""
    if isinstance(rng, np.random.SeedSequence):
        return np.random.SeedSequence(rng.entropy, spawn_key=rng.spawn_key, pool_size=rng.pool_size)
    if isinstance(rng, int | np.integer):
        return np.random.SeedSequence(int(rng))
    return np.random.SeedSequence(list(philox_key(rng)))


def _fill(spec: SpotsSpec, cells: NDArray[np.float64], executor: Executor | None, threads: int, watcher: Any) -> None:
    """Compute all spots with an executor, with threads of this process, or on this thread."""
    if executor is not None:
        fill_by(InParts(executor), spec, cells, threads, watcher)  # type: ignore[arg-type]
        return
    fill_by_threads(threads, spec, cells, watcher)


@dataclass(frozen=True)
class _Options:
    """The options of all spots."""

    game: Game
    folded: Folded
    effort: Effort
    entropy: np.random.SeedSequence
    skips: bool
    """Whether wrong spots have NaN and raise no error."""

    def of_row(self, row: int) -> SamplingOptions:
        """Return the sampling options of a spot, with a seed of its own."""
        of_all = self.entropy
        seed = np.random.SeedSequence(of_all.entropy, spawn_key=(*of_all.spawn_key, row), pool_size=of_all.pool_size)
        return replace(self.effort.sampling, rng=seed)


@dataclass(eq=False)
class SpotsSpec:
    """The spots as a table with a row for each: see `pokerbits._tables.blocks`.

    A row has the `FIELDS` of all players; whether it is exact; the number of showdowns or samples, and the effective
    sample size.
    """

    spots: Spots
    options: _Options
    numbers: NDArray[np.int64]
    """The row of each spot in the columns of the caller."""
    stop: threading.Event | None = None
    dtype: str = "float64"

    def __post_init__(self) -> None:
        """Choose the size of a block."""
        self.per_block = max(1, min(_MOST_ROWS, -(-len(self.spots) // _BLOCKS)))

    def open(self) -> SpotsSpec:
        """Return the table."""
        return self

    def part(self, block: int) -> SpotsSpec:
        """Return the table of one block; its rows keep their seeds."""
        rows = self._rows(block)
        chosen = slice(rows.start, rows.stop)
        part = SpotsSpec(self.spots.part(chosen), self.options, self.numbers[chosen])
        part.per_block = len(rows)
        return part

    def rows(self) -> int:
        """Return the number of spots."""
        return len(self.spots)

    def columns(self) -> int:
        """Return the number of cells in a row."""
        return len(FIELDS) * len(self.spots.players) + 3

    def n_blocks(self) -> int:
        """Return the number of blocks."""
        return -(-self.rows() // self.per_block)

    def block_rows(self, block: int) -> int:
        """Return the number of spots of a block."""
        return len(self._rows(block))

    def place_block(self, block: int, rows: NDArray[Any], out: NDArray[Any]) -> None:
        """Put the rows of a block into the whole table."""
        first = self._rows(block).start * self.columns()
        out[first : first + rows.size] = rows

    def compute_block(self, block: int, out: NDArray[Any], num_threads: int) -> None:
        """Compute the spots of a block one after the other."""
        for row, cells in zip(self._rows(block), out.reshape(-1, self.columns()), strict=True):
            self._look()
            try:
                self._compute(row, cells, num_threads)
            except PokerbitsError as error:
                if self.options.skips and isinstance(error, _OF_A_SPOT):
                    cells[:] = _wrong_row(len(self.spots.players))
                    continue
                error.row = int(self.numbers[row])
                raise

    def _compute(self, row: int, cells: NDArray[Any], num_threads: int) -> None:
        options, game = self.options, self.options.game
        players = [self.spots.reader(of.at(row), number) for number, of in enumerate(self.spots.players)]
        of_game = OF_FAMILY[game.family]
        if game.family == "two_cards":
            of_game = partial(of_game, folded=options.folded)
        effort = replace(
            options.effort,
            sampling=options.of_row(int(self.numbers[row])),
            num_threads=num_threads,
            # Signals are handled on the main thread: another one has to look whether anybody still waits for it.
            progress=None if self.stop is None else lambda done, total: self._look(),  # noqa: ARG005
        )
        board, dead = self.spots.board.at(row), self.spots.dead.at(row)
        found = of_game(players, board, dead, game=game, effort=effort)
        numbers = (getattr(found, name) for name in FIELDS)
        effective = np.inf if found.effective_samples is None else found.effective_samples
        cells[:] = [*(n for of in numbers for n in of.tolist()), found.exact, found.n, effective]

    def _look(self) -> None:
        """Raise if nobody waits for the spots any more."""
        if self.stop is not None and self.stop.is_set():
            raise CancelledError

    def _rows(self, block: int) -> range:
        first = block * self.per_block
        return range(first, min(first + self.per_block, len(self.spots)))
