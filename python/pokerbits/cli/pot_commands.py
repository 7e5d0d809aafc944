"""The command about all-in hands with side pots."""

from pathlib import Path

import click

import pokerbits as pb
from pokerbits._evaluator.games import POT_GAMES, PotGame
from pokerbits._input.numbers import decimal_number
from pokerbits._input.shown import cut
from pokerbits._output.tables import shortened
from pokerbits.cards import format_cards
from pokerbits.cli._options import GameChoice, Parameter, board_option, csv_option, dead_option, option
from pokerbits.cli._output import bar, command, per_cent, save_csv, show, table

_SHOWN_ORDERS = 13
"""Orders of finish in the table: all that three hands can have."""


class ChipsParam(Parameter):
    """A number of chips such as 40 or 2.5."""

    name = "chips"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number, or raise."""
        try:
            return decimal_number(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


@command(
    "pot-equity",
    "pot-equity AsKs:100 QhQd:100 9c9d:40",
    "pot-equity AhKh:100 9c9d:62.5 --board Qh7h2c --folded-chips 5 --folded-chips 10",
    "pot-equity AsKsQhJh:80 7c7d8h9h:100 --game omaha",
)
@click.argument("players", nargs=-1, required=True)
@board_option("0 to 5 board cards; * is an unknown card.")
@dead_option
@click.option(
    "--folded-chips",
    metavar="CHIPS",
    type=ChipsParam(),
    multiple=True,
    help="Chips of a player who has folded; may be repeated.",
)
@option(
    "--game", type=GameChoice(POT_GAMES), default="holdem", help="Game to play; plo, plo5, plo6 and 6+ are aliases."
)
@csv_option("Write the players and their values to a csv file.")
def pot_equity_command(
    players: tuple[str, ...],
    board: str,
    dead: str,
    folded_chips: tuple[float, ...],
    game: PotGame,
    csv_file: Path | None,
    as_json: bool,
) -> None:
    """Compute the value of all-in hands with side pots.

    PLAYERS are hole cards and the chips that the player has put in, as in AsKs:100. The value is the mean number of
    chips that the player gets back, over every runout. Below it are the most frequent orders of finish.
    """
    hands, chips = zip(*map(hand_and_chips, players), strict=True)
    known = {"board": format_cards(board), "dead": format_cards(dead)}
    with bar("pot equity") as progress:
        result = pb.pot_equity(hands, chips, board, folded_chips=folded_chips, dead=dead, game=game, progress=progress)
    if csv_file is not None:
        save_csv(result, csv_file)
    echo = [f"{name} {cards}" for name, cards in known.items() if cards]
    show(as_json, known | result.to_dict(), *echo, str(result), "", orders_table(result))


def hand_and_chips(text: str) -> tuple[str, float]:
    """Return the hand and the chips of a text such as AsKs:100."""
    hand, _, chips = text.rpartition(":")
    try:
        return hand.strip(), decimal_number(chips.strip() if hand.strip() else "")
    except ValueError:
        raise click.UsageError(f"{cut(text)}: expected a hand and its chips, as in AsKs:100") from None


def orders_table(result: pb.PotEquity) -> str:
    """Return the table of the most frequent orders of finish."""
    frequent = sorted(result.orders.items(), key=lambda item: (-item[1], item[0]))
    rows = [
        [order_text(result.players, order), f"{number:,}", per_cent(number / result.n)]
        for order, number in frequent[:_SHOWN_ORDERS]
    ]
    more = len(frequent) - len(rows)
    return table(["order of finish", "boards", "probability"], rows) + f"\nand {more:,} orders more" * bool(more)


def order_text(players: tuple[str, ...], order: tuple[int, ...]) -> str:
    """Return an order of finish as text: hands with > between them, or = if they tie."""
    by_rank: dict[int, list[str]] = {}
    for hand, rank in sorted(zip(players, order, strict=True), key=lambda of: of[1]):
        by_rank.setdefault(rank, []).append(shortened(hand))
    return " > ".join(" = ".join(tied) for tied in by_rank.values())
