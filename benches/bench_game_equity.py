"""Equity in other games than hold'em: specific hands beside phevaluator, which evaluates board by board, and ranges."""

from itertools import combinations

import phevaluator
import pytest

import pokerbits as pb

HANDS = {
    "omaha": ("AsKsQhJh", "7c7d8h9h"),
    "omaha5": ("AsKsQhJhTc", "7c7d8h9h2s"),
    "omaha6": ("AsKsQhJhTcTd", "7c7d8h9h2s2d"),
    "omaha_hilo": ("As2s3hKd", "KsKhQdJd"),
    "omaha5_hilo": ("As2s3hKd7c", "KsKhQdJdTc"),
    "short_deck": ("AsAh", "TsTh"),
}
BOARDS = {"before the flop": "", "flop": "Kc9s6d", "turn": "Kc9s6d8c"}


def shares(result):
    """Return the whole pots that the players win, which sum to the number of showdowns."""
    return sum(result.equity) * result.n


def by_phevaluator(hands, board):
    """Return wins, ties and losses of the first hand on every completion of a board."""
    cards = [pb.cards.parse_cards(hand).tolist() for hand in hands]
    shared = pb.cards.parse_cards(board).tolist()
    left = sorted(set(range(52)).difference(shared, *cards))
    found = [0, 0, 0]
    for more in combinations(left, 5 - len(shared)):
        first, second = (phevaluator.evaluate_omaha_cards(*shared, *more, *hand) for hand in cards)
        found[(first > second) - (first < second) + 1] += 1
    return found


@pytest.mark.parametrize("street", BOARDS)
@pytest.mark.parametrize("game", HANDS)
def bench_given_hands(benchmark, game, street):
    result = benchmark(lambda: pb.equity(*HANDS[game], board=BOARDS[street], game=game))
    assert shares(result) == pytest.approx(result.n)
    if game == "omaha" and street != "before the flop":
        wins, ties, losses = by_phevaluator(HANDS[game], BOARDS[street])
        assert (result.counts[0].wins, result.counts[0].tied, result.counts[0].losses) == (wins, ties, losses)


@pytest.mark.parametrize("street", ["flop", "turn"])
def bench_phevaluator(benchmark, street):
    found = benchmark(by_phevaluator, HANDS["omaha"], BOARDS[street])
    counts = pb.equity(*HANDS["omaha"], board=BOARDS[street], game="omaha").counts[0]
    assert found == [counts.wins, counts.tied, counts.losses]


RANGES = [
    ("omaha", ("AA:$ds", "KQJT:$ds"), "Kc9s6d"),
    ("omaha", ("AsKsQhJh", "*"), "Kc9s6d8c"),
    ("omaha", ("AA", "KK"), "Kc9s6d"),
    ("omaha", ("0.5:AA!KK, AAKK", "KK"), "Kc9s6d"),
    ("omaha", ("QQ$ds", "7654"), ""),
    ("omaha_hilo", ("A2:$ds:KK", "QQ:JJ"), "Kc9s6d"),
    ("short_deck", ("AsKs", "random"), ""),
    ("short_deck", ("TT+, AQ+", "random"), "Kc9s6d"),
]


@pytest.mark.parametrize(("game", "players", "board"), RANGES)
def bench_ranges(benchmark, game, players, board):
    exact = benchmark(lambda: pb.equity(*players, board=board, game=game, method="exact", num_threads=1))
    sampled = pb.equity(*players, board=board, game=game, method="monte_carlo", n_samples=20_000, rng=1)
    assert (abs(exact.equity - sampled.equity) <= 5 * sampled.std_error).all()


@pytest.mark.parametrize(("game", "players", "board"), RANGES)
def bench_samples(benchmark, game, players, board):
    """To a standard error of 0.001."""
    options = {"board": board, "game": game, "num_threads": 1}
    sampled = benchmark(
        lambda: pb.equity(*players, **options, method="monte_carlo", std_error=1e-3, rng=1),
    )
    exact = pb.equity(*players, **options, method="exact")
    assert (abs(exact.equity - sampled.equity) <= 5 * sampled.std_error).all()
