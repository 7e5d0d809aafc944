"""Equity in stud and razz, beside poker-equity, which deals every card or samples (the extra `bench`)."""

import poker_equity
import pytest

import pokerbits as pb

VARIANTS = {"stud": "stud", "stud_hilo": "stud_hi_lo", "razz": "razz"}
FIFTH = ("AhAd2c3s4s", "KhKd7c8s9d")
SPOTS = {
    "fifth street": FIFTH,
    "fourth street": ("AhAd2c3s", "KhKd7c8s"),
    "third street": ("AhAd2c", "KhKd7c"),
    "three players on fifth street": (*FIFTH, "QcQdJs6c7d"),
}


@pytest.mark.parametrize("spot", SPOTS)
@pytest.mark.parametrize("game", VARIANTS)
def bench_exact(benchmark, game, spot):
    options = {"game": game, "method": "exact", "num_threads": 1}
    result = benchmark(lambda: pb.equity(*SPOTS[spot], **options).counts)
    others = poker_equity.chunk_from_text(VARIANTS[game], list(SPOTS[spot]), samples=200_000, seed=1)["players"]
    exact = pb.equity(*SPOTS[spot], **options).equity
    assert all(abs(of - seat["equity"]) <= 5 * seat["std_error"] for of, seat in zip(exact, others, strict=True))
    if spot == "fifth street":
        wins = poker_equity.exact_from_text(VARIANTS[game], list(FIFTH))["win_count"]
        assert [of.wins for of in result] == wins


@pytest.mark.parametrize("game", VARIANTS)
def bench_exact_poker_equity(benchmark, game):
    found = benchmark(poker_equity.exact_from_text, VARIANTS[game], list(FIFTH))
    assert found["win_count"] == [of.wins for of in pb.equity(*FIFTH, game=game).counts]


SAMPLES = 200_000
FOUR = ("AhAd2c", "KhKd7c", "QcQdJs", "5s6s7h")


@pytest.mark.parametrize("game", VARIANTS)
def bench_samples(benchmark, game):
    options = {"game": game, "n_samples": SAMPLES, "rng": 1, "num_threads": 1}
    found = benchmark(lambda: pb.equity(*FOUR, **options))
    others = poker_equity.chunk_from_text(VARIANTS[game], list(FOUR), samples=SAMPLES, seed=1)["players"]
    errors = 5 * (found.std_error + [seat["std_error"] for seat in others])
    assert (abs(found.equity - [seat["equity"] for seat in others]) <= errors).all()


@pytest.mark.parametrize("game", VARIANTS)
def bench_samples_poker_equity(benchmark, game):
    found = benchmark(poker_equity.chunk_from_text, VARIANTS[game], list(FOUR), samples=SAMPLES, seed=1, threads=1)
    assert found["samples"] == SAMPLES
