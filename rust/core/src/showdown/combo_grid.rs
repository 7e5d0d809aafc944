//! A grid of one number for every combo; the four cards of a rank lie side by side.
//!
//! A row belongs to the higher card of a combo and has one slot for every card of its own rank and below. So rows consist of
//! words of four suits, and the four rows of a rank have the same length. A slot whose lower card is not below the card of
//! the row belongs to no combo, and may hold anything.

use crate::cards::DECK;

/// Slots of a grid: 1,326 combos and 130 slots that belong to none.
pub const SLOTS: usize = row(DECK as usize);

/// A number for every slot.
pub type Grid = [u16; SLOTS];

/// Where the row of `card` begins.
#[inline(always)]
const fn row(card: usize) -> usize {
    let (rank, suit) = (card / 4, card % 4);
    8 * rank * (rank + 1) + suit * row_len(rank)
}

/// Number of slots in a row of this rank.
#[inline(always)]
const fn row_len(rank: usize) -> usize {
    4 * rank + 4
}

/// The slot of a combo, `low < high < 52`.
#[inline(always)]
pub const fn slot(low: u8, high: u8) -> usize {
    row(high as usize) + low as usize
}

/// Combos with one card.
pub const COMBOS_WITH: usize = DECK as usize - 1;

/// The slots of the combos with each card.
pub static SLOTS_WITH: [[u16; COMBOS_WITH]; DECK as usize] = {
    let mut slots = [[0; COMBOS_WITH]; DECK as usize];
    let mut high = 0;
    while high < DECK {
        let mut low = 0;
        while low < high {
            let slot = slot(low, high) as u16;
            slots[high as usize][low as usize] = slot;
            slots[low as usize][high as usize - 1] = slot;
            low += 1;
        }
        high += 1;
    }
    slots
};

/// Writes four slots at a time. For a pair of ranks `low <= high`, `words(high, low)` returns the words of the four rows of
/// `high` at the four cards of `low`. A word has the card of suit 0 in its lowest 16 bits.
#[inline(always)]
pub fn write_words(grid: &mut Grid, mut words: impl FnMut(usize, usize) -> [u64; 4]) {
    let (slots, _) = grid.as_chunks_mut::<4>();
    let mut rest = slots;
    for high in 0..13 {
        let n = high + 1;
        let (block, later) = rest.split_at_mut(4 * n);
        rest = later;
        let (first, block) = block.split_at_mut(n);
        let (second, block) = block.split_at_mut(n);
        let (third, fourth) = block.split_at_mut(n);
        for low in 0..n {
            let split = |word: u64| [word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16];
            let [a, b, c, d] = words(high, low);
            first[low] = split(a);
            second[low] = split(b);
            third[low] = split(c);
            fourth[low] = split(d);
        }
    }
}

/// Writes zero for every combo that holds `card`.
#[inline]
pub fn clear_card<T: Copy + Default>(grid: &mut [T; SLOTS], card: u8) {
    let (rank, card) = (usize::from(card / 4), usize::from(card));
    grid[row(card)..][..row_len(rank)].fill(T::default());
    for high in 4 * rank..DECK.into() {
        grid[row(high) + card] = T::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::COMBOS;

    #[test]
    fn every_combo_has_its_own_slot() {
        let mut seen = [false; SLOTS];
        for [low, high] in COMBOS {
            assert!(!std::mem::replace(&mut seen[slot(low, high)], true));
        }
    }

    #[test]
    fn slots_of_a_card_are_those_of_its_combos() {
        for card in 0..DECK {
            let mut expected: Vec<u16> = COMBOS
                .into_iter()
                .filter(|combo| combo.contains(&card))
                .map(|[low, high]| slot(low, high) as u16)
                .collect();
            let mut slots = SLOTS_WITH[usize::from(card)];
            expected.sort_unstable();
            slots.sort_unstable();
            assert_eq!(slots[..], expected);
        }
    }

    #[test]
    fn words_reach_their_combos_and_cards_are_cleared() {
        let mut grid = [0; SLOTS];
        // A word encodes its row and its cards.
        let name = |high: usize, low: usize, suit: usize| {
            (0..4).fold(0u64, |word, other| {
                word | (64 * (4 * high + suit) as u64 % 65536 + (4 * low + other) as u64 + 1) << (16 * other)
            })
        };
        write_words(&mut grid, |high, low| std::array::from_fn(|suit| name(high, low, suit)));
        for [low, high] in COMBOS {
            assert_eq!(usize::from(grid[slot(low, high)]), 64 * high as usize + low as usize + 1);
        }
        for card in 0..52 {
            let mut cleared = grid;
            clear_card(&mut cleared, card);
            for [low, high] in COMBOS {
                assert_eq!(cleared[slot(low, high)] == 0, low == card || high == card);
            }
        }
    }
}
