"""Equity at showdown: of given hands over every runout, of ranges over every deal or by samples."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeGuard

import numpy as np

from pokerbits import _native
from pokerbits._arrays import CardsLike
from pokerbits._card_set import CardSet, parse
from pokerbits._equity_result import EquityResult, counted_hands
from pokerbits._progress import ProgressLike, check
from pokerbits._range_equity import Method, check_sampling, exact_equity, sampled_equity, seconds_allowed
from pokerbits._rng import RngLike
from pokerbits._situation import known_cards, two_cards
from pokerbits._threads import resolve_num_threads
from pokerbits.cards import CARD_NAMES, combo_id
from pokerbits.exceptions import DuplicateCardError, InvalidArgumentError, InvalidCardError, InvalidRangeError
from pokerbits.ranges import Range, RangeLike, as_range

__all__ = ["EquityResult", "PlayerLike", "equity"]

PlayerLike: TypeAlias = CardsLike | RangeLike
"""What a player can hold: two cards, or a range as text, `Range` or weights of all 1,326 combos."""


def equity(
    *players: PlayerLike,
    board: CardsLike | None = None,
    dead: CardsLike | None = None,
    method: Method = "auto",
    budget: float | None = None,
    n_samples: int | None = None,
    std_error: float | None = None,
    rng: RngLike | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> EquityResult:
    """Return the equity of two to ten hands or ranges over every runout of the board.

    Parameters
    ----------
    *players
        For each player two hole cards, or a range: its text, a `Range`, or the weights of all 1,326 combos.
    board
        0, 3, 4 or 5 board cards; by default none.
    dead
        Cards that are known to be out of play; by default none.
    method
        `"exact"` counts every deal, each with the product of its weights; `"monte_carlo"` samples. `"auto"` samples
        only where an exact answer would take too long; the result says what was done.
    budget
        Seconds on one thread that an exact answer may take by estimate; by default 10 for `"auto"` and 600 for
        `"exact"`, which refuses beyond.
    n_samples, std_error
        When samples are enough: so many, or once the standard error of every equity is so small, whichever comes first.
        By default a standard error of 0.0001. Samples of two ranges are boards, each with all its deals; of more they
        are deals. Of three they are boards where `std_error` alone is given and boards come to it sooner, as of ranges
        that are much alike. A whole board of two or three ranges is one sample, which is exact.
    rng
        A seed or a generator for samples, as `numpy.random.default_rng` takes it. The same seed gives the same answer.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Raises
    ------
    CardCountError
        If a player has not two cards or the board not 0, 3, 4 or 5.
    InvalidCardError, DuplicateCardError
        If something is not a card, or a card comes twice among hands, board and dead cards. The `player` of an error is
        the one whose cards are wrong; of a card that comes twice, the last one who has it.
    InvalidRangeError
        If a text is no range, if the known cards leave no hand of one, or if players can only hold the same cards.
    InvalidArgumentError
        If there are not two to ten players, too few cards are left, or `"exact"` would take longer than `budget`; the
        message says how long.

    Notes
    -----
    Everything is counted in integers as long as the weights are decimals of a few digits. Given hands before the flop
    are counted by pattern: boards with the same ranks count together unless some player makes a flush on them. Two
    ranges before the flop are looked up in a table of all 47,008 match-ups of hands; on a board, and of three ranges,
    every whole board is swept once (see `docs/range_equity.md`).

    Examples
    --------
    >>> import pokerbits as pb
    >>> result = pb.equity("AhAd", "KsKh")
    >>> result.counts[0]
    Counts(wins=1399204, ties=(7923,), losses=305177)
    >>> print(result)
    player    equity       win      tie      lose
    AhAd    81.9461%  81.7147%  0.4627%  17.8226%
    KsKh    18.0539%  17.8226%  0.4627%  81.7147%
    1,712,304 showdowns, exact
    >>> pb.equity("AhKh", "9c9d", board="Qh7h2c").win
    array([0.55050505, 0.44949495])

    >>> pb.equity("QQ+, AKs", "22+, A2s+, 0.5:KQo", board="Ah7d2c")
    <EquityResult: QQ+, AKs 64.39%, 22+, A2s+, 0.5:KQo 35.61% of 1,700,325 showdowns>
    >>> pb.equity("KK", "QQ", "random", "random", n_samples=10_000, rng=1).method
    'monte_carlo'
    """
    if method == "auto" and budget is n_samples is std_error is rng is num_threads is progress is None:
        # Cards of plain types: what the rest does, errors aside, at a tenth of the time.
        plain = _native.exact_counts_of_plain(players, board, dead)
        if plain is not None:
            return counted_hands(*plain)
    seconds, threads = seconds_allowed(method, budget), resolve_num_threads(num_threads)
    check_sampling(n_samples, std_error, rng)
    check(progress)
    if not 2 <= len(players) <= _native.MAX_PLAYERS:
        message = f"expected 2 to {_native.MAX_PLAYERS} players, found {len(players)}"
        raise InvalidArgumentError(message)
    held = [_hand_or_range(player, number) for number, player in enumerate(players)]
    hands = [hand for hand in held if not isinstance(hand, Range)]
    dealt, without = known_cards(board, "board", (0, 3, 4, 5)), known_cards(dead, "dead")
    if method != "monte_carlo" and len(hands) == len(players):
        try:
            return counted_hands(hands, _native.exact_counts(hands, dealt, without))
        except DuplicateCardError as error:
            error.player = max((i for i, hand in enumerate(hands) if error.card in hand), default=None)
            raise
    names = [_name(player, hand) for player, hand in zip(players, held, strict=True)]
    ranges = [hand if isinstance(hand, Range) else _range_of(hand, number) for number, hand in enumerate(held)]
    known = ranges, names, dealt, without
    # Where samples are asked for no second is allowed, and the core only looks at the cards.
    found = exact_equity(*known, seconds, num_threads=threads, progress=progress)
    if isinstance(found, EquityResult):
        return found
    if method == "exact":
        message = (
            f"an exact answer would take some {found:,.0f} seconds on one thread, {seconds:,.0f} are allowed: "
            "give more by budget=, or sample by method='monte_carlo'"
        )
        raise InvalidArgumentError(message)
    return sampled_equity(
        *known, n_samples=n_samples, std_error=std_error, rng=rng, num_threads=threads, progress=progress
    )


def _hand_or_range(player: PlayerLike, number: int) -> tuple[int, int] | Range:
    """Return the two cards of a player, or the range."""
    what = f"player {number + 1}"
    if isinstance(player, Range):
        return player
    if isinstance(player, str):
        try:
            cards = parse(player)
        except InvalidCardError:
            return as_range(player, what, player=number)
        if len(cards) != 2:
            # Hands behind each other are a range of them: AhAd,KhKd.
            try:
                return as_range(player, what, player=number)
            except InvalidRangeError:
                pass
    elif _are_weights(player):
        return as_range(player, what, player=number)
    return two_cards(player, what, player=number)


def _are_weights(player: Any) -> TypeGuard[RangeLike]:
    """Return whether a player that is no text is given by weights: floats, or as many numbers as there are combos."""
    if isinstance(player, CardSet):
        return False
    dtype = getattr(player, "dtype", None)
    if isinstance(dtype, np.dtype) and dtype.kind == "f":
        return True
    try:
        return len(player) == _native.COMBO_COUNT
    except TypeError:
        return False


def _name(player: PlayerLike, held: tuple[int, int] | Range) -> str:
    """Return how a player is called: as the caller wrote it, if it was written."""
    if not isinstance(held, Range):
        return CARD_NAMES[held[0]] + CARD_NAMES[held[1]]
    return " ".join(player.split()) if isinstance(player, str) else held.text


def _range_of(hand: tuple[int, int], number: int) -> Range:
    """Return the range of one hand."""
    weights = np.zeros(_native.COMBO_COUNT)
    try:
        weights[combo_id(hand)] = 1
    except (DuplicateCardError, InvalidCardError) as error:
        error.player = number
        raise
    return Range._of(weights)
