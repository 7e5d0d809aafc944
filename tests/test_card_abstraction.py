"""Card abstractions of hold'em: what is in them, how they are looked up, made, kept and handed on."""

import copy
import json
import pickle
import random
import shutil
import struct
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.stats import wasserstein_distance

import pokerbits as pb
from command_line import MODULE, as_json, here, printed, refused
from pokerbits._tables import make_table, open_table
from pokerbits.abstraction import _slumbot
from pokerbits.abstraction._design import Design
from pokerbits.abstraction._export import export
from pokerbits.abstraction._features import LEVELS, OCHS_PARTS, NextStreetSpec, OchsSpec, bytes_of
from pokerbits.abstraction._ground import positions_on_a_line
from pokerbits.abstraction._robopoker import observations
from pokerbits.abstraction._slumbot import slumbot_boards
from pokerbits.abstraction._stages import Stages
from pokerbits.exceptions import (
    CardCountError,
    DamagedFileError,
    DuplicateCardError,
    ForeignFileError,
    InvalidArgumentError,
    InvalidCardError,
    OutOfRangeError,
)

STREETS = ("preflop", "flop", "turn", "river")
BUCKETS = {"flop": 7, "turn": 9, "river": 11}
BOARDS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
FINGERPRINT = "5ec4a38d25fafc077c84a32f4e9c1bfd9cc05bb6063f667b33e33a494cb9f24d"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with an abstraction in percentiles, the quickest to make."""
    path = tmp_path_factory.mktemp("abstraction") / "made"
    pb.CardAbstraction.build(BUCKETS, features="percentile", path=path)
    return path


@pytest.fixture(scope="module")
def made(folder):
    return pb.CardAbstraction.load(folder)


def hands(n, cards=7, seed=3):
    return pb.random_hands(n, cards, rng=seed)


# What is in it


def test_what_it_says_of_itself(made):
    assert made.n_buckets == {"preflop": 169} | BUCKETS
    assert made.n_buckets["turn"] == 9
    assert made.features == dict.fromkeys(BUCKETS, "percentile")
    assert made.recall == "imperfect"
    assert repr(made) == "<CardAbstraction: 169, 7, 9, 11 buckets, imperfect recall>"
    assert made.metadata["design"]["random_state"] == 0
    assert made.metadata["versions"]["pokerbits"] == pb.build_info()["version"]
    with pytest.raises(InvalidArgumentError, match=r"street: expected .* found 'fourth'"):
        made.indexer("fourth")


def test_the_fingerprint_is_pinned(made):
    assert made.fingerprint == FINGERPRINT


@pytest.mark.parametrize("street", ["flop", "turn", "river"])
def test_buckets_are_percentiles_of_strength(made, street):
    """Buckets are intervals of E[HS], weakest first, of as many deals each as equal hands allow."""
    strength = pb.strength_table("ehs", street=street, dtype="counts")
    table = made.table(street)
    assert table.dtype == np.uint16
    assert len(table) == len(strength) == made.indexer(street).size()
    n = BUCKETS[street]
    ends = []
    for bucket in range(n):
        of_bucket = strength[np.flatnonzero(table == bucket)]
        ends.append((int(of_bucket.min()), int(of_bucket.max())))
    assert all(before[1] < after[0] for before, after in pairwise(ends))
    sizes = made.report().sizes[street]
    assert abs(sizes - 1 / n).max() < 0.01


def test_the_report_is_what_the_tables_say(made):
    """Sizes, means and deviations of single buckets are in `test_labels.py`."""
    report = made.report()
    strength = pb.strength_table("ehs", street="flop")
    deals = pb.strength.STREET_INDEXERS["flop"].multiplicity(range(len(strength))).astype(float)
    lost = np.average((strength - report.means["flop"][made.table("flop")]) ** 2, weights=deals)
    assert report.deviation("flop") == pytest.approx(np.sqrt(lost))
    assert report.n_points["flop"] == len(np.unique(strength))
    assert all((np.diff(report.means[street]) > 0).all() for street in BUCKETS)
    # The variance of E[HS] is what the buckets keep and what they lose.
    total = (deals * (strength - 0.5) ** 2).sum() / deals.sum()
    kept = (report.sizes["flop"] * (report.means["flop"] - 0.5) ** 2).sum()
    assert kept + report.deviation("flop") ** 2 == pytest.approx(total)
    with pytest.raises(InvalidArgumentError, match="'preflop' do not share"):
        report.deviation("preflop")


def test_a_report_goes_everywhere(made):
    report = made.report()
    text = str(report)
    assert text.splitlines()[0].split()[:3] == ["street", "buckets", "feature"]
    assert made.fingerprint in text
    about = json.loads(json.dumps(report.to_dict()))
    assert about["streets"]["preflop"] == {"n_buckets": 169}
    assert len(about["streets"]["turn"]["sizes"]) == 9
    columns = report.to_columns()
    assert {len(column) for column in columns.values()} == {27}
    assert repr(report) == "<AbstractionReport: 169, 7, 9, 11 buckets, imperfect recall>"
    assert report == made.report()
    ax = report.plot()
    assert len(ax.get_lines()) == 3
    assert ax.get_lines()[0].get_xdata().tolist() == report.means["flop"].tolist()
    assert ax.get_ylim()[1] > max(sizes.max() for sizes in report.sizes.values())
    of_made = pb.plot.abstraction_buckets(made)
    assert of_made.get_lines()[0].get_xdata().tolist() == report.means["flop"].tolist()
    assert len(pb.plot.abstraction_inertia(made).get_lines()) == 3
    ax = pb.plot.abstraction_inertia(report, title="done at once")
    assert ax.get_title() == "done at once"
    assert len(ax.get_lines()) == 3
    assert ax.get_xlim()[1] > 1
    assert all(tick == round(tick) for tick in ax.get_xticks())


# Lookup


@pytest.mark.parametrize("street", STREETS)
def test_hands_are_looked_up_by_their_index(made, street):
    rows = hands(5000, 2 + BOARDS[street])
    indexer = made.indexer(street)
    expected = made.table(street)[indexer.index(rows)]
    board = rows[:, 2:] if street != "preflop" else None
    for threads in (1, 3):
        found = made.lookup(rows[:, :2], board=board, num_threads=threads)
        assert found.dtype == np.uint16
        assert (found == expected).all()
    assert (made.lookup_index(indexer.index(rows), street=street) == expected).all()
    one = made.lookup(rows[0, :2], board=None if board is None else board[0])
    assert isinstance(one, np.uint16)
    assert one == expected[0]
    text = pb.cards.format_cards(rows[0])
    assert made.lookup(text[:4], board=text[4:]) == expected[0]


def test_before_the_flop_the_class_is_the_bucket(made):
    assert (made.lookup(pb.COMBOS) == pb.cards.combo_class(np.arange(1326))).all()


def test_hands_and_boards_broadcast(made):
    board = hands(6, 5)
    cards = np.array([[hole for hole in pb.COMBOS.tolist() if not set(hole) & set(row)][:9] for row in board.tolist()])
    found = made.lookup(cards, board=board[:, None, :4])
    assert found.shape == (6, 9)
    for i, row in enumerate(board):
        for j in range(9):
            assert found[i, j] == made.lookup(cards[i, j], board=row[:4])


def test_all_streets_of_a_deal(made):
    rows = hands(1000)
    found = made.lookup_deal(rows[:, :2], board=rows[:, 2:])
    assert found.shape == (1000, 4)
    assert found.dtype == np.uint16
    for at, street in enumerate(STREETS):
        board = rows[:, 2 : 2 + BOARDS[street]]
        assert (found[:, at] == made.lookup(rows[:, :2], board=board if street != "preflop" else None)).all()


def test_cards_that_cannot_be(made):
    with pytest.raises(DuplicateCardError, match="Qh"):
        made.lookup("AsQh", board="QhJh2c")
    rows = hands(50_000, 5)
    rows[43_210, 4] = rows[43_210, 1]
    for cards, board in [(rows[:, :2], rows[:, 2:]), (rows[:, :2].astype(np.int64), rows[:, 2:])]:
        with pytest.raises(DuplicateCardError) as raised:
            made.lookup(cards, board=board)
        assert raised.value.row == 43_210
    with pytest.raises(InvalidCardError):
        made.lookup([52, 1], board="QhJh2c")
    for cards, board in [("As", "QhJh2c"), ("AsKdQd", None), ("AsKd", "QhJh"), ("AsKd", "QhJh2c3c4c5c")]:
        with pytest.raises(CardCountError):
            made.lookup(cards, board=board)
    with pytest.raises(CardCountError):
        made.lookup_deal("AsKd", board="QhJh2c")
    with pytest.raises(OutOfRangeError, match="1286792"):
        made.lookup_index([0, 1286792], street="flop")
    with pytest.raises(TypeError):
        made.lookup_index(0.5, street="flop")


# Transitions


def test_transitions_of_flops(made):
    found = made.transitions("flop")
    assert found.shape == (7, 9)
    report = made.report()
    assert np.allclose(found.sum(axis=1), 1)
    assert np.allclose(report.sizes["flop"] @ found, report.sizes["turn"], atol=1e-12)
    # E[HS] is a martingale, and so its means are, but for what the buckets lose.
    assert abs(found @ report.means["turn"] - report.means["flop"]).max() < 0.02
    for street, words in [("river", "no street follows"), ("none", "street: expected")]:
        with pytest.raises(InvalidArgumentError, match=words):
            made.transitions(street)


# Files


def test_a_folder_is_loaded_and_saved(made, folder, tmp_path):
    target = tmp_path / "copy"
    for mmap in (True, False):
        loaded = pb.CardAbstraction.load(folder, mmap=mmap)
        assert loaded == made
        assert hash(loaded) == hash(made)
        assert isinstance(loaded.table("flop"), np.memmap) == mmap
    made.save(target)
    assert pb.CardAbstraction.load(str(target)) == made
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        path.name: path.read_bytes() for path in target.iterdir()
    }
    with pytest.raises(ForeignFileError, match="not empty"):
        made.save(target)
    assert made != 1


def test_a_finished_folder_is_returned(made, folder):
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    told = []
    again = pb.CardAbstraction.build(
        BUCKETS, features="percentile", path=folder, progress=lambda *step: told.append(step)
    )
    assert again == made
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before
    assert told == []
    with pytest.raises(ForeignFileError, match="has another abstraction"):
        pb.CardAbstraction.build(BUCKETS | {"flop": 8}, features="percentile", path=folder)


def test_a_damaged_folder_is_refused(made, tmp_path):
    made.save(tmp_path / "copy")
    path = tmp_path / "copy" / "turn.npy"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(DamagedFileError, match=r"turn\.npy is damaged: it does not have the SHA-256"):
        pb.CardAbstraction.load(tmp_path / "copy")
    with pytest.raises(DamagedFileError, match=r"turn\.npy is damaged"):
        pb.CardAbstraction.build(BUCKETS, features="percentile", path=tmp_path / "copy")


def test_a_table_of_features_that_is_damaged_is_not_used(tmp_path):
    """A finished table of an earlier call is compared with all of its checksums before buckets are made of it."""
    path = tmp_path / "turn-ehs.npy"
    right = pb.strength_table("ehs", street="turn", dtype="counts", path=path)
    folder = SimpleNamespace(file=lambda name: tmp_path / name)
    plan = SimpleNamespace(part=lambda name: None)
    design = Design.of(2, "ehs", "imperfect", 0, 9)
    assert (Stages(folder, design, None, 1, plan).ehs("turn") == right).all()
    with path.open("r+b") as file:
        file.seek(20_000_000)
        file.write(b"????")
    with pytest.raises(DamagedFileError, match=r"turn-ehs\.npy is damaged: bytes 19,922,944 to"):
        Stages(folder, design, None, 1, plan).ehs("turn")


def test_a_pickle_of_a_mapped_abstraction_is_its_path_and_fingerprint(made, tmp_path):
    """A pickle has some bytes instead of 277 MB; its reader finds the same abstraction, or an error."""
    folder = tmp_path / "copy"
    made.save(folder)
    mapped = pb.CardAbstraction.load(folder)
    data = pickle.dumps(mapped)
    assert len(data) < 1000
    found = pickle.loads(data)
    assert found == mapped
    assert isinstance(found.table("river"), np.memmap)
    assert found.lookup("AsKd", board="QhJh2c") == made.lookup("AsKd", board="QhJh2c")
    assert copy.copy(mapped) is mapped
    assert copy.deepcopy(mapped) is mapped
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        assert executor.submit(bucket_of, mapped).result() == made.lookup("AsKd", board="QhJh2c")
    # The folder has got another abstraction meanwhile.
    assert data.count(FINGERPRINT.encode()) == 1
    with pytest.raises(ForeignFileError, match="has another abstraction than the one that was pickled"):
        pickle.loads(data.replace(FINGERPRINT.encode(), FINGERPRINT[::-1].encode()))
    mapped.close()
    found.close()
    whole = (folder / "flop.npy").read_bytes()
    (folder / "flop.npy").write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(DamagedFileError, match=r"flop\.npy is damaged"):
        pickle.loads(data)
    shutil.rmtree(folder)
    with pytest.raises(FileNotFoundError, match="copy"):
        pickle.loads(data)


def bucket_of(abstraction):
    return abstraction.lookup("AsKd", board="QhJh2c")


def test_a_pickle_of_an_abstraction_in_memory_has_its_tables(folder, tmp_path):
    path = tmp_path / "moved"
    shutil.copytree(folder, path)
    loaded = pb.CardAbstraction.load(path, mmap=False)
    shutil.rmtree(path)
    data = pickle.dumps(loaded, protocol=5)
    assert len(data) > loaded.table("river").nbytes
    found = pickle.loads(data)
    assert found == loaded
    assert (found.table("flop") == loaded.table("flop")).all()
    found.save(path)
    assert pb.CardAbstraction.load(path) == loaded


def test_a_mapped_abstraction_is_found_from_another_folder(folder, monkeypatch, tmp_path):
    monkeypatch.chdir(folder.parent)
    data = pickle.dumps(pb.CardAbstraction.load(folder.name))
    monkeypatch.chdir(tmp_path)
    assert pickle.loads(data) == pb.CardAbstraction.load(folder)


# What is refused


@pytest.mark.parametrize(
    ("buckets", "options", "words"),
    [
        ({"flop": 0}, {}, r"n_buckets = 0 of the flop: expected 1 to 2\^32 - 1"),
        ({"turn": -1}, {}, "n_buckets = -1 of the turn"),
        ({"turn": 1 << 32}, {}, "n_buckets = 4294967296 of the turn"),
        ({"flop": "many"}, {}, "'many' of the flop: expected a number, or 'lossless'"),
        ({"preflop": 170}, {}, "n_buckets = 170 of the preflop: expected 1 to 169"),
        ({"preflop": 0}, {}, r"n_buckets = 0 of the preflop: expected 1 to 2\^32 - 1"),
        ({"preflop": 9}, {"features": {"preflop": "winrate_history"}}, "on the flop and the turn"),
        ({"preflop": 9}, {"features": "potential", "recall": "perfect"}, "of the preflop: with perfect recall, later"),
        ({}, {"features": {"preflop": "ehs"}}, r"the preflop has no buckets; give n_buckets\['preflop'\], 1 to 168"),
        ({}, {"n_init": 0}, "n_init = 0: expected 1 to 100,000"),
        ({}, {"features": "histogram", "bins": 1}, "bins = 1: expected 2 to 255"),
        ({}, {"features": "histogram", "bins": 256}, "bins = 256: expected 2 to 255"),
        ({}, {"bins": 10}, "bins: no street has the feature 'histogram'"),
        ({}, {"features": {"flop": "ochs"}, "clusters": 170}, "clusters = 170: expected 1 to 169"),
        ({}, {"clusters": 5}, "clusters: no street has the feature 'ochs'"),
        ({}, {"features": "own"}, "feature of the flop: expected 'ehs', .* found 'own'"),
        ({"fifth": 10}, {}, "street: expected .* found 'fifth'"),
        ({}, {"features": "strength"}, "feature of the flop: expected 'ehs', 'ehs2', .* found 'strength'"),
        ({}, {"features": {"turn": "EHS"}}, "feature of the turn: .* found 'EHS' .did you mean 'ehs'"),
        ({}, {"features": {"fifth": "ehs"}}, "street: expected .* found 'fifth'"),
        ({}, {"features": {"river": "potential"}}, "no street follows it"),
        ({}, {"features": {"river": "winrate_history"}}, "on the flop and the turn"),
        ({}, {"features": {"flop": "outcome"}}, "every class is a bucket"),
        ({}, {"recall": "total"}, "recall: expected 'imperfect' or 'perfect', found 'total'"),
        ({}, {"seed": -1}, "seed = -1"),
        ({}, {"seed": 1 << 64}, r"seed = 18446744073709551616: expected 0 to 2\^64 - 1"),
        ({}, {"max_iter": 0}, "max_iter = 0"),
        ({"turn": None}, {"recall": "perfect"}, "with perfect recall expected a number"),
        ({}, {"recall": "perfect", "features": "potential"}, "later buckets depend on earlier ones"),
        (
            {},
            {"recall": "perfect", "features": {"river": "winrate"}},
            "feature 'winrate' of the river: not with perfect recall",
        ),
    ],
)
def test_designs_that_cannot_be(buckets, options, words, tmp_path):
    with pytest.raises(InvalidArgumentError, match=words):
        pb.CardAbstraction.build({"flop": 5, "turn": 5, "river": 5} | buckets, path=tmp_path / "made", **options)
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("n", [50, np.int64(50), None, "lossless"])
def test_one_number_is_that_of_every_street(n):
    design = Design.of(n, "ehs", "imperfect", 0, 50)
    assert design == Design.of(dict.fromkeys(BUCKETS, n), "ehs", "imperfect", 0, 50)
    assert design.buckets == (None if n in (None, "lossless") else 50,) * 3


def test_the_largest_seed():
    design = Design.of({"flop": 5, "turn": 5, "river": 5}, None, "imperfect", (1 << 64) - 1, 50)
    assert Design.parse(design.about).seed == (1 << 64) - 1


def test_arguments_of_other_types():
    with pytest.raises(TypeError, match="n_buckets: expected a number or a dict of numbers by street, found list"):
        pb.CardAbstraction.build([200])
    with pytest.raises(TypeError, match=r"n_buckets of the flop: expected a number .*, found float"):
        pb.CardAbstraction.build({"flop": 2.5, "turn": 2, "river": 2})
    with pytest.raises(InvalidArgumentError, match=r"n_buckets = 0: expected 1 to 2\^32 - 1"):
        pb.CardAbstraction.build(0)
    with pytest.raises(InvalidArgumentError, match=r"n_buckets = 'many': expected a number, or 'lossless'"):
        pb.CardAbstraction.build("many")
    with pytest.raises(InvalidArgumentError, match="turn, river are missing"):
        pb.CardAbstraction.build({"flop": 5})


def test_more_buckets_than_points(tmp_path):
    """Rivers have 1,950 different strengths: what was done until then is kept, and the error has both numbers."""
    with pytest.raises(InvalidArgumentError, match=r"n_buckets = 1,951 of the river: .* 1,950 distinct"):
        pb.CardAbstraction.build(BUCKETS | {"river": 1951}, path=tmp_path / "made")


# Features


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    """Return a file of numbers of all turns that have nothing to do with the hands."""
    path = tmp_path_factory.mktemp("numbers") / "turn.npy"
    numbers = np.random.default_rng(5).integers(0, 500, pb.strength.STREET_INDEXERS["turn"].size(), dtype=np.uint16)
    np.save(path, numbers)
    return path, numbers


def test_what_flops_can_become(numbers):
    """Rows are the sorted levels of the 47 turns, of whichever member of the class."""
    path, of_turn = numbers
    level_of = np.random.default_rng(6).integers(0, 256, 500, dtype=np.uint8)
    spec = NextStreetSpec("flop", str(path), "x", level_of.tobytes())
    table = open_table(spec)
    cells = make_table(spec, (table.rows(), table.columns()), label="")
    rows = bytes_of(cells)
    assert rows.shape == (1_286_792, 48)
    assert (rows[:, 47] == 255).all()
    flop, turn = pb.strength.STREET_INDEXERS["flop"], pb.strength.STREET_INDEXERS["turn"]
    for hand in hands(200, 5, seed=8):
        children = np.array([[*hand, card] for card in range(52) if card not in hand])
        expected = np.sort(level_of[of_turn[turn.index(children)]])
        assert rows[flop.index(hand)].tolist() == [*expected, 255]


@pytest.mark.slow
def test_features_of_executors(numbers, tmp_path):
    """Workers make the tables of features of any kind, into the same files."""
    path, _ = numbers
    next_street = NextStreetSpec("flop", str(path), "x", bytes(range(256)) * 2)
    ochs = OchsSpec("flop", (*((i,) for i in range(8)), tuple(range(8, 169))))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        for name, spec in [("next", next_street), ("ochs", ochs)]:
            table = open_table(spec)
            shape = (table.rows(), table.columns())
            here = make_table(spec, shape, label="", path=tmp_path / f"{name}.npy", num_threads=2)
            there = make_table(spec, shape, label="", path=tmp_path / f"{name}-e.npy", executor=executor)
            assert here.tobytes() == there.tobytes()


@pytest.mark.slow
def test_equities_against_clusters_are_rounded():
    lists = pb.strength.opponent_clusters(3).classes
    spec = OchsSpec("flop", tuple(tuple(pb.HAND_CLASSES.index(name) for name in names) for names in lists))
    table = open_table(spec)
    rows = bytes_of(make_table(spec, (table.rows(), table.columns()), label=""))
    exact = pb.strength_table("ochs", street="flop", clusters=lists)
    assert np.abs(rows[:, :3] / OCHS_PARTS - exact).max() <= 0.5 / OCHS_PARTS + 1e-12
    assert (rows[:, 3:] == 0).all()


def transport(a, b, distances):
    """Return the exact cost of moving one distribution to the other, by linear programming."""
    n = len(a)
    rows = np.kron(np.eye(n), np.ones(n))
    columns = np.kron(np.ones(n), np.eye(n))
    found = linprog(distances.reshape(-1), A_eq=np.vstack([rows, columns]), b_eq=[*a, *b], bounds=(0, None))
    assert found.success
    return found.fun


def test_a_line_that_fits_any_ground_distance():
    """Distances on a line are found exactly; of others, costs on the line are off by a share that is measured."""
    rng = np.random.default_rng(10)
    line = np.sort(rng.random(12))
    on_line = np.abs(line[:, None] - line)
    places = positions_on_a_line(on_line, line + rng.normal(0, 0.1, 12))
    assert np.allclose(np.abs(places[:, None] - places), on_line)
    flat = positions_on_a_line(np.zeros((4, 4)), np.zeros(4))
    assert flat.tolist() == [0, 0, 0, 0]
    # Buckets with means on a line, and a third as far apart in another direction.
    points = np.column_stack([line, 0.3 * rng.random(12)])
    distances = np.sqrt(((points[:, None] - points) ** 2).sum(axis=2))
    places = positions_on_a_line(distances, line)
    errors, naive = [], []
    for _ in range(30):
        a, b = rng.multinomial(46, rng.dirichlet(np.full(12, 0.5)), 2) / 46
        exact = transport(a, b, distances)
        assert transport(a, b, on_line) == pytest.approx(wasserstein_distance(line, line, a, b), abs=1e-9)
        errors.append(wasserstein_distance(places, places, a, b) / exact - 1)
        naive.append(wasserstein_distance(line, line, a, b) / exact - 1)
    assert abs(np.array(errors)).mean() < abs(np.array(naive)).mean()
    assert abs(np.array(errors)).mean() < 0.12


# Other programs


def check_slumbot_export(abstraction, folder, monkeypatch):
    """Compare later streets with `lookup`, on some boards: more than are looked up at a time."""
    for number, street in enumerate(STREETS[1:], 1):
        boards = slumbot_boards(street)[:: 10_007 if street == "river" else 229]
        monkeypatch.setattr(_slumbot, "slumbot_boards", lambda street, game, boards=boards: boards)
        path, of_all = abstraction.export(folder, format="slumbot", streets=[street], num_threads=1)
        names = [f"{what}.holdem.13.4.3.pokerbits.{number}" for what in ("buckets", "num_buckets")]
        assert [path.name, of_all.name] == names
        assert of_all.read_bytes() == struct.pack("<i", abstraction.n_buckets[street])
        pairs = [(low, high) for high in range(52 - boards.shape[1]) for low in range(high)]
        left = np.array([[card for card in range(52) if card not in board] for board in boards.tolist()])
        expected = abstraction.lookup(left[:, pairs], board=boards[:, None])
        assert (np.fromfile(path, "<u2").reshape(len(boards), -1) == expected).all()
        monkeypatch.undo()


def test_export_of_later_streets_for_slumbot(made, tmp_path, monkeypatch):
    check_slumbot_export(made, tmp_path, monkeypatch)


@pytest.mark.parametrize(("n", "dtype"), [(65_535, "<u2"), (65_536, "<i4"), (65_537, "<i4"), (1 << 20, "<i4")])
def test_slumbot_keeps_many_buckets_in_four_bytes(tmp_path, n, dtype):
    """Below 2^16 buckets it reads two bytes a hand, from there on four; no number may be cut."""

    def buckets_of(hands, board, num_threads=None):
        return (n - 1 - pb.cards.combo_id(hands).astype(np.int64)).astype(np.uint32)

    def labels(boards, num_threads=None):
        return np.tile(buckets_of(pb.COMBOS, None), (len(boards), 1))

    abstraction = SimpleNamespace(n_buckets={"preflop": n}, labels=labels, game=pb.strength.CardGame())
    buckets, number = export(abstraction, tmp_path, "slumbot", ["preflop"])
    pairs = [(low, high) for high in range(52) for low in range(high)]
    assert buckets.read_bytes() == buckets_of(pairs, None).astype(dtype).tobytes()
    assert number.read_bytes() == struct.pack("<i", n)


def test_hands_of_robopoker_are_classes():
    """One number for a class, whatever the suits are called; the cards are in its bytes."""
    rows = hands(2000, 7, seed=11)
    for n in (2, 5, 6, 7):
        some = rows[:, :n]
        found = observations(some)
        for names in ([1, 0, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1]):
            renamed = (some & 0xFC) | np.array(names, dtype=np.uint8)[some & 3]
            assert (observations(renamed) == found).all()
        indexer = pb.HandIndexer([cards for cards in (2, n - 2) if cards])
        classes = indexer.index(some)
        assert len(np.unique(found)) == len(np.unique(classes))
        spelled = found.astype(">i8").view(np.uint8).reshape(-1, 8)[:, 8 - n :] - 1
        assert (indexer.index(np.column_stack([spelled[:, -2:], spelled[:, :-2]])) == classes).all()


ROBOPOKER_ROW = np.dtype(
    {
        "names": ["obs", "bucket", "position"],
        "formats": [">i8", ">i2", ">i4"],
        "offsets": [6, 18, 32],
        "itemsize": 36,
    }
)
"""The places of the fields in a row of `COPY`: each stands behind its size, all behind their number."""


def test_export_for_robopoker(made, tmp_path):
    path, *of_buckets = made.export(tmp_path, format="robopoker", streets=["flop"])
    names = [f"{table}.flop.pgcopy" for table in ("transitions", "metric", "abstraction")]
    assert [path.name for path in of_buckets] == names
    data = path.read_bytes()
    assert data[:19] == b"PGCOPY\n\xff\r\n\0" + bytes(8)
    assert data[-2:] == b"\xff\xff"
    n = 1_286_792
    assert len(data) == 19 + 36 * n + 2
    # Every row: hands ascend within their bucket, and are counted from 0 in each.
    rows = np.frombuffer(data, ROBOPOKER_ROW, n, 19)
    counted = np.concatenate([np.arange(count) for count in np.bincount(rows["bucket"] & 255)])
    assert (rows["position"] == counted).all()
    assert (rows["bucket"] == np.sort(made.table("flop")) + (1 << 8)).all()
    numbers = rows["bucket"].astype(np.int64) << 40 | rows["obs"]
    assert (np.diff(numbers) > 0).all()
    for at in [*range(0, n, 1009), n - 1]:
        row = struct.unpack_from(">hiqihifii", data, 19 + 36 * at)
        fields, obs_bytes, obs, abs_bytes, bucket, equity_bytes, equity, position_bytes, position = row
        assert (fields, obs_bytes, abs_bytes, equity_bytes, position_bytes) == (4, 8, 2, 4, 4)
        cards = [byte - 1 for byte in obs.to_bytes(5, "big")]
        assert bucket >> 8 == 1
        assert made.lookup(cards[3:], board=cards[:3]) == bucket & 255
        assert position == counted[at]
        if at % 16 == 0:
            exact = pb.expected_hand_strength(cards[3:], board=cards[:3])
            assert equity == np.float32(exact)


def test_export_of_arrays_and_refusals(made, tmp_path):
    files = made.export(tmp_path, format="npy", streets=["preflop", "turn"])
    assert [path.name for path in files] == ["preflop.npy", "turn.npy"]
    assert (np.load(files[1]) == made.table("turn")).all()
    with pytest.raises(InvalidArgumentError, match="format: expected 'slumbot', 'robopoker' or 'npy', found 'csv'"):
        made.export(tmp_path, format="csv")
    with pytest.raises(InvalidArgumentError, match=r"street: expected .* found 'fifth'"):
        made.export(tmp_path, format="npy", streets=["fifth"])


# The command line


def scored(*arguments):
    """Return the last line of a score as JSON; the lines before it are its boards, one by one."""
    *boards, whole = (json.loads(line) for line in printed(*arguments, "--json").splitlines())
    assert [of["board"] for of in boards] == whole["boards"]
    for at, of_all in enumerate(whole["abstractions"]):
        of_boards = [of["abstractions"][at] for of in boards]
        assert {of["name"] for of in of_boards} == {of_all["name"]}
        assert np.mean([of["n_buckets"] for of in of_boards], axis=0).tolist() == of_all["n_buckets"]
        assert {type(n) for of in of_boards for n in of["n_buckets"]} == {int}
        for sides in ("one_sided", "two_sided"):
            assert [of[sides] for of in of_boards] == of_all[sides]["boards"]
    return whole


def test_a_score_that_was_killed_goes_on(folder, tmp_path):
    """All boards are printed again, those of the file first, and only the missing ones are scored."""
    path = tmp_path / "scores.npy"
    arguments = ["abstract", "score", folder, "--boards", 3, "--iterations", 300, "--seed", 4, "--json"]
    whole = printed(*arguments)
    command = [*MODULE, *map(str, arguments), "-o", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        try:
            first = child.stdout.readline()
        finally:
            child.kill()
    assert first == whole.splitlines(keepends=True)[0]
    assert not path.exists()
    assert printed(*arguments, "-o", path) == whole
    assert printed(*arguments, "-o", path) == whole


def test_the_command_line(made, folder, tmp_path):
    build = ("abstract", "build", "--flop", 7, "--turn", 9, "--river", 11, "--features", "percentile", "-o", folder)
    about = as_json(*build)
    assert about["fingerprint"] == made.fingerprint
    assert about["n_buckets"] == made.n_buckets
    shown = printed(*build)
    assert made.fingerprint in shown
    assert "169, 7, 9, 11" in shown
    assert printed("abstract", "report", folder) == f"{made.report()}\n"
    picture = tmp_path / "buckets.svg"
    about = as_json("abstract", "report", folder, "--plot", picture)
    assert about == json.loads(json.dumps(made.report().to_dict()))
    assert "svg" in picture.read_text(encoding="utf-8")
    score = ("abstract", "score", folder, "--boards", 1, "--iterations", 2, "--ranges", "22+", "T9s+", "--dialect")
    scores = {dialect: scored(*score, dialect)["abstractions"] for dialect in ("both", "kicker")}
    assert scores["both"] != scores["kicker"]
    options = {"n_boards": 1, "iterations": 2, "hero": "22+", "dialect": "both"}
    for dialect, villain in (("both", "T9s, JTs, QJs, KQs, AKs"), ("kicker", "T9s")):
        expected = pb.endgame.score_abstraction(made, villain=villain, **options)
        assert scores[dialect] == json.loads(json.dumps(expected.to_dict()))["abstractions"]
    kept = (*score, "both", "-o", tmp_path / "scores.npy")
    assert scored(*kept)["abstractions"] == scored(*kept)["abstractions"] == scores["both"]
    assert made.fingerprint in pb.strength.check_table(tmp_path / "scores.npy")["table"]
    done = here(*score, "kicker", "-o", tmp_path / "scores.npy")
    assert done.exit_code == 1
    assert "belongs to a different table" in done.stderr
    assert scored(*score, "kicker", "-o", tmp_path / "scores.npy", "--no-resume")["abstractions"] == scores["kicker"]
    three = ("abstract", "score", folder, "--boards", 3, "--iterations", 2, "--ranges", "22+", "A9s+")
    assert (
        scored(*three, "-o", tmp_path / "three.npy") == scored(*three, "-o", tmp_path / "three.npy") == scored(*three)
    )
    arrays = as_json("abstract", "export", folder, "--format", "npy", "--street", "flop", "-o", tmp_path / "out")
    (exported,) = arrays["files"]
    assert (np.load(exported) == made.table("flop")).all()
    names = ("--bucketing-name", "percentile-7", "--game-name", "nl.13.4.3")
    export = ("abstract", "export", folder, *names, "-o", tmp_path / "out", "--format")
    assert [Path(file).name for file in as_json(*export, "slumbot", "--street", "preflop")["files"]] == [
        f"{what}.nl.13.4.3.percentile-7.0" for what in ("buckets", "num_buckets")
    ]
    assert "bucketing_name: files of format 'npy' have none" in refused(*export, "npy")


BUILD = ["build", "--flop", 5, "--turn", 5, "--river", 5]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["build", "--flop", 5, "-o", "x"], "--turn is needed"),
        (BUILD, "Missing option '-o' / '--output'"),
        (["build", "--flop", "some", "--turn", 5, "--river", 5, "-o", "x"], "'some' is not a valid integer"),
        (["build", "--flop", 0, "--turn", 5, "--river", 5, "-o", "x"], "0 is not in the range x>=1"),
        ([*BUILD, "--features", "turn=", "-o", "x"], "expected NAME, or STREET=NAME"),
        ([*BUILD, "--features", "turn=best", "-o", "x"], "feature of the turn: expected"),
        ([*BUILD, "--features", "ehs", "--bins", 9, "-o", "x"], "bins: no street has the feature 'histogram'"),
        ([*BUILD, "--preflop", 170, "--n-init", 2, "-o", "x"], "n_buckets = 170 of the preflop: expected 1 to 169"),
        (["inspect"], "No such command 'inspect'"),
        (["report"], "Missing argument 'FOLDER'"),
        (["report", ".", "--flop", 5], "No such option"),
        (["export", ".", "--format", "npy"], "Missing option '-o' / '--output'"),
        (["export", ".", "-o", "x"], "Missing option '--format'"),
    ],
)
def test_bad_commands(arguments, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert words in refused("abstract", *arguments)
    assert list(Path().iterdir()) == []


def test_a_folder_that_is_none(tmp_path):
    done = here("abstract", "report", tmp_path)
    assert done.exit_code == 1
    assert "metadata.json" in done.stderr
    for text in ("{}", '{"format": "pokerbits card abstraction", "format_version": "\\u001b[31mred\\ud800"}'):
        (tmp_path / "metadata.json").write_text(text, encoding="utf-8")
        for command in (("report", tmp_path), ("export", tmp_path, "--format", "npy", "-o", tmp_path / "out")):
            done = here("abstract", *command)
            assert done.exit_code == 1
            assert done.stderr.startswith("Error: ")
            assert done.stderr.removesuffix("\n").isprintable()


# Whole builds


def bytes_in(folder):
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


POTENTIAL = {"flop": 6, "turn": 5, "river": 4}
POTENTIAL_FINGERPRINT = "dd11fd641541bbe0e0c4cba2fed8ec0ed214aa84186dc47dca4eaa91fd540049"


@pytest.fixture(scope="module")
def potential(tmp_path_factory):
    path = tmp_path_factory.mktemp("potential") / "made"
    told = []
    made = pb.CardAbstraction.build(
        POTENTIAL, path=path, seed=3, num_threads=2, progress=lambda *step: told.append(step)
    )
    return path, made, told


@pytest.mark.slow
def test_potential_aware_buckets(potential):
    path, made, told = potential
    assert made.fingerprint == POTENTIAL_FINGERPRINT
    assert made.features == {"flop": "potential", "turn": "potential", "river": "ehs"}
    assert {name for name in bytes_in(path) if name.endswith(".npy")} == {
        *(f"{street}.npy" for street in STREETS),
        *(f"{street}-buckets.npy" for street in POTENTIAL),
        *(f"{street}-centers.npy" for street in ("flop", "turn")),
    }
    assert {street: centers.shape for street, centers in made.centers.items()} == {"flop": (6, 47), "turn": (5, 46)}
    assert all(before[0] <= after[0] <= after[1] == before[1] for before, after in pairwise(told))
    assert told[-1][0] == told[-1][1]
    report = made.report()
    for street, count in POTENTIAL.items():
        assert (np.diff(report.means[street]) > 0).all()
        assert report.sizes[street].sum() == pytest.approx(1)
        assert len(np.unique(made.table(street))) == count
        assert (np.diff(report.inertia[street]) <= 0).all()
    # The cost of a deal is the mean distance from the centre of its bucket, computed anew for some turns.
    means = report.means["river"]
    levels = np.floor(LEVELS * means + 0.5)
    turn = pb.strength.STREET_INDEXERS["turn"]
    rows = hands(20_000, 6, seed=12)
    children = np.array([[[*row, card] for card in range(52) if card not in row] for row in rows.tolist()])
    features = np.sort(levels[made.lookup(children[..., :2], board=children[..., 2:])], axis=1)
    of_bucket = made.table("turn")[turn.index(rows)]
    costs = 0.0
    for bucket in range(5):
        of_this = features[of_bucket == bucket]
        costs += np.abs(of_this - np.median(of_this, axis=0)).sum()
    distances = np.abs(features[:, None] / LEVELS - made.centers["turn"]).sum(axis=2)
    assert (distances[np.arange(len(rows)), of_bucket] <= distances.min(axis=1) + 1e-9).all()
    found = costs / (46 * LEVELS) / len(rows)
    assert found == pytest.approx(report.inertia["turn"][-1], rel=0.03)


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 4])
def test_the_same_bytes_on_any_number_of_threads(potential, tmp_path, threads):
    path, _, _ = potential
    pb.CardAbstraction.build(POTENTIAL, path=tmp_path / "made", seed=3, num_threads=threads)
    assert bytes_in(tmp_path / "made") == bytes_in(path)


@contextmanager
def dask_executor():
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    "make_executor",
    [lambda: ProcessPoolExecutor(2, mp_context=get_context("spawn")), dask_executor],
    ids=["processes", "dask"],
)
def test_the_same_bytes_from_an_executor(potential, tmp_path, make_executor):
    path, _, _ = potential
    with make_executor() as executor:
        pb.CardAbstraction.build(POTENTIAL, path=tmp_path / "made", seed=3, executor=executor)
    assert bytes_in(tmp_path / "made") == bytes_in(path)


@pytest.mark.slow
def test_killed_at_random_moments(potential, tmp_path):
    """Kill the whole process again and again; the last call ends with the bytes of one that was never killed."""
    path, _, _ = potential
    code = (
        "import sys, pokerbits as pb\n"
        f"pb.CardAbstraction.build({POTENTIAL!r}, path=sys.argv[1], seed=3, num_threads=2)\n"
    )
    rng = random.Random(4)
    kills = 0
    while True:
        child = subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "made")])
        try:
            child.wait(1 + 5 * (1 + kills) * rng.random())
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            kills += 1
            continue
        assert child.returncode == 0
        break
    assert kills > 0
    assert bytes_in(tmp_path / "made") == bytes_in(path)


WIDTHS = {
    "histogram": {"flop": 47, "turn": 46},
    "potential_general": {"flop": 47, "turn": 46},
    "ochs": dict.fromkeys(BUCKETS, 8),
    "winrate": dict.fromkeys(BUCKETS, 2),
    "winrate_history": {"flop": 4, "turn": 6},
}
"""The columns of centres."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "features",
    [
        {"flop": "histogram", "turn": "histogram", "river": "ehs2"},
        {"flop": "ochs", "turn": "ehs2", "river": "percentile"},
        {"flop": "potential_general", "turn": "ochs", "river": "ehs"},
        {"flop": "winrate", "turn": "winrate", "river": "winrate"},
        {"flop": "winrate_history", "turn": "percentile", "river": "percentile"},
    ],
)
def test_features_make_buckets_that_differ_in_strength(features):
    n = {"flop": 6, "turn": 5, "river": 4}
    made = pb.CardAbstraction.build(n, features=features)
    report = made.report()
    for street, count in n.items():
        assert report.features[street] == features[street]
        columns = WIDTHS.get(features[street], {}).get(street)
        if columns is None:
            assert street not in made.centers
        else:
            assert made.centers[street].shape == (count, columns)
            assert 0 <= made.centers[street].min() <= made.centers[street].max() <= 1
        assert len(np.unique(made.table(street))) == count
        assert (np.diff(report.means[street]) > 0).all()
        # A few buckets keep most of the variance of E[HS], which is about 1 / 12 on the river and less before.
        assert report.deviation(street) < 0.5 * np.sqrt(
            (report.sizes[street] * (report.means[street] - 0.5) ** 2).sum()
        )


