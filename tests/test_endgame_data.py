"""Data sets of endgames: the same bytes however they were made, killed and resumed, refused, read back."""

import json
import pickle
import random
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import pokerbits as pb
from pokerbits._files.writing import LockedFile
from pokerbits.endgame import (
    ALL_IN,
    BetSizes,
    EndgameData,
    SolvedEndgames,
    build_endgames,
    random_endgames,
    solve_many,
)
from pokerbits.endgame import _data as _endgame_data
from pokerbits.exceptions import (
    DamagedFileError,
    ForeignFileError,
    InvalidArgumentError,
    LockedFileError,
    OutOfRangeError,
)

SIZES = BetSizes((1, ALL_IN), max_bets=1)
DESIGN = {"street": "river", "seed": 9, "sizes": SIZES, "iterations": 5, "shard_size": 3}
N = 7
FILES = ["endgames-000000.npy", "endgames-000001.npy", "endgames-000002.npy"]


def built(path, n=N, **options):
    """Build a small data set, and close it."""
    with build_endgames(path, n, **(DESIGN | options)) as data:
        return data


def bytes_in(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("endgames") / "rivers"
    built(path)
    return path


@pytest.fixture
def copy(folder, tmp_path):
    """Return a data set to be changed."""
    path = tmp_path / "copy"
    path.mkdir()
    for name, held in bytes_in(folder).items():
        (path / name).write_bytes(held)
    return path


def same(one, other):
    return all(np.array_equal(a, b, equal_nan=True) for a, b in zip(one, other, strict=True))


def test_an_endgame_depends_on_seed_and_number_alone(folder):
    with EndgameData(folder) as data:
        found = data.take(range(N))
    for at in range(N):
        boards, hero, villain, pots, stacks = random_endgames(
            1, "river", rng=np.random.SeedSequence(9, spawn_key=(at,))
        )
        ranges = hero.astype(np.float32), villain.astype(np.float32)
        solved = solve_many(boards, *ranges, pots=pots, stacks=stacks, sizes=SIZES, iterations=5)
        expected = (boards, *ranges, pots, stacks, solved.values, solved.exploitability, solved.iterations)
        assert same([array[at : at + 1] for array in found], expected)


def test_shards_change_nothing_but_the_files(folder, tmp_path):
    built(tmp_path / "one", shard_size=100)
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == [FILES[0], f"{FILES[0]}.json", "endgames.json"]
    with EndgameData(folder) as data, EndgameData(tmp_path / "one") as whole:
        assert (data.n_endgames, data.n_shards, whole.n_shards) == (7, 3, 1)
        assert same(data.take(range(N)), whole.take(range(N)))
        assert same(whole.shard(0), whole.take(range(N)))


def test_threads_and_executors_make_the_same_bytes(folder, tmp_path):
    built(tmp_path / "one", num_threads=1)
    with ThreadPoolExecutor(2) as executor:
        built(tmp_path / "executor", executor=executor)
    assert bytes_in(tmp_path / "one") == bytes_in(tmp_path / "executor") == bytes_in(folder)


@pytest.mark.slow
def test_processes_make_the_same_bytes(folder, tmp_path):
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        built(tmp_path / "made", executor=executor)
    assert bytes_in(tmp_path / "made") == bytes_in(folder)


@pytest.mark.slow
def test_dask_makes_the_same_bytes(folder, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        built(tmp_path / "made", executor=client.get_executor())
    assert bytes_in(tmp_path / "made") == bytes_in(folder)


def test_ctrl_c_keeps_what_is_done(folder, tmp_path, monkeypatch):
    path = tmp_path / "made"

    def stop(done, total):
        assert total == N
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        built(path, num_threads=1, progress=stop)
    names = {of.name for of in path.iterdir()}
    assert names == {"endgames.json", FILES[0], f"{FILES[0]}.json", f"{FILES[1]}.partial", f"{FILES[1]}.journal"}
    with pytest.raises(ForeignFileError, match="is not finished: 2 of 3 shards are missing; build it again"):
        EndgameData(path)
    solved, solve = [], _endgame_data.Solving.solve
    monkeypatch.setattr(
        _endgame_data.Solving, "solve", lambda *arguments: (solved.append(arguments[1].board), solve(*arguments))
    )
    told = []
    built(path, num_threads=1, progress=lambda done, total: told.append((done, total)))
    assert len(solved) == 2
    assert told[0] == (3, 7)
    assert told[-1] == (7, 7)
    assert bytes_in(path) == bytes_in(folder)
    solved.clear()
    built(path)
    assert solved == []


CODE = """
import sys
from pokerbits._tables import file as _file
from pokerbits.endgame import ALL_IN, BetSizes, build_endgames
_file.CHECKPOINT_SECONDS = 0
build_endgames(sys.argv[1], 60, street="river", seed=9, sizes=BetSizes((1, ALL_IN), max_bets=1), iterations=200,
               shard_size=20, num_threads=2)
"""


@pytest.mark.slow
def test_killed_at_random_moments(tmp_path):
    """Kill the whole process again and again; the last call ends with the bytes of one that was never killed."""
    options = {"sizes": SIZES, "iterations": 200, "shard_size": 20}
    built(tmp_path / "undisturbed", 60, **options)
    rng, kills = random.Random(4), 0
    while True:
        child = subprocess.Popen([sys.executable, "-c", CODE, str(tmp_path / "made")])
        try:
            child.wait(1 + 2 * (1 + kills) * rng.random())
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            kills += 1
            continue
        assert child.returncode == 0
        break
    assert kills > 0
    built(tmp_path / "made", 60, **options)
    assert bytes_in(tmp_path / "made") == bytes_in(tmp_path / "undisturbed")


@pytest.mark.parametrize("text", [b"", b'{"betti', None])
def test_killed_before_the_description(folder, tmp_path, text):
    """A draft of another data set stays."""
    path = tmp_path / "made"
    path.mkdir()
    (path / "endgames.lock").write_bytes(b"")
    draft = path / "endgames.json.0123abcd.partial"
    draft.write_bytes(b"another" if text is None else text)
    built(path)
    assert draft.exists() == (text is None)
    draft.unlink(missing_ok=True)
    assert bytes_in(path) == bytes_in(folder)


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 8},
        {"n": 8},
        {"iterations": 6},
        {"iterations": None, "target": 0.5},
        {"shard_size": 4},
        {"rake": 0.05},
        {"sizes": BetSizes(1, max_bets=1)},
        {"street": "turn", "sizes": None},
    ],
)
def test_other_endgames_are_refused(other, copy):
    before = bytes_in(copy)
    with pytest.raises(ForeignFileError, match=r"has other endgames: .* start again and replace them"):
        built(copy, **other)
    assert bytes_in(copy) == before


