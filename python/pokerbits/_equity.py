"""Equity at showdown: how often each hand wins and shares the pot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._arrays import CardsLike
from pokerbits._results import Columns, Counts, Result, Table, count_columns, probabilities
from pokerbits._situation import known_cards, two_cards
from pokerbits.cards import CARD_NAMES
from pokerbits.exceptions import DuplicateCardError

__all__ = ["EquityResult", "equity"]


@dataclass(frozen=True, eq=False, repr=False)
class EquityResult(Result):
    """How often each player wins, ties and loses.

    Attributes
    ----------
    equity
        Expected share of the pot, float64 (n_players,): a tied pot is divided by the number of players who share it.
    win
        Probability to win alone, float64 (n_players,).
    tie
        Probability to share the pot, float64 (n_players,).
    lose
        Probability that somebody has a better hand, float64 (n_players,).
    counts
        The exact integers behind the probabilities, one `Counts` for each player.
    n
        Showdowns counted.
    players
        The hands, as text.

    Examples
    --------
    >>> import pokerbits as pb
    >>> result = pb.equity("AhKh", "9c9d", board="Qh7h2c")
    >>> result
    <EquityResult: AhKh 55.05%, 9c9d 44.95% of 990 showdowns>
    >>> result.counts[0]
    Counts(wins=545, ties=(0,), losses=445)
    >>> result.to_dict()["players"][1]["counts"]
    {'wins': 445, 'ties': [0], 'losses': 545, 'total': 990}
    """

    equity: NDArray[np.float64]
    win: NDArray[np.float64]
    tie: NDArray[np.float64]
    lose: NDArray[np.float64]
    counts: tuple[Counts, ...]
    n: int
    players: tuple[str, ...]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return a field of a result that has been counted and no more, and keep them all."""
            counted = self.__dict__.get("_counted")
            if counted is None or name not in self.__dataclass_fields__:
                message = f"{type(self).__name__!r} object has no attribute {name!r}"
                raise AttributeError(message)
            self.__dict__.update(vars(_result(*counted)))
            return self.__dict__[name]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON holds it: `n`, and for each player the hand, the probabilities and the counts."""
        players = [
            {"hand": hand, "equity": equity, "win": win, "tie": tie, "lose": lose, "counts": counts.to_dict()}
            for hand, equity, win, tie, lose, counts in zip(
                self.players, *(column.tolist() for column in self._numbers()), self.counts, strict=True
            )
        ]
        return {"n": self.n, "players": players}

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take, one row for each player.

        They are `hand`; `equity`, `win`, `tie` and `lose`, float64; `wins`, `ties`, `losses`, `total`, and `tied_1`,
        `tied_2`, ...: ties with so many others, int64.
        """
        equity, win, tie, lose = self._numbers()
        found: Columns = {"hand": list(self.players), "equity": equity, "win": win, "tie": tie, "lose": lose}
        return found | count_columns(self.counts, as_text=False)

    def _numbers(self) -> tuple[NDArray[np.float64], ...]:
        return self.equity, self.win, self.tie, self.lose

    def _summary(self) -> str:
        shares = (f"{hand} {share:.2%}" for hand, share in zip(self.players, self.equity, strict=True))
        return f"{', '.join(shares)} of {self.n:,} showdowns"

    def _table(self) -> Table:
        rows = [
            [hand, *(f"{number:.4%}" for number in numbers)]
            for hand, *numbers in zip(self.players, *self._numbers(), strict=True)
        ]
        return Table(rows, ["player", "equity", "win", "tie", "lose"], f"{self.n:,} showdowns, exact")


def equity(*players: CardsLike, board: CardsLike | None = None, dead: CardsLike | None = None) -> EquityResult:
    """Return the equity of two to ten given hands over every runout of the board.

    Parameters
    ----------
    *players
        Hole cards, two for each player.
    board
        0, 3, 4 or 5 board cards; by default none.
    dead
        Cards that are known to be out of play; by default none.

    Raises
    ------
    CardCountError
        If a player has not two cards or the board not 0, 3, 4 or 5.
    InvalidCardError, DuplicateCardError
        If something is not a card, or a card comes twice among hands, board and dead cards. The `player` of an error is
        the one whose cards are wrong; of a card that comes twice, the last one who has it.
    InvalidArgumentError
        If there are not two to ten hands, or too few cards are left.

    Notes
    -----
    Before the flop boards are counted by pattern: boards with the same ranks count together unless some player makes a
    flush on them. All counts are exact integers. Given hands take a few milliseconds on one thread.

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
    """
    # Cards of plain types: what the rest does, errors aside, at a tenth of the time.
    plain = _native.exact_counts_of_plain(players, board, dead)
    if plain is not None:
        return _counted(*plain)
    hands = [two_cards(hole, f"player {i + 1}", player=i) for i, hole in enumerate(players)]
    dealt, without = known_cards(board, "board", (0, 3, 4, 5)), known_cards(dead, "dead")
    try:
        by_winners = _native.exact_counts(hands, dealt, without)
    except DuplicateCardError as error:
        error.player = max((i for i, hand in enumerate(hands) if error.card in hand), default=None)
        raise
    return _counted(hands, by_winners)


def _counted(hands: Sequence[tuple[int, int]], by_winners: NDArray[np.uint64]) -> EquityResult:
    """Return the result of counts by set of winners, bit `i` for player `i`.

    Its fields are made when one is first asked for: to make them takes longer than to count the river.
    """
    new = EquityResult.__new__(EquityResult)
    vars(new)["_counted"] = (hands, by_winners)
    return new


def _result(hands: Sequence[tuple[int, int]], by_winners: NDArray[np.uint64]) -> EquityResult:
    """Return the result of counts by set of winners, all its fields made."""
    shared = [[0] * len(hands) for _ in hands]
    for winners, count in enumerate(by_winners.tolist()):
        if count:
            for i, of_player in enumerate(shared):
                if winners >> i & 1:
                    of_player[winners.bit_count() - 1] += count
    n = int(by_winners.sum())
    counts = tuple(Counts(wins, tuple(ties), n - wins - sum(ties)) for wins, *ties in shared)
    players = tuple(CARD_NAMES[first] + CARD_NAMES[second] for first, second in hands)
    return EquityResult(*probabilities(counts, (len(players),)), counts, n, players)
