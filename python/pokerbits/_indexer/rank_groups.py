"""The lower steps of the hand index, for teaching and checking: rank sets, and rank groups of one suit."""

from __future__ import annotations

from collections.abc import Sequence

from pokerbits import _native
from pokerbits._input.numbers import ANY, integer, one_by_one
from pokerbits._input.shown import cut, shown
from pokerbits.exceptions import InvalidArgumentError, OutOfRangeError


def rank_set_index(ranks: int) -> int:
    """Return the index of a set of ranks among the sets of its size: the first step of the paper.

    Parameters
    ----------
    ranks
        Set of ranks as 13 bits, bit 0 for the deuce.

    Returns
    -------
    int
        From 0 to `C(13, size) - 1`.

    Raises
    ------
    InvalidArgumentError
        If other bits are set.

    Notes
    -----
    The order is colexicographic: the index is the sum of `C(a_k, k)` over the ranks `a_1 < a_2 < ...`.

    Examples
    --------
    >>> from pokerbits.indexing import rank_set_index
    >>> rank_set_index(1 << 0 | 1 << 12)  # the deuce and the ace: C(12, 2)
    66
    """
    return _native.rank_set_index(_bits(ranks))


def rank_set_unindex(index: int, *, size: int) -> int:
    """Return the set of `size` ranks with this index: the inverse of `rank_set_index`.

    Returns
    -------
    int
        13 bits, bit 0 for the deuce.

    Raises
    ------
    OutOfRangeError
        If the index is not below `C(13, size)`.
    InvalidArgumentError
        If a suit has fewer than `size` ranks.

    Examples
    --------
    >>> from pokerbits.indexing import rank_set_unindex
    >>> bin(rank_set_unindex(66, size=2))
    '0b1000000000001'
    """
    number, ranks = integer("index", index, *ANY), integer("size", size)
    if not 0 <= number < 1 << 16:
        raise OutOfRangeError(f"rank set index {shown(number)} is out of range")
    return _native.rank_set_unindex(number, ranks)


def rank_group_index(rank_sets: Sequence[int], *, n_ranks: int = 13) -> int:
    """Return the index of the rank sets that one suit receives, round by round: the second step of the paper.

    Parameters
    ----------
    rank_sets
        One set of ranks for each round, as 13 bits; the sets must be disjoint.
    n_ranks
        Number of ranks in the suit.

    Returns
    -------
    int
        From 0 to `rank_group_size(counts) - 1`, where `counts` are the sizes of the sets.

    Raises
    ------
    InvalidArgumentError
        If the sets are not disjoint sets of ranks of the suit.

    Examples
    --------
    >>> from pokerbits.indexing import rank_group_index
    >>> rank_group_index([1 << 0 | 1 << 12, 1 << 4])  # 2c Ac | 6c: 66 + 78 * 3, where the paper prints 306
    300
    """
    sets = [_bits(ranks) for ranks in one_by_one(rank_sets, "rank_sets")]
    return _native.rank_group_index(sets, integer("n_ranks", n_ranks))


def rank_group_size(counts: Sequence[int], *, n_ranks: int = 13) -> int:
    """Return the number of rank groups of one suit with `counts[i]` ranks in round `i`.

    Returns
    -------
    int

    Raises
    ------
    InvalidArgumentError
        If the ranks do not fit in a suit.

    Examples
    --------
    >>> from pokerbits.indexing import rank_group_size
    >>> rank_group_size([2, 1])  # C(13, 2) * 11
    858
    """
    return _native.rank_group_size(_counts(counts), integer("n_ranks", n_ranks))


def rank_group_unindex(index: int, *, counts: Sequence[int], n_ranks: int = 13) -> list[int]:
    """Return the rank sets, round by round, with this index: the inverse of `rank_group_index`.

    Returns
    -------
    list[int]
        One set of ranks for each round, as 13 bits.

    Raises
    ------
    OutOfRangeError
        If the index is not below `rank_group_size(counts)`.
    InvalidArgumentError
        If the ranks do not fit in a suit.

    Examples
    --------
    >>> from pokerbits.indexing import rank_group_unindex
    >>> rank_group_unindex(300, counts=[2, 1]) == [1 << 0 | 1 << 12, 1 << 4]
    True
    """
    number = integer("index", index, *ANY)
    if not 0 <= number < 1 << 64:
        raise OutOfRangeError(f"rank group index {shown(number)} is out of range")
    return _native.rank_group_unindex(number, _counts(counts), integer("n_ranks", n_ranks))


def _counts(counts: Sequence[int]) -> list[int]:
    """Return the numbers of ranks in the rounds as ints that the core can take."""
    return [integer("counts", count) for count in one_by_one(counts, "counts")]


def _bits(ranks: int) -> int:
    """Return a rank set as an int that the core can take."""
    number = integer("rank_sets", ranks, *ANY)
    if not 0 <= number < 1 << 13:
        message = f"{cut(f'{number:#b}')} is not a set of ranks: bits 0 to 12 are the deuce to the ace"
        raise InvalidArgumentError(message)
    return number
