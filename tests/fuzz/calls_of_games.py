"""Calls of equity in other games than hold'em."""

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import values
from calls_of_odds import dead_cards, different
from registry import Call, Refusal, Unsure, given, maker, sometimes, unsure
from twins import row_of
from values import REFUSED, UNKNOWN, Value

import pokerbits as pb

HOLE_CARDS = {
    "holdem": 2,
    "short_deck": 2,
    "short_deck_trips": 2,
    "omaha": 4,
    "omaha5": 5,
    "omaha6": 6,
    "omaha_hilo": 4,
    "omaha5_hilo": 5,
}


def lowest_card(game: str) -> int:
    return 16 if game.startswith("short_deck") else 0


def pots(game: str, holes: list[list[int]], dealt: list[int], gone: list[int]) -> list[tuple[int, int, Fraction]]:
    """Of each player the pots won alone and lost, and what was won in all, over every completion of a board."""
    left = [card for card in range(lowest_card(game), 52) if card not in sum(holes, dealt + gone)]
    boards = np.array([dealt + list(more) for more in combinations(left, 5 - len(dealt))])
    if HOLE_CARDS[game] == 2:
        rules: Any = game if game.startswith("short_deck") else "standard"
        rows = [np.hstack([np.broadcast_to(hole, (len(boards), 2)), boards]) for hole in holes]
        highs = np.array([pb.evaluate(of_player, rules=rules) for of_player in rows]).astype(int)
        lows = np.zeros_like(highs)
    else:
        of_players = [(pb.evaluate_omaha(hole, boards), pb.evaluate_omaha_low(hole, boards)) for hole in holes]
        highs, lows = np.array(of_players).astype(int).swapaxes(0, 1)
    if not game.endswith("hilo"):
        lows[:] = 0
    found = [[0, 0, Fraction(0)] for _ in holes]
    for high, low in zip(highs.T.tolist(), lows.T.tolist(), strict=True):
        halves = [of for of in (high, low) if max(of)]
        for i, player in enumerate(found):
            parts = [Fraction(of[i] == max(of), of.count(max(of))) for of in halves]
            won = sum(parts, Fraction(0)) / len(parts)
            player[0] += won == 1
            player[1] += won == 0
            player[2] += won
    return [tuple(player) for player in found]


def won(counts: pb.Counts) -> Fraction:
    """What a player wins in all."""
    if isinstance(counts, pb.HighLowCounts):
        assert sum(deals for _, deals in counts.shares) == counts.total
        return sum((share * deals for share, deals in counts.shares), Fraction(0))
    return counts.wins + sum((Fraction(deals, 2 + i) for i, deals in enumerate(counts.ties)), Fraction(0))


def or_range(hand: Value, hole_cards: int) -> Value:
    """A hand of a player; what is none may be a range."""
    if hand.means is REFUSED:
        thing = eval(hand.code, vars(values))
        try:
            pb.Range(thing) if hole_cards == 2 else pb.OmahaRange(thing, hole_cards)
        except Exception:  # Whatever it is, it is no range.
            return hand
        return hand._replace(means=UNKNOWN)
    return hand


def some_game(rng: Random) -> Value:
    if rng.random() < 0.07:
        wrong = ["'Omaha'", "''", "'hold em'", "None", "4", "b'omaha'", "['omaha']", "{}", "np.nan", "object()"]
        return Value(rng.choice(wrong), REFUSED)
    name = rng.choice(list(HOLE_CARDS))
    return Value(rng.choice(["{!r}", "{!r}", "Text({!r})", "np.str_({!r})"]).format(name), name)


