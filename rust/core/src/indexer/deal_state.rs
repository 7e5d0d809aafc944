//! The kernel: a deal that grows round by round, and its index after any of them.

use super::bits::Bits;
use super::configuration::{MAX_STATES, Record, Round};
use super::hand_indexer::{CARD_BITS, CODE_BITS, DeckWords, LOWEST_BITS};
use super::rank_set::{ALL_RANKS, BINOMIAL, COLEX};
use super::tied_suits::{index_2, index_3, index_4};

/// Words of one hand in the arrays of states that `HandIndexer::start` and `HandIndexer::extend` fill.
pub const STATE_WORDS: usize = 6;

/// Bits of a state in these words; above it is the code of the game, as far as its lowest rank.
const STATE_BITS: u32 = u64::BITS - CODE_BITS;
const _: () = assert!(MAX_STATES <= 1 << STATE_BITS);
/// Bits of the cards of the deck.
const DECK_BITS: u32 = CARD_BITS.count_ones();
/// The place of the number of rounds, above the cards and the lowest rank.
const ROUNDS_AT: u32 = 60;
const _: () = assert!(DECK_BITS + LOWEST_BITS <= ROUNDS_AT);

/// The state of a deal: all that later rounds and the index need.
#[derive(Debug, Clone, Copy)]
pub(super) struct DealState {
    /// Cards dealt, bit `13 * suit + rank`.
    used: u64,
    /// The distribution over the suits: a state of [`super::configuration`].
    state: u32,
    /// For each suit its group index (low half), and the place value of its next digit, which is the number of group
    /// indices so far (high half). Both are at most 13! / 2^4.
    suits: [u64; 4],
}

impl DealState {
    /// No cards dealt.
    pub(super) const START: Self = Self { used: 0, state: 0, suits: [1 << 32; 4] };

    /// The cards dealt.
    pub(super) fn used(&self) -> u64 {
        self.used
    }

    /// Deals one more round; false when a card is outside the deck or was dealt before, and then the deal is void.
    #[inline(always)]
    pub(super) fn step<B: Bits>(&mut self, bits: B, deck: &DeckWords, round: &Round, cards: &[u8]) -> bool {
        // A sum of distinct powers of two has as many bits as terms, and with a repeated one fewer. Counts cannot
        // overflow without a repetition, which the card bits show.
        let sum = cards.iter().fold(0u64, |sum, &card| sum.wrapping_add(deck.words[card as usize]));
        let dealt = sum & CARD_BITS;
        if dealt.count_ones() as usize != round.cards || dealt & self.used != 0 {
            return false;
        }
        let Some(&way) = round.ways.get((sum >> 52) as usize) else { return false };
        self.state = self.state.wrapping_mul(round.n_ways).wrapping_add(way.into());

        if let &[card] = cards {
            self.step_one(bits, deck, card);
        } else if B::ONE_INSTRUCTION {
            self.step_by_suit(bits, deck, dealt);
        } else {
            self.step_by_card(bits, deck, dealt, cards);
        }
        self.used |= dealt;
        true
    }

    /// Adds one card: its suit has one more digit, the rank's place among those that are left.
    #[inline(always)]
    fn step_one<B: Bits>(&mut self, bits: B, deck: &DeckWords, card: u8) {
        let suit = card as usize & 3;
        let used = self.ranks_used(suit);
        let below = deck.ranks_below(card);
        self.push(suit, bits.count(!used & below), deck.n_ranks.wrapping_sub(bits.count(used)));
    }

    /// All four suits, each closed up in one instruction.
    #[inline(always)]
    fn step_by_suit<B: Bits>(&mut self, bits: B, deck: &DeckWords, dealt: u64) {
        for suit in 0..4 {
            let ranks = (dealt >> (13 * suit)) as u32 & ALL_RANKS;
            let used = self.ranks_used(suit);
            let digit = COLEX[(bits.compress(ranks, ALL_RANKS & !used) & ALL_RANKS) as usize];
            self.push(suit, digit.into(), ways(deck.n_ranks.wrapping_sub(bits.count(used)), bits.count(ranks)));
        }
    }

    /// Card by card, each finding its place among the ranks left and among its round.
    #[inline(always)]
    fn step_by_card<B: Bits>(&mut self, bits: B, deck: &DeckWords, dealt: u64, cards: &[u8]) {
        let mut digits = [0; 4];
        for &card in cards {
            let suit = card as usize & 3;
            let below = deck.ranks_below(card);
            let rank = bits.count(!self.ranks_used(suit) & below);
            let before = bits.count((dealt >> (13 * suit)) as u32 & below);
            digits[suit] += BINOMIAL[rank as usize & 15][(before as usize + 1) & 15];
        }
        for (suit, digit) in digits.into_iter().enumerate() {
            let ranks = (dealt >> (13 * suit)) as u32 & ALL_RANKS;
            let used = self.ranks_used(suit);
            self.push(suit, digit, ways(deck.n_ranks.wrapping_sub(bits.count(used)), bits.count(ranks)));
        }
    }

