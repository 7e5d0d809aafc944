"""Flops and their textures: suits, pairs, straights, the highest card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal, TypeAlias, get_args, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits._indexer import HandIndexer
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import one_by_one
from pokerbits._input.shown import listed, shown
from pokerbits._input.types import CardsLike
from pokerbits._native import CARD_COUNT
from pokerbits._output.columns import Columns
from pokerbits._output.results import Result
from pokerbits._output.tables import Table
from pokerbits.cards import format_cards
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.ranges._range import Dialect, RangeLike, as_range
from pokerbits.reports._flop_mean import mean_over_flops

Texture: TypeAlias = Literal["suits", "pairing", "connectedness", "high_card"]
"""The properties by which flops are grouped."""

TEXTURES: dict[Texture, tuple[str, ...]] = {
    "suits": ("rainbow", "two-tone", "monotone"),
    "pairing": ("unpaired", "paired", "trips"),
    "connectedness": ("0 straights", "1 straight", "2 straights", "3 straights"),
    "high_card": tuple("AKQJT98765432"),
}
"""The textures of flops, and their names in the order of tables."""

_STRAIGHTS = np.array([[(low + i) % 13 for i in range(5)] for low in range(-1, 9)])
"""The ranks of the ten straights, from A-5 to T-A."""


@dataclass(frozen=True, eq=False, repr=False)
class Flops(Result):
    """Flops with their weights and textures. `mean` averages values of hands over all flops.

    Attributes
    ----------
    boards
        Flops, uint8 (n, 3).
    weights
        Number of suit-isomorphic flops that each represents, uint64 (n,); 1 each for `flops(all=True)`. They apply only
        to values that are symmetric in the suits, and not to the equity of `JsTs`, for which `2c3c4c` and `2s3s4s`
        differ. Use `mean` for the values of a hand.
    suits
        `"rainbow"` (three suits), `"two-tone"` or `"monotone"` (one), text (n,).
    pairing
        `"unpaired"` (three ranks), `"paired"` or `"trips"` (one), text (n,).
    connectedness
        Number of the ten straights, from A-5 to T-A, that two hole cards can make with all three cards of the flop.
        `"0 straights"` to `"3 straights"`, text (n,). QJT and 876 have 3, AKQ 1, paired flops 0.
    high_card
        Highest rank, text (n,): `"A"` to `"4"`, and down to `"2"` for flops with pairs or trips.

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

    @overload
    def mean(self, values: ArrayLike, *, villain: RangeLike, dialect: Dialect | None = None, hole: str) -> float: ...
    @overload
    def mean(
        self, values: ArrayLike, *, villain: RangeLike, dialect: Dialect | None = None, hole: None = None
    ) -> NDArray[np.float64]: ...
    @overload
    def mean(
        self, values: ArrayLike, *, villain: RangeLike, dialect: Dialect | None = None, hole: CardsLike | None
    ) -> float | NDArray[np.float64]: ...
    def mean(
        self,
        values: ArrayLike,
        *,
        villain: RangeLike,
        dialect: Dialect | None = None,
        hole: CardsLike | None = None,
    ) -> float | NDArray[np.float64]:
        """Return the mean of values of hands over all 22,100 flops.

        The mean of equities against a range is the equity before the flop.

        Parameters
        ----------
        values
            Values of the 1,326 combos on each flop, shape (n, 1326), as `combo_equity` returns them for `boards`. With
            `flops(all=True)` also the values of one hand, shape (n,).
        villain
            Opponent's range. The weight of a flop is the weight of the opponent's hands that share no card with the
            flop and the hole cards: an ace on the flop is less likely against aces. With `"random"` all flops without a
            card of the hand have the same weight.
        dialect
            Meaning of `+` and `-` behind connected hands in a text, as in `Range`.
        hole
            Hand or hands, shape (..., 2); by default all 1,326 combos.

        Returns
        -------
        float64 of shape (...)
            A float for one hand; (1326,) without `hole`. NaN for a hand without deals.

        Raises
        ------
        InvalidArgumentError
            If the values have the wrong shape or are not finite on a flop with deals, or if the values or `villain`
            have specific suits and the flops are those up to suit isomorphism. The message names the flop.
        InvalidRangeError
            If `villain` is not a range.
        InvalidCardError, DuplicateCardError, CardCountError
            If a hand of `hole` is not two different cards.

        Notes
        -----
        Do not average `values[:, combo]` by `weights`: the flops that one flop represents differ for a hand with
        specific suits. This method takes the values of a hand on the flops that are not listed from the other hands of
        its class, by suit permutations.

        Examples
        --------
        >>> import numpy as np
        >>> import pokerbits as pb
        >>> flops = pb.flops()
        >>> equities = pb.combo_equity("QQ+, AK", boards=flops.boards)
        >>> round(flops.mean(equities, hole="JsTs", villain="QQ+, AK"), 4)
        0.2922
        >>> pb.equity("JsTs", "QQ+, AK").equity[0].round(4)
        np.float64(0.2922)

        The weights alone give a wrong mean:

        >>> np.average(equities[:, pb.cards.combo_id("JsTs")], weights=flops.weights).round(4)
        np.float64(0.2611)
        """
        against = as_range(villain, "villain", dialect=dialect)
        return mean_over_flops(self.boards, self.weights, values, villain=against, hole=hole)

    def to_dict(self) -> dict[str, Any]:
        """Return the flops as a dict for JSON.

        Returns
        -------
        dict
            `flops`, a list with the columns of `to_columns` of each.
        """
        columns = {name: column if isinstance(column, list) else column.tolist() for name, column in self._columns()}
        return {"flops": [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]}

    def to_columns(self) -> Columns:
        """Return the flops as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each flop. `weight` is uint64; `flop` and the textures `suits`, `pairing`, `connectedness` and
            `high_card` are text.
        """
        return {name: column.tolist() if column.dtype.kind == "U" else column for name, column in self._columns()}

    def _columns(self) -> list[tuple[str, NDArray[Any]]]:
        flop = np.array(format_cards(self.boards), dtype=np.str_)
        textures = [(name, getattr(self, name)) for name in get_args(Texture)]
        return [("flop", flop), ("weight", self.weights), *textures]

    def _summary(self) -> str:
        n, total = len(self.boards), self.weights.sum()
        return f"{n:,} flops" if n == total else f"{n:,} flops up to suits of {total:,}"

    def _table(self) -> Table:
        """Return the number of flops of each texture."""
        rows, total = [], self.weights.sum()
        for texture, names in TEXTURES.items():
            column = getattr(self, texture)
            for name in names:
                n, weight = int((column == name).sum()), int(self.weights[column == name].sum())
                if n:
                    rows.append([texture.replace("_", " "), name, f"{n:,}", f"{weight:,}", f"{weight / total:.2%}"])
        columns = ["texture", "", "up to suits", "flops", "share"]
        if len(self.boards) == total:
            # Each flop represents only itself.
            columns, *rows = (row[:2] + row[3:] for row in [columns, *rows])
        return Table(rows, columns, self._summary())


