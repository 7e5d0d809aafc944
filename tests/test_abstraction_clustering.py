"""Clusters of rows and buckets of scalars: against scipy, scikit-learn and all partitions there are."""

import hashlib
import pickle
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import wasserstein_distance
from sklearn.base import clone
from sklearn.cluster import KMeans
from sklearn.utils.estimator_checks import check_estimator

from pokerbits.abstraction import HistogramKMeans, OptimalScalarBuckets, PercentileBuckets, distinct_rows
from pokerbits.exceptions import CountOverflowError, InvalidArgumentError, NotFittedError

METRICS = ["emd", "l1", "l2"]
FINGERPRINTS = [("emd", "95c47ec5fc7196b5"), ("l1", "17bb7cfd1d68c6a1"), ("l2", "349dc28e017736f9")]


def histograms(n, bins, total, seed=0):
    """Histograms of `total` counts around random places, as the hands of a street have them."""
    rng = np.random.default_rng(seed)
    places = rng.uniform(0, bins, (n, 1)) + rng.uniform(0.5, 0.5 + bins / 3, (n, 1)) * rng.normal(size=(n, total))
    places = np.clip(places, 0, bins - 1).astype(int)
    return np.stack([np.bincount(row, minlength=bins) for row in places])


def cost(metric, row, center, positions=None):
    match metric:
        case "emd":
            positions = np.arange(len(row)) if positions is None else positions
            return wasserstein_distance(positions, positions, row, center)
        case "l1":
            return np.abs(row - center).sum()
    return ((row - center) ** 2).sum()


class TestDistinctRows:
    """Equal rows grouped."""

    @pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.int64, np.float32, np.float64, bool])
    def test_points_are_those_of_numpy_in_order_of_appearance(self, dtype):
        rng = np.random.default_rng(1)
        rows = rng.integers(0, 3, (5000, 5)).astype(dtype)
        weights = rng.integers(0, 9, 5000)
        expected, first, inverse = np.unique(rows, axis=0, return_index=True, return_inverse=True)
        order = np.argsort(first)
        for num_threads in (1, 2, 4):
            found = distinct_rows(rows, weights=weights, num_threads=num_threads)
            assert found.points.dtype == rows.dtype
            np.testing.assert_array_equal(found.points, expected[order])
            np.testing.assert_array_equal(found.points[found.point_of_row], rows)
            np.testing.assert_array_equal(found.counts, np.bincount(inverse.ravel(), weights)[order])
        np.testing.assert_array_equal(distinct_rows(rows).counts, np.bincount(inverse.ravel())[order])

    def test_zeros_of_either_sign_are_equal_and_views_are_read(self):
        assert len(distinct_rows(np.array([[0.0], [-0.0]])).points) == 1
        rows = np.arange(24).reshape(4, 6) % 4
        found = distinct_rows(rows[::2, ::3])
        np.testing.assert_array_equal(found.points[found.point_of_row], rows[::2, ::3])
        empty = distinct_rows(np.empty((0, 3), np.uint8))
        assert empty.points.shape == (0, 3)
        assert empty.counts.shape == (0,)

    def test_what_is_wrong_is_refused(self):
        rows = np.zeros((2, 2), np.uint8)
        for wrong in (rows[0], np.empty((2, 0)), rows[None]):
            with pytest.raises(InvalidArgumentError, match="expected two axes"):
                distinct_rows(wrong)
        with pytest.raises(TypeError, match="expected numbers"):
            distinct_rows(np.array([["a"]]))
        with pytest.raises(TypeError, match="expected integers"):
            distinct_rows(rows, weights=np.ones(2))
        with pytest.raises(InvalidArgumentError, match=r"expected shape \(2,\)"):
            distinct_rows(rows, weights=np.ones(3, int))
        with pytest.raises(InvalidArgumentError, match="row 1: weight -1"):
            distinct_rows(rows, weights=np.array([1, -1]))
        with pytest.raises(CountOverflowError):
            distinct_rows(rows, weights=np.array([2**63, 2**63], np.uint64))


