"""The deck of an abstraction, compared with that of the game in which it is used."""

from __future__ import annotations

from collections.abc import Sequence

from pokerbits._indexer import HandIndexer
from pokerbits._input.card_set import RANKS
from pokerbits.abstraction._card_abstraction import CardAbstraction
from pokerbits.abstraction._lookup import CardLookup, IndexerLookup
from pokerbits.abstraction._table_lookup import TableLookup
from pokerbits.exceptions import InvalidArgumentError


def check_deck(lookup: CardLookup, what: str, *, n_ranks: int, n_suits: int, rounds: Sequence[int]) -> None:
    """Raise for an abstraction of another deck than that of a game, which has no ranks below the deuce.

    `what` names the argument; `rounds` are the cards per round, for what the error proposes. Other objects with a
    method `lookup` do not name their deck, and are not checked.
    """
    for indexer in _indexers(lookup):
        if (indexer.n_ranks, indexer.n_suits, indexer.lowest_rank) == (n_ranks, n_suits, RANKS[0]):
            continue
        above = f" from the {indexer.lowest_rank} up" if indexer.lowest_rank != RANKS[0] else ""
        raise InvalidArgumentError(
            f"{what}: an abstraction for a deck of {indexer.n_ranks} ranks{above} and {indexer.n_suits} suits, and "
            f"the game has {n_ranks} ranks{' from the 2 up' if above else ''} and {n_suits} suits; build one with "
            f"game=CardGame({tuple(rounds)}, n_ranks={n_ranks}, n_suits={n_suits})"
        )


def _indexers(lookup: CardLookup) -> list[HandIndexer]:
    """Return the indexers of an abstraction, as far as it has some."""
    if isinstance(lookup, IndexerLookup):
        return [lookup.indexer]
    if isinstance(lookup, TableLookup):
        return list(lookup.indexers)
    if isinstance(lookup, CardAbstraction):
        return [lookup.indexer(street) for street in lookup.n_buckets]
    return []
