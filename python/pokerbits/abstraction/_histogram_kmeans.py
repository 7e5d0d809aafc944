"""K-means of histograms and other rows of numbers."""

from __future__ import annotations

import operator
from typing import Any, Literal, Self, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits import _native
from pokerbits._input.arrays import fit
from pokerbits._input.choices import check_name
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rng import philox_key
from pokerbits._input.shown import shown
from pokerbits._input.threads import resolve_num_threads
from pokerbits.abstraction._distinct_rows import distinct_rows
from pokerbits.abstraction._estimator import Estimator, as_numbers, as_rows, as_sample_weight
from pokerbits.exceptions import InvalidArgumentError

__all__ = ["HistogramKMeans", "Metric"]

Metric: TypeAlias = Literal["emd", "l1", "l2"]
"""The distance of a row to the centre of its bucket."""


_Clusters: TypeAlias = tuple[NDArray[np.uint32], NDArray[np.float64], list[float]]
"""Labels, centres in one line, and inertia."""


class HistogramKMeans(Estimator):
    """K-means of histograms under the earth mover's distance, or of other rows, by the rules of scikit-learn.

    Parameters
    ----------
    n_clusters
        How many clusters, 1 to the number of distinct rows.
    metric
        What is minimised. `"emd"`: the earth mover's distance between histograms with the same total, as between
        distributions; centres are medians of cumulative counts. `"l1"`: the sum of absolute differences; centres are
        medians. `"l2"`: the sum of squared differences; centres are means.
    positions
        Where the bins of histograms are, ascending; 0, 1, 2, ... by default. Integers no more than 255 apart, and even
        steps, take the fast way, as do few bins. For `"emd"`.
    init
        `"k-means++"`, or the first centres (n_clusters, bins).
    n_init
        How often to begin anew, the best result being kept; once from given centres.
    max_iter
        Iterations at most.
    tol
        The end is where an iteration reduces the inertia by no more than this part of it; for 0, where no point changes
        its cluster.
    random_state
        A seed or a generator, as `numpy.random.default_rng` takes it; a `RandomState` too.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.

    Attributes
    ----------
    cluster_centers_
        The centres, float64 (n_clusters, bins). Those of histograms are histograms of the same total.
    labels_
        The cluster of every row, int32 (n,): the nearest centre, of equally near ones the first.
    inertia_
        The weighted sum of the costs.
    inertia_per_iteration_
        The same from the first centres and after every iteration, which never rises, float64 (n_iter_ + 1,).
    n_iter_
        Iterations made.
    n_features_in_
        Bins.

    Notes
    -----
    Equal rows are clustered as one that has their weight, with the same result. Lloyd's iterations look at a centre
    only where the sums of its coordinates and those of the row do not rule it out, or if it has moved; k-means++
    (Arthur and Vassilvitskii, 2007) chooses in proportion to the same cost. A cluster that becomes empty takes the row
    that is farthest from its centre. Weights that are not integers are rounded to some 2^-48 of their sum.

    On a line the earth mover's distance is the sum of the differences of cumulative counts, or of the positions of
    sorted counts: whichever takes fewer numbers is used, in bytes where these hold them. Features that are lists of
    counts already, as the values of a hand's 46 runouts in order, are clustered by `"l1"`: their differences add up to
    46 times the earth mover's distance.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.abstraction import HistogramKMeans
    >>> histograms = np.array([[4, 0, 0], [3, 1, 0], [0, 0, 4], [0, 1, 3]])
    >>> kmeans = HistogramKMeans(2, random_state=0).fit(histograms, sample_weight=[1, 2, 2, 1])
    >>> kmeans.labels_, kmeans.cluster_centers_.tolist(), kmeans.inertia_
    (array([0, 0, 1, 1], dtype=int32), [[3.0, 1.0, 0.0], [0.0, 0.0, 4.0]], 0.5)
    >>> kmeans.predict([[0, 2, 2]])
    array([1], dtype=int32)
    """

    cluster_centers_: NDArray[np.float64]
    labels_: NDArray[np.int32]
    inertia_: float
    inertia_per_iteration_: NDArray[np.float64]
    n_iter_: int

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        metric: Metric = "emd",
        positions: ArrayLike | None = None,
        init: Literal["k-means++"] | ArrayLike = "k-means++",
        n_init: int = 1,
        max_iter: int = 100,
        tol: float = 1e-4,
        random_state: Any = None,
        num_threads: int | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.metric = metric
        self.positions = positions
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.num_threads = num_threads

    def fit(
        self,
        X: ArrayLike,  # noqa: N803 - the word of scikit-learn
        y: object = None,  # noqa: ARG002 - as above
        sample_weight: ArrayLike | None = None,
        *,
        progress: ProgressLike = None,
    ) -> Self:
        """Find clusters of rows.

        Parameters
        ----------
        X
            Rows (n, bins): for `"emd"` histograms of the same total. Integers are fastest.
        y
            Not used.
        sample_weight
            What every row counts for, (n,).
        progress
            `True` for a bar, or a function of steps done and steps in all.

        Raises
        ------
        InvalidArgumentError
            If a row or a weight is wrong, or there are fewer distinct rows than clusters, or a parameter cannot be.
        TypeError
            If rows or weights are no numbers.
        """
        rows = as_rows(X, None, type(self).__name__)
        weights = as_sample_weight(sample_weight, len(rows))
        n_clusters, n_init, max_iter = (_positive(self, name) for name in ("n_clusters", "n_init", "max_iter"))
        tolerance = as_numbers(self.tol, "tol")
        if tolerance.ndim > 0 or not tolerance >= 0:
            message = f"tol = {self.tol}: expected a number, not negative"
            raise InvalidArgumentError(message)
        points, point_of_row, _ = distinct_rows(rows, num_threads=self.num_threads)
        of_point = np.bincount(point_of_row, weights, minlength=len(points))
        distinct = int(np.count_nonzero(of_point))
        if n_clusters > distinct:
            message = f"n_clusters = {n_clusters}: expected 1 to {distinct}, the number of distinct rows with weight"
            raise InvalidArgumentError(message)
        init = None
        if not (isinstance(self.init, str) and self.init == "k-means++"):
            init = self._centers(self.init, points.shape[1])
            n_init = 1
        rng = _generator(self.random_state)
        found: list[_Clusters] = []
        for _ in range(n_init):
            with watching(progress, "clusters") as watcher:
                key, tol = philox_key(rng), float(tolerance)
                found.append(self._cluster(points, of_point, init, key, max_iter, tol, watcher))
            # Of equally good ones the first.
            found = [min(found, key=lambda clusters: clusters[2][-1])]
        [(labels, centers, inertia)] = found
        self.cluster_centers_ = centers.reshape(n_clusters, -1)
        self.labels_ = labels.view(np.int32)[point_of_row]
        self.inertia_per_iteration_ = np.array(inertia)
        self.inertia_ = inertia[-1]
        self.n_iter_ = max(len(inertia) - 1, 1)
        self.n_features_in_ = points.shape[1]
        return self

    def predict(self, X: ArrayLike) -> NDArray[np.int32]:  # noqa: N803
        """Return the cluster of every row, int32 (n,): the nearest centre, of equally near ones the first.

        Parameters
        ----------
        X
            Rows (n, bins).

        Raises
        ------
        NotFittedError
            Before `fit`.
        InvalidArgumentError
            If a row is wrong.
        """
        self._check_fitted()
        rows = as_rows(X, self.n_features_in_, type(self).__name__)
        points, point_of_row, _ = distinct_rows(rows, num_threads=self.num_threads)
        labels, _, _ = self._cluster(points, np.ones(len(points)), self.cluster_centers_, (0, 0), 0, 0.0, None)
        of_row: NDArray[np.int32] = labels.view(np.int32)[point_of_row]
        return of_row

    def fit_predict(
        self,
        X: ArrayLike,  # noqa: N803
        y: object = None,
        sample_weight: ArrayLike | None = None,
        *,
        progress: ProgressLike = None,
    ) -> NDArray[np.int32]:
        """Return `fit(X, y, sample_weight).labels_`."""
        return self.fit(X, y, sample_weight, progress=progress).labels_

    def _cluster(
        self, points: Any, weights: Any, init: Any, key: tuple[int, int], max_iter: int, tol: float, watcher: Any
    ) -> _Clusters:
        """Return what the core makes of points."""
        positions = None if self.positions is None else fit(as_numbers(self.positions, "positions"), np.float64)
        if positions is not None and positions.ndim != 1:
            message = f"positions: expected one axis, found shape {positions.shape}"
            raise InvalidArgumentError(message)
        check_name("metric", self.metric, get_args(Metric))
        threads, clusters = resolve_num_threads(self.num_threads), self.n_clusters
        return _native.cluster_histograms(
            points, weights, clusters, self.metric, positions, init, key, max_iter, tol, threads, watcher
        )

    def _centers(self, init: ArrayLike, width: int) -> NDArray[np.float64]:
        """Return first centres that were given, if they are some."""
        if isinstance(init, str):
            message = f"init: expected 'k-means++' or centres, found {shown(init)}"
            raise InvalidArgumentError(message)
        with np.errstate(over="ignore"):
            centers = fit(as_numbers(init, "init"), np.float64)
        if centers.shape != (self.n_clusters, width):
            message = f"init: expected centres of shape {(self.n_clusters, width)}, found {centers.shape}"
            raise InvalidArgumentError(message)
        return centers


def _positive(estimator: HistogramKMeans, name: str) -> int:
    """Return a parameter that is to be a positive integer."""
    number = operator.index(getattr(estimator, name))
    if not 1 <= number < 1 << 31:
        message = f"{name} = {shown(number)}: expected a positive number"
        raise InvalidArgumentError(message)
    return number


def _generator(random_state: Any) -> Any:
    """Return a generator of what scikit-learn calls a random state."""
    if isinstance(random_state, np.random.RandomState):
        random_state = random_state.randint(0, 1 << 32, dtype=np.uint64)
    return np.random.default_rng(random_state)
