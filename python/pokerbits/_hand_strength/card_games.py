"""Games of any deck: the deck, the cards of each round, how hands rank, and the names of their streets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from itertools import accumulate
from typing import Any, Final, Literal, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._evaluator.games import official_name
from pokerbits._evaluator.rules import Rules, named
from pokerbits._hand_strength.streets import BOARD_CARDS, Street
from pokerbits._immutable import Immutable
from pokerbits._indexer import HandIndexer
from pokerbits._indexer.games import preset
from pokerbits._input.card_set import RANKS
from pokerbits._input.choices import check_name
from pokerbits._input.shown import shown
from pokerbits._public import publish
from pokerbits.cards import HAND_CLASSES
from pokerbits.exceptions import InvalidArgumentError

CardGameName: TypeAlias = Literal["holdem", "short_deck", "short_deck_trips", "royal", "leduc", "6+"]
"""Name of a `CardGame`."""

_STREETS: tuple[Street, ...] = ("preflop", "flop", "turn", "river")
_RULES: Final[dict[str, Rules]] = {
    "holdem": "standard",
    "short_deck": "short_deck",
    "short_deck_trips": "short_deck_trips",
    "royal": "standard",
    "leduc": "standard",
}
CARD_GAMES: tuple[str, ...] = tuple(_RULES)
"""Names of games."""
_MOST_OPPONENTS: Final = 22
"""Most opponents in any game, as in hold'em."""
_LATEST: Final = 64
"""Number of games, and of their streets, whose objects are remembered: there is no end of games."""


