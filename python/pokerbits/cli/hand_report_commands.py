"""The commands about the hands of ranges on a board: made hands and draws, and the distribution of equity."""

import io
from csv import writer
from pathlib import Path

import click

import pokerbits as pb
from pokerbits.cli._options import board_option, csv_option, dead_option, dialect_option, plot_option
from pokerbits.cli._output import command, per_cent, save_plot, show, table, written
from pokerbits.ranges._range import Dialect
from pokerbits.reports import RangeDistribution


@command("breakdown", "breakdown QQ+,AKs,0.5:JhTh --board Ah7h2c", "breakdown random --board Ah7d2c9s --json")
@click.argument("hands", nargs=-1, required=True)
@board_option("3, 4 or 5 board cards.", required=True)
@dialect_option
def breakdown_command(hands: tuple[str, ...], board: str, dialect: Dialect | None, as_json: bool) -> None:
    """Count the made hands and draws of a range on a board.

    HANDS is a range, as in pokerbits range.
    """
    found = pb.reports.hand_breakdown(" ".join(hands), board=board, dialect=dialect)
    data = found.to_dict()
    parts = []
    for kind, title in (("made", "made hand"), ("draws", "draw")):
        rows = [
            [row["name"], f"{row['combos']:,}", f"{row['weight']:,.6g}", per_cent(row["share"])]
            for row in data[kind]
            if row["combos"]
        ]
        parts += ["", table([title, "combos", "weight", "share"], rows)] if rows else []
    echo = f"board {found.board}", f"{found.combos:,} combos of weight {found.weight:,.6g}"
    show(as_json, data, *echo, *parts)


@command(
    "distribution",
    "distribution QQ+,AKs 22+,A2s+ --board Ah7d2c",
    "distribution QQ+,AKs 22+,A2s+ --board Ah7d2c --csv hands.csv --plot graph.png",
)
@click.argument("hero", metavar="HERO")
@click.argument("villain", metavar="VILLAIN")
@board_option("0 to 5 board cards.")
@dead_option
@dialect_option
@csv_option("Write the equity of every combo of both ranges to a csv file.")
@plot_option("Save the equity graph of both ranges")
def distribution_command(
    hero: str,
    villain: str,
    board: str,
    dead: str,
    dialect: Dialect | None,
    csv_file: Path | None,
    plot_file: Path | None,
    as_json: bool,
) -> None:
    """Show how the equity of two ranges is spread over their hands.

    HERO and VILLAIN are ranges as in pokerbits range, each one argument.
    """
    both = pb.reports.equity_distribution(hero, villain, board=board, dead=dead, dialect=dialect)
    if csv_file is not None:
        write_csv(csv_file, *both)
    if plot_file is not None:
        save_plot(pb.plot.equity_graph(both), plot_file)
    players = both.to_dict()["players"]
    echo = [f"board {both.board}"] if both.board else []
    echo += [f"player {number} {of['hands']}" for number, of in enumerate(players, 1)]
    rows = [
        [f"{ours['share']:.0%}", per_cent(ours["equity"]), per_cent(theirs["equity"])]
        for ours, theirs in zip(*(of["quantiles"] for of in players), strict=True)
    ]
    means = ["mean", *(per_cent(of["mean"]) for of in players)]
    show(as_json, {"players": players}, *echo, table(["hands up to", "player 1", "player 2"], [*rows, means]))


def write_csv(path: Path, *players: RangeDistribution) -> None:
    """Write the equity of every combo of every player."""
    text = io.StringIO()
    lines = writer(text, lineterminator="\n")
    lines.writerow(["player", "hand", "equity", "weight", "share"])
    for number, of in enumerate(players, 1):
        columns = [list(column) for column in of.to_columns().values()]
        lines.writerows([number, hand, *map(repr, map(float, row))] for hand, *row in zip(*columns, strict=True))
    with written(path) as file:
        file.write(text.getvalue().encode())
