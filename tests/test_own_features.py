"""Features that a caller gives to `CardAbstraction.build`, buckets before the flop, and the numbers of a design."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import wasserstein_distance

import pokerbits as pb
from pokerbits.abstraction import OptimalScalarBuckets
from pokerbits.abstraction._design import Design
from pokerbits.abstraction._own_features import BLOCK, digest_of, names_of, numbers_of
from pokerbits.abstraction._stages import Points, Stages, check_number
from pokerbits.exceptions import InvalidArgumentError

INDEXERS = pb.strength.STREET_INDEXERS
N_FLOPS = 1_286_792
SMALL = {"preflop": 5, "flop": 12, "turn": None, "river": None}


@pytest.fixture(scope="module")
def features():
    """Return two numbers for each flop, which repeat."""
    ehs = pb.strength_table("ehs", street="flop")
    return np.column_stack([ehs.round(3), (ehs * 7).round(1) % 1])


@pytest.fixture(scope="module")
def made(features):
    return pb.CardAbstraction.build(SMALL, features={"flop": features}, n_init=2)


def deals_of(street):
    return INDEXERS[street].multiplicity(range(INDEXERS[street].size())).astype(float)


def test_several_numbers_are_clustered_by_euclidean_distance(made, features):
    """The cost that the report has is that of the rows and the means of their buckets, computed anew."""
    assert made.features == {"preflop": "potential", "flop": "own", "turn": "potential", "river": "ehs"}
    assert made.n_buckets["flop"] == 12
    deals, table = deals_of("flop"), made.table("flop")
    sums = np.array([np.bincount(table, deals * column) for column in features.T])
    means = (sums / np.bincount(table, deals)).T
    costs = ((features - means[table]) ** 2).sum(axis=1)
    report = made.report()
    assert report.inertia["flop"][-1] == pytest.approx((deals * costs).sum() / deals.sum(), rel=1e-3)
    assert report.n_points["flop"] == len(np.unique(features, axis=0))
    assert (np.diff(report.means["flop"]) > 0).all()
    # What one more iteration would move is little.
    assert np.allclose(made.centers["flop"], means, atol=0.01)
    distances = ((features[:5000, None] - made.centers["flop"]) ** 2).sum(axis=2)
    assert (distances.argmin(axis=1) == table[:5000]).all()


def test_the_design_has_the_digest_of_the_numbers(made, features):
    own = {"flop": digest_of(numbers_of("flop", features))}
    assert made.metadata["design"]["own"] == own
    assert Design.parse(made.metadata["design"]).about == made.metadata["design"]
    changed = features.copy()
    changed[77, 1] += 1
    assert digest_of(numbers_of("flop", changed)) != own["flop"]
    # A zero is a zero.
    assert digest_of(numbers_of("preflop", np.zeros(169))) == digest_of(numbers_of("preflop", -np.zeros(169)))
    for damaged in ({"flop": own["flop"][:-1]}, {"flop": 5}, {"turn": own["flop"]}, {}, own | {"turn": own["flop"]}):
        with pytest.raises(ValueError, match=r".+"):
            Design.parse(made.metadata["design"] | {"own": damaged})


def test_a_function_of_hands_gives_the_same_rows_as_an_array(features):
    sizes = []

    def rows_of(hands):
        sizes.append(len(hands))
        assert hands.dtype == np.uint8
        return features[INDEXERS["flop"].index(hands)]

    assert np.array_equal(numbers_of("flop", rows_of), numbers_of("flop", features))
    assert sizes == [BLOCK] * (N_FLOPS // BLOCK) + [N_FLOPS % BLOCK]


def test_numbers_of_any_kind_and_layout():
    wanted = np.arange(169.0)
    for given in (
        list(range(169)),
        np.arange(169, dtype=np.uint8),
        np.arange(169)[:, None],
        np.repeat(wanted, 2)[::2],
        lambda hands: pb.cards.hand_class(hands).tolist(),
    ):
        found = numbers_of("preflop", given)
        assert found.dtype == np.float64
        assert np.array_equal(found, wanted)
    assert numbers_of("preflop", wanted.astype("f4")).dtype == np.float32
    assert not np.shares_memory(numbers_of("preflop", wanted), wanted)
    assert names_of("ehs") == ("ehs", {})
    assert names_of({"flop": "ehs", "turn": len}) == ({"flop": "ehs", "turn": "own"}, {"turn": len})


def with_one(value, shape=(N_FLOPS,)):
    numbers = np.zeros(shape)
    numbers[1234567] = value
    return numbers


@pytest.mark.parametrize(
    ("feature", "kind", "words"),
    [
        (with_one(np.nan), InvalidArgumentError, "row 1234567: features of the flop: .*nan"),
        (with_one(np.nan, (N_FLOPS, 2)), InvalidArgumentError, "row 1234567: features of the flop: .*nan"),
        (with_one(np.inf), InvalidArgumentError, "row 1234567: features of the flop: expected finite .* found inf"),
        (with_one(-1e101), InvalidArgumentError, "row 1234567: features of the flop: expected finite numbers up to"),
        (np.zeros(169), InvalidArgumentError, r"\(1,286,792,\) or .*STREET_INDEXERS\['flop'\]; found 169 rows"),
        (np.zeros((N_FLOPS, 0)), InvalidArgumentError, r"found shape \(1286792, 0\)"),
        (np.zeros((N_FLOPS, 1, 1)), InvalidArgumentError, r"found shape \(1286792, 1, 1\)"),
        (np.zeros(N_FLOPS, dtype=complex), TypeError, "features of the flop: expected integers or floats"),
        (lambda hands: hands[:5], InvalidArgumentError, "one row for each of hands; found 5 rows"),
        (lambda hands: np.full(len(hands), np.nan), InvalidArgumentError, "features of the flop: .*nan"),
        (lambda hands, seen=[]: seen.append(5) or hands[:, : len(seen)], InvalidArgumentError, r"\(65536, 2\) .*first"),
        (lambda hands: ["x"] * len(hands), TypeError, "expected integers or floats"),
        (5, TypeError, "feature of the flop: expected 'ehs', .* found 5"),
    ],
)
def test_numbers_that_cannot_be(feature, kind, words):
    with pytest.raises(kind, match=words):
        pb.CardAbstraction.build(5, features={"flop": feature})


@pytest.mark.parametrize(
    ("buckets", "options", "words"),
    [
        ({"flop": None}, {}, "n_buckets of the flop: a feature of your own needs a number of buckets"),
        ({"river": None}, {"recall": "perfect", "features": {"river": np.zeros(3)}}, "own needs a number of buckets"),
        ({}, {"features": {"fifth": len}}, "features: street: expected .* found 'fifth'"),
        ({}, {"features": {"preflop": len}}, "the preflop has no buckets"),
    ],
)
def test_designs_that_cannot_have_a_feature_of_their_own(buckets, options, words):
    """They are refused before any number is looked at."""
    with pytest.raises(InvalidArgumentError, match=words):
        pb.CardAbstraction.build(
            {"flop": 5, "turn": 5, "river": 5} | buckets, **{"features": {"flop": np.zeros(3)}} | options
        )


@pytest.mark.slow
def test_more_buckets_than_values_of_a_feature():
    numbers = np.arange(N_FLOPS) % 3
    message = r"n_buckets = 4 of the flop: .* 3 distinct values of .* 'own'; .*'flop': 3} takes all of them$"
    with pytest.raises(InvalidArgumentError, match=message):
        pb.CardAbstraction.build(SMALL | {"preflop": None, "flop": 4}, features={"flop": numbers})


def test_the_feature_with_more_values_is_named():
    message = r"5,000 of the river: .*1,950 distinct .*'ehs'; .*'river': 1950} .*, and the feature 'ochs' has more"
    with pytest.raises(InvalidArgumentError, match=message):
        check_number("river", 5000, 1950, "ehs")


# Before the flop


def test_buckets_before_the_flop(made):
    assert made.n_buckets["preflop"] == 5
    assert np.array_equal(np.unique(made.table("preflop")), np.arange(5))
    assert made.lookup("AsAd") == 4
    assert (np.diff(made.report().means["preflop"]) > 0).all()
    # The positions of buckets are their means, to 1/255, and the distance of two hands is that of their distributions.
    positions = np.floor(made.report().means["flop"] * 255 + 0.5) / 255
    rows = INDEXERS["flop"].unindex(range(N_FLOPS))
    shares = np.zeros((169, 12))
    np.add.at(shares, (pb.cards.hand_class(rows[:, :2]), made.table("flop")), deals_of("flop"))
    order = np.argsort(positions)
    cumulative = (shares / shares.sum(axis=1, keepdims=True))[:, order].cumsum(axis=1)[:, :-1]
    points, table, deals = cumulative * np.diff(positions[order]), made.table("preflop"), deals_of("preflop")
    assert np.abs(points[3] - points[90]).sum() == pytest.approx(
        wasserstein_distance(positions, positions, shares[3], shares[90])
    )
    # The centres have the share of flops up to each of the positions 0 to 254.
    centers = made.centers["preflop"]
    assert centers.shape == (5, 255)
    below = (np.arange(255) >= np.rint(255 * positions[order, None])).sum(axis=0)
    spread = np.column_stack([np.zeros(169), cumulative, np.ones(169)])[:, below]
    distances = np.abs(spread[:, None] - centers).sum(axis=2)
    assert (distances[np.arange(169), table] <= distances.min(axis=1) + 1e-9).all()
    cost = 0.0
    for bucket in range(5):
        of_bucket = np.flatnonzero(table == bucket)
        medians = [weighted_median(points[of_bucket, at], deals[of_bucket]) for at in range(points.shape[1])]
        cost += (deals[of_bucket] * np.abs(points[of_bucket] - medians).sum(axis=1)).sum()
    assert made.report().inertia["preflop"][-1] == pytest.approx(cost / deals.sum(), rel=1e-9)


def weighted_median(values, weights):
    order = np.argsort(values)
    below = weights[order].cumsum()
    return values[order][np.searchsorted(below, below[-1] / 2)]


def preflop_points(tmp_path, feature, **options):
    """Return the points of the hands before the flop; turn and river have their own buckets."""
    design = Design.of(SMALL | {"flop": None}, {"preflop": feature}, "imperfect", 0, 50, **options)
    folder = SimpleNamespace(file=lambda name: tmp_path / name)
    stages = Stages(folder, design, None, 1, SimpleNamespace(part=lambda name: None))
    return stages.points("preflop")


@pytest.mark.parametrize("feature", ["ehs", "ehs2", "percentile"])
def test_single_numbers_before_the_flop(tmp_path, feature):
    points = preflop_points(tmp_path, feature)
    wanted = pb.strength_table("ehs2" if feature == "ehs2" else "ehs", street="preflop")
    assert np.allclose(points.rows[points.of_hand], wanted, rtol=1e-12)
    assert points.metric == ("percentile" if feature == "percentile" else "optimal")
    assert (np.diff(points.rows) > 0).all()


@pytest.mark.parametrize(
    ("feature", "steps"),
    [("histogram", 9), *(pytest.param(*of, marks=pytest.mark.slow) for of in [("histogram", 50), ("potential", 255)])],
)
def test_distributions_before_the_flop(tmp_path, feature, steps):
    """Distributions of E[HS] on the flop: the L1 distance is the earth mover's distance of the bins."""
    bins = {"bins": steps} if steps == 9 else {}
    points = preflop_points(tmp_path, feature, **bins)
    ehs = pb.strength_table("ehs", street="flop")
    places = np.floor(ehs * 255 + 0.5) if feature == "potential" else np.minimum(np.floor(ehs * steps), steps - 1)
    hand_classes = pb.cards.hand_class(INDEXERS["flop"].unindex(range(N_FLOPS))[:, :2])
    deals = deals_of("flop")
    for one, other in [(0, 168), (12, 80), (5, 6)]:
        mine, theirs = hand_classes == one, hand_classes == other
        wanted = wasserstein_distance(places[mine], places[theirs], deals[mine], deals[theirs])
        found = np.abs(points.rows[points.of_hand[one]] - points.rows[points.of_hand[other]]).sum()
        assert found == pytest.approx(wanted, rel=1e-9)
    assert points.scale == steps