class CardGame(Immutable):
    """A game of any deck: one or two hole cards, then rounds of board cards; the best hand wins.

    `strength_table`, `CardAbstraction.build` and others take it as `game=`. Games are immutable, hashable and
    picklable, and equal if they deal the same cards and rank them alike.

    Parameters
    ----------
    cards_per_round
        Number of cards in each round, one to four rounds: 1 or 2 hole cards, then board cards. A hand has at most 7
        cards. The rounds are the streets `"preflop"`, `"flop"`, `"turn"` and `"river"`, in this order.
    n_ranks
        Number of ranks in the deck, from `lowest_rank` up.
    n_suits
        Number of suits in the deck, from clubs up.
    lowest_rank
        Lowest rank of the deck, `"2"` to `"A"`. Card ids are `4 * rank + suit` for every deck.
    rules
        How hands rank: `"standard"`, or for the deck of 36 cards from the six up `"short_deck"` or
        `"short_deck_trips"`. The best five cards count. If there are fewer, four of a kind beats three of a kind,
        two pair, a pair and no pair; then ranks decide.

    Raises
    ------
    InvalidArgumentError
        If the rounds are not as above, the deck has too few cards for two players, or the rules are of another deck.

    Examples
    --------
    Hold'em with the twenty cards from the ten up, and with five ranks from the deuce up, as OpenSpiel numbers them:

    >>> import pokerbits as pb
    >>> royal = pb.strength.CardGame(n_ranks=5, lowest_rank="T")
    >>> royal.streets, [royal.indexer(street).size() for street in royal.streets]
    (('preflop', 'flop', 'turn', 'river'), [25, 7760, 27290, 73550])
    >>> royal == pb.strength.CardGame.named("royal")
    True
    >>> pb.strength.CardGame((1, 1), n_ranks=3, n_suits=2)
    CardGame((1, 1), n_ranks=3, n_suits=2)
    """

    __slots__ = ("_values",)
    _values: tuple[tuple[int, ...], int, int, str, Rules]

    def __init__(
        self,
        cards_per_round: Sequence[int] = (2, 3, 1, 1),
        *,
        n_ranks: int = 13,
        n_suits: int = 4,
        lowest_rank: str = "2",
        rules: Rules = "standard",
    ) -> None:
        dealt = HandIndexer(cards_per_round, n_ranks=n_ranks, n_suits=n_suits, lowest_rank=lowest_rank)
        values = (dealt.cards_per_round, dealt.n_ranks, dealt.n_suits, dealt.lowest_rank, named(rules))
        _core(values)
        object.__setattr__(self, "_values", values)

    @classmethod
    def named(cls, name: CardGameName) -> Self:
        """Return a game by name.

        Parameters
        ----------
        name
            - `"holdem"`: two hole cards of 52, then (3, 1, 1).
            - `"short_deck"`, `"short_deck_trips"`, `"6+"`: the same with the 36 cards from the six up, and its rules.
            - `"royal"`: the same with the 20 cards from the ten up.
            - `"leduc"`: one hole card and one board card, of three ranks in two suits.

            Names are case-insensitive.

        Returns
        -------
        CardGame

        Raises
        ------
        InvalidArgumentError
            If there is no game with this name.

        Examples
        --------
        >>> import pokerbits as pb
        >>> pb.strength.CardGame.named("short_deck")
        CardGame((2, 3, 1, 1), n_ranks=9, lowest_rank='6', rules='short_deck')
        """
        official = official_name(name)
        if not isinstance(official, str) or official not in _RULES:
            check_name("game", name, _RULES)
        cards_per_round, n_ranks, n_suits, lowest_rank = preset(str(official))
        return cls(
            cards_per_round,
            n_ranks=n_ranks,
            n_suits=n_suits,
            lowest_rank=lowest_rank,
            rules=_RULES[str(official)],
        )

    @property
    def cards_per_round(self) -> tuple[int, ...]:
        """Number of cards in each round."""
        return self._values[0]

    @property
    def n_ranks(self) -> int:
        """Number of ranks in the deck."""
        return self._values[1]

    @property
    def n_suits(self) -> int:
        """Number of suits in the deck."""
        return self._values[2]

    @property
    def lowest_rank(self) -> str:
        """Lowest rank of the deck."""
        return self._values[3]

    @property
    def rules(self) -> Rules:
        """How hands rank."""
        return self._values[4]

    @property
    def streets(self) -> tuple[Street, ...]:
        """The names of the streets, one for each round."""
        return _STREETS[: len(self.cards_per_round)]

    @property
    def hole_cards(self) -> int:
        """Number of hole cards of a player."""
        return self.cards_per_round[0]

    @property
    def board_cards(self) -> dict[str, int]:
        """Number of board cards on each street, by name."""
        return dict(zip(self.streets, accumulate((0, *self.cards_per_round[1:])), strict=True))

    @property
    def cards(self) -> NDArray[np.uint8]:
        """The cards of the deck, ascending, uint8 (cards,)."""
        first = RANKS.index(self.lowest_rank)
        ranks, suits = range(first, first + self.n_ranks), range(self.n_suits)
        return np.array([4 * rank + suit for rank in ranks for suit in suits], dtype=np.uint8)

    @property
    def hand_classes(self) -> tuple[str, ...]:
        """The names of the hands before the board by their index, such as AKs, AKo and AA, or A for one hole card."""
        return _hand_classes(self)

    def indexer(self, street: str) -> HandIndexer:
        """Return the indexer of the hands of a street.

        Returns
        -------
        HandIndexer
            Its last round has the hands: hole cards, then an unordered board.

        Raises
        ------
        InvalidArgumentError
            If the game has no such street.
        """
        return _indexer(self, checked_street(self, street))

    def runouts(self, street: str) -> int:
        """Return the number of runouts of a hand on a street.

        Returns
        -------
        int
            The number of ways to deal all board cards up to the last round.

        Raises
        ------
        InvalidArgumentError
            If the game has no such street.
        """
        return game_core(self).runouts(street_number(self, street))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        rounds, n_ranks, n_suits, lowest_rank, rules = self._values
        options: dict[str, Any] = {
            "n_ranks": n_ranks,
            "n_suits": n_suits,
            "lowest_rank": lowest_rank,
            "rules": rules,
        }
        return partial(CardGame, **options), (rounds,)

    def __eq__(self, other: object) -> bool:
        return self._values == other._values if isinstance(other, CardGame) else NotImplemented

    def __hash__(self) -> int:
        return hash((CardGame, self._values))

    def __repr__(self) -> str:
        rounds, n_ranks, n_suits, lowest_rank, rules = self._values
        options = {"n_ranks": (n_ranks, 13), "n_suits": (n_suits, 4), "lowest_rank": (lowest_rank, RANKS[0])}
        options |= {"rules": (rules, "standard")}
        differing = [f", {name}={value!r}" for name, (value, default) in options.items() if value != default]
        return f"CardGame({rounds}{''.join(differing)})"


