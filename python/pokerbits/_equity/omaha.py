"""Equity in Omaha: exact for specific hands; exact or sampled for ranges."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np

from pokerbits import _native
from pokerbits._equity.hands import Hands, HandSpot, counted, counted_or_sampled
from pokerbits._equity.hints import read_players
from pokerbits._equity.ranges import Effort
from pokerbits._equity.result import EquityResult
from pokerbits._evaluator.games import Game
from pokerbits._input.card_arrays import one_row
from pokerbits._input.card_set import parse
from pokerbits._input.players import ANY_HAND, PlayerLike
from pokerbits._input.situation import check_different, known_board, known_cards, last_with
from pokerbits._input.types import CardsLike
from pokerbits.cards import CARD_NAMES
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidCardError, InvalidRangeError
from pokerbits.ranges._omaha_range import OmahaRange
from pokerbits.ranges._range import Range


def omaha_equity(
    players: Sequence[PlayerLike], board: CardsLike | None, dead: CardsLike | None, *, game: Game, effort: Effort
) -> EquityResult:
    """Return the equity of hands and ranges of Omaha, counted or sampled."""
    held = read_players(players, lambda player, number: hand_or_range(player, number, game), game)
    dealt, without = known_board(board), known_cards(dead, "dead")
    names = [_name(player, of) for player, of in zip(players, held, strict=True)]
    hands = [of for of in held if isinstance(of, list)]
    if len(hands) == len(players):
        # The limit is negative if the caller asked for samples.
        if effort.seconds < 0:
            check_different(hands, dealt, without)
        else:
            try:
                return counted(_native.game_counts(game.name, hands, dealt, without), names, game)
            except DuplicateCardError as error:
                error.player = last_with(error.card, hands)
                raise
    sets = [_sets(of, number) for number, of in enumerate(held)]
    weights = [of.weights if isinstance(of, OmahaRange) and of.total != len(of) else None for of in held]
    return counted_or_sampled(HandSpot(game, sets, names, dealt, without, weights), effort)


def hand_or_range(player: PlayerLike, number: int, game: Game) -> list[int] | OmahaRange | None:
    """Return the hole cards of a player, or the range, `None` for any hand."""
    what = f"player {number + 1}"
    if isinstance(player, OmahaRange):
        if player.hole_cards != game.hole_cards:
            message = f"{what}: expected a range of {game.hole_cards} hole cards, found one of {player.hole_cards}"
            raise CardCountError(message, player=number)
        return player
    if isinstance(player, str):
        if player.strip() in ANY_HAND:
            return None
        try:
            hand = parse(player)
        except InvalidCardError:
            try:
                return OmahaRange(player, game.hole_cards)
            except InvalidRangeError as error:
                error.player = number
                raise
    elif isinstance(player, Range):
        message = f"{what}: expected {game.hole_cards} cards or a range of such hands, found a Range of two cards"
        raise CardCountError(message, player=number)
    else:
        hand = one_row(player, what, player=number)
    if len(hand) != game.hole_cards:
        message = f"{what}: expected {game.hole_cards} cards, found {len(hand)}"
        if isinstance(player, str) and (not hand or len(hand) > game.hole_cards):
            # An empty text is the empty range; several hands in one text are a range.
            try:
                return OmahaRange(player, game.hole_cards)
            except InvalidRangeError:
                pass
        elif isinstance(player, str):
            message += f"; all hands with these cards are the range ({player.strip()})"
        raise CardCountError(message, player=number)
    return list(hand)


def _name(player: PlayerLike, held: list[int] | OmahaRange | None) -> str:
    """Return the name of a player: the text that the caller wrote, if any."""
    if isinstance(held, list):
        return "".join(CARD_NAMES[card] for card in held)
    if isinstance(player, str):
        return " ".join(player.split())
    return "*" if held is None else held.text


def _sets(held: list[int] | OmahaRange | None, number: int) -> Hands:
    """Return the hands of a player."""
    if held is None:
        return 0
    if isinstance(held, list):
        for at, card in enumerate(held):
            if card in held[:at]:
                message = f"player {number + 1}: card {CARD_NAMES[card]} (id {card}) appears more than once"
                raise DuplicateCardError(message, player=number, card=card)
        return np.array([sum(1 << card for card in held)], dtype=np.uint64)
    is_any = held.total == comb(_native.CARD_COUNT, held.hole_cards)
    return 0 if is_any else held._sets
