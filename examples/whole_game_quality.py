"""Measure card abstractions of the whole game in five situations: the loss on random boards, with standard errors.

    python examples/whole_game_quality.py --street river turn --k 50 200 --folder abstractions --csv lines.csv

An abstraction has K buckets for all boards of a street; on rivers it has at most 1,950 unless they are of OCHS. It is
built once for each feature, K and seed, and kept in the folder with the time and the memory of its build. A situation
has its own ranges, stacks, betting and boards. The loss is the one-sided exploitability in percent of the pot. The
program measures a row at a time; after Ctrl-C the CSV file has what is finished, and the same command goes on.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from endgame.comparison import NONE, positive
from endgame.lines import LineFile, UnusableFileError, numbers_in, write
from endgame.means import markdown
from numpy.typing import NDArray

import pokerbits as pb
from pokerbits.cards import format_cards
from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Endgame, exploitability
from pokerbits.endgame._boards import drawn_boards
from pokerbits.endgame._labels import labels_of
from pokerbits.endgame._score import HERO, VILLAIN

FEATURES: dict[str, str | dict[str, str] | None] = {
    "default": None,
    "default, OCHS on the river": {"river": "ochs"},
    "OCHS": "ochs",
    "histogram": "histogram",
    "E[HS]": "ehs",
    "E[HS^2]": "ehs2",
    "percentiles of E[HS]": "percentile",
}
"""The features of `CardAbstraction.build`. The default is potential, and E[HS] on the river."""
WITHOUT_SEED = ("E[HS]", "E[HS^2]", "percentiles of E[HS]")
"""Features whose buckets are the best ones, without k-means: they do not depend on the seed."""
MOST_ON_RIVERS = 1950
"""As many values has a feature of one number on rivers. OCHS has more."""
STREETS = {"flop": 3, "turn": 2, "river": 1}
"""The number of streets of the endgames."""
ITERATIONS = {"flop": 50, "turn": 200, "river": 400}
POT = 100


@dataclass(frozen=True)
class Situation:
    """Two ranges, the stacks behind a pot of 100, and the bet sizes of every street."""

    hero: str
    villain: str
    stack: float
    sizes: BetSizes


WIDE = "22+, A2s+, A2o+, K2s+, K7o+, Q5s+, Q9o+, J7s+, J9o+, T7s+, T9o, 96s+, 86s+, 75s+, 65s, 54s"
SITUATIONS = {
    "raise and call": Situation(HERO, VILLAIN, 250, BetSizes(0.75, max_bets=1)),
    "three-bet pot": Situation(
        "QQ+, 0.5:JJ, AQs+, AKo, A5s-A2s, KQs, 0.5:76s, 0.5:65s",
        "JJ-77, AQs-ATs, 0.5:AQo, KJs+, QJs, JTs, T9s",
        150,
        BetSizes(0.5, ALL_IN, max_bets=2),
    ),
    "blind against blind": Situation(WIDE, WIDE, 400, BetSizes((0.5, 1), max_bets=1)),
    "any two cards": Situation("random", "random", 900, BetSizes(1, max_bets=1)),
    "short stacks": Situation(
        "22+, A2s+, A7o+, K9s+, KTo+, QTs+, QJo, JTs",
        "JJ-22, AJs-A2s, AJo-A5o, K8s+, KTo+, Q9s+, QTo+, J9s+, JTo, T9s, 98s",
        80,
        BetSizes((0.5, ALL_IN), max_bets=1),
    ),
}


class Line(NamedTuple):
    """The loss of one abstraction on one board of a situation."""

    street: str
    situation: str
    board: str
    feature: str
    buckets: str
    """K; empty for no abstraction."""
    seed: int
    buckets_in_use: str
    """The numbers of buckets of all hands that the board allows, street by street."""
    iterations: int
    loss: float
    """One-sided exploitability, as a share of the pot."""
    seconds: float
    """Processor time."""

    @property
    def key(self) -> tuple[object, ...]:
        """The fields that identify the measurement."""
        return self[:6]


class Build(NamedTuple):
    """The time and the memory of the build of an abstraction."""

    feature: str
    buckets: str
    seed: int
    seconds: float
    """Processor time."""
    megabytes: float
    """The most memory in use, with pages of files; 0 where the system does not say it."""
    fingerprint: str


@dataclass(frozen=True)
class Job:
    """An abstraction, and a board to measure it on."""

    street: str
    situation: str
    board: str
    feature: str
    buckets: int
    """K; 0 without abstraction."""
    seed: int
    iterations: int

    @property
    def key(self) -> tuple[object, ...]:
        """The first fields of its line."""
        return self.street, self.situation, self.board, self.feature, str(self.buckets or ""), self.seed

    def measured(self, abstraction: pb.CardAbstraction | None) -> Line:
        """Return the loss."""
        started = process_time()
        game = endgame(self.street, self.situation, self.board)
        labels = None if abstraction is None else dict(zip(game.streets, labels_of(game, abstraction), strict=True))
        # Without abstraction both numbers are the same, and the two-sided one is found in half the time.
        sides = "one" if labels else "two"
        loss = exploitability(game, labels=labels, sides=sides, iterations=self.iterations)
        in_use = [
            int(free.sum()) if labels is None else len(np.unique(np.asarray(labels[street])[free]))
            for street, free in zip(game.streets, game.possible, strict=True)
        ]
        found = "/".join(map(str, in_use))
        return Line(*self.key, found, self.iterations, loss, round(process_time() - started, 2))  # type: ignore[arg-type]


@lru_cache(maxsize=1)
def endgame(street: str, situation: str, board: str) -> Endgame:
    """Return the game of a situation on a board."""
    of = SITUATIONS[situation]
    tree = BettingTree(POT, of.stack, [of.sizes] * STREETS[street])
    return Endgame(board, of.hero, of.villain, tree)


class Abstractions:
    """The folder of the abstractions, and what their builds took."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.file = folder, LineFile(folder / "builds.csv", Build)
        self.builds = {build[:3]: build for build in self.file.lines()}

    def __call__(self, feature: str, buckets: int, seed: int) -> pb.CardAbstraction:
        """Return an abstraction; build it unless it is there."""
        path = self.folder / f"{list(FEATURES).index(feature)}-{buckets}-{seed}"
        key = feature, str(buckets), seed
        if key not in self.builds:
            # A build that was interrupted has no time of its own, and begins again.
            shutil.rmtree(path, ignore_errors=True)
            self.builds[key] = Build(*key, *apart(built, path, FEATURES[feature], buckets, seed))
            with LineFile(self.file.path, Build).open() as file:
                write(self.builds[key], file)
        made = pb.CardAbstraction.load(path)
        if made.fingerprint != self.builds[key].fingerprint:
            raise UnusableFileError(f"{path}: not the abstraction that {self.file.path} describes")
        return made


