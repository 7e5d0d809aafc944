//! The weight of the folded hands that share no card with a board and two hands.
//!
//! On a board, beside a hand of one player, let `T` be the weight of the folded hands that are left, `S[c]` of those with
//! card `c`, and `P[c, d]` of those with both cards. Beside a further hand `{c, d}`, the weight `T - S[c] - S[d] + P[c, d]`
//! is left. For one folded range `P` is the weight of the combo. For two, `T` is the weight of the pairs of folded hands
//! without a common card, and the cards `c` and `d` may lie in one folded hand or in both.
//!
//! Sums are floats. Integers below 2^53 and their differences are exact. Other weights are rounded, and a difference that is
//! a small part of the total is added up again, hand by hand.

use crate::cards::{COMBOS, CardSet, DECK, PerCombo};
use crate::equity::combo_counts::Amount;
use crate::error::Result;
use crate::memory::{try_collect, try_vec};

/// Numbers in a vector.
pub(super) const LANES: usize = 8;
/// A number for each card, in vectors, with four more at the end.
pub(super) type PerCard = [[f64; LANES]; (DECK as usize).div_ceil(LANES)];

pub(super) const NONE: PerCard = [[0.0; LANES]; _];

#[inline(always)]
pub(super) fn of_card(numbers: &PerCard, card: usize) -> f64 {
    numbers[card / LANES][card % LANES]
}

