"""The command about odds against random opponents, for one hand or all 169 before the flop."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import click
import numpy as np

import pokerbits as pb
from pokerbits._input.shown import shown
from pokerbits._output.results import SHARES
from pokerbits.cards import format_cards
from pokerbits.cli._options import board_option, dead_option, is_stdout, option, output_option
from pokerbits.cli._output import bar, command, hand_name, per_cent, show, table, written


def numbers(text: str) -> list[int]:
    """Return the numbers of a text such as 1-4,8. No deck has enough cards for numbers of three digits."""
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,2})(?:-([0-9]{1,2}))?\s*", part)
        named = range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0)
        if not named:
            raise click.UsageError(f"{shown(text)}: expected numbers of opponents, as in 1-8 or 1,2,5")
        found.extend(named)
    return found


@command("odds", "odds AsKs --opponents 1-8", "odds AsAh --board Kd7c7d", "odds --all --opponents 1 -o odds.csv")
@click.argument("hole", required=False)
@click.option("--all", "all_hands", is_flag=True, help="Show all 169 starting hands before the flop.")
@option("--opponents", metavar="NUMBERS", default="1", help="Numbers of opponents, as in 1-8 or 1,2,5.")
@board_option("0 to 5 board cards; * is an unknown card.")
@dead_option
@output_option("With --all: write the odds to a csv, json or npz file.", takes_stdout=True)
def odds_command(
    hole: str | None, all_hands: bool, opponents: str, board: str, dead: str, output: Path | None, as_json: bool
) -> None:
    """Compute exact odds against random opponents.

    HOLE is two cards, or without a board a class of hands such as AKs. The odds count every deal of the opponents'
    cards and of the remaining board.
    """
    wanted = numbers(opponents)
    if all_hands:
        if hole or board or dead:
            raise click.UsageError("--all takes no hand, board or dead cards")
        show_all_odds(wanted, output, as_json)
        return
    if hole is None:
        raise click.UsageError("expected a hand, as in AsKs, or --all")
    if output is not None:
        raise click.UsageError("--output needs --all")
    with bar("odds") as progress:
        odds = pb.odds_vs_random(hole, board=board or None, dead=dead, n_opponents=wanted, progress=progress)
    data = {"hole": hand_name(hole), "board": format_cards(board), "dead": format_cards(dead)}
    entries = odds.to_dict()["odds"]
    rows = [
        [str(of_k["opponents"]), *(per_cent(of_k[name]) for name in SHARES), f"{of_k['counts']['total']:,}"]
        for of_k in entries
    ]
    known = f"hand {data['hole']} {data['board']}".rstrip() + (f", dead {data['dead']}" if data["dead"] else "")
    columns = ["opponents", *SHARES, "deals"]
    show(as_json, data | {"odds": entries}, known, table(columns, rows))


def show_all_odds(wanted: list[int], output: Path | None, as_json: bool) -> None:
    """Print the odds of all starting hands, or write them to a file and print a summary."""
    if output is None:
        odds = all_odds(wanted)
        show(as_json, odds.to_dict(), str(odds))
        return
    # Standard output gets text.
    kind = ".csv" if is_stdout(output) else output.suffix
    if kind not in WRITERS:
        raise click.UsageError(f"{output}: expected a file that ends in {', '.join(WRITERS)}")
    with written(output) as file:
        WRITERS[kind](all_odds(wanted), file)
    data = {"output": str(output), "hands": len(pb.HAND_CLASSES), "opponents": wanted}
    rows = [["hands", str(data["hands"])], ["opponents", ", ".join(map(str, wanted))]]
    show(as_json, data, table(["file", str(output)], rows))


def all_odds(wanted: list[int]) -> pb.odds.PreflopOdds:
    """Return the odds of all starting hands, with a progress bar."""
    with bar("pre-flop odds") as progress:
        return pb.preflop_odds(wanted, progress=progress)


def write_csv(odds: pb.odds.PreflopOdds, file: BinaryIO) -> None:
    """Write preflop odds as text."""
    file.write(odds.to_csv().encode())


def write_json(odds: pb.odds.PreflopOdds, file: BinaryIO) -> None:
    """Write preflop odds as JSON."""
    file.write(json.dumps(odds.to_dict()).encode())


def write_npz(odds: pb.odds.PreflopOdds, file: BinaryIO) -> None:
    """Write preflop odds as NumPy arrays."""
    np.savez_compressed(file, **arrays_of(odds.to_dict()["hands"]))


def arrays_of(hands: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return preflop odds as arrays: shares (169, n_k), and counts as text, because no dtype can hold them.

    `wins`, `losses` and `total` have shape (169, n_k), `ties` (169, n_k, most opponents), with the ties with j + 1
    others at index j.
    """
    rows = list(hands.values())
    opponents = [of_k["opponents"] for of_k in rows[0]]
    arrays = {"hand": np.array(list(hands)), "opponents": np.array(opponents)}
    arrays |= {name: np.array([[of_k[name] for of_k in row] for row in rows]) for name in SHARES}
    counts = [[of_k["counts"] for of_k in row] for row in rows]
    for name in ("wins", "losses", "total"):
        arrays[name] = np.array([[str(of_k[name]) for of_k in row] for row in counts])
    most = max(opponents)
    arrays["ties"] = np.array(
        [[[str(n) for n in of_k["ties"] + [0] * (most - len(of_k["ties"]))] for of_k in row] for row in counts]
    )
    return arrays


WRITERS: dict[str, Callable[[pb.odds.PreflopOdds, BinaryIO], object]] = {
    ".csv": write_csv,
    ".json": write_json,
    ".npz": write_npz,
}
