//! The value of every combo on every board of three, four or five cards, in one table by the view of a board.
//!
//! The value of a combo is `2 * wins + ties` against the combos that an opponent can hold, on the board without further
//! cards: 990 combos on a whole board, and values of 0 to 1980. Without three cards of a suit on the board the value follows
//! from ranks alone: 6,175 whole boards by 91 pairs of ranks. Otherwise a combo has no, one or two cards of the flush suit:
//! 36,608 whole boards by 91 pairs of ranks by four choices of suited cards. All values of a board size are computed at
//! once: 28 MB for five cards in some tenths of a second, 5 MB for four, 0.3 MB for three.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::board_view::{BoardView, flush_suit};
use super::combo_grid::{Grid, write_words};
use super::ranked_board::{OPPONENT_COMBOS, Outcome};
use super::ranked_types::for_each_outcome;
use super::street::BOARD_CARDS;
use crate::cards::{CardSet, DECK};
use crate::combinatorics::{choose_small, subsets};
use crate::error::Result;
use crate::memory::{try_collect, try_push, try_vec};
use crate::runtime::Run;
use crate::runtime::lazy::Lazy;

/// The largest value on a whole board: a combo that beats all 990 others.
pub const MAX_VALUE: u16 = 2 * OPPONENT_COMBOS as u16;

/// Number of hands whose comparison one by one takes as long as building the values of a pattern.
const HANDS_A_PATTERN: usize = 16;

/// Boards of one step of the build.
const CHUNK: usize = 128;

/// Sorted lists of `len` ranks, which may repeat.
const fn sorted_lists(len: usize) -> usize {
    choose_small(13 + len - 1, len) as usize
}

/// Pairs of ranks, which may be equal.
pub(crate) const RANK_PAIRS: usize = sorted_lists(2);

/// The number of a pair of ranks.
#[inline(always)]
pub(crate) const fn rank_pair(low: usize, high: usize) -> usize {
    high * (high + 1) / 2 + low
}

/// The cards of a combo, `low < high`, that are of a suit: none, the higher, the lower, both.
#[inline(always)]
pub(crate) fn suited_cards(suit: u8, low: u8, high: u8) -> usize {
    usize::from(high & 3 == suit) + 2 * usize::from(low & 3 == suit)
}

/// The contribution of a rank, at its place in a sorted list, to the number of the list: `C(rank + place, place + 1)`.
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

/// Sorts a few numbers in ascending order, without branches.
#[inline(always)]
fn sorted<const N: usize>(mut numbers: [u8; N]) -> [u8; N] {
    for end in 1..N {
        for at in (1..=end).rev() {
            let (low, high) = (numbers[at - 1].min(numbers[at]), numbers[at - 1].max(numbers[at]));
            (numbers[at - 1], numbers[at]) = (low, high);
        }
    }
    numbers
}

/// The number of a sorted list of ranks among the lists of its length.
#[inline(always)]
fn number_of_sorted(ranks: &[u8]) -> usize {
    ranks.iter().zip(&SORTED_RANKS).map(|(&rank, terms)| usize::from(terms[usize::from(rank)])).sum()
}

/// Every sorted list of `len` ranks, in the order of their numbers.
fn every_sorted(len: usize) -> impl Iterator<Item = Vec<u8>> {
    std::iter::successors(Some(vec![0; len]), move |list| {
        // Advances the lowest place that can move up, and resets those below it.
        let moving = (0..len).find(|&place| list[place] < list.get(place + 1).copied().unwrap_or(12))?;
        let mut next = list.clone();
        next[..moving].fill(0);
        next[moving] += 1;
        Some(next)
    })
}

/// The colex rank of every 13-bit set among the sets of its size, which are ascending.
static NUMBER_OF_SET: [u16; 1 << 13] = {
    let mut table = [0; 1 << 13];
    let mut next = [0; 14];
    let mut set = 0;
    while set < table.len() {
        let size = set.count_ones() as usize;
        table[set] = next[size];
        next[size] += 1;
        set += 1;
    }
    table
};

/// The values of every combo on every board of `CARDS` cards, or other numbers of theirs.
pub struct PatternValues<const CARDS: usize, T = u16> {
    /// Boards without a flush suit by the number of their sorted ranks; five cards of one rank are not a board, and their
    /// row is 0.
    plain: Vec<[T; RANK_PAIRS]>,
    /// Boards with a flush suit: with three cards of it, with four, with five; then by their ranks of the suit; then by
    /// their other ranks. For two ranks `low <= high`: neither card of the flush suit, `high` of it, `low` of it, both.
    flush: Vec<[[T; 4]; RANK_PAIRS]>,
}

