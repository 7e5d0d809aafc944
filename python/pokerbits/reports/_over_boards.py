"""Reports of two ranges on all flops, and on the next card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits import _native
from pokerbits._equity.folded import Folded, check_folded, read_few_folded
from pokerbits._equity.ranges import check_pairs
from pokerbits._indexer import HandIndexer
from pokerbits._input.card_arrays import as_cards
from pokerbits._input.card_set import CardSet
from pokerbits._input.numbers import real_numbers
from pokerbits._input.progress import ProgressLike, among_all, watching
from pokerbits._input.shown import shown
from pokerbits._input.situation import check_board, free_combos, known_cards
from pokerbits._input.types import CardsLike
from pokerbits.cards import CARD_NAMES, format_cards
from pokerbits.exceptions import InvalidArgumentError, InvalidRangeError
from pokerbits.ranges._range import Dialect, Range, RangeLike
from pokerbits.reports._board_report import BoardReport
from pokerbits.reports._board_showdowns import board_showdowns, is_symmetric
from pokerbits.reports._flop_mean import N_FLOPS
from pokerbits.reports._named_range import named_range
from pokerbits.reports._textures import Texture, checked_textures, flops

if TYPE_CHECKING:
    from concurrent.futures import Executor

_QUANTILES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


def flop_report(
    hero: RangeLike,
    villain: RangeLike,
    *,
    boards: CardsLike | None = None,
    weights: ArrayLike | None = None,
    group_by: Texture | Sequence[Texture] | None = None,
    quantiles: Sequence[float] = _QUANTILES,
    nut_equity: float = 0.8,
    folded: Sequence[RangeLike] | None = None,
    dialect: Dialect | None = None,
    executor: Executor | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> BoardReport:
    """Return the exact equities of two ranges on every flop, with quantiles and shares of nut hands.

    Parameters
    ----------
    hero, villain
        Ranges: text, a `Range`, or the weights of all 1,326 combos.
    boards
        Flops, shape (n, 3). By default all flops: the 1,755 up to suit isomorphism, each weighted by the number of
        flops that it represents, if both ranges give all combos of a hand class the same weight; otherwise all 22,100.
    weights
        Number of flops that each of `boards` represents, shape (n,), not negative; by default 1 each. A flop may
        represent its suit-isomorphic flops only if both ranges give all combos of a hand class the same weight. For a
        range with specific suits, such as `AhKh`, the boards and weights of `flops()` are an error.
    group_by
        A texture of flops, or several. The report then has means over the flops of the same texture. See
        `BoardReport.group_by`.
    quantiles
        Which quantiles of the equities to report, each from 0 to 1.
    nut_equity
        Minimum equity of a nut hand, 0 to 1.
    folded
        One or two ranges of players who have folded; by default none. A flop then takes up to seconds: give some
        `boards`, or an executor.
    dialect
        Meaning of `+` and `-` behind connected hands in texts, as in `Range`.
    executor
        Executor that computes the equities, as in `combo_equity`.
    num_threads
        Number of threads; by default that of `set_num_threads`, or with an executor one in each task. The result does
        not depend on it.
    progress
        `True` for a progress bar, or a function of the finished and the total number of steps.

    Returns
    -------
    BoardReport
        One row for each flop, or with `group_by` for each texture.

    Raises
    ------
    CardCountError, InvalidCardError, DuplicateCardError
        If the boards are not flops; the message names the row and the card.
    InvalidRangeError
        If a text is not a range, a range has no hand, or there is no flop on which both players have a hand.
    InvalidArgumentError
        If the weights are not as above, boards and weights are the flops up to suits and a range tells suits apart,
        there is no such texture, or a quantile or `nut_equity` is not within 0 and 1.
    CancelledError
        If a task of the executor is cancelled. Errors of the executor, such as `BrokenProcessPool`, pass unchanged.

    Notes
    -----
    A deal gives both players disjoint hands without a card of the flop. Its weight is the product of the weights of the
    two hands. `share` is the share of the deals with the flop, and the mean of the equities weighted by it is the
    equity before the flop. The equity of a range is the mean of the equities of its combos, each weighted by its deals:
    its weight times the unblocked weight of the opponent's range. Quantiles and nut shares count the same deals.

    Deals are counted as integers, from the weights as decimals, so that no quantile or nut share depends on a rounded
    sum. The mean of the equities is a sum of floats.

    Ranges with specific suits are counted on all 22,100 flops, with 500 MB: on one thread a single hand takes some
    seconds, and a range of many hands about a minute.

    Examples
    --------
    >>> import pokerbits as pb
    >>> report = pb.flop_report("QQ+, AKs", "22+, A2s+", boards=["Ah7d2c", "Kh7d2c", "9h8h7h"])
    >>> report.equity.round(4)
    array([[0.6314, 0.3686],
           [0.8238, 0.1762],
           [0.6002, 0.3998]])
    >>> report.equity_quantiles[0, :, 4].round(4)
    array([0.5458, 0.0868])
    >>> print(report.group_by("suits"))
    suits      share    hero  villain  hero nuts  villain nuts
    rainbow   61.04%  73.13%   26.87%     45.03%         4.02%
    monotone  38.96%  60.02%   39.98%     16.58%         9.18%
    nuts: hands with an equity of 80% or more; 2 rows by suits, hero 68.02%, villain 31.98%
    """
    if group_by is not None:
        checked_textures(group_by)
    players, names = _players(hero, villain, dialect)
    gone = read_few_folded(folded, dialect)
    ranges = list(zip(players, names, strict=True))
    ranges += [(Range.from_weights(of), name) for of, name in zip(*gone, strict=True)]
    if boards is not None:
        dealt = as_cards(boards, what="boards")
        check_board(dealt.shape[-1], (3,), "boards")
        if dealt.ndim != 2 or not len(dealt):
            message = f"boards: expected one row of three cards for each flop, found shape {dealt.shape}"
            raise InvalidArgumentError(message)
        counted = np.ones(len(dealt)) if weights is None else _weights(weights, len(dealt))
        _refuse_flops_up_to_suits(ranges, dealt, counted)
    elif weights is not None:
        raise InvalidArgumentError("weights: expected only together with boards")
    else:
        dealt, counted = _every_flop(*(of for of, _ in ranges))
    rows = [(name,) for name in format_cards(dealt)]
    report = _report(
        players, names, ("flop",), rows, dealt, counted, quantiles, nut_equity, gone, num_threads, progress, executor
    )
    return report if group_by is None else report.group_by(group_by)


def runout_report(
    hero: RangeLike,
    villain: RangeLike,
    *,
    board: CardsLike,
    quantiles: Sequence[float] = _QUANTILES,
    nut_equity: float = 0.8,
    folded: Sequence[RangeLike] | None = None,
    dialect: Dialect | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> BoardReport:
    """Return the exact equities of two ranges after each card that can come next.

    Parameters
    ----------
    hero, villain
        Ranges: text, a `Range`, or the weights of all 1,326 combos.
    board
        A flop, for 49 rows of turn cards, or a flop and a turn card, for 48 rows of river cards.
    quantiles, nut_equity, folded, dialect, num_threads, progress
        As `flop_report`.

    Returns
    -------
    BoardReport
        One row per turn or river card, the deuce of clubs first. The mean of the equities weighted by `share` is the
        equity on the board. A card that leaves a player without hands has share 0 and equity NaN.

    Raises
    ------
    CardCountError, InvalidCardError, DuplicateCardError
        If the board does not have three or four different cards.
    InvalidRangeError
        If a text is not a range, or the board leaves no deal.
    InvalidArgumentError
        If a quantile or `nut_equity` is not within 0 and 1.

    Examples
    --------
    >>> import pokerbits as pb
    >>> report = pb.reports.runout_report("QQ+, AKs", "22+, A2s+", board="Ah7d2c")
    >>> report
    <BoardReport: 49 rows by turn, hero 63.14%, villain 36.86%>
    >>> best = report.equity[:, 0].argmax()
    >>> report.rows[best], report.equity[best].round(4)
    (('Kh',), array([0.761, 0.239]))
    """
    players, names = _players(hero, villain, dialect)
    dealt = known_cards(board, "board", (3, 4))
    CardSet(dealt)
    cards = [card for card in range(_native.CARD_COUNT) if card not in dealt]
    boards = np.array([[*dealt, card] for card in cards], dtype=np.uint8)
    by, rows = ("turn" if len(dealt) == 3 else "river",), [(CARD_NAMES[card],) for card in cards]
    gone, each = read_few_folded(folded, dialect), np.ones(len(cards))
    weights = np.stack([hands.weights for hands in players])
    check_folded(gone, weights, names, free_combos(dealt), f"the board {format_cards(dealt)}")
    return _report(players, names, by, rows, boards, each, quantiles, nut_equity, gone, num_threads, progress)


def _report(
    players: tuple[Range, Range],
    names: tuple[str, str],
    by: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    boards: NDArray[np.uint8],
    n_boards: NDArray[np.float64],
    quantiles: Sequence[float],
    nut_equity: float,
    folded: Folded,
    num_threads: int | None,
    progress: ProgressLike,
    executor: Executor | None = None,
) -> BoardReport:
    """Return the report on boards, with the number of boards that each represents."""
    levels, nut_level = np.atleast_1d(real_numbers(quantiles, "quantiles")), real_numbers(nut_equity, "nut_equity")
    for what, shares in (("quantiles", levels), ("nut_equity", nut_level)):
        if not ((shares >= 0) & (shares <= 1)).all() or shares.ndim != (what == "quantiles"):
            raise InvalidArgumentError(f"{what}: expected shares from 0 to 1, found {shown(shares.tolist())}")
    hero, villain = players
    with watching(progress, "reports") as watcher:
        sides = [
            board_showdowns(
                own,
                opponent,
                boards,
                levels=levels,
                nut_equity=float(nut_level),
                folded=folded,
                executor=executor,
                num_threads=num_threads,
                progress=among_all(watcher, part, 1, 2),
            )
            for part, (own, opponent) in enumerate(((hero, villain), (villain, hero)))
        ]
    share = sides[0].deals * n_boards
    if not share.any():
        raise InvalidRangeError(f"the boards leave no deal of {shown(names[0])} and {shown(names[1])}")
    equity, of_levels, nuts = (
        np.stack([getattr(side, name) for side in sides], axis=1) for name in ("equity", "quantiles", "nut_share")
    )
    return BoardReport(
        by,
        tuple(rows),
        boards,
        n_boards,
        share / share.sum(),
        equity,
        of_levels,
        nuts,
        levels,
        float(nut_level),
        names,
    )


def _every_flop(*players: Range) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return flops and the number that each represents: one per orbit if both ranges are symmetric in the suits."""
    found = flops(all=not all(map(is_symmetric, players)))
    return found.boards, found.weights.astype(np.float64)


