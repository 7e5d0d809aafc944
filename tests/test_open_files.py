"""Files that are open or mapped, by the rules of Windows and by those of this system; and two builders at once."""

import ctypes
import mmap
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import pokerbits as pb
from pokerbits._files.writing import new_file
from pokerbits.exceptions import DamagedFileError, InvalidArgumentError, LockedFileError
from squares import SquaresSpec, squares

SPEC = SquaresSpec(1000, "uint32")
EXPECTED = SPEC.expected().tobytes()
IMPOSED = pytest.mark.skipif(sys.platform == "win32", reason="imposes the rules of this system elsewhere")


def preflop(path, **options):
    return pb.strength_table("ehs", street="preflop", path=path, **options)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# The rules


def hold_open(path):
    return path.open("rb")


def hold_mapped(path):
    return np.memmap(path, np.uint8, "r")


CHANGES = [
    Path.unlink,
    lambda path: path.replace(path.with_name("other")),
    lambda path: path.rename(path.with_name("other")),
    lambda path: os.truncate(path, 1),
    lambda path: shutil.move(path, path.with_name("other")),
    lambda path: shutil.rmtree(path.parent),
    lambda path: path.parent.rename(path.parent.with_name("elsewhere")),
    lambda path: path.with_name("new").replace(path),
]


@IMPOSED
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("hold", [hold_open, hold_mapped])
def test_the_rules_of_windows(tmp_path, windows_rules, hold, change):
    path = tmp_path / "folder" / "file"
    path.parent.mkdir()
    path.write_bytes(b"content")
    path.with_name("new").write_bytes(b"new")
    holder = hold(path)
    with pytest.raises(PermissionError, match="used by another process"):
        change(path)
    assert path.read_bytes() == b"content"
    assert windows_rules.violations
    windows_rules.violations.clear()
    if hold is hold_open:
        holder.close()
    del holder
    change(path)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_map_of_which_python_does_not_know_is_seen(tmp_path, windows_rules):
    path = tmp_path / "file"
    path.write_bytes(bytes(mmap.PAGESIZE))
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    with path.open("rb") as file:
        place = libc.mmap(None, mmap.PAGESIZE, mmap.PROT_READ, mmap.MAP_SHARED, file.fileno(), 0)
    with pytest.raises(PermissionError, match="used by another process"):
        path.unlink()
    windows_rules.violations.clear()
    libc.munmap(place, mmap.PAGESIZE)
    path.unlink()


@IMPOSED
def test_a_file_is_not_renamed_to_the_name_of_another(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).write_text(name)
    with pytest.raises(FileExistsError):
        (tmp_path / "one").rename(tmp_path / "two")
    (tmp_path / "one").replace(tmp_path / "two")
    assert contents(tmp_path) == {"two": b"one"}


@IMPOSED
def test_temporary_files_are_removed_as_their_module_does(tmp_path, windows_rules):
    with tempfile.TemporaryFile(dir=tmp_path) as file, tempfile.NamedTemporaryFile(dir=tmp_path) as named:
        file.write(b"x")
        named.write(b"x")
    assert windows_rules.violations == []


# Tables


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor, ProcessPoolExecutor])
def test_a_traceback_that_is_kept_holds_no_file(tmp_path, monkeypatch, executor):
    """As an interactive session keeps it: the work goes on, and all files get their names."""
    monkeypatch.setattr("pokerbits._tables.job._BLOCKS_PER_THREAD", 1)
    path = tmp_path / "table.npy"

    def stop(done, total):
        if done > 2:
            raise KeyboardInterrupt

    kept = []
    # A table of six blocks, which take no time.
    options = {"kind": "ehs", "street": "flop", "game": "royal"}
    pool = executor(1) if executor else None
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt) as caught:
            pb.strength_table(**options, path=path, progress=stop, num_threads=1, executor=pool)
        kept.append(caught.value)
    made = pb.strength_table(**options, path=path)
    assert made.tobytes() == pb.strength_table(**options).tobytes()
    assert sorted(contents(tmp_path)) == ["table.npy", "table.npy.json"]
    assert all(error.__traceback__ for error in kept)
    if pool:
        pool.shutdown()


