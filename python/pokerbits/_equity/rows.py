"""The exact equity of specific hands in many spots at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._by_street import PLAYER, Errors, Part, by_street
from pokerbits._input.card_arrays import broadcast, card_ids, side_by_side
from pokerbits._input.card_set import CardSet
from pokerbits._input.missing import is_missing, missing_value
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rows import RowsOf, row_of
from pokerbits._input.shown import shown
from pokerbits._input.situation import ANY_BOARD, check_board, check_hole
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardsLike
from pokerbits._output.arrays import deliver, output
from pokerbits._output.columns import Columns
from pokerbits._output.counts import Counts
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits._public import publish
from pokerbits.exceptions import (
    CardCountError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    PokerbitsError,
)

_SHOWN_ROWS = 20
_LONGEST_NAME = 3
"""Number of characters of the longest name of a card: 10s."""


@dataclass(frozen=True, eq=False, repr=False)
class EquityRows(Result):
    """The equities of the players in many spots.

    (...) below is the shape of the spots.

    Attributes
    ----------
    equity
        Expected share of the pot, float64 (..., players), each rounded once.
    shares
        The exact integers, uint32 (..., players, players): for each player the number of showdowns won alone, shared
        with one other player, with two, ... with all others.
    n
        Number of showdowns in each spot; for spots of different streets int64 (...), 0 for wrong rows.

    Examples
    --------
    >>> import pokerbits as pb
    >>> found = pb.equity_rows([["AhKh", "9c9d"], ["AsKs", "QdQc"]], "Qh7h2c")
    >>> found
    <EquityRows: 2 spots of 2 players, 990 showdowns each>
    >>> found.counts[0, 0]
    Counts(wins=545, ties=(0,), losses=445)
    >>> found.win.round(4)
    array([[0.5505, 0.4495],
           [0.0162, 0.9838]])
    """

    equity: NDArray[np.float64]
    shares: NDArray[np.uint32]
    n: int | NDArray[np.int64]

    @property
    def win(self) -> NDArray[np.float64]:
        """Probability to win alone, float64 (..., players)."""
        return self._share(self.shares[..., 0])

    @property
    def tie(self) -> NDArray[np.float64]:
        """Probability to share the pot, float64 (..., players)."""
        return self._share(self.shares[..., 1:].sum(axis=-1))

    @property
    def lose(self) -> NDArray[np.float64]:
        """Probability that somebody has a better hand, float64 (..., players)."""
        return self._share(self._showdowns() - self.shares.sum(axis=-1, dtype=np.int64))

    @property
    def counts(self) -> NDArray[np.object_]:
        """The exact integers as `Counts`, an object array (..., players), created at first access."""
        made: NDArray[np.object_] | None = vars(self).get("_counts")
        if made is None:
            made = np.empty(self.shares.shape[:-1], dtype=object)
            shares, numbers = self.shares.reshape(-1, self.shares.shape[-1]), self._showdowns().reshape(-1)
            for at, ((wins, *ties), n) in enumerate(zip(shares.tolist(), numbers.tolist(), strict=True)):
                made.flat[at] = Counts(wins, tuple(ties), n - wins - sum(ties))
            made.flags.writeable = False
            vars(self)["_counts"] = made
        return made

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON.

        Returns
        -------
        dict
            `n`, the `shape` of the spots, and `spots`, a list in C order. Each spot is a list with the equity and the
            counts of every player. `n` is a list if spots have different numbers of showdowns.
        """
        players = self.equity.shape[-1]
        entries = [
            {"equity": equity, "counts": counts.to_dict()}
            for equity, counts in zip(np.ravel(self.equity).tolist(), np.ravel(self.counts), strict=True)
        ]
        spots = [entries[first : first + players] for first in range(0, len(entries), players)]
        n = self.n.reshape(-1).tolist() if isinstance(self.n, np.ndarray) else self.n
        return {"n": n, "shape": list(self.equity.shape[:-1]), "spots": spots}

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each spot, in C order, and player. The columns are `row` and `player`, int64; `equity`, `win`,
            `tie` and `lose`, float64; `wins`, `ties`, `losses`, `total` and `tied_1`, `tied_2`, ... (ties with one,
            two, ... other players), int64.
        """
        *_, players = self.equity.shape
        row, player = np.divmod(np.arange(self.equity.size, dtype=np.int64), players)
        shares = self.shares.reshape(-1, players).astype(np.int64)
        wins, ties, total = shares[:, 0], shares[:, 1:].sum(axis=1), self._showdowns().reshape(-1)
        found: Columns = {"row": row, "player": player}
        found |= {name: np.ravel(getattr(self, name)) for name in ("equity", "win", "tie", "lose")}
        found |= {"wins": wins, "ties": ties, "losses": total - wins - ties, "total": total}
        for j in range(1, players):
            found[f"tied_{j}"] = shares[:, j]
        return found

    def _share(self, showdowns: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
        """Return a number of showdowns as a share of all."""
        of_all = self._showdowns()
        found: NDArray[np.float64] = np.full(of_all.shape, np.nan)
        np.divide(showdowns, of_all, out=found, where=of_all > 0)
        return found

    def _showdowns(self) -> NDArray[np.int64]:
        """Return the number of showdowns in the spot of each player."""
        return np.broadcast_to(np.asarray(self.n, dtype=np.int64)[..., None], self.equity.shape)

    def _summary(self) -> str:
        *spots, players = self.equity.shape
        n = prod(spots)
        return f"{n:,} spot{'s' * (n != 1)} of {players} players" + (
            f", {self.n:,} showdowns each" if isinstance(self.n, int) else ""
        )

    def _table(self) -> Table:
        players = self.equity.shape[-1]
        spots = self.equity.reshape(-1, players)
        rows = [[str(row), *(f"{share:.4%}" for share in spot)] for row, spot in enumerate(spots[:_SHOWN_ROWS])]
        more = len(spots) - len(rows)
        header = ["row", *(f"player {i + 1}" for i in range(players))]
        return Table(rows, header, f"and {more:,} rows more" if more else "")


def _columns(given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a column for each player, and one for the board; `None` if the hands are not those of columns."""
    players = _players(given["hands"])
    if players is None or not 2 <= len(players) <= _native.MAX_PLAYERS:
        return None
    return {f"{PLAYER}{number}": hands for number, hands in enumerate(players, 1)} | {"board": given["board"]}


