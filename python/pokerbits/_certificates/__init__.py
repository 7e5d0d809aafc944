"""Certificates: the sequences, their published checksums, and the comparison of this installation with them."""
