"""The buckets of the players in a deal: read the cards of `universal_poker`, look them up, and cache the buckets."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any

import numpy as np

from pokerbits._input.shown import shown
from pokerbits.abstraction import CardLookup
from pokerbits.abstraction._deck_check import check_deck
from pokerbits.cards import format_cards
from pokerbits.exceptions import InvalidArgumentError

# All cached buckets take about 100 MB.
REMEMBERED = 250_000


class Buckets:
    """The buckets of players by the cards dealt so far, hole cards of the first player first, then the board.

    Parameters
    ----------
    lookup
        The abstraction.
    n_players, n_hole_cards
        Number of players, and number of hole cards of each.
    board_cards
        Number of cards that each round adds to the board.
    n_ranks, n_suits
        Number of ranks and suits of the deck.
    perfect_recall
        Whether a player remembers the buckets of earlier streets.
    board
        The board cards of a subgame at its start, by street.
    hands_at_once
        Whether one chance node deals all hole cards, as in subgames with ranges.
    """

    def __init__(
        self,
        lookup: CardLookup,
        *,
        n_players: int,
        n_hole_cards: int,
        board_cards: Sequence[int],
        n_ranks: int,
        n_suits: int,
        perfect_recall: bool,
        board: Sequence[int] = (),
        hands_at_once: bool = False,
    ) -> None:
        if not isinstance(lookup, CardLookup):
            message = f"lookup: expected an object with a method `lookup(hole, board)`, found {shown(lookup)}"
            raise InvalidArgumentError(message)
        # The deck of a game of OpenSpiel has no lowest rank; here it is the deuce.
        rounds = (n_hole_cards, *(cards for cards in board_cards if cards))
        check_deck(lookup, "lookup", n_ranks=n_ranks, n_suits=n_suits, rounds=rounds)
        self.perfect_recall = perfect_recall
        self.hands_at_once = hands_at_once
        self.cards = [4 * (outcome // n_suits) + outcome % n_suits for outcome in range(n_ranks * n_suits)]
        """By chance outcome, which counts the cards of the deck by rank, then suit: the card id."""
        # Rounds without a new card belong to the previous street.
        boards = sorted(set(accumulate(board_cards)))
        holes = n_players * n_hole_cards
        self._holes = [slice(start, start + n_hole_cards) for start in range(0, holes, n_hole_cards)]
        self._boards = [slice(holes, holes + size) for size in boards]
        # Cards that are dealt together: their ends, and their starts. Then the streets, by their ends.
        self._starts = {hole.stop: hole.start for hole in self._holes}
        self._starts |= {end.stop: start.stop for start, end in zip(self._boards, self._boards[1:], strict=False)}
        if boards[0]:
            self._starts[holes + boards[0]] = holes
        self._street_ends = {end.stop: street for street, end in enumerate(self._boards)}
        self.board, first = _by_street(board, boards) if len(board) else ((), 0)
        """The board of a subgame."""
        self._first_street = 0 if perfect_recall else first
        self._bucket = lru_cache(REMEMBERED)(self._look_up)
        self._lookup = lookup
        self.bits = self._try_each_street()
        """The number of bits of a bucket."""

    @property
    def n_streets(self) -> int:
        """The number of streets."""
        return len(self._boards)

    def deal(self, dealt: tuple[int, ...], outcome: int) -> tuple[int, ...]:
        """Return the cards with one more. Cards that are dealt together are sorted, so their order does not matter."""
        dealt = (*dealt, self.cards[outcome])
        start = self._starts.get(len(dealt))
        dealt = dealt if start is None else dealt[:start] + tuple(sorted(dealt[start:]))
        return dealt + self.board if len(dealt) == self._holes[-1].stop else dealt

    def deal_hands(self, hands: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """Return the cards after all hole cards are dealt at once."""
        return tuple(card for hand in hands for card in sorted(hand)) + self.board

    def street_that_ends(self, dealt: tuple[int, ...]) -> int | None:
        """Return the street, from 0, whose last card was the last to be dealt, if one was."""
        return self._street_ends.get(len(dealt))

    def known(self, dealt: tuple[int, ...], street: int, player: int) -> list[tuple[int, int]]:
        """Return the streets and buckets that a player knows after the cards of a street, -1 for none."""
        first = 0 if self.perfect_recall else max(street, 0)
        hole = dealt[self._holes[player]]
        return [(at, self._bucket(hole, dealt[self._boards[at]])) for at in range(first, street + 1)]

    def _ask(self, hole: tuple[int, ...], board: tuple[int, ...]) -> Any:
        """Return the abstraction's bucket of a hand."""
        return self._lookup.lookup(np.array(hole, dtype=np.uint8), np.array(board, dtype=np.uint8))

    def _look_up(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        """Return the bucket of a hand."""
        bucket = operator.index(self._ask(hole, board))
        if bucket < 0:
            raise InvalidArgumentError(f"the bucket of {format_cards(hole)} on '{format_cards(board)}' is {bucket}")
        return bucket

    def _try_each_street(self) -> int:
        """Look up a hand on each street, to detect a missing street before play. Return the bits of a bucket."""
        bits = 0
        for street, cards in enumerate(self._boards[self._first_street :], self._first_street):
            n_board_cards = cards.stop - cards.start
            # The highest cards: a deck with fewer ranks or suits does not have them.
            dealt = tuple(self.cards[-self._holes[0].stop - n_board_cards :])
            board, hole = dealt[:n_board_cards], dealt[n_board_cards:]
            try:
                self._look_up(hole, board)
                bits = max(bits, 8 * np.asarray(self._ask(hole, board)).dtype.itemsize)
            except (LookupError, TypeError, ValueError) as error:
                raise InvalidArgumentError(
                    f"lookup: no bucket for street {street} of this game, such as {format_cards(hole)} on "
                    f"'{format_cards(board)}': {error}"
                ) from error
        return bits


def _by_street(board: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """Return the board of a subgame, with the cards of each street sorted, and its street."""
    if len(board) not in sizes or len(set(board)) < len(board):
        expected = " or ".join(str(size) for size in sizes if size)
        raise InvalidArgumentError(f"game: boardCards is {format_cards(board)}: expected {expected} different cards")
    found: tuple[int, ...] = ()
    for size in sizes:
        found += tuple(sorted(board[len(found) : size]))
    return found, sizes.index(len(board))
