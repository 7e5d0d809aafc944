"""Exact odds against random opponents, ties and pot shares included.

The question is that of jmfb's "poker" project: how often does nobody beat a hand, against k opponents dealt from the
cards left? It counted cliques of disjoint losses; that counter is here too (`method="cliques"`, `count_disjoint`,
`losses`). The default counts weighted matchings of a graph whose vertices fall into few classes of equal cards, and is
exact for any number of opponents. All counts are integers; probabilities appear only at the end.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, Generic, Literal, Self, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._files.paths import as_path
from pokerbits._forks import NoFork
from pokerbits._input.arrays import CardNames, CardRow, CardRows, CardsLike, RowsOf, as_cards
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.shown import shown
from pokerbits._input.situation import hands_and_boards, known_cards, two_cards
from pokerbits._input.threads import resolve_num_threads
from pokerbits._output.results import Columns, Counts, Result, Table, count_columns, probabilities
from pokerbits.cards import HAND_CLASSES, format_cards
from pokerbits.exceptions import CardCountError, InvalidArgumentError

if TYPE_CHECKING:
    # Type checkers know the defaults of type variables on every version of Python.
    from typing_extensions import TypeVar

    Numbers = TypeVar("Numbers", bound=np.float64 | NDArray[np.float64], default=Any)
    Counted = TypeVar("Counted", bound=Counts | NDArray[np.object_], default=Any)
else:
    from typing import TypeVar

    Numbers = TypeVar("Numbers")
    Counted = TypeVar("Counted")

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

_SHOWN_ROWS = 20


@dataclass(frozen=True, eq=False, repr=False)
class OddsResult(Result, Generic[Numbers, Counted]):
    """The odds of hands against random opponents.

    The shape (...) below is that of the hands; where several numbers of opponents were asked for, an axis for them
    follows. For one hand and one number of opponents the probabilities are NumPy scalars.

    Attributes
    ----------
    equity
        Expected share of the pot, float64 (...): a pot that the hand shares with j opponents counts 1 / (j + 1).
    win
        Probability that every opponent is beaten, float64 (...).
    tie
        Probability that nobody is better and somebody is equal, float64 (...).
    lose
        Probability that somebody is better, float64 (...).
    counts
        The exact integers, by number of opponents: a `Counts` for one hand, an object array (...) of `Counts` for
        several.
    total
        By number of opponents, all deals: the rest of the board, times k hands that are not told apart.
    n_opponents
        The numbers of opponents, in the order asked for.

    Examples
    --------
    >>> import pokerbits as pb
    >>> odds = pb.odds_vs_random("AsAh", board="Kd7c7d")
    >>> odds
    <OddsResult: equity 86.21% against 1>
    >>> odds.counts, odds.total
    ({1: Counts(wins=922064, ties=(1031,), losses=147095)}, {1: 1070190})
    >>> odds.equity == (922064 + 1031 / 2) / 1070190
    np.True_
    """

    equity: Numbers
    win: Numbers
    tie: Numbers
    lose: Numbers
    counts: Mapping[int, Counted]
    total: Mapping[int, int]
    n_opponents: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON holds it: the `shape` of the hands, and `odds`, a list.

        It has one entry for each hand, in C order, and number of opponents, with the probabilities and the counts; of
        several hands an entry also says which `row` it is of.
        """
        odds = []
        for row, k, (equity, win, tie, lose), counts in self._entries():
            entry = {"opponents": k, "equity": equity, "win": win, "tie": tie, "lose": lose, "counts": counts.to_dict()}
            odds.append({"row": row} | entry if self._shape() else entry)
        return {"shape": list(self._shape()), "odds": odds}

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        They have one row for each hand, in C order, and number of opponents: `row`, int64, of several hands; then
        `opponents`, int64; `equity`, `win`, `tie` and `lose`, float64; `wins`, `ties`, `losses`, `total`, and `tied_1`,
        `tied_2`, ...: ties with so many opponents. The counts are decimal text, as they may not fit in 64 bits:
        `column.map(int)` of pandas and `column.cast(pl.Int128)` of polars make exact integers of them.
        """
        entries = list(self._entries())
        rows, opponents, _, counts = zip(*entries, strict=True) if entries else ((), (), (), ())
        found: Columns = {"row": np.array(rows, dtype=np.int64)} if self._shape() else {}
        found["opponents"] = np.array(opponents, dtype=np.int64)
        found |= {name: np.ravel(getattr(self, name)) for name in ("equity", "win", "tie", "lose")}
        return found | count_columns(counts, as_text=True)

    def _shape(self) -> tuple[int, ...]:
        """Return the shape of the hands."""
        counts = self.counts[self.n_opponents[0]]
        return counts.shape if isinstance(counts, np.ndarray) else ()

    def _entries(self) -> Iterator[tuple[int, int, list[float], Counts]]:
        """Iterate over hands and numbers of opponents: row, opponents, probabilities and counts."""
        several = len(self.n_opponents)
        numbers = np.stack([np.ravel(column) for column in (self.equity, self.win, self.tie, self.lose)], axis=-1)
        counts = [np.ravel(np.array(self.counts[k], dtype=object)) for k in self.n_opponents]
        for i, of_entry in enumerate(numbers):
            row, column = divmod(i, several)
            yield row, self.n_opponents[column], of_entry.tolist(), counts[column][row]

    def _summary(self) -> str:
        opponents = ", ".join(map(str, self.n_opponents))
        if self._shape():
            return f"hands of shape {self._shape()} against {opponents}"
        shares = ", ".join(f"{share:.2%}" for share in np.ravel(self.equity)[:5])
        return f"equity {shares}{', ...' * (len(self.n_opponents) > 5)} against {opponents}"

    def _table(self) -> Table:
        rows = []
        for i, (row, k, numbers, _) in enumerate(self._entries()):
            if i == _SHOWN_ROWS and self._shape():
                break
            rows.append([str(row)] * bool(self._shape()) + [str(k), *(f"{number:.4%}" for number in numbers)])
        more = np.size(self.equity) - len(rows)
        header = ["row"] * bool(self._shape()) + ["opponents", "equity", "win", "tie", "lose"]
        return Table(rows, header, f"and {more:,} rows more" if more else "")


@dataclass(frozen=True, eq=False, repr=False)
class PreflopOdds(Result):
    """The odds of the 169 hand classes before the flop; row i is `HAND_CLASSES[i]`.

    Attributes
    ----------
    equity, win, tie, lose
        As in `OddsResult`, float64 (169, n_k).
    counts
        The exact integers: `counts[i][k]` is the `Counts` of hand class i against k opponents.
    total
        By number of opponents, all deals.
    n_opponents
        The numbers of opponents: the columns.

    Examples
    --------
    >>> import pokerbits as pb
    >>> odds = pb.preflop_odds([2])
    >>> odds
    <PreflopOdds: 169 hand classes against 2>
    >>> odds.equity.shape
    (169, 1)
    >>> odds.counts[pb.HAND_CLASSES.index("AA")][2]
    Counts(wins=693292278608, ties=(2353142664, 3007657158), losses=248400860170)
    """

    equity: NDArray[np.float64]
    win: NDArray[np.float64]
    tie: NDArray[np.float64]
    lose: NDArray[np.float64]
    counts: tuple[Mapping[int, Counts], ...]
    total: Mapping[int, int]
    n_opponents: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON holds it: by hand class, a list with one entry for each number of opponents."""
        hands: dict[str, list[dict[str, Any]]] = {name: [] for name in HAND_CLASSES}
        for name, k, (equity, win, tie, lose), counts in self._entries():
            hands[name].append(
                {"opponents": k, "equity": equity, "win": win, "tie": tie, "lose": lose, "counts": counts.to_dict()}
            )
        return {"hands": hands}

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        They have one row for each hand class and number of opponents: `hand`, and all others as `OddsResult` has them,
        the counts as decimal text.
        """
        names, opponents, numbers, counts = zip(*self._entries(), strict=True)
        equity, win, tie, lose = np.array(numbers, dtype=np.float64).T
        found: Columns = {"hand": list(names), "opponents": np.array(opponents, dtype=np.int64)}
        return found | {"equity": equity, "win": win, "tie": tie, "lose": lose} | count_columns(counts, as_text=True)

    def to_csv(self, path: str | PathLike[str] | None = None) -> str:
        """Return the exact counts as CSV, a line a hand class and number of opponents; write them to `path` if given.

        The columns are hand, opponents, total, win, tie, lose, equity, and ties by number of equal opponents
        (`tied_1`, ...); all but equity are counts.
        """
        # Slow to import, and needed here only.
        with NoFork():
            import csv
            import io

            from pokerbits._files.writing import new_file

        text = io.StringIO()
        most = max(self.n_opponents)
        writer = csv.writer(text, lineterminator="\n")
        head = ["hand", "opponents", "total", "win", "tie", "lose", "equity"]
        writer.writerow(head + [f"tied_{j}" for j in range(1, most + 1)])
        for name, k, (equity, *_), counts in self._entries():
            row = [name, k, counts.total, counts.wins, counts.tied, counts.losses, repr(equity)]
            writer.writerow([*row, *counts.ties, *[0] * (most - k)])
        if path is not None:
            with new_file(as_path(path)) as file:
                file.write(text.getvalue().encode())
        return text.getvalue()

    def _entries(self) -> Iterator[tuple[str, int, list[float], Counts]]:
        """Iterate over hand classes and numbers of opponents: name, opponents, probabilities and counts."""
        numbers = np.stack([self.equity, self.win, self.tie, self.lose], axis=-1).tolist()
        for name, of_hand, counts in zip(HAND_CLASSES, numbers, self.counts, strict=True):
            for k, of_entry in zip(self.n_opponents, of_hand, strict=True):
                yield name, k, of_entry, counts[k]

    def _summary(self) -> str:
        return f"{len(self.counts)} hand classes against {', '.join(map(str, self.n_opponents))}"

    def _table(self) -> Table:
        """Return the equities, strongest against the first number of opponents on top."""
        order = np.argsort(-self.equity[:, 0], kind="stable")
        rows = [[HAND_CLASSES[i], *(f"{share:.3%}" for share in self.equity[i])] for i in order]
        return Table(rows, ["hand", *(f"k={k}" for k in self.n_opponents)])


@dataclass(frozen=True, eq=False, repr=False)
class Losses(Result):
    """What beats a hand on the river.

    Attributes
    ----------
    one_card
        Cards that beat the hand in any opponent's hole cards, uint8 (m,).
    two_card
        Combos of the other cards that beat it, uint8 (n, 2).
    ties
        Combos of the other cards that tie, uint8 (t, 2).

    Examples
    --------
    >>> import pokerbits as pb
    >>> found = pb.losses("2s2c", board="3c3d3h3s2h")
    >>> found
    <Losses: 44 one-card losses, 0 two-card losses, 0 ties>
    >>> found.one_card[:3]
    array([ 8,  9, 10], dtype=uint8)
    """

    one_card: NDArray[np.uint8]
    two_card: NDArray[np.uint8]
    ties: NDArray[np.uint8]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON holds it: lists of cards as text."""
        return {name: [cards for kind, cards in self._entries() if kind == name] for name in _LOSS_KINDS}

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        They have one row for each card or combo: `kind`, one of one_card, two_card and ties, and `cards`, as text.
        """
        entries = list(self._entries())
        return {"kind": [kind for kind, _ in entries], "cards": [cards for _, cards in entries]}

    def _entries(self) -> Iterator[tuple[str, str]]:
        """Iterate over all cards and combos: the kind, and the cards as text."""
        for kind in _LOSS_KINDS:
            for cards in getattr(self, kind):
                yield kind, format_cards(np.atleast_1d(cards))

    def _summary(self) -> str:
        return f"{len(self.one_card)} one-card losses, {len(self.two_card)} two-card losses, {len(self.ties)} ties"

    def _table(self) -> Table:
        found = self.to_dict()
        return Table(
            [[kind, str(len(cards)), " ".join(cards)] for kind, cards in found.items()], ["kind", "n", "cards"]
        )


_LOSS_KINDS = ("one_card", "two_card", "ties")


@overload
def odds_vs_random(
    hole: CardRow,
    *,
    board: CardRow | None = None,
    n_opponents: int = 1,
    dead: CardsLike | None = None,
    method: Literal["matchings", "cliques"] = "matchings",
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> OddsResult[np.float64, Counts]: ...
@overload
def odds_vs_random(
    hole: CardRow,
    *,
    board: CardRow | None = None,
    n_opponents: Sequence[int],
    dead: CardsLike | None = None,
    method: Literal["matchings", "cliques"] = "matchings",
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> OddsResult[NDArray[np.float64], Counts]: ...
@overload
def odds_vs_random(
    hole: CardRows,
    *,
    board: CardsLike | None = None,
    n_opponents: OpponentsLike = 1,
    dead: CardsLike | None = None,
    method: Literal["matchings", "cliques"] = "matchings",
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> OddsResult[NDArray[np.float64], NDArray[np.object_]]: ...
@overload
def odds_vs_random(
    hole: CardRow | CardNames,
    *,
    board: CardRows,
    n_opponents: OpponentsLike = 1,
    dead: CardsLike | None = None,
    method: Literal["matchings", "cliques"] = "matchings",
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> OddsResult[NDArray[np.float64], NDArray[np.object_]]: ...
@overload
def odds_vs_random(
    hole: CardRow | CardNames,
    *,
    board: CardRow | CardNames | None = None,
    n_opponents: OpponentsLike = 1,
    dead: CardsLike | None = None,
    method: Literal["matchings", "cliques"] = "matchings",
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> OddsResult: ...
def odds_vs_random(
    hole: CardsLike,
    *,
    board: CardsLike | None = None,
    n_opponents: OpponentsLike = 1,
    dead: CardsLike | None = None,
    method: Literal["matchings", "cliques"] = "matchings",
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> OddsResult:
    """Return the exact odds of hands against random opponents.

    Every deal of the rest of the board and of k opponents' hole cards is counted. All opponents play the same board and
    hold different cards, so the odds against k are not the k-th power of those against one. A tie is counted apart from
    wins and losses, by the number of opponents who tie; `equity` gives the hand its share of the pot, half of it
    against one who ties, a third against two.

    Parameters
    ----------
    hole
        Hole cards, shape (..., 2).
    board
        0, 3, 4 or 5 board cards, shape (..., m), by default none; leading axes broadcast with those of `hole`.
    n_opponents
        How many opponents, from 1 to what the deck allows (22 of 52 cards); or several such numbers.
    dead
        Cards that nobody can hold, the same for every hand; by default none.
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
    >>> odds.counts[1]
    Counts(wins=716, ties=(6,), losses=268)
    >>> print(odds)
    opponents    equity       win      tie      lose
            1  72.6263%  72.3232%  0.6061%  27.0707%
            8   6.3957%   6.0893%  0.6156%  93.2950%
    """
    opponents, several = _opponents(n_opponents)
    hands, shape = hands_and_boards(hole, board)
    without = known_cards(dead, "dead")
    threads = resolve_num_threads(num_threads)
    if method not in ("matchings", "cliques"):
        message = f"method={shown(method)}: expected 'matchings' or 'cliques'"
        raise InvalidArgumentError(message)
    if method == "cliques" and shape:
        message = "method='cliques' takes one hand at a time"
        raise InvalidArgumentError(message)
    with watching(progress, "odds") as callback, RowsOf(shape):
        if method == "cliques":
            own, dealt = (int(hands[0, 0]), int(hands[0, 1])), hands[0, 2:].tolist()
            [by_k] = _counts([_native.odds_by_cliques(own, dealt, without, opponents, threads, callback)])
            numbers = np.stack(probabilities(by_k, (1, len(opponents))), axis=-1)
            counts: Mapping[int, Any] = dict(zip(opponents, by_k, strict=True))
            total = {k: of_k.total for k, of_k in counts.items()}
        else:
            words = np.empty((len(hands), sum(opponents) + len(opponents), 2), dtype=np.uint64)
            numbers = np.empty((len(hands), len(opponents), 4), dtype=np.float64)
            _native.odds_rows(hands, without, opponents, words, numbers, threads, callback)
            total = dict(zip(opponents, _native.total_deals(hands.shape[1] - 2, without, opponents), strict=True))
            counts = _CountsByOpponents(words.reshape(*shape, *words.shape[1:]), total)
            if not shape:
                counts = {k: of_k[()] for k, of_k in counts.items()}
    axes = (*shape, len(opponents)) if several else shape
    equity, win, tie, lose = (np.ascontiguousarray(numbers[..., i]).reshape(axes)[()] for i in range(4))
    return OddsResult(equity, win, tie, lose, counts, total, tuple(opponents))


class _CountsByOpponents(Mapping[int, NDArray[np.object_]]):
    """The counts of many hands by number of opponents: arrays of `Counts`, made when they are asked for.

    Integers of 128 bits take a tenth of the memory of the objects, and nearly no time.
    """

    __slots__ = ("_made", "_total", "_words")

    def __init__(self, words: NDArray[np.uint64], total: Mapping[int, int]) -> None:
        # (..., counts, 2): k + 1 counts for each number k of opponents, low and high words.
        self._words, self._total = words, total
        self._made: dict[int, NDArray[np.object_]] = {}

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), (self._words, self._total)

    def __getitem__(self, k: int) -> NDArray[np.object_]:
        if k not in self._made:
            self._made[k] = self._make(k)
        return self._made[k]

    def _make(self, k: int) -> NDArray[np.object_]:
        """Return the array of the counts against k opponents, read-only."""
        total = self._total[k]
        first = sum(other + 1 for other in itertools.takewhile(lambda other: other != k, self._total))
        words = self._words[..., first : first + k + 1, :]
        found = np.empty(words.shape[:-2], dtype=object)
        low, high = (words[..., i].reshape(-1, k + 1).tolist() for i in range(2))
        for row, (lows, highs) in enumerate(zip(low, high, strict=True)):
            wins, *ties = (below | above << 64 for below, above in zip(lows, highs, strict=True))
            found.flat[row] = Counts(wins, tuple(ties), total - wins - sum(ties))
        found.flags.writeable = False
        return found

    def __iter__(self) -> Iterator[int]:
        return iter(self._total)

    def __len__(self) -> int:
        return len(self._total)

    def __repr__(self) -> str:
        return repr(dict(self))


def _opponents(n_opponents: OpponentsLike) -> tuple[list[int], bool]:
    """Return the numbers of opponents as a list, and whether they were several."""
    several = isinstance(n_opponents, Iterable)
    given = n_opponents if isinstance(n_opponents, Iterable) else [n_opponents]
    numbers = [operator.index(k) for k in given]
    for k in numbers:
        if not 1 <= k <= 25:
            message = f"n_opponents = {shown(k)}: expected at least 1, and at most what the deck can serve"
            raise InvalidArgumentError(message)
    if not numbers or len(set(numbers)) != len(numbers):
        message = f"n_opponents = {shown(numbers)}: expected different numbers of opponents"
        raise InvalidArgumentError(message)
    return numbers, several


_Found: TypeAlias = Sequence[tuple[list[int], int]]
"""For each number of opponents: the deals that are not lost, by the number of opponents who tie, and all deals."""


def _counts(found: Sequence[_Found]) -> list[list[Counts]]:
    """Return the counts of hands, for each number of opponents."""
    return [
        [Counts(wins, tuple(ties), total - wins - sum(ties)) for (wins, *ties), total in of_hand] for of_hand in found
    ]


def preflop_odds(
    n_opponents: OpponentsLike = range(1, 9), *, num_threads: int | None = None, progress: ProgressLike = None
) -> PreflopOdds:
    """Return the exact odds of all 169 hand classes against random opponents.

    Takes some ten seconds of one core, against one opponent alone half a second.

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
    >>> odds.counts[aces][1]
    Counts(wins=1781508418, ties=(11402312,), losses=304661670)
    >>> str(odds).splitlines()[1]
    'AA    85.204%'
    """
    opponents, _ = _opponents(n_opponents)
    with watching(progress, "pre-flop odds") as callback:
        found = _native.preflop_odds(opponents, resolve_num_threads(num_threads), callback)
    by_hand = _counts(found)
    numbers = probabilities([counts for of_hand in by_hand for counts in of_hand], (len(found), len(opponents)))
    counts = tuple(dict(zip(opponents, of_hand, strict=True)) for of_hand in by_hand)
    total = {k: total for k, (_, total) in zip(opponents, found[0], strict=True)}
    return PreflopOdds(*numbers, counts, total, tuple(opponents))


def count_disjoint(
    combos: CardsLike, *, sizes: Sequence[int], num_threads: int | None = None, progress: ProgressLike = None
) -> list[int]:
    """Return in how many ways so many combos with no card in common can be chosen: the k-clique counter on bit fields.

    Parameters
    ----------
    combos
        Different combos, shape (n, 2).
    sizes
        How many combos to choose; several numbers.
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
        If a row is not two different cards; the message names the row.
    InvalidArgumentError
        If a combo comes twice, a size is negative, or a count does not fit in 128 bits.

    Notes
    -----
    After jmfb's "poker": a combo is a vertex, two disjoint combos an edge, and the chosen combos a clique. Large sizes
    take long: there are about as many steps as cliques.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.count_disjoint(["2c2d", "2c2h", "2h2s"], sizes=[1, 2, 3])
    [3, 1, 0]
    """
    rows = as_cards(combos, what="combos")
    if rows.size == 0:
        rows = rows.reshape(0, 2)
    if rows.ndim != 2 or rows.shape[1] != 2:
        message = f"combos: expected shape (n, 2), found {rows.shape}"
        raise CardCountError(message)
    wanted = [operator.index(size) for size in sizes]
    if any(not 0 <= size <= 52 for size in wanted):
        message = f"sizes = {shown(wanted)}: expected numbers from 0 to 52"
        raise InvalidArgumentError(message)
    as_tuples = [(int(a), int(b)) for a, b in rows]
    with watching(progress, "cliques") as callback:
        return _native.count_disjoint(as_tuples, wanted, resolve_num_threads(num_threads), callback)


def losses(hole: CardsLike, *, board: CardsLike, dead: CardsLike | None = None) -> Losses:
    """Return what beats a hand on the river.

    Parameters
    ----------
    hole
        Two cards.
    board
        Five cards.
    dead
        Cards that nobody can hold; by default none.

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
    own, full = two_cards(hole), known_cards(board, "board", (5,))
    one, two, ties = _native.losses(own, full, known_cards(dead, "dead"))
    combos = (np.array(rows, dtype=np.uint8).reshape(-1, 2) for rows in (two, ties))
    return Losses(np.array(one, dtype=np.uint8), *combos)
