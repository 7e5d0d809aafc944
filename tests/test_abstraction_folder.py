"""The folders that abstractions are made in: killed, resumed, refused, damaged, and with files of others in them."""

import hashlib
import itertools
import json
import os
import random
import sys
import zlib

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.abstraction import _folder
from pokerbits.abstraction._folder import BuildFolder, open_array
from pokerbits.abstraction._metadata import parse_metadata
from pokerbits.exceptions import DamagedFileError, ForeignFileError, LockedFileError
from small_abstraction import (
    BUCKETS,
    DESIGN,
    FILES,
    HANDS,
    NESTED,
    NESTED_FILES,
    OTHER,
    build,
    contents,
    labels,
    make_street,
    moments,
    small_game,
)
from traces import Trace

assert small_game
pytestmark = pytest.mark.usefixtures("small_game")
REFUSED = (DamagedFileError, ForeignFileError)
SAMPLED = pytest.mark.parametrize("step", [11, pytest.param(1, marks=[pytest.mark.slow, pytest.mark.timeout(7200)])])
"""All cases if slow, and otherwise a part of them."""


BUILT = {}
"""The files of folders that were built once: other tests begin with copies of them."""


def filled(path, make):
    """Have a function fill a folder, or write the files that it made before."""
    if make not in BUILT:
        make(path)
        BUILT[make] = contents(path)
    else:
        path.mkdir()
        for name, data in BUILT[make].items():
            (path / name).write_bytes(data)
    return path


@pytest.fixture
def made(tmp_path):
    return filled(tmp_path / "made", build)


def stop_before(monkeypatch, street):
    """Have a build stop before it makes a street."""

    def make(stages, at):
        if at == street:
            raise KeyboardInterrupt
        make_street(stages, at)

    return monkeypatch.setattr("pokerbits.abstraction._build._make", make)


def build_half(path):
    with pytest.MonkeyPatch.context() as patch:
        stop_before(patch, "turn")
        with pytest.raises(KeyboardInterrupt):
            build(path)


@pytest.fixture
def half(tmp_path):
    """Return a folder with two streets made."""
    return filled(tmp_path / "half", build_half)


def test_what_is_made_is_there_and_nothing_else(made):
    assert set(contents(made)) == FILES
    abstraction = pb.CardAbstraction.load(made)
    assert abstraction.n_buckets == {"preflop": 169} | BUCKETS
    for mmap in (True, False):
        loaded = pb.CardAbstraction.load(made, mmap=mmap)
        assert loaded == abstraction
        for street in ("flop", "turn", "river"):
            assert (loaded.table(street) == labels(street, BUCKETS[street])).all()
            assert isinstance(loaded.table(street), np.memmap) == mmap
            assert (np.load(made / f"{street}.npy") == labels(street, BUCKETS[street])).all()
            assert (np.load(made / f"{street}-buckets.npy") == moments(BUCKETS[street])).all()
    files = {name: sha for about in abstraction.metadata["streets"].values() for name, sha in about["files"].items()}
    assert files == {name: hashlib.sha256((made / name).read_bytes()).hexdigest() for name in FILES - {"metadata.json"}}


def test_a_finished_folder_is_left_alone_or_made_anew(made):
    before = contents(made)
    assert build(made) is True
    assert contents(made) == before
    written = (made / "flop.npy").stat().st_mtime_ns
    assert build(made, resume=False) is False
    assert contents(made) == before
    assert (made / "flop.npy").stat().st_mtime_ns != written


def test_with_perfect_recall(tmp_path):
    assert build(tmp_path / "made", NESTED) is False
    assert set(contents(tmp_path / "made")) == NESTED_FILES
    assert pb.CardAbstraction.load(tmp_path / "made").n_buckets == {
        "preflop": 169,
        "flop": 338,
        "turn": 676,
        "river": 1352,
    }
    assert build(tmp_path / "made", NESTED) is True


# Killed

CALLS = ("fsync", "replace", "ftruncate", "write", "unlink", "open")