def test_an_array_that_is_kept_from_filling_a_table(tmp_path, monkeypatch):
    """The proof that a map is closed fails if there is an array of it; nothing is lost."""
    kept = []
    place_block = type(SPEC.open()).place_block

    def keep(self, block, rows, out):
        kept.append(out)
        place_block(self, block, rows, out)

    path = tmp_path / "table.npy"
    with monkeypatch.context() as patch:
        patch.setattr(type(SPEC.open()), "place_block", keep)
        with pytest.raises(BufferError):
            squares(path)
    assert sorted(contents(tmp_path)) == ["table.npy.journal", "table.npy.partial"]
    kept.clear()
    assert squares(path).tobytes() == EXPECTED


@IMPOSED
def test_a_mapped_table_is_not_replaced(tmp_path, windows_rules):
    path = tmp_path / "table.npy"
    old = preflop(path)
    before = contents(tmp_path)
    with pytest.raises(LockedFileError, match=r"table\.npy is open.*close\(\).*call again") as caught:
        squares(path, resume=False)
    assert caught.value.filename == str(path)
    assert contents(tmp_path) == before
    # Only reading needs nothing of it.
    assert preflop(path).tobytes() == old.tobytes()
    del old
    assert squares(path, resume=False).tobytes() == EXPECTED
    assert windows_rules.violations == []


@IMPOSED
def test_a_table_that_is_mapped_while_its_successor_is_made(tmp_path):
    """The work is kept, and the next call finishes it."""
    path = tmp_path / "table.npy"
    preflop(path)
    held = []
    with pytest.raises(LockedFileError, match=r"table\.npy is open"):
        squares(path, resume=False, progress=lambda done, total: held.append(np.load(path, mmap_mode="r")))
    assert sorted(contents(tmp_path)) == ["table.npy", "table.npy.journal", "table.npy.json", "table.npy.partial"]
    before = contents(tmp_path)
    with pytest.raises(LockedFileError, match=r"table\.npy is open"):
        squares(path)
    assert contents(tmp_path) == before
    held.clear()
    assert squares(path, progress=lambda *step: held.append(step)).tobytes() == EXPECTED
    assert held == []
    assert sorted(contents(tmp_path)) == ["table.npy", "table.npy.json"]


@pytest.mark.own_rules
@pytest.mark.skipif(sys.platform == "win32", reason="open files are not replaced there")
def test_a_mapped_table_that_is_replaced_keeps_its_numbers(tmp_path):
    path = tmp_path / "table.npy"
    old = preflop(path)
    expected = old.tobytes()
    assert squares(path, resume=False).tobytes() == EXPECTED
    assert old.tobytes() == expected


def test_a_table_that_is_read_into_memory_holds_no_file(tmp_path):
    path = tmp_path / "table.npy"
    made = preflop(path, mmap=False)
    assert type(made) is np.ndarray
    assert made.tobytes() == preflop(path).tobytes()
    assert squares(path, resume=False).tobytes() == EXPECTED


def write_after(path):
    with new_file(path) as file:
        file.write(b"after")


@IMPOSED
def test_a_file_that_is_open_is_not_written_anew(tmp_path, windows_rules):
    path = tmp_path / "odds.csv"
    path.write_bytes(b"before")
    with path.open("rb"), pytest.raises(LockedFileError, match=r"odds\.csv is open"):
        write_after(path)
    assert contents(tmp_path) == {"odds.csv": b"before"}
    write_after(path)
    assert contents(tmp_path) == {"odds.csv": b"after"}
    assert windows_rules.violations == []


# Closed


def used_by_a_part_of_a_view(table):
    return table.view()[3:]


def used_by_a_memoryview(table):
    return memoryview(table)


def used_by_a_part(table):
    return table[3:]


def used_by_a_view(table):
    return table.view()


def used_by_a_plain_array(table):
    return np.asarray(table).reshape(13, 13)


@pytest.mark.parametrize(
    "use", [used_by_a_memoryview, used_by_a_part_of_a_view, used_by_a_part, used_by_a_view, used_by_a_plain_array]
)
def test_a_mapped_table_is_closed_when_nothing_else_uses_it(tmp_path, windows_rules, use):
    path = tmp_path / "table.npy"
    made = preflop(path)
    user = use(made)
    with pytest.raises(LockedFileError, match=r"the table is in use by \d other"):
        made.close()
    with pytest.raises(LockedFileError, match=r"the table is in use by \d other"), made:
        pass
    assert made.tobytes() == preflop(path).tobytes()
    del user
    with made:
        assert made[0] > 0.5
    assert (made.shape, made.dtype) == ((0,), np.float64)
    made.close()
    assert not windows_rules or not windows_rules.held(path)
    assert squares(path, resume=False).tobytes() == EXPECTED


TABLES = {}


