"""Tables of the strength of every hand of a street: what is particular to hand strength among tables of blocks."""

import os
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

from numpy.typing import DTypeLike, NDArray

from pokerbits import _native
from pokerbits._hand_strength.clusters import ClustersLike, class_lists, opponent_clusters
from pokerbits._hand_strength.hands import bins_of
from pokerbits._hand_strength.streets import STREET_INDEXERS, Street
from pokerbits._input.arrays import as_dtype
from pokerbits._input.choices import check_name
from pokerbits._input.progress import ProgressLike
from pokerbits._input.shown import shown
from pokerbits._tables import make_table, open_table
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["UINT16_SCALE", "StrengthKind", "strength_table"]

StrengthKind: TypeAlias = Literal["ehs", "ehs2", "histogram", "ochs"]
"""The hand strengths that there are tables of."""

_BINS = 50
"""Bins of a histogram by default."""

UINT16_SCALE: int = 65_535
"""Tables of dtype uint16 hold fractions times this, rounded to the nearest, halves up."""


def strength_table(
    kind: StrengthKind = "ehs",
    *,
    street: Street,
    bins: int | None = None,
    clusters: ClustersLike | None = None,
    dtype: DTypeLike | Literal["counts"] = "float64",
    out: NDArray[Any] | str | os.PathLike[str] | None = None,
    resume: bool = True,
    executor: "Executor | None" = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> NDArray[Any]:
    """Return a table of the strength of every hand of a street, exact, by index.

    Row i is the hand with index i of `pokerbits.strength.STREET_INDEXERS[street]`.

    Parameters
    ----------
    kind
        `"ehs"` for E[HS], `"ehs2"` for E[HS^2], `"histogram"` for the share of the runouts in each bin of final hand
        strength, `"ochs"` for the equity against each of several clusters of opponents' hands.
    street
        `"preflop"`, `"flop"`, `"turn"` or `"river"`: 169, 1,286,792, 13,960,050 and 123,156,254 rows.
    bins
        For `"histogram"`: number of bins, 2 to 1981; by default 50. They are those of `hand_strength_histogram`.
    clusters
        For `"ochs"`: a partition of the 169 hand classes; by default `pokerbits.strength.opponent_clusters(8)`.
    dtype
        float64, float32, uint16 (fractions times `UINT16_SCALE`, rounded to the nearest) or `"counts"`: the exact
        integers. These are sums of 2 * wins + ties over the runouts, of 1980 a runout; for `"ehs2"` sums of squares;
        for `"histogram"` numbers of runouts; for `"ochs"` sums of 2 * wins + ties against each cluster, then for each
        what they are counted out of, twice the number of runouts and opponents.
    out
        An array of the shape and dtype of the table to fill, or a path that ends with `.npy` for a memory map; beside
        it a `.npy.json` says what is in it.
    resume
        For a path: resume an interrupted table, or return a finished one unchanged. Its header, size and first mebibyte
        are compared; `pokerbits.strength.check_table` compares all of it. With `False`, begin again, and replace a
        table of that name, of any kind, when this one is finished. A file that is not certainly a whole table of this
        package is left alone, with a `ForeignFileError`.
    executor
        Any executor of PEP 3148, as `concurrent.futures.ProcessPoolExecutor` or Dask's `Client.get_executor()`: its
        workers compute the blocks of the table. A block that fails is tried twice more. Dask goes on when a worker
        dies; a `ProcessPoolExecutor` is broken for good then (`BrokenProcessPool`), and a second call with a new one
        goes on with the table at a path.
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
        If kind, street, bins, dtype or `out` are not as above, bins or clusters are given for a table that has none, or
        the clusters do not partition the classes.
    ForeignFileError, DamagedFileError, LockedFileError
        If the path has a file of another table, of another version, or of none, a damaged one, or one that another
        process is writing.
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
    shape = (table.rows(), table.columns()) if kind in ("histogram", "ochs") else (table.rows(),)
    return make_table(
        spec,
        shape,
        label=f"{kind}, {street}",
        out=out,
        resume=resume,
        executor=executor,
        num_threads=num_threads,
        progress=progress,
    )


class StrengthSpec(NamedTuple):
    """Which table of hand strength, in a form that travels to other processes."""

    kind: str
    street: str
    bins: int
    clusters: tuple[tuple[int, ...], ...]
    dtype: str
    counts: bool

    def open(self) -> _native.BlockTable:
        """Return the table of the core."""
        return _native.strength_table(self.kind, self.street, self.bins, self.clusters, self.counts)


def _spec(kind: str, street: str, bins: int | None, clusters: ClustersLike | None, dtype: DTypeLike) -> StrengthSpec:
    """Return which table is meant, all arguments checked."""
    check_name("kind", kind, get_args(StrengthKind))
    check_name("street", street, STREET_INDEXERS)
    lists: tuple[tuple[int, ...], ...] = ()
    if kind == "ochs":
        lists = class_lists(opponent_clusters() if clusters is None else clusters)
    elif clusters is not None:
        message = f"clusters: a table of kind {shown(kind)} has none, only 'ochs' has"
        raise InvalidArgumentError(message)
    if bins is not None and kind != "histogram":
        message = f"bins: a table of kind {shown(kind)} has none, only 'histogram' has"
        raise InvalidArgumentError(message)
    n_bins = bins_of(_BINS if bins is None else bins)
    spec = StrengthSpec(
        str(kind),
        str(street),
        n_bins if kind == "histogram" else 2,
        lists,
        "",
        isinstance(dtype, str) and dtype == "counts",
    )
    if spec.counts:
        return spec._replace(dtype=spec.open().count_dtype())
    kept = as_dtype(dtype, ("float64", "float32", "uint16"), "float64, float32, uint16 or 'counts'")
    return spec._replace(dtype=kept.name)
