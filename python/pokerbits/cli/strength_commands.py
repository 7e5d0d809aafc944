"""The commands about the hand strength of one hand, and about whole tables."""

from pathlib import Path
from time import perf_counter
from typing import Any, Literal

import click
import numpy as np
from numpy.typing import NDArray

import pokerbits as pb
from pokerbits.cards import format_cards
from pokerbits.cli._games import card_game_of, card_game_options
from pokerbits.cli._options import (
    AnyNumber,
    GameChoice,
    board_option,
    dialect_option,
    former_option,
    option,
    output_option,
    table_option,
)
from pokerbits.cli._output import bar, command, files_named, group, hand_name, per_cent, show, table, written
from pokerbits.typing import Dialect, StrengthKind

BAR = 40
"""Characters of the longest bar of a histogram."""

former_power = former_option(
    "--power-of-opponents", "Raise the strength to the power K for the approximation HS^K; pokerbits odds is exact."
)


@command(
    "strength",
    "strength AsKd --board QhJh2c",
    "strength AsKd --board QhJh2c --villain '22+, A9s+'",
    "strength 7s2h",
)
@click.argument("hole")
@board_option("0, 3, 4 or 5 board cards.")
@click.option("--villain", metavar="VILLAIN", help="Range or hand of the opponent (default: random).")
@dialect_option
@option("--bins", metavar="N", type=AnyNumber(), default=10, help="Number of histogram bins.")
@former_power
def strength_command(
    hole: str, board: str, villain: str | None, dialect: Dialect | None, bins: int, as_json: bool
) -> None:
    """Compute hand strength against one opponent.

    HOLE is two cards, or without a board a class of hands such as AKs. HS is the share of the opponent's hands that
    lose, with ties counted half. E[HS] and E[HS^2] are means over all runouts of the board. The histogram counts
    runouts by HS on the river. All results are exact and for one opponent.
    """
    against: Any = {"villain": villain, "dialect": dialect}
    with bar("hand strength") as progress:
        ehs, ehs2 = (
            float(pb.expected_hand_strength(hole, board=board, power=power, progress=progress, **against))
            for power in (1, 2)
        )
        counts = pb.strength.hand_strength_histogram(
            hole, board=board, bins=bins, progress=progress, **against
        ).tolist()
    now = float(pb.hand_strength(hole, board=board, **against)) if board else None
    if not sum(counts):
        raise click.UsageError(f"--villain {villain}: no hand of the range is left")
    data = {
        "hole": hand_name(hole),
        "board": format_cards(board),
        "villain": "random" if villain is None else villain,
        "hand_strength": now,
        "ehs": ehs,
        "ehs2": ehs2,
        "runouts": sum(counts),
        "histogram": counts,
    }
    rows = [] if now is None else [["hand strength now", per_cent(now)]]
    rows += [["E[HS]", per_cent(ehs)], ["E[HS^2]", per_cent(ehs2)], ["runouts", f"{sum(counts):,}"]]
    parts = [table(["hand", f"{data['hole']} {data['board']}".rstrip()], rows)]
    parts += ["", f"final hand strength against {'one random hand' if villain is None else villain}, share of runouts"]
    for i, count in enumerate(counts):
        length = round(BAR * count / max(counts))
        ends = f"{i / bins:6.1%} - {(i + 1) / bins:6.1%}"
        parts.append(f"{ends}  {count / sum(counts):8.4%}  {'#' * length}".rstrip())
    show(as_json, data, *parts)


@command("ars", "ars AsKd --board QhJh2c7s")
@click.argument("hole")
@board_option("3, 4 or 5 board cards.", required=True)
@former_power
def ars_command(hole: str, board: str, as_json: bool) -> None:
    """Compare average rank strength with exact E[HS].

    HOLE is two cards. Average rank strength is an approximation. Both numbers are against one random opponent.
    """
    with bar("average rank strength") as progress:
        ars = float(pb.strength.average_rank_strength(hole, board=board, progress=progress))
    ehs = float(pb.expected_hand_strength(hole, board=board))
    data: dict[str, Any] = {"hole": format_cards(hole), "board": format_cards(board), "ars": ars, "ehs": ehs}
    rows = [
        ["average rank strength", per_cent(ars)],
        ["E[HS]", per_cent(ehs)],
        ["difference", f"{ars - ehs:+.4%}"],
    ]
    show(as_json, data, table(["hand", f"{data['hole']} {data['board']}"], rows))


tables = group("table", "Build and check tables of hand strength, and of Omaha hands.")


