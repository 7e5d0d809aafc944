"""Tables in files: killed, resumed, refused, and without disk space."""

import hashlib
import itertools
import json
import os
import random
import re
import subprocess
import sys
import time
import zlib
from contextlib import contextmanager, suppress

import numpy as np
import pytest

import pokerbits as pb
from pokerbits._tables import file as _file
from pokerbits._tables import make_table
from pokerbits.exceptions import DamagedFileError, ForeignFileError, InvalidArgumentError
from squares import SquaresSpec

pytestmark = pytest.mark.in_memory


def crcs(path):
    """Return the checksum of every mebibyte of a file, as descriptions have them."""
    data = path.read_bytes()
    return [f"{zlib.crc32(data[at : at + (1 << 20)]):08x}" for at in range(0, len(data), 1 << 20)]


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture(scope="module")
def turn():
    return pb.strength_table("ehs", street="turn", dtype="uint16")


def make(path, **options):
    return pb.strength_table(**({"kind": "ehs", "street": "turn", "dtype": "uint16", "path": path} | options))


def test_a_file_holds_what_an_array_does(tmp_path, turn):
    for kind, dtype in [("ehs", "float64"), ("histogram", "counts"), ("ochs", "float32"), ("ehs2", "uint16")]:
        path = tmp_path / f"{kind}.npy"
        made = pb.strength_table(kind, street="preflop", dtype=dtype, path=path)
        expected = pb.strength_table(kind, street="preflop", dtype=dtype)
        assert isinstance(made, np.memmap)
        assert not made.flags.writeable
        assert (made.dtype, made.shape, made.tobytes()) == (expected.dtype, expected.shape, expected.tobytes())
        assert np.load(path).tobytes() == expected.tobytes()
    path = tmp_path / "turn.npy"
    assert make(str(path)).tobytes() == turn.tobytes()
    assert names(tmp_path) == sorted(
        name + end for name in ("ehs.npy", "ehs2.npy", "histogram.npy", "ochs.npy", "turn.npy") for end in ("", ".json")
    )
    about = json.loads((tmp_path / "turn.npy.json").read_text())
    assert about == {
        "format": "pokerbits table file 2",
        "table": "pokerbits table v1 turn ehs",
        "dtype": "<u2",
        "shape": [13_960_050],
        "checksums": {"version": 1, "algorithm": "crc32", "bytes": 1 << 20} | about["checksums"],
    }
    assert about["checksums"]["pieces"] == crcs(tmp_path / "turn.npy")
    assert len(about["checksums"]["pieces"]) == 27


def test_a_finished_table_is_not_made_again(tmp_path):
    path = tmp_path / "preflop.npy"
    make(path, street="preflop")
    before = path.stat()
    make(path, street="preflop")
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    make(path, street="preflop", resume=False)
    assert path.stat().st_ino != before.st_ino


def header(dtype, shape):
    """Return the first 128 bytes of a `.npy` file of version 1."""
    text = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}"
    return b"\x93NUMPY\x01\x00v\x00" + text.ljust(117).encode() + b"\n"


@pytest.mark.parametrize(
    ("options", "dtype", "table", "shape", "digest"),
    [
        (
            {"kind": "ehs", "dtype": "uint16"},
            "<u2",
            "preflop ehs",
            (169,),
            "3b902a42ea3d918a1d9412b7e2888819e31012cc0a5debc6bbfec0c8ffc9f0a6",
        ),
        (
            {"kind": "ehs", "dtype": "counts"},
            "<u4",
            "preflop ehs counts",
            (169,),
            "bc62c6676ce280fd86cb0f46ebe74484f8b6b204a2f69a586668806da4c8cb66",
        ),
        (
            {"kind": "histogram", "dtype": "float32", "bins": 3},
            "<f4",
            "preflop histogram bins=3",
            (169, 3),
            "b4225475259e9b49be316bbca56924ba2e5ce90ea57ab5bcf785781bedebef38",
        ),
        (
            {"kind": "ehs2", "dtype": "float64"},
            "<f8",
            "preflop ehs2",
            (169,),
            "8d366ea6903a1727325042587371a4524b2e0d51075b5db8c70171d1b61bac4f",
        ),
    ],
)
def test_golden_bytes_of_a_table(tmp_path, options, dtype, table, shape, digest):
    """Files made by one version are read by the next: these bytes change with the version in them, or never."""
    path = tmp_path / "table.npy"
    made = make(path, street="preflop", **options)
    written = path.read_bytes()
    assert written[:128] == header(dtype, shape)
    assert written[128:] == made.tobytes()
    assert hashlib.sha256(written).hexdigest() == digest
    about = {
        "format": "pokerbits table file 2",
        "table": f"pokerbits table v1 {table}",
        "dtype": dtype,
        "shape": [*shape],
    }
    checksums = zlib.crc32(json.dumps(about).encode()), zlib.crc32(written)
    assert path.with_name("table.npy.json").read_bytes() == json.dumps(about)[:-1].encode() + (
        b', "checksums": {"version": 1, "algorithm": "crc32", "bytes": 1048576, "about": "%08x", "pieces": ["%08x"]}}\n'
        % checksums
    )


