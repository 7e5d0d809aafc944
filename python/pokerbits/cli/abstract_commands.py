"""The commands about card abstraction: build, report, score and export."""

from pathlib import Path
from time import perf_counter
from typing import Any

import click

import pokerbits as pb
from pokerbits._input.shown import shown
from pokerbits.abstraction._design import FEATURES
from pokerbits.cli._games import card_game_of, card_game_options
from pokerbits.cli._options import (
    AnyNumber,
    Number,
    Parameter,
    dialect_option,
    folder_option,
    force_option,
    is_forced,
    no_stdout,
    option,
    plot_option,
)
from pokerbits.cli._output import bar, command, files_named, group, save_plot, show, table

FORMATS = ("slumbot", "robopoker", "npy")


class Buckets(Parameter):
    """A number of buckets, or `lossless`."""

    name = "buckets"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number or the text."""
        return value if value == "lossless" else Number(1).convert(value, param, ctx)


class Features(Parameter):
    """A feature, or features of streets: `flop=potential,river=ochs`."""

    name = "features"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return one name, or a dict of names by street; the package checks them."""
        if not isinstance(value, str) or "=" not in value:
            return value
        pairs = [part.partition("=")[::2] for part in value.split(",")]
        if any(not name or not feature for name, feature in pairs):
            self.fail(f"{shown(value)}: expected NAME, or STREET=NAME,STREET=NAME", param, ctx)
        return dict(pairs)


abstract = group("abstract", "Build, inspect, score and export a card abstraction for CFR.")

folder_argument = click.argument("folder", type=click.Path(path_type=Path, file_okay=False))


@command(
    "build",
    "abstract build --flop 10 --turn 10 --river 10 --features percentile -o abs-10",
    "abstract build --game leduc --flop 3 -o abs-leduc",
    "abstract build --game royal --flop 20 --turn 20 --river 20 -o abs-royal",
    within=abstract,
)
@click.option("--preflop", metavar="K", type=Buckets(), help="Number of buckets before the flop (default lossless).")
@click.option("--flop", metavar="K", type=Buckets(), required=True, help="Number of flop buckets, or lossless.")
@click.option("--turn", metavar="K", type=Buckets(), help="Number of turn buckets, or lossless.")
@click.option("--river", metavar="K", type=Buckets(), help="Number of river buckets, or lossless.")
@card_game_options
@click.option(
    "--features",
    metavar="NAME|STREET=NAME,...",
    type=Features(),
    help=f"Feature to cluster by: {', '.join(FEATURES)}. Default: potential (with perfect "
    "recall histogram), and ehs on the last street.",
)
@option(
    "--recall",
    type=click.Choice(["imperfect", "perfect"]),
    default="imperfect",
    help="With perfect recall, hands share a bucket only if they shared one on every earlier street.",
)
@option("--seed", metavar="N", type=Number(0), default=0, help="Random seed of the k-means initialisation.")
@option("--max-iter", metavar="N", type=Number(1), default=50, help="Maximum number of iterations.")
@option("--n-init", metavar="N", type=Number(1), default=1, help="Number of k-means runs, of which the best is kept.")
@click.option("--bins", metavar="N", type=AnyNumber(), help="Number of bins of histogram (default 50).")
@click.option("--clusters", metavar="N", type=AnyNumber(), help="Number of opponent clusters of ochs (default 8).")
@click.option("--n-opponents", metavar="N", type=AnyNumber(), help="Number of random opponents of odds (default 1).")
@folder_option("Write the abstraction to this folder.")
@option("--resume/--no-resume", default=True, help="Resume an unfinished folder.")
def build_command(as_json: bool, output: Path, preflop: Any, flop: Any, turn: Any, river: Any, **options: Any) -> None:
    """Build a card abstraction.

    By default each of the 169 hand classes before the flop is a bucket, flop and turn hands are clustered by their
    distribution over next-street buckets (earth mover's distance), river hands by E[HS]. Other games have their first
    streets under the same names.

    200 buckets per street take about half a minute, and gigabytes of disk space until the build is finished. A build
    can be interrupted at any time; run the command again to resume.
    """
    options["game"] = card_game_of(options)
    buckets = {"preflop": preflop, "flop": flop, "turn": turn, "river": river}
    for street in ("turn", "river"):
        if (buckets[street] is None) == (street in options["game"].streets):
            raise click.UsageError(f"--{street} is needed" if buckets[street] is None else f"the game has no {street}")
    buckets = {street: n for street, n in buckets.items() if n is not None}
    started = perf_counter()
    with files_named(output), bar("abstraction") as progress:
        made = pb.CardAbstraction.build(buckets, **options, path=output, progress=progress)
    seconds = perf_counter() - started
    data = {
        "output": str(output),
        "n_buckets": made.n_buckets,
        "features": made.features,
        "recall": made.recall,
        "fingerprint": made.fingerprint,
        "seconds": seconds,
    }
    rows = [
        ["buckets", ", ".join(f"{n:,}" for n in made.n_buckets.values())],
        ["recall", made.recall],
        ["fingerprint", made.fingerprint],
        ["seconds", f"{seconds:.2f}"],
    ]
    show(as_json, data, table(["folder", str(output)], rows))


