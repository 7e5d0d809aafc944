"""Tensors of all triples of hand classes: the counts as probabilities, and sums of them with weights of one hand."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from pokerbits._equity.three_way import ThreeWayCounts
from pokerbits._products import contracted, product

ORDERS: tuple[tuple[int, ...], ...] = tuple(
    sorted({tuple(sorted({*of}).index(i) for i in of) for of in np.ndindex(3, 3, 3)})
)
"""The 13 orders of three hands: the rank of each, 0 for the best. Equal hands have equal ranks."""


class ClassTriples:
    """The counts of all class triples as probabilities, float64 (169, 169, 169), laid out for sums over the first axis.

    Nothing here depends on the number of classes.

    Attributes
    ----------
    pairs
        The deals of two hands by class, (169, 169), with any third hand.
    """

    def __init__(self, counts: ThreeWayCounts) -> None:
        self._counts = counts
        self._folded_wins = _last_axis_first(counts.folded_wins)
        self._folded_ties = _last_axis_first(counts.folded_ties)
        self._ties = _last_axis_first(counts.ties)
        deals, beats = np.empty((2, *counts.wins.shape))
        for x in range(len(deals)):
            np.multiply(self._folded_ties[x], 0.5, out=beats[x])
            beats[x] += self._folded_wins[x]
            np.add(beats[x], beats[x].T, out=deals[x])
        self._total = deals.sum()
        deals /= self._total
        beats /= self._total
        self._tensors: dict[str, NDArray[np.float64]] = {"deals": deals, "beats": beats}
        self.pairs = deals.sum(axis=0)

    def tensor(self, kind: str) -> NDArray[np.float64]:
        """Return a tensor, which is made at its first use.

        With axes x, y, z: `deals`, of hands of these classes; `beats`, in which y beats z, and half of those in which
        they tie, while x has folded; `ties`, in which y and z tie while x has folded. With axes y, z, x: `beats_of` and
        `ties_of`.
        """
        if kind not in self._tensors:
            counts = self._folded_ties if kind == "ties" else self._counts.folded_ties
            of_kind = self._counts.folded_wins + 0.5 * counts if kind == "beats_of" else counts
            self._tensors[kind] = of_kind / self._total
        return self._tensors[kind]

    def payoffs(self, by_order: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return payoffs (k, 13) by the order of the hands x, y and z, times the deals, as (k, 169, 169, 169)."""
        weights = product(by_order, _ORDERS_BY_PLANE) / self._total
        found = np.empty((len(by_order), *self._counts.wins.shape))
        for x in range(found.shape[1]):
            found[:, x] = contracted(weights, self._planes(x))
        return found

    def _planes(self, x: int) -> NDArray[np.float64]:
        """Return the counts of all deals in which the first hand is of class x, (14, 169, 169) with the axes y, z."""
        wins, ties, triple, first_wins, first_ties = self._counts
        planes = (
            *(wins[x], wins[:, x], wins[:, x].T),
            *(ties[x], ties[x].T, self._ties[x], triple[x]),
            *(first_wins[x], first_wins[x].T, self._folded_wins[x], self._folded_wins[x].T),
            *(first_ties[x], first_ties[x].T, self._folded_ties[x]),
        )
        return np.array(planes, dtype=np.float64)


class WeightedSum:
    """The sum of a tensor over its first axis with weights. If few weights change, only their slices are read."""

    def __init__(self, tensor: NDArray[np.float64]) -> None:
        self._tensor = tensor
        self._weights = np.zeros(len(tensor))
        self._sum = np.zeros(tensor.shape[1:])

    def by(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the sum with these weights, (169, 169). The next call may change the array."""
        change = weights - self._weights
        changed = np.flatnonzero(change)
        if len(changed) == 1:
            # Not kept: who asks for a derivative changes another weight the next time.
            (at,) = changed
            one: NDArray[np.float64] = self._sum + change[at] * self._tensor[at]
            return one
        if 3 * len(changed) > len(weights):
            self._sum = contracted(weights, self._tensor)
        elif changed.size:
            self._sum += contracted(change[changed], self._tensor[changed])
        self._weights = weights.copy()
        return self._sum


def _last_axis_first(counts: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return the array [c, a, b] of counts [a, b, c]."""
    return np.ascontiguousarray(counts.transpose(2, 0, 1))


def _orders_by_plane() -> NDArray[np.float64]:
    """Return the factors by which the planes of `ClassTriples` add up to the deals of each order, (13, 14).

    Who wins, who ties and how every two hands compare settles the order: if z beats x and x beats y, then x beats y
    without winning and without a tie with z.
    """
    names = ["x", "y", "z", "xy", "xz", "yz", "xyz", "x>y", "x>z", "y>z", "z>y", "x=y", "x=z", "y=z"]
    planes = dict(zip(names, np.eye(len(names)), strict=True))
    deals = planes["y>z"] + planes["z>y"] + planes["y=z"]
    planes["y>x"] = deals - planes["x>y"] - planes["x=y"]
    planes["z>x"] = deals - planes["x>z"] - planes["x=z"]
    found: dict[tuple[int, ...], NDArray[np.float64]] = {(0, 0, 0): planes["xyz"]}
    for best, middle, worst in permutations("xyz"):
        tie_for_best = planes["".join(sorted(best + middle))]
        tie_for_worst = (
            planes["=".join(sorted(middle + worst))] - planes["xyz"] - planes["".join(sorted(middle + worst))]
        )
        strict = planes[f"{middle}>{worst}"] - planes[middle] - tie_for_best
        for ranks, of in (((0, 1, 2), strict), ((0, 0, 1), tie_for_best), ((0, 1, 1), tie_for_worst)):
            rank = dict(zip((best, middle, worst), ranks, strict=True))
            found[rank["x"], rank["y"], rank["z"]] = of
    return np.array([found[order] for order in ORDERS])


_ORDERS_BY_PLANE = _orders_by_plane()
