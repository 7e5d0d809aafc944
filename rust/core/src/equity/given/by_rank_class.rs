//! Showdowns after the flop, with turn and river cards grouped into rank classes.
//!
//! Cards of one rank, in suits in which no single card makes a flush, are one class: all showdowns are equal, but for flushes
//! by two cards of a suit, which are counted apart. About 240 of the 990 runouts of two hands on a flop remain, and 91 if
//! nobody can make a flush. Each card of the other suits, the live ones, is a class of its own with the flushes that it makes
//! alone; only two cards of one live suit make more.

use crate::cards::{CardSet, DECK, RANKS};
use crate::equity::counts::{PlayerStrengths, ShowdownCounts};
use crate::equity::given::by_pattern::OnPatterns;
use crate::evaluator::keys::RANK_KEYS_7;

/// The properties of players and board that decide a showdown in which any five of seven cards count.
pub(crate) trait OnRankClasses<const P: usize>: OnPatterns<P> {
    /// Strengths by ranks alone, with more board cards whose rank keys sum to `key`.
    fn by_ranks(&self, key: u32) -> PlayerStrengths<P>;

    /// The flushes with the board so far.
    #[inline(always)]
    fn made_flushes(&self) -> PlayerStrengths<P> {
        let made = (0..4).filter(|&suit| self.flush_cards(suit) == 0);
        made.fold(PlayerStrengths::NONE, |best, suit| best.max(self.flushes(suit, 0)))
    }

    /// The suits of which one card, or none, gives some player a flush, as bits.
    #[inline(always)]
    fn live_suits(&self) -> u8 {
        self.suits_with(|cards| cards <= 1)
    }

    /// The suits in which the number of board cards that a flush still needs is one of these, as bits.
    #[inline(always)]
    fn suits_with(&self, cards: impl Fn(u32) -> bool) -> u8 {
        (0..4).filter(|&suit| cards(self.flush_cards(suit))).fold(0, |suits, suit| suits | 1 << suit)
    }
}

/// A card that may come, or several equivalent ones.
#[derive(Clone, Copy)]
struct RankClass<const P: usize> {
    /// The rank key.
    key: u32,
    /// The rank as a bit.
    rank: u16,
    /// Number of cards of the class that are left.
    copies: u8,
    /// Their suits as bits, unless their suit is live.
    suits: u8,
    /// The flushes of the players if this card comes and no other of its suit.
    flushes: PlayerStrengths<P>,
}

/// Calls `see` with the key of each rank and the suits of its cards that are left, aside from the live suits.
#[inline(always)]
fn for_each_dead(left: CardSet, live: u8, mut see: impl FnMut(u32, u8)) {
    for rank in 0..RANKS {
        let suits = (left.bits() >> (4 * rank)) as u8 & 0xf & !live;
        if suits != 0 {
            see(rank_key(4 * rank), suits);
        }
    }
}

/// Calls `see` with the key of each of these ranks, and with its bit.
#[inline(always)]
fn for_each_rank(mut ranks: u16, mut see: impl FnMut(u32, u16)) {
    while ranks != 0 {
        let rank = ranks & ranks.wrapping_neg();
        ranks ^= rank;
        see(rank_key(4 * rank.trailing_zeros() as u8), rank);
    }
}

/// The classes of the remaining cards.
struct RankClasses<const P: usize> {
    all: [RankClass<P>; DECK as usize],
    /// Where the classes of each suit begin and end. The classes without a live suit come first.
    ends: [usize; 6],
}

impl<const P: usize> RankClasses<P> {
    #[inline(always)]
    fn new(players: &impl OnRankClasses<P>, left: CardSet, flushes: PlayerStrengths<P>) -> Self {
        // Zeros are written fastest.
        let none = RankClass { key: 0, rank: 0, copies: 0, suits: 0, flushes: PlayerStrengths::NONE };
        let mut found = Self { all: [none; DECK as usize], ends: [0; 6] };
        let live = players.live_suits();
        let mut n = 0;
        for_each_dead(left, live, |key, suits| {
            found.all[n] = RankClass { key, rank: 0, copies: suits.count_ones() as u8, suits, flushes };
            n += 1;
        });
        found.ends[1] = n;
        for suit in 0..4 {
            let ranks = if live >> suit & 1 != 0 { left.ranks_of_suit(suit as u8) } else { 0 };
            for_each_rank(ranks, |key, rank| {
                let flushes = flushes.max(players.flushes(suit, rank));
                found.all[n] = RankClass { key, rank, copies: 1, suits: 0, flushes };
                n += 1;
            });
            found.ends[suit + 2] = n;
        }
        found
    }

