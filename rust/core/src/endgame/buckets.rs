//! The buckets of a player's hands, and where the numbers of a decision are.

use super::game::Endgame;
use super::tree::Decision;
use crate::error::{Error, Result};
use crate::memory::try_vec;
use crate::runtime::simd::{LANES, Lanes};

/// For each street the bucket of every hand of a player on every board.
pub struct Buckets {
    /// By street; boards are rows of blocks.
    of_hands: Vec<Vec<Lanes<u32>>>,
    n_blocks: usize,
    counts: Vec<usize>,
    /// By decision of the tree.
    places: Vec<Place>,
    n_numbers: usize,
    n_reached: usize,
}

/// Where the numbers of a decision are: one for each action and bucket, or one for each bucket.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    pub(super) first: usize,
    pub(super) first_reached: usize,
    pub(super) n_actions: usize,
    /// Number of buckets; 0 at decisions of the other player.
    pub(super) n: usize,
}

impl Buckets {
    /// Buckets from those of each street: the bucket of each of a player's hands on the first board, on the second, and so
    /// on. There are as many buckets as the largest number says.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a wrong number of streets or hands, and for more buckets than hands;
    /// [`Error::OutOfMemory`].
    pub fn new(game: &Endgame, player: usize, streets: &[&[u32]]) -> Result<Self> {
        let player = player & 1;
        let n_hands = game.hands(player).len();
        let n_blocks = n_hands.div_ceil(LANES);
        let fits = |(street, of): (usize, &&[u32])| of.len() == game.n_boards(street) * n_hands;
        if streets.len() != game.n_streets() || !streets.iter().enumerate().all(fits) {
            return Err(Error::InvalidArgument("there is not one bucket for each hand on each board".into()));
        }
        let mut of_hands = vec![];
        for of in streets {
            let mut blocks = try_vec(Lanes::default(), of.len() / n_hands * n_blocks)?;
            for (board, of) in blocks.chunks_exact_mut(n_blocks).zip(of.chunks_exact(n_hands)) {
                of.iter().enumerate().for_each(|(hand, &bucket)| board[hand / LANES].0[hand % LANES] = bucket);
            }
            of_hands.push(blocks);
        }
        let counts: Vec<usize> =
            streets.iter().map(|of| of.iter().max().map_or(0, |&largest| largest as usize + 1)).collect();
        if counts.iter().zip(streets).any(|(&count, of)| count > of.len()) {
            return Err(Error::InvalidArgument("there are more buckets than hands: number them without gaps".into()));
        }
        let (mut places, mut n_numbers, mut n_reached) = (vec![], 0usize, 0usize);
        let overflow = || Error::Overflow("the number of regrets".into());
        for &Decision { player: who, street, n_actions } in &game.decisions {
            let n = if who == player { counts[street] } else { 0 };
            places.push(Place { first: n_numbers, first_reached: n_reached, n_actions, n });
            let more = n.checked_mul(n_actions).ok_or_else(overflow)?;
            n_numbers = n_numbers.checked_add(more).ok_or_else(overflow)?;
            n_reached += n;
        }
        Ok(Self { of_hands, n_blocks, counts, places, n_numbers, n_reached })
    }

    /// How many numbers there are: one for each decision, action and bucket.
    pub fn n_numbers(&self) -> usize {
        self.n_numbers
    }

    /// Number of buckets on a street.
    pub fn count(&self, street: usize) -> usize {
        self.counts[street]
    }

    /// How many numbers there are with one for each decision and bucket.
    pub(super) fn n_reached(&self) -> usize {
        self.n_reached
    }

    /// The buckets of the hands on a board.
    #[inline(always)]
    pub(super) fn on_board(&self, street: usize, board: usize) -> &[Lanes<u32>] {
        &self.of_hands[street][board * self.n_blocks..][..self.n_blocks]
    }

    /// The place of the numbers of a decision.
    #[inline(always)]
    pub(super) fn place(&self, decision: usize) -> Place {
        self.places[decision]
    }

    /// The places of all decisions of the player.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        self.places.iter().copied().filter(|place| place.n > 0)
    }

    /// Puts the numbers of a decision into rows of hands, action by action.
    #[inline(always)]
    pub(super) fn spread<'a, F: From<f32> + 'a>(
        &self,
        decision: usize,
        numbers: &[f32],
        of_hands: &Lanes<u32>,
        rows: impl Iterator<Item = &'a mut Lanes<F>>,
    ) {
        let Place { first, n, n_actions, .. } = self.place(decision);
        for (row, numbers) in rows.zip(numbers[first..first + n * n_actions].chunks_exact(n)) {
            for lane in 0..LANES {
                row.0[lane] = numbers[of_hands.0[lane] as usize].into();
            }
        }
    }
}
