"""Slow duplicates of the exports for other programs: all rows in one array, boards and pairs one by one."""

import struct
from itertools import combinations

import numpy as np

ROW = np.dtype(
    [
        ("fields", ">i2"),
        ("obs_bytes", ">i4"),
        ("obs", ">i8"),
        ("abs_bytes", ">i4"),
        ("abs", ">i2"),
        ("equity_bytes", ">i4"),
        ("equity", ">f4"),
        ("position_bytes", ">i4"),
        ("position", ">i4"),
    ]
)


def robopoker_file(street, hands, table, strengths):
    """Return the file of a street (0 to 3) from the cards, the buckets and the strengths of its hands."""
    numbers = np.array([observation(hand) for hand in hands.tolist()])
    order = np.lexsort((numbers, table))
    rows = np.empty(len(table), dtype=ROW)
    rows["fields"], rows["obs_bytes"], rows["abs_bytes"] = 4, 8, 2
    rows["equity_bytes"] = rows["position_bytes"] = 4
    rows["obs"], rows["abs"], rows["equity"] = numbers[order], street << 8 | table[order], strengths[order]
    seen = {}
    for row, bucket in zip(rows, table[order].tolist(), strict=True):
        row["position"] = seen.get(bucket, 0)
        seen[bucket] = seen.get(bucket, 0) + 1
    return b"PGCOPY\n\xff\r\n\0" + struct.pack(">ii", 0, 0) + rows.tobytes() + struct.pack(">h", -1)


def observation(hand):
    """Return the number of one hand: two hole cards, then the board."""
    hole, board = hand[:2], hand[2:]

    def ranks(cards, suit):
        return [card >> 2 for card in cards if card & 3 == suit]

    def key(suit):
        held, shown = ranks(hole, suit), ranks(board, suit)
        lowest = [min(held, default=99), min(shown, default=99)]
        return [len(held), len(shown), *lowest, max(held, default=-1), max(shown, default=-1)]

    suits = sorted(range(4), key=key)
    number = 0
    for part in (board, hole):
        for card in sorted(card & ~3 | suits.index(card & 3) for card in part):
            number = number << 8 | card + 1
    return number


def slumbot_boards_after(board, alike, n_cards, deck=range(52)):
    """Return boards with `n_cards` more cards, and for each suit the first suit that is then interchangeable with it.

    Only the first of suits that are interchangeable is dealt a card; cards stand highest first, boards in ascending
    order.
    """
    found = []
    for cards in sorted(combinations([card for card in reversed(deck) if card not in board], n_cards)):
        groups = list(alike)
        is_first = True
        for rank in dict.fromkeys(card >> 2 for card in cards):
            of_rank = {card & 3 for card in cards if card >> 2 == rank}
            for group in {groups[suit] for suit in of_rank}:
                members = [suit for suit in range(4) if groups[suit] == group]
                taken = [suit for suit in members if suit in of_rank]
                is_first = is_first and taken == members[: len(taken)]
                for suit in members[len(taken) :]:
                    groups[suit] = members[len(taken)]
        if is_first:
            firsts = {}
            held = [tuple(card >> 2 for card in cards if card & 3 == suit) for suit in range(4)]
            found.append((board + cards, [firsts.setdefault((alike[suit], held[suit]), suit) for suit in range(4)]))
    return found


def pairs_off(board, deck=range(52)):
    """Return the pairs of cards without a board card, by their higher card, then by the lower."""
    left = [card for card in deck if card not in board]
    return [(left[low], left[high]) for high in range(len(left)) for low in range(high)]
