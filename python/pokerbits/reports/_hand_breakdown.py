"""Made hands and draws of a range on a board, counted combo by combo."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._evaluator.category import Category, category
from pokerbits._evaluator.evaluate import evaluate
from pokerbits._input.card_set import CardSet
from pokerbits._input.choices import check_name
from pokerbits._input.exact_weights import exact_weights, total_of
from pokerbits._input.shown import shown
from pokerbits._input.situation import free_combos, known_cards
from pokerbits._input.types import CardsLike
from pokerbits._output.columns import Columns
from pokerbits._output.results import Result
from pokerbits._output.tables import Table, shortened
from pokerbits.cards import COMBOS, format_cards
from pokerbits.exceptions import InvalidRangeError
from pokerbits.ranges._range import Dialect, Range, RangeLike
from pokerbits.reports._named_range import named_range

MADE_HANDS: tuple[str, ...] = (
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "set",
    "trips",
    "two pair",
    "overpair",
    "top pair",
    "second pair",
    "low pair",
    "underpair",
    "ace high",
    "no made hand",
    "board plays",
)
"""The made hands of `hand_breakdown`, which defines each."""

DRAWS: tuple[str, ...] = (
    "combo draw",
    "nut flush draw",
    "flush draw",
    "open-ended straight draw",
    "double gutshot",
    "gutshot",
    "backdoor flush draw",
    "no draw",
)
"""The draws of `hand_breakdown`, which defines each."""

_N_RANKS, _N_SUITS = 13, 4
_ACE = 12


@dataclass(frozen=True, eq=False, repr=False)
class HandBreakdown(Result):
    """Made hands and draws of a range on a board.

    Attributes
    ----------
    hands
        The range, as text.
    board
        The board, as text.
    weights
        Weights of the range, float64 (1326,), in the order of `COMBOS`; 0 for combos with a board card.
    made
        Made hand of each combo, inside the range or not: an index of `MADE_HANDS`, int8 (1326,); -1 for combos with a
        board card.
    draws
        Draw of each combo: an index of `DRAWS`, int8 (1326,); -1 for combos with a board card, and for all combos on
        the river.
    outs
        Number of cards that complete a straight or a flush of each combo on the next street, uint8 (1326,).

    Examples
    --------
    >>> import pokerbits as pb
    >>> found = pb.reports.hand_breakdown("QQ+, AKs, 0.5:JhTh", board="Ah7h2c")
    >>> found
    <HandBreakdown: 19 combos of weight 18.5 on Ah7h2c>
    >>> found.range_of("top pair") & found.range_of("backdoor flush draw")
    Range('AcKc')
    """

    hands: str
    board: str
    weights: NDArray[np.float64]
    made: NDArray[np.int8]
    draws: NDArray[np.int8]
    outs: NDArray[np.uint8]

    @property
    def combos(self) -> int:
        """The number of combos of the range that the board leaves."""
        return int(np.count_nonzero(self.weights))

    @property
    def weight(self) -> float:
        """The total weight of these combos, as decimals."""
        numbers, unit = exact_weights(self.weights)
        return total_of(numbers) / unit

    def range_of(self, label: str) -> Range:
        """Return the part of the range with this made hand or draw.

        Parameters
        ----------
        label
            One of `MADE_HANDS` or `DRAWS`.

        Returns
        -------
        Range

        Raises
        ------
        InvalidArgumentError
            If the label is unknown.
        """
        return Range.from_weights(np.where(self._has(label), self.weights, 0))

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON.

        Returns
        -------
        dict
            `hands`, `board`, `combos`, `weight`, and under `made` and `draws` the `name`, `combos`, `weight` and
            `share` of the weight of each label. `draws` is empty on the river.
        """
        rows: dict[str, list[dict[str, Any]]] = {"made": [], "draws": []}
        for kind, name, combos, weight, share in self._rows():
            rows[kind].append({"name": name, "combos": combos, "weight": weight, "share": share})
        return {"hands": self.hands, "board": self.board, "combos": self.combos, "weight": self.weight} | rows

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            One row for each label. The columns are `kind` (`made` or `draws`) and `name`, text; `combos`, int64;
            `weight` and `share`, float64.
        """
        kinds, names, combos, weights, shares = zip(*self._rows(), strict=True)
        return {
            "kind": list(kinds),
            "name": list(names),
            "combos": np.array(combos, dtype=np.int64),
            "weight": np.array(weights, dtype=np.float64),
            "share": np.array(shares, dtype=np.float64),
        }

    def _has(self, label: str) -> NDArray[np.bool]:
        """Return which combos have this label."""
        check_name("label", label, MADE_HANDS + DRAWS)
        if label in MADE_HANDS:
            return np.equal(self.made, MADE_HANDS.index(label))
        return np.equal(self.draws, DRAWS.index(label))

    def _rows(self) -> list[tuple[str, str, int, float, float]]:
        """Return the kind, the name, the combos, the weight and the share of each label."""
        on_river = len(self.board) == 10
        labels = [("made", name) for name in MADE_HANDS] + [("draws", name) for name in DRAWS if not on_river]
        numbers, unit = exact_weights(self.weights)
        total, rows = total_of(numbers), []
        for kind, name in labels:
            held = numbers[self._has(name)]
            part = total_of(held)
            rows.append((kind, name, int(np.count_nonzero(held)), part / unit, part / total))
        return rows

    def _summary(self) -> str:
        return f"{self.combos:,} combos of weight {self.weight:,.6g} on {self.board}"

    def _table(self) -> Table:
        rows = [
            [kind, name, f"{combos:,}", f"{weight:,.6g}", f"{share:.2%}"]
            for kind, name, combos, weight, share in self._rows()
            if combos
        ]
        return Table(rows, ["", "", "combos", "weight", "share"], f"{shortened(self.hands)}: {self._summary()}")


def hand_breakdown(hands: RangeLike, board: CardsLike, *, dialect: Dialect | None = None) -> HandBreakdown:
    """Return the made hands and draws of the hands of a range on a board.

    Parameters
    ----------
    hands
        Range: text, a `Range`, or the weights of all 1,326 combos.
    board
        3, 4 or 5 board cards.
    dialect
        Meaning of `+` and `-` behind connected hands in texts, as in `Range`.

    Returns
    -------
    HandBreakdown

    Raises
    ------
    CardCountError
        If the board does not have 3, 4 or 5 cards.
    InvalidCardError, DuplicateCardError
        If a board card is invalid or appears twice.
    InvalidRangeError
        If the text is not a range, or the board leaves it without hands.

    Notes
    -----
    Every combo has one made hand and, on flop and turn, one draw, so each list adds up to the range. Hands that the
    board alone makes do not count.

    straight flush, four of a kind, full house, flush, straight
        The best five cards of board and hand, if they are stronger than the board alone. Four of a kind needs a hole
        card among the four.
    set, trips
        Three of a kind: with a pocket pair and a board card, or with one hole card and a pair on the board.
    two pair
        Both hole cards pair a board card, and both pairs are among the best five cards.
    overpair, underpair
        A pocket pair: higher than every board card, or not.
    top pair, second pair, low pair
        A hole card pairs the highest rank on the board, the second highest, or a lower one. A pair on the board counts
        as one rank, also if it makes two pair.
    ace high
        An ace in the hand, and none of the above. All other hands are *no made hand*.
    board plays
        On the river: the hand does not improve the board. This label takes precedence over all others.

    A pair that is not among the best five cards is counterfeited and does not count.

    An *out* is a card that gives a weaker hand a straight, a flush or a straight flush with at least one hole card.
    Hands with a flush or better have no draws, and hands with a straight only flush draws.

    combo draw
        A flush draw and at least one card for a straight.
    nut flush draw, flush draw
        Four cards of a suit, one or two of them hole cards; nut if nobody can hold a higher card of the suit.
    open-ended straight draw
        Four ranks in a row that a card at either end completes.
    double gutshot
        Cards of two or more other ranks complete a straight.
    gutshot
        Cards of one rank complete a straight: a gap inside, or one end of A-2-3-4 and J-Q-K-A.
    backdoor flush draw
        On the flop: three cards of a suit, one or two of them hole cards, and none of the above.

    Examples
    --------
    >>> import pokerbits as pb
    >>> print(pb.reports.hand_breakdown("QQ+, AKs, 0.5:JhTh", board="Ah7h2c"))
                                combos  weight   share
    made   set                       3       3  16.22%
    made   top pair                  3       3  16.22%
    made   underpair                12      12  64.86%
    made   no made hand              1     0.5   2.70%
    draws  flush draw                1     0.5   2.70%
    draws  backdoor flush draw       7       7  37.84%
    draws  no draw                  11      11  59.46%
    QQ+, AKs, 0.5:JhTh: 19 combos of weight 18.5 on Ah7h2c
    """
    held, name = named_range(hands, dialect)
    dealt = known_cards(board, "board", (3, 4, 5))
    # Raises for invalid and duplicate cards.
    CardSet(dealt)
    free = free_combos(dealt)
    weights = np.where(free, held.weights, 0)
    if not weights.any():
        what = "the board leaves no hand of" if len(held) else "there is no hand in"
        raise InvalidRangeError(f"{what} {shown(name)}")
    made, draws = (np.full(len(COMBOS), -1, dtype=np.int8) for _ in range(2))
    outs = np.zeros(len(COMBOS), dtype=np.uint8)
    made[free], kinds = _made_hands(COMBOS[free], dealt)
    if len(dealt) < 5:
        draws[free], outs[free] = _draws(COMBOS[free], dealt, kinds)
    return HandBreakdown(name, format_cards(dealt), weights, made, draws, outs)


def _made_hands(combos: NDArray[np.uint8], board: list[int]) -> tuple[NDArray[np.intp], NDArray[np.uint8]]:
    """Return the index of `MADE_HANDS` and the category of each combo. The board alone may make the category."""
    strengths = evaluate(combos, board=board)
    kinds: NDArray[np.uint8] = category(strengths)
    low, high = combos.T // _N_SUITS
    pocket = low == high
    on_board = np.bincount(np.array(board) // _N_SUITS, minlength=_N_RANKS)
    # For each rank, the number of higher ranks and of higher pairs on the board.
    higher_ranks, higher_pairs = _number_above(on_board >= 1), _number_above(on_board >= 2)

    # Pairs with at least one hole card, if they are among the two highest; a pocket pair is at `high`.
    few = (kinds == Category.PAIR) | (kinds == Category.TWO_PAIR)
    pairs_high = few & (on_board[high] == np.where(pocket, 0, 1))
    pairs_low = few & (on_board[low] == 1) & ~pocket
    plays_high = pairs_high & (higher_pairs[high] < 2)
    plays_low = pairs_low & (higher_pairs[low] + pairs_high < 2)
    one_pair = plays_high | plays_low
    above = higher_ranks[np.where(plays_high, high, low)]

    three = kinds == Category.THREE_OF_A_KIND
    beats_board = strengths > evaluate(board) if len(board) == 5 else np.full(len(combos), fill_value=True)
    # The label is the first entry that applies.
    is_made = {
        "board plays": ~beats_board,
        "straight flush": kinds == Category.STRAIGHT_FLUSH,
        "four of a kind": (kinds == Category.FOUR_OF_A_KIND) & (on_board.max() < 4),
        "full house": kinds == Category.FULL_HOUSE,
        "flush": kinds == Category.FLUSH,
        "straight": kinds == Category.STRAIGHT,
        "set": three & pocket,
        "trips": three & ((on_board[low] == 2) | (on_board[high] == 2)),
        "two pair": plays_low & plays_high,
        "overpair": one_pair & pocket & (above == 0),
        "underpair": one_pair & pocket,
        "top pair": one_pair & (above == 0),
        "second pair": one_pair & (above == 1),
        "low pair": one_pair,
        "ace high": high == _ACE,
    }
    places = [MADE_HANDS.index(name) for name in is_made]
    return np.select(list(is_made.values()), places, MADE_HANDS.index("no made hand")), kinds


def _number_above(marked: NDArray[np.bool]) -> NDArray[np.intp]:
    """Return for each rank the number of higher marked ranks."""
    return np.cumsum(marked[::-1])[::-1] - marked


def _draws(
    combos: NDArray[np.uint8], board: list[int], kinds: NDArray[np.uint8]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the index of `DRAWS` and the outs of each combo."""
    ranks, suits = combos // _N_SUITS, combos % _N_SUITS
    own_suits = (suits[:, :, None] == np.arange(_N_SUITS)).sum(axis=1)
    board_suits = np.bincount(np.array(board) % _N_SUITS, minlength=_N_SUITS)
    of_suit = np.where(own_suits > 0, own_suits + board_suits, 0)
    is_drawing = kinds < Category.FLUSH
    flush_draw = is_drawing & (of_suit.max(axis=1) == 4)
    backdoor = is_drawing & (of_suit.max(axis=1) == 3) & (len(board) == 3)
    # The highest card of each suit that the board leaves. With it a flush draw is a nut flush draw.
    left = np.setdiff1d(np.arange(_N_RANKS * _N_SUITS), board)
    best = np.array([left[left % _N_SUITS == suit].max() for suit in range(_N_SUITS)])
    to_nuts = ((combos[:, :, None] == best) & (of_suit == 4)[:, None]).any(axis=(1, 2))

    has = np.bitwise_or.reduce(1 << ranks.astype(np.intp), axis=1) | _rank_bits(board)
    tops, bits = _straights(), 1 << np.arange(_N_RANKS)
    # For each hand and rank, whether a card of that rank makes a straight with at least one hole card.
    completes = tops[has[:, None] | bits] > tops[_rank_bits(board) | bits]
    completes &= (kinds < Category.STRAIGHT)[:, None]
    n_ranks = completes.sum(axis=1)
    open_ended = np.zeros(len(combos), dtype=np.bool_)
    for first in range(_N_RANKS - 4):
        in_a_row = has >> first & 0b1111 == 0b1111
        # The ace comes before the deuce, at index -1.
        open_ended |= in_a_row & completes[:, first - 1] & completes[:, first + 4]

    # The label is the first entry that applies.
    is_draw = {
        "combo draw": flush_draw & (n_ranks > 0),
        "nut flush draw": flush_draw & to_nuts,
        "flush draw": flush_draw,
        "open-ended straight draw": open_ended,
        "double gutshot": n_ranks >= 2,
        "gutshot": n_ranks == 1,
        "backdoor flush draw": backdoor,
    }
    # A suit has nine more cards. One card of each rank that makes a straight is of this suit, or makes a board flush.
    one_is_of_suit = flush_draw | (board_suits.max() == 4)
    outs = 9 * flush_draw + (4 - one_is_of_suit) * n_ranks
    places = [DRAWS.index(name) for name in is_draw]
    return np.select(list(is_draw.values()), places, DRAWS.index("no draw")), outs


def _rank_bits(cards: list[int]) -> int:
    """Return the ranks of cards as bits."""
    return sum({1 << card // _N_SUITS for card in cards})


@cache
def _straights() -> NDArray[np.intp]:
    """Return for each set of ranks, as bits, its highest straight: 1 (five high) to 10, or 0."""
    sets = np.arange(1 << _N_RANKS)
    with_low_ace = sets << 1 | sets >> _ACE
    tops: NDArray[np.intp] = np.max(
        [(with_low_ace >> first & 0b11111 == 0b11111) * (first + 1) for first in range(10)], axis=0
    )
    return tops