def test_a_table_is_closed_wherever_its_variables_are(tmp_path, windows_rules):
    """In a local variable, in a dictionary, in none."""
    path = tmp_path / "table.npy"
    TABLES["one"] = preflop(path)
    TABLES["one"].close()
    assert len(TABLES.pop("one")) == 0
    preflop(path).close()
    with preflop(path):
        pass
    assert not windows_rules or not windows_rules.held(path)


def test_an_error_in_a_block_is_not_hidden(tmp_path):
    made = preflop(tmp_path / "table.npy")
    part = made[3:]
    with pytest.raises(KeyError), made as same:
        raise KeyError
    assert len(same) == 169
    del part, same
    made.close()
    assert len(made) == 0


def test_what_is_computed_from_a_mapped_table_is_plain(tmp_path):
    made = preflop(tmp_path / "table.npy")
    assert type(made[3]) is np.float64
    assert type(made.sum()) is np.float64
    for found in (made[3:], made + 1, made[[1, 2]], np.sqrt(made)):
        assert type(found) is np.ndarray
    assert pickle.loads(pickle.dumps(made)).tobytes() == made.tobytes()


# Abstractions

FEATURES = ["ehs", "ehs2", "percentile", "histogram", "potential", "potential_general", "ochs", "outcome", "winrate"]


def design(feature, recall):
    """Return the arguments of a build in a game of 20 cards, or `None` if there is no such design."""
    is_class = feature in ("outcome", "winrate")
    if recall == "perfect" and (is_class or feature.startswith("potential")):
        return None
    n_buckets = None if is_class else {"flop": 3, "turn": 3, "river": 3}
    return {"n_buckets": n_buckets, "features": feature, "recall": recall, "game": "royal", "max_iter": 2}


@pytest.fixture(scope="module")
def pool():
    """Return a process that computes blocks, the same for all abstractions: it is a second in the making."""
    with ProcessPoolExecutor(1) as executor:
        yield executor


@pytest.fixture(scope="module", params=[(f, r) for f in FEATURES for r in ("imperfect", "perfect") if design(f, r)])
def options(request):
    return design(*request.param)


def test_every_kind_of_abstraction_keeps_the_rules(tmp_path, options, windows_rules, pool, monkeypatch):
    """Interrupted with a traceback kept, resumed, loaded, rebuilt, saved, exported, pickled; by a pool of processes."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    folder = tmp_path / "made"
    kept = []

    def stop(done, total):
        if done > len(kept) * total / 4:
            raise KeyboardInterrupt

    while len(kept) < 3:
        with pytest.raises(KeyboardInterrupt) as caught:
            pb.CardAbstraction.build(**options, path=folder, progress=stop)
        kept.append(caught.value)
    with pb.CardAbstraction.build(**options, path=folder) as made:
        files = contents(folder)
        assert not [name for name in files if name.endswith((".partial", ".journal", "-features.npy", "-ehs.npy"))]
        if windows_rules:
            with pytest.raises(LockedFileError, match=r"is open.*close\(\)"):
                pb.CardAbstraction.build(**options, path=folder, resume=False)
        assert contents(folder) == files
        assert pickle.loads(pickle.dumps(made)) == made
        made.save(tmp_path / "saved")
        if options["recall"] == "imperfect":
            made.export(tmp_path / "exported", format="npy")
    with pb.CardAbstraction.build(**options, path=folder, resume=False, executor=pool) as again:
        assert again == made
        assert contents(tmp_path / "saved") == contents(folder)
        assert {name: data for name, data in contents(folder).items() if name != "metadata.json"} == {
            name: data for name, data in files.items() if name != "metadata.json"
        }
    shutil.rmtree(tmp_path)


def test_an_error_that_is_kept_from_loading_holds_no_file(tmp_path):
    """The cells of the last file that is checked, and those that were mapped before."""
    pb.CardAbstraction.build(**design("ehs", "imperfect"), path=tmp_path / "made").close()
    cells = (tmp_path / "made" / "river-buckets.npy").read_bytes()
    for damaged in (cells[:-1] + bytes([cells[-1] ^ 1]), cells[:-1]):
        (tmp_path / "made" / "river-buckets.npy").write_bytes(damaged)
        with pytest.raises(DamagedFileError, match=r"river-buckets\.npy is damaged") as caught:
            pb.CardAbstraction.load(tmp_path / "made")
        shutil.copytree(tmp_path / "made", tmp_path / "copy")
        shutil.rmtree(tmp_path / "made")
        (tmp_path / "copy").rename(tmp_path / "made")
        assert caught.value.filename == str(tmp_path / "made" / "river-buckets.npy")


def test_a_closed_abstraction(tmp_path):
    options = design("ehs", "imperfect")
    made = pb.CardAbstraction.build(**options, path=tmp_path / "made")
    assert made.lookup("AsKs", board="QsJsTs") >= 0
    made.close()
    made.close()
    calls = [
        lambda: made.lookup("AsKs", board="QsJsTs"),
        lambda: made.lookup(["AsKs"], board="QsJsTs"),
        lambda: made.lookup_deal("AsKs", "QsJsTsAdKd"),
        lambda: made.lookup_index(0, street="flop"),
        lambda: made.table("flop"),
        lambda: made.transitions("flop"),
        made.report,
        lambda: made.centers,
        lambda: made.save(tmp_path / "saved"),
        lambda: made.export(tmp_path / "exported", format="npy"),
    ]
    for call in calls:
        with pytest.raises(InvalidArgumentError, match="this abstraction is closed; load it again"):
            call()
    assert sorted(contents_of_folders(tmp_path)) == ["made"]
    assert made == pb.CardAbstraction.load(tmp_path / "made")
    in_memory = pb.CardAbstraction.build(**options)
    in_memory.close()
    with pytest.raises(InvalidArgumentError, match="is closed"):
        pickle.dumps(in_memory)


def contents_of_folders(folder):
    return [path.name for path in folder.iterdir() if any(path.iterdir())]


# Two builders at once

BUILDER = """
import os
import sys
from pathlib import Path