JOURNAL_CHECKSUM = b"4d35d44e"


def test_golden_bytes_of_a_half_written_table(tmp_path):
    """A table that one version has begun is finished by the next."""
    half_written(tmp_path, kind="ehs2", street="flop", dtype="counts")
    journal = (tmp_path / "table.npy.journal").read_bytes()
    assert journal == (
        b'{"format": "pokerbits table file 2", "table": "pokerbits table v1 flop ehs2 counts", "dtype": "<u4", '
        b'"shape": [1286792], "blocks": 110, "replaces": null}\n0\n1\n2\n3\nchecksum %s\n' % JOURNAL_CHECKSUM
    )
    written = (tmp_path / "table.npy.partial").read_bytes()
    assert written[:128] == header("<u4", (1_286_792,))
    digest = "d290d1efa3fb251660397c353eae448334800f8fd8979485d4c9abc411c977f0"
    assert hashlib.sha256(written).hexdigest() == digest
    assert (
        b"%08x" % zlib.crc32(journal.partition(b"checksum")[0] + "".join(crcs(tmp_path / "table.npy.partial")).encode())
        == JOURNAL_CHECKSUM
    )


def test_a_table_of_another_kind(tmp_path, monkeypatch):
    """Nothing about arrays, files and journals is particular to hand strength."""
    monkeypatch.setattr("pokerbits._tables.job._BLOCKS_PER_THREAD", 1)
    spec = SquaresSpec(1000, "uint32")
    path = tmp_path / "squares.npy"

    def squares(**options):
        return make_table(spec, (1000, 2), label="squares", num_threads=1, **options)

    assert squares().tobytes() == spec.expected().tobytes()

    def stop(done, total):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        squares(path=path, progress=stop)
    assert names(tmp_path) == ["squares.npy.journal", "squares.npy.partial"]
    calls = []
    made = squares(path=path, progress=lambda *step: calls.append(step))
    assert calls == [(done, 7) for done in range(4, 8)]
    assert isinstance(made, np.memmap)
    assert (made.shape, made.dtype, made.tobytes()) == ((1000, 2), np.uint32, spec.expected().tobytes())
    assert json.loads((tmp_path / "squares.npy.json").read_text())["table"] == "pokerbits table v1 squares below 1000"
    refused(path, "belongs to a different table: 'pokerbits table v1 squares below 1000'", street="preflop")


# Killed

CHILD = """
import sys
import pokerbits as pb
from pokerbits._tables import file as _file, job as _tables
# Small steps, each put down in the journal, so that there are many moments to be killed in.
_file.CHECKPOINT_SECONDS, _file.CHECKSUM_SHARE = 0, float("inf")
_tables._BLOCKS_PER_THREAD = 1
path, held = sys.argv[1], int(sys.argv[2])

def hold(done, total):
    if done == held:
        print("held", flush=True)
        sys.stdin.read()

print("ready", flush=True)
pb.strength_table("ehs", street="turn", dtype="uint16", path=path, num_threads=1, progress=hold)
print("done", flush=True)
"""


@contextmanager
def start(path, held=0):
    """Make a table in another process, from the start or on; after `held` of its 65 blocks it stands still."""
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, path, str(held)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        try:
            assert child.stdout.readline() == "ready\n"
            if held:
                assert child.stdout.readline() == "held\n"
            yield child
        finally:
            child.kill()


