"""Losses of a hand on the river: cards and combos that beat it, and combos that tie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.situation import known_cards, two_cards
from pokerbits._input.types import CardsLike
from pokerbits._output.columns import Columns
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits.cards import format_cards


@dataclass(frozen=True, eq=False, repr=False)
class Losses(Result):
    """Cards and combos that beat or tie a hand on the river.

    Attributes
    ----------
    one_card
        Cards that beat the hand together with any other hole card, uint8 (m,).
    two_card
        Combos of the remaining cards that beat the hand, uint8 (n, 2).
    ties
        Combos of the remaining cards that tie, uint8 (t, 2).

    Examples
    --------
    >>> import pokerbits as pb
    >>> found = pb.odds.losses("2s2c", board="3c3d3h3s2h")
    >>> found
    <Losses: 44 one-card losses, 0 two-card losses, 0 ties>
    >>> found.one_card[:3]
    array([ 8,  9, 10], dtype=uint8)
    """

    one_card: NDArray[np.uint8]
    two_card: NDArray[np.uint8]
    ties: NDArray[np.uint8]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON.

        Returns
        -------
        dict
            `one_card`, `two_card` and `ties`: lists of cards and combos as text.
        """
        return {name: [cards for kind, cards in self._entries() if kind == name] for name in _LOSS_KINDS}

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each card or combo. The columns are `kind` (`one_card`, `two_card` or `ties`) and `cards`, as
            text.
        """
        entries = list(self._entries())
        return {"kind": [kind for kind, _ in entries], "cards": [cards for _, cards in entries]}

    def _entries(self) -> Iterator[tuple[str, str]]:
        """Yield the kind and the text of each card and combo."""
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


def losses(hole: CardsLike, board: CardsLike, *, dead: CardsLike | None = None) -> Losses:
    """Return the cards and combos that beat or tie a hand on the river.

    Parameters
    ----------
    hole
        Two hole cards.
    board
        Five board cards.
    dead
        Cards known to be out of play; by default none.

    Returns
    -------
    Losses

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError
        If the cards are not different cards of the deck, or their number is wrong.

    Examples
    --------
    >>> import pokerbits as pb
    >>> found = pb.odds.losses("4s8s", board="2s3s6h7h8h")
    >>> found.one_card.shape, found.two_card.shape
    ((0,), (268, 2))
    """
    own, full = two_cards(hole), known_cards(board, "board", (5,))
    one, two, ties = _native.losses(own, full, known_cards(dead, "dead"))
    combos = (np.array(rows, dtype=np.uint8).reshape(-1, 2) for rows in (two, ties))
    return Losses(np.array(one, dtype=np.uint8), *combos)
