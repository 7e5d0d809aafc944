"""K-means of histograms and other rows of numbers."""

from __future__ import annotations

from typing import Any, Literal, Self, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits import _native
from pokerbits._input.arrays import fit
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import LARGEST_COUNT, integer, real
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rng import philox_key
from pokerbits._input.shown import shown
from pokerbits._input.threads import resolve_num_threads
from pokerbits._keyword_hints import with_hints
from pokerbits.abstraction._distinct_rows import distinct_rows
from pokerbits.abstraction._estimator import Estimator, as_numbers, as_rows, as_sample_weight
from pokerbits.exceptions import InvalidArgumentError

Metric: TypeAlias = Literal["emd", "l1", "l2"]
"""The distance of a row to the centre of its bucket."""


_Clusters: TypeAlias = tuple[NDArray[np.uint32], NDArray[np.float64], list[float]]
"""Labels, centres as one list, and inertia."""


class HistogramKMeans(Estimator):
    """K-means of histograms under the earth mover's distance, or of other rows, with the interface of scikit-learn.

    Parameters
    ----------
    n_clusters
        Number of clusters, 1 to the number of distinct rows.
    metric
        Distance to minimise. `"emd"`: the earth mover's distance between histograms with the same total; centres are
        medians of cumulative counts. `"l1"`: the sum of absolute differences; centres are
        medians. `"l2"`: the sum of squared differences; centres are means.
    positions
        Positions of the histogram bins for `"emd"`, ascending; 0, 1, 2, ... by default. Few bins, equal steps, and
        integers at most 255 apart are faster.
    init
        `"k-means++"`, or initial centres of shape (n_clusters, bins).
    n_init
        Number of runs, of which the best is kept; always 1 with initial centres.
    max_iter
        Largest number of iterations.
    tol
        Relative tolerance: stop if an iteration reduces the inertia by at most this part of it. With 0, stop if no
        point changes its cluster.
    random_state
        Seed or generator, as `numpy.random.default_rng` takes it, or a `RandomState`.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.

    Attributes
    ----------
    cluster_centers_
        Centres, float64 (n_clusters, bins). Centres of histograms are histograms with the same total.
    labels_
        Cluster of every row, int32 (n,): the nearest centre, or the first of several nearest.
    inertia_
        Weighted sum of the costs.
    inertia_per_iteration_
        Inertia with the initial centres and after every iteration, float64 (n_iter_ + 1,). It never rises.
    n_iter_
        Number of iterations.
    n_features_in_
        Number of bins.

    Notes
    -----
    Equal rows are clustered as one weighted row, with the same result. k-means++ (Arthur and Vassilvitskii, 2007)
    chooses centres in proportion to the cost of the metric. Lloyd's iterations skip a centre if it has not moved or a
    bound from the sums of coordinates rules it out. For `"l2"`, products in single precision rule out most others;
    double precision decides. An empty cluster takes the row that is farthest from its centre. Weights that are not
    integers are rounded to about 2^-48 of their sum. Numbers and positions are at most 1e100.

    In one dimension the earth mover's distance is the sum of the differences of cumulative counts, or of sorted
    positions. The form with fewer numbers is used, as bytes if they fit. Use `"l1"` for features that are already
    sorted positions, such as the sorted values of a hand's 46 runouts: their differences add up to 46 times the earth
    mover's distance.

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
    inertia_: float
    inertia_per_iteration_: NDArray[np.float64]
    n_iter_: int

    @with_hints
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
            Weight of every row, (n,).
        progress
            `True` for a bar, or a function of steps done and steps in all.

        Returns
        -------
        Self
            The estimator itself.

        Raises
        ------
        InvalidArgumentError
            If a row, a weight or a parameter is invalid, or there are fewer distinct rows than clusters.
        TypeError
            If rows or weights are not numbers.
        """
        rows = as_rows(X, None, type(self).__name__)
        weights = as_sample_weight(sample_weight, len(rows))
        n_clusters, n_init, max_iter = (_positive(self, name) for name in ("n_clusters", "n_init", "max_iter"))
        tolerance = real("tol", self.tol, 0)
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
            # The first of several best.
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
        """Return the cluster of every row.

        Parameters
        ----------
        X
            Rows (n, bins).

        Returns
        -------
        int32 (n,)
            The nearest centre, or the first of several nearest.

        Raises
        ------
        NotFittedError
            Before `fit`.
        InvalidArgumentError
            If a row is invalid.
        """
        self._check_fitted()
        rows = as_rows(X, self.n_features_in_, type(self).__name__)
        points, point_of_row, _ = distinct_rows(rows, num_threads=self.num_threads)
        labels, _, _ = self._cluster(points, np.ones(len(points)), self.cluster_centers_, (0, 0), 0, 0.0, None)
        return labels.view(np.int32)[point_of_row]

    def _cluster(
        self, points: Any, weights: Any, init: Any, key: tuple[int, int], max_iter: int, tol: float, watcher: Any
    ) -> _Clusters:
        """Return the clusters of points from the native code."""
        positions = None if self.positions is None else fit(as_numbers(self.positions, "positions"), np.float64)
        if positions is not None and positions.ndim != 1:
            raise InvalidArgumentError(f"positions: expected one axis, found shape {positions.shape}")
        check_name("metric", self.metric, get_args(Metric))
        threads, clusters = resolve_num_threads(self.num_threads), self.n_clusters
        return _native.cluster_histograms(
            points, weights, clusters, self.metric, positions, init, key, max_iter, tol, threads, watcher
        )

    def _centers(self, init: ArrayLike, width: int) -> NDArray[np.float64]:
        """Return the initial centres; raise if they are invalid."""
        if isinstance(init, str):
            raise InvalidArgumentError(f"init: expected 'k-means++' or centres, found {shown(init)}")
        with np.errstate(over="ignore"):
            centers = fit(as_numbers(init, "init"), np.float64)
        if centers.shape != (self.n_clusters, width):
            message = f"init: expected centres of shape {(self.n_clusters, width)}, found {centers.shape}"
            raise InvalidArgumentError(message)
        return centers


def _positive(estimator: HistogramKMeans, name: str) -> int:
    """Return a parameter; raise if it is not a positive integer."""
    return integer(name, getattr(estimator, name), 1, LARGEST_COUNT)


def _generator(random_state: Any) -> Any:
    """Return a generator for a random state of scikit-learn."""
    if isinstance(random_state, np.random.RandomState):
        random_state = random_state.randint(0, 1 << 32, dtype=np.uint64)
    return np.random.default_rng(random_state)
