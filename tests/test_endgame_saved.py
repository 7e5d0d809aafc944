"""Solvers in files and pickles: they go on as if nothing had happened, and wrong files are refused."""

import copy
import json
import pickle
import random
import zipfile
from pathlib import Path

import numpy as np
import pytest

from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Endgame, Solver
from pokerbits.exceptions import DamagedFileError, ForeignFileError

SIZES = {
    "hero": [BetSizes((0.5, ALL_IN), 0.6), BetSizes(0.5, donk=0.25)],
    "villain": [BetSizes(0.75), BetSizes(0.5, max_bets=1)],
}
TREE = BettingTree(100, 150, SIZES, rake=0.05, rake_cap=6, all_in_threshold=0.1)
GAME = Endgame("Kh9d5c3h", "AhKs, 0.5:QdJd, 8h7h", "KcQc, 6d4d, 0.5:AhQh", TREE)
BY_SUIT = np.arange(1326) % 2
LABELS = {
    "hands": None,
    "buckets": BY_SUIT,
    "buckets on rivers": {"river": BY_SUIT},
    "buckets of villain": (None, {"turn": BY_SUIT}),
}
GOLDEN = Path(__file__).parent / "data" / "river_solver.npz"


def solver_of(labels, algorithm="dcfr"):
    by_street = dict.fromkeys(GAME.streets, labels) if isinstance(labels, np.ndarray) else labels
    solver = Solver(GAME, by_street, algorithm=algorithm)
    solver.run(7)
    return solver


def check_same(first, second):
    assert (first.iterations, first.algorithm, first.n_buckets) == (
        second.iterations,
        second.algorithm,
        second.n_buckets,
    )
    assert repr(first.game) == repr(second.game)
    for at in range(len(first.game.tree.decisions)):
        assert np.array_equal(first.strategy(at), second.strategy(at), equal_nan=True)
    for player in ("hero", "villain"):
        assert first.gain(player) == second.gain(player)


@pytest.mark.parametrize("algorithm", ["dcfr", "cfr_plus"])
@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
def test_a_solver_goes_on_where_it_stopped(tmp_path, labels, algorithm):
    solver = solver_of(labels, algorithm)
    solver.save(tmp_path / "solver.npz")
    others = [Solver.load(tmp_path / "solver.npz"), pickle.loads(pickle.dumps(solver)), copy.deepcopy(solver)]
    solver.run(5)
    for other in others:
        assert other.iterations == 7
        other.run(5)
        check_same(solver, other)


def test_sixteen_bits_stay_sixteen_bits(tmp_path):
    solver = Solver(GAME, storage="int16")
    solver.run(7)
    solver.save(tmp_path / "solver.npz")
    loaded = Solver.load(tmp_path / "solver.npz")
    assert loaded.storage == "int16"
    for other in (solver, loaded):
        other.run(5)
    check_same(solver, loaded)


def test_locked_strategies_stay_locked(tmp_path):
    solver = solver_of(None)
    locked = np.tile([[1.0], [0.0], [0.0]], (1, 1326))
    solver.lock(0, locked)
    solver.save(tmp_path / "solver.npz")
    loaded = Solver.load(tmp_path / "solver.npz")
    loaded.run(20)
    held = GAME.combos[0]
    assert np.array_equal(loaded.strategy(0)[:, 0, held], locked[:, held])


def test_solvers_without_isomorphic_boards_are_saved(tmp_path):
    solver = Solver(GAME, isomorphic=False)
    solver.run(3)
    solver.save(tmp_path / "solver.npz")
    loaded = Solver.load(tmp_path / "solver.npz")
    check_same(solver, loaded)


def test_others_read_the_file(tmp_path):
    solver = solver_of(None)
    solver.save(tmp_path / "solver.npz")
    with np.load(tmp_path / "solver.npz") as arrays:
        sums = arrays["sums_0"].astype(float)
        assert np.array_equal(arrays["hero_weights"][GAME.combos[0]], GAME.weights[0])
        assert json.loads(arrays["description.json"])["board"] == "Kh9d5c3h"
    assert sums.shape == (len(TREE.root.actions), 1, len(GAME.combos[0]))
    assert np.allclose((sums / sums.sum(axis=0))[:, 0], solver.strategy(0)[:, 0, GAME.combos[0]], atol=1e-12)


def test_equal_solvers_have_equal_files_and_a_file_is_replaced(tmp_path):
    for name in ("first.npz", "second.npz", "second.npz"):
        solver_of(None).save(tmp_path / name)
    assert (tmp_path / "first.npz").read_bytes() == (tmp_path / "second.npz").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.npz", "second.npz"]


def test_the_format_is_that_of_the_first_release():
    """The file was written on 2026-11-27; a release that cannot read it breaks a promise."""
    loaded = Solver.load(GOLDEN)
    again = Solver(
        Endgame("Kh9d5c3h2s", "AhKs, 0.5:9h9s, QdJd", "KcQc, AdAc, Td9c", BettingTree(100, 200, BetSizes(0.5)))
    )
    again.run(25)
    # Sums in another order differ in their last digits.
    assert (loaded.iterations, loaded.algorithm, repr(loaded.game)) == (25, again.algorithm, repr(again.game))
    for at in range(len(loaded.game.tree.decisions)):
        assert loaded.strategy(at) == pytest.approx(again.strategy(at), abs=1e-4, nan_ok=True)
    assert loaded.gain("hero") == pytest.approx(again.gain("hero"), abs=1e-6)


