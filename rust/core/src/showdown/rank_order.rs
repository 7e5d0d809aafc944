//! The order of the combos on a board on which one suited hole card makes no flush.
//!
//! With fewer than three cards of a suit on the board, only the two ranks of a combo matter. So 91 pairs of ranks are sorted
//! instead of 1,081 combos, and processed sixteen combos at a time. Three cards of a suit add the 45 combos of two more
//! cards of it: no two of them are equally strong, all beat every straight, and only straight flushes beat a full house.

use super::board_view::flush_suit;
use super::combo_grid::{SLOTS, clear_card, slot};
use super::outcome::{Outcome, Sink, Weight};
use super::seen_sums::SeenSums;
use super::street::BOARD_CARDS;
use crate::cards::{COMBO_COUNT, COMBOS, CardSet, DECK, RANKS, combo_id};
use crate::combinatorics::choose_small;
use crate::evaluator::keys::RANK_KEYS_7;
use crate::evaluator::{Category, MAX_STRENGTH, flush_strength_of_ranks, rank_strength};
use crate::runtime::simd::Simd4;

/// Cards of the flush suit on a board that needs two more for a flush.
const SUITED: u32 = 3;
/// Number of combos of two more.
pub(super) const FLUSHES: usize = choose_small(RANKS as usize - SUITED as usize, 2) as usize;
/// Number of pairs of ranks, equal ranks included.
const RANK_PAIRS: usize = choose_small(RANKS as usize + 1, 2) as usize;

/// The weakest straight flush and the weakest full house.
const STRAIGHT_FLUSH: u16 = MAX_STRENGTH + 1 - Category::StraightFlush.count();
const FULL_HOUSE: u16 = STRAIGHT_FLUSH - Category::FourOfAKind.count() - Category::FullHouse.count();

/// Weakest first.
pub(super) struct RankOrder {
    pairs: [RankPair; RANK_PAIRS],
    flushes: Option<FlushCombos>,
}

/// The combos of a board as its order has them.
pub(super) struct OrderedCombos<'a> {
    /// The suit of the flushes, if there are any.
    pub(super) suit: Option<u8>,
    /// All flushes.
    pub(super) flushes: &'a [u16],
    /// Pairs of ranks, then flushes that beat them; then stronger pairs, and straight flushes.
    pub(super) parts: [(&'a [RankPair], &'a [u16]); 2],
}

/// The combos of two ranks, `low <= high`: equally strong, except for flushes.
#[derive(Clone, Copy)]
pub(super) struct RankPair {
    strength: u16,
    high: u8,
    low: u8,
}

impl RankPair {
    /// Whether combos of both pairs are equally strong.
    #[inline(always)]
    pub(super) fn ties(self, other: Self) -> bool {
        self.strength == other.strength
    }

    #[inline(always)]
    pub(super) fn high(self) -> usize {
        self.high.into()
    }

    #[inline(always)]
    pub(super) fn low(self) -> usize {
        self.low.into()
    }
}

/// The combos of two cards of the suit with three cards on the board.
struct FlushCombos {
    suit: u8,
    /// Their numbers, weakest first.
    combos: [u16; FLUSHES],
    /// Number of those that are not straight flushes.
    plain: usize,
}

impl RankOrder {
    /// The order on a board, ascending; `None` if one card of a hand can make a flush, or the board is a flush. `last` is
    /// the order of another board.
    pub(super) fn new(board: [u8; BOARD_CARDS], last: Option<([u8; BOARD_CARDS], Box<Self>)>) -> Option<Box<Self>> {
        let flush = flush_suit(&board);
        if flush.is_some_and(|(_, ranks)| ranks.count_ones() > SUITED) {
            return None;
        }
        let of_ranks = |board: [u8; BOARD_CARDS]| board.map(|card| card / 4);
        let mut order = match last {
            Some((last, order)) if of_ranks(last) == of_ranks(board) => order,
            _ => Box::new(Self { pairs: ascending_pairs(board), flushes: None }),
        };
        order.flushes = flush.map(|(suit, ranks)| FlushCombos::new(suit, ranks));
        Some(order)
    }

    /// Reports to `sink` the outcome of every combo without a card of the board against opponents of these weights.
    #[inline(always)]
    pub(super) fn walk<W: Weight>(
        &self,
        simd: impl Simd4<W>,
        board: CardSet,
        weights: &[W; COMBO_COUNT],
        sink: &mut impl Sink<W>,
    ) {
        let OrderedCombos { suit, flushes, parts } = self.in_order();
        let mut walk = RankWalk::new(simd, board, suit, flushes, weights);
        for (pairs, combos) in parts {
            walk.pairs(pairs, sink);
            walk.flushes(combos, weights, sink);
        }
    }

