"""Local best response: a player who looks one action ahead and beats what it can of a policy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.numbers import integer
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rng import RngLike, generator
from pokerbits._input.threads import resolve_num_threads
from pokerbits._output.columns import Columns
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits.endgame._betting import PLAYERS, Deal, Decision, Fold, Node, Showdown, passive_end
from pokerbits.endgame._card_removal import HOLDS, unblocked, without_card
from pokerbits.endgame._game import Endgame
from pokerbits.endgame._policies import Agent, PolicyLike
from pokerbits.endgame._public_values import PublicValues, Vector
from pokerbits.endgame._steps import Steps
from pokerbits.exceptions import InvalidArgumentError


@dataclass(frozen=True, eq=False, repr=False)
class LocalBestResponse(Result):
    """The gains of local best responses to a policy. Gains are fractions of the initial pot.

    Attributes
    ----------
    gains
        Gain per deal of the response of hero, and of that of villain, float64 (2,).
    std_errors
        Their standard errors, float64 (2,): 0 if all boards were dealt.
    values
        The gain of each hand of both responses, float64 (2, 1326); NaN for hands that the player does not have or that
        no hand of the opponent meets.
    exploitability
        The mean of both gains; with rake, less what the policy gains against itself. It is a lower bound of
        `exploitability(game, strategy=...)`, up to its standard error, and may be negative.
    std_error
        The standard error of `exploitability`: 0 if all boards were dealt.
    n_runouts
        Number of boards of the river that were dealt or drawn.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.endgame import LocalBestResponse
    >>> LocalBestResponse(np.array([0.5, 0.3]), np.zeros(2), np.zeros((2, 1326)), 0.4, 0.0, 1)
    <LocalBestResponse: 40.0000% of the pot (std error 0.0000%), 1 runout>
    """

    gains: NDArray[np.float64]
    std_errors: NDArray[np.float64]
    values: NDArray[np.float64]
    exploitability: float
    std_error: float
    n_runouts: int

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as a dict for JSON; the values of hands are in `values` only.

        Returns
        -------
        dict
            `gains` and `std_errors` by player, `exploitability`, `std_error` and `n_runouts`.
        """
        by_player = {
            name: dict(zip(PLAYERS, getattr(self, name).tolist(), strict=True)) for name in ("gains", "std_errors")
        }
        return {**by_player, **{name: getattr(self, name) for name in ("exploitability", "std_error", "n_runouts")}}

    def to_columns(self) -> Columns:
        """Return the gains as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            A row for each player: `player`, text, `gain` and `std_error`, float64.
        """
        return {"player": list(PLAYERS), "gain": self.gains, "std_error": self.std_errors}

    def _summary(self) -> str:
        runouts = f"{self.n_runouts:,} runout{'s' * (self.n_runouts != 1)}"
        return f"{self.exploitability:.4%} of the pot (std error {self.std_error:.4%}), {runouts}"

    def _table(self) -> Table:
        numbers: list[tuple[str, float, float]] = [*zip(PLAYERS, self.gains, self.std_errors, strict=True)]
        numbers.append(("exploitability, at least", self.exploitability, self.std_error))
        rows = [(name, f"{gain:.4%}", f"{error:.4%}") for name, gain, error in numbers]
        return Table(rows, ("local best response", "gain", "std error"))