def killed_until_done(path, rng):
    """Start the making of a table again and again; kill it after random times. Return how often it was killed."""
    kills = 0
    while True:
        with start(path) as child:
            # At first soon, at last not at all.
            time.sleep(rng.uniform(0, 0.3) * (1 + kills))
            child.kill()
            done = child.stdout.read() == "done\n"
        if done:
            return kills
        kills += 1


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
def test_killed_at_random_moments(tmp_path, turn, seed):
    undisturbed = tmp_path / "undisturbed.npy"
    assert make(undisturbed).tobytes() == turn.tobytes()
    rng = random.Random(seed)
    path = tmp_path / "turn.npy"
    kills = 0
    # How soon a machine gets through a table is its own affair: as many tables as it takes.
    while kills < 2:
        kills += killed_until_done(path, rng)
        assert names(tmp_path) == sorted(
            f"{name}.npy{end}" for name in ("turn", "undisturbed") for end in ("", ".json")
        )
        assert path.read_bytes() == undisturbed.read_bytes()
        path.unlink()
        path.with_name("turn.npy.json").unlink()


def test_work_is_not_done_twice(tmp_path, turn, monkeypatch):
    path = tmp_path / "turn.npy"
    with start(path, held=12):
        pass
    assert names(tmp_path) == ["turn.npy.journal", "turn.npy.partial"]
    calls = []
    monkeypatch.setattr("pokerbits._tables.job._BLOCKS_PER_THREAD", 1)
    made = make(path, num_threads=1, progress=lambda *step: calls.append(step))
    assert made.tobytes() == turn.tobytes()
    assert calls == [(done, 65) for done in range(13, 66)]


class Killed(BaseException):
    """Stands for a kill at a place that the test chooses."""


def stopped_by(left, original):
    """Return a function that does what it did, as long as there is one step left before and one after it."""

    def run(*arguments, **options):
        if next(left, None) is None:
            raise Killed
        result = original(*arguments, **options)
        if next(left, None) is None:
            raise Killed
        return result

    return run


@contextmanager
def killed_after(monkeypatch, steps):
    """Be killed just before or after a change to a name or a sync; yield a list that is empty if that was so."""
    left, survived = iter(range(steps)), []
    with monkeypatch.context() as patch:
        for name in ("unlink", "replace", "fsync", "write", "ftruncate"):
            patch.setattr(os, name, stopped_by(left, getattr(os, name)))
        with suppress(Killed):
            yield survived
            survived.append(True)


def table_with_kills(folder, monkeypatch, replaced, kills, between):
    """Make a table with kills after these numbers of steps; do something in between. Return the path if all happened.

    Nothing is written by hand: what is left is what a kill leaves.
    """
    folder.mkdir()
    path = folder / "table.npy"
    if replaced:
        pb.strength_table("ehs2", street="preflop", path=path)
    for steps in kills:
        with killed_after(monkeypatch, steps) as survived:
            pb.strength_table("ehs", street="preflop", path=path, resume=not replaced)
        if survived:
            return None
        between(path)
    return path


@pytest.mark.parametrize("replaced", [False, True])
@pytest.mark.parametrize("n_kills", [1, 2])
def test_killed_between_any_two_steps(tmp_path, monkeypatch, replaced, n_kills):
    """A restart ends with the same files, whatever the number of steps before each kill."""
    expected = pb.strength_table("ehs", street="preflop")
    n_killed = 0
    # Every kill, and of the 480 pairs of kills every eleventh, which has each first and each second one.
    for kills in itertools.islice(
        itertools.product(range(40), *[range(12)] * (n_kills - 1)), 0, None, 10 * n_kills - 9
    ):
        folder = tmp_path / "-".join(map(str, kills))
        path = table_with_kills(folder, monkeypatch, replaced, kills, lambda path: None)
        if path is None:
            continue
        n_killed += 1
        # Before there is a journal, there is the table before.
        journal = folder / "table.npy.journal"
        resume = not replaced or (journal.exists() and journal.stat().st_size > 0)
        again = pb.strength_table("ehs", street="preflop", path=path, resume=resume)
        assert again.tobytes() == expected.tobytes()
        assert names(folder) == ["table.npy", "table.npy.json"]
        assert pb.strength_table("ehs", street="preflop", path=path).tobytes() == expected.tobytes()
    assert n_killed >= 20


