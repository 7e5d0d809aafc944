//! What every combo is worth on every board of five, in one table over what a hand can see of a board.
//!
//! The value of a combo is `2 * wins + ties` against the 990 combos that an opponent can hold, 0 to 1980. Without three
//! cards of a suit on the board the value follows from ranks alone: 6,175 boards by 91 pairs of ranks. Otherwise a
//! combo also has no, one or two cards of the flush suit: 36,608 boards by 91 pairs of ranks by four choices of which
//! card is suited. All values are computed once, in some tenths of a second, into 28 MB.

use std::sync::OnceLock;

use super::board_pattern::rank_multisets;
use super::board_view::{BoardView, flush_suit};
use super::combo_grid::{Grid, write_words};
use super::ranked_board::OPPONENT_COMBOS;
use super::ranked_types::for_each_outcome;
use super::street::BOARD_CARDS;
use crate::cards::CardSet;
use crate::combinatorics::{choose_small, colex_rank, subsets};

/// The largest value: a combo that beats all 990 others.
pub const MAX_VALUE: u16 = 2 * OPPONENT_COMBOS as u16;

/// Sorted lists of `len` ranks, which may repeat.
const fn sorted_lists(len: usize) -> usize {
    choose_small(13 + len - 1, len) as usize
}

/// Boards with `suited` cards of the flush suit, as a hand sees them.
const fn flush_boards(suited: usize) -> usize {
    choose_small(13, suited) as usize * sorted_lists(BOARD_CARDS - suited)
}

/// Pairs of ranks, which may be equal.
const RANK_PAIRS: usize = sorted_lists(2);

/// The number of a pair of ranks.
#[inline(always)]
const fn rank_pair(low: usize, high: usize) -> usize {
    high * (high + 1) / 2 + low
}

/// The term that a rank adds, at its place in a sorted list, to the number of the list: `C(rank + place, place + 1)`.
static SORTED_RANKS: [[u16; 13]; BOARD_CARDS] = {
    let mut table = [[0; 13]; BOARD_CARDS];
    let mut place = 0;
    while place < BOARD_CARDS {
        let mut rank = 0;
        while rank < 13 {
            table[place][rank] = choose_small(rank + place, place + 1) as u16;
            rank += 1;
        }
        place += 1;
    }
    table
};

/// The number of a sorted list of ranks among the lists of its length.
#[inline(always)]
fn number_of_sorted(ranks: &[u8]) -> usize {
    ranks.iter().zip(&SORTED_RANKS).map(|(&rank, terms)| usize::from(terms[usize::from(rank)])).sum()
}

/// The colex rank of a 13-bit set.
#[inline(always)]
fn number_of_set(ranks: u16) -> usize {
    static COLEX: OnceLock<Vec<u16>> = OnceLock::new();
    COLEX.get_or_init(|| (0..1 << 13).map(|set| colex_rank(set) as u16).collect())[usize::from(ranks & 0x1fff)].into()
}

/// The values of every combo on every board.
pub struct PatternValues {
    /// Boards without a flush suit by the number of their sorted ranks; five of one rank are no board, their row is 0.
    plain: Vec<[u16; RANK_PAIRS]>,
    /// Boards with a flush suit: with three cards of it, with four, with five; then by their ranks of the suit; then by
    /// their other ranks. For two ranks `low <= high`: neither card of the flush suit, `high` of it, `low` of it, both.
    flush: Vec<[[u16; 4]; RANK_PAIRS]>,
}

/// The values on one board.
#[derive(Clone, Copy)]
pub enum BoardValues<'a> {
    /// No flush can be made.
    #[doc(hidden)]
    Plain(&'a [u16; RANK_PAIRS]),
    /// Flushes of one suit can.
    #[doc(hidden)]
    Flush(u8, &'a [[u16; 4]; RANK_PAIRS]),
}

/// The one table of this process, built at the first call.
pub fn pattern_values() -> &'static PatternValues {
    static VALUES: OnceLock<PatternValues> = OnceLock::new();
    VALUES.get_or_init(PatternValues::new)
}