    #[inline(always)]
    fn ranks_used(&self, suit: usize) -> u32 {
        (self.used >> (13 * suit)) as u32 & ALL_RANKS
    }

    /// Adds a digit below `radix`.
    #[inline(always)]
    fn push(&mut self, suit: usize, digit: u32, radix: u32) {
        let place = self.suits[suit] >> 32;
        let group = (self.suits[suit] & u64::from(u32::MAX)).wrapping_add(place.wrapping_mul(digit.into()));
        self.suits[suit] = group.wrapping_add(place.wrapping_mul(radix.into()) << 32);
    }

    /// The index after `round`, the last one dealt.
    #[inline(always)]
    pub(super) fn index(&self, round: &Round) -> u64 {
        let state = self.state as usize;
        let record = &round.records[round.configurations[state] as usize];
        let order = round.permutations[state] as usize;
        let group = |place: usize| self.suits[order >> (2 * place) & 3] & u64::from(u32::MAX);
        combine(record, [group(0), group(1), group(2), group(3)])
    }

    /// The deal as words of an array, with the number of rounds dealt and the code of the game.
    #[inline(always)]
    pub(super) fn to_words(self, rounds: usize, game: u64) -> [u64; STATE_WORDS] {
        let [a, b, c, d] = self.suits;
        // The shift drops the lowest rank from the code: it is in the first word.
        let head = self.used | game >> CODE_BITS << DECK_BITS | (rounds as u64) << ROUNDS_AT;
        [head, u64::from(self.state) | game << STATE_BITS, a, b, c, d]
    }

    /// The deal of some words after `rounds` rounds, if it can be one of this game, whose last round dealt was `last`.
    #[inline(always)]
    pub(super) fn from_words(
        words: &[u64; STATE_WORDS],
        rounds: usize,
        game: u64,
        last: Option<&Round>,
    ) -> Option<Self> {
        let &[head, second, a, b, c, d] = words;
        let (used, state) = (head & CARD_BITS, second & ((1 << STATE_BITS) - 1));
        let (n_states, n_cards) = last.map_or((1, 0), |r| (r.configurations.len(), r.through));
        let found = second >> STATE_BITS | (head >> DECK_BITS & ((1 << LOWEST_BITS) - 1)) << CODE_BITS;
        let is_this_game = head >> ROUNDS_AT == rounds as u64 && found == game;
        let plausible = is_this_game && state < n_states as u64 && used.count_ones() as usize == n_cards;
        plausible.then_some(Self { used, state: state as u32, suits: [a, b, c, d] })
    }
}

/// `C(left, count)` for ranks of a suit.
#[inline(always)]
fn ways(left: u32, count: u32) -> u32 {
    BINOMIAL[left as usize & 15][count as usize & 15]
}

/// The index of group indices in the order of their configuration.
#[inline(always)]
#[allow(clippy::needless_bitwise_bool)] // one branch, not three
pub(super) fn combine(record: &Record, groups: [u64; 4]) -> u64 {
    let [a, b, c, d] = groups;
    let [p, q, r] = record.places;
    let index = if (p == 0) | (q == 0) | (r == 0) {
        combine_tied(record.places, groups)
    } else {
        sum(a, [(p, b), (q, c), (r, d)])
    };
    record.offset.wrapping_add(index)
}

/// Combines digits with their place values.
#[inline(always)]
fn sum<const N: usize>(first: u64, digits: [(u64, u64); N]) -> u64 {
    digits.into_iter().fold(first, |sum, (place, digit)| sum.wrapping_add(place.wrapping_mul(digit)))
}

/// The same if suits are tied: a zero place value joins a suit to the run of the suit before it.
#[inline(always)]
fn combine_tied([p, q, r]: [u64; 3], [a, b, c, d]: [u64; 4]) -> u64 {
    match (p == 0, q == 0, r == 0) {
        (true, false, false) => sum(index_2(a, b), [(q, c), (r, d)]),
        (false, true, false) => sum(a, [(p, index_2(b, c)), (r, d)]),
        (false, false, true) => sum(a, [(p, b), (q, index_2(c, d))]),
        (true, false, true) => sum(index_2(a, b), [(q, index_2(c, d))]),
        (true, true, false) => sum(index_3(a, b, c), [(r, d)]),
        (false, true, true) => sum(a, [(p, index_3(b, c, d))]),
        (true, true, true) => index_4(a, b, c, d),
        (false, false, false) => sum(a, [(p, b), (q, c), (r, d)]),
    }
}
