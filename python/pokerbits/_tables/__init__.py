"""Tables of any kind that are computed block by block; what the numbers mean is not known here.

From the bottom up: `blocks` computes blocks and has the workers of an executor compute them, `file` keeps a table in a
file that survives a kill, and `job` makes a whole table with both. `description` says what bytes a finished table has,
`journal` what an unfinished one has and which files are ours, and `check` compares a table with its description. A kind
of table is a `TableSpec`: hand strength has one in `pokerbits._hand_strength.table`.
"""

from pokerbits._tables.blocks import BlockTable, TableSpec, open_table
from pokerbits._tables.check import check_table
from pokerbits._tables.job import make_table

__all__ = ["BlockTable", "TableSpec", "check_table", "make_table", "open_table"]
