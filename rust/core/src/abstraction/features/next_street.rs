//! Features of the next street: the sorted levels of the children of every hand of a board.
//!
//! All hands of a board are sorted at once. A sorting network (Knuth, "The Art of Computer Programming" 3, 5.2.2, algorithm
//! M) orders the possible cards, and each exchange is done for 64 hands side by side.

use crate::cards::DECK;
use crate::combinatorics::pairs;
use crate::error::Result;
use crate::indexer::HandIndexer;
use crate::memory::{try_vec, try_with_capacity};
use crate::runtime::MayGoOn;
use crate::showdown::board_rows::Sweep;

use super::WORD;

/// Cells of a row: room for the 47 children of a flop.
pub(super) const WORDS: usize = 6;

/// Hands that are sorted side by side.
const LANES: usize = 64;
type SortLanes = [u8; LANES];

/// The level of children that do not exist. No level is greater, so sorting puts it last.
const NO_CHILD: u8 = u8::MAX;

pub(super) struct NextStreet<'a> {
    levels: &'a [u8],
    next: &'a HandIndexer,
    /// The board, and room for the next card.
    board: Vec<u8>,
    /// The indices of all hands with this card.
    indices: Vec<u64>,
    /// Possible cards, ascending.
    left: Vec<u8>,
    /// The place of each card among them.
    place: [usize; DECK as usize],
    /// The levels of hand `k` with card `p`: `children[(k / LANES) * left.len() + p][k % LANES]`.
    children: Vec<SortLanes>,
    network: Vec<(u8, u8)>,
    row: [u64; WORDS],
}

impl<'a> NextStreet<'a> {
    pub(super) fn new(levels: &'a [u8], next: &'a HandIndexer) -> Result<Self> {
        Ok(Self {
            levels,
            next,
            board: try_with_capacity(DECK.into())?,
            indices: try_vec(0, next.n_hole_pairs(1)?)?,
            left: try_with_capacity(DECK.into())?,
            place: [0; DECK as usize],
            children: Vec::new(),
            network: Vec::new(),
            row: [0; WORDS],
        })
    }

    fn begin(&mut self, board: &[u8]) -> Result<()> {
        let n_before = self.left.len();
        self.left.clear();
        self.left.extend((0..DECK).filter(|card| !board.contains(card)));
        let n = self.left.len();
        for (place, &card) in self.left.iter().enumerate() {
            self.place[usize::from(card)] = place;
        }
        if n != n_before {
            self.network = network(n);
            self.children = try_vec([NO_CHILD; LANES], pairs(n).div_ceil(LANES) * n)?;
        }
        self.board.clear();
        self.board.extend_from_slice(board);
        self.board.push(0);
        Ok(())
    }

    /// Finds the children of one card.
    fn deal(&mut self, dealt: usize) -> Result<()> {
        let n = self.left.len();
        *self.board.last_mut().unwrap_or(&mut 0) = self.left[dealt];
        self.next.index_board(1, &self.board, &mut self.indices)?;
        // Hands without the card come in the order of all hands of the board.
        let mut indices = self.indices.iter();
        let mut hand = 0;
        for high in 0..n {
            for low in 0..high {
                let level = if low == dealt || high == dealt {
                    NO_CHILD
                } else {
                    indices.next().map_or(NO_CHILD, |&index| self.levels[index as usize])
                };
                self.children[hand / LANES * n + dealt][hand % LANES] = level;
                hand += 1;
            }
        }
        Ok(())
    }
}

impl Sweep for NextStreet<'_> {
    type Count = u64;

    fn take(&mut self, board: &[u8], may_go_on: &mut MayGoOn<'_>) -> Result<()> {
        self.begin(board)?;
        for dealt in 0..self.left.len() {
            self.deal(dealt)?;
        }
        may_go_on()?;
        for lanes in self.children.chunks_exact_mut(self.left.len()) {
            for &(low, high) in &self.network {
                exchange(lanes, low.into(), high.into());
            }
        }
        Ok(())
    }

    fn row(&mut self, low: u8, high: u8) -> &[u64] {
        let (low, high) = (self.place[usize::from(low)], self.place[usize::from(high)]);
        let hand = pairs(high) + low;
        let of_hand = self.children[hand / LANES * self.left.len()..].iter().map(|lanes| lanes[hand % LANES]);
        let mut bytes = [NO_CHILD; WORDS * WORD];
        bytes.iter_mut().zip(of_hand.take(self.left.len())).for_each(|(byte, level)| *byte = level);
        self.row.iter_mut().zip(bytes.as_chunks().0).for_each(|(word, bytes)| *word = u64::from_le_bytes(*bytes));
        &self.row
    }
}

