"""The making of abstractions of a game that is too small to be one: every file that a build writes, in milliseconds.

Hands are few, and their features are made up; folders, journals, tables of features, descriptions and the order in
which they are written are those of any build.
"""

import mmap
import os

import numpy as np
import pytest

from pokerbits._tables import make_table
from pokerbits.abstraction import _build, _metadata
from pokerbits.abstraction._design import CLUSTERED, STREETS, Design
from pokerbits.abstraction._stages import Stages
from squares import SquaresSpec

BUCKETS = {"flop": 5, "turn": 4, "river": 6}
DESIGN = Design.of(BUCKETS, {"flop": "histogram", "turn": "ochs", "river": "ehs"}, "imperfect", 3, 9)
OTHER = Design.of(BUCKETS | {"flop": 3}, "percentile", "imperfect", 3, 9)
NESTED = Design.of({"flop": 2, "turn": 2, "river": 2}, "ehs", "perfect", 0, 9)
LABELLED = Design.of_labels({"preflop": 3} | BUCKETS, with_history=True)
CENTERS = {f"{street}-centers.npy" for street in CLUSTERED}
MADE = {f"{street}{end}.npy" for street in CLUSTERED for end in ("", "-buckets")} | {"metadata.json", "preflop.npy"}
FILES = MADE | CENTERS
NESTED_FILES = MADE | {f"{street}-firsts.npy" for street in CLUSTERED} | {"river-within.npy"}
HANDS = {(2,): 169, (2, 3): 700, (2, 4): 800, (2, 5): 900, (2, 3, 1): 850}


@pytest.fixture
def small_game(monkeypatch):
    """Have few hands on every street, and make buckets of them without looking at cards."""
    use_small_game(monkeypatch.setattr)


def use_small_game(replace):
    """Do so with a function of an object, a name and a value."""
    # A process that is killed loses nothing that it has written, synchronised or not.
    replace(os, "fsync", lambda descriptor: None)
    replace(mmap, "mmap", Unsynchronised)
    replace(_metadata, "hands_of", lambda rounds, game=None: HANDS[rounds])
    replace(_build, "_make", make_street)
    replace(Stages, "ehs", small_ehs)


class Unsynchronised(mmap.mmap):
    """A map of a file that is not forced to the disk."""

    def flush(self):
        """Return at once."""


def small_ehs(stages, street):
    """Make a table of strengths in a file, as a build does."""
    path = stages.folder.file(f"{street}-ehs.npy")
    return make_table(SquaresSpec(300, "uint16"), (300, 2), label="", path=path, num_threads=1)


def make_street(stages, street):
    """Put the hands of a street into buckets, and leave all files that a street can have."""
    design = stages.design
    if design.is_lossless(street):
        stages.folder.finish_stage(street, 169, {"": np.arange(169, dtype=np.uint16)})
        return
    stages.ehs(street)
    path = stages.folder.file(f"{street}-features.npy")
    make_table(SquaresSpec(200, "uint64"), (200, 2), label="", path=path, num_threads=1)
    seed = STREETS.index(street)
    facts = {"metric": "l1", "n_points": 50 * seed or 9, "inertia": [0.5, 0.25 / seed] if seed else []}
    if design.recall == "imperfect":
        n = design.buckets_of(street)
        arrays = {"": labels(street, n, design), "-buckets": moments(n), "-centers": np.eye(n, 7) * seed}
        stages.folder.finish_stage(street, n, arrays, facts)
        return
    before = 169 if street == "flop" else stages.folder.stages[CLUSTERED[seed - 2]]["n_buckets"]
    n = 2 * before
    arrays = {"": labels(street, n, design), "-buckets": moments(n), "-firsts": np.arange(0, n, 2, dtype=np.uint32)}
    if street == "river":
        arrays[""] = labels(street, 1981, design)
        arrays["-within"] = np.arange(before * 1981).reshape(before, 1981).astype(np.uint16) % np.uint16(n)
    stages.folder.finish_stage(street, n, arrays, facts)


def labels(street, n, design=DESIGN):
    """Return the bucket of every hand."""
    has_history = design.recall == "perfect" or design.feature_of(street) == "labels_with_history"
    rounds = (2,) if street == "preflop" else (2, 3 + CLUSTERED.index(street))
    rounds = (2, 3, 1) if street == "turn" and has_history else rounds
    return (np.arange(HANDS[rounds]) * 7 % n).astype(np.uint16)


def moments(n):
    """Return deals, mean and deviation of every bucket."""
    return np.column_stack([np.arange(1.0, n + 1), np.linspace(0, 1, n), np.full(n, 0.125)])


def build(path, design=DESIGN, *, resume=True):
    """Make an abstraction in a folder, as `CardAbstraction.build` does; return whether it was finished before."""
    return _build.build(design, path, resume=resume, executor=None, num_threads=1, progress=None)


def contents(path):
    """Return the bytes of all files in a folder, links by where they lead."""
    return {
        file.name: file.read_bytes() if file.is_file() and not file.is_symlink() else str(file.lstat().st_mode)
        for file in path.iterdir()
    }
