"""The hand indexer of a game: indices of hands and hands of indices, in batches, by round and by board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate, islice
from typing import Any, Self, TypeAlias, TypeVar, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pokerbits import _native
from pokerbits._by_street import by_street
from pokerbits._immutable import Immutable
from pokerbits._indexer.deal_state import DealState
from pokerbits._indexer.games import GameName, preset
from pokerbits._indexer.suit_configuration import SuitConfiguration
from pokerbits._indexer.wide_core import WideCore
from pokerbits._indexer.wide_deck import WideDeck
from pokerbits._input.arrays import as_dtype, fit, leading
from pokerbits._input.card_arrays import DECK, as_cards, card_ids
from pokerbits._input.card_set import RANKS
from pokerbits._input.choices import check_name
from pokerbits._input.integers import as_integers, narrow
from pokerbits._input.numbers import ANY, integer, one_by_one
from pokerbits._input.rows import RowsOf
from pokerbits._input.shown import shown
from pokerbits._input.situation import check_board
from pokerbits._input.threads import is_plain, resolve_num_threads
from pokerbits._input.types import CardNames, CardRow, CardRows, CardsLike, Integer, IntegersLike
from pokerbits._output.arrays import deliver, output, scalar
from pokerbits._public import publish
from pokerbits.exceptions import CardCountError, InvalidArgumentError, OutOfRangeError

_Id = TypeVar("_Id", bound=np.integer[Any])

IndicesLike: TypeAlias = Integer | range | IntegersLike
"""Indices: one integer, a `range` (not expanded to an array), a sequence, an integer array or a `Series`."""


class HandIndexer(Immutable):
    """Map the hands of a game to dense indices, one for all suit-isomorphic hands of a round.

    The indices of a round are 0 to `size(round) - 1`. An indexer is immutable, hashable, picklable and thread-safe.

    Parameters
    ----------
    cards_per_round
        Number of cards in each round, for at most 8 rounds. `(2, 3, 1, 1)` is hold'em with separate flop, turn and
        river, `(2, 5)` hold'em with an unordered board, `(4, 3, 1, 1)` Omaha, and `(3, 1, 1, 1, 1)` stud. The cards
        within a round are unordered.
    n_ranks
        Number of ranks in the deck, from `lowest_rank` up: 9 for a 36-card deck, at most 16.
    n_suits
        Number of suits in the deck, from clubs up, at most 8.
    lowest_rank
        Lowest rank of the deck, `"2"` to `"9"`, `"T"`, `"J"`, `"Q"`, `"K"` or `"A"`; `"6"` for the short deck. Card ids
        are `4 * rank + suit` for every deck of up to four suits: those of the short deck are 16 to 51.

    Raises
    ------
    InvalidArgumentError
        If a round deals no card, the deck has too few cards, a lowest rank and ranks above the ace, or a round has more
        than 65,536 suit configurations, 1,048,576 in a wide deck. Only long games of many small rounds have that many.
    CountOverflowError
        If the number of indices of a round does not fit in 64 bits.

    Notes
    -----
    A *wide* deck has more than 13 ranks or 4 suits. Its cards have no names: they are ids, `n_suits * rank + suit` with
    five to eight suits, as uint8 arrays or lists of integers. It has `index`, `index_all`, `unindex`, `canonical`,
    `multiplicity` and `configurations`; the other functions refuse it. The order of the indices is the same.

    The algorithm is that of Waugh (2013). The tables take 28 KiB for hold'em and 189 KiB for six-card Omaha; see
    `table_bytes`.

    Examples
    --------
    >>> import pokerbits as pb
    >>> indexer = pb.HandIndexer((2, 3, 1, 1))
    >>> indexer.sizes
    (169, 1286792, 55190538, 2428287420)
    >>> indexer.index("2cAc 6cJhKh", round=1)
    np.uint64(1206440)
    >>> pb.cards.format_cards(indexer.unindex(1206440, round=1))
    '2cAc6cJdKd'

    A deck of 16 ranks in 8 suits, rank 15 of suit 7 being card 127:

    >>> wide = pb.HandIndexer((2, 3), n_ranks=16, n_suits=8)
    >>> wide.index([127, 119, 0, 8, 1])
    np.uint64(2941815)
    """

    __slots__ = ("_core", "_game", "_plain", "_sizes", "_wide")
    _core: _native.Indexer | WideCore
    _plain: _native.Indexer | None
    _wide: WideDeck | None
    _game: tuple[tuple[int, ...], int, int, str]
    _sizes: tuple[int, ...]

    def __init__(
        self,
        cards_per_round: Sequence[int] = (2, 3, 1, 1),
        *,
        n_ranks: int = 13,
        n_suits: int = 4,
        lowest_rank: str = "2",
    ) -> None:
        # There cannot be more rounds than cards. The core reports the error, and an infinite iterable is not read to
        # the end.
        some = islice(one_by_one(cards_per_round, "cards_per_round"), DECK + 1)
        rounds = tuple(integer("cards_per_round", cards) for cards in some)
        lowest = lowest_rank.upper() if isinstance(lowest_rank, str) else lowest_rank
        check_name("lowest_rank", lowest, RANKS)
        game = (rounds, integer("n_ranks", n_ranks), integer("n_suits", n_suits), lowest)
        wide = WideDeck.of(*game[1:])
        core = _native.Indexer(*game) if wide is None else WideCore(rounds, wide)
        object.__setattr__(self, "_game", game)
        object.__setattr__(self, "_wide", wide)
        object.__setattr__(self, "_plain", None if isinstance(core, WideCore) else core)
        object.__setattr__(self, "_core", core)
        object.__setattr__(self, "_sizes", tuple(core.sizes()))

    @classmethod
    def game(cls, name: GameName) -> Self:
        """Return the indexer of a game, by name.

        Parameters
        ----------
        name
            - `"holdem"`: (2, 3, 1, 1), with separate flop, turn and river. `pokerbits.strength.STREET_INDEXERS` has the
              indexers of streets with unordered boards.
            - `"short_deck"`, `"short_deck_trips"`: (2, 3, 1, 1) with the nine ranks from the six up.
            - `"tahoe"`: three hole cards, then (3, 1, 1).
            - `"omaha"`, `"omaha5"`, `"omaha6"`: four, five or six hole cards, then (3, 1, 1). `"omaha_hilo"`,
              `"omaha5_hilo"`, `"omaha6_hilo"` and `"courchevel"` deal the same cards.
            - `"stud"`: (3, 1, 1, 1, 1), a player's own cards in the five betting rounds of seven-card stud. The first
              three cards are unordered; `HandIndexer((2, 1, 1, 1, 1, 1))` distinguishes the up card from the two down
              cards. `"stud_hilo"` and `"razz"` deal the same cards.
            - `"five_card_draw"`, `"deuce_to_seven"`: (5,); `"badugi"`: (4,).
            - `"royal"`: (2, 3, 1, 1) with the five ranks from the ten up.
            - `"leduc"`: (1, 1) with three ranks, from the deuce up, in two suits.

            Names are case-insensitive. The aliases are those of `equity`: `"6+"` for the short deck, and `"plo"`,
            `"plo5"`, `"plo6"`, `"plo8"`, `"plo5_8"`, `"plo6_8"` and `"big_o"` for Omaha, and `"stud8"` for stud
            high-low.

        Returns
        -------
        HandIndexer

        Raises
        ------
        InvalidArgumentError
            If there is no game with this name.

        Examples
        --------
        >>> import pokerbits as pb
        >>> pb.HandIndexer.game("omaha").sizes
        (16432, 204461673, 8964883057, 389802959832)
        >>> pb.HandIndexer.game("short_deck").index("6c7d", round=0)
        np.uint64(1)
        """
        cards_per_round, n_ranks, n_suits, lowest_rank = preset(name)
        return cls(cards_per_round, n_ranks=n_ranks, n_suits=n_suits, lowest_rank=lowest_rank)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        rounds, n_ranks, n_suits, lowest_rank = self._game
        return partial(HandIndexer, n_ranks=n_ranks, n_suits=n_suits, lowest_rank=lowest_rank), (rounds,)

    def __eq__(self, other: object) -> bool:
        return self._game == other._game if isinstance(other, HandIndexer) else NotImplemented

    def __hash__(self) -> int:
        return hash((HandIndexer, self._game))

    def __repr__(self) -> str:
        rounds, n_ranks, n_suits, lowest_rank = self._game
        deck = (f", n_ranks={n_ranks}" if n_ranks != 13 else "") + (f", n_suits={n_suits}" if n_suits != 4 else "")
        deck += f", lowest_rank={lowest_rank!r}" if lowest_rank != RANKS[0] else ""
        return f"HandIndexer({rounds}{deck})"

    @property
    def cards_per_round(self) -> tuple[int, ...]:
        """Number of cards in each round."""
        return self._game[0]

    @property
    def n_ranks(self) -> int:
        """Number of ranks in the deck."""
        return self._game[1]

    @property
    def n_suits(self) -> int:
        """Number of suits in the deck."""
        return self._game[2]

    @property
    def lowest_rank(self) -> str:
        """Lowest rank of the deck: `"2"`, or `"6"` for the short deck."""
        return self._game[3]

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of indices of each round."""
        return self._sizes

    @property
    def table_bytes(self) -> int:
        """Size of the tables in bytes."""
        return self._core.table_bytes()

    def size(self, round: int = -1) -> int:
        """Return the number of indices of a round.

        Negative rounds count from the last.

        Returns
        -------
        int

        Raises
        ------
        OutOfRangeError
            If the round is out of range.
        """
        return self._sizes[self._round(round)]

    def configurations(self, round: int = -1) -> tuple[SuitConfiguration, ...]:
        """Return the suit configurations of a round, in the order of their indices.

        Negative rounds count from the last.

        Returns
        -------
        tuple[SuitConfiguration, ...]
            Their sizes add up to `size(round)`.

        Raises
        ------
        OutOfRangeError
            If the round is out of range.

        Examples
        --------
        >>> import pokerbits as pb
        >>> flop = pb.HandIndexer((2, 3)).configurations()
        >>> len(flop), str(flop[-1])
        (15, '2.3|0.0|0.0|0.0: 12,870 indices from 1,273,922')
        """
        at = self._round(round)
        found = self._core.configurations(at)
        ends = [*(offset for _, _, offset in found[1:]), self._sizes[at]]
        return tuple(
            SuitConfiguration(tuple(map(tuple, counts)), tuple(suit_sizes), offset, end - offset)
            for (counts, suit_sizes, offset), end in zip(found, ends, strict=True)
        )

    @overload
    def index(
        self, cards: CardRow, *, round: int | None = -1, out: None = None, num_threads: int | None = None
    ) -> np.uint64: ...
    @overload
    def index(
        self, cards: CardRows, *, round: int | None = -1, out: None = None, num_threads: int | None = None
    ) -> NDArray[np.uint64]: ...
    @overload
    def index(
        self, cards: CardsLike, *, round: int | None = -1, out: NDArray[np.uint64], num_threads: int | None = None
    ) -> NDArray[np.uint64]: ...
    @overload
    def index(
        self, cards: CardNames, *, round: int | None = -1, out: None = None, num_threads: int | None = None
    ) -> np.uint64 | NDArray[np.uint64]: ...
    @overload
    def index(
        self,
        cards: CardsLike,
        *,
        round: int | None = -1,
        dtype: DTypeLike,
        out: NDArray[Any] | None = None,
        num_threads: int | None = None,
    ) -> Any: ...
    def index(
        self,
        cards: CardsLike,
        *,
        round: int | None = -1,
        dtype: DTypeLike = np.uint64,
        out: NDArray[Any] | None = None,
        num_threads: int | None = None,
    ) -> Any:
        """Return the indices of hands in a round.

        Parameters
        ----------
        cards
            Cards of all rounds up to this one, in the order of the rounds, shape (..., n). The order of cards within a
            round, and suit permutations, do not change the index.
        round
            Round; negative rounds count from the last. `None` is the round with as many cards as a hand has: a column
            may have hands of different rounds.
        dtype
            uint64, int64, uint32 or int32: the dtype of the result. PyTorch indexes arrays with int64.
        out
            Array of this dtype with the shape of the result, to fill and return.
        num_threads
            Number of threads; by default that of `set_num_threads`. The result does not depend on it.

        Returns
        -------
        uint64 of shape (...), or `dtype`
            A NumPy scalar for one hand, also if it is a one-dimensional array.

        Raises
        ------
        CardCountError
            If the number of cards differs from the number that the rounds deal.
        InvalidCardError, DuplicateCardError
            If a row is not different cards of the deck; the message names the row and the card.
        OutOfRangeError
            If the round is out of range.
        InvalidArgumentError
            If the round has indices that do not fit in the dtype, or it is another dtype.

        Examples
        --------
        >>> import numpy as np
        >>> import pokerbits as pb
        >>> indexer = pb.HandIndexer((2, 3))
        >>> indexer.index(["6dTcJc7dKh", "6sThJh7sKd"])
        array([602122, 602122], dtype=uint64)
        >>> indexer.index(["6dTcJc7dKh", "6sThJh7sKd"], dtype=np.int64)
        array([602122, 602122])
        """
        if self._plain is None:
            return self._index_ids(self._read(cards), round=round, dtype=dtype, out=out, num_threads=num_threads)
        if dtype is np.uint64 and out is None and round is not None and (num_threads is None or is_plain(num_threads)):
            # Plain hands, one or a few, take a fraction of the time of the code below.
            found = self._plain.index_plain(round, cards)
            if found is not None:
                return found
        return self._index(cards, round=round, dtype=dtype, out=out, num_threads=num_threads)

    @by_street("cards")
    def _index(
        self,
        cards: CardsLike,
        *,
        round: int | None,
        dtype: DTypeLike,
        out: NDArray[Any] | None,
        num_threads: int | None,
    ) -> Any:
        """Return what `index` returns of any hands of a deck with names."""
        return self._index_ids(card_ids(cards), round=round, dtype=dtype, out=out, num_threads=num_threads)

    def _index_ids(
        self,
        hands: NDArray[np.integer[Any]],
        *,
        round: int | None,
        dtype: DTypeLike,
        out: NDArray[Any] | None,
        num_threads: int | None,
    ) -> Any:
        """Return what `index` returns of hands of card ids."""
        kind = as_dtype(dtype, ("uint64", "int64", "uint32", "int32"), "uint64, int64, uint32 or int32")
        if round is None:
            sizes = [*accumulate(self.cards_per_round)]
            check_board(hands.shape[-1], sizes, "cards")
            at = sizes.index(hands.shape[-1])
        else:
            at = self._round(round)
        if self._sizes[at] - 1 > np.iinfo(kind).max:
            message = f"dtype {kind}: expected one that holds the largest index of the round, {self._sizes[at] - 1:,}"
            raise InvalidArgumentError(message)
        hands = self._dealt(hands, sum(self.cards_per_round[: at + 1]))
        shape = hands.shape[:-1]
        result, filled = output(out, shape, kind, (_rows(shape),), hands)
        is_wide = kind.itemsize == np.dtype(np.uint64).itemsize
        indices = filled.view(np.uint64) if is_wide else np.empty(filled.shape, np.uint64)
        with RowsOf(shape):
            self._core.index(at, [hands], indices, resolve_num_threads(num_threads))
        if not is_wide:
            filled[...] = indices
        return scalar(deliver(result, filled), out)

    def index_all(
        self, cards: CardsLike, *, out: NDArray[np.uint64] | None = None, num_threads: int | None = None
    ) -> NDArray[np.uint64]:
        """Return the indices of hands in every round.

        Parameters
        ----------
        cards
            Cards of all rounds, in the order of the rounds, shape (..., n).
        out
            uint64 array with the shape of the result, to fill and return.
        num_threads
            Number of threads; by default that of `set_num_threads`. The result does not depend on it.

        Returns
        -------
        uint64 of shape (..., rounds)

        Raises
        ------
        CardCountError, InvalidCardError, DuplicateCardError
            As in `index`.

        Examples
        --------
        >>> import pokerbits as pb
        >>> pb.HandIndexer((2, 3, 1, 1)).index_all("AsKs QsJsTs 2c 2d")
        array([       168,    1286791,   54933137, 2420719859], dtype=uint64)
        """
        if self._plain is not None and out is None and (num_threads is None or is_plain(num_threads)):
            plain = self._plain.index_all_plain(cards)
            if plain is not None:
                return plain
        hands = self._hands(cards, len(self._sizes) - 1)
        shape = hands.shape[:-1]
        result, filled = output(out, (*shape, len(self._sizes)), np.uint64, (_rows(shape), len(self._sizes)), hands)
        with RowsOf(shape):
            self._core.index_all(hands.reshape(-1, hands.shape[-1]), filled, resolve_num_threads(num_threads))
        return deliver(result, filled)

    def start(self, shape: int | tuple[int, ...] = ()) -> DealState:
        """Return the state of hands before the first round.

        Parameters
        ----------
        shape
            Shape of the array of hands, or the number of hands; by default one hand.

        Returns
        -------
        DealState
            One state, or an array of states of this shape; its `round` is -1.

        Raises
        ------
        InvalidArgumentError
            If a size is negative, or not below 2^31.

        Examples
        --------
        >>> import pokerbits as pb
        >>> indexer = pb.HandIndexer((2, 3, 1, 1))
        >>> preflop = indexer.extend(indexer.start(), "7d8h")
        >>> flop = indexer.extend(preflop, ["Tc7c9s", "2c2d2h"])
        >>> preflop.index, flop.index
        (array(26, dtype=uint64), array([ 52715, 461058], dtype=uint64))
        """
        core = self._named("start")
        sizes = shape if isinstance(shape, tuple) else (shape,)
        hands = tuple(integer("shape", size) for size in sizes)
        words = np.empty((*hands, _native.state_words()), dtype=np.uint64)
        core.start(words.reshape(-1, words.shape[-1]))
        return DealState(words, -1, np.zeros(hands, dtype=np.uint64))

    def extend(self, state: DealState, cards: CardsLike, *, num_threads: int | None = None) -> DealState:
        """Deal one more round to hands and return the new state.

        A game-tree traversal with `extend` takes time only for the new cards.

        Parameters
        ----------
        state
            State of the hands after the previous rounds.
        cards
            Cards of the next round only, shape (..., n). Leading axes broadcast with those of the state, so one hand
            can be dealt many flops.
        num_threads
            Number of threads; by default that of `set_num_threads`. The result does not depend on it.

        Returns
        -------
        DealState
            The new state; its `index` has the indices of the round.

        Raises
        ------
        OutOfRangeError
            If the last round has already been dealt.
        CardCountError, InvalidCardError, DuplicateCardError
            As in `index`; a card of an earlier round is a duplicate.
        InvalidArgumentError
            If the state is of another game.
        """
        core = self._named("extend")
        words = state.words if isinstance(state, DealState) else None
        if not isinstance(words, np.ndarray) or words.shape[-1:] != (_native.state_words(),):
            raise InvalidArgumentError("state: expected what `start` or `extend` returned")
        at = self._round(state.round + 1)
        dealt = self._dealt(as_cards(cards), self.cards_per_round[at])
        shape = leading(state.words.shape[:-1], dealt.shape[:-1])
        old = np.ascontiguousarray(np.broadcast_to(state.words, (*shape, state.words.shape[-1])), dtype=np.uint64)
        dealt = np.ascontiguousarray(np.broadcast_to(dealt, (*shape, dealt.shape[-1])))
        new, index = np.empty_like(old), np.empty(shape, dtype=np.uint64)
        with RowsOf(shape):
            core.extend(
                at,
                old.reshape(-1, old.shape[-1]),
                dealt.reshape(-1, dealt.shape[-1]),
                new.reshape(-1, new.shape[-1]),
                index.reshape(-1),
                resolve_num_threads(num_threads),
            )
        return DealState(new, at, index)

    def unindex(
        self,
        index: IndicesLike,
        *,
        round: int = -1,
        out: NDArray[np.uint8] | None = None,
        num_threads: int | None = None,
    ) -> NDArray[np.uint8]:
        """Return the canonical hands with these indices.

        Parameters
        ----------
        index
            One index, a `range`, a sequence, an integer array or a `Series`, shape (...). Sorted indices take less time
            than random ones, and consecutive ones least.
        round
            Round; negative rounds count from the last.
        out
            uint8 array with the shape of the result, to fill and return.
        num_threads
            Number of threads; by default that of `set_num_threads`. The result does not depend on it.

        Returns
        -------
        uint8 of shape (..., n)
            Rounds in order, sorted within a round by suit and then by rank.

        Raises
        ------
        OutOfRangeError
            If an index is not below the size of the round (the message names the row), or the round is out of range.

        Examples
        --------
        >>> import pokerbits as pb
        >>> indexer = pb.HandIndexer((2, 3))
        >>> pb.cards.format_cards(indexer.unindex(602122))
        'Tc6dJc7dKh'
        >>> indexer.unindex(range(3), round=0)
        array([[0, 1],
               [4, 1],
               [4, 5]], dtype=uint8)
        """
        if self._plain is not None and out is None and (num_threads is None or is_plain(num_threads)):
            plain = self._plain.unindex_plain(round, index)
            if plain is not None:
                return plain
        at = self._round(round)
        width = sum(self.cards_per_round[: at + 1])
        threads = resolve_num_threads(num_threads)
        if isinstance(index, range) and index.step == 1:
            start, stop = self._bounds(index, at)
            result, filled = output(out, (stop - start, width), np.uint8, (stop - start, width))
            self._core.unindex_range(at, start, stop, filled, threads)
        else:
            indices = self._indices(index, at)
            result, filled = output(out, (*indices.shape, width), np.uint8, (indices.size, width), indices)
            with RowsOf(indices.shape):
                self._core.unindex(at, indices.reshape(-1), filled, threads)
        return deliver(result, filled)

    def canonical(
        self,
        cards: CardsLike,
        *,
        round: int = -1,
        out: NDArray[np.uint8] | None = None,
        num_threads: int | None = None,
    ) -> NDArray[np.uint8]:
        """Return the canonical forms of hands: `unindex(index(cards))`.

        Parameters
        ----------
        cards, round, num_threads
            As in `index`.
        out
            uint8 array with the shape of the result, to fill and return.

        Returns
        -------
        uint8 of shape (..., n)

        Raises
        ------
        CardCountError, InvalidCardError, DuplicateCardError, OutOfRangeError
            As in `index`.

        Examples
        --------
        >>> import pokerbits as pb
        >>> pb.cards.format_cards(pb.HandIndexer((2, 3)).canonical("6dTc Jc7dKh"))
        'Tc6dJc7dKh'
        """
        if self._plain is not None and out is None and (num_threads is None or is_plain(num_threads)):
            plain = self._plain.canonical_plain(round, cards)
            if plain is not None:
                return plain
        at = self._round(round)
        hands = self._hands(cards, at)
        shape, width = hands.shape[:-1], hands.shape[-1]
        result, filled = output(out, hands.shape, np.uint8, (_rows(shape), width), hands)
        with RowsOf(shape):
            self._core.canonical(at, hands.reshape(-1, width), filled, resolve_num_threads(num_threads))
        return deliver(result, filled)

    @overload
    def multiplicity(
        self, index: Integer, *, round: int = -1, out: None = None, num_threads: int | None = None
    ) -> np.uint64: ...
    @overload
    def multiplicity(
        self,
        index: range | IntegersLike,
        *,
        round: int = -1,
        out: NDArray[np.uint64] | None = None,
        num_threads: int | None = None,
    ) -> NDArray[np.uint64]: ...
    @overload
    def multiplicity(
        self, index: IndicesLike, *, round: int = -1, out: NDArray[np.uint64], num_threads: int | None = None
    ) -> NDArray[np.uint64]: ...
    def multiplicity(
        self,
        index: IndicesLike,
        *,
        round: int = -1,
        out: NDArray[np.uint64] | None = None,
        num_threads: int | None = None,
    ) -> np.uint64 | NDArray[np.uint64]:
        """Return the number of suit-isomorphic deals that each index stands for; over a round they sum to all deals.

        Parameters
        ----------
        index, round, num_threads
            As in `unindex`.
        out
            uint64 array with the shape of the result, to fill and return.

        Returns
        -------
        uint64 of shape (...)
            A NumPy scalar for one index.

        Raises
        ------
        OutOfRangeError
            As in `unindex`.

        Examples
        --------
        >>> import pokerbits as pb
        >>> indexer = pb.HandIndexer((2, 3))
        >>> int(indexer.multiplicity(range(169), round=0).sum())
        1326
        """
        at = self._round(round)
        threads = resolve_num_threads(num_threads)
        if isinstance(index, range) and index.step == 1:
            start, stop = self._bounds(index, at)
            result, filled = output(out, (stop - start,), np.uint64, (stop - start,))
            self._core.multiplicity_range(at, start, stop, filled, threads)
            return deliver(result, filled)
        indices = self._indices(index, at)
        result, filled = output(out, indices.shape, np.uint64, (indices.size,), indices)
        with RowsOf(indices.shape):
            self._core.multiplicity(at, indices.reshape(-1), filled, threads)
        return scalar(deliver(result, filled), out)

    def children(
        self, index: Integer, *, round: int = -2, num_threads: int | None = None
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """Return the indices of the next round that can follow an index, and their weights.

        Parameters
        ----------
        index
            One index of the round.
        round
            Round of `index`; negative rounds count from the last. The default is the last round but one.
        num_threads
            Number of threads; by default that of `set_num_threads`. The result does not depend on it.

        Returns
        -------
        indices, weights
            uint64 (k,) each: the distinct indices of the next round in ascending order, and the number of deals of the
            next round that lead from one hand with `index` to each of them.

        Raises
        ------
        OutOfRangeError
            If the index or the round is out of range.
        InvalidArgumentError
            If the round is the last.

        Examples
        --------
        >>> import pokerbits as pb
        >>> indices, weights = pb.HandIndexer((2, 3)).children(168)
        >>> len(indices), int(weights.sum())
        (4494, 19600)
        """
        core = self._named("children")
        at = self._round(round)
        one = self._indices(integer("index", index, *ANY), at)
        return core.children(at, int(one), resolve_num_threads(num_threads))

    def hole_combos(self, board: CardsLike) -> NDArray[np.uint8]:
        """Return the combos without board cards, in the order of `index_board`.

        Returns
        -------
        uint8 (combos, 2)
            Low card first. If the remaining cards are numbered from 0 in ascending order, cards i < j are
            row `C(j, 2) + i`.

        Raises
        ------
        InvalidCardError, DuplicateCardError
            If the board is not different cards of the deck.
        CardCountError
            If the number of board cards is not that at the end of a round, or the board is not one row.
        InvalidArgumentError
            If the first round of the game does not deal two cards.
        """
        core = self._named("hole_combos")
        cards = as_cards(board, what="board")
        if cards.ndim != 1:
            raise CardCountError(f"board: expected one row, found shape {cards.shape}")
        return core.hole_pairs(cards).reshape(-1, 2)

    def index_board(
        self,
        board: CardsLike,
        *,
        round: int = -1,
        out: NDArray[np.uint64] | None = None,
        num_threads: int | None = None,
    ) -> NDArray[np.uint64]:
        """Return the indices of all combos on boards, computed together in a few nanoseconds each.

        This requires a game whose first round deals two cards.

        Parameters
        ----------
        board
            Cards of the rounds after the first up to this one, shape (..., n).
        round
            Round; negative rounds count from the last.
        out
            uint64 array with the shape of the result, to fill and return.
        num_threads
            Number of threads; by default that of `set_num_threads`. The result does not depend on it.

        Returns
        -------
        uint64 of shape (..., combos)
            In the order of `hole_combos`: 1,081 combos on a board of five cards with a 52-card deck.

        Raises
        ------
        CardCountError, InvalidCardError, DuplicateCardError, OutOfRangeError
            As in `index`.
        InvalidArgumentError
            If the first round of the game does not deal two cards.

        Examples
        --------
        >>> import pokerbits as pb
        >>> river = pb.HandIndexer((2, 5))
        >>> indices = river.index_board("2c7d9hJsQc")
        >>> hole = river.hole_combos("2c7d9hJsQc")[1000]
        >>> indices[1000] == river.index([*hole, *pb.cards.parse_cards("2c7d9hJsQc")])
        np.True_
        """
        core, at = self._named("index_board"), self._round(round)
        combos = core.n_hole_pairs(at)
        boards = self._dealt(as_cards(board, what="board"), sum(self.cards_per_round[1 : at + 1]))
        shape = boards.shape[:-1]
        result, filled = output(out, (*shape, combos), np.uint64, (_rows(shape), combos), boards)
        with RowsOf(shape):
            core.index_board(at, boards.reshape(-1, boards.shape[-1]), filled, resolve_num_threads(num_threads))
        return deliver(result, filled)

    def _round(self, number: int) -> int:
        """Return a round as a nonnegative number."""
        at = integer("round", number, *ANY)
        last = len(self._sizes) - 1
        if not -last - 1 <= at <= last:
            raise OutOfRangeError(f"round {shown(at)} is out of range (0 to {last})")
        return at % (last + 1)

    def _named(self, call: str) -> _native.Indexer:
        """Return the core of a deck whose cards have names, for a function that takes no other."""
        if self._plain is None:
            raise WideDeck(self.n_ranks, self.n_suits).refuse(call)
        return self._plain

    def _read(self, cards: CardsLike) -> NDArray[np.uint8]:
        """Return cards as a C-ordered array of ids."""
        return as_cards(cards) if self._wide is None else self._wide.cards(cards)

    def _hands(self, cards: CardsLike, at: int) -> NDArray[np.uint8]:
        """Return hands up to a round as an array of cards."""
        return self._dealt(self._read(cards), sum(self.cards_per_round[: at + 1]))

    def _dealt(self, cards: NDArray[_Id], width: int) -> NDArray[_Id]:
        """Return cards after checking that each row has `width` of them."""
        if cards.shape[-1] != width:
            raise CardCountError(f"expected {width} cards, found {cards.shape[-1]}")
        return cards

    def _indices(self, index: IndicesLike, round_: int) -> NDArray[np.uint64]:
        """Return indices of a round as an array after checking them."""
        values = as_integers(index, "index")
        if values.dtype == np.uint64:
            # The core checks them.
            return fit(values, np.uint64)
        last = self._sizes[round_] - 1
        return narrow(values, np.uint64, last, what="index", item="hand index", error=OutOfRangeError)

    def _bounds(self, index: range, at: int) -> tuple[int, int]:
        """Return the ends of a range of indices after checking them."""
        if index.stop <= index.start:
            return 0, 0
        last = self._sizes[at] - 1
        for row, end in ((0, index.start), (index.stop - 1 - index.start, index.stop - 1)):
            if not 0 <= end <= last:
                raise OutOfRangeError(f"hand index {end} is out of range (0 to {last})", row=row)
        return index.start, index.stop


def _rows(shape: tuple[int, ...]) -> int:
    """Return the number of rows in an array of hands with this shape."""
    return int(np.prod(shape, dtype=np.int64))


publish("pokerbits", HandIndexer)
