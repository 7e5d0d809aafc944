"""The compiled core. Private: its names change without notice."""

from collections.abc import Callable, Sequence
from typing import Any, Self, final

import numpy as np
from numpy.typing import NDArray

CARD_COUNT: int
COMBO_COUNT: int
MAX_BINS: int
MAX_POWER: int
MAX_PLAYERS: int
MAX_STRENGTH: int
MAX_THREADS: int
OMAHA_HANDS: int
OMAHA_PREFLOP_PARTS: int
RANKS: str
SUITS: str

def distinct_rows(
    rows: NDArray[np.uint8],
    weights: NDArray[np.uint64] | None,
    num_threads: int,
    progress: Callable[[int, int], object] | None,
) -> tuple[NDArray[np.uint8], NDArray[np.uint32], NDArray[np.uint64]]: ...
def cluster_histograms(
    points: NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32] | NDArray[np.float64],
    weights: NDArray[np.float64],
    n_clusters: int,
    metric: str,
    positions: NDArray[np.float64] | None,
    init: NDArray[np.float64] | None,
    key: tuple[int, int],
    max_iter: int,
    tol: float,
    num_threads: int,
    progress: Callable[[int, int], object] | None,
) -> tuple[NDArray[np.uint32], NDArray[np.float64], list[float]]: ...
def optimal_cuts(
    values: NDArray[np.float64],
    weights: NDArray[np.float64],
    n_buckets: int,
    progress: Callable[[int, int], object] | None,
) -> NDArray[np.uint32]: ...
def percentile_cuts(
    values: NDArray[np.float64], weights: NDArray[np.float64], n_buckets: int
) -> NDArray[np.uint32]: ...
def next_street_table(street: str, levels: NDArray[np.uint8], name: str) -> BlockTable: ...
def ochs_bytes_table(street: str, clusters: Sequence[Sequence[int]]) -> BlockTable: ...
def relabel(
    numbers: NDArray[np.uint16] | NDArray[np.uint32],
    of: NDArray[np.uint16] | NDArray[np.uint32],
    out: NDArray[np.uint16] | NDArray[np.uint32],
    num_threads: int,
) -> None: ...
def lookup(
    indexer: Indexer,
    round: int,
    cards: Sequence[NDArray[np.integer[Any]]],
    table: NDArray[np.uint16] | NDArray[np.uint32],
    out: NDArray[np.uint16] | NDArray[np.uint32],
    num_threads: int,
) -> None: ...
def bucket_moments(
    indexer: Indexer,
    round: int,
    labels: NDArray[np.uint16] | NDArray[np.uint32],
    values: NDArray[np.uint16] | NDArray[np.uint32],
    n_buckets: int,
    num_threads: int,
) -> tuple[NDArray[np.uint64], NDArray[np.float64], NDArray[np.float64]]: ...
def nested_moments(
    before: Indexer,
    labels_before: NDArray[np.uint16] | NDArray[np.uint32],
    n_before: int,
    board: int,
    points: NDArray[np.uint16] | NDArray[np.uint32],
    within: NDArray[np.uint16] | NDArray[np.uint32],
    values: NDArray[np.uint16] | NDArray[np.uint32],
    n_buckets: int,
    num_threads: int,
    progress: Callable[[int, int], object] | None,
) -> tuple[NDArray[np.uint64], NDArray[np.float64], NDArray[np.float64]]: ...
def bucket_transitions(
    before: Indexer,
    labels_before: NDArray[np.uint16] | NDArray[np.uint32],
    n_before: int,
    board: int,
    labels_after: NDArray[np.uint16] | NDArray[np.uint32],
    n_after: int,
    num_threads: int,
    progress: Callable[[int, int], object] | None,
) -> NDArray[np.uint64]: ...
def parse_cards(text: str) -> list[int]: ...
def combo_id_one(cards: object, /) -> np.uint16 | None: ...
def hand_class_one(cards: object, /) -> np.uint8 | None: ...
def plain_below(numbers: object, end: int, /) -> bool: ...
def pack_rows(parts: Sequence[NDArray[np.integer[Any]]], out: NDArray[np.uint8]) -> None: ...
def read_characters(texts: NDArray[np.uint32]) -> NDArray[np.uint8] | None: ...
def read_rows(rows: object, /) -> NDArray[np.uint8] | None: ...
def read_texts(texts: object, /) -> NDArray[np.uint8] | None: ...
def random_hands(key: tuple[int, int], gone: Sequence[int], out: NDArray[np.uint8], num_threads: int) -> None: ...
def evaluate_plain(cards: object, board: object, /) -> np.uint16 | NDArray[np.uint16] | None: ...
def evaluate_one_by(cards: object, rules: str, /) -> np.uint16 | None: ...
def evaluate_rows(
    hands: Sequence[NDArray[np.integer[Any]]], out: NDArray[np.uint16], num_threads: int, rules: str = "standard"
) -> None: ...
def evaluate_combos(boards: NDArray[np.uint8], out: NDArray[np.uint16], num_threads: int) -> None: ...
def evaluate_omaha_plain(hole: object, board: object, /) -> np.uint16 | NDArray[np.uint16] | None: ...
def evaluate_omaha_rows(
    hands: Sequence[NDArray[np.integer[Any]]], hole_size: int, out: NDArray[np.uint16], num_threads: int
) -> None: ...
def omaha_low_plain(hole: object, board: object, /) -> np.uint8 | NDArray[np.uint8] | None: ...
def omaha_low_rows(
    hands: Sequence[NDArray[np.integer[Any]]], hole_size: int, out: NDArray[np.uint8], num_threads: int
) -> None: ...
def category_plain(strength: object, /) -> np.uint8 | NDArray[np.uint8] | None: ...
def hand_kind(strength: int, rules: str = "standard") -> tuple[int, list[int]]: ...
def example_hand(strength: int, rules: str = "standard") -> list[int]: ...
def max_strength(rules: str) -> int: ...
def category_census(hand_size: int, num_threads: int) -> list[int]: ...
def exact_counts(
    rules: str, hands: Sequence[tuple[int, int]], board: Sequence[int], dead: Sequence[int]
) -> NDArray[np.uint64]: ...
def game_counts(
    game: str, hands: Sequence[Sequence[int]], board: Sequence[int], dead: Sequence[int]
) -> list[tuple[int, int, int]]: ...
def game_range_counts(
    game: str,
    players: Sequence[NDArray[np.uint64] | int],
    board: Sequence[int],
    dead: Sequence[int],
    seconds: float,
    num_threads: int,
    progress: Callable[[int, int], object] | None,
    /,
) -> list[tuple[int, int, int]] | float: ...
def sampled_game_equity(
    game: str,
    players: Sequence[NDArray[np.uint64] | int | tuple[NDArray[np.uint64], NDArray[np.float64]]],
    board: Sequence[int],
    dead: Sequence[int],
    key: tuple[int, int],
    n_samples: int | None,
    std_error: float | None,
    num_threads: int,
    progress: Callable[[int, int], object] | None,
    /,
) -> tuple[
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    int,
    float,
]: ...
def exact_counts_of_plain(players: tuple[object, ...], board: object, dead: object, /) -> HandCounts | None: ...
def parse_range(text: str, dialect: str, on_conflict: str, /) -> NDArray[np.float64]: ...
def check_range(weights: NDArray[np.float64], /) -> NDArray[np.float64]: ...
def range_text(weights: NDArray[np.float64], style: str, /) -> str: ...
def omaha_range(text: str, hole_cards: int, /) -> NDArray[np.uint64]: ...
def exact_weights(weights: NDArray[np.float64], /) -> tuple[NDArray[np.uint64], int] | None: ...
def range_difference(weights: NDArray[np.float64], others: NDArray[np.float64], /) -> NDArray[np.float64]: ...
def equity_rows(
    spots: NDArray[np.uint8],
    shares: NDArray[np.uint32],
    equities: NDArray[np.float64],
    num_threads: int,
    progress: Callable[[int, int], object] | None,
) -> None: ...
def range_equity(
    rules: str,
    weights: NDArray[np.float64],
    folded: NDArray[np.float64],
    board: Sequence[int],
    dead: Sequence[int],
    seconds: float,
    num_threads: int,
    progress: Callable[[int, int], object] | None,
    /,
) -> tuple[list[list[int]] | list[list[float]], list[int], NDArray[np.float64]] | float: ...
def range_equity_of_plain(players: tuple[object, ...], board: object, dead: object, /) -> RangeCounts | None: ...
def sampled_equity(
    rules: str,
    weights: NDArray[np.float64],
    folded: NDArray[np.float64],
    board: Sequence[int],
    dead: Sequence[int],
    key: tuple[int, int],
    n_samples: int | None,
    std_error: float | None,
    num_threads: int,
    progress: Callable[[int, int], object] | None,
) -> tuple[
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    int,
    float,
]: ...
def odds_by_cliques(
    hole: tuple[int, int],
    board: Sequence[int],
    dead: Sequence[int],
    opponents: Sequence[int],
    num_threads: int,
    progress: Callable[[int, int], object] | None,
) -> list[tuple[list[int], int]]: ...
def odds_rows(
    hands: NDArray[np.uint8],
    dead: Sequence[int],
    opponents: Sequence[int],
    counts: NDArray[np.uint64],
    probabilities: NDArray[np.float64],
    num_threads: int,
    progress: Callable[[int, int], object] | None,
) -> None: ...
def total_deals(board_cards: int, dead: Sequence[int], opponents: Sequence[int]) -> list[int]: ...
def preflop_class_equities() -> NDArray[np.float64]: ...
def preflop_combo_counts(out: NDArray[np.uint32]) -> None: ...
def preflop_odds(
    opponents: Sequence[int], num_threads: int, progress: Callable[[int, int], object] | None
) -> list[list[tuple[list[int], int]]]: ...
def count_disjoint(
    combos: Sequence[tuple[int, int]],
    sizes: Sequence[int],
    num_threads: int,
    progress: Callable[[int, int], object] | None,
) -> list[int]: ...
def losses(
    hole: tuple[int, int], board: Sequence[int], dead: Sequence[int]
) -> tuple[list[int], list[list[int]], list[list[int]]]: ...
def state_words() -> int: ...
def rank_set_index(ranks: int) -> int: ...
def rank_set_unindex(index: int, size: int) -> int: ...
def rank_group_index(rank_sets: Sequence[int], n_ranks: int) -> int: ...
def rank_group_size(counts: Sequence[int], n_ranks: int) -> int: ...
def rank_group_unindex(index: int, counts: Sequence[int], n_ranks: int) -> list[int]: ...

