"""Abstractions of labels that a caller gives: `CardAbstraction.from_labels`."""

import pickle
from collections import UserList

import numpy as np
import pandas as pd
import pytest

import pokerbits as pb
from pokerbits.abstraction._design import Design
from pokerbits.abstraction._labels import checked_labels
from pokerbits.exceptions import (
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    OutOfRangeError,
    PokerbitsError,
)

INDEXERS = pb.strength.STREET_INDEXERS
N_FLOPS = 1_286_792
FINGERPRINT = "b525d99119a79676261ffce204b8d0500dbf673c7e8ea39eda0ac6cbe8940f0f"
NONE = dict.fromkeys(("flop", "turn", "river"))


def some_labels(street, n, seed=5):
    """Return labels of the hands of a street, with each of `n` buckets, in no order."""
    labels = np.random.default_rng(seed).integers(0, n, INDEXERS[street].size())
    labels[:n] = np.arange(n)[::-1]
    return labels


@pytest.fixture(scope="module")
def labels():
    return NONE | {"preflop": some_labels("preflop", 7), "flop": some_labels("flop", 40)}


@pytest.fixture(scope="module")
def made(labels):
    return pb.CardAbstraction.from_labels(labels)


# What is in it


def test_labels_of_all_combos_are_those_of_lookup(made):
    rows = pb.random_hands(6, 7, rng=3)
    for n in (0, 3, 4, 5):
        boards = rows[:, 2 : 2 + n]
        labels = made.labels(boards)
        dtype = made.table({0: "preflop", 3: "flop", 4: "turn", 5: "river"}[n]).dtype
        assert (labels.dtype, labels.shape) == (dtype, (6, 1326))
        for board, of_board in zip(boards, labels, strict=True):
            free = ~np.isin(pb.COMBOS, board).any(axis=1)
            assert (of_board[free] == made.lookup(pb.COMBOS[free], board)).all()
            assert (of_board[~free] == np.iinfo(dtype).max).all()
        assert (
            made.labels(boards.reshape(2, 3, n).astype(np.int64), num_threads=2) == labels.reshape(2, 3, 1326)
        ).all()
    assert (made.labels() == made.labels("")).all()
    assert made.labels(rows[:0, :3]).shape == (0, 1326)
    leduc = pb.CardAbstraction.build(None, game="leduc")
    with pytest.raises(InvalidArgumentError, match="combos have two cards, but the game deals 1"):
        leduc.labels("2c")
    with pytest.raises(CardCountError, match="board: expected 0, 3, 4 or 5 cards, found 2"):
        made.labels("2c3c")
    with pytest.raises(DuplicateCardError, match="row 1: card 2c"):
        made.labels(["2c3c4c", "2c3c2c"])
    with pytest.raises(InvalidCardError, match="row 0: card id 52"):
        made.labels([[52, 1, 2]])


def test_one_deal_in_the_forms_of_callers(made):
    wanted = made.lookup_deal([[51, 46]], [[42, 39, 0, 34, 5]])[0]
    for hole in ([51, 46], "AsKh", np.array([51, 46]), pb.CardSet("AsKh")):
        for board in ([42, 39, 0, 34, 5], "QhJs2cTh3d", np.array([42, 39, 0, 34, 5], dtype=np.uint8)):
            for options in ({}, {"num_threads": 1}, {"num_threads": None}):
                found = made.lookup_deal(hole, board, **options)
                assert (found.dtype, found.tolist()) == (wanted.dtype, wanted.tolist())
    for wrong in ([42, 39, 0, 34], [42, 39, 0, 34, 51], [42, 39, 0, 34, 52], None, [42, 39, 0, 34, 5, 6]):
        with pytest.raises((PokerbitsError, TypeError)):
            made.lookup_deal([51, 46], wrong)
    with pytest.raises(InvalidArgumentError, match="num_threads"):
        made.lookup_deal([51, 46], "QhJs2cTh3d", num_threads=0)


def test_labels_are_buckets(made, labels):
    assert made.n_buckets == {"preflop": 7, "flop": 40, "turn": 13_960_050, "river": 123_156_254}
    assert made.features == dict.fromkeys(INDEXERS, "labels")
    assert made.recall == "imperfect"
    assert made.table("flop").dtype == np.uint16
    rows = pb.random_hands(3000, 7, rng=2)
    holes, boards = rows[:, :2], rows[:, 2:]
    found = made.lookup_deal(holes, boards)
    assert (found[:, 0] == labels["preflop"][INDEXERS["preflop"].index(holes)]).all()
    assert (found[:, 1] == labels["flop"][INDEXERS["flop"].index(rows[:, :5])]).all()
    assert (found[:, 2] == INDEXERS["turn"].index(rows[:, :6])).all()
    assert made.lookup("AsKd") == labels["preflop"][pb.cards.HAND_CLASSES.index("AKo")]
    assert (made.lookup_index([5, 0], street="flop") == labels["flop"][[5, 0]]).all()


