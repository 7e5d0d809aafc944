"""Measure card abstractions on many random boards: exploitability with standard errors, one-sided and two-sided.

    python examples/abstraction_quality.py --street river turn --k 5 10 20 50 --csv quality.csv --plot quality.png

Boards, ranges and betting are those of `pokerbits abstract score`. Each feature is measured with each number of
buckets. `--recall perfect` measures about sqrt(k) turn buckets with k river buckets, each within one turn bucket, and
imperfect recall with the same numbers. After Ctrl-C the CSV file has what is finished; the same command goes on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import process_time
from typing import TextIO
from zlib import crc32

import numpy as np
from endgame.buckets import FEATURES, potential
from endgame.comparison import NONE, Labels, in_use, positive
from endgame.lines import Key, Line, LineFile, UnusableFileError, numbers_in, write
from endgame.means import POTENTIAL, Means, draw

import pokerbits as pb
from pokerbits._input.progress import watching
from pokerbits.cards import format_cards
from pokerbits.endgame import Endgame, exploitability, value_labels
from pokerbits.endgame._boards import drawn_boards
from pokerbits.endgame._labels import labels_of
from pokerbits.endgame._score import HERO, ITERATIONS, VILLAIN, default_tree

OF_POTENTIAL = [f"{POTENTIAL}{name}" for name in ("percentiles of E[HS]", "OCHS")]
TURN_ALONE = ["histogram", *OF_POTENTIAL]
"""Features that look at the next street."""
VALUES = "values"
"""The feature that knows ranges and betting: each player has buckets of its own."""


@dataclass(frozen=True)
class Job:
    """An abstraction of the hands of one board, and how long to solve."""

    street: str
    board: str
    feature: str
    recall: str
    n_buckets: tuple[int, ...]
    """Requested for each street; none if there is no choice."""
    iterations: int
    seed: int

    @property
    def key(self) -> Key:
        """The first fields of its line."""
        return self.street, self.board, self.feature, self.recall, "/".join(map(str, self.n_buckets))

    def labels(self, game: Endgame, folders: dict[str, pb.CardAbstraction]) -> Labels | tuple[Labels, Labels]:
        """Return the buckets: those of both players, or of each."""
        if self.feature == NONE:
            return dict.fromkeys(game.streets)
        if self.feature in folders:
            return dict(zip(game.streets, labels_of(game, folders[self.feature]), strict=True))
        if self.feature == VALUES:
            hero, villain = value_labels(game, self.n_buckets[-1], rng=self.seed)
            return {**hero}, {**villain}
        feature = FEATURES[self.feature.removeprefix(POTENTIAL)]
        rivers, n = game.boards[-1], self.n_buckets[-1]
        if self.street == "river":
            return {"river": feature(rivers, n, self.seed)}
        turn = game.boards[0]
        if self.feature in OF_POTENTIAL:
            of_river = feature(rivers, n, self.seed)
            return {"turn": potential(turn, rivers, of_river, self.n_buckets[0], self.seed), "river": of_river}
        of_turn = feature(turn, self.n_buckets[0], self.seed)
        perfect = self.recall == "perfect"
        return {
            "turn": of_turn,
            "river": feature.within(rivers, of_turn, n, self.seed) if perfect else feature(rivers, n, self.seed),
        }

    def solved(self, folders: dict[str, pb.CardAbstraction]) -> Line:
        """Return the measurements."""
        started = process_time()
        game = endgame(self.street, self.board)
        labels = self.labels(game, folders)
        found = "/".join(str(n) for n in in_use_on(game, labels))
        two = exploitability(game, labels=labels, sides="two", iterations=self.iterations)
        # Without abstraction both are the same.
        one = two if self.feature == NONE else exploitability(game, labels=labels, iterations=self.iterations)
        seconds = round(process_time() - started, 2)
        return Line(*self.key, found, self.iterations, self.seed, one, two, seconds)


def in_use_on(game: Endgame, labels: Labels | tuple[Labels, Labels]) -> list[int]:
    """Return the number of buckets of each street; if players have their own, the larger number."""
    if isinstance(labels, tuple):
        return [max(len(np.unique(of[street])) - 1 for of in labels) for street in game.streets]
    return [in_use(boards, labels[street]) for street, boards in zip(game.streets, game.boards, strict=True)]


@lru_cache(maxsize=1)
def endgame(street: str, board: str) -> Endgame:
    """Return the game on a board."""
    return Endgame(board, HERO, VILLAIN, default_tree(street))


def jobs_of(options: argparse.Namespace, folders: dict[str, pb.CardAbstraction]) -> Iterator[Job]:
    """Yield everything that is to be measured, board by board."""
    for street in options.street:
        iterations = options.iterations or ITERATIONS[street]
        for board in format_cards(drawn_boards(street, options.boards, np.random.default_rng(options.seed))):
            for feature, recall, n_buckets in abstractions_of(street, options, list(folders)):
                seed = seed_of(options.seed, street, board, feature, n_buckets)
                yield Job(street, board, feature, recall, n_buckets, iterations, seed)


def abstractions_of(
    street: str, options: argparse.Namespace, folders: list[str]
) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Yield feature, recall and numbers of buckets of everything that is measured on a board."""
    for name in (NONE, *folders):
        yield name, "", ()
    for feature in options.features:
        for k in options.k:
            if street == "river":
                if feature not in TURN_ALONE:
                    yield feature, "imperfect", (k,)
                continue
            if "imperfect" in options.recall:
                yield feature, "imperfect", (k, k)
            if "perfect" in options.recall and feature not in (*OF_POTENTIAL, VALUES):
                few = round(k**0.5)
                for recall in ("perfect", "imperfect"):
                    yield feature, recall, (few, k)


