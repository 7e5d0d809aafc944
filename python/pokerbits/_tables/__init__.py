"""Tables of a value of every hand of a street, computed block by block.

From the bottom up: `blocks` computes and submits blocks, `file` keeps them in a file that survives a kill, and
`job` makes the tables of hand strength with both.
"""

from pokerbits._tables.job import UINT16_SCALE, Kind, strength_table

__all__ = ["UINT16_SCALE", "Kind", "strength_table"]