class TestDistances:
    """The cost between a row and a centre."""

    @pytest.mark.parametrize("bins", [1, 2, 9, 64, 65, 300])
    @pytest.mark.parametrize("total", [1, 46, 200, 1081])
    def test_emd_is_scipys(self, bins, total):
        rng = np.random.default_rng(bins)
        rows = histograms(6, bins, total, seed=total)
        irregular = np.sort(rng.random(bins))
        for positions in (None, 0.5 * np.arange(bins), np.floor(irregular * 255), irregular):
            for center, row in zip(rows[:3], rows[3:], strict=True):
                kmeans = HistogramKMeans(1, positions=positions, init=[center], max_iter=1).fit([row])
                expected = cost("emd", row, center, positions)
                assert kmeans.inertia_per_iteration_[0] == pytest.approx(expected, rel=1e-12, abs=1e-12)
                assert kmeans.inertia_ == pytest.approx(0, abs=1e-12)

    @pytest.mark.parametrize("metric", METRICS)
    def test_fractions_are_measured_too(self, metric):
        rows = np.random.default_rng(2).dirichlet(np.ones(7), 20)
        kmeans = HistogramKMeans(3, metric=metric, random_state=0).fit(rows)
        costs = [[cost(metric, row, center) for center in kmeans.cluster_centers_] for row in rows]
        np.testing.assert_array_equal(kmeans.labels_, np.argmin(costs, axis=1))
        assert kmeans.inertia_ == pytest.approx(np.min(costs, axis=1).sum())


