"""The commands about hand strength: of one hand, and whole tables."""

from time import perf_counter
from typing import Any

import click

import pokerbits as pb
from pokerbits._tables import Kind
from pokerbits.cards import format_cards
from pokerbits.cli._output import bar, command, show

BAR = 40
"""Characters of the longest bar of a histogram."""


@command("strength")
@click.argument("hole")
@click.option("--board", default="", help="0, 3, 4 or 5 board cards.")
@click.option("--opponents", "n_opponents", default=1, show_default=True, help="Hand strength is taken to this power.")
@click.option("--bins", default=10, show_default=True, help="Bins of the histogram of final hand strength.")
def strength_command(hole: str, board: str, n_opponents: int, bins: int, as_json: bool) -> None:
    """Exact strength of HOLE cards against random hands, as in `pokerbits strength AsKd --board QhJh2c`."""
    with bar("hand strength") as progress:
        ehs, ehs2 = (
            float(
                pb.expected_hand_strength(
                    hole, board=board, power=power, power_of_opponents=n_opponents, progress=progress
                )
            )
            for power in (1, 2)
        )
        counts = pb.hand_strength_histogram(hole, board=board, bins=bins, progress=progress).tolist()
    now = float(pb.hand_strength(hole, board=board, power_of_opponents=n_opponents)) if board else None
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
        ars = float(pb.average_rank_strength(hole, board=board, power_of_opponents=n_opponents, progress=progress))
    ehs = float(pb.expected_hand_strength(hole, board=board, power_of_opponents=n_opponents))
    cards = {"hole": format_cards(hole), "board": format_cards(board), "n_opponents": n_opponents}
    rows = [["average rank strength", f"{ars:.6f}"], ["E[HS]", f"{ehs:.6f}"], ["difference", f"{ars - ehs:+.6f}"]]
    show(as_json, cards | {"ars": ars, "ehs": ehs}, ["hand", f"{cards['hole']} {cards['board']}"], rows)


@command("table")
@click.argument("kind", type=click.Choice(["ehs", "ehs2", "histogram", "ochs"]))
@click.option("--street", type=click.Choice(list(pb.STREET_INDEXERS)), required=True)
@click.option("--dtype", type=click.Choice(["float64", "float32", "uint16", "counts"]), default="float64")
@click.option("--bins", type=int, help="Bins of a histogram; by default 50.")
@click.option("--clusters", "n_clusters", type=int, help="Clusters of opponents of ochs; by default 8.")
@click.option("-o", "--out", required=True, help="The file to write, a .npy.")
@click.option("--resume/--no-resume", default=True, help="Go on with a half-written file, or begin anew.")
def table_command(
    as_json: bool, out: str, kind: Kind, bins: int | None, n_clusters: int | None, **options: Any
) -> None:
    """Write the table of a KIND for every hand of a street, as in `pokerbits table ehs --street flop -o flop.npy`.

    Stopped at any moment and started again, it goes on where it was.
    """
    for given, name, of in ((bins, "--bins", "histogram"), (n_clusters, "--clusters", "ochs")):
        if given is not None and kind != of:
            message = f"{name} goes with {of}, not with {kind}"
            raise click.UsageError(message)
    if bins is not None:
        options["bins"] = bins
    if n_clusters is not None:
        options["clusters"] = pb.opponent_clusters(n_clusters)
    started = perf_counter()
    try:
        with bar(f"{kind}, {options['street']}") as progress:
            table = pb.strength_table(kind, **options, out=out, progress=progress)
    except pb.exceptions.InvalidArgumentError as error:
        raise click.UsageError(str(error).replace("resume=False", "--no-resume")) from None
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from None
    seconds = perf_counter() - started
    data = {"out": out, "shape": table.shape, "dtype": table.dtype.name, "seconds": seconds}
    shape = " x ".join(f"{n:,}" for n in table.shape)
    rows = [["numbers", f"{shape} {table.dtype.name}"], ["bytes", f"{table.nbytes:,}"], ["seconds", f"{seconds:.2f}"]]
    show(as_json, data, ["file", out], rows)
