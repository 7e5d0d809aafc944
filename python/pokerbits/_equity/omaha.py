"""Equity in Omaha: exact for specific hands; exact or sampled for ranges."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._equity.high_low import ByWinners, HighLowResult, counts_by_player, high_low_counts
from pokerbits._equity.hints import read_players
from pokerbits._equity.ranges import SamplingOptions, no_deal, too_long
from pokerbits._equity.result import EquityResult, deferred
from pokerbits._evaluator.games import Game
from pokerbits._input.card_arrays import one_row
from pokerbits._input.card_set import parse
from pokerbits._input.players import ANY_HAND, PlayerLike
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rng import philox_key
from pokerbits._input.shown import shown
from pokerbits._input.situation import check_different, known_cards, last_with
from pokerbits._input.types import CardsLike
from pokerbits._output.counts import probabilities
from pokerbits.cards import CARD_NAMES
from pokerbits.exceptions import CardCountError, DuplicateCardError, InvalidCardError, InvalidRangeError
from pokerbits.ranges._omaha_range import OmahaRange
from pokerbits.ranges._range import Range

__all__ = ["omaha_equity"]

Hands: TypeAlias = NDArray[np.uint64] | None
"""The hands of a range as bit sets, `None` for any hand."""


def omaha_equity(
    players: Sequence[PlayerLike],
    board: CardsLike | None,
    dead: CardsLike | None,
    *,
    game: Game,
    seconds: float,
    sampling: SamplingOptions,
    exact: bool,
    num_threads: int,
    progress: ProgressLike,
) -> EquityResult:
    """Return the equity of hands and ranges of Omaha: exact if that takes at most `seconds` by estimate.

    With `exact` it is an error if it takes longer.
    """
    held = read_players(players, lambda player, number: _hand_or_range(player, number, game), game)
    dealt, without = known_cards(board, "board", (0, 3, 4, 5)), known_cards(dead, "dead")
    names = [_name(player, of) for player, of in zip(players, held, strict=True)]
    hands = [of for of in held if isinstance(of, list)]
    # The limit is negative if the caller asked for samples.
    is_sampled = seconds < 0
    if len(hands) == len(players):
        if is_sampled:
            check_different(hands, dealt, without)
        else:
            try:
                return _counted(_native.omaha_counts(hands, dealt, without, game.high_low), names, game)
            except DuplicateCardError as error:
                error.player = last_with(error.card, hands)
                raise
    of_players = [_sets(of, number) for number, of in enumerate(held)]
    known = of_players, game.hole_cards, dealt, without, game.high_low
    if not is_sampled:
        with watching(progress, "equity") as watcher:
            found = _native.omaha_range_counts(*known, seconds, num_threads, watcher)
        _check_hands(of_players, names, dealt + without)
        if not isinstance(found, float):
            if not found:
                raise no_deal(names)
            return _counted(found, names, game)
        if exact:
            raise too_long(found, seconds)
    _check_hands(of_players, names, dealt + without)
    with watching(progress, "equity") as watcher:
        *numbers, errors, n, effective = _native.sampled_omaha_equity(
            *known, philox_key(sampling.rng), sampling.n_samples, sampling.std_error, num_threads, watcher
        )
    equity, win, tie, lose = numbers
    kind = HighLowResult if game.high_low else EquityResult
    combos = _no_combos(names)
    return kind(equity, win, tie, lose, (), n, tuple(names), "monte_carlo", errors, 1, combos, effective)


def _hand_or_range(player: PlayerLike, number: int, game: Game) -> list[int] | OmahaRange | None:
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
    """Return the hands of a player as bit sets."""
    if held is None:
        return None
    if isinstance(held, list):
        for at, card in enumerate(held):
            if card in held[:at]:
                message = f"player {number + 1}: card {CARD_NAMES[card]} (id {card}) appears more than once"
                raise DuplicateCardError(message, player=number, card=card)
        return np.array([sum(1 << card for card in held)], dtype=np.uint64)
    is_any = len(held) == comb(_native.CARD_COUNT, held.hole_cards)
    return None if is_any else held._sets


def _check_hands(players: Sequence[Hands], names: Sequence[str], known: Sequence[int]) -> None:
    """Raise for a player whose hands all contain known cards."""
    taken = np.uint64(sum(1 << card for card in known))
    for player, hands in enumerate(players):
        if hands is not None and (hands & taken).all():
            what = "the board and the dead cards leave no hand of" if len(hands) else "there is no hand in"
            message = f"player {player + 1}: {what} {shown(names[player])}"
            raise InvalidRangeError(message, player=player)


def _counted(by_winners: ByWinners, names: Sequence[str], game: Game) -> EquityResult:
    """Return the result of counts by winners."""
    if game.high_low:
        return deferred(HighLowResult, _of_both, by_winners, names)
    return deferred(EquityResult, _of_high, by_winners, names)


def _of_high(by_winners: ByWinners, names: Sequence[str]) -> EquityResult:
    """Return the result of a game in which the high hand takes the pot."""
    counts, errors = counts_by_player(by_winners, len(names)), np.zeros(len(names))
    numbers = probabilities(counts, (len(names),))
    return EquityResult(*numbers, counts, counts[0].total, tuple(names), "exact", errors, 1, _no_combos(names))


def _of_both(by_winners: ByWinners, names: Sequence[str]) -> HighLowResult:
    """Return the result of a high-low game."""
    counts, errors = high_low_counts(by_winners, len(names)), np.zeros(len(names))
    numbers = [[of.equity, of.wins / of.total, of.tied / of.total, of.losses / of.total] for of in counts]
    equity, win, tie, lose = np.array(numbers).T.copy()
    total, combos = counts[0].total, _no_combos(names)
    return HighLowResult(equity, win, tie, lose, counts, total, tuple(names), "exact", errors, 1, combos)


def _no_combos(names: Sequence[str]) -> NDArray[np.float64]:
    """Return an empty array of combo equities: combos have two cards."""
    return np.empty((len(names), 0))