def killed_at(n, function):
    """Call a function in a child that ends as a kill would end it before the n-th of the calls that change files.

    Returns whether it was killed: otherwise it has made fewer calls.
    """
    child = os.fork()
    if child == 0:
        count = itertools.count()
        for name in CALLS:
            original = getattr(os, name)

            def call(*arguments, original=original, **keywords):
                if next(count) == n:
                    os._exit(9)
                return original(*arguments, **keywords)

            setattr(os, name, call)
        code = 7
        try:
            function()
            code = 0
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, 9)
    return code == 9


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("replaced", [None, DESIGN, OTHER], ids=["new", "again", "another"])
@pytest.mark.parametrize("step", [149, pytest.param(1, marks=[pytest.mark.slow, pytest.mark.timeout(7200)])])
def test_killed_before_every_call_of_the_system(tmp_path, made, replaced, step):
    """Whatever the last call was that was made: another build goes on and has the same bytes."""
    expected = contents(made)
    for n in itertools.count(0, step):
        path = tmp_path / f"killed-{n}"
        if replaced is not None:
            build(path, replaced)
        is_killed = killed_at(n, lambda path=path: build(path, resume=replaced is None))
        # What was not begun is begun as it was wanted.
        is_begun = replaced is None or not (path / "building.journal").exists()
        resume = is_begun and (replaced is None or contents(path) == expected)
        build(path, resume=resume)
        assert contents(path) == expected, n
        if not is_killed:
            break
    assert n > 200


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("kills", [20, pytest.param(400, marks=pytest.mark.slow)])
def test_killed_again_and_again_at_random_calls(tmp_path, made, kills):
    """A build that is killed at random calls until it is done, and one that begins anew over what is left."""
    expected, rng = contents(made), random.Random(kills)
    n_kills = 0
    for at in itertools.count():
        path = tmp_path / str(at)
        while killed_at(rng.randrange(300), lambda path=path: build(path)):
            n_kills += 1
            if rng.random() < 0.2:
                killed = killed_at(rng.randrange(300), lambda path=path: build(path, OTHER, resume=False))
                n_kills += killed
                build(path, resume=False)
                break
        build(path)
        assert contents(path) == expected
        if n_kills >= kills:
            break
    assert n_kills >= kills


def test_work_is_not_done_twice(half, made, monkeypatch):
    done = []

    def make(stages, street):
        done.append(street)
        make_street(stages, street)

    monkeypatch.setattr("pokerbits.abstraction._build._make", make)
    build(half)
    assert done == ["turn", "flop"]
    assert contents(half) == contents(made)


# The order of what is written


@SAMPLED
def test_nothing_is_believed_before_it_is_on_the_disk(tmp_path, monkeypatch, step):
    """Every file and every name is safe before what says that it is there; and each sync is needed for that."""
    build(tmp_path / "replaced")
    for resume in (False, True):
        trace = Trace()
        with trace.recording(monkeypatch):
            build(tmp_path / ("new" if resume else "replaced"), resume=resume)
        assert trace.wrong == []
        assert trace.n_syncs > 100
    for n in range(0, trace.n_syncs, step):
        dropping = Trace(dropped=n)
        path = tmp_path / f"without-{n}"
        with dropping.recording(monkeypatch):
            build(path)
        syncs = [at for at, call in enumerate(trace.calls) if call[0] in ("sync", "flush")]
        before = trace.calls[syncs[n] - 1]
        if before[0] == "unlink" and before[1].endswith(".npy.journal"):
            # That a table is finished is forced to the disk at once; here more names follow.
            continue
        assert dropping.wrong, before


def test_a_description_goes_before_what_it_describes(made, monkeypatch):
    trace = Trace()
    with trace.recording(monkeypatch):
        build(made, OTHER, resume=False)
    assert trace.wrong == []
    removed = [call[1] for call in trace.calls if call[0] == "unlink"]
    assert removed[0] == "metadata.json"
    assert set(removed[1:11]) == FILES - {"metadata.json"}
    at = trace.calls.index(("unlink", "metadata.json"))
    # What is to be removed is listed before, and the description is gone for good before a file is.
    assert trace.calls[at - 3 : at + 2] == [
        ("write", "building.journal"),
        ("sync", "building.journal"),
        ("sync", "made"),
        ("unlink", "metadata.json"),
        ("sync", "made"),
    ]