def test_starting_again_replaces_a_data_set(folder, copy, tmp_path):
    built(copy, 2, seed=8, resume=False)
    built(tmp_path / "new", 2, seed=8)
    assert bytes_in(copy) == bytes_in(tmp_path / "new")
    built(copy, resume=False)
    built(copy, resume=False)
    assert bytes_in(copy) == bytes_in(folder)


@pytest.mark.parametrize("name", [FILES[1], f"{FILES[1]}.json", f"{FILES[2]}.partial"])
def test_starting_again_removes_no_file_of_others(name, copy):
    (copy / name).write_bytes(b"precious")
    before = bytes_in(copy)
    with pytest.raises(ForeignFileError, match="is in the way"):
        built(copy, 2, resume=False)
    assert bytes_in(copy) == before


@pytest.mark.parametrize("resume", [True, False])
def test_folders_of_others_are_refused(resume, tmp_path):
    (tmp_path / "notes.txt").write_text("precious")
    with pytest.raises(ForeignFileError, match=r"has other files \(notes.txt\) and no endgames.json"):
        built(tmp_path, resume=resume)
    assert bytes_in(tmp_path) == {"notes.txt": b"precious"}
    with pytest.raises(FileExistsError):
        built(tmp_path / "notes.txt", resume=resume)


