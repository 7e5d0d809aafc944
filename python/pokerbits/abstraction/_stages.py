"""The stages of building an abstraction, last street first. Each writes files into the folder, and is done once.

A stage depends on the design and on the stages before it alone, so that one that a kill interrupted has the same bytes
when it is done again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._files.held import held_files_stay
from pokerbits._hand_strength.card_games import HOLDEM, CardGame, runout_values
from pokerbits._hand_strength.clusters import class_lists, opponent_clusters
from pokerbits._hand_strength.table import strength_table
from pokerbits._input.threads import get_num_threads
from pokerbits._tables import TableSpec, check_table, make_table, opened
from pokerbits.abstraction._design import OF_NEXT_STREET, OWN, SCALARS, Design
from pokerbits.abstraction._features import (
    LEVELS,
    OCHS_PARTS,
    NextStreetSpec,
    OchsSpec,
    bytes_of,
    core_of,
    has_sorted_levels,
    levels_of,
    n_children,
    read_numbers,
    relabelled,
)
from pokerbits.abstraction._folder import BuildFolder
from pokerbits.abstraction._ground import positions_on_a_line
from pokerbits.abstraction._metadata import bucket_dtype
from pokerbits.abstraction._outcome_classes import outcome_classes
from pokerbits.abstraction._plan import Plan
from pokerbits.abstraction._points import cluster_line, cluster_rows, distinct
from pokerbits.abstraction._winrate_history import winrate_history, winrate_points
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from concurrent.futures import Executor

_MOST_VALUES = 1 << 22
"""Points of strengths are all possible values, unless there are more than this."""

Numbers = NDArray[np.uint16] | NDArray[np.uint32]


def ehs_scale(street: str, game: CardGame = HOLDEM) -> int:
    """Return the largest count of E[HS] of a street: the denominator of its counts."""
    return runout_values(game) * game.runouts(street)


@dataclass
class Points:
    """Features of the hands of a street: each hand has one of a few points."""

    of_hand: Numbers
    """The point of every hand."""
    rows: NDArray[Any]
    """The points: (n, width), or (n,) of scalars."""
    metric: str
    """Metric to minimise: `emd`, `l1` or `l2` for rows, `optimal` or `percentile` for scalars."""
    scale: float = 1.0
    """A distance between rows, divided by this, is one in units of hand strength."""
    is_strength: bool = False
    """Whether point i stands for the hands whose E[HS] is i, as counts out of `ehs_scale`."""
    has_means: bool = False
    """Whether the centres of scalars are kept; those of strengths are the means of the report."""

    def label(
        self,
        chosen: NDArray[np.intp],
        weights: NDArray[np.uint64],
        n_buckets: int,
        seed: tuple[int, int],
        design: Design,
        threads: int,
        watcher: Callable[[int, int], object] | None,
    ) -> tuple[NDArray[np.uint32], list[float], NDArray[np.float64] | None]:
        """Cluster some of the points.

        Returns the label of each, the mean cost of a deal after each iteration, and the centres, if there are any.
        """
        total = float(weights.sum())
        if self.rows.ndim == 1:
            labels, cost = cluster_line(
                self.rows[chosen], weights, n_buckets, optimal=self.metric == "optimal", watcher=watcher
            )
            if not self.has_means:
                return labels, [cost / total], None
            shares = weights.astype(np.float64)
            means = np.bincount(labels, shares * self.rows[chosen]) / np.bincount(labels, shares)
            return labels, [cost / total], means[:, None]
        rows = self.rows if len(chosen) == len(self.rows) else self.rows[chosen]
        # The first of several best runs; the stream of the first run does not depend on their number.
        labels, costs, centers = min(
            (
                cluster_rows(
                    rows,
                    weights,
                    n_buckets,
                    metric=self.metric,
                    seed=(seed[0], seed[1] + (run << 40)),
                    max_iter=design.max_iter,
                    threads=threads,
                    watcher=watcher,
                )
                for run in range(design.n_init)
            ),
            key=lambda found: found[1][-1],
        )
        scale = self.scale**2 if self.metric == "l2" else self.scale
        return labels, [cost / (scale * total) for cost in costs], centers


class Stages:
    """The build of one abstraction in a folder."""

    def __init__(
        self,
        folder: BuildFolder,
        design: Design,
        executor: Executor | None,
        num_threads: int,
        plan: Plan,
        own: Mapping[str, NDArray[Any]] | None = None,
    ) -> None:
        self.folder = folder
        self.design = design
        self.game = design.game
        self.executor = executor
        self.threads = get_num_threads() if executor is not None else num_threads
        self.plan = plan
        self.own = own or {}
        self._table_threads = num_threads
        self._compared: set[str] = set()
        # The files are removed in the end, although the frames of an exception may still have their arrays.
        self._mmap = not held_files_stay()

    def ehs(self, street: str) -> Numbers:
        """Return E[HS] of every hand of a street as counts out of `ehs_scale`."""
        return self._strength_counts("ehs", street, "ehs")

    def deals(self, street: str, points: Points) -> NDArray[np.uint64]:
        """Return the number of deals of each point."""
        if self.game == HOLDEM and street == "river" and points.is_strength:
            # The values of river hands are counted before the flop, class by class.
            bins = runout_values(self.game) + 1
            by_class = strength_table(
                "histogram", street="preflop", bins=bins, dtype="counts", num_threads=self.threads
            )
            classes = self.game.indexer("preflop").multiplicity(range(len(by_class)))
            counts: NDArray[np.uint64] = (by_class * classes[:, None]).sum(axis=0, dtype=np.uint64)
            return counts[: len(points.rows)]
        indexer, of_hand = self.game.indexer(street), points.of_hand
        number = len(indexer.cards_per_round) - 1
        deals, _, _ = _native.bucket_moments(core_of(indexer), number, of_hand, of_hand, len(points.rows), self.threads)
        return deals

    def points(self, street: str) -> Points:
        """Return the features of the hands of a street."""
        feature = self.design.feature_of(street)
        if feature in ("outcome", "winrate"):
            return self._classes(street, feature)
        if feature == OWN:
            return self._own(street)
        if feature in SCALARS:
            return self._scalars(street, feature)
        if feature == "odds":
            return self._odds(street)
        if street == "preflop" and feature == "ochs":
            return self._ochs_preflop()
        if feature in OF_NEXT_STREET and not has_sorted_levels(self.game, street):
            return self._over_next(street, feature)
        cells = self._feature_table(street)
        rows = bytes_of(cells)
        points, of_hand = distinct(rows, self.threads)
        if feature == "ochs":
            return Points(of_hand, points, "l2", scale=OCHS_PARTS)
        return Points(of_hand, points, "l1", scale=self._scale(street, feature))

    def cluster(self, street: str) -> None:
        """Group the hands of a street into buckets with imperfect recall."""
        points = self.points(street)
        deals = self.deals(street, points)
        chosen = np.flatnonzero(deals)
        n = self.design.buckets_of(street)
        labels = np.zeros(len(points.rows), dtype=np.uint32)
        if n is None:
            # Every class of the feature is a bucket.
            labels[chosen] = np.arange(len(chosen))
            facts: dict[str, Any] = {"metric": None, "n_points": len(chosen), "inertia": []}
            self.finish(street, points, deals, labels, len(chosen), facts)
            return
        check_number(street, n, len(chosen), self.design.feature_of(street))
        labels[chosen], inertia, centers = points.label(
            chosen,
            deals[chosen],
            n,
            (self.design.seed, self.design.streets.index(street)),
            self.design,
            self.threads,
            self.plan.part(f"{street} buckets"),
        )
        facts = {"metric": points.metric, "n_points": len(chosen), "inertia": inertia}
        self.finish(street, points, deals, labels, n, facts, centers)

    def finish(
        self,
        street: str,
        points: Points,
        deals_of_points: NDArray[np.uint64],
        labels: NDArray[np.uint32],
        n: int,
        facts: dict[str, Any],
        centers: NDArray[np.float64] | None = None,
    ) -> None:
        """Sort the buckets by mean E[HS], and write the files of a street with imperfect recall."""
        if points.is_strength:
            deals, means, deviations = moments_of_values(np.arange(len(labels)), deals_of_points, labels, n)
        else:
            of_hand = relabelled(points.of_hand, labels, self.threads)
            indexer, strengths = self.game.indexer(street), self.ehs(street)
            deals, means, deviations = _native.bucket_moments(
                core_of(indexer), len(indexer.cards_per_round) - 1, of_hand, strengths, n, self.threads
            )
        order = np.argsort(means, kind="stable")
        rank: Any = np.empty(n, dtype=bucket_dtype(n))
        rank[order] = np.arange(n)
        scale = ehs_scale(street, self.game)
        files: dict[str, NDArray[Any]] = {
            "": relabelled(points.of_hand, rank[labels], self.threads),
            "-buckets": np.column_stack([deals, means / scale, deviations / scale])[order],
        }
        if centers is not None:
            files["-centers"] = centers[order]
        self.folder.finish_stage(street, n, files, facts)

    def lossless(self, street: str) -> None:
        """Give every hand of a street its own bucket."""
        n = self.game.indexer(street).size()
        self.folder.finish_stage(street, n, {"": np.arange(n, dtype=bucket_dtype(n))})

    def _classes(self, street: str, feature: str) -> Points:
        """Return the points of wins, ties and losses: one for each outcome class."""
        watcher = self.plan.part(f"{street} features")
        of_hand = outcome_classes(
            street,  # type: ignore[arg-type]
            kind=feature,  # type: ignore[arg-type]
            game=self.game,
            num_threads=self.threads,
            progress=watcher,
        )
        if self.design.buckets_of(street) is None:
            return Points(of_hand, np.arange(int(of_hand.max()) + 1.0), "optimal")
        if self.game == HOLDEM:
            shares = winrate_history(street, num_threads=self.threads).points()  # type: ignore[arg-type]
        else:
            shares = winrate_points(self.game, street, of_hand, self.threads)
        # A win differs from a loss by two steps, which is one unit of hand strength.
        return Points(of_hand, shares, "l1", scale=2.0)

    def _scalars(self, street: str, feature: str) -> Points:
        """Return the points of a scalar feature."""
        metric = "percentile" if feature == "percentile" else "optimal"
        if feature != "ehs2" or street == self.design.streets[-1]:
            strengths, scale = self.ehs(street), ehs_scale(street, self.game)
            if (street == "preflop" or scale > _MOST_VALUES) and feature != "ehs2":
                # There are a few hands, and far more possible values.
                return distinct_numbers(strengths, scale, metric)
            values = np.arange(int(strengths.max()) + 1) / scale
            # With one runout, the mean square is the square.
            return Points(strengths, values if feature != "ehs2" else values * values, metric, is_strength=True)
        squares = self._strength_counts("ehs2", street, "features")
        return distinct_numbers(squares, runout_values(self.game) * ehs_scale(street, self.game), metric)

    def _strength_counts(self, kind: Literal["ehs", "ehs2"], street: str, part: str) -> Numbers:
        """Return the table of counts of a street, made into the file of this part."""
        return strength_table(
            kind,
            street=street,  # type: ignore[arg-type]
            game=self.game,
            dtype="counts",
            path=self._table_file(f"{street}-{part}.npy"),
            mmap=self._mmap,
            executor=self.executor,
            num_threads=self._table_threads,
            progress=self.plan.part(f"{street} {part}"),
        )

    def _over_next(self, street: str, feature: str) -> Points:
        """Return the distribution of each hand over next-street bins of E[HS], or over positions of buckets.

        This is for hands before the flop, and before any round of several cards.
        """
        spec, after = self._next_street_spec(street, feature), self._after(street)
        level_of = np.frombuffer(spec.level_of, dtype=np.uint8).astype(np.uint16)
        numbers: Numbers = read_numbers(spec.path)
        n_levels = self.design.bins if feature == "histogram" else LEVELS + 1
        indexer = self.game.indexer(street)
        of_hand: Any = np.arange(indexer.size(), dtype=bucket_dtype(indexer.size()))
        counts = _native.bucket_transitions(
            core_of(indexer),
            of_hand,
            len(of_hand),
            self.game.board_cards[after],
            relabelled(numbers, level_of, self.threads),
            n_levels,
            self.threads,
            self.plan.part(f"{street} features"),
        )
        # The earth mover's distance of histograms is the L1 distance of their cumulative shares.
        shares = counts.cumsum(axis=1)[:, :-1] / counts.sum(axis=1, keepdims=True)
        steps = n_levels if feature == "histogram" else LEVELS
        is_plain = feature == "histogram" or self.design.is_lossless(after)
        width = 1.0 if is_plain else self._places(after, feature)[1]
        return Points(of_hand.astype(np.uint32), shares, "l1", scale=steps / width)

    def _ochs_preflop(self) -> Points:
        """Return the equity of each hand before the flop against each cluster of opponents."""
        clusters = opponent_clusters(self.design.clusters, game=self.game, num_threads=self.threads)
        rows = strength_table(
            "ochs", street="preflop", game=self.game, clusters=clusters, num_threads=self._table_threads
        )
        # In a small deck an opponent may hold no hand of a cluster.
        np.nan_to_num(rows, copy=False, nan=0.0)
        return Points(np.arange(len(rows), dtype=np.uint32), rows, "l2")

    def _odds(self, street: str) -> Points:
        """Return the equity of each hand against several opponents."""
        odds = strength_table(
            "odds",
            street=street,  # type: ignore[arg-type]
            game=self.game,
            n_opponents=self.design.n_opponents,
            path=self._table_file(f"{street}-features.npy"),
            mmap=self._mmap,
            executor=self.executor,
            num_threads=self._table_threads,
            progress=self.plan.part(f"{street} features"),
        )
        # Of 123 million river hands there are some 100,000 values, so these are sorted after they are found.
        equities = np.ascontiguousarray(odds[:, 2])
        points, of_hand = distinct(equities.view(np.uint8).reshape(-1, equities.itemsize), self.threads)
        values = points.view(np.float64).reshape(-1)
        order = np.argsort(values)
        place = np.empty_like(of_hand, shape=len(order))
        place[order] = np.arange(len(order))
        return Points(place[of_hand], values[order], "optimal", has_means=True)

    def _own(self, street: str) -> Points:
        """Return the points of a feature that the caller gave."""
        numbers = self.own[street]
        if numbers.ndim == 1:
            return replace(distinct_numbers(numbers, 1, "optimal"), has_means=True)
        points, of_row = distinct(numbers.view(np.uint8), self.threads)
        return Points(of_row, points.view(numbers.dtype).astype(np.float64), "l2")

    def _table_file(self, name: str) -> Path:
        """Return the path of a table; compare a finished one with its checksums first."""
        path = self.folder.file(name)
        if name not in self._compared and path.exists() and path.with_name(f"{name}.json").exists():
            check_table(path)
        self._compared.add(name)
        return path

    def _feature_table(self, street: str) -> NDArray[np.uint64]:
        """Return the rows of bytes of a street."""
        feature = self.design.feature_of(street)
        spec: TableSpec
        if feature == "ochs":
            clusters = opponent_clusters(self.design.clusters, game=self.game, num_threads=self.threads)
            spec = OchsSpec(street, class_lists(clusters, self.game), game=self.game)
        else:
            spec = self._next_street_spec(street, feature)
        with opened(spec) as table:
            return make_table(
                spec,
                (table.rows(), table.columns()),
                label=f"{feature}, {street}",
                path=self._table_file(f"{street}-features.npy"),
                mmap=self._mmap,
                executor=self.executor,
                num_threads=self._table_threads,
                progress=self.plan.part(f"{street} features"),
            )

    def _after(self, street: str) -> str:
        """Return the next street."""
        return self.design.streets[self.design.streets.index(street) + 1]

    def _next_street_spec(self, street: str, feature: str) -> NextStreetSpec:
        """Return the table of the next-street hands: bins of E[HS], or positions of buckets."""
        after, game = self._after(street), self.game
        path, scale = str(self.folder.file(f"{after}-ehs.npy").absolute()), ehs_scale(after, game)
        if feature == "histogram":
            strengths = self.ehs(after)
            n_bins = self.design.bins
            bins = np.minimum(np.arange(int(strengths.max()) + 1) * n_bins // scale, n_bins - 1)
            return NextStreetSpec(street, path, f"{after} ehs", bins.astype(np.uint8).tobytes(), game=game)
        if self.design.is_lossless(after):
            strengths = self.ehs(after)
            levels = levels_of(np.arange(int(strengths.max()) + 1) / scale)
            return NextStreetSpec(street, path, f"{after} ehs", levels, game=game)
        places, width = self._places(after, feature)
        table = self.folder.file(f"{after}.npy")
        return NextStreetSpec(
            street,
            str(table.absolute()),
            self.folder.stages[after]["files"][table.name],
            levels_of(places / width),
            game=game,
        )

    def _places(self, after: str, feature: str) -> tuple[NDArray[np.float64], float]:
        """Return the positions of the buckets of a street on the scale of hand strength, and the length of it."""
        means = self.folder.array(after, "-buckets")[:, 1]
        if feature == "potential":
            return means, 1.0
        places = positions_on_a_line(self.ground_distances(after, means), means)
        return places, float(places.max()) or 1.0

    def ground_distances(self, street: str, means: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the distances between the buckets of a street: of their centres, in the metric of their feature."""
        if not self.folder.has_centers(street):
            return np.abs(means[:, None] - means)
        return distances_of(self.folder.array(street, "-centers"), self.folder.stages[street]["metric"])

    def _scale(self, street: str, feature: str) -> float:
        """Return the distance of two rows whose next-street hands differ by one unit of hand strength."""
        children = n_children(self.game, street)
        if feature == "histogram":
            return children * self.design.bins
        after = self._after(street)
        width = 1.0 if self.design.is_lossless(after) else self._places(after, feature)[1]
        return children * LEVELS / width


