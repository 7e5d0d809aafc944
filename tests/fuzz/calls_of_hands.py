"""Calls of the evaluator and of cards."""

from typing import Any

from dealt import card_text, cards, table
from hypothesis import strategies as st
from integers import integers, number
from junk import JUNK
from registry import called
from values import REFUSED, THREADS, UNKNOWN, choice, mostly, optional, right, unjudged, unknown, wrong

from pokerbits._evaluator.rules import RULES


@st.composite
def hands_and_rules(draw: Any, *names: str) -> list[Any]:
    """Hands of a size that the rules take, whole or in two parts."""
    rules = draw(optional(choice(*names), 3))
    name = rules.plain.strip("'") if rules and rules.plain not in (REFUSED, UNKNOWN) else "standard"
    sizes = (4,) if name == "badugi" else (5, 6, 7)
    if name.startswith("short_deck"):
        # The deck has 36 cards.
        return [*draw(table(*(size - 2 for size in sizes), rows=True, deck=range(16, 52))), {"rules": rules}]
    if draw(st.booleans()):
        return [draw(cards(*sizes, many=3000)), {"rules": rules}]
    return [*draw(table(*(size - 2 for size in sizes), rows=True)), {"rules": rules}]


called("pb.evaluate", hands_and_rules(*RULES), num_threads=THREADS, has_out=True)
called("pb.evaluate_combos", cards(5, many=3), num_threads=THREADS, has_out=True)
for name in ("pb.evaluate_omaha", "pb.evaluate_omaha_low"):
    spots = st.sampled_from([4, 5, 6]).flatmap(lambda n: table(3, 4, 5, n_hole=n, rows=True))
    called(name, spots, num_threads=THREADS, has_out=True)
# Others have no categories.
WITH_CATEGORIES = [rules for rules in RULES if rules not in ("badugi", "eight_or_better")]
called("pb.best_five", hands_and_rules(*WITH_CATEGORIES), num_threads=THREADS)
called("pb.outs", table(3, 4), villain=optional(unjudged(cards(2))))
called("pb.category_odds", table(3, 4, 5, rows=True), num_threads=THREADS)

for name in (
    "category",
    "describe",
    "evaluator.to_cactus_kev",
    "evaluator.from_cactus_kev",
    "evaluator.to_two_plus_two",
):
    called(f"pb.{name}", integers(1, 7462))
# The flushes: the scale has gaps between categories.
called("pb.evaluator.from_two_plus_two", integers(24_577, 25_853))
# Not every strength has a hand of six or seven cards.
called("pb.example_hand", number(1, 7462), n_cards=optional(unjudged(number(5, 7))))
# Counting hands of five cards takes long, of six and seven longer.
called("pb.evaluator.category_census", mostly(wrong("4 | 8 | 0 | -1 | 2**64"), right("5"), 16), num_threads=THREADS)

called("pb.cards.combo_class", integers(0, 1325))
called("pb.cards.combo_id", cards(2, many=3000))
called("pb.cards.omaha_hand_id", cards(4, many=3000))
called("pb.hand_percentile", cards(2, many=3000), game=optional(choice("holdem", "HOLDEM")))
called("pb.cards.hand_class", cards(2, many=3000))
called("pb.cards.card_name", number(0, 51))
called("pb.cards.parse_card", mostly(card_text(2, lambda row: len(row) == 1), JUNK))
called("pb.cards.parse_cards", card_text(8) | unjudged(cards(1, 2, 5)))
called(
    "pb.cards.format_cards",
    cards(1, 2, 5, many=100, others=range(9), repeats=True),
    sep=optional(right("' ' | '\\ud800'") | unknown("None | b' '"), 3),
)

called("pb.CardSet", cards(0, 1, 2, 5, 52, one=True, others=range(53)))
called("pb.CardSet.from_bits", number(0, 2**52 - 1))
for name in ("contains", "eq", "or", "and", "xor", "sub", "lt"):
    called(f"pb.CardSet.__{name}__", unjudged(JUNK), function=f"pb.CardSet('AsKs').__{name}__")
