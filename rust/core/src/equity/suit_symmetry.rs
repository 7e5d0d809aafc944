//! The renamings of the suits that change nothing given: one board then stands for all that they make of it.

use super::combo_shares::Amount;
use crate::cards::{COMBO_COUNT, COMBOS, CardSet, combo_id};
use crate::error::Result;
use crate::memory::try_push;
use crate::runtime::Run;
use crate::showdown::ranked_boards::OfCombos;
use crate::showdown::runouts::for_each_runout;

/// Cards of suit 0.
const SUIT: u64 = 0x1_1111_1111_1111;

/// Boards between two looks at the watcher.
const PERIOD: u32 = 1 << 14;

/// Which suit each suit becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Renaming([u8; 4]);

/// A group of renamings of the suits.
#[derive(Debug, Clone)]
pub(super) struct SuitSymmetry {
    /// All but the one that changes nothing.
    renamings: Vec<Renaming>,
}

/// A whole board, and how many it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BoardOrbit {
    pub(super) board: CardSet,
    pub(super) boards: u64,
}

impl SuitSymmetry {
    /// Of what leaves the weights of all ranges and every one of the sets as they are.
    pub(super) fn of<W: PartialEq>(ranges: &[&OfCombos<W>], sets: &[CardSet]) -> Self {
        let keeps = |renaming: &Renaming| {
            let keeps_range = |range: &&OfCombos<W>| (0..COMBO_COUNT).all(|i| range[i] == range[renaming.combo(i)]);
            sets.iter().all(|&set| renaming.set(set) == set) && ranges.iter().all(keeps_range)
        };
        Self { renamings: Renaming::all().skip(1).filter(keeps).collect() }
    }

    /// How many renamings change nothing, with the one that never does.
    pub(super) fn len(&self) -> usize {
        1 + self.renamings.len()
    }

    /// Every whole board that cards of `left` make of `board`, up to these renamings.
    pub(super) fn boards(&self, board: &[u8], left: CardSet, run: &mut Run<'_>) -> Result<Vec<BoardOrbit>> {
        let mut orbits = Vec::new();
        let mut until_look = PERIOD;
        for_each_runout(board, left, |_, board| {
            until_look -= 1;
            if until_look == 0 {
                until_look = PERIOD;
                run.checkpoint(0, 1)?;
            }
            // The one of an orbit with the smallest bits stands for it.
            let mut unchanged = 1;
            for renaming in &self.renamings {
                let image = renaming.set(board);
                if image.bits() < board.bits() {
                    return Ok(());
                }
                unchanged += u64::from(image == board);
            }
            try_push(&mut orbits, BoardOrbit { board, boards: self.len() as u64 / unchanged })
        })?;
        Ok(orbits)
    }

    /// Sums over the boards that stand for others, each so many times, become the sums over all boards: those are the
    /// same for all combos that are renamings of each other, and together they have the same.
    pub(super) fn spread<W: Amount>(&self, sums: &mut [W]) {
        if self.renamings.is_empty() {
            return;
        }
        let (mut orbit, mut of_orbit) = (Vec::new(), Vec::new());
        for combo in 0..COMBO_COUNT {
            orbit.clear();
            orbit.push(combo);
            orbit.extend(self.renamings.iter().map(|renaming| renaming.combo(combo)));
            orbit.sort_unstable();
            orbit.dedup();
            if orbit[0] == combo {
                of_orbit.clear();
                of_orbit.extend(orbit.iter().map(|&combo| sums[combo]));
                let mean = W::mean(&of_orbit);
                for &combo in &orbit {
                    sums[combo] = mean;
                }
            }
        }
    }
}

impl Renaming {
    /// All 24, first the one that changes nothing.
    fn all() -> impl Iterator<Item = Self> {
        let suits = |code: u8| Self([code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6]);
        let is_whole = |Self(to): &Self| to.iter().fold(0, |suits, suit| suits | 1 << suit) == 15;
        let first = Self([0, 1, 2, 3]);
        std::iter::once(first).chain((0..=255).map(suits).filter(is_whole).filter(move |&other| other != first))
    }

