"""Clusters of the hole cards that an opponent can hold, for opponent cluster hand strength (OCHS).

After Johanson, Burch, Valenzano, Bowling, "Evaluating State-Space Abstractions in Extensive-Form Games" (2013).
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._forks import NoFork
from pokerbits._input.numbers import one_by_one
from pokerbits._input.shown import shown
from pokerbits._input.threads import resolve_num_threads
from pokerbits._output.columns import Columns
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["ClustersLike", "OpponentClusters", "class_lists", "opponent_clusters"]


@dataclass(frozen=True, eq=False, repr=False)
class OpponentClusters(Result):
    """A partition of the 169 hand classes that an opponent can hold.

    Attributes
    ----------
    classes
        Names of the classes of every cluster.
    of_class
        Number of the cluster of every class, in the order of `HAND_CLASSES`, uint8 (169,).

    Examples
    --------
    >>> import pokerbits as pb
    >>> clusters = pb.strength.opponent_clusters(8)
    >>> clusters
    <OpponentClusters: 8 clusters of 169 hand classes>
    >>> clusters.classes[7]
    ('99', 'TT', 'JJ', 'QQ', 'KK', 'AA')
    """

    classes: tuple[tuple[str, ...], ...]
    of_class: NDArray[np.uint8]

    def plot(self, *, ax: Axes | None = None, title: str = "") -> Axes:
        """Draw the number of the cluster of every hand class as a 13 x 13 matrix. Needs the extra `plot`."""
        with NoFork():
            from pokerbits.plot import hand_matrix

        return hand_matrix(
            self.of_class, label="cluster", percent=False, text=lambda cluster: f"{cluster:.0f}", ax=ax, title=title
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the clusters for JSON: lists of the names of their hand classes."""
        return {"clusters": [list(cluster) for cluster in self.classes]}

    def to_columns(self) -> Columns:
        """Return the clusters as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        There is one row for each hand class: `hand`, in the order of `HAND_CLASSES`, and `cluster`, uint8.
        """
        return {"hand": list(HAND_CLASSES), "cluster": self.of_class}

    def _summary(self) -> str:
        return f"{len(self.classes)} clusters of {len(self.of_class)} hand classes"

    def _table(self) -> Table:
        return Table([[str(i), " ".join(cluster)] for i, cluster in enumerate(self.classes)])


ClustersLike: TypeAlias = OpponentClusters | Sequence[Sequence[str | int]]
"""Clusters as `opponent_clusters` returns them, or lists of the names or numbers of their classes."""


def opponent_clusters(n_clusters: int = 8, *, num_threads: int | None = None) -> OpponentClusters:
    """Return clusters of an opponent's hand classes by equity, weakest first, for tables of kind `"ochs"`.

    The clusters minimise the sum of squared distances of the hands' preflop equities from the means of their clusters.
    Dynamic programming finds the optimal partition (Fisher, "On Grouping for Maximum Homogeneity", 1958).

    Parameters
    ----------
    n_clusters
        Number of clusters, 1 to 169.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.

    Raises
    ------
    InvalidArgumentError
        If the number is out of range.

    Examples
    --------
    >>> import pokerbits as pb
    >>> print(pb.strength.opponent_clusters())
     0  32o 42o 43o 52o 53o 54o 62o 63o 64o 72o 73o 74o 82o 83o 32s 42s 43s 52s 62s 72s
    ...
     6  66 77 88 ATo AJo AQo AKo KTs KJs KQs A8s A9s ATs AJs AQs AKs
     7  99 TT JJ QQ KK AA
    """
    n = operator.index(n_clusters)
    if not 1 <= n <= len(HAND_CLASSES):
        message = f"n_clusters = {shown(n)}: expected 1 to {len(HAND_CLASSES)}"
        raise InvalidArgumentError(message)
    of_class = np.array(_native.clusters_by_equity(n, resolve_num_threads(num_threads)), dtype=np.uint8)
    classes = tuple(tuple(HAND_CLASSES[i] for i in np.flatnonzero(of_class == cluster)) for cluster in range(n))
    return OpponentClusters(classes, of_class)


def class_lists(clusters: ClustersLike) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of the classes of clusters; the native code checks that they are a partition."""
    lists = clusters.classes if isinstance(clusters, OpponentClusters) else clusters
    return tuple(
        tuple(_class_number(item) for item in one_by_one(cluster, "a cluster"))
        for cluster in one_by_one(lists, "clusters")
    )


def _class_number(item: str | int) -> int:
    """Return the number of a class of hole cards."""
    if isinstance(item, str):
        if item not in HAND_CLASSES:
            message = f"clusters: {shown(item)} is not one of the 169 classes, as AA, AKs or AKo"
            raise InvalidArgumentError(message)
        return HAND_CLASSES.index(item)
    number = operator.index(item)
    if not 0 <= number < len(HAND_CLASSES):
        message = f"clusters: hand class {shown(number)} is out of range (0 to {len(HAND_CLASSES) - 1})"
        raise InvalidArgumentError(message)
    return number
