"""Build a card abstraction from beginning to end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.threads import resolve_task_threads
from pokerbits.abstraction import _history, _perfect_recall
from pokerbits.abstraction._design import SCALARS, Design
from pokerbits.abstraction._folder import BuildFolder
from pokerbits.abstraction._metadata import metadata_of
from pokerbits.abstraction._plan import Plan
from pokerbits.abstraction._stages import Stages

if TYPE_CHECKING:
    from concurrent.futures import Executor


def build(
    design: Design,
    path: Path,
    *,
    resume: bool,
    executor: Executor | None,
    num_threads: int | None,
    progress: ProgressLike,
    own: Mapping[str, NDArray[Any]] | None = None,
) -> bool:
    """Build or resume the abstraction of a design in a folder; return whether it was already finished.

    `own` has the numbers of all hands for each street whose feature the caller gave.
    """
    threads = resolve_task_threads(executor, num_threads)
    with (
        watching(progress, "abstraction") as watcher,
        BuildFolder(path, design, resume=resume) as folder,
    ):
        if folder.is_complete:
            return True
        plan = Plan(_seconds(design), watcher)
        stages = Stages(folder, design, executor, threads, plan, own)
        for street in _order(design):
            if not folder.is_done(street):
                _make(stages, street)
            folder.discard(f"{street}-features.npy")
            plan.done(f"{street} buckets")
        folder.finish(metadata_of(design, folder.stages))
    return False


def _order(design: Design) -> tuple[str, ...]:
    """Return the streets in the order of their stages: features need those of the next street, or recall the last."""
    if design.recall == "perfect" or design.is_lossless("preflop"):
        later = design.clustered if design.recall == "perfect" else design.clustered[::-1]
        return ("preflop", *later)
    return design.streets[::-1]


def _make(stages: Stages, street: str) -> None:
    """Build the stage of one street."""
    if stages.design.is_lossless(street):
        stages.lossless(street)
    elif stages.design.recall == "perfect":
        _perfect_recall.make(stages, street)
    elif stages.design.feature_of(street) == "winrate_history":
        _history.make(stages, street)
    else:
        stages.cluster(street)


_EHS_SECONDS = {"river": 2.0, "turn": 1.0, "flop": 1.0}


def _seconds(design: Design) -> dict[str, float]:
    """Return the parts of the work with their approximate seconds on two threads."""
    seconds = {"preflop buckets": 0.1} | {f"{street} ehs": _EHS_SECONDS[street] for street in design.clustered[::-1]}
    features = {"river": 0.1, "turn": 0.1, "flop": 0.1} | {
        street: {"river": 60.0, "turn": 8.0, "flop": 2.0}[street]
        for street in design.clustered
        if design.feature_of(street) not in SCALARS
    }
    if not design.is_lossless("preflop"):
        seconds |= {"preflop ehs": 0.1, "preflop features": 1.0}
    for street in design.clustered:
        n = design.buckets_of(street)
        is_quick = n is None or design.feature_of(street) in SCALARS
        seconds[f"{street} features"] = features[street]
        is_nested = design.recall == "perfect" and street == design.streets[-1]
        if is_nested:
            seconds |= {f"{street} groups": 0.1 if is_quick else 40.0, f"{street} deals": 10.0}
        seconds[f"{street} buckets"] = (
            1.0 if is_quick else {"river": 0.2, "turn": 0.08, "flop": 0.04}[street] * (n or 1)
        )
        if is_nested:
            seconds[f"{street} moments"] = 0.1 if is_quick else 10.0
    return seconds
