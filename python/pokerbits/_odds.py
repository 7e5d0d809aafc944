"""Exact odds against random opponents, ties and pot shares included.

The question is that of jmfb's "poker" project: how often does nobody beat a hand, against k opponents dealt from the
cards left? It counted cliques of disjoint losses; that counter is here too (`method="cliques"`, `count_disjoint`,
`losses`). The default counts weighted matchings of a graph whose vertices fall into few classes of equal cards, and is
exact for any number of opponents. All counts are integers; probabilities appear only at the end.
"""

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from os import PathLike
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._arrays import CardsLike, RowsOf, as_cards, leading, one_row
from pokerbits._progress import ProgressLike, watching
from pokerbits._threads import resolve_num_threads
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import CardCountError, InvalidArgumentError

__all__ = [
    "Losses",
    "OddsResult",
    "PreflopOdds",
    "count_disjoint",
    "losses",
    "odds_vs_random",
    "preflop_odds",
]

OpponentsLike: TypeAlias = int | Sequence[int]
"""One number of opponents, or several."""


@dataclass(frozen=True, eq=False)
class OddsResult:
    """The odds of hands against random opponents.

    The shape (...) below is that of the hands; where several numbers of opponents were asked for, an axis for them
    follows.

    Attributes
    ----------
    equity
        Expected share of the pot, float64 (...).
    win
        Probability that every opponent is beaten, float64 (...).
    tie
        Probability that nobody is better and somebody is equal, float64 (...).
    lose
        Probability that somebody is better, float64 (...).
    counts
        By number of opponents k, exact integers: `counts[k][j]` deals in which nobody is better and exactly j opponents
        are equal. A list for one hand; an object array (..., k + 1) of Python integers for several.
    total
        By number of opponents, all deals: the rest of the board, times k hands that are not told apart.
    n_opponents
        The numbers of opponents, in the order asked for.

    Examples
    --------
    >>> import pokerbits as pb
    >>> odds = pb.odds_vs_random("AsAh", board="Kd7c7d")
    >>> odds.counts, odds.total
    ({1: [922064, 1031]}, {1: 1070190})
    >>> odds.equity == (922064 + 1031 / 2) / 1070190
    np.True_
    """

    equity: Any
    win: Any
    tie: Any
    lose: Any
    counts: Mapping[int, Any]
    total: Mapping[int, int]
    n_opponents: tuple[int, ...]

    def __str__(self) -> str:
        if np.ndim(next(iter(self.counts.values()))) > 1:
            return f"OddsResult for hands of shape {np.shape(self.equity)}, n_opponents={self.n_opponents}"
        lines = ["opponents     equity        win        tie       lose"]
        columns = (np.atleast_1d(column) for column in (self.equity, self.win, self.tie, self.lose))
        for k, *odds in zip(self.n_opponents, *columns, strict=True):
            lines.append(f"{k:>9}" + "".join(f"  {value:9.4%}" for value in odds))
        return "\n".join(lines)


