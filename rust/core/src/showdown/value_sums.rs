//! Values of every combo against eight sets of opponents at once, added up board by board.
//!
//! A value is `2 * wins + ties`. The combos of two ranks are equally strong unless one of them makes a flush. So a walk over
//! the pairs of ranks, from the weakest up, keeps one running sum: twice the opponents that are weaker, and once those that
//! are as strong. It gives the values of the sixteen combos of a pair in four vectors.

use super::combo_grid::{COMBOS_WITH, SLOTS, SLOTS_WITH, clear_card, slot};
use super::outcome::{Outcome, Told};
use super::pattern_values::MAX_VALUE;
use super::rank_order::{FLUSHES, OrderedCombos, RankPair, four, four_mut, sums_of};
use super::ranked_board::{BoardOrder, CombosInOrder, combo_by_combo};
use super::seen_sums::SeenSums;
use crate::cards::{COMBO_COUNT, COMBOS};
use crate::error::Result;
use crate::memory::try_boxed;
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};
use crate::runtime::simd::{Simd4, U16x8};

/// Sets of opponents.
pub(crate) const LANES: usize = 8;

/// Boards whose values fit together in 16 bits.
const ROOM: u32 = u16::MAX as u32 / MAX_VALUE as u32;

/// The weights of every combo: a number in each lane.
pub(crate) type LaneWeights = [U16x8; COMBO_COUNT];

/// A number in each lane for every slot of a grid.
#[derive(Clone)]
#[repr(align(64))]
struct LaneGrid([U16x8; SLOTS]);

const ZEROS: LaneGrid = LaneGrid([U16x8([0; LANES]); SLOTS]);

/// The sums of the values of every combo, over boards that begin with the same cards.
pub(crate) struct ValueSums {
    level: Proven,
    of_combo: Box<LaneWeights>,
    /// The weights of the combos without a card of the beginning; those weights, but 0 for combos that the walk over a board
    /// must not meet; and the sums of the last few boards. Sums of combos with a card of the beginning mean nothing.
    grids: Box<[LaneGrid; 3]>,
    n_recent: u32,
    /// The sums of all boards before.
    sums: Box<[[u32; LANES]; SLOTS]>,
}

impl ValueSums {
    /// Values against these opponents.
    pub(crate) fn new(level: Proven, weights: Box<LaneWeights>) -> Result<Self> {
        Ok(Self { level, of_combo: weights, grids: try_boxed(ZEROS)?, n_recent: 0, sums: try_boxed([0; LANES])? })
    }

    /// Forgets all boards. The next ones begin with these cards.
    pub(crate) fn begin(&mut self, cards: &[u8]) {
        let [weights, on_board, recent] = &mut *self.grids;
        for ([low, high], &weight) in COMBOS.into_iter().zip(&*self.of_combo) {
            weights.0[slot(low, high)] = weight;
        }
        for &card in cards {
            clear_card(&mut weights.0, card);
        }
        on_board.0.copy_from_slice(&weights.0);
        recent.0.fill(U16x8::default());
        self.n_recent = 0;
        self.sums.fill([0; LANES]);
    }

    /// Adds a board: the cards of the beginning and those dealt.
    pub(crate) fn add(&mut self, board: &BoardOrder, dealt: &[u8]) {
        if self.n_recent == ROOM {
            self.settle();
        }
        self.n_recent += 1;
        let [weights, on_board, recent] = &mut *self.grids;
        match board.combos() {
            CombosInOrder::Combos(order) => {
                let add = |combo, Outcome { win, tie }| {
                    let sum = &mut recent.0[slot_of(combo)];
                    *sum = *sum + win + win + tie;
                };
                combo_by_combo(order, &self.of_combo, &mut Told(add));
            }
            CombosInOrder::Ranks(order) => {
                self.level.run(AddRanks { order: order.in_order(), dealt, weights, on_board, recent });
            }
        }
    }

