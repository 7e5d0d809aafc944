"""The commands about ranges: the content of a text, the same range elsewhere, and the place of a hand among all."""

from typing import Literal

import click

import pokerbits as pb
from pokerbits._evaluator.games import EquityGame, game_named
from pokerbits.cli._options import GameChoice, dialect_option, option
from pokerbits.cli._output import command, hand_name, per_cent, show, table
from pokerbits.ranges._range import Dialect, size_text

OMAHA_GAMES: tuple[EquityGame, ...] = ("tahoe", "omaha", "omaha5", "omaha6")
"""The games whose ranges are sets of hands of more cards. High-low games have the same hands."""


@command(
    "range",
    "range QQ+ AKs A5s-A2s 0.5:KQo",
    "range 15%",
    "range T9s+ --dialect kicker --json",
    "range 'AA$ds, JT98+' --game omaha",
)
@click.argument("hands", nargs=-1, required=True)
@dialect_option
@option(
    "--on-conflict",
    type=click.Choice(["error", "first", "last", "max"]),
    default="error",
    help="Weight to use for a combo with two different weights.",
)
@click.option("--pio", is_flag=True, help="Print only the text for PioSOLVER.")
@click.option("--gtoplus", is_flag=True, help="Print only the text for GTO+.")
@option(
    "--game",
    type=GameChoice(["holdem", *OMAHA_GAMES]),
    default="holdem",
    help="Game. Omaha ranges have their own syntax, such as AA$ds, and take no option but --json.",
)
def range_command(
    hands: tuple[str, ...],
    dialect: Dialect | None,
    on_conflict: Literal["error", "first", "last", "max"],
    pio: bool,
    gtoplus: bool,
    game: EquityGame,
    as_json: bool,
) -> None:
    """Show a range as a matrix, its combos, and its short text.

    HANDS are items such as QQ+, AKs, A5s-A2s, 0.5:KQo, AhKh, 15% and random, with commas or blanks between them. A
    percentage stands alone between commas. The matrix has suited hands above the diagonal, and shows the weight of a
    partial hand as a percentage. For an Omaha range the command prints the number of hands.
    """
    if game in OMAHA_GAMES:
        if (dialect, on_conflict, pio, gtoplus) != (None, "error", False, False):
            raise click.UsageError(f"--game {game} cannot be combined with options other than --json")
        show_omaha(" ".join(hands), game, as_json)
        return
    if pio + gtoplus + as_json > 1:
        raise click.UsageError("choose one of --pio, --gtoplus and --json")
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


@command("percentile", "percentile AhKh 7c2d", "percentile AsAhTsTh --game omaha")
@click.argument("hands", nargs=-1, required=True)
@option("--game", type=GameChoice(["holdem", "omaha"]), default="holdem", help="Game: two hole cards, or four.")
def percentile_command(hands: tuple[str, ...], game: Literal["holdem", "omaha"], as_json: bool) -> None:
    """Show the share of starting hands at least as good as a hand.

    HANDS are cards, or in hold'em classes such as AKs. They are ranked by their exact equity against a random hand,
    which is shown as well.
    """
    names = [hand_name(hand) for hand in hands]
    shares = [float(pb.hand_percentile(hand, game=game)) for hand in hands]
    equities = [float(pb.equity(hand, "random", game=game).equity[0]) for hand in hands]
    found = zip(names, shares, equities, strict=True)
    rows = [[name, per_cent(share), per_cent(equity)] for name, share, equity in found]
    data = [
        {"hand": name, "percentile": share, "equity": equity}
        for name, share, equity in zip(names, shares, equities, strict=True)
    ]
    show(as_json, {"game": game, "hands": data}, table(["hand", "best", "equity"], rows))


def show_omaha(text: str, game: EquityGame, as_json: bool) -> None:
    """Print the number of hands in an Omaha range, the sum of their weights, and its share of all hands."""
    found = pb.OmahaRange(text, game_named(game).hole_cards)
    data = {"text": found.text, "game": game, "hands": len(found), "total": found.total, "share": found.share}
    show(as_json, data, found.text, omaha_size_text(found))


def omaha_size_text(hands: pb.OmahaRange) -> str:
    """Return the number of hands in an Omaha range, their weight if not all weights are 1, and their share of all."""
    weight = "" if hands.total == len(hands) else f" with a weight of {hands.total:,.10g}"
    return f"{len(hands):,} hands of {hands.hole_cards} cards{weight}, {hands.share:.4%} of all hands"
