"""Equity of weighted ranges, exact or sampled."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import fsum, inf, prod
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._equity.folded import Folded, check_folded
from pokerbits._equity.result import EquityResult, no_errors
from pokerbits._equity.three_way_ranges import of_three_classes
from pokerbits._evaluator.games import Game
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import integer, real, seconds_shown
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rng import RngLike, generator, philox_key
from pokerbits._input.shown import listed, shown
from pokerbits._input.situation import free_combos
from pokerbits._output.counts import Counts, probabilities
from pokerbits._output.results import deferred
from pokerbits.cards import COMBOS
from pokerbits.exceptions import InvalidArgumentError, InvalidRangeError
from pokerbits.ranges._range import Range

Method: TypeAlias = Literal["auto", "exact", "monte_carlo"]
"""How an equity is found."""

Name: TypeAlias = str | Range
"""How a result calls a player: the caller's text; or a range, whose text is made when it is asked for."""

_SECONDS: dict[Method, float] = {"auto": 10.0, "exact": 600.0}
"""Default limits on the estimated time of an exact answer, in seconds on one thread."""
_STD_ERROR = 1e-4
"""Default standard error of samples."""


def seconds_allowed(method: Method, max_seconds: float | None) -> float:
    """Return the seconds that an exact answer may take; -1 for `"monte_carlo"`."""
    check_name("method", method, get_args(Method))
    seconds = None if max_seconds is None else real("max_seconds", max_seconds, 0)
    allowed = _SECONDS.get(method, -1.0)
    return allowed if seconds is None or allowed < 0 else seconds


@dataclass(frozen=True)
class SamplingOptions:
    """When to stop sampling, and the source of random numbers."""

    n_samples: int | None
    std_error: float | None
    rng: RngLike | None


@dataclass(frozen=True)
class Effort:
    """Whether an equity is counted or sampled, and by which means."""

    seconds: float
    """Limit on the estimated time of a count on one thread; a negative number asks for samples."""
    exact: bool
    """Whether it is an error if a count takes longer; otherwise the equity is then sampled."""
    sampling: SamplingOptions
    num_threads: int
    progress: ProgressLike


def sampling_options(n_samples: int | None, std_error: float | None, rng: RngLike | None) -> SamplingOptions:
    """Return the options; arguments are checked even if the answer will be exact."""
    if n_samples is not None:
        n_samples = integer("n_samples", n_samples, 1, (1 << 63) - 1)
    if std_error is not None:
        std_error = real("std_error", std_error, 0, sys.float_info.max, above=True)
    if rng is not None:
        generator(rng)
    return SamplingOptions(n_samples, _STD_ERROR if n_samples is None and std_error is None else std_error, rng)


def texts(names: Sequence[Name]) -> list[str]:
    """Return the names of players."""
    return [name if isinstance(name, str) else name.text for name in names]


def no_deal(names: Sequence[str]) -> InvalidRangeError:
    """Return the error that the players cannot all be dealt a hand."""
    return InvalidRangeError(f"there is no deal: the players need the same cards of {listed(names)}")


def too_long(found: float, seconds: float) -> InvalidArgumentError:
    """Return the error with the estimated time of an exact answer, `inf` for weights that are counted one by one."""
    if found == inf:
        return InvalidArgumentError(
            "the hands have too many different weights to be counted: round the weights, "
            "or sample with method='monte_carlo'"
        )
    return InvalidArgumentError(
        f"an exact answer would take some {seconds_shown(found)} seconds on one thread, and max_seconds is "
        f"{seconds_shown(seconds)}: raise max_seconds=, or sample with method='monte_carlo'"
    )


def exact_equity(
    ranges: Sequence[Range],
    names: Sequence[Name],
    folded: Folded,
    board: list[int],
    dead: list[int],
    *,
    game: Game,
    effort: Effort,
) -> EquityResult | float:
    """Return the exact equity of ranges, or the estimated seconds if these are too many; errors use `names`."""
    weights = _weights(ranges)
    if not (folded.names or board or dead or game.lowest_card or len(ranges) != 3):
        summed = of_three_classes(weights, texts(names))
        if summed is not None:
            return summed
    with watching(effort.progress, "equity") as watcher:
        found = _native.range_equity(
            game.rules, weights, folded.weights, board, dead, effort.seconds, effort.num_threads, watcher
        )
    if isinstance(found, float):
        return found
    if not found.has_deals():
        _check_deals(weights, texts(names), folded, board, dead, game)
        raise no_deal([*texts(names), *folded.names])
    return deferred(EquityResult, of_counts, found, names)


