"""The counts of all Omaha hands against a random hand, before the flop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._evaluator.games import official_name
from pokerbits._input.choices import check_name
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.threads import resolve_task_threads
from pokerbits._public import publish
from pokerbits._tables import fill_by

if TYPE_CHECKING:
    from concurrent.futures import Executor

CountedGame: TypeAlias = Literal["omaha", "omaha5", "plo", "plo5"]
"""Games whose hands can be counted against a random hand."""

_HOLE_CARDS = {"omaha": 4, "omaha5": 5}
_CLASSES = {4: 16_432, 5: 134_459}
_PER_BLOCK = 50
"""Parts of a block: a second of work."""


def omaha_preflop_counts(
    game: CountedGame = "omaha5",
    *,
    executor: Executor | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> NDArray[np.uint64]:
    """Return the wins and ties of every Omaha hand against a random hand, over all boards.

    Parameters
    ----------
    game
        `"omaha"`, with four hole cards, which is read from a table, or `"omaha5"`, with five, which is counted: two
        minutes on one thread.
    executor
        Executor with `submit` (PEP 3148): processes, or a cluster through `distributed.Client.get_executor`. Its tasks
        take a second or two on one thread, and there are 124. Not needed for `"omaha"`.
    num_threads
        Threads to use; by default those of `set_num_threads`, or with an executor one in each task. The result does not
        depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    uint64 (16432, 2) or (134459, 2)
        Wins and ties of one hand of each class up to suit isomorphism, by the index of `HandIndexer((4,))` or
        `HandIndexer((5,))`.
        A hand of four cards has C(48, 4) C(44, 5) = 211,315,436,640 showdowns, one of five cards
        C(47, 5) C(42, 5) = 1,304,872,821,252. The equity is (wins + ties / 2) / showdowns.

    Raises
    ------
    InvalidArgumentError
        If there is no such game, or `num_threads` is out of range.
    CancelledError
        If a task of the executor is cancelled. Errors of the executor, such as `BrokenProcessPool`, pass unchanged.

    Notes
    -----
    Boards are counted by their ranks, and hands by their kinds of cards: the method is described in "How Omaha is
    counted".

    Examples
    --------
    >>> import pokerbits as pb
    >>> counts = pb.odds.omaha_preflop_counts("omaha")
    >>> counts[pb.HandIndexer((4,)).index("AsAhTsTh")]
    array([150788051334,    716144420], dtype=uint64)
    """
    name = official_name(game)
    check_name("game", name, _HOLE_CARDS)
    hole_cards = _HOLE_CARDS[str(name)]
    threads = resolve_task_threads(executor, num_threads)
    with watching(progress, f"{name} before the flop") as watcher:
        if executor is None or hole_cards == 4:
            parts = _native.OMAHA_PREFLOP_PARTS
            return _native.omaha_preflop_counts(hole_cards, 0, parts, threads, watcher).reshape(-1, 2)
        counts = np.zeros((_CLASSES[hole_cards], 2), dtype=np.uint64)
        fill_by(executor, OmahaCountSpec(hole_cards), counts.reshape(-1), threads, watcher)
        return counts


class OmahaCountSpec(NamedTuple):
    """Description of the counts of all hands of some cards."""

    hole_cards: int
    dtype: str = "uint64"

    def open(self) -> OmahaCounts:
        """Return the blocks."""
        return OmahaCounts(self.hole_cards)


class OmahaCounts:
    """Counts whose blocks are sums over some boards each, of all hands: placing a block adds it."""

    def __init__(self, hole_cards: int) -> None:
        self.hole_cards = hole_cards

    def rows(self) -> int:
        """Return the number of classes of hands."""
        return _CLASSES[self.hole_cards]

    def columns(self) -> int:
        """Return the number of counts of a hand."""
        return 2

    def n_blocks(self) -> int:
        """Return the number of blocks."""
        return -(-_native.OMAHA_PREFLOP_PARTS // _PER_BLOCK)

    def block_rows(self, block: int) -> int:  # noqa: ARG002
        """Return the number of classes: a block has all."""
        return self.rows()

    def compute_block(self, block: int, out: NDArray[Any], num_threads: int) -> None:
        """Count on the boards of one block."""
        first = block * _PER_BLOCK
        end = min(first + _PER_BLOCK, _native.OMAHA_PREFLOP_PARTS)
        out[:] = _native.omaha_preflop_counts(self.hole_cards, first, end, num_threads, None)

    def place_block(self, block: int, rows: NDArray[Any], out: NDArray[Any]) -> None:  # noqa: ARG002
        """Add the counts of a block, modulo 2^64."""
        out += rows


publish("pokerbits.odds", omaha_preflop_counts)
