//! From an index back to its configuration, its group indices, and the canonical hand.
//!
//! In the canonical hand the suit in place `p` of the configuration is suit `p`; rounds come in order, inside a round
//! suit 0 first, inside a suit ranks ascending.

use super::bits::{self, BitKernel, Bits};
use super::configuration::{Record, Round, SUITS, count_in};
use super::hand_indexer::{DeckWords, HandIndexer, card_at};
use super::rank_set::{BINOMIAL, BINOMIALS, BY_INDEX, FIRST_OF_SIZE, SETS};
use super::tied_suits;
use crate::error::{Error, Result, Row};

/// `ceil(2^63 / d)` for the binomials `d`, so that digits come off without a division.
static RECIPROCAL: [[u64; 16]; 16] = {
    let mut table = [[0; 16]; 16];
    let mut n = 0;
    while n <= 13 {
        let mut k = 0;
        while k <= n {
            table[n][k] = (1u64 << 63).div_ceil(BINOMIALS[n][k] as u64);
            k += 1;
        }
        n += 1;
    }
    table
};

/// `x / d` for `x < 2^32` and a binomial `d <= 1716`, given its reciprocal: `floor((x + 1/2) / d)`, where the rounded
/// reciprocal adds less than `(x + 1/2) d / 2^63 < 1/2` in units of `1 / d`.
#[inline(always)]
fn divide(x: u64, reciprocal: u64) -> u64 {
    ((u128::from(2 * x + 1) * u128::from(reciprocal)) >> 64) as u64
}

/// The number of the configuration of an index.
#[inline(always)]
pub(super) fn configuration_of(round: &Round, index: u64) -> usize {
    round.records.partition_point(|record| record.offset <= index) - 1
}

/// The group indices, place by place, of an index of a configuration.
#[inline(always)]
pub(super) fn groups(record: &Record, index: u64) -> [u64; SUITS] {
    let Record { offset, places: [p, q, r] } = *record;
    let mut rest = index - offset;
    // A tied suit's place value is 0, and it shares the digit of the suit before it.
    let mut digit = |place: u64| {
        let digit = rest.checked_div(place).unwrap_or(0);
        rest -= digit * place;
        digit
    };
    let (d, c, b) = (digit(r), digit(q), digit(p));
    let mut groups = [rest, b, c, d];
    match (p == 0, q == 0, r == 0) {
        (false, false, false) => {}
        (true, true, true) => tied_suits::unindex(groups[0], &mut groups[..4]),
        (true, true, false) => tied_suits::unindex(groups[0], &mut groups[..3]),
        (false, true, true) => tied_suits::unindex(groups[1], &mut groups[1..]),
        (ab, bc, cd) => {
            if ab {
                tied_suits::unindex(groups[0], &mut groups[..2]);
            }
            if bc {
                tied_suits::unindex(groups[1], &mut groups[1..3]);
            }
            if cd {
                tied_suits::unindex(groups[2], &mut groups[2..]);
            }
        }
    }
    groups
}

/// Takes the digit of `count` ranks off a suit's group index. The ranks are then no longer `free`, nor among those `left`.
#[inline(always)]
pub(super) fn take_digit<B: Bits>(bits: B, group: &mut u64, left: &mut usize, free: &mut u32, count: usize) -> u32 {
    let from = *left & 15;
    let quotient = divide(*group, RECIPROCAL[from][count]);
    let digit = group.wrapping_sub(quotient.wrapping_mul(BINOMIAL[from][count].into()));
    let closed_up = BY_INDEX[(FIRST_OF_SIZE[count] as usize + digit as usize) % SETS];
    let ranks = bits.expand(closed_up.into(), *free);
    *group = quotient;
    *free ^= ranks;
    *left = from.wrapping_sub(count);
    ranks
}

/// The canonical hand of an index below the size of the last of `rounds`; `out` takes exactly its cards.
#[inline(always)]
pub(super) fn canonical_hand<B: Bits>(bits: B, deck: &DeckWords, rounds: &[Round], index: u64, out: &mut [u8]) {
    let Some(last) = rounds.last() else { return };
    deal_hand(bits, deck, rounds, configuration_of(last, index), index, out);
}

/// The canonical hand of an index of the configuration number `at`, as [`canonical_hand`].
#[inline(always)]
pub(super) fn deal_hand<B: Bits>(bits: B, deck: &DeckWords, rounds: &[Round], at: usize, index: u64, out: &mut [u8]) {
    let Some(last) = rounds.last() else { return };
    let mut groups = groups(&last.records[at], index);
    let sequences = &last.sequences[at];
    let mut free = [deck.ranks; SUITS];
    let mut left = [deck.n_ranks as usize; SUITS];
    let mut take =
        |suit: usize, count: usize| take_digit(bits, &mut groups[suit], &mut left[suit], &mut free[suit], count);
    let mut out = out;
    for (at, round) in rounds.iter().enumerate() {
        let counts = sequences.map(|sequence| count_in(sequence, at));
        let (cards, later) = out.split_at_mut(round.cards);
        if let [card] = cards {
            let suit = (counts[1] + 2 * counts[2] + 3 * counts[3]) & 3;
            *card = 4 * take(suit, 1).trailing_zeros() as u8 + suit as u8;
        } else {
            let mut dealt = 0u64;
            for (suit, &count) in counts.iter().enumerate() {
                dealt |= u64::from(take(suit, count)) << (13 * suit);
            }
            for card in cards {
                *card = card_at(dealt.trailing_zeros());
                dealt &= dealt.wrapping_sub(1);
            }
        }
        out = later;
    }
}

