"""Buckets that a caller gave: check the labels of each street, and write them as the folder of an abstraction."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._hand_strength.card_games import HOLDEM, CardGame
from pokerbits._indexer import HandIndexer
from pokerbits._input.choices import check_name
from pokerbits._input.integers import as_integers, beyond_any_dtype, narrow
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.shown import shown
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import IntegersLike
from pokerbits.abstraction import _metadata
from pokerbits.abstraction._design import Design
from pokerbits.abstraction._features import core_of, relabelled
from pokerbits.abstraction._folder import BuildFolder
from pokerbits.abstraction._metadata import TURN_HISTORY, bucket_dtype, metadata_of
from pokerbits.abstraction._own_features import rows_of
from pokerbits.abstraction._perfect_recall import turn_histories
from pokerbits.abstraction._plan import Plan
from pokerbits.abstraction._stages import Stages, ehs_scale
from pokerbits.exceptions import InvalidArgumentError, OutOfRangeError

LabelsLike: TypeAlias = Mapping[str, IntegersLike | None]
"""The bucket of every hand by street; `None`: every hand has its own bucket."""

Labels: TypeAlias = NDArray[np.uint16] | NDArray[np.uint32]

_CHUNK = 1 << 22
"""Labels that are looked at at a time."""
_RENUMBER = "number the buckets from 0 without gaps, for example by numpy.unique(labels, return_inverse=True)[1]"
_SECONDS = {"preflop ehs": 0.1, "flop ehs": 1.0, "turn ehs": 1.0, "river ehs": 2.0}
"""The parts of the work with their approximate seconds on two threads."""


def checked_labels(labels: LabelsLike, game: CardGame = HOLDEM) -> dict[str, Labels | None]:
    """Return a copy of the labels of every street in the smallest dtype, and `None` for streets without labels."""
    if not isinstance(labels, Mapping):
        raise TypeError(f"labels: expected a dict of arrays by street, found {shown(labels)}")
    for street in labels:
        check_name("labels: street", street, game.streets)
    if missing := [street for street in game.streets[1:] if street not in labels]:
        raise InvalidArgumentError(
            f"labels: {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing; give None for a bucket for "
            "every hand, or the labels of another abstraction, such as made.table('turn')"
        )
    return {
        street: None if labels.get(street) is None else _checked(street, labels[street], game)
        for street in game.streets
    }


def build_from_labels(
    labels: Mapping[str, Labels | None],
    path: Path,
    *,
    game: CardGame = HOLDEM,
    num_threads: int | None,
    progress: ProgressLike,
) -> None:
    """Write the abstraction with these labels, after they were checked, to an empty folder."""
    threads = resolve_num_threads(num_threads)
    turn = labels.get("turn")
    with_history = turn is not None and len(turn) != game.indexer("turn").size()
    numbers = {street: None if table is None else int(table.max()) + 1 for street, table in labels.items()}
    design = Design.of_labels(numbers, with_history=with_history, game=game)
    with watching(progress, "labels") as watcher, BuildFolder(path, design, resume=True) as folder:
        seconds = {f"{street} ehs": _SECONDS[f"{street} ehs"] for street in game.streets if labels[street] is not None}
        plan = Plan(seconds, watcher)
        stages = Stages(folder, design, None, threads, plan)
        for street, table in labels.items():
            if table is None:
                stages.lossless(street)
                continue
            folder.finish_stage(
                street,
                int(table.max()) + 1,
                {"": table, "-buckets": _moments(stages, street, table, with_history=with_history)},
                {"metric": None, "n_points": len(table), "inertia": []},
            )
            plan.done(f"{street} ehs")
        folder.finish(metadata_of(design, folder.stages))


def _checked(street: str, given: Any, game: CardGame) -> Labels:
    """Return a copy of the labels of a street in the smallest dtype."""
    what = f"labels of the {street}"
    values = as_integers(given, what)
    if values.dtype.kind not in "iu" and not beyond_any_dtype(values):
        hint = "; convert whole numbers by labels.astype(int)" if values.dtype.kind == "f" else ""
        raise TypeError(f"{what}: expected integers, found dtype {values.dtype}{hint}")
    _check_shape(street, what, values.shape, game)
    try:
        numbers = narrow(values, np.uint32, len(values) - 1, what=what, item="label", error=OutOfRangeError)
    except OutOfRangeError as error:
        raise OutOfRangeError(f"{what}: {error.args[0]}; {_RENUMBER}", row=error.row) from None
    # The caller's array may change: what is checked is what is kept.
    table: NDArray[Any] = np.array(numbers, dtype=bucket_dtype(int(numbers.max()) + 1))
    if (empty := _first_empty(table)) is not None:
        raise InvalidArgumentError(f"{what}: bucket {empty} has no hands; {_RENUMBER}")
    return table


def _check_shape(street: str, what: str, shape: tuple[int, ...], game: CardGame) -> None:
    """Raise unless there is one label for every hand of the street."""
    may_have_history = street == "turn" and game == HOLDEM
    sizes = [game.indexer(street).size(), *([_metadata.hands_of(TURN_HISTORY)] if may_have_history else [])]
    if shape in [(size,) for size in sizes]:
        return
    if len(shape) == 2 and shape[1] == 1 and shape[0] in sizes:
        raise InvalidArgumentError(f"{what}: expected one axis, found shape {shape}; use labels.reshape(-1)")
    histories = f", or {sizes[1]:,} by the last round of HandIndexer({TURN_HISTORY})" if len(sizes) > 1 else ""
    found = f"{shape[0]:,}" if len(shape) == 1 else f"shape {shape}"
    raise InvalidArgumentError(
        f"{what}: expected {sizes[0]:,} labels, one for each index of {rows_of(street, game)}{histories}; found {found}"
    )


def _first_empty(table: Labels) -> int | None:
    """Return the first bucket without hands, if there is one."""
    present = np.zeros(int(table.max()) + 1, dtype=bool)
    for start in range(0, len(table), _CHUNK):
        present[table[start : start + _CHUNK]] = True
    return None if present.all() else int(np.argmin(present))


def _moments(stages: Stages, street: str, table: Labels, *, with_history: bool) -> NDArray[np.float64]:
    """Return deals, mean E[HS] and standard deviation of E[HS] of every bucket."""
    strengths: Any = np.ascontiguousarray(stages.ehs(street))
    indexer = stages.game.indexer(street)
    if street == "turn" and with_history:
        indexer = HandIndexer(TURN_HISTORY)
        strengths = relabelled(turn_histories(stages.threads)[1], strengths, stages.threads)
    deals, means, deviations = _native.bucket_moments(
        core_of(indexer),
        len(indexer.cards_per_round) - 1,
        table,
        strengths,
        int(table.max()) + 1,
        stages.threads,
    )
    scale = ehs_scale(street, stages.game)
    return np.column_stack([deals, means / scale, deviations / scale])