# Journals


def sealed(lines):
    """Return the text of a journal of these lines."""
    text = b""
    for line in lines:
        about = json.dumps(line).encode()
        text += b"%s %08x\n" % (about, zlib.crc32(text + about))
    return text


def lines_of(text):
    return [json.loads(line.rpartition(b" ")[0]) for line in text.splitlines()]


def test_a_torn_last_line_is_cut_off(half, made):
    journal = half / "building.journal"
    whole = journal.read_bytes()
    assert sealed(lines_of(whole)) == whole
    kept = contents(half)
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for end in range(last + 1, len(whole), 97):
        journal.write_bytes(whole[:end])
        # The files of the stage whose line is torn are not yet there.
        for name in ("river.npy", "river-buckets.npy", "river-centers.npy"):
            (half / name).unlink()
        build(half)
        assert contents(half) == contents(made)
        for file in half.iterdir():
            file.unlink()
        for name, data in kept.items():
            (half / name).write_bytes(data)


def test_every_flipped_bit_of_a_journal_is_found(half, made):
    journal = half / "building.journal"
    whole, kept = journal.read_bytes(), contents(half)
    for at in range(0, len(whole) - 1, 7):
        for bit in (0, 6):
            damaged = bytearray(whole)
            damaged[at] ^= 1 << bit
            if damaged[at] == ord("\n") and at >= whole.rindex(b"\n", 0, -1):
                continue
            journal.write_bytes(damaged)
            for resume in (True, False):
                with pytest.raises(REFUSED, match="choose another path"):
                    build(half, resume=resume)
            assert contents(half) == kept | {"building.journal": bytes(damaged)}
    journal.write_bytes(whole)
    build(half)
    assert contents(half) == contents(made)


def values_of(about, path=()):
    """Yield the place of every value in a JSON object, that of the object first."""
    yield path
    items = about.items() if isinstance(about, dict) else enumerate(about) if isinstance(about, list) else ()
    for key, value in items:
        yield from values_of(value, (*path, key))


def replaced_at(about, path, value):
    """Return a copy of a JSON object with another value at a place."""
    if not path:
        return value
    copy = json.loads(json.dumps(about))
    at = copy
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return copy


WRONG = [
    None,
    True,
    -1,
    0,
    10**15,
    2**70,
    0.5,
    "",
    "x",
    "\x1b[31m\ud800",
    "/etc/passwd",
    "../x",
    "|O",
    [],
    [[]],
    {},
    {"x": 1},
]


@pytest.mark.parametrize("kind", range(3))
@SAMPLED
def test_every_field_of_a_journal_is_checked(half, made, kind, step):
    """With right checksums: what is accepted is what was written, or a stage of other numbers of the right form."""
    journal = half / "building.journal"
    lines, kept = lines_of(journal.read_bytes()), contents(half)
    line = kind if kind < 2 else len(lines) - 1
    n_refused = 0
    for path, wrong in itertools.islice(itertools.product(values_of(lines[line]), WRONG), 0, None, step):
        crafted = [*lines[:line], replaced_at(lines[line], path, wrong), *lines[line + 1 :]]
        journal.write_bytes(sealed(crafted))
        error = error_of(REFUSED, lambda: build(half))
        if error is not None:
            n_refused += 1
            assert str(error).isprintable()
            others = {name: kept[name] for name in kept if name != "building.journal"}
            assert contents(half).items() >= others.items()
        else:
            assert contents(half).keys() == contents(made).keys()
            for file in half.iterdir():
                file.unlink()
        for name, data in kept.items():
            (half / name).write_bytes(data)
    assert n_refused > 100 // step


@pytest.mark.parametrize("damage", ["changed", "cut", "gone"])
def test_a_stage_whose_file_is_damaged_is_refused(half, made, damage):
    file = half / "river.npy"
    data = file.read_bytes()
    if damage == "gone":
        file.unlink()
    else:
        file.write_bytes(data[:-1] if damage == "cut" else data[:-1] + bytes([data[-1] ^ 1]))
    kept = contents(half)
    with pytest.raises(
        DamagedFileError, match=r"river\.npy is (gone|damaged).*; remove the folder, or choose"
    ) as caught:
        build(half)
    assert caught.value.filename == str(file)
    if damage != "gone":
        # It is not what the journal lists: perhaps it is somebody's.
        with pytest.raises(ForeignFileError, match=r"river\.npy is in the way, and is not certainly a file that poker"):
            build(half, resume=False)
        assert contents(half).keys() == kept.keys()
        file.unlink()
    build(half, resume=False)
    assert contents(half) == contents(made)


