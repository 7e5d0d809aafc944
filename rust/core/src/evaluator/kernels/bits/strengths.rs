//! From rank sets to strengths: logic gives two numbers and an index, and a table the third.
//!
//! A full adder over the four suits tells which ranks are held at all, at least twice, exactly three times and four
//! times. The primary ranks are those of the quads, the best trips or the best two pairs. The other ranks, closed up to a
//! set of those that are left, index the table: how many they are says whether the hand has no pair, one, trips or more,
//! as two, three or more cards are primary. The strength is
//! `table[others] + base + multiplier * place of the lower primary rank + part of the higher one`, or that of a straight.

use super::rank_sets::RankSets;
use crate::combinatorics::choose_small;
use crate::evaluator::rules::Category;
use crate::runtime::simd::Words;

/// The strengths of some hands are `max(table[index] + start, straight)`.
pub(super) struct Parts<V> {
    pub(super) index: V,
    pub(super) start: V,
    pub(super) straight: V,
}

/// Where the strengths of flushes begin in the table; before them are those of the other hands.
pub(super) const FLUSHES: usize = 1 << 13;

/// Checks of the hands so far.
pub(super) struct Check<V> {
    /// Bits that no card has.
    pub(super) stray: V,
    /// All ranks; those above the ace are no cards.
    ranks: V,
    /// Where a number of cards differs.
    sizes: V,
}

impl<V: Copy> Check<V> {
    #[inline(always)]
    pub(super) fn new<W: Words<V = V>>(w: W) -> Self {
        Self { stray: w.splat(0), ranks: w.splat(0), sizes: w.splat(0) }
    }

    /// Whether every hand had as many cards of the deck as it should.
    #[inline(always)]
    pub(super) fn passed<W: Words<V = V>>(&self, w: W) -> bool {
        !w.any(w.or(w.or(w.without(self.ranks, w.splat(0x1fff)), self.stray), self.sizes))
    }
}

/// The parts of the strengths of hands of `N` cards.
#[inline(always)]
pub(super) fn parts<const N: usize, W: Words>(w: W, suits: RankSets<W>, check: &mut Check<W::V>) -> Parts<W::V> {
    let [c, d, h, s] = suits;
    // Clubs, diamonds and hearts are added up to two bits a rank, then spades.
    let c_or_d = w.xor(c, d);
    let sum = w.xor(c_or_d, h);
    let carry = w.or(w.and(c, d), w.and(c_or_d, h));
    let sum_and_s = w.and(sum, s);
    let held = w.or(w.or(sum, carry), s);
    let twice = w.or(carry, sum_and_s);
    let three = w.and(carry, w.xor(sum, s));
    let four = w.and(carry, sum_and_s);

    let minus_one = w.splat(u16::MAX);
    let no_three = is_zero(w, three);
    let no_four = is_zero(w, four);

    let primary = w.select(no_four, w.select(no_three, twice, three), four);
    // The lowest of three pairs, or of two trips, is not primary: only hands of six cards and more have them.
    let fewer = without_lowest(w, primary);
    let primary = if N == 5 {
        primary
    } else {
        let too_many = w.select(no_three, without_lowest(w, fewer), fewer);
        w.select(is_zero(w, too_many), primary, fewer)
    };
    let higher = without_lowest(w, primary);
    let lower = w.xor(primary, higher);

    // A full house is completed by a rank held twice, every other hand by any. Quads of seven cards may have trips beside
    // them; then the best rank held twice is the best rank.
    let no_full_house = w.or(no_three, is_zero(w, without_lowest(w, twice)));
    let others = w.without(w.select(no_full_house, held, twice), primary);
    // Ranks above a primary rank move down: those below count double, in the end all are shifted back. Without a second
    // primary rank, or any, all ranks are below it.
    let others = w.add(others, w.and(others, w.add(higher, minus_one)));
    let others = w.add(others, w.and(others, w.add(w.add(lower, lower), minus_one)));
    let index = w.shr::<2>(others);

    let multiplier = w.select(is_zero(w, higher), w.splat(MULTIPLIERS[0]), w.splat(MULTIPLIERS[1]));
    let multiplier = w.select(no_three, multiplier, w.splat(MULTIPLIERS[2]));
    let full = w.splat(MULTIPLIERS[3]);
    let multiplier = w.select(no_four, w.select(no_full_house, multiplier, full), full);
    let base = w.without(w.splat(const { Category::FullHouse.least() }), no_full_house);
    let base = w.select(no_four, base, w.splat(const { Category::FourOfAKind.least() }));
    let place = w.look_up(&RANKS.low, bit_number(w, lower));
    let start = w.add(base, w.mul(multiplier, place));
    let start = w.add(start, by_bit(w, &SECOND_PAIR, higher));

    // The highest ranks of five in a row, the ace below the deuce: bit 4 is a five.
    let with_low_ace = w.or(w.shl::<1>(held), w.shr::<12>(held));
    let two = w.and(with_low_ace, w.shl::<1>(with_low_ace));
    let four = w.and(two, w.shl::<2>(two));
    let five = w.and(four, w.shl::<4>(with_low_ace));
    // Runs of seven cards follow each other.
    let straight = by_bit(w, &STRAIGHTS, w.without(five, w.shr::<1>(five)));

    check.ranks = w.or(check.ranks, held);
    // A flush is looked up by its ranks, and the entry is all of its strength: it beats whatever straight there is.
    let (mut size, mut flush) = (w.splat(0), w.splat(0));
    for ranks in suits {
        let count = w.count(ranks);
        size = w.add(size, count);
        flush = w.or(flush, w.and(ranks, w.greater(count, w.splat(4))));
    }
    check.sizes = w.or(check.sizes, w.xor(size, w.splat(N as u16)));
    let no_flush = is_zero(w, flush);
    let flush = w.or(flush, w.splat(FLUSHES as u16));
    Parts { index: w.select(no_flush, index, flush), start: w.and(start, no_flush), straight }
}

