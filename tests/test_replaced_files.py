"""Exports and commands replace no file that they did not write, unless that is wanted."""

import hashlib
import os
import re
from pathlib import Path

import numpy as np
import pytest

import pokerbits as pb
from command_line import here, printed
from pokerbits._files import listed
from pokerbits._files.listed import LIST
from pokerbits.abstraction._export import export
from pokerbits.exceptions import ForeignFileError
from test_abstraction_export import abstraction
from test_abstraction_folder import killed_at
from test_cli import RUNNABLE

pytestmark = pytest.mark.in_memory

FORMATS = {
    "npy": ["preflop.npy"],
    "slumbot": ["buckets.holdem.13.4.3.pokerbits.0", "num_buckets.holdem.13.4.3.pokerbits.0"],
    "robopoker": ["isomorphism.preflop.pgcopy", "abstraction.preflop.pgcopy"],
}
"""The files of each format for the hands before the flop."""


def contents(folder):
    """Return the contents of a folder without the list."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != LIST}


def is_listed(folder):
    """Whether the list has exactly the other files, as sha256sum(1) writes it."""
    found = {name: hashlib.sha256(data).hexdigest() for name, data in contents(folder).items()}
    return (folder / LIST).read_text() == "".join(f"{found[name]}  {name}\n" for name in sorted(found))


@pytest.fixture(params=FORMATS)
def form(request):
    return request.param


@pytest.fixture
def other():
    """Another abstraction, whose files differ."""
    return abstraction(table=np.arange(169, dtype=np.uint16), n_buckets=169)


def test_the_files_of_an_export_are_listed_and_replaced_by_the_next(tmp_path, form, other):
    written = export(abstraction(), tmp_path, form, ["preflop"])
    assert [path.name for path in written] == FORMATS[form]
    assert is_listed(tmp_path)
    first = contents(tmp_path)
    export(other, tmp_path, form, ["preflop"])
    assert is_listed(tmp_path)
    assert all(contents(tmp_path)[name] != data for name, data in first.items())
    # All formats share a folder, and so do their lines.
    for each in FORMATS:
        export(abstraction(), tmp_path, each, ["preflop"])
    assert is_listed(tmp_path)
    assert contents(tmp_path) | first == contents(tmp_path)


def foreign_file(path):
    path.write_bytes(b"precious")


def foreign_folder(path):
    path.mkdir()


def foreign_link(path):
    path.symlink_to("nowhere")


def change_a_bit(path):
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("kind", [foreign_file, foreign_folder, foreign_link])
@pytest.mark.parametrize("number", [0, -1])
def test_a_file_of_others_is_refused_before_anything_is_written(tmp_path, form, kind, number):
    path = tmp_path / FORMATS[form][number]
    kind(path)
    with pytest.raises(ForeignFileError, match=re.escape(str(path))) as caught:
        export(abstraction(), tmp_path, form, ["preflop"])
    assert caught.value.filename == str(path)
    assert list(tmp_path.iterdir()) == [path]
    assert kind is not foreign_file or path.read_bytes() == b"precious"


def test_a_table_of_the_same_shape_is_refused(tmp_path):
    """The documentation builds `preflop.npy` by `table build -o`: its header is that of an export."""
    pb.strength_table("ehs", street="preflop", dtype="uint16", path=tmp_path / "preflop.npy")
    before = contents(tmp_path)
    with pytest.raises(ForeignFileError, match=r"overwrite=True, on the command line --force"):
        export(abstraction(), tmp_path, "npy", ["preflop"])
    assert contents(tmp_path) == before
    assert not (tmp_path / LIST).exists()


def test_a_file_that_was_changed_is_refused(tmp_path, form):
    export(abstraction(), tmp_path, form, ["preflop"])
    path = tmp_path / FORMATS[form][-1]
    change_a_bit(path)
    before = contents(tmp_path)
    with pytest.raises(ForeignFileError, match="was changed since"):
        export(abstraction(), tmp_path, form, ["preflop"])
    assert contents(tmp_path) == before
    # A file that was removed is written again.
    path.unlink()
    export(abstraction(), tmp_path, form, ["preflop"])
    assert is_listed(tmp_path)


def test_files_of_others_are_replaced_if_that_is_wanted(tmp_path, form):
    for name in FORMATS[form]:
        foreign_file(tmp_path / name)
    export(abstraction(), tmp_path, form, ["preflop"], overwrite=True)
    assert is_listed(tmp_path)
    assert b"precious" not in contents(tmp_path).values()


def test_other_files_in_the_folder_do_not_matter(tmp_path, form):
    foreign_file(tmp_path / "flop.npy")
    export(abstraction(), tmp_path, form, ["preflop"])
    assert (tmp_path / "flop.npy").read_bytes() == b"precious"
    assert sorted(contents(tmp_path)) == sorted([*FORMATS[form], "flop.npy"])


@pytest.mark.parametrize("text", [b"precious", b"0" * 64 + b"  ../preflop.npy\n", b"0" * 64 + b"  preflop.npy"])
def test_a_list_of_something_else_is_refused(tmp_path, form, text):
    (tmp_path / LIST).write_bytes(text)
    with pytest.raises(ForeignFileError, match="is no list of exported files"):
        export(abstraction(), tmp_path, form, ["preflop"])
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [text]


def test_a_list_that_is_a_link_is_refused(tmp_path, form):
    (tmp_path / LIST).symlink_to(tmp_path / "nowhere")
    with pytest.raises(ForeignFileError, match="symbolic link"):
        export(abstraction(), tmp_path, form, ["preflop"])


def test_the_checksum_of_a_large_file_needs_no_memory(tmp_path):
    files = listed.ListedFiles(tmp_path)
    with files.new_file("a") as file:
        for _ in range(3):
            file.write(b"x" * 100)
        file.write(np.arange(5))
    assert is_listed(tmp_path)
    files.check(["a", "b"])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="ends a forked child")
@pytest.mark.parametrize(
    ("before", "step"),
    [
        ("nothing", 3),
        ("an export", 5),
        *(pytest.param(before, 1, marks=pytest.mark.slow) for before in ("nothing", "an export")),
    ],
)
def test_an_export_is_repeated_after_a_kill_at_any_moment(tmp_path, form, other, before, step):
    expected = tmp_path / "expected"
    export(abstraction(), expected, form, ["preflop"])
    n, is_killed = 0, True
    while is_killed:
        n += step
        folder = tmp_path / str(n)
        if before == "an export":
            export(other, folder, form, ["preflop"])
        is_killed = killed_at(n, lambda folder=folder: export(abstraction(), folder, form, ["preflop"]))
        export(abstraction(), folder, form, ["preflop"])
        kept = {name: data for name, data in contents(folder).items() if not name.endswith(".partial")}
        assert kept == contents(expected)
    assert n > 9


# The command line

WRITE = {
    "odds": ["odds", "--all", "--opponents", "1", "-o", "{}.csv"],
    "table ars": ["table", "ars", "--street", "flop", "-o", "{}.npy"],
    "table omaha": ["table", "omaha", "--game", "omaha", "-o", "{}.npy"],
    "equity, csv": ["equity", "AA", "KK", "--board", "2c3d4h5s9c", "--csv", "{}.csv"],
    "equity, plot": ["equity", "AA", "KK", "--board", "2c3d4h5s9c", "--plot", "{}.png"],
    "pot-equity": ["pot-equity", "AsKs:5", "QhQd:3", "--board", "2c3d4h5s9c", "--csv", "{}.csv"],
    "flops": ["flops", "--csv", "{}.csv"],
    "flop-report, csv": ["flop-report", "AA", "KK", "--csv", "{}.csv"],
    "flop-report, plot": ["flop-report", "AA", "KK", "--plot", "{}.png"],
    "distribution, csv": ["distribution", "QQ+", "22+", "--board", "Ah7d2c", "--csv", "{}.csv"],
    "solve": [
        "solve",
        *["--board", "Kh9d5c3h2s", "--hero", "AA", "--villain", "QQ", "--pot", "2", "--stack", "2", "--bets", "100%"],
        "-o",
        "{}.npz",
    ],
    "labels": [
        "labels",
        *["--board", "Kh9d5c3h2s", "--hero", "AA", "--villain", "QQ", "--pot", "2", "--stack", "2", "--bets", "100%"],
        *["--buckets", "2", "-o", "{}.npz"],
    ],
    "push-fold": ["push-fold", "4", "4", "--plot", "{}.png"],
    "distribution, plot": ["distribution", "QQ+", "22+", "--board", "Ah7d2c", "--plot", "{}.png"],
}
"""Calls that write a file, by command and option."""
OF_FOLDERS = {("abstract", of) for of in ("build", "export", "report", "score")} | {
    ("endgames",),
    ("table", "build"),
    ("table", "three-way"),
}
"""Commands that read or write a folder, or resume what they write."""


def test_every_command_that_writes_a_file_is_called():
    writing = {
        names
        for names, command in RUNNABLE.items()
        if {"output", "csv_file", "plot_file"} & {param.name for param in command.params}
    }
    assert {" ".join(names) for names in writing - OF_FOLDERS} == {name.partition(",")[0] for name in WRITE}
    forced = {names for names, command in RUNNABLE.items() if "force" in {param.name for param in command.params}}
    # These go on with what they find, or refuse it.
    assert writing - forced == {("abstract", "build"), ("endgames",), ("table", "build"), ("table", "three-way")}


@pytest.mark.parametrize("arguments", WRITE.values(), ids=WRITE)
def test_a_command_replaces_a_file_only_if_that_is_wanted(arguments, tmp_path, odds_once, reports_on_some_flops):
    *arguments, last = arguments
    path = Path(last.format(tmp_path / "file"))
    path.write_bytes(b"precious")
    done = here(*arguments, path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == f"Error: {path} exists: choose another name, or replace it with --force\n"
    assert path.read_bytes() == b"precious"
    assert list(tmp_path.iterdir()) == [path]
    printed(*arguments, path, "--force")
    assert path.read_bytes() != b"precious"
    new = path.with_stem("new")
    printed(*arguments, new)
    assert list(tmp_path.iterdir()) in ([path, new], [new, path])


@pytest.mark.parametrize("existing", ["file.csv", "file.svg"])
def test_nothing_is_computed_or_written_before_a_file_is_refused(existing, tmp_path, monkeypatch):
    # The call would fail with another error.
    monkeypatch.setattr(pb, "equity", None)
    foreign_file(tmp_path / existing)
    done = here("equity", "AA", "KK", "--csv", tmp_path / "file.csv", "--plot", tmp_path / "file.svg")
    assert done.exit_code == 1
    assert f"{existing} exists" in done.stderr
    assert contents(tmp_path) == {existing: b"precious"}


def test_plots_of_folders_replace_no_file(tmp_path):
    pb.CardAbstraction.from_labels({"flop": range(15)}, game="leduc").save(tmp_path / "folder")
    picture = tmp_path / "picture.svg"
    picture.write_text("precious")
    done = here("abstract", "report", tmp_path / "folder", "--plot", picture)
    assert done.exit_code == 1
    assert picture.read_text() == "precious"
    printed("abstract", "report", tmp_path / "folder", "--plot", picture, "--force")
    assert picture.read_text().startswith("<?xml")


def test_the_command_export(tmp_path):
    pb.CardAbstraction.from_labels({"flop": range(15)}, game="leduc").save(tmp_path / "folder")
    arguments = ("abstract", "export", tmp_path / "folder", "--format", "npy", "-o", tmp_path / "out")
    (tmp_path / "out").mkdir()
    foreign_file(tmp_path / "out" / "flop.npy")
    done = here(*arguments)
    assert done.exit_code == 1
    assert "flop.npy was not written by an export" in done.stderr
    assert contents(tmp_path / "out") == {"flop.npy": b"precious"}
    printed(*arguments, "--force")
    assert is_listed(tmp_path / "out")
    printed(*arguments)
    assert sorted(contents(tmp_path / "out")) == ["flop.npy", "preflop.npy"]
