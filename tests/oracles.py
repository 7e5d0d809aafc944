"""Slow reference implementations: the rules of poker as the rule book says them, without keys or tables.

A hand's score is an integer that orders hands: the category, then the ranks, those that come most often first. Its
strength is the place of its score among the scores of every possible hand.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, islice
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)

CATEGORY_BY_COUNTS = {
    (1, 1, 1, 1, 1): HIGH_CARD,
    (2, 1, 1, 1, 0): PAIR,
    (2, 2, 1, 0, 0): TWO_PAIR,
    (3, 1, 1, 0, 0): TRIPS,
    (3, 2, 0, 0, 0): FULL_HOUSE,
    (4, 1, 0, 0, 0): QUADS,
}
WHEEL = 0b1_0000_0000_1111
STRAIGHTS = {WHEEL: 3} | {0b11111 << low: low + 4 for low in range(9)}


def score_ranks(ranks: NDArray[np.int64], is_flush: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the scores of five-card hands, from ranks (n, 5) and whether the five are of one suit (n,)."""
    n = len(ranks)
    counts = np.zeros((n, 13), dtype=np.int64)
    rows = np.arange(n)
    for column in range(5):
        counts[rows, ranks[:, column]] += 1
    # The five ranks that come most often, the higher first among equals; those that do not come at all count nothing.
    weight = np.where(counts > 0, counts * 16 + np.arange(13), 0).astype(np.int8)
    top = np.sort(weight, axis=1)[:, :7:-1].astype(np.int64)
    pattern, kickers = top // 16, top % 16

    category = np.full(n, -1)
    for counted, number in CATEGORY_BY_COUNTS.items():
        category[(pattern == counted).all(axis=1)] = number

    ranks_present = ((counts > 0) << np.arange(13)).sum(axis=1)
    is_straight = np.zeros(n, dtype=bool)
    for mask, high in STRAIGHTS.items():
        found = ranks_present == mask
        is_straight |= found
        kickers[found] = [high, 0, 0, 0, 0]

    category[is_straight] = STRAIGHT
    category[is_flush & ~is_straight] = FLUSH
    category[is_flush & is_straight] = STRAIGHT_FLUSH
    score = category
    for place in range(5):
        score = score * 16 + kickers[:, place]
    return score


