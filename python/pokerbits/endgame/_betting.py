"""Betting trees of two players: the actions of each node, and the stakes at the end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, isnan
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits._immutable import Immutable
from pokerbits._input.numbers import integer, real, real_numbers
from pokerbits._input.shown import shown
from pokerbits._keyword_hints import with_hints
from pokerbits.exceptions import InvalidArgumentError

Player: TypeAlias = Literal["hero", "villain"]
"""A player of an endgame: hero acts first, villain last."""
PLAYERS: tuple[Player, Player] = ("hero", "villain")
"""The players, in the order of the core."""

ALL_IN = inf
"""A bet or raise of the whole stack."""

_MOST_NODES = 100_000
MOST_BETS = 50
_FEWEST_CHIPS, _MOST_CHIPS = 1e-9, 1e15
DEEPEST = 1e5
"""Largest ratio of stack and pot. Regrets have seven digits, so a pot has two of them or more."""


@dataclass(frozen=True)
class BetSizes:
    """Bet sizes of one street, as fractions of the pot.

    Parameters
    ----------
    bets
        First bets, as fractions of the pot; `ALL_IN` is the whole stack. Empty: nobody bets.
    raises
        Raises, as fractions of the pot after the call. Empty: nobody raises.
    donk
        First bets of hero after a street on which villain bet or raised last, instead of `bets`; `None`: the same.
        Empty: hero leaves the first bet to villain.
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
    BetSizes(bets=(0.5, 1.0), raises=(inf,), donk=None, max_bets=3)
    """

    bets: tuple[float, ...]
    raises: tuple[float, ...] = ()
    donk: tuple[float, ...] | None = None
    max_bets: int = 2

    def __init__(
        self,
        bets: float | Sequence[float],
        raises: float | Sequence[float] = (),
        donk: float | Sequence[float] | None = None,
        max_bets: int = 2,
    ) -> None:
        for name, sizes in (("bets", bets), ("raises", raises), ("donk", donk)):
            object.__setattr__(self, name, None if sizes is None else _sizes(sizes, name))
        object.__setattr__(self, "max_bets", integer("max_bets", max_bets))
        if self.max_bets > MOST_BETS:
            raise InvalidArgumentError(f"max_bets = {self.max_bets}: expected 0 to {MOST_BETS}")


def _sizes(sizes: float | Sequence[float], what: str) -> tuple[float, ...]:
    found = np.atleast_1d(real_numbers(sizes, what))
    if found.ndim != 1 or not ((found > 0) & ((found <= DEEPEST) | (found == ALL_IN))).all():
        message = f"{what}: expected positive fractions of the pot up to {DEEPEST:g}, or ALL_IN, found {shown(sizes)}"
        raise InvalidArgumentError(message)
    return tuple(found.tolist())


@dataclass(frozen=True, eq=False)
class Decision:
    """A node at which a player chooses an action.

    Attributes
    ----------
    player
        `"hero"`, who acts first on every street, or `"villain"`, who acts last.
    street
        0 on the first street of the tree, then the number of cards that were dealt.
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
    """A node at which the turn or river card is dealt.

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

    child: Decision | Deal | Showdown

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
    rake
        Chips of them that the casino takes.

    Examples
    --------
    >>> from pokerbits.endgame import BetSizes, BettingTree
    >>> BettingTree(100, 200, BetSizes(0.5)).root.children[1].children[0]
    Fold(player='villain', stake=50.0, rake=0.0)
    """

    player: Player
    stake: float
    rake: float = 0.0


@dataclass(frozen=True, eq=False)
class Showdown:
    """A node at which the stronger hand wins.

    Attributes
    ----------
    stake
        Chips that each player has put in, with half of the initial pot.
    rake
        Chips of the pot that the casino takes.

    Examples
    --------
    >>> from pokerbits.endgame import BetSizes, BettingTree
    >>> BettingTree(100, 200, BetSizes(0.5)).root.children[1].children[1]
    Showdown(stake=100.0, rake=0.0)
    """

    stake: float
    rake: float = 0.0


Node: TypeAlias = Decision | Deal | Fold | Showdown
"""A node of a betting tree."""


StreetSizes: TypeAlias = BetSizes | Sequence[BetSizes]
"""Bet sizes of a river, or a sequence with those of each street."""
SizesLike: TypeAlias = StreetSizes | Mapping[Player, StreetSizes]
"""Bet sizes of both players, or a dict with those of `"hero"` and `"villain"`."""