@final
class HandCounts:
    def hands(self, /) -> list[tuple[int, int]]: ...
    def by_winners(self, /) -> NDArray[np.uint64]: ...

@final
class RangeCounts:
    def hands(self, /) -> list[tuple[int, int] | None]: ...
    def outcomes(self, /) -> tuple[list[list[int]] | list[list[float]], list[int], NDArray[np.float64]]: ...

@final
class Indexer:
    def __new__(cls, cards_per_round: Sequence[int], n_ranks: int, n_suits: int, lowest_rank: str) -> Self: ...
    def sizes(self) -> list[int]: ...
    def table_bytes(self) -> int: ...
    def index_plain(self, round: object, cards: object, /) -> np.uint64 | NDArray[np.uint64] | None: ...
    def index_dealt_plain(self, hole: object, board: object, /) -> np.uint64 | NDArray[np.uint64] | None: ...
    def dealt_plain(self, hole: object, board: object, /) -> tuple[int, int | NDArray[np.uint64]] | None: ...
    def index_all_plain(self, cards: object, /) -> NDArray[np.uint64] | None: ...
    def unindex_plain(self, round: object, index: object, /) -> NDArray[np.uint8] | None: ...
    def canonical_plain(self, round: object, cards: object, /) -> NDArray[np.uint8] | None: ...
    def index(
        self, round: int, cards: Sequence[NDArray[np.integer[Any]]], out: NDArray[np.uint64], num_threads: int
    ) -> None: ...
    def index_all(self, cards: NDArray[np.uint8], out: NDArray[np.uint64], num_threads: int) -> None: ...
    def start(self, states: NDArray[np.uint64]) -> None: ...
    def extend(
        self,
        round: int,
        states: NDArray[np.uint64],
        cards: NDArray[np.uint8],
        extended: NDArray[np.uint64],
        out: NDArray[np.uint64],
        num_threads: int,
    ) -> None: ...
    def unindex(self, round: int, indices: NDArray[np.uint64], out: NDArray[np.uint8], num_threads: int) -> None: ...
    def unindex_range(self, round: int, start: int, stop: int, out: NDArray[np.uint8], num_threads: int) -> None: ...
    def canonical(self, round: int, cards: NDArray[np.uint8], out: NDArray[np.uint8], num_threads: int) -> None: ...
    def multiplicity(
        self, round: int, indices: NDArray[np.uint64], out: NDArray[np.uint64], num_threads: int
    ) -> None: ...
    def multiplicity_range(
        self, round: int, start: int, stop: int, out: NDArray[np.uint64], num_threads: int
    ) -> None: ...
    def children(self, round: int, index: int, num_threads: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]: ...
    def n_hole_pairs(self, round: int) -> int: ...
    def hole_pairs(self, board: NDArray[np.uint8]) -> list[list[int]]: ...
    def index_board(self, round: int, boards: NDArray[np.uint8], out: NDArray[np.uint64], num_threads: int) -> None: ...

