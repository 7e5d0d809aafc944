"""An endgame: two weighted ranges and a betting tree on a board of three to five cards."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._evaluator.games import game_named
from pokerbits._input.card_set import CardSet
from pokerbits._input.situation import check_board, known_cards
from pokerbits._input.types import CardsLike
from pokerbits._input.weights import WeightsLike
from pokerbits._keyword_hints import with_hints
from pokerbits.cards import format_cards
from pokerbits.endgame._betting import PLAYERS, BettingTree, as_arrays
from pokerbits.endgame._hole_cards import TITLES, EndgameGame, checked_game, free_hands, weights_of
from pokerbits.exceptions import InvalidRangeError
from pokerbits.ranges._omaha_range import OmahaRange
from pokerbits.ranges._range import Dialect

STREETS = ("flop", "turn", "river")


class Endgame:
    """A flop, turn or river of hold'em or Omaha between two weighted ranges, with a betting tree up to the river.

    Hero acts first on every street, villain last. Each deal gives them hands without a common card and without a card
    of the board, with a probability in proportion to the product of their weights. At a stake of s the winner gains s,
    less the rake, and the loser loses s, half of the initial pot included. All gains are fractions of the initial pot.

    Parameters
    ----------
    board
        Five cards if the tree has one street, the river; four if it has two, turn and river; three if it has three.
    hero, villain
        Ranges: text, a `Range`, or the weights of all 1,326 combos, not negative. In Omaha: text, an `OmahaRange`, or
        the weights of all 270,725 hands of four cards, in the order of `omaha_hand_id`, or of all 2,598,960 of five.
    tree
        The betting.
    game
        `"holdem"`; `"omaha"` or `"omaha5"`, with four or five hole cards; `"omaha_hilo"` or `"omaha5_hilo"`, where the
        best low takes half of the pot. `"plo"`, `"plo5"`, `"plo8"`, `"plo5_8"` and `"big_o"` are aliases.
    dialect
        Meaning of `+` and `-` behind connected hands in texts of hold'em, as in `Range`.

    Attributes
    ----------
    game
        The game, by its name.
    board
        The board, uint8 (3,), (4,) or (5,).
    tree
        The betting.
    streets
        `("river",)`, `("turn", "river")` or `("flop", "turn", "river")`.
    boards
        The boards of each street, uint8 (boards, cards), in the order in which cards ascend: one, then one for each
        card that is dealt, such as 49 turns, and 2,352 rivers.
    possible
        For each street whether a board allows a combo, bool (boards, 1326); in Omaha (boards, 270725) or
        (boards, 2598960).
    combos
        For hero and villain the ids of the combos, or of the Omaha hands, with a weight and without a card of the
        board, int64 (hands,), ascending; in Omaha the weakest hands on the board come first.
    weights
        For hero and villain the weights of these hands, float64 (hands,).

    Raises
    ------
    CardCountError, InvalidCardError, DuplicateCardError
        If the board is not made of different cards, as many as the tree needs. If a range has hands of another game.
    InvalidRangeError
        If a text is not a range, the board blocks every hand of a range, or no hand of one range can be dealt together
        with one of the other.
    InvalidArgumentError
        If a weight is negative, infinite or NaN, or the number of weights is not that of all hands.

    Notes
    -----
    Cards that a permutation of the suits maps onto each other, if it leaves board and ranges unchanged, are
    solved once: what is known of one board is known of all of its images.

    Examples
    --------
    >>> from pokerbits.endgame import BetSizes, BettingTree, Endgame
    >>> tree = BettingTree(pot=100, stack=100, sizes=BetSizes(1, max_bets=1))
    >>> game = Endgame("AhKd7c4s2h", "AsAc, 0.75:9d8d, 0.75:9s8s", "KsQs", tree)
    >>> game
    <Endgame: river AhKd7c4s2h, 3 hands against 1, 4 decisions>
    >>> game.combos[0].shape, game.weights[0]
    ((3,), array([0.75, 0.75, 1.  ]))
    >>> Endgame("AhKd7c4s2h", "AA$ds, KK$ds", "77, 44, JT98$ss", tree, game="omaha")
    <Endgame: Omaha river AhKd7c4s2h, 703 hands against 5,899, 4 decisions>
    """

    @with_hints
    def __init__(
        self,
        board: CardsLike,
        hero: WeightsLike | OmahaRange,
        villain: WeightsLike | OmahaRange,
        tree: BettingTree,
        *,
        game: EndgameGame = "holdem",
        dialect: Dialect | None = None,
    ) -> None:
        if not isinstance(tree, BettingTree):
            raise TypeError(f"tree: expected a BettingTree, found {type(tree).__name__}")
        kind = checked_game(game)
        cards = known_cards(board, "board")
        check_board(len(cards), (6 - tree.n_streets,), "board")
        CardSet(cards)
        rows = [weights_of(kind, *of_player, dialect) for of_player in zip((hero, villain), PLAYERS, strict=True)]
        for player, row in enumerate(rows):
            if not row[free_hands(kind, cards)].any():
                message = f"{PLAYERS[player]}: the range has no hand without a card of {format_cards(cards)}"
                raise InvalidRangeError(message, player=player)
        self.game, self.board, self.tree = kind, np.array(cards, dtype=np.uint8), tree
        self._rows = np.stack(rows)
        self._cores: dict[bool, _native.Endgame] = {}
        core = core_of(self)
        self.streets = STREETS[-tree.n_streets :]
        self.combos = tuple(core.hands(player).astype(np.int64) for player in range(2))
        self.weights = tuple(row[combos] for row, combos in zip(self._rows, self.combos, strict=True))
        self.boards = _boards_of(self.board)
        self.possible = tuple(np.stack([free_hands(kind, board) for board in boards]) for boards in self.boards)
        for array in (self.board, *self.boards, *self.possible, *self.combos, *self.weights):
            array.flags.writeable = False

    def __reduce__(
        self,
    ) -> tuple[partial[Endgame], tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64], BettingTree]]:
        return partial(type(self), game=self.game), (self.board, self._rows[0], self._rows[1], self.tree)

    def __repr__(self) -> str:
        hands = " against ".join(f"{len(combos):,}" for combos in self.combos)
        first = f"{len(self.combos[0]):,} hand{'s' * (len(self.combos[0]) != 1)}"
        n = len(self.tree.decisions)
        described = f"{first} against {hands.split(' against ')[1]}, {n:,} decision{'s' * (n != 1)}"
        return f"<Endgame: {TITLES[self.game]}{self.streets[0]} {format_cards(self.board)}, {described}>"


def _boards_of(board: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], ...]:
    """Return the boards of each street, uint8 (boards, cards), from the cards of the first."""
    streets = [board[None]]
    while streets[-1].shape[1] < 5:
        rows = [np.column_stack([np.tile(row, (len(left), 1)), left]) for row in streets[-1] for left in [_left(row)]]
        streets.append(np.concatenate(rows))
    return tuple(streets)


def _left(board: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.setdiff1d(np.arange(_native.CARD_COUNT, dtype=np.uint8), board)


def core_of(game: Endgame, *, isomorphic: bool = True) -> _native.Endgame:
    """Return the game as the core knows it; boards that are alike up to suits are one, if `isomorphic`."""
    cores = game._cores  # noqa: SLF001
    if isomorphic not in cores:
        cores[isomorphic] = new_core(game, as_arrays(game.tree), isomorphic=isomorphic)
    return cores[isomorphic]


def new_core(
    game: Endgame, nodes: tuple[NDArray[np.uint64], NDArray[np.float64]], *, isomorphic: bool
) -> _native.Endgame:
    """Return the game with these nodes."""
    rows = game._rows  # noqa: SLF001
    return _native.Endgame(game.board, rows, *nodes, isomorphic, game_named(game.game).high_low)
