"""The commands about hands and their indices. Each calls one public function and prints a table or JSON."""

import json
import platform
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, ParamSpec

import click
import numpy as np

import pokerbits as pb
from pokerbits._evaluator.rules import RULES, STANDARD, Rules, has_categories
from pokerbits._input.card_set import RANKS, SUITS
from pokerbits._input.numbers import whole_number
from pokerbits.cards import format_cards
from pokerbits.cli._games import deck_options, rounds_of
from pokerbits.cli._options import AnyNumber, GameChoice, board_option, option
from pokerbits.cli._output import command, per_cent, show, table

P = ParamSpec("P")

_FIVE = len("AsKsQsJsTs")
OMAHA_GAMES = ("omaha", "omaha_hilo")

rules_option = option("--rules", type=click.Choice(RULES), default=STANDARD, help="Order of hands.")


@command(
    "eval",
    "eval AsKs QsJsTs",
    "eval AsKs --board QsJsTs2c2d",
    "eval --rules ace_to_five 5c4c3c2cAc",
    "eval --game omaha AsKsQhJh --board Kd7s2c9h3h",
)
@click.argument("cards", nargs=-1, required=True)
@board_option("Board cards. CARDS and board have five to seven cards together.")
@rules_option
@option(
    "--game",
    type=GameChoice(["holdem", *OMAHA_GAMES]),
    default="holdem",
    help="Game. In Omaha exactly two of the four to six CARDS count, with three board cards.",
)
def eval_command(cards: tuple[str, ...], board: str, rules: Rules, game: str, as_json: bool) -> None:
    """Evaluate a hand of five to seven cards, or an Omaha hand."""
    hand, shared = format_cards("".join(cards)), format_cards(board)
    if game in OMAHA_GAMES:
        if rules != STANDARD:
            raise click.UsageError(f"--game {game} has its own rules and cannot be combined with --rules {rules}")
        show_worth(hand, shared, omaha_worth(hand, shared, game), as_json)
    else:
        show_worth(hand, shared, worth(hand, shared, rules), as_json)


@command("example", "example 7462", "example full house", "example --rules badugi 1092")
@click.argument("strength", nargs=-1, required=True)
@rules_option
def example_command(strength: tuple[str, ...], rules: Rules, as_json: bool) -> None:
    """Show a hand of a given strength or category.

    STRENGTH is 1 to 7462 by standard rules, or a category as in full house, of which the strongest hand is shown. By
    other --rules the largest strength differs; badugi hands have four cards.
    """
    text = " ".join(strength)
    try:
        hand = pb.example_hand(whole_number(text), rules=rules)
    except ValueError as error:
        if isinstance(error, pb.PokerbitsError):
            raise
        hand = pb.example_hand(text, rules=rules)
    show_worth(format_cards(hand), "", strength_fields(int(pb.evaluate(hand, rules=rules)), rules), as_json)


@command("outs", "outs AhKh Qh7h2c", "outs AhKh --board Qh7h2c --villain QsQd")
@click.argument("cards", nargs=-1, required=True)
@board_option("3 or 4 board cards; by default those of CARDS behind the first two.")
@click.option("--villain", metavar="VILLAIN", default="", help="Hole cards of the opponent to beat.")
def outs_command(cards: tuple[str, ...], board: str, villain: str, as_json: bool) -> None:
    """List the next cards that improve a hand, by category.

    CARDS are two hole cards and the board. With --villain they are the cards with which the hand beats the opponent's.
    """
    hole, dealt = hole_and_board(cards, board)
    found = pb.outs(hole, dealt, villain=villain or None)
    rows = [(pb.describe(kind), len(of), str(of)) for kind, of in found.items()]
    total = sum(n for _, n, _ in rows)
    show(
        as_json,
        {"hole": hole, "board": dealt, "villain": format_cards(villain), "total": total}
        | {"outs": [{"category": name, "n": n, "cards": of} for name, n, of in rows]},
        table(
            ["category", "outs", "cards"],
            [*([name, str(n), of] for name, n, of in rows), ["total", str(total), ""]],
        ),
    )


