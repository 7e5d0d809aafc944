//! The tables behind the evaluator: key sum to strength. The build script makes those of the standard rule; those of other
//! rules are built at their first use.

use super::builder::{self, Strengths};
use super::keys::{CARD_KEYS, RANK_KEYS_7, SUIT_BITS, SUIT_KEYS_7, SUIT_MASK};
use super::perfect_hash::{HashShape, hash};
use super::rules::Rule;
use crate::cards::{CardSet, RANKS};

/// Where a kernel looks hands up: the tables of a rule.
pub(crate) trait Tables: Copy + Send + Sync {
    /// Whether the rule is the standard one, whose order the bit arithmetic implements, too.
    const IS_STANDARD: bool = false;
    /// The lowest card of the deck.
    const LOWEST_CARD: u8;

    /// The strengths of the ranks of hands of `N` cards.
    fn ranks<const N: usize>(self) -> RankTable;

    /// One more than the flush suit of hands of `N` cards, by sum of suit keys; 0 for none.
    fn flush_suits<const N: usize>(self) -> &'static FlushSuits;

    /// The strength of the ranks of `N` cards, given the sum of their rank keys, without flushes. Any sum has some strength
    /// or 0.
    #[inline(always)]
    fn rank_strength<const N: usize>(self, rank_key_sum: u32) -> u16 {
        self.ranks::<N>().strength(rank_key_sum << SUIT_BITS)
    }

    /// The strength of the flush with this 13-bit set of ranks, 0 for fewer than five, where high hands win.
    fn flush_of_ranks(self, ranks: u16) -> u16;

    /// The strength of the cards `set` whose keys sum to `sum` and which hold a flush in `suit`.
    fn with_flush(self, sum: u32, set: u64, suit: u8) -> u16;

    /// The strength of the `N` cards `set` whose keys sum to `sum`.
    #[inline(always)]
    fn strength<const N: usize>(self, sum: u32, set: u64) -> u16 {
        match self.flush_suits::<N>()[(sum & SUIT_MASK) as usize] {
            0 => self.ranks::<N>().strength(sum),
            suit => self.with_flush(sum, set, suit - 1),
        }
    }
}

/// The tables of the standard rule.
#[derive(Clone, Copy)]
pub(crate) struct Standard;

impl Tables for Standard {
    const IS_STANDARD: bool = true;
    const LOWEST_CARD: u8 = 0;

    #[inline(always)]
    fn ranks<const N: usize>(self) -> RankTable {
        RankTable::of_size(N)
    }

    #[inline(always)]
    fn flush_suits<const N: usize>(self) -> &'static FlushSuits {
        flush_suit_table(N)
    }

    #[inline(always)]
    fn flush_of_ranks(self, ranks: u16) -> u16 {
        FLUSH[usize::from(ranks & 0x1fff)]
    }

    #[inline(always)]
    fn with_flush(self, _: u32, set: u64, suit: u8) -> u16 {
        self.flush_of_ranks(CardSet::new(set).unwrap_or_default().ranks_of_suit(suit))
    }
}

/// The tables of a rule for a deck of `R` ranks.
#[derive(Clone, Copy)]
pub(crate) struct Made<const R: usize>(pub(super) &'static MadeTables);

impl<const R: usize> Tables for Made<R> {
    const LOWEST_CARD: u8 = 4 * (RANKS - R as u8);

    #[inline(always)]
    fn ranks<const N: usize>(self) -> RankTable {
        let shape = const { HashShape::new(R, N) };
        let (displacements, slots) = &self.0.of_sums[N - 5];
        // Slices of a length that the compiler knows: look-ups need no check of bounds.
        RankTable { shape, displacements: &displacements[..shape.buckets()], slots: &slots[..shape.slots()] }
    }

    #[inline(always)]
    fn flush_suits<const N: usize>(self) -> &'static FlushSuits {
        if self.0.of_flushes.is_empty() { &[0; 1 << SUIT_BITS] } else { flush_suit_table(N) }
    }

    #[inline(always)]
    fn flush_of_ranks(self, ranks: u16) -> u16 {
        self.0.of_flushes.get(usize::from(ranks) >> (usize::from(RANKS) - R)).copied().unwrap_or(0)
    }

    fn with_flush(self, sum: u32, set: u64, suit: u8) -> u16 {
        let cards = CardSet::new(set).unwrap_or_default();
        if !self.0.is_low || cards.len() == 5 {
            return self.flush_of_ranks(cards.ranks_of_suit(suit));
        }
        // If low hands win, five cards that are not all of the suit are better than a flush, so at least one card of the
        // suit is left out.
        let suited = cards.ids().filter(|card| card & 3 == suit);
        let without = suited.map(|card| {
            let (sum, set) = (sum - CARD_KEYS[usize::from(card)], set & !(1 << card));
            if cards.len() == 6 { self.strength::<5>(sum, set) } else { self.strength::<6>(sum, set) }
        });
        without.max().unwrap_or(0)
    }
}

/// The tables of [`Made`].
pub(super) struct MadeTables {
    /// For hands of five, six and seven cards: displacements and slots of the sums of rank keys.
    of_sums: [(Vec<u16>, Vec<u16>); 3],
    /// By set of ranks; empty where flushes do not count.
    of_flushes: Vec<u16>,
    /// Whether low hands win.
    is_low: bool,
}

impl MadeTables {
    pub(super) fn new(rule: &Rule) -> Self {
        let strengths = Strengths::new(rule);
        let of_size = |size: usize| {
            let (shape, of_sums) = (HashShape::new(rule.n_ranks.into(), size), &strengths.of_sums[size - 5]);
            // The slot of a sum depends on the deck alone, and the full deck has its displacements.
            let displacements = if rule.n_ranks == RANKS {
                displacements(size).to_vec()
            } else {
                builder::displacements(shape, of_sums.keys().copied())
            };
            let slots = builder::slots(shape, &displacements, of_sums);
            (displacements, slots)
        };
        Self { of_sums: [of_size(5), of_size(6), of_size(7)], of_flushes: strengths.of_flushes, is_low: rule.low }
    }
}

