//! The sorted levels of the hands on the next street, in games of any deck.

use super::{WORD, n_children};
use crate::cards::DECK;
use crate::error::Result;
use crate::hand_strength::StreetHands;
use crate::hand_strength::any_deck::DeckGame;
use crate::indexer::HandIndexer;
use crate::memory::try_vec;
use crate::runtime::MayGoOn;
use crate::runtime::cpu::Proven;
use crate::showdown::board_rows::{Sweep, hands_off, index_hands, n_hands};

/// The level of children that do not exist.
const NO_CHILD: u8 = u8::MAX;

/// The levels of the children of every hand of a board.
pub(super) struct ChildLevels<'a> {
    game: &'a DeckGame,
    levels: &'a [u8],
    next: HandIndexer,
    n: usize,
    indices: Vec<u64>,
    /// The place of each card in the deck.
    place: [usize; DECK as usize],
    /// The number of children so far of the hand at each slot, and their levels.
    found: Vec<usize>,
    found_levels: Vec<u8>,
    row: Vec<u64>,
}

impl<'a> ChildLevels<'a> {
    pub(super) fn new(hands: &'a StreetHands, levels: &'a [u8], level: Proven) -> Result<Self> {
        let (game, n) = (hands.game(), n_children(hands));
        let mut place = [0; DECK as usize];
        game.deck().cards().ids().zip(0..).for_each(|(card, at)| place[usize::from(card)] = at);
        let slots = hands_off(game.deck().cards(), game.hole_cards(), &[]).count();
        Ok(Self {
            game,
            levels,
            next: hands.next()?.indexer()?.at(level),
            n,
            indices: try_vec(0, slots)?,
            place,
            found: try_vec(0, slots)?,
            found_levels: try_vec(NO_CHILD, slots * n)?,
            row: try_vec(0, n.div_ceil(WORD))?,
        })
    }

    fn slot(&self, low: u8, high: u8) -> usize {
        let (i, k) = (self.place[usize::from(low)], self.place[usize::from(high)]);
        if low == high { k } else { k * k.wrapping_sub(1) / 2 + i }
    }
}

impl Sweep for ChildLevels<'_> {
    type Count = u64;

    fn take(&mut self, board: &[u8], may_go_on: &mut MayGoOn<'_>) -> Result<()> {
        may_go_on()?;
        self.found.fill(0);
        let (deck, hole_cards) = (self.game.deck().cards(), self.game.hole_cards());
        let mut child = [0; DECK as usize];
        child[..board.len()].copy_from_slice(board);
        for card in deck.ids().filter(|card| !board.contains(card)) {
            child[board.len()] = card;
            let child = &child[..=board.len()];
            index_hands(
                &self.next,
                1,
                child,
                &mut self.indices[..n_hands(deck.len() as usize - child.len(), hole_cards)],
            )?;
            for (at, [low, high]) in hands_off(deck, hole_cards, child).enumerate() {
                let slot = self.slot(low, high);
                self.found_levels[slot * self.n + self.found[slot]] = self.levels[self.indices[at] as usize];
                self.found[slot] += 1;
            }
        }
        for (children, &found) in self.found_levels.chunks_exact_mut(self.n).zip(&self.found) {
            children[..found].sort_unstable();
        }
        Ok(())
    }

    fn row(&mut self, low: u8, high: u8) -> &[u64] {
        let slot = self.slot(low, high);
        let children = &self.found_levels[slot * self.n..][..self.n];
        for (word, bytes) in self.row.iter_mut().zip(children.chunks(WORD)) {
            let mut padded = [NO_CHILD; WORD];
            padded[..bytes.len()].copy_from_slice(bytes);
            *word = u64::from_le_bytes(padded);
        }
        &self.row
    }
}