def street_index_plain(
    indexers: tuple[Indexer, Indexer, Indexer, Indexer], hole: object, board: object, /
) -> tuple[int, int | NDArray[np.uint64]] | None: ...
def strength_now_plain(hole: object, board: object, /) -> np.float64 | NDArray[np.float64] | None: ...
def expected_strength_plain(hole: object, board: object, /) -> np.float64 | NDArray[np.float64] | None: ...
def strength_now(
    cards: NDArray[np.uint8],
    villain: NDArray[np.float64] | None,
    out: NDArray[np.float64],
    num_threads: int,
    /,
) -> None: ...
def expected_strength(
    cards: NDArray[np.uint8],
    villain: NDArray[np.float64] | None,
    power: int,
    out: NDArray[np.float64],
    num_threads: int,
    progress: Callable[[int, int], object] | None,
    /,
) -> None: ...
def strength_histogram(
    cards: NDArray[np.uint8],
    villain: NDArray[np.float64] | None,
    out: NDArray[np.uint32],
    num_threads: int,
    progress: Callable[[int, int], object] | None,
    /,
) -> None: ...
def outcome_classes(
    street: str,
    kind: str,
    recall: int,
    out: NDArray[np.uint32],
    num_threads: int,
    progress: Callable[[int, int], object] | None,
) -> None: ...
def ars_means(
    street: str,
    power: int,
    out: NDArray[np.float64],
    num_threads: int,
    progress: Callable[[int, int], object] | None,
) -> None: ...
def ars_lookup(
    means: NDArray[np.float64],
    cards: NDArray[np.uint8],
    out: NDArray[np.float64],
    num_threads: int,
) -> None: ...
def clusters_by_equity(n: int, num_threads: int) -> list[int]: ...
def strength_table(
    kind: str, street: str, bins: int, clusters: Sequence[Sequence[int]], counts: bool
) -> BlockTable: ...