    /// Moves the recent boards to the sums.
    pub(crate) fn settle(&mut self) {
        let [_, _, recent] = &mut *self.grids;
        for (sums, recent) in self.sums.iter_mut().zip(&mut recent.0) {
            for (sum, value) in sums.iter_mut().zip(std::mem::take(recent).0) {
                *sum += u32::from(value);
            }
        }
        self.n_recent = 0;
    }

    /// The sums of every slot when [`Self::settle`] was called.
    pub(crate) fn sums(&self) -> &[[u32; LANES]; SLOTS] {
        &self.sums
    }
}

/// The slot of a combo.
#[inline(always)]
fn slot_of(combo: u16) -> usize {
    let [low, high] = COMBOS[usize::from(combo)];
    slot(low, high)
}

/// Adds the values on a board whose flushes need two cards of a hand.
struct AddRanks<'a> {
    order: OrderedCombos<'a>,
    dealt: &'a [u8],
    weights: &'a LaneGrid,
    on_board: &'a mut LaneGrid,
    recent: &'a mut LaneGrid,
}

impl Kernel for AddRanks<'_> {
    type Output = ();
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { order, dealt, weights, on_board, recent } = self;
        let (weights, on_board, recent) = (&weights.0, &mut on_board.0, &mut recent.0);

        // The walk adds to all sixteen combos of a pair. Some of them hold a dealt card or make a flush: their sums are kept
        // here, and put back at the end.
        let mut of_dealt = [[U16x8::default(); COMBOS_WITH]; 2];
        let mut of_flushes = [U16x8::default(); FLUSHES];
        for (kept, &card) in of_dealt.iter_mut().zip(dealt) {
            for (kept, &slot) in kept.iter_mut().zip(&SLOTS_WITH[usize::from(card)]) {
                *kept = recent[usize::from(slot)];
                on_board[usize::from(slot)] = U16x8::default();
            }
        }
        for (kept, &combo) in of_flushes.iter_mut().zip(order.flushes) {
            *kept = recent[slot_of(combo)];
            on_board[slot_of(combo)] = U16x8::default();
        }

        let mut seen = SeenSums::default();
        let mut flush = 0;
        for (pairs, flushes) in order.parts {
            add_pairs(isa.lanes(), pairs, &mut seen, on_board, recent);
            for &combo in flushes {
                let (cards, weight) = (COMBOS[usize::from(combo)], weights[slot_of(combo)]);
                of_flushes[flush] = of_flushes[flush] + seen.without(cards);
                flush += 1;
                seen.add(cards, weight + weight);
            }
        }

        for (kept, &card) in of_dealt.iter().zip(dealt) {
            for (&kept, &slot) in kept.iter().zip(&SLOTS_WITH[usize::from(card)]) {
                recent[usize::from(slot)] = kept;
                on_board[usize::from(slot)] = weights[usize::from(slot)];
            }
        }
        for (&kept, &combo) in of_flushes.iter().zip(order.flushes) {
            recent[slot_of(combo)] = kept;
            on_board[slot_of(combo)] = weights[slot_of(combo)];
        }
    }
}

#[inline(always)]
fn add_pairs<F: Simd4<U16x8>>(
    simd: F,
    pairs: &[RankPair],
    seen: &mut SeenSums<U16x8>,
    weights: &[U16x8; SLOTS],
    recent: &mut [U16x8; SLOTS],
) {
    for group in pairs.chunk_by(|a, b| a.ties(*b)) {
        if let &[pair] = group {
            let of_pair = sums_of(simd, pair, weights);
            seen.add_pair(simd, pair, of_pair);
            add_values(simd, pair, seen, weights, recent);
            seen.add_pair(simd, pair, of_pair);
            continue;
        }
        for &pair in group {
            seen.add_pair(simd, pair, sums_of(simd, pair, weights));
        }
        for &pair in group {
            add_values(simd, pair, seen, weights, recent);
        }
        for &pair in group {
            seen.add_pair(simd, pair, sums_of(simd, pair, weights));
        }
    }
}