/// The values on one board.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub enum BoardValues<'a, T = u16> {
    /// No flush is possible.
    Plain(&'a [T; RANK_PAIRS]),
    /// Flushes of one suit are possible.
    Flush(u8, &'a [[T; 4]; RANK_PAIRS]),
}

/// The values on the boards of one view, to write.
pub(crate) enum ViewValues<'a, T> {
    /// No flush is possible.
    Plain(&'a mut [T; RANK_PAIRS]),
    /// Flushes are possible.
    Flush(&'a mut [[T; 4]; RANK_PAIRS]),
}

impl<T: Copy> ViewValues<'_, T> {
    /// Writes the value of a combo with cards of these types, `low <= high`.
    #[inline(always)]
    pub(crate) fn put(&mut self, high: usize, low: usize, value: T) {
        let values = match self {
            Self::Plain(values) => return values[rank_pair(low, high)] = value,
            Self::Flush(values) => values,
        };
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
    }
}

/// The place of the value of a combo on a board.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ValueCell {
    flush: bool,
    at: u32,
}

/// Boards on which every combo has the same value, by a number: boards that hands cannot distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Pattern {
    /// No flush is possible: the number of the ranks.
    Plain(u16),
    /// Flushes of one suit are possible: the suit, then the number of the ranks in and out of it.
    Flush(u8, u16),
}

macro_rules! shared {
    ($($cards:literal),+) => {$(
        impl PatternValues<$cards> {
            /// The one table of this process, built at the first call.
            ///
            /// # Errors
            /// [`Error::Cancelled`](crate::Error::Cancelled): the next call builds again.
            pub fn shared(run: &mut Run<'_>) -> Result<&'static Self> {
                Self::place().get_or_try_init(|| run.prepare(Self::build::<{ $cards + 2 }>))
            }

            /// The table for looking up `hands` hands; `None` if it is not built yet and the calls of this process have asked
            /// for too few hands to pay for the build. The results of calls do not depend on it, but their time does: a later
            /// call may be the one that builds. Calls with one hand do not count, as all of them should be quick.
            ///
            /// # Errors
            /// As [`shared`](Self::shared).
            pub(crate) fn for_hands(hands: usize, run: &mut Run<'_>) -> Result<Option<&'static Self>> {
                static ASKED: AtomicUsize = AtomicUsize::new(0);
                let known = Self::place().get();
                if known.is_some() || hands <= 1 {
                    return Ok(known);
                }
                let asked = ASKED.fetch_add(hands, Ordering::Relaxed).saturating_add(hands);
                if asked >= HANDS_A_PATTERN * Self::PATTERNS { Self::shared(run).map(Some) } else { Ok(None) }
            }

            fn place() -> &'static Lazy<Self> {
                static VALUES: Lazy<PatternValues<$cards>> = Lazy::new();
                &VALUES
            }
        }
    )+};
}

shared!(3, 4, 5);

impl<const CARDS: usize> PatternValues<CARDS> {
    /// The combos that an opponent can hold.
    pub const OPPONENTS: u32 = choose_small(DECK as usize - CARDS - 2, 2);

    /// Number of boards that hands can distinguish.
    const PATTERNS: usize = sorted_lists(CARDS) + Self::first_flush(CARDS + 1);

    /// Where the boards with `suited` cards of the flush suit begin.
    const fn first_flush(suited: usize) -> usize {
        let mut first = 0;
        let mut fewer = 3;
        while fewer < suited {
            first += choose_small(13, fewer) as usize * sorted_lists(CARDS - fewer);
            fewer += 1;
        }
        first
    }

    /// `HAND` is `CARDS + 2`.
    fn build<const HAND: usize>(run: &mut Run<'_>) -> Result<Self> {
        Self::of_outcomes::<HAND>(|outcome| (2 * outcome.win + outcome.tie) as u16, run)
    }

    /// A table of the numbers that `of` returns for the outcomes of combos. `HAND` is `CARDS + 2`.
    pub(crate) fn of_outcomes<const HAND: usize>(
        of: impl Fn(Outcome<u32>) -> u16 + Sync,
        run: &mut Run<'_>,
    ) -> Result<Self> {
        let fill = |(): &mut (), view: &BoardView, mut values: ViewValues<'_, u16>| {
            for_each_outcome::<HAND>(view, CardSet::EMPTY, |high, low, outcome| values.put(high, low, of(outcome)));
            Ok(())
        };
        Self::of_views(|| Ok(()), fill, run)
    }

    /// The pattern of a board of different cards.
    #[inline]
    pub(crate) fn pattern(board: &[u8; CARDS]) -> Pattern {
        let Some((suit, set)) = flush_suit(board) else {
            return Pattern::Plain(number_of_sorted(&sorted(board.map(|card| card >> 2))) as u16);
        };
        let set_number = usize::from(NUMBER_OF_SET[usize::from(set & 0x1fff)]);
        let mut others = board.iter().filter(|&&card| card & 3 != suit).map(|card| card >> 2);
        let number = match (others.next(), others.next()) {
            (Some(a), Some(b)) => set_number * RANK_PAIRS + number_of_sorted(&[a.min(b), a.max(b)]),
            (Some(a), None) => set_number * 13 + usize::from(a) + const { Self::first_flush(CARDS - 1) },
            _ => set_number + const { Self::first_flush(CARDS) },
        };
        Pattern::Flush(suit, number as u16)
    }

    /// The place where [`Self::at`] finds the value of a combo, `low < high`, on a board of other cards. A caller with many
    /// combos can find all places first, and then waits for memory once.
    #[inline]
    pub(crate) fn cell(board: &[u8; CARDS], low: u8, high: u8) -> ValueCell {
        let pair = rank_pair(usize::from(low >> 2), usize::from(high >> 2));
        match Self::pattern(board) {
            Pattern::Plain(number) => ValueCell { flush: false, at: (usize::from(number) * RANK_PAIRS + pair) as u32 },
            Pattern::Flush(suit, number) => {
                let at = (usize::from(number) * RANK_PAIRS + pair) * 4 + suited_cards(suit, low, high);
                ValueCell { flush: true, at: at as u32 }
            }
        }
    }

    /// The value in a cell.
    #[inline]
    pub(crate) fn at(&self, cell: ValueCell) -> u16 {
        let plain: &[u16] = self.plain.as_flattened();
        let values = if cell.flush { self.flush.as_flattened().as_flattened() } else { plain };
        values[cell.at as usize]
    }

    /// The values on a board of different cards. Public for a benchmark only: it trusts the cards.
    #[doc(hidden)]
    #[inline]
    pub fn of_board(&self, board: &[u8; CARDS]) -> BoardValues<'_> {
        self.of_pattern(Self::pattern(board))
    }
}

