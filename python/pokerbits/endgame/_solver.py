"""The solver: CFR+ on buckets, and best responses on real hands."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.choices import check_name
from pokerbits._input.numbers import small_count
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.shown import shown
from pokerbits.endgame._betting import PLAYERS, Decision, Player
from pokerbits.endgame._game import Endgame, core_of
from pokerbits.endgame._labels import LabelsLike, bucket_ids
from pokerbits.exceptions import InvalidArgumentError

Abstracted: TypeAlias = Literal["both", "hero", "villain"]
"""The players who see the bucket of their hand instead of the hand."""


class Solver:
    """CFR+ in vector form, in which a player may see only the bucket of a hand.

    A bucket has the same strategy for all its hands. It may depend on the board, not on earlier buckets, so a player
    may forget (imperfect recall). Gains are those of the real game: best responses see their hands.

    Parameters
    ----------
    game
        The game to solve.
    labels
        Labels of hands; hands of the same label on a street are in one bucket. One of these:

        - `None`: every hand is a bucket.
        - an abstraction: a `CardAbstraction`, or any object with a method `lookup(hole, board)`.
        - a function that takes a board, uint8 (cards,), and returns 1,326 labels.
        - integers of shape (1326,), the same on each board, or (boards, 1326), for a river.
        - a dict of these by street, `"turn"` and `"river"`. A street that is missing has no abstraction.

        Labels of combos with a card of the board are ignored.
    abstracted
        The players who play on buckets: `"both"`, `"hero"` or `"villain"`. The others see their hands.

    Attributes
    ----------
    game
        The game.
    iterations
        Number of iterations so far.
    n_buckets
        For each street the number of buckets of hero and of villain.

    Raises
    ------
    InvalidArgumentError
        If labels have the wrong shape, or belong to a street that the game does not have.
    TypeError
        If labels are not integers.

    Notes
    -----
    Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014), with iteration t counted t² times in the
    average. Without abstraction it converges to an equilibrium. On buckets with imperfect recall there is no guarantee.
    One thread iterates, and the sums are taken in a fixed order, so results are the same on every run. Other threads
    run meanwhile: solve several games with a `ThreadPoolExecutor`.

    Examples
    --------
    Hero has aces or a bluff, and bets the pot or checks. Villain has a bluff-catcher. In equilibrium hero bluffs half
    as often as he bets aces, and villain calls half of the bets:

    >>> from pokerbits.cards import combo_id
    >>> from pokerbits.endgame import BetSizes, BettingTree, Endgame, Solver
    >>> tree = BettingTree(pot=100, stack=100, sizes=BetSizes(1, max_bets=1))
    >>> game = Endgame("AhKd7c4s2h", "AsAc, 0.75:9d8d, 0.75:9s8s", "KsQs", tree)
    >>> solver = Solver(game)
    >>> solver.run(1000)
    >>> solver.exploitability() < 0.001
    True
    >>> bet = solver.strategy(tree.root)[tree.root.actions.index("bet 100"), 0]
    >>> bet[combo_id(["AsAc", "9d8d", "9s8s"])].round(2)
    array([1.  , 0.33, 0.33])
    >>> round(solver.gain("hero") + 0.5, 2)
    0.6
    """

    def __init__(self, game: Endgame, labels: LabelsLike = None, *, abstracted: Abstracted = "both") -> None:
        if not isinstance(game, Endgame):
            raise TypeError(f"game: expected an Endgame, found {type(game).__name__}")
        check_name("abstracted", abstracted, ("both", *PLAYERS))
        self.game, self.iterations = game, 0
        on_buckets = (abstracted != "villain", abstracted != "hero")
        self._of_hands = bucket_ids(game, labels, on_buckets)
        self.n_buckets = tuple((int(first.max()) + 1, int(second.max()) + 1) for first, second in self._of_hands)
        self._flat = np.concatenate([ids.ravel() for of_street in self._of_hands for ids in of_street])
        n = core_of(game).n_numbers(self._flat)
        self._regrets, self._sums = np.zeros(n), np.zeros(n)

    def run(self, iterations: int, *, progress: ProgressLike = None) -> None:
        """Iterate. After an error or Ctrl-C the solver is as before.

        Parameters
        ----------
        iterations
            Number of iterations to add.
        progress
            `True` for a bar, or a function of steps done and steps in all.

        Raises
        ------
        InvalidArgumentError
            If the number is negative, or not below 2^31.
        """
        n = small_count("iterations", iterations)
        done = small_count("iterations", self.iterations + n) - n
        with watching(progress, "CFR+") as watcher:
            core_of(self.game).cfr_plus(self._flat, done, n, self._regrets, self._sums, watcher)
        self.iterations += n

    def strategy(self, decision: Decision | int) -> NDArray[np.float64]:
        """Return the average strategy at a decision.

        Parameters
        ----------
        decision
            A `Decision` of the tree, or its number in `tree.decisions`.

        Returns
        -------
        float64 of shape (actions, boards, 1326)
            The probability of each action, for every combo on every board of the street; NaN for combos that the player
            does not have or the board blocks. Before the first iteration all actions are equal.

        Raises
        ------
        InvalidArgumentError
            If the decision is not one of the tree.
        """
        decisions = self.game.tree.decisions
        if isinstance(decision, Decision):
            at = next((at for at, known in enumerate(decisions) if known is decision), -1)
        else:
            at = decision
        if not isinstance(at, int | np.integer) or not 0 <= at < len(decisions):
            message = f"decision: expected one of the {len(decisions):,} of the tree, found {shown(decision)}"
            raise InvalidArgumentError(message)
        node, player = decisions[at], PLAYERS.index(decisions[at].player)
        sizes = [len(of.actions) * self.n_buckets[of.street][PLAYERS.index(of.player)] for of in decisions[: at + 1]]
        sums = self._sums[sum(sizes[:-1]) : sum(sizes)].reshape(len(node.actions), -1)
        total = sums.sum(axis=0)
        of_buckets = np.where(total > 0, sums / np.where(total > 0, total, 1), 1 / len(sums))
        combos, possible = self.game.combos[player], self.game.possible[node.street]
        found = np.full((len(sums), *possible.shape), np.nan)
        found[:, :, combos] = of_buckets[:, self._of_hands[node.street][player]]
        found[:, ~possible] = np.nan
        return found

    def gain(self, player: Player) -> float:
        """Return the gain of a player per deal if both play the average strategy.

        Returns
        -------
        float
            A fraction of the initial pot. Half of the pot is the player's own stake: the player gets `gain + 0.5` of
            the pot.

        Raises
        ------
        InvalidArgumentError
            If `player` is neither `"hero"` nor `"villain"`.
        """
        return self._gain(player, best=False)

    def best_response(self, player: Player) -> float:
        """Return the gain per deal of a best response of a player to the other's average strategy.

        The best response sees its hands.

        Returns
        -------
        float
            A fraction of the initial pot.

        Raises
        ------
        InvalidArgumentError
            If `player` is neither `"hero"` nor `"villain"`.
        """
        return self._gain(player, best=True)

    def exploitability(self) -> float:
        """Return the gain of best responses to the average strategy, averaged over both seats.

        Returns
        -------
        float
            A fraction of the initial pot, 0 in an equilibrium.
        """
        return (self.best_response("hero") + self.best_response("villain")) / 2

    def _gain(self, player: str, *, best: bool) -> float:
        check_name("player", player, PLAYERS)
        found: float = core_of(self.game).gain(self._flat, self._sums, PLAYERS.index(player), best)
        return found / self.game.tree.pot

    def __repr__(self) -> str:
        buckets = " / ".join(f"{first:,} and {second:,}" for first, second in self.n_buckets)
        return f"<Solver: {self.game.streets[0]}, {buckets} buckets, {self.iterations:,} iterations>"
