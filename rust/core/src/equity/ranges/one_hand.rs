//! One hand against every hand of a range, over all runouts of a flop or a turn.
//!
//! Without a flush, the ranks of a hand decide. So one runout is counted at once for all hands of two ranks, in a table of
//! pairs of ranks; the hands that hold one of its cards are then subtracted by that card. Hands with a flush are corrected
//! one by one.

use crate::cards::{COMBO_COUNT, COMBOS, CardSet, DECK, combo_id};
use crate::error::Result;
use crate::evaluator::keys::RANK_KEYS_7;
use crate::evaluator::{flush_strength_of_ranks, rank_strength};
use crate::memory::{try_boxed, try_vec};
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};
use crate::showdown::board_view::flush_suit;
use crate::showdown::situation::Situation;
use crate::showdown::street::BOARD_CARDS;

/// Ranks, and some that nobody has, which make up a vector.
const LANES: usize = 16;
/// A number for each pair of ranks, the higher first or last.
type ByRanks<T> = [[T; LANES]; 13];
/// Wins, and ties.
const WINS_AND_TIES: usize = 2;

/// A hand of the range.
struct Other {
    cards: [u8; 2],
    set: CardSet,
}

/// The numbers of runouts on which `hand` beats each combo of `others`, and of those on which both tie. Those against hands
/// that share a card with it, or with the known cards, mean nothing.
pub(super) fn wins_and_ties(
    hand: [u8; 2],
    others: &[usize],
    situation: &Situation,
    level: Proven,
) -> Result<Vec<[u32; WINS_AND_TIES]>> {
    let mut found = try_vec([0; WINS_AND_TIES], others.len())?;
    let set = |cards: &[u8]| CardSet::from_ids(cards);
    let mut hands = Vec::with_capacity(others.len());
    for &combo in others {
        hands.push(Other { cards: COMBOS[combo], set: set(&COMBOS[combo])? });
    }
    let holding = |ids: [usize; 4], least: u32| {
        ids.map(|suit| {
            let in_suit = |other: &Other| other.set.ranks_of_suit(suit as u8).count_ones() >= least;
            hands.iter().enumerate().filter(|(_, other)| in_suit(other)).map(|(at, _)| at as u16).collect()
        })
    };
    let suits = [0, 1, 2, 3];
    let mut counter = Counter {
        hand,
        set: set(&hand)?,
        board: situation.board(),
        left: situation.left(),
        with_suit: [holding(suits, 0), holding(suits, 1), holding(suits, 2)],
        others: &hands,
        all: [[[0; LANES]; 13]; WINS_AND_TIES],
        with_card: try_boxed([[0; LANES]; WINS_AND_TIES])?,
        with_both: try_boxed([0; WINS_AND_TIES])?,
        found: &mut found,
    };
    level.run(Runouts { counter: &mut counter });
    counter.finish();
    Ok(found)
}

struct Counter<'a> {
    hand: [u8; 2],
    set: CardSet,
    board: &'a [u8],
    left: CardSet,
    /// By the fewest cards of a suit that they have, and by suit: hands of the range.
    with_suit: [[Vec<u16>; 4]; 3],
    others: &'a [Other],
    /// Runouts, as if nobody held their cards.
    all: [ByRanks<u16>; WINS_AND_TIES],
    /// Those with a card, for the hands that have it, by their other rank.
    with_card: Box<[[[u16; LANES]; WINS_AND_TIES]; DECK as usize]>,
    /// Those of both cards of a combo.
    with_both: Box<[[u16; WINS_AND_TIES]; COMBO_COUNT]>,
    /// First the corrections for flushes, which may be negative and wrap.
    found: &'a mut [[u32; WINS_AND_TIES]],
}

struct Runouts<'a, 'b> {
    counter: &'a mut Counter<'b>,
}

impl Kernel for Runouts<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, _: I) {
        let counter = self.counter;
        let left = CardSet::new(counter.left.bits() & !counter.set.bits()).unwrap_or_default();
        let of_rank = |rank: u32| {
            (4 * rank..4 * rank + 4).map(|card| card as u8).filter(move |&card| left.bits() >> card & 1 == 1)
        };
        let mut cards = [0; BOARD_CARDS];
        let dealt = counter.board.len();
        cards[..dealt].copy_from_slice(counter.board);
        match BOARD_CARDS - dealt {
            1 => {
                for rank in (0..13).filter(|&rank| of_rank(rank).next().is_some()) {
                    cards[dealt] = 4 * rank as u8;
                    let strengths = Counter::strengths(cards);
                    for card in of_rank(rank) {
                        cards[dealt] = card;
                        counter.count(&strengths, cards, dealt);
                    }
                }
            }
            _ => {
                for low in 0..13 {
                    for high in low..13 {
                        // More of a rank than there are would have no strength.
                        if of_rank(low).next().is_none() || of_rank(high).nth(usize::from(low == high)).is_none() {
                            continue;
                        }
                        (cards[dealt], cards[dealt + 1]) = (4 * low as u8, 4 * high as u8);
                        let strengths = Counter::strengths(cards);
                        for first in of_rank(low) {
                            for second in of_rank(high).filter(|&second| second > first) {
                                (cards[dealt], cards[dealt + 1]) = (first, second);
                                counter.count(&strengths, cards, dealt);
                            }
                        }
                    }
                }
            }
        }
    }
}

