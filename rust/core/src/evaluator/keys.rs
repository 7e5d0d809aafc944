//! The additive key schemes, as data.
//!
//! A card's key is `rank_key << 9 | suit_key`. The sum of a hand's keys determines whether it holds a flush and, if not, its
//! ranks. Sums of rank keys are unique among hands of one size with at most four of a rank, sums of suit keys among all ways
//! to deal the suits. Keys after SpecialK, "A Texas Hold'em 7-card evaluator, part II" (2011), and Oscar6echo, "Poker 2:
//! Hand Evaluator" (2012). The build script builds the tables from this file.

/// The bits of a key sum that hold the sum of suit keys.
pub const SUIT_BITS: u32 = 9;
/// The sum of suit keys within a key sum.
pub const SUIT_MASK: u32 = (1 << SUIT_BITS) - 1;

/// Rank keys whose sums of seven (of six, of five) are unique: the least series found one key at a time.
pub const RANK_KEYS_7: [u32; 13] = [0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262_349, 636_345, 1_479_181];
/// Keys whose sums over five to seven different ranks are unique.
pub const FLUSH_RANK_KEYS_7: [u32; 13] = [1, 2, 4, 8, 16, 32, 64, 128, 240, 464, 896, 1728, 3328];
/// Suit keys whose sums of seven are unique.
pub const SUIT_KEYS_7: [u32; 4] = [0, 1, 8, 57];
/// Rank keys whose sums of five are unique.
pub const RANK_KEYS_5: [u32; 13] = [0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415];
/// Keys whose sums over five different ranks are unique.
pub const FLUSH_RANK_KEYS_5: [u32; 13] = [0, 1, 2, 4, 8, 16, 32, 56, 104, 192, 352, 672, 1288];
/// Suit keys whose sums of five are unique.
pub const SUIT_KEYS_5: [u32; 4] = [0, 1, 6, 31];

/// The key of every card: what the evaluator adds up.
pub const CARD_KEYS: [u32; 52] = {
    let mut keys = [0; 52];
    let mut card = 0;
    while card < 52 {
        keys[card] = RANK_KEYS_7[card / 4] << SUIT_BITS | SUIT_KEYS_7[card % 4];
        card += 1;
    }
    keys
};
