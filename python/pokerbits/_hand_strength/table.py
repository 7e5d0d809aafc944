"""Tables of the strength of every hand of a street."""

import os
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

from numpy.typing import DTypeLike, NDArray

from pokerbits import _native
from pokerbits._hand_strength.card_games import (
    HOLDEM,
    CardGame,
    CardGameLike,
    card_game,
    checked_street,
    game_core,
    most_opponents,
    street_number,
)
from pokerbits._hand_strength.clusters import ClustersLike, class_lists, opponent_clusters
from pokerbits._hand_strength.hands import bins_of
from pokerbits._hand_strength.streets import Street
from pokerbits._input.arrays import as_dtype
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import integer
from pokerbits._input.progress import ProgressLike
from pokerbits._input.shown import shown
from pokerbits._tables import make_table, open_table
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from concurrent.futures import Executor

StrengthKind: TypeAlias = Literal["ehs", "ehs2", "histogram", "ochs", "odds"]
"""Kinds of strength tables."""

_BINS = 50
"""Default number of histogram bins."""
_CLUSTERS = 8
"""Default number of clusters of opponents."""

UINT16_SCALE: int = 65_535
"""Scale of tables of dtype uint16: fractions times this number, rounded to the nearest, halves up."""


def strength_table(
    kind: StrengthKind = "ehs",
    *,
    street: Street,
    game: CardGameLike = "holdem",
    bins: int | None = None,
    clusters: ClustersLike | None = None,
    n_opponents: int | None = None,
    dtype: DTypeLike | Literal["counts"] = "float64",
    out: NDArray[Any] | None = None,
    path: str | os.PathLike[str] | None = None,
    resume: bool = True,
    mmap: bool = True,
    executor: "Executor | None" = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> NDArray[Any]:
    """Return the exact strength of every hand of a street as a table by index.

    Row i is the hand with index i of `pokerbits.strength.STREET_INDEXERS[street]`, or of `game.indexer(street)` of
    another `pokerbits.strength.CardGame`.

    Parameters
    ----------
    kind
        `"ehs"` for E[HS], `"ehs2"` for E[HS^2], `"histogram"` for the share of runouts in each bin of final hand
        strength, `"ochs"` for the equity against each of several clusters of opponents' hands. `"odds"` has the
        probability to win, the probability to tie and the equity against several random opponents.
    street
        `"preflop"`, `"flop"`, `"turn"` or `"river"`: 169, 1,286,792, 13,960,050 and 123,156,254 rows. A game with
        fewer rounds has the first of these streets.
    game
        `"holdem"`, `"short_deck"`, `"short_deck_trips"`, `"royal"`, `"leduc"`, or a `pokerbits.strength.CardGame` of
        any deck.
    bins
        For `"histogram"`: number of bins (2 to 1981), as in `hand_strength_histogram`; by default 50.
    clusters
        For `"ochs"`: a partition of the hand classes; by default `pokerbits.strength.opponent_clusters(8, game=game)`,
        or as many clusters as classes if these are fewer.
    n_opponents
        For `"odds"`: number of random opponents, as in `odds_vs_random`; by default 1. There can be 1 to 22, or as many
        as the deck of another game has cards for.
    dtype
        float64, float32, uint16 (fractions times `UINT16_SCALE`, rounded to the nearest), or `"counts"` for the exact
        integers:

        * `"ehs"`: sums of 2 * wins + ties over the runouts, out of 1980 for each runout (in other games, out of twice
          the number of hands that an opponent can hold).
        * `"ehs2"`: sums of the squares of these.
        * `"histogram"`: numbers of runouts.
        * `"ochs"`: sums of 2 * wins + ties against each cluster, followed by the total for each cluster: twice the
          number of pairs of runout and opponent.

        `"odds"` have no counts, which need up to 120 bits: `odds_vs_random` has those of single hands. Each float64
        is rounded once; float32 and uint16 are rounded from it.
    out
        Array of the shape and dtype of the table to fill and return.
    path
        Name of a file that ends with `.npy`: the table is written to it, and returned as a read-only memory map of it,
        a `MappedTable`, which can be closed.
        A `.npy.json` file beside it describes the table.
    resume
        With a path: resume an interrupted table, or return a finished one unchanged. The header, the size and the first
        mebibyte of a finished table are checked; `pokerbits.strength.check_table` checks all of it. With `False`, start
        again; a table of any kind at the path is replaced when this one is finished. A file that is not a complete
        table of this package is never replaced: it raises `ForeignFileError`.
    mmap
        With a path: whether to memory-map the finished table, which reads only the parts that are used, or to read it
        into memory. Windows does not replace or remove a mapped file until it is closed.
    executor
        Any executor of PEP 3148, such as `concurrent.futures.ProcessPoolExecutor` or Dask's `Client.get_executor()`.
        Its workers compute the blocks of the table. A block that fails is tried twice more. Dask continues if a worker
        dies. A `ProcessPoolExecutor` is then broken (`BrokenProcessPool`); call again with a new one and the same path
        to resume.
    num_threads
        Threads to use; by default those of `set_num_threads`. With an executor: threads of each worker, by default 1.
        The result does not depend on executor or threads.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    array
        `"ehs"` and `"ehs2"` have shape (rows,), `"histogram"` (rows, bins), `"ochs"` (rows, clusters), `"odds"`
        (rows, 3): win, tie, equity. For a cluster of which an opponent can hold no hand, the entry is NaN (0 for
        uint16). `"counts"` have the smallest of uint16,
        uint32 and uint64 that holds them, and shape (rows, 2 * clusters) for `"ochs"`. With a path, the array is a
        read-only memory map unless `mmap` is `False`.

    Raises
    ------
    InvalidArgumentError
        If kind, street, bins, number of opponents, dtype or `out` are not as above, or both `out` and `path` are given.
        Also if bins, clusters or opponents are given for another kind of table, the clusters do not partition the
        classes, or `"odds"` are wanted as counts.
    ForeignFileError, DamagedFileError, LockedFileError
        If the file at the path is another table, of another version or not a table; if it is damaged; or if another
        process is writing it, or has it open where Windows has to replace it.
    OSError
        If a file cannot be written. The path then has no table, or still the previous one.
    CancelledError
        If a task of the executor is cancelled. Errors of the executor, such as `BrokenProcessPool`, pass unchanged.

    Examples
    --------
    >>> import pokerbits as pb
    >>> ehs = pb.strength_table("ehs", street="preflop")
    >>> pb.HAND_CLASSES[ehs.argmax()], round(ehs.max(), 6)
    ('AA', np.float64(0.852037))
    >>> pb.strength_table("histogram", street="preflop", bins=4, dtype="counts")[0]
    array([ 146430, 1164422,  413584,  394324], dtype=uint32)
    >>> pb.strength_table("ehs", street="flop", game="short_deck").shape
    (186696,)
    >>> win, tie, equity = pb.strength_table("odds", street="preflop", n_opponents=1)[90]
    >>> round(win, 6), round(tie, 6), round(equity, 6)  # of AA
    (np.float64(0.849319), np.float64(0.005436), np.float64(0.852037))
    """
    spec = _spec(kind, street, bins, clusters, dtype, card_game(game), n_opponents)
    table = open_table(spec)
    shape = (table.rows(),) if kind in ("ehs", "ehs2") else (table.rows(), table.columns())
    return make_table(
        spec,
        shape,
        label=f"{kind}, {street}",
        out=out,
        path=path,
        resume=resume,
        mmap=mmap,
        executor=executor,
        num_threads=num_threads,
        progress=progress,
    )


class StrengthSpec(NamedTuple):
    """Description of a table of hand strength, which can be sent to other processes."""

    kind: str
    street: str
    bins: int
    clusters: tuple[tuple[int, ...], ...]
    dtype: str
    counts: bool
    game: CardGame = HOLDEM
    n_opponents: int = 0

    def open(self) -> _native.BlockTable:
        """Return the native table."""
        if self.game != HOLDEM:
            core, number = game_core(self.game), street_number(self.game, self.street)
            if self.kind == "odds":
                return core.odds_table(number, self.n_opponents)
            return core.strength_table(self.kind, number, self.bins, self.clusters, self.counts)
        if self.kind == "odds":
            return _native.odds_table(self.street, self.n_opponents)
        return _native.strength_table(self.kind, self.street, self.bins, self.clusters, self.counts)


def _spec(
    kind: str,
    street: str,
    bins: int | None,
    clusters: ClustersLike | None,
    dtype: DTypeLike,
    game: CardGame = HOLDEM,
    n_opponents: int | None = None,
) -> StrengthSpec:
    """Return the description of the table; raise if an argument is invalid."""
    check_name("kind", kind, get_args(StrengthKind))
    checked_street(game, street)
    lists: tuple[tuple[int, ...], ...] = ()
    if kind == "ochs":
        n_clusters = min(_CLUSTERS, len(game.hand_classes))
        lists = class_lists(opponent_clusters(n_clusters, game=game) if clusters is None else clusters, game)
    elif clusters is not None:
        raise InvalidArgumentError(f"clusters: a table of kind {shown(kind)} has none, only 'ochs' has")
    if bins is not None and kind != "histogram":
        raise InvalidArgumentError(f"bins: a table of kind {shown(kind)} has none, only 'histogram' has")
    if n_opponents is not None and kind != "odds":
        raise InvalidArgumentError(f"n_opponents: a table of kind {shown(kind)} has one opponent, only 'odds' has more")
    n_bins = bins_of(_BINS if bins is None else bins)
    spec = StrengthSpec(
        str(kind),
        str(street),
        n_bins if kind == "histogram" else 2,
        lists,
        "",
        isinstance(dtype, str) and dtype == "counts",
        game,
    )
    if kind == "odds":
        spec = _odds_spec(spec, 1 if n_opponents is None else n_opponents)
    if spec.counts:
        return spec._replace(dtype=spec.open().count_dtype())
    kept = as_dtype(dtype, ("float64", "float32", "uint16"), "float64, float32, uint16 or 'counts'")
    return spec._replace(dtype=kept.name)


def _odds_spec(spec: StrengthSpec, n_opponents: int) -> StrengthSpec:
    """Return the description of a table of odds; raise if it has none of this kind."""
    if spec.counts:
        message = "dtype: a table of kind 'odds' has no 'counts', which need up to 120 bits; odds_vs_random has them"
        raise InvalidArgumentError(message)
    return spec._replace(n_opponents=integer("n_opponents", n_opponents, 1, most_opponents(spec.game)))
