//! The whole boards that complete a board, one of each orbit under some suit permutations, in chunks that do not depend on
//! the number of threads.

use crate::cards::{CardSet, SuitPermutation, orbit_size};
use crate::combinatorics::{card_subsets, choose_small, subsets_from};
use crate::error::Result;
use crate::memory::try_collect;
use crate::showdown::situation::Situation;

/// Chunks have at least this many boards, and there are at most this many chunks: each has sums of its own.
const MIN_CHUNK: usize = 64;
const MAX_CHUNKS: usize = 512;

/// The whole boards of a situation.
pub(crate) struct Boards {
    board: CardSet,
    /// The cards to come.
    left: CardSet,
    symmetry: Vec<SuitPermutation>,
    per_chunk: usize,
    /// The first board of every chunk, as places in `left`.
    starts: Vec<u64>,
}

impl Boards {
    /// The boards that complete the board of `situation`. The group `symmetry` has to fix its board and its dead cards.
    pub(crate) fn new(situation: &Situation, symmetry: Vec<SuitPermutation>) -> Result<Self> {
        let (left, missing) = (situation.left(), situation.missing());
        let all = choose_small(left.len() as usize, missing) as usize;
        let per_chunk = all.div_ceil(MAX_CHUNKS).max(MIN_CHUNK);
        let starts = try_collect(subsets_from((1 << missing) - 1, left.len()).step_by(per_chunk).map(Ok))?;
        Ok(Self { board: situation.board_set(), left, symmetry, per_chunk, starts })
    }

    /// The suit permutations: one board of each orbit is taken.
    pub(crate) fn symmetry(&self) -> &[SuitPermutation] {
        &self.symmetry
    }

    /// Number of chunks.
    pub(crate) fn chunks(&self) -> usize {
        self.starts.len()
    }

    /// The boards of a chunk, each with the number of boards that it stands for.
    pub(crate) fn chunk(&self, chunk: usize) -> impl Iterator<Item = (CardSet, u64)> {
        let boards = card_subsets(self.left, self.starts[chunk]).take(self.per_chunk).map(|more| self.board | more);
        boards.filter_map(|board| Some((board, orbit_size(board, &self.symmetry)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_cards;
    use crate::combinatorics::choose;

    fn set(text: &str) -> CardSet {
        parse_cards(text).unwrap().into_iter().collect()
    }

    #[test]
    fn boards_stand_for_all_boards_once() {
        let fives = [("", "", 134_459), ("", "As", 0), ("Ah7h2h", "", 0), ("Ah7d2c", "As", 0), ("AhKh7d2c", "", 48)];
        for (board, dead, expected) in fives.into_iter().chain([("AhKh7d2c2s", "", 1)]) {
            let ids: Vec<u8> = set(board).ids().collect();
            let situation = Situation::new(&[], &ids, set(dead)).unwrap();
            let all = choose(situation.left().len().into(), situation.missing() as u64).unwrap();
            for symmetry in [
                SuitPermutation::all().take(1).collect(),
                SuitPermutation::fixing::<u64>(&[set(board), set(dead)], &[]),
            ] {
                let is_whole = symmetry.len() == 1;
                let boards = Boards::new(&situation, symmetry).unwrap();
                assert!(boards.chunks() <= MAX_CHUNKS);
                let found: Vec<_> = (0..boards.chunks()).flat_map(|chunk| boards.chunk(chunk)).collect();
                assert!(found.is_sorted_by(|a, b| a.0.bits() < b.0.bits()));
                assert_eq!(found.iter().map(|&(_, times)| u128::from(times)).sum::<u128>(), all);
                let right = |of: CardSet| of.len() == 5 && of & set(board) == set(board) && (of & set(dead)).is_empty();
                assert!(found.iter().all(|&(of, times)| right(of) && (!is_whole || times == 1)));
                assert!(is_whole || expected == 0 || found.len() == expected);
            }
        }
    }
}
