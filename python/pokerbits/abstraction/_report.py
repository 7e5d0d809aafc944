"""The report of an abstraction: sizes of its buckets and spread of E[HS] within them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.shown import shown
from pokerbits._output.columns import Columns
from pokerbits._output.drawn import Drawn
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits.abstraction._design import STREETS
from pokerbits.exceptions import InvalidArgumentError


@dataclass(frozen=True, eq=False, repr=False)
class AbstractionReport(Drawn, Result):
    """Sizes and spreads of the buckets of an abstraction.

    Attributes
    ----------
    fingerprint
        Fingerprint of the abstraction.
    recall
        `"imperfect"` or `"perfect"`.
    n_buckets
        Number of buckets of every street.
    features
        Feature by which hands are clustered, for streets whose hands share buckets.
    n_points
        Number of distinct points that were clustered.
    sizes
        Share of all deals in each bucket, float64 (buckets,), for streets whose hands share buckets.
    means
        Mean E[HS] of each bucket.
    deviations
        Standard deviation of E[HS] within each bucket.
    inertia
        Mean cost of a deal with the initial centres and after every iteration, in units of hand strength. The cost is
        the distance from the centre of the bucket, or its square, depending on the metric.

    Examples
    --------
    >>> import numpy as np
    >>> import pokerbits as pb
    >>> report = pb.abstraction.AbstractionReport(
    ...     fingerprint="f5a1",
    ...     recall="imperfect",
    ...     n_buckets={"preflop": 169, "flop": 2},
    ...     features={"flop": "ehs"},
    ...     n_points={"flop": 747365},
    ...     sizes={"flop": np.array([0.25, 0.75])},
    ...     means={"flop": np.array([0.2, 0.6])},
    ...     deviations={"flop": np.array([0.1, 0.3])},
    ...     inertia={"flop": np.array([0.07])},
    ... )
    >>> print(report)
    street   buckets  feature      points  smallest    median   largest  sd of E[HS]  iterations
    preflop      169  every hand        -         -         -         -            -           -
    flop           2  ehs         747,365  25.0000%  50.0000%  75.0000%      0.26458           0
    fingerprint f5a1
    >>> round(report.deviation("flop"), 5)
    0.26458
    """

    _drawn_by: ClassVar[str] = "abstraction_buckets"
    fingerprint: str
    recall: str
    n_buckets: dict[str, int]
    features: dict[str, str]
    n_points: dict[str, int]
    sizes: dict[str, NDArray[np.float64]]
    means: dict[str, NDArray[np.float64]]
    deviations: dict[str, NDArray[np.float64]]
    inertia: dict[str, NDArray[np.float64]]

    def deviation(self, street: str) -> float:
        """Return the standard deviation of E[HS] within the buckets of a street.

        Returns
        -------
        float
            Weighted by deals.

        Raises
        ------
        InvalidArgumentError
            If the hands of the street do not share buckets.
        """
        if street not in self.sizes:
            raise InvalidArgumentError(f"the hands of street {shown(street)} do not share buckets")
        return float(np.sqrt((self.sizes[street] * self.deviations[street] ** 2).sum()))

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a dict for JSON.

        Returns
        -------
        dict
            `fingerprint`, `recall`, and by each of `streets` its `n_buckets`. If the hands of the street share buckets,
            also `feature`, `n_points`, `deviation`, `inertia`, and lists of the `sizes`, `means` and `deviations` of
            its buckets.
        """
        return {
            "fingerprint": self.fingerprint,
            "recall": self.recall,
            "streets": {
                street: {"n_buckets": n}
                | (
                    {
                        "feature": self.features[street],
                        "n_points": self.n_points[street],
                        "deviation": self.deviation(street),
                        "inertia": self.inertia[street].tolist(),
                        "sizes": self.sizes[street].tolist(),
                        "means": self.means[street].tolist(),
                        "deviations": self.deviations[street].tolist(),
                    }
                    if street in self.sizes
                    else {}
                )
                for street, n in self.n_buckets.items()
            },
        }

    def to_columns(self) -> Columns:
        """Return the report as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each bucket of the streets whose hands share buckets. The columns are `street`, text; `bucket`,
            int64; `size`, `mean` and `deviation`, float64.
        """
        streets = list(self.sizes)
        return {
            "street": [street for street in streets for _ in range(len(self.sizes[street]))],
            "bucket": _joined([np.arange(len(self.sizes[street])) for street in streets], np.int64),
            "size": _joined([self.sizes[street] for street in streets], np.float64),
            "mean": _joined([self.means[street] for street in streets], np.float64),
            "deviation": _joined([self.deviations[street] for street in streets], np.float64),
        }

    def _summary(self) -> str:
        return f"{', '.join(f'{n:,}' for n in self.n_buckets.values())} buckets, {self.recall} recall"

    def _table(self) -> Table:
        rows = []
        for street, n in self.n_buckets.items():
            row = [street, f"{n:,}"]
            if street in self.sizes:
                sizes = self.sizes[street]
                row += [self.features[street], f"{self.n_points[street]:,}"]
                row += [f"{share:.4%}" for share in (sizes.min(), np.median(sizes), sizes.max())]
                row += [f"{self.deviation(street):.5f}", str(max(len(self.inertia[street]) - 1, 0))]
            else:
                row += ["every hand", *["-"] * 6]
            rows.append(row)
        header = [
            "street",
            "buckets",
            "feature",
            "points",
            "smallest",
            "median",
            "largest",
            "sd of E[HS]",
            "iterations",
        ]
        return Table(rows, header, f"fingerprint {self.fingerprint}")


def report(metadata: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> AbstractionReport:
    """Return the report of an abstraction."""
    streets = {street: metadata["streets"][street] for street in STREETS if street in metadata["streets"]}
    shared = {street: about for street, about in streets.items() if f"{street}-buckets.npy" in about["files"]}
    numbers = {street: np.array(arrays[f"{street}-buckets.npy"]) for street in shared}
    return AbstractionReport(
        metadata["fingerprint"],
        metadata["design"]["recall"],
        {street: about["n_buckets"] for street, about in streets.items()},
        {street: metadata["design"]["features"][street] for street in shared},
        {street: about["n_points"] for street, about in shared.items()},
        {street: of_street[:, 0] / of_street[:, 0].sum() for street, of_street in numbers.items()},
        {street: of_street[:, 1] for street, of_street in numbers.items()},
        {street: of_street[:, 2] for street, of_street in numbers.items()},
        {street: np.array(about["inertia"], dtype=np.float64) for street, about in shared.items()},
    )


def _joined(parts: list[NDArray[Any]], dtype: type[np.generic]) -> NDArray[Any]:
    """Return arrays one after the other."""
    return np.concatenate(parts) if parts else np.empty(0, dtype=dtype)
