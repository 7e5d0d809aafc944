"""A kind of table that has nothing to do with hands: all that a table of blocks must be able to do, and no more."""

from typing import NamedTuple

import numpy as np

from pokerbits._tables import make_table

BLOCKS = 7


class SquaresSpec(NamedTuple):
    """The table of i and i * i for i below n."""

    n: int
    dtype: str

    def open(self):
        return Squares(self.n)

    def expected(self):
        return np.stack([np.arange(self.n), np.arange(self.n) ** 2], axis=1).astype(self.dtype)


def squares(path, n=1000, **options):
    """Make a table of squares in a file, which takes no time."""
    return make_table(SquaresSpec(n, "uint32"), (n, 2), label="squares", path=path, num_threads=1, **options)


class Squares:
    """Block b has rows b, b + 7, b + 14 and so on."""

    def __init__(self, n):
        self.n = n

    def signature(self):
        return f"pokerbits table v1 squares below {self.n}"

    def rows(self):
        return self.n

    def columns(self):
        return 2

    def n_blocks(self):
        return BLOCKS

    def block_rows(self, block):
        return len(range(block, self.n, BLOCKS))

    def fill(self, first, end, out, num_threads, progress):
        for block in range(first, end):
            rows = np.empty(2 * self.block_rows(block), dtype=out.dtype)
            self.compute_block(block, rows, num_threads)
            self.place_block(block, rows, out)
            if progress is not None:
                progress(block + 1 - first, end - first)

    def compute_block(self, block, out, num_threads):
        i = np.arange(block, self.n, BLOCKS)
        out.reshape(-1, 2)[:] = np.stack([i, i * i], axis=1)

    def place_block(self, block, rows, out):
        out.reshape(-1, 2)[block::BLOCKS] = rows.reshape(-1, 2)