/// Puts the lesser of each two numbers first.
#[inline]
fn exchange(lanes: &mut [SortLanes], low: usize, high: usize) {
    let (before, after) = lanes.split_at_mut(high);
    for (a, b) in before[low].iter_mut().zip(&mut after[0]) {
        (*a, *b) = ((*a).min(*b), (*a).max(*b));
    }
}

/// The exchanges that sort `n` numbers, up to 64.
fn network(n: usize) -> Vec<(u8, u8)> {
    let mut exchanges = Vec::new();
    let top = n.next_power_of_two() / 2;
    let mut p = top;
    while p > 0 {
        let (mut q, mut r, mut d) = (top, 0, p);
        loop {
            exchanges.extend((0..n.saturating_sub(d)).filter(|i| i & p == r).map(|i| (i as u8, (i + d) as u8)));
            if q == p {
                break;
            }
            (d, r) = (q - p, p);
            q /= 2;
        }
        p /= 2;
    }
    exchanges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_strength::Street;
    use crate::runtime::rng::Philox;

    #[test]
    fn networks_sort() {
        // A network that sorts all sequences of zeros and ones sorts everything (the 0-1 principle).
        for n in 2..=16usize {
            for series in 0u32..1 << n {
                let mut lanes: Vec<SortLanes> = (0..n).map(|i| [(series >> i & 1) as u8; LANES]).collect();
                for &(low, high) in &network(n) {
                    exchange(&mut lanes, low.into(), high.into());
                }
                assert!(lanes.is_sorted(), "{n} {series:b}");
            }
        }
        let mut rng = Philox::new([1, 2], [0; 4]);
        for n in [48, 49] {
            for _ in 0..200 {
                let mut lanes: Vec<SortLanes> = (0..n).map(|_| std::array::from_fn(|_| rng.next_u64() as u8)).collect();
                let mut columns: Vec<Vec<u8>> = (0..LANES).map(|k| lanes.iter().map(|row| row[k]).collect()).collect();
                for &(low, high) in &network(n) {
                    exchange(&mut lanes, low.into(), high.into());
                }
                for (k, column) in columns.iter_mut().enumerate() {
                    column.sort_unstable();
                    assert!(lanes.iter().map(|row| row[k]).eq(column.iter().copied()));
                }
            }
        }
    }

    #[test]
    fn levels_are_those_of_the_hands_one_by_one() {
        for (street, board) in [(Street::Flop, &[3u8, 17, 51][..]), (Street::Turn, &[0, 1, 2, 50])] {
            let next = HandIndexer::new(&[2, board.len() + 1]).unwrap();
            let levels: Vec<u8> =
                (0..next.size(1).unwrap()).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
            let mut sweep = NextStreet::new(&levels, &next).unwrap();
            sweep.take(board, &mut || Ok(())).unwrap();
            for [low, high] in crate::showdown::board_rows::combos_off(board) {
                let mut expected: Vec<u8> = (0..DECK)
                    .filter(|card| !board.contains(card) && ![low, high].contains(card))
                    .map(|card| {
                        let hand = [&[low, high], board, &[card]].concat();
                        levels[next.index(1, &hand).unwrap() as usize]
                    })
                    .collect();
                expected.sort_unstable();
                assert_eq!(expected.len(), 50 - board.len(), "{street}");
                expected.resize(WORDS * WORD, NO_CHILD);
                let row: Vec<u8> = sweep.row(low, high).iter().flat_map(|word| word.to_le_bytes()).collect();
                assert_eq!(row, expected);
            }
        }
    }
}
