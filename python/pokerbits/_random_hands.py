"""Random hands in large batches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.card_arrays import one_row
from pokerbits._input.numbers import integer
from pokerbits._input.rng import RngLike, philox_key
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardsLike
from pokerbits._public import publish


def random_hands(
    n: int,
    size: int,
    *,
    rng: RngLike | None = None,
    board: CardsLike | None = None,
    dead: CardsLike | None = None,
    num_threads: int | None = None,
) -> NDArray[np.uint8]:
    """Return independent random hands: each has different cards, and all arrangements are equally likely.

    Parameters
    ----------
    n
        Number of hands.
    size
        Number of cards in a hand, from 1 to the number of cards left in the deck. The cards are in the order in which
        they are dealt, so any of them can serve as hole cards and the others as a board.
    rng
        Seed or generator, as `numpy.random.default_rng` accepts it. A seed gives the same hands on every machine; a
        generator is advanced.
    board, dead
        Cards not to deal.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    uint8 (n, size)

    Raises
    ------
    InvalidCardError, DuplicateCardError
        If board and dead cards are not different cards of the deck.
    InvalidArgumentError
        If a number is out of range.

    Notes
    -----
    The random numbers are those of Philox4x64-10 (Salmon et al., 2011), with a key of two words from the generator and
    one stream for every 1,024 hands. Cards are drawn without bias as batched bounded integers (Brackett-Rozinsky and
    Lemire, 2024).

    Examples
    --------
    >>> import pokerbits as pb
    >>> hands = pb.random_hands(1000, 7, rng=1)
    >>> hands.shape, pb.evaluate(hands).min() > 0
    ((1000, 7), np.True_)
    >>> pb.cards.format_cards(pb.random_hands(2, 2, rng=1, board="QhJh2c"))
    ['6h8c', 'AhTh']
    """
    gone = [
        card for cards, what in ((board, "board"), (dead, "dead")) if cards is not None for card in one_row(cards, what)
    ]
    hands = np.empty((integer("n", n), integer("size", size)), dtype=np.uint8)
    _native.random_hands(philox_key(rng), gone, hands, resolve_num_threads(num_threads))
    return hands


publish("pokerbits", random_hands)
