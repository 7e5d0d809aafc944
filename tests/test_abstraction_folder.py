"""The folders that abstractions are made in: killed, resumed, refused, damaged."""

import itertools
import json
import os
import sys
from pathlib import Path

import numpy as np
import pytest

from pokerbits import _files
from pokerbits.abstraction import _folder
from pokerbits.abstraction._folder import BuildFolder, fingerprint_of, open_array, read_metadata, write_metadata
from pokerbits.exceptions import DamagedFileError, ForeignFileError, LockedFileError

ABOUT = {"buckets": {"flop": 2}}
STREETS = ("preflop", "flop", "turn")


def stage_arrays(street):
    """Return the numbers of a stage, other ones each."""
    seed = STREETS.index(street)
    return {f"{street}.npy": np.arange(seed, seed + 50, dtype=np.uint16), f"{street}-buckets.npy": np.eye(3) * seed}


def make(path, about=ABOUT, *, resume=True):
    """Make what stands for an abstraction, as `_build.build` does."""
    done = []
    with BuildFolder(path, about, resume=resume) as folder:
        if folder.is_complete:
            return done
        for street in STREETS:
            if folder.facts(street) is None:
                done.append(street)
                folder.file(f"{street}-features.npy").write_bytes(b"made again")
                folder.finish_stage(street, stage_arrays(street), {"n_buckets": 7})
            folder.discard(f"{street}-features.npy")
        streets = {
            street: {
                "tables": [f"{street}.npy"],
                "files": folder.stages[street]["files"],
                "arrays": folder.stages[street]["arrays"],
            }
            for street in STREETS
        }
        metadata = {"format": _folder.FORMAT, "format_version": 1, "design": about, "streets": streets}
        folder.finish(metadata | {"fingerprint": fingerprint_of(metadata)})
    return done


def contents(path):
    return {file.name: file.read_bytes() for file in sorted(path.iterdir())}


@pytest.fixture
def made(tmp_path):
    path = tmp_path / "made"
    assert make(path) == list(STREETS)
    return path


def test_what_is_made_is_there_and_nothing_else(made):
    expected = {"metadata.json"} | {f"{street}{what}.npy" for street in STREETS for what in ("", "-buckets")}
    assert set(contents(made)) == expected
    metadata = read_metadata(made)
    for street in STREETS:
        for name, array in stage_arrays(street).items():
            dtype, shape = metadata["streets"][street]["arrays"][name]
            for mmap in (True, False):
                found = open_array(made / name, dtype, tuple(shape), mmap=mmap)
                assert found.dtype == array.dtype
                assert (found == array).all()
            assert (np.load(made / name) == array).all()
            assert _folder.file_sha256(made / name) == metadata["streets"][street]["files"][name]


def test_a_finished_folder_is_left_alone(made):
    before = contents(made)
    assert make(made) == []
    assert contents(made) == before
    assert make(made, resume=False) == list(STREETS)
    assert contents(made) == before


CALLS = [(os, "fsync"), (os, "replace"), (os, "ftruncate"), (os, "write"), (Path, "unlink"), (os, "open")]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_killed_before_every_call_of_the_system(tmp_path, made):
    """Whatever the last call was that was made: another build goes on, skips what is done and has the same bytes."""
    expected = contents(made)
    done_once = set()
    for n in itertools.count():
        path = tmp_path / f"killed-{n}"
        child = os.fork()
        if child == 0:
            die_before_call(n)
            make(path)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        assert code in (0, 9)
        done = make(path)
        done_once.add(tuple(done))
        assert contents(path) == expected, n
        if code == 0:
            break
    assert n > 50
    # From all of it to nothing, in the order of the stages.
    assert done_once == {STREETS[first:] for first in range(4)}


def die_before_call(n):
    """End the process as a kill would before the n-th of the calls that change a folder."""
    count = itertools.count()
    for owner, name in CALLS:
        original = getattr(owner, name)

        def call(*arguments, original=original, **keywords):
            if next(count) == n:
                os._exit(9)
            return original(*arguments, **keywords)

        setattr(owner, name, call)


def test_a_torn_last_line_is_cut_off(tmp_path, made):
    path = tmp_path / "torn"
    with BuildFolder(path, ABOUT, resume=True) as folder:
        folder.finish_stage("preflop", stage_arrays("preflop"), {"n_buckets": 7})
    journal = path / "building.journal"
    whole = journal.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for end in range(last + 1, len(whole), 7):
        journal.write_bytes(whole[:end])
        with BuildFolder(path, ABOUT, resume=True) as folder:
            assert folder.facts("preflop") is None
        journal.write_bytes(whole)
    assert make(path) == ["flop", "turn"]
    assert contents(path) == contents(made)


def test_every_flipped_bit_of_a_journal_is_found(tmp_path):
    path = tmp_path / "half"
    with BuildFolder(path, ABOUT, resume=True) as folder:
        folder.finish_stage("preflop", stage_arrays("preflop"), {})
    journal = path / "building.journal"
    whole = journal.read_bytes()
    for at in range(0, len(whole) - 1, 3):
        for bit in (0, 6):
            damaged = bytearray(whole)
            damaged[at] ^= 1 << bit
            if damaged[at] == ord("\n"):
                continue
            journal.write_bytes(damaged)
            with pytest.raises((DamagedFileError, ForeignFileError), match=r"damaged|another|version"):
                BuildFolder(path, ABOUT, resume=True)
    journal.write_bytes(whole)
    assert make(path) == ["flop", "turn"]


