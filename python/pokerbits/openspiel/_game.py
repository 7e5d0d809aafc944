"""The abstract game as classes of OpenSpiel, which is imported with this module."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._extras import needing
from pokerbits._input.rng import RngLike
from pokerbits._input.shown import shown
from pokerbits.abstraction import CardLookup
from pokerbits.cards import parse_cards
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.openspiel._buckets import Buckets
from pokerbits.openspiel._nodes import CHANCE, UNNAMED, Node, SampledNode, Sampler

with needing("openspiel", "pokerbits.openspiel"):
    import open_spiel.python.policy as policies
    import pyspiel

TERMINAL = int(pyspiel.PlayerId.TERMINAL)
WRAPS = "universal_poker"


def bucket_text(known: list[tuple[int, int]]) -> str:
    """Return buckets as text."""
    return " ".join(str(bucket) for _, bucket in known)


class AbstractGame(pyspiel.Game):
    """A game of `universal_poker` whose players see buckets instead of cards."""

    def __init__(
        self, wrapped: Any, *, buckets: Buckets, name: str, sampled: bool = False, rng: RngLike | None = None
    ) -> None:
        old = wrapped.get_type()
        recall = "perfect" if buckets.perfect_recall else "imperfect"
        kind = pyspiel.GameType(
            short_name=name,
            long_name=f"Poker on buckets of hands, {recall} recall: {wrapped}",
            dynamics=old.dynamics,
            chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC if sampled else old.chance_mode,
            information=old.information,
            utility=old.utility,
            reward_model=old.reward_model,
            max_num_players=wrapped.num_players(),
            min_num_players=wrapped.num_players(),
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=wrapped.num_distinct_actions(),
            max_chance_outcomes=1 if sampled else wrapped.max_chance_outcomes(),
            num_players=wrapped.num_players(),
            min_utility=wrapped.min_utility(),
            max_utility=wrapped.max_utility(),
            utility_sum=wrapped.utility_sum(),
            max_game_length=wrapped.max_game_length(),
        )
        super().__init__(kind, info, {})
        self.wrapped = wrapped
        self.kind = kind
        self.recall = recall
        self.root = Node(name, buckets, wrapped.new_initial_state())
        self.explicit = AbstractGame(wrapped, buckets=buckets, name=UNNAMED) if sampled else self
        """The game with a chance node for each card."""
        if sampled:
            self.root = SampledNode(Sampler(self.root, rng), name, buckets, self.root.wrapped)
        # The tensors of the wrapped game start with the player, and two places for each card of the deck.
        self.before_betting = wrapped.num_players() + 2 * len(buckets.cards)

    def new_initial_state(self) -> AbstractState:
        """Return the state before the deal."""
        return AbstractState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the largest number of cards dealt."""
        cards: int = self.wrapped.max_chance_nodes_in_history()
        return cards if self.explicit is self else 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return the observer that describes states to a player."""
        if params:
            raise InvalidArgumentError(f"an observer takes no parameters, found {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class AbstractState(pyspiel.State):
    """A state of the abstract game. It differs from the wrapped game's state in what players see."""

    def __init__(self, game: AbstractGame) -> None:
        super().__init__(game)
        # The only attribute: OpenSpiel copies and pickles all attributes.
        self.node = game.root

    def current_player(self) -> int:
        """Return the player to act."""
        return self.node.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.node.player == TERMINAL

    def is_chance_node(self) -> bool:
        """Return whether a card is to be dealt."""
        return self.node.player == CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        """Return the actions of the player to act."""
        actions: list[int] = self.node.wrapped.legal_actions(player)
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be dealt, and their probabilities."""
        return self.node.outcomes()

    def _apply_action(self, action: int) -> None:
        """Apply an action to this state."""
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return an action as text."""
        return str(self.node.wrapped.action_to_string(player, action))

    def returns(self) -> list[float]:
        """Return what each player has won."""
        won: list[float] = self.node.wrapped.returns()
        return won

    def information_state_string(self, player: int | None = None) -> str:
        """Return the information state of a player: buckets, and all betting."""
        node = self.node
        player = self._seat(player)
        return f"[Player: {player}][Bucket: {bucket_text(node.known(player))}][Betting:{node.betting}]"

    def _seat(self, player: int | None) -> int:
        """Return a player, by default the one to act."""
        seat = self.node.player if player is None else player
        if not 0 <= seat < self.num_players():
            raise InvalidArgumentError(f"player {seat} is out of range (0 to {self.num_players() - 1})")
        return seat

    def __str__(self) -> str:
        return str(self.node.wrapped)


