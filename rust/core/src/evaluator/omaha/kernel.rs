//! Hands by the block: one column for each card, so that everything but the look-ups uses whole vectors of hands.
//!
//! Sorted cards give the row of the board and the pairs of the hand. Each pair is then looked up for all hands before the
//! maximum is taken: a comparison after each look-up would be a branch that no processor foresees.

use super::flush::flush_strength;
use super::low::{LowCards, Lows};
use super::rows::{PairRows, triangle};
use crate::cards::DECK;
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};

/// Hands in a block.
const BLOCK: usize = 256;
/// One byte of every hand.
type Column = [u8; BLOCK];
/// Most hole cards, and most cards of the board.
const HOLE: usize = 6;
const BOARD: usize = 5;
/// Pairs of six cards.
const PAIRS: usize = HOLE * (HOLE - 1) / 2;

/// A block of hands with equal numbers of hole cards and of board cards.
struct HandBlock {
    hole: [Column; HOLE],
    board: [Column; BOARD],
    /// The place of each pair of a hand in the row of its board, and the number there.
    places: [Column; PAIRS],
    found: [[u16; BLOCK]; PAIRS],
    /// The suit in which a hand has a flush, as one bit: clubs 0, diamonds 1, hearts 4, spades 5.
    flushes: Column,
}

/// The strengths of rows of `H` hole cards and `B` board cards; false if a row has no different cards, and then all
/// strengths are invalid.
pub(super) fn strengths<const H: usize, const B: usize>(
    level: Proven,
    rows: &PairRows,
    cards: &[u8],
    out: &mut [u16],
) -> bool {
    #[cfg(target_arch = "x86_64")]
    if let Proven::V4(v4) = level {
        return super::v4::strengths::<H, B>(v4, rows, cards, out);
    }
    let mut block = HandBlock::new();
    for (cards, out) in cards.chunks(BLOCK * (H + B)).zip(out.chunks_mut(BLOCK)) {
        block.read::<H, B>(cards);
        if !level.run(Prepare { block: &mut block, hole: H, board: B }) {
            return false;
        }
        block.look_up::<H, B>(rows, out.len());
        level.run(Finish { block: &block, hole: H, board: B, out });
    }
    true
}

/// From cards to places in tables; false if a hand has a duplicate or invalid card.
struct Prepare<'a> {
    block: &'a mut HandBlock,
    hole: usize,
    board: usize,
}

impl Kernel for Prepare<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> bool {
        self.block.prepare(self.hole, self.board)
    }
}

/// From table entries to strengths.
struct Finish<'a> {
    block: &'a HandBlock,
    hole: usize,
    board: usize,
    out: &'a mut [u16],
}

impl Kernel for Finish<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, _: I) {
        self.block.finish(self.hole, self.board, self.out);
    }
}

impl HandBlock {
    /// Valid hands for the unused places of a short block.
    fn new() -> Self {
        Self {
            hole: std::array::from_fn(|at| [at as u8; BLOCK]),
            board: std::array::from_fn(|at| [(HOLE + at) as u8; BLOCK]),
            places: [[0; BLOCK]; PAIRS],
            found: [[0; BLOCK]; PAIRS],
            flushes: [0; BLOCK],
        }
    }

    /// Copies rows before they are checked: another thread of the caller may write to them.
    fn read<const H: usize, const B: usize>(&mut self, cards: &[u8]) {
        for (hand, row) in cards.chunks_exact(H + B).enumerate().take(BLOCK) {
            let (hole, board) = row.split_at(H);
            self.hole.iter_mut().zip(hole).for_each(|(column, &card)| column[hand] = card);
            self.board.iter_mut().zip(board).for_each(|(column, &card)| column[hand] = card);
        }
    }

    #[inline(always)]
    fn prepare(&mut self, hole: usize, board: usize) -> bool {
        let (hole, board) = (&mut self.hole[..hole], &mut self.board[..board]);
        let right = sort_and_check(hole, board);
        find_pairs(hole, &mut self.places);
        find_flushes(hole, board, &mut self.flushes);
        right
    }

    /// Looks up every pair of the first hands.
    fn look_up<const H: usize, const B: usize>(&mut self, rows: &PairRows, hands: usize) {
        for hand in 0..hands.min(BLOCK) {
            let Some(row) = rows.of::<B>(std::array::from_fn(|at| self.board[at][hand])) else { return };
            for pair in 0..const { H * (H - 1) / 2 } {
                self.found[pair][hand] = row[usize::from(self.places[pair][hand])];
            }
        }
    }

    #[inline(always)]
    fn finish(&self, hole: usize, board: usize, out: &mut [u16]) {
        let mut best = self.found[0];
        for found in &self.found[1..hole * (hole - 1) / 2] {
            for (best, &found) in best.iter_mut().zip(found) {
                *best = found.max(*best);
            }
        }
        out.copy_from_slice(&best[..out.len()]);
        self.raise_flushes(hole, board, out);
    }

