//! The value of every combo on one board, win less lose, against up to sixteen reach vectors at once: one in each lane.
//!
//! One running sum goes from the weakest combo up: twice the opponents that are weaker and once those that are as strong, less
//! all of them. It gives a combo its value without the opponents that hold a card of it. The combo itself is in the sum and
//! in what is subtracted, so it cancels out.

use super::ordering::FIRST;
use super::outcome::Weight;
use super::rank_order::{FLUSHES, RankPair};
use super::ranked_board::{CombosInOrder, RankedBoard, clear_cards};
use super::seen_sums::SeenSums;
use super::weights::{Float, copy_weights, refused};
use crate::cards::{COMBO_COUNT, COMBOS, DECK, PerCombo};
use crate::error::{Error, Result};
use crate::memory::try_boxed;
use crate::runtime::dispatch::{Isa, Kernel};
use crate::runtime::simd::{LANES, Lanes, transpose};

/// Blocks of as many combos as there are lanes; the last one is not full.
const BLOCKS: usize = COMBO_COUNT.div_ceil(LANES);

/// A number of every combo in each lane, in whole blocks.
type LanesOfCombos<F> = [Lanes<F>; BLOCKS * LANES];

/// Vectors from which on lanes are faster, where one costs as much as all.
pub(super) const MANY: usize = 4;

/// Reach and values in lanes: too much for the stack of some threads.
pub(super) struct LaneMemory<F> {
    reach: Box<LanesOfCombos<F>>,
    values: Box<LanesOfCombos<F>>,
}

impl<F: Float> LaneMemory<F> {
    pub(super) fn new() -> Result<Self> {
        Ok(Self { reach: try_boxed(Lanes::default())?, values: try_boxed(Lanes::default())? })
    }
}

/// The values of every combo against each vector. Fails with the place of a vector that is no reach, and its error.
pub(super) struct ReachValues<'a, F> {
    pub(super) board: &'a RankedBoard,
    pub(super) reach: &'a [&'a PerCombo<F>],
    /// For [`MANY`] vectors; without it they are compared one after the other.
    pub(super) memory: Option<&'a mut LaneMemory<F>>,
    pub(super) out: &'a mut [PerCombo<F>],
}

impl<F: Float> Kernel for ReachValues<'_, F> {
    type Output = Result<(), (usize, Error)>;
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        if let Some(memory) = self.memory {
            return in_lanes(isa, self.board, self.reach, memory, self.out);
        }
        for (at, (from, out)) in self.reach.iter().zip(self.out).enumerate() {
            let mut copy = [0.0; COMBO_COUNT];
            copy_weights(from, &mut copy).map_err(|error| (at, error))?;
            let mut reach = [F::default(); COMBO_COUNT];
            reach.iter_mut().zip(&copy).for_each(|(to, &weight)| *to = F::nearest(weight));
            walk(self.board, &mut reach, out);
        }
        Ok(())
    }
}

#[inline(always)]
fn in_lanes<F: Float>(
    isa: impl Isa,
    board: &RankedBoard,
    from: &[&PerCombo<F>],
    memory: &mut LaneMemory<F>,
    out: &mut [PerCombo<F>],
) -> Result<(), (usize, Error)> {
    let LaneMemory { reach, values } = memory;
    let all = read(isa, from, reach);
    if let Some(lane) = (0..from.len()).find(|&lane| !all.0[lane].into().is_finite()) {
        return Err((lane, refused_lane(reach, lane)));
    }
    walk(board, combos(reach), combos(values));
    write(isa, values, out);
    Ok(())
}

#[inline(always)]
fn combos<F>(lanes: &mut LanesOfCombos<F>) -> &mut PerCombo<Lanes<F>> {
    lanes.first_chunk_mut().expect("the blocks have all combos")
}

/// Copies vectors to lanes and checks the copy: another thread of the caller may write to them. Lanes without a vector are zero.
/// Returns twice the sum of each vector, or NaN if a weight is negative.
#[inline(always)]
fn read<F: Float>(isa: impl Isa, from: &[&PerCombo<F>], to: &mut LanesOfCombos<F>) -> Lanes<F> {
    let (mut all, mut least) = (Lanes::default(), Lanes::default());
    let mut rows = [Lanes::default(); LANES];
    for (block, to) in to.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        let first = block * LANES;
        for (row, from) in rows.iter_mut().zip(from) {
            match from[first..].first_chunk() {
                Some(from) => *row = Lanes(*from),
                None => row.0[..COMBO_COUNT - first].copy_from_slice(&from[first..]),
            }
        }
        if block + 1 == BLOCKS {
            for row in &mut rows {
                row.0[COMBO_COUNT % LANES..].fill(F::default());
            }
        }
        transpose(isa, &rows, to);
        for &reach in &*to {
            all = all + reach;
            least = (Lanes::default() - reach).max(least);
        }
    }
    // A factor of two covers differences of sums in another order.
    least.if_positive(Lanes([F::nearest(f64::NAN); LANES]), all + all)
}

/// Copies lanes to vectors.
#[inline(always)]
fn write<F: Float>(isa: impl Isa, from: &LanesOfCombos<F>, to: &mut [PerCombo<F>]) {
    let mut rows = [Lanes::default(); LANES];
    for (block, from) in from.as_chunks::<LANES>().0.iter().enumerate() {
        transpose(isa, from, &mut rows);
        let first = block * LANES;
        for (row, to) in rows.iter().zip(&mut *to) {
            match to[first..].first_chunk_mut() {
                Some(to) => *to = row.0,
                None => to[first..].copy_from_slice(&row.0[..COMBO_COUNT - first]),
            }
        }
    }
}

