"""Tables of robopoker that have rows for buckets: `transitions`, `metric` and `abstraction`.

robopoker's portal shows how buckets follow each other, how far apart they are, and how strong. Its own clustering has
these numbers of centres; here they are those of the hands in the buckets, counted from all deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._files.listed import ListedFiles
from pokerbits._hand_strength.table import strength_table
from pokerbits._input.progress import ProgressLike
from pokerbits.abstraction._design import STREETS
from pokerbits.abstraction._pgcopy import HEADER, TRAILER, rows_of

if TYPE_CHECKING:
    from pokerbits.abstraction._card_abstraction import CardAbstraction

_CHUNK = 1 << 18
"""Number of hands counted at a time."""
_STREET_SHIFT, _PAIR_SHIFT = 8, 30
"""A bucket has its street from this bit on, and so has a pair of buckets."""


def export_buckets(
    abstraction: CardAbstraction,
    folder: Path,
    streets: Sequence[str],
    *,
    num_threads: int | None,
    progress: ProgressLike,
) -> list[Path]:
    """Write the tables of each street, and return the files."""
    for street in streets:
        number, after = STREETS.index(street), next_street(street)
        if after in abstraction.n_buckets:
            shares = abstraction.transitions(street, num_threads=num_threads, progress=progress)
            bucket, following = np.nonzero(shares)
            rows = rows_of(
                prev=_numbers(number, bucket),
                next=_numbers(number + 1, following),
                dx=shares[bucket, following].astype(np.float32),
            )
            _write(folder, f"transitions.{street}.pgcopy", rows)
            high, low = np.tril_indices(len(shares), -1)
            between = distances(shares, _equities(abstraction, after))[high, low]
            pairs = number << _PAIR_SHIFT | high * (high - 1) // 2 + low
            rows = rows_of(
                tri=pairs.astype(np.uint32).view(np.int32),
                dx=(between / max(between.max(initial=0), np.finfo(np.float32).tiny)).astype(np.float32),
                street=np.full(len(pairs), number, dtype=np.int16),
            )
            _write(folder, f"metric.{street}.pgcopy", rows)
        table, n = np.asarray(abstraction.table(street)), abstraction.n_buckets[street]
        sizes = sum(np.bincount(table[at : at + _CHUNK], minlength=n) for at in range(0, len(table), _CHUNK))
        rows = rows_of(
            abs=_numbers(number, np.arange(n)),
            street=np.full(n, number, dtype=np.int16),
            population=np.asarray(sizes).astype(np.int32),
            equity=_equities(abstraction, street).astype(np.float32),
        )
        _write(folder, f"abstraction.{street}.pgcopy", rows)
    return [folder / name for name in names_of_buckets(abstraction, streets)]


def names_of_buckets(abstraction: CardAbstraction, streets: Sequence[str]) -> list[str]:
    """Return the names of the files; a street has the first two only if the abstraction has the next street too."""
    return [
        f"{table}.{street}.pgcopy"
        for street in streets
        for table in ("transitions", "metric", "abstraction")
        if table == "abstraction" or next_street(street) in abstraction.n_buckets
    ]


def next_street(street: str) -> str | None:
    """Return the street after a street, if there is one."""
    return dict(pairwise(STREETS)).get(street)


def distances(shares: NDArray[np.float64], positions: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the earth mover's distance between all rows of distributions over buckets at these positions."""
    order = np.argsort(positions, kind="stable")
    below = shares[:, order].cumsum(axis=1)[:, :-1]
    gaps = np.diff(positions[order])
    return np.stack([(np.abs(below - row) * gaps).sum(axis=1) for row in below])


def _equities(abstraction: CardAbstraction, street: str) -> NDArray[np.float64]:
    """Return the mean E[HS] of the deals of each bucket."""
    means = abstraction.report().means.get(street)
    if means is not None:
        return means
    # Every hand has a bucket of its own.
    strengths = np.zeros(abstraction.n_buckets[street])
    strengths[np.asarray(abstraction.table(street))] = strength_table("ehs", street=street)  # type: ignore[arg-type]
    return strengths


def _numbers(street: int, buckets: NDArray[np.integer]) -> NDArray[np.int16]:
    """Return buckets of a street as robopoker numbers them."""
    return (street << _STREET_SHIFT | buckets).astype(np.int16)


def _write(folder: Path, name: str, rows: NDArray[Any]) -> None:
    """Write a file of rows."""
    with ListedFiles(folder).new_file(name) as file:
        file.write(HEADER)
        file.write(rows.tobytes())
        file.write(TRAILER)