    /// The combos, weakest first.
    #[inline(always)]
    pub(super) fn in_order(&self) -> OrderedCombos<'_> {
        let (suit, flushes, plain): (_, &[u16], _) = self
            .flushes
            .as_ref()
            .map_or((None, &[], 0), |flushes| (Some(flushes.suit), &flushes.combos, flushes.plain));
        let weaker_pairs = self.pairs.partition_point(|pair| pair.strength < FULL_HOUSE);
        let ((weaker, stronger), (plain, straight)) = (self.pairs.split_at(weaker_pairs), flushes.split_at(plain));
        OrderedCombos { suit, flushes, parts: [(weaker, plain), (stronger, straight)] }
    }
}

impl FlushCombos {
    /// The flushes of a board with these three ranks of a suit.
    fn new(suit: u8, of_board: u16) -> Self {
        let ranks = || (0..RANKS).filter(|rank| of_board >> rank & 1 == 0);
        let both = ranks().flat_map(|high| ranks().take_while(move |&low| low < high).map(move |low| (low, high)));
        let mut found = [0u32; FLUSHES];
        for (found, (low, high)) in found.iter_mut().zip(both) {
            let strength = flush_strength_of_ranks(of_board | 1 << low | 1 << high);
            *found = u32::from(strength) << 16 | u32::from(combo_id(4 * low + suit, 4 * high + suit));
        }
        found.sort_unstable();
        let plain = found.partition_point(|&flush| (flush >> 16) < u32::from(STRAIGHT_FLUSH));
        Self { suit, combos: found.map(|flush| flush as u16), plain }
    }
}

/// Sorts the pairs of ranks by strength, on a board without flushes. Pairs that nobody can hold have an arbitrary strength.
fn ascending_pairs(board: [u8; BOARD_CARDS]) -> [RankPair; RANK_PAIRS] {
    let key = |rank: u8| RANK_KEYS_7[usize::from(rank)];
    let of_board: u32 = board.iter().map(|card| key(card / 4)).sum();
    let mut pairs = [0u32; RANK_PAIRS];
    let ranks = (0..RANKS).flat_map(|high| (0..=high).map(move |low| (high, low)));
    for (pair, (high, low)) in pairs.iter_mut().zip(ranks) {
        let strength = rank_strength::<7>(of_board + key(high) + key(low));
        *pair = u32::from(strength) << 8 | u32::from(high) << 4 | u32::from(low);
    }
    pairs.sort_unstable();
    pairs.map(|pair| RankPair { strength: (pair >> 8) as u16, high: (pair >> 4 & 15) as u8, low: (pair & 15) as u8 })
}

/// Running sums of a sweep from the weakest combo up.
struct RankWalk<W, F> {
    simd: F,
    board: CardSet,
    board_ranks: u16,
    flush_suit: Option<u8>,
    /// The weights of the combos that are not flushes and have no card of the board; 0 for others.
    grid: [W; SLOTS],
    weaker: SeenSums<W>,
    /// Sums of the current strength.
    equal: SeenSums<W>,
}

impl<W: Weight, F: Simd4<W>> RankWalk<W, F> {
    #[inline(always)]
    fn new(simd: F, board: CardSet, flush_suit: Option<u8>, flushes: &[u16], weights: &[W; COMBO_COUNT]) -> Self {
        let mut grid = [W::default(); SLOTS];
        for card in 1..DECK {
            let (first, n) = (usize::from(combo_id(0, card)), usize::from(card));
            grid[slot(0, card)..][..n].copy_from_slice(&weights[first..][..n]);
        }
        board.ids().for_each(|card| clear_card(&mut grid, card));
        for &combo in flushes {
            let [low, high] = COMBOS[usize::from(combo)];
            grid[slot(low, high)] = W::default();
        }
        let board_ranks = board.ids().fold(0, |ranks, card| ranks | 1 << (card / 4));
        Self { simd, board, board_ranks, flush_suit, grid, weaker: SeenSums::default(), equal: SeenSums::default() }
    }

    #[inline(always)]
    fn pairs(&mut self, pairs: &[RankPair], sink: &mut impl Sink<W>) {
        for group in pairs.chunk_by(|a, b| a.ties(*b)) {
            for &pair in group {
                let of_pair = sums_of(self.simd, pair, &self.grid);
                self.equal.add_pair(self.simd, pair, of_pair);
            }
            for &pair in group {
                self.pair(pair, sink);
            }
            for &pair in group {
                self.weaker.take(self.simd, pair, &mut self.equal);
            }
        }
    }