@pytest.mark.slow
def test_lossless_streets_and_classes():
    made = pb.CardAbstraction.build(
        {"flop": "lossless", "turn": None, "river": None}, features={"turn": "outcome", "river": "outcome"}
    )
    assert made.n_buckets == {"preflop": 169, "flop": 1_286_792, "turn": 2_337_912, "river": 20_687}
    assert (made.table("flop") == np.arange(1_286_792)).all()
    assert made.table("flop").dtype == made.table("turn").dtype == np.uint32
    assert made.table("river").dtype == np.uint16
    assert (made.table("turn") == pb.abstraction.outcome_classes("turn")).all()
    found = made.lookup_deal("AsKd", board="QhJh2cTs3d")
    assert found.dtype == np.uint32
    assert found[1] == pb.strength.STREET_INDEXERS["flop"].index("AsKdQhJh2c")
    assert "flop" not in made.report().sizes


@pytest.mark.slow
def test_perfect_recall(tmp_path, monkeypatch):
    made = pb.CardAbstraction.build(
        {"flop": 2, "turn": 3, "river": 2}, features="ehs", recall="perfect", path=tmp_path / "made"
    )
    assert made.n_buckets == {"preflop": 169, "flop": 338, "turn": 1014, "river": 2028}
    assert made.indexer("turn") == pb.HandIndexer((2, 3, 1))
    rows = hands(3000)
    found = made.lookup_deal(rows[:, :2], board=rows[:, 2:])
    # A bucket of one street has one of the street before.
    for before, after in [(0, 1), (1, 2), (2, 3)]:
        parents = {}
        for old, new in zip(found[:, before].tolist(), found[:, after].tolist(), strict=True):
            assert parents.setdefault(new, old) == old
    assert (found[:, 1] // 2 == found[:, 0]).all()
    for street, n in [("preflop", 2), ("flop", 3), ("turn", 2)]:
        transitions = made.transitions(street)
        assert np.allclose(transitions.sum(axis=1), 1)
        assert ((transitions > 0).sum(axis=1) == n).all()
    # The turn card and the river card are told apart, the flop cards are not.
    swapped = rows[:, [0, 1, 2, 3, 4, 6, 5]]
    assert (made.lookup_deal(swapped[:, :2], board=swapped[:, 2:])[:, 1] == found[:, 1]).all()
    assert (made.lookup_deal(swapped[:, :2], board=swapped[:, 2:])[:, 3] != found[:, 3]).any()
    turned = rows[:, [0, 1, 4, 2, 3, 5, 6]]
    assert (made.lookup_deal(turned[:, :2], board=turned[:, 2:]) == found).all()
    # Within a bucket of the turn, rivers are cut by their strength.
    strengths = pb.hand_strength(rows[:, :2], board=rows[:, 2:])
    means = made.report().means["river"]
    within = found[:, 3] % 2
    assert np.corrcoef(within, strengths)[0, 1] > 0.5
    assert abs(means[found[:, 3]] - strengths).mean() < 0.15
    for call in (made.table, lambda street: made.lookup_index(0, street=street)):
        with pytest.raises(InvalidArgumentError, match="use lookup"):
            call("river")
    with pytest.raises(InvalidArgumentError, match="histories of perfect recall"):
        made.export(tmp_path / "out", format="npy")
    check_slumbot_export(made, tmp_path / "slumbot", monkeypatch)
    again = pb.CardAbstraction.load(tmp_path / "made", mmap=False)
    assert again == made
