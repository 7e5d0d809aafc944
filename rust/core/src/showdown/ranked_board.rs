//! One board of five: every combo ranked at once, and what each is worth against any mix of opponents.
//!
//! Combos are put in the order of their strength. Walking the groups of equal strength from the weakest, a running sum
//! over all combos and one for each card give every combo the opponents that it beats and the opponents that it ties
//! with; opponents that hold one of its cards are left out.

use std::ops::{Add, Sub};

use super::street::BOARD_CARDS;
use crate::cards::{COMBO_COUNT, COMBOS, CardSet, DECK};
use crate::combinatorics::choose_small;
use crate::error::Result;
use crate::evaluator::{ComboStrengths, evaluate_combos};

/// Combos without a card of a whole board: 1,081.
pub const COMBOS_OFF_BOARD: usize = choose_small(DECK as usize - BOARD_CARDS, 2) as usize;
/// Combos that an opponent can hold when a board and one hand are known: 990.
pub const OPPONENT_COMBOS: usize = choose_small(DECK as usize - BOARD_CARDS - 2, 2) as usize;

/// What opponents are counted in: integers, floats, or several of them side by side.
pub trait Weight: Copy + Default + Add<Output = Self> + Sub<Output = Self> {}

impl<T: Copy + Default + Add<Output = T> + Sub<Output = T>> Weight for T {}

/// The combos of one board in ascending order of strength.
pub struct RankedBoard {
    strengths: ComboStrengths,
    /// Combo numbers, weakest first.
    order: [u16; COMBOS_OFF_BOARD],
}

/// What one combo meets among the opponents that hold none of its cards and no card of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome<W> {
    /// The weight of the opponents that it beats.
    pub win: W,
    /// The weight of the opponents that it ties with.
    pub tie: W,
}

impl RankedBoard {
    /// Ranks the combos on a board of five different cards.
    ///
    /// # Errors
    /// As [`evaluate_combos`].
    pub fn new(board: &[u8]) -> Result<Self> {
        let strengths = evaluate_combos(CardSet::from_ids(board)?)?;
        Ok(Self { order: ascending(&strengths), strengths })
    }

    /// The strength of every combo at its number; 0 where a card is on the board.
    pub fn strengths(&self) -> &ComboStrengths {
        &self.strengths
    }

    /// The numbers of the combos, weakest first; combos of one strength in ascending order.
    pub fn order(&self) -> &[u16; COMBOS_OFF_BOARD] {
        &self.order
    }

    /// Tells `put` the number of every combo and its outcome against opponents who hold each combo with these weights.
    /// Sums are taken in the order of strength, so that floats too always come out the same.
    ///
    /// ```
    /// use pokerbits::{cards::{COMBO_COUNT, combo_id}, showdown::ranked_board::RankedBoard};
    /// let board = RankedBoard::new(&[43, 39, 35, 0, 5])?; // Qs Js Ts 2c 3d
    /// let mut nuts = 0;
    /// board.against(&[1u32; COMBO_COUNT], |combo, outcome| {
    ///     if combo == combo_id(51, 47) {
    ///         nuts = outcome.win;
    ///     }
    /// });
    /// assert_eq!(nuts, 990);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    #[inline]
    pub fn against<W: Weight>(&self, weights: &[W; COMBO_COUNT], mut put: impl FnMut(u16, Outcome<W>)) {
        let strength = |combo: u16| self.strengths[usize::from(combo)];
        let mut weaker = Seen::default();
        let mut wins = [W::default(); COMBOS_OFF_BOARD];
        for group in self.order.chunk_by(|&a, &b| strength(a) == strength(b)) {
            for (win, &combo) in wins.iter_mut().zip(group) {
                *win = weaker.without(combo);
            }
            for &combo in group {
                weaker.add(combo, weights[usize::from(combo)]);
            }
            for (&win, &combo) in wins.iter().zip(group) {
                // The combo itself holds both cards: it is taken away twice.
                let not_lost = weaker.without(combo) + weights[usize::from(combo)];
                put(combo, Outcome { win, tie: not_lost - win });
            }
        }
    }

    /// Tells `put`, in the order of strength, every combo and the weight of all opponents that it can meet.
    #[inline]
    pub fn opponents<W: Weight>(&self, weights: &[W; COMBO_COUNT], mut put: impl FnMut(u16, W)) {
        let mut all = Seen::default();
        self.order.iter().for_each(|&combo| all.add(combo, weights[usize::from(combo)]));
        self.order.iter().for_each(|&combo| put(combo, all.without(combo) + weights[usize::from(combo)]));
    }
}

/// Sums over the combos seen so far.
struct Seen<W> {
    all: W,
    /// The combos that hold each card.
    with: [W; DECK as usize],
}

