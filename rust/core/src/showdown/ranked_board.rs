//! One board of five: every combo ranked at once, and the outcome of each against any weights of opponents.
//!
//! Combos are sorted by strength. A sweep over the groups of equal strength, from the weakest up, keeps a running sum over
//! all combos and one for each card. They give every combo the weight of the opponents that it beats and ties with, without
//! opponents that hold one of its cards. On most boards the private `rank_order` does the same for pairs of ranks.

pub use super::ordering::COMBOS_OFF_BOARD;
use super::ordering::{FIRST, ascending};
pub use super::outcome::{Outcome, Weight};
use super::outcome::{Sink, Told, Written};
use super::rank_order::RankOrder;
use super::seen_sums::SeenSums;
use super::street::BOARD_CARDS;
use crate::cards::{COMBO_COUNT, COMBOS, CardSet, DECK, combo_id};
use crate::combinatorics::choose_small;
use crate::error::Result;
use crate::evaluator::{ComboStrengths, evaluate_combos};
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};
use crate::runtime::simd::{Scalar, Simd4};

/// Number of combos of an opponent if a board and one hand are known: 990.
pub const OPPONENT_COMBOS: usize = choose_small(DECK as usize - BOARD_CARDS - 2, 2) as usize;

/// The combos of one board in ascending order of strength.
pub struct RankedBoard {
    strengths: ComboStrengths,
    order: BoardOrder,
}

/// A [`RankedBoard`] without the strengths: enough for sums that go from board to board.
pub(crate) struct BoardOrder {
    board: [u8; BOARD_CARDS],
    set: CardSet,
    order: CombosInOrder,
}

/// Weakest first.
pub(super) enum CombosInOrder {
    /// The numbers of the combos without a card of the board; those of one strength in ascending order, the first of them
    /// with the flag [`FIRST`].
    Combos(Box<[u16; COMBOS_OFF_BOARD]>),
    /// A flush is impossible, or needs both cards of a hand.
    Ranks(Box<RankOrder>),
}

impl RankedBoard {
    /// Ranks the combos on a board of five different cards.
    ///
    /// # Errors
    /// As [`evaluate_combos`].
    pub fn new(board: &[u8]) -> Result<Self> {
        let set = CardSet::from_ids(board)?;
        let strengths = evaluate_combos(set)?;
        Ok(Self { strengths, order: BoardOrder::new(None, set, || Ok(strengths))? })
    }

    /// The cards, ascending.
    pub(super) fn cards(&self) -> [u8; BOARD_CARDS] {
        self.order.board
    }

    /// The combos, weakest first.
    pub(super) fn combos(&self) -> &CombosInOrder {
        self.order.combos()
    }

    /// The strength of every combo at its number; 0 for combos with a card of the board.
    pub fn strengths(&self) -> &ComboStrengths {
        &self.strengths
    }

    /// Calls `put` with the number of every combo and its outcome against opponents with these weights. Combos come in the
    /// order of their strength, and sums are always taken in the same order, so floats are reproducible. Public for
    /// benchmarks and tests only: it trusts the weights, and sums of integers may overflow.
    /// [`RankedBoards::outcomes`](super::ranked_boards::RankedBoards::outcomes) checks them.
    #[doc(hidden)]
    #[inline]
    pub fn against<W: Weight>(&self, weights: &[W; COMBO_COUNT], put: impl FnMut(u16, Outcome<W>)) {
        self.order.walk(weights, &mut Told(put));
    }

    /// [`Self::against`] with the vectors of a level.
    #[inline(always)]
    pub(super) fn against_by<W: Weight>(
        &self,
        simd: impl Simd4<W>,
        weights: &[W; COMBO_COUNT],
        sink: &mut impl Sink<W>,
    ) {
        self.order.walk_by(simd, weights, sink);
    }

    /// [`Self::against`] into one array for wins and one for ties; 0 for combos with a card of the board.
    #[inline]
    #[cfg(test)]
    pub(super) fn outcomes<W: Weight>(
        &self,
        weights: &[W; COMBO_COUNT],
        win: &mut [W; COMBO_COUNT],
        tie: &mut [W; COMBO_COUNT],
    ) {
        self.order.outcomes(weights, win, tie, Proven::Baseline);
    }
}