/// The number of deals of a class: the suit permutations that do not fix its hands, over those that do.
#[inline(always)]
pub(super) fn class_size(n_suits: usize, round: &Round, index: u64) -> u64 {
    let at = configuration_of(round, index);
    let groups = groups(&round.records[at], index);
    let sequences = &round.sequences[at];
    let mut size = 1;
    let mut same = 1;
    for p in 1..n_suits {
        // Suits with the same ranks are neighbours.
        let is_same = sequences[p] == sequences[p - 1] && groups[p] == groups[p - 1];
        same = if is_same { same + 1 } else { 1 };
        size = size * (p as u64 + 1) / same;
    }
    size
}

impl HandIndexer {
    /// The canonical hand of an index of `round`, into `out`.
    pub fn unindex(&self, round: usize, index: u64, out: &mut [u8]) -> Result<()> {
        self.check_index(round, index, None)?;
        Self::check_count(self.rounds[round].through, out.len())?;
        bits::run(self.level, Unindex { deck: &self.deck, rounds: &self.rounds[..=round], index, out });
        Ok(())
    }

    /// The canonical hand of the class of some cards in `round`, into `out`.
    ///
    /// ```
    /// let holdem = pokerbits::indexer::HandIndexer::new(&[2, 3])?;
    /// let mut canonical = [0; 5];
    /// holdem.canonical(1, &[17, 32, 36, 21, 46], &mut canonical)?; // 6d Tc | Jc 7d Kh
    /// assert_eq!(canonical, [32, 17, 36, 21, 46]);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn canonical(&self, round: usize, cards: &[u8], out: &mut [u8]) -> Result<()> {
        self.unindex(round, self.index(round, cards)?, out)
    }

    /// The number of deals in a class: of ways to deal the rounds `0..=round`, each a set of cards, that have this
    /// index. Summed over a round it is the number of all deals.
    ///
    /// ```
    /// let preflop = pokerbits::indexer::HandIndexer::new(&[2])?;
    /// assert_eq!((preflop.multiplicity(0, 0)?, preflop.multiplicity(0, 1)?, preflop.multiplicity(0, 168)?), (6, 12, 4));
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn multiplicity(&self, round: usize, index: u64) -> Result<u64> {
        self.check_index(round, index, None)?;
        Ok(class_size(self.n_suits(), &self.rounds[round], index))
    }

    pub(super) fn check_index(&self, round: usize, index: u64, row: Option<usize>) -> Result<()> {
        let size = self.size(round)?;
        if index < size {
            return Ok(());
        }
        Err(Error::IndexOutOfRange { row: Row(row), what: "hand index", index, first: 0, last: size - 1 })
    }
}

struct Unindex<'a> {
    deck: &'a DeckWords,
    rounds: &'a [Round],
    index: u64,
    out: &'a mut [u8],
}

impl BitKernel for Unindex<'_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self, bits: B) {
        canonical_hand(bits, self.deck, self.rounds, self.index, self.out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The index of the canonical hand of `index`.
    struct ThereAndBack<'a>(&'a HandIndexer, u64);

    impl BitKernel for ThereAndBack<'_> {
        type Output = (Vec<u8>, u64);
        #[inline(always)]
        fn run<B: Bits>(self, bits: B) -> (Vec<u8>, u64) {
            let Self(indexer, index) = self;
            let last = indexer.n_rounds() - 1;
            let (mut hand, mut back) = (vec![0; indexer.rounds[last].through], [0]);
            canonical_hand(bits, &indexer.deck, &indexer.rounds, index, &mut hand);
            indexer.deal(bits, last, &hand, None, &mut back).unwrap();
            (hand, back[0])
        }
    }

    #[test]
    fn every_cpu_goes_there_and_back() {
        for game in [&[2, 3, 1, 1][..], &[4, 3, 1, 1], &[3, 1, 1, 1, 1], &[13], &[2, 5]] {
            let indexer = HandIndexer::new(game).unwrap();
            let size = indexer.size(game.len() - 1).unwrap();
            for k in 0..2000 {
                let index = (u128::from(size - 1) * k / 1999) as u64;
                let answers = bits::run_with_all(|| ThereAndBack(&indexer, index));
                assert!(answers.iter().all(|(hand, back)| *hand == answers[0].0 && *back == index));
            }
        }
    }

    #[test]
    fn digits_come_off_exactly() {
        // The most group indices of any game: 13! / 2^4, four rounds of two ranks, four of one, and one rank left.
        const LARGEST: u64 = 389_188_800;
        for n in 0..=13 {
            for k in 0..=n {
                let d = u64::from(BINOMIAL[n][k]);
                for x in (0..LARGEST).step_by(9973).chain((1..2000).flat_map(|q| [q * d * 53, q * d * 53 - 1])) {
                    assert_eq!(divide(x, RECIPROCAL[n][k]), x / d, "{x} / {d}");
                }
            }
        }
    }
}
