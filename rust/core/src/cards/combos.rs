//! The 1,326 pairs of cards a player can hold, and their 169 classes up to suit isomorphism.
//!
//! A combination is numbered `C(high, 2) + low` with `high > low` as card ids. A class is numbered as the hand indexer
//! of Waugh (2013) numbers the game `(2,)`: pairs and unsuited hands first (`C(hi + 1, 2) + lo`), then the suited ones
//! (`91 + C(hi, 2) + lo`), with `hi >= lo` as ranks.

use super::card::DECK;
use super::card_set::CardSet;
use crate::card_name::RANK_CHARS;
use crate::error::Result;

/// Two-card combinations of the full deck.
pub const COMBO_COUNT: usize = 1326;
/// Classes of two-card combinations up to suit isomorphism.
pub const HAND_CLASS_COUNT: usize = 169;
/// A number of every combination.
pub type PerCombo<T> = [T; COMBO_COUNT];

/// Every combination, `[low, high]` at its number.
pub const COMBOS: [[u8; 2]; COMBO_COUNT] = {
    let mut combos = [[0; 2]; COMBO_COUNT];
    let mut high = 1;
    while high < DECK {
        let mut low = 0;
        while low < high {
            combos[combo_id(low, high) as usize] = [low, high];
            low += 1;
        }
        high += 1;
    }
    combos
};

/// The number of the combination of two cards, in either order.
///
/// # Errors
/// [`Error::CardOutOfRange`](crate::Error::CardOutOfRange), [`Error::DuplicateCard`](crate::Error::DuplicateCard).
///
/// ```
/// use pokerbits::cards::combo_of;
/// assert_eq!((combo_of([50, 51])?, combo_of([51, 50])?), (1325, 1325));
/// assert!(combo_of([51, 51]).is_err());
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn combo_of(hole: [u8; 2]) -> Result<u16> {
    CardSet::from_ids(&hole).map(|_| combo_id(hole[0], hole[1]))
}

/// The class, 0 to 168, of two cards, in either order.
///
/// # Errors
/// As [`combo_of`].
///
/// ```
/// use pokerbits::cards::class_of;
/// assert_eq!((class_of([51, 47])?, class_of([0, 1])?), (168, 0));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn class_of(hole: [u8; 2]) -> Result<u8> {
    CardSet::from_ids(&hole).map(|_| hand_class(hole[0], hole[1]))
}

/// [`combo_of`] of cards that are known to differ.
#[inline]
pub(crate) const fn combo_id(a: u8, b: u8) -> u16 {
    let (low, high) = if a < b { (a as u16, b as u16) } else { (b as u16, a as u16) };
    high * (high - 1) / 2 + low
}

/// The cards of a combination, as the bits of a set.
#[inline(always)]
pub(crate) fn combo_bits(combo: usize) -> u64 {
    COMBOS[combo].iter().fold(0, |set, card| set | 1 << card)
}

/// Whether two combinations share a card.
#[inline(always)]
pub(crate) fn share_a_card(a: [u8; 2], b: [u8; 2]) -> bool {
    a.iter().any(|card| b.contains(card))
}

/// [`class_of`] of cards that are known to differ.
#[inline]
pub(crate) const fn hand_class(a: u8, b: u8) -> u8 {
    let (low, high) = if a < b { (a >> 2, b >> 2) } else { (b >> 2, a >> 2) };
    if a & 3 == b & 3 { 91 + high * (high - 1) / 2 + low } else { high * (high + 1) / 2 + low }
}

/// `"22"`, `"32o"`, ... `"AKs"`; `None` beyond 168.
///
/// ```
/// assert_eq!(pokerbits::cards::hand_class_name(168).as_deref(), Some("AKs"));
/// ```
pub fn hand_class_name(class: u8) -> Option<String> {
    for high in 0..13 {
        for low in 0..=high {
            for suited in [false, true] {
                let (a, b) = (4 * low, 4 * high + u8::from(!suited));
                if (suited && low == high) || hand_class(a, b) != class {
                    continue;
                }
                let kind = if low == high {
                    ""
                } else if suited {
                    "s"
                } else {
                    "o"
                };
                return Some(format!(
                    "{}{}{kind}",
                    RANK_CHARS[high as usize] as char, RANK_CHARS[low as usize] as char
                ));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense() {
        for (id, &[low, high]) in COMBOS.iter().enumerate() {
            assert!(low < high);
            assert_eq!(combo_id(high, low) as usize, id);
        }
        let mut sizes = [0; HAND_CLASS_COUNT];
        for &[a, b] in &COMBOS {
            assert_eq!(hand_class(a, b), hand_class(b, a));
            sizes[hand_class(a, b) as usize] += 1;
        }
        for (class, size) in sizes.into_iter().enumerate() {
            let name = hand_class_name(class as u8).unwrap();
            let expected = match name.as_bytes() {
                [_, _, b's'] => 4,
                [_, _, b'o'] => 12,
                _ => 6,
            };
            assert_eq!(size, expected, "{name}");
        }
        assert_eq!(hand_class_name(0).unwrap(), "22");
        assert_eq!(hand_class_name(1).unwrap(), "32o");
        assert_eq!(hand_class_name(91).unwrap(), "32s");
        assert_eq!(hand_class_name(169), None);
    }
}
