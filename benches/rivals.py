"""The evaluators that ours stands beside, each as a function from rows of card ids to ranks in its own scale.

A rival that is not installed is left out. Its card objects are made beforehand, outside the time that counts.
"""

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from types import ModuleType

import numpy as np

CARD_NAMES = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


@dataclass(frozen=True)
class Rival:
    """One evaluator: what a hand is to it, how to prepare and rank one, which way its scale goes, how many to take."""

    name: str
    given: str
    prepare: Callable[[list[int]], object]
    rank: Callable[[object], int]
    rank_names: Callable[[list[str]], int]
    larger_is_stronger: bool
    hands: int

    def run(self, hands: list[object]) -> list[int]:
        """Rank prepared hands, one a call: none of them takes a batch."""
        rank = self.rank
        return [rank(hand) for hand in hands]

    def agrees(self, ranks: list[int], strengths: np.ndarray) -> bool:
        """Whether our strengths order the hands exactly as the rival's ranks do."""
        signed = np.array(ranks, dtype=np.int64) * (1 if self.larger_is_stronger else -1)
        _, theirs = np.unique(signed, return_inverse=True)
        _, ours = np.unique(strengths, return_inverse=True)
        return bool((theirs == ours).all())


def _with_cards(library: ModuleType) -> Rival:
    """Return a library that evaluates lists of its cards: pkrbot has the names of eval7."""
    cards = [library.Card(name) for name in CARD_NAMES]
    return Rival(
        library.__name__,
        "list of its cards",
        lambda hand: [cards[c] for c in hand],
        library.evaluate,
        lambda names: library.evaluate([library.Card(name) for name in names]),
        True,
        1_000_000,
    )


def rivals() -> Iterator[Rival]:
    """Yield every rival that is installed."""
    if find_spec("phevaluator"):
        from phevaluator.evaluator import evaluate_7cards, evaluate_cards

        yield Rival(
            "phevaluator",
            "tuple of ids",
            tuple,
            lambda hand: evaluate_7cards(*hand),
            lambda names: evaluate_cards(*names),
            False,
            1_000_000,
        )
    if find_spec("eval7"):
        with warnings.catch_warnings():
            # It calls functions that its own dependency has deprecated.
            warnings.simplefilter("ignore")
            import eval7

        yield _with_cards(eval7)
    if find_spec("pkrbot"):
        import pkrbot

        yield _with_cards(pkrbot)
    if find_spec("treys"):
        import treys

        cards_of_treys = [treys.Card.new(name) for name in CARD_NAMES]
        evaluate = treys.Evaluator().evaluate
        yield Rival(
            "treys",
            "list of its cards",
            lambda hand: [cards_of_treys[c] for c in hand],
            lambda hand: evaluate(hand[:2], hand[2:]),
            lambda names: evaluate(*([treys.Card.new(name) for name in part] for part in (names[:2], names[2:]))),
            False,
            100_000,
        )
    if find_spec("pokerkit"):
        from pokerkit import Card, StandardHighHand

        cards_of_pokerkit = [next(iter(Card.parse(name))) for name in CARD_NAMES]
        yield Rival(
            "pokerkit",
            "list of its cards",
            lambda hand: [cards_of_pokerkit[c] for c in hand],
            lambda hand: StandardHighHand.from_game(hand[:2], hand[2:]).entry.index,
            lambda names: StandardHighHand.from_game("".join(names[:2]), "".join(names[2:])).entry.index,
            True,
            2_000,
        )
