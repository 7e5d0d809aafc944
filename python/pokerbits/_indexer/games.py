"""Games by name: the number of cards in each round, and the deck."""

from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from pokerbits._evaluator.games import official_name
from pokerbits._input.choices import check_name

Game: TypeAlias = tuple[tuple[int, ...], int, int, str]

COMMON_GAMES: MappingProxyType[str, tuple[tuple[int, ...], int, int, str]] = MappingProxyType(
    {
        "hold'em, perfect recall": ((2, 3, 1, 1), 13, 4, "2"),
        "hold'em flop": ((2, 3), 13, 4, "2"),
        "hold'em turn, unordered board": ((2, 4), 13, 4, "2"),
        "hold'em river, unordered board": ((2, 5), 13, 4, "2"),
        "short deck": ((2, 3, 1, 1), 9, 4, "6"),
        "Royal hold'em": ((2, 3, 1, 1), 5, 4, "T"),
        "Omaha": ((4, 3, 1, 1), 13, 4, "2"),
        "five-card Omaha": ((5, 3, 1, 1), 13, 4, "2"),
        "six-card Omaha": ((6, 3, 1, 1), 13, 4, "2"),
        "Tahoe": ((3, 3, 1, 1), 13, 4, "2"),
        "seven-card stud": ((3, 1, 1, 1, 1), 13, 4, "2"),
        "five-card draw": ((5,), 13, 4, "2"),
        "badugi": ((4,), 13, 4, "2"),
        "Leduc": ((1, 1), 3, 2, "2"),
    }
)
"""Games by name: cards per round, number of ranks, number of suits, lowest rank."""

GameName: TypeAlias = Literal[
    "holdem",
    "short_deck",
    "short_deck_trips",
    "tahoe",
    "omaha",
    "omaha5",
    "omaha6",
    "omaha_hilo",
    "omaha5_hilo",
    "omaha6_hilo",
    "courchevel",
    "courchevel_hilo",
    "stud",
    "stud_hilo",
    "razz",
    "five_card_draw",
    "deuce_to_seven",
    "badugi",
    "royal",
    "leduc",
    "6+",
    "plo",
    "plo5",
    "plo6",
    "plo8",
    "plo5_8",
    "plo6_8",
    "big_o",
    "stud8",
]
"""Name of a game for `HandIndexer.game`."""

_PRESETS: Final[dict[str, str]] = {
    "holdem": "hold'em, perfect recall",
    "short_deck": "short deck",
    "short_deck_trips": "short deck",
    "tahoe": "Tahoe",
    "omaha": "Omaha",
    "omaha5": "five-card Omaha",
    "omaha6": "six-card Omaha",
    "omaha_hilo": "Omaha",
    "omaha5_hilo": "five-card Omaha",
    "omaha6_hilo": "six-card Omaha",
    "stud": "seven-card stud",
    "stud_hilo": "seven-card stud",
    "razz": "seven-card stud",
    "five_card_draw": "five-card draw",
    "deuce_to_seven": "five-card draw",
    "badugi": "badugi",
    "royal": "Royal hold'em",
    "leduc": "Leduc",
}


def preset(name: str) -> Game:
    """Return the game with this name or alias, in any case."""
    official = official_name(name)
    if not isinstance(official, str) or official not in _PRESETS:
        check_name("game", name, _PRESETS)
    return COMMON_GAMES[_PRESETS[str(official)]]
