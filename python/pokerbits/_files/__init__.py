"""Files: their names, what is read from a disk, and what is written to it."""
