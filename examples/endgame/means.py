"""Means and standard errors of abstractions over boards, as tables of Markdown and as a plot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from endgame.comparison import COLOURS
from endgame.lines import Line, numbers_in

POTENTIAL = "potential, "
SHORT = "sqrt(k) turn buckets"
"""Imperfect recall with the numbers of buckets of perfect recall."""


class Curve(NamedTuple):
    """The abstractions that differ in the number of buckets alone."""

    feature: str
    recall: str
    few_on_turn: bool
    """Whether the turn has about the square root of k buckets and the river k, as with perfect recall."""

    @property
    def name(self) -> str:
        """The name in tables."""
        if self.recall == "perfect":
            return f"{self.feature}, perfect recall"
        return f"{self.feature}, {SHORT}" if self.few_on_turn else self.feature


Point: TypeAlias = tuple[Curve, int]
"""A curve and a number of river buckets; 0 if there is no choice."""


def point_of(line: Line) -> Point:
    """Return what the boards of a mean have in common."""
    asked = numbers_in(line.buckets_asked)
    return Curve(line.feature, line.recall, len(set(asked)) > 1), asked[-1] if asked else 0


class Means:
    """Exploitability on the boards of one street on which every abstraction was measured."""

    def __init__(self, street: str, lines: Iterable[Line], base: str) -> None:
        """Take the lines of a street, and the feature with which the others are compared."""
        self.street, self.base = street, base
        found: dict[Point, dict[str, Line]] = {}
        for line in lines:
            found.setdefault(point_of(line), {})[line.board] = line
        boards = [set(of_boards) for of_boards in found.values()]
        self.boards = sorted(set.intersection(*boards)) if boards else []
        self.lines = {point: [of_boards[board] for board in self.boards] for point, of_boards in found.items()}
        self.numbers = sorted({number for _, number in found if number})
        self.curves = list(dict.fromkeys(curve for curve, number in found if number))

    def values(self, point: Point, sides: str = "one") -> NDArray[np.float64]:
        """Return the exploitability on each board."""
        return np.array([line.one_sided if sides == "one" else line.two_sided for line in self.lines[point]])

    def difference(self, less: Point, more: Point) -> NDArray[np.float64]:
        """Return by how much the second loses more than the first on each board, one-sided."""
        return self.values(more) - self.values(less)

    def tables(self) -> Iterator[str]:
        """Yield the tables, one-sided exploitability first."""
        n = len(self.boards)
        yield f"## {self.street}, {n} board{'s' * (n != 1)}\n\nExploitability in percent of the pot ± standard error."
        if not n:
            return
        of_all = [point for point in self.lines if not point[1]]
        rows = [
            [point[0].name, self._in_use(point), shown(self.values(point)), shown(self.values(point, "two"))]
            for point in of_all
        ]
        yield markdown(["", "buckets in use", "one-sided", "two-sided"], rows)
        if not self.curves:
            return
        for sides in ("one", "two"):
            yield self._table(f"{sides}-sided", {curve.name: (curve, None, sides) for curve in self.curves})
        others = [curve for curve in self.curves if curve.feature != self.base]
        pairs = {curve.name: (curve, curve._replace(feature=self.base), "one") for curve in others}
        yield self._table(f"{self.base} minus others, one-sided", pairs)
        perfect = [curve for curve in self.curves if curve.recall == "perfect"]
        if perfect:
            against = {
                curve.feature: (curve._replace(recall="imperfect", few_on_turn=True), curve, "one") for curve in perfect
            }
            yield self._table("perfect minus imperfect recall, same numbers of buckets, one-sided", against)

    def _table(self, title: str, rows: Mapping[str, tuple[Curve, Curve | None, str]]) -> str:
        def cell(curve: Curve, minuend: Curve | None, sides: str, number: int) -> str:
            if (curve, number) not in self.lines or (minuend is not None and (minuend, number) not in self.lines):
                return ""
            if minuend is None:
                return shown(self.values((curve, number), sides))
            return shown(self.difference((curve, number), (minuend, number)))

        cells = [[name, *(cell(*row, number) for number in self.numbers)] for name, row in rows.items()]
        filled = [row for row in cells if any(row[1:])]
        return markdown([title, *map(str, self.numbers)], filled) if filled else ""

    def _in_use(self, point: Point) -> str:
        """Return the mean number of buckets in use on each street."""
        counts = [numbers_in(line.buckets_in_use) for line in self.lines[point]]
        return " / ".join(f"{mean:,.1f}".removesuffix(".0") for mean in np.mean(counts, axis=0).tolist())


def std_error(values: NDArray[np.float64]) -> float:
    """Return the standard error of the mean; NaN for one board."""
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else float("nan")


def shown(values: NDArray[np.float64]) -> str:
    """Return the mean and its standard error in percent."""
    mean, error = 100 * float(values.mean()), 100 * std_error(values)
    digits = 2 if abs(mean) >= 1 else 3
    return f"{mean:.{digits}f} ± {error:.{digits}f}" if np.isfinite(error) else f"{mean:.{digits}f}"


def markdown(header: list[str], rows: list[list[str]]) -> str:
    """Return a table."""
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def draw(streets: list[Means], path: Path) -> None:
    """Draw one-sided exploitability over the number of buckets on logarithmic scales, with standard errors.

    Each street has a panel with imperfect recall. Perfect recall has one of its own, beside imperfect recall with the
    same numbers of buckets.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, NullFormatter, NullLocator

    panels = []
    for means in streets:
        plain = [curve for curve in means.curves if not curve.few_on_turn]
        few = [curve for curve in means.curves if curve.few_on_turn]
        title = f"{means.street}, {len(means.boards)} boards"
        panels += [(means, plain, title)] * bool(plain)
        panels += [(means, few, f"{title}, sqrt(k) turn buckets, perfect recall dashed")] * bool(few)
    figure = Figure(figsize=(5.2 * max(len(panels), 1) + 2.4, 4.8), layout="constrained")
    features = list(dict.fromkeys(curve.feature.removeprefix(POTENTIAL) for _, curves, _ in panels for curve in curves))
    palette = dict(zip(features, zip([*COLOURS, "#000000"], "osD^vPX", strict=True), strict=False))
    handles = {}
    for (means, curves, title), ax in zip(panels, figure.subplots(1, len(panels), squeeze=False)[0], strict=True):
        for curve in curves:
            colour, marker = palette[curve.feature.removeprefix(POTENTIAL)]
            numbers = [number for number in means.numbers if (curve, number) in means.lines]
            values = [means.values((curve, number)) for number in numbers]
            dashed = curve.feature.startswith(POTENTIAL) or curve.recall == "perfect"
            handles[curve.feature] = ax.errorbar(
                numbers,
                [100 * of.mean() for of in values],
                [100 * std_error(of) for of in values] if len(means.boards) > 1 else None,
                color=colour,
                marker=marker,
                markersize=4.5,
                linewidth=1.3,
                linestyle="--" if dashed else "-",
                markerfacecolor="white" if dashed else colour,
                capsize=2.5,
            )
        for curve, number in means.lines:
            if not number:
                level = 100 * float(means.values((curve, number)).mean())
                handles[curve.feature] = ax.axhline(level, color="#777777", linestyle=":", linewidth=1)
        ax.set_title(title, fontsize=10)
        ax.set(xscale="log", yscale="log", xlabel="river buckets, at most")
        ax.set_xticks(means.numbers)
        ax.xaxis.set_minor_locator(NullLocator())
        for axis in (ax.xaxis, ax.yaxis):
            axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
            axis.set_minor_formatter(NullFormatter())
        ax.grid(color="#dddddd", linewidth=0.6)
        ax.spines[["top", "right"]].set_visible(False)
    figure.supylabel("one-sided exploitability, % of the pot", fontsize=10)
    figure.legend(handles.values(), handles.keys(), loc="outside right center", frameon=False, fontsize=9)
    figure.savefig(path, dpi=84)
