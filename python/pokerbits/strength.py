"""Hand strength against random hands, exact: of hands, in batches, and in tables of every hand of a street.

On a board of five the hand strength HS of two hole cards is (wins + ties / 2) / 990, over the 990 pairs that an
opponent can hold. Before the river E[HS] and E[HS^2] are its means over every runout of the board. All is counted in
integers; floats appear once, at the end.

Average rank strength is after Teófilo, Reis, Lopes Cardoso, "Speeding-Up Poker Game Abstraction Computation: Average
Rank Strength" (2013); opponent cluster hand strength after Johanson, Burch, Valenzano, Bowling, "Evaluating State-Space
Abstractions in Extensive-Form Games" (2013).
"""

import operator
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pokerbits import _native
from pokerbits._arrays import CardsLike, RowsOf, as_cards, deliver, joined, output, scalar
from pokerbits._progress import ProgressLike, watching
from pokerbits._table_blocks import TableSpec, computed_by, open_table
from pokerbits._threads import resolve_num_threads
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import CardCountError, InvalidArgumentError
from pokerbits.indexer import HandIndexer

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = [
    "STREET_INDEXERS",
    "UINT16_SCALE",
    "OpponentClusters",
    "ars_table",
    "average_rank_strength",
    "expected_hand_strength",
    "hand_strength",
    "hand_strength_histogram",
    "opponent_clusters",
    "strength_table",
]

Kind: TypeAlias = Literal["ehs", "ehs2", "histogram", "ochs"]
Street: TypeAlias = Literal["preflop", "flop", "turn", "river"]

UINT16_SCALE = 65_535
"""Tables of dtype uint16 hold fractions times this, rounded to the nearest, halves up."""

_BOARD_CARDS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
_MAX_BINS = 1981
_MAX_OPPONENTS = 22
_STRENGTHS = 7463
# Blocks that are computed between two looks at the journal, for each thread.
_BLOCKS_PER_THREAD = 4


class _StreetIndexers(Mapping[str, HandIndexer]):
    """The indexer of every street; built when it is first asked for."""

    def __getitem__(self, street: str) -> HandIndexer:
        """Return the indexer of a street."""
        return _indexer(2, _BOARD_CARDS[street])

    def __iter__(self) -> Iterator[str]:
        """Iterate over the streets in their order."""
        return iter(_BOARD_CARDS)

    def __len__(self) -> int:
        """Return how many streets there are."""
        return len(_BOARD_CARDS)

    def __repr__(self) -> str:
        return f"{{{', '.join(f'{street!r}: {indexer!r}' for street, indexer in self.items())}}}"


@cache
def _indexer(*cards_per_round: int) -> HandIndexer:
    return HandIndexer([cards for cards in cards_per_round if cards])


STREET_INDEXERS: Mapping[str, HandIndexer] = _StreetIndexers()
"""How the rows of tables are numbered: `HandIndexer((2,))`, `((2, 3))`, `((2, 4))`, `((2, 5))` by name of the street.

>>> import pokerbits as pb
>>> [indexer.size() for indexer in pb.STREET_INDEXERS.values()]
[169, 1286792, 13960050, 123156254]
"""


def hand_strength(
    hole: CardsLike,
    *,
    board: CardsLike,
    n_opponents: int = 1,
    out: NDArray[np.float64] | None = None,
    num_threads: int | None = None,
) -> Any:
    """Return the share of opponents' hands beaten by hands on the board as it is, ties for a half.

    Parameters
    ----------
    hole
        Hole cards, shape (..., 2).
    board
        Boards of 3, 4 or 5 cards, shape (..., 3 | 4 | 5); leading axes broadcast with those of `hole`.
    n_opponents
        The share is taken to this power, 1 to 22.
    out
        A float64 array of the shape of the result to fill and return.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    float64 of shape (...), 0 to 1, a scalar for one hand: (wins + ties / 2) / hands, over the 1,081, 1,035 or 990 pairs
    that are left to an opponent.

    Raises
    ------
    InvalidCardError, DuplicateCardError
        If a row is not made of different cards of the deck; the message names the row and the card.
    CardCountError
        If there are not 2 hole cards and 3 to 5 board cards.
    InvalidArgumentError
        If the number of opponents is out of range.
    TypeError
        If the dtype is not an integer one.

    Examples
    --------
    >>> import pokerbits as pb
    >>> round(pb.hand_strength("AsKd", board="QhJh2c"), 4)
    np.float64(0.5962)
    >>> pb.hand_strength(["AsKs", "2c2d"], board="QsJsTs").round(4)
    array([1.    , 0.5167])
    """
    hands, shape = _hands(hole, board, (3, 4, 5))
    opponents = _n_opponents(n_opponents)
    result, filled = output(out, shape, np.float64, (len(hands),))
    with RowsOf(shape):
        _native.strength_now(hands, opponents, filled, resolve_num_threads(num_threads))
    return scalar(deliver(result, filled), out)