/// The sum of a vector.
#[inline(always)]
pub(super) fn sum([a, b, c, d, e, f, g, h]: [f64; LANES]) -> f64 {
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

/// Weights of combos: by both cards, and with each card.
struct FoldedWeights {
    of: Vec<PerCard>,
    left: Left,
}

/// The weight of the hands without some `used` cards: of all of them, and of those with each card.
#[derive(Clone, Copy)]
pub(super) struct Left {
    pub(super) all: f64,
    pub(super) with: PerCard,
    used: u64,
}

impl Left {
    const NOTHING: Self = Self { all: 0.0, with: NONE, used: 0 };

    /// Removes the hands with cards of a set. None of them is used yet.
    #[inline(always)]
    fn remove(&mut self, weights: &FoldedWeights, cards: u64) {
        for card in CardPlaces(cards) {
            self.all -= of_card(&self.with, card);
            for (with, of) in self.with.iter_mut().zip(&weights.of[card]) {
                for lane in 0..LANES {
                    with[lane] -= of[lane];
                }
            }
        }
        self.used |= cards;
        for card in CardPlaces(self.used) {
            self.with[card / LANES][card % LANES] = 0.0;
        }
    }
}

impl FoldedWeights {
    fn new(of_combo: impl Fn(usize) -> f64) -> Result<Self> {
        let (mut of, mut left) = (try_vec(NONE, DECK.into())?, Left::NOTHING);
        for (combo, cards) in COMBOS.iter().enumerate() {
            let (weight, [a, b]) = (of_combo(combo), cards.map(usize::from));
            left.all += weight;
            for [card, other] in [[a, b], [b, a]] {
                of[card][other / LANES][other % LANES] = weight;
                left.with[card / LANES][card % LANES] += weight;
            }
        }
        Ok(Self { of, left })
    }
}

/// A folded hand: its cards as bits, and its weight.
#[derive(Clone, Copy)]
struct FoldedHand {
    cards: u64,
    weight: f64,
}

/// The hands of a folded range.
fn hands<W: Amount>(range: &PerCombo<W>) -> Result<Vec<FoldedHand>> {
    let held = COMBOS.iter().zip(range).filter(|&(_, &weight)| weight > W::default());
    try_collect(held.map(|(cards, weight)| {
        let cards = cards.iter().fold(0, |set, card| set | 1u64 << card);
        Ok(FoldedHand { cards, weight: weight.float() })
    }))
}

/// The folded ranges of a spot: the part that does not depend on board and hands.
pub(super) struct FoldedRanges {
    /// The weights of each range; of two ranges, also the products of the weights of the same combo.
    weights: Vec<FoldedWeights>,
    /// For two ranges and two cards: the weight of pairs of hands that have one of the cards each, and a common card.
    common: Vec<PerCard>,
    hands: Vec<Vec<FoldedHand>>,
    /// The product of the totals.
    all: f64,
}

/// Largest number of folded ranges.
pub(crate) const MOST_FOLDED: usize = 2;

impl FoldedRanges {
    /// One range or two, without hands that share a card with what is known.
    pub(super) fn new<W: Amount>(ranges: &[&PerCombo<W>]) -> Result<Self> {
        let mut weights = try_collect(ranges.iter().map(|range| FoldedWeights::new(|combo| range[combo].float())))?;
        let mut common = vec![];
        if let [first, second] = ranges {
            weights.push(FoldedWeights::new(|combo| first[combo].float() * second[combo].float())?);
            common = try_vec(NONE, DECK.into())?;
            for (card, row) in common.iter_mut().enumerate() {
                for shared in 0..DECK.into() {
                    add_common(row, &weights, card, shared, 1.0);
                }
            }
        }
        let all = weights[..ranges.len()].iter().map(|weights| weights.left.all).product();
        Ok(Self { weights, common, hands: try_collect(ranges.iter().map(|range| hands(range)))?, all })
    }

    /// Number of ranges.
    pub(super) fn len(&self) -> usize {
        self.hands.len()
    }

    /// The weight of all folded hands, also of those with common cards.
    pub(super) fn all(&self) -> f64 {
        self.all
    }

    /// The weight of the folded hands without the `used` cards, by addition only.
    pub(super) fn one_by_one(&self, used: u64) -> f64 {
        let left = |of: usize, used: u64| self.hands[of].iter().filter(move |hand| hand.cards & used == 0);
        // The sum of no floats is -0.
        if self.len() == 1 {
            return left(0, used).fold(0.0, |sum, hand| sum + hand.weight);
        }
        let beside = |hand: &FoldedHand| left(1, used | hand.cards).fold(0.0, |sum, other| sum + other.weight);
        left(0, used).fold(0.0, |sum, hand| sum + hand.weight * beside(hand))
    }
}

/// Adds to each card `d` the weight of pairs of hands `{card, shared}` and `{d, shared}`, times a factor.
#[inline(always)]
fn add_common(row: &mut PerCard, weights: &[FoldedWeights], card: usize, shared: usize, factor: f64) {
    let [first, second] = [0, 1].map(|of| &weights[of].of[shared]);
    let [of_first, of_second] = [first, second].map(|of| of_card(of, card) * factor);
    if of_first == 0.0 && of_second == 0.0 {
        return;
    }
    for ((row, first), second) in row.iter_mut().zip(first).zip(second) {
        for lane in 0..LANES {
            row[lane] += of_first * second[lane] + of_second * first[lane];
        }
    }
}

/// The folded hands that are left on a board, and then beside a hand.
///
/// Results are kept in memory: compilers make vectors of what is stored there, lane by lane.
pub(super) trait Unblocked {
    /// Moves to a board.
    fn enter_board(&mut self, board: CardSet);

    /// Moves to a hand on the board.
    fn enter_hand(&mut self, hand: [usize; 2]);

    /// The weight that is left, and that with each card.
    fn left(&self) -> &Left;

    /// The weights that are left with a card, and also with each card of a vector.
    fn with_both(&mut self, card: usize, at: usize) -> &[f64; LANES];
}

/// One folded range.
pub(super) struct OneFolded<'a> {
    weights: &'a FoldedWeights,
    on_board: Left,
    left: Left,
}

impl<'a> OneFolded<'a> {
    pub(super) fn new(ranges: &'a FoldedRanges) -> Self {
        Self { weights: &ranges.weights[0], on_board: Left::NOTHING, left: Left::NOTHING }
    }
}

impl Unblocked for OneFolded<'_> {
    #[inline(always)]
    fn enter_board(&mut self, board: CardSet) {
        self.on_board = self.weights.left;
        self.on_board.remove(self.weights, board.bits());
    }

    #[inline(always)]
    fn enter_hand(&mut self, hand: [usize; 2]) {
        self.left = self.on_board;
        self.left.remove(self.weights, 1 << hand[0] | 1 << hand[1]);
    }

    #[inline(always)]
    fn left(&self) -> &Left {
        &self.left
    }

    #[inline(always)]
    fn with_both(&mut self, card: usize, at: usize) -> &[f64; LANES] {
        &self.weights.of[card][at]
    }
}

