"""Compare abstractions of an endgame: solve with each, measure exploitability on real hands, print and draw."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

import pokerbits as pb
from endgame.buckets import Buckets, allowed, looked_up, n_different
from pokerbits.endgame import Endgame, Solver

Labels: TypeAlias = dict[str, Buckets | None]
"""The buckets of each street; `None`: every hand has its own."""
Abstraction: TypeAlias = Callable[[int, int], Labels]
"""Takes the number of buckets and a seed; returns the buckets of each street."""

NONE = "no abstraction"
LIMIT = 0.001
"""Upper limit of the exploitability of the strategy without abstraction, as a share of the pot."""


# Colours of Okabe and Ito, distinguishable with any colour vision.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")


class Row(NamedTuple):
    """The measurements of one abstraction."""

    abstraction: str
    asked: int
    """The requested number of buckets; 0 if it cannot be chosen."""
    found: tuple[int, ...]
    """The number of buckets in use on each street."""
    exploitability: float
    """As a share of the pot."""
    seconds: float
    """CPU seconds for buckets and solving."""


def solved(game: Endgame, name: str, asked: int, make: Callable[[], Labels], iterations: int) -> Row:
    """Return the exploitability of the average strategy after a number of iterations with these buckets."""
    started = process_time()
    buckets = make()
    solver = Solver(game, buckets)
    solver.run(iterations)
    seconds = process_time() - started
    found = tuple(in_use(boards, buckets[street]) for street, boards in zip(game.streets, game.boards, strict=True))
    return Row(name, asked, found, solver.exploitability(), seconds)


def in_use(boards: NDArray[np.uint8], buckets: Buckets | None) -> int:
    """Return the number of buckets of all hands."""
    return int(allowed(boards).sum()) if buckets is None else n_different(boards, buckets)


def compare(
    game: Endgame,
    abstractions: dict[str, Abstraction],
    numbers: list[int],
    iterations: int,
    *,
    seed: int = 0,
    folders: list[Path] | None = None,
) -> Iterator[Row]:
    """Yield results without abstraction, with abstractions from folders, and with each number of buckets."""
    yield solved(game, NONE, 0, lambda: dict.fromkeys(game.streets), iterations)
    for folder in folders or []:
        whole = pb.CardAbstraction.load(folder)
        buckets = {street: looked_up(whole, of) for street, of in zip(game.streets, game.boards, strict=True)}
        yield solved(game, str(folder), 0, lambda found=buckets: found, iterations)
    for name, make in abstractions.items():
        for n in numbers:
            yield solved(game, name, n, lambda of=make, n=n: of(n, seed), iterations)


def draw(rows: list[Row], title: str, path: Path) -> None:
    """Draw exploitability over the number of buckets, both on a logarithmic scale."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, NullFormatter

    figure = Figure(figsize=(9.5, 4.8), layout="constrained")
    ax = figure.subplots()
    names = dict.fromkeys(row.abstraction for row in rows if row.asked)
    for name, colour, marker in zip(names, COLOURS, "osD^vP", strict=False):
        line = [(row.asked, 100 * row.exploitability) for row in rows if row.abstraction == name]
        ax.plot(*zip(*line, strict=True), color=colour, marker=marker, markersize=5, linewidth=1.4, label=name)
    for row in rows:
        if not row.asked:
            ax.axhline(100 * row.exploitability, color="#777777", linestyle="--", linewidth=1, label=row.abstraction)
    ax.set(
        xscale="log",
        yscale="log",
        xlabel="buckets per street, at most",
        ylabel="exploitability, % of the pot",
        title=title,
    )
    ax.set_xticks(sorted({row.asked for row in rows if row.asked}))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axis.set_minor_formatter(NullFormatter())
    ax.grid(color="#dddddd", linewidth=0.6)
    ax.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside right center", frameon=False, fontsize=9)
    figure.savefig(path, dpi=84)


def parser(description: str, iterations: int) -> argparse.ArgumentParser:
    """Return the parser of the shared options."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument(
        "--iterations", type=positive, default=iterations, help="iterations of CFR+ (default: %(default)s)"
    )
    options.add_argument(
        "--k", type=positive, nargs="+", default=[10], metavar="K", help="numbers of buckets per street (default: 10)"
    )
    options.add_argument(
        "--seed", type=int, default=0, help="random seed of buckets and k-means (default: %(default)s)"
    )
    options.add_argument(
        "--abstraction", type=Path, nargs="+", metavar="FOLDER", help="card abstractions to measure as well"
    )
    options.add_argument("--plot", type=Path, metavar="FILE", help="file for a plot of the curves (png, svg or pdf)")
    return options


def positive(text: str) -> int:
    """Return a positive number."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a positive number, found {number}")
    return number


def report(game: Endgame, abstractions: dict[str, Abstraction], arguments: argparse.Namespace, title: str) -> int:
    """Print a line for each abstraction and draw; return 1 if the strategy without abstraction is above the limit."""
    started = process_time()
    hands = " and ".join(str(len(of_player)) for of_player in game.combos)
    print(f"{title}: {len(game.tree.decisions)} decisions, {hands} hands, {arguments.iterations} iterations")
    print(f"{'abstraction':<32} {'asked':>5}  {'buckets':>14}  {'exploitability':>14}  seconds")
    rows = []
    for row in compare(
        game,
        abstractions,
        arguments.k,
        arguments.iterations,
        seed=arguments.seed,
        folders=arguments.abstraction,
    ):
        rows.append(row)
        found = " / ".join(f"{n:,}" for n in row.found)
        print(
            f"{row.abstraction:<32} {row.asked or '':>5}  {found:>14}  {row.exploitability:>14.4%}  {row.seconds:7.1f}",
            flush=True,
        )
    print(f"{process_time() - started:.0f} CPU seconds in all")
    if arguments.plot is not None:
        draw(rows, title, arguments.plot)
    return int(rows[0].exploitability >= LIMIT)
