//! One hand against sixteen others on a block of boards. Sixteen hands are one vector at levels above the baseline.

use crate::runtime::dispatch::{Isa, Kernel};

/// Boards that are compared together: their counts stay in registers.
pub(crate) const BLOCK: usize = 32;
/// Hands that are compared with one at once.
pub(crate) const WIDTH: usize = 16;

/// Counts, for one hand against each of sixteen others, the boards on which it wins and ties.
pub(crate) struct Compare<'a> {
    pub(crate) ours: &'a [i16],
    pub(crate) theirs: &'a [[i16; WIDTH]],
}

impl Kernel for Compare<'_> {
    type Output = [[u16; WIDTH]; 2];

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> [[u16; WIDTH]; 2] {
        let (mut wins, mut ties) = ([0; WIDTH], [0; WIDTH]);
        for (&ours, theirs) in self.ours.iter().zip(self.theirs) {
            for i in 0..WIDTH {
                wins[i] += u16::from(ours > theirs[i]);
                ties[i] += u16::from(ours == theirs[i]);
            }
        }
        [wins, ties]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::cpu::Level;
    use crate::runtime::rng::Philox;

    #[test]
    fn every_level_counts_wins_and_ties() {
        let mut rng = Philox::new([4, 13], [0; 4]);
        for span in [1, 3, 7463] {
            let mut strength = || rng.below(span) as i16 - 1;
            let ours: [i16; BLOCK] = std::array::from_fn(|_| strength());
            let theirs: [[i16; WIDTH]; BLOCK] = std::array::from_fn(|_| std::array::from_fn(|_| strength()));
            for cpu in Level::ALL.into_iter().filter_map(Level::prove) {
                let [wins, ties] = cpu.run(Compare { ours: &ours, theirs: &theirs });
                for hand in 0..WIDTH {
                    let boards = || ours.iter().zip(theirs.iter().map(|theirs| theirs[hand]));
                    assert_eq!(usize::from(wins[hand]), boards().filter(|&(ours, theirs)| *ours > theirs).count());
                    assert_eq!(usize::from(ties[hand]), boards().filter(|&(ours, theirs)| *ours == theirs).count());
                }
            }
        }
    }
}