/// Two folded ranges.
pub(super) struct TwoFolded<'a> {
    ranges: &'a FoldedRanges,
    /// For each range, and for the products of weights of the same combo.
    on_board: [Left; 3],
    common: Vec<PerCard>,
    hand: [usize; 2],
    beside: [Left; 3],
    left: Left,
    /// Pairs of hands with a common card, by the other card of either: on the board, and beside the hand.
    by_other_on_board: PerCard,
    by_other: PerCard,
    by_card: [f64; LANES],
    /// One card in each hand, and a common card.
    with_common: [f64; LANES],
    both: [f64; LANES],
}

impl<'a> TwoFolded<'a> {
    pub(super) fn new(ranges: &'a FoldedRanges) -> Result<Self> {
        let nothing = [Left::NOTHING; 3];
        Ok(Self {
            ranges,
            on_board: nothing,
            common: try_vec(NONE, DECK.into())?,
            hand: [0; 2],
            beside: nothing,
            left: Left::NOTHING,
            by_other_on_board: NONE,
            by_other: NONE,
            by_card: [0.0; LANES],
            with_common: [0.0; LANES],
            both: [0.0; LANES],
        })
    }
}

impl Unblocked for TwoFolded<'_> {
    #[inline(always)]
    fn enter_board(&mut self, board: CardSet) {
        let weights = &self.ranges.weights;
        for (left, weights) in self.on_board.iter_mut().zip(weights) {
            *left = weights.left;
            left.remove(weights, board.bits());
        }
        let [first, second, _] = &self.on_board;
        self.by_other_on_board = NONE;
        for card in 0..DECK.into() {
            let [of_first, of_second] = [of_card(&first.with, card), of_card(&second.with, card)];
            let [rows, others] = [&weights[0].of[card], &weights[1].of[card]];
            for ((sum, row), other) in self.by_other_on_board.iter_mut().zip(rows).zip(others) {
                for lane in 0..LANES {
                    sum[lane] += row[lane] * of_second + other[lane] * of_first;
                }
            }
        }
        self.common.copy_from_slice(&self.ranges.common);
        for (card, row) in self.common.iter_mut().enumerate() {
            for shared in CardPlaces(board.bits()) {
                add_common(row, weights, card, shared, -1.0);
            }
        }
    }

    #[inline(always)]
    fn enter_hand(&mut self, hand: [usize; 2]) {
        let weights = &self.ranges.weights;
        self.hand = hand;
        self.beside = self.on_board;
        for (left, weights) in self.beside.iter_mut().zip(weights) {
            left.remove(weights, 1 << hand[0] | 1 << hand[1]);
        }
        let [first, second, same] = &self.beside;
        // Pairs of hands with a common card: in all, and by the other card of either.
        self.by_card = [0.0; LANES];
        for (first, second) in first.with.iter().zip(&second.with) {
            for lane in 0..LANES {
                self.by_card[lane] += first[lane] * second[lane];
            }
        }
        let shared = sum(self.by_card);
        self.by_other = self.by_other_on_board;
        for (card, partner) in [(hand[0], hand[1]), (hand[1], hand[0])] {
            // Without those whose common card it is, and without those of which one hand has it beside the common card.
            let [on_first, on_second] =
                [0, 1].map(|of| of_card(&self.on_board[of].with, card) - of_card(&weights[of].of[card], partner));
            let [rows, others] = [&weights[0].of[card], &weights[1].of[card]];
            for (at, sum) in self.by_other.iter_mut().enumerate() {
                let [row, other, common] = [&rows[at], &others[at], &self.common[card][at]];
                for lane in 0..LANES {
                    sum[lane] -= common[lane] + (row[lane] * on_second + other[lane] * on_first);
                }
            }
        }
        // A pair with one common card was counted once in `shared`, and two equal hands twice.
        self.left.all = first.all * second.all - shared + same.all;
        for (at, with) in self.left.with.iter_mut().enumerate() {
            let [c1, c2, of_same, other] = [&first.with[at], &second.with[at], &same.with[at], &self.by_other[at]];
            for lane in 0..LANES {
                let alone = c1[lane] * (second.all - c2[lane]) + c2[lane] * (first.all - c1[lane]);
                with[lane] = alone + 2.0 * of_same[lane] - other[lane];
            }
        }
    }

    #[inline(always)]
    fn left(&self) -> &Left {
        &self.left
    }

    #[inline(always)]
    fn with_both(&mut self, card: usize, at: usize) -> &[f64; LANES] {
        let weights = &self.ranges.weights;
        let [first, second, _] = &self.beside;
        let [c1, c2] = [of_card(&first.with, card), of_card(&second.with, card)];
        let [w1, w2] = [&weights[0].of[card][at], &weights[1].of[card][at]];
        let [d1, d2] = [&first.with[at], &second.with[at]];
        self.with_common = self.common[card][at];
        for shared in self.hand {
            let [of_first, of_second] = [&weights[0].of[shared], &weights[1].of[shared]];
            let [a1, a2] = [of_card(of_first, card), of_card(of_second, card)];
            for lane in 0..LANES {
                self.with_common[lane] -= a1 * of_second[at][lane] + a2 * of_first[at][lane];
            }
        }
        for lane in 0..LANES {
            // Both cards in one hand, and none of them in the other.
            let in_first = w1[lane] * (second.all + w2[lane] - c2 - d2[lane]);
            let in_second = w2[lane] * (first.all + w1[lane] - c1 - d1[lane]);
            // One card in each hand, without the pairs that share a third card.
            let in_each = (c1 - w1[lane]) * (d2[lane] - w2[lane]) + (d1[lane] - w1[lane]) * (c2 - w2[lane]);
            self.both[lane] = in_first + in_second + (in_each - self.with_common[lane]);
        }
        &self.both
    }
}