@pytest.mark.parametrize("street", ["preflop", "flop"])
def test_the_report_has_the_strength_of_every_bucket(made, labels, street):
    report = made.report()
    strength = pb.strength_table("ehs", street=street)
    deals = INDEXERS[street].multiplicity(range(len(strength))).astype(float)
    sizes = np.bincount(labels[street], deals)
    means = np.bincount(labels[street], deals * strength) / sizes
    spreads = np.bincount(labels[street], deals * (strength - means[labels[street]]) ** 2) / sizes
    assert np.allclose(report.sizes[street], sizes / sizes.sum(), rtol=1e-12)
    assert np.allclose(report.means[street], means, rtol=1e-12)
    assert np.allclose(report.deviations[street], np.sqrt(spreads), rtol=1e-9)
    assert report.n_points[street] == len(strength)
    assert list(report.sizes) == ["preflop", "flop"]
    assert "labels" in str(report)
    assert len(report.plot().get_lines()) == 2


def test_transitions_from_labels_before_the_flop(made, labels):
    rows = INDEXERS["flop"].unindex(range(N_FLOPS))
    counts = np.zeros((7, 40))
    before = labels["preflop"][pb.cards.hand_class(rows[:, :2])]
    np.add.at(counts, (before, labels["flop"]), INDEXERS["flop"].multiplicity(range(N_FLOPS)))
    assert np.allclose(made.transitions("preflop"), counts / counts.sum(axis=1, keepdims=True), rtol=1e-12)


def test_files_and_exports(made, labels, tmp_path):
    made.save(tmp_path / "made")
    loaded = pb.CardAbstraction.load(tmp_path / "made", verify=False)
    assert loaded == made
    assert loaded.metadata == made.metadata
    (exported,) = made.export(tmp_path / "npy", format="npy", streets=["flop"])
    assert (np.load(exported) == labels["flop"]).all()
    path, number = made.export(tmp_path / "slumbot", format="slumbot", streets=["preflop"])
    pairs = np.array([(low, high) for high in range(52) for low in range(high)])
    assert (np.fromfile(path, "<u2") == made.lookup(pairs)).all()
    assert np.fromfile(number, "<i4").tolist() == [7]
    rows, *of_buckets = made.export(tmp_path / "robopoker", format="robopoker", streets=["preflop"])
    assert [path.name.split(".")[0] for path in of_buckets] == ["transitions", "metric", "abstraction"]
    assert rows.stat().st_size == 19 + 169 * 36 + 2


def test_the_same_labels_have_the_same_fingerprint(made, labels):
    """The fingerprint depends on every label and on the design, and not on the dtype of the labels."""
    assert made.fingerprint == FINGERPRINT
    other = Design.of_labels({"preflop": 7, "flop": 40, "turn": None, "river": None}, with_history=True)
    assert other.about != made.metadata["design"]
    assert Design.parse(other.about) == other


# What is given


def test_labels_of_any_kind_and_layout(labels):
    preflop = labels["preflop"]
    for given in (
        preflop.tolist(),
        preflop.astype("u1"),
        preflop.astype(">i4"),
        preflop.astype(object),
        np.repeat(preflop, 2)[::2],
        pd.Series(preflop),
    ):
        found = checked_labels(NONE | {"preflop": given})["preflop"]
        assert found.dtype == np.uint16
        assert (found == preflop).all()
    flop = np.arange(N_FLOPS, dtype=np.uint32)
    found = checked_labels(NONE | {"flop": flop})["flop"]
    assert found.dtype == np.uint32
    assert not np.shares_memory(found, flop)
    assert checked_labels(NONE) == {"preflop": None} | NONE


def flops(**changes):
    labels = some_labels("flop", 9)
    for place, label in changes.items():
        labels[int(place[1:])] = label
    return labels


EMPTY = flops()
EMPTY[EMPTY == 4] = 3


