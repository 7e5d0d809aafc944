//! Permutations of the suits: their effect on cards and combos, the permutations that fix something, and canonical forms and
//! orbits under these. Cards that a permutation maps to each other are suit-isomorphic.

use super::card_set::{CLUBS, CardSet};
use super::combos::{COMBO_COUNT, COMBOS, combo_id};

/// A permutation of the suits: suit `s` becomes `self.0[s]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SuitPermutation([u8; 4]);

const ALL: [SuitPermutation; 24] = {
    let (mut all, mut found) = ([SuitPermutation([0; 4]); 24], 0);
    let mut digits = 0u8;
    while found < all.len() {
        let suits = [digits >> 6, digits >> 4 & 3, digits >> 2 & 3, digits & 3];
        if 1 << suits[0] | 1 << suits[1] | 1 << suits[2] | 1 << suits[3] == 0b1111 {
            all[found] = SuitPermutation(suits);
            found += 1;
        }
        digits += 1;
    }
    all
};

impl SuitPermutation {
    /// All 24, the identity first.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        ALL.into_iter()
    }

    /// The permutation that swaps two suits.
    pub(crate) fn swap(a: u8, b: u8) -> Self {
        let mut suits = [0, 1, 2, 3];
        suits.swap(usize::from(a), usize::from(b));
        Self(suits)
    }

    /// The image of a card.
    pub(crate) fn card(self, card: u8) -> u8 {
        card & !3 | self.0[usize::from(card & 3)]
    }

    /// The image of a set of cards.
    #[inline]
    pub(crate) fn cards(self, cards: CardSet) -> CardSet {
        let suits = (0..4).zip(self.0).map(|(from, to)| (cards.bits() >> from & CLUBS) << to);
        CardSet::new(suits.fold(0, |all, suit| all | suit)).unwrap_or_default()
    }

    /// The number of the image of a combo.
    pub(crate) fn combo(self, combo: usize) -> usize {
        let [low, high] = COMBOS[combo].map(|card| self.card(card));
        usize::from(combo_id(low, high))
    }

    /// [`Self::combo`] of every combo.
    pub(crate) fn combos(self) -> [u16; COMBO_COUNT] {
        std::array::from_fn(|combo| self.combo(combo) as u16)
    }

    /// The group of permutations that fix these sets of cards and these weights.
    pub(crate) fn fixing<W: PartialEq>(cards: &[CardSet], weights: &[&[W; COMBO_COUNT]]) -> Vec<Self> {
        let fixes = |permutation: &Self| {
            // On most boards only the identity fixes the cards, and combos need not be checked.
            if *permutation == ALL[0] {
                return true;
            }
            let same =
                |weights: &&[W; COMBO_COUNT]| (0..COMBO_COUNT).all(|at| weights[at] == weights[permutation.combo(at)]);
            cards.iter().all(|&cards| permutation.cards(cards) == cards) && weights.iter().all(same)
        };
        Self::all().filter(fixes).collect()
    }
}

/// The least image of `cards` under a group of permutations, and the number of a permutation with this image.
pub(crate) fn canonical(cards: CardSet, group: &[SuitPermutation]) -> (CardSet, u8) {
    let images = group.iter().map(|permutation| permutation.cards(cards)).zip(0..);
    images.min_by_key(|(cards, _)| cards.bits()).unwrap_or((cards, 0))
}

/// The number of images of `cards` under a group of permutations; `None` unless `cards` is the least of them.
pub(crate) fn orbit_size(cards: CardSet, group: &[SuitPermutation]) -> Option<u64> {
    let mut fixing = 0;
    for permutation in group {
        let image = permutation.cards(cards).bits();
        if image < cards.bits() {
            return None;
        }
        fixing += u64::from(image == cards.bits());
    }
    Some(group.len() as u64 / fixing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_cards;

    #[test]
    fn cards_sets_and_combos_are_permuted_alike() {
        assert_eq!(SuitPermutation::all().count(), 24);
        assert_eq!(SuitPermutation::all().next(), Some(SuitPermutation([0, 1, 2, 3])));
        for (a, b) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))) {
            let swap = SuitPermutation::swap(a, b);
            assert!(SuitPermutation::all().any(|permutation| permutation == swap));
            let swapped = |suit| {
                if suit == a {
                    b
                } else if suit == b {
                    a
                } else {
                    suit
                }
            };
            assert!((0..4).all(|suit| swap.card(suit) == swapped(suit)));
        }
        for permutation in SuitPermutation::all() {
            for (at, [low, high]) in COMBOS.into_iter().enumerate() {
                let image = permutation.cards(CardSet::from_ids(&[low, high]).unwrap());
                assert_eq!(image, CardSet::from_ids(&[permutation.card(low), permutation.card(high)]).unwrap());
                assert_eq!(CardSet::from_ids(&COMBOS[permutation.combo(at)]).unwrap(), image);
                assert_eq!(usize::from(permutation.combos()[at]), permutation.combo(at));
            }
        }
    }

    #[test]
    fn what_is_given_leaves_a_group() {
        let set = |text| parse_cards(text).unwrap().into_iter().collect::<CardSet>();
        let fixing = |text| SuitPermutation::fixing::<u64>(&[set(text)], &[]).len();
        assert_eq!(["", "Ah7h2h", "Ah7h2c", "Ah7d2c", "AhAd2c"].map(fixing), [24, 6, 2, 1, 2]);
        let mut weights = [1; COMBO_COUNT];
        assert_eq!(SuitPermutation::fixing(&[], &[&weights]).len(), 24);
        weights[usize::from(combo_id(51, 47))] = 2;
        assert_eq!(SuitPermutation::fixing(&[], &[&weights]).len(), 6);
        assert_eq!(SuitPermutation::fixing(&[set("Ah")], &[&weights]).len(), 2);
    }

    #[test]
    fn canonical_cards_stand_for_their_orbit() {
        let all: Vec<_> = SuitPermutation::all().collect();
        let (mut canonical_flops, mut flops) = (0, 0);
        for [low, high] in COMBOS {
            for third in 0..low {
                let flop = CardSet::from_ids(&[third, low, high]).unwrap();
                let (least, number) = canonical(flop, &all);
                assert_eq!(all[usize::from(number)].cards(flop), least);
                assert_eq!(orbit_size(flop, &all).is_some(), flop == least);
                canonical_flops += u64::from(flop == least);
                flops += orbit_size(flop, &all).unwrap_or(0);
            }
        }
        assert_eq!((canonical_flops, flops), (1_755, 22_100));
    }
}