@final
class DeckGame:
    def __new__(
        cls, cards_per_round: Sequence[int], n_ranks: int, n_suits: int, lowest_rank: str, rules: str
    ) -> Self: ...
    def runouts(self, street: int) -> int: ...
    def max_value(self) -> int: ...
    def strength_table(
        self, kind: str, street: int, bins: int, clusters: Sequence[Sequence[int]], counts: bool
    ) -> BlockTable: ...
    def clusters_by_equity(self, n: int, num_threads: int) -> list[int]: ...
    def next_street_table(self, street: int, levels: NDArray[np.uint8], name: str) -> BlockTable: ...
    def ochs_bytes_table(self, street: int, clusters: Sequence[Sequence[int]]) -> BlockTable: ...

@final
class BlockTable:
    def signature(self) -> str: ...
    def rows(self) -> int: ...
    def columns(self) -> int: ...
    def count_dtype(self) -> str: ...
    def n_blocks(self) -> int: ...
    def block_rows(self, block: int) -> int: ...
    def fill(
        self,
        first: int,
        end: int,
        out: NDArray[Any],
        num_threads: int,
        progress: Callable[[int, int], object] | None,
    ) -> None: ...
    def compute_block(self, block: int, out: NDArray[Any], num_threads: int) -> None: ...
    def place_block(self, block: int, rows: NDArray[Any], out: NDArray[Any]) -> None: ...