def test_another_abstraction_is_refused(half, made):
    with pytest.raises(ForeignFileError, match=r"has another abstraction.*start again and replace it \(resume=False"):
        build(made, OTHER)
    with pytest.raises(ForeignFileError, match="another unfinished abstraction"):
        build(half, OTHER)
    build(half, OTHER, resume=False)
    build(made, OTHER, resume=False)
    assert contents(half) == contents(made)


# Files of others

MINE = b"years of work"
NAMES = [
    "thesis.tex",
    "metadata.json",
    "flop.npy",
    "river-buckets.npy",
    "river-ehs.npy",
    "river-ehs.npy.json",
    "river-ehs.npy.journal",
    "river-ehs.npy.partial",
    "river-ehs.npy.draft",
    "flop-features.npy",
    "building.journal",
    "metadata.json.0123456789abcdef.partial",
    "flop.npy.01234567.partial",
]


@pytest.mark.parametrize("resume", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_a_folder_of_something_else_is_left_alone(tmp_path, name, resume):
    (tmp_path / name).write_bytes(MINE)
    (tmp_path / "notes").write_text("more")
    before = contents(tmp_path)
    with pytest.raises(ForeignFileError, match=r"choose another path|not of a card abstraction") as caught:
        build(tmp_path, resume=resume)
    assert caught.value.filename in (str(tmp_path / name), str(tmp_path / "notes"))
    assert contents(tmp_path) == before


@pytest.mark.parametrize("kind", ["file", "link", "folder", "pipe"])
@pytest.mark.parametrize("resume", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_what_somebody_puts_into_a_folder_is_never_lost(tmp_path, half, made, name, resume, kind):
    """In an unfinished folder and a finished one: a foreign file stays, whatever a build says to it."""
    if sys.platform == "win32" and kind != "file":
        return
    precious = tmp_path / "precious"
    precious.write_bytes(MINE)
    for folder in (half, made):
        path = folder / name
        path.unlink(missing_ok=True)
        put(path, kind, precious)
        for design in (DESIGN, OTHER):
            # Other errors would end the test.
            error = error_of(REFUSED, lambda folder=folder, design=design: build(folder, design, resume=resume))
            assert error is None or str(folder) in str(error.filename)
            assert precious.read_bytes() == MINE
            if kind == "file":
                assert path.read_bytes() == MINE
            elif kind == "link":
                assert path.is_symlink()
            else:
                assert os.path.lexists(path)
                assert not path.is_file()


def error_of(kinds, function):
    """Return the error of a kind that a function raises, if it does."""
    try:
        function()
    except kinds as error:
        return error
    return None


def put(path, kind, precious):
    """Put something of somebody under a name."""
    if kind == "file":
        path.write_bytes(MINE)
    elif kind == "link":
        path.symlink_to(precious)
    elif kind == "folder":
        path.mkdir()
    else:
        os.mkfifo(path)


def test_tidying_up_leaves_what_is_not_ours(half, made, monkeypatch):
    """Files that only the stages needed are removed at the end, unless they have changed."""
    names = ["turn-ehs.npy", "river-features.npy", "flop-features.npy.draft", "readme"]
    finish = BuildFolder.finish

    def replaced(folder, metadata):
        for name in names:
            folder.file(name).unlink(missing_ok=True)
            folder.file(name).write_bytes(MINE)
        finish(folder, metadata)

    monkeypatch.setattr(BuildFolder, "finish", replaced)
    build(half)
    found = contents(half)
    # A description of a table that is gone is ours, and is removed.
    assert found == contents(made) | dict.fromkeys(names, MINE)


def test_only_one_writes_a_folder(tmp_path):
    with (
        BuildFolder(tmp_path / "one", DESIGN, resume=True),
        pytest.raises(LockedFileError, match="is locked") as caught,
    ):
        BuildFolder(tmp_path / "one", DESIGN, resume=True)
    assert caught.value.filename == str(tmp_path / "one" / "building.journal")


# Copies


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_copy_that_is_killed_goes_on(tmp_path, made):
    abstraction = pb.CardAbstraction.load(made)
    expected = contents(made)
    for n in itertools.count(0, 5):
        path = tmp_path / f"copy-{n}"
        is_killed = killed_at(n, lambda path=path: abstraction.save(path))
        if not path.exists() or contents(path) != expected:
            assert is_killed
            abstraction.save(path)
        assert contents(path) == expected
        if not is_killed:
            break
    assert n > 40
    with pytest.raises(ForeignFileError, match="not empty; choose another path"):
        abstraction.save(path)


@pytest.mark.parametrize("name", ["fsync", "replace", "write", "ftruncate", "open"])
def test_a_disk_that_fails_while_a_copy_is_made(tmp_path, made, monkeypatch, name):
    """The error names a file and nothing else, nothing is left, and the next call writes the copy."""
    abstraction, expected = pb.CardAbstraction.load(made), contents(made)
    original = getattr(os, name)
    for n in itertools.count():
        path = tmp_path / f"{name}-{n}"
        found = failing(monkeypatch, name, original, n, lambda path=path: abstraction.save(path))
        if found is None:
            break
        assert found.errno == 28
        assert str(path) in str(found.filename)
        assert "None" not in str(found)
        # Only what failed after the last name was given is not undone, but finished.
        assert contents(path) == {} or contents(path).items() >= expected.items()
        if contents(path) != expected:
            abstraction.save(path)
        assert contents(path) == expected
    assert n >= 1


def failing(monkeypatch, name, original, n, function):
    """Return the error of a function if the n-th call of a function of the system fails, as on a full disk."""
    count = itertools.count()

    def call(*arguments, **keywords):
        if next(count) == n:
            raise OSError(28, "No space left on device")
        return original(*arguments, **keywords)

    with monkeypatch.context() as patch:
        patch.setattr(os, name, call)
        try:
            function()
        except OSError as error:
            return error
    return None


@pytest.mark.parametrize("name", ["fsync", "replace", "unlink"])
def test_a_disk_that_fails(tmp_path, made, monkeypatch, name):
    """Any call of the system fails, once: the error names a file, and the next call ends with the same bytes."""
    expected, original = contents(made), getattr(os, name)
    for n in itertools.count(0, 4):
        path = tmp_path / f"{name}-{n}"
        found = failing(monkeypatch, name, original, n, lambda path=path: build(path))
        if found is None:
            break
        assert str(path) in str(found.filename)
        assert "None" not in str(found)
        build(path)
        assert contents(path) == expected
    assert n > 3


# Descriptions


def sealed_metadata(about):
    """Return the text of a description with a right fingerprint and a right checksum, as far as there can be ones."""
    from pokerbits.abstraction import _metadata

    about = {key: value for key, value in about.items() if key not in ("fingerprint", "checksum")}
    try:
        about["fingerprint"] = _metadata._fingerprint(about)
    except (AttributeError, KeyError, TypeError, ValueError):
        about["fingerprint"] = "0" * 64
    about["checksum"] = _metadata._sha256(about)
    return _metadata.text_of(about)


def is_sound(abstraction, rng):
    """Look hands up in an abstraction that a crafted description led to: every bucket is one."""
    for street in ("preflop", "flop", "turn", "river"):
        table = abstraction._table(street)
        assert table.dtype in (np.uint16, np.uint32)
        assert table.ndim == 1
        if abstraction.recall == "imperfect":
            assert int(table.max()) < abstraction.n_buckets[street]
            chosen = rng.randrange(len(table))
            assert abstraction.lookup_index(chosen, street=street) == table[chosen]
    return abstraction.report().fingerprint == abstraction.fingerprint


def test_every_flipped_bit_of_a_description_is_found(made):
    path = made / "metadata.json"
    whole = path.read_bytes()
    for at in range(len(whole)):
        for bit in range(8):
            damaged = bytearray(whole)
            damaged[at] ^= 1 << bit
            with pytest.raises(ValueError, match=r".+"):
                parse_metadata(bytes(damaged))
    for at in range(0, len(whole), 17):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << at % 8
        path.write_bytes(damaged)
        for function in (pb.CardAbstraction.load, build, lambda path: build(path, resume=False)):
            with pytest.raises(REFUSED) as caught:
                function(made)
            assert str(caught.value).isprintable()
        assert contents(made).keys() == FILES


@pytest.mark.parametrize("design", [DESIGN, NESTED], ids=["imperfect", "perfect"])
@SAMPLED
def test_every_field_of_a_description_is_checked(tmp_path, design, step):
    """With a right fingerprint and a right checksum: what is accepted is an abstraction, if another one."""
    build(tmp_path / "made", design)
    path = tmp_path / "made" / "metadata.json"
    about, rng = json.loads(path.read_text()), random.Random(5)
    outcomes = {True: 0, False: 0}
    for place, wrong in itertools.islice(itertools.product(values_of(about), WRONG), 0, None, step):
        if place and place[-1] in ("fingerprint", "checksum"):
            continue
        path.write_bytes(sealed_metadata(replaced_at(about, place, wrong)) if place else json.dumps(wrong).encode())
        error = error_of(REFUSED, lambda: pb.CardAbstraction.load(path.parent))
        outcomes[error is None] += 1
        if error is None:
            assert is_sound(pb.CardAbstraction.load(path.parent), rng), place
        else:
            assert str(error).isprintable()
            assert error.filename.startswith(str(path.parent))
    assert outcomes[False] > 1000 // step
    # Other seeds and costs of other clusterings are no damage that could be seen.
    assert outcomes[True] < 40


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (b"", ForeignFileError),
        (b"[]", ForeignFileError),
        (b"[" * 1_000_000, ForeignFileError),
        (b'{"format": "pokerbits card abstraction", "format_version": NaN}', ForeignFileError),
        (b'{"format": "pokerbits card abstraction", "format_version": 1}', ForeignFileError),
        (b'{"format": "pokerbits card abstraction", "format_version": "\\u001b[31mred"}', ForeignFileError),
        (b'{"format": "pokerbits card abstraction", "format_version": "\\ud800"}', ForeignFileError),
        (b'{"format": "pokerbits card abstraction", "format_version": %s}' % (b"9" * 4000), ForeignFileError),
        (b'{"format": "pokerbits card abstraction", "format_version": 2}', DamagedFileError),
        (b'{"format": "pokerbits card abstraction", "format_version": 2, "checksum": []}', DamagedFileError),
        (b"x" * (17 << 20), DamagedFileError),
    ],
    ids=range(11),
)
def test_texts_that_describe_nothing(made, text, kind):
    (made / "metadata.json").write_bytes(text)
    with pytest.raises(kind) as caught:
        pb.CardAbstraction.load(made)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 600