/// The cards of a set of five.
#[inline]
pub(crate) fn five(board: CardSet) -> [u8; BOARD_CARDS] {
    let mut cards = [0; BOARD_CARDS];
    cards.iter_mut().zip(board.ids()).for_each(|(to, id)| *to = id);
    cards
}

impl BoardOrder {
    /// Ranks the combos on a board of five cards. If no flush is possible with one card of a hand, and the ranks are those
    /// of the last board, the last order is reused.
    pub(crate) fn after(last: Option<Self>, set: CardSet) -> Result<Self> {
        Self::new(last, set, || evaluate_combos(set))
    }

    #[inline]
    fn new(last: Option<Self>, set: CardSet, strengths: impl FnOnce() -> Result<ComboStrengths>) -> Result<Self> {
        let board = five(set);
        let last = last.and_then(|last| match last.order {
            CombosInOrder::Ranks(order) => Some((last.board, order)),
            CombosInOrder::Combos(_) => None,
        });
        let order = match RankOrder::new(board, last) {
            Some(order) => CombosInOrder::Ranks(order),
            None => CombosInOrder::Combos(Box::new(ascending(&strengths()?))),
        };
        Ok(Self { board, set, order })
    }

    /// The combos.
    pub(super) fn combos(&self) -> &CombosInOrder {
        &self.order
    }

    /// [`RankedBoard::outcomes`].
    // Not once more in each caller.
    #[inline(never)]
    pub(crate) fn outcomes<W: Weight>(
        &self,
        weights: &[W; COMBO_COUNT],
        win: &mut [W; COMBO_COUNT],
        tie: &mut [W; COMBO_COUNT],
        level: Proven,
    ) {
        // No vectors add numbers of more bits: they need no other copy.
        let level = if size_of::<W>() > size_of::<u64>() { Proven::Baseline } else { level };
        level.run(Sweep { order: self, weights, win, tie });
    }

    #[inline(always)]
    fn walk<W: Weight>(&self, weights: &[W; COMBO_COUNT], sink: &mut impl Sink<W>) {
        self.walk_by(Scalar, weights, sink);
    }

    #[inline(always)]
    fn walk_by<W: Weight>(&self, simd: impl Simd4<W>, weights: &[W; COMBO_COUNT], sink: &mut impl Sink<W>) {
        match &self.order {
            CombosInOrder::Combos(order) => combo_by_combo(order, weights, sink),
            CombosInOrder::Ranks(order) => order.walk(simd, self.set, weights, sink),
        }
    }
}

/// [`BoardOrder::outcomes`].
struct Sweep<'a, W> {
    order: &'a BoardOrder,
    weights: &'a [W; COMBO_COUNT],
    win: &'a mut [W; COMBO_COUNT],
    tie: &'a mut [W; COMBO_COUNT],
}

impl<W: Weight> Kernel for Sweep<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, _: I) {
        let Self { order, weights, win, tie } = self;
        order.walk(weights, &mut Written { win, tie, number: |sum| sum });
        for outcomes in [win, tie] {
            clear_cards(outcomes, &order.board);
        }
    }
}

/// Writes zeros for every combo that holds one of these cards.
#[inline]
pub(super) fn clear_cards<W: Copy + Default>(of_combos: &mut [W; COMBO_COUNT], cards: &[u8]) {
    for &card in cards {
        clear_card(of_combos, card);
    }
}

/// Writes zeros for every combo that holds a card.
// Not once more in each kernel.
#[inline(never)]
pub(crate) fn clear_card<W: Copy + Default>(of_combos: &mut [W; COMBO_COUNT], card: u8) {
    let lower = usize::from(combo_id(0, card.max(1)))..;
    of_combos[lower][..card.into()].fill(W::default());
    for higher in card + 1..DECK {
        of_combos[usize::from(combo_id(card, higher))] = W::default();
    }
}

