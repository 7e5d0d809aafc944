"""Buckets of the hands of one endgame by their values after a few iterations on real hands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.numbers import integer
from pokerbits._input.progress import ProgressLike, among_all, watching
from pokerbits._input.rng import RngLike, generator
from pokerbits.abstraction import HistogramKMeans, distinct_rows
from pokerbits.endgame._betting import PLAYERS
from pokerbits.endgame._game import Endgame
from pokerbits.endgame._solver import Solver

_RUNS = 3
"""Runs of k-means, of which the best is kept: one alone loses a fifth more with five buckets, ten lose no less."""


def value_labels(
    game: Endgame,
    n_buckets: int,
    *,
    iterations: int = 10,
    rng: RngLike = 0,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> tuple[dict[str, NDArray[np.int64]], dict[str, NDArray[np.int64]]]:
    """Return labels of hands by their values after a few iterations, for hero and for villain.

    The game is first solved roughly on real hands. Then k-means clusters the hands of each player on each street by
    their values at all decisions of the street. All hands on all boards of a street are clustered together, because a
    bucket does not say which board it is on. These buckets know both ranges and the betting: they suit this game alone.

    Parameters
    ----------
    game
        The endgame.
    n_buckets
        Largest number of buckets of each player on each street.
    iterations
        Number of iterations of discounted CFR before the values are taken. With 0 both players choose all actions
        equally often.
    rng
        Seed or generator of k-means, as `numpy.random.default_rng` takes it.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    tuple of two dicts
        For hero and for villain the labels of each street, int64 (boards, 1326): from 0; -1 for combos that the player
        does not have or the board blocks. `Solver` and `exploitability` take the tuple.

    Raises
    ------
    TypeError
        If the game is not an `Endgame`, or a number is not an integer.
    InvalidArgumentError
        If the number of buckets is not positive, or that of iterations negative.
    MemoryError
        If there is not enough memory to solve on real hands.

    Notes
    -----
    Li, Huang, "Effective, Efficient, and General Information Abstraction for Imperfect-Information Extensive-Form
    Games" (2026), arXiv 2605.10900. A value is multiplied by the probability that the opponent's hands get to the
    decision, as in a regret. A decision counts in the squared distance in proportion to the share of the player's range
    that gets there. So decisions that nobody gets to count for nothing. The best of three runs of `HistogramKMeans` is
    kept. Hands of equal values share a bucket, so there may be fewer buckets than requested.

    Examples
    --------
    >>> from pokerbits.endgame import BetSizes, BettingTree, Endgame, exploitability, value_labels
    >>> tree = BettingTree(pot=100, stack=100, sizes=BetSizes(1, max_bets=1))
    >>> game = Endgame("AhKd7c4s2h", "22+, A2s+, KTs+", "JJ-22, A2s+, KQo", tree)
    >>> labels = value_labels(game, 10)
    >>> [int(of_player["river"].max()) + 1 for of_player in labels]
    [10, 10]
    >>> exploitability(game, labels=labels, iterations=300) < 0.01
    True
    """
    n, n_iterations = integer("n_buckets", n_buckets, 1), integer("iterations", iterations)
    solver, random = Solver(game), generator(rng)
    labels: tuple[dict[str, NDArray[np.int64]], ...] = ({}, {})
    parts = 1 + 2 * len(game.streets)
    with watching(progress, "values") as watcher:
        solver.run(n_iterations, num_threads=num_threads, progress=among_all(watcher, 0, 1, parts))
        for street, name in enumerate(game.streets):
            for player, of_player in enumerate(labels):
                tell = among_all(watcher, 1 + 2 * street + player, 1, parts)
                rows = _vectors(solver, street, player, num_threads)
                combos, possible = game.combos[player], game.possible[street]
                of_player[name] = np.full(possible.shape, -1, dtype=np.int64)
                board, hand = np.nonzero(possible[:, combos])
                of_player[name][board, combos[hand]] = _clusters(rows[board, hand], n, random, num_threads)
                if tell is not None:
                    tell(1, 1)
    return labels[0], labels[1]


def _vectors(solver: Solver, street: int, player: int, num_threads: int | None) -> NDArray[np.float64]:
    """Return the weighted values of a player's hands, shape (boards, hands, decisions of the street)."""
    game, combos = solver.game, solver.game.combos[player]
    decisions = [node for node in game.tree.decisions if node.street == street]
    found = np.zeros((len(game.boards[street]), len(combos), len(decisions)))
    range_total = np.nansum(solver.reach(0, PLAYERS[player], num_threads=num_threads))
    for at, node in enumerate(decisions):
        values = solver._seen(node, player, "values", num_threads)[0]  # noqa: SLF001
        reach = solver.reach(node, PLAYERS[player], num_threads=num_threads)
        share = np.nansum(reach, axis=1, keepdims=True) / range_total
        found[:, :, at] = np.nan_to_num(values[:, combos]) * np.sqrt(share)
    return found / game.tree.pot


def _clusters(
    rows: NDArray[np.float64], n_buckets: int, rng: np.random.Generator, num_threads: int | None
) -> NDArray[np.integer]:
    """Return the cluster of every row; each distinct row is one if there are few."""
    points, point_of_row, _ = distinct_rows(rows, num_threads=num_threads)
    if len(points) <= n_buckets:
        return point_of_row
    kmeans = HistogramKMeans(n_buckets, metric="l2", n_init=_RUNS, random_state=rng, num_threads=num_threads)
    return kmeans.fit(rows).labels_