def distinct_numbers(numbers: NDArray[Any], scale: int, metric: str) -> Points:
    """Return the points of hands with one number each, which is a count out of `scale`."""
    found, of_hand = np.unique(numbers, return_inverse=True)
    return Points(of_hand.astype(np.uint32), found.astype(np.float64) / scale, metric)


def distances_of(centers: NDArray[np.float64], metric: str) -> NDArray[np.float64]:
    """Return the distances between rows, computed one row at a time."""
    if metric == "l2":
        return np.array([np.sqrt(((centers - row) ** 2).sum(axis=1)) for row in centers])
    return np.array([np.abs(centers - row).sum(axis=1) for row in centers])


def moments_of_values(
    values: NDArray[np.intp], deals: NDArray[np.uint64], labels: NDArray[np.uint32], n: int
) -> tuple[NDArray[np.uint64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the deals of every bucket, and the mean and deviation of their values."""
    weights = deals.astype(np.float64)
    of_bucket = np.bincount(labels, weights, minlength=n)
    means = np.bincount(labels, weights * values, minlength=n) / of_bucket
    spreads = np.bincount(labels, weights * (values - means[labels]) ** 2, minlength=n) / of_bucket
    return of_bucket.astype(np.uint64), means, np.sqrt(spreads)


def check_number(street: str, n: int, n_points: int, feature: str) -> None:
    """Raise if there are more buckets than different hands."""
    if n > n_points:
        more = f", and the feature {'ochs'!r} has more" if feature in SCALARS else ""
        raise InvalidArgumentError(
            f"n_buckets = {n:,} of the {street}: hands have only {n_points:,} distinct values of the feature "
            f"{feature!r}; n_buckets={{..., {street!r}: {n_points}}} takes all of them{more}"
        )