@pytest.mark.parametrize("removed", ["partial", "journal", "json"])
def test_a_file_removed_by_hand_after_a_kill(tmp_path, monkeypatch, removed):
    """No numbers are ever described as what they are not: the table is right, or refused."""
    expected = pb.strength_table("ehs", street="preflop")
    outcomes = set()
    for steps in range(40):
        folder = tmp_path / str(steps)

        def remove(path):
            path.with_name(f"table.npy.{removed}").unlink(missing_ok=True)

        path = table_with_kills(folder, monkeypatch, True, [steps], remove)
        if path is None:
            continue
        try:
            made = pb.strength_table("ehs", street="preflop", path=path)
        except (DamagedFileError, ForeignFileError) as error:
            outcomes.add(type(error))
            # What cannot be known for ours without what was removed is left alone, also by a call that begins anew.
            try:
                made = pb.strength_table("ehs", street="preflop", path=path, resume=False)
            except ForeignFileError:
                for name in names(folder):
                    (folder / name).unlink()
                made = pb.strength_table("ehs", street="preflop", path=path)
        else:
            outcomes.add("made")
        assert made.tobytes() == expected.tobytes()
        assert names(folder) == ["table.npy", "table.npy.json"]
    refusals = {"partial": DamagedFileError, "journal": ForeignFileError, "json": ForeignFileError}
    # Before the journal says that a table is replaced, the table that is there is another one.
    assert outcomes == {"made", ForeignFileError, refusals[removed]}


@pytest.mark.skipif(sys.platform == "win32", reason="paths of another length")
def test_a_long_name(tmp_path):
    """The names beside the table are not longer than the journal's: a build that can begin can end."""
    path = tmp_path / ("t" * 243 + ".npy")
    make(path, street="preflop")
    assert names(tmp_path) == [path.name, path.name + ".json"]
    with pytest.raises(OSError, match="name too long"):
        make(tmp_path / ("t" * 244 + ".npy"), street="preflop")
    assert len(names(tmp_path)) == 2


