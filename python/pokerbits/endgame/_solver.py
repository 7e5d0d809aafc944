"""The solver: counterfactual regret minimisation on hands or buckets, and best responses on real hands."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, Self, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits import _native
from pokerbits._extras import needing
from pokerbits._files.paths import as_path
from pokerbits._forks import NoFork
from pokerbits._free_memory import free_memory
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import integer, real, real_numbers
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.shown import shown
from pokerbits._input.threads import resolve_num_threads
from pokerbits._keyword_hints import with_hints
from pokerbits.cards import format_cards
from pokerbits.endgame._betting import PLAYERS, Decision, Player
from pokerbits.endgame._card_removal import met
from pokerbits.endgame._game import Endgame, core_of
from pokerbits.endgame._hole_cards import TITLES, hand_name
from pokerbits.endgame._labels import PlayerLabels, bucket_ids
from pokerbits.endgame._leaves import LeafValues, Leaves
from pokerbits.endgame._solver_file import Buckets, Saved, opened, write
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.ranges import Range

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

Algorithm: TypeAlias = Literal["dcfr", "cfr_plus"]
"""How regrets and averages change from iteration to iteration."""

Storage: TypeAlias = Literal["float32", "int16"]
"""How the numbers of hands are kept."""

ALGORITHMS, STORAGES = get_args(Algorithm), get_args(Storage)

_Watcher: TypeAlias = Callable[[int, int], object] | None

_FIRST_LOOK = 20
"""Iterations before a solver with a target looks how far it is."""

_MUCH = 64 << 20
"""Bytes above which a solver asks whether they are free."""
_BYTES_OF_ACTION, _BYTES_OF_BUCKET = 20, 8
"""Bytes of the core for each action of a bucket at a decision, and for the bucket."""


class Solver:
    """Counterfactual regret minimisation in vector form, in which a player may see only the bucket of a hand.

    A bucket has the same strategy for all its hands. It may depend on the board, not on earlier buckets, so a player
    may forget (imperfect recall). Gains are those of the real game: best responses see their hands.

    Arrays have a place for each of the 1,326 combos; in Omaha for each of the 270,725 hands of four cards, or 2,598,960
    of five.

    Parameters
    ----------
    game
        The game to solve.
    labels
        Labels of hands; hands of the same label on a street are in one bucket. A tuple of two has those of hero and
        those of villain. One of these:

        - `None`: every hand is a bucket.
        - an abstraction: a `CardAbstraction`, or any object with a method `lookup(hole, board)`.
        - a function that takes a board, uint8 (cards,), and returns 1,326 labels.
        - integers of shape (1326,), the same on each board, or (boards, 1326), for a river.
        - a dict of these by street, such as `"turn"` and `"river"`. A street that is missing has no abstraction.

        Labels of combos with a card of the board are ignored.
    algorithm
        `"dcfr"` discounts what early iterations learnt, and needs fewer iterations; `"cfr_plus"` forgets negative
        regrets.
    isomorphic
        Whether boards that are alike up to suits are solved once. `False` solves each by itself, which takes longer:
        then locked strategies can tell suits apart. With labels each is solved by itself.
    storage
        `"int16"` keeps the numbers of hands in half the memory, as multiples of a unit for each sixteen hands. It ends
        a little above the exploitability of `"float32"`.
    leaf_values
        Ends the game after its first street (depth-limited solving): a function that says what comes then is worth. It
        is called with

        - the board, uint8 (cards,);
        - the pot at each of the k ends of the street behind which somebody decides, float64 (k,);
        - the reach of all hands of hero and of villain there, float64 (k, 2, 1326), 0 for hands that cannot be;

        and returns the share of each pot that each hand gets, (k, 2, 1326), as `solve_many` returns values; NaN for
        hands that cannot be. It is called once an iteration, with the strategies of that iteration, and once for the
        average strategies before anything is valued. A player may get to an end with no hand at all; what its hands
        would be worth there counts all the same. Lines without decisions behind the street, such as calls of an
        all-in bet, are valued exactly. `algorithm="cfr_plus"` needs fewer iterations then.
    opponent_values
        Safe resolving (the gadget of CFR-D): a dict with the values of one player, `"hero"` or `"villain"`, as the
        share of the pot that each hand gets, (1326,): `values` at that place plus 0.5. Each hand of that player chooses
        before the game whether to take its value or to play. The other player's strategy then concedes no hand more
        than its value, if that is possible. The range in `game` should hold all hands that the opponent may have.

    Attributes
    ----------
    game
        The game.
    algorithm, storage
        As given.
    n_buckets
        For each street the number of buckets of hero and of villain.

    Raises
    ------
    InvalidArgumentError
        If labels have the wrong shape, or belong to a street that the game does not have. If nobody decides after the
        first street of a game with `leaf_values`, or values of leaves or of the opponent have the wrong shape, or are
        not finite where a hand can be. If the opponent with given values has labels.
    TypeError
        If labels are not integers, or `leaf_values` is not a function.
    MemoryError
        If less memory is free than all numbers take; the message says both. On Linux that is what the machine has
        available now, and what its control groups leave to a container; on macOS all memory of the machine.

    Notes
    -----
    Discounted CFR: Brown, Sandholm (2019), arXiv 1809.04040, with alpha 1.5, negative regrets halved, and an average
    that begins anew after 1, 4, 16, ... iterations and counts t³. CFR+: Tammelin, "Solving Large Imperfect Information
    Games Using CFR+" (2014), with iteration t counted t² times. Without abstraction both converge to an equilibrium.
    On buckets with imperfect recall there is no guarantee.
    `leaf_values` and `opponent_values`: Burch, Johanson, Bowling, "Solving Imperfect Information Games Using
    Decomposition" (2014); Moravčík and others, "DeepStack" (2017), arXiv 1701.01724. Gains, best responses and
    exploitability are then those of the game that ends early, whose leaves are worth what they are for the average
    strategies. A hand of the other player gains nothing where the opponent takes its value.
    Regrets and sums of strategies are computed in float32, gains, values and best responses in float64. Sums are taken
    in a fixed order, so results are the same on every run, machine and number of threads.

    Examples
    --------
    Hero has aces or a bluff, and bets the pot or checks. Villain has a bluff-catcher. In equilibrium hero bluffs half
    as often as he bets aces, and villain calls half of the bets:

    >>> from pokerbits.cards import combo_id
    >>> from pokerbits.endgame import BetSizes, BettingTree, Endgame, Solver
    >>> tree = BettingTree(pot=100, stack=100, sizes=BetSizes(1, max_bets=1))
    >>> game = Endgame("AhKd7c4s2h", "AsAc, 0.75:9d8d, 0.75:9s8s", "KsQs", tree)
    >>> solver = Solver(game)
    >>> solver.run(target=0.001)
    >>> solver.exploitability() <= 0.001
    True
    >>> bet = solver.strategy(tree.root)[tree.root.actions.index("bet 100"), 0]
    >>> bet[combo_id(["AsAc", "9d8d", "9s8s"])].round(1)
    array([1. , 0.3, 0.3])
    >>> round(solver.gain("hero") + 0.5, 2)
    0.6
    """

    @with_hints
    def __init__(
        self,
        game: Endgame,
        labels: PlayerLabels = None,
        *,
        algorithm: Algorithm = "dcfr",
        isomorphic: bool = True,
        storage: Storage = "float32",
        leaf_values: LeafValues | None = None,
        opponent_values: Mapping[Player, ArrayLike] | None = None,
    ) -> None:
        if not isinstance(game, Endgame):
            raise TypeError(f"game: expected an Endgame, found {type(game).__name__}")
        check_name("algorithm", algorithm, ALGORITHMS)
        check_name("storage", storage, STORAGES)
        leaves = None
        if leaf_values is not None or opponent_values is not None:
            leaves = Leaves(game, leaf_values, opponent_values)
        buckets = bucket_ids(game, labels)
        if leaves is not None and leaves.opponent is not None and buckets[leaves.opponent] is not None:
            message = "the player of opponent_values decides for each hand: give labels=(hero, villain), None for it"
            raise InvalidArgumentError(f"labels: {message}")
        # Buckets may differ on boards that are alike up to suits.
        isomorphic = isomorphic and all(of is None for of in buckets)
        self._begin(game, buckets, algorithm, storage, isomorphic=isomorphic, leaves=leaves)

    def _begin(
        self,
        game: Endgame,
        buckets: Buckets,
        algorithm: str,
        storage: str,
        *,
        isomorphic: bool,
        leaves: Leaves | None = None,
    ) -> None:
        self.game, self.algorithm, self.storage = game, algorithm, storage
        self._buckets, self._isomorphic, self._leaves = buckets, isomorphic, leaves
        self._knows_average = False
        core = core_of(game, isomorphic=isomorphic) if leaves is None else leaves.core(isomorphic=isomorphic)
        is_short = storage == "int16"
        counts = [
            [len(free) * len(combos) for free in game.possible]
            if of_player is None
            else [int(of_street.max()) + 1 for of_street in of_player]
            for of_player, combos in zip(buckets, game.combos, strict=True)
        ]
        self.n_buckets = tuple(zip(*counts, strict=True))
        hero, villain = (None if of is None else np.concatenate([ids.ravel() for ids in of]) for of in buckets)
        less = "fewer bet sizes, or labels" if is_short else "storage='int16', fewer bet sizes, or labels"
        needed = self._needed(core.bytes(is_short))
        free = free_memory() if needed > _MUCH else None
        if free is not None and needed > free:
            raise MemoryError(
                f"this game takes {needed / 1e9:.1f} GB, and at most {free / 1e9:.1f} GB are free: use {less}"
            )
        try:
            self._core = _native.EndgameSolver(core, hero, villain, algorithm, is_short)
        except MemoryError as error:
            raise MemoryError(f"this game takes {needed / 1e9:.1f} GB: use {less}") from error

    def _needed(self, of_hands: int) -> int:
        """Return the bytes of all numbers, of which those of both players would take `of_hands` without buckets."""
        shares, found = [0, 0], 0
        sizes = [len(boards) for boards in self.game.boards]
        for node in self.game.tree.decisions:
            if self._leaves is not None and node.street > 0:
                continue
            player = PLAYERS.index(node.player)
            n_buckets = 0 if self._buckets[player] is None else self.n_buckets[node.street][player]
            found += n_buckets * (_BYTES_OF_ACTION * len(node.actions) + _BYTES_OF_BUCKET)
            shares[player] += len(node.actions) * sizes[node.street] * len(self.game.combos[player])
        without = sum(share for share, of in zip(shares, self._buckets, strict=True) if of is None)
        return found + of_hands * without // sum(shares)

    @property
    def iterations(self) -> int:
        """Number of iterations so far."""
        return int(self._core.iterations())

    @with_hints
    def run(
        self,
        iterations: int | None = None,
        *,
        target: float | None = None,
        max_iterations: int = 10_000,
        num_threads: int | None = None,
        progress: ProgressLike = None,
    ) -> None:
        """Iterate: a number of times, or until the exploitability is small enough.

        Parameters
        ----------
        iterations
            Number of iterations to add.
        target
            Exploitability at which to stop, as a fraction of the initial pot: 0.001 is 0.1%. It is measured now and
            then.
        max_iterations
            With a target: largest number of iterations to add.
        num_threads
            Threads to use; by default those of `set_num_threads`. Boards behind the first street are spread over them;
            a river, and a player on buckets, use one. The result does not depend on it.
        progress
            `True` for a bar, or a function of steps done and steps in all.

        Raises
        ------
        InvalidArgumentError
            If a number is negative, or not below 2^31; or if not exactly one of `iterations` and `target` is given.

        Notes
        -----
        After Ctrl-C the iterations that were completed count. Some boards may also have learnt from the one that was
        not.
        """
        if (iterations is None) == (target is None):
            raise InvalidArgumentError("run: give a number of iterations, or target= as a fraction of the pot")
        threads = resolve_num_threads(num_threads)
        name, most = ("max_iterations", max_iterations) if iterations is None else ("iterations", iterations)
        most = integer(name, most)
        integer(name, self.iterations + most)
        wanted = None if target is None else real("target", target, 0, above=True)
        with watching(progress, "iterations") as watcher:
            if wanted is None:
                self._iterate(most, threads, watcher)
                return
            done, step = 0, min(_FIRST_LOOK, most)
            before: tuple[int, float] | None = None
            while step:
                self._iterate(step, threads, _part_of(watcher, done, step, most))
                done += step
                now = self.exploitability(num_threads=num_threads)
                if now <= wanted:
                    return
                step = min(_next_look(before, (done, now), wanted) - done, most - done)
                before = (done, now)

    def _iterate(self, iterations: int, threads: int, watcher: _Watcher) -> None:
        """Iterate a number of times."""
        self._knows_average = False
        if self._leaves is None or not self._leaves.has_function:
            self._value_leaves()
            self._core.run(iterations, threads, watcher)
            return
        for done in range(iterations):
            self._leaves.value(self._core, average=False)
            self._core.run(1, threads, None)
            if watcher is not None:
                watcher(done + 1, iterations)

    def _value_leaves(self) -> None:
        """Tell the core what its leaves are worth if both play their average strategies."""
        if self._leaves is not None and not self._knows_average:
            self._leaves.value(self._core, average=True)
            self._knows_average = True

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
        at, node = self._decision(decision)
        player = PLAYERS.index(node.player)
        rows = np.empty((len(node.actions), self._n_boards(node.street), len(self.game.combos[player])))
        self._core.strategy(at, rows.reshape(-1))
        return self._on_boards(rows, node.street, player)

    def values(
        self, decision: Decision | int, player: Player, *, num_threads: int | None = None
    ) -> NDArray[np.float64]:
        """Return what each hand of a player gains from a decision on, if both play the average strategy.

        Parameters
        ----------
        decision
            A `Decision` of the tree, of either player, or its number in `tree.decisions`.
        player
            The player whose hands are valued.
        num_threads
            Threads to use; by default those of `set_num_threads`. The result does not depend on it.

        Returns
        -------
        float64 of shape (boards, 1326)
            The gain of every combo on every board of the street, as a fraction of the initial pot, half of which is the
            player's own stake. NaN for combos that the player does not have, that the board blocks, or that no hand of
            the opponent meets.

        Raises
        ------
        InvalidArgumentError
            If the decision is not one of the tree, or `player` is neither `"hero"` nor `"villain"`.
        """
        check_name("player", player, PLAYERS)
        who = PLAYERS.index(player)
        found = self._seen(decision, who, "values", num_threads)[0]
        reach = np.nan_to_num(self._seen(decision, who, "reach", num_threads)[0])
        opponents = met(reach)
        meets = opponents > 0
        pots: NDArray[np.float64] = np.where(meets, found / np.where(meets, opponents, 1), np.nan) / self.game.tree.pot
        return pots

    def reach(self, decision: Decision | int, player: Player, *, num_threads: int | None = None) -> NDArray[np.float64]:
        """Return the weight with which each hand of a player gets to a decision, if it plays the average strategy.

        Parameters
        ----------
        decision
            A `Decision` of the tree, of either player, or its number in `tree.decisions`.
        player
            The player.
        num_threads
            Threads to use; by default those of `set_num_threads`. The result does not depend on it.

        Returns
        -------
        float64 of shape (boards, 1326)
            The weight in the range, divided by the largest one, times the probabilities of the player's own actions;
            NaN for combos that the player does not have or the board blocks.

        Raises
        ------
        InvalidArgumentError
            If the decision is not one of the tree, or `player` is neither `"hero"` nor `"villain"`.
        """
        check_name("player", player, PLAYERS)
        found: NDArray[np.float64] = self._seen(decision, 1 - PLAYERS.index(player), "reach", num_threads)[0]
        return found

    def to_pandas(self, decision: Decision | int, *, board: int = 0, num_threads: int | None = None) -> pd.DataFrame:
        """Return what each hand of the player does at a decision as a `pandas.DataFrame`. Needs the extra `pandas`.

        Parameters
        ----------
        decision
            A `Decision` of the tree, or its number in `tree.decisions`.
        board
            The number of the board in `game.boards` of the street.
        num_threads
            Threads to use; by default those of `set_num_threads`. The result does not depend on it.

        Returns
        -------
        pandas.DataFrame
            A row for each hand that the board allows: its name, `reach` and `value` as `reach` and `values` return
            them, and the probability of each action.

        Raises
        ------
        InvalidArgumentError
            If the decision is not one of the tree, or there is no such board.

        Examples
        --------
        >>> from pokerbits.endgame import BetSizes, BettingTree, Endgame, Solver
        >>> tree = BettingTree(pot=100, stack=100, sizes=BetSizes(1, max_bets=1))
        >>> solver = Solver(Endgame("AhKd7c4s2h", "AsAc, 9d8d", "KsQs", tree))
        >>> solver.to_pandas(tree.root)[["hand", "check", "bet 100"]]
           hand  check  bet 100
        0  9d8d    0.5      0.5
        1  AsAc    0.5      0.5
        """
        at, node = self._decision(decision)
        number = self._board(board, node)
        with needing("pandas", "Solver.to_pandas"):
            import pandas as pd
        strategy = self.strategy(at)[:, number]
        hands = np.flatnonzero(~np.isnan(strategy[0]))
        columns: dict[str, object] = {
            "hand": [hand_name(self.game.game, hand) for hand in hands],
            "reach": self.reach(at, node.player, num_threads=num_threads)[number, hands],
            "value": self.values(at, node.player, num_threads=num_threads)[number, hands],
        }
        columns |= {action: strategy[k, hands] for k, action in enumerate(node.actions)}
        return pd.DataFrame(columns)

    def plot(self, decision: Decision | int, *, board: int = 0, ax: Axes | None = None, title: str = "") -> Axes:
        """Draw the average strategy at a decision as a 13 x 13 matrix. Needs the extra `plot`.

        Parameters
        ----------
        decision
            A `Decision` of the tree with up to four actions, or its number in `tree.decisions`.
        board
            The number of the board in `game.boards` of the street.
        ax
            Axes to draw on; by default those of a new pyplot figure.
        title
            Title; by default the player and the board.

        Returns
        -------
        matplotlib.axes.Axes
            Combos that the player does not have leave a part of their cell empty.

        Raises
        ------
        InvalidArgumentError
            If the decision is not one of the tree, it has too many actions, or there is no such board. If the game is
            Omaha, whose hands have no such matrix.
        """
        at, node = self._decision(decision)
        if self.game.game != "holdem":
            raise InvalidArgumentError("plot: the matrix has a cell for each two hole cards, and this game is Omaha")
        number = self._board(board, node)
        with NoFork():
            from pokerbits.plot import action_matrix
        strategy = np.nan_to_num(self.strategy(at)[:, number])
        shown_title = title or f"{node.player} on {format_cards(self.game.boards[node.street][number])}"
        ranges = {action: Range.from_weights(strategy[k]) for k, action in enumerate(node.actions)}
        return action_matrix(ranges, ax=ax, title=shown_title)

    def lock(self, decision: Decision | int, strategy: NDArray[np.float64]) -> None:
        """Give the player at a decision a strategy, which the solver then keeps.

        Parameters
        ----------
        decision
            A `Decision` of the tree, or its number in `tree.decisions`.
        strategy
            Probabilities as `strategy` returns them, float of shape (actions, boards, 1326), or (actions, 1326) for all
            boards. Those of combos that the player does not have, or the board blocks, are ignored.

        Raises
        ------
        InvalidArgumentError
            If the decision is not one of the tree, the player sees buckets, or the probabilities of a hand are not from
            0 to 1 and do not add up to 1. Also if hands or boards that are alike up to suits have different ones, and
            the solver is not made with `isomorphic=False`.
        """
        at, node = self._decision(decision)
        player = PLAYERS.index(node.player)
        possible = self.game.possible[node.street]
        shape = (len(node.actions), *possible.shape)
        given = real_numbers(strategy, "strategy")
        if given.shape == (shape[0], shape[2]):
            given = np.broadcast_to(given[:, None], shape)
        if given.shape != shape:
            raise InvalidArgumentError(f"strategy: expected shape {shape}, found {given.shape}")
        combos = self.game.combos[player]
        held = given[:, :, combos]
        free = possible[:, combos]
        wrong = free & ~((held >= 0).all(axis=0) & (np.abs(held.sum(axis=0) - 1) < 1e-6))
        if wrong.any():
            board, hand = np.argwhere(wrong)[0]
            message = f"strategy: the probabilities of combo {combos[hand]} on board {board} do not add up to 1"
            raise InvalidArgumentError(f"{message}: {shown(held[:, board, hand].tolist())}")
        rows = np.where(free, held, 1 / len(node.actions))
        numbers, moved = self._dealt(node.street)
        images = self._images(node.street, player)
        of_cores = np.empty((len(rows), self._n_boards(node.street), len(combos)))
        of_cores[:, numbers[:, None], images[moved]] = rows
        if not np.allclose(of_cores[:, numbers[:, None], images[moved]], rows, atol=1e-6):
            message = "strategy: boards that are alike up to suits need the same probabilities"
            raise InvalidArgumentError(f"{message}, or a Solver with isomorphic=False")
        self._core.give(at, of_cores.reshape(-1))
        self._knows_average = False

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False, progress: ProgressLike = None) -> None:
        """Write the solver to a file, with its game and all that it has learnt. `load` goes on from there.

        Parameters
        ----------
        path
            The file: an archive in NumPy's format `npz`, see the page on file formats. A solver that was saved there is
            replaced.
        overwrite
            Replaces any file.
        progress
            `True` for a bar, or a function of decisions done and decisions in all.

        Raises
        ------
        InvalidArgumentError
            If the solver has `leaf_values` or `opponent_values`: no file holds a function.
        ForeignFileError
            If there is a folder at `path`, or a file of something else.
        OSError
            If the file cannot be written.
        """
        write(as_path(path), self._saved(), progress, overwrite=overwrite)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, progress: ProgressLike = None) -> Self:
        """Return the solver that `save` has written.

        Parameters
        ----------
        path
            The file.
        progress
            `True` for a bar, or a function of decisions done and decisions in all.

        Returns
        -------
        Solver
            It has the same strategies, values and iterations, and goes on with the same results.

        Raises
        ------
        DamagedFileError
            If the file was changed or cut short.
        ForeignFileError
            If `save` did not write it.
        OSError
            If it cannot be read.
        MemoryError
            If less memory is free than all numbers take; the message says both.

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> from pokerbits.endgame import BetSizes, BettingTree, Endgame, Solver
        >>> solver = Solver(Endgame("AhKd7c4s2h", "AsAc, 9d8d", "KsQs", BettingTree(100, 100, BetSizes(1))))
        >>> solver.run(10)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     solver.save(Path(folder) / "solver.npz")
        ...     loaded = Solver.load(Path(folder) / "solver.npz")
        >>> loaded
        <Solver: river, 2 and 1 buckets, 10 iterations>
        """
        with opened(as_path(path), progress) as saved:
            solver = cls.__new__(cls)
            solver.__setstate__(saved)
        return solver

    def __getstate__(self) -> Saved:
        return self._saved()._replace(learnt=list(self._learnt()))

    def __setstate__(self, saved: Saved) -> None:
        check_name("algorithm", saved.algorithm, ALGORITHMS)
        check_name("storage", saved.storage, STORAGES)
        self._begin(saved.game, saved.buckets, saved.algorithm, saved.storage, isomorphic=bool(saved.isomorphic))
        for at, learnt in enumerate(saved.learnt):
            if learnt.shape[1:] != self._learnt_shape(at):
                raise InvalidArgumentError(f"decision {at}: expected shape {self._learnt_shape(at)}")
            self._core.relearn(at, learnt.reshape(-1))
        self._core.resume(integer("iterations", saved.iterations), saved.given)

    def _saved(self) -> Saved:
        if self._leaves is not None:
            raise InvalidArgumentError(
                "a solver with leaf_values or opponent_values cannot be saved: keep its strategies"
            )
        options = (self.algorithm, self.storage, self._isomorphic, self.iterations, self._core.given())
        return Saved(self.game, self._buckets, *options, self._learnt())

    def _learnt(self) -> Iterator[NDArray[np.float32]]:
        """Yield for each decision its regrets and sums: (2, actions, boards, hands) or (2, actions, buckets)."""
        for at in range(len(self.game.tree.decisions)):
            found = np.empty((2, *self._learnt_shape(at)), dtype=np.float32)
            self._core.learnt(at, found.reshape(-1))
            yield found

    def _learnt_shape(self, decision: int) -> tuple[int, ...]:
        node = self.game.tree.decisions[decision]
        player = PLAYERS.index(node.player)
        if self._buckets[player] is not None:
            return len(node.actions), self.n_buckets[node.street][player]
        return len(node.actions), self._n_boards(node.street), len(self.game.combos[player])

    def gain(self, player: Player, *, num_threads: int | None = None) -> float:
        """Return the gain of a player per deal if both play the average strategy.

        Parameters
        ----------
        player
            The player.
        num_threads
            Threads to use; by default those of `set_num_threads`. The result does not depend on it.

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
        return self._gain(player, best=False, num_threads=num_threads)

    def best_response(self, player: Player, *, num_threads: int | None = None) -> float:
        """Return the gain per deal of a best response of a player to the other's average strategy.

        The best response sees its hands.

        Parameters
        ----------
        player
            The player who responds.
        num_threads
            Threads to use; by default those of `set_num_threads`. The result does not depend on it.

        Returns
        -------
        float
            A fraction of the initial pot.

        Raises
        ------
        InvalidArgumentError
            If `player` is neither `"hero"` nor `"villain"`.
        """
        return self._gain(player, best=True, num_threads=num_threads)

    def best_response_strategy(
        self, decision: Decision | int, *, num_threads: int | None = None
    ) -> NDArray[np.float64]:
        """Return what a best response to the other player's average strategy does at a decision.

        Parameters
        ----------
        decision
            A `Decision` of the tree, or its number in `tree.decisions`. Its player responds.
        num_threads
            Threads to use; by default those of `set_num_threads`. The result does not depend on it.

        Returns
        -------
        float64 of shape (actions, boards, 1326)
            1 for the action of the largest value, the first of equal ones, and 0 for others; NaN for combos that the
            player does not have or the board blocks. Every hand is valued as if it got there.

        Raises
        ------
        InvalidArgumentError
            If the decision is not one of the tree.
        """
        _, node = self._decision(decision)
        best = self._seen(decision, PLAYERS.index(node.player), "best", num_threads)[0]
        chosen: NDArray[np.bool_] = best == np.arange(len(node.actions))[:, None, None]
        return np.where(np.isnan(best), np.nan, chosen)

    def exploitability(self, *, num_threads: int | None = None) -> float:
        """Return how much a player gains by a best response to the average strategies, averaged over both players.

        Parameters
        ----------
        num_threads
            Threads to use; by default those of `set_num_threads`. The result does not depend on it.

        Returns
        -------
        float
            A fraction of the initial pot, 0 in an equilibrium. Without rake what both players gain by the average
            strategies cancels out, and this is the mean gain of the best responses. With rake it is what a change of
            strategy would be worth to a player, on average; players may then both lose.

        Raises
        ------
        InvalidArgumentError
            If `num_threads` is not a positive integer.
        """
        gained = sum(self.best_response(player, num_threads=num_threads) for player in PLAYERS)
        if self.game.tree.rake or self._leaves is not None:
            gained -= sum(self.gain(player, num_threads=num_threads) for player in PLAYERS)
        # Rounding must not make it negative.
        return max(gained / 2, 0.0)

    def _gain(self, player: str, *, best: bool, num_threads: int | None) -> float:
        check_name("player", player, PLAYERS)
        self._value_leaves()
        found = self._core.gain(PLAYERS.index(player), best, resolve_num_threads(num_threads))
        return found / self.game.tree.pot

    def _decision(self, decision: Decision | int) -> tuple[int, Decision]:
        """Return the number of a decision in the core, and the decision."""
        decisions = self.game.tree.decisions
        if isinstance(decision, Decision):
            at = next((at for at, known in enumerate(decisions) if known is decision), -1)
        else:
            at = decision
        if not isinstance(at, int | np.integer) or not 0 <= at < len(decisions):
            message = f"decision: expected one of the {len(decisions):,} of the tree, found {shown(decision)}"
            raise InvalidArgumentError(message)
        node = decisions[at]
        if self._leaves is None:
            return int(at), node
        if at not in self._leaves.decisions:
            street = self.game.streets[node.street]
            message = (
                f"decision {at} is on the {street}, and leaf_values stands for what follows the {self.game.streets[0]}"
            )
            raise InvalidArgumentError(message)
        return self._leaves.decisions[int(at)], node

    def _board(self, board: int, node: Decision) -> int:
        """Return the number of a board of the street of a decision."""
        n = len(self.game.boards[node.street])
        if not isinstance(board, int | np.integer) or not 0 <= board < n:
            raise InvalidArgumentError(f"board = {shown(board)}: expected the number of a board, 0 to {n - 1}")
        return int(board)

    def _seen(self, decision: Decision | int, player: int, what: str, num_threads: int | None) -> NDArray[np.float64]:
        """Return values or best actions of a player, or the reach of the other, at a decision: (1, boards, 1326)."""
        at, node = self._decision(decision)
        self._value_leaves()
        of = 1 - player if what == "reach" else player
        rows = np.empty((1, self._n_boards(node.street), len(self.game.combos[of])))
        self._core.seen(player, at, what, resolve_num_threads(num_threads), rows.reshape(-1))
        return self._on_boards(rows, node.street, of)

    def _dealt(self, street: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return for each board of a street the number of the board that stands for it, and that of the permutation."""
        found = np.array(core_of(self.game, isomorphic=self._isomorphic).as_dealt(street), dtype=np.int64)
        return found[:, 0], found[:, 1]

    def _n_boards(self, street: int) -> int:
        """Return the number of boards that stand for others."""
        return int(self._dealt(street)[0].max()) + 1

    def _images(self, street: int, player: int) -> NDArray[np.int64]:
        """Return where each permutation moves each hand of a player."""
        core = core_of(self.game, isomorphic=self._isomorphic)
        n = int(self._dealt(street)[1].max()) + 1
        return np.stack([core.images(moved, player) for moved in range(n)]).astype(np.int64)

    def _on_boards(self, rows: NDArray[np.float64], street: int, player: int) -> NDArray[np.float64]:
        """Return rows (..., boards that stand for others, hands) as (..., boards, 1326)."""
        numbers, moved = self._dealt(street)
        combos, possible = self.game.combos[player], self.game.possible[street]
        found = np.full((len(rows), *possible.shape), np.nan)
        found[:, :, combos] = rows[:, numbers[:, None], self._images(street, player)[moved]]
        found[:, ~possible] = np.nan
        return found

    def __repr__(self) -> str:
        buckets = " / ".join(f"{first:,} and {second:,}" for first, second in self.n_buckets)
        street = TITLES[self.game.game] + self.game.streets[0]
        return f"<Solver: {street}, {buckets} buckets, {self.iterations:,} iterations>"


def _part_of(watcher: _Watcher, done: int, step: int, most: int) -> _Watcher:
    """Return the watcher of some iterations of all."""
    if watcher is None:
        return None
    return lambda part, total: watcher(done + part * step // max(total, 1), most)


def _next_look(before: tuple[int, float] | None, now: tuple[int, float], target: float) -> int:
    """Return the iteration at which the target may be met, if exploitability falls as a power of iterations."""
    (at, found) = now
    power = 1.0
    if before is not None and before[1] > found > 0:
        power = float(np.clip(np.log(before[1] / found) / np.log(at / before[0]), 0.5, 3))
    # A larger part than this is twice as many iterations, the most, by any power.
    guess = at * min(found / target, 8.0) ** (1 / power)
    return int(np.ceil(min(max(guess, 1.1 * at), 2 * at)))