/// The error of the vector in a lane.
#[cold]
fn refused_lane<F: Float>(reach: &LanesOfCombos<F>, lane: usize) -> Error {
    let mut weights = [0.0; COMBO_COUNT];
    weights.iter_mut().zip(reach).for_each(|(to, lanes)| *to = lanes.0[lane].into());
    refused(&weights)
}

/// The value of every combo; 0 for those with a card of the board, whose reach is set to 0.
#[inline(always)]
fn walk<W: Weight>(board: &RankedBoard, reach: &mut PerCombo<W>, values: &mut PerCombo<W>) {
    let board_cards = board.cards();
    clear_cards(reach, &board_cards);
    let mut seen = less_all(reach);
    match board.combos() {
        CombosInOrder::Combos(order) => {
            for group in order.chunk_by(|_, next| next & FIRST == 0) {
                let combos = || {
                    group
                        .iter()
                        .map(|combo| combo & !FIRST)
                        .map(|combo| (usize::from(combo), COMBOS[usize::from(combo)]))
                };
                combos().for_each(|(combo, cards)| seen.add(cards, reach[combo]));
                combos().for_each(|(combo, cards)| values[combo] = seen.without(cards));
                combos().for_each(|(combo, cards)| seen.add(cards, reach[combo]));
            }
        }
        CombosInOrder::Ranks(order) => {
            let order = order.in_order();
            // The walk over a pair of ranks goes through its flushes, too, and must not meet them there.
            let mut flushes = [(W::default(), W::default()); FLUSHES];
            for ((of_flush, _), &combo) in flushes.iter_mut().zip(order.flushes) {
                *of_flush = std::mem::take(&mut reach[usize::from(combo)]);
            }
            let mut in_order = flushes.iter_mut();
            for (pairs, combos) in order.parts {
                for group in pairs.chunk_by(|a, b| a.ties(*b)) {
                    for &pair in group {
                        add_pair(pair, reach, &mut seen);
                    }
                    for &pair in group {
                        values_of_pair(pair, &seen, values);
                    }
                    for &pair in group {
                        add_pair(pair, reach, &mut seen);
                    }
                }
                for (&combo, (reach, value)) in combos.iter().zip(&mut in_order) {
                    let cards = COMBOS[usize::from(combo)];
                    seen.add(cards, *reach);
                    *value = seen.without(cards);
                    seen.add(cards, *reach);
                }
            }
            for (&(_, value), &combo) in flushes.iter().zip(order.flushes) {
                values[usize::from(combo)] = value;
            }
        }
    }
    clear_cards(values, &board_cards);
}

/// The sums of all combos, less than zero.
#[inline(always)]
fn less_all<W: Weight>(reach: &PerCombo<W>) -> SeenSums<W> {
    let mut seen = SeenSums::default();
    let with = seen.with.as_flattened_mut();
    for high in 1..usize::from(DECK) {
        let mut of_high = W::default();
        for (&reach, with) in reach[high * (high - 1) / 2..].iter().zip(&mut with[..high]) {
            of_high = of_high + reach;
            *with = *with - reach;
        }
        with[high] = with[high] - of_high;
        seen.all = seen.all - of_high;
    }
    seen
}

/// The combos of a pair of ranks with one card of the higher rank: that card, the first combo, the first lower card and how many
/// there are.
#[inline(always)]
fn rows_of(pair: RankPair) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..4).map(move |suit| {
        let (high, low) = (4 * pair.high() + suit, 4 * pair.low());
        let n = if pair.high() == pair.low() { suit } else { 4 };
        (high, high * high.saturating_sub(1) / 2 + low, n)
    })
}

/// Adds the combos of a pair of ranks.
#[inline(always)]
fn add_pair<W: Weight>(pair: RankPair, reach: &PerCombo<W>, seen: &mut SeenSums<W>) {
    let mut of_low = [W::default(); 4];
    for (high, first, n) in rows_of(pair) {
        let mut of_high = W::default();
        if n == 4 {
            for (low, of_low) in of_low.iter_mut().enumerate() {
                of_high = of_high + reach[first + low];
                *of_low = *of_low + reach[first + low];
            }
        } else {
            for (&reach, of_low) in reach[first..][..n].iter().zip(&mut of_low) {
                of_high = of_high + reach;
                *of_low = *of_low + reach;
            }
        }
        let with = &mut seen.with.as_flattened_mut()[high];
        *with = *with + of_high;
        seen.all = seen.all + of_high;
    }
    for (with, of_low) in seen.with[pair.low()].iter_mut().zip(of_low) {
        *with = *with + of_low;
    }
}

/// The values of the combos of a pair of ranks.
#[inline(always)]
fn values_of_pair<W: Weight>(pair: RankPair, seen: &SeenSums<W>, values: &mut PerCombo<W>) {
    let with = seen.with.as_flattened();
    for (high, first, n) in rows_of(pair) {
        let rest = seen.all - with[high];
        for (value, &with) in values[first..][..n].iter_mut().zip(&with[4 * pair.low()..]) {
            *value = rest - with;
        }
    }
}
