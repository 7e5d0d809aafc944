"""The value of all-in hands with side pots: exact, over every runout of the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._equity.finish_orders import finish_orders
from pokerbits._equity.hints import read_players
from pokerbits._equity.omaha import hand_or_range as omaha_hand_or_range
from pokerbits._equity.pot_result import Pot, PotEquity, layers
from pokerbits._equity.two_cards import check_deck, hand_or_range
from pokerbits._evaluator.games import GAMES, POT_GAMES, Game, PotGame, game_named, official_name
from pokerbits._input.arrays import without_dlpack
from pokerbits._input.card_set import CardSet
from pokerbits._input.choices import check_name, unknown_choice
from pokerbits._input.numbers import one_by_one, real
from pokerbits._input.players import PlayerLike
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.shown import shown
from pokerbits._input.situation import check_different, known_board, known_cards
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardsLike, SupportsArray
from pokerbits._output.counts import Counts
from pokerbits._public import publish
from pokerbits.cards import CARD_NAMES
from pokerbits.exceptions import CardCountError, InvalidArgumentError

_MOST_CHIPS = 1 << 53
"""Most chips of a player: up to here every integer is exact as a float."""


def pot_equity(
    hands: Sequence[CardsLike] | SupportsArray,
    chips: Sequence[float] | NDArray[Any],
    board: CardsLike | None = None,
    *,
    folded_chips: float | Sequence[float] | NDArray[Any] | None = None,
    dead: CardsLike | None = None,
    game: PotGame = "holdem",
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> PotEquity:
    """Return the expected chips of two to ten all-in players, with side pots, over every runout of the board.

    Every runout is counted, so that the values are exact, and so are the probabilities of all orders of finish.

    Parameters
    ----------
    hands
        Hole cards of each player: two, or those of the game. Ranges are not supported.
    chips
        Number of chips that each player has put into the pots, blinds and antes included. More than 0 and at most
        2^53. Players who have put in less than others compete only for the pots that they have paid into.
    board
        0 to 5 board cards; by default none. In text, `*` or `?` is an unknown card.
    folded_chips
        Number of chips that each player who has folded has put in, or a number for one such player; by default none.
    dead
        Cards known to be out of play, such as those of players who have folded; by default none.
    game
        Name of the game, in upper or lower case.

        * `"holdem"`.
        * `"short_deck"` (alias `"6+"`) and `"short_deck_trips"`, as in `equity`.
        * `"tahoe"`: three hole cards, of which at most two count.
        * `"omaha"`, `"omaha5"`, `"omaha6"` (aliases `"plo"`, `"plo5"`, `"plo6"`): four, five or six hole cards.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of boards done and boards in all.

    Returns
    -------
    PotEquity
        The expected chips of each player, the pots, and the number of boards of each order of finish.

    Raises
    ------
    CardCountError
        If a player does not have the number of cards that the game deals, or has a range, or the board does not have 0,
        3, 4 or 5 cards.
    InvalidCardError, DuplicateCardError
        If something is not a card of the game's deck, or a card occurs twice among hands, board and dead cards. The
        `player` of the error is the one whose cards are wrong; for a duplicate card, the last player holding it.
    InvalidRangeError
        If a text is neither cards nor a range.
    InvalidArgumentError
        If there are not two to ten players; if there is not one number of chips for each, or one is out of range; or if
        a player who has folded has put in more chips than any other player. Also in high-low games and stud, and if too
        few cards are left for the board.
    TypeError
        If hands or chips are not a sequence, or chips are not numbers.

    Notes
    -----
    The chips that one player alone has put in, because nobody called them, are a pot of this player. Tied hands divide
    a pot evenly, without regard to odd chips.

    To deal the board twice does not change the values: each board alone has the same distribution.

    Before the flop a call takes 0.2 to 0.3 seconds for any number of hands, and on a flop some milliseconds.

    Examples
    --------
    The third player has put in 50 chips, so that 150 are in the main pot and 100 in the side pot:

    >>> import pokerbits as pb
    >>> result = pb.pot_equity(["AsKs", "QhQd", "9c9d"], [100, 100, 50])
    >>> print(result)
    player  chips     value    equity  pot of 150  pot of 100
    AsKs      100  107.2716  42.9086%    39.5200%    47.9916%
    QhQd      100  116.0740  46.4296%    42.7104%    52.0084%
    9c9d       50   26.6543  10.6617%    17.7696%           -
    1,370,754 boards, exact
    >>> result.orders[2, 1, 0], result.n
    (125992, 1370754)

    Two players have folded their blinds. The first player gets the 60 chips back that nobody called:

    >>> pb.pot_equity(["AhKh", "9c9d"], [100, 40], "Qh7h2c", folded_chips=[5, 10])
    <PotEquity: AhKh 112.30, 9c9d 42.70 of 155 chips on 990 boards>
    >>> pb.pot_equity(["AsKsQhJh", "7c7d8h9h"], [100, 40], "Kd7s2c", game="omaha").values.round(4)
    array([70.6341, 69.3659])
    """
    named, threads = _game(game), resolve_num_threads(num_threads)
    own = _hands(hands, named)
    put_in, gone = _chips(chips, len(own)), _folded_chips(folded_chips)
    if gone.size and gone.max() > put_in.max():
        most = f"{put_in.max():g}"
        message = f"folded_chips = {gone.max():g}: expected at most the {most} chips of the players who have not folded"
        raise InvalidArgumentError(message)
    dealt, without = known_board(board), known_cards(dead, "dead")
    if named.lowest_card:
        check_deck([*enumerate(own), (None, dealt), (None, without)], named)
    check_different(own, dealt, without)
    with watching(progress, "pot equity") as watcher:
        ranks, boards = finish_orders(own, dealt, without, game=named, num_threads=threads, watcher=watcher)
    names = tuple("".join(CARD_NAMES[card] for card in hand) for hand in own)
    return _result(names, put_in, gone, ranks, boards)


def _result(
    names: tuple[str, ...],
    put_in: NDArray[np.float64],
    gone: NDArray[np.float64],
    ranks: NDArray[np.uint8],
    boards: NDArray[np.int64],
) -> PotEquity:
    """Return the result of orders of finish, (orders, players), and their numbers of boards."""
    n, values, pots, total = int(boards.sum()), [Fraction()] * len(names), [], Fraction()
    for amount, players in layers(put_in, gone):
        counts = _counts(ranks[:, players], boards)
        for player, of in zip(players, counts, strict=True):
            won = of.wins + sum(Fraction(number, others + 2) for others, number in enumerate(of.ties))
            values[player] += amount * won / n
        pots.append(Pot(float(amount), players, counts))
        total += amount
    return PotEquity(
        np.array([float(value) for value in values]),
        np.array([float(value / total) for value in values]),
        put_in,
        gone,
        tuple(pots),
        dict(zip(map(tuple, ranks.tolist()), boards.tolist(), strict=True)),
        n,
        names,
    )


def _counts(ranks: NDArray[np.uint8], boards: NDArray[np.int64]) -> tuple[Counts, ...]:
    """Return how often each of the players with these ranks, (orders, players), has the best of their hands."""
    is_best = ranks == ranks.min(axis=1, keepdims=True)
    others, n = is_best.sum(axis=1) - 1, int(boards.sum())
    found = []
    for best in is_best.T:
        shares = np.zeros(ranks.shape[1], dtype=np.int64)
        np.add.at(shares, others[best], boards[best])
        wins, *ties = shares.tolist()
        found.append(Counts(wins, tuple(ties), n - wins - sum(ties)))
    return tuple(found)


def _game(name: PotGame) -> Game:
    """Return the game with this name, if it has a board and one hand takes a pot."""
    if isinstance(name, str) and official_name(name) not in POT_GAMES:
        hint = "equity() has shares of one pot in the other games" if official_name(name) in GAMES else ""
        raise unknown_choice("game", name, POT_GAMES, hint=hint)
    check_name("game", official_name(name), POT_GAMES)
    return game_named(name)


def _hands(hands: Any, game: Game) -> list[list[int]]:
    """Return the hole cards of each player."""
    hands = without_dlpack(hands, "hands")
    is_one = isinstance(hands, str | bytes | CardSet)
    if is_one or isinstance(hands, AbstractSet | Mapping) or not hasattr(hands, "__len__"):
        hint = " of one hand" if is_one else " without an order" if isinstance(hands, AbstractSet) else ""
        message = f'hands: expected a list of hands such as ["AsKs", "QhQd"], found {type(hands).__name__}{hint}'
        raise TypeError(message)
    players: list[PlayerLike] = list(one_by_one(hands, "hands"))
    if not 2 <= len(players) <= _native.MAX_PLAYERS:
        raise InvalidArgumentError(f"hands: expected 2 to {_native.MAX_PLAYERS} players, found {len(players)}")
    return read_players(players, lambda player, number: _hand(player, number, game), game)


def _hand(player: PlayerLike, number: int, game: Game) -> list[int]:
    """Return the hole cards of a player."""
    hand = omaha_hand_or_range(player, number, game) if game.family == "omaha" else hand_or_range(player, number)
    if not isinstance(hand, list | tuple):
        message = f"player {number + 1}: expected {game.hole_cards} cards, found the range {shown(player)}"
        raise CardCountError(f"{message}; pot_equity() takes specific hands, equity() takes ranges", player=number)
    return [*hand]


def _chips(chips: Any, n: int) -> NDArray[np.float64]:
    """Return the number of chips of each of `n` players."""
    if isinstance(chips, Real):
        raise TypeError(f"chips = {shown(chips)}: expected a list with a number for each player, such as {[100] * n}")
    found = _amounts(chips, "chips")
    if len(found) != n:
        raise InvalidArgumentError(f"chips: expected a number for each of {n} players, found {len(found)}")
    for player, number in enumerate(found.tolist()):
        if not number:
            message = f"chips[{player}] = 0: expected more than 0; leave out a player who has put in nothing"
            raise InvalidArgumentError(f"{message}, and give the cards as dead=", player=player)
    return found


def _folded_chips(chips: Any) -> NDArray[np.float64]:
    """Return the number of chips of each player who has folded."""
    if chips is None:
        return np.empty(0)
    if isinstance(chips, Real):
        return np.array([real("folded_chips", chips, 0, _MOST_CHIPS)])
    return _amounts(chips, "folded_chips")


def _amounts(chips: Any, what: str) -> NDArray[np.float64]:
    """Return numbers of chips as floats."""
    chips = without_dlpack(chips, what)
    if isinstance(chips, str | bytes | AbstractSet | Mapping) or not hasattr(chips, "__len__"):
        raise TypeError(f"{what}: expected a list of numbers, found {type(chips).__name__}")
    if isinstance(chips, np.ndarray) and chips.ndim != 1:
        raise InvalidArgumentError(f"{what}: expected a list of numbers, found an array of shape {chips.shape}")
    numbers = [real(f"{what}[{at}]", of, 0, _MOST_CHIPS) for at, of in enumerate(one_by_one(chips, what))]
    return np.array(numbers, dtype=np.float64)


publish("pokerbits", pot_equity)