/// Reports to `sink` the outcome of every combo.
#[inline(always)]
pub(super) fn combo_by_combo<W: Weight>(
    order: &[u16; COMBOS_OFF_BOARD],
    weights: &[W; COMBO_COUNT],
    sink: &mut impl Sink<W>,
) {
    let mut weaker = SeenSums::default();
    let mut wins = [W::default(); COMBOS_OFF_BOARD];
    for group in order.chunk_by(|_, next| next & FIRST == 0) {
        let combos = || group.iter().map(|combo| combo & !FIRST).map(|combo| (combo, COMBOS[usize::from(combo)]));
        for (win, (_, cards)) in wins.iter_mut().zip(combos()) {
            *win = weaker.without(cards);
        }
        for (combo, cards) in combos() {
            weaker.add(cards, weights[usize::from(combo)]);
        }
        for (&win, (combo, cards)) in wins.iter().zip(combos()) {
            let not_lost = weaker.without_but(cards, weights[usize::from(combo)]);
            sink.one(combo, Outcome { win, tie: not_lost - win });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::*;
    use crate::cards::share_a_card;
    use crate::runtime::Run;
    use crate::runtime::cpu::Level;
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
            let mut told = 0;
            let mut weakest = 0;
            ranked.against(&weights, |combo, outcome| {
                told += 1;
                let ours = ranked.strengths[usize::from(combo)];
                assert!(weakest <= ours);
                weakest = ours;
                let hand = COMBOS[usize::from(combo)];
                assert!(hand.iter().all(|card| !board.contains(card)));
                let mut expected = Outcome::default();
                for (other, &weight) in COMBOS.iter().zip(&weights) {
                    if other.iter().any(|card| board.contains(card) || hand.contains(card)) {
                        continue;
                    }
                    let theirs = crate::evaluator::evaluate_ids(&[&other[..], &board].concat()).unwrap();
                    expected.win += if ours > theirs { weight } else { 0 };
                    expected.tie += if ours == theirs { weight } else { 0 };
                }
                assert_eq!(outcome, expected);
            });
            assert_eq!(told, COMBOS_OFF_BOARD);
        }
    }

    /// Wins and ties of all combos by comparison of all pairs.
    fn compared(strengths: &ComboStrengths, weights: &[u64; COMBO_COUNT]) -> [Vec<u64>; 2] {
        let mut found = [(); 2].map(|()| vec![0; COMBO_COUNT]);
        for ours in (0..COMBO_COUNT).filter(|&ours| strengths[ours] > 0) {
            let is_other = |theirs: &usize| strengths[*theirs] > 0 && !share_a_card(COMBOS[ours], COMBOS[*theirs]);
            for theirs in (0..COMBO_COUNT).filter(is_other) {
                match strengths[ours].cmp(&strengths[theirs]) {
                    Ordering::Greater => found[0][ours] += weights[theirs],
                    Ordering::Equal => found[1][ours] += weights[theirs],
                    Ordering::Less => {}
                }
            }
        }
        found
    }

    /// Checks wins and ties of weights of one type at every level.
    fn check_levels<W: Weight + From<u32> + PartialEq + std::fmt::Debug>(
        order: &BoardOrder,
        weights: &[u64; COMBO_COUNT],
        expected: &[Vec<u64>; 2],
        of: impl Fn(u64) -> W,
    ) {
        let expected = expected.each_ref().map(|sums| sums.iter().map(|&sum| of(sum)).collect::<Vec<_>>());
        for level in Level::ALL.into_iter().filter_map(Level::prove) {
            // Other numbers before: all are overwritten.
            let (mut win, mut tie) = ([W::from(7); COMBO_COUNT], [W::from(7); COMBO_COUNT]);
            order.outcomes(&weights.map(&of), &mut win, &mut tie, level);
            assert_eq!((&win[..], &tie[..]), (&expected[0][..], &expected[1][..]), "{:?} {level}", order.board);
        }
    }

    #[test]
    fn every_level_gives_the_outcomes_of_all_pairs() {
        let mut rng = Philox::new([50, 2], [0; 4]);
        for board in boards() {
            let ranked = RankedBoard::new(&board).unwrap();
            for few in [1, 30] {
                let weights = std::array::from_fn(|_| if rng.below(few) == 0 { rng.below(1 << 40) } else { 0 });
                let expected = compared(ranked.strengths(), &weights);
                check_levels(&ranked.order, &weights, &expected, |weight| weight);
                // Floats hold sums of these integers.
                check_levels(&ranked.order, &weights, &expected, |weight| weight as f64);
                check_levels(&ranked.order, &weights, &expected, u128::from);
            }
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
