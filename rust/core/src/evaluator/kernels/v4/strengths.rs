//! From rank sets to the strength of the ranks, flushes aside.
//!
//! A full adder over the four suits tells which ranks are held at all, at least twice, exactly three times and four
//! times. How many ranks are held how often is a number of five bits that says which category a hand is of; base,
//! multiplier and masks come from registers by that number. The primary ranks are those of the quads, the best trips or
//! the best two pairs; the kickers are the highest of the rest. The strength is
//! `base[category] + multiplier[category] * place of the primary ranks + place of the kickers`.

use std::arch::x86_64::*;

use super::lookups::Lookups;
use super::rank_sets::RankSets;

/// The strengths of hands of `N` cards; for a hand with a flush, the strength of its ranks alone.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg")]
pub(super) fn rank_strengths<const N: usize>([c, d, h, s]: RankSets, lookups: &Lookups) -> __m512i {
    let minus_one = _mm512_set1_epi16(-1);
    // Clubs, diamonds and hearts are added up to two bits a rank, then spades.
    let sum = _mm512_ternarylogic_epi64::<{ XOR }>(c, d, h);
    let carry = _mm512_ternarylogic_epi64::<{ MAJORITY }>(c, d, h);
    let held = _mm512_ternarylogic_epi64::<{ OR }>(sum, carry, s);
    let twice = _mm512_ternarylogic_epi64::<{ A | B & C }>(carry, sum, s);
    let three = _mm512_ternarylogic_epi64::<{ A & (B ^ C) }>(carry, sum, s);
    let four = _mm512_ternarylogic_epi64::<{ A & B & C }>(carry, sum, s);

    let has_three = _mm512_test_epi16_mask(three, three);
    let has_four = _mm512_test_epi16_mask(four, four);
    let repeats = _mm512_slli_epi16::<2>(_mm512_popcnt_epi16(three));
    let repeats = _mm512_add_epi16(repeats, _mm512_popcnt_epi16(twice));
    let repeats = _mm512_mask_add_epi16(repeats, has_four, repeats, _mm512_set1_epi16(16));
    let by_repeats = |table| _mm512_permutexvar_epi16(repeats, table);

    let primary = _mm512_mask_mov_epi16(twice, has_three, three);
    let primary = _mm512_mask_mov_epi16(primary, has_four, four);
    // The lowest of three pairs, or of two trips, is not primary: only hands of six cards and more have them.
    let primary = if N == 5 {
        primary
    } else {
        let negative = _mm512_sub_epi16(_mm512_setzero_si512(), primary);
        _mm512_ternarylogic_epi64::<{ A & !(B & C) }>(primary, negative, by_repeats(lookups.drops_lowest))
    };
    let below = _mm512_add_epi16(primary, minus_one);
    let lowest = _mm512_popcnt_epi16(_mm512_andnot_si512(primary, below));
    // Without a second pair the population is that of sixteen ones, whose entry is zero.
    let other = _mm512_add_epi16(_mm512_and_si512(primary, below), minus_one);
    let second_pair = _mm512_permutexvar_epi16(_mm512_popcnt_epi16(other), lookups.second_pair);
    let place = _mm512_mullo_epi16(by_repeats(lookups.multiplier), lowest);
    let start = _mm512_add_epi16(_mm512_add_epi16(by_repeats(lookups.base), second_pair), place);

    // A full house is completed by a rank held twice, every other hand by any.
    let from = _mm512_ternarylogic_epi64::<{ A & B | !A & C }>(by_repeats(lookups.is_full_house), twice, held);
    let mut kickers = _mm512_andnot_si512(primary, from);
    for _ in 5..N {
        // The lowest rank is not a kicker, unless it is the last: no category has room for that many ranks.
        let fewer = _mm512_and_si512(kickers, _mm512_add_epi16(kickers, minus_one));
        kickers = _mm512_mask_mov_epi16(kickers, _mm512_test_epi16_mask(fewer, fewer), fewer);
    }
    let single = _mm512_popcnt_epi16(_mm512_andnot_si512(primary, _mm512_add_epi16(kickers, minus_one)));
    // Kickers above a single primary rank move down a place, so that they are a set of the ranks that are left.
    let closed = _mm512_srli_epi16::<1>(_mm512_add_epi16(kickers, _mm512_and_si512(kickers, below)));
    let no_pair = _mm512_testn_epi16_mask(repeats, repeats);
    let several = place_of_several::<N>(closed, repeats, no_pair, has_three, lookups);
    // Two ranks held twice, or one four times: one kicker.
    let has_single = _mm512_test_epi16_mask(repeats, _mm512_set1_epi16(0b1_0010));
    let strength = _mm512_add_epi16(start, _mm512_mask_mov_epi16(several, has_single, single));

    let runs = straights(held);
    // All ones up to the highest run: runs of seven cards follow each other.
    let place = _mm512_popcnt_epi16(_mm512_or_si512(runs, _mm512_add_epi16(runs, minus_one)));
    _mm512_mask_add_epi16(strength, _mm512_test_epi16_mask(runs, runs), place, lookups.straight)
}