impl Counter<'_> {
    /// The strengths of two ranks with those of a board, without flushes.
    #[inline(always)]
    fn strengths(board: [u8; BOARD_CARDS]) -> ByRanks<u16> {
        let of_board: u32 = board.iter().map(|card| RANK_KEYS_7[usize::from(card / 4)]).sum();
        let mut strengths = [[0; LANES]; 13];
        for high in 0..13 {
            for low in 0..=high {
                let strength = rank_strength::<7>(of_board + RANK_KEYS_7[high] + RANK_KEYS_7[low]);
                (strengths[high][low], strengths[low][high]) = (strength, strength);
            }
        }
        strengths
    }

    /// Counts one runout.
    #[inline(always)]
    fn count(&mut self, strengths: &ByRanks<u16>, board: [u8; BOARD_CARDS], dealt: usize) {
        let [a, b] = self.hand.map(|card| usize::from(card >> 2));
        let flush = flush_suit(&board);
        let own = match flush {
            Some((suit, ranks)) => strengths[a][b].max(flush_strength_of_ranks(ranks | self.set.ranks_of_suit(suit))),
            None => strengths[a][b],
        };
        let [wins, ties] = &mut self.all;
        for ((wins, ties), strengths) in wins.iter_mut().zip(ties).zip(strengths) {
            for lane in 0..LANES {
                wins[lane] += u16::from(own > strengths[lane]);
                ties[lane] += u16::from(own == strengths[lane]);
            }
        }
        let runout = &board[dealt..];
        for &card in runout {
            let strengths = &strengths[usize::from(card >> 2)];
            let [wins, ties] = &mut self.with_card[usize::from(card)];
            for lane in 0..LANES {
                wins[lane] += u16::from(own > strengths[lane]);
                ties[lane] += u16::from(own == strengths[lane]);
            }
        }
        if let &[first, second] = runout {
            let strength = strengths[usize::from(first >> 2)][usize::from(second >> 2)];
            let [wins, ties] = &mut self.with_both[usize::from(combo_id(first, second))];
            *wins += u16::from(own > strength);
            *ties += u16::from(own == strength);
        }
        if let Some((suit, ranks)) = flush {
            self.correct(strengths, own, suit, ranks, runout);
        }
    }

    /// Corrects the counts of one runout for the hands that have a flush.
    #[inline(always)]
    fn correct(&mut self, strengths: &ByRanks<u16>, own: u16, suit: u8, ranks: u16, runout: &[u8]) {
        let runout = runout.iter().fold(0, |set, card| set | 1u64 << card);
        let least = 5usize.saturating_sub(ranks.count_ones() as usize).min(2);
        for &at in &self.with_suit[least][usize::from(suit)] {
            let other = &self.others[usize::from(at)];
            let [a, b] = other.cards.map(|card| usize::from(card >> 2));
            let by_ranks = strengths[a][b];
            let flush = flush_strength_of_ranks(ranks | other.set.ranks_of_suit(suit));
            if flush > by_ranks && other.set.bits() & runout == 0 {
                let [wins, ties] = &mut self.found[usize::from(at)];
                *wins = wins.wrapping_add(u32::from(own > flush)).wrapping_sub(u32::from(own > by_ranks));
                *ties = ties.wrapping_add(u32::from(own == flush)).wrapping_sub(u32::from(own == by_ranks));
            }
        }
    }

    /// Adds up the counts of every hand.
    fn finish(self) {
        for (found, other) in self.found.iter_mut().zip(self.others) {
            let [a, b] = other.cards;
            let [rank_a, rank_b] = other.cards.map(|card| usize::from(card >> 2));
            for (at, found) in found.iter_mut().enumerate() {
                let all = u32::from(self.all[at][rank_a][rank_b])
                    + u32::from(self.with_both[usize::from(combo_id(a, b))][at]);
                let held = u32::from(self.with_card[usize::from(a)][at][rank_b])
                    + u32::from(self.with_card[usize::from(b)][at][rank_a]);
                *found = found.wrapping_add(all).wrapping_sub(held);
            }
        }
    }
}