def score_five(hands: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the scores of five-card hands, cards (n, 5); part by part, to stay in the caches."""
    scores = [np.empty(0, dtype=np.int64)]
    for start in range(0, len(hands), 20_000):
        part = np.asarray(hands[start : start + 20_000]).astype(np.int64)
        suits = part % 4
        scores.append(score_ranks(part // 4, (suits == suits[:, :1]).all(axis=1)))
    return np.concatenate(scores)


@cache
def every_score() -> NDArray[np.int64]:
    """Return the scores of every possible hand, weakest first: 6,175 choices of ranks, 1,287 more of one suit."""
    mixed = [ranks for ranks in combinations_with_replacement(range(13), 5) if len(set(ranks)) > 1]
    suited = list(combinations(range(13), 5))
    is_flush = np.arange(len(mixed) + len(suited)) >= len(mixed)
    return np.unique(score_ranks(np.array(mixed + suited), is_flush))


def strengths(hands: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the strengths of hands of five, six or seven cards: their best five, by trying every choice of five."""
    hands = np.asarray(hands)
    size = hands.shape[1]
    best = np.zeros(len(hands), dtype=np.int64)
    for chosen in combinations(range(size), 5):
        np.maximum(best, score_five(hands[:, list(chosen)]), out=best)
    return np.searchsorted(every_score(), best) + 1


COMBOS = np.array([(low, high) for high in range(52) for low in range(high)])
"""All pairs of cards, in the order of the package."""


@cache
def apart() -> NDArray[np.bool_]:
    """Return which combos have no card in common with which others, shape (1326, 1326)."""
    return ~(COMBOS[:, None, :, None] == COMBOS[None, :, None, :]).any(axis=(2, 3))


def free_of(cards: list[int]) -> NDArray[np.bool_]:
    """Return which combos have none of some cards."""
    return ~np.isin(COMBOS, cards).any(axis=1)


def compared(board: list[int], dead: Iterable[int] = ()) -> tuple[NDArray[np.bool_], ...]:
    """Return which combos beat, tie with and meet which others on a whole board, shape (1326, 1326) each."""
    free = free_of([*board, *dead])
    own = np.zeros(1326, dtype=np.int64)
    own[free] = strengths(np.hstack([COMBOS[free], np.broadcast_to(board, (free.sum(), 5))]))
    meets = free[:, None] & free & apart()
    difference = own[:, None] - own
    return meets & (difference > 0), meets & (difference == 0), meets


Opponents = list[tuple[list[int], Fraction]]


def opponents_of(weights: NDArray[np.float64]) -> Opponents:
    """Return the combos that have a weight with the decimals that their weights are written as."""
    return [(pair, Fraction(repr(float(of)))) for pair, of in zip(COMBOS.tolist(), weights, strict=True) if of]


def won_and_met(hole: list[int], board: list[int], opponents: Opponents) -> tuple[Fraction, Fraction]:
    """Return the weight of the opponents that a hand beats, ties as one half, and of those that it meets."""
    return won_and_met_on(hole, [board], opponents)[0]


def won_and_met_on(hole: list[int], boards: list[list[int]], opponents: Opponents) -> list[tuple[Fraction, Fraction]]:
    """Return what `won_and_met` returns on each board; the strengths of all hands are found at once."""
    there = [[(pair, of) for pair, of in opponents if not {*hole, *board} & {*pair}] for board in boards]
    hands = [[*hand, *board] for board, met in zip(boards, there, strict=True) for hand in (hole, *(p for p, _ in met))]
    scores = iter(strengths(np.array(hands)).tolist())
    found = []
    for met in there:
        own = next(scores)
        others = islice(scores, len(met))
        won = sum(of * (1 + (own > their) - (own < their)) for (_, of), their in zip(met, others, strict=True))
        found.append((Fraction(won) / 2, Fraction(sum(of for _, of in met))))
    return found


def categories(hands: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the categories of five-card hands."""
    return score_five(hands) >> 20


def category_counts(size: int) -> list[int]:
    """Return how many of all hands of five to seven cards are of each category, by counting ways, not hands.

    A choice of ranks has one hand for every choice of suits. Some of them have a flush: five or more of the ranks are
    in one suit, and the other cards of the ranks in other suits. With at most seven cards there is no flush beside a
    full house or four of a kind.
    """
    found = [0] * 9
    for chosen in combinations_with_replacement(range(13), size):
        times = Counter(chosen)
        shape = sorted(times.values(), reverse=True)
        if shape[0] > 4:
            continue
        flushes = 0
        for n in range(5, len(times) + 1):
            for suited in combinations(times, n):
                ways = 4 * prod(comb(3, count - (rank in suited)) for rank, count in times.items())
                found[STRAIGHT_FLUSH if has_straight(suited) else FLUSH] += ways
                flushes += ways
        if shape[0] == 4:
            category = QUADS
        elif shape[0] == 3 and shape[1] >= 2:
            category = FULL_HOUSE
        elif has_straight(times):
            category = STRAIGHT
        elif shape[0] == 3:
            category = TRIPS
        else:
            category = (HIGH_CARD, PAIR, TWO_PAIR)[min(shape.count(2), 2)]
        found[category] += prod(comb(4, count) for count in shape) - flushes
    return found


def has_straight(ranks: Iterable[int]) -> bool:
    """Return whether five of the ranks follow each other, the ace above the king or below the two."""
    present = sum(1 << rank for rank in ranks)
    return any(present & mask == mask for mask in STRAIGHTS)


def all_hands(size: int) -> NDArray[np.uint8]:
    """Return all C(52, size) hands, one a row."""
    hands = np.arange(52, dtype=np.uint8).reshape(52, 1)
    for _ in range(size - 1):
        last = hands[:, -1].astype(np.int64)
        more = 51 - last
        grown = np.repeat(hands, more, axis=0)
        starts = np.repeat(np.cumsum(more) - more, more)
        new = np.repeat(last, more) + 1 + np.arange(len(grown)) - starts
        hands = np.column_stack([grown, new.astype(np.uint8)])
    return hands


def random_hands(rng: np.random.Generator, n: int, size: int) -> NDArray[np.uint8]:
    """Return `n` random hands of different cards, one a row."""
    # Each card is drawn among those left, then moved past the ones drawn before it.
    hands = np.empty((n, size), dtype=np.int64)
    for place in range(size):
        card = rng.integers(0, 52 - place, n)
        for taken in np.sort(hands[:, :place], axis=1).T:
            card += card >= taken
        hands[:, place] = card
    return hands.astype(np.uint8)


def showdowns(hands: list[list[int]], board: list[int] | None = None, dead: list[int] | None = None) -> list[list[int]]:
    """Return, for each player, the showdowns lost, won alone, shared by two, by three, ..., every board dealt out."""
    board, dead = board or [], dead or []
    known = {card for cards in [*hands, board, dead] for card in cards}
    rest = [card for card in range(52) if card not in known]
    runouts = np.array(list(combinations(rest, 5 - len(board))), dtype=np.int64).reshape(
        comb(len(rest), 5 - len(board)), 5 - len(board)
    )
    fixed = np.array(board, dtype=np.int64)
    values = []
    for hand in hands:
        given = np.broadcast_to(np.concatenate([np.array(hand), fixed]), (len(runouts), 2 + len(fixed)))
        values.append(strengths(np.hstack([given, runouts])))
    won = np.array(values) == np.max(values, axis=0)
    sharing = won.sum(axis=0)
    return [np.bincount(np.where(mine, sharing, 0), minlength=len(hands) + 1).tolist() for mine in won]
