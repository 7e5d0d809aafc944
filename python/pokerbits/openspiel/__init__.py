"""OpenSpiel on a card abstraction: `universal_poker` with buckets instead of cards; needs the extra `openspiel`.

The information state of a player is the bucket of the hand and the betting. Rules, deals and returns are those of
`universal_poker`. OpenSpiel's algorithms for games of imperfect information run on it unchanged: CFR and its variants,
Monte Carlo CFR, best responses. The guide is
https://pokerbits.github.io/pokerbits/latest/how-to/openspiel/.

>>> import pokerbits as pb
>>> from pokerbits.openspiel import IndexerLookup, abstract_game
>>> leduc = (
...     "universal_poker(betting=limit,numPlayers=2,numRounds=2,blind=1 1,firstPlayer=1 1,raiseSize=2 4,"
...     "maxRaises=2 2,numSuits=2,numRanks=3,numHoleCards=1,numBoardCards=0 1)"
... )
>>> game = abstract_game(leduc, lookup=IndexerLookup(pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)))
>>> import pyspiel
>>> solver = pyspiel.CFRSolver(game)
>>> for _ in range(10):
...     solver.evaluate_and_update_policy()
>>> len(solver.tabular_average_policy().policy_table())  # half of the 936 without
468
"""

from __future__ import annotations

from typing import Any, TypeAlias

# `RngLike` names it.
import numpy as np  # noqa: F401

from pokerbits._forks import NoFork
from pokerbits._input.choices import check_name
from pokerbits._input.rng import RngLike
from pokerbits._input.shown import shown
from pokerbits._keyword_hints import with_hints
from pokerbits._public import publish_namespace
from pokerbits.abstraction import CardLookup, IndexerLookup
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.openspiel._cards_lookup import CardsLookup

__all__ = ["CardLookup", "CardsLookup", "IndexerLookup", "abstract_game", "real_policy"]

publish_namespace(__name__)

Game: TypeAlias = Any
"""A `pyspiel.Game`; OpenSpiel has no types."""

Policy: TypeAlias = Any
"""A policy of `open_spiel.python.policy`."""

_RECALLS = ("imperfect", "perfect")
_CHANCES = ("explicit", "sampled")