impl<W: Weight> Default for Seen<W> {
    fn default() -> Self {
        Self { all: W::default(), with: [W::default(); DECK as usize] }
    }
}

impl<W: Weight> Seen<W> {
    #[inline(always)]
    fn add(&mut self, combo: u16, weight: W) {
        self.all = self.all + weight;
        for card in COMBOS[usize::from(combo)] {
            let with = &mut self.with[usize::from(card)];
            *with = *with + weight;
        }
    }

    /// The combos that hold neither card of `combo`; one that holds both is taken away twice.
    #[inline(always)]
    fn without(&self, combo: u16) -> W {
        let [low, high] = COMBOS[usize::from(combo)];
        self.all - self.with[usize::from(low)] - self.with[usize::from(high)]
    }
}

/// Sorts the combos off the board by strength, in two passes of seven and six bits. Combos with a card of the board
/// have strength 0 and come first: they are cut off.
fn ascending(strengths: &ComboStrengths) -> [u16; COMBOS_OFF_BOARD] {
    let mut low_ends = [0u16; 128];
    let mut high_ends = [0u16; 64];
    for &strength in strengths {
        low_ends[usize::from(strength & 127)] += 1;
        high_ends[usize::from(strength >> 7) & 63] += 1;
    }
    let start = |ends: &mut [u16]| {
        ends.iter_mut().fold(0, |sum, end| sum + std::mem::replace(end, sum));
    };
    start(&mut low_ends);
    start(&mut high_ends);
    let mut by_low = [0u16; COMBO_COUNT];
    for (combo, &strength) in strengths.iter().enumerate() {
        let end = &mut low_ends[usize::from(strength & 127)];
        by_low[usize::from(*end)] = combo as u16;
        *end += 1;
    }
    let mut order = [0u16; COMBO_COUNT];
    for combo in by_low {
        let end = &mut high_ends[usize::from(strengths[usize::from(combo)] >> 7) & 63];
        order[usize::from(*end)] = combo;
        *end += 1;
    }
    let mut off_board = [0; COMBOS_OFF_BOARD];
    off_board.copy_from_slice(&order[COMBO_COUNT - COMBOS_OFF_BOARD..]);
    off_board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::Run;
    use crate::runtime::rng::Philox;
    use crate::showdown::board_view::tests::boards;
    use crate::showdown::combo_grid::{SLOTS, slot};
    use crate::showdown::pattern_values::PatternValues;

    #[test]
    fn outcomes_are_comparisons() {
        let mut rng = Philox::new([1, 2], [0; 4]);
        for board in boards() {
            let weights: [u64; COMBO_COUNT] = std::array::from_fn(|_| rng.below(5));
            let ranked = RankedBoard::new(&board).unwrap();
            assert!(ranked.order.is_sorted_by_key(|&c| (ranked.strengths[usize::from(c)], c)));
            let mut told = 0;
            let mut totals = [0; COMBO_COUNT];
            ranked.against(&weights, |combo, outcome| {
                told += 1;
                let hand = COMBOS[usize::from(combo)];
                assert!(hand.iter().all(|card| !board.contains(card)));
                let mut expected = Outcome::default();
                let mut total = 0;
                for (other, &weight) in COMBOS.iter().zip(&weights) {
                    if other.iter().any(|card| board.contains(card) || hand.contains(card)) {
                        continue;
                    }
                    let theirs = crate::evaluator::evaluate_ids(&[&other[..], &board].concat()).unwrap();
                    let ours = ranked.strengths[usize::from(combo)];
                    total += weight;
                    expected.win += if ours > theirs { weight } else { 0 };
                    expected.tie += if ours == theirs { weight } else { 0 };
                }
                assert_eq!(outcome, expected);
                totals[usize::from(combo)] = total;
            });
            ranked.opponents(&weights, |combo, total| assert_eq!(total, totals[usize::from(combo)]));
            assert_eq!(told, COMBOS_OFF_BOARD);
        }
    }

    #[test]
    fn patterns_know_the_values_of_every_board() {
        let values = PatternValues::<5>::shared(&mut Run::new(2)).unwrap();
        for board in boards() {
            let on_board = values.of_board(&board);
            let mut grid = [0; SLOTS];
            on_board.spread(&mut grid, |v| v);
            RankedBoard::new(&board).unwrap().against(&[1u16; COMBO_COUNT], |combo, outcome| {
                let [low, high] = COMBOS[usize::from(combo)];
                let value = 2 * outcome.win + outcome.tie;
                assert_eq!(on_board.value(low, high), value, "{board:?} {low} {high}");
                assert_eq!(grid[slot(low, high)], value);
            });
        }
    }
}
