//! The boards of an endgame, street by street. Cards that a suit permutation maps onto each other are dealt once.

use super::players::PlayerHands;
use crate::cards::{CardSet, DECK, SuitPermutation};
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_with_capacity};
use crate::showdown::lanes::Showdown;

/// A board, and what can be dealt to it.
pub(super) struct Board {
    /// Its number among the boards of its street.
    pub(super) number: usize,
    /// For each player the hands that it allows: a bit for each lane of each block.
    pub(super) possible: [Vec<u16>; 2],
    /// On the river: one, or those of [`HoleCards::strengths`](super::hole_cards::HoleCards::strengths) if high and low
    /// hands share the pot, each for half of it.
    pub(super) showdowns: Vec<Showdown>,
    /// For each player the first of the hands that are alike to each hand, if not all hands differ.
    pub(super) alike: Option<[Vec<u32>; 2]>,
    pub(super) dealt: Vec<Dealt>,
}

/// A card, and the cards for which it stands.
pub(super) struct Dealt {
    pub(super) board: Board,
    /// The numbers of the permutations that move each of the cards to this one.
    pub(super) moves: Vec<usize>,
    /// The cards.
    pub(super) cards: Vec<u8>,
}

/// The permutations of the suits under which board and ranges stay unchanged: the group of an endgame.
pub(super) struct Symmetries {
    permutations: Vec<SuitPermutation>,
    /// For each permutation, for each player, the image of each hand.
    images: Vec<[Vec<u32>; 2]>,
}

/// A board that is dealt, by the board that stands for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DealtBoard {
    /// The number of the board that stands for it.
    pub number: usize,
    /// The number of the permutation that moves it to that board.
    pub moved: usize,
}

impl Symmetries {
    /// Those of some permutations that fix both ranges.
    pub(super) fn new(permutations: Vec<SuitPermutation>, players: &[PlayerHands; 2]) -> Self {
        let [first, second] = players;
        let fixing = permutations
            .into_iter()
            .filter_map(|permutation| Some((permutation, [first.images(permutation)?, second.images(permutation)?])));
        let (permutations, images) = fixing.unzip();
        Self { permutations, images }
    }

    /// Where a permutation moves a player's hands.
    pub(super) fn images(&self, permutation: usize, player: usize) -> &[u32] {
        &self.images[permutation][player]
    }

    /// The number of the identity: the first permutation of all.
    pub(super) const IDENTITY: usize = 0;

    /// All of them.
    fn all(&self) -> Vec<usize> {
        (0..self.permutations.len()).collect()
    }

    fn fixing(&self, group: &[usize], card: u8) -> Vec<usize> {
        group.iter().copied().filter(|&at| self.permutations[at].card(card) == card).collect()
    }

    /// The number of the permutation that moves cards as `first` does, and then as `then` does.
    fn product(&self, first: usize, then: usize) -> usize {
        let moved = |at: usize, card: u8| self.permutations[at].card(card);
        let is_product = |&at: &usize| (0..4).all(|card| moved(at, card) == moved(then, moved(first, card)));
        (0..self.permutations.len()).find(is_product).unwrap_or(Self::IDENTITY)
    }
}

impl Board {
    /// The board of these cards, and all boards of the later streets. `n` counts the boards of each street.
    pub(super) fn new(
        cards: CardSet,
        players: &[PlayerHands; 2],
        symmetries: &Symmetries,
        high_low: bool,
        n: &mut [usize],
    ) -> Result<Self> {
        Self::of(cards, players, symmetries, high_low, &symmetries.all(), n)
    }

