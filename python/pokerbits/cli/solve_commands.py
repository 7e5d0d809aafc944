"""The command that solves an endgame, and prints the strategy of the first decision."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import is_zipfile

import click
import numpy as np

from pokerbits.cards import format_cards
from pokerbits.cli._options import GameChoice, Number, is_forced, no_stdout, output_option
from pokerbits.cli._output import bar, command, files_named, show, table, written
from pokerbits.cli._spots import TARGET, Percent, game_in, game_of, loaded, refuse_options, spot_options
from pokerbits.endgame import Decision, Solver
from pokerbits.endgame._betting import PLAYERS
from pokerbits.endgame._hole_cards import GAMES, hand_name, hands_of
from pokerbits.endgame._solver_file import refuse


@command(
    "solve",
    "solve --board Kh9d5c3h2s --hero AA,QJs --villain KQ,99 --pot 50 --stack 100 --bets 50%,allin",
    "solve --game omaha --board Kh9d5c3h2s --hero AAQQ,KKJT --villain 99,5544 --pot 50 --stack 100 --bets 100%",
    "solve --board Kh9d5c3h --hero AA,QJs --villain KQ,99 --pot 50 --stack 200 --bets 75% -o turn.npz",
)
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--game", type=GameChoice(GAMES), help="Game of both ranges (default holdem); plo is an alias of omaha.")
@spot_options
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