@command(
    "build",
    "table build ehs --street preflop -o preflop.npy",
    "table build histogram --street preflop --bins 20 -o histogram.npy",
    "table build ehs --street flop --game short_deck -o short.npy",
    "table build ehs --street flop --rounds 2-3 --n-ranks 5 --lowest-rank T -o royal.npy",
    "table build odds --street preflop --n-opponents 2 -o odds.npy",
    within=tables,
)
@click.argument("kind", metavar="KIND", type=click.Choice(["ehs", "ehs2", "histogram", "ochs", "odds"]))
@click.option(
    "--street", type=click.Choice(list(pb.strength.STREET_INDEXERS)), required=True, help="Street of the hands."
)
@card_game_options
@option(
    "--dtype",
    type=click.Choice(["float64", "float32", "uint16", "counts"]),
    default="float64",
    help="Type of the numbers in the file.",
)
@click.option("--bins", metavar="N", type=AnyNumber(), help="Number of histogram bins (default 50).")
@click.option(
    "--clusters", "n_clusters", metavar="N", type=AnyNumber(), help="Number of opponent clusters of ochs (default 8)."
)
@click.option("--n-opponents", metavar="N", type=AnyNumber(), help="Number of random opponents of odds (default 1).")
@table_option("Write the table to this .npy file.")
@option("--resume/--no-resume", default=True, help="Resume an unfinished table.")
def build_command(
    as_json: bool,
    output: Path,
    kind: StrengthKind,
    bins: int | None,
    n_clusters: int | None,
    n_opponents: int | None,
    **options: Any,
) -> None:
    """Build a table of hand strength for all hands of a street.

    KIND is E[HS] (ehs), E[HS^2] (ehs2), the histogram of HS on the river, the strength against clusters of opponents
    (ochs), or the probabilities to win and to tie and the equity against random opponents (odds). A build can be
    interrupted at any time; run the command again to resume.
    """
    kinds = ((bins, "--bins", "histogram"), (n_clusters, "--clusters", "ochs"), (n_opponents, "--n-opponents", "odds"))
    for given, name, of in kinds:
        if given is not None and kind != of:
            raise click.UsageError(f"{name} needs the kind {of}, not {kind}")
    if bins is not None:
        options["bins"] = bins
    options["game"] = card_game_of(options)
    if n_clusters is not None:
        options["clusters"] = pb.strength.opponent_clusters(n_clusters, game=options["game"])
    if n_opponents is not None:
        options["n_opponents"] = n_opponents
    started = perf_counter()
    with files_named(output), bar(f"{kind}, {options['street']}") as progress:
        made = pb.strength_table(kind, **options, path=output, progress=progress)
    show_file(as_json, output, made, perf_counter() - started)


def show_file(as_json: bool, output: Path, made: NDArray[Any], seconds: float) -> None:
    """Show the array in a new file."""
    data = {"output": str(output), "shape": made.shape, "dtype": made.dtype.name, "seconds": seconds}
    shape = " x ".join(f"{n:,}" for n in made.shape)
    rows = [["numbers", f"{shape} {made.dtype.name}"], ["bytes", f"{made.nbytes:,}"], ["seconds", f"{seconds:.2f}"]]
    show(as_json, data, table(["file", str(output)], rows))


@command("three-way", "table three-way -o three_way.npy", within=tables)
@table_option("Write the counts to this .npy file.")
@option("--resume/--no-resume", default=True, help="Resume an unfinished table.")
def three_way_command(as_json: bool, output: Path, **options: Any) -> None:
    """Count all deals of three hand classes before the flop.

    This takes 2 minutes on two threads with AVX-512, up to 10 without. A build can be interrupted at any time; run the
    command again to resume.
    The file has 97 MB: how often a hand of each class beats and ties with one of each other two, if all three play, and
    if the third has folded. Set POKERBITS_PREFLOP to its path for push-fold with three players.
    The extra `preflop` of pokerbits installs the same file.
    """
    started = perf_counter()
    with files_named(output), bar("three players before the flop") as progress:
        pb.preflop.build_three_way_counts(output, **options, progress=progress)
    show_file(as_json, output, np.load(output, mmap_mode="r"), perf_counter() - started)


@command("ars", "table ars --street river -o river.npy", within=tables)
@click.option("--street", type=click.Choice(["flop", "turn", "river"]), required=True, help="Street of the hands.")
@output_option("Write the means to this .npy file.", required=True)
def ars_table_command(as_json: bool, output: Path, street: Literal["flop", "turn", "river"]) -> None:
    """Build the table of average rank strength of a street.

    The file has the mean E[HS] of every strength (0 to 7462) and class of hole cards (169), and NaN where no hand is. A
    hand's average rank strength is the entry of its strength and its class: an evaluation and one look-up.
    """
    started = perf_counter()
    with written(output) as file, bar(f"average rank strength, {street}") as progress:
        means = pb.strength.ars_table(street, progress=progress)
        np.save(file, means)
    show_file(as_json, output, means, perf_counter() - started)


@command("omaha", "table omaha --game omaha -o omaha.npy", within=tables)
@option("--game", type=GameChoice(["omaha", "omaha5"]), default="omaha5", help="Four or five hole cards.")
@output_option("Write the counts to this .npy file.", required=True)
def omaha_command(as_json: bool, output: Path, game: Literal["omaha", "omaha5"]) -> None:
    """Count every Omaha hand against a random hand before the flop.

    The file has the wins and ties of each class of hands, by the index of HandIndexer((4,)) or HandIndexer((5,)). Five
    hole cards take two minutes on one thread.
    """
    started = perf_counter()
    with written(output) as file, bar(f"{game} before the flop") as progress:
        counts = pb.odds.omaha_preflop_counts(game, progress=progress)
        np.save(file, counts)
    show_file(as_json, output, counts, perf_counter() - started)


@command("check", "table check preflop.npy", within=tables)
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
def check_command(as_json: bool, path: Path) -> None:
    """Compare a finished table with its checksums."""
    with files_named(path):
        found = pb.strength.check_table(path)
    rows = [["table", str(found["table"])], ["checked", "all bytes match their checksums"]]
    show(as_json, {"file": str(path)} | found, table(["file", str(path)], rows))
