"""Score an abstraction: what it, percentile buckets and no abstraction lose on random boards."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from pokerbits._files.reading import canonical
from pokerbits._input.card_arrays import as_cards
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import integer
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rng import RngLike, generator
from pokerbits._input.shown import shown
from pokerbits._input.situation import check_board
from pokerbits._input.threads import resolve_task_threads
from pokerbits._input.types import CardsLike
from pokerbits._input.weights import WeightsLike
from pokerbits._tables import RowBlocks, make_table, own_threads
from pokerbits.cards import format_cards
from pokerbits.endgame._betting import ALL_IN, PLAYERS, BetSizes, BettingTree
from pokerbits.endgame._boards import drawn_boards
from pokerbits.endgame._exploitability import exploitability
from pokerbits.endgame._game import Endgame
from pokerbits.endgame._hole_cards import EndgameGame, checked_game, weights_of
from pokerbits.endgame._labels import LabelsLike, labels_of
from pokerbits.endgame._omaha_labels import omaha_labels
from pokerbits.endgame._percentiles import percentile_labels
from pokerbits.endgame._score_result import NAMES, AbstractionScore
from pokerbits.endgame._solver_file import described_tree
from pokerbits.exceptions import CancelledError, InvalidArgumentError, InvalidRangeError
from pokerbits.ranges._omaha_range import OmahaRange
from pokerbits.ranges._range import Dialect

if TYPE_CHECKING:
    from concurrent.futures import Executor

HERO = "22+, A2s+, K5s+, Q8s+, J8s+, T8s+, 97s+, 87s, 76s, 65s, A8o+, KTo+, QTo+, JTo"
VILLAIN = (
    "0.5:AA-QQ, JJ-22, 0.5:AKs, AQs-A2s, KQs-K5s, Q8s+, J8s+, T8s+, 97s+, 86s+, 75s+, 65s, 54s, AQo-A7o, KTo+, QTo+"
)
"""Ranges as after a raise and a call."""
OMAHA_RANGE = "30%"
"""The range of both players in Omaha."""

ITERATIONS = {"flop": 100, "turn": 200, "river": 1000}
OMAHA_ITERATIONS = {"turn": 50, "river": 200}
STREETS = tuple(ITERATIONS)
_VERSION = 1
"""Version of the files of scores: it changes with the numbers in them."""
_N_CARDS = {"flop": 3, "turn": 4, "river": 5}


def default_tree(street: str) -> BettingTree:
    """Return the betting of a game that the caller does not choose."""
    if street == "river":
        return BettingTree(100, 300, BetSizes((0.33, 0.75, 1.5, ALL_IN), (1, ALL_IN), max_bets=3))
    return BettingTree(100, 250, [BetSizes(0.75)] * (6 - _N_CARDS[street]))


def score_abstraction(
    labels: LabelsLike,
    *,
    street: Literal["flop", "turn", "river"] = "river",
    n_boards: int = 20,
    boards: CardsLike | None = None,
    hero: WeightsLike | OmahaRange | None = None,
    villain: WeightsLike | OmahaRange | None = None,
    game: EndgameGame = "holdem",
    dialect: Dialect | None = None,
    tree: BettingTree | None = None,
    iterations: int | None = None,
    rng: RngLike = 0,
    path: str | os.PathLike[str] | None = None,
    resume: bool = True,
    executor: Executor | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
    on_board: Callable[[AbstractionScore], object] | None = None,
) -> AbstractionScore:
    """Return what an abstraction loses in endgames on boards drawn at random, with standard errors.

    Each board is an endgame between the same two ranges with the same betting. It is solved with the abstraction, with
    percentile buckets of E[HS], as many on each street as the abstraction has in use there, and without abstraction.
    The exploitability without abstraction is the error of convergence.

    Parameters
    ----------
    labels
        The abstraction: a `CardAbstraction`, or labels in another form that `Solver` takes. An array of labels has the
        shape (1326,), or (270725,) in Omaha, as it serves all boards.
    street
        First street of the endgames: `"river"`, `"turn"` with turn and river, or `"flop"` with all three. All of their
        streets are abstracted.
    n_boards
        Number of boards.
    boards
        The boards, shape (n, 3) for the flop, (n, 4) for the turn or (n, 5); by default they are drawn. The flop comes
        first: an abstraction with perfect recall tells it from the turn card.
    hero, villain
        Ranges, as `Endgame` takes them. The default ranges are those after a raise and a call; in Omaha the best 30% of
        hands. Hero acts first.
    game
        `"holdem"`, or `"omaha"`, whose endgames are turns and rivers.
    dialect
        Meaning of `+` and `-` behind connected hands in texts, as in `Range`.
    tree
        The betting. By default the pot is 100. On the river the stacks are 300; bets are 33%, 75% or 150% of the pot or
        all-in, raises the pot or all-in, with at most three bets and raises. On earlier streets the stacks are 250, and
        every street has one bet size of 75% of the pot and no raises.
    iterations
        Number of CFR+ iterations of each game; by default 1,000 on the river, 200 on the turn and 100 on the flop; in
        Omaha 200 on the river and 50 on the turn.
    rng
        Seed or generator of the draw of boards, as `numpy.random.default_rng` takes it.
    path
        A file that keeps the scores: each board is written when it is scored, and a call that was interrupted goes on
        with the others. It is a table, as `strength_table` writes them, with a row for each board. For a
        `CardAbstraction`, and other labels with a text `fingerprint`.
    resume
        `False` starts again, and replaces the file.
    executor
        Any executor of PEP 3148, such as that of Dask's `Client.get_executor()`, over which boards are spread. The
        labels have to be picklable; the pickle of a `CardAbstraction` in a folder is its path, which workers have to be
        able to read.
    num_threads
        Number of boards that are solved at once without an executor; by default that of `set_num_threads`. The result
        does not depend on it.
    progress
        `True` for a bar, or a function of boards done and boards in all.
    on_board
        A function that is called with the score of each board, in the order of the boards, as soon as it and those
        before are known. Boards that the file of `path` has come first.

    Returns
    -------
    AbstractionScore
        The one-sided and two-sided exploitability on each board, as fractions of the pot.

    Raises
    ------
    InvalidArgumentError, TypeError
        If an argument is not as above. An exception of `on_board` passes unchanged; boards in a file are kept.
    InvalidRangeError
        If a board blocks every hand of a range; the message names the board.
    DamagedFileError, ForeignFileError, LockedFileError, OSError
        With `path`, as `strength_table`: such as a file with scores of another abstraction, or on other boards.
    CancelledError
        If a task of the executor is cancelled. Errors of the executor, such as `BrokenProcessPool`, pass unchanged.

    Notes
    -----
    Boards are drawn up to suit isomorphism, as flops with the later cards that they have. One is drawn after the other
    without replacement, each with a probability in proportion to the number of its suit-isomorphic boards. Then the
    suits of each are permuted at random. `exploitability` defines both numbers.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.endgame import score_abstraction
    >>> def by_strength(board):
    ...     return pb.RankedBoards(board).strengths // 500
    >>> score = score_abstraction(by_strength, n_boards=3, hero="77+, ATs+", villain="22+, KQs", iterations=200)
    >>> score.n_buckets[:, 0].ravel(), score.one_sided[:, 0].round(3)
    (array([11,  6,  5]), array([0.009, 0.018, 0.016]))
    >>> mean, std_error = score.difference()
    """
    kind = checked_game(game, ("holdem", "omaha"))
    defaults = ITERATIONS if kind == "holdem" else OMAHA_ITERATIONS
    check_name("street", street, defaults)
    size = _N_CARDS[street]
    n_iterations = defaults[street] if iterations is None else integer("iterations", iterations)
    betting = default_tree(street) if tree is None else tree
    if not isinstance(betting, BettingTree) or betting.n_streets != 6 - size:
        expected = f"a BettingTree of {('three streets', 'two streets', 'one street')[size - 3]}"
        raise InvalidArgumentError(f"tree: expected {expected} for the {street}, found {shown(betting)}")
    drawn = integer("n_boards", n_boards), generator(rng)
    if boards is None:
        dealt = drawn_boards(street, *drawn)
    else:
        dealt = as_cards(boards, what="boards")
        check_board(dealt.shape[-1], (size,), "boards")
        dealt = dealt.reshape(-1, size)
        if not len(dealt):
            raise InvalidArgumentError("boards: expected at least one board")
    threads = resolve_task_threads(executor, num_threads)
    ranges = (HERO, VILLAIN) if kind == "holdem" else (OMAHA_RANGE, OMAHA_RANGE)
    first, second = (
        weights_of(kind, default if of is None else of, name, dialect)
        for of, default, name in zip((hero, villain), ranges, PLAYERS, strict=True)
    )
    if on_board is not None and not callable(on_board):
        raise TypeError(f"on_board: expected a function of an AbstractionScore, found {type(on_board).__name__}")
    spec = ScoreSpec(dealt, labels, first, second, betting, n_iterations, kind)
    spec.placed = None if on_board is None else {}
    # A board that blocks a range, or labels that do not fit, are found before hours of work.
    for board in range(len(dealt)):
        spec.game(board)
    labels_of(spec.game(0), labels)
    shape = len(dealt), spec.columns()
    told = 0

    def tell_boards(rows: dict[int, NDArray[np.float64]]) -> None:
        nonlocal told
        while on_board is not None and told in rows:
            on_board(_score(street, dealt[told : told + 1], rows.pop(told), n_iterations))
            told += 1

    workers_of = nullcontext(executor) if executor is not None else own_threads(threads, spec)
    with watching(progress, "boards") as watcher, workers_of as workers:

        def look(done: int, total: int) -> None:
            if spec.placed is not None:
                tell_boards(spec.placed)
            if watcher is not None:
                watcher(done, total)

        cells = make_table(
            spec, shape, label="boards", path=path, resume=resume, mmap=False, executor=workers, progress=look
        )
    tell_boards(dict(enumerate(cells)))
    return _score(street, dealt, cells, n_iterations)


def _score(street: str, boards: NDArray[np.uint8], cells: NDArray[np.float64], iterations: int) -> AbstractionScore:
    """Return the score of some boards from their rows."""
    exploited = cells.reshape(len(boards), -1)[:, :6].reshape(-1, len(NAMES), 2)
    return AbstractionScore(
        street,
        boards,
        cells.reshape(len(boards), -1)[:, 6:].astype(np.int64).reshape(len(boards), len(NAMES), -1),
        np.ascontiguousarray(exploited[:, :, 0]),
        np.ascontiguousarray(exploited[:, :, 1]),
        iterations,
    )


@dataclass(eq=False)
class ScoreSpec(RowBlocks):
    """The scores as a table with a row for each board: see `pokerbits._tables.blocks`.

    A row has the one-sided and the two-sided exploitability of each of `NAMES`, and the number of buckets of each on
    each street.
    """

    boards: NDArray[np.uint8]
    labels: LabelsLike
    hero: NDArray[np.float64]
    villain: NDArray[np.float64]
    tree: BettingTree
    iterations: int
    kind: EndgameGame = "holdem"
    stop: threading.Event | None = None
    dtype: str = "float64"
    placed: dict[int, NDArray[np.float64]] | None = None
    """Rows that are known by board, until somebody takes them; `None` if nobody does."""

    def rows(self) -> int:
        """Return the number of boards."""
        return len(self.boards)

    def columns(self) -> int:
        """Return the number of cells in a row."""
        return len(NAMES) * (2 + self.tree.n_streets)

    def signature(self) -> str:
        """Return a line that identifies the scores."""
        fingerprint = getattr(self.labels, "fingerprint", None)
        if not isinstance(fingerprint, str):
            found = shown(self.labels)
            message = (
                f"path: expected labels whose fingerprint tells their file from others: a CardAbstraction, not {found}"
            )
            raise InvalidArgumentError(message)
        game = {"boards": self.boards.tolist(), "tree": described_tree(self.tree), "iterations": self.iterations}
        if self.kind != "holdem":
            game["game"] = self.kind
        whole = sha256(canonical(game).encode())
        for weights in (self.hero, self.villain):
            whole.update(weights.astype("<f8").tobytes())
        return f"pokerbits table v{_VERSION} scores of {fingerprint} in games {whole.hexdigest()}"

    def compute_block(self, block: int, out: NDArray[Any], num_threads: int) -> None:  # noqa: ARG002 - one is used
        """Score one board."""
        game = self.game(block)
        labels = dict(zip(game.streets, labels_of(game, self.labels), strict=True))
        found, percentiles = [], {}
        for street, boards, free in zip(game.streets, game.boards, game.possible, strict=True):
            of_street = labels[street]
            found.append(int(free.sum()) if of_street is None else len(np.unique(of_street[free])))
            percentiles[street] = None if of_street is None else self.percentiles(boards, found[-1])
        in_use = [
            int(free.sum()) if (of_street := percentiles[street]) is None else len(np.unique(of_street[free]))
            for street, free in zip(game.streets, game.possible, strict=True)
        ]
        none = self.solve(game, None, "two")
        scores = [self.solve(game, of, sides) for of in (labels, percentiles) for sides in ("one", "two")]
        out[:] = [*scores, none, none, *found, *in_use, *(free.sum() for free in game.possible)]

    def place_block(self, block: int, rows: NDArray[Any], out: NDArray[Any]) -> None:
        """Put a row into the table. Zeros are no score: they clear a board that was not finished."""
        super().place_block(block, rows, out)
        if self.placed is not None and rows.any():
            self.placed[block] = rows.copy()

    def resumed(self, blocks: Iterable[int], cells: NDArray[Any]) -> None:
        """Take the rows that a file has."""
        if self.placed is not None:
            self.placed.update((block, cells.reshape(self.rows(), -1)[block]) for block in blocks)

    def percentiles(self, boards: NDArray[np.uint8], n_buckets: int) -> NDArray[np.integer]:
        """Return labels of percentile buckets on some boards."""
        if self.kind == "omaha":
            return omaha_labels(boards, n_buckets=n_buckets, num_threads=1)
        return percentile_labels(boards, n_buckets=n_buckets, num_threads=1)

    def solve(self, game: Endgame, labels: LabelsLike, sides: Any) -> float:
        """Return the exploitability of labels; raise if nobody waits for it any more."""

        def look(done: int, total: int) -> None:  # noqa: ARG001 - only whether to go on
            if self.stop is not None and self.stop.is_set():
                raise CancelledError

        n = self.iterations
        return exploitability(game, labels=labels, sides=sides, iterations=n, num_threads=1, progress=look)

    def game(self, board: int) -> Endgame:
        """Return the endgame on a board."""
        try:
            return Endgame(self.boards[board], self.hero, self.villain, self.tree, game=self.kind)
        except InvalidRangeError as error:
            raise InvalidRangeError(f"board {format_cards(self.boards[board])}: {error}", player=error.player) from None
