"""The options that describe a game: by its name, or by the cards of each round and the deck."""

from collections.abc import Callable
from typing import Any, ParamSpec

import click

from pokerbits._hand_strength.card_games import CARD_GAMES, CardGame
from pokerbits._input.numbers import whole_number
from pokerbits._input.shown import shown
from pokerbits.cli._options import GameChoice, option

P = ParamSpec("P")

_FULL_DECK = {"n_ranks": 13, "n_suits": 4, "lowest_rank": "2"}


def deck_options(function: Callable[P, Any]) -> Callable[P, Any]:
    """Add the options that describe a deck."""
    ranks = option("--n-ranks", default=13, help="Number of ranks in the deck.")
    suits = option("--n-suits", default=4, help="Number of suits in the deck.")
    lowest = option("--lowest-rank", default="2", metavar="RANK", help="Lowest rank of the deck; 6 in the short deck.")
    return ranks(suits(lowest(function)))


def card_game_options(function: Callable[P, Any]) -> Callable[P, Any]:
    """Add the options for a game of any deck, which `card_game_of` reads."""
    name = click.option("--game", type=GameChoice(CARD_GAMES), help="Name of the game (default holdem).")
    about = "Instead of --game: the cards of each round, as in 2-3-1-1, with the options of the deck."
    rounds = click.option("--rounds", metavar="N-N-...", help=about)
    return name(rounds(deck_options(function)))


def card_game_of(options: dict[str, Any]) -> CardGame:
    """Return the game of `card_game_options`, which are taken out of the options."""
    name, rounds, deck = options.pop("game"), options.pop("rounds"), {at: options.pop(at) for at in _FULL_DECK}
    if rounds is not None and name is not None:
        raise click.UsageError("--rounds cannot be combined with --game")
    if rounds is not None:
        return CardGame(rounds_of(rounds), **deck)
    if deck != _FULL_DECK:
        message = "--n-ranks, --n-suits and --lowest-rank need --rounds: a named game has a deck of its own"
        raise click.UsageError(message)
    return CardGame.named(name or "holdem")


def rounds_of(cards_per_round: str) -> list[int]:
    """Return the number of cards of each round from the notation 2-3-1-1."""
    try:
        return [whole_number(cards) for cards in cards_per_round.split("-")]
    except ValueError:
        message = f"game {shown(cards_per_round)}: expected the cards of each round, as in 2-3-1-1"
        raise click.UsageError(message) from None