@pytest.mark.parametrize(
    ("given", "kind", "words"),
    [
        ({"flop": flops()[:-1]}, InvalidArgumentError, "of the flop: expected 1,286,792 labels.*found 1,286,791"),
        ({"flop": flops()[:, None]}, InvalidArgumentError, r"of the flop.*use labels.reshape\(-1\)"),
        ({"flop": flops().reshape(2, -1)}, InvalidArgumentError, r"found shape \(2, 643396\)"),
        ({"flop": 5}, InvalidArgumentError, r"found shape \(\)"),
        ({"flop": []}, InvalidArgumentError, "found 0"),
        ({"turn": flops()}, InvalidArgumentError, r"13,960,050 labels.*55,190,538.*\(2, 3, 1\).*found 1,286,792"),
        ({"flop": flops(_7=-1)}, OutOfRangeError, "row 7: labels of the flop: label -1 .*numpy.unique"),
        ({"flop": flops(_9=N_FLOPS)}, OutOfRangeError, "row 9: labels of the flop: label 1286792 .*numpy.unique"),
        ({"flop": EMPTY}, InvalidArgumentError, "of the flop: bucket 4 has no hands; .*numpy.unique"),
        ({"flop": flops(_0=11)}, InvalidArgumentError, "of the flop: bucket 9 has no hands"),
        ({"flop": flops() + 1}, InvalidArgumentError, "of the flop: bucket 0 has no hands"),
        ({"flop": flops() / 1}, TypeError, r"of the flop: expected integers, found dtype float64; .*astype\(int\)"),
        ({"flop": np.where(flops() == 2, np.nan, 0.0)}, InvalidArgumentError, "labels of the flop.*nan"),
        ({"flop": np.zeros(N_FLOPS, bool)}, TypeError, "of the flop: expected integers, found dtype bool"),
        ({"flop": "0" * N_FLOPS}, TypeError, "of the flop"),
        ({"preflop": np.zeros(1326, int)}, InvalidArgumentError, "of the preflop: expected 169 labels"),
        ({"fourth": flops()}, InvalidArgumentError, "labels: street: expected 'preflop', .* found 'fourth'"),
    ],
)
def test_labels_that_cannot_be(given, kind, words):
    with pytest.raises(kind, match=words):
        pb.CardAbstraction.from_labels(NONE | given)


def test_streets_and_games_that_are_missing():
    flop = np.zeros(N_FLOPS, int)
    with pytest.raises(InvalidArgumentError, match=r"labels: turn, river are missing; give None .*table\('turn'\)"):
        pb.CardAbstraction.from_labels({"flop": flop})
    with pytest.raises(InvalidArgumentError, match="labels: river is missing"):
        pb.CardAbstraction.from_labels({"flop": flop, "turn": None})
    with pytest.raises(TypeError, match="labels: expected a dict of arrays by street, found"):
        pb.CardAbstraction.from_labels(UserList([flop]))
    with pytest.raises(InvalidArgumentError, match=r"game: expected .* found 'omaha'"):
        pb.CardAbstraction.from_labels(NONE, game="omaha")
    with pytest.raises(InvalidArgumentError, match=r"game: expected .* found 'hold_em'"):
        pb.CardAbstraction.from_labels(NONE, game="hold_em")


# All streets


@pytest.mark.slow
def test_labels_of_all_streets_and_with_history(tmp_path):
    """Labels of a built abstraction, and its turn seen with history, have its strengths and its buckets."""
    built = pb.CardAbstraction.build(9, features="percentile")
    labels = {street: built.table(street) for street in INDEXERS}
    made = pb.CardAbstraction.from_labels(labels)
    rows = pb.random_hands(20_000, 7, rng=4)
    wanted = built.lookup_deal(rows[:, :2], rows[:, 2:])
    assert (made.lookup_deal(rows[:, :2], rows[:, 2:]) == wanted).all()
    for street in NONE:
        assert np.allclose(made.report().means[street], built.report().means[street], rtol=1e-12)
        assert np.allclose(made.report().deviations[street], built.report().deviations[street], rtol=1e-9)
    history = pb.HandIndexer((2, 3, 1))
    turns = np.concatenate(
        [
            built.lookup(hands[:, :2], hands[:, 2:])
            for start in range(0, history.size(), 1 << 22)
            for hands in [history.unindex(range(start, min(start + (1 << 22), history.size())))]
        ]
    )
    told = []
    made = pb.CardAbstraction.from_labels(labels | {"turn": turns}, progress=lambda *step: told.append(step))
    assert told[-1][0] == told[-1][1]
    assert made.features["turn"] == "labels_with_history"
    assert made.indexer("turn") == history
    assert (made.lookup_deal(rows[:, :2], rows[:, 2:]) == wanted).all()
    assert np.allclose(made.report().means["turn"], built.report().means["turn"], rtol=1e-12)
    assert np.allclose(made.transitions("flop"), built.transitions("flop"), rtol=1e-9)
    made.save(tmp_path / "made")
    assert pickle.loads(pickle.dumps(pb.CardAbstraction.load(tmp_path / "made"))) == made
    assert pickle.loads(pickle.dumps(made)) == made
