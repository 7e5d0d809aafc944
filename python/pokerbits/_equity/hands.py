"""Equity in games of more than two hole cards: exact or sampled, from hands as bit sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._equity.high_low import ByWinners, HighLowResult, counts_by_player, high_low_counts
from pokerbits._equity.ranges import Effort, no_deal, too_long
from pokerbits._equity.result import EquityResult, no_errors
from pokerbits._equity.weighted_hands import weighted_counts
from pokerbits._evaluator.games import Game
from pokerbits._input.progress import watching
from pokerbits._input.rng import philox_key
from pokerbits._input.shown import shown
from pokerbits._output.counts import probabilities
from pokerbits._output.results import deferred
from pokerbits.exceptions import InvalidRangeError

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
    weights: Sequence[NDArray[np.float64] | None] = ()
    """The weights of the hands of each player, `None` if all are 1; none at all if that is so for everybody."""

    @property
    def arguments(self) -> tuple[str, Sequence[Hands], list[int], list[int]]:
        """The arguments of the core."""
        return self.game.name, self.players, self.board, self.dead

    @property
    def weighted_players(self) -> list[Hands | tuple[NDArray[np.uint64], NDArray[np.float64]]]:
        """The hands of each player, with their weights unless all are 1."""
        weights = self.weights or [None] * len(self.players)
        return [
            hands if of is None or isinstance(hands, int) else (hands, of)
            for hands, of in zip(self.players, weights, strict=True)
        ]


def counted_or_sampled(spot: HandSpot, effort: Effort) -> EquityResult:
    """Return the equity, counted or sampled."""
    seconds, threads, until = effort.seconds, effort.num_threads, effort.sampling
    names, denominator, is_weighted = spot.names, 1, any(of is not None for of in spot.weights)
    if seconds >= 0:
        with watching(effort.progress, "equity") as watcher:
            if is_weighted:
                _check_hands(spot)
                found, denominator = weighted_counts(
                    spot.game.name, spot.players, spot.weights, spot.board, spot.dead, seconds, threads, watcher
                )
            else:
                found = _native.game_range_counts(*spot.arguments, seconds, threads, watcher)
        _check_hands(spot)
        if not isinstance(found, float):
            if not found:
                raise no_deal(names)
            return counted(found, names, spot.game, denominator)
        if effort.exact:
            raise too_long(found, seconds)
    _check_hands(spot)
    with watching(effort.progress, "equity") as watcher:
        numbers, errors, n, effective = _native.sampled_game_equity(
            spot.game.name,
            spot.weighted_players,
            spot.board,
            spot.dead,
            philox_key(until.rng),
            until.n_samples,
            until.std_error,
            threads,
            watcher,
        )
    kind = HighLowResult if spot.game.high_low else EquityResult
    combos = _no_combos(names)
    return kind(*numbers, (), n, tuple(names), "monte_carlo", *errors, 1, combos, effective)


def _check_hands(spot: HandSpot) -> None:
    """Raise for a player whose hands all contain known cards."""
    taken = np.uint64(sum(1 << card for card in [*spot.board, *spot.dead]))
    for player, hands in enumerate(spot.players):
        if not isinstance(hands, int) and (hands & taken).all():
            what = "the board and the dead cards leave no hand of" if len(hands) else "there is no hand in"
            raise InvalidRangeError(f"player {player + 1}: {what} {shown(spot.names[player])}", player=player)


def counted(by_winners: ByWinners, names: Sequence[str], game: Game, denominator: int = 1) -> EquityResult:
    """Return the result of counts by winners, in units of `1 / denominator`."""
    if game.high_low:
        return deferred(HighLowResult, _of_both, by_winners, names, denominator)
    return deferred(EquityResult, _of_high, by_winners, names, denominator)


def _of_high(by_winners: ByWinners, names: Sequence[str], denominator: int) -> EquityResult:
    """Return the result of a game in which the high hand takes the pot."""
    counts, errors = counts_by_player(by_winners, len(names)), no_errors(len(names))
    numbers = probabilities(counts, (len(names),))
    n = _deals(counts[0].total, denominator)
    return EquityResult(*numbers, counts, n, tuple(names), "exact", *errors, denominator, _no_combos(names))


def _deals(total: int, denominator: int) -> float:
    """Return the weight of all deals, an integer if it is whole."""
    return total // denominator if total % denominator == 0 else total / denominator


def _of_both(by_winners: ByWinners, names: Sequence[str], denominator: int) -> HighLowResult:
    """Return the result of a high-low game."""
    counts, errors = high_low_counts(by_winners, len(names)), no_errors(len(names))
    numbers = [[of.equity, of.wins / of.total, of.tied / of.total, of.losses / of.total] for of in counts]
    equity, win, tie, lose = np.array(numbers).T.copy()
    n, combos = _deals(counts[0].total, denominator), _no_combos(names)
    return HighLowResult(equity, win, tie, lose, counts, n, tuple(names), "exact", *errors, denominator, combos)


def _no_combos(names: Sequence[str]) -> NDArray[np.float64]:
    """Return an empty array of combo equities: combos have two cards."""
    return np.empty((len(names), 0))
