"""The card abstraction: the bucket of every hand of every street."""

from __future__ import annotations

import os
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._by_street import by_street
from pokerbits._files.paths import as_path
from pokerbits._forks import NoFork
from pokerbits._hand_strength.card_games import HOLDEM, CardGame, CardGameLike, card_game, checked_street
from pokerbits._indexer import HandIndexer
from pokerbits._input.card_arrays import as_cards, broadcast, card_ids
from pokerbits._input.integers import as_integers, narrow
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.rows import RowsOf
from pokerbits._input.situation import check_board, check_hole
from pokerbits._input.threads import is_plain, resolve_num_threads
from pokerbits._input.types import CardsLike, IntegersLike
from pokerbits._keyword_hints import with_hints
from pokerbits._output.arrays import scalar
from pokerbits.abstraction._combo_labels import combo_labels
from pokerbits.abstraction._design import BucketsLike, Design, FeaturesLike, Recall, check_game
from pokerbits.abstraction._features import centers_in_units, core_of
from pokerbits.abstraction._folder import BuildFolder, Check, open_array, read_metadata
from pokerbits.abstraction._lookup import either
from pokerbits.abstraction._metadata import CENTERS, indexer_of
from pokerbits.abstraction._report import AbstractionReport, report
from pokerbits.cards import COMBOS
from pokerbits.exceptions import (
    CardCountError,
    DamagedFileError,
    ForeignFileError,
    InvalidArgumentError,
    OutOfRangeError,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

_Cores: TypeAlias = Any
_ShortWay: TypeAlias = tuple[_Cores, list[Any], np.dtype[Any] | None]

Buckets: TypeAlias = np.uint16 | np.uint32 | NDArray[np.uint16] | NDArray[np.uint32]
"""A bucket, or an array of buckets."""

_CHUNK = 1 << 20
"""Number of hands indexed at a time."""


class CardAbstraction:
    """A card abstraction of hold'em or a game of another deck: the bucket of every hand of every street.

    Use `build`, `load` or `from_labels` to create one. `build` numbers buckets by mean E[HS], weakest first. With
    perfect recall, buckets with the same parent bucket on the previous street are consecutive, weakest first. If every
    hand has its own bucket, the bucket is the hand's index. `from_labels` keeps the numbers that it is given.

    The pickle of an abstraction in memory has all tables. The pickle of an abstraction mapped from a folder has only
    the path and the fingerprint, and loading it needs the folder.

    `close`, or the end of a `with` block, gives the tables back. Windows replaces or removes a folder only after all
    abstractions that are mapped from it are closed.

    Examples
    --------
    >>> import pokerbits as pb
    >>> abstraction = pb.CardAbstraction.build(10, features="ehs")
    >>> abstraction
    <CardAbstraction: 169, 10, 10, 10 buckets, imperfect recall>
    >>> abstraction.lookup(["AsKd", "7s3d"], board="QhJh2c")
    array([5, 0], dtype=uint16)
    >>> abstraction.lookup_deal("AsKd", board="QhJh2cTs3d")
    array([89,  5,  9,  9], dtype=uint16)
    >>> abstraction.n_buckets["turn"], abstraction.lookup_index(0, street="turn")
    (10, np.uint16(9))
    >>> abstraction.transitions("preflop").shape
    (169, 10)
    """

    def __init__(self, metadata: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Use `build`, `load` or `from_labels`."""
        self._metadata = dict(metadata)
        self._opened: dict[str, NDArray[Any]] | None = dict(arrays)
        self._design = Design.parse(metadata["design"])
        self._is_holdem = self._design.game == HOLDEM
        self._street_of_board = {cards: street for street, cards in self._design.game.board_cards.items()}
        self._mapped: Path | None = None
        self._short: _ShortWay | None = None

    @classmethod
    @with_hints
    def build(
        cls,
        n_buckets: BucketsLike,
        *,
        features: FeaturesLike = None,
        game: CardGameLike = "holdem",
        recall: Recall = "imperfect",
        seed: int = 0,
        max_iter: int = 50,
        n_init: int = 1,
        bins: int | None = None,
        clusters: int | None = None,
        n_opponents: int | None = None,
        path: str | os.PathLike[str] | None = None,
        resume: bool = True,
        executor: Executor | None = None,
        num_threads: int | None = None,
        progress: ProgressLike = None,
    ) -> Self:
        """Build an abstraction. By default each hand class before the flop, 169 in hold'em, has its own bucket.

        Parameters
        ----------
        n_buckets
            Number of buckets on each of flop, turn and river: one number for all three, or a dict of numbers by street,
            in which `"preflop"` may be missing.
            `None` and `"lossless"` give every hand its own bucket, or every class with the features `"outcome"` and
            `"winrate"`. With perfect recall it is the number of buckets within each bucket of the previous street; a
            bucket with fewer distinct points is divided into as many as it has.
        features
            Feature to cluster by: one name for all streets, or a dict by street. The default is `"potential"` before
            the river and `"ehs"` on it; with perfect recall `"histogram"` replaces `"potential"`.

            * `"ehs"`, `"ehs2"`: E[HS] or E[HS^2], divided with the least sum of squared deviations (optimal). On the
              river of hold'em E[HS] has 1,950 distinct values, and more buckets are an error.
            * `"percentile"`: E[HS], divided into buckets with equal numbers of deals, as far as ties allow.
            * `"histogram"`: distribution of E[HS] on the next street in bins, by earth mover's distance.
            * `"potential"`: distribution over next-street buckets, by earth mover's distance. The position of a bucket
              is its mean E[HS], rounded to 1/255.
            * `"potential_general"`: the same, with positions that best fit the distances between the next-street
              buckets.
            * `"ochs"`: equity against each of some clusters of opponents, rounded to 1/100 after the flop is dealt, by
              Euclidean distance.
            * `"outcome"`: class of `outcome_classes`: the multiset of possible wins, ties and losses. Each class is a
              bucket, and `n_buckets` is `None`.
            * `"winrate"`: shares of losses, ties and wins (in this order), by earth mover's distance; with
              `n_buckets=None` each class is a bucket.
            * `"winrate_history"`: for flop and turn, the same on this street and all earlier ones, rounded to 1/255.
              Turn hands are indexed with their history.
            * `"odds"`: equity against `n_opponents` random opponents, divided as `"ehs"`. On the river it takes 5 GB of
              memory.

            If one name is given for all streets, `"histogram"` and `"potential"` mean `"ehs"` on the river.

            In a dict, an array is a feature of your own: finite numbers of shape (hands,) or (hands, width), in the
            order of `pokerbits.strength.STREET_INDEXERS[street]`, or of `game.indexer(street)` of another game. A
            single number is divided as `"ehs"`, several are clustered by Euclidean distance. A function is called with
            blocks of hands, uint8 (n, 2 + board cards), and returns their rows; a row must not depend on the other
            hands of its block, whose size may change.
        game
            `"holdem"`, `"short_deck"`, `"short_deck_trips"`, `"royal"`, `"leduc"`, or a `pokerbits.strength.CardGame`
            of any deck with two to four streets. Other games than hold'em have all features but `"winrate_history"`.
        recall
            `"imperfect"`: buckets of a street do not depend on earlier streets. `"perfect"`: each bucket lies within
            one bucket of the previous street (perfect recall). Turn and river hands then have a history, and the order
            of the cards of `board` counts. If the feature of the last street is `"ochs"`, `"odds"` or your own, its
            hands are clustered into 2,000 groups first, and these within each bucket of the street before.
        seed
            Random seed of the k-means initialisation, 0 to 2^64 - 1. The abstraction records it.
        max_iter
            Largest number of k-means iterations of each clustering, 1 to 100,000.
        n_init
            Number of k-means runs, of which the one with the least cost is kept.
        bins
            Number of bins of `"histogram"`, 2 to 255; 50 by default.
        clusters
            Number of clusters of opponents of `"ochs"`, 1 to 169, as `opponent_clusters` finds them; 8 by default.
        n_opponents
            Number of opponents of `"odds"`, 1 to 22, or as many as the deck has cards for; 1 by default.
        path
            Folder for the result, created if it does not exist. By default the result is in memory, and intermediate
            files (about 2 GB) are in the system's temporary folder.
        resume
            For a path: resume an interrupted build, or return a finished abstraction unchanged. With `False`, begin
            again: an abstraction of any design in the folder is removed, if the folder holds nothing else and its
            files are intact; otherwise `ForeignFileError` is raised.
        executor
            Any executor of PEP 3148. Its workers compute the tables of strength and of features, and must be able to
            read the folder.
        num_threads
            Threads to use; by default those of `set_num_threads`. With an executor: threads of each worker, by default
            1. The result does not depend on executor or threads.
        progress
            `True` for a bar, or a function of steps done and steps in all.

        Returns
        -------
        CardAbstraction

        Raises
        ------
        InvalidArgumentError
            If an argument is not as above, or there are more buckets than distinct points. Also if a feature of your
            own has the wrong shape or a number that is not finite; the error names the row.
        ForeignFileError, DamagedFileError, LockedFileError
            If the folder has other files or is damaged, or another process is writing to it.
        OSError
            If a file cannot be written.
        CancelledError
            If a task of the executor is cancelled. Errors of the executor, such as `BrokenProcessPool`, pass unchanged.

        Notes
        -----
        Features are exact, for every hand. Hands with equal features are clustered as one weighted point, which saves
        time and does not change the result. Histograms: Gilpin, Sandholm, Soerensen (2007); OCHS: Johanson, Burch,
        Valenzano, Bowling (2013); potential: Ganzfried, Sandholm (2014).
        """
        with NoFork():
            from pokerbits.abstraction._build import build
            from pokerbits.abstraction._own_features import names_of, with_numbers

        of = card_game(game)
        names, given = names_of(features)
        design = Design.of(
            n_buckets,
            names,
            recall,
            seed,
            max_iter,
            n_init=n_init,
            bins=bins,
            clusters=clusters,
            n_opponents=n_opponents,
            own=dict.fromkeys(given, ""),
            game=of,
        )
        design, own = with_numbers(design, given)
        options: dict[str, Any] = {"executor": executor, "num_threads": num_threads, "progress": progress, "own": own}
        if path is not None:
            was_made = build(design, as_path(path), resume=resume, **options)
            return cls.load(path, verify=was_made)
        with tempfile.TemporaryDirectory(prefix="pokerbits-") as folder:
            build(design, Path(folder), resume=True, **options)
            return cls.load(folder, mmap=False, verify=False)

    @classmethod
    def from_labels(
        cls,
        labels: Mapping[str, IntegersLike | None],
        *,
        game: CardGameLike = "holdem",
        num_threads: int | None = None,
        progress: ProgressLike = None,
    ) -> Self:
        """Return the abstraction with the buckets that you give, for example those of another clustering program.

        Parameters
        ----------
        labels
            Bucket of every hand, for each street: an array of integers of any dtype, in the order of
            `pokerbits.strength.STREET_INDEXERS[street]`, of shape (169,), (1286792,), (13960050,) or (123156254,).
            Turn hands may have a history: then the shape is (55190538,), in the order of the last round of
            `HandIndexer((2, 3, 1))`. Hands of another game are in the order of `game.indexer(street)`. Buckets are
            numbered from 0 without gaps, and keep their numbers.

            `None` gives every hand its own bucket (on the river 0.5 GB), as does a missing `"preflop"`. The other
            streets are required.
        game
            Name of a game, or a `pokerbits.strength.CardGame` with two to four streets.
        num_threads
            Threads to use; by default those of `set_num_threads`. The result does not depend on it.
        progress
            `True` for a bar, or a function of steps done and steps in all.

        Returns
        -------
        CardAbstraction
            In memory; `save` writes it to a folder. Recall is `"imperfect"`, and the feature of every street is
            `"labels"`, or `"labels_with_history"`.

        Raises
        ------
        InvalidArgumentError
            If a street or the game is unknown, a street is missing, its number of labels is wrong, or a bucket has no
            hands.
        OutOfRangeError
            If a label is negative, or larger than all buckets of the street could be.
        TypeError
            If labels are not integers.
        OSError
            If temporary files cannot be written (up to 0.5 GB, in the system's temporary folder).

        Notes
        -----
        The E[HS] of all hands of labelled streets is computed for the report, which takes a few seconds for the river.

        Examples
        --------
        Pairs, suited and other hands are three buckets before the flop; later every hand has its own:

        >>> import numpy as np
        >>> import pokerbits as pb
        >>> kind = np.array([0 if len(hand) == 2 else 1 if hand[2] == "s" else 2 for hand in pb.cards.HAND_CLASSES])
        >>> labels = {"preflop": kind, "flop": None, "turn": None, "river": None}
        >>> made = pb.CardAbstraction.from_labels(labels)
        >>> made
        <CardAbstraction: 3, 1,286,792, 13,960,050, 123,156,254 buckets, imperfect recall>
        >>> made.lookup(["AsKs", "7d7c"])
        array([1, 0], dtype=uint16)
        """
        with NoFork():
            from pokerbits.abstraction._labels import build_from_labels, checked_labels

        of = card_game(game)
        check_game(of)
        checked = checked_labels(labels, of)
        with tempfile.TemporaryDirectory(prefix="pokerbits-") as folder:
            build_from_labels(checked, Path(folder), game=of, num_threads=num_threads, progress=progress)
            return cls.load(folder, mmap=False, verify=False)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, mmap: bool = True, verify: bool = True) -> Self:
        """Open the folder of a finished abstraction.

        Parameters
        ----------
        path
            Path of the folder.
        mmap
            Whether to memory-map the files, which reads only the parts that are looked up, or to read them into memory.
        verify
            Whether to check the SHA-256 of all files and the range of all numbers (a few tenths of a second). Sizes and
            headers are always checked. Use `False` only for a folder that you have built yourself.

        Returns
        -------
        CardAbstraction

        Raises
        ------
        FileNotFoundError
            If there is no such folder.
        ForeignFileError
            If it is not an abstraction folder or has another version, or one of its files is not a regular file.
        DamagedFileError
            If a file is damaged.
        OSError
            If a file cannot be read.
        """
        folder = as_path(path)
        try:
            known = read_metadata(folder)
        except ValueError as error:
            raise InvalidArgumentError(f"path: {error}") from None
        layouts = known.layouts
        arrays: dict[str, NDArray[Any]] = {}
        try:
            for layout in layouts.values():
                for name, (dtype, shape) in layout.arrays.items():
                    arrays[name] = open_array(folder / name, dtype, shape, mmap=mmap)
            if verify:
                for street, layout in layouts.items():
                    for name, sha256 in known.metadata["streets"][street]["files"].items():
                        Check(sha256, layout.limits.get(name))(folder / name, arrays[name])
        except BaseException as error:
            # Whoever keeps the error keeps no file open: Windows removes no such file.
            arrays.clear()
            traceback.clear_frames(error.__traceback__)
            raise
        made = cls(known.metadata, arrays)
        # Absolute: the working directory may change.
        made._mapped = folder.absolute() if mmap else None
        return made

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the abstraction to a folder, which is created if it does not exist.

        If an error occurs, the files written so far are removed. If the process is killed, the next call resumes.

        Raises
        ------
        ForeignFileError
            If the folder is not empty, except for the files of a killed call.
        DamagedFileError
            If the abstraction is mapped, and its files have changed since they were checked.
        InvalidArgumentError
            If the abstraction is closed.
        OSError
            If a file cannot be written.
        """
        _ = self._arrays
        with BuildFolder(as_path(path), self._design, resume=True, copy_of=self.fingerprint) as folder:
            try:
                for street in self._streets:
                    if not folder.is_complete and not folder.is_done(street):
                        self._save_street(folder, street)
                if not folder.is_complete:
                    folder.finish(self._metadata)
            except BaseException:
                folder.abandon()
                raise

    def close(self) -> None:
        """Give the tables back, and unmap their files; calls that need a table then raise `InvalidArgumentError`.

        A file stays mapped while an array that `table` has returned exists. A closed abstraction may be closed again.

        Examples
        --------
        >>> import tempfile
        >>> import pokerbits as pb
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with pb.CardAbstraction.build(10, features="ehs", path=folder) as abstraction:
        ...         print(abstraction.lookup("AsKd", board="QhJh2c"))
        5
        """
        self._opened = self._short = None

    def __enter__(self) -> Self:
        """Return this abstraction."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close it."""
        self.close()

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the game, the design with its seed, and all buckets, which identifies the abstraction."""
        return str(self._metadata["fingerprint"])

    @property
    def n_buckets(self) -> dict[str, int]:
        """The number of buckets of every street, `"preflop"` to `"river"`."""
        return {street: int(self._metadata["streets"][street]["n_buckets"]) for street in self._streets}

    @property
    def game(self) -> CardGame:
        """The game: its deck, the cards of each round, and how hands rank."""
        return self._design.game

    @property
    def features(self) -> dict[str, str]:
        """The feature by which the hands of each street are clustered, without the first if its hands share no buckets.

        A feature of your own is `"own"`; buckets of your own have `"labels"`.
        """
        return dict(self._design.about["features"])

    @property
    def centers(self) -> dict[str, NDArray[np.float64]]:
        """The centres of the buckets that k-means has found, float64 (buckets, width), by street.

        A street has no centres if its buckets lie within those of the street before (perfect recall), or if its feature
        is not listed here; `report().means` has the mean E[HS] of every bucket. The columns depend on the feature:

        * `"histogram"`, `"potential"` and `"potential_general"`: the sorted positions of the 46 or 47 next-street
          hands, 0 to 1, or the lower edges of their bins. Before the flop: the share of flops up to each bin or
          position, without the last.
        * `"ochs"`: equity against each cluster of opponents, weakest first.
        * `"winrate"`, `"winrate_history"`: the share of losses, and of losses or ties, earliest street first.
        * `"own"`: your numbers.
        """
        files = {street: f"{street}{CENTERS}" for street in self._streets}
        return {
            street: centers_in_units(self._design, street, self._arrays[name])
            for street, name in files.items()
            if name in self._arrays
        }

    @property
    def recall(self) -> Recall:
        """`"perfect"` if each bucket lies within one bucket of the previous street, else `"imperfect"`."""
        return self._design.recall

    @property
    def metadata(self) -> dict[str, Any]:
        """The record of how the abstraction was built, as a dict for JSON."""
        with NoFork():
            import copy

        return copy.deepcopy(self._metadata)

    def indexer(self, street: str) -> HandIndexer:
        """Return the indexer of the hands of a street.

        Returns
        -------
        HandIndexer
            The index of its last round is the one of `lookup_index`. It is the indexer of `STREET_INDEXERS`, except for
            turn hands with a history (perfect recall and `"winrate_history"`), whose rounds are `(2, 3, 1)`. For
            another game it is `game.indexer(street)`.

        Raises
        ------
        InvalidArgumentError
            If the street is unknown.
        """
        return self._indexers[self._known(street)]

    def lookup(self, hole: CardsLike, board: CardsLike | None = None, *, num_threads: int | None = None) -> Buckets:
        """Return the buckets of hands.

        Parameters
        ----------
        hole
            Two hole cards, shape (..., 2); as many as the game deals.
        board
            0, 3, 4 or 5 board cards, shape (..., n), or those of a street of the game; leading axes broadcast with
            those of the hole cards. With perfect recall the fourth is the turn card and the fifth the river card. A
            column may have boards of different streets; `None` and NaN in it are no board.
        num_threads
            Threads to use; by default those of `set_num_threads`.

        Returns
        -------
        Buckets
            uint16, or uint32 if a street has more than 65,535 buckets, of shape (...); a NumPy scalar for
            one hand.

        Raises
        ------
        CardCountError
            If there is another number of cards.
        InvalidCardError, DuplicateCardError
            If a row is not made of different cards of the deck; the message names the row and the card.
        """
        if self._is_holdem and (num_threads is None or is_plain(num_threads)):
            # Plain hands, one or a few, take a tenth of the time of the code below.
            cores, tables, _ = self._short_way()
            plain = _native.street_index_plain(cores, hole, board)
            if plain is not None:
                table = tables[plain[0]]
                if table is not None:
                    buckets: Buckets = table[plain[1]]
                    return buckets
        return self._lookup(hole=hole, board=board, num_threads=num_threads)

    @by_street("hole", "board")
    def _lookup(self, *, hole: CardsLike, board: CardsLike | None, num_threads: int | None) -> Buckets:
        """Return what `lookup` returns of any hands."""
        own, dealt = self._parts(hole, board)
        threads = resolve_num_threads(num_threads)
        street = self._street_of_board[dealt.shape[-1]]
        return self._looked_up(street, own, dealt, threads)

    def lookup_deal(
        self, hole: CardsLike, board: CardsLike, *, num_threads: int | None = None
    ) -> NDArray[np.uint16] | NDArray[np.uint32]:
        """Return the buckets of hands on all streets: before the flop, on the flop, the turn and the river.

        Parameters
        ----------
        hole
            Two hole cards, shape (..., 2); as many as the game deals.
        board
            Five board cards, shape (..., 5): the flop, the turn card, the river card. The whole board of another game.
        num_threads
            Threads to use; by default those of `set_num_threads`.

        Returns
        -------
        uint16 or uint32 (..., streets)
            Four streets in hold'em. uint32 if any street has more than 65,535 buckets.

        Raises
        ------
        CardCountError, InvalidCardError, DuplicateCardError
            As `lookup`.
        """
        if self._is_holdem and (num_threads is None or is_plain(num_threads)):
            cores, tables, dtype = self._short_way()
            indices = _native.deal_indices_plain(cores, hole, board) if dtype is not None else None
            if indices is not None:
                # Without a loop, and as ints: NumPy takes longer to make an array of its own scalars.
                (preflop, flop, turn, river), (before, first, second, last) = tables, indices
                buckets = preflop.item(before), flop.item(first), turn.item(second), river.item(last)
                return np.array(buckets, dtype)
        own, dealt = self._parts(hole, board)
        boards = self.game.board_cards
        if dealt.shape[-1] != boards[self._streets[-1]]:
            raise CardCountError(f"board: expected {boards[self._streets[-1]]} cards, found {dealt.shape[-1]}")
        threads = resolve_num_threads(num_threads)
        # The river first, which has all cards: it reports any invalid card.
        found = [
            self._looked_up(street, own, dealt[..., : boards[street]], threads) for street in reversed(self._streets)
        ]
        return np.stack(found[::-1], axis=-1).astype(self._dtype(), copy=False)

    @with_hints
    def labels(
        self, board: CardsLike | None = None, *, num_threads: int | None = None
    ) -> NDArray[np.uint16] | NDArray[np.uint32]:
        """Return the buckets of all combos on boards, in a fifth of the time of `lookup`.

        Parameters
        ----------
        board
            Boards of one street, shape (..., n), as in `lookup`; none by default.
        num_threads
            Threads to use; by default those of `set_num_threads`.

        Returns
        -------
        uint16 or uint32 (..., 1326)
            In the order of `COMBOS`. Combos with a board card have the largest number of the dtype, which is no bucket,
            as have those with a card that the deck of the game lacks.

        Raises
        ------
        CardCountError, InvalidCardError, DuplicateCardError
            As `lookup`.
        InvalidArgumentError
            If the game does not deal two hole cards.

        Examples
        --------
        >>> import pokerbits as pb
        >>> abstraction = pb.CardAbstraction.build(None, game="royal")
        >>> labels = abstraction.labels(["AsKsQs", "AsKsQd"])
        >>> labels.shape, labels.dtype
        ((2, 1326), dtype('uint16'))
        >>> labels[0, pb.cards.combo_id("JsTs")] == abstraction.lookup("JsTs", "AsKsQs")
        np.True_
        >>> labels[1, pb.cards.combo_id("JsQd")]
        np.uint16(65535)
        """
        boards = as_cards("" if board is None else board, what="board")
        if self.game.hole_cards != COMBOS.shape[1]:
            raise InvalidArgumentError(f"labels: combos have two cards, but the game deals {self.game.hole_cards}")
        if boards.shape[-1] not in self._street_of_board:
            raise CardCountError(f"board: expected {either([*self._street_of_board])} cards, found {boards.shape[-1]}")
        street = self._street_of_board[boards.shape[-1]]
        shape, rows = boards.shape[:-1], boards.reshape(prod(boards.shape[:-1]), boards.shape[-1])
        with RowsOf(shape):
            found = self._labels(street, rows, resolve_num_threads(num_threads))
        return found.reshape(*shape, found.shape[-1])

    def lookup_index(self, index: IntegersLike | int, *, street: str) -> Buckets:
        """Return the buckets of hands by their index in the last round of `indexer(street)`.

        Returns
        -------
        Buckets
            uint16, or uint32 if the street has more than 65,535 buckets, of the shape of `index`; a NumPy scalar for
            one index.

        Raises
        ------
        InvalidArgumentError
            If the street is unknown, or is the river with perfect recall, whose buckets depend on more than an index.
        OutOfRangeError
            If an index is out of range.
        """
        if isinstance(street, str) and street in self._streets:
            plain = self._short_way()[1][self._streets.index(street)]
            if plain is not None and _native.plain_below(index, len(plain)):
                buckets: Buckets = plain[cast("int", index)]
                return buckets
        table = self.table(street)
        numbers = narrow(
            as_integers(index, "index"),
            np.int64,
            len(table) - 1,
            what="index",
            item="hand index",
            error=OutOfRangeError,
        )
        found: Buckets = table[numbers] if numbers.ndim else table[int(numbers)]
        return found

    def table(self, street: str) -> NDArray[np.uint16] | NDArray[np.uint32]:
        """Return the bucket of every hand of a street by its index in `indexer(street)`.

        Returns
        -------
        uint16 or uint32 (hands,)
            An array, or a memory map if the files are mapped.

        Raises
        ------
        InvalidArgumentError
            If the street is unknown, or is the river with perfect recall, whose buckets depend on more than an index.
        """
        if self._within(self._known(street)) is not None:
            raise InvalidArgumentError(f"the {street} with perfect recall has no table of buckets by index: use lookup")
        return self._table(street)

    def transitions(
        self, street: str, *, num_threads: int | None = None, progress: ProgressLike = None
    ) -> NDArray[np.float64]:
        """Return the transition probabilities from the buckets of a street to those of the next street.

        Parameters
        ----------
        street
            `"preflop"`, `"flop"` or `"turn"`, but not the last street of the game.
        num_threads
            Threads to use; by default those of `set_num_threads`. The result does not depend on it.
        progress
            `True` for a bar, or a function of steps done and steps in all.

        Returns
        -------
        float64 (buckets, buckets of the next street)
            Rows add up to 1; all deals of hole cards and board are equally likely.

        Raises
        ------
        InvalidArgumentError
            If the street is unknown or the last.
        MemoryError
            If there is not enough memory for an array of all pairs of buckets.
        """
        at = self._streets.index(self._known(street))
        if street == self._streets[-1]:
            raise InvalidArgumentError(f"no street follows the {street}")
        after = self._streets[at + 1]
        n_before, n_after = self.n_buckets[street], self.n_buckets[after]
        if self.recall == "perfect":
            counts: NDArray[Any] = self._nested(street, after)
        elif len(self._indexers[after].cards_per_round) > 2:
            counts = self._into_histories(street, after, num_threads)
        else:
            with watching(progress, f"{street} to {after}") as watcher:
                counts = _native.bucket_transitions(
                    core_of(self._indexers[street]),
                    self._table(street),
                    n_before,
                    self.game.board_cards[after],
                    self._table(after),
                    n_after,
                    resolve_num_threads(num_threads),
                    watcher,
                )
        shares: NDArray[np.float64] = counts / counts.sum(axis=1, keepdims=True)
        return shares

    def report(self) -> AbstractionReport:
        """Return the sizes of all buckets and the spread of E[HS] within them.

        Returns
        -------
        AbstractionReport
        """
        return report(self._metadata, self._arrays)

    def export(
        self,
        path: str | os.PathLike[str],
        *,
        format: Literal["slumbot", "robopoker", "npy"],
        streets: Sequence[str] | None = None,
        bucketing_name: str | None = None,
        game_name: str | None = None,
        overwrite: bool = False,
        num_threads: int | None = None,
        progress: ProgressLike = None,
    ) -> list[Path]:
        """Write the buckets in a file format of another program; the guide describes the formats.

        Parameters
        ----------
        path
            Path of a folder, which is created if it does not exist.
        format
            `"slumbot"`: raw integers, by board and pair of hole cards. `"robopoker"`: rows for PostgreSQL's `COPY`, for
            streets with at most 256 buckets: hands, and by bucket transitions, distances, sizes and equities. `"npy"`:
            one array by index for each street, as in the folder of `save`.
        streets
            Names of the streets; by default all. The river takes a few gigabytes on disk, and up to minutes.
        bucketing_name
            For `"slumbot"`: name of the bucketing in the names of the files, by default `"pokerbits"`. Letters, digits,
            dots, hyphens and underscores.
        game_name
            For `"slumbot"`: name of the game in the names of the files, in hold'em by default `"holdem.13.4.3"`: what
            slumbot2019 calls the game, and its numbers of ranks, suits and streets after the first.
        overwrite
            Whether to replace files of these names that no export wrote. Files of an earlier export are replaced: the
            folder has a list of them, `pokerbits-export.sha256`, which `sha256sum --check` reads.
        num_threads
            Threads to use; by default those of `set_num_threads`. The files do not depend on it.
        progress
            `True` for a bar per street, or a function of steps done and steps in all.

        Returns
        -------
        list[Path]
            Paths of the files that were written.

        Raises
        ------
        InvalidArgumentError
            If the format or a street is unknown, a name has other characters or the format has no such name, or the
            format cannot hold this abstraction: for other games than hold'em there is `"npy"` alone.
        ForeignFileError
            If a file of one of these names exists that no export wrote, or that was changed since; no file is written
            then. Also for the folder of an abstraction.
        OSError
            If a file cannot be written.
        """
        with NoFork():
            from pokerbits.abstraction._export import export

        chosen = self._streets if streets is None else [self._known(street) for street in streets]
        return export(
            self,
            as_path(path),
            format,
            chosen,
            bucketing_name=bucketing_name,
            game_name=game_name,
            overwrite=overwrite,
            num_threads=num_threads,
            progress=progress,
        )

    def __eq__(self, other: object) -> bool:
        """Return whether the other has the same design and the same bucket for every hand."""
        return self.fingerprint == other.fingerprint if isinstance(other, CardAbstraction) else NotImplemented

    def __hash__(self) -> int:
        return hash((CardAbstraction, self.fingerprint))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the path and the fingerprint of a mapped abstraction, and the tables of one in memory."""
        if self._mapped is not None:
            return _reopened, (type(self), str(self._mapped), self.fingerprint)
        return type(self), (self._metadata, self._arrays)

    def __copy__(self) -> Self:
        """Return the same: it never changes."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return the same: it never changes."""
        return self

    def __repr__(self) -> str:
        numbers = ", ".join(f"{n:,}" for n in self.n_buckets.values())
        of_game = "" if self.game == HOLDEM else f", {self.game!r}"
        return f"<CardAbstraction: {numbers} buckets, {self.recall} recall{of_game}>"

    def _save_street(self, folder: BuildFolder, street: str) -> None:
        """Write the files of a street; raise if they have changed since the abstraction was built."""
        about = self._metadata["streets"][street]
        arrays = {name.removeprefix(street).removesuffix(".npy"): self._arrays[name] for name in about["files"]}
        facts = {name: about[name] for name in ("metric", "n_points", "inertia") if name in about}
        folder.finish_stage(street, about["n_buckets"], arrays, facts)
        if folder.stages[street]["files"] != about["files"]:
            message = f"the {street} has changed since the abstraction was made: load it again"
            raise DamagedFileError(message, filename=self._mapped)

    @property
    def _arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays by the names of their files."""
        opened = self._opened
        if opened is None:
            raise InvalidArgumentError("this abstraction is closed; load it again")
        return opened

    @property
    def _indexers(self) -> dict[str, HandIndexer]:
        streets = self._metadata["streets"]
        return _indexers_of(tuple((street, tuple(streets[street]["rounds"])) for street in self._streets), self.game)

    @property
    def _streets(self) -> tuple[str, ...]:
        return self.game.streets

    def _known(self, street: str) -> str:
        """Return the name of a street, or raise if the game has no such street."""
        return checked_street(self.game, street)

    def _short_way(self) -> _ShortWay:
        """Return what looks one hand up: the indexers and tables of the streets; their dtype, if all have a table."""
        if self._short is None:
            cores = tuple(core_of(self._indexers[street]) for street in self._streets)
            # Indexing a memmap is ten times slower than indexing an array. With perfect recall the last street has no
            # table.
            tables = [
                self._table(street).view(np.ndarray) if self._within(street) is None else None
                for street in self._streets
            ]
            dtype = None if any(table is None for table in tables) else self._dtype()
            self._short = cores, tables, dtype
        return self._short

    def _dtype(self) -> np.dtype[Any]:
        """Return the dtype that holds the buckets of all streets."""
        return np.result_type(*(self._table(street).dtype for street in self._streets))

    def _table(self, street: str) -> NDArray[Any]:
        """Return the numbers by index: buckets, or points for the last street with perfect recall."""
        return self._arrays[self._metadata["streets"][street]["tables"][0]]

    def _within(self, street: str) -> NDArray[np.uint32] | None:
        """Return, for the last street with perfect recall, the bucket of every point within every bucket before."""
        tables = self._metadata["streets"][street]["tables"]
        return self._arrays[tables[1]] if len(tables) > 1 else None

    def _parts(
        self, hole: CardsLike, board: CardsLike | None
    ) -> tuple[NDArray[np.integer[Any]], NDArray[np.integer[Any]]]:
        """Return hole cards and board as arrays with valid numbers of cards."""
        own, dealt = card_ids(hole, what="hole"), card_ids("" if board is None else board, what="board")
        boards = tuple(self._street_of_board)
        if self._is_holdem:
            check_hole(own.shape[-1], "hole")
            check_board(dealt.shape[-1], boards, "board")
            return own, dealt
        n = self.game.hole_cards
        if own.shape[-1] != n:
            raise CardCountError(f"hole: expected {n} card{'s' * (n != 1)}, found {own.shape[-1]}")
        if dealt.shape[-1] not in boards:
            raise CardCountError(f"board: expected {either([*boards])} cards, found {dealt.shape[-1]}")
        return own, dealt

    def _looked_up(
        self, street: str, own: NDArray[np.integer[Any]], dealt: NDArray[np.integer[Any]], threads: int
    ) -> Buckets:
        """Return the buckets of hands on one street."""
        shape, parts = broadcast(own, dealt) if dealt.shape[-1] else (own.shape[:-1], [own])
        indexer, table = self._indexers[street], self._table(street)
        found = np.empty(prod(shape), dtype=table.dtype)
        with RowsOf(shape):
            _native.lookup(core_of(indexer), len(indexer.cards_per_round) - 1, parts, table, found, threads)
        within = self._within(street)
        if within is not None:
            parent = self._streets[self._streets.index(street) - 1]
            before = np.asarray(self._looked_up(parent, own, dealt[..., : self.game.board_cards[parent]], threads))
            found = within[np.broadcast_to(before, shape).reshape(-1), found]
        return scalar(found.reshape(shape), None)

    def _labels(self, street: str, boards: NDArray[np.uint8], threads: int) -> NDArray[Any]:
        """Return the buckets of all combos on the boards of a street."""
        indexer, table, within = self._indexers[street], self._table(street), self._within(street)
        labels, possible = combo_labels(indexer, self.game.cards, table, boards, threads)
        if within is not None:
            parent = self._streets[self._streets.index(street) - 1]
            before = self._labels(parent, boards[:, : self.game.board_cards[parent]], threads)
            nested = np.full(labels.shape, np.iinfo(within.dtype).max, dtype=within.dtype)
            nested[possible] = within[before[possible], labels[possible]]
            return nested
        return labels

    def _into_histories(self, street: str, after: str, num_threads: int | None) -> NDArray[np.float64]:
        """Return the number of deals from each bucket to each bucket of a street whose indexer has the history."""
        indexer, before = self._indexers[after], self._indexers[street]
        n_before, n_after = self.n_buckets[street], self.n_buckets[after]
        counts = np.zeros(n_before * n_after)
        for start in range(0, indexer.size(), _CHUNK):
            some = range(start, min(start + _CHUNK, indexer.size()))
            hands = indexer.unindex(some, num_threads=num_threads)[:, : 2 + self.game.board_cards[street]]
            old = self._table(street)[before.index(hands, num_threads=num_threads)].astype(np.int64)
            deals = indexer.multiplicity(some, num_threads=num_threads).astype(np.float64)
            counts += np.bincount(old * n_after + self._table(after)[some.start : some.stop], deals, len(counts))
        return counts.reshape(n_before, n_after)

    def _nested(self, street: str, after: str) -> NDArray[np.float64]:
        """Return the number of deals from each bucket to each bucket of the next street, with perfect recall."""
        about = self._metadata["streets"][after]
        deals = self._arrays[f"{after}-buckets.npy"][:, 0]
        counts = np.zeros((self.n_buckets[street], self.n_buckets[after]))
        firsts = self._arrays[about["firsts"]]
        owners = np.repeat(np.arange(len(firsts)), np.diff(np.append(firsts, len(deals))))
        counts[owners, np.arange(len(deals))] = deals
        return counts


def _reopened(kind: type[CardAbstraction], path: str, fingerprint: str) -> CardAbstraction:
    """Return the pickled abstraction from its path; raise if the path has another one."""
    made = kind.load(path)
    if made.fingerprint != fingerprint:
        message = f"{path} has another abstraction than the one that was pickled: {made.fingerprint}, not {fingerprint}"
        raise ForeignFileError(message, filename=path)
    return made


@lru_cache(maxsize=16)
def _indexers_of(rounds: tuple[tuple[str, tuple[int, ...]], ...], game: CardGame) -> dict[str, HandIndexer]:
    return {street: indexer_of(sizes, game) for street, sizes in rounds}
