"""Sets of disjoint combos."""

from __future__ import annotations

from collections.abc import Sequence

from pokerbits import _native
from pokerbits._input.arrays import without_dlpack
from pokerbits._input.card_arrays import as_cards
from pokerbits._input.numbers import integer, one_by_one
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardsLike
from pokerbits.exceptions import CardCountError


def count_disjoint(
    combos: CardsLike, *, sizes: Sequence[int], num_threads: int | None = None, progress: ProgressLike = None
) -> list[int]:
    """Return the number of sets of k combos with no card in common, for each k in `sizes`.

    Parameters
    ----------
    combos
        Combos without duplicates, shape (n, 2).
    sizes
        Sizes k of the sets.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a progress bar, or a function of the finished and the total number of steps.

    Returns
    -------
    list[int]
        One exact count for each size.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError
        If a row is not two different cards; the message names the row.
    InvalidArgumentError
        If a combo appears twice, a size is negative, or a count does not fit in 128 bits.

    Notes
    -----
    This is f(S, k) of jmfb's "poker". Cards with the same partners among the combos are counted together, as
    `odds_vs_random` does, in milliseconds for any size.

    If few cards have the same partners, as in combos drawn at random, the k-clique counter on bit sets of the source is
    used. Combos are vertices, disjoint combos are joined by an edge, and a set of disjoint combos is a clique. Its time
    is about proportional to the number of sets, so it takes hours for large sizes. Ctrl-C stops it.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.odds.count_disjoint(["2c2d", "2c2h", "2h2s"], sizes=[1, 2, 3])
    [3, 1, 0]

    The combos that beat a hand, in sets of eight:

    >>> combos = pb.odds.losses("4s8s", board="2s3s6h7h8h").two_card
    >>> pb.odds.count_disjoint(combos, sizes=[8])
    [13652181872325]
    """
    rows = as_cards(combos, what="combos")
    if rows.size == 0:
        rows = rows.reshape(0, 2)
    if rows.ndim != 2 or rows.shape[1] != 2:
        raise CardCountError(f"combos: expected shape (n, 2), found {rows.shape}")
    wanted = [integer("sizes", size, 0, 52) for size in one_by_one(without_dlpack(sizes, "sizes"), "sizes")]
    as_tuples = [(int(a), int(b)) for a, b in rows]
    with watching(progress, "sets") as callback:
        return _native.count_disjoint(as_tuples, wanted, resolve_num_threads(num_threads), callback)
