"""The commands about hand strength: of one hand, and whole tables."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress

import pokerbits as pb
from pokerbits.cards import format_cards
from pokerbits.cli.commands import command, pokerbits, show

__all__ = ["pokerbits"]

BAR = 40
"""Characters of the longest bar of a histogram."""


@contextmanager
def bar(description: str) -> Iterator[Callable[[int, int], object] | None]:
    """Show a progress bar on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task(description, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@command("strength")
@click.argument("hole")
@click.option("--board", default="", help="0, 3, 4 or 5 board cards.")
@click.option("--opponents", "n_opponents", default=1, show_default=True, help="Hand strength is taken to this power.")
@click.option("--bins", default=10, show_default=True, help="Bins of the histogram of final hand strength.")
def strength_command(hole: str, board: str, n_opponents: int, bins: int, as_json: bool) -> None:
    """Exact strength of HOLE cards against random hands, as in `pokerbits strength AsKd --board QhJh2c`."""
    with bar("hand strength") as progress:
        ehs, ehs2 = (
            float(pb.expected_hand_strength(hole, board=board, power=power, n_opponents=n_opponents, progress=progress))
            for power in (1, 2)
        )
        counts = pb.hand_strength_histogram(hole, board=board, bins=bins, progress=progress).tolist()
    now = float(pb.hand_strength(hole, board=board, n_opponents=n_opponents)) if board else None
    data = {
        "hole": format_cards(hole),
        "board": format_cards(board),
        "n_opponents": n_opponents,
        "hand_strength": now,
        "ehs": ehs,
        "ehs2": ehs2,
        "runouts": sum(counts),
        "histogram": counts,
    }
    rows = [] if now is None else [["hand strength now", f"{now:.6f}"]]
    rows += [["E[HS]", f"{ehs:.6f}"], ["E[HS^2]", f"{ehs2:.6f}"], ["runouts", f"{sum(counts):,}"]]
    show(as_json, data, ["hand", " ".join(filter(None, (data["hole"], data["board"])))], rows)
    if not as_json:
        click.echo("\nfinal hand strength")
        for i, count in enumerate(counts):
            share = count / sum(counts)
            length = round(BAR * count / max(counts))
            click.echo(f"{i / bins:5.2f} - {(i + 1) / bins:4.2f}  {share:7.2%}  {'#' * length}".rstrip())


@command("ars")
@click.argument("hole")
@click.option("--board", required=True, help="3, 4 or 5 board cards.")
@click.option("--opponents", "n_opponents", default=1, show_default=True, help="Both numbers are taken to this power.")
def ars_command(hole: str, board: str, n_opponents: int, as_json: bool) -> None:
    """Average rank strength beside the exact E[HS], as in `pokerbits ars AsKd --board QhJh2c --opponents 3`."""
    with bar("average rank strength") as progress:
        ars = float(pb.average_rank_strength(hole, board=board, n_opponents=n_opponents, progress=progress))
    ehs = float(pb.expected_hand_strength(hole, board=board, n_opponents=n_opponents))
    cards = {"hole": format_cards(hole), "board": format_cards(board), "n_opponents": n_opponents}
    rows = [["average rank strength", f"{ars:.6f}"], ["E[HS]", f"{ehs:.6f}"], ["difference", f"{ars - ehs:+.6f}"]]
    show(as_json, cards | {"ars": ars, "ehs": ehs}, ["hand", f"{cards['hole']} {cards['board']}"], rows)


@command("table")
@click.argument("kind", type=click.Choice(["ehs", "ehs2", "histogram", "ochs"]))
@click.option("--street", type=click.Choice(list(pb.STREET_INDEXERS)), required=True)
@click.option("--dtype", type=click.Choice(["float64", "float32", "uint16", "counts"]), default="float64")
@click.option("--bins", default=50, show_default=True, help="Bins of a histogram.")
@click.option("--clusters", "n_clusters", default=8, show_default=True, help="Clusters of opponents of ochs.")
@click.option("-o", "--out", required=True, help="The file to write, a .npy.")
@click.option("--resume/--no-resume", default=True, help="Go on with a half-written file, or begin anew.")
def table_command(as_json: bool, out: str, n_clusters: int, **options: Any) -> None:
    """Write the table of a KIND for every hand of a street, as in `pokerbits table ehs --street flop -o flop.npy`.

    Stopped at any moment and started again, it goes on where it was.
    """
    clusters = pb.opponent_clusters(n_clusters) if options["kind"] == "ochs" else None
    started = perf_counter()
    try:
        with bar(f"{options['kind']}, {options['street']}") as progress:
            table = pb.strength_table(**options, clusters=clusters, out=out, progress=progress)
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from None
    seconds = perf_counter() - started
    data = {"out": out, "shape": table.shape, "dtype": table.dtype.name, "seconds": seconds}
    shape = " x ".join(f"{n:,}" for n in table.shape)
    rows = [["numbers", f"{shape} {table.dtype.name}"], ["bytes", f"{table.nbytes:,}"], ["seconds", f"{seconds:.2f}"]]
    show(as_json, data, ["file", out], rows)
