"""Sets of disjoint combos, or of other hands without a common card."""

from __future__ import annotations

from collections.abc import Sequence

from pokerbits import _native
from pokerbits._input.arrays import without_dlpack
from pokerbits._input.card_arrays import as_cards
from pokerbits._input.numbers import integer, one_by_one, real, seconds_shown
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardsLike
from pokerbits.exceptions import CardCountError, InvalidArgumentError

_SECONDS = 600.0
"""Default limit on the estimated time of a count, in seconds on one thread: that of exact equities."""


def count_disjoint(
    combos: CardsLike,
    *,
    sizes: Sequence[int],
    max_seconds: float | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> list[int]:
    """Return the number of sets of k combos with no card in common, for each k in `sizes`.

    Parameters
    ----------
    combos
        Combos without duplicates, shape (n, 2), or at most 1,326 hands of any other number of cards, shape (n, cards).
    sizes
        Sizes k of the sets.
    max_seconds
        Longest estimated time of the count, in seconds on one thread; by default 600. A count that would take longer is
        refused at once.
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
        If a row has a card twice, or something else than cards; the message names the row.
    InvalidArgumentError
        If a combo appears twice, a size is negative, there are too many hands, or a count does not fit in 128 bits.
        Also if the count would take longer than `max_seconds`; the message says how long.

    Notes
    -----
    This is f(S, k) of jmfb's "poker". Cards with the same partners among the combos are counted together, as
    `odds_vs_random` does, in milliseconds for any size.

    If few cards have the same partners, as in combos drawn at random, and for hands of other numbers of cards, the
    k-clique counter on bit sets of the source is used. Combos are vertices, disjoint combos are joined by an edge, and
    a set of disjoint combos is a clique. The time is about proportional to the number of sets, so large sizes take
    hours. Random probes, always the same ones, estimate it first. Ctrl-C stops a count.

    Sets of anything else can be counted too: let a card stand for each of up to 52 elements. All sets have equally many
    cards, so fill a smaller one with cards that no other set has.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.odds.count_disjoint(["2c2d", "2c2h", "2h2s"], sizes=[1, 2, 3])
    [3, 1, 0]

    The combos that beat a hand, in sets of eight:

    >>> combos = pb.odds.losses("4s8s", board="2s3s6h7h8h").two_card
    >>> pb.odds.count_disjoint(combos, sizes=[8])
    [13652181872325]

    Pairs of hands of Omaha without a common card:

    >>> pb.odds.count_disjoint(["AsAhKsKh", "AdAcKdKc", "AsAdQsQd"], sizes=[2])
    [1]

    Every second combo, in sets of eight:

    >>> pb.odds.count_disjoint(pb.COMBOS[::2], sizes=[8])
    Traceback (most recent call last):
    pokerbits.exceptions.InvalidArgumentError: a count would take some ...
    """
    rows = as_cards(combos, what="combos")
    if rows.size == 0:
        rows = rows.reshape(0, 2)
    if rows.ndim != 2:
        raise CardCountError(f"combos: expected shape (n, 2), or (n, cards) of other hands, found {rows.shape}")
    wanted = [integer("sizes", size, 0, 52) for size in one_by_one(without_dlpack(sizes, "sizes"), "sizes")]
    allowed = _SECONDS if max_seconds is None else real("max_seconds", max_seconds, 0)
    with watching(progress, "sets") as callback:
        seconds, counts = _native.count_disjoint(
            rows.ravel().tolist(), rows.shape[1], wanted, allowed, resolve_num_threads(num_threads), callback
        )
    if counts is None:
        raise InvalidArgumentError(
            f"a count would take some {seconds_shown(seconds)} seconds on one thread, and max_seconds is "
            f"{seconds_shown(allowed)}: raise max_seconds=, or ask for smaller sizes"
        )
    return counts