@dataclass(frozen=True, eq=False)
class PreflopOdds:
    """The odds of the 169 starting hands; row i is `HAND_CLASSES[i]`.

    Attributes
    ----------
    equity, win, tie
        As in `OddsResult`, float64 (169, n_k).
    counts
        Exact integers: `counts[i][k][j]` deals in which nobody is better and exactly j of k opponents are equal.
    total
        By number of opponents, all deals.
    n_opponents
        The numbers of opponents: the columns.

    Examples
    --------
    >>> import pokerbits as pb
    >>> odds = pb.preflop_odds([2])
    >>> odds.counts[pb.HAND_CLASSES.index("AA")][2], odds.equity.shape
    ([693292278608, 2353142664, 3007657158], (169, 1))
    """

    equity: NDArray[np.float64]
    win: NDArray[np.float64]
    tie: NDArray[np.float64]
    counts: tuple[Mapping[int, list[int]], ...]
    total: Mapping[int, int]
    n_opponents: tuple[int, ...]

    def __str__(self) -> str:
        """Return the equities as a table, strongest against the first number of opponents on top."""
        lines = ["hand  " + "".join(f"{f'k={k}':>9}" for k in self.n_opponents)]
        order = np.argsort(-self.equity[:, 0], kind="stable")
        lines += [f"{HAND_CLASSES[i]:<6}" + "".join(f"{share:9.3%}" for share in self.equity[i]) for i in order]
        return "\n".join(lines)

    def to_csv(self, path: str | PathLike[str] | None = None) -> str:
        """Return the exact counts as CSV, one line a hand and number of opponents, and write them to `path` if given.

        The columns are hand, opponents, total, win, tie, lose, equity, and ties by number of equal opponents
        (`tied_1`, ...).
        """
        # Slow to import, and needed here only.
        import csv
        import io
        from pathlib import Path

        text = io.StringIO()
        most = max(self.n_opponents)
        writer = csv.writer(text, lineterminator="\n")
        head = ["hand", "opponents", "total", "win", "tie", "lose", "equity"]
        writer.writerow(head + [f"tied_{j}" for j in range(1, most + 1)])
        for name, counts, equity in zip(HAND_CLASSES, self.counts, self.equity, strict=True):
            for k, share in zip(self.n_opponents, equity, strict=True):
                win, *ties = counts[k]
                tie = sum(ties)
                row = [name, k, self.total[k], win, tie, self.total[k] - win - tie, repr(float(share))]
                writer.writerow(row + ties + [0] * (most - len(ties)))
        if path is not None:
            Path(path).write_text(text.getvalue(), encoding="utf-8")
        return text.getvalue()


@dataclass(frozen=True, eq=False)
class Losses:
    """What beats a hand on the river.

    Attributes
    ----------
    one_card
        Cards that beat the hand in any opponent's hole, uint8 (m,).
    two_card
        Pairs of the other cards that beat it, uint8 (n, 2).
    ties
        Pairs of the other cards that tie, uint8 (t, 2).

    Examples
    --------
    >>> import pokerbits as pb
    >>> found = pb.losses("2s2c", board="3c3d3h3s2h")
    >>> len(found.one_card), len(found.two_card), len(found.ties)
    (44, 0, 0)
    """

    one_card: NDArray[np.uint8]
    two_card: NDArray[np.uint8]
    ties: NDArray[np.uint8]


