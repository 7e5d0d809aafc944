"""Buckets of all Omaha hands on a board: percentiles of hand strength, or clusters of its distribution or of OCHS."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from math import comb, prod
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._indexer import HandIndexer
from pokerbits._input.card_arrays import as_cards
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import integer
from pokerbits._input.progress import ProgressLike, among_all, watching
from pokerbits._input.rng import RngLike, generator
from pokerbits._input.rows import RowsOf
from pokerbits._input.situation import check_board
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardsLike
from pokerbits.abstraction import HistogramKMeans, PercentileBuckets, distinct_rows
from pokerbits.abstraction._design import BINS, CLUSTERS
from pokerbits.abstraction._histogram_kmeans import Metric
from pokerbits.endgame._hole_cards import hands_of, set_ids
from pokerbits.ranges._omaha_range import OmahaRange

OmahaFeature: TypeAlias = Literal["ehs", "ehs2", "histogram", "ochs"]
"""The feature by which `omaha_labels` divides the hands of a board."""

_Watcher: TypeAlias = Callable[[int, int], object] | None

_BOARD_CARDS = 5
_OPPONENTS = comb(52 - _BOARD_CARDS - 4, 4)
"""Hands that an opponent can hold against each hand of a river."""
_HALF_WINS = 2 * _OPPONENTS
"""Halves of wins of a hand that beats all others on a river, with a tie counting one half: HS is a share of them."""
_AT_ONCE = 24
"""Runouts that are counted at once: their equities take 52 MB. Flop and turn have a multiple of them."""
_BLOCK = 4096
"""Hands that are counted at once: their features stay in the cache of a core."""


def omaha_labels(
    boards: CardsLike,
    *,
    n_buckets: int,
    feature: OmahaFeature = "ehs",
    rng: RngLike = 0,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> NDArray[np.int32]:
    """Return labels of all Omaha hands of four cards on boards: the buckets of each board, weakest first.

    Every board is divided on its own. Hands of equal features share a bucket, so there are at most as many buckets as
    distinct features. Suit-isomorphic boards have the same buckets, with suits permuted.

    Parameters
    ----------
    boards
        Boards of three, four or five cards, shape (..., cards).
    n_buckets
        Largest number of buckets of a board, 1 to the number of its hands.
    feature
        Feature that divides the hands:

        * `"ehs"`: E[HS] against a random hand, in buckets with equal numbers of hands, as far as ties allow.
        * `"ehs2"`: E[HS^2], the mean of squared hand strength over all rivers, in the same way.
        * `"histogram"`: distribution of river hand strength in 50 bins, by earth mover's distance. On the river it is
          hand strength without bins.
        * `"ochs"`: equity against each of eight clusters of opponents, by Euclidean distance.
    rng
        Seed or generator of k-means, as `numpy.random.default_rng` takes it, for `"histogram"` and `"ochs"`. Every
        board begins with the same random numbers.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    int32 of shape (..., 270725)
        Labels from 1, in the order of `cards.omaha_hand_id`; 0 for hands with a card of the board. The mean E[HS] of
        buckets rises with their labels.

    Raises
    ------
    CardCountError, InvalidCardError, DuplicateCardError
        If the boards are not as above; the message names the row and the card.
    InvalidArgumentError
        If the number of buckets is out of range, or there is no such feature.
    TypeError
        If the number of buckets is not an integer.

    Notes
    -----
    All features are exact. `"ehs"` and `"ochs"` are equities of `combo_equity(game="omaha")`. For `"ehs2"` and
    `"histogram"` hand strength is counted on every river: 48 from a turn, and 1,176 from a flop. Memory does not grow
    with their number.

    OCHS follows Johanson, Burch, Valenzano, Bowling (2013), with other clusters: all hands in eight parts of equal size
    by equity against a random hand before the flop. In hold'em the clusters come from `strength.opponent_clusters`.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.cards import omaha_hand_id
    >>> from pokerbits.endgame import omaha_labels
    >>> labels = omaha_labels("Ks7d2c9s4h", n_buckets=5)
    >>> np.bincount(labels)
    array([92360, 35601, 35499, 36680, 32901, 37684])
    >>> labels[omaha_hand_id(["KhKd8h7h", "QsJsTd8d", "Ks7h8h9h"])]
    array([5, 1, 0], dtype=int32)
    """
    dealt = as_cards(boards, what="boards")
    size = dealt.shape[-1]
    check_board(size, (3, 4, 5), "boards")
    n = integer("n_buckets", n_buckets, 1, comb(52 - size, 4))
    check_name("feature", feature, get_args(OmahaFeature))
    seed = int(generator(rng).integers(1 << 63))
    threads = resolve_num_threads(num_threads)
    shape, indexer = dealt.shape[:-1], HandIndexer((size,))
    rows = dealt.reshape(prod(shape), size)
    with RowsOf(shape):
        indices = np.asarray(indexer.index(rows, num_threads=threads))
    distinct, which = np.unique(indices, return_inverse=True)
    labels = np.zeros((len(rows), _native.OMAHA_HANDS), dtype=np.int32)
    hands = np.ascontiguousarray(hands_of("omaha").T)
    with watching(progress, "labels of Omaha hands") as watcher:
        # One board stands for all that are suit-isomorphic: k-means depends on the order of hands.
        for number, board in enumerate(indexer.unindex(distinct)):
            tell = among_all(watcher, number, 1, len(distinct))
            held, of_held = _labels(board, n, feature, seed, threads, tell)
            for row in np.flatnonzero(which == number):
                labels[row, _hand_ids(hands[:, held], _permutation(board, rows[row]))] = of_held
            if tell is not None:
                tell(1, 1)
    return labels.reshape(*shape, _native.OMAHA_HANDS)


def _permutation(board: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the suits that those of a board become in a suit-isomorphic board."""
    cards = set(other.tolist())
    suits = (np.array(suits, dtype=np.uint8) for suits in permutations(range(4)))
    return next(of for of in suits if {*(board // 4 * 4 + of[board % 4]).tolist()} == cards)


def _hand_ids(hands: NDArray[np.uint8], suits: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the ids of hands (4, n) after a permutation of suits, as `omaha_hand_id` but without checks."""
    # The comparators of a sorting network for four numbers: whole columns are faster than sorted rows.
    columns = list((np.arange(52, dtype=np.uint8) // 4 * 4 + np.tile(suits, 13))[hands])
    for low, high in ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2)):
        first, second = columns[low], columns[high]
        columns[low], columns[high] = np.minimum(first, second), np.maximum(first, second)
    return set_ids(columns)


def _labels(
    board: NDArray[np.uint8], n_buckets: int, feature: str, seed: int, threads: int, tell: _Watcher
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return the ids of the hands without a card of the board, and their labels."""
    parts = 1 if feature == "ehs" else 10
    strengths = _equities(board[None], None, threads, among_all(tell, 0, 1, parts))[0]
    held = np.flatnonzero(~np.isnan(strengths))
    strengths = strengths[held]
    if feature == "ehs":
        return held, _percentiles(strengths, n_buckets)
    of_rows, of_clusters = among_all(tell, 1, 6, parts), among_all(tell, 7, 3, parts)
    if feature == "ehs2":
        return held, _percentiles(_sums_of_squares(board, held, threads, of_rows), n_buckets)
    rows: NDArray[np.integer | np.floating]
    metric: Metric
    if feature == "ochs":
        rows, metric = _against_clusters(board, held, threads, of_rows), "l2"
    elif len(board) < _BOARD_CARDS:
        rows, metric = _histograms(board, held, threads, of_rows), "emd"
    else:
        # The distributions are points: the distance of two is the difference of their hand strengths.
        rows, metric = _half_wins(strengths[:, None]).astype(np.uint32), "l1"
    return held, _clusters(rows, metric, strengths, n_buckets, seed, threads, of_clusters)


def _equities(
    boards: NDArray[np.uint8], villain: NDArray[np.uint64] | None, threads: int, tell: _Watcher
) -> NDArray[np.float64]:
    """Return the equities of all hands on boards against a set of hands, or against any hand, (n, 270725).

    They are integers divided once: hands that differ by a symmetry of the board have the same bits.
    """
    found = np.empty((len(boards), _native.OMAHA_HANDS))
    _native.omaha_hand_equity(villain, None, boards, [], found, threads, tell)
    return found


def _rivers(
    board: NDArray[np.uint8], held: NDArray[np.intp], threads: int, tell: _Watcher
) -> Iterator[tuple[slice, NDArray[np.float64]]]:
    """Yield some of the held hands and their strengths on some of the rivers, (rivers, hands), 0 for blocked hands.

    Every held hand comes once with every river that the board leads to.
    """
    left = np.setdiff1d(np.arange(52, dtype=np.uint8), board)
    runouts = np.array([[*board, *cards] for cards in combinations(left, _BOARD_CARDS - len(board))], dtype=np.uint8)
    for begin in range(0, len(runouts), _AT_ONCE):
        some = runouts[begin : begin + _AT_ONCE]
        equities = _equities(some, None, threads, among_all(tell, begin, len(some), len(runouts)))
        for first in range(0, len(held), _BLOCK):
            part = slice(first, first + _BLOCK)
            yield part, np.fmax(equities[:, held[part]], 0)


def _sums_of_squares(
    board: NDArray[np.uint8], held: NDArray[np.intp], threads: int, tell: _Watcher
) -> NDArray[np.float64]:
    """Return the sum of HS^2 over all rivers of each held hand, in units of 1 / `_HALF_WINS`^2: integers below 2^53."""
    sums = np.zeros(len(held))
    for part, strengths in _rivers(board, held, threads, tell):
        sums[part] += (_half_wins(strengths) ** 2).sum(axis=0)
    return sums


def _half_wins(strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return hand strengths as 2 * wins + ties, which are integers: their sums do not depend on an order."""
    return np.rint(strengths * _HALF_WINS)


def _histograms(board: NDArray[np.uint8], held: NDArray[np.intp], threads: int, tell: _Watcher) -> NDArray[np.uint16]:
    """Return how many rivers of each held hand have a hand strength in each bin, (hands, BINS)."""
    counts = np.zeros((len(held), BINS), dtype=np.uint16)
    for part, strengths in _rivers(board, held, threads, tell):
        some = counts[part]
        places = _bins(strengths) + np.arange(0, some.size, BINS)
        some += np.bincount(places.ravel(), minlength=some.size).reshape(some.shape).astype(np.uint16)
    # Runouts that a hand blocks were counted in the first bin; each hand blocks as many.
    left, to_come = 52 - len(board), _BOARD_CARDS - len(board)
    counts[:, 0] -= comb(left, to_come) - comb(left - 4, to_come)
    return counts


def _bins(strengths: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the bins of hand strengths on rivers: rounding moves none to another bin, as a test shows."""
    return np.minimum(strengths * BINS, BINS - 1).astype(np.intp)


def _against_clusters(
    board: NDArray[np.uint8], held: NDArray[np.intp], threads: int, tell: _Watcher
) -> NDArray[np.float64]:
    """Return the equity of each held hand against each cluster of opponents, (hands, CLUSTERS)."""
    clusters = _percentiles(_equities(np.empty((1, 0), dtype=np.uint8), None, threads, None)[0], CLUSTERS)
    every = OmahaRange("*")._sets  # noqa: SLF001
    rows = np.empty((len(held), CLUSTERS))
    for cluster in range(CLUSTERS):
        of = among_all(tell, cluster, 1, CLUSTERS)
        rows[:, cluster] = _equities(board[None], every[clusters == cluster + 1], threads, of)[0, held]
    return rows


def _percentiles(values: NDArray[np.float64], n_buckets: int) -> NDArray[np.int64]:
    """Return labels from 1 of values in ascending buckets of equal sizes, as far as ties allow."""
    distinct, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    buckets = PercentileBuckets(min(n_buckets, len(distinct))).fit(distinct, sample_weight=counts).labels_
    return (1 + buckets.astype(np.int64))[which]


def _clusters(
    rows: NDArray[np.integer | np.floating],
    metric: Metric,
    strengths: NDArray[np.float64],
    n_buckets: int,
    seed: int,
    threads: int,
    tell: _Watcher,
) -> NDArray[np.int64]:
    """Return labels from 1 of rows in clusters of ascending mean strength: each distinct row, if there are few."""
    points, point_of_row, _ = distinct_rows(rows, num_threads=threads)
    found: NDArray[np.integer] = point_of_row
    if len(points) > n_buckets:
        kmeans = HistogramKMeans(n_buckets, metric=metric, random_state=seed, num_threads=threads)
        found = kmeans.fit(rows, progress=tell).labels_
    clusters = np.unique(found, return_inverse=True)[1]
    means = np.bincount(clusters, strengths) / np.bincount(clusters)
    labels = np.empty(len(means), dtype=np.int64)
    labels[np.argsort(means, kind="stable")] = np.arange(1, len(means) + 1)
    return labels[clusters]