def _refuse_flops_up_to_suits(
    ranges: Sequence[tuple[Range, str]], boards: NDArray[np.uint8], n_boards: NDArray[np.float64]
) -> None:
    """Raise for the flops up to suit isomorphism with their weights if a range has specific suits."""
    apart = [name for hands, name in ranges if not is_symmetric(hands)]
    if not apart or n_boards.sum() != N_FLOPS or (n_boards == 1).all():
        return
    indexer = HandIndexer((3,))
    if np.array_equal(n_boards, indexer.multiplicity(indexer.index(boards))):
        raise InvalidArgumentError(
            f"boards: {shown(apart[0])} has specific suits, so flops up to suit isomorphism do not represent others: "
            "omit boards and weights for a report on all 22,100 flops"
        )


def _players(
    hero: RangeLike, villain: RangeLike, dialect: Dialect | None
) -> tuple[tuple[Range, Range], tuple[str, str]]:
    """Return two ranges that can be dealt together, and their names."""
    first, its_name = named_range(hero, dialect, "hero", player=0)
    second, name = named_range(villain, dialect, "villain", player=1)
    players, names = (first, second), (its_name, name)
    for number, hands in enumerate(players):
        if not len(hands):
            message = f"{('hero', 'villain')[number]}: there is no hand in {shown(hands.text)}"
            raise InvalidRangeError(message, player=number)
    weights = np.stack([hands.weights for hands in players])
    check_pairs(weights, names, np.ones(_native.COMBO_COUNT, dtype=bool))
    return players, names


def _weights(weights: ArrayLike, n: int) -> NDArray[np.float64]:
    """Return the weights of n boards."""
    found = real_numbers(weights, "weights")
    if found.shape != (n,) or not (found >= 0).all() or not np.isfinite(found).all() or not found.any():
        message = f"weights: expected {n} numbers, finite, not negative and not all 0, found shape {found.shape}"
        raise InvalidArgumentError(message)
    return found