@command("category-odds", "category-odds AhKh", "category-odds AhKh Qh7h2c")
@click.argument("cards", nargs=-1, required=True)
@board_option("0 to 5 board cards; by default those of CARDS behind the first two.")
def category_odds_command(cards: tuple[str, ...], board: str, as_json: bool) -> None:
    """Compute the probability of each category by the river.

    CARDS are two hole cards and the board, if there is one.
    """
    hole, dealt = hole_and_board(cards, board)
    odds = dict(zip(map(pb.describe, pb.Category), pb.category_odds(hole, dealt).tolist(), strict=True))
    rows = [[name, per_cent(share)] for name, share in odds.items()]
    show(as_json, {"hole": hole, "board": dealt, "odds": odds}, table(["category", "probability"], rows[::-1]))


def hole_and_board(cards: Sequence[str], board: str) -> tuple[str, str]:
    """Return hole cards and board as text, from arguments that may have both."""
    text = format_cards("".join(cards))
    if board and len(text) != 4:
        raise click.UsageError(f"expected two hole cards beside --board, found {len(text) // 2}")
    return text[:4], format_cards(board) or text[4:]


def worth(cards: str, board: str, rules: Rules) -> dict[str, Any]:
    """Return the strength of a hand, its description, and the five of more cards that count."""
    best = {}
    if has_categories(rules) and len(cards + board) > _FIVE:
        best["best_five"] = format_cards(pb.best_five(cards, board, rules=rules))
    return strength_fields(int(pb.evaluate(cards, board, rules=rules)), rules) | best


def omaha_worth(hole: str, board: str, game: str) -> dict[str, Any]:
    """Return the strength of an Omaha hand and, in high-low games, its low."""
    lows: dict[str, Any] = {}
    strength = int(pb.evaluate_omaha(hole, board))
    if game == "omaha_hilo":
        low = int(pb.evaluate_omaha_low(hole, board))
        lows = {"low": low, "low_description": pb.describe(low, rules="eight_or_better")}
    return strength_fields(strength, STANDARD) | lows


def strength_fields(strength: int, rules: Rules) -> dict[str, Any]:
    """Return a strength with its category and description."""
    fields: dict[str, Any] = {"strength": strength}
    if rules == STANDARD:
        fields["cactus_kev"] = int(pb.evaluator.to_cactus_kev(strength))
    else:
        fields = {"rules": rules} | fields
    if has_categories(rules):
        fields["category"] = pb.category(strength, rules=rules).name.lower()
    return fields | {"description": pb.describe(strength, rules=rules)}


def show_worth(cards: str, board: str, fields: Mapping[str, Any], as_json: bool) -> None:
    """Print a hand and its strength."""
    rows = [[name.replace("_", " "), str(value)] for name, value in fields.items()]
    show(as_json, {"cards": cards, "board": board, **fields}, table(["hand", f"{cards} {board}".rstrip()], rows))


def game(cards_per_round: str, n_ranks: int, n_suits: int, lowest_rank: str) -> pb.HandIndexer:
    """Return the indexer of a game in the notation 2-3-1-1, with a deck whose cards have names."""
    rounds = rounds_of(cards_per_round)
    if n_ranks > len(RANKS) or n_suits > len(SUITS):
        raise click.UsageError(
            f"a deck of {n_ranks} ranks and {n_suits} suits: cards have names in decks of up to {len(RANKS)} ranks and "
            f"{len(SUITS)} suits. pokerbits.HandIndexer indexes the hands of wider decks."
        )
    return pb.HandIndexer(rounds, n_ranks=n_ranks, n_suits=n_suits, lowest_rank=lowest_rank)


def described(indexer: pb.HandIndexer) -> dict[str, Any]:
    """Return the game of an indexer as fields of JSON."""
    fields = ("cards_per_round", "n_ranks", "n_suits", "lowest_rank")
    return {field: getattr(indexer, field) for field in fields}


