"""States of the abstract game: with a chance node for each card, or with one for the whole deal."""

from __future__ import annotations

import re
from pickle import PicklingError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._extras import needing
from pokerbits._input.rng import RngLike, generator
from pokerbits.cards import parse_cards
from pokerbits.openspiel._buckets import Buckets

with needing("openspiel", "pokerbits.openspiel"):
    import open_spiel  # noqa: F401 - the module that the extra is known by
    import pyspiel

CHANCE = int(pyspiel.PlayerId.CHANCE)
# Not an identifier, so that no game can have this name.
UNNAMED = "pokerbits-abstract-poker"
HOLE_CARDS = re.compile(r"\[Private: (\w+)\]")


class Node:
    """An immutable state: the state of the wrapped game, the cards dealt, the betting. Copies share it."""

    __slots__ = ("_deals", "betting", "buckets", "dealt", "name", "player", "street", "wrapped")

    def __init__(
        self,
        name: str,
        buckets: Buckets,
        wrapped: Any,
        dealt: tuple[int, ...] = (),
        street: int = -1,
        betting: str = "",
    ) -> None:
        self.name = name
        self.buckets = buckets
        self.wrapped = wrapped
        self.dealt = dealt
        self.street = street
        self.betting = betting
        self.player: int = wrapped.current_player()
        self._deals: list[tuple[int, float]] | None = None

    def after(self, action: int) -> Node:
        """Return the node after an action."""
        wrapped = self.wrapped.child(action)
        if self.player != CHANCE:
            return Node(self.name, self.buckets, wrapped, self.dealt, self.street, f"{self.betting} {action}")
        if self.buckets.hands_at_once and not self.dealt:
            dealt = self.buckets.deal_hands([hole_cards(wrapped, player) for player in range(wrapped.num_players())])
        else:
            dealt = self.buckets.deal(self.dealt, action)
        street = self.buckets.street_that_ends(dealt)
        if street is None:
            return Node(self.name, self.buckets, wrapped, dealt, self.street, self.betting)
        betting = self.betting + " |" if self.street >= 0 else ""
        return Node(self.name, self.buckets, wrapped, dealt, street, betting)

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be dealt, and their probabilities."""
        if not self.buckets.hands_at_once or self.dealt:
            cards: list[tuple[int, float]] = self.wrapped.chance_outcomes()
            return cards
        # The wrapped game lists deals with probability 0 too, a million of them, and ends in an error there.
        if self._deals is None:
            self._deals = [(deal, chance) for deal, chance in self.wrapped.chance_outcomes() if chance > 0]
        return self._deals

    def known(self, player: int) -> list[tuple[int, int]]:
        """Return the streets and buckets that a player knows."""
        return self.buckets.known(self.dealt, self.street, player)

    def contributions(self) -> list[float]:
        """Return the contribution of each player to the pot: the end of the observation tensor of the wrapped game."""
        values: list[float] = self.wrapped.observation_tensor(0)
        return values[-self.wrapped.num_players() :]

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        if self.name == UNNAMED:
            raise PicklingError("states of a game without a name cannot be pickled: make it with `name`")
        return _replayed, (self.name, self.wrapped.history())


class Sampler:
    """Draws whole deals, the board to the river included, with the probabilities of the wrapped game."""

    def __init__(self, root: Node, rng: RngLike | None) -> None:
        self._cards = [at for at, card in enumerate(root.buckets.cards) if card not in root.buckets.board]
        self._generator = generator(rng)
        self._deals: list[int] | None = None
        self._ends: NDArray[np.float64] | None = None
        if root.buckets.hands_at_once:
            self._deals = [deal for deal, _ in root.outcomes()]
            self._ends = np.cumsum([chance for _, chance in root.outcomes()])

    def draw(self) -> list[int]:
        """Return chance outcomes in the order in which they happen; some of them may already be dealt."""
        cards: list[int] = self._generator.permutation(self._cards).tolist()
        if self._deals is None or self._ends is None:
            return cards
        deal = np.searchsorted(self._ends, self._generator.random() * self._ends[-1], side="right")
        return [self._deals[deal], *cards]


class SampledNode(Node):
    """A state of a game whose only chance node draws the whole deal, which shows as the hand goes on."""

    __slots__ = ("_known", "deal", "sampler")

    def __init__(
        self,
        sampler: Sampler,
        *state: Any,
        deal: list[int] | None = None,
        known: dict[tuple[int, int], list[tuple[int, int]]] | None = None,
    ) -> None:
        super().__init__(*state)
        self.sampler = sampler
        self.deal = deal
        """The chance outcomes in their order; `None` before the deal."""
        self._known = {} if known is None else known
        """By player and street. The states of a deal share it."""

    def after(self, action: int) -> Node:
        """Return the node after an action, and after the cards that are dealt then."""
        if self.deal is None:
            return self._dealt(self.wrapped.clone(), "", self.sampler.draw())
        return self._dealt(self.wrapped.child(action), f"{self.betting} {action}", self.deal)

    def _dealt(self, wrapped: Any, betting: str, deal: list[int]) -> SampledNode:
        """Return the node in which somebody acts, or at the end; the wrapped state is moved there."""
        dealt, street, buckets = self.dealt, self.street, self.buckets
        while wrapped.current_player() == CHANCE:
            if buckets.hands_at_once and not dealt:
                wrapped.apply_action(deal[0])
                dealt = buckets.deal_hands([hole_cards(wrapped, player) for player in range(wrapped.num_players())])
            else:
                outcome = next(at for at in deal[buckets.hands_at_once :] if buckets.cards[at] not in dealt)
                wrapped.apply_action(outcome)
                dealt = buckets.deal(dealt, outcome)
            ended = buckets.street_that_ends(dealt)
            if ended is not None:
                betting = betting + " |" if street >= 0 else ""
                street = ended
        known = None if self.deal is None else self._known
        return SampledNode(self.sampler, self.name, buckets, wrapped, dealt, street, betting, deal=deal, known=known)

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the one outcome of the deal."""
        return [(0, 1.0)]

    def known(self, player: int) -> list[tuple[int, int]]:
        """Return the streets and buckets that a player knows."""
        key = (player, self.street)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = super().known(player)
        return known

    def __reduce__(self) -> tuple[object, ...]:
        # Its actions do not say which deal was drawn.
        raise PicklingError("states of a game with sampled deals cannot be pickled: use chance='explicit'")


def hole_cards(wrapped: Any, player: int) -> list[int]:
    """Return the hole cards of a player in a state of the wrapped game."""
    found = HOLE_CARDS.search(wrapped.information_state_string(player))
    return [int(card) for card in parse_cards(found[1])] if found else []


def _replayed(name: str, actions: list[int]) -> Node:
    """Return the node of a registered game after some actions."""
    node: Node = pyspiel.load_game(name).root
    for action in actions:
        node = node.after(action)
    return node