# Nobody pulls the plug here, and most of the time of a build is that of the disk.
os.fsync = lambda descriptor: None
if sys.argv[1] == "windows":
    from pokerbits._files import held
    from windows_rules import Locks
    held._msvcrt = Locks
from pokerbits._tables import make_table
from pokerbits.abstraction._design import Design
from pokerbits.abstraction._folder import BuildFolder
from pokerbits.exceptions import LockedFileError
from squares import SquaresSpec

design = Design.of_labels({street: 3 for street in ("preflop", "flop", "turn", "river")}, with_history=False)


def hold(*step):
    print("building", flush=True)
    assert input() == "go on"


for line in sys.stdin:
    path = Path(line.strip())
    try:
        if path.suffix:
            make_table(SquaresSpec(10, "uint32"), (10, 2), label="", path=path, num_threads=2, progress=hold)
        else:
            with BuildFolder(path, design, resume=True):
                hold()
    except LockedFileError:
        print("locked", flush=True)
    else:
        print("built", flush=True)
"""


@contextmanager
def builder(locks):
    """Start a process that builds the paths that it is told, and holds each build until it may go on."""
    here = str(Path(__file__).parent)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH")])])}
    with subprocess.Popen(
        [sys.executable, "-c", BUILDER, locks],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        yield process


def tell(process, line):
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


LOCKS = pytest.mark.parametrize("locks", ["own", pytest.param("windows", marks=IMPOSED)])


@pytest.mark.own_rules
@pytest.mark.parametrize("name", ["table.npy", "folder"])
@LOCKS
def test_two_builders_at_once(tmp_path, locks, name):
    """One of two processes that begin at the same time builds and the other is refused, 200 times."""
    with builder(locks) as one, builder(locks) as two:
        for number in range(200):
            path = tmp_path / str(number) / name
            path.parent.mkdir()
            tell(one, path)
            tell(two, path)
            said = {process.stdout.readline(): process for process in (one, two)}
            assert said.keys() == {"building\n", "locked\n"}
            tell(said["building\n"], "go on")
            assert said["building\n"].stdout.readline() == "built\n"
            # The lock has ended with the work.
            other = said["locked\n"]
            tell(other, path)
            if name == "folder":
                assert other.stdout.readline() == "building\n"
                tell(other, "go on")
            assert other.stdout.readline() == "built\n"


@pytest.mark.own_rules
@LOCKS
def test_a_killed_builder_leaves_no_lock(tmp_path, locks):
    path = tmp_path / "table.npy"
    for _ in range(2):
        with builder(locks) as process:
            tell(process, path)
            assert process.stdout.readline() == "building\n"
            process.kill()
    with builder(locks) as process:
        tell(process, path)
        assert process.stdout.readline() == "building\n"
        tell(process, "go on")
        assert process.stdout.readline() == "built\n"
    assert sorted(contents(tmp_path)) == ["table.npy", "table.npy.json"]