    fn of(
        cards: CardSet,
        players: &[PlayerHands; 2],
        symmetries: &Symmetries,
        high_low: bool,
        group: &[usize],
        n: &mut [usize],
    ) -> Result<Self> {
        let Some((of_street, later)) = n.split_first_mut() else {
            return Err(Error::InvalidArgument("a board has too few cards".into()));
        };
        let number = *of_street;
        *of_street += 1;
        let alike = (group.len() > 1).then(|| {
            [0, 1].map(|player: usize| {
                let first = |hand: usize| group.iter().map(|&at| symmetries.images(at, player)[hand]).min();
                (0..players[player].len()).map(|hand| first(hand).unwrap_or(hand as u32)).collect()
            })
        });
        let possible = [0, 1].map(|player: usize| players[player].without(cards));
        let mut board = Self { number, possible, showdowns: vec![], alike, dealt: vec![] };
        if later.is_empty() {
            let [first, second] = [players[0].strengths(cards, high_low)?, players[1].strengths(cards, high_low)?];
            let kinds = first.iter().zip(&second).take(if high_low { 3 } else { 1 });
            board.showdowns = try_collect(kinds.map(|(first, second)| players[0].showdown([first, second])))?;
            return Ok(board);
        }
        board.dealt = try_with_capacity(DECK.into())?;
        for card in (0..DECK).filter(|&card| cards.bits() >> card & 1 == 0) {
            let moves_here = |&&at: &&usize| symmetries.permutations[at].card(card) < card;
            if group.iter().any(|at| moves_here(&at)) {
                continue;
            }
            let (mut moves, mut stands_for) = (vec![], vec![]);
            for &at in group {
                // The permutation that moves a card to this one; the inverse of one in a group is in it.
                let from =
                    (0..4).map(|suit| card & !3 | suit).find(|&from| symmetries.permutations[at].card(from) == card);
                if let Some(from) = from.filter(|from| !stands_for.contains(from)) {
                    moves.push(at);
                    stands_for.push(from);
                }
            }
            let next = CardSet::new(cards.bits() | 1 << card).unwrap_or_default();
            let inner = Self::of(next, players, symmetries, high_low, &symmetries.fixing(group, card), later)?;
            board.dealt.push(Dealt { board: inner, moves, cards: stands_for });
        }
        Ok(board)
    }

    /// Calls a function with the boards of a street, `deals` cards after this one.
    pub(super) fn for_each<'a>(&'a self, deals: usize, with: &mut impl FnMut(&'a Self)) {
        if deals == 0 {
            return with(self);
        }
        self.dealt.iter().for_each(|dealt| dealt.board.for_each(deals - 1, with));
    }

    /// The cards that can be dealt, ascending, each with the number of the child that stands for it, and the permutation
    /// that moves it there.
    fn deals(&self) -> Vec<(u8, usize, usize)> {
        let of = |(child, dealt): (usize, &Dealt)| {
            let cards = dealt.cards.iter().zip(&dealt.moves).map(move |(&card, &moves)| (card, child, moves));
            cards.collect::<Vec<_>>()
        };
        let mut all: Vec<_> = self.dealt.iter().enumerate().flat_map(of).collect();
        all.sort_unstable();
        all
    }

    /// The boards of a street in the order in which cards ascend, `deals` cards after this one.
    pub(super) fn as_dealt(&self, deals: usize, symmetries: &Symmetries) -> Vec<DealtBoard> {
        if deals == 0 {
            return vec![DealtBoard { number: self.number, moved: Symmetries::IDENTITY }];
        }
        let mut all = vec![];
        for (_, child, moved) in self.deals() {
            let child = &self.dealt[child].board;
            if deals == 1 {
                all.push(DealtBoard { number: child.number, moved });
                continue;
            }
            // A second card is dealt: it is moved with the first, and then to the card that stands for it.
            let second = child.deals();
            let moved_card = |card: u8| symmetries.permutations[moved].card(card);
            let mut cards: Vec<u8> =
                (0..DECK).filter(|&card| second.iter().any(|of| of.0 == moved_card(card))).collect();
            cards.sort_unstable();
            for card in cards {
                if let Some(&(_, grandchild, then)) = second.iter().find(|of| of.0 == moved_card(card)) {
                    let number = child.dealt[grandchild].board.number;
                    all.push(DealtBoard { number, moved: symmetries.product(moved, then) });
                }
            }
        }
        all
    }
}