/// The place of two, three or five kickers among the sets of their size: the colex rank minus the straights before it.
///
/// A set is looked up in two halves. The low half's contribution depends on it alone, the high half's also on the number of
/// kickers. With seven cards at least two ranks are lower than the lowest kicker, with six one.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn place_of_several<const N: usize>(
    kickers: __m512i,
    repeats: __m512i,
    no_pair: __mmask32,
    has_three: __mmask32,
    lookups: &Lookups,
) -> __m512i {
    let pair_or_trips = |[first, second]: [__m512i; 2], index| _mm512_permutex2var_epi16(first, index, second);
    let [five, five_with_ace] = &lookups.high_of_five;
    if N == 5 {
        let low = pair_or_trips(lookups.low, kickers);
        let high = _mm512_srli_epi16::<6>(kickers);
        let has_ace = _mm512_test_epi16_mask(high, _mm512_set1_epi16(64));
        let [three, two] = lookups.high_of_few;
        let few = _mm512_mask_mov_epi16(pair_or_trips(three, high), has_three, pair_or_trips(two, high));
        let many = pair_or_trips(*five, high);
        let many = _mm512_mask_mov_epi16(many, has_ace, pair_or_trips(*five_with_ace, high));
        return _mm512_add_epi16(low, _mm512_mask_mov_epi16(few, no_pair, many));
    }
    let low = if N == 7 {
        _mm512_permutexvar_epi16(_mm512_srli_epi16::<2>(kickers), lookups.low[0])
    } else {
        pair_or_trips(lookups.low, _mm512_srli_epi16::<1>(kickers))
    };
    let high = _mm512_srli_epi16::<7>(kickers);
    // With three kickers or two, the high half has five bits: a sixth tells the cases apart.
    let is_trips = _mm512_slli_epi16::<3>(repeats);
    let few = _mm512_ternarylogic_epi64::<{ A | B & C }>(high, is_trips, _mm512_set1_epi16(32));
    let few = pair_or_trips(lookups.high_of_few[0], few);
    _mm512_add_epi16(low, _mm512_mask_mov_epi16(few, no_pair, pair_or_trips(*five, high)))
}

/// The places at which five ranks in a row begin, the ace below the deuce first.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn straights(ranks: __m512i) -> __m512i {
    let with_low_ace = _mm512_or_si512(_mm512_slli_epi16::<1>(ranks), _mm512_srli_epi16::<12>(ranks));
    let two = _mm512_and_si512(with_low_ace, _mm512_srli_epi16::<1>(with_low_ace));
    let four = _mm512_and_si512(two, _mm512_srli_epi16::<2>(two));
    _mm512_and_si512(four, _mm512_srli_epi16::<4>(with_low_ace))
}

/// Which rank sets have five in a row.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn is_straight(ranks: __m512i) -> __mmask32 {
    let runs = straights(ranks);
    _mm512_test_epi16_mask(runs, runs)
}

/// The truth tables of the first, second and third operand of a ternary operation.
const A: i32 = 0b1111_0000;
const B: i32 = 0b1100_1100;
const C: i32 = 0b1010_1010;
const XOR: i32 = A ^ B ^ C;
const OR: i32 = A | B | C;
const MAJORITY: i32 = A & B | A & C | B & C;