def test_notes_beside_the_files_stay(folder, copy):
    (copy / "README").write_text("mine")
    built(copy)
    built(copy, 2, resume=False)
    assert (copy / "README").read_text() == "mine"
    with EndgameData(copy) as data:
        assert data.n_endgames == 2


def test_two_calls_do_not_write_one_folder(folder, copy):
    (copy / f"{FILES[2]}.json").unlink()
    (copy / FILES[2]).unlink()
    lock = LockedFile(copy / "endgames.lock")
    try:
        with pytest.raises(LockedFileError, match="is locked"):
            built(copy)
    finally:
        lock.close()
    built(copy)
    assert bytes_in(copy) == bytes_in(folder)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (lambda text: text[:-9], ForeignFileError, "is damaged, or not of a data set"),
        (lambda text: text.replace(b'"seed": 9', b'"seed": 10 '), DamagedFileError, "it is not what was written"),
        (lambda text: text.replace(b'"seed": 9', b'"seed": -1'), DamagedFileError, "it is not what was written"),
        (lambda text: text.replace(b"v1", b"v2"), ForeignFileError, "is of another version of the format"),
        (lambda text: b"{}", ForeignFileError, "is damaged, or not of a data set"),
        (lambda text: b'{"format": "pokerbits endgames v1"}', DamagedFileError, "it is not what was written"),
        (lambda text: text.replace(b"betting", b"getting"), DamagedFileError, "it is not what was written"),
        (lambda text: text.replace(b'"river"', b'["river"]'), DamagedFileError, "it is not what was written"),
    ],
)
def test_damaged_descriptions_are_refused(change, error, message, copy):
    path = copy / "endgames.json"
    path.write_bytes(change(path.read_bytes()))
    before = bytes_in(copy)
    for call in (EndgameData, built, lambda path: built(path, resume=False)):
        with pytest.raises(error, match=message):
            call(copy)
    assert bytes_in(copy) == before


def test_damaged_shards_are_found(copy):
    held = bytearray((copy / FILES[1]).read_bytes())
    held[-5] ^= 1
    (copy / FILES[1]).write_bytes(held)
    with EndgameData(copy) as data:
        told = []
        with pytest.raises(DamagedFileError, match=rf"{FILES[1]} is damaged"):
            data.check(progress=lambda done, total: told.append((done, total)))
        assert told == [(1, 3)]
    (copy / FILES[1]).write_bytes(held[:-4])
    with EndgameData(copy) as data, pytest.raises(DamagedFileError, match="bytes"):
        data.shard(1)


def test_shards_of_another_data_set_are_refused(copy, tmp_path):
    built(tmp_path / "other", seed=1)
    for name in (FILES[0], f"{FILES[0]}.json"):
        (copy / name).write_bytes((tmp_path / "other" / name).read_bytes())
    with EndgameData(copy) as data, pytest.raises(ForeignFileError, match="belongs to another data set"):
        data.take([0])


def test_what_is_no_data_set(tmp_path):
    with pytest.raises(ForeignFileError, match="it does not exist"):
        EndgameData(tmp_path / "nowhere")
    with pytest.raises(ForeignFileError, match=r"it has no endgames\.json"):
        EndgameData(tmp_path)


def test_shards_are_mapped(folder):
    with EndgameData(folder) as data:
        data.check()
        shard = data.shard(2)
        assert isinstance(shard, SolvedEndgames)
        assert [array.shape[0] for array in shard] == [1] * 8
        assert [array.dtype.name for array in shard] == [
            *("uint8", "float32", "float32", "float64", "float64", "float32", "float64", "int64")
        ]
        for array in (shard.hero, shard.villain, shard.values):
            assert not array.flags.writeable
            assert not array.flags.owndata
        whole = np.load(folder / FILES[2])
        assert np.array_equal(whole[:, :1326], shard.hero)
        assert np.array_equal(whole[:, 2 * 1326 : 4 * 1326].reshape(-1, 2, 1326), shard.values, equal_nan=True)
        assert whole[0, 4 * 1326 :].tolist() == [
            *shard.boards[0], shard.pots[0], shard.stacks[0], shard.exploitability[0], 5
        ]  # fmt: skip
        assert np.array_equal(data.exploitability, data.take(range(N)).exploitability)
        assert data.iterations.tolist() == [5] * N
        assert repr(data) == "<EndgameData: 7 endgames from the river, 3 shards>"
        assert data.description["street"] == "river"
        assert data.description == json.loads((folder / "endgames.json").read_text())
        again = pickle.loads(pickle.dumps(data))
        assert same(again.take([4]), data.take([4]))
        again.close()
        del shard


