//! The hands of both players, in blocks of sixteen: a hand is a lane of a block.

use super::compared::{Block, Compared};
use super::hole_cards::{Held, HoleCards, Strengths};
use crate::cards::{CardSet, SuitPermutation};
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_vec};
use crate::runtime::simd::{LANES, Lanes};
use crate::showdown::lanes::Showdown;
use crate::showdown::ranked_board::Weight;

/// The hands of one player: those with a weight and without a card of the board. The last block is filled up with hands of no
/// weight.
pub(super) struct PlayerHands {
    /// Their numbers among the hands of the deck.
    pub(super) ids: Vec<u32>,
    /// The cards of all lanes of all blocks.
    cards: HoleCards,
    /// For every lane the place of the opponent's hand of the same cards; else the opponent's number of lanes.
    same: Vec<u32>,
    /// The weights, the largest of which is 1 here.
    pub(super) reach: Vec<Lanes<f64>>,
    /// The place of every hand of the deck.
    places: Vec<u32>,
}

/// The place of a hand that the player does not have.
const NOWHERE: u32 = u32::MAX;

impl PlayerHands {
    /// The hands of both players, from the weights of all combos or of all Omaha hands.
    pub(super) fn both(weights: [&[f64]; 2], board: CardSet) -> Result<[Self; 2]> {
        let [mut first, mut second] = [Self::new(weights[0], board, 0)?, Self::new(weights[1], board, 1)?];
        if first.places.len() != second.places.len() {
            return Err(Error::InvalidArgument("the players have different numbers of hole cards".into()));
        }
        first.same = first.places_in(&second)?;
        second.same = second.places_in(&first)?;
        Ok([first, second])
    }

    fn new(weights: &[f64], board: CardSet, player: usize) -> Result<Self> {
        let Held { mut cards, ids, weights } = Held::new(weights, board)?;
        if ids.is_empty() {
            return Err(Error::no_range(format!("player {}: the board blocks every hand of the range", player + 1)));
        }
        let largest = weights.iter().copied().fold(0.0, f64::max);
        let mut reach = try_vec(Lanes::default(), ids.len().div_ceil(LANES))?;
        for (at, weight) in weights.iter().enumerate() {
            reach[at / LANES].0[at % LANES] = weight / largest;
        }
        cards.fill_up(reach.len() * LANES);
        let mut places = try_vec(NOWHERE, cards.n_of_deck())?;
        ids.iter().zip(0..).for_each(|(&id, at)| places[id as usize] = at);
        Ok(Self { ids, cards, same: vec![], reach, places })
    }

    /// Number of cards of a hand.
    pub(super) fn n_hole_cards(&self) -> usize {
        self.cards.n_cards()
    }

    /// Number of hands.
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    /// The cards of a hand.
    pub(super) fn cards_of(&self, hand: usize) -> CardSet {
        self.cards.of_hand(hand)
    }

    /// Number of blocks.
    pub(super) fn n_blocks(&self) -> usize {
        self.reach.len()
    }

    fn places_in(&self, other: &Self) -> Result<Vec<u32>> {
        let none = (other.n_blocks() * LANES) as u32;
        let place = |&id: &u32| Some(other.places[id as usize]).filter(|&at| at != NOWHERE).unwrap_or(none);
        let fill = self.len()..self.n_blocks() * LANES;
        try_collect(self.ids.iter().map(place).chain(fill.map(|_| none)).map(Ok))
    }

    /// Where a permutation moves each hand; `None` if it moves one to a hand of another weight.
    pub(super) fn images(&self, permutation: SuitPermutation) -> Option<Vec<u32>> {
        let weight = |at: usize| self.reach[at / LANES].0[at % LANES];
        let image = |at: usize| {
            let image = self.places[self.cards.image(at, permutation) as usize];
            (image != NOWHERE && weight(image as usize).to_bits() == weight(at).to_bits()).then_some(image)
        };
        (0..self.len()).map(image).collect()
    }

    /// For every block the hands without these cards: a bit for each lane.
    pub(super) fn without(&self, cards: CardSet) -> Vec<u16> {
        let is_free = |at: usize| (self.cards.of_hand(at) & cards).is_empty();
        let lanes = |block: usize| block * LANES..self.len().min((block + 1) * LANES);
        let bits = |block: usize| (0..).zip(lanes(block)).map(|(lane, at)| u16::from(is_free(at)) << lane).sum();
        (0..self.n_blocks()).map(bits).collect()
    }

    /// The strengths of the hands on a board of five, as [`HoleCards::strengths`].
    pub(super) fn strengths(&self, board: CardSet, high_low: bool) -> Result<Strengths> {
        self.cards.strengths(self.len(), board, high_low)
    }

    /// The showdown of these hands with the opponent's, from the strengths of both.
    pub(super) fn showdown(&self, strengths: [&[u16]; 2]) -> Result<Showdown> {
        Showdown::new(strengths, self.cards.among_equals())
    }

    /// Memory to compare these hands, or others of the game, with vectors in groups; for `n` hands.
    pub(super) fn compared<W: Weight>(&self, n_groups: usize, n: usize, high_low: bool) -> Result<Compared<W>> {
        Compared::new(&self.cards, n_groups, n, high_low)
    }

    /// [`Compared::compare`] for these hands of a player.
    #[inline(always)]
    pub(super) fn compare<W: Weight>(
        &self,
        theirs: &Self,
        showdowns: (&[Showdown], usize),
        (group, reach): (usize, &[W]),
        alike: Option<&[u32]>,
        compared: &mut Compared<W>,
    ) {
        compared.compare(group, (&self.cards, &self.same), &theirs.cards, showdowns, reach, alike);
    }

    /// [`Compared::block`] for these hands.
    #[inline(always)]
    pub(super) fn block<'a, W: Weight>(
        &self,
        block: usize,
        (group, reach): (usize, &[W]),
        alike: Option<&[u32]>,
        compared: &'a Compared<W>,
        out: &'a mut [Block<W>; 2],
    ) -> [&'a Block<W>; 2] {
        compared.block(group, block, (&self.cards, &self.same), reach, alike, out)
    }
}