def _players(hands: Any) -> list[Any] | None:
    """Return the hands of each player in every spot, if hands are those of spots: rows of an array, or columns."""
    if isinstance(hands, np.ndarray) or hasattr(hands, "__array__"):
        array = np.asarray(hands)
        axis = 2 if array.dtype.kind in "iu" else 1
        return [*np.moveaxis(array, -axis, 0)] if array.ndim > axis else None
    if not isinstance(hands, list | tuple) or not hands:
        return None
    if all(_is_column(of_player) for of_player in hands):
        return [*hands]
    # Otherwise spots, each with a hand for every player.
    first = next((spot for spot in hands if isinstance(spot, list | tuple)), ())
    if not any(map(_is_hand, first)):
        return None
    for row, spot in enumerate(hands):
        if is_missing(spot):
            raise missing_value(spot, "hands", (row,))
        if not isinstance(spot, list | tuple | np.ndarray) or len(spot) != len(first):
            found = len(spot) if isinstance(spot, list | tuple | np.ndarray) else shown(spot)
            raise CardCountError(f"hands: expected {len(first)} players, found {found}", row=row)
    return [list(of_player) for of_player in zip(*hands, strict=True)]


def _is_hand(item: object) -> bool:
    """Return whether an item is a hand, and neither a card nor several hands."""
    if isinstance(item, str):
        return len(item) > _LONGEST_NAME
    if isinstance(item, list | tuple) and item:
        return not isinstance(item[0], list | tuple | np.ndarray) and not _is_hand(item[0])
    return isinstance(item, CardSet) or (isinstance(item, np.ndarray) and item.ndim == 1)


def _is_column(hands: Any) -> bool:
    """Return whether these are the hands of one player: a series, or an array of texts or of objects."""
    return hasattr(hands, "__array__") and np.ndim(hands) == 1 and np.asarray(hands).dtype.kind in "OUST"


def _arguments(cards: dict[str, NDArray[np.integer[Any]]]) -> dict[str, Any]:
    """Return the arguments of `equity_rows` for the cards of each player, and of the board."""
    hands = [of_player for name, of_player in cards.items() if name != "board"]
    for player, of_player in enumerate(hands):
        check_hole(of_player.shape[-1], "hands", player)
    return {"hands": np.stack(hands, axis=-2), "board": cards.get("board")}


def _joined(parts: Sequence[Part], shape: tuple[int, ...], given: Mapping[str, Any]) -> EquityRows:
    """Return the equities of spots of several streets, which have different numbers of showdowns."""
    spots, players = prod(shape), len(_players(given["hands"]) or ())
    result, filled = output(given["out"], (*shape, players), np.float64, (spots, players))
    shares = np.zeros((spots, players, players), dtype=np.uint32)
    showdowns = np.zeros(spots, dtype=np.int64)
    filled[...] = np.nan
    for rows, found in parts:
        filled[rows], shares[rows], showdowns[rows] = found.equity, found.shares, found.n
    is_one = len(set(showdowns.tolist())) == 1
    n = int(showdowns[0]) if is_one else showdowns.reshape(shape)
    return EquityRows(deliver(result, filled), shares.reshape(*shape, players, players), n)