def test_a_key_that_comes_twice(made):
    path = made / "metadata.json"
    text = path.read_text()
    path.write_text(text.replace('"game": "holdem"', '"game": "omaha",\n "game": "holdem"'))
    with pytest.raises(ForeignFileError, match="is damaged, or not of a card abstraction"):
        pb.CardAbstraction.load(made)
    path.write_text(text)
    assert pb.CardAbstraction.load(made).metadata["game"] == "holdem"


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes among files")
@pytest.mark.parametrize("name", sorted(FILES))
@pytest.mark.parametrize("kind", ["link", "device", "pipe", "folder", "gone"])
def test_only_plain_files_are_opened(tmp_path, made, name, kind):
    """Neither followed nor waited for, with and without a comparison of checksums."""
    path = made / name
    path.rename(tmp_path / "precious")
    if kind == "device":
        path.symlink_to("/dev/zero")
    elif kind != "gone":
        put(path, kind, tmp_path / "precious")
    for options in ({}, {"verify": False}, {"mmap": False}):
        with pytest.raises(OSError, match=name) as caught:
            pb.CardAbstraction.load(made, **options)
        if kind in ("link", "device", "pipe"):
            assert isinstance(caught.value, ForeignFileError)


def test_tables_with_numbers_that_are_none(tmp_path):
    """With right checksums: buckets that the street does not have, firsts out of order, impossible deals."""
    folder = tmp_path / "made"
    build(folder, NESTED)
    about = json.loads((folder / "metadata.json").read_text())
    cases = [
        ("flop", "flop.npy", lambda cells: cells.__setitem__(3, 338)),
        ("turn", "turn.npy", lambda cells: cells.__setitem__(-1, 65535)),
        ("river", "river.npy", lambda cells: cells.__setitem__(0, 1981)),
        ("river", "river-within.npy", lambda cells: cells.__setitem__((675, 1980), 1352)),
        ("turn", "turn-firsts.npy", lambda cells: cells.__setitem__(0, 1)),
        ("turn", "turn-firsts.npy", lambda cells: cells.__setitem__(5, cells[4])),
        ("flop", "flop-firsts.npy", lambda cells: cells.__setitem__(-1, 2**32 - 1)),
        ("flop", "flop-buckets.npy", lambda cells: cells.__setitem__((0, 0), 0)),
        ("flop", "flop-buckets.npy", lambda cells: cells.__setitem__((5, 1), np.nan)),
        ("flop", "flop-buckets.npy", lambda cells: cells.__setitem__((5, 1), 1.5)),
        ("flop", "flop-buckets.npy", lambda cells: cells.__setitem__((5, 2), -0.1)),
    ]
    for street, name, change in cases:
        right = (folder / name).read_bytes()
        cells = np.load(folder / name)
        change(cells)
        np.save(folder / name, cells)
        sha256 = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        crafted = replaced_at(about, ("streets", street, "files", name), sha256)
        (folder / "metadata.json").write_bytes(sealed_metadata(crafted))
        with pytest.raises(DamagedFileError, match=f"{name} is damaged: it has numbers that no abs"):
            pb.CardAbstraction.load(folder)
        (folder / name).write_bytes(right)


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
            with pytest.raises(DamagedFileError, match=rf"flop\.npy is damaged.*{words}"):
                open_array(path, "<u2", (HANDS[2, 3],), mmap=mmap)


