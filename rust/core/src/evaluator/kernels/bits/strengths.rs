//! From rank sets to strengths: logic gives two numbers and an index, and a table the third.
//!
//! A full adder over the four suits tells which ranks are held at all, at least twice, exactly three times and four
//! times. The primary ranks are those of the quads, the best trips or the best two pairs. The other ranks, closed up to a
//! set of those that are left, index the table: how many they are says whether the hand has no pair, one, trips or more,
//! as two, three or more cards are primary. The strength is
//! `table[others] + base + multiplier * place of the lower primary rank + part of the higher one`, or that of a straight.

use super::check::{Check, counts};
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

/// The ranks that are held at all, at least twice, exactly three times and four times.
struct Repeats<V> {
    held: V,
    twice: V,
    three: V,
    four: V,
}

#[inline(always)]
fn repeats<W: Words>(w: W, [c, d, h, s]: RankSets<W>) -> Repeats<W::V> {
    // Clubs, diamonds and hearts are added up to two bits a rank, then spades.
    let c_or_d = w.xor(c, d);
    let sum = w.xor(c_or_d, h);
    let carry = w.or(w.and(c, d), w.and(c_or_d, h));
    let sum_and_s = w.and(sum, s);
    Repeats {
        held: w.or(w.or(sum, carry), s),
        twice: w.or(carry, sum_and_s),
        three: w.and(carry, w.xor(sum, s)),
        four: w.and(carry, sum_and_s),
    }
}

/// The parts of the strengths of hands of `N` cards. It is the caller who checks the sizes of hands of five.
#[inline(always)]
pub(super) fn parts<const N: usize, W: Words>(w: W, suits: RankSets<W>, check: &mut Check<W::V>) -> Parts<W::V> {
    let repeats = repeats(w, suits);
    check.ranks = w.or(check.ranks, repeats.held);
    if N == 5 { of_five(w, suits, &repeats) } else { of_more::<N, W>(w, suits, &repeats, check) }
}

/// The parts of hands of five cards. The table knows their straights: it sees all ranks of a hand without a pair.
#[inline(always)]
fn of_five<W: Words>(w: W, suits: RankSets<W>, repeats: &Repeats<W::V>) -> Parts<W::V> {
    let &Repeats { held, twice, three, four } = repeats;
    let (no_three, no_four) = (is_zero(w, three), is_zero(w, four));
    let no_second = is_zero(w, without_lowest(w, twice));

    let primary = w.or(three, w.and(twice, no_three));
    let higher = without_lowest(w, primary);
    let lower = w.xor(primary, higher);
    let index = closed_up(w, w.without(held, primary), higher, lower);

    let kind = w.or(
        w.or(w.and(no_three, w.splat(NO_THREE)), w.and(no_four, w.splat(NO_FOUR))),
        w.and(no_second, w.splat(NO_SECOND)),
    );
    let full_house = w.without(w.splat(const { Category::FullHouse.least() }), w.or(no_three, no_second));
    let base = w.or(full_house, w.without(w.splat(const { Category::FourOfAKind.least() }), no_four));
    let start = start(w, base, w.look_up(&OF_FIVE, kind), higher, lower);

    // A flush has no pair: it is looked up by the ranks of its suit, which are all ranks.
    let [c, d, h, s] = suits;
    let suited = w.or(w.or(w.equal(c, held), w.equal(d, held)), w.or(w.equal(h, held), w.equal(s, held)));
    let flush = w.and(w.and(suited, is_zero(w, twice)), w.splat(FLUSHES as u16));
    Parts { index: w.or(index, flush), start, straight: w.splat(0) }
}