/// The tables of the standard rule.
mod standard {
    include!(concat!(env!("OUT_DIR"), "/standard.rs"));
}
pub(super) use standard::FLUSH;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use standard::{OTHER_RANKS_5, OTHER_RANKS_6, OTHER_RANKS_7};

/// The displacements of the standard rule for hands of `size` cards.
#[inline(always)]
fn displacements(size: usize) -> &'static [u16] {
    match size {
        5 => &standard::DISPLACEMENTS_5,
        6 => &standard::DISPLACEMENTS_6,
        _ => &standard::DISPLACEMENTS_7,
    }
}

/// The slots of the standard rule.
#[cfg(not(target_family = "wasm"))]
mod slots {
    use super::standard::{SLOTS_5, SLOTS_6, SLOTS_7};

    /// For hands of `size` cards.
    #[inline(always)]
    pub(super) fn of_size(size: usize) -> &'static [u16] {
        match size {
            5 => &SLOTS_5,
            6 => &SLOTS_6,
            _ => &SLOTS_7,
        }
    }
}

/// The slots of the standard rule. They are half a program that is sent over a network, where they compress badly, so they
/// are filled at their first use.
#[cfg(target_family = "wasm")]
mod slots {
    use super::{HashShape, MadeTables, RANKS, Rule};
    use crate::runtime::lazy::Lazy;

    const fn count(size: usize) -> usize {
        HashShape::new(RANKS as usize, size).slots()
    }

    /// Arrays, whose lengths the compiler knows: look-ups need no check of bounds.
    struct FixedSlots([u16; count(5)], [u16; count(6)], [u16; count(7)]);

    static FILLED: Lazy<FixedSlots> = Lazy::new();

    /// For hands of `size` cards.
    #[inline(always)]
    pub(super) fn of_size(size: usize) -> &'static [u16] {
        // Each look-up comes here: the compiler has to see no more than a load, or counts take twice the time.
        let filled = if let Some(filled) = FILLED.get() { filled } else { filled() };
        match size {
            5 => &filled.0,
            6 => &filled.1,
            _ => &filled.2,
        }
    }

    #[cold]
    #[inline(never)]
    #[allow(clippy::large_stack_arrays)] // Once, 213 kB of the megabyte that WebAssembly has.
    fn filled() -> &'static FixedSlots {
        FILLED.get_or_init(|| {
            let made = MadeTables::new(&Rule::STANDARD);
            let mut slots = FixedSlots([0; count(5)], [0; count(6)], [0; count(7)]);
            slots.0.copy_from_slice(&made.of_sums[0].1);
            slots.1.copy_from_slice(&made.of_sums[1].1);
            slots.2.copy_from_slice(&made.of_sums[2].1);
            slots
        })
    }
}

/// The hash of the key of a rank: the sum of those of a hand, modulo 2^32, is the hash of its sum of keys.
pub(super) const fn hash_of_rank(rank: u8) -> u32 {
    hash(RANK_KEYS_7[rank as usize])
}

/// From the key sum of a hand of one size to the strength of its ranks.
#[derive(Clone, Copy)]
pub(crate) struct RankTable {
    pub(super) shape: HashShape,
    pub(super) displacements: &'static [u16],
    pub(super) slots: &'static [u16],
}

impl RankTable {
    /// The table for hands of `size` cards.
    ///
    /// # Panics
    /// When `size` is not 5, 6 or 7.
    #[inline(always)]
    pub(super) fn of_size(size: usize) -> Self {
        let shape = HashShape::new(RANKS as usize, size);
        Self { shape, displacements: displacements(size), slots: slots::of_size(size) }
    }

    /// The strength of the ranks behind a key sum, without flushes. Any sum has some entry.
    #[inline(always)]
    pub(super) fn strength(self, sum: u32) -> u16 {
        self.strength_of_hash(hash(sum >> SUIT_BITS))
    }

    /// The strength behind the hash of a sum of rank keys. Any hash has some entry.
    #[inline(always)]
    pub(super) fn strength_of_hash(self, hash: u32) -> u16 {
        self.slots[self.shape.slot(hash, self.displacements[self.shape.bucket(hash)])]
    }
}

/// One more than the suit that has five cards, by sum of suit keys; 0 for none.
pub(crate) type FlushSuits = [u8; 1 << SUIT_BITS];

/// For hands of each size.
static FLUSH_SUITS: [FlushSuits; 3] = [flush_suits(5), flush_suits(6), flush_suits(7)];

const fn flush_suits(size: u32) -> FlushSuits {
    let mut table = [0; 1 << SUIT_BITS];
    // Every way to deal the suits: a, b, c cards of the first three and the rest of the last.
    let mut a = 0;
    while a <= size {
        let mut b = 0;
        while a + b <= size {
            let mut c = 0;
            while a + b + c <= size {
                let counts = [a, b, c, size - a - b - c];
                let mut sum = 0;
                let mut flush = 0;
                let mut suit = 0;
                while suit < 4 {
                    sum += counts[suit] * SUIT_KEYS_7[suit];
                    if counts[suit] >= 5 {
                        flush = suit as u8 + 1;
                    }
                    suit += 1;
                }
                table[sum as usize] = flush;
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    table
}

/// One more than the flush suit of hands of `size` cards, by sum of suit keys; 0 for none.
#[inline(always)]
const fn flush_suit_table(size: usize) -> &'static FlushSuits {
    &FLUSH_SUITS[size - 5]
}
