"""Repeat the tables and figures of Teófilo, Reis and Lopes Cardoso, "Average Rank Strength" (2013), with exact values.

Write a report, `report.md` and PNG files, into a folder, by default a temporary one.

    python examples/average_rank_strength.py report --hands 1000000 --whole

`--hands` is the number of hands per street in the benchmark. `--whole` measures the differences on every class of hands
instead of a sample.
"""

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from math import comb, perm
from pathlib import Path
from time import perf_counter

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

import pokerbits as pb
from pokerbits import plot

STREETS = {"flop": 3, "turn": 4, "river": 5}
SAMPLES = 1000
PART = 1 << 20
# Table 3 of the paper, one thread of an Intel i7-3940XM: Monte Carlo and ARS, seconds for 1,000,000 hands.
THEIR_SECONDS = {"flop": (387.71, 0.32), "turn": (309.18, 0.41), "river": (263.79, 0.43)}


def random_deals(rng: np.random.Generator, n: int, size: int) -> NDArray[np.uint8]:
    """Return deals of `size` different cards, shape (n, size)."""
    return different(rng, n, 52, size).astype(np.uint8)


def different(rng: np.random.Generator, n: int, of: int, size: int) -> NDArray[np.int64]:
    """Return rows of `size` different numbers below `of`."""
    drawn = np.empty((n, size), dtype=np.int64)
    for place in range(size):
        number = rng.integers(0, of - place, n)
        # Skip the numbers that are taken, in ascending order.
        for taken in np.sort(drawn[:, :place], axis=1).T:
            number += number >= taken
        drawn[:, place] = number
    return drawn


def monte_carlo(rng: np.random.Generator, deals: NDArray[np.uint8], samples: int = SAMPLES) -> NDArray[np.float64]:
    """Return E[HS] estimated from random opponents and boards, vectorised, with the evaluator of this package."""
    known = deals.shape[1]
    estimates = np.empty(len(deals))
    for start in range(0, len(deals), 500):
        part = deals[start : start + 500]
        left = np.ones((len(part), 52), dtype=bool)
        np.put_along_axis(left, part.astype(np.intp), values=False, axis=1)
        rest = np.nonzero(left)[1].reshape(len(part), 52 - known).astype(np.uint8)
        row = np.repeat(np.arange(len(part)), samples)
        cards = rest[row[:, None], different(rng, len(row), 52 - known, 9 - known)]
        board = np.hstack([part[row, 2:], cards[:, 2:]])
        ours = pb.evaluate(np.hstack([part[row, :2], board]), num_threads=1).astype(np.int16)
        theirs = pb.evaluate(np.hstack([cards[:, :2], board]), num_threads=1).astype(np.int16)
        estimates[start : start + 500] = (np.sign(ours - theirs).reshape(len(part), samples).mean(axis=1) + 1) / 2
    return estimates


