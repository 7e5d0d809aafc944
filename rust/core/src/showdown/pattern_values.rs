//! What every pair of hole cards is worth on every board of five: one table over what a hand can see of a board.
//!
//! The value of a pair is `2 * wins + ties` against the 990 pairs that an opponent can hold, 0 to 1980. Without three
//! cards of a suit on the board it follows from the ranks alone: 6,175 boards, 91 pairs of ranks. Otherwise cards of
//! the flush suit and cards of the other suits are two kinds: 36,608 boards, 91 pairs of ranks by four pairs of kinds.
//! All are computed once, in some tenths of a second, into 28 MB.

use std::sync::OnceLock;

use super::board_pattern::rank_multisets;
use super::pair_grid::{Grid, write_words};
use crate::combinatorics::{choose_small, colex_rank, subsets};
use crate::evaluator::keys::RANK_KEYS_7;
use crate::evaluator::{flush_strength_of_ranks, rank_strength_of_7};

/// The largest value: a pair that beats all 990 others.
pub const MAX_VALUE: u16 = 1980;

/// Pairs of ranks.
const RANK_PAIRS: usize = 91;
/// Colex numbers of sorted ranks: five of one rank are counted too, and left empty.
const MULTISETS: usize = choose_small(17, 5) as usize;

/// The number of a pair of ranks.
#[inline(always)]
const fn rank_pair(low: usize, high: usize) -> usize {
    high * (high + 1) / 2 + low
}

