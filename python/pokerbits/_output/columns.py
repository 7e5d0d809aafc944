"""Columns of results, for `pandas.DataFrame` and `polars.DataFrame`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits._output.counts import Counts

Columns: TypeAlias = dict[str, NDArray[Any] | list[str]]
"""Columns of equal length by name, for `pandas.DataFrame` and `polars.DataFrame`."""


def fit_int64(counts: Sequence[Counts]) -> bool:
    """Return whether all counts fit in int64; no count is larger than its total."""
    return all(of.total < 1 << 63 for of in counts)


def count_columns(counts: Sequence[Counts]) -> Columns:
    """Return columns `wins`, `ties`, `losses`, `total` and `tied_1`, `tied_2`, ...: ties by number of other players.

    All are int64 if every total fits, and otherwise decimal text.
    """
    columns = {
        "wins": [of.wins for of in counts],
        "ties": [of.tied for of in counts],
        "losses": [of.losses for of in counts],
        "total": [of.total for of in counts],
    }
    for j in range(max((len(of.ties) for of in counts), default=0)):
        columns[f"tied_{j + 1}"] = [of.ties[j] if j < len(of.ties) else 0 for of in counts]
    if fit_int64(counts):
        return {name: np.array(column, dtype=np.int64) for name, column in columns.items()}
    return {name: [str(number) for number in column] for name, column in columns.items()}
