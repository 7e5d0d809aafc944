"""Clusters of the hole cards that an opponent can hold, for opponent cluster hand strength (OCHS).

After Johanson, Burch, Valenzano, Bowling, "Evaluating State-Space Abstractions in Extensive-Form Games" (2013).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._forks import NoFork
from pokerbits._hand_strength.card_games import HOLDEM, CardGame, CardGameLike, card_game, game_core
from pokerbits._input.numbers import ANY, integer, one_by_one
from pokerbits._input.shown import shown
from pokerbits._input.threads import resolve_num_threads
from pokerbits._output.columns import Columns
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False, repr=False)
class OpponentClusters(Result):
    """A partition of the hand classes that an opponent can hold: the 169 of hold'em, or those of another game.

    Attributes
    ----------
    classes
        Names of the classes of every cluster.
    of_class
        Number of the cluster of every class, in the order of `HAND_CLASSES`, or of the `hand_classes` of the game,
        uint8 (169,) or (classes,).
    game
        The game, hold'em by default.

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
    game: CardGame = HOLDEM

    def plot(self, *, ax: Axes | None = None, title: str = "") -> Axes:
        """Draw the number of the cluster of every hand class of hold'em as a 13 x 13 matrix. Needs the extra `plot`.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        InvalidArgumentError
            If the clusters are of another game.
        """
        if self.game != HOLDEM:
            message = f"the matrix of 169 hand classes is for hold'em, and these clusters are of {self.game!r}"
            raise InvalidArgumentError(message)
        with NoFork():
            from pokerbits.plot import hand_matrix

        return hand_matrix(
            self.of_class, label="cluster", percent=False, text=lambda cluster: f"{cluster:.0f}", ax=ax, title=title
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the clusters as a dict for JSON.

        Returns
        -------
        dict
            `clusters`, a list with the names of the hand classes of each.
        """
        return {"clusters": [list(cluster) for cluster in self.classes]}

    def to_columns(self) -> Columns:
        """Return the clusters as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each hand class: `hand`, in the order of `of_class`, and `cluster`, uint8.
        """
        return {"hand": list(self.game.hand_classes), "cluster": self.of_class}

    def _summary(self) -> str:
        return f"{len(self.classes)} clusters of {len(self.of_class)} hand classes"

    def _table(self) -> Table:
        return Table([[str(i), " ".join(cluster)] for i, cluster in enumerate(self.classes)])


ClustersLike: TypeAlias = OpponentClusters | Sequence[Sequence[str | int]]
"""Clusters as `opponent_clusters` returns them, or lists of the names or numbers of their classes."""


def opponent_clusters(
    n_clusters: int = 8, *, game: CardGameLike = "holdem", num_threads: int | None = None
) -> OpponentClusters:
    """Return clusters of an opponent's hand classes by equity, weakest first, for tables of kind `"ochs"`.

    The clusters minimise the sum of squared distances of the hands' preflop equities from the means of their clusters.
    Dynamic programming finds the optimal partition (Fisher, "On Grouping for Maximum Homogeneity", 1958).

    Parameters
    ----------
    n_clusters
        Number of clusters, 1 to 169; for another game, 1 to the number of its hand classes.
    game
        Name of a game, or a `pokerbits.strength.CardGame`.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    OpponentClusters

    Raises
    ------
    InvalidArgumentError
        If the number is out of range, or there is no such game.

    Examples
    --------
    >>> import pokerbits as pb
    >>> print(pb.strength.opponent_clusters(3, game="royal"))
     0  TT JTo QTo QJo KTo JTs QTs QJs KTs
     1  JJ QQ KJo KQo ATo AJo AQo AKo KJs KQs ATs AJs AQs AKs
     2  KK AA
    >>> print(pb.strength.opponent_clusters())
     0  32o 42o 43o 52o 53o 54o 62o 63o 64o 72o 73o 74o 82o 83o 32s 42s 43s 52s 62s 72s
    ...
     6  66 77 88 ATo AJo AQo AKo KTs KJs KQs A8s A9s ATs AJs AQs AKs
     7  99 TT JJ QQ KK AA
    """
    of = card_game(game)
    n = integer("n_clusters", n_clusters, 1, len(of.hand_classes))
    threads = resolve_num_threads(num_threads)
    found = _native.clusters_by_equity(n, threads) if of == HOLDEM else game_core(of).clusters_by_equity(n, threads)
    of_class = np.array(found, dtype=np.uint8)
    classes = tuple(tuple(of.hand_classes[i] for i in np.flatnonzero(of_class == cluster)) for cluster in range(n))
    return OpponentClusters(classes, of_class, of)


def class_lists(clusters: ClustersLike, game: CardGame = HOLDEM) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of the classes of clusters; the native code checks that they are a partition."""
    if isinstance(clusters, OpponentClusters) and clusters.game != game:
        message = f"clusters: these are of {clusters.game!r}; make them by opponent_clusters(..., game=...)"
        raise InvalidArgumentError(message)
    lists = clusters.classes if isinstance(clusters, OpponentClusters) else clusters
    return tuple(
        tuple(_class_number(item, game.hand_classes) for item in one_by_one(cluster, "a cluster"))
        for cluster in one_by_one(lists, "clusters")
    )


def _class_number(item: str | int, names: Sequence[str]) -> int:
    """Return the number of a class of hole cards."""
    if isinstance(item, str):
        if item not in names:
            example = "AA, AKs or AKo" if names is HAND_CLASSES else ", ".join(names[-3:])
            raise InvalidArgumentError(f"clusters: {shown(item)} is not one of the {len(names)} classes, as {example}")
        return names.index(item)
    number = integer("clusters", item, *ANY)
    if not 0 <= number < len(names):
        raise InvalidArgumentError(f"clusters: hand class {shown(number)} is out of range (0 to {len(names) - 1})")
    return number
