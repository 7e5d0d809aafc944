//! The hands of both players, in blocks of sixteen: a hand is a lane of a block.

use crate::cards::{COMBO_COUNT, COMBOS, PerCombo, SuitPermutation, combo_bits};
use crate::error::{Error, Result};
use crate::runtime::simd::{LANES, Lanes};
use crate::showdown::lanes::Hands;
use crate::showdown::weights::check_weights;

/// The hands of one player: the combos with a weight and without a card of the board. The last block is filled up with hands
/// of no weight.
pub(super) struct PlayerCombos {
    pub(super) combos: Vec<u16>,
    /// The cards of all lanes of all blocks.
    cards: Vec<[u8; 2]>,
    /// For every hand the place of the opponent's hand of the same cards; else the opponent's number of lanes.
    same: Vec<u16>,
    /// The weights, the largest of which is 1 here.
    pub(super) reach: Vec<Lanes<f64>>,
    /// The place of every combo.
    places: Vec<u16>,
}

impl PlayerCombos {
    /// The hands of both players; `board` has a bit for each of its cards.
    pub(super) fn both(weights: [&PerCombo<f64>; 2], board: u64) -> Result<[Self; 2]> {
        let [mut first, mut second] = [Self::new(weights[0], board, 0)?, Self::new(weights[1], board, 1)?];
        first.same = first.places_in(&second);
        second.same = second.places_in(&first);
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
        let held = || combos.iter().map(|&combo| weights[usize::from(combo)]);
        let largest = held().fold(0.0, f64::max);
        let mut reach = vec![Lanes::default(); combos.len().div_ceil(LANES)];
        for (at, weight) in held().enumerate() {
            reach[at / LANES].0[at % LANES] = weight / largest;
        }
        let mut cards: Vec<_> = combos.iter().map(|&combo| COMBOS[usize::from(combo)]).collect();
        cards.resize(reach.len() * LANES, COMBOS[0]);
        let mut places = vec![u16::MAX; COMBO_COUNT];
        combos.iter().zip(0..).for_each(|(&combo, at)| places[usize::from(combo)] = at);
        Ok(Self { combos, cards, same: vec![], reach, places })
    }

    /// Number of hands.
    pub(super) fn len(&self) -> usize {
        self.combos.len()
    }

    /// Number of blocks.
    pub(super) fn n_blocks(&self) -> usize {
        self.reach.len()
    }

    /// The hands as showdowns read them.
    pub(super) fn hands(&self) -> Hands<'_> {
        Hands { cards: &self.cards, same: &self.same }
    }

    fn places_in(&self, other: &Self) -> Vec<u16> {
        let none = (other.n_blocks() * LANES) as u16;
        let place = |&combo: &u16| Some(other.places[usize::from(combo)]).filter(|&at| at != u16::MAX).unwrap_or(none);
        let mut all: Vec<u16> = self.combos.iter().map(place).collect();
        all.resize(self.n_blocks() * LANES, none);
        all
    }

    /// Where a permutation moves each hand. The player has all images of its hands.
    pub(super) fn images(&self, permutation: SuitPermutation) -> Vec<u16> {
        self.combos.iter().map(|&combo| self.places[permutation.combo(combo.into())]).collect()
    }

    /// For every block the hands without these cards: a bit for each lane.
    pub(super) fn without(&self, cards: u64) -> Vec<u16> {
        let is_free = |&combo: &u16| combo_bits(combo.into()) & cards == 0;
        let bits = |block: &[u16]| (0..).zip(block).map(|(lane, combo)| u16::from(is_free(combo)) << lane).sum();
        self.combos.chunks(LANES).map(bits).collect()
    }
}