    /// Applies the strength of every flush that is larger.
    #[inline(always)]
    fn raise_flushes(&self, hole: usize, board: usize, out: &mut [u16]) {
        let mut list = [0u8; BLOCK];
        let mut count = 0;
        for (hand, &flush) in self.flushes[..out.len()].iter().enumerate() {
            // Written always, kept for a flush: no branch to mispredict.
            list[count & (BLOCK - 1)] = hand as u8;
            count += usize::from(flush != 0);
        }
        for &hand in &list[..count] {
            let hand = usize::from(hand);
            let bit = self.flushes[hand].trailing_zeros() as u8;
            let suit = bit & 1 | bit >> 1 & 2;
            let strength = &mut out[hand];
            let (hole, board) = (&self.hole[..hole], &self.board[..board]);
            let flush = flush_strength(ranks_of_suit(board, hand, suit), ranks_of_suit(hole, hand, suit));
            *strength = flush.max(*strength);
        }
    }
}

/// Sorts the hole cards, and the board, of every hand; false if one has a duplicate or invalid card.
#[inline(always)]
fn sort_and_check(hole: &mut [Column], board: &mut [Column]) -> bool {
    let mut wrong = [0; BLOCK];
    for hole in &*hole {
        for board in &*board {
            mark_equal(&mut wrong, hole, board);
        }
    }
    for columns in [hole, board] {
        sort(columns);
        for at in 1..columns.len() {
            mark_equal(&mut wrong, &columns[at - 1], &columns[at]);
        }
        for (wrong, &highest) in wrong.iter_mut().zip(&columns[columns.len() - 1]) {
            *wrong |= u8::from(highest >= DECK);
        }
    }
    wrong.iter().fold(0, |any, wrong| any | wrong) == 0
}

#[inline(always)]
fn mark_equal(marks: &mut Column, a: &Column, b: &Column) {
    for at in 0..BLOCK {
        marks[at] |= u8::from(a[at] == b[at]);
    }
}

/// Sorts the cards of every hand in ascending order.
#[inline(always)]
fn sort(columns: &mut [Column]) {
    for end in (1..columns.len()).rev() {
        for at in 0..end {
            let (low, high) = columns.split_at_mut(at + 1);
            let (low, high) = (&mut low[at], &mut high[0]);
            for at in 0..BLOCK {
                (low[at], high[at]) = (low[at].min(high[at]), low[at].max(high[at]));
            }
        }
    }
}

/// The place of every pair of sorted cards in the row of a board.
#[inline(always)]
fn find_pairs(hole: &[Column], places: &mut [Column; PAIRS]) {
    let mut pair = 0;
    for high in 1..hole.len() {
        let mut first = [0u8; BLOCK];
        for at in 0..BLOCK {
            first[at] = triangle(hole[high][at] >> 2);
        }
        for low in &hole[..high] {
            let places = &mut places[pair];
            for at in 0..BLOCK {
                places[at] = first[at].wrapping_add(low[at] >> 2);
            }
            pair += 1;
        }
    }
}

/// The suit in which a hand has two hole cards and its board three cards or more, if any, as a bit.
#[inline(always)]
fn find_flushes(hole: &[Column], board: &[Column], flushes: &mut Column) {
    let (hole, board) = (count_suits(hole), count_suits(board));
    for at in 0..BLOCK {
        // A nibble has its highest bit if it counts two hole cards or more, and three board cards or more.
        let [even, odd] =
            [0, 1].map(|half| hole[half][at].wrapping_add(0x66) & board[half][at].wrapping_add(0x55) & 0x88);
        flushes[at] = even >> 3 | odd >> 2;
    }
}

/// Number of cards of every suit of each hand: clubs and hearts in two nibbles, diamonds and spades in two more.
#[inline(always)]
fn count_suits(columns: &[Column]) -> [Column; 2] {
    let [mut even, mut odd] = [[0u8; BLOCK]; 2];
    for cards in columns {
        for at in 0..BLOCK {
            let one = if cards[at] & 2 == 0 { 1 } else { 16 };
            let odd_one = if cards[at] & 1 == 0 { 0 } else { one };
            odd[at] = odd[at].wrapping_add(odd_one);
            even[at] = even[at].wrapping_add(one - odd_one);
        }
    }
    [even, odd]
}

/// The ranks of one suit among the cards of one hand.
#[inline(always)]
fn ranks_of_suit(columns: &[Column], hand: usize, suit: u8) -> u16 {
    let mut ranks = 0;
    for cards in columns {
        let card = cards[hand];
        ranks |= u16::from(card & 3 == suit) << (card >> 2 & 15);
    }
    ranks
}

/// The lows of rows of `H` hole cards and `B` board cards; false if a row has no different cards, and then all lows are
/// invalid.
pub(super) fn lows<const H: usize, const B: usize>(lows: &Lows, cards: &[u8], out: &mut [u8]) -> bool {
    let mut right = true;
    for (row, out) in cards.chunks_exact(H + B).zip(out) {
        let (hole, board) = row.split_at(H);
        let [hole, board] = [hole, board].map(|cards| LowCards::of(cards.iter().copied()));
        right &= hole.count_with(board) as usize == H + B;
        *out = lows.strength(board.ranks(), hole.ranks());
    }
    right
}