class TestHistogramKMeans:
    """K-means."""

    @pytest.mark.parametrize("metric", METRICS)
    def test_labels_centers_and_inertia_are_of_one_objective(self, metric):
        rows = histograms(800, 12, 46)
        weights = np.random.default_rng(3).integers(0, 4, 800)
        positions = np.cumsum(np.random.default_rng(4).random(12)) if metric == "emd" else None
        kmeans = HistogramKMeans(15, metric=metric, positions=positions, random_state=5, max_iter=500, tol=0)
        labels = kmeans.fit_predict(rows, sample_weight=weights)
        centers = kmeans.cluster_centers_
        costs = np.array([[cost(metric, row, center, positions) for center in centers] for row in rows])
        least = costs.min(axis=1)
        np.testing.assert_allclose(costs[np.arange(800), labels], least, rtol=1e-12)
        assert kmeans.inertia_ == pytest.approx(weights @ least)
        assert np.all(np.diff(kmeans.inertia_per_iteration_) <= 1e-12 * kmeans.inertia_)
        assert len(kmeans.inertia_per_iteration_) == kmeans.n_iter_ + 1
        assert set(labels) == set(range(15))
        np.testing.assert_array_equal(kmeans.predict(rows), labels)
        if metric == "emd":
            np.testing.assert_array_equal(centers.sum(axis=1), 46)
        # No centre is better for its cluster than where it is, as far as small steps tell.
        for label, center in enumerate(centers):
            members, of_members = rows[labels == label], weights[labels == label]
            best = sum(w * cost(metric, row, center, positions) for row, w in zip(members, of_members, strict=True))
            for at in range(11):
                for step in (-0.5, 0.5):
                    other = center.copy()
                    other[at : at + 2] += (step, -step)
                    if metric != "emd" or other.min() >= 0:
                        moved = [
                            w * cost(metric, row, other, positions) for row, w in zip(members, of_members, strict=True)
                        ]
                        assert sum(moved) >= best * (1 - 1e-12)

    @pytest.mark.parametrize("iterations", [1, 2, 7, 300])
    def test_l2_is_scikit_learns_from_the_same_start(self, iterations):
        rng = np.random.default_rng(6)
        rows = histograms(600, 20, 46).astype(float) + rng.random((600, 20))
        weights = rng.random(600)
        init = rows[:12]
        ours = HistogramKMeans(12, metric="l2", init=init, max_iter=iterations, tol=0).fit(rows, sample_weight=weights)
        theirs = KMeans(12, init=init, n_init=1, max_iter=iterations, tol=0, algorithm="lloyd")
        theirs.fit(rows, sample_weight=weights)
        np.testing.assert_array_equal(ours.labels_, theirs.labels_)
        np.testing.assert_allclose(ours.cluster_centers_, theirs.cluster_centers_, rtol=1e-9)
        assert ours.inertia_ == pytest.approx(theirs.inertia_)

    @pytest.mark.parametrize("metric", METRICS)
    def test_threads_change_nothing(self, metric):
        rows, weights = histograms(9000, 10, 46), np.random.default_rng(7).random(9000)
        one = HistogramKMeans(40, metric=metric, random_state=8, num_threads=1).fit(rows, sample_weight=weights)
        for num_threads in (2, 4):
            again = clone(one).set_params(num_threads=num_threads).fit(rows, sample_weight=weights)
            assert again.labels_.tobytes() == one.labels_.tobytes()
            assert again.cluster_centers_.tobytes() == one.cluster_centers_.tobytes()
            assert again.inertia_per_iteration_.tobytes() == one.inertia_per_iteration_.tobytes()

    def test_the_fingerprint_of_clusters(self):
        """The result of a seed is the same on every machine, at every CPU level, in every version."""
        # Places of 46 counts in ten bins: multiples of a large number, mixed.
        words = np.arange(1, 3001 * 47, dtype=np.uint64)[: 3000 * 47] * np.uint64(0x9E3779B97F4A7C15)
        words = ((words ^ (words >> np.uint64(31))) >> np.uint64(7)).astype(np.int64).reshape(3000, 47)
        low, spread = words[:, :1] % 10, 1 + words[:, :1] // 10 % 5
        places = np.minimum(low + words[:, 1:] % spread, 9)
        rows = np.stack([np.bincount(row, minlength=10) for row in places])
        found = []
        for metric in METRICS:
            kmeans = HistogramKMeans(25, metric=metric, random_state=10).fit(rows)
            digest = hashlib.sha256(kmeans.labels_.tobytes() + kmeans.cluster_centers_.tobytes())
            found.append((metric, digest.hexdigest()[:16]))
        assert found == FINGERPRINTS

    @pytest.mark.parametrize("metric", METRICS)
    def test_equal_rows_are_one_with_their_weight(self, metric):
        rows = histograms(200, 8, 20)
        times = np.random.default_rng(11).integers(1, 6, 200)
        once = HistogramKMeans(9, metric=metric, random_state=12).fit(rows, sample_weight=times)
        repeated = HistogramKMeans(9, metric=metric, random_state=12).fit(np.repeat(rows, times, axis=0))
        np.testing.assert_array_equal(repeated.labels_, np.repeat(once.labels_, times))
        np.testing.assert_array_equal(repeated.cluster_centers_, once.cluster_centers_)
        assert repeated.inertia_ == once.inertia_

    def test_counts_of_any_dtype_have_the_same_clusters(self):
        counts = np.random.default_rng(21).multinomial(40, [0.2] * 5, 300)
        expected = HistogramKMeans(6, random_state=0).fit_predict(counts.astype(np.uint8))
        assert set(expected) == set(range(6))
        for dtype in (np.uint16, np.uint32, np.int64):
            found = HistogramKMeans(6, random_state=0).fit_predict(counts.astype(dtype))
            np.testing.assert_array_equal(found, expected)

    def test_an_empty_cluster_takes_the_farthest_row(self):
        rows, init = [[0], [1], [2], [100]], [[1], [1]]
        kmeans = HistogramKMeans(2, metric="l1", init=init).fit(rows, sample_weight=[5, 5, 5, 1])
        assert kmeans.labels_.tolist() == [0, 0, 0, 1]
        assert kmeans.cluster_centers_.ravel().tolist() == [1, 100]
        assert kmeans.inertia_per_iteration_.tolist() == [109, 10]

    def test_of_several_beginnings_the_best_is_kept(self):
        rows = histograms(500, 10, 46)
        rng = np.random.default_rng(13)
        each = [HistogramKMeans(20, random_state=rng).fit(rows).inertia_ for _ in range(4)]
        assert HistogramKMeans(20, n_init=4, random_state=13).fit(rows).inertia_ == min(each) < max(each)

    def test_as_many_clusters_as_rows(self):
        rows = np.unique(histograms(50, 6, 10), axis=0)
        for metric in METRICS:
            kmeans = HistogramKMeans(len(rows), metric=metric, random_state=0).fit(rows)
            assert sorted(kmeans.labels_) == list(range(len(rows)))
            assert kmeans.inertia_ == 0

    def test_clusters_and_distinct_rows_are_both_named(self):
        rows = [[1, 0], [1, 0], [0, 1]]
        for n in (0, -1):
            with pytest.raises(InvalidArgumentError, match=f"n_clusters = {n}"):
                HistogramKMeans(n).fit(rows)
        with pytest.raises(InvalidArgumentError, match="n_clusters = 3: expected 1 to 2"):
            HistogramKMeans(3).fit(rows)
        with pytest.raises(InvalidArgumentError, match="n_clusters = 2: expected 1 to 1"):
            HistogramKMeans(2).fit(rows, sample_weight=[1, 1, 0])
        # These differ as rows, not as distributions on the line.
        with pytest.raises(InvalidArgumentError, match="2 clusters of 1 points that differ"):
            HistogramKMeans(2, positions=[0.5, 0.5]).fit(rows)

    @pytest.mark.parametrize(
        ("rows", "message"),
        [
            ([[1, 2], [2, 2]], "row 1: counts add up to 4, those of the first row to 3"),
            ([[1, 2], [4, -1]], "row 1: -1 in column 1"),
            ([[0, 0]], "row 0: a histogram without counts"),
            ([[1, np.nan]], "row 0: X: NaN in column 1"),
            ([[1, 1], [np.inf, 0]], "row 1: X: infinity in column 0"),
            ([1, 2], "two axes"),
            ([[1, 2], [1]], "different lengths"),
            (np.empty((0, 2)), "0 sample"),
            (np.empty((2, 0)), "0 feature"),
        ],
    )
    def test_rows_that_are_wrong_are_refused(self, rows, message):
        with pytest.raises(InvalidArgumentError, match=message):
            HistogramKMeans(1).fit(rows)

    @pytest.mark.parametrize(
        ("weights", "message"),
        [
            ([1, -1], "row 1: weight -1"),
            ([np.nan, 1], "row 0: weight nan"),
            ([1, np.inf], "row 1: weight inf"),
            ([0, 0], "all are zero"),
            ([1], r"expected \(2,\)"),
        ],
    )
    @pytest.mark.parametrize("estimator", [HistogramKMeans(1), PercentileBuckets(1), OptimalScalarBuckets(1)])
    def test_weights_that_are_wrong_are_refused(self, estimator, weights, message):
        with pytest.raises(InvalidArgumentError, match=message):
            estimator.fit([[1], [1]], sample_weight=weights)

    @pytest.mark.parametrize(
        ("parameters", "message"),
        [
            ({"metric": "cosine"}, "metric"),
            ({"init": "random"}, "init"),
            ({"init": [[1, 1, 1]]}, "init"),
            ({"init": [[1, 2]]}, "centres: row 0: counts add up to 3"),
            ({"positions": [0]}, "1 positions for 2 bins"),
            ({"positions": [1, 0]}, "ascending"),
            ({"positions": [[0, 1]]}, "one axis"),
            ({"positions": [0, 1], "metric": "l1"}, "positions are for"),
            ({"n_init": 0}, "n_init"),
            ({"max_iter": 0}, "max_iter"),
            ({"tol": -1}, "tol"),
            ({"tol": float("nan")}, "tol"),
            ({"num_threads": 0}, "num_threads"),
        ],
    )
    def test_parameters_that_cannot_be_are_refused(self, parameters, message):
        with pytest.raises(InvalidArgumentError, match=message):
            HistogramKMeans(1, **parameters).fit([[1, 1], [0, 2]])

    def test_dtypes_that_are_no_numbers_are_refused(self):
        for estimator in (HistogramKMeans(1), PercentileBuckets(1), OptimalScalarBuckets(1)):
            with pytest.raises(TypeError, match="expected numbers"):
                estimator.fit(np.array([["a"]]))

    @pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.float32])
    def test_rows_without_room_are_refused_before_they_are_read(self, dtype):
        rows = np.broadcast_to(dtype(5), (10**15, 5))
        for call in (HistogramKMeans(2).fit, distinct_rows):
            with pytest.raises(MemoryError):
                call(rows)
        with pytest.raises(MemoryError):
            PercentileBuckets(2).fit(rows[:, :1])