/// The cards of a set, as places.
struct CardPlaces(u64);

impl Iterator for CardPlaces {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let card = self.0.trailing_zeros() as usize;
        let is_any = self.0 != 0;
        self.0 &= self.0.wrapping_sub(1);
        is_any.then_some(card)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::rng::Philox;

    /// Compares the formula with a sum hand by hand.
    fn check<U: Unblocked>(folded: &FoldedRanges, mut unblocked: U, board: CardSet, hand: [usize; 2]) {
        unblocked.enter_board(board);
        unblocked.enter_hand(hand);
        let left = *unblocked.left();
        let used = board.bits() | 1 << hand[0] | 1 << hand[1];
        assert_eq!(left.all.to_bits(), folded.one_by_one(used).to_bits());
        for [c, d] in COMBOS.map(|cards| cards.map(usize::from)) {
            if used & (1 << c | 1 << d) == 0 {
                let both = unblocked.with_both(d, c / LANES)[c % LANES];
                let found = left.all - of_card(&left.with, c) - of_card(&left.with, d) + both;
                let expected = folded.one_by_one(used | 1 << c | 1 << d);
                assert!((found - expected).abs() < 0.5 && found.fract() == 0.0, "{c} {d}: {found} for {expected}");
            }
        }
    }

    #[test]
    fn what_is_left_is_counted_hand_by_hand() {
        let mut rng = Philox::new([26, 3], [0; 4]);
        for few in [1, 5, 40, 400] {
            let mut range =
                || -> PerCombo<u64> { std::array::from_fn(|_| if rng.below(few) == 0 { 1 + rng.below(9) } else { 0 }) };
            let (first, second) = (range(), range());
            let board: CardSet = "Ah7d2cKs9h".parse().unwrap();
            for second in [&second, &first] {
                for hand in [[1, 51], [3, 4]] {
                    let one = FoldedRanges::new(&[&first]).unwrap();
                    check(&one, OneFolded::new(&one), board, hand);
                    let two = FoldedRanges::new(&[&first, second]).unwrap();
                    check(&two, TwoFolded::new(&two).unwrap(), board, hand);
                }
            }
        }
    }
}
