"""The games whose equities are known: their hole cards, their deck, and how hands win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from pokerbits._evaluator.rules import Rules
from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError

__all__ = ["GAMES", "EquityGame", "Game", "HighLowGame", "game_named"]

HighLowGame: TypeAlias = Literal["omaha_hilo", "omaha5_hilo"]
"""The games in which the best low takes half of the pot."""

HighGame: TypeAlias = Literal["holdem", "short_deck", "short_deck_trips", "omaha", "omaha5", "omaha6"]
"""The games in which the best hand takes the pot."""

EquityGame: TypeAlias = HighGame | HighLowGame
"""The name of a game whose equities are known."""


@dataclass(frozen=True)
class Game:
    """What of a game decides a showdown.

    Attributes
    ----------
    hole_cards
        How many hole cards a player has: 2, of which any number counts, or 4 to 6, of which two count.
    rules
        The rules that order the hands.
    lowest_card
        The lowest card of the deck.
    high_low
        Whether the best eight-or-better low takes half of the pot.
    """

    name: str
    hole_cards: int
    rules: Rules = "standard"
    lowest_card: int = 0
    high_low: bool = False


_SIX = 16
_GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        Game("holdem", 2),
        Game("short_deck", 2, "short_deck", _SIX),
        Game("short_deck_trips", 2, "short_deck_trips", _SIX),
        Game("omaha", 4),
        Game("omaha5", 5),
        Game("omaha6", 6),
        Game("omaha_hilo", 4, high_low=True),
        Game("omaha5_hilo", 5, high_low=True),
    )
}
GAMES: tuple[str, ...] = (*get_args(HighGame), *get_args(HighLowGame))


def game_named(name: EquityGame) -> Game:
    """Return the game of a name."""
    if isinstance(name, str) and name in _GAMES:
        return _GAMES[name]
    message = f"game {shown(name)}: expected one of {', '.join(map(repr, GAMES))}"
    raise InvalidArgumentError(message)
