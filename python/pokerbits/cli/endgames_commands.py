"""The command that draws and solves random endgames, and writes them to a folder."""

from pathlib import Path
from time import perf_counter
from typing import Any, get_args

import click

import pokerbits as pb
from pokerbits.cli._options import Chips, Number, folder_option, option
from pokerbits.cli._output import bar, command, files_named, show, table
from pokerbits.cli._spots import Percent, Sizes, of_streets
from pokerbits.endgame import BetSizes
from pokerbits.endgame._data import SIZES
from pokerbits.endgame._many_result import quality
from pokerbits.endgame._random import N_CARDS, Street


@command(
    "endgames",
    "endgames -n 4 --street river --target 0.5% -o rivers",
    "endgames -n 2 --bets 100%,allin --max-bets 1 --iterations 20 -o turns",
)
@click.option("-n", "n", metavar="N", type=Number(1), required=True, help="Number of endgames.")
@option("--street", type=click.Choice(get_args(Street)), default="turn", help="Their first street.")
@folder_option("Write the endgames to this folder.")
@option("--seed", metavar="N", type=Number(0), default=0, help="Random seed.")
@click.option(
    "--bets",
    metavar="SIZES",
    type=Sizes(),
    help="Bets (default 100%,allin); by street as in 75%/allin.",
)
@click.option("--raises", metavar="SIZES", type=Sizes(), help="Raises (default 100%,allin; none with --bets).")
@click.option("--max-bets", metavar="N", type=Number(0), help="Number of bets and raises on a street (default 3).")
@click.option("--rake", metavar="PERCENT", type=Percent(), help="Share of the pot that the casino takes.")
@click.option("--rake-cap", metavar="CHIPS", type=Chips(), help="Largest rake.")
@click.option("--iterations", metavar="N", type=Number(0), help="Number of iterations of each endgame (default 1,000).")
@click.option("--target", metavar="PERCENT", type=Percent(), help="Exploitability at which an endgame is solved.")
@option("--max-iterations", metavar="N", type=Number(1), default=10_000, help="With --target: iterations at most.")
@option("--shard-size", metavar="N", type=Number(1), default=10_000, help="Number of endgames in a file.")
@click.option("--threads", "num_threads", metavar="N", type=Number(1), help="Number of threads (default: all).")
@option("--resume/--no-resume", default=True, help="Go on with an unfinished folder.")
def endgames_command(
    as_json: bool,
    output: Path,
    street: Street,
    bets: Any,
    raises: Any,
    max_bets: int | None,
    rake: float | None,
    **options: Any,
) -> None:
    """Draw random endgames, solve them, and write ranges and values.

    Boards, ranges, pots and stacks are drawn as those that trained DeepStack. Each endgame is solved on one thread. The
    files hold the values of all hands of both players, and how well each endgame is solved.

    A build can be interrupted at any time; run the command again to resume.
    """
    if raises is not None and bets is None:
        raise click.UsageError("--raises needs --bets")
    n_streets = 6 - N_CARDS[street]
    most = SIZES.max_bets if max_bets is None else max_bets
    if bets is None:
        sizes = [BetSizes(SIZES.bets, SIZES.raises, max_bets=most)] * n_streets
    else:
        of_bets, of_raises = (of_streets(*of, n_streets) for of in (("--bets", bets), ("--raises", raises)))
        pairs = zip(of_bets, of_raises, strict=True)
        sizes = [BetSizes(first, then or (), max_bets=most) for first, then in pairs]
    started = perf_counter()
    with files_named(output), bar("endgames") as progress:
        built = pb.endgame.build_endgames(
            output, street=street, sizes=sizes, rake=rake or 0.0, **options, progress=progress
        )
    with files_named(output), built as data:
        exploitability, iterations = data.exploitability, data.iterations
    seconds = perf_counter() - started
    found = {
        "output": str(output),
        "n_endgames": data.n_endgames,
        "n_shards": data.n_shards,
        "exploitability": {"mean": float(exploitability.mean()), "max": float(exploitability.max())},
        "iterations": {"mean": float(iterations.mean()), "max": int(iterations.max())},
        "seconds": seconds,
    }
    rows = [["files", f"{data.n_shards:,}"], ["seconds", f"{seconds:.2f}"]]
    text = quality(exploitability, iterations)
    show(as_json, found, table(["folder", str(output)], rows), table(text.header, text.rows))