@maker("pb.equity of other games")
def _(rng: Random) -> Call:
    game, n = some_game(rng), rng.choice([2, 2, 2, 3, 3, 6, 1, 0, 11])
    name = "omaha" if game.means is REFUSED else game.means
    size = HOLE_CARDS[name]
    from_card = lowest_card(name) if rng.random() < 0.9 else 0
    # What is dealt twice is refused.
    deck = rng.sample(range(from_card, 52), 52 - from_card) * 3
    ends = [*range(0, size * n, size), size * n]
    hands = [deck[start : start + (size if rng.random() < 0.95 else rng.randrange(8))] for start in ends[:-1]]
    board = deck[ends[-1] :][: rng.choice([5, 5, 4, 4, 3, 0, 2])]

    def cards(row: list[int]) -> Value:
        to = values._written if rng.random() < 0.5 else values._dressed
        return to(rng, np.array(row, dtype=object))

    players = [or_range(values.junk(rng) if rng.random() < 0.03 else cards(hand), size) for hand in hands]
    arguments = {f"*player {i}": player for i, player in enumerate(players)} | given(
        board=cards(board), dead=dead_cards(rng), game=game
    )

    def oracle(board: np.ndarray, game: str, dead: np.ndarray | None = None, **players: np.ndarray) -> Any:
        if any(hand.ndim == 1 and hand.shape[-1] != HOLE_CARDS[game] for hand in players.values()):
            # As text it may be a range.
            raise Unsure
        holes = [row_of(hand, HOLE_CARDS[game]) for hand in players.values()]
        dealt, gone = row_of(board, 0, 3, 4, 5), row_of(dead)
        different(*holes, dealt, gone)
        known = sum(holes, dealt + gone)
        if min(known, default=52) < lowest_card(game) or not 2 <= len(holes) <= 10:
            raise Refusal
        left = 52 - lowest_card(game) - len(known)
        if left < 5 - len(dealt):
            raise Refusal
        if len(dealt) < 4:
            return lambda found: np.isclose(found.equity.sum(), 1)
        expected = pots(game, holes, dealt, gone)
        return lambda found: [(of.wins, of.losses, won(of)) for of in found.counts] == expected

    return Call("pb.equity", arguments, oracle)


@maker("pb.equity of ranges of other games")
def _(rng: Random) -> Call:
    """Hands and ranges of all kinds, of the right game and of others, counted or sampled."""
    game = some_game(rng)
    size = HOLE_CARDS[game.means] if rng.random() < 0.9 and game.means is not REFUSED else rng.choice([2, 4, 5, 6])
    ranges = ["*", "random", "AA$ds", "(AsKs)", "!AA", "AKQJ, 2345", "[A-T]", "As2s, $np:xx", "$ss"]
    ranges += ["", "AA!AA", "QQ+, AKs", "22", "3% "]
    players = [
        *map(repr, ranges),
        *(repr(pb.cards.format_cards(rng.sample(range(52), size))) for _ in range(6)),
        *(f"pb.OmahaRange({text!r}, {max(size, 4)})" for text in ("AA", "AsK$ds", "wxyz")),
        f"pb.OmahaRange.from_hands([{[*range(max(size, 4))]}])",
        "pb.OmahaRange('AA')",
        "pb.Range('AKs')",
        "np.ones(1326)",
        "[0, 1, 2, 3]",
        values.junk(rng).code,
    ]
    n = rng.choice([2, 2, 2, 3, 3, 6, 1, 0, 11])
    cards = rng.sample(range(52), 5)
    boards = [*(repr(cards[:n]) for n in (5, 5, 4, 3)), "''", "'Ah'", values.junk(rng).code]
    arguments = {f"*player {i}": Value(rng.choice(players), UNKNOWN) for i in range(n)} | given(
        board=Value(rng.choice(boards), UNKNOWN),
        dead=sometimes(rng, values.cards(rng, 0, 2)._replace(means=UNKNOWN), 0.3),
        game=game,
        method=sometimes(rng, Value(rng.choice(["'auto'", "'exact'", "'monte_carlo'", "'count'"]), UNKNOWN)),
        max_seconds=Value(rng.choice(["0.1", "0", "1e-3", "-1", "np.nan", "np.float32(0.1)", "'1'"]), UNKNOWN),
        n_samples=Value(rng.choice(["100", "np.int8(100)", "3000", "1", "0", "2.5", "10**30"]), UNKNOWN),
        std_error=sometimes(rng, Value(rng.choice(["0.1", "0.02", "0", "np.nan", "np.inf", "'x'"]), UNKNOWN), 0.3),
        rng=Value(rng.choice(["1", "np.random.default_rng(5)", "-1", "'x'"]), UNKNOWN),
        num_threads=sometimes(rng, values.threads(rng), 0.3),
    )
    return Call("pb.equity", arguments, unsure)
