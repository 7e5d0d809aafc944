//! Numbers of matchups. Suits are permuted so that the first hand is the lowest combo of its class.
//!
//! Some permutations fix that combo. Second hands that these map to each other are an orbit, and make one matchup. The
//! orbits depend on the suits of the first hand only, so there are three kinds of first hands: pairs, unsuited and suited
//! hands. Second hands that share a card with the first have numbers, too.

use crate::cards::{COMBO_COUNT, COMBOS, HAND_CLASS_COUNT, SuitPermutation, combo_id, hand_class};
use crate::error::Result;
use crate::memory::{try_collect, try_push};

/// First hands with the same pattern of suits.
pub(crate) struct SuitKind {
    /// The lowest combo of each orbit.
    seconds: Vec<u16>,
    /// The orbit of every combo, for each combo of a class as first hand.
    pub(crate) orbits: Vec<[u16; COMBO_COUNT]>,
}

/// First hands up to suit isomorphism: a hand class.
pub(crate) struct FirstHandClass {
    /// Its combos, ascending.
    pub(crate) combos: Vec<u16>,
    /// The index of its kind.
    pub(crate) kind: usize,
    /// The number of its first matchup, against orbit 0.
    pub(crate) first: usize,
}

/// The numbers of all matchups.
pub(crate) struct MatchupNumbers {
    pub(crate) kinds: [SuitKind; 3],
    pub(crate) classes: Vec<FirstHandClass>,
    len: usize,
}

impl SuitKind {
    /// The kind of the hands that have the suits of these combos of a class.
    fn new(combos: &[u16]) -> Result<Self> {
        let lowest = combos[0];
        let image = |combo: u16, permutation: SuitPermutation| permutation.combo(combo.into()) as u16;
        let fixing: Vec<_> = SuitPermutation::all().filter(|&by| image(lowest, by) == lowest).collect();
        let (mut seconds, mut orbits) = (Vec::new(), [0; COMBO_COUNT]);
        for (combo, at) in (0..).zip(0..COMBO_COUNT) {
            let first = fixing.iter().fold(combo, |least, &by| least.min(image(combo, by)));
            if first == combo {
                orbits[at] = seconds.len() as u16;
                try_push(&mut seconds, combo)?;
            } else {
                orbits[at] = orbits[usize::from(first)];
            }
        }
        let to_lowest = |&first: &u16| SuitPermutation::all().find(|&by| image(first, by) == lowest);
        let seen = |by: SuitPermutation| Ok(by.combos().map(|combo| orbits[usize::from(combo)]));
        Ok(Self { seconds, orbits: try_collect(combos.iter().filter_map(to_lowest).map(seen))? })
    }

    /// Number of orbits.
    pub(crate) fn len(&self) -> usize {
        self.seconds.len()
    }
}

impl MatchupNumbers {
    pub(crate) fn new() -> Result<Self> {
        let mut by_class = [const { Vec::new() }; HAND_CLASS_COUNT];
        for (combo, [low, high]) in (0..).zip(COMBOS) {
            by_class[usize::from(hand_class(low, high))].push(combo);
        }
        // The classes of two deuces, three-deuce unsuited and three-deuce suited.
        let kinds = [SuitKind::new(&by_class[0])?, SuitKind::new(&by_class[1])?, SuitKind::new(&by_class[91])?];
        let mut len = 0;
        let classes = by_class.map(|combos| {
            let kind = kinds.iter().position(|kind| kind.orbits.len() == combos.len()).unwrap_or_default();
            let first = len;
            len += kinds[kind].len();
            FirstHandClass { combos, kind, first }
        });
        Ok(Self { kinds, classes: classes.into(), len })
    }

    /// Number of matchups.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The number of the matchup of two hands.
    pub(crate) fn number(&self, [a, b]: [u8; 2], second: [u8; 2]) -> usize {
        let class = &self.classes[usize::from(hand_class(a, b))];
        let at = class.combos.iter().position(|&combo| combo == combo_id(a, b)).unwrap_or_default();
        class.first + usize::from(self.kinds[class.kind].orbits[at][usize::from(combo_id(second[0], second[1]))])
    }

    /// Two hands of every matchup, in the order of the numbers.
    pub(crate) fn all(&self) -> impl Iterator<Item = [[u8; 2]; 2]> {
        let seconds = |class: &FirstHandClass| self.kinds[class.kind].seconds.iter();
        let hands = |[first, second]: [u16; 2]| [COMBOS[usize::from(first)], COMBOS[usize::from(second)]];
        self.classes.iter().flat_map(move |class| seconds(class).map(move |&second| hands([class.combos[0], second])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::share_a_card;

    #[test]
    fn matchups_are_orbits_of_two_hands() {
        let numbers = MatchupNumbers::new().unwrap();
        assert_eq!(numbers.kinds.each_ref().map(SuitKind::len), [507, 832, 416]);
        let all: Vec<_> = numbers.all().collect();
        assert_eq!((all.len(), numbers.len()), (103_935, 103_935));
        for (number, &[first, second]) in all.iter().enumerate() {
            assert_eq!(numbers.number(first, second), number);
        }
        // Mirror images count once.
        let is_first = |&&[a, b]: &&[[u8; 2]; 2]| !share_a_card(a, b) && numbers.number(a, b) <= numbers.number(b, a);
        assert_eq!(all.iter().filter(is_first).count(), 47_008);
    }

    #[test]
    fn permuting_suits_keeps_the_number() {
        let numbers = MatchupNumbers::new().unwrap();
        let mut sizes = vec![0; numbers.len()];
        for (first, a) in COMBOS.into_iter().enumerate() {
            for (second, b) in COMBOS.into_iter().enumerate() {
                let number = numbers.number(a, b);
                sizes[number] += 1;
                for by in SuitPermutation::all().skip(first % 5).step_by(5) {
                    let [a, b] = [first, second].map(|combo| COMBOS[by.combo(combo)]);
                    assert_eq!(numbers.number(a, b), number);
                }
            }
        }
        assert!(sizes.iter().all(|&size| size > 0 && 24 % size == 0));
    }
}
