"""The lower steps of the hand index, for teaching and checking: rank sets, rank groups of one suit, and multisets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import comb

from pokerbits import _native
from pokerbits._input.numbers import ANY, integer, one_by_one
from pokerbits._input.shown import cut, shown
from pokerbits.exceptions import InvalidArgumentError, OutOfRangeError

_MOST, _LARGEST = 64, (1 << 64) - 1
"""The most numbers of a multiset, and the largest: more than the suits of a hand and their group indices."""

_RANKS = 16
"""The most ranks of a suit."""


def rank_set_index(ranks: int, *, n_ranks: int = 13) -> int:
    """Return the index of a set of ranks among the sets of its size: the first step of the paper.

    Parameters
    ----------
    ranks
        Set of ranks as `n_ranks` bits, bit 0 for the lowest rank of the deck.
    n_ranks
        Number of ranks in the suit, 1 to 16.

    Returns
    -------
    int
        From 0 to `C(n_ranks, size) - 1`.

    Raises
    ------
    InvalidArgumentError
        If other bits are set, or `n_ranks` is not as above.

    Notes
    -----
    The order is colexicographic: the index is the sum of `C(a_k, k)` over the ranks `a_1 < a_2 < ...`.

    Examples
    --------
    >>> from pokerbits.indexing import rank_set_index
    >>> rank_set_index(1 << 0 | 1 << 12)  # the deuce and the ace: C(12, 2)
    66
    """
    return _native.rank_set_index(_bits(ranks, _n_ranks(n_ranks)))


def rank_set_unindex(index: int, *, size: int, n_ranks: int = 13) -> int:
    """Return the set of `size` ranks with this index: the inverse of `rank_set_index`.

    Returns
    -------
    int
        `n_ranks` bits, bit 0 for the lowest rank of the deck.

    Raises
    ------
    OutOfRangeError
        If the index is not below `C(n_ranks, size)`.
    InvalidArgumentError
        If a suit has fewer than `size` ranks, or `n_ranks` is not 1 to 16.

    Examples
    --------
    >>> from pokerbits.indexing import rank_set_unindex
    >>> bin(rank_set_unindex(66, size=2))
    '0b1000000000001'
    """
    number, ranks, suit = integer("index", index, *ANY), integer("size", size), _n_ranks(n_ranks)
    if ranks > suit:
        raise InvalidArgumentError(f"size = {shown(ranks)}: a suit has {suit} ranks")
    last = comb(suit, ranks) - 1
    if not 0 <= number <= last:
        raise OutOfRangeError(f"rank set index {shown(number)} is out of range (0 to {last:,})")
    return _native.rank_set_unindex(number, ranks)


def rank_group_index(rank_sets: Sequence[int], *, n_ranks: int = 13) -> int:
    """Return the index of the rank sets that one suit receives, round by round: the second step of the paper.

    Parameters
    ----------
    rank_sets
        One set of ranks for each round, as `n_ranks` bits; the sets must be disjoint.
    n_ranks
        Number of ranks in the suit, at most 16.

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
    sets = [_bits(ranks, _RANKS) for ranks in one_by_one(rank_sets, "rank_sets")]
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
        One set of ranks for each round, as `n_ranks` bits.

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


def multiset_index(numbers: Sequence[int]) -> int:
    """Return the index of a multiset of numbers among those of its size: the third step of the paper.

    Suits with the same counts of cards are such a multiset of rank group indices. Their order is of no importance.

    Parameters
    ----------
    numbers
        At most 64 numbers from 0 to 2^64 - 1, in any order; some may be equal.

    Returns
    -------
    int
        From 0 to `C(n + k - 1, k) - 1` for k numbers below n.

    Raises
    ------
    InvalidArgumentError
        If there are more numbers, or one is out of this range.

    Notes
    -----
    The order is colexicographic: the index is the sum of `C(a_j + j - 1, j)` over the numbers `a_1 <= a_2 <= ...`.

    Examples
    --------
    >>> from pokerbits.indexing import multiset_index
    >>> multiset_index([112, 56])  # C(113, 2) + 56, where the paper prints C(112, 2) for the first
    6384
    """
    some = islice(one_by_one(numbers, "numbers"), _MOST + 1)
    ascending = sorted(integer("numbers", number, 0, _LARGEST) for number in some)
    if len(ascending) > _MOST:
        raise InvalidArgumentError(f"numbers: expected at most {_MOST} numbers")
    return sum(comb(number + j - 1, j) for j, number in enumerate(ascending, start=1))


def multiset_unindex(index: int, *, size: int) -> list[int]:
    """Return the multiset of `size` numbers with this index: the inverse of `multiset_index`.

    Returns
    -------
    list[int]
        The numbers, the largest first.

    Raises
    ------
    OutOfRangeError
        If the index is negative, or larger than those of numbers below 2^64.
    InvalidArgumentError
        If `size` is not 0 to 64.

    Examples
    --------
    >>> from pokerbits.indexing import multiset_unindex
    >>> multiset_unindex(6384, size=2)
    [112, 56]
    """
    rest, n = integer("index", index, *ANY), integer("size", size, 0, _MOST)
    if not 0 <= rest < comb(_LARGEST + n, n):
        raise OutOfRangeError(f"multiset index {shown(rest)} is out of range")
    found = []
    for j in range(n, 0, -1):
        # The largest number whose multisets begin at this index or before.
        low, high = 0, _LARGEST + 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if comb(middle + j - 1, j) <= rest else (low, middle)
        rest -= comb(low + j - 1, j)
        found.append(low)
    return found


def _n_ranks(n_ranks: int) -> int:
    """Return the number of ranks in a suit after checking it."""
    return integer("n_ranks", n_ranks, 1, _RANKS)


def _counts(counts: Sequence[int]) -> list[int]:
    """Return the numbers of ranks in the rounds as ints that the core can take."""
    return [integer("counts", count) for count in one_by_one(counts, "counts")]


def _bits(ranks: int, n_ranks: int) -> int:
    """Return a rank set as an int that the core can take."""
    number = integer("rank_sets", ranks, *ANY)
    if not 0 <= number < 1 << n_ranks:
        of_ranks = "the deuce to the ace" if n_ranks == 13 else f"{n_ranks} ranks"
        message = f"{cut(f'{number:#b}')} is not a set of ranks: bits 0 to {n_ranks - 1} are {of_ranks}"
        raise InvalidArgumentError(message)
    return number
