"""Options that describe an endgame, and what they and files of other solvers say."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pokerbits._input.numbers import decimal_number
from pokerbits._input.shown import shown
from pokerbits._input.situation import known_cards
from pokerbits.cli._options import Chips, Number, Option, Parameter, board_option, dialect_option
from pokerbits.cli._output import bar, files_named
from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Endgame, Solver
from pokerbits.endgame._files import Config, config_of

TARGET = 0.005
"""The exploitability at which a solver stops by default, as a fraction of the pot."""


class Percent(Parameter):
    """A percentage, as in 0.3%."""

    name = "percent"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the fraction; the package checks its range."""
        return fraction(self, value, param, ctx) if isinstance(value, str) else value


class Sizes(Parameter):
    """Bet sizes: percentages of the pot and `allin`, as in 50%,allin; or those of each street, as in 33%/75%/allin."""

    name = "sizes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the sizes of one street, or of each street, as fractions of the pot."""
        if not isinstance(value, str):
            return value

        def of_street(text: str) -> tuple[float, ...]:
            parts = [part.strip() for part in text.split(",")] if text.strip() else []
            return tuple(ALL_IN if part == "allin" else fraction(self, part, param, ctx) for part in parts)

        return [of_street(street) for street in value.split("/")]


def fraction(kind: Parameter, text: str, param: click.Parameter | None, ctx: click.Context | None) -> float:
    """Return a percentage as a fraction. The sign is needed: 0.5 might be either."""
    try:
        return decimal_number(text.removesuffix("%").rstrip() if text.endswith("%") else "") / 100
    except ValueError:
        allowed = " or allin" * isinstance(kind, Sizes)
        kind.fail(f"{shown(text)}: expected a percentage, as in 50%{allowed}", param, ctx)


_SPOT: tuple[Option, ...] = (
    board_option("3, 4 or 5 board cards."),
    click.option("--hero", metavar="HERO", help="Range of the player who acts first."),
    click.option("--villain", metavar="VILLAIN", help="Range of the player who acts last."),
    dialect_option,
    click.option("--pot", metavar="CHIPS", type=Chips(), help="Pot at the root."),
    click.option("--stack", metavar="CHIPS", type=Chips(), help="Chips that each player has left."),
    click.option(
        "--bets",
        metavar="SIZES",
        type=Sizes(),
        help="Bets of both players, as in 50%,allin; by street as in 33%/75%/allin.",
    ),
    click.option("--raises", metavar="SIZES", type=Sizes(), help="Raises, as percentages of the pot after the call."),
    click.option("--villain-bets", metavar="SIZES", type=Sizes(), help="Bets of villain, if not those of hero."),
    click.option("--villain-raises", metavar="SIZES", type=Sizes(), help="Raises of villain, if not those of hero."),
    click.option(
        "--donk", metavar="SIZES", type=Sizes(), help="Bets of hero after a street on which villain bet last."
    ),
    click.option("--max-bets", metavar="N", type=Number(0), help="Number of bets and raises on a street (default 2)."),
    click.option("--rake", metavar="PERCENT", type=Percent(), help="Share of the pot that the casino takes."),
    click.option("--rake-cap", metavar="CHIPS", type=Chips(), help="Largest rake."),
    click.option(
        "--all-in-threshold",
        metavar="PERCENT",
        type=Percent(),
        help="A bet is all-in if it leaves this share of the pot after a call, or less.",
    ),
)


def spot_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that describe an endgame."""
    for option in reversed(_SPOT):
        function = option(function)
    return function


def loaded(file: Path) -> Solver:
    """Return the solver that was saved in a file."""
    with files_named(file), bar("decisions") as progress:
        return Solver.load(file, progress=progress)


def refuse_options(spot: dict[str, Any]) -> None:
    """Raise for options that do not go with a file."""
    for name, value in spot.items():
        if value not in (None, ""):
            raise click.UsageError(f"--{name.replace('_', '-')} does not go with FILE, which describes the game")


def game_in(file: Path, spot: dict[str, Any]) -> Config:
    """Return the game in a file, which no option describes."""
    refuse_options(spot)
    with files_named(file):
        return config_of(file)


def game_of(spot: dict[str, Any]) -> Config:
    """Return the game that options describe."""
    for name in ("board", "hero", "villain", "pot", "stack", "bets"):
        if spot[name] in (None, ""):
            raise click.UsageError(f"--{name} is needed, or FILE")
    board = known_cards(spot["board"], "board", (3, 4, 5))
    options = {} if spot["max_bets"] is None else {"max_bets": spot["max_bets"]}
    names = ("bets", "raises", "donk", "villain_bets", "villain_raises")
    by_street = {name: of_streets(f"--{name.replace('_', '-')}", spot[name], 6 - len(board)) for name in names}
    hero = (by_street["bets"], by_street["raises"], by_street["donk"])
    villain = [
        by_street[f"villain_{name}"] if spot[f"villain_{name}"] else by_street[name] for name in ("bets", "raises")
    ]
    sizes: Any = {
        "hero": [BetSizes(bets, raises or (), donk, **options) for bets, raises, donk in zip(*hero, strict=True)],
        "villain": [BetSizes(bets, raises or (), **options) for bets, raises in zip(*villain, strict=True)],
    }
    rules = {name: spot[name] for name in ("rake_cap", "all_in_threshold")}
    tree = BettingTree(spot["pot"], spot["stack"], sizes, rake=spot["rake"] or 0.0, **rules)
    game: Any = spot.get("game") or "holdem"
    return Config(Endgame(board, spot["hero"], spot["villain"], tree, game=game, dialect=spot["dialect"]))


def of_streets(name: str, sizes: Any, n_streets: int) -> list[Any]:
    """Return the sizes of each street; those of one are for all."""
    if sizes is None or len(sizes) == 1:
        return [None if sizes is None else sizes[0]] * n_streets
    if len(sizes) != n_streets:
        allowed = "1 street" if n_streets == 1 else f"1 or {n_streets} streets"
        raise click.UsageError(f"{name}: expected the sizes of {allowed}, found {len(sizes)}")
    return list(sizes)
