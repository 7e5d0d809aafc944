"""Equity at showdown: exact for specific hands; exact or sampled for ranges."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypedDict, Unpack, overload

# `RngLike` names its classes, which are looked up here.
import numpy as np  # noqa: F401

from pokerbits import _native
from pokerbits._equity.folded import check_takes_folded, read_folded
from pokerbits._equity.high_low import HighLowResult
from pokerbits._equity.omaha import omaha_equity
from pokerbits._equity.ranges import Effort, Method, sampling_options, seconds_allowed
from pokerbits._equity.result import EquityResult
from pokerbits._equity.stud import stud_equity
from pokerbits._equity.two_cards import counted, equity_of_two_cards
from pokerbits._evaluator.games import EquityGame, Family, HighLowGame, game_named
from pokerbits._input.players import PlayerLike
from pokerbits._input.progress import ProgressLike, check
from pokerbits._input.rng import RngLike
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import CardsLike
from pokerbits._plain_first import plain_first
from pokerbits._public import publish
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.ranges._range import Dialect, RangeLike, check_dialect

OF_FAMILY: Final[dict[Family, Callable[..., EquityResult]]] = {
    "two_cards": equity_of_two_cards,
    "omaha": omaha_equity,
    "stud": stud_equity,
}
"""The function that finds the equity, by kind of game."""


class _Options(TypedDict, total=False):
    """The options of every overload of `equity`."""

    board: CardsLike | None
    dead: CardsLike | None
    folded: Sequence[RangeLike] | None
    dialect: Dialect | None
    method: Method
    max_seconds: float | None
    n_samples: int | None
    std_error: float | None
    rng: RngLike | None
    num_threads: int | None
    progress: ProgressLike


@overload
def equity(*players: PlayerLike, game: HighLowGame, **options: Unpack[_Options]) -> HighLowResult: ...
@overload
def equity(*players: PlayerLike, game: EquityGame = "holdem", **options: Unpack[_Options]) -> EquityResult: ...
@plain_first(_native.equity, counted, with_players=True)
def equity(
    *players: PlayerLike,
    board: CardsLike | None = None,
    dead: CardsLike | None = None,
    folded: Sequence[RangeLike] | None = None,
    dialect: Dialect | None = None,
    game: EquityGame = "holdem",
    method: Method = "auto",
    max_seconds: float | None = None,
    n_samples: int | None = None,
    std_error: float | None = None,
    rng: RngLike | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> EquityResult:
    """Return the equity of two to ten hands or ranges over every runout of the board.

    By default the result is exact for specific hands. For ranges, and for stud and draw games, it is exact if that
    takes at most `max_seconds` by estimate, and sampled otherwise.

    Parameters
    ----------
    *players
        Two hole cards, or a range, for each player. A range is text, a `Range`, or the weights of all 1,326 combos.
        The Omaha games take four, five or six hole cards, and Tahoe three, or a range: text, an `OmahaRange`, or `"*"`
        for any hand.
        `"As*"` is a hand of which one card is known. Stud, razz and draw games take the cards that are known of a hand,
        one at least, or `"*"`. The others are dealt.
    board
        0 to 5 board cards; by default none. In text, `*` or `?` is an unknown card. Stud, razz and draw games have no
        board.
    dead
        Cards known to be out of play; by default none.
    folded
        Ranges of players who have folded; by default none. The weight of a deal is then also multiplied by the weights
        of the folded hands. Only in games of two hole cards.
    dialect
        Meaning of `+` and `-` behind connected hands in texts, as in `Range`.
    game
        Name of the game, in upper or lower case.

        * `"holdem"`.
        * `"short_deck"` (alias `"6+"`): the 36 cards from the six up; a flush beats a full house.
        * `"short_deck_trips"`: the same, and three of a kind beats a straight.
        * `"tahoe"`: hold'em with three hole cards, of which at most two count. It is pineapple without the discard.
        * `"omaha"`, `"omaha5"`, `"omaha6"` (aliases `"plo"`, `"plo5"`, `"plo6"`): four, five or six hole cards, of
          which exactly two count.
        * `"omaha_hilo"` (alias `"plo8"`), `"omaha5_hilo"` (`"big_o"`, `"plo5_8"`) and `"omaha6_hilo"` (`"plo6_8"`): the
          best eight-or-better low takes half of the pot.
        * `"courchevel"` and `"courchevel_hilo"`: other names of `"omaha5"` and `"omaha5_hilo"`. The first card of the
          flop, which is shown before the others, is a board of one card.
        * `"stud"`, and `"stud_hilo"` (alias `"stud8"`), in which the best eight-or-better low takes half of the pot.
        * `"razz"`: stud that the lowest ace-to-five hand wins.
        * `"five_card_draw"`, `"deuce_to_seven"` and `"badugi"`, before the last draw: a player has the cards that are
          kept, the others are drawn, and discards are `dead`.
    method
        `"exact"` counts every deal, weighted by the product of the weights of its hands. `"monte_carlo"` samples.
        `"auto"` samples only if an exact answer would take too long; `method` of the result says which was used.
    max_seconds
        Longest estimated time of an exact answer, in seconds on one thread; by default 10 for `"auto"` and 600 for
        `"exact"`. Above it `"auto"` samples and `"exact"` raises an error.
    n_samples
        Number of samples, which are deals, after which to stop. With `std_error`, sampling stops at whichever is
        reached first. It has no effect on an exact answer.
    std_error
        Standard error at which to stop, once those of equity, win, tie and lose of every player are at most this; by
        default 0.0001 if `n_samples` is not given. It has no effect on an exact answer.
    rng
        Seed or generator of the samples, as `numpy.random.default_rng` takes it. The same seed gives the same answer.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    EquityResult
        The equities with the counts behind them. For the high-low games it is a `HighLowResult`.

    Raises
    ------
    CardCountError
        If a player does not have the number of cards that the game deals, or the board has more than five.
    InvalidCardError, DuplicateCardError
        If something is not a card of the game's deck, or a card occurs twice among hands, board and dead cards. The
        `player` of the error is the one whose cards are wrong; for a duplicate card, the last player holding it.
    InvalidRangeError
        If a text cannot be read as a range, the known cards leave no hand of a range, or the players cannot be dealt
        hands without a common card. If it is a folded range, the message says which.
    InvalidArgumentError
        If there are not two to ten players, folded ones included; if too few cards are left, folded ranges are given in
        a game of Omaha, or `"exact"` would take longer than `max_seconds`; the message says how long.

    Notes
    -----
    Exact answers are counted in integers if the weights are decimals of a few digits. Other weights are added up in
    floats, and exact equities are then off by less than 1e-9. Exact equities do not depend on the order of the players.
    Samples do: with the same seed, players in another order are dealt other hands.

    Three ranges before the flop whose weights do not depend on suits take milliseconds instead of seconds if the extra
    `preflop` is installed, or if the environment variable `POKERBITS_PREFLOP` names the table of `pokerbits table
    three-way`. The counts are the same.

    Two players beside one or two folded ranges are counted board by board, which takes milliseconds to seconds on a
    flop. With more players or folded ranges, and in short deck, an exact answer counts every deal of hands by itself:
    it is fast for small ranges only. `counts` and `n` include the weights of the folded hands.

    See https://pokerbits.github.io/pokerbits/latest/explanation/range_equity/ for the method,
    https://pokerbits.github.io/pokerbits/latest/how-to/omaha/ for Omaha,
    https://pokerbits.github.io/pokerbits/latest/how-to/stud/ for stud and razz,
    https://pokerbits.github.io/pokerbits/latest/how-to/short_deck/ for short deck, and
    https://pokerbits.github.io/pokerbits/latest/how-to/other_games/ for draw games.

    Examples
    --------
    >>> import pokerbits as pb
    >>> result = pb.equity("AhAd", "KsKh")
    >>> result.counts[0]
    Counts(wins=1399204, ties=(7923,), losses=305177)
    >>> print(result)
    player    equity       win      tie      lose
    AhAd    81.9461%  81.7147%  0.4627%  17.8226%
    KsKh    18.0539%  17.8226%  0.4627%  81.7147%
    1,712,304 showdowns, exact
    >>> pb.equity("AhKh", "9c9d", board="Qh7h2c").win
    array([0.55050505, 0.44949495])

    >>> pb.equity("QQ+, AKs", "22+, A2s+, 0.5:KQo", board="Ah7d2c")
    <EquityResult: QQ+, AKs 64.39%, 22+, A2s+, 0.5:KQo 35.61% of 1,700,325 showdowns>
    >>> sampled = pb.equity("KK", "QQ", "random", "random", n_samples=10_000, rng=1)
    >>> sampled.method, sampled.effective_samples
    ('monte_carlo', 10000.0)
    >>> pb.equity("KK", "AQ", board="Ah7d2c", folded=["A2s+, AJo+", "22+"])
    <EquityResult: KK 8.85%, AQ 91.15% of 113,553,600 showdowns>
    >>> pb.equity("AsKsQhJh", "7c7d8h9h", game="omaha")
    <EquityResult: AsKsQhJh 62.87%, 7c7d8h9h 37.13% of 1,086,008 showdowns>
    >>> pb.equity("As*", "QQ", board="7c")
    <EquityResult: As* 30.99%, QQ 69.01% of 51,369,120 showdowns>
    >>> pb.equity("AsAd2c", "KsKd", dead="QhJc4d3h8s", game="five_card_draw")
    <EquityResult: AsAd2c 75.90%, KsKd 24.10% of 8,506,680 showdowns>
    >>> pb.equity("AhAd2c", "KhKd7c", game="stud")
    <EquityResult: AhAd2c 66.47%, KhKd7c 33.53% of 18,265,297,050 showdowns>
    """
    named, seconds, threads = game_named(game), seconds_allowed(method, max_seconds), resolve_num_threads(num_threads)
    sampling = sampling_options(n_samples, std_error, rng)
    check(progress)
    check_dialect(dialect)
    if not 2 <= len(players) <= _native.MAX_PLAYERS:
        raise InvalidArgumentError(f"expected 2 to {_native.MAX_PLAYERS} players, found {len(players)}{_hint(players)}")
    gone = read_folded(folded, dialect)
    of_game = OF_FAMILY[named.family]
    check_takes_folded(gone, named)
    if named.family == "two_cards":
        of_game = partial(of_game, folded=gone, dialect=dialect)
    effort = Effort(seconds, method == "exact", sampling, threads, progress)
    return of_game(players, board, dead, game=named, effort=effort)


def _hint(players: Sequence[PlayerLike]) -> str:
    """Return what to write instead if all players may stand in one argument, or one has no opponent."""
    if len(players) != 1:
        return ""
    (only,) = players
    if isinstance(only, list | tuple):
        return "; pass hands separately: equity(*hands)"
    if isinstance(only, str) and re.search(r"[^\s,;|/][\s,;|/]+[^\s,;|/]", only):
        return '; pass each player as an argument: equity("AhAd", "KsKh")'
    return '; an opponent with any hand is "*"'


publish("pokerbits", equity)