def seed_of(seed: int, street: str, board: str, feature: str, n_buckets: tuple[int, ...]) -> int:
    """Return the seed of buckets: it depends on what they are, not on what was measured before."""
    k = n_buckets[-1] if n_buckets else 0
    return crc32(f"{seed} {street} {board} {feature} {k}".encode())


def check(line: Line, options: argparse.Namespace, path: Path) -> None:
    """Raise if a line was measured with another seed or number of iterations."""
    iterations = options.iterations or ITERATIONS.get(line.street)
    where = f"{path}: {line.street} {line.board}, {line.feature}"
    if line.iterations != iterations:
        raise UnusableFileError(f"{where}: {line.iterations} iterations, but this run has {iterations}")
    if line.seed != seed_of(options.seed, line.street, line.board, line.feature, numbers_in(line.buckets_asked)):
        raise UnusableFileError(f"{where}: the line belongs to another --seed than {options.seed}")


def measure(jobs: list[Job], folders: dict[str, pb.CardAbstraction], options: argparse.Namespace) -> list[Line]:
    """Return the lines of the jobs; a line that the file has is not measured again. Ctrl-C ends with those so far."""
    done: dict[Key, Line] = {}
    if options.csv is not None:
        stored = LineFile(options.csv, Line)
        for line in stored.lines():
            check(line, options, options.csv)
            done[line.key] = line
    left = [job for job in jobs if job.key not in done]
    file: TextIO | None
    try:
        with (
            nullcontext(None) if options.csv is None else stored.open() as file,
            watching(options.progress, "abstractions") as tell,
        ):
            for at, job in enumerate(left, 1):
                line = job.solved(folders)
                done[line.key] = line
                if file is not None:
                    write(line, file)
                if tell is not None:
                    tell(at, len(left))
    except KeyboardInterrupt:
        print(f"interrupted: {sum(job.key in done for job in jobs):,} of {len(jobs):,} are measured", file=sys.stderr)
    return [done[job.key] for job in jobs if job.key in done]


def parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    others = [*FEATURES, *OF_POTENTIAL]
    names = [*others, VALUES]
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--street", nargs="+", choices=["river", "turn"], default=["river"], help="default: river")
    options.add_argument("--boards", type=positive, default=20, help="number of boards (default: %(default)s)")
    options.add_argument("--k", type=positive, nargs="+", default=[10], metavar="K", help="river buckets (default: 10)")
    listed = f"{', '.join(others)} (default: these), {VALUES}"
    options.add_argument("--features", nargs="+", choices=names, default=others, metavar="NAME", help=listed)
    options.add_argument(
        "--base", choices=names, default=names[1], metavar="NAME", help="compare others with it (default: %(default)s)"
    )
    options.add_argument(
        "--recall", nargs="+", choices=["imperfect", "perfect"], default=["imperfect"], help="default: imperfect"
    )
    options.add_argument(
        "--iterations", type=positive, help="iterations of CFR+ (default: 1,000 on the river, 200 on the turn)"
    )
    options.add_argument("--seed", type=int, default=0, help="random seed of boards and buckets (default: %(default)s)")
    options.add_argument(
        "--abstraction", type=Path, nargs="+", default=[], metavar="FOLDER", help="card abstractions to measure as well"
    )
    options.add_argument("--csv", type=Path, metavar="FILE", help="file for a line of each abstraction on each board")
    options.add_argument("--plot", type=Path, metavar="FILE", help="file for a plot of the curves (png, svg or pdf)")
    options.add_argument("--progress", action="store_true", help="show a progress bar (needs tqdm)")
    return options


def main(arguments: list[str] | None = None) -> int:
    """Measure, print tables and draw; return 1 if it was interrupted and 2 if the CSV file is of no use."""
    options = parser().parse_args(arguments)
    folders = {}
    for folder in options.abstraction:
        abstraction = pb.CardAbstraction.load(folder)
        # A folder may be built again with other buckets: its lines are then others.
        folders[f"{folder.name} ({abstraction.fingerprint[:8]})"] = abstraction
    jobs = list(jobs_of(options, folders))
    try:
        lines = measure(jobs, folders, options)
    except UnusableFileError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    streets = [
        Means(street, [line for line in lines if line.street == street], options.base) for street in options.street
    ]
    for means in streets:
        print("\n\n".join(filter(None, means.tables())), end="\n\n")
    print(f"{sum(line.seconds for line in lines):,.0f} seconds of processor time")
    if options.plot is not None:
        draw(streets, options.plot)
    return int(len(lines) < len(jobs))


if __name__ == "__main__":
    sys.exit(main())
