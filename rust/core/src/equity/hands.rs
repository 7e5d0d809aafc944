//! Exact showdown counts of given hands, over every completion of the board.
//!
//! With cards to come on the turn and river the runouts are dealt one by one. Before the flop boards are counted by
//! pattern: all boards with the same ranks at once, except boards with so many cards of a suit that some player makes a
//! flush, which are counted by their ranks of that suit.

use crate::cards::CardSet;
use crate::error::{Error, Result};
use crate::evaluator::keys::RANK_KEYS_7;
use crate::evaluator::{evaluate, flush_strength_of_ranks, rank_strength_of_7};
use crate::showdown::board_pattern::{CardsLeft, rank_multisets};
use crate::showdown::runouts::for_each_runout;
use crate::showdown::situation::Situation;

/// The most hands that are compared.
pub const MAX_PLAYERS: usize = 10;

/// How often each set of players won or shared the pot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShowdownCounts {
    players: usize,
    /// Showdowns by winners: element `m` counts those won or shared by exactly the players whose bits are set in `m`.
    by_winners: Vec<u64>,
}

impl ShowdownCounts {
    /// How many hands were compared.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Element `m` counts the showdowns won or shared by exactly the players whose bits are set in `m`.
    pub fn by_winners(&self) -> &[u64] {
        &self.by_winners
    }

    /// How many showdowns there are.
    pub fn total(&self) -> u64 {
        self.by_winners.iter().sum()
    }

    /// How many showdowns `player` won or shared with exactly `j - 1` others, at element `j`; element 0 counts those lost.
    pub fn shares(&self, player: usize) -> Vec<u64> {
        let mut shares = vec![0; self.players + 1];
        for (winners, &count) in self.by_winners.iter().enumerate() {
            let j = if winners >> player & 1 != 0 { winners.count_ones() } else { 0 };
            shares[j as usize] += count;
        }
        shares
    }

    #[inline]
    fn count(&mut self, strengths: &[u16], showdowns: u64) {
        let best = strengths.iter().copied().max().unwrap_or(0);
        let winners = strengths.iter().enumerate().fold(0, |set, (i, &s)| set | usize::from(s == best) << i);
        self.by_winners[winners] += showdowns;
    }
}

/// The showdowns of two to ten hands over every completion of a board of 0, 3, 4 or 5 cards from the cards that nobody
/// holds and that are not `dead`.
///
/// # Errors
/// [`Error::CardOutOfRange`] and [`Error::DuplicateCard`] (a card twice among hands, board and dead cards),
/// [`Error::CardCount`] for another board, [`Error::InvalidArgument`] for another number of hands or when too few cards
/// are left.
///
/// ```
/// use pokerbits::{cards::CardSet, equity::exact_counts};
/// let counts = exact_counts(&[[50, 49], [47, 46]], &[], CardSet::EMPTY)?; // AhAd against KsKh
/// assert_eq!(counts.by_winners(), [0, 1_399_204, 305_177, 7_923]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn exact_counts(hands: &[[u8; 2]], board: &[u8], dead: CardSet) -> Result<ShowdownCounts> {
    if !(2..=MAX_PLAYERS).contains(&hands.len()) {
        let found = hands.len();
        return Err(Error::InvalidArgument(format!("expected 2 to {MAX_PLAYERS} hands, found {found}")));
    }
    let situation = Situation::new(hands, board, dead)?;
    let mut counts = ShowdownCounts { players: hands.len(), by_winners: vec![0; 1 << hands.len()] };
    if board.is_empty() {
        count_patterns(hands, situation.left(), &mut counts);
    } else {
        count_runouts(hands, &situation, &mut counts)?;
    }
    Ok(counts)
}

/// Deals the turn and the river in every way.
fn count_runouts(hands: &[[u8; 2]], situation: &Situation, counts: &mut ShowdownCounts) -> Result<()> {
    let mut sets = [CardSet::EMPTY; MAX_PLAYERS];
    for (set, hand) in sets.iter_mut().zip(hands) {
        *set = CardSet::from_ids(hand)?;
    }
    let mut strengths = [0; MAX_PLAYERS];
    for_each_runout(situation.board(), situation.left(), |_, board| {
        for (strength, &hand) in strengths.iter_mut().zip(&sets[..hands.len()]) {
            *strength = evaluate(board | hand)?;
        }
        counts.count(&strengths[..hands.len()], 1);
        Ok(())
    })
}

/// Counts every board of five cards of `left`, pattern by pattern.
fn count_patterns(hands: &[[u8; 2]], left: CardSet, counts: &mut ShowdownCounts) {
    let left = CardsLeft::new(left);
    let players = hands.len();
    let mut keys = [0; MAX_PLAYERS];
    let mut suited = [[0u16; MAX_PLAYERS]; 4];
    for (i, hand) in hands.iter().enumerate() {
        for &card in hand {
            keys[i] += RANK_KEYS_7[usize::from(card / 4)];
            suited[usize::from(card % 4)][i] |= 1 << (card / 4);
        }
    }
    // With fewer board cards of a suit than this, nobody has a flush in it.
    let least: [u32; 4] = suited.map(|ranks| 5 - ranks.iter().map(|r| r.count_ones()).max().unwrap_or(0));

    for multiset in rank_multisets() {
        let mut boards = multiset.boards(&left);
        if boards == 0 {
            continue;
        }
        let by_ranks: [u16; MAX_PLAYERS] =
            std::array::from_fn(|i| if i < players { rank_strength_of_7(multiset.key_sum + keys[i]) } else { 0 });
        for suit in 0..4 {
            for (ranks, flush_boards) in multiset.flushes(suit, least[suit], &left) {
                boards -= flush_boards;
                let strengths: [u16; MAX_PLAYERS] = std::array::from_fn(|i| {
                    if i < players { by_ranks[i].max(flush_strength_of_ranks(ranks | suited[suit][i])) } else { 0 }
                });
                counts.count(&strengths[..players], flush_boards);
            }
        }
        counts.count(&by_ranks[..players], boards);
    }
}
