"""Random hands, made by the million."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.card_arrays import one_row
from pokerbits._input.numbers import small_count
from pokerbits._input.rng import RngLike, philox_key
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardsLike


def random_hands(
    n: int,
    size: int,
    *,
    rng: RngLike | None = None,
    board: CardsLike | None = None,
    dead: CardsLike | None = None,
    num_threads: int | None = None,
) -> NDArray[np.uint8]:
    """Return random hands: different cards each, all arrangements equally likely, one hand independent of the next.

    Parameters
    ----------
    n
        How many hands.
    size
        Cards in a hand, 1 to what the board and the dead cards leave of the deck. The cards stand in the order in which
        they are dealt: any of them may be taken as hole cards and the rest as a board.
    rng
        A seed or a generator, as `numpy.random.default_rng` takes it. The same seed gives the same hands on every
        machine; a generator moves on.
    board, dead
        Cards that are not dealt.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    uint8 (n, size)

    Raises
    ------
    InvalidCardError, DuplicateCardError
        If the board and the dead cards are not different cards of the deck.
    InvalidArgumentError
        If a number is out of range.

    Notes
    -----
    Philox4x64-10 (Salmon et al., 2011) with a key of two words from the generator, a stream for every 1,024 hands, and
    batched bounded integers (Brackett-Rozinsky and Lemire, 2024): unbiased.

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
    hands = np.empty((small_count("n", n), small_count("size", size)), dtype=np.uint8)
    _native.random_hands(philox_key(rng), gone, hands, resolve_num_threads(num_threads))
    return hands
