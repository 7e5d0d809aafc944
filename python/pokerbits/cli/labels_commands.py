"""The command that divides the hands of one endgame into buckets, and writes their labels to a file."""

from pathlib import Path
from typing import Any
from zipfile import is_zipfile

import click
import numpy as np
from numpy.typing import NDArray

import pokerbits as pb
from pokerbits.cards import format_cards
from pokerbits.cli._options import Number, option, output_option
from pokerbits.cli._output import bar, command, show, table, written
from pokerbits.cli._spots import game_in, game_of, loaded, refuse_options, spot_options
from pokerbits.endgame import Endgame
from pokerbits.endgame._betting import PLAYERS

_SPOT = "--board Kh9d5c3h --hero 22+,AJs --villain 22+,KQ --pot 50 --stack 100 --bets 100% --max-bets 1"


@command(
    "labels",
    f"labels --buckets 5 {_SPOT} -o labels.npz",
    f"labels --buckets 5 --by percentiles {_SPOT} -o percentiles.npz",
)
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--buckets", "n_buckets", metavar="N", type=Number(1), required=True, help="Largest number of buckets.")
@option(
    "--by",
    type=click.Choice(["values", "percentiles"]),
    default="values",
    help="Values of hands after a few iterations, or percentiles of E[HS].",
)
@click.option("--iterations", metavar="N", type=Number(0), help="With values: number of iterations (default 10).")
@option("--seed", metavar="N", type=Number(0), default=0, help="Random seed.")
@click.option("--threads", "num_threads", metavar="N", type=Number(1), help="Number of threads (default: all).")
@spot_options
@output_option("Write the labels to this npz file.", required=True)
def labels_command(
    as_json: bool,
    file: Path | None,
    n_buckets: int,
    by: str,
    iterations: int | None,
    seed: int,
    num_threads: int | None,
    output: Path,
    **spot: Any,
) -> None:
    """Divide the hands of an endgame into buckets.

    The buckets suit this endgame alone. The file has for each street the boards, and the labels of hero and villain on
    each of them: boards_turn, hero_turn and villain_turn, and so on.

    FILE describes the endgame as in solve. Without it options do.
    """
    if output.suffix != ".npz":
        raise click.UsageError(f"{output}: expected a file that ends in .npz")
    if by != "values" and iterations is not None:
        raise click.UsageError("--iterations needs --by values")
    if file is not None and is_zipfile(file):
        refuse_options(spot)
        game = loaded(file).game
    else:
        game = (game_of(spot) if file is None else game_in(file, spot)).game
    with written(output) as drafted:
        if by == "values":
            limit = {} if iterations is None else {"iterations": iterations}
            with bar("values") as progress:
                labels = pb.endgame.value_labels(
                    game, n_buckets, **limit, rng=seed, num_threads=num_threads, progress=progress
                )
        else:
            labels = percentiles(game, n_buckets, num_threads)
        arrays: dict[str, Any] = {
            f"{player}_{street}": of_street.astype(np.int32)
            for player, of_player in zip(PLAYERS, labels, strict=True)
            for street, of_street in of_player.items()
        }
        arrays |= {f"boards_{street}": of for street, of in zip(game.streets, game.boards, strict=True)}
        np.savez_compressed(drafted, **arrays)
    used = [
        [len(np.unique(of_player[street][of_player[street] >= 0])) for of_player in labels] for street in game.streets
    ]
    streets = [
        {"street": street, "n_boards": len(boards), "n_buckets": dict(zip(PLAYERS, numbers, strict=True))}
        for street, boards, numbers in zip(game.streets, game.boards, used, strict=True)
    ]
    rows = [
        [street, f"{len(boards):,}", *(f"{number:,}" for number in numbers)]
        for street, boards, numbers in zip(game.streets, game.boards, used, strict=True)
    ]
    data = {"board": format_cards(game.board), "by": by, "streets": streets, "output": str(output)}
    show(as_json, data, table(["street", "boards", *(f"buckets of {player}" for player in PLAYERS)], rows))


def percentiles(
    game: Endgame, n_buckets: int, num_threads: int | None
) -> tuple[dict[str, NDArray[np.int64]], dict[str, NDArray[np.int64]]]:
    """Return percentile buckets of all hands, the same for both players."""
    if game.game != "holdem":
        raise click.UsageError("--by percentiles is for hold'em")
    labels = {
        street: pb.endgame.percentile_labels(boards, n_buckets=n_buckets, num_threads=num_threads)
        for street, boards in zip(game.streets, game.boards, strict=True)
    }
    return labels, labels
