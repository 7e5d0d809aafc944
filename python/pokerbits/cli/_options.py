"""The options that several commands have, so that one thing is written one way."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import click

from pokerbits._numbers import whole_number
from pokerbits._shown import shown


class Number(click.IntRange):
    """A whole number in ASCII digits: `int`, and so click, would read `1_0` and the digits of every script."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, or say that it is none."""
        try:
            return super().convert(whole_number(value) if isinstance(value, str) else value, param, ctx)
        except ValueError:
            self.fail(f"{shown(value)} is not a valid integer.", param, ctx)


PICTURES = (".png", ".svg", ".pdf")
"""The kinds of pictures that commands write."""

Option: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]

dead_option: Option = click.option("--dead", metavar="CARDS", default="", help="Cards known to be out of play.")


def board_option(cards: str, *, required: bool = False) -> Option:
    """Return the option for a board; `cards` says what boards there are."""
    # To click a default of None is a default, too.
    otherwise: dict[str, Any] = {"required": True} if required else {"default": ""}
    return click.option("--board", metavar="CARDS", help=cards, **otherwise)


def output_option(what: str) -> Option:
    """Return the option for the file that a command writes."""
    return file_option("-o", "--output", what=what)


def file_option(*names: str, what: str) -> Option:
    """Return an option for a file that is written."""
    path = click.Path(path_type=Path, dir_okay=False)
    return click.option(*names, metavar="FILE", type=path, help=what)


def csv_option(what: str) -> Option:
    """Return the option for a csv file that a command also writes."""
    return file_option("--csv", "csv_file", what=what)


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