/// Numbers that read `C(rank + place, place + 1)`.
static SORTED_RANKS: [[u16; 13]; 5] = {
    let mut table = [[0; 13]; 5];
    let mut place = 0;
    while place < 5 {
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
    ranks.iter().zip(&SORTED_RANKS).map(|(&rank, numbers)| usize::from(numbers[usize::from(rank)])).sum()
}

/// The colex rank of a 13-bit set.
#[inline(always)]
fn number_of_set(ranks: u16) -> usize {
    static COLEX: OnceLock<Vec<u16>> = OnceLock::new();
    COLEX.get_or_init(|| (0..1 << 13).map(|set| colex_rank(set) as u16).collect())[usize::from(ranks & 0x1fff)].into()
}

/// The values of every pair on every board.
pub struct PatternValues {
    plain: Vec<[u16; RANK_PAIRS]>,
    /// For a pair of ranks `low <= high`: neither card of the flush suit, `high` of it, `low` of it, both.
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
        let mut plain = vec![[0; RANK_PAIRS]; MULTISETS];
        for multiset in rank_multisets() {
            let mut sorted = [0; 5];
            let ranks = multiset.groups().flat_map(|(rank, count)| std::iter::repeat_n(rank as u8, count));
            sorted.iter_mut().zip(ranks).for_each(|(to, rank)| *to = rank);
            let mut left = [4; 13];
            for rank in sorted {
                left[usize::from(rank)] -= 1;
            }
            let kinds = Kinds { key_sum: multiset.key_sum, left: &left, flush_ranks: 0 };
            kinds.values(|high, low, value| plain[number_of_sorted(&sorted)][rank_pair(low, high)] = value);
        }

        let mut flush = Vec::with_capacity(36_608);
        for suited in 3..=5u32 {
            for flush_ranks in subsets(13, suited) {
                for others in sorted_lists(5 - suited) {
                    let mut left = [3; 26];
                    let mut key_sum = 0;
                    for &rank in others {
                        left[usize::from(rank)] -= 1;
                        key_sum += RANK_KEYS_7[usize::from(rank)];
                    }
                    for (rank, key) in RANK_KEYS_7.iter().enumerate() {
                        let on_board = flush_ranks >> rank & 1;
                        key_sum += on_board * key;
                        left[13 + rank] = 1 - on_board;
                    }
                    let kinds = Kinds { key_sum, left: &left, flush_ranks: flush_ranks as u16 };
                    let mut values = [[0; 4]; RANK_PAIRS];
                    kinds.values(|high, low, value| {
                        let (high_rank, low_rank) = (high % 13, low % 13);
                        let mut put = |low, high, place: usize| values[rank_pair(low, high)][place] = value;
                        match (high >= 13, low >= 13) {
                            (false, _) => put(low_rank, high_rank, 0),
                            (true, true) => put(low_rank, high_rank, 3),
                            // One of each kind: the suited card may be the higher, the lower, or of the same rank.
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
                    flush.push(values);
                }
            }
        }
        Self { plain, flush }
    }

    /// The values on a board of five different cards.
    #[inline]
    pub fn of_board(&self, board: &[u8; 5]) -> BoardValues<'_> {
        let mut sets = [0u16; 4];
        for card in board {
            sets[usize::from(card & 3)] |= 1 << (card >> 2);
        }
        let Some(suit) = (0..4u8).find(|&s| sets[usize::from(s)].count_ones() >= 3) else {
            let mut ranks = board.map(|card| card >> 2);
            ranks.sort_unstable();
            return BoardValues::Plain(&self.plain[number_of_sorted(&ranks)]);
        };
        let set = sets[usize::from(suit)];
        let mut others = board.iter().filter(|&&card| card & 3 != suit).map(|card| card >> 2);
        let number = match (others.next(), others.next()) {
            (Some(a), Some(b)) => number_of_set(set) * 91 + number_of_sorted(&[a.min(b), a.max(b)]),
            (Some(a), None) => 286 * 91 + number_of_set(set) * 13 + usize::from(a),
            _ => 286 * 91 + 715 * 13 + number_of_set(set),
        };
        BoardValues::Flush(suit, &self.flush[number])
    }
}

impl BoardValues<'_> {
    /// The value of one pair, `low < high`, that leaves the board alone.
    #[inline]
    pub fn value(self, low: u8, high: u8) -> u16 {
        let pair = rank_pair(usize::from(low >> 2), usize::from(high >> 2));
        match self {
            Self::Plain(values) => values[pair],
            Self::Flush(suit, values) => values[pair][usize::from(high & 3 == suit) + 2 * usize::from(low & 3 == suit)],
        }
    }

    /// Something about the value of every pair, into its slot; pairs that hold a board card get something too.
    #[inline(always)]
    pub fn spread(self, grid: &mut Grid, of_value: impl Fn(u16) -> u16) {
        let everywhere = |value: u16| 0x0001_0001_0001_0001 * u64::from(of_value(value));
        match self {
            Self::Plain(values) => {
                let mut next = values.iter();
                write_words(grid, |_, _| [everywhere(next.next().copied().unwrap_or(0)); 4]);
            }
            Self::Flush(suit, values) => {
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

/// The sorted lists of `len <= 2` ranks, in the order of their numbers.
fn sorted_lists(len: u32) -> &'static [Vec<u8>] {
    static LISTS: OnceLock<[Vec<Vec<u8>>; 3]> = OnceLock::new();
    let lists = LISTS.get_or_init(|| {
        let pairs = (0..13u8).flat_map(|high| (0..=high).map(move |low| vec![low, high]));
        [vec![vec![]], (0..13).map(|rank| vec![rank]).collect(), pairs.collect()]
    });
    &lists[len as usize]
}

/// The cards that are left in the deck by kind: ranks 0 to 12 outside the flush suit, then, if there is one, in it.
struct Kinds<'a> {
    /// The sum of the rank keys of the board.
    key_sum: u32,
    /// How many cards are left of each kind.
    left: &'a [u32],
    /// The board's ranks of the flush suit.
    flush_ranks: u16,
}

impl Kinds<'_> {
    /// Tells `put` the value of every pair of kinds `low <= high` that can be held.
    fn values(&self, mut put: impl FnMut(usize, usize, u16)) {
        let mut pairs: Vec<(u16, u8, u8)> = Vec::with_capacity(351);
        for (high, &n_high) in self.left.iter().enumerate() {
            for (low, &n_low) in self.left[..=high].iter().enumerate() {
                if if high == low { n_high >= 2 } else { n_high * n_low > 0 } {
                    pairs.push((self.strength(high, low), high as u8, low as u8));
                }
            }
        }
        pairs.sort_unstable();

        // Pairs that are weaker: all of them, and those that hold one certain card of a kind.
        let mut weaker = 0;
        let mut weaker_with = [0; 26];
        for group in pairs.chunk_by(|a, b| a.0 == b.0) {
            let mut equal = 0;
            let mut equal_with = [0; 26];
            for &(_, high, low) in group {
                let (high, low) = (usize::from(high), usize::from(low));
                let (n_high, n_low) = (self.left[high], self.left[low]);
                if high == low {
                    equal += n_high * (n_high - 1) / 2;
                    equal_with[high] += n_high - 1;
                } else {
                    equal += n_high * n_low;
                    equal_with[high] += n_low;
                    equal_with[low] += n_high;
                }
            }
            for &(_, high, low) in group {
                let (high, low) = (usize::from(high), usize::from(low));
                let wins = weaker - weaker_with[high] - weaker_with[low];
                // The pair itself holds both cards.
                let ties = equal + 1 - equal_with[high] - equal_with[low];
                put(high, low, (2 * wins + ties) as u16);
            }
            weaker += equal;
            weaker_with.iter_mut().zip(equal_with).for_each(|(sum, more)| *sum += more);
        }
    }

    fn strength(&self, high: usize, low: usize) -> u16 {
        let suited = |kind: usize| if kind >= 13 { 1 << (kind - 13) } else { 0u16 };
        let ranks = rank_strength_of_7(self.key_sum + RANK_KEYS_7[high % 13] + RANK_KEYS_7[low % 13]);
        ranks.max(flush_strength_of_ranks(self.flush_ranks | suited(high) | suited(low)))
    }
}
