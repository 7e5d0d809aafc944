"""`evaluate` under the rules of other games, beside pokerkit if that is installed; answers first."""

from importlib.util import find_spec

import numpy as np
import pytest

import pokerbits as pb
from rivals import CARD_NAMES

HANDS = 100_000
RULES = ["short_deck", "short_deck_trips", "ace_to_five", "deuce_to_seven", "eight_or_better", "badugi"]
# The class of pokerkit for each; it has no short deck where three of a kind beats a straight.
POKERKIT = {
    "short_deck": "ShortDeckHoldemHand",
    "ace_to_five": "RegularLowHand",
    "deuce_to_seven": "StandardLowHand",
    "eight_or_better": "EightOrBetterLowHand",
    "badugi": "BadugiHand",
}


def deal(rules, n, size):
    first = 16 if rules.startswith("short_deck") else 0
    rng = np.random.default_rng(7)
    deck = np.tile(np.arange(first, 52, dtype=np.uint8), (n, 1))
    return np.ascontiguousarray(rng.permuted(deck, axis=1)[:, :size])


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [5, 7])
def bench_rules(benchmark, rules, size):
    size = 4 if rules == "badugi" else size
    hands = deal(rules, HANDS, size)
    strengths = benchmark(pb.evaluate, hands, rules=rules, num_threads=1)
    assert (strengths[:2000] == [pb.evaluate(hand, rules=rules) for hand in hands[:2000, ::-1].tolist()]).all()


@pytest.mark.skipif(find_spec("pokerkit") is None, reason="pokerkit is not installed")
@pytest.mark.parametrize("rules", POKERKIT)
def bench_pokerkit(benchmark, rules):
    import pokerkit

    kind = getattr(pokerkit, POKERKIT[rules])
    size = 4 if rules == "badugi" else 7
    hands = deal(rules, 200, size)
    texts = ["".join(CARD_NAMES[card] for card in hand) for hand in hands.tolist()]
    found = benchmark.pedantic(lambda: [kind.from_game_or_none("", text) for text in texts], rounds=1)
    strengths = pb.evaluate(hands, rules=rules).tolist()
    # None of theirs does not qualify; a stronger hand is the larger one.
    assert [hand is None for hand in found] == [strength == 0 for strength in strengths]
    pairs = [(strength, hand) for strength, hand in zip(strengths, found, strict=True) if hand is not None]
    for strength, hand in pairs:
        for other, another in pairs[:50]:
            assert (strength > other) == (hand > another)


@pytest.mark.parametrize("rules", RULES)
def bench_rules_one(benchmark, rules):
    hand = deal(rules, 1, 4 if rules == "badugi" else 7)[0].tolist()
    assert benchmark(pb.evaluate, hand, rules=rules) == pb.evaluate([hand], rules=rules)[0]
