"""Betting trees of two players: the actions of each node, and the stakes at the end."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isnan
from typing import Literal, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from pokerbits._immutable import Immutable
from pokerbits._input.numbers import real_number, real_numbers, small_count
from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError

Player: TypeAlias = Literal["hero", "villain"]
"""A player of an endgame: hero acts first, villain last."""
PLAYERS: tuple[Player, Player] = ("hero", "villain")
"""The players, in the order of the core."""

ALL_IN = inf
"""A bet or raise of the whole stack."""

_MOST_NODES = 100_000
_MOST_BETS = 50
_FEWEST_CHIPS, _MOST_CHIPS = 1e-9, 1e15
_DEEPEST = 1e9
"""Largest ratio of stack and pot. Stakes and gains, in pots, then have six digits or more in a float."""


@dataclass(frozen=True)
class BetSizes:
    """Bet sizes of one street, as fractions of the pot.

    Parameters
    ----------
    bets
        First bets, as fractions of the pot; `ALL_IN` is the whole stack. Empty: nobody bets.
    raises
        Raises, as fractions of the pot after the call. Empty: nobody raises.
    max_bets
        Maximum number of bets and raises of both players together, 0 to 50.

    Raises
    ------
    InvalidArgumentError
        If a size is not a positive number, or `max_bets` is out of range.

    Examples
    --------
    >>> from pokerbits.endgame import ALL_IN, BetSizes
    >>> BetSizes(bets=(0.5, 1), raises=ALL_IN, max_bets=3)
    BetSizes(bets=(0.5, 1.0), raises=(inf,), max_bets=3)
    """

    bets: tuple[float, ...]
    raises: tuple[float, ...] = ()
    max_bets: int = 2

    def __init__(self, bets: float | Sequence[float], raises: float | Sequence[float] = (), max_bets: int = 2) -> None:
        for name, sizes in (("bets", bets), ("raises", raises)):
            object.__setattr__(self, name, _sizes(sizes, name))
        object.__setattr__(self, "max_bets", small_count("max_bets", max_bets))
        if self.max_bets > _MOST_BETS:
            raise InvalidArgumentError(f"max_bets = {self.max_bets}: expected 0 to {_MOST_BETS}")


def _sizes(sizes: float | Sequence[float], what: str) -> tuple[float, ...]:
    found = np.atleast_1d(real_numbers(sizes, what))
    if found.ndim != 1 or not (found > 0).all():
        raise InvalidArgumentError(f"{what}: expected positive fractions of the pot, found {shown(sizes)}")
    return tuple(found.tolist())


@dataclass(frozen=True, eq=False)
class Decision:
    """A node at which a player chooses an action.

    Attributes
    ----------
    player
        `"hero"`, who acts first on every street, or `"villain"`, who acts last.
    street
        0 on the first street of the tree, 1 after the river card.
    actions
        The names of the actions, such as `"check"` and `"bet 50"`. The number is what the player has then put in since
        the root, without the share of the initial pot.
    children
        The node after each action.

    Examples
    --------
    >>> from pokerbits.endgame import BetSizes, BettingTree
    >>> root = BettingTree(100, 200, BetSizes(0.5)).root
    >>> root.player, root.actions
    ('hero', ('check', 'bet 50'))
    """

    player: Player
    street: int
    actions: tuple[str, ...]
    children: tuple[Node, ...]

    def __repr__(self) -> str:
        return f"<Decision of {self.player} on street {self.street}: {', '.join(self.actions)}>"


@dataclass(frozen=True, eq=False)
class Deal:
    """A node at which the river card is dealt.

    Attributes
    ----------
    child
        The node after it.

    Examples
    --------
    >>> from pokerbits.endgame import BetSizes, BettingTree
    >>> check = BettingTree(100, 200, [BetSizes(0.5), BetSizes(1)]).root.children[0]
    >>> check.children[0].child.actions
    ('check', 'bet 100')
    """

    child: Decision | Showdown

    def __repr__(self) -> str:
        return f"<Deal before {self.child!r}>"


@dataclass(frozen=True, eq=False)
class Fold:
    """A node at which a player has folded.

    Attributes
    ----------
    player
        The player who folds and loses the stake.
    stake
        Chips that this player has put in, with half of the initial pot.

    Examples
    --------
    >>> from pokerbits.endgame import BetSizes, BettingTree
    >>> BettingTree(100, 200, BetSizes(0.5)).root.children[1].children[0]
    Fold(player='villain', stake=50.0)
    """

    player: Player
    stake: float


@dataclass(frozen=True, eq=False)
class Showdown:
    """A node at which the stronger hand wins.

    Attributes
    ----------
    stake
        Chips that each player has put in, with half of the initial pot.

    Examples
    --------
    >>> from pokerbits.endgame import BetSizes, BettingTree
    >>> BettingTree(100, 200, BetSizes(0.5)).root.children[1].children[1]
    Showdown(stake=100.0)
    """

    stake: float


Node: TypeAlias = Decision | Deal | Fold | Showdown
"""A node of a betting tree."""


class BettingTree(Immutable):
    """The betting of a river, or of a turn and a river.

    Player 0 acts first on every street. A bet or raise above the stack is all-in, and after an all-in bet is called the
    rest of the board is dealt. Sizes that lead to the same bet are one action.

    Parameters
    ----------
    pot
        The pot at the root, to which each player has contributed one half: 1e-9 to 1e15 chips.
    stack
        Chips that each player has left at the root: 1e-9 to 1e15, and at most 1e9 pots.
    sizes
        Bet sizes: those of the river, or a sequence with those of turn and river.

    Attributes
    ----------
    root
        The first node, a `Decision`.
    decisions
        All decisions, parents before their children.

    Raises
    ------
    InvalidArgumentError
        If pot or stack are out of range, there are no sizes for one or two streets, or the tree has more than 100,000
        nodes.

    Examples
    --------
    >>> from pokerbits.endgame import ALL_IN, BetSizes, BettingTree
    >>> tree = BettingTree(100, 200, BetSizes((0.5, 1), ALL_IN))
    >>> tree
    <BettingTree: pot 100, stack 200, 1 street, 10 decisions>
    >>> tree.root.children[1]
    <Decision of villain on street 0: fold, call, raise 200>
    """

    __slots__ = ("decisions", "pot", "root", "sizes", "stack")

    pot: float
    stack: float
    sizes: tuple[BetSizes, ...]
    root: Decision
    decisions: tuple[Decision, ...]

    def __init__(self, pot: float, stack: float, sizes: BetSizes | Sequence[BetSizes]) -> None:
        chips = {"pot": real_number(pot, "pot"), "stack": real_number(stack, "stack")}
        for name, value in chips.items():
            if not _FEWEST_CHIPS <= value <= _MOST_CHIPS:
                message = f"{name}: expected {_FEWEST_CHIPS:g} to {_MOST_CHIPS:g} chips, found {shown(value)}"
                raise InvalidArgumentError(message)
            object.__setattr__(self, name, value)
        if chips["stack"] > _DEEPEST * chips["pot"]:
            message = f"stack: expected at most {_DEEPEST:g} pots of {chips['pot']:g}, found {chips['stack']:g}"
            raise InvalidArgumentError(message)
        streets = (sizes,) if isinstance(sizes, BetSizes) else tuple(sizes)
        if len(streets) not in (1, 2) or not all(isinstance(street, BetSizes) for street in streets):
            message = f"sizes: expected the BetSizes of a river, or those of turn and river, found {shown(sizes)}"
            raise InvalidArgumentError(message)
        object.__setattr__(self, "sizes", streets)
        root = _Growth(chips["pot"], chips["stack"], streets).decide(0, 0, (0.0, 0.0), 0)
        object.__setattr__(self, "root", root)
        decisions = tuple(node for node in breadth_first(root) if isinstance(node, Decision))
        object.__setattr__(self, "decisions", decisions)

    @property
    def n_streets(self) -> int:
        """Number of streets: 1 for a river, 2 for turn and river."""
        return len(self.sizes)

    def __reduce__(self) -> tuple[type[BettingTree], tuple[float, float, tuple[BetSizes, ...]]]:
        return type(self), (self.pot, self.stack, self.sizes)

    def __repr__(self) -> str:
        n = len(self.decisions)
        streets = f"{self.n_streets} street{'s' * (self.n_streets > 1)}"
        return f"<BettingTree: pot {self.pot:g}, stack {self.stack:g}, {streets}, {n:,} decision{'s' * (n > 1)}>"


class _Growth:
    """The growth of a tree, node by node."""

    def __init__(self, pot: float, stack: float, streets: Sequence[BetSizes]) -> None:
        self.pot, self.stack, self.streets, self.n_nodes = pot, stack, streets, 0

    def close(self, street: int, paid: float) -> Deal | Showdown:
        """Return the node after the last action of a street, when both players have paid the same."""
        if street + 1 == len(self.streets):
            return Showdown(self.pot / 2 + paid)
        after = self.close(street + 1, paid) if paid == self.stack else self.decide(street + 1, 0, (paid, paid), 0)
        return Deal(cast("Decision | Showdown", after))

    def decide(self, street: int, player: int, paid: tuple[float, float], n_bets: int) -> Decision:
        own, theirs = paid[player], paid[1 - player]
        options: dict[str, Node] = {}
        if own < theirs:
            options["fold"] = Fold(PLAYERS[player], self.pot / 2 + own)
            options["call"] = self.close(street, theirs)
        else:
            options["check"] = self.close(street, own) if player == 1 else self.decide(street, 1, paid, 0)
        sizes = self.streets[street]
        if n_bets < sizes.max_bets and theirs < self.stack:
            pot = self.pot + 2 * theirs
            totals = {min(theirs + size * pot, self.stack) for size in (sizes.raises if n_bets else sizes.bets)}
            # A size below the precision of floats is no bet.
            for total in sorted(total for total in totals if total > theirs and not isnan(total)):
                now = (total, theirs) if player == 0 else (theirs, total)
                options[f"{'raise' if n_bets else 'bet'} {total:.12g}"] = self.decide(
                    street, 1 - player, now, n_bets + 1
                )
        self.n_nodes += len(options)
        if self.n_nodes > _MOST_NODES:
            message = f"sizes: the tree has more than {_MOST_NODES:,} nodes: use fewer sizes or a smaller max_bets"
            raise InvalidArgumentError(message)
        return Decision(PLAYERS[player], street, tuple(options), tuple(options.values()))


def breadth_first(root: Node) -> list[Node]:
    """Return all nodes, parents before their children, and the children of a node one after the other."""
    found, waiting = [], deque([root])
    while waiting:
        node = waiting.popleft()
        found.append(node)
        waiting.extend(children_of(node))
    return found


def children_of(node: Node) -> tuple[Node, ...]:
    """Return the nodes that can follow a node."""
    if isinstance(node, Decision):
        return node.children
    return (node.child,) if isinstance(node, Deal) else ()


def as_arrays(tree: BettingTree) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
    """Return the nodes as the core reads them: rows of kind, player, first child and number of actions; and stakes."""
    rows, stakes, first = [], [], 1
    for node in breadth_first(tree.root):
        stakes.append(node.stake if isinstance(node, Fold | Showdown) else 0.0)
        player = PLAYERS.index(node.player) if isinstance(node, Decision | Fold) else 0
        rows.append((_KINDS.index(type(node)), player, first, len(children_of(node))))
        first += len(children_of(node))
    return np.array(rows, dtype=np.uint64), np.array(stakes)


_KINDS = (Decision, Deal, Fold, Showdown)
