"""Read the players of a call; the error for a wrong number of cards has a hint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pokerbits._evaluator.games import Game
from pokerbits._input.card_arrays import one_row
from pokerbits._input.players import PlayerLike
from pokerbits.exceptions import CardCountError, PokerbitsError

Held = TypeVar("Held")

_MORE_CARDS = {
    3: 'three hole cards: game="tahoe"',
    4: 'four hole cards: game="omaha"',
    5: 'five hole cards: game="omaha5"',
    6: 'six hole cards: game="omaha6"',
}
_BOARDS = (3, 4, 5)


def read_players(players: Sequence[PlayerLike], read: Callable[[PlayerLike, int], Held], game: Game) -> list[Held]:
    """Return what `read` makes of each player and its number."""
    held = []
    for number, player in enumerate(players):
        try:
            held.append(read(player, number))
        except CardCountError as error:
            error.args = (str(error) + _hint_of_count(players, number, game),)
            raise
    return held


def _hint_of_count(players: Sequence[PlayerLike], number: int, game: Game) -> str:
    """Return a hint for the error about the number of cards of a player, or an empty text."""
    sizes = [_size(player) for player in players]
    size, others = sizes[number], sizes[:number] + sizes[number + 1 :]
    if size in _MORE_CARDS and size in others:
        return f"; {_MORE_CARDS[size]}"
    if number >= 2 and number == len(players) - 1 and size in _BOARDS:
        return "; a board is board=..."
    # Three cards of one player alone are a slip more often than another game.
    return f"; {_MORE_CARDS[size]}" if size in _MORE_CARDS and size not in (3, game.hole_cards) else ""


def _size(player: PlayerLike) -> int | None:
    """Return the number of cards of a player, or `None` if the player is not given as cards."""
    try:
        return len(one_row(player, "player"))  # type: ignore[arg-type]
    except (PokerbitsError, TypeError, ValueError):
        return None