def of_counts(found: _native.SpotCounts, names: Sequence[Name]) -> EquityResult:
    """Return the result of a count, with all its fields."""
    outcomes, denominators, of_combos = found.outcomes()
    players, errors = tuple(texts(names)), no_errors(len(outcomes))
    if denominators:
        counts = tuple(Counts(wins, tuple(ties), losses) for wins, *ties, losses in _integers(outcomes))
        deals, denominator = counts[0].total, prod(denominators)
        n = deals // denominator if deals % denominator == 0 else deals / denominator
        equity, win, tie, lose = found.shares() or probabilities(counts, (len(players),))
        return EquityResult(equity, win, tie, lose, counts, n, players, "exact", *errors, denominator, of_combos)
    # The sum must not depend on the order of the players.
    total = fsum(chain.from_iterable(outcomes)) / len(outcomes)
    shares = np.array(outcomes) / total
    equity = (shares[:, :-1] / np.arange(1, len(players) + 1)).sum(axis=1)
    numbers = equity, shares[:, 0].copy(), shares[:, 1:-1].sum(axis=1), shares[:, -1].copy()
    return EquityResult(*numbers, (), total, players, "exact", *errors, 1, of_combos)


def sampled_equity(
    ranges: Sequence[Range],
    names: Sequence[Name],
    folded: Folded,
    board: list[int],
    dead: list[int],
    *,
    game: Game,
    effort: Effort,
) -> EquityResult:
    """Return the sampled equity of ranges: stop after a number of samples, or at a standard error."""
    weights, until, players = _weights(ranges), effort.sampling, tuple(texts(names))
    _check_deals(weights, players, folded, board, dead, game)
    key, threads = philox_key(until.rng), effort.num_threads
    with watching(effort.progress, "equity") as watcher:
        numbers, errors, n, effective = _native.sampled_equity(
            game.rules, weights, folded.weights, board, dead, key, until.n_samples, until.std_error, threads, watcher
        )
    of_combos = np.full(weights.shape, np.nan)
    return EquityResult(*numbers, (), n, players, "monte_carlo", *errors, 1, of_combos, effective)


def _weights(ranges: Sequence[Range]) -> NDArray[np.float64]:
    """Return the weights of all players, (n_players, 1326)."""
    return np.array([hands.weights for hands in ranges])


def _check_deals(
    weights: NDArray[np.float64],
    names: Sequence[str],
    folded: Folded,
    board: list[int],
    dead: list[int],
    game: Game,
) -> None:
    """Raise for a player or a folded range without a possible hand, and for two that need the same cards."""
    free = free_combos([*board, *dead, *range(game.lowest_card)])
    known = "the short deck, the board" if game.lowest_card else "the board"
    for player, of_player in enumerate(weights):
        if not of_player[free].any():
            what = f"{known} and the dead cards leave no hand of" if of_player.any() else "there is no hand in"
            raise InvalidRangeError(f"player {player + 1}: {what} {shown(names[player])}", player=player)
    check_pairs(weights, names, free)
    check_folded(folded, weights, names, free, known)


def check_pairs(weights: NDArray[np.float64], names: Sequence[str], free: NDArray[np.bool]) -> None:
    """Raise for two players who need the same cards."""
    held = [COMBOS[free & (of_player > 0)] for of_player in weights]
    for (i, ours), (j, theirs) in combinations(enumerate(held), 2):
        # Only small ranges are compared: larger ones hardly ever need the same cards.
        if max(len(ours), len(theirs)) < _native.CARD_COUNT:
            shared = (ours[:, None, :, None] == theirs[None, :, None, :]).any(axis=(2, 3))
            if shared.all():
                both = f"{shown(names[i])} and {shown(names[j])}"
                message = f"players {i + 1} and {j + 1} need the same cards: {both} have no deal"
                raise InvalidRangeError(message, player=j)


def _integers(outcomes: list[list[int]] | list[list[float]]) -> list[list[int]]:
    """Return outcomes as integers, which they are if there are denominators."""
    return [[int(n) for n in of_player] for of_player in outcomes]
