//! The whole boards that complete a board, one of each orbit under some suit permutations, in chunks that do not depend on
//! the number of threads.

use crate::cards::{CardSet, SuitPermutation, orbit_size};
use crate::combinatorics::choose_small;
use crate::error::Result;
use crate::memory::try_collect;
use crate::showdown::situation::Situation;

/// Chunks have at least this many boards, and there are at most this many chunks: each has sums of its own.
const MIN_CHUNK: usize = 64;
const MAX_CHUNKS: usize = 512;

/// The whole boards of a situation.
pub(crate) struct Boards {
    board: CardSet,
    /// The cards to come: the first of `left`.
    deck: [CardSet; 52],
    left: u32,
    symmetry: Vec<SuitPermutation>,
    per_chunk: usize,
    /// The first board of every chunk, as positions in `deck`.
    starts: Vec<u64>,
}

impl Boards {
    /// The boards that complete the board of `situation`. The group `symmetry` has to fix its board and its dead cards.
    pub(crate) fn new(situation: &Situation, symmetry: Vec<SuitPermutation>) -> Result<Self> {
        let (left, missing) = (situation.left(), situation.missing());
        let mut deck = [CardSet::EMPTY; 52];
        deck.iter_mut().zip(left.iter()).for_each(|(to, card)| *to = to.with(card));
        let all = choose_small(left.len() as usize, missing) as usize;
        let per_chunk = all.div_ceil(MAX_CHUNKS).max(MIN_CHUNK);
        let starts = try_collect(positions((1 << missing) - 1, left.len()).step_by(per_chunk).map(Ok))?;
        Ok(Self { board: situation.board_set(), deck, left: left.len(), symmetry, per_chunk, starts })
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
        let boards = positions(self.starts[chunk], self.left).take(self.per_chunk).map(|mut places| {
            let mut board = self.board;
            while places != 0 {
                board = board | self.deck[places.trailing_zeros() as usize];
                places &= places - 1;
            }
            board
        });
        boards.filter_map(|board| Some((board, orbit_size(board, &self.symmetry)?)))
    }
}

/// Sets of the first `n` positions with as many members as `first`, from `first` on in ascending order.
fn positions(first: u64, n: u32) -> impl Iterator<Item = u64> {
    // Gosper's step to the next integer with the same number of bits; the empty set has no next.
    let next = |&set: &u64| {
        let low = set & set.wrapping_neg();
        let ripple = set + low;
        Some(ripple | (((set ^ ripple) >> 2) / low.max(1))).filter(|_| set != 0)
    };
    std::iter::successors(Some(first), next).take_while(move |set| set >> n == 0)
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
