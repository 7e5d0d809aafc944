"""Equity in stud and draw games: a player has cards of their own, of which some are known, and there is no board."""

from __future__ import annotations

from collections.abc import Sequence

from pokerbits._equity.hands import HandSpot, counted_or_sampled
from pokerbits._equity.ranges import Effort
from pokerbits._equity.result import EquityResult
from pokerbits._evaluator.games import Game
from pokerbits._input.card_arrays import one_row
from pokerbits._input.players import ANY_HAND, PlayerLike
from pokerbits._input.situation import check_different, known_cards
from pokerbits._input.types import CardsLike
from pokerbits.cards import CARD_NAMES
from pokerbits.exceptions import CardCountError
from pokerbits.ranges._omaha_range import OmahaRange
from pokerbits.ranges._range import Range


def stud_equity(
    players: Sequence[PlayerLike], board: CardsLike | None, dead: CardsLike | None, *, game: Game, effort: Effort
) -> EquityResult:
    """Return the equity of hands of which some cards are known, counted or sampled."""
    held = [_known_cards(player, number, game) for number, player in enumerate(players)]
    dealt, without = known_cards(board, "board"), known_cards(dead, "dead")
    if dealt:
        message = f"board: {game.name} has no board, found {len(dealt)} cards; cards that are out of play are dead=..."
        raise CardCountError(message)
    check_different(held, dealt, without)
    sets = [sum(1 << card for card in cards) for cards in held]
    names = ["".join(CARD_NAMES[card] for card in cards) or "*" for cards in held]
    return counted_or_sampled(HandSpot(game, sets, names, dealt, without), effort)


def _known_cards(player: PlayerLike, number: int, game: Game) -> list[int]:
    """Return the known cards of a player: none of a player who may hold any hand."""
    what, most = f"player {number + 1}", game.hole_cards
    if isinstance(player, str) and player.strip() in ANY_HAND:
        return []
    if isinstance(player, Range | OmahaRange):
        message = f"{what}: expected 1 to {most} cards, found a range; {game.name} takes known cards"
        raise CardCountError(message, player=number)
    cards = one_row(player, what, player=number)
    if not 1 <= len(cards) <= most:
        hint = "; a player of whom no card is known is '*'" if not len(cards) else ""
        raise CardCountError(f"{what}: expected 1 to {most} cards, found {len(cards)}{hint}", player=number)
    return list(cards)
