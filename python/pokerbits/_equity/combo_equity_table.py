"""Every hand against a range on many boards, as a table of blocks for the workers of an executor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits.exceptions import PokerbitsError

_LEAST_BOARDS, _MOST_BLOCKS = 128, 256
"""Least number of boards in a block, and largest number of blocks. All boards are sent with each block."""


@dataclass(eq=False)
class ComboEquities:
    """Table with a row for each board, which is its own spec: see `pokerbits._tables.blocks`.

    It has the weights of all combos (float64), rows of board cards (uint8), dead cards, and rows of folded weights.
    A block is `per_block` consecutive boards.
    """

    weights: NDArray[np.float64]
    boards: NDArray[np.uint8]
    dead: list[int]
    folded: NDArray[np.float64]
    dtype: str = "float64"

    def __post_init__(self) -> None:
        """Choose the size of a block."""
        self.per_block = max(_LEAST_BOARDS, -(-len(self.boards) // _MOST_BLOCKS))

    def open(self) -> ComboEquities:
        """Return the table."""
        return self

    def rows(self) -> int:
        """Return the number of boards."""
        return len(self.boards)

    def columns(self) -> int:
        """Return the number of combos."""
        return _native.COMBO_COUNT

    def n_blocks(self) -> int:
        """Return the number of blocks."""
        return -(-len(self.boards) // self.per_block)

    def block_rows(self, block: int) -> int:
        """Return the number of boards of a block."""
        return len(self._boards(block))

    def compute_block(self, block: int, out: NDArray[Any], num_threads: int) -> None:
        """Compute the rows of one block."""
        rows = out.reshape(-1, self.columns())
        try:
            _native.combo_equity(self.weights, self.folded, self._boards(block), self.dead, rows, num_threads, None)
        except PokerbitsError as error:
            if isinstance(error.row, int):
                error.row += block * self.per_block
            raise

    def place_block(self, block: int, rows: NDArray[Any], out: NDArray[Any]) -> None:
        """Put the rows of a block into the whole table."""
        first = block * self.per_block * self.columns()
        out[first : first + rows.size] = rows

    def _boards(self, block: int) -> NDArray[np.uint8]:
        return self.boards[block * self.per_block : (block + 1) * self.per_block]