/// Adds the values of the combos of a pair of ranks.
#[inline(always)]
fn add_values<F: Simd4<U16x8>>(
    simd: F,
    pair: RankPair,
    seen: &SeenSums<U16x8>,
    weights: &[U16x8; SLOTS],
    recent: &mut [U16x8; SLOTS],
) {
    let with_low = simd.load(&seen.with[pair.low()]);
    for suit in 0..4 {
        let rest = seen.all - seen.with[pair.high()][usize::from(suit)];
        // The combo itself holds both cards, so it is subtracted twice.
        let own = simd.load(four(weights, pair, suit));
        let value = simd.add(simd.sub(simd.splat(rest), with_low), own);
        let sums = four_mut(recent, pair, suit);
        *sums = simd.store(simd.add(simd.load(sums), value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardSet;
    use crate::error::Error;
    use crate::runtime::cpu::Level;
    use crate::runtime::rng::Philox;
    use crate::showdown::ranked_board::RankedBoard;
    use crate::showdown::runouts::for_each_runout;

    /// Beginnings of three to five cards, with and without pairs and flushes.
    const BEGINNINGS: [&[u8]; 12] = [
        &[0, 21, 42],
        &[50, 33, 12],
        &[48, 44, 13],
        &[51, 47, 43],
        &[3, 7, 11],
        &[20, 21, 42],
        &[20, 21, 22],
        &[51, 47, 43, 39],
        &[8, 9, 10, 11],
        &[16, 21, 42, 3],
        &[51, 47, 43, 39, 35],
        &[16, 20, 24, 29, 30],
    ];

    #[test]
    fn sums_are_those_of_the_boards() {
        let mut rng = Philox::new([1, 24], [0; 4]);
        // Every eighth combo or so in each lane, and all of them in one lane.
        let random = std::array::from_fn(|_| {
            let mut lanes = U16x8::default();
            lanes.0[rng.below(LANES as u64) as usize] = 1;
            lanes
        });
        let alike = std::array::from_fn(|_| U16x8([0, 0, 1, 0, 0, 0, 0, 0]));
        for (beginning, weights) in BEGINNINGS.into_iter().flat_map(|cards| [(cards, &random), (cards, &alike)]) {
            let levels = Level::ALL.into_iter().filter_map(Level::prove);
            let mut all: Vec<ValueSums> =
                levels.map(|level| ValueSums::new(level, Box::new(*weights)).unwrap()).collect();
            // `begin` forgets these sums of other boards.
            for sums in &mut all {
                sums.begin(&[1, 2, 4, 6]);
                sums.add(&BoardOrder::after(None, CardSet::from_ids(&[1, 2, 4, 6, 49]).unwrap()).unwrap(), &[49]);
                sums.begin(beginning);
            }
            let mut expected = vec![vec![0; SLOTS]; LANES];
            let mut last = None;
            let left = !CardSet::from_ids(beginning).unwrap();
            for_each_runout::<Error>(beginning, left, |whole, set| {
                let dealt = &whole[beginning.len()..];
                // Some hundreds of boards of a flop.
                if dealt.len() == 2 && rng.below(3) > 0 {
                    return Ok(());
                }
                let order = BoardOrder::after(last.take(), set)?;
                for sums in &mut all {
                    sums.add(&order, dealt);
                }
                last = Some(order);
                let ranked = RankedBoard::new(whole)?;
                for (lane, expected) in expected.iter_mut().enumerate() {
                    let weights = weights.map(|weight| u64::from(weight.0[lane]));
                    ranked.against(&weights, |combo, outcome| {
                        let [low, high] = COMBOS[usize::from(combo)];
                        expected[slot(low, high)] += (2 * outcome.win + outcome.tie) as u32;
                    });
                }
                Ok(())
            })
            .unwrap();
            for sums in &mut all {
                sums.settle();
                for [low, high] in COMBOS.into_iter().filter(|combo| !combo.iter().any(|card| beginning.contains(card)))
                {
                    let slot = slot(low, high);
                    let expected: Vec<u32> = expected.iter().map(|lane| lane[slot]).collect();
                    assert_eq!(sums.sums()[slot][..], expected, "{:?} {beginning:?} {low} {high}", sums.level);
                }
            }
        }
    }
}
