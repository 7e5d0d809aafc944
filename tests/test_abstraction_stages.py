"""One clustering of each kind in every run: potential-aware k-means and perfect recall, of the flop, which is quick.

Whole abstractions, with the river, are built by the slow tests of `test_card_abstraction.py`.
"""

import shutil

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.abstraction._build import _make
from pokerbits.abstraction._design import Design
from pokerbits.abstraction._features import LEVELS
from pokerbits.abstraction._folder import BuildFolder
from pokerbits.abstraction._plan import Plan
from pokerbits.abstraction._stages import Stages

FLOP, TURN = pb.strength.STREET_INDEXERS["flop"], pb.strength.STREET_INDEXERS["turn"]
RUNOUT_VALUES = 1980  # 2 * wins + ties of one runout, at most.
POTENTIAL = Design.of(
    {"flop": 6, "turn": 5, "river": 4},
    {"flop": "potential", "turn": "percentile", "river": "percentile"},
    "imperfect",
    seed=3,
    max_iter=10,
)
RECALL = Design.of({"flop": 2, "turn": 2, "river": 2}, "ehs", "perfect", seed=0, max_iter=50)
SHA256 = {
    "potential": "b7100d3ba96ffef30991614bf63ad8569284e162d09b14ad60e0433e04615663",
    "recall": "7fd596db35f76213018594ad669f7190b4993fa4481af0ecb197cb3188f47344",
}


@pytest.fixture(scope="module")
def strengths(tmp_path_factory):
    """Return a folder with E[HS] of all flops and turns, which every build needs."""
    path = tmp_path_factory.mktemp("strengths")
    for street in ("flop", "turn"):
        pb.strength_table("ehs", street=street, dtype="counts", path=path / f"{street}-ehs.npy")
    return path


def stages_made(path, strengths, design, streets, threads):
    """Make streets of an abstraction in this order; return the folder, open files and all."""
    with BuildFolder(path, design, resume=True) as folder:
        for file in strengths.iterdir():
            shutil.copy(file, path)
        stages = Stages(folder, design, None, threads, Plan({}, None))
        for street in streets:
            _make(stages, street)
    return folder


@pytest.fixture(scope="module")
def potential(strengths, tmp_path_factory):
    path = tmp_path_factory.mktemp("potential")
    return stages_made(path / "made", strengths, POTENTIAL, ["turn", "flop"], 2)


@pytest.fixture(scope="module")
def recall(strengths, tmp_path_factory):
    return stages_made(tmp_path_factory.mktemp("recall") / "made", strengths, RECALL, ["preflop", "flop"], 2)


@pytest.fixture(scope="module")
def deals():
    """Return how many deals each flop hand stands for."""
    return FLOP.multiplicity(range(FLOP.size())).astype(np.float64)


@pytest.mark.parametrize(
    ("made", "design", "streets"),
    [("potential", POTENTIAL, ["turn", "flop"]), ("recall", RECALL, ["preflop", "flop"])],
)
def test_the_same_bytes_on_one_thread_and_on_two(request, strengths, tmp_path, made, design, streets):
    two = request.getfixturevalue(made)
    one = stages_made(tmp_path / "made", strengths, design, streets, 1)
    assert one.stages == two.stages
    for name in {name for stage in two.stages.values() for name in stage["files"]}:
        assert one.file(name).read_bytes() == two.file(name).read_bytes(), name
    assert two.stages["flop"]["files"]["flop.npy"] == SHA256[made]


def test_flops_are_what_they_can_become(potential):
    """A point of the clustering is the sorted places of the buckets of the 47 turns; the buckets are the turn's own."""
    of_turn = np.load(potential.file("turn.npy"))
    means = np.load(potential.file("turn-buckets.npy"))[:, 1]
    levels = np.floor(LEVELS * means + 0.5).astype(int)
    features = np.load(potential.file("flop-features.npy")).reshape(FLOP.size(), -1).view(np.uint8)
    for hand in pb.random_hands(200, 5, rng=8):
        children = np.array([[*hand, card] for card in range(52) if card not in hand])
        expected = np.sort(levels[of_turn[TURN.index(children)]])
        assert features[FLOP.index(hand)][:47].tolist() == expected.tolist()


