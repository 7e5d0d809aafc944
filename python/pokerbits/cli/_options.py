"""The options that several commands share."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

import click

from pokerbits._evaluator.games import WITH_DISCARDS, WITH_DISCARDS_HINT, official_name
from pokerbits._input.numbers import decimal_number, whole_number
from pokerbits._input.shown import shown
from pokerbits.exceptions import ForeignFileError
from pokerbits.ranges._range import Dialect

if TYPE_CHECKING:
    Parameter: TypeAlias = click.ParamType[Any]
    Choice: TypeAlias = click.Choice[str]
else:
    # Before click 8.4 these classes take no type arguments.
    Parameter, Choice = click.ParamType, click.Choice


class AnyNumber(click.types.IntParamType):
    """A whole number in ASCII digits. `int`, and so click, also accepts `1_0` and digits of other scripts."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, or raise."""
        try:
            return super().convert(whole_number(value) if isinstance(value, str) else value, param, ctx)
        except ValueError:
            self.fail(f"{shown(value)} is not a valid integer.", param, ctx)


class Number(AnyNumber, click.IntRange):
    """A whole number in ASCII digits within a range, which the help shows."""

    name = "integer"


class Chips(Parameter):
    """A number of chips."""

    name = "chips"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; the package checks its range."""
        try:
            return decimal_number(value) if isinstance(value, str) else value
        except ValueError as error:
            self.fail(str(error), param, ctx)


class ChipsList(Parameter):
    """Numbers of chips between commas, as in 0.5,1."""

    name = "chips"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the numbers; the package checks how many there are."""
        try:
            return tuple(decimal_number(part.strip()) for part in value.split(",")) if isinstance(value, str) else value
        except ValueError as error:
            self.fail(f"{error}, with commas between numbers", param, ctx)


class GameChoice(Choice):
    """A game, by any of its names and in any case, as in `equity`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name of the game that the package uses."""
        name = official_name(value)
        if name in WITH_DISCARDS and "tahoe" in self.choices:
            self.fail(f"{value!r}: {WITH_DISCARDS_HINT}", param, ctx)
        return super().convert(name, param, ctx)


TAKES_STDOUT = "pokerbits.takes_stdout"
"""The key in click's context of the option that prints a file to standard output instead of a table."""
NEW_FILES = "pokerbits.new_files"
"""The key in click's context of the files that a command writes: a list of paths."""
FORCE = "pokerbits.force"
"""The key in click's context of whether these files may replace others."""

PLOT_SUFFIXES = (".png", ".svg", ".pdf")
"""The file formats of plots."""

Option: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]

option = partial(click.option, show_default=True)
"""An option whose default the help shows."""

dead_option: Option = click.option("--dead", metavar="CARDS", default="", help="Cards known to be out of play.")


dialect_option: Option = click.option(
    "--dialect",
    type=click.Choice(get_args(Dialect)),
    help="Meaning of T9s+: move both cards, up to AKs, or only the kicker, T9s alone (default: both, with a warning).",
)


def board_option(cards: str, *, required: bool = False) -> Option:
    """Return the option for a board; `cards` is its help text."""
    # click treats a default of None as a default.
    otherwise: dict[str, Any] = {"required": True} if required else {"default": ""}
    return click.option("--board", metavar="CARDS", help=cards, **otherwise)


def output_option(about: str, *, takes_stdout: bool = False, required: bool = False) -> Option:
    """Return the option for the file that a command writes."""
    return file_option("-o", "--output", about=about, takes_stdout=takes_stdout, required=required)


def table_option(about: str) -> Option:
    """Return the option for a table, which `strength_table` resumes, or refuses to replace."""
    path = click.Path(path_type=Path, dir_okay=False)
    return click.option("-o", "--output", metavar="FILE", type=path, required=True, callback=no_stdout, help=about)


def folder_option(about: str) -> Option:
    """Return the option for the folder that a command writes."""
    path = click.Path(path_type=Path, file_okay=False)
    return click.option("-o", "--output", metavar="FOLDER", type=path, required=True, callback=no_stdout, help=about)


def file_option(*names: str, about: str, takes_stdout: bool = False, required: bool = False) -> Option:
    """Return an option for an output file, with `--force`; with `takes_stdout`, `-` is standard output."""

    def check(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
        if not takes_stdout:
            no_stdout(ctx, param, path)
        elif path is not None and is_stdout(path):
            ctx.meta[TAKES_STDOUT] = names[0]
            return path
        return new_file_named(ctx, path)

    path = click.Path(path_type=Path, dir_okay=False, allow_dash=takes_stdout)
    text = f"{about} - is standard output." if takes_stdout else about
    written = click.option(*names, metavar="FILE", type=path, required=required, callback=check, help=text)
    return lambda function: force_option(written(function))


def new_file_named(ctx: click.Context, path: Path | None) -> Path | None:
    """Remember a file that the command will write."""
    if path is not None:
        ctx.meta.setdefault(NEW_FILES, []).append(path)
    return path


def force_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option for replacing existing files, unless the command has it."""

    def keep(ctx: click.Context, _: click.Parameter, force: bool) -> None:
        ctx.meta[FORCE] = force

    if any(param.name == "force" for param in getattr(function, "__click_params__", ())):
        return function
    about = "Replace existing files."
    return click.option("--force", is_flag=True, expose_value=False, callback=keep, help=about)(function)


def is_forced() -> bool:
    """Return whether the command may replace existing files."""
    return bool(click.get_current_context().meta.get(FORCE))


def refuse_existing() -> None:
    """Raise for a file that a command would replace, before it does any work."""
    for path in click.get_current_context().meta.get(NEW_FILES, ()):
        if os.path.lexists(path) and not is_forced():
            raise ForeignFileError(f"{path} exists: choose another name, or replace it with --force", filename=path)


def no_stdout(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
    """Refuse `-`, which stands for standard output in other options."""
    if path is not None and is_stdout(path):
        raise click.BadParameter("expected a file name: this output cannot go to standard output", ctx, param)
    return path


def is_stdout(path: Path) -> bool:
    """Return whether a path stands for standard output."""
    return str(path) == "-"


def csv_option(about: str) -> Option:
    """Return the option for an additional csv file."""
    return file_option("--csv", "csv_file", about=about, takes_stdout=True)


def plot_option(about: str) -> Option:
    """Return the option for an additional plot; the suffix of the file determines its format."""

    def check(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
        if path is not None and path.suffix not in PLOT_SUFFIXES:
            message = f"{shown(str(path))}: expected a name that ends in {', '.join(PLOT_SUFFIXES)}"
            raise click.BadParameter(message, ctx, param)
        return new_file_named(ctx, path)

    kind = click.Path(path_type=Path, dir_okay=False)
    text = f"{about} (png, svg or pdf)."
    option = click.option("--plot", "plot_file", metavar="FILE", type=kind, callback=check, help=text)
    return lambda function: force_option(option(function))


def former_option(name: str, instead: str) -> Option:
    """Return a hidden option whose error says what to do instead."""

    def refuse(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
        if value is not None:
            raise click.NoSuchOption(name, f"No such option: {name}. {instead}", ctx=ctx)

    return click.option(name, hidden=True, expose_value=False, callback=refuse)
