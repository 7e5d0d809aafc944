"""The command that finds the equilibrium of players who go all-in or fold before the flop."""

from pathlib import Path
from typing import Any

import click

import pokerbits as pb
from pokerbits.cli._options import Chips, ChipsList, Number, plot_option
from pokerbits.cli._output import bar, command, save_plot, show


@command(
    "push-fold",
    "push-fold 10 10",
    "push-fold 8 12 --ante 0.125 --payouts 70,30",
    "push-fold 1600 900 --blinds 100,200 --plot push.png",
)
@click.argument("stacks", type=Chips(), nargs=-1, required=True)
@click.option("--blinds", metavar="CHIPS", type=ChipsList(), help="Small and big blind (default: 0.5,1).")
@click.option("--ante", metavar="CHIPS", type=Chips(), default=0.0, help="Ante of each player.")
@click.option("--payouts", metavar="PRIZES", type=ChipsList(), help="Prizes by place, as in 50,30,20 (default: chips).")
@click.option(
    "--table",
    "path",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Counts of three hands, for three players.",
)
@click.option("--max-iterations", metavar="N", type=Number(1), help="Number of iterations at most.")
@click.option("--decision", metavar="DECISION", help="Decision of the plot, as in call (default: the first).")
@plot_option("Save a plot of one decision")
def push_fold_command(
    as_json: bool,
    stacks: tuple[float, ...],
    ante: float,
    path: Path | None,
    decision: str | None,
    plot_file: Path | None,
    **options: Any,
) -> None:
    """Solve push or fold before the flop.

    Every player goes all-in or folds. The command prints the hands and the values of the equilibrium.

    STACKS are the chips of two or three players before blinds and antes, in the order of acting: small blind and big
    blind, or button, small blind and big blind. With --payouts the players maximise prizes by the Independent Chip
    Model, not chips.
    """
    if decision is not None and plot_file is None:
        raise click.UsageError("--decision needs --plot")
    # Options that are not given have the defaults of the function.
    given = {name: value for name, value in options.items() if value is not None}
    with bar("push or fold") as progress:
        found = pb.preflop.push_fold(stacks, ante=ante, path=path, progress=progress, **given)
    if plot_file is not None:
        save_plot(found.plot(None if decision is None else decision.replace(" ", "_")), plot_file)
    show(as_json, found.to_dict(), str(found))
