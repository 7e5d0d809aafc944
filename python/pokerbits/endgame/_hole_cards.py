"""The hands of the games of endgames: the combos of hold'em, and the hands of four or five cards of Omaha."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._evaluator.games import game_named, official_name
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import rows_of_numbers
from pokerbits._input.players import ANY_HAND
from pokerbits._input.shown import shown
from pokerbits._input.weights import WeightsLike, as_weights
from pokerbits.cards import COMBOS, format_cards
from pokerbits.exceptions import CardCountError, InvalidArgumentError
from pokerbits.ranges._omaha_range import OmahaRange
from pokerbits.ranges._range import Dialect, Range

EndgameGame: TypeAlias = Literal[
    "holdem", "omaha", "omaha_hilo", "omaha5", "omaha5_hilo", "plo", "plo5", "plo8", "plo5_8", "big_o"
]
"""The game of an endgame: two hole cards of which any number plays, or four or five of which two play. In games that
end with `_hilo` or `8`, and in Big O, the best low takes half of the pot."""

GAMES = ("holdem", "omaha", "omaha_hilo", "omaha5", "omaha5_hilo")
TITLES = {
    "holdem": "",
    "omaha": "Omaha ",
    "omaha_hilo": "Omaha hi-lo ",
    "omaha5": "five-card Omaha ",
    "omaha5_hilo": "five-card Omaha hi-lo ",
}
"""The games as an endgame shows them."""


def checked_game(name: object, games: Sequence[str] = GAMES) -> EndgameGame:
    """Return the game, one of some, of a name or alias, in any case."""
    official: Any = official_name(name)
    if not isinstance(official, str) or official not in games:
        check_name("game", name, games)
    found: EndgameGame = official
    return found


def hands_of(game: EndgameGame) -> NDArray[np.uint8]:
    """Return all hands of a game, uint8 (hands, hole cards), each with ascending cards: a hand's row is its id."""
    return COMBOS if game == "holdem" else _hands_of_omaha(game_named(game).hole_cards)


@cache
def _hands_of_omaha(hole_cards: int) -> NDArray[np.uint8]:
    hands = OmahaRange("*", hole_cards).hands
    hands.flags.writeable = False
    return hands


def free_hands(game: EndgameGame, known: Sequence[int] | NDArray[np.uint8]) -> NDArray[np.bool]:
    """Return whether each hand has none of the known cards, (hands,)."""
    is_free = np.isin(np.arange(_native.CARD_COUNT), known, invert=True)
    free: NDArray[np.bool] = np.all(is_free[hands_of(game)], axis=1)
    return free


def hand_name(game: EndgameGame, hand: int | np.integer) -> str:
    """Return a hand as text, the highest card first."""
    return "".join(format_cards(hands_of(game)[hand][::-1]))


def weights_of(
    game: EndgameGame, weights: WeightsLike | OmahaRange, what: str, dialect: Dialect | None
) -> NDArray[np.float64]:
    """Return the weights of all hands for one player, (hands,), finite and not negative."""
    if game != "holdem":
        rows = _omaha_weights(game_named(game).hole_cards, weights, what)
    else:
        if isinstance(weights, OmahaRange):
            message = f'{what}: expected a range of two hole cards; a range of Omaha hands needs game="omaha"'
            raise CardCountError(message)
        rows = as_weights(weights, np.float64, what, dialect)
    if rows.ndim != 1:
        raise InvalidArgumentError(f"{what}: expected one range, found shape {shown(rows.shape)}")
    wrong = np.flatnonzero(~(np.isfinite(rows) & (rows >= 0)))
    if wrong.size:
        hand, weight = int(wrong[0]), float(rows[wrong[0]])
        kind = "combo" if game == "holdem" else "hand"
        message = f"{what}: the weight of {kind} {hand} ({hand_name(game, hand)}) is {weight}"
        raise InvalidArgumentError(f"{message}: expected a finite number, not negative")
    return rows


def _omaha_weights(hole_cards: int, weights: WeightsLike | OmahaRange, what: str) -> NDArray[np.float64]:
    if isinstance(weights, str):
        weights = OmahaRange("*" if weights.strip() in ANY_HAND else weights, hole_cards)
    if isinstance(weights, Range):
        raise CardCountError(f"{what}: expected a range of {hole_cards} hole cards, found a Range of two")
    if not isinstance(weights, OmahaRange):
        return rows_of_numbers(weights, comb(_native.CARD_COUNT, hole_cards), np.float64, what)
    if weights.hole_cards != hole_cards:
        raise CardCountError(f"{what}: expected a range of {hole_cards} hole cards, found one of {weights.hole_cards}")
    row = np.zeros(comb(_native.CARD_COUNT, hole_cards))
    row[set_ids([*weights.hands.T])] = weights.weights
    return row


def set_ids(columns: Sequence[NDArray[np.uint8]]) -> NDArray[np.int64]:
    """Return the colexicographic numbers of sets of cards, the lowest cards first; of hands, these are their ids."""
    ids = np.zeros(len(columns[0]), dtype=np.int64)
    for place, column in enumerate(columns):
        ids += np.array([comb(card, place + 1) for card in range(_native.CARD_COUNT)])[column]
    return ids
