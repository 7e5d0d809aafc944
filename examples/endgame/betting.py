"""Betting trees of two players: the actions of each node, and the stakes at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

ALL_IN = inf


@dataclass(frozen=True)
class Sizes:
    """The bet sizes of a street."""

    bets: tuple[float, ...]
    """First bets, as shares of the pot; `ALL_IN` is the whole stack."""
    raises: tuple[float, ...] = ()
    """Raises, as shares of the pot after the call."""
    most: int = 2
    """Maximum number of bets and raises on a street."""


@dataclass(frozen=True, eq=False)
class Decision:
    """A player chooses an action."""

    player: int
    street: int
    """0 for the first street of the tree."""
    actions: tuple[str, ...]
    children: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Deal:
    """The next card of the board is dealt."""

    child: Node


@dataclass(frozen=True, eq=False)
class Fold:
    """A player folds and loses the stake."""

    player: int
    stake: float


@dataclass(frozen=True, eq=False)
class Showdown:
    """The stronger hand wins the stake of the other player."""

    stake: float


Node: TypeAlias = Decision | Deal | Fold | Showdown


def betting_tree(pot: float, stack: float, streets: Sequence[Sizes]) -> Node:
    """Return the tree of these streets. Each player has put in half of the pot and has `stack` left.

    Player 0 acts first on every street. A bet or raise above the stack is all-in.
    """

    def close(number: int, paid: float) -> Node:
        """Return the node after the last action of a street, when both players have paid the same."""
        if number + 1 == len(streets):
            return Showdown(pot / 2 + paid)
        return Deal(close(number + 1, paid) if paid == stack else decide(number + 1, 0, (paid, paid), 0))

    def decide(number: int, player: int, paid: tuple[float, float], aggressions: int) -> Node:
        own, theirs = paid[player], paid[1 - player]
        options: dict[str, Node] = {}
        if own < theirs:
            options["fold"] = Fold(player, pot / 2 + own)
            options["call"] = close(number, theirs)
        else:
            options["check"] = close(number, own) if player == 1 else decide(number, 1, paid, 0)
        sizes = streets[number]
        if aggressions < sizes.most and theirs < stack:
            shares = sizes.raises if aggressions else sizes.bets
            for total in sorted({min(theirs + share * (pot + 2 * theirs), stack) for share in shares}):
                now = (total, theirs) if player == 0 else (theirs, total)
                options[f"{'raise' if aggressions else 'bet'} {total:g}"] = decide(
                    number, 1 - player, now, aggressions + 1
                )
        return Decision(player, number, tuple(options), tuple(options.values()))

    return decide(0, 0, (0.0, 0.0), 0)


def decisions(node: Node) -> Iterator[Decision]:
    """Yield every decision of a tree."""
    if isinstance(node, Deal):
        yield from decisions(node.child)
    elif isinstance(node, Decision):
        yield node
        for child in node.children:
            yield from decisions(child)
