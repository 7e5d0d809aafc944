"""Matches: two agents play an endgame against each other, and the luck of the deals is taken out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.numbers import integer
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rng import RngLike, generator
from pokerbits._input.shown import shown
from pokerbits._input.threads import resolve_num_threads
from pokerbits.cards import COMBOS
from pokerbits.endgame._betting import PLAYERS, Deal, Decision, Fold, Node, Showdown, children_of
from pokerbits.endgame._card_removal import HOLDS
from pokerbits.endgame._game import Endgame
from pokerbits.endgame._match_baselines import (
    Baseline,
    Passive,
    Reach,
    Solved,
    SolverGains,
    mass,
    times,
    without,
)
from pokerbits.endgame._match_result import MatchResult
from pokerbits.endgame._policies import Agent, PolicyLike, check_solver
from pokerbits.endgame._public_values import PublicValues, Vector
from pokerbits.endgame._solver import Solver
from pokerbits.endgame._steps import Steps
from pokerbits.exceptions import InvalidArgumentError

_MOST_DEALS = 10_000_000
_AT_ONCE = 1 << 17
"""Number of deals that are played together: each public state that one of them reaches is looked at once."""


def play_match(
    game: Endgame,
    first: PolicyLike,
    second: PolicyLike,
    n_deals: int,
    *,
    duplicate: bool = True,
    baseline: Solver | None = None,
    rng: RngLike | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> MatchResult:
    """Play a match of two agents, and return what the first gains per deal, with and without variance reduction.

    Hands are dealt from the ranges of the game, cards from those that are left, and each agent draws its actions with
    the probabilities of its policy. Both means estimate the same number. The one with variance reduction needs far
    fewer deals, and its standard error says how exact it is.

    Parameters
    ----------
    game
        The endgame, of hold'em.
    first, second
        The agents: solvers of this game, or functions of a `Decision` and the board that return the probabilities of
        all hands, as `local_best_response` takes them.
    n_deals
        Number of deals: 2 to 10,000,000.
    duplicate
        Play each deal twice with the same cards, with the first agent as hero and as villain. The gain of the deal is
        the mean of both. If false, the first agent is hero in all deals.
    baseline
        A solver of this game, whose values tell luck from skill. The better it knows how the agents play, the smaller
        the standard error; the mean is right with any. By default a state is worth its showdown, after the folds of the
        player who faces a bet.
    rng
        Seed or generator, as `numpy.random.default_rng` takes it.
    num_threads
        Threads to use; by default those of `set_num_threads`. Policies are asked on the calling thread. The result does
        not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    MatchResult

    Raises
    ------
    InvalidArgumentError
        If `n_deals` is out of range, a solver is one of another game, or the game is Omaha. If a policy returns another
        shape, or probabilities of a hand that are negative, NaN or do not add up to 1; the message names the agent, the
        decision, the board and the hand.
    TypeError
        If an agent is neither a solver nor a function, or does not return numbers. If `baseline` is not a solver, or
        `duplicate` is not a bool.

    Notes
    -----
    AIVAT: Burch, Schmid, Moravčík, Morrill, Bowling, "AIVAT: A New Variance Reduction Technique for Agent Evaluation in
    Imperfect Information Games" (2018), arXiv 1612.06915. Both policies are known here, so all of its parts are used
    for both players and for chance. The gain of a line of play is averaged over all pairs of hands that could have
    played it, by their probabilities: imaginary observations. This replaces the correction for the deal of the hands.
    At each action and at each card that is dealt, the change of the baseline less its expectation over all actions
    or cards is subtracted. The expectation of that is 0 for any baseline.

    If both agents are the solver that is the baseline, nothing is left to luck, and the standard error is 0 up to
    rounding. Pairs of hands that are 1e-12 times as likely as others are valued with the precision of their sums.

    Work grows with the number of different public states that are reached, not with that of deals. A `baseline` takes
    about as long as four iterations of the solver for each decision that is reached. Ctrl-C ends the call between two
    states.

    Examples
    --------
    An agent who never bets and always calls plays against the solution:

    >>> import numpy as np
    >>> from pokerbits.endgame import BetSizes, BettingTree, Endgame, Solver, play_match
    >>> tree = BettingTree(pot=100, stack=100, sizes=BetSizes(1, max_bets=1))
    >>> game = Endgame("AhKd7c4s2h", "AsAc, KhQh, 9d8d", "KsQs, JhJd", tree)
    >>> solver = Solver(game)
    >>> solver.run(300)
    >>> def calls(decision, board):
    ...     passive = [[float(action in ("check", "call"))] for action in decision.actions]
    ...     return np.tile(passive, (1, 1326))
    >>> found = play_match(game, solver, calls, 1000, baseline=solver, rng=1)
    >>> found.std_error < found.plain_std_error / 2
    True
    >>> found.mean > 3 * found.std_error
    True
    """
    if not isinstance(game, Endgame):
        raise TypeError(f"game: expected an Endgame, found {type(game).__name__}")
    if game.game != "holdem":
        raise InvalidArgumentError("game: expected one of hold'em; exploitability() values strategies of Omaha, too")
    n = integer("n_deals", n_deals, 2, _MOST_DEALS)
    if not isinstance(duplicate, bool | np.bool_):
        raise TypeError(f"duplicate: expected True or False, found {shown(duplicate)}")
    agents = Agent(game, first, "first"), Agent(game, second, "second")
    if baseline is not None:
        if not isinstance(baseline, Solver):
            raise TypeError(f"baseline: expected a Solver or None, found {shown(baseline)}")
        check_solver(game, baseline, "baseline")
    threads = resolve_num_threads(num_threads)
    values = PublicValues(game, threads)
    seats = (0, 1) if duplicate else (0,)
    gains_of_solver = None if baseline is None else SolverGains(baseline, threads)
    plays = []
    for seat in seats:
        seated = agents if seat == 0 else agents[::-1]
        guess = Solved(values, seat, gains_of_solver) if gains_of_solver else Passive(values, seat, seated)
        plays.append(Play(values, seated, guess))
    source = Deals(game, generator(rng), len(seats))
    gains, plain = np.zeros(n), np.zeros(n)
    with watching(progress, "deals") as watcher:
        steps = Steps(watcher, n * len(seats))
        for start in range(0, n, _AT_ONCE):
            drawn = source.draw(min(_AT_ONCE, n - start))
            at = slice(start, start + drawn.n)
            for seat, play in zip(seats, plays, strict=True):
                found = play.all(drawn, drawn.chances[:, seat], steps)
                gains[at] += found[0] / len(seats)
                plain[at] += found[1] / len(seats)
    return MatchResult(*_mean(gains), *_mean(plain), n, gains, plain)


def _mean(gains: Vector) -> tuple[float, float]:
    """Return the mean of gains and its standard error."""
    return float(gains.mean()), float(gains.std(ddof=1) / np.sqrt(len(gains)))


@dataclass(frozen=True, eq=False)
class Drawn:
    """Deals, and the random numbers that choose actions.

    Attributes
    ----------
    hands
        The combos of hero and of villain, int64 (n, 2).
    cards
        The cards that are dealt after the hands, uint8 (n, missing).
    chances
        Numbers from 0 to 1, float64 (n, seats, decisions on the longest line).
    """

    hands: NDArray[np.int64]
    cards: NDArray[np.uint8]
    chances: Vector

    @property
    def n(self) -> int:
        """The number of deals."""
        return len(self.hands)


class Deals:
    """Draws deals of a game. Each takes the same number of random numbers, so deals do not depend on their batch."""

    def __init__(self, game: Endgame, rng: np.random.Generator, n_seats: int) -> None:
        self._board, self._combos, self._rng = game.board, game.combos, rng
        self._n_missing, self._shape = 5 - len(game.board), (n_seats, _longest(game.tree.root))
        hero, villain = (np.asarray(COMBOS)[combos] for combos in game.combos)
        shares_card = (hero[:, None, :, None] == villain[None, :, None, :]).any(axis=(2, 3))
        # All pairs of hands at once: this is the joint distribution itself.
        weights = np.outer(*(row / row.max() for row in game.weights))
        self._upto = np.cumsum(np.where(shares_card, 0.0, weights))

    def draw(self, n: int) -> Drawn:
        """Return some deals."""
        numbers = self._rng.random((n, 1 + self._n_missing + self._shape[0] * self._shape[1]))
        pairs = np.searchsorted(self._upto, numbers[:, 0] * self._upto[-1], side="right")
        places = np.unravel_index(pairs, [len(combos) for combos in self._combos])
        hands = np.stack([combos[at] for combos, at in zip(self._combos, places, strict=True)], axis=1)
        free = np.ones((n, len(HOLDS)), dtype=bool)
        free[:, self._board] = False
        rows = np.arange(n)
        for card in np.asarray(COMBOS)[hands].reshape(n, -1).T:
            free[rows, card] = False
        cards = np.empty((n, self._n_missing), dtype=np.uint8)
        for column, number in zip(cards.T, numbers[:, 1 : 1 + self._n_missing].T, strict=True):
            # The place among the cards that are left, which ascend.
            place = (number * free[0].sum()).astype(np.int64)
            column[:] = (np.cumsum(free, axis=1, dtype=np.int8) == place[:, None] + 1).argmax(axis=1)
            free[rows, column] = False
        return Drawn(hands, cards, numbers[:, 1 + self._n_missing :].reshape(n, *self._shape))


def _longest(node: Node) -> int:
    """Return the number of decisions on the longest line from a node on."""
    return isinstance(node, Decision) + max(map(_longest, children_of(node)), default=0)


class Play:
    """The play of deals by agents in their seats. Gains are those of the player of the baseline."""

    def __init__(self, values: PublicValues, agents: Sequence[Agent], baseline: Baseline) -> None:
        self._values, self._agents, self._baseline = values, agents, baseline
        self._player = baseline.player

    def all(self, drawn: Drawn, chances: Vector, steps: Steps) -> tuple[Vector, Vector]:
        """Return what the player gains in each deal, with and without variance reduction."""
        self._drawn, self._chances, self._steps = drawn, chances, steps
        self._gains, self._plain = np.empty(drawn.n), np.empty(drawn.n)
        game = self._values.game
        self._play(game.tree.root, game.board, self._values.ranges(), np.arange(drawn.n), 0, 0.0)
        return self._gains, self._plain

    def _play(
        self, node: Node, board: NDArray[np.uint8], reach: Reach, deals: NDArray[np.int64], depth: int, luck: float
    ) -> None:
        """Play some deals, which have had the same actions and cards so far, to the end.

        `reach` are the weights of all hands times the probabilities of their own actions, `depth` is the number of
        decisions so far, and `luck` is the sum of the corrections.
        """
        if isinstance(node, Fold | Showdown):
            self._end(node, board, reach, deals, luck)
        elif isinstance(node, Deal):
            expected = self._baseline.worth(node, board, reach)
            for card, dealt in _groups(self._drawn.cards[deals, len(board) - len(self._values.game.board)], deals):
                after, left = np.append(board, card).astype(np.uint8), without(reach, card)
                worth = self._baseline.worth(node.child, after, left)
                self._play(node.child, after, left, dealt, depth, self._corrected(luck, worth, expected))
        else:
            player = PLAYERS.index(node.player)
            chosen = self._agents[player].probabilities(node, board)
            reaches = [times(reach, player, of) for of in chosen]
            worths = [self._baseline.worth(child, board, of) for child, of in zip(node.children, reaches, strict=True)]
            masses = [mass(of) for of in reaches]
            pairs = sum(masses)
            expected = sum(of * worth for of, worth in zip(masses, worths, strict=True)) / pairs if pairs > 0 else 0.0
            actions = _actions(chosen[:, self._drawn.hands[deals, player]], self._chances[deals, depth])
            for action, played in _groups(actions, deals):
                new = self._corrected(luck, worths[action], expected)
                self._play(node.children[action], board, reaches[action], played, depth + 1, new)

    def _corrected(self, luck: float, worth: float, expected: float) -> float:
        """Return the luck after an event: its worth, less the expectation of that, is added."""
        return luck + worth - expected

    def _end(
        self, node: Fold | Showdown, board: NDArray[np.uint8], reach: Reach, deals: NDArray[np.int64], luck: float
    ) -> None:
        """Note the gains of some deals."""
        # Exact at an end: the mean over all pairs of hands that could have played to here.
        self._gains[deals] = self._baseline.worth(node, board, reach) - luck
        pot = self._values.game.tree.pot
        if isinstance(node, Fold):
            is_loss = node.player == PLAYERS[self._player]
            self._plain[deals] = (-node.stake if is_loss else node.stake - node.rake) / pot
        else:
            strengths = self._values.ranked(board).strengths[self._drawn.hands[deals]].astype(np.int64)
            won = np.sign(strengths[:, self._player] - strengths[:, 1 - self._player])
            self._plain[deals] = np.array([-node.rake / 2, node.stake - node.rake, -node.stake])[won] / pot
        self._steps.add(len(deals))


def _actions(chances: Vector, numbers: Vector) -> NDArray[np.int64]:
    """Return the action of each deal, by probabilities (actions, deals) and numbers from 0 to 1."""
    upto = np.cumsum(chances, axis=0)
    # Divided by the last, an action of probability 0 is never chosen, whatever is rounded.
    found: NDArray[np.int64] = (numbers >= upto[:-1] / upto[-1]).sum(axis=0)
    return found


def _groups(
    keys: NDArray[np.int64] | NDArray[np.uint8], deals: NDArray[np.int64]
) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield each key with its deals."""
    for key in np.unique(keys):
        yield int(key), deals[keys == key]
