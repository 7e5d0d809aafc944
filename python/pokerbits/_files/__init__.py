"""Files: paths, reading and writing."""
