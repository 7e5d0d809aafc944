"""River boards that are ranked once and kept: the terminal nodes of a solver."""

from __future__ import annotations

from math import prod
from typing import Any, Self

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pokerbits import _native
from pokerbits._input.arrays import paired
from pokerbits._input.card_arrays import card_ids, side_by_side
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rows import RowsOf
from pokerbits._input.situation import check_board
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardsLike
from pokerbits._input.weights import WeightsLike, as_weights, float_type
from pokerbits._keyword_hints import with_hints
from pokerbits._output.arrays import deliver, output
from pokerbits._public import publish
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.ranges._range import Dialect

_COMBOS = _native.COMBO_COUNT


class RankedBoards:
    """Boards of five cards, with all 1,326 combos of each sorted by strength.

    Use it for the terminal nodes of a solver. `outcomes` returns the weights that each combo beats and ties with,
    `values` what it wins less what it loses, and `equity` its equity; all account for card removal. Ranking a board
    takes a few microseconds and keeps three to five kilobytes. Each evaluation of a weighted range is then one pass
    over the sorted combos.

    Parameters
    ----------
    boards
        Boards of five cards, shape (..., 5).
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Raises
    ------
    InvalidCardError, DuplicateCardError
        If a board is not made of different cards of the deck; the message names the row and the card.
    CardCountError
        If the boards do not have five cards.

    Examples
    --------
    >>> import numpy as np
    >>> import pokerbits as pb
    >>> boards = pb.RankedBoards(["Qs Js Ts 2c 3d", "Ah 7d 2c Ks 9h"])
    >>> boards
    <RankedBoards: 2 boards>
    >>> win, tie = boards.outcomes(np.full(1326, 0.5))
    >>> win.shape, win[:, pb.cards.combo_id("AsKs")]
    ((2, 1326), array([495.,   0.]))
    """

    __slots__ = ("_boards", "_ranked")

    @with_hints
    def __init__(self, boards: CardsLike, *, num_threads: int | None = None, progress: ProgressLike = None) -> None:
        cards = side_by_side(card_ids(boards, what="boards"))
        check_board(cards.shape[-1], (5,), "boards")
        # A copy: the caller may change the array.
        self._boards = cards.copy()
        self._boards.flags.writeable = False
        with watching(progress, "ranking boards") as watcher, RowsOf(self.shape):
            threads = resolve_num_threads(num_threads)
            self._ranked = _native.RankedBoards(self._boards.reshape(-1, 5), threads, watcher)

    @property
    def boards(self) -> NDArray[np.uint8]:
        """The boards, uint8 (..., 5), read-only."""
        return self._boards

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape (...) of the boards; () for one board."""
        return self._boards.shape[:-1]

    @property
    def strengths(self) -> NDArray[np.uint16]:
        """The strength of every combo on every board, uint16 (..., 1326), a new array; 0 for blocked combos."""
        found = np.empty((*self.shape, _COMBOS), dtype=np.uint16)
        self._ranked.strengths(found.reshape(-1, _COMBOS))
        return found

    @property
    def order(self) -> NDArray[np.int64]:
        """The combos of every board from the weakest up, int64 (..., 1326), a new array.

        The 245 combos with a board card, whose strength is 0, come first. Combos of equal strength are in ascending
        order. With `ties`, this is what a showdown kernel needs in PyTorch or JAX [1]_.

        References
        ----------
        .. [1] https://pokerbits.github.io/pokerbits/latest/how-to/solver_showdowns/

        Examples
        --------
        >>> import pokerbits as pb
        >>> board = pb.RankedBoards("AhKh7d2c2s")
        >>> pb.cards.format_cards(pb.COMBOS[board.order[[245, 246, -2, -1]]])
        ['3c4c', '3d4c', 'AdAs', '2d2h']
        """
        return np.argsort(self.strengths, axis=-1, kind="stable").astype(np.int64, copy=False)

    @property
    def ties(self) -> NDArray[np.int64]:
        """Where the run of equal strength of each place in `order` ends, int64 (..., 1326), a new array.

        The combo at place i ties with those up to place `ties[i] - 1`, and loses to all from place `ties[i]` on. The
        run begins at `np.searchsorted(ties, ties[i])`.

        Examples
        --------
        >>> import numpy as np
        >>> import pokerbits as pb
        >>> ties = pb.RankedBoards("AhKh7d2c2s").ties
        >>> ties[[0, 245, -1]]
        array([ 245,  341, 1326])
        >>> np.searchsorted(ties, ties[[0, 340, 341]])
        array([  0, 245, 341])
        """
        ranked = np.sort(self.strengths, axis=-1)
        ends = np.full(ranked.shape, _COMBOS, dtype=np.int64)
        np.copyto(ends[..., :-1], np.arange(1, _COMBOS), where=ranked[..., 1:] != ranked[..., :-1])
        backward = ends[..., ::-1]
        np.minimum.accumulate(backward, axis=-1, out=backward)
        return ends

    def outcomes(
        self,
        weights: WeightsLike,
        *,
        dialect: Dialect | None = None,
        dtype: DTypeLike = np.float64,
        out: tuple[NDArray[Any], NDArray[Any]] | None = None,
        num_threads: int | None = None,
        progress: ProgressLike = None,
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the weights that every combo beats and ties with on every board, against opponents with these weights.

        An opponent who holds a card of the combo or of the board is left out.

        Parameters
        ----------
        weights
            Weights of the opponent's combos, shape (..., 1326) in the order of `COMBOS`, not negative; leading axes
            broadcast with those of the boards. Or a `Range`, or its text (`"QQ+, AKs"`).
        dialect
            Meaning of `+` and `-` behind connected hands in a text, as in `Range`.
        dtype
            float64 or float32: the dtype to which weights are rounded, and that of the result. Sums are computed in
            float64.
        out
            Two arrays of the shape and dtype of the results to fill and return.
        num_threads
            Threads to use; by default those of `set_num_threads`. The result does not depend on it.
        progress
            `True` for a bar, or a function of steps done and steps in all.

        Returns
        -------
        win, tie
            Arrays of shape (..., 1326), never negative; 0 for a combo that the board blocks.

        Raises
        ------
        InvalidArgumentError
            If a weight is negative, infinite or NaN (the message names the row of `weights` and the combo), or the sum
            of the weights overflows the dtype. Also if the number of weights is not 1326, shapes do not broadcast, or
            `dtype` or `out` are not as above.
        TypeError
            If the weights are not numbers.
        InvalidRangeError
            If a text cannot be read as a range.

        Notes
        -----
        Each win and tie is off by less than 2.7e-13 of the sum of all weights. The bound is not relative to the win
        itself, since it is a difference of sums. With float32 the result is rounded once more. Results are exact if
        all weights are integers, or integer multiples of one power of two, and the integers add up to at most 2^53.

        Examples
        --------
        >>> import numpy as np
        >>> import pokerbits as pb
        >>> board = pb.RankedBoards("AhKh7d2c2s")
        >>> reach = np.zeros(1326)
        >>> reach[pb.cards.combo_id(["AsAd", "KsKd", "QsQd"])] = 0.25, 0.5, 1
        >>> win, tie = board.outcomes(reach)
        >>> combos = pb.cards.combo_id(["KdKc", "QhQc", "AdQd"])
        >>> win[combos], tie[combos]
        (array([1., 0., 0.]), array([0., 1., 0.]))
        """
        kind = float_type(dtype)
        rows = as_weights(weights, kind, dialect=dialect)
        if out is not None and not (isinstance(out, tuple) and len(out) == 2):
            raise InvalidArgumentError(f"out: expected a tuple of two arrays, found {type(out).__name__}")
        if out is not None and np.may_share_memory(*out):
            raise InvalidArgumentError("out: the two arrays share memory")
        shape, pairs = paired(self.shape, rows.shape[:-1], what="boards and weights")
        core_shape = (len(pairs), _COMBOS)
        win, win_filled = output(None if out is None else out[0], (*shape, _COMBOS), kind, core_shape, rows)
        tie, tie_filled = output(None if out is None else out[1], (*shape, _COMBOS), kind, core_shape, rows)
        fill = self._ranked.outcomes if kind == np.float64 else self._ranked.outcomes_single
        with watching(progress, "outcomes") as watcher, RowsOf(rows.shape[:-1]):
            threads = resolve_num_threads(num_threads)
            fill(rows.reshape(-1, _COMBOS), pairs, win_filled, tie_filled, threads, watcher)
        return deliver(win, win_filled), deliver(tie, tie_filled)

    def values(
        self,
        reach: WeightsLike,
        *,
        dialect: Dialect | None = None,
        dtype: DTypeLike | None = None,
        out: NDArray[Any] | None = None,
        num_threads: int | None = None,
        progress: ProgressLike = None,
    ) -> NDArray[Any]:
        """Return what every combo wins less what it loses, against many reach vectors of each board at once.

        The value of a combo is the weight of the opponents that it beats, less that of the opponents that beat it. An
        opponent who holds a card of the combo or of the board is left out. Sixteen vectors of a board are compared in
        one pass: this is the showdown of a solver, with a vector for each of its nodes.

        Parameters
        ----------
        reach
            Weights of the opponent's combos, shape (..., n, 1326) in the order of `COMBOS`, not negative: n vectors for
            each board. The axes before n broadcast with those of the boards. One vector, shape (1326,), a `Range` or
            its text is for all boards.
        dialect
            Meaning of `+` and `-` behind connected hands in a text, as in `Range`.
        dtype
            float64 or float32: the dtype to which weights are rounded, in which sums are computed, and that of the
            result. By default float32 for a float32 array, and float64 otherwise; float32 is faster.
        out
            An array of the shape and dtype of the result to fill and return.
        num_threads
            Threads to use; by default those of `set_num_threads`. The result does not depend on it.
        progress
            `True` for a bar, or a function of steps done and steps in all.

        Returns
        -------
        float64 or float32 of shape (..., n, 1326)
            Win less lose, in the unit of the weights; 0 for a combo that the board blocks. Without the axis n for one
            vector.

        Raises
        ------
        InvalidArgumentError, InvalidRangeError, TypeError
            As `outcomes`.

        Notes
        -----
        Each value is off by less than 5.4e-13 of the sum of all weights with float64, and by less than 3e-4 with
        float32: a bound for the worst case, where 1e-6 is usual. Results are exact if all weights are integers, or
        integer multiples of one power of two, and the integers add up to at most 2^52, or 2^23 with float32. The
        values of a vector do not depend on the others.

        Examples
        --------
        >>> import numpy as np
        >>> import pokerbits as pb
        >>> board = pb.RankedBoards("AhKh7d2c2s")
        >>> reach = np.zeros((2, 1326), dtype=np.float32)
        >>> reach[0, pb.cards.combo_id(["AsAd", "KsKd", "QsQd"])] = 0.25, 0.5, 1
        >>> reach[1] = pb.Range("AA").weights
        >>> values = board.values(reach)
        >>> values[:, pb.cards.combo_id(["KdKc", "QhQc", "AdQd"])]
        array([[ 0.75, -0.75, -0.5 ],
               [-3.  , -3.  , -1.  ]], dtype=float32)
        """
        if dtype is None:
            dtype = np.float32 if getattr(reach, "dtype", None) == np.float32 else np.float64
        kind = float_type(dtype)
        rows = as_weights(reach, kind, "reach", dialect)
        # The axis of the vectors of a board is one more than the boards have.
        of_boards = (*self.shape, 1) if rows.ndim > 1 else self.shape
        shape, pairs = paired(of_boards, rows.shape[:-1], what="boards and reach")
        result, filled = output(out, (*shape, _COMBOS), kind, (len(pairs), _COMBOS), rows)
        fill = self._ranked.values if kind == np.float64 else self._ranked.values_single
        with watching(progress, "values") as watcher, RowsOf(rows.shape[:-1]):
            threads = resolve_num_threads(num_threads)
            fill(rows.reshape(-1, _COMBOS), pairs, filled, threads, watcher)
        return deliver(result, filled)

    def equity(
        self,
        weights: WeightsLike,
        *,
        dialect: Dialect | None = None,
        out: NDArray[np.float64] | None = None,
        num_threads: int | None = None,
        progress: ProgressLike = None,
    ) -> NDArray[np.float64]:
        """Return the equity of every combo on every board, against opponents with these weights.

        Parameters
        ----------
        weights, dialect
            As for `outcomes`.
        out
            A float64 array of the shape of the result to fill and return.
        num_threads
            Threads to use; by default those of `set_num_threads`. The result does not depend on it.
        progress
            `True` for a bar, or a function of steps done and steps in all.

        Returns
        -------
        float64 of shape (..., 1326)
            From 0 to 1: (win + tie / 2) / total, with the unblocked weight as total: the weight of all opponents
            that share no card with the combo or the board. NaN for a combo that the board blocks, and if
            the total is 0.

        Raises
        ------
        InvalidArgumentError, TypeError
            As `outcomes`.

        Notes
        -----
        Integers, and decimals of up to four places, are added up exactly and divided once. Sums of other weights are
        rounded, and results are off by less than 1e-11. If the combo blocks most of the opponents' weight, the rest is
        added up term by term.

        Examples
        --------
        >>> import numpy as np
        >>> import pokerbits as pb
        >>> boards = pb.RankedBoards(["AhKh7d2c2s", "AhKhQhJhTh"])
        >>> against_random = boards.equity(np.ones(1326))
        >>> against_random[:, pb.cards.combo_id("AsAd")]
        array([0.9989899, 0.5      ])
        >>> bool(against_random[0, pb.cards.combo_id("AsAd")] == pb.hand_strength("AsAd", board="AhKh7d2c2s"))
        True
        """
        rows = as_weights(weights, np.float64, dialect=dialect)
        shape, pairs = paired(self.shape, rows.shape[:-1], what="boards and weights")
        result, filled = output(out, (*shape, _COMBOS), np.float64, (len(pairs), _COMBOS), rows)
        with watching(progress, "equity") as watcher, RowsOf(rows.shape[:-1]):
            threads = resolve_num_threads(num_threads)
            self._ranked.equity(rows.reshape(-1, _COMBOS), pairs, filled, threads, watcher)
        return deliver(result, filled)

    def __reduce__(self) -> tuple[type[Self], tuple[NDArray[np.uint8]]]:
        return type(self), (self._boards,)

    def __repr__(self) -> str:
        n = prod(self.shape)
        of_shape = f" of shape {self.shape}" if len(self.shape) > 1 else ""
        return f"<{type(self).__name__}: {n:,} board{'s' * (n != 1)}{of_shape}>"


publish("pokerbits", RankedBoards)