class Observer:
    """An observer of OpenSpiel: states as text and tensors, as seen by one player, all players or the public."""

    def __init__(self, game: AbstractGame, kind: Any) -> None:
        buckets = game.root.buckets
        n_players: int = game.num_players()
        self._game = game
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._others = list(range(n_players)) if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS else []
        seen: dict[str, tuple[int, ...]] = {"player": (n_players,)}
        owners = self._owners(0)
        if owners:
            # Whether the street is known, then the bits of the bucket from the lowest.
            seen["buckets"] = (len(owners), buckets.n_streets, 1 + buckets.bits)
        if kind.public_info and kind.perfect_recall:
            seen["betting"] = (game.wrapped.information_state_tensor_size() - game.before_betting,)
        elif kind.public_info:
            seen |= {"street": (buckets.n_streets,), "contributions": (n_players,)}
        sizes = [int(np.prod(shape)) for shape in seen.values()]
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes), dtype=np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {name: part.reshape(shape) for (name, shape), part in zip(seen.items(), parts, strict=True)}

    def _owners(self, player: int) -> list[int]:
        """Return the players whose buckets this observer shows."""
        return [player] if self._own else self._others

    def set_from(self, state: AbstractState, player: int) -> None:
        """Describe a state in `tensor`; `dict` has its parts by name."""
        node = state.node
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        for row, owner in enumerate(self._owners(player)):
            for street, bucket in node.known(owner):
                self.dict["buckets"][row, street, 0] = 1
                self.dict["buckets"][row, street, 1:] = bits_of(bucket, node.buckets.bits)
        if "betting" in self.dict:
            self.dict["betting"][:] = node.wrapped.information_state_tensor(player)[self._game.before_betting :]
        if "contributions" in self.dict:
            self.dict["street"][max(node.street, 0)] = 1
            self.dict["contributions"][:] = node.contributions()

    def string_from(self, state: AbstractState, player: int) -> str:
        """Return a state as text."""
        node = state.node
        text = f"[Player: {player}]"
        for owner in self._owners(player):
            text += f"[Bucket: {bucket_text(node.known(owner))}]"
        if "betting" in self.dict:
            text += f"[Betting:{node.betting}]"
        if "contributions" in self.dict:
            chips = " ".join(f"{chips:.0f}" for chips in node.contributions())
            text += f"[Street: {max(node.street, 0)}][Contributions: {chips}]"
        return text


def bits_of(bucket: int, bits: int) -> NDArray[np.uint8]:
    """Return the bits of a number from the lowest."""
    return np.unpackbits(np.array([bucket], dtype="<u8").view(np.uint8), bitorder="little")[:bits]


def load(game: Any) -> Any:
    """Return a game of `universal_poker`, given as a game or as text."""
    named = game if isinstance(game, str) else game.get_type().short_name if isinstance(game, pyspiel.Game) else ""
    if named.partition("(")[0] != WRAPS:
        raise InvalidArgumentError(f"game: expected {WRAPS!r}, found {shown(str(game))}")
    try:
        real = pyspiel.load_game(game) if isinstance(game, str) else game
    except pyspiel.SpielError as error:
        raise InvalidArgumentError(f"game: {error}") from error
    return real


def make(
    game: Any, *, lookup: CardLookup, recall: str, name: str | None, sampled: bool, rng: RngLike | None
) -> AbstractGame:
    """Return the abstract game, registered if it has a name."""
    real = load(game)
    parameters = real.get_parameters()
    buckets = Buckets(
        lookup,
        n_players=real.num_players(),
        n_hole_cards=parameters["numHoleCards"],
        board_cards=[int(number) for number in parameters["numBoardCards"].split()[: parameters["numRounds"]]],
        n_ranks=parameters["numRanks"],
        n_suits=parameters["numSuits"],
        perfect_recall=recall == "perfect",
        board=[int(card) for card in parse_cards(parameters["boardCards"])],
        hands_at_once=bool(parameters["handReaches"]),
    )
    made = AbstractGame(real, buckets=buckets, name=name or UNNAMED, sampled=sampled, rng=rng)
    return made if name is None else registered(name, made, made_of=(str(real), lookup, recall, sampled))


def registered(name: str, game: AbstractGame, *, made_of: tuple[object, ...]) -> AbstractGame:
    """Register the game for `pyspiel.load_game`, and return it, or the first one with the same contents."""
    if name not in REGISTERED:
        if name in pyspiel.registered_names():
            raise InvalidArgumentError(f"name: {shown(name)} is a game of OpenSpiel")
        REGISTERED[name] = Registered(game, made_of)
        pyspiel.register_game(game.kind, REGISTERED[name])
    elif REGISTERED[name].made_of != made_of:
        raise InvalidArgumentError(f"name: {shown(name)} is taken by {REGISTERED[name].game.kind.long_name}")
    return REGISTERED[name].game


class Registered:
    """The factory that `pyspiel.load_game` calls for a name: it returns the game."""

    def __init__(self, game: AbstractGame, made_of: tuple[object, ...]) -> None:
        self.game = game
        self.made_of = made_of
        # OpenSpiel drops its reference as the process ends, after the interpreter and its lock. If it were the last
        # one, this object would be freed then, and the process would abort. So the object holds a reference to itself.
        self.itself = self

    def __call__(self, _: object) -> AbstractGame:
        return self.game


REGISTERED: dict[str, Registered] = {}


class RealPolicy(policies.Policy):
    """A policy of the abstract game, played in the real one."""

    def __init__(self, policy: Any, game: AbstractGame) -> None:
        super().__init__(game.wrapped, list(range(game.num_players())))
        self._policy = policy
        self._abstract = game

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """Return the probability of each action in a state of the real game."""
        abstract = self._abstract.explicit.new_initial_state()
        for action in state.history():
            abstract.apply_action(action)
        # Policies of OpenSpiel in C++ take only the state.
        of_whom = () if player_id is None else (player_id,)
        probabilities: dict[int, float] = self._policy.action_probabilities(abstract, *of_whom)
        return probabilities
