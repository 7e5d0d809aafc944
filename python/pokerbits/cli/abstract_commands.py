"""The command about card abstraction: made, described, and written for other programs."""

from pathlib import Path
from time import perf_counter
from typing import Any

import click

import pokerbits as pb
from pokerbits._input.shown import shown
from pokerbits.abstraction._design import CLUSTERED, FEATURES
from pokerbits.cli._options import Number, no_stdout, plot_option
from pokerbits.cli._output import bar, command, files_named, save_plot, show, table

FORMATS = ("slumbot", "robopoker", "npy")


class Buckets(click.ParamType[Any]):
    """A number of buckets, or `lossless`."""

    name = "buckets"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, or the word."""
        return value if value == "lossless" else Number(1).convert(value, param, ctx)


class Features(click.ParamType[Any]):
    """A feature, or features of streets: `flop=potential,river=ochs`."""

    name = "features"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return one name, or a dict of them by street; whether they are features is said by the package."""
        if not isinstance(value, str) or "=" not in value:
            return value
        pairs = [part.partition("=")[::2] for part in value.split(",")]
        if any(not name or not feature for name, feature in pairs):
            self.fail(f"{shown(value)}: expected NAME, or STREET=NAME,STREET=NAME", param, ctx)
        return dict(pairs)


@command(
    "abstract",
    "abstract --flop 10 --turn 10 --river 10 --features percentile -o abs-10",
    "abstract report abs-10",
    "abstract export abs-10 --format npy -o arrays",
)
@click.argument("action", required=False, type=click.Choice(["report", "export"]))
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
@click.option("--flop", metavar="K", type=Buckets(), help="Buckets of the flop, or lossless.")
@click.option("--turn", metavar="K", type=Buckets(), help="Buckets of the turn, or lossless.")
@click.option("--river", metavar="K", type=Buckets(), help="Buckets of the river, or lossless.")
@click.option(
    "--features",
    metavar="NAME|STREET=NAME,...",
    type=Features(),
    help=f"By what hands are alike: {', '.join(FEATURES)}. By default potential, and ehs on the river.",
)
@click.option(
    "--recall",
    type=click.Choice(["imperfect", "perfect"]),
    help="Whether buckets lie within those of the street before; by default imperfect.",
)
@click.option("--seed", metavar="N", type=Number(0), help="Of the first centres; by default 0.")
@click.option("--max-iter", metavar="N", type=Number(1), help="Iterations of a clustering at most; by default 50.")
@click.option("--street", type=click.Choice(list(pb.strength.STREET_INDEXERS)), help="The only street to export.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="What export writes.")
@plot_option("Of report, a picture of where the buckets lie.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path, file_okay=False),
    callback=no_stdout,
    help="The folder to write.",
)
@click.option("--resume/--no-resume", default=True, show_default=True, help="Go on with a half-made folder.")
def abstract_command(
    as_json: bool,
    action: str | None,
    folder: Path | None,
    output: Path | None,
    form: Any,
    street: str | None,
    plot_file: Path | None,
    resume: bool,
    **options: Any,
) -> None:
    """Buckets of like hands for CFR: made, described, converted.

    Before the flop each of the 169 classes of hands is a bucket. By default flops and turns are alike that lead to like
    buckets, and rivers of like E[HS]; 200 buckets a street take half a minute or so, and gigabytes of disk meanwhile.
    Stopped at any moment and started again, it goes on where it was.
    """
    given = {name: value for name, value in options.items() if value is not None}
    if action is not None:
        unfit = (form, street, output) if action == "report" else (plot_file,)
        missing = () if action == "report" else (form, output)
        if folder is None or given or any(unfit) or not all(missing):
            message = "expected report FOLDER, or export FOLDER --format FORMAT -o FOLDER"
            raise click.UsageError(message)
        if action == "report":
            show_report(folder, plot_file, as_json)
        else:
            write_export(folder, output or folder, form, street, as_json)
        return
    if output is None or any((folder, form, street, plot_file)) or not {*CLUSTERED} <= {*given}:
        message = "expected --flop K --turn K --river K -o FOLDER, or report FOLDER, or export FOLDER"
        raise click.UsageError(message)
    buckets = {street: given.pop(street) for street in CLUSTERED}
    started = perf_counter()
    with files_named(output), bar("abstraction") as progress:
        made = pb.CardAbstraction.build(
            buckets,
            **given,
            path=output,
            resume=resume,
            progress=progress,
        )
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


def show_report(folder: Path, plot_file: Path | None, as_json: bool) -> None:
    """Print what the buckets of a folder are like."""
    report = opened(folder).report()
    if plot_file is not None:
        save_plot(report.plot(), plot_file)
    show(as_json, report.to_dict(), str(report))


def write_export(folder: Path, output: Path, form: Any, street: str | None, as_json: bool) -> None:
    """Write a folder for another program."""
    made = opened(folder)
    with files_named(output):
        files = made.export(output, format=form, streets=None if street is None else [street])
    sizes = {str(path): path.stat().st_size for path in files}
    rows = [[path, f"{size:,}"] for path, size in sizes.items()]
    show(as_json, {"format": form, "files": sizes}, table(["file", "bytes"], rows))


def opened(folder: Path) -> pb.CardAbstraction:
    """Return the abstraction of a folder."""
    with files_named(folder):
        return pb.CardAbstraction.load(folder)
