"""The command about the equity of hands and ranges, counted or sampled."""

from pathlib import Path
from typing import Any, get_args

import click

import pokerbits as pb
from pokerbits._equity.high_low import HIGH_LOW_SHARES
from pokerbits._equity.result import ERRORS, count_text
from pokerbits._evaluator.games import GAMES, EquityGame, HighLowGame
from pokerbits._output.results import SHARES
from pokerbits._output.tables import shortened
from pokerbits.cards import format_cards
from pokerbits.cli._options import (
    GameChoice,
    Number,
    board_option,
    csv_option,
    dead_option,
    dialect_option,
    option,
    plot_option,
)
from pokerbits.cli._output import bar, command, per_cent, save_csv, save_plot, show, table


@command(
    "equity",
    "equity AhAd KsKh",
    'equity "QQ+,AKs" "22+,A2s+" random --board Ah7d2c',
    'equity AhKh QQ --board Qh7h2c --folded "AK,AQ" --folded "A2s+"',
    "equity AA KK QQ JJ --method monte_carlo --std-error 0.001 --seed 1",
    "equity AsKsQhJh 7c7d8h9h --game omaha",
    "equity As2s7h8d 'AA:$ds' --board 3s4d8c --game omaha_hilo",
    "equity AhAd2c KhKd7c --dead 2h9s --game stud",
)
@click.argument("players", nargs=-1, required=True)
@board_option("0 to 5 board cards; * is an unknown card.")
@dead_option
@click.option("--folded", metavar="RANGE", multiple=True, help="Range of a player who has folded; may be repeated.")
@dialect_option
@option(
    "--game",
    type=GameChoice(GAMES),
    default="holdem",
    help="Game to play; plo, plo5, plo8, big_o, courchevel, stud8 and 6+ are aliases.",
)
@option(
    "--method",
    type=click.Choice(["auto", "exact", "monte_carlo"]),
    default="auto",
    help="Count every deal, or sample. auto samples if counting would take too long.",
)
@click.option(
    "--max-seconds",
    metavar="SECONDS",
    type=float,
    help="Use sampling if an exact answer is estimated to take longer (seconds on one thread).",
)
@click.option("--samples", "n_samples", metavar="N", type=Number(1), help="Stop after N samples.")
@click.option("--std-error", metavar="X", type=float, help="Stop at this standard error of equity, win, tie and lose.")
@click.option(
    "--seed",
    "rng",
    metavar="N",
    type=Number(0),
    help="Random seed of the samples. The same seed gives the same answer.",
)
@csv_option("Write the players and their shares to a csv file.")
@plot_option("Save a plot of the players and their shares")
def equity_command(
    players: tuple[str, ...],
    board: str,
    dead: str,
    folded: tuple[str, ...],
    game: EquityGame,
    csv_file: Path | None,
    plot_file: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Compute the equity of two to ten hands or ranges.

    PLAYERS are hole cards such as AhAd, or ranges such as "QQ+, AKs, 0.5:KQo". In Omaha games they are hole cards such
    as AsKsQhJh, ranges such as "AA$ds", or "*" for any hand. In stud and razz they are the one to seven cards that are
    known of a hand, or "*".
    """
    known = {"board": format_cards(board), "dead": format_cards(dead)}
    with bar("equity") as progress:
        result = pb.equity(*players, board=board, dead=dead, folded=folded, game=game, progress=progress, **options)
    if csv_file is not None:
        save_csv(result, csv_file)
    if plot_file is not None:
        save_plot(pb.plot.equity_bars(result), plot_file)
    echo = [f"{name} {cards}" for name, cards in known.items() if cards]
    echo += [f"folded {shortened(text)}" for text in folded]
    data = known | ({"folded": list(folded)} if folded else {}) | result.to_dict()
    size = f"{count_text(result)}, exact" if result.exact else count_text(result)
    show(as_json, data, *echo, numbers(data["players"], exact=result.exact, game=game), size)


def numbers(players: list[dict[str, Any]], *, exact: bool, game: EquityGame) -> str:
    """Return the table of the players, with counts if there are any, or each number of samples with its standard error.

    In high-low games the counts are scoops, quarters, and wins of the high and of the low half.
    """
    splits = game in get_args(HighLowGame)
    titles = HIGH_LOW_SHARES if splits else SHARES
    names = SHARES if exact else [name for both in zip(SHARES, ERRORS, strict=True) for name in both]
    columns = ["hand", *(title for of in titles for title in ([of] if exact else [of, "std error"]))]
    rows = [[shortened(of["hand"]), *(per_cent(of[name]) for name in names)] for of in players]
    if exact and splits:
        columns += ["scoops", "quarters", "high wins", "low wins", "lows"]
        for row, player in zip(rows, players, strict=True):
            of = player["counts"]
            quarters, low = of["shares"].get("1/4", 0), of["low"]
            row += [f"{n:,}" for n in (of["wins"], quarters, of["high"]["wins"], low["wins"], low["total"])]
    elif exact and players[0]["counts"] is not None:
        columns += ["wins", "ties", "losses"]
        for row, player in zip(rows, players, strict=True):
            counts = player["counts"]
            row += [f"{number:,}" for number in (counts["wins"], sum(counts["ties"]), counts["losses"])]
    return table(columns, rows)