def combo_equity(
    weights: NDArray[np.float64],
    folded: NDArray[np.float64],
    boards: NDArray[np.uint8],
    dead: Sequence[int],
    out: NDArray[np.float64],
    num_threads: int,
    progress: Callable[[int, int], object] | None,
) -> None: ...
def combo_deals(
    weights: NDArray[np.float64],
    folded: NDArray[np.float64],
    boards: NDArray[np.uint8],
    dead: Sequence[int],
    out: NDArray[np.float64],
    num_threads: int,
) -> None: ...
def omaha_hand_equity(
    sets: NDArray[np.uint64] | None,
    weights: NDArray[np.float64] | None,
    boards: NDArray[np.uint8],
    dead: Sequence[int],
    out: NDArray[np.float64],
    num_threads: int,
    progress: Callable[[int, int], object] | None,
) -> None: ...
def omaha_preflop_counts(
    hole_cards: int, first: int, end: int, num_threads: int, progress: Callable[[int, int], object] | None
) -> NDArray[np.uint64]: ...
def top_shares() -> NDArray[np.float64]: ...
def omaha_top_shares() -> NDArray[np.float64]: ...

@final
class OutcomeClasses:
    def __new__(cls, first: str, num_threads: int, progress: Callable[[int, int], object] | None) -> Self: ...
    def count(
        self,
        street: str,
        kind: str,
        recall: int,
        num_threads: int,
        progress: Callable[[int, int], object] | None,
    ) -> int: ...
    def of_hands(
        self,
        street: str,
        kind: str,
        recall: int,
        first: int,
        out: NDArray[np.uint32],
        num_threads: int,
        progress: Callable[[int, int], object] | None,
    ) -> None: ...
    def counts(self, street: str, kind: str) -> NDArray[np.uint64]: ...
    def tuples(
        self,
        street: str,
        kind: str,
        recall: int,
        num_threads: int,
        progress: Callable[[int, int], object] | None,
    ) -> NDArray[np.uint32]: ...

@final
class RankedBoards:
    def __new__(
        cls, boards: NDArray[np.uint8], num_threads: int, progress: Callable[[int, int], object] | None
    ) -> Self: ...
    def strengths(self, out: NDArray[np.uint16]) -> None: ...
    def outcomes(
        self,
        weights: NDArray[np.float64],
        pairs: NDArray[np.uint64],
        win: NDArray[np.float64],
        tie: NDArray[np.float64],
        num_threads: int,
        progress: Callable[[int, int], object] | None,
    ) -> None: ...
    def outcomes_single(
        self,
        weights: NDArray[np.float32],
        pairs: NDArray[np.uint64],
        win: NDArray[np.float32],
        tie: NDArray[np.float32],
        num_threads: int,
        progress: Callable[[int, int], object] | None,
    ) -> None: ...
    def equity(
        self,
        weights: NDArray[np.float64],
        pairs: NDArray[np.uint64],
        out: NDArray[np.float64],
        num_threads: int,
        progress: Callable[[int, int], object] | None,
    ) -> None: ...

@final
class Endgame:
    def __new__(
        cls,
        board: NDArray[np.uint8],
        weights: NDArray[np.float64],
        nodes: NDArray[np.uint64],
        stakes: NDArray[np.float64],
    ) -> Self: ...
    def combos(self, player: int) -> list[int]: ...
    def n_numbers(self, buckets: NDArray[np.uint32]) -> int: ...
    def cfr_plus(
        self,
        buckets: NDArray[np.uint32],
        done: int,
        iterations: int,
        regrets: NDArray[np.float64],
        sums: NDArray[np.float64],
        progress: Callable[[int, int], object] | None,
    ) -> None: ...
    def gain(self, buckets: NDArray[np.uint32], sums: NDArray[np.float64], player: int, best: bool) -> float: ...

def cpu_level() -> str: ...
def cpu_levels() -> list[str]: ...
def cpu_features() -> dict[str, bool]: ...
def keep_num_threads(num_threads: int, /) -> None: ...
def kept_num_threads() -> int: ...
def build_info() -> dict[str, str]: ...
def philox4x64(key: Sequence[int], counter: Sequence[int]) -> list[int]: ...
