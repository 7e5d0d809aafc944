"""Suit configurations: how many cards of each suit a hand has in each round, up to suit isomorphism."""

from __future__ import annotations

from typing import NamedTuple


class SuitConfiguration(NamedTuple):
    """The hands of a round that have the same number of cards of each suit in each round, up to suit isomorphism.

    Their indices follow each other: `offset` to `offset + size - 1`. `HandIndexer.configurations` returns those of a
    round.

    Attributes
    ----------
    counts
        For each suit its number of cards in each round, the largest sequence first.
    suit_sizes
        For each suit its number of rank groups, which `rank_group_size` returns.
    offset
        The first index of the configuration.
    size
        Number of indices.

    Examples
    --------
    >>> import pokerbits as pb
    >>> for configuration in pb.HandIndexer((2, 3)).configurations(0):
    ...     print(configuration)
    1|1|0|0: 91 indices from 0
    2|0|0|0: 78 indices from 91
    """

    counts: tuple[tuple[int, ...], ...]
    suit_sizes: tuple[int, ...]
    offset: int
    size: int

    def __str__(self) -> str:
        suits = "|".join(".".join(map(str, counts)) for counts in self.counts)
        return f"{suits}: {self.size:,} indices from {self.offset:,}"