@command("index", "index 2-3-1-1 AsKs QsJsTs 2c 2d", "index 2-3-1-1 AsKs QsJsTs --n-ranks 9 --lowest-rank 6")
@click.argument("cards_per_round", metavar="GAME")
@click.argument("cards", nargs=-1, required=True)
@deck_options
def index_command(
    cards_per_round: str, cards: tuple[str, ...], n_ranks: int, n_suits: int, lowest_rank: str, as_json: bool
) -> None:
    """Show the index of a hand in every round of a game.

    GAME gives the number of cards of each round, such as 2-3-1-1. CARDS may end with any round.
    """
    indexer = game(cards_per_round, n_ranks, n_suits, lowest_rank)
    ids = pb.cards.parse_cards("".join(cards))
    ends = list(accumulate(indexer.cards_per_round))
    if len(ids) not in ends:
        expected = ", ".join(str(end) for end in ends)
        raise click.UsageError(f"{len(ids)} cards do not end with a round of {cards_per_round}: expected {expected}")
    rounds: list[dict[str, Any]] = [
        {
            "round": at,
            "cards": format_cards(ids[end - dealt : end]),
            "index": int(indexer.index(ids[:end], round=at)),
            "size": indexer.size(at),
            "canonical": format_cards(indexer.canonical(ids[:end], round=at)),
        }
        for at, (end, dealt) in enumerate(zip(ends, indexer.cards_per_round, strict=True))
        if end <= len(ids)
    ]
    show(
        as_json,
        described(indexer) | {"rounds": rounds},
        table(
            ["round", "cards", "index", "size", "canonical hand"],
            [[str(r["round"]), r["cards"], f"{r['index']:,}", f"{r['size']:,}", r["canonical"]] for r in rounds],
        ),
    )


@command("unindex", "unindex 2 0 168", "unindex 2-3-1-1 --round 3 2428287419")
@click.argument("cards_per_round", metavar="GAME")
@click.argument("indices", type=AnyNumber(), nargs=-1, required=True)
@click.option("--round", "at", default=-1, help="Round, counted from 0 (default: the last).")
@deck_options
def unindex_command(
    cards_per_round: str,
    indices: tuple[int, ...],
    at: int,
    n_ranks: int,
    n_suits: int,
    lowest_rank: str,
    as_json: bool,
) -> None:
    """Show the canonical hands of indices in a round of a game.

    GAME gives the number of cards of each round, such as 2-3-1-1. INDICES belong to one round.
    """
    indexer = game(cards_per_round, n_ranks, n_suits, lowest_rank)
    hands = indexer.unindex(indices, round=at)
    at %= len(indexer.sizes)
    ends = list(accumulate(indexer.cards_per_round))
    deals = [int(n) for n in indexer.multiplicity(indices, round=at)]
    found: list[dict[str, Any]] = [
        {
            "index": index,
            "rounds": [
                format_cards(hand[end - dealt : end])
                for end, dealt in zip(ends, indexer.cards_per_round, strict=True)
                if end <= len(hand)
            ],
            "multiplicity": multiplicity,
        }
        for index, hand, multiplicity in zip(indices, hands, deals, strict=True)
    ]
    show(
        as_json,
        described(indexer) | {"round": at, "hands": found},
        table(
            ["index", "canonical hand", "deals in the class"],
            [[f"{f['index']:,}", " ".join(f["rounds"]), f"{f['multiplicity']:,}"] for f in found],
        ),
    )


@command("games", "games")
def games_command(as_json: bool) -> None:
    """List common games, with the number of hand classes per round."""
    games: list[dict[str, Any]] = [
        {"name": name} | described(indexer) | {"sizes": indexer.sizes}
        for name, (rounds, n_ranks, n_suits, lowest_rank) in pb.indexing.COMMON_GAMES.items()
        for indexer in [pb.HandIndexer(rounds, n_ranks=n_ranks, n_suits=n_suits, lowest_rank=lowest_rank)]
    ]
    rows = [
        [
            str(g["name"]),
            "-".join(str(cards) for cards in g["cards_per_round"]),
            f"{g['n_ranks']} x {g['n_suits']}",
            "  ".join(f"{size:,}" for size in g["sizes"]),
        ]
        for g in games
    ]
    show(as_json, {"games": games}, table(["name", "game", "deck", "classes of each round"], rows))


@command("info", "info", "info --json")
def info_command(as_json: bool) -> None:
    """Show the version, CPU level and threads of this installation."""
    features = pb.cpu_features()
    system = {"python": platform.python_version(), "platform": platform.platform(), "numpy": np.__version__}
    data = {**pb.build_info(), **features, "num_threads": pb.get_num_threads(), **system}
    if as_json:
        click.echo(json.dumps(data))
    else:
        pb.show_versions()