def test_a_folder_that_is_none(tmp_path, half):
    (tmp_path / "empty").mkdir()
    with pytest.raises(ForeignFileError, match=r"not an abstraction folder: it has no metadata\.json"):
        pb.CardAbstraction.load(tmp_path / "empty")
    with pytest.raises(ForeignFileError, match="not an abstraction folder: its build is not finished"):
        pb.CardAbstraction.load(half)
    with pytest.raises(FileNotFoundError, match=r"not an abstraction folder: it does not exist: .*nowhere"):
        pb.CardAbstraction.load(tmp_path / "nowhere")
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(ForeignFileError, match="file is not an abstraction folder: it is not a folder"):
        pb.CardAbstraction.load(tmp_path / "file")
    with pytest.raises(pb.exceptions.InvalidArgumentError, match=r"path: .*embedded null"):
        pb.CardAbstraction.load("a\0b")


def test_an_export_does_not_replace_an_abstraction(tmp_path, made, half):
    abstraction = pb.CardAbstraction.load(made)
    before = contents(made), contents(half)
    for folder in (made, half):
        with pytest.raises(ForeignFileError, match="is the folder of an abstraction"):
            abstraction.export(folder, format="npy")
    assert (contents(made), contents(half)) == before
    (tmp_path / "out" / "flop.npy").mkdir(parents=True)
    with pytest.raises(ForeignFileError, match=r"flop\.npy is a folder"):
        abstraction.export(tmp_path / "out", format="npy", streets=["flop"])


def test_the_fingerprint_covers_the_design(tmp_path, made):
    """Tables alike, but of another seed: another abstraction."""
    other = DESIGN._replace(seed=4)
    build(tmp_path / "other", other)
    one, two = (pb.CardAbstraction.load(path) for path in (made, tmp_path / "other"))
    assert one.metadata["streets"] == two.metadata["streets"]
    assert one.fingerprint != two.fingerprint
    assert one != two
    assert _folder.read_metadata(made).metadata["design"]["random_state"] == 3
