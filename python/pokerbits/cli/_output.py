"""What all commands share: the group, `--json`, tables, progress bars, and what becomes of errors."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import pokerbits as pb

P = ParamSpec("P")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(pb.__version__, prog_name="pokerbits")
def pokerbits() -> None:
    """Exact poker mathematics.

    Cards are a rank (2-9, T, J, Q, K, A) and a suit (c, d, h, s): AsKd. Strengths are 1 (7-5-4-3-2) to 7462 (royal
    flush); larger is stronger. Bad input ends with exit code 2.
    """


def command(name: str) -> Callable[[Callable[P, Any]], click.Command]:
    """Make a command with `--json` of a function; its `PokerbitsError` is a usage error."""

    def decorate(function: Callable[P, Any]) -> click.Command:
        @wraps(function)
        def run(*args: P.args, **kwargs: P.kwargs) -> Any:
            try:
                return function(*args, **kwargs)
            except pb.PokerbitsError as error:
                raise click.UsageError(str(error)) from None

        option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
        return pokerbits.command(name)(option(run))

    return decorate


def show(as_json: bool, data: Mapping[str, Any], columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print `data` as JSON, or `rows` as a table."""
    if as_json:
        click.echo(json.dumps(data))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for i, column in enumerate(columns):
        table.add_column(column, justify="left" if i == 0 else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    # Wide enough for any row: a terminal may wrap a line, a pipe must get it whole.
    Console(highlight=False, width=1000).print(table)


@contextmanager
def bar(description: str) -> Iterator[Callable[[int, int], object] | None]:
    """Show a progress bar on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task(description, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
