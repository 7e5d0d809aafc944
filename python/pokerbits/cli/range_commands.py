"""The command about ranges: what a text says, and the same in the words of other programs."""

from typing import Literal

import click

import pokerbits as pb
from pokerbits._evaluator.games import EquityGame, game_named
from pokerbits.cli._options import GameChoice
from pokerbits.cli._output import command, show
from pokerbits.ranges._range import size_text

OMAHA_GAMES: tuple[EquityGame, ...] = ("omaha", "omaha5", "omaha6")
"""The games whose ranges are sets of hands: high alone or with a low, the hands are the same."""


@command(
    "range",
    "range QQ+ AKs A5s-A2s 0.5:KQo",
    "range 15%",
    "range T9s+ --dialect kicker --json",
    "range 'AA$ds, JT98+' --game omaha",
)
@click.argument("hands", nargs=-1, required=True)
@click.option(
    "--dialect",
    type=click.Choice(["both", "kicker"]),
    default="both",
    show_default=True,
    help="Whether T9s+ climbs with both cards, to AKs, or with the kicker, T9s alone.",
)
@click.option(
    "--on-conflict",
    type=click.Choice(["error", "first", "last", "max"]),
    default="error",
    show_default=True,
    help="Which of two different weights of a combo counts.",
)
@click.option("--pio", is_flag=True, help="Print only the text that PioSOLVER reads.")
@click.option("--gtoplus", is_flag=True, help="Print only the text that GTO+ reads.")
@click.option(
    "--game",
    type=GameChoice(["holdem", *OMAHA_GAMES]),
    default="holdem",
    show_default=True,
    help="Omaha with four, five or six hole cards has a syntax of its own, as in AA$ds, and no other options.",
)
def range_command(
    hands: tuple[str, ...],
    dialect: Literal["both", "kicker"],
    on_conflict: Literal["error", "first", "last", "max"],
    pio: bool,
    gtoplus: bool,
    game: EquityGame,
    as_json: bool,
) -> None:
    """A range of hands: 13 x 13, its combos, and its short text.

    HANDS are QQ+, AKs, A5s-A2s, 0.5:KQo, AhKh, 15%, random and the like, with commas or blanks between them;
    a percentage stands alone between commas. Suited hands stand above the diagonal; a hand in part shows its share in
    per cent. Of a range of Omaha the command says how many hands it has.
    """
    if game in OMAHA_GAMES:
        if (dialect, on_conflict, pio, gtoplus) != ("both", "error", False, False):
            message = f"--game {game} goes with no option but --json"
            raise click.UsageError(message)
        show_omaha(" ".join(hands), game, as_json)
        return
    if pio + gtoplus + as_json > 1:
        message = "--pio, --gtoplus and --json go alone"
        raise click.UsageError(message)
    found = pb.Range(" ".join(hands), dialect=dialect, on_conflict=on_conflict)
    if pio or gtoplus:
        click.echo(found.to_pio() if pio else found.to_gtoplus())
        return
    data = {
        "text": found.text,
        "pio": found.to_pio(),
        "gtoplus": found.to_gtoplus(),
        "combos": len(found),
        "total": found.total,
        "share": found.share,
        "matrix": found.matrix().tolist(),
    }
    show(as_json, data, str(found), "", found.text, size_text(found))


def show_omaha(text: str, game: EquityGame, as_json: bool) -> None:
    """Print how many hands of Omaha a text says, and their share of all."""
    found = pb.OmahaRange(text, game_named(game).hole_cards)
    data = {"text": found.text, "game": game, "hands": len(found), "share": found.share}
    show(as_json, data, found.text, f"{len(found):,} hands of {found.hole_cards} cards, {found.share:.4%} of all hands")
