//! The buckets of both players' hands, and where the numbers of a decision are.

use super::game::Endgame;
use super::tree::Decision;
use crate::error::{Error, Result};
use crate::memory::{try_boxed_slice, try_vec};

/// For each street and player the bucket of every hand on every board.
///
/// The numbers of a solver, such as regrets, are one list: for each decision in the order of the tree, for each action, for
/// each bucket of its player on its street.
pub struct Buckets {
    /// By street and player; rows are boards.
    of_hands: Vec<[Box<[u32]>; 2]>,
    counts: Vec<[usize; 2]>,
    /// For each decision the first of its numbers, and behind them their number.
    first: Vec<usize>,
    /// The same with one number for each bucket instead of one for each action and bucket.
    first_reached: Vec<usize>,
    decisions: Vec<Decision>,
}

impl Buckets {
    /// Buckets from those of each street: for each player the bucket of each hand on the first board, on the second, and so
    /// on. There are as many buckets as the largest number says.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a wrong number of streets or hands, and for more buckets than hands;
    /// [`Error::OutOfMemory`].
    pub fn new(game: &Endgame, streets: &[[&[u32]; 2]]) -> Result<Self> {
        if !fit(game, streets.iter().map(|of| [of[0].len(), of[1].len()])) {
            return Err(Error::InvalidArgument("there is not one bucket for each hand on each board".into()));
        }
        let copy = |of: &[&[u32]; 2]| Ok([try_boxed_slice(of[0])?, try_boxed_slice(of[1])?]);
        let of_hands = streets.iter().map(copy).collect::<Result<Vec<_>>>()?;
        let count = |of: &[u32]| of.iter().max().map_or(0, |&largest| largest as usize + 1);
        let counts: Vec<[usize; 2]> = of_hands.iter().map(|of| [count(&of[0]), count(&of[1])]).collect();
        let gaps =
            |(of, counts): (&[Box<[u32]>; 2], &[usize; 2])| (0..2).any(|player| counts[player] > of[player].len());
        if of_hands.iter().zip(&counts).any(gaps) {
            return Err(Error::InvalidArgument("there are more buckets than hands: number them without gaps".into()));
        }
        let (mut first, mut first_reached) = (vec![0], vec![0]);
        let overflow = || Error::Overflow("the number of regrets".into());
        for decision in &game.decisions {
            let n = counts[decision.street][decision.player];
            let numbers = n.checked_mul(decision.n_actions).and_then(|n| n.checked_add(*first.last()?));
            first.push(numbers.ok_or_else(overflow)?);
            let buckets = first_reached.last().and_then(|before: &usize| n.checked_add(*before));
            first_reached.push(buckets.ok_or_else(overflow)?);
        }
        Ok(Self { of_hands, counts, first, first_reached, decisions: game.decisions.clone() })
    }

    /// Refuses buckets of another game.
    pub(super) fn check(&self, game: &Endgame) -> Result<()> {
        let n_hands = self.of_hands.iter().map(|of| [of[0].len(), of[1].len()]);
        if self.decisions == game.decisions && fit(game, n_hands) {
            return Ok(());
        }
        Err(Error::InvalidArgument("the buckets are those of another game".into()))
    }

    /// How many numbers there are: one for each decision, action and bucket.
    pub fn n_numbers(&self) -> usize {
        self.first.last().copied().unwrap_or(0)
    }

    /// Zeros, one for each decision and bucket.
    pub(super) fn zeros_of_buckets(&self) -> Result<Vec<f64>> {
        try_vec(0.0, self.first_reached.last().copied().unwrap_or(0))
    }

    /// Number of buckets of a player on a street.
    pub(super) fn count(&self, street: usize, player: usize) -> usize {
        self.counts[street][player]
    }

    /// The buckets of a player's hands on one board.
    #[inline]
    pub(super) fn on_board(&self, street: usize, player: usize, board: usize, n_hands: usize) -> &[u32] {
        &self.of_hands[street][player][board * n_hands..][..n_hands]
    }

    /// The place of the numbers of a decision.
    #[inline]
    pub(super) fn place(&self, decision: usize) -> std::ops::Range<usize> {
        self.first[decision]..self.first[decision + 1]
    }

    /// The place of the numbers of a decision, where there is one for each bucket.
    #[inline]
    pub(super) fn place_of_buckets(&self, decision: usize) -> std::ops::Range<usize> {
        self.first_reached[decision]..self.first_reached[decision + 1]
    }
}

/// Whether each street has these numbers of buckets of both players, one for each hand on each board.
fn fit(game: &Endgame, streets: impl ExactSizeIterator<Item = [usize; 2]>) -> bool {
    let n_hands = |street| [0, 1].map(|player: usize| game.n_boards(street) * game.players[player].len());
    streets.len() == game.n_streets() && streets.enumerate().all(|(street, found)| found == n_hands(street))
}

/// Probabilities in proportion to non-negative numbers, equal ones if all are zero; rows are actions.
#[inline]
pub(super) fn normalise(numbers: &[f64], n_actions: usize, strategy: &mut [f64]) {
    let n = numbers.len() / n_actions;
    let (total, rest) = strategy.split_at_mut(n);
    // The row of the first action holds the total until the others are done.
    total.copy_from_slice(&numbers[..n]);
    for row in numbers[n..].chunks_exact(n) {
        total.iter_mut().zip(row).for_each(|(total, number)| *total += number);
    }
    let equal = 1.0 / n_actions as f64;
    let share = |number: f64, total: f64| if total > 0.0 { number / total } else { equal };
    for (out, row) in rest.chunks_exact_mut(n).zip(numbers[n..].chunks_exact(n)) {
        for ((out, &number), &total) in out.iter_mut().zip(row).zip(&*total) {
            *out = share(number, total);
        }
    }
    total.iter_mut().zip(numbers).for_each(|(total, &number)| *total = share(number, *total));
}