impl<const CARDS: usize, T: Copy + Default + Send> PatternValues<CARDS, T> {
    /// A table that `fill` writes view by view, with working memory of each thread, made with `new`. Values that it does not
    /// write are 0.
    pub(crate) fn of_views<S: Send>(
        new: impl Fn() -> Result<S> + Sync,
        fill: impl Fn(&mut S, &BoardView, ViewValues<'_, T>) -> Result<()> + Sync,
        run: &mut Run<'_>,
    ) -> Result<Self> {
        let view_of = |suited: u32, others: &[u8]| {
            let mut view = BoardView { counts: std::array::from_fn(|rank| (suited >> rank & 1) as u8), flush: None };
            for &rank in others {
                view.counts[usize::from(rank)] += 1;
            }
            BoardView { flush: (suited != 0).then_some((0, suited as u16)), ..view }
        };
        let plain = try_collect(every_sorted(CARDS).map(|ranks| Ok(view_of(0, &ranks))))?;
        let mut flush = vec![];
        for suited in 3..=CARDS {
            for set in subsets(13, suited as u32) {
                every_sorted(CARDS - suited).try_for_each(|others| try_push(&mut flush, view_of(set, &others)))?;
            }
        }

        let zero = T::default();
        let mut table = Self {
            plain: try_vec([zero; RANK_PAIRS], plain.len())?,
            flush: try_vec([[zero; 4]; RANK_PAIRS], flush.len())?,
        };
        let steps = plain.chunks(CHUNK).zip(table.plain.chunks_mut(CHUNK));
        run.fold(steps, plain.len().div_ceil(CHUNK), &new, |state, (views, values), _| {
            let boards = views.iter().zip(values).filter(|(view, _)| view.counts.iter().all(|&count| count <= 4));
            for (view, values) in boards {
                fill(state, view, ViewValues::Plain(values))?;
            }
            Ok(())
        })?;
        let steps = flush.chunks(CHUNK).zip(table.flush.chunks_mut(CHUNK));
        run.fold(steps, flush.len().div_ceil(CHUNK), &new, |state, (views, values), _| {
            for (view, values) in views.iter().zip(values) {
                fill(state, view, ViewValues::Flush(values))?;
            }
            Ok(())
        })?;
        Ok(table)
    }

    /// The values on the boards of a pattern.
    #[inline]
    pub(crate) fn of_pattern(&self, pattern: Pattern) -> BoardValues<'_, T> {
        match pattern {
            Pattern::Plain(number) => BoardValues::Plain(&self.plain[usize::from(number)]),
            Pattern::Flush(suit, number) => BoardValues::Flush(suit, &self.flush[usize::from(number)]),
        }
    }
}

impl<T: Copy> BoardValues<'_, T> {
    /// The value of a combo, `low < high`, that holds no card of the board.
    #[inline]
    pub(crate) fn value(self, low: u8, high: u8) -> T {
        let pair = rank_pair(usize::from(low >> 2), usize::from(high >> 2));
        match self {
            Self::Plain(values) => values[pair],
            Self::Flush(suit, values) => values[pair][suited_cards(suit, low, high)],
        }
    }
}

impl BoardValues<'_> {
    /// Writes `of_value(value)` to the slot of every combo; combos with a card of the board get arbitrary numbers.
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