    #[inline(always)]
    fn pair<S: Sink<W>>(&self, pair: RankPair, sink: &mut S) {
        let Self { simd, ref weaker, ref equal, .. } = *self;
        let (high, low) = (usize::from(pair.high), usize::from(pair.low));
        let is_whole = S::MAY_HEAR_MORE || (self.board_ranks >> high | self.board_ranks >> low) & 1 == 0;
        for suit in 0..4 {
            let card = 4 * pair.high + suit;
            let own = four(&self.grid, pair, suit);
            let rest = weaker.all - weaker.with[high][usize::from(suit)];
            let equal_rest = equal.all - equal.with[high][usize::from(suit)];
            let first = combo_id(0, card.max(1)) + u16::from(4 * pair.low);
            let has_flush = !S::MAY_HEAR_MORE && self.flush_suit == Some(suit);
            if high != low && is_whole && !has_flush {
                let win = simd.sub(simd.splat(rest), simd.load(&weaker.with[low]));
                // The combo itself holds both cards, so it is subtracted twice.
                let tie = simd.add(simd.splat(equal_rest), simd.load(own));
                let tie = simd.sub(tie, simd.load(&equal.with[low]));
                sink.four(first, simd.store(win), simd.store(tie));
                continue;
            }
            let lows = if high == low { suit } else { 4 };
            for i in 0..lows {
                let on_board = (self.board.bits() >> card | self.board.bits() >> (4 * pair.low + i)) & 1 != 0;
                if S::MAY_HEAR_MORE || !(on_board || has_flush && i == suit) {
                    let at = usize::from(i);
                    let tie = equal_rest + own[at] - equal.with[low][at];
                    sink.one(first + u16::from(i), Outcome { win: rest - weaker.with[low][at], tie });
                }
            }
        }
    }

    #[inline(always)]
    fn flushes(&mut self, combos: &[u16], weights: &[W; COMBO_COUNT], sink: &mut impl Sink<W>) {
        for &combo in combos {
            let cards = COMBOS[usize::from(combo)];
            sink.one(combo, Outcome { win: self.weaker.without(cards), tie: W::default() });
            self.weaker.add(cards, weights[usize::from(combo)]);
        }
    }
}

/// The weights of the combos of a pair of ranks by the card of the higher rank, and by that of the lower.
#[inline(always)]
pub(super) fn sums_of<W: Weight, F: Simd4<W>>(simd: F, pair: RankPair, grid: &[W; SLOTS]) -> [F::X4; 2] {
    let [a, b] = [simd.load(four(grid, pair, 0)), simd.load(four(grid, pair, 1))];
    let [c, d] = [simd.load(four(grid, pair, 2)), simd.load(four(grid, pair, 3))];
    let of_low = simd.add(simd.add(simd.add(a, b), c), d);
    [simd.hsum4([a, b, c, d]), of_low]
}

impl<W: Weight> SeenSums<W> {
    /// Adds the combos of a pair of ranks, given [`sums_of`] it.
    #[inline(always)]
    pub(super) fn add_pair<F: Simd4<W>>(&mut self, simd: F, pair: RankPair, [of_high, of_low]: [F::X4; 2]) {
        let [a, b, c, d] = simd.store(of_high);
        self.all = self.all + ((a + b) + (c + d));
        let with = &mut self.with[usize::from(pair.high)];
        *with = simd.store(simd.add(simd.load(with), of_high));
        let with = &mut self.with[usize::from(pair.low)];
        *with = simd.store(simd.add(simd.load(with), of_low));
    }

    /// Adds the sums of `other` for two ranks and in total, and clears them there.
    #[inline(always)]
    fn take(&mut self, simd: impl Simd4<W>, pair: RankPair, other: &mut Self) {
        self.all = self.all + std::mem::take(&mut other.all);
        for rank in [pair.high, pair.low] {
            let (with, more) = (&mut self.with[usize::from(rank)], &mut other.with[usize::from(rank)]);
            *with = simd.store(simd.add(simd.load(with), simd.load(more)));
            *more = [W::default(); 4];
        }
    }
}

/// The weights of one card of the higher rank of a pair with each of the lower.
#[inline(always)]
pub(super) fn four<W>(grid: &[W; SLOTS], pair: RankPair, suit: u8) -> &[W; 4] {
    // A row consists of whole words, so this one exists.
    &grid.as_chunks().0[slot(4 * pair.low, 4 * pair.high + suit) / 4]
}

/// [`four`], to write to.
#[inline(always)]
pub(super) fn four_mut<W>(grid: &mut [W; SLOTS], pair: RankPair, suit: u8) -> &mut [W; 4] {
    &mut grid.as_chunks_mut().0[slot(4 * pair.low, 4 * pair.high + suit) / 4]
}
