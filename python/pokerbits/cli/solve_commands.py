"""The command that solves an endgame, and prints the strategy of the first decision."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import is_zipfile

import click
import numpy as np

from pokerbits._input.numbers import decimal_number
from pokerbits._input.shown import shown
from pokerbits._input.situation import known_cards
from pokerbits.cards import format_cards
from pokerbits.cli._options import (
    Chips,
    GameChoice,
    Number,
    Parameter,
    board_option,
    dialect_option,
    is_forced,
    no_stdout,
    output_option,
)
from pokerbits.cli._output import bar, command, files_named, show, table, written
from pokerbits.endgame import ALL_IN, BetSizes, BettingTree, Decision, Endgame, Solver
from pokerbits.endgame._betting import PLAYERS
from pokerbits.endgame._files import Config, config_of
from pokerbits.endgame._hole_cards import GAMES, hand_name, hands_of
from pokerbits.endgame._solver_file import refuse

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


@command(
    "solve",
    "solve --board Kh9d5c3h2s --hero AA,QJs --villain KQ,99 --pot 50 --stack 100 --bets 50%,allin",
    "solve --game omaha --board Kh9d5c3h2s --hero AAQQ,KKJT --villain 99,5544 --pot 50 --stack 100 --bets 100%",
    "solve --board Kh9d5c3h --hero AA,QJs --villain KQ,99 --pot 50 --stack 200 --bets 75% -o turn.npz",
)
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@board_option("3, 4 or 5 board cards.")
@click.option("--hero", metavar="HERO", help="Range of the player who acts first.")
@click.option("--villain", metavar="VILLAIN", help="Range of the player who acts last.")
@click.option("--game", type=GameChoice(GAMES), help="Game of both ranges (default holdem); plo is an alias of omaha.")
@dialect_option
@click.option("--pot", metavar="CHIPS", type=Chips(), help="Pot at the root.")
@click.option("--stack", metavar="CHIPS", type=Chips(), help="Chips that each player has left.")
@click.option(
    "--bets",
    metavar="SIZES",
    type=Sizes(),
    help="Bets of both players, as in 50%,allin; by street as in 33%/75%/allin.",
)
@click.option("--raises", metavar="SIZES", type=Sizes(), help="Raises, as percentages of the pot after the call.")
@click.option("--villain-bets", metavar="SIZES", type=Sizes(), help="Bets of villain, if not those of hero.")
@click.option("--villain-raises", metavar="SIZES", type=Sizes(), help="Raises of villain, if not those of hero.")
@click.option("--donk", metavar="SIZES", type=Sizes(), help="Bets of hero after a street on which villain bet last.")
@click.option("--max-bets", metavar="N", type=Number(0), help="Number of bets and raises on a street (default 2).")
@click.option("--rake", metavar="PERCENT", type=Percent(), help="Share of the pot that the casino takes.")
@click.option("--rake-cap", metavar="CHIPS", type=Chips(), help="Largest rake.")
@click.option(
    "--all-in-threshold",
    metavar="PERCENT",
    type=Percent(),
    help="A bet is all-in if it leaves this share of the pot after a call, or less.",
)
@click.option(
    "--target", metavar="PERCENT", type=Percent(), help="Exploitability at which to stop (default: FILE's, or 0.5%)."
)
@click.option(
    "--max-iterations", metavar="N", type=Number(1), help="Number of iterations at most (default: FILE's, or 10,000)."
)
@click.option(
    "--algorithm", type=click.Choice(["dcfr", "cfr_plus"]), help="Discounted CFR, or CFR+ (default: FILE's, or dcfr)."
)
@click.option("--threads", "num_threads", metavar="N", type=Number(1), help="Number of threads (default: all).")
@output_option("Write the strategy of the first street to an npz file.")
@click.option(
    "--save",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    callback=no_stdout,
    help="Write the solver to a file, from which solve FILE goes on. One that was saved there is replaced.",
)
def solve_command(
    as_json: bool,
    file: Path | None,
    target: float | None,
    max_iterations: int | None,
    algorithm: Any,
    num_threads: int | None,
    output: Path | None,
    save: Path | None,
    **spot: Any,
) -> None:
    """Solve a flop, turn or river between two ranges.

    It prints the strategy of the player who acts first.

    FILE is a file of another solver, the text of TexasSolver or the JSON of noambrown/poker_solver, or one that --save
    has written. Without it options describe the game: --board, --hero, --villain, --pot, --stack and --bets are needed.

    The value of a hand and the gain of a player are shares of the pot. Half of the pot is the player's own stake: who
    folds at once has a gain of -50%.
    """
    if output is not None and output.suffix != ".npz":
        raise click.UsageError(f"{output}: expected a file that ends in .npz")
    if save is not None:
        with files_named(save):
            refuse(save, overwrite=is_forced())
    start, target_of_file, most_of_file = started(file, spot, algorithm)
    if target is None:
        target = target_of_file or TARGET
    most = max_iterations or most_of_file

    def solved() -> Solver:
        try:
            solver = start()
        except MemoryError as error:
            raise click.ClickException(str(error)) from None
        limit = {} if most is None else {"max_iterations": most}
        with bar("iterations") as progress:
            solver.run(target=target, **limit, num_threads=num_threads, progress=progress)
        if save is not None:
            with files_named(save), bar("decisions") as progress:
                solver.save(save, overwrite=is_forced(), progress=progress)
        return solver

    if output is None:
        solver = solved()
    else:
        with written(output) as drafted:
            solver = solved()
            write_npz(solver, drafted)
    data = summary(solver)
    if data["exploitability"] > target:
        click.echo(f"Warning: stopped before the target of {target:.2%} of the pot", err=True)
    files = {"output": output, "save": save}
    show(as_json, data | {name: str(path) for name, path in files.items() if path is not None}, *lines(data))


def started(
    file: Path | None, spot: dict[str, Any], algorithm: Any
) -> tuple[Callable[[], Solver], float | None, int | None]:
    """Return a function that makes or loads the solver, and the target and number of iterations of the file."""
    if file is not None and is_zipfile(file):
        refuse_options(spot | {"algorithm": algorithm})
        return partial(loaded, file), None, None
    config = game_of(spot) if file is None else game_in(file, spot)
    return partial(Solver, config.game, algorithm=algorithm or "dcfr"), config.target, config.max_iterations


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
    game: Any = spot["game"] or "holdem"
    return Config(Endgame(board, spot["hero"], spot["villain"], tree, game=game, dialect=spot["dialect"]))


def of_streets(name: str, sizes: Any, n_streets: int) -> list[Any]:
    """Return the sizes of each street; those of one are for all."""
    if sizes is None or len(sizes) == 1:
        return [None if sizes is None else sizes[0]] * n_streets
    if len(sizes) != n_streets:
        allowed = "1 street" if n_streets == 1 else f"1 or {n_streets} streets"
        raise click.UsageError(f"{name}: expected the sizes of {allowed}, found {len(sizes)}")
    return list(sizes)


def summary(solver: Solver) -> dict[str, Any]:
    """Return what the command prints."""
    game, root = solver.game, solver.game.tree.root
    strategy, values, reach = seen(solver, 0)
    hands = [
        {
            "hand": hand_name(game.game, combo),
            "weight": reach[combo],
            "value": None if np.isnan(values[combo]) else values[combo],
            "strategy": strategy[:, combo].tolist(),
        }
        # Aces come first.
        for combo in np.flatnonzero(~np.isnan(reach))[::-1]
    ]
    played = np.average(np.nan_to_num(strategy), axis=1, weights=np.nan_to_num(reach))
    return {
        "game": game.game,
        "board": format_cards(game.board),
        "pot": game.tree.pot,
        "stack": game.tree.stack,
        "decisions": len(game.tree.decisions),
        "player": root.player,
        "actions": list(root.actions),
        "hands": hands,
        "frequencies": played.tolist(),
        "gains": {player: solver.gain(player) for player in PLAYERS},
        "exploitability": solver.exploitability(),
        "iterations": solver.iterations,
    }


def lines(data: dict[str, Any]) -> list[str]:
    """Return what the command prints as text: the game, the strategy, and how good it is."""
    game = f"board {data['board']}, pot {data['pot']:g}, stack {data['stack']:g}, {data['decisions']:,} decisions"
    rows = [
        [
            hand["hand"],
            f"{hand['weight']:.4g}",
            "-" if hand["value"] is None else f"{hand['value']:.2%}",
            *(f"{share:.2%}" for share in hand["strategy"]),
        ]
        for hand in data["hands"]
    ]
    # A game of four hole cards has too many hands to read.
    if len(rows) > len(hands_of("holdem")):
        rows = [[f"all {len(rows):,}", "-", "-", *(f"{share:.2%}" for share in data["frequencies"])]]
    result = [
        *([f"gain of {player}", f"{gain:.2%} of the pot"] for player, gain in data["gains"].items()),
        ["exploitability", f"{data['exploitability']:.2%} of the pot"],
        ["iterations", f"{data['iterations']:,}"],
    ]
    return [game, table(["hand", "weight", "value", *data["actions"]], rows), table(result[0], result[1:])]


def seen(solver: Solver, decision: int) -> tuple[Any, Any, Any]:
    """Return the strategy, the values and the weights of the player at a decision of the first street, by combo."""
    player = solver.game.tree.decisions[decision].player
    return solver.strategy(decision)[:, 0], solver.values(decision, player)[0], solver.reach(decision, player)[0]


def write_npz(solver: Solver, file: BinaryIO) -> None:
    """Write the decisions of the first street as NumPy arrays."""
    game = solver.game
    gains = [solver.gain(player) for player in PLAYERS]
    arrays: dict[str, Any] = {"board": game.board, "gains": gains, "exploitability": solver.exploitability()}
    of_street = lines_to(game.tree.root)
    first = [(at, node) for at, node in enumerate(game.tree.decisions) if id(node) in of_street]
    arrays["lines"] = np.array([of_street[id(node)] for _, node in first])
    arrays["players"] = np.array([node.player for _, node in first])
    for number, (at, node) in enumerate(first):
        names = ("strategy", "values", "weights")
        arrays |= {f"{name}_{number}": array for name, array in zip(names, seen(solver, at), strict=True)}
        arrays[f"actions_{number}"] = np.array(node.actions)
    np.savez_compressed(file, **arrays)


def lines_to(root: Decision) -> dict[int, str]:
    """Return the actions before each decision of the first street, joined by commas, by the id of the decision."""
    found = {id(root): ""}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        for action, child in zip(node.actions, node.children, strict=True):
            if isinstance(child, Decision):
                found[id(child)] = f"{found[id(node)]}, {action}".removeprefix(", ")
                waiting.append(child)
    return found