@with_hints
def abstract_game(
    game: str | Game,
    *,
    lookup: CardLookup,
    recall: str = "imperfect",
    chance: str = "explicit",
    rng: RngLike | None = None,
    name: str | None = None,
) -> Game:
    """Return a game of `universal_poker` whose players see buckets instead of cards.

    Parameters
    ----------
    game
        Real game: a `pyspiel.Game`, or text for `pyspiel.load_game`. It may have any number of players, streets, ranks
        and suits, limit or no limit. It may also be a subgame, with `potSize`, `boardCards` and `handReaches`; deals of
        probability 0, which OpenSpiel lists with the others, are left out.
    lookup
        Abstraction: any object with a method `lookup(hole, board)`, such as a `CardAbstraction`, or an `IndexerLookup`,
        which is lossless. The buckets of the last 250,000 hands are cached. The cards of a street are passed sorted.
    recall
        "imperfect": a player knows only the bucket of the current street, as in most large abstractions. "perfect": a
        player remembers the buckets of all streets so far, which the convergence guarantees of CFR need; there are
        more information states. All betting is always known.
    chance
        "explicit": a chance node deals each card. "sampled": one chance node draws the whole deal at random, of which
        OpenSpiel sees a single outcome (`SAMPLED_STOCHASTIC`). Monte Carlo CFR in C++ is then faster by half, and
        learns the same information states. The states of such a game cannot be pickled. Solvers that go through all
        deals, such as CFR, and exploitability need the explicit game, which is the attribute `explicit` of the result;
        OpenSpiel does not check that.
    rng
        Seed or generator of sampled deals, as in `numpy.random.default_rng`.
    name
        Name under which to register the game with OpenSpiel. `pyspiel.load_game(name)` then returns it, and its states
        can be pickled; a process that unpickles them must register the same game first. By default the game is not
        registered.

    Returns
    -------
    pyspiel.Game
        A `pyspiel.Game` in Python. Its attribute `wrapped` is the real game, `explicit` the game with a chance node for
        each card, and `recall` the argument.

        The information state is text such as `[Player: 0][Bucket: 17][Betting: 1 1 | 2]`, with the betting as numbers
        of OpenSpiel's actions; with perfect recall it lists the buckets of all streets. Its tensor has the player
        (one-hot), the buckets, and the betting in the encoding of the wrapped game. The part of a street has one number
        for whether its bucket is known, then the bits of the bucket from the lowest, as many as the integers of
        `lookup` have. Observations have the player, the bucket, the street, and the contribution of each player to the
        pot.

    Raises
    ------
    InvalidArgumentError
        If the game is not a game of `universal_poker`, its `boardCards` do not end a street, or `lookup` is a
        `CardAbstraction` or an `IndexerLookup` of another deck. Also if `lookup` has no bucket for a street of the
        game, `recall` or `chance` is unknown, or the name is taken by another game.
    ModuleNotFoundError
        If `open_spiel` is not installed; the message names the extra.

    Notes
    -----
    With imperfect recall OpenSpiel's exploitability of a policy within the abstract game is a lower bound: its best
    response weights a history by the reach of the opponents alone, which is exact only with perfect recall. In the real
    game (`real_policy`) it is exact for both.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.openspiel import IndexerLookup, abstract_game
    >>> leduc = (
    ...     "universal_poker(betting=limit,numPlayers=2,numRounds=2,blind=1 1,firstPlayer=1 1,raiseSize=2 4,"
    ...     "maxRaises=2 2,numSuits=2,numRanks=3,numHoleCards=1,numBoardCards=0 1)"
    ... )
    >>> lossless = IndexerLookup(pb.HandIndexer((1, 1), n_ranks=3, n_suits=2))
    >>> state = abstract_game(leduc, lookup=lossless).new_initial_state()
    >>> for action in (5, 2, 1):  # 4d to the first player, 3c to the second; a check
    ...     state.apply_action(action)
    >>> state.information_state_string(0), state.information_state_string()
    ('[Player: 0][Bucket: 2][Betting: 1]', '[Player: 1][Bucket: 1][Betting: 1]')
    """
    check_name("recall", recall, _RECALLS)
    check_name("chance", chance, _CHANCES)
    if name is not None and not (isinstance(name, str) and name.isidentifier()):
        raise InvalidArgumentError(f"name: expected an identifier, as OpenSpiel names games, found {shown(name)}")
    with NoFork():
        from pokerbits.openspiel._game import make

    return make(game, lookup=lookup, recall=recall, name=name, sampled=chance == "sampled", rng=rng)


def real_policy(policy: Policy, *, game: Game) -> Policy:
    """Return a policy of an abstract game as a policy of the real game, for example to measure its exploitability.

    Parameters
    ----------
    policy
        A policy of the abstract game, as `solver.average_policy()` of OpenSpiel's solvers in Python returns it.
    game
        The abstract game, from `abstract_game`.

    Returns
    -------
    open_spiel.python.policy.Policy
        A policy of `game.wrapped`, of the class `open_spiel.python.policy.Policy`. Its exploitability there is
        the combined loss of the abstraction and the solver.

    Raises
    ------
    InvalidArgumentError
        If the game is not from `abstract_game`.

    Examples
    --------
    With all hands in one bucket, a policy is more exploitable in the real game:

    >>> from open_spiel.python.algorithms.exploitability import exploitability
    >>> from open_spiel.python.policy import UniformRandomPolicy
    >>> from pokerbits.openspiel import abstract_game, real_policy
    >>> class OneBucket:
    ...     def lookup(self, hole, board):
    ...         return 0
    >>> leduc = (
    ...     "universal_poker(betting=limit,numPlayers=2,numRounds=2,blind=1 1,firstPlayer=1 1,raiseSize=2 4,"
    ...     "maxRaises=2 2,numSuits=2,numRanks=3,numHoleCards=1,numBoardCards=0 1)"
    ... )
    >>> game = abstract_game(leduc, lookup=OneBucket())
    >>> random = UniformRandomPolicy(game)
    >>> exploitability(game, random) < exploitability(game.wrapped, real_policy(random, game=game))
    True
    """
    with NoFork():
        from pokerbits.openspiel._game import AbstractGame, RealPolicy

    if not isinstance(game, AbstractGame):
        raise InvalidArgumentError(f"game: expected what abstract_game returned, found {shown(str(game))}")
    return RealPolicy(policy, game)
