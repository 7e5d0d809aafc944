"""Equilibria before the flop of two or three players who go all-in or fold."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, NamedTuple

from numpy.typing import ArrayLike

from pokerbits._equity.three_way import three_way_counts
from pokerbits._files.paths import as_path
from pokerbits._input.numbers import integer, real
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.preflop._cfr_plus import Game, solve
from pokerbits.preflop._heads_up import HeadsUp
from pokerbits.preflop._icm import checked_numbers, checked_payouts
from pokerbits.preflop._push_fold_result import SEATS, PushFoldResult
from pokerbits.preflop._spot import Spot
from pokerbits.preflop._three_handed import ThreeHanded
from pokerbits.preflop._triples import ClassTriples

FARTHEST = 1e6
"""Stacks are at most this number of big blinds: rounding hides a blind beside much larger numbers."""


def push_fold(
    stacks: ArrayLike,
    *,
    blinds: Sequence[float] = (0.5, 1.0),
    ante: float = 0.0,
    payouts: ArrayLike | None = None,
    path: str | PathLike[str] | None = None,
    target: float = 1e-7,
    max_iterations: int = 10_000,
    progress: ProgressLike = None,
) -> PushFoldResult:
    """Return an equilibrium of two or three players who go all-in or fold before the flop.

    Parameters
    ----------
    stacks
        Chips of each player before blinds and antes, in the order of acting: small blind (on the button) and big blind,
        or button, small blind and big blind.
    blinds
        Small blind and big blind, in the unit of the stacks.
    ante
        Ante of each player. It is posted before the blind.
    payouts
        Prizes of the first place, the second and so on, one for each player or fewer: players maximise their expected
        prize by the Independent Chip Model (`icm`). By default they maximise chips.
    path
        File of the counts of three hand classes, for three players; see `three_way_counts`. Two players need none.
    target
        Exploitability at which to stop, in big blinds.
    max_iterations
        Number of iterations after which to stop in any case, 1 to 2^31 - 1.
    progress
        `True` for a progress bar, or a function of the finished and the largest number of iterations.

    Returns
    -------
    PushFoldResult

    Raises
    ------
    InvalidArgumentError
        If there are not two or three stacks, a player has no chips, a number is negative, infinite or NaN, the big
        blind is 0 or smaller than the small blind, or there are more payouts than players. Also if there is no file of
        the counts of three hand classes; the message says how to get it.
    ForeignFileError, DamagedFileError, OSError
        If that file is not this table, is damaged, or cannot be read.

    Notes
    -----
    A player who calls goes all-in as well, and the part of a stack that nobody matches is returned. With three players
    all-in and unequal stacks there is a side pot. A player whom ante and blind put all-in has no decision.

    Folded hands count: if the button folds, the blinds are dealt from the cards that he leaves, weighted by the hands
    that he folds. The counts of all deals are exact. Iterations of predictive CFR+ (Farina, Kroer and Sandholm 2021)
    come close; Newton's method, whose steps Lemke's method solves, finds the rest. They end at `target`, and
    `exploitability` of the result says how far they came. With two players an equilibrium is always found; with three
    no method is known to find one always, but the exploitability holds.

    If two players lose all chips in one hand, the one with the larger stack before it finishes first; equal stacks
    share the places.

    Examples
    --------
    >>> import pokerbits as pb
    >>> found = pb.preflop.push_fold([10, 10])
    >>> print({name: f"{share:.2%}" for name, share in found.frequencies.items()})
    {'push': '58.28%', 'call': '37.38%'}
    >>> found.values.round(5)
    array([-0.04537,  0.04537])
    """
    chips, (small, big), ante, prizes = _checked(stacks, blinds, ante, payouts)
    target = real("target", target, 0)
    max_iterations = integer("max_iterations", max_iterations, 1)
    path = None if path is None else as_path(path)
    # In big blinds, and in parts of the largest prize.
    largest = max(prizes or (1.0,))
    of_prizes = None if prizes is None else tuple(prize / largest for prize in prizes)
    spot = Spot(tuple(stack / big for stack in chips), (small / big, 1.0), ante / big, of_prizes)
    with watching(progress, "push or fold") as tell:
        game: Game = HeadsUp(spot) if len(chips) == 2 else ThreeHanded(spot, ClassTriples(three_way_counts(path)))
        found, iterations = solve(game, target * spot.unit, max_iterations, tell)
    decisions = zip(game.decisions, found.strategy, game.reached, strict=True)
    return PushFoldResult(
        {name: chosen for name, chosen, can_come in decisions if can_come},
        found.values * (big if prizes is None else largest),
        found.exploitability / spot.unit,
        iterations,
        chips,
        (small, big),
        ante,
        prizes,
    )


class _Checked(NamedTuple):
    """The numbers of a spot as floats."""

    stacks: tuple[float, ...]
    blinds: tuple[float, float]
    ante: float
    payouts: tuple[float, ...] | None


def _checked(stacks: ArrayLike, blinds: Any, ante: Any, payouts: ArrayLike | None) -> _Checked:
    """Return the numbers of a spot after a check."""
    chips = checked_numbers(stacks, "stacks")
    if chips.ndim != 1 or len(chips) not in SEATS:
        found = f"{len(chips)}" if chips.ndim == 1 else f"shape {chips.shape}"
        raise InvalidArgumentError(f"stacks: expected those of 2 or 3 players in the order of acting, found {found}")
    for seat, stack in zip(SEATS[len(chips)], chips.tolist(), strict=True):
        if stack == 0:
            raise InvalidArgumentError(f"stacks: the {seat} has no chips; leave out players who are not dealt in")
    posted = checked_numbers(blinds, "blinds")
    if posted.shape != (2,):
        message = f"blinds: expected the small blind and the big blind, as in (0.5, 1), found {shown(blinds)}"
        raise InvalidArgumentError(message)
    small, big = posted.tolist()
    if big == 0 or small > big:
        found = f"{small:g} and {big:g}"
        message = f"blinds: expected a big blind above 0 and no smaller than the small blind, found {found}"
        raise InvalidArgumentError(message)
    ante = real("ante", ante, 0)
    for what, numbers in (("stacks", chips.tolist()), ("ante", [ante] if ante else [])):
        for number in numbers:
            if not big / FARTHEST <= number <= big * FARTHEST:
                wanted = f"numbers from {1 / FARTHEST:g} to {FARTHEST:g} big blinds"
                raise InvalidArgumentError(f"{what}: expected {wanted}, found {number:g} with a big blind of {big:g}")
    return _Checked(
        tuple(chips.tolist()), (small, big), ante, None if payouts is None else _prizes(payouts, len(chips))
    )


def _prizes(payouts: ArrayLike, n_players: int) -> tuple[float, ...]:
    """Return the prizes after a check."""
    prizes = checked_payouts(payouts)
    if len(prizes) > n_players:
        message = f"payouts: expected at most {n_players}, one for each player, found {len(prizes)}"
        raise InvalidArgumentError(message)
    if not prizes.any():
        raise InvalidArgumentError("payouts: expected a prize above 0 for one place or more")
    return tuple(prizes.tolist())
