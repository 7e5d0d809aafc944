"""The command about odds against random opponents: of one hand, or of all 169 before the flop."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import numpy as np

import pokerbits as pb
from pokerbits.cards import format_cards
from pokerbits.cli._output import bar, command, show


def numbers(text: str) -> list[int]:
    """Return the numbers that 1-4,8 names; two digits are more than any deck can serve."""
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,2})(?:-(\d{1,2}))?\s*", part)
        named = range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0)
        if not named:
            message = f"{text!r}: expected numbers of opponents, as in 1-8 or 1,2,5"
            raise click.UsageError(message)
        found.extend(named)
    return found


@command("odds")
@click.argument("hole", required=False)
@click.option("--all", "all_hands", is_flag=True, help="All 169 starting hands, before the flop.")
@click.option("--opponents", default="1", show_default=True, help="Numbers of opponents, as in 1-8 or 1,2,5.")
@click.option("--board", default="", help="0, 3, 4 or 5 board cards.")
@click.option("--dead", default="", help="Cards known to be out of play.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="With --all: a csv, json or npz file."
)
def odds_command(
    hole: str | None, all_hands: bool, opponents: str, board: str, dead: str, output: Path | None, as_json: bool
) -> None:
    """Exact odds of HOLE against random opponents, as in `pokerbits odds AsKs --opponents 1-8`."""
    wanted = numbers(opponents)
    if all_hands:
        if hole or board or dead:
            message = "--all takes no hand, board or dead cards"
            raise click.UsageError(message)
        if output is not None and output.suffix not in WRITERS:
            message = f"{output}: expected a file that ends in {', '.join(WRITERS)}"
            raise click.UsageError(message)
        if output is not None and as_json:
            message = "--json prints, and --output writes a file: expected one of them"
            raise click.UsageError(message)
        if output is not None:
            with draft_of(output) as draft:
                WRITERS[output.suffix](all_odds(wanted), draft)
        elif as_json:
            click.echo(json.dumps(odds_data(all_odds(wanted))))
        else:
            click.echo(str(all_odds(wanted)))
        return
    if hole is None:
        message = "expected a hand, as in AsKs, or --all"
        raise click.UsageError(message)
    if output is not None:
        message = "--output goes with --all"
        raise click.UsageError(message)
    odds = pb.odds_vs_random(hole, board=board or None, dead=dead, n_opponents=wanted)
    rows = [
        {"opponents": k, "equity": equity, "win": win, "tie": tie, "lose": lose}
        | {"counts": [str(count) for count in (odds.counts[k].wins, *odds.counts[k].ties)], "total": str(odds.total[k])}
        for k, equity, win, tie, lose in zip(
            wanted, odds.equity.tolist(), odds.win.tolist(), odds.tie.tolist(), odds.lose.tolist(), strict=True
        )
    ]
    show(
        as_json,
        {"hole": format_cards(hole), "board": format_cards(board), "dead": format_cards(dead), "odds": rows},
        ["opponents", "equity", "win", "tie", "lose", "deals"],
        [
            [
                str(r["opponents"]),
                *(f"{r[name]:.4%}" for name in ("equity", "win", "tie", "lose")),
                f"{total:,}",
            ]
            for r, total in zip(rows, odds.total.values(), strict=True)
        ],
    )


def all_odds(wanted: list[int]) -> pb.PreflopOdds:
    """Return the odds of all starting hands; a bar shows how far it is."""
    with bar("pre-flop odds") as progress:
        return pb.preflop_odds(wanted, progress=progress)


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """Yield a path to write to that gets its name at the end; that it can be written is known before the work."""
    draft = path.with_name(path.name + ".partial")
    try:
        draft.touch()
        try:
            yield draft
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        message = f"{path}: {error.strerror}"
        raise click.ClickException(message) from None


def odds_data(table: pb.PreflopOdds) -> dict[str, Any]:
    """Return pre-flop odds as JSON can hold them; counts are strings, as they do not fit in a double."""
    hands = {
        name: {
            str(k): {"equity": float(equity), "counts": [str(count) for count in (counts[k].wins, *counts[k].ties)]}
            for k, equity in zip(table.n_opponents, equities, strict=True)
        }
        for name, counts, equities in zip(pb.HAND_CLASSES, table.counts, table.equity, strict=True)
    }
    return {"total": {str(k): str(total) for k, total in table.total.items()}, "hands": hands}


def write_json(table: pb.PreflopOdds, path: Path) -> None:
    """Write pre-flop odds as JSON."""
    path.write_text(json.dumps(odds_data(table)), encoding="utf-8")


def write_npz(table: pb.PreflopOdds, path: Path) -> None:
    """Write NumPy arrays; counts (169, n_k, most opponents + 1) and totals (n_k,) as text, as no dtype holds them."""
    most = max(table.n_opponents) + 1
    counts = [
        [[str(count) for count in (of_k[k].wins, *of_k[k].ties)] + ["0"] * (most - k - 1) for k in table.n_opponents]
        for of_k in table.counts
    ]
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            hand=np.array(pb.HAND_CLASSES),
            n_opponents=np.array(table.n_opponents),
            equity=table.equity,
            win=table.win,
            tie=table.tie,
            counts=np.array(counts),
            total=np.array([str(table.total[k]) for k in table.n_opponents]),
        )


WRITERS: dict[str, Callable[[pb.PreflopOdds, Path], object]] = {
    ".csv": pb.PreflopOdds.to_csv,
    ".json": write_json,
    ".npz": write_npz,
}