@pytest.mark.parametrize("damage", ["changed", "cut", "gone"])
def test_a_stage_whose_file_is_damaged_is_refused(tmp_path, damage):
    path = tmp_path / "half"
    with BuildFolder(path, ABOUT, resume=True) as folder:
        folder.finish_stage("preflop", stage_arrays("preflop"), {})
    file = path / "preflop.npy"
    data = file.read_bytes()
    if damage == "gone":
        file.unlink()
    else:
        file.write_bytes(data[:-1] if damage == "cut" else data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(DamagedFileError, match=r"preflop\.npy is (gone|damaged).*resume=False"):
        make(path)
    assert make(path, resume=False) == list(STREETS)


def test_another_abstraction_is_refused(tmp_path, made):
    with pytest.raises(ForeignFileError, match="has another abstraction"):
        make(made, {"buckets": {"flop": 3}})
    path = tmp_path / "half"
    BuildFolder(path, ABOUT, resume=True).__exit__()
    with pytest.raises(ForeignFileError, match="another half-made abstraction"):
        make(path, {"buckets": {"flop": 3}})


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("years of work")
    for resume in (True, False):
        with pytest.raises(ForeignFileError, match=r"'thesis\.tex'"):
            make(tmp_path, resume=resume)
    assert contents(tmp_path) == {"thesis.tex": b"years of work"}
    table = tmp_path / "tables"
    table.mkdir()
    (table / "flop.npy").write_bytes(b"a table of somebody")
    with pytest.raises(ForeignFileError, match=r"neither metadata\.json nor a journal"):
        make(table)
    assert contents(table) == {"flop.npy": b"a table of somebody"}


def test_only_one_writes_a_folder(tmp_path):
    with (
        BuildFolder(tmp_path / "one", ABOUT, resume=True),
        pytest.raises(LockedFileError, match="is locked"),
    ):
        BuildFolder(tmp_path / "one", ABOUT, resume=True)


def test_a_link_is_not_followed(tmp_path):
    """A link in the place of a file that is written is replaced; what it leads to is not touched."""
    path, mine = tmp_path / "made", tmp_path / "mine"
    mine.write_bytes(b"mine")
    with BuildFolder(path, ABOUT, resume=True) as folder:
        (path / "preflop.npy").symlink_to(mine)
        folder.finish_stage("preflop", stage_arrays("preflop"), {})
    assert mine.read_bytes() == b"mine"
    assert not (path / "preflop.npy").is_symlink()


def test_metadata_that_are_not_what_was_written(tmp_path, made):
    path = made / "metadata.json"
    whole = path.read_text()
    about = json.loads(whole)

    def refused(text, words):
        path.write_text(text)
        with pytest.raises((DamagedFileError, ForeignFileError), match=words):
            read_metadata(made)

    refused("", "is damaged, or not of a card abstraction")
    refused(whole[:-20], "is damaged, or not of a card abstraction")
    refused("[]", "is damaged, or not of a card abstraction")
    refused(json.dumps(about | {"format": "something"}), "not of a card abstraction")
    refused(json.dumps(about | {"format_version": 2}), "version 2 of the format, newer than 1")
    refused(json.dumps(about | {"format_version": "1"}), "version 1 of the format")
    refused(json.dumps(about | {"fingerprint": "0" * 64}), "fingerprint")
    refused(whole.replace(about["streets"]["flop"]["files"]["flop.npy"], "0" * 64), "fingerprint")
    refused(json.dumps({**about, "streets": 7}), "damaged")
    path.unlink()
    with pytest.raises(FileNotFoundError, match="metadata"):
        read_metadata(made)
    write_metadata(made, about)
    assert read_metadata(made) == about


def test_arrays_that_are_not_what_was_written(made):
    path = made / "flop.npy"
    data = path.read_bytes()
    for damaged, words in [
        (data[:-1], "bytes, where"),
        (data + b"x", "bytes, where"),
        (data[:20] + b"?" + data[21:], "its header"),
        (b"", "bytes, where"),
    ]:
        path.write_bytes(damaged)
        for mmap in (True, False):
            with pytest.raises(DamagedFileError, match=f"flop.npy is damaged.*{words}"):
                open_array(path, "<u2", (50,), mmap=mmap)


def error_of(path):
    """Return the error that the making of a folder ends with, if any."""
    try:
        make(path)
    except OSError as error:
        return error
    return None


@pytest.mark.skipif(sys.platform == "win32", reason="no full disk to be had")
def test_a_disk_that_fails(tmp_path, made, monkeypatch):
    """Any call of the system fails, once: the error names a file, and the next call ends with the same bytes."""
    expected = contents(made)
    for name in ("fsync", "replace"):
        original = getattr(os, name)
        for n in itertools.count():
            path = tmp_path / f"{name}-{n}"
            count = itertools.count()

            def failing(*arguments, original=original, n=n, count=count, **keywords):
                if next(count) == n:
                    raise OSError(28, "No space left on device")
                return original(*arguments, **keywords)

            with monkeypatch.context() as patch:
                patch.setattr(_files.os, name, failing)
                found = error_of(path)
            if found is None:
                break
            assert str(path) in str(found.filename)
            make(path)
            assert contents(path) == expected
        assert n > 3
