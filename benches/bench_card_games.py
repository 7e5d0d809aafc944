"""Strength tables and abstractions of smaller decks; the answer is checked first."""

import numpy as np
import pytest

import pokerbits as pb
from pokerbits.strength import CardGame, strength_table

SHORT, ROYAL = CardGame.named("short_deck"), CardGame.named("royal")


@pytest.mark.parametrize("street", SHORT.streets)
@pytest.mark.benchmark(group="E[HS] of all hands of the short deck, one thread")
def bench_short_deck(benchmark, street):
    indexer = SHORT.indexer(street)
    deals = indexer.multiplicity(range(indexer.size()))
    found = benchmark.pedantic(
        strength_table, ("ehs",), {"street": street, "game": SHORT, "num_threads": 1}, rounds=3, warmup_rounds=1
    )
    assert np.average(found, weights=deals) == pytest.approx(0.5, abs=1e-12)
    hand = indexer.unindex(len(found) // 3)
    left = [card for card in SHORT.cards.tolist() if card not in hand]
    if street == "river":
        against = [
            pb.equity(hand[:2], [a, b], board=hand[2:], game="short_deck").equity[0]
            for at, a in enumerate(left)
            for b in left[at + 1 :]
        ]
        assert found[len(found) // 3] == pytest.approx(np.mean(against), abs=1e-12)


@pytest.mark.benchmark(group="20 buckets on all streets of the royal game, one thread")
def bench_royal_abstraction(benchmark):
    made = benchmark.pedantic(
        pb.CardAbstraction.build, (20,), {"game": ROYAL, "num_threads": 1}, rounds=3, warmup_rounds=1
    )
    assert made.n_buckets == {"preflop": 25, "flop": 20, "turn": 20, "river": 20}
    assert made.lookup("AsKs", "QsJsTs") == 19
