"""Folders and tables as somebody could craft them: refused with errors of the package, or what they should be.

Whatever is in them, no process ends or waits, nothing outside is opened, and nothing of somebody is lost.
"""

import json
import os
import pickle
import random
import shutil
import signal
import sys
from contextlib import contextmanager

import pytest

import pokerbits as pb
from pokerbits._tables import check_table
from pokerbits._tables.description import FORMAT, Description
from pokerbits.exceptions import PokerbitsError
from small_abstraction import DESIGN, LABELLED, NESTED, OTHER, build, contents, small_game
from squares import SquaresSpec, squares
from test_abstraction_folder import (
    MINE,
    NAMES,
    WRONG,
    error_of,
    is_sound,
    killed_at,
    lines_of,
    replaced_at,
    sealed,
    sealed_metadata,
    values_of,
)

assert small_game
pytestmark = [
    pytest.mark.usefixtures("small_game"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="kills, links and pipes"),
]

TABLE = "squares.npy"
DESIGNS = {"imperfect": DESIGN, "perfect": NESTED, "other": OTHER, "labels": LABELLED}
opened: list[str] | None = None


def note(event, arguments):
    if opened is not None and event == "open" and isinstance(arguments[0], str | os.PathLike | bytes):
        opened.append(os.fsdecode(arguments[0]))


sys.addaudithook(note)


@contextmanager
def watched():
    """Yield the list of names that are opened in the body, which may not take forever."""
    global opened

    def stop(*_):
        raise AssertionError("hangs")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(120)
    opened = []
    try:
        yield opened
    finally:
        opened = None
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture
def starts(tmp_path):
    """Return folders as builds leave them: finished, and killed at many moments; with the design each is of."""
    found = []
    for kind, design in DESIGNS.items():
        build(tmp_path / kind, design)
        found.append((kind, contents(tmp_path / kind)))
    for n in range(0, 400, 47):
        path = tmp_path / f"killed-{n}"
        killed_at(n, lambda path=path: build(path))
        found.append(("imperfect", contents(path)))
    for n in range(2, 60, 13):
        path = tmp_path / f"replaced-{n}"
        build(path, OTHER)
        killed_at(n, lambda path=path: build(path, resume=False))
        found.append(("imperfect", contents(path)))
    for n in range(0, 60, 6):
        path = tmp_path / f"table-{n}"
        path.mkdir()
        if n % 4:
            squares(path / TABLE, 300)
        killed_at(n, lambda path=path, n=n: squares(path / TABLE, 500, resume=not n % 4))
        found.append(("table", contents(path)))
    return found


def damage(rng, folder, outside):
    """Change something in a folder; return whether it has right checksums, so that nobody can know."""
    names = sorted(path.name for path in folder.iterdir() if path.is_file() and not path.is_symlink())
    if not names:
        return False
    texts = [name for name in names if not name.endswith((".npy", ".partial"))]
    path = folder / rng.choice(texts if texts and rng.random() < 0.7 else names)
    data = path.read_bytes()
    at = rng.randrange(len(data) + 1)
    kind = rng.choice(
        ["flip", "flip", "forge", "forge", "forge", "cut", "more", "noise", "link", "pipe", "gone", "swap"]
    )
    if kind == "flip" and data:
        at = min(at, len(data) - 1)
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :])
    elif kind == "forge":
        forged = forge(rng, path.name, data)
        path.write_bytes(forged)
        return forged != data
    elif kind in ("cut", "more", "noise"):
        noise = rng.randbytes(rng.randrange(1, 200))
        path.write_bytes({"cut": data[:at], "more": data + noise, "noise": data[:at] + noise + data[at + 9 :]}[kind])
    elif kind == "swap":
        other = folder / rng.choice(names)
        path.write_bytes(other.read_bytes())
        other.write_bytes(data)
    else:
        path.unlink()
        if kind == "link":
            path.symlink_to(rng.choice([outside, "/dev/zero", "/etc/passwd", "../nothing", path.name]))
        elif kind == "pipe":
            os.mkfifo(path) if rng.random() < 0.5 else path.mkdir()
    return False


def forge(rng, name, data):
    """Return a text with one value changed, and the checksums that it would have."""
    try:
        if name == "metadata.json":
            about = json.loads(data)
            return sealed_metadata(replaced_at(about, rng.choice(list(values_of(about))[1:]), rng.choice(WRONG)))
        if name == "building.journal":
            lines = lines_of(data)
            place = rng.choice([place for place in values_of(lines) if place])
            return sealed(replaced_at(lines, place, rng.choice(WRONG)))
        about = json.loads(data.partition(b"\n")[0])
        about = replaced_at(about, rng.choice([place for place in values_of(about) if place]), rng.choice(WRONG))
        line = json.dumps(about).encode()
        if "checksums" in about and isinstance(about["dtype"], str):
            line = Description(about["table"], about["dtype"], tuple(about["shape"]), ("0" * 8,)).line.rstrip()
        return line + b"\n" + data.partition(b"\n")[2]
    except (AttributeError, KeyError, IndexError, TypeError, ValueError):
        return data


