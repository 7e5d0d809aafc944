"""Games by name and alias; the cards, deck and showdown rules of the games that `equity` supports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from pokerbits._evaluator.rules import Rules
from pokerbits._input.choices import check_name, unknown_choice

HighLowGame: TypeAlias = Literal[
    "omaha_hilo",
    "omaha5_hilo",
    "omaha6_hilo",
    "courchevel_hilo",
    "stud_hilo",
    "plo8",
    "plo5_8",
    "plo6_8",
    "big_o",
    "stud8",
]
"""Games in which the best low takes half of the pot."""

HighGame: TypeAlias = Literal[
    "holdem",
    "short_deck",
    "short_deck_trips",
    "tahoe",
    "omaha",
    "omaha5",
    "omaha6",
    "courchevel",
    "stud",
    "razz",
    "five_card_draw",
    "deuce_to_seven",
    "badugi",
    "6+",
    "plo",
    "plo5",
    "plo6",
]
"""Games in which one hand takes the pot: the best, or in razz the lowest."""

EquityGame: TypeAlias = HighGame | HighLowGame
"""Name of a game that `equity` supports."""

PotGame: TypeAlias = Literal[
    "holdem",
    "short_deck",
    "short_deck_trips",
    "tahoe",
    "omaha",
    "omaha5",
    "omaha6",
    "courchevel",
    "6+",
    "plo",
    "plo5",
    "plo6",
]
"""Name of a game that `pot_equity` supports: it has a board, and one hand takes a pot."""

ALIASES: Final[dict[str, str]] = {
    "6+": "short_deck",
    "plo": "omaha",
    "plo5": "omaha5",
    "plo6": "omaha6",
    "plo8": "omaha_hilo",
    "plo5_8": "omaha5_hilo",
    "plo6_8": "omaha6_hilo",
    "big_o": "omaha5_hilo",
    "courchevel": "omaha5",
    "courchevel_hilo": "omaha5_hilo",
    "stud8": "stud_hilo",
}
"""Aliases of games, in lower case. Names and aliases are case-insensitive."""


Family: TypeAlias = Literal["two_cards", "omaha", "stud"]
"""Kind of game by the cards of a player: the same kind of players, counted in the same way."""


@dataclass(frozen=True)
class Game:
    """The properties of a game that decide a showdown.

    Attributes
    ----------
    family
        Two hole cards, of which any number plays; three to six, of which two play (Omaha, and Tahoe); or the best hand
        of a player's own cards, without a board (stud and draw games).
    hole_cards
        Number of cards that a player is dealt.
    rules
        Hand rankings of the game.
    lowest_card
        Lowest card of the deck.
    high_low
        Whether the best eight-or-better low takes half of the pot.
    """

    name: str
    family: Family
    hole_cards: int
    rules: Rules = "standard"
    lowest_card: int = 0
    high_low: bool = False


_SIX = 16
_GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        Game("holdem", "two_cards", 2),
        Game("short_deck", "two_cards", 2, "short_deck", _SIX),
        Game("short_deck_trips", "two_cards", 2, "short_deck_trips", _SIX),
        Game("tahoe", "omaha", 3),
        Game("omaha", "omaha", 4),
        Game("omaha5", "omaha", 5),
        Game("omaha6", "omaha", 6),
        Game("omaha_hilo", "omaha", 4, high_low=True),
        Game("omaha5_hilo", "omaha", 5, high_low=True),
        Game("omaha6_hilo", "omaha", 6, high_low=True),
        Game("stud", "stud", 7),
        Game("stud_hilo", "stud", 7, high_low=True),
        Game("razz", "stud", 7, "ace_to_five"),
        Game("five_card_draw", "stud", 5),
        Game("deuce_to_seven", "stud", 5, "deuce_to_seven"),
        Game("badugi", "stud", 4, "badugi"),
    )
}
GAMES: tuple[str, ...] = tuple(_GAMES)

WITH_DISCARDS = ("pineapple", "crazy_pineapple", "lazy_pineapple")
WITH_DISCARDS_HINT = "a discard is a decision; without one, three hole cards of which two count are 'tahoe'"
POT_GAMES: tuple[str, ...] = tuple(game.name for game in _GAMES.values() if game.family != "stud" and not game.high_low)


def official_name(name: object) -> object:
    """Return the official name for a name or alias of a game, in any case. Other objects are returned unchanged."""
    if not isinstance(name, str):
        return name
    lower = name.strip().lower()
    return ALIASES.get(lower, lower)


def game_named(name: EquityGame) -> Game:
    """Return the game with this name."""
    official = official_name(name)
    if isinstance(official, str) and official in WITH_DISCARDS:
        raise unknown_choice("game", str(name), GAMES, hint=WITH_DISCARDS_HINT)
    if not isinstance(official, str) or official not in _GAMES:
        check_name("game", name, GAMES)
    return _GAMES[str(official)]