CardGameLike: TypeAlias = CardGame | CardGameName
"""A `CardGame`, or its name."""


def checked_street(game: CardGame, name: str) -> str:
    """Return the name of a street after checking that the game has it."""
    if isinstance(name, str) and name in BOARD_CARDS and name not in game.streets:
        raise InvalidArgumentError(f"street = {name!r}: {game!r} has {' and '.join(game.streets)} alone")
    check_name("street", name, game.streets)
    return name


def street_number(game: CardGame, name: str) -> int:
    """Return the number of a street, from 0, after checking that the game has it."""
    return [*game.streets].index(checked_street(game, name))  # type: ignore[arg-type]


def game_core(game: CardGame) -> _native.DeckGame:
    """Return the game of the core."""
    return _core(game._values)  # noqa: SLF001


def runout_values(game: CardGame) -> int:
    """Return the largest value of 2 * wins + ties of one runout: 1980 in hold'em."""
    return game_core(game).max_value()


def most_opponents(game: CardGame) -> int:
    """Return the largest number of random opponents of a table of odds: 22, or as many as the deck has cards for."""
    hidden = len(game.cards) - game.hole_cards - max(game.board_cards.values())
    return min(_MOST_OPPONENTS, hidden // game.hole_cards)


@lru_cache(maxsize=_LATEST)
def _core(values: tuple[tuple[int, ...], int, int, str, Rules]) -> _native.DeckGame:
    return _native.DeckGame(*values)


def _holdem() -> CardGame:
    """Return hold'em without asking the core, which an import must not do."""
    game = object.__new__(CardGame)
    object.__setattr__(game, "_values", ((2, 3, 1, 1), 13, 4, RANKS[0], "standard"))
    return game


def card_game(game: CardGameLike) -> CardGame:
    """Return the game of an argument `game=`."""
    if isinstance(game, CardGame):
        return game
    if not isinstance(game, str):
        message = f"game: expected a name ({', '.join(_RULES)}) or a pokerbits.strength.CardGame, found {shown(game)}"
        raise InvalidArgumentError(message)
    return _named(game)


@cache
def _named(name: str) -> CardGame:
    return CardGame.named(name)  # type: ignore[arg-type]


@lru_cache(maxsize=_LATEST)
def _indexer(game: CardGame, street: str) -> HandIndexer:
    rounds = tuple(cards for cards in (game.hole_cards, game.board_cards[street]) if cards)
    return HandIndexer(rounds, n_ranks=game.n_ranks, n_suits=game.n_suits, lowest_rank=game.lowest_rank)


@lru_cache(maxsize=_LATEST)
def _hand_classes(game: CardGame) -> tuple[str, ...]:
    if game == HOLDEM:
        return HAND_CLASSES
    indexer = game.indexer("preflop")
    hands = indexer.unindex(range(indexer.size()))
    return tuple(_class_name(*hand) for hand in hands.tolist())


def _class_name(*hole: int) -> str:
    """Return the name of a class of hole cards."""
    ranks = "".join(RANKS[card // 4] for card in sorted(hole, reverse=True))
    if len(hole) == 1 or ranks[0] == ranks[1]:
        return ranks
    return ranks + ("s" if hole[0] % 4 == hole[1] % 4 else "o")


publish("pokerbits.strength", CardGame)

HOLDEM: Final = _holdem()
"""Hold'em, which has its own kernels."""
