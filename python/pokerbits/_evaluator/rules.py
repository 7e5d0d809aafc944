"""Hand rankings: their names, the number of cards in a hand, and their strength scales."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, TypeAlias, get_args

from pokerbits import _native
from pokerbits._input.choices import check_name, unknown_choice
from pokerbits.exceptions import InvalidArgumentError

Rules: TypeAlias = Literal[
    "standard", "short_deck", "short_deck_trips", "ace_to_five", "deuce_to_seven", "eight_or_better", "badugi"
]
"""Name of a hand ranking."""

STANDARD: Final = "standard"
RULES: tuple[Rules, ...] = get_args(Rules)
LOW_RULES: tuple[Rules, ...] = ("ace_to_five", "deuce_to_seven", "eight_or_better")


def named(rules: Rules) -> Rules:
    """Return the name of the rules after checking it."""
    if isinstance(rules, str) and ("omaha" in rules.lower() or rules.lower().startswith("plo")):
        hint = "hands of Omaha are for evaluate_omaha and evaluate_omaha_low"
        raise unknown_choice("rules", rules, RULES, hint=hint)
    check_name("rules", rules, RULES)
    return rules


def hand_sizes(rules: Rules) -> tuple[int, ...]:
    """Return the numbers of cards that a hand can have."""
    return (4,) if rules == "badugi" else (5, 6, 7)


def has_categories(rules: Rules) -> bool:
    """Return whether hands have categories, such as pair and flush."""
    return rules not in {"eight_or_better", "badugi"}


def check_has_categories(rules: Rules) -> None:
    """Raise for rules under which hands have no categories."""
    if not has_categories(rules):
        raise InvalidArgumentError(f"hands have no categories under the rules {rules!r}")


@cache
def scale(rules: Rules) -> tuple[int, int]:
    """Return the smallest and the largest strength of a hand."""
    return 0 if rules == "eight_or_better" else 1, _native.max_strength(rules)