@pytest.mark.slow
def test_clusters_of_opponents_before_the_flop(tmp_path):
    points = preflop_points(tmp_path, "ochs", clusters=3)
    clusters = pb.strength.opponent_clusters(3)
    assert np.allclose(points.rows[points.of_hand], pb.strength_table("ochs", street="preflop", clusters=clusters))


@pytest.mark.slow
def test_buckets_before_the_flop_with_perfect_recall():
    n = {"preflop": 4, "flop": 3, "turn": 2, "river": 2}
    made = pb.CardAbstraction.build(n, features="ehs", recall="perfect")
    assert made.n_buckets == {"preflop": 4, "flop": 12, "turn": 24, "river": 48}
    rows = pb.random_hands(3000, 7, rng=1)
    found = made.lookup_deal(rows[:, :2], rows[:, 2:])
    for at, parts in [(1, 3), (2, 2), (3, 2)]:
        assert (found[:, at] // parts == found[:, at - 1]).all()
    ehs = pb.strength_table("ehs", street="preflop")
    wanted = OptimalScalarBuckets(4).fit_predict(ehs[:, None], sample_weight=deals_of("preflop"))
    assert (made.table("preflop") == wanted).all()
    assert np.allclose(made.transitions("preflop").sum(axis=1), 1)


def test_single_numbers_have_their_means_as_centres():
    weights, values = np.array([1, 2, 3, 4], dtype=np.uint64), np.array([0.0, 1.0, 10.0, 11.0])
    points = Points(np.arange(4, dtype=np.uint32), values, "optimal", has_means=True)
    labels, _, centers = points.label(np.arange(4), weights, 2, (0, 0), Design.of(5, None, "imperfect", 0, 5), 1, None)
    assert labels.tolist() == [0, 0, 1, 1]
    assert np.allclose(centers, [[2 / 3], [(30 + 44) / 7]])


# The numbers of a design


def test_numbers_that_have_their_defaults_are_not_written():
    """A design without them is that of earlier versions, and has its fingerprint."""
    plain = Design.of(5, "histogram", "imperfect", 0, 50)
    assert Design.of(5, "histogram", "imperfect", 0, 50, bins=50, n_init=1) == plain
    assert {*plain.about} == {"buckets", "features", "recall", "random_state", "max_iter"}
    other = Design.of(5, {"flop": "histogram", "turn": "ochs"}, "imperfect", 0, 50, bins=9, clusters=4, n_init=3)
    assert other.about | {"bins": 9, "clusters": 4, "n_init": 3} == other.about
    assert Design.parse(other.about) == other


def test_the_best_of_several_runs_is_kept():
    design = Design.of(5, "ochs", "imperfect", 0, 50)
    rng = np.random.default_rng(2)
    rows = rng.integers(0, 60, (400, 3)).astype(np.uint8)
    chosen, weights = np.arange(400), np.ones(400, dtype=np.uint64)

    def costs(n_init, seed):
        made = Points(chosen.astype(np.uint32), rows, "l2")
        labels, inertia, _ = made.label(chosen, weights, 20, seed, design._replace(n_init=n_init), 1, None)
        return labels, inertia[-1]

    single = [costs(1, (7, 1 + (run << 40)))[1] for run in range(4)]
    labels, best = costs(4, (7, 1))
    assert best == min(single) < max(single)
    means = np.array([rows[labels == cluster].mean(axis=0) for cluster in range(20)])
    assert best == pytest.approx(((rows - means[labels]) ** 2).sum(axis=1).mean(), rel=1e-3)
