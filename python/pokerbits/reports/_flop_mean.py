"""The mean of values of hands over all flops, weighted by the deals of each flop."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits import _native
from pokerbits._input.numbers import real_numbers
from pokerbits._input.types import CardsLike
from pokerbits.cards import COMBOS, combo_class, combo_id, format_cards
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.ranges._range import Range
from pokerbits.reports._board_showdowns import is_symmetric, unblocked_weights

N_FLOPS = 22_100
"""C(52, 3)."""

_BLOCK = 512
"""Flops per block. Intermediate arrays then take some megabytes."""

_CLASS = combo_class(np.arange(len(COMBOS)))
"""The hand class of each combo: suit permutations turn the combos of a class into each other."""


def mean_over_flops(
    boards: NDArray[np.uint8],
    weights: NDArray[np.uint64],
    values: ArrayLike,
    *,
    villain: Range,
    hole: CardsLike | None,
) -> float | NDArray[np.float64]:
    """Return the result of `Flops.mean` for flops with the numbers of flops that they represent."""
    if weights.sum() != N_FLOPS:
        raise InvalidArgumentError(f"expected flops that represent all {N_FLOPS:,}, found {weights.sum():,}")
    is_every_flop = len(boards) == N_FLOPS
    found, combos = real_numbers(values, "values"), None if hole is None else combo_id(hole)
    if found.shape == (len(boards),):
        if not is_every_flop:
            raise InvalidArgumentError(
                "values: the values of one hand on flops up to suit isomorphism do not determine its mean: pass the "
                "values of all 1326 combos, or take flops(all=True)"
            )
        if combos is None or np.ndim(combos):
            raise InvalidArgumentError("hole: expected one hand, because there is one value for each flop")
        return float(_means(boards, weights, found[:, None], villain, np.atleast_1d(combos))[0])
    if found.shape != (len(boards), len(COMBOS)):
        shapes = f"({len(boards)}, {len(COMBOS)}) or ({len(boards)},)"
        raise InvalidArgumentError(f"values: expected the shape {shapes}, found {found.shape}")
    if is_every_flop:
        means = _means(boards, weights, found, villain, np.arange(len(COMBOS)))
    else:
        means = _means_up_to_suits(boards, weights, found, villain)
    if combos is None:
        return means
    return means[combos] if np.ndim(combos) else float(means[combos])


def _means_up_to_suits(
    boards: NDArray[np.uint8], weights: NDArray[np.uint64], values: NDArray[np.float64], villain: Range
) -> NDArray[np.float64]:
    """Return the mean of each combo, (1326,), over all flops that the given flops represent.

    A suit permutation that maps a flop to a flop that it represents permutes the combos of a hand class, each pair
    equally often. So the sum over all flops is the sum over these flops and over the combos of the class.
    """
    if not is_symmetric(villain):
        raise InvalidArgumentError(
            "villain: the combos of a hand class have different weights, and flops up to suit isomorphism need a range "
            "that is symmetric in the suits: take flops(all=True)"
        )
    _check_suits_alike(boards, values)
    worth, deals = _worth_and_deals(boards, weights, values, villain, np.arange(len(COMBOS)))
    of_class = [np.bincount(_CLASS, weights=sums).astype(np.float64) for sums in (worth, deals)]
    return _divided(*of_class)[_CLASS]


def _means(
    boards: NDArray[np.uint8],
    weights: NDArray[np.uint64],
    values: NDArray[np.float64],
    villain: Range,
    combos: NDArray[Any],
) -> NDArray[np.float64]:
    """Return the mean of each of some combos, (n_combos,), over flops that represent only themselves."""
    return _divided(*_worth_and_deals(boards, weights, values, villain, combos))


def _worth_and_deals(
    boards: NDArray[np.uint8],
    weights: NDArray[np.uint64],
    values: NDArray[np.float64],
    villain: Range,
    combos: NDArray[Any],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the sum of value times deals, and the sum of deals, for some combos with one column of values each."""
    worth, deals = np.zeros(len(combos)), np.zeros(len(combos))
    for start in range(0, len(boards), _BLOCK):
        rows = slice(start, start + _BLOCK)
        # In any unit: means are quotients.
        unblocked = unblocked_weights(villain, boards[rows], combos)[0].astype(np.float64)
        # Hands that block the whole range of the opponent have no value.
        is_dealt = unblocked > 0
        lacks = is_dealt & ~np.isfinite(values[rows])
        if lacks.any():
            row, column = np.argwhere(lacks)[0].tolist()
            hand, flop = format_cards(COMBOS[combos[column]]), format_cards(boards[start + row])
            message = (
                f"values: {values[start + row, column]} for {hand} on {flop}, where the opponent can have a hand: "
                "expected values against this villain, on these flops, without dead cards"
            )
            raise InvalidArgumentError(message, row=start + row)
        unblocked *= weights[rows, None]
        worth += (np.where(is_dealt, values[rows], 0) * unblocked).sum(axis=0)
        deals += unblocked.sum(axis=0)
    return worth, deals


def _divided(worth: NDArray[np.float64], deals: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return means; NaN for hands without deals."""
    means = np.full(worth.shape, np.nan)
    np.divide(worth, deals, out=means, where=deals > 0)
    return means


def _check_suits_alike(boards: NDArray[np.uint8], values: NDArray[np.float64]) -> None:
    """Refuse values that distinguish suits that are interchangeable on a flop."""
    n_suits = 4
    held = np.zeros((len(boards), _native.CARD_COUNT), dtype=bool)
    np.put_along_axis(held, boards.astype(np.intp), values=True, axis=1)
    cards = np.arange(_native.CARD_COUNT)
    for one, other in combinations(range(n_suits), 2):
        suits = np.arange(n_suits)
        suits[[one, other]] = other, one
        swapped = cards - cards % n_suits + suits[cards % n_suits]
        alike = np.flatnonzero((held == held[:, swapped]).all(axis=1))
        images = combo_id(swapped[COMBOS].astype(np.uint8))
        here, there = values[alike], values[alike][:, images]
        differ = ~np.isclose(here, there, rtol=1e-5, atol=1e-8, equal_nan=True)
        if differ.any():
            row, combo = np.argwhere(differ)[0].tolist()
            hand, image = format_cards(COMBOS[combo]), format_cards(COMBOS[images[combo]])
            message = (
                f"values: {here[row, combo]} for {hand} and {there[row, combo]} for {image} on "
                f"{format_cards(boards[alike[row]])}, which are suit-isomorphic: values that are not symmetric in the "
                "suits need flops(all=True)"
            )
            raise InvalidArgumentError(message, row=int(alike[row]))