def expected_hand_strength(
    hole: CardsLike,
    *,
    board: CardsLike | None = None,
    power: int = 1,
    n_opponents: int = 1,
    out: NDArray[np.float64] | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Return E[HS] or E[HS^2] of hands: means over every runout of the board, exact on every street.

    Parameters
    ----------
    hole
        Hole cards, shape (..., 2).
    board
        Boards of 0, 3, 4 or 5 cards; leading axes broadcast with those of `hole`. By default none.
    power
        1 for the mean of HS, 2 for that of HS^2.
    n_opponents
        The mean is taken to this power, 1 to 22, as Teófilo et al. define it.
    out
        A float64 array of the shape of the result to fill and return.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    float64 of shape (...), 0 to 1, a scalar for one hand.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError, InvalidArgumentError, TypeError
        As `hand_strength`; also if the power is neither 1 nor 2.

    Notes
    -----
    The first call takes a tenth of a second to value all boards, the first before the flop most of a second more. For
    many hands, `strength_table` holds the same numbers.

    Examples
    --------
    >>> import pokerbits as pb
    >>> round(pb.expected_hand_strength("AsAh"), 6)
    np.float64(0.852037)
    >>> round(pb.expected_hand_strength("AsKd", board="QhJh2c"), 6)
    np.float64(0.598369)
    """
    hands, shape = _hands(hole, board, (0, 3, 4, 5))
    opponents = _n_opponents(n_opponents)
    # Any other number than 1 and 2 is refused by the core.
    power = max(0, min(operator.index(power), 1000))
    result, filled = output(out, shape, np.float64, (len(hands),))
    with watching(progress, "expected hand strength") as watcher, RowsOf(shape):
        _native.expected_strength(hands, power, opponents, filled, resolve_num_threads(num_threads), watcher)
    return scalar(deliver(result, filled), out)


def hand_strength_histogram(
    hole: CardsLike,
    *,
    board: CardsLike | None = None,
    bins: int = 50,
    out: NDArray[np.uint32] | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> NDArray[np.uint32]:
    """Return how many runouts of the board leave hands with a final hand strength in each of equal bins.

    Parameters
    ----------
    hole
        Hole cards, shape (..., 2).
    board
        Boards of 0, 3, 4 or 5 cards; leading axes broadcast with those of `hole`. By default none.
    bins
        How many, 2 to 1981: bin i holds i / bins <= HS < (i + 1) / bins, the last one 1 too.
    out
        A uint32 array of the shape of the result to fill and return.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    uint32 of shape (..., bins); every row adds up to the runouts: 2,118,760 before the flop, 1,081, 46, 1.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError, InvalidArgumentError, TypeError
        As `hand_strength`; also if the number of bins is out of range.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.hand_strength_histogram("9h8h", board="ThJhAc2d", bins=5)
    array([14, 11,  6,  0, 15], dtype=uint32)
    """
    hands, shape = _hands(hole, board, (0, 3, 4, 5))
    n = _n_bins(bins)
    result, filled = output(out, (*shape, n), np.uint32, (len(hands), n))
    with watching(progress, "hand strength histogram") as watcher, RowsOf(shape):
        _native.strength_histogram(hands, filled, resolve_num_threads(num_threads), watcher)
    return deliver(result, filled)


def ars_table(
    street: Street, *, n_opponents: int = 1, num_threads: int | None = None, progress: ProgressLike = None
) -> NDArray[np.float64]:
    """Return average rank strength: the mean E[HS] of all hands with the same strength so far and the same hole cards.

    Parameters
    ----------
    street
        `"flop"`, `"turn"` or `"river"`.
    n_opponents
        The mean is that of E[HS] to this power, 1 to 22. (Teófilo et al. take the mean to the power instead: that is
        the table for one opponent, to the power, and what `average_rank_strength` returns.)
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    float64 (7463, 169), read-only: row s for strength s, column c for `HAND_CLASSES[c]`; NaN where no hand is. It takes
    seconds to make and is kept for the next call.

    Raises
    ------
    InvalidArgumentError
        If the street is unknown or has no board, or the number of opponents is out of range.

    Examples
    --------
    >>> import pokerbits as pb
    >>> table = pb.ars_table("turn")
    >>> table.shape
    (7463, 169)
    >>> aces = pb.HAND_CLASSES.index("AA")
    >>> table[pb.evaluate("AsAhAdKcKd7s"), aces].round(4)
    np.float64(0.9962)
    """
    opponents = _n_opponents(n_opponents)
    known = _ARS_TABLES.get((street, opponents))
    if known is None:
        known = np.empty((_STRENGTHS, len(HAND_CLASSES)))
        with watching(progress, f"average rank strength, {street}") as watcher:
            _native.ars_means(str(street), opponents, known.reshape(-1), resolve_num_threads(num_threads), watcher)
        known.flags.writeable = False
        _ARS_TABLES[street, opponents] = known
    return known


_ARS_TABLES: dict[tuple[str, int], NDArray[np.float64]] = {}


def average_rank_strength(
    hole: CardsLike,
    *,
    board: CardsLike,
    n_opponents: int = 1,
    out: NDArray[np.float64] | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Return the average rank strength of hands: one evaluation and one load, and an approximation of E[HS].

    Parameters
    ----------
    hole
        Hole cards, shape (..., 2).
    board
        Boards of 3, 4 or 5 cards, shape (..., 3 | 4 | 5); leading axes broadcast with those of `hole`.
    n_opponents
        What the table says is taken to this power, 1 to 22.
    out
        A float64 array of the shape of the result to fill and return.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all, while the table of the street is made.

    Returns
    -------
    float64 of shape (...), 0 to 1, a scalar for one hand.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError, InvalidArgumentError, TypeError
        As `hand_strength`.

    Notes
    -----
    The first call of a street makes its table, in seconds. `strength_table` with `STREET_INDEXERS` gives the exact
    E[HS] instead, about as fast.

    Examples
    --------
    >>> import pokerbits as pb
    >>> round(pb.average_rank_strength("AsKd", board="QhJh2c7s"), 4)
    np.float64(0.5212)
    >>> round(pb.average_rank_strength("AsKd", board="QhJh2c7s", n_opponents=3), 4)
    np.float64(0.1416)
    """
    hands, shape = _hands(hole, board, (3, 4, 5))
    opponents = _n_opponents(n_opponents)
    result, filled = output(out, shape, np.float64, (len(hands),))
    street = next(street for street, cards in _BOARD_CARDS.items() if cards == hands.shape[1] - 2)
    means = ars_table(street, num_threads=num_threads, progress=progress).reshape(-1)  # type: ignore[arg-type]
    with RowsOf(shape):
        _native.ars_lookup(means, hands, opponents, filled, resolve_num_threads(num_threads))
    return scalar(deliver(result, filled), out)


@dataclass(frozen=True, eq=False)
class OpponentClusters:
    """A partition of the 169 classes of hole cards that an opponent can hold.

    Attributes
    ----------
    classes
        The names of the classes of every cluster.
    of_class
        The cluster of every class, in the order of `HAND_CLASSES`, uint8 (169,).

    Examples
    --------
    >>> import pokerbits as pb
    >>> clusters = pb.opponent_clusters(8)
    >>> clusters.classes[7]
    ('99', 'TT', 'JJ', 'QQ', 'KK', 'AA')
    """

    classes: tuple[tuple[str, ...], ...]
    of_class: NDArray[np.uint8]

    def __str__(self) -> str:
        """Return the clusters, one a line."""
        return "\n".join(f"{i:>2}  {' '.join(cluster)}" for i, cluster in enumerate(self.classes))


ClustersLike: TypeAlias = OpponentClusters | Sequence[Sequence[str | int]]
"""Clusters as `opponent_clusters` returns them, or lists of the names or numbers of their classes."""


def opponent_clusters(n_clusters: int = 8, *, num_threads: int | None = None) -> OpponentClusters:
    """Return an opponent's hole cards in clusters of like equity, weakest first, for tables of kind `"ochs"`.

    Of all partitions, the one that minimises the squared distances of the hands' pre-flop equity from the mean of their
    cluster, found exactly by dynamic programming (Fisher, "On Grouping for Maximum Homogeneity", 1958).

    Parameters
    ----------
    n_clusters
        1 to 169.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.

    Raises
    ------
    InvalidArgumentError
        If the number is out of range.

    Examples
    --------
    >>> import pokerbits as pb
    >>> print(pb.opponent_clusters())
     0  32o 42o 43o 52o 53o 54o 62o 63o 64o 72o 73o 74o 82o 83o 32s 42s 43s 52s 62s 72s
    ...
     6  66 77 88 ATo AJo AQo AKo KTs KJs KQs A8s A9s ATs AJs AQs AKs
     7  99 TT JJ QQ KK AA
    """
    n = operator.index(n_clusters)
    if not 1 <= n <= len(HAND_CLASSES):
        message = f"n_clusters = {n}: expected 1 to {len(HAND_CLASSES)}"
        raise InvalidArgumentError(message)
    of_class = np.array(_native.clusters_by_equity(n, resolve_num_threads(num_threads)), dtype=np.uint8)
    of_class.flags.writeable = False
    classes = tuple(tuple(HAND_CLASSES[i] for i in np.flatnonzero(of_class == cluster)) for cluster in range(n))
    return OpponentClusters(classes, of_class)


def strength_table(
    kind: Kind = "ehs",
    *,
    street: Street,
    bins: int = 50,
    clusters: ClustersLike | None = None,
    dtype: DTypeLike | Literal["counts"] = "float64",
    out: NDArray[Any] | str | os.PathLike[str] | None = None,
    resume: bool = True,
    executor: "Executor | None" = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> NDArray[Any]:
    """Return a table of the strength of every hand of a street, exact: row i for index i of `STREET_INDEXERS[street]`.

    Parameters
    ----------
    kind
        `"ehs"` for E[HS], `"ehs2"` for E[HS^2], `"histogram"` for the share of the runouts in each bin of final hand
        strength, `"ochs"` for the equity against each of several clusters of opponents' hands.
    street
        `"preflop"`, `"flop"`, `"turn"` or `"river"`: 169, 1,286,792, 13,960,050 and 123,156,254 rows.
    bins
        Of a histogram, 2 to 1981, as those of `hand_strength_histogram`.
    clusters
        Of `"ochs"`, a partition of the 169 classes; by default `opponent_clusters(8)`.
    dtype
        float64, float32, uint16 (fractions times `UINT16_SCALE`, rounded to the nearest) or `"counts"`: the exact
        integers. These are sums of 2 * wins + ties over the runouts, of 1980 a runout; for `"ehs2"` sums of squares;
        for `"histogram"` numbers of runouts; for `"ochs"` sums of 2 * wins + ties against each cluster, then for each
        what they are counted out of, twice the number of runouts and opponents.
    out
        An array of the shape and dtype of the table to fill, or a path that ends with `.npy` for a memory map; beside
        it a `.npy.json` says what is in it.
    resume
        Of a path: whether to go on where an earlier call was stopped, by whatever, and to return a finished table as it
        is. Otherwise begin anew, and replace what has that name when the table is finished.
    executor
        Any executor of PEP 3148, as `concurrent.futures.ProcessPoolExecutor` or Dask's `Client.get_executor()`: its
        workers compute the blocks of the table. A block whose worker died is tried twice more.
    num_threads
        Threads to use; by default those of `set_num_threads`. With an executor, of each worker, by default 1. The
        result depends on neither.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    (rows,) for `"ehs"` and `"ehs2"`, (rows, bins), or (rows, clusters); NaN, or 0 of uint16, where no opponent can hold
    a hand of the cluster. `"counts"` are of the smallest of uint16, uint32 and uint64 that holds them, and have
    (rows, 2 * clusters) for `"ochs"`. A path gives a read-only memory map.

    Raises
    ------
    InvalidArgumentError
        If kind, street, bins, dtype or `out` are not as above, the clusters do not partition the classes, or the path
        has a file of another table, of another version, or of none.
    OSError
        If a file cannot be written: no table, or the one before, has the final name then.

    Examples
    --------
    >>> import pokerbits as pb
    >>> ehs = pb.strength_table("ehs", street="preflop")
    >>> pb.HAND_CLASSES[ehs.argmax()], round(ehs.max(), 6)
    ('AA', np.float64(0.852037))
    >>> pb.strength_table("histogram", street="preflop", bins=4, dtype="counts")[0]
    array([ 146430, 1164422,  413584,  394324], dtype=uint32)
    """
    spec = _spec(kind, street, bins, clusters, dtype)
    table = open_table(spec)
    columns = table.columns(spec.counts)
    shape = (table.rows(), columns) if kind in ("histogram", "ochs") else (table.rows(),)
    threads = 1 if executor is not None and num_threads is None else resolve_num_threads(num_threads)
    with watching(progress, f"{kind}, {street}") as watcher:
        job = _Job(spec, executor, threads, watcher)
        if isinstance(out, str | os.PathLike):
            return job.to_file(out, shape, resume=resume)
        result, filled = output(out, shape, spec.dtype, (table.rows() * columns,))
        job.to_array(filled)
    return deliver(result, filled)


@dataclass
class _Job:
    """The making of one table."""

    spec: TableSpec
    executor: "Executor | None"
    num_threads: int
    watcher: Any

    def to_array(self, cells: NDArray[Any]) -> None:
        """Fill an array."""
        table = open_table(self.spec)
        if self.executor is None:
            table.fill(0, table.n_blocks(), cells, self.spec.counts, self.num_threads, self.watcher)
            return
        for done, _ in enumerate(self._placed(range(table.n_blocks()), cells), start=1):
            self._tell(done, table.n_blocks())

    def to_file(self, path: str | os.PathLike[str], shape: tuple[int, ...], *, resume: bool) -> NDArray[Any]:
        """Fill a file, as far as it is not filled yet."""
        from pokerbits._table_file import TableFile

        table = open_table(self.spec)
        n = table.n_blocks()
        signature, dtype = table.signature() + (" counts" if self.spec.counts else ""), np.dtype(self.spec.dtype)
        with TableFile(path, signature=signature, shape=shape, dtype=dtype, n_blocks=n, resume=resume) as file:
            if not file.is_complete:
                missing = sorted(file.missing)
                filled = self._placed(missing, file.numbers) if self.executor else self._filled(missing, file.numbers)
                for blocks in filled:
                    file.record(*blocks)
                    self._tell(n - len(file.missing), n)
                file.finish()
            return file.load()

    def _filled(self, blocks: list[int], cells: NDArray[Any]) -> Iterator[list[int]]:
        """Compute blocks here, some at a time; yield those that are done."""
        table = open_table(self.spec)
        most = _BLOCKS_PER_THREAD * self.num_threads
        while blocks:
            first, end = blocks[0], blocks[0] + 1
            while end - first < most and end - first < len(blocks) and blocks[end - first] == end:
                end += 1
            table.fill(first, end, cells, self.spec.counts, self.num_threads, None)
            yield blocks[: end - first]
            blocks = blocks[end - first :]

    def _placed(self, blocks: Sequence[int], cells: NDArray[Any]) -> Iterator[list[int]]:
        """Have blocks computed by the executor; yield those that are done."""
        assert self.executor is not None  # noqa: S101
        table = open_table(self.spec)
        for block, rows in computed_by(self.executor, self.spec, blocks, self.num_threads):
            table.place_block(block, rows, cells, self.spec.counts)
            yield [block]

    def _tell(self, done: int, total: int) -> None:
        if self.watcher is not None:
            self.watcher(done, total)


def _spec(kind: str, street: str, bins: int, clusters: ClustersLike | None, dtype: DTypeLike) -> TableSpec:
    """Return which table is meant, all arguments checked."""
    lists: tuple[tuple[int, ...], ...] = ()
    if kind == "ochs":
        lists = _class_lists(opponent_clusters() if clusters is None else clusters)
    elif clusters is not None:
        message = f"clusters: a table of kind {kind!r} has none, only 'ochs' has"
        raise InvalidArgumentError(message)
    n_bins = _n_bins(bins) if kind == "histogram" else 2
    spec = TableSpec(str(kind), str(street), n_bins, lists, "", isinstance(dtype, str) and dtype == "counts")
    if spec.counts:
        return spec._replace(dtype=open_table(spec).count_dtype())
    try:
        known = np.dtype(dtype)
        name = known.name if known.isnative else str(dtype)
    except TypeError:
        name = str(dtype)
    if name not in ("float64", "float32", "uint16"):
        message = f"dtype {name!r}: expected float64, float32, uint16 or 'counts'"
        raise InvalidArgumentError(message)
    return spec._replace(dtype=name)


def _class_lists(clusters: ClustersLike) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of the classes of clusters. Whether they are a partition is for the core to say."""
    lists = clusters.classes if isinstance(clusters, OpponentClusters) else clusters
    return tuple(tuple(_class_number(item) for item in cluster) for cluster in lists)


def _class_number(item: str | int) -> int:
    """Return the number of a class of hole cards."""
    if isinstance(item, str):
        if item not in HAND_CLASSES:
            message = f"clusters: {item!r} is not one of the 169 classes, as AA, AKs or AKo"
            raise InvalidArgumentError(message)
        return HAND_CLASSES.index(item)
    number = operator.index(item)
    if not 0 <= number < len(HAND_CLASSES):
        message = f"clusters: hand class {number} is out of range (0..={len(HAND_CLASSES) - 1})"
        raise InvalidArgumentError(message)
    return number


def _hands(
    hole: CardsLike, board: CardsLike | None, sizes: tuple[int, ...]
) -> tuple[NDArray[np.uint8], tuple[int, ...]]:
    """Return hole and board cards as rows, and the shape of the batch."""
    own = as_cards(hole, what="hole")
    if own.shape[-1] != 2:
        message = f"hole: expected 2 cards, found {own.shape[-1]}"
        raise CardCountError(message)
    dealt = as_cards("" if board is None else board, what="board")
    if dealt.shape[-1] not in sizes:
        expected = ", ".join(str(size) for size in sizes[:-1]) + f" or {sizes[-1]}"
        message = f"board: expected {expected} cards, found {dealt.shape[-1]}"
        raise CardCountError(message)
    hands = joined(own, dealt)
    return hands.reshape(-1, hands.shape[-1]), hands.shape[:-1]


def _n_opponents(n_opponents: int) -> int:
    """Return the number of opponents, if so many can be dealt in."""
    n = operator.index(n_opponents)
    if not 1 <= n <= _MAX_OPPONENTS:
        message = f"n_opponents = {n}: expected 1 to {_MAX_OPPONENTS}"
        raise InvalidArgumentError(message)
    return n


def _n_bins(bins: int) -> int:
    """Return the number of bins, if so many can be told apart."""
    n = operator.index(bins)
    if not 2 <= n <= _MAX_BINS:
        message = f"bins = {n}: expected 2 to {_MAX_BINS}"
        raise InvalidArgumentError(message)
    return n
