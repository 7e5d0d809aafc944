//! The hands of both players, and the reach of the opponent's hands that a hand does not block.

use crate::cards::{COMBOS, DECK, PerCombo, combo_bits};
use crate::error::{Error, Result};
use crate::showdown::weights::check_weights;

/// The hands of one player: the combos with a weight and without a card of the board.
pub(super) struct PlayerCombos {
    pub(super) combos: Vec<u16>,
    pub(super) weights: Vec<f64>,
    pub(super) cards: Vec<[u8; 2]>,
    /// For every hand the place of the opponent's hand of the same cards; the opponent's number of hands if it has no such hand.
    pub(super) same: Vec<u32>,
}

impl PlayerCombos {
    /// The hands of both players; `board` has a bit for each of its cards.
    pub(super) fn both(weights: [&PerCombo<f64>; 2], board: u64) -> Result<[Self; 2]> {
        let [mut first, mut second] = [Self::new(weights[0], board, 0)?, Self::new(weights[1], board, 1)?];
        first.same = places(&first.combos, &second.combos);
        second.same = places(&second.combos, &first.combos);
        Ok([first, second])
    }

    fn new(weights: &PerCombo<f64>, board: u64, player: usize) -> Result<Self> {
        let weights = *weights;
        check_weights::<f64>(&weights)?;
        let is_held = |&combo: &usize| weights[combo] > 0.0 && combo_bits(combo) & board == 0;
        let combos: Vec<u16> = (0..weights.len()).filter(is_held).map(|combo| combo as u16).collect();
        if combos.is_empty() {
            return Err(Error::no_range(format!("player {}: the board blocks every hand of the range", player + 1)));
        }
        let weights = combos.iter().map(|&combo| weights[usize::from(combo)]).collect();
        let cards = combos.iter().map(|&combo| COMBOS[usize::from(combo)]).collect();
        Ok(Self { combos, weights, cards, same: vec![] })
    }

    /// Number of hands.
    pub(super) fn len(&self) -> usize {
        self.combos.len()
    }

    /// For each of these hands the reach of the opponent's hands without a card of it. `reach` has a zero behind that of the
    /// opponent's hands.
    pub(super) fn unblocked(&self, opponent: &Self, reach: &[f64], out: &mut [f64]) {
        let mut with = [0.0; 1 << 6];
        for (&reach, &[low, high]) in reach.iter().zip(&opponent.cards) {
            with[usize::from(low & 63)] += reach;
            with[usize::from(high & 63)] += reach;
        }
        // Each hand is in the sums of two cards.
        let total = with[..usize::from(DECK)].iter().sum::<f64>() / 2.0;
        for ((out, &[low, high]), &same) in out.iter_mut().zip(&self.cards).zip(&self.same) {
            // The hand with both cards is in both sums.
            *out = total - with[usize::from(low & 63)] - with[usize::from(high & 63)] + reach[same as usize];
        }
    }
}

/// Where in `theirs` each combo is, or the length of `theirs`; both are ascending.
fn places(ours: &[u16], theirs: &[u16]) -> Vec<u32> {
    ours.iter().map(|combo| theirs.binary_search(combo).unwrap_or(theirs.len()) as u32).collect()
}