class BettingTree(Immutable):
    """The betting of a river, of a turn and a river, or of all streets from the flop on.

    Hero acts first on every street. A bet or raise above the stack is all-in, and after an all-in bet is called the
    rest of the board is dealt. Sizes that lead to the same bet are one action.

    Parameters
    ----------
    pot
        The pot at the root, to which each player has contributed one half: 1e-9 to 1e15 chips.
    stack
        Chips that each player has left at the root: 1e-9 to 1e15, and at most 1e5 pots.
    sizes
        Bet sizes: those of the river, or a sequence with those of each street up to the river. A dict of these by
        player, `"hero"` and `"villain"`, gives each its own.
    rake
        The share of the final pot that the casino takes: what is bet and called, and the pot at the root. 0 to 1.
    rake_cap
        Largest number of chips that the casino takes; `None`: no limit.
    all_in_threshold
        A bet or raise is all-in if, after a call, each stack would hold at most this share of the pot. `None`: only
        bets of the whole stack are.

    Attributes
    ----------
    root
        The first node, a `Decision`.
    decisions
        All decisions, parents before their children.
    pot, stack, rake, rake_cap, all_in_threshold
        As given.
    sizes
        For each street the bet sizes of hero and of villain.

    Raises
    ------
    InvalidArgumentError
        If a number is out of range, there are no sizes for one to three streets, or the tree has more than 100,000
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

    __slots__ = ("all_in_threshold", "decisions", "pot", "rake", "rake_cap", "root", "sizes", "stack")

    pot: float
    stack: float
    sizes: tuple[tuple[BetSizes, BetSizes], ...]
    rake: float
    rake_cap: float | None
    all_in_threshold: float | None
    root: Decision
    decisions: tuple[Decision, ...]

    @with_hints
    def __init__(
        self,
        pot: float,
        stack: float,
        sizes: SizesLike,
        *,
        rake: float = 0.0,
        rake_cap: float | None = None,
        all_in_threshold: float | None = None,
    ) -> None:
        given = {"pot": pot, "stack": stack}
        chips = {name: real(name, value, _FEWEST_CHIPS, _MOST_CHIPS) for name, value in given.items()}
        for name, value in chips.items():
            object.__setattr__(self, name, value)
        if chips["stack"] > DEEPEST * chips["pot"]:
            message = f"stack: expected at most {DEEPEST:g} pots of {chips['pot']:g}, found {chips['stack']:g}"
            raise InvalidArgumentError(message)
        object.__setattr__(self, "rake", real("rake", rake, 0, 1))
        for name, limit in (("rake_cap", rake_cap), ("all_in_threshold", all_in_threshold)):
            object.__setattr__(self, name, None if limit is None else real(name, limit, 0))
        object.__setattr__(self, "sizes", _of_streets(sizes))
        root = _Growth(self).decide(0, 0, (0.0, 0.0), 0, None)
        object.__setattr__(self, "root", root)
        decisions = tuple(node for node in breadth_first(root) if isinstance(node, Decision))
        object.__setattr__(self, "decisions", decisions)

    @property
    def n_streets(self) -> int:
        """Number of streets: 1 for a river, 2 for turn and river, 3 from the flop on."""
        return len(self.sizes)

    def __reduce__(self) -> tuple[Callable[..., BettingTree], tuple[object, ...]]:
        of_players = {player: [street[at] for street in self.sizes] for at, player in enumerate(PLAYERS)}
        options = {name: getattr(self, name) for name in ("rake", "rake_cap", "all_in_threshold")}
        return partial(type(self), **options), (self.pot, self.stack, of_players)

    def __repr__(self) -> str:
        n = len(self.decisions)
        streets = f"{self.n_streets} street{'s' * (self.n_streets > 1)}"
        return f"<BettingTree: pot {self.pot:g}, stack {self.stack:g}, {streets}, {n:,} decision{'s' * (n > 1)}>"


def _of_streets(sizes: SizesLike) -> tuple[tuple[BetSizes, BetSizes], ...]:
    """Return the bet sizes of hero and villain on each street."""
    if isinstance(sizes, Mapping):
        if set(sizes) != set(PLAYERS):
            raise InvalidArgumentError(f"sizes: expected a dict with 'hero' and 'villain', found {shown(sizes)}")
        of_players = [sizes[player] for player in PLAYERS]
    else:
        of_players = [sizes, sizes]
    # A number is no sequence, and a text is one of characters: both get the message below.
    rows = [(of,) if isinstance(of, BetSizes) else tuple(of) if isinstance(of, Iterable) else () for of in of_players]
    right = all(len(row) in (1, 2, 3) and all(isinstance(street, BetSizes) for street in row) for row in rows)
    if not right or len(rows[0]) != len(rows[1]):
        message = (
            f"sizes: expected the BetSizes of one to three streets, such as BetSizes(0.5), as many for both players, "
            f"found {shown(sizes)}"
        )
        raise InvalidArgumentError(message)
    return tuple(zip(*rows, strict=True))


class _Growth:
    """The growth of a tree, node by node."""

    def __init__(self, tree: BettingTree) -> None:
        self.tree, self.n_nodes = tree, 0

    def rake(self, stake: float) -> float:
        """Return what the casino takes of a pot with this stake of each player."""
        cap = self.tree.rake_cap
        return min(2 * stake * self.tree.rake, inf if cap is None else cap)

    def close(self, street: int, paid: float, aggressor: int | None) -> Deal | Showdown:
        """Return the node after the last action of a street, when both players have paid the same."""
        tree = self.tree
        if street + 1 == tree.n_streets:
            stake = tree.pot / 2 + paid
            return Showdown(stake, self.rake(stake))
        if paid == tree.stack:
            return Deal(self.close(street + 1, paid, None))
        return Deal(self.decide(street + 1, 0, (paid, paid), 0, aggressor))

    def decide(
        self, street: int, player: int, paid: tuple[float, float], n_bets: int, aggressor: int | None
    ) -> Decision:
        """Return a decision. `aggressor` made the last bet of the street or, before the first, of the street before."""
        tree = self.tree
        own, theirs = paid[player], paid[1 - player]
        options: dict[str, Node] = {}
        if own < theirs:
            stake = tree.pot / 2 + own
            options["fold"] = Fold(PLAYERS[player], stake, self.rake(stake))
            options["call"] = self.close(street, theirs, aggressor)
        elif player == 1:
            options["check"] = self.close(street, own, None)
        else:
            options["check"] = self.decide(street, 1, paid, 0, aggressor)
        sizes = tree.sizes[street][player]
        if n_bets < sizes.max_bets and theirs < tree.stack:
            leads = player == 0 and aggressor == 1 and sizes.donk is not None
            of_pot = sizes.raises if n_bets else sizes.donk if leads else sizes.bets
            totals = {self.total(theirs, size) for size in of_pot or ()}
            # A size below the precision of floats is no bet.
            for total in sorted(total for total in totals if total > theirs and not isnan(total)):
                now = (total, theirs) if player == 0 else (theirs, total)
                name = f"{'raise' if n_bets else 'bet'} {total:.12g}"
                options[name] = self.decide(street, 1 - player, now, n_bets + 1, player)
        self.n_nodes += len(options)
        if self.n_nodes > _MOST_NODES:
            message = f"sizes: the tree has more than {_MOST_NODES:,} nodes: use fewer sizes or a smaller max_bets"
            raise InvalidArgumentError(message)
        return Decision(PLAYERS[player], street, tuple(options), tuple(options.values()))

    def total(self, paid: float, size: float) -> float:
        """Return what a player has put in after a bet of a fraction of the pot, on top of `paid`."""
        tree = self.tree
        total = min(paid + size * (tree.pot + 2 * paid), tree.stack)
        threshold = tree.all_in_threshold
        is_all_in = threshold is not None and tree.stack - total <= threshold * (tree.pot + 2 * total)
        return tree.stack if is_all_in else total


def breadth_first(root: Node, is_leaf: Callable[[Node], bool] = lambda _: False) -> list[Node]:
    """Return all nodes, parents before their children, and the children of a node one after the other.

    Nothing comes after leaves.
    """
    found, waiting = [], deque([root])
    while waiting:
        node = waiting.popleft()
        found.append(node)
        if not is_leaf(node):
            waiting.extend(children_of(node))
    return found


def children_of(node: Node) -> tuple[Node, ...]:
    """Return the nodes that can follow a node."""
    if isinstance(node, Decision):
        return node.children
    return (node.child,) if isinstance(node, Deal) else ()


def passive_end(node: Node) -> Showdown | Fold:
    """Return the showdown that follows if both players check and call from a node on; a fold is an end itself."""
    while isinstance(node, Deal | Decision):
        if isinstance(node, Deal):
            node = node.child
        else:
            node = node.children[next(at for at, name in enumerate(node.actions) if name in ("check", "call"))]
    return node


def ends_street(node: Node) -> bool:
    """Return whether a card is dealt, and somebody decides afterwards."""
    return isinstance(node, Deal) and (isinstance(node.child, Decision) or ends_street(node.child))


def as_arrays(
    tree: BettingTree, *, is_cut: bool = False, opponent: int | None = None
) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
    """Return the nodes as the core reads them: rows of kind, player, first child and number of actions; then chips.

    The chips of a node are its stake and its rake. If `is_cut`, the first street ends at leaves. An `opponent` first
    decides whether to play: one action leads to a leaf, the other to the tree.
    """
    rows, chips, first = [], [], 1
    if opponent is not None:
        rows, chips, first = [(0, opponent, 1, 2), (_LEAF, 0, 0, 0)], [(0.0, 0.0), (tree.pot / 2, 0.0)], 3
    for node in breadth_first(tree.root, ends_street if is_cut else lambda _: False):
        if is_cut and ends_street(node):
            rows.append((_LEAF, 0, 0, tree.n_streets - 1))
            chips.append((passive_end(node).stake, 0.0))
            continue
        chips.append((node.stake, node.rake) if isinstance(node, Fold | Showdown) else (0.0, 0.0))
        player = PLAYERS.index(node.player) if isinstance(node, Decision | Fold) else 0
        rows.append((_KINDS.index(type(node)), player, first, len(children_of(node))))
        first += len(children_of(node))
    return np.array(rows, dtype=np.uint64), np.array(chips)


_KINDS = (Decision, Deal, Fold, Showdown)
_LEAF = len(_KINDS)
