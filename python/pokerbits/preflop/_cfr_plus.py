"""Equilibria of games in which every decision is to put all chips in or to fold, by counterfactual regret minimisation.

The iterations are those of predictive CFR+ with quadratic averaging: G. Farina, C. Kroer and T. Sandholm, "Faster Game
Solving via Predictive Blackwell Approachability", AAAI 2021. They soon come close, and most classes never change again.
The game of the other classes is then solved by Newton's method (Josephy 1979): in every step all gains are taken as
linear, and Lemke's method finds the equilibrium.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from pokerbits._products import product
from pokerbits.preflop._lemke import equilibrium

_FIRST_CHECK = 12
_LATER = 1.25
"""A check takes as long as some iterations, so each comes after this factor of iterations."""
_TRACES = 5.0
"""Early iterations leave traces below this, divided by all iterations, in a mean of strategies that are pure by now."""
_DECIMALS = 6
"""Decimals of a probability, so that ranges are short text."""
_NEWTON_STEPS = 4
_FEWEST, _MOST = 24, 60
"""Numbers of probabilities that a step of Newton's method may change; each takes a pass over the game."""


class Game(Protocol):
    """A game in which no player acts twice in one deal, with two actions everywhere: all-in, or fold."""

    decisions: tuple[str, ...]
    players: tuple[int, ...]
    """The player of each decision. The decisions of one player are neighbours."""
    forced: tuple[bool, ...]
    """Whether the player of each decision has no chips left, and so nothing to decide."""
    reached: tuple[bool, ...]
    """Whether each decision can come up."""
    n_classes: int
    """Number of classes of hands."""

    def gains(self, player: int, strategy: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        """Return what a player gains who always folds, and by class what each of his decisions not to fold adds."""

    def twin(self) -> Self:
        """Return the same game for strategies that change in other steps."""


class Solution(NamedTuple):
    """The probabilities of all-in by decision and class, and what they are worth."""

    strategy: NDArray[np.float64]
    values: NDArray[np.float64]
    exploitability: float
    gains: NDArray[np.float64]
    """The gain that going all-in adds, by decision and class."""


def solve(
    game: Game, target: float, max_iterations: int, tell: Callable[[int, int], object] | None = None
) -> tuple[Solution, int]:
    """Iterate until no player gains more than the target by another strategy.

    Returns the best strategies seen, and the number of iterations.
    """
    forced = np.array(game.forced)
    strategy = np.full((len(forced), game.n_classes), 0.5)
    strategy[forced] = 1
    regrets = np.zeros((2, *strategy.shape))
    mean, of_mean = strategy.copy(), game.twin()
    best = judged(game, strategy)
    check = _FIRST_CHECK
    t = 0
    while best.exploitability > target and t < max_iterations:
        t += 1
        for player, mine in enumerate(decisions_of(game)):
            strategy[mine] = improved(game, player, strategy, regrets[:, mine])[mine]
            strategy[forced] = 1
        # The mean with weights t^2.
        mean += (strategy - mean) * (6 * t / ((t + 1) * (2 * t + 1)))
        if tell is not None:
            tell(t, max_iterations)
        if t >= check or t == max_iterations:
            check = int(check * _LATER) + 1
            traces = min(_TRACES / t, 0.01)
            last = refined(game, judged(game, without_traces(strategy, traces)))
            best = min(best, last, key=lambda of: of.exploitability)
            if best.exploitability > target:
                best = min(best, judged(of_mean, without_traces(mean, traces)), key=lambda of: of.exploitability)
    return best, t


def improved(
    game: Game, player: int, strategy: NDArray[np.float64], regrets: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return all strategies after a step of one player, and add to his regrets (2, decisions, classes)."""
    mine = decisions_of(game)[player]
    _, gains = game.gains(player, strategy)
    regret = np.stack([gains * (1 - strategy[mine]), -gains * strategy[mine]])
    np.maximum(regrets + regret, 0, out=regrets)
    # The next regrets will be much like these.
    push, fold = np.maximum(regrets + regret, 0)
    moved = strategy.copy()
    np.divide(push, push + fold, out=moved[mine], where=push + fold > 0)
    return moved


def without_traces(strategy: NDArray[np.float64], traces: float) -> NDArray[np.float64]:
    """Return strategies that are pure where they are almost pure."""
    return np.where(strategy < traces, 0, np.where(strategy > 1 - traces, 1, strategy.round(_DECIMALS)))


def judged(game: Game, strategy: NDArray[np.float64]) -> Solution:
    """Return strategies with what they are worth."""
    found = [game.gains(player, strategy) for player in range(max(game.players) + 1)]
    gains = np.concatenate([added for _, added in found])
    gains[np.array(game.forced)] = 0
    # A forced all-in is no choice: its gain counts as a part of the game.
    added = np.concatenate([of for _, of in found]) * strategy
    values = [base + added[mine].sum() for (base, _), mine in zip(found, decisions_of(game), strict=True)]
    missed = np.maximum(gains, 0) - gains * strategy
    worst = max(missed[mine].sum() for mine in decisions_of(game))
    return Solution(strategy, np.array(values), float(worst), gains)


def refined(game: Game, start: Solution) -> Solution:
    """Return a solution after steps of Newton's method, as long as they make it better."""
    for _ in range(_NEWTON_STEPS):
        places = open_places(game, start)
        if not len(places):
            break
        moved = after_newton_step(game, start, places)
        if moved is None:
            break
        after = judged(game, moved.round(_DECIMALS))
        if not after.exploitability < start.exploitability:
            break
        start = after
    return start


def open_places(game: Game, start: Solution) -> NDArray[np.intp]:
    """Return the decisions and classes, (n, 2), that a step may change: none in equilibrium, or if they are too many.

    They are those that are not in equilibrium, where all-in gains and is not certain, or loses and happens; and those
    that are closest to a change.
    """
    strategy, gains = start.strategy, start.gains
    wrong = ((gains > 0) & (strategy < 1)) | ((gains < 0) & (strategy > 0))
    n_wrong = int(wrong.sum())
    if not 0 < n_wrong <= _MOST:
        return np.empty((0, 2), dtype=np.intp)
    distance = np.where(wrong, -1.0, np.abs(gains))
    # Nothing else happens there.
    distance[~np.array(game.reached) | np.array(game.forced)] = np.inf
    order = np.argsort(distance, axis=None, kind="stable")[: max(n_wrong, _FEWEST)]
    nearest = order[distance.ravel()[order] < np.inf]
    return np.stack(np.unravel_index(np.sort(nearest), distance.shape), axis=-1)


def after_newton_step(game: Game, start: Solution, places: NDArray[np.intp]) -> NDArray[np.float64] | None:
    """Return the strategies with other probabilities in these places: an equilibrium if gains were linear there."""
    at = tuple(places.T)
    slopes, before = slopes_of_gains(game, start, places), start.strategy[at]
    found = equilibrium(start.gains[at] - product(slopes, before), slopes, before > 0.5)
    if found is None:
        return None
    moved = start.strategy.copy()
    moved[at] = found
    return moved


def slopes_of_gains(game: Game, start: Solution, places: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the derivative of the gain in each place by the probability in each.

    A gain is linear in every probability, so its difference over any distance gives the derivative. It does not depend
    on what the player himself does.
    """
    players = np.array(game.players)[places[:, 0]]
    slopes = np.zeros((len(places), len(places)))
    for column, place in enumerate(map(tuple, places)):
        moved = start.strategy.copy()
        moved[place] = 1 - moved[place].round()
        for player, mine in enumerate(decisions_of(game)):
            rows = np.flatnonzero(players == player)
            if player != players[column] and len(rows):
                change = game.gains(player, moved)[1] - start.gains[mine]
                decisions, classes = places[rows].T
                slopes[rows, column] = change[decisions - mine.start, classes]
        slopes[:, column] /= moved[place] - start.strategy[place]
    return slopes


def decisions_of(game: Game) -> list[slice]:
    """Return the decisions of each player."""
    first = [game.players.index(player) for player in range(max(game.players) + 1)]
    return [slice(*of) for of in zip(first, [*first[1:], len(game.players)], strict=True)]
