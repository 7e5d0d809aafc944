//! Numbers of the matchups of two hands, the suits renamed so that the first hand is the lowest combo of its class.
//!
//! Some renamings leave that combo as it is. Second hands that these turn into each other make one matchup: they are an
//! orbit. Which orbits there are depends on the suits of the first hand only, so first hands are of three kinds: pairs,
//! unsuited and suited hands. Second hands that share a card with the first have numbers, too.

use crate::cards::{COMBO_COUNT, COMBOS, HAND_CLASS_COUNT, combo_id, hand_class};
use crate::error::Result;
use crate::memory::{try_collect, try_push};

/// For each suit, the one that takes its place.
type Renaming = [u8; 4];

/// First hands whose suits are alike.
pub(crate) struct Kind {
    /// The lowest combo of each orbit.
    seconds: Vec<u16>,
    /// The orbit of every combo, as seen from each combo of a class in turn.
    pub(crate) orbits: Vec<[u16; COMBO_COUNT]>,
}

/// First hands up to suits.
pub(crate) struct Class {
    /// Its combos, ascending.
    pub(crate) combos: Vec<u16>,
    /// Where its kind is.
    pub(crate) kind: usize,
    /// The number of the matchup against orbit 0.
    pub(crate) first: usize,
}

/// The numbers of all matchups.
pub(crate) struct Numbers {
    pub(crate) kinds: [Kind; 3],
    pub(crate) classes: Vec<Class>,
    len: usize,
}

impl Kind {
    /// The kind of the hands that have the suits of these combos of a class.
    fn new(combos: &[u16]) -> Result<Self> {
        let renamings = renamings();
        let lowest = combos[0];
        let fixing: Vec<_> = renamings.iter().filter(|&&suits| renamed(lowest, suits) == lowest).collect();
        let (mut seconds, mut orbits) = (Vec::new(), [0; COMBO_COUNT]);
        for (combo, at) in (0..).zip(0..COMBO_COUNT) {
            let first = fixing.iter().fold(combo, |least, &&suits| least.min(renamed(combo, suits)));
            if first == combo {
                orbits[at] = seconds.len() as u16;
                try_push(&mut seconds, combo)?;
            } else {
                orbits[at] = orbits[usize::from(first)];
            }
        }
        let to_lowest = |&first: &u16| renamings.iter().find(|&&suits| renamed(first, suits) == lowest);
        let seen =
            |&suits: &Renaming| Ok(std::array::from_fn(|combo| orbits[usize::from(renamed(combo as u16, suits))]));
        Ok(Self { seconds, orbits: try_collect(combos.iter().filter_map(to_lowest).map(seen))? })
    }

    /// How many orbits there are.
    pub(crate) fn len(&self) -> usize {
        self.seconds.len()
    }
}

impl Numbers {
    pub(crate) fn new() -> Result<Self> {
        let mut by_class = [const { Vec::new() }; HAND_CLASS_COUNT];
        for (combo, [low, high]) in (0..).zip(COMBOS) {
            by_class[usize::from(hand_class(low, high))].push(combo);
        }
        // Of deuces, three-deuce unsuited and three-deuce suited.
        let kinds = [Kind::new(&by_class[0])?, Kind::new(&by_class[1])?, Kind::new(&by_class[91])?];
        let mut len = 0;
        let classes = by_class.map(|combos| {
            let kind = kinds.iter().position(|kind| kind.orbits.len() == combos.len()).unwrap_or_default();
            let first = len;
            len += kinds[kind].len();
            Class { combos, kind, first }
        });
        Ok(Self { kinds, classes: classes.into(), len })
    }

    /// How many there are.
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
        let seconds = |class: &Class| self.kinds[class.kind].seconds.iter();
        let hands = |[first, second]: [u16; 2]| [COMBOS[usize::from(first)], COMBOS[usize::from(second)]];
        self.classes.iter().flat_map(move |class| seconds(class).map(move |&second| hands([class.combos[0], second])))
    }
}

fn renamings() -> Vec<Renaming> {
    let suits = |n: u8| [n / 64, n / 16 % 4, n / 4 % 4, n % 4];
    let all_differ = |suits: &Renaming| suits.iter().fold(0, |set, suit| set | 1 << suit) == 0b1111;
    (0..=u8::MAX).map(suits).filter(all_differ).collect()
}

fn renamed(combo: u16, suits: Renaming) -> u16 {
    let [low, high] = COMBOS[usize::from(combo)].map(|card| card & !3 | suits[usize::from(card & 3)]);
    combo_id(low, high)
}

/// Whether two hands share a card.
pub(crate) fn share_a_card(a: [u8; 2], b: [u8; 2]) -> bool {
    a.iter().any(|card| b.contains(card))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matchups_are_orbits_of_two_hands() {
        let numbers = Numbers::new().unwrap();
        assert_eq!(numbers.kinds.each_ref().map(Kind::len), [507, 832, 416]);
        let all: Vec<_> = numbers.all().collect();
        assert_eq!((all.len(), numbers.len()), (103_935, 103_935));
        for (number, &[first, second]) in all.iter().enumerate() {
            assert_eq!(numbers.number(first, second), number);
        }
        // Counting both of two mirror images as one.
        let is_first = |&&[a, b]: &&[[u8; 2]; 2]| !share_a_card(a, b) && numbers.number(a, b) <= numbers.number(b, a);
        assert_eq!(all.iter().filter(is_first).count(), 47_008);
    }

    #[test]
    fn renaming_suits_keeps_the_number() {
        let numbers = Numbers::new().unwrap();
        let mut sizes = vec![0; numbers.len()];
        for (first, a) in (0..).zip(COMBOS) {
            for (second, b) in (0..).zip(COMBOS) {
                let number = numbers.number(a, b);
                sizes[number] += 1;
                for suits in renamings().into_iter().skip(first % 5).step_by(5) {
                    let [a, b] = [first as u16, second].map(|combo| COMBOS[usize::from(renamed(combo, suits))]);
                    assert_eq!(numbers.number(a, b), number);
                }
            }
        }
        assert!(sizes.iter().all(|&size| size > 0 && 24 % size == 0));
    }
}
