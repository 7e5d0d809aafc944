"""Build a card abstraction from beginning to end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.threads import resolve_task_threads
from pokerbits.abstraction import _history, _perfect_recall
from pokerbits.abstraction._design import CLUSTERED, SCALARS, Design
from pokerbits.abstraction._folder import BuildFolder
from pokerbits.abstraction._metadata import metadata_of
from pokerbits.abstraction._plan import Plan
from pokerbits.abstraction._stages import Stages

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["build"]


def build(
    design: Design,
    path: Path,
    *,
    resume: bool,
    executor: Executor | None,
    num_threads: int | None,
    progress: ProgressLike,
) -> bool:
    """Build or resume the abstraction of a design in a folder; return whether it was already finished."""
    threads = resolve_task_threads(executor, num_threads)
    with (
        watching(progress, "abstraction") as watcher,
        BuildFolder(path, design, resume=resume) as folder,
    ):
        if folder.is_complete:
            return True
        plan = Plan(_seconds(design), watcher)
        stages = Stages(folder, design, executor, threads, plan)
        for street in ("preflop", *(reversed(CLUSTERED) if design.recall == "imperfect" else CLUSTERED)):
            if not folder.is_done(street):
                _make(stages, street)
            folder.discard(f"{street}-features.npy")
            plan.done(f"{street} buckets")
        folder.finish(metadata_of(design, folder.stages))
    return False


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


def _seconds(design: Design) -> dict[str, float]:
    """Return the parts of the work with their approximate seconds on two threads."""
    seconds = {"preflop buckets": 0.1, "river ehs": 2.0, "turn ehs": 1.0, "flop ehs": 1.0}
    features = {"river": 0.1, "turn": 0.1, "flop": 0.1} | {
        street: {"river": 60.0, "turn": 8.0, "flop": 2.0}[street]
        for street in CLUSTERED
        if design.feature_of(street) not in SCALARS
    }
    for street in CLUSTERED:
        n = design.buckets_of(street)
        is_quick = n is None or design.feature_of(street) in SCALARS
        seconds[f"{street} features"] = features[street]
        seconds[f"{street} buckets"] = (
            1.0 if is_quick else {"river": 0.2, "turn": 0.08, "flop": 0.04}[street] * (n or 1)
        )
    return seconds
