"""Equity in games of more than two hole cards: exact or sampled, from hands as bit sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._equity.high_low import ByWinners, HighLowResult, counts_by_player, high_low_counts
from pokerbits._equity.ranges import SamplingOptions, no_deal, too_long
from pokerbits._equity.result import EquityResult, deferred
from pokerbits._evaluator.games import Game
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rng import philox_key
from pokerbits._input.shown import shown
from pokerbits._output.counts import probabilities
from pokerbits.exceptions import InvalidRangeError

__all__ = ["HandSpot", "Hands", "counted", "counted_or_sampled"]

Hands: TypeAlias = NDArray[np.uint64] | int
"""The hands of a player as bit sets, or the known cards of a hand as one bit set: the others may be any."""


@dataclass(frozen=True)
class HandSpot:
    """Players, their names, and the known cards."""

    game: Game
    players: Sequence[Hands]
    names: Sequence[str]
    board: list[int]
    dead: list[int]

    @property
    def arguments(self) -> tuple[str, Sequence[Hands], list[int], list[int]]:
        """The arguments of the core."""
        return self.game.name, self.players, self.board, self.dead


def counted_or_sampled(
    spot: HandSpot,
    *,
    seconds: float,
    sampling: SamplingOptions,
    exact: bool,
    num_threads: int,
    progress: ProgressLike,
) -> EquityResult:
    """Return the equity: exact if that takes at most `seconds` by estimate, sampled if that number is negative.

    With `exact` it is an error if it takes longer.
    """
    names = spot.names
    if seconds >= 0:
        with watching(progress, "equity") as watcher:
            found = _native.game_range_counts(*spot.arguments, seconds, num_threads, watcher)
        _check_hands(spot)
        if not isinstance(found, float):
            if not found:
                raise no_deal(names)
            return counted(found, names, spot.game)
        if exact:
            raise too_long(found, seconds)
    _check_hands(spot)
    with watching(progress, "equity") as watcher:
        *numbers, errors, n, effective = _native.sampled_game_equity(
            *spot.arguments, philox_key(sampling.rng), sampling.n_samples, sampling.std_error, num_threads, watcher
        )
    equity, win, tie, lose = numbers
    kind = HighLowResult if spot.game.high_low else EquityResult
    combos = _no_combos(names)
    return kind(equity, win, tie, lose, (), n, tuple(names), "monte_carlo", errors, 1, combos, effective)


def _check_hands(spot: HandSpot) -> None:
    """Raise for a player whose hands all contain known cards."""
    taken = np.uint64(sum(1 << card for card in [*spot.board, *spot.dead]))
    for player, hands in enumerate(spot.players):
        if not isinstance(hands, int) and (hands & taken).all():
            what = "the board and the dead cards leave no hand of" if len(hands) else "there is no hand in"
            message = f"player {player + 1}: {what} {shown(spot.names[player])}"
            raise InvalidRangeError(message, player=player)


def counted(by_winners: ByWinners, names: Sequence[str], game: Game) -> EquityResult:
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