def flops(*, all: bool = False) -> Flops:
    """Return the 1,755 flops that are distinct up to suit isomorphism, or all 22,100, with their textures.

    Use the 1,755 flops and their weights for values that are symmetric in the suits: textures, hand classes, ranges
    such as `"QQ+, AKs"`. **A hand with specific suits is not symmetric**: for `JsTs` the flops `2c3c4c` and `2s3s4s`
    differ, so the weighted mean of its values on the 1,755 flops is wrong. Use `Flops.mean` for a hand, with either
    kind of flops.

    Parameters
    ----------
    all
        Whether to list all suit-isomorphic flops.

    Returns
    -------
    Flops
        `boards`, uint8 (1755, 3), in the order of `HandIndexer((3,))`; `weights`, 4, 12 or 24, with sum 22,100; and the
        textures `suits`, `pairing`, `connectedness` and `high_card`, as text. With `all` the boards are (22100, 3), in
        lexicographic order of their cards, and the weights 1.

    Raises
    ------
    InvalidArgumentError
        If `all` is neither `True` nor `False`.

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
    >>> pb.flops(all=True)
    <Flops: 22,100 flops>

    For the mean equity of a hand over all flops, see `Flops.mean`.
    """
    if not isinstance(all, bool | np.bool):
        raise InvalidArgumentError(f"all: expected True or False, found {shown(all)}")
    boards, weights = _every_flop() if all else _flops_up_to_suits()
    codes = texture_codes(boards)
    named = {texture: np.array(TEXTURES[texture])[codes[texture]] for texture in codes}
    return Flops(
        boards,
        weights,
        named["suits"],
        named["pairing"],
        named["connectedness"],
        named["high_card"],
    )


def _flops_up_to_suits() -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Return the flops up to suit isomorphism, and the number of flops that each represents."""
    indexer = HandIndexer((3,))
    every = range(indexer.size())
    return indexer.unindex(every), indexer.multiplicity(every)


def _every_flop() -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Return all flops, and a 1 for each."""
    boards = np.array(list(combinations(range(CARD_COUNT), 3)), dtype=np.uint8)
    return boards, np.ones(len(boards), dtype=np.uint64)


def texture_codes(boards: NDArray[np.uint8]) -> dict[Texture, NDArray[np.intp]]:
    """Return for every texture the index of its name in `TEXTURES` for each flop; the flops are valid, (n, 3)."""
    ranks, suits = boards // 4, boards % 4
    held = np.zeros((len(boards), 13), dtype=bool)
    np.put_along_axis(held, ranks.astype(np.intp), values=True, axis=1)
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
    for texture in by:
        check_name("group_by", texture, TEXTURES)
    if not by or len(set(by)) < len(by):
        raise InvalidArgumentError(f"group_by: expected one or more different textures, found {listed(by) or 'none'}")
    return by