def looked_up(table: NDArray[np.uint16], indexer: pb.HandIndexer, deals: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return E[HS] from a table: an index and a load."""
    return table[indexer.index(deals, num_threads=1)] / pb.strength.UINT16_SCALE


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that a call takes."""
    started = perf_counter()
    work()
    return perf_counter() - started


def markdown(header: list[str], rows: list[list[str]]) -> str:
    """Return a table."""
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def table_1() -> str:
    """Return the showdowns behind E[HS] of one hand, against one opponent."""
    printed = {"preflop": 2_097_572_400, "flop": 1_070_190, "turn": 45_540, "river": 990}
    rows = []
    for street, cards in {"preflop": 0, **STREETS}.items():
        # The library counts every runout and every combo that the opponent can hold.
        hand = np.arange(2 + cards, dtype=np.uint8)
        runouts = int(pb.strength.hand_strength_histogram(hand[:2], board=hand[2:], bins=2).sum())
        assert runouts == comb(50 - cards, 5 - cards)
        rows.append([street, f"{printed[street]:,}", f"{runouts:,} x 990 = {runouts * comb(45, 2):,}"])
    note = (
        "The source writes C(47, 5) and C(46, 5) for the flop and the turn; its numbers are those of C(47, 2) and "
        "C(46, 1). With that all four counts agree."
    )
    return f"{markdown(['street', 'source', 'this library'], rows)}\n\n{note}"


def table_2() -> str:
    """Return the sizes of tables of E[HS]."""
    rows, total = [], np.zeros(3)
    for street, cards in {"preflop": 0, **STREETS}.items():
        ordered, unordered = perm(52, 2 + cards), comb(52, 2) * comb(50, cards)
        classes = pb.strength.STREET_INDEXERS[street].size()
        total += [ordered, unordered, classes]
        rows.append([street, f"{ordered:.4g}", f"{unordered:,}", f"{classes:,}", f"{8 * classes / 1e9:.3f} GB"])
    rows.append(
        ["total", f"{total[0]:.4g}", f"{int(total[1]):,}", f"{int(total[2]):,}", f"{8 * total[2] / 1e9:.3f} GB"]
    )
    note = (
        "The source has the same permutations and combinations (6.892e11 and 3.141e9 in all, 5,513.95 and 25.13 GB). "
        "For hands that differ in suits alone it divides by 20, to 3.446e10 and 1.570e8; there are 1.384e8 classes. A "
        "dense index needs one number for each: 1.1 GB of doubles, or 277 MB of 16-bit fractions."
    )
    return f"{markdown(['street', 'permutations', 'combinations', 'classes', 'as float64'], rows)}\n\n{note}"


def table_3(rng: np.random.Generator, hands: int, tables: dict[str, NDArray[np.uint16]]) -> str:
    """Return the seconds for 1,000,000 hands of every method for E[HS], and the errors of the methods."""
    rows = []
    for street, cards in STREETS.items():
        # Methods that take nanoseconds are measured on more hands.
        deals = random_deals(rng, max(hands, 200_000), 2 + cards)
        hole, board = np.ascontiguousarray(deals[:, :2]), np.ascontiguousarray(deals[:, 2:])
        indexer, table = pb.strength.STREET_INDEXERS[street], tables[street]
        # The code is loaded, and the tables are made, before the clock runs.
        exact = pb.expected_hand_strength(hole[:hands], board=board[:hands])
        pb.strength.average_rank_strength(hole, board=board, num_threads=1)
        methods: list[tuple[str, str, int, Callable[[], NDArray[np.float64]]]] = [
            (
                f"Monte Carlo, {SAMPLES:,} samples",
                f"{THEIR_SECONDS[street][0]:.2f}",
                hands,
                partial(monte_carlo, rng, deals[:hands]),
            ),
            (
                "average rank strength",
                f"{THEIR_SECONDS[street][1]:.2f}",
                len(deals),
                partial(pb.strength.average_rank_strength, hole, board=board, num_threads=1),
            ),
            ("exact table, uint16", "", len(deals), partial(looked_up, table, indexer, deals)),
            (
                "exact computation",
                "",
                hands,
                partial(pb.expected_hand_strength, hole[:hands], board=board[:hands], num_threads=1),
            ),
        ]
        for name, their, n, work in methods:
            started = perf_counter()
            found = work()
            seconds = (perf_counter() - started) * 1e6 / n
            off = np.abs(found[:hands] - exact).mean()
            rows.append([street, name, their, f"{seconds:.3f}" if seconds < 1 else f"{seconds:.1f}", f"{off:.6f}"])
    scaled = "" if hands == 1_000_000 else f" (scaled from {hands:,} hands a street, of the look-ups from 200,000)"
    note = (
        f"Seconds for 1,000,000 hands on one thread{scaled}; the last column is the mean distance to the exact E[HS]."
    )
    return f"{note}\n\n{markdown(['street', 'method', 'source', 'here', 'off by'], rows)}"


def differences(
    rng: np.random.Generator, tables: dict[str, NDArray[np.uint16]], sample: int | None
) -> tuple[str, dict[str, NDArray[np.float64]]]:
    """Return the differences of ARS and E[HS] on every street, and both before the flop."""
    rows = []
    for street in STREETS:
        indexer, table, ars = pb.strength.STREET_INDEXERS[street], tables[street], pb.strength.ars_table(street)
        size = indexer.size()
        chosen = None if sample is None or sample >= size else np.sort(rng.integers(0, size, sample))
        n = size if chosen is None else len(chosen)
        deals, absolute, squares, most, unweighted = 0.0, 0.0, 0.0, 0.0, 0.0
        for start in range(0, n, PART):
            part = range(start, min(start + PART, n)) if chosen is None else chosen[start : start + PART]
            hands, weights = indexer.unindex(part), indexer.multiplicity(part).astype(np.float64)
            means = pb.strength.average_rank_strength(hands[:, :2], board=hands[:, 2:])
            exact = table[part.start : part.stop] if isinstance(part, range) else table[part]
            off = means - exact / pb.strength.UINT16_SCALE
            deals, absolute = deals + weights.sum(), absolute + weights @ np.abs(off)
            squares, most = squares + weights @ off**2, max(most, float(np.abs(off).max()))
            unweighted += (off**2).sum() * size / n
        whole = "all" if chosen is None else f"{n:,} at random of the"
        numbers = [f"{absolute / deals:.4f}", f"{most:.4f}", f"{squares / deals:.5f}", f"{unweighted:,.0f}"]
        rows.append([f"{street} ({whole} {size:,} classes)", *numbers])
        assert not np.isnan(ars[-1]).all()

    ehs = pb.strength_table(street="preflop")
    return markdown(["street", "mean absolute", "maximum", "mean square", "sum of squares"], rows), preflop_differences(
        rng, ehs
    )


def preflop_differences(rng: np.random.Generator, ehs: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    """Return E[HS] of the 169 classes before the flop, and the mean of ARS over flops in several senses."""
    indexer, ars = pb.strength.STREET_INDEXERS["flop"], pb.strength.ars_table("flop")
    everything = range(indexer.size())
    hands, weights = indexer.unindex(everything), indexer.multiplicity(everything)
    classes = pb.cards.hand_class(hands[:, :2])
    means = pb.strength.average_rank_strength(hands[:, :2], board=hands[:, 2:])
    by_deal = np.bincount(classes, weights * means) / np.bincount(classes, weights)
    first = np.array([pb.strength.STREET_INDEXERS["preflop"].unindex(i) for i in range(169)])
    return {
        "exact": ehs,
        "ARS, mean over all flops": by_deal,
        "ARS, mean over the strengths that occur": np.nanmean(ars[1:], axis=0),
        f"E[HS] by Monte Carlo, {SAMPLES:,} samples": monte_carlo(rng, first),
    }


def frequencies(street: str) -> NDArray[np.float64]:
    """Return how many hands of 5, 6 or 7 cards have each strength."""
    indexer = pb.HandIndexer((2 + STREETS[street],))
    counts = np.zeros(7463)
    for start in range(0, indexer.size(), PART):
        part = range(start, min(start + PART, indexer.size()))
        counts += np.bincount(pb.evaluate(indexer.unindex(part)), indexer.multiplicity(part), minlength=7463)
    assert counts.sum() == comb(52, 2 + STREETS[street])
    return counts


def figures(folder: Path, preflop: dict[str, NDArray[np.float64]]) -> None:
    """Draw Figures 1, 3, 4 and 5."""
    page = Figure(figsize=(10, 9.5), layout="constrained")
    for ax, street in zip(page.subplots(3), STREETS, strict=True):
        plot.rank_frequencies(frequencies(street), ax=ax, title=f"{street}, {2 + STREETS[street]} cards")
    page.savefig(folder / "figure_1.png", dpi=110)

    page = Figure(figsize=(11, 15), layout="constrained")
    for ax, street in zip(page.subplots(3), STREETS, strict=True):
        plot.ars_heatmap(pb.strength.ars_table(street), ax=ax, title=street)
    page.savefig(folder / "figure_3.png", dpi=110)

    page = Figure(figsize=(14, 7.4), layout="constrained")
    for ax, (name, title) in zip(
        page.subplots(1, 2),
        [
            ("ARS, mean over all flops", "average rank strength before the flop"),
            ("exact", "E[HS] before the flop"),
        ],
        strict=True,
    ):
        plot.hand_matrix(preflop[name], ax=ax, title=title, vmin=0.3, vmax=0.86)
    page.savefig(folder / "figures_4_5.png", dpi=110)


REPORT = """# Average rank strength, again

After Teófilo, Reis, Lopes Cardoso, "Speeding-Up Poker Game Abstraction Computation: Average Rank Strength" (2013).

## Table 1: showdowns behind one E[HS]

{table_1}

## Table 2: sizes of lookup tables

{table_2}

## Table 3: speed

{table_3}

The exact tables were made here in {made:.1f} s, the ARS tables in {ars:.1f} s.

## Figure 1: how often each strength comes

![relative frequency of strengths](figure_1.png)

## Figure 3: average rank strength

![average rank strength](figure_3.png)

## ARS against E[HS]

Means over deals, every deal alike; the sum is over classes, each once (estimated from the sample, where there is one):

{differences}

Before the flop the source found a mean absolute difference of 0.011, a maximum of 0.062 and a sum of squares of 0.039
over the 169 classes. The mean of ARS over all flops *is* E[HS], by the law of total expectation, and a mean over the
strengths that occur, each once, is far from it. The source's numbers are of the size of the noise in an E[HS] by Monte
Carlo with the 1,000 samples that it used, whose standard error is up to 0.5 / sqrt(1000) = 0.016:

{preflop}

## Figures 4 and 5: before the flop

![ARS and E[HS] before the flop](figures_4_5.png)
"""


def main() -> None:
    """Write the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="output folder (default: a temporary folder)")
    parser.add_argument(
        "--hands", type=int, default=1000, help="hands per street in the benchmark (default: %(default)s)"
    )
    parser.add_argument("--whole", action="store_true", help="compare every class of hands, not a sample")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        rng = np.random.default_rng(0)
        tables: dict[str, NDArray[np.uint16]] = {}

        def make_tables() -> None:
            tables.update({street: pb.strength_table(street=street, dtype="uint16") for street in STREETS})

        made = timed(make_tables)
        ars = timed(lambda: [pb.strength.ars_table(street) for street in STREETS])
        by_street, preflop = differences(rng, tables, None if arguments.whole else 500_000)
        rows = []
        for name, values in list(preflop.items())[1:]:
            off = values - preflop["exact"]
            rows.append([name, f"{np.abs(off).mean():.4f}", f"{np.abs(off).max():.4f}", f"{(off**2).sum():.4f}"])
        rows.append(["source", "0.011", "0.062", "0.039"])
        report = REPORT.format(
            table_1=table_1(),
            table_2=table_2(),
            table_3=table_3(rng, arguments.hands, tables),
            made=made,
            ars=ars,
            differences=by_street,
            preflop=markdown(["before the flop", "mean absolute", "maximum", "sum of squares"], rows),
        )
        figures(folder, preflop)
        (folder / "report.md").write_text(report, encoding="utf-8")
        print(report)


if __name__ == "__main__":
    main()