@command("report", "abstract report abs-10", "abstract report abs-10 --plot buckets.png", within=abstract)
@folder_argument
@plot_option("Save a plot of the buckets")
def report_command(as_json: bool, folder: Path, plot_file: Path | None) -> None:
    """Describe the buckets of each street.

    The report shows how many buckets a street has, how many hands they hold, and how far hands are from the centres of
    their buckets.
    """
    report = opened(folder).report()
    if plot_file is not None:
        save_plot(report.plot(), plot_file)
    show(as_json, report.to_dict(), str(report))


@command(
    "score",
    "abstract score abs-10 --boards 2 --iterations 50",
    "abstract score abs-10 --street turn --boards 1 --iterations 5 --plot score.png",
    within=abstract,
)
@folder_argument
@option(
    "--street",
    type=click.Choice(["flop", "turn", "river"]),
    default="river",
    help="First street of the endgames; the later ones follow.",
)
@option("--boards", "n_boards", metavar="N", type=Number(1), default=20, help="Number of boards to draw.")
@click.option(
    "--ranges",
    nargs=2,
    metavar="HERO VILLAIN",
    help="Ranges; hero acts first. Default: those after a raise and a call before the flop.",
)
@dialect_option
@click.option(
    "--iterations",
    metavar="N",
    type=Number(1),
    help="CFR+ iterations of each game (default: 1000; turn 200; flop 100).",
)
@option("--seed", "rng", metavar="N", type=Number(0), default=0, help="Random seed of the draw.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    callback=no_stdout,
    help="Keep the score of each board in this file.",
)
@option("--resume/--no-resume", default=True, help="Go on with an unfinished file.")
@plot_option("Save a plot of the scores")
def score_command(
    as_json: bool,
    folder: Path,
    plot_file: Path | None,
    ranges: tuple[str, str] | None,
    output: Path | None,
    **options: Any,
) -> None:
    """Score an abstraction by what it loses in endgames.

    Endgames on random boards are solved with the abstraction, with as many percentile buckets of E[HS], and without
    abstraction. A best response on real hands then shows how much can be won, as a share of the pot. One-sided, the
    opponent sees its hands while the abstracted player learns; two-sided, both learn on buckets.

    With -o, a command that was interrupted goes on with the boards that are missing. --json prints a line for each
    board when it is scored, and then a line for all.
    """
    if ranges is not None:
        options |= dict(zip(("hero", "villain"), ranges, strict=True))
    if as_json:
        options["on_board"] = show_board
    made = opened(folder)
    with files_named(output or folder), bar("boards") as progress:
        score = pb.endgame.score_abstraction(made, **options, path=output, progress=progress)
    if plot_file is not None:
        save_plot(score.plot(), plot_file)
    show(as_json, {"folder": str(folder), "fingerprint": made.fingerprint} | score.to_dict(), str(score))


def show_board(score: pb.endgame.AbstractionScore) -> None:
    """Print the score of one board as a line of JSON, which a program that reads a pipe has at once."""
    abstractions = [
        {
            "name": of["name"],
            "n_buckets": score.n_buckets[0, at].tolist(),
            "one_sided": of["one_sided"]["mean"],
            "two_sided": of["two_sided"]["mean"],
        }
        for at, of in enumerate(score.to_dict()["abstractions"])
    ]
    show(True, {"board": pb.cards.format_cards(score.boards[0]), "abstractions": abstractions})


@command("export", "abstract export abs-10 --format npy -o arrays", within=abstract)
@folder_argument
@click.option("--format", "form", type=click.Choice(FORMATS), required=True, help="File format to write.")
@click.option("--street", type=click.Choice(list(pb.strength.STREET_INDEXERS)), help="Export this street alone.")
@click.option(
    "--bucketing-name", metavar="NAME", help="With slumbot: bucketing in names of files (default: pokerbits)."
)
@click.option("--game-name", metavar="NAME", help="With slumbot: game in names of files (default: holdem.13.4.3).")
@folder_option("Write the files to this folder.")
@force_option
def export_command(as_json: bool, folder: Path, output: Path, form: Any, street: str | None, **names: Any) -> None:
    """Export a card abstraction to other programs.

    Files of an earlier export are replaced, and other files only with --force.
    """
    made = opened(folder)
    with files_named(output), bar("street") as progress:
        streets = None if street is None else [street]
        files = made.export(output, format=form, streets=streets, **names, overwrite=is_forced(), progress=progress)
    sizes = {str(path): path.stat().st_size for path in files}
    rows = [[path, f"{size:,}"] for path, size in sizes.items()]
    show(as_json, {"format": form, "files": sizes}, table(["file", "bytes"], rows))


def opened(folder: Path) -> pb.CardAbstraction:
    """Return the abstraction in a folder."""
    with files_named(folder):
        return pb.CardAbstraction.load(folder)