def odds_vs_random(
    hole: CardsLike,
    *,
    board: CardsLike | None = None,
    n_opponents: OpponentsLike = 1,
    dead: CardsLike = "",
    method: Literal["matchings", "cliques"] = "matchings",
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> OddsResult:
    """Return the exact odds of hands against random opponents.

    Parameters
    ----------
    hole
        Hole cards, shape (..., 2).
    board
        0, 3, 4 or 5 board cards, shape (..., m); leading axes broadcast with those of `hole`.
    n_opponents
        How many opponents, from 1 to what the deck allows (22 of 52 cards); or several such numbers.
    dead
        Cards that nobody can hold, the same for every hand.
    method
        `"matchings"`, or `"cliques"`: inclusion and exclusion over sets of disjoint losses, an independent road to the
        same integers that is slow beyond four opponents and takes one hand at a time.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of (done, total).

    Returns
    -------
    OddsResult

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError
        If hole, board or dead cards are not different cards of the right number; the message names the row.
    InvalidArgumentError
        If a number of opponents is 0 or beyond the deck.

    Examples
    --------
    >>> import pokerbits as pb
    >>> odds = pb.odds_vs_random("4s8s", board="2s3s6h7h8h", n_opponents=(1, 8))
    >>> odds.counts[1], odds.total[1]
    ([716, 6], 990)
    >>> print(odds)
    opponents     equity        win        tie       lose
            1   72.6263%   72.3232%    0.6061%   27.0707%
            8    6.3957%    6.0893%    0.6156%   93.2950%
    """
    opponents, several = _opponents(n_opponents)
    holes = as_cards(hole, what="hole")
    boards = np.empty((*holes.shape[:-1], 0), dtype=np.uint8) if board is None else as_cards(board, what="board")
    if holes.shape[-1] != 2:
        message = f"hole: expected 2 cards, found {holes.shape[-1]}"
        raise CardCountError(message)
    shape = leading(holes.shape[:-1], boards.shape[:-1])
    holes = np.ascontiguousarray(np.broadcast_to(holes, (*shape, 2))).reshape(-1, 2)
    size = boards.shape[-1]
    boards = np.ascontiguousarray(np.broadcast_to(boards, (*shape, size))).reshape(len(holes), size)
    without = one_row(dead, "dead")
    # Without a hand, nothing else looks at the size of the board and at the numbers of opponents.
    totals = None if len(holes) else _native.total_deals(size, without, opponents)
    threads = resolve_num_threads(num_threads)
    with watching(progress, "odds") as callback, RowsOf(shape):
        if method == "cliques":
            if shape:
                message = "method='cliques' takes one hand at a time"
                raise InvalidArgumentError(message)
            own = (int(holes[0, 0]), int(holes[0, 1]))
            found = [_native.odds_by_cliques(own, boards[0].tolist(), without, opponents, threads, callback)]
        elif method == "matchings":
            found = _native.odds_rows(holes, boards, without, opponents, threads, callback)
        else:
            message = f"method={method!r}: expected 'matchings' or 'cliques'"
            raise InvalidArgumentError(message)
    total = dict(zip(opponents, totals or [total for _, total in found[0]], strict=True))
    return _result(found, total, shape, several=several)


def _opponents(n_opponents: OpponentsLike) -> tuple[list[int], bool]:
    """Return the numbers of opponents as a list, and whether they were several."""
    several = not isinstance(n_opponents, int | np.integer)
    given = [n_opponents] if isinstance(n_opponents, int | np.integer) else n_opponents
    numbers = [operator.index(k) for k in given]
    for k in numbers:
        if not 1 <= k <= 25:
            message = f"n_opponents = {k}: expected at least 1, and at most what the deck can serve"
            raise InvalidArgumentError(message)
    if not numbers or len(set(numbers)) != len(numbers):
        message = f"n_opponents = {numbers}: expected different numbers of opponents"
        raise InvalidArgumentError(message)
    return numbers, several


_Counts: TypeAlias = Sequence[tuple[list[int], int]]


def _shares(counts: _Counts) -> list[tuple[float, float, float]]:
    """Return equity, win and tie for each number of opponents: one division each, correctly rounded."""
    shares = []
    for of_k, total in counts:
        whole = lcm(*range(1, len(of_k) + 1))
        pot = sum(count * (whole // (j + 1)) for j, count in enumerate(of_k))
        shares.append((pot / (whole * total), of_k[0] / total, sum(of_k[1:]) / total))
    return shares


def _result(found: Sequence[_Counts], total: dict[int, int], shape: tuple[int, ...], *, several: bool) -> OddsResult:
    """Return the result of rows of counts."""
    opponents = list(total)
    odds = np.array([_shares(row) for row in found], dtype=np.float64).reshape(*shape, len(opponents), 3)
    if not several:
        odds = odds[..., 0, :]
    equity, win, tie = (odds[..., i][()] for i in range(3))
    loses = [[(total - sum(of_k)) / total for of_k, total in row] for row in found]
    lose = np.array(loses, dtype=np.float64).reshape(*shape, len(opponents))
    counts: dict[int, Any] = {}
    for i, k in enumerate(opponents):
        rows = [row[i][0] for row in found]
        counts[k] = np.array(rows, dtype=object).reshape(*shape, k + 1) if shape else rows[0]
    return OddsResult(equity, win, tie, (lose if several else lose[..., 0])[()], counts, total, tuple(opponents))


def preflop_odds(
    n_opponents: OpponentsLike = range(1, 9), *, num_threads: int | None = None, progress: ProgressLike = None
) -> PreflopOdds:
    """Return the exact odds of all 169 starting hands against random opponents.

    Takes some ten seconds of one core.

    Parameters
    ----------
    n_opponents
        Numbers of opponents, 1 to 22.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of (done, total).

    Returns
    -------
    PreflopOdds

    Raises
    ------
    InvalidArgumentError
        If a number of opponents is not in 1..22.

    Examples
    --------
    >>> import pokerbits as pb
    >>> odds = pb.preflop_odds([1])
    >>> aces = pb.HAND_CLASSES.index("AA")
    >>> odds.counts[aces][1], odds.total[1]
    ([1781508418, 11402312], 2097572400)
    >>> str(odds).splitlines()[1]
    'AA      85.204%'
    """
    opponents, _ = _opponents(n_opponents)
    with watching(progress, "pre-flop odds") as callback:
        found = _native.preflop_odds(opponents, resolve_num_threads(num_threads), callback)
    odds = np.array([_shares(row) for row in found], dtype=np.float64)
    counts = tuple({k: of_k for k, (of_k, _) in zip(opponents, row, strict=True)} for row in found)
    total = {k: total for k, (_, total) in zip(opponents, found[0], strict=True)}
    return PreflopOdds(odds[..., 0], odds[..., 1], odds[..., 2], counts, total, tuple(opponents))


def count_disjoint(
    pairs: CardsLike, *, sizes: Sequence[int], num_threads: int | None = None, progress: ProgressLike = None
) -> list[int]:
    """Return in how many ways so many pairs with no card in common can be chosen: the k-clique counter on bit fields.

    Parameters
    ----------
    pairs
        Different pairs of cards, shape (n, 2).
    sizes
        How many pairs to choose; several numbers.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of (done, total).

    Returns
    -------
    One exact count a size.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError
        If a row is not a pair of cards; the message names the row.
    InvalidArgumentError
        If a pair comes twice, a size is negative, or a count does not fit in 128 bits.

    Notes
    -----
    After jmfb's "poker": a pair is a vertex, two disjoint pairs an edge, and the chosen pairs a clique. Large sizes
    take long: there are about as many steps as cliques.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.count_disjoint(["2c2d", "2c2h", "2h2s"], sizes=[1, 2, 3])
    [3, 1, 0]
    """
    rows = as_cards(pairs, what="pairs")
    if rows.size == 0:
        rows = rows.reshape(0, 2)
    if rows.ndim != 2 or rows.shape[1] != 2:
        message = f"pairs: expected shape (n, 2), found {rows.shape}"
        raise CardCountError(message)
    wanted = [operator.index(size) for size in sizes]
    if any(not 0 <= size <= 52 for size in wanted):
        message = f"sizes = {wanted}: expected numbers from 0 to 52"
        raise InvalidArgumentError(message)
    as_tuples = [(int(a), int(b)) for a, b in rows]
    with watching(progress, "cliques") as callback:
        return _native.count_disjoint(as_tuples, wanted, resolve_num_threads(num_threads), callback)


def losses(hole: CardsLike, *, board: CardsLike, dead: CardsLike = "") -> Losses:
    """Return what beats a hand on the river.

    Parameters
    ----------
    hole
        Two cards.
    board
        Five cards.
    dead
        Cards that nobody can hold.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError
        If the cards are not different cards of the right number.

    Examples
    --------
    >>> import pokerbits as pb
    >>> found = pb.losses("4s8s", board="2s3s6h7h8h")
    >>> found.one_card.shape, found.two_card.shape
    ((0,), (268, 2))
    """
    own = one_row(hole, "hole")
    if len(own) != 2:
        message = f"hole: expected 2 cards, found {len(own)}"
        raise CardCountError(message)
    one, two, ties = _native.losses((own[0], own[1]), one_row(board, "board"), one_row(dead, "dead"))
    pairs = (np.array(rows, dtype=np.uint8).reshape(-1, 2) for rows in (two, ties))
    return Losses(np.array(one, dtype=np.uint8), *pairs)