class TestScikitLearn:
    """The rules of scikit-learn."""

    @pytest.mark.filterwarnings("ignore:Estimator HistogramKMeans does not inherit")
    def test_its_checks(self):
        reason = "the error is a ValueError and an AttributeError of this package"
        expected = {"check_estimators_unfitted": reason}
        skipped = {"check_array_api_input"}
        results = check_estimator(
            HistogramKMeans(2, metric="l2", random_state=0), expected_failed_checks=expected, on_skip=None
        )
        assert {result["check_name"] for result in results if result["status"] == "skipped"} <= skipped
        assert {result["check_name"] for result in results if result["status"] == "xfail"} == set(expected)

    @pytest.mark.parametrize(
        "estimator",
        [HistogramKMeans(3, metric="l1", random_state=0, tol=0.5), PercentileBuckets(3), OptimalScalarBuckets(3)],
    )
    def test_estimators_are_cloned_pickled_and_printed(self, estimator):
        rows = np.arange(20)[:, None]
        assert clone(estimator).get_params() == estimator.get_params()
        fitted = clone(estimator).fit(rows)
        again = pickle.loads(pickle.dumps(fitted))
        np.testing.assert_array_equal(again.predict(rows), fitted.labels_)
        assert repr(eval(repr(estimator))) == repr(estimator)
        assert not clone(fitted).__sklearn_is_fitted__()
        with pytest.raises(NotFittedError, match="call fit first"):
            estimator.predict(rows)
        with pytest.raises(InvalidArgumentError, match="features"):
            HistogramKMeans(1, metric="l1").fit(rows).predict([[1, 2]])
        with pytest.raises(InvalidArgumentError, match="no parameter 'k'"):
            estimator.set_params(k=1)


