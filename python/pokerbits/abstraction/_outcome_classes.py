"""Classes of hands: potential outcome and winrate isomorphism; in hold'em with and without recall.

After Fu and others, "Expanding the Resolution Boundary of Outcome-Based Imperfect-Recall Abstraction in Games with
Ordered Signals" (arXiv 2403.11486) and their work on winrate isomorphism (arXiv 2511.12089).
"""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._hand_strength.card_games import HOLDEM, CardGame, CardGameLike, card_game, game_core, street_number
from pokerbits._hand_strength.streets import STREET_INDEXERS, Street
from pokerbits._indexer import HandIndexer
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import integer
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.shown import shown
from pokerbits._input.threads import resolve_num_threads
from pokerbits._output.arrays import deliver, output
from pokerbits.abstraction._game_outcome_classes import KINDS, OutcomeKind, next_hands
from pokerbits.abstraction._points import distinct
from pokerbits.exceptions import InvalidArgumentError

STREETS: tuple[Street, ...] = get_args(Street)
_GAME = (2, 3, 1, 1)


def outcome_classes(
    street: Street,
    *,
    kind: OutcomeKind = "outcome",
    recall: int = 0,
    game: CardGameLike = "holdem",
    out: NDArray[np.uint32] | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> NDArray[np.uint32]:
    """Return the outcome or winrate class of every hand of a street.

    The outcome class of a river hand is what it wins, ties and loses against a random hand. On an earlier street it is
    the multiset of the outcome classes over all next streets: hands of a class have the same future. The winrate class
    is only the sum of wins, ties and losses over all rivers. With recall, a class also determines the classes of the
    hand's own history on earlier streets.

    Parameters
    ----------
    street
        `"preflop"`, `"flop"`, `"turn"` or `"river"`.
    kind
        `"outcome"` (potential outcome isomorphism) or `"winrate"` (potential winrate isomorphism, which is coarser).
    recall
        Number of earlier streets that a class determines, 0 to all.
    game
        Name of a game, or a `pokerbits.strength.CardGame`, whose hands `game.indexer(street)` numbers. Recall is for
        hold'em; `game_outcome_classes` has it for small games.
    out
        A uint32 array of the shape of the result to fill and return, which may be a memory map.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    uint32 of one axis
        The class of every hand. Without recall hands are numbered by `STREET_INDEXERS[street]`, with recall by
        `HandIndexer((2, 3, 1, 1))` in the round of the street. Classes are numbered from 0 without gaps. The
        numbers are part of the interface. Without recall they ascend by E[HS], then by the number of wins;
        remaining ties have a fixed arbitrary order. With recall they ascend as tuples, with the class on the
        earliest street first.

    Raises
    ------
    InvalidArgumentError
        If the street, kind or game is unknown, or `recall` is out of range.
    TypeError
        If `recall` is not an integer.

    Notes
    -----
    The turn takes a few seconds and a gigabyte, with recall twice that. With recall there are 2,428,287,420 hands on
    the river: the array takes 9.7 GB, and the computation 2 GB more. To count classes without the array, use
    `pb.abstraction.OutcomeClasses.count`.

    Multisets are compared by two sums modulo 2^64 of random numbers of their classes. The probability that any of the
    10^14 pairs of turn hands is merged by mistake is 10^-24.

    Examples
    --------
    >>> import pokerbits as pb
    >>> classes = pb.abstraction.outcome_classes("turn")
    >>> classes.shape, int(classes.max()) + 1
    ((13960050,), 2337912)
    >>> turn = pb.strength.STREET_INDEXERS["turn"]
    >>> [int(classes[turn.index(hand)]) for hand in ("9s8d 7h6h2c5c", "9d8s 7h6h2c5c")]
    [2325311, 2325311]
    """
    of = card_game(game)
    if of == HOLDEM:
        _check(street, kind)
        earlier = checked_recall(street, recall)
        indexer = HandIndexer(_GAME) if earlier else STREET_INDEXERS[street]
        size = indexer.size(STREETS.index(street)) if earlier else indexer.size()
    else:
        size = of.indexer(street).size()
        check_name("kind", kind, KINDS)
        integer("recall", recall, 0, 0, allowed=f"0 for {of!r}; game_outcome_classes has recall for small games")
    result, filled = output(out, (size,), np.uint32, (size,))
    threads = resolve_num_threads(num_threads)
    with watching(progress, "outcome classes") as watcher:
        if of == HOLDEM:
            _native.outcome_classes(street, kind, earlier, filled, threads, watcher)
        else:
            filled[:] = _of_other_game(of, street, kind, threads, watcher)
    return deliver(result, filled)


def _of_other_game(game: CardGame, street: str, kind: str, threads: int, watcher: Any = None) -> NDArray[np.uint32]:
    """Return the class of every hand of a game of any deck. Multisets of classes are compared themselves."""
    outcomes, number = outcomes_of(game, street, threads, watcher), street_number(game, street)
    if kind == "winrate" or number == len(game.streets) - 1:
        return _numbered(outcomes, threads)
    after = game.streets[number + 1]
    of_children = _of_other_game(game, after, kind, threads)
    (first, level), (second, level_after) = (
        (indexer, len(indexer.cards_per_round) - 1) for indexer in (game.indexer(street), game.indexer(after))
    )
    children = [np.sort(of_children[some]) for some in next_hands(first, level, second, level_after, threads)]
    return _numbered(np.hstack([outcomes, np.concatenate(children)]), threads)


def outcomes_of(game: CardGame, street: str, threads: int, watcher: Any = None) -> NDArray[np.uint64]:
    """Return the wins, ties and losses of every hand over the runouts, uint64 (hands, 3)."""
    table = game_core(game).strength_table("outcomes", street_number(game, street), 2, (), True)  # noqa: FBT003
    out = np.empty(table.rows() * 3, dtype=table.count_dtype())
    table.fill(0, table.n_blocks(), out, threads, watcher)
    return out.reshape(-1, 3).astype(np.uint64)


def _numbered(rows: NDArray[np.uint64], threads: int) -> NDArray[np.uint32]:
    """Return the dense rank of every row: by 2 * wins + ties, then by wins, then by the classes of its children."""
    points, of_row = distinct(np.ascontiguousarray(rows).view(np.uint8), threads)
    found = points.view(np.uint64)
    order = np.lexsort((*found[:, :2:-1].T, found[:, 0], 2 * found[:, 0] + found[:, 1]))
    rank: NDArray[np.uint32] = np.empty(len(order), dtype=np.uint32)
    rank[order] = np.arange(len(order), dtype=np.uint32)
    out = np.empty_like(of_row)
    _native.relabel(of_row, rank, out, threads)
    return out


class OutcomeClasses:
    """The outcome and winrate classes of several streets, computed once: their number and their meaning.

    Parameters
    ----------
    first
        Earliest street: it and all later streets are computed.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Raises
    ------
    InvalidArgumentError
        If the street is unknown.

    Notes
    -----
    All four streets take about five seconds on two threads, and 250 MB of memory.

    Examples
    --------
    >>> import pokerbits as pb
    >>> classes = pb.abstraction.OutcomeClasses("river")
    >>> classes.count("river")
    20687
    >>> classes.outcomes("river")[[0, -1]]
    array([[  0,   0, 990],
           [990,   0,   0]], dtype=uint64)
    """

    __slots__ = ("_classes", "_first")

    def __init__(
        self, first: Street = "preflop", *, num_threads: int | None = None, progress: ProgressLike = None
    ) -> None:
        _check(first, "outcome")
        self._first = first
        with watching(progress, "outcome classes") as watcher:
            self._classes = _native.OutcomeClasses(first, resolve_num_threads(num_threads), watcher)

    @property
    def first(self) -> Street:
        """The earliest street."""
        return self._first

    def count(
        self,
        street: Street,
        *,
        kind: OutcomeKind = "outcome",
        recall: int = 0,
        num_threads: int | None = None,
        progress: ProgressLike = None,
    ) -> int:
        """Return the number of classes.

        Arguments are those of `outcome_classes`.

        Returns
        -------
        int

        Raises
        ------
        InvalidArgumentError, TypeError
            As `outcome_classes`; also if the street is before the first.

        Notes
        -----
        The outcome class of a turn hand determines its river classes, so the river is counted without iterating over
        its hands: with recall 3 in half a minute and 2.5 GB.

        Examples
        --------
        >>> import pokerbits as pb
        >>> pb.abstraction.OutcomeClasses("river").count("river")
        20687
        """
        _check(street, kind)
        earlier = checked_recall(street, recall)
        with watching(progress, "counting classes") as watcher:
            return self._classes.count(street, kind, earlier, resolve_num_threads(num_threads), watcher)

    def of_hands(
        self,
        street: Street,
        *,
        hands: range,
        kind: OutcomeKind = "outcome",
        recall: int,
        num_threads: int | None = None,
        progress: ProgressLike = None,
    ) -> NDArray[np.uint32]:
        """Return the classes with recall of some hands: a part of what `outcome_classes` returns.

        Use it if the array of all river hands (9.7 GB) does not fit in memory. Every call takes as long as `count`,
        plus a minute or two for all hands of the river.

        Parameters
        ----------
        street, kind, recall, num_threads, progress
            As `outcome_classes`; with recall.
        hands
            Range of consecutive indices of `HandIndexer((2, 3, 1, 1))` in the round of the street.

        Returns
        -------
        uint32 (len(hands),)

        Raises
        ------
        InvalidArgumentError, TypeError
            As `outcome_classes`; also without recall, and if `hands` is out of range or not consecutive.

        Examples
        --------
        >>> import pokerbits as pb
        >>> classes = pb.abstraction.OutcomeClasses()
        >>> classes.of_hands("flop", hands=range(1000, 1004), recall=1)
        array([1239536,  641696,   10125,  799586], dtype=uint32)
        """
        _check(street, kind)
        earlier = checked_recall(street, recall)
        size = HandIndexer(_GAME).size(STREETS.index(street))
        if not isinstance(hands, range):
            raise TypeError(f"hands: expected a range, found {type(hands).__name__}")
        if hands.step != 1 or not 0 <= hands.start <= hands.stop <= size:
            raise InvalidArgumentError(f"hands = {shown(hands)}: expected indices one after the other, below {size}")
        found = np.empty(len(hands), np.uint32)
        with watching(progress, "outcome classes") as watcher:
            threads = resolve_num_threads(num_threads)
            self._classes.of_hands(street, kind, earlier, hands.start, found, threads, watcher)
        return found

    def outcomes(self, street: Street, *, kind: OutcomeKind = "outcome") -> NDArray[np.uint64]:
        """Return the wins, ties and losses of the hands of every class.

        They count all deals of the later streets, street by street, and the 990 hands of an opponent: 990 on the
        river, 46 * 990 on the turn, 47 * 46 * 990 on the flop, 19,600 * 47 * 46 * 990 before it.

        Returns
        -------
        uint64 (classes, 3)

        Raises
        ------
        InvalidArgumentError
            If the street or kind is unknown, or the street is before the first.

        Examples
        --------
        >>> import pokerbits as pb
        >>> int(pb.abstraction.OutcomeClasses("river").outcomes("river").sum(axis=1).max())
        990
        """
        _check(street, kind)
        return self._classes.counts(street, kind).reshape(-1, 3)

    def tuples(
        self,
        street: Street,
        *,
        kind: OutcomeKind = "outcome",
        recall: int,
        num_threads: int | None = None,
        progress: ProgressLike = None,
    ) -> NDArray[np.uint32]:
        """Return, for each class with recall, its classes without recall on all its streets, the earliest first.

        Returns
        -------
        uint32 (classes, recall + 1)
            On the river with recall above 1 it takes gigabytes.

        Raises
        ------
        InvalidArgumentError, TypeError
            As `outcome_classes`; also without recall.

        Examples
        --------
        >>> import pokerbits as pb
        >>> pb.abstraction.OutcomeClasses().tuples("flop", recall=1).shape
        (1241210, 2)
        """
        _check(street, kind)
        earlier = checked_recall(street, recall)
        with watching(progress, "histories") as watcher:
            threads = resolve_num_threads(num_threads)
            return self._classes.tuples(street, kind, earlier, threads, watcher).reshape(-1, earlier + 1)

    def __repr__(self) -> str:
        streets = STREETS[STREETS.index(self._first) :]
        return f"<OutcomeClasses: {', '.join(f'{street} {self.count(street):,}' for street in streets)}>"


def _check(street: str, kind: str) -> None:
    check_name("street", street, STREETS)
    check_name("kind", kind, KINDS)


def checked_recall(street: Street, recall: int) -> int:
    """Return the recall as an int; raise if it is more than the number of earlier streets."""
    before = STREETS.index(street)
    return integer("recall", recall, 0, before, allowed=f"0 to {before}, the streets before the {street}")