def test_a_torn_journal(tmp_path, turn):
    path, journal = tmp_path / "turn.npy", tmp_path / "turn.npy.journal"
    with start(path, held=6):
        pass
    text = journal.read_bytes()
    first = text.index(b"\n")
    # The end of a line is lost, and the line with it.
    for end in (len(text) - 1, first + 1, first, first // 2, 0):
        journal.write_bytes(text[:end])
        if end <= first:
            # No kill leaves numbers beside a journal that does not name their table: whose they are is unknown.
            with pytest.raises(ForeignFileError, match=r"turn\.npy\.partial is in the way"):
                make(path)
            (tmp_path / "turn.npy.partial").unlink()
        assert make(path).tobytes() == turn.tobytes()
        path.rename(tmp_path / "turn.npy.partial")
        (tmp_path / "turn.npy.json").unlink()
        journal.write_bytes(text)
    path.unlink(missing_ok=True)
    assert make(path).tobytes() == turn.tobytes()


# Refused


def half_written(tmp_path, **options):
    path = tmp_path / "table.npy"

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(path, progress=stop, num_threads=1, **options)
    assert names(tmp_path) == ["table.npy.journal", "table.npy.partial"]
    return path


def refused(path, words, **options):
    """See a table refused in these words, and nothing changed."""
    before = {p.name: p.read_bytes() for p in path.parent.iterdir()}
    with pytest.raises((DamagedFileError, ForeignFileError)) as caught:
        make(path, **options)
    assert words in str(caught.value)
    how = "; (remove it|move it away), or choose another path$|or start again"
    assert re.search(how, str(caught.value))
    assert {p.name: p.read_bytes() for p in path.parent.iterdir()} == before


OTHERS = [{"kind": "ehs2"}, {"dtype": "float32"}, {"dtype": "counts"}, {"street": "flop"}, {"kind": "histogram"}]


def test_half_written_by_another_table(tmp_path, turn):
    path = half_written(tmp_path)
    for other in OTHERS:
        refused(path, "belongs to a different unfinished table", **other)
    assert make(path).tobytes() == turn.tobytes()


def test_finished_file_of_another_table(tmp_path):
    path = tmp_path / "table.npy"
    make(path)
    for other in OTHERS:
        refused(path, "belongs to a different table: 'pokerbits table v1 turn ehs'", **other)
    flop = make(path, street="preflop", resume=False)
    assert flop.shape == (169,)
    assert names(tmp_path) == ["table.npy", "table.npy.json"]


def test_half_written_table_is_replaced_if_asked(tmp_path):
    path = half_written(tmp_path)
    assert make(path, street="preflop", resume=False).shape == (169,)
    assert names(tmp_path) == ["table.npy", "table.npy.json"]


@pytest.mark.parametrize("part", ["table", "format"])
def test_older_files(tmp_path, part):
    path = half_written(tmp_path)
    journal = tmp_path / "table.npy.journal"
    old, new = {"table": (b"table v1", b"table v0"), "format": (b"file 2", b"file 1")}[part]
    journal.write_bytes(journal.read_bytes().replace(old, new))
    refused(path, "an unfinished table of another version")
    journal.unlink()
    (tmp_path / "table.npy.partial").unlink()
    make(path)
    about = tmp_path / "table.npy.json"
    about.write_bytes(about.read_bytes().replace(old, new))
    refused(path, "a table of another version")


def test_foreign_files(tmp_path):
    path = tmp_path / "table.npy"
    np.save(path, np.zeros(13_960_050, dtype=np.uint16))
    refused(path, "table.npy.json beside it, so it is not a table made here")
    (tmp_path / "table.npy.json").write_text('{"mine": true}')
    refused(path, "table.npy.json is damaged, or not of a table made here")
    path.rename(tmp_path / "table.npy.partial")
    (tmp_path / "table.npy.json").unlink()
    refused(path, "has no journal beside it")
    (tmp_path / "table.npy.journal").write_text("notes of mine\nof today\n")
    refused(path, "table.npy.journal is damaged, or not of a table made here")


def test_damaged_files(tmp_path):
    path = half_written(tmp_path)
    journal, partial = tmp_path / "table.npy.journal", tmp_path / "table.npy.partial"
    text, numbers = journal.read_bytes(), partial.read_bytes()
    for bad in (b"x\n", b"65\n", b"-1\n", b"1_0\n", b" 1\n", b"checksum 12\n", b"9" * 5000 + b"\n", b"\0\n", b"\n"):
        journal.write_bytes(text + bad)
        refused(path, "table.npy.journal is damaged")
    journal.write_bytes(text)
    partial.write_bytes(numbers[:-1])
    refused(path, "table.npy.partial is damaged")
    partial.write_bytes(b"not numbers")
    refused(path, "table.npy.partial is damaged")
    np.save(tmp_path / "other.npy", np.zeros(5))
    (tmp_path / "other.npy").replace(partial)
    refused(path, "table.npy.partial is damaged: it has 168 bytes, and the table 27,920,228")
    partial.unlink()
    refused(path, "table.npy.partial is gone")


# No room, no way


@pytest.mark.skipif(sys.platform == "win32", reason="limits of another kind")
def test_full_disk(tmp_path):
    """A limit on the size of files stands for the end of the disk."""
    import resource

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    path = tmp_path / "turn.npy"
    code = f"import pokerbits as pb\npb.strength_table(street='turn', path={str(path)!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, preexec_fn=limit)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("OSError: ")
    assert "cannot make room for the 111,680,400 bytes of the table" in last
    assert str(path) in last
    assert names(tmp_path) == []


def test_disk_full_in_the_middle(tmp_path, turn, monkeypatch):
    """The journal cannot grow: what is there is kept, and nothing has the final name."""
    monkeypatch.setattr(_file, "CHECKPOINT_SECONDS", 0)
    monkeypatch.setattr(_file, "CHECKSUM_SHARE", float("inf"))
    original, calls = os.fsync, []

    def fail(descriptor):
        calls.append(descriptor)
        if len(calls) > 8:
            raise OSError(28, "No space left on device")
        return original(descriptor)

    path = tmp_path / "turn.npy"
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="No space left"):
            make(path)
    assert names(tmp_path) == ["turn.npy.journal", "turn.npy.partial"]
    assert make(path).tobytes() == turn.tobytes()


def test_unwritable_paths(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.npy").mkdir()
    for path, error in [
        (tmp_path / "nowhere" / "t.npy", FileNotFoundError),
        (tmp_path / "file" / "t.npy", NotADirectoryError),
        (tmp_path / "folder.npy", ForeignFileError),
        *([("/proc/t.npy", OSError)] if sys.platform == "linux" else []),
    ]:
        with pytest.raises(error) as caught:
            make(path, street="preflop")
        assert str(path) in str(caught.value)
    assert names(tmp_path) == ["file", "folder.npy"]
    for name in ("table", "table.txt"):
        with pytest.raises(InvalidArgumentError, match=r"ends with \.npy"):
            make(tmp_path / name, street="preflop")
