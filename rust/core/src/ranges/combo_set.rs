//! A set of combos, one bit each.

use crate::cards::{COMBO_COUNT, COMBOS, combo_id};
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};

/// Combos by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ComboSet([u64; COMBO_COUNT.div_ceil(64)]);

/// The combos with a positive weight: a river is counted in microseconds, of which a sixth would pass here at the baseline.
struct Held<'a, W>(&'a [W; COMBO_COUNT]);

impl<W: PartialOrd + Default> Kernel for Held<'_, W> {
    type Output = ComboSet;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> ComboSet {
        let mut set = ComboSet::default();
        let (words, rest) = self.0.as_chunks::<64>();
        for (at, weights) in words.iter().enumerate() {
            set.0[at] = positive(weights);
        }
        if let Some(last) = set.0.last_mut() {
            *last = positive(rest);
        }
        set
    }
}

/// A bit for each weight that is positive. Without branches: the weights of a range are unpredictable.
#[inline(always)]
// By index: with an iterator the library is larger, and a river takes 3% longer.
#[allow(clippy::needless_range_loop)]
fn positive<W: PartialOrd + Default>(weights: &[W]) -> u64 {
    let mut bits = 0;
    for bit in 0..weights.len() {
        bits |= u64::from(weights[bit] > W::default()) << bit;
    }
    bits
}

impl ComboSet {
    /// The combos for which `holds` is true, given their cards, the lower id first.
    pub(super) fn of(mut holds: impl FnMut([u8; 2]) -> bool) -> Self {
        let mut set = Self::default();
        COMBOS.into_iter().filter(|&cards| holds(cards)).for_each(|[low, high]| set.insert(low, high));
        set
    }

    /// The combos with a positive weight.
    // Not once more in each caller.
    #[inline(never)]
    pub(crate) fn held<W: PartialOrd + Default>(weights: &[W; COMBO_COUNT], level: Proven) -> Self {
        // Vectors do not compare numbers of more bits: they need no other copy.
        let level = if size_of::<W>() > size_of::<u64>() { Proven::Baseline } else { level };
        level.run(Held(weights))
    }

    /// Number of combos.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Adds the combo of two different cards.
    pub(super) fn insert(&mut self, a: u8, b: u8) {
        let id = usize::from(combo_id(a, b));
        self.0[id / 64] |= 1 << (id % 64);
    }

    pub(crate) fn add(&mut self, others: &Self) {
        self.0.iter_mut().zip(others.0).for_each(|(word, other)| *word |= other);
    }

    pub(super) fn remove(&mut self, others: &Self) {
        self.0.iter_mut().zip(others.0).for_each(|(word, other)| *word &= !other);
    }

    /// The numbers of the combos, ascending, in a list that does not grow.
    pub(crate) fn list(&self) -> Vec<usize> {
        let mut all = Vec::with_capacity(self.len());
        self.iter().for_each(|combo| all.push(combo));
        all
    }

    /// The numbers of the combos, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        self.0.into_iter().enumerate().flat_map(|(at, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(64 * at + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::cpu::Level;

    #[test]
    fn sets_are_sets() {
        let aces = ComboSet::of(|cards| cards.iter().all(|card| card / 4 == 12));
        let ids = aces.list();
        assert_eq!(ids, aces.iter().collect::<Vec<_>>());
        assert_eq!([ids.len(), aces.len()], [6; 2]);
        let weights: [f64; COMBO_COUNT] = std::array::from_fn(|id| if ids.contains(&id) { 0.5 } else { 0.0 });
        assert_eq!(ComboSet::held(&weights, Proven::Baseline), aces);
        assert!(ids.iter().all(|&id| COMBOS[id][0] >= 48));
        let mut all = ComboSet::of(|_| true);
        assert_eq!(all.iter().collect::<Vec<_>>(), (0..COMBO_COUNT).collect::<Vec<_>>());
        all.remove(&aces);
        assert_eq!(all.iter().count(), COMBO_COUNT - 6);
        all.add(&aces);
        assert_eq!(all.iter().count(), COMBO_COUNT);
    }

    #[test]
    fn combos_with_a_weight_are_found_at_every_level() {
        let weights: [f64; COMBO_COUNT] =
            std::array::from_fn(|id| [0.0, -0.0, 1e-300, 0.5, f64::NAN, -1.0][id * id % 6]);
        let integers = weights.map(|weight| u64::from(weight > 0.0) << 63);
        let expected: Vec<usize> = (0..COMBO_COUNT).filter(|&id| weights[id] > 0.0).collect();
        assert!(expected.len() > 100);
        for level in Level::ALL.into_iter().filter_map(Level::prove) {
            assert_eq!(ComboSet::held(&weights, level).iter().collect::<Vec<_>>(), expected, "{level}");
            assert_eq!(ComboSet::held(&integers, level).iter().collect::<Vec<_>>(), expected, "{level}");
            assert_eq!(ComboSet::held(&[1; COMBO_COUNT], level).len(), COMBO_COUNT, "{level}");
        }
    }
}
