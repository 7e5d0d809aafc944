"""Card abstraction: hands that play alike share a bucket, so that games of many hands become small enough to solve."""

from pokerbits.abstraction._lookup import CardLookup, IndexerLookup

__all__ = ["CardLookup", "IndexerLookup"]