def test_flops_are_with_the_nearest_centre(potential, deals):
    """K-means ends where nothing is left to gain: nearest centres, which are medians, at the cost that it says."""
    features = np.load(potential.file("flop-features.npy")).reshape(FLOP.size(), -1).view(np.uint8)
    centers = np.load(potential.file("flop-centers.npy"))
    labels = np.load(potential.file("flop.npy"))
    # Sorted rows are equal where each level comes as often.
    counts = np.array([(features[:, :47] == level).sum(axis=1) for level in np.unique(features[:, :47])])
    _, first, point_of_hand = np.unique(48 ** np.arange(len(counts)) @ counts, return_index=True, return_inverse=True)
    points, weights, labels_of_points = features[first], np.bincount(point_of_hand, deals), labels[first]
    assert (labels_of_points[point_of_hand] == labels).all()
    costs = np.abs(points[:, None] - centers).sum(axis=2)
    own = costs[np.arange(len(points)), labels_of_points]
    assert (own <= costs.min(axis=1) + 1e-9).all()
    facts = potential.stages["flop"]
    assert facts["n_points"] == len(points)
    assert facts["inertia"][-1] == pytest.approx((own * weights).sum() / weights.sum() / (47 * LEVELS), rel=1e-12)
    assert facts["inertia"][-1] < 0.6 * facts["inertia"][0]
    for bucket, center in enumerate(centers):
        of_bucket = labels_of_points == bucket
        members, shares = points[of_bucket].astype(int), weights[of_bucket]
        for step in (-1, 1):
            moved = (np.abs(members - center - step) * shares[:, None]).sum(axis=0)
            assert (moved >= (np.abs(members - center) * shares[:, None]).sum(axis=0) * (1 - 1e-12)).all()


@pytest.mark.parametrize("made", ["potential", "recall"])
def test_buckets_are_numbered_and_described_by_strength(request, deals, made):
    folder = request.getfixturevalue(made)
    labels = np.load(folder.file("flop.npy"))
    values = np.load(folder.file("flop-ehs.npy")) / (1081 * RUNOUT_VALUES)
    sizes = np.bincount(labels, deals)
    means = np.bincount(labels, deals * values) / sizes
    deviations = np.sqrt(np.bincount(labels, deals * (values - means[labels]) ** 2) / sizes)
    found = np.load(folder.file("flop-buckets.npy"))
    assert (found[:, 0] == sizes).all()
    assert np.allclose(found[:, 1:], np.column_stack([means, deviations]), rtol=1e-9)
    # With perfect recall, the buckets within one of the street before ascend.
    assert (np.diff(means.reshape(-1, 6 if made == "potential" else 2)) > 0).all()


def test_flops_with_perfect_recall_lie_within_their_class(recall, deals):
    """Each class before the flop is cut in two at the strength where the squared deviations are least."""
    labels = np.load(recall.file("flop.npy"))
    values = np.load(recall.file("flop-ehs.npy")).astype(np.float64)
    classes = pb.cards.hand_class(FLOP.unindex(range(FLOP.size()))[:, :2])
    assert (labels // 2 == classes).all()
    assert np.load(recall.file("flop-firsts.npy")).tolist() == list(range(0, 338, 2))
    total = 0.0
    for hand_class in range(169):
        of_class = np.flatnonzero(classes == hand_class)
        found, where = np.unique(values[of_class], return_inverse=True)
        weights = np.bincount(where, deals[of_class])
        costs = costs_of_cuts(found, weights)
        upper = labels[of_class] % 2 == 1
        cut = np.searchsorted(found, values[of_class][upper].min())
        assert (upper == (where >= cut)).all()
        assert costs[cut - 1] == pytest.approx(costs.min(), rel=1e-9)
        total += costs[cut - 1]
    mean_cost = total / deals.sum() / (1081 * RUNOUT_VALUES) ** 2
    assert recall.stages["flop"]["inertia"] == [pytest.approx(mean_cost, rel=1e-6)]


def costs_of_cuts(values, weights):
    """Return the squared deviations from two means, of every way to cut ascending values in two."""
    values = values - (values * weights).sum() / weights.sum()
    moments = np.cumsum([weights, weights * values, weights * values**2], axis=1)
    below, above = moments[:, :-1], moments[:, -1:] - moments[:, :-1]
    return sum(part[2] - part[1] ** 2 / part[0] for part in (below, above))
