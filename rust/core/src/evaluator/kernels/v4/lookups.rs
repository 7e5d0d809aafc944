//! The numbers that the kernels look up, each table in one or two registers.

use std::arch::x86_64::*;

use super::vector;
use crate::combinatorics::choose_small;
use crate::evaluator::rules::Category;

/// Tables for hands of one size, in registers.
///
/// Five of them are indexed by `repeats`: how many ranks are held at least twice, plus four times how many exactly three
/// times, plus sixteen with four of a kind.
pub(super) struct Lookups {
    /// The least strength of the category.
    pub(super) base: __m512i,
    /// Strengths of the category for each rank of the quads, trips, or lower pair.
    pub(super) multiplier: __m512i,
    /// All ones where the lowest rank held twice or three times is one too many.
    pub(super) drops_lowest: __m512i,
    /// All ones for a full house.
    pub(super) is_full_house: __m512i,
    /// By the rank of the higher of two pairs: the strengths of the two pairs below it. Zero at 16: no second pair.
    pub(super) second_pair: __m512i,
    /// One less than the least straight.
    pub(super) straight: __m512i,
    /// By the low half of a set of kickers.
    pub(super) low: [__m512i; 2],
    /// By the high half of a set of five kickers; the second pair of registers for those with the ace, of hands of five.
    pub(super) high_of_five: [[__m512i; 2]; 2],
    /// By the high half of three kickers and of two: one after the other in the first pair of registers, or, for hands of
    /// five, a pair of registers each.
    pub(super) high_of_few: [[__m512i; 2]; 2],
}

impl Lookups {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn new<const N: usize>() -> Self {
        let pairs = |[a, b, c, d]: &[[u16; 32]; 4]| [[vector(a), vector(b)], [vector(c), vector(d)]];
        Self {
            base: vector(&BY_REPEATS.base),
            multiplier: vector(&BY_REPEATS.multiplier),
            drops_lowest: vector(&BY_REPEATS.drops_lowest),
            is_full_house: vector(&BY_REPEATS.is_full_house),
            second_pair: vector(&SECOND_PAIR),
            straight: _mm512_set1_epi16(const { Category::Straight.least() as i16 - 1 }),
            low: pairs(const { &low_halves(N) })[0],
            high_of_five: pairs(const { &high_halves_of_five(N) }),
            high_of_few: pairs(const { &high_halves_of_few(N) }),
        }
    }
}

struct ByRepeats {
    base: [u16; 32],
    multiplier: [u16; 32],
    drops_lowest: [u16; 32],
    is_full_house: [u16; 32],
}

static BY_REPEATS: ByRepeats = {
    let mut by = ByRepeats { base: [0; 32], multiplier: [0; 32], drops_lowest: [0; 32], is_full_house: [0; 32] };
    let mut repeats = 0;
    while repeats < 32 {
        let (twice, three, four) = (repeats & 3, repeats >> 2 & 3, repeats >> 4);
        let (category, multiplier) = match (four, three, twice) {
            (1.., _, _) => (Category::FourOfAKind, 12),
            (_, 1.., 2..) => (Category::FullHouse, 12),
            (_, 1.., _) => (Category::ThreeOfAKind, choose_small(12, 2)),
            (_, _, 2..) => (Category::TwoPair, 11),
            (_, _, 1) => (Category::Pair, choose_small(12, 3)),
            _ => (Category::HighCard, 0),
        };
        by.base[repeats] = category.least();
        by.multiplier[repeats] = multiplier as u16;
        if four == 0 && (three == 2 || three == 0 && twice == 3) {
            by.drops_lowest[repeats] = u16::MAX;
        }
        if matches!(category, Category::FullHouse) {
            by.is_full_house[repeats] = u16::MAX;
        }
        repeats += 1;
    }
    by
};

static SECOND_PAIR: [u16; 32] = {
    let mut strengths = [0; 32];
    let mut rank = 0;
    while rank < 13 {
        strengths[rank] = 11 * choose_small(rank, 2) as u16;
        rank += 1;
    }
    strengths
};

/// The lowest rank that a kicker of several can have in a hand of `n` cards.
const fn lowest_kicker(n: usize) -> usize {
    n - 5
}

/// Ranks in the low half.
const fn low_ranks(n: usize) -> usize {
    if n == 7 { 5 } else { 6 }
}

/// How many straights come before the other sets of five ranks with the highest rank `top`. A straight is the last of its
/// top; the wheel is the first with an ace.
const fn straights_before(top: usize) -> u16 {
    (if top < 4 { 0 } else { top - 4 + (top == 12) as usize }) as u16
}

/// The halves of tables, as registers: element `i` of register `i / 32`.
const fn in_registers(table: [u16; 128]) -> [[u16; 32]; 4] {
    let mut registers = [[0; 32]; 4];
    let mut i = 0;
    while i < 128 {
        registers[i / 32][i % 32] = table[i];
        i += 1;
    }
    registers
}

const fn low_halves(n: usize) -> [[u16; 32]; 4] {
    let mut table = [0; 128];
    let mut half = 0;
    while half < 1 << low_ranks(n) {
        let (mut kickers, mut top, mut bit) = (0, 0, 0);
        while bit < low_ranks(n) {
            if half >> bit & 1 != 0 {
                kickers += 1;
                top = lowest_kicker(n) + bit;
                table[half] += choose_small(top, kickers) as u16;
            }
            bit += 1;
        }
        if kickers == 5 {
            table[half] -= straights_before(top);
        }
        half += 1;
    }
    in_registers(table)
}

/// The contribution of the high half of a set of `kickers`; arbitrary if it has more.
const fn high_half(n: usize, half: usize, kickers: usize) -> u16 {
    let (mut place, mut left, mut bit) = (0u16, kickers, 8);
    while bit > 0 && left > 0 {
        bit -= 1;
        if half >> bit & 1 != 0 {
            let rank = lowest_kicker(n) + low_ranks(n) + bit;
            place += choose_small(rank, left) as u16;
            if kickers == 5 && left == 5 {
                place = place.wrapping_sub(straights_before(rank));
            }
            left -= 1;
        }
    }
    place
}

const fn high_halves_of_five(n: usize) -> [[u16; 32]; 4] {
    let mut table = [0; 128];
    let mut half = 0;
    while half < 128 {
        table[half] = high_half(n, half, 5);
        half += 1;
    }
    in_registers(table)
}

const fn high_halves_of_few(n: usize) -> [[u16; 32]; 4] {
    let halves = if n == 5 { 64 } else { 32 };
    let mut table = [0; 128];
    let mut half = 0;
    while half < halves {
        table[half] = high_half(n, half, 3);
        table[halves + half] = high_half(n, half, 2);
        half += 1;
    }
    in_registers(table)
}
