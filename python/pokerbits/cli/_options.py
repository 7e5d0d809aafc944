"""The options that several commands have, so that one thing is written one way."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import click

from pokerbits._evaluator.games import official_name
from pokerbits._input.numbers import whole_number
from pokerbits._input.shown import shown


class AnyNumber(click.types.IntParamType):
    """A whole number in ASCII digits: `int`, and so click, would read `1_0` and the digits of every script."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, or say that it is none."""
        try:
            return super().convert(whole_number(value) if isinstance(value, str) else value, param, ctx)
        except ValueError:
            self.fail(f"{shown(value)} is not a valid integer.", param, ctx)


class Number(AnyNumber, click.IntRange):
    """Such a number within a range, which the help shows."""

    name = "integer"


class GameChoice(click.Choice[str]):
    """One of some games, by any of its names and in any case, as `equity` takes them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name of the game that the package uses."""
        return super().convert(official_name(value), param, ctx)


TAKES_STDOUT = "pokerbits.takes_stdout"
"""Under this name the context of click has the option that prints a file to standard output, in place of a table."""

PICTURES = (".png", ".svg", ".pdf")
"""The kinds of pictures that commands write."""

Option: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]

dead_option: Option = click.option("--dead", metavar="CARDS", default="", help="Cards known to be out of play.")


def board_option(cards: str, *, required: bool = False) -> Option:
    """Return the option for a board; `cards` says what boards there are."""
    # To click a default of None is a default, too.
    otherwise: dict[str, Any] = {"required": True} if required else {"default": ""}
    return click.option("--board", metavar="CARDS", help=cards, **otherwise)


def output_option(what: str, *, takes_stdout: bool = False, required: bool = False) -> Option:
    """Return the option for the file that a command writes."""
    return file_option("-o", "--output", what=what, takes_stdout=takes_stdout, required=required)


def file_option(*names: str, what: str, takes_stdout: bool = False, required: bool = False) -> Option:
    """Return an option for a file that is written; where `takes_stdout`, `-` is standard output."""

    def check(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
        if not takes_stdout:
            return no_stdout(ctx, param, path)
        if path is not None and is_stdout(path):
            ctx.meta[TAKES_STDOUT] = names[0]
        return path

    path = click.Path(path_type=Path, dir_okay=False, allow_dash=takes_stdout)
    about = f"{what} - is standard output." if takes_stdout else what
    return click.option(*names, metavar="FILE", type=path, required=required, callback=check, help=about)


def no_stdout(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
    """Refuse `-`, which is standard output elsewhere, as the name of what is written."""
    if path is not None and is_stdout(path):
        message = "standard output cannot be written to here: expected a name"
        raise click.BadParameter(message, ctx, param)
    return path


def is_stdout(path: Path) -> bool:
    """Return whether a path stands for standard output."""
    return str(path) == "-"


def csv_option(what: str) -> Option:
    """Return the option for a csv file that a command also writes."""
    return file_option("--csv", "csv_file", what=what, takes_stdout=True)


def plot_option(what: str) -> Option:
    """Return the option for a picture that a command also draws; its suffix says of which kind."""

    def check(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
        if path is not None and path.suffix not in PICTURES:
            message = f"{shown(str(path))}: expected a name that ends in {', '.join(PICTURES)}"
            raise click.BadParameter(message, ctx, param)
        return path

    kind = click.Path(path_type=Path, dir_okay=False)
    about = f"{what} As png, svg or pdf."
    return click.option("--plot", "plot_file", metavar="FILE", type=kind, callback=check, help=about)


def power_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that asks for powers of hand strength."""
    return click.option(
        "--power-of-opponents",
        metavar="K",
        type=Number(1, 22),
        default=1,
        show_default=True,
        help="Also take hand strength to this power: an approximation of K opponents. "
        "For exact odds against them: pokerbits odds.",
    )(function)
