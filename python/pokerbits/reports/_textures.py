"""The flops, and what they look like: suits, pairs, straights, the highest card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from pokerbits._indexer import HandIndexer
from pokerbits._numbers import one_by_one
from pokerbits._results import Columns, Result, Table
from pokerbits.cards import format_cards
from pokerbits.exceptions import InvalidArgumentError

__all__ = ["TEXTURES", "Flops", "Texture", "checked_textures", "flops", "texture_codes"]

Texture: TypeAlias = Literal["suits", "pairing", "connectedness", "high_card"]
"""What flops are grouped by."""

TEXTURES: dict[Texture, tuple[str, ...]] = {
    "suits": ("rainbow", "two-tone", "monotone"),
    "pairing": ("unpaired", "paired", "trips"),
    "connectedness": ("0 straights", "1 straight", "2 straights", "3 straights"),
    "high_card": tuple("AKQJT98765432"),
}
"""The textures of flops, and the names of each in the order of tables."""

_STRAIGHTS = np.array([[(low + i) % 13 for i in range(5)] for low in range(-1, 9)])
"""The ranks of the ten straights, from A-5 to T-A."""


@dataclass(frozen=True, eq=False, repr=False)
class Flops(Result):
    """Flops, how many each stands for, and their textures.

    Attributes
    ----------
    boards
        The flops, uint8 (n, 3).
    weights
        How many flops are the same but for the names of the suits, uint64 (n,).
    suits
        `"rainbow"` (three suits), `"two-tone"` or `"monotone"` (one), text (n,).
    pairing
        `"unpaired"` (three ranks), `"paired"` or `"trips"` (one), text (n,).
    connectedness
        How many of the ten straights, from A-5 to T-A, two hole cards can make with all three cards of the flop: those
        that hold its three ranks. `"0 straights"` to `"3 straights"`, text (n,). QJT and 876 have 3, AKQ 1, paired
        flops none.
    high_card
        The highest rank, `"A"` to `"4"` and, of pairs and trips, `"2"`; text (n,).

    Examples
    --------
    >>> import pokerbits as pb
    >>> flops = pb.flops()
    >>> flops
    <Flops: 1,755 flops up to suits of 22,100>
    >>> monotone = flops.suits == "monotone"
    >>> int(monotone.sum()), int(flops.weights[monotone].sum())
    (286, 1144)
    """

    boards: NDArray[np.uint8]
    weights: NDArray[np.uint64]
    suits: NDArray[np.str_]
    pairing: NDArray[np.str_]
    connectedness: NDArray[np.str_]
    high_card: NDArray[np.str_]

    def to_dict(self) -> dict[str, Any]:
        """Return the flops as JSON holds them: a list of the cards as text, the weight and the textures of each."""
        columns = {name: column if isinstance(column, list) else column.tolist() for name, column in self._columns()}
        return {"flops": [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]}

    def to_columns(self) -> Columns:
        """Return columns: `flop` as text, `weight`, and the textures `suits`, `pairing`, `connectedness`, `high_card`.

        The weights are uint64, the rest is lists of text.
        """
        return {name: column.tolist() if column.dtype.kind == "U" else column for name, column in self._columns()}

    def _columns(self) -> list[tuple[str, NDArray[Any]]]:
        flop = np.array(format_cards(self.boards), dtype=np.str_)
        textures = [(name, getattr(self, name)) for name in get_args(Texture)]
        return [("flop", flop), ("weight", self.weights), *textures]

    def _summary(self) -> str:
        return f"{len(self.boards):,} flops up to suits of {self.weights.sum():,}"

    def _table(self) -> Table:
        """How many flops have each texture."""
        rows, total = [], self.weights.sum()
        for texture, names in TEXTURES.items():
            column = getattr(self, texture)
            for name in names:
                n, weight = int((column == name).sum()), int(self.weights[column == name].sum())
                if n:
                    rows.append([texture.replace("_", " "), name, f"{n:,}", f"{weight:,}", f"{weight / total:.2%}"])
        return Table(rows, ["texture", "", "up to suits", "flops", "share"], self._summary())


def flops() -> Flops:
    """Return the 1,755 flops that are different but for the names of the suits, their weights and textures.

    Returns
    -------
    Flops
        `boards`, uint8 (1755, 3), in the order of `HandIndexer((3,))`; `weights`, 4, 12 or 24, 22,100 together; and
        the textures `suits`, `pairing`, `connectedness` and `high_card`, text.

    Examples
    --------
    >>> import pokerbits as pb
    >>> flops = pb.flops()
    >>> flops.boards.shape, int(flops.weights.sum())
    ((1755, 3), 22100)
    >>> pb.cards.format_cards(flops.boards[1000])
    'KcAc8d'
    >>> print(flops.suits[1000], flops.pairing[1000], flops.connectedness[1000], flops.high_card[1000], sep=", ")
    two-tone, unpaired, 0 straights, A
    >>> import numpy as np
    >>> np.bincount(flops.weights.astype(int))[[4, 12, 24]]
    array([ 299, 1170,  286])
    """
    indexer = HandIndexer((3,))
    boards = indexer.unindex(range(indexer.size()))
    codes = texture_codes(boards)
    named = {texture: np.array(TEXTURES[texture])[codes[texture]] for texture in codes}
    return Flops(
        boards,
        indexer.multiplicity(range(indexer.size())),
        named["suits"],
        named["pairing"],
        named["connectedness"],
        named["high_card"],
    )


def texture_codes(boards: NDArray[np.uint8]) -> dict[Texture, NDArray[np.intp]]:
    """Return for every texture which of its names in `TEXTURES` each flop has; the flops are valid, (n, 3)."""
    ranks, suits = boards // 4, boards % 4
    held = np.zeros((len(boards), 13), dtype=bool)
    np.put_along_axis(held, ranks, values=True, axis=1)
    n_ranks = held.sum(axis=1)
    straights = (held[:, _STRAIGHTS].sum(axis=2) == 3).sum(axis=1)
    n_suits = (suits[:, :, None] == np.arange(4)).any(axis=1).sum(axis=1)
    return {
        "suits": 3 - n_suits,
        "pairing": 3 - n_ranks,
        "connectedness": straights,
        "high_card": 12 - ranks.max(axis=1),
    }


def checked_textures(textures: Texture | Sequence[Texture]) -> tuple[Texture, ...]:
    """Return the textures to group by."""
    by: tuple[Texture, ...] = (textures,) if isinstance(textures, str) else tuple(one_by_one(textures, "group_by"))
    known = [texture for texture in by if isinstance(texture, str) and texture in TEXTURES]
    if not by or len(set(known)) < len(by):
        found = ", ".join(texture if isinstance(texture, str) else type(texture).__name__ for texture in by) or "none"
        message = f"group_by: expected different ones of {', '.join(TEXTURES)}, found {found}"
        raise InvalidArgumentError(message)
    return by
