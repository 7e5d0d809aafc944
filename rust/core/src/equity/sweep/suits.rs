//! Renamings of the suits, and those that leave cards and weights as they are.

use crate::cards::{COMBO_COUNT, COMBOS, CardSet, combo_id};
use crate::equity::combo_counts::Amount;
use crate::error::Result;
use crate::memory::{try_collect, try_vec};

/// The cards of suit 0.
const OF_SUIT: u64 = 0x1_1111_1111_1111;

/// A renaming of the suits: suit `s` is called `self.0[s]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Suits([u8; 4]);

const ALL: [Suits; 24] = {
    let (mut all, mut found) = ([Suits([0; 4]); 24], 0);
    let mut digits = 0u8;
    while found < all.len() {
        let names = [digits >> 6, digits >> 4 & 3, digits >> 2 & 3, digits & 3];
        if 1 << names[0] | 1 << names[1] | 1 << names[2] | 1 << names[3] == 0b1111 {
            all[found] = Suits(names);
            found += 1;
        }
        digits += 1;
    }
    all
};

impl Suits {
    /// All 24, first the one that changes nothing.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        ALL.into_iter()
    }

    /// A card under its new name.
    pub(crate) fn card(self, card: u8) -> u8 {
        card & !3 | self.0[usize::from(card & 3)]
    }

    /// Cards under their new names.
    #[inline]
    pub(crate) fn cards(self, cards: CardSet) -> CardSet {
        let suits = (0..4).zip(self.0).map(|(suit, name)| (cards.bits() >> suit & OF_SUIT) << name);
        CardSet::new(suits.fold(0, |all, suit| all | suit)).unwrap_or_default()
    }

    /// The number of a combo under its new name.
    pub(crate) fn combo(self, combo: usize) -> usize {
        let [low, high] = COMBOS[combo].map(|card| self.card(card));
        usize::from(combo_id(low, high))
    }

    /// [`Self::combo`] of every combo.
    pub(crate) fn combos(self) -> [u16; COMBO_COUNT] {
        std::array::from_fn(|combo| self.combo(combo) as u16)
    }

    /// The renamings under which these sets of cards and these weights are what they are: a group.
    pub(crate) fn fixing<W: PartialEq>(cards: &[CardSet], weights: &[&[W; COMBO_COUNT]]) -> Vec<Self> {
        let fixes = |suits: &Self| {
            // On most boards that is all, and combos need not be looked at.
            if *suits == ALL[0] {
                return true;
            }
            let same = |weights: &&[W; COMBO_COUNT]| (0..COMBO_COUNT).all(|at| weights[at] == weights[suits.combo(at)]);
            cards.iter().all(|&cards| suits.cards(cards) == cards) && weights.iter().all(same)
        };
        Self::all().filter(fixes).collect()
    }
}

/// From sums over one board of each orbit, times its size, to sums over all boards: those of a combo are the mean over
/// what renamings make of the combo.
pub(crate) fn even_out<W: Amount>(sums: &mut [W], symmetry: &[Suits]) -> Result<()> {
    if symmetry.len() == 1 {
        return Ok(());
    }
    let renamed = try_collect(symmetry.iter().map(|suits| Ok(suits.combos())))?;
    let mut even = try_vec(None, COMBO_COUNT)?;
    for combo in 0..COMBO_COUNT {
        if even[combo].is_none() {
            let orbit = || renamed.iter().map(|to| usize::from(to[combo]));
            let mean = W::mean(orbit().map(|to| sums[to]), symmetry.len());
            orbit().for_each(|to| even[to] = Some(mean));
        }
    }
    sums.iter_mut().zip(even).for_each(|(sum, even)| *sum = even.unwrap_or(*sum));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_cards;

    #[test]
    fn cards_sets_and_combos_get_the_same_names() {
        assert_eq!(Suits::all().count(), 24);
        assert_eq!(Suits::all().next(), Some(Suits([0, 1, 2, 3])));
        for suits in Suits::all() {
            for (at, [low, high]) in COMBOS.into_iter().enumerate() {
                let renamed = suits.cards(CardSet::from_ids(&[low, high]).unwrap());
                assert_eq!(renamed, CardSet::from_ids(&[suits.card(low), suits.card(high)]).unwrap());
                assert_eq!(CardSet::from_ids(&COMBOS[suits.combo(at)]).unwrap(), renamed);
                assert_eq!(usize::from(suits.combos()[at]), suits.combo(at));
            }
        }
    }

    #[test]
    fn what_is_given_leaves_some_renamings() {
        let set = |text| parse_cards(text).unwrap().into_iter().collect::<CardSet>();
        let fixing = |text| Suits::fixing::<u64>(&[set(text)], &[]).len();
        assert_eq!(["", "Ah7h2h", "Ah7h2c", "Ah7d2c", "AhAd2c"].map(fixing), [24, 6, 2, 1, 2]);
        let mut weights = [1; COMBO_COUNT];
        assert_eq!(Suits::fixing(&[], &[&weights]).len(), 24);
        weights[usize::from(combo_id(51, 47))] = 2;
        assert_eq!(Suits::fixing(&[], &[&weights]).len(), 6);
        assert_eq!(Suits::fixing(&[set("Ah")], &[&weights]).len(), 2);
    }
}