#[inline(always)]
fn is_zero<W: Words>(w: W, v: W::V) -> W::V {
    w.equal(v, w.splat(0))
}

#[inline(always)]
fn without_lowest<W: Words>(w: W, ranks: W::V) -> W::V {
    w.and(ranks, w.add(ranks, w.splat(u16::MAX)))
}

/// Strengths of the category for each lower primary rank: pair, two pair, trips, full house or quads.
const MULTIPLIERS: [u16; 4] = [choose_small(12, 3) as u16, 11, choose_small(12, 2) as u16, 12];

/// The product with it of a single bit has a number of its own in the high four bits; a de Bruijn sequence. That of bit 0
/// is 0, as that of no bit.
const DE_BRUIJN: u16 = 0x09af;

/// The number of a single bit.
#[inline(always)]
fn bit_number<W: Words>(w: W, bit: W::V) -> W::V {
    w.shr::<12>(w.mul(bit, w.splat(DE_BRUIJN)))
}

/// A word for each number of a single bit.
struct ByBit {
    low: [u8; 16],
    high: [u8; 16],
}

impl ByBit {
    const fn new(words: [u16; 16]) -> Self {
        let (mut low, mut high) = ([0; 16], [0; 16]);
        let mut bit = 0;
        while bit < 16 {
            let number = (DE_BRUIJN << bit >> 12) as usize;
            [low[number], high[number]] = words[bit].to_le_bytes();
            bit += 1;
        }
        Self { low, high }
    }
}

/// The word for a single bit, 0 for none. A table has 0 for bit 0.
#[inline(always)]
fn by_bit<W: Words>(w: W, table: &ByBit, bit: W::V) -> W::V {
    let number = bit_number(w, bit);
    w.or(w.look_up(&table.low, number), w.shl::<8>(w.look_up(&table.high, number)))
}

/// The rank of a bit.
static RANKS: ByBit = {
    let mut ranks = [0; 16];
    let mut rank = 0;
    while rank < 16 {
        ranks[rank as usize] = rank;
        rank += 1;
    }
    ByBit::new(ranks)
};

/// By the higher of two pairs: the strengths below its two pairs.
static SECOND_PAIR: ByBit = {
    let mut strengths = [0; 16];
    let mut rank = 1;
    while rank < 13 {
        strengths[rank] = Category::TwoPair.least() + 11 * choose_small(rank, 2) as u16;
        rank += 1;
    }
    ByBit::new(strengths)
};

/// By the highest rank of a straight, one bit higher.
static STRAIGHTS: ByBit = {
    let mut strengths = [0; 16];
    let mut bit = 4;
    while bit < 14 {
        strengths[bit] = Category::Straight.least() + bit as u16 - 4;
        bit += 1;
    }
    ByBit::new(strengths)
};
