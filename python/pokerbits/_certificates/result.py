"""The result of `certify`: checksums of this installation beside the published ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pokerbits._output.columns import Columns
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits._public import publish

_EQUAL, _DIFFERENT = "equal", "different"


@dataclass(frozen=True, eq=False, repr=False)
class Certification(Result):
    """Checksums that this installation computed, beside the published ones.

    Attributes
    ----------
    names
        Names of the certificates.
    computed
        SHA-256 of what this installation computed, by certificate.
    published
        Published SHA-256, by certificate.

    Examples
    --------
    >>> import pokerbits as pb
    >>> found = pb.certificates.certify(["hands-2", "ehs-preflop"])
    >>> found
    <Certification: 2 certificates, all equal>
    >>> print(found)
    certificate  sha256                                                            published
    hands-2      9955a18c40d3c6247625129a3e58b827fba2cf09428da8acf95c167d7a8f2b1c  equal
    ehs-preflop  dd31b7492bb55fc13e58fcb962384feac5397734634f7426a0869b633d593b0b  equal
    """

    names: tuple[str, ...]
    computed: tuple[str, ...]
    published: tuple[str, ...]

    @property
    def different(self) -> tuple[str, ...]:
        """Names of the certificates whose checksum differs from the published one; empty if all are equal."""
        return tuple(name for name, verdict in zip(self.names, self._verdicts(), strict=True) if verdict != _EQUAL)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON.

        Returns
        -------
        dict
            `certificates`: a list with `name`, `sha256`, `published` and `verdict`, `"equal"` or `"different"`.
        """
        columns = self.to_columns()
        return {"certificates": [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]}

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each certificate. The columns are `name`, `sha256`, `published` and `verdict`.
        """
        return {
            "name": list(self.names),
            "sha256": list(self.computed),
            "published": list(self.published),
            "verdict": self._verdicts(),
        }

    def _verdicts(self) -> list[str]:
        """Return whether each checksum is equal to the published one, as text."""
        pairs = zip(self.computed, self.published, strict=True)
        return [_EQUAL if found == expected else _DIFFERENT for found, expected in pairs]

    def _summary(self) -> str:
        n = len(self.names)
        verdict = f"{len(self.different)} different" if self.different else "all equal"
        return f"{n} certificate{'s' * (n > 1)}, {verdict}"

    def _table(self) -> Table:
        rows = list(zip(self.names, self.computed, self._verdicts(), strict=True))
        return Table(rows, ["certificate", "sha256", "published"])


publish("pokerbits.certificates", Certification)
