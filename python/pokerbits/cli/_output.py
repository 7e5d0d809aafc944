"""The shared parts of commands: the group, `--json`, tables, progress bars, errors and Ctrl-C."""

import csv
import io
import json
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial, wraps
from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, ParamSpec

import click

import pokerbits as pb
from pokerbits._extras import EXTRAS
from pokerbits._files.writing import new_file
from pokerbits._forks import NoFork
from pokerbits._input.columns import combo_of_class
from pokerbits._input.progress import watching
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits.cards import HAND_CLASSES, format_cards, hand_class
from pokerbits.cli._options import TAKES_STDOUT, is_stdout, refuse_existing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

P = ParamSpec("P")

INTERRUPTED = 130
"""The exit code after Ctrl-C: 128 and the number of the signal, as shells report it."""


class Group(click.Group):
    """A group of commands with the exit code of shells after Ctrl-C; click's own is 1."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command, and exit. Ctrl-C while the arguments are read has the same exit code."""
        try:
            code = super().main(*args, **kwargs | {"standalone_mode": False})
        except click.ClickException as error:
            error.show()
            code = error.exit_code
        except click.Abort:
            click.echo("Interrupted", err=True)
            code = INTERRUPTED
        sys.exit(code)


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(pb.__version__, prog_name="pokerbits")
def pokerbits() -> None:
    """Exact poker mathematics.

    Cards are a rank (2-9, T, J, Q, K, A) and a suit (c, d, h, s): AsKd. Strengths are 1 (7-5-4-3-2) to 7462 (royal
    flush); larger is stronger.

    Tables show shares as percentages. With --json, every command prints shares as fractions from 0 to 1 and counts as
    exact integers. Some JSON readers round integers above 2^53.

    Exit codes: 1 for files that cannot be read or written, 2 for bad input, 130 for Ctrl-C.
    """


def group(name: str, about: str) -> click.Group:
    """Make a group of commands within `pokerbits`."""
    made = click.Group(name, help=about, short_help=about)
    pokerbits.add_command(made)
    return made


def command(name: str, *examples: str, within: click.Group = pokerbits) -> Callable[[Callable[P, Any]], click.Command]:
    """Make a command with `--json` from a function. A `PokerbitsError` becomes a usage error, or an error of a file.

    The first line of the docstring is the summary in the list of commands. The help ends with the examples.
    """

    def decorate(function: Callable[P, Any]) -> click.Command:
        @wraps(function)
        def run(*args: P.args, **kwargs: P.kwargs) -> Any:
            printing = click.get_current_context().meta.get(TAKES_STDOUT)
            if printing and kwargs.get("as_json"):
                raise click.UsageError(f"{printing} - and --json both print to standard output: choose one")
            try:
                refuse_existing()
                with warnings.catch_warnings():
                    warnings.showwarning = lambda message, *_, **__: click.echo(f"Warning: {message}", err=True)
                    return function(*args, **kwargs)
            except pb.PokerbitsError as error:
                kind = click.ClickException if isinstance(error, OSError) else click.UsageError
                raise kind(str(error)) from None
            except ModuleNotFoundError as error:
                if error.name not in EXTRAS.values():
                    raise
                raise click.ClickException(str(error)) from None

        about = getdoc(function) or ""
        lines = "".join(f"\n  pokerbits {example}" for example in examples)
        json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
        # Without \b click would wrap the examples, and without a short help it would cut the summary.
        return within.command(name, help=f"{about}\n\n\b\nExamples:{lines}", short_help=about.partition("\n")[0])(
            json_option(run)
        )

    return decorate


@contextmanager
def files_named(path: Path) -> Iterator[None]:
    """If the file cannot be read or written, end the command with an error that names it."""
    try:
        yield
    except OSError as error:
        if isinstance(error, pb.PokerbitsError):
            # Its text names the file.
            raise
        raise click.ClickException(f"{error.filename or path}: {error.strerror or error}") from None


def save_csv(result: Result, path: Path) -> None:
    """Write the columns of a result to a csv file, or print them."""
    columns = result.to_columns()
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*(list(column) for column in columns.values()), strict=True))
    with written(path) as file:
        file.write(text.getvalue().encode())


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """Yield a file that is renamed to this name when it is complete, or that is printed if the name is `-`."""
    if is_stdout(path):
        printed = io.BytesIO()
        yield printed
        click.echo(printed.getvalue(), nl=False)
        return
    with files_named(path), new_file(path) as file:
        yield file


def save_plot(axes: "Axes", path: Path) -> None:
    """Write the figure of a plot to a file, in the format of its suffix, and close it."""
    with NoFork():
        from matplotlib import pyplot as plt

    # `get_figure(root=True)` came with matplotlib 3.10.
    figure = axes.figure.figure
    with files_named(path), new_file(path) as file:
        figure.savefig(file, format=path.suffix.removeprefix("."), dpi=150)
    plt.close(figure)


def show(as_json: bool, data: Mapping[str, Any], *parts: str) -> None:
    """Print `data` as JSON, or the parts of a text: tables and lines. Print nothing after a file was printed."""
    if TAKES_STDOUT in click.get_current_context().meta:
        return
    click.echo(json.dumps(data) if as_json else "\n".join(parts))


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as text; on a terminal its header is bold."""
    return Table(rows, columns).text(partial(click.style, bold=True))


def per_cent(share: float) -> str:
    """Return a share as a percentage for tables."""
    return f"{share:.4%}"


def hand_name(hole: str) -> str:
    """Return the names of hole cards, or of a hand class."""
    combo = combo_of_class(hole)
    return format_cards(hole) if combo is None else HAND_CLASSES[hand_class(combo)]


def bar(description: str) -> AbstractContextManager[Callable[[int, int], object] | None]:
    """Show a progress bar on standard error, if that is a terminal."""
    try:
        is_shown = sys.stderr.isatty()
    except (AttributeError, ValueError):
        # There is none, or it is closed.
        is_shown = False
    return watching(is_shown, description)