def local_best_response(
    game: Endgame,
    policy: PolicyLike,
    *,
    n_runouts: int | None = None,
    rng: RngLike | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> LocalBestResponse:
    """Return how much a local best response gains against a policy: a lower bound of its exploitability.

    The response knows the policy, and so the range of its opponent at every public state. It takes the action that
    gains most if both players check and call after it; it also knows how often a bet makes the opponent fold. Its gain
    is then that of real play to the end. `exploitability` has the gain of the best response, and needs the whole
    strategy at once; this function asks a policy for one public state at a time.

    Parameters
    ----------
    game
        The endgame, of hold'em.
    policy
        The agent, in both seats: a `Solver` of this game, or a function of a public state. The function takes a
        `Decision` of `game.tree`, which tells the betting so far, and the board, uint8 (cards,), in the order of the
        deal. It returns the probability of each action for all hands at once, float (actions, 1326) in the order of
        `COMBOS`. Hands that the player does not have, or the board blocks, are ignored. The same state must have the
        same probabilities whenever it is asked for.
    n_runouts
        Number of boards to draw, for turns and flops: 2 to 100,000. `None` deals all of them, which is exact.
    rng
        Seed or generator for `n_runouts`, as `numpy.random.default_rng` takes it.
    num_threads
        Threads to use; by default those of `set_num_threads`. The policy is asked on the calling thread. The result
        does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    LocalBestResponse

    Raises
    ------
    InvalidArgumentError
        If the policy returns another shape, or probabilities of a hand that are negative, NaN or do not add up to 1;
        the message names the decision, the board and the hand. Also if a solver is one of another game, `n_runouts` is
        out of range, or the game is Omaha.
    TypeError
        If the policy is neither a solver nor a function, or does not return numbers.

    Notes
    -----
    Lisý, Bowling, "Equilibrium Approximation Quality of Current No-Limit Poker Bots" (2017), arXiv 1612.07547. The bets
    are those of the tree. All hands of the response play at once, and only boards are drawn.

    On one core of a slow machine, with all hands and a policy that takes no time, a river of 10 decisions takes 0.02 s
    and a turn of 44 decisions 1.5 s. A flop of 52 decisions takes 75 s, because it has 2,352 boards; with
    `n_runouts=60` it takes 3 s. Ctrl-C ends the call between two decisions.

    Examples
    --------
    An agent who always checks and calls loses to one who bets what wins:

    >>> import numpy as np
    >>> from pokerbits.endgame import BetSizes, BettingTree, Endgame, local_best_response
    >>> tree = BettingTree(pot=100, stack=100, sizes=BetSizes(1, max_bets=1))
    >>> game = Endgame("AhKd7c4s2h", "AsAc, KhQh, 9d8d", "KsQs, JhJd", tree)
    >>> def calls(decision, board):
    ...     passive = [[float(action in ("check", "call"))] for action in decision.actions]
    ...     return np.tile(passive, (1, 1326))
    >>> print(local_best_response(game, calls))
    local best response           gain  std error
    hero                      58.3333%    0.0000%
    villain                   -8.3333%    0.0000%
    exploitability, at least  25.0000%    0.0000%
    """
    if not isinstance(game, Endgame):
        raise TypeError(f"game: expected an Endgame, found {type(game).__name__}")
    if game.game != "holdem":
        raise InvalidArgumentError("game: expected one of hold'em; exploitability() values strategies of Omaha, too")
    agent = Agent(game, policy, "policy")
    values = PublicValues(game, resolve_num_threads(num_threads))
    boards, counts = _runouts(game, n_runouts, rng)
    ranges, found, of_hands = values.ranges(), [], []
    lost = np.zeros(len(boards))
    # Without rake the gains of the policy against itself cancel.
    kinds = (_Response, _Itself) if game.tree.rake else (_Response,)
    with watching(progress, "decisions") as watcher:
        steps = Steps(watcher, 2 * len(kinds) * _n_steps(game, boards))
        for player in range(2):
            weights, theirs = ranges[player], ranges[1 - player]
            meets = unblocked(theirs)
            total = float((weights * meets).sum())
            for kind in kinds:
                walk = kind(values, agent, player, boards, steps)
                rows = walk.gains(game.tree.root, game.board, theirs, np.arange(len(boards)))
                gained = np.broadcast_to((rows * weights).sum(axis=1) / total, len(boards))
                lost = lost + (gained if kind is _Response else -gained) / 2
                if kind is _Response:
                    found.append(gained)
                    possible = (weights > 0) & (meets > 1e-12 * theirs.sum())
                    rows = np.broadcast_to(rows, (len(boards), rows.shape[1]))
                    mean = np.average(rows, axis=0, weights=counts)
                    of_hands.append(np.where(possible, mean / np.where(possible, meets, 1), np.nan))
    means = [float(np.average(of, weights=counts)) for of in (*found, lost)]
    is_drawn = n_runouts is not None and len(game.boards[-1]) > 1
    errors = [_std_error(of, counts) if is_drawn else 0.0 for of in (*found, lost)]
    n = int(counts.sum())
    return LocalBestResponse(
        np.array(means[:2]), np.array(errors[:2]), np.stack(of_hands), means[2], errors[2], n_runouts=n
    )


def _runouts(game: Endgame, n_runouts: int | None, rng: RngLike | None) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return the boards of the river that are dealt, each once, and how often each is dealt."""
    boards = game.boards[-1]
    if n_runouts is None:
        if rng is not None:
            raise InvalidArgumentError("rng: give n_runouts too; without it all boards are dealt and nothing is drawn")
        return boards, np.ones(len(boards), dtype=np.int64)
    drawn = generator(rng).integers(len(boards), size=integer("n_runouts", n_runouts, 2, 100_000))
    if len(boards) == 1:
        return boards, np.ones(1, dtype=np.int64)
    kept, counts = np.unique(drawn, return_counts=True)
    return boards[kept], counts


def _n_steps(game: Endgame, boards: NDArray[np.uint8]) -> int:
    """Return the number of decisions of a tree on all boards that lead to some boards of the river."""
    n_boards = [len(np.unique(boards[:, : of_street.shape[1]], axis=0)) for of_street in game.boards]
    return sum(n_boards[node.street] for node in game.tree.decisions)


class _Itself:
    """The policy against itself: the gains of all hands of a player on all runouts."""

    def __init__(
        self, values: PublicValues, agent: Agent, player: int, boards: NDArray[np.uint8], steps: Steps
    ) -> None:
        self.values, self.agent, self.player, self.boards, self.steps = values, agent, player, boards, steps

    def choice(self, node: Decision, board: NDArray[np.uint8], reach: Vector) -> Vector:  # noqa: ARG002 - for responses
        """Return the probabilities of the player's actions (actions, 1326), against a reach of the opponent."""
        return self.agent.probabilities(node, board)

    def gains(self, node: Node, board: NDArray[np.uint8], reach: Vector, runouts: NDArray[np.int64]) -> Vector:
        """Return the gains from a node on, (runouts, 1326), or (1, 1326) if they are the same on all."""
        if isinstance(node, Fold):
            return self.values.fold(node, self.player, reach)[None]
        if isinstance(node, Showdown):
            return self.values.showdown(node, board, reach)[None]
        if isinstance(node, Deal):
            return self._after_deal(node, board, reach, runouts)
        self.steps.add()
        if node.player == PLAYERS[self.player]:
            chosen = self.choice(node, board, reach)
            parts = [
                of * self.gains(child, board, reach, runouts) for of, child in zip(chosen, node.children, strict=True)
            ]
        else:
            probabilities = self.agent.probabilities(node, board)
            parts = [
                self.gains(child, board, reach * of, runouts)
                for of, child in zip(probabilities, node.children, strict=True)
            ]
        total: Vector = parts[0]
        for part in parts[1:]:
            total = total + part
        return total

    def _after_deal(self, node: Deal, board: NDArray[np.uint8], reach: Vector, runouts: NDArray[np.int64]) -> Vector:
        found = np.zeros((len(runouts), len(reach)))
        n_left = len(HOLDS) - len(board)
        dealt = self.boards[runouts, len(board)]
        for card in np.unique(dealt):
            rows = np.flatnonzero(dealt == card)
            after = np.append(board, card).astype(np.uint8)
            gains = self.gains(node.child, after, without_card(reach, card), runouts[rows])
            # Runouts are drawn from all cards left; two hands block four of them.
            found[rows] = np.where(HOLDS[card], 0.0, gains) * (n_left / (n_left - 4))
        return found


class _Response(_Itself):
    """The local best response of a player to the policy."""

    def choice(self, node: Decision, board: NDArray[np.uint8], reach: Vector) -> Vector:
        """Return 1 for the action that gains most if both players are passive after it, the first of equal ones."""
        guesses = np.stack([self._guess(child, board, reach) for child in node.children])
        best = guesses.argmax(axis=0) == np.arange(len(guesses))[:, None]
        return np.asarray(best, dtype=np.float64)

    def _guess(self, child: Node, board: NDArray[np.uint8], reach: Vector) -> Vector:
        """Return the gains after an action if both players check and call after it, but for a fold to a bet."""
        if isinstance(child, Fold):
            return self.values.fold(child, self.player, reach)
        gains, first = np.zeros(len(reach)), child.children[0] if isinstance(child, Decision) else None
        if isinstance(child, Decision) and isinstance(first, Fold):
            folds = self.agent.probabilities(child, board)[0]
            gains = self.values.fold(first, self.player, reach * folds)
            reach = reach * (1 - folds)
        total: Vector = gains + self.values.showdown(passive_end(child), board, reach)
        return total


def _std_error(rows: Vector, counts: NDArray[np.int64]) -> float:
    """Return the standard error of the mean of rows, each of which was drawn so often."""
    n = counts.sum()
    squares = (rows - np.average(rows, weights=counts)) ** 2
    return float(np.sqrt((counts * squares).sum() / (n - 1) / n))
