//! Hands against a weighted range on a whole board, card by card.

use super::sweep::{MOST, SubsetSweep, Villain};
use crate::cards::{CardSet, DECK};
use crate::equity::subset_sums::{SetPlaces, SubsetSums, Sum, for_each_three, hands_of};
use crate::error::Result;
use crate::evaluator::{OmahaBoard, OmahaHole};
use crate::memory::try_vec;

/// A range: the weight of each hand at its place.
struct HandWeights<'a, S>(&'a [S]);

impl<S: Sum> Villain for HandWeights<'_, S> {
    type Sum = S;

    #[inline(always)]
    fn weight(&self, place: usize) -> S {
        self.0[place]
    }
    #[inline(always)]
    fn amount(&self, weight: S, _: usize) -> S {
        weight
    }
    #[inline(always)]
    fn own(&self, weight: S) -> S {
        weight
    }
}

/// The results of all hands against a range.
pub(super) struct AgainstRange<S> {
    weights: Vec<S>,
    sweep: SubsetSweep<S, 4, 0>,
}

impl<S: Sum> AgainstRange<S> {
    pub(super) fn new() -> Result<Self> {
        Ok(Self { weights: try_vec(S::default(), hands_of(MOST, 4, 0))?, sweep: SubsetSweep::new(MOST)? })
    }

    /// The equity of all hands of the cards left beside a whole board, at their numbers in the deck; NaN for hands that block
    /// all of the range. `range` is that of [`Self::count`].
    pub(super) fn equities(&mut self, board: &OmahaBoard, left: CardSet, range: &[S], out: &mut [f64]) -> Result<()> {
        self.count(board, left, range)?;
        let (cards, n) = list(left);
        let ((found, sums), places) = (self.sweep.after(n), SetPlaces::of(0));
        sums.disjoint_of_all(n, &self.weights, |[b, c, d], place, deals| {
            let in_deck = places.hand([0, cards[b], cards[c], cards[d]]);
            for ((&[below, up_to], &deals), &card) in found[place..].iter().zip(deals).zip(&cards) {
                let (pots, deals): (u64, u64) = (below.into() + up_to.into(), deals.into());
                out[in_deck + usize::from(card)] = if deals > 0 { pots as f64 / (2 * deals) as f64 } else { f64::NAN };
            }
        });
        Ok(())
    }

    /// For each hand of the cards left beside a whole board: the weight of the weaker hands of a range, and of those that are
    /// not stronger. `range` has a weight for every hand of the deck.
    pub(super) fn count(&mut self, board: &OmahaBoard, left: CardSet, range: &[S]) -> Result<&[[S; 2]]> {
        let (cards, n) = list(left);
        let cards = &cards[..n];
        let weights = &mut self.weights;
        for_each_of_deck(cards, |place, in_deck, lowest| {
            let weights = &mut weights[place..place + lowest.len()];
            weights.iter_mut().zip(lowest).for_each(|(weight, &card)| *weight = range[in_deck + usize::from(card)]);
        });
        let pair = |low: usize, high: usize| {
            let cards = CardSet::new(1 << cards[low] | 1 << cards[high]).unwrap_or_default();
            board.strength(&OmahaHole::of(cards))
        };
        self.sweep.take(n, &HandWeights(&self.weights), pair, |_| true)
    }
}

/// Adds up `2 * wins + ties` of every hand of the cards left, by the number of the hand in the deck.
pub(super) fn add_to_hands<S: Sum>(found: &[[S; 2]], left: CardSet, sums: &mut [u64]) {
    let (cards, n) = list(left);
    for_each_of_deck(&cards[..n], |place, in_deck, lowest| {
        for (&[below, up_to], &card) in found[place..].iter().zip(lowest) {
            sums[in_deck + usize::from(card)] += below.into() + up_to.into();
        }
    });
}

/// The weight of the hands of a range that share no card with each hand of the deck.
pub(super) fn unblocked<S: Sum>(range: &[S]) -> Result<Vec<S>> {
    let mut sums = SubsetSums::new()?;
    sums.insert_all(DECK.into(), range);
    let mut unblocked = try_vec(S::default(), range.len())?;
    sums.disjoint_of_all(DECK.into(), range, |_, place, weights| {
        unblocked[place..place + weights.len()].copy_from_slice(weights);
    });
    Ok(unblocked)
}

/// Cards in a list.
fn list(cards: CardSet) -> ([u8; 52], usize) {
    let mut list = [0; 52];
    list.iter_mut().zip(cards.ids()).for_each(|(to, card)| *to = card);
    (list, cards.len() as usize)
}

/// Calls `see` once for each choice of the three upper cards of hands of some cards. The arguments are:
///
/// * the place of the first of these hands;
/// * the number, among all hands of the deck, of card 0 and these three cards;
/// * the lowest cards.
#[inline(always)]
pub(super) fn for_each_of_deck(cards: &[u8], mut see: impl FnMut(usize, usize, &[u8])) {
    let places = SetPlaces::of(0);
    for_each_three(cards.len(), 0, |[b, c, d], place, lowest| {
        see(place, places.hand([0, cards[b], cards[c], cards[d]]), &cards[..lowest]);
    });
}
