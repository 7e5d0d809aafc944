"""Equity at showdown: how often each hand wins and shares the pot."""

from dataclasses import dataclass
from math import lcm
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._arrays import CardsLike, one_row
from pokerbits._threads import resolve_num_threads
from pokerbits.cards import CARD_NAMES
from pokerbits.exceptions import CardCountError, InvalidArgumentError

__all__ = ["EquityResult", "equity"]


@dataclass(frozen=True, eq=False)
class EquityResult:
    """How often each player wins and ties.

    Attributes
    ----------
    equity
        Expected share of the pot, float64 (n_players,).
    win
        Probability to win alone, float64 (n_players,).
    tie
        Probability to share the pot, float64 (n_players,).
    std_error
        Standard error of `equity`, float64 (n_players,); 0 when exact.
    n
        Showdowns counted.
    exact
        Whether every showdown was counted.
    counts
        Exact integers: `counts[i][j]` showdowns that player `i` won alone (`j` = 1) or shared `j` ways (`j` >= 2);
        `counts[i][0]` are lost.
    players
        The hands, as text.

    Examples
    --------
    >>> import pokerbits as pb
    >>> result = pb.equity("AhKh", "9c9d", board="Qh7h2c")
    >>> result.n, result.counts, result.exact
    (990, ((445, 545, 0), (545, 445, 0)), True)
    """

    equity: NDArray[np.float64]
    win: NDArray[np.float64]
    tie: NDArray[np.float64]
    std_error: NDArray[np.float64]
    n: int
    exact: bool
    counts: tuple[tuple[int, ...], ...]
    players: tuple[str, ...]

    def __str__(self) -> str:
        width = max(6, *(len(player) for player in self.players))
        lines = [f"{'player':<{width}}  {'equity':>9}  {'win':>9}  {'tie':>9}"]
        for player, share, win, tie in zip(self.players, self.equity, self.win, self.tie, strict=True):
            lines.append(f"{player:<{width}}  {share:9.4%}  {win:9.4%}  {tie:9.4%}")
        lines.append(f"{self.n:,} showdowns, exact" if self.exact else f"{self.n:,} showdowns")
        return "\n".join(lines)


def equity(
    *players: CardsLike,
    board: CardsLike = "",
    dead: CardsLike = "",
    method: Literal["exact", "auto"] = "auto",
    num_threads: int | None = None,
) -> EquityResult:
    """Return the equity of two to ten given hands over every completion of the board.

    Parameters
    ----------
    *players
        Hands of two cards.
    board
        0, 3, 4 or 5 board cards.
    dead
        Cards that are known to be out of play.
    method
        `"exact"` and `"auto"` count every board.
    num_threads
        Accepted as everywhere; given hands are counted in a few milliseconds on one thread.

    Raises
    ------
    CardCountError
        If a hand has not two cards or the board not 0, 3, 4 or 5.
    InvalidCardError, DuplicateCardError
        If something is not a card, or a card comes twice among hands, board and dead cards.
    InvalidArgumentError
        If there are not two to ten hands, or too few cards are left.

    Notes
    -----
    Before the flop boards are counted by pattern: boards with the same ranks count together unless some player makes a
    flush on them. All counts are exact integers.

    Examples
    --------
    >>> import pokerbits as pb
    >>> result = pb.equity("AhAd", "KsKh")
    >>> result.counts[0]
    (305177, 1399204, 7923)
    >>> print(result)
    player     equity        win        tie
    AhAd     81.9461%   81.7147%    0.4627%
    KsKh     18.0539%   17.8226%    0.4627%
    1,712,304 showdowns, exact
    >>> pb.equity("AhKh", "9c9d", board="Qh7h2c").win
    array([0.55050505, 0.44949495])
    """
    if method not in ("exact", "auto"):
        message = f"method={method!r}: expected 'exact' or 'auto'"
        raise InvalidArgumentError(message)
    resolve_num_threads(num_threads)
    hands = [one_row(player, f"player {i + 1}") for i, player in enumerate(players)]
    for i, hand in enumerate(hands):
        if len(hand) != 2:
            message = f"player {i + 1}: expected 2 cards, found {len(hand)}"
            raise CardCountError(message)
    by_winners = _native.exact_counts(
        [(hand[0], hand[1]) for hand in hands], one_row(board, "board"), one_row(dead, "dead")
    )
    return _result(by_winners, tuple(CARD_NAMES[high] + CARD_NAMES[low] for high, low in hands))


def _result(by_winners: list[int], players: tuple[str, ...]) -> EquityResult:
    """Return the result of counts by set of winners, bit `i` for player `i`."""
    counts = [[0] * (len(players) + 1) for _ in players]
    for winners, count in enumerate(by_winners):
        if count:
            for i, row in enumerate(counts):
                row[winners.bit_count() if winners >> i & 1 else 0] += count
    n = sum(by_winners)
    # One division a number, so that each is correctly rounded.
    pot = lcm(*range(1, len(players) + 1))
    shares = [sum(count * (pot // j) for j, count in enumerate(row) if j) for row in counts]
    return EquityResult(
        equity=np.array([share / (pot * n) for share in shares]),
        win=np.array([row[1] / n for row in counts]),
        tie=np.array([sum(row[2:]) / n for row in counts]),
        std_error=np.zeros(len(players)),
        n=n,
        exact=True,
        counts=tuple(tuple(row) for row in counts),
        players=players,
    )
