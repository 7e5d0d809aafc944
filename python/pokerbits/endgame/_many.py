"""Solve many endgames: each on one thread, spread over threads of this process or an executor."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits import _native
from pokerbits._input.card_arrays import as_cards
from pokerbits._input.numbers import integer, real, real_numbers, rows_of_numbers
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.situation import check_board
from pokerbits._input.threads import resolve_task_threads
from pokerbits._input.types import CardsLike
from pokerbits._tables import InParts, RowBlocks, fill_by, fill_by_threads
from pokerbits.endgame._betting import PLAYERS, BettingTree, SizesLike
from pokerbits.endgame._game import Endgame
from pokerbits.endgame._many_result import EndgameValues
from pokerbits.endgame._random import N_CARDS
from pokerbits.endgame._solver import Solver
from pokerbits.exceptions import CancelledError, InvalidArgumentError, PokerbitsError

if TYPE_CHECKING:
    from concurrent.futures import Executor

ITERATIONS = 1000
"""Number of iterations without a target."""
MOST_ITERATIONS = 1 << 24
"""Largest number of iterations: float32 has all integers up to it."""
N_VALUES = len(PLAYERS) * _native.COMBO_COUNT
"""Number of values of an endgame."""


def solve_many(
    boards: CardsLike,
    hero: ArrayLike,
    villain: ArrayLike,
    *,
    pots: ArrayLike,
    stacks: ArrayLike,
    sizes: SizesLike,
    iterations: int | None = None,
    target: float | None = None,
    max_iterations: int = 10_000,
    rake: float = 0.0,
    rake_cap: float | None = None,
    all_in_threshold: float | None = None,
    executor: Executor | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> EndgameValues:
    """Solve many endgames, and return the values of all hands of both players.

    Each endgame is solved by a `Solver` of its own on one thread.

    Parameters
    ----------
    boards
        The boards, shape (n, 3) for flops, (n, 4) for turns or (n, 5) for rivers.
    hero, villain
        The ranges: weights of shape (n, 1326), or (1326,) for all endgames, in the order of `COMBOS`. Hero acts first.
    pots, stacks
        The pot of each endgame, and the chips that each player has left: shape (n,), or one number for all.
    sizes
        Bet sizes, the same in all endgames, as `BettingTree` takes them.
    iterations
        Number of iterations of discounted CFR of each endgame; by default 1,000 without a target.
    target
        Exploitability at which an endgame is solved, as a fraction of its pot, in place of a number of iterations.
    max_iterations
        With a target: largest number of iterations.
    rake, rake_cap, all_in_threshold
        As in `BettingTree`.
    executor
        Any executor of PEP 3148, such as that of Dask's `Client.get_executor()`, over which endgames are spread. Each
        task is sent one endgame.
    num_threads
        Number of endgames that are solved at once without an executor; by default that of `set_num_threads`. The result
        depends neither on it nor on the executor.
    progress
        `True` for a bar, or a function of endgames done and endgames in all.

    Returns
    -------
    EndgameValues

    Raises
    ------
    PokerbitsError
        The errors of `BettingTree` and `Endgame`; `row` is the endgame. All endgames are checked before the first is
        solved.
    InvalidArgumentError
        If arrays have other shapes, an option is out of range, or there are both iterations and a target.
    CancelledError
        If a task of the executor is cancelled. Errors of the executor, such as `BrokenProcessPool`, pass unchanged.

    Notes
    -----
    Beside the result, memory is needed for one solver on each thread. A hand with a weight of 0 has no value, and takes
    no time; a small weight gives it one.

    Examples
    --------
    >>> from pokerbits.endgame import ALL_IN, BetSizes, random_endgames, solve_many
    >>> boards, hero, villain, pots, stacks = random_endgames(2, "river", rng=1)
    >>> sizes = BetSizes((1, ALL_IN))
    >>> found = solve_many(boards, hero, villain, pots=pots, stacks=stacks, sizes=sizes, target=0.01)
    >>> found.values.shape, found.values.dtype, bool((found.exploitability <= 0.01).all())
    ((2, 2, 1326), dtype('float32'), True)
    """
    dealt = _boards(boards)
    n = len(dealt)
    how = Solving(sizes, rake, rake_cap, all_in_threshold, iterations, target, max_iterations).checked(dealt.shape[1])
    first, second = (_rows(weights, n, player) for weights, player in zip((hero, villain), PLAYERS, strict=True))
    spec = GivenEndgames(dealt, first, second, _chips(pots, n, "pots"), _chips(stacks, n, "stacks"), how)
    threads = resolve_task_threads(executor, num_threads)
    # All endgames are checked now, before hours of work.
    for row in range(n):
        spec.game(row)
    cells = np.empty(n * spec.columns(), dtype=np.float32)
    with watching(progress, "endgames") as watcher:
        if executor is None:
            fill_by_threads(threads, spec, cells, watcher)
        else:
            fill_by(InParts(executor), spec, cells, threads, watcher)  # type: ignore[arg-type]
    values, exploitability, counts = np.split(cells, [n * N_VALUES, n * (N_VALUES + 1)])
    return EndgameValues(
        dealt,
        values.reshape(n, len(PLAYERS), -1),
        exploitability.astype(np.float64),
        counts.astype(np.int64),
    )


@dataclass(frozen=True)
class Solving:
    """How each of many endgames is solved: the betting but for the chips, and when to stop."""

    sizes: SizesLike
    rake: float
    rake_cap: float | None
    all_in_threshold: float | None
    iterations: int | None
    target: float | None
    max_iterations: int

    def checked(self, n_cards: int) -> Solving:
        """Return it after checking all numbers, for boards of this size, with `iterations` or `target`."""
        tree, n_streets = self.tree(1, 1), 6 - n_cards
        if tree.n_streets != n_streets:
            streets = f"{n_streets} street{'s' * (n_streets > 1)}"
            message = f"sizes: expected those of {streets} for boards of {n_cards} cards, found {tree.n_streets}"
            raise InvalidArgumentError(message)
        most = integer("max_iterations", self.max_iterations, 1, MOST_ITERATIONS)
        if self.target is None:
            n = ITERATIONS if self.iterations is None else self.iterations
            return replace(self, iterations=integer("iterations", n, 0, MOST_ITERATIONS), max_iterations=most)
        if self.iterations is not None:
            raise InvalidArgumentError("pass iterations= or target=, not both")
        return replace(self, target=real("target", self.target, 0, above=True), max_iterations=most)

    def tree(self, pot: float, stack: float) -> BettingTree:
        """Return the betting with these chips."""
        rules = {"rake": self.rake, "rake_cap": self.rake_cap, "all_in_threshold": self.all_in_threshold}
        return BettingTree(pot, stack, self.sizes, **rules)  # type: ignore[arg-type]

    def solve(self, game: Endgame, out: NDArray[np.float32], stop: threading.Event | None) -> None:
        """Fill the values of all hands, exploitability and iterations; raise if nobody waits for them any more."""

        def look(done: int, total: int) -> None:  # noqa: ARG001 - only whether to go on
            if stop is not None and stop.is_set():
                raise CancelledError

        solver = Solver(game)
        solver.run(
            self.iterations, target=self.target, max_iterations=self.max_iterations, num_threads=1, progress=look
        )
        values = [solver.values(0, player, num_threads=1)[0] + 0.5 for player in PLAYERS]
        out[:] = np.concatenate([*values, [solver.exploitability(num_threads=1), solver.iterations]])


@dataclass(eq=False)
class GivenEndgames(RowBlocks):
    """The caller's endgames as a table with a row for each: see `pokerbits._tables.blocks`.

    A row has all values of hero and of villain, the exploitability and the iterations. The whole table has first the
    values of all endgames, then the other two.
    """

    boards: NDArray[np.uint8]
    hero: NDArray[Any]
    villain: NDArray[Any]
    pots: NDArray[np.float64]
    stacks: NDArray[np.float64]
    solving: Solving
    first: int = 0
    """The number of the first endgame."""
    stop: threading.Event | None = None
    dtype: str = "float32"

    def part(self, block: int) -> GivenEndgames:
        """Return the table of one endgame."""
        row = slice(block, block + 1)
        names = ("boards", "hero", "villain", "pots", "stacks")
        return replace(self, **{name: getattr(self, name)[row] for name in names}, first=self.first + block)

    def rows(self) -> int:
        """Return the number of endgames."""
        return len(self.boards)

    def columns(self) -> int:
        """Return the number of cells in a row."""
        return N_VALUES + 2

    def place_block(self, block: int, rows: NDArray[Any], out: NDArray[Any]) -> None:
        """Put the row of an endgame into the whole table."""
        n = self.rows()
        out[block * N_VALUES : (block + 1) * N_VALUES] = rows[:N_VALUES]
        out[n * N_VALUES + block :: n] = rows[N_VALUES:]

    def compute_block(self, block: int, out: NDArray[Any], num_threads: int) -> None:  # noqa: ARG002 - one is used
        """Solve one endgame."""
        self.solving.solve(self.game(block), out, self.stop)

    def game(self, row: int) -> Endgame:
        """Return an endgame."""
        try:
            tree = self.solving.tree(float(self.pots[row]), float(self.stacks[row]))
            return Endgame(self.boards[row], self.hero[row], self.villain[row], tree)
        except PokerbitsError as error:
            error.row = self.first + row
            raise


def _boards(boards: CardsLike) -> NDArray[np.uint8]:
    """Return boards as uint8 (n, cards)."""
    dealt = as_cards(boards, what="boards")
    check_board(dealt.shape[-1], tuple(N_CARDS.values()), "boards")
    if dealt.ndim > 2:
        raise InvalidArgumentError(f"boards: expected shape (n, {dealt.shape[-1]}), found {dealt.shape}")
    dealt = dealt.reshape(-1, dealt.shape[-1])
    if not len(dealt):
        raise InvalidArgumentError("boards: expected at least one board")
    return dealt


def _rows(weights: ArrayLike, n: int, what: str) -> NDArray[Any]:
    """Return the weights of a player as (n, 1326), in float32 if they are, without a copy of a right array."""
    is_short = getattr(weights, "dtype", None) == np.float32
    rows = rows_of_numbers(weights, _native.COMBO_COUNT, np.float32 if is_short else np.float64, what)
    if rows.ndim > 2 or (rows.ndim == 2 and len(rows) != n):
        message = f"{what}: expected shape ({n}, 1326), for as many boards, or (1326,), found {rows.shape}"
        raise InvalidArgumentError(message)
    return np.broadcast_to(rows, (n, _native.COMBO_COUNT))


def _chips(values: ArrayLike, n: int, what: str) -> NDArray[np.float64]:
    """Return a number of chips for each endgame."""
    numbers = real_numbers(values, what)
    if numbers.shape not in ((), (n,)):
        message = f"{what}: expected one number, or {n} for as many boards, found shape {numbers.shape}"
        raise InvalidArgumentError(message)
    return np.broadcast_to(numbers, (n,))