def partitions(n, parts):
    """Where each part begins, for all ways to cut n things in order into parts."""
    for cuts in combinations(range(1, n), parts - 1):
        yield (0, *cuts)


def inertia(values, weights, cuts):
    return sum(
        weights[a:b] @ (values[a:b] - np.average(values[a:b], weights=weights[a:b])) ** 2
        for a, b in zip(cuts, (*cuts[1:], len(values)), strict=True)
    )


class TestScalars:
    """Buckets of scalars."""

    @pytest.mark.parametrize("seed", range(8))
    def test_no_partition_is_better_than_the_optimal(self, seed):
        rng = np.random.default_rng(seed)
        values = np.unique(rng.normal(size=3 + seed))
        weights = rng.random(len(values)) + 0.1
        shuffle = rng.permutation(len(values))
        for n in range(1, len(values) + 1):
            found = OptimalScalarBuckets(n).fit(values[shuffle], sample_weight=weights[shuffle])
            least = min(inertia(values, weights, cuts) for cuts in partitions(len(values), n))
            assert found.inertia_ == pytest.approx(least, abs=1e-12)
            cuts = np.searchsorted(found.labels_[np.argsort(shuffle)], np.arange(n))
            assert inertia(values, weights, cuts) == pytest.approx(least, abs=1e-12)

    @pytest.mark.parametrize("dtype", [np.uint16, np.float64])
    def test_others_do_no_better(self, dtype):
        rng = np.random.default_rng(15)
        values = (rng.beta(2, 3, 3000) * 1980).astype(dtype)
        weights = rng.integers(1, 25, 3000)
        found = OptimalScalarBuckets(20).fit(values, sample_weight=weights)
        assert found.inertia_ <= PercentileBuckets(20).fit(values, sample_weight=weights).inertia_
        for seed in range(5):
            theirs = KMeans(20, n_init=1, random_state=seed).fit(values[:, None].astype(float), sample_weight=weights)
            assert found.inertia_ <= theirs.inertia_ * (1 + 1e-12)
        np.testing.assert_array_equal(found.predict(values), found.labels_)
        nearest = np.argmin(np.abs(values[:, None] - found.cluster_centers_), axis=1)
        np.testing.assert_array_equal(found.labels_, nearest)
        squares = (values - found.cluster_centers_[found.labels_]) ** 2
        assert found.inertia_ == pytest.approx(weights @ squares)

    def test_percentiles_are_even(self):
        values = np.random.default_rng(16).permutation(1000)
        found = PercentileBuckets(10).fit(values)
        np.testing.assert_array_equal(found.labels_, values // 100)
        np.testing.assert_array_equal(found.boundaries_, np.arange(100, 1000, 100))
        np.testing.assert_allclose(found.cluster_centers_, np.arange(10) * 100 + 49.5)
        assert PercentileBuckets(10).fit(values / 7).labels_.tolist() == found.labels_.tolist()
        # Half of the weight is on the first value.
        heavy = PercentileBuckets(4).fit([0, 1, 2, 3], sample_weight=[3, 1, 1, 1])
        assert heavy.labels_.tolist() == [0, 1, 2, 3]
        assert PercentileBuckets(2).fit([0, 0, 0, 1, 2, 3]).labels_.tolist() == [0, 0, 0, 1, 1, 1]

    @pytest.mark.parametrize("buckets", [PercentileBuckets, OptimalScalarBuckets])
    def test_equal_scalars_share_a_bucket_and_kinds_of_numbers_do_not_matter(self, buckets):
        rng = np.random.default_rng(17)
        values, weights = rng.integers(0, 60, 2000), rng.integers(0, 4, 2000)
        found = buckets(7).fit(values, sample_weight=weights)
        assert len(set(zip(values, found.labels_, strict=True))) == len(set(values))
        assert set(found.labels_) == set(range(7))
        for other in (values.astype(np.uint8), values.astype(np.uint16), values.astype(np.float32), values[:, None]):
            again = buckets(7).fit(other, sample_weight=weights)
            np.testing.assert_array_equal(again.labels_, found.labels_)
            np.testing.assert_array_equal(again.predict(other), found.labels_)
        np.testing.assert_array_equal(buckets(7).fit(values - 30.5, sample_weight=weights).labels_, found.labels_)
        np.testing.assert_array_equal(
            buckets(7).fit(np.repeat(values, weights)).labels_, np.repeat(found.labels_, weights)
        )

    @pytest.mark.parametrize("buckets", [PercentileBuckets, OptimalScalarBuckets])
    def test_what_cannot_be_is_refused(self, buckets):
        for n in (0, 4):
            with pytest.raises(InvalidArgumentError, match=f"n_buckets = {n}: expected 1 to 3"):
                buckets(n).fit([1, 2, 2, 3])
        with pytest.raises(InvalidArgumentError, match="n_buckets = 3: expected 1 to 2"):
            buckets(3).fit([1, 2, 3], sample_weight=[1, 1, 0])
        for wrong in ([], [[1, 2]], 3, [[[1]]]):
            with pytest.raises(InvalidArgumentError, match="expected scalars"):
                buckets(1).fit(wrong)
        with pytest.raises(InvalidArgumentError, match="row 1: X: NaN"):
            buckets(1).fit([1, np.nan])
        with pytest.raises(TypeError, match="progress"):
            buckets(1).fit([1, 2], progress=3)
