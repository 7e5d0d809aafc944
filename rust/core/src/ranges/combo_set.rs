//! A set of combos, one bit each.

use crate::cards::{COMBO_COUNT, COMBOS, combo_id};

/// Combos by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ComboSet([u64; COMBO_COUNT.div_ceil(64)]);

impl ComboSet {
    /// The combos for which `holds` is true, given their cards, the lower id first.
    pub(super) fn of(mut holds: impl FnMut([u8; 2]) -> bool) -> Self {
        let mut set = Self::default();
        COMBOS.into_iter().filter(|&cards| holds(cards)).for_each(|[low, high]| set.insert(low, high));
        set
    }

    /// The combos with a positive weight.
    pub(crate) fn held<W: PartialOrd + Default>(weights: &[W; COMBO_COUNT]) -> Self {
        let mut set = Self::default();
        // Without branches: the weights of a range are unpredictable.
        for (word, weights) in set.0.iter_mut().zip(weights.chunks(64)) {
            let bits = weights.iter().enumerate().map(|(bit, weight)| u64::from(*weight > W::default()) << bit);
            *word = bits.fold(0, |word, bit| word | bit);
        }
        set
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

    #[test]
    fn sets_are_sets() {
        let aces = ComboSet::of(|cards| cards.iter().all(|card| card / 4 == 12));
        let ids: Vec<usize> = aces.iter().collect();
        assert_eq!([ids.len(), aces.len()], [6; 2]);
        let weights: [f64; COMBO_COUNT] = std::array::from_fn(|id| if ids.contains(&id) { 0.5 } else { 0.0 });
        assert_eq!(ComboSet::held(&weights), aces);
        assert!(ids.iter().all(|&id| COMBOS[id][0] >= 48));
        let mut all = ComboSet::of(|_| true);
        assert_eq!(all.iter().collect::<Vec<_>>(), (0..COMBO_COUNT).collect::<Vec<_>>());
        all.remove(&aces);
        assert_eq!(all.iter().count(), COMBO_COUNT - 6);
        all.add(&aces);
        assert_eq!(all.iter().count(), COMBO_COUNT);
    }
}