/// The parts of hands of six or seven cards.
#[inline(always)]
fn of_more<const N: usize, W: Words>(
    w: W,
    suits: RankSets<W>,
    repeats: &Repeats<W::V>,
    check: &mut Check<W::V>,
) -> Parts<W::V> {
    let &Repeats { held, twice, three, four } = repeats;
    let (no_three, no_four) = (is_zero(w, three), is_zero(w, four));

    let primary = w.select(no_four, w.select(no_three, twice, three), four);
    // The lowest of three pairs, or of two trips, is not primary.
    let fewer = without_lowest(w, primary);
    let too_many = w.select(no_three, without_lowest(w, fewer), fewer);
    let primary = w.select(is_zero(w, too_many), primary, fewer);
    let higher = without_lowest(w, primary);
    let lower = w.xor(primary, higher);

    // A full house is completed by a rank held twice, every other hand by any. Quads of seven cards may have trips beside
    // them; then the best rank held twice is the best rank.
    let no_full_house = w.or(no_three, is_zero(w, without_lowest(w, twice)));
    let others = w.without(w.select(no_full_house, held, twice), primary);
    let index = closed_up(w, others, higher, lower);

    let multiplier = w.select(is_zero(w, higher), w.splat(MULTIPLIERS[0]), w.splat(MULTIPLIERS[1]));
    let multiplier = w.select(no_three, multiplier, w.splat(MULTIPLIERS[2]));
    let full = w.splat(MULTIPLIERS[3]);
    let multiplier = w.select(no_four, w.select(no_full_house, multiplier, full), full);
    let base = w.without(w.splat(const { Category::FullHouse.least() }), no_full_house);
    let base = w.select(no_four, base, w.splat(const { Category::FourOfAKind.least() }));
    let start = start(w, base, multiplier, higher, lower);

    // The highest ranks of five in a row, the ace below the deuce: bit 4 is a five.
    let with_low_ace = w.or(w.shl::<1>(held), w.shr::<12>(held));
    let two = w.and(with_low_ace, w.shl::<1>(with_low_ace));
    let four = w.and(two, w.shl::<2>(two));
    let five = w.and(four, w.shl::<4>(with_low_ace));
    // Runs of seven cards follow each other.
    let straight = by_bit(w, &STRAIGHTS, w.without(five, w.shr::<1>(five)));

    // A flush is looked up by its ranks, and the entry is all of its strength: it beats whatever straight there is.
    let counts = counts(w, suits);
    check.sizes::<N, W>(w, counts);
    let mut flush = w.splat(0);
    for (ranks, count) in suits.into_iter().zip(counts) {
        flush = w.or(flush, w.and(ranks, w.greater(count, w.splat(4))));
    }
    let no_flush = is_zero(w, flush);
    let flush = w.or(flush, w.splat(FLUSHES as u16));
    Parts { index: w.select(no_flush, index, flush), start: w.and(start, no_flush), straight }
}

/// The index of the table: the other ranks as if the deck had no primary ones.
#[inline(always)]
fn closed_up<W: Words>(w: W, others: W::V, higher: W::V, lower: W::V) -> W::V {
    // Ranks above a primary rank move down: those below count double, in the end all are shifted back. Without a second
    // primary rank, or any, all ranks are below it.
    let minus_one = w.splat(u16::MAX);
    let others = w.add(others, w.and(others, w.add(higher, minus_one)));
    let others = w.add(others, w.and(others, w.add(w.add(lower, lower), minus_one)));
    w.shr::<2>(others)
}

/// The part of the strength that the primary ranks make.
#[inline(always)]
fn start<W: Words>(w: W, base: W::V, multiplier: W::V, higher: W::V, lower: W::V) -> W::V {
    let place = w.look_up(&RANKS.low, bit_number(w, lower));
    w.add(w.add(base, w.mul(multiplier, place)), by_bit(w, &SECOND_PAIR, higher))
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

/// No rank is held three times, none four times, and no second rank at least twice.
const NO_THREE: u16 = 1;
const NO_FOUR: u16 = 2;
const NO_SECOND: u16 = 4;

/// The multipliers of hands of five cards by the sum of these.
const OF_FIVE: [u8; 16] = {
    let mut multipliers = [0; 16];
    multipliers[(NO_THREE | NO_FOUR | NO_SECOND) as usize] = MULTIPLIERS[0] as u8;
    multipliers[(NO_THREE | NO_FOUR) as usize] = MULTIPLIERS[1] as u8;
    multipliers[(NO_FOUR | NO_SECOND) as usize] = MULTIPLIERS[2] as u8;
    multipliers[NO_FOUR as usize] = MULTIPLIERS[3] as u8;
    multipliers[(NO_THREE | NO_SECOND) as usize] = MULTIPLIERS[3] as u8;
    multipliers
};

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