def operations(rng, kind, folder, tmp_path):
    """Return what may be done with a folder, in an order of chance."""
    if kind == "table":
        path = folder / TABLE
        found = [
            lambda: check_table(path),
            lambda: squares(path, 500),
            lambda: squares(path, 500, resume=False),
            lambda: squares(path, 300, resume=rng.random() < 0.5),
        ]
    else:
        load, design = pb.CardAbstraction.load, DESIGNS[kind]
        found = [
            lambda: load(folder),
            lambda: load(folder, mmap=False),
            lambda: load(folder, verify=False),
            lambda: pickle.loads(pickle.dumps(load(folder))),
            lambda: build(folder, design),
            lambda: build(folder, design, resume=False),
            lambda: build(folder, OTHER, resume=False),
            lambda: pb.CardAbstraction.load(tmp_path / "perfect").save(folder),
        ]
    return rng.sample(found, rng.choice([1, 1, 2, 3]))


def round_of(rng, starts, tmp_path, counts):
    """Craft a folder, do something with it, and see that nothing is wrong."""
    folder, outside = tmp_path / "crafted", tmp_path / "outside"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    kind, files = rng.choice(starts)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    is_forged = [damage(rng, folder, outside) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
    mine = folder / rng.choice([*NAMES, TABLE, *(f"{TABLE}.{end}" for end in ("json", "journal", "partial", "draft"))])
    if rng.random() < 0.4 and not os.path.lexists(mine):
        mine.write_bytes(MINE)
    else:
        mine = None
    for operation in operations(rng, kind, folder, tmp_path):
        with watched() as names:
            error = error_of((PokerbitsError, FileNotFoundError), operation)
        counts["accepted" if error is None else "refused"] += 1
        if error is not None:
            assert str(folder) in str(error.filename)
            assert str(error).isprintable()
        strange = [name for name in names if name.startswith((str(tmp_path), "/dev", "/etc"))]
        inside = (str(folder), str(tmp_path / "perfect"))
        assert all(name.startswith(inside) for name in strange), strange
        assert outside.read_bytes() == MINE
        if mine is not None:
            assert mine.read_bytes() == MINE, mine
    if kind == "table":
        see_table(folder / TABLE, counts)
    elif not any(is_forged):
        see_equal(folder, tmp_path, counts)
    else:
        see_sound(folder, rng, counts)


def see_table(path, counts):
    """See that a table that is taken for finished has the numbers of that table."""
    for n in (300, 500):
        try:
            made = squares(path, n)
        except (PokerbitsError, FileNotFoundError):
            continue
        counts["equal"] += 1
        assert made.tobytes() == SquaresSpec(n, "uint32").expected().tobytes()


def see_equal(folder, tmp_path, counts):
    """See that an abstraction that is taken for whole has the bytes of one that nobody has touched."""
    try:
        found = pb.CardAbstraction.load(folder)
    except (PokerbitsError, FileNotFoundError):
        return
    counts["equal"] += 1
    expected = [contents(tmp_path / kind) for kind in DESIGNS]
    assert any(contents(folder).items() >= right.items() for right in expected), found


def see_sound(folder, rng, counts):
    """See that an abstraction with right checksums, by any author, is valid."""
    try:
        found = pb.CardAbstraction.load(folder)
    except (PokerbitsError, FileNotFoundError):
        return
    counts["sound"] += 1
    assert is_sound(found, rng)


@pytest.mark.parametrize(
    ("seed", "n"), [(1, 75), pytest.param(2, 20_000, marks=[pytest.mark.slow, pytest.mark.timeout(0)])]
)
def test_crafted_folders_and_tables(tmp_path, starts, seed, n):
    (tmp_path / "outside").write_bytes(MINE)
    counts = dict.fromkeys(("refused", "accepted", "equal", "sound"), 0)
    for at in range(n):
        rng = random.Random(seed * 1_000_000 + at)
        try:
            round_of(rng, starts, tmp_path, counts)
        except BaseException as error:
            error.add_note(f"round {at} of seed {seed}")
            raise
    print(counts)
    assert counts["refused"] > n // 4
    assert min(counts.values()) > 0


def test_an_error_shows_foreign_text_harmlessly(tmp_path):
    """Escape codes in a description or a journal reach no terminal."""
    for end in ("json", "journal"):
        path = tmp_path / end / TABLE
        path.parent.mkdir()
        about = {
            "format": FORMAT,
            "table": "pokerbits table v7 \x1b[31m\ud800" + "x" * 10_000,
            "dtype": "\x1b",
            "shape": [1],
        }
        if end == "json":
            squares(path, 500)
        path.with_name(f"{TABLE}.{end}").write_text(json.dumps(about) + "\n")
        with pytest.raises(PokerbitsError, match="choose another path") as caught:
            squares(path, 500)
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 1000
        assert str(path.parent) in str(caught.value.filename)
