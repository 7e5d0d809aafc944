"""The commands about flops: their textures, and the equities of two ranges on them."""

from pathlib import Path
from typing import cast

import click

import pokerbits as pb
from pokerbits.cli._options import csv_option, dialect_option, option, plot_option
from pokerbits.cli._output import bar, command, save_csv, save_plot, show
from pokerbits.ranges._range import Dialect
from pokerbits.reports._textures import TEXTURES, Texture, checked_textures


@command("flops", "flops", "flops --csv flops.csv")
@csv_option("Write the 1,755 flops, their weights and textures to a csv file.")
def flops_command(csv_file: Path | None, as_json: bool) -> None:
    """Count flops by texture: suits, pairs, straights, high card.

    The straights are those that two hole cards can make with all three cards of the flop. JSON and csv output has the
    1,755 flops that are distinct up to suit isomorphism.
    """
    found = pb.flops()
    if csv_file is not None:
        save_csv(found, csv_file)
    show(as_json, found.to_dict() if as_json else {}, str(found))


@command(
    "flop-report",
    'flop-report "QQ+, AKs" "22+, A2s+" --group-by suits,pairing --plot report.png',
    'flop-report "QQ+, AKs" "22+, A2s+" --csv flops.csv',
)
@click.argument("hero")
@click.argument("villain")
@click.option(
    "--group-by",
    metavar="TEXTURES",
    default="",
    help=f"Textures to group by, with commas between them: {', '.join(TEXTURES)}.",
)
@dialect_option
@option("--nut-equity", metavar="X", type=click.FloatRange(0, 1), default=0.8, help="Minimum equity of a nut hand.")
@csv_option("Write the rows to a csv file, with quantiles.")
@plot_option("Save a plot of the rows, or of their sorted equities if there are many rows")
def flop_report_command(
    hero: str,
    villain: str,
    group_by: str,
    dialect: Dialect | None,
    nut_equity: float,
    csv_file: Path | None,
    plot_file: Path | None,
    as_json: bool,
) -> None:
    """Compare two ranges on every flop, or group of flops.

    HERO and VILLAIN are ranges such as "QQ+, AKs, 0.5:KQo". The report has the 1,755 flops that are distinct up to suit
    isomorphism, or all 22,100 if a range has specific suits. Equities and shares of nut hands are means over all deals.
    The column share is the share of deals with such a flop.
    """
    # Textures, cards and hands can all be separated by commas or blanks.
    by = checked_textures(cast("list[Texture]", group_by.replace(",", " ").split())) if group_by.strip(", ") else None
    with bar("flop report") as progress:
        report = pb.flop_report(hero, villain, group_by=by, nut_equity=nut_equity, dialect=dialect, progress=progress)
    if csv_file is not None:
        save_csv(report, csv_file)
    if plot_file is not None:
        save_plot(report.plot(), plot_file)
    show(as_json, report.to_dict() if as_json else {}, str(report))
