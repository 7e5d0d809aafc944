"""Games by name and alias; the hole cards, deck and showdown rules of the games that `equity` supports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from pokerbits._evaluator.rules import Rules
from pokerbits._input.choices import check_name

__all__ = ["ALIASES", "GAMES", "EquityGame", "Game", "HighLowGame", "game_named", "official_name"]

HighLowGame: TypeAlias = Literal["omaha_hilo", "omaha5_hilo", "plo8"]
"""Games in which the best low takes half of the pot."""

HighGame: TypeAlias = Literal[
    "holdem", "short_deck", "short_deck_trips", "omaha", "omaha5", "omaha6", "6+", "plo", "plo5", "plo6"
]
"""Games in which the best hand takes the pot."""

EquityGame: TypeAlias = HighGame | HighLowGame
"""Name of a game that `equity` supports."""

ALIASES: Final[dict[str, str]] = {
    "6+": "short_deck",
    "plo": "omaha",
    "plo5": "omaha5",
    "plo6": "omaha6",
    "plo8": "omaha_hilo",
}
"""Aliases of games, in lower case. Names and aliases are case-insensitive."""


@dataclass(frozen=True)
class Game:
    """The properties of a game that decide a showdown.

    Attributes
    ----------
    hole_cards
        Number of hole cards of a player: 2, of which any number plays, or 4 to 6, of which exactly two play.
    rules
        Hand rankings of the game.
    lowest_card
        Lowest card of the deck.
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
GAMES: tuple[str, ...] = tuple(_GAMES)


def official_name(name: object) -> object:
    """Return the official name for a name or alias of a game, in any case. Other objects are returned unchanged."""
    if not isinstance(name, str):
        return name
    lower = name.strip().lower()
    return ALIASES.get(lower, lower)


def game_named(name: EquityGame) -> Game:
    """Return the game with this name."""
    official = official_name(name)
    if not isinstance(official, str) or official not in _GAMES:
        check_name("game", name, GAMES)
    return _GAMES[str(official)]