    fn card(self, card: u8) -> u8 {
        card & !3 | self.0[usize::from(card & 3)]
    }

    fn combo(self, combo: usize) -> usize {
        let [low, high] = COMBOS[combo].map(|card| self.card(card));
        combo_id(low, high).into()
    }

    #[inline]
    fn set(self, set: CardSet) -> CardSet {
        let [a, b, c, d] = self.0;
        let suit = |from: u8, to: u8| (set.bits() >> from & SUIT) << to;
        CardSet::new(suit(0, a) | suit(1, b) | suit(2, c) | suit(3, d)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::hand_class;
    use crate::combinatorics::choose;
    use std::collections::HashSet;

    fn set(text: &str) -> CardSet {
        text.parse().unwrap()
    }

    #[test]
    fn symmetries_leave_everything_as_it_is() {
        let by_class: OfCombos<u64> = std::array::from_fn(|i| hand_class(COMBOS[i][0], COMBOS[i][1]).into());
        let mut hearts = by_class;
        COMBOS.iter().zip(&mut hearts).for_each(|(cards, w)| *w += u64::from(cards.iter().all(|c| c % 4 == 2)));
        let cases = [
            (&[&by_class, &by_class][..], ["", ""], 24),
            (&[&by_class, &hearts], ["", ""], 6),
            (&[&by_class], ["Ah7d2c", ""], 1),
            (&[&by_class], ["AhAd2c", ""], 2),
            (&[&by_class], ["Ah7h2h", ""], 6),
            (&[&by_class], ["Ah7h2h", "Kd"], 2),
            (&[&hearts], ["As7s2s", "KcKd"], 2),
        ];
        for (ranges, sets, n) in cases {
            let symmetry = SuitSymmetry::of(ranges, &sets.map(set));
            assert_eq!(symmetry.len(), n, "{sets:?}");
        }
    }

    #[test]
    fn orbits_partition_the_boards() {
        let even: OfCombos<u64> = [1; COMBO_COUNT];
        let run = &mut Run::new(1);
        for (board, dead, missing) in [("Ah7h2h", "", 2), ("AhAd2c", "KsKc", 2), ("Ah7h2h3h", "Th", 1), ("", "", 5)] {
            let ids: Vec<u8> = set(board).ids().collect();
            let left = !(set(board) | set(dead));
            let symmetry = SuitSymmetry::of(&[&even], &[set(board), set(dead)]);
            let orbits = symmetry.boards(&ids, left, run).unwrap();
            let all: u64 = orbits.iter().map(|orbit| orbit.boards).sum();
            assert_eq!(Some(u128::from(all)), choose(left.len().into(), missing));
            let mut seen = HashSet::new();
            for orbit in orbits.iter().step_by(1 + orbits.len() / 1_000) {
                let images = symmetry.renamings.iter().map(|renaming| renaming.set(orbit.board).bits());
                let images: HashSet<u64> = images.chain([orbit.board.bits()]).collect();
                assert_eq!(images.len() as u64, orbit.boards);
                assert!(images.into_iter().all(|image| seen.insert(image)));
            }
            if missing == 5 {
                assert_eq!(orbits.len(), 134_459);
            }
        }
    }

    #[test]
    fn sums_are_spread_over_orbits() {
        let even: OfCombos<u64> = [1; COMBO_COUNT];
        // All three of the combos of aces with the ace of hearts, in which the other suits are alike.
        let symmetry = SuitSymmetry::of(&[&even], &[set("Ah7h2h")]);
        let mut sums = [0u64; COMBO_COUNT];
        sums[usize::from(combo_id(50, 51))] = 1 << 63;
        sums[usize::from(combo_id(50, 49))] = 1 << 63;
        sums[usize::from(combo_id(50, 48))] = 3;
        symmetry.spread(&mut sums);
        let mean = (1u128 << 64) / 3;
        for card in [48, 49, 51] {
            assert_eq!(u128::from(sums[usize::from(combo_id(50, card))]), mean + 1);
        }
    }
}