impl PatternValues {
    fn new() -> Self {
        let mut plain = vec![[0; RANK_PAIRS]; sorted_lists(BOARD_CARDS)];
        for multiset in rank_multisets() {
            let ranks = multiset.groups().flat_map(|(rank, count)| std::iter::repeat_n(rank as u8, count));
            let values = &mut plain[number_of_sorted(&ranks.collect::<Vec<_>>())];
            for_each_value(&multiset.view(None), |high, low, value| values[rank_pair(low, high)] = value);
        }

        let mut flush = Vec::with_capacity(flush_boards(3) + flush_boards(4) + flush_boards(5));
        // The ranks of the cards outside the flush suit, in the order of their numbers.
        let one: Vec<Vec<usize>> = (0..13).map(|rank| vec![rank]).collect();
        let two: Vec<Vec<usize>> = (0..13).flat_map(|high| (0..=high).map(move |low| vec![low, high])).collect();
        for (suited, others) in [(3, two), (4, one), (5, vec![vec![]])] {
            for flush_ranks in subsets(13, suited) {
                let suited: [u8; 13] = std::array::from_fn(|rank| (flush_ranks >> rank & 1) as u8);
                for others in &others {
                    let mut view = BoardView { counts: suited, flush: Some((0, flush_ranks as u16)) };
                    for &rank in others {
                        view.counts[rank] += 1;
                    }
                    flush.push(flush_values(&view));
                }
            }
        }
        Self { plain, flush }
    }

    /// The values on a board of five different cards.
    #[inline]
    pub fn of_board(&self, board: &[u8; BOARD_CARDS]) -> BoardValues<'_> {
        let Some((suit, set)) = flush_suit(board) else {
            let mut ranks = board.map(|card| card >> 2);
            ranks.sort_unstable();
            return BoardValues::Plain(&self.plain[number_of_sorted(&ranks)]);
        };
        let mut others = board.iter().filter(|&&card| card & 3 != suit).map(|card| card >> 2);
        let number = match (others.next(), others.next()) {
            (Some(a), Some(b)) => number_of_set(set) * RANK_PAIRS + number_of_sorted(&[a.min(b), a.max(b)]),
            (Some(a), None) => number_of_set(set) * 13 + usize::from(a) + const { flush_boards(3) },
            _ => number_of_set(set) + const { flush_boards(3) + flush_boards(4) },
        };
        BoardValues::Flush(suit, &self.flush[number])
    }
}

impl BoardValues<'_> {
    /// The value of a combo, `low < high`, that holds no card of the board.
    #[inline]
    pub fn value(self, low: u8, high: u8) -> u16 {
        let pair = rank_pair(usize::from(low >> 2), usize::from(high >> 2));
        match self {
            Self::Plain(values) => values[pair],
            Self::Flush(suit, values) => values[pair][usize::from(high & 3 == suit) + 2 * usize::from(low & 3 == suit)],
        }
    }

    /// Writes `of_value(value)` to the slot of every combo; what a combo with a card of the board gets means nothing.
    #[inline(always)]
    pub fn spread(self, grid: &mut Grid, of_value: impl Fn(u16) -> u16) {
        let everywhere = |value: u16| 0x0001_0001_0001_0001 * u64::from(of_value(value));
        match self {
            Self::Plain(values) => {
                let mut next = values.iter();
                write_words(grid, |_, _| [everywhere(next.next().copied().unwrap_or(0)); 4]);
            }
            Self::Flush(suit, values) => {
                // A word holds the lower card in each of the four suits; its lane of the flush suit gets another value.
                let lane = 0xffff << (16 * suit);
                let word = |others, suited| everywhere(others) & !lane | everywhere(suited) & lane;
                let mut next = values.iter();
                write_words(grid, |_, _| {
                    let &[neither, high, low, both] = next.next().unwrap_or(&[0; 4]);
                    let mut rows = [word(neither, low); 4];
                    rows[usize::from(suit & 3)] = word(high, both);
                    rows
                });
            }
        }
    }
}

/// The values on a board with a flush suit, by pair of ranks and by which of the two cards are of the suit.
fn flush_values(view: &BoardView) -> [[u16; 4]; RANK_PAIRS] {
    let mut values = [[0; 4]; RANK_PAIRS];
    for_each_value(view, |high, low, value| {
        let (high_rank, low_rank) = (high % 13, low % 13);
        let mut put = |low, high, place: usize| values[rank_pair(low, high)][place] = value;
        match (high >= 13, low >= 13) {
            (false, _) => put(low_rank, high_rank, 0),
            (true, true) => put(low_rank, high_rank, 3),
            // One card of the suit and one of another: the suited card has the higher rank, the lower, or the same.
            (true, false) => {
                if high_rank >= low_rank {
                    put(low_rank, high_rank, 1);
                }
                if high_rank <= low_rank {
                    put(high_rank, low_rank, 2);
                }
            }
        }
    });
    values
}

/// Tells `put`, for every two types `low <= high` of cards that can be held together, the value of such a hand.
fn for_each_value(view: &BoardView, mut put: impl FnMut(usize, usize, u16)) {
    for_each_outcome(view, CardSet::EMPTY, |high, low, outcome| put(high, low, (2 * outcome.win + outcome.tie) as u16));
}