@by_street("hands", "board", wrong=np.float64(np.nan), join=_joined, columns=_columns, arguments=_arguments)
def equity_rows(
    hands: CardsLike | Sequence[Sequence[str]],
    board: CardsLike | None = None,
    *,
    out: NDArray[np.float64] | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
    errors: Errors = "raise",  # noqa: ARG001 - for `by_street`
) -> EquityRows:
    """Return the exact equities of specific hands in many spots, over every runout of each board.

    Parameters
    ----------
    hands
        Hole cards of two to ten players in each spot, shape (..., players, 2). Or a list with a column of hands for
        each player, such as `[frame["hero"], frame["villain"]]`.
    board
        Board of each spot, 0 to 5 cards, shape (..., m); by default none. Leading axes broadcast with those of
        the spots. A column may have boards of different streets; `None` and NaN are no board.
    out
        A float64 array of shape (..., players) to fill with the equities.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.
    errors
        `"raise"`, or `"nan"` to give wrong rows of a column NaN instead of raising the error of the first.

    Returns
    -------
    EquityRows

    Raises
    ------
    InvalidCardError, DuplicateCardError
        If the cards of a spot are not different cards of the deck. The `row` of the error is the spot; its `player` is
        the last player holding the card, if any.
    CardCountError
        If a hand does not have two cards, or a board has more than five.
    InvalidArgumentError
        If there are not two to ten players, shapes do not broadcast, or `out` has another shape or dtype.

    Notes
    -----
    A spot of two players takes about a microsecond on the flop and less on other streets; before the flop it is in a
    table. With more players it takes milliseconds there. A result takes 4 * players^2 + 8 * players bytes for each
    spot.

    Examples
    --------
    >>> import numpy as np
    >>> import pokerbits as pb
    >>> pb.equity_rows([["AhAd", "KsKh"], ["7c2d", "8h8s"]]).equity.round(4)
    array([[0.8195, 0.1805],
           [0.1201, 0.8799]])
    >>> hands = np.array([[[51, 47], [0, 5]]])  # AsKs against 2c3d, on every flop that they leave possible
    >>> flops = pb.HandIndexer((3,)).unindex(np.arange(1755))
    >>> flops = flops[~np.isin(flops, hands).any(axis=1)]
    >>> pb.equity_rows(hands, flops).equity.shape
    (1442, 2)
    """
    own = _hands(hands)
    *leading, players, _ = own.shape
    if not 2 <= players <= _native.MAX_PLAYERS:
        raise InvalidArgumentError(f"hands: expected 2 to {_native.MAX_PLAYERS} players, found {players}")
    dealt = card_ids("" if board is None else board, what="board")
    check_board(dealt.shape[-1], ANY_BOARD, "board")
    try:
        spots = side_by_side(own.reshape(*leading, 2 * players), dealt)
        shape = spots.shape[:-1]
        result, filled = output(out, (*shape, players), np.float64, (prod(shape), players), spots)
        shares = np.empty((prod(shape), players, players), dtype=np.uint32)
        with watching(progress, "equity") as watcher, RowsOf(shape):
            threads = resolve_num_threads(num_threads)
            _native.equity_rows(spots.reshape(-1, spots.shape[-1]), shares, filled, threads, watcher)
    except (DuplicateCardError, InvalidCardError) as error:
        error.player = _last_holder(own, dealt, error)
        raise
    n = comb(_native.CARD_COUNT - 2 * players - dealt.shape[-1], 5 - dealt.shape[-1])
    return EquityRows(deliver(result, filled), shares.reshape(*shape, players, players), n)


def _hands(hands: Any) -> NDArray[np.integer[Any]]:
    """Return the hole cards, shape (..., players, 2), not yet validated."""
    players = _players(hands) if isinstance(hands, list | tuple) else None
    if players is not None:
        own = np.stack(broadcast(*(card_ids(of_player, what="hands") for of_player in players))[1], axis=-2)
    else:
        try:
            own = card_ids(hands, what="hands")
        except PokerbitsError as error:
            if isinstance(error.row, int):
                # These are the hands of one spot.
                error.player, error.row = error.row, None
            elif isinstance(error.row, tuple) and np.ndim(hands) == len(error.row) and _is_hand(np.ravel(hands)[0]):
                error.player, error.row = error.row[-1], row_of(error.row[:-1])
            raise
    if own.shape[-1] != 2:
        raise CardCountError(f"hands: expected 2 cards, found {own.shape[-1]}")
    if own.ndim < 2:
        raise CardCountError(f"hands: expected shape (..., players, 2), found {own.shape}")
    return own


def _last_holder(hands: NDArray[Any], boards: NDArray[Any], error: DuplicateCardError | InvalidCardError) -> int | None:
    """Return the last player who holds the card of an error, in its row."""
    row = () if error.row is None else error.row
    shape = np.broadcast_shapes(hands.shape[:-2], boards.shape[:-1])
    if 0 in shape:
        return None
    of_row = np.broadcast_to(hands, (*shape, *hands.shape[-2:]))[row]
    holders = np.flatnonzero((of_row == error.card).any(axis=-1))
    return int(holders[-1]) if holders.size else None


publish("pokerbits", EquityRows, equity_rows)
