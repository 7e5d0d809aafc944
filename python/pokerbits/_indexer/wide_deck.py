"""Decks of more than 13 ranks or 4 suits: their cards are ids without names, and the core indexes them apart."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.arrays import is_array
from pokerbits._input.card_arrays import ragged_rows
from pokerbits._input.card_set import RANKS, SUITS, CardSet
from pokerbits._input.integers import as_integers, narrow
from pokerbits._input.missing import MAX_AXES
from pokerbits._input.shown import shown
from pokerbits.exceptions import CardCountError, InvalidArgumentError, InvalidCardError, PokerbitsError


class WideDeck(NamedTuple):
    """Ranks and suits of a deck with more of them than cards have names for."""

    n_ranks: int
    n_suits: int

    @classmethod
    def of(cls, n_ranks: int, n_suits: int, lowest_rank: str) -> Self | None:
        """Return the deck if it is wide, or none at all: the core then names the numbers that it takes."""
        if 1 <= n_ranks <= len(RANKS) and 1 <= n_suits <= len(SUITS):
            return None
        if lowest_rank != RANKS[0]:
            raise InvalidArgumentError(
                f"lowest_rank = {shown(lowest_rank)}: ranks have names in a deck of 1 to 13 ranks and 1 to 4 suits, "
                f"found {shown(n_ranks)} and {shown(n_suits)}"
            )
        return cls(n_ranks, n_suits)

    @property
    def stride(self) -> int:
        """Step of the ids from one rank to the next."""
        return max(self.n_suits, 4)

    def cards(self, cards: Any, *, what: str = "cards") -> NDArray[np.uint8]:
        """Return card ids as a C-ordered uint8 array, at least one-dimensional. The core looks for those in no suit."""
        if _has_text(cards):
            raise InvalidCardError(
                f"{what}: cards of {self.n_ranks} ranks in {self.n_suits} suits have no names: "
                f"expected card ids, {self.stride} * rank + suit"
            )
        items = cards
        if not is_array(cards) and type(cards) not in (list, tuple):
            try:
                items = list(cards)
            except TypeError:
                message = f"{what}: expected a sequence or an array of card ids, found {type(cards).__name__}"
                raise TypeError(message) from None
        try:
            ids = as_integers(items, what)
        except PokerbitsError:
            raise
        except ValueError:
            raise ragged_rows(items, what) from None
        if ids.ndim == 0:
            raise CardCountError(f"{what}: expected an array with the cards on the last axis, found a single number")
        last = self.stride * (self.n_ranks - 1) + self.n_suits - 1
        return narrow(ids, np.uint8, last, what=what, item="card id", error=InvalidCardError)

    def refuse(self, call: str) -> InvalidArgumentError:
        """Return the error of a call that takes decks of cards with names only."""
        return InvalidArgumentError(
            f"{call}: expected a deck of at most 13 ranks and 4 suits, found {self.n_ranks} and {self.n_suits}: "
            "of such a deck, HandIndexer has index, index_all, unindex, canonical, multiplicity and configurations"
        )


def _has_text(cards: Any) -> bool:
    """Return whether cards are text, or begin with it. Bytes may be either, so they are no ids."""
    if is_array(cards):
        array = np.asarray(cards)
        if array.dtype.kind != "O":
            return array.dtype.kind in "UST"
        cards = array.reshape(-1)[:1].tolist()
    # A list may contain itself.
    for _ in range(MAX_AXES):
        if not isinstance(cards, list | tuple) or not cards:
            break
        cards = cards[0]
    return isinstance(cards, str | bytes | bytearray | CardSet)