def test_rows_are_taken_in_any_order(folder):
    with EndgameData(folder) as data:
        every = data.take(np.arange(N))
        rows = [6, 0, 3, 3, 1]
        assert same(data.take(rows), [array[rows] for array in every])
        assert [array.shape for array in data.take([])][:2] == [(0, 5), (0, 1326)]
        assert data.take([1]).values.flags.writeable
        for rows, error, message in (
            ([7], OutOfRangeError, r"endgame 7 is out of range \(0 to 6\)"),
            ([-1], OutOfRangeError, "endgame -1 is out of range"),
            ([[1]], InvalidArgumentError, "rows: expected one axis"),
            ([1.5], TypeError, "rows: expected integers"),
            (["1"], TypeError, "rows"),
        ):
            with pytest.raises(error, match=message):
                data.take(rows)
        with pytest.raises(InvalidArgumentError, match="number = 3: expected 0 to 2"):
            data.shard(3)
        with pytest.raises(TypeError, match=r"number = 1\.5"):
            data.shard(1.5)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"n": 0}, InvalidArgumentError, "n = 0: expected 1 to"),
        ({"n": 2.5}, TypeError, "n = 2.5: expected an integer"),
        ({"street": "preflop"}, InvalidArgumentError, "street: expected"),
        ({"seed": -1}, InvalidArgumentError, "seed = -1"),
        ({"seed": None}, TypeError, "seed = None"),
        ({"shard_size": 0}, InvalidArgumentError, "shard_size = 0: expected 1 to 100,000"),
        ({"sizes": [SIZES] * 2}, InvalidArgumentError, "sizes: expected those of 1 street"),
        ({"street": "turn"}, InvalidArgumentError, "sizes: expected those of 2 streets"),
        ({"target": 0.1}, InvalidArgumentError, "pass iterations= or target=, not both"),
        ({"iterations": None, "target": -1}, InvalidArgumentError, "target = -1"),
        ({"max_iterations": 0}, InvalidArgumentError, "max_iterations = 0"),
        ({"rake": -1}, InvalidArgumentError, "rake = -1"),
        ({"num_threads": 0}, InvalidArgumentError, "num_threads = 0"),
        ({"executor": 5}, InvalidArgumentError, "executor"),
        ({"progress": 5}, TypeError, "progress"),
    ],
)
def test_wrong_arguments_are_refused(arguments, error, message, tmp_path):
    with pytest.raises(error, match=message):
        built(tmp_path / "made", **arguments)
    assert not (tmp_path / "made").exists()


def test_the_default_betting_has_the_pot_and_all_in(tmp_path):
    with build_endgames(tmp_path / "made", 1, street="turn", iterations=1) as data:
        sizes = data.description["betting"]["sizes"]
    each = {"bets": [1.0, "allin"], "raises": [1.0, "allin"], "donk": None, "max_bets": 3}
    assert sizes == {"hero": [each] * 2, "villain": [each] * 2}


def test_the_file_of_a_seed_stays_as_it_is(folder):
    """Boards, ranges and chips: values may change in the last bits with the solver."""
    with EndgameData(folder) as data:
        first = data.take([0])
    assert pb.cards.format_cards(first.boards[0]) == "5d7sKd5s8d"
    assert (int(first.hero.argmax()), int(first.pots[0])) == (1078, 1468)