def apart(work: Callable[..., tuple[float, float, str]], *arguments: Any) -> tuple[float, float, str]:
    """Call a function in a process of its own, so that the most memory in use is that of the call."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(work, *arguments).result()


def built(path: Path, features: str | dict[str, str] | None, buckets: int, seed: int) -> tuple[float, float, str]:
    """Build an abstraction; return the processor time, the most megabytes in use, and the fingerprint."""
    started = process_time()
    of_river = features["river"] if isinstance(features, dict) else features
    on_rivers = buckets if of_river == "ochs" else min(buckets, MOST_ON_RIVERS)
    numbers = {"flop": buckets, "turn": buckets, "river": on_rivers}
    made = pb.CardAbstraction.build(numbers, features=features, seed=seed, path=path)
    seconds = round(process_time() - started, 1)
    try:
        import resource
    except ModuleNotFoundError:
        return seconds, 0.0, made.fingerprint
    unit = 1 if sys.platform == "darwin" else 1024
    return seconds, round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6), made.fingerprint


def jobs_of(options: argparse.Namespace) -> Iterator[Job]:
    """Yield all measurements, street by street, in rows of one abstraction in all situations."""
    for street in options.street:
        boards = [
            (name, board)
            for at, name in enumerate(SITUATIONS)
            if name in options.situations
            for board in format_cards(drawn_boards(street, options.boards, np.random.default_rng([options.seed, at])))
        ]
        rows = [(NONE, 0, 0)]
        for k in options.k:
            for feature in options.features:
                seeds = range(1 if feature in WITHOUT_SEED else options.seeds)
                rows += [(feature, k, seed) for seed in seeds]
        for row in rows:
            iterations = options.iterations or ITERATIONS[street]
            yield from (Job(street, name, board, *row, iterations) for name, board in boards)


def measure(jobs: list[Job], options: argparse.Namespace, abstraction_of: Abstractions) -> list[Line]:
    """Return the lines of the jobs; a line that the file has is not measured again. Ctrl-C ends with those so far."""
    stored = LineFile(options.csv, Line)
    done = {line.key: line for line in stored.lines()}
    for job in jobs:
        if job.key in done and done[job.key].iterations != job.iterations:
            found = done[job.key].iterations
            raise UnusableFileError(
                f"{options.csv}: {found} iterations on {job.board}, but this run has {job.iterations}"
            )
    known: tuple[tuple[str, int, int], pb.CardAbstraction | None] | None = None
    try:
        with stored.open() as file:
            for job in jobs:
                if job.key in done:
                    continue
                row = job.feature, job.buckets, job.seed
                if known is None or known[0] != row:
                    known = row, abstraction_of(*row) if job.buckets else None
                done[job.key] = job.measured(known[1])
                write(done[job.key], file)
    except KeyboardInterrupt:
        print(f"interrupted: {sum(job.key in done for job in jobs):,} of {len(jobs):,} are measured", file=sys.stderr)
    return [done[job.key] for job in jobs if job.key in done]


Cells: TypeAlias = dict[str, NDArray[np.float64]]
"""For each situation the losses, shape (boards, seeds)."""


class Losses:
    """The losses on a street, of the abstractions that were measured on every board."""

    def __init__(self, street: str, lines: Iterable[Line], n_boards: int, situations: Iterable[str]) -> None:
        self.street, self.situations = street, [name for name in SITUATIONS if name in situations]
        found: dict[tuple[str, str], dict[int, dict[str, dict[str, Line]]]] = {}
        for line in lines:
            seeds = found.setdefault((line.feature, line.buckets), {})
            seeds.setdefault(line.seed, {}).setdefault(line.situation, {})[line.board] = line
        self.lines: dict[tuple[str, str], dict[str, list[list[Line]]]] = {}
        for row, seeds in found.items():
            whole = [
                of
                for of in seeds.values()
                if len(of) == len(self.situations) and min(map(len, of.values())) == n_boards
            ]
            if whole:
                self.lines[row] = {
                    name: [[of[name][board] for of in whole] for board in sorted(whole[0][name])]
                    for name in self.situations
                }
        self.features = list(dict.fromkeys(feature for feature, buckets in self.lines if buckets))
        self.numbers = list(dict.fromkeys(buckets for _, buckets in self.lines if buckets))

    def cells(self, feature: str, buckets: str) -> Cells:
        """Return the losses of an abstraction."""
        return {
            name: np.array([[line.loss for line in of_board] for of_board in boards])
            for name, boards in self.lines[feature, buckets].items()
        }

    def tables(self, base: str) -> Iterator[str]:
        """Yield the tables: means, differences, situations and buckets in use."""
        yield f"## {self.street}"
        if (NONE, "") in self.lines:
            cells = self.cells(NONE, "")
            by_situation = ", ".join(f"{name} {100 * of.mean():.3f}" for name, of in cells.items())
            yield f"Without abstraction {shown(cells)} ({by_situation})."
        yield self.table(f"{self.street}, one-sided", lambda *row: shown(self.cells(*row)))
        yield self.table(
            f"{base} minus others",
            lambda feature, k: (
                shown(
                    {
                        name: self.cells(base, k)[name].mean(1, keepdims=True) - of
                        for name, of in self.cells(feature, k).items()
                    },
                    self.cells(base, k),
                )
                if feature != base and (base, k) in self.lines
                else ""
            ),
        )
        yield self.table("buckets in use, mean", lambda *row: in_use(self.lines[row]))
        for k in self.numbers:
            rows = [
                [feature, *(f"{100 * of.mean():.3f}" for of in self.cells(feature, k).values())]
                for feature in self.features
                if (feature, k) in self.lines
            ]
            yield markdown([f"{self.street}, {k} buckets", *self.situations], rows)

    def table(self, title: str, cell: Callable[[str, str], str]) -> str:
        """Return a table of all features and numbers of buckets."""
        rows = [
            [feature, *(cell(feature, k) if (feature, k) in self.lines else "" for k in self.numbers)]
            for feature in self.features
        ]
        filled = [row for row in rows if any(row[1:])]
        return markdown([title, *self.numbers], filled) if filled else ""


def std_error(cells: Cells, *others: Cells) -> float:
    """Return the standard error of a mean over situations and seeds, which count as drawn at random.

    The seeds of others are drawn too. With one situation it is that over boards.
    """
    means = np.array(
        [of.mean() for of in cells.values()] if len(cells) > 1 else next(iter(cells.values())).mean(axis=1)
    )
    variance = means.var(ddof=1) / len(means) if len(means) > 1 else np.nan
    for each in (cells, *others):
        of_seeds = np.mean([of.mean(axis=0) for of in each.values()], axis=0)
        if len(of_seeds) > 1:
            variance += of_seeds.var(ddof=1) / len(of_seeds)
    return float(np.sqrt(variance))


def shown(cells: Cells, *others: Cells) -> str:
    """Return the mean and its standard error in percent."""
    mean = float(np.mean([of.mean() for of in cells.values()]))
    return f"{100 * mean:.3f} ± {100 * std_error(cells, *others):.3f}"


def in_use(situations: dict[str, list[list[Line]]]) -> str:
    """Return the mean number of buckets in use on each street."""
    counts = [numbers_in(line.buckets_in_use) for boards in situations.values() for of in boards for line in of]
    return " / ".join(f"{mean:,.1f}" for mean in np.mean(counts, axis=0).tolist())


def of_builds(builds: Iterable[Build]) -> str:
    """Return a table of the time and the memory of builds."""
    found: dict[tuple[str, str], list[Build]] = {}
    for build in builds:
        found.setdefault((build.feature, build.buckets), []).append(build)
    numbers = sorted({int(k) for _, k in found})

    def cell(feature: str, k: int) -> str:
        of = found.get((feature, str(k)), [])
        return f"{np.mean([b.seconds for b in of]):,.0f} s, {max(b.megabytes for b in of) / 1000:.1f} GB" if of else ""

    names = [name for name in FEATURES if any(feature == name for feature, _ in found)]
    rows = [[name, *(cell(name, k) for k in numbers)] for name in names]
    return markdown(["build: processor time, most memory", *map(str, numbers)], rows)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--street", nargs="+", choices=STREETS, default=["river"], help="default: river")
    options.add_argument("--k", type=positive, nargs="+", default=[50], metavar="K", help="buckets (default: 50)")
    listed = ", ".join(FEATURES)
    options.add_argument(
        "--features",
        nargs="+",
        choices=FEATURES,
        default=list(FEATURES),
        metavar="NAME",
        help=f"{listed}; default: all",
    )
    options.add_argument(
        "--base", choices=FEATURES, default="default", metavar="NAME", help="compare others with it (default: default)"
    )
    options.add_argument(
        "--situations",
        nargs="+",
        choices=SITUATIONS,
        default=list(SITUATIONS),
        metavar="NAME",
        help="default: all five",
    )
    options.add_argument("--boards", type=positive, default=10, help="boards of each situation (default: %(default)s)")
    options.add_argument(
        "--seeds", type=positive, default=1, help="abstractions of features that use k-means (default: %(default)s)"
    )
    options.add_argument(
        "--iterations", type=positive, help="iterations of CFR+ (default: 400 on the river, turn 200, flop 50)"
    )
    options.add_argument("--seed", type=int, default=0, help="random seed of boards (default: %(default)s)")
    options.add_argument("--folder", type=Path, required=True, help="folder of the abstractions")
    options.add_argument("--csv", type=Path, required=True, help="file for a line of each measurement")
    return options


def main(arguments: list[str] | None = None) -> int:
    """Measure and print tables; return 1 if it was interrupted and 2 if a file is of no use."""
    options = parser().parse_args(arguments)
    jobs = list(jobs_of(options))
    try:
        abstraction_of = Abstractions(options.folder)
        lines = measure(jobs, options, abstraction_of)
    except UnusableFileError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for street in options.street:
        of_street = [line for line in lines if line.street == street]
        losses = Losses(street, of_street, options.boards, options.situations)
        print("\n\n".join(filter(None, losses.tables(options.base))), end="\n\n")
    print(of_builds(abstraction_of.builds.values()), end="\n\n")
    print(f"{sum(line.seconds for line in lines):,.0f} seconds of processor time")
    return int(len(lines) < len(jobs))


if __name__ == "__main__":
    sys.exit(main())
