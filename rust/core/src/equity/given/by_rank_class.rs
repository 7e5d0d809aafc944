//! Showdowns after the flop, with turn and river cards grouped into rank classes.
//!
//! Cards of one rank, in suits in which nobody can make a flush any more, are one class: all showdowns are equal. About 240
//! of the 990 runouts of two hands on a flop remain. Each card of the other suits, the live ones, is a class of its own with
//! the flushes that it makes alone; only two cards of one live suit make more.

use crate::cards::{CardSet, DECK, RANKS};
use crate::equity::counts::{PlayerStrengths, ShowdownCounts};
use crate::equity::given::by_pattern::OnPatterns;
use crate::evaluator::keys::RANK_KEYS_7;

/// The properties of players and board that decide a showdown in which any five of seven cards count.
pub(crate) trait OnRankClasses<const P: usize>: OnPatterns<P> {
    /// Strengths by ranks alone, with more board cards whose rank keys sum to `key`.
    fn by_ranks(&self, key: u32) -> PlayerStrengths<P>;
}

/// A card that may come, or several equivalent ones.
#[derive(Clone, Copy)]
struct RankClass<const P: usize> {
    /// The rank key.
    key: u32,
    /// The rank as a bit.
    rank: u16,
    /// Number of cards of the class that are left.
    copies: u16,
    /// The flushes of the players if this card comes and no other of its suit.
    flushes: PlayerStrengths<P>,
}

/// The classes of the remaining cards.
struct RankClasses<const P: usize> {
    all: [RankClass<P>; DECK as usize],
    /// Where the classes of each suit begin and end. The classes without a live suit come first.
    ends: [usize; 6],
    /// The flushes of the players if no card of a live suit comes.
    flushes: PlayerStrengths<P>,
}

impl<const P: usize> RankClasses<P> {
    fn new(players: &impl OnRankClasses<P>, left: CardSet, missing: u32) -> Self {
        let flushes = (0..4).fold(PlayerStrengths::NONE, |best, suit| best.max(players.flushes(suit, 0)));
        let none = RankClass { key: 0, rank: 0, copies: 0, flushes };
        let mut found = Self { all: [none; DECK as usize], ends: [0; 6], flushes };
        let is_live = |&suit: &usize| players.flush_cards(suit) <= missing;
        let live_suits = (0..4).filter(is_live).fold(0, |suits: u8, suit| suits | 1 << suit);

        let mut n = 0;
        for rank in 0..RANKS {
            let dead = (left.bits() >> (4 * rank)) as u8 & 0xf & !live_suits;
            found.all[n] = RankClass { key: rank_key(4 * rank), rank: 0, copies: dead.count_ones() as u16, flushes };
            n += usize::from(dead != 0);
        }
        found.ends[1] = n;
        for suit in 0..4 {
            let mut ranks = if live_suits >> suit & 1 != 0 { left.ranks_of_suit(suit as u8) } else { 0 };
            while ranks != 0 {
                let rank = ranks & ranks.wrapping_neg();
                ranks ^= rank;
                let key = rank_key(4 * rank.trailing_zeros() as u8);
                found.all[n] = RankClass { key, rank, copies: 1, flushes: flushes.max(players.flushes(suit, rank)) };
                n += 1;
            }
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
    let classes = RankClasses::new(players, left, missing);
    match missing {
        0 => counts.count(players.by_ranks(0).max(classes.flushes), 1),
        1 => {
            for a in &classes.all[..classes.ends[5]] {
                counts.count(players.by_ranks(a.key).max(a.flushes), a.copies.into());
            }
        }
        _ => {
            for (i, a) in classes.dead().iter().enumerate() {
                counts.count(players.by_ranks(2 * a.key).max(a.flushes), u64::from(a.copies * (a.copies - 1) / 2));
                count_pairs(a, &classes.dead()[..i], players, counts);
            }
            for suit in 0..4 {
                let (of_suit, before) = classes.of_suit(suit);
                for (i, a) in of_suit.iter().enumerate() {
                    count_pairs(a, before, players, counts);
                    for b in &of_suit[..i] {
                        let flushes = classes.flushes.max(players.flushes(suit, a.rank | b.rank));
                        counts.count(players.by_ranks(a.key + b.key).max(flushes), 1);
                    }
                }
            }
        }
    }
}

/// Deals `a` with each of `others`; no two cards are of one live suit.
#[inline(always)]
fn count_pairs<const P: usize>(
    a: &RankClass<P>,
    others: &[RankClass<P>],
    players: &impl OnRankClasses<P>,
    counts: &mut ShowdownCounts,
) {
    for b in others {
        let strengths = players.by_ranks(a.key + b.key).max(a.flushes).max(b.flushes);
        counts.count(strengths, u64::from(a.copies * b.copies));
    }
}

/// The key that a card adds to the sum for the ranks of seven cards.
pub(crate) fn rank_key(card: u8) -> u32 {
    RANK_KEYS_7[usize::from(card / 4)]
}
