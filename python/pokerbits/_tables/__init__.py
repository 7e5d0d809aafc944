"""Tables of any kind, computed block by block, without regard to the meaning of their numbers.

From the bottom up: `blocks` computes blocks, here or with the workers of an executor; `file` keeps a table in a file
that survives a kill; and `job` builds a whole table with both. `description` describes the bytes of a finished table.
`journal` describes those of an unfinished one, and decides which files are ours. `check` compares a table with its
description. A kind of table is a `TableSpec`, such as that of hand strength in `pokerbits._hand_strength.table`.
"""

from pokerbits._tables.blocks import (
    InParts,
    RowBlocks,
    TableSpec,
    fill_by,
    fill_by_threads,
    open_table,
    opened,
    own_threads,
    tell,
)
from pokerbits._tables.check import check_table
from pokerbits._tables.job import make_table

__all__ = [
    "InParts",
    "RowBlocks",
    "TableSpec",
    "check_table",
    "fill_by",
    "fill_by_threads",
    "make_table",
    "open_table",
    "opened",
    "own_threads",
    "tell",
]