def test_progress_tells_of_every_decision(tmp_path):
    told = []
    solver_of(None).save(tmp_path / "solver.npz", progress=lambda done, total: told.append((done, total)))
    n = len(TREE.decisions)
    assert told == [(at + 1, n) for at in range(n)]
    Solver.load(tmp_path / "solver.npz", progress=lambda done, total: told.append((done, total)))
    assert told[n:] == told[:n]


def test_an_error_of_progress_is_none_of_the_file(tmp_path):
    solver_of(None).save(tmp_path / "solver.npz")

    def stop(done, total):
        raise ValueError("enough")

    with pytest.raises(ValueError, match=r"^enough$"):
        Solver.load(tmp_path / "solver.npz", progress=stop)


def test_a_write_that_is_stopped_leaves_the_old_file(tmp_path):
    path = tmp_path / "solver.npz"
    solver_of(None).save(path)
    before = path.read_bytes()

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver_of(BY_SUIT).save(path, progress=stop)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def parts_of(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def with_parts(path, parts, compression=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def test_damage_anywhere_is_seen(tmp_path):
    """A byte is changed, or the end is missing: an error of the package, or the same solver."""
    path, rng = tmp_path / "solver.npz", random.Random(1)
    solver = solver_of(BY_SUIT)
    solver.save(path)
    whole = path.read_bytes()
    refused = 0
    for _ in range(150):
        at = rng.randrange(len(whole))
        changed = whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)]) + whole[at + 1 :]
        path.write_bytes(rng.choice([changed, whole[:at]]))
        try:
            loaded = Solver.load(path)
        except (DamagedFileError, ForeignFileError):
            refused += 1
        else:
            check_same(solver, loaded)
    assert refused > 120


DESCRIPTIONS = {
    "an unknown algorithm": {"algorithm": "luck"},
    "an unknown storage": {"storage": "int8"},
    "no number of iterations": {"iterations": "many"},
    "iterations below zero": {"iterations": -1},
    "another board": {"board": "Kh9d5c"},
    "a board that is none": {"board": "Kh9d5cKh"},
    "no tree": {"tree": None},
    "decisions that are none": {"given": 3},
}


@pytest.mark.parametrize("wrong", DESCRIPTIONS.values(), ids=DESCRIPTIONS)
def test_wrong_descriptions_are_refused(tmp_path, wrong):
    path = tmp_path / "solver.npz"
    solver_of(None).save(path)
    parts = parts_of(path)
    with_parts(path, parts | {"description.json": json.dumps(json.loads(parts["description.json"]) | wrong)})
    with pytest.raises(DamagedFileError, match=r"solver\.npz is damaged"):
        Solver.load(path)


def as_npy(array, tmp_path):
    np.save(tmp_path / "part.npy", array)
    return (tmp_path / "part.npy").read_bytes()


def test_wrong_arrays_are_refused(tmp_path):
    path = tmp_path / "solver.npz"
    solver_of(BY_SUIT).save(path)
    parts = parts_of(path)
    ids, sums, weights = (np.load(path)[name].copy() for name in ("hero_buckets_river", "sums_3", "hero_weights"))
    wrong = {
        "hero_buckets_river.npy": [ids[:1], ids.astype("<i4"), np.full_like(ids, 10**9), np.asfortranarray(ids)],
        "sums_3.npy": [-sums - 1, sums * np.float32("nan"), sums + np.float32(1e30), sums[:1], sums.astype(float)],
        "hero_weights.npy": [weights[1:], -weights, weights * 0],
    }
    for name, arrays in wrong.items():
        for array in arrays:
            with_parts(path, parts | {name: as_npy(array, tmp_path)})
            with pytest.raises(DamagedFileError):
                Solver.load(path)
    for name in parts:
        with_parts(path, {part: data for part, data in parts.items() if part != name})
        with pytest.raises(ForeignFileError if name == "description.json" else DamagedFileError):
            Solver.load(path)
    with_parts(path, parts, zipfile.ZIP_DEFLATED)
    with pytest.raises((DamagedFileError, ForeignFileError), match="compressed"):
        Solver.load(path)
    with_parts(path, parts)
    assert Solver.load(path).iterations == 7


def test_what_is_no_solver_is_refused(tmp_path):
    np.savez(tmp_path / "arrays.npz", np.arange(3))
    (tmp_path / "text.npz").write_text("nothing", encoding="utf-8")
    (tmp_path / "empty.npz").touch()
    for name in ("arrays.npz", "text.npz", "empty.npz", "."):
        with pytest.raises(ForeignFileError) as caught:
            Solver.load(tmp_path / name)
        assert caught.value.filename == str(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        Solver.load(tmp_path / "missing.npz")
    with pytest.raises(ForeignFileError, match="folder"):
        solver_of(None).save(tmp_path)
    for name in ("arrays.npz", "text.npz", "empty.npz"):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(ForeignFileError, match="overwrite=True"):
            solver_of(None).save(tmp_path / name)
        assert (tmp_path / name).read_bytes() == before
    solver_of(None).save(tmp_path / "text.npz", overwrite=True)
    assert Solver.load(tmp_path / "text.npz").iterations == 7
