"""200 random spots in the 15 games of poker-equity, which deals every card: equal answers, and the ratio of the times.

A group of the table is a game: its spots by pokerbits on one thread, and by poker-equity (the extra `bench`). The
number in brackets is the ratio.
"""

import random
from typing import NamedTuple

import poker_equity
import pytest

import pokerbits as pb

N_SPOTS = 200


class Dealt(NamedTuple):
    """A game: its name in pokerbits, and the numbers of cards from which a spot is drawn."""

    name: str
    hole: tuple[int, ...]
    board: tuple[int, ...] = (0,)


# Few enough cards are to come for poker-equity to deal them all.
STUD, KEPT = (6, 7), (3, 4, 5)
GAMES = {
    "holdem": Dealt("holdem", (2,), (1, 2, 3, 4, 5)),
    "short_deck": Dealt("short_deck", (2,), (1, 2, 3, 4, 5)),
    "omaha": Dealt("omaha", (4,), (3, 4, 5)),
    "omaha_five": Dealt("omaha5", (5,), (3, 4, 5)),
    "omaha_six": Dealt("omaha6", (6,), (3, 4, 5)),
    "omaha_hi_lo": Dealt("omaha_hilo", (4,), (3, 4, 5)),
    "omaha_five_hi_lo": Dealt("omaha5_hilo", (5,), (3, 4, 5)),
    "courchevel": Dealt("courchevel", (5,), (1, 3, 4, 5)),
    "courchevel_hi_lo": Dealt("courchevel_hilo", (5,), (1, 3, 4, 5)),
    "stud": Dealt("stud", STUD),
    "stud_hi_lo": Dealt("stud_hilo", STUD),
    "razz": Dealt("razz", STUD),
    "five_card_draw": Dealt("five_card_draw", KEPT),
    "deuce_seven": Dealt("deuce_to_seven", KEPT),
    "badugi": Dealt("badugi", (2, 3, 4)),
}


class Spot(NamedTuple):
    """The cards of the players, the board and dead cards, as text."""

    hands: list[str]
    board: str
    dead: str


def random_spot(rng, game):
    """Return a random spot: two players, three in every third game with a board, and up to three dead cards."""
    dealt = GAMES[game]
    n_players = 3 if dealt.board != (0,) and rng.random() < 1 / 3 else 2
    sizes = [rng.choice(dealt.hole) for _ in range(n_players)]
    if dealt.hole == STUD:
        # poker-equity takes players with the same number of cards.
        sizes = sizes[:1] * n_players
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    if game == "short_deck":
        deck = deck[16:]
    rng.shuffle(deck)
    cards = iter(deck)
    *hands, board, dead = (
        "".join(next(cards) for _ in range(n)) for n in (*sizes, rng.choice(dealt.board), rng.randint(0, 3))
    )
    return Spot(hands, board, dead)


def random_spots():
    """Return the spots of every game, 200 together."""
    rng = random.Random(55)
    games = [list(GAMES)[i % len(GAMES)] for i in range(N_SPOTS)]
    spots = [(game, random_spot(rng, game)) for game in games]
    return {game: [spot for of, spot in spots if of == game] for game in GAMES}


SPOTS = random_spots()


def by_pokerbits(game):
    """Return the results of the spots of a game."""
    results = [
        pb.equity(
            *spot.hands,
            board=spot.board or None,
            dead=spot.dead or None,
            game=GAMES[game].name,
            method="exact",
            num_threads=1,
        )
        for spot in SPOTS[game]
    ]
    # Results count when they are read.
    return [(result, result.counts) for result in results]


def by_poker_equity(game):
    """Return its answers to the same."""
    return [poker_equity.exact_from_text(game, spot.hands, spot.board, spot.dead) for spot in SPOTS[game]]


def check(game, ours, theirs):
    """Compare deals, wins and ties of every player as integers, of a high-low pot also by halves, and the equities."""
    assert len(ours) == len(theirs) == len(SPOTS[game])
    for (result, counts), other in zip(ours, theirs, strict=True):
        assert result.n == other["samples"]
        assert [of.wins for of in counts] == other["win_count"]
        assert [sum(of.ties) for of in counts] == other["tie_count"]
        if game.endswith("hi_lo"):
            for half in ("high", "low"):
                assert [getattr(of, half).wins for of in counts] == other[f"{half}_win_count"]
                assert [sum(getattr(of, half).ties) for of in counts] == other[f"{half}_tie_count"]
        assert result.equity == pytest.approx([seat["equity"] for seat in other["players"]], rel=1e-12, abs=1e-12)


def test_spots_are_200_in_all_of_its_games():
    assert {game["key"] for game in poker_equity.variants()} == set(SPOTS)
    assert sum(map(len, SPOTS.values())) == N_SPOTS


@pytest.mark.parametrize("game", GAMES)
def bench_pokerbits(benchmark, game):
    benchmark.group = game
    check(game, benchmark(by_pokerbits, game), by_poker_equity(game))


@pytest.mark.parametrize("game", GAMES)
def bench_poker_equity(benchmark, game):
    benchmark.group = game
    check(game, by_pokerbits(game), benchmark(by_poker_equity, game))
