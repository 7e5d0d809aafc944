"""The commands: each calls one public function and prints a table, or JSON with `--json`."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec

import click
from rich.console import Console
from rich.table import Table

import pokerbits as pb
from pokerbits.cards import format_cards

P = ParamSpec("P")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(pb.__version__, prog_name="pokerbits")
def pokerbits() -> None:
    """Exact poker mathematics.

    Cards are a rank (2-9, T, J, Q, K, A) and a suit (c, d, h, s): AsKd. Strengths are 1 (7-5-4-3-2) to 7462 (royal
    flush); larger is stronger. Bad input ends with exit code 2.
    """


def command(name: str) -> Callable[[Callable[P, Any]], click.Command]:
    """Make a command with `--json` of a function; its `PokerbitsError` is a usage error."""

    def decorate(function: Callable[P, Any]) -> click.Command:
        @wraps(function)
        def run(*args: P.args, **kwargs: P.kwargs) -> Any:
            try:
                return function(*args, **kwargs)
            except pb.PokerbitsError as error:
                raise click.UsageError(str(error)) from None

        option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
        return pokerbits.command(name)(option(run))

    return decorate


def show(as_json: bool, data: Mapping[str, Any], columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print `data` as JSON, or `rows` as a table."""
    if as_json:
        click.echo(json.dumps(data))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for i, column in enumerate(columns):
        table.add_column(column, justify="left" if i == 0 else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    Console(highlight=False, soft_wrap=True).print(table)


@command("equity")
@click.argument("hands", nargs=-1, required=True)
@click.option("--board", default="", help="0, 3, 4 or 5 board cards.")
@click.option("--dead", default="", help="Cards known to be out of play.")
def equity_command(hands: tuple[str, ...], board: str, dead: str, as_json: bool) -> None:
    """Exact equity of two to ten HANDS, as in `pokerbits equity AhAd KsKh --board Qh7h2c`."""
    result = pb.equity(*hands, board=board, dead=dead)
    players = [
        {"hand": hand, "equity": share, "win": win, "tie": tie, "counts": counts}
        for hand, share, win, tie, counts in zip(
            result.players, result.equity.tolist(), result.win.tolist(), result.tie.tolist(), result.counts, strict=True
        )
    ]
    data = {"board": format_cards(board), "dead": format_cards(dead), "showdowns": result.n, "players": players}
    rows = [
        [p["hand"], f"{p['equity']:.4%}", f"{p['win']:.4%}", f"{p['tie']:.4%}"]
        + [f"{count:,}" for count in (p["counts"][1], sum(p["counts"][2:]), p["counts"][0])]
        for p in players
    ]
    show(as_json, data, ["hand", "equity", "win", "tie", "wins", "ties", "losses"], rows)
    if not as_json:
        click.echo(f"{result.n:,} showdowns, exact")


@command("eval")
@click.argument("cards", nargs=-1, required=True)
def eval_command(cards: tuple[str, ...], as_json: bool) -> None:
    """Strength of a hand of 5 to 7 CARDS, as in `pokerbits eval AsKs QsJsTs`."""
    text = format_cards("".join(cards))
    strength = int(pb.evaluate(text))
    show_strength(text, strength, as_json)


@command("example")
@click.argument("strength", type=int)
def example_command(strength: int, as_json: bool) -> None:
    """A five-card hand of a STRENGTH, 1 to 7462."""
    show_strength(format_cards(pb.example_hand(strength)), strength, as_json)


def show_strength(cards: str, strength: int, as_json: bool) -> None:
    """Print a hand and what it is worth."""
    data = {
        "cards": cards,
        "strength": strength,
        "cactus_kev": int(pb.to_cactus_kev(strength)),
        "category": pb.Category(pb.category(strength)).name.lower(),
        "description": pb.describe(strength),
    }
    show(as_json, data, ["hand", cards], [[name, str(value)] for name, value in list(data.items())[1:]])


@command("info")
def info_command(as_json: bool) -> None:
    """Version, CPU level and threads of this installation."""
    features = pb.cpu_features()
    data = {**pb.build_info(), **features, "num_threads": pb.get_num_threads()}
    if as_json:
        click.echo(json.dumps(data))
    else:
        pb.show_versions()
