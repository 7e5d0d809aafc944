"""Equity of players with two hole cards: exact for specific hands; exact or sampled for ranges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, TypeGuard

import numpy as np

from pokerbits import _native
from pokerbits._equity.folded import Folded
from pokerbits._equity.hints import read_players
from pokerbits._equity.ranges import Effort, Name, exact_equity, of_counts, sampled_equity, too_long
from pokerbits._equity.result import EquityResult
from pokerbits._evaluator.games import Game
from pokerbits._input.arrays import without_dlpack
from pokerbits._input.card_set import CardSet, parse
from pokerbits._input.players import PlayerLike
from pokerbits._input.situation import check_different, known_board, known_cards, last_with, two_cards
from pokerbits._input.types import CardsLike
from pokerbits._output.results import deferred
from pokerbits.cards import CARD_NAMES, combo_id
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidCardError, InvalidRangeError
from pokerbits.ranges._omaha_range import OmahaRange
from pokerbits.ranges._range import Dialect, Range, RangeLike, as_range


def equity_of_two_cards(
    players: Sequence[PlayerLike],
    board: CardsLike | None,
    dead: CardsLike | None,
    *,
    folded: Folded,
    game: Game,
    effort: Effort,
    dialect: Dialect | None = None,
) -> EquityResult:
    """Return the equity of hands and ranges beside folded ones, counted or sampled."""
    held = read_players(players, partial(hand_or_range, dialect=dialect), game)
    hands = [hand for hand in held if not isinstance(hand, Range)]
    dealt, without = known_board(board), known_cards(dead, "dead")
    if game.lowest_card:
        given = [(number, hand) for number, hand in enumerate(held) if not isinstance(hand, Range)]
        check_deck([*given, (None, dealt), (None, without)], game)
    # The limit is negative if the caller asked for samples.
    is_sampled = effort.seconds < 0
    if len(hands) == len(players):
        if is_sampled or folded.names:
            check_different(hands, dealt, without)
        else:
            try:
                return counted(_native.exact_counts(game.rules, hands, dealt, without), players)
            except DuplicateCardError as error:
                error.player = last_with(error.card, hands)
                raise
    names = [_name(player, hand) for player, hand in zip(players, held, strict=True)]
    ranges = [hand if isinstance(hand, Range) else _range_of(hand, number) for number, hand in enumerate(held)]
    known = ranges, names, folded, dealt, without
    if not is_sampled:
        found = exact_equity(*known, game=game, effort=effort)
        if isinstance(found, EquityResult):
            return found
        if effort.exact:
            raise too_long(found, effort.seconds)
    return sampled_equity(*known, game=game, effort=effort)


def counted(found: _native.SpotCounts, players: Sequence[PlayerLike]) -> EquityResult:
    """Return the result of a count that the core keeps, of hands and ranges, which were not read here."""
    return deferred(EquityResult, _read_later, found, players)


def _read_later(found: _native.SpotCounts, players: Sequence[PlayerLike]) -> EquityResult:
    """Return the result of `counted`, with all its fields."""
    names = []
    for number, (player, hand) in enumerate(zip(players, found.hands(), strict=True)):
        weights = found.weights(number)
        names.append(_name(player, hand or hand_or_range(player if weights is None else weights, number)))
    return of_counts(found, names)


def check_deck(cards: Sequence[tuple[int | None, Sequence[int]]], game: Game) -> None:
    """Raise for a card below the lowest of the deck; the error has the player."""
    for player, of_player in cards:
        for card in of_player:
            if 0 <= card < game.lowest_card:
                name = CARD_NAMES[card]
                message = f"card {name} (id {card}) is not in the short deck: it has no cards below the six"
                raise InvalidCardError(message, player=player, card=card)


def hand_or_range(player: PlayerLike, number: int, dialect: Dialect | None = None) -> tuple[int, int] | Range:
    """Return the two cards of a player, or the range."""
    what = f"player {number + 1}"
    player = without_dlpack(player, what)
    if isinstance(player, Range):
        return player
    if isinstance(player, OmahaRange):
        message = f"{what}: expected 2 cards or a range of such hands, found an OmahaRange; games of Omaha take it"
        raise CardCountError(message, player=number)
    if isinstance(player, str):
        try:
            cards = parse(player)
        except InvalidCardError:
            return as_range(player, what, dialect=dialect, player=number)
        if len(cards) != 2:
            # Several hands in one text are a range: AhAd,KhKd.
            try:
                return as_range(player, what, dialect=dialect, player=number)
            except InvalidRangeError:
                pass
    elif _are_weights(player):
        return as_range(player, what, dialect=dialect, player=number)
    return two_cards(player, what, player=number)


def _are_weights(player: Any) -> TypeGuard[RangeLike]:
    """Return whether a player that is not text is given as weights: floats, or one number for each combo."""
    if isinstance(player, CardSet):
        return False
    dtype = getattr(player, "dtype", None)
    if isinstance(dtype, np.dtype) and dtype.kind == "f":
        return True
    try:
        return len(player) == _native.COMBO_COUNT
    except TypeError:
        return False


def _name(player: PlayerLike, held: tuple[int, int] | Range) -> Name:
    """Return the name of a player: the text that the caller wrote, if any."""
    if not isinstance(held, Range):
        return CARD_NAMES[held[0]] + CARD_NAMES[held[1]]
    return " ".join(player.split()) if isinstance(player, str) else held


def _range_of(hand: tuple[int, int], number: int) -> Range:
    """Return the range of one hand."""
    weights = np.zeros(_native.COMBO_COUNT)
    try:
        weights[combo_id(hand)] = 1
    except (DuplicateCardError, InvalidCardError) as error:
        error.player = number
        raise
    return Range._of(weights)
