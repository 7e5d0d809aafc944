"""The commands that measure agents in an endgame: a local best response, and a match of two."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import is_zipfile

import click

import pokerbits as pb
from pokerbits.cards import format_cards
from pokerbits.cli._agents import SOLVER, Asked, agent_named
from pokerbits.cli._options import Number, option
from pokerbits.cli._output import bar, command, group, show, table
from pokerbits.cli._spots import TARGET, Percent, game_in, game_of, loaded, refuse_options, spot_options
from pokerbits.endgame import Endgame, Solver
from pokerbits.endgame._policies import PolicyLike

agent = group("agent", "Measure what is won from an agent, or play a match of two.")

_RIVER = "--board Kh9d5c3h2s --hero AA,QJs --villain KQ,99 --pot 50 --stack 100 --bets 50%,allin"

_file = click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
_seed = option("--seed", metavar="N", type=Number(0), default=0, help="Random seed.")
_threads = click.option(
    "--threads", "num_threads", metavar="N", type=Number(1), help="Number of threads (default: all)."
)
_target = click.option(
    "--target",
    metavar="PERCENT",
    type=Percent(),
    help="Exploitability at which solver stops (default: 0.5%).",
)
_most = click.option(
    "--max-iterations",
    metavar="N",
    type=Number(1),
    help="Number of iterations of solver at most (default: 10,000).",
)


def agent_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add what both commands take."""
    for added in (_threads, _seed, _most, _target, spot_options, _file):
        function = added(function)
    return function


@command("lbr", f"agent lbr uniform {_RIVER}", f"agent lbr solver --target 0.1% {_RIVER}", within=agent)
@click.argument("policy")
@click.option(
    "--runouts",
    "n_runouts",
    metavar="N",
    type=Number(2),
    help="Number of boards to draw (default: all of them).",
)
@agent_options
def lbr_command(
    as_json: bool, policy: str, n_runouts: int | None, seed: int, num_threads: int | None, **where: Any
) -> None:
    """Show what a local best response wins from an agent.

    POLICY is MODULE:FUNCTION, a function of a decision and the board that returns the probability of each action for
    all 1,326 hands; or uniform, calls, folds, or solver, the solution of the endgame. Modules are looked up in the
    current folder, too.

    FILE describes the endgame as in solve. Without it options do.
    """
    game, (policy_of,), solver = arrived([policy], num_threads, **where)
    rng = None if n_runouts is None else seed
    with wrong_answers(policy_of), bar("decisions") as progress:
        found = pb.endgame.local_best_response(
            game, policy_of, n_runouts=n_runouts, rng=rng, num_threads=num_threads, progress=progress
        )
    names = ("hero", "villain", "exploitability, at least")
    numbers = [*zip(found.gains, found.std_errors, strict=True), (found.exploitability, found.std_error)]
    data = described(game, solver) | {"policy": policy} | found.to_dict()
    show(as_json, data, in_pots_and_chips("local best response", names, numbers, game))


@command("match", f"agent match uniform calls {_RIVER}", f"agent match folds solver --deals 500 {_RIVER}", within=agent)
@click.argument("first")
@click.argument("second")
@option("--deals", "n_deals", metavar="N", type=Number(2), default=1000, help="Number of deals.")
@option("--duplicate/--one-seat", default=True, help="Play each deal in both seats, or with FIRST as hero.")
@agent_options
def match_command(
    as_json: bool,
    first: str,
    second: str,
    n_deals: int,
    duplicate: bool,
    seed: int,
    num_threads: int | None,
    **where: Any,
) -> None:
    """Play two agents against each other.

    It prints what FIRST gains per deal, with the luck taken out (AIVAT) and without. FIRST and SECOND are
    MODULE:FUNCTION, uniform, calls, folds or solver, as in agent lbr. If one is solver, its values take the luck out.

    FILE describes the endgame as in solve. Without it options do.
    """
    game, agents, solver = arrived([first, second], num_threads, **where)
    options: dict[str, Any] = {"duplicate": duplicate, "baseline": solver, "rng": seed, "num_threads": num_threads}
    with wrong_answers(*agents), bar("deals") as progress:
        found = pb.endgame.play_match(game, agents[0], agents[1], n_deals, **options, progress=progress)
    numbers = [(found.mean, found.std_error), (found.plain_mean, found.plain_std_error)]
    data = described(game, solver) | {"first": first, "second": second, "duplicate": duplicate} | found.to_dict()
    show(as_json, data, in_pots_and_chips(f"{n_deals:,} deals", ("AIVAT", "plain"), numbers, game))


def arrived(
    names: Sequence[str],
    num_threads: int | None,
    *,
    file: Path | None,
    target: float | None,
    max_iterations: int | None,
    **spot: Any,
) -> tuple[Endgame, list[PolicyLike], Solver | None]:
    """Return the endgame, the agents, and the solver if one of them is it."""
    agents: dict[str, PolicyLike] = {name: agent_named(name) for name in names if name != SOLVER}
    has_solver, solver = SOLVER in names, None
    if not has_solver and (target is not None or max_iterations is not None):
        raise click.UsageError(f"--target and --max-iterations are those of the agent {SOLVER}")
    if file is not None and is_zipfile(file):
        refuse_options(spot)
        solver = loaded(file)
        game = solver.game
    else:
        config = game_of(spot) if file is None else game_in(file, spot)
        game, target = config.game, target or config.target or TARGET
        max_iterations = max_iterations or config.max_iterations
    if not has_solver:
        return game, [agents[name] for name in names], None
    solver = agents[SOLVER] = solver or new_solver(game)
    if target is not None:
        limit = {} if max_iterations is None else {"max_iterations": max_iterations}
        with bar("iterations") as progress:
            solver.run(target=target, **limit, num_threads=num_threads, progress=progress)
    return game, [agents[name] for name in names], solver


def new_solver(game: Endgame) -> Solver:
    """Return a solver of a game, if there is memory for it."""
    try:
        return Solver(game)
    except MemoryError as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def wrong_answers(*agents: PolicyLike) -> Iterator[None]:
    """Make a usage error of an answer that is not numbers; what an agent raises itself keeps its traceback."""
    try:
        yield
    except (TypeError, pb.PokerbitsError) as error:
        if any(isinstance(agent, Asked) and agent.has_raised for agent in agents):
            raise RuntimeError("an agent has raised an exception") from error
        raise click.UsageError(str(error)) from None


def described(game: Endgame, solver: Solver | None) -> dict[str, Any]:
    """Return what JSON says about the endgame, and about the solver if an agent is one."""
    data: dict[str, Any] = {"board": format_cards(game.board), "pot": game.tree.pot, "stack": game.tree.stack}
    return data if solver is None else data | {"solver": {"exploitability": solver.exploitability()}}


def in_pots_and_chips(what: str, names: Sequence[str], numbers: Sequence[tuple[float, float]], game: Endgame) -> str:
    """Return gains and standard errors as a table, in percent of the pot and in chips."""
    rows = [
        [name, f"{gain:z.4%}", f"{error:.4%}", f"{gain * game.tree.pot:z.4g}", f"{error * game.tree.pot:.4g}"]
        for name, (gain, error) in zip(names, numbers, strict=True)
    ]
    return table([what, "gain", "std error", "chips", "std error"], rows)