    /// The classes without a live suit.
    fn dead(&self) -> &[RankClass<P>] {
        &self.all[..self.ends[1]]
    }

    /// The classes of a suit, and the classes before them.
    fn of_suit(&self, suit: usize) -> (&[RankClass<P>], &[RankClass<P>]) {
        let [start, end] = [self.ends[suit + 1], self.ends[suit + 2]];
        (&self.all[start..end], &self.all[..start])
    }
}

/// Deals the missing board cards, at most two, class by class.
pub(crate) fn count_runouts<const P: usize>(
    players: &impl OnRankClasses<P>,
    missing: u32,
    left: CardSet,
    counts: &mut ShowdownCounts,
) {
    let made = players.made_flushes();
    match missing {
        0 => counts.count(players.by_ranks(0).max(made), 1),
        1 => count_one_card(players, left, made, counts),
        _ => count_two_cards(players, left, made, counts),
    }
}

/// Deals one card. `made` are the flushes with the board so far.
#[inline(always)]
fn count_one_card<const P: usize>(
    players: &impl OnRankClasses<P>,
    left: CardSet,
    made: PlayerStrengths<P>,
    counts: &mut ShowdownCounts,
) {
    let live = players.live_suits();
    for_each_dead(left, live, |key, suits| {
        counts.count(players.by_ranks(key).max(made), suits.count_ones().into());
    });
    for suit in (0..4).filter(|suit| live >> suit & 1 != 0) {
        for_each_rank(left.ranks_of_suit(suit as u8), |key, rank| {
            counts.count(players.by_ranks(key).max(made).max(players.flushes(suit, rank)), 1);
        });
    }
}

/// Deals two cards. `made` are the flushes with the board so far.
fn count_two_cards<const P: usize>(
    players: &impl OnRankClasses<P>,
    left: CardSet,
    made: PlayerStrengths<P>,
    counts: &mut ShowdownCounts,
) {
    let classes = RankClasses::new(players, left, made);
    // Suits in which two cards make a flush, and none does alone.
    let by_two = players.suits_with(|cards| cards == 2);
    for (i, a) in classes.dead().iter().enumerate() {
        counts.count(players.by_ranks(2 * a.key).max(made), u64::from(a.copies * (a.copies - 1) / 2));
        for b in &classes.dead()[..i] {
            let suited = if by_two == 0 { 0 } else { (a.suits & b.suits & by_two).count_ones() as u8 };
            counts.count(players.by_ranks(a.key + b.key).max(made), u64::from(a.copies * b.copies - suited));
        }
    }
    for suit in 0..4 {
        let (of_suit, before) = classes.of_suit(suit);
        for (i, a) in of_suit.iter().enumerate() {
            for b in before {
                let strengths = players.by_ranks(a.key + b.key).max(a.flushes).max(b.flushes);
                counts.count(strengths, b.copies.into());
            }
            for b in &of_suit[..i] {
                let flushes = made.max(players.flushes(suit, a.rank | b.rank));
                counts.count(players.by_ranks(a.key + b.key).max(flushes), 1);
            }
        }
    }
    for suit in (0..4).filter(|suit| by_two >> suit & 1 != 0) {
        let ranks = left.ranks_of_suit(suit as u8);
        for_each_rank(ranks, |key, rank| {
            for_each_rank(ranks & (rank - 1), |lower_key, lower| {
                let flushes = made.max(players.flushes(suit, rank | lower));
                counts.count(players.by_ranks(key + lower_key).max(flushes), 1);
            });
        });
    }
}

/// The key that a card adds to the sum for the ranks of seven cards.
pub(crate) fn rank_key(card: u8) -> u32 {
    RANK_KEYS_7[usize::from(card / 4)]
}
